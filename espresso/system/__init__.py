"""The machine and the process: locks, threads, the cache folder, processors, caches, devices, memory limits.

Enters: nothing of a formula.  Leaves: facts about the machine, locks, entries of the cache folder.
Imports ``errors`` and ``keywords`` alone.
"""
