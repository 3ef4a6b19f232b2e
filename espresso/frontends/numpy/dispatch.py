"""What NumPy's calls of traced arrays come to: numbers by NumPy, parts of unknown length by masks, else formulas."""

from __future__ import annotations

from typing import Any

from espresso.formulas.graph import expr as ex
from espresso.frontends.numpy import known, shapes
from espresso.frontends.numpy.arrays import WATCHING, TracedArray, TracingError, kind_of
from espresso.frontends.numpy.assignment import FUNCTIONS as WRITING, item_view, set_item
from espresso.frontends.numpy.functions import apply_function, traced_method
from espresso.frontends.numpy.loops.lists import MOST, by_halves
from espresso.frontends.numpy.loops.numbers import holds_step
from espresso.frontends.numpy.ufuncs import traced_ufunc
from espresso.lazy import get


def get_item(t: TracedArray, key: Any) -> Any:
    """``t[key]``."""
    part = get("part_of")(t, key)
    if part is not None:
        return part
    if t.known is not None and known.all_known(key):
        return known.item(t, key, item_view)
    numbers = _with_numbers(key)
    if holds_step(key):
        return item_view(t, numbers, _as_array)
    try:
        return item_view(t, numbers)
    except TracingError:
        return item_view(t, key)


def _as_array(t: TracedArray) -> TracedArray:
    """An array that the iterations of a loop read at their positions, whose formula is not taken apart for each."""
    values = t.known
    if values is not None and t.size <= MOST:
        try:
            t = TracedArray(t.body, t.shape, t.kind)
        except TracingError:
            t = by_halves(values)
    if t.body.op in ("index", "const", "access") or any(loop.changes(t.body) for loop in WATCHING.get()[-1:]):
        return t
    slots = [ex.index(n) if n else ex.const(0) for n in t.names]
    return TracedArray(ex.access(shapes.whole(t), slots), t.shape, t.kind)


def put_item(t: TracedArray, key: Any, value: Any) -> None:
    """``t[key] = value``."""
    if get("put_part")(t, key, value):
        return
    if t.known is not None and known.all_known(key, value) and kind_of(known.unwrapped(value)) != "c":
        known.store(t, key, value)
    else:
        set_item(t, _with_numbers(key), value)


def _with_numbers(key: Any) -> Any:
    """A key with NumPy's arrays in the place of known ones."""
    items = key if isinstance(key, tuple) else (key,)
    found = tuple(known.unwrapped(k) if known.all_known(k) else k for k in items)
    return found if isinstance(key, tuple) else found[0]


def dispatched_ufunc(ufunc: Any, method: str, inputs: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """A call of a ufunc, or of one of its methods."""
    if any(hasattr(a, "through_ufunc") for a in inputs):
        return get("part_ufunc")(ufunc, method, inputs, kwargs)
    if known.all_known(inputs, kwargs):
        return known.computed(
            getattr(ufunc, method), lambda *a, **k: traced_ufunc(ufunc, method, a, dict(k)), inputs, kwargs
        )
    if method == "at":
        inputs = (inputs[0], *map(known.short, inputs[1:]))
    return traced_ufunc(ufunc, method, inputs, kwargs)


def dispatched_function(function: Any, args: Any, kwargs: Any) -> Any:
    """A call of another function of NumPy."""
    if known.all_known(args, kwargs):
        result = known.computed(function, lambda *a, **k: apply_function(function, a, dict(k)), args, kwargs)
        owners = [a for a in known.parts(args) if isinstance(a, TracedArray)]
        return _shown(function, args, kwargs, result, owners)
    if function.__name__ not in WRITING:
        args = tuple(known.short(a) for a in args)
    return apply_function(function, args, kwargs)


def _shown(function: Any, args: Any, kwargs: Any, result: Any, owners: list[TracedArray]) -> Any:
    """``result`` of known arrays as a view of one of them where it is one."""
    if isinstance(result, (list, tuple)):
        made = None
        found = list(result)
        for k, r in enumerate(result):
            if any(_shares(r, a) for a in owners):
                made = apply_function(function, args, dict(kwargs)) if made is None else made
                found[k] = _with_values(made[k], r)
        return type(result)(found) if made is not None else result
    if any(_shares(result, a) for a in owners) and not any(result is a for a in owners):
        return _with_values(apply_function(function, args, dict(kwargs)), result)
    return result


def _shares(a: Any, b: TracedArray) -> bool:
    return isinstance(a, TracedArray) and a.known is not None and known.share_memory(a.known, b.known)


def _with_values(t: Any, result: TracedArray) -> Any:
    if isinstance(t, TracedArray):
        t.values = result.values
        return t
    return result


def dispatched_method(t: TracedArray, name: str) -> Any:
    """An attribute of an array that is not on the class."""
    if name.startswith("__"):
        raise AttributeError(name)
    if t.known is not None and hasattr(t.known, name):
        return known.method(t, name, lambda: traced_method(t, name))
    return traced_method(t, name)


def reshaped_in_place(t: TracedArray, shape: Any) -> None:
    """``t.shape = shape``."""
    values, lengths = t.known, list(shape) if isinstance(shape, (tuple, list)) else [shape]
    if t.view_of is not None:  # a view of what it was
        old = TracedArray(t.formula, t.shape, t.kind)
        old.view_of, old.values = t.view_of, t.values
        found = dispatched_method(old, "reshape")(lengths)
        if found.view_of is None:
            raise AttributeError("Incompatible shape for in-place modification. Use `.reshape()` to make a copy.")
        t.formula, t._shape, t.view_of, t.values = found.formula, found.shape, found.view_of, found.values
        return
    found = shapes.reshape(t, lengths) if values is None else t
    if values is not None:
        values.shape = shape
    body = found.body
    t.formula, t._shape, t.version = body, tuple(found.shape if values is None else values.shape), t.version + 1
