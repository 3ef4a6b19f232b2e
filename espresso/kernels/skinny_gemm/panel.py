"""Skinny GEMM with a large matrix: one packed panel of it at a time, while the next is prefetched.

``c[i,j] = d[i,j] + scale*sum[k](a[i,k]*b[k,j])`` with few rows and a ``b`` beyond the caches, which is read once, and
whose lines are asked for while those before are multiplied.  Some columns and ``TERMS`` terms of it are a panel, which
stays in the first cache while all rows run over it in tiles as those of `direct`; their sums wait on the stack:

* *row panels*: ``b`` lies along ``k``; its rows are read along, and blocks are transposed in registers.  No
  sum ends in a vector whose elements are added up, and a row of ``a`` is not read for every four columns;
* *column panels*: ``b`` lies along ``j``; as many columns are taken together as there is room for their sums, so that
  what is read of each row of ``b`` is long, and ``c`` is written once, where `direct` goes on from part to part.

Only whole terms are multiplied: what fills a square up is stored and not read.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator, Sequence
from typing import Any

from espresso.ir.driver import STACK
from espresso.kernels.skinny_gemm.direct import SkinnyTile, SkinnyWriter, module_of
from espresso.llvm.emit.counted_loops import Blocks, Counted, least, most
from espresso.llvm.emit.kinds import I64
from espresso.llvm.emit.vectors import Vectors

TERMS = 64
"""Terms in a panel, whose sums begin anew in registers: one that went on would round by a part of all it has become."""

PANELS = 16
"""Panels whose sums are added up by themselves: those of a long sum are too many for one number."""

ROWS = 64
"""Rows of the result whose sums wait beside a panel; more are computed after one another."""


def text(dtype: str) -> str:
    """The module for one dtype as LLVM text."""
    ways = {"row_panels": True, "column_panels": False}
    return str(module_of(dtype, {name: functools.partial(_columns, turn) for name, turn in ways.items()}))


def _columns(turn: bool, writer: SkinnyWriter, t: SkinnyTile, start: Any, stop: Any) -> None:
    """Columns of the result, panels of all vectors of a tile and then of one; ``start`` and ``stop`` count tiles."""
    b, tile = t.b, writer.tile
    low, last = b.mul(start, I64(tile.columns)), least(b, b.mul(stop, I64(tile.columns)), t.n["n"])
    many = b.add(low, b.mul(b.sdiv(b.sub(last, low), I64(tile.columns)), I64(tile.columns)))
    whole = b.mul(b.sdiv(b.add(t.n["m"], I64(t.height - 1)), I64(t.height)), I64(t.height))
    rows = least(b, whole, ROWS // t.height * t.height)
    long = b.icmp_signed(">", t.n["k"], I64(TERMS * PANELS))
    for first, behind, vectors in ((low, many, tile.vectors), (many, last, 1)):
        panel = _Panel(t, vectors, rows)
        wide = I64(panel.width) if turn else panel.block(b.sub(behind, first))
        with Blocks(b, first, behind, wide) as columns, Blocks(b, I64(0), t.n["m"], rows) as (top, bottom):
            panel.clear(panel.sums, b.mul(rows, wide))
            with b.if_then(long):
                panel.clear(panel.whole, b.mul(rows, wide))
            with Blocks(b, I64(0), t.n["k"], TERMS * PANELS) as terms:
                with Blocks(b, *terms, TERMS) as (p, end), Counted(b, *columns, panel.width) as j:
                    if turn:
                        panel.transpose_columns(j, p, end)
                        ahead = panel.next_panel(j, p)
                    else:
                        t.copy(panel.panel, vectors, (j, t.n["n"]), (p, end))
                        ahead = panel.behind_copied(j, p, columns)
                    panel.multiply(panel.sums_at(panel.sums, j, columns[0]), (top, bottom), (p, end), ahead)
                with b.if_then(long):
                    panel.flush_sums(b.mul(rows, wide))
            found = b.select(long, panel.whole, panel.sums)
            with Counted(b, *columns, panel.width) as j, Counted(b, top, bottom, 1) as i:
                place = b.mul(b.sub(i, top), I64(panel.width))
                panel.store(i, j, t.v.at(panel.sums_at(found, j, columns[0]), place))


Ahead = tuple[Any, Any, Any, Any]
"""What is asked for while a panel is multiplied: a place, and steps in numbers: from term to term of a vector, from one
vector of terms to the next, and from one vector of columns to the next."""


class _Panel:
    """Some columns of the right operand, transposed, and the sums of some rows of the result."""

    def __init__(self, t: SkinnyTile, vectors: int, rows: Any) -> None:
        self.t, self.b, self.v, self.vectors, self.rows = t, t.b, t.v, vectors, rows
        self.width, self.room = vectors * t.v.lanes, STACK // t.v.size
        self.panel, self.sums = t.room("panel", TERMS * self.width), t.room("sums", self.room)
        self.whole = t.room("whole", self.room)

    def block(self, columns: Any) -> Any:
        """Columns whose sums there is room for, in blocks of about one size."""
        b = self.b

        def parts(whole: Any, size: Any) -> Any:
            return b.sdiv(b.add(whole, b.sub(size, I64(1))), size)

        panels = parts(most(b, columns, 1), I64(self.width))  # of no columns there is a block of one panel
        blocks = parts(panels, b.sdiv(I64(self.room), b.mul(self.rows, I64(self.width))))
        return b.mul(parts(panels, blocks), I64(self.width))

    def sums_at(self, sums: Any, j: Any, first: Any) -> Any:
        """The sums of the columns from j on, where the block begins with ``first``: those of each panel together."""
        return self.v.at(sums, self.b.mul(self.b.sub(j, first), self.rows))

    def clear(self, sums: Any, count: Any) -> None:
        """Sums of nothing."""
        with Counted(self.b, I64(0), count, self.v.lanes) as at:
            self.v.store(self.v.zero, self.v.at(sums, at))

    def flush_sums(self, count: Any) -> None:
        """The sums of some panels are added to those of all before them, and begin anew."""
        b, v = self.b, self.v
        with Counted(b, I64(0), count, v.lanes) as at:
            some, whole = v.at(self.sums, at), v.at(self.whole, at)
            v.store(b.fadd(v.load(whole), v.load(some)), whole)
            v.store(v.zero, some)

    def transpose_columns(self, j: Any, p: Any, end: Any) -> None:
        """Columns from j on of the terms from p to end: by squares, those beyond the last column are the last."""
        n = self.t.n
        given = self.t.right, self.panel, n["b_column"], j, self.b.sub(n["n"], I64(1)), p, end, I64(self.vectors)
        self.t.apart("turn", given, _transpose_into)

    def next_panel(self, j: Any, p: Any) -> Ahead:
        """The panel behind such columns: their next terms, then other columns."""
        b, n = self.b, self.t.n
        more = b.icmp_signed("<", b.add(p, I64(TERMS)), n["k"])
        step = b.select(more, b.add(p, I64(TERMS)), b.mul(I64(self.width), n["b_column"]))
        start = self.v.at(self.v.at(self.t.right, b.mul(j, n["b_column"])), step)
        return start, n["b_column"], I64(self.v.lanes), b.mul(I64(self.v.lanes), n["b_column"])

    def behind_copied(self, j: Any, p: Any, columns: tuple[Any, Any]) -> Ahead:
        """The panel behind such columns: those beside them, then the first ones of the next terms, then other ones."""
        b, v, n = self.b, self.v, self.t.n
        beside = b.icmp_signed("<", b.add(j, I64(self.width)), columns[1])
        more = b.icmp_signed("<", b.add(p, I64(TERMS)), n["k"])
        below = b.select(more, b.add(p, I64(TERMS)), I64(0))
        column = b.select(beside, b.add(j, I64(self.width)), b.select(more, columns[0], columns[1]))
        start = v.at(v.at(self.t.right, column), b.mul(b.select(beside, p, below), n["b_inner"]))
        return start, n["b_inner"], b.mul(I64(v.lanes), n["b_inner"]), I64(v.lanes)

    def multiply(self, sums: Any, rows: tuple[Any, Any], terms: tuple[Any, Any], ahead: Ahead) -> None:
        """The terms of the panel, added to the sums of some rows, while the next panel is asked for."""
        n = self.t.n
        given = self.t.left, self.panel, sums, n["a_row"], n["a_inner"], n["m"], *rows, *terms, *ahead
        height, vectors = self.t.height, self.vectors
        self.t.apart(f"multiply_{height}_{vectors}", given, functools.partial(_multiply, height, vectors))

    def store(self, i: Any, j: Any, line: Any) -> None:
        """A row of the result from column j on."""
        b, t = self.b, self.t
        count, steps = least(b, b.sub(t.n["n"], j), self.width), (t.n["c_column"], t.n["d_column"])
        t.apart("store", (*t.goals(i, j), line, *steps, count, b.zext(t.keep, I64), t.scale), _store)


def _transpose_into(v: Vectors, given: Sequence[Any]) -> None:
    """Vectors of columns from j on, of the terms from p to end, into a panel: by squares."""
    b = v.b
    right, panel, step, j, last, p, end, vectors = given
    width = b.mul(vectors, I64(v.lanes))
    whole = b.sub(end, b.srem(b.sub(end, p), I64(v.lanes)))
    with Counted(b, I64(0), width, v.lanes) as part:
        columns = [b.add(b.add(j, part), I64(c)) for c in range(v.lanes)]
        rows = [v.at(right, b.mul(least(b, c, last), step)) for c in columns]
        for low, high, mask in ((p, whole, None), (whole, end, v.first(b.sub(end, whole)))):
            with Counted(b, low, high, v.lanes) as q:
                places = [v.at(row, q) for row in rows]
                goal = v.at(panel, b.add(b.mul(b.sub(q, p), width), part))
                for line in v.transposed([v.load(place, mask) for place in places]):
                    v.store(line, goal)
                    goal = v.at(goal, width)


def _multiply(height: int, vectors: int, v: Vectors, given: Sequence[Any]) -> None:
    """Tiles of a panel: sums of so many rows at once are in registers; rows beyond the last repeat it."""
    b, width = v.b, vectors * v.lanes
    left, panel, sums, a_row, a_inner, m, top, bottom, p, end, behind, near, far, beside = given
    last = b.sub(m, I64(1))
    with Counted(b, top, bottom, height) as i:
        rows = [v.at(left, b.mul(least(b, b.add(i, I64(r)), last), a_row)) for r in range(height)]
        places = v.row(v.at(sums, b.mul(b.sub(i, top), I64(width))), height * vectors)

        def read(q: Any) -> tuple[Any, Iterator[Any]]:
            at, place = b.sub(q, p), b.mul(q, a_inner)
            fast, slow = b.and_(at, I64(v.lanes - 1)), b.udiv(at, I64(v.lanes))
            asked = v.at(behind, b.add(b.mul(fast, near), b.mul(slow, far)))
            for k in range(vectors):
                v.prefetch(v.at(asked, b.mul(I64(k), beside)), 2)
            return v.at(panel, b.mul(at, I64(width))), (v.at(row, place) for row in rows)

        v.put(v.tile(p, end, height, [None] * vectors, read), places, None, True)


def _store(v: Vectors, given: Sequence[Any]) -> None:
    """Sums to their places, times the factor, added to what is given: by vectors where both lie along the columns."""
    b = v.b
    out, plus, line, out_step, plus_step, count, keep, scale = given
    adds = b.icmp_signed("!=", keep, I64(0))
    beside = b.and_(*(b.icmp_signed("==", x, I64(1)) for x in (out_step, plus_step)))
    with b.if_else(beside) as branches:
        for w, branch in zip((v, v.of(1)), branches, strict=True):
            with branch, Counted(b, I64(0), count, w.lanes) as k:
                masks = v.masks(1, b.sub(count, k)) if w is v else None
                goals, given = ([w.at(x, b.mul(k, step))] for x, step in ((out, out_step), (plus, plus_step)))
                w.put([b.fmul(w.load(w.at(line, k)), w.splat(scale))], goals, masks, adds, given)
