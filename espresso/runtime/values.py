"""Bounds of integer values that are used as positions (gathers), checked before a call.

A slot such as ``idx[b] + j`` is bounded by the extremes of ``idx`` and the extents; where
that is not enough to accept it, the slot's values themselves are computed and looked at.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from ..errors import InputError
from ..graph import expr as ex
from ..graph.expr import Expr
from ..inference.affine import affine
from ..inference.reads import unmasked

Interval = tuple[int, int]


def gathers(roots: Sequence[Expr]) -> list[tuple[Expr, int]]:
    """Strict reads with a slot that inference cannot bound: (access, axis) pairs.

    Reads that a mask may switch off are left out: they read 0 outside (`protect`).
    """
    found = []
    bodies = [e.args[0] if e.op == "let" else e for e in [*ex.lets(*roots), *roots]]
    open_ = set().union(*(unmasked(ex.postorder(b, into_arrays=False)) for b in bodies if b.op != "program"))
    for node in ex.postorder(*roots):
        if node.op == "access" and node.data is None and node in open_:
            for axis, slot in enumerate(node.args[1:]):
                if affine(slot) is None and any(n.op == "access" for n in ex.postorder(slot)):
                    found.append((node, axis))
    return found


def interval(e: Expr, extremes: Callable[[Expr], Interval | None], sizes: Mapping[str, int]) -> Interval | None:
    """Least and greatest value of an integer expression, or None when it is not known."""
    if e.op == "const" and isinstance(e.data, int):
        return e.data, e.data
    if e.op == "index":
        return (0, max(0, sizes[e.data[0]] - 1)) if e.data[0] in sizes else None
    if e.op == "access":
        return extremes(e.args[0]) if e.data is None else None
    if e.op != "call":
        return None
    parts = [interval(a, extremes, sizes) for a in e.args]
    if any(p is None for p in parts):
        return None
    known: list[Interval] = [p for p in parts if p is not None]
    if e.data == "add":
        return sum(p[0] for p in known), sum(p[1] for p in known)
    if e.data == "mul":
        low, high = known[0]
        for a, b in known[1:]:
            corners = (low * a, low * b, high * a, high * b)
            low, high = min(corners), max(corners)
        return low, high
    if e.data in ("minimum", "maximum"):
        pick = min if e.data == "minimum" else max
        return pick(p[0] for p in known), pick(p[1] for p in known)
    if e.data == "clip":
        x, lo, hi = known
        return min(max(x[0], lo[0]), hi[0]), min(max(x[1], lo[1]), hi[1])
    if e.data == "mod" and known[1][0] > 0:
        return 0, known[1][1] - 1
    return None


def check_positions(
    wanted: Sequence[tuple[Expr, int]], arrays: Mapping[str, Any], sizes: Mapping[Expr, Mapping[str, int]]
) -> None:
    """Raise InputError when a gather would read outside its array.

    Negative positions are refused too: in index notation position -1 is outside.
    """
    seen: dict[Expr, Interval | None] = {}

    def extremes(array: Expr) -> Interval | None:
        if array.op != "tensor":
            return None
        if array not in seen:
            values = np.asarray(arrays[array.data.name])
            seen[array] = (int(values.min()), int(values.max())) if values.size else (0, 0)
        return seen[array]

    merged: dict[str, int] = {}
    for known in sizes.values():
        for name, n in known.items():
            merged[name] = max(n, merged.get(name, 0))
    for access, axis in wanted:
        array = access.args[0]
        if array.op != "tensor":
            continue
        length = np.shape(arrays[array.data.name])[axis]
        slot = access.args[1 + axis]
        bounds = interval(slot, extremes, merged)
        if bounds is None or bounds[0] < 0 or bounds[1] >= length:
            _look(access, axis, length, slot, arrays, merged)


def _look(
    access: Expr, axis: int, length: int, slot: Expr, arrays: Mapping[str, Any], sizes: Mapping[str, int]
) -> None:
    """Compute the positions themselves and report the first that is outside."""
    from ..reference.evaluator import evaluate

    used = {n.data.name for n in ex.postorder(slot) if n.op == "tensor"}
    own = {n: k for n, k in sizes.items() if n in slot.free}
    values = np.asarray(evaluate(slot, {n: arrays[n] for n in used}, own))
    bad = values[(values < 0) | (values >= length)]
    if bad.size:
        name = access.args[0].data.name
        raise InputError(
            f"{slot} = {bad.flat[0]} is outside axis {axis} of {name}, whose length is {length}\n"
            f"  in {access}\n"
            f"Positions run from 0 to {length - 1}; write pad({name})[...] to read 0 outside."
        )
