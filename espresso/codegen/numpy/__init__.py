"""Expressions as the source of one readable NumPy function.

Input: expressions.  Output: source text.
"""
