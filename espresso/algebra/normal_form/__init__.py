"""The normal form of sums, products, powers, conditions and reductions; elimination of Kronecker deltas.

Input: one body and what is known of its indices (``scope``).  Output: the body in normal form.  May import
``formulas``.
"""
