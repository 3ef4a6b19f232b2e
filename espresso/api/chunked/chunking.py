"""Chunks of the indices of a formula: the largest array that an index reads decides, and the others are rechunked."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from itertools import accumulate, pairwise

import numpy as np

from espresso.formulas.extents.affine import affine
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.formulas.graph.functions import JOINED
from espresso.records import dataclass

Chunks = tuple[int, ...]
"""Lengths of the blocks along an axis."""


@dataclass(frozen=True)
class Stored:
    """An array as the planner sees it; ``free`` ones lie in memory and take any chunks at no price."""

    shape: tuple[int, ...]
    dtype: str
    chunks: tuple[Chunks, ...]
    free: bool = False

    @property
    def nbytes(self) -> int:
        """Bytes of the whole array."""
        return math.prod(self.shape) * np.dtype(self.dtype).itemsize


def starts(chunks: Chunks) -> list[int]:
    """Where each block begins, and the end of the last.

    >>> starts((3, 3, 2))
    [0, 3, 6, 8]
    """
    return [0, *accumulate(chunks)]


def reads_of(roots: Iterable[Expr]) -> list[Expr]:
    """The reads of arrays below some bodies, those in positions of others included."""
    return [n for n in ex.postorder(*roots, into_arrays=False) if n.op == "access"]


def is_plain(access: Expr, axis: int, lengths: Mapping[str, int], shape: Sequence[int]) -> bool:
    """Whether an axis is read at an index alone, which runs over all of it."""
    slot = access.args[axis + 1]
    return slot.op == "index" and lengths[slot.data[0]] == shape[axis]


def chunks_of(
    body: Expr, lengths: Mapping[str, int], arrays: Mapping[str, Stored]
) -> tuple[dict[str, Chunks], set[str]]:  # fmt: skip
    """The chunks of every index of a formula, and the indices that have to have one block.

    An index that a function takes as a whole (a cumulative sum, the position of a maximum, an inverse) has one block,
    and so have all but the longest of those that stand in one subscript, as the taps of a window.
    """
    nodes = ex.postorder(body, into_arrays=False)
    taken = [n for n in nodes if n.op == "scan" or (n.op == "reduce" and n.data[0] not in JOINED)]
    whole = {name for n in taken for name in n.data[1]}
    found: dict[str, tuple[tuple[int, bool], Chunks]] = {}
    for access in reads_of([body]):
        array = arrays[access.args[0].data.name]
        for axis, slot in enumerate(access.args[1:]):
            form = affine(slot)
            if form is None or not form[0]:
                continue
            longest = max(form[0], key=lambda n: lengths[n])
            whole |= form[0].keys() - {longest}
            chunks, plain = array.chunks[axis], is_plain(access, axis, lengths, array.shape)
            if not plain:
                chunks = _of_positions(chunks, form[0][longest], form[1], lengths[longest])
            weight = 0 if array.free else array.nbytes, plain
            if longest not in found or weight > found[longest][0]:
                found[longest] = weight, chunks
    return {n: (m,) if n in whole or n not in found else found[n][1] for n, m in lengths.items()}, whole


def _of_positions(chunks: Chunks, factor: int, shift: int, length: int) -> Chunks:
    """Chunks of an index whose reads at ``factor*i + shift`` lie in one block each, but for the borders."""
    cuts = {min(max(-((shift - b) // factor), 0), length) for b in starts(chunks)} | {0, length}
    return tuple(b - a for a, b in pairwise(sorted(cuts))) or (length,)


def split(chunks: Chunks) -> Chunks:
    """The same range with each of the longest blocks in two halves."""
    most = max(chunks)
    return tuple(part for c in chunks for part in ((c - c // 2, c // 2) if c == most and c > 1 else (c,)))


def bound(axes: Sequence[str], itemsize: int, chunks: dict[str, Chunks], limit: int) -> None:
    """Split the chunks of the longest of these axes until a block has at most ``limit`` bytes, where that can be."""
    while math.prod(max(chunks[a]) for a in axes) * itemsize > limit:
        longest = max(axes, key=lambda a: max(chunks[a]))
        if max(chunks[longest]) == 1:
            return
        chunks[longest] = split(chunks[longest])
