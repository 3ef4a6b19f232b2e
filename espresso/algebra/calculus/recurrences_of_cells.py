"""Derivatives of recurrences over several indices: recurrences over the same indices, the adjoint the other way.

With ``d[i,j] = F(d[i-1,j], d[i,j-1], c[i,j])`` and what arrives from outside in G, the whole cotangent of d is
``dd[i,j] = G[i,j] + dd[i+1,j]*dF[i+1,j]/dd[i,j] + dd[i,j+1]*dF[i,j+1]/dd[i,j]``, each term where the cell on its right
side is one that the body computes.  As along one index (`recurrences`), a statement is taken apart first: arrays
stand for the reads of states, one for each distance, read at the cell itself.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from espresso.algebra.calculus.products import ZERO
from espresso.formulas.extents.affine import linear
from espresso.formulas.extents.extents import symbolic_extents
from espresso.formulas.extents.nested import is_nested, recurrence_of, shared_runs
from espresso.formulas.extents.range_guards import guarded, limit, limited, summed_only
from espresso.formulas.extents.recurrences import collected, from_zero, sum_of
from espresso.formulas.extents.scopes import uniquify_body
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.formulas.graph.recurrences import Recurrence, Run, State, applied, named
from espresso.records import dataclass

if TYPE_CHECKING:
    from espresso.algebra.calculus.recurrences import Pull, Push

class Read(NamedTuple):
    """A state as a statement reads it, through the tensor ``array``: ``shifts`` are added to the indices of its cell.

    ``pad`` is its value outside, None where it is not read there.
    """

    state: int
    shifts: tuple[int, ...]
    pad: Any
    array: Expr


@dataclass(frozen=True)
class Step:
    """The statement of a state as it begins at 0, with arrays in place of states; ``value`` is what it makes.

    Of a starting value the ``runs`` are those outside the one that it begins; ``begins`` tells its axis and position.
    """

    state: State
    runs: list[Run]
    body: Expr
    reads: list[Read]
    value: Read
    begins: tuple[int, Expr] | None = None

    def count(self, n: int) -> Expr:
        """How many positions of a run the statement computes."""
        run = self.runs[n]
        return sum_of(ex.size(self.state.array, run.axis), ex.const(-run.first))


def steps_of(states: Sequence[State], backward: bool) -> tuple[list[Step], list[Step]]:
    """The statements of all states, and their starting values."""
    shared = shared_runs(states)
    made, begun = [], []
    for number, s in enumerate(states):
        runs = s.runs(backward)
        body, reads = _statement(states, shared, number, s.body, runs, f"~{number}")
        leads = tuple(0 if run.backward else run.first for run in runs)
        made.append(Step(s, runs, body, reads, Read(number, leads, None, ex.tensor(f"~{number}", len(s.axes)))))
        for n, run in enumerate(runs):
            for m, (position, e) in enumerate(run.starts):
                label = f"~{number}.{n}.{m}"
                body, reads = _statement(states, shared, number, e, runs[:n], label)
                value = Read(number, leads[:n], None, ex.tensor(label, len(s.axes) - 1))
                begun.append(Step(s, runs[:n], body, reads, value, (run.axis, position)))
    return made, begun


def _statement(
    states: Sequence[State], shared: Sequence[Sequence[int]], number: int, statement: Expr, runs: list[Run], label: str
) -> tuple[Expr, list[Read]]:  # fmt: skip
    """A statement of a state with arrays in place of the states that it reads, and these arrays."""
    s, formal = states[number], {t.array: k for k, t in enumerate(states)}
    reads: dict[tuple[Any, ...], Read] = {}

    def change(node: Expr) -> Expr | None:
        to = formal.get(node.args[0]) if node.op == "access" else None
        if to is None:
            return None
        slots, shifts = list(node.args[1:]), []
        for own, run, _ in zip(runs, states[to].runs(False), range(shared[number][to]), strict=False):
            form = linear(slots[run.axis])
            assert form is not None
            shifts.append(form[1].constant)
            slots[run.axis] = ex.index(s.axes[own.axis])
        array = ex.tensor(f"{label}@{len(reads)}", len(slots))
        read = reads.setdefault((to, *shifts, node.data), Read(to, tuple(shifts), node.data, array))
        return ex.access(read.array, slots, node.data)

    body = ex.rebuild(from_zero(s, statement, runs).args[0], change)
    return ex.closed(s.name, statement.data[1], body), list(reads.values())


class Place(NamedTuple):
    """What an array of a statement stands for: ``whole``, with ``before`` more axes, at the shifts of a read.

    ``step`` is the statement whose cells it has, ``runs`` are those of the state that is read, and ``axes`` its axes.
    What is ``fixed`` is an axis of the whole that the array lacks, and the position there.
    """

    whole: Expr
    before: int
    step: Step
    runs: Sequence[Run]
    axes: Sequence[str]
    shifts: Sequence[int]
    pad: Any
    fixed: tuple[int, Expr] | None = None

    def slots(self, slots: Sequence[Expr]) -> list[Expr]:
        """Slots of the array as slots of the whole."""
        moved = list(slots)
        if self.fixed is not None:
            moved.insert(*self.fixed)
        for run, shift in zip(self.runs, self.shifts, strict=True):
            moved[self.before + run.axis] = sum_of(moved[self.before + run.axis], ex.const(shift))
        return moved

    def length(self, axis: int) -> Expr:
        """The length of an axis of the array."""
        axis += self.fixed is not None and axis >= self.fixed[0]
        found = [n for n, run in enumerate(self.runs) if run.axis == axis - self.before]
        return self.step.count(found[0]) if found else ex.size(self.whole, axis)

    def array(self, outer: Sequence[str]) -> Expr:
        """The array as a part of the whole."""
        axes = [*outer[: self.before], *self.axes]
        if self.fixed is not None:
            del axes[self.fixed[0]]
            if not self.runs:  # a whole row
                return ex.closed("", axes, ex.access(self.whole, self.slots([ex.index(a) for a in axes])))
        read = ex.access(self.whole, self.slots([ex.index(a) for a in axes]), 0 if self.pad is None else self.pad)
        return ex.closed("", axes, ex.call("mul", read, *(limit(a, self.length(k)) for k, a in enumerate(axes))))


def _places(step: Step, steps: Sequence[Step]) -> dict[Expr, Place]:
    """The states that the arrays of a statement stand for."""
    found = {}
    for r in (*step.reads, *([] if step.begins else [step.value])):
        s = steps[r.state]
        found[r.array] = Place(s.state.array, 0, step, s.runs[: len(r.shifts)], s.state.axes, r.shifts, r.pad)
    return found


def _restored(e: Expr, places: Mapping[Expr, Place], cell: Collection[str]) -> Expr:
    """An expression over cells with the whole arrays in the place of those of a statement.

    No read at the indices of the ``cell`` says how far these run: it is padded, for all are inside where they count.
    """

    def change(node: Expr) -> Expr | None:
        if node.op == "size" and node.args[0] in places:
            return places[node.args[0]].length(node.data)
        if node.op != "access":
            return None
        place, slots, pad = places.get(node.args[0]), node.args[1:], node.data
        moving = any(not a.free.isdisjoint(cell) for a in slots) and all(linear(a) is not None for a in slots)
        if place is not None:
            pad = place.pad if place.pad is not None else pad
        pad = 0 if pad is None and moving else pad
        return ex.access(node.args[0], slots, pad) if place is None else ex.access(place.whole, place.slots(slots), pad)

    return ex.rebuild(e, change)


def _moved(body: Expr, at: Mapping[str, Expr], places: Mapping[Expr, Place], cell: Collection[str]) -> Expr:
    """A body over the axes ``at`` at other positions, with whole arrays; sums in it run as far as they did."""
    whole = uniquify_body(body, tuple(at))
    told = symbolic_extents(ex.closed("", tuple(at), whole))
    body = _restored(ex.rebuild(ex.substitute(whole, at), collected), places, cell)
    after = symbolic_extents(ex.closed("", sorted(body.free), body))
    lost = {n: _restored(told[n], places, ()) for n in sorted(summed_only(body, told)) if n not in after}
    return limited(body, lost) if lost else body


def new_arrays(states: Sequence[State], pattern: str, more: int = 0) -> list[Expr]:
    """An array for each state, with so many axes more, under a name of its own."""
    names = ex.fresh_names({s.name for s in states}, [pattern.format(s.name) for s in states])
    return [ex.tensor(n, more + len(s.axes)) for n, s in zip(names, states, strict=True)]


def outer_names(steps: Sequence[Any], outer: Sequence[str]) -> list[str]:
    """Names for outer axes that no statement has."""
    taken = {n for s in steps for n in (*ex.index_names(*ex.postorder(s.body)), *s.state.axes)}
    return ex.fresh_names(taken, outer)


def instances(
    closed: Recurrence, arrays: Sequence[Expr], actual: Mapping[Expr, Expr], named: Sequence[Expr]
) -> list[Expr]:
    """The states of a recurrence, with ``actual`` arrays in its own, in the order in which they are ``named``."""
    results = applied(closed, [ex.replace(a, actual) for a in arrays])
    by_name = {s.name: e for s, e in zip(closed.states, results, strict=True)}
    return [by_name[t.data.name] for t in named]


# --- the adjoint ----------------------------------------------------------------------------


def adjoint(
    node: Expr, states: Sequence[Expr], arriving: Mapping[int, Expr], outer: Sequence[str], wanted: Sequence[bool],
    pull: Pull,
) -> tuple[list[Expr], list[Expr], int]:  # fmt: skip
    """What arrives at the inputs of a recurrence, and the cotangents of its states (`recurrences.adjoint`)."""
    backward = node.data[0].backward
    found, inputs = named(node.data[0], node.args)
    made = _Adjoint(found, backward, outer, {k: ex.tensor(f"~g{k}", e.ndim) for k, e in arriving.items()})
    asked = [t for t, w in zip(inputs, wanted, strict=True) if w]
    pulled = [
        pull(s.body, [*(r.array for r in s.reads), *asked], q, None if s.begins else s.value.array, outer,
             {r.array: {run.axis: s.state.axes[own.axis] for own, run, _ in
                        zip(s.runs, made.steps[r.state].runs, r.shifts, strict=False)} for r in s.reads})
        for s, q in zip(made.every, made.seeds, strict=True)
    ]  # fmt: skip
    closed, arrays = recurrence_of([made.statement(n, pulled) for n in range(len(found))])
    actual = dict(zip(inputs, node.args, strict=True)) | dict(zip((s.array for s in found), states, strict=True))
    actual |= {made.given[k]: e for k, e in arriving.items()}
    cotangents = instances(closed, arrays, actual, made.cotangents)
    actual |= dict(zip(made.cotangents, cotangents, strict=True))
    terms: list[list[Expr]] = [[] for _ in asked]
    for s, p, places in zip(made.every, pulled, made.places, strict=True):
        parts = {a: place.array(made.outer) for a, place in places.items()}
        for own, e in zip(terms, p[len(s.reads) :], strict=True):
            own += [ex.replace(e, parts)] if e.op == "let" else []
    outside = next(iter(made.given.values()))
    totals = iter([total(t, actual, outside, w) for t, w in zip(terms, asked, strict=True)])
    return [next(totals) if w else ZERO for w in wanted], cotangents, made.more


def total(terms: Sequence[Expr], actual: Mapping[Expr, Expr], outside: Expr, wanted: Expr) -> Expr:
    """The sum of arrays over the first axes of ``outside`` and those of ``wanted``, with actual arrays in it.

    Lengths that no read tells stand beside it.
    """
    if not terms:
        return ZERO
    name, axes = terms[0].data
    bodies = [ex.substitute(e.args[0], dict(zip(e.data[1], map(ex.index, axes), strict=True))) for e in terms]
    body = ex.call("add", *bodies) if len(bodies) > 1 else bodies[0]
    before = len(axes) - wanted.ndim
    lengths = [ex.size(outside, k) if k < before else ex.size(wanted, k - before) for k in range(len(axes))]
    told = symbolic_extents(ex.closed("", axes, uniquify_body(body, axes)))
    lost = [limit(a, n) for a, n in zip(axes, lengths, strict=True) if a not in told]
    return ex.replace(ex.closed(name, axes, guarded(body, lost) if lost else body), actual)


class _Adjoint:
    """Statements of the cotangents of all states; ``given`` is what arrives at some of them.

    Along the outer run each has rows of 0 beside its own, ``more``, with which it starts; ``first`` are before them.
    """

    def __init__(
        self, states: Sequence[State], backward: bool, outer: Sequence[str], given: Mapping[int, Expr]
    ) -> None:
        self.steps, begun = steps_of(states, backward)
        self.every, self.given, self.backward = [*self.steps, *begun], given, backward
        self.outer, count = outer_names(self.every, outer), len(outer)
        self.cotangents = new_arrays(states, "d{}", count)
        self.seeds = [ex.tensor(f"~q{s.value.array.data.name}", count + s.value.array.ndim) for s in self.every]
        back = [abs(r.shifts[0] - s.value.shifts[0]) for s in self.every for r in s.reads]
        self.more = max([1, *back])
        self.first = self.more if self.backward else 0
        self.places = [_places(s, self.steps) | {q: self._seed(s)} for s, q in zip(self.every, self.seeds, strict=True)]

    def _seed(self, s: Step) -> Place:
        """Where the cotangent of what a statement makes lies: of a starting value at its position, in the rows that
        the runs outside it compute."""
        count, shifts, array = len(self.outer), list(s.value.shifts), self.cotangents[s.value.state]
        if shifts:
            shifts[0] += self.first
        fixed = None
        if s.begins is not None:
            axis, position = s.begins
            fixed = count + axis, position if shifts else sum_of(position, ex.const(self.first))
        pad = 0 if shifts else None
        return Place(array, count, s, s.runs, s.state.axes, tuple(shifts), pad, fixed)

    def statement(self, number: int, pulled: Sequence[Sequence[Expr]]) -> State:
        """The cotangent of one state, over the inputs, the states and what arrives."""
        s = self.steps[number].state
        axes = (*self.outer, *s.axes)
        at = [ex.index(a) for a in axes]
        terms = [ex.access(self.given[number], at)] if number in self.given else []
        for step, places, p in zip(self.every, self.places, pulled, strict=True):
            for read, e in zip(step.reads, p, strict=False):
                if read.state == number and e.op == "let":
                    terms.append(self._handed(step, places, read, e, at))
        body = ex.call("add", *terms) if len(terms) > 1 else terms[0] if terms else ZERO
        if self.first:
            body = ex.substitute(body, {s.step: sum_of(ex.index(s.step), ex.const(-self.first))})
            body = ex.rebuild(body, collected)
        other, count = next(iter(self.given.values())), len(self.outer)
        lengths = [ex.size(other, k) for k in range(count)]
        lengths += [ex.size(s.array, k) if e is None else e for k, e in enumerate(s.lengths)]
        end = count + s.axis
        beside = [limit(a, n) for k, (a, n) in enumerate(zip(axes, lengths, strict=True)) if k != end]
        if number not in self.given or self.first:
            body = ex.call("mul", body, *beside, limit(s.step, sum_of(lengths[end], ex.const(self.more))))
        nothing = ex.closed("", [a for a in axes if a != s.step], ex.call("mul", ZERO, *beside))
        ends = [ex.const(k) if self.backward else sum_of(lengths[end], ex.const(k)) for k in range(self.more)]
        runs = [Run(count + run.axis) for run in self.steps[number].runs]
        runs[0] = Run(end, tuple((p, nothing) for p in ends))
        return State(ex.closed("", axes, body), 0, name=self.cotangents[number].data.name).with_runs(runs)

    def _handed(
        self, step: Step, places: Mapping[Expr, Place], read: Read, e: Expr, at: Sequence[Expr]
    ) -> Expr:
        """What a statement hands to a cell that it read."""
        cell, tests = list(at), []
        for n, (run, shift) in enumerate(zip(self.steps[read.state].runs, read.shifts, strict=False)):
            axis = len(self.outer) + run.axis
            cell[axis] = sum_of(at[axis], ex.const(-shift))
            if shift > 0:
                tests.append(ex.call("ge", at[axis], ex.const(shift)))
            if shift < step.runs[n].first or not self._alike(step, read.state, n):
                tests.append(ex.call("lt", at[axis], sum_of(step.count(n), ex.const(shift))))
        state = self.steps[read.state].state
        names = {state.axes[run.axis] for run in self.steps[read.state].runs}
        body = _moved(e.args[0], dict(zip(e.data[1], cell, strict=True)), places, names)
        for test in reversed(tests):
            body = ex.call("where", test, body, ZERO)
        return body

    def _alike(self, step: Step, other: int, n: int) -> bool:
        """Whether the state of a statement and another one are equally long along a run."""
        a, b = step.state.lengths[step.runs[n].axis], self.steps[other].state.lengths[self.steps[other].runs[n].axis]
        return step.state is self.steps[other].state or (a is not None and a is b)


# --- tangents -------------------------------------------------------------------------------


def _computed(step: Step) -> list[Expr]:
    """Where the outer run computes the rows of a state that nothing begins."""
    found = []
    for run in step.runs[:1]:
        if run.first and not run.starts:
            at = ex.index(step.state.axes[run.axis])
            found.append(ex.call("lt", at, step.count(0)) if run.backward else ex.call("le", ex.const(run.first), at))
    return found


def tangents(node: Expr, states: Sequence[Expr], changes: Sequence[Expr | None], push: Push) -> list[Expr]:
    """The tangents of all states of a recurrence, as named arrays, for tangents of its inputs."""
    found, inputs = named(node.data[0], node.args)
    steps, begun = steps_of(found, node.data[0].backward)
    made = new_arrays(found, "{}_dot")
    moving = [(t, c) for t, c in zip(inputs, changes, strict=True) if c is not None]
    given = {t: ex.tensor(f"~d{k}", t.ndim) for k, (t, _) in enumerate(moving)}

    inside = is_nested(node.data[0])

    def changed(step: Step, cell: Collection[str]) -> Expr:
        """The tangent of a statement, where its state has it."""
        own = {r.array: ex.tensor(f"~t{k}", r.array.ndim) for k, r in enumerate(step.reads)}
        places = _places(step, steps)
        places |= {own[r.array]: places[r.array]._replace(whole=made[r.state], pad=None if r.pad is None else 0)
                   for r in step.reads}  # fmt: skip
        pushed = push(step.body, {**given, **own}, None if step.begins else step.value.array)
        if pushed is None:
            pushed = ex.call("mul", ZERO, step.body.args[0]) if step.begins else ZERO
        axes = step.state.axes
        back = {a: ex.index(a) for a in step.body.data[1]}
        back |= {axes[r.axis]: sum_of(ex.index(axes[r.axis]), ex.const(-lead))
                 for r, lead in zip(step.runs, step.value.shifts, strict=True) if lead}  # fmt: skip
        body = _moved(pushed, back, places, cell)
        return guarded(body, _computed(step)) if inside else body

    new = []
    for array, step in zip(made, steps, strict=True):
        s = step.state
        starts: dict[int, list[tuple[Expr, Expr]]] = {run.axis: [] for run in step.runs}
        for begin in begun:
            if begin.state is s and begin.begins is not None:
                axis, position = begin.begins
                rest = {s.axes[r.axis] for r in begin.runs} if inside else ()
                starts[axis].append((position, ex.closed("", begin.body.data[1], changed(begin, rest))))
        body = changed(step, {s.axes[r.axis] for r in step.runs})
        body = ex.call("mul", body, *(limit(a, ex.size(s.array, k)) for k, a in enumerate(s.axes)))
        runs = [Run(run.axis, tuple(starts[run.axis])) for run in step.runs]
        new.append(State(ex.closed("", s.axes, body), 0, name=array.data.name).with_runs(runs))
    closed, arrays = recurrence_of(new)
    actual = dict(zip(inputs, node.args, strict=True)) | dict(zip((s.array for s in found), states, strict=True))
    actual |= {given[t]: c for t, c in moving}
    return instances(closed, arrays, actual, made)
