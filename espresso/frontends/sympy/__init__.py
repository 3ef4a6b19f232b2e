"""Expressions to and from SymPy.

Enters: an expression of either.  Leaves: one of the other.  Imports ``formulas``.
"""
