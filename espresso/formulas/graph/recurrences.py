"""Recurrences: arrays whose values along one axis depend on their own earlier (or later) ones.

A `Recurrence` is closed, like the body of a function: its `State` arrays are statements over formal arrays, one for
each input and for each state.  A node ``recur`` of the graph applies one to actual arrays, and is a scalar body over
the axes of one of the states.  `closed_over` takes statements over any arrays apart into a recurrence and its arrays,
`opened` puts arrays in place of the formal ones again.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import field, replace
from typing import Any

from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.formulas.graph.whole_literals import EXACT
from espresso.records import dataclass

AT_STEP = ("positions", "step")
"""How a scalar input is marked that is the position of a step: it is inside all that is read there."""


@dataclass(frozen=True, repr=False)
class Run:
    """An axis along which a state runs: its starting values and its first position there, as in `State`."""

    axis: int
    starts: tuple[tuple[Expr, Expr], ...] = ()
    first: int = 0
    backward: bool = False

    def changed(self, new: Mapping[Expr, Expr]) -> Run:
        """The run with other expressions in place of its own."""
        return replace(self, starts=tuple((new[p], new[e]) for p, e in self.starts))

    def __repr__(self) -> str:
        return f"{self.axis},{self.first},{self.backward}:{','.join(e.digest for pair in self.starts for e in pair)}"


@dataclass(frozen=True, repr=False)
class State:
    """One array of a recurrence, which runs along one ``axis`` of it, and in each step along the ``inner`` axes.

    ``body`` is the statement ``h[t,i] = ...``, a let; ``starts`` are values at fixed positions along the axis: the
    position, an expression without indices, and a let over the other axes.  The body holds from position ``first`` on
    (backwards: up to ``first`` positions before the end); where nothing starts, the positions beside it are 0.
    ``lengths`` are those of the axes, over the formal arrays, None where no statement tells one.  The ``name`` is for
    people alone.

    A recurrence over several indices runs along the first axis, at each position of it along the next one, and so on:
    what its body reads of itself is earlier in this order.  Starting values along an outer axis hold for whole rows,
    those along an inner one in the rows that the body computes.
    """

    body: Expr
    axis: int
    starts: tuple[tuple[Expr, Expr], ...] = ()
    first: int = 0
    lengths: tuple[Expr | None, ...] = ()
    name: str = field(default="", compare=False)
    inner: tuple[Run, ...] = ()

    @property
    def axes(self) -> tuple[str, ...]:
        """The indices of its axes, as the body calls them."""
        found: tuple[str, ...] = self.body.data[1]
        return found

    @property
    def step(self) -> str:
        """The index along which the recurrence runs."""
        return self.axes[self.axis]

    @property
    def others(self) -> tuple[str, ...]:
        """The other axes."""
        return (*self.axes[: self.axis], *self.axes[self.axis + 1 :])

    @property
    def array(self) -> Expr:
        """What bodies read that are not closed yet: a tensor of this name."""
        return ex.tensor(self.name, len(self.axes))

    @property
    def parts(self) -> tuple[Expr, ...]:
        """All its formulas, in the order in which they are written."""
        pairs = (*self.starts, *(pair for run in self.inner for pair in run.starts))
        return (*(e for pair in pairs for e in pair), self.body)

    @property
    def statements(self) -> tuple[Expr, ...]:
        """The body and the starting values."""
        return (self.body, *self.parts[1:-1:2])

    def runs(self, backward: bool) -> list[Run]:
        """The axes along which it runs, outer ones first; ``backward`` is how its recurrence runs."""
        return [Run(self.axis, self.starts, self.first, backward), *self.inner]

    def with_runs(self, runs: Sequence[Run]) -> State:
        """The state with these runs in the place of its own."""
        outer, *inner = runs
        return replace(self, axis=outer.axis, starts=outer.starts, first=outer.first, inner=tuple(inner))

    @property
    def told(self) -> tuple[Expr, ...]:
        """The lengths that are known."""
        return tuple(e for e in self.lengths if e is not None)

    def changed(self, new: Mapping[Expr, Expr]) -> State:
        """The state with other expressions in place of its own."""
        lengths = tuple(None if e is None else new.get(e, e) for e in self.lengths)
        starts = tuple((new[p], new[e]) for p, e in self.starts)
        inner = tuple(run.changed(new) for run in self.inner)
        return replace(self, body=new[self.body], starts=starts, lengths=lengths, inner=inner)

    def __repr__(self) -> str:
        runs = f"{self.axis},{self.first}{self.inner or ''}"
        return f"{runs}:{','.join(e.digest for e in (*self.parts, *self.told))}"


@dataclass(frozen=True, repr=False)
class Recurrence:
    """States that are computed together: each position of all of them, in this order, before the next one.

    ``ranks`` are those of the input arrays.  A ``backward`` one runs from the last position to the first.
    """

    states: tuple[State, ...]
    ranks: tuple[int, ...]
    backward: bool = False

    def __repr__(self) -> str:
        return f"{self.backward};{self.states!r};{self.ranks}"

    @property
    def arrays(self) -> list[Expr]:
        """The formal arrays of the inputs."""
        return [ex.tensor(f"~{k}", rank) for k, rank in enumerate(self.ranks)]

    @property
    def formal(self) -> list[Expr]:
        """The formal arrays of the states."""
        return [ex.tensor(f"~{k}'", len(s.axes)) for k, s in enumerate(self.states)]

    @property
    def parts(self) -> tuple[Expr, ...]:
        """All expressions of all states."""
        return tuple(e for s in self.states for e in (*s.parts, *s.told))


def applied(recurrence: Recurrence, arrays: Sequence[Expr]) -> list[Expr]:
    """The states of a recurrence of these arrays, as named arrays."""
    return [ex.closed(s.name, s.axes, ex.recur(recurrence, k, s.axes, arrays)) for k, s in enumerate(recurrence.states)]


def steps_first(recurrence: Recurrence) -> tuple[Recurrence, list[list[int]]]:
    """The same with the axis of the steps first, in all states and in arrays along whose last axis the steps read.

    Beside it the order of the axes of each array.
    """
    states = [[s.axis, *(k for k in range(len(s.axes)) if k != s.axis)] for s in recurrence.states]
    arrays = [
        [rank - 1, *range(rank - 1)] if rank > 1 and _steps_along_last(recurrence, a) else [*range(rank)]
        for a, rank in zip(recurrence.arrays, recurrence.ranks, strict=True)
    ]
    every = zip([*recurrence.formal, *recurrence.arrays], [*states, *arrays], strict=True)
    orders = {array: order for array, order in every if order != sorted(order)}
    if not orders:
        return recurrence, arrays

    def change(node: Expr, copy: Expr) -> Expr | None:
        order = orders.get(node.args[0]) if node.op in ("access", "size") else None
        if order is None:
            return None
        if node.op == "size":
            return ex.size(copy.args[0], order.index(node.data))
        return ex.access(copy.args[0], [copy.args[1 + k] for k in order], node.data)

    new = dict(zip(recurrence.parts, ex.copied(recurrence.parts, change), strict=True))
    made = [_reordered(s.changed(new), order) for s, order in zip(recurrence.states, states, strict=True)]
    return replace(recurrence, states=tuple(made)), arrays


def _steps_along_last(recurrence: Recurrence, array: Expr) -> bool:
    """Whether all steps read an array at their position along its last axis, and all of it along the others."""
    reads = []
    for s in recurrence.states:
        for node in ex.postorder(s.body):
            if node.op == "access" and array in ex.tensors(*node.args[1:]):
                return False  # its values are positions
            if node.op == "access" and node.args[0] is array:
                *others, last = node.args[1:]
                whole = {slot.data[0] for slot in others if slot.op == "index"} - {s.step}
                reads.append(len(whole) == len(others) and s.step in last.free)
    return bool(reads) and all(reads)


def _reordered(s: State, order: Sequence[int]) -> State:
    """A state with its axes in another order, the one of the steps first."""

    def moved(run: Run) -> Run:  # its starting values are over all axes but its own
        rest = [k - (k > run.axis) for k in order if k != run.axis]
        starts = [(at, ex.closed(e.data[0], [e.data[1][k] for k in rest], e.args[0])) for at, e in run.starts]
        return replace(run, axis=order.index(run.axis), starts=tuple(starts))

    body = ex.closed(s.body.data[0], [s.axes[k] for k in order], s.body.args[0])
    lengths = tuple([s.lengths[k] for k in order]) if s.lengths else ()
    return replace(s, body=body, axis=0, lengths=lengths, inner=tuple(map(moved, s.inner)))


def readers_first(bodies: Sequence[Expr], arrays: Sequence[Expr]) -> list[int]:
    """Numbers of statements in their order, but each before others that it reads and that do not read it.

    ``arrays`` are what their bodies call them.
    """
    reads = _reached(bodies, arrays)
    order: list[int] = []
    rest = [*range(len(reads))]
    while rest:
        order.append(next(k for k in rest if all(m in reads[k] for m in rest if k in reads[m])))
        rest.remove(order[-1])
    return order


def in_one_circle(bodies: Sequence[Expr], arrays: Sequence[Expr]) -> bool:
    """Whether all statements depend on each other."""
    reads = _reached(bodies, arrays)
    return all(reads[0] == found for found in reads)


def _reached(bodies: Sequence[Expr], arrays: Sequence[Expr]) -> list[set[int]]:
    """What each statement reads, and what that reads, and so on."""
    number = {a: k for k, a in enumerate(arrays)}
    reads = [{number[n.args[0]] for n in ex.postorder(b) if n.op == "access" and n.args[0] in number} for b in bodies]
    for middle in range(len(reads)):
        for found in reads:
            found |= reads[middle] if middle in found else set()
    return reads


def closed_over(states: Sequence[State], backward: bool = False) -> tuple[Recurrence, list[Expr]]:
    """Statements over any arrays as a recurrence over formal ones, and the arrays in the place of these.

    The statements read states by the tensors of their names.  What depends on no state becomes an input.
    """
    own = {s.array: ex.tensor(f"~{k}'", len(s.axes)) for k, s in enumerate(states)}
    parts = [e for s in states for e in (*s.parts, *s.told)]
    inside = dependent(parts, own)
    inputs: dict[Expr, Expr] = {}
    new: dict[Expr, Expr] = {}
    for node in _order(parts, inside):
        if node.op == "tensor" or (node.op == "let" and node not in inside and node not in parts):
            new[node] = own[node] if node in own else inputs.setdefault(node, ex.tensor(f"~{len(inputs)}", node.ndim))
        elif node.op == "let" and node in parts:
            new[node] = ex.closed("", node.data[1], new[node.args[0]])
        else:
            new[node] = ex.with_args(node, [new[a] for a in node.args]) if node.args else node
    ranks = tuple(a.ndim for a in inputs)
    return Recurrence(tuple(s.changed(new) for s in states), ranks, backward), list(inputs)


def dependent(parts: Sequence[Expr], own: Collection[Expr]) -> set[Expr]:
    """Named arrays at or below the parts that read one of some arrays."""
    found: set[Expr] = set()
    reads: dict[Expr, bool] = {}
    for node in ex.postorder(*parts):
        reads[node] = node in own or any(reads[a] for a in node.args)
        if node.op == "let" and reads[node]:
            found.add(node)
    return found


def _order(parts: Sequence[Expr], inside: Collection[Expr]) -> list[Expr]:
    """Nodes of the statements and of named arrays inside them, arguments first; other arrays as they stand."""
    roots = set(parts)
    return ex.ordered(parts, lambda n: n.args if n.op != "let" or n in inside or n in roots else ())


def opened(recurrence: Recurrence, arrays: Sequence[Expr], states: Sequence[Expr]) -> list[State]:
    """The states over actual arrays, with ``states`` in the place of themselves."""
    values = dict(zip(recurrence.arrays, arrays, strict=True)) | dict(zip(recurrence.formal, states, strict=True))
    new = dict(zip(recurrence.parts, ex.replace_all(recurrence.parts, values), strict=True))
    return [s.changed(new) for s in recurrence.states]


def named(
    recurrence: Recurrence, arrays: Sequence[Expr], taken: Collection[str] = ()
) -> tuple[list[State], list[Expr]]:  # fmt: skip
    """The states over inputs that are called as actual arrays are, and these inputs; the states by their own names."""
    used = {*taken}

    def fresh(like: str) -> str:
        name, number = like, 1
        while name in used:
            number += 1
            name = f"{like}_{number}"
        used.add(name)
        return name

    names = [fresh(s.name or "h") for s in recurrence.states]
    inputs = []
    for a in arrays:
        name = fresh((a.data.name if a.op == "tensor" else a.data[0]) or "a")
        declared = (a.data.dtype, a.data.shape, a.data.structure) if a.op == "tensor" else ()
        inputs.append(ex.tensor(name, a.ndim, *declared))
    formal = [ex.tensor(n, len(s.axes)) for n, s in zip(names, recurrence.states, strict=True)]
    states = opened(recurrence, inputs, formal)
    called = []
    for s, n in zip(states, names, strict=True):
        new = {e: e for e in (*s.parts, *s.told)} | {e: ex.closed(n, e.data[1], e.args[0]) for e in s.statements}
        called.append(replace(s.changed(new), name=n))
    return called, inputs


def lengths_at(node: Expr) -> dict[str, Expr]:
    """The lengths of the indices of a ``recur`` node that are known, over the lengths of its arrays."""
    recurrence, number, names = node.data
    actual = dict(zip(recurrence.arrays, node.args, strict=True))
    lengths = zip(names, recurrence.states[number].lengths, strict=True)
    return {n: ex.replace(e, actual) for n, e in lengths if e is not None}


def without_unread(roots: Sequence[Expr]) -> list[Expr]:
    """The expressions with recurrences of those states alone that they read, or that these are made from."""
    used: dict[tuple[Recurrence, tuple[Expr, ...]], set[int]] = {}
    for node in ex.postorder(*roots):
        if node.op == "recur":
            used.setdefault((node.data[0], node.args), set()).add(node.data[1])
    kept = {key: made_from(key[0], numbers) for key, numbers in used.items()}

    def change(node: Expr, copy: Expr) -> Expr | None:
        return narrowed(copy, kept[node.data[0], node.args]) if node.op == "recur" else None

    return ex.copied(roots, change)


def narrowed(node: Expr, states: Sequence[int]) -> Expr:
    """A ``recur`` node of one of these states, of a recurrence of them alone, which read no others."""
    recurrence, number, names = node.data
    if len(states) == len(recurrence.states):
        return node
    mine = [recurrence.states[k] for k in states]
    parts = [e for s in mine for e in (*s.parts, *s.told)]
    read = set(ex.tensors(*parts))
    places = [k for k, a in enumerate(recurrence.arrays) if a in read]
    ranks = tuple(recurrence.ranks[k] for k in places)
    new = {recurrence.arrays[place]: ex.tensor(f"~{k}", ranks[k]) for k, place in enumerate(places)}
    formal = [recurrence.formal[k] for k in states]
    new |= {array: ex.tensor(f"~{k}'", array.ndim) for k, array in enumerate(formal)}
    changed = dict(zip(parts, ex.replace_all(parts, new), strict=True))
    smaller = Recurrence(tuple(s.changed(changed) for s in mine), ranks, recurrence.backward)
    return ex.recur(smaller, states.index(number), names, [node.args[k] for k in places])


def made_from(recurrence: Recurrence, numbers: Collection[int]) -> list[int]:
    """Some states of a recurrence and all that their statements read, in order."""
    formal = {a: k for k, a in enumerate(recurrence.formal)}
    return sorted(ex.ordered(
        numbers, lambda k: [formal[t] for t in ex.tensors(*recurrence.states[k].parts) if t in formal]
    ))  # fmt: skip


def sizing(sizes: Mapping[str, int]) -> Callable[[Expr], Expr | None]:
    """A change for `expr.rebuild` that writes lengths of indices into a formula, by the names that it has for them.

    An index at which a named array is read has the length that this array tells.
    """

    def change(node: Expr) -> Expr | None:
        if node.op == "recur":
            return _with_sizes(node, sizes)
        if node.op not in ("let", "reduce", "scan"):
            return None
        names = [n for n in node.data[1] if n in sizes]
        return ex.with_args(node, [sized(node.args[0], names, sizes)]) if names else None

    return change


def sized(body: Expr, names: Iterable[str], sizes: Mapping[str, int]) -> Expr:
    """``body`` with lengths of some of its indices, but for those that named arrays tell."""
    reads = [n for n in ex.postorder(body, into_arrays=False) if n.op == "access" and n.data is None]
    told = {i for n in reads if n.args[0].op == "let" for slot in n.args[1:] for i in slot.free}
    new = {ex.index(n): ex.index(n, sizes[n]) for n in names if n in sizes and n in body.free and n not in told}
    return standing(ex.replace(body, new, into_arrays=False) if new else body, names, sizes)


def standing(body: Expr, names: Iterable[str], sizes: Mapping[str, int]) -> Expr:
    """``body`` with those of some indices in it that have a length and stand nowhere: it says how far they run."""
    for name in names:
        if name in sizes and name not in body.free and body.op != "recur":
            body = ex.call("where", ex.call("ge", ex.index(name, sizes[name]), ex.const(0)), body, body)
    return body


def _with_sizes(node: Expr, sizes: Mapping[str, int]) -> Expr:
    """A ``recur`` node with the lengths of some indices, by the names that its statements have for them."""
    recurrence, number, names = node.data
    computed = {a for a, actual in zip(recurrence.arrays, node.args, strict=True) if actual.op == "let"}

    def state(s: State) -> State:
        told = {a for a, e in zip(s.axes, s.lengths, strict=True) if e is not None and computed & set(ex.tensors(e))}
        own = {n: size for n, size in sizes.items() if n not in told}
        lengths = [ex.const(own[a]) if a in own else e for a, e in zip(s.axes, s.lengths, strict=True)]
        new = {e: ex.rebuild(e, sizing(own)) for e in (*s.parts, *s.told)}
        return replace(s.changed(new), lengths=tuple(lengths))

    return ex.recur(replace(recurrence, states=tuple(map(state, recurrence.states))), number, names, node.args)


def in_positions(*parts: Expr) -> set[Expr]:
    """The arrays that are read in slots of reads (`size` reads nothing), also inside of a recurrence."""
    nodes = ex.postorder(*parts)
    slots = ex.postorder(*(s for n in nodes if n.op == "access" for s in n.args[1:]))
    found = {a for n in slots if n.op in ("access", "recur") for a in n.args if a.op == "tensor"}
    for node in nodes:
        if node.op == "recur":
            inside = in_positions(*node.data[0].parts)
            given = zip(node.data[0].arrays, node.args, strict=True)
            found.update(t for formal, array in given if formal in inside for t in ex.tensors(array))
    return found


def number(e: Expr, shapes: Mapping[str, Sequence[int]]) -> int:
    """The value of a length for tensors of these shapes."""
    known = {t: shapes[t.data.name] for t in ex.tensors(e) if t.data.name in shapes}
    return int(computed(e, lambda n: int(known[n.args[0]][n.data]), EXACT))


def computed(e: Expr, length: Callable[[Expr], Any], functions: Mapping[str, Callable[..., Any]]) -> Any:
    """The value of a formula of lengths in any arithmetic; KeyError for what ``functions`` does not have."""
    found: dict[Expr, Any] = {}
    for node in ex.postorder(e, into_arrays=False):
        if node.op == "size":
            found[node] = length(node)
        elif node.op not in ex.ARRAY_OPS:
            a = [found[x] for x in node.args]
            found[node] = int(node.data) if node.op == "const" else functions[node.data](*a)
    return found[e]
