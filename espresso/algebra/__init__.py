"""Formula to formula: normal form, rules, derivatives, the order of sums and products.

Enters: expressions.  Leaves: expressions of the same value (or their derivatives).  Imports ``formulas``.  Inside, each
package imports those before it: ``normal_form``, ``rewriting``, ``calculus``; ``contraction`` needs ``formulas`` alone.
"""
