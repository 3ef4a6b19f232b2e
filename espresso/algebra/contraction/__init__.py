"""Algebraic optimisation of sums: contraction paths, reassociation and interchange over a whole program.

Input: expressions and lengths.  Output: expressions that need fewer operations.  May import ``formulas``.
"""
