"""Arrays that a loop writes row by row: the rows are what the steps give, and those just written are the states.

``y[t] = a*y[t-1] + x[t]`` has the last row as its state, not all of y, so that a step costs a row.  An array is taken
for rows if each iteration writes at one position of an axis, and reads of it are a few positions back, or ahead of
what is written.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.frontends.numpy import shapes
from espresso.frontends.numpy.arrays import TracedArray, from_named
from espresso.frontends.numpy.loops.independent import Dependent, Independent, Write, read_before
from espresso.frontends.numpy.loops.numbers import Line
from espresso.frontends.scan import Formal
from espresso.lazy import get

FURTHEST = 3
"""Rows back that may be read."""


@dataclass
class Rows:
    """An array written along one axis, at ``factor*t + start`` in iteration t."""

    first: TracedArray
    writes: Sequence[Write]
    back: int = 0
    """How many rows back are read."""
    index: str = field(init=False)
    position: tuple[int, int] = field(init=False)
    axis: int = field(init=False)

    def __post_init__(self) -> None:
        self.index, self.position = self.writes[0].index, self.writes[0].position
        self.axis = self.first.names.index(self.index)

    @property
    def place(self) -> int:
        """The number of the axis among those that have an index."""
        return [n for n in self.first.names if n].index(self.index)

    def row(self, at: int) -> TracedArray:
        """A row before the loop; nothing where there is none."""
        inside = 0 <= at < self.first.shape[self.axis]
        return shapes.cut(self.first, self.axis, at if inside else 0)


def by_rows(
    formal: Formal, firsts: Sequence[TracedArray], states: Sequence[TracedArray], count: int
) -> list[TracedArray] | None:
    """The arrays after a loop some of which are written row by row; None where none is."""
    try:
        loop = Independent(formal, firsts, states, count)
        found = _found(loop)
        return _Recurrence(loop, found).results() if found else None
    except Dependent:
        return None


def _found(loop: Independent) -> dict[str, Rows]:
    """The arrays that are written by rows."""
    found: dict[str, Rows] = {}
    for name, body in loop.bodies.items():
        try:
            writes = loop.taken_apart(body, loop.own[name]) if loop.of_states(body) else []
        except Dependent:
            continue
        same = {(w.index, w.position) for w in writes}
        if len(same) == 1 and abs(writes[0].position[0]) == 1:
            found[name] = Rows(loop.firsts[name], writes)
    while True:
        wrong = next((n for n in found if not _is_read_by_rows(loop, found, n)), None)
        if wrong is None:
            return found
        del found[wrong]


def _is_read_by_rows(loop: Independent, found: Mapping[str, Rows], name: str) -> bool:
    """Whether all reads of an array are a few rows back or ahead."""
    rows, array = found[name], loop.own[name].args[0]
    for other, body in loop.bodies.items():
        parts = [(e, w) for w in found[other].writes for e in (*w.condition, w.value)] if other in found else [
            (body, None)]  # fmt: skip
        for e, w in parts:
            e = e if w is None else ex.substitute(e, {w.index: _position(w.position, loop.formal.now)})
            for node in ex.postorder(e):
                if node.op in ("size", "recur") and array in node.args:
                    return False
                if node.op == "access" and node.args[0] is array:
                    back = _back(loop, rows, node)
                    if back is None or back > FURTHEST:
                        return False
                    rows.back = max(rows.back, back)
    return True


def _position(position: tuple[int, int], now: Expr) -> Expr:
    return Line(position[1], {now: position[0]}).expr()


def _back(loop: Independent, rows: Rows, node: Expr) -> int | None:
    """How many rows back a read is; None where that is not the same in all iterations."""
    if node.args[1] is not loop.formal.now:
        return None
    line = loop.line(node.args[2 + rows.place])
    if line is None or not loop.moves_as(line, rows.position[0]):
        return None
    return (rows.position[1] - line[1]) // rows.position[0]


class _Recurrence:
    """A loop with rows in the place of the arrays that they are of."""

    def __init__(self, loop: Independent, found: Mapping[str, Rows]) -> None:
        self.loop, self.found = loop, found
        self.others = [n for n in loop.formal.names if n not in found]
        self.registers = [(n, k) for n, r in found.items() for k in range(1, r.back + 1)]
        firsts = [loop.firsts[n] for n in self.others]
        for name, k in self.registers:
            r = found[name]
            row = r.row(r.position[1] - r.position[0] * k)
            firsts.append(TracedArray(row.body, row.shape, loop.kinds[name]))
        self.firsts = firsts
        self.formal = Formal(len(firsts))
        self.states: list[TracedArray] = get("traced_states")(self.formal, firsts, loop.count)
        tensors = [s.body.args[0] for s in self.states]
        self.array_of = dict(zip(self.others, tensors, strict=False))
        self.register_of = dict(zip(self.registers, tensors[len(self.others) :], strict=True))

    def results(self) -> list[TracedArray]:
        """The arrays after the loop."""
        loop = self.loop
        rows = {n: self._row(n) for n in self.found}
        states = [TracedArray(self._moved(loop.bodies[n]), loop.firsts[n].shape, loop.kinds[n]) for n in self.others]
        for name, k in self.registers:
            before = self.states[len(self.others) + self.registers.index((name, k - 1))] if k > 1 else rows[name]
            states.append(before)
        whole, values = get("recurrence_of")(self.formal, self.firsts, states, list(rows.values()), loop.count)
        made = dict(zip(self.others, get("last_rows")(whole, self.firsts), strict=False))
        made |= {n: self._array(n, v) for n, v in zip(rows, values, strict=True)}
        return [made[n] for n in loop.formal.names]

    def _row(self, name: str) -> TracedArray:
        """The row of an array that a step writes."""
        r = self.found[name]
        at = {r.index: _position(r.position, self.loop.formal.now)}
        body = ex.substitute(self.loop.own[name], at)
        for w in reversed(r.writes):
            value = ex.substitute(w.value, at)
            conditions = [ex.substitute(c, at) for c in w.condition]
            both = functools.reduce(lambda a, b: ex.call("and", a, b), conditions) if conditions else None
            body = value if both is None else ex.call("where", both, value, body)
        names = [n for k, n in enumerate(r.first.names) if k != r.axis]
        shape = [n for k, n in enumerate(r.first.shape) if k != r.axis]
        return from_named(self._moved(body), names, shape, self.loop.kinds[name])

    def _moved(self, body: Expr) -> Expr:
        """A body of the loop with the states of the recurrence."""
        loop, now = self.loop, self.loop.formal.now
        names = {loop.own[n].args[0]: n for n in loop.formal.names}
        new: dict[Expr, Any] = {now: self.formal.now}
        for node in ex.postorder(body):
            if node in new:
                continue
            if node.op == "access" and node.args[0] in names:
                name, slots = names[node.args[0]], [new[a] for a in node.args[2:]]
                if name in self.array_of:
                    new[node] = ex.access(self.array_of[name], [self.formal.now, *slots], node.data)
                    continue
                rows = self.found[name]
                back = _back(loop, rows, node)
                assert back is not None
                if back <= 0:
                    new[node] = read_before(loop.firsts[name], slots, node.data)
                else:
                    del slots[rows.place]
                    new[node] = ex.access(self.register_of[name, back], [self.formal.now, *slots], node.data)
            else:
                new[node] = ex.with_args(node, [new[a] for a in node.args]) if node.args else node
        found: Expr = new[body]
        return found

    def _array(self, name: str, rows: TracedArray) -> TracedArray:
        """The whole array after the loop, of the rows that the steps wrote."""
        r, first = self.found[name], self.loop.firsts[name]
        at, valid = self.loop.iteration(r.writes[0])
        array = shapes.whole(rows)
        slots = [ex.index(n) if n else ex.const(0) for k, n in enumerate(first.names) if k != r.axis]
        body = ex.access(array, [at, *slots], 0 if valid else None)
        if valid:
            inside = functools.reduce(lambda a, b: ex.call("and", a, b), valid)
            body = ex.call("where", inside, body, first.body)
        return TracedArray(body, first.shape, self.loop.kinds[name])


__all__ = ["by_rows"]
