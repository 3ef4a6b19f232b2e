"""``es.trace``: NumPy functions run on arrays that record index notation.

Input: a Python function.  Output: an expression.  May import ``formulas``.
"""
