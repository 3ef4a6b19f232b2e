"""Programs made ready for arrays and run: on the CPU (``cpu``), on devices (``device``).

Enters: a compiled formula and arrays.  Leaves: arrays.  Imports everything below ``api``.
"""
