"""Memory of a program: dtypes of stored arrays, liveness of temporaries, their places in one arena.

Input: a program.  Output: dtypes, lifetimes, offsets.  May import ``ir`` and ``formulas``.
"""
