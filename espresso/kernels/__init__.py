"""Computations with code of their own, a folder each: matcher, engine, code, and numbers for given lengths.

Enters: steps of ``ir`` and lengths.  Leaves: LLVM functions and the records that they are called with.
Imports ``llvm``, ``ir``, ``formulas``, ``system``.
"""
