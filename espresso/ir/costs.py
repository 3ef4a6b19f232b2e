"""Operations that scalar expressions take, relative to one addition."""

from __future__ import annotations

from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.formulas.graph.functions import BY_NAME

EXPENSIVE = 8
"""Flops (relative to one addition) from which on a value is worth an array of its own."""


def cost(node: Expr) -> int:
    """Flops of one node alone; small integer powers are a few multiplications."""
    if node.op != "call":
        return 0
    if node.data == "pow" and node.args[1].op == "const":
        exponent = node.args[1].data
        if isinstance(exponent, int):
            return 4 if exponent < 0 else min(20, abs(exponent).bit_length())
    return BY_NAME[node.data].flops


class Costs:
    """Flops of whole values, each node found once."""

    def __init__(self) -> None:
        self._known: dict[Expr, int] = {}

    def total(self, e: Expr) -> int:
        """Flops of ``e`` with everything below it, written out (bounded)."""
        known = self._known
        if e not in known:
            for node in ex.postorder(e):
                if node not in known:
                    known[node] = min(1 << 30, cost(node) + sum(known[a] for a in node.args))
        return known[e]

    def roundings(self, e: Expr) -> int:
        """Operations on values in ``e``; of a sum or product one for each operand after the first.

        Those in positions of reads do not count: what is read is rounded already.
        """
        found, work, seen = 0, [e], {e}
        while work:
            node = work.pop()
            if node.op == "access":
                continue
            several = ex.is_call(node, "add") or ex.is_call(node, "mul")
            found += cost(node) + (len(node.args) - 2 if several else 0)
            work += [a for a in node.args if a not in seen]
            seen.update(node.args)
        return found
