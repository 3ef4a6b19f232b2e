"""Software pipelining of row reductions: the next row is reduced in a pass over this one.

Where a loop over rows begins with a pass that only reads, as the maximum of a softmax does, that pass waits for memory
and computes little, and the passes after it find the row in a cache and leave memory idle.  Here the row after this
one is reduced in that later pass of this row which computes most: its elements arrive meanwhile, and a pass is saved.
The first row of a slice is reduced before the loop; the last one has no next, and reads itself again.

Only reductions whose result does not depend on the order of their elements run so, since a row must not have other
digits where it is the first of a slice.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace

from espresso.codegen.loops.facts import Facts
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.ir import nests as ir
from espresso.ir.costs import cost
from espresso.ir.loops import Statement, arrays_of

ANY_DIGITS = frozenset({"max", "min", "any", "all"})
"""Reductions that are exact in any order."""

WORK = 10
"""Operations for each element (an exponential is 10) from which a pass has time for the next row."""


def pipelined(loop: ir.Loop, apart: Collection[str] = ()) -> tuple[ir.Loop, ir.Loop] | None:
    """The pass of a loop over rows that is taken ahead, and the one that takes it along; None where none is.

    ``apart`` are arrays in whose place the loop writes.
    """
    loops = [n for n in loop.body if isinstance(n, ir.Loop)]
    if len(loops) < 2:
        return None
    taken = {s.name for s in ir.computed(loop.body)}.union(apart)
    begun = {n.statement.name for n in loop.body if isinstance(n, ir.Begin) and not n.inner}
    for k, first in enumerate(loops):
        statements = ir.computed(first.body)
        if not _plain(first) or any(not arrays_of(s.body).isdisjoint(taken) for s in statements):
            continue
        if not all(_exact(s, first.index) and s.name in begun for s in statements):
            continue
        later = [n for n in loops[k + 1 :] if n.extent is first.extent and _plain(n) and _work(n) >= WORK]
        if later:
            return first, max(later, key=_work)
    return None


def _plain(loop: ir.Loop) -> bool:
    """Whether a loop has statements only, that store where their axes say and run in any direction."""
    inside = [n.statement for n in loop.body if isinstance(n, ir.Compute)]
    return len(inside) == len(loop.body) and not any(s.slots is not None or set(s.over) & set(s.axes) for s in inside)


def _exact(s: Statement, index: str) -> bool:
    return s.operator in ANY_DIGITS and s.over == (index,)


def _work(loop: ir.Loop) -> int:
    return sum(cost(e) for e in ex.postorder(*(s.body for s in ir.computed(loop.body))) if loop.index in e.free)


def pipeline(loop: ir.Loop, facts: Facts, around: Mapping[str, Expr]) -> list[ir.Node] | None:
    """The loop over rows that reduces the next row in a pass over this one; None where it does not."""
    found = None if facts.kernel.window is not None else pipelined(loop, facts.shared.values())
    if found is None:
        return None
    first, along = found
    (start, stop), following = loop.bounds, ir.variable(loop.index, "next")
    here = ir.computed(first.body)
    own = {s.name: replace(s, name=ir.local(s.name, "next"), axes=()) for s in here}
    reduce: list[ir.Node] = [ir.Compute(s) for s in own.values()]
    begin: list[ir.Node] = [ir.Begin(s) for s in own.values()]
    values = {ex.index(loop.index): following, ex.index(first.index): ex.index(along.index)}
    body: list[ir.Node] = []
    for n in loop.body:
        if n is first:
            for s in here:
                reduced = ex.access(ex.tensor(own[s.name].name, 0, s.accumulate))
                body += [ir.End(own[s.name]), ir.Compute(replace(s, operator=None, over=(), body=reduced))]
        elif n is along:
            rows = [replace(s, body=ex.replace(s.body, values), over=(along.index,)) for s in own.values()]
            body += [*begin, replace(along, body=[*along.body, *map(ir.Compute, rows)])]
        elif not (isinstance(n, ir.Begin | ir.End) and n.statement.name in own):
            body.append(n)
    row = ir.let(following, ir.smaller(ir.plus(ex.index(loop.index), 1), ir.plus(stop, -1)), loop.extent)
    before = [ir.Loop(first.index, first.extent, reduce)]
    once = replace(loop, body=list(before), start=start, stop=ir.smaller(ir.plus(start, 1), stop), done=True)
    return [*begin, once, replace(loop, body=ir.within([row], body), done=True)]
