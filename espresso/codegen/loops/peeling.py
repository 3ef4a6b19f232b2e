"""Loop peeling: the interior without bounds tests apart from the edges; strided loops for quotient and remainder.

``pad(x)[h + r - 1, v + s - 1]`` is inside the array for all but a few v.  Where the places are affine
in the loop variable, the range in which every such read is inside is computed before the loop: there
the loop tests nothing, so that it becomes plain vector instructions; the elements before and after run
with their tests.  Loops inside it over a few taps of known number (``r``, ``s``) count with all their
values.  Comparisons of indices with numbers and lengths (``i >= 1``, ``j == n - 1``) are decided in the same way: the
inside is where they have the outcome that most positions give them.  There ``mod(v + 1, n)`` is ``v + 1``, and so is
``clip(v + 1, 0, n - 1)``.

Integers wrap around in their own dtype, and so may a position that is computed from data.  Inside the range
it is the sum of whole numbers, computed with 64 bits: there both agree.

A body that takes the quotient and rest of ``v + c`` by a number s (gradients of strided reads) runs in
steps of s: with ``v = s*e + f - c`` the quotient is e and the rest is the number f, and what was a
gather at ``v//s`` is a read side by side along e.

A map that is a number outside a range of the index is filled there, before anything else is peeled (`beside_range`).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from functools import partial

import numpy as np

from espresso.codegen.common.cpu_scalar import NARROW
from espresso.codegen.loops.facts import Facts
from espresso.codegen.loops.known_conditions import Comparison, at_remainders, comparisons, decided, ranged, substituted
from espresso.formulas.extents.affine import Formula, affine, linear
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.formulas.graph.predicates import conjuncts, is_guard
from espresso.ir import nests as ir
from espresso.ir.loops import ANY_ORDER
from espresso.ir.taps import LARGEST_STEP, TAPS, is_tap
from espresso.records import dataclass


@dataclass(frozen=True)
class Steps:
    """``v = size*e + f - shift``; ``parts`` are the quotients and rests with the constant added to v in them."""

    size: int
    shift: int
    parts: Mapping[Expr, int]

    def position(self, f: int, step: Expr) -> Expr:
        """v at the residue f, where ``step`` is e."""
        return ir.plus(ir.times(self.size, step), f - self.shift)

    def at(self, f: int, step: Expr) -> dict[Expr, Expr]:
        """Quotients and rests at the residue f."""
        found = {}
        for part, constant in self.parts.items():
            k = f + constant - self.shift
            found[part] = ex.const(k % self.size) if part.data == "mod" else ir.plus(step, k // self.size)
        return found


@dataclass(frozen=True)
class Test:
    """That ``factor*v + rest + [low, high]`` is inside an axis of an array, and a number of the position's dtype."""

    factor: int
    low: int
    high: int
    rest: tuple[tuple[Expr, int], ...]
    array: Expr
    axis: int
    dtype: str


@dataclass(frozen=True)
class Inside:
    """The body of the middle of a loop, what must hold there, the reads that need no tests, the steps in which it runs.

    ``plain`` holds where positions neither wrap around nor stay at an edge.
    """

    body: list[ir.Node]
    tests: Sequence[Test]
    comparisons: Sequence[Comparison]
    plain: Sequence[Comparison]
    reads: frozenset[Expr]
    steps: Steps | None


def interior(
    loop: ir.Loop, whole: Callable[[Expr, int], bool], dtype_of: Callable[[Expr], str]
) -> Inside | None:  # fmt: skip
    """The middle of a loop, where reads and comparisons need no tests; None where that would change nothing.

    ``whole`` says that a read needs no test along an axis.  A read that is known to be inside is simpler there
    where its position may wrap.
    """
    taps = _taps(loop)
    if taps is None:
        return None
    statements = ir.computed(loop.body)
    if any(s.slots is not None or s.operator not in ANY_ORDER or set(s.over) & set(s.axes) for s in statements):
        return None
    nodes = ex.postorder(*(s.body for s in statements))
    steps, body = _steps(loop.index, nodes), loop.body
    made = {s.name for s in statements}
    plain = [] if steps is not None else [c for n in nodes for c in _between(n, loop.index, taps, dtype_of)]
    if plain:
        body = substituted(body, {c.e: c.e.args[0] for c in plain})
        statements = ir.computed(body)
        nodes = ex.postorder(*(s.body for s in statements))
    tests: dict[Test, None] = {}
    inside: set[Expr] = set()
    for read in nodes:
        if read.op != "access" or read.args[0].data.name in made:
            continue
        slots = enumerate(read.args[1:])
        axes = [k for k, slot in slots if not (whole(read, k) if read.data is not None else is_plain(slot, dtype_of))]
        found = [_test(read, axis, loop.index, taps, steps, made, dtype_of) for axis in axes]
        known = [t for t in found if t is not None]
        if len(known) == len(found) and (found or read.data is not None):
            tests.update(dict.fromkeys(known))
            inside.add(read)
    compared = [] if steps is not None else comparisons(statements, loop.index, dtype_of, taps)
    if steps is None and not plain and not any(t.factor for t in tests) and not any(c.factor for c in compared):
        return None
    return Inside(body, [*tests], compared, plain, frozenset(inside), steps)


def _between(e: Expr, index: str, taps: Collection[str], dtype_of: Callable[[Expr], str]) -> list[Comparison]:
    """What holds where ``mod(v + c, n)`` or ``clip(v + c, a, b)``, integers, are ``v + c``; nothing for others."""
    if not (ex.is_call(e, "mod") or ex.is_call(e, "clip")) or index not in e.free:
        return []
    low, high = (ex.const(0), ir.plus(e.args[1], -1)) if e.data == "mod" else e.args[1:]
    if any(n.op != "const" and dtype_of(n) != "int64" for n in (*e.args, low, high)):
        return []
    forms = [linear(a) for a in (e.args[0], low, high)]
    known = [f for f in forms if f and all(t.op == "size" for t in f[1].terms) and f[0].keys().isdisjoint(taps)]
    if len(known) != 3 or abs(known[0][0].get(index, 0)) != 1 or any(index in names for names, _ in known[1:]):
        return []
    k = known[0][0][index]
    at, *ends = [f + Formula(0, {ex.index(n): k for n, k in names.items() if n != index}) for names, f in known]
    found = [Comparison(e, True, way, False, (at - end) * -k) for way, end in zip((k, -k), ends, strict=True)]
    largest = max(abs(n) for c in found for n in (c.place.constant, *c.place.terms.values()))
    return found if largest <= LARGEST_FACTOR else []


COPIES = 16
"""Copies of a body, one for each rest of several loops, up to which they are written."""


def _taps(loop: ir.Loop) -> dict[str, int] | None:
    """Lengths of the loops inside, if all of them are short loops over taps; None for other loops."""
    if loop.extent.op == "const" and int(loop.extent.data) <= TAPS:
        return None
    found: dict[str, int] = {}
    for node in ir.walk(loop.body):
        if isinstance(node, ir.Loop):
            if not is_tap(node.extent):
                return None
            found[node.index] = int(node.extent.data)
    return found


def _steps(index: str, nodes: Sequence[Expr]) -> Steps | None:
    parts: dict[Expr, int] = {}
    sizes: set[int] = set()
    for node in nodes:
        if not (ex.is_call(node, "floordiv") or ex.is_call(node, "mod")) or index not in node.free:
            continue
        value, size = node.args
        form = affine(value)
        if form is None or form[0] != {index: 1} or size.op != "const" or not 2 <= size.data <= LARGEST_STEP:
            return None
        parts[node] = form[1]
        sizes.add(int(size.data))
    return Steps(sizes.pop(), min(parts.values()), parts) if len(sizes) == 1 else None


def outer_steps(loop: ir.Loop) -> Steps | None:
    """The steps of a loop around others in which comparisons hold at some rests only; None for other loops."""
    inside = [n for n in ir.walk(loop.body) if isinstance(n, ir.Loop)]
    if not any(not is_tap(n.extent) for n in inside) or loop.extent.op == "const" and int(loop.extent.data) <= TAPS:
        return None
    statements = ir.computed(loop.body)
    nodes = ex.postorder(*(s.body for s in statements))
    rests = {n for n in nodes if ex.is_call(n, "mod") and loop.index in n.free}
    if not any(is_guard(n) and rests & set(ex.postorder(n)) for n in nodes):
        return None
    steps = _steps(loop.index, nodes)
    copies = math.prod(found.size for n in (loop, *inside) if (found := _steps(n.index, nodes)) is not None)
    return steps if copies <= COPIES else None


LARGEST_FACTOR, LARGEST_CONSTANT, LARGEST_REST = 1 << 12, 1 << 40, 1 << 61
"""What a position is made of where the range is computed: none of it overflows in 64 bits.

A position with another rest is outside wherever the loop variable stands.
"""


def is_plain(slot: Expr, dtype_of: Callable[[Expr], str]) -> bool:
    """Whether the text of a position is computed with 64 bits as it stands."""
    return slot.op != "call" or dtype_of(slot) in ("int64", "uint64")


def _test(
    read: Expr, axis: int, index: str, taps: Mapping[str, int], steps: Steps | None, made: set[str],
    dtype_of: Callable[[Expr], str],
) -> Test | None:  # fmt: skip
    """The test of one place of a read, over all taps (and residues); None where it cannot be said before the loop."""
    slot = read.args[1 + axis]
    own, varying = dtype_of(slot), {index, *taps}
    if any(n.op == "call" and n.free & varying and dtype_of(n) not in ("int64", own) for n in ex.postorder(slot)):
        return None  # a part wraps where the whole does not
    v = ex.index(index)
    places = [slot]
    if steps is not None:
        places = [ex.replace(slot, {**steps.at(f, v), v: steps.position(f, v)}) for f in range(steps.size)]
    found: list[tuple[int, int]] = []
    alike: list[tuple[int, Mapping[Expr, int]]] = []
    for place in places:
        form = linear(place, varying=varying)
        if form is None:
            return None
        alike.append((form[0].get(index, 0), form[1].terms))
        reach = [(k * (taps[n] - 1)) for n, k in form[0].items() if n != index]
        constant = form[1].constant
        found.append((constant + sum(min(0, r) for r in reach), constant + sum(max(0, r) for r in reach)))
    factor, rest = alike[0]
    if any(other != alike[0] for other in alike):
        return None
    if any(n.op == "tensor" and n.data.name in made for e in rest for n in ex.postorder(e)):
        return None
    low, high = min(a for a, _ in found), max(b for _, b in found)
    constants = (low, high, *rest.values())
    if abs(factor) > LARGEST_FACTOR or max(map(abs, constants)) > LARGEST_CONSTANT:
        return None
    return Test(factor, low, high, tuple(rest.items()), read.args[0], axis, own)


def peel(loop: ir.Loop, facts: Facts, around: Mapping[str, Expr]) -> list[ir.Node] | None:
    """The loop as an inside without tests and its edges; None where it has none to leave out."""
    found = interior(loop, partial(facts.is_inside, around=around), facts.dtype)
    if found is None or (found.steps is not None and facts.is_role(loop)):
        return None
    v, tests, reads, steps = loop.index, found.tests, found.reads, found.steps
    start, stop = loop.bounds
    low, high, first, last = (ir.variable(v, p) for p in ("low", "high", "first", "last"))
    if steps is None:
        values = [ir.let(low, start), ir.let(high, stop)]
    else:
        s, c = steps.size, steps.shift
        values = [ir.let(low, ir.times(-1, ir.quotient(ir.minus(ex.const(-c), start), s))),
                  ir.let(high, ir.plus(ir.quotient(ir.plus(stop, c - s), s), 1))]  # fmt: skip
    conditions = {ex.call("lt", low, high): None}
    for test in tests:
        _bound(test, v, values, conditions)
    for comparison in (*found.plain, *found.comparisons):
        _decide(comparison, v, (low, high), values, conditions)
    inside = ex.call("and", *conditions)
    for name, end in ((first, low), (last, high)):  # asking first < stop for the last costs windows a tenth
        place = end if steps is None else steps.position(0, end)
        values.append(ir.let(name, ex.call("where", inside, place, stop)))
    edges = [replace(loop, start=ir.variable(v, "begin"), stop=ir.variable(v, "end"), done=True, few=True)]
    outside = ir.both_sides(v, ("edge", "begin", "end"), (start, first), (last, stop), list(edges))
    middle = replace(loop, start=first, stop=last, body=found.body, done=True, inside=reads)
    middle = decided(middle, found.comparisons, facts.dtype)
    if steps is not None:
        middle = _in_steps(loop, steps, first, last, reads, facts)
    named = dict.fromkeys(e for t in tests if t.dtype in NARROW for e, _ in t.rest if e.op in ("call", "access"))
    return [*map(ir.Assign, named), *ir.within(values, [outside, middle])]


def beside_range(loop: ir.Loop, facts: Facts, around: Mapping[str, Expr]) -> list[ir.Node] | None:
    """A loop over maps that are a number outside a range of its index: there they are filled, and test nothing."""
    statements, v = ir.computed(loop.body), loop.index
    if not all(isinstance(n, ir.Compute) for n in loop.body):
        return None
    if any(s.slots is not None or s.operator is not None for s in statements):
        return None
    bodies = [s.body for s in statements]
    if not all(ex.is_call(e, "where") and e.args[2].op == "const" and e.args[0] is bodies[0].args[0] for e in bodies):
        return None
    made = {s.name for s in statements}
    found = [c for e in conjuncts(bodies[0].args[0]) if (c := ranged(e, v, facts.dtype, made)) is not None]
    if not found or any(facts.dtype(e.args[1]) != facts.dtype(e) for e in bodies):
        return None
    names = ("side", "left", "right")
    low, high, begin, end = (ir.variable(v, p) for p in ("open", "close", *names[1:]))
    start, stop = loop.bounds
    values = [ir.let(low, start), ir.let(high, stop)]
    for c in found:
        _decide(c, v, (low, high), values, {})
    values += [ir.let(low, ir.between(low, start, stop)), ir.let(high, ir.between(high, low, stop))]
    outside = ir.mapped(loop.body, lambda s: replace(s, body=s.body.args[2]))
    filled = replace(loop, body=outside, start=begin, stop=end, done=True)
    fill = ir.both_sides(v, names, (start, low), (high, stop), [filled])
    return ir.within(values, [fill, replace(decided(loop, found, facts.dtype), start=low, stop=high)])


def _bound(test: Test, v: str, values: list[ir.Let], conditions: dict[Expr, None]) -> None:
    """What a test says of the first and the last position of the inside."""
    rest = total(Formula(0, dict(test.rest)), ir.variable(v, f"value{len(values)}"), values)
    least = ir.plus(rest, test.low)
    size = ir.shape(test.array, test.axis)
    if test.dtype in NARROW:
        size = ir.smaller(size, ex.const(int(np.iinfo(test.dtype).max) + 1))
    room = ir.minus(size, ir.plus(rest, test.high + 1))
    a = abs(test.factor)
    if not a:
        conditions |= dict.fromkeys(ex.call("le", ex.const(0), e) for e in (least, room))
        return
    down, up = ir.quotient(least, a), ir.quotient(room, a)
    if test.factor < 0:
        down, up = up, down
    low, high = ir.variable(v, "low"), ir.variable(v, "high")
    ends = ir.let(low, ir.larger(low, ir.times(-1, down))), ir.let(high, ir.smaller(high, ir.plus(up, 1)))
    values += [made for made in ends if made not in values]


def _decide(
    c: Comparison, v: str, ends: tuple[Expr, Expr], values: list[ir.Let], conditions: dict[Expr, None]
) -> None:  # fmt: skip
    """What a comparison says of the first and the last position of the inside."""
    (low, high), place = ends, ir.plus(*terms(c.place))
    if any(e.op == "access" for e in c.place.terms):
        place = total(c.place, ir.variable(v, f"value{len(values)}"), values)
    if not c.factor:
        conditions[ex.call("ne" if c.apart else "le", ex.const(0), place)] = None
    elif c.apart:
        for end, at, moved in ((low, place, 1), (high, ir.plus(place, 1), -1)):
            by = ex.call("where", ex.call("eq", end, at), ex.const(moved), ex.const(0))
            values.append(ir.let(end, ir.plus(end, by)))
        beside = ir.larger(ir.minus(low, place), ir.minus(ir.plus(place, 1), high))
        conditions[ex.call("le", ex.const(1), beside)] = None
    elif c.factor > 0:
        values.append(ir.let(low, ir.larger(low, place)))
    else:
        values.append(ir.let(high, ir.smaller(high, ir.plus(place, 1))))


def terms(place: Formula) -> list[Expr | int]:
    """Of a position as a bound, where none is made of data."""
    return [*(ir.times(k, e) for e, k in place.terms.items()), place.constant]


def total(place: Formula, name: Expr, values: list[ir.Let]) -> Expr:
    """A position that does not change in a loop; what is made of data is named and bounded in ``values``.

    The constant is added to what is bounded: ``l[i] - 1`` would wrap around where ``l[i]`` is the smallest integer.
    """
    if all(e.op in ("index", "size") and abs(k) <= LARGEST_FACTOR for e, k in place.terms.items()):
        return ir.plus(*terms(place))
    wrapped = ir.plus(*(ir.times(k, ir.value(e)) for e, k in place.terms.items()))
    for made in values:
        if made.wraps and made.value is wrapped:
            return ir.plus(ex.index(made.index), place.constant)
    limit = ex.const(LARGEST_REST)
    values += [ir.let(name, wrapped, wraps=True), ir.let(name, ir.between(name, ir.times(-1, limit), limit))]
    return ir.plus(name, place.constant)


def _residues(loop: ir.Loop, steps: Steps, step: Expr, facts: Facts) -> list[ir.Let]:
    """The body of a loop at each residue, where comparisons of rests are decided."""
    found = []
    for f in range(steps.size):
        values = steps.at(f, step)
        rests = {part: int(e.data) for part, e in values.items() if e.op == "const"}
        body = substituted(at_remainders(loop.body, rests, facts.dtype), values)
        found.append(ir.Let(loop.index, steps.position(f, step), body, loop.extent))
    return found


def _in_steps(
    loop: ir.Loop, steps: Steps, first: Expr, last: Expr, inside: frozenset[Expr], facts: Facts
) -> ir.Loop:  # fmt: skip
    """The loop over quotients, with its body once for each rest."""
    step = ir.variable(loop.index, "step")
    known = frozenset(ex.replace(e, steps.at(f, step)) for f in range(steps.size) for e in inside)
    start, stop = (ir.quotient(ir.plus(e, steps.shift), steps.size) for e in (first, last))
    body: list[ir.Node] = [*_residues(loop, steps, step, facts)]
    return ir.Loop(step.data[0], stop, body, start, stop, inside=known, done=True)


def by_rests(loop: ir.Loop, facts: Facts, around: Mapping[str, Expr]) -> list[ir.Node] | None:
    """A loop around other loops with its body once for each rest; None where no rest decides anything."""
    steps = None if facts.is_role(loop) else outer_steps(loop)
    if steps is None:
        return None
    v, (start, stop) = ex.index(loop.index), loop.bounds
    s, c = steps.size, steps.shift
    bounds = ex.call("and", ex.call("le", start, v), ex.call("lt", v, stop))
    step = ir.variable(loop.index, "step")
    body: list[ir.Node] = [replace(n, body=[ir.If(bounds, n.body)]) for n in _residues(loop, steps, step, facts)]
    last = ir.plus(ir.quotient(ir.plus(stop, c - 1), s), 1)
    return [ir.Loop(step.data[0], last, body, ir.quotient(ir.plus(start, c), s), last, done=True)]
