"""Indexing, reshaping and joining of traced arrays by index arithmetic."""

from __future__ import annotations

import functools
import itertools
import operator
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from espresso.formulas.graph import expr as ex, operators
from espresso.formulas.graph.expr import Expr
from espresso.frontends.numpy.arrays import (
    TracedArray,
    TracingError,
    axis_name,
    axis_names,
    elementwise,
    from_named,
    join_kinds,
    length_of,
    lift,
    read_elsewhere,
    renamed,
)
from espresso.frontends.numpy.positions import lengths_of, with_short_positions


def normal_axis(axis: Any, ndim: int) -> int:
    """An axis number counted from the front."""
    place = int(operator.index(axis))
    if not -ndim <= place < ndim:
        raise np.exceptions.AxisError(place, ndim)
    return place % ndim


def normal_axes(axis: Any, ndim: int) -> tuple[int, ...]:
    """Axis numbers of an ``axis=`` argument; None means all."""
    if axis is None:
        return tuple(range(ndim))
    items = axis if isinstance(axis, (tuple, list)) else (axis,)
    return tuple(normal_axis(a, ndim) for a in items)


def reread(t: TracedArray, positions: Sequence[Expr | None], shape: Sequence[int], pad: Any = None) -> TracedArray:
    """``t`` read at new positions; position of each axis of t in terms of the new axes' names.

    With ``pad`` the positions may be outside, where the value is ``pad``.
    """
    if all(p is None or p.free for p in positions):  # at one place it is the formula of what stands there
        read_elsewhere(t)
    old = t.names
    if pad is None:
        table = {a: p for a, p in zip(old, positions, strict=True) if a is not None and p is not None}
        if _is_cut_short(t.body, table):
            return TracedArray(ex.access(whole(t), [ex.const(0) if p is None else p for p in positions]), shape, t.kind)
        body = ex.substitute(t.body, table)
        if not all(p.op == "index" for p in table.values()):
            body = with_short_positions(body)
        return TracedArray(body, shape, t.kind)
    body, slots = t.body, positions
    read = sorted(a.data[0] for a in body.args[1:] if a.op == "index") if _is_read(body) else None
    if None not in old and read == sorted(n for n in old if n is not None):
        place = dict(zip(old, slots, strict=True))
        indices = [place[a.data[0]] if a.op == "index" else a for a in body.args[1:]]
        return TracedArray(ex.access(body.args[0], [i for i in indices if i is not None], pad), shape, t.kind)
    array = whole(t)
    return TracedArray(ex.access(array, [p if p is not None else ex.const(0) for p in slots], pad), shape, t.kind)


def _is_cut_short(body: Expr, places: Mapping[str, Expr]) -> bool:
    """Whether an index along which something is sorted would become another one that runs less far.

    Running sums and products up to an element are the same.
    """
    less = {a for a, p in places.items() if p.op == "index" and length_of(p.data[0]) < length_of(a)}
    nodes = ex.postorder(body, into_arrays=False) if less else ()
    return any(
        n.op == "scan" and n.data[0] not in ("cumsum", "cumprod") and not less.isdisjoint(n.data[1]) for n in nodes
    )


def _is_read(body: Expr) -> bool:
    """Whether ``body`` reads an array at indices that run over whole axes, and at constants."""
    if body.op != "access" or body.data is not None:
        return False
    lengths = zip(body.args[1:], lengths_of(body.args[0]), strict=True)
    return all(length_of(a.data[0]) == n if a.op == "index" else not a.free for a, n in lengths)


def whole(t: TracedArray) -> Expr:
    """``t`` as an unnamed array with all its axes, those of length 1 included."""
    names = [axis_name(t.ndim - 1 - k, n) for k, n in enumerate(t.shape)]
    unit = [n for n, m in zip(names, t.names, strict=True) if m is None]
    return ex.closed("", names, with_unit_axes(as_condition(t.body, t.kind), unit, t.kind))


def branches(body: Expr) -> list[Expr]:
    """What choices of choices choose from, and these choices."""
    return ex.ordered([body], lambda n: n.args[1:] if ex.is_call(n, "where") else ())


def as_condition(body: Expr, kind: str) -> Expr:
    """``body`` as truth values where its kind says so: True and False are numbers, and so is a choice of them."""
    numbers = kind == "b" and any(a.op == "const" for a in branches(body))
    return ex.call("ne", body, ex.const(0)) if numbers else body


def with_unit_axes(body: Expr, names: Sequence[str], kind: str) -> Expr:
    """``body`` with indices of length 1 that it does not depend on."""
    for name in names:
        here = ex.call("eq", ex.index(name, 1), ex.const(0))
        body = ex.call("and", body, here) if kind == "b" else operators.multiply(body, here)
    return body


def permute(t: TracedArray, order: Sequence[int]) -> TracedArray:
    """Axes in another order."""
    names = t.names
    return from_named(t.body, [names[k] for k in order], [t.shape[k] for k in order], t.kind)


# --- indexing -------------------------------------------------------------------------------


def getitem(t: TracedArray, key: Any) -> TracedArray:
    """``t[key]`` with integers, slices, None, Ellipsis and integer arrays."""
    items = expanded(t, key if isinstance(key, tuple) else (key,))
    arrays = [lift(k) for k in items if is_array(k)]
    grid = np.broadcast_shapes(*(a.shape for a in arrays))
    shape: list[int] = []
    taken: list[Any] = []  # for each axis of t a position, or a slice with the number of its axis in ``shape``
    advanced: list[tuple[int, int]] = []  # numbers of integers and arrays, and the axes before them
    outside = False  # on another way through the iteration of a loop
    for number, item in enumerate(items):
        outside = outside or item is not None and not _always_inside(item, t.shape[len(taken)])
        if item is None:
            shape.append(1)
        elif isinstance(item, slice):
            start, step, length = _slice(item, t.shape[len(taken)])
            taken.append((start, step, len(shape)))
            shape.append(length)
        else:
            advanced.append((number, len(shape)))
            taken.append(_position(item, t.shape[len(taken)], len(taken), t.shape))
    together = all(b[0] == a[0] + 1 for a, b in itertools.pairwise(advanced))
    at = advanced[0][1] if arrays and together else 0
    final = [*shape[:at], *grid, *shape[at:]]
    names = axis_names(final, "@")
    own = [*names[:at], *names[at + len(grid) :]]
    positions: list[Expr | None] = []
    for p in taken:
        if isinstance(p, tuple):
            positions.append(_line(own[p[2]], *p[:2]))
        elif isinstance(p, TracedArray):
            pairs = zip(p.names[::-1], names[at : at + len(grid)][::-1], strict=False)
            positions.append(ex.rename(p.body, {a: b for a, b in pairs if a and b}))
        else:
            positions.append(p)
    pad = 0 if outside and t.body.op not in ("index", "const") else None
    return from_named(reread(t, positions, final, pad).body, names, final, t.kind)


def is_array(item: Any) -> bool:
    """Whether an item of a key is an array of positions or a mask."""
    return isinstance(item, (TracedArray, np.ndarray, list)) and (not isinstance(item, np.ndarray) or item.ndim > 0)


def expanded(t: TracedArray, items: tuple[Any, ...]) -> list[Any]:
    """Items for every axis: bool masks as positions, Ellipsis written out."""
    flat: list[Any] = []
    for item in items:
        if isinstance(item, TracedArray) and item.kind == "b":
            raise TracingError(
                "x[mask] with a traced mask has a shape that depends on values.\n"
                "Use np.where(mask, x, 0), which keeps the shape."
            )
        if isinstance(item, (bool, np.bool_)):
            raise TracingError("x[True] is not supported while tracing; use x[None]")
        array = np.asarray(item) if isinstance(item, (list, np.ndarray)) and not holds_traced(item) else None
        if array is not None and array.dtype == bool:
            flat += list(np.nonzero(array))
        else:
            flat.append(array if array is not None else item)
    used = sum(k is not None and k is not Ellipsis for k in flat)
    if used > t.ndim:
        raise IndexError(f"too many indices: the array has {t.ndim} axes, {used} were given")
    fill = [slice(None)] * (t.ndim - used)
    dots = [k for k, item in enumerate(flat) if item is Ellipsis]
    if dots:
        return [*flat[: dots[0]], *fill, *flat[dots[0] + 1 :]]
    return [*flat, *fill]


def holds_traced(item: Any) -> bool:
    """Whether traced arrays stand in a list."""
    return isinstance(item, list) and any(isinstance(v, TracedArray) or holds_traced(v) for v in item)


def _is_step(value: Any) -> bool:
    """Whether a position is the number of an iteration."""
    return hasattr(type(value), "along")


def _slice(item: slice, n: int) -> tuple[int | Expr, int, int]:
    """The first position of a slice, the distance to the next one, and how many there are."""
    bounds = item.start, item.stop
    if not any(map(_is_step, bounds)):
        part = range(n)[item]
        return part.start, part.step, len(part)
    if not all(map(_is_step, bounds)):
        raise TypeError("slices whose lengths vary are parts of arrays")
    start, stop = bounds
    step = operator.index(1 if item.step is None else item.step)
    stop.along(n, 1)
    return start.along(n, 1), step, len(range(start.number, stop.number, step))


def _always_inside(item: Any, n: int) -> bool:
    """Whether positions that numbers of iterations tell are inside on any way through these."""
    if isinstance(item, slice):
        return all(b.always_inside(n, 1) for b in (item.start, item.stop) if _is_step(b))
    return not _is_step(item) or bool(item.always_inside(n))


def _line(name: str | None, start: int | Expr, step: int) -> Expr:
    if name is None:
        return start if isinstance(start, Expr) else ex.const(start)
    value = ex.index(name) if step == 1 else operators.multiply(ex.const(step), ex.index(name))
    return operators.add(value, start) if isinstance(start, Expr) else shifted(start)(value)


def _position(item: Any, n: int, axis: int, shape: Sequence[int]) -> Any:
    """An integer or an array of integers as position along an axis of length n."""
    if _is_step(item):
        return item.along(n)
    if isinstance(item, TracedArray):
        if item.kind not in "ib":
            raise TracingError(
                "a float array cannot be an index.\n"
                "Give the argument as an integer array: es.trace(fn, idx=np.zeros(5, int))."
            )
        if item.signed:  # counted from the end: the same position, still checked at both ends
            item = elementwise(
                lambda p: operators.add(p, operators.multiply(ex.const(n), ex.call("lt", p, ex.const(0)))), item
            )
        return item if item.ndim else item.body
    if isinstance(item, (np.ndarray, list)) and np.ndim(item):
        array = np.asarray(item)
        if array.dtype.kind not in "iu":
            raise IndexError("arrays used as indices must be of integer (or boolean) type")
        outside = array[(array < -n) | (array >= n)]
        if outside.size:
            raise IndexError(f"index {outside[0]} is out of bounds for axis {axis} with size {n}")
        return lift(np.where(array < 0, array + n, array))
    k = operator.index(item)
    if not -n <= k < n:
        raise IndexError(f"index {k} is out of bounds for axis {axis} with size {n}")
    return ex.const(k % n)


# --- shapes ---------------------------------------------------------------------------------


def regrouped(old: Sequence[int], new: Sequence[int]) -> Iterator[tuple[list[int], list[int]]]:
    """Axes of two shapes that hold the same elements, as few of them together as possible; none of length 1.

    >>> list(regrouped((2, 3, 1, 4), (6, 2, 2)))
    [([0, 1], [0]), ([3], [1, 2])]
    """
    left, right = ([k for k, n in enumerate(shape) if n != 1] for shape in (old, new))
    while left:
        one, other = [left.pop(0)], [right.pop(0)]
        a, b = old[one[0]], new[other[0]]
        while a != b:
            if a < b:
                one.append(left.pop(0))
                a *= old[one[-1]]
            else:
                other.append(right.pop(0))
                b *= new[other[-1]]
        yield one, other


def reshape(t: TracedArray, shape: Sequence[int], order: str = "C") -> TracedArray:
    """Axes kept, merged by ``//`` and ``%``, or split by ``a*n + b``; with order "F" the first axis runs fastest."""
    if order == "F":
        turned = permute(t, range(t.ndim)[::-1])
        return permute(reshape(turned, shape[::-1]), range(len(shape))[::-1])
    if order != "C":
        raise TracingError(f"the order {order!r} depends on how an array lies in memory; only 'C' and 'F' are traced")
    shape = [operator.index(n) for n in shape]
    if -1 in shape:
        known = int(np.prod([n for n in shape if n != -1]))
        shape[shape.index(-1)] = t.size // known if known else 0
    if int(np.prod(shape)) != t.size:
        raise ValueError(f"cannot reshape array of size {t.size} into shape {tuple(shape)}")
    names = axis_names(shape, "@")
    positions: list[Expr | None] = [None] * t.ndim
    if t.size == 0:
        return TracedArray(ex.const(0.0 if t.kind in "fc" else 0), shape, t.kind)
    for old, new in regrouped(t.shape, shape):
        flat, below = _flat([names[k] for k in new], [shape[k] for k in new]), 1
        for k in reversed(old):
            value = operators.floordiv(flat, below) if below > 1 else flat
            positions[k] = operators.mod(value, t.shape[k]) if k != old[0] else value
            below *= t.shape[k]
    return from_named(reread(t, positions, shape).body, names, shape, t.kind)


def _flat(names: Sequence[str | None], lengths: Sequence[int]) -> Expr:
    terms, below = [], 1
    for name, n in zip(reversed(names), reversed(lengths), strict=True):
        assert name is not None
        terms.append(ex.index(name) if below == 1 else operators.multiply(ex.const(below), ex.index(name)))
        below *= n
    return functools.reduce(operators.add, reversed(terms))


def ravel(a: Any, order: str = "C") -> TracedArray:
    """All elements along one axis."""
    return reshape(lift(a), [lift(a).size], order)


def at_least(a: Any, ndim: int) -> TracedArray:
    """``a`` with axes of length 1 before its own, so that it has at least ``ndim``."""
    t = lift(a)
    return t if t.ndim >= ndim else reshape(t, [*[1] * (ndim - t.ndim), *t.shape])


def flattened(a: Any, axis: Any) -> tuple[TracedArray, int]:
    """An array and the axis that a function takes; of all elements in their order where ``axis`` is None."""
    t, axis = (ravel(a), 0) if axis is None else (lift(a), axis)
    return t, normal_axis(axis, t.ndim)


def cut(t: TracedArray, axis: int, item: Any) -> TracedArray:
    """``t[..., item, ...]`` along one axis."""
    return getitem(t, (*(slice(None),) * axis, item))


def broadcast_to(t: TracedArray, shape: Any) -> TracedArray:
    """``t`` repeated along new axes and axes of length 1."""
    shape = tuple(np.atleast_1d(shape).tolist()) if not isinstance(shape, tuple) else shape
    if np.broadcast_shapes(t.shape, shape) != tuple(shape):
        raise ValueError(f"shape {t.shape} cannot be broadcast to {tuple(shape)}")
    return TracedArray(t.body, shape, t.kind)


def expand_dims(t: TracedArray, axis: Any) -> TracedArray:
    """New axes of length 1 at the given places."""
    items = axis if isinstance(axis, (tuple, list)) else (axis,)
    ndim = t.ndim + len(items)
    places = {normal_axis(a, ndim) for a in items}
    rest = iter(zip(t.names, t.shape, strict=True))
    parts = [(None, 1) if k in places else next(rest) for k in range(ndim)]
    return from_named(t.body, [p[0] for p in parts], [p[1] for p in parts], t.kind)


def squeeze(t: TracedArray, axis: Any = None) -> TracedArray:
    """Without axes of length 1."""
    places = {k for k, n in enumerate(t.shape) if n == 1} if axis is None else set(normal_axes(axis, t.ndim))
    if any(t.shape[k] != 1 for k in places):
        raise ValueError("cannot select an axis to squeeze out which has size not equal to one")
    kept = [k for k in range(t.ndim) if k not in places]
    return from_named(t.body, [t.names[k] for k in kept], [t.shape[k] for k in kept], t.kind)


def along(t: TracedArray, axis: int, position: Any, length: int, pad: Any = None) -> TracedArray:
    """``t`` with the positions along one axis computed from the new index by ``position``."""
    shape = [length if k == axis else n for k, n in enumerate(t.shape)]
    names = axis_names(shape, "@")
    here: Expr = ex.index(names[axis]) if names[axis] is not None else ex.const(0)  # type: ignore[arg-type]
    positions = [position(here) if k == axis else (ex.index(n) if n else None) for k, n in enumerate(names)]
    return from_named(reread(t, positions, shape, pad).body, names, shape, t.kind)


def shifted(offset: int) -> Callable[[Expr], Expr]:
    """The position ``i + offset``."""
    if not offset:
        return lambda i: i
    return lambda i: operators.add(i, ex.const(offset)) if offset > 0 else operators.subtract(i, ex.const(-offset))


def concatenate(arrays: Sequence[Any], axis: Any = 0) -> TracedArray:
    """Arrays one after another: the sum of each read with zeros around it."""
    parts = [lift(a) for a in arrays]
    if axis is None:
        parts, axis = [ravel(p) for p in parts], 0
    axis = normal_axis(axis, parts[0].ndim)
    if len(parts) == 1:
        return parts[0]
    ends = list(itertools.accumulate(p.shape[axis] for p in parts))
    placed = [along(p, axis, shifted(p.shape[axis] - end), ends[-1], pad=0) for p, end in zip(parts, ends, strict=True)]
    if join_kinds(*(p.kind for p in parts)) == "b":
        return functools.reduce(lambda a, b: elementwise(lambda *c: ex.call("or", *c), a, b), placed)
    return elementwise(lambda *b: ex.call("add", *b), *placed)


def stack(arrays: Sequence[Any], axis: Any = 0) -> TracedArray:
    """Arrays along a new axis: each one where the new index has its number."""
    parts = [lift(a) for a in arrays]
    shape = np.broadcast_shapes(*(p.shape for p in parts))
    if any(p.shape != shape for p in parts):
        raise ValueError("all input arrays must have the same shape")
    axis = normal_axis(axis, len(shape) + 1)
    if len(parts) == 1:
        return expand_dims(parts[0], axis)
    full = [*shape[:axis], len(parts), *shape[axis:]]
    names = axis_names(full, "@")
    own = [*names[:axis], *names[axis + 1 :]]
    here = ex.index(str(names[axis]), len(parts))
    kind = join_kinds(*(p.kind for p in parts))
    bodies = [(ex.call("eq", here, ex.const(k)), renamed(p, own)) for k, p in enumerate(parts)]
    if kind == "b":
        body = bodies[0][1]
        for condition, b in bodies[1:]:
            body = ex.call("where", condition, b, body)
    else:
        body = operators.add(*(operators.multiply(b, c) for c, b in bodies))
    return from_named(body, names, full, kind)
