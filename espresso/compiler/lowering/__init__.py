"""Expressions to statements: what becomes an array, what becomes a product for a library, which reads are safe.

Enters: simplified expressions.  Leaves: statements, contractions and library calls over buffers.
"""
