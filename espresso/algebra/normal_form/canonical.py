"""The normal form of sums, products, powers and conditions.

Each function takes a node whose arguments are in normal form already and returns the
node in normal form, or a smaller expression whose new parts the engine visits again.
Integers and fractions fold exactly; sums collect like terms and products collect
powers; operands stand in an order that does not depend on how they were written.
Products are not expanded over sums.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from fractions import Fraction
from math import isqrt
from typing import Any

from espresso.algebra.normal_form.collecting import by_content, collected
from espresso.algebra.normal_form.conditions import normalize_comparison, normalize_where
from espresso.algebra.normal_form.implied import is_implied, term_without_implied, without, without_implied
from espresso.algebra.normal_form.literals import (
    LIMIT,
    MINUS_ONE,
    ONE,
    ZERO,
    coefficient,
    fold,
    has_negative_term,
    negative,
    number,
    product,
    times,
)
from espresso.algebra.normal_form.scope import Scope, surely_float, surely_integer
from espresso.algebra.normal_form.symmetric import normalize_matrix, normalize_read
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.formulas.graph.functions import COMPARISONS
from espresso.formulas.graph.predicates import EXACT, conjuncts, exact_int, is_guard, is_masked, is_zero


def normalize(e: Expr, scope: Scope) -> Expr:
    """``e`` in normal form, given that its arguments are."""
    if e.op == "access":
        return normalize_read(e, scope) if e.data in (None, 0) else e
    if e.op == "scan":
        return normalize_matrix(e, scope)
    if e.op != "call":
        return e
    function = _BY_CALL.get(e.data)
    if function is not None:
        return function(e, scope)
    if e.data in COMPARISONS:
        return normalize_comparison(e, scope)
    return e


# --- sums ---------------------------------------------------------------------------------


def normalize_add(e: Expr, scope: Scope) -> Expr:
    """Like terms collected, literals folded, operands in order."""
    constant: Any = 0
    terms: dict[Expr, Any] = {}
    for a in e.args:
        if a.op == "const":
            constant = fold(constant, a.data, False)
            continue
        c, rest = coefficient(term_without_implied(a, scope, e.free))
        if c == -1 and ex.is_call(rest, "add"):
            return ex.call("add", *(b for b in e.args if b is not a), *(times(-1, b) for b in rest.args))
        terms[rest] = fold(terms[rest], c, False) if rest in terms else c
    parts = sorted(
        (
            (negative(c), scope.key(rest), times(c, rest))
            for rest, c in terms.items()
            if c != 0 or _divides_by_zero(rest)
        ),
        key=lambda p: p[:2],
    )
    operands = [p[2] for p in parts]
    if constant != 0 or not operands:
        if operands and parts[0][0] and not negative(constant):
            operands.insert(0, number(constant))
        else:
            operands.append(number(constant))
    if len(operands) > 1 and all(negative(coefficient(a)[0]) for a in operands):
        return ex.call("mul", MINUS_ONE, ex.call("add", *(times(-1, a) for a in operands)))
    shorter = collected(operands)
    return _same(e, "add", operands) if shorter is None else shorter


def _divides_by_zero(e: Expr) -> bool:
    """Whether ``e`` has a literal 0 as a divisor: 0 times such a term is NaN."""
    factors = e.args if ex.is_call(e, "mul") else (e,)
    return any(ex.is_call(f, "pow") and is_zero(f.args[0]) for f in factors)


def _same(e: Expr, name: str, operands: Sequence[Expr]) -> Expr:
    if len(operands) == len(e.args) and all(a is b for a, b in zip(operands, e.args, strict=True)):
        return e
    return ex.call(name, *operands)


# --- products -----------------------------------------------------------------------------


def normalize_mul(e: Expr, scope: Scope) -> Expr:
    """Powers collected, literals folded in front, guards merged, masks pulled outward."""
    value: Any = 1
    powers: dict[Expr, list[Expr]] = {}
    single: dict[Expr, Expr] = {}
    guards: dict[Expr, None] = {}
    masks: list[Expr] = []
    for a in e.args:
        if a.op == "const":
            value = fold(value, a.data, True)
        elif is_guard(a):
            if not is_implied(a, scope, e.free):
                guards[a] = None
        elif is_masked(a) or (ex.is_call(a, "where") and is_zero(a.args[1])):
            masks.append(a)
        else:
            base, exponent = a.args if ex.is_call(a, "pow") else (a, ONE)
            powers.setdefault(base, []).append(exponent)
            single[base] = a
    if value == 0:
        return e if any(is_zero(b) for b in powers) else number(value)  # 0/0 is NaN
    factors = []
    for base, exponents in powers.items():
        power = single[base] if len(exponents) == 1 else _collected(base, exponents)
        if power.op == "const":
            value = fold(value, power.data, True)
        else:
            content, primitive = by_content(power)
            value = fold(value, content, True) if content != 1 else value
            factors.append(primitive)
    if masks:
        return _masked_product(value, factors, list(guards), masks, scope)
    return _assemble(e, value, [*factors, *guards], scope)


def _collected(base: Expr, exponents: list[Expr]) -> Expr:
    if all(n.op == "const" for n in exponents):
        total: Any = 0
        for n in exponents:
            total = fold(total, n.data, False)
        if total == 0:
            return ONE
        return base if type(total) is int and total == 1 else ex.call("pow", base, number(total))
    return ex.call("pow", base, ex.call("add", *exponents))


def _assemble(e: Expr, value: Any, factors: list[Expr], scope: Scope) -> Expr:
    factors.sort(key=scope.key)
    if not factors:
        return number(value)
    droppable = value == 1 and (type(value) is int or any(surely_float(f) for f in factors))
    if droppable:
        return _same(e, "mul", factors) if len(factors) > 1 else factors[0]
    if value == -1 and type(value) is float and any(surely_float(f) for f in factors):
        value = -1
    if len(factors) == 1 and type(value) is int and value == -1 and has_negative_term(factors[0]):
        return ex.call("add", *(times(-1, a) for a in factors[0].args))
    return _same(e, "mul", [number(value), *factors])


def _unguarded(mask: Expr, guards: list[Expr], scope: Scope) -> Expr:
    """``where(c and d, a, 0)`` without the condition c that stands beside it as a factor."""
    if not guards or not is_masked(mask):
        return mask
    shorter = without(conjuncts(mask.args[0]), guards, mask.args[1], scope)
    return mask if shorter is None else shorter


def _masked_product(value: Any, factors: list[Expr], guards: list[Expr], masks: list[Expr], scope: Scope) -> Expr:
    """``f*where(c, a, 0)`` as ``where(c, f*a, 0)``; literals and guards stay outside."""
    masks = [_unguarded(m, guards, scope) for m in masks]
    if len(masks) == 1 and not factors:
        operands = sorted([*guards, masks[0]], key=scope.key)
        return times(value, product(operands))
    if not all(ex.is_call(m, "where") for m in masks):
        return times(value, product([*factors, *guards, *masks]))
    factors.sort(key=scope.key)
    inner: Expr = product([*factors, *(m.args[1] if is_masked(m) else m.args[2] for m in masks)])
    for m in reversed(masks):
        c = m.args[0]
        inner = ex.call("where", c, inner, ZERO) if is_masked(m) else ex.call("where", c, ZERO, inner)
    return times(value, product([*sorted(guards, key=scope.key), inner]))


# --- powers -------------------------------------------------------------------------------


def normalize_pow(e: Expr, scope: Scope) -> Expr:
    """Literal powers folded; integer powers of powers and products distributed."""
    base, exponent = e.args
    if exponent.op != "const":
        return ONE if base.op == "const" and type(base.data) is int and base.data == 1 else e
    value = exponent.data
    if value == 0:
        return ONE
    if type(value) is int and value == 1:
        return base
    if type(value) is float and value.is_integer() and abs(value) < 64 and surely_float(base):
        return ex.call("pow", base, ex.const(int(value)))
    if base.op == "const":
        folded = _literal_power(base.data, value)
        return e if folded is None else number(folded)
    if value == Fraction(1, 2) and type(value) is not complex:
        return ex.call("sqrt", base)
    if value == Fraction(-1, 2) and type(value) is not complex:
        return ex.call("pow", ex.call("sqrt", base), MINUS_ONE)
    return _integer_power(e, base, value) if type(value) is int else e


def _integer_power(e: Expr, base: Expr, n: int) -> Expr:
    if base.op != "call":
        return e
    if base.data == "pow":
        inner = base.args[1]
        exact = inner.op == "const" and type(inner.data) in EXACT
        return ex.call("pow", base.args[0], number(inner.data * n) if exact else times(n, inner))
    if base.data == "sqrt" and n % 2 == 0:
        return base.args[0] if n == 2 else ex.call("pow", base.args[0], ex.const(n // 2))
    guarded = any(is_guard(a) or ex.is_call(a, "where") for a in base.args)
    numbers = [a.data for a in base.args if a.op == "const"]
    if base.data == "mul" and (n > 0 or not guarded) and all(_literal_power(c, n) is not None for c in numbers):
        return ex.call("mul", *(ex.call("pow", a, e.args[1]) for a in base.args))
    if n > 0 and is_guard(base):
        return base
    if n > 0 and is_masked(base):
        return ex.call("where", base.args[0], ex.call("pow", base.args[1], e.args[1]), ZERO)
    return e


def _literal_power(base: Any, n: Any) -> Any:
    """``base**n`` where that is exact (or a normal float), else None."""
    if type(n) is int and type(base) in EXACT:
        if base in (1, -1):
            return 1 if n % 2 == 0 else base
        if (base == 0 and n < 0) or abs(n) > 256:
            return None
        result = Fraction(base) ** n
        large = max(abs(result.numerator), result.denominator) > LIMIT
        return None if large else (result.numerator if result.denominator == 1 else result)
    if type(n) is Fraction and type(base) in EXACT and base >= 0 and n.denominator == 2:
        root = Fraction(isqrt(base.numerator), isqrt(base.denominator))
        return _literal_power(root, n.numerator) if root * root == base else None
    if type(base) is float or (type(n) is float and base != 0):
        try:
            result = float(base) ** float(n)
        except (OverflowError, ZeroDivisionError, TypeError):
            return None
        return result if type(result) is float and (abs(result) >= sys.float_info.min or not base) else None
    return None


# --- integer functions and choices of constants -------------------------------------------


def normalize_integer(e: Expr, scope: Scope) -> Expr:
    """``a // b`` and ``mod(a, b)`` of literals folded; ``a // 1`` and ``mod(a, 1)``."""
    a, b = e.args
    divisor = exact_int(b)
    if divisor is None or divisor == 0:
        return e
    value = exact_int(a)
    if value is not None:
        return ex.const(value // divisor if e.data == "floordiv" else value % divisor)
    if divisor == 1 and surely_integer(a):
        return a if e.data == "floordiv" else ZERO
    return e


def normalize_choice(e: Expr, scope: Scope) -> Expr:
    """``max(a, b)`` and ``min(a, b)`` of literals folded, of one value twice dropped; ordered."""
    a, b = e.args
    if a is b:
        return a
    if a.op == b.op == "const" and type(a.data) in (*EXACT, float) and type(b.data) in (*EXACT, float):
        if a.data == a.data and b.data == b.data:
            first = a.data >= b.data if e.data == "maximum" else a.data <= b.data
            chosen = a if first else b
            if type(chosen.data) is not int or type(a.data) is type(b.data):
                return chosen
            return ex.const(float(chosen.data)) if abs(chosen.data) <= sys.float_info.max else e
    if b.op != "const" and (a.op == "const" or scope.key(b) < scope.key(a)):
        return ex.call(e.data, b, a)
    return e


def normalize_selection(e: Expr, scope: Scope) -> Expr:
    """Selections in normal form, without conditions that always hold."""
    new = normalize_where(e, scope)
    return without_implied(e, scope) if new is e and is_masked(e) else new


_BY_CALL = {
    "add": normalize_add,
    "mul": normalize_mul,
    "pow": normalize_pow,
    "where": normalize_selection,
    "floordiv": normalize_integer,
    "mod": normalize_integer,
    "maximum": normalize_choice,
    "minimum": normalize_choice,
}
