"""``es.scan`` and ``es.iterate`` over traced arrays: the step is a NumPy function, and is traced once."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from espresso.errors import InputError
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.formulas.graph.functions import BY_NAME
from espresso.formulas.graph.recurrences import Recurrence, Run, number
from espresso.frontends.naming import shared_as_arrays
from espresso.frontends.numpy import shapes
from espresso.frontends.numpy.arrays import TracedArray, axis_name, axis_names, from_named, join_kinds, length_of, lift
from espresso.frontends.numpy.positions import shortened, span
from espresso.frontends.numpy.trace import settled
from espresso.frontends.scan import (
    Formal,
    Part,
    assembled,
    components,
    is_array,
    is_recurrence,
    leaves,
    like,
    opened,
    pair,
    same_number,
    shown,
    steps,
)


def traced_scan(step: Callable[..., Any], init: Any, xs: Any, length: int | None) -> tuple[Any, Any]:
    """`scan` where arrays are traced: states, rows and values are arrays of NumPy to the step."""
    for what, every in (("init", leaves(init)), ("xs", leaves(xs))):
        found = [type(v).__name__ for v in every if is_array(v)]
        if found and any(isinstance(v, Expr) for v in (*leaves(init), *leaves(xs))):
            raise InputError(
                f"{what} of a scan holds {found[0]}, and a scan takes expressions.\n"
                "Give arrays alone, inside es.trace, or expressions alone: es.tensor('x[t,i]')."
            )
    firsts, rows = [lift(v) for v in leaves(init)], [lift(v) for v in leaves(xs)]
    count = steps(rows, length)
    count = rows[0].shape[0] if count is None else count
    if any(r.shape[0] != count for r in rows):
        counts = ", ".join(str(r.shape[0]) for r in rows)
        also = "" if length is None else f", and length={length}"
        raise InputError(f"xs of a scan have {counts} rows{also}.\nGive all the same number.")
    formal = Formal(len(firsts))
    row = [_row(r, formal.now) for r in rows]
    kinds: list[str] = []
    while kinds != [f.kind for f in firsts]:  # a state that begins with integers may go on with floats
        kinds = [f.kind for f in firsts]
        made = pair(step(like(init, traced_states(formal, firsts, count)), like(xs, row) if rows else None))
        states, values = ([lift(v) for v in leaves(part)] for part in made)
        same_number(states, firsts)
        for k, (s, f) in enumerate(zip(states, firsts, strict=True)):
            if s.shape != f.shape:
                raise InputError(
                    f"the step gives a state of shape {s.shape}, and the first one has {f.shape}.\n"
                    "Give the first state the shape of the others, as np.zeros(shape)."
                )
            firsts[k] = TracedArray(f.body, f.shape, join_kinds(s.kind, f.kind))
    whole, results = recurrence_of(formal, firsts, *_named(formal, states, values), count)
    return like(init, last_rows(whole, firsts)), like(made[1], results) if values else None


def _named(
    formal: Formal, states: Sequence[TracedArray], values: Sequence[TracedArray]
) -> tuple[list[TracedArray], list[TracedArray]]:  # fmt: skip
    """States and values of a step with arrays for what they read more than once."""
    every = [*states, *values]
    owned = [a for a in ex.tensors(*(t.body for t in every)) if a is formal.now.args[0] or formal.owns(a)]
    bodies = shared_as_arrays(owned, [t.body for t in every])
    made = [TracedArray(e, t.shape, t.kind) for e, t in zip(bodies, every, strict=True)]
    return made[: len(states)], made[len(states) :]


def _row(t: TracedArray, now: Expr) -> TracedArray:
    """The row that a step reads of an array with an axis along the steps."""
    if ex.has(t.body, "reduce", "scan", "recur"):  # computed once for all steps
        t = from_named(ex.access(shapes.whole(t), [ex.index(n) if n else ex.const(0) for n in t.names]), t.names,
                       t.shape, t.kind)  # fmt: skip
    name = t.names[0]
    body = t.body if name is None else ex.substitute(t.body, {name: now})
    result = TracedArray(body, t.shape[1:], t.kind)
    result.signed = t.signed
    return result


def traced_states(formal: Formal, firsts: Sequence[TracedArray], count: int) -> list[TracedArray]:
    """What a step gets as states: reads of formal arrays, which have an axis for each that is longer than 1."""
    found = []
    for name, f in zip(formal.names, firsts, strict=True):
        own = [n for n in f.names if n]
        state = ex.tensor(name, 1 + len(own), shape=(count, *map(length_of, own)))
        found.append(TracedArray(ex.access(state, [formal.now, *map(ex.index, own)]), f.shape, f.kind))
    return found


def traced_last(
    formal: Formal, firsts: Sequence[TracedArray], states: Sequence[TracedArray], count: int
) -> list[TracedArray]:  # fmt: skip
    """What states that begin with ``firsts`` are after so many steps."""
    return last_rows(recurrence_of(formal, firsts, states, (), count)[0], firsts)


def last_rows(whole: Sequence[Expr], firsts: Sequence[TracedArray]) -> list[TracedArray]:
    """The last rows of states, shaped like the first ones."""
    found = []
    for e, f in zip(whole, firsts, strict=True):
        slots = [ex.call("add", ex.size(e, 0), ex.const(-1)), *(ex.index(n) for n in f.names if n)]
        found.append(TracedArray(ex.access(e, slots), f.shape, f.kind))
    return found


def recurrence_of(
    formal: Formal, firsts: Sequence[TracedArray], states: Sequence[TracedArray], values: Sequence[TracedArray],
    count: int,
) -> tuple[list[Expr], list[TracedArray]]:  # fmt: skip
    """All rows of states that begin with ``firsts``, from what a step made of them; and the values of all steps."""
    try:
        return _recurrence_of(formal, firsts, states, values, count, True)
    except InputError:  # a formula of new states may need another order of the parts
        return _recurrence_of(formal, firsts, states, values, count, False)


def _recurrence_of(
    formal: Formal, firsts: Sequence[TracedArray], states: Sequence[TracedArray], values: Sequence[TracedArray],
    count: int, reading_new: bool,
) -> tuple[list[Expr], list[TracedArray]]:  # fmt: skip
    axes = [tuple(n for n in t.names if n) for t in states]
    short = ex.rebuild_all([t.body for t in (*states, *values)], shortened)
    parts, given = opened(formal, axes, short[: len(states)], short[len(states) :], axis_name(0, count, "@t"),
                          reading_new)  # fmt: skip
    parts = [p if p.runs else p._replace(body=_once(formal, p.body, p.axes)) for p in parts]
    starts = {n: ex.rebuild(f.body, shortened) for n, f in zip(formal.names, firsts, strict=True)}
    shapes = {n: (count, *map(length_of, a)) for n, a in zip(formal.names, axes, strict=True)}
    parts = [_with_lengths(p, shapes) if p.runs else p for p in parts]
    whole: dict[Expr, Expr] = {}
    for group in _joined(formal, components(parts), starts):
        if not is_recurrence(group, starts):
            (p,) = group
            own = axis_name(0, count, "@t")
            body = ex.replace(ex.replace(p.body, {formal.now: ex.index(own)}, into_arrays=False), whole)
            whole[p.array] = ex.closed("", (own, *p.axes), body)
            continue
        inputs = _Inputs(formal, group, whole, count)
        recurrence, arrays = inputs.settled(starts)
        actual = [inputs.actual[a.data.name] for a in arrays]
        places = {s.name: k for k, s in enumerate(recurrence.states)}
        for p in group:
            length = recurrence.states[places[shown(p.name)]].lengths[0] if p.runs else None
            rows = count + 1 if length is None else inputs.number(length, recurrence, arrays)
            names = (axis_name(0, rows, "@s"), *p.axes)
            whole[p.array] = ex.closed("", names, ex.recur(recurrence, places[shown(p.name)], names, actual))
    arrays = [whole[ex.tensor(n, 1 + len(a))] for n, a in zip(formal.names, axes, strict=True)]
    made = [TracedArray(e, v.shape, v.kind) for e, v in zip(given, values, strict=True)]
    return arrays, [_at_all_steps(formal, v, whole, count) for v in made]


COSTLY = 8
"""Operations from which on what all steps compute alike is an array that they read."""


def _once(formal: Formal, body: Expr, axes: Sequence[str]) -> Expr:
    """A body that reads arrays in the place of what neither its step nor a state changes.

    The arrays have the axes in the order of the body's, so that its loops read their elements one after the other.
    """
    body = ex.rebuild(body, functools.partial(_together, formal), into_arrays=False)
    nodes = ex.postorder(body, into_arrays=False)
    cost: dict[Expr, float] = {}  # of what is the same in all steps
    for n in nodes:
        below = [cost.get(a) for a in n.args]
        if n.op in ("const", "index") or n.op in ("access", "size") and not formal.of(n):
            cost[n] = 0
        elif n.op == "call" and None not in below:
            cost[n] = BY_NAME[n.data].flops + sum(c for c in below if c is not None)
    bound = {name for n in nodes if n.op in ("reduce", "scan") for name in n.data[1]}
    new: dict[Expr, Expr] = {}
    stack = [body]
    for n in ex.each_once(stack):
        if n.op in ex.ARRAY_OPS:
            continue
        if cost.get(n, 0) >= COSTLY and n.free and bound.isdisjoint(n.free):
            names = [*(a for a in axes if a in n.free), *sorted(n.free - {*axes})]
            new[n] = ex.access(ex.closed("", names, n), [ex.index(name) for name in names])
        else:
            stack += n.args
    return ex.replace(body, new, into_arrays=False) if new else body


def _together(formal: Formal, node: Expr) -> Expr | None:
    """A sum or product with what is the same in all steps as one term or factor."""
    same = [a for a in node.args if a.op not in ("const", "index") and not formal.of(a)] if node.op == "call" else []
    if node.data not in ("add", "mul") or len(same) < 2 or len(same) == len(node.args):
        return None
    return ex.call(node.data, *(a for a in node.args if a not in same), ex.call(node.data, *same))


def _joined(formal: Formal, groups: list[list[Part]], starts: Mapping[str, Expr]) -> list[list[Part]]:
    """Groups of states with those in one group that read the elements of others where they stand: one loop for both."""
    made: list[list[Part]] = []
    for group in groups:
        loops = any(p.runs for p in group)  # inside the step
        run = [g for g in made if is_recurrence(group, starts) and is_recurrence(g, starts) and not loops]
        run = [g for g in run if not any(p.runs for p in g)]
        own = [g for g in run if _beside(formal, group, g)]
        rest = {a for g in made if g not in own for p in g if {q.array for o in own for q in o} & {*ex.tensors(p.body)}
                for a in (p.array,)}  # fmt: skip
        if own and rest.isdisjoint(ex.tensors(*(p.body for p in group))):
            made = [g for g in made if g not in own]
            group = [*(p for g in own for p in g), *group]
        made.append(group)
    return _in_order(made) or groups


def _in_order(groups: Sequence[list[Part]]) -> list[list[Part]]:
    """The groups, each after those that it reads; none where some need each other."""
    arrays, order = {p.array: n for n, g in enumerate(groups) for p in g}, list[int]()
    below = [{arrays[a] for a in ex.tensors(*(e for p in g for e in p.parts)) if a in arrays} - {n}
             for n, g in enumerate(groups)]  # fmt: skip
    while len(order) < len(groups):
        ready = [n for n in range(len(groups)) if n not in order and below[n] <= {*order}]
        if not ready:
            return []
        order += ready
    return [groups[n] for n in order]


def _beside(formal: Formal, group: Sequence[Part], other: Sequence[Part]) -> bool:
    """Whether one group reads another one, at the row of its own step alone and each element once."""
    arrays = {p.array for p in other}
    nodes = ex.postorder(*(p.body for p in group))
    reads = [n for n in nodes if n.op in ("access", "size") and n.args[0] in arrays]
    summed = {n for r in nodes if r.op in ("reduce", "scan", "let") for n in ex.postorder(r)}
    return bool(reads) and all(
        n.op == "access" and n not in summed and n.args[1] in (formal.now, formal.next)
        and all(a.op == "index" for a in n.args[2:]) for n in reads
    )  # fmt: skip


def _at_all_steps(formal: Formal, value: TracedArray, states: Mapping[Expr, Expr], count: int) -> TracedArray:
    """What the steps give, over all of them."""
    shape = (count, *value.shape)
    name = axis_names(shape)[0]
    at = ex.const(0) if name is None else ex.index(name)
    body = ex.replace(ex.replace(value.body, {formal.now: at}, into_arrays=False), states)
    return TracedArray(ex.rebuild(body, shortened, into_arrays=False), shape, value.kind)


def _with_lengths(p: Part, shapes: Mapping[str, tuple[int, ...]]) -> Part:
    """A state of a recurrence inside a step with names of tracing; ``shapes`` are those of states."""

    def known(node: Expr) -> Expr | None:
        if node.op != "size":
            return None
        array, axis = node.args[0], node.data
        if array.op == "let":
            return ex.const(length_of(array.data[1][axis]))
        return ex.const((shapes.get(array.data.name) or array.data.shape)[axis])

    lengths = [number(ex.rebuild(e, known), {}) for e in p.lengths if e is not None]
    names = {a: axis_name(k, n, f"@u{a}@") for k, (a, n) in enumerate(zip(p.axes, lengths, strict=True))}
    return _renamed(p, names)


def _renamed(p: Part, names: Mapping[str, str]) -> Part:
    """A state of a recurrence inside a step with other names of its axes."""
    at = {a: ex.index(n) for a, n in names.items()}

    def renamed(e: Expr) -> Expr:
        return ex.closed("", [names[a] for a in e.data[1]], ex.substitute(e.args[0], at))

    runs = tuple(replace(r, starts=tuple((q, renamed(e)) for q, e in r.starts)) for r in p.runs)
    return Part(p.name, tuple(names[a] for a in p.axes), ex.substitute(p.body, at), runs)


_POSITION = ex.access(ex.tensor("~position", 0), ())
"""Stands for the number of the step in comparisons."""


class _Inputs:
    """What the parts of a group read, as tensors: their lengths, and the arrays in the place of those outside.

    A row of a part is a tensor of its own while lengths are found: the position says nothing about them.
    """

    def __init__(self, formal: Formal, group: Sequence[Part], whole: Mapping[Expr, Expr], count: int) -> None:
        self.formal, self.group, self.whole, self.count = formal, group, whole, count
        self.own = {p.array: tuple(map(length_of, p.axes)) for p in group}
        self.lengths: dict[str, tuple[int, ...]] = {a.args[0].data.name: () for a in (formal.now, _POSITION)}
        self.actual: dict[str, Expr] = {}
        self.rows: dict[Expr, tuple[Expr, Expr]] = {}

    def hidden(self, body: Expr) -> Expr:
        """A body that reads no named arrays, and tensors of undeclared shapes."""
        new: dict[Expr, Expr] = {}
        for node in ex.postorder(body, into_arrays=False):
            if node.op in ("access", "size") and (node.args[0] in self.own or node.args[0] in self.whole):
                new[node] = self._row(node, [new[a] for a in node.args[2:]])
            elif node.op in ex.ARRAY_OPS:
                new[node] = node if node is self.formal.now.args[0] else self._input(node)
            else:
                new[node] = ex.with_args(node, [new[a] for a in node.args])
        return new[body]

    def _row(self, node: Expr, slots: Sequence[Expr]) -> Expr:
        state, at = node.args[0], node.args[1] if node.op == "access" else ex.const(0)
        if at.free and state in self.own:
            return self._any_row(node, slots)
        name = f"{state.data.name}@{at.digest}"
        row = ex.tensor(name, state.ndim - 1)
        self.rows[row] = state, at
        if state in self.whole:
            self._input(state)
        self.lengths[name] = self.own[state] if state in self.own else self.lengths[state.data.name][1:]
        if node.op == "size":
            return ex.size(row, node.data - 1)
        beside = state in self.whole and at is self.formal.now and node.data is None  # `assembled` pads it
        return ex.access(row, slots, 0 if beside else node.data)

    def _any_row(self, node: Expr, slots: Sequence[Expr]) -> Expr:
        """A read of a state at any row, which says nothing about lengths where it may be outside."""
        state = node.args[0]
        self.lengths[state.data.name] = (self.count + 1, *self.own[state])
        ends = span(node.args[1])
        inside = ends is not None and ends[0] >= 0 and ends[1] <= self.count
        return ex.access(state, [node.args[1], *slots], node.data if inside else 0)

    def _compared(self, body: Expr) -> Expr:
        """A body in which ``j == t`` does not say how long j is: at one position of t it says nothing."""

        def change(node: Expr) -> Expr | None:
            return ex.replace(node, {self.formal.now: _POSITION}) if ex.is_call(node, "eq") else None

        return ex.rebuild(body, change, into_arrays=False)

    def _input(self, array: Expr) -> Expr:
        actual = self.whole.get(array, array)
        lengths = (actual.data.shape or ()) if actual.op == "tensor" else tuple(map(length_of, actual.data[1]))
        known = [n for n, a in self.actual.items() if a is actual]
        name = array.data.name if array.op == "tensor" else (known or [f"~in{len(self.actual)}"])[0]
        self.actual[name], self.lengths[name] = actual, lengths
        number = array.op == "tensor" and not array.ndim  # of an iteration of a loop around, which conditions tell of
        return ex.tensor(name, array.ndim, dtype=array.data.dtype if number else None)

    def restored(self, body: Expr) -> Expr:
        """A body with parts again in the place of their rows."""

        def change(node: Expr) -> Expr | None:
            if node.op not in ("access", "size") or node.args[0] not in self.rows:
                return None
            state, at = self.rows[node.args[0]]
            if node.op == "size":
                return ex.size(state, node.data + 1)
            return ex.access(state, [at, *node.args[1:]], node.data)

        return ex.rebuild(body, change)

    def _begun(self, p: Part) -> tuple[Run, ...]:
        """The runs of a state of a recurrence inside the step."""

        def changed(e: Expr) -> Expr:
            return self.restored(self._beyond(self.hidden(e)))

        return tuple(replace(r, starts=tuple((changed(q), ex.closed("", e.data[1], changed(e.args[0])))
                                             for q, e in r.starts)) for r in p.runs)  # fmt: skip

    def _beyond(self, body: Expr) -> Expr:
        """The body of an array inside the step, which has a row more than there are steps, for nobody: padded there."""
        after = ex.index(axis_name(0, self.count + 1, "@now"))

        def change(node: Expr) -> Expr | None:
            if node.op != "access" or node.data is not None or node is self.formal.now:
                return None
            for slot, n in zip(node.args[1:], self.lengths.get(node.args[0].data.name, ()), strict=False):
                if self.formal.now in ex.postorder(slot):
                    ends = span(ex.replace(slot, {self.formal.now: after}))
                    if ends is not None and (ends[0] < 0 or ends[1] >= n):
                        return ex.access(node.args[0], node.args[1:], 0)
            return None

        return ex.rebuild(body, change, into_arrays=False)

    def settled(self, starts: Mapping[str, Expr]) -> tuple[Recurrence, list[Expr]]:
        """The recurrence of the group, and its arrays; lengths are numbers where nothing that is read tells them."""
        count = self.count
        bodies = [self.hidden(p.body) for p in self.group]
        bodies = [b if p.name in starts else self._beyond(b) for p, b in zip(self.group, bodies, strict=True)]
        runs = {p: self._begun(p) for p in self.group}
        first = {p: self.hidden(starts[p.name]) for p in self.group if p.name in starts}
        now = axis_name(0, count, "@now")
        every = {now, *(n for p in self.group for n in p.axes)}
        for silent in (every, set[str]()):  # another statement may tell them
            parts, begun, told = [], {}, True
            for p, body in zip(self.group, bodies, strict=True):
                if p.runs:  # its indices had their lengths when it was made
                    found_part = p._replace(body=self.restored(body), runs=runs[p])
                    parts.append(_renamed(found_part, {a: a.split("@")[1][1:] for a in p.axes}))
                    continue
                body = ex.replace(self._compared(body), {self.formal.now: ex.index(now)})
                e = settled((*p.axes, now), body, self.lengths, silent)
                own = ex.body(e)
                told = told and ex.index(e.axes[-1], count) not in ex.postorder(own, into_arrays=False)
                own = self.restored(ex.substitute(own, {e.axes[-1]: self.formal.now}))
                own = ex.replace(own, {_POSITION: self.formal.now})
                parts.append(Part(p.name, e.axes[:-1], own))
                if p in first:
                    f = settled(p.axes, first[p], self.lengths, silent)
                    begun[p.name] = f if f.op == "let" else ex.closed("", f.axes, f)
            used = {n for p in parts for n in (*p.axes, *ex.index_names(*ex.postorder(p.body)))}
            t = ex.fresh(used | self.lengths.keys(), "t")
            for declared in (None, count) if told else (count,):
                found, arrays = assembled(self.formal, parts, begun, t, declared)
                if self._as_traced(found, arrays, begun):
                    return found, arrays
        raise InputError("a step of a scan has axes whose lengths no formula can state.")

    def number(self, length: Expr, found: Recurrence, arrays: Sequence[Expr]) -> int:
        """A length of a recurrence of these arrays."""
        lengths = {a.data.name: self.lengths[b.data.name] for a, b in zip(found.arrays, arrays, strict=True)}
        return number(length, lengths)

    def _as_traced(self, found: Recurrence, arrays: Sequence[Expr], begun: Mapping[str, Expr]) -> bool:
        """Whether the states have the lengths that they had while tracing."""
        least = {shown(p.name): self.count + (p.name in begun) for p in self.group}
        own = {shown(p.name): self.own[p.array] for p in self.group}
        begins = {shown(n) for n in begun}
        for s in found.states:
            if None in s.lengths:
                return False
            rows, *others = (self.number(e, found, arrays) for e in s.lengths if e is not None)
            enough = rows == least[s.name] if s.name in begins else rows >= least[s.name]
            if not enough or tuple(others) != own[s.name]:
                return False
        return True
