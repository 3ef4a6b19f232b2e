"""Loop interchange of scans over rows: running sums of many columns, kept side by side in a row.

``c[i,j] = cumsum[i](A[i,j])`` runs down one column after the other, where each element is in another cache line, and
adds one number at a time.  With the loops exchanged it adds whole rows to a row of running sums; a block of columns
at a time, so that these stay in the first cache.  What is made of the sums in the same loops goes with them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from espresso.codegen.common.cpu_scalar import has_circular
from espresso.codegen.loops.facts import Facts
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.ir import nests as ir
from espresso.ir.driver import identity
from espresso.ir.loops import SCANS, Statement, accesses

BLOCK = 1024
"""Columns of a block: a row of running sums of 8 bytes fills a quarter of a cache of 32 KiB."""

FEW = 8
"""Columns from which on a row of sums takes less time than as many sums one after the other: starting a loop does."""


def running_rows(loop: ir.Loop, facts: Facts, around: Mapping[str, Expr]) -> list[ir.Node] | None:
    """A loop over columns around one that scans them, as scans of rows; None where rows lie along the scans."""
    inner = _scanning(loop, facts)
    if inner is None or loop.is_whole and loop.extent.op == "const" and loop.extent.data < FEW:
        return None
    rows, columns = _Rows(loop, facts).scanned(inner), ir.minus(loop.bounds[1], loop.bounds[0])
    return [
        ir.If(ex.call("lt", columns, ex.const(FEW)), [replace(loop, done=True)]),
        ir.If(ex.call("le", ex.const(FEW), columns), rows),
    ]


def _scanning(loop: ir.Loop, facts: Facts) -> ir.Loop | None:
    """The loop inside this one where all that it computes are scans over it, and values that are made of these, and
    more arrays lie along the loop around it than along itself."""
    loops = [n for n in loop.body if isinstance(n, ir.Loop)]
    if facts.kernel.window is not None or len(loops) != 1 or not loops[0].is_whole:
        return None
    inner, registers = loops[0], facts.kernel.scalars
    statements = ir.computed(inner.body)
    scans = {s.name for s in statements if s.operator in SCANS and s.over == (inner.index,)}
    ends = [n.statement.name for n in loop.body if isinstance(n, ir.Begin | ir.End)]
    if not all(isinstance(n, ir.Compute) for n in inner.body):
        return None
    if len(loop.body) != 1 + 2 * len(scans) or set(ends) != scans or not scans:
        return None
    maps = [s for s in statements if s.name not in scans]
    if any(s.operator is not None or s.slots is not None or loop.index not in s.axes for s in maps):
        return None
    places = [tuple(map(ex.index, s.axes)) for s in statements if s.name not in registers]
    places += [e.args[1:] for s in statements for e in accesses(s.body) if e.args[0].data.name not in registers]
    last = [slots[-1].free for slots in places if slots]
    across = sum(loop.index in free for free in last) > sum(inner.index in free for free in last)
    return inner if across else None


class _Rows:
    """Rows of values where there was one value of each column: running sums, and others that a later loop reads."""

    def __init__(self, loop: ir.Loop, facts: Facts) -> None:
        self.loop, self.facts = loop, facts
        self.block = ir.variable(loop.index, "block")
        self.tiles: list[ir.Node] = []
        self.values: dict[tuple[str, tuple[Expr, ...]], Expr] = {}  # arrays and positions -> where they are in rows

    def scanned(self, inner: ir.Loop) -> list[ir.Node]:
        """Blocks of columns; in each, the scans begin, and row after row is added."""
        statements = ir.computed(inner.body)
        apart = has_circular([s.body for s in statements], self.facts.dtype)
        begun: list[ir.Node] = []
        groups: list[tuple[bool, list[ir.Node]]] = []

        def put(s: Statement) -> None:
            """Statements share a loop, but for those that may be computed again: nothing must be added twice."""
            again = has_circular([s.body], self.facts.dtype)
            if not groups or groups[-1][0] != again:
                groups.append((again, []))
            groups[-1][1].append(ir.Compute(s))

        for s in statements:
            reads = {e: (e.args[0].data.name, e.args[1:]) for e in accesses(s.body)}
            found = {e: self.values[place] for e, place in reads.items() if place in self.values}
            s = replace(s, body=ex.replace(s.body, found, into_arrays=False))
            if s.operator is None and (not apart or s.name not in self.facts.kernel.scalars):
                put(s)
                continue
            term = s.body
            if s.operator is not None and has_circular([term], self.facts.dtype):
                term, row = self._row(s, "term")
                put(replace(row, body=s.body))
            element, row = self._row(s, "row")
            if s.operator is not None:
                begun.append(ir.Compute(replace(row, body=ex.const(identity(s.operator, s.accumulate)))))
                term = ex.call("mul" if s.operator == "cumprod" else "add", element, term)
            put(replace(row, body=term))
            if s.name not in self.facts.kernel.scalars:
                put(replace(s, body=element, operator=None, over=()))
            self.values[s.name, tuple(map(ex.index, s.axes))] = element
        rows = replace(inner, body=[self._columns(nodes) for _, nodes in groups], done=True)
        if any(s.operator == "reverse_cumsum" for s in statements):
            rows = replace(rows, start=ir.plus(inner.bounds[1], -1), stop=ex.const(-1), step=-1)
        start, stop = self.loop.bounds
        inside = [*self.tiles, self._columns(begun), rows]
        return [ir.Loop(self.block.data[0], self.loop.extent, inside, start, stop, BLOCK, done=True)]

    def _columns(self, body: Sequence[ir.Node]) -> ir.Loop:
        end = ir.smaller(ir.plus(self.block, BLOCK), self.loop.bounds[1])
        return ir.Loop(self.loop.index, self.loop.extent, [*body], self.block, end)

    def _row(self, s: Statement, purpose: str) -> tuple[Expr, Statement]:
        """An element of a new row, and the map that stores it, but for its value."""
        name, column = self.facts.fresh(s.name, purpose), self.loop.index
        self.tiles.append(ir.Tile(name, s.accumulate, (BLOCK,), (ir.local(column, "block"),)))
        row = replace(s, name=name, axes=(column,), operator=None, over=(), dtype=s.accumulate)
        return ex.access(ex.tensor(name, 1, s.accumulate), [ex.index(column)]), row
