"""Tokens, declarations and statements of a text: what reading and printing share.

Enters: text.  Leaves: tokens and statements with the names in them.  Imports ``graph``.
"""
