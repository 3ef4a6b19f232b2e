"""How many rows a block has (see `blocks`)."""

from __future__ import annotations

from collections.abc import Sequence

NEAR = 1 << 21
"""Bytes of local arrays that a block should have: they stay in a core's cache."""

LEAST, MOST_PART = 64, 12
"""Rows in a block, so that products are worth their call; where the arrays beside them are in memory, the
largest local array is divided at least by the second number."""


def block_sizes(extents: Sequence[int], row: int, least: int, largest: int) -> list[int]:
    """Indices of each role in a block: as many of the innermost as the cache holds, then of the next.

    ``row`` is the bytes of local arrays for one index of each role, ``largest`` those of the largest
    local array if it were whole.

    >>> block_sizes([8, 4096], 32768, 64, 1 << 29), block_sizes([1000, 64], 1024, 64, 1 << 26)
    ([1, 64], [32, 64])
    """
    count = NEAR // max(row, 1)
    if count < least:
        count = min(least, max(count, largest // MOST_PART // max(row, 1), LEAST))
    sizes: list[int] = []
    for n in reversed(extents):
        parts = max(1, -(-n // max(count, 1)))
        size = -(-n // parts)
        size = max(1, min(n, -(-size // 16) * 16 if parts > 1 and size > 16 else size))
        sizes.append(size)
        count = count // size if size >= n else 1
    return sizes[::-1]
