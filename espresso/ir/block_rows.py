"""Block height: how many rows a row block has (`compiler.loops.row_blocks`)."""

from __future__ import annotations

from collections.abc import Sequence

NEAR = 1 << 21
"""Bytes of local arrays that a block should have: they stay in a core's cache."""

LEAST, MOST_PART, ROOM = 64, 12, 1 << 24
"""Rows in a block, so that products are worth their call; where they want more of them, all copies of the largest
local array have a part of it if it were whole, or so many bytes, which are missed nowhere."""

FAR = 1 << 24
"""Bytes of an array that passes by in every block up to which it stays in the cache that cores share."""


def least_rows(passing: int) -> int:
    """Rows in a block beside an array of so many bytes: a product packs all of it for every block.

    Where a core's cache does not keep it until the next block, packing comes to cost as much as small products do.

    >>> least_rows(NEAR), least_rows(FAR), least_rows(FAR + 1)
    (64, 256, 512)
    """
    return LEAST if passing <= NEAR else 4 * LEAST if passing <= FAR else 8 * LEAST


def block_sizes(
    extents: Sequence[int], row: int, least: int, largest: int, copies: int = 1, near: int = NEAR
) -> list[int]:  # fmt: skip
    """Indices of each role in a block: as many of the innermost as the cache holds, then of the next.

    ``row`` is the bytes of local arrays for one index of each role, ``largest`` those of the largest
    local array if it were whole; there are so many ``copies`` of what a block has at the same time.  Local arrays have
    about ``near`` bytes.

    >>> block_sizes([8, 4096], 32768, 64, 1 << 29), block_sizes([1000, 64], 1024, 64, 1 << 26)
    ([1, 64], [32, 64])
    """
    count = near // max(row, 1)
    if count < least:
        count = min(least, max(count, max(largest // MOST_PART, ROOM) // copies // max(row, 1), LEAST))
    sizes: list[int] = []
    for n in reversed(extents):
        parts = max(1, -(-n // max(count, 1)))
        size = -(-n // parts)
        size = max(1, min(n, -(-size // 16) * 16 if parts > 1 and size > 16 else size))
        sizes.append(size)
        count = count // size if size >= n else 1
    return sizes[::-1]
