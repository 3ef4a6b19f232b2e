"""Which arrays of a recurrence are states: what is read once stands in its reader, what reads rows alone joins them.

`looked_through` removes a state that depends on no earlier value of its own and that one statement reads, such as
``near[t,i,j] = u[t,i-1,j] + u[t,i+1,j]``: it is computed where it is read.  States that others read in the next step
alone are computed in that step, so that no row of them is kept: ``k[t] = f(u[t])`` beside ``u[t] = u[t-1] + k[t-1]``
becomes ``k[t] = f(u[t-1])``.  `taken_in` does the opposite with an array
that reads each row of the states at its own position, such as ``y[t] = sum[i](c[i]*h[t,i])``: it becomes a state,
computed while the row is there, so that of ``h`` only the rows remain that the steps read back.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import replace
from functools import partial
from types import MappingProxyType
from typing import NamedTuple

from espresso.algebra.recurrences.linear import scalar
from espresso.formulas.extents.affine import affine
from espresso.formulas.extents.extents import program_extents
from espresso.formulas.extents.recurrences import NoRecurrence, collected, reach, recurrence, sum_of
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.formulas.graph.recurrences import Recurrence, State, opened

Key = tuple[Recurrence, tuple[Expr, ...]]
"""A recurrence and the arrays to which it is applied."""

Made = tuple[Recurrence, Sequence[Expr], Sequence[int]]
"""The recurrence in the place of another one, its arrays, and the number there of each state before."""


def _own(k: int) -> str:
    """How state ``k`` is called while its recurrence is open."""
    return f"~{k}'"


def _open(key: Key) -> list[State]:
    """The states over the arrays of the recurrence, called by their numbers."""
    arrays = [ex.tensor(_own(k), len(s.axes)) for k, s in enumerate(key[0].states)]
    return [replace(s, name=_own(k)) for k, s in enumerate(opened(*key, arrays))]


def _closed(
    states: Sequence[State], names: Sequence[str], before: Key, late: Mapping[str, int] = MappingProxyType({})
) -> Made | None:  # fmt: skip
    """The recurrence of these states; None where it tells less about lengths than the one before.

    Those that are ``late``, with their first positions, have as many steps as the others.
    """
    try:
        made, arrays = recurrence(states)
    except NoRecurrence:
        return None
    if late:
        others = (s.lengths[s.axis] for s in made.states if s.name not in late)
        steps = next((n for n in others if n is not None), None)
        made = replace(made, states=tuple(
            replace(s, lengths=(*s.lengths[: s.axis], steps, *s.lengths[s.axis + 1 :]), first=late[s.name])
            if s.name in late else s for s in made.states
        ))  # fmt: skip
    numbers = {s.name: k for k, s in enumerate(made.states)}
    places = [numbers.get(_own(k), -1) for k in range(len(names))]
    told = [(s.told, made.states[k].told) for s, k in zip(before[0].states, places, strict=False) if k >= 0]
    if made.backward != before[0].backward or any(len(one) > len(two) for one, two in told):
        return None
    called = {_own(k): n for k, n in enumerate(names)}
    made = replace(made, states=tuple(replace(s, name=called[s.name]) for s in made.states))
    return made, arrays, places


def _uses(nodes: Sequence[Expr]) -> dict[Key, set[int]]:
    """The states of each recurrence that something reads."""
    found: dict[Key, set[int]] = {}
    for node in nodes:
        if node.op == "recur":
            found.setdefault((node.data[0], node.args), set()).add(node.data[1])
    return found


def _reads(s: State, name: str) -> list[Expr]:
    return [n for n in ex.postorder(*s.parts)
            if n.op == "access" and n.args[0].op == "tensor" and n.args[0].data.name == name]  # fmt: skip


def _gathers(nodes: Sequence[Expr]) -> bool:
    """Whether a position comes from data: an error names the statement as it was written."""
    return any(n.op == "access" and any(m.op == "access" for a in n.args[1:] for m in ex.postorder(a)) for n in nodes)


# --- states that stand in their readers --------------------------------------------------------


def looked_through(roots: Sequence[Expr]) -> list[Expr]:
    """The expressions with recurrences of those states alone that have to be arrays."""
    return replaced(roots, {key: _without_passing(key, read) for key, read in _uses(ex.postorder(*roots)).items()})


def _without_passing(key: Key, read: set[int]) -> Made | None:
    states, names, made = _open(key), [s.name for s in key[0].states], None
    for k in range(0 if any(s.inner for s in states) else len(states)):
        smaller = None if k in read else _without(states, k)
        found = None if smaller is None else _closed(smaller, names, key)
        if smaller is not None and found is not None:
            states, made = smaller, found
    for way, group in _late(states, {_own(k) for k in read}):
        axes = {s.name: s.axis for s in states if s.name in group}
        firsts = {s.name: s.first + abs(way) for s in states if s.name in group}
        found = _closed([_later(s, way, axes) for s in states], names, key, firsts)
        if found is not None:
            return found
    return made


def _late(states: Sequence[State], kept: Set[str]) -> list[tuple[int, set[str]]]:
    """States that others read at one distance, not 0, and that read each other in the same step; with that distance."""
    reads = [(s, o, _distance(n, s, o)) for s in states for o in states for n in _reads(s, o.name)]
    found = []
    for way in dict.fromkeys(d for _, _, d in reads if d):
        group = {s.name for s in states if not s.starts and not s.inner and s.name not in kept}
        sought = {o.name for _, o, d in reads if d == way}
        while bad := {o.name for s, o, d in reads if o.name in group and (d != (0 if s.name in group else way)
                      or s.name not in group and s.first - abs(way) < o.first)}:  # fmt: skip
            group -= bad - sought or bad
        if group:
            found.append((way, group))
    return found


def _distance(read: Expr, by: State, of: State) -> int | None:
    """How far from its step a statement reads a state; None where that is no number, or where it may read 0 instead."""
    at = affine(read.args[1 + of.axis])
    inside = read in ex.postorder(by.body.args[0], into_arrays=False)
    return at[1] if at is not None and inside and at[0] == {by.step: 1} else None


def _later(s: State, way: int, group: Mapping[str, int]) -> State:
    """A state where those of a group, given with the axes of their steps, have each value at the step that reads it."""
    body = s.body.args[0]
    if s.name in group:
        own = next((n for n in ex.postorder(body) if ex.is_index(n, s.step)), ex.index(s.step))
        body = ex.substitute(body, {s.step: ex.call("add", own, ex.const(way))})

    def moved(node: Expr) -> Expr | None:
        axis = group.get(node.args[0].data.name) if node.op == "access" and node.args[0].op == "tensor" else None
        if axis is None:
            return collected(node)
        slots = list(node.args[1:])
        slots[axis] = sum_of(slots[axis], ex.const(-way))
        return ex.access(node.args[0], slots, node.data)

    return replace(s, body=ex.closed(s.name, s.axes, ex.rebuild(body, moved)))


def _without(states: Sequence[State], k: int) -> list[State] | None:
    """The states without one that others read once, its value in place of the read."""
    name = _own(k)
    mine = next(s for s in states if s.name == name)
    nodes = ex.postorder(mine.body.args[0])
    if mine.starts or _gathers(nodes) or any(n.op in ("reduce", "recur", "scan", "let") for n in nodes):
        return None
    readers = [(s, n) for s in states for n in dict.fromkeys(_reads(s, name))]
    if len(readers) != 1 or readers[0][0] is mine:
        return None
    reader, access = readers[0]
    at = affine(access.args[1 + mine.axis])
    inside = access in ex.postorder(reader.body.args[0], into_arrays=False)
    if access.data is not None or not inside or at is None or set(at[0]) != {reader.step}:
        return None
    if reader.first - abs(at[1]) < mine.first:  # where it is not computed it is 0
        return None
    slots = dict(zip(mine.axes, access.args[1:], strict=True))
    value = ex.rebuild(ex.substitute(mine.body.args[0], slots), collected)
    body = ex.closed(reader.name, reader.axes, ex.replace(reader.body.args[0], {access: value}))
    return [replace(s, body=body) if s is reader else s for s in states if s is not mine]


# --- arrays that become states -----------------------------------------------------------------


class Reader(NamedTuple):
    """An array that reads rows of states: the axis along which it does, and the distances of these rows by state."""

    array: Expr
    axis: int
    distances: dict[Expr, list[int]]


def taken_in(roots: Sequence[Expr]) -> list[Expr]:
    """The expressions with recurrences that also compute the arrays made from single rows of their states."""
    nodes = ex.postorder(*roots)
    readers: dict[Key, list[Reader]] = {}
    for array in nodes:
        found = _reader(array)
        if found is not None and not scalar(found[0][0]):  # that one may be a scan, which needs no loop over the steps
            readers.setdefault(found[0], []).append(found[1])
    given = {key: _with_readers(key, _freeing(key, several, nodes, roots)) for key, several in readers.items()}
    return replaced(roots, {key: made for key, (made, _) in given.items()},
                     {array: (key, place) for key, (_, more) in given.items() for array, place in more.items()})


def _state_of(e: Expr) -> Expr | None:
    """The ``recur`` node of which an array has all values."""
    body = ex.body(e)
    return body if e.op == "let" and body.op == "recur" and e.data[1] == body.data[2] else None


def _reader(array: Expr) -> tuple[Key, Reader] | None:
    """The recurrence whose rows an array reads, each element of a row as often as it has one itself at most."""
    if array.op != "let" or array.args[0].op in ("recur", "scan"):
        return None
    inside = ex.postorder(array.args[0], into_arrays=False)
    reads = [(n, r) for n in inside if n.op == "access" and (r := _state_of(n.args[0])) is not None]
    keys = {(r.data[0], r.args) for _, r in reads}
    if len(keys) != 1 or _gathers(inside) or any(n.op in ("recur", "scan") for n in inside):
        return None
    (found, arrays), = keys
    forms = [affine(n.args[1 + found.states[r.data[1]].axis]) for n, r in reads]
    steps = {tuple(f[0].items()) for f in forms if f is not None}
    if any(n.data is not None for n, _ in reads) or None in forms or len(steps) != 1:
        return None
    factors, = steps
    if len(factors) != 1 or factors[0][1] != 1 or factors[0][0] not in array.data[1]:
        return None
    step = factors[0][0]
    beside = ex.index_names(*inside) - {step}
    if any(not beside <= ex.index_names(*ex.postorder(*n.args[1:], into_arrays=False)) for n, _ in reads):
        return None  # a sum in which an element of a row counts several times is a product of matrices
    if any(n.op == "size" and _state_of(n.args[0]) is not None for n in inside):
        return None
    others = [a for n in inside for a in n.args if a.op == "let" and _state_of(a) is None]
    if any(n.op == "recur" and (n.data[0], n.args) in keys for n in ex.postorder(*others)):
        return None
    distances: dict[Expr, list[int]] = {}
    for (n, _), form in zip(reads, forms, strict=True):
        assert form is not None
        distances.setdefault(n.args[0], []).append(form[1])
    return (found, arrays), Reader(array, array.data[1].index(step), distances)


def _freeing(key: Key, readers: Sequence[Reader], nodes: Sequence[Expr], roots: Sequence[Expr]) -> list[Reader]:
    """The readers of states of which nothing else reads more than single rows, so that these need few of them."""
    readers, before = [r for r in readers if _reads_computed(key[0], r)], -1
    deep = {k for k, s in enumerate(key[0].states) if (back := reach(key[0], k)) is None or back + 1 < s.first}
    while len(readers) != before:
        before, own = len(readers), {r.array for r in readers}
        bodies = [n.args[0] for n in nodes if n.op == "let" and n not in own]
        inside = (n for body in bodies for n in ex.postorder(body, into_arrays=False) if not _reads_one_row(n))
        kept = {*roots, *(a for n in inside for a in n.args)}
        readers = [r for r in readers if not any(a in kept or a.args[0].data[1] in deep for a in r.distances)]
    return readers


def _reads_computed(recurrence: Recurrence, reader: Reader) -> bool:
    """Whether an array reads no rows before the first step of a state, which are 0: as a state it had none there."""
    every = [d for several in reader.distances.values() for d in several]
    shift = min(every) if recurrence.backward else max(every)
    beside = max(0, -shift if recurrence.backward else shift)
    for array, distances in reader.distances.items():
        state = recurrence.states[array.args[0].data[1]]
        first = 0 if state.starts else state.first
        if any(first + abs(d - shift) > beside for d in distances):
            return False
    return True


def _reads_one_row(node: Expr) -> bool:
    """Whether a read of a state is at a fixed position."""
    state = _state_of(node.args[0]) if node.op == "access" else None
    return state is not None and not node.args[1 + state.data[0].states[state.data[1]].axis].free


def _with_readers(key: Key, readers: Sequence[Reader]) -> tuple[Made | None, dict[Expr, Sequence[int]]]:
    """The recurrence with these arrays as states, and of each its number and how far its rows are moved."""
    if not readers or any(s.inner for s in key[0].states):
        return None, {}
    states = _open(key)
    names = [s.name for s in key[0].states]
    moved = []
    for k, (array, axis, distances) in enumerate(readers, len(states)):
        every = [d for several in distances.values() for d in several]
        shift = min(every) if key[0].backward else max(every)
        step = array.data[1][axis]
        formal = {a: ex.tensor(_own(a.args[0].data[1]), a.ndim) for a in distances}
        body = ex.substitute(array.args[0], {step: ex.call("add", ex.index(step), ex.const(-shift))}) if shift else (
            array.args[0]
        )  # fmt: skip
        body = ex.replace(ex.rebuild(body, collected, False) if shift else body, formal)
        if shift and key[0].backward == (shift > 0):  # rows after the last one, which nothing asks for
            body = ex.rebuild(body, partial(_padded, states=set(formal.values())), into_arrays=False)
        states.append(State(ex.closed(_own(k), array.data[1], body), axis, name=_own(k)))
        names.append(array.data[0] or "")
        moved.append(shift)
    made = _closed(states, names, key)
    made = None if made is None else _as_long(made, readers, moved)
    if made is None:
        return None, {}
    places = made[2][len(key[0].states) :]
    return made, {r.array: pair for r, *pair in zip(readers, places, moved, strict=True)}


def _padded(node: Expr, states: Set[Expr]) -> Expr | None:
    """Reads of arrays that are no states as reads of 0 where they are outside."""
    if node.op != "access" or node.data is not None or node.args[0] in states:
        return None
    return ex.access(node.args[0], node.args[1:], 0)


def _as_long(made: Made, readers: Sequence[Reader], moved: Sequence[int]) -> Made | None:
    """The recurrence with the lengths that its last states, the readers, had as arrays; None where it cannot tell them.

    ``z[t]*h[t + 1]`` runs as far as both reads are inside, and as a state over the steps of h would over all of z.
    """
    recurrence, arrays, places = made
    states, known = list(recurrence.states), set(recurrence.arrays)
    formal = dict(zip(arrays, recurrence.arrays, strict=True))
    for (array, axis, _), shift, k in zip(readers, moved, places[-len(readers) :], strict=True):
        extent = program_extents([array])[array].get(array.data[1][axis])
        own = states[k].lengths[axis]
        if extent is None or own is None:
            return None
        length = ex.replace(extent if not shift else sum_of(extent, ex.const(shift)), formal, into_arrays=False)
        if shift and recurrence.backward == (shift < 0):  # nothing asks for the rows before the first one
            states[k] = replace(states[k], first=max(states[k].first, abs(shift)))
        if length is own:
            continue
        named = [n for n in ex.postorder(length, into_arrays=False) if n.op in ex.ARRAY_OPS]
        if recurrence.backward or not known.issuperset(named):
            return None
        lengths = (*states[k].lengths[:axis], length, *states[k].lengths[axis + 1 :])
        states[k] = replace(states[k], lengths=lengths)
    return replace(recurrence, states=tuple(states)), arrays, places


# --- one recurrence in the place of another ------------------------------------------------------


def replaced(
    roots: Sequence[Expr], made: Mapping[Key, Made | None],
    more: Mapping[Expr, tuple[Key, Sequence[int]]] = MappingProxyType({}),
) -> list[Expr]:  # fmt: skip
    """The expressions with other recurrences, and arrays that became states of them."""
    if not any(made.values()):
        return list(roots)
    new: dict[Expr, Expr] = {}

    def applied(key: Key, number: int, axes: Sequence[str]) -> Expr:
        found = made[key]
        assert found is not None
        copy(found[1])
        return ex.recur(found[0], number, axes, [new[a] for a in found[1]])

    def copy(parts: Sequence[Expr]) -> None:
        for node in ex.postorder(*parts):
            if node in new:
                continue
            if node in more:
                key, (number, shift) = more[node]
                new[node] = _moved(ex.closed(node.data[0], node.data[1], applied(key, number, node.data[1])), shift)
                continue
            change = made.get((node.data[0], node.args)) if node.op == "recur" else None
            if change is not None:
                new[node] = applied((node.data[0], node.args), change[2][node.data[1]], node.data[2])
            else:
                new[node] = ex.with_args(node, [new[a] for a in node.args]) if node.args else node

    copy(roots)
    return [new[r] for r in roots]


def _moved(array: Expr, distance: int) -> Expr:
    """A state with its rows at a distance."""
    if not distance:
        return array
    axes, axis = array.data[1], array.args[0].data[0].states[array.args[0].data[1]].axis
    slots = [ex.index(a) for a in axes]
    slots[axis] = ex.call("add", slots[axis], ex.const(distance))
    return ex.closed(array.data[0], axes, ex.access(array, slots))
