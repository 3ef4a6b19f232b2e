"""The language: expression graph, notation, printing, extents, dtypes.

Input: text, or calls of constructors.  Output: expressions (``graph``), text, shapes and dtypes.  May import
``system``.  Inside, each package imports those before it: ``graph``, ``extents``, ``syntax``, ``printing``,
``notation``, ``inference``.
"""
