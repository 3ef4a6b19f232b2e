"""Gradients of recurrences in little memory: states are kept at a few steps and computed again in between.

Input: a compiled formula, NumPy arrays and a policy.  Output: a bound call that passes the steps in parts.
"""

from __future__ import annotations
