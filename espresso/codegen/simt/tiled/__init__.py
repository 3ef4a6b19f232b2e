"""Tiled SIMT kernels: GEMM, passes over pairs, transposed copies, tensor cores.

Input: groups of the schedule.  Output: lines of C.
"""
