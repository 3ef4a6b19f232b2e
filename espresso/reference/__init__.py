"""The meaning of the language: every node evaluated with NumPy, slowly and obviously.

Enters: expressions and arrays.  Leaves: arrays.  Imports ``formulas`` and ``algebra``.
"""
