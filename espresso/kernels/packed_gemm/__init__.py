"""Packed GEMM: operands with any strides are packed block by block, then multiplied.

Input: a product with the arrangement of its operands.  Output: steps of a native program, and their records.
"""
