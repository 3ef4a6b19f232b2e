"""Recognition of what a library computes as a whole (convolution, attention, norms, pooling); engine selection.

Input: bodies, or statements.  Output: library calls, given to the engine that was chosen for each.
"""
