"""Running sums and products by masks: ``sum[l](f[l]*(l <= k))`` is the sum of the elements of f up to k."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from espresso.formulas.extents.implied import OPPOSITE
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr

MIRRORED = {"lt": "gt", "le": "ge", "gt": "lt", "ge": "le", "eq": "eq", "ne": "ne"}
"""What a comparison is when its sides change places."""


class Running(NamedTuple):
    """A part of the elements along an index: those up to the position ``at``, or from there on, perhaps without it."""

    at: str
    forward: bool
    strict: bool


_PARTS = {"lt": ((True, True),), "le": ((True, False),), "gt": ((False, True),), "ge": ((False, False),),
          "ne": ((True, True), (False, True))}  # fmt: skip
"""Comparisons of the index that is summed with another one: whether the elements before that one count, and after it,
and whether it does not itself."""


def running_parts(operator: str, index: str, body: Expr) -> tuple[list[Running], Expr] | None:
    """The parts whose sums (products) make up that of the body over an index, and what stands at each element; None
    where no mask compares the index with another one, on which the rest does not depend.
    """
    for relation, other, rest in _comparisons(operator, index, body):
        if other not in rest.free and index in rest.free and relation in _PARTS:
            return [Running(other, *part) for part in _PARTS[relation]], rest
    return None


def _comparisons(operator: str, index: str, body: Expr) -> Iterator[tuple[str, str, Expr]]:
    """Masks as a comparison of the index with another one, and the body without each."""
    if operator == "sum" and ex.is_call(body, "mul"):
        for guard in body.args:
            others = [a for a in body.args if a is not guard]
            for relation, other in _compared(guard, index):
                yield relation, other, others[0] if len(others) == 1 else ex.call("mul", *others)
    if ex.is_call(body, "where"):
        guard, a, b = body.args
        for relation, other in _compared(guard, index):
            if ex.is_const(b, 0 if operator == "sum" else 1):
                yield relation, other, a
            if ex.is_const(a, 0 if operator == "sum" else 1):
                yield OPPOSITE[relation], other, b


def _compared(guard: Expr, index: str) -> Iterator[tuple[str, str]]:
    if guard.op != "call" or guard.data not in OPPOSITE or not all(a.op == "index" for a in guard.args):
        return
    names = [a.data[0] for a in guard.args]
    if names.count(index) == 1:
        first = names[0] == index
        yield (guard.data if first else MIRRORED[guard.data]), names[1 if first else 0]
