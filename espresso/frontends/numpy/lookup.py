"""Selection in traced arrays and writing at positions: choose, searchsorted, interpolation, statistics, polynomials."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from espresso.formulas.graph import expr as ex, operators
from espresso.frontends.numpy import assignment, reductions, shapes
from espresso.frontends.numpy.arrays import (
    TracedArray,
    TracingError,
    add,
    divide,
    elementwise,
    join_kinds,
    lift,
    logical,
    multiply,
    scalar_call,
    subtract,
    unsupported,
    where,
)
from espresso.frontends.numpy.products import diagonal, matmul
from espresso.frontends.numpy.shapes import normal_axes, normal_axis


def _select(conditions: Sequence[Any], choices: Sequence[Any], default: Any = 0) -> TracedArray:
    pairs = zip(reversed(conditions), reversed(choices), strict=True)
    return functools.reduce(lambda result, pair: where(*pair, result), pairs, lift(default))


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
    return _count(bins, x, "ge" if right else "gt", not falling)


def _histogram(
    a: Any, bins: Any = 10, range: Any = None, density: Any = None, weights: Any = None
) -> tuple[TracedArray, TracedArray]:
    """Counts, or sums of weights, in bins of equal width: the bin of each element as NumPy finds it."""
    a = shapes.ravel(a)
    if isinstance(bins, (str, TracedArray)) and not np.ndim(bins):
        raise unsupported("histogram", "with a number of bins that the function computes or NumPy estimates")
    if np.ndim(bins):
        return _between_edges(a, bins, density, weights)
    n = int(bins)
    low, high = range if range is not None else (reductions.reduce("min", a, None), reductions.reduce("max", a, None))
    low, high = lift(low) * 1.0, lift(high) * 1.0
    flat = scalar_call("eq", low, high)  # all elements are the same
    low, high = where(flat, low - 0.5, low), where(flat, high + 0.5, high)

    width = TracedArray(ex.access(shapes.whole((high - low) / n), ()), ())  # rounded by itself, as NumPy's edges are

    def edge(k: Any) -> TracedArray:
        return where(scalar_call("eq", k, n), high, k * width + low)

    place = scalar_call("int", (a - low) / (high - low) * n)
    place = where(scalar_call("eq", place, n), n - 1, place)
    place = place - scalar_call("lt", a, edge(place))  # rounding may have put it beside its bin
    place = place + ((a >= edge(place + 1)) & scalar_call("ne", place, n - 1))
    inside = (a >= low) & (a <= high)
    counts = _weighed(scalar_call("eq", shapes.expand_dims(where(inside, place, -1), 1), np.arange(n)), weights)
    if density:
        counts = counts / counts.sum() / ((high - low) / n)
    return counts, edge(lift(np.arange(n + 1)))


def _between_edges(a: TracedArray, bins: Any, density: Any, weights: Any) -> tuple[TracedArray, TracedArray]:
    """Counts, or sums of weights, between given edges, of which the last one belongs to its bin."""
    if not isinstance(bins, TracedArray) and np.any(np.diff(np.asarray(bins)) < 0):
        raise ValueError("`bins` must increase monotonically, when an array")
    edges, column = lift(bins), shapes.expand_dims(a, 1)
    n = edges.size - 1
    below = where(np.arange(n) == n - 1, column <= edges[1:], column < edges[1:])
    counts = _weighed((column >= edges[:-1]) & below, weights)
    if density:
        counts = counts / (edges[1:] - edges[:-1]) / counts.sum()
    return counts, edges


def _weighed(inside: TracedArray, weights: Any) -> TracedArray:
    """How many elements are in each bin, or the sums of their weights."""
    each = lift(1) if weights is None else shapes.expand_dims(shapes.ravel(weights), 1)
    return reductions.reduce("sum", multiply(each, inside), 0)


def _interp(x: Any, xp: Any, fp: Any, left: Any = None, right: Any = None, period: Any = None) -> TracedArray:
    if period is not None:
        raise unsupported("interp", "with period=")
    x, xp, fp = lift(x), lift(xp), lift(fp)
    n = xp.size
    if n == 1:
        inside = elementwise(lambda b, _: b, fp[0], x, kind="f")
    else:
        place = scalar_call("clip", _count(xp, x, "le") - 1, 0, n - 2)
        low, high, start, end = xp[place], xp[place + 1], fp[place], fp[place + 1]
        share = (scalar_call("clip", x, xp[0], xp[-1]) - low) / (high - low)
        inside = elementwise(operators.add, start, share * (end - start), kind="f")
        inside = where(x < xp[0], fp[0], inside)  # outside as given: positions may be there twice
        inside = where(x >= xp[-1], fp[-1], inside)
    if left is not None:
        inside = where(x < xp[0], left, inside)
    return inside if right is None else where(x > xp[-1], right, inside)


def _isin(element: Any, test: Any, assume_unique: bool = False, invert: bool = False, kind: Any = None) -> TracedArray:
    found = reductions.reduce("any", shapes.expand_dims(lift(element), -1) == shapes.ravel(test), -1)
    return scalar_call("not", found) if invert else found


def _polyval(p: Any, x: Any) -> TracedArray:
    coefficients, x = lift(p), lift(x)
    terms = [coefficients[k] for k in range(coefficients.size)] or [lift(0)]
    return elementwise(lambda b, _: b, functools.reduce(lambda result, c: result * x + c, terms), x)


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
    centred = m - reductions.reduce("mean", m, 1, True)
    turned = shapes.permute(centred, (1, 0))
    return shapes.squeeze(matmul(centred, np.conj(turned) if m.kind == "c" else turned) / (m.shape[1] - less))


def _variables(m: Any, rowvar: bool) -> TracedArray:
    m = shapes.at_least(m, 2)
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
        there = ~np.isnan(a)
        count = reductions.reduce("sum", there, axis, True)
        mean = reductions.reduce("sum", where(there, a, 0.0), axis, True) / count
        squares = where(there, (a - mean) ** 2, 0.0)
        total = reductions.reduce("sum", squares, axis, keepdims)
        count = count if keepdims else shapes.squeeze(count, normal_axes(axis, a.ndim))
        variance = divide(total, count - ddof if ddof else count)
        variance = where(count > ddof, variance, float("nan")) if ddof else variance
        return scalar_call("sqrt", variance) if root else variance

    return function


def _gradient(f: Any, *varargs: Any, axis: Any = None, edge_order: int = 1) -> Any:
    """Central differences inside, one-sided at both ends, of order one or two; spacing is a number for each axis."""
    f = lift(f)
    axes = normal_axes(axis, f.ndim)
    if edge_order > 2:
        raise ValueError("'edge_order' greater than 2 not supported")
    if any(lift(v).ndim for v in varargs):
        raise unsupported("gradient", "with positions instead of a spacing")
    steps = list(varargs) * len(axes) if len(varargs) == 1 else list(varargs) or [1.0] * len(axes)
    if len(steps) != len(axes):
        raise TypeError("invalid number of arguments")
    parts = []
    for k, h in zip(axes, steps, strict=True):
        n = f.shape[k]
        if n < edge_order + 1:
            raise ValueError(f"gradient needs at least {edge_order + 1} elements along each axis")

        def difference(hi: slice, lo: slice, k: int = k) -> TracedArray:
            return subtract(shapes.cut(f, k, hi), shapes.cut(f, k, lo))

        first, last = difference(slice(1, 2), slice(0, 1)), difference(slice(n - 1, n), slice(n - 2, n - 1))
        if edge_order == 2:
            first = 1.5 * first - 0.5 * difference(slice(2, 3), slice(1, 2))
            last = 1.5 * last - 0.5 * difference(slice(n - 2, n - 1), slice(n - 3, n - 2))
        middle = [divide(difference(slice(2, n), slice(0, n - 2)), multiply(2.0, h))] if n > 2 else []
        parts.append(shapes.concatenate([first / h, *middle, last / h], k))
    return parts[0] if len(parts) == 1 and (axis is None or not np.ndim(axis)) else tuple(parts)


def _cumulative(function: str) -> Callable[..., TracedArray]:
    def result(x: Any, axis: Any = None, include_initial: bool = False) -> TracedArray:
        t = shapes.at_least(x, 1)
        if axis is None and t.ndim > 1:
            raise ValueError("an array of several axes needs axis=")
        k = normal_axis(0 if axis is None else axis, t.ndim)
        total = reductions.cumulate(function, t, k)
        if not include_initial:
            return total
        start = 0 if function == "cumsum" else 1
        return shapes.along(total, k, shapes.shifted(-1), t.shape[k] + 1, pad=start)

    return result


# --- writing at positions ------------------------------------------------------------------------


def _each(t: TracedArray, items: Sequence[Any], value: Any) -> tuple[TracedArray, TracedArray, TracedArray]:
    """``t[items] = value`` with arrays among the items: the part of ``t`` that the others take, and about its elements
    for each position whether it is there, and the value that it gets.

    The positions are the first axis of both; the values have the length 1 along the axes that positions run over.
    """
    items = shapes.expanded(t, tuple(items))
    if any(k is None for k in items):
        raise TracingError(
            "x[None, positions] cannot be assigned while tracing.\nLeave out None, and reshape the value."
        )
    arrays = {k: _from_start(item, t.shape[k], k) for k, item in enumerate(items) if shapes.is_array(item)}
    target = assignment.item_view(t, tuple(slice(None) if k in arrays else item for k, item in enumerate(items)))
    kept = [k for k, item in enumerate(items) if k in arrays or isinstance(item, slice)]
    places = {kept.index(k): at for k, at in arrays.items()}
    grid = np.broadcast_shapes(*(at.shape for at in arrays.values()))
    count, ndim = int(np.prod(grid)), target.ndim
    found = lift(True)
    for place, at in places.items():
        own = shapes.reshape(shapes.broadcast_to(at, grid), [count, *[1] * ndim])
        line = np.arange(target.shape[place]).reshape([-1 if m == place else 1 for m in range(ndim)])
        found = logical("and", found, scalar_call("eq", own, line))
    advanced = [k for k, item in enumerate(items) if not isinstance(item, slice)]
    together = advanced[-1] - advanced[0] == len(advanced) - 1
    before = sum(k < advanced[0] for k in kept) if together else 0
    beside = [n for m, n in enumerate(target.shape) if m not in places]
    every = shapes.broadcast_to(lift(value), [*beside[:before], *grid, *beside[before:]])
    axes = range(before, before + len(grid))
    every = shapes.permute(every, [*axes, *(k for k in range(every.ndim) if k not in axes)])
    lengths = [1 if m in places else n for m, n in enumerate(target.shape)]
    return target, found, shapes.reshape(every, [count, *lengths])


def _from_start(positions: Any, n: int, axis: int) -> TracedArray:
    """Positions along an axis of length n, counted from its start."""
    if isinstance(positions, TracedArray):
        at = positions
        computed = at.signed or at.body.op != "access"
        if at.kind == "i" and computed:  # they may count from the end
            at = elementwise(lambda p: operators.add(p, operators.multiply(n, ex.call("lt", p, ex.const(0)))), at)
    else:
        known = np.asarray(positions, dtype=None if np.size(positions) else int)
        outside = known[(known < -n) | (known >= n)] if known.dtype.kind in "iu" else known[:0]
        if outside.size:
            raise IndexError(f"index {outside.flat[0]} is out of bounds for axis {axis} with size {n}")
        at = lift(np.where(known < 0, known + n, known) if known.dtype.kind in "iu" else known)
    if at.kind != "i":
        raise IndexError("arrays used as indices must be of integer (or boolean) type")
    return at


def assign_at(t: TracedArray, items: Sequence[Any], value: Any) -> None:
    """``t[items] = value`` with arrays of positions among the items: of equal positions the last one counts."""
    target, found, every = _each(t, items, assignment.cast(lift(value), t.kind))
    count = found.shape[0]
    if count == 0 or target.size == 0:
        return
    if count == 1 or every.names[0] not in every.body.free:
        written, new = reductions.reduce("any", found, 0), shapes.getitem(every, 0)
    else:
        numbers = np.arange(count).reshape([-1, *[1] * target.ndim])
        last = reductions.reduce("max", where(found, numbers, -1), 0)
        grids = [np.arange(n).reshape([-1 if m == k else 1 for m in range(target.ndim)])
                 for k, n in enumerate(every.shape[1:])]  # fmt: skip
        written = scalar_call("ge", last, 0)
        new = shapes.getitem(every, (scalar_call("maximum", last, 0), *grids))
    assignment.assign(target, assignment.chosen(written, new, target))


def combine_at(name: str, t: Any, positions: Any, values: Any) -> None:
    """``np.add.at`` and its kind: all elements of ``positions`` count, repeated ones too."""
    owner = assignment.out_array(t, f"{name}.at")
    items = positions if isinstance(positions, tuple) else (positions,)
    items = tuple([k] if isinstance(k, (int, np.integer)) and not isinstance(k, bool) else k for k in items)
    if not any(shapes.is_array(k) and not assignment.is_mask(k) for k in items):
        raise TracingError(
            f"np.{name}.at is traced for arrays of positions.\nFor slices and masks write x[...] += values."
        )
    target, found, every = _each(owner, items, values)
    if found.shape[0] and target.size:
        assignment.assign(target, AT[name](target, found, every), same_kind=name)


def _added(found: TracedArray, every: TracedArray) -> TracedArray:
    return reductions.reduce("sum", multiply(found, every), 0)


AT: dict[str, Callable[[TracedArray, TracedArray, TracedArray], TracedArray]] = {
    "add": lambda t, found, every: add(t, _added(found, every)),
    "subtract": lambda t, found, every: subtract(t, _added(found, every)),
    "multiply": lambda t, found, every: multiply(t, reductions.reduce("prod", where(found, every, 1), 0)),
    "maximum": lambda t, found, every: scalar_call("maximum", t, reductions.reduce("max", where(found, every, t), 0)),
    "minimum": lambda t, found, every: scalar_call("minimum", t, reductions.reduce("min", where(found, every, t), 0)),
}
"""What an array becomes by ``np.add.at`` and its kind."""


FUNCTIONS: dict[str, Callable[..., Any]] = {
    "select": _select,
    "piecewise": _piecewise,
    "choose": _choose,
    "searchsorted": _searchsorted,
    "digitize": _digitize,
    "histogram": _histogram,
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
