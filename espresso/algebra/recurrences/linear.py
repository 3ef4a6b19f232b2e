"""Recurrences that are linear in their state: ``h[t,i] = a[t,i]*h[t-1,i] + b[t,i]``, however that is written.

`affine_in` takes the row of a step apart: into what its own row one step before is multiplied by, and what is added.
Both are formulas that read no state, so that they are known for all steps at once, and the steps can be computed as a
scan: parts of the time axis beside each other (Blelloch, Prefix sums and their applications, 1990).
"""

from __future__ import annotations

from collections.abc import Sequence

from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.formulas.graph.predicates import is_guard
from espresso.formulas.graph.recurrences import Recurrence

Pair = tuple[Expr, Expr]
"""A coefficient of the row before, and what is added."""


def affine_in(body: Expr, axes: Sequence[str], before: str) -> Pair | None:
    """Coefficient and rest of the row of a step over these axes, which reads the row ``before``; None if it has no
    such form.

    A comparison that multiplies the state, and a ``where`` around it, have none: where they leave the state out they do
    so although it is infinite or NaN, which a coefficient of 0 would not.  Neither has an array in front of a bracket,
    as in ``c[t]*(h[t-1] + x[t])``: where ``c[t]`` is infinite, the sum of the products may be NaN and that is not.

    >>> h, x = ex.access(ex.tensor("h", 0), []), ex.access(ex.tensor("x", 0), [])
    >>> [str(e) for e in affine_in(ex.call("add", ex.call("mul", ex.const(2), h), x, h), [], "h")]
    ['2 + 1', 'x']
    """
    found = dict[Expr, Pair]()
    inside: set[Expr] = set()
    for node in ex.postorder(body):
        own = node.op == "tensor" and node.data.name == before
        if not own and inside.isdisjoint(node.args):
            continue
        inside.add(node)
        if own:
            continue
        pair = _pair(node, before, axes, found, inside)
        if pair is None:
            return None
        found[node] = pair
    return found.get(body)


def scalar(recurrence: Recurrence) -> bool:
    """Whether a recurrence is that of one number, linear in the one before."""
    s, before = recurrence.states[0], "~before"
    if len(recurrence.states) > 1 or len(s.axes) > 1:
        return False
    at = ex.call("add", ex.index(s.step), ex.const(1 if recurrence.backward else -1))
    reads = {ex.access(recurrence.formal[0], [at]): ex.access(ex.tensor(before, 0), [])}
    pair = affine_in(ex.replace(s.body.args[0], reads), [], before)
    return pair is not None and recurrence.formal[0] not in ex.tensors(*pair)


def _pair(node: Expr, before: str, axes: Sequence[str], found: dict[Expr, Pair], inside: set[Expr]) -> Pair | None:
    """The pair of a node that has the state in it."""
    if node.op == "access" and node.args[0].op == "tensor" and node.args[0].data.name == before:
        own = list(node.args[1:]) == list(map(ex.index, axes))  # which is inside, padded or not
        return (ex.const(1), ex.const(0)) if own else None
    if node.op != "call" or any(a in inside and a not in found for a in node.args):
        return None
    pairs = [found.get(a, (ex.const(0), a)) for a in node.args]
    if node.data == "add":
        return _sum([a for a, _ in pairs]), _sum([b for _, b in pairs])
    if node.data == "where" and (holds := _holds(node.args[0])) is not None:
        return pairs[1 if holds else 2]
    others = [a for a in node.args if a not in inside and not _holds(a)]
    alone = [pair for a, pair in zip(node.args, pairs, strict=True) if a in inside]
    if len(alone) != 1 or any(is_guard(a) for a in others):
        return None
    (a, b), = alone
    if not ex.is_const(b, 0) and any(map(ex.tensors, others)):
        return None
    if node.data == "mul":
        return _product([*others, a]), ex.const(0) if ex.is_const(b, 0) else _product([*others, b])
    return None


def _holds(e: Expr) -> bool | None:
    """Whether a comparison of two numbers holds; None for anything else."""
    told = ex.is_call(e, "lt") and all(map(ex.is_const, e.args))
    return bool(e.args[0].data < e.args[1].data) if told else None


def _sum(terms: Sequence[Expr]) -> Expr:
    rest = [e for e in terms if not ex.is_const(e, 0)]
    return ex.call("add", *rest) if rest else ex.const(0)


def _product(factors: Sequence[Expr]) -> Expr:
    rest = [e for e in factors if not ex.is_const(e, 1)]
    return ex.call("mul", *rest) if rest else ex.const(1)
