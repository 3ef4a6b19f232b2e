"""Run-time parameters of a direct convolution: its record for given lengths and strides."""

from __future__ import annotations

import functools
import itertools
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from espresso.ir.driver import Convolution, Seen
from espresso.kernels.convolution.record import FIELDS, GROUPS, SIMPLE, SOURCE
from espresso.llvm.emit.tiles import Tile, bits_of, sums_of
from espresso.llvm.image import Linked, Loaded

LOCAL = 24 << 10
"""Bytes of planes that the taps of one tile touch: half of a first cache."""

BLOCK = 192 << 10
"""Bytes of sums of one block of positions: a part of a second cache."""

CHUNK = 1 << 20
"""Bytes of planes that are made before they are used: what a second cache holds."""

SUMMED = 1 << 20
"""Bytes of images that the gradient by the filter reads for one tile after the other: a second cache."""

FRESH = 256 << 10
"""Bytes of planes that are made where they are used, rather than all before: less than a second cache."""

PER_CHANNEL = {"bias": "biases", "scale": "scales", "shift": "shifts"}
"""What may follow the sums with one number for each channel, and the fields with the offsets."""

SHARE = 6
"""Units of work for each thread, so that one that is late delays little."""


@functools.cache
def functions(group: str, dtype: str, tile: Tile) -> Loaded | Linked:
    """The functions of a group (``functions``), compiled once for a processor and kept."""
    from espresso.llvm.compiled import block_named

    def module() -> Any:
        from espresso.kernels.convolution import functions as summing

        return summing.module(group, dtype, tile)

    block = block_named(f"convolutions by {group} of {dtype}, {tile}", GROUPS[group], module)
    if block is None:
        raise OSError("memory cannot be made executable")  # it could be for the program that asks
    return block


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
        dense = len(classes) == 1 and self._dense(positions, planes.pitches, outer)
        tiles = -(-whole // made.columns)
        most = tiles if dense else max(1, BLOCK // (rows * made.rows * made.columns * size))
        wanted = -(-SHARE * self.threads // (v["chunk"] * self.groups))
        each = tiles if fresh else max(1, min(most, -(-tiles // wanted)))
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
        added = self.views.get("added")
        if added is not None:
            v["added_images"], v["added_channels"] = self.tables.at(added.batch), self.tables.at(added.channels)
            v["added_step"] = self._pace() * (added.strides[-1] or 1)
        name = self.step.epilogue
        v["epilogue"] = 0 if name is None else 1 + (*SIMPLE, name).index(name)
        v["follows"] = bool(self.step.follow or self.step.epilogue)

    def _dense(self, positions: Sequence[int], pitches: Sequence[int], outer: int) -> bool:
        """Whether the result lies as its positions do, so that sums are kept in place."""
        out = self.result
        views = [out, *([self.views["added"]] if "added" in self.views else [])]
        lie = all(
            n == 1 or a == b for v in views for n, a, b in zip(positions, pitches, v.strides, strict=True)
        )
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
    ) -> tuple[list[tuple[int, int, int, int]], list[int]]:
        """Pieces of the result that lie side by side in one block.

        Each has its place in the block, in the result, its length, and its place in an array that is added.
        """
        blocks: list[list[tuple[int, int, int, int]]] = [[] for _ in range(-(-whole // room))]
        if all(c.places):
            steps, others = self.result.last, self.views.get("added", self.result).last
            apart = self._pace() * (self.views.get("added", self.result).strides[-1] or 1)
            for outer in itertools.product(*c.places[:-1]):
                row = [*outer, c.places[-1][0]]
                at = sum(j * p for (j, _), p in zip(row, pitches, strict=True))
                to = sum(int(t[i]) for (_, i), t in zip(row, steps, strict=True))
                other = sum(int(t[i]) for (_, i), t in zip(row, others, strict=True))
                n, done = len(c.places[-1]), 0
                while done < n:
                    block, begin = divmod(at + done, room)
                    count = min(n - done, room - begin)
                    blocks[block].append((begin, to + done * self.values["out_step"], count, other + done * apart))
                    done += count
        return [p for b in blocks for p in b] or [(0, 0, 0, 0)], [0, *itertools.accumulate(map(len, blocks))]

    def _channels(self, planes: Source, inner: int) -> np.ndarray:
        """Distances of the channels of a group."""
        if planes.copied:
            return np.arange(inner, dtype=np.int64) * planes.total
        return np.asarray(planes.offsets[:inner] - planes.offsets[0])

    # --- the gradient by the filter ---

    def _weights(self) -> None:
        v, made = self.values, self.tile
        m, n = sums_of(made)
        positions = self.second.space
        planes, taps = self._forward(self.first, positions)
        ones = [1] * len(positions)
        images = len(self.first.batch)
        inner, outer = len(self.first.channels) // self.groups, len(self.second.channels) // self.groups
        other = source(
            self.second, ones, [[0]] * len(ones), [0] * len(ones), positions, positions, self.size, planes.pitches,
            copy=even(self.second.channels[:outer]) is None,  # the channels may be two indices of an array
        )  # fmt: skip
        lies = flat(positions, planes.pitches)
        vectors = -(-(int(lies[-1]) + 1) // made.lanes)
        lanes = np.zeros(vectors * made.lanes, np.int64)
        lanes[lies] = 1
        bits = lanes.reshape(-1, made.lanes) @ (1 << np.arange(made.lanes))
        channel = self._channels(planes, inner)
        distances = np.add.outer(channel, np.array([d for _, d in taps], np.int64)).ravel()
        at = [sum(int(t[k]) for t, k in zip(self.filter.last, tap, strict=True)) for tap, _ in taps]
        columns = np.add.outer(self.filter.channels, np.array(at, np.int64)).ravel()
        count = len(distances)
        distances = np.concatenate([distances, np.repeat(distances[-1:], -count % n)])
        rows, wide = -(-outer // m), -(-count // n)
        parts = max(1, min(wide, -(-SHARE * self.threads // (self.groups * rows))))
        part = -(-wide // parts) * n
        place = self._source("x", planes, images, 0)
        place = self._source("y", other, images, place)
        both = (len(self.first.channels) + len(self.second.channels)) * vectors * made.lanes * self.size
        v["chunk"] = max(1, min(v["chunk"], SUMMED // both))
        v.update(
            images=images, groups=self.groups, inner=inner, outer=outer, rows=rows, parts=-(-count // part),
            part=part, columns=count, vectors=vectors, masks=self.tables.at(bits, f"uint{bits_of(made.lanes)}"),
            x_image=self._apart(planes, len(self.first.channels)),
            y_image=self._apart(other, len(self.second.channels)),
            y_channel=other.total if other.copied else even(other.offsets[:outer]) or 0,
            filter_rows=self.tables.at(self.filter.batch), scratch=place * self.size,
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
