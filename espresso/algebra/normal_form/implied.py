"""Comparisons that always hold, by the ranges of the indices in them.

An index runs from 0 to its extent less 1, a remainder ``i % 2`` from 0 to 1.  ``(i + 1 < n + 2)`` holds for
every i below n.  A factor ``(i < length)`` is not judged here: it may be what says how long i is.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from espresso.algebra.normal_form.conditions import conjunction, linear
from espresso.algebra.normal_form.literals import product
from espresso.algebra.normal_form.scope import Scope
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.formulas.graph.predicates import conjuncts, exact_int, is_guard

_DEPTH = 3


def is_implied(condition: Expr, scope: Scope, beside: Collection[str] = ()) -> bool:
    """Whether a comparison of integer formulas in indices and lengths holds over their ranges.

    The indices ``beside`` it have a value: none of their lengths is 0.
    """
    if condition.op != "call" or condition.data not in ("lt", "le", "gt", "ge"):
        return False
    low, high = condition.args if condition.data in ("lt", "le") else condition.args[::-1]
    if condition.data in ("lt", "gt") and exact_int(low) == 0 and any(scope.fixed_extent(n) is high for n in beside):
        return True
    if condition.data in ("lt", "gt") and low.op == "index" and not high.free:
        return False
    slack = ex.call("add", high, ex.call("mul", ex.const(-1), low))
    return _at_least(slack, 1 if condition.data in ("lt", "gt") else 0, scope, _DEPTH)


def without(conditions: Sequence[Expr], dropped: Collection[Expr], value: Expr, scope: Scope) -> Expr | None:
    """``where(conditions, value, 0)`` without the conditions ``dropped``, which need not be asked; None if unsafe.

    Conditions that keep a read of ``value`` inside an array stay; and where none is left, the reads must not say
    anything about lengths that they did not say under the selection.
    """
    kept = [c for c in conditions if c not in dropped]
    reads = [n for n in ex.postorder(value, into_arrays=False) if n.op == "access" and n.data is None]
    if len(kept) == len(conditions) or any(s.op != "index" for n in reads for s in n.args[1:]):
        return None
    if kept:
        return ex.call("where", conjunction(kept), value, ex.const(0))
    whole = all(
        scope.extent(s.data[0]) is ex.size(n.args[0], axis) for n in reads for axis, s in enumerate(n.args[1:])
    )
    return value if whole else None


def term_without_implied(term: Expr, scope: Scope, beside: Collection[str]) -> Expr:
    """A term of a sum without factors that hold because the indices of the sum have values."""
    if not beside or not (is_guard(term) or (ex.is_call(term, "mul") and any(map(is_guard, term.args)))):
        return term
    factors = term.args if ex.is_call(term, "mul") else (term,)
    left = [f for f in factors if not is_guard(f) or f.free or not is_implied(f, scope, beside)]
    return term if len(left) == len(factors) else product(left)


def without_implied(e: Expr, scope: Scope) -> Expr:
    """``where(c, a, 0)`` without conditions that always hold."""
    parts = conjuncts(e.args[0])
    shorter = without(parts, [c for c in parts if is_implied(c, scope)], e.args[1], scope)
    return e if shorter is None else shorter


def _at_least(e: Expr, bound: int, scope: Scope, depth: int) -> bool:
    """Whether ``e >= bound`` over the ranges of its indices, as far as that is easy to see."""
    if depth == 0:
        return False
    parts = linear(e)
    if parts is None:
        return False
    atoms, constant = dict(parts[0]), parts[1] - bound
    for atom, c in list(atoms.items()):
        if c < 0 and ex.is_call(atom, "floordiv") and _cancelled(atom, c, atoms, scope, depth):
            continue
        if atom.op == "size":
            continue
        del atoms[atom]
        least = _least(atom, scope, depth) if c > 0 else _greatest(atom, scope)
        shift = None if least is None else linear(least)
        if shift is None:
            return False
        constant += c * shift[1]
        for a, k in shift[0].items():
            atoms[a] = atoms.get(a, 0) + c * k
    return constant >= 0 and all(c >= 0 and a.op in ("size", "call") for a, c in atoms.items() if c)


def _cancelled(atom: Expr, c: int, atoms: dict[Expr, int], scope: Scope, depth: int) -> bool:
    """Whether ``-(a//k)`` is outweighed by a term ``b//k`` with ``b >= a``; both are taken out."""
    for other, k in atoms.items():
        if k >= -c and ex.is_call(other, "floordiv") and other.args[1] is atom.args[1]:
            slack = ex.call("add", other.args[0], ex.call("mul", ex.const(-1), atom.args[0]))
            if _at_least(slack, 0, scope, depth - 1):
                atoms[other] = k + c
                atoms[atom] = 0
                return True
    return False


def _least(atom: Expr, scope: Scope, depth: int) -> Expr | None:
    """A lower bound of an integer formula."""
    if atom.op == "index" or ex.is_call(atom, "mod"):
        return ex.const(0)
    if ex.is_call(atom, "floordiv"):
        divisor = exact_int(atom.args[1])
        known = divisor is not None and divisor > 0 and _at_least(atom.args[0], 0, scope, depth - 1)
        return ex.const(0) if known else None
    return ex.const(0) if is_guard(atom) else None


def _greatest(atom: Expr, scope: Scope) -> Expr | None:
    """An upper bound of an integer formula."""
    if atom.op == "index":
        extent = scope.fixed_extent(atom.data[0])
        return None if extent is None else ex.call("add", extent, ex.const(-1))
    if ex.is_call(atom, "mod"):
        divisor = exact_int(atom.args[1])
        return ex.const(divisor - 1) if divisor is not None and divisor > 0 else None
    return None
