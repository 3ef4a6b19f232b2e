"""Statements to kernels: loop fusion, row blocking, kernels that are one function.

Enters: statements.  Leaves: loop nests.
"""
