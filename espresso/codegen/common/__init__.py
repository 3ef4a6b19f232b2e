"""Scalar expressions as text, and other parts of code generation that all languages share.

Input: scalar expressions.  Output: text.
"""
