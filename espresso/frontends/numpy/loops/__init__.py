"""Loops and functions that a traced function calls: NumPy's makers of arrays, ``range``, and what becomes of its loops.

Input: a function of the user.  Output: calls of it in which loops of equal steps are traced a few times only.
"""
