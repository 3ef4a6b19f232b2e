"""Convolution and pooling as index notation.

Input: names and numbers.  Output: expressions.  May import ``formulas``.
"""
