"""Sums over an axis of a matrix that is declared diagonal or tridiagonal, as sums over its band.

Only the elements on and beside the diagonal are read: ``sum[k](T[i,k]*B[k,j])`` is three
products, read with 0 outside the arrays, and with a diagonal array one.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.formulas.graph.predicates import factors_of

BANDS = {"diagonal": (0,), "tridiagonal": (-1, 0, 1)}
"""Distance of the column from the row, where a declared array is not 0."""


def by_bands(e: Expr, extents: Mapping[str, Expr], told: Collection[str]) -> Expr | None:
    """The sum with the summed index of a banded factor put in, or None where there is none.

    ``told`` are the axes of the statement, whose lengths are known whatever is read.
    """
    factors = factors_of(e.args[0])
    for f in factors:
        found = _band(f, e.data[1])
        if found is None:
            continue
        row, column, offsets = found
        inside = [g for g in factors if column in g.free]
        if any(g.op != "access" or g.data is not None for g in inside):
            continue  # what is 0 outside the arrays is known for reads alone
        square = row in extents and extents.get(row) is extents.get(column)
        if row not in extents:
            continue
        over = [n for n in e.data[1] if n != column]
        # padded reads say nothing about the length of the row; a read of the diagonal does, for a free index
        limit = [] if square and row not in over else [ex.call("lt", ex.index(row), extents[row])]
        terms = []
        for offset in offsets:
            place = ex.index(row) if not offset else ex.call("add", ex.index(row), ex.const(offset))
            moved = [ex.substitute(g, {column: place}) if g in inside else g for g in factors]
            if offset or not square:
                moved = [
                    ex.access(g.args[0], g.args[1:], 0) if old in inside else g
                    for g, old in zip(moved, factors, strict=True)
                ]
            terms.append(ex.reduce("sum", over, ex.call("mul", *moved, *limit)))
        total = ex.call("add", *terms)
        if row in over or square or row in told or not {*total.axes} <= extents.keys():
            return total
        within = [ex.call("lt", ex.index(a), extents[a]) for a in total.axes]  # an outer sum has its length from here
        return ex.access(ex.closed("", total.axes, ex.call("mul", total, *within)), [ex.index(a) for a in total.axes])
    return None


def _band(f: Expr, over: tuple[str, ...]) -> tuple[str, str, tuple[int, ...]] | None:
    """(row, summed column, distances) of a read of a banded array, whichever of its axes is summed."""
    if f.op != "access" or f.data is not None or f.args[0].op != "tensor" or len(f.args) != 3:
        return None
    band = [BANDS[s] for s in f.args[0].data.structure if s in BANDS]
    if not band or any(s.op != "index" for s in f.args[1:]):
        return None
    row, column = (s.data[0] for s in f.args[1:])
    if row == column:
        return None
    if column in over:
        return row, column, band[0]
    return (column, row, band[0]) if row in over else None
