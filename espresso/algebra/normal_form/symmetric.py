"""The normal form of symmetric and orthogonal matrices.

``A[j,i]`` is ``A[i,j]``; ``inv(X.T @ X)`` is its own transpose; ``inv(Q)`` is ``Q[j,i]`` of an orthogonal Q.
Declared (``A : symmetric``), or seen: a formula that is itself with two indices exchanged.
"""

from __future__ import annotations

from espresso.algebra.normal_form.deltas import reads_whole
from espresso.algebra.normal_form.scope import Scope, digest_of, is_declared_symmetric
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.formulas.graph.functions import SYMMETRIC
from espresso.formulas.graph.predicates import declared, promise_of


def normalize_read(e: Expr, scope: Scope) -> Expr:
    """A read of an array declared symmetric with its indices in order."""
    if not is_declared_symmetric(e.args[0]):
        return e
    i, j = e.args[1:]
    if i.op != "index" or j.op != "index" or not _exchanged(i.data[0], j.data[0], scope):
        return e
    return ex.access(e.args[0], [j, i], e.data)


def normalize_matrix(e: Expr, scope: Scope) -> Expr:
    """``inv[j,i](S)`` of a symmetric matrix, and ``posdef[j,i](S)``, as those over i, j; an orthogonal inverse."""
    name, names = e.data
    if name not in ("inv", *SYMMETRIC):
        return e
    i, j = names
    if name == "inv" and _is_orthogonal(e.args[0], i, j, scope):
        return ex.substitute(e.args[0], {i: ex.index(j), j: ex.index(i)})
    if not _exchanged(i, j, scope) or name == "inv" and not is_symmetric(e.args[0], i, j):
        return e
    return ex.scan(name, [j, i], e.args[0])


def _is_orthogonal(body: Expr, i: str, j: str, scope: Scope) -> bool:
    """Whether ``body`` is a matrix over i and j that is declared to be orthogonal."""
    if body.op == "scan":
        return promise_of(body) == "orthogonal" and {*body.data[1]} == {i, j}
    if body.op != "access" or body.data is not None or "orthogonal" not in declared(body.args[0]):
        return False
    slots = [s.data[0] if s.op == "index" else "" for s in body.args[1:]]
    first = len(slots) - 2
    elsewhere = any({i, j} & s.free for s in body.args[1:-2])
    return {*slots[-2:]} == {i, j} and not elsewhere and all(
        reads_whole(body, first + k, slots[first + k], scope) for k in (0, 1)
    )


def is_symmetric(body: Expr, i: str, j: str) -> bool:
    """Whether ``body`` stays the same formula when two of its indices are exchanged."""
    return digest_of(body, {}, {}, True) == digest_of(body, {i: j, j: i}, {}, True)


def _exchanged(i: str, j: str, scope: Scope) -> bool:
    """Whether ``i`` should stand after ``j``, and both are equally long."""
    extent = scope.extent(i)
    return extent is not None and extent is scope.extent(j) and scope.shown(j) < scope.shown(i)
