"""GEMM with one short side, from memory in place: tiles of the result stay in registers."""
