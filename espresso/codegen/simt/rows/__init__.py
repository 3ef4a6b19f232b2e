"""Row-wise SIMT kernels: several passes over rows that a team of threads keeps on chip.

Input: groups of the schedule.  Output: lines of C.
"""
