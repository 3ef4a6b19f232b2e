"""Operands of a convolution as its functions see them: where images and channels lie, and planes with zeros around."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence

import numpy as np

from espresso.ir.driver import Seen
from espresso.records import dataclass


@dataclass(frozen=True)
class View:
    """An array as a library sees it: where each batch and each channel lies, lengths and strides of its space."""

    batch: np.ndarray
    channels: np.ndarray
    space: tuple[int, ...]
    strides: tuple[int, ...]
    last: tuple[np.ndarray, ...] = ()


@dataclass
class Source:
    """An operand that is read at shifted positions: in planes of its own, or where it lies."""

    copied: bool
    pitches: tuple[int, ...]
    apart: int
    """Elements from one plane to the next of a channel."""
    total: int
    pieces: np.ndarray
    step: int
    images: np.ndarray
    offsets: np.ndarray


def view(shape: Sequence[int], strides: Sequence[int], seen: Seen) -> View:
    """The array with its axes split, put in order and joined."""
    parts, order, groups = seen
    axes: list[tuple[int, int]] = []
    for length, stride, split in zip(shape, strides, parts, strict=True):
        found = [(length, stride)]
        for n in reversed(split[1:] if split else ()):
            whole, step = found.pop(0)
            found[:0] = [(whole // n, step * n), (n, step)]
        axes += found
    tables, at = [], 0
    for count in groups:
        table = np.zeros(1, np.int64)
        for k in order[at : at + count]:
            length, stride = axes[k]
            table = np.add.outer(table, np.arange(length, dtype=np.int64) * stride).ravel()
        tables.append(table)
        at += count
    steps = tuple(int(t[1] - t[0]) if len(t) > 1 else 0 for t in tables[2:])
    return View(tables[0], tables[1], tuple(map(len, tables[2:])), steps, tuple(tables[2:]))


def even(table: np.ndarray) -> int | None:
    """The distance of neighbours where all have the same."""
    steps = np.diff(table)
    return int(steps[0]) if len(steps) and (steps == steps[0]).all() else None if len(steps) else 0


def flat(lengths: Sequence[int], pitches: Sequence[int]) -> np.ndarray:
    """Where the elements of a block of positions lie."""
    found = np.zeros(1, np.int64)
    for n, pitch in zip(lengths, pitches, strict=True):
        found = np.add.outer(found, np.arange(n, dtype=np.int64) * pitch).ravel()
    return found


def source(
    given: View, stride: Sequence[int], rests: Sequence[Sequence[int]], low: Sequence[int], extents: Sequence[int],
    positions: Sequence[int], size: int, pitches: Sequence[int] = (), meet: bool = False, copy: bool = False,
) -> Source:  # fmt: skip
    """Planes with these extents, one for each combination of remainders; ``low`` zeros stand before the first element.

    ``pitches`` are given where they are those of another operand.  Rows share zeros, but no positions unless these
    may ``meet``: what follows the sums is different at each.  ``copy``: also where it could be read where it lies.
    """
    plain = not copy and all(s == 1 for s in stride) and all(a <= 0 for a in low)
    if plain and all(e - a <= n for e, a, n in zip(extents, low, given.space, strict=True)):
        strides = [s if e > 1 else 0 for e, s in zip(extents, given.strides, strict=True)]
        wanted = not pitches or all(a == b or n == 1 for a, b, n in zip(strides, pitches, positions, strict=True))
        if wanted and _side_by_side(strides, extents, positions):
            base = sum(-a * s for a, s in zip(low, given.strides, strict=True))
            return Source(False, tuple(strides), 0, 0, np.zeros(0, np.int64), 1, given.batch + base, given.channels)
    shared = 0
    if not pitches:
        if all(s == 1 for s in stride):
            shared = max(0, min(low[-1], extents[-1] - low[-1] - given.space[-1]))
            shared = shared if meet else min(shared, extents[-1] - positions[-1])
        pitches = _pitches(extents, shared)
    pieces: list[tuple[int, int, int]] = []
    apart = sum((e - 1) * p for e, p in zip(extents, pitches, strict=True)) + 1
    for which, rest in enumerate(itertools.product(*rests)):
        axes = []
        for n, s, r, a, e in zip(given.space, stride, rest, low, extents, strict=True):
            axes.append([j for j in range(max(0, -((r - a) // s)), e) if 0 <= s * j + r - a < n])
        if not all(axes):
            continue
        for outer in itertools.product(*axes[:-1]):
            at = (*outer, axes[-1][0])
            to = which * apart + sum(j * p for j, p in zip(at, pitches, strict=True))
            numbers = zip(at, stride, rest, low, given.strides, strict=True)
            pieces.append((to, sum((s * j + r - a) * t for j, s, r, a, t in numbers), len(axes[-1])))
    total = -(-apart * math.prod(map(len, rests)) // 16) * 16
    if total * size % 4096 == 0:
        total += 16  # so that the same element of all channels does not fall into one set of a cache
    return Source(
        True, tuple(pitches), apart, total, np.array(sorted(pieces), np.int64).reshape(-1, 3),
        stride[-1] * given.strides[-1], given.batch, given.channels,
    )  # fmt: skip


def _pitches(extents: Sequence[int], shared: int) -> tuple[int, ...]:
    """Distances of neighbours along each axis; zeros behind a row may be those before the next."""
    found = [1]
    for k in range(len(extents) - 1, 0, -1):
        found.insert(0, found[0] * extents[k] - (shared if k == len(extents) - 1 else 0))
    return tuple(found)


def _side_by_side(strides: Sequence[int], extents: Sequence[int], positions: Sequence[int]) -> bool:
    """Whether rows lie one after the other with little between them."""
    reach = 1
    for stride, extent in zip(reversed(strides), reversed(extents), strict=True):
        if extent > 1 and stride < reach or stride == 0 and extent > 1:
            return False
        reach = max(reach, stride * extent)
    if extents[-1] > 1 and strides[-1] != 1:
        return False
    covered = sum((n - 1) * s for n, s in zip(positions, strides, strict=True)) + 1
    return covered <= 1.25 * math.prod(positions) + 16
