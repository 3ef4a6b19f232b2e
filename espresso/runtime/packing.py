"""The numbers and tables of a packed product (``native.packed``) for given lengths and strides."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from ..native.panels import (
    BATCH_AXES,
    BY_BATCH,
    BY_COLUMNS,
    BY_ROWS,
    CHECKS,
    FIELDS,
    LENGTH,
    RUN,
    SIDE,
    Tile,
)  # fmt: skip
from ..native.steps import Packed, Slot

__all__ = ["LENGTH", "bound", "record"]

DEPTH = 256
"""Terms of a sum in a block: with them a panel of either operand streams from the second cache."""

ROW_TILES, COLUMN_TILES = 16, 10
"""Tiles in a block: both packed blocks together fit into a second cache of 1 MiB."""

LONGEST = 1 << 16
"""Columns (or rows) with a table of their own; longer ones are repeated products."""


@dataclass(frozen=True)
class Read:
    """An operand: per axis the factors of indices and a constant; ``padded`` where it may be read outside."""

    axes: tuple[tuple[Mapping[str, int], int], ...]
    padded: bool = False


@dataclass
class Side:
    """An operand in numbers: elements per step of each index, and the axes whose positions have to be looked at."""

    steps: dict[str, int]
    base: int
    checks: list[tuple[dict[str, int], int, int]]


def bound(
    step: Packed, shapes: Mapping[str, Sequence[int]], strides: Mapping[str, Sequence[int]],
    sizes: Mapping[str, int], tile: Tile, threads: int,
) -> tuple[list[int], int, list[np.ndarray], float]:  # fmt: skip
    """Numbers of the product, how many parts can be split, its tables, and about how many nanoseconds it takes."""
    lengths = {name: sizes[text] for name, text in step.lengths}
    if not all(np.prod(shapes[n]) for n in (step.left, step.right)):  # nothing is read: a sum over nothing
        lengths |= dict.fromkeys(step.groups[3], 0)

    def operand(name: str, read: Sequence[Slot], padded: bool) -> Side:
        axes = tuple(
            (dict(factors), constant + sum(sizes[text] * factor for text, factor in more))
            for factors, constant, more in read
        )
        return side(Read(axes, padded), shapes[name], strides[name], lengths)

    left = operand(step.left, step.left_read, step.left_padded)
    right = operand(step.right, step.right_read, step.right_padded)
    out = dict(zip(step.out_axes, strides[step.out], strict=True))
    size = 4 if step.dtype == "float32" else 8
    numbers, parts, tables = record(left, right, out, step.groups, lengths, tile, size, threads)
    work = 0.02 * float(np.prod([float(n) for n in lengths.values()]))
    return numbers, parts, tables, work


def side(read: Read, shape: Sequence[int], strides: Sequence[int], lengths: Mapping[str, int]) -> Side:
    """The operand for these lengths; an axis along which nothing lies outside needs no look."""
    steps: dict[str, int] = {}
    base, checks = 0, []
    for (factors, constant), length, stride in zip(read.axes, shape, strides, strict=True):
        base += stride * constant
        for name, factor in factors.items():
            steps[name] = steps.get(name, 0) + stride * factor
        low = constant + sum(min(0, f * (lengths[n] - 1)) for n, f in factors.items())
        high = constant + sum(max(0, f * (lengths[n] - 1)) for n, f in factors.items())
        if read.padded and all(lengths.values()) and (low < 0 or high >= length):
            checks.append((dict(factors), constant, length))
    return Side(steps, base, checks)


def places(order: Sequence[str], lengths: Mapping[str, int], steps: Mapping[str, int], base: int = 0) -> np.ndarray:
    """``base`` plus the sum of steps for every combination of the indices, the last one fastest.

    >>> places(("i", "j"), {"i": 2, "j": 3}, {"i": 10, "j": 1}).tolist()
    [0, 1, 2, 10, 11, 12]
    """
    found = np.full(1, base, np.int64)
    for name in order:
        found = np.add.outer(found, np.arange(lengths[name], dtype=np.int64) * steps.get(name, 0)).ravel()
    return found


def runs(table: np.ndarray, size: int) -> np.ndarray:
    """For each group of ``size`` entries whether they follow one another."""
    groups = table.reshape(-1, size)
    return np.ascontiguousarray((groups == groups[:, :1] + np.arange(size)).all(1), np.int64)


def following(table: np.ndarray, size: int, step: int = 1) -> np.ndarray:
    """For each entry whether the ``size`` entries from it on follow one another by ``step``."""
    found = np.zeros(max(len(table), 1), np.int64)
    if len(table) >= size:
        windows = np.lib.stride_tricks.sliding_window_view(table, size)
        found[: len(windows)] = (windows == windows[:, :1] + step * np.arange(size)).all(1)
    return found


def filled(table: np.ndarray, size: int) -> np.ndarray:
    """The table with its last entry repeated up to a multiple of ``size``."""
    missing = -len(table) % size if len(table) else size
    last = table[-1:] if len(table) else np.zeros(1, np.int64)
    return np.concatenate([table, np.repeat(last, missing)])


def record(
    left: Side, right: Side, out: Mapping[str, int], groups: Sequence[Sequence[str]], lengths: Mapping[str, int],
    tile: Tile, size: int, threads: int,
) -> tuple[list[int], int, list[np.ndarray]]:  # fmt: skip
    """Numbers in the order of ``native.packed.FIELDS``, how many parts can be split, and the tables.

    ``groups`` are batch, rows, columns and summed indices, ``out`` the steps of the result.
    """
    batch, rows, columns, summed = ([n for n in g if lengths[n] != 1] for g in groups)
    turned = _turned(rows, columns, out, lengths, tile)
    if turned:
        left, right, rows, columns = right, left, columns, rows

    def outer(names: Sequence[str], steps: Mapping[str, int]) -> list[str]:
        return sorted(names, key=lambda n: -abs(steps.get(n, 0)))

    rows, columns = outer(rows, out), outer(columns, out)
    guide = left if any(abs(right.steps.get(n, 0)) == 1 for n in columns) else right
    summed = outer(summed, guide.steps)
    checked = {n for s in (left, right) for factors, _, _ in s.checks for n in factors}
    loops = list(batch)
    for group in (columns, rows):
        while _count(group, lengths) > LONGEST and group[1:] and group[0] not in checked and len(loops) < BATCH_AXES:
            loops.append(group.pop(0))
    m, n, k = (_count(g, lengths) for g in (rows, columns, summed))
    depth = -(-k // -(-k // DEPTH)) if k else 1
    blocks = min(ROW_TILES, -(-m // tile.rows) or 1) * tile.rows, min(COLUMN_TILES, -(-n // tile.columns) or 1)
    rows_block, columns_block = blocks[0], blocks[1] * tile.columns
    b_packed = -(-rows_block * depth * size // 64) * 64
    tile_at = b_packed + -(-columns_block * depth * size // 64) * 64
    parts = [-(-m // tile.rows), -(-n // tile.columns), lengths[loops[0]] if loops else 0]
    split = BY_BATCH if parts[2] >= 2 * threads else BY_COLUMNS if parts[1] >= parts[0] else BY_ROWS
    c_rows = filled(places(rows, lengths, out), tile.rows)
    c_columns = filled(places(columns, lengths, out), tile.columns)
    tables = [c_rows, c_columns, runs(c_columns, tile.lanes)]
    scratch = tile_at + tile.rows * tile.columns * size + 64
    numbers = [int(turned), m, n, k, rows_block, columns_block, depth, split, scratch, b_packed, tile_at]
    numbers += map(_address, tables)
    for given, own, width, chunk in ((left, rows, tile.rows, tile.rows), (right, columns, tile.columns, tile.lanes)):
        more, made = _side(given, own, summed, lengths, width, chunk)
        numbers += more
        tables += made
    for at in range(BATCH_AXES):
        name = loops[at] if at < len(loops) else ""
        steps = (s.get(name, 0) for s in (left.steps, right.steps, out))
        numbers += [lengths[name] if name else 1, *steps]
    return numbers, parts[split], tables


def _count(names: Sequence[str], lengths: Mapping[str, int]) -> int:
    total = 1
    for n in names:
        total *= lengths[n]
    return total


def _turned(
    rows: Sequence[str], columns: Sequence[str], out: Mapping[str, int], lengths: Mapping[str, int], tile: Tile
) -> bool:
    """Whether the transposed product is better: tiles are stored along rows of the result, and should be full."""

    def use(m: int, n: int) -> float:
        return m / max(-(-m // tile.rows) * tile.rows, 1) * n / max(-(-n // tile.columns) * tile.columns, 1)

    m, n = _count(rows, lengths), _count(columns, lengths)
    straight, crossed = use(m, n), use(n, m)
    if any(out.get(name, 0) == 1 for name in rows):
        return crossed * 1.3 >= straight
    return straight * 1.3 < crossed


def _side(
    given: Side, own: Sequence[str], summed: Sequence[str], lengths: Mapping[str, int], width: int, group: int
) -> tuple[list[int], list[np.ndarray]]:
    """Numbers and tables of one operand, in the order of ``SIDE``."""
    mine = filled(places(own, lengths, given.steps, given.base), width)
    inner = places(summed, lengths, given.steps)
    straight = following(inner, RUN)
    tables = [mine, inner, runs(mine, group), straight]
    pairs: list[tuple[np.ndarray, np.ndarray, int]] = []
    for factors, constant, length in given.checks:
        pair = filled(places(own, lengths, factors, constant), width), places(summed, lengths, factors)
        straight &= following(pair[1], RUN) | following(pair[1], RUN, 0)  # so that the ends of a run tell all
        pairs.append((pair[0], pair[1], length))
    if len(pairs) < CHECKS:  # tables that say inside everywhere
        zeros = np.zeros(max(len(mine), len(inner), 1), np.int64)
        pairs += [(zeros, zeros, 1)] * (CHECKS - len(pairs))
    numbers = [*map(_address, tables), len(given.checks)]
    for first, second, length in pairs:
        groups = first[: len(mine)].reshape(-1, group)
        more = [first, second, groups.min(1), groups.max(1)]
        numbers += [*map(_address, more), length]
        tables += more
    return numbers, tables


def _address(table: np.ndarray) -> int:
    return int(table.ctypes.data)


assert len(FIELDS) == 14 + 2 * len(SIDE)
