"""What a formula is: its graph, its notation, its printed forms, its extents, its dtypes.

Enters: text, or calls of constructors.  Leaves: expressions (``graph``), text, shapes and dtypes.
Imports ``system``.  Inside, each package imports those before it: ``graph``, ``extents``, ``syntax``, ``printing``,
``notation``, ``inference``.
"""
