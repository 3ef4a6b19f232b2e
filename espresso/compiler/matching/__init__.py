"""Sums and statements that a library computes as a whole: convolutions, attention, normalisation, pooling.

Enters: bodies, or statements.  Leaves: library calls, given to the engine that was chosen for each.
"""
