"""Predicates on nodes and bodies: literals, factors, masks, comparisons."""

from __future__ import annotations

from collections.abc import Callable
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


def is_guard(e: Expr) -> bool:
    """Whether ``e`` is a comparison, 1 or 0."""
    return e.op == "call" and e.data in COMPARISONS


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
    body, axes = array.args[0] if array.op == "let" else array, array.axes
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
    return e.op == "call" and e.data == "where" and is_zero(e.args[2])


def all_masked(e: Expr, memo: dict[Expr, bool]) -> bool:
    """Whether a mask or guard stands around all of ``e``, perhaps under sums; ``memo`` keeps the answers for parts."""
    return _asked(e, memo, _masked_by)


def always_finite(e: Expr, memo: dict[Expr, bool]) -> bool:
    """Whether ``e`` is finite for all finite inputs, as far as its form shows; ``memo`` keeps the answers for parts."""
    return _asked(e, memo, _finite_by)


def _asked(e: Expr, memo: dict[Expr, bool], rule: Callable[[Expr, dict[Expr, bool]], bool]) -> bool:
    for node in ex.ordered([e], lambda n: n.args if n.op in ("call", "reduce", "scan") else (), memo):
        memo[node] = rule(node, memo)
    return memo[e]


def _masked_by(node: Expr, memo: dict[Expr, bool]) -> bool:
    if node.op == "reduce":
        return node.data[0] == "sum" and memo[node.args[0]]
    if node.op != "call":
        return False
    if node.data == "where":
        return any(ex.is_const(a, 0) for a in node.args[1:])
    if node.data == "mul":
        return any(is_guard(f) for f in node.args)
    return is_guard(node) or node.data == "add" and all(memo[a] for a in node.args)


def _finite_by(node: Expr, memo: dict[Expr, bool]) -> bool:
    if node.op in ("reduce", "scan"):
        return OVER_INDICES[node.data[0]].finite == "always" and memo[node.args[0]]
    if node.op != "call":
        return True
    if node.data == "pow":
        exponent = node.args[1]
        whole = exponent.op == "const" and isinstance(exponent.data, int) and exponent.data >= 0
        return whole and memo[node.args[0]]
    return facts(node.data).finite == "always" and all(memo[a] for a in node.args)


def exact_int(e: Expr) -> int | None:
    """The value of an integer literal, else None."""
    return e.data if e.op == "const" and type(e.data) is int else None
