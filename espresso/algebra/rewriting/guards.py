"""The predicates that a rule may state under ``when``.

A guard is text such as ``"free_of(_a, _k) and is_positive(_x)"``: named predicates of
wildcards joined by ``and``, ``or`` and ``not``.  It is parsed, never evaluated as Python.
Every predicate answers True only when it is sure; inputs without a dtype count as real.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from espresso.algebra.normal_form.scope import Scope, surely_float, surely_integer
from espresso.algebra.normal_form.signs import has_sign
from espresso.errors import RuleError, suggestion
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr

Bindings = Mapping[str, Any]
Guard = Callable[[Bindings, Scope], bool]
_DEPTH = 24


def free_of(scope: Scope, e: Any, names: Any) -> bool:
    """No index of ``names`` is free in ``e``."""
    return not _free(e).intersection(names if isinstance(names, tuple) else names.free)


def same_free(scope: Scope, a: Any, b: Any) -> bool:
    """The free indices of one side are among those of the other."""
    return _free(a) <= _free(b) or _free(b) <= _free(a)


def is_number(scope: Scope, e: Any) -> bool:
    """``e`` is a real literal."""
    return isinstance(e, Expr) and e.op == "const" and isinstance(e.data, (int, float, Fraction))


def is_integer(scope: Scope, e: Any) -> bool:
    """Every value of ``e`` is an integer."""
    return isinstance(e, Expr) and surely_integer(e)


def is_even(scope: Scope, e: Any) -> bool:
    """``e`` is an even integer literal."""
    return is_number(scope, e) and type(e.data) is int and e.data % 2 == 0


def is_odd(scope: Scope, e: Any) -> bool:
    """``e`` is an odd integer literal."""
    return is_number(scope, e) and type(e.data) is int and e.data % 2 == 1


def is_nonpositive_number(scope: Scope, e: Any) -> bool:
    """``e`` is a literal that is not above 0."""
    return is_number(scope, e) and e.data <= 0


def is_positive_number(scope: Scope, e: Any) -> bool:
    """``e`` is a literal above 0."""
    return is_number(scope, e) and e.data > 0


def is_float(scope: Scope, e: Any) -> bool:
    """``e`` is a floating value whatever the undeclared inputs are."""
    return isinstance(e, Expr) and surely_float(e)


def is_negative_form(scope: Scope, e: Any) -> bool:
    """``e`` is written with a leading minus sign."""
    if not isinstance(e, Expr):
        return False
    if ex.is_call(e, "add"):
        return all(is_negative_form(scope, a) for a in e.args)
    first = e.args[0] if ex.is_call(e, "mul") else e
    return is_number(scope, first) and first.data < 0


def is_positive(scope: Scope, e: Any) -> bool:
    """Every value of ``e`` is above 0 (or NaN)."""
    return isinstance(e, Expr) and has_sign(e, True, _DEPTH)


def is_nonnegative(scope: Scope, e: Any) -> bool:
    """No value of ``e`` is below 0."""
    return isinstance(e, Expr) and has_sign(e, False, _DEPTH)


def is_real(scope: Scope, e: Any) -> bool:
    """``e`` is not complex, as far as declared; undeclared inputs count as real."""
    return isinstance(e, Expr) and not ex.has(e, "complex")


def without_exp(scope: Scope, e: Any) -> bool:
    """``e`` is no exponential and no sum or product with one as an operand."""
    if not isinstance(e, Expr):
        return False
    operands = ex.ordered([e], lambda n: n.args if ex.is_call(n, "add") or ex.is_call(n, "mul") else ())
    return not any(ex.is_call(n, "exp") for n in operands)


PREDICATES: dict[str, Callable[..., bool]] = {
    f.__name__: f
    for f in (
        free_of, same_free, is_number, is_integer, is_even, is_odd, is_nonpositive_number, is_positive_number,
        is_float, is_negative_form, is_positive, is_nonnegative, is_real, without_exp,
    )
}  # fmt: skip
"""Every predicate that a guard can name."""


def _free(e: Any) -> frozenset[str]:
    if isinstance(e, Expr):
        return e.free
    return frozenset().union(*(_free(x) if isinstance(x, Expr) else {x} for x in e))


# --- the text of a guard ------------------------------------------------------------------


def wildcards_in(text: str, where: str) -> set[str]:
    """Wildcards that the guard ``text`` names."""
    return {n.id for n in ast.walk(_parsed(text, where)) if isinstance(n, ast.Name) and n.id.startswith("_")}


def compile_guard(text: str | None, where: str = "<rule>") -> Guard | None:
    """The guard as a function of the bindings; None for no guard."""
    if text is None:
        return None
    try:
        return _compiled(_parsed(text, where), where)
    except RecursionError:
        raise _unreadable(text, where) from None


def _parsed(text: str, where: str) -> ast.expr:
    try:
        return ast.parse(text, mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):  # the last two where it is too deep
        raise _unreadable(text, where) from None


def _unreadable(text: str, where: str) -> RuleError:
    return RuleError(f"{where}: the guard {text!r} is not a condition.\nWrite predicates joined by and, or, not.")


def _compiled(node: ast.expr, where: str) -> Guard:
    if isinstance(node, ast.BoolOp):
        parts = [_compiled(v, where) for v in node.values]
        if isinstance(node.op, ast.And):
            return lambda b, s: all(p(b, s) for p in parts)
        return lambda b, s: any(p(b, s) for p in parts)
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        inner = _compiled(node.operand, where)
        return lambda b, s: not inner(b, s)
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and not node.keywords:
        return _predicate(node, where)
    raise RuleError(
        f"{where}: a guard holds only predicates of wildcards joined by and, or, not; found {ast.unparse(node)!r}.\n"
        f"Predicates: {', '.join(sorted(PREDICATES))}."
    )


def _predicate(node: ast.Call, where: str) -> Guard:
    name = node.func.id  # type: ignore[attr-defined]
    if name not in PREDICATES:
        raise RuleError(
            f"{where}: there is no predicate {name!r}.{suggestion(name, sorted(PREDICATES))}\n"
            f"Predicates: {', '.join(sorted(PREDICATES))}."
        )
    function = PREDICATES[name]
    wildcards = []
    for a in node.args:
        if not isinstance(a, ast.Name) or not a.id.startswith("_"):
            raise RuleError(f"{where}: {name} takes wildcards; found {ast.unparse(a)!r}.")
        wildcards.append(a.id)
    expected = function.__code__.co_argcount - 1
    if len(wildcards) != expected:
        raise RuleError(f"{where}: {name} takes {expected} wildcard{'s' * (expected != 1)}, {len(wildcards)} given.")
    return lambda b, s: function(s, *(b[w] for w in wildcards))
