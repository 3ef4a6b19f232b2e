"""Terms of a factored result bound to arrays: work that depends on lengths alone is done once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from espresso.api.factored import arrays as fa
from espresso.api.factored.arrays import Array, ArrayTerm, Labels, Slot
from espresso.api.factored.terms import Term, Terms, plain_read
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.records import dataclass


def factors(term: Term, formed: bool) -> list[Expr]:
    """Factors and positions of a term as it is computed."""
    found = list(term.factors if not formed or term.formed is None else term.formed)
    return [*found, *(ex.closed("position", (t.other,), t.position) for t in term.ties if t.position is not None)]


@dataclass(frozen=True)
class Recipe:
    """A term for arrays of certain lengths: which part of each factor's array is an operand, over which labels."""

    factors: tuple[Expr, ...]
    parts: tuple[tuple[tuple[slice, ...] | None, Labels], ...]
    slots: tuple[Slot, ...]
    lengths: Mapping[str, int]
    names: Labels
    formula: str
    ties: tuple[Any, ...]  # those at positions from data
    axes: tuple[str, ...]

    def term(self, values: Mapping[Expr, Array], dtype: np.dtype) -> ArrayTerm:
        """The term with the arrays of its factors."""
        operands = []
        for f, (part, labels) in zip(self.factors, self.parts, strict=True):
            array = values[f] if part is None else values[f][part]
            operands.append((array.astype(dtype) if array.dtype.kind in "bui" else array, labels))
        made = ArrayTerm(tuple(operands), self.slots, self.lengths, self.names, self.formula)
        for tie in self.ties:
            made = _placed(made, self.axes.index(tie.axis), tie, values)
        return made


def recipe(term: Term, formed: bool, terms: Terms, values: Mapping[Expr, Array], shapes: Mapping[str, Any]) -> Recipe:
    """How the term is made of its factors; ``values`` are arrays of the lengths that it is for."""
    from espresso.runtime.cpu.programs import evaluate_extent

    chosen = [f for f in factors(term, formed) if f.name != "position"]
    lengths = {a: evaluate_extent(terms.extents[a], shapes) for a in terms.axes}
    lengths |= {n: k for f in chosen for n, k in zip(f.data[1], values[f].shape, strict=True)}
    # equations select parts of axes: each axis is followed as an array of its positions
    axes = [(np.arange(k), (n,)) for f in chosen for n, k in zip(f.data[1], values[f].shape, strict=True)]
    found = ArrayTerm(tuple(axes), tuple(Slot(a) for a in terms.axes), lengths)
    for tie in [t for t in term.ties if t.position is None]:
        found = _tied(found, terms.axes.index(tie.axis), tie, terms.axes)
    left = iter(found.operands)
    parts = []
    for f in chosen:
        own = [next(left) for _ in f.data[1]]
        slices = tuple(slice(int(at[0]) if at.size else 0, int(at[0]) + at.size if at.size else 0) for at, _ in own)
        whole = tuple(s.stop - s.start for s in slices) == values[f].shape
        parts.append((None if whole else slices, tuple(labels[0] for _, labels in own)))
    names = tuple(plain_read(f.args[0]) or f.name or "" for f in chosen)
    placed = tuple(t for t in term.ties if t.position is not None)
    text = _formula(term, formed, chosen)
    return Recipe(tuple(chosen), tuple(parts), found.slots, found.lengths, names, text, placed, terms.axes)


def _tied(term: ArrayTerm, axis: int, tie: Any, axes: Sequence[str]) -> ArrayTerm:
    """The term with one label for two axes (or an axis and a hidden label) that an equation ties."""
    first = term.slots[axis]
    other = term.slots[axes.index(tie.other)] if tie.other in axes else Slot(tie.other)
    n, m = term.lengths[first.label], term.lengths[other.label]
    shift = tie.shift
    if first.label == other.label:
        return term if first.start == other.start + shift else fa.selected(term, first.label, slice(0, 0))
    low, high = max(first.start, other.start + shift), min(first.start + n, other.start + shift + m)
    term = fa.selected(term, first.label, slice(low - first.start, max(low, high) - first.start))
    start = other.start + shift
    term = fa.selected(term, other.label, slice(low - start, max(low, high) - start))
    return fa.renamed(term, first.label, other.label)


def _placed(term: ArrayTerm, axis: int, tie: Any, values: Mapping[Expr, Array]) -> ArrayTerm:
    """The term with an axis whose values stand at positions from data; those outside are left out."""
    positions = np.asarray(values[ex.closed("position", (tie.other,), tie.position)])
    inside = np.flatnonzero((positions >= 0) & (positions < term.lengths[term.slots[axis].label]))
    slots = list(term.slots)
    slots[axis] = Slot(tie.other, 0, positions)
    return fa.selected(replace(term, slots=tuple(slots)), tie.other, inside)


def _formula(term: Term, formed: bool, factors: Sequence[Expr]) -> str:
    """The term in the notation, its arrays by name, constants and inputs as they are."""
    body: list[Expr] = []
    for f in factors:
        plain = plain_read(f.args[0]) is not None or f.args[0].op == "const" or len(ex.postorder(f.args[0])) <= 12
        named = ex.access(ex.tensor(f.name or "part", len(f.data[1])), [ex.index(a) for a in f.data[1]])
        body.append(f.args[0] if plain else named)
    inner = ex.call("mul", *body) if body else ex.const(1)
    ties = []
    for t in term.ties:
        right = ex.index(t.other) if t.position is None else t.position
        ties.append(ex.call("eq", ex.index(t.axis), ex.moved(right, t.shift)))
    hidden = () if formed else term.hidden
    inside = [t for t in ties if t.free.intersection(hidden)]
    whole = ex.reduce("sum", hidden, ex.call("mul", inner, *inside)) if hidden else inner
    outside = [t for t in ties if t not in inside]
    from espresso.formulas.printing.text import formula

    return formula(ex.call("mul", whole, *outside) if outside else whole, {})
