"""Statements specialised to comparisons whose outcome is known in a split or peeled loop.

A loop that runs apart for the places where an index equals another one, or for each rest of ``i + c`` by
a small number, decides comparisons in its body: terms that are 0 there are gone, and read nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from espresso.compiler.lowering.tap_sums import folded
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.ir.loops import Statement
from espresso.ir.nests import Node, mapped

_DECIDED: Mapping[str, Callable[[int, int], bool]] = {
    "eq": lambda a, b: a == b, "ne": lambda a, b: a != b, "lt": lambda a, b: a < b,
    "le": lambda a, b: a <= b, "gt": lambda a, b: a > b, "ge": lambda a, b: a >= b,
}  # fmt: skip


def specialised(body: Expr, e: Expr, truth: bool) -> Expr:
    """``body`` where it is known whether the comparison ``e`` holds: as a factor, in terms, in conditions."""
    if body is e:
        return ex.const(int(truth))
    if ex.is_call(body, "mul"):
        if e in body.args:
            others = [a for a in body.args if a is not e]
            return ex.call("mul", *others) if truth and others else ex.const(int(truth))
        return ex.call("mul", *(specialised(a, e, truth) if a.op == "call" else a for a in body.args))
    if ex.is_call(body, "add"):
        terms = [specialised(a, e, truth) for a in body.args]
        kept = [t for t, a in zip(terms, body.args, strict=True) if t is a or not ex.is_const(t, 0)]
        return ex.call("add", *kept) if kept else ex.const(0)
    if ex.is_call(body, "where"):
        condition, a, b = body.args
        if condition is e:
            return specialised(a if truth else b, e, truth)
        return ex.call("where", condition, specialised(a, e, truth), specialised(b, e, truth))
    return body


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
        found = specialised(body, e, _DECIDED[e.data](sides[0].data, sides[1].data))
        if found.op == "const" or dtype_of(found) == dtype_of(s.body):
            body = found
    return body
