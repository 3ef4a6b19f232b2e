"""The order of sums and products: contraction paths, sums regrouped or exchanged over a whole program.

Enters: expressions and lengths.  Leaves: expressions that need fewer operations.  Imports ``formulas``.
"""
