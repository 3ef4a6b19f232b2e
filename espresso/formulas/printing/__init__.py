"""Expressions to text, LaTeX and matrix notation.

Enters: expressions.  Leaves: strings; ``parse(text(e))`` is ``e``.  Imports ``graph``, ``extents``, ``syntax``.
"""
