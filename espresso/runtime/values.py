"""Bounds of integer values that are used as positions.

A slot such as ``idx[b] + j`` is bounded by the extremes of ``idx`` and the extents of the indices.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from ..graph.expr import Expr

Interval = tuple[int, int]


def interval(
    e: Expr, extremes: Callable[[Expr], Interval | None], sizes: Mapping[str, int], length: Callable[[Expr], int],
    range_of: Callable[[Expr], Interval | None] = lambda _: None, around: Interval | None = None,
) -> Interval | None:  # fmt: skip
    """Least and greatest value of an integer expression, or None when it is not known.

    ``extremes`` are those of an input, ``sizes`` the extents of indices, and ``length`` the number that a length is.
    ``range_of`` tells the numbers of a dtype in which sums and products wrap, ``around`` those of the sum or product
    that this is a part of: where both wrap alike only the outer one counts.
    """
    if e.op == "const" and isinstance(e.data, int):
        return e.data, e.data
    if e.op == "index":
        return (0, max(0, sizes[e.data[0]] - 1)) if e.data[0] in sizes else None
    if e.op == "size":
        return length(e), length(e)
    if e.op == "access":
        return extremes(e.args[0]) if e.data is None else None
    if e.op != "call":
        return None
    wraps = range_of(e) if e.data in ("add", "mul") else None
    parts = [interval(a, extremes, sizes, length, range_of, wraps) for a in e.args]
    if any(p is None for p in parts):
        return None
    known: list[Interval] = [p for p in parts if p is not None]
    if e.data in ("add", "mul"):
        low, high = _sum(known) if e.data == "add" else _product(known)
        return (low, high) if wraps in (None, around) or (wraps[0] <= low and high <= wraps[1]) else None
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


def _sum(parts: Sequence[Interval]) -> Interval:
    return sum(p[0] for p in parts), sum(p[1] for p in parts)


def _product(parts: Sequence[Interval]) -> Interval:
    low, high = parts[0]
    for a, b in parts[1:]:
        corners = (low * a, low * b, high * a, high * b)
        low, high = min(corners), max(corners)
    return low, high
