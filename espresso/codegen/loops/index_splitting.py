"""Index-set splitting at ``i == j``: the diagonal apart from what is beside it.

In ``2*s[k,l]*(i == j)`` the loop over j has one position at which the comparison holds, known before the
loop.  The positions beside it are a loop in which the comparison is false: nothing is tested in the loops
inside, a term with the comparison as a factor is gone, and an array that is zero there is filled.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from espresso.codegen.loops.known_conditions import at_rest, settled
from espresso.codegen.loops.peeling import _ANY_ORDER, Peeling, _sum, linear_in
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.ir.loops import Compute, Loop, Node, Statement, walk


@dataclass(frozen=True)
class Split:
    """``factor*v + constant + rest`` is zero where the comparison holds; the loop's body on both sides of that."""

    position: tuple[tuple[Expr, int], ...]
    constant: int
    on: Loop
    off: Loop


def split(loop: Loop, dtype_of: Callable[[Expr], str]) -> Split | None:
    """How to run a loop with loops inside apart at an equality of its index; None where none becomes simpler.

    What the index is compared with is known before the loop: other indices, lengths, integer arrays.
    """
    inner = {n.index for n in walk(loop.body) if isinstance(n, Loop)}
    statements = [n.statement for n in walk(loop.body) if isinstance(n, Compute)]
    if not inner or any(s.slots or s.operator not in _ANY_ORDER or set(s.over) & set(s.axes) for s in statements):
        return None
    made = {s.name for s in statements}
    for e in ex.postorder(*(s.body for s in statements)):
        if not (ex.is_call(e, "eq") or ex.is_call(e, "ne")) or loop.index not in e.free:
            continue
        place = _place(e, loop.index, inner, made, dtype_of)
        if place is None:
            continue
        equal = e.data == "eq"
        on, off = (_settled_loop(loop, e, truth, dtype_of) for truth in (equal, not equal))
        if on is not None and off is not None:
            return Split(*place, on, off)
    return None


def _place(
    e: Expr, index: str, inner: set[str], made: set[str], dtype_of: Callable[[Expr], str]
) -> tuple[tuple[tuple[Expr, int], ...], int] | None:
    """The position at which both sides are equal, as a sum; None where it is not known before the loop."""
    left, right = (linear_in(a, {index, *inner}, {}, lambda e: dtype_of(e) == "int64") for a in e.args)
    if left is None or right is None:
        return None
    factors, constant, rest = _sum([(left, 1), (right, -1)])
    if set(factors) != {index} or abs(factors[index]) != 1:
        return None
    read = {n.data.name for r in rest for n in ex.postorder(r) if n.op == "tensor"}
    if read & made or any(not dtype_of(r).startswith("int") for r in rest):
        return None
    sign = -factors[index]
    return tuple((r, sign * k) for r, k in rest.items()), sign * constant


def _settled_loop(loop: Loop, e: Expr, truth: bool, dtype_of: Callable[[Expr], str]) -> Loop | None:
    """The loop with the comparison known; None where a value would have another dtype, or keeps the comparison."""

    def visit(nodes: list[Node]) -> list[Node] | None:
        new: list[Node] = []
        for node in nodes:
            if isinstance(node, Loop):
                body = visit(node.body)
                if body is None:
                    return None
                if body:
                    new.append(Loop(node.index, node.extent, body))
            elif isinstance(node, Compute) and e in ex.postorder(node.statement.body):
                s = node.statement
                body_of = settled(s.body, e, truth)
                constant = body_of.op == "const"
                if e in ex.postorder(body_of) or not (constant or dtype_of(body_of) == dtype_of(s.body)):
                    return None
                if not (ex.is_const(body_of, 0) and s.operator == "sum"):
                    new.append(replace(node, statement=replace(s, body=body_of)))
            else:
                new.append(node)
        return new

    body = visit(loop.body)
    return None if body is None else Loop(loop.index, loop.extent, body)


def flat(loop: Loop) -> tuple[Statement, list[Loop]] | None:
    """The one map of a constant that a nest of loops over neighbouring last axes fills, and the loops inside."""
    loops: list[Loop] = []
    body = loop.body
    while len(body) == 1 and isinstance(body[0], Loop):
        loops.append(body[0])
        body = body[0].body
    if len(body) != 1 or not isinstance(body[0], Compute):
        return None
    s = body[0].statement
    names = (loop.index, *(n.index for n in loops))
    if s.operator is not None or s.slots is not None or s.body.op != "const" or s.axes[-len(names) :] != names:
        return None
    return (s, loops) if all(s.extents[n.index] is n.extent for n in loops) else None


CASES = 8
"""Rounds up to which a loop has a body for each."""


def cases(loop: Loop) -> set[Expr]:
    """The index of a loop, as bodies write it, where each of its few rounds is known to take one branch of them.

    Only of a loop around others.
    """
    if loop.extent.op != "const" or not 1 < int(loop.extent.data) <= CASES:
        return set()
    if not any(isinstance(n, Loop) for n in loop.body):
        return set()
    nodes = ex.postorder(*(n.statement.body for n in walk(loop.body) if isinstance(n, Compute)))
    own = {e for e in nodes if e.op == "index" and e.data[0] == loop.index}
    tests = [e.args[0].args for e in nodes if ex.is_call(e, "where") and ex.is_call(e.args[0], "eq")]
    decided = any(not own.isdisjoint(t) and all(a in own or a.op == "const" for a in t) for t in tests)
    return own if decided else set()


class Diagonals(Peeling):
    """Writes loops apart at equalities of their index; the base of writers of kernels."""

    def _by_cases(self, node: Loop, start: str, stop: str, depth: int) -> bool:
        """A loop of few rounds with a body for each: arrays side by side; False where no round decides anything."""
        own = set() if self._has_roles(node) else cases(node)
        if not own:
            return False
        v, place = self.variables[node.index], self.unsigned[node.index]
        self.positions[node.index] = place
        self._emit(depth, f"for {v} in range({start}, {stop}):")
        self._emit(depth + 1, f"{place} = np.uintp({v})")
        for k in range(int(node.extent.data)):
            saved = dict(self.writer.known)
            self._emit(depth + 1, f"if {v} == {k}:")
            self._block(at_rest(node.body, dict.fromkeys(own, k), self._dtype), depth + 2)
            self.writer.known = saved
        return True

    def _split_loop(self, node: Loop, start: str, stop: str, depth: int) -> bool:
        """The loop as its diagonal and the positions beside it; False where it has none."""
        found = None if self._has_roles(node) else split(node, self._dtype)
        if found is None:
            return False
        v = self.variables[node.index]
        if all(e.op in ("index", "size") for e, _ in found.position):
            terms = [f"{k}*({self.writer.integer(e)})" if k != 1 else self.writer.integer(e) for e, k in found.position]
            place = " + ".join([*terms, *([str(found.constant)] if found.constant or not terms else [])])
        else:  # what is outside the loop is as good as beside it
            place = f"min(max({self._of_data(found.position, found.constant)}, {start} - 1), {stop})"
        self._emit(depth, f"{v}_on = {place}")
        self._emit(depth, f"{v}_past = min(max({v}_on + 1, {start}), {stop})")
        self._emit(depth, f"{v}_on = min(max({v}_on, {start}), {stop})")
        self.positions[node.index] = self.unsigned[node.index]
        if found.off.body:
            self._emit(depth, f"for {v}_side in range(2):")
            self._emit(depth + 1, f"{v}_left = {start} if {v}_side == 0 else {v}_past")
            self._emit(depth + 1, f"{v}_right = {v}_on if {v}_side == 0 else {stop}")
            if not self._filled(found.off, depth + 1):
                self._part(found.off, f"{v}_left", f"{v}_right", depth + 1)
        if found.on.body:
            self._part(found.on, f"{v}_on", f"{v}_past", depth)
        return True

    def _part(self, node: Loop, first: str, last: str, depth: int) -> None:
        """A part of a loop, whose windows may have an inside of their own."""
        if not self._peeled(node, first, last, depth):
            self._round(node, f"for {self.variables[node.index]} in range({first}, {last}):", depth)

    def _filled(self, node: Loop, depth: int) -> bool:
        """A nest of loops that stores a constant into neighbouring elements, as one loop over all of them.

        The last subscript runs past its axis: the array is in C order, and subscripts are not tested.
        """
        found = flat(node)
        if found is None or not self._whole(found[0]):
            return False
        s, loops = found
        v, place = self.variables[node.index], self.unsigned[node.index]
        count = "*".join([f"({v}_right - {v}_left)", *(self._size_text(n.extent) for n in loops)])
        names = {node.index: place, **dict.fromkeys((n.index for n in loops), "0"), loops[-1].index: f"{v}_flat"}
        self._emit(depth, f"{place} = np.uintp({v}_left)")
        self._emit(depth, f"for {v}_flat in range({count}):")
        self._emit(depth + 1, f"{self._target(s, names)} = {self.writer.text(s.body, s.accumulate)}")
        return True
