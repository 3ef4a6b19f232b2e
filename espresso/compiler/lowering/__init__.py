"""Lowering: expressions to statements, contractions and library calls over buffers.

Input: simplified expressions.  Output: statements, contractions and library calls over buffers.
"""
