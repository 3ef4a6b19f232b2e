"""Texts of inference errors: what happened, where in the user's text, the facts, the remedy.

The first line holds the formula, the second the carets under it; the carets are in
place when Python prints the name of the error in front.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from espresso.errors import DtypeError, EspressoError, ExtentError, InputError, RankError, suggestion, with_carets
from espresso.formulas.extents.reads import Read
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.formulas.graph.recurrences import State

Place = tuple[Expr, int]
"""An access and the number of a slot (-1 is the name of the array)."""


OPEN, CLOSE = "\x00", "\x01"
"""Around a number that is not known yet: the text that a saved module computes it by (`api.saving.symbolic`)."""


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


def slot_text(e: Expr) -> str:
    """Return an access or an index expression as it stands in a formula."""
    from espresso.formulas.printing.text import formula

    return formula(e, {})


def _padded(access: Expr) -> str:
    """The access with zeros outside."""
    return slot_text(ex.access(access.args[0], access.args[1:], 0))


def shape_note(access: Expr, shape: Callable[[Expr], tuple[int, ...]]) -> str:
    """Return ``"A has shape (2, 3)"``."""
    return f"{name_of(access.args[0])} has shape {shape(access.args[0])}"


def _formula(roots: Sequence[Expr], places: Sequence[Place]) -> tuple[str, list[int]]:
    """The user's text, or the printed formula, and the positions of the places in it."""
    from espresso.formulas.notation.parsing import source_of
    from espresso.formulas.printing.text import text_with_spans

    for root in roots:
        source = source_of(root)
        if source is not None and all(p in source.spans for p in places):
            return source.text, [source.spans[p][0] for p in places]
    found: list[tuple[str, list[int]]] = []
    for root in roots:
        try:
            text, spans = text_with_spans(root)
        except EspressoError:  # too long to print
            continue
        if all(p in spans for p in places):
            return text, [spans[p][0] for p in places]
        found.append((text, []))
    return found[0] if found else ("the formula", [])


def _message(
    kind: type[EspressoError], what: str, roots: Sequence[Expr], places: Sequence[Place], rest: Sequence[str]
) -> EspressoError:
    text, positions = _formula(roots, places)
    if not positions:  # the statement that is printed last is the result
        text = text.splitlines()[-1] if text else text
    formula, *carets = with_carets(text, positions, "").split("\n")
    head = f"{what} in   "
    lines = [head + formula.rstrip()]
    width = len(kind.__name__) + 2 + len(re.sub(f"{OPEN}.*?{CLOSE}", "0", head))
    lines += [" " * width + c for c in carets]
    return kind("\n".join([*lines, *rest]))


def _table(rows: Sequence[tuple[str, str]]) -> list[str]:
    if any(OPEN in left for left, _ in rows):  # a saved module fills the numbers in, and then aligns the rows
        return [f"  {left}\t    ({note})" for left, note in rows]
    width = max(len(left) for left, _ in rows)
    return [f"  {left.ljust(width)}    ({note})" for left, note in rows]


def two_lengths(
    roots: Sequence[Expr], name: str, first: Fact, second: Fact, stencil: Expr | None = None
) -> EspressoError:
    """Return the error of an index that runs over two axes of different lengths.

    ``stencil`` is a part that alone would run over the shorter one, since it has a shifted read.
    """
    facts = sorted((first, second), key=lambda f: f.access is None)
    read = [f for f in facts if f.access is not None]
    rows = []
    for f in facts:
        length = f"{name} = {f.length}"
        rows.append((f"{slot_text(f.access)}: {length}" if f.access is not None else length, f.note))
    arrays = list(dict.fromkeys(name_of(f.access.args[0]) for f in read if f.access is not None))
    if len(read) == 1:
        remedy = f"Give {arrays[0]} that length along {name}, or leave the declared length out."
    elif not read:
        remedy = f"Declare one length of {name}."
    elif len(arrays) == 1:
        remedy = f"Give {arrays[0]} the same length along both axes, or use two different indices."
    else:
        remedy = f"Give {' and '.join(arrays)} the same length along {name}, or use two different indices."
    if stencil is not None:
        part = f"{ex.fresh([t.data.name for t in ex.tensors(*roots)], 'd')}[{','.join(stencil.axes)}]"
        remedy += f"\nOr give the part with a shifted read, whose {name} is shorter, a name in a statement before:\n"
        remedy += f"  {part} = {slot_text(stencil)}\nand read {part} in its place."
    places = [(f.access, f.axis) for f in read if f.access is not None]
    return _message(ExtentError, f"index {name!r} has two lengths", roots, places, [*_table(rows), remedy])


def no_length(
    roots: Sequence[Expr], scope: Expr, name: str, padded: Sequence[int] = (), sizes: bool = True
) -> EspressoError:
    """Return the error of an index that no array gives a length; ``padded`` are lengths that padded reads give it.

    With ``sizes`` the length may be an option of ``compile``, otherwise the formula has to have it.
    """
    places = occurrences(scope, name)
    rest = [
        f"  padded reads at {name} alone need not have one length (here {' and '.join(map(str, padded))})"
        if padded
        else f"  no array is read at {name} alone, and no other index determines {name}",
        f"Say how long {name} is: " + (f"sizes={{{name!r}: n}}" if sizes else f"'{name} : index n' in the text")
        + f", or es.index({name!r}, size=n).",
    ]
    return _message(ExtentError, f"index {name!r} has no length", roots, places, rest)


def occurrences(scope: Expr, name: str) -> list[Place]:
    """Where an index stands first: on the left side, in a slot, or as a value."""
    if scope.op == "let" and name in scope.data[1]:
        return [(scope, scope.data[1].index(name))]
    nodes = ex.postorder(ex.body(scope), into_arrays=False)
    for node in nodes:
        if node.op == "access":
            for axis, slot in enumerate(node.args[1:]):
                if name in slot.free:
                    return [(node, axis)]
    return [(node, 0) for node in nodes if ex.is_index(node, name)][:1]


def outside(
    roots: Sequence[Expr],
    read: Read,
    at: Mapping[str, int],
    position: int,
    extents: Mapping[str, int],
    shape: Callable[[Expr], tuple[int, ...]],
    below: bool,
) -> EspressoError:
    """Return the error of a read before the first or after the last element of an axis."""
    text, slot = slot_text(read.access), slot_text(read.slot)
    where = " and ".join(f"{n} = {v}" for n, v in at.items())
    value = f"{slot} = {position}" + (f" at {where}" if where else "")
    value = f"position {position}" if slot == str(position) else value
    rows = [(f"{text}: {value}", shape_note(read.access, shape))]
    side = "below 0" if below else "past the end"
    length = shape(read.access.args[0])[read.axis]
    remedy = f"Write {_padded(read.access)} to read 0 there, or {_alternative(read, position, length, extents, below)}."
    return _message(ExtentError, f"{text} reads {side}", roots, [(read.access, read.axis)], [*_table(rows), remedy])


def divided(
    roots: Sequence[Expr], read: Read, part: Expr, shape: Callable[[Expr], tuple[int, ...]]
) -> EspressoError:  # fmt: skip
    """Return the error of a position that is divided by a length that is 0."""
    sizes = dict.fromkeys(n for n in ex.postorder(part) if n.op == "size")
    lengths = [f"  {slot_text(n)} = {shape(n.args[0])[n.data]}" for n in sizes]
    remedy = f"Give {' and '.join(dict.fromkeys(name_of(n.args[0]) for n in sizes))} elements along that axis."
    what = f"{slot_text(part)} divides by 0"
    return _message(ExtentError, what, roots, [(read.access, read.axis)], [*lengths, remedy])


def far(roots: Sequence[Expr], read: Read, part: Expr, value: int, extents: Mapping[str, int]) -> EspressoError:
    """Return the error of a position whose index arithmetic does not fit into 63 bits."""
    lengths = [f"  {n} runs from 0 to {extents[n] - 1}" for n in sorted(part.free)]
    what = f"{slot_text(part)} reaches {value}, which is no position,"
    remedy = "Positions lie between -2**62 and 2**62 - 1; use smaller numbers."
    return _message(ExtentError, what, roots, [(read.access, read.axis)], [*lengths, remedy])


def _alternative(read: Read, position: int, length: int, extents: Mapping[str, int], below: bool) -> str:
    """What else the user may have meant by a read outside."""
    name = name_of(read.access.args[0])
    if not read.slot.free:
        if -length <= position < 0:
            return f"size({name}, {read.axis}) - {-position} to count from the end"
        return f"a position from 0 to {length - 1}" if length else f"give a longer {name}"
    if not below:
        return f"give {name} at least the length {position + 1} along axis {read.axis}"
    if all(c < 0 for _, c in read.factors or ()):
        return f"size({name}, {read.axis}) - 1 - {' - '.join(extents)} to count from the end"
    terms = read.slot.args if ex.is_call(read.slot, "add") else (read.slot,)
    constant = sum(t.data for t in terms if t.op == "const") - position
    rest = [t for t in terms if t.op != "const"]
    if not isinstance(constant, int):  # the text of a number
        return f"shift the index: {slot_text(ex.call('add', *rest))} + {constant} starts at 0"
    shifted = ex.call("add", *rest, *([ex.const(constant)] if constant else []))
    return f"shift the index: {slot_text(shifted)} starts at 0"


def nothing(roots: Sequence[Expr], node: Expr, names: Sequence[str]) -> EspressoError:
    """Return the error of a reduction such as max over no elements."""
    operator = node.data[0]
    listed = ", ".join(names)
    rest = [f"  {n} = 0" for n in names]
    rest.append(f"{operator} of nothing has no value: give arrays that are not empty along {listed}.")
    what = f"{operator}[{','.join(node.data[1])}] over no elements"
    return _message(InputError, what, roots, _read_at(node, names)[:1], rest)


def not_square(roots: Sequence[Expr], node: Expr, lengths: tuple[int, int]) -> EspressoError:
    """Return the error of a function of a matrix whose rows and columns are not equally many."""
    function, names = node.data
    rest = [f"  {n} = {length}" for n, length in zip(names, lengths, strict=True)]
    rest.append(f"{function} is a function of a square matrix: give as many rows as columns.")
    what = f"{function}[{','.join(names)}] of a matrix that is not square"
    return _message(ExtentError, what, roots, _read_at(node, names)[:2], rest)


def _read_at(node: Expr, names: Sequence[str]) -> list[Place]:
    """Where arrays are read at some indices, in the body of a reduction."""
    reads = [n for n in ex.postorder(node.args[0], into_arrays=False) if n.op == "access"]
    return [(n, axis) for n in reads for axis, slot in enumerate(n.args[1:]) if set(names) & slot.free]


def slot_dtype(roots: Sequence[Expr], problem: DtypeError) -> EspressoError:
    """Return the error of a position that is no integer."""
    node, axis, dtype = problem.args
    slot = node.args[axis + 1]
    name = name_of(slot.args[0]) if slot.op == "access" else ""
    if slot.op == "access" and dtype.kind == "b":
        remedy = f"Give {name} as integers, for instance np.flatnonzero({name}) for the positions that are true."
    elif slot.op == "access" and slot.args[0].op == "tensor":
        remedy = f"Give {name} as integers, for instance {name}.astype('int64')."
    else:
        remedy = "Positions are integers: write // for integer division, and round in the arrays."
    what = f"{name_of(node.args[0])} is read at a position that is no integer"
    return _message(DtypeError, what, roots, [(node, axis)], [f"  {slot_text(slot)}: {dtype}", remedy])


def check_inputs(roots: Sequence[Expr], tensors: Sequence[Expr], shapes: Mapping[str, tuple[int, ...]]) -> None:
    """Raise `InputError`, `RankError` or `ExtentError` unless every input has a fitting shape."""
    for t in tensors:
        record = t.data
        shape = shapes.get(record.name)
        if shape is None:
            given = ", ".join(sorted(shapes)) or "nothing"
            hint = suggestion(record.name, list(shapes))
            raise InputError(f"input {record.name!r} is missing; given: {given}.{hint}")
        if len(shape) != record.rank:
            raise rank(roots, t, tuple(shape), len(shape))
        check_declared(t, tuple(shape))


def check_declared(tensor: Expr, shape: tuple[int, ...]) -> None:
    """Raise `ExtentError` unless the shape of an input is the declared one."""
    record = tensor.data
    if record.shape is not None and any(d is not None and d != n for d, n in zip(record.shape, shape, strict=True)):
        shown = ", ".join("_" if d is None else str(d) for d in record.shape)
        raise ExtentError(
            f"{record.name} has shape {shape} but is declared with shape "
            f"({shown}{',' if record.rank == 1 else ''}).\n"
            f"Give {record.name} the declared shape, or declare _ for a length that may vary."
        )


def rank(roots: Sequence[Expr], tensor: Expr, shape: Any, count: int) -> EspressoError:
    """Return the error of an input whose shape has another ``count`` of axes than it is written with."""
    record = tensor.data
    accesses = [n for n in ex.postorder(*roots) if n.op == "access" and n.args[0] is tensor]
    places = [(n, -1) for n in accesses[:1]]
    axes, given = _axes(record.rank), _axes(count)
    shown = slot_text(accesses[0]) if accesses else record.name
    indices = f"{count} {'index' if count == 1 else 'indices'}"
    rows = [(f"{shown}: {axes}", f"{record.name} has shape {shape}")]
    remedy = f"Give {record.name} with {axes}, or write it with {indices}."
    if record.rank == 0 and count == 1:
        remedy += f'\nes.batch(e, "n", over=["{record.name}"]) computes the formula for each of many values.'
    what = f"{record.name} has {given} instead of {record.rank}"
    return _message(RankError, what, roots, places, [*_table(rows), remedy])


def _axes(n: int) -> str:
    return f"{n} {'axis' if n == 1 else 'axes'}"


def check_sizes(sizes: Mapping[str, int]) -> None:
    """Raise `InputError` unless every declared size is an integer >= 0."""
    for name, length in sizes.items():
        if not hasattr(length, "__index__") or isinstance(length, bool) or length < 0:
            raise InputError(f"sizes={{{name!r}: {length!r}}}: a length is an integer that is not negative.")


def gather_outside(
    roots: Sequence[Expr], access: Expr, axis: int, position: object, shape: Any
) -> EspressoError:
    """Return the error of a position, taken from an array, that lies outside another array."""
    text, slot = slot_text(access), slot_text(access.args[axis + 1])
    name = name_of(access.args[0])
    rows = [(f"{text}: {slot} = {position}", f"{name} has shape {shape}")]
    if shape[axis]:
        remedy = f"Positions along axis {axis} of {name} run from 0 to {shape[axis] - 1}; "
    else:
        remedy = f"{name} is empty along axis {axis}; "
    remedy += f"{_padded(access)} reads 0 outside."
    return _message(InputError, f"{name} is read outside", roots, [(access, axis)], [*_table(rows), remedy])


def at_step(error: EspressoError, index: str, position: object) -> InputError:
    """The error of a statement of a recurrence, with the step at which it arose."""
    return InputError(f"{error}\nThis is the step {index} = {position}.")


def two_shapes(state: State, part: Expr, found: tuple[int, ...], known: tuple[int, ...]) -> EspressoError:
    """The values of one step, or the starting ones, have other lengths than the rest of a recurrence."""
    names = part.data[1]
    axis = next(k for k, pair in enumerate(zip(found, known, strict=True)) if pair[0] != pair[1])
    return ExtentError(
        f"index '{names[axis]}' has two lengths in the recurrence {state.name}[{','.join(state.axes)}]\n"
        f"  {str(part).strip()}: {names[axis]} = {found[axis]}\n"
        f"  elsewhere: {names[axis]} = {known[axis]}\n"
        f"Give its starting values and its steps the same lengths."
    )
