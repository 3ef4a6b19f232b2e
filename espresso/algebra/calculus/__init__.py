"""Differentiation to any order: reverse and forward mode over scalar bodies.

Input: an expression and what to differentiate by.  Output: expressions.  May import ``rewriting``, ``normal_form``,
``formulas``.
"""
