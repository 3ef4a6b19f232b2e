"""What a loop finds before it and after an iteration: arrays as they are then, and what containers hold."""

from __future__ import annotations

import dis
import functools
from collections.abc import Collection, Iterable, Mapping, Sequence
from types import CellType, CodeType, FunctionType, MethodType, ModuleType
from typing import Any

import numpy as np

from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.frontends.numpy.arrays import TracedArray, TracingError, length_of, lift
from espresso.frontends.numpy.assignment import owner
from espresso.frontends.numpy.known import known_array
from espresso.frontends.numpy.loops.following import Module
from espresso.frontends.numpy.positions import shortened

Place = tuple[Any, ...]
"""The name of a local variable, and the way from there to an array through containers."""


def as_number(t: TracedArray) -> TracedArray:
    """Truth values as numbers, which a recurrence has for states."""
    return TracedArray(ex.call("where", t.body, ex.const(1), ex.const(0)), t.shape, "i") if t.kind == "b" else t


def as_truths(states: Sequence[TracedArray], truths: Sequence[bool]) -> list[TracedArray]:
    """States as an iteration sees them: those that are truth values as such."""
    return [
        TracedArray(ex.call("ne", t.body, ex.const(0)), t.shape, "b") if truth else t
        for t, truth in zip(states, truths, strict=True)
    ]


def state_of(t: TracedArray) -> tuple[Any, ...]:
    """What tells whether an array is the same as before."""
    return (id(t), owner(t).version) if t.known is not None else (id(t), t.body)


def as_now(t: TracedArray) -> TracedArray:
    """The array as it is now."""
    if t.known is None:
        return TracedArray(t.body, t.shape, t.kind)
    return known_array(t.known.copy(), t.values.formula_now(owner(t).version) if t.values is not None else None)


def itself(t: TracedArray) -> TracedArray:
    """How an array is read from itself."""
    return t


def after_first(t: TracedArray, now: Expr) -> TracedArray:
    """What the first iteration made, without the symbol for its position."""
    if t.known is None and now.args[0] in ex.tensors(t.body):
        body = ex.replace(t.body, {now: ex.const(0)})
        return TracedArray(ex.rebuild(body, shortened), t.shape, t.kind)
    return t


def found_before(
    places: Sequence[Place], after: TracedArray, old: Mapping[Place, tuple[Any, ...]],
    values: Mapping[Place, TracedArray], variables: Mapping[str, Any],
) -> TracedArray | None:  # fmt: skip
    """What a loop finds of an array that it changes; zeros where it makes it; None where the first iteration differs.

    It differs where the array has another shape before it, or names that are those of one array after it are not.
    """
    there = [p for p in places if p[0] in variables]
    if not there:
        nothing = {"b": False, "i": 0}.get(after.kind, 0.0)
        return TracedArray(ex.const(nothing), after.shape, after.kind)
    found = values.get(there[0])
    if found is None and len(there) == len(there[0]) == 1:
        number = variables[there[0][0]]
        try:
            found = lift(number) if isinstance(number, (int, float, complex, np.ndarray)) else None
        except TracingError:
            return None
    elif len({old[p][0] if p in old else 0 for p in there}) > 1:
        return None
    if found is None or found.shape != after.shape:
        return None
    return found if found.kind != "b" or after.kind == "b" else None


def held_by(value: Any) -> list[tuple[Any, Any]]:
    """What a container or an object of the user holds."""
    if isinstance(value, dict):
        return [(repr(k), v) for k, v in value.items()]
    if isinstance(value, FunctionType):
        return [(k, c.cell_contents) for k, c in enumerate(value.__closure__ or ()) if c != CellType()]
    if isinstance(value, MethodType):
        return [("self", value.__self__)]
    if isinstance(value, (type, ModuleType)):
        return []
    held = list(enumerate(value)) if isinstance(value, Collection) else []
    return [*held, *getattr(value, "__dict__", {}).items()]


def found_in(frame: Any, most: int, aside: tuple[type, ...]) -> tuple[dict[Place, TracedArray], list[Any]] | None:
    """Traced arrays that a function's variables lead to, and the rest of what they hold; None where that is too much.

    Values of the types ``aside`` are left out.
    """
    arrays: dict[Place, TracedArray] = {}
    others: list[Any] = []
    seen: set[int] = set()
    todo: list[tuple[Place, Any]] = [((name,), value) for name, value in sorted(frame.f_locals.items())]
    around, names = frame.f_globals, frame.f_code.co_names
    around = around.original if isinstance(around, Module) else around
    todo += [(("globals", n), around[n]) for n in names if n in around and type(around[n]).__module__ != "builtins"]
    todo += [(("globals", n), around[n]) for n in names if isinstance(around.get(n), (list, dict, set))]
    while todo:
        place, value = todo.pop()
        if len(others) > most:
            return None
        if isinstance(value, TracedArray):
            arrays[place] = value
        elif isinstance(value, aside):
            continue
        elif isinstance(value, (tuple, frozenset)):
            others.append((place, type(value), len(value)))
            todo += [((*place, k), v) for k, v in held_by(value)]
        elif isinstance(value, slice):
            others.append((place, slice))
            todo += [((*place, n), getattr(value, n)) for n in ("start", "stop", "step")]
        elif isinstance(value, (int, float, complex, str, bytes, range, type(None), np.generic)):
            others.append((place, type(value), repr(value)))
        elif isinstance(value, np.ndarray):
            others.append((place, id(value), value.shape, value.tobytes()))
        elif id(value) not in seen:
            seen.add(id(value))
            others.append((place, id(value)))
            todo += [((*place, k), v) for k, v in held_by(value)]
    return arrays, others


UNSET = "~unset"
"""The name of a tensor that no formula may read in the end."""


def without_unset(
    names: Sequence[str], bodies: Sequence[Expr], arrays: Iterable[TracedArray], passing: Collection[str]
) -> list[Expr]:
    """Bodies of states, with an unknown value for those that only some ways make and that nothing else reads.

    As states they would keep what an earlier iteration made.  ``passing`` are variables of one iteration.
    """
    reads = [{t.data.name for t in ex.tensors(e)} for e in bodies]
    found = []
    for k, (name, body, t) in enumerate(zip(names, bodies, arrays, strict=True)):
        alone = name in passing and name in reads[k] and not any(name in r for r in (*reads[:k], *reads[k + 1 :]))
        if alone:
            own = [n for n in t.names if n]
            unset = ex.tensor(UNSET, len(own), shape=tuple(map(length_of, own)))
            body = ex.access(unset, [ex.index(n) for n in own])
        found.append(body)
    return found


@functools.cache
def variables_of(code: CodeType, at: int) -> frozenset[str]:
    """Local variables that are read nowhere but in the body of the loop whose iterator is made at a place."""
    steps = list(dis.get_instructions(code))
    loop = next(s for s in steps if s.offset > at and s.opname == "FOR_ITER")
    inside, outside = set[str](), set(code.co_cellvars)
    for s in steps:
        if "_FAST" in s.opname and s.argval is not None and s.opname not in ("STORE_FAST", "STORE_FAST_STORE_FAST"):
            names = s.argval if isinstance(s.argval, tuple) else (s.argval,)
            (inside if loop.offset < s.offset < loop.argval else outside).update(names)
    return frozenset(inside - outside)
