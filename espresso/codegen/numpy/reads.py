"""NumPy text of array reads: slices, sliding windows, padding, fancy indexing.

Every index expression of an access is sorted into one of four kinds: a *point* (no free
index), a *line* ``a*i + c`` (a slice), a *window* ``a*i + b*j + c`` (a strided window
view), or anything else, for which the positions are computed as an array (fancy indexing).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from espresso.codegen.numpy import lengths
from espresso.codegen.numpy.lengths import Length, of
from espresso.codegen.numpy.program import At
from espresso.codegen.numpy.values import Value, aligned, as_atom, as_number, joint_axes
from espresso.formulas.extents.reads import NEAR
from espresso.formulas.graph.expr import Expr
from espresso.records import dataclass


@dataclass(frozen=True)
class Slot:
    """One index expression: ``kind`` is point, line, window or array."""

    expr: Expr
    kind: str
    coefficients: tuple[tuple[str, int], ...] = ()
    constant: Length | None = None


def slots(at: At, node: Expr) -> list[Slot]:
    """The kinds of the index expressions of an access."""
    forms = [lengths.linear_form(a, at.program.size_of) for a in node.args[1:]]
    uses: Counter[str] = Counter(n for a in node.args[1:] for n in a.free)
    result = []
    for e, form in zip(node.args[1:], forms, strict=True):
        if form is None:
            result.append(Slot(e, "array" if e.free else "point"))
            continue
        names = tuple(form[0].items())
        alone = all(uses[n] == 1 for n in e.free) and len(names) == len(e.free) <= 2
        kind = ("point", "line", "window")[len(names)] if alone else "array"
        result.append(Slot(e, kind, names, form[1]))
    return result


def needed(at: At, node: Expr) -> list[Expr]:
    """Index expressions whose values must be computed as arrays or numbers."""
    kinds = slots(at, node)
    if _needs_helper(node, kinds) or (at.risky and node.data is None and not _all_inside(at, node)):
        return [s.expr for s in kinds if s.expr.op != "index"]
    if _is_diagonal(node) and _all_inside(at, node):
        return []
    return [s.expr for s in kinds if s.kind == "array" or s.constant is None]


def _is_diagonal(node: Expr) -> bool:
    """``A[i,i]`` and its like: plain indices, one of them repeated, none padded."""
    names = [a.data[0] for a in node.args[1:] if a.op == "index"]
    return (
        node.data is None
        and len(names) == len(node.args) - 1
        and len(set(names)) < len(names)
        and len(set(names)) <= 26
    )


def _needs_helper(node: Expr, kinds: Sequence[Slot]) -> bool:
    return node.data is not None and any(s.kind == "array" or s.constant is None or _is_far(s) for s in kinds)


def _is_far(slot: Slot) -> bool:
    """Whether an array with all the fill values that the reads may reach would be large whatever the lengths are."""
    numbers = [c for _, c in (*slot.coefficients, *(slot.constant.terms if slot.constant is not None else ()))]
    return any(abs(n) >= NEAR for n in numbers)


def read(at: At, node: Expr) -> Value:
    """The value of an access; ``risky`` reads may be outside and then give anything."""
    variable = at.program.variables[node.args[0]]
    array = replace(variable, axes=(), view=True)
    if len(node.args) == 1:
        return array
    kinds = slots(at, node)
    plain = [s.coefficients[0][0] if s.kind == "line" else None for s in kinds]
    full = [s.kind == "line" and _same_length(at, node, k) for k, s in enumerate(kinds)]
    if all(full):
        return replace(array, axes=tuple(n for n in plain if n is not None), kind=array.kind)
    if _is_diagonal(node) and _all_inside(at, node):
        return _diagonal(array, node)
    fill = node.data
    if _needs_helper(node, kinds):
        return _helper_read(at, node, kinds, fill)
    if fill is None and at.risky and not _all_inside(at, node):
        return _risky_read(at, node, kinds, full)
    if fill is not None:
        array, kinds = _padded(at, node, array, kinds, fill)
    return _subscripted(at, node, array, kinds, full if fill is None else [False] * len(kinds), fill is not None)


def _all_inside(at: At, node: Expr) -> bool:
    """Whether every position is inside without looking at values."""
    return all(_same_length(at, node, k) for k in range(len(node.args) - 1))


def _same_length(at: At, node: Expr, k: int) -> bool:
    """Whether slot ``k`` is an index that runs over the whole axis."""
    e = node.args[1 + k]
    if e.op != "index":
        return False
    extent, size = at.extent(e.data[0]), at.program.size_of(node.args[0], k)
    # A strict plain read makes the lengths equal unless another read shortened the index.
    return extent == size or (node.data is None and e.data[0] not in at.scope.shortened)


def _diagonal(array: Value, node: Expr) -> Value:
    names = [a.data[0] for a in node.args[1:]]
    order = tuple(dict.fromkeys(names))
    if len(names) == 2:
        return replace(array, text=f"np.diagonal({array.text})", axes=order)
    letters = letters_for(order)
    spec = "".join(letters[n] for n in names)
    out = "".join(letters[n] for n in order)
    return replace(array, text=f'np.einsum("{spec}->{out}", {array.text})', axes=order)


def letters_for(names: Sequence[str]) -> dict[str, str]:
    """One letter per index, its own name where that is a letter."""
    alphabet = list("ijklmnopqrstuvwxyzabcdefghABCDEFGHIJKLMNOPQRSTUVWXYZ")
    chosen = {n: n for n in names if len(n) == 1 and n in alphabet}
    left = iter([c for c in alphabet if c not in chosen.values()])
    return {n: chosen.get(n) or next(left) for n in names}


# --- positions outside ---------------------------------------------------------------------


def _positions(at: At, kinds: Sequence[Slot]) -> list[Value]:
    own = [at.arange(s.expr.data[0]) if s.expr.op == "index" else at.get(s.expr) for s in kinds]
    return [as_number(p) for p in own]  # truth values would select


def _helper_read(at: At, node: Expr, kinds: Sequence[Slot], fill: object) -> Value:
    positions = _positions(at, kinds)
    axes = joint_axes(positions, at.scope.order)
    texts = ", ".join(aligned(p, axes).text for p in positions)
    comma = "," if len(positions) == 1 else ""
    at.program.helpers["_es_read"] = None
    array = _able(at.program.variables[node.args[0]], fill)
    text = f"_es_read({array.text}, ({texts}{comma}), {literal(fill)})"
    value = array.spelled(text, axes=axes, view=False)
    return _widened(value, fill)


def _able(array: Value, fill: object) -> Value:
    """The array, as numbers where it holds truth values and is filled up with another number."""
    return as_number(array) if array.dtype == np.dtype(bool) and fill not in (0, 1) else array


def _widened(value: Value, fill: object) -> Value:
    level = 2 if isinstance(fill, complex) else 0 if isinstance(fill, int) else 1
    return replace(value, level=max(value.level, level), kind="strong" if value.kind == "bool" else value.kind)


def _risky_read(at: At, node: Expr, kinds: list[Slot], full: Sequence[bool]) -> Value:
    """A read whose positions may be outside because a ``where`` does not use it there."""
    moved = [k for k, f in enumerate(full) if not f]
    if len(moved) == 1 and kinds[moved[0]].kind == "array" and all(full[k] for k in range(len(kinds)) if k != moved[0]):
        at.program.helpers["_es_take"] = None
        position = as_number(at.get(kinds[moved[0]].expr))
        array = at.program.variables[node.args[0]]
        axes = tuple(
            a for k, s in enumerate(kinds) for a in (position.axes if k == moved[0] else (s.coefficients[0][0],))
        )
        text = f"_es_take({array.text}, {position.text}, {moved[0]})"
        return array.spelled(text, axes=axes, view=False)
    return _helper_read(at, node, kinds, 0)


def literal(value: object) -> str:
    """A Python number as source."""
    if isinstance(value, complex):
        return repr(value)
    if isinstance(value, float) and value != value:
        return "np.nan"
    if value in (float("inf"), float("-inf")):
        return "np.inf" if value == float("inf") else "-np.inf"
    return repr(value) if isinstance(value, (int, float)) else str(value)


def _padded(at: At, node: Expr, array: Value, kinds: list[Slot], fill: object) -> tuple[Value, list[Slot]]:
    """The array with as many fill values around it as the reads can reach."""
    widths, moved = [], []
    for k, slot in enumerate(kinds):
        assert slot.constant is not None
        low, high = slot.constant, slot.constant
        for name, coefficient in slot.coefficients:
            reach = (at.extent(name) - 1) * coefficient
            low, high = (low, high + reach) if coefficient > 0 else (low + reach, high)
        before = lengths.maximum(0, low * -1)
        after = lengths.maximum(0, high + 1 - at.program.size_of(node.args[0], k))
        widths.append((before, after))
        moved.append(replace(slot, constant=slot.constant + before))
    if all(a.constant == 0 and b.constant == 0 for a, b in widths):
        return array, kinds
    pairs = [f"({at.program.length_text(a)[0]}, {at.program.length_text(b)[0]})" for a, b in widths]
    width = pairs[0] if len(pairs) == 1 else f"({', '.join(pairs)})"
    array = _able(array, fill)
    source = array.text
    if not isinstance(fill, int) and not (array.dtype is not None and array.dtype.kind in "fc"):
        source = f"1.0*{as_atom(array)}"  # an integer array could not hold the fill value
    extra = "" if fill == 0 and isinstance(fill, int) else f", constant_values={literal(fill)}"
    return _widened(replace(array, text=f"np.pad({source}, {width}{extra})", view=False), fill), moved


# --- positions inside ----------------------------------------------------------------------


def _subscripted(at: At, node: Expr, array: Value, kinds: list[Slot], full: Sequence[bool], padded: bool) -> Value:
    """Slices and fancy indices, then windows."""
    texts: list[str] = []
    axes: list[str] = []
    arrays: list[int] = []
    windows: list[tuple[int, Slot]] = []
    grid = joint_axes([at.get(s.expr) for s in kinds if s.kind == "array"], at.scope.order)
    exact = any(s.kind == "array" for s in kinds)
    after: dict[str, list[str]] = {}
    for k, slot in enumerate(kinds):
        if slot.kind == "array":
            arrays.append(k)
            texts.append(aligned(as_number(at.get(slot.expr)), grid).text)
        elif slot.kind == "point":
            known = slot.constant
            text = at.program.length_text(known)[0] if known is not None else as_number(at.get(slot.expr)).text
            arrays += [k] if exact else []
            texts.append(text)
        elif slot.kind == "line":
            name = slot.coefficients[0][0]
            if full[k]:
                texts.append(":")
            else:
                size = None if padded else at.program.size_of(node.args[0], k)
                text, after[name] = _slice(at, slot, size)
                texts.append(text)
            axes.append(name)
        else:
            texts.append(":")
            windows.append((k, slot))
            axes.append(f"?{k}")
    placed = _place_grid(kinds, axes, arrays, grid) if arrays else axes
    while texts and texts[-1] == ":":
        texts.pop()
    text = as_atom(array) + (f"[{', '.join(texts)}]" if texts else "")
    value = array.spelled(text, axes=tuple(placed), view=array.view and not arrays)
    if windows:
        value = _windowed(at, node, value, windows, padded)
    for name, cuts in after.items():
        where = value.axes.index(name)
        for cut in cuts:
            value = replace(value, text=f"{value.text}[{':, ' * where}{cut}]")
    return value


def _place_grid(kinds: Sequence[Slot], axes: Sequence[str], arrays: Sequence[int], grid: Sequence[str]) -> list[str]:
    """NumPy puts the axes of fancy indices in place if they stand together, else in front."""
    if arrays[-1] - arrays[0] + 1 == len(arrays):
        before = sum(1 for s in kinds[: arrays[0]] if s.kind != "point")
        return [*axes[:before], *grid, *axes[before:]]
    return [*grid, *axes]


def _slice(at: At, slot: Slot, size: Length | None) -> tuple[str, list[str]]:
    """Text of the slice for ``a*i + c``, and slices to apply to its axis after it."""
    ((name, step),) = slot.coefficients
    assert slot.constant is not None
    extent = at.extent(name)
    count = lengths.at_least_zero(extent)
    if step < 0:
        forward = Slot(slot.expr, "line", ((name, -step),), slot.constant + (extent - 1) * step)
        if forward.constant == of(0) and step == -1 and size is not None and extent == size:
            return "::-1", []
        text, cuts = _slice(at, forward, size)
        return text, [*cuts, "::-1"]
    start = slot.constant
    begin = "" if start == of(0) else at.program.length_text(start, "start")[0]
    if step == 1:
        if size is not None:
            bare = start + lengths.without_floor(extent)
            difference = (bare - size).constant
            if difference is not None and difference <= 0:
                return f"{begin}:{difference or ''}", []
        return f"{begin}:{at.program.length_text(start + count, name)[0]}", []
    if size is not None:
        available = lengths.floor_divide(size - start + (step - 1), of(step))
        if lengths.without_floor(extent) == available:
            return f"{begin}::{step}", []
    return f"{begin}::{step}", [f":{at.program.length_text(count, name)[0]}"]


def _windowed(at: At, node: Expr, value: Value, windows: Sequence[tuple[int, Slot]], padded: bool) -> Value:
    """Positions ``a*i + b*j + c``: windows along the axis, stepped by a, dilated by b."""
    starts: dict[int, str] = {}
    shapes, places, steps = [], [], {}
    axes = list(value.axes)
    trailing = []
    for k, slot in windows:
        position, window = sorted(slot.coefficients, key=lambda p: at.scope.order.index(p[0]))
        constant = slot.constant
        assert constant is not None
        flips = []
        for name, c in (position, window):
            if c < 0:
                constant = constant + (at.extent(name) - 1) * c
                flips.append(name)
        where = axes.index(f"?{k}")
        if constant != of(0):
            starts[where] = f"{at.program.length_text(constant, 'start')[0]}:"
        width = (at.extent(window[0]) - 1) * abs(window[1]) + 1
        shapes.append(at.program.length_text(width, window[0])[0])
        places.append(where)
        axes[where] = position[0]
        trailing.append(window[0])
        extent = at.extent(position[0])
        size = None if padded else at.program.size_of(node.args[0], k)
        step = abs(position[1])
        exact = size is not None and lengths.without_floor(extent) == lengths.floor_divide(
            size - constant - width + step, of(step)
        )
        steps[position[0]] = (
            "" if step == 1 else f"::{step}",
            "" if exact else f":{at.program.length_text(lengths.at_least_zero(extent), position[0])[0]}",
            position[0] in flips,
        )
        steps[window[0]] = ("" if abs(window[1]) == 1 else f"::{abs(window[1])}", "", window[0] in flips)
    text = value.text
    if starts:
        text += f"[{', '.join(starts.get(k, ':') for k in range(max(starts) + 1))}]"
    shape = shapes[0] if len(shapes) == 1 else f"({', '.join(shapes)})"
    place = f", axis={places[0]}" if len(places) == 1 else f", axis=({', '.join(map(str, places))})"
    at.program.helpers["_es_windows"] = None
    text = f"_es_windows({text}, {shape}{place})"
    axes += trailing
    for part in range(3):
        cuts = []
        for a in axes:
            stepped, cut, flip = steps.get(a, ("", "", False))
            cuts.append((stepped, cut, "::-1" if flip else "")[part] or ":")
        while cuts and cuts[-1] == ":":
            cuts.pop()
        if cuts:
            text += f"[{', '.join(cuts)}]"
    return replace(value, text=text, axes=tuple(axes))
