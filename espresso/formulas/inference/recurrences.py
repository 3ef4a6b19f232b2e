"""Lengths and steps of a recurrence for given arrays, and its checks: those of its first and of its last step."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

from espresso.errors import ExtentError
from espresso.formulas.extents.affine import affine
from espresso.formulas.extents.extents import symbolic_extents
from espresso.formulas.extents.scopes import uniquify
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.formulas.graph.recurrences import AT_STEP, State, named, number
from espresso.formulas.graph.whole_literals import folded

Shape = tuple[int, ...]


class Steps(NamedTuple):
    """The positions of one state that its body computes, in their order, and those of its starting values."""

    computed: range
    starts: tuple[int, ...]


class Named(NamedTuple):
    """A recurrence over named inputs, for arrays of given shapes; ``shapes`` has those of the states too."""

    states: list[State]
    backward: bool
    shapes: dict[str, Shape]
    steps: list[Steps]


def bound(node: Expr, shape: Callable[[Expr], Sequence[int]]) -> Named:
    """The recurrence of a ``recur`` node with the lengths that its arrays have; ExtentError where starts do not fit."""
    recurrence = node.data[0]
    states, inputs = named(recurrence, node.args)
    shapes = {t.data.name: tuple(shape(a)) for t, a in zip(inputs, node.args, strict=True)}
    given = dict(shapes)
    for s in states:
        shapes[s.name] = tuple(max(0, _length(s, k, given)) for k in range(len(s.axes)))
    steps = [_steps(s, shapes[s.name], given, recurrence.backward) for s in states]
    return Named(states, recurrence.backward, shapes, steps)


def _length(s: State, axis: int, given: Mapping[str, Sequence[int]]) -> int:
    e = s.lengths[axis]
    if e is None:
        raise ExtentError(
            f"nothing tells how far {s.axes[axis]} runs in {s.name}[{','.join(s.axes)}].\n"
            f"Read an array at {s.axes[axis]}, or give its length: es.compile(..., sizes={{{s.axes[axis]!r}: 100}})."
        )
    return number(e, given)


def _steps(s: State, shape: Shape, given: Mapping[str, Sequence[int]], backward: bool) -> Steps:
    length = shape[s.axis]
    starts = tuple(number(p, given) for p, _ in s.starts)
    computed = range(length - s.first - 1, -1, -1) if backward else range(s.first, length)
    beside = set(range(length - s.first, length) if backward else range(min(s.first, length)))
    if s.starts and (set(starts) != beside or length < s.first):
        raise misplaced(s, length, sorted(starts), backward)
    return Steps(computed, starts)


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


def checked(r: Named) -> Iterator[tuple[State, Expr]]:
    """What shows whether arrays fit: starting values, first and last step of each state."""
    for s, steps in zip(r.states, r.steps, strict=True):
        last = dict.fromkeys([*steps.computed[:1], *steps.computed[-1:]])
        for statement in (*(e for _, e in s.starts), *(at_position(s, ex.const(p)) for p in last)):
            yield s, statement
