"""Statements of recurrences taken apart: arrays stand for the reads of states, read at the cell itself.

There is one for each distance.  The derivatives of a statement by them are plain formulas, and no index map of a state
has to be inverted; `moved` puts the states in their place again.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, NamedTuple

from espresso.formulas.extents.affine import linear
from espresso.formulas.extents.extents import symbolic_extents
from espresso.formulas.extents.nested import shared_runs
from espresso.formulas.extents.range_guards import limit, limited, summed_only
from espresso.formulas.extents.reads import reads_of
from espresso.formulas.extents.recurrences import collected, fixed_distance, from_zero, sum_of
from espresso.formulas.extents.scopes import uniquify_body
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.formulas.graph.recurrences import Run, State
from espresso.records import dataclass


class Read(NamedTuple):
    """A state as a statement reads it, through the tensor ``array``: ``shifts`` are added to the indices of its cell.

    There are none where it is read at positions of its own, at any of its rows.  ``pad`` is its value outside, None
    where it is not read there.
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
        body, reads = _statement(states, shared, number, s.body, runs)
        leads = tuple(map(_lead, runs))
        made.append(Step(s, runs, body, reads, Read(number, leads, None, ex.tensor(f"~{number}@0", len(s.axes)))))
        for n, run in enumerate(runs):
            for m, (position, e) in enumerate(run.starts):
                body, reads = _statement(states, shared, number, e, runs[:n])
                value = Read(number, leads[:n], None, ex.tensor(f"~{number}.{n}.{m}", len(s.axes) - 1))
                begun.append(Step(s, runs[:n], body, reads, value, (run.axis, position)))
    return made, begun


def _lead(run: Run) -> int:
    """What is added to a position of a statement for that in the state."""
    return 0 if run.backward else run.first


def _statement(
    states: Sequence[State], shared: Sequence[Sequence[int]], number: int, statement: Expr, runs: list[Run]
) -> tuple[Expr, list[Read]]:  # fmt: skip
    """A statement of a state with arrays in place of the states that it reads, and these arrays."""
    s, formal = states[number], {t.array: k for k, t in enumerate(states)}
    reads: dict[str, Read] = {}
    along = {s.axes[r.axis] for r in runs}
    back = {s.axes[r.axis] for r in runs if r.backward and r.first}

    def change(node: Expr) -> Expr | None:
        if node.op == "index" and node.data[1] is not None and node.data[0] in back:
            return ex.index(node.data[0])  # the declared length is that of the state, which has more rows than steps
        if node.op != "access":
            return None
        beside = (a.free - along for a in node.args[1:] if not a.free.isdisjoint(along) and linear(a) is not None)
        if node.data is None and any(beside):
            node = ex.access(node.args[0], node.args[1:], 0)  # inside at each step, where it counts
        to = formal.get(node.args[0])
        if to is None:
            return node
        slots, shifts, distances = list(node.args[1:]), [], []
        fixed = fixed_distance(slots[states[to].axis], s.step) is not None
        for own, run, _ in zip(runs, states[to].runs(False), range(shared[number][to] if fixed else 0), strict=False):
            form = linear(slots[run.axis])
            assert form is not None
            shifts.append(form[1].constant)
            distances.append(form[1].constant - _lead(own))
            slots[run.axis] = ex.index(s.axes[own.axis])
        pad = node.data if any(t.inner for t in states) else None
        name = f"~{to}@{','.join(map(str, distances))}" + ("" if pad is None else f" beside {pad}")
        read = reads.setdefault(name, Read(to, tuple(shifts), pad, ex.tensor(name, len(slots))))
        return ex.access(read.array, slots, node.data)

    body = ex.rebuild(from_zero(s, statement, runs).args[0], change)
    return ex.closed(s.name, statement.data[1], body), list(reads.values())


class Place(NamedTuple):
    """What an array of a statement stands for: ``whole``, with ``before`` more axes, at the shifts of a read.

    ``step`` is the statement whose cells it has, ``state`` what is read, and ``runs`` are those of the state.
    What is ``fixed`` is an axis of the whole that the array lacks, and the position there.
    """

    whole: Expr
    before: int
    step: Step
    runs: Sequence[Run]
    state: State
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
        own = axis - self.before
        found = [n for n, run in enumerate(self.runs) if run.axis == own]
        if found:
            return self.step.count(found[0])
        return ex.size(self.whole, axis) if own < 0 else ex.size(self.state.array, own)

    def array(self, outer: Sequence[str]) -> Expr:
        """The array as a part of the whole."""
        axes = [*outer[: self.before], *self.state.axes]
        if self.fixed is not None:
            del axes[self.fixed[0]]
            if not self.runs:  # a whole row
                return ex.closed("", axes, ex.access(self.whole, self.slots([ex.index(a) for a in axes])))
        read = ex.access(self.whole, self.slots([ex.index(a) for a in axes]), 0 if self.pad is None else self.pad)
        return ex.closed("", axes, ex.call("mul", read, *(limit(a, self.length(k)) for k, a in enumerate(axes))))


def places_of(step: Step, steps: Sequence[Step]) -> dict[Expr, Place]:
    """The states that the arrays of a statement stand for."""
    found = {}
    for r in (*step.reads, *([] if step.begins else [step.value])):
        s = steps[r.state]
        found[r.array] = Place(s.state.array, 0, step, s.runs[: len(r.shifts)], s.state, r.shifts, r.pad)
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


def moved(
    body: Expr, at: Mapping[str, Expr], places: Mapping[Expr, Place], cell: Collection[str],
    change: Callable[[Expr], Expr | None] = lambda _: None,
) -> Expr:  # fmt: skip
    """A body over the axes ``at`` at other positions, with whole arrays; sums in it run as far as they did.

    Reads of its arrays are subject to a ``change`` before that.
    """
    whole = uniquify_body(body, tuple(dict.fromkeys([*at, *(n for e in at.values() for n in sorted(e.free))])))
    told = symbolic_extents(ex.closed("", tuple(at), whole))
    body = _restored(ex.rebuild(ex.rebuild(ex.substitute(whole, at), collected), change), places, cell)
    after = symbolic_extents(ex.closed("", sorted(body.free), body))
    lost = {n: _restored(told[n], places, ()) for n in sorted(summed_only(body, told)) if n not in after}
    return limited(body, lost) if lost else body


def at_rows(e: Expr, seed: Expr, places: Mapping[Expr, Place]) -> bool:
    """Whether a seed is read at the steps themselves, so that an index runs over the rows that all arrays have.

    It does not where a whole state and an array with fewer rows are read at the same index, nor where the seed stands
    in branches of ``where`` alone, which say nothing about lengths.
    """
    seeds: set[Expr] = set()
    for node in ex.postorder(e):
        if node.op == "access" and node.args[0] is seed:
            at = [node.args[1 + places[seed].before + run.axis] for run in places[seed].runs]
            if node.data is not None or any(a.op != "index" for a in at):
                return False
            seeds |= set(at)
    whole, others = read_at(e, seed, places)
    if not whole.isdisjoint(others):
        return False
    telling = {r.slot for r in reads_of(e, e.axes).reads if r.access.args[0] is seed and not r.guarded}
    return seeds <= telling


def unlike(
    body: Expr, seed: Expr, places: Mapping[Expr, Place], lengths: Callable[[Expr, int], Expr]
) -> set[Expr]:  # fmt: skip
    """The reads of inputs at an index of the steps at which inputs of another length are read.

    The steps of a recurrence may be fewer than the rows of what they read.
    """
    order, place = ex.postorder(body), places[seed]
    axes = [1 + place.before + run.axis for run in place.runs]
    steps = {n.args[k] for n in order if n.op == "access" and n.args[0] is seed for k in axes}
    found: dict[Expr, dict[Expr, set[Expr]]] = {}
    for node in order:
        if node.op == "access" and node.data is None and node.args[0] not in places:
            for axis, slot in enumerate(node.args[1:]):
                if slot.op == "index" and slot in steps:
                    found.setdefault(slot, {}).setdefault(lengths(node.args[0], axis), set()).add(node)
    return {n for of in found.values() if len(of) > 1 for nodes in of.values() for n in nodes}


def read_at(e: Expr, seed: Expr, places: Mapping[Expr, Place]) -> tuple[set[Expr], set[Expr]]:
    """The indices at which whole states are read, and those at which other arrays but the seed are."""
    whole: set[Expr] = set()
    others: set[Expr] = set()
    for node in ex.postorder(e):
        if node.op != "access" or node.args[0] is seed or node.data is not None:
            continue
        place = places.get(node.args[0])
        if place is None:
            others |= {a for a in node.args[1:] if a.op == "index"}
        else:
            at = [node.args[1 + place.before + run.axis] for run in place.runs]
            whole |= {a for a, shift in zip(at, place.shifts, strict=True) if not shift}
    return whole, others


def meet(parts: Sequence[tuple[Expr, Expr, Mapping[Expr, Place]]]) -> bool:
    """Whether parts of a sum read whole states and other arrays at one of their axes: these have fewer rows."""
    whole: set[int] = set()
    others: set[int] = set()
    for e, seed, places in parts:
        for found, names in zip((whole, others), read_at(e.args[0], seed, places), strict=True):
            found |= {k for k, name in enumerate(e.data[1]) if ex.index(name) in names}
    return not whole.isdisjoint(others)
