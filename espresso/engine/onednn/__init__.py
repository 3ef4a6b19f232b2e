"""oneDNN on the CPU: what it takes, and the text of its calls.

Enters: a convolution.  Leaves: an answer, text of a call.
"""
