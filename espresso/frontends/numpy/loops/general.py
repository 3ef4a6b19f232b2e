"""What the bodies of some iterations are in any iteration: they differ in whole numbers alone, which are lines.

A choice that its condition decides in one of the iterations is not there: what is chosen stands in its place.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from espresso.formulas.extents.affine import affine
from espresso.formulas.extents.implied import follows
from espresso.formulas.extents.recurrences import finished
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph import operators
from espresso.formulas.graph.expr import Expr
from espresso.formulas.graph.recurrences import State, opened
from espresso.frontends.numpy.arrays import length_of

Key = tuple[Expr | None, ...]
"""A part of the body of each iteration; None where it is not there."""


def generalised(bodies: Sequence[Expr], now: Expr, positions: Sequence[int]) -> Expr | None:
    """What bodies of iterations at three positions are at any position; None if nothing is."""
    return _General(now, positions).of(tuple(bodies))


class _General:
    """Parts of bodies, and what they are at any position."""

    def __init__(self, now: Expr, positions: Sequence[int]) -> None:
        self.now, self.positions = now, positions
        self.names: list[dict[str, str]] = [{} for _ in positions]
        self.new: dict[Key, Expr] = {}
        self.lengths: dict[str, int] = {}

    def of(self, root: Key) -> Expr | None:
        """What a part is; None if nothing is."""
        stack = [root]
        while stack:
            key = stack[-1]
            if key in self.new:
                stack.pop()
                continue
            found = self._number(key)
            if found is None:
                below = self._below(key)
                if below is None:
                    return None
                missing = [k for k in below if k not in self.new]
                if missing:
                    stack += missing
                    continue
                found = self._made(key, below)
            self.new[key] = found
            stack.pop()
        return self.new[root]

    def _below(self, key: Key) -> list[Key] | None:
        """The parts that a part is made of; None where the iterations differ."""
        there = [e for e in key if e is not None]
        if len(there) < 2:
            return None
        if any(e.op != there[0].op or (e.op == "call" and e.data != there[0].data) for e in there):
            return self._chosen(key)
        first = next(k for k, e in enumerate(key) if e is not None)
        if any(e is not None and not self._same(there[0], e, first, k) for k, e in enumerate(key) if k != first):
            return None
        inner = [None if e is None else _parts(e) for e in key]
        return [tuple(None if p is None else p[k] for p in inner) for k in range(len(_parts(there[0])))]

    def _chosen(self, key: Key) -> list[Key] | None:
        """The parts of a choice that is decided in some iterations: the condition first."""
        if sum(e is not None and ex.is_call(e, "where") for e in key) < 2:
            return None
        test = tuple(e.args[0] if e is not None and ex.is_call(e, "where") else None for e in key)
        if test not in self.new:
            return [test]
        branches: list[list[Expr | None]] = [[], []]
        for e, position in zip(key, self.positions, strict=True):
            if e is None or ex.is_call(e, "where"):
                for k, branch in enumerate(branches):
                    branch.append(None if e is None else e.args[1 + k])
                continue
            value = self._decided(self.new[test], position)
            if value is None:
                return None
            for k, branch in enumerate(branches):
                branch.append(e if value == (k == 0) else None)
        return [test, *map(tuple, branches)]

    def _decided(self, test: Expr, position: int) -> bool | None:
        """What a condition is in one iteration, whatever the indices are."""

        def length(name: str) -> int | None:
            return length_of(name) if name.endswith(";") else self.lengths.get(name)

        answers = []
        stack = [ex.replace(test, {self.now: ex.const(position)}, into_arrays=False)]
        while stack:
            e = stack.pop()
            if ex.is_call(e, "and"):
                stack += e.args
            else:
                answers.append(bool(e.data) if e.op == "const" else follows(e, (), length))
        return False if False in answers else None if None in answers else True

    def _made(self, key: Key, below: Sequence[Key]) -> Expr:
        there = [e for e in key if e is not None]
        parts = [self.new[k] for k in below]
        one = there[0]
        if any(e.op != one.op or (e.op == "call" and e.data != one.data) for e in there):
            return ex.call("where", *parts)
        if one.op == "index":
            names = next(names for e, names in zip(key, self.names, strict=True) if e is not None)
            return ex.index(names.get(one.data[0], one.data[0]), one.data[1])
        if one.op != "recur":
            return ex.with_args(one, parts) if parts else one
        made = dict(zip(_parts(one), parts, strict=True))
        states = [replace(s.changed(made), lengths=()) for s in _opened(one)]
        found, arrays = finished(states, one.data[0].backward)
        return ex.recur(found, one.data[1], one.data[2], arrays)

    def _number(self, key: Key) -> Expr | None:
        """Sums of indices that differ in their constants alone, by a line in the position."""
        there = [(p, e, names) for p, e, names in zip(self.positions, key, self.names, strict=True) if e is not None]
        if len(there) < 2 or any(e.op not in ("const", "call", "index") for _, e, _ in there):
            return None
        forms = [affine(e) for _, e, _ in there]
        found = [(p, {names.get(n, n): c for n, c in f[0].items()}, f[1])
                 for (p, _, names), f in zip(there, forms, strict=True) if f is not None]  # fmt: skip
        if len(found) < len(there) or any(factors != found[0][1] for _, factors, _ in found):
            return None
        own = {n.data[0]: n.data[1] for n in ex.postorder(there[0][1], into_arrays=False) if n.op == "index"}
        own = {there[0][2].get(n, n): length for n, length in own.items()}
        self.lengths |= {n: length for n, length in own.items() if length is not None}
        (p, factors, first), (q, _, second) = found[:2]
        slope = (second - first) // (q - p) if q != p else 0
        if any(constant != first + slope * (at - p) for at, _, constant in found):
            return None
        if not slope:
            return ex.rename(there[0][1], {n: there[0][2].get(n, n) for n in there[0][1].free})
        moving = self.now if slope == 1 else operators.multiply(ex.const(slope), self.now)
        terms = [i if c == 1 else operators.multiply(ex.const(c), i)
                 for i, c in ((ex.index(n, own[n]), c) for n, c in factors.items() if c)]  # fmt: skip
        start = first - slope * p
        return operators.add(*terms, moving, *([ex.const(start)] if start else [])) if terms or start else moving

    def _same(self, a: Expr, b: Expr, first: int, k: int) -> bool:
        """Whether two nodes do the same; bound indices have names of their own in each iteration."""
        if a.op == "recur":
            one, two = ([(s.axis, s.first, len(s.starts), s.inner) for s in e.data[0].states] for e in (a, b))
            alike = one == two and (a.data[0].backward, a.data[1]) == (b.data[0].backward, b.data[1])
            return alike and self._renamed(a.data[2], b.data[2], first, k)
        if len(a.args) != len(b.args):
            return False
        if a.op in ("reduce", "scan", "let"):
            return self._renamed(a.data[1], b.data[1], first, k) and a.data[0] == b.data[0]
        if a.op == "index":
            return self._renamed([a.data[0]], [b.data[0]], first, k) and a.data[1] == b.data[1]
        return a is b if not a.args else (type(a.data), a.data) == (type(b.data), b.data)

    def _renamed(self, one: Sequence[str], two: Sequence[str], first: int, k: int) -> bool:
        """Whether indices are the same, by the names that the first of the iterations that have them has."""
        own = [self.names[first].get(x, x) for x in one]
        return len(one) == len(two) and all(self.names[k].setdefault(y, x) == x for x, y in zip(own, two, strict=True))


def _opened(node: Expr) -> list[State]:
    """The states of a recurrence over its arrays, called by their numbers."""
    states = node.data[0].states
    arrays = [ex.tensor(f"~{k}", len(s.axes)) for k, s in enumerate(states)]
    return [replace(s, name=a.data.name) for s, a in zip(opened(node.data[0], node.args, arrays), arrays, strict=True)]


def _parts(e: Expr) -> Sequence[Expr]:
    """What a node is made of: its arguments, or the statements of a recurrence."""
    return [part for s in _opened(e) for part in s.parts] if e.op == "recur" else e.args
