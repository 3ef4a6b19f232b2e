"""Run time: programs bound to arrays and called, on the CPU (``cpu``) and on devices (``device``).

Input: a compiled formula and arrays.  Output: arrays.  May import everything below ``api``.
"""
