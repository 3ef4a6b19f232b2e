"""cuDNN: convolutions, attention and batch normalisation on an NVIDIA GPU.

Enters: a call.  Leaves: an answer, a graph that executes it.
"""
