"""Contraction orders for many operands: random greedy search, then local improvement.

A greedy order is far from the best for networks without an obvious order.  Some greedy orders with
random choices are compared (opt_einsum's, the same ones in every process), and then every part
of the best one with few operands is replaced by the best order of these operands, found by
looking at all of them (subtree reconfiguration: Gray and Kourtis, Hyper-optimized tensor network contraction, 2021).
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from functools import reduce

from espresso.formulas.graph.conditions import minimum
from espresso.formulas.graph.nodes import ordered

FEWEST = 8
"""Operands from which on an order is searched for; of fewer all orders are looked at."""

MOST = 500
"""Operands up to which an order is searched for."""

WORTH = 1e6
"""Multiplications from which on a search pays: they take about as long as one round of it."""

TRIALS, ROUNDS = 2000, 3
"""Greedy orders that are compared times the operands, and how often all parts are improved."""

PART = FEWEST - 1
"""Operands of a part: all its orders are looked at."""

Path = list[tuple[int, ...]]
Tree = int | tuple["Tree", "Tree"]


def searched(equation: str, shapes: Sequence[tuple[int, ...]], first: Path) -> Path:
    """The cheapest order found for an einsum, ``first`` where none is cheaper or a search does not pay."""
    network = Network(equation, shapes)
    if not FEWEST <= len(shapes) <= MOST or any(len(step) > 2 for step in first):
        return first
    cheapest = network.cost(first)
    if cheapest < WORTH:
        return first
    best = tree_of(first, len(shapes))
    for path in _random_paths(equation, shapes):
        cost = network.cost(path)
        if cost < cheapest:
            best, cheapest = tree_of(path, len(shapes)), cost
    return path_of(network.improved(best), len(shapes))


def _random_paths(equation: str, shapes: Sequence[tuple[int, ...]]) -> list[Path]:
    """The best of some greedy orders; the state of Python's random numbers is as before."""
    from opt_einsum import RandomGreedy, contract_path

    state = random.getstate()
    try:
        search = RandomGreedy(max_repeats=max(8, min(64, TRIALS // len(shapes))), minimize="flops")
        path, _ = contract_path(equation, *shapes, shapes=True, optimize=search)
    finally:
        random.setstate(state)
    steps = [tuple(sorted(step)) for step in path]
    return [steps] if all(len(s) <= 2 for s in steps) else []


class Network:
    """Operands as sets of indices, in bits, and the lengths of the indices."""

    def __init__(self, equation: str, shapes: Sequence[tuple[int, ...]]) -> None:
        inputs, output = equation.split("->")
        terms = inputs.split(",")
        numbers = {s: k for k, s in enumerate(sorted(set(inputs) - {","}))}
        self.operands = [self._bits(t, numbers) for t in terms]
        self.output = self._bits(output, numbers)
        found = {s: n for term, shape in zip(terms, shapes, strict=True) for s, n in zip(term, shape, strict=True)}
        self.lengths = [found[s] for s in numbers]
        self._sizes: dict[int, float] = {}

    @staticmethod
    def _bits(term: str, numbers: Mapping[str, int]) -> int:
        return sum(1 << numbers[s] for s in set(term))

    def size(self, legs: int) -> float:
        """Elements of an array with these indices."""
        if legs not in self._sizes:
            total, rest = 1.0, legs
            while rest:
                low = rest & -rest
                total *= self.lengths[low.bit_length() - 1]
                rest ^= low
            self._sizes[legs] = total
        return self._sizes[legs]

    def cost(self, path: Path) -> float:
        """Multiplications of an order."""
        operands, total = list(self.operands), 0.0
        for step in path:
            chosen = [operands[k] for k in step]
            operands = [o for k, o in enumerate(operands) if k not in step]
            union = outside = 0
            for c in chosen:
                union |= c
            for o in operands:
                outside |= o
            total += self.size(union)
            operands.append(union & (outside | self.output))
        return total

    def improved(self, tree: Tree) -> Tree:
        """The tree with the best order in every part of it, until nothing changes."""
        for _ in range(ROUNDS):
            before, tree = tree, self._better(tree)
            if tree == before:
                break
        return tree

    def _better(self, tree: Tree) -> Tree:
        """The tree improved from its leaves up."""
        order = ordered([tree], _sides)
        unions: dict[Tree, int] = {}
        for node in order:
            unions[node] = unions[node[0]] | unions[node[1]] if isinstance(node, tuple) else self.operands[node]
        outsides = {tree: self.output}  # the indices that others need
        for node in reversed(order):
            if isinstance(node, tuple):
                for one, other in (node, node[::-1]):
                    outsides[one] = outsides[node] | unions[other]
        new: dict[Tree, Tree] = {}
        legs: dict[Tree, int] = {}
        for node in order:
            if isinstance(node, tuple):
                new[node] = self._best((new[node[0]], new[node[1]]), outsides[node], legs)
            else:
                new[node], legs[node] = node, unions[node] & outsides[node]
        return new[tree]

    def _best(self, node: tuple[Tree, Tree], outside: int, legs: dict[Tree, int]) -> Tree:
        """The best order of the nearest few parts below a node; notes the legs of what it makes."""
        parts: list[Tree] = list(node)
        while len(parts) < PART:
            inner = [p for p in parts if isinstance(p, tuple)]
            if not inner:
                break
            widest = max(inner, key=lambda p: self.size(legs[p]))
            parts.remove(widest)
            parts += widest
        made, kept = self._cheapest([legs[p] for p in parts], outside)
        trees: dict[int, Tree] = {1 << k: p for k, p in enumerate(parts)}
        for s, (part, rest) in made.items():
            trees[s] = trees[part], trees[rest]
            legs[trees[s]] = kept[s]
        return trees[(1 << len(parts)) - 1]

    def _prices(self, legs: Sequence[int], outside: int) -> tuple[list[float], list[int]]:
        """What each subset of some arrays costs to contract in its best order, and the legs of its result."""
        full = (1 << len(legs)) - 1
        union = [0] * (full + 1)
        for s in range(1, full + 1):
            low = s & -s
            union[s] = union[s ^ low] | legs[low.bit_length() - 1]
        kept = [union[s] & (outside | union[full ^ s] if s & (s - 1) else -1) for s in range(full + 1)]
        least: list[float] = [0.0] * (full + 1)
        for s in range(1, full + 1):
            if s & (s - 1):
                prices = (least[a] + least[b] + self.size(kept[a] | kept[b]) for a, b in _splits(s))
                least[s] = reduce(minimum, prices)
        return least, kept

    def _cheapest(self, legs: Sequence[int], outside: int) -> tuple[dict[int, tuple[int, int]], list[int]]:
        """The two parts of each subset that the best order makes, inner ones first, and the legs of all subsets."""
        least, kept = self._prices(legs, outside)
        found: dict[int, tuple[int, int]] = {}
        todo = [len(least) - 1]
        while todo:
            s = todo.pop()
            if s & (s - 1):
                splits = sorted(_splits(s), key=_order)
                found[s] = min(splits, key=lambda p: least[p[0]] + least[p[1]] + self.size(kept[p[0]] | kept[p[1]]))
                todo += found[s]
        return dict(reversed(found.items())), kept

    def least(self) -> float:
        """Multiplications of the best order of few operands, as a value: nothing is decided by lengths."""
        return self._prices(self.operands, self.output)[0][-1]

    def best(self) -> Path:
        """The best order of few operands."""
        made, _ = self._cheapest(self.operands, self.output)
        trees: dict[int, Tree] = {1 << k: k for k in range(len(self.operands))}
        for s, (part, rest) in made.items():
            trees[s] = trees[part], trees[rest]
        return path_of(trees[(1 << len(self.operands)) - 1], len(self.operands))


def _splits(s: int) -> Iterator[tuple[int, int]]:
    """All pairs of parts of a subset."""
    low, part = s & -s, (s - 1) & s
    while part:
        if part & low:
            yield part, s ^ part
        part = (part - 1) & s


def _order(parts: tuple[int, int]) -> tuple[int, int, int]:
    """Which of equally cheap pairs of parts is taken: parts of alike many operands, and those that come first."""
    first, second = (p.bit_count() for p in parts)
    return max(first, second), -first, parts[0]


def _sides(tree: Tree) -> Sequence[Tree]:
    return tree if isinstance(tree, tuple) else ()


def tree_of(path: Path, count: int) -> Tree:
    """A path of pairs as a tree."""
    operands: list[Tree] = list(range(count))
    for step in path:
        chosen = [operands[k] for k in step]
        operands = [o for k, o in enumerate(operands) if k not in step]
        operands.append((chosen[0], chosen[1]) if len(chosen) == 2 else chosen[0])
    return operands[0]


def path_of(tree: Tree, count: int) -> Path:
    """A tree as positions of operands, results at the end."""
    operands: list[Tree] = list(range(count))
    steps: Path = []
    for node in ordered([tree], _sides):
        if not isinstance(node, tuple):
            continue
        first, second = sorted((operands.index(node[0]), operands.index(node[1])))
        steps.append((first, second))
        operands = [o for k, o in enumerate(operands) if k not in (first, second)]
        operands.append(node)
    return steps
