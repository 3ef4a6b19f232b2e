"""Linear algebra on traced arrays: inverse, determinant, solve, Cholesky factor, eigenvalues."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from espresso.formulas.graph import expr as ex, operators
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


def _from_triangle(a: TracedArray, upper: bool) -> TracedArray:
    """Symmetric matrices from one of their triangles, which is all that NumPy reads, and their two axes."""
    kind = join_kinds(a.kind, "f")
    row, column = np.arange(a.shape[-1])[:, None], np.arange(a.shape[-1])
    kept = column >= row if upper else column <= row
    a = elementwise(lambda b: b, a, kind=kind)
    return lift(np.where(kept, a, np.conj(np.swapaxes(a, -1, -2))))


def _of_symmetric(function: str, name: str, a: Any, upper: bool) -> TracedArray:
    """A function of symmetric matrices, of one triangle of theirs."""
    a = _from_triangle(_square(a, name), upper)
    if a.shape[-1] == 1:
        entry = scalar_call("real", a) if a.kind == "c" else a
        return scalar_call("sqrt", a) if function == "chol" else np.ones_like(a) if function == "eigvecsh" else entry
    kind = "f" if function == "spectrum" else a.kind
    return TracedArray(ex.scan(function, [n for n in a.names[-2:] if n], a.body), a.shape, kind)


def _cholesky(a: Any, upper: bool = False) -> TracedArray:
    factor = _of_symmetric("chol", "cholesky", a, upper)
    return lift(np.conj(np.swapaxes(factor, -1, -2))) if upper else factor


def _eigvalsh(a: Any, UPLO: str = "L") -> TracedArray:
    return lift(np.sum(_of_symmetric("spectrum", "eigvalsh", a, UPLO.upper() == "U"), -1))


def _eigh(a: Any, UPLO: str = "L") -> Any:
    vectors = _of_symmetric("eigvecsh", "eigh", a, UPLO.upper() == "U")
    result: Any = type(np.linalg.eigh(np.eye(1)))
    return result(_eigvalsh(a, UPLO), vectors)


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
    "linalg.eigh": _eigh,
    "linalg.eigvalsh": _eigvalsh,
    "linalg.matrix_power": _power,
}
"""Functions of matrices by NumPy name."""
