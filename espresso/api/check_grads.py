"""``check_grads``: derivatives against finite differences.

`check_grads` evaluates the formula itself slowly and in the widest floating-point type,
takes central differences of it, and compares every derivative with them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from espresso.algebra.calculus.differentiate import grad
from espresso.algebra.calculus.wrt import root_of
from espresso.algebra.rewriting.rules import Derivative
from espresso.api.arguments import merged
from espresso.errors import DerivativeError, InputError
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr, Formula
from espresso.formulas.graph.functions import CONVERSIONS
from espresso.formulas.inference.given import array_of
from espresso.keywords import checked
from espresso.records import dataclass
from espresso.system.half_precision import is_half

_ELEMENTS = 64
"""Elements of an input that are checked; of a larger one, a random selection."""


@dataclass(frozen=True)
class Comparison:
    """One derivative compared: by which input, of which order, and its worst element."""

    order: int
    name: str
    elements: int
    worst: tuple[int, ...]
    value: float | complex
    expected: float | complex
    error: float


@dataclass(frozen=True)
class Report:
    """What `check_grads` compared; prints one line per derivative."""

    comparisons: tuple[Comparison, ...]

    @property
    def worst(self) -> float:
        """The largest error relative to its tolerance's scale."""
        return max((c.error for c in self.comparisons), default=0.0)

    def __str__(self) -> str:
        lines = [f"order {c.order}, by {c.name}: {c.elements} elements, error {c.error:.1e}" for c in self.comparisons]
        return "\n".join(lines) or "no input of a floating-point type, nothing to compare"


@checked
def check_grads(
    e: Formula,
    /,
    *given: int | Mapping[str, Any],
    order: int = 2,
    tolerance: float | None = None,
    sizes: Mapping[str, int] | None = None,
    rules: Sequence[Derivative | str] = (),
    **arrays: Any,
) -> Report:
    """Compare all derivatives up to an order with central differences.

    An expression with axes is first summed with random weights.  From the second order on, what is compared is the
    derivative of the previous one summed with random weights.  Kinks must not lie within about 1e-4 of the given
    arrays.

    Parameters
    ----------
    e : Expr or str
        The formula.
    *given : int or mapping
        The order; arrays by name, for inputs whose names are options: ``check_grads(e, {"order": a, "x": x})``.
    order : int
        The highest order.
    tolerance : float, optional
        Relative to the size of the derivative; 1e-6 if left out.
    sizes : mapping of str to int, optional
        Extents of indices that no array has.
    rules : sequence of Derivative or str
        Derivative rows for this call.
    **arrays : array-like
        The inputs.

    Returns
    -------
    Report
        One line for each derivative; ``worst`` is the largest error.

    Raises
    ------
    DerivativeError
        At the worst element, where they differ.
    InputError
        For an order that is none; and what `evaluate` raises.

    Examples
    --------
    >>> import numpy as np
    >>> check_grads("y = sum[i](x[i]**3)", x=np.array([1.0, 2.0])).worst < 1e-6
    True
    """
    orders = [value for value in given if not isinstance(value, Mapping)]
    if len(orders) > 1 or (orders and order != 2):
        said = [*orders, *([] if order == 2 else [order])]
        raise InputError(
            f"check_grads takes one order, {' and '.join(map(_short, said))} are given.\n"
            "Call it as check_grads(e, order=2, x=x), or with arrays in a mapping: check_grads(e, 2, {'x': x})."
        )
    named = merged("check_grads", [m for m in given if isinstance(m, Mapping)], arrays)
    return compare_derivatives(e, named, orders[0] if orders else order, tolerance, sizes, rules)


def _short(value: Any) -> str:
    """A wrong argument in a message: arrays by their kind."""
    return repr(value) if isinstance(value, (int, float, str)) else f"one of type {type(value).__name__}"


def compare_derivatives(
    e: Any, arrays: Mapping[str, Any], order: int = 2, tolerance: float | None = None,
    sizes: Mapping[str, int] | None = None, rules: Sequence[Derivative | str] = (),
) -> Report:  # fmt: skip
    """`check_grads` for inputs of any name."""
    if isinstance(order, bool) or not isinstance(order, (int, np.integer)) or order < 1:
        raise InputError(f"the order is a whole number from 1 on, not {order!r}")
    root = root_of(e)
    values = {name: _widened(array_of(name, a)) for name, a in arrays.items()}
    missing = [t.data.name for t in ex.tensors(root) if t.data.name not in values]
    if missing:
        raise InputError(f"check_grads needs arrays for all inputs; missing: {', '.join(missing)}")
    _value(root, arrays, dict(sizes or {}))  # what is wrong with the arrays is said of the formula as it is written
    root = ex.replace(root, {t: _undeclared(t) for t in ex.tensors(root)})
    root = ex.rebuild(root, lambda n: n.args[0] if n.op == "call" and n.data in CONVERSIONS else None)
    random = np.random.default_rng(0)
    inputs = {t.data.name: t for t in ex.tensors(root)}
    names = [n for n, a in values.items() if np.issubdtype(a.dtype, np.floating) and n in inputs]
    limit = _given_precision(arrays, names) if tolerance is None else tolerance
    current = _weighted(root, values, random, dict(sizes or {}))
    done = []
    for level in range(1, order + 1):
        gradient = grad(current, [inputs[n] for n in names], rules=rules)
        for name, g in zip(names, gradient, strict=True):
            done.append(_compare(level, name, current, g, values, random, limit, dict(sizes or {})))
        if level < order:
            current = _directional(gradient, names, values, random, level)
    return Report(tuple(done))


def _widened(a: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    return a.astype(np.longdouble) if np.issubdtype(a.dtype, np.floating) else a


def _undeclared(t: Expr) -> Expr:
    """An input without the dtype that it is declared with, where it is given in a wider one."""
    float_declared = t.data.dtype is not None and "float" in t.data.dtype
    return ex.tensor(t.data.name, t.data.rank, None, t.data.shape, t.data.structure) if float_declared else t


def _given_precision(arrays: Mapping[str, Any], names: list[str]) -> float:
    """1e-6, or more for inputs of types that are coarser themselves."""
    return max((1e-3 if is_half(np.asarray(arrays[n]).dtype) else 1e-6 for n in names), default=1e-6)


def _value(e: Expr, values: Mapping[str, Any], sizes: Mapping[str, int]) -> np.ndarray[Any, Any]:
    from espresso.reference.evaluator import evaluate

    used = {t.data.name for t in ex.tensors(e)}
    return np.asarray(evaluate(e, {n: a for n, a in values.items() if n in used}, dict(sizes)))


def _weighted(root: Expr, values: dict[str, Any], random: np.random.Generator, sizes: Mapping[str, int]) -> Expr:
    """A scalar: the root itself, or its sum with random weights (a further input)."""
    if not root.axes:
        return root
    shape = _value(root, values, sizes).shape
    name = ex.fresh(values, "weight")
    values[name] = _widened(random.uniform(0.5, 1.5, shape))
    body = ex.scalar(root)
    indices = [ex.index(a) for a in root.axes]
    return ex.reduce("sum", root.axes, ex.call("mul", ex.access(ex.tensor(name, len(shape)), indices), body))


def _directional(
    gradient: list[Expr], names: list[str], values: dict[str, Any], random: np.random.Generator, level: int
) -> Expr:
    """The gradient summed with random weights, a scalar."""
    terms = []
    for name, g in zip(names, gradient, strict=True):
        direction = ex.fresh(values, f"{name}_direction{level}")
        values[direction] = _widened(random.uniform(0.5, 1.5, values[name].shape))
        weight = ex.access(ex.tensor(direction, len(g.axes)), [ex.index(a) for a in g.axes])
        terms.append(ex.reduce("sum", g.axes, ex.call("mul", weight, ex.scalar(g))))
    return ex.call("add", *terms) if terms else ex.const(0)


def _compare(
    level: int,
    name: str,
    e: Expr,
    gradient: Expr,
    values: dict[str, Any],
    random: np.random.Generator,
    limit: float,
    sizes: Mapping[str, int],
) -> Comparison:
    found = _value(gradient, values, sizes)
    array = values[name]
    if found.shape != array.shape:
        raise DerivativeError(f"the derivative by {name} has the shape {found.shape}, but {name} has {array.shape}")
    places = list(np.ndindex(array.shape))
    if len(places) > _ELEMENTS:
        places = [places[k] for k in sorted(random.choice(len(places), _ELEMENTS, replace=False))]
    pairs = [(p, _number(found[p]), _difference(e, name, p, values, sizes)) for p in places]
    scale = max([1e-3, *(abs(x) for _, _, x in pairs if np.isfinite(x))])
    worst, value, expected = max(pairs, key=lambda t: _distance(t[1], t[2]), default=((), 0.0, 0.0))
    error = _distance(value, expected) / scale
    if not error <= limit:
        place = f"{name}[{', '.join(map(str, worst))}]" if worst else name
        raise DerivativeError(
            f"the derivative of order {level} by {place} is {value!r}, but differences of values give {expected!r}\n"
            f"(error {error:.1e}, tolerance {limit:.1e} relative to the largest element).\n"
            f"  derivative: {gradient}"
        )
    return Comparison(level, name, len(places), tuple(worst), value, expected, error)


def _number(a: Any) -> Any:
    """An element as a Python number, complex where it is."""
    return complex(a) if np.iscomplexobj(a) else float(a)


def _distance(a: Any, b: Any) -> float:
    return 0.0 if a == b else abs(a - b) if np.isfinite(a - b) else float("inf")


def _difference(
    e: Expr, name: str, place: tuple[int, ...], values: Mapping[str, Any], sizes: Mapping[str, int]
) -> Any:
    """Central difference by one element: of fourth order where there are no digits left for a short step."""
    array = values[name]
    wide = np.finfo(array.dtype).eps < 1e-17
    step = np.asarray(1e-5 if wide else 1e-3, array.dtype) * max(1, abs(array[place]))
    total = np.asarray(0, array.dtype)
    for factor, weight in ((1, 6), (-1, -6)) if wide else ((1, 8), (-1, -8), (2, -1), (-2, 1)):
        moved = array.copy()
        moved[place] += factor * step
        total = total + weight * _value(e, {**values, name: moved}, sizes)
    return _number(total / (12 * step))
