"""Sums beside an equation of two axes, computed on the diagonal only.

``C[i,k] = sum[j](A[i,j]*B[j,k])*(i == k)`` needs ``sum[j](A[i,j]*B[j,i])`` for each i, not the product: the equation
reaches the factors beside it.  It stays itself, so that the formula has the shape and the zeros that it had.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from espresso.algebra.normal_form.deltas import padded, substitute
from espresso.algebra.normal_form.scope import Scope
from espresso.formulas.extents.extents import symbolic_extents
from espresso.formulas.extents.range_guards import limited
from espresso.formulas.extents.scopes import uniquify, uniquify_all
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr


def on_diagonals(roots: Sequence[Expr]) -> list[Expr]:
    """The roots, in which a sum times ``(i == k)`` is computed at ``k = i``, wherever i and k are axes.

    >>> from espresso.formulas.notation.parsing import parse
    >>> print(on_diagonals([parse("C[i,k] = sum[j](A[i,j]*B[j,k])*(i == k)*(k < size(B, 1))")])[0])
    C[i,k] = sum[j](A[i,j]*pad(B)[j,i])*(i == k)*(k < size(B, 1))
    """
    statements = [*ex.lets(*roots), *(r for r in roots if r.op != "let")]
    if not any(_equations(f, s.axes) for s in statements for f in ex.postorder(s, into_arrays=False)):
        return list(roots)
    roots = uniquify_all(list(roots))
    new: dict[Expr, Expr] = {}
    for statement in [*ex.lets(*roots), *(r for r in roots if r.op != "let")]:
        body = ex.body(statement)
        scope = Scope(body, symbolic_extents(statement))
        changed = ex.rebuild(body, partial(_on_diagonal, scope=scope, axes=statement.axes), into_arrays=False)
        if changed is not body:
            lengths = symbolic_extents(uniquify(ex.closed("", statement.axes, changed)))
            lost = {a: e for a in statement.axes if (e := scope.extent(a)) is not None and lengths.get(a) is not e}
            changed = limited(changed, lost, statement.axes)
        changed = ex.replace(changed, new, into_arrays=False)
        new[statement] = ex.with_args(statement, [changed]) if statement.op == "let" else changed
    return [new[r] for r in roots]


def _equations(node: Expr, axes: Sequence[str]) -> list[tuple[str, str]]:
    """Pairs of axes that factors of a product say to be equal, of which one is put in the place of the other."""
    if not ex.is_call(node, "mul"):
        return []
    tests = [f.args for f in node.args if ex.is_call(f, "eq") and all(a.op == "index" for a in f.args)]
    pairs = [[a for a in axes if a in {one.data[0], other.data[0]}] for one, other in tests]
    return [(p[0], p[1]) for p in pairs if len(p) == 2 and any(_is_work(f, *p) for f in node.args)]


def _is_work(factor: Expr, *names: str) -> bool:
    """Whether a factor has sums, or a named array of them, for all pairs of two indices."""
    nodes = [n for n in ex.postorder(factor, into_arrays=False) if n.free.issuperset(names)]
    reads = [n for n in nodes if n.op == "access" and n.data is None and n.args[0].op == "let"]
    return any(n.op == "reduce" for n in nodes) or any(ex.has(n.args[0], "reduce") for n in reads)


def _on_diagonal(node: Expr, scope: Scope, axes: Sequence[str]) -> Expr | None:
    made = node
    while found := _equations(made, axes):
        parts = [_at(f, *found[0], scope) if _is_work(f, *found[0]) else f for f in made.args]
        made = ex.call("mul", *parts)
    return None if made is node else made


def _at(factor: Expr, kept: str, other: str, scope: Scope) -> Expr:
    """A factor at ``other = kept``, with what it reads of named arrays put in: they are not needed elsewhere."""

    def put_in(n: Expr) -> Expr | None:
        known = n.op == "access" and _is_work(n, kept, other) and n.args[0].op == "let"
        return ex.element(n.args[0], n.args[1:]) if known else None

    made = ex.rebuild(factor, put_in, into_arrays=False)
    place = substitute if scope.extent(kept) is not None and scope.extent(kept) is scope.extent(other) else padded
    return place(made, other, ex.index(kept), scope)
