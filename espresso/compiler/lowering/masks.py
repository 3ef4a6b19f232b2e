"""Positions that are surely inside an axis, and folding of masks that are always 1, once extents are known.

Derivatives carry factors such as ``(j + 1 < size(x, 2) + 2)``, which inference needs as the extent of an
index.  When statements are made the extents are known, and where such a factor is 1 for every value of
the indices it is left out: the sum below it can then be a library call, and a copy disappears.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from espresso.formulas.extents.bodies import Extents, each_statement, rebuilt
from espresso.formulas.extents.implied import surely
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.formulas.graph.predicates import conjunction, inside, is_guard
from espresso.formulas.inference.dtypes import DType
from espresso.ir.storage.dtypes import value_dtypes


def without_certain(
    roots: Sequence[Expr], extents: Mapping[Expr, Extents], dtypes: Mapping[str, str]
) -> dict[Expr, Expr]:
    """Each let below the roots and each bare root -> the same statement without masks that are always 1."""
    found: dict[Expr, DType] = {}

    def alike(a: Expr, b: Expr) -> bool:
        """Whether two values have one dtype: what is computed of a float beside integers is a float."""
        one, other = value_dtypes([a, b], dtypes, found)
        return one == other and type(one) is type(other)

    return each_statement(roots, extents, lambda body, known, new: _shorter(body, known, new, extents, alike))


def _shorter(
    body: Expr, extents: Extents, arrays: Mapping[Expr, Expr], every: Mapping[Expr, Extents],
    alike: Callable[[Expr, Expr], bool],
) -> Expr:  # fmt: skip

    def change(node: Expr, copy: Expr) -> Expr:
        if node.op == "size" and node.args[0].op == "let":  # its masks may have told it
            let = node.args[0]
            return every.get(let, {}).get(let.data[1][node.data], copy)
        if ex.is_call(node, "mul") and any(is_guard(a) for a in node.args):
            return _factors(copy, extents)
        return _choice(copy, extents, alike) if ex.is_call(node, "where") else copy

    return rebuilt(body, arrays, change)


def _factors(product: Expr, extents: Extents) -> Expr:
    """A product without the guards that are 1 for certain; what is only guards stays as it is.

    A guard that alone names an index stays: a sum over that index has its length from there.
    """
    if all(is_guard(a) for a in product.args):
        return product
    kept = [a for a in product.args if not is_certain(a, extents)]
    named = {n for a in kept for n in a.free}
    kept = [a for a in product.args if not is_certain(a, extents) or not a.free <= named]
    return product if len(kept) == len(product.args) else ex.call("mul", *kept)


def _choice(where: Expr, extents: Extents, alike: Callable[[Expr, Expr], bool]) -> Expr:
    condition, chosen, other = where.args
    parts = condition.args if ex.is_call(condition, "and") else (condition,)
    open_ = [p for p in parts if not is_certain(p, extents)]
    if len(open_) == len(parts):
        return where
    if not open_:
        return chosen if condition.free <= chosen.free and alike(chosen, where) else where
    return ex.call("where", conjunction(open_), chosen, other)


def is_certain(e: Expr, extents: Extents) -> bool:
    """Whether a comparison holds for all values of its indices.

    >>> is_certain(ex.call("lt", ex.index("i"), ex.const(5)), {"i": ex.const(5)})
    True
    """
    if ex.is_call(e, "and"):
        return all(is_certain(a, extents) for a in e.args)
    return surely(e, extents.get)


def is_inside(slot: Expr, length: Expr, extents: Extents) -> bool:
    """Whether a position is inside an axis of this length for all values of its indices."""
    if slot.op == "index" and extents.get(slot.data[0]) is length or ex.is_call(slot, "mod") and slot.args[1] is length:
        return True
    return not length.free and all(surely(t, extents.get) for t in inside([slot], [length]))


def inside_or(value: Expr, read: Expr, places: Sequence[tuple[Expr, Expr]], exposed: Iterable[Expr]) -> Expr:
    """A value where these positions are inside axes of these lengths, and what the read has outside elsewhere.

    ``exposed`` are the reads in the value that may then be outside their arrays: they are padded.
    """
    if not places:
        return value
    safe = {n: ex.access(n.args[0], n.args[1:], 0) for n in exposed if n.data is None}
    slots, lengths = zip(*places, strict=True)
    tests = ex.call("and", *inside(slots, lengths))
    return ex.call("where", tests, ex.replace(value, safe), ex.const(read.data))
