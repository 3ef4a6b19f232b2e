"""Text to expressions: grammar, calls, the summation convention, refusals with a caret.

Input: text.  Output: expressions.  May import ``graph``, ``syntax``, ``printing``.
"""
