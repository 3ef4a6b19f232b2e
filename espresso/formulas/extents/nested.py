"""Recurrences in the steps of others: states that run along more axes than the one that all share.

In ``g[t,0] = h[t-1]; g[t,k] = f(g[t,k-1]); h[t] = g[t,n]`` all states run along t.  At each position there those that
need each other at the same one are a recurrence over the axes that are left (`inside`), and the others one row each.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from functools import lru_cache

from espresso.formulas.extents.affine import linear
from espresso.formulas.extents.reads import unmasked
from espresso.formulas.extents.recurrences import (
    Link,
    NoRecurrence,
    begins_inside,
    checked_direction,
    finished,
    groups_at_one_position,
    links_of,
    recurrence,
    with_firsts,
)
from espresso.formulas.extents.several_indices import distances, named_alike, recurrence_over
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.formulas.graph.recurrences import AT_STEP, Recurrence, State


def recurrence_of(states: Sequence[State]) -> tuple[Recurrence, list[Expr]]:
    """The recurrence of these statements, over one index or several ones, or with loops inside; and its arrays."""
    if not any(s.inner for s in states):
        return recurrence(states)
    if len({len(s.inner) for s in states}) == 1 and not begins_inside(states):
        try:
            return recurrence_over(states)
        except NoRecurrence as problem:
            first = problem
            if not _read_elsewhere(states):
                raise
    else:
        first = None
    for r in range(1 + min(len(s.inner) for s in states)):
        try:
            return _nested(states, r)
        except NoRecurrence as problem:
            first = first or problem
    assert first is not None
    raise first


def _read_elsewhere(states: Sequence[State]) -> bool:
    """Whether a state is read at a position along one of its runs that is the same for all indices."""
    formal = {s.array: s for s in states}
    reads = (n for s in states for n in ex.postorder(s.body.args[0], into_arrays=False)
             if n.op == "access" and n.args[0] in formal)  # fmt: skip
    return any(not n.args[1 + run.axis].free for n in reads for run in formal[n.args[0]].runs(False))


@lru_cache(maxsize=512)
def is_nested(found: Recurrence) -> bool:
    """Whether some states of a recurrence run in loops of their own inside its steps."""
    return _differ([replace(s, name=a.data.name) for s, a in zip(found.states, found.formal, strict=True)])


def _differ(states: Sequence[State]) -> bool:
    """Whether not all states run in the same loops."""
    if not any(s.inner for s in states):
        return False
    if len({len(s.inner) for s in states}) > 1 or begins_inside(states):
        return True
    try:
        return not all(distances(states, k, s) is not None for k, s in enumerate(states))
    except NoRecurrence:
        return True


def _nested(states: Sequence[State], r: int) -> tuple[Recurrence, list[Expr]]:
    """The recurrence along run ``r`` of all states, with the others in its steps."""
    along = []
    for s in states:
        runs = [named_alike(s, run) for run in s.runs(False)]
        along.append(replace(s, lengths=()).with_runs([runs[r], *runs[:r], *runs[r + 1 :]]))
    every = [link for k, s in enumerate(along) for link in links_of(along, k, s)]
    far = next((link for link in every if not link.fixed), None)
    if far is not None:
        by, to = along[far.by], along[far.to]
        raise NoRecurrence(
            f"{by.name} depends on {to.name}, which is read at no fixed distance along {by.step}",
            f"Read it at {by.step} - 1, or another whole number of steps before {by.step}.",
            far.node,
        )
    backward = checked_direction(along, every)
    order = []
    for group in groups_at_one_position(along, every):
        if len(group) == 1 and not any(run.starts for run in along[group[0]].inner) and not _circle(group, every):
            order.append(replace(along[group[0]], inner=()))
            continue
        without = [link for link in every if link.by in group and link.to in group and not link.offset]
        if not all(along[k].inner for k in group):
            s = next(along[k] for k in group if not along[k].inner)
            count = 1 + max(len(along[k].inner) for k in group)
            if count == 1:
                remedy = f"Read it at an earlier {s.step} somewhere in this circle."
                raise NoRecurrence(f"{s.name} needs its own value at the same {s.step}", remedy, without[0].node)
            raise NoRecurrence(f"{s.name} is part of a recurrence over {count} indices and has not all of them",
                               "All statements of a recurrence run over the same indices.")  # fmt: skip
        step = ex.access(ex.tensor("~step", 0, "int64", structure=AT_STEP))
        made, _ = recurrence_of(_begun_outside(inside(along, group, step)))
        for found in made.states:
            k = next(k for k in group if along[k].name == found.name)
            order.append(_around(along[k], found, made.backward))
    places = {s.name: k for k, s in enumerate(order)}
    moved = [replace(l, by=places[along[l.by].name], to=places[along[l.to].name]) for l in every]
    return finished(with_firsts(order, moved, backward), backward)


def _begun_outside(states: list[State]) -> list[State]:
    """The states of a loop; NoRecurrence where one of them starts with one."""
    for s in states:
        for array in ex.tensors(*(e for _, e in s.starts)):
            if array in {other.array for other in states}:
                raise NoRecurrence(f"a starting value reads {array.data.name}, which starts with it",
                                   "Starting values are made of other arrays.")  # fmt: skip
    return states


def _around(s: State, inner: State, backward: bool) -> State:
    """A state with the runs that it has at one position of its outer run."""
    before = {run.axis: run.starts for run in s.inner}
    runs = []
    for run in inner.runs(backward):
        axis = run.axis + (run.axis >= s.axis)
        runs.append(replace(run, axis=axis, starts=before.get(axis, ())))
    return replace(s, inner=tuple(runs))


def _circle(group: Sequence[int], every: Sequence[Link]) -> bool:
    return any(link.by in group and link.to in group and not link.offset for link in every)


def loops(states: Sequence[State]) -> list[list[int]]:
    """The numbers of the states of a recurrence, together where they are one loop inside a step."""
    found: list[list[int]] = []
    every = [link for k, s in enumerate(states) for link in links_of(states, k, s)]
    for group in groups_at_one_position(states, every):
        found += [sorted(group)] if all(states[k].inner for k in group) else [[k] for k in group]
    return found


def shared_runs(states: Sequence[State]) -> list[list[int]]:
    """For each two states how many of their runs, outer ones first, are the same loops."""
    found = [[1 for _ in states] for _ in states]
    step = ex.access(ex.tensor("~step", 0, "int64", structure=AT_STEP))
    todo = [([*range(len(states))], list(states), 1)]
    while todo:
        numbers, own, depth = todo.pop()
        differ = _differ(own)
        for one in numbers:
            for other in numbers:
                found[one][other] = depth if differ else depth + len(own[0].inner)
        todo += [] if not differ else [([numbers[k] for k in group], inside(own, group, step), depth + 1)
                 for group in loops(own) if own[group[0]].inner]  # fmt: skip
    return found


def inside(
    states: Sequence[State], group: Sequence[int], position: Expr, change: Callable[[Expr], Expr | None] | None = None,
    there: Callable[[Expr], bool] = lambda _: False,
) -> list[State]:  # fmt: skip
    """The states of a loop inside a step at a position, as a recurrence over their other axes.

    What they read of other arrays at the position is a row of these; ``change`` replaces reads before that.  Of one
    that is needed under a condition alone there is a row only where it is ``there`` at all positions.
    """
    own = {states[k].array: states[k] for k in group}
    # as an array that the step makes: a copy of the input would be the input, which devices have not in memory
    number = ex.access(ex.closed(states[group[0]].step, (), ex.call("maximum", position, ex.const(0))))
    # a row of what the loop itself makes would be there before it is made
    rows = {ex.tensor(s.name, len(s.axes) - 1) for s in own.values()}
    made = []
    for k in group:
        s = states[k]

        def row(node: Expr, s: State = s) -> Expr | None:
            other = own.get(node.args[0]) if node.op in ("access", "size") else None
            if other is None:
                return None
            array = ex.tensor(other.name, len(other.axes) - 1)
            if node.op == "size":
                return None if node.data == other.axis else ex.size(array, node.data - (node.data > other.axis))
            form = linear(node.args[1 + other.axis])
            if form is None or form[0] != {s.step: 1} or form[1].terms or form[1].constant:
                return None
            slots = [a for axis, a in enumerate(node.args[1:]) if axis != other.axis]
            return ex.access(array, slots, node.data)

        def placed(e: Expr, s: State = s, row: Callable[[Expr], Expr | None] = row) -> Expr:
            found = ex.substitute(ex.rebuild(e, row), {s.step: position})
            found = found if change is None else ex.rebuild(found, change)
            found = _with_rows(found, position, rows, there)
            return ex.replace(found, {position: number}, into_arrays=False)

        def statement(e: Expr, s: State = s, placed: Callable[[Expr], Expr] = placed) -> Expr:
            return ex.closed("", [a for a in e.data[1] if a != s.step], placed(e.args[0]))

        runs = [replace(run, axis=run.axis - (run.axis > s.axis),
                        starts=tuple((placed(p), statement(e)) for p, e in run.starts)) for run in s.inner]  # fmt: skip
        lengths = tuple(e if e is None else placed(e) for axis, e in enumerate(s.lengths) if axis != s.axis)
        made.append(State(statement(s.body), 0, lengths=lengths, name=s.name).with_runs(runs))
    return made


def _with_rows(e: Expr, position: Expr, changing: Collection[Expr], there: Callable[[Expr], bool]) -> Expr:
    """A formula with reads of rows in place of reads at the position; of arrays that are ``changing`` it reads none.

    A row is made in each step, also where the condition of a read of it does not hold.
    """
    conditional: set[Expr] = set()
    for body in (e, *(a.args[0] for a in ex.lets(e))):
        order = ex.postorder(body, into_arrays=False)
        if any(ex.is_call(n, "where") for n in order):
            conditional |= {n for n in order if n.op == "access" and n.data is None} - unmasked(order)

    def put_in(node: Expr, copy: Expr) -> Expr | None:
        row = None if node.op != "access" or node.args[0] in changing else _row_of(copy, position)
        return row if row is not None and (node not in conditional or there(node)) else None

    return ex.copied([e], put_in)[0]


def _row_of(node: Expr, position: Expr) -> Expr | None:
    """A read of an array at the position alone along some axes, as one of the row there."""
    if node.op != "access" or node is position or node.args[0].op not in ex.ARRAY_OPS:
        return None
    fixed = [position in ex.postorder(a) and not a.free for a in node.args[1:]]
    if not any(fixed):
        return None
    names = [f"r{k}" for k in range(len(fixed))]
    slots = [a if f else ex.index(n) for n, f, a in zip(names, fixed, node.args[1:], strict=True)]
    left = [n for n, f in zip(names, fixed, strict=True) if not f]
    array = node.args[0]
    name = array.data.name if array.op == "tensor" else array.data[0]
    row = ex.closed(name, left, ex.access(array, slots, node.data))
    return ex.access(row, [a for f, a in zip(fixed, node.args[1:], strict=True) if not f], node.data)
