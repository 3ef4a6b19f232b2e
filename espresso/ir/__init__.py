"""A program as data: statements, loops and library calls, buffers, the steps of its driver, what engines are asked.

Input: none.  Output: frozen values that all later packages exchange.  May import ``formulas`` and ``algebra``.
"""
