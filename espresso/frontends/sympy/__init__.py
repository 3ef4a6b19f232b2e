"""Expressions to and from SymPy.

Input: an expression of either.  Output: one of the other.  May import ``formulas``.
"""
