"""Formulas of one part of the steps: each is compiled once, and reads views of the rows of that part.

A statement that reads ``h[t-1]`` and ``x[t]`` becomes one over two arrays with as many rows as the part has steps, both
read at t: how long a part is, and where it begins, are lengths and numbers of a call.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field, replace
from typing import Any, NamedTuple

from espresso.formulas.extents.extents import symbolic_extents
from espresso.formulas.extents.range_guards import limited
from espresso.formulas.extents.recurrences import recurrence
from espresso.formulas.extents.scopes import uniquify
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.formulas.graph.recurrences import AT_STEP, State, applied
from espresso.lazy import get
from espresso.records import dataclass
from espresso.runtime.checkpoints.timeline import Edge, Group, Item, NotInParts, Rows, Timeline, Total


class Source(NamedTuple):
    """What an input of a piece is: ``input``, ``rows`` of an array at a distance from those of the part (``fill``
    outside), ``held`` from another piece, ``start`` of a state, ``first`` row or ``span`` of the part."""

    kind: str
    item: Any = None
    distance: int = 0
    axis: int = 0
    fill: float = 0.0
    more: int = 0
    """Rows more at the end of all."""


@dataclass(eq=False)
class Piece:
    """Some formulas over the arrays of ``sources``; ``made`` are the functions that other lengths have made already."""

    results: list[Item]
    formulas: list[Expr]
    sources: dict[str, Source]
    options: Mapping[str, Any]
    made: dict[tuple[Expr, ...], Any]

    @property
    def compiled(self) -> Any:
        """The function."""
        key = tuple(self.formulas)
        if key not in self.made:
            self.made[key] = get("compile")(self.formulas, target="cpu", **self.options)
            self.made[key].options["part"] = True  # the limit of the whole has decided how long parts are
        return self.made[key]

    @property
    def inputs(self) -> list[Source]:
        """What it is called with, in order."""
        return [self.sources[n] for n in self.compiled.inputs]


@dataclass(eq=False)
class Writer:
    """Writes formulas over the inputs of one piece."""

    line: Timeline
    held: Mapping[Item, int]
    options: Mapping[str, Any]
    made: dict[tuple[Expr, ...], Any]
    sources: dict[str, Source] = field(default_factory=dict)
    _tensors: dict[Any, Expr] = field(default_factory=dict)
    _written: dict[Expr, Expr] = field(default_factory=dict)
    _names: set[str] = field(default_factory=set)
    _scope: Expr | None = None
    _more: int = 0

    def piece(self, results: Sequence[Item], formulas: Sequence[Expr]) -> Piece:
        """The formulas as a piece."""
        return Piece(list(results), list(formulas), self.sources, self.options, self.made)

    def tensor(self, source: Source, rank: int, like: Expr | None = None) -> Expr:
        """The input that is this."""
        if source not in self._tensors:
            made = like
            if made is None:
                first = source.kind == "first"
                name, dtype = self._named(_stem(source)), "int64" if first else None
                made = ex.tensor(name, rank, dtype, structure=AT_STEP if first else ())
            self._tensors[source] = made
            self.sources[made.data.name] = source
        return self._tensors[source]

    def _named(self, name: str) -> str:
        """A name that nothing else has in this piece."""
        while name in self.line.shapes or name in self._names:
            name += "_"
        self._names.add(name)
        return name

    def first(self) -> Expr:
        """The position of the first row."""
        return ex.access(self.tensor(Source("first"), 0))

    # --- statements ---

    def rows(self, r: Rows) -> Expr:
        """A named array over the rows of the part, which come first."""
        assert r.body is not None
        names = [r.time, *r.others]
        scope = self._scope = next(e for e, found in self.line.rows.items() if found is r)
        body = self._body(r.body, r.time, {})
        return self._pinned(self._named(r.name), names, body, r.time, scope)

    def total(self, t: Total) -> Expr:
        """The reduction over the rows of the part."""
        self._scope = t.scope
        inside = self._body(t.node.args[0], t.time, {})
        inside = self._with_span(inside, t.time, [*t.node.data[1]])
        body = ex.reduce(t.kind, t.node.data[1], inside)
        return self._pinned(self._named(_total(t)), t.axes, body, "", t.scope)

    def known(self, level: int) -> None:
        """Write all whole arrays that are there before (0), between (1) or after the phases and are not held."""
        for e in self.line.order:
            if isinstance(e, Expr) and e not in self.held and self.line.available[e] <= level:
                self._scope = e
                body = self._body(self.line.body(e), "", {})
                self._written[e] = self._pinned(e.data[0], e.data[1], body, "", e)

    def whole(self, e: Expr) -> Expr:
        """A named array that is whole."""
        return self._written[e]

    def start(self, group: Group, k: int, n: int) -> Expr:
        """Starting value n of a state."""
        self._scope, e, s = None, group.states[k].starts[n][1], group.states[k]
        body = self._body(e.args[0], "", {})
        told = symbolic_extents(uniquify(ex.closed("", e.data[1], body)))
        lengths = zip(s.others, e.data[1], group.rows[k].row, strict=True)
        lost = {own: self._length(group, k, a, m) for a, own, m in lengths if own not in told}
        body = limited(body, lost, e.data[1]) if lost else body
        return ex.closed(self._named(f"{group.rows[k].name}_start"), e.data[1], body)

    def _length(self, group: Group, k: int, axis: str, length: int) -> Expr:
        s = group.states[k]
        told = s.lengths[s.axes.index(axis)]
        return ex.const(length) if told is None else self._sizes(told)

    def group(self, group: Group) -> list[Expr]:
        """The states of a recurrence over a part, with the rows beside it."""
        lag = 0 if group.backward else group.first
        own = {s.array: ex.tensor(self._named(r.name), len(s.axes))
               for s, r in zip(group.states, group.rows, strict=True)}  # fmt: skip
        self._scope = None
        states, spans = [], {r.more: self.tensor(Source("span", more=r.more), 1) for r in group.rows}
        for k, s in enumerate(group.states):
            self._more = group.rows[k].more
            span = spans[self._more]
            body = self._body(s.body.args[0], s.step, group.own, own, lag)
            array, name = self.tensor(Source("start", (group, k)), len(s.axes)), own[s.array].data.name
            starts = []
            for n in range(group.first):
                place = ex.moved(ex.size(span, 0), n) if group.backward else ex.const(n)
                value = ex.access(array, [ex.const(n), *map(ex.index, s.others)])
                starts.append((place, ex.closed("", s.others, value)))
            states.append(State(ex.closed(name, (s.step, *s.others), body), 0, tuple(starts), name=name))
        self._more = 0
        closed, arrays = recurrence(states)
        unread = [t for t in spans.values() if t not in arrays]
        arrays, closed = [*arrays, *unread], replace(closed, ranks=(*closed.ranks, *(1 for _ in unread)))
        formal = dict(zip(arrays, closed.arrays, strict=True))
        length = {own[s.array].data.name: ex.moved(ex.size(formal[spans[r.more]], 0), group.first)
                  for s, r in zip(group.states, group.rows, strict=True)}  # fmt: skip
        made = tuple(replace(s, lengths=(length[s.name], *s.lengths[1:])) for s in closed.states)
        closed = replace(closed, states=made)
        by_name = {s.name: e for s, e in zip(made, applied(closed, arrays), strict=True)}
        return [by_name[own[s.array].data.name] for s in group.states]

    # --- bodies ---

    def _body(
        self, body: Expr, time: str, formal: Mapping[Expr, Rows], own: Mapping[Expr, Expr] | None = None, lag: int = 0
    ) -> Expr:  # fmt: skip
        """A body over the inputs of the piece; ``own`` states of a recurrence are read where they lie."""
        line, new = self.line, {}
        for node in line.walk(body):
            if node in line.totals:
                t = line.totals[node]
                new[node] = ex.access(self._held(t, len(t.axes)), [ex.index(a) for a in t.axes])
            elif node.op == "access":
                new[node] = self._access(node, new, time, formal, own or {}, lag)
            elif node.op == "size":
                new[node] = self._sizes(node, formal)
            elif ex.is_index(node, time):
                new[node] = ex.call("add", ex.index(time), self.first())
            elif node.op in ex.ARRAY_OPS:
                new[node] = node
            else:
                new[node] = ex.with_args(node, [new[a] for a in node.args]) if node.args else node
        return new[body]

    def _access(
        self, node: Expr, new: Mapping[Expr, Expr], time: str, formal: Mapping[Expr, Rows],
        own: Mapping[Expr, Expr], lag: int,
    ) -> Expr:  # fmt: skip
        line, array = self.line, node.args[0]
        slots = [new[a] for a in node.args[1:]]
        r = line.array(node, formal)
        if r is not None:
            at = line.at(node.args[1 + r.axis])
            assert at is not None
            rest = [*slots[: r.axis], *slots[r.axis + 1 :]]
            if not at[0]:
                if not 0 <= at[1] < r.length:
                    return ex.const(0 if node.data is None else node.data)
                return ex.access(self._held(Edge(r, at[1]), len(rest)), rest, self._padding(node, r.axis))
            if array in own:
                assert r.group is not None
                if node.data is not None and abs(at[1]) > r.group.first:
                    raise NotInParts("a step reads farther back than there are starting values")
                return ex.access(own[array], [ex.moved(ex.index(time), at[1]), *rest], node.data)
            source = Source("rows", r, at[1], r.axis, _fill(node), self._more)
            return self._rows(source, time, lag, rest, self._padding(node, r.axis))
        if array.op == "let":
            if array in self.held:
                return ex.access(self._held(array, array.ndim), slots, node.data)
            return ex.access(self._written[array], slots, node.data)
        if array.data.name not in line.shapes:
            raise NotInParts("a starting value reads a state")
        for axis, slot in enumerate(node.args[1:] if time else ()):
            at = line.at(slot)
            if at is not None and at[0] == time:
                source = Source("rows", array, at[1], axis, _fill(node), self._more)
                rest = [*slots[:axis], *slots[axis + 1 :]]
                return self._rows(source, time, lag, rest, self._padding(node, axis))
        return ex.access(self.tensor(Source("input", array), array.ndim, array), slots, node.data)

    def _rows(self, source: Source, time: str, lag: int, rest: Sequence[Expr], fill: Any) -> Expr:
        """Rows of a view, which has what lies outside along the steps."""
        array = self.tensor(source, 1 + len(rest))
        return ex.access(array, [ex.moved(ex.index(time), -lag), *rest], fill)

    def _padding(self, node: Expr, axis: int) -> Any:
        """What a read has outside of the other axes; None where nothing lies there."""
        slots = [(k, a) for k, a in enumerate(node.args[1:]) if k != axis]
        return None if all(self._is_whole(a, node.args[0], k) for k, a in slots) else node.data

    def _is_whole(self, slot: Expr, array: Expr, axis: int) -> bool:
        """Whether a slot is an index that runs over just the axis."""
        if self._scope is None or slot.op != "index":
            return False
        return self.line.number(self.line.extent(self._scope, slot.data[0])) == self.line.length(array, axis)

    def _held(self, item: Item, rank: int) -> Expr:
        return self.tensor(Source("held", item), rank)

    def _sizes(self, length: Expr, formal: Mapping[Expr, Rows] | None = None) -> Expr:
        """A length over those of inputs."""

        def change(node: Expr) -> Expr | None:
            if node.op == "size" and node.args[0].op == "let":
                extent = self.line.extent(node.args[0], node.args[0].data[1][node.data])
                if ex.has(extent, "let"):
                    raise NotInParts("a length depends on more than the inputs")
                return extent
            if node.op == "size" and formal and node.args[0] in formal:
                return ex.const(formal[node.args[0]].shape[node.data])
            return None

        made = ex.rebuild(length, change, into_arrays=False)
        for t in ex.tensors(made):
            self.tensor(Source("input", t), t.ndim, t)
        return made

    def _with_span(self, body: Expr, time: str, names: Sequence[str]) -> Expr:
        """A body whose index of the steps runs over the rows of the part."""
        told = symbolic_extents(uniquify(ex.reduce("sum", names, body) if names else body)).get(time)
        views = {t.data.name for t in ex.tensors(body) if self.sources[t.data.name].kind == "rows"}
        if told is not None and told.op == "size" and told.data == 0 and told.args[0].data.name in views:
            return body
        test = ex.call("eq", ex.access(self.tensor(Source("span"), 1), [ex.index(time)]), ex.const(0))
        return ex.call("where", test, body, ex.const(0))

    def _pinned(self, name: str, axes: Sequence[str], body: Expr, time: str, scope: Expr) -> Expr:
        """A statement whose indices run as far as before."""
        if time:
            body = self._with_span(body, time, [])
        told = symbolic_extents(uniquify(ex.closed(name, axes, body)))
        names = [*axes, *(n for node in ex.postorder(body, into_arrays=False) for n in ex.bound(node))]
        lost = {a: self._sizes(self.line.extent(scope, a)) for a in dict.fromkeys(names)
                if a not in told and a != time and a in self.line.extents[scope]}  # fmt: skip
        return ex.closed(name, axes, limited(body, lost, axes) if lost else body)


def _stem(source: Source) -> str:
    """What an input of a piece is called; lengths and positions are no part of it."""
    item = source.item
    if source.kind == "start":
        return f"{item[0].rows[item[1]].name}_before"
    if source.kind == "rows":
        name = item.data.name if isinstance(item, Expr) else item.name
        moved = f"_{'plus' if source.distance > 0 else 'minus'}_{abs(source.distance)}" if source.distance else ""
        return f"{name}_t{moved}"
    if isinstance(item, Edge):
        return f"{item.rows.name}_row"
    if isinstance(item, Expr):
        return item.data[0] or "array"
    return _total(item) if isinstance(item, Total) else source.kind


def _total(t: Total) -> str:
    return f"{t.scope.data[0]}_total" if t.scope.data[0] else "total"


def _fill(node: Expr) -> float:
    """What stands outside of an array that is read."""
    if node.data is None:
        return 0.0
    if not isinstance(node.data, (int, float)):
        raise NotInParts("an array is padded with what no number is")
    return float(node.data)
