"""Sums whose rounding can flip a comparison or an argmax.

A derivative that asks for this changes by far more than the rounding error of the sum, wherever two numbers are nearly
equal: the larger the error, the more often.  So an engine that trades digits for speed leaves such sums to others.
"""

from __future__ import annotations

from collections.abc import Iterable

from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr

TESTS = frozenset({"eq", "ne", "lt", "le", "gt", "ge", "sign"})


def decided(statements: Iterable[Expr]) -> set[Expr]:
    """The named arrays that a comparison or a sign in one of the statements reads, and those that these are made of
    element by element; what sums are made of is rounded to their digits anyway."""
    found: set[Expr] = set()
    stack: list[Expr] = []
    seen: set[Expr] = set()
    for statement in statements:
        for node in ex.postorder(statement.args[0], into_arrays=False):
            if node.op == "call" and node.data in TESTS:
                stack += node.args
    while stack:
        node = stack.pop()
        if node in seen:
            continue
        seen.add(node)
        if node.op == "access" and node.args[0].op == "let":
            found.add(node.args[0])
            stack.append(node.args[0].args[0])
        elif node.op == "call" or node.op == "reduce" and node.data[0] in ("max", "min"):
            stack += node.args
    return found
