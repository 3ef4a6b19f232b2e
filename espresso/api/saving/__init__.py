"""Argument checks of saved modules.

Input: a compiled function.  Output: Python text.
"""
