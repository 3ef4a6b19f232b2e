"""Passes over statements: common subexpressions, copy propagation, stacked products, accumulating GEMM.

Input: statements.  Output: fewer, or cheaper ones.
"""
