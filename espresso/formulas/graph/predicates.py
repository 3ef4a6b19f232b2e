"""Predicates on nodes and bodies: literals, factors, masks, comparisons."""

from __future__ import annotations

from fractions import Fraction

from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.formulas.graph.functions import COMPARISONS

EXACT = (int, Fraction)
"""Types of exact literals."""


def factors_of(e: Expr) -> list[Expr]:
    """The factors of a product; another expression is its only factor."""
    return list(e.args) if ex.is_call(e, "mul") else [e]


def is_guard(e: Expr) -> bool:
    """Whether ``e`` is a comparison, 1 or 0."""
    return e.op == "call" and e.data in COMPARISONS


def equalities(e: Expr) -> list[Expr]:
    """Where ``e``, not the arrays that it reads, asks whether two values are equal: they have to be rounded alike."""
    return [n for n in ex.postorder(e, into_arrays=False) if n.op == "call" and n.data in ("eq", "ne")]


def is_zero(e: Expr) -> bool:
    """Whether ``e`` is the literal 0 or 0.0."""
    return e.op == "const" and e.data == 0


def is_masked(e: Expr) -> bool:
    """Whether ``e`` is ``where(c, a, 0)``."""
    return e.op == "call" and e.data == "where" and is_zero(e.args[2])


def exact_int(e: Expr) -> int | None:
    """The value of an integer literal, else None."""
    return e.data if e.op == "const" and type(e.data) is int else None
