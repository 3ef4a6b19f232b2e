"""Which sums and states recurrences compute in their steps: loop-invariant sums leave, arrays are inlined or join.

Input: simplified formulas.  Output: formulas.  May import ``formulas``.
"""
