"""Recurrences over several indices as recurrences over one: the cells of a wavefront are computed in one step.

With positive weights a cell needs only cells of smaller ``w1*i + w2*j``, and all with the same ``p = w1*i + w2*j``
are one step.  ``d[i,j]`` becomes ``fronts[p,i]`` with ``j = p - w1*i``: a row over all i, in which what is outside the
array is 0.  So everything that targets do with recurrences over one index serves those over several.
"""

from __future__ import annotations

from collections.abc import Sequence

from espresso.errors import ExtentError
from espresso.formulas.extents.affine import linear
from espresso.formulas.extents.extents import symbolic_extents
from espresso.formulas.extents.nested import is_nested
from espresso.formulas.extents.range_guards import limit, limited, summed_only
from espresso.formulas.extents.recurrences import sum_of
from espresso.formulas.extents.scopes import uniquify_body
from espresso.formulas.extents.several_indices import closed_distances, weights
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.formulas.graph.predicates import conjunction, inside
from espresso.formulas.graph.recurrences import Recurrence, Run, State

NOTHING = ex.const(False)
"""What is outside: 0 of every dtype."""


def in_wavefronts(roots: Sequence[Expr]) -> list[Expr]:
    """The expressions with recurrences over one index alone."""
    known: dict[Recurrence, _Fronts] = {}

    def change(node: Expr) -> Expr | None:
        if node.op != "recur" or not node.data[0].states[0].inner or is_nested(node.data[0]):
            return None
        if node.data[0] not in known:
            known[node.data[0]] = _Fronts(node.data[0])
        return known[node.data[0]].read(node)

    return ex.rebuild_all(list(roots), change) if any(ex.has(e, "recur") for e in roots) else list(roots)


class _Fronts:
    """The fronts of one recurrence, ``made``."""

    def __init__(self, recurrence: Recurrence) -> None:
        self.old = recurrence
        self.runs = [s.runs(recurrence.backward) for s in recurrence.states]
        self.lengths = [self._known(s) for s in recurrence.states]
        self.weights = weights(recurrence)
        self.ends = [self._longest(r) for r in range(len(self.weights))]
        taken = {n for e in recurrence.parts for n in ex.index_names(*ex.postorder(e))}
        self.step = ex.fresh(taken.union(*(s.axes for s in recurrence.states)), "p")
        self.back = max(1, -min([self._weighted(d.offsets) for d in closed_distances(recurrence)], default=0))
        states = tuple(self._state(k) for k in range(len(recurrence.states)))
        self.made = Recurrence(states, recurrence.ranks)

    def _known(self, s: State) -> list[Expr]:
        for name, length in zip(s.axes, s.lengths, strict=True):
            if length is None:
                raise ExtentError(
                    f"nothing tells how far {name} runs in {s.name}[{','.join(s.axes)}].\n"
                    f"Read an array at {name}, or give its length: es.compile(..., sizes={{{name!r}: 100}})."
                )
        return list(s.told)

    def _longest(self, r: int) -> Expr:
        every = dict.fromkeys(n[runs[r].axis] for n, runs in zip(self.lengths, self.runs, strict=True))
        first, *more = every
        for e in more:
            first = ex.call("maximum", first, e)
        return first

    def _weighted(self, offsets: Sequence[int]) -> int:
        runs = zip(self.weights, self.runs[0], offsets, strict=True)
        return sum(w * (-n if run.backward else n) for w, run, n in runs)

    def read(self, node: Expr) -> Expr:
        """A state as it is read in its fronts."""
        _, number, names = node.data
        s, runs = self.made.states[number], self.runs[number]
        fronts = ex.closed(s.name, s.axes, ex.recur(self.made, number, s.axes, node.args))
        at = [ex.index(n) for n in names]
        cell = [self._along(r, at[run.axis]) for r, run in enumerate(runs)]
        actual = dict(zip(self.old.arrays, node.args, strict=True))
        front = ex.replace(self._front(cell), actual)
        limits = [limit(n, ex.replace(e, actual)) for n, e in zip(names, self.lengths[number], strict=True)]
        del at[runs[-1].axis]
        return ex.call("mul", ex.access(fronts, [sum_of(front, ex.const(self.back)), *at], 0), *limits)

    def _along(self, r: int, position: Expr) -> Expr:
        """A position of a cell in the direction of a run; and back."""
        if not self.runs[0][r].backward:
            return position
        return sum_of(self.ends[r], ex.const(-1), ex.call("mul", ex.const(-1), position))

    def _front(self, cell: Sequence[Expr]) -> Expr:
        return sum_of(*(ex.call("mul", ex.const(w), x) for w, x in zip(self.weights, cell, strict=True)))

    def _state(self, k: int) -> State:
        s, runs, lengths = self.old.states[k], self.runs[k], self.lengths[k]
        *outer, last = runs
        axes = (self.step, *(a for axis, a in enumerate(s.axes) if axis != last.axis))
        at = {run.axis: ex.index(s.axes[run.axis]) for run in outer}
        before = self._front([*(self._along(r, at[run.axis]) for r, run in enumerate(outer)), ex.const(0)])
        rest = sum_of(ex.index(self.step), ex.const(-self.back), ex.call("mul", ex.const(-1), before))
        at[last.axis] = self._along(len(outer), rest)
        value = self._statement(k, s.body)
        for run in reversed(runs):
            value = self._begun(k, run, at[run.axis], value)
        value = ex.substitute(value, {s.axes[last.axis]: at[last.axis]})
        own, end = at[last.axis], lengths[last.axis]
        within = conjunction(inside([own], [end]))
        limits = [limit(a, n) for axis, (a, n) in enumerate(zip(s.axes, lengths, strict=True)) if axis != last.axis]
        body = ex.call("mul", ex.call("where", within, value, NOTHING), *limits)
        count = sum_of(ex.const(self.back), self._front(self.ends))
        shape = (count, *(n for axis, n in enumerate(lengths) if axis != last.axis))
        return State(ex.closed("", axes, body), 0, (), self.back, shape, f"{s.name}_fronts" if s.name else "")

    def _begun(self, k: int, run: Run, at: Expr, value: Expr) -> Expr:
        """The value at a cell, with what a run starts with, or nothing before its first position."""
        for position, e in run.starts:
            value = ex.call("where", ex.call("eq", at, position), self._statement(k, e), value)
        if run.first and not run.starts:
            length = self.lengths[k][run.axis]
            last = sum_of(length, ex.const(-run.first))
            test = ex.call("lt", at, last) if run.backward else ex.call("ge", at, ex.const(run.first))
            value = ex.call("where", test, value, NOTHING)
        return value

    def _statement(self, k: int, statement: Expr) -> Expr:
        """The body of a statement of a state that reads fronts, and 0 beside the arrays: cells there are not used."""
        s = self.old.states[k]
        names = {s.axes[run.axis] for run in self.runs[k]}
        formal = {a: number for number, a in enumerate(self.old.formal)}

        def change(node: Expr) -> Expr | None:
            if node.op not in ("access", "size"):
                return None
            number = formal.get(node.args[0])
            if number is None:
                moving = node.op == "access" and node.data is None and any(a.free & names for a in node.args[1:])
                known = moving and all(linear(a) is not None for a in node.args[1:])
                return ex.access(node.args[0], node.args[1:], 0) if known else None
            if node.op == "size":
                length: Expr = self.lengths[number][node.data]
                return length
            return self._read(node, number)

        body = uniquify_body(statement.args[0], statement.data[1])
        before = symbolic_extents(ex.closed("", statement.data[1], body))
        made = ex.rebuild(body, change)
        after = symbolic_extents(ex.closed("", (*statement.data[1], self.step), made))
        lost = {n: ex.rebuild(before[n], change) for n in sorted(summed_only(made, before)) if n not in after}
        return limited(made, lost) if lost else made

    def _read(self, node: Expr, number: int) -> Expr:
        slots = list(node.args[1:])
        offset = self._weighted([linear(slots[run.axis])[1].constant for run in self.runs[number]])  # type: ignore[index]
        del slots[self.runs[number][-1].axis]
        read = ex.access(node.args[0], [sum_of(ex.index(self.step), ex.const(offset)), *slots], 0)
        if node.data in (None, 0):
            return read
        return ex.call("where", conjunction(inside(node.args[1:], self.lengths[number])), read, ex.const(node.data))
