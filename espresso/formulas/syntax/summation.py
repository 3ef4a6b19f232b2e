"""The summation convention: repeated indices on a right side are summed.

For every index that is neither on the left side nor bound explicitly:

1. in each product in which it is repeated, that product is summed over it (a division
   is part of the product; ``A[i,i]`` alone is a product);
2. with a left side, an index that occurs exactly once in a term at the top level, as an
   index of a factor of that term, is summed over that term;
3. anything else raises ``Ambiguity``.  Without a left side a single index is free.

Operators never sum; this pass is for texts only.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.formulas.graph.predicates import exact_int

Names = frozenset[str]
_NONE: Names = frozenset()


class Ambiguity(Exception):
    """An index has two readings: the bare fact, shown to the user by ``spelling``.

    ``kind`` is "inside" (once, inside a function or a parenthesised sum) or "outside"
    (both inside and outside a summed product); ``term`` is the term of the formula.
    """

    def __init__(self, index: str, kind: str) -> None:
        super().__init__(index, kind)
        self.index, self.kind = index, kind
        self.term: Expr | None = None


@dataclass(slots=True)
class _Part:
    """What is known of a subexpression after the pass.

    ``count`` maps an index to the number of its occurrences if this stands as a factor,
    ``single`` holds those that all are indices of a direct factor, ``summed`` those that
    were summed somewhere inside.
    """

    e: Expr
    count: dict[str, int]
    single: Names
    summed: Names


def apply_convention(body: Expr, left: Sequence[str] | None) -> Expr:
    """``body`` with the implied sums written out; ``left`` are the indices on the left side, or None."""
    names = body.free - frozenset(left or ())
    if not names:
        return body
    if left is None:
        return _sum_product(_visit(body, names, True), names).e
    summed = []
    for term in body.args if ex.is_call(body, "add") else (body,):
        try:
            summed.append(_sum_term(_visit(term, names, False), names))
        except Ambiguity as problem:
            problem.term = term
            raise
    return ex.call("add", *summed)


def is_explicit(body: Expr) -> bool:
    """Whether ``body`` as a text without a left side means itself: no sum would be added."""
    try:
        return apply_convention(body, None) is body
    except Ambiguity:
        return False


def _is_product(e: Expr) -> bool:
    """Whether ``e`` is a product or a division."""
    return ex.is_call(e, "mul") or (ex.is_call(e, "pow") and exact_int(e.args[1]) == -1)


def _sum_term(p: _Part, names: Names) -> Expr:
    """Rules 1 and 2 for a term at the top level."""
    over = []
    for name, count in p.count.items():
        if name not in names:
            continue
        if name in p.summed:
            raise Ambiguity(name, "outside")
        if count == 1 and name not in p.single:
            raise Ambiguity(name, "inside")
        over.append(name)
    return ex.reduce("sum", over, p.e)


def _sum_product(p: _Part, names: Names) -> _Part:
    """Rule 1 for a product that is not a factor itself."""
    over = [n for n, count in p.count.items() if count > 1 and n in names]
    for name in p.count if p.summed else ():
        if name in names and name in p.summed:
            raise Ambiguity(name, "outside")
    if not over:
        return p
    e = ex.reduce("sum", over, p.e)
    return _Part(e, {n: 1 for n in p.count if n not in over}, _NONE, p.summed | frozenset(over))


State = tuple[Expr, Names, bool]  # a node, the names that are summed by the convention here, is it a factor


def _visit(term: Expr, names: Names, bare: bool) -> _Part:
    """The term as a factor, with everything inside it summed."""
    memo: dict[State, _Part] = {}

    def state(e: Expr, active: Names, factor: bool) -> State:
        return e, active & e.free, factor

    def below(key: State) -> list[State]:
        node, active, _ = key
        if not active or node.op in ("access", "index"):
            return []
        inner = active - frozenset(node.data[1]) if node.op in ("reduce", "scan") else active
        return [state(a, inner, _is_product(node)) for a in node.args]

    root = state(term, names, True)
    for key in ex.ordered([root], below):
        node, active, factor = key
        parts = [memo[b] for b in below(key)]
        part = _combine(node, parts, _is_product(node), active, bare) if parts else _leaf(node, active)
        memo[key] = part if factor else _sum_product(part, active)
    return memo[root]


def _leaf(node: Expr, active: Names) -> _Part:
    """A direct factor: each slot in which an index stands is one occurrence."""
    count: dict[str, int] = {}
    if active:
        for slot in node.args[1:] if node.op == "access" else (node,):
            for name in slot.axes:
                count[name] = count.get(name, 0) + 1
    return _Part(node, count, active, _NONE)


def _combine(node: Expr, parts: list[_Part], product: bool, active: Names, bare: bool) -> _Part:
    """A node from its visited arguments."""
    e = ex.with_args(node, [p.e for p in parts])
    summed = frozenset().union(*(p.summed for p in parts)) if len(parts) > 1 else parts[0].summed
    if product:
        count: dict[str, int] = {}
        single: set[str] = set()
        for p in parts:
            for name, n in p.count.items():
                if name not in count and name in p.single:
                    single.add(name)
                count[name] = count.get(name, 0) + n
        return _Part(e, count, frozenset(single), summed)
    if bare:
        for name in sorted(summed & active & e.free):
            raise Ambiguity(name, "outside")
    met = [n for p in parts for n in p.count] + list(node.data[1] if node.op == "scan" else ())
    return _Part(e, {n: 1 for n in met if n in e.free}, _NONE, summed)
