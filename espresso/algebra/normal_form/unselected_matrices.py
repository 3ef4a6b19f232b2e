"""Functions of matrices under ``where``: matrices that it does not select are replaced by identity matrices.

``where(det[i,j](S[t,i,j]) > 0, inv[i,j](S[t,i,j]), 0)`` needs the inverses of some matrices only, and a singular one
among the others has none.  Targets, and the reference, compute both branches before they select.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from espresso.formulas.extents.bodies import Extents, each_statement, rebuilt
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.formulas.graph.functions import MATRIX_FUNCTIONS, PROMISES
from espresso.formulas.graph.predicates import conjuncts

_COMPUTED = MATRIX_FUNCTIONS - PROMISES.keys()

Case = frozenset[Expr]
"""Conditions that hold together; none of them: always."""

_ALWAYS: Case = frozenset()

MANY = 8
"""Cases in which a matrix is needed, of which no more than so many are told apart."""


def without_unselected(roots: Sequence[Expr], extents: Mapping[Expr, Extents]) -> dict[Expr, Expr]:
    """Each let below the roots and each bare root -> the same statement, with identity matrices in place of others."""
    return each_statement(roots, extents, lambda body, _, arrays: _with_identities(body, arrays))


def computes_unselected(roots: Sequence[Expr]) -> bool:
    """Whether some statement has a function of matrices in a branch of ``where``."""
    return any(_selected(ex.body(e)) for e in (*ex.lets(*roots), *roots))


def _with_identities(body: Expr, arrays: Mapping[Expr, Expr]) -> Expr:
    selected = _selected(body)

    def change(node: Expr, copy: Expr) -> Expr:
        if node not in selected:
            return copy
        condition, (row, column) = rebuilt(selected[node], arrays), node.data[1]
        identity = ex.call("eq", ex.index(row), ex.index(column))
        return ex.with_args(copy, [ex.call("where", condition, copy.args[0], identity)])

    return rebuilt(body, arrays, change)


def _selected(body: Expr) -> dict[Expr, Expr]:
    """Functions of matrices that stand in branches of ``where`` alone -> the condition under which a matrix is needed.

    What is asked of rows and columns, or of an index that the matrices do not have, does not count.
    """
    order = ex.postorder(body, into_arrays=False)
    around: set[Expr] = set()
    for node in order:
        if _is_computed(node) or node.op not in ex.ARRAY_OPS and not around.isdisjoint(node.args):
            around.add(node)
    if not any(ex.is_call(n, "where") for n in around):
        return {}
    needed: dict[Expr, dict[Case, None]] = {body: {_ALWAYS: None}}
    found: dict[Expr, Expr] = {}
    for node in (n for n in reversed(order) if n in around):
        cases = needed[node] if len(needed[node]) <= MANY else {_ALWAYS: None}
        if _is_computed(node):
            batch = node.args[0].free.difference(node.data[1])
            own = dict.fromkeys(frozenset(c for c in case if c.free <= batch) for case in cases)
            if _ALWAYS not in own:
                found[node] = _joined("or", [_joined("and", sorted(case, key=lambda c: c.digest)) for case in own])
        for k, part in enumerate(node.args):
            if part in around:
                chosen = _chosen(node, k) if k and ex.is_call(node, "where") else _ALWAYS
                needed.setdefault(part, {}).update(dict.fromkeys(case | chosen for case in cases))
    return found


def _is_computed(node: Expr) -> bool:
    return node.op in ("reduce", "scan") and node.data[0] in _COMPUTED


def _chosen(where: Expr, branch: int) -> Case:
    """The conditions under which a branch is selected."""
    condition = where.args[0]
    return frozenset(conjuncts(condition) if branch == 1 else [ex.call("not", condition)])


def _joined(name: str, conditions: Sequence[Expr]) -> Expr:
    first, *others = conditions
    for c in others:
        first = ex.call(name, first, c)
    return first
