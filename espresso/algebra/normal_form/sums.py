"""The normal form of reductions, above all of sums.

Nested sums merge, factors without the summed indices go in front, independent groups
of factors become sums of their own, deltas are eliminated.  A summed index that no
longer stands in the body turns into its extent, so no extent is ever lost.
"""

from __future__ import annotations

from collections.abc import Sequence

from espresso.algebra.normal_form import declared_structure as promised, deltas
from espresso.algebra.normal_form.conditions import conjunction
from espresso.algebra.normal_form.literals import product
from espresso.algebra.normal_form.scope import Scope
from espresso.algebra.normal_form.signs import bound_together
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.formulas.graph.functions import JOINED
from espresso.formulas.graph.predicates import conjuncts, factors_of, is_masked, is_zero


def normalize_reduce(e: Expr, scope: Scope) -> Expr:
    """A reduction in normal form, given that its body is."""
    operator, names = e.data
    body = e.args[0]
    if operator in JOINED and body.op == "reduce" and body.data[0] == operator:
        inner = disjoint(body, names, scope)
        return ex.reduce(operator, (*names, *inner.data[1]), inner.args[0])
    if operator == "sum":
        changed = _normalize_sum(e, names, body, scope)
        if changed is not e:
            return changed
    if operator in ("max", "min") and body.op != "const":
        kept = [n for n in names if n in body.free or scope.extent(n) is None]
        if len(kept) < len(names):  # one value at each place; over nothing there is none
            return ex.reduce(operator, kept, body) if kept else body
    return _ordered(e, scope)


def disjoint(inner: Expr, names: Sequence[str], scope: Scope) -> Expr:
    """The reduction ``inner`` with none of ``names`` among its bound names."""
    clash = set(inner.data[1]) & set(names)
    if not clash:
        return inner
    new = {n: scope.fresh(n) for n in inner.data[1] if n in clash}
    return ex.reduce(inner.data[0], [new.get(n, n) for n in inner.data[1]], ex.rename(inner.args[0], new))


def _ordered(e: Expr, scope: Scope) -> Expr:
    """Indices in the order in which the body shows them; one node per meaning."""
    operator, names = e.data
    if len(names) > 1 and operator not in ("argmax", "argmin"):
        body = e.args[0]
        place = {n: k for k, n in enumerate(body.axes)}
        ordered = sorted(names, key=lambda n: (place.get(n, len(place)), n))
        if tuple(ordered) != tuple(names):
            e = ex.reduce(operator, ordered, body)
    return scope.representative(e)


def _normalize_sum(e: Expr, names: tuple[str, ...], body: Expr, scope: Scope) -> Expr:
    if is_zero(body):
        return body
    unused = [n for n in names if n not in body.free]
    extents = [scope.extent(n) for n in unused]
    if any(x is not None for x in extents):
        kept = [n for n in names if n not in unused or scope.extent(n) is None]
        return product([*(x for x in extents if x is not None), ex.reduce("sum", kept, body)])
    if ex.is_call(body, "add"):
        changed = deltas.distribute(names, [], body, scope)
        return e if changed is None else changed
    if is_masked(body):
        return _masked_sum(e, names, body, scope)
    if ex.is_call(body, "where") and is_zero(body.args[1]) and not body.args[0].free.intersection(names):
        return ex.call("where", body.args[0], body.args[1], ex.reduce("sum", names, body.args[2]))
    if ex.is_call(body, "where") and is_zero(body.args[1]):
        return _masked_otherwise(e, names, body, scope)
    factors = factors_of(body)
    together = bound_together(names, factors)
    outside = [f for f in factors if f not in together and not f.free.intersection(names)]
    if outside and len(outside) < len(factors):
        inside = [f for f in factors if f not in outside]
        return product([*outside, ex.reduce("sum", names, product(inside))])
    if len(outside) == len(factors):
        return e
    changed = promised.decided(names, factors, scope, deltas.reads_whole)
    if changed is not None:
        return changed
    changed = deltas.eliminate(names, factors, scope)
    if changed is not None:
        return changed
    for f in factors:
        if ex.is_call(f, "add"):
            rest = [g for g in factors if g is not f]
            changed = deltas.distribute(names, rest, f, scope)
            if changed is not None:
                return changed
    merged = _merge_for_delta(names, factors, scope)
    return merged if merged is not None else e if unused else _components(e, names, factors, together)


def _masked_sum(e: Expr, names: tuple[str, ...], body: Expr, scope: Scope) -> Expr:
    """Conditions without the summed indices go outside; an equation in them is a delta."""
    conditions = conjuncts(body.args[0])
    outer = [c for c in conditions if not c.free.intersection(names)]
    if outer:
        inner = [c for c in conditions if c.free.intersection(names)]
        masked = ex.call("where", conjunction(inner), body.args[1], body.args[2]) if inner else body.args[1]
        return ex.call("where", conjunction(outer), ex.reduce("sum", names, masked), body.args[2])
    for c in conditions:
        rest = [d for d in conditions if d is not c]
        inner_body = ex.call("where", conjunction(rest), body.args[1], body.args[2]) if rest else body.args[1]
        changed = deltas.eliminate(names, [c, inner_body], scope) if ex.is_call(c, "eq") else None
        if changed is not None:
            return changed
    return e


def _masked_otherwise(e: Expr, names: tuple[str, ...], body: Expr, scope: Scope) -> Expr:
    """``sum(where(c, 0, x*(i == j)))``: an equation beside the value is a delta."""
    factors = factors_of(body.args[2])
    for f in factors:
        if ex.is_call(f, "eq") and f.free.intersection(names):
            rest = ex.call("where", body.args[0], body.args[1], product([g for g in factors if g is not f]))
            changed = deltas.eliminate(names, [f, rest], scope)
            if changed is not None:
                return changed
    return e


def _merge_for_delta(names: tuple[str, ...], factors: list[Expr], scope: Scope) -> Expr | None:
    """Merge an inner sum whose delta ties its index to one of ``names``."""
    for f in factors:
        if f.op == "reduce" and f.data[0] == "sum":
            guards = [g for g in factors_of(f.args[0]) if ex.is_call(g, "eq") and g.free.intersection(names)]
            if guards:
                inner = disjoint(f, names, scope)
                rest = [g for g in factors if g is not f]
                everything = [*rest, *factors_of(inner.args[0])]
                merged = (*names, *inner.data[1])
                if any(deltas.solutions(g, merged, scope) for g in guards):
                    return deltas.eliminate(merged, everything, scope)
    return None


def _components(e: Expr, names: tuple[str, ...], factors: list[Expr], together: list[Expr]) -> Expr:
    """A product of sums where groups of factors share no summed index, and none of those that stay together."""
    groups: list[tuple[set[str], list[Expr]]] = []
    kept = [f for f in factors if f in together]
    for members in ([kept] if kept else []) + [[f] for f in factors if f not in kept]:
        own = {n for f in members for n in f.free.intersection(names)}
        apart = []
        for group in groups:
            if group[0] & own:
                own |= group[0]
                members = [*group[1], *members]
            else:
                apart.append(group)
        groups = [*apart, (own, members)]
    if len(groups) < 2 or any(not g[0] for g in groups):
        return e
    return product(ex.reduce("sum", [n for n in names if n in own], product(members)) for own, members in groups)
