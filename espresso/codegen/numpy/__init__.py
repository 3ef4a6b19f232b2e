"""Expressions as the source of one readable NumPy function.

Enters: expressions.  Leaves: source text.
"""
