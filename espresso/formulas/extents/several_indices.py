"""Recurrences over several indices: ``d[i,j]`` from ``d[i-1,j]``, ``d[i,j-1]`` and ``d[i-1,j-1]``.

Such a recurrence is one over the outer index, in each step of which one over the inner index runs: what a statement
reads lies in an earlier row, anywhere there at a fixed distance, or earlier in its own row.  Each axis has a direction
and starting values of its own.  The order of the axes is that of the left side where it serves, else another one.

`weights` gives the same order as one number: cells with the same sum of weighted positions do not need each other, so
that a recurrence over one index computes all of them in one step (`algebra.rewriting.wavefronts`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import permutations
from typing import NamedTuple

from espresso.formulas.extents.affine import linear
from espresso.formulas.extents.recurrences import Link, NoRecurrence, check_positions, finished, in_order
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.formulas.graph.recurrences import Recurrence, Run, State


class Distance(NamedTuple):
    """A read of state ``to`` in the body of state ``by``, so many positions later along each axis of the runs."""

    by: int
    to: int
    offsets: tuple[int, ...]
    node: Expr


def recurrence_over(states: Sequence[State]) -> tuple[Recurrence, list[Expr]]:
    """The recurrence of these statements, which run along several axes in some order, and its arrays.

    Raises NoRecurrence where there is no order in which each value is there before it is read.
    """
    axes = [r.axis for r in states[0].runs(False)]
    left = sorted(range(len(axes)), key=axes.__getitem__)
    states = [s.with_runs([s.runs(False)[r] for r in left]) for s in states]
    every = [d for k, s in enumerate(states) for d in distances(states, k, s)]
    order, backward = _direction(states, every)
    every = [d._replace(offsets=tuple(d.offsets[r] for r in order)) for d in every]
    along = []
    for s in states:
        runs = [named_alike(s, run) for run in s.runs(False)]
        along.append(s.with_runs([replace(runs[r], backward=b) for r, b in zip(order, backward, strict=True)]))
    places = in_order(along, [Link(d.by, d.to, int(any(d.offsets)), d.node) for d in every])
    new = {old: k for k, old in enumerate(places)}
    along = [along[k] for k in places]
    every = [d._replace(by=new[d.by], to=new[d.to]) for d in every]
    for r, b in enumerate(backward):
        along = _with_firsts(along, every, r, b)
    return finished(along, backward[0])


def named_alike(s: State, run: Run) -> Run:
    """A run whose starting values have the names of the axes of the body."""
    names, found = [a for k, a in enumerate(s.axes) if k != run.axis], []
    for position, e in run.starts:
        found.append((position, ex.closed("", names, ex.element(e, list(map(ex.index, names))))))
    return replace(run, starts=tuple(found))


def distances(states: Sequence[State], number: int, state: State) -> list[Distance]:
    """Reads of states in one body."""
    formal = {s.array: k for k, s in enumerate(states)}
    names = [state.axes[r.axis] for r in state.runs(False)]
    found = []
    own = ex.postorder(state.body.args[0], into_arrays=False)
    for node in own:
        if node.op == "let" and formal.keys() & {*ex.tensors(node)}:
            what = f"{state.name} depends on an array that reads it as a whole"
            raise NoRecurrence(what, f"Write that at {', '.join(names)} alone, as part of the statement.", node)
    for node in own:
        to = formal.get(node.args[0]) if node.op == "access" else None
        if to is None:
            continue
        offsets = []
        for name, run in zip(names, states[to].runs(False), strict=True):
            form = linear(node.args[1 + run.axis])
            if form is None or form[1].terms or form[0] != {name: 1}:
                raise NoRecurrence(
                    f"{state.name} depends on {states[to].name}, which is read at no fixed distance along {name}",
                    f"Read it at {name} - 1, or another whole number of steps before {name}.",
                    node,
                )
            offsets.append(form[1].constant)
        found.append(Distance(number, to, tuple(offsets), node))
    return found


def closed_distances(recurrence: Recurrence) -> list[Distance]:
    """Reads of states in all bodies of a recurrence."""
    states = [replace(s, name=a.data.name) for s, a in zip(recurrence.states, recurrence.formal, strict=True)]
    return [d for k, s in enumerate(states) for d in distances(states, k, s)]


def _direction(states: Sequence[State], every: Sequence[Distance]) -> tuple[Sequence[int], list[bool]]:
    """The order of the runs, outer ones first, and which of them run backward."""
    first: NoRecurrence | None = None
    for order in permutations(range(len(states[0].runs(False)))):
        backward, left = [], list(every)
        try:
            for r in order:
                backward.append(_runs_backward(states, left, r))
                left = [d for d in left if not d.offsets[r]]
        except NoRecurrence as problem:
            first = first or problem
            continue
        return order, backward
    assert first is not None
    raise first


def _runs_backward(states: Sequence[State], left: Sequence[Distance], r: int) -> bool:
    """Whether a run goes backward, where the runs outside it leave these reads in the same row."""
    later, earlier = ([d for d in left if sign * d.offsets[r] > 0] for sign in (1, -1))
    starts = [linear(p) for s in states for p, _ in s.runs(False)[r].starts]
    # a number above 0 may be the end of a declared length
    ends = {bool(form[1].terms) for form in starts if form is not None and (form[1].terms or form[1].constant <= 0)}
    backward = ends.pop() if len(ends) == 1 else bool(later) and not earlier
    wrong = earlier if backward else later
    if wrong:
        by, name = states[wrong[0].by], states[wrong[0].by].axes[states[wrong[0].by].runs(False)[r].axis]
        both = later and earlier
        what = f"{by.name} reads both earlier and later values along {name}" if both else (
            f"{by.name} starts with its {'last' if backward else 'first'} values along {name} and reads "
            f"{'earlier' if backward else 'later'} ones"
        )
        sign = "+" if backward else "-"
        remedy = f"Along {name} it runs one way: in the same row read {by.name} at {name} {sign} 1, {name} {sign} 2 ..."
        raise NoRecurrence(what, remedy, wrong[0].node)
    return backward


def _with_firsts(states: Sequence[State], every: Sequence[Distance], r: int, backward: bool) -> list[State]:
    """The states with the number of positions before their first one along one run."""
    alone = []
    for s in states:
        run = s.runs(False)[r]
        alone.append(replace(s, axis=run.axis, starts=run.starts, inner=()))
        check_positions(alone[-1], backward)
    firsts = [len(s.starts) for s in alone]
    reads = [(d, d.offsets[r] if backward else -d.offsets[r]) for d in every if d.node.data is None]
    for _ in range(len(states) + 1):
        before = list(firsts)
        for d, back in reads:
            if not alone[d.by].starts and back >= 0:
                firsts[d.by] = max(firsts[d.by], back + (0 if alone[d.to].starts else firsts[d.to]))
        if firsts == before:
            break
    else:
        s, node = next((alone[d.by], d.node) for d, back in reads if back > 0 and not alone[d.by].starts)
        raise NoRecurrence(f"{s.name} has no starting value along {s.step}", _remedy(s, backward), node)
    for d, back in reads:
        by, to = alone[d.by], alone[d.to]
        if by.starts and back > 0 and firsts[d.by] - back < (0 if to.starts else firsts[d.to]):
            what = f"the first values of {by.name} along {by.step} read {to.name} before its own first one"
            raise NoRecurrence(what, _remedy(to, backward), d.node)
    made = []
    for s, first in zip(states, firsts, strict=True):
        runs = s.runs(False)
        runs[r] = replace(runs[r], first=first, backward=backward)
        made.append(s.with_runs(runs))
    return made


def _remedy(s: State, backward: bool) -> str:
    left = list(s.axes)
    left[s.axis] = "n" if backward else "0"
    return f"Write one before it, {s.name}[{','.join(left)}] = ..., or read pad({s.name}), which is 0 outside."


def weights(recurrence: Recurrence) -> tuple[int, ...]:
    """Positive weights of the runs with which the weighted position of a cell is larger than of all that it reads.

    Positions count in the direction of each run.  The weight of the innermost run is 1.
    """
    ways = [-1 if run.backward else 1 for run in recurrence.states[0].runs(recurrence.backward)]
    every = {tuple(w * o for w, o in zip(ways, d.offsets, strict=True)) for d in closed_distances(recurrence)}
    found: list[int] = []
    for r in reversed(range(len(ways))):
        weight = 1
        for offsets in every:
            if offsets[r] < 0 and not any(offsets[:r]):
                later = sum(w * o for w, o in zip(found, offsets[r + 1 :], strict=True))
                weight = max(weight, later // -offsets[r] + 1)
        found.insert(0, weight)
    return tuple(found)
