"""Masks of positions: those that are always 1, once extents are known, and those that make sums running ones.

Derivatives carry factors such as ``(j + 1 < size(x, 2) + 2)``, which inference needs as the extent of an
index.  When statements are made the extents are known, and where such a factor is 1 for every value of
the indices it is left out: the sum below it can then be a library call, and a copy disappears.

``sum[l](f[l]*(l <= k))`` is the running sum of f at k, which takes as many steps as f has elements instead of their
square.  A product of all factors but one is that of those before it and those behind it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any

from espresso.algebra.normal_form.running import MIRRORED, Running, running_parts
from espresso.formulas.extents.bodies import Extents, each_statement, rebuilt
from espresso.formulas.extents.implied import surely
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.formulas.graph.predicates import conjunction, inside, is_guard
from espresso.formulas.inference.dtypes import DType
from espresso.ir.storage.dtypes import value_dtypes
from espresso.system.half_precision import COMPUTED


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


# --- running sums ---------------------------------------------------------------------------


FEW = 8
"""Elements up to which all pairs take less than running sums, which are stored, and begin once for each row."""

def with_open_bands(body: Expr, over: Collection[str]) -> Expr:
    """The body of a reduction with ``abs(x) <= c`` of its positions as ``x <= c`` and ``-c <= x``, which bound loops.

    Maps keep the one comparison: vectors choose by it, where two loops would write beside the band.
    """
    found: dict[Expr, Expr] = {}
    for e in ex.postorder(body, into_arrays=False):
        if e.op != "call" or e.data not in ("lt", "le", "gt", "ge"):
            continue
        (inner, limit), name = (e.args, e.data) if e.data in ("lt", "le") else (e.args[::-1], MIRRORED[e.data])
        parts = [n for n in ex.postorder(e, into_arrays=False) if n.op not in ("call", "index", "size", "tensor")]
        plain = all(n.op == "const" and type(n.data) is int for n in parts)
        if plain and ex.is_call(inner, "abs") and not inner.free.isdisjoint(over):
            x = inner.args[0]
            low = ex.const(-limit.data) if limit.op == "const" else ex.call("mul", ex.const(-1), limit)
            found[e] = ex.call("and", ex.call(name, low, x), ex.call(name, x, limit))
    if not found:
        return body

    def change(node: Expr, copy: Expr) -> Expr | None:
        if node in found:
            return found[node]
        if not ex.is_call(node, "mul") or not any(a in found for a in node.args):
            return None
        pairs = zip(node.args, copy.args, strict=True)  # each comparison a factor, as loops look for them
        return ex.call("mul", *(part for a, new in pairs for part in (new.args if a in found else (new,))))

    return ex.copied([body], change, into_arrays=False)[0]


def as_running(lowering: Any, operator: str, over: Sequence[str], body: Expr, extents: Extents) -> Expr | None:
    """A masked sum or product as elements of running ones; None where it is none.

    Sums of float32 run in float64, as they do elsewhere.  A product from the other end runs over elements in reverse.
    """
    if operator not in ("sum", "prod") or len(over) != 1:
        return None
    found = running_parts(operator, over[0], body)
    if found is None or not all(part.at in extents for part in found[0]):
        return None
    parts, rest = found
    dtype, whole = str(lowering.dtype_of(rest)), extents[over[0]]
    if not lowering.sizes.decide(lambda size: size(whole) > FEW):
        return None
    if dtype in COMPUTED or not all(_reaches(lowering, whole, extents[part.at]) for part in parts if part.forward):
        return None
    wide = operator == "sum" and dtype == "float32"
    rest = ex.call("float64", rest) if wide else rest
    values = [_element(lowering, operator, over[0], part, rest, extents) for part in parts]
    value = values[0] if len(values) == 1 else ex.call("add" if operator == "sum" else "mul", *values)
    return ex.call("float32", value) if wide else value


def _element(lowering: Any, operator: str, index: str, part: Running, rest: Expr, extents: Extents) -> Expr:
    """The element of a running sum or product at which it has just the elements of a part."""
    at, function = ex.moved(ex.index(part.at), (-1 if part.forward else 1)*part.strict), f"cum{operator}"
    if not part.forward and operator == "sum":
        function = "reverse_cumsum"
    elif not part.forward:
        last = ex.call("add", extents[index], ex.const(-1))
        rest = ex.substitute(rest, {index: _less(last, ex.index(index))})
        at = _less(last, at)
    read = lowering.lower_scan(function, (index,), rest, extents)
    slots = [at if s is ex.index(index) else s for s in read.args[1:]]
    beyond = part.strict or extents[part.at] is not extents[index]
    return ex.access(read.args[0], slots, (0 if operator == "sum" else 1) if beyond else None)


def _reaches(lowering: Any, extent: Expr, other: Expr) -> bool:
    """Whether an axis is at least as long as another one; of a shorter one the last element would serve for many."""
    return extent is other or bool(lowering.sizes.decide(lambda size: size(other) <= size(extent)))


def _less(a: Expr, b: Expr) -> Expr:
    return ex.call("add", a, ex.call("mul", ex.const(-1), b))
