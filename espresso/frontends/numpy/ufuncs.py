"""NumPy's ufuncs and their methods on traced arrays."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from espresso.formulas.graph import expr as ex, operators
from espresso.formulas.graph.expr import Expr
from espresso.formulas.graph.functions import BY_NAME
from espresso.frontends.numpy import assignment as assigning, known, lookup, products, reductions, shapes
from espresso.frontends.numpy.arrays import (
    TracedArray,
    add,
    axis_name,
    bind,
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
    xor,
)
from espresso.lazy import get


def _bitwise(name: str) -> Callable[..., TracedArray]:
    def function(*args: Any) -> TracedArray:
        arrays = [lift(a) for a in args]
        if name == "not" and arrays[0].kind == "i":
            return subtract(-1, arrays[0])
        if any(a.kind in "fc" for a in arrays):
            raise TypeError(f"bitwise {name} is not supported for floats")
        if all(a.kind == "b" for a in arrays):
            return xor(*arrays) if name == "xor" else logical(name, *arrays)
        both = _common_bits(*args)
        if name == "and":
            return both
        return subtract(add(*(multiply(1, a) for a in arrays)), multiply(2 if name == "xor" else 1, both))

    return function


def _common_bits(a: Any, b: Any) -> TracedArray:
    """The bits that two whole numbers both have: at runs of ones in a number that is known, else at each place."""
    if isinstance(a, (int, np.integer)):
        a, b = b, a
    if isinstance(b, (int, np.integer)):
        b = int(b)
        if b < 0:
            return subtract(a, _common_bits(a, ~b))
        total, place = lift(0), 0
        while b >> place:
            place += ((b >> place) & -(b >> place)).bit_length() - 1
            length = (~(b >> place) & (b >> place) + 1).bit_length() - 1
            bits = scalar_call("mod", scalar_call("floordiv", a, 2**place), 2**length)
            total, place = add(total, multiply(2**place, bits)), place + length
        return total
    k = axis_name(0, 63, "@bit")
    power = ex.call("pow", ex.const(2), ex.index(k, 63))

    def each(x: Expr, y: Expr) -> Expr:
        bits = [ex.call("mod", ex.call("floordiv", e, power), ex.const(2)) for e in (x, y)]
        sign = operators.multiply(ex.const(-(2**63)), ex.call("and", *(ex.call("lt", e, ex.const(0)) for e in (x, y))))
        return operators.add(bind("sum", [k], operators.multiply(power, *bits)), sign)

    return elementwise(each, multiply(1, a), multiply(1, b), kind="i")


def _fmod(a: Any, b: Any) -> TracedArray:
    """The rest with the sign of a."""
    rest = scalar_call("mod", scalar_call("abs", a), scalar_call("abs", b))
    return where(scalar_call("lt", a, 0), elementwise(operators.negative, rest), rest)


def _shift(sign: int) -> Callable[[Any, Any], TracedArray]:
    """``a << n`` and ``a >> n`` by whole powers of 2."""

    def function(a: Any, n: Any) -> TracedArray:
        if lift(a).kind not in "bi":
            raise TypeError("shifts are not supported for floats")
        power = scalar_call("pow", 2, n) if isinstance(n, TracedArray) else 2 ** np.asarray(n)
        return multiply(a, power) if sign > 0 else scalar_call("floordiv", a, power)

    return function


def scaled(factor: float) -> Callable[[Any], TracedArray]:
    """Multiplication by a number."""
    return lambda a: elementwise(operators.multiply, a, factor, kind="f")


def _as_floats(a: Any) -> TracedArray:
    """Whole numbers and conditions as floats."""
    return scaled(1.0)(a) if lift(a).kind in "bi" else lift(a)


def _number_of_two(name: str) -> Callable[[Any, Any], TracedArray]:
    """The larger or smaller number; of a number and NaN the number."""
    return lambda a, b: where(scalar_call("isnan", a), b, where(scalar_call("isnan", b), a, scalar_call(name, a, b)))


RENAMED = {
    "absolute": "abs", "remainder": "mod", "floor_divide": "floordiv", "conjugate": "conj", "equal": "eq",
    "not_equal": "ne", "less": "lt", "less_equal": "le", "greater": "gt", "greater_equal": "ge",
}  # fmt: skip
"""Ufuncs that the notation calls otherwise."""

UFUNCS: dict[str, Callable[..., Any]] = {
    "add": add,
    "subtract": subtract,
    "multiply": multiply,
    "divide": divide,
    "negative": lambda a: elementwise(operators.negative, a),
    "positive": lift,
    "power": lambda a, b: elementwise(operators.power, a, b),
    "float_power": lambda a, b: elementwise(operators.power, *(_as_floats(v) for v in (a, b))),
    "square": lambda a: elementwise(operators.power, a, 2),
    "reciprocal": lambda a: divide(1, a),
    "fmod": _fmod,
    "divmod": lambda a, b: (scalar_call("floordiv", a, b), scalar_call("mod", a, b)),
    "logical_and": lambda a, b: logical("and", truth(a), truth(b)),
    "logical_or": lambda a, b: logical("or", truth(a), truth(b)),
    "logical_not": lambda a: logical("not", truth(a)),
    "logical_xor": xor,
    "bitwise_and": _bitwise("and"),
    "bitwise_or": _bitwise("or"),
    "bitwise_xor": _bitwise("xor"),
    "invert": _bitwise("not"),
    "fmax": _number_of_two("maximum"),
    "fmin": _number_of_two("minimum"),
    **dict.fromkeys(("deg2rad", "radians"), scaled(math.pi / 180)),
    **dict.fromkeys(("rad2deg", "degrees"), scaled(180 / math.pi)),
    "fabs": lambda a: scalar_call("abs", _as_floats(a)),
    "rint": lambda a: scalar_call("round", _as_floats(a)),
    "heaviside": lambda a, b: elementwise(
        operators.multiply, 1.0, where(scalar_call("eq", a, 0), b, scalar_call("gt", a, 0)), kind="f"
    ),
    "left_shift": _shift(1),
    "right_shift": _shift(-1),
    "ldexp": lambda a, n: elementwise(operators.multiply, a, scalar_call("pow", 2.0, n), kind="f"),
    "modf": lambda a: (where(scalar_call("isinf", a), 0.0, a - np.trunc(a)), np.trunc(a)),
    "copysign": lambda a, b: multiply(scalar_call("abs", a), where(scalar_call("lt", b, 0), -1.0, 1.0)),
    "logaddexp2": lambda a, b: scalar_call("logaddexp", *(scaled(math.log(2))(v) for v in (a, b))) / math.log(2),
    "matmul": products.matmul,
    "vecdot": products.vecdot,
    "matvec": lambda a, b: products.einsum("...ij,...j->...i", a, b),
    "vecmat": lambda a, b: products.einsum("...i,...ij->...j", a, b),
}
"""Ufuncs that are not simply a function of the notation."""

_REDUCED_BY = {
    "add": "sum", "multiply": "prod", "maximum": "max", "minimum": "min", "logical_and": "all", "logical_or": "any",
    "logaddexp": "logsumexp",
}  # fmt: skip


def _written(ufunc: Any, method: str, inputs: tuple[Any, ...], kwargs: dict[str, Any], out: tuple[Any, ...]) -> Any:
    """A call with ``out=``, and with ``where=`` the elements that it does not write kept."""
    name, mask = ufunc.__name__, kwargs.pop("where", True) if method == "__call__" else True
    result = traced_ufunc(ufunc, method, inputs, kwargs)
    several = isinstance(result, tuple)
    if several and mask is not True:
        raise unsupported(name, "where= with several results")
    results = result if several else (result,)
    targets = tuple(r if o is None else assigning.out_array(o, name) for o, r in zip(out, results, strict=True))
    for target, r in zip(targets, results, strict=True):
        chosen = r if mask is True else where(mask, r, target)
        assigning.assign(target, TracedArray(chosen.body, chosen.shape, r.kind), same_kind=name)
    return targets if several else targets[0]


def _in_dtype(name: str, method: str, inputs: tuple[Any, ...], dtype: Any) -> tuple[Any, ...]:
    """Operands in the dtype that a ufunc is told to compute in; comparisons are told that of their results."""
    if np.dtype(dtype).kind == "b":
        return inputs
    count = len(inputs) if method in ("__call__", "outer") else 1
    operands = [get("astype")(lift(a), dtype) for a in inputs[:count]]
    return (*operands, *inputs[count:])


def _between(ufunc: Any, t: Any, at: Any, axis: int) -> Any:
    """``ufunc.reduceat``: from each position to the next one; one element where that is no later."""
    rows = np.moveaxis(t, axis, 0)
    at = [int(k) for k in known.unwrapped(at)]
    ends = [*at[1:], len(rows)]
    parts = [ufunc.reduce(rows[i:j], axis=0) if i < j else rows[i] for i, j in zip(at, ends, strict=True)]
    return np.moveaxis(np.stack(parts), 0, axis)


def _accumulated(ufunc: Any, t: Any, axis: int) -> Any:
    """``ufunc.accumulate``: each element with the result before it."""
    rows = np.moveaxis(t, axis, 0)
    if len(rows) < 2:
        return assigning.copied(t)

    def step(before: Any, row: Any) -> Any:
        found = ufunc(before, row)
        return found, found

    _, others = get("traced_scan")(step, rows[0], rows[1:], None)
    found: Any = shapes.concatenate([rows[:1], others])
    return np.moveaxis(found, 0, axis)


def traced_ufunc(ufunc: Any, method: str, inputs: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """A ufunc call or one of its methods on traced arrays."""
    name = ufunc.__name__
    if method == "at" and name in lookup.AT:
        return lookup.combine_at(name, *inputs)
    dtype = kwargs.pop("dtype", None)
    if dtype is not None and method != "at":
        inputs = _in_dtype(name, method, inputs, dtype)
    out = kwargs.pop("out", None)
    if out is not None:
        return _written(ufunc, method, inputs, kwargs, out)
    kwargs = {
        k: v for k, v in kwargs.items() if (v is not None or k == "axis") and k not in ("out", "casting")
    }
    if method == "__call__" and not kwargs:
        if name in UFUNCS:
            return assigning.fresh(UFUNCS[name](*inputs), inputs)
        if RENAMED.get(name, name) in BY_NAME:
            return scalar_call(RENAMED.get(name, name), *inputs)
    if method == "reduce" and name in _REDUCED_BY:
        axis = kwargs.pop("axis", 0)
        return reductions.FUNCTIONS[_REDUCED_BY[name]](inputs[0], inputs[1] if len(inputs) > 1 else axis, **kwargs)
    if method == "accumulate" and name in ("add", "multiply"):
        return reductions.cumulate("cumsum" if name == "add" else "cumprod", inputs[0], kwargs.get("axis", 0))
    if method == "accumulate" and lift(inputs[0]).kind != "b" and ufunc.nin == 2:
        return _accumulated(ufunc, lift(inputs[0]), kwargs.get("axis", 0))
    if method == "reduceat" and name in _REDUCED_BY and known.all_known(inputs[1]):
        return _between(ufunc, lift(inputs[0]), inputs[1], inputs[2] if len(inputs) > 2 else kwargs.get("axis", 0))
    if method == "outer":
        a, b = map(lift, inputs)
        return traced_ufunc(ufunc, "__call__", (shapes.reshape(a, [*a.shape, *[1] * b.ndim]), b), {})
    raise unsupported(name if method == "__call__" else f"{name}.{method}")
