"""W18: networks of many tensors, of three families: random but always the same for one size."""

from __future__ import annotations

import functools
import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from .workload import Array, Arrays, Goal, Peer, Sizes, Workload


@dataclass(frozen=True)
class Network:
    """Tensors by the names of their indices; ``output`` are those of the result, all others are summed.

    Their names sort as they are numbered: systems that take them by name may sort them.
    """

    terms: tuple[tuple[str, ...], ...]
    output: tuple[str, ...]
    kinds: tuple[tuple[str, str], ...]

    def formula(self) -> str:
        """The network in espresso's notation."""
        reads = "*".join(f"T{k:03d}[{','.join(term)}]" for k, term in enumerate(self.terms))
        return f"y[{','.join(self.output)}] = {reads}" if self.output else f"y = {reads}"

    def equation(self) -> str:
        """The network for opt_einsum, which takes any letter."""
        names = sorted({n for term in self.terms for n in term})
        symbols = {n: chr(ord("a") + k) if k < 26 else chr(0x4E00 + k) for k, n in enumerate(names)}
        terms = ["".join(symbols[n] for n in term) for term in (*self.terms, self.output)]
        return f"{','.join(terms[:-1])}->{terms[-1]}"

    def shapes(self, sizes: Sizes) -> list[tuple[int, ...]]:
        """Lengths of the tensors: each index has the length of its kind."""
        kinds = dict(self.kinds)
        return [tuple(sizes[kinds[n]] for n in term) for term in self.terms]


@functools.cache
def language(words: int) -> Network:
    """The likelihood of sentences under a chain of tensors, one per word: ``E[b,s]`` chooses the word."""
    terms: list[tuple[str, ...]] = []
    kinds = {"b": "batch", "a0": "bond"}
    for t in range(words):
        terms += [(f"a{t}", f"s{t}", f"a{t + 1}"), ("b", f"s{t}")]
        kinds |= {f"s{t}": "vocabulary", f"a{t + 1}": "bond"}
    return Network(tuple(terms), ("b",), tuple(kinds.items()))


def _regular(nodes: int) -> list[tuple[int, int]]:
    """The edges of a random graph with three edges at each node, without loops or double edges."""
    draw = random.Random(nodes)
    while True:
        ends = [n for n in range(nodes) for _ in range(3)]
        draw.shuffle(ends)
        edges = [(min(pair), max(pair)) for pair in zip(ends[::2], ends[1::2], strict=True)]
        if len(set(edges)) == len(edges) and all(a != b for a, b in edges):
            return edges


@functools.cache
def graphical(nodes: int) -> Network:
    """The sum over all states of a model with a factor for each variable and for each pair of neighbours."""
    terms = [*((f"x{a}", f"x{b}") for a, b in _regular(nodes)), *((f"x{n}",) for n in range(nodes))]
    return Network(tuple(terms), (), tuple((f"x{n}", "states") for n in range(nodes)))


@functools.cache
def tensors(nodes: int) -> Network:
    """A tensor at each node of a graph, an index for each of its edges, nothing left over."""
    edges = _regular(nodes)
    terms = tuple(tuple(f"e{k}" for k, edge in enumerate(edges) if n in edge) for n in range(nodes))
    return Network(terms, (), tuple((f"e{k}", "bond") for k in range(len(edges))))


FAMILIES: dict[str, tuple[Callable[[int], Network], str, float]] = {
    "language": (language, "words", 2), "graphical model": (graphical, "variables", 2.5), "tensor network": (tensors, "nodes", 1),
}  # fmt: skip
"""The networks by a number, what that counts, and how many tensors there are for each."""


def _workload(case: str, sizes: dict[str, Sizes], goals: tuple[Goal, ...]) -> Workload:
    make, name, each = FAMILIES[case]

    def network(arrays: Arrays) -> Network:
        return make(round(len(arrays) / each))

    def inputs(rng: np.random.Generator, sizes: Sizes) -> Arrays:
        shapes = make(sizes[name]).shapes(sizes)
        return {f"T{k:03d}": (0.5 + rng.random(s)) / np.sqrt(max(s)) for k, s in enumerate(shapes)}

    def numpy(**arrays: Array) -> Array:
        from opt_einsum import contract

        return np.asarray(contract(network(arrays).equation(), *arrays.values()))

    @functools.cache
    def expression(shapes: tuple[tuple[int, ...], ...]) -> Any:
        from opt_einsum import contract_expression

        return contract_expression(make(round(len(shapes) / each)).equation(), *shapes, optimize="auto-hq")

    def contracted(**arrays: Any) -> Any:
        """By opt_einsum, in the best order that it finds, with the matrix products of the arrays' library."""
        return expression(tuple(tuple(a.shape) for a in arrays.values()))(*arrays.values())

    formula = make(sizes["tiny"][name]).formula()
    peers = (Peer("numpy", contracted), Peer("jax", contracted), Peer("torch", contracted))
    levels = {level: [s] for level, s in sizes.items()}
    return Workload("W18", case, formula, lambda s: make(s[name]).formula(), inputs, numpy, peers, levels, goals=goals)


MANY_SMALL = (Goal("torch", 3), Goal("jax", 3))

WORKLOADS = (
    _workload("language", {
        "tiny": {"words": 3, "bond": 3, "vocabulary": 4, "batch": 2},
        "small": {"words": 10, "bond": 16, "vocabulary": 24, "batch": 32},
        "full": {"words": 20, "bond": 64, "vocabulary": 200, "batch": 256},
    }, MANY_SMALL),
    _workload("graphical model", {
        "tiny": {"variables": 4, "states": 2}, "small": {"variables": 24, "states": 3},
        "full": {"variables": 40, "states": 4},
    }, MANY_SMALL),
    _workload("tensor network", {
        "tiny": {"nodes": 6, "bond": 2}, "small": {"nodes": 16, "bond": 6}, "full": {"nodes": 24, "bond": 12},
    }, ()),
)  # fmt: skip
