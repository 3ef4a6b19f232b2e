"""Derivatives of any order: reverse and forward accumulation over scalar bodies.

Enters: an expression and what to differentiate by.  Leaves: expressions.  Imports ``rewriting``, ``normal_form``,
``formulas``.
"""
