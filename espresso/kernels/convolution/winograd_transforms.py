"""Winograd transforms on vectors: of the image, of the filter, of the result, and their transposes.

Each evaluates polynomials at 0, 5/8, -5/8, 3/2, -3/2 and infinity along one axis, then along the other; values at a
point and at its negative share their even and odd parts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

import llvmlite.ir as ir

from espresso.kernels.convolution.winograd_forward import STEP, TAPS, WIDTH
from espresso.llvm.emit.counted_loops import least
from espresso.llvm.emit.kinds import I64, POINTER, entry_at, place_at

A, B = 5 / 8, 3 / 2
AA, BB = A * A, B * B


class Transforms:
    """Writes the transforms for the vectors of a set of functions (`functions`)."""

    def __init__(self, functions: Any) -> None:
        self.f = functions
        self.real, self.lanes = functions.real, functions.tile.lanes

    # --- arithmetic ---

    def _number(self, vector: Any, value: float) -> Any:
        return ir.Constant(vector, [value] * vector.count)

    def _fma(self, b: Any, factor: float, x: Any, y: Any) -> Any:
        """``factor*x + y``."""
        vector = x.type
        name = f"llvm.fmuladd.v{vector.count}f{8 * self.f.size}"
        return b.call(self.f.c(name, [vector] * 3, vector), [self._number(vector, factor), x, y])

    def _times(self, b: Any, factor: float, x: Any) -> Any:
        return b.fmul(self._number(x.type, factor), x)

    def image(self, b: Any, d: Sequence[Any]) -> list[Any]:
        """Six elements along an axis of the image -> values at the six points."""
        found = [self._fma(b, AA * BB, d[0], self._fma(b, -(AA + BB), d[2], d[4]))]
        for point, other in ((A, BB), (B, AA)):
            even = self._fma(b, -other, d[2], d[4])
            odd = self._fma(b, -other, d[1], d[3])
            found += [self._fma(b, point, odd, even), self._fma(b, -point, odd, even)]
        return [*found, self._fma(b, AA * BB, d[1], self._fma(b, -(AA + BB), d[3], d[5]))]

    def taps(self, b: Any, g: Sequence[Any]) -> list[Any]:
        """Three taps along an axis -> values at the points, over the products of differences of points."""
        found = [self._times(b, 1 / (AA * BB), g[0])]
        for point, square, other in ((A, AA, BB), (B, BB, AA)):
            scale = 1 / (2 * square * (square - other))
            even = self._fma(b, scale, g[0], self._times(b, scale * square, g[2]))
            found += [self._fma(b, sign * scale * point, g[1], even) for sign in (1, -1)]
        return [*found, g[2]]

    def result(self, b: Any, m: Sequence[Any]) -> list[Any]:
        """Sums at the six points -> four elements of the result."""
        s, d, u, e = b.fadd(m[1], m[2]), b.fsub(m[1], m[2]), b.fadd(m[3], m[4]), b.fsub(m[3], m[4])
        cubes = self._fma(b, A * AA, d, self._fma(b, B * BB, e, m[5]))
        return [
            b.fadd(m[0], b.fadd(s, u)), self._fma(b, A, d, self._times(b, B, e)),
            self._fma(b, AA, s, self._times(b, BB, u)), cubes,
        ]  # fmt: skip

    def cotangent(self, b: Any, y: Sequence[Any]) -> list[Any]:
        """Four elements along an axis of a cotangent -> numbers at the six points: ``result`` transposed."""
        found = [y[0]]
        for point, square in ((A, AA), (B, BB)):
            even = self._fma(b, square, y[2], y[0])
            odd = self._fma(b, square, y[3], y[1])
            found += [self._fma(b, point, odd, even), self._fma(b, -point, odd, even)]
        return [*found, y[3]]

    def gradient(self, b: Any, m: Sequence[Any]) -> list[Any]:
        """Sums at the six points -> three taps: ``taps`` transposed."""
        scales = [1 / (2 * square * (square - other)) for square, other in ((AA, BB), (BB, AA))]
        evens = [self._times(b, scale, b.fadd(m[k], m[k + 1])) for scale, k in zip(scales, (1, 3), strict=True)]
        odds = [self._times(b, scale, b.fsub(m[k], m[k + 1])) for scale, k in zip(scales, (1, 3), strict=True)]
        return [
            self._fma(b, 1 / (AA * BB), m[0], b.fadd(*evens)),
            self._fma(b, A, odds[0], self._times(b, B, odds[1])),
            self._fma(b, AA, evens[0], self._fma(b, BB, evens[1], m[5])),
        ]

    # --- vectors ---

    def _at(self, b: Any, pointer: Any, offset: Any) -> Any:
        return place_at(b, pointer, offset, self.real)

    def _pick(self, b: Any, x: Any, y: Any, places: Sequence[int]) -> Any:
        kind = ir.VectorType(ir.IntType(32), len(places))
        return b.shuffle_vector(x, y, ir.Constant(kind, list(places)))

    def _sorted(self, b: Any, v: Sequence[Any]) -> list[Any]:
        """Elements of five vectors by column modulo 4: those of columns 0 to 5 of each square (of four, 0 to 3)."""
        n = self.lanes
        halves = [[*range(k, 2 * n, STEP), *range(k + 1, 2 * n, STEP)] for k in (0, 2)]
        low, high = ([self._pick(b, v[k], v[k + 1], places) for places in halves] for k in (0, 2))
        first, second = [*range(n // 2), *range(n, n + n // 2)], [*range(n // 2, n), *range(n + n // 2, 2 * n)]
        found = [self._pick(b, x, y, places) for x, y in zip(low, high, strict=True) for places in (first, second)]
        more = (0, 1) if len(v) > STEP else ()
        return found + [self._pick(b, found[k], v[4], [*range(1, n), n + k]) for k in more]

    def _mixed(self, b: Any, y: Sequence[Any]) -> list[Any]:
        """The other way: elements of four columns, side by side."""
        n = self.lanes
        low = [t for k in range(n // 2) for t in (k, n + k)]
        high = [t + n // 2 for t in low]
        pairs = [[self._pick(b, y[k], y[k + 1], places) for k in (0, 2)] for places in (low, high)]
        first = [t for k in range(0, n // 2, 2) for t in (k, k + 1, n + k, n + k + 1)]
        second = [t + n // 2 for t in first]
        return [self._pick(b, x, z, places) for x, z in pairs for places in (first, second)]

    # --- functions ---

    def enter(self, side: int, transform: Callable[..., list[Any]], b: Any, args: Sequence[Any]) -> None:
        """Tiles of one channel, transformed: 36 vectors, ``apart`` elements from one to the next.

        A table says whether they are side by side, and then where each of them is; of the image they have ``WIDTH``
        rows, of a cotangent ``STEP``.
        """
        source, tiles, pitch, *to, count = args
        with b.if_else(b.icmp_signed("!=", self._word(b, tiles, 0), I64(0))) as (near, far):
            with near:
                first = b.add(source, b.mul(self._word(b, tiles, 1), I64(self.f.size)))
                self._transformed(b, (*to, count), self._side_by_side(b, first, pitch, count, side), transform)
            with far:
                rows = self._anywhere(b, source, b.add(tiles, I64(8)), pitch, count, side)
                self._transformed(b, (*to, count), rows, transform)

    def _side_by_side(self, b: Any, source: Any, pitch: Any, count: Any, side: int) -> Iterator[list[Any]]:
        """For each of ``side`` rows its columns in the tiles."""
        x, wide = b.inttoptr(source, POINTER), b.add(b.mul(count, I64(STEP)), I64(side - STEP))
        v = self.f.on(b)
        masks = [v.first(b.sub(wide, I64(k * self.lanes))) for k in range(STEP + (side > STEP))]
        for r in range(side):
            yield self._sorted(b, v.loads(v.at(x, b.mul(pitch, I64(r))), masks))

    def _anywhere(self, b: Any, source: Any, places: Any, pitch: Any, count: Any, side: int) -> Iterator[list[Any]]:
        """The same: four columns of each tile are loaded together, and blocks of four by four are transposed."""
        x, first = b.inttoptr(source, POINTER), self._word(b, places, 0)
        offsets = [first]
        for k in range(1, self.lanes):  # lanes beyond the last square read the first one
            offsets.append(b.select(b.icmp_signed("<", I64(k), count), self._word(b, places, k), first))
        tiles = [self._at(b, x, offset) for offset in offsets]
        for r in range(side):
            rows = [self._at(b, square, b.mul(pitch, I64(r))) for square in tiles]
            columns = self._transposed(b, rows)
            if side > STEP:
                columns += self._transposed(b, [self._at(b, row, I64(side - STEP)) for row in rows])[2 * STEP - side :]
            yield columns

    def _transposed(self, b: Any, rows: Sequence[Any]) -> list[Any]:
        """Four neighbours at each of as many places as a vector has lanes: four vectors, one for each neighbour."""
        short = ir.VectorType(self.real, STEP)
        found = []
        for k in range(STEP):
            parts = [b.load(rows[q + k], align=self.f.size, typ=short) for q in range(0, self.lanes, STEP)]
            while len(parts) > 1:
                order = range(2 * parts[0].type.count)
                parts = [self._pick(b, *pair, order) for pair in zip(parts[::2], parts[1::2], strict=True)]
            found.append(parts[0])
        return list(self.f.on(b).exchanged(found))

    def _transformed(
        self, b: Any, args: Sequence[Any], rows: Iterator[list[Any]], transform: Callable[..., list[Any]]
    ) -> None:
        """Tiles from the columns of each of their rows."""
        target, apart, count = args
        to = b.inttoptr(target, POINTER)
        found = [transform(b, columns) for columns in rows]
        for j, column in enumerate(zip(*found, strict=True)):
            for i, value in enumerate(transform(b, column)):
                place = self._at(b, to, b.mul(apart, I64(i * WIDTH + j)))
                self.f.on(b).store(value, place, self.f.on(b).first(count))

    def leave(self, transform: Callable[..., list[Any]], mixed: bool, b: Any, args: Sequence[Any]) -> None:
        """What 36 vectors of sums are transformed to; ``failed`` is set where a number is not finite.

        Tiles of the result are ``mixed``: four rows.  Taps stay vectors of channels, one after the other.
        """
        source, apart, target, count, failed = args
        to, seen = b.inttoptr(target, POINTER), self._number(self.f.vector, 0.0)
        for r, row in enumerate(self._down(b, source, apart, count, transform)):
            found = transform(b, row)
            for y in found:
                seen = self._fma(b, 0.0, y, seen)
            for k, y in enumerate(self._mixed(b, found) if mixed else found):
                b.store(y, self._at(b, to, I64((len(found) * r + k) * self.lanes)), align=self.f.size)
        self._note(b, seen, failed)

    def _down(self, b: Any, source: Any, apart: Any, count: Any, transform: Callable[..., list[Any]]) -> Iterator[Any]:
        """Rows of 36 vectors of sums whose columns are transformed."""
        x, mask = b.inttoptr(source, POINTER), self.f.on(b).first(count)
        columns = []
        for j in range(WIDTH):
            places = [self._at(b, x, b.mul(apart, I64(i * WIDTH + j))) for i in range(WIDTH)]
            columns.append(transform(b, [self.f.on(b).load(place, mask) for place in places]))
        return zip(*columns, strict=True)

    def _note(self, b: Any, seen: Any, failed: Any) -> None:
        """Set ``failed`` where a vector holds a NaN."""
        bits = b.bitcast(b.fcmp_unordered("uno", seen, seen), ir.IntType(self.lanes))
        with b.if_then(b.icmp_signed("!=", bits, ir.Constant(bits.type, 0)), likely=False):
            b.atomic_rmw("xchg", b.inttoptr(failed, POINTER), I64(1), "monotonic")

    def transpose_block(self, b: Any, args: Sequence[Any]) -> None:
        """``target[k][r] = source[r][k]`` for at most as many rows and columns as a vector has lanes.

        Rows of the source are ``apart`` elements from one another, those of the target ``row``.
        """
        source, apart, rows, columns, target, row = args
        x, to, v = b.inttoptr(source, POINTER), b.inttoptr(target, POINTER), self.f.on(b)
        wide, last = v.first(columns), b.sub(rows, I64(1))
        lines = []
        for r in range(self.lanes):
            lines.append(v.load(v.at(x, b.mul(apart, least(b, I64(r), last))), wide))
        mask = v.first(rows)
        for k, column in enumerate(v.transposed(lines)):
            with b.if_then(b.icmp_signed("<", I64(k), columns)):
                v.store(column, v.at(to, b.mul(row, I64(k))), mask)

    def transform_filter(self, b: Any, args: Sequence[Any]) -> None:
        """The taps of a panel of channels, transformed: 36 short vectors, ``apart`` elements from one to the next."""
        source, rows, taps, target, apart = args
        x, to = b.inttoptr(source, POINTER), b.inttoptr(target, POINTER)
        short = ir.VectorType(self.real, self.f.tile.rows)
        first = [self._word(b, rows, r) for r in range(short.count)]
        grid = []
        for t in range(TAPS * TAPS):
            here, vector = self._at(b, x, self._word(b, taps, t)), ir.Constant(short, ir.Undefined)
            for r, offset in enumerate(first):
                element = b.load(self._at(b, here, offset), typ=self.real)
                vector = b.insert_element(vector, element, ir.IntType(32)(r))
            grid.append(vector)
        lines = [self.taps(b, grid[TAPS * r : TAPS * (r + 1)]) for r in range(TAPS)]
        for j, column in enumerate(zip(*lines, strict=True)):
            for i, value in enumerate(self.taps(b, column)):
                b.store(value, self._at(b, to, b.mul(apart, I64(i * WIDTH + j))), align=self.f.size)

    @staticmethod
    def _word(b: Any, table: Any, k: int) -> Any:
        return entry_at(b, b.inttoptr(table, POINTER), k)

    def functions(self) -> dict[str, Callable[..., None]]:
        """What the text calls, and who writes it."""
        return {
            "enter": partial(self.enter, WIDTH, self.image),
            "fold": partial(self.enter, STEP, self.cotangent),
            "leave": partial(self.leave, self.result, True),
            "leave_taps": partial(self.leave, self.gradient, False),
            "weigh": self.transform_filter,
            "transpose_square": self.transpose_block,
        }
