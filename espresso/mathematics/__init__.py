"""Texts of mathematical functions that generated programs carry along.

Enters: names of functions.  Leaves: source text.  Imports ``formulas``.
"""
