"""Formulas from Python: operators, NumPy functions (``numpy``), SymPy (``sympy``), convolutions (``library``).

Input: Python objects.  Output: expressions.  May import ``algebra``, ``formulas``.
"""
