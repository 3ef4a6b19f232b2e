"""Formulas to a program of ``ir``: one list of phases (``pipeline``).

Enters: expressions, dtypes, lengths, options.  Leaves: a program.  Imports ``engines``, ``ir``, ``algebra``,
``formulas``.  Inside: ``matching``, ``lowering``, ``passes``, ``loops``, ``device``, each may import those before it.
"""
