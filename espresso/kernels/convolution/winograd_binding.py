"""Run-time parameters of a Winograd convolution, for given lengths and strides.

Taps that lie ``d`` elements apart meet every d-th element only: the elements with one remainder modulo ``d`` along
each axis are an image of their own, in a plane of its own, and so are those of the result.  Their tiles are
computed together.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from espresso.ir.driver import Convolution
from espresso.kernels.convolution import binding as convolving
from espresso.kernels.convolution.binding import SHARE, Numbers
from espresso.kernels.convolution.planes import Source, View, even, source
from espresso.kernels.convolution.record import FIELDS
from espresso.kernels.convolution.winograd_filter import TRANSPOSE, stored
from espresso.kernels.convolution.winograd_forward import STEP, TAPS, WIDTH
from espresso.llvm.emit.tiles import Tile
from espresso.records import dataclass

PLANES = 8 << 20
"""Bytes of planes that are made before they are used: a part of a third cache, so that there are many tiles."""

MANY = 1 << 13
"""Tiles of one chunk of images at most."""

SUMMED = 128
"""Tiles whose products are summed before the sums are transformed: those of a tile stay in a second cache."""

FILTER = 4 << 20
"""Bytes of a transformed filter that stays in caches, so that short blocks may read it anew."""


def bound(
    step: Convolution, shapes: Mapping[str, Sequence[int]], strides: Mapping[str, Sequence[int]], tile: Tile,
    threads: int,
) -> tuple[list[int], list[np.ndarray], float]:  # fmt: skip
    """Two records, that of the sums over taps and that of the tiles, their tables, and about how many nanoseconds."""
    numbers, tables, work = convolving.bound(step, shapes, strides, tile, threads)
    views = convolving.views_of(step, shapes, strides)
    made = OfFilter if step.direction == "weights" else WinogradNumbers
    more, others, _ = made(step, views, tile, threads).made()
    for field in ("scratch", "room"):  # either may run
        k = FIELDS.index(field)
        numbers[k] = max(numbers[k], more[k])
    return [*numbers, *more], [*tables, *others], work / 2


def block_of(tiles: int, lanes: int, filter_bytes: int, threads: int) -> int:
    """Tiles of a block: few vectors in the longest row of blocks, of which each thread takes its part.

    Reading a transformed filter of so many bytes counts as up to three vectors for each block; the more of these a
    block has, the less of what they are transformed to stays in a second cache.

    >>> block_of(196, 16, 36*64*64*4, 2), block_of(4, 16, 36*64*64*4, 2), block_of(3136, 16, 36*256*256*4, 2)
    (64, 16, 176)
    """
    most = 6 if filter_bytes <= FILTER else 12
    fixed = min(3.0, filter_bytes / (1 << 20))

    def cost(vectors: int) -> float:
        blocks = -(-tiles // (vectors * lanes))
        return -(-blocks // threads) * (vectors + fixed)

    return min(range(1, most + 1), key=cost) * lanes


def _read(image: View, low: Sequence[int], apart: Sequence[int], sums: View) -> View:
    """The image without what no tap reaches: tiles that overhang would round by it what they compute of the rest."""
    axes = zip(image.space, low, apart, sums.space, strict=True)
    return replace(image, space=tuple(max(0, min(n, k + d * (TAPS - 1) - a)) for n, a, d, k in axes))


def _rests(space: Sequence[int], apart: Sequence[int]) -> list[range]:
    """Rests modulo the dilation along each axis that a position has."""
    return [range(min(n, d)) for n, d in zip(space, apart, strict=True)]


def _extents(space: Sequence[int], apart: Sequence[int]) -> list[int]:
    """Elements along each axis of the tiles for the positions with one remainder, at most."""
    return [STEP * -(-n // (d * STEP)) for n, d in zip(space, apart, strict=True)]


@dataclass(frozen=True)
class Row:
    """Tiles side by side: which plane they are in and from which of its rows on, their positions along both axes."""

    plane: int
    begin: int
    down: range
    right: range

    @property
    def tiles(self) -> int:
        """How many there are."""
        return -(-len(self.right) // STEP)


def _rows(space: Sequence[int], apart: Sequence[int]) -> list[Row]:
    """The rows of tiles of an image; those that share rows of the result follow one another."""
    (height, width), (down, right) = space, apart
    above, beside = _rests(space, apart)
    found = []
    for a in above:
        lines = range(a, height, down)
        for i in range(0, len(lines), STEP):
            found += [Row(a * len(beside) + b, i, lines[i : i + STEP], range(b, width, right)) for b in beside]
    return found


def _lanes(every: Sequence[Row], planes: Source, channels: int, chunk: int, lanes: int) -> np.ndarray:
    """For each vector of the tiles of so many images whether they are side by side, and where each of them is."""
    rows = [(row.plane * planes.apart + row.begin * planes.pitches[0], row.tiles) for row in every]
    one = np.concatenate([at + STEP * np.arange(count) for at, count in rows])
    image = channels * planes.total if planes.copied else even(planes.images) or 0
    places = np.add.outer(np.arange(chunk) * image, one).ravel()
    places = np.concatenate([places, places[-1:] + STEP * np.arange(1, -len(places) % lanes + 1)]).reshape(-1, lanes)
    near = (np.diff(places, axis=1) == STEP).all(axis=1)
    return np.concatenate([near[:, None], places], axis=1)


class WinogradNumbers(Numbers):
    """The numbers of one convolution, forward or by the data, with 3 x 3 taps and without strides."""

    planes = PLANES

    def _pace(self) -> int:
        return self.step.dilation[-1]

    def made(self) -> tuple[list[int], list[np.ndarray], float]:
        """The numbers and tables."""
        v, tables, made, size = self.values, self.tables, self.tile, self.size
        data = self.step.direction == "data"
        image, result, filter_ = self.first, self.result, self.filter
        apart, low = self.step.dilation, list(self.step.low)
        low = [d * (TAPS - 1) - a for d, a in zip(apart, low, strict=True)] if data else low
        mine, other = (filter_.channels, filter_.batch) if data else (filter_.batch, filter_.channels)
        rests, every = _rests(result.space, apart), _rows(result.space, apart)
        extents = [n + WIDTH - STEP for n in _extents(result.space, apart)]
        planes = source(_read(image, low, apart, result), apart, rests, low, extents, extents, size, meet=True)
        inner, outer, images = len(other), len(mine), len(image.batch)
        rows = -(-outer // made.rows)
        place = self._source("x", planes, images, 0)
        tiles = sum(row.tiles for row in every)
        v["chunk"] = max(1, min(v["chunk"], MANY // tiles))
        block = block_of(v["chunk"] * tiles, made.lanes, WIDTH**2 * inner * outer * size, self.threads)
        pieces, places = self._pieces(result, every)
        ends = [-(-k * tiles // block) for k in range(v["chunk"] + 1)]
        v["x_tiles"] = tables.at(_lanes(every, planes, len(image.channels), v["chunk"], made.lanes))
        v["panel"] = rows * inner * made.rows + 2 * made.lanes  # so that these do not fall into one set of a cache
        room = WIDTH**2 * ((inner + outer) * block + 2 * made.lanes) + STEP * STEP * made.lanes
        at = [sum(int(t[k]) for t, k in zip(filter_.last, tap, strict=True)) for tap in _TAPS]
        kind = [
            inner, tables.at(np.arange(inner) * block), tables.at(other), place, tables.at(pieces), tables.at(places),
        ]  # fmt: skip
        v.update(
            images=images, groups=1, inner=inner, outer=outer, rows=rows, classes=1, filter_units=rows,
            class_at=tables.at(kind), block=block, positions=tiles, room=-(-room * size // 64) * 64,
            pitch=planes.pitches[0], out_step=self._pace() * (result.strides[-1] or 1),
            filter_rows=tables.at(np.concatenate([mine, np.repeat(mine[-1:], rows * made.rows - outer)])),
            filter_taps=tables.at(at[::-1] if data else at), ends=tables.at(ends),
            depth_block=max(1, convolving.LOCAL // (made.columns * size)),
            out_images=tables.at(result.batch), out_channels=tables.at(result.channels),
            scratch=(place + WIDTH**2 * v["panel"]) * size,
        )  # fmt: skip
        self._follow()
        return [int(v[n]) for n in FIELDS], tables.kept, 0.0

    def _pieces(self, result: View, every: Sequence[Row]) -> tuple[list[list[int]], list[int]]:
        """Tiles of a vector side by side, and the first of each vector (and the end)."""
        pieces: list[list[int]] = []
        places, done, lanes = [0], 0, self.tile.lanes
        down, right = result.last
        for image in range(self.values["chunk"]):
            for row in every:
                j, missing = 0, [-1] * (STEP - len(row.down))
                while j < row.tiles:
                    count = min(row.tiles - j, lanes - done)
                    begin, wide = row.right[STEP * j], min(STEP * count, len(row.right) - STEP * j)
                    pieces.append([image, count, wide, *(int(down[r] + right[begin]) for r in row.down), *missing])
                    j, done = j + count, (done + count) % lanes
                    if not done:
                        places.append(len(pieces))
        return pieces, places if not done else [*places, len(pieces)]


class OfFilter(Numbers):
    """The numbers of one gradient by a filter of 3 x 3 taps (``filter_gradient``), without strides."""

    planes = PLANES

    def made(self) -> tuple[list[int], list[np.ndarray], float]:
        """The numbers and tables."""
        v, tables, tile = self.values, self.tables, self.tile
        apart, space, low = self.step.dilation, self.second.space, list(self.step.low)
        rests, every, extents = _rests(space, apart), _rows(space, apart), _extents(space, apart)
        wider = [n + WIDTH - STEP for n in extents]
        image = _read(self.first, low, apart, self.second)
        x = source(image, apart, rests, low, wider, wider, self.size, meet=True)
        y = source(self.second, apart, rests, [0, 0], extents, extents, self.size)
        inner, outer, images = len(self.first.channels), len(self.second.channels), len(self.first.batch)
        tiles = sum(row.tiles for row in every)
        rows, vectors = -(-outer // tile.rows), -(-inner // tile.lanes)
        blocks = -(-vectors // tile.vectors)
        wide = -(-vectors // blocks) * tile.lanes
        v["chunk"] = max(1, min(images, stored() // (WIDTH**2 * tiles * (inner + outer) * self.size)))
        place = self._source("y", y, images, self._source("x", x, images, 0))
        chunk = v["chunk"]
        most = -(-chunk * tiles // tile.lanes) * tile.lanes
        ends = [-(-k * tiles // tile.lanes) for k in range(chunk + 1)]
        for letter, planes, channels in (("x", x, inner), ("y", y, outer)):
            v[f"{letter}_tiles"] = tables.at(_lanes(every, planes, channels, chunk, tile.lanes))
        behind = place + WIDTH**2 * blocks * most * wide
        self._transposes(inner, rows, most, wide, (place, behind))
        parts = max(1, min(rows, -(-SHARE * self.threads // blocks)))
        room = max(WIDTH**2 * tile.lanes**2, WIDTH**2 * tile.rows * wide + TAPS**2 * tile.lanes)
        at = [sum(int(t[k]) for t, k in zip(self.filter.last, tap, strict=True)) for tap in _TAPS]
        kind = [most, tables.at(np.arange(SUMMED) * wide), tables.at(self.filter.channels), place, behind, 0]
        v.update(
            images=images, groups=1, inner=inner, outer=outer, rows=rows, blocks=blocks, block=SUMMED, columns=wide,
            panel=vectors * tile.lanes, positions=tiles, part=-(-rows // parts), parts=-(-rows // -(-rows // parts)),
            filter_rows=tables.at(self.filter.batch), filter_taps=tables.at(at), ends=tables.at(ends),
            class_at=tables.at(kind), room=-(-room * self.size // 64) * 64,
            scratch=(behind + WIDTH**2 * rows * most * tile.rows) * self.size,
        )  # fmt: skip
        return [int(v[n]) for n in FIELDS], tables.kept, 0.0

    def _transposes(self, inner: int, rows: int, most: int, wide: int, places: tuple[int, int]) -> None:
        """Which channels are transformed together, and where they go."""
        tile, points = self.tile, WIDTH**2
        image, cotangent = places
        found: dict[str, list[list[int]]] = {"x": [], "y": []}
        for first in range(0, inner, tile.lanes):
            block, within = divmod(first, wide)
            to = image + block * points * most * wide + within
            found["x"].append([first, tile.lanes, to, wide, most * wide])
        for row in range(rows):
            for begin in range(0, tile.rows, tile.lanes):
                count, to = min(tile.lanes, tile.rows - begin), cotangent + row * most * tile.rows + begin
                found["y"].append([row * tile.rows + begin, count, to, tile.rows, rows * most * tile.rows])
        for letter, turns in found.items():
            assert all(len(turn) == len(TRANSPOSE) for turn in turns)
            self.values[f"{letter}_transposes"], self.values[f"{letter}_transposed"] = self.tables.at(turns), len(turns)


_TAPS = list(itertools.product(range(TAPS), repeat=2))
