"""Common factors, coefficients and conditions of the terms of a sum, factored out.

``a*b + a*c`` is ``a*(b + c)``, ``2*a + 2*b`` is ``2*(a + b)``, and two selections by one
condition are one.  Products are not expanded, so nothing here can go back and forth.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Any

from espresso.algebra.normal_form.literals import ONE, ZERO, coefficient, number, product, times
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.formulas.graph.predicates import EXACT, factors_of, is_guard, is_zero


def collected(operands: Sequence[Expr]) -> Expr | None:
    """The sum of ``operands`` with what they share written once, or None if they share nothing."""
    if len(operands) < 2:
        return None
    pattern = any(_is_wildcard(n) for a in operands for n in factors_of(a))
    for way in (_by_factor,) if pattern else (_by_number, _by_factor, _by_condition, _merge_same_factor):
        found = way(operands)
        if found is not None:
            return found
    return None


def _by_factor(operands: Sequence[Expr]) -> Expr | None:
    common = common_factors(operands)
    return ex.call("mul", *common, ex.call("add", *(_without(a, common) for a in operands))) if common else None


def _by_number(operands: Sequence[Expr]) -> Expr | None:
    """``2*a - 2*b`` as ``2*(a - b)``, for exact numbers."""
    parts = [coefficient(a) for a in operands]
    size = abs(parts[0][0]) if type(parts[0][0]) in EXACT else 1
    if size == 1 or any(rest is ONE or type(c) not in EXACT or abs(c) != size for c, rest in parts):
        return None
    return ex.call("mul", number(size), ex.call("add", *(times(1 if c > 0 else -1, rest) for c, rest in parts)))


def by_content(e: Expr) -> tuple[int, Expr]:
    """The largest whole number that divides all terms of a sum, and the rest: 2 and ``b - 2`` of ``2*b - 4``.

    Only a factor of a product is written so, where the number joins others in front.
    """
    if not ex.is_call(e, "add"):
        return 1, e
    parts = [coefficient(a) for a in e.args]
    if any(type(c) is not int or _is_wildcard(rest) for c, rest in parts):
        return 1, e
    content = math.gcd(*(c for c, _ in parts))
    if content < 2:
        return 1, e
    return content, ex.call("add", *(times(c // content, rest) for c, rest in parts))


def _by_condition(operands: Sequence[Expr]) -> Expr | None:
    """``where(c, a, b) + where(c, u, v)`` as ``where(c, a + u, b + v)``."""
    groups: dict[Expr, list[Expr]] = {}
    for a in operands:
        rest = coefficient(a)[1]
        if ex.is_call(rest, "where") and not _is_tied(rest):
            groups.setdefault(rest.args[0], []).append(a)
    for condition, members in groups.items():
        if len(members) > 1:
            parts = [coefficient(a) for a in members]
            yes, no = (_sum_of(times(c, w.args[k]) for c, w in parts) for k in (1, 2))
            return _sum_of([*(a for a in operands if a not in members), ex.call("where", condition, yes, no)])
    return None


def _is_tied(choice: Expr) -> bool:
    """Whether an equation in a branch of a selection has an index of its condition: sums eliminate it term by term."""
    guards = [f for branch in choice.args[1:] for f in factors_of(branch) if is_guard(f)]
    return any(g.free & choice.args[0].free for g in guards)


def _sum_of(terms: Iterable[Expr]) -> Expr:
    some = [t for t in terms if not is_zero(t)]
    return ex.call("add", *some) if some else ZERO


def _merge_same_factor(operands: Sequence[Expr]) -> Expr | None:
    """``f*(a - b) + f*(c - a)`` as ``f*(c - b)``: sums with the same factor, where some of their terms meet."""
    groups: dict[Expr, list[tuple[Expr, list[Expr]]]] = {}
    for a in operands:
        factors = factors_of(a)
        sums = [f for f in factors if ex.is_call(f, "add")]
        rest = product(f for f in factors if f not in sums and f.op != "const")
        if len(sums) == 1 and rest is not ONE:
            groups.setdefault(rest, []).append((a, [times(coefficient(a)[0], t) for t in sums[0].args]))
    for rest, members in groups.items():
        terms = [t for _, spread in members for t in spread]
        if len(members) > 1 and len({coefficient(t)[1] for t in terms}) < len(terms):
            taken = [a for a, _ in members]
            return _sum_of([*(a for a in operands if a not in taken), ex.call("mul", rest, ex.call("add", *terms))])
    return None


def _powers(e: Expr) -> dict[Expr, Any]:
    """Bases and exact exponents of the factors of a term, numbers left out."""
    found: dict[Expr, Any] = {}
    for f in factors_of(e):
        if f.op != "const":
            base, exponent = (f.args[0], f.args[1].data) if _is_exact_power(f) else (f, 1)
            found[base] = exponent
    return found


def _is_exact_power(e: Expr) -> bool:
    return ex.is_call(e, "pow") and e.args[1].op == "const" and type(e.args[1].data) is int


def _reads_only(e: Expr) -> bool:
    """Whether ``e`` is a read, or a sum of products of reads: as finite as the arrays."""
    inner = e.args[0] if e.op == "reduce" and e.data[0] == "sum" else e
    return all(f.op == "access" for f in factors_of(inner))


def _is_wildcard(e: Expr) -> bool:
    return e.op == "access" and e.args[0].op == "tensor" and e.args[0].data.name.startswith("_")


def common_factors(operands: Sequence[Expr]) -> list[Expr]:
    """Factors, other than numbers, that every addend has: ``a*x**2 - b*x`` has x.

    Where a condition protects the rest of some addend alone, only reads, their sums, and lengths: it would
    no longer protect the factor.
    """
    if len(operands) < 2 or any(a.op == "const" for a in operands):
        return []
    first, *others = (_powers(a) for a in operands)
    shared = {b: n for b, n in first.items() if all(b in o and (o[b] > 0) == (n > 0) for o in others)}
    if not shared or any(_is_wildcard(b) for b in shared):  # patterns stay as they match a part of a sum
        return []
    for powers in (first, *others):
        if any((is_guard(b) or ex.is_call(b, "where")) and b not in shared for b in powers):
            shared = {b: n for b, n in shared.items() if b.op == "size" or (n > 0 and _reads_only(b))}
    lowest = {b: min((n, *(o[b] for o in others)), key=abs) for b, n in shared.items()}
    return [b if n == 1 else ex.call("pow", b, ex.const(n)) for b, n in lowest.items()]


def _without(e: Expr, common: Sequence[Expr]) -> Expr:
    """An addend divided by the factors that it shares with the others."""
    taken = _powers(ex.call("mul", *common))
    rest: list[Expr] = []
    for f in factors_of(e):
        base, exponent = (f.args[0], f.args[1].data) if _is_exact_power(f) else (f, 1)
        left = exponent - taken.get(base, 0) if f.op != "const" else 1
        if left:
            whole = base not in taken or f.op == "const"
            rest.append(f if whole else base if left == 1 else ex.call("pow", base, ex.const(left)))
    return product(rest)
