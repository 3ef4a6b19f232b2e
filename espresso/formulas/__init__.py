"""What a formula is: its graph, its notation, its printed forms, its extents, its dtypes, its value.

Enters: text, or calls of constructors.  Leaves: expressions (``graph``), text, shapes and dtypes, reference values.
Imports ``system``.  Inside, each package imports those before it: ``graph``, ``extents``, ``syntax``, ``printing``,
``notation``, ``inference``, ``reference``.
"""
