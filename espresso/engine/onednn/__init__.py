"""oneDNN on the CPU: what it takes, and the text of its calls.

Input: a convolution.  Output: an answer, text of a call.
"""
