"""Arrays that a traced function makes of numbers: ordinary values, until something traced is written into them.

``np.zeros(5)``, ``np.arange(n)`` and what is computed from such arrays alone are computed by NumPy.  Their formula is
asked for where they meet traced values: a line in the indices, a diagonal, the formula of the calls that made them, or
a short list.  The first assignment of a traced value, or at a traced position, makes such an array a traced one.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.formulas.graph.functions import BY_NAME
from espresso.frontends.numpy.arrays import (
    LARGEST_LITERAL,
    TracedArray,
    TracingError,
    axis_names,
    constant_body,
    length_of,
    lift,
    where,
)
from espresso.lazy import get

COSTLY = 8
"""Operations of a function from which on the formula of numbers is an array of its own, which is computed once."""

DEEPEST = 40
"""Calls in a row whose formulas are kept beside the values."""

_CHANGING = {"sort", "fill", "put", "itemset", "partition", "resize", "setflags"}
"""Methods that write into their array."""


class Known:
    """The values of an array, and how to make its formula where the values alone have no short one."""

    __slots__ = ("array", "depth", "formula", "made", "version", "shadow")

    def __init__(self, array: np.ndarray, made: Callable[[], Expr | None] | None = None, depth: int = 0) -> None:
        self.array, self.made, self.depth = array, made, depth
        self.formula: Expr | None = None
        self.version = 0
        self.shadow: TracedArray | None = None
        """The same array as a formula, with the assignments since it was made."""

    def body(self, version: int) -> Expr:
        """The formula of an element after so many assignments."""
        if self.formula is None or self.version != version:
            formula = constant_body(self.array, self.formula_now(version) or _nothing)
            calls = {n.data for n in ex.postorder(formula, into_arrays=False) if n.op == "call"} - {"pow"}
            if any(BY_NAME[name].flops >= COSTLY for name in calls):
                own = {ex.index(n): ex.index(n, length_of(n)) for n in axis_names(self.array.shape) if n}
                t = TracedArray(ex.replace(formula, own), self.array.shape, known_kind(self.array))
                formula = ex.access(get("whole")(t), [ex.index(n) if n else ex.const(0) for n in t.names])
            self.formula, self.version = formula, version
        return self.formula

    def formula_now(self, version: int) -> Callable[[], Expr | None] | None:
        """What makes the formula of an element after so many assignments, other than the values."""
        if self.shadow is not None:
            return functools.partial(_same, self.shadow.body)
        return self.made if version == 0 else None

    def shadowed(self, version: int) -> TracedArray | None:
        """The array as a formula that assignments change; None where there is none."""
        if self.shadow is None and version == 0 and self.array.size > LARGEST_LITERAL:
            try:
                self.shadow = TracedArray(self.body(0), self.array.shape, known_kind(self.array))
            except TracingError:
                return None
        return self.shadow


def _nothing() -> None:
    return None


def _same(body: Expr) -> Expr:
    return body


def known_kind(values: np.ndarray) -> str:
    """The kind of the elements."""
    return "i" if values.dtype.kind == "u" else values.dtype.kind


def known_array(values: np.ndarray, made: Callable[[], Expr | None] | None = None, depth: int = 0) -> TracedArray:
    """An array with values of its own; ``made`` gives its formula where the values have no short one."""
    result = TracedArray(ex.const(0), values.shape, known_kind(values))
    result.values = Known(values, made, depth)
    result.precision = values.dtype.name if values.dtype.name in ("float32", "complex64") else ""
    return result


def parts(value: Any) -> Iterator[Any]:
    """What stands in nested lists, tuples and dicts."""
    stack = [value]
    while stack:
        item = stack.pop()
        if isinstance(item, (list, tuple)):
            stack += item
        elif isinstance(item, dict):
            stack += item.values()
        elif isinstance(item, slice):
            stack += [item.start, item.stop, item.step]
        else:
            yield item


def all_known(*values: Any) -> bool:
    """Whether arguments are numbers and arrays of numbers, those of a traced function included."""
    for item in parts(values):
        if isinstance(item, TracedArray):
            if item.known is None:
                return False
        elif isinstance(item, Expr) or hasattr(item, "traced_form"):
            return False
    return True


def unwrapped(value: Any) -> Any:
    """Arguments with NumPy's arrays in the place of known ones."""
    if isinstance(value, TracedArray):
        return value.known
    if type(value) in (list, tuple):
        return type(value)(map(unwrapped, value))
    if type(value) is dict:
        return {k: unwrapped(v) for k, v in value.items()}
    if isinstance(value, slice):
        return slice(unwrapped(value.start), unwrapped(value.stop), unwrapped(value.step))
    return value


def wrapped(result: Any, made: Callable[[], Any] | None = None, depth: int = 0) -> Any:
    """Results of NumPy with arrays of numbers as known ones; ``made`` computes the same as traced arrays."""
    if isinstance(result, np.ndarray) and result.dtype.kind in "biufc":
        return known_array(result, None if made is None else functools.partial(_body, made), depth)
    if type(result) in (list, tuple):
        return type(result)(
            wrapped(r, None if made is None else functools.partial(_one, made, k), depth) for k, r in enumerate(result)
        )
    return result


def _body(made: Callable[[], Any]) -> Expr | None:
    t = made()
    return t.body if isinstance(t, TracedArray) else None


def _one(made: Callable[[], Any], k: int) -> Any:
    found = made()
    return None if found is None else found[k]


def computed(call: Callable[..., Any], traced: Callable[..., Any], args: Any, kwargs: Any) -> Any:
    """``call`` of known arguments by NumPy; ``traced`` gives the formula of the result where one is asked for."""
    arrays = [a for a in parts((args, kwargs)) if isinstance(a, TracedArray)]
    if kwargs.get("out") is not None:
        return _into(call, traced, args, kwargs)
    result = call(*unwrapped(args), **unwrapped(kwargs))
    depth = 1 + max((a.values.depth for a in arrays if a.values is not None), default=0)
    seen = [(a, get("owner")(a).version) for a in arrays]

    def made() -> Any:
        if any(get("owner")(a).version != version for a, version in seen):
            return None
        try:
            return traced(*args, **kwargs)
        except TracingError:
            return None

    return wrapped(result, made if depth < DEEPEST else None, depth)


def short(value: Any) -> Any:
    """The numbers of a known array where they have a short formula; anything else as it is."""
    if not isinstance(value, TracedArray) or value.known is None:
        return value
    try:
        constant_body(value.known)
    except TracingError:
        return value
    return value.known


def _into(call: Callable[..., Any], traced: Callable[..., Any], args: Any, kwargs: Any) -> Any:
    """A call with ``out=`` an array of numbers."""
    out = kwargs["out"][0] if isinstance(kwargs["out"], tuple) and len(kwargs["out"]) == 1 else kwargs["out"]
    if isinstance(out, TracedArray) and "where" not in kwargs:
        found = computed(call, traced, args, {k: v for k, v in kwargs.items() if k != "out"})
        if np.shape(found) == out.shape and np.can_cast(np.result_type(unwrapped(found)), out.dtype, "same_kind"):
            store(out, Ellipsis, found)
            return out
    for a in parts(out):
        changed(a)
    call(*unwrapped(args), **unwrapped(kwargs))
    return out


def share_memory(a: np.ndarray, b: np.ndarray | None) -> bool:
    """Whether two arrays may show the same elements."""
    return b is not None and np.may_share_memory(a, b)


def changed(t: Any) -> None:
    """Notes that values of an array are written."""
    if isinstance(t, TracedArray):
        found = get("owner")(t)
        found.version += 1
        if found.values is not None:
            found.values.shadow = None


def item(t: TracedArray, key: Any, view: Callable[[TracedArray, Any], TracedArray]) -> Any:
    """``t[key]`` of known values: a number, a view that follows assignments, or new values."""
    assert t.known is not None
    found = t.known[unwrapped(key)]
    if not isinstance(found, np.ndarray):
        return found
    if any(isinstance(k, (list, np.ndarray, TracedArray)) for k in (key if isinstance(key, tuple) else (key,))):
        return known_array(found)
    try:
        result = view(t, key)
    except TracingError:  # the whole has no formula, and the part may have one
        if t.view_of is not None:
            raise
        result = view(TracedArray(ex.const(0), t.shape, t.kind), key)
        if result.view_of is None:
            return known_array(found)
        result.view_of.parent, result.view_of.seen = t, -1
    result.values = Known(found, depth=t.values.depth if t.values is not None else 0)
    return result


def store(t: TracedArray, key: Any, value: Any) -> None:
    """``t[key] = value`` of numbers."""
    assert t.known is not None
    root = get("owner")(t)
    shadow = root.values.shadowed(root.version) if root.version < DEEPEST else None
    t.known[unwrapped(key)] = unwrapped(value)
    changed(t)
    if shadow is not None:
        try:
            get("set_item")(_within(shadow, t), unwrapped(key), value)
        except TracingError:
            return
        root.values.shadow = shadow


def _within(shadow: TracedArray, t: TracedArray) -> TracedArray:
    """The view of ``shadow`` that ``t`` is of its owner."""
    views = []
    while t.view_of is not None:
        views.append(t.view_of)
        t = t.view_of.parent
    for v in reversed(views):
        shadow = get("view")(shadow, v.read, v.strides, v.order, v.writable)
    return shadow


def method(t: TracedArray, name: str, traced: Callable[[], Any]) -> Any:
    """An attribute of an array with known values."""
    found = getattr(t.known, name)
    if not callable(found):
        shared = isinstance(found, np.ndarray) and np.may_share_memory(found, t.known)
        return _with(traced(), found, t) if shared else wrapped(found)

    def call(*args: Any, **kwargs: Any) -> Any:
        if not all_known(args, kwargs):
            return traced()(*args, **kwargs)
        if name in _CHANGING:
            changed(t)
        result = found(*unwrapped(args), **unwrapped(kwargs))
        shared = isinstance(result, np.ndarray) and np.may_share_memory(result, t.known)
        if name == "copy" and t.view_of is None and t.values is not None:
            return known_array(result, t.values.formula_now(t.version))
        if shared or name == "astype":
            return _with(traced()(*args, **kwargs), result, t)
        return wrapped(result)

    return call


def _with(view: Any, values: Any, t: TracedArray) -> Any:
    if isinstance(view, TracedArray) and isinstance(values, np.ndarray):
        view.values = Known(values, depth=DEEPEST if t.values is None else t.values.depth)
    return view


def line(start: Any, stop: Any, num: int, endpoint: bool = True) -> TracedArray:
    """``np.linspace``, element by element as NumPy computes it."""
    gaps = num - 1 if endpoint else num
    place = TracedArray(ex.index(f"#0:{num};"), (num,), "i") if num != 1 else lift(np.zeros(1, int))
    result: TracedArray = place * 0.0 + start if gaps < 1 else place * ((stop * 1.0 - start) / gaps) + start
    if gaps < 1 or not endpoint:
        return result
    last = TracedArray(ex.call("eq", ex.index(f"#0:{num};"), ex.const(num - 1)), (num,), "b")
    return where(last, stop, result)
