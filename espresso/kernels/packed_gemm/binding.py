"""Run-time parameters of a packed GEMM: its record and offset tables for given lengths and strides."""

from __future__ import annotations

import struct
from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from espresso.formulas.extents.affine import ends
from espresso.ir.driver import Packed, Slot, factor as scale_of
from espresso.llvm.emit.tiles import (
    BATCH_AXES,
    BY_BATCH,
    BY_COLUMNS,
    BY_ROWS,
    CHECKS,
    FIELDS,
    LENGTH,
    PART,
    PART_CHECKED,
    RUN,
    SIDE,
    SPREAD,
    SPREAD_CHECKED,
    STRIPS,
    Tile,
    plain,
)  # fmt: skip
from espresso.records import dataclass

__all__ = ["LENGTH", "bound", "record"]

DEPTH = 320
"""Terms of a sum in a block: with them a panel of either operand streams from the second cache."""

ROW_TILES, COLUMN_TILES = 24, 40
"""Tiles in a block: the packed rows fit into a second cache of 512 KiB, the packed columns into the third one."""

SLACK = 16
"""Entries behind the end of a table: vectors are read from any entry on."""

LEAST_RUN = 3
"""Elements that follow one another, on average of a panel, from which on they are copied as such."""

MOVED = 4
"""Numbers of the result for each one of an operand up to which its order decides, and not that of the result."""

NONE = np.zeros(0, np.int64)

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


def operands(
    step: Packed, shapes: Mapping[str, Sequence[int]], strides: Mapping[str, Sequence[int]], sizes: Mapping[str, int]
) -> tuple[Side, Side, dict[str, int]]:
    """Both operands in numbers, and the length of each index."""
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
    return left, operand(step.right, step.right_read, step.right_padded), lengths


def bound(
    step: Packed, strides: Mapping[str, Sequence[int]], sizes: Mapping[str, int], sides: tuple[Side, Side],
    lengths: Mapping[str, int], tile: Tile, threads: int,
) -> tuple[list[int], int, list[np.ndarray]]:  # fmt: skip
    """Numbers of the product, how many parts can be split, and its tables."""
    left, right = sides
    out = dict(zip(step.out_axes, strides[step.out], strict=True))
    size = 4 if step.dtype == "float32" else 8
    factor = int(step.accumulate), *struct.unpack("q", struct.pack("d", scale_of(step, sizes)))
    return record(left, right, out, step.groups, lengths, tile, size, threads, factor)


def nanoseconds(lengths: Mapping[str, int]) -> float:
    """About what the product takes on one thread."""
    return 0.02 * float(np.prod([float(n) for n in lengths.values()]))


def side(read: Read, shape: Sequence[int], strides: Sequence[int], lengths: Mapping[str, int]) -> Side:
    """The operand for these lengths; an axis along which nothing lies outside needs no look."""
    steps: dict[str, int] = {}
    base, checks = 0, []
    for (factors, constant), length, stride in zip(read.axes, shape, strides, strict=True):
        base += stride * constant
        for name, factor in factors.items():
            steps[name] = steps.get(name, 0) + stride * factor
        low, high = ends(factors, constant, lengths.__getitem__)
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


def pieces(table: np.ndarray, width: int, lanes: int, checked: bool = False) -> tuple[np.ndarray, np.ndarray]:
    """How panels of ``width`` entries lie in memory: where pieces of each begin; offset, length and kind of a piece.

    A piece has at most ``lanes`` entries that follow one another, or any that do not.

    >>> first, found = pieces(np.array([0, 1, 2, 3, 8, 9, 10, 11]), 8, 4)
    >>> first.tolist(), found.tolist()
    ([0, 2], [[0, 4, 0], [4, 4, 0]])
    """
    count = len(table)
    at = np.arange(count)
    new = at % width == 0
    new[1:] |= table[1:] != table[:-1] + 1
    starts = np.flatnonzero(new)
    lengths = np.diff(np.append(starts, count))
    panels = -(-count // width)
    room = np.minimum(width, count - np.arange(panels) * width)
    few = np.bincount(starts // width, minlength=panels) * LEAST_RUN <= room
    kept = few[starts // width]
    starts, lengths = starts[kept], lengths[kept]
    found = list(_cut(starts, lengths, lanes, checked))
    spread = at[(at % width % lanes == 0) & ~few[at // width]]
    left = np.minimum(width - spread % width, count - spread)
    found.append((spread, np.minimum(lanes, left), SPREAD_CHECKED if checked else SPREAD))
    begins, sizes = (np.concatenate([f[k] for f in found]) for k in range(2))
    kinds = np.concatenate([np.full(len(f[0]), f[2]) for f in found])
    order = np.argsort(begins, kind="stable")
    begins = begins[order]
    table = np.stack([begins % width, sizes[order], kinds[order]], axis=1).astype(np.int64)
    first = np.searchsorted(begins, np.arange(panels + 1) * width).astype(np.int64)
    return first, np.ascontiguousarray(table)


def _cut(
    starts: np.ndarray, lengths: np.ndarray, lanes: int, checked: bool
) -> Iterator[tuple[np.ndarray, np.ndarray, int]]:
    """Begins, lengths and kind of the pieces of runs: vectors, then halves and quarters of one, and what is left."""
    cut = -(-lengths // lanes) if checked else lengths // lanes
    begins = np.repeat(starts, cut) + (np.arange(int(cut.sum())) - np.repeat(np.cumsum(cut) - cut, cut)) * lanes
    if checked:
        yield begins, np.minimum(lanes, np.repeat(starts + lengths, cut) - begins), PART_CHECKED
        return
    done = cut * lanes
    for kind in plain(lanes):
        size = lanes >> kind
        if kind:
            fits = lengths - done >= size
            begins = (starts + done)[fits]
            done = done + size * fits
        yield begins, np.full(len(begins), size), kind
    rest = lengths > done
    yield (starts + done)[rest], (lengths - done)[rest], PART


def squares(inner: np.ndarray, depth: int, step: int) -> tuple[np.ndarray, np.ndarray, int]:
    """Terms as squares and single ones: where those of each block of ``depth`` begin, (term, step) of each, and how
    many are squares.

    A square begins at a term and goes on ``step`` terms further each time, ``RUN`` times, side by side in memory;
    a single term has step 0.

    >>> squares(np.array([0, 1, 2, 3, 4, 5, 6, 7, 20]), 16, 1)[1].tolist()
    [[0, 1], [8, 0]]
    """
    count = len(inner)
    at = np.arange(count)
    order = np.lexsort((at, at % depth % step, at // depth)) if step > 1 else at
    new = np.ones(count, bool)
    if count:
        group = (order // depth) * step + order % depth % step
        new[1:] = (group[1:] != group[:-1]) | breaks(inner[order]) | (order[1:] != order[:-1] + step)
    starts = np.flatnonzero(new)
    lengths = np.diff(np.append(starts, count))
    cut = lengths // RUN
    whole = np.repeat(starts, cut) + (np.arange(int(cut.sum())) - np.repeat(np.cumsum(cut) - cut, cut)) * RUN
    inside = np.zeros(count, bool)
    inside[(whole[:, None] + np.arange(RUN)).ravel()] = True
    first_terms = np.concatenate([order[whole], order[~inside]])
    items = np.stack([first_terms, np.where(np.arange(len(first_terms)) < len(whole), step, 0)], axis=1)
    items = items[np.lexsort((items[:, 0], items[:, 0] // depth))].astype(np.int64)
    blocks = -(-count // depth) if count else 1
    first = np.searchsorted(items[:, 0] // depth, np.arange(blocks + 1)).astype(np.int64)
    return first, np.ascontiguousarray(items), len(whole)


def _kinds(first: np.ndarray, found: np.ndarray, tile: Tile) -> np.ndarray:
    """For each panel of the result what it is stored as: vectors, halves or quarters of them alone, or pieces."""
    kinds = np.full(len(first) - 1, PART)
    for kind in reversed(plain(tile.lanes)):
        fits = found[:, 2] <= kind
        columns = np.append(0, np.cumsum(found[:, 1] * fits))[first]
        kinds[np.diff(columns) == tile.columns] = kind
    return kinds


def bounds_of(squares: np.ndarray, height: int, count: int, width: int) -> np.ndarray:
    """For the begin of each panel, and the end: the first square that reaches beyond it, and the first behind it."""
    ends = np.arange(0, count + 1, width)
    pairs = np.searchsorted(squares + RUN * height, ends, "right"), np.searchsorted(squares, ends)
    return np.ascontiguousarray(np.stack(pairs, axis=1).astype(np.int64))


def without(
    first: np.ndarray, found: np.ndarray, width: int, squares: Mapping[int, np.ndarray]
) -> tuple[np.ndarray, np.ndarray]:
    """The pieces of panels that are not in squares as a whole."""
    at = np.repeat(np.arange(len(first) - 1), np.diff(first)) * width + found[:, 0]
    covered = np.zeros(len(first) * width + 1, np.int64)
    for height, begins in squares.items():
        np.add.at(covered, begins, 1)
        np.add.at(covered, begins + RUN * height, -1)
    open_ones = np.concatenate([[0], np.cumsum(np.cumsum(covered) == 0)])
    kept = open_ones[at + found[:, 1]] > open_ones[at]
    return np.concatenate([[0], np.cumsum(kept)])[first].astype(np.int64), np.ascontiguousarray(found[kept])


def breaks(table: np.ndarray) -> np.ndarray:
    """For each entry but the first whether it does not follow the one before it in memory."""
    return np.asarray(table[1:] != table[:-1] + 1)


def interleaved(
    summed: Sequence[str], lengths: Mapping[str, int], left: Mapping[str, int], right: Mapping[str, int]
) -> np.ndarray | None:
    """An order of the terms in which both operands have squares, where each runs along another index; else None.

    Runs of one index stay together, and those of the other come in steps of ``RUN``.
    """
    ends = [[n for n in summed if steps.get(n, 0) == 1 and lengths[n] >= RUN] for steps in (left, right)]
    if not all(ends) or ends[0] == ends[1]:
        return None
    one, other = ends[0][0], ends[1][0]
    numbers = np.arange(_count(summed, lengths)).reshape([lengths[n] for n in summed])
    axes = [*(k for k, n in enumerate(summed) if n not in (one, other)), summed.index(one), summed.index(other)]
    numbers = numbers.transpose(axes).reshape(-1, lengths[one], lengths[other])
    whole = lengths[one] // RUN * RUN
    main = numbers[:, :whole].reshape(len(numbers), -1, RUN, lengths[other]).swapaxes(2, 3)
    return np.concatenate([main.ravel(), numbers[:, whole:].ravel()])


Squares = tuple[np.ndarray, dict[int, np.ndarray]]


def turned(
    columns: Sequence[str], lengths: Mapping[str, int], out: Mapping[str, int], steps: Mapping[str, int],
    heights: Sequence[int],
) -> Squares | None:  # fmt: skip
    """An order of the columns with squares where an operand lies along the last index but one, a result along the last.

    The columns in a new order, and where the squares of each height begin among them: ``RUN`` steps along the
    operand, each with as many columns as the square is high, side by side in the result.

    >>> order, squares = turned("xy", {"x": 8, "y": 12}, {"x": 12, "y": 1}, {"x": 1, "y": 8}, (8, 4))
    >>> order[[0, 1, 8, 64]].tolist(), squares[8].tolist(), squares[4].tolist()
    ([0, 1, 12, 8], [0], [64])
    """
    if len(columns) < 2 or out.get(columns[-1], 0) != 1 or steps.get(columns[-2], 0) != 1:
        return None
    across, along = (lengths[n] for n in columns[-2:])
    if along < min(heights) or across < RUN:
        return None
    slabs = _count(columns[:-2], lengths) if across * along % max(heights) == 0 else 1  # each begins a square
    numbers = np.arange(_count(columns, lengths)).reshape(slabs, -1, across, along)
    whole = numbers.size // slabs * np.arange(slabs)[:, None, None]
    begins = np.minimum(np.arange(0, across, RUN), across - RUN)  # the last one overlaps
    found: list[np.ndarray] = []
    squares: dict[int, np.ndarray] = {}
    at = done = 0
    for height in heights:
        strips = (along - done) // height
        part = numbers[..., done : done + strips * height]
        found.append(part.reshape(*part.shape[:3], strips, height).swapaxes(2, 3).reshape(slabs, -1))
        first = np.arange(part.shape[1] * strips)[:, None] * across * height
        squares[height] = (whole + at + first + begins * height).ravel()
        at, done = at + found[-1].shape[1], done + strips * height
    found.append(numbers[..., done:].reshape(slabs, -1))
    return np.concatenate(found, axis=1).ravel(), squares


def filled(table: np.ndarray, size: int, more: int = 0) -> np.ndarray:
    """The table with its last entry repeated up to a multiple of ``size``, and ``more`` times."""
    missing = (-len(table) % size if len(table) else size) + more
    last = table[-1:] if len(table) else np.zeros(1, np.int64)
    return np.concatenate([table, np.repeat(last, missing)])


def record(
    left: Side, right: Side, out: Mapping[str, int], groups: Sequence[Sequence[str]], lengths: Mapping[str, int],
    tile: Tile, size: int, threads: int, factor: tuple[int, int],
) -> tuple[list[int], int, list[np.ndarray]]:  # fmt: skip
    """Numbers in the order of ``packed.FIELDS``, how many parts can be split, and the tables.

    ``factor``: whether the product is added to the result, and the bits of its factor.
    ``groups`` are batch, rows, columns and summed indices, ``out`` the steps of the result.
    """
    batch, rows, columns, summed = ([n for n in g if lengths[n] != 1] for g in groups)
    transposed = _transposed(rows, columns, out, lengths, tile)
    if transposed:
        left, right, rows, columns = right, left, columns, rows

    def outer(names: Sequence[str], steps: Mapping[str, int]) -> list[str]:
        return sorted(names, key=lambda n: -abs(steps.get(n, 0)))

    rows = _along_last(outer(rows, out), lengths, left.steps, summed, columns, len(rows) - 1)
    columns = _along_last(outer(columns, out), lengths, right.steps, summed, rows, len(columns) - 2)
    guide = left if any(abs(right.steps.get(n, 0)) == 1 for n in columns) else right
    summed = outer(summed, guide.steps)
    checked = {n for s in (left, right) for factors, _, _ in s.checks for n in factors}
    loops = list(batch)
    squared = not right.checks and _decides(summed, rows, lengths)
    pair = columns[-2:] if squared and _count(columns[-2:], lengths) <= LONGEST << 4 else []
    least = 2 if turned(pair, lengths, out, right.steps, tile.strips) else 1  # those of squares stay together
    for group, few in ((columns, least), (rows, 1)):
        while _count(group, lengths) > LONGEST and group[few:] and group[0] not in checked and len(loops) < BATCH_AXES:
            loops.append(group.pop(0))
    turn = turned(columns, lengths, out, right.steps, tile.strips) if squared else None
    m, n, k = (_count(g, lengths) for g in (rows, columns, summed))
    depth = -(-k // -(-k // DEPTH)) if k else 1
    order = interleaved(summed, lengths, left.steps, right.steps)
    if order is not None:
        depth = -(-depth // (RUN * RUN)) * RUN * RUN
    blocks = min(ROW_TILES, -(-m // tile.rows) or 1) * tile.rows, min(COLUMN_TILES, -(-n // tile.columns) or 1)
    rows_block, columns_block = blocks[0], blocks[1] * tile.columns
    around = -(-RUN * max(STRIPS) // tile.columns) * tile.columns * depth * size if turn else 0
    b_packed = -(-(rows_block * depth * size + around) // 64) * 64
    tile_at = b_packed + -(-(columns_block * depth * size + around) // 64) * 64
    parts = [-(-m // tile.rows), -(-n // tile.columns), lengths[loops[0]] if loops else 0]
    split = BY_BATCH if parts[2] >= 2 * threads else BY_COLUMNS if parts[1] >= parts[0] else BY_ROWS
    c_columns = places(columns, lengths, out)
    c_columns = c_columns if turn is None else c_columns[turn[0]]
    first, found = pieces(c_columns, tile.columns, tile.lanes)
    tables = [places(rows, lengths, out), filled(c_columns, tile.columns, tile.lanes), first, found]
    tables.append(_kinds(first, found, tile))
    scratch = tile_at + tile.rows * tile.columns * size
    numbers = [int(transposed), m, n, k, rows_block, columns_block, depth, split, scratch, b_packed, tile_at, *factor]
    numbers += map(_address, tables)
    for given, own, width, piece, about in (
        (left, rows, tile.rows, tile.piece("a"), None), (right, columns, tile.columns, tile.piece("b"), turn),
    ):  # fmt: skip
        more, made = _side(given, own, summed, lengths, width, piece, depth, order, about)
        numbers += more
        tables += made
    for at in range(BATCH_AXES):
        name = loops[at] if at < len(loops) else ""
        steps = (s.get(name, 0) for s in (left.steps, right.steps, out))
        numbers += [lengths[name] if name else 1, *steps]
    return numbers, parts[split], tables


def _along_last(
    names: list[str], lengths: Mapping[str, int], steps: Mapping[str, int], summed: Sequence[str],
    others: Sequence[str], place: int,
) -> list[str]:  # fmt: skip
    """The index along which an operand lies moved to this place, where the operand decides."""
    along = next((n for n in names if steps.get(n, 0) == 1), None)
    if along is None or names.index(along) >= place or not _decides(summed, others, lengths):
        return names
    names.remove(along)
    names.insert(place, along)
    return names


def _decides(summed: Sequence[str], others: Sequence[str], lengths: Mapping[str, int]) -> bool:
    """Whether an operand decides about the order of its rows or columns: a much larger result is stored in its own."""
    return _count(summed, lengths) * MOVED >= _count(others, lengths)


def _count(names: Sequence[str], lengths: Mapping[str, int]) -> int:
    total = 1
    for n in names:
        total *= lengths[n]
    return total


def _transposed(
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
    given: Side, own: Sequence[str], summed: Sequence[str], lengths: Mapping[str, int], width: int, piece: int,
    depth: int, order: np.ndarray | None, turn: Squares | None,
) -> tuple[list[int], list[np.ndarray]]:  # fmt: skip
    """Numbers and tables of one operand, in the order of ``SIDE``."""
    mine = places(own, lengths, given.steps, given.base)
    mine = filled(mine if turn is None else mine[turn[0]], width)

    def terms(steps: Mapping[str, int]) -> np.ndarray:
        found = places(summed, lengths, steps)
        return found if order is None else found[order]

    inner = terms(given.steps)
    first, found = pieces(mine, width, piece, bool(given.checks))
    begins, items, many = squares(inner, depth, 1)
    if not many and order is not None:
        begins, items, many = squares(inner, depth, RUN)
    across = bool(many and np.isin(found[:, 2], (SPREAD, SPREAD_CHECKED)).any())
    if turn is not None and not across:
        first, found = without(first, found, width, turn[1])
    tables = [filled(mine, 1, SLACK), inner, begins, items, first, found]
    numbers = [int(across), *map(_address, tables), len(given.checks)]
    for height in STRIPS:
        made = NONE if turn is None else turn[1].get(height, NONE)
        more = [made, bounds_of(made, height, len(mine), width)] if len(made) else []
        numbers += [*map(_address, more)] or [0, 0]
        tables += more
    pairs = [(places(own, lengths, f, c), terms(f), length) for f, c, length in given.checks]
    if len(pairs) < CHECKS:  # tables that say inside everywhere
        pairs += [(np.zeros(1, np.int64), np.zeros(len(inner), np.int64), 1)] * (CHECKS - len(pairs))
    for own_at, inner_at, length in pairs:
        missing = len(mine) - len(own_at) + SLACK
        more = [filled(own_at, 1, missing).astype(np.int32), filled(inner_at, 1, SLACK).astype(np.int32)]
        numbers += [*map(_address, more), length]
        tables += more
    return numbers, tables


def _address(table: np.ndarray) -> int:
    return int(table.ctypes.data)


assert len(FIELDS) == 18 + 2 * len(SIDE)
