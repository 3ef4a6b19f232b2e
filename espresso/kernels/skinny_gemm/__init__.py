"""Skinny GEMM: few rows or few terms, operands read in place, result tiles in registers.

Input: a matrix product with its lengths.  Output: addresses of functions that compute it.
"""
