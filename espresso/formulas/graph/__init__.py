"""The expression graph: one immutable, hash-consed node type, and the table of functions.

Enters: names, numbers, nodes.  Leaves: nodes.  Imports ``system``.
"""
