"""Scalar bodies as text in which every operation has one dtype, shared by all languages.

Enters: scalar expressions.  Leaves: text.
"""
