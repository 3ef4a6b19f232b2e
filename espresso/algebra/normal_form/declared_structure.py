"""Sums decided by the declared structure of an array: stochastic rows, orthogonal matrices.

``y : sums_to_one`` says that the sum of ``y`` over its last axis is 1, ``Q : orthogonal`` that
``sum[i](Q[i,j]*Q[i,k])`` is ``(j == k)``, and that the rows are orthogonal likewise.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from espresso.algebra.normal_form.scope import Scope
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.formulas.graph.predicates import declared, promise_of

Whole = Callable[[Expr, int, str, Scope], bool]
"""Whether an index runs over exactly the axis that a read has at it."""


def decided(names: Sequence[str], factors: Sequence[Expr], scope: Scope, whole: Whole) -> Expr | None:
    """``sum[names](product of factors)`` without factors that a promise decides, or None."""
    for name in names:
        own = [f for f in factors if name in f.free]
        value = _value(name, own, scope, whole)
        if value is not None:
            rest = [f for f in factors if f not in own]
            return ex.reduce("sum", [n for n in names if n != name], ex.call("mul", value, *rest))
    return None


def _value(name: str, own: Sequence[Expr], scope: Scope, whole: Whole) -> Expr | None:
    """The sum over ``name`` of the factors that hold it."""
    if len(own) == 1 and ex.is_call(own[0], "pow") and ex.is_const(own[0].args[1], 2):
        own = [own[0].args[0]] * 2
    if len(own) == 1 and promise_of(own[0]) == "sums_to_one":
        return ex.const(1) if own[0].data[1] == (name,) else None
    if len(own) == 1 and _is_promised(own[0], "sums_to_one", 1):
        last = own[0].args[-1]
        at_the_end = ex.is_index(last, name) and not any(name in s.free for s in own[0].args[1:-1])
        return ex.const(1) if at_the_end and whole(own[0], len(own[0].args) - 2, name, scope) else None
    if len(own) != 2:
        return None
    if all(promise_of(f) == "orthogonal" for f in own):
        return _of_formulas(name, *own)
    if own[0].args[:-2] != own[1].args[:-2] or not all(_is_promised(f, "orthogonal", 2) for f in own):
        return None
    first = len(own[0].args) - 3
    for axis in range(2):
        if all(ex.is_index(f.args[axis - 2], name) and whole(f, first + axis, name, scope) for f in own):
            left, right = (f.args[-1 - axis] for f in own)
            if not any(name in s.free for s in (left, right, *own[0].args[1:-2])):
                return ex.const(1) if left is right else ex.call("eq", left, right)
    return None


def _of_formulas(name: str, one: Expr, two: Expr) -> Expr | None:
    """The sum over ``name`` of two formulas that are declared to be one orthogonal matrix."""
    for axis in range(2):
        left, right = one.data[1][1 - axis], two.data[1][1 - axis]
        if one.data[1][axis] == two.data[1][axis] == name and (left == right or left not in two.free):
            if ex.rename(two, {right: left}) is one:
                return ex.const(1) if left == right else ex.call("eq", ex.index(left), ex.index(right))
    return None


def _is_promised(e: Expr, word: str, axes: int) -> bool:
    if e.op != "access" or e.data is not None or len(e.args) - 1 < axes:
        return False
    return word in declared(e.args[0])
