"""The measure that every simplification lowers, so that rewriting comes to an end.

Each function is given a linear weight ``factor*(weights of its arguments) + own``.  A
row whose right side weighs less for every weight of its wildcards cannot fire for ever.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from espresso.algebra.rewriting.matching import wildcard
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr

_WEIGHTS: Mapping[str, tuple[int, int]] = {
    "exp": (2, 12), "expm1": (2, 13), "softplus": (1, 14), "logaddexp": (1, 14), "xlogy": (1, 5), "logistic": (1, 10),
    "erfc": (1, 8), "silu": (2, 8),
    "cosh": (2, 14), "sinh": (2, 24), "tanh": (2, 18), "tan": (2, 14), "abs": (1, 4), "pow": (1, 6),
    "sum": (2, 4), "prod": (2, 4), "max": (2, 4), "min": (2, 4), "logsumexp": (2, 14), "norm": (4, 40),
    "softmax": (2, 20), "log_softmax": (2, 15), "relu": (2, 4), "hardtanh": (2, 6), "rsqrt": (2, 6),
}  # fmt: skip

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
        factor, own = _WEIGHTS.get(node.data if node.op == "call" else node.data[0], (2, 10))
        return factor * constant + own, Counter({n: factor * f for n, f in factors.items()})
    return constant + 1, factors


def lowers(left: Expr, right: Expr) -> bool:
    """Whether ``right`` weighs less than ``left`` whatever the wildcards (of weight at least 1) are."""
    (a, before), (b, after) = measure(left), measure(right)
    if any(after[n] > before[n] for n in after):
        return False
    slack = sum(before.values()) - sum(after.values())
    return b < a + slack
