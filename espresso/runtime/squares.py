"""The numbers and tables of a convolution by squares (``native.squares``) for given lengths and strides."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from ..native.panels import Tile
from ..native.planes import FIELDS
from ..native.square_sums import STORED, TURN
from ..native.squares import PIECE, STEP, TAPS, WIDTH
from ..native.steps import Convolution
from . import convolving
from .convolving import SHARE, Numbers, Source, View, source

PLANES = 8 << 20
"""Bytes of planes that are made before they are used: a part of a third cache, so that there are many squares."""

MANY = 1 << 13
"""Squares of one chunk of images at most."""

SUMMED = 128
"""Squares whose products are summed before the sums are transformed: those of a tile stay in a second cache."""

FILTER = 4 << 20
"""Bytes of a transformed filter that stays in caches, so that short blocks may read it anew."""


def bound(
    step: Convolution, shapes: Mapping[str, Sequence[int]], strides: Mapping[str, Sequence[int]], tile: Tile,
    threads: int,
) -> tuple[list[int], list[np.ndarray], float]:  # fmt: skip
    """Two records, that of the sums over taps and that of the squares, their tables, and about how many nanoseconds."""
    numbers, tables, work = convolving.bound(step, shapes, strides, tile, threads)
    views = convolving.views_of(step, shapes, strides)
    made = OfFilter if step.direction == "weights" else Squares
    more, others, _ = made(step, views, tile, threads).made()
    for field in ("scratch", "room"):  # either may run
        k = FIELDS.index(field)
        numbers[k] = max(numbers[k], more[k])
    return [*numbers, *more], [*tables, *others], work / 2


def block_of(squares: int, lanes: int, filter_bytes: int, threads: int) -> int:
    """Squares of a block: few vectors in the longest row of blocks, of which each thread takes its part.

    Reading a transformed filter of so many bytes counts as up to three vectors for each block; the more of these a
    block has, the less of what they are transformed to stays in a second cache.

    >>> block_of(196, 16, 36*64*64*4, 2), block_of(4, 16, 36*64*64*4, 2), block_of(3136, 16, 36*256*256*4, 2)
    (64, 16, 176)
    """
    most = 6 if filter_bytes <= FILTER else 12
    fixed = min(3.0, filter_bytes / (1 << 20))

    def cost(vectors: int) -> float:
        blocks = -(-squares // (vectors * lanes))
        return -(-blocks // threads) * (vectors + fixed)

    return min(range(1, most + 1), key=cost) * lanes


def _read(image: View, low: Sequence[int], sums: View) -> View:
    """The image without what no tap reaches: squares that overhang would round by it what they compute of the rest."""
    reached = [min(n, k + TAPS - 1 - a) for n, a, k in zip(image.space, low, sums.space, strict=True)]
    return replace(image, space=tuple(max(0, n) for n in reached))


class Squares(Numbers):
    """The numbers of one convolution, forward or by the data, with 3 x 3 taps and without strides."""

    planes = PLANES

    def made(self) -> tuple[list[int], list[np.ndarray], float]:
        """The numbers and tables."""
        v, tables, made, size = self.values, self.tables, self.tile, self.size
        data = self.step.direction == "data"
        image, result, filter_ = self.first, self.result, self.filter
        low = [TAPS - 1 - a for a in self.step.low] if data else list(self.step.low)
        mine, other = (filter_.channels, filter_.batch) if data else (filter_.batch, filter_.channels)
        counts = [-(-n // STEP) for n in result.space]
        extents = [STEP * n + WIDTH - STEP for n in counts]
        planes = source(_read(image, low, result), (1, 1), [[0], [0]], low, extents, extents, size, meet=True)
        inner, outer, images = len(other), len(mine), len(image.batch)
        rows = -(-outer // made.rows)
        place = self._source("x", planes, images, 0)
        v["chunk"] = max(1, min(v["chunk"], MANY // (counts[0] * counts[1])))
        chunk = v["chunk"]
        block = block_of(chunk * counts[0] * counts[1], made.lanes, WIDTH**2 * inner * outer * size, self.threads)
        pieces, places, ends = self._pieces(result, counts, chunk, block, planes.pitches)
        v["panel"] = rows * inner * made.rows + 2 * made.lanes  # so that these do not fall into one set of a cache
        room = WIDTH**2 * ((inner + outer) * block + 2 * made.lanes) + STEP * STEP * made.lanes
        at = [sum(int(t[k]) for t, k in zip(filter_.last, tap, strict=True)) for tap in _TAPS]
        kind = [
            inner, tables.at(np.arange(inner) * block), tables.at(other), place, tables.at(pieces), tables.at(places),
        ]  # fmt: skip
        v.update(
            images=images, groups=1, inner=inner, outer=outer, rows=rows, classes=1, filter_units=rows,
            class_at=tables.at(kind), block=block, room=-(-room * size // 64) * 64, pitch=planes.pitches[0],
            filter_rows=tables.at(np.concatenate([mine, np.repeat(mine[-1:], rows * made.rows - outer)])),
            filter_taps=tables.at(at[::-1] if data else at), ends=tables.at(ends),
            depth_block=max(1, convolving.LOCAL // (made.columns * size)), out_step=result.strides[-1] or 1,
            out_images=tables.at(result.batch), out_channels=tables.at(result.channels),
            scratch=(place + WIDTH**2 * v["panel"]) * size,
        )  # fmt: skip
        self._follow()
        return [int(v[n]) for n in FIELDS], tables.kept, 0.0

    def _pieces(
        self, result: View, counts: Sequence[int], chunk: int, block: int, pitches: Sequence[int]
    ) -> tuple[list[list[int]], list[int], list[int]]:
        """Squares side by side, the first of each block (and the end), and the blocks of so many images."""
        pieces: list[list[int]] = []
        places, ends, done = [0], [0], 0
        (height, width), (down, right) = result.space, result.last
        other_down, other_right = self.views.get("added", result).last
        for image in range(chunk):
            for i in range(counts[0]):
                j = 0
                while j < counts[1]:
                    count = min(counts[1] - j, self.tile.lanes, block - done)
                    rows = range(STEP * i, STEP * i + STEP)
                    lines = [int(down[r] + right[STEP * j]) if r < height else -1 for r in rows]
                    others = [int(other_down[r] + other_right[STEP * j]) if r < height else -1 for r in rows]
                    wide = min(STEP * count, width - STEP * j)
                    pieces.append([image, STEP * (i * pitches[0] + j), count, wide, *lines, *others])
                    j, done = j + count, done + count
                    if done == block:
                        places.append(len(pieces))
                        done = 0
            ends.append(len(places) - (done == 0))
        return pieces, places if done == 0 else [*places, len(pieces)], ends


class OfFilter(Numbers):
    """The numbers of one gradient by a filter of 3 x 3 taps (``native.square_sums``), without strides."""

    planes = PLANES

    def made(self) -> tuple[list[int], list[np.ndarray], float]:
        """The numbers and tables."""
        v, tables, tile = self.values, self.tables, self.tile
        counts = [-(-n // STEP) for n in self.second.space]
        extents = [STEP * n for n in counts]
        wider = [n + WIDTH - STEP for n in extents]
        low = list(self.step.low)
        image = _read(self.first, low, self.second)
        x = source(image, (1, 1), [[0], [0]], low, wider, wider, self.size, meet=True)
        y = source(self.second, (1, 1), [[0], [0]], [0, 0], extents, extents, self.size)
        inner, outer, images = len(self.first.channels), len(self.second.channels), len(self.first.batch)
        squares = counts[0] * counts[1]
        rows, vectors = -(-outer // tile.rows), -(-inner // tile.lanes)
        blocks = -(-vectors // tile.vectors)
        wide = -(-vectors // blocks) * tile.lanes
        v["chunk"] = max(1, min(images, STORED // (WIDTH**2 * squares * (inner + outer) * self.size)))
        place = self._source("y", y, images, self._source("x", x, images, 0))
        chunk = v["chunk"]
        most = -(-chunk * squares // tile.lanes) * tile.lanes
        places, ends = self._pieces(counts, {"x": x, "y": y})
        behind = place + WIDTH**2 * blocks * most * wide
        self._turns(inner, rows, most, wide, (place, behind))
        parts = max(1, min(rows, -(-SHARE * self.threads // blocks)))
        room = max(WIDTH**2 * tile.lanes**2, WIDTH**2 * tile.rows * wide + TAPS**2 * tile.lanes)
        at = [sum(int(t[k]) for t, k in zip(self.filter.last, tap, strict=True)) for tap in _TAPS]
        kind = [
            most, tables.at(np.arange(SUMMED) * wide), tables.at(self.filter.channels), place, behind,
            tables.at(places),
        ]  # fmt: skip
        v.update(
            images=images, groups=1, inner=inner, outer=outer, rows=rows, blocks=blocks, block=SUMMED, columns=wide,
            panel=vectors * tile.lanes, positions=squares, part=-(-rows // parts), parts=-(-rows // -(-rows // parts)),
            filter_rows=tables.at(self.filter.batch), filter_taps=tables.at(at), ends=tables.at(ends),
            class_at=tables.at(kind), room=-(-room * self.size // 64) * 64,
            scratch=(behind + WIDTH**2 * rows * most * tile.rows) * self.size,
        )  # fmt: skip
        return [int(v[n]) for n in FIELDS], tables.kept, 0.0

    def _pieces(self, counts: Sequence[int], operands: Mapping[str, Source]) -> tuple[list[int], list[int]]:
        """Squares side by side of each operand; the first of each vector of squares, and vectors of so many images."""
        found: dict[str, list[list[int]]] = {letter: [] for letter in operands}
        places, ends, done, lanes = [0], [0], 0, self.tile.lanes
        for image in range(self.values["chunk"]):
            for i in range(counts[0]):
                j = 0
                while j < counts[1]:
                    count = min(counts[1] - j, lanes - done)
                    for letter, planes in operands.items():
                        at = STEP * (i * planes.pitches[0] + j)
                        found[letter].append([image, at, count, *[0] * (len(PIECE) - 3)])
                    j, done = j + count, (done + count) % lanes
                    if not done:
                        places.append(len(found["x"]))
            ends.append(len(places) - (done == 0))
        for letter, pieces in found.items():
            self.values[f"{letter}_squares"] = self.tables.at(pieces)
        return places if not done else [*places, len(found["x"])], ends

    def _turns(self, inner: int, rows: int, most: int, wide: int, places: tuple[int, int]) -> None:
        """Which channels are transformed together, and where they go."""
        tile, squares = self.tile, WIDTH**2
        image, cotangent = places
        found: dict[str, list[list[int]]] = {"x": [], "y": []}
        for first in range(0, inner, tile.lanes):
            block, within = divmod(first, wide)
            to = image + block * squares * most * wide + within
            found["x"].append([first, tile.lanes, to, wide, most * wide])
        for row in range(rows):
            for begin in range(0, tile.rows, tile.lanes):
                count, to = min(tile.lanes, tile.rows - begin), cotangent + row * most * tile.rows + begin
                found["y"].append([row * tile.rows + begin, count, to, tile.rows, rows * most * tile.rows])
        for letter, turns in found.items():
            assert all(len(turn) == len(TURN) for turn in turns)
            self.values[f"{letter}_turns"], self.values[f"{letter}_turned"] = self.tables.at(turns), len(turns)


_TAPS = list(itertools.product(range(TAPS), repeat=2))
