"""Rank-k updates of matrices beyond the caches, such as weight updates by a small batch.

``c[i,j] = d[i,j] + scale*sum[k](a[i,k]*b[k,j])`` where ``c`` and ``d`` are what passes through memory: both are
touched once, and ``c`` goes past the cache where it is not read soon, so that it is not read before it is overwritten.
A block of columns of ``b`` and the numbers of a tile of ``a`` are copied side by side first: rows that lie a power of
two apart share a few places of a cache.  Tiles are those of `direct`; while one is summed, the lines
of ``d`` under the next one are asked for, since a row of a tile ends where a processor begins to fetch ahead.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator, Sequence
from typing import Any

from espresso.ir.driver import STACK
from espresso.kernels.skinny_gemm.direct import SkinnyTile, SkinnyWriter, module_of
from espresso.llvm.emit.counted_loops import Blocks, Counted, least, most
from espresso.llvm.emit.kinds import I64
from espresso.llvm.emit.tiles import LINE, MOST_TERMS
from espresso.llvm.emit.vectors import Vectors


def text(dtype: str) -> str:
    """The module for one dtype as LLVM text."""
    functions = {name: functools.partial(_rows, name == "past") for name in ("update", "past")}
    return str(module_of(dtype, functions, most=1))


def _rows(past: bool, writer: SkinnyWriter, t: SkinnyTile, start: Any, stop: Any) -> None:
    """Rows of the result; ``start`` and ``stop`` count tiles of them.  They run along rows in blocks of columns."""
    b = t.b
    first, last = b.mul(start, I64(t.height)), least(b, b.mul(stop, I64(t.height)), t.n["m"])
    update = _Update(t, writer, past)
    for left, right in ((I64(0), update.lead), (update.lead, t.n["n"])):
        with Blocks(b, left, right, update.columns()) as (low, high):
            width = I64(writer.tile.columns)
            many = b.add(low, b.mul(b.sdiv(b.sub(high, low), width), width))
            parts = ((low, many, writer.tile.vectors), (many, high, 1))
            for begin, end, vectors in parts:
                with Counted(b, begin, end, vectors * t.v.lanes) as j:
                    t.copy(update.panel(j, low), vectors, (j, high), (I64(0), t.n["k"]))
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
        return b.mul(b.sdiv(b.sdiv(I64(self.space), most(b, self.t.n["k"], 1)), I64(width)), I64(width))

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

    def panel(self, j: Any, low: Any) -> Any:
        """Where the vectors from column j on are copied to, those from ``low`` on first."""
        return self.v.at(self.right, self.b.mul(self.b.sub(j, low), self.t.n["k"]))

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
        given = self.left, self.panel(j, low), out, plus, *steps, t.scale
        if self.whole_lines is None or vectors == 1:
            self._call(False, vectors, given)
            return
        with b.if_else(self.whole_lines) as branches:
            for past, branch in zip((True, False), branches, strict=True):
                with branch:
                    self._call(past, vectors, given)

    def _call(self, past: bool, vectors: int, given: Sequence[Any]) -> None:
        """Call the function that computes one tile."""
        write = functools.partial(_tile, self.t.height, vectors, past)
        self.t.apart(f"tile_{vectors}{'_past' * past}", given, write)


def _tile(height: int, vectors: int, past: bool, v: Vectors, given: Sequence[Any]) -> None:
    """Sums of a tile in registers, then row by row to their places; those beyond the last row or column are dropped."""
    b = v.b
    left, right, out, plus, c_row, d_row, k, rows, columns, ahead, keep, scale = given

    def read(p: Any) -> tuple[Any, Iterator[Any]]:
        line, numbers = v.at(right, b.mul(p, I64(vectors * v.lanes))), v.at(left, b.mul(p, I64(height)))
        for place in v.row(v.at(plus, b.add(b.mul(b.and_(p, I64(height - 1)), d_row), ahead)), vectors):
            v.prefetch(place)
        return line, (v.at(numbers, I64(r)) for r in range(height))

    sums, factor = v.tile(I64(0), k, height, [None] * vectors, read), v.splat(scale)
    masks, adds = v.masks(vectors, columns), b.icmp_signed("!=", keep, I64(0))
    for r in range(height):
        with b.if_then(b.icmp_signed(">", rows, I64(r))):
            goals, given = (
                v.row(v.at(base, b.mul(I64(r), step)), vectors) for base, step in ((out, c_row), (plus, d_row))
            )
            v.put([b.fmul(s, factor) for s in sums[r * vectors :][:vectors]], goals, masks, adds, given, past)
