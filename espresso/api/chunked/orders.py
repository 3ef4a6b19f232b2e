"""Order of contraction by operations and chunk traffic: which sums of products become arrays of their own."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from espresso.algebra.contraction.contraction import plan_path, trees
from espresso.api.chunked.chunking import Chunks
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.formulas.graph.predicates import is_guard

BYTE = 16.0
"""Multiplications that take as long as moving one byte from task to task."""

FACTORS = 5
"""Products of more factors stay one sum."""

Sets = list[frozenset[str]]


class Traffic:
    """What sums of products over blocks cost."""

    def __init__(self, lengths: Mapping[str, int], chunks: Mapping[str, Chunks], itemsize: int) -> None:
        self.lengths, self.itemsize = lengths, itemsize
        self.blocks = {n: len(c) for n, c in chunks.items()}
        self._known: dict[tuple[frozenset[str], ...], float] = {}

    def moved(self, sets: Sets, output: frozenset[str]) -> float:
        """Bytes that the tasks of one sum read, and those of their partial results."""
        grid = self._count(frozenset().union(*sets) | output, self.blocks)
        arrays = [*sets, output]
        return self.itemsize * sum(self._count(s, self.lengths) * grid / self._count(s, self.blocks) for s in arrays)

    def cost(self, sets: Sets, output: frozenset[str]) -> float:
        """Bytes and multiplications of one sum, each block with its own best order."""
        if (*sets, output) not in self._known:
            self._known[(*sets, output)] = self._cost(sets, output)
        return self._known[(*sets, output)]

    def _cost(self, sets: Sets, output: frozenset[str]) -> float:
        names = frozenset().union(*sets)
        sizes = {n: -(-self.lengths[n] // self.blocks[n]) for n in names}
        left, work = list(sets), 0.0
        for step in plan_path(sets, output, sizes):
            taken = [left[k] for k in step]
            left = [s for k, s in enumerate(left) if k not in step]
            work += self._count(frozenset().union(*taken), sizes)
            left.append(frozenset().union(*taken) & frozenset().union(output, *left))
        return work * self._count(names, self.blocks) + BYTE * self.moved(sets, output)

    @staticmethod
    def _count(names: frozenset[str], of: Mapping[str, int]) -> float:
        return float(math.prod(max(of[n], 1) for n in names))


def ordered(total: Expr, traffic: Traffic) -> Expr:
    """A sum of a product as nested sums, in the order that costs the least; the sum itself where that is one step."""
    body, over = total.args[0], frozenset(total.data[1])
    if total.data[0] != "sum" or not ex.is_call(body, "mul") or not 3 <= len(body.args) <= FACTORS:
        return total
    names = over | body.free
    if sum(traffic.blocks[n] > 1 for n in names) < 2 or any(is_guard(f) for f in body.args):
        return total
    factors = list(body.args)
    best, least = total, traffic.cost([f.free for f in factors], total.free)
    for tree in trees(range(len(factors))):
        price, made = _made(tree, factors, over, traffic)
        if price < 0.99 * least:
            best, least = made, price
    return best


def _made(tree: Any, factors: Sequence[Expr], over: frozenset[str], traffic: Traffic) -> tuple[float, Expr]:
    """The cost of the sums in this tree, and the expression."""

    def joined(part: Any, outside: frozenset[str]) -> tuple[float, list[Expr]]:
        if not isinstance(part, tuple):
            return 0.0, [factors[part]]
        sides = [frozenset().union(*(factors[k].free for k in _leaves(p))) for p in part]
        left = joined(part[0], outside | sides[1])
        right = joined(part[1], outside | sides[0])
        price, operands = left[0] + right[0], left[1] + right[1]
        sets = [o.free for o in operands]
        summed = frozenset().union(*sets) & over - outside
        if not summed:
            return price, operands
        made = ex.reduce("sum", sorted(summed), ex.call("mul", *operands))
        return price + traffic.cost(sets, made.free), [made]

    price, made = joined(tree, frozenset())
    return price, ex.call("mul", *made)


def _leaves(tree: Any) -> list[int]:
    return [k for p in tree for k in _leaves(p)] if isinstance(tree, tuple) else [tree]
