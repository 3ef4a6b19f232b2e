"""Run-time parameters of a direct convolution: its record for given lengths and strides."""

from __future__ import annotations

import functools
import itertools
import math
from collections.abc import Mapping, Sequence
from dataclasses import field, replace
from typing import Any

import numpy as np

from espresso.ir.driver import Convolution
from espresso.kernels.convolution.planes import Source, View, even, flat, source, view
from espresso.kernels.convolution.record import FIELDS, GROUPS, SIMPLE, SOURCE
from espresso.llvm.emit.tiles import Tile, bits_of, sums_of
from espresso.llvm.image import Linked, Loaded
from espresso.records import dataclass

LOCAL = 24 << 10
"""Bytes of planes that the taps of one tile touch: half of a first cache."""

BLOCK = 192 << 10
"""Bytes of sums of one block of positions: a part of a second cache."""

CHUNK = 1 << 20
"""Bytes of planes that are made before they are used: what a second cache holds."""

SUMMED = 1 << 20
"""Bytes of images that the gradient by the filter reads for one tile after the other: a second cache."""

PANELS = 4 << 20
"""Bytes of packed cotangents that the gradient by the filter makes before it reads them: a part of a third cache."""

FRESH = 256 << 10
"""Bytes of planes that are made where they are used, rather than all before: less than a second cache."""

PER_CHANNEL = {"bias": "biases", "scale": "scales", "shift": "shifts"}
"""What may follow the sums with one number for each channel, and the fields with the offsets."""

BETWEEN = 0.02
"""What one more block costs, in tiles: an estimate, which decides between blocks that give threads the same work."""

SHARE = 6
"""Units of work for each thread, so that one that is late delays little."""


@functools.cache
def functions(group: str, dtype: str, tile: Tile) -> Loaded | Linked:
    """The functions of a group (``functions``), compiled once for a processor and kept."""
    from espresso.llvm.compiled import LEVELS, WRITTEN_OUT, block_named

    def module() -> Any:
        from espresso.kernels.convolution import functions as summing

        return summing.module(group, dtype, tile)

    levels = WRITTEN_OUT if group in ("tiles", "taps") else LEVELS  # Winograd's transforms took 1.6 times as long
    block = block_named(f"convolutions by {group} of {dtype}, {tile}", GROUPS[group], module, levels=levels)
    if block is None:
        raise OSError("memory cannot be made executable")  # it could be for the program that asks
    return block


def even_blocks(tiles: float, most: int, many: int, threads: int) -> int:
    """How many of the tiles of an image are a block, ``most`` or less, so that threads have about the same work.

    There are so ``many`` images (with their groups); a thread takes blocks that follow one another.

    >>> even_blocks(16.9, 2, 1, 2), even_blocks(65.3, 6, 1, 2), even_blocks(65.3, 6, 8, 2)
    (2, 3, 6)
    """

    def longest(each: int) -> float:
        blocks = math.ceil(tiles / each)

        def before(unit: int) -> float:
            return unit // blocks * tiles + min(unit % blocks * each, tiles)

        ends = [before(thread * many * blocks // threads) for thread in range(threads + 1)]
        return max(b - a for a, b in itertools.pairwise(ends)) + many * blocks / threads * BETWEEN

    return min(range(most, max(most // 4, 1) - 1, -1), key=longest)


@dataclass
class Class:
    """Positions with one remainder: their taps with the distance of each, and where they lie in the result."""

    taps: list[tuple[tuple[int, ...], int]]
    places: list[list[tuple[int, int]]]
    """Per axis the position of each element of the result that has this rest, and the element."""


@dataclass
class Tables:
    """Tables that numbers hold the addresses of."""

    kept: list[np.ndarray] = field(default_factory=list)

    def at(self, values: object, dtype: str = "int64") -> int:
        """The address of a table."""
        self.kept.append(np.ascontiguousarray(values, dtype))
        return int(self.kept[-1].ctypes.data)


def bound(
    step: Convolution, shapes: Mapping[str, Sequence[int]], strides: Mapping[str, Sequence[int]], tile: Tile,
    threads: int,
) -> tuple[list[int], list[np.ndarray], float]:  # fmt: skip
    """Numbers in the order of ``record.FIELDS``, their tables, and about how many nanoseconds it takes."""
    return Numbers(step, views_of(step, shapes, strides), tile, threads).made()


def views_of(
    step: Convolution, shapes: Mapping[str, Sequence[int]], strides: Mapping[str, Sequence[int]]
) -> dict[str, View]:
    """The arrays as a library sees them, by what they are; of those with one number per channel the offsets alone."""
    names = {"left": step.left, "right": step.right, **step.follow, "out": step.out}
    found = {}
    for (what, name), seen in zip(names.items(), step.seen, strict=True):
        if what in PER_CHANNEL:
            offsets = np.arange(shapes[name][0], dtype=np.int64) * strides[name][0]
            found[what] = View(np.zeros(1, np.int64), offsets, (), ())
        else:
            found[what] = view(shapes[name], strides[name], seen)
    return found


class Numbers:
    """The numbers of one convolution."""

    planes = CHUNK

    def __init__(self, step: Convolution, views: Mapping[str, View], tile: Tile, threads: int) -> None:
        self.step, self.tile, self.threads = step, tile, threads
        self.size = 4 if step.dtype == "float32" else 8
        self.tables = Tables()
        self.first, self.second, self.result = (views[n] for n in ("left", "right", "out"))
        self.views = views
        self.weights = step.direction == "weights"
        self.filter = self.result if self.weights else self.second
        self.groups = step.groups
        self.values = dict.fromkeys(FIELDS, 0)

    def made(self) -> tuple[list[int], list[np.ndarray], float]:
        """The numbers, tables and an estimate."""
        if self.weights:
            self._weights()
        else:
            self._positions()
        work = 2.0 * self.terms / (100 if self.tile.rows > 1 else 40)
        return [int(self.values[n]) for n in FIELDS], self.tables.kept, work

    @property
    def terms(self) -> float:
        """Multiplications."""
        positions = self.second if self.weights else self.first if self.step.direction == "data" else self.result
        taps = math.prod(self.filter.space) * len(self.filter.channels) * len(self.filter.batch)
        return float(taps * math.prod(positions.space) * len(positions.batch))

    # --- geometry ---

    def _forward(self, image: View, positions: Sequence[int]) -> tuple[Source, list[tuple[tuple[int, ...], int]]]:
        """Planes of an image whose taps are all taps of the filter, and the distance of each."""
        s = self.step
        pairs = list(zip(self.filter.space, s.dilation, s.stride, strict=True))
        rests = [sorted({d * t % q for t in range(n)}) for n, d, q in pairs]
        extents = [p + d * (n - 1) // q for p, (n, d, q) in zip(positions, pairs, strict=True)]
        planes = source(image, s.stride, rests, s.low, extents, positions, self.size)
        numbers = {rest: k for k, rest in enumerate(itertools.product(*rests))}
        taps = []
        for tap in itertools.product(*map(range, self.filter.space)):
            at = [d * t for t, (_, d, _) in zip(tap, pairs, strict=True)]
            rest = tuple(a % q for a, (_, _, q) in zip(at, pairs, strict=True))
            steps = sum(a // q * p for a, (_, _, q), p in zip(at, pairs, planes.pitches, strict=True))
            taps.append((tap, numbers[rest] * planes.apart + steps))
        return planes, taps

    def _data(self) -> tuple[Source, tuple[int, ...], list[Class]]:
        """Planes of the cotangent, positions of each class, and the classes."""
        s, image, given = self.step, self.result, self.first
        axes = list(zip(self.filter.space, s.dilation, s.stride, s.low, image.space, strict=True))
        begins = [a // q for _, _, q, a, _ in axes]
        positions = tuple((a + n - 1) // q - b + 1 for (_, _, q, a, n), b in zip(axes, begins, strict=True))
        most = [d * (t - 1) // q for t, d, q, _, _ in axes]
        low = [m - b for m, b in zip(most, begins, strict=True)]
        extents = [p + m for p, m in zip(positions, most, strict=True)]
        ones = [1] * len(axes)
        planes = source(given, ones, [[0]] * len(axes), low, extents, positions, self.size)
        classes = []
        for rest in itertools.product(*(range(q) for _, _, q, _, _ in axes)):
            mine = [[t for t in range(n) if d * t % q == r] for (n, d, q, _, _), r in zip(axes, rest, strict=True)]
            taps = []
            for tap in itertools.product(*mine):
                back = [m - (d * t - r) // q for t, (_, d, q, _, _), r, m in zip(tap, axes, rest, most, strict=True)]
                taps.append((tap, sum(e * p for e, p in zip(back, planes.pitches, strict=True))))
            places = [
                [(j, i) for j in range(p) if 0 <= (i := q * (j + b) + r - a) < n]
                for (_, _, q, a, n), r, b, p in zip(axes, rest, begins, positions, strict=True)
            ]
            classes.append(Class(taps, places))
        return planes, positions, classes

    # --- forward, and the gradient by the data ---

    def _positions(self) -> None:
        v, size, made = self.values, self.size, self.tile
        data = self.step.direction == "data"
        if data:
            planes, positions, classes = self._data()
        else:
            positions = self.result.space
            planes, taps = self._forward(self.first, positions)
            classes = [Class(taps, [[(j, j) for j in range(n)] for n in positions])]
        inner, outer = len(self.first.channels) // self.groups, len(self.result.channels) // self.groups
        rows, images = -(-outer // made.rows), len(self.first.batch)
        own = inner * planes.total * size
        fresh = planes.copied and made.rows == 1 and own <= FRESH and images * self.groups >= SHARE * self.threads
        place = self._source("x", replace(planes, copied=planes.copied and not fresh), images, 0)
        whole = sum((n - 1) * p for n, p in zip(positions, planes.pitches, strict=True)) + 1
        dense = len(classes) == 1 and self._dense(positions, planes.pitches)
        tiles = -(-whole // made.columns)
        most = tiles if dense else max(1, BLOCK // (rows * made.rows * made.columns * size))
        many = v["chunk"] * self.groups
        most = max(1, min(most, -(-tiles // -(-SHARE * self.threads // many))))
        each = tiles if fresh else even_blocks(whole / made.columns, most, many, self.threads)
        room = each * made.columns
        sums = -(-rows * made.rows * room * size // 64) * 64
        v.update(
            images=images, groups=self.groups, inner=inner, outer=outer, rows=rows, classes=len(classes),
            filter_units=len(classes) * self.groups * rows, blocks=-(-tiles // each), block=room, positions=whole,
            room=sums + own if fresh else 0 if dense else sums, dense=dense, fresh=sums if fresh else 0,
            lead=even(self.result.channels[:outer]) or 0,
            out_step=self._pace() * (self.result.strides[-1] or 1),
            out_images=self.tables.at(self.result.batch), out_channels=self.tables.at(self.result.channels),
        )  # fmt: skip
        longest = max(len(c.taps) for c in classes)
        lines = len({t[0][:-1] for t in max(classes, key=lambda c: len(c.taps)).taps}) * (made.columns * size // 64 + 1)
        v["depth_block"] = max(longest, LOCAL // max(64, 64 * lines) * longest, 1)
        self._filter(classes, data, inner, rows, planes, place, whole, room)
        self._follow()

    def _pace(self) -> int:
        """From one element of a class to the next one of the result along the last axis."""
        return self.step.stride[-1] if self.step.direction == "data" else 1

    def _follow(self) -> None:
        """What is done to the sums of a channel."""
        v = self.values
        for what, field_name in PER_CHANNEL.items():
            if what in self.views:
                v[field_name] = self.tables.at(self.views[what].channels)
        name = self.step.epilogue
        v["epilogue"] = 0 if name is None else 1 + SIMPLE.index(name)
        v["follows"] = bool(self.step.follow or self.step.epilogue)

    def _dense(self, positions: Sequence[int], pitches: Sequence[int]) -> bool:
        """Whether the result lies as its positions do, so that sums are kept in place."""
        out = self.result
        lie = all(n == 1 or a == b for n, a, b in zip(positions, pitches, out.strides, strict=True))
        regular = all(even(part) is not None for part in np.split(out.channels, self.groups))
        return (
            lie
            and regular
            and tuple(out.space) == tuple(positions)
            and math.prod(positions) == (sum((n - 1) * p for n, p in zip(positions, pitches, strict=True)) + 1)
        )

    def _filter(
        self, classes: Sequence[Class], data: bool, inner: int, rows: int, planes: Source, place: int, whole: int,
        room: int,
    ) -> None:  # fmt: skip
        """The tables of the filter and of each class; the packed filter lies behind the planes."""
        v, tables, filter_ = self.values, self.tables, self.filter
        mine, other = (filter_.channels, filter_.batch) if data else (filter_.batch, filter_.channels)
        padded = []
        for g in range(self.groups):
            base = mine + (filter_.batch[g * inner] if data else 0)
            own = base if data else base[g * len(mine) // self.groups : (g + 1) * len(mine) // self.groups]
            padded.append(np.concatenate([own, np.repeat(own[-1:], rows * self.tile.rows - len(own))]))
        v["filter_rows"] = tables.at(np.concatenate(padded))
        across = other[:inner] - other[0] if data else other
        channel = self._channels(planes, inner)
        numbers: list[int] = []
        for c in classes:
            at = [sum(int(t[k]) for t, k in zip(filter_.last, tap, strict=True)) for tap, _ in c.taps]
            distances = np.add.outer(channel, np.array([d for _, d in c.taps], np.int64)).ravel()
            columns = np.add.outer(across, np.array(at, np.int64)).ravel()
            parts, places = self._parts(c, planes.pitches, whole, room) if not v["dense"] else ([], [0])
            depth = len(columns)
            numbers += [depth, tables.at(distances), tables.at(columns), place, tables.at(parts), tables.at(places)]
            place += self.groups * rows * depth * self.tile.rows
        v["class_at"] = tables.at(numbers)
        v["scratch"] = place * self.size

    def _parts(
        self, c: Class, pitches: Sequence[int], whole: int, room: int
    ) -> tuple[list[tuple[int, int, int]], list[int]]:
        """Pieces of the result that lie side by side in one block: place in the block, in the result, length."""
        blocks: list[list[tuple[int, int, int]]] = [[] for _ in range(-(-whole // room))]
        if all(c.places):
            for outer in itertools.product(*c.places[:-1]):
                row = [*outer, c.places[-1][0]]
                at = sum(j * p for (j, _), p in zip(row, pitches, strict=True))
                to = sum(int(t[i]) for (_, i), t in zip(row, self.result.last, strict=True))
                n, done = len(c.places[-1]), 0
                while done < n:
                    block, begin = divmod(at + done, room)
                    count = min(n - done, room - begin)
                    blocks[block].append((begin, to + done * self.values["out_step"], count))
                    done += count
        return [p for b in blocks for p in b] or [(0, 0, 0)], [0, *itertools.accumulate(map(len, blocks))]

    def _channels(self, planes: Source, inner: int) -> np.ndarray:
        """Distances of the channels of a group."""
        if planes.copied:
            return np.arange(inner, dtype=np.int64) * planes.total
        return np.asarray(planes.offsets[:inner] - planes.offsets[0])

    # --- the gradient by the filter ---

    def _weights(self) -> None:
        """Sums of outer products where the channels fill a vector, else of positions in the lanes of vectors."""
        v = self.values
        planes, taps = self._forward(self.first, self.second.space)
        inner, outer = len(self.first.channels) // self.groups, len(self.second.channels) // self.groups
        packed = outer >= self.tile.lanes
        positions = self.second.space
        other = source(
            self.second, [1] * len(positions), [[0]] * len(positions), [0] * len(positions), positions, positions,
            self.size, () if packed else planes.pitches,
            copy=even(self.second.channels[:outer]) is None,  # the channels may be two indices of an array
        )  # fmt: skip
        images = len(self.first.batch)
        place = self._source("y", other, images, self._source("x", planes, images, 0))
        channel = self._channels(planes, inner)
        distances = np.add.outer(channel, np.array([d for _, d in taps], np.int64)).ravel()
        at = [sum(int(t[k]) for t, k in zip(self.filter.last, tap, strict=True)) for tap, _ in taps]
        columns = np.add.outer(self.filter.channels, np.array(at, np.int64)).ravel()
        v.update(
            images=images, groups=self.groups, inner=inner, outer=outer, columns=len(columns),
            y_channel=other.total if other.copied else even(other.offsets[:outer]) or 0,
            filter_rows=self.tables.at(self.filter.batch),
        )  # fmt: skip
        by = self._outer_products if packed else self._dot_products
        by(planes, other, distances, columns, place)

    def _outer_products(
        self, planes: Source, other: Source, distances: np.ndarray, columns: np.ndarray, place: int
    ) -> None:
        """Tiles of taps by channels of the cotangent, which is packed with these side by side."""
        v, made, count, outer = self.values, self.tile, len(columns), self.values["outer"]
        positions = self.second.space
        lanes = -(-outer // made.lanes)
        rows = -(-lanes // made.vectors)
        wide = -(-lanes // rows) * made.lanes
        tiles = -(-count // made.rows)
        parts = max(1, min(tiles, -(-SHARE * self.threads // (self.groups * rows))))
        part = min(-(-tiles // parts), max(1, BLOCK // (made.rows * wide * self.size))) * made.rows
        every = math.prod(positions)
        panel = self.groups * rows * every * wide
        v["chunk"] = max(1, min(v["chunk"], PANELS // (panel * self.size)))
        distances = np.concatenate([distances, np.repeat(distances[-1:], -count % made.rows)])
        lies = flat(positions, planes.pitches)
        v.update(
            rows=rows, block=wide, part=part, parts=-(-count // part), positions=every,
            depth_block=max(1, LOCAL // (wide * self.size)), room=part * wide * self.size,
            scratch=(place + v["chunk"] * panel) * self.size,
            class_at=self.tables.at([
                count, self.tables.at(distances), self.tables.at([*columns, *lies]), place,
                *_runs(positions, other, self.tables),
            ]),
        )  # fmt: skip

    def _dot_products(
        self, planes: Source, other: Source, distances: np.ndarray, columns: np.ndarray, place: int
    ) -> None:
        """Tiles of sums with a vector of positions each; bits of masks say which lanes are positions."""
        v, made, count = self.values, self.tile, len(columns)
        m, n = sums_of(made)
        lies = flat(self.second.space, planes.pitches)
        vectors = -(-(int(lies[-1]) + 1) // made.lanes)
        lanes = np.zeros(vectors * made.lanes, np.int64)
        lanes[lies] = 1
        bits = lanes.reshape(-1, made.lanes) @ (1 << np.arange(made.lanes))
        distances = np.concatenate([distances, np.repeat(distances[-1:], -count % n)])
        rows, wide = -(-v["outer"] // m), -(-count // n)
        parts = max(1, min(wide, -(-SHARE * self.threads // (self.groups * rows))))
        part = -(-wide // parts) * n
        both = (len(self.first.channels) + len(self.second.channels)) * vectors * made.lanes * self.size
        v["chunk"] = max(1, min(v["chunk"], SUMMED // both))
        v.update(
            rows=rows, parts=-(-count // part), part=part, vectors=vectors,
            masks=self.tables.at(bits, f"uint{bits_of(made.lanes)}"),
            x_image=self._apart(planes, len(self.first.channels)),
            y_image=self._apart(other, len(self.second.channels)), scratch=place * self.size,
            room=m * n * made.lanes * self.size,
            class_at=self.tables.at([count, self.tables.at(distances), self.tables.at(columns), 0, 0, 0]),
        )  # fmt: skip

    @staticmethod
    def _apart(planes: Source, channels: int) -> int:
        return channels * planes.total if planes.copied else even(planes.images) or 0

    def _source(self, letter: str, planes: Source, images: int, place: int) -> int:
        """Note an operand; where its planes end."""
        v, channels = self.values, len(planes.offsets)
        chunk = 1 if even(planes.images) is None else images
        if planes.copied:
            chunk = max(1, self.planes // max(1, channels * planes.total * self.size))
        v["chunk"] = max(1, min(chunk, images, v["chunk"] or images))
        tables = self.tables
        numbers = (
            planes.copied, channels, planes.total, place, tables.at(planes.pieces), len(planes.pieces), planes.step,
            tables.at(planes.images), tables.at(planes.offsets), 0, 0, 0,
            planes.pitches[0] if planes.pitches else 0,
        )  # fmt: skip
        v.update({f"{letter}_{name}": int(n) for name, n in zip(SOURCE, numbers, strict=True)})
        return place + (v["chunk"] * channels * planes.total if planes.copied else 0)


def _runs(positions: Sequence[int], planes: Source, tables: Tables) -> tuple[int, int]:
    """A table of the runs of positions that lie side by side, where each begins and how long it is; their number."""
    lies = flat(positions, planes.pitches)
    starts = np.flatnonzero(np.diff(lies, prepend=lies[0] - 2) != 1)
    lengths = np.diff(starts, append=len(lies))
    return tables.at(np.stack([lies[starts], lengths], axis=1)), len(starts)
