"""Lengths and ranges of indices as formulas in the lengths of the inputs, before any array is known.

Input: expressions.  Output: affine forms, extents, conditions on ranges.  May import ``graph``.
"""
