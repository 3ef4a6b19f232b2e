"""Trace and solution of linear systems, over the two indices of a square matrix.

They mean sums, other than ``inv``, ``det`` and ``logdet``, which are rows of `functions`:
``trace[i,j](A[i,j])`` is ``sum[i](A[i,i])`` and ``solve[i,j](A[i,j], b[j])``, the solution over i, is
``sum[j](inv[i,j](A[i,j])*b[j])``, which no target computes by forming an inverse.
"""

from __future__ import annotations

from collections.abc import Sequence

from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr, Index, Operand
from espresso.formulas.graph.operators import matrix_indices
from espresso.keywords import checked


def form(name: str, names: Sequence[str], args: Sequence[Expr]) -> Expr:
    """The sum that ``trace`` or ``solve`` over two indices means."""
    row, column = names
    if name == "trace":
        return ex.reduce("sum", [row], ex.substitute(ex.scalar(args[0]), {column: ex.index(row)}))
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
