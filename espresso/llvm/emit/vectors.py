"""Vectors in LLVM: masked loads and stores, gather, scatter, transposition."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import llvmlite.ir as ir

from espresso.llvm.emit.counted_loops import Blocks, least, most, no_unroll_metadata
from espresso.llvm.emit.kinds import FLOATS, I1, I64, POINTER, declared, place_at

I32 = ir.IntType(32)

Term = Callable[[Any, Sequence[Any]], Sequence[Any]]
"""Sums with the term of one position."""

Adder = Callable[[Any, Any, int, Sequence[Any], Term], list[Any]]
"""Writes sums over positions: from one, up to another, in steps, what they begin with, and a term."""

Read = Callable[[Any], tuple[Any, Iterable[Any]]]
"""Of a term of a tile: where its vectors begin, and the places of the numbers that they are multiplied with."""


def splat(b: Any, scalar: Any, lanes: int) -> Any:
    """A vector with a number in every lane."""
    kind = ir.VectorType(scalar.type, lanes)
    one = b.insert_element(ir.Constant(kind, ir.Undefined), scalar, I32(0))
    return b.shuffle_vector(one, ir.Constant(kind, ir.Undefined), ir.Constant(ir.VectorType(I32, lanes), [0] * lanes))


class Vectors:
    """Vectors of ``lanes`` numbers of one dtype, written by one builder."""

    def __init__(self, b: Any, dtype: str, lanes: int) -> None:
        self.b, self.module, self.dtype, self.real, self.lanes = b, b.module, dtype, FLOATS[dtype], lanes
        self.size = 4 if dtype == "float32" else 8
        self.letter = "f32" if dtype == "float32" else "f64"
        self.type = ir.VectorType(self.real, lanes)
        self.zero = ir.Constant(self.type, [0.0] * lanes)

    def at(self, base: Any, offset: Any) -> Any:
        """The address of an element."""
        return place_at(self.b, base, offset, self.real)

    def of(self, lanes: int) -> Vectors:
        """Vectors of another length."""
        return Vectors(self.b, self.dtype, lanes)

    def row(self, place: Any, count: int) -> list[Any]:
        """The places of vectors that follow one another."""
        return [self.at(place, I64(k * self.lanes)) for k in range(count)]

    def splat(self, scalar: Any) -> Any:
        """A number in every lane."""
        return splat(self.b, scalar, self.lanes)

    def first(self, count: Any) -> Any:
        """The mask of the first ``count`` lanes."""
        lanes = ir.Constant(ir.VectorType(I32, self.lanes), list(range(self.lanes)))
        return self.b.icmp_signed("<", lanes, self.splat(self.b.trunc(count, I32)))

    def masks(self, vectors: int, count: Any) -> list[Any]:
        """Of the vectors of a row: one alone has ``count`` elements at most, several are full."""
        return [self.first(count)] if vectors == 1 else [None] * vectors

    def integers(self, table: Any, at: Any, kind: Any = I64) -> Any:
        """As many entries of a table of whole numbers, from one on."""
        place = place_at(self.b, table, at, kind)
        return self.b.load(place, align=kind.width // 8, typ=ir.VectorType(kind, self.lanes))

    def load(self, place: Any, mask: Any = None) -> Any:
        """Elements that follow one another; 0 where the mask is off."""
        if mask is None:
            return self.b.load(place, align=self.size, typ=self.type)
        kind = [POINTER, I32, mask.type, self.type]
        return self._call("load", f"{self._word}.p0", self.type, kind, [place, I32(self.size), mask, self.zero])

    def loads(self, place: Any, masks: Sequence[Any]) -> list[Any]:
        """Vectors that follow one another."""
        return [self.load(at, mask) for at, mask in zip(self.row(place, len(masks)), masks, strict=True)]

    def store(self, value: Any, place: Any, mask: Any = None, past: bool = False) -> None:
        """Elements that follow one another, those that the mask selects; ``past`` the cache, parts of a line."""
        if mask is None:
            stored = self.b.store(value, place, align=self.size * (self.lanes if past else 1))
            if past:
                stored.set_metadata("nontemporal", self.module.add_metadata([I32(1)]))
            return
        kind = [self.type, POINTER, I32, mask.type]
        self._call("store", f"{self._word}.p0", ir.VoidType(), kind, [value, place, I32(self.size), mask])

    def fma(self, x: Any, y: Any, z: Any) -> Any:
        """``x*y + z``, by one instruction where there is one."""
        return self.b.call(declared(self.module, f"llvm.fmuladd.{self._word}", [self.type] * 3, self.type), [x, y, z])

    def products(self, rows: Iterable[Any], columns: Sequence[Any], sums: Sequence[Any]) -> list[Any]:
        """Sums of a tile, row after row, with the products of some vectors and others added."""
        return [self.fma(x, c, sums[r * len(columns) + k]) for r, x in enumerate(rows) for k, c in enumerate(columns)]

    def tile(
        self, first: Any, last: Any, rows: int, masks: Sequence[Any], read: Read, add: Adder | None = None
    ) -> list[Any]:  # fmt: skip
        """Sums of a tile, row after row, over terms from first to last; a row has a vector for each mask."""

        def term(p: Any, sums: Sequence[Any]) -> list[Any]:
            line, numbers = read(p)
            columns = self.loads(line, masks)
            return self.products((self.splat(self.b.load(n, typ=self.real)) for n in numbers), columns, sums)

        return (add or self.sum)(first, last, 1, [self.zero] * (rows * len(masks)), term)

    def put(
        self, values: Sequence[Any], goals: Sequence[Any], masks: Sequence[Any] | None, adds: Any,
        given: Sequence[Any] | None = None, past: bool = False,
    ) -> None:  # fmt: skip
        """Vectors to their places; where ``adds`` (a truth value of either kind), added to what is given, or there."""
        masks, given = masks or [None] * len(goals), given or goals
        if isinstance(adds, bool):
            for value, goal, mask, more in zip(values, goals, masks, given, strict=True):
                self.store(self.b.fadd(self.load(more, mask), value) if adds else value, goal, mask, past)
            return
        with self.b.if_else(adds) as branches:
            for way, branch in zip((True, False), branches, strict=True):
                with branch:
                    self.put(values, goals, masks, way, given, past)

    def sum(self, first: Any, last: Any, step: int, start: Sequence[Any], term: Term) -> list[Any]:
        """Sums in registers over positions from first to last; they fill these, so that unrolling would spill."""
        b, before = self.b, self.b.block
        head, body, end = (b.append_basic_block(x) for x in ("terms", "term", "summed"))
        b.branch(head)
        b.position_at_end(head)
        p = b.phi(I64)
        p.add_incoming(first, before)
        sums = [b.phi(s.type) for s in start]
        for s, value in zip(sums, start, strict=True):
            s.add_incoming(value, before)
        b.cbranch(b.icmp_signed("<", p, last), body, end)
        b.position_at_end(body)
        for s, value in zip(sums, term(p, sums), strict=True):
            s.add_incoming(value, b.block)
        p.add_incoming(b.add(p, I64(step), flags=("nsw",)), b.block)
        b.branch(head).set_metadata("llvm.loop", no_unroll_metadata(self.module))
        b.position_at_end(end)
        return list(sums)

    def sum_by_parts(
        self, part: int, places: Sequence[Any], first: Any, last: Any, step: int, start: Sequence[Any], term: Term
    ) -> list[Any]:  # fmt: skip
        """The same, a part of the terms at a time, one at least: the sums of all parts are added up at some places."""
        some = most(self.b, last, self.b.add(first, I64(1)))
        with Blocks(self.b, first, some, part * step) as (low, high):
            sums = self.sum(low, least(self.b, high, last), step, start, term)
            self.put(sums, places, None, self.b.icmp_signed(">", low, first))
        return [self.load(place) for place in places]

    def prefetch(self, place: Any, level: int = 1, write: bool = False) -> None:
        """The cache line of a place is asked for, into this cache; nothing happens where there is no memory."""
        known = declared(self.module, "llvm.prefetch.p0", [POINTER, I32, I32, I32])
        self.b.call(known, [place, I32(int(write)), I32(4 - level), I32(1)])

    def places(self, base: Any, offsets: Any) -> Any:
        """Addresses of elements, one per lane."""
        found = self.b.gep(base, [offsets], source_etype=self.real)
        found.type = ir.VectorType(POINTER, self.lanes)
        return found

    def gather(self, places: Any, mask: Any) -> Any:
        """Elements that lie anywhere; 0 where the mask is off."""
        kind = [places.type, I32, mask.type, self.type]
        name = f"{self._word}.v{self.lanes}p0"
        return self._call("gather", name, self.type, kind, [places, I32(self.size), mask, self.zero])

    def scatter(self, value: Any, places: Any, mask: Any) -> None:
        """Elements to anywhere, those that the mask selects."""
        kind = [self.type, places.type, I32, mask.type]
        name = f"{self._word}.v{self.lanes}p0"
        self._call("scatter", name, ir.VoidType(), kind, [value, places, I32(self.size), mask])

    @property
    def _word(self) -> str:
        return f"v{self.lanes}{self.letter}"

    def _call(self, what: str, types: str, result: Any, kinds: Sequence[Any], given: Sequence[Any]) -> Any:
        return self.b.call(declared(self.module, f"llvm.masked.{what}.{types}", kinds, result), given)

    def all_lanes(self) -> Any:
        """The mask that is on everywhere."""
        return ir.Constant(ir.VectorType(I1, self.lanes), [1] * self.lanes)

    def transposed(self, rows: Sequence[Any]) -> list[Any]:
        """Vectors, as many as there are lanes or a half of them, a power of two, as the columns of a matrix.

        In each round neighbours at a distance exchange halves: the pattern of a butterfly, which the
        processor has as instructions.
        """
        return self.exchanged([*rows, *[ir.Constant(self.type, ir.Undefined)] * (self.lanes - len(rows))])

    def exchanged(self, rows: Sequence[Any]) -> list[Any]:
        """As many rounds of it as some vectors take: squares of these in each vector are transposed."""
        found, n, distance = list(rows), self.lanes, 1
        while distance < len(found):
            low = [k + (n - distance if k & distance else 0) for k in range(n)]
            high = [k + (n if k & distance else distance) for k in range(n)]
            for k in range(len(found)):
                if not k & distance:
                    pair = found[k], found[k + distance]
                    found[k], found[k + distance] = (self._shuffle(pair, order) for order in (low, high))
            distance *= 2
        return found

    def lower(self, value: Any, count: int, first: int = 0) -> Any:
        """So many of the lanes of a vector, from one on."""
        if count == self.lanes:
            return value
        order = ir.Constant(ir.VectorType(I32, count), list(range(first, first + count)))
        return self.b.shuffle_vector(value, ir.Constant(value.type, ir.Undefined), order)

    def _shuffle(self, pair: tuple[Any, Any], order: Sequence[int]) -> Any:
        kind = ir.VectorType(I32, self.lanes)
        return self.b.shuffle_vector(*pair, ir.Constant(kind, list(order)))
