"""Checks that a saved module makes before it computes.

Enters: a compiled function.  Leaves: Python text.
"""
