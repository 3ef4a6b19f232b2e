"""Statements specialised to comparisons whose outcome is known in a split or peeled loop.

A loop that runs apart for the places where an index equals another one, or for each rest of ``i + c`` by
a small number, decides comparisons in its body: terms that are 0 there are gone, and read nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence, Set as AbstractSet
from dataclasses import replace
from functools import reduce

from espresso.codegen.loops.facts import keeps_dtype
from espresso.compiler.lowering.tap_sums import folded
from espresso.formulas.extents.affine import Formula, difference
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.formulas.graph.predicates import conjuncts
from espresso.ir.loops import Statement
from espresso.ir.nests import Loop, Node, mapped
from espresso.records import dataclass

_DECIDED: Mapping[str, Callable[[int, int], bool]] = {
    "eq": lambda a, b: a == b, "ne": lambda a, b: a != b, "lt": lambda a, b: a < b,
    "le": lambda a, b: a <= b, "gt": lambda a, b: a > b, "ge": lambda a, b: a >= b,
}  # fmt: skip

_ORDERED = frozenset({"lt", "le", "gt", "ge"})


def specialised(body: Expr, e: Expr, truth: bool, dtype_of: Callable[[Expr], str]) -> Expr:
    """``body`` where it is known whether the comparison ``e`` holds: as a factor, in terms, in conditions.

    A part stays where it would have another dtype: what is computed of a float beside uint8 does not wrap around.
    """
    having: set[Expr] = set()  # nodes that the comparison stands in
    for node in ex.postorder(body):
        if node is e or not having.isdisjoint(node.args):
            having.add(node)

    def inside(node: Expr) -> Expr:
        if node not in having:
            return node
        if ex.is_call(node, "mul"):
            found = _product(node, e, truth, inside)
        elif ex.is_call(node, "add"):
            terms = [inside(a) for a in node.args]
            kept = [t for t, a in zip(terms, node.args, strict=True) if t is a or not ex.is_const(t, 0)]
            found = ex.call("add", *kept) if kept else ex.const(0)
        elif ex.is_call(node, "where"):
            condition, a, b = node.args
            condition = _condition(condition, e, truth)
            if condition.op == "const":
                found = inside(a if condition.data else b)
            else:
                a, b = inside(a), inside(b)
                found = a if a.op == "const" and a is b else ex.call("where", condition, a, b)
        else:
            return _condition(node, e, truth)
        return found if found.op == "const" or keeps_dtype(found, node, dtype_of) else node

    return inside(body)


def _product(product: Expr, e: Expr, truth: bool, inside: Callable[[Expr], Expr]) -> Expr:
    if e in product.args:
        others = [a for a in product.args if a is not e]
        return ex.call("mul", *others) if truth and others else ex.const(int(truth))
    parts = [inside(a) for a in product.args]
    decided_here = [p for p, a in zip(parts, product.args, strict=True) if p is not a and p.op == "const"]
    if any(p.data == 0 for p in decided_here):
        return ex.const(0)
    kept = [p for p in parts if not any(p is d for d in decided_here if d.data == 1)]
    return ex.call("mul", *kept) if kept else ex.const(1)


def _condition(c: Expr, e: Expr, truth: bool) -> Expr:
    """A condition where it is known whether the comparison ``e`` holds."""
    if c is e:
        return ex.const(int(truth))
    if c.op != "call" or c.data not in ("and", "or", "not"):
        return c
    parts = [_condition(a, e, truth) for a in c.args]
    if c.data == "not":
        return ex.const(int(not parts[0].data)) if parts[0].op == "const" else ex.call("not", *parts)
    ends = int(c.data == "or")  # the value that decides alone
    if any(ex.is_const(p, ends) for p in parts):
        return ex.const(ends)
    parts = [p for p in parts if p.op != "const"]
    return reduce(lambda a, b: ex.call(c.data, a, b), parts) if parts else ex.const(1 - ends)


def at_remainders(nodes: Sequence[Node], rests: Mapping[Expr, int], dtype_of: Callable[[Expr], str]) -> list[Node]:
    """The body of a loop where the rests have these values: comparisons that they decide are gone."""
    return mapped(nodes, lambda s: replace(s, body=_at_remainders(s, rests, dtype_of)))


def substituted(nodes: Sequence[Node], values: Mapping[Expr, Expr]) -> list[Node]:
    """Loops with parts of their bodies replaced."""

    def change(s: Statement) -> Statement:
        slots = None if s.slots is None else tuple(ex.replace(e, values) for e in s.slots)
        return replace(s, body=ex.replace(s.body, values), slots=slots)

    return mapped(nodes, change)


def _at_remainders(s: Statement, rests: Mapping[Expr, int], dtype_of: Callable[[Expr], str]) -> Expr:
    body, values = s.body, {e: ex.const(k) for e, k in rests.items()}
    for e in ex.postorder(s.body):
        if e.op != "call" or e.data not in _DECIDED or e not in ex.postorder(body):
            continue
        sides = [folded(ex.replace(a, values)) for a in e.args]
        if not all(a.op == "const" and isinstance(a.data, int) for a in sides):
            continue
        found = specialised(body, e, _DECIDED[e.data](sides[0].data, sides[1].data), dtype_of)
        if found.op == "const" or keeps_dtype(found, s.body, dtype_of):
            body = found
    return body


# --- comparisons of indices with numbers and lengths --------------------------------------


@dataclass(frozen=True)
class Comparison:
    """A comparison of a loop with the outcome that most positions give it.

    It has this outcome where ``v >= place`` (``factor`` 1), ``v <= place`` (-1) or, ``apart``, ``v != place``; where
    ``factor`` is 0 it does not depend on v: where ``place >= 0``, or ``place != 0``.
    """

    e: Expr
    truth: bool
    factor: int
    apart: bool
    place: Formula


def comparisons(
    statements: Sequence[Statement], index: str, dtype_of: Callable[[Expr], str], inner: Collection[str]
) -> list[Comparison]:  # fmt: skip
    """The comparisons in the bodies of a loop that its middle decides; they read no index of the loops inside."""
    made = {s.name for s in statements}
    found = [
        c for e in ex.postorder(*(s.body for s in statements))
        if e.op == "call" and e.data in _DECIDED and e.free.isdisjoint(inner)
        and (c := comparison(e, index, dtype_of, made)) is not None
    ]  # fmt: skip
    bodies = {s.body for s in statements}
    windows = {e for body in bodies for n in ex.postorder(body) if ex.is_call(n, "and") for e in _ends(n, found)}
    found = [replace(c, truth=True, factor=-1, place=c.place - 1) if c.e in windows else c for c in found]
    found.sort(key=lambda c: (c.apart, c.place.constant))  # ``v == 0`` before ``v == 1``: each moves the first position
    return [c for c in found if all(_goes(c, body, dtype_of) for body in bodies)]


WINDOW = 16
"""Positions between two numbers from which on most are taken to be there: slices of arrays of known lengths."""


def _ends(both: Expr, found: Sequence[Comparison]) -> list[Expr]:
    """Comparisons with the last position of a window, ``v >= 1 and v <= 59``, taken to hold at most positions."""
    parts = {*conjuncts(both)}
    own = [c for c in found if c.e in parts and c.factor > 0 and not c.apart and not c.place.terms]
    starts = [c.place.constant for c in own if c.truth]
    return [c.e for c in own if not c.truth and starts and c.place.constant >= max(starts) + WINDOW]


def ranged(e: Expr, index: str, dtype_of: Callable[[Expr], str], made: Collection[str]) -> Comparison | None:
    """A condition that holds on one side of a position of the loop; None for others."""
    c = comparison(e, index, dtype_of, made)
    return c if c is not None and c.factor and not c.apart and c.truth else None


def bounds_of(
    statements: Sequence[Statement], index: str, dtype_of: Callable[[Expr], str], varying: AbstractSet[str]
) -> list[Comparison]:  # fmt: skip
    """The comparisons of the index of a loop with what is known before it: other indices, lengths, integer arrays.

    ``varying`` are the indices of the loop and of those inside.
    """
    made = {s.name for s in statements}
    found = []
    for e in ex.postorder(*(s.body for s in statements)):
        if e.op != "call" or e.data not in _ORDERED or index not in e.free:
            continue
        inside = [n for n in ex.postorder(*e.args, into_arrays=False) if n.op == "call" and n.free & varying]
        form = difference(e.args, varying=varying)
        if form is None or any(dtype_of(n) != "int64" for n in inside):
            continue
        factors, rest = form
        read = {n.data.name for t in rest.terms for n in ex.postorder(t) if n.op == "tensor"}
        known = all(_fits(dtype_of(t)) and abs(k) <= LARGEST for t, k in rest.terms.items())
        if set(factors) != {index} or abs(factors[index]) != 1 or read & made or not known:
            continue
        if abs(rest.constant) > LARGEST:
            continue
        factor, rest = _at_least_zero(e.data, factors[index], rest)
        place = rest * -factor
        data = [k for t, k in place.terms.items() if t.op not in ("index", "size")]
        if data in ([], [1]):  # other sums of data may wrap around where the comparison does not
            found.append(Comparison(e, True, factor, False, place))
    return found


def _goes(c: Comparison, body: Expr, dtype_of: Callable[[Expr], str]) -> bool:
    """Whether a body is free of a comparison where it is known, and keeps its dtype."""
    if c.e not in ex.postorder(body):
        return True
    known = specialised(body, c.e, c.truth, dtype_of)
    return c.e not in ex.postorder(known)


def decided(loop: Loop, known: Sequence[Comparison], dtype_of: Callable[[Expr], str]) -> Loop:
    """The loop where comparisons have their outcome."""

    def change(s: Statement) -> Statement:
        return replace(s, body=reduce(lambda body, c: specialised(body, c.e, c.truth, dtype_of), known, s.body))

    return replace(loop, body=mapped(loop.body, change)) if known else loop


LARGEST = 1 << 40
"""The largest number in a comparison: what is computed from it before the loop does not overflow."""


def comparison(
    e: Expr, index: str, dtype_of: Callable[[Expr], str], made: Collection[str]
) -> Comparison | None:  # fmt: skip
    """A comparison of one index with numbers, lengths and integers of the call, such as a position; None for others.

    ``made`` are the arrays that the loop makes.
    """
    nodes = ex.postorder(*e.args, into_arrays=False)
    known = e.op == "call" and e.data in _DECIDED
    if not known or any(n.op in ("call", "access") and dtype_of(n) != "int64" for n in nodes):
        return None
    given = {f"@{n.args[0].data.name}": n for n in nodes if n.op == "access" and len(n.args) == 1}
    if any(n.args[0].data.name in made for n in given.values()):
        return None
    named = {n: ex.index(name) for name, n in given.items()}
    form = difference(ex.replace(a, named) if named else a for a in e.args)
    if form is None:
        return None
    factors = form[0]
    rest = form[1] + Formula(0, {n: factors.pop(name) for name, n in given.items() if name in factors})
    sizes = all(t.op in ("size", "access") for t in rest.terms)
    if len(factors) != 1 or not sizes or any(abs(k) > LARGEST for k in (rest.constant, *rest.terms.values())):
        return None
    (name, factor), = factors.items()
    if abs(factor) != 1:
        return None
    own = name == index
    if e.data in ("eq", "ne"):
        place = rest * -factor
        return Comparison(e, e.data == "ne", int(own), True, place if own else place - _one(name))
    factor, rest = _at_least_zero(e.data, factor, rest)
    lengths = {t: k for t, k in rest.terms.items() if t.op == "size"} or rest.terms
    truth = (factor < 0) == any(k > 0 for k in (lengths.values() if factor < 0 else (-k for k in lengths.values())))
    if not truth:  # -factor*v - rest - 1 >= 0
        factor, rest = -factor, rest * -1 - 1
    if not own:
        return Comparison(e, truth, 0, False, rest + _one(name) * factor)
    return Comparison(e, truth, factor, False, rest * -factor)


def _at_least_zero(sign: str, factor: int, rest: Formula) -> tuple[int, Formula]:
    """What is at least 0 where ``factor*v + rest`` compares so with 0, as a multiple of the index and the rest."""
    factor, rest = (factor, rest) if sign in ("gt", "ge") else (-factor, rest * -1)
    return factor, rest - 1 if sign in ("gt", "lt") else rest


def _fits(dtype: str) -> bool:
    """Whether whole numbers of a dtype fit into int64."""
    return dtype.startswith(("int", "uint")) and dtype != "uint64"


def _one(name: str) -> Formula:
    return Formula(0, {ex.index(name): 1})
