"""Text to expressions: grammar, calls, the summation convention, refusals with a caret.

Enters: text.  Leaves: expressions.  Imports ``graph``, ``syntax``, ``printing``.
"""
