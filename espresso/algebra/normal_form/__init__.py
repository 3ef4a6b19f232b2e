"""The normal form of sums, products, powers, conditions and reductions; elimination of deltas.

Enters: one body and what is known of its indices (``scope``).  Leaves: the body in normal form.  Imports ``formulas``.
"""
