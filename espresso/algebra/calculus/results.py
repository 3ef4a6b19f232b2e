"""Post-processing of derivatives: inlining, readable index names, simplification, range guards.

Intermediate arrays that are read once are written in place, indices get readable names,
the whole is simplified, and where the simplified formula no longer says how long an axis
is, a guard ``(m < size(w, 0))`` says it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

from espresso.algebra.calculus.products import ZERO
from espresso.formulas.extents.affine import linear
from espresso.formulas.extents.declared_extents import disputed, own_extents
from espresso.formulas.extents.extents import symbolic_extents
from espresso.formulas.extents.lengths import Lengths
from espresso.formulas.extents.range_guards import guarded, limit, limited, limits_within, summed_only
from espresso.formulas.extents.reads import facts_of, shortened, unmasked
from espresso.formulas.extents.scopes import uniquify, uniquify_body
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.formulas.graph.predicates import is_guard
from espresso.formulas.inference.dtypes import times_one
from espresso.records import dataclass

_INLINE_SIZE = 40
_MANY = 1 << 20


def inline(roots: Sequence[Expr], made: Collection[Expr]) -> list[Expr]:
    """``roots`` with those of the arrays ``made`` written in place that occur once and are short."""
    if not made:
        return list(roots)
    keep = set(made)
    counts = dict.fromkeys(made, 0)
    for statement in [*roots, *ex.lets(*roots)]:
        body = ex.body(statement)
        for node, times in _occurrences(body).items():
            if node.op == "access" and node.args[0] in keep:
                counts[node.args[0]] += times if node.data is None else _MANY
            elif node.op == "size" and node.args[0] in keep:
                counts[node.args[0]] = _MANY

    def change(node: Expr, copy: Expr) -> Expr | None:
        if node.op != "access" or counts.get(node.args[0]) != 1:
            return None
        array = copy.args[0]
        if (
            len(ex.postorder(array, into_arrays=False)) > _INLINE_SIZE
            or not shortened(array).isdisjoint(array.data[1])  # beside other reads its own would say other lengths
        ):
            return None
        return ex.element(array, copy.args[1:])

    return ex.copied(roots, change)


def is_tiny(e: Expr) -> bool:
    """Whether an expression is short enough to be repeated instead of named."""
    count = 0
    stack = [e]
    while stack:
        node = stack.pop()
        if node.op in ("reduce", "scan", "recur") or count > 8:
            return False
        if node.op != "const":
            count += 1
        if node.op == "call":
            stack.extend(node.args)
    return True


def _occurrences(body: Expr) -> dict[Expr, int]:
    """How often each node stands in the written-out body (counted up to a limit)."""
    order = ex.postorder(body, into_arrays=False)
    counts = dict.fromkeys(order, 0)
    counts[body] = 1
    for node in reversed(order):
        for child in node.args if node.op not in ex.ARRAY_OPS else ():
            counts[child] = min(counts[child] + counts[node], _MANY)
    return counts


def anchored(result: Expr, axes: Sequence[str], lengths: Lengths, extents: Mapping[str, Expr]) -> Expr:
    """``result`` with a guard for each axis whose length its body does not say."""
    said = _said(result, axes, lengths, extents)
    known = symbolic_extents(result) if said is None else said
    unsure = disputed(result, {**known, **extents})
    tied = _tied(ex.body(result))
    guards: dict[str, Expr] = {}
    settled: set[str] = set()
    while True:
        wrong = [a for a in axes if a in extents and a not in settled]
        wrong = [a for a in wrong if a in unsure or a not in known or not lengths.equal(known[a], extents[a])]
        if not wrong:
            break
        axis = wrong[-1]
        full = extents[axis]
        guards[axis] = limit(axis, full)
        reached = [axis]
        while reached:
            settled.add(name := reached.pop())
            others = tied.get(name, set()) - settled - unsure
            others = {o for o in others if lengths.equal(known.get(o, full), full)}
            reached += [o for o in others if lengths.equal(extents.get(o, ZERO), full)]
        if axis in known:
            result = _unbound(result, axis, axes, lengths, extents)
            known = symbolic_extents(ex.let(result.name or "", axes, guarded(ex.body(result), list(guards.values()))))
    if not guards:
        return result
    return ex.let(result.name or "", axes, guarded(ex.body(result), [guards[a] for a in axes if a in guards]))


def _said(result: Expr, axes: Sequence[str], lengths: Lengths, extents: Mapping[str, Expr]) -> dict[str, Expr] | None:
    """The extents of axes that the result says as they are, by itself; None where it takes the whole program to know.

    The others are axes that nothing in the result is about.
    """
    found = own_extents(result)
    known = {a: found[a].expr() for a in axes if a in found and a in extents}
    known = {a: length for a, length in known.items() if lengths.equal(length, extents[a])}
    rest = [a for a in axes if a not in known]
    return known if not rest or facts_of(result).mentioned.isdisjoint(rest) else None


def _unbound(result: Expr, axis: str, axes: Sequence[str], lengths: Lengths, extents: Mapping[str, Expr]) -> Expr:
    """``result`` with shifted reads at ``axis`` padded, so that they do not say how long it is.

    Indices of sums that such a read determined keep their range by a limit.
    """
    whole = with_masks(uniquify_body(ex.body(result), axes), axis, extents[axis], lengths)
    body = _padded_at(whole, axis, lambda array, k: lengths.equal(ex.size(array, k), extents[axis]))
    before = symbolic_extents(ex.let(result.name or "", axes, whole), extents)
    padded = ex.let(result.name or "", axes, body)
    after = symbolic_extents(padded, extents)
    told = after.keys() - facts_of(padded).unsure
    lost = [n for n in summed_only(body, before) if n not in told or not lengths.equal(before[n], after[n])]
    if lost:
        body = limited(body, {n: before[n] for n in sorted(lost)})
    return ex.let(result.name or "", axes, body)


def with_masks(body: Expr, axis: str, extent: Expr, lengths: Lengths) -> Expr:
    """``body`` with factors ``(axis < n)`` that would make the axis shorter as ``(n > axis)``: a mask and no length."""
    shorter = [f for f in limits_within(body, axis) if not lengths.equal(f.args[1], extent)]
    return ex.replace(body, {f: ex.call("gt", f.args[1], f.args[0]) for f in shorter}, into_arrays=False)


def _padded_at(body: Expr, axis: str, whole: Callable[[Expr, int], bool]) -> Expr:
    """``body`` with strict reads at ``axis`` padded where they are shifted, or along an axis of another length."""

    def says_otherwise(array: Expr, k: int, slot: Expr) -> bool:
        return axis in slot.free and bool(linear(slot)) and (slot.op != "index" or not whole(array, k))

    def change(node: Expr) -> Expr | None:
        strict = node.op == "access" and node.data is None
        wrong = strict and any(says_otherwise(node.args[0], k, s) for k, s in enumerate(node.args[1:]))
        return ex.access(node.args[0], node.args[1:], 0) if wrong else None

    return ex.rebuild(body, change, into_arrays=False)


def _tied(body: Expr) -> dict[str, set[str]]:
    """Which indices an equation ``(i == m)`` ties together."""
    tied: dict[str, set[str]] = {}
    for node in ex.postorder(body, into_arrays=False):
        if ex.is_call(node, "eq") and all(a.op == "index" for a in node.args):
            left, right = (a.data[0] for a in node.args)
            tied.setdefault(left, set()).add(right)
            tied.setdefault(right, set()).add(left)
    return tied


@dataclass(frozen=True)
class Raw:
    """A derivative before it is simplified: its name, axes, body and the extents of its axes."""

    name: str
    axes: tuple[str, ...]
    body: Expr
    extents: Mapping[str, Expr]


Inside = Mapping[Expr, Sequence[Expr]]
"""Integer inputs, with the lengths of axes that they are positions in: all their values lie inside."""


def positions_inside(scopes: Iterable[Expr], extents: Mapping[Expr, Mapping[str, Expr]], lengths: Lengths) -> Inside:
    """Inputs ``t`` that some statement reads as ``X[..., t[b], ...]`` for all their values.

    Such a read is refused when a value lies outside, so its derivative need not ask.
    """
    found: dict[Expr, list[Expr]] = {}
    for scope in scopes:
        order = ex.postorder(ex.body(scope), into_arrays=False)
        open_ = unmasked(order)
        for node in order:
            if node.op != "access" or node.data is not None or node not in open_:
                continue
            for axis, slot in enumerate(node.args[1:]):
                if slot.op != "access" or slot.args[0].op != "tensor" or slot.data is not None:
                    continue
                names = [s.data[0] if s.op == "index" else None for s in slot.args[1:]]
                known = [extents.get(scope, {}).get(n) if n else None for n in names]
                whole = len(set(names)) == len(names) and all(
                    x is not None and lengths.equal(x, ex.size(slot.args[0], k)) for k, x in enumerate(known)
                )
                if whole:
                    found.setdefault(slot.args[0], []).append(lengths.of(node.args[0], axis))
    return found


def _without_range_tests(results: Sequence[Expr], inside: Inside, lengths: Lengths) -> list[Expr]:
    """``results`` without conditions such as ``(0 <= t[b])`` and ``(t[b] < n)`` that always hold."""

    def holds(node: Expr) -> Expr | None:
        if node.op != "call" or node.data not in ("le", "lt"):
            return None
        low, high = node.args
        if node.data == "le" and ex.is_const(low, 0) and high.op == "access" and high.args[0] in inside:
            return ex.const(1)
        if node.data == "lt" and low.op == "access" and low.data is None and low.args[0] in inside:
            return ex.const(1) if any(lengths.equal(high, n) for n in inside[low.args[0]]) else None
        return None

    return ex.rebuild_all(results, holds)


def _as_tied(raw: Raw, lengths: Lengths) -> Raw:
    """``raw`` with the extent of each axis written like that of an index that an equation ties to it.

    The formula that was differentiated may be all that says that two lengths are equal.
    """
    pairs = [
        (a.data[0], b.data[0])
        for n in ex.postorder(raw.body, into_arrays=False)
        if ex.is_call(n, "eq") and all(x.op == "index" for x in n.args)
        for a, b in (n.args, n.args[::-1])
        if a.data[0] in raw.extents
    ]
    if not pairs:
        return raw
    known = symbolic_extents(uniquify(ex.closed(raw.name, raw.axes, raw.body)))
    extents = dict(raw.extents)
    for axis, other in pairs:
        length = known.get(other)
        if length is not None and length is not extents[axis] and lengths.equal(length, extents[axis]):
            extents[axis] = length
    return Raw(raw.name, raw.axes, raw.body, extents)


def finish(raws: Sequence[Raw], lengths: Lengths, inside: Inside | None = None) -> list[Expr]:
    """The named, simplified and anchored results; statements that they share stay shared."""
    from espresso.algebra.rewriting.simplification import simplify_all

    raws = [_as_tied(r, lengths) for r in raws]
    made = [ex.let(r.name, r.axes, r.body) for r in raws]
    chosen = [k for k, r in enumerate(raws) if r.body is not ZERO]
    known = [raws[k].extents for k in chosen]
    simple = simplify_all([made[k] for k in chosen], known)  # at once: statements that they share stay shared
    shorter = _without_range_tests(simple, inside, lengths) if inside else simple
    if shorter != simple:
        simple = simplify_all(shorter, known)
    for k, e in zip(chosen, simple, strict=True):
        made[k] = e
    anchors = [anchored(e, raw.axes, lengths, raw.extents) for e, raw in zip(made, raws, strict=True)]
    return [_as_float(a) for a in anchors]


def _as_float(result: Expr) -> Expr:
    """A result made of whole literals and conditions on values, as a float: it is a derivative.

    One that reads no array but has lengths gets the dtype of these arrays from inference.
    """
    body = ex.body(result)
    if ex.has(body, "size") and not ex.has(body, "access"):
        return result
    stack = [body]
    while stack:
        node = stack.pop()
        if is_guard(node):
            continue
        if node.op in ("access", "scan") or (node.op == "const" and not isinstance(node.data, int)):
            return result
        if node.op == "call" and node.data not in ("add", "mul", "where"):
            return result
        stack.extend(node.args)
    new = times_one(body)
    return ex.closed(result.data[0], result.data[1], new) if result.op == "let" else new


def axis_names(
    array: Expr, reads: Mapping[Expr, Sequence[str]], taken: Iterable[str], given: Sequence[str] | None = None
) -> tuple[str, ...]:
    """Names for the axes of a derivative by ``array``: as it is first read, made distinct."""
    used = set(taken)
    likes = list(given) if given is not None else _first_read(array, reads)
    names = []
    for position, like in enumerate(likes):
        later = likes[position + 1 :]
        names.append(like if like not in used else ex.fresh(used.union(later), like))
        used.add(names[-1])
    return tuple(names)


def first_reads(root: Expr) -> dict[Expr, list[str]]:
    """For each array of a formula the names of its axes where it is first read, "" where no index stands alone."""
    found: dict[Expr, list[str]] = {}
    for node in ex.postorder(root):
        best = found.get(node.args[0], []) if node.op == "access" else None
        if best is not None and (not best or not all(best)):
            plain = [s.data[0] if s.op == "index" else "" for s in node.args[1:]]
            plain = [n if n not in plain[:k] else "" for k, n in enumerate(plain)]
            if not best or sum(map(bool, plain)) > sum(map(bool, best)):
                found[node.args[0]] = plain
    return found


def _first_read(array: Expr, reads: Mapping[Expr, Sequence[str]]) -> list[str]:
    letters = "ijklmnpqrstuv"
    if array.op == "let":
        return list(array.data[1])
    best = reads.get(array) or [""] * array.ndim
    unused = (c for c in letters if c not in best)
    return [n or next(unused) for n in best]


_PARTS = re.compile(r"d(\d*)(\w*?)_d(\w+)$")


def result_name(base: str | None, labels: Sequence[str]) -> str:
    """The name of a derivative: ``dloss_dw``, ``d2loss_dw2``, ``d2loss_dw_db``, ``dw``.

    >>> result_name("loss", ["w", "w"]), result_name("dloss_dw", ["b"]), result_name(None, ["w"])
    ('d2loss_dw2', 'd2loss_dw_db', 'dw')
    """
    if not labels:
        return base or ""
    base, earlier = _split(base or "")
    labels = [*earlier, *labels]
    if not base and len(labels) == 1:
        return f"d{labels[0]}"
    counted: dict[str, int] = {}
    for label in labels:
        counted[label] = counted.get(label, 0) + 1
    below = "".join(f"_d{n}{c if c > 1 else ''}" for n, c in counted.items())
    return f"d{len(labels) if len(labels) > 1 else ''}{base}{below}"


def _split(name: str) -> tuple[str, list[str]]:
    """The name of what was differentiated, and by what, from the name of a derivative."""
    match = _PARTS.match(name)
    if match is None:
        return name, []
    order, base, labels = int(match[1] or 1), match[2], match[3].split("_d")
    if order == len(labels):
        return base, labels
    if len(labels) == 1 and labels[0].endswith(str(order)) and labels[0] != str(order):
        return base, [labels[0].removesuffix(str(order))] * order
    return name, []
