"""Values whose rounding can flip a comparison or an argmax.

A derivative that asks for this changes by far more than the rounding error of the sum, wherever two numbers are nearly
equal: the larger the error, the more often.  So an engine that trades digits for speed leaves such sums to others.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from espresso.algebra.normal_form.symmetric import is_symmetric
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.formulas.graph.predicates import equalities

TESTS = frozenset({"eq", "ne", "lt", "le", "gt", "ge", "sign"})


def decided(statements: Iterable[Expr]) -> set[Expr]:
    """The named arrays that a comparison or a sign in one of the statements reads, and those that these are made of
    element by element; what sums are made of is rounded to their digits anyway."""
    def reads_array(node: Expr) -> bool:
        return node.op == "access" and node.args[0].op == "let"

    def made_of(node: Expr) -> Sequence[Expr]:
        if reads_array(node):
            return node.args[0].args
        return node.args if node.op == "call" or node.op == "reduce" and node.data[0] in ("max", "min") else ()

    nodes = (n for s in statements for n in ex.postorder(s.args[0], into_arrays=False))
    tested = [a for n in nodes if n.op == "call" and n.data in TESTS for a in n.args]
    return {n.args[0] for n in ex.ordered(tested, made_of) if reads_array(n)}


def rounded_alike(body: Expr, extents: Mapping[str, Expr]) -> Expr:
    """The body with values that exchanged indices leave the same, where their equality is asked for, at sorted indices.

    ``u[i,j] = X[i,j]**2 + X[j,i]**2`` is the formula of ``u[j,i]``, so that a derivative may read either; but with
    operands in another order a fused multiply-add, or a sum of three terms, is another number. Sums over indices stay
    as they are: at sorted indices they would be no products of matrices.
    """
    sides = [a for test in equalities(body) for a in test.args]
    new: dict[Expr, Expr] = {}
    below: list[Expr] = list(sides)
    while below:
        node = below.pop()
        if node.op == "call" and node not in new and _depends_on_order(node):
            positions = _sorted_positions(node, extents)
            if positions:
                new[node] = ex.substitute(node, positions)
                continue
        if node.op in ("call", "reduce"):
            below += node.args
    return ex.replace(body, new, into_arrays=False) if new else body


def _depends_on_order(e: Expr) -> bool:
    """Whether rounding may depend on the order of operands; two are added or multiplied alike both ways."""
    nodes = ex.postorder(e, into_arrays=False)
    if any(n.op in ("reduce", "scan") for n in nodes):
        return False
    sums = [n for n in nodes if ex.is_call(n, "add") or ex.is_call(n, "mul")]
    return any(len(n.args) > 2 or any(ex.is_call(a, "mul") or ex.is_call(a, "pow") for a in n.args) for n in sums)


def _sorted_positions(e: Expr, extents: Mapping[str, Expr]) -> dict[str, Expr]:
    """Indices that may be exchanged in ``e`` -> the least of them, the next one, ..."""
    found: dict[str, Expr] = {}
    left = sorted(e.free)
    while left:
        first, *others = left
        alike = [n for n in others if first in extents and extents.get(n) is extents[first]]
        group = [first, *(n for n in alike if is_symmetric(e, first, n))]
        left = [n for n in others if n not in group]
        at = [ex.index(n) for n in group]
        for end in range(len(at) - 1, 0, -1):  # bubble sort
            for k in range(end):
                at[k : k + 2] = ex.call("minimum", *at[k : k + 2]), ex.call("maximum", *at[k : k + 2])
        found |= dict(zip(group, at, strict=True)) if len(group) > 1 else {}
    return found
