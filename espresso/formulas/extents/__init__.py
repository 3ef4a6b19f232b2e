"""Lengths and ranges of indices as formulas in the lengths of the inputs, before any array is known.

Enters: expressions.  Leaves: affine forms, extents, conditions on ranges.  Imports ``graph``.
"""
