"""Exact fingerprints: an expression evaluated over a prime field (Schwartz-Zippel).

Two polynomial expressions that agree at random points of a field of about 2^31 elements are equal but for
a chance of degree/2^31 for each point.  Functions other than sums, products and whole powers get random
values that depend on their (evaluated) arguments alone, so equal arguments give equal values.
"""

from __future__ import annotations

import hashlib
import itertools
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import numpy as np

from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr

PRIME = 2**31 - 1
COMPARE = {"eq": "__eq__", "ne": "__ne__", "lt": "__lt__", "le": "__le__", "gt": "__gt__", "ge": "__ge__"}


class Field:
    """Values of expressions over small random arrays in the field; index arithmetic is that of integers.

    ``sizes`` are extents of indices by name; that under "" is for all other names.
    """

    def __init__(self, sizes: Mapping[str, int], seed: int) -> None:
        self.sizes, self.rng = dict(sizes), np.random.default_rng(seed)
        self.arrays: dict[Any, Any] = {}

    def array(self, node: Expr, shape: tuple[int, ...]) -> Any:
        key = node.data.name
        if key not in self.arrays:
            self.arrays[key] = self.rng.integers(1, PRIME, size=shape)
        return self.arrays[key]

    def fingerprint(self, e: Expr, shapes: Mapping[str, tuple[int, ...]]) -> list[int]:
        """The values of ``e`` for all values of its axes."""
        body = e.args[0] if e.op == "let" else e
        ranges = [range(self.sizes.get(a, self.sizes[""])) for a in e.axes]
        return [self.value(body, dict(zip(e.axes, at, strict=True)), shapes) for at in itertools.product(*ranges)]

    def value(self, e: Expr, at: dict[str, int], shapes: Mapping[str, tuple[int, ...]]) -> int:
        if e.op == "const":
            fraction = Fraction(e.data)
            return fraction.numerator * pow(fraction.denominator, -1, PRIME) % PRIME
        if e.op == "index":
            return at[e.data[0]]
        if e.op == "size":
            return shapes[e.args[0].data.name][e.data]
        if e.op == "access":
            slots = [self.whole(s, at, shapes) for s in e.args[1:]]
            if e.args[0].op == "let":
                array = e.args[0]
                return self.value(array.args[0], dict(zip(array.data[1], slots, strict=True)), shapes)
            shape = shapes[e.args[0].data.name]
            inside = all(0 <= s < n for s, n in zip(slots, shape, strict=True))
            return int(self.array(e.args[0], shape)[tuple(slots)]) if inside else 0
        if e.op == "reduce":
            operator, names = e.data
            total = 0 if operator == "sum" else 1
            for each in itertools.product(*(range(self.sizes.get(n, self.sizes[""])) for n in names)):
                part = self.value(e.args[0], {**at, **dict(zip(names, each, strict=True))}, shapes)
                total = (total + part if operator == "sum" else total * part) % PRIME
            return total
        return self.call(e, at, shapes)

    def call(self, e: Expr, at: dict[str, int], shapes: Mapping[str, tuple[int, ...]]) -> int:
        name = e.data
        if name in COMPARE:
            a, b = (self.whole(x, at, shapes) for x in e.args)
            return int(getattr(a, COMPARE[name])(b))
        if name == "where":
            return self.value(e.args[1 if self.value(e.args[0], at, shapes) else 2], at, shapes)
        if name == "add":
            return sum(self.value(a, at, shapes) for a in e.args) % PRIME
        if name == "mul":
            result = 1
            for a in e.args:
                result = result * self.value(a, at, shapes) % PRIME
            return result
        if name == "pow" and e.args[1].op == "const" and isinstance(e.args[1].data, int):
            return pow(self.value(e.args[0], at, shapes), e.args[1].data, PRIME)
        arguments = [self.value(a, at, shapes) for a in e.args]
        digest = hashlib.blake2b(repr((name, arguments)).encode(), digest_size=8).digest()
        return int.from_bytes(digest, "big") % PRIME

    def whole(self, e: Expr, at: dict[str, int], shapes: Mapping[str, tuple[int, ...]]) -> int:
        """An integer expression of indices, not taken modulo the prime."""
        if ex.is_call(e, "add"):
            return sum(self.whole(a, at, shapes) for a in e.args)
        if ex.is_call(e, "mul"):
            return int(np.prod([self.whole(a, at, shapes) for a in e.args]))
        return int(e.data) if e.op == "const" else self.value(e, at, shapes)


def same(a: Expr, b: Expr, sizes: Mapping[str, int], shapes: Mapping[str, tuple[int, ...]], points: int = 2) -> bool:
    """Whether ``a`` and ``b`` have equal fingerprints at random points."""
    return all(
        (field := Field(sizes, seed)).fingerprint(a, shapes) == field.fingerprint(b, shapes) for seed in range(points)
    )
