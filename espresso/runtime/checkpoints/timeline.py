"""What runs along the steps of recurrences: arrays with a row for each step, and sums over all steps.

The steps of a program are passed twice.  Recurrences of the first phase run one way; those of the second run the other
way and may read all of the first: derivatives.  A named array that is read at the steps has rows, too; one that is
read otherwise is whole.  A sum over the steps is a *total*, the row of a state at one fixed position an *edge*.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import field, replace
from typing import Any, NamedTuple

from espresso.formulas.extents.affine import linear
from espresso.formulas.extents.scopes import uniquify_all
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.formulas.graph.functions import JOINED
from espresso.formulas.graph.recurrences import Recurrence, State, dependent, number, opened
from espresso.formulas.inference.recurrences import bound
from espresso.records import dataclass


class NotInParts(Exception):
    """Why the steps of a program cannot be passed part by part."""


@dataclass(eq=False, repr=False)
class Rows:
    """An array with a row for each step: a named array with its ``body``, or state ``number`` of a ``group``.

    Of a state so many rows ``more`` are computed than of others.
    """

    name: str
    axes: tuple[str, ...]
    axis: int
    shape: tuple[int, ...]
    body: Expr | None = None
    group: Group | None = None
    number: int = 0
    more: int = 0
    phase: int = 0

    @property
    def time(self) -> str:
        """The index of the steps."""
        return self.axes[self.axis]

    @property
    def others(self) -> tuple[str, ...]:
        """The other axes."""
        return (*self.axes[: self.axis], *self.axes[self.axis + 1 :])

    @property
    def length(self) -> int:
        """How many rows there are."""
        return self.shape[self.axis]

    @property
    def row(self) -> tuple[int, ...]:
        """The shape of one."""
        return (*self.shape[: self.axis], *self.shape[self.axis + 1 :])


@dataclass(eq=False, repr=False)
class Group:
    """The states of a recurrence over actual arrays; rows ``low`` to ``high`` are computed, ``first`` lie beside.

    Some states have more rows above.  ``positions`` are those of the starting values of each state.
    """

    recurrence: Recurrence
    arrays: tuple[Expr, ...]
    states: list[State]
    rows: list[Rows]
    low: int
    high: int
    first: int
    positions: list[tuple[int, ...]]
    phase: int = 0

    @property
    def backward(self) -> bool:
        """Whether it runs from the last row to the first."""
        return self.recurrence.backward

    @property
    def own(self) -> dict[Expr, Rows]:
        """The tensors by which its statements read its states."""
        return {s.array: r for s, r in zip(self.states, self.rows, strict=True)}

    def starts_at(self, edge: Edge) -> bool:
        """Whether a row lies beside those that are computed."""
        return not self.low <= edge.position < self.high + edge.rows.more


@dataclass(eq=False, repr=False)
class Total:
    """A reduction over the steps, and over some other indices; ``rows`` is how far the steps run."""

    node: Expr
    time: str
    axes: tuple[str, ...]
    scope: Expr
    rows: int
    phase: int = 0
    early: bool = False

    @property
    def kind(self) -> str:
        """The reduction."""
        return str(self.node.data[0])


class Edge(NamedTuple):
    """A row of a state at a fixed position."""

    rows: Rows
    position: int


Item = Any
"""Rows, a group, a total, an edge, or a named array that is whole."""


@dataclass(eq=False, repr=False)
class Timeline:
    """All that runs along the steps of some formulas.  ``available``: before (0), between (1) or after the phases."""

    roots: dict[str, Expr]
    shapes: Mapping[str, tuple[int, ...]]
    extents: Mapping[Expr, Mapping[str, Expr]]
    rows: dict[Expr, Rows] = field(default_factory=dict)
    bodies: dict[Expr, Expr] = field(default_factory=dict)
    groups: list[Group] = field(default_factory=list)
    totals: dict[Expr, Total] = field(default_factory=dict)
    available: dict[Item, int] = field(default_factory=dict)
    order: list[Item] = field(default_factory=list)
    backward: bool = False

    def length(self, array: Expr, axis: int) -> int:
        """The length of an axis of an input, of a named array or of a state by its tensor."""
        for g in self.groups:
            if array in g.own:
                return g.own[array].shape[axis]
        if array.op == "tensor":
            return int(self.shapes[array.data.name][axis])
        return self.number(self.extent(array, array.data[1][axis]))

    def extent(self, scope: Expr, name: str) -> Expr:
        """How far an index of a statement runs."""
        found = self.extents[scope].get(name)
        if found is None:
            raise NotInParts(f"nothing tells how far {name} runs")
        return found

    def number(self, length: Expr) -> int:
        """The value of a length."""
        try:
            return max(0, number(length, self.shapes))
        except (KeyError, AttributeError):
            raise NotInParts("a length depends on more than the inputs") from None

    def at(self, slot: Expr) -> tuple[str, int] | None:
        """The index with factor 1 and the distance from it; "" for a fixed position; None for anything else."""
        form = linear(slot, lambda n: self.length(n.args[0], n.data))
        if form is None or form[1].terms or list(form[0].values()) not in ([], [1]):
            return None
        return next(iter(form[0]), ""), form[1].constant

    def array(self, node: Expr, own: Mapping[Expr, Rows]) -> Rows | None:
        """The array with rows that a node reads."""
        return own.get(node.args[0]) or self.rows.get(node.args[0]) if node.op == "access" else None

    def walk(self, body: Expr) -> list[Expr]:
        """The nodes of a body, arguments first; neither inside named arrays nor inside totals."""
        return ex.ordered([body], lambda n: () if n.op in ex.ARRAY_OPS or n in self.totals else n.args)

    def statements(self, item: Item) -> Iterator[tuple[Expr, str, Mapping[Expr, Rows]]]:
        """The bodies of an item, their index of the steps, and the states that they read by tensors."""
        if isinstance(item, Rows):
            assert item.body is not None
            yield item.body, item.time, {}
        elif isinstance(item, Group):
            for s in item.states:
                yield s.body.args[0], s.step, item.own
        elif isinstance(item, Total):
            yield item.node.args[0], item.time, {}
        elif isinstance(item, Expr):
            yield self.body(item), "", {}

    def body(self, e: Expr) -> Expr:
        """The right side of a named array."""
        return self.bodies.get(e, e.args[0])

    def reads(self, item: Item) -> list[tuple[Item, int]]:
        """What an item is made from, with the distance of the rows that it reads."""
        found: dict[tuple[Item, int], None] = {}
        for body, time, own in self.statements(item):
            for node in self.walk(body):
                if node in self.totals:
                    found[self.totals[node], 0] = None
                elif node.op == "access":
                    r = self.array(node, own)
                    if r is None:
                        if node.args[0].op == "let":
                            found[node.args[0], 0] = None
                        continue
                    name, distance = self.at(node.args[1 + r.axis]) or ("?", 0)
                    if name not in ("", time) or (name and not time):
                        raise NotInParts(f"{r.name} is read at other steps than its own")
                    if not name:
                        if 0 <= distance < r.length:
                            found[Edge(r, distance), 0] = None
                    elif r.group is not item:
                        found[r.group or r, distance] = None
        return list(found)


def timeline(
    roots: Mapping[str, Expr], shapes: Mapping[str, tuple[int, ...]], extents_of: Callable[..., Any]
) -> Timeline:  # fmt: skip
    """The timeline of some formulas for inputs of these shapes; NotInParts where there is none.

    ``extents_of`` gives the extents of all statements below some roots.
    """
    plain = dict(zip(roots, uniquify_all(_as_arrays(list(roots.values()))), strict=True))
    found = Timeline(plain, shapes, extents_of(plain))
    lets = ex.lets(*plain.values())
    for e in lets:
        if e.args[0].op == "recur":
            _enter_state(found, e)
    if not found.groups:
        raise NotInParts("there is no recurrence")
    for e in lets:
        _enter_rows(found, e)
    _enter_demanded(found, lets)
    _put_in(found, lets)
    for e in lets:
        _enter_totals(found, e)
    return found


def _as_arrays(roots: Sequence[Expr]) -> list[Expr]:
    """The roots with every state as a named array."""

    def array(e: Expr) -> Expr:
        return ex.access(ex.closed("", e.data[2], e), [ex.index(n) for n in e.data[2]])

    def change(node: Expr, copy: Expr) -> Expr | None:
        if node.op == "let" and node.args[0].op == "recur" and node.args[0].data[2] == node.data[1]:
            return None
        return ex.with_args(copy, [array(a) if a.op == "recur" else a for a in copy.args])

    return ex.copied(roots, change)


def _enter_state(found: Timeline, e: Expr) -> None:
    recurrence, k, _ = e.args[0].data
    arrays = e.args[0].args
    group = next((g for g in found.groups if (g.recurrence, g.arrays) == (recurrence, arrays)), None)
    if group is None:
        if any(s.inner for s in recurrence.states):
            raise NotInParts("a step has a recurrence of its own")
        made = bound(e.args[0], lambda a: tuple(found.length(a, axis) for axis in range(a.ndim)))
        formal = [ex.tensor(f"~{len(found.groups)}.{n}", len(s.axes)) for n, s in enumerate(recurrence.states)]
        states = opened(recurrence, arrays, formal)
        ranges = [(min(s.computed, default=0), max(s.computed, default=-1) + 1) for s in made.steps]
        firsts = {s.first for s in states}
        shapes = [made.shapes[s.name] for s in made.states]
        low, high = min(r[0] for r in ranges), min(r[1] for r in ranges)
        if len(firsts) > 1 or high <= low:
            raise NotInParts("states that are computed together begin at different steps, or have no steps")
        inside = dependent([p for s in states for p in s.parts], formal) - {p for s in states for p in s.parts}
        if inside:
            raise NotInParts("a step has arrays of its own")
        rows = [Rows(s.name or "h", s.axes, s.axis, shape, number=n, more=r[1] - high)
                for n, (s, shape, r) in enumerate(zip(states, shapes, ranges, strict=True))]  # fmt: skip
        states = [replace(s, name=t.data.name) for s, t in zip(states, formal, strict=True)]
        group = Group(recurrence, arrays, states, rows, low, high, firsts.pop(), [s.starts for s in made.steps])
        for r in rows:
            r.group = group
        found.groups.append(group)
    found.rows[e] = group.rows[k]


def _enter_rows(found: Timeline, e: Expr) -> None:
    """A named array that reads rows at one of its axes has rows itself."""
    if e in found.rows:
        return
    axes = set()
    nodes = ex.postorder(e.args[0], into_arrays=False)
    for node in nodes:
        r = found.array(node, {})
        if r is not None:
            at = found.at(node.args[1 + r.axis])
            if at is None:
                raise NotInParts(f"{r.name} is read at positions that are no steps")
            axes |= {at[0]} & set(e.data[1])
    if len(axes) > 1:
        raise NotInParts(f"{e.data[0] or 'an array'} runs over the steps along two axes")
    if axes and _scanned(e, axes):
        raise NotInParts("an index function runs over the steps")
    if axes:
        _add(found, e, e.data[1].index(axes.pop()))


def _scanned(e: Expr, axes: Collection[str]) -> bool:
    """Whether an index function depends on all values along one of the axes."""
    nodes = ex.postorder(e.args[0], into_arrays=False)
    return any(n.op == "scan" and not set(axes).isdisjoint(n.data[1]) for n in nodes)


def _add(found: Timeline, e: Expr, axis: int) -> None:
    shape = tuple(found.length(e, k) for k in range(len(e.data[1])))
    found.rows[e] = Rows(e.data[0] or "s", e.data[1], axis, shape, e.args[0])


def _enter_demanded(found: Timeline, lets: Sequence[Expr]) -> None:
    """Named arrays that read no state have rows where they are read at the steps alone."""
    uses: dict[Expr, list[tuple[Any, Expr]]] = {}
    for g in found.groups:
        for s in g.states:
            for body in (s.body.args[0], *(e.args[0] for _, e in s.starts)):
                for node in ex.postorder(body, into_arrays=False):
                    if node.op == "access":
                        uses.setdefault(node.args[0], []).append(((body, s.step, g.own), node))
    for e in lets:
        if e.args[0].op != "recur":
            for node in ex.postorder(e.args[0], into_arrays=False):
                if node.op == "access":
                    uses.setdefault(node.args[0], []).append((e, node))
    for e in reversed(lets):
        if e in found.rows or e not in uses:
            continue
        for axis in range(len(e.data[1])):
            ways = [_way(found, where, node.args[1 + axis]) for where, node in uses[e]]
            if "step" in ways and "other" not in ways and not _scanned(e, [e.data[1][axis]]):
                _add(found, e, axis)
                break


def _way(found: Timeline, where: Any, slot: Expr) -> str:
    """How an axis is read: at the steps, at a fixed position, or otherwise."""
    at = found.at(slot)
    if at is None:
        return "other"
    return "fixed" if not at[0] else "step" if at[0] in _times(found, where) else "other"


def _times(found: Timeline, where: Any) -> set[str]:
    """The indices of a statement that run over the steps."""
    if isinstance(where, Expr):
        body, names, own = found.body(where), {found.rows[where].time} if where in found.rows else set(), {}
    else:
        body, names, own = where[0], {where[1]}, where[2]
    for node in ex.postorder(body, into_arrays=False):
        r = found.array(node, own)
        if r is not None:
            names |= {(found.at(node.args[1 + r.axis]) or ("", 0))[0]}
    return names - {""}


def _put_in(found: Timeline, lets: Sequence[Expr]) -> None:
    """Reads of named arrays with rows at fixed positions become what stands there."""

    def change(node: Expr) -> Expr | None:
        r = found.array(node, {})
        if r is None or r.group is not None:
            return None
        at = found.at(node.args[1 + r.axis])
        if at is None or at[0]:
            return None
        if node.data is not None:
            raise NotInParts(f"{r.name} is padded at a fixed position")
        assert r.body is not None
        return ex.substitute(r.body, dict(zip(r.axes, node.args[1:], strict=True)))

    for e in lets:  # those below come first, so that what is put in holds no such reads but new ones
        if e.args[0].op == "recur":
            continue
        body, before = e.args[0], None
        while body is not before:
            before, body = body, ex.rebuild(body, change, into_arrays=False)
        if body is not e.args[0]:
            found.bodies[e] = body
            if e in found.rows:
                found.rows[e].body = body
    for g in found.groups:
        g.states = [_settled(s, change) for s in g.states]


def _settled(s: State, change: Callable[[Expr], Expr | None]) -> State:
    new: dict[Expr, Expr] = {}
    for e in s.parts:
        made, before = e, None
        while made is not before:
            before, body = made, ex.body(made)
            body = ex.rebuild(body, change, into_arrays=False)
            made = ex.closed(made.data[0], made.data[1], body) if made.op == "let" else body
        new[e] = made
    return s.changed(new)


def _enter_totals(found: Timeline, e: Expr) -> None:
    if e.args[0].op == "recur":
        return
    r = found.rows.get(e)
    body = found.body(e)
    times = _times(found, e) - ({r.time} if r is not None else set())
    for node in ex.postorder(body, into_arrays=False):
        if node.op not in ("reduce", "scan"):
            continue
        over = times.intersection(node.data[1])
        if not over:
            continue
        if node.op == "scan" or node.data[0] not in JOINED or len(over) > 1:
            raise NotInParts(f"{node.data[0]} over the steps cannot be joined from parts")
        if r is not None and r.time in node.free:
            raise NotInParts("a step reads a sum over all steps that depends on it")
        time = over.pop()
        rows = found.number(found.extent(e, time))
        axes = tuple(a for a in node.axes)
        found.totals.setdefault(node, Total(node, time, axes, e, rows))
