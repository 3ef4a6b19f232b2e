"""Term rewriting: rule rows, pattern matching, guards, and the engine that applies rules to a fixed point.

Input: expressions and rows of rules.  Output: simplified expressions.  May import ``normal_form``, ``formulas``.
"""
