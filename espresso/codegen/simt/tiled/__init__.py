"""Kernels of tiles: products, passes over pairs, transposed copies, tensor cores.

Enters: groups of the schedule.  Leaves: lines of C.
"""
