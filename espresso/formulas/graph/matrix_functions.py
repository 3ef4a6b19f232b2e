"""Trace, eigenvalues and solution of linear systems, over the two indices of a square matrix.

They mean sums, other than ``inv``, ``det`` and the like, which are rows of `functions`:
``trace[i,j](A[i,j])`` is ``sum[i](A[i,i])`` and ``solve[i,j](A[i,j], b[j])``, the solution over i, is
``sum[j](inv[i,j](A[i,j])*b[j])``, which no target computes by forming an inverse.  ``eigvalsh[i,j](A[i,j])``, over i,
is ``sum[j](spectrum[i,j](A[i,j]))``.
"""

from __future__ import annotations

from collections.abc import Sequence

from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr, Index, Operand
from espresso.formulas.graph.operators import matrix_indices
from espresso.keywords import checked


def form(name: str, names: Sequence[str], args: Sequence[Expr]) -> Expr:
    """The sum that ``trace``, ``eigvalsh`` or ``solve`` over two indices means."""
    row, column = names
    if name == "trace":
        return ex.reduce("sum", [row], ex.substitute(ex.scalar(args[0]), {column: ex.index(row)}))
    if name == "eigvalsh":
        return ex.reduce("sum", [column], ex.scan("spectrum", [row, column], args[0]))
    inverse = ex.scan("inv", [row, column], args[0])
    return ex.reduce("sum", [column], ex.call("mul", inverse, args[1]))


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
    return form("solve", matrix_indices("solve", body, indices), [body, side])


@checked
def eigvalsh(e: Operand, *indices: Index) -> Expr:
    """Return the eigenvalues of the symmetric part of a real matrix, in ascending order, over its first index.

    It means ``sum[j](spectrum[i,j](e))``: `spectrum` has them on its diagonal.

    Parameters
    ----------
    e : Expr
        The matrix, read at its two indices; other indices are a batch.
    *indices : Expr or str
        Rows and columns; left out, both axes of ``e``.

    Returns
    -------
    Expr
        The eigenvalues, over the first index.

    Raises
    ------
    IndexNameError
        If there are not two indices, or one is not free in ``e``.

    Examples
    --------
    >>> import espresso as es
    >>> print(es.eigvalsh(es.tensor("A[i,j]")))
    sum[j](spectrum[i,j](A[i,j]))
    """
    body = ex.scalar(e)
    return form("eigvalsh", matrix_indices("eigvalsh", body, indices), [body])
