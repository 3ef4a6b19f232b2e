"""Skinny GEMM without packing: operands are read in place, a tile of the result stays in registers.

``c[i,j] = d[i,j] + scale*sum[k](a[i,k]*b[k,j])`` with few rows or few terms: a BLAS packs both operands first, which
takes longer than multiplying a matrix once.  Two kinds of tiles:

* *outer*: ``b`` and ``c`` lie along ``j``; a tile has some rows and three vectors of columns, and a term
  multiplies a vector of ``b`` by a number of ``a``;
* *dots*: both operands lie along ``k``; a tile is some rows by four columns, each a vector of partial sums that is
  added up at the end.

An outer tile steps from row to row of ``b``, which may lie a page apart, where no processor fetches ahead.  So its sum
goes over some terms at a time, and from tile to tile these are read along a few rows; what has been summed waits
in ``c``, in a cache, and ``d`` comes in at the end: each part would round its sum with a large number.  Where ``c`` is
``d``, all terms are summed at once.  Rows of ``c`` are taken a few at a time, too: with few terms it is they that pass
through memory.

Rows beyond the last one repeat it and are not stored.  How an element is summed depends on the lengths alone, not on
where a thread begins.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import llvmlite.ir as ir

from espresso.llvm.emit.counted_loops import Blocks, Counted, cases, least, most
from espresso.llvm.emit.kinds import FLOATS, I64, POINTER, apart
from espresso.llvm.emit.tiles import DOTS_COLUMNS as DOTS, LEAST_LANES, LINE, SKINNY_NUMBERS as NUMBERS, Tile, heights
from espresso.llvm.emit.vectors import Adder, Term, Vectors

TERMS, TILES_DOWN, TILES_ALONG = 64, 2, 40
"""A block of outer tiles: terms of their sums, and tiles in both directions."""

FEW_TILES, FEW_NUMBERS = 6, 1 << 18
"""So many tiles of rows are one block, and so many numbers of ``b``: a cache holds these, and blocks only cost time."""

PART = 256
"""Terms that are summed in one register: it rounds at each step by a part of what it has become."""


def text(dtype: str) -> str:
    """The module for one dtype as LLVM text: programs call it by address, so that it is compiled once."""
    return str(module_of(dtype, {"outer": SkinnyWriter.columns_of_outer, "dots": SkinnyWriter.columns_of_dots}))


def module_of(dtype: str, functions: Mapping[str, Callable[..., None]], most: int | None = None) -> Any:
    """A module with these functions, which write columns, in so ``most`` heights; ``facts()`` is the tile.

    Where vectors are too short for them the functions do nothing: ``facts`` says so, and nobody calls them.
    """
    from espresso.llvm.emit.tiles import tile
    from espresso.llvm.machine import host

    module, found = ir.Module(), tile(dtype, host()[2])
    facts = ir.Function(module, ir.FunctionType(I64, []), "facts")
    numbers = found.rows | found.vectors << 8 | found.lanes << 16
    ir.IRBuilder(facts.append_basic_block("entry")).ret(I64(numbers))
    writer = SkinnyWriter(module, dtype, found)
    for name, columns in functions.items():
        if found.lanes >= LEAST_LANES:
            writer.function(name, heights(found, name == "dots")[:most], functools.partial(columns, writer))
        else:
            absent = ir.Function(module, ir.FunctionType(ir.VoidType(), []), name)
            ir.IRBuilder(absent.append_basic_block("entry")).ret_void()
    return module


class SkinnyWriter:
    """Functions ``(a, b, c, d, numbers..., keep, height, scale, start, stop)`` of one dtype.

    ``start`` and ``stop`` count vectors of columns (outer) or ``DOTS`` columns (dots).
    """

    def __init__(self, module: Any, dtype: str, tile: Tile) -> None:
        self.module, self.dtype, self.tile, self.real = module, dtype, tile, FLOATS[dtype]

    def function(self, name: str, rows: Sequence[int], columns: Callable[..., None]) -> None:
        """Tiles of one height over all rows, the heights as cases."""
        types = [POINTER] * 4 + [I64] * (len(NUMBERS) + 2) + [self.real, I64, I64]
        function = ir.Function(self.module, ir.FunctionType(ir.VoidType(), types), name)
        function.attributes.add("optsize")  # loops are not unrolled: what they hold is all that is needed
        a, b_array, c, d, *numbers, keep, height, scale, start, stop = function.args
        given = dict(zip(NUMBERS, numbers, strict=True))
        b = ir.IRBuilder(function.append_basic_block("entry"))
        rooms: dict[str, Any] = {}
        for r in cases(b, height, rows, rows[0]):
            columns(SkinnyTile(b, self, (a, b_array, c, d), given, keep, scale, r, rooms), start, stop)
        b.ret_void()

    def columns_of_outer(self, t: SkinnyTile, start: Any, stop: Any) -> None:
        """Block by block three vectors of columns at once, then one at a time."""
        b, lanes = t.b, self.tile.lanes
        last = least(b, b.mul(stop, I64(lanes)), t.n["n"])
        step = lanes * self.tile.vectors
        in_cache = b.icmp_signed("<=", b.mul(t.n["n"], t.n["k"]), I64(FEW_NUMBERS))
        few = b.icmp_signed("<=", t.n["m"], I64(FEW_TILES * t.height))
        whole = most(b, t.n["k"], 1)  # of no terms there is one part, which stores zeros
        depth = b.select(b.or_(in_cache, t.in_place()), whole, I64(TERMS))
        down = b.select(few, t.n["m"], I64(TILES_DOWN * t.height))
        long = b.icmp_signed(">", depth, I64(PART))
        with Blocks(b, b.mul(start, I64(lanes)), last, step * TILES_ALONG) as (low, high):
            many = b.add(low, b.mul(b.sdiv(b.sub(high, low), I64(step)), I64(step)))
            with Blocks(b, I64(0), whole, depth) as (p, behind), Blocks(b, I64(0), t.n["m"], down) as rows:
                terms = p, least(b, behind, t.n["k"])
                for first, end, vectors in ((low, many, self.tile.vectors), (many, high, 1)):
                    with Counted(b, first, end, lanes * vectors) as j, Counted(b, *rows, t.height) as i:
                        for add in t.either(long):
                            t.outer(i, j, vectors, terms, add)

    def columns_of_dots(self, t: SkinnyTile, start: Any, stop: Any) -> None:
        b = t.b
        last = least(b, b.mul(stop, I64(DOTS)), t.n["n"])
        with Counted(b, b.mul(start, I64(DOTS)), last, DOTS) as j, Counted(b, I64(0), t.n["m"], t.height) as i:
            for add in t.either(b.icmp_signed(">", t.n["k"], I64(PART * self.tile.lanes))):
                t.dots(i, j, add)


class SkinnyTile:
    """Writes the tiles of one height."""

    def __init__(
        self, b: Any, writer: SkinnyWriter, arrays: Sequence[Any], numbers: dict[str, Any], keep: Any, scale: Any,
        height: int, rooms: dict[str, Any],
    ) -> None:  # fmt: skip
        self.b, self.height, self.n, self.real, self._rooms = b, height, numbers, writer.real, rooms
        self.keep, self.scale = b.icmp_signed("!=", keep, I64(0)), scale
        self.v = Vectors(b, writer.dtype, writer.tile.lanes)
        self.left, self.right, self.out, self.plus = arrays

    def room(self, name: str, count: int) -> Any:
        """Memory of a function for ``count`` numbers, from the start of a cache line on; one for all its tiles."""
        if name not in self._rooms:
            with self.b.goto_entry_block():
                made = self.b.alloca(self.real, size=I64(count))
                made.align, made.type = LINE, POINTER
                self._rooms[name] = made
        return self._rooms[name]

    def apart(self, name: str, given: Sequence[Any], write: Callable[[Vectors, Sequence[Any]], None]) -> None:
        """A call of a function of the module that is written once."""
        v = self.v
        apart(self.b, name, given, lambda b, args: write(Vectors(b, v.dtype, v.lanes), args), "noinline", "optsize")

    def copy(self, to: Any, vectors: int, columns: tuple[Any, Any], terms: tuple[Any, Any]) -> None:
        """Vectors of the right operand, of the first one of some columns, side by side for one term after the other."""
        b, v, (j, high), (first, last) = self.b, self.v, columns, terms
        masks, right = v.masks(vectors, b.sub(high, j)), v.at(self.right, j)
        with Counted(b, first, last, 1, short=True) as p:
            goal = v.at(to, b.mul(b.sub(p, first), I64(vectors * v.lanes)))
            v.put(v.loads(v.at(right, b.mul(p, self.n["b_inner"])), masks), v.row(goal, vectors), None, False)

    def in_place(self) -> Any:
        """Whether the product is added to what lies in its place."""
        out, plus = (self.b.ptrtoint(p, I64) for p in (self.out, self.plus))
        return self.b.and_(self.keep, self.b.icmp_unsigned("==", out, plus))

    def rows(self, i: Any) -> list[Any]:
        """The rows of a tile; those beyond the last are the last."""
        last = self.b.sub(self.n["m"], I64(1))
        return [least(self.b, self.b.add(i, I64(r)), last) for r in range(self.height)]

    def either(self, long: Any) -> Iterator[Adder]:
        """How tiles are summed, each in a branch: by parts where sums are long. Others have no register to spare."""
        with self.b.if_else(long, likely=False) as (parts, once):
            with parts:
                yield self.by_parts
            with once:
                yield self.v.sum

    def outer(self, i: Any, j: Any, vectors: int, terms: tuple[Any, Any], add: Adder) -> None:
        """Some terms of a tile of vectors of columns from j on; only the last vector of a row may be incomplete."""
        b, v, n = self.b, self.v, self.n
        begun = b.icmp_signed(">", terms[0], I64(0))
        complete = b.and_(self.keep, b.icmp_signed("==", terms[1], n["k"]))
        keep, plus = b.or_(complete, begun), b.select(begun, self.out, self.plus)
        plus_row = b.select(begun, n["c_row"], n["d_row"])
        masks = v.masks(vectors, b.sub(n["n"], j))
        rows = [v.at(self.left, b.mul(row, n["a_row"])) for row in self.rows(i)]
        right = v.at(self.right, j)

        def read(p: Any) -> tuple[Any, Iterator[Any]]:
            line, at = v.at(right, b.mul(p, n["b_inner"])), b.mul(p, n["a_inner"])
            for place in v.row(line, 2 * vectors)[vectors:] if vectors > 1 else ():
                v.prefetch(place)  # the next tile's: rows that lie pages apart fetch none
            return line, (v.at(row, at) for row in rows)

        sums, factor = v.tile(*terms, self.height, masks, read, add), v.splat(self.scale)
        for r in range(self.height):
            with b.if_then(b.icmp_signed("<", b.add(i, I64(r)), n["m"])):
                row = b.add(i, I64(r))
                goals, given, added = (
                    v.row(v.at(base, b.add(b.mul(row, step), j)), vectors)
                    for base, step in ((self.out, n["c_row"]), (plus, plus_row), (self.plus, n["d_row"]))
                )
                v.put([b.fmul(s, factor) for s in sums[r * vectors :][:vectors]], goals, masks, keep, given)
                with b.if_then(b.and_(begun, complete)):
                    v.put(v.loads(goals[0], masks), goals, masks, True, added)

    def dots(self, i: Any, j: Any, add: Adder) -> None:
        """A tile of ``DOTS`` columns from j on; those beyond the last are the last."""
        b, v, n = self.b, self.v, self.n
        last = b.sub(n["n"], I64(1))
        places = [b.add(j, I64(k)) for k in range(DOTS)]
        columns = [v.at(self.right, b.mul(least(b, q, last), n["b_column"])) for q in places]
        rows = [v.at(self.left, b.mul(row, n["a_row"])) for row in self.rows(i)]

        def term(p: Any, sums: Sequence[Any], mask: Any = None) -> list[Any]:
            right = [v.load(v.at(c, p), mask) for c in columns]
            return v.products((v.load(v.at(row, p), mask) for row in rows), right, sums)

        whole = b.mul(b.sdiv(n["k"], I64(v.lanes)), I64(v.lanes))
        sums = add(I64(0), whole, v.lanes, [v.zero] * (self.height * DOTS), term)
        rest = v.first(b.sub(n["k"], whole))
        sums = v.sum(whole, n["k"], v.lanes, sums, lambda p, s: term(p, s, rest))
        few, one = v.of(DOTS), v.of(1)
        for r in range(self.height):
            total = b.fmul(self._added(sums[r * DOTS : (r + 1) * DOTS]), few.splat(self.scale))
            row = b.add(i, I64(r))
            with b.if_then(b.icmp_signed("<", row, n["m"])):
                for k, q in enumerate(places):
                    with b.if_then(b.icmp_signed("<", q, n["n"])):
                        goal, given = self.goals(row, q)
                        one.put([few.lower(total, 1, k)], [goal], None, self.keep, [given])

    def goals(self, row: Any, column: Any) -> list[Any]:
        """Where an element of the result lies, and what it is added to."""
        b, n, both = self.b, self.n, ((self.out, "c"), (self.plus, "d"))
        at = [b.add(b.mul(row, n[f"{x}_row"]), b.mul(column, n[f"{x}_column"])) for _, x in both]
        return [self.v.at(base, place) for (base, _), place in zip(both, at, strict=True)]

    def by_parts(self, first: Any, last: Any, step: int, start: Sequence[Any], term: Term) -> list[Any]:
        """Sums of ``PART`` terms in registers, which begin with ``start``, zeros; those before wait on the stack."""
        places = self.v.row(self.room(f"parts_{len(start)}", len(start) * self.v.lanes), len(start))
        return self.v.sum_by_parts(PART, places, first, last, step, start, term)

    def _added(self, vectors: Sequence[Any]) -> Any:
        """The sums of the elements of some vectors, as one vector: halves of neighbours are joined again and again."""
        found, count = list(vectors), len(vectors)
        while len(found) > 1:
            found = [self._pairs(found[k], found[k + 1]) for k in range(0, len(found), 2)]
        (made,) = found
        while made.type.count > count:
            made = self._pairs(made, None)
        return made

    def _pairs(self, one: Any, other: Any) -> Any:
        """Sums of neighbouring elements of one vector, and of another behind them."""
        lanes = one.type.count
        size = lanes if other is not None else lanes // 2
        kind, nothing = ir.VectorType(ir.IntType(32), size), ir.Constant(one.type, ir.Undefined)
        even, odd = (
            self.b.shuffle_vector(
                one, nothing if other is None else other, ir.Constant(kind, list(range(at, 2 * size, 2)))
            )
            for at in (0, 1)
        )
        return self.b.fadd(even, odd)
