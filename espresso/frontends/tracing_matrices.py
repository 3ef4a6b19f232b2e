"""Functions of square matrices on traced arrays: inverse, determinant, solution of linear systems."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..graph import expr as ex
from ..graph import operators
from .tracing_arrays import TracedArray, TracingError, bind, elementwise, from_named, join_kinds, lift
from .tracing_products import matmul
from .tracing_shapes import expand_dims


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


def _det(a: Any) -> TracedArray:
    a = _square(a, "det")
    kind = join_kinds(a.kind, "f")
    if a.shape[-1] == 1:
        return elementwise(operators.multiply, 1.0, a[..., 0, 0], kind=kind)
    body = bind("det", [n for n in a.names[-2:] if n], a.body)
    return from_named(body, a.names[:-2], a.shape[:-2], kind)


def _solve(a: Any, b: Any) -> TracedArray:
    inverse, b = _inv(_square(a, "solve")), lift(b)
    if b.ndim == 1:
        return matmul(inverse, expand_dims(b, -1))[..., 0]
    return matmul(inverse, b)


FUNCTIONS: dict[str, Callable[..., Any]] = {"linalg.inv": _inv, "linalg.det": _det, "linalg.solve": _solve}
"""Functions of matrices by NumPy name."""
