"""Parts of arrays whose lengths are not known while tracing: ``x[:i]`` for the number of an iteration, ``x[x > 0]``.

A part is the whole array and a condition on its positions, where the elements stay.  Elementwise functions of parts
that are cut alike are parts, reductions and products sum where the condition holds, and assignment writes there.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from types import CellType, FunctionType
from typing import Any

import numpy as np

from espresso.formulas.extents.affine import Formula
from espresso.formulas.graph import expr as ex, operators
from espresso.formulas.graph.expr import Expr
from espresso.formulas.graph.predicates import conjunction
from espresso.frontends.numpy import products, reductions, shapes
from espresso.frontends.numpy.arrays import (
    WATCHING,
    TracedArray,
    TracingError,
    lift,
    multiply,
    scalar_call,
    where,
)
from espresso.frontends.numpy.assignment import assign, item_view, owner
from espresso.frontends.numpy.functions import of_kind
from espresso.frontends.numpy.loops.numbers import NotTheSame, Step, position_of

Range = tuple[Formula, Formula]
"""The first position of an axis that is in a part, and the one after the last."""


class Part(np.lib.mixins.NDArrayOperatorsMixin):
    """Elements of ``values``: those in ``ranges`` of its axes, or where a mask of its first axes is true."""

    __slots__ = ("_values", "ranges", "mask", "origin", "written", "turns")
    through_ufunc = True
    __array_priority__ = 2000
    __hash__ = None  # type: ignore[assignment]

    def __init__(self, values: TracedArray, ranges: Sequence[Range | None] = (), mask: TracedArray | None = None,
                 origin: Any = None) -> None:  # fmt: skip
        self._values, self.ranges, self.mask, self.origin = values, tuple(ranges), mask, origin
        self.written: Any = None
        self.turns = [(w, w.turn) for w in WATCHING.get()]

    @property
    def values(self) -> TracedArray:
        """The whole array."""
        for loop, turn in self.turns:
            if loop.turn != turn:  # what is read was made in an iteration before
                raise NotTheSame(loop.site)
        return self._values

    @property
    def ndim(self) -> int:
        """Number of axes."""
        return self.values.ndim - (self.mask.ndim - 1 if self.mask is not None else 0)

    @property
    def dtype(self) -> np.dtype:
        """The dtype of the elements."""
        return self.values.dtype

    @property
    def T(self) -> Part:
        """Axes in reverse order."""
        return Part(lift(np.transpose(self.values)), self.ranges[::-1]) if self.mask is None else self

    def traced_form(self) -> TracedArray:
        """There is none: the length is not known."""
        raise TracingError(
            "x[mask] with a traced mask has a shape that depends on values.\n"
            "Use np.where(mask, x, 0), which keeps the shape."
        )

    def condition(self) -> TracedArray:
        """Where the elements are, over the axes of ``values``."""
        values = self.values
        if self.mask is not None:
            return shapes.reshape(self.mask, [*self.mask.shape, *[1] * (values.ndim - self.mask.ndim)])
        found = [c for n, r in zip(values.names, self.ranges, strict=True) if r is not None for c in _inside(n, r)]
        return TracedArray(conjunction(found), values.shape, "b")

    def like(self, values: TracedArray) -> Part:
        """The same part of other values."""
        return Part(values, self.ranges, self.mask)

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, **kwargs: Any) -> Any:
        return part_ufunc(ufunc, method, inputs, kwargs)

    def __array_function__(self, function: Any, types: Any, args: Any, kwargs: Any) -> Any:
        return _function(function.__name__, args, kwargs)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        if name in _FUNCTIONS:
            return lambda *args, **kwargs: _function(name, (self, *args), kwargs)
        raise _refused(f".{name}")

    def __getitem__(self, key: Any) -> Any:
        if self.mask is None and isinstance(key, slice) and (key.start, key.stop, key.step) == (None, None, -1):
            return _flip(self, 0)
        raise _refused("[...]")

    def __len__(self) -> int:
        raise _refused("len()")

    __iter__ = None

    def __array__(self, *args: Any, **kwargs: Any) -> Any:
        raise _refused("an ordinary array of it")


def _refused(what: str) -> TracingError:
    return TracingError(
        f"a part of a traced array whose length depends on values has no {what}.\n"
        "Use elementwise functions, reductions and products of such parts, assign to them, or use np.where, which "
        "keeps the shape."
    )


def _inside(name: str | None, found: Range) -> list[Expr]:
    here = ex.const(0) if name is None else ex.index(name)
    low, high = found
    conditions = [] if low == Formula(0) else [ex.call("ge", here, position_of(low))]
    return [*conditions, ex.call("lt", here, position_of(high))]


# --- which items of a key make parts -----------------------------------------------------------


def _unknown(v: Any) -> bool:
    return isinstance(v, TracedArray) and v.ndim == 0 and v.known is None and v.kind == "i"


def _varies(item: Any) -> bool:
    """Whether a slice has another length in each iteration, or for other values."""
    if not isinstance(item, slice) or not any(isinstance(v, Step) or _unknown(v) for v in (item.start, item.stop)):
        return False
    if item.step not in (None, 1):
        return any(_unknown(v) for v in (item.start, item.stop)) or not _same_slope(item)
    return not _same_slope(item)


def _same_slope(item: slice) -> bool:
    both = isinstance(item.start, Step) and isinstance(item.stop, Step)
    return both and dict(item.start.symbol().terms) == dict(item.stop.symbol().terms)


def _bound(value: Any, n: int, default: int) -> Formula:
    """A bound of a slice along an axis of length n."""
    if value is None:
        return Formula(default)
    if isinstance(value, Step):
        if -n <= value.low <= value.high < 0:
            return value.symbol() + n
        if value.low < 0 or value.high > n:
            raise NotTheSame(value.loop.site)
        return value.symbol()
    if isinstance(value, TracedArray) and value.known is None:
        return Formula(0, {value.body: 1})
    place = int(value)
    return Formula(max(0, place + n) if place < 0 else min(place, n))


def _cut(t: TracedArray, key: Any) -> tuple[Any, list[Range | None]] | None:
    """A key with whole axes in the place of slices whose lengths vary, and the ranges of the axes that it gives."""
    items = list(key) if isinstance(key, tuple) else [key]
    for item in items:
        if isinstance(item, Part):  # positions of which nobody knows the number
            item.traced_form()
    if not any(map(_varies, items)):
        return None
    if any(isinstance(k, (list, np.ndarray)) or isinstance(k, TracedArray) and k.ndim for k in items):
        raise _refused("positions that an array holds beside a slice")
    dots = [k for k, item in enumerate(items) if item is Ellipsis]
    if dots:
        at = dots[0]
        items[at : at + 1] = [slice(None)] * (t.ndim - sum(k is not None and k is not Ellipsis for k in items))
    ranges: list[Range | None] = []
    axis = 0
    for place, item in enumerate(items):
        if item is None:
            ranges.append(None)
            continue
        if isinstance(item, slice):
            if _varies(item):
                if item.step not in (None, 1):
                    raise _refused("slice with a step")
                n = t.shape[axis]
                ranges.append((_bound(item.start, n, 0), _bound(item.stop, n, n)))
                items[place] = slice(None)
            else:
                ranges.append(None)
        axis += 1
    ranges += [None] * (t.ndim - axis)
    return tuple(items), ranges


def _is_mask(item: Any) -> bool:
    return isinstance(item, TracedArray) and item.kind == "b" and item.ndim > 0 and item.known is None


def part_of(t: TracedArray, key: Any) -> Part | None:
    """``t[key]`` where its length is not known; None where it is."""
    if isinstance(key, Part):
        if key.mask is not None or key.ndim != 1:
            raise _refused("use as positions")
        return Part(t[key.values], [*key.ranges, *[None] * (t.ndim - 1)])
    if _is_mask(key):
        _check_mask(t, key)
        return Part(TracedArray(t.body, t.shape, t.kind), mask=TracedArray(key.body, key.shape, "b"), origin=(t, key))
    found = _cut(t, key)
    return None if found is None else Part(item_view(t, found[0]), found[1], origin=(t, key))


def _check_mask(t: TracedArray, mask: TracedArray) -> None:
    if mask.shape != t.shape[: mask.ndim]:
        raise IndexError(f"boolean index of shape {mask.shape} does not match an array of shape {t.shape}")


def put_part(t: TracedArray, key: Any, value: Any) -> bool:
    """``t[key] = value`` where one of them is a part; False where none is."""
    if isinstance(value, Part) and value.written == (id(owner(t)), owner(t).version):
        return True  # the second half of ``t[:i] += 1``, which has written already
    if _is_mask(key) and isinstance(value, Part):
        _check_mask(t, key)
        if value.mask is None or value.mask.body is not key.body:
            raise _refused("place in a part with another mask")
        assign(t, where(shapes.reshape(key, [*key.shape, *[1] * (t.ndim - key.ndim)]), value.values, t))
        return True
    found = None if isinstance(key, Part) else _cut(t, key)
    if found is None:
        if isinstance(value, Part):
            raise _refused("place in an array of another length")
        return False
    target = Part(item_view(t, found[0]), found[1])
    given = _aligned([target, value])[1]
    assign(target.values, where(target.condition(), _cast(given, target.values), target.values))
    return True


def _cast(value: Any, target: TracedArray) -> Any:
    found = lift(value)
    return of_kind(found, target.kind)


# --- functions of parts ------------------------------------------------------------------------


def _aligned(operands: Sequence[Any]) -> list[Any]:
    """Operands of an elementwise function as whole arrays whose elements stand at the positions of the first part."""
    parts = [p for p in operands if isinstance(p, Part)]
    masks = [p.mask for p in parts if p.mask is not None]
    if masks:
        rest = parts[0].values.ndim - masks[0].ndim
        if len(masks) < len(parts) or any(m.body is not masks[0].body or m.shape != masks[0].shape for m in masks):
            raise _refused("counterpart with another mask")
        if any(lift(v).ndim > rest for v in operands if not isinstance(v, Part)):
            raise _refused("counterpart of known length")
        return [v.values if isinstance(v, Part) else v for v in operands]
    ranges = _joined(operands)
    found = []
    for v in operands:
        own = [*[None] * (len(ranges) - _ndim(v)), *(v.ranges if isinstance(v, Part) else [None] * _ndim(v))]
        values = v.values if isinstance(v, Part) else v
        for axis, (mine, wanted) in enumerate(zip(own, ranges, strict=True)):
            place = axis - (len(ranges) - _ndim(v))
            if wanted is None or place < 0:
                continue
            if mine is not None:
                values = _moved(values, place, mine, wanted)
            elif lift(values).shape[place] != 1:
                raise _refused("counterpart of known length")
        found.append(values)
    return found


def _ndim(v: Any) -> int:
    return v.ndim if isinstance(v, Part) else lift(v).ndim


def _joined(operands: Sequence[Any]) -> list[Range | None]:
    """The ranges of the axes of a result."""
    result: list[Range | None] = [None] * max(map(_ndim, operands))
    for v in operands:
        if isinstance(v, Part):
            for k, r in enumerate(reversed(v.ranges), 1):
                result[-k] = result[-k] if result[-k] is not None else r
    return result


def _moved(t: TracedArray, axis: int, mine: Range, wanted: Range) -> TracedArray:
    """``t`` with what stands at one range of an axis at another one."""
    if mine == wanted:
        return t
    ahead = mine[0].plus(wanted[0], -1)
    if ahead != mine[1].plus(wanted[1], -1):
        raise _refused("counterpart of another length")
    return shapes.along(t, axis, lambda i: operators.add(i, position_of(ahead)), t.shape[axis], pad=0)


def part_ufunc(ufunc: Any, method: str, inputs: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """A call of a ufunc, or its reduction, with parts among the arguments."""
    name = ufunc.__name__
    out = kwargs.pop("out", None)
    if method == "reduce" and name in _REDUCED:
        return _function(_REDUCED[name], inputs, {"axis": 0, **kwargs})
    if method != "__call__" or kwargs:
        raise _refused(f"np.{name}" if method == "__call__" else f"np.{name}.{method}")
    if name == "matmul":
        return _product(*inputs)
    aligned = _aligned(inputs)
    first = next(p for p in inputs if isinstance(p, Part))
    values = ufunc(*aligned)
    result = Part(values, () if first.mask is not None else _joined(inputs), first.mask)
    if out is None:
        return result
    target = out[0]
    if not isinstance(target, Part) or target.origin is None:
        raise _refused("out=")
    result = Part(_cast(values, target.values), result.ranges, result.mask, target.origin)
    source, key = target.origin
    put_part(source, key, result)
    result.written = id(owner(source)), owner(source).version
    return result


_REDUCED = {"add": "sum", "multiply": "prod", "maximum": "max", "minimum": "min", "logical_and": "all",
            "logical_or": "any"}  # fmt: skip


def _masked(p: Part) -> TracedArray:
    """The elements, and 0 elsewhere, whatever stands there."""
    values, condition = p.values, p.condition()
    return values & condition if values.kind == "b" else multiply(values, condition)


def _reduction(name: str) -> Callable[..., Any]:
    def function(p: Part, axis: Any = None, keepdims: bool = False) -> Any:
        axes = shapes.normal_axes(axis, p.ndim)
        ranges: list[Range | None] = []
        if p.mask is not None:
            if 0 not in axes or keepdims:
                raise _refused(f"np.{name} along other axes alone")
            axes = tuple(range(p.mask.ndim)) + tuple(k + p.mask.ndim - 1 for k in axes if k)
        else:
            ranges = [None if k in axes else r for k, r in enumerate(p.ranges) if keepdims or k not in axes]
        values, condition = p.values, p.condition()
        if name == "sum":
            found = reductions.reduce("sum", _masked(p), axes, keepdims)
        elif name == "mean":
            each = multiply(1, scalar_call("and", condition, np.ones(values.shape, bool)))
            count = reductions.reduce("sum", each, axes, keepdims)
            found = reductions.reduce("sum", _masked(p), axes, keepdims) / count
        else:
            most: Any = np.iinfo(np.int64).max if values.kind == "i" else float("inf")
            initial = {"max": -most, "min": most}.get(name)
            found = reductions.FUNCTIONS[name](values, axes, keepdims, initial, where=condition)
        return Part(found, ranges) if any(r is not None for r in ranges) else found

    return function


def _product(a: Any, b: Any) -> Any:
    """``a @ b`` with sums over the elements of both."""
    if any(isinstance(v, Part) and v.mask is not None for v in (a, b)):
        raise _refused("product, whose order of elements matters")
    at = [_ndim(a) - 1, max(_ndim(b) - 2, 0)]
    if max(_ndim(a), _ndim(b)) > 2 or min(_ndim(a), _ndim(b)) < 1:
        raise _refused("product with more than two axes")
    one, two = (v.ranges[k] if isinstance(v, Part) else None for v, k in zip((a, b), at, strict=True))
    left, right = (v.values if isinstance(v, Part) else lift(v) for v in (a, b))
    if (one is None) != (two is None):
        raise _refused("counterpart of known length")
    if one is not None and two is not None:
        right = _moved(right, at[1], two, one)
        n = min(left.shape[at[0]], right.shape[at[1]])
        left, right = (v if v.shape[k] == n else shapes.cut(v, k, slice(0, n)) for v, k in ((left, at[0]),
                       (right, at[1])))  # fmt: skip
        own = [None] * at[0] + [one]
        left = _masked(Part(left, own))
    ranges = [r for v, k in ((a, at[0]), (b, at[1])) for place, r in enumerate(
        v.ranges if isinstance(v, Part) else [None] * _ndim(v)) if place != k]  # fmt: skip
    found = products.matmul(left, right)
    return Part(found, ranges) if any(r is not None for r in ranges) else found


def _flip(p: Part, axis: Any = None) -> Part:
    if p.mask is not None:
        raise _refused("np.flip")
    values = p.values
    for k in shapes.normal_axes(axis, p.ndim):
        found = p.ranges[k]
        n = values.shape[k]
        last = Formula(n - 1) if found is None else found[0] + found[1] + -1
        turned = functools.partial(operators.subtract, position_of(last))
        values = shapes.along(values, k, turned, n, pad=None if found is None else 0)
    return p.like(values)


def _copy(p: Part) -> Part:
    return p.like(TracedArray(p.values.body, p.values.shape, p.values.kind))


_FUNCTIONS: dict[str, Callable[..., Any]] = {
    **{n: _reduction(n) for n in ("sum", "prod", "max", "min", "any", "all", "mean")},
    "amax": _reduction("max"), "amin": _reduction("min"), "dot": _product, "flip": _flip, "copy": _copy,
}  # fmt: skip
"""Functions of parts by NumPy name; ufuncs besides."""


def _function(name: str, args: Any, kwargs: Any) -> Any:
    rule = _FUNCTIONS.get(name)
    if rule is None:
        raise _refused(f"np.{name}")
    given = {k: v for k, v in kwargs.items() if v is not np._NoValue and (v is not None or k == "axis")}
    return rule(*args, **given)


def reached(found: list[Any]) -> set[int]:
    """Identities of the arrays that others lead to: what views show, and what parts are of."""
    known: set[int] = set()
    todo = list(found)
    while todo:
        t = todo.pop()
        if isinstance(t, (tuple, list)):
            todo += t
        elif isinstance(t, dict):
            todo += t.values()
        elif isinstance(t, Part):
            todo += [t._values, t.mask, t.origin]
        elif isinstance(t, slice):
            todo += [t.start, t.stop]
        elif isinstance(t, FunctionType):
            todo += [c.cell_contents for c in t.__closure__ or () if c != CellType()]
        elif isinstance(t, TracedArray) and id(t) not in known:
            known.add(id(t))
            todo += [] if t.view_of is None else [t.view_of.parent, t.view_of.read]
            todo += [] if t.values is None else [t.values.shadow]
    return known
