"""Mathematical functions as text that generated programs carry along.

Input: names of functions.  Output: source text.  May import ``formulas``.
"""
