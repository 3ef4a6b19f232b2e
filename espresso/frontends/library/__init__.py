"""Convolution and pooling as index notation.

Enters: names and numbers.  Leaves: expressions.  Imports ``formulas``.
"""
