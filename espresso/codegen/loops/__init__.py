"""Loop transformations of CPU kernels: collapse, hoisting, peeling, index splitting, tiling, unroll-and-jam.

Input: kernels of ``ir``.  Output: kernels, or lines of text.
"""
