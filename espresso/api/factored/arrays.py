"""Factored arrays: sums of products of operands, applied to vectors without forming a dense array.

A term is ``sum over hidden labels of the product of its operands``; each axis of the result has a *slot*:
a label, and where its positions start on the axis (or an array of positions, for gathered ones).  Two axes
with one label are a delta.  Products run by opt_einsum's path over the operands as they are.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt

from espresso.errors import EspressoError
from espresso.records import dataclass

Array = npt.NDArray[Any]
Labels = tuple[str, ...]
Operand = tuple[Array, Labels]


@dataclass(frozen=True, eq=False)
class Slot:
    """Where the values of ``label`` stand on an axis: from ``start`` on, or at ``positions``."""

    label: str
    start: int = 0
    positions: Array | None = None


@dataclass(frozen=True, eq=False)
class ArrayTerm:
    """One term; ``names`` are those of the operands, ``formula`` is for reading."""

    operands: tuple[Operand, ...]
    slots: tuple[Slot, ...]
    lengths: Mapping[str, int]
    names: Labels = ()
    formula: str = ""

    @property
    def hidden(self) -> frozenset[str]:
        """Labels that are summed."""
        return frozenset(n for _, ls in self.operands for n in ls) - {s.label for s in self.slots}


def contract(operands: Sequence[Operand], output: Labels, lengths: Mapping[str, int], dtype: np.dtype) -> Array:
    """The sum of the product of the operands over all labels that are not in ``output``, over ``output``."""
    import opt_einsum

    scale = [a for a, labels in operands if not labels]
    arrays = [(a, labels) for a, labels in operands if labels]
    present = [n for n in output if any(n in labels for _, labels in arrays)]
    if not arrays:
        value = np.ones((), dtype)
    elif len(arrays) == 1 and arrays[0][1] == tuple(present):
        value = arrays[0][0]
    else:
        number = {n: k for k, n in enumerate(dict.fromkeys(n for _, labels in arrays for n in labels))}
        mixed: list[Any] = []
        for a, labels in arrays:
            mixed += [a, [number[n] for n in labels]]
        value = opt_einsum.contract(*mixed, [number[n] for n in present])
    for s in scale:
        value = value * s
    shape = [lengths[n] if n in present else 1 for n in output]
    return np.broadcast_to(np.asarray(value, dtype).reshape(shape), [lengths[n] for n in output])


def take(array: Array, slots: Sequence[Slot], lengths: Mapping[str, int]) -> Array:
    """``array`` at the slots of its leading axes."""
    for axis, slot in enumerate(slots):
        n = lengths[slot.label]
        if slot.positions is not None:
            array = np.take(array, slot.positions, axis)
        elif slot.start or n != array.shape[axis]:
            array = array[(slice(None),) * axis + (slice(slot.start, slot.start + n),)]
    return array


def distinct(slots: Sequence[Slot]) -> Labels:
    """Labels of the slots, each once."""
    return tuple(dict.fromkeys(s.label for s in slots))


def add_at(out: Array, slots: Sequence[Slot], lengths: Mapping[str, int], value: Array) -> None:
    """Add ``value``, over the distinct labels of the slots and what follows, to ``out`` at the slots."""
    labels = distinct(slots)
    gathered = any(s.positions is not None for s in slots)
    if len(labels) == len(slots) and not gathered:
        out[tuple(slice(s.start, s.start + lengths[s.label]) for s in slots)] += value
        return
    positions: list[Array] = []
    for s in slots:
        where = np.arange(s.start, s.start + lengths[s.label]) if s.positions is None else s.positions
        positions.append(where.reshape([-1 if n == s.label else 1 for n in labels]))
    if gathered:
        np.add.at(out, tuple(positions), value)
    else:
        out[tuple(positions)] += value


def apply(term: ArrayTerm, v: Array, count: int, out: Array) -> None:
    """Add ``term @ v`` to ``out``: the last ``count`` axes are contracted with the first ones of ``v``."""
    rows, columns = term.slots[: len(term.slots) - count], term.slots[len(term.slots) - count :]
    extra = tuple(f"+{k}" for k in range(v.ndim - count))
    lengths = {**term.lengths, **dict(zip(extra, v.shape[count:], strict=True))}
    given = (take(v, columns, term.lengths), (*(s.label for s in columns), *extra))
    value = contract([*term.operands, given], (*distinct(rows), *extra), lengths, out.dtype)
    add_at(out, rows, term.lengths, value)


def dense(term: ArrayTerm, out: Array) -> None:
    """Add the term, as a whole array, to ``out``."""
    add_at(out, term.slots, term.lengths, contract(term.operands, distinct(term.slots), term.lengths, out.dtype))


def diagonal(term: ArrayTerm, out: Array) -> None:
    """Add the diagonal (first half of the axes equal to the second half) to ``out``."""
    half = len(term.slots) // 2
    for k in range(half):
        joined = _joined(term, k, half + k)
        if joined is None:
            return
        term = joined
    rows = term.slots[:half]
    add_at(out, rows, term.lengths, contract(term.operands, distinct(rows), term.lengths, out.dtype))


def _positions(slot: Slot, length: int) -> Array:
    return np.arange(slot.start, slot.start + length) if slot.positions is None else slot.positions


def _joined(term: ArrayTerm, a: int, b: int) -> ArrayTerm | None:
    """The part of a term where axes ``a`` and ``b`` are equal, with one label for both; None for nothing."""
    first, second = term.slots[a], term.slots[b]
    n, m = term.lengths[first.label], term.lengths[second.label]
    if first.label == second.label:
        if first.positions is None and second.positions is None:
            return term if first.start == second.start else None
        keep = np.flatnonzero(_positions(first, n) == _positions(second, n))
        return selected(term, first.label, keep)
    if first.positions is None and second.positions is None:
        low, high = max(first.start, second.start), min(first.start + n, second.start + m)
        term = selected(term, first.label, slice(low - first.start, max(low, high) - first.start))
        term = selected(term, second.label, slice(low - second.start, max(low, high) - second.start))
        return renamed(term, second.label, first.label)
    if second.positions is None:
        a, b, first, second, n, m = b, a, second, first, m, n
    if first.positions is not None:
        raise EspressoError(
            "the diagonal of a product of two gathers is not kept as factors.\nUse .dense() and take its diagonal."
        )
    inside = (_positions(second, m) >= first.start) & (_positions(second, m) < first.start + n)
    term = selected(term, second.label, np.flatnonzero(inside))
    at = _positions(term.slots[b], 0) - first.start
    operands = tuple(_taken(o, first.label, at) for o in term.operands)
    slots = tuple(
        replace(s, start=0, positions=at + s.start if s.positions is None else s.positions[at])
        if s.label == first.label
        else s
        for s in term.slots
    )
    moved = replace(term, operands=operands, slots=slots, lengths={**term.lengths, first.label: len(at)})
    return renamed(moved, first.label, second.label)


def _taken(operand: Operand, label: str, at: Any) -> Operand:
    array, labels = operand
    for axis, n in enumerate(labels):
        if n == label:
            array = array[(slice(None),) * axis + (at,)]
    return array, labels


def selected(term: ArrayTerm, label: str, keep: Any) -> ArrayTerm:
    """The term with only some values (a slice or positions) of a label."""
    n = term.lengths[label]
    count = len(range(*keep.indices(n))) if isinstance(keep, slice) else len(keep)
    if count == n:
        return term
    slots = []
    for s in term.slots:
        if s.label == label:
            if isinstance(keep, slice) and s.positions is None:
                s = replace(s, start=s.start + keep.indices(n)[0])
            else:
                s = replace(s, start=0, positions=_positions(s, n)[keep])
        slots.append(s)
    operands = tuple(_taken(o, label, keep) for o in term.operands)
    return replace(term, operands=operands, slots=tuple(slots), lengths={**term.lengths, label: count})


def renamed(term: ArrayTerm, old: str, new: str) -> ArrayTerm:
    """The term with label ``old`` written ``new``: both then run together."""
    operands = tuple((a, tuple(new if n == old else n for n in labels)) for a, labels in term.operands)
    slots = tuple(replace(s, label=new) if s.label == old else s for s in term.slots)
    return replace(term, operands=operands, slots=slots)
