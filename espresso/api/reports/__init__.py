"""Reports on a compiled function: explanation, picture, work of each step, check, profile.

Input: a compiled function.  Output: text, SVG, numbers.
"""
