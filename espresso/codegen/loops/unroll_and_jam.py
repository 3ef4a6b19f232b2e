"""Unroll-and-jam of sums over rows: several rows are added for each load and store of the running sums.

``y[j] += x[i,j]`` in a loop over ``i`` reads and writes ``y`` once for each row, and with rows of a few elements each
row waits for what the last one stored.  Several rounds of ``i`` share one loop over ``j`` instead (unroll and jam).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from espresso.codegen.common.cpu_scalar import has_circular
from espresso.codegen.loops.facts import Facts
from espresso.codegen.loops.tiling import ANY_ORDER
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.ir import nests as ir
from espresso.ir.costs import cost
from espresso.ir.loops import Statement

ROWS = 8
"""Rows that are added at once where each of them reads one array; a body of two arrays adds half as many.

Measured, sums of 500 rows of 20 numbers: 1.8 µs by single rows, 0.9 with 4 at once, 0.6 with 8.
"""

ARRAYS = 2
"""Arrays along a row from which on nothing is gained: the running sums are a small part of what is read."""

WORK = 6
"""Operations of a body (an exponential is 10) up to which reading and writing a running sum counts beside them."""


def unroll_and_jam(loop: ir.Loop, facts: Facts, around: Mapping[str, Expr]) -> list[ir.Node] | None:
    """The loop with several rounds at once, and the rounds that are left; None where that is no gain."""
    rows = _rows_at_once(loop, facts)
    if not rows:
        return None
    (inner,) = loop.body
    assert isinstance(inner, ir.Loop)
    v, (start, stop) = loop.index, loop.bounds
    whole = ir.variable(v, "whole")
    last = ir.minus(stop, ex.call("mod", ir.minus(stop, start), ex.const(rows)))
    names = [v, *(ir.local(v, f"row{k}") for k in range(1, rows))]
    body = [node for s in ir.computed(inner.body) for node in _joined(s, v, names)]
    following = [ir.let(ex.index(n), ir.plus(ex.index(v), k), loop.extent) for k, n in enumerate(names[1:], 1)]
    jammed = ir.within(following, [replace(inner, body=body)])
    several = replace(loop, body=jammed, start=start, stop=whole, step=rows, done=True)
    return ir.within([ir.let(whole, last)], [several, replace(loop, start=whole, stop=stop, done=True)])


def _rows_at_once(loop: ir.Loop, facts: Facts) -> int:
    """How many rounds of a loop share one loop inside it; 0 where they do not."""
    inner = loop.body[0] if len(loop.body) == 1 else None
    if not isinstance(inner, ir.Loop) or facts.kernel.window is not None or not inner.is_whole:
        return 0
    statements = [n.statement for n in inner.body if isinstance(n, ir.Compute)]
    if not statements or len(statements) < len(inner.body):
        return 0
    if not all(_runs_in_memory(s, loop.index, inner.index, facts) for s in statements):
        return 0
    bodies = [s.body for s in statements]
    nodes = ex.postorder(*bodies)
    here = [e for e in nodes if inner.index in e.free and loop.index in e.free]  # the rest is shared
    along = sum(e.op == "access" for e in here)
    if along > ARRAYS or sum(map(cost, here)) > WORK:
        return 0
    fixed = {e for e in nodes if not {loop.index, inner.index} & e.free}
    return 0 if has_circular(bodies, fixed) else ROWS if along < ARRAYS else ROWS // 2


def _runs_in_memory(s: Statement, outer: str, inner: str, facts: Facts) -> bool:
    """Whether the statement reduces over the outer loop, and not the inner one, into an array."""
    plain = s.operator is not None and s.operator in ANY_ORDER and s.slots is None and s.name not in facts.kernel.rows
    return plain and outer in s.over and inner in s.axes and facts.in_memory(s)


def _joined(s: Statement, outer: str, names: Sequence[str]) -> list[ir.Node]:
    """The rows of one statement, joined with each other and then with the running value."""
    own = replace(s, name=ir.local(s.name, "rows"), axes=(), over=())
    rows = [replace(own, body=ex.rename(s.body, {outer: n})) for n in names]
    joined = ex.access(ex.tensor(own.name, 0, s.accumulate))
    others = [*map(ir.Compute, rows[1:])]
    return [ir.Begin(rows[0], first=True), *others, ir.End(rows[0]), ir.Compute(replace(s, body=joined))]
