"""Rank-k updates of matrices beyond the caches, such as weight updates by a small batch.

``c[i,j] = d[i,j] + scale*sum[k](a[i,k]*b[k,j])`` where ``c`` and ``d`` are what passes through memory: both are
touched once, and ``c`` goes past the cache where it is not read soon, so that it is not read before it is overwritten.
A block of columns of ``b`` and the numbers of a tile of ``a`` are copied side by side first: rows that lie a power of
two apart share a few places of a cache.  Tiles are those of `direct`; while one is summed, the lines
of ``d`` under the next one are asked for, since a row of a tile ends where a processor begins to fetch ahead.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Any

from espresso.ir.driver import STACK
from espresso.kernels.packed_gemm.packed import Blocks
from espresso.kernels.skinny_gemm.direct import SkinnyTile, SkinnyWriter, module_of
from espresso.llvm.emit.counted_loops import Counted
from espresso.llvm.emit.kinds import I64, internal
from espresso.llvm.emit.tiles import LINE, MOST_TERMS
from espresso.llvm.emit.vectors import Vectors


def text(dtype: str) -> str:
    """The module for one dtype as LLVM text."""
    functions = {name: functools.partial(_rows, name == "past") for name in ("update", "past")}
    return str(module_of(dtype, functions, most=1))


def _rows(past: bool, writer: SkinnyWriter, t: SkinnyTile, start: Any, stop: Any) -> None:
    """Rows of the result; ``start`` and ``stop`` count tiles of them.  They run along rows in blocks of columns."""
    b = t.b
    first, last = b.mul(start, I64(t.height)), t.least(b.mul(stop, I64(t.height)), t.n["m"])
    update = _Update(t, writer, past)
    for left, right in ((I64(0), update.lead), (update.lead, t.n["n"])):
        with Blocks(b, left, right, update.columns()) as (low, high):
            width = I64(writer.tile.columns)
            many = b.add(low, b.mul(b.sdiv(b.sub(high, low), width), width))
            parts = ((low, many, writer.tile.vectors), (many, high, 1))
            for begin, end, vectors in parts:
                with Counted(b, begin, end, vectors * t.v.lanes) as j:
                    update.copy((j, low, high), vectors)
            with Counted(b, first, last, t.height) as i:
                update.numbers(i)
                for begin, end, vectors in parts:
                    with Counted(b, begin, end, vectors * t.v.lanes) as j:
                        update.tile(i, (j, low, high), vectors)
    if update.whole_lines is not None:
        with b.if_then(update.whole_lines):
            b.fence("seq_cst")  # stores past the cache are seen before the step is done


class _Update:
    """A block of columns of the right operand, and the numbers of a tile of the left one, copied side by side."""

    def __init__(self, t: SkinnyTile, writer: SkinnyWriter, past: bool) -> None:
        self.t, self.b, self.v, self.writer = t, t.b, t.v, writer
        self.space = STACK // t.v.size
        self.right, self.left = t.room("right", self.space), t.room("left", MOST_TERMS * t.height)
        self.whole_lines: Any
        self.whole_lines, self.lead = self._lines() if past else (None, I64(0))

    def columns(self) -> Any:
        """Columns whose terms there is room for, in whole tiles."""
        b, width = self.b, self.writer.tile.columns
        terms = b.select(b.icmp_signed("<", self.t.n["k"], I64(1)), I64(1), self.t.n["k"])
        return b.mul(b.sdiv(b.sdiv(I64(self.space), terms), I64(width)), I64(width))

    def _lines(self) -> tuple[Any, Any]:
        """Whether tiles fill lines of the cache, none of which is read; columns before the first line."""
        b, t, size = self.b, self.t, self.v.size
        if self.writer.tile.columns * size % LINE:
            return None, I64(0)
        at, row = b.ptrtoint(t.out, I64), b.mul(t.n["c_row"], I64(size))
        every = b.icmp_signed("==", b.and_(row, I64(LINE - 1)), I64(0))
        lead = b.sdiv(b.and_(b.neg(at), I64(LINE - 1)), I64(size))
        whole = b.and_(b.and_(every, b.not_(t.in_place())), b.icmp_signed("<", lead, t.n["n"]))
        return whole, b.select(whole, lead, I64(0))

    def _panel(self, j: Any, low: Any) -> Any:
        return self.v.at(self.right, self.b.mul(self.b.sub(j, low), self.t.n["k"]))

    def copy(self, columns: tuple[Any, Any, Any], vectors: int) -> None:
        """Vectors from column j on, term by term, of a block of columns from ``low`` to ``high``."""
        b, v, n = self.b, self.v, self.t.n
        j, low, high = columns
        mask = v.first(b.sub(high, j)) if vectors == 1 else None
        with Counted(b, I64(0), n["k"], 1, short=True) as p:
            line = v.at(self.t.right, b.add(b.mul(p, n["b_inner"]), j))
            goal = v.at(self._panel(j, low), b.mul(p, I64(vectors * v.lanes)))
            for k in range(vectors):
                v.store(v.load(v.at(line, I64(k * v.lanes)), mask), v.at(goal, I64(k * v.lanes)))

    def numbers(self, i: Any) -> None:
        """The numbers of a tile's rows, term by term."""
        b, v, t = self.b, self.v, self.t
        rows = [v.at(t.left, b.mul(row, t.n["a_row"])) for row in t.rows(i)]
        with Counted(b, I64(0), t.n["k"], 1, short=True) as p:
            at, goal = b.mul(p, t.n["a_inner"]), v.at(self.left, b.mul(p, I64(t.height)))
            for r, row in enumerate(rows):
                b.store(b.load(v.at(row, at), typ=v.real), v.at(goal, I64(r)))

    def tile(self, i: Any, columns: tuple[Any, Any, Any], vectors: int) -> None:
        """A tile of the result at row i and column j of such a block."""
        b, v, t, n = self.b, self.v, self.t, self.t.n
        j, low, high = columns
        out, plus = (v.at(base, b.add(b.mul(i, n[f"{x}_row"]), j)) for base, x in ((t.out, "c"), (t.plus, "d")))
        width = I64(vectors * v.lanes)
        below = b.add(b.sub(low, j), b.mul(I64(t.height), n["d_row"]))
        ahead = b.select(b.icmp_signed("<", b.add(j, width), high), width, below)
        steps = n["c_row"], n["d_row"], n["k"], b.sub(n["m"], i), b.sub(high, j), ahead, b.zext(t.keep, I64)
        given = self.left, self._panel(j, low), out, plus, *steps, t.scale
        if self.whole_lines is None or vectors == 1:
            self._call(False, vectors, given)
            return
        with b.if_else(self.whole_lines) as branches:
            for past, branch in zip((True, False), branches, strict=True):
                with branch:
                    self._call(past, vectors, given)

    def _call(self, past: bool, vectors: int, given: Sequence[Any]) -> None:
        """Call the function that computes one tile."""
        name = f"tile_{vectors}{'_past' * past}"
        known = self.b.module.globals.get(name)
        if known is None:
            known, b = internal(self.b.module, name, [x.type for x in given], "noinline", "optsize")
            _tile(self.t.height, vectors, Vectors(b, self.t.dtype, self.v.lanes), known.args, past)
            b.ret_void()
        self.b.call(known, given)


def _tile(height: int, vectors: int, v: Vectors, given: Sequence[Any], past: bool) -> None:
    """Sums of a tile in registers, then row by row to their places; those beyond the last row or column are dropped."""
    b = v.b
    left, right, out, plus, c_row, d_row, k, rows, columns, ahead, keep, scale = given
    mask = v.first(columns) if vectors == 1 else None
    places = [I64(n * v.lanes) for n in range(vectors)]

    def term(p: Any, sums: Sequence[Any]) -> list[Any]:
        line, numbers = v.at(right, b.mul(p, I64(vectors * v.lanes))), v.at(left, b.mul(p, I64(height)))
        next_line = v.at(plus, b.add(b.mul(b.and_(p, I64(height - 1)), d_row), ahead))
        for place in places:
            v.prefetch(v.at(next_line, place))
        found = [v.load(v.at(line, place)) for place in places]
        return v.rank_one((v.at(numbers, I64(r)) for r in range(height)), found, sums)

    sums = v.sum(I64(0), k, 1, [v.zero] * (height * vectors), term)
    factor = v.splat(scale)

    def save(load: Callable[[Any, Any], Any]) -> None:
        for r in range(height):
            with b.if_then(b.icmp_signed(">", rows, I64(r))):
                for n, place in enumerate(places):
                    value = load(b.fmul(sums[r * vectors + n], factor), v.at(v.at(plus, b.mul(I64(r), d_row)), place))
                    v.store(value, v.at(v.at(out, b.mul(I64(r), c_row)), place), mask, past)

    with b.if_else(b.icmp_signed("!=", keep, I64(0))) as (added, alone):
        with added:
            save(lambda value, place: b.fadd(v.load(place, mask), value))
        with alone:
            save(lambda value, place: value)
