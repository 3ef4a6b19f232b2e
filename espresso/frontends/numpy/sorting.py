"""Sorting of traced arrays, and the statistics of order: median, quantiles."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from espresso.formulas.graph import expr as ex
from espresso.frontends.numpy import reductions
from espresso.frontends.numpy.arrays import TracedArray, TracingError, lift, multiply, scalar_call, unsupported, where
from espresso.frontends.numpy.shapes import normal_axes, normal_axis, permute, ravel, reshape


def ordered(function: str, a: Any, axis: Any = -1) -> TracedArray:
    """The elements (``"sort"``) or their positions (``"argsort"``) in ascending order along an axis.

    None means of the flattened array.  Equal elements keep their order, whatever ``kind`` asks for.
    """
    t = lift(a)
    if t.kind == "c":
        raise unsupported(function, "of complex numbers")
    if axis is None:
        t, axis = ravel(t), 0
    axis = normal_axis(axis, t.ndim)
    name = t.names[axis]
    if name is not None and name in t.body.free:
        return TracedArray(ex.scan(function, [name], t.body), t.shape, t.kind if function == "sort" else "i")
    if function == "sort":  # all elements along the axis are equal
        return t
    return TracedArray(ex.const(0) if name is None else ex.index(name), t.shape, "i")


def _ordering(function: str) -> Callable[..., TracedArray]:
    def result(a: Any, axis: Any = -1, kind: Any = None, order: Any = None, stable: Any = None) -> TracedArray:
        if order is not None:
            raise unsupported(function, "with order=, by the fields of records")
        return ordered(function, a, axis)

    return result


def _partition(function: str) -> Callable[..., TracedArray]:
    return lambda a, kth, axis=-1, kind=None, order=None: _ordering(function)(a, axis, kind, order)


def _in_rows(a: Any, axis: Any) -> tuple[TracedArray, list[int]]:
    """An array with the reduced axes merged into the last one, and the shape of a result that keeps them."""
    t = lift(a)
    if t.kind == "c":
        raise unsupported("median", "and quantiles of complex numbers")
    places = normal_axes(axis, t.ndim)
    rest = [k for k in range(t.ndim) if k not in places]
    count = math.prod(t.shape[k] for k in places)
    rows = reshape(permute(t, [*rest, *places]), [*(t.shape[k] for k in rest), count])
    return rows, [1 if k in places else n for k, n in enumerate(t.shape)]


def _median(a: Any, axis: Any = None, overwrite_input: bool = False, keepdims: bool = False) -> TracedArray:
    rows, kept = _in_rows(a, axis)
    found = reductions.reduce("median", rows, -1)
    return reshape(found, kept) if keepdims else found


def _at(rows: TracedArray, position: int) -> TracedArray:
    return lift(rows[..., position])


def _between(rows: TracedArray, q: float, method: str) -> TracedArray:
    """One quantile of sorted rows."""
    if not 0 <= q <= 1:
        raise ValueError("Quantiles must be in the range [0, 1]")
    place = q * (rows.shape[-1] - 1)
    low = math.floor(place)
    part = {"linear": place - low, "lower": 0, "higher": place > low, "midpoint": (place > low) / 2}[method]
    if part in (0, 1):
        found = _at(rows, low + int(part))
    else:
        found = multiply(_at(rows, low), 1 - part) + multiply(_at(rows, low + 1), part)
    last = _at(rows, rows.shape[-1] - 1)
    return where(scalar_call("isnan", last), math.nan, found) if rows.kind == "f" else found


def _quantile(
    a: Any, q: Any, axis: Any = None, overwrite_input: bool = False, method: str = "linear", keepdims: bool = False
) -> TracedArray:
    if method not in ("linear", "lower", "higher", "midpoint"):
        raise unsupported("quantile", f"with method={method!r}")
    try:
        asked = np.asarray(q, np.float64)
    except (TypeError, TracingError):
        raise unsupported("quantile", "at computed q") from None
    rows, kept = _in_rows(a, axis)
    if not rows.shape[-1]:
        raise ValueError("there are no quantiles of an empty array")
    floats = rows.kind in "bi" and method in ("linear", "midpoint")
    rows = ordered("sort", multiply(1.0, rows) if floats else rows)
    found = [_between(rows, float(one), method) for one in asked.ravel()]
    found = [reshape(f, kept) if keepdims else f for f in found]
    if not asked.ndim:
        return found[0]
    stacked = lift(np.stack(found))
    return reshape(stacked, [*asked.shape, *stacked.shape[1:]])


FUNCTIONS: dict[str, Callable[..., Any]] = {
    "sort": _ordering("sort"),
    "argsort": _ordering("argsort"),
    "partition": _partition("sort"),
    "argpartition": _partition("argsort"),
    "median": _median,
    "quantile": _quantile,
    "percentile": lambda a, q, *args, **kwargs: _quantile(a, np.asarray(q, np.float64) / 100, *args, **kwargs),
}
"""Functions by NumPy name; sorting makes every partition, too."""
