"""Formulas from Python: operators, NumPy functions (``numpy``), SymPy (``sympy``), convolutions (``library``).

Enters: Python objects.  Leaves: expressions.  Imports ``algebra``, ``formulas``.
"""
