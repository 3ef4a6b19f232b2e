"""cuDNN: convolutions and attention on an NVIDIA GPU.

Input: a call.  Output: an answer, a graph that executes it.
"""
