"""``es.trace``: NumPy functions run on arrays that record index notation.

Enters: a Python function.  Leaves: an expression.  Imports ``formulas``.
"""
