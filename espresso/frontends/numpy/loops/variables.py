"""Numbers in local variables that only some ways through an iteration change: they become arrays without axes.

``if x[t] > 0: count += 1`` makes a whole number of a whole number, on one of two ways.  What the loop changes is found
in arrays; so the loop begins anew with such a number as an array, and its value is a state like any other.
"""

from __future__ import annotations

import ctypes
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
    if found and sys.version_info < (3, 13):  # from then on, the mapping is the variables themselves
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


def _is_number(value: Any) -> bool:
    return isinstance(value, (*NUMBERS, Step)) or isinstance(value, TracedArray) and is_scalar(value)


def numbers_of_other_ways(frame: Any, loop: Any, but: Collection[str]) -> set[str]:
    """Variables, ``but`` for some, that hold the number of an iteration which another way has left there."""
    held = {n: v for n, v in frame.f_locals.items() if isinstance(v, Step) and n not in but}
    return {n for n, v in held.items() if v.loop is loop and v.turn != loop.turn}


def may_overflow(names: Collection[str], states: Sequence[str], bodies: Sequence[Expr]) -> bool:
    """Whether one of the states, a whole number of any size in Python, may grow faster than by sums."""
    for state, body in zip(states, bodies, strict=True):
        if state not in names:
            continue
        holds: set[Expr] = set()  # nodes whose values grow with the state
        for node in ex.postorder(body, into_arrays=False):
            if node.op == "tensor" and node.data.name == state or holds & {*node.args} and node.data not in TESTS:
                holds.add(node)
                if node.op == "call" and node.data not in ("add", "where"):
                    return True
    return False


TESTS = {*COMPARISONS, "and", "or", "not"}
