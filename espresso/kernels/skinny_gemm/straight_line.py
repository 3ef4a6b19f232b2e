"""Products of a few rows, columns and terms, all of known lengths: straight-line code, sums in registers.

A step of a recurrence (a filter of eight states, say) multiplies such matrices again and again: a call of a routine
that reads lengths and strides from a record takes longer than the product.  Elements of the result that are vectors
lie along its rows or its columns, whichever takes fewer instructions; each element is summed in the order of the
summed axes.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import llvmlite.ir as ir

from espresso.ir.driver import Product, factor
from espresso.llvm.emit.kinds import FLOATS, I64, entry_at, place_at
from espresso.llvm.emit.vectors import I32, Vectors

MOST = 256
"""Multiplications of vectors up to which a product is straight-line code."""

SUMS = 12
"""Vectors of sums that stay in registers."""

Place = tuple[int, ...]
"""Where an element lies in some arrays, in elements from their first."""


class StraightLine:
    """One product of arrays of known ``shapes``, C-contiguous, on a processor with ``lanes`` numbers in a vector."""

    def __init__(
        self, step: Product, shapes: Mapping[str, Sequence[int]], sizes: Mapping[str, int], lanes: int
    ) -> None:  # fmt: skip
        self.step = step
        left, right, out = (_strides(shapes[n]) for n in (step.left, step.right, step.out))
        plus = _strides(shapes[step.plus]) if step.plus else out
        length = shapes[step.out]
        self.batch = _places([(length[c], left[a], right[b], out[c], plus[c]) for a, b, c in step.batch], 4)
        rows = _places([(length[c], left[a], out[c], plus[c]) for a, c in step.rows], 3)
        columns = _places([(length[c], right[b], out[c], plus[c]) for b, c in step.columns], 3)
        terms = _places([(shapes[step.left][a], left[a], right[b]) for a, b in step.summed], 2)
        self.scale = factor(step, sizes) if step.divisors else step.scale
        transposed = [(b, a) for a, b in terms]
        sides = _Sides(rows, columns, terms, lanes), _Sides(columns, rows, transposed, lanes)
        self.sides = min(sides, key=lambda s: s.instructions)
        self.swapped = self.sides is sides[1]

    @property
    def possible(self) -> bool:
        """Whether the code is short enough, and there is something to compute."""
        work = len(self.batch) * self.sides.multiplications
        return 0 < work <= MOST and math.isfinite(self.scale) and not self.step.triangle

    def write(self, b: Any, left: Any, right: Any, out: Any, plus: Any) -> None:
        """Write the product where ``b`` stands, from the addresses of its arrays."""
        for at in self.batch:
            moved = [
                place_at(b, p, k, FLOATS[self.step.dtype])
                for p, k in zip((left, right, out, plus), at, strict=True)
            ]
            first, second = moved[1::-1] if self.swapped else moved[:2]
            self._one(b, first, second, *moved[2:])

    def _one(self, b: Any, scalars: Any, vectors: Any, out: Any, plus: Any) -> None:
        """One matrix product: numbers of the first operand times vectors of the second."""
        sides, dtype = self.sides, self.step.dtype
        chunks = [_Chunk(b, dtype, places) for places in sides.chunks]
        operand = [sides.load(c, vectors) for c in chunks]
        height = max(1, SUMS // len(chunks))
        for first in range(0, len(sides.rows), height):
            rows = sides.rows[first : first + height]
            sums = [[c.v.zero for c in chunks] for _ in rows]
            for t, (inner, _) in enumerate(sides.terms):
                for (own, _, _), row in zip(rows, sums, strict=True):
                    number = entry_at(b, scalars, own + inner, FLOATS[dtype])
                    row[:] = [c.v.fma(c.v.splat(number), read(t), s)
                              for c, read, s in zip(chunks, operand, row, strict=True)]  # fmt: skip
            for (_, to, more), row in zip(rows, sums, strict=True):
                for c, value in zip(chunks, row, strict=True):
                    if self.scale != 1:
                        value = b.fmul(value, c.v.splat(FLOATS[dtype](self.scale)))
                    if self.step.accumulate:
                        value = b.fadd(c.load(plus, [more + d for _, _, d in c.places]), value)
                    c.store(value, out, [to + o for _, o, _ in c.places])


class _Sides:
    """A product as numbers of ``rows`` times vectors along ``columns``: their places, and those of the terms."""

    def __init__(self, rows: Sequence[Place], columns: Sequence[Place], terms: Sequence[Place], lanes: int) -> None:
        self.rows, self.terms = rows, terms
        self.chunks: list[Sequence[Place]] = []  # columns in vectors: full ones, then shorter ones
        at, width = 0, lanes
        while at < len(columns):
            while width > len(columns) - at:
                width //= 2
            self.chunks.append(columns[at : at + width])
            at += width
        self.multiplications = len(rows) * len(terms) * len(self.chunks)
        self.instructions = self.multiplications + sum(map(self._moves, self.chunks))

    def _moves(self, places: Sequence[Place]) -> int:
        """Instructions that read the vectors of some columns and store their sums."""
        parts = 1 if _follow([p for p, _, _ in places]) else 3 if self._transposes(places) else 2 * len(places)
        stores = 1 if _follow([p for _, p, _ in places]) else 2 * len(places)
        return len(self.terms) * parts + len(self.rows) * stores

    def _transposes(self, places: Sequence[Place]) -> bool:
        """Whether vectors can be read along the terms and be turned into columns."""
        width = len(places)
        return width > 1 and len(self.terms) % width == 0 and _follow([p for _, p in self.terms])

    def load(self, chunk: _Chunk, base: Any) -> Callable[[int], Any]:
        """A function that returns the vector of a term; it is read once."""
        own, width = [p for p, _, _ in chunk.places], len(chunk.places)
        known: dict[int, Any] = {}

        def read(t: int) -> Any:
            if t in known:
                return known[t]
            inner = self.terms[t][1]
            if _follow(own) or not self._transposes(chunk.places):
                known[t] = chunk.load(base, [inner + p for p in own])
            else:
                block = [chunk.v.load(chunk.v.at(base, I64(inner + p))) for p in own]
                known.update(zip(range(t, t + width), chunk.v.transposed(block), strict=True))
            return known[t]

        return read


class _Chunk:
    """Some columns as one vector."""

    def __init__(self, b: Any, dtype: str, places: Sequence[Place]) -> None:
        self.b, self.places, self.v = b, places, Vectors(b, dtype, len(places))

    def load(self, base: Any, at: Sequence[int]) -> Any:
        """The elements at these places."""
        if _follow(at):
            return self.v.load(self.v.at(base, I64(at[0])))
        value = ir.Constant(self.v.type, ir.Undefined)
        for lane, k in enumerate(at):
            value = self.b.insert_element(value, self.b.load(self.v.at(base, I64(k)), typ=self.v.real), I32(lane))
        return value

    def store(self, value: Any, base: Any, at: Sequence[int]) -> None:
        """The elements to these places."""
        if _follow(at):
            self.v.store(value, self.v.at(base, I64(at[0])))
            return
        for lane, k in enumerate(at):
            self.b.store(self.b.extract_element(value, I32(lane)), self.v.at(base, I64(k)))


def _strides(shape: Sequence[int]) -> list[int]:
    """Strides in elements of a C-contiguous array."""
    return [math.prod(shape[k + 1 :]) for k in range(len(shape))]


def _places(axes: Sequence[Sequence[int]], arrays: int) -> list[Place]:
    """Where the elements along some axes lie, each given by its length and its strides in some arrays.

    >>> _places([(2, 6, 1), (3, 2, 4)], 2)
    [(0, 0), (2, 4), (4, 8), (6, 1), (8, 5), (10, 9)]
    """
    positions = itertools.product(*(range(axis[0]) for axis in axes))
    return [tuple(sum(p * a[k + 1] for p, a in zip(at, axes, strict=True)) for k in range(arrays)) for at in positions]


def _follow(at: Sequence[int]) -> bool:
    """Whether elements follow one another in memory."""
    return all(k - j == 1 for j, k in itertools.pairwise(at))
