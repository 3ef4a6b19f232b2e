"""The ``espresso`` command: ``demo``, ``derive``, ``build``, ``doctor``, ``bench``.

Input: a command line.  Output: printed text.  May import everything.
"""
