"""Thin products with large matrices: a panel of the matrix is made at a time, and tiles run over it.

``c[i,j] = d[i,j] + scale*sum[k](a[i,k]*b[k,j])`` with few rows and a ``b`` beyond the caches, which is read once, and
whose lines are asked for before they are needed.  Some columns and ``TERMS`` terms of it are a panel, which stays in
the first cache while all rows run over it in tiles as those of `native.thin`; their sums wait on the stack:

* *across*: ``b`` lies along ``k``; its rows are read along, and squares are transposed in registers.  No sum ends in a
  vector whose elements are added up, and a row of ``a`` is not read for every four columns;
* *along*: ``b`` lies along ``j``; as many columns are taken together as there is room for their sums, so that what is
  read of each row of ``b`` is long, and ``c`` is written once, where `native.thin` goes on from part to part.

Only whole terms are multiplied: what fills a square up is stored and not read.
"""

from __future__ import annotations

import functools
from typing import Any

import llvmlite.ir as ir

from .counting import Counted
from .kinds import I64
from .packed import Blocks
from .panels import LEAST_LANES, Tile, heights
from .steps import STACK
from .thin import ThinTile, ThinWriter, facts

FUNCTIONS = ("across", "along", "facts")
"""What a module of these products exports."""

TERMS = 64
"""Terms in a panel."""

ROWS = 64
"""Rows of the result whose sums wait beside a panel; more are computed after one another."""


SUMS = 1 << 14


def text(dtype: str) -> str:
    """The module for one dtype as LLVM text."""
    from .machine import host
    from .packed import tile

    module, found = ir.Module(), tile(dtype, host()[2])
    facts(module, found)
    writer = ThinWriter(module, dtype, found)
    if found.lanes >= LEAST_LANES:
        for name, turn in (("across", True), ("along", False)):
            writer.function(name, heights(found, False), functools.partial(_columns, turn, writer.tile))
    else:
        writer.absent("across", "along")
    return str(module)


def _columns(turn: bool, tile: Tile, t: ThinTile, start: Any, stop: Any) -> None:
    """Columns of the result, panels of all vectors of a tile and then of one; ``start`` and ``stop`` count tiles."""
    b = t.b
    low, last = b.mul(start, I64(tile.columns)), t.least(b.mul(stop, I64(tile.columns)), t.n["n"])
    many = b.add(low, b.mul(b.sdiv(b.sub(last, low), I64(tile.columns)), I64(tile.columns)))
    whole = b.mul(b.sdiv(b.add(t.n["m"], I64(t.height - 1)), I64(t.height)), I64(t.height))
    rows = t.least(whole, I64(ROWS // t.height * t.height))
    for first, behind, vectors in ((low, many, tile.vectors), (many, last, 1)):
        panel = _Panel(t, vectors, rows)
        wide = I64(panel.width) if turn else panel.block(b.sub(behind, first))
        with Blocks(b, first, behind, wide) as columns, Blocks(b, I64(0), t.n["m"], rows) as (top, bottom):
            panel.clear(b.mul(rows, wide))
            with Counted(b, I64(0), t.n["k"], TERMS) as p, Counted(b, *columns, panel.width) as j:
                end = t.least(b.add(p, I64(TERMS)), t.n["k"])
                if turn:
                    panel.turn(j, p, end)
                else:
                    panel.copy(j, p, end, columns)
                sums = panel.sums_at(j, columns[0])
                with Counted(b, top, bottom, t.height) as i:
                    panel.multiply(i, panel.row(sums, b.sub(i, top)), (p, end))
            with Counted(b, *columns, panel.width) as j, Counted(b, top, bottom, 1) as i:
                panel.store(i, j, panel.row(panel.sums_at(j, columns[0]), b.sub(i, top)))


class _Panel:
    """Some columns of the right operand, transposed, and the sums of some rows of the result."""

    def __init__(self, t: ThinTile, vectors: int, rows: Any) -> None:
        self.t, self.b, self.v, self.vectors, self.rows = t, t.b, t.v, vectors, rows
        self.width = vectors * t.v.lanes
        self.room = STACK // t.v.size
        self.panel, self.sums = t.room("panel", TERMS * self.width), t.room("sums", self.room)

    def block(self, columns: Any) -> Any:
        """Columns whose sums there is room for, in blocks of about one size."""
        b = self.b

        def parts(whole: Any, size: Any) -> Any:
            return b.sdiv(b.add(whole, b.sub(size, I64(1))), size)

        some = b.select(b.icmp_signed("<", columns, I64(1)), I64(1), columns)  # of none there is a block of one panel
        panels = parts(some, I64(self.width))
        blocks = parts(panels, b.sdiv(I64(self.room), b.mul(self.rows, I64(self.width))))
        return b.mul(parts(panels, blocks), I64(self.width))

    def sums_at(self, j: Any, first: Any) -> Any:
        """The sums of the columns from j on, where the block begins with ``first``: those of each panel together."""
        return self.v.at(self.sums, self.b.mul(self.b.sub(j, first), self.rows))

    def row(self, sums: Any, number: Any) -> Any:
        """A row of the sums of a panel."""
        return self.v.at(sums, self.b.mul(number, I64(self.width)))

    def clear(self, count: Any) -> None:
        """Sums of nothing."""
        with Counted(self.b, I64(0), count, self.v.lanes) as at:
            self.v.store(self.v.zero, self.v.at(self.sums, at))

    def turn(self, j: Any, p: Any, end: Any) -> None:
        """Columns from j on of the terms from p to end: by squares, those beyond the last column are the last."""
        b, v, n = self.b, self.v, self.t.n
        more = b.icmp_signed("<", b.add(p, I64(TERMS)), n["k"])  # else what is read next are other columns
        ahead = b.select(more, I64(TERMS), b.sub(b.mul(I64(self.width), n["b_column"]), p))
        last = b.sub(n["n"], I64(1))
        with Counted(b, I64(0), I64(self.vectors), 1) as part:
            first = b.add(j, b.mul(part, I64(v.lanes)))
            columns = [b.add(first, I64(c)) for c in range(v.lanes)]
            rows = [
                v.at(self.t.right, b.mul(b.select(b.icmp_signed("<", c, last), c, last), n["b_column"]))
                for c in columns
            ]
            whole = b.sub(end, b.srem(b.sub(end, p), I64(v.lanes)))
            to = v.at(self.panel, b.mul(part, I64(v.lanes)))
            for low, high, mask in ((p, whole, None), (whole, end, v.first(b.sub(end, whole)))):
                with Counted(b, low, high, v.lanes) as q:
                    places = [v.at(row, q) for row in rows]
                    if mask is None:
                        for place in places:
                            v.ahead(v.at(place, ahead))
                    square = v.transposed([v.load(place, mask) for place in places])
                    goal = v.at(to, b.mul(b.sub(q, p), I64(self.width)))
                    for k, line in enumerate(square):
                        v.store(line, v.at(goal, I64(k * self.width)))

    def copy(self, j: Any, p: Any, end: Any, columns: tuple[Any, Any]) -> None:
        """Columns from j on of the terms from p to end, which lie side by side."""
        b, v, n = self.b, self.v, self.t.n
        mask = None if self.vectors > 1 else v.first(b.sub(n["n"], j))
        more = b.icmp_signed("<", b.add(p, I64(TERMS)), n["k"])
        here, below = b.mul(p, n["b_inner"]), b.mul(I64(TERMS), n["b_inner"])
        rest = b.select(more, b.add(b.sub(columns[0], j), below), b.sub(I64(self.width), here))
        ahead = b.select(b.icmp_signed("<", b.add(j, I64(self.width)), columns[1]), I64(self.width), rest)
        with Counted(b, p, end, 1) as q:
            line = v.at(v.at(self.t.right, j), b.mul(q, n["b_inner"]))
            goal = v.at(self.panel, b.mul(b.sub(q, p), I64(self.width)))
            for k in range(self.vectors):
                at = I64(k * v.lanes)
                v.ahead(v.at(v.at(line, at), ahead))
                v.store(v.load(v.at(line, at), mask), v.at(goal, at))

    def multiply(self, i: Any, mine: Any, terms: tuple[Any, Any]) -> None:
        """The terms of the panel, added to the sums of the rows from i on; rows beyond the last repeat it."""
        b, v, t = self.b, self.v, self.t
        rows = [v.at(t.left, b.mul(row, t.n["a_row"])) for row in t.rows(i)]
        places = [v.at(mine, I64(k * v.lanes)) for k in range(t.height * self.vectors)]

        def term(q: Any, sums: Any) -> list[Any]:
            line = v.at(self.panel, b.mul(b.sub(q, terms[0]), I64(self.width)))
            columns = [v.load(v.at(line, I64(k * v.lanes))) for k in range(self.vectors)]
            place, made = b.mul(q, t.n["a_inner"]), []
            for r, row in enumerate(rows):
                number = v.splat(b.load(v.at(row, place), typ=v.real))
                made += [t.fma(number, x, sums[r * self.vectors + k]) for k, x in enumerate(columns)]
            return made

        for place, value in zip(places, t.sum(*terms, 1, [v.load(x) for x in places], term), strict=True):
            v.store(value, place)

    def store(self, i: Any, j: Any, line: Any) -> None:
        """A row of the result, by vectors where it lies along its columns."""
        b, v, t = self.b, self.v, self.t
        out, plus = (v.at(base, b.mul(i, t.n[f"{x}_row"])) for base, x in ((t.out, "c"), (t.plus, "d")))
        beside = b.and_(*(b.icmp_signed("==", t.n[f"{x}_column"], I64(1)) for x in "cd"))
        left = b.sub(t.n["n"], j)
        with b.if_else(beside) as (vectors, numbers):
            with vectors:
                for k in range(self.vectors):
                    mask, place = v.first(b.sub(left, I64(k * v.lanes))), b.add(j, I64(k * v.lanes))
                    value = b.fmul(v.load(v.at(line, I64(k * v.lanes))), v.splat(t.scale))
                    with b.if_else(t.keep) as (adds, stores):
                        with adds:
                            v.store(b.fadd(v.load(v.at(plus, place), mask), value), v.at(out, place), mask)
                        with stores:
                            v.store(value, v.at(out, place), mask)
            with numbers, Counted(b, I64(0), t.least(left, I64(self.width)), 1) as k:
                value = b.fmul(b.load(v.at(line, k), typ=v.real), t.scale)
                t.one(i, b.add(j, k), value)
