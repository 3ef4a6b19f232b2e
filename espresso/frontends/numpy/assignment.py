"""Assignment to traced arrays, also through views, as replacement of elements in the formula.

An array that owns its elements has a formula and a version, which counts the assignments to it.  A view knows the
array that it was taken from and the function that takes it, and reads again when the version is another.  To assign
to a view is to give its owner a new formula, ``where(the element is in the view, new, old)``; the positions of the
view come out of the same function, applied to the positions of the owner.
"""

from __future__ import annotations

import itertools
import math
import weakref
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from espresso.formulas.extents.affine import multiples
from espresso.formulas.extents.implied import form
from espresso.formulas.graph import expr as ex, operators
from espresso.formulas.graph.expr import Expr
from espresso.formulas.graph.predicates import conjunction
from espresso.frontends.numpy import shapes
from espresso.frontends.numpy.arrays import (
    KINDS,
    WATCHING,
    TracedArray,
    TracingError,
    add,
    axis_names,
    elementwise,
    from_named,
    length_of,
    lift,
    multiply,
    scalar_call,
)
from espresso.lazy import get
from espresso.records import dataclass

LONGEST, LONGEST_IN_STEPS = 100, 10
"""Nodes in the formula of an element after an assignment, and after one that reads a state of a recurrence.
Of the latter without constants: two iterations may differ in how many of these are equal."""

Read = Callable[[TracedArray], TracedArray]


@dataclass
class View:
    """How an array is read from ``parent``, and the version of the owner at which that was done last."""

    parent: TracedArray
    read: Read
    strides: tuple[int, ...] | None  # in elements of the owner, which has the order C; None before they are asked for
    order: str  # in which a reshaped view has the elements of its parent, or its part; "" for slices and turns
    writable: bool
    seen: int


def owner(t: TracedArray) -> TracedArray:
    """The array whose elements ``t`` shows."""
    while t.view_of is not None:
        t = t.view_of.parent
    return t


def is_scalar(t: TracedArray) -> bool:
    """Whether NumPy would have a number here, which nobody can change, rather than an array without axes."""
    return t.ndim == 0 and t.view_of is None and t.version == 0


def view(
    parent: TracedArray, read: Read, strides: Sequence[int] | None, order: str = "", writable: bool = True
) -> TracedArray:
    """``read(parent)`` as an array that follows assignments to either."""
    found = read(parent)
    result = TracedArray(found.body, found.shape, found.kind)
    result.signed = found.signed or parent.signed
    allowed = writable and (parent.view_of is None or parent.view_of.writable)
    known = None if strides is None else tuple(strides)
    result.view_of = View(parent, read, known, order, allowed, owner(parent).version)
    return result


def refresh(t: TracedArray) -> Expr:
    """The formula of a view now."""
    found = t.view_of
    assert found is not None
    version = owner(found.parent).version
    if found.seen != version:
        t.formula, found.seen = found.read(found.parent).body, version
    return t.formula


# --- views that NumPy's functions return --------------------------------------------------------

VIEWS = {
    "transpose", "permute_dims", "matrix_transpose", "swapaxes", "moveaxis", "rollaxis", "expand_dims", "squeeze",
    "flip", "flipud", "fliplr", "rot90", "split", "array_split", "hsplit", "vsplit", "dsplit", "unstack",
    "atleast_1d", "atleast_2d", "atleast_3d", "reshape", "ravel", "diagonal", "diag", "broadcast_to",
    "broadcast_arrays", "linalg.diagonal", "linalg.matrix_transpose", "einsum", "real", "imag",
}  # fmt: skip
"""Functions whose results may show the elements of an argument."""
READ_ONLY = {"diagonal", "linalg.diagonal", "diag", "broadcast_to", "broadcast_arrays"}
"""Those of them whose results NumPy does not let anybody write."""
PARTS = {"real": "imag", "imag": "real"}
"""Functions whose results are a part of each element of a complex array, and that of the other part."""
ORDERED = {"reshape": 2, "ravel": 1, "atleast_1d": 9, "atleast_2d": 9, "atleast_3d": 9}
"""Functions that keep the elements in their order, and the place of ``order`` among the arguments."""


def as_views(name: str, rule: Callable[..., Any], args: Sequence[Any], options: Mapping[str, Any], result: Any) -> Any:
    """``result`` of a function in ``VIEWS``, with views where NumPy returns them and new arrays elsewhere."""
    order = ""
    if name in ORDERED:
        order = args[ORDERED[name]] if len(args) > ORDERED[name] else options.get("order", "C")

    def function(*arguments: Any) -> Any:
        return rule(*arguments, **options)

    several = isinstance(result, (tuple, list))
    parts = list(result) if several else [result]
    made = [_viewed(name, order, function, args, k if several else None, part) for k, part in enumerate(parts)]
    return type(result)(made) if several else made[0]


def _viewed(name: str, order: str, function: Callable[..., Any], args: Sequence[Any], k: int | None, part: Any) -> Any:
    place = k if name == "broadcast_arrays" else 1 if name == "einsum" else 0
    parent = args[place or 0] if len(args) > (place or 0) else None
    if not isinstance(part, TracedArray) or not isinstance(parent, TracedArray) or is_scalar(parent):
        return fresh(part, args)

    def read(t: TracedArray) -> TracedArray:
        found = function(*[t if a is parent else a for a in args])
        one: TracedArray = found if k is None else found[k]
        return one

    if name in PARTS and parent.kind == "c":
        return view(parent, read, (0,) * part.ndim, name)
    strides = None if name == "imag" else _strides(name, order, parent, read, part)
    if strides is None:
        return fresh(part, args)
    return view(parent, read, strides, order, writable=name not in READ_ONLY)


def fresh(result: Any, args: Sequence[Any]) -> Any:
    """``result``, or a new array with its elements if it is one of the arguments itself."""
    if isinstance(result, TracedArray) and any(result is a for a in args):
        return copied(result)
    return result


def copied(t: TracedArray) -> TracedArray:
    """A new array with the same elements."""
    result = TracedArray(t.body, t.shape, t.kind)
    result.signed, result.precision = t.signed, owner(t).precision
    return result


def strides_of(t: TracedArray) -> tuple[int, ...]:
    """Strides in elements of the owner."""
    if (found := t.view_of) is not None:
        if found.strides is None:
            found.strides = _strides("getitem", "", found.parent, found.read, t) or (0,) * t.ndim
        return found.strides
    return tuple(math.prod(t.shape[k + 1 :]) for k in range(t.ndim))


def _strides(name: str, order: str, parent: TracedArray, read: Read, result: TracedArray) -> tuple[int, ...] | None:
    """Strides of a result that shows the elements of ``parent``; None where NumPy makes a copy."""
    if result.size == 0:
        return None
    if name == "ravel" and result.size > 1:  # the elements of a view must follow each other
        turn = -1 if order == "F" else 1
        return (1,) if _regrouped(parent.shape[::turn], strides_of(parent)[::turn], result.shape) == (1,) else None
    if order == "F":
        turned = _regrouped(parent.shape[::-1], strides_of(parent)[::-1], result.shape[::-1])
        return turned and turned[::-1]
    if order:
        return _regrouped(parent.shape, strides_of(parent), result.shape)
    if name == "diag" and parent.ndim == 1:
        return None
    positions = _positions(parent, read)
    if positions is None:
        return None
    total = [0] * result.ndim
    places = {n: k for k, n in enumerate(result.names) if n}
    for stride, (factors, _) in zip(strides_of(parent), positions, strict=True):
        for n, factor in factors.items():
            total[places[n]] += stride * factor
    return tuple(total)


def _positions(parent: TracedArray, read: Read) -> list[tuple[dict[str, int], int | Expr]] | None:
    """Position along each axis of the parent, as factors of the indices of the view and what is the same for all."""
    found: list[tuple[dict[str, int], int | Expr]] = []
    for name in parent.names:
        here: Expr = ex.const(0) if name is None else ex.index(name)
        position = form(read(TracedArray(here, parent.shape, "i")).body, remainders=True)
        if position is None or any(a.op not in ("index", "access") for a in position.terms):
            return None
        factors = {a.data[0]: c for a, c in position.terms.items() if a.op == "index"}
        loops = {a: c for a, c in position.terms.items() if a.op == "access"}
        found.append((factors, multiples(loops.items(), position.constant) if loops else position.constant))
    return found


def _regrouped(old: Sequence[int], strides: Sequence[int], new: Sequence[int]) -> tuple[int, ...] | None:
    """Strides of a reshaped view; None where elements of one new axis do not stand in one line."""
    result = [0] * len(new)
    for left, right in shapes.regrouped(old, new):
        if any(strides[a] != old[b] * strides[b] for a, b in itertools.pairwise(left)):
            return None
        step = strides[left[-1]]
        for k in reversed(right):
            result[k] = step
            step *= new[k]
    return tuple(result)


def item_view(t: TracedArray, key: Any, through: Read = lambda t: t) -> TracedArray:
    """``t[key]``, read ``through`` a function: a view for slices, None and some integers, else new elements."""
    result = shapes.getitem(through(t), key)
    items = key if isinstance(key, tuple) else (key,)
    if is_scalar(t) or any(shapes.is_array(k) or isinstance(k, TracedArray) for k in items):
        return copied(result) if result is t else result
    if len(items) == t.ndim and not any(isinstance(k, slice) or k is None or k is Ellipsis for k in items):
        return result  # a number
    return _item_view(t, key, through)


def _item_view(t: TracedArray, key: Any, through: Read = lambda t: t) -> TracedArray:
    def read(array: TracedArray) -> TracedArray:
        return shapes.getitem(through(array), key)

    return view(t, read, None)


# --- assignment ---------------------------------------------------------------------------------


def set_item(t: TracedArray, key: Any, value: Any) -> None:
    """``t[key] = value``."""
    items = key if isinstance(key, tuple) else (key,)
    if len(items) == 1 and is_mask(items[0]):
        _set_masked(t, items[0], value)
        return
    if any(map(shapes.is_array, items)):
        get("assign_at")(t, items, value)
        return
    target = _item_view(t, key)
    if isinstance(value, TracedArray) and value.shape == target.shape and value.body is target.body:
        return  # the second half of ``t[key] += 1``, which has written already
    assign(target, value)


def is_mask(item: Any) -> bool:
    """Whether an item of a key is an array of truth values."""
    known = isinstance(item, (np.ndarray, list)) and np.ndim(item) > 0 and np.asarray(item).dtype == bool
    return item.kind == "b" if isinstance(item, TracedArray) else known


def _set_masked(t: TracedArray, mask: Any, value: Any) -> None:
    """``t[mask] = value``, where the value is the same for all positions of the mask, or these are numbers."""
    given, mask, value = mask, lift(mask), lift(value)
    if mask.shape != t.shape[: mask.ndim]:
        raise IndexError(f"boolean index of shape {mask.shape} does not match an array of shape {t.shape}")
    rest = t.shape[mask.ndim :]
    if value.ndim > len(rest) and not isinstance(given, TracedArray):
        get("assign_at")(t, np.nonzero(given), value)
        return
    if value.ndim > len(rest):
        raise TracingError(
            "x[mask] = values takes the next value for each True, whose number depends on values.\n"
            "Use np.where(mask, values, x) with values at their own positions."
        )
    here = shapes.reshape(mask, [*mask.shape, *[1] * len(rest)])
    assign(t, chosen(here, cast(value, t.kind), t))


def assign(t: TracedArray, value: Any, same_kind: str = "") -> None:
    """``t[...] = value``; with the name of a ufunc in ``same_kind``, a kind that cannot be held is an error."""
    given = lift(value)
    if same_kind and KINDS.index(given.kind) > KINDS.index(t.kind):
        raise TypeError(
            f"Cannot cast ufunc '{same_kind}' output from {given.dtype} to {t.dtype} with casting rule 'same_kind'"
        )
    extra = max(0, given.ndim - t.ndim)
    fits = all(n in (1, m) for n, m in zip(reversed(given.shape[extra:]), reversed(t.shape), strict=False))
    if any(n != 1 for n in given.shape[:extra]) or not fits:
        raise ValueError(f"could not broadcast input array from shape {given.shape} into shape {t.shape}")
    precision, own = owner(t).precision, cast(given, t.kind)
    _store(t, TracedArray((get("astype")(own, precision) if precision else own).body, t.shape, t.kind))


def cast(value: TracedArray, kind: str) -> TracedArray:
    """``value`` as elements of an array of ``kind``."""
    if value.kind == "c" and kind == "f":
        return scalar_call("real", value)
    converted: TracedArray = get("of_kind")(value, kind)
    return converted


def _store(t: TracedArray, value: TracedArray) -> None:
    found = t.view_of
    if found is None:
        t.formula, t.version, t.values = _kept(value), t.version + 1, None
        for watch in WATCHING.get():
            watch.stored.append(weakref.ref(t))
        return
    if not found.writable:
        raise ValueError("assignment destination is read-only")
    if t.size:
        order, parent = found.order, found.parent
        if order in PARTS:
            parts = {order: value, PARTS[order]: scalar_call(PARTS[order], parent)}
            whole = add(parts["real"], multiply(1j, parts["imag"]))
        else:
            whole = shapes.reshape(value, parent.shape, order) if order else _replaced(parent, found.read, value)
        _store(parent, whole)


def _kept(value: TracedArray) -> Expr:
    """The formula of ``value``; a long one becomes an array of its own, or a loop would repeat it in every step.

    So does one with a sum, which other positions of the array would be computed with again.
    """
    nodes = ex.postorder(value.body, into_arrays=False)
    in_step = any(n.op == "tensor" and n.data.name.startswith("~") for n in nodes)
    summed = not in_step and value.ndim > 0 and any(n.op in ("reduce", "scan") for n in nodes)
    if not summed and (sum(n.op != "const" for n in nodes) < LONGEST_IN_STEPS if in_step else len(nodes) < LONGEST):
        return value.body
    indices = [ex.index(n) if n else ex.const(0) for n in value.names]
    return ex.access(shapes.whole(value), indices)


def _replaced(parent: TracedArray, read: Read, value: TracedArray) -> TracedArray:
    """``parent`` with the elements that ``read`` takes from it replaced by ``value``."""
    positions = _positions(parent, read)
    assert positions is not None, "views by slices and turns have affine positions"
    conditions: list[Expr] = []
    places: dict[str, Expr] = {}
    plain = True
    for name, n, (factors, start) in zip(parent.names, parent.shape, positions, strict=True):
        here: Expr = ex.const(0) if name is None else ex.index(name)
        unknown = [m for m in factors if m not in places]
        if not unknown:  # a fixed position, or one that another axis decides (a diagonal)
            first = start if isinstance(start, Expr) else ex.const(start)
            at = operators.add(*(operators.multiply(c, places[m]) for m, c in factors.items()), first) if factors else (
                first)  # fmt: skip
            conditions += [] if n == 1 else [ex.call("eq", here, at)]
            continue
        m, step = unknown[0], factors[unknown[0]]
        count = length_of(m)
        ahead = _beyond(here, start) if step > 0 else operators.subtract(start, here)
        places[m] = ahead if abs(step) == 1 else operators.floordiv(ahead, abs(step))
        plain = plain and count == n and step in (1, -1)
        conditions += _inside(here, n, start, step, count)
    return _chosen_in(parent, conditions, _moved(value, places, parent.shape, plain))


def _beyond(here: Expr, start: int | Expr) -> Expr:
    return operators.subtract(here, start) if isinstance(start, Expr) else shapes.shifted(-start)(here)


def _inside(here: Expr, n: int, start: int | Expr, step: int, count: int) -> list[Expr]:
    """Conditions that a position along an axis of length n is one of ``start + step*m`` with m below count."""
    if isinstance(start, Expr):
        ends = [start, shapes.shifted(step * (count - 1))(start)][:: 1 if step > 0 else -1]
        found = [] if count == n else [ex.call("ge", here, ends[0]), ex.call("le", here, ends[1])]
        rest = operators.mod(_beyond(here, ends[0]), abs(step))
        return found if abs(step) == 1 else [*found, ex.call("eq", rest, ex.const(0))]
    low, high = sorted((start, start + step * (count - 1)))
    found = [ex.call("ge", here, ex.const(low))] if low > 0 else []
    found += [ex.call("le", here, ex.const(high))] if high < n - 1 else []
    if abs(step) != 1:
        found.append(ex.call("eq", operators.mod(shapes.shifted(-low)(here), abs(step)), ex.const(0)))
    return found


def _moved(value: TracedArray, places: dict[str, Expr], shape: Sequence[int], plain: bool) -> TracedArray:
    """``value`` read at the positions that the axes of an array of ``shape`` decide; anything outside."""
    names = axis_names(shape, "@")
    table = {a: ex.index(b) for a, b in zip(axis_names(shape), names, strict=True) if a and b}
    slots = [ex.substitute(places[n], table) if n else None for n in value.names]
    if not plain and not any(node.op == "scan" for node in ex.postorder(value.body, into_arrays=False)):
        value, plain = TracedArray(_anywhere(value), value.shape, value.kind), True
    body = shapes.reread(value, slots, shape, None if plain else 0).body
    return from_named(body, names, shape, value.kind)


def _anywhere(value: TracedArray) -> Expr:
    """The body of ``value`` with reads that may be outside, where they are 0."""
    own = {n for n in value.names if n}

    def change(node: Expr) -> Expr | None:
        padded = node.op == "access" and node.data is None and own & node.free
        return ex.access(node.args[0], node.args[1:], 0) if padded else None

    return ex.rebuild(value.body, change, into_arrays=False)


def _chosen_in(t: TracedArray, conditions: Sequence[Expr], value: TracedArray) -> TracedArray:
    """``value`` where all conditions on the indices of ``t`` hold, elsewhere ``t``."""
    if not conditions:
        return value
    return chosen(TracedArray(conjunction(conditions), t.shape, "b"), value, t)


def chosen(condition: TracedArray, value: TracedArray, old: TracedArray) -> TracedArray:
    """``value`` where a condition holds, elsewhere ``old``, whose kind it keeps."""
    return elementwise(lambda c, a, b: ex.call("where", c, a, b), condition, value, old, kind=old.kind)


# --- functions that write ------------------------------------------------------------------------


def out_array(out: Any, name: str) -> TracedArray:
    """The array in ``out=``."""
    found = out[0] if isinstance(out, tuple) and len(out) == 1 else out
    if isinstance(found, TracedArray):
        return found
    raise TracingError(
        f"np.{name} writes a traced value into an ordinary array, which can hold numbers only.\n"
        "Make the array with np.zeros_like(x), or with np.zeros(shape, like=x), where x is an argument."
    )


def copyto(dst: Any, src: Any, casting: str = "same_kind", where: Any = True) -> None:
    """``np.copyto``."""
    target = out_array(dst, "copyto")
    value = lift(src) if where is True else chosen(lift(where), lift(src), target)
    if KINDS.index(lift(src).kind) > KINDS.index(target.kind) and casting == "same_kind":
        raise TypeError(f"Cannot cast array data from {lift(src).dtype} to {target.dtype} according to 'same_kind'")
    assign(target, value)


def putmask(a: Any, mask: Any, values: Any) -> None:
    """``np.putmask`` with values of the shape of the array, or one value."""
    target, new = out_array(a, "putmask"), lift(values)
    if new.size != 1 and new.shape != target.shape:
        raise TracingError("np.putmask repeats values of another shape; use np.where(mask, values, x)")
    assign(target, chosen(lift(mask), cast(new, target.kind), target))


def fill_diagonal(a: Any, val: Any, wrap: bool = False) -> None:
    """``np.fill_diagonal`` with one number."""
    target = out_array(a, "fill_diagonal")
    if target.ndim < 2 or wrap or lift(val).ndim:
        raise TracingError("np.fill_diagonal is traced for a number and at least two axes, without wrap")
    if target.ndim > 2 and len(set(target.shape)) > 1:
        raise ValueError("All dimensions of input must be of equal length")
    names = [ex.index(n) if n else ex.const(0) for n in target.names]
    conditions = [ex.call("eq", names[0], n) for n in names[1:]]
    value = TracedArray(cast(lift(val), target.kind).body, target.shape, target.kind)
    assign(target, _chosen_in(target, conditions, value))


FUNCTIONS: dict[str, Callable[..., Any]] = {"copyto": copyto, "putmask": putmask, "fill_diagonal": fill_diagonal}
"""Functions that return nothing and write into their first argument."""


def traced_in(args: Sequence[Any]) -> Iterator[TracedArray]:
    """The traced arrays among arguments, those in lists too."""
    for a in args:
        if isinstance(a, TracedArray):
            yield a
        elif isinstance(a, (list, tuple)):
            yield from traced_in(a)
