"""Shapes and dtypes of every node for given arrays, and the errors for those that do not fit.

Enters: expressions with shapes and dtypes of the inputs.  Leaves: those of every node.  Imports the other
packages of ``formulas``.
"""
