"""Pieces of arrays that blocks read: whole axes, blocks of an index, windows with their borders, parts for gathers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

from espresso.api.chunked.chunking import Chunks, Stored, is_plain, reads_of, starts
from espresso.api.chunked.cuts import Step
from espresso.formulas.extents.affine import affine, shifted
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.formulas.graph.python_names import is_used
from espresso.records import dataclass


@dataclass(frozen=True)
class Axis:
    """What a task reads along one axis of an array.

    Without a ``label`` that is one range, else one range for each block of the index ``label``.  ``whole`` is all of
    the axis, or all of each block of the index, which runs over the axis.  ``parts``: the array's own blocks.
    Otherwise it is a window: it begins at ``low + factor*i`` for the index i, has ``span + 1`` elements for each i,
    and is ``reversed`` where positions fall as the index grows.
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
        bounds = [(self.factor * a, self.factor * (b - 1)) for a, b in pairwise(starts(chunks))]
        return [(self.low + min(ends), self.low + max(ends) + self.span + 1) for ends in bounds]


@dataclass(frozen=True)
class Piece:
    """What tasks read of one array; positions outside it read ``fill``."""

    array: str
    axes: tuple[Axis, ...]
    fill: Any = 0


class Local:
    """The formulas of some steps over pieces of arrays: every index counts from the start of its block.

    ``pieces`` are the inputs by name.  ``offsets`` are indices whose position in the whole array is asked for,
    ``sizes`` those whose length in a block no piece tells.
    """

    def __init__(self, arrays: Mapping[str, Stored]) -> None:
        self._arrays = arrays
        self._names: dict[Piece, str] = {}
        self._taken: set[str] = set()
        self.bodies: list[tuple[str, tuple[str, ...], Expr]] = []
        self.offsets: dict[str, str] = {}
        self.sizes: dict[str, int | str] = {}
        self.checks: list[tuple[str, int]] = []
        self._bounds: list[tuple[str, tuple[str, ...], Expr]] = []

    @property
    def pieces(self) -> dict[str, Piece]:
        """The inputs of the formulas."""
        return {name: piece for piece, name in self._names.items()}

    @property
    def formulas(self) -> tuple[Expr, ...]:
        """Those of the steps, and the least and the largest position of each check."""
        return tuple(ex.closed(name, axes, body) for name, axes, body in (*self.bodies, *self._bounds))

    def add(self, step: Step) -> None:
        """The formula of one step."""
        told: set[str] = set()
        self._alike: dict[Any, list[list[Axis]]] = {}
        for access in reads_of([step.body]):
            axes = [self._axis(access, k, step)[0] for k in range(len(access.args) - 1)]
            self._alike.setdefault(_key(access, axes), []).append(axes)
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
        axes, slots = [], []
        for k, slot in enumerate(access.args[1:]):
            axis, local = self._axis(access, k, step)
            if axis.parts:
                start = ex.access(ex.tensor(self._offset(axis.label), 0, "int64"))
                local = ex.call("add", new[slot], ex.call("mul", ex.const(-1), start))
                if step.checked:
                    self._check(new[slot], self._arrays[tensor.data.name].shape[k])
            elif local is None:
                local = new[slot]
            elif axis.whole and slot.op == "index":
                told.add(slot.data[0])
            axes.append(axis)
            slots.append(local)
        axes, slots = self._widened(access, axes, slots, told)
        unseen = any(affine(s) is None for s in access.args[1:])  # positions that nobody knows before
        piece = Piece(tensor.data.name, tuple(axes), 0 if access.data is None else access.data)
        if piece not in self._names:
            self._names[piece] = self._free(tensor.data.name)
        all_whole = all(a.whole and not a.label for a in axes)
        words = [w for w in tensor.data.structure if all_whole or w == ex.FRACTIONAL]
        local_tensor = ex.tensor(self._names[piece], len(axes), None, None, words)
        gathered = any(a.parts for a in axes)
        return ex.access(local_tensor, slots, None if not unseen else 0 if gathered else access.data)

    def _axis(self, access: Expr, k: int, step: Step) -> tuple[Axis, Expr | None]:
        """What a read needs along one axis, and the subscript there; None for one that is no sum of indices."""
        slot, length = access.args[k + 1], self._arrays[access.args[0].data.name].shape[k]
        form = affine(slot)
        if access is step.body and k in step.gathered:
            return Axis(step.gathered[k], parts=True), None
        if form is None:
            return Axis(), None
        if is_plain(access, k, _lengths(step), self._arrays[access.args[0].data.name].shape):
            name = slot.data[0]
            return Axis(name if len(step.chunks[name]) > 1 else ""), slot
        axis, local = _window(form, step)
        if form[0] and not axis.label and axis.low >= 0 and axis.low + axis.span < length:
            return Axis(), slot  # all of it is read, or nearly
        return axis, local

    def _widened(
        self, access: Expr, axes: list[Axis], slots: list[Expr], told: set[str]
    ) -> tuple[list[Axis], list[Expr]]:
        """The read in a window that other reads of the array share, as the neighbours of a point in a stencil do."""
        others = self._alike.get(_key(access, axes), [])
        for k, axis in enumerate(axes):
            along = [o[k] for o in others]
            if len(others) < 2 or all(o == axis for o in along):
                continue
            low, high = min(o.low for o in along), max(o.low + o.span for o in along)
            low -= 1  # no subscript is the index alone: that would have to run over all of the window
            axes[k] = Axis(axis.label, False, low=low, factor=axis.factor or 1, span=high - low)
            slots[k] = ex.call("add", slots[k], ex.const(axis.low - low))
            if axis.whole:
                told.discard(access.args[k + 1].data[0])
        return axes, slots

    def _check(self, position: Expr, length: int) -> None:
        """Two more results, the least and the largest position."""
        names = sorted(position.free)
        least, largest = self._free("least"), self._free("largest")
        for name, operator in ((least, "min"), (largest, "max")):
            self._bounds.append((name, (), ex.reduce(operator, names, position)))
        self.checks.append((str(position), length))

    def _free(self, like: str) -> str:
        name, number = like, 2
        while name in self._taken or is_used(name):
            name, number = f"{like}_{number}", number + 1
        self._taken.add(name)
        return name


def _key(access: Expr, axes: Sequence[Axis]) -> Any:
    """Equal for reads that one piece can serve: windows that differ in their borders alone."""

    def kind(axis: Axis) -> Any:
        if axis.parts or axis.reversed or not (axis.whole or axis.label):
            return axis
        return axis.label, axis.factor if axis.label and not axis.whole else 1

    return access.args[0], access.data or 0, tuple(map(kind, axes))


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
    sign = -1 if axis.reversed else 1
    terms = [*([(label, abs(factor))] if label else []), *((n, sign * f) for n, f in others.items())]
    return axis, shifted(terms, above if axis.reversed else -below)
