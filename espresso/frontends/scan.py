"""``es.scan`` and ``es.iterate``: recurrences from functions of Python that take expressions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, overload

from espresso.errors import InputError
from espresso.formulas.extents.recurrences import NoRecurrence, collected, recurrence
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.formulas.graph.recurrences import State, applied
from espresso.keywords import checked

_NOW = ex.access(ex.tensor("~now", 0, "int64"))
"""The position that a step reads, one before the one that it makes.  It is no index: states have their own axes."""


@checked
def scan(step: Callable[..., Any], init: Any, xs: Any = None, *, length: int | None = None) -> tuple[Any, Any]:
    """Return the last state of a recurrence, and what each step gave.

    The state is ``init`` first, then ``step(state, x)`` returns the next state and a value, for each ``x`` of ``xs``
    along its first axis, as `jax.lax.scan` does.  Both are formulas: nothing is computed, and they have derivatives.

    Parameters
    ----------
    step : callable
        Called once, with expressions: ``step(state, x) -> (state, value)``.
    init : Expr, or a list or tuple of them
        The first state; its free indices are the axes of the state.
    xs : Expr, or a list or tuple of them
        What the steps read; its first axis runs along the steps.  Without it ``x`` is None.
    length : int
        How many steps there are, where no ``xs`` tells.

    Returns
    -------
    tuple
        The last state, like ``init``, and the values of all steps, with the steps as their first axis (None for None).

    Raises
    ------
    InputError
        If the step changes the number of states or their axes, or nothing tells how many steps there are.

    Examples
    --------
    >>> import espresso as es
    >>> x = es.tensor("x[t]")
    >>> total, sums = es.scan(lambda s, v: (s + v, s + v), es.scalar("a"), x)
    >>> print(total)
    s[0] = a
    s[t] = s[t - 1] + x[t - 1]
    y1[t] = s[t - 1] + x[t - 1]
    s[size(s, 0) - 1]
    """
    return _scan(step, init, xs, length)


@overload
def iterate(step: Callable[[Expr], Expr], init: Expr, n: int) -> Expr: ...


@overload
def iterate(step: Callable[[Any], Any], init: Any, n: int) -> Any: ...


@checked
def iterate(step: Callable[[Any], Any], init: Any, n: int) -> Any:
    """Return the state after ``n`` steps: ``step(step(... init))`` as one formula with a loop.

    Parameters
    ----------
    step : callable
        Called once, with an expression: ``step(state) -> state``.
    init : Expr, or a list or tuple of them
        The first state; its free indices are the axes of the state.
    n : int
        How many steps.

    Returns
    -------
    Expr, or a list or tuple like ``init``
        The last state.

    Raises
    ------
    InputError
        If the step changes the number of states or their axes, or ``n`` is no number of steps.

    Examples
    --------
    >>> import espresso as es
    >>> print(es.iterate(lambda s: s*s, es.scalar("a"), 3))
    t : index 4
    s[0] = a
    s[t] = s[t - 1]*s[t - 1]
    s[size(s, 0) - 1]
    """
    return _scan(lambda state, _: (step(state), None), init, None, n)[0]


def _scan(step: Callable[..., Any], init: Any, xs: Any, length: int | None) -> tuple[Any, Any]:
    firsts, rows = [_formula(v, "init") for v in _leaves(init)], [_formula(v, "xs") for v in _leaves(xs)]
    count = _steps(rows, length)
    t = rows[0].axes[0] if rows else ex.fresh({a for v in firsts for a in v.axes}, "t")
    names = ["s" if len(firsts) == 1 else f"s{k + 1}" for k in range(len(firsts))]
    formal = [ex.tensor(n, 1 + len(v.axes)) for n, v in zip(names, firsts, strict=True)]
    now = [ex.access(f, [_NOW, *map(ex.index, v.axes)]) for f, v in zip(formal, firsts, strict=True)]
    row = [ex.substitute(v, {v.axes[0]: _NOW}) for v in rows]
    made = step(_like(init, now), _like(xs, row) if rows else None)
    if not isinstance(made, tuple) or len(made) != 2:
        raise InputError(f"the step of a scan returns the next state and a value, not {type(made).__name__}.\n"
                         "Return (state, value); value may be None.")  # fmt: skip
    states, values = ([_formula(v, "the step") for v in _leaves(part)] for part in made)
    if len(states) != len(firsts):
        raise InputError(f"the step returns {len(states)} states for {len(firsts)}.")
    own = [_state(n, f.axes, s, t, count, f) for n, s, f in zip(names, states, firsts, strict=True)]
    own += [_state(f"y{k + 1}", v.axes, v, t, count, None) for k, v in enumerate(values)]
    try:
        found, arrays = recurrence(own)
    except NoRecurrence as problem:
        raise InputError(str(problem)) from None
    whole = {s.name: e for s, e in zip(found.states, applied(found, arrays), strict=True)}
    last = []
    for n, v in zip(names, firsts, strict=True):
        end = ex.call("add", ex.size(whole[n], 0), ex.const(-1))
        last.append(ex.access(whole[n], [end, *map(ex.index, v.axes)]))
    after = ex.call("add", ex.index(t), ex.const(1))
    results = [ex.access(whole[f"y{k + 1}"], [after, *map(ex.index, v.axes)]) for k, v in enumerate(values)]
    return _like(init, last), _like(made[1], results) if values else None


def _leaves(value: Any) -> list[Any]:
    if value is None:
        return []
    return list(value) if isinstance(value, (list, tuple)) else [value]


def _like(structure: Any, leaves: Sequence[Any]) -> Any:
    return type(structure)(leaves) if isinstance(structure, (list, tuple)) else leaves[0]


def _formula(value: Any, what: str) -> Expr:
    if hasattr(value, "__array_ufunc__") and hasattr(value, "shape") and not isinstance(value, Expr):
        raise InputError(
            f"{what} of a scan holds {type(value).__name__}, and a scan takes expressions.\n"
            "Inside es.trace and with arrays, write the loop in Python, or give tensors: es.tensor('x[t,i]')."
        )
    try:
        return ex.scalar(value)
    except TypeError:
        raise InputError(f"{what} of a scan holds {type(value).__name__}, which is no expression.") from None


def _steps(rows: Sequence[Expr], length: int | None) -> int | None:
    """How many steps there are, where that is a number."""
    if length is not None and (isinstance(length, bool) or not isinstance(length, int) or length < 0):
        raise InputError(f"{length!r} is no number of steps: 0 or more.")
    for v in rows:
        if not v.axes:
            raise InputError("xs of a scan has no axis to run along.")
    if not rows and length is None:
        raise InputError("nothing tells how many steps a scan has.\nGive xs, or length=100.")
    return length


def _state(name: str, axes: tuple[str, ...], value: Expr, t: str, count: int | None, first: Expr | None) -> State:
    """A state that begins with ``first``, or where the first step gives it."""
    free = value.free
    if not free <= set(axes):
        raise InputError(
            f"the step gives a state with the indices {', '.join(sorted(free))}, and the first one has "
            f"{', '.join(axes) or 'none'}.\nSum over the others, or give the first state these axes."
        )
    before = ex.call("add", ex.index(t, None if count is None else count + 1), ex.const(-1))
    body = ex.rebuild(ex.replace(value, {_NOW: before}), collected)
    begun = () if first is None else ((ex.const(0), ex.closed("", axes, first)),)
    return State(ex.closed("", (t, *axes), body), 0, begun, name=name)
