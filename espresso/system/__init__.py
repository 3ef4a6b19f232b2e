"""The machine and the process: locks, threads, the cache folder, processors, caches, devices, memory limits.

Input: none.  Output: facts about the machine, locks, entries of the cache folder.
May import ``errors`` and ``keywords`` alone.
"""
