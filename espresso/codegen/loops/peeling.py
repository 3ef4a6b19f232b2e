"""Loop peeling: the interior without bounds tests apart from the edges; strided loops for quotient and remainder.

``pad(x)[h + r - 1, v + s - 1]`` is inside the array for all but a few v.  Where the places are affine
in the loop variable, the range in which every such read is inside is computed before the loop: there
the loop tests nothing, so that it becomes plain vector instructions; the elements before and after run
with their tests.  Loops inside it over a few taps of known number (``r``, ``s``) count with all their
values.

Integers wrap around in their own dtype, and so may a position that is computed from data.  Inside the range
it is the sum of whole numbers, computed with 64 bits: there both agree.

A body that takes the quotient and rest of ``v + c`` by a number s (gradients of strided reads) runs in
steps of s: with ``v = s*e + f - c`` the quotient is e and the rest is the number f, and what was a
gather at ``v//s`` is a read side by side along e.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from espresso.codegen.common.cpu_scalar import NARROW
from espresso.codegen.loops.hoisting import Hoisting
from espresso.codegen.loops.known_conditions import at_rest
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.formulas.graph.functions import COMPARISONS
from espresso.ir.loops import Compute, Loop, walk
from espresso.ir.taps import LARGEST_STEP, TAPS, is_tap


@dataclass(frozen=True)
class Steps:
    """``v = size*e + f - shift``; ``parts`` are the quotients and rests with the constant added to v in them."""

    size: int
    shift: int
    parts: Mapping[Expr, int]

    def value(self, part: Expr, f: int) -> tuple[int, int]:
        """Factor of e and constant of a quotient or a rest at the residue f."""
        k = f + self.parts[part] - self.shift
        return (0, k % self.size) if part.data == "mod" else (1, k // self.size)

    def texts(self, f: int, step: str) -> dict[Expr, str]:
        """Quotients and rests at the residue f as text, where ``step`` is the variable e."""
        found = {part: self.value(part, f) for part in self.parts}
        return {e: str(c) if not k else f"({step} + {c})" if c else step for e, (k, c) in found.items()}

    def rests(self, f: int) -> dict[Expr, int]:
        """The rests at the residue f."""
        return {part: self.value(part, f)[1] for part in self.parts if part.data == "mod"}


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
class Interior:
    """What must hold so that the reads ``inside`` need no tests."""

    tests: tuple[Test, ...]
    inside: frozenset[Expr]
    steps: Steps | None


def interior(
    loop: Loop, whole: Callable[[Expr, int], bool], dtype_of: Callable[[Expr], str]
) -> Interior | None:  # fmt: skip
    """How to run the middle of a loop without tests; None where that would change nothing.

    ``whole`` says that a read needs no test along an axis.  A read that is known to be inside is simpler there
    where its position may wrap.
    """
    taps = _taps(loop)
    if taps is None:
        return None
    statements = [n.statement for n in walk(loop.body) if isinstance(n, Compute)]
    if any(s.slots is not None or s.operator not in _ANY_ORDER or set(s.over) & set(s.axes) for s in statements):
        return None
    nodes = ex.postorder(*(s.body for s in statements))
    steps = _steps(loop.index, nodes)
    made = {s.name for s in statements}
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
    if not any(t.factor for t in tests) and steps is None:
        return None
    return Interior(tuple(tests), frozenset(inside), steps)


COPIES = 16
"""Copies of a body, one for each rest of several loops, up to which they are written."""

_ANY_ORDER = frozenset({None, "sum", "prod", "max", "min", "any", "all"})


def _taps(loop: Loop) -> dict[str, int] | None:
    """Lengths of the loops inside, if all of them are short loops over taps; None for other loops."""
    if loop.extent.op == "const" and int(loop.extent.data) <= TAPS:
        return None
    found: dict[str, int] = {}
    for node in walk(loop.body):
        if isinstance(node, Loop):
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
        form = linear_in(value, {index}, {})
        if form is None or form[0] != {index: 1} or form[2] or size.op != "const" or not 2 <= size.data <= LARGEST_STEP:
            return None
        parts[node] = form[1]
        sizes.add(int(size.data))
    return Steps(sizes.pop(), min(parts.values()), parts) if len(sizes) == 1 else None


def outer_steps(loop: Loop) -> Steps | None:
    """The steps of a loop around others in which comparisons hold at some rests only; None for other loops."""
    inside = [n for n in walk(loop.body) if isinstance(n, Loop)]
    if not any(not is_tap(n.extent) for n in inside) or loop.extent.op == "const" and int(loop.extent.data) <= TAPS:
        return None
    statements = [n.statement for n in walk(loop.body) if isinstance(n, Compute)]
    nodes = ex.postorder(*(s.body for s in statements))
    rests = {n for n in nodes if ex.is_call(n, "mod") and loop.index in n.free}
    if not any(n.op == "call" and n.data in COMPARISONS and rests & set(ex.postorder(n)) for n in nodes):
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


Form = tuple[dict[str, int], int, dict[Expr, int]]
"""Factors of the loop variables, a constant, and factors of what does not change in the loop."""


def linear_in(
    e: Expr, varying: set[str], values: Mapping[Expr, tuple[dict[str, int], int]],
    through: Callable[[Expr], bool] = lambda _: True,
) -> Form | None:  # fmt: skip
    """``e`` as a sum; ``values`` are nodes whose form is known.

    ``through`` says whether a sum or a product in it wraps as the whole does, so that it may be taken apart.
    """
    if e in values:
        return dict(values[e][0]), values[e][1], {}
    if e.op == "const":
        return ({}, int(e.data), {}) if isinstance(e.data, int) else None
    if e.op == "index" and e.data[0] in varying:
        return {e.data[0]: 1}, 0, {}
    if not e.free & varying:
        return {}, 0, {e: 1}
    if not through(e):
        return None
    if ex.is_call(e, "mul") and len(e.args) == 2 and e.args[0].op == "const" and isinstance(e.args[0].data, int):
        inner, factor = linear_in(e.args[1], varying, values, through), int(e.args[0].data)
        return None if inner is None else _sum([(inner, factor)])
    if ex.is_call(e, "add"):
        terms = [linear_in(a, varying, values, through) for a in e.args]
        return None if None in terms else _sum([(t, 1) for t in terms if t is not None])
    return None


def _sum(terms: Sequence[tuple[Form, int]]) -> Form:
    factors: dict[str, int] = {}
    rest: dict[Expr, int] = {}
    constant = 0
    for (own, number, other), times in terms:
        constant += times * number
        for name, k in own.items():
            factors[name] = factors.get(name, 0) + times * k
        for e, k in other.items():
            rest[e] = rest.get(e, 0) + times * k
    return {n: k for n, k in factors.items() if k}, constant, {e: k for e, k in rest.items() if k}


def _test(
    read: Expr, axis: int, index: str, taps: Mapping[str, int], steps: Steps | None, made: set[str],
    dtype_of: Callable[[Expr], str],
) -> Test | None:  # fmt: skip
    """The test of one place of a read, over all taps (and residues); None where it cannot be said before the loop."""
    slot = read.args[1 + axis]
    own = dtype_of(slot)
    found: list[tuple[int, int]] = []
    factor = 0
    rest: dict[Expr, int] = {}
    for f in range(steps.size if steps is not None else 1):
        values: dict[Expr, tuple[dict[str, int], int]] = {}
        if steps is not None:
            values[ex.index(index)] = {index: steps.size}, f - steps.shift
            for part in steps.parts:
                k, constant = steps.value(part, f)
                values[part] = {index: k} if k else {}, constant
        form = linear_in(slot, {index, *taps}, values, lambda e: dtype_of(e) in ("int64", own))
        if form is None or (f and (form[0].get(index, 0), form[2]) != (factor, rest)):
            return None
        factor, rest = form[0].get(index, 0), form[2]
        reach = [(k * (taps[n] - 1)) for n, k in form[0].items() if n != index]
        found.append((form[1] + sum(min(0, r) for r in reach), form[1] + sum(max(0, r) for r in reach)))
    if any(n.op == "tensor" and n.data.name in made for e in rest for n in ex.postorder(e)):
        return None
    low, high = min(a for a, _ in found), max(b for _, b in found)
    constants = (low, high, *rest.values())
    if abs(factor) > LARGEST_FACTOR or max(map(abs, constants)) > LARGEST_CONSTANT:
        return None
    return Test(factor, low, high, tuple(rest.items()), read.args[0], axis, own)


class Peeling(Hoisting):
    """Writes loops in three parts; the base of writers of kernels."""

    def _peeled(self, node: Loop, start: str, stop: str, depth: int) -> bool:
        """The loop as an inside without tests and its edges; False where it has none to leave out."""
        found = interior(node, self._inside, self._dtype)
        if found is None or (found.steps is not None and self._has_roles(node)):
            return False
        v, steps = self.variables[node.index], found.steps
        low, high, first, last = f"{v}_low", f"{v}_high", f"{v}_first", f"{v}_last"
        if steps is None:
            self._emit(depth, f"{low} = {start}")
            self._emit(depth, f"{high} = {stop}")
        else:
            s, c = steps.size, steps.shift
            self._emit(depth, f"{low} = -(({-c} - ({start})) // {s})")
            self._emit(depth, f"{high} = ({stop} - {s - c}) // {s} + 1")
        conditions: list[str] = []
        for test in found.tests:
            self._bound(test, low, high, conditions, depth)
        inside = " and ".join([f"{high} > {low}", *conditions])
        if steps is None:
            self._emit(depth, f"{first} = {low} if {inside} else {stop}")
            self._emit(depth, f"{last} = {high} if {inside} else {stop}")
        else:
            self._emit(depth, f"{first} = {s}*{low} - {c} if {inside} else {stop}")
            self._emit(depth, f"{last} = {s}*{high} - {c} if {inside} else {stop}")
        edge = f"{v}_edge"
        self.positions[node.index] = self.unsigned[node.index]
        self._emit(depth, f"for {edge} in range(2):")
        self._emit(depth + 1, f"{v}_begin = {start} if {edge} == 0 else {last}")
        self._emit(depth + 1, f"{v}_end = {first} if {edge} == 0 else {stop}")
        self._round(node, f"for {v} in range({v}_begin, {v}_end):", depth + 1)
        before, self.unchecked = self.unchecked, self.unchecked | found.inside
        if steps is None:
            self._round(node, f"for {v} in range({first}, {last}):", depth)
        else:
            self._in_steps(node, steps, (f"({first} + {c}) // {s}", f"({last} + {c}) // {s}"), depth)
        self.unchecked = before
        return True

    def _in_steps(self, node: Loop, steps: Steps, bounds: tuple[str, str], depth: int) -> None:
        """The loop over quotients, with its body once for each rest."""
        v = self.variables[node.index]
        step = f"{v}_step"
        self._emit(depth, f"for {step} in range({bounds[0]}, {bounds[1]}):")
        for f in range(steps.size):
            saved = dict(self.writer.known)
            self._emit(depth + 1, f"{v} = {steps.size}*{step} + {f - steps.shift}")
            self._emit(depth + 1, f"{self.unsigned[node.index]} = np.uintp({v})")
            self.writer.known |= steps.texts(f, step)
            self._block(at_rest(node.body, steps.rests(f), self._dtype), depth + 1)
            self.writer.known = saved

    def _by_rests(self, node: Loop, start: str, stop: str, depth: int) -> bool:
        """A loop around other loops with its body once for each rest; False where no rest decides anything."""
        steps = None if self._has_roles(node) else outer_steps(node)
        if steps is None:
            return False
        v, s, c = self.variables[node.index], steps.size, steps.shift
        self.positions[node.index] = self.unsigned[node.index]
        self._emit(depth, f"for {v}_step in range(({start} + {c}) // {s}, ({stop} + {c - 1}) // {s} + 1):")
        for f in range(s):
            saved = dict(self.writer.known)
            self._emit(depth + 1, f"{v} = {s}*{v}_step + {f - c}")
            self._emit(depth + 1, f"if {start} <= {v} and {v} < {stop}:")
            self._emit(depth + 2, f"{self.unsigned[node.index]} = np.uintp({v})")
            self.writer.known |= steps.texts(f, f"{v}_step")
            self._block(at_rest(node.body, steps.rests(f), self._dtype), depth + 2)
            self.writer.known = saved
        return True

    def _bound(self, test: Test, low: str, high: str, conditions: list[str], depth: int) -> None:
        """What a test says of the first and the last position of the inside."""
        terms = self._rest(test, low, depth)
        least = _plus(terms, test.low)
        length = self._length(test.array, test.axis)
        if test.dtype in NARROW:
            length = f"min({length}, {np.iinfo(test.dtype).max + 1})"
        room = f"{length} - {_plus(terms, test.high + 1)}"
        a = abs(test.factor)
        if not a:
            tests = (f"0 <= {least[1:-1]}", f"0 <= {room}")
            conditions += [t for t in tests if t not in conditions]
            return
        down, up = (least, room) if a == 1 else (f"({least} // {a})", f"(({room}) // {a})")
        if test.factor < 0:
            down, up = f"({up})" if a == 1 else up, down
        self._emit(depth, f"{low} = max({low}, -{down})")
        self._emit(depth, f"{high} = min({high}, {up} + 1)")

    def _rest(self, test: Test, like: str, depth: int) -> list[str]:
        """The terms of a position that do not change in the loop; those made of data as one number that is bounded."""
        self.depth = depth
        if test.dtype in NARROW:
            for e, _ in test.rest:
                self._name_one(e)
        if all(e.op in ("index", "size") and abs(k) <= LARGEST_FACTOR for e, k in test.rest):
            return [f"{k}*({self.writer.integer(e)})" if k != 1 else self.writer.integer(e) for e, k in test.rest]
        return [self._assign(f"min(max({self._of_data(test.rest)}, -{LARGEST_REST}), {LARGEST_REST})", "int64")]

    def _of_data(self, terms: Sequence[tuple[Expr, int]], constant: int = 0) -> str:
        """A sum of integers of the data, as a signed number: it wraps around."""
        texts = [
            f"np.uint64({k})*" * (k != 1) + f"np.uint64({self.writer.integer(e)})" for e, k in terms
        ]  # fmt: skip
        return f"np.int64({' + '.join([*texts, *([f'np.uint64({constant})'] if constant else [])])})"

    def _unwrapped(self, slot: Expr) -> str:
        """A position inside the range as a sum with 64 bits, which does not wrap there."""
        name = self.writer.known.get(slot)
        if name is not None:
            return f"np.int64({name})" if self._dtype(slot) in NARROW else name
        if slot.op != "call":
            return self.writer.integer(slot)
        texts = [self._unwrapped(a) for a in slot.args]
        return f"({' + '.join(texts)})" if slot.data == "add" else f"{texts[0]}*{texts[1]}"


def _plus(terms: Sequence[str], constant: int) -> str:
    """A sum in parentheses."""
    return f"({' + '.join([*terms, *([str(constant)] if constant or not terms else [])])})"
