"""Comparisons that always hold, by the ranges of the indices in them.

An index runs from 0 to its extent less 1, a remainder ``i % 2`` from 0 to 1.  ``(i + 1 < n + 2)`` holds for
every i below n.  A factor ``(i < length)`` is not judged here: it may be what says how long i is.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from espresso.algebra.normal_form.conditions import conjunction
from espresso.algebra.normal_form.literals import product
from espresso.algebra.normal_form.scope import Scope, surely_integer
from espresso.formulas.extents.affine import Formula
from espresso.formulas.extents.implied import surely
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.formulas.graph.predicates import conjuncts, is_guard


def is_implied(condition: Expr, scope: Scope, beside: Collection[str] = ()) -> bool:
    """Whether a comparison of integer formulas in indices and lengths holds over their ranges.

    The indices ``beside`` it have a value: none of their lengths is 0.
    """
    if condition.op != "call" or condition.data not in ("lt", "le", "gt", "ge"):
        return False
    low, high = condition.args if condition.data in ("lt", "le") else condition.args[::-1]
    if condition.data in ("lt", "gt") and low.op == "index" and not high.free:
        return False
    inside = ((n, scope.fixed_extent(n)) for n in (() if condition.free else beside))
    known = [(ex.call("lt", ex.const(0), length), True) for _, length in inside if length is not None]
    return surely(condition, scope.fixed_extent, _whole, known)


def _whole(node: Expr) -> Formula | None:
    """Other whole numbers, of which only what they are made of is known."""
    return Formula(0, {node: 1}) if node.op not in ex.ARRAY_OPS and surely_integer(node) else None


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
    whole = all(scope.extent(s.data[0]) is ex.size(n.args[0], axis) for n in reads for axis, s in enumerate(n.args[1:]))
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
