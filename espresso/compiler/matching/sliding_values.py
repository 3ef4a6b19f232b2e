"""Factors that depend on two indices only through their sum, as one array that a convolution reads.

In the gradient of a network the cotangent of a convolution is a product, such as
``pad(g)[n, o, i - r + 1]*(pad(y)[n, o, i - r + 1] > 0)``, or a function such as ``relu(1 - pad(y)[n, o, i - r + 1])``.
With ``p = i - r + 1`` it is a value over n, o and p, which is computed once and then read by a convolution like any
other array.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from espresso.algebra.normal_form.deltas import finite_when_padded
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.ir.convolution_geometry import Form, Numbers, Read, bound_of, holds

if TYPE_CHECKING:
    from espresso.compiler.matching.flattened_sums import Terms


def collected(
    terms: Terms, values: Sequence[Expr], parts: Callable[[Form], object]
) -> tuple[Read, list[Expr]] | None:  # fmt: skip
    """The array of all factors that slide together, and the other factors; None where they do not.

    These are the factors that read at the sums of ``values``, which are no reads, or at sums that several factors
    have; ``parts`` says of a form whether it is one axis in two parts.  How far the array reaches is said by guards
    ``0 <= p`` and ``p < n``, by an array that is read inside wherever the product is not 0, or by a factor that is 0
    outside of an array.  Beyond that it is cut, whatever its functions are at 0.
    """
    numbers = terms.numbers
    own = {f: _sums(f, terms) for f in terms.factors}
    apart = {s for found in own.values() for s, form in found.items() if parts(form) is None}
    count = Counter(s for found in own.values() for s in found if s in apart)
    seeds = {s for f in values for s in own[f] if s in apart} | {s for s, n in count.items() if n > 1}
    factors = [f for f in terms.factors if own[f].keys() & seeds]
    sums = {s: form for f in factors for s, form in own[f].items()}
    limits = {s: _reach(s, factors, terms) for s in sums}
    if not sums or None in limits.values():
        return None
    taken = {*numbers.extent, *ex.index_names(*ex.postorder(*factors, into_arrays=False))}  # of sums inside, too
    put = dict(zip(sums, ex.fresh_names(taken, "p" * len(sums)), strict=True))
    moved = [ex.replace(f, {s: ex.index(name) for s, name in put.items()}, into_arrays=False) for f in factors]
    rest = [f for f in terms.factors if f not in factors]
    value = ex.call("mul", *moved)
    if not rest or value.free & frozenset().union(*(s.free for s in sums)) or not value.free >= set(put.values()):
        return None
    order = [n for n in value.axes if n not in put.values()]
    axes = value_axes(value, (*order, *put.values()))
    lengths = {name: limit for node, name in put.items() if (limit := limits[node]) is not None}
    array = ex.closed("", axes, _inside(value, lengths, numbers))
    if not numbers.name(array, order, lengths):
        return None
    found = numbers.lengths(array)
    if found is None or 0 in found:
        return None
    slots = {name: node for node, name in put.items()}
    read = ex.access(array, [slots.get(n, ex.index(n)) for n in axes], 0)
    return Read(read, [sums[slots[n]] if n in slots else Form({n: 1}, 0) for n in axes], found, 0), rest


def stored_value(array: Expr, values: Sequence[Expr], masks: Sequence[Expr], numbers: Numbers) -> Expr | None:
    """What an array holds between masks as the read of an array of its own, as ``pad(relu(y))[b + 2*q - 1]``.

    None where its reads do not move together, or the masks do not keep them inside: its functions need not be 0
    where what they read is.
    """
    value = ex.call("mul", *values)
    own, nodes = numbers.symbols(array), ex.postorder(value, into_arrays=False)
    if own is None or any(n.op in ("reduce", "scan") for n in nodes):
        return None
    lengths: dict[Expr, Expr] = {}
    for read in (n for n in nodes if n.op == "access"):
        symbols = numbers.symbols(read.args[0])
        if symbols is None:
            return None
        for slot, length in zip(read.args[1:], symbols, strict=True):
            if slot.op != "index" and numbers.size_of(lengths.setdefault(slot, length)) != numbers.size_of(length):
                return None
    if not lengths or not all(_stays(s, numbers.size_of(n), None, masks, numbers) for s, n in lengths.items()):
        return None
    names = dict(zip(lengths, ex.fresh_names(value.free, "p" * len(lengths)), strict=True))
    moved = ex.replace(value, {s: ex.index(n) for s, n in names.items()}, into_arrays=False)
    order = [n for n in moved.axes if n not in names.values()]
    if not moved.free >= {*names.values()} or not moved.free.isdisjoint(frozenset().union(*(s.free for s in names))):
        return None
    axes = value_axes(moved, (*order, *names.values()))
    extents = {**dict(zip(array.data[1], own, strict=True)), **{names[s]: n for s, n in lengths.items()}}
    made = ex.closed("", axes, _inside(moved, extents, numbers))
    numbers.named[made] = {n: extents[n] for n in axes}
    slots = {name: slot for slot, name in names.items()}
    return ex.access(made, [slots.get(n, ex.index(n)) for n in axes], 0)


def _sums(factor: Expr, terms: Terms) -> dict[Expr, Form]:
    """The sums of an index of the result and one that is summed, at which a factor reads arrays."""
    found: dict[Expr, Form] = {}
    for node in ex.postorder(factor, into_arrays=False):
        if not ex.is_call(node, "add") or not len(node.free & terms.summed) == len(node.free & terms.out) == 1:
            continue
        form = terms.numbers.form(node) if len(node.free) == 2 else None
        if form is not None:
            found[node] = form
    return found


def value_axes(value: Expr, axes: Sequence[str] | None = None) -> tuple[str, ...]:
    """The axes of a value as an array has them that it reads at all of them, otherwise as they come, or by name."""
    axes = sorted(value.free) if axes is None else axes
    for node in ex.postorder(value, into_arrays=False):
        at = tuple(s.data[0] for s in node.args[1:] if s.op == "index") if node.op == "access" else ()
        if sorted(at) == sorted(axes):
            return at
    return tuple(axes)


def _inside(value: Expr, lengths: Mapping[str, Expr], numbers: Numbers) -> Expr:
    """The value without padding where each index runs along a whole axis: other sums may need it too, and have none.

    An axis that is longer keeps it: what is read at an index alone without padding is as long as the index runs.
    """
    known = {**numbers.symbolic, **lengths}
    strict: dict[Expr, Expr] = {}
    for node in ex.postorder(value, into_arrays=False):
        if node.op != "access" or node.data is None or any(s.op != "index" for s in node.args[1:]):
            continue
        own, names = numbers.lengths(node.args[0]), [s.data[0] for s in node.args[1:]]
        if own is None or any(n not in known for n in names):
            continue
        if all(numbers.size_of(known[name]) == n for name, n in zip(names, own, strict=True)):
            strict[node] = ex.access(node.args[0], node.args[1:])
    return ex.replace(value, strict, into_arrays=False)


def _limit(node: Expr, terms: Terms) -> Expr | None:
    """The n of the guards ``0 <= node`` and ``node < n``."""
    above = [g.args[1] for g in terms.guards if ex.is_call(g, "lt") and g.args[0] is node and not g.args[1].free]
    below = [g for g in terms.guards if ex.is_call(g, "le") and g.args[1] is node and g.args[0] is ex.const(0)]
    return above[0] if above and below else None


def _reach(node: Expr, factors: Sequence[Expr], terms: Terms) -> Expr | None:
    """How long an axis at ``node`` is, outside of which the whole product is 0."""
    limit = _limit(node, terms)
    own = [f for f in factors if node in ex.postorder(f, into_arrays=False)]
    reads = [n for f in own for n in ex.postorder(f, into_arrays=False) if n.op == "access" and node in n.args[1:]]
    if limit is not None or not reads:
        return limit
    symbols = terms.numbers.symbols(reads[0].args[0])
    if symbols is None:
        return None
    length = symbols[reads[0].args[1:].index(node)]
    others = [r for f in terms.factors if f not in factors and (r := terms.forms(f)) is not None]
    if _stays(node, terms.numbers.size_of(length), others, terms.guards, terms.numbers):
        return length
    if any(r.data != 0 for r in reads) or not all(finite_when_padded(f, n) for f in own for n in node.free):
        return None
    for factor in own:
        if factor in reads:
            lengths = terms.numbers.symbols(factor.args[0])
            return None if lengths is None else lengths[factor.args[1:].index(node)]
    return None


def _stays(node: Expr, length: int, reads: Sequence[Read] | None, guards: Sequence[Expr], numbers: Numbers) -> bool:
    """Whether ``0 <= node < length`` wherever the guards hold and these reads are inside their arrays.

    Where there are reads, the indices have the extents of ``numbers``.
    """
    form = numbers.form(node)
    if form is None:
        return False
    sides = (0, float("inf")), (-float("inf"), length)
    above, below = (reads is not None and holds((form, *side), reads, numbers) for side in sides)
    for guard in guards:
        bound = bound_of(guard, numbers)
        if bound is None:
            continue
        other, low, high = bound
        if other.factors == {n: -c for n, c in form.factors.items()}:
            other, low, high = Form(form.factors, -other.constant), 1 - high, 1 - low
        if other.factors == form.factors:
            more = form.constant - other.constant
            above, below = above or low + more >= 0, below or high + more <= length
    return above and below
