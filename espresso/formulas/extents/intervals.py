"""Interval arithmetic of integer values that are used as subscripts.

A slot such as ``idx[b] + j`` is bounded by the extremes of ``idx`` and the extents of the indices.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence

from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr

Interval = tuple[int, int]


def interval(
    e: Expr, extremes: Callable[[Expr], Interval | None], sizes: Mapping[str, int], length: Callable[[Expr], int],
    range_of: Callable[[Expr], Interval | None] = lambda _: None, around: Interval | None = None,
) -> Interval | None:  # fmt: skip
    """Least and greatest value of an integer expression, or None when it is not known.

    ``extremes`` are those of an input, ``sizes`` the extents of indices, and ``length`` the number that a length is.
    ``range_of`` tells the numbers of the dtype in which a part is computed, ``around`` those of the sum or product
    that this is a part of: where both wrap alike only the outer one counts.
    """
    if e.op == "const" and isinstance(e.data, int):
        return e.data, e.data
    if e.op == "index":
        last = sizes[e.data[0]] - 1 if e.data[0] in sizes else None
        return None if last is None else (0, last if last >= 0 else 0)
    if e.op == "size":
        return length(e), length(e)
    if e.op == "access":
        return extremes(e.args[0]) if e.data is None else None
    if e.op in ("reduce", "scan"):
        return _of_elements(e, extremes, sizes, length, range_of)
    if e.op != "call":
        return None
    if e.data in ("eq", "ne", "lt", "le", "gt", "ge", "and", "or", "not"):
        return 0, 1
    if e.data == "where":
        sides = [interval(a, extremes, sizes, length, range_of) for a in e.args[1:]]
        both = [p for p in sides if p is not None]
        return (min(p[0] for p in both), max(p[1] for p in both)) if len(both) == 2 else None
    limits = range_of(e)
    ring = e.data in ("add", "mul")
    parts = [interval(a, extremes, sizes, length, range_of, limits if ring else None) for a in e.args]
    if any(p is None for p in parts):
        return None
    known: list[Interval] = [p for p in parts if p is not None]
    if ring:
        found = _sum(known) if e.data == "add" else _product(known)
        return found if limits in (None, around) or _within(found, limits) else None
    if limits is not None and not all(_within(p, limits) for p in known):
        return None  # what is an argument there is another number
    if e.data in ("minimum", "maximum"):
        pick = min if e.data == "minimum" else max
        return pick(p[0] for p in known), pick(p[1] for p in known)
    if e.data == "clip":
        x, lo, hi = known
        return min(max(x[0], lo[0]), hi[0]), min(max(x[1], lo[1]), hi[1])
    if e.data == "floordiv" and known[1][0] > 0:
        quotients = [a // b for a in known[0] for b in known[1]]
        return min(quotients), max(quotients)
    if e.data == "mod" and known[1][0] > 0:
        return 0, known[1][1] - 1
    return None


def _of_elements(
    e: Expr, extremes: Callable[[Expr], Interval | None], sizes: Mapping[str, int], length: Callable[[Expr], int],
    range_of: Callable[[Expr], Interval | None],
) -> Interval | None:  # fmt: skip
    """Bounds of a position among elements, or of one of them."""
    if e.data[0] in ("argmax", "argmin", "argsort"):
        if not all(n in sizes for n in e.data[1]):
            return None
        return 0, max(math.prod(sizes[n] for n in e.data[1]) - 1, 0)
    if e.data[0] in ("min", "max", "sort"):
        return interval(e.args[0], extremes, sizes, length, range_of)
    return (0, 1) if e.data[0] in ("any", "all") else None


def index_sums(e: Expr) -> Iterator[Expr]:
    """The sums and products of indices, lengths and whole numbers in an expression, other than those in arrays."""
    data: set[Expr] = set()
    for node in ex.postorder(e, into_arrays=False):
        if node.op in ("access", "reduce", "scan") or any(a in data for a in node.args):
            data.add(node)
        elif node.op == "call" and node.data in ("add", "mul"):
            yield node


def beyond(
    e: Expr, bits: int, sizes: Mapping[str, int], length: Callable[[Expr], int]
) -> tuple[Expr, int] | None:
    """A part of index arithmetic that signed numbers of so many bits do not hold, and a value of it; else None."""
    largest = (1 << (bits - 1)) - 1
    for part in index_sums(e):
        bounds = interval(part, lambda _: None, sizes, length)
        if bounds is not None and (bounds[0] < -largest - 1 or bounds[1] > largest):
            return part, bounds[0] if bounds[0] < -largest - 1 else bounds[1]
    return None


def _within(part: Interval, limits: Interval) -> bool:
    return limits[0] <= part[0] and part[1] <= limits[1]


def _sum(parts: Sequence[Interval]) -> Interval:
    return sum(p[0] for p in parts), sum(p[1] for p in parts)


def _product(parts: Sequence[Interval]) -> Interval:
    low, high = parts[0]
    for a, b in parts[1:]:
        corners = (low * a, low * b, high * a, high * b)
        low, high = min(corners), max(corners)
    return low, high
