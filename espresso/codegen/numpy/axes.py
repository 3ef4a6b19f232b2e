"""NumPy text of reductions other than sums of products, and of scans along axes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from espresso.codegen.numpy import lengths, sums
from espresso.codegen.numpy.program import At
from espresso.codegen.numpy.values import (
    ATOM,
    Value,
    as_atom,
    as_float_argument,
    as_number,
    bracket,
    combined,
    transposed,
)
from espresso.formulas.graph.expr import Expr
from espresso.formulas.graph.functions import MATRIX_FUNCTIONS, OVER_INDICES, PROMISES, SORTING


def needed(at: At, node: Expr) -> list[Expr]:
    """The expressions whose values a reduction needs."""
    return sums.needed(at, node) if node.data[0] == "sum" else [node.args[0]]


def reduction(at: At, node: Expr) -> Value:
    """The value of ``operator[names](body)``."""
    operator, names = node.data
    if operator == "sum":
        return sums.total(at, node)
    if operator in MATRIX_FUNCTIONS:
        return _matrix(at, node)
    value = spread(at, at.get(node.args[0]), names)
    if operator in ("argmax", "argmin"):
        return _position(at, value, operator, names)
    if operator in ("mean", "var", "std", "norm", "logsumexp", "median"):
        value = as_float_argument(value)
    if operator in ("var", "std", "norm") and value.dtype == np.dtype(np.float16):  # squares would be too large
        text = f"{as_atom(value)}.astype(np.float32)"
        wide = value.spelled(text, native=False, view=False, dtype=np.dtype(np.float32))
        found = _norm(wide, names) if operator == "norm" else sums.reduced(wide, operator, names)
        return found.spelled(f"{as_atom(found)}.astype(np.float16)", level=1, dtype=np.dtype(np.float16))
    if operator == "norm":
        return _norm(value, names)
    if operator == "median":
        rest, place = tuple(a for a in value.axes if a not in names), _places(value, names)
        text = f"np.median({value.text}{f', axis={place}' if rest else ''})"
        return replace(combined(text, ATOM, [value], rest, 1), native=False)
    if operator == "logsumexp":
        return _along(at, value, "_es_logsumexp", names, keeps=False)
    result = sums.reduced(value, operator, names)
    if operator in ("any", "all"):
        return replace(result, kind="bool", names=(), level=0, dtype=None)
    if operator in ("mean", "var", "std"):
        dtype = value.dtype if value.dtype is None or value.dtype.kind in "fc" else np.dtype(float)
        return replace(result, level=max(1, result.level), dtype=dtype)
    if operator in ("max", "min"):
        return replace(result, dtype=value.dtype, kind=value.kind)
    return result


def spread(at: At, value: Value, names: Sequence[str]) -> Value:
    """``value`` with all of ``names`` among its axes, repeated along those it lacks."""
    missing = [n for n in names if n not in value.axes]
    if not missing:
        return value
    axes = (*missing, *value.axes)
    shape = at.shape_text(axes)
    text = f"np.broadcast_to({value.text}, {shape})"
    return value.spelled(text, axes=axes, native=False, view=True)


def _places(value: Value, names: Sequence[str]) -> str:
    places = [value.axes.index(n) for n in names]
    return str(places[0]) if len(places) == 1 else f"({', '.join(map(str, places))})"


def _along(at: At, value: Value, helper: str, names: Sequence[str], keeps: bool) -> Value:
    at.program.helpers[helper] = None
    axes = value.axes if keeps else tuple(a for a in value.axes if a not in names)
    text = f"{helper}({value.text}, axis={_places(value, names)})"
    return replace(combined(text, ATOM, [value], axes, 1), native=False)


def _norm(value: Value, names: Sequence[str]) -> Value:
    rest = tuple(a for a in value.axes if a not in names)
    value = replace(value, dtype=value.dtype if value.dtype is not None and value.dtype.kind != "c" else None)
    if len(names) <= 2 and (rest or len(names) == 1):
        axis = "" if not rest else f", axis={_places(value, names)}"
        text = f"np.linalg.norm({value.text}{axis})"
        return replace(combined(text, ATOM, [value], rest, 1), native=False)
    square = value.spelled(f"np.abs({value.text})**2", ATOM + 1)
    total = sums.reduced(square, "sum", names)
    return replace(combined(f"np.sqrt({total.text})", ATOM, [total], rest, 1), native=False)


def _position(at: At, value: Value, operator: str, names: Sequence[str]) -> Value:
    """Position of the extreme value, counted row by row over several indices."""
    value = as_number(value)
    rest = tuple(a for a in value.axes if a not in names)
    if len(names) == 1:
        axis = f"axis={value.axes.index(names[0])}" if rest else ""
        text = f"{as_atom(value)}.{operator}({axis})"
    else:
        value = transposed(value, (*rest, *names))
        if not rest:
            text = f"{as_atom(value)}.{operator}()"
        else:
            flat = lengths.of(1)
            for n in names:
                flat = flat * at.extent(n)
            shape = [at.program.length_text(at.extent(n), n)[0] for n in rest]
            text = f"{as_atom(value)}.reshape({', '.join(shape)}, {lengths.text(flat)}).{operator}(axis={len(rest)})"
    return Value(text, rest, ATOM, "strong", dtype=np.dtype(np.int64))


def scan(at: At, node: Expr) -> Value:
    """The value of an index function such as ``cumsum[k](body)``."""
    function, names = node.data
    if function in MATRIX_FUNCTIONS and function not in PROMISES:
        return _matrix(at, node)
    value = spread(at, at.get(node.args[0]), names)
    if function in PROMISES:
        return value
    if function in SORTING:
        return _sorted(value, function, value.axes.index(names[0]))
    if function in ("softmax", "log_softmax"):
        return _along(at, as_float_argument(value), f"_es_{function}", names, keeps=True)
    kind = "prod" if function == "cumprod" else "sum"
    half = value.dtype == np.dtype(np.float16)  # added up in float32 as on every target: NumPy does so in sums only
    wide, back = (", dtype=np.float32", ".astype(np.float16)") if half else ("", "")
    if len(names) == 1:
        axis = value.axes.index(names[0])
        if function == "reverse_cumsum":
            flip = f"[{':, ' * axis}::-1]"
            text = f"np.cumsum({as_atom(value)}{flip}, axis={axis}{wide}){flip}"
        else:
            text = f"np.cum{kind}({value.text}{'' if len(value.axes) == 1 else f', axis={axis}'}{wide})"
        return sums.accumulated(value, text + back)
    rest = tuple(a for a in value.axes if a not in names)
    value = transposed(value, (*rest, *names))
    at.program.helpers["_es_cumulate"] = None
    reverse = ", reverse=True" if function == "reverse_cumsum" else ""
    text = bracket(value.text, value.prec, ATOM) + ".astype(np.float32)" if half else value.text
    return sums.accumulated(value, f"_es_cumulate({text}, np.cum{kind}, {len(names)}{reverse}){back}")


def _matrix(at: At, node: Expr) -> Value:
    """A function of square matrices, with the two indices last."""
    function, names = node.data
    value = as_float_argument(spread(at, at.get(node.args[0]), names))
    rest = tuple(a for a in value.axes if a not in names)
    value = transposed(value, (*rest, *names))
    name = OVER_INDICES[function].numpy
    if name.startswith("_es_"):
        at.program.helpers[name] = None
    axes = (*rest, *names) if node.op == "scan" else rest
    found = replace(combined(f"{name}({value.text})", ATOM, [value], axes, 1), native=False)
    if function != "spectrum":
        return found
    return replace(found, level=1, dtype=None if found.dtype is None else found.dtype.type(0).real.dtype)


def _sorted(value: Value, function: str, axis: int) -> Value:
    place = "" if axis == len(value.axes) - 1 else f", axis={axis}"
    if function == "sort":
        return value.spelled(f"np.sort({value.text}{place})", native=False, view=False)
    text = f"np.argsort({value.text}{place}, kind='stable')"
    return Value(text, value.axes, ATOM, "strong", dtype=np.dtype(np.int64))
