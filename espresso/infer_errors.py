"""The errors of inference: what happened, where in the user's text, the facts, the remedy.

The first line holds the formula, the second the carets under it; the carets are in
place when Python prints the name of the error in front.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from . import expr as ex
from .errors import DtypeError, EspressoError, ExtentError, InputError, RankError, suggestion, with_carets
from .expr import Expr
from .reads import Read

Place = tuple[Expr, int]
"""An access and the number of a slot (-1 is the name of the array)."""


class Fact(NamedTuple):
    """One reason why an index has a length: an access, or a declaration (no access)."""

    access: Expr | None
    axis: int
    name: str
    length: int
    note: str


def name_of(array: Expr) -> str:
    """Return the name of an array as the user knows it."""
    return str(array.data.name) if array.op == "tensor" else (array.data[0] or "the expression")


def access_text(access: Expr) -> str:
    """Return an access as it stands in a formula, such as ``x[p+r]``."""
    inside = ",".join(slot_text(e) for e in access.args[1:])
    name = name_of(access.args[0])
    name = f"pad({name})" if access.data is not None else name
    return f"{name}[{inside}]" if inside else name


def slot_text(e: Expr) -> str:
    """Return an index expression as it stands in a formula."""
    if e.op == "index":
        return str(e.data[0])
    if e.op == "access":
        return access_text(e)
    try:
        from .printing import text
    except ImportError:
        return f"<{e.op}>"
    return text(e)


def shape_note(access: Expr, shape: Callable[[Expr], tuple[int, ...]]) -> str:
    """Return ``"A has shape (2, 3)"``."""
    return f"{name_of(access.args[0])} has shape {shape(access.args[0])}"


def _formula(roots: Sequence[Expr], places: Sequence[Place]) -> tuple[str, list[int]]:
    """The user's text, or the printed formula, and the positions of the places in it."""
    for root in roots:
        source = _source(root)
        if source is not None and all(p in source[1] for p in places):
            return source[0], [source[1][p][0] for p in places]
    for root in roots:
        text, spans = _printed(root)
        if all(p in spans for p in places):
            return text, [spans[p][0] for p in places]
    return (_printed(roots[0])[0] if roots else ""), []


def _source(root: Expr) -> tuple[str, Mapping[Place, list[int]]] | None:
    try:
        from .notation import source_of
    except ImportError:
        return None
    source = source_of(root)
    return None if source is None else (source.text, source.spans)


def _printed(root: Expr) -> tuple[str, Mapping[Place, list[int]]]:
    try:
        from .printing import text_with_spans
    except ImportError:
        return "the formula", {}
    return text_with_spans(root)


def _message(
    kind: type[EspressoError], what: str, roots: Sequence[Expr], places: Sequence[Place], rest: Sequence[str]
) -> EspressoError:
    text, positions = _formula(roots, places)
    if not positions:  # the statement that is printed last is the result
        text = text.splitlines()[-1] if text else text
    formula, *carets = with_carets(text, positions, "").split("\n")
    head = f"{what} in   "
    lines = [head + formula.rstrip()]
    lines += [" " * (len(kind.__name__) + 2 + len(head)) + c for c in carets]
    return kind("\n".join([*lines, *rest]))


def _table(rows: Sequence[tuple[str, str]]) -> list[str]:
    width = max(len(left) for left, _ in rows)
    return [f"  {left.ljust(width)}    ({note})" for left, note in rows]


def two_lengths(roots: Sequence[Expr], name: str, first: Fact, second: Fact) -> EspressoError:
    """Return the error of an index that runs over two axes of different lengths."""
    facts = [f for f in (first, second) if f.access is not None] + [f for f in (first, second) if f.access is None]
    places = [(f.access, f.axis) for f in facts if f.access is not None]
    rows = [(f"{access_text(f.access)}: {name} = {f.length}" if f.access else f"{name} = {f.length}", f.note) for f in facts]
    arrays = list(dict.fromkeys(name_of(f.access.args[0]) for f in facts if f.access is not None))
    if len(places) < 2:
        remedy = f"Leave the declared length of {name} out, or give {arrays[0] if arrays else 'the arrays'} that length along {name}."
    elif len(arrays) == 1:
        remedy = f"Give {arrays[0]} the same length along both axes, or use two different indices."
    else:
        remedy = f"Give {' and '.join(arrays)} the same length along {name}, or use two different indices."
    return _message(ExtentError, f"index {name!r} has two lengths", roots, places, [*_table(rows), remedy])


def no_length(roots: Sequence[Expr], scope: Expr, name: str, unique: str) -> EspressoError:
    """Return the error of an index that no array gives a length."""
    places = _occurrences(scope, name)
    rest = [
        f"  no array is read at {name} alone, and no other index fixes {name}",
        f"Say how long {name} is: sizes={{{name!r}: n}}, or es.index({name!r}, size=n).",
    ]
    return _message(ExtentError, f"index {name!r} has no length", roots, places, rest)


def _occurrences(scope: Expr, name: str) -> list[Place]:
    """The first place in which an index stands."""
    if scope.op == "let" and name in scope.data[1]:
        return [(scope, scope.data[1].index(name))]
    for node in ex.postorder(scope.args[0] if scope.op == "let" else scope, into_arrays=False):
        if node.op == "access":
            for axis, slot in enumerate(node.args[1:]):
                if name in slot.free:
                    return [(node, axis)]
    return []


def outside(
    roots: Sequence[Expr],
    read: Read,
    at: Mapping[str, int],
    position: int,
    extents: Mapping[str, int],
    shape: Callable[[Expr], tuple[int, ...]],
) -> EspressoError:
    """Return the error of a read before the first or after the last element of an axis."""
    text, slot = access_text(read.access), slot_text(read.slot)
    name = name_of(read.access.args[0])
    where = " and ".join(f"{n} = {v}" for n, v in at.items())
    value = f"{slot} = {position}" + (f" at {where}" if where else "") if slot != str(position) else f"position {slot}"
    rows = [(f"{text}: {value}", shape_note(read.access, shape))]
    side = "below 0" if position < 0 else "past the end"
    if not read.slot.free:
        last = f"size({name},{read.axis}) - {-position}" if position < 0 else None
        remedy = f"The last element is {name}[{last}]." if last == f"size({name},{read.axis}) - 1" else "Read inside the axis"
        remedy = remedy if remedy.endswith(".") else f"{remedy}, or write pad({name})[{text[len(name) + 1 : -1]}] to read 0 there."
    else:
        padded = f"pad({name})[{text[len(name) + 1 : -1]}]"
        remedy = f"Write {padded} to read 0 there, or {_shift(read, position, extents)}."
    return _message(ExtentError, f"{text} reads {side}", roots, [(read.access, read.axis)], [*_table(rows), remedy])


def _shift(read: Read, position: int, extents: Mapping[str, int]) -> str:
    if position < 0:
        if any(c < 0 for _, c in read.factors or ()):
            array = f"size({name_of(read.access.args[0])},{read.axis})"
            if len(read.factors or ()) == 1:
                return f"count from the end with {array} - 1 - {', '.join(extents)}"
            return f"shift the position by {-position}"
        return f"shift the index so that it starts at 0: {slot_text(read.slot)} + {-position}"
    lengths = ", ".join(f"{n} = {v}" for n, v in extents.items())
    return f"give a longer {name_of(read.access.args[0])} (the extents are {lengths})"


def nothing(roots: Sequence[Expr], node: Expr, names: Sequence[str]) -> EspressoError:
    """Return the error of a reduction such as max over no elements."""
    operator = node.data[0]
    listed = ", ".join(names)
    places = [
        (n, axis)
        for n in ex.postorder(node.args[0], into_arrays=False)
        if n.op == "access"
        for axis, slot in enumerate(n.args[1:])
        if set(names) & slot.free
    ]
    rest = [f"  {n} = 0" for n in names]
    rest.append(f"Give arrays that are not empty along {listed}: {operator} of nothing has no value.")
    return _message(InputError, f"{operator}[{','.join(node.data[1])}] of no elements", roots, places[:1], rest)


def slot_dtype(roots: Sequence[Expr], problem: DtypeError) -> EspressoError:
    """Return the error of a position that is no integer."""
    node, axis, dtype = problem.args
    slot = node.args[axis + 1]
    text = slot_text(slot) if slot.op != "access" else access_text(slot)
    remedy = f"Positions are integers; write {text.replace('/', '//')} for integer division." if "/" in text else ""
    if slot.op == "access" and slot.args[0].op == "tensor":
        name = name_of(slot.args[0])
        remedy = f"Give {name} as integers, for instance {name}.astype('int64')."
    what = f"{name_of(node.args[0])} is read at a position that is no integer"
    rest = [f"  {text}: {dtype}", remedy or "Positions are integers: round in the arrays, before the formula."]
    return _message(DtypeError, what, roots, [(node, axis)], rest)


def check_inputs(roots: Sequence[Expr], tensors: Sequence[Expr], shapes: Mapping[str, tuple[int, ...]]) -> None:
    """Raise `InputError`, `RankError` or `ExtentError` unless every input has a fitting shape."""
    for t in tensors:
        record = t.data
        shape = shapes.get(record.name)
        if shape is None:
            hint = suggestion(record.name, list(shapes))
            raise InputError(f"input {record.name!r} is missing.{hint}\nGiven: {', '.join(sorted(shapes)) or 'nothing'}.")
        if len(shape) != record.rank:
            raise _rank(roots, t, tuple(shape))
        if record.shape is not None and any(d is not None and d != n for d, n in zip(record.shape, shape, strict=True)):
            shown = ", ".join("_" if d is None else str(d) for d in record.shape)
            raise ExtentError(
                f"{record.name} has shape {tuple(shape)} but is declared with shape "
                f"({shown}{',' if record.rank == 1 else ''}).\n"
                f"Give {record.name} the declared shape, or declare _ for a length that may vary."
            )


def _rank(roots: Sequence[Expr], tensor: Expr, shape: tuple[int, ...]) -> EspressoError:
    record = tensor.data
    accesses = [n for n in ex.postorder(*roots) if n.op == "access" and n.args[0] is tensor]
    places = [(n, -1) for n in accesses[:1]]
    axes, given = _axes(record.rank), _axes(len(shape))
    rows = [(f"{access_text(accesses[0]) if accesses else record.name}: {axes}", f"{record.name} has shape {shape}, {given}")]
    remedy = f"Give {record.name} with {axes}, or write it with {len(shape)} {'index' if len(shape) == 1 else 'indices'}."
    return _message(RankError, f"{record.name} has {given} instead of {record.rank}", roots, places, [*_table(rows), remedy])


def _axes(n: int) -> str:
    return f"{n} {'axis' if n == 1 else 'axes'}"


def check_sizes(sizes: Mapping[str, int]) -> None:
    """Raise `InputError` unless every declared size is an integer >= 0."""
    for name, length in sizes.items():
        if not hasattr(length, "__index__") or isinstance(length, bool) or length < 0:
            raise InputError(f"sizes={{{name!r}: {length!r}}}: a length is an integer that is not negative.")


def gather_outside(
    roots: Sequence[Expr], access: Expr, axis: int, position: int, shape: tuple[int, ...]
) -> EspressoError:
    """Return the error of a position, taken from an array, that lies outside another array."""
    text, slot = access_text(access), slot_text(access.args[axis + 1])
    name = name_of(access.args[0])
    rows = [(f"{text}: {slot} = {position}", f"{name} has shape {shape}")]
    if shape[axis]:
        remedy = f"Positions along axis {axis} of {name} run from 0 to {shape[axis] - 1}; "
    else:
        remedy = f"{name} is empty along axis {axis}; "
    remedy += f"pad({name})[{text[len(name) + 1 : -1]}] reads 0 outside."
    return _message(InputError, f"{name} is read outside", roots, [(access, axis)], [*_table(rows), remedy])
