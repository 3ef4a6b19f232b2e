"""What is certain about values: their sign, and that they are finite."""

from __future__ import annotations

import functools
from collections.abc import Callable, Collection, Sequence
from fractions import Fraction

from espresso.algebra.normal_form.scope import surely_float
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.formulas.graph.functions import OVER_INDICES, Reduction, facts
from espresso.formulas.graph.predicates import all_masked, declared, is_finite, statements_of

DEPTH = 24
"""How deep the questions below look before they answer "unknown"."""

WRAPPING = frozenset({"add", "mul", "pow", "abs", "abs2", "sum", "prod", "cumsum", "cumprod", "reverse_cumsum"})
"""Operations whose value may be below 0 where integers wrap around: ``t*t``, and ``abs(t)`` of the least number."""


def has_sign(e: Expr, strict: bool, depth: int) -> bool:
    """Whether ``e`` is surely above 0 (``strict``) or 0 and more, as far as so many levels show."""
    if depth == 0:
        return False
    operation = e.data[0] if e.op in ("reduce", "scan") else e.data if e.op == "call" else None
    if operation in WRAPPING and ex.has(e, "integer") and not surely_float(e):
        return False
    if e.op == "const":
        return isinstance(e.data, (int, float, Fraction)) and (e.data > 0 if strict else e.data >= 0)
    if e.op in ("index", "size"):
        return not strict
    if e.op == "access":
        array = e.args[0]
        if e.data is not None and (isinstance(e.data, complex) or not (e.data > 0 if strict else e.data >= 0)):
            return False  # what it reads outside
        if array.op == "let":  # half as deep, or programs in which each array reads others twice would take long
            body = array.args[0]
            bodies = [ex.body(s) for s in statements_of(body)] if body.op == "recur" else [body]
            return bool(bodies) and all(has_sign(b, strict, depth // 2) for b in bodies)
        words = declared(array)
        return "positive" in words or (not strict and "nonneg" in words)
    if e.op in ("reduce", "scan"):
        row = OVER_INDICES[e.data[0]]
        if row.sign != "body":
            return row.sign == "positive" or (row.sign == "nonnegative" and not strict)
        over_nothing = strict and isinstance(row, Reduction) and row.identity == 0
        return not over_nothing and has_sign(e.args[0], strict, depth - 1)
    if e.op == "call":
        return _call_sign(e, strict, depth - 1)
    return False


def _call_sign(e: Expr, strict: bool, depth: int) -> bool:
    name = e.data
    if ex.has(e, "complex"):
        return False
    certain = facts(name).sign
    if certain != "any":
        return certain == "positive" or not strict
    if name == "pow":
        base, exponent = e.args
        if exponent.op == "const" and type(exponent.data) is int and exponent.data % 2 == 0 and not strict:
            return True
        return has_sign(base, strict, depth)
    if name == "add":
        none_below = all(has_sign(a, False, depth) for a in e.args)
        return none_below and (not strict or any(has_sign(a, True, depth) for a in e.args))
    if name in ("mul", "minimum", "where"):
        return all(has_sign(a, strict, depth) for a in (e.args[1:] if name == "where" else e.args))
    if name == "maximum":
        return any(has_sign(a, strict, depth) for a in e.args)
    return False


def bound_together(
    names: Collection[str], factors: Sequence[Expr], terms: Callable[[Expr], Expr | None] = lambda _: None
) -> list[Expr]:
    """The factors that a sum over ``names`` may not take apart: masks, and what may be infinite where they are 0.

    Empty where there are not both.  What overflows is not infinite here: ``exp(x)`` is finite for all finite ``x``.
    A factor may be both: ``where(c, 1/x, 0)`` is infinite where ``x`` is 0 and ``c`` holds, and another mask is 0.
    ``terms`` has what is stored or added up in a buffer that is read.  A mask that is 1 somewhere leaves no sum of
    nothing but zeros, beside which what is infinite would be NaN.
    """
    if len(factors) < 2:
        return []
    masks = [f for f in factors if f.free.intersection(names) and all_masked(f, {}) and not _is_attained(f, names)]
    infinite = infinite_in(factors, terms) if masks else []
    both = any(m is not f for f in infinite for m in masks)
    return [f for f in factors if f in masks or f in infinite] if both else []


def _is_attained(mask: Expr, names: Collection[str]) -> bool:
    """Whether a mask says where a value is its own maximum, or minimum, over the summed indices."""
    if not ex.is_call(mask, "eq"):
        return False
    for value, extreme in (mask.args, mask.args[::-1]):
        if extreme.op == "reduce" and extreme.data[0] in ("max", "min"):
            inner = extreme.args[0]
            bound, own = [n for n in inner.axes if n in extreme.data[1]], [n for n in value.axes if n in names]
            same = len(own) == len(bound) == len(extreme.data[1])
            if same and ex.rename(inner, dict(zip(bound, own, strict=True))) is value:
                return True
    return False


def infinite_in(factors: Sequence[Expr], terms: Callable[[Expr], Expr | None] = lambda _: None) -> list[Expr]:
    """The factors that may be infinite or NaN for finite values of arrays, other than by overflow; see above."""
    nonzero, memo = functools.partial(_never_zero, terms), dict[Expr, bool]()
    return [f for f in factors if not is_finite(f, memo, True, nonzero)]


def _never_zero(terms: Callable[[Expr], Expr | None], e: Expr) -> bool:
    """Whether ``e`` is positive; a sum of positive values is, although it may have no terms."""
    found: Expr | None = e
    while found is not None:
        e = found
        total = e.op == "reduce" and e.data[0] in ("sum", "mean")
        found = e.args[0] if total else terms(e) if e.op == "access" else None
    return has_sign(e, True, DEPTH)
