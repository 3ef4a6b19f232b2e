"""Linear algebra on traced arrays: inverse, determinant, solve."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from espresso.formulas.graph import expr as ex
from espresso.formulas.graph import operators
from espresso.frontends.numpy.arrays import (
    TracedArray,
    TracingError,
    bind,
    elementwise,
    from_named,
    join_kinds,
    lift,
    multiply,
    scalar_call,
    unsupported,
)
from espresso.frontends.numpy.products import matmul
from espresso.frontends.numpy.shapes import expand_dims
from espresso.lazy import get


def _square(a: Any, name: str) -> TracedArray:
    """The last two axes are those of a square matrix; what is computed is a float."""
    t = lift(a)
    if t.ndim < 2 or t.shape[-1] != t.shape[-2]:
        raise TracingError(
            f"np.linalg.{name} takes square matrices in the last two axes, not an array of shape {t.shape}"
        )
    return t


def _inv(a: Any) -> TracedArray:
    a = _square(a, "inv")
    kind = join_kinds(a.kind, "f")
    if a.shape[-1] == 1:
        return elementwise(operators.divide, 1, a, kind=kind)
    return TracedArray(ex.scan("inv", [n for n in a.names[-2:] if n], a.body), a.shape, kind)


def _determinant(function: str, a: TracedArray) -> TracedArray:
    """``det[i,j](A[i,j])`` over the last two axes, or ``logdet``: NaN where the determinant is negative."""
    kind = join_kinds(a.kind, "f")
    if a.shape[-1] == 1:
        entry = a[..., 0, 0]
        return scalar_call("log", entry) if function == "logdet" else multiply(1.0, entry)
    body = bind(function, [n for n in a.names[-2:] if n], a.body)
    return from_named(body, a.names[:-2], a.shape[:-2], kind)


def _solve(a: Any, b: Any) -> TracedArray:
    inverse, b = _inv(_square(a, "solve")), lift(b)
    if b.ndim == 1:
        return lift(matmul(inverse, expand_dims(b, -1))[..., 0])
    return matmul(inverse, b)


def _cholesky(a: Any, upper: bool = False) -> TracedArray:
    """Column by column, as a recurrence; NaN where NumPy refuses a matrix that is not positive definite."""
    a = _square(a, "cholesky")
    n = a.shape[-1]
    a = elementwise(lambda b: b, a, kind=join_kinds(a.kind, "f"))
    if upper:  # only the upper triangle is read
        a = lift(np.conj(np.swapaxes(a, -1, -2)))
    place = np.arange(n)

    def column(done: Any, k: TracedArray) -> tuple[Any, None]:
        """The columns as rows of ``done``, with one more of them."""
        new = a[..., k] - np.einsum("...pr,...p->...r", done, np.conj(done[..., k]))
        top = np.sqrt(new[..., k])[..., None]
        new = np.where(scalar_call("gt", place, k), new / top, np.where(scalar_call("eq", place, k), top, 0.0))
        here = scalar_call("eq", place, k)[:, None]
        return np.where(here, new[..., None, :], done), None

    rows: TracedArray = get("traced_scan")(column, np.zeros_like(a), lift(place), None)[0]
    return lift(np.conj(rows) if upper else np.swapaxes(rows, -1, -2))


def _slogdet(a: Any) -> Any:
    """Sign and logarithm of the absolute value, neither by way of the determinant, which may overflow."""
    a = _square(a, "slogdet")
    if a.kind == "c":
        raise unsupported("linalg.slogdet", "of complex matrices")
    row = np.arange(a.shape[-1])[:, None]
    other = elementwise(operators.multiply, a, np.where(row == 0, -1.0, 1.0), kind="f")  # a row negated
    log = _determinant("logdet", a)
    negative = np.isnan(log)
    sign = np.where(negative, -1.0, np.where(log == float("-inf"), 0.0, 1.0))
    return type(np.linalg.slogdet(np.eye(1)))(sign, np.where(negative, _determinant("logdet", other), log))


def _power(a: Any, n: int) -> TracedArray:
    a = _square(a, "matrix_power")
    if n == 0:
        return elementwise(lambda b, _: b, np.eye(a.shape[-1]), a, kind=a.kind)
    result = base = _inv(a) if n < 0 else a
    for _ in range(abs(n) - 1):
        result = matmul(result, base)
    return result


FUNCTIONS: dict[str, Callable[..., Any]] = {
    "linalg.inv": _inv,
    "linalg.det": lambda a: _determinant("det", _square(a, "det")),
    "linalg.solve": _solve,
    "linalg.slogdet": _slogdet,
    "linalg.cholesky": _cholesky,
    "linalg.matrix_power": _power,
}
"""Functions of matrices by NumPy name."""
