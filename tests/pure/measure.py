"""The termination measure: every simplification rule of the shipped tables lowers it (checked by a test).

Each function is given a linear weight ``factor*(weights of its arguments) + own``.  A
row whose right side weighs less for every weight of its wildcards cannot fire for ever.
"""

from __future__ import annotations

from collections import Counter

from espresso.algebra.rewriting.matching import wildcard
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.formulas.graph.functions import OVER_INDICES, facts

Weight = tuple[int, Counter[str]]


def measure(e: Expr) -> Weight:
    """The weight of ``e``: a constant and the factor of every wildcard."""
    memo: dict[Expr, Weight] = {}
    for node in ex.postorder(e, into_arrays=False):
        memo[node] = _weight(node, [memo[a] for a in node.args])
    return memo[e]


def _weight(node: Expr, args: list[Weight]) -> Weight:
    name = wildcard(node)
    if name is not None:
        return 0, Counter({name: 1})
    constant = sum(c for c, _ in args)
    factors: Counter[str] = Counter()
    for _, f in args:
        factors.update(f)
    if node.op == "call" and node.data in ("add", "mul"):
        return constant + len(args) - 1, factors
    if node.op in ("call", "reduce", "scan"):
        factor, own = (facts(node.data) if node.op == "call" else OVER_INDICES[node.data[0]]).weight
        return factor * constant + own, Counter({n: factor * f for n, f in factors.items()})
    return constant + 1, factors


def lowers(left: Expr, right: Expr) -> bool:
    """Whether ``right`` weighs less than ``left`` whatever the wildcards (of weight at least 1) are."""
    (a, before), (b, after) = measure(left), measure(right)
    if any(after[n] > before[n] for n in after):
        return False
    slack = sum(before.values()) - sum(after.values())
    return b < a + slack
