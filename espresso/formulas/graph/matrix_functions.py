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
from espresso.formulas.graph.expr import Expr, Index, Operand
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
def inv(e: Operand, *indices: Index) -> Expr:
    """Return the inverse of a square matrix.

    Parameters
    ----------
    e : Expr
        The matrix, read at its two indices; other indices are a batch.
    *indices : Expr or str
        Its rows and columns; left out, both axes of ``e``.

    Returns
    -------
    Expr
        The inverse at the same two indices.

    Raises
    ------
    IndexNameError
        If there are not two indices, or one is not free in ``e``.
        A call raises numpy.linalg.LinAlgError for a singular matrix.

    Examples
    --------
    >>> import espresso as es
    >>> print(es.inv(es.tensor("A[i,j]")))
    inv[i,j](A[i,j])
    """
    body = ex.scalar(e)
    return ex.scan("inv", _pair("inv", body, indices), body)


@checked
def det(e: Operand, *indices: Index) -> Expr:
    """Return the determinant of a square matrix.

    Parameters
    ----------
    e : Expr
        The matrix, read at its two indices; other indices are a batch.
    *indices : Expr or str
        Its rows and columns; left out, both axes of ``e``.

    Returns
    -------
    Expr
        Without the two indices.

    Raises
    ------
    IndexNameError
        If there are not two indices, or one is not free in ``e``.

    Examples
    --------
    >>> import espresso as es
    >>> print(es.det(es.tensor("A[i,j]")))
    det[i,j](A[i,j])
    """
    body = ex.scalar(e)
    return ex.reduce("det", _pair("det", body, indices), body)


@checked
def logdet(e: Operand, *indices: Index) -> Expr:
    """Return the logarithm of the determinant: NaN where it is negative, -inf where it is 0.

    Parameters
    ----------
    e : Expr
        The matrix, read at its two indices; other indices are a batch.
    *indices : Expr or str
        Its rows and columns; left out, both axes of ``e``.

    Returns
    -------
    Expr
        Without the two indices.

    Raises
    ------
    IndexNameError
        If there are not two indices, or one is not free in ``e``.

    Examples
    --------
    >>> import espresso as es
    >>> print(es.grad(es.logdet(es.tensor("A[i,j]")), "A"))
    dA[i,j] = inv[j,i](A[j,i])
    """
    body = ex.scalar(e)
    return ex.reduce("logdet", _pair("logdet", body, indices), body)


@checked
def solve(e: Operand, b: Operand, *indices: Index) -> Expr:
    """Return the solution of a linear system: ``x`` over i with ``sum[j](e*x[j]) = b``.

    It means ``sum[j](inv[i,j](e)*b)``, and no target forms the inverse for it.

    Parameters
    ----------
    e : Expr
        The matrix, read at its two indices; other indices are a batch.
    b : Expr
        The right side, over the second of them.
    *indices : Expr or str
        Rows and columns; left out, both axes of ``e``.

    Returns
    -------
    Expr
        The solution, over the first index.

    Raises
    ------
    IndexNameError
        If there are not two indices, or one is not free in ``e``.

    Examples
    --------
    >>> import espresso as es
    >>> A, b = es.tensors("A[i,j] b[j]")
    >>> print(es.solve(A, b))
    sum[j](inv[i,j](A[i,j])*b[j])
    """
    body, side = ex.scalar(e), ex.scalar(b)
    return form("solve", _pair("solve", body, indices), [body, side])
