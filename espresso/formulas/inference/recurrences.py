"""Lengths and steps of a recurrence for given arrays, and its checks: those of its first and of its last step."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import product
from typing import NamedTuple

from espresso.errors import ExtentError
from espresso.formulas.extents.affine import affine
from espresso.formulas.extents.extents import symbolic_extents
from espresso.formulas.extents.nested import inside, is_nested, loops
from espresso.formulas.extents.recurrences import from_zero
from espresso.formulas.extents.scopes import uniquify
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.formulas.graph.recurrences import AT_STEP, Run, State, closed_over, named, number
from espresso.formulas.graph.whole_literals import folded

Shape = tuple[int, ...]


class Steps(NamedTuple):
    """The positions of one state that its body computes, in their order, and those of its starting values."""

    computed: range
    starts: tuple[int, ...]


class Named(NamedTuple):
    """A recurrence over named inputs, for arrays of given shapes; ``shapes`` has those of the states too.

    ``steps`` are those along the outer axis of each state, ``inner`` those along the others; ``loops`` has the numbers
    of the states that are computed together at each step, where some are loops inside it.
    """

    states: list[State]
    backward: bool
    shapes: dict[str, Shape]
    steps: list[Steps]
    inner: list[list[Steps]]
    loops: list[list[int]]


def bound(node: Expr, shape: Callable[[Expr], Sequence[int]]) -> Named:
    """The recurrence of a ``recur`` node with the lengths that its arrays have; ExtentError where starts do not fit."""
    recurrence = node.data[0]
    states, inputs = named(recurrence, node.args)
    shapes = {t.data.name: tuple(shape(a)) for t, a in zip(inputs, node.args, strict=True)}
    given = dict(shapes)
    for s in states:
        shapes[s.name] = tuple(max(0, _length(s, k, given)) for k in range(len(s.axes)))
    every = [[_steps(s, run, shapes[s.name], given) for run in s.runs(recurrence.backward)] for s in states]
    together = loops(states) if is_nested(recurrence) else []
    steps, inner = [steps[0] for steps in every], [steps[1:] for steps in every]
    return Named(states, recurrence.backward, shapes, steps, inner, together)


def rows_at(
    states: Sequence[State], loops: Sequence[Sequence[int]], numbers: Collection[int], position: Expr,
    change: Callable[[Expr], Expr | None] = lambda _: None, there: Callable[[Expr], bool] = lambda _: False,
) -> Iterator[tuple[int, Expr]]:  # fmt: skip
    """The rows of some states at a position that is an input, in their order.

    ``change`` replaces what they read, ``there`` says whether a read under a condition is inside at all positions.
    """
    for every in loops or [[k] for k in range(len(states))]:
        group = [k for k in every if k in numbers]
        if group and loops and states[group[0]].inner:
            own = inside(states, group, position, change, there)
            made, arrays = closed_over(own, states[group[0]].inner[0].backward)
            for n, k in enumerate(group):
                yield k, ex.closed("", own[n].axes, ex.recur(made, n, own[n].axes, arrays))
            continue
        for k in group:
            body = at_position(states[k], position)
            yield k, ex.closed(body.data[0], body.data[1], ex.rebuild(body.args[0], change))


def _length(s: State, axis: int, given: Mapping[str, Sequence[int]]) -> int:
    e = s.lengths[axis]
    if e is None:
        raise ExtentError(
            f"nothing tells how far {s.axes[axis]} runs in {s.name}[{','.join(s.axes)}].\n"
            f"Read an array at {s.axes[axis]}, or give its length: es.compile(..., sizes={{{s.axes[axis]!r}: 100}})."
        )
    return number(e, given)


def _steps(s: State, run: Run, shape: Shape, given: Mapping[str, Sequence[int]]) -> Steps:
    length, first, backward = shape[run.axis], run.first, run.backward
    starts = tuple(number(p, given) for p, _ in run.starts)
    computed = range(length - first - 1, -1, -1) if backward else range(first, length)
    beside = set(range(length - first, length) if backward else range(min(first, length)))
    if run.starts and (set(starts) != beside or length < first):
        raise misplaced(replace(s, axis=run.axis), length, sorted(starts), backward)
    return Steps(computed, starts)


def at_cell(s: State, statement: Expr, cell: Iterable[tuple[Run, Expr]]) -> Expr:
    """A statement of a state over several indices at positions along runs, over its other axes."""
    for run, position in cell:
        name = s.axes[run.axis]
        if name in statement.data[1]:
            axis = statement.data[1].index(name)
            statement = at_position(State(statement, axis, name=s.name), position)
    return statement


def at_position(s: State, position: Expr) -> Expr:
    """The body of a state at one position of its axis, over its other axes."""
    body = s.body.args[0]
    alone = _alone(s, position) if position.op == "const" else set()
    if alone:
        padded = ex.rebuild(body, lambda n: ex.access(n.args[0], n.args[1:], 0) if n in alone else None, False)
        body = padded if _tells(padded, body, s.others) else body
    return ex.closed(s.name, s.others, folded([ex.substitute(body, {s.step: position})])[0])


def _alone(s: State, position: Expr) -> set[Expr]:
    """Reads such as ``x[t + k]`` at a position that leaves ``k`` alone, which would say that it runs over all of x."""
    found = set()
    for node in ex.postorder(s.body.args[0], into_arrays=False):
        if node.op == "access" and node.data is None:
            forms = [affine(a) for a in node.args[1:] if a.op != "index" and s.step in a.free]
            for form in forms:
                factors = {} if form is None else {n: c for n, c in form[0].items() if n != s.step}
                if form is not None and list(factors.values()) == [1] and form[0][s.step] * position.data == -form[1]:
                    found.add(node)
    return found


def _tells(padded: Expr, body: Expr, axes: Sequence[str]) -> bool:
    """Whether a body tells the lengths of all its indices without some reads."""
    names = [n for n in ex.postorder(body, into_arrays=False) if n.op == "index"]
    told = symbolic_extents(uniquify(ex.closed("", padded.axes, padded)))
    return {n.data[0] for n in names} - {*axes} <= told.keys()


def misplaced(s: State, length: object, starts: Sequence[object], backward: bool) -> ExtentError:
    """The error of starting values that do not lie at the end of a state where it begins."""
    return ExtentError(
        f"{s.name} has {length} values along {s.step}, and starting values at {', '.join(map(str, starts))}.\n"
        f"Starting values are the {'last' if backward else 'first'} ones."
    )


def position_of(s: State, taken: Collection[str]) -> Expr:
    """A step as an input, for the text of errors: it is called as the index is, and is as weak as a number."""
    return ex.tensor(ex.fresh(set(taken), s.step), 0, "int64", structure=AT_STEP)


def checked(r: Named) -> Iterator[tuple[State, Expr, Shape]]:
    """What shows whether arrays fit, and what shape each has.

    It is starting values as wholes, and the corners of what is computed: the first and the last step, where there is
    one index.
    """
    for s, outer, inner in zip(r.states, r.steps, r.inner, strict=True):
        yield from _checked(r, s, [outer, *inner])


def _checked(r: Named, s: State, steps: Sequence[Steps]) -> Iterator[tuple[State, Expr, Shape]]:
    runs, shape = s.runs(r.backward), r.shapes[s.name]
    ends = [[ex.const(p) for p in dict.fromkeys([*n.computed[:1], *n.computed[-1:]])] for n in steps]
    for n, run in enumerate(runs):
        outer = [(k, other) for k, other in enumerate(runs[:n]) if other.backward or r.loops]
        counts = {other.axis: other.first for other in runs[:n] if not (other.backward or r.loops)}
        for _, e in run.starts:
            whole = e if r.loops else from_zero(s, e, runs[:n])
            for cell in product(*(ends[k] for k, _ in outer)):
                fixed = {run.axis, *(other.axis for _, other in outer)}
                rest = tuple(max(0, m - counts.get(k, 0)) for k, m in enumerate(shape) if k not in fixed)
                yield s, at_cell(s, whole, zip((other for _, other in outer), cell, strict=True)), rest
    rest = tuple(n for k, n in enumerate(shape) if k not in {run.axis for run in runs})
    for cell in product(*ends):
        yield s, at_cell(s, s.body, zip(runs, cell, strict=True)), rest


def cells(r: Named) -> Iterator[tuple[int, dict[int, int], Expr]]:
    """The cells of all states over several indices in their order: state, position by axis, what the value is."""
    runs = [s.runs(r.backward) for s in r.states]
    steps = [[outer, *inner] for outer, inner in zip(r.steps, r.inner, strict=True)]
    over = []
    for n, run in enumerate(runs[0]):
        length = max(r.shapes[s.name][own[n].axis] for s, own in zip(r.states, runs, strict=True))
        over.append(range(length - 1, -1, -1) if run.backward else range(length))
    for cell in product(*over):
        for k, s in enumerate(r.states):
            e = _at(runs[k], steps[k], s, cell)
            if e is not None:
                at = zip(runs[k], map(ex.const, cell), strict=True)
                yield k, {run.axis: p for run, p in zip(runs[k], cell, strict=True)}, at_cell(s, e, at)


def _at(runs: Sequence[Run], steps: Sequence[Steps], s: State, cell: Sequence[int]) -> Expr | None:
    """The statement that a cell has: a starting value of the outermost run, the body; None for nothing."""
    for run, own, position in zip(runs, steps, cell, strict=True):
        if position in own.starts:
            return run.starts[own.starts.index(position)][1]
        if position not in own.computed:
            return None
    return s.body
