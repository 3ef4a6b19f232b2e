"""The normal form of sums, products, powers and conditions.

Each function takes a node whose arguments are in normal form already and returns the
node in normal form, or a smaller expression whose new parts the engine visits again.
Integers and fractions fold exactly; sums collect like terms and products collect
powers; operands stand in an order that does not depend on how they were written.
Products are not expanded over sums.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any

from ..graph import expr as ex
from ..graph.expr import Expr
from ..graph.functions import COMPARISONS
from ..graph.ordering import EXACT, Scope, exact_int, is_guard, is_masked, is_zero
from .conditions import normalize_comparison, normalize_where

_LIMIT = 1 << 62  # exact constants beyond this become floats

ONE, ZERO, MINUS_ONE = ex.const(1), ex.const(0), ex.const(-1)


def number(value: Any) -> Expr:
    """A literal; an exact value too large for machine integers becomes a float."""
    if isinstance(value, Fraction) and (abs(value.numerator) > _LIMIT or value.denominator > _LIMIT):
        value = float(value) if abs(value) < 10**300 else float("inf") * (1 if value > 0 else -1)
    elif type(value) is int and abs(value) > _LIMIT:
        value = float(value) if abs(value) < 10**300 else float("inf") * (1 if value > 0 else -1)
    return ex.const(value)


def fold(a: Any, b: Any, times: bool) -> Any:
    """``a*b`` or ``a + b`` of literals: exact for exact ones, else in floating point."""
    if type(a) in EXACT and type(b) in EXACT:
        return a * b if times else a + b
    a, b = (float(v) if type(v) is Fraction else v for v in (a, b))
    return a * b if times else a + b


def coefficient(e: Expr) -> tuple[Any, Expr]:
    """``(c, rest)`` with ``e = c*rest``; ``rest`` is 1 for a literal."""
    if e.op == "const":
        return e.data, ONE
    if ex.is_call(e, "mul") and e.args[0].op == "const":
        rest = e.args[1:]
        return e.args[0].data, rest[0] if len(rest) == 1 else ex.call("mul", *rest)
    return 1, e


def times(value: Any, e: Expr) -> Expr:
    """``value*e`` for a literal ``value``, folded into the coefficient of ``e``."""
    c, rest = coefficient(e)
    c = fold(value, c, True)
    if rest is ONE:
        return number(c)
    if type(c) is int and c == 1:
        return rest
    if type(c) is int and c == -1 and _has_negative_term(rest):
        return ex.call("add", *(times(-1, a) for a in rest.args))
    return ex.call("mul", number(c), rest)


def _has_negative_term(e: Expr) -> bool:
    """Whether the minus sign in front of ``e`` goes inside: ``-(a - b)`` is ``b - a``, ``-(a + b)`` stays."""
    return ex.is_call(e, "add") and any(_negative(coefficient(a)[0]) for a in e.args)


def product(factors: Iterable[Expr]) -> Expr:
    """Product of any number of factors; 1 for none."""
    items = list(factors)
    return ex.call("mul", *items) if items else ONE


def normalize(e: Expr, scope: Scope) -> Expr:
    """``e`` in normal form, given that its arguments are."""
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
        c, rest = coefficient(a)
        if c == -1 and ex.is_call(rest, "add"):
            return ex.call("add", *(b for b in e.args if b is not a), *(times(-1, b) for b in rest.args))
        terms[rest] = fold(terms[rest], c, False) if rest in terms else c
    parts = sorted(
        ((_negative(c), scope.key(rest), times(c, rest)) for rest, c in terms.items() if c != 0),
        key=lambda p: p[:2],
    )
    operands = [p[2] for p in parts]
    if constant != 0 or not operands:
        if operands and parts[0][0] and not _negative(constant):
            operands.insert(0, number(constant))
        else:
            operands.append(number(constant))
    if len(operands) > 1 and all(_negative(coefficient(a)[0]) for a in operands):
        return ex.call("mul", MINUS_ONE, ex.call("add", *(times(-1, a) for a in operands)))
    common = common_factors(operands)
    if common:
        return ex.call("mul", *common, ex.call("add", *(_without(a, common) for a in operands)))
    return _same(e, "add", operands)


def _powers(e: Expr) -> dict[Expr, Any]:
    """Bases and exact exponents of the factors of a term, numbers left out."""
    factors = e.args if ex.is_call(e, "mul") else (e,)
    found: dict[Expr, Any] = {}
    for f in factors:
        if f.op != "const":
            base, exponent = (f.args[0], f.args[1].data) if _is_exact_power(f) else (f, 1)
            found[base] = exponent
    return found


def _is_exact_power(e: Expr) -> bool:
    return ex.is_call(e, "pow") and e.args[1].op == "const" and type(e.args[1].data) is int


def _reads_only(e: Expr) -> bool:
    """Whether ``e`` is a read, or a sum of products of reads: as finite as the arrays."""
    inner = e.args[0] if e.op == "reduce" and e.data[0] == "sum" else e
    return all(f.op == "access" for f in (inner.args if ex.is_call(inner, "mul") else (inner,)))


def _is_wildcard(e: Expr) -> bool:
    return e.op == "access" and e.args[0].op == "tensor" and e.args[0].data.name.startswith("_")


def common_factors(operands: Sequence[Expr]) -> list[Expr]:
    """Factors, other than numbers, that every addend has: ``a*x**2 - b*x`` has x.

    Where a condition protects the rest of some addend alone, only reads and their sums: it would no longer
    protect the factor.
    """
    if len(operands) < 2 or any(a.op == "const" for a in operands):
        return []
    first, *others = (_powers(a) for a in operands)
    shared = {b: n for b, n in first.items() if all(b in o and (o[b] > 0) == (n > 0) for o in others)}
    if not shared or any(_is_wildcard(b) for b in shared):  # patterns stay as they match a part of a sum
        return []
    for powers in (first, *others):
        if any((is_guard(b) or ex.is_call(b, "where")) and b not in shared for b in powers):
            shared = {b: n for b, n in shared.items() if n > 0 and _reads_only(b)}
    lowest = {b: min((n, *(o[b] for o in others)), key=abs) for b, n in shared.items()}
    return [b if n == 1 else ex.call("pow", b, ex.const(n)) for b, n in lowest.items()]


def _without(e: Expr, common: Sequence[Expr]) -> Expr:
    """An addend divided by the factors that it shares with the others."""
    taken = _powers(ex.call("mul", *common) if len(common) > 1 else common[0])
    rest: list[Expr] = []
    for f in e.args if ex.is_call(e, "mul") else (e,):
        base, exponent = (f.args[0], f.args[1].data) if _is_exact_power(f) else (f, 1)
        left = exponent - taken.get(base, 0) if f.op != "const" else 1
        if left:
            whole = base not in taken or f.op == "const"
            rest.append(f if whole else base if left == 1 else ex.call("pow", base, ex.const(left)))
    return product(rest)


def _negative(value: Any) -> bool:
    return not isinstance(value, complex) and value < 0


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
            guards[a] = None
        elif is_masked(a) or (ex.is_call(a, "where") and is_zero(a.args[1])):
            masks.append(a)
        else:
            base, exponent = a.args if ex.is_call(a, "pow") else (a, ONE)
            powers.setdefault(base, []).append(exponent)
            single[base] = a
    if value == 0:
        return number(value)
    factors = []
    for base, exponents in powers.items():
        power = single[base] if len(exponents) == 1 else _collected(base, exponents)
        if power.op == "const":
            value = fold(value, power.data, True)
        else:
            factors.append(power)
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
    droppable = value == 1 and (type(value) is int or any(scope.surely_float(f) for f in factors))
    if droppable:
        return _same(e, "mul", factors) if len(factors) > 1 else factors[0]
    if value == -1 and type(value) is float and any(scope.surely_float(f) for f in factors):
        value = -1
    if len(factors) == 1 and type(value) is int and value == -1 and _has_negative_term(factors[0]):
        return ex.call("add", *(times(-1, a) for a in factors[0].args))
    return _same(e, "mul", [number(value), *factors])


def _masked_product(value: Any, factors: list[Expr], guards: list[Expr], masks: list[Expr], scope: Scope) -> Expr:
    """``f*where(c, a, 0)`` as ``where(c, f*a, 0)``; literals and guards stay outside."""
    if len(masks) == 1 and not factors:
        operands = sorted([*guards, masks[0]], key=scope.key)
        return times(value, product(operands))
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
    if type(value) is float and value.is_integer() and abs(value) < 64 and scope.surely_float(base):
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
    if base.data == "mul" and (n > 0 or not guarded):
        return ex.call("mul", *(ex.call("pow", a, e.args[1]) for a in base.args))
    if n > 0 and is_guard(base):
        return base
    if n > 0 and is_masked(base):
        return ex.call("where", base.args[0], ex.call("pow", base.args[1], e.args[1]), ZERO)
    return e


def _literal_power(base: Any, n: Any) -> Any:
    """``base**n`` where that is exact (or a finite float), else None."""
    if type(n) is int and type(base) in EXACT:
        if (base == 0 and n < 0) or abs(n) > 256:
            return None
        result = Fraction(base) ** n
        large = max(abs(result.numerator), result.denominator) > _LIMIT
        return None if large else (result.numerator if result.denominator == 1 else result)
    if type(n) is Fraction and type(base) in EXACT and base >= 0 and n.denominator == 2:
        root = Fraction(_root(Fraction(base).numerator), _root(Fraction(base).denominator))
        return _literal_power(root, n.numerator) if root * root == base else None
    if type(base) is float or (type(n) is float and base != 0):
        try:
            result = float(base) ** float(n)
        except (OverflowError, ZeroDivisionError, TypeError):
            return None
        return result if type(result) is float else None
    return None


def _root(n: int) -> int:
    from math import isqrt

    return isqrt(n)


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
    if divisor == 1 and scope.surely_integer(a):
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
            return a if first else b
    if b.op != "const" and (a.op == "const" or scope.key(b) < scope.key(a)):
        return ex.call(e.data, b, a)
    return e


_BY_CALL = {
    "add": normalize_add,
    "mul": normalize_mul,
    "pow": normalize_pow,
    "where": normalize_where,
    "floordiv": normalize_integer,
    "mod": normalize_integer,
    "maximum": normalize_choice,
    "minimum": normalize_choice,
}
