"""Passes over rows that a team of threads keeps on chip.

Enters: groups of the schedule.  Leaves: lines of C.
"""
