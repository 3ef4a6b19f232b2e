"""A program as data: statements, loops and library calls, buffers, the steps of its driver, what engines are asked.

Enters: nothing.  Leaves: frozen values that all later packages exchange.  Imports ``formulas`` and ``algebra``.
"""
