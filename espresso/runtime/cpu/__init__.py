"""Programs on the CPU: one bound call for each signature of dtypes and shapes; plans from the cache folder.

Enters: a compiled formula and NumPy arrays.  Leaves: bound calls.
"""
