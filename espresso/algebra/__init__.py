"""Formula to formula: normal form, rules, derivatives, the order of sums and products.

Input: expressions.  Output: expressions of the same value (or their derivatives).  May import ``formulas``.  Inside,
each package imports those before it: ``normal_form``, ``rewriting``, ``calculus``; ``contraction`` needs ``formulas``
alone.
"""
