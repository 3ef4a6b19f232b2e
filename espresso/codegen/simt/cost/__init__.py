"""What a kernel does and how long it takes at least: bytes, operations, instructions.

Enters: a schedule.  Leaves: numbers.
"""
