"""Layout of the scratch slots behind a call's arena.

At the head lie their count and the bytes from one to the next; ``HEAD`` bytes further begins the first slot, with a
cache line for the word that says whether it is taken.
"""

from __future__ import annotations

HEAD = LINE = 64


def region(count: int, room: int) -> int:
    """Bytes of so many slots that hold ``room`` bytes each.

    >>> region(2, 100), region(4, 0)
    (448, 0)
    """
    return HEAD + count * stride(room) if room else 0


def stride(room: int) -> int:
    """Bytes from one slot to the next."""
    return LINE + -(-room // LINE) * LINE
