"""The meaning of the language: every node evaluated with NumPy, slowly and obviously.

Input: expressions and arrays.  Output: arrays.  May import ``formulas``, and the definitions of ``algebra``.
"""
