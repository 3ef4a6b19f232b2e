"""Contraction order by cost, and which pairwise contractions a BLAS can do.

``plan_path`` looks at all orders of few operands and asks opt_einsum for others; ``is_matrix_product`` decides by
index sets alone.  Sizes are numbers (or hints, before the first call).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Mapping, Sequence
from functools import cache, reduce
from typing import Any

from espresso.algebra.contraction.path_search import FEWEST, Network, Tree, path_of, searched, tree_of
from espresso.formulas.graph.conditions import maximum, minimum


def plan_path(
    operands: Sequence[frozenset[str]], output: frozenset[str], sizes: Mapping[str, int], optimize: Any = "auto",
    memory_limit: int | None = None, search: bool = False,
) -> list[tuple[int, ...]]:  # fmt: skip
    """Positions of the operands to contract, step by step (results go to the end).

    Two operands need no plan, of few all orders are compared, and many are planned by opt_einsum.  No intermediate
    result has more than ``memory_limit`` elements: where none would be small enough, more than two
    operands are contracted at once.  With ``search`` a better order is looked for where there are many
    operands, no limit, and no optimizer that the user chose.

    >>> sets = [frozenset("ij"), frozenset("jk"), frozenset("k")]
    >>> plan_path(sets, frozenset("i"), {"i": 50, "j": 60, "k": 70})
    [(1, 2), (0, 1)]
    """
    if len(operands) <= 2:
        return [tuple(range(len(operands)))]
    equation, shapes = _as_einsum(operands, output, sizes)
    if optimize == "auto" and memory_limit is None and len(operands) < FEWEST:
        return Network(equation, shapes).best()
    from opt_einsum import contract_path

    found, cost = contract_path(equation, *shapes, shapes=True, optimize=optimize, memory_limit=memory_limit)
    if optimize == "auto" and memory_limit is None and len(operands) <= _PROGRAMMED:
        other, known = contract_path(equation, *shapes, shapes=True, optimize="dp")
        found = other if known.opt_cost < cost.opt_cost else found
    path = [tuple(sorted(step)) for step in found]
    if search and memory_limit is None and optimize == "auto":
        return searched(equation, shapes, path)
    return path


def least_cost(
    operands: Sequence[frozenset[str]], output: frozenset[str], sizes: Mapping[str, int], optimize: Any = "auto"
) -> float:
    """Multiplications of the order that `plan_path` finds."""
    network = Network(*_as_einsum(operands, output, sizes))
    if optimize == "auto" and 2 <= len(operands) < FEWEST:
        return network.least()
    return network.cost(plan_path(operands, output, sizes, optimize))


def is_no_dearer(
    path: Sequence[tuple[int, ...]], operands: Sequence[frozenset[str]], output: frozenset[str],
    sizes: Mapping[str, int], key: Key | None = None,
) -> bool:  # fmt: skip
    """Whether an order that was found for other sizes costs no more than the one found at once for these.

    With a ``key``, where equal intermediate results are computed once, as `shared_path` counts.
    """
    if key is not None:
        cost = _shared_cost(operands, output, sizes, key)
        everything = range(len(operands))
        return NOTICED * cost(tree_of(list(path), len(operands))) <= reduce(minimum, map(cost, trees(everything)))
    network = Network(*_as_einsum(operands, output, sizes))
    return network.cost(list(path)) <= least_cost(operands, output, sizes)


def _as_einsum(
    operands: Sequence[frozenset[str]], output: frozenset[str], sizes: Mapping[str, int]
) -> tuple[str, list[tuple[int, ...]]]:
    """Equation and shapes for opt_einsum."""
    symbols: dict[str, str] = {}
    for name in sorted(set().union(*operands)):
        symbols[name] = _symbol(len(symbols))
    terms = ["".join(symbols[n] for n in sorted(s)) for s in operands]
    equation = ",".join(terms) + "->" + "".join(symbols[n] for n in sorted(output))
    return equation, [tuple(maximum(1, sizes.get(n, 64)) for n in sorted(s)) for s in operands]


_PROGRAMMED = 12
"""opt_einsum's "auto" does not try every branch; dynamic programming does, within a few ms for up to 12."""


Key = Callable[[frozenset[int]], Hashable]
"""Equal for sets of operands whose contractions are the same array."""

NOTICED = 0.99
"""An order is taken for equal results that are computed once where it costs less than this part of another."""


def shared_path(
    sets: Sequence[frozenset[str]], output: frozenset[str], sizes: Mapping[str, int], key: Key,
    known: list[tuple[int, ...]],
) -> list[tuple[int, ...]]:  # fmt: skip
    """The cheapest order when equal intermediate results are computed once; ``known`` where that wins nothing.

    Every tree is looked at: for up to six operands there are 945.
    """
    cost = _shared_cost(sets, output, sizes, key)
    best, least = known, NOTICED * cost(tree_of(known, len(sets)))
    for tree in trees(range(len(sets))):
        price = cost(tree)
        if price < least:
            best, least = path_of(tree, len(sets)), price
    return best


def _shared_cost(
    sets: Sequence[frozenset[str]], output: frozenset[str], sizes: Mapping[str, int], key: Key
) -> Callable[[Tree], float]:
    """What a tree costs where equal intermediate results are computed once."""
    everything = frozenset(range(len(sets)))
    keys: dict[frozenset[int], Hashable] = {}

    @cache
    def kept(subset: frozenset[int]) -> frozenset[str]:
        outside = output.union(*(sets[k] for k in everything - subset))
        return frozenset().union(*(sets[k] for k in subset)) & outside

    @cache
    def price(a: frozenset[int], b: frozenset[int]) -> float:
        return math.prod(sizes.get(n, 64) for n in sorted(kept(a) | kept(b)))

    def cost(tree: Tree) -> float:
        prices: dict[Hashable, float] = {}

        def joined(part: Tree) -> frozenset[int]:
            if not isinstance(part, tuple):
                return frozenset((part,))
            a, b = map(joined, part)
            together = a | b
            if together not in keys:
                keys[together] = key(together)
            known = prices.get(keys[together])
            prices[keys[together]] = price(a, b) if known is None else minimum(price(a, b), known)
            return together

        joined(tree)
        return sum(prices.values())

    return cost


def trees(operands: Sequence[int]) -> list[Tree]:
    """Every binary tree over the operands."""
    first, *rest = operands
    found: list[Tree] = [] if rest else [first]
    for mask in range((1 << len(rest)) - 1):
        left = [first, *(r for k, r in enumerate(rest) if mask >> k & 1)]
        right = [r for r in rest if r not in left]
        found += [(a, b) for a in trees(left) for b in trees(right)]
    return found


def _symbol(number: int) -> str:
    """A distinct letter for any number of indices (opt_einsum accepts all of unicode)."""
    return chr(ord("a") + number) if number < 26 else chr(0x4E00 + number)


def is_matrix_product(left: frozenset[str], right: frozenset[str], output: frozenset[str]) -> bool:
    """Whether both operands have an index of their own and one that is summed away.

    >>> is_matrix_product(frozenset("ij"), frozenset("jk"), frozenset("ik"))
    True
    >>> is_matrix_product(frozenset("ij"), frozenset("j"), frozenset("i"))
    False
    """
    summed = (left & right) - output
    return bool(summed and (left - right) & output and (right - left) & output) and (left ^ right) <= output


def is_matrix_vector(left: frozenset[str], right: frozenset[str], output: frozenset[str]) -> bool:
    """Whether one operand is a matrix over output and summed indices, the other a vector.

    >>> is_matrix_vector(frozenset("ij"), frozenset("j"), frozenset("i"))
    True
    """
    summed = (left & right) - output
    smaller, larger = sorted((left, right), key=len)
    return bool(summed) and smaller == summed and larger - summed == output and bool(output)


def flops(sets: Sequence[frozenset[str]], sizes: Mapping[str, int]) -> float:
    """Number of multiplications of one joint loop over all indices of the operands."""
    return math.prod((sizes.get(n, 64) for n in frozenset().union(*sets)), start=1.0) * max(1, len(sets) - 1)
