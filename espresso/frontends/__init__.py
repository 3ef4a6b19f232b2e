"""Formulas from Python objects, from NumPy functions, from SymPy."""
