"""Reports on a compiled function: explanation, picture, work of each step, check, profile.

Enters: a compiled function.  Leaves: text, SVG, numbers.
"""
