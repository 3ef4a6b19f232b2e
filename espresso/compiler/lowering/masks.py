"""Folding of masks that are always 1 once extents are known.

Derivatives carry factors such as ``(j + 1 < size(x, 2) + 2)``, which inference needs as the extent of an
index.  When statements are made the extents are known, and where such a factor is 1 for every value of
the indices it is left out: the sum below it can then be a library call, and a copy disappears.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from espresso.formulas.extents.affine import Formula, linear
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.formulas.graph.predicates import is_guard

Extents = Mapping[str, Expr]


def without_certain(roots: Sequence[Expr], extents: Mapping[Expr, Extents]) -> dict[Expr, Expr]:
    """Each let below the roots and each bare root -> the same statement without masks that are always 1."""
    new: dict[Expr, Expr] = {}
    for statement in [*ex.lets(*roots), *(r for r in roots if r.op != "let")]:
        body = statement.args[0] if statement.op == "let" else statement
        body = _shorter(body, extents.get(statement, {}), new, extents)
        new[statement] = ex.with_args(statement, [body]) if statement.op == "let" else body
    return new


def _shorter(
    body: Expr, extents: Extents, arrays: Mapping[Expr, Expr], every: Mapping[Expr, Extents]
) -> Expr:
    new: dict[Expr, Expr] = {}
    for node in ex.postorder(body, into_arrays=False):
        if node.op in ex.ARRAY_OPS:
            new[node] = arrays.get(node, node)
            continue
        if node.op == "size" and node.args[0].op == "let":  # its masks may have told it
            let = node.args[0]
            known = every.get(let, {}).get(let.data[1][node.data])
            new[node] = ex.with_args(node, [new[let]]) if known is None else known
            continue
        copy = ex.with_args(node, [new[a] for a in node.args]) if node.args else node
        if ex.is_call(node, "mul") and any(is_guard(a) for a in node.args):
            copy = _factors(copy, extents)
        elif ex.is_call(node, "where"):
            copy = _choice(copy, extents)
        new[node] = copy
    return new[body]


def _factors(product: Expr, extents: Extents) -> Expr:
    """A product without the guards that are 1 for certain; what is only guards stays as it is.

    A guard that alone names an index stays: a sum over that index has its length from there.
    """
    if all(is_guard(a) for a in product.args):
        return product
    kept = [a for a in product.args if not is_certain(a, extents)]
    named = {n for a in kept for n in a.free}
    kept = [a for a in product.args if not is_certain(a, extents) or not a.free <= named]
    return product if len(kept) == len(product.args) else kept[0] if len(kept) == 1 else ex.call("mul", *kept)


def _choice(where: Expr, extents: Extents) -> Expr:
    condition, chosen, other = where.args
    parts = condition.args if ex.is_call(condition, "and") else (condition,)
    open_ = [p for p in parts if not is_certain(p, extents)]
    if len(open_) == len(parts):
        return where
    if not open_:
        return chosen if condition.free <= chosen.free else where
    condition = open_[0]
    for part in open_[1:]:
        condition = ex.call("and", condition, part)
    return ex.call("where", condition, chosen, other)


def is_certain(e: Expr, extents: Extents) -> bool:
    """Whether a comparison holds for all values of its indices.

    >>> is_certain(ex.call("lt", ex.index("i"), ex.const(5)), {"i": ex.const(5)})
    True
    """
    if ex.is_call(e, "and"):
        return all(is_certain(a, extents) for a in e.args)
    if e.op != "call" or e.data not in ("lt", "le", "gt", "ge"):
        return False
    smaller, larger = e.args if e.data in ("lt", "le") else e.args[::-1]
    first, second = linear(smaller), linear(larger)
    if first is None or second is None:
        return False
    factors = dict(first[0])
    for name, factor in second[0].items():
        factors[name] = factors.get(name, 0) - factor
    limit = -1 if e.data in ("lt", "gt") else 0
    return _greatest(first[1] - second[1], [(n, f) for n, f in factors.items() if f], extents, limit)


def _greatest(rest: Formula, factors: Sequence[tuple[str, int]], extents: Extents, limit: int) -> bool:
    """Whether ``rest`` plus the factors times their indices is never above ``limit``."""
    totals = [rest]
    for name, factor in factors:
        if name not in extents:
            return False
        if factor < 0:
            continue  # the index is 0 at least
        extent = extents[name]
        options = extent.args if ex.is_call(extent, "minimum") else (extent,)  # any of them bounds it
        found = [f for o in options if (f := linear(o)) is not None and not f[0]]
        totals = [t + (f[1] - 1) * factor for t in totals for f in found]
    return any(not t.terms and t.constant <= limit for t in totals)
