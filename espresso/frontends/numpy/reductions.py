"""Reductions and scans of traced arrays over NumPy's axes."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from espresso.formulas.graph import expr as ex, operators
from espresso.frontends.numpy.arrays import (
    TracedArray,
    TracingError,
    bind,
    divide,
    elementwise,
    from_named,
    join_kinds,
    lift,
    multiply,
    read_elsewhere,
    scalar_call,
)
from espresso.frontends.numpy.shapes import along, normal_axes, normal_axis, ravel, reshape, shifted, squeeze

_RESULT = {"any": "b", "all": "b", "argmax": "i", "argmin": "i", "var": "f", "std": "f", "norm": "f"}
_FLOATS = ("mean", "var", "std", "norm", "logsumexp", "median")


def reduce(operator: str, a: Any, axis: Any = None, keepdims: bool = False) -> TracedArray:
    """``operator`` over axes; None means all of them."""
    a = lift(a)
    places = _reduced(axis, a.ndim)
    if len(places) < a.ndim:  # where something is left, a mean, say, of each row, the elements are often read again
        read_elsewhere(a, whole=False)
    names = [a.names[k] for k in places]
    bound = [n for n in names if n is not None]
    kind = _RESULT.get(operator) or ("i" if a.kind == "b" and operator in ("sum", "prod") else a.kind)
    kind = join_kinds(kind, "f") if operator in ("mean", "logsumexp", "median") else kind
    body = bind(operator, bound, a.body) if bound else _single(operator, a).body
    rest = [k for k in range(a.ndim) if k not in places]
    if keepdims:
        own = [a.names[k] if k in rest else None for k in range(a.ndim)]
        return from_named(body, own, [a.shape[k] if k in rest else 1 for k in range(a.ndim)], kind)
    return from_named(body, [a.names[k] for k in rest], [a.shape[k] for k in rest], kind)


def _reduced(axis: Any, ndim: int) -> tuple[int, ...]:
    """The axes of a reduction; a number has none, and NumPy takes axis 0 of it for that."""
    return () if not ndim and axis in (0, -1) else normal_axes(axis, ndim)


def _single(operator: str, a: TracedArray) -> TracedArray:
    """The reduction of one element."""
    if operator in ("any", "all"):
        return a if a.kind == "b" else scalar_call("ne", a, 0)
    if operator in ("argmax", "argmin", "var", "std"):
        return lift(0 if operator.startswith("arg") else 0.0)
    if operator == "norm":
        return scalar_call("abs", a)
    if a.kind == "b" and operator in ("sum", "prod"):
        return elementwise(lambda b: operators.multiply(1, b), a, kind="i")
    if a.kind in "bi" and operator in _FLOATS:
        return elementwise(lambda b: operators.multiply(1.0, b), a, kind="f")
    return a


_NEUTRAL = {"sum": 0, "prod": 1, "any": False, "all": True, "logsumexp": float("-inf")}
_ORDERED = ("max", "min")
_JOINED = {"sum": "add", "prod": "mul", "max": "maximum", "min": "minimum", "logsumexp": "logaddexp"}


def _reduction(operator: str) -> Callable[..., TracedArray]:
    def function(
        a: Any, axis: Any = None, keepdims: bool = False, initial: Any = None, where: Any = True
    ) -> TracedArray:
        a, axis = lift(a), None if axis is None else _reduced(axis, lift(a).ndim)
        if initial is not None and a.kind in "bi" and not isinstance(initial, TracedArray):
            stays = a.kind == "b" and operator not in ("sum", "prod")
            initial = np.asarray(initial).astype(bool if stays else np.int64)
        if initial is not None and operator in _ORDERED and not a.size:  # a maximum of nothing has no value
            nothing = reduce("sum", a, axis, keepdims)
            return TracedArray(lift(initial).body, nothing.shape, a.kind)
        if where is not True:
            if operator in _ORDERED and initial is None:
                raise ValueError(f"np.{operator} with where= needs initial=, the value where nothing is left")
            if operator == "mean":
                count = reduce("sum", elementwise(lambda w, _: w, where, a, kind="b"), axis, keepdims)
                return divide(reduce("sum", scalar_call("where", where, a, 0), axis, keepdims), count)
            a = scalar_call("where", where, a, initial if operator in _ORDERED else _NEUTRAL.get(operator, 0))
        result = reduce(operator, a, axis, keepdims)
        if initial is None:
            return result
        if result.kind == "b":
            joined = "or" if operator in ("max", "any") else "and"
            return elementwise(lambda *b: ex.call(joined, *b), result, initial, kind="b")
        return scalar_call(_JOINED[operator], result, initial)

    return function


def _spread(operator: str) -> Callable[..., TracedArray]:
    def function(
        a: Any, axis: Any = None, ddof: int = 0, keepdims: bool = False, correction: Any = None
    ) -> TracedArray:
        a = lift(a)
        less = ddof if correction is None else correction
        count = math.prod(a.shape[k] for k in _reduced(axis, a.ndim))
        if not less:
            return reduce(operator, a, axis, keepdims)
        value = reduce("var", a, axis, keepdims)
        # without degrees of freedom NumPy divides by 0
        value = multiply(value, count / (count - less)) if count > less else divide(value, 0.0)
        return scalar_call("sqrt", value) if operator == "std" else value

    return function


def cumulate(function: str, a: Any, axis: Any = None) -> TracedArray:
    """Running sums or products along an axis; None means of the flattened array."""
    t = lift(a)
    if axis is None or not t.ndim:
        t, axis = ravel(t), axis or 0
    axis = normal_axis(axis, t.ndim)
    name = t.names[axis]
    kind = "i" if t.kind == "b" else t.kind
    if name is None:
        return t
    if name not in t.body.free:
        repeated = operators.multiply if function == "cumsum" else operators.power
        return elementwise(lambda b: repeated(b, operators.add(ex.index(name), 1)), t, kind=kind)
    return TracedArray(ex.scan(function, [name], t.body), t.shape, kind)


def _norm(x: Any, ord: Any = None, axis: Any = None, keepdims: bool = False) -> TracedArray:
    x = lift(x)
    places = normal_axes(axis, x.ndim)
    if ord is None or (ord == 2 and len(places) == 1) or (ord == "fro" and len(places) == 2):
        return reduce("norm", x, axis, keepdims)
    if len(places) == 2 and ord in (1, -1, float("inf"), float("-inf")):
        first, last = places if abs(ord) == 1 else places[::-1]
        sums = reduce("sum", scalar_call("abs", x), first, True)
        result = reduce("max" if ord > 0 else "min", sums, last, True)
        return result if keepdims else squeeze(result, places)
    if len(places) != 1 or isinstance(ord, str):
        raise TracingError(
            f"np.linalg.norm with ord={ord!r} over {len(places)} axes has no formula that es.trace knows; write it out"
        )
    size = scalar_call("abs", x)
    if ord in (float("inf"), float("-inf")):
        return reduce("max" if ord > 0 else "min", size, axis, keepdims)
    if ord == 0:
        return multiply(1.0, reduce("sum", x != 0, axis, keepdims))
    if ord == 1:
        return reduce("sum", size, axis, keepdims)
    return elementwise(operators.power, reduce("sum", size**ord, axis, keepdims), 1 / ord, kind="f")


def _average(a: Any, axis: Any = None, weights: Any = None, keepdims: bool = False) -> TracedArray:
    if weights is None:
        return reduce("mean", a, axis, keepdims)
    a, weights = lift(a), lift(weights)
    if weights.ndim == 1 and a.ndim > 1 and axis is not None:
        place = normal_axis(axis, a.ndim)
        weights = reshape(weights, [weights.size if k == place else 1 for k in range(a.ndim)])
    total = reduce("sum", elementwise(operators.multiply, a, weights), axis, keepdims)
    axes = normal_axes(axis, a.ndim)
    return divide(total, reduce("sum", weights, axes if weights.ndim == a.ndim else None, keepdims))


def _without_nan(operator: str, instead: float) -> Callable[..., TracedArray]:
    def function(a: Any, axis: Any = None, keepdims: bool = False) -> TracedArray:
        a = lift(a)
        if a.kind in "bi":  # no NaN is among them
            return reduce(operator, a, axis, keepdims)
        clean = np.where(np.isnan(a), instead, a)
        if operator != "mean":
            return reduce(operator, clean, axis, keepdims)
        return divide(reduce("sum", clean, axis, keepdims), reduce("sum", ~np.isnan(a), axis, keepdims))

    return function


def _trapezoid(y: Any, x: Any = None, dx: float = 1.0, axis: int = -1) -> TracedArray:
    y = lift(y)
    axis = normal_axis(axis, y.ndim)
    between = max(y.shape[axis] - 1, 0)
    left, right = (along(y, axis, shifted(s), between) for s in (0, 1))
    mean = elementwise(lambda a, b: operators.divide(operators.add(a, b), 2), left, right, kind="f")
    if x is None:
        return reduce("sum", dx * mean, axis)
    x = lift(x)
    if x.ndim != 1 and x.ndim != y.ndim:
        raise TracingError("np.trapezoid needs x with one axis or as many as y")
    x = x if x.ndim == y.ndim else reshape(x, [x.size if k == axis else 1 for k in range(y.ndim)])
    low, high = (along(x, axis if x.ndim > 1 else 0, shifted(s), between) for s in (0, 1))
    return reduce("sum", (high - low) * mean, axis)


FUNCTIONS: dict[str, Callable[..., Any]] = {
    **{name: _reduction(name) for name in ("sum", "prod", "max", "min", "mean", "any", "all", "logsumexp")},
    **{name: partial(reduce, name) for name in ("argmax", "argmin")},
    "amax": _reduction("max"),
    "amin": _reduction("min"),
    "var": _spread("var"),
    "std": _spread("std"),
    **{name: partial(cumulate, name) for name in ("cumsum", "cumprod")},
    "linalg.norm": _norm,
    "linalg.vector_norm": lambda x, axis=None, keepdims=False, ord=2: _norm(
        ravel(x) if axis is None else x, ord, axis, keepdims
    ),
    "linalg.matrix_norm": lambda x, keepdims=False, ord="fro": _norm(x, ord, (-2, -1), keepdims),
    "average": _average,
    "ptp": lambda a, axis=None, keepdims=False: reduce("max", a, axis, keepdims) - reduce("min", a, axis, keepdims),
    "count_nonzero": lambda a, axis=None, keepdims=False: reduce("sum", scalar_call("ne", a, 0), axis, keepdims),
    "nansum": _without_nan("sum", 0.0),
    "nanprod": _without_nan("prod", 1.0),
    "nanmean": _without_nan("mean", 0.0),
    "nanmax": _without_nan("max", float("-inf")),
    "nanmin": _without_nan("min", float("inf")),
    "trapezoid": _trapezoid,
}
"""Reductions by NumPy name."""
