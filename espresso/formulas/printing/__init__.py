"""Expressions to text, LaTeX and matrix notation.

Input: expressions.  Output: strings; ``parse(text(e))`` is ``e``.  May import ``graph``, ``extents``, ``syntax``.
"""
