"""Blocks, splits, takes, inserts, flips and windows of traced arrays, all by indexing and concatenation."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

import numpy as np

from espresso.formulas.graph import expr as ex, operators
from espresso.frontends.numpy import shapes
from espresso.frontends.numpy.arrays import TracedArray, axis_names, from_named, join_kinds, lift, unsupported
from espresso.frontends.numpy.products import diagonal
from espresso.frontends.numpy.shapes import at_least, cut, flattened, normal_axes, normal_axis, ravel


def constant(value: Any, name: str, what: str) -> np.ndarray:
    """An argument that decides a shape, as numbers."""
    if isinstance(value, TracedArray) or shapes.holds_traced(value):
        raise unsupported(name, f"{what} decides the shape of the result and is computed by the function")
    return np.asarray(value)


def _at_least_3d(a: Any) -> TracedArray:
    t = lift(a)
    shape = {0: (1, 1, 1), 1: (1, t.size, 1), 2: (*t.shape, 1)}.get(t.ndim)
    return t if shape is None else shapes.reshape(t, shape)


def _block(arrays: Any) -> TracedArray:
    depth, first = 0, arrays
    while isinstance(first, list):
        depth, first = depth + 1, first[0]

    def leaves(item: Any) -> list[TracedArray]:
        return [a for part in item for a in leaves(part)] if isinstance(item, list) else [lift(item)]

    ndim = max(depth, *(a.ndim for a in leaves(arrays)))

    def joined(item: Any, level: int) -> TracedArray:
        if not isinstance(item, list):
            return at_least(item, ndim)
        return shapes.concatenate([joined(part, level - 1) for part in item], -level)

    return joined(arrays, depth)


def split(a: Any, sections: Any, axis: int = 0) -> list[TracedArray]:
    """``np.array_split``."""
    a = lift(a)
    axis = normal_axis(axis, a.ndim)
    n = a.shape[axis]
    if np.ndim(sections):
        cuts = [0, *sections, n]
    else:
        small, more = divmod(n, int(sections))
        cuts = [0, *np.cumsum([small + (k < more) for k in range(int(sections))]).tolist()]
    return [cut(a, axis, slice(lo, hi)) for lo, hi in itertools.pairwise(cuts)]


def _even_split(a: Any, sections: Any, axis: int = 0) -> list[TracedArray]:
    if not np.ndim(sections) and lift(a).shape[axis] % int(sections):
        raise ValueError("array split does not result in an equal division")
    return split(a, sections, axis)


def _unstack(a: Any, axis: int = 0) -> tuple[TracedArray, ...]:
    a = lift(a)
    axis = normal_axis(axis, a.ndim)
    return tuple(cut(a, axis, k) for k in range(a.shape[axis]))


def take(a: Any, indices: Any, axis: Any = None) -> TracedArray:
    """``np.take``."""
    t, axis = flattened(a, axis)
    return cut(t, axis, indices)


def _delete(a: Any, obj: Any, axis: Any = None) -> TracedArray:
    t, axis = flattened(a, axis)
    where = obj if isinstance(obj, slice) else constant(obj, "delete", "what is left out")
    return _kept(t, np.delete(np.arange(t.shape[axis]), where), axis)


def _kept(t: TracedArray, positions: np.ndarray, axis: int) -> TracedArray:
    """The constant ``positions`` along an axis, as slices one after another where that is shorter."""
    if not len(positions):
        return cut(t, axis, slice(0, 0))
    runs = np.split(positions, np.nonzero(np.diff(positions) != 1)[0] + 1)
    return shapes.concatenate([cut(t, axis, slice(int(r[0]), int(r[-1]) + 1)) for r in runs], axis)


def _compress(condition: Any, a: Any, axis: Any = None) -> TracedArray:
    t, axis = flattened(a, axis)
    return _kept(t, np.nonzero(constant(condition, "compress", "the condition"))[0], axis)


def _insert(a: Any, obj: Any, values: Any, axis: Any = None) -> TracedArray:
    if np.ndim(obj):
        raise unsupported("insert", "at several positions")
    t, axis = flattened(a, axis)
    n = t.shape[axis]
    at = int(obj) + (n if int(obj) < 0 else 0)
    new = lift(values)
    if join_kinds(new.kind, t.kind) != t.kind:
        raise unsupported("insert", "of values that the array has no place for, so that NumPy would cut them off")
    new = at_least(new, t.ndim)
    new = shapes.permute(new, [*range(1, axis + 1), 0, *range(axis + 1, new.ndim)])  # the first axis is inserted along
    count = new.shape[axis]
    new = shapes.broadcast_to(new, tuple(count if k == axis else m for k, m in enumerate(t.shape)))
    return shapes.concatenate([cut(t, axis, slice(0, at)), new, cut(t, axis, slice(at, n))], axis)


def repeat(a: Any, repeats: Any, axis: Any = None) -> TracedArray:
    """``np.repeat``."""
    t, axis = flattened(a, axis)
    counts = constant(repeats, "repeat", "the number of repetitions")
    if counts.size == 1:
        n = int(counts.reshape(-1)[0])
        return shapes.along(t, axis, lambda i: operators.floordiv(i, n) if n != 1 else i, t.shape[axis] * n)
    return take(t, np.repeat(np.arange(t.shape[axis]), counts), axis)


def _rot90(m: Any, k: int = 1, axes: Any = (0, 1)) -> TracedArray:
    t = lift(m)
    i, j = normal_axes(axes, t.ndim)
    order = list(range(t.ndim))
    order[i], order[j] = j, i
    turns = k % 4
    if turns == 2:
        return flip(t, (i, j))
    if turns == 1:
        return shapes.permute(flip(t, j), order)
    return flip(shapes.permute(t, order), j) if turns else t


def flip(a: Any, axis: Any = None) -> TracedArray:
    """``np.flip``."""
    t = lift(a)
    for k in normal_axes(axis, t.ndim):
        n = t.shape[k]
        t = shapes.along(t, k, lambda i, n=n: operators.subtract(ex.const(n - 1), i), n)
    return t


def diag(v: Any, k: int = 0) -> TracedArray:
    """``np.diag``: the diagonal of a matrix, or the matrix of a diagonal."""
    v = lift(v)
    if v.ndim == 2:
        return diagonal(v, k)
    n = v.size + abs(k)
    names = axis_names([n, n])
    i, j = (ex.index(m) if m else ex.const(0) for m in names)
    placed = shapes.along(v, 0, lambda p: operators.subtract(p, ex.const(-k)) if k < 0 else p, n, pad=0) if k else v
    body = ex.rename(placed.body, {placed.names[0]: names[0]} if placed.names[0] and names[0] else {})
    guard = ex.call("eq", j, operators.add(i, ex.const(k)) if k else i)
    return TracedArray(operators.multiply(body, guard), (n, n), v.kind)


def _meshgrid(*axes: Any, indexing: str = "xy", sparse: bool = False, copy: bool = True) -> tuple[TracedArray, ...]:
    places = list(range(len(axes)))
    if indexing == "xy" and len(axes) > 1:
        places[:2] = [1, 0]
    grids = [
        shapes.reshape(ravel(a), [-1 if k == place else 1 for k in range(len(axes))])
        for a, place in zip(axes, places, strict=True)
    ]
    shape = np.broadcast_shapes(*(g.shape for g in grids))
    return tuple(grids) if sparse else tuple(shapes.broadcast_to(g, shape) for g in grids)


def _windows(x: Any, window_shape: Any, axis: Any = None, **kwargs: Any) -> TracedArray:
    """``sliding_window_view``: ``x[p + r]`` with the offsets r as last axes."""
    t = lift(x)
    sizes = [int(n) for n in np.atleast_1d(window_shape)]
    places = normal_axes(axis, t.ndim)
    if len(places) != len(sizes):
        raise ValueError("sliding_window_view needs one window length for each of its axes")
    counts = list(t.shape)
    for k, n in zip(places, sizes, strict=True):
        counts[k] -= n - 1
    if min(counts, default=0) < 0:
        raise ValueError("the window is larger than the array")
    full = [*counts, *sizes]
    names = axis_names(full, "@")
    offsets: list[list[str]] = [[] for _ in counts]
    for k, name in zip(places, names[len(counts) :], strict=True):
        offsets[k] += [name] if name else []
    positions = []
    for name, more in zip(names, offsets, strict=False):
        terms = [ex.index(m) for m in [name, *more] if m]
        positions.append(operators.add(*terms) if terms else ex.const(0))
    return from_named(shapes.reread(t, positions, full).body, names, full, t.kind)


def _diff(a: Any, n: int = 1, axis: int = -1, prepend: Any = None, append: Any = None) -> TracedArray:
    t = lift(a)
    if not n:
        return t
    axis = normal_axis(axis, t.ndim)
    one = tuple(1 if k == axis else m for k, m in enumerate(t.shape))
    ends = [None if v is None else lift(v) for v in (prepend, append)]
    before, after = ([] if v is None else [shapes.broadcast_to(v, one) if not v.ndim else v] for v in ends)
    if before or after:
        t = shapes.concatenate([*before, t, *after], axis)
    for _ in range(n):
        last, first = cut(t, axis, slice(1, None)), cut(t, axis, slice(None, -1))
        t = last != first if t.kind == "b" else last - first
    return t


FUNCTIONS: dict[str, Callable[..., Any]] = {
    "atleast_3d": _at_least_3d,
    "block": _block,
    "split": _even_split,
    "array_split": split,
    "hsplit": lambda a, sections: _even_split(a, sections, 1 if lift(a).ndim > 1 else 0),
    "vsplit": lambda a, sections: _even_split(a, sections, 0),
    "dsplit": lambda a, sections: _even_split(a, sections, 2),
    "dstack": lambda arrays: shapes.concatenate([_at_least_3d(a) for a in arrays], 2),
    "unstack": _unstack,
    "take": take,
    "delete": _delete,
    "compress": _compress,
    "insert": _insert,
    "repeat": repeat,
    "rot90": _rot90,
    "flip": flip,
    "fliplr": lambda a: flip(a, 1),
    "flipud": lambda a: flip(a, 0),
    "diag": diag,
    "diagflat": lambda v, k=0: diag(ravel(v), k),
    "meshgrid": _meshgrid,
    "sliding_window_view": _windows,
    "diff": _diff,
    "ediff1d": lambda a: _diff(ravel(a)),
}
"""Functions by NumPy name."""
