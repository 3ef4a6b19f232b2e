"""GEMM on operands that lie in memory in any way: blocks of both are packed, then multiplied."""
