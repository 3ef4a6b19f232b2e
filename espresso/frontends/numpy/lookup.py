"""Selection in traced arrays: where, choose, searchsorted, interpolation, statistics, polynomials."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from espresso.formulas.graph import operators
from espresso.frontends.numpy import reductions, shapes
from espresso.frontends.numpy.arrays import TracedArray, elementwise, join_kinds, lift, scalar_call, unsupported
from espresso.frontends.numpy.products import diagonal, matmul
from espresso.frontends.numpy.shapes import normal_axes, normal_axis
from espresso.frontends.numpy.ufuncs import divide, multiply, subtract, where


def _select(conditions: Sequence[Any], choices: Sequence[Any], default: Any = 0) -> TracedArray:
    result = lift(default)
    for condition, choice in zip(reversed(conditions), reversed(choices), strict=True):
        result = where(condition, choice, result)
    return result


def _piecewise(x: Any, conditions: Any, functions: Any, *args: Any, **kwargs: Any) -> TracedArray:
    x = lift(x)
    conditions = list(conditions) if isinstance(conditions, (list, tuple)) else [conditions]
    values = [f(x, *args, **kwargs) if callable(f) else f for f in functions]
    if len(values) not in (len(conditions), len(conditions) + 1):
        raise ValueError(f"with {len(conditions)} conditions, {len(conditions)} or one more functions are expected")
    result = lift(values[len(conditions)] if len(values) > len(conditions) else 0)
    for condition, value in zip(conditions, values, strict=False):  # of several that hold, the last one counts
        result = where(condition, value, result)
    if join_kinds(result.kind, x.kind) != x.kind:
        raise unsupported("piecewise", "with values that x has no place for, so that NumPy would cut them off")
    return elementwise(lambda b, _: b, result, x, kind=x.kind)


def _choose(a: Any, choices: Any, mode: str = "raise") -> TracedArray:
    parts = choices if isinstance(choices, (list, tuple)) else [choices[k] for k in range(len(choices))]
    number = lift(a)
    if mode == "wrap":
        number = scalar_call("mod", number, len(parts))
    result = lift(parts[-1])
    for k in range(len(parts) - 2, -1, -1):
        result = where(scalar_call("le" if mode == "clip" and not k else "eq", number, k), parts[k], result)
    return result


def _searchsorted(a: Any, v: Any, side: str = "left", sorter: Any = None) -> TracedArray:
    if sorter is not None:
        raise unsupported("searchsorted", "with sorter=")
    return _count(a, v, "ge" if side == "left" else "gt", True)


def _count(values: Any, v: Any, comparison: str, unless: bool = False) -> TracedArray:
    """For how many of the sorted ``values`` the comparison with each element of v holds, or does not (NaN is last)."""
    v, values = lift(v), lift(values)
    column = shapes.expand_dims(v, -1)
    found = scalar_call(comparison, values, column)
    return reductions.reduce("sum", scalar_call("not", found) if unless else found, -1)


def _digitize(x: Any, bins: Any, right: bool = False) -> TracedArray:
    falling = not isinstance(bins, TracedArray) and bool(np.any(np.diff(np.asarray(bins)) < 0))
    if falling:
        return _count(bins, x, "ge" if right else "gt")
    return _count(bins, x, "ge" if right else "gt", True)


def _interp(x: Any, xp: Any, fp: Any, left: Any = None, right: Any = None, period: Any = None) -> TracedArray:
    if period is not None:
        raise unsupported("interp", "with period=")
    x, xp, fp = lift(x), lift(xp), lift(fp)
    n = xp.size
    if n == 1:
        inside = elementwise(lambda b, _: b, fp[0], x, kind="f")
    else:
        place = scalar_call("clip", subtract(_count(xp, x, "le"), 1), 0, n - 2)
        after = elementwise(operators.add, place, 1)
        low, high = xp[place], xp[after]
        share = divide(subtract(scalar_call("clip", x, xp[0], xp[-1]), low), subtract(high, low))
        start = fp[place]
        inside = elementwise(operators.add, start, multiply(share, subtract(fp[after], start)), kind="f")
        inside = where(scalar_call("lt", x, xp[0]), fp[0], inside)  # outside as given: positions may be there twice
        inside = where(scalar_call("ge", x, xp[-1]), fp[-1], inside)
    if left is not None:
        inside = where(scalar_call("lt", x, xp[0]), left, inside)
    return inside if right is None else where(scalar_call("gt", x, xp[-1]), right, inside)


def _isin(element: Any, test: Any, assume_unique: bool = False, invert: bool = False, kind: Any = None) -> TracedArray:
    values = shapes.reshape(lift(test), [lift(test).size])
    equal = scalar_call("eq", shapes.expand_dims(lift(element), -1), values)
    found = reductions.reduce("any", equal, -1)
    return scalar_call("not", found) if invert else found


def _polyval(p: Any, x: Any) -> TracedArray:
    coefficients, result = lift(p), lift(0)
    for k in range(coefficients.size):
        here = coefficients[k]
        result = here if not k else elementwise(operators.add, multiply(result, x), here)
    return elementwise(lambda b, _: b, result, lift(x))


def _vander(x: Any, N: Any = None, increasing: bool = False) -> TracedArray:
    x = lift(x)
    n = x.size if N is None else int(N)
    powers = np.arange(n) if increasing else np.arange(n)[::-1]
    return elementwise(operators.power, shapes.expand_dims(x, -1), powers, kind=x.kind)


# --- statistics -----------------------------------------------------------------------------


def _cov(m: Any, y: Any = None, rowvar: bool = True, bias: bool = False, ddof: Any = None) -> TracedArray:
    m = _variables(m, rowvar)
    if y is not None:
        m = shapes.concatenate([m, _variables(y, rowvar)], 0)
    less = (0 if bias else 1) if ddof is None else ddof
    centred = subtract(m, reductions.reduce("mean", m, 1, True))
    turned = shapes.permute(centred, (1, 0))
    turned = scalar_call("conj", turned) if m.kind == "c" else turned
    return shapes.squeeze(divide(matmul(centred, turned), m.shape[1] - less))


def _variables(m: Any, rowvar: bool) -> TracedArray:
    m = lift(m)
    m = shapes.reshape(m, [1, m.size]) if m.ndim < 2 else m
    return m if rowvar or m.shape[0] == 1 else shapes.permute(m, (1, 0))


def _corrcoef(x: Any, y: Any = None, rowvar: bool = True) -> TracedArray:
    c = _cov(x, y, rowvar)
    if not c.ndim:
        return divide(c, c)
    spread = scalar_call("sqrt", diagonal(c))
    return divide(divide(c, shapes.expand_dims(spread, 1)), shapes.expand_dims(spread, 0))


def _nan_spread(root: bool) -> Callable[..., TracedArray]:
    def function(a: Any, axis: Any = None, ddof: int = 0, keepdims: bool = False) -> TracedArray:
        a = lift(a)
        there = scalar_call("not", scalar_call("isnan", a))
        count = reductions.reduce("sum", there, axis, True)
        mean = divide(reductions.reduce("sum", where(there, a, 0.0), axis, True), count)
        squares = where(there, elementwise(operators.power, subtract(a, mean), 2), 0.0)
        total = reductions.reduce("sum", squares, axis, keepdims)
        count = count if keepdims else shapes.squeeze(count, normal_axes(axis, a.ndim))
        variance = divide(total, subtract(count, ddof) if ddof else count)
        variance = where(scalar_call("gt", count, ddof), variance, float("nan")) if ddof else variance
        result: TracedArray = scalar_call("sqrt", variance) if root else variance
        return result

    return function


def _gradient(f: Any, *varargs: Any, axis: Any = None, edge_order: int = 1) -> Any:
    """Central differences inside, one-sided at both ends; spacing is a number for each axis."""
    f = lift(f)
    axes = normal_axes(axis, f.ndim)
    if edge_order != 1 or any(lift(v).ndim for v in varargs):
        raise unsupported("gradient", "with edge_order=2 or positions instead of a spacing")
    steps = list(varargs) * len(axes) if len(varargs) == 1 else list(varargs) or [1.0] * len(axes)
    if len(steps) != len(axes):
        raise TypeError("invalid number of arguments")
    parts = []
    for k, h in zip(axes, steps, strict=True):
        n, lead = f.shape[k], (slice(None),) * k
        if n < 2:
            raise ValueError("gradient needs at least 2 elements along each axis")

        def at(lo: Any, hi: Any, lead: tuple[slice, ...] = lead) -> TracedArray:
            return shapes.getitem(f, (*lead, slice(lo, hi)))

        ends = [divide(subtract(at(1, 2), at(0, 1)), h), divide(subtract(at(n - 1, n), at(n - 2, n - 1)), h)]
        middle = [divide(subtract(at(2, n), at(0, n - 2)), multiply(2.0, h))] if n > 2 else []
        parts.append(shapes.concatenate([ends[0], *middle, ends[1]], k))
    return parts[0] if len(parts) == 1 and (axis is None or not np.ndim(axis)) else tuple(parts)


def _cumulative(function: str) -> Callable[..., TracedArray]:
    def result(x: Any, axis: Any = None, include_initial: bool = False) -> TracedArray:
        t = lift(x) if lift(x).ndim else shapes.reshape(lift(x), [1])
        if axis is None and t.ndim > 1:
            raise ValueError("an array of several axes needs axis=")
        k = normal_axis(0 if axis is None else axis, t.ndim)
        total = reductions.cumulate(function, t, k)
        if not include_initial:
            return total
        start = 0 if function == "cumsum" else 1
        return shapes.along(total, k, shapes.shifted(-1), t.shape[k] + 1, pad=start)

    return result


FUNCTIONS: dict[str, Callable[..., Any]] = {
    "select": _select,
    "piecewise": _piecewise,
    "choose": _choose,
    "searchsorted": _searchsorted,
    "digitize": _digitize,
    "interp": _interp,
    "isin": _isin,
    "polyval": _polyval,
    "vander": _vander,
    "cov": _cov,
    "corrcoef": _corrcoef,
    "nanvar": _nan_spread(False),
    "nanstd": _nan_spread(True),
    "gradient": _gradient,
    "cumulative_sum": _cumulative("cumsum"),
    "cumulative_prod": _cumulative("cumprod"),
    "array_equal": lambda a, b: (
        reductions.reduce("all", scalar_call("eq", a, b), None) if lift(a).shape == lift(b).shape else lift(False)
    ),
}
"""Functions by NumPy name."""
