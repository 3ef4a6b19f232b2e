"""Index-set splitting at ``i == j``: the diagonal apart from what is beside it; and unswitching.

In ``2*s[k,l]*(i == j)`` the loop over j has one position at which the comparison holds, known before the
loop.  The positions beside it are a loop in which the comparison is false: nothing is tested in the loops
inside, a term with the comparison as a factor is gone, and an array that is zero there is filled.  Positions beside one
may have another: ``(g == 0)*a[i] + (g == 1)*b[i]`` is split twice.

In ``where((i >= 1) and (j >= 1), a[i,j], b[i,j])`` the condition on i is known before the loop over j: the loop is
there twice, once without this condition, and once, for rows at the edge, with ``b`` alone.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from espresso.codegen.loops.facts import Facts, keeps_dtype
from espresso.codegen.loops.known_conditions import (
    Comparison,
    at_remainders,
    bounds_of,
    comparison,
    decided,
    specialised,
)
from espresso.codegen.loops.peeling import peel, terms, total
from espresso.formulas.extents.affine import Formula, difference
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.formulas.graph.predicates import conjuncts
from espresso.ir import nests as ir
from espresso.ir.loops import ANY_ORDER, Statement
from espresso.ir.taps import is_tap


def split(loop: ir.Loop, dtype_of: Callable[[Expr], str]) -> tuple[Formula, ir.Loop, ir.Loop] | None:
    """Where an equality of the index of a loop around others holds, and the loop there and beside it.

    What the index is compared with is known before the loop: other indices, lengths, integer arrays.
    None where no loop becomes simpler.
    """
    inner = {n.index for n in ir.walk(loop.body) if isinstance(n, ir.Loop)}
    statements = ir.computed(loop.body) if inner else []
    if not inner or any(s.slots or s.operator not in ANY_ORDER or set(s.over) & set(s.axes) for s in statements):
        return None
    made = {s.name for s in statements}
    for e in ex.postorder(*(s.body for s in statements)):
        if not (ex.is_call(e, "eq") or ex.is_call(e, "ne")) or loop.index not in e.free:
            continue
        place = _crossing_point(e, loop.index, inner, made, dtype_of)
        if place is None:
            continue
        equal = e.data == "eq"
        on, off = (_specialised_loop(loop, e, truth, dtype_of) for truth in (equal, not equal))
        if on is not None and off is not None:
            return place, _at(place, on, dtype_of), off
    return None


def _crossing_point(
    e: Expr, index: str, inner: set[str], made: set[str], dtype_of: Callable[[Expr], str]
) -> Formula | None:  # fmt: skip
    """The position at which both sides are equal, as a sum; None where it is not known before the loop."""
    varying = {index, *inner}
    if any(n.op == "call" and n.free & varying and dtype_of(n) != "int64" for a in e.args for n in ex.postorder(a)):
        return None
    form = difference(e.args, varying=varying)
    if form is None or set(form[0]) != {index} or abs(form[0][index]) != 1:
        return None
    place = form[1] * -form[0][index]
    read = {n.data.name for r in place.terms for n in ex.postorder(r) if n.op == "tensor"}
    return None if read & made or any(not dtype_of(r).startswith("int") for r in place.terms) else place


def _at(place: Formula, on: ir.Loop, dtype_of: Callable[[Expr], str]) -> ir.Loop:
    """The loop at one position; where that is a number, it decides other comparisons too: ``v == 1`` at 3."""
    if place.terms:
        return on
    nodes = ex.postorder(*(s.body for s in ir.computed(on.body)))
    own = {n for n in nodes if ex.is_index(n, on.index)}
    return replace(on, body=at_remainders(on.body, dict.fromkeys(own, place.constant), dtype_of)) if own else on


def _specialised_loop(loop: ir.Loop, e: Expr, truth: bool, dtype_of: Callable[[Expr], str]) -> ir.Loop | None:
    """The loop with the comparison known; None where a value would have another dtype, or keeps the comparison."""
    values: dict[Expr, Expr] = {}
    for body in {s.body for s in ir.computed(loop.body)}:
        if e in ex.postorder(body):
            values[body] = known = specialised(body, e, truth, dtype_of)
            if e in ex.postorder(known):
                return None

    def change(s: Statement) -> Statement | None:
        body = values.get(s.body)
        if body is None:
            return s
        return None if ex.is_const(body, 0) and s.operator == "sum" else replace(s, body=body)

    return replace(loop, body=ir.mapped(loop.body, change))


def flat(loop: ir.Loop) -> tuple[Statement, list[ir.Loop]] | None:
    """The one map of a constant that a nest of loops over neighbouring last axes fills, and the loops inside."""
    loops: list[ir.Loop] = []
    body = loop.body
    while len(body) == 1 and isinstance(body[0], ir.Loop):
        loops.append(body[0])
        body = body[0].body
    if len(body) != 1 or not isinstance(body[0], ir.Compute):
        return None
    s = body[0].statement
    names = (loop.index, *(n.index for n in loops))
    if s.operator is not None or s.slots is not None or s.body.op != "const" or s.axes[-len(names) :] != names:
        return None
    return (s, loops) if all(s.extents[n.index] is n.extent for n in loops) else None


SPLITS = 8
"""Positions up to which a loop is split."""


def split_at_diagonal(
    loop: ir.Loop, facts: Facts, around: Mapping[str, Expr], depth: int = 0
) -> list[ir.Node] | None:  # fmt: skip
    """The loop as its diagonal and the positions beside it, which may have others: arrays side by side.

    None where it has none.  ``depth`` tells the names of a split from those of the splits around it.
    """
    found = None if facts.is_role(loop) or depth == SPLITS else split(loop, facts.dtype)
    if found is None:
        return None
    start, stop = loop.bounds
    number = str(depth + 1) if depth else ""
    on, past = (ir.variable(loop.index, p + number) for p in ("on", "past"))
    values: list[ir.Let] = []
    place, inside, beside = found
    at = total(place, on, values)
    if at is not on:
        values.append(ir.let(on, at))
    values += [ir.let(past, ir.between(ir.plus(on, 1), start, stop)), ir.let(on, ir.between(on, start, stop))]
    nodes: list[ir.Node] = []
    if beside.body:
        names = ("side" + number, "left" + number, "right" + number)
        left, right = (ir.variable(loop.index, p) for p in names[1:])
        off = replace(beside, start=left, stop=right, done=True)
        body = _filled(off, facts) or split_at_diagonal(off, facts, around, depth + 1) or _part(off, facts, around)
        nodes.append(ir.both_sides(loop.index, names, (start, on), (past, stop), body))
    if inside.body:
        nodes += _part(replace(inside, start=on, stop=past, done=True), facts, around)
    return ir.within(values, nodes)


def unswitch(loop: ir.Loop, facts: Facts, around: Mapping[str, Expr]) -> list[ir.Node] | None:
    """The loop where conditions of its maps hold that are known before it, and where they do not; None without any."""
    statements = ir.computed(loop.body)
    if is_tap(loop.extent) or any(s.operator is not None or s.slots is not None for s in statements):
        return None
    varying = {loop.index, *(n.index for n in ir.walk(loop.body) if isinstance(n, ir.Loop))}
    known = [c for e in _conditions(statements) if (c := _before(e, loop.index, varying, facts)) is not None]
    if not known:
        return None
    tests = {c.e for c in known}
    kept = decided(loop, [replace(c, truth=True) for c in known], facts.dtype)
    left = replace(loop, body=ir.mapped(loop.body, lambda s: _not_chosen(s, tests)))
    for branch in (kept, left):
        for old, new in zip(statements, ir.computed(branch.body), strict=True):
            same = new.body.op == "const" or keeps_dtype(new.body, old.body, facts.dtype)
            if not same or not tests.isdisjoint(ex.postorder(new.body)):
                return None
    holds = [_holds(c) for c in known]
    flag, condition = ir.variable(loop.index, "kept"), ex.call("and", *holds)
    branches: list[ir.Node] = [ir.If(ex.call("eq", flag, ex.const(k)), [n]) for k, n in ((1, kept), (0, left))]
    return ir.within([ir.let(flag, ex.call("where", condition, ex.const(1), ex.const(0)))], branches)


def _conditions(statements: Sequence[Statement]) -> list[Expr]:
    """The conditions in common of all statements that are a choice as a whole, each of which has to hold."""
    choices = [conjuncts(s.body.args[0]) for s in statements if ex.is_call(s.body, "where")]
    return [e for e in dict.fromkeys(choices[0]) if all(e in c for c in choices)] if choices else []


def _before(e: Expr, index: str, varying: set[str], facts: Facts) -> Comparison | None:
    """The condition as a comparison of an index of a loop around with numbers and lengths; None for others."""
    if not e.free.isdisjoint(varying):
        return None
    c = comparison(e, index, facts.dtype, ())
    return c if c is not None and all(t.op in ("index", "size") for t in c.place.terms) else None


def _not_chosen(s: Statement, tests: set[Expr]) -> Statement:
    chosen = ex.is_call(s.body, "where") and not tests.isdisjoint(conjuncts(s.body.args[0]))
    return replace(s, body=s.body.args[2]) if chosen else s


def _holds(c: Comparison) -> Expr:
    """The comparison as a bound, where it does not depend on the index of the loop."""
    place = ir.plus(*terms(c.place))
    if c.apart:
        return ex.call("ne" if c.truth else "eq", ex.const(0), place)
    return ex.call("le", ex.const(0), place) if c.truth else ex.call("lt", place, ex.const(0))


def narrow(loop: ir.Loop, facts: Facts, around: Mapping[str, Expr]) -> list[ir.Node] | None:
    """A loop over sums alone that are 0 on one side of a position, without that side; None for others."""
    statements = ir.computed(loop.body)
    if facts.is_role(loop) or not statements or any(s.operator != "sum" or s.slots is not None for s in statements):
        return None
    if any(loop.index not in s.over for s in statements):  # an element is 0 there, and has to be written
        return None
    varying = {loop.index, *(n.index for n in ir.walk(loop.body) if isinstance(n, ir.Loop))}
    for c in bounds_of(statements, loop.index, facts.dtype, varying):
        empty = next((t for t in (True, False) if all(_adds_nothing(s, c, t, facts) for s in statements)), None)
        if empty is None:
            continue
        up = (c.factor > 0) == (c.truth != empty)  # from the place on, or up to it
        start, stop = loop.bounds
        end = ir.variable(loop.index, "lowest" if up else "highest")
        values: list[ir.Let] = []
        place = ir.plus(total(c.place, ir.variable(loop.index, "side"), values), int(c.factor < 0))
        values.append(ir.let(end, ir.between(place, start, ir.larger(start, stop))))
        shorter = decided(loop, [replace(c, truth=not empty)], facts.dtype)
        if any(c.e in ex.postorder(s.body) for s in ir.computed(shorter.body)):
            continue
        return ir.within(values, [replace(shorter, start=end) if up else replace(shorter, stop=end)])
    return None


def _adds_nothing(s: Statement, c: Comparison, truth: bool, facts: Facts) -> bool:
    return c.e in ex.postorder(s.body) and ex.is_const(specialised(s.body, c.e, truth, facts.dtype), 0)


def _part(loop: ir.Loop, facts: Facts, around: Mapping[str, Expr]) -> list[ir.Node]:
    """A part of a loop, whose windows may have an inside of their own."""
    return peel(loop, facts, around) or [loop]


def _filled(loop: ir.Loop, facts: Facts) -> list[ir.Node] | None:
    """A nest of loops that stores a constant into neighbouring elements, as one loop over all of them.

    The last subscript runs past its axis: the array is in C order, and subscripts are not tested.
    """
    found = flat(loop)
    if found is None or not found[1] or not facts.is_contiguous(found[0]):
        return None  # one loop alone is over neighbouring elements already
    _, loops = found
    start, stop = loop.bounds
    count = ex.call("mul", ir.minus(stop, start), *(ir.length(n.extent) for n in loops))
    fill = replace(loops[-1], start=None, stop=count, done=True)
    first = [ir.let(ex.index(n.index), ex.const(0), n.extent) for n in loops[:-1]]
    return ir.within([ir.let(ex.index(loop.index), start, loop.extent), *first], [fill])
