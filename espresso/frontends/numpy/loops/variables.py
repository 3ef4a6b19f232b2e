"""Numbers in local variables that only some ways through an iteration change: they become arrays without axes.

``if x[t] > 0: count += 1`` makes a whole number of a whole number, on one of two ways.  What the loop changes is found
in arrays; so the loop begins anew with such a number as an array, and its value is a state like any other.
"""

from __future__ import annotations

import ctypes
import math
import sys
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.formulas.graph.functions import COMPARISONS
from espresso.frontends.numpy.arrays import TracedArray, lift
from espresso.frontends.numpy.assignment import is_scalar
from espresso.frontends.numpy.loops.numbers import NotTheSame, Site, Step
from espresso.frontends.numpy.loops.states import Place
from espresso.frontends.scan import Formal

NUMBERS = (bool, int, float, complex, np.number, np.bool_)


def put_arrays(frame: Any, names: Iterable[str], apart: bool = False, anew: bool = False) -> None:
    """Arrays in the place of the numbers that local variables hold; ``apart``: an array of its own for each variable.

    On another way through the iteration the variables may hold different numbers.  ``anew``: also of those that are
    arrays without axes already, which others may hold, too.
    """
    variables = frame.f_locals
    found = {n: lift(variables[n]) for n in names if isinstance(variables.get(n), (*NUMBERS, Step))
             or anew and _is_number(variables.get(n))}  # fmt: skip
    if apart:
        seen: set[int] = set()
        for name, value in sorted(variables.items()):
            if isinstance(value, TracedArray) and is_scalar(value):
                found |= {name: value} if id(value) in seen else {}
                seen.add(id(value))
    for name, value in found.items():
        variables[name] = TracedArray(value.body, (), value.kind)
    if found:
        _settle(frame)


def _settle(frame: Any) -> None:
    """What was put into the mapping of a frame's variables is what they hold."""
    if sys.version_info < (3, 13):  # from then on, the mapping is the variables themselves
        ctypes.pythonapi.PyFrame_LocalsToFast(ctypes.py_object(frame), ctypes.c_int(0))


def other_numbers(frame: Any, now: Sequence[Any], then: Sequence[Any], places: Iterable[Any]) -> set[str]:
    """Variables that hold other numbers now, and those of ``places`` that hold no array; none where more differs."""
    differ = [e[0] for e in now if e not in then] + [e[0] for e in then if e not in now]
    names = {p[0] for p in (*differ, *places) if len(p) == 1}
    variables = frame.f_locals
    numbers = {n for n in names if _is_number(variables.get(n))}
    return numbers if len(numbers) == len({*differ, *places}) else set()


def of_other_ways(
    site: Site, arrays: Mapping[Place, TracedArray], kept: Mapping[Place, Any], still: Mapping[Place, Any]
) -> NotTheSame:
    """Not the same step, unless what only other ways through the iteration change is changed by the loop.

    That are numbers in variables, and arrays that are written into: another array in a variable is another matter.
    """
    places = [p for p in still if kept.get(p) != still[p]]
    names = {p[0] for p in places if len(p) == 1 and p in arrays and is_scalar(arrays[p])}
    written = {p for p in places if p in kept and kept[p][0] == still[p][0] and p[0] not in names}
    return NotTheSame(site, {*names, *written} if len(names) + len(written) == len(places) else ())


NO_COUNTER = "no counter"
"""What stands before the name of a variable that an iteration may leave another number in than the first one did."""


def counters(before: Mapping[str, Any], after: Mapping[str, Any], changing: Collection[Any]) -> dict[str, Any]:
    """Variables that hold whole numbers to which an iteration has added others: what they held, and those others."""
    found = {}
    for name, value in before.items():
        now = after.get(name)
        held_before = {(name,), (NO_COUNTER, name)}.isdisjoint(changing) and _is_whole(value) and _is_whole(now)
        more = now - value if held_before else 0
        if isinstance(more, Step) and not any(more.line.terms.values()):
            more = more.line.constant
        if isinstance(more, int) and more:
            found[name] = value, more
    return found


def _is_whole(value: Any) -> bool:
    return type(value) is int or isinstance(value, Step) and value.turn == value.loop.turn


def without_counters(others: Sequence[Any], found: Mapping[str, Any]) -> list[Any]:
    """What a loop finds besides arrays, and besides whole numbers in some variables."""
    return [e for e in others if len(e[0]) > 1 or e[0][0] not in found]


def other_counters(frame: Any, found: Mapping[str, Any], place: Step) -> set[Any]:
    """Places that say for which variables an iteration did not add what the first one did."""
    wrong = set()
    for name, (first, more) in found.items():
        value = frame.f_locals.get(name)
        if not isinstance(value, Step) or value.symbol() != (place * more + first + more).symbol():
            wrong.add((NO_COUNTER, name))
    return wrong


def put_values(frame: Any, values: Mapping[str, Any]) -> None:
    """Values into local variables."""
    if values:
        frame.f_locals.update(values)
        _settle(frame)


def _is_number(value: Any) -> bool:
    return isinstance(value, (*NUMBERS, Step)) or isinstance(value, TracedArray) and is_scalar(value)


def numbers_of_other_ways(frame: Any, loop: Any, but: Collection[str]) -> set[str]:
    """Variables, ``but`` for some, that hold the number of an iteration which another way has left there."""
    held = {n: v for n, v in frame.f_locals.items() if isinstance(v, Step) and n not in but}
    return {n for n, v in held.items() if v.loop is loop and v.turn != loop.turn}


def may_overflow(names: Collection[str], states: Mapping[str, tuple[Expr, Expr]], count: int) -> bool:
    """Whether one of the states, a whole number of any size in Python, may become larger than formulas have them.

    ``states`` has the first value and the body of each, ``names`` those that are such numbers; so is what is computed
    from them alone.
    """
    for _ in states:
        names = {*names, *(n for n, (_, body) in states.items() if names and ex.tensors(body) and all(
            t.data.name in names or Formal.is_position(t) for t in ex.tensors(body)))}  # fmt: skip
    bounds = {n: _bounds(first, {})[0] for n, (first, _) in states.items() if n in names}
    looked_at = min(count, MOST)
    for _ in range(looked_at if bounds else 0):
        found = {n: _bounds(states[n][1], bounds) for n in bounds}
        if max(high for _, high in found.values()) * (count / looked_at) ** 4 >= 2**63:  # faster growth has been seen
            return True
        new = {n: max(old, found[n][0]) for n, old in bounds.items()}
        if new == bounds:
            break
        bounds = new
    return False


MOST = 1000
"""Iterations for which the size of whole numbers is looked at."""


def _bounds(body: Expr, known: Mapping[str, float]) -> tuple[float, float]:
    """How large a body may be, and what it is computed from, with ``known`` bounds of states; 0 for other data."""
    found: dict[Expr, float | None] = {}
    for node in ex.postorder(body, into_arrays=False):
        args = [found[a] for a in node.args]
        grows = [a for a in args if a is not None]
        name = node.data if node.op == "call" else node.op
        if name == "const":
            found[node] = abs(node.data) if isinstance(node.data, (int, float)) else None
        elif name == "tensor":
            found[node] = known.get(node.data.name)
        elif name == "access":
            found[node] = args[0]
        elif name in TESTS or not any(t.data.name in known for t in ex.tensors(node)) and len(grows) < len(args):
            found[node] = None
        elif name in ("add", "where"):
            found[node] = sum(grows) if name == "add" else max(grows)
        elif name == "mod":
            found[node] = args[1] if args[1] is not None else args[0]
        else:
            found[node] = math.prod(grows) if name == "mul" and len(grows) == len(args) else math.inf
    return found[body] or 0, max((f for f in found.values() if f is not None), default=0)


TESTS = {*COMPARISONS, "and", "or", "not"}
