"""Loop transformations of CPU kernels: collapse, hoisting, peeling, index splitting, tiling, unroll-and-jam.

Enters: kernels of ``ir``.  Leaves: kernels, or lines of text.
"""
