"""Predicates on nodes and bodies: literals, factors, masks, comparisons."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction

from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.formulas.graph.functions import COMPARISONS, OVER_INDICES, PROMISES, facts

EXACT = (int, Fraction)
"""Types of exact literals."""


def factors_of(e: Expr) -> list[Expr]:
    """The factors of a product; another expression is its only factor."""
    return list(e.args) if ex.is_call(e, "mul") else [e]


def reciprocal(e: Expr) -> tuple[Expr, int] | None:
    """``(b, n)`` where ``e`` is ``b**-n``, for a whole ``n`` above 0."""
    exponent = exact_int(e.args[1]) if ex.is_call(e, "pow") else None
    return None if exponent is None or exponent >= 0 else (e.args[0], -exponent)


def conjuncts(e: Expr) -> list[Expr]:
    """The conditions that ``and`` joins in ``e``, in order, each once."""
    parts = ex.ordered([e], lambda n: n.args if ex.is_call(n, "and") else ())
    return [n for n in parts if not ex.is_call(n, "and")]


def conjunction(conditions: Sequence[Expr]) -> Expr:
    """``and`` of the conditions in their order, as Python reads it; 1 for none."""
    return functools.reduce(lambda a, b: ex.call("and", a, b), conditions or [ex.const(1)])


def inside(slots: Iterable[Expr], lengths: Iterable[Expr]) -> list[Expr]:
    """The tests ``0 <= slot`` and ``slot < length`` of some positions."""
    zero = ex.const(0)
    return [t for s, n in zip(slots, lengths, strict=True) for t in (ex.call("le", zero, s), ex.call("lt", s, n))]


def is_guard(e: Expr) -> bool:
    """Whether ``e`` is a comparison, 1 or 0."""
    return e.op == "call" and e.data in COMPARISONS


def is_negative(e: Expr) -> bool:
    """Whether ``e`` is ``-x``, a product of -1 and one factor."""
    return ex.is_call(e, "mul") and len(e.args) == 2 and ex.is_const(e.args[0], -1)


def is_subtracted(e: Expr) -> bool:
    """Whether a term of a sum is subtracted: a product with a negative number in front, ``-3*x``.

    In a sum of another dtype the product without the sign is converted, and subtracted then: ``x - 3*u`` of a float x
    and unsigned u, where ``-3*u`` alone would wrap around.
    """
    number = e.args[0].data if ex.is_call(e, "mul") and e.args[0].op == "const" else 0
    return isinstance(number, (int, float, Fraction)) and not isinstance(number, bool) and number < 0


def without_sign(e: Expr) -> Expr:
    """A product that `is_subtracted` without its sign."""
    number, *rest = e.args
    return ex.call("mul", *rest) if ex.is_const(number, -1) else ex.call("mul", ex.const(-number.data), *rest)


def reads_array(e: Expr) -> bool:
    """Whether ``e`` is an element of a named array."""
    return e.op == "access" and e.args[0].op == "let"


def equalities(e: Expr) -> list[Expr]:
    """Where ``e``, not the arrays that it reads, asks whether two values are equal: they have to be rounded alike."""
    return [n for n in ex.postorder(e, into_arrays=False) if n.op == "call" and n.data in ("eq", "ne")]


def promise_of(e: Expr) -> str | None:
    """The word of a declaration that stands around an expression."""
    name = e.data if e.op == "call" else e.data[0] if e.op == "scan" else None
    return name if name in PROMISES else None


def declared(array: Expr) -> frozenset[str]:
    """The words for what an array, an input or a named one, is declared to be."""
    if array.op == "tensor":
        return frozenset(array.data.structure)
    words: set[str] = set()
    body, axes = ex.body(array), array.axes
    if body.op == "recur":
        each, rows = statements_of(body), len(axes) - 1 - body.data[0].states[body.data[1]].axis
        found = frozenset.intersection(*map(declared, each)) if each else frozenset()
        return frozenset(w for w in found if PROMISES[w] <= rows)
    while (word := promise_of(body)) is not None:
        if word not in OVER_INDICES or {*body.data[1]} == {*axes[-PROMISES[word] :]}:
            words.add(word)
        body = body.args[0]
    return frozenset(words)


def statements_of(recur: Expr) -> tuple[Expr, ...]:
    """The statements of a state of a recurrence; none where positions beside its starting values are 0."""
    state = recur.data[0].states[recur.data[1]]
    return () if state.inner or len(state.starts) < state.first else state.statements


def is_zero(e: Expr) -> bool:
    """Whether ``e`` is the literal 0 or 0.0."""
    return e.op == "const" and e.data == 0


def is_masked(e: Expr) -> bool:
    """Whether ``e`` is ``where(c, a, 0)``."""
    return ex.is_call(e, "where") and is_zero(e.args[2])


def all_masked(e: Expr, memo: dict[Expr, bool]) -> bool:
    """Whether a mask or guard stands around all of ``e``, perhaps under sums; ``memo`` keeps the answers for parts."""
    for node in ex.ordered([e], _operands, memo):
        memo[node] = _masked_by(node, memo)
    return memo[e]


def is_finite(
    e: Expr, memo: dict[Expr, bool], overflows: bool = False, never_zero: Callable[[Expr], bool] = lambda _: False
) -> bool:  # fmt: skip
    """Whether ``e`` is finite for all finite inputs, as far as its form shows; ``memo`` keeps the answers for parts.

    It may be what ``overflows``, as ``exp`` does; what is ``never_zero`` may be divided by.
    """
    for node in ex.ordered([e], _operands, memo):
        known = all(memo[a] for a in _operands(node))
        if ex.is_call(node, "pow"):
            exponent = exact_int(node.args[1])
            known = known and ((exponent is not None and exponent >= 0) or never_zero(node.args[0]))
        elif node.op in ("call", "reduce", "scan"):
            row = facts(node.data) if node.op == "call" else OVER_INDICES[node.data[0]]
            known = known and (row.finite == "always" or (overflows and row.finite != "not"))
        memo[node] = known
    return memo[e]


def _operands(node: Expr) -> tuple[Expr, ...]:
    return node.args if node.op in ("call", "reduce", "scan") else ()


def _masked_by(node: Expr, memo: dict[Expr, bool]) -> bool:
    if node.op == "reduce":
        return node.data[0] == "sum" and memo[node.args[0]]
    if node.op != "call":
        return False
    if node.data == "where":
        return any(ex.is_const(a, 0) for a in node.args[1:]) or all(memo[a] for a in node.args[1:])
    if node.data == "mul":
        return any(is_guard(f) for f in node.args)
    return is_guard(node) or node.data == "add" and all(memo[a] for a in node.args)


def exact_int(e: Expr) -> int | None:
    """The value of an integer literal, else None."""
    return e.data if e.op == "const" and type(e.data) is int else None
