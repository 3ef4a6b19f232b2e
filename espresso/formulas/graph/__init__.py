"""The expression graph: one immutable, hash-consed node type, and the table of functions.

Input: names, numbers, nodes.  Output: nodes.  May import ``system``.
"""
