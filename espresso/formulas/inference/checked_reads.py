"""Reads that may leave their array although all lengths agree: at positions that are data, and under ``where``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from espresso.formulas.extents.affine import linear
from espresso.formulas.extents.range_guards import limit
from espresso.formulas.extents.reads import unmasked
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr


class CheckedRead(NamedTuple):
    """A strict read of a statement that may be outside along an axis; it counts where ``needed`` is not 0.

    Reductions over ``around`` contain it wherever it stands.
    """

    scope: Expr
    access: Expr
    axis: int
    needed: Expr
    around: frozenset[str]

    @property
    def slot(self) -> Expr:
        """The position."""
        return self.access.args[1 + self.axis]

    @property
    def names(self) -> set[str]:
        """Inputs from which the position or the condition is computed; none where lengths decide."""
        nodes = ex.ordered([self.slot, self.needed], lambda n: () if n.op == "size" else n.args)
        return {n.data.name for n in nodes if n.op == "tensor"}

    @property
    def gathers(self) -> bool:
        """Whether the position itself is data."""
        return ex.has(self.slot, "access")


def reads_to_check(program: Sequence[Expr]) -> list[CheckedRead]:
    """The reads of a program (with distinct index names) that have to be looked at."""
    found = []
    bodies = [*ex.lets(*program), *(e for e in program if e.op not in ex.ARRAY_OPS)]
    for scope in bodies:
        body = ex.body(scope)
        order = ex.postorder(body, into_arrays=False)
        reads = [n for n in order if n.op == "access" and n.data is None and len(n.args) > 1]
        if not reads or not (any(ex.is_call(n, "where") for n in order) or any(_open(r) for r in reads)):
            continue
        needed, around, open_ = _needed(order), _enclosing_reductions(order), unmasked(order)
        for read in reads:
            for axis, slot in enumerate(read.args[1:]):
                if linear(slot) is None or (read not in open_ and slot.op != "index"):
                    found.append(CheckedRead(scope, read, axis, needed[read], around[read]))
    return found


def _open(read: Expr) -> bool:
    return any(linear(s) is None for s in read.args[1:])


def _needed(order: Sequence[Expr]) -> dict[Expr, Expr]:
    """For each node of a body, in postorder, a condition: its value is used where this is not 0."""
    needed: dict[Expr, Expr] = {order[-1]: ex.const(1)}
    for node in reversed(order):
        if node.op in ex.ARRAY_OPS or node not in needed:
            continue
        here = needed[node]
        if node.op == "scan" and not here.free.isdisjoint(node.data[1]):  # one element needs all of them
            here = ex.reduce("any", [n for n in node.data[1] if n in here.free], here)
        for place, child in enumerate(node.args):
            one = here
            if ex.is_call(node, "where") and place:
                counts, zero = ex.const(1), ex.const(0)
                chosen = ex.call("where", node.args[0], *((counts, zero) if place == 1 else (zero, counts)))
                # what the condition reads may be inside only where the whole is needed
                one = chosen if ex.is_const(here, 1) else ex.call("where", here, chosen, zero)
            before = needed.get(child)
            if before is None or ex.is_const(one, 1):
                needed[child] = one
            elif before is not one and not ex.is_const(before, 1):
                needed[child] = ex.call("maximum", before, one)
    return needed


def _enclosing_reductions(order: Sequence[Expr]) -> dict[Expr, frozenset[str]]:
    """For each node of a body, in postorder, the indices of the reductions that contain it on every way to it."""
    around: dict[Expr, frozenset[str]] = {order[-1]: frozenset()}
    for node in reversed(order):
        if node.op in ex.ARRAY_OPS or node not in around:
            continue
        here = around[node].union(node.data[1]) if node.op == "reduce" else around[node]
        for child in node.args:
            around[child] = around.get(child, here) & here
    return around


def outside(w: CheckedRead, extents: Mapping[str, Expr]) -> Expr:
    """Whether a position that is needed is outside, at any index."""
    array, axis = w.access.args[0], w.axis
    names = [*w.slot.axes, *(n for n in w.needed.axes if n not in w.slot.free)]
    test = ex.call("or", ex.call("lt", w.slot, ex.const(0)), ex.call("ge", w.slot, ex.size(array, axis)))
    if w.needed.op != "const":
        test = ex.call("where", ex.call("ne", w.needed, ex.const(0)), test, ex.const(0))
    limits = [limit(n, extents[n]) for n in names if n in extents]
    test = ex.call("mul", *limits, test) if limits else test
    return ex.call("ne", ex.reduce("sum", names, test), ex.const(0)) if names else test
