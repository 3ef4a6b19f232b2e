"""NumPy's array functions on traced arrays: one table from name to formula.

A function without a row is refused by name.  Ufuncs are in `ufuncs`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from espresso.errors import DtypeError
from espresso.formulas.graph import expr as ex, operators
from espresso.formulas.graph.expr import Expr
from espresso.formulas.graph.functions import CONVERSIONS
from espresso.formulas.inference.dtypes import DType, dtypes_of
from espresso.frontends.numpy import assignment, joining, lookup, matrices, products, reductions, shapes, sorting
from espresso.frontends.numpy.arrays import (
    GIVEN,
    TracedArray,
    TracingError,
    axis_names,
    divide,
    elementwise,
    lift,
    logical,
    multiply,
    scalar_call,
    subtract,
    truth,
    unsupported,
    where,
)
from espresso.frontends.numpy.shapes import along, at_least, normal_axes, normal_axis, ravel
from espresso.frontends.numpy.ufuncs import scaled


def _transpose(a: Any, axes: Any = None) -> TracedArray:
    a = lift(a)
    return shapes.permute(a, normal_axes(axes, a.ndim) if axes is not None else tuple(reversed(range(a.ndim))))


def _swapaxes(a: Any, i: int, j: int) -> TracedArray:
    a = lift(a)
    order = list(range(a.ndim))
    i, j = normal_axis(i, a.ndim), normal_axis(j, a.ndim)
    order[i], order[j] = order[j], order[i]
    return shapes.permute(a, order)


def _moveaxis(a: Any, source: Any, destination: Any) -> TracedArray:
    a = lift(a)
    sources, targets = normal_axes(source, a.ndim), normal_axes(destination, a.ndim)
    order = [k for k in range(a.ndim) if k not in sources]
    for target, k in sorted(zip(targets, sources, strict=True)):
        order.insert(target, k)
    return shapes.permute(a, order)


def _rollaxis(a: Any, axis: int, start: int = 0) -> TracedArray:
    axis, start = normal_axis(axis, lift(a).ndim), start + lift(a).ndim if start < 0 else start
    return _moveaxis(a, axis, start - (axis < start))


def _roll(a: Any, shift: Any, axis: Any = None) -> TracedArray:
    t = lift(a)
    if axis is None:
        return shapes.reshape(_roll(ravel(t), shift, 0), t.shape)
    moves = shift if isinstance(shift, (tuple, list)) else [shift] * len(normal_axes(axis, t.ndim))
    for k, s in zip(normal_axes(axis, t.ndim), moves, strict=True):
        n = t.shape[k]
        if n > 1:
            t = along(t, k, lambda i, n=n, s=s: operators.mod(operators.subtract(i, ex.const(int(s))), n), n)
    return t


def _pad(a: Any, pad_width: Any, mode: str = "constant", constant_values: Any = 0) -> TracedArray:
    t = lift(a)
    widths = np.zeros((t.ndim, 2), int)
    for axis, own in pad_width.items() if isinstance(pad_width, dict) else [(slice(None), pad_width)]:
        widths[axis] = own
    if mode not in ("constant", "edge", "wrap", "reflect", "symmetric"):
        raise unsupported("pad", f"mode {mode!r}")
    if shapes.holds_traced(constant_values) or isinstance(constant_values, TracedArray):
        raise unsupported("pad", "constant_values that the function computes")
    outside = np.broadcast_to(np.asarray(constant_values), (t.ndim, 2)).tolist()
    for k, ((lo, hi), (before, after)) in enumerate(zip(widths.tolist(), outside, strict=True)):
        if mode == "constant" and before != after:  # one side after the other
            t = _padded(_padded(t, k, lo, 0, mode, before), k, 0, hi, mode, after)
        else:
            t = _padded(t, k, lo, hi, mode, before)
    return t


def _padded(t: TracedArray, k: int, lo: int, hi: int, mode: str, value: Any) -> TracedArray:
    """Padding along one axis."""
    if not (lo or hi):
        return t
    n = t.shape[k]

    def place(i: Expr) -> Expr:
        return _padded_position(operators.subtract(i, ex.const(lo)) if lo else i, n, mode)

    return shapes.along(t, k, place, n + lo + hi, value if mode == "constant" else None)


def _padded_position(i: Expr, n: int, mode: str) -> Expr:
    if mode == "constant":
        return i
    if mode == "edge":
        return ex.call("clip", i, ex.const(0), ex.const(n - 1))
    if mode == "wrap":
        return operators.mod(i, n)
    if mode == "symmetric":
        i = operators.mod(i, 2 * n)
        return ex.call("minimum", i, operators.subtract(ex.const(2 * n - 1), i))
    i = operators.mod(i, max(1, 2 * n - 2))
    return ex.call("minimum", i, operators.subtract(ex.const(2 * n - 2), i))


def _tile(a: Any, reps: Any) -> TracedArray:
    counts = list(np.atleast_1d(reps).tolist())
    t = at_least(a, len(counts))
    for k, r in enumerate(counts, t.ndim - len(counts)):
        n = t.shape[k]
        if r != 1:
            t = along(t, k, lambda i, n=n: operators.mod(i, n) if n > 1 else ex.const(0), n * r)
    return t


def _reshape(a: Any, shape: Any, order: str = "C", copy: Any = None) -> TracedArray:
    return shapes.reshape(lift(a), np.atleast_1d(shape).tolist(), order)


def _triangle(comparison: str) -> Callable[..., TracedArray]:
    def function(m: Any, k: int = 0) -> TracedArray:
        a = lift(m)
        if a.ndim == 1:  # the row of a square matrix
            a = shapes.broadcast_to(a, (a.size, a.size))
        if not a.ndim:
            raise TypeError("a number has no triangle; give an array with axes")
        rows, columns = (ex.index(n) if n else ex.const(0) for n in axis_names(a.shape)[-2:])
        inside = ex.call(comparison, columns, operators.add(rows, ex.const(k)) if k else rows)
        return multiply(a, TracedArray(inside, a.shape[-2:], "b"))

    return function


def _take_along_axis(a: Any, indices: Any, axis: Any = -1) -> TracedArray:
    t, indices = lift(a), lift(indices)
    if axis is None:
        return lift(ravel(t)[indices])
    axis = normal_axis(axis, t.ndim)
    grid = [
        indices if k == axis else np.arange(n).reshape([-1 if m == k else 1 for m in range(t.ndim)])
        for k, n in enumerate(t.shape)
    ]
    return lift(t[tuple(grid)])


def _clip(a: Any, a_min: Any = None, a_max: Any = None, *, min: Any = None, max: Any = None) -> TracedArray:
    lo, hi = (a_min if a_min is not None else min), (a_max if a_max is not None else max)
    if lo is not None and hi is not None:
        return scalar_call("clip", a, lo, hi)
    return lift(a) if lo is hi else scalar_call("maximum", a, lo) if hi is None else scalar_call("minimum", a, hi)


def _like(value: Any) -> Callable[..., TracedArray]:
    """``np.zeros_like`` and its kind: elements of the kind of the array that they are like."""

    def function(
        a: Any, fill_value: Any = None, dtype: Any = None, order: str = "K", subok: bool = True, shape: Any = None
    ) -> TracedArray:
        if value is not None and fill_value is not None:  # without it, dtype is the second argument
            fill_value, dtype = None, fill_value
        a, number = lift(a), fill_value if value is None else value
        wanted = a.dtype if dtype is None else np.dtype(dtype)
        if not isinstance(number, TracedArray):
            number = lift(np.asarray(number).astype(wanted))
        number = astype(number, wanted)
        result = shapes.broadcast_to(number, a.shape if shape is None else tuple(np.atleast_1d(shape).tolist()))
        result = TracedArray(result.body, result.shape, number.kind)
        result.precision = number.precision
        return result

    return function


def _made(function: Callable[..., Any]) -> Callable[..., TracedArray]:
    """``np.zeros(shape, like=x)`` and its kind: an ordinary array that traced values can be assigned to."""

    def made(*args: Any, **kwargs: Any) -> TracedArray:
        if any(isinstance(v, TracedArray) for v in (*args, *kwargs.values())):
            raise unsupported(function.__name__, "of values that the function computes")
        result = function(*args, **kwargs)
        return assignment.copied(lift(result) if kwargs.get("dtype") is None else astype(lift(result), kwargs["dtype"]))

    return made


def _nan_to_num(x: Any, copy: bool = True, nan: float = 0.0, posinf: Any = None, neginf: Any = None) -> TracedArray:
    if lift(x).kind in "bi":  # all of them are numbers
        return lift(x)
    big = float(np.finfo(float).max)
    a = where(scalar_call("isnan", x), nan, x)
    a = where(scalar_call("eq", a, float("inf")), big if posinf is None else posinf, a)
    a = where(scalar_call("eq", a, float("-inf")), -big if neginf is None else neginf, a)
    if copy:
        return a
    assignment.assign(x, a)
    return lift(x)


def _round(a: Any, decimals: int = 0) -> TracedArray:
    if decimals >= 0 and lift(a).kind == "i":
        return lift(a)
    if decimals < 0 and lift(a).kind == "i":  # whole numbers stay such
        return of_kind(_round(multiply(a, 1.0), decimals), "i")
    if decimals:
        return divide(scalar_call("round", multiply(a, 10.0**decimals)), 10.0**decimals)
    return scalar_call("round", a)


def _isclose(a: Any, b: Any, rtol: float = 1e-5, atol: float = 1e-8, equal_nan: bool = False) -> TracedArray:
    near = scalar_call("le", scalar_call("abs", subtract(a, b)), atol + rtol * scalar_call("abs", b))
    if isinstance(b, TracedArray) and b.kind in "fc" or not np.all(np.isfinite(0 if isinstance(b, TracedArray) else b)):
        # every difference is small beside infinity
        near = logical("or", logical("and", near, scalar_call("isfinite", b)), scalar_call("eq", a, b))
    return logical("or", near, logical("and", *(scalar_call("isnan", v) for v in (a, b)))) if equal_nan else near


def _stacked(axis: int) -> Callable[[Sequence[Any]], TracedArray]:
    def function(arrays: Sequence[Any]) -> TracedArray:
        parts = [at_least(a, 2 - axis) for a in arrays]
        return shapes.concatenate(parts, 0 if axis == 0 or parts[0].ndim == 1 else 1)

    return function


def _broadcast_arrays(*arrays: Any) -> tuple[TracedArray, ...]:
    parts = [lift(a) for a in arrays]
    shape = np.broadcast_shapes(*(p.shape for p in parts))
    return tuple(shapes.broadcast_to(p, shape) for p in parts)


FUNCTIONS: dict[str, Callable[..., Any]] = {
    **reductions.FUNCTIONS,
    **products.FUNCTIONS,
    **matrices.FUNCTIONS,
    **joining.FUNCTIONS,
    **lookup.FUNCTIONS,
    **sorting.FUNCTIONS,
    **assignment.FUNCTIONS,
    **dict.fromkeys(("transpose", "permute_dims"), _transpose),
    "matrix_transpose": lambda a: _swapaxes(a, -1, -2),
    "swapaxes": _swapaxes,
    "moveaxis": _moveaxis,
    "rollaxis": _rollaxis,
    "reshape": _reshape,
    "ravel": ravel,
    "expand_dims": lambda a, axis: shapes.expand_dims(lift(a), axis),
    "squeeze": lambda a, axis=None: shapes.squeeze(lift(a), axis),
    "broadcast_to": lambda a, shape, subok=False: shapes.broadcast_to(lift(a), shape),
    "broadcast_arrays": _broadcast_arrays,
    **dict.fromkeys(("concatenate", "concat"), shapes.concatenate),
    "stack": shapes.stack,
    "hstack": _stacked(1),
    "vstack": _stacked(0),
    "column_stack": lambda arrays: shapes.concatenate(
        [a if lift(a).ndim > 1 else shapes.reshape(lift(a), [-1, 1]) for a in arrays], 1
    ),
    "append": lambda a, b, axis=None: shapes.concatenate([a, b], axis),
    "roll": _roll,
    "pad": _pad,
    "tile": _tile,
    "tril": _triangle("le"),
    "triu": _triangle("ge"),
    "take_along_axis": _take_along_axis,
    "where": where,
    "clip": _clip,
    "zeros_like": _like(0),
    "ones_like": _like(1),
    "empty_like": _like(0),
    "full_like": _like(None),
    **{n: _made(getattr(np, n)) for n in ("zeros", "ones", "eye", "identity", "arange", "linspace", "tri")},
    "empty": _made(np.zeros),
    "full": lambda shape, fill_value, dtype=None, order="C": _like(None)(
        fill_value, fill_value, dtype, order, shape=shape
    ),
    "nan_to_num": _nan_to_num,
    **dict.fromkeys(("round", "around"), _round),
    "isclose": _isclose,
    "copy": lambda a, **kw: lift(a),
    "astype": lambda a, dtype, **kw: astype(lift(a), dtype),
    "allclose": lambda *args, **kwargs: reductions.reduce("all", _isclose(*args, **kwargs), None),
    "shape": lambda a: lift(a).shape,
    "ndim": lambda a: lift(a).ndim,
    "size": lambda a, axis=None: lift(a).size if axis is None else lift(a).shape[axis],
    "real": lambda a: scalar_call("real", a) if lift(a).kind == "c" else lift(a),
    "imag": lambda a: scalar_call("imag", a),
    "angle": lambda a: scalar_call("atan2", scalar_call("imag", a), scalar_call("real", a)),
    "fix": lambda a: scalar_call("trunc", a),
    "atleast_1d": lambda a: at_least(a, 1),
    "atleast_2d": lambda a: at_least(a, 2),
    "sinc": lambda a: where(scalar_call("eq", a, 0), 1.0, np.sin(scaled(math.pi)(a)) / scaled(math.pi)(a)),
    "result_type": lambda *args: _result_type(*args),
    "isreal": lambda a: scalar_call("eq", scalar_call("imag", a), 0),
    "iscomplex": lambda a: scalar_call("ne", scalar_call("imag", a), 0),
    "iscomplexobj": lambda a: lift(a).kind == "c",
    "isrealobj": lambda a: lift(a).kind != "c",
}
"""Functions of whole arrays by name; those of np.linalg with their prefix."""


_TYPED = {"zeros_like", "ones_like", "empty_like", "full_like", "zeros", "ones", "empty", "full", "eye", "identity",
          "arange", "linspace", "tri"}  # fmt: skip
"""Functions that make elements of a dtype, where the others convert to theirs."""
_CONVERTING_FIRST = {"sum", "prod", "mean", "var", "std", "cumsum", "cumprod", "nansum", "nanprod", "nanmean", "trace",
                     "einsum"}  # fmt: skip
"""Functions that compute in a dtype, rather than convert what comes out."""


_INSTEAD = {
    "bincount": "the largest value decides the length. np.add.at(total, x, weights) adds to total = np.zeros(n)",
    "fft": "the transform is the product np.exp(-2j*np.pi*np.outer(k, k)/n) @ x with k = np.arange(n)",
    "linalg.lstsq": "where A has full rank, np.linalg.solve(A.T @ A, A.T @ b) is the same",
    "linalg.pinv": "where A has full rank, np.linalg.solve(A.T @ A, A.T) is the same",
    "linalg.qr": "where A has full rank, np.linalg.cholesky(A.T @ A).T is R up to signs",
    "linalg.svd": "np.linalg.eigh(A.T @ A) has the squares of singular values, and their vectors",
}
"""What serves instead of functions that have no formula."""


def apply_function(function: Any, args: Any, kwargs: Any) -> Any:
    """A NumPy function on traced arrays."""
    module = getattr(function, "__module__", "") or ""
    name = ("linalg." if "linalg" in module else "fft." if "fft" in module else "") + function.__name__
    rule = FUNCTIONS.get(name)
    if rule is None:
        raise unsupported(name, _INSTEAD.get("fft" if name.startswith("fft.") else name, ""))
    out = kwargs.pop("out", None)
    target = None if out is None else assignment.out_array(out, name)
    dtype = kwargs.get("dtype")
    ignored = ("like", "subok") if name in _TYPED else ("like", "subok", "dtype")
    given = {k: v for k, v in kwargs.items() if v is not np._NoValue and k not in ignored}
    wanted = {k: v for k, v in given.items() if v is not None or k == "axis"}
    if dtype is not None and name in _CONVERTING_FIRST and args:
        args = _converted(args, dtype)
    try:
        result = rule(*args, **wanted)
    except TypeError as error:
        if isinstance(error, TracingError) or "argument" not in str(error):
            raise
        raise unsupported(name, str(error)) from None
    if dtype is not None and name not in _TYPED | _CONVERTING_FIRST and isinstance(result, TracedArray):
        result = astype(result, dtype)
    if target is not None:
        assignment.assign(target, result, same_kind=name)
        return target
    if name in assignment.VIEWS:
        return assignment.as_views(name, rule, args, wanted, result)
    return assignment.fresh(result, list(assignment.traced_in(args)))


def _converted(args: Sequence[Any], dtype: Any) -> tuple[Any, ...]:
    """Arguments with the first array, and those after it, in a dtype."""
    first, *rest = args
    if isinstance(first, str):  # of einsum
        return (first, *(astype(lift(a), dtype) for a in rest))
    return (astype(lift(first), dtype), *rest)


def _result_type(*args: Any) -> np.dtype:
    """The dtype in which values meet, that of the arguments if the function says none that is as wide."""
    given = [a.dtype if isinstance(a, TracedArray) else a for a in args]
    found = np.result_type(*given)
    same = [t for t in given if isinstance(t, np.dtype) and t == found]
    return same[0] if same and all(t.metadata and GIVEN in t.metadata for t in same) else found


_METHODS = {
    "sum", "prod", "mean", "max", "min", "std", "var", "any", "all", "argmax", "argmin", "argsort", "cumsum", "cumprod",
    "dot", "ravel", "swapaxes", "squeeze", "clip", "trace", "diagonal", "take", "repeat", "round", "copy", "ptp",
}  # fmt: skip
"""Methods with the arguments of the function of that name."""


def traced_method(t: TracedArray, name: str) -> Any:
    """An attribute of an array that is not on the class: NumPy's methods and views."""
    if name in ("T", "mT"):
        return apply_function(np.transpose if name == "T" else np.matrix_transpose, (t,), {})
    if name in ("real", "imag"):
        return apply_function(getattr(np, name), (t,), {})
    if name in ("conj", "conjugate"):
        return lambda: scalar_call("conj", t)
    if name == "flatten":
        return lambda order="C": assignment.fresh(ravel(t, order), [t])
    if name == "reshape":
        return lambda *s, order="C", copy=None: apply_function(
            np.reshape, (t, s[0] if len(s) == 1 and isinstance(s[0], (tuple, list)) else s, order), {"copy": copy}
        )
    if name == "transpose":
        return lambda *s: apply_function(
            np.transpose, (t, None if not s else s[0] if isinstance(s[0], (tuple, list)) else s), {}
        )
    if name == "astype":
        return lambda dtype, **kw: assignment.fresh(astype(t, dtype), [t])
    if name == "sort":
        return lambda *args, **kwargs: assignment.assign(t, apply_function(np.sort, (t, *args), kwargs))
    if name == "fill":
        return lambda value: assignment.assign(t, value)
    if name in _METHODS:
        return lambda *args, **kwargs: apply_function(getattr(np, name), (t, *args), kwargs)
    if name == "item" and t.size == 1:
        return lambda *at: assignment.copied(shapes.reshape(t, []))
    if hasattr(np.ndarray, name) and not name.startswith("_"):
        raise TracingError(f"a traced array has no .{name}: its elements are a formula, not values yet")
    raise AttributeError(f"a traced array has no attribute {name!r}")


def of_kind(t: TracedArray, kind: str) -> TracedArray:
    """``t`` as truth values, whole, real or complex numbers, in the precision that it has."""
    if t.kind == kind:
        return t
    if kind == "b":
        return truth(t)
    if kind == "i":
        if t.kind == "c":
            raise unsupported("ndarray.astype", "from complex to whole numbers")
        return scalar_call("int", t) if t.kind == "f" else elementwise(lambda b: operators.multiply(1, b), t, kind="i")
    if t.kind in "bi":
        return elementwise(lambda b: operators.multiply(1.0, b), t, kind=kind)
    return scalar_call("real", t) if kind == "f" else TracedArray(t.body, t.shape, "c")


def astype(t: TracedArray, dtype: Any) -> TracedArray:
    """``t`` in a dtype: in the kind of one that stands for those of the arguments, else in exactly that one."""
    wanted = np.dtype(dtype)
    kind, t = wanted.kind.replace("u", "i"), lift(t)
    if kind == "b" or wanted.metadata and GIVEN in wanted.metadata:
        return of_kind(t, kind)
    if wanted.name not in ("int64", *CONVERSIONS):
        other = "int64" if kind == "i" else "complex64 or complex128" if kind == "c" else "float32 or float64"
        raise unsupported("ndarray.astype", f"formulas convert to {other}, not to {wanted.name}")
    if t.kind == "c" and kind == "f":
        t = scalar_call("real", t)
    if kind == "i":
        return t if _has_dtype(t, wanted) else scalar_call("int", t) if t.kind == "i" else of_kind(t, kind)
    result = assignment.copied(t) if _has_dtype(t, wanted) else scalar_call(wanted.name, t)
    result.precision = wanted.name
    return result


def _has_dtype(t: TracedArray, dtype: np.dtype) -> bool:
    """Whether the elements have a dtype whatever the arguments are: for a wide one, also where these are narrow."""
    narrow = dtype.name not in ("float32", "complex64")
    names = {"c": ("complex128", "complex64"), "f": ("float64", "float32")}.get(t.kind, ("int64", "int8"))
    given: dict[str, np.dtype | DType] = {a.data.name: np.dtype(names[narrow]) for a in ex.tensors(t.body)}
    try:
        found = dtypes_of([t.body], given)[t.body]
    except DtypeError:
        return False
    return bool(found.dtype == dtype and (dtype.kind == "i" or not found.weak))
