"""The normal form of comparisons and selections.

Comparisons of integer expressions in indices are solved into one form: ``(m == i)`` and
``(i == m)``, ``(p - m == i)`` and ``(p == i + m)`` are the same node afterwards.
"""

from __future__ import annotations

import operator
from collections.abc import Mapping
from fractions import Fraction
from math import gcd
from typing import Any

from espresso.algebra.normal_form.scope import Scope, surely_integer
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.formulas.graph.predicates import EXACT, conjuncts, is_guard, is_zero

_COMPARE: Mapping[str, Any] = {
    "eq": operator.eq, "ne": operator.ne, "lt": operator.lt,
    "le": operator.le, "gt": operator.gt, "ge": operator.ge,
}  # fmt: skip

TRUE, FALSE = ex.const(1), ex.const(0)


def linear(e: Expr) -> tuple[dict[Expr, int], int] | None:
    """``e`` as integer multiples of atoms plus a constant, or None if it is no such sum.

    Atoms are whatever is not a sum or an integer multiple.  They keep their order: where two of them have one key in
    the order of operands, the normal form leaves them as they stand, and each of its steps has to.
    """
    atoms: dict[Expr, int] = {}
    constant = 0
    work: list[tuple[Expr, int]] = [(e, 1)]
    while work:
        node, scale = work.pop()
        if node.op == "const":
            if type(node.data) is not int:
                return None
            constant += scale * node.data
        elif ex.is_call(node, "add"):
            work.extend((a, scale) for a in reversed(node.args))
        elif ex.is_call(node, "mul") and node.args[0].op == "const" and type(node.args[0].data) is int:
            rest = node.args[1:]
            work.append((ex.call("mul", *rest), scale * node.args[0].data))
        else:
            atoms[node] = atoms.get(node, 0) + scale
    return {a: c for a, c in atoms.items() if c}, constant


def difference(comparison: Expr) -> tuple[dict[Expr, int], int] | None:
    """The left side of a comparison less the right one, as `linear` has it."""
    left, right = linear(comparison.args[0]), linear(comparison.args[1])
    if left is None or right is None:
        return None
    atoms = left[0]
    for atom, c in right[0].items():
        atoms[atom] = atoms.get(atom, 0) - c
    return {a: c for a, c in atoms.items() if c}, left[1] - right[1]


def combination(atoms: Mapping[Expr, int], constant: int, scope: Scope) -> Expr:
    """The sum that ``linear`` takes apart, in normal order."""
    ordered = sorted(atoms.items(), key=lambda p: (p[1] < 0, scope.key(p[0])))
    terms = [a if c == 1 else ex.call("mul", ex.const(c), a) for a, c in ordered]
    if constant or not terms:
        first = bool(terms) and ordered[0][1] < 0 and constant > 0
        terms.insert(0 if first else len(terms), ex.const(constant))
    return ex.call("add", *terms)


def normalize_comparison(e: Expr, scope: Scope) -> Expr:
    """Literal comparisons decided, integer equations solved into one form."""
    if e.data == "not":
        return _normalize_not(e)
    if e.data in ("and", "or"):
        return _normalize_and_or(e, scope)
    if e.data not in _COMPARE:
        return e
    a, b = e.args
    if a.op == b.op == "const" and type(a.data) in (*EXACT, float) and type(b.data) in (*EXACT, float):
        return TRUE if _COMPARE[e.data](a.data, b.data) else FALSE
    if a is b and surely_integer(a):
        return TRUE if e.data in ("eq", "le", "ge") else FALSE
    if surely_integer(a) and surely_integer(b):
        return _integer_comparison(e, scope)
    if e.data in ("eq", "ne") and _after(a, b, scope):
        return ex.call(e.data, b, a)
    return e


def _after(a: Expr, b: Expr, scope: Scope) -> bool:
    """Whether ``b`` should stand before ``a`` in an equation of unknown kinds."""
    if b.op == "const" or a.op == "const":
        return a.op == "const" and b.op != "const"
    return (b.op != "index", scope.key(b)) < (a.op != "index", scope.key(a))


def _integer_comparison(e: Expr, scope: Scope) -> Expr:
    sides = difference(e)
    if sides is None:
        return e
    atoms, constant = sides
    if not atoms:
        return TRUE if _COMPARE[e.data](constant, 0) else FALSE
    divisor = gcd(*atoms.values())
    if e.data in ("eq", "ne"):
        if constant % divisor:
            return FALSE if e.data == "eq" else TRUE
        return _equation(e, {a: c // divisor for a, c in atoms.items()}, constant // divisor, scope)
    return e


def _equation(e: Expr, atoms: dict[Expr, int], constant: int, scope: Scope) -> Expr:
    positive = {a: c for a, c in atoms.items() if c > 0}
    negative = {a: -c for a, c in atoms.items() if c < 0}
    sides = [(positive, max(constant, 0)), (negative, max(-constant, 0))]

    def weight(side: tuple[dict[Expr, int], int]) -> tuple[Any, ...]:
        terms, offset = side
        keys = sorted(scope.key(a) for a in terms)
        return (not terms, len(terms) + (offset != 0), sum(terms.values()), any(a.op != "index" for a in terms), keys)

    first, second = sorted(sides, key=weight)
    a, b = combination(*first, scope), combination(*second, scope)
    return e if (a, b) == e.args else ex.call(e.data, a, b)


def _normalize_not(e: Expr) -> Expr:
    a = e.args[0]
    if a.op == "const":
        return FALSE if a.data else TRUE
    if ex.is_call(a, "eq") or ex.is_call(a, "ne"):
        return ex.call("ne" if a.data == "eq" else "eq", *a.args)
    return e


def conjunction(conditions: list[Expr]) -> Expr:
    """``and`` of the conditions as the normal form nests it, the first one outside; 1 for none."""
    result = TRUE
    for c in reversed(conditions):
        result = c if result is TRUE else ex.call("and", c, result)
    return result


def _normalize_and_or(e: Expr, scope: Scope) -> Expr:
    stop = FALSE if e.data == "and" else TRUE
    if e.data == "and":
        parts = sorted(conjuncts(e), key=scope.key)
    else:
        parts = list(e.args) if e.args[0] is not e.args[1] else [e.args[0]]
    literal = [bool(p.data) for p in parts if p.op == "const"]
    if bool(stop.data) in literal:
        return stop
    parts = [p for p in parts if p.op != "const"]
    if not parts:
        return TRUE if e.data == "and" else FALSE
    if e.data == "and":
        result = conjunction(parts)
        return result if parts[0].op == "call" or len(parts) > 1 else ex.call("ne", parts[0], FALSE)
    if len(parts) == 1:
        return parts[0] if parts[0].op == "call" else ex.call("ne", parts[0], FALSE)
    a, b = sorted(parts, key=scope.key)
    return e if (a, b) == e.args else ex.call("or", a, b)


def normalize_where(e: Expr, scope: Scope) -> Expr:
    """Selection by a literal decided; equal branches and nested masks merged."""
    c, a, b = e.args
    if c.op == "const" and isinstance(c.data, (int, float, Fraction)):
        return a if c.data else b
    if a is b:
        return a
    if ex.is_call(c, "not"):
        return ex.call("where", c.args[0], b, a)
    if ex.is_call(a, "where") and a.args[2] is b and not _may_leave(a.args[0], c):
        return ex.call("where", ex.call("and", c, a.args[0]), a.args[1], b)
    if ex.is_call(a, "where") and a.args[0] is c:
        return ex.call("where", c, a.args[1], b)
    if ex.is_call(b, "where") and b.args[0] is c:
        return ex.call("where", c, a, b.args[2])
    if is_zero(b) and is_guard(a) and is_guard(c):
        return ex.call("mul", c, a)
    if is_zero(b) and not is_zero(a):
        outside, rest = _unmasked(a, c)
        if outside:
            return ex.call("mul", *outside, ex.call("where", c, rest, b))
    return e


def _may_leave(condition: Expr, outer: Expr) -> bool:
    """Whether a condition reads at places that may lie outside, which an outer one hides, but not beside it in ``and``.

    These are places computed of indices or gathered, and in steps of a recurrence also an index that a limit is about.
    """
    reads = [n for n in ex.postorder(condition, into_arrays=False) if n.op == "access" and n.data is None]
    slots = {s for read in reads for s in read.args[1:]}
    limits = [c for c in conjuncts(outer) if c.op == "call" and c.data in ("lt", "le") and len(c.free) == 1]
    limited = frozenset().union(*(c.free for c in limits))
    return any(s.data[0] in limited if s.op == "index" else s.op != "const" for s in slots)


def _unmasked(e: Expr, mask: Expr) -> tuple[list[Expr], Expr]:
    """The literal coefficient and guards of a product, which can stand outside a mask that hides no read of theirs."""
    factors = list(e.args) if ex.is_call(e, "mul") else []
    outside = [f for f in factors if f.op == "const" or is_guard(f) and not _may_leave(f, mask)]
    rest = [f for f in factors if f not in outside]
    if not rest:
        outside = [f for f in outside if f.op == "const"] if len(outside) > 1 else []
        rest = [f for f in factors if f not in outside] or [e]
    return outside, ex.call("mul", *rest)
