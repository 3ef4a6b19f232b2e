"""The cost model of SIMT kernels: bytes, operations, instructions, roofline time.

Input: a schedule.  Output: numbers.
"""
