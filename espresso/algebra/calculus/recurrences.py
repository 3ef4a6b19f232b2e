"""Derivatives of recurrences: the adjoint of a recurrence is a recurrence that runs the other way.

With ``h[t] = F(h[t-1], x[t], w)`` and the cotangent ``G[t]`` that arrives from outside, the whole cotangent of h is
``dh[t] = G[t] + dh[t+1]*dF[t+1]/dh[t]``.  What a step hands to the states and inputs that it reads is the pullback of
its statement, taken once for all steps: inputs that all steps share get one sum over the steps.

A statement is taken apart first: *rows* stand for the reads of states, one tensor for each state and distance, read at
the step itself.  Their pullbacks are then plain formulas, and no index map of a state has to be inverted.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from espresso.algebra.calculus import recurrences_of_cells
from espresso.algebra.calculus.products import ZERO
from espresso.formulas.extents.extents import resolve_size, symbolic_extents
from espresso.formulas.extents.range_guards import guarded, limit, limited, summed_only
from espresso.formulas.extents.recurrences import collected, fixed_distance, recurrence, shifted, sum_of
from espresso.formulas.extents.scopes import uniquify_body
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.formulas.graph.recurrences import State, named
from espresso.records import dataclass

Pull = Callable[[Expr, Sequence[Expr], Expr, Expr | None, Sequence[str], Mapping[Expr, Mapping[int, str]]], list[Expr]]
"""Pullbacks of a statement by some tensors, over outer axes and theirs: of a statement, with the tensors of its seed
and of its value, names for the outer axes, and axes of tensors that are as long as an index of the statement runs.
One that is zero is the number."""


class Row(NamedTuple):
    """A state as one statement reads it: ``distance`` steps later, through the tensor ``array``.

    One that is not ``fixed`` is read at positions of its own, at any of its rows.
    """

    state: int
    distance: int
    array: Expr
    fixed: bool = True


@dataclass(frozen=True)
class Step:
    """The statement of a state from its first step on, with rows in place of states.

    ``value`` is the row that it makes; ``lead`` is added to its index for the position in the state.
    """

    state: State
    body: Expr
    rows: list[Row]
    value: Row
    lead: int


def _steps(states: Sequence[State], backward: bool) -> list[Step]:
    formal = {s.array: k for k, s in enumerate(states)}
    made = []
    for number, s in enumerate(states):
        lead = 0 if backward else s.first
        rows: dict[str, Row] = {}

        def row(k: int, distance: int | None, lead: int = lead, rows: dict[str, Row] = rows) -> Row:
            tensor = ex.tensor(f"~{k}@{'' if distance is None else distance}", len(states[k].axes))
            found = Row(k, -lead if distance is None else distance, tensor, distance is not None)
            return rows.setdefault(tensor.data.name, found)

        def change(node: Expr, lead: int = lead, s: State = s, row: Callable[..., Row] = row) -> Expr | None:
            to = formal.get(node.args[0]) if node.op == "access" else None
            if to is None:
                return None
            slots = list(node.args[1:])
            distance = fixed_distance(slots[states[to].axis], s.step)
            if distance is None:
                return ex.access(row(to, None).array, slots, node.data)
            slots[states[to].axis] = ex.index(s.step)
            return ex.access(row(to, distance - lead).array, slots, node.data)

        body = ex.closed(s.name, s.axes, ex.rebuild(shifted(s, backward).args[0], change))
        read = list(rows.values())
        made.append(Step(s, body, read, Row(number, 0, ex.tensor(f"~{number}@0", len(s.axes))), lead))
    return made


def _moved(e: Expr, distance: int) -> Expr:
    return sum_of(e, ex.const(distance)) if distance else e


class _Restored:
    """Puts states in the place of rows again, and what belongs to them in the place of seeds or tangents.

    ``others`` maps a tensor over some more axes to (the statement whose row it is, the array that has it, how many
    axes come first, what is added to its position).  With ``limited`` reads beyond the rows of a statement are 0; with
    ``exact`` its own index runs over these rows alone, as the reads themselves say.
    """

    def __init__(self, steps: Sequence[Step]) -> None:
        self.steps = steps
        self.limited = self.exact = False
        self.axes: frozenset[str] = frozenset()
        self.others: dict[Expr, tuple[int, int, Expr, int, int]] = {}

    def count(self, k: int) -> Expr:
        """How many rows the statement of a state makes."""
        s = self.steps[k].state
        return sum_of(ex.size(s.array, s.axis), ex.const(-s.first))

    def __call__(self, e: Expr, number: int) -> Expr:
        """``e``, which comes from the statement of state ``number``."""
        self.axes = frozenset(e.data[1] if e.op == "let" else ())
        step = self.steps[number]
        rows = {r.array: r for r in (*step.rows, step.value)}
        exact = self.exact and not self._disagree(e, step, rows)

        def change(node: Expr) -> Expr | None:
            if node.op not in ("access", "size"):
                return None
            array = node.args[0]
            if array in rows:
                r = rows[array]
                s = self.steps[r.state].state
                if node.op == "size":
                    return self.count(number) if node.data == s.axis and r.fixed else ex.size(s.array, node.data)
                slots = list(node.args[1:])
                slots[s.axis] = at = _moved(slots[s.axis], step.lead + r.distance)
                more = self.limited and not exact and at.op == "index"  # a state has more rows than are read
                return ex.access(s.array, slots, 0 if more and node.data is None else node.data)
            if array in self.others:
                return self._other(node, number, exact)
            return None

        if not self.limited:
            return ex.rebuild(e, change)
        body = uniquify_body(e.args[0], e.data[1])
        before = symbolic_extents(ex.closed("", e.data[1], body))
        made = ex.rebuild(body, change)
        after = symbolic_extents(ex.closed("", e.data[1], made))
        lost = {n: ex.rebuild(before[n], change) for n in sorted(summed_only(made, before)) if n not in after}
        return ex.closed(e.data[0], e.data[1], limited(made, lost) if lost else made)

    def _disagree(self, e: Expr, step: Step, rows: Mapping[Expr, Row]) -> bool:
        """Whether a state and an array with fewer rows are read at the same index."""
        states, others = set(), set()
        for node in ex.postorder(e):
            if node.op != "access" or node.data is not None:
                continue
            r = rows.get(node.args[0])
            if r is None and node.args[0] not in self.others:
                others |= {i for i in node.args[1:] if i.op == "index"}
            elif r is not None and not step.lead + r.distance:
                states.add(node.args[1 + self.steps[r.state].state.axis])
        return not states.isdisjoint(others)

    def _other(self, node: Expr, number: int, exact: bool) -> Expr:
        of, distance, array, before, shift = self.others[node.args[0]]
        s = self.steps[of].state
        if node.op == "size":
            axis = node.data - before
            if axis == s.axis:
                return self.count(number)
            return ex.size(array, node.data) if axis < 0 else ex.size(s.array, axis)
        slots = list(node.args[1:])
        at = slots[before + s.axis]
        slots[before + s.axis] = _moved(at, self.steps[number].lead + distance + shift)
        read = ex.access(array, slots, node.data)
        alone = at.op == "index" and node.data is None
        if not self.limited or (exact and alone):
            return read
        if at.free & self.axes or slots[before + s.axis].op == "index":  # which would say that it runs over more rows
            read = ex.access(array, slots, 0)
        inside = limit(at.data[0], self.count(number)) if alone else ex.call("lt", at, self.count(number))
        return ex.call("mul", read, *([] if alone else [ex.call("le", ex.const(0), at)]), inside)


# --- the adjoint ----------------------------------------------------------------------------


def adjoint(
    node: Expr, states: Sequence[Expr], arriving: Mapping[int, Expr], outer: Sequence[str], wanted: Sequence[bool],
    pull: Pull,
) -> tuple[list[Expr], list[Expr], int]:  # fmt: skip
    """What arrives at the inputs of a recurrence: arrays over outer axes and those of the input, or 0.

    With them the cotangents of the states, and how many rows more these have.  ``states`` are the arrays of all states,
    ``arriving`` what arrives at them, over outer axes and theirs; ``wanted`` says which inputs are asked for: of others
    it is 0.
    """
    if any(s.inner for s in node.data[0].states):
        return recurrences_of_cells.adjoint(node, states, arriving, outer, wanted, pull)
    backward = node.data[0].backward
    found, inputs = named(node.data[0], node.args)
    steps = _steps(found, backward)
    given = {k: ex.tensor(f"~g{k}", e.ndim) for k, e in arriving.items()}
    made = _Adjoint(steps, backward, outer, given)
    asked = [t for t, w in zip(inputs, wanted, strict=True) if w]
    pulled = [
        pull(s.body, [*(r.array for r in s.rows), *asked], q, s.value.array, outer,
             {r.array: {found[r.state].axis: s.state.step} for r in s.rows if r.fixed})
        for s, q in zip(steps, made.seeds, strict=True)
    ]  # fmt: skip
    closed, arrays = recurrence(made.statements(pulled))
    actual = dict(zip(inputs, node.args, strict=True)) | dict(zip((s.array for s in found), states, strict=True))
    actual |= {given[k]: e for k, e in arriving.items()}
    cotangents = recurrences_of_cells.instances(closed, arrays, actual, made.cotangents)
    actual |= dict(zip(made.cotangents, cotangents, strict=True))
    made.restored.limited, made.restored.exact = True, made.plain and not backward
    terms: list[list[Expr]] = [[] for _ in asked]
    for k, (p, s) in enumerate(zip(pulled, steps, strict=True)):
        for own, e in zip(terms, p[len(s.rows) :], strict=True):
            own += [made.restored(e, k)] if e.op == "let" else []
        for position, e in s.state.starts:
            for own, x in zip(terms, pull(e, asked, made.start_seed(k), None, outer, {}), strict=True):
                own += [made.restored_start(x, k, position)] if x.op == "let" else []
    outside = next(iter(given.values()))
    totals = iter([recurrences_of_cells.total(t, actual, outside, w) for t, w in zip(terms, asked, strict=True)])
    rows = 0 if made.plain else made.reach
    return [next(totals) if w else ZERO for w in wanted], cotangents, rows


class _Adjoint:
    """Statements of the cotangents of all states."""

    def __init__(self, steps: Sequence[Step], backward: bool, outer: Sequence[str], given: Mapping[int, Expr]) -> None:
        self.steps, self.backward, self.given = steps, backward, given
        self.outer = recurrences_of_cells.outer_names(steps, outer)
        count = len(outer)
        self.cotangents = recurrences_of_cells.new_arrays([s.state for s in steps], "d{}", count)
        self.seeds = [ex.tensor(f"~s{k}", count + len(s.state.axes)) for k, s in enumerate(steps)]
        distances = [r.distance for s in steps for r in s.rows if r.fixed]
        self.reach = max(map(abs, distances), default=1)
        self.plain = self.reach == 1 and 0 not in distances  # the last row is what arrives there alone
        self.shift = self.reach if backward and not self.plain else 0
        self.restored = _Restored(steps)
        for k, q in enumerate(self.seeds):
            self.restored.others[q] = (k, 0, self.cotangents[k], count, self.shift)

    def start_seed(self, k: int) -> Expr:
        return ex.tensor(f"~s{k}'", self.seeds[k].ndim - 1)

    def restored_start(self, e: Expr, k: int, position: Expr) -> Expr:
        """What a starting value hands on, with the cotangent of its row."""
        seed, axis = self.start_seed(k), len(self.outer) + self.steps[k].state.axis

        def change(node: Expr) -> Expr | None:
            if node.op == "access" and node.args[0] is seed:
                slots = list(node.args[1:])
                slots.insert(axis, _moved(position, self.shift))
                return ex.access(self.cotangents[k], slots, node.data)
            if node.op == "size" and node.args[0] is seed:
                return ex.size(self.cotangents[k], node.data + (node.data >= axis))
            return None

        return ex.rebuild(e, change)

    def statements(self, pulled: Sequence[Sequence[Expr]]) -> list[State]:
        """The states of the adjoint, over the inputs, the states and what arrives."""
        return [self._statement(k, pulled) for k in range(len(self.steps))]

    def _statement(self, number: int, pulled: Sequence[Sequence[Expr]]) -> State:
        s = self.steps[number].state
        axes = (*self.outer, *s.axes)
        at = _moved(ex.index(s.step), -self.shift)
        length = ex.size(s.array, s.axis)
        terms = self._arriving(number, axes, at)
        for k, p in enumerate(pulled):
            for row, e in zip(self.steps[k].rows, p, strict=False):
                if row.state == number and e.op == "let":
                    terms.append(self._handed(k, row, e, axes, at))
        body = ex.call("add", *terms) if len(terms) > 1 else terms[0] if terms else self._nothing(number)
        others = tuple(a for a in axes if a != s.step)
        if self.plain:
            position = ex.const(0) if self.backward else _moved(length, -1)
            first = self._arriving(number, axes, position) or [self._nothing(number)]
            starts = [(position, ex.closed("", others, first[0]))]
        else:
            places = [ex.const(k) if self.backward else _moved(length, k) for k in range(self.reach)]
            starts = [(p, ex.closed("", others, self._nothing(number))) for p in places]
        name = self.cotangents[number].data.name
        return State(ex.closed("", axes, body), len(self.outer) + s.axis, tuple(starts), name=name)

    def _nothing(self, number: int) -> Expr:
        """Zero, over the axes beside the steps."""
        s = self.steps[number].state
        limits = [limit(a, ex.size(s.array, k)) for k, a in enumerate(s.axes) if k != s.axis]
        other = next(iter(self.given.values()))
        limits += [limit(a, ex.size(other, k)) for k, a in enumerate(self.outer)]
        return ex.call("mul", ZERO, *limits) if limits else ZERO

    def _arriving(self, number: int, axes: Sequence[str], at: Expr) -> list[Expr]:
        s = self.steps[number].state
        slots = [at if a == s.step else ex.index(a) for a in axes]
        return [ex.access(self.given[number], slots)] if number in self.given else []

    def _handed(self, k: int, row: Row, e: Expr, axes: Sequence[str], at: Expr) -> Expr:
        """What the statement of state ``k`` hands to a row that it read, at position ``at`` of the state."""
        s, step = self.steps[row.state].state, self.steps[k]
        index = _moved(at, -row.distance - step.lead)
        values = {n: index if a == s.step else ex.index(a) for n, a in zip(e.data[1], axes, strict=True)}
        body = self.restored(ex.rebuild(ex.substitute(e.args[0], values), collected), k)
        low = row.distance + (0 if self.backward else step.state.first)
        top = row.distance - (step.state.first if self.backward else 0)
        own = ex.size(step.state.array, step.state.axis)
        tests = []
        if low > (1 if self.plain and self.backward else 0):
            tests.append(ex.call("ge", at, ex.const(low)))
        if top < (-1 if self.plain and not self.backward else 0):
            tests.append(ex.call("lt", at, _moved(own, top)))
        if not tests or not row.fixed:
            return body
        return ex.call("where", tests[0] if len(tests) == 1 else ex.call("and", *tests), body, ZERO)


# --- tangents -------------------------------------------------------------------------------

Push = Callable[[Expr, Mapping[Expr, Expr], Expr | None], Expr | None]
"""The tangent of a statement for tangents of some tensors, with the tensor of its value; None for zero."""


def tangents(node: Expr, states: Sequence[Expr], changes: Sequence[Expr | None], push: Push) -> list[Expr]:
    """The tangents of all states of a recurrence, as named arrays, for tangents of its inputs."""
    if any(s.inner for s in node.data[0].states):
        return recurrences_of_cells.tangents(node, states, changes, push)
    backward = node.data[0].backward
    found, inputs = named(node.data[0], node.args)
    steps = _steps(found, backward)
    made = recurrences_of_cells.new_arrays(found, "{}_dot")
    restored = _Restored(steps)
    moving = [(t, c) for t, c in zip(inputs, changes, strict=True) if c is not None]
    given = {t: ex.tensor(f"~d{k}", t.ndim) for k, (t, _) in enumerate(moving)}
    new = []
    for k, step in enumerate(steps):
        own = {r.array: ex.tensor(f"~t{r.array.data.name}", r.array.ndim) for r in step.rows}
        restored.others = {own[r.array]: (r.state, r.distance, made[r.state], 0, 0) for r in step.rows}
        tangent = push(step.body, {**given, **own}, step.value.array)
        body = ex.call("mul", ZERO, ex.access(step.value.array, [ex.index(a) for a in step.state.axes]))
        body = restored(body if tangent is None else tangent, k)
        back = {step.state.step: _moved(ex.index(step.state.step), -step.lead)}
        body = ex.rebuild(ex.substitute(body, back), collected) if step.lead else body
        starts = []
        for position, e in step.state.starts:
            x = push(e, given, None)
            value = ex.call("mul", ZERO, e.args[0]) if x is None else x
            starts.append((position, ex.closed("", step.state.others, value)))
        new.append(State(ex.closed("", step.state.axes, body), step.state.axis, tuple(starts), name=made[k].data.name))
    actual = dict(zip(inputs, node.args, strict=True)) | dict(zip((s.array for s in found), states, strict=True))
    actual |= {given[t]: c for t, c in moving}
    while True:
        closed, arrays = recurrence(new)
        tangent_of = recurrences_of_cells.instances(closed, arrays, actual, made)
        further = {k for k, s in enumerate(found) if not _as_long(tangent_of[k], states[k], s.axis)}
        limited_states = [_no_further(t, found[k], found, made) if k in further else t for k, t in enumerate(new)]
        if limited_states == new:
            return tangent_of
        new = limited_states


def _as_long(one: Expr, other: Expr, axis: int) -> bool:
    """Whether two states are known to have equally many rows."""
    lengths = [ex.rebuild(resolve_size(ex.size(e, axis)), resolve_size) for e in (one, other)]
    return lengths[0] is lengths[1]


def _no_further(tangent: State, s: State, states: Sequence[State], tangents: Sequence[Expr]) -> State:
    """The statement of a tangent, with as many rows as its state where other reads of rows would tell more."""
    arrays = {o.array: o.axis for o in states}
    own = {a: o.axis for a, o in zip(tangents, states, strict=True)}

    def padded(node: Expr) -> Expr | None:
        if node.op != "access" or node.data is not None or not (node.args[0] in arrays or node.args[0] in own):
            return None
        array, slots = node.args[0], node.args[1:]
        alone = slots[arrays.get(array, own.get(array, 0))].op == "index"
        pad = not (alone and array is s.array) if array in arrays else alone
        return ex.access(array, slots, 0) if pad else None

    axes = tangent.body.data[1]
    body = uniquify_body(tangent.body.args[0], axes)
    before = symbolic_extents(ex.closed("", axes, body))
    changed = ex.rebuild(body, padded)
    after = symbolic_extents(ex.closed("", axes, changed))
    changed = limited(changed, {n: before[n] for n in sorted(summed_only(changed, before)) if n not in after})
    silent = {n for n in ex.postorder(changed) if n.op == "access" and (n.args[0] in own or n.data is not None)}
    alone = ex.rebuild(changed, lambda node: ex.const(1) if node in silent else None)
    rows = symbolic_extents(ex.closed("", axes, alone))
    told = {a for a in axes if a in (rows if a == s.step else after)}
    limits = [limit(a, ex.size(s.array, k)) for k, a in enumerate(axes) if a not in told]
    return replace(tangent, body=ex.closed("", axes, guarded(changed, limits) if limits else changed))
