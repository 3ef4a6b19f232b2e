"""Loops inside loops that need each other's elements: one recurrence over all elements of an array, in their order.

``for i in range(n): for j in range(i): L[i,j] = f(L[i,:j], L[j,:j])`` is such a nest: the inner loop is a recurrence
that depends on the step of the outer one.  The step of the new recurrence is one element of the array, its position
that of the element when the rows follow each other, and what the nest reads of the array are earlier elements.  What
the outer loop does with a row beside the inner loop is done element by element too, where it reads only elements that
are complete by then.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from espresso.formulas.extents.extents import program_extents
from espresso.formulas.extents.implied import Condition, collected, decided, held, ways
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.formulas.graph.predicates import conjunction
from espresso.formulas.graph.recurrences import number, opened
from espresso.frontends.numpy.arrays import ZERO, TracedArray, axis_name, length_of
from espresso.frontends.numpy.loops.independent import LARGEST, NOW, Dependent, Independent, line_of, read_before
from espresso.frontends.numpy.loops.rows import Rows
from espresso.frontends.numpy.positions import lengths_of, shortened
from espresso.frontends.scan import Formal
from espresso.lazy import get

ELEMENT = ex.tensor("~element", 2)
"""Stands for elements of the array after the nest."""


def by_cells(
    formal: Formal, firsts: Sequence[TracedArray], states: Sequence[TracedArray], count: int
) -> list[TracedArray] | None:
    """The array after a loop around another one that is a recurrence and depends on its step; None if it is no such."""
    nested = {n for s in states for n in ex.postorder(s.body) if n.op == "recur" and formal.of(n)}
    if not nested or len(states) != 1:
        return None
    try:
        loop = Independent(formal, firsts, states, count)
        found = _all_over(loop)
        return [_by_rows(loop) if found is None else found]
    except Dependent:
        return None


class _Inner(NamedTuple):
    """The recurrence of the inner loop, an array over its positions."""

    array: Expr
    formal: Expr
    step: str
    body: Expr
    start: Expr

    def at(self, position: Expr) -> Expr:
        """Its statement at one position after the first."""
        return ex.substitute(self.body, {self.step: position})


def _inner(body: Expr, formal: Formal) -> _Inner:
    """The one recurrence inside a body that depends on the step."""
    found = {a for a in ex.lets(body) if a.args[0].op == "recur" and formal.of(a)}
    if len(found) != 1:
        raise Dependent
    array = found.pop()
    node = array.args[0]
    own = ex.tensor("~inner", 1)
    state = node.data[0].states[0]
    if len(node.data[0].states) > 1 or len(state.axes) > 1 or len(state.starts) > 1 or node.data[0].backward:
        raise Dependent
    (state,) = opened(node.data[0], node.args, [own])
    body = _traced(state.body, {own: [length_of(n) for n in array.data[1]]})
    return _Inner(array, own, body.data[1][0], body.args[0], _traced(state.starts[0][1], {}).args[0])


def _traced(statement: Expr, lengths: Mapping[Expr, Sequence[int]]) -> Expr:
    """A statement with names of tracing, which tell lengths, for its indices."""
    extents = program_extents([statement])[statement]
    names: dict[str, str] = {}
    new: dict[Expr, Expr] = {}

    def known(e: Expr) -> int:
        sizes = [n for n in ex.postorder(e) if n.op == "size"]
        told = {n: ex.const((lengths.get(n.args[0]) or lengths_of(n.args[0]))[n.data]) for n in sizes}
        return number(ex.replace(e, told), {})

    def name(n: str) -> str:
        return names.setdefault(n, axis_name(len(names), known(extents[n]), "@c"))

    for node in ex.postorder(statement.args[0], into_arrays=False):
        if node.op == "index":
            new[node] = ex.index(name(node.data[0]))
        elif node.op in ("reduce", "scan"):
            make = ex.reduce if node.op == "reduce" else ex.scan
            new[node] = make(node.data[0], [name(n) for n in node.data[1]], new[node.args[0]])
        else:
            new[node] = node if node.op == "let" else ex.with_args(node, [new[a] for a in node.args])
    return ex.closed("", [name(n) for n in statement.data[1]], new[statement.args[0]])


def _inlined(body: Expr, formal: Formal, but: Expr) -> Expr:
    """A body with what it reads of arrays that depend on the step in the place of the reads, ``but`` for one array."""
    while True:
        nodes = ex.postorder(body, into_arrays=False)
        reads = [n for n in nodes if n.op in ("access", "size") and n.args[0].op == "let"
                 and n.args[0] is not but and formal.of(n.args[0])]  # fmt: skip
        if not reads:
            return body
        if len(nodes) > LARGEST or any(n.op == "size" or n.args[0].args[0].op == "recur" for n in reads):
            raise Dependent
        body = ex.replace(body, {n: _written_out(n) for n in reads}, into_arrays=False)


def _written_out(read: Expr) -> Expr:
    """What a read of an array is."""
    array, slots = read.args[0], read.args[1:]
    return _inside(ex.element(array, slots), slots, [length_of(n) for n in array.data[1]], read.data)


def _replaced(body: Expr, change: Callable[[Expr], Expr | None]) -> Expr:
    return ex.rebuild(body, change, into_arrays=False)


class _Box:
    """The elements of an array in their order: along axes, or against them."""

    def __init__(self, first: TracedArray, ways_: Sequence[int]) -> None:
        self.first, self.ways = first, ways_
        self.names = [n for n in first.names if n]
        self.lengths = [length_of(n) for n in self.names]
        self.size = first.size

    def place(self, slots: Sequence[Expr]) -> Expr:
        """The position of an element."""
        total: Expr = ex.const(0)
        for at, n, way in zip(slots, self.lengths, self.ways, strict=True):
            own = at if way > 0 else ex.call("add", ex.const(n - 1), ex.call("mul", ex.const(-1), at))
            total = ex.call("add", ex.call("mul", ex.const(n), total), own)
        return collected(total)

    def after(self, slots: Sequence[Expr]) -> Expr:
        """The position at which a recurrence has an element: one after those before it."""
        return collected(ex.call("add", self.place(slots), ex.const(1)))

    def element(self, place: Expr) -> dict[str, Expr]:
        """The indices of the element at a position."""
        found: dict[str, Expr] = {}
        for name, n, way in reversed(list(zip(self.names, self.lengths, self.ways, strict=True))):
            own = ex.call("mod", place, ex.const(n)) if len(found) + 1 < len(self.names) else place
            place = ex.call("floordiv", place, ex.const(n))
            found[name] = own if way > 0 else ex.call("add", ex.const(n - 1), ex.call("mul", ex.const(-1), own))
        return {n: collected(e) for n, e in found.items()}

    def recurrence(self, formal: Formal, body: Expr, kind: str, count: int) -> Expr:
        """The array over positions, with the element at each; ``body`` reads that of ``formal``."""
        nothing = ZERO[kind]

        def short(node: Expr) -> Expr | None:
            """Reads at short positions, and those of another element at a fixed distance 0 before the first one."""
            if node.op != "access" or not node.args[1:]:
                return shortened(node)
            slots = [collected(a) for a in node.args[1:]]
            line = line_of(slots[0], formal.now) if node.args[0].op == "tensor" and formal.owns(node.args[0]) else None
            pad = 0 if line is not None and not line[0].keys() - {NOW} and node.data is None else node.data
            return ex.access(node.args[0], slots, pad)

        state = TracedArray(ex.rebuild(body, short, into_arrays=False), (), kind)
        first = TracedArray(ex.const(nothing), (), kind)
        whole: list[Expr] = get("recurrence_of")(formal, [first], [state], [], count)[0]
        return whole[0]


def _all_over(loop: Independent) -> TracedArray | None:
    """A loop in each step of which such a nest makes all elements anew; None where something else is done with them."""
    formal, (name,) = loop.formal, loop.formal.names
    first, body = loop.firsts[name], loop.bodies[name]
    names = [n for n in first.names if n]
    line = line_of(body.args[1], formal.now) if body.op == "access" and len(body.args) == 2 else None
    if line is None or body.args[0].op != "let" or body.args[0].args[0].op != "recur" or not names:
        return None
    box = _Box(first, [1 if line[0].get(n, 0) > 0 else -1 for n in names])
    inner = _inner(body, formal)
    if collected(body.args[1]) is not box.after([ex.index(n) for n in names]) or inner.start.op != "const":
        return None
    new = Formal(1)
    state, own = ex.tensor(new.names[0], 1, shape=(box.size * loop.count,)), loop.own[name].args[0]
    turn, at = (ex.call(f, new.now, ex.const(box.size)) for f in ("floordiv", "mod"))

    def read(node: Expr) -> Expr | None:
        if node.op != "access" or node.args[0] not in (inner.formal, own):
            return None
        rounds = ex.call("mul", ex.const(box.size), turn)
        if node.args[0] is inner.formal:
            return ex.access(state, [collected(ex.call("add", rounds, node.args[1]))])
        if node.args[1] is not formal.now:
            raise Dependent
        place = ex.call("add", rounds, box.after(node.args[2:]), ex.const(-box.size))
        before = read_before(first, node.args[2:], node.data)
        inside = _inside(ex.access(state, [collected(place)]), node.args[2:], box.lengths, node.data)
        return ex.call("where", ex.call("ge", turn, ex.const(1)), inside, before)

    body = _inlined(inner.at(collected(ex.call("add", at, ex.const(1)))), formal, inner.array)
    body = ex.replace(_replaced(body, read), {formal.now: turn}, into_arrays=False)
    inside = ex.call("lt", turn, ex.const(loop.count))  # which derivatives need to know
    body = ex.call("where", inside, body, ex.const(ZERO[loop.kinds[name]]))
    array = box.recurrence(new, body, loop.kinds[name], box.size * loop.count)
    place = ex.call("add", box.after([ex.index(n) for n in names]), ex.const(box.size * (loop.count - 1)))
    return TracedArray(ex.access(array, [collected(place)]), first.shape, loop.kinds[name])


def _by_rows(loop: Independent) -> TracedArray:
    """A nest whose outer loop writes row by row, and its inner loop element by element."""
    formal = loop.formal
    (name,) = formal.names
    own, first, kind = loop.own[name], loop.firsts[name], loop.kinds[name]
    writes = loop.taken_apart(loop.bodies[name], own)
    if len({(w.index, w.position) for w in writes}) != 1 or abs(writes[0].position[0]) != 1:
        raise Dependent
    rows = Rows(first, writes)
    beside = [n for n in first.names if n and n != rows.index]
    if len(beside) != 1 or rows.fixed:
        raise Dependent
    step, start = rows.position
    here, across = ex.index(rows.index), ex.index(beside[0])
    now = collected(ex.call("mul", ex.const(step), ex.call("add", here, ex.const(-start))))
    value = own
    for w in reversed(rows.writes):
        value = ex.call("where", conjunction(w.condition), w.value, value) if w.condition else w.value
    inner = _inner(value, formal)
    value = _inlined(value, formal, inner.array)
    known = held(ex.call("ge", formal.now, ex.const(0))) | held(ex.call("lt", formal.now, ex.const(loop.count)))
    same = ex.call("eq", here, ex.call("add", ex.call("mul", ex.const(step), formal.now), ex.const(start)))
    value = decided(value, length_of, known | held(same))
    nest = _Nest(loop, rows, inner, across, value, known | held(same))
    body = nest.elements()
    ways_ = [1, 1]
    ways_[[n for n in first.names if n].index(rows.index)] = step
    ways_[[n for n in first.names if n].index(beside[0])] = nest.way
    if rows.index != next(n for n in first.names if n):
        raise Dependent  # columns one after the other
    box = _Box(first, ways_)
    inside = ex.call("and", ex.call("ge", now, ex.const(0)), ex.call("lt", now, ex.const(loop.count)))
    body = ex.call("where", inside, ex.replace(body, {formal.now: now}, into_arrays=False), first.body)
    new = Formal(1)
    state = ex.tensor(new.names[0], 1, shape=(box.size,))

    def read(node: Expr) -> Expr | None:
        if node.op != "access" or node.args[0] is not ELEMENT:
            return None
        return ex.access(state, [box.after(node.args[1:])])

    array = box.recurrence(new, ex.substitute(_replaced(body, read), box.element(new.now)), kind, box.size)
    return TracedArray(ex.access(array, [box.after([ex.index(n) for n in box.names])]), first.shape, kind)




def _inside(value: Expr, slots: Sequence[Expr], lengths: Sequence[int], pad: object) -> Expr:
    """A value at these positions that is padded as a read of it was."""
    if pad is None:
        return value
    tests = [ex.call(f, at, ex.const(k)) for at, n in zip(slots, lengths, strict=True) for f, k in (
        ("ge", 0), ("lt", n))]  # fmt: skip
    return ex.call("where", conjunction(tests), value, ex.const(pad))


class _Nest:
    """The elements of a row, of which an inner loop makes some."""

    def __init__(
        self, loop: Independent, rows: Rows, inner: _Inner, across: Expr, value: Expr, known: frozenset[Condition]
    ) -> None:
        self.loop, self.rows, self.inner, self.across, self.value, self.known = loop, rows, inner, across, value, known
        lines = {n.args[1]: line_of(n.args[1], loop.formal.now) for n in ex.postorder(value, into_arrays=False)
                 if n.op == "access" and n.args[0] is inner.array}  # fmt: skip
        own = {(f[0][across.data[0]], f[1]) for f in lines.values()
               if f is not None and {n for n, c in f[0].items() if c} == {across.data[0]}}  # fmt: skip
        if len(own) != 1 or abs(next(iter(own))[0]) != 1:
            raise Dependent
        ((self.way, self.ahead),) = own
        self.lengths = [length_of(n) for n in rows.first.names if n]

    def elements(self) -> Expr:
        """The element of a row at an index, in terms of elements."""
        inner, at = self.inner, self._position(self.across)
        made = self._made(at)
        marked = ex.access(ex.tensor("~own", 0))
        body = _replaced(self.value, lambda n: marked if n.op == "access" and n.args[0] is inner.array
                         and collected(n.args[1]) is at else None)  # fmt: skip
        begun = _inlined(inner.start, self.loop.formal, inner.array)
        made = ex.call("where", ex.call("ge", at, ex.const(1)), made, begun)
        body = decided(ex.replace(body, {marked: made}, into_arrays=False), length_of, self.known)
        return decided(_replaced(self._with_elements(body, begun), self._before), length_of, self.known)

    def _made(self, at: Expr) -> Expr:
        """What the inner loop makes at a position."""
        inner = self.inner
        made = _inlined(inner.at(at), self.loop.formal, inner.array)
        return _replaced(made, lambda n: ex.access(inner.array, n.args[1:], n.data) if n.op == "access"
                         and n.args[0] is inner.formal else None)  # fmt: skip

    def _position(self, across: Expr) -> Expr:
        """The position of the inner loop that makes an element of the row."""
        return collected(ex.call("add", ex.call("mul", ex.const(self.way), across), ex.const(self.ahead)))

    def _with_elements(self, body: Expr, begun: Expr) -> Expr:
        """Elements in the place of what the inner loop has made: those that the row has there in the end."""
        reads = [n for n in ex.postorder(body, into_arrays=False) if n.op == "access" and n.args[0] is self.inner.array]
        found: dict[Expr, set[Expr]] = {n: set() for n in reads}
        for node, known in ways(body, reads):
            found[node].add(self._element(node.args[1], known | self.known))
        if any(len(values) > 1 for values in found.values()):
            raise Dependent
        new = {n: ex.call("where", ex.call("ge", n.args[1], ex.const(1)), e, begun) for n, (e,) in found.items()}
        return decided(ex.replace(body, new, into_arrays=False), length_of, self.known)

    def _element(self, at: Expr, known: frozenset[Condition]) -> Expr:
        """What the inner loop has made at a position: an element of the row, or what was there before."""
        known |= held(ex.call("ge", at, ex.const(1)))
        across = collected(ex.call("mul", ex.const(self.way), ex.call("add", at, ex.const(-self.ahead))))
        there = decided(ex.substitute(self.value, {self.across.data[0]: across}), length_of, known)
        if there.op == "access" and there.args[0] is self.inner.array and collected(there.args[1]) is collected(at):
            return ex.access(ELEMENT, [ex.index(self.rows.index), across])
        made = decided(self._made(at), length_of, known)
        if self.inner.array in {n.args[0] for n in ex.postorder(made, into_arrays=False) if n.op == "access"}:
            raise Dependent
        return made

    def _before(self, node: Expr) -> Expr | None:
        """What a row reads of the array as it was when its step began."""
        (name,) = self.loop.formal.names
        if node.op != "access" or node.args[0] is not self.loop.own[name].args[0]:
            return None
        if node.args[1] is not self.loop.formal.now:
            raise Dependent
        slots = node.args[2:]
        step, start = self.rows.position
        ahead = collected(ex.call("mul", ex.const(step), ex.call("add", slots[0], ex.const(-start))))
        test = ex.call("and", ex.call("lt", ahead, self.loop.formal.now), ex.call("ge", ahead, ex.const(0)))
        before = read_before(self.loop.firsts[name], slots, node.data)
        return ex.call("where", test, _inside(ex.access(ELEMENT, slots), slots, self.lengths, node.data), before)
