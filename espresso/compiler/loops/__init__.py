"""Statements to kernels: loop fusion, row blocking, deduplication of kernels.

Input: statements.  Output: loop nests.
"""
