"""NumPy text of sums of products: ``@``, ``np.einsum``, elementwise product and sum, scatters."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from espresso.algebra.normal_form.deltas import is_whole
from espresso.algebra.normal_form.signs import bound_together
from espresso.codegen.numpy import calls, lengths
from espresso.codegen.numpy.program import At
from espresso.codegen.numpy.reads import letters_for
from espresso.codegen.numpy.values import (
    ATOM,
    MATMUL,
    UNARY,
    Value,
    aligned,
    as_atom,
    as_number,
    bracket,
    combined,
    dtype_text,
    harmonised,
    in_one_dtype,
    transposed,
    unique,
)
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr, is_call
from espresso.formulas.graph.predicates import exact_int, is_guard
from espresso.records import dataclass


@dataclass(frozen=True)
class Factors:
    """The factors of a summed product: those that the sum does not touch, guards, the rest."""

    outer: tuple[Expr, ...]
    guards: tuple[Expr, ...]
    inner: tuple[Expr, ...]


def factors(at: At, node: Expr) -> Factors:
    """The factors under a sum."""
    body, names = node.args[0], set(node.data[1])
    parts = body.args if is_call(body, "mul") else (body,)
    if len(parts) > 1:
        parts = tuple(p for p in parts if not calls.is_certain(at, p))
    together = bound_together(names, parts)
    inner = [p for p in parts if p.free & names or p in together]
    outer = tuple(p for p in parts if p not in inner)
    guards = tuple(p for p in inner if is_guard(p))
    if len(guards) == len(inner) == 1 and body is inner[0]:
        guards = ()  # a sum of one comparison counts; it is no guard of anything
    return Factors(outer, guards, tuple(p for p in inner if p not in guards))


def needed(at: At, node: Expr) -> list[Expr]:
    """The expressions whose values the sum needs."""
    f = factors(at, node)
    wanted = [calls._split(p)[0] for p in (*f.outer, *f.inner) if exact_int(p) != -1]
    targets = scatter_targets(node, f)
    return [*wanted, *(targets[g][1] if g in targets else g for g in f.guards)]


def total(at: At, node: Expr) -> Value:
    """The value of ``sum[names](body)``."""
    names: tuple[str, ...] = node.data[1]
    f = factors(at, node)
    scales = tuple(p for p in f.outer if exact_int(p) != -1)
    product = [_factor(at, p) for p in (*scales, *f.inner)] if f.outer and f.inner else []
    wraps = bool(product) and _is_small(product, "iu")  # before it is added
    if wraps:
        f = Factors(tuple(p for p in f.outer if p not in scales), f.guards, (*scales, *f.inner))
    used = {n for p in (*f.inner, *f.guards) for n in p.free}
    if not f.inner and not f.guards:
        inner = None
    elif f.guards:
        inner = _guarded_sum(at, node, f)
    else:
        values = _inside(at, f, names)
        if wraps and len(f.outer) % 2:
            values[0] = calls.signed(as_number(values[0]), -1)
        f = replace(f, outer=()) if wraps else f
        inner = contract(at, values, names)
        used = {n for v in values for n in v.axes}  # of others conditions tell the length that always hold
    parts = [(at.program.length_value(lengths.at_least_zero(at.extent(n)), n), None) for n in names if n not in used]
    return _with_outer(at, f.outer, inner, parts)


def _with_outer(
    at: At, outer: Sequence[Expr], inner: Value | None, counts: Sequence[tuple[Value, int | None]]
) -> Value:
    """The sum times the factors that stand outside of it."""
    sign, plain, guards = calls.parted(at, outer)
    if inner is not None:
        position = next((k for k, (v, n) in enumerate(plain) if n is not None or v.axes), len(plain))
        plain.insert(position if plain and plain[0][1] is not None else len(plain), (inner, None))
    plain += counts
    if guards:
        value = calls.guarded(at, guards, plain)
    else:
        value = calls.chain(at, plain) if plain else calls.constant(1)
    return calls.signed(as_number(value), sign)


def _inside(at: At, f: Factors, names: Sequence[str]) -> list[Value]:
    """The factors that are summed, integers in the dtype of the whole product."""
    split = [calls._split(p) for p in f.outer if exact_int(p) != -1]
    outer, level = [at.get(base) for base, _ in split], int(any(n is not None for _, n in split))
    return in_one_dtype([_factor(at, p) for p in f.inner], names, outer, level)


def _factor(at: At, p: Expr) -> Value:
    base, n = calls._split(p)
    return at.get(base) if n is None else calls.product(at, [p])


# --- contractions ----------------------------------------------------------------------------


def contract(at: At, values: Sequence[Value], names: Sequence[str]) -> Value:
    """The product of arrays summed over ``names``."""
    if all(v.kind == "bool" or v.dtype == np.dtype(bool) for v in values) and len(values) > 1:
        several = len(values) > 2  # these may become products of two, each of which has to count
        values = [as_number(v) if several or not k else v for k, v in enumerate(values)]
    groups = harmonised(values)
    small = len(groups) > 1 and _is_small(groups)
    groups = _merged(at, groups)
    if small and len(groups) > 1:
        groups = [calls.chain(at, [(g, None) for g in groups])]
    groups = [_summed_alone(g, groups, names) for g in groups]
    groups = _vectors_first(at, groups, names)
    summed = [n for n in names if any(n in g.axes for g in groups)]
    if not summed:
        return calls.chain(at, [(g, None) for g in groups])
    if len(groups) > 2:
        groups = _absorbed(at, groups, summed)
    if len(groups) == 2:
        found = _matmul(at, groups[0], groups[1], summed) or _elementwise(at, groups, summed)
        if found is not None:
            return found
    return _einsum(at, groups, summed)


def _is_small(values: Sequence[Value], kinds: str = "biu") -> bool:
    """Whether the product would be summed in a dtype narrower than the sum's, of these kinds."""
    if any(v.kind == "strong" and v.dtype is None for v in values):
        return False
    dtype = combined("", ATOM, values, ()).dtype
    return dtype is not None and dtype.kind in kinds and dtype.itemsize < 8


def _merged(at: At, groups: Sequence[Value]) -> list[Value]:
    """Factors with the same axes multiplied elementwise."""
    by_axes = ex.grouped((frozenset(g.axes), g) for g in groups)
    return [calls.chain(at, [(g, None) for g in gs]) if len(gs) > 1 else gs[0] for gs in by_axes.values()]


def _summed_alone(group: Value, groups: Sequence[Value], names: Sequence[str]) -> Value:
    """``group`` summed over the names that no other factor has."""
    mine = [n for n in names if n in group.axes and not any(n in g.axes for g in groups if g is not group)]
    return reduced(group, "sum", mine) if mine else group


def reduced(value: Value, method: str, names: Sequence[str]) -> Value:
    """``value.sum(axis=...)`` and its like, with the text that keeps the axes at hand."""
    places = [value.axes.index(n) for n in names]
    rest = tuple(a for a in value.axes if a not in names)
    base = as_atom(value)
    if not rest and method == "sum" and base.startswith("np.diagonal("):
        return replace(accumulated(value, base.replace("np.diagonal", "np.trace", 1)), axes=())
    if not rest:
        return replace(accumulated(value, f"{base}.{method}()"), axes=())
    where = str(places[0]) if len(places) == 1 else f"({', '.join(map(str, sorted(places)))})"
    text = f"{base}.{method}(axis={where})"
    kept = f"{base}.{method}(axis={where}, keepdims=True)"
    pattern = tuple(a if a in rest else None for a in value.axes)
    return replace(accumulated(value, text), axes=rest, kept=(kept, pattern))


def accumulated(value: Value, text: str) -> Value:
    """Sums of a value's elements, with its axes: small integers are added up in 64 bits."""
    kind, dtype = "weak" if value.kind == "bool" else value.kind, value.dtype
    if dtype is not None and dtype.kind in "biu":
        dtype = np.dtype(np.uint64 if dtype.kind == "u" else np.int64)
    return value.spelled(text, view=False, number=False, kind=kind, native=False, dtype=dtype)


def _vectors_first(at: At, groups: list[Value], names: Sequence[str]) -> list[Value]:
    """Vectors contracted with the one matrix that shares their summed index."""
    while len(groups) > 2:
        for v in groups:
            partners = [g for g in groups if g is not v and v.axes and v.axes[0] in g.axes]
            if len(v.axes) == 1 and v.axes[0] in names and len(partners) == 1 and len(partners[0].axes) == 2:
                product = _matmul(at, partners[0], v, [v.axes[0]])
                assert product is not None
                groups = [product if g is partners[0] else g for g in groups if g is not v]
                break
        else:
            return groups
    return groups


def _absorbed(at: At, groups: list[Value], summed: Sequence[str]) -> list[Value]:
    """Factors that only scale another one multiplied into it, if that leaves a matrix product."""
    kept: list[Value] = []
    rest = sorted(groups, key=lambda g: -len(g.axes))
    for g in rest:
        host = next((k for k in range(len(kept) - 1, -1, -1) if set(g.axes) < set(kept[k].axes)), None)
        if host is None:
            kept.append(g)
        else:
            kept[host] = calls.chain(at, [(g, None), (kept[host], None)])
    if len(kept) == 2 and _matmul(at, kept[0], kept[1], summed) is not None:
        return kept
    return groups


def _matmul(at: At, a: Value, b: Value, summed: Sequence[str]) -> Value | None:
    """``a @ b`` if both sides are vectors, matrices or stacks of matrices in the right layout."""
    shared = [n for n in a.axes if n in b.axes]
    inner = [n for n in shared if n in summed]
    batch = [n for n in shared if n not in summed]
    if len(inner) != 1:
        return None
    k = inner[0]
    free_a = [n for n in a.axes if n not in shared]
    free_b = [n for n in b.axes if n not in shared]
    if batch:
        return _batched(at, a, b, k, batch, free_a, free_b)
    if len(free_a) > 1 or len(free_b) > 1:
        return None
    rank = {n: p for p, n in enumerate(at.scope.order)}
    if (free_b and not free_a) or (free_a and free_b and rank.get(free_b[0], 0) < rank.get(free_a[0], 0)):
        a, b, free_a, free_b = b, a, free_b, free_a
    left = transposed(a, (*free_a, k))
    right = transposed(b, (k, *free_b))
    return _at(left, right, (*free_a, *free_b))


def _at(left: Value, right: Value, axes: Sequence[str]) -> Value:
    first = left.text if left.prec == MATMUL else bracket(left.text, left.prec, UNARY)
    text = f"{first} @ {bracket(right.text, right.prec, UNARY)}"
    return combined(text, MATMUL, [left, right], axes)


def _batched(
    at: At, a: Value, b: Value, k: str, batch: Sequence[str], free_a: Sequence[str], free_b: Sequence[str]
) -> Value | None:
    if len(free_a) != 1 or len(free_b) != 1:
        return None
    front = tuple(batch)
    rank = {n: p for p, n in enumerate(at.scope.order)}
    if rank.get(free_b[0], 0) < rank.get(free_a[0], 0):
        a, b, free_a, free_b = b, a, free_b, free_a
    i, j = free_a[0], free_b[0]
    left, right = _stack(a, (*front, i, k)), _stack(b, (*front, k, j))
    return _at(left, right, (*front, i, j)) if left is not None and right is not None else None


def _stack(value: Value, wanted: tuple[str, ...]) -> Value | None:
    if value.axes == wanted:
        return value
    if value.axes == (*wanted[:-2], wanted[-1], wanted[-2]):
        return value.spelled(f"{as_atom(value)}.swapaxes(-1, -2)", axes=wanted)
    return None


def _elementwise(at: At, groups: Sequence[Value], summed: Sequence[str]) -> Value | None:
    """``(a*b).sum(axis)`` if one factor has all axes of the other and no matrix product is lost."""
    a, b = sorted(groups, key=lambda g: -len(g.axes))
    shared_free = [n for n in b.axes if n not in summed]
    if not set(b.axes) <= set(a.axes) or (len(a.axes) > 2 and not shared_free):
        return None
    return reduced(calls.chain(at, [(g, None) for g in groups]), "sum", list(summed))


def _einsum(at: At, groups: Sequence[Value], summed: Sequence[str]) -> Value:
    names = unique(n for g in groups for n in g.axes)
    rank = {n: k for k, n in enumerate(at.scope.order)}
    out = tuple(sorted((n for n in names if n not in summed), key=lambda n: rank.get(n, 0)))
    if len(names) > 52:
        return reduced(calls.chain(at, [(g, None) for g in groups]), "sum", list(summed))
    letters = letters_for(names)
    spec = ",".join("".join(letters[n] for n in g.axes) for g in groups) + "->" + "".join(letters[n] for n in out)
    matrices = sum(len(g.axes) >= 2 for g in groups)
    optimize = ", optimize=True" if len(groups) > 2 or matrices >= 2 else ""
    text = f'np.einsum("{spec}", {", ".join(g.text for g in groups)}{optimize})'
    return combined(text, ATOM, groups, out)


# --- guards under a sum ------------------------------------------------------------------------


def scatter_targets(node: Expr, f: Factors) -> dict[Expr, tuple[str, Expr]]:
    """Guards ``(p == e)`` that say where a summed term is added: guard -> (p, e).

    p is a free index that stands nowhere else, e depends on summed indices and not on
    any such p.
    """
    names = set(node.data[1])
    found: dict[Expr, tuple[str, Expr]] = {}
    for g in f.guards:
        if g.data != "eq":
            continue
        for index, e in (g.args, g.args[::-1]):
            if index.op != "index" or index.data[0] in names or not e.free & names or not is_whole(e):
                continue
            others = [p for p in (*f.inner, *f.guards) if p is not g]
            p = index.data[0]
            if p not in e.free and not any(p in o.free for o in others):
                found[g] = (p, e)
                break
    if any(p in e.free for p, _ in found.values() for _, e in found.values()) or not f.inner:
        return {}
    covered = {n for _, e in found.values() for n in e.free}
    return found if len(found) == len(f.guards) and covered & names else {}


def _guarded_sum(at: At, node: Expr, f: Factors) -> Value:
    names: tuple[str, ...] = node.data[1]
    targets = scatter_targets(node, f)
    if targets:
        return _scatter(at, names, f, list(targets.values()))
    plain = [(v, None) for v in _inside(at, f, names)]
    value = calls.guarded(at, list(f.guards), plain)
    return reduced(value, "sum", [n for n in names if n in value.axes])


def _scatter(at: At, names: Sequence[str], f: Factors, targets: list[tuple[str, Expr]]) -> Value:
    """Terms added at computed positions: zeros, then ``np.add.at``."""
    positions = [at.get(e) for _, e in targets]
    grid = set().union(*(p.axes for p in positions))
    inner = _inside(at, f, names)
    value = contract(at, inner, [n for n in names if n not in grid]) if len(inner) > 1 else as_number(inner[0])
    loose = [n for n in names if n not in grid and n in value.axes]
    value = reduced(value, "sum", loose) if loose else value
    rank = {n: k for k, n in enumerate(at.scope.order)}
    order = sorted(grid, key=lambda n: rank.get(n, 0))
    kept = [n for n in order if n not in names]
    rest = [a for a in value.axes if a not in grid]
    axes = (*kept, *(p for p, _ in targets), *rest)
    dtype = dtype_text([value], 0) if value.kind == "strong" else None
    if value.dtype is not None and value.dtype.kind in "biu" and value.kind == "strong":
        dtype = "np.uint64" if value.dtype.kind == "u" else "np.int64"
    shape = at.shape_text(axes)
    where = [aligned(at.arange(n), order).text for n in kept]
    where += [aligned(p, order).text for p in positions]
    full = (*order, *rest)
    source = aligned(value, full)
    if set(value.axes) != set(full):
        source = replace(source, text=f"np.broadcast_to({source.text}, {at.shape_text(full)})")
    at.program.helpers["_es_add_at"] = None
    out = at.program.temporary()
    kind = "" if dtype is None else f", dtype={dtype}"
    if dtype is None and value.kind == "weak":
        kind = ", dtype=int" if value.level == 0 else ", dtype=float"
    at.program.lines.append(f"{out} = np.zeros({shape}{kind})")
    comma = "," if len(where) == 1 else ""
    at.program.lines.append(f"_es_add_at({out}, ({', '.join(where)}{comma}), {source.text})")
    result = combined(out, ATOM, [accumulated(value, value.text)], axes)
    return replace(result, native=False, names=(out,) if value.kind == "strong" else ())
