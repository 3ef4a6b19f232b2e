"""Mapping of loop nests to grids of threads.

Input: a program.  Output: schedules, sums over pairs, facts about launches.
"""
