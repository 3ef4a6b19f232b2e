"""Factored arrays as SciPy's linear operators: ``shape``, ``dtype``, ``matvec``, ``rmatvec``, ``matmat``."""

from __future__ import annotations

from dataclasses import replace
from math import prod
from typing import Any

import numpy as np

from espresso.api.factored.arrays import Array, ArrayTerm, apply
from espresso.errors import ExtentError


def times(terms: tuple[ArrayTerm, ...], shape: tuple[int, ...], v: Array, count: int, dtype: np.dtype) -> Array:
    """The array of this shape times ``v``, over its last ``count`` axes and the first ones of ``v``."""
    out = np.zeros((*shape[: len(shape) - count], *v.shape[count:]), np.result_type(dtype, v.dtype))
    for t in terms:
        apply(t, v, count, out)
    return out


class FactoredMatrix:
    """A factored array read as a matrix: its first ``rows`` axes are one, in C order, and so are its other axes.

    It is what ``scipy.sparse.linalg`` takes in place of a matrix (`aslinearoperator`); SciPy is not needed for it.
    """

    ndim = 2

    def __init__(
        self, name: str, terms: tuple[ArrayTerm, ...], axes: tuple[int, ...], rows: int, dtype: np.dtype
    ) -> None:
        self.name, self.dtype = name, dtype
        self._terms, self._axes, self._rows = terms, axes, rows
        self.shape = (prod(axes[:rows]), prod(axes[rows:]))

    @property
    def T(self) -> FactoredMatrix:
        """The transposed matrix, of the same arrays."""
        k = self._rows
        turned = tuple(replace(t, slots=(*t.slots[k:], *t.slots[:k])) for t in self._terms)
        axes = (*self._axes[k:], *self._axes[:k])
        return FactoredMatrix(self.name, turned, axes, len(axes) - k, self.dtype)

    def matvec(self, v: Any) -> Array:
        """The matrix times a vector, which may also be one column."""
        return self._times(v, (1,))

    def matmat(self, v: Any) -> Array:
        """The matrix times a matrix."""
        return self._times(v, ())

    def rmatvec(self, v: Any) -> Array:
        """The conjugate transposed matrix times a vector."""
        return self.T._times(np.conj(v), (1,)).conj()

    def rmatmat(self, v: Any) -> Array:
        """The conjugate transposed matrix times a matrix."""
        return self.T._times(np.conj(v), ()).conj()

    def __matmul__(self, v: Any) -> Array:
        return self.matvec(v) if np.ndim(v) == 1 else self.matmat(v)

    def __array__(self, dtype: Any = None, copy: Any = None) -> Array:
        return np.asarray(self.matmat(np.eye(self.shape[1], dtype=self.dtype)), dtype)

    def _times(self, v: Any, last: tuple[int, ...]) -> Array:
        v = np.asarray(v)
        n, vector = self.shape[1], v.ndim == 1 and bool(last)
        if not (vector or v.ndim == 2) or v.shape[0] != n or (last and v.shape[1:] not in ((), last)):
            wanted = f"({n},) or ({n}, 1)" if last else f"({n}, m)"
            raise ExtentError(
                f"{self.name or 'the array'} is a matrix of shape {self.shape}; "
                f"it cannot be multiplied by an array of shape {v.shape}.\nGive one of shape {wanted}."
            )
        columns = self._axes[self._rows :]
        found = times(self._terms, self._axes, v.reshape(*columns, *v.shape[1:]), len(columns), self.dtype)
        return found.reshape(self.shape[0], *v.shape[1:])

    def __repr__(self) -> str:
        return f"<factored matrix {self.shape} {self.dtype}>"
