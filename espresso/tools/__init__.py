"""The ``espresso`` command: ``demo``, ``derive``, ``doctor``, ``bench``.

Input: a command line.  Output: printed text.  May import everything.
"""
