"""Values that slide: several factors that know two indices only by one sum of them are one array, read at that sum.

In the gradient of a network the cotangent of a convolution is a product, such as
``pad(g)[n, o, i - r + 1]*(pad(y)[n, o, i - r + 1] > 0)``.  With ``p = i - r + 1`` it is a value over
n, o and p, which is computed once and then read by a convolution like any other array.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ..graph import expr as ex
from ..graph.expr import Expr
from ..rewriting.deltas import finite_when_padded
from .geometry import Form, Numbers, Read


def collected(
    factors: Sequence[Expr], guards: Sequence[Expr], out: set[str], summed: set[str], numbers: Numbers
) -> tuple[Read, list[Expr]] | None:
    """The array of all factors that slide, and the other factors; None where they do not slide together.

    How far it reaches is said by guards ``0 <= p`` and ``p < n``, or by a factor that is 0 outside of an array.
    """
    sums: dict[Expr, None] = {}
    for factor in factors:
        for node in ex.postorder(factor, into_arrays=False):
            if ex.is_call(node, "add") and len(node.free) == 2 and len(node.free & summed) == len(node.free & out) == 1:
                sums[node] = None
    limits = {s: _reach(s, factors, numbers) if (n := _limit(s, guards)) is None else n for s in sums}
    if not sums or None in limits.values():
        return None
    taken = [*numbers.extent]
    put: dict[Expr, str] = {}
    for node in sums:
        put[node] = ex.fresh(taken, "p")
        taken.append(put[node])
    moved = [ex.replace(f, {node: ex.index(name) for node, name in put.items()}, into_arrays=False) for f in factors]
    sliding = [m for m, f in zip(moved, factors, strict=True) if m is not f]
    rest = [f for m, f in zip(moved, factors, strict=True) if m is f]
    value = ex.call("mul", *sliding) if len(sliding) > 1 else sliding[0]
    if not rest or value.free & frozenset().union(*(s.free for s in sums)) or not value.free >= set(put.values()):
        return None
    plain = [n for n in value.axes if n not in put.values()]
    lengths = {name: limit for node, name in put.items() if (limit := limits[node]) is not None}
    array = ex.unnamed((*plain, *put.values()), _inside(value, lengths, numbers))
    if not numbers.name(array, plain, lengths):
        return None
    forms = [Form({n: 1}, 0) for n in plain]
    for node in put:
        form = numbers.form(node)
        if form is None:
            return None
        forms.append(form)
    found = numbers.lengths(array)
    if found is None or 0 in found:
        return None
    read = ex.access(array, [*map(ex.index, plain), *put], 0)
    return Read(read, forms, found, 0), rest


def _inside(value: Expr, lengths: Mapping[str, Expr], numbers: Numbers) -> Expr:
    """The value without padding where no index leaves the array: other sums may need it too, and have none."""
    known = {**numbers.symbolic, **lengths}
    strict: dict[Expr, Expr] = {}
    for node in ex.postorder(value, into_arrays=False):
        if node.op != "access" or node.data is None or any(s.op != "index" for s in node.args[1:]):
            continue
        own, names = numbers.lengths(node.args[0]), [s.data[0] for s in node.args[1:]]
        if own is None or any(n not in known for n in names):
            continue
        if all(numbers.size_of(known[name]) <= n for name, n in zip(names, own, strict=True)):
            strict[node] = ex.access(node.args[0], node.args[1:])
    return ex.replace(value, strict, into_arrays=False)


def _limit(node: Expr, guards: Sequence[Expr]) -> Expr | None:
    """The n of the guards ``0 <= node`` and ``node < n``."""
    above = [g.args[1] for g in guards if ex.is_call(g, "lt") and g.args[0] is node and not g.args[1].free]
    below = [g for g in guards if ex.is_call(g, "le") and g.args[1] is node and g.args[0] is ex.const(0)]
    return above[0] if above and below else None


def _reach(node: Expr, factors: Sequence[Expr], numbers: Numbers) -> Expr | None:
    """The length of an axis that a factor reads at ``node``, outside of which the whole product is 0."""
    own = [f for f in factors if node in ex.postorder(f, into_arrays=False)]
    reads = [n for f in own for n in ex.postorder(f, into_arrays=False) if n.op == "access" and node in n.args[1:]]
    if any(r.data != 0 for r in reads) or not all(finite_when_padded(f, n) for f in own for n in node.free):
        return None
    for factor in own:
        if factor in reads:
            lengths = numbers.symbols(factor.args[0])
            return None if lengths is None else lengths[factor.args[1:].index(node)]
    return None
