"""Arrays of many short rows, with their long axis last while they are computed with: structures of arrays.

A loop along a row of 3 numbers fills no vector, and starting it takes longer than what it does.  Where points, colours
or the scores of a few classes lie so (``x[i,k]`` with few k), a transposed copy ``xt[k,i]`` lets each loop run along
all points; results are computed transposed, and copied into their order.  Statements whose axes lie side by side
everywhere run as one loop anyway (`codegen.loops.collapse`), and are left as they are.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple, TypeVar

import numpy as np

from espresso.compiler.loops.order import loop_order
from espresso.compiler.sizes import Size
from espresso.compiler.state import Lowered
from espresso.compiler.statements import Statements, numbered
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.formulas.graph.predicates import is_guard
from espresso.ir.costs import Costs
from espresso.ir.loops import ANY_ORDER, Kernel, Statement, Step, accesses, reads_of
from espresso.ir.nests import Compute, Loop, Node
from espresso.ir.targets import TARGETS
from espresso.system import machine_model
from espresso.system.half_precision import computed

MANY, ELEMENTS = 64, 8192
"""Rows, and elements of an array of them, from which on a copy may pay."""

MAP, SUM, STORED = 1.4, 3.0, 8.0
"""Nanoseconds that a loop along a row takes beside its operations: one that stores, one that reduces, and one that adds
to a row of sums which fills no whole vectors: the next one waits until what was stored with a mask is in the cache."""

COPY, BEYOND = 1.7, 2.0
"""What copies count for: more than their time, since they are read once more and the gain is an estimate; beyond the
caches, where loops wait for memory anyway and copies come on top of that, twice as much."""

PER_FLOP = 0.15
"""Nanoseconds that an operation on a vector of 64 bytes takes for each byte of an element."""

VECTOR, SHORT = 64, 2
"""Bytes of a vector, and how many of them a short row has at most."""

T = TypeVar("T")

Place = tuple[str, int]
"""An array, and its axis that comes last."""


class _Change(NamedTuple):
    """A statement along its long index, the arrays that it reads transposed, and whether its result is."""

    along: str
    reads: tuple[Place, ...]
    result: Place | None


def run(state: Lowered) -> Lowered:
    """Phase: short rows are transposed where that pays."""
    code = state.statements
    if not TARGETS[state.target].transposes or not state.options.get("fused", True) or not _could(code):
        return state
    before, state = code, state.changed()
    changes = state.sizes.decide(lambda size: _chosen(before, size), dict)
    if changes:
        _apply(state.statements, changes, set(state.outputs))
    return state


def _could(code: Statements) -> bool:
    return any(isinstance(s, Statement) and len(s.indices) > 1 and s.operator in ANY_ORDER for s in code.steps)


def _chosen(code: Statements, size: Size) -> dict[str, _Change]:
    """The statements that change, by their results."""
    made = {s.name: s for s in code.steps if isinstance(s, Statement) and s.slots is None}
    found: dict[str, _Change] = {}
    for s in made.values():
        copies = s.operator is None and s.body.op == "access"  # transposed as they stand, where they are
        index = None if copies else _long_index(s, size)
        change = _changed(s, index, code) if index is not None else None
        if change is not None and not _side_by_side(s, change.along):
            found[s.name] = change
    if not found:
        return {}
    work = [*found]
    while work:  # what makes an array that is read transposed computes it so, where it can
        for name, axis in found[work.pop()].reads:
            maker = made.get(name) if name not in found else None
            change = _changed(maker, maker.axes[axis], code) if maker is not None else None
            if change is not None:
                found[name] = change
                work.append(name)
    return found if _gain(code, made, found, size) > 0 else {}


def _long_index(s: Statement, size: Size) -> str | None:
    """The index of many rows that lie in the order of one axis, where each of them is short."""
    if s.operator not in ANY_ORDER or len(s.indices) < 2:
        return None
    lengths = {n: size(s.extents[n]) for n in s.indices}
    item = np.dtype(s.accumulate).itemsize
    for names in [s.axes, *map(_names, accesses(s.body))]:
        long = [k for k, n in enumerate(names[:-1]) if lengths.get(n, 0) >= MANY]
        row = math.prod(lengths.get(n, 0) for n in names[long[-1] + 1 :]) if long else 0
        if 0 < row * item <= SHORT * VECTOR and math.prod(lengths.get(n, 1) for n in names) >= ELEMENTS:
            return names[long[-1]]
    return None


def _changed(s: Statement, index: str, code: Statements) -> _Change | None:
    """What the statement reads and makes transposed to run along an index; None where it cannot."""
    if s.operator not in ANY_ORDER or set(s.over) & set(s.axes):
        return None
    if any(is_guard(e) and ex.index(index) in e.args for e in ex.postorder(s.body)):
        return None  # loops up to a diagonal and behind it have less to do (`codegen.loops.index_splitting`)
    reads: dict[Place, None] = {}
    for read in accesses(s.body):
        at = [k for k, slot in enumerate(read.args[1:]) if index in slot.free]
        if len(at) > 1:
            return None
        if at and at[0] < len(read.args) - 2:
            if accesses(*read.args[1:]):
                return None  # positions that data say are checked by the names of their array and axis
            reads[read.args[0].data.name, at[0]] = None
    if index in s.over and not reads:
        return None
    axis = s.axes.index(index) if index in s.axes else -1
    result = (s.name, axis) if 0 <= axis < len(s.axes) - 1 else None
    return _Change(index, tuple(reads), result)


def _side_by_side(s: Statement, index: str) -> bool:
    """Whether the index and those after it stand side by side wherever one of them stands, so that loops collapse."""
    group: tuple[str, ...] | None = None
    for names in [s.axes, *map(_names, accesses(s.body))]:
        if index in names:
            tail = names[names.index(index) :]
            if group is not None and tail != group:
                return False
            group = tail
    if group is None or "" in group:
        return False
    free = set(group)
    for names in [s.axes, *(tuple(r.free) for r in accesses(s.body))]:
        if free & set(names) and not free <= set(names):
            return False
    return not set(s.over) & free or free <= set(s.over)


def _gain(code: Statements, made: Mapping[str, Statement], found: Mapping[str, _Change], size: Size) -> float:
    """Nanoseconds that are saved: the starts of loops and what is empty of their vectors, less the copies."""
    model, costs, gain = machine_model.rates(), Costs(), 0.0
    copied: dict[Place, int] = {}
    needed = _read_as_they_were(code.steps, found)
    for name, change in found.items():
        s = made[name]
        lengths = {n: size(s.extents[n]) for n in s.indices}
        item = np.dtype(s.accumulate).itemsize
        lanes = VECTOR / model.vectors / item
        short = [n for n in s.indices if lengths[n] * item <= SHORT * VECTOR and n != change.along]
        row = _row(s, change.along, short, lengths)
        rounds = math.prod(lengths[n] for n in s.indices) / row
        vector = PER_FLOP * item * costs.total(s.body) * model.vectors
        inner = loop_order(s)[-1]
        if not _side_by_side(s, change.along) and inner in short:
            start = MAP if set(s.over).isdisjoint(short) else SUM
            if set(s.over) and inner not in s.over and change.along not in s.over:  # else several are added at once
                start += (STORED - start) * -(-(row % lanes) // lanes)  # where anything is left
            gain += rounds * (start + vector * (-(-row // lanes) - row / lanes))
        for place in change.reads:
            if place[0] not in found or found[place[0]].result != place:
                copied[place] = _bytes(place[0], code, size, accesses(s.body, of=place[0])[0])
        if change.result is not None and (code.buffers[name].role == "output" or name in needed):
            copied[change.result] = item * math.prod(lengths[a] for a in s.axes)
    moved = sum(copied.values())
    return gain - moved * COPY * (BEYOND if machine_model.is_beyond(moved) else 1) * model.transposing


def _row(s: Statement, along: str, short: Sequence[str], lengths: Mapping[str, int]) -> int:
    """Elements of a loop along a row as the statement stands: of all short axes where they are one loop."""
    for names in [s.axes, *map(_names, accesses(s.body))]:
        inner = names[names.index(along) + 1 :] if along in names else ()
        if len(inner) > 1 and {*inner} <= {*short} and _side_by_side(s, inner[0]):
            return math.prod(lengths[n] for n in inner)
    return max((lengths[n] for n in short), default=1)


def _names(read: Expr) -> tuple[str, ...]:
    """The indices of a read, "" where a position is no plain index."""
    return tuple(slot.data[0] if slot.op == "index" else "" for slot in read.args[1:])


def _bytes(name: str, code: Statements, size: Size, read: Expr) -> int:
    shape = code.buffers[name].shape if name in code.buffers else _shape(read.args[0])
    return np.dtype(computed(code.dtypes[name])).itemsize * math.prod(map(size, shape))


def _shape(array: Expr) -> tuple[Expr, ...]:
    return tuple(ex.size(array, k) for k in range(array.data.rank))


# --- the new statements ---------------------------------------------------------------------


def _apply(code: Statements, changes: Mapping[str, _Change], outputs: set[str]) -> None:
    """Statements that compute along their long index, copies of what they read before them, of results after them."""
    names: dict[Place, str] = {c.result: code.new_name(f"{n}t") for n, c in changes.items() if c.result is not None}
    for place, name in names.items():
        code.dtypes[name] = computed(code.dtypes[place[0]])
    old = [*code.steps]
    read = _read_as_they_were(old, changes)
    code.steps.clear()
    for step in old:
        change = changes.get(step.name) if isinstance(step, Statement) else None
        if change is None or not isinstance(step, Statement):
            code.steps.append(step)
            continue
        for place in change.reads:
            if place not in names:
                names[place] = _copied(code, place, accesses(step.body, of=place[0])[0], step.extents)
        moved = replace(step, body=_body(code, step.body, change, names))
        if change.result is None:
            code.steps.append(moved)
            continue
        name, axis = names[change.result], change.result[1]
        axes = _last(step.axes, axis)
        del code.dtypes[name]
        code.steps.append(replace(moved, name=name, axes=axes))
        buffer, dtype = code.buffers[step.name], computed(step.dtype)
        code.add_buffer(name, dtype, _last(buffer.shape, axis), buffer.extreme)
        code.transposed.add(name)
        if step.name not in outputs and step.name not in read:
            del code.buffers[step.name]
            continue
        back = code.read_at(name, axes)
        extents = {a: step.extents[a] for a in axes}
        code.steps.append(_alone(Statement(step.name, step.axes, back, None, (), extents, step.dtype, dtype)))


def _copied(code: Statements, place: Place, read: Expr, extents: Mapping[str, Expr]) -> str:
    """The transposed copy of an array, with the extents of the indices that run along whole axes of it."""
    name, axis = place
    array = read.args[0]
    whole = code.buffers[name].shape if name in code.buffers else _shape(array)
    found = [extents.get(n, own) for n, own in zip(_names(read), whole, strict=True)]
    shape = [e if own.op == e.op == "size" and read.data is None else own for e, own in zip(found, whole, strict=True)]
    taken = {*code.reserved, *code.dtypes}
    axes: list[str] = []
    for k in range(len(shape)):
        axes.append(numbered(f"r{k}", taken | set(axes)))
    body = code.read(name, [ex.index(a) for a in axes])
    made = code.add(f"{name}t", _last(axes, axis), body, dict(zip(axes, shape, strict=True)))
    copy = code.steps.pop()
    assert isinstance(copy, Statement)
    code.steps.append(_alone(copy, axes))
    code.transposed.add(made)
    return made


def _alone(copy: Statement, order: Sequence[str] = ()) -> Kernel:
    """A copy as a kernel that takes no other statement, with its loops in an order."""
    nodes: list[Node] = [Compute(copy)]
    for a in reversed(order or copy.axes):
        nodes = [Loop(a, copy.extents[a], nodes)]
    return Kernel(copy.name, nodes, [copy], tuple(reads_of(copy)), (copy.name,))


def _read_as_they_were(steps: Sequence[Step], changes: Mapping[str, _Change]) -> set[str]:
    """Arrays that something reads in their own order when all has changed."""
    found: set[str] = set()
    results = {c.result for c in changes.values()}
    for step in steps:
        change = changes.get(step.name) if isinstance(step, Statement) else None
        if change is None or not isinstance(step, Statement):
            found |= reads_of(step)
            continue
        found |= {place[0] for place in change.reads if place not in results}  # a copy does
        moved = {name for name, _ in change.reads}
        for e in accesses(step.body, *(step.slots or ())):
            name = e.args[0].data.name
            if name not in moved or not any(n == name and change.along in e.args[1 + k].free for n, k in change.reads):
                found.add(name)
    return found


def _body(code: Statements, body: Expr, change: _Change, names: Mapping[Place, str]) -> Expr:
    """The body with reads of transposed arrays."""
    moved: dict[Expr, Expr] = {}
    for read in accesses(body):
        for name, axis in change.reads:
            if read.args[0].data.name == name and change.along in read.args[1 + axis].free:
                moved[read] = code.read(names[name, axis], _last(read.args[1:], axis), read.data)
    return ex.replace(body, moved)


def _last(items: Sequence[T], k: int) -> tuple[T, ...]:
    """The items with one of them last."""
    return (*items[:k], *items[k + 1 :], items[k])
