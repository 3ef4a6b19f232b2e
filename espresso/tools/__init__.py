"""The ``espresso`` command: ``demo``, ``derive``, ``doctor``, ``bench``.

Enters: a command line.  Leaves: printed text.  Imports everything.
"""
