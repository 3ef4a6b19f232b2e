"""Exact constant folding, and the numeric coefficient of a term."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from espresso.errors import DtypeError
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.formulas.graph.predicates import EXACT
from espresso.formulas.graph.whole_literals import LARGEST

LIMIT = 1 << 62
"""Fractions with a larger number above or below become floats."""

ONE, ZERO, MINUS_ONE = ex.const(1), ex.const(0), ex.const(-1)


def number(value: Any) -> Expr:
    """A literal; an exact value with too many digits becomes a float."""
    exact = type(value) in EXACT
    if exact and max(abs(value.numerator), value.denominator) > (1 << LARGEST if type(value) is int else LIMIT):
        try:
            value = float(value)
        except OverflowError:
            value = float("inf") if value > 0 else float("-inf")
    return ex.const(value)


def fold(a: Any, b: Any, times: bool) -> Any:
    """``a*b`` or ``a + b`` of literals: exact for exact ones, else in floating point."""
    if type(a) in EXACT and type(b) in EXACT:
        return a * b if times else a + b
    try:
        a, b = (float(v) if type(v) is Fraction else v for v in (a, b))
        return a * b if times else a + b
    except OverflowError:
        raise DtypeError(
            "an exact literal beyond 1.8e308 stands beside a float, which cannot hold it.\n"
            "Write both as exact literals."
        ) from None


def coefficient(e: Expr) -> tuple[Any, Expr]:
    """``(c, rest)`` with ``e = c*rest``; ``rest`` is 1 for a literal."""
    if e.op == "const":
        return e.data, ONE
    if ex.is_call(e, "mul") and e.args[0].op == "const":
        rest = e.args[1:]
        return e.args[0].data, ex.call("mul", *rest)
    return 1, e


def times(value: Any, e: Expr) -> Expr:
    """``value*e`` for a literal ``value``, folded into the coefficient of ``e``."""
    c, rest = coefficient(e)
    c = fold(value, c, True)
    if rest is ONE:
        return number(c)
    if type(c) is int and c == 1:
        return rest
    if type(c) is int and c == -1 and has_negative_term(rest):
        return ex.call("add", *(times(-1, a) for a in rest.args))
    return ex.call("mul", number(c), rest)


def has_negative_term(e: Expr) -> bool:
    """Whether the minus sign in front of ``e`` goes inside: ``-(a - b)`` is ``b - a``, ``-(a + b)`` stays."""
    return ex.is_call(e, "add") and any(negative(coefficient(a)[0]) for a in e.args)


def product(factors: Iterable[Expr]) -> Expr:
    """Product of any number of factors; 1 for none."""
    items = list(factors)
    return ex.call("mul", *items) if items else ONE


def negative(value: Any) -> bool:
    """Whether a literal has a minus sign in front."""
    return not isinstance(value, complex) and value < 0
