"""Rules: their rows, matching, guards, and the engine that applies them up to a fixed point.

Enters: expressions and rows of rules.  Leaves: simplified expressions.  Imports ``normal_form``, ``formulas``.
"""
