"""Unroll-and-jam of sums over rows: several rows are added for each load and store of the running sums.

``y[j] += x[i,j]`` in a loop over ``i`` reads and writes ``y`` once for each row, and with rows of a few elements each
row waits for what the last one stored.  Several rounds of ``i`` share one loop over ``j`` instead (unroll and jam).
So they do where a row is read before: in ``y[j] += p*x[i,j]`` with ``p`` from ``s += x[i,k]*w[k]``, the loop over ``k``
reads ``w`` once for several rows, each of which has its own ``s`` and ``p``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from espresso.codegen.common.cpu_scalar import has_circular
from espresso.codegen.loops.facts import Facts
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.ir import nests as ir
from espresso.ir.costs import cost
from espresso.ir.loops import ANY_ORDER, Statement, accesses, arrays_of

ROWS = 8
"""Rows that are added at once where each of them reads one array; a body of two arrays adds half as many.

Measured, sums of 500 rows of 20 numbers: 1.8 µs by single rows, 0.9 with 4 at once, 0.6 with 8.
"""

ARRAYS = 2
"""Arrays along a row from which on nothing is gained: the running sums are a small part of what is read."""

WORK = 6
"""Operations of a body (an exponential is 10) up to which reading and writing a running sum counts beside them."""

NEAR, SHORT, LONG, FAR = 1 << 24, 1 << 9, 1 << 14, 1 << 18
"""Bytes of all rows up to which several at once are faster where each is read twice, and beyond that bytes of a row up
to which they are, and those between which they are.

Measured, ``A'(A w)`` and gradients like it, four rows at once: 1.1 to 2.3 times as fast as row by row where the matrix
is in a cache, or rows have up to 400 bytes or 16 to 240 KiB; 0.5 to 0.8 times with rows of 1 to 4 KiB in memory, where
prefetching starts anew at each end of a row.  Rows that are read twice have to stay in the second cache.
"""


def unroll_and_jam(loop: ir.Loop, facts: Facts, around: Mapping[str, Expr]) -> list[ir.Node] | None:
    """The loop with several rows at once, and the rounds that are left; None where that is no gain."""
    rows, own = _rows_at_once(loop, facts)
    if not rows:
        return None
    v, (start, stop) = loop.index, loop.bounds
    whole = ir.variable(v, "whole")
    last = ir.minus(stop, ex.call("mod", ir.minus(stop, start), ex.const(rows)))
    if own:
        end = _where_near(loop, facts, last, start)
        if end is start:
            return None
        last = end
    names = [v, *(ir.local(v, f"row{k}") for k in range(1, rows))]
    following = [ir.let(ex.index(n), ir.plus(ex.index(v), k), loop.extent) for k, n in enumerate(names[1:], 1)]
    jammed = ir.within(following, _jammed(loop, names, own, facts))
    several = replace(loop, body=jammed, start=start, stop=whole, step=rows, done=True)
    return ir.within([ir.let(whole, last)], [several, replace(loop, start=whole, stop=stop, done=True)])


def _rows_at_once(loop: ir.Loop, facts: Facts) -> tuple[int, frozenset[str]]:
    """How many rounds of a loop share the loops inside it, and the values that each has for itself; 0 where none do."""
    none = 0, frozenset[str]()
    inner = [n for n in loop.body if isinstance(n, ir.Loop)]
    if facts.kernel.window is not None or not inner or not all(n.is_whole and n.body for n in inner):
        return none
    if not all(isinstance(n, ir.Compute) for i in inner for n in i.body):
        return none
    statements = ir.computed(loop.body)
    own = {s.name for s in statements if s.name in facts.kernel.scalars and loop.index in s.axes}
    if not all(isinstance(n, ir.Loop) or _is_of_a_row(n, own, loop.index, facts) for n in loop.body):
        return none
    added = [s for s in statements if s.name not in own]
    if any(not arrays_of(s.body).isdisjoint(a.name for a in added) for s in statements):
        return none
    within = [(s, i.index) for i in inner for s in ir.computed(i.body)]
    if not all(_reduces(s, n) if s.name in own else _runs_in_memory(s, loop.index, n, facts) for s, n in within):
        return none
    if all(s.name in own for s, _ in within):
        return none
    along = max(_arrays_along(loop, i) for i in inner)
    bodies = [s.body for s in statements]
    fixed = {e for e in ex.postorder(*bodies) if not {loop.index, *(i.index for i in inner)} & e.free}
    if along > ARRAYS or has_circular(bodies, facts.dtype, fixed):
        return none
    return (ROWS if along < ARRAYS and not own else ROWS // 2), frozenset(own)


def _is_of_a_row(node: ir.Node, own: set[str], outer: str, facts: Facts) -> bool:
    """Whether a node beside the loops belongs to a value that each row has for itself, or adds one to a total."""
    if isinstance(node, ir.Begin):
        return node.statement.name in own and not node.inner and not node.first
    if isinstance(node, ir.End):
        return node.statement.name in own
    if not isinstance(node, ir.Compute):
        return False
    s = node.statement
    total = s.operator in ANY_ORDER and outer in s.over and not facts.in_memory(s)
    return s.slots is None and (s.operator is None if s.name in own else s.operator is not None and total)


def _reduces(s: Statement, inner: str) -> bool:
    """Whether a value of a row is reduced over the loop inside, in any order."""
    return s.operator is not None and s.operator in ANY_ORDER and s.over == (inner,) and s.slots is None


def _arrays_along(loop: ir.Loop, inner: ir.Loop) -> int:
    """Arrays that each row reads in a loop inside it; more than count where its body computes for longer than that."""
    nodes = ex.postorder(*(s.body for s in ir.computed(inner.body)))
    here = [e for e in nodes if inner.index in e.free and loop.index in e.free]  # the rest is shared
    return ARRAYS + 1 if sum(map(cost, here)) > WORK else sum(e.op == "access" for e in here)


def _runs_in_memory(s: Statement, outer: str, inner: str, facts: Facts) -> bool:
    """Whether the statement reduces over the outer loop, and not the inner one, into an array."""
    plain = s.operator is not None and s.operator in ANY_ORDER and s.slots is None and s.name not in facts.kernel.rows
    return plain and outer in s.over and inner in s.axes and facts.in_memory(s)


def _where_near(loop: ir.Loop, facts: Facts, last: Expr, start: Expr) -> Expr:
    """``last`` where the rows are in a cache, or lie so that memory gives several at once, else ``start``."""
    inner = [n for n in loop.body if isinstance(n, ir.Loop)]
    reads = [e for s in ir.computed(inner) for e in accesses(s.body) if loop.index in e.free and len(e.args) > 2]
    item = max((np.dtype(facts.dtype(e)).itemsize for e in reads), default=1)
    row, count = ir.times(item, ir.length(inner[0].extent)), loop.extent
    if row.op == count.op == "const":
        several = row.data * count.data < NEAR or row.data < SHORT or LONG <= row.data < FAR
        return last if several else start
    near = ex.call("lt", ex.call("mul", ir.length(count), row), ex.const(NEAR))
    long = ex.call("and", ex.call("le", ex.const(LONG), row), ex.call("lt", row, ex.const(FAR)))
    found = start
    for condition in (long, ex.call("lt", row, ex.const(SHORT)), near):
        found = ex.call("where", condition, last, found)
    return found


def _jammed(loop: ir.Loop, names: Sequence[str], own: frozenset[str], facts: Facts) -> list[ir.Node]:
    """The body of a loop for several rows of indices ``names``; those after the first have copies of ``own``."""

    def body(s: Statement, k: int) -> Expr:
        renamed = ex.rename(s.body, {loop.index: names[k]}) if k else s.body
        reads = {e: e.args[0].data.name for e in accesses(renamed)} if k else {}
        copies = {e: ex.access(ex.tensor(ir.local(n, f"row{k}"), 0, facts.made[n].dtype))
                  for e, n in reads.items() if n in own}  # fmt: skip
        return ex.replace(renamed, copies, into_arrays=False) if copies else renamed

    def copied(s: Statement) -> list[Statement]:
        if s.name not in own:
            return [replace(s, body=body(s, k)) for k in range(len(names))]
        rows = [replace(s, name=ir.local(s.name, f"row{k}"), axes=(), body=body(s, k)) for k in range(1, len(names))]
        facts.made.update((r.name, r) for r in rows)
        return [s, *rows]

    made: list[ir.Node] = []
    for node in loop.body:
        if isinstance(node, ir.Loop):
            inside: list[ir.Node] = []
            for s in ir.computed(node.body):
                rows = copied(s)
                inside += map(ir.Compute, rows) if s.name in own else _joined(s, [r.body for r in rows])
            made.append(replace(node, body=inside))
        else:
            assert isinstance(node, ir.Begin | ir.End | ir.Compute)
            made += [replace(node, statement=s) for s in copied(node.statement)]
    return made


def _joined(s: Statement, bodies: Sequence[Expr]) -> list[ir.Node]:
    """The rows of one statement, joined with each other and then with the running value."""
    own = replace(s, name=ir.local(s.name, "rows"), axes=(), over=())
    rows = [replace(own, body=e) for e in bodies]
    joined = ex.access(ex.tensor(own.name, 0, s.accumulate))
    others = [*map(ir.Compute, rows[1:])]
    return [ir.Begin(rows[0], first=True), *others, ir.End(rows[0]), ir.Compute(replace(s, body=joined))]
