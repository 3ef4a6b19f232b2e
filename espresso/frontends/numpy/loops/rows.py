"""Arrays that a loop writes row by row: the rows are what the steps give, and those just written are the states.

``y[t] = a*y[t-1] + x[t]`` has the last row as its state, not all of y, so that a step costs a row.  An array is taken
for rows if each iteration writes at one position of an axis.  Where reads are a few rows back, these are states; else,
as in ``y[t] = x[t] - L[t,:t] @ y[:t]``, the state is the row, and the steps read any earlier one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field, replace
from typing import Any

from espresso.formulas.extents.affine import multiples
from espresso.formulas.extents.implied import decided
from espresso.formulas.extents.recurrences import sum_of
from espresso.formulas.graph import expr as ex, operators
from espresso.formulas.graph.expr import Expr
from espresso.formulas.graph.predicates import conjunction
from espresso.frontends.numpy import shapes
from espresso.frontends.numpy.arrays import ZERO, TracedArray, from_named, length_of
from espresso.frontends.numpy.loops.independent import Dependent, Independent, Write, line_of, moves_as, read_before
from espresso.frontends.scan import Formal
from espresso.lazy import get
from espresso.records import dataclass

FURTHEST = 3
"""Rows back that are states of their own."""


@dataclass
class Rows:
    """An array written along one axis, at ``factor*t + start`` in iteration t.

    Along the axes in ``fixed`` all iterations write at one position, so that these are no axes of the rows.
    """

    first: TracedArray
    writes: Sequence[Write]
    back: int = 0
    """How many rows back are read; 0 where any are."""
    any: bool = False
    index: str = field(init=False)
    position: tuple[int, int] = field(init=False)
    fixed: dict[str, Expr] = field(init=False)

    def __post_init__(self) -> None:
        self.index, self.position = self.writes[0].index, self.writes[0].position
        found = [{_fixed(c) for c in w.condition} for w in self.writes]
        common = {p for p in found[0].intersection(*found[1:]) if p is not None}
        self.fixed = dict(common)
        self.writes = [replace(w, condition=tuple(c for c in w.condition if _fixed(c) not in common))
                       for w in self.writes]  # fmt: skip

    @property
    def always(self) -> list[Expr]:
        """Conditions on the number of the iteration alone, without which none writes."""
        common = set(self.writes[0].condition).intersection(*(w.condition for w in self.writes[1:]))
        return [c for c in self.writes[0].condition if c in common and not c.free and all(
            t.data.dtype == "int64" and not t.ndim for t in ex.tensors(c))]  # fmt: skip

    @property
    def axes(self) -> list[int]:
        """The axes of the rows."""
        return [k for k, n in enumerate(self.first.names) if n != self.index and n not in self.fixed]

    def row(self, body: Expr, at: Expr, kind: str) -> TracedArray:
        """What ``body`` is in the row at a position."""
        names, shape = zip(*((self.first.names[k], self.first.shape[k]) for k in self.axes), strict=True) if (
            self.axes) else ((), ())  # fmt: skip
        return from_named(ex.substitute(body, {self.index: at, **self.fixed}), names, shape, kind)

    def before(self, at: int, kind: str) -> TracedArray:
        """A row before the loop; anything where there is none."""
        inside = 0 <= at < length_of(self.index)
        return self.row(self.first.body, ex.const(at if inside else 0), kind)

    def split(self, slots: Sequence[Expr]) -> tuple[Expr, list[Expr], list[Expr]]:
        """The position of a read along the axis, the positions in a row, and the conditions that it is in a row."""
        at = dict(zip((n for n in self.first.names if n), slots, strict=True))
        tests = [ex.call("eq", at[n], e) for n, e in self.fixed.items() if at[n] is not e]
        return at[self.index], [e for n, e in at.items() if n != self.index and n not in self.fixed], tests


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
    """Whether all reads of an array are reads of rows before or ahead."""
    rows, array = found[name], loop.own[name].args[0]
    rows.back, rows.any = 0, False
    for other, body in loop.bodies.items():
        parts = [(e, w) for w in found[other].writes for e in (*w.condition, w.value)] if other in found else [
            (body, None)]  # fmt: skip
        for e, w in parts:
            e = e if w is None else ex.substitute(e, {w.index: _position(w.position, loop.formal.now)})
            for node in ex.postorder(e):
                if node.op in ("size", "recur") and array in node.args:
                    return False
                if node.op == "access" and node.args[0] is array:
                    if node.args[1] is not loop.formal.now:
                        return False
                    back = _back(rows.split(node.args[2:])[0], rows.position, loop.formal.now)
                    rows.any = rows.any or back is None or back > FURTHEST
                    rows.back = max(rows.back, back or 0)
    return True


def _fixed(condition: Expr) -> tuple[str, Expr] | None:
    """The index that a condition says to be one number, and that."""
    for one, other in (condition.args, condition.args[::-1]) if ex.is_call(condition, "eq") else ():
        if one.op == "index" and not other.free:
            return one.data[0], other
    return None


def _position(position: tuple[int, int], now: Expr) -> Expr:
    return multiples([(now, position[0])], position[1])


def _back(at: Expr, position: tuple[int, int], now: Expr) -> int | None:
    """How many rows back a position is; None where that is not the same in all iterations."""
    line = line_of(at, now)
    if line is None or not moves_as(line, position[0]):
        return None
    return (position[1] - line[1]) // position[0]


class _Recurrence:
    """A loop with rows in the place of the arrays that they are of."""

    def __init__(self, loop: Independent, found: Mapping[str, Rows]) -> None:
        self.loop, self.found = loop, found
        self.others = [n for n in loop.formal.names if n not in found]
        self.registers = [(n, k) for n, r in found.items() for k in ((0,) if r.any else range(1, r.back + 1))]
        firsts = [loop.firsts[n] for n in self.others]
        for name, k in self.registers:
            r = found[name]
            row = r.before(r.position[1] - r.position[0] * k, loop.kinds[name])
            firsts.append(row if k else TracedArray(ex.const(ZERO[row.kind]), row.shape, row.kind))
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
        read = set(ex.tensors(*(t.body for t in (*states, *rows.values()))))
        any_ = [n for n, r in self.found.items() if r.any and self.register_of[n, 0] in read]
        states = [old if k == 0 and n not in any_ else s for s, old, (n, k) in zip(
            states, self.states, [*((n, -1) for n in self.others), *self.registers], strict=True)]  # fmt: skip
        given = [n for n in self.found if n not in any_]
        whole, values = get("recurrence_of")(self.formal, self.firsts, states, [rows[n] for n in given], loop.count)
        made = dict(zip(self.others, get("last_rows")(whole, self.firsts), strict=False))
        own = dict(zip(self.registers, whole[len(self.others) :], strict=True))
        made |= {n: self._array(n, own[n, 0], 1) for n in any_}
        made |= {n: self._array(n, shapes.whole(v), 0) for n, v in zip(given, values, strict=True)}
        return [made[n] for n in loop.formal.names]

    def _row(self, name: str) -> TracedArray:
        """The row of an array that a step writes."""
        r = self.found[name]
        body = self.loop.own[name]
        for w in reversed(r.writes):
            body = ex.call("where", conjunction(w.condition), w.value, body) if w.condition else w.value
        row = r.row(body, _position(r.position, self.loop.formal.now), self.loop.kinds[name])
        return TracedArray(self._moved(row.body), row.shape, row.kind)

    def _moved(self, body: Expr) -> Expr:
        """A body of the loop with the states of the recurrence."""
        loop, now = self.loop, self.loop.formal.now
        names = {loop.own[n].args[0]: n for n in loop.formal.names}
        # a recurrence inside the step has them among its arrays
        tensors = {now.args[0].data.name: self.formal.now.args[0], **self.array_of}
        new: dict[Expr, Any] = {now: self.formal.now}
        for node in ex.postorder(body):
            if node in new:
                continue
            if node.op == "tensor":
                new[node] = tensors.get(node.data.name, node)
                continue
            if node.op == "access" and node.args[0] in names:
                name, slots = names[node.args[0]], [new[a] for a in node.args[2:]]
                if name in self.array_of:
                    new[node] = ex.access(self.array_of[name], [self.formal.now, *slots], node.data)
                    continue
                new[node] = self._read(name, slots, node.data)
            else:
                new[node] = ex.with_args(node, [new[a] for a in node.args]) if node.args else node
        return decided(new[body], length_of)

    def _read(self, name: str, slots: list[Expr], pad: object) -> Expr:
        """A read of an array some rows of which have been written."""
        rows, now = self.found[name], self.formal.now
        before = read_before(self.loop.firsts[name], slots, pad)
        at, rest, tests = rows.split(slots)
        step, start = rows.position
        back = _back(at, rows.position, now)
        if back is not None and back <= 0:
            return before
        if rows.any:
            ahead = operators.subtract(at, ex.const(start)) if step > 0 else operators.subtract(ex.const(start), at)
            ahead = ahead if start or step < 0 else at
            tests += [ex.call("lt", ahead, now), *([ex.call("ge", ahead, ex.const(0))] if start or step < 0 else [])]
            tests += [ex.replace(c, {self.loop.formal.now: ahead}, into_arrays=False) for c in rows.always]
            read = ex.access(self.register_of[name, 0], [sum_of(ahead, ex.const(1)), *rest], pad)
        else:
            assert back is not None
            read = ex.access(self.register_of[name, back], [now, *rest], pad)
        return ex.call("where", conjunction(tests), read, before) if tests else read

    def _array(self, name: str, array: Expr, lead: int) -> TracedArray:
        """The whole array after the loop, of the rows that the steps wrote."""
        r, first = self.found[name], self.loop.firsts[name]
        at, valid = self.loop.iteration(r.writes[0])
        valid += [ex.call("eq", ex.index(n), e) for n, e in r.fixed.items()]
        at = sum_of(at, ex.const(lead)) if lead else at
        slots = [ex.index(n) if (n := first.names[k]) else ex.const(0) for k in r.axes]
        body = ex.access(array, [at, *slots], 0 if valid else None)
        if valid:
            body = ex.call("where", conjunction(valid), body, first.body)
        return TracedArray(body, first.shape, self.loop.kinds[name])
