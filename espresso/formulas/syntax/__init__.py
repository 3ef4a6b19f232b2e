"""Tokens, declarations and statements of a text: what reading and printing share.

Input: text.  Output: tokens and statements with the names in them.  May import ``graph``.
"""
