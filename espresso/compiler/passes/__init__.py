"""Statements to statements: common subexpressions, copy propagation, stacked products, accumulation.

Enters: statements.  Leaves: fewer, or cheaper ones.
"""
