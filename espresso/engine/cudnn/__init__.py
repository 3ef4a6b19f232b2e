"""cuDNN: convolutions, attention and batch normalisation on an NVIDIA GPU.

Input: a call.  Output: an answer, a graph that executes it.
"""
