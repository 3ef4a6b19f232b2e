"""Shapes and dtypes of every node for given arrays, and the errors for those that do not fit.

Input: expressions with shapes and dtypes of the inputs.  Output: shapes and dtypes of every node.  May import the
other packages of ``formulas``.
"""
