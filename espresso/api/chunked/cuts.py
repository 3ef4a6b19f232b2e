"""Formulas cut into steps: what blocks compute alone stays one formula, sums across blocks become arrays."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field, replace
from itertools import count
from typing import Any

import numpy as np

from espresso.api.chunked.chunking import Chunks, Stored, bound, chunks_of, reads_of
from espresso.api.chunked.orders import Traffic, ordered
from espresso.compiler.statements import numbered
from espresso.errors import TargetError
from espresso.formulas.extents.affine import affine
from espresso.formulas.extents.reads import unmasked
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.ir.storage.dtypes import value_dtype
from espresso.records import dataclass

INLINED = 2000
"""A named array whose formula has more nodes is stored, so that formulas in formulas stay short."""


@dataclass(frozen=True)
class Formula:
    """One array that is computed from others: its axes, and the body, in which all arrays are inputs or stored."""

    name: str
    axes: tuple[str, ...]
    body: Expr


@dataclass(frozen=True)
class Step:
    """An array of which each task computes a block, or a part of one: the parts over ``over`` are combined.

    ``gathered`` says which axes of which reads are read part by part, and by which label; ``checked`` whether positions
    outside are refused.
    """

    name: str
    axes: tuple[str, ...]
    body: Expr
    chunks: Mapping[str, Chunks]
    dtype: str
    combine: str = ""
    over: tuple[str, ...] = ()
    gathered: Mapping[int, str] = field(default_factory=dict)
    checked: bool = False

    @property
    def grid(self) -> tuple[str, ...]:
        """The indices that have several blocks: of the result, then those that are combined."""
        return (*(a for a in self.axes if len(self.chunks[a]) > 1), *self.over)

    @property
    def stored(self) -> Stored:
        """The array."""
        chunks = tuple(self.chunks[a] for a in self.axes)
        return Stored(tuple(map(sum, chunks)), self.dtype, chunks)


def inlined(
    roots: Mapping[str, Expr], lengths: Mapping[Expr, Mapping[str, int]], shapes: Mapping[str, Sequence[int]]
) -> tuple[list[Formula], dict[str, int], dict[str, str]]:
    """The results, and before them the named arrays that are read at several places or shifted; other ones inlined.

    With them the lengths of all indices, whose names are different in all formulas, and the array of each result.
    """
    names = {e: n for n, e in roots.items()}

    def length(node: Expr) -> Expr | None:
        if node.op != "size":
            return None
        array = node.args[0]
        of = array.op == "let"
        return ex.const(lengths[array][array.data[1][node.data]] if of else shapes[array.data.name][node.data])

    taken = {t.data.name for t in ex.tensors(*roots.values())} | set(names.values())
    found: list[Formula] = []
    known: dict[str, int] = {}
    inside: dict[Expr, Formula] = {}
    stored: dict[Expr, str] = {}
    used: dict[Expr, set[tuple[Expr, ...]]] = {}
    statements = ex.lets(*roots.values())
    for let in statements:
        for read in reads_of([let.args[0]]):
            if read.args[0].op == "let":
                plain = all(s.op == "index" for s in read.args[1:]) and len(set(read.args[1:])) == len(read.args) - 1
                places = used.setdefault(read.args[0], set())
                places.add((let, *read.args[1:]) if plain and read.data is None else (let,))
    for let in statements:
        formula = _unique(let, {**lengths[let]}, known)
        body = _with_arrays(ex.rebuild(formula.body, length, into_arrays=False), inside, stored)
        readers = used.get(let, set())
        several = len({p[0] for p in readers}) < len(readers) or any(len(p) == 1 and let.data[1] for p in readers)
        if let in names or several or len(ex.postorder(body, into_arrays=False)) > INLINED:
            like = names.get(let) or let.data[0] or "t"
            name = like if let in names else numbered(like, taken)
            taken.add(name)
            stored[let] = name
            found.append(Formula(name, formula.axes, body))
        else:
            inside[let] = Formula("", formula.axes, body)
    return found, known, {n: stored[e] for n, e in roots.items()}


def _unique(let: Expr, lengths: Mapping[str, int], known: dict[str, int]) -> Formula:
    """The statement with indices whose names no other formula has; their lengths go to ``known``."""
    nodes = ex.postorder(let.args[0], into_arrays=False)
    if any(n.op == "recur" for n in nodes):
        raise TargetError(
            f"target 'dask' computes no recurrences, and {let.data[0] or 'a formula'} is one: "
            "its steps follow each other.\n"
            "Compile it for target 'cpu', and call it on x.compute(), or on blocks by dask.array.map_blocks."
        )
    own = dict.fromkeys([*let.data[1], *(n for node in nodes for n in _names_in(node))])
    new: dict[str, str] = {}
    for name in own:
        new[name] = ex.fresh({*known, *own, *new.values()}, name) if name in known else name
        known[new[name]] = lengths[name]
    return Formula("", tuple(new[a] for a in let.data[1]), ex.rename_all(let.args[0], new))


def _names_in(node: Expr) -> Sequence[str]:
    return (node.data[0],) if node.op == "index" else node.data[1] if node.op in ("reduce", "scan") else ()


def _with_arrays(body: Expr, inside: Mapping[Expr, Formula], stored: Mapping[Expr, str]) -> Expr:
    """The body with reads of stored arrays as reads of inputs, and the formulas of the others in their places."""

    def change(node: Expr) -> Expr | None:
        if node.op != "access" or node.args[0].op != "let":
            return None
        let = node.args[0]
        if let in stored:
            return ex.access(ex.tensor(stored[let], let.ndim), node.args[1:], node.data)
        formula = inside[let]
        return ex.substitute(formula.body, dict(zip(formula.axes, node.args[1:], strict=True)))

    return ex.rebuild(body, change, into_arrays=False)


class Cutting:
    """Steps from formulas; ``arrays`` are all that a step may read, those of earlier steps included."""

    def __init__(
        self, arrays: dict[str, Stored], lengths: Mapping[str, int], limit: int, names: Iterable[str] = ()
    ) -> None:  # fmt: skip
        self.arrays, self.lengths, self.limit = arrays, lengths, limit
        self.steps: list[Step] = []
        taken = {*arrays, *names, *lengths}
        self._names = (n for k in count(1) if (n := f"t{k}") not in taken)
        self._labels = (n for k in count(1) if (n := f"part{k}") not in lengths)
        self._known: dict[Any, str] = {}

    def add(self, formula: Formula) -> None:
        """The steps of one formula, the last of which is the array itself."""
        own = {n: self.lengths[n] for node in ex.postorder(formula.body, into_arrays=False) for n in _names_in(node)}
        own |= {a: self.lengths[a] for a in formula.axes}
        body = formula.body
        chunks, whole = chunks_of(body, own, self.arrays)
        fixed = math.prod(own[a] for a in formula.axes if a in whole)
        free = [a for a in formula.axes if a not in whole]
        if free:
            bound(free, self._itemsize(body) * fixed, chunks, self.limit)
        traffic = Traffic(own, chunks, self._itemsize(body))
        body = ex.rebuild(body, lambda n: ordered(n, traffic) if n.op == "reduce" else None, into_arrays=False)
        self.cut(formula, body, chunks)

    def cut(self, formula: Formula, body: Expr, chunks: Mapping[str, Chunks]) -> None:
        """Steps for what is combined across blocks, and the last one."""
        order = ex.postorder(body, into_arrays=False)
        open_ = unmasked(order)
        new: dict[Expr, Expr] = {}
        for node in order:
            new[node] = made = ex.with_args(node, [new[a] for a in node.args]) if node.args else node
            if node.op == "access":
                new[node] = self._gathered(made, chunks, node in open_)
            elif node.op == "reduce" and node is not body and any(len(chunks[n]) > 1 for n in node.data[1]):
                new[node] = self.apart(made, chunks)
        self.steps.append(self._step(formula.name, formula.axes, new[body], chunks))

    def _step(self, name: str, axes: tuple[str, ...], body: Expr, chunks: Mapping[str, Chunks], **more: Any) -> Step:
        dtypes = {n: a.dtype for n, a in self.arrays.items()}
        over = tuple(n for n in body.data[1] if len(chunks[n]) > 1) if body.op == "reduce" else ()
        combine = body.data[0] if over else ""
        step = Step(name, axes, body, chunks, value_dtype(body, dtypes), **{"combine": combine, "over": over, **more})
        self.arrays[name] = step.stored
        return step

    def apart(self, node: Expr, chunks: Mapping[str, Chunks], **more: Any) -> Expr:
        """A read of the step that computes this node, made now where there is none."""
        axes = node.axes
        names = dict.fromkeys(n for inner in ex.postorder(node, into_arrays=False) for n in _names_in(inner))
        key = ex.canonical(node, axes), tuple(chunks[a] for a in axes), tuple(sorted(chunks[n] for n in names))
        if key not in self._known:
            self._known[key] = name = next(self._names)
            self.steps.append(self._step(name, axes, node, chunks, **more))
        return ex.access(ex.tensor(self._known[key], len(axes)), [ex.index(a) for a in axes])

    def _gathered(self, access: Expr, chunks: Mapping[str, Chunks], checked: bool) -> Expr:
        """The read, or that of an array of what it gathers from an array too large for one block."""
        array = self.arrays[access.args[0].data.name]
        axes = [k for k, s in enumerate(access.args[1:]) if affine(s) is None and len(array.chunks[k]) > 1]
        if not axes or array.nbytes <= self.limit or access.data not in (None, 0):
            return access
        labels = {k: next(self._labels) for k in axes}
        whole = {**chunks, **{label: array.chunks[k] for k, label in labels.items()}}
        return self.apart(access, whole, combine="sum", over=tuple(labels.values()), gathered=labels,
                           checked=checked and access.data is None)  # fmt: skip

    def _itemsize(self, body: Expr) -> int:
        return np.dtype(str(value_dtype(body, {n: a.dtype for n, a in self.arrays.items()}))).itemsize


def shared(cutting: Cutting) -> list[Step]:
    """The steps, with sums inside blocks that passes one after the other need as arrays of their own.

    They are smaller than what they are made of, as ``sum[j](X[i,j]*w[j])`` in a softmax over i: later passes then read
    them in its place.
    """
    levels = levels_of(cutting.steps)
    found: dict[Any, set[int]] = {}
    for step in cutting.steps:
        for _, key in _inner_sums(step, cutting.arrays):
            found.setdefault(key, set()).add(levels[step.name])
    several = {key for key, at in found.items() if len(at) > 1}
    steps, cutting.steps = cutting.steps, []
    for step in steps:
        new = {}
        for node, key in _inner_sums(step, cutting.arrays):
            if key in several:
                new[node] = cutting.apart(node, step.chunks)
        cutting.steps.append(replace(step, body=ex.replace(step.body, new, into_arrays=False)) if new else step)
    return cutting.steps


def levels_of(steps: Sequence[Step]) -> dict[str, int]:
    """For each step how many others have to be complete before it, one after the other."""
    levels: dict[str, int] = {}
    for step in steps:
        levels[step.name] = 1 + max((levels.get(t.data.name, 0) for t in ex.tensors(step.body)), default=0)
    return levels


def _inner_sums(step: Step, arrays: Mapping[str, Stored]) -> list[tuple[Expr, Any]]:
    """The outermost reductions inside blocks that make less of more, each with a key equal for equal arrays."""
    found: list[tuple[Expr, Any]] = []
    inside: set[Expr] = set()
    for node in reversed(ex.postorder(step.body, into_arrays=False)):
        if node in inside:
            inside.update(node.args)
        elif node.op == "reduce" and node is not step.body and not set(node.data[1]) & set(step.grid):
            size = np.prod([sum(step.chunks[a]) for a in node.axes])
            if size < max((np.prod(arrays[t.data.name].shape) for t in ex.tensors(node)), default=0):
                inside.update(node.args)
                found.append((node, (ex.canonical(node, node.axes), tuple(step.chunks[a] for a in node.axes))))
    return found
