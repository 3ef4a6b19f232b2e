"""Loop nests to grids of threads.

Enters: a program.  Leaves: schedules, sums over pairs, facts about launches.
"""
