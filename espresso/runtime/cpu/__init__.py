"""Run time on the CPU: one bound call for each signature of dtypes and shapes; the plan cache.

Input: a compiled formula and NumPy arrays.  Output: bound calls.
"""
