"""NumPy text of scalar functions on whole arrays: arithmetic, guarded products, comparisons, ``np.where``."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np

from espresso.codegen.common.templates import filled, is_closed, is_product
from espresso.codegen.numpy import lengths
from espresso.codegen.numpy.program import LONGEST, At
from espresso.codegen.numpy.reads import literal
from espresso.codegen.numpy.values import (
    ATOM,
    BITWISE,
    COMPARISON,
    MATMUL,
    POWER,
    PRODUCT,
    QUOTIENT,
    SUM,
    UNARY,
    Value,
    aligned,
    as_float_argument,
    as_number,
    as_numbers,
    bracket,
    combined,
    harmonised,
    is_truth,
    joint_axes,
    widened,
)
from espresso.formulas.graph.expr import Expr, is_const
from espresso.formulas.graph.functions import BY_NAME, CONVERSIONS, SYMBOLS
from espresso.formulas.graph.predicates import exact_int, is_guard, reciprocal
from espresso.formulas.inference.dtypes import literal as weak_dtype
from espresso.mathematics.texts import helpers_in

_BITWISE = {"and": "&", "or": "|"}
_BUILTIN = {
    "maximum": "max({0}, {1})",
    "minimum": "min({0}, {1})",
    "abs": "abs({0})",
    "clip": "min(max({0}, {1}), {2})",
}
"""Functions of Python integers; of floats they would treat NaN and mixed types in another way."""


def constant(value: Any) -> Value:
    """A literal; a whole one beyond 64 bits as a float, which no array of integers holds."""
    if type(value) is int and not -(1 << 63) <= value < 1 << 64:
        weak_dtype(value)  # raises where it is beyond float64, too
        value = float(value)
    level = 2 if isinstance(value, complex) else 0 if isinstance(value, int) else 1
    if isinstance(value, Fraction):
        top = Value(f"{abs(value.numerator)}/{value.denominator}", (), PRODUCT, "weak", True, level=1)
        return top if value > 0 else top.spelled("-" + top.text, PRODUCT, opposite=(top.text, PRODUCT))
    text = literal(value)
    if text.startswith("-"):
        return Value(text, (), UNARY, "weak", True, level=level, opposite=(text[1:], ATOM))
    return Value(text, (), ATOM, "weak", True, level=level)


def operands(at: At, node: Expr) -> list[Expr]:
    """The expressions whose values a call needs."""
    if node.data == "mul":
        return [_split(f)[0] for f in node.args if exact_int(f) != -1 and not is_certain(at, f)]
    if node.data == "pow":
        return [node.args[0]] if reciprocal(node) is not None else list(node.args)
    return list(node.args)


def _split(factor: Expr) -> tuple[Expr, int | None]:
    """A factor as (base, n): n is None for a plain factor, else it divides by base**n."""
    return reciprocal(factor) or (factor, None)


def call(at: At, node: Expr) -> Value:
    """The value of a scalar function of values."""
    name = node.data
    if name == "add":
        return total(at, [at.get(a) for a in node.args])
    if name == "mul":
        return product(at, node.args)
    if name == "pow" and reciprocal(node) is not None:
        return product(at, [node])
    values = [at.get(a) for a in node.args]
    if name == "pow":
        return _power(at, *values)
    if name in SYMBOLS:
        return _compare(at, values, SYMBOLS[name])
    if name in ("and", "or", "not"):
        return _logical(at, name, values)
    if name == "where":
        return _where(at, values)
    return _function(at, name, values)


# --- sums ------------------------------------------------------------------------------------


def total(at: At, values: Sequence[Value]) -> Value:
    """``a + b - c``; long sums are broken into several lines."""
    values = _integers_first(_subtracted(values))
    axes = joint_axes(values, at.scope.order)
    if len(values) > 1 and all(v.kind == "bool" or v.negated or v.dtype == np.dtype(bool) for v in values[:2]):
        values = [as_number(values[0]), *values[1:]]
    values = widened(values, alone=bool(values) and values[0].opposite is not None)
    text, prec, used = "", ATOM, []
    for v in values:
        placed = aligned(v, axes)
        minus = placed.opposite if text else None
        if not text:
            text, prec = bracket(placed.text, placed.prec, SUM), min(placed.prec, SUM)
        elif minus is not None:
            text, prec = f"{text} - {bracket(minus[0], minus[1], MATMUL)}", SUM
        else:
            text, prec = f"{text} + {bracket(placed.text, placed.prec, SUM)}", SUM
        used.append(v)
        if len(text) > LONGEST and len(used) < len(values):
            part = at.program.assign(combined(text, prec, used, axes))
            text, prec = part.text, ATOM
    if len(values) == 1:
        return values[0]
    return combined(text, prec, values, axes)


def _subtracted(values: Sequence[Value]) -> list[Value]:
    """Terms in one dtype; a condition that is subtracted needs no cast, as NumPy takes bools from floats."""
    done = iter(harmonised([v for k, v in enumerate(values) if not (k and v.negated)]))
    return [v if k and v.negated else next(done) for k, v in enumerate(values)]


def _integers_first(values: Sequence[Value]) -> list[Value]:
    """Terms with an integer before truth values, which NumPy then counts in its dtype: 1*true is an int64.

    The order of other terms stays: that of floats decides how they are rounded.
    """
    truth = np.dtype(bool)
    values = [replace(v, dtype=truth, names=()) if k and v.negated and v.kind == "strong" else v
              for k, v in enumerate(values)]  # fmt: skip
    arrays = [v for v in values if v.kind == "strong"]
    whole = [v for v in arrays if not v.negated and v.dtype is not None and v.dtype.kind in "iu"]
    if not whole or len(whole) == len(values) or any(v.dtype is None or v.dtype.kind in "fc" for v in arrays):
        return values
    values = [as_number(v) if v.kind == "strong" and v.number else v for v in values]
    place = next(k for k, v in enumerate(values) if any(v is w for w in whole))
    if any(is_truth(v) or v.negated for v in values) and (place > 1 or values[0].negated):
        first = replace(values[0], dtype=truth, names=()) if values[0].negated else values[0]
        values = [values[place], first, *values[1:place], *values[place + 1 :]]
    return values


# --- products --------------------------------------------------------------------------------


def product(at: At, factors: Sequence[Expr]) -> Value:
    """``a*b/c`` with the sign in front; comparisons among the factors select by ``np.where``."""
    sign, plain, guards = parted(at, [f for f in factors if not is_certain(at, f)])
    number = exact_int(factors[0])
    if number is not None and number < -1 and plain and any(_is_whole(v) for v, _ in plain[1:]):
        plain[0] = constant(-number), None  # what a sum subtracts does not wrap with the sign
        value = signed(guarded(at, guards, plain) if guards else chain(at, plain), sign)
        return value.spelled(f"-({value.text})", UNARY, opposite=(value.text, value.prec))
    if guards:
        return signed(guarded(at, guards, plain), sign)
    if not plain:
        return constant(sign)
    return signed(chain(at, plain, sign < 0), sign)


def parted(at: At, factors: Sequence[Expr]) -> tuple[int, list[tuple[Value, int | None]], list[Expr]]:
    """The sign of a product, its factors with the powers by which they divide, and the comparisons among them."""
    sign = 1
    plain: list[tuple[Value, int | None]] = []
    guards: list[Expr] = []
    for f in factors:
        base, n = _split(f)
        if exact_int(f) == -1:
            sign = -sign
        elif n is None and is_guard(base):
            guards.append(base)
        else:
            plain.append((at.get(base), n))
    return sign, plain, guards


def is_certain(at: At, e: Expr) -> bool:
    """Whether ``e`` is ``(i < n)`` with the length n of i: it says how long i is and always holds."""
    if e.op != "call" or e.data not in ("lt", "gt", "le", "ge") or not e.free:
        return False
    left, right = e.args if e.data in ("lt", "le") else e.args[::-1]
    if e.data in ("le", "ge"):
        return right.op == "index" and is_const(left, 0) and at.scope.extents.get(right.data[0]) is not None
    if left.op != "index" or right.free or at.scope.extents.get(left.data[0]) is None:
        return False
    return lengths.from_expr(right, at.program.size_of) == at.extent(left.data[0])


def signed(value: Value, sign: int) -> Value:
    """The value, negated for a negative sign."""
    if sign > 0:
        return value
    if is_truth(value) or (value.kind == "bool" and not value.native):
        negative = as_number(value)
        text = f"-1*{bracket(value.text, value.prec, UNARY)}"
        return negative.spelled(text, PRODUCT, opposite=(value.text, value.prec), negated=True)
    value = as_number(value)
    if value.opposite is not None:
        names = (*value.names, "np.int64") if value.opposite[0].startswith("-1*") else value.names
        return value.spelled(value.opposite[0], value.opposite[1], opposite=(value.text, value.prec), names=names)
    if value.prec <= PRODUCT:
        return value.spelled("-" + value.text, max(UNARY, value.prec), opposite=(value.text, value.prec))
    return value.spelled(f"-({value.text})", UNARY, opposite=(value.text, value.prec))


def chain(at: At, parts: Sequence[tuple[Value, int | None]], negative: bool = False) -> Value:
    """``a*b/c**2`` from values and the powers by which they divide (None: a factor); ``negative``: under a minus."""
    parts = _numbers_last(parts)
    values = harmonised([v if n is None else as_number(v) for v, n in parts], int(any(n is not None for _, n in parts)))
    if len(values) > 1 or negative:
        values = widened(values, int(any(n is not None for _, n in parts)), negative)
    powers = [n for _, n in parts]
    axes = joint_axes(values, at.scope.order)
    if len(values) == 1 and powers[0] is None:
        return values[0]
    bools = [v.kind == "bool" and not v.native for v in values]
    if (
        all(b or v.native and v.kind == "bool" for b, v in zip(bools, values, strict=True))
        and any(bools)
        and all(n is None for n in powers)
    ):
        return conjunction(at, values)
    first_negative = values[0].opposite is not None and powers[0] is None and values[0].native
    text, prec, inverse = "", PRODUCT, None
    level = int(any(n is not None for n in powers))
    for k, (v, n) in enumerate(zip(values, powers, strict=True)):
        placed = aligned(v, axes)
        if k == 0 and first_negative and placed.opposite is not None:
            placed = replace(placed, text=placed.opposite[0], prec=placed.opposite[1])
        if n is None and text and v.inverse is not None and placed.text == v.text:
            text = f"{text}/{v.inverse[0]}"
        elif n is None:
            inner = bracket(placed.text, placed.prec, PRODUCT if not text else UNARY)
            text = inner if not text else f"{text}*{inner}"
        else:
            inner = (
                bracket(placed.text, placed.prec, UNARY)
                if n == 1
                else f"{bracket(placed.text, placed.prec, ATOM)}**{n}{'.0' * _is_whole(v)}"
            )
            text = f"{text or '1'}/{inner}"
            inverse = (inner, POWER)
        if len(text) > LONGEST and k + 1 < len(values):
            used = values[: k + 1]
            part = at.program.assign(combined(text, prec, used, axes, level))
            text = part.text
    result = combined(text, prec, values, axes, level)
    if result.kind == "strong" and all(v.kind == "bool" or v.dtype == np.dtype(bool) for v in values) and not level:
        # such products are truth values to NumPy, which subtracts none
        result = replace(result, dtype=np.dtype(bool), number=True)
    if result.native and any(
        n is not None and not _is_positive(v, literal_only=True) for v, n in zip(values, powers, strict=True)
    ):
        return _native_quotient(values, powers)
    if len(values) == 1:
        result = replace(result, inverse=inverse)
    truths = values[0].dtype == np.dtype(bool) or (values[0].kind == "bool" and not values[0].native)
    minus = "-1*" if truths else "-"  # NumPy negates no truth values
    if first_negative:
        result = result.spelled(minus + text, result.prec, opposite=(text, PRODUCT))
    elif minus != "-":
        result = replace(result, opposite=(minus + text, PRODUCT))
    return result


def _is_whole(value: Value) -> bool:
    """Whether a value is known as an array of integers, whose powers may wrap."""
    return value.dtype is not None and value.dtype.kind in "iu"


def _numbers_last(parts: Sequence[tuple[Value, int | None]]) -> Sequence[tuple[Value, int | None]]:
    """Divisions by Python numbers moved behind an array factor: Python itself would refuse to divide by 0."""
    late = [p for p in parts if p[1] is not None and p[0].native and not _is_positive(p[0], literal_only=True)]
    if not late or all(v.native or n is not None for v, n in parts):
        return parts
    return [*(p for p in parts if p not in late), *late]


def _native_quotient(values: Sequence[Value], powers: Sequence[int | None]) -> Value:
    """A quotient of Python numbers by NumPy's rules, which allow division by 0."""
    above = "*".join(bracket(v.text, v.prec, UNARY) for v, n in zip(values, powers, strict=True) if n is None) or "1"
    below = "*".join(
        bracket(v.text, v.prec, UNARY) if n == 1 else f"{bracket(v.text, v.prec, ATOM)}**{n}"
        for v, n in zip(values, powers, strict=True)
        if n is not None
    )
    return combined(f"np.divide({above}, {below}).item()", ATOM, values, (), 1)


def conjunction(at: At, values: Sequence[Value]) -> Value:
    """Bools that must all hold."""
    if len(values) == 1:
        return replace(values[0], number=True)
    axes = joint_axes(values, at.scope.order)
    text = " & ".join(bracket(aligned(v, axes).text, v.prec, BITWISE - 1) for v in values)
    return Value(text, axes, BITWISE, "bool", native=all(v.native for v in values), number=True)


def guarded(at: At, guards: Sequence[Expr], plain: Sequence[tuple[Value, int | None]]) -> Value:
    """The product where all guards hold and 0 elsewhere."""
    condition = conjunction(at, [at.get(g) for g in guards])
    if not plain:
        return condition
    value = chain(at, plain)
    if value.native:
        condition = replace(as_number(condition) if value.kind == "bool" else condition, number=True)
        return chain(at, [(value, None), (condition, None)])
    value = as_number(value)
    axes = joint_axes([condition, value], at.scope.order)
    if len(guards) == 1 and _is_diagonal(at, guards[0], value):
        return combined(f"np.diag({value.text})", ATOM, [value], axes)
    text = f"np.where({aligned(condition, axes).text}, {aligned(value, axes).text}, 0)"
    return combined(text, ATOM, [value], axes)


def _is_diagonal(at: At, guard: Expr, value: Value) -> bool:
    """Whether ``np.where(i == j, v[i], 0)`` is a square matrix with v on its diagonal."""
    if guard.data != "eq" or any(a.op != "index" for a in guard.args) or guard.args[0] is guard.args[1]:
        return False
    i, j = (a.data[0] for a in guard.args)
    return i != j and value.axes in ((i,), (j,)) and at.extent(i) == at.extent(j)


def _is_positive(value: Value, literal_only: bool = False) -> bool:
    """Whether a Python number is known to be at least 0, and if ``literal_only`` at least a number that is not 0."""
    if value.text.replace(".", "", 1).isdigit():
        return not literal_only or float(value.text) > 0
    return not literal_only and value.text.endswith("]") and ".shape[" in value.text and value.prec == ATOM


def _power(at: At, base: Value, exponent: Value) -> Value:
    base, exponent = harmonised([as_number(base), as_number(exponent)], 1)  # exponents do not wrap
    plain = exponent.text.isdigit() or _is_positive(base, literal_only=True)
    if base.native and exponent.native and (not plain or _is_large(base, exponent)):
        return combined(
            f"np.power(1.0*{bracket(base.text, base.prec, UNARY)}, {exponent.text}).item()",
            ATOM,
            [base, exponent],
            (),
            1,
        )
    axes = joint_axes([base, exponent], at.scope.order)
    left, right = aligned(base, axes), aligned(exponent, axes)
    if exponent.kind == "strong" and exponent.dtype is not None and exponent.dtype.kind == "i" and not base.level:
        if base.kind == "weak" or _is_whole(base):
            at.program.helpers["_es_whole_power"] = None
            return combined(f"_es_whole_power({left.text}, {right.text})", ATOM, [base, exponent], axes)
    text = f"{bracket(left.text, left.prec, ATOM)}**{bracket(right.text, right.prec, UNARY)}"
    return combined(text, POWER, [base, exponent], axes)


def _is_large(base: Value, exponent: Value) -> bool:
    """Whether Python would compute a power with endless digits, or raise OverflowError for one of floats."""
    try:
        large = float(exponent.text) > 1024 or "**" in base.text
        return large or bool(base.level) and not (float(base.text) ** float(exponent.text))
    except (OverflowError, ValueError):
        return True


# --- truth values ----------------------------------------------------------------------------


def _compare(at: At, values: Sequence[Value], symbol: str) -> Value:
    axes = joint_axes(values, at.scope.order)
    left, right = (bracket(v.text, v.prec, SUM) for v in (aligned(v, axes) for v in values))
    return Value(f"{left} {symbol} {right}", axes, COMPARISON, "bool", native=all(v.native for v in values))


def _logical(at: At, name: str, values: Sequence[Value]) -> Value:
    axes = joint_axes(values, at.scope.order)
    placed = [aligned(v, axes) for v in values]
    native = all(v.native for v in values)
    if all(v.kind == "bool" and not v.native for v in values):
        if name != "not":
            text = f" {_BITWISE[name]} ".join(bracket(v.text, v.prec, BITWISE - 1) for v in placed)
            return Value(text, axes, BITWISE, "bool")
        if axes:  # one number may be Python's own in a loop, whose ~True is -2
            return Value("~" + bracket(placed[0].text, placed[0].prec, ATOM), axes, UNARY, "bool")
    text = filled(BY_NAME[name].numpy, [v.text for v in placed])
    return Value(f"bool({text})" if native else text, axes, ATOM, "bool", native=native)


def _where(at: At, values: Sequence[Value]) -> Value:
    condition, *branches = values
    truth = all(b.kind == "bool" or is_truth(b) for b in branches)
    branches = list(branches) if truth else harmonised(as_numbers(branches))
    axes = joint_axes([condition, *branches], at.scope.order)
    if condition.native and all(b.native for b in branches) and len({b.level for b in branches}) == 1:
        return combined(f"({branches[0].text} if {condition.text} else {branches[1].text})", ATOM, branches, axes)
    texts = [aligned(v, axes).text for v in (condition, *branches)]
    value = combined(f"np.where({', '.join(texts)})", ATOM, branches, axes)
    return replace(value, native=False, kind="bool" if truth else value.kind)


# --- the other functions ---------------------------------------------------------------------


def _function(at: At, name: str, values: Sequence[Value]) -> Value:
    row = BY_NAME[name]
    if row.numpy == "{0}":
        return values[0]
    if row.kind in CONVERSIONS:
        text = filled(row.numpy, [values[0].text])
        found = values[0].spelled(text, kind="strong", native=False, names=(), level=1, number=False)
        return replace(found, dtype=np.dtype(row.kind), view=True)
    truth = row.name in ("minimum", "maximum") and all(v.kind == "bool" or is_truth(v) for v in values)
    values = [
        replace(v, text=f"int({v.text})", prec=ATOM, kind="weak") if v.native and v.kind == "bool" and not truth else v
        for v in values
    ]
    if row.kind != "bool" and not truth:
        values = harmonised([*map(as_float_argument, values)] if row.kind == "float" else as_numbers(values))
    axes = joint_axes(values, at.scope.order)
    native = all(v.native for v in values)
    level = 1 if row.kind == "float" else 0
    if native and row.name in _BUILTIN and (row.name == "abs" or not any(v.level for v in values)):
        return combined(_BUILTIN[row.name].format(*(v.text for v in values)), ATOM, values, axes, level)
    if native and row.name == "sqrt" and _is_positive(values[0]):
        return combined(f"{bracket(values[0].text, values[0].prec, ATOM)}**0.5", POWER, values, axes, level)
    placed = [aligned(v, axes) for v in values]
    if row.name in ("mod", "floordiv") and not (native and not _is_positive(values[1], literal_only=True)):
        left, right = placed
        symbol = "%" if row.name == "mod" else "//"
        text = f"{bracket(left.text, left.prec, PRODUCT)} {symbol} {bracket(right.text, right.prec, UNARY)}"
        return combined(text, QUOTIENT, values, axes)
    template = "np.round({0})" if row.name == "round" else row.numpy  # np.rint makes floats of integers
    text = filled(template, [v.text for v in placed])
    prec = ATOM if is_closed(text) else PRODUCT if is_product(text) else COMPARISON
    at.program.helpers.update(dict.fromkeys(helpers_in(row.numpy)))
    if native:
        text, prec = f"np.asarray({text}).item()" if row.python_numbers else f"{bracket(text, prec, ATOM)}.item()", ATOM
    if row.kind == "bool" or truth:
        return Value(text, axes, prec, "bool", native=native)
    if row.kind == "whole":
        text = f"int({values[0].text})" if native else text
        weak = values[0].kind != "strong"
        return Value(text, axes, ATOM, "weak" if weak else "strong", native, dtype=None if weak else np.dtype(np.int64))
    return combined(text, prec, values, axes, level)
