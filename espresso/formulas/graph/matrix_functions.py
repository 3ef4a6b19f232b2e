"""Trace, determinant, inverse and solution of linear systems, over the two indices of a square matrix.

``inv``, ``det`` and ``logdet`` are functions of their own.  The others mean sums:
``trace[i,j](A[i,j])`` is ``sum[i](A[i,i])`` and ``solve[i,j](A[i,j], b[j])``, the solution over i, is
``sum[j](inv[i,j](A[i,j])*b[j])``, which no target computes by forming an inverse.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from espresso.errors import IndexNameError
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.keywords import checked


def form(name: str, names: Sequence[str], args: Sequence[Expr]) -> Expr:
    """The sum that ``trace`` or ``solve`` over two indices means."""
    row, column = names
    if name == "trace":
        return ex.reduce("sum", [row], ex.substitute(ex.scalar(args[0]), {column: ex.index(row)}))
    inverse = ex.scan("inv", [row, column], args[0])
    return ex.reduce("sum", [column], ex.call("mul", inverse, args[1]))


def _pair(name: str, e: Expr, indices: Sequence[Any]) -> list[str]:
    from espresso.formulas.graph.operators import index_names

    names = index_names(indices) if indices else list(e.axes)
    if len(set(names)) != 2 or len(names) != 2:
        raise IndexNameError(f"{name} runs over the two indices of a matrix, not over {', '.join(names) or 'none'}")
    missing = [n for n in names if n not in e.free]
    if missing:
        raise IndexNameError(f"{name} over {', '.join(missing)}: the matrix has the indices {', '.join(e.axes)}")
    return names


@checked
def inv(e: Any, *indices: Any) -> Expr:
    """Return ``inv[i,j](e)``, the inverse of the square matrix over i and j, at i, j.

    Without indices over both axes of ``e``.  A singular matrix raises numpy.linalg.LinAlgError when computed.
    """
    body = ex.scalar(e)
    return ex.scan("inv", _pair("inv", body, indices), body)


@checked
def det(e: Any, *indices: Any) -> Expr:
    """Return ``det[i,j](e)``, the determinant of the square matrix over i and j."""
    body = ex.scalar(e)
    return ex.reduce("det", _pair("det", body, indices), body)


@checked
def logdet(e: Any, *indices: Any) -> Expr:
    """Return ``logdet[i,j](e)``, the logarithm of the determinant: NaN where it is negative, -inf where it is 0."""
    body = ex.scalar(e)
    return ex.reduce("logdet", _pair("logdet", body, indices), body)


@checked
def solve(e: Any, b: Any, *indices: Any) -> Expr:
    """Return ``x`` over i with ``sum[j](e*x[j]) = b``, where ``b`` is over j: ``solve[i,j](A[i,j], b[j])``."""
    body, side = ex.scalar(e), ex.scalar(b)
    return form("solve", _pair("solve", body, indices), [body, side])
