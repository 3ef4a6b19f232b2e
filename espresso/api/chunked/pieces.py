"""Pieces of arrays that blocks read: whole axes, blocks of an index, windows with their borders, parts for gathers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from espresso.api.chunked.chunking import Chunks, Stored, is_plain, starts
from espresso.api.chunked.cuts import Step
from espresso.formulas.extents.affine import affine
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr


@dataclass(frozen=True)
class Axis:
    """What a task reads along one axis of an array.

    Without a ``label`` that is one range, else one range for each block of the index ``label``.  ``whole`` is all of the
    axis, or all of each block of the index, which runs over the axis.  ``parts``: the array's own blocks.  Otherwise it is
    a window: it begins at ``low + factor*i`` for the index i, has ``span + 1`` elements for each i, and is ``reversed``
    where positions fall as the index grows.
    """

    label: str = ""
    whole: bool = True
    parts: bool = False
    low: int = 0
    factor: int = 0
    span: int = 0

    @property
    def reversed(self) -> bool:
        """Whether the window is read from its end."""
        return self.factor < 0

    def ranges(self, chunks: Chunks) -> list[tuple[int, int]]:
        """First position and end of the window for each block of the index."""
        bounds = [(self.factor * a, self.factor * (b - 1)) for a, b in zip(starts(chunks), starts(chunks)[1:], strict=False)]
        return [(self.low + min(ends), self.low + max(ends) + self.span + 1) for ends in bounds]


@dataclass(frozen=True)
class Piece:
    """What tasks read of one array; positions outside it read ``fill``."""

    array: str
    axes: tuple[Axis, ...]
    fill: Any = 0


class Local:
    """The formulas of some steps over pieces of arrays: every index counts from the start of its block.

    ``pieces`` are the inputs by name.  ``offsets`` are indices whose position in the whole array is asked for, ``sizes``
    those whose length in a block no piece tells.
    """

    def __init__(self, arrays: Mapping[str, Stored]) -> None:
        self._arrays = arrays
        self._names: dict[Piece, str] = {}
        self._taken: set[str] = set()
        self.bodies: list[tuple[str, tuple[str, ...], Expr]] = []
        self.offsets: dict[str, str] = {}
        self.sizes: dict[str, int | str] = {}
        self.checks: list[tuple[str, int, int]] = []

    @property
    def pieces(self) -> dict[str, Piece]:
        """The inputs of the formulas."""
        return {name: piece for piece, name in self._names.items()}

    def add(self, step: Step) -> None:
        """The formula of one step."""
        told: set[str] = set()
        new: dict[Expr, Expr] = {}
        order = ex.postorder(step.body, into_arrays=False)
        for node in order:
            if node.op == "index":
                new[node] = self._position(node.data[0], step)
            elif node.op == "access":
                new[node] = self._read(node, step, new, told)
            elif node.op == "tensor":
                new[node] = node
            else:
                new[node] = ex.with_args(node, [new[a] for a in node.args]) if node.args else node
        self.bodies.append((step.name, step.axes, new[step.body]))
        used = {n for node in order for n in (node.data[1] if node.op in ("reduce", "scan") else ())}
        for name in dict.fromkeys((*step.axes, *sorted(used | step.body.free))):
            if name not in told:
                self.sizes[name] = name if len(step.chunks[name]) > 1 else step.chunks[name][0]

    def _position(self, name: str, step: Step) -> Expr:
        """The position of an index in the whole array."""
        if len(step.chunks[name]) == 1:
            return ex.index(name)
        return ex.call("add", ex.index(name), ex.access(ex.tensor(self._offset(name), 0, "int64")))

    def _offset(self, label: str) -> str:
        if label not in self.offsets:
            self.offsets[label] = self._free(f"{label}_from")
        return self.offsets[label]

    def _read(self, access: Expr, step: Step, new: Mapping[Expr, Expr], told: set[str]) -> Expr:
        """The read of a piece."""
        tensor = access.args[0]
        array = self._arrays[tensor.data.name]
        gathered = step.gathered if access is step.body else {}
        axes: list[Axis] = []
        slots: list[Expr] = []
        open_ = access.data  # what is read outside, where positions are not known before
        inside = True
        for k, slot in enumerate(access.args[1:]):
            form = affine(slot)
            if k in gathered:
                axes.append(Axis(gathered[k], parts=True))
                start = ex.access(ex.tensor(self._offset(gathered[k]), 0, "int64"))
                slots.append(ex.call("add", new[slot], ex.call("mul", ex.const(-1), start)))
                inside = False
                if step.checked:
                    self._check(new[slot], array.shape[k])
            elif form is None:
                axes.append(Axis())
                slots.append(new[slot])
                inside = False
            elif is_plain(access, k, _lengths(step), array.shape):
                name = slot.data[0]
                told.add(name)
                axes.append(Axis(name if len(step.chunks[name]) > 1 else ""))
                slots.append(ex.index(name))
            else:
                axis, local = _window(form, step)
                if form[0] and not axis.label and axis.low >= 0 and axis.low + axis.span < array.shape[k]:
                    axis, local = Axis(), slot  # all of it is read, or nearly
                axes.append(axis)
                slots.append(local)
        piece = Piece(tensor.data.name, tuple(axes), 0 if access.data is None else access.data)
        if piece not in self._names:
            self._names[piece] = self._free(tensor.data.name)
        all_whole = all(a.whole and not a.label for a in axes)
        words = [w for w in tensor.data.structure if all_whole or w == ex.FRACTIONAL]
        local_tensor = ex.tensor(self._names[piece], len(axes), None, None, words)
        return ex.access(local_tensor, slots, None if inside else (0 if gathered else open_))

    def _check(self, position: Expr, length: int) -> None:
        """Two more results, the least and the largest position."""
        names = sorted(position.free)
        least, largest = self._free("least"), self._free("largest")
        for name, operator in ((least, "min"), (largest, "max")):
            self.bodies.append((name, (), ex.reduce(operator, names, position)))
        self.checks.append((str(position), len(self.bodies), length))

    def _free(self, like: str) -> str:
        name, number = like, 2
        while name in self._taken or ex.is_used(name):
            name, number = f"{like}_{number}", number + 1
        self._taken.add(name)
        return name


def _lengths(step: Step) -> dict[str, int]:
    return {n: sum(c) for n, c in step.chunks.items()}


def _window(form: tuple[Mapping[str, int], int], step: Step) -> tuple[Axis, Expr]:
    """The window of an affine subscript, and the subscript inside it."""
    factors, shift = form
    label = next((n for n in factors if len(step.chunks[n]) > 1), "")
    factor = factors.get(label, 0)
    others = {n: f for n, f in factors.items() if n != label}
    reach = {n: f * (sum(step.chunks[n]) - 1) for n, f in others.items()}
    below, above = (sum(r for r in reach.values() if s * r > 0) for s in (-1, 1))
    axis = Axis(label, False, low=shift + below, factor=factor, span=above - below)
    terms = [_times(abs(factor), label)] if label else []
    sign = -1 if axis.reversed else 1
    terms += [_times(sign * f, n) for n, f in others.items()]
    origin = above if axis.reversed else -below
    return axis, ex.call("add", *terms, ex.const(origin)) if origin or not terms else ex.call("add", *terms)


def _times(factor: int, name: str) -> Expr:
    return ex.index(name) if factor == 1 else ex.call("mul", ex.const(factor), ex.index(name))
