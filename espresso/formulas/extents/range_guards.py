"""Range guards: factors ``(i < length)`` that keep the range of an index where a rewrite would change it.

The extent of an index follows from the strict reads in which it stands.  A derivative or a
simplification may drop such a read, pad it, or move it under a mask ``where(c, a, 0)``,
where it no longer says how long the index is.  The index must still run over the same
range, so a factor ``(i < length)`` beside everything else says it: it stands outside the
mask, and `reads` takes it as the length of an index that no read determines.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.formulas.graph.predicates import is_guard


def limit(name: str, length: Expr) -> Expr:
    """The factor that lets an index run up to ``length``."""
    return ex.call("lt", ex.index(name), length)


def guarded(body: Expr, guards: Sequence[Expr]) -> Expr:
    """``body`` times the guards; a body of 1 disappears."""
    return ex.call("mul", *guards) if ex.is_const(body, 1) else ex.call("mul", body, *guards)


def limits_of(body: Expr, names: Collection[str]) -> list[Expr]:
    """The factors ``(i < length)`` of a body for indices of ``names``."""
    factors = body.args if ex.is_call(body, "mul") else (body,)
    return [
        f for f in factors
        if ex.is_call(f, "lt") and f.args[0].op == "index" and f.args[0].data[0] in names and not f.args[1].free
    ]  # fmt: skip


def limits_within(body: Expr, name: str) -> list[Expr]:
    """The factors ``(i < length)`` of a body and of its terms, under sums and masks too, for one index."""
    found: list[Expr] = []
    stack = [body]
    for node in ex.each_once(stack):
        found += limits_of(node, [name]) if ex.is_call(node, "lt") else []
        inner = node.args if node.op == "call" and node.data in ("add", "mul", "and") else ()
        inner = node.args[1:] if ex.is_call(node, "where") else inner
        stack += node.args if node.op == "reduce" and node.data[0] == "sum" else inner
    return found


def only_limits(body: Expr, names: Collection[str]) -> bool:
    """Whether a body is a product of limits of these names and of nothing else: what is left of ``z[i]/z[i]``."""
    factors = body.args if ex.is_call(body, "mul") else (body,)
    return len(limits_of(body, names)) == len(factors)


def summed_only(body: Expr, names: Collection[str]) -> set[str]:
    """Those of ``names`` that only sums bind: a factor 0 leaves nothing else as it is."""
    found: set[str] = set()
    other: set[str] = set()
    for node in ex.postorder(body, into_arrays=False):
        if node.op == "reduce":
            (found if node.data[0] == "sum" else other).update(node.data[1])
    return (found - other).intersection(names)


def limited(body: Expr, lengths: Mapping[str, Expr], axes: Sequence[str] = ()) -> Expr:
    """``body`` with a factor ``(i < length)`` for each name, in the sums that bind it or (``axes``) around it all."""

    def change(node: Expr) -> Expr | None:
        own = node.data[1] if node.op == "reduce" and node.data[0] == "sum" else ()
        guards = [limit(n, lengths[n]) for n in own if n in lengths]
        return ex.reduce("sum", own, guarded(node.args[0], guards)) if guards else None

    new = ex.rebuild(body, change, into_arrays=False)
    outer = [limit(a, lengths[a]) for a in axes if a in lengths]
    return guarded(new, outer) if outer and not is_guard(new) else new
