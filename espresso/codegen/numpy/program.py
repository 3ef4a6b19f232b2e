"""The program text under construction: lines, names, shared values, and the scope of one body."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import field

import numpy as np

from espresso.codegen.numpy import lengths
from espresso.codegen.numpy.lengths import Length
from espresso.codegen.numpy.values import ATOM, PRODUCT, SUM, Value
from espresso.errors import ExtentError
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.formulas.graph.python_names import Names, unreserved
from espresso.formulas.graph.recurrences import Recurrence
from espresso.records import dataclass

LONGEST = 88
DEEPEST = 14

Key = tuple[Expr, bool]
"""A node, and whether it stands in a branch in which reads may be outside."""


@dataclass
class Scope:
    """One body with its own index names: their lengths, and the usual order of axes.

    ``shortened`` are the indices that some read such as ``x[i+1]`` may shorten.
    """

    number: int
    extents: Mapping[str, Expr]
    order: tuple[str, ...]
    shortened: frozenset[str]
    memo: dict[Key, Value] = field(default_factory=dict)


class Program:
    """Lines of the function body and the names used in them."""

    def __init__(self, dtypes: Mapping[str, np.dtype], beside: set[str] | None = None) -> None:
        self.lines: list[str] = []
        self.helpers: dict[str, None] = {}
        self.dtypes = dtypes
        self.variables: dict[Expr, Value] = {}  # tensor or let -> its variable
        self.let_lengths: dict[Expr, tuple[Length, ...]] = {}
        self.functions: list[str] = []  # texts of functions beside the program
        self.beside = set() if beside is None else beside  # their names, and those of what these have beside them
        self.recurrences: dict[tuple[Recurrence, tuple[Expr, ...]], list[str]] = {}
        self._names = Names()
        self._lengths: dict[Length, str] = {}
        self._temporaries = 0

    # --- names ---
    def claim(self, name: str) -> str:
        """``name``, or the nearest legal one that is not in use."""
        return self._names.new(name)

    def function(self, name: str) -> str:
        """The name of a function beside the program that is new in the module."""
        while (found := self.claim(name)) in self.beside:
            pass
        self.beside.add(found)
        return found

    def is_free(self, name: str) -> bool:
        """Whether nothing is called ``name`` yet."""
        return unreserved(name) == name and name not in self._names.taken

    def temporary(self) -> str:
        """A new short name."""
        while True:
            self._temporaries += 1
            name = f"t{self._temporaries}"
            if name not in self._names.taken:
                return self._names.new(name)

    def assign(self, value: Value, name: str | None = None) -> Value:
        """``value`` stored in a variable."""
        variable = name or self.temporary()
        self.lines.append(f"{variable} = {value.text}")
        names, level = value.names, value.level
        if value.kind == "strong" and value.names and not value.native:
            names, level = (variable,), 0
        return value.spelled(variable, names=names, level=level)

    # --- lengths ---
    def size_of(self, array: Expr, axis: int) -> Length:
        """The length of an axis of a tensor or let."""
        if array.op == "let":
            return self.let_lengths[array][axis]
        shape = array.data.shape
        if shape is not None and shape[axis] is not None:
            return lengths.of(shape[axis])
        return lengths.axis(self.variables[array].text, axis)

    def extent(self, scope: Scope, name: str) -> Length:
        """The length of an index."""
        e = scope.extents.get(name)
        if e is None:
            raise ExtentError(
                f"index '{name}' has no length: no array is read with it alone.\n"
                f'Give it one: es.index("{name}", size=n), or sizes={{"{name}": n}}.'
            )
        length = lengths.from_expr(e, self.size_of)
        if length is None:
            raise ExtentError(
                f"the length of index '{name}' is {e}, which depends on values: give sizes={{\"{name}\": n}}"
            )
        return length

    def length_text(self, length: Length, name: str = "n") -> tuple[str, int]:
        """Text and precedence of a length; long ones get a variable when first used."""
        if length in self._lengths:
            return self._lengths[length], ATOM
        if lengths.is_simple(length):
            text = lengths.text(length)
            simple = len(length.terms) <= 1
            return text, (
                ATOM if simple and "*" not in text and not text.startswith("-") else PRODUCT if simple else SUM
            )
        variable = self.claim(name if name == "n" else f"n_{name}")
        self.lines.append(f"{variable} = {lengths.text(length)}")
        self._lengths[length] = variable
        return variable, ATOM

    def remember_shape(self, variable: str, shape: Sequence[Length]) -> None:
        """Lengths that are long to write can be read off an array that has them."""
        for k, length in enumerate(shape):
            if not lengths.is_simple(length):
                self._lengths.setdefault(length, f"{variable}.shape[{k}]")

    def length_value(self, length: Length, name: str = "n") -> Value:
        """A length as a number in a formula."""
        text, prec = self.length_text(length, name)
        return Value(text, (), prec, "weak", native=True)


@dataclass(frozen=True)
class At:
    """Where the value of a node is written: its body in the program, and the values that it is made of.

    ``risky`` says that it stands in a branch in which reads may be outside.
    """

    program: Program
    scope: Scope
    risky: bool = False
    get: Callable[[Expr], Value] = field(default=lambda e: Value(""))

    def extent(self, name: str) -> Length:
        """The length of an index."""
        return self.program.extent(self.scope, name)

    def shape_text(self, axes: Sequence[str]) -> str:
        """A tuple of lengths; a plain number for one axis."""
        texts = [self.program.length_text(lengths.at_least_zero(self.extent(a)), a)[0] for a in axes]
        return texts[0] if len(texts) == 1 else f"({', '.join(texts)})"

    def arange(self, name: str) -> Value:
        """The values of an index."""
        n = self.program.length_text(self.extent(name), name)[0]
        return Value(f"np.arange({n})", (name,), ATOM, "weak", arange=n)


def scope_of(number: int, array: Expr, extents: Mapping[str, Expr]) -> Scope:
    """The scope of a let."""
    reads = [n for n in ex.postorder(array.args[0], into_arrays=False) if n.op == "access" and n.data is None]
    shortened = frozenset(name for n in reads for slot in n.args[1:] if slot.op != "index" for name in _moved(slot))
    return Scope(number, extents, scope_order(array.args[0], array.data[1]), shortened)


def _moved(slot: Expr) -> set[str]:
    """Indices of an index expression, those of reads inside it not counted."""
    nodes = ex.ordered([slot], lambda n: n.args if n.op != "access" and n.free else ())
    return {n.data[0] for n in nodes if n.op == "index"}


def scope_order(body: Expr, axes: Sequence[str]) -> tuple[str, ...]:
    """All index names of a body, ordered so that few reads need a transposition.

    Every read with plain indices votes for its order, the left side counts a little more.
    """
    names: dict[str, None] = dict.fromkeys(axes)
    votes: dict[tuple[str, str], float] = {}

    def vote(order: Sequence[str], weight: float) -> None:
        for k, a in enumerate(order):
            for b in order[k + 1 :]:
                votes[a, b] = votes.get((a, b), 0.0) + weight

    vote(axes, 1.5)
    bound_first_seen: list[str] = []
    for node in ex.postorder(body, into_arrays=False):
        if node.op == "index":
            names.setdefault(node.data[0])
        if node.op in ("reduce", "scan"):
            bound_first_seen += node.data[1]
        if node.op == "access":
            plain = [a.data[0] for a in node.args[1:] if a.op == "index"]
            if len(set(plain)) == len(plain) > 1:
                vote(plain, 1.0)
    for name in bound_first_seen:
        names.setdefault(name)
    left = list(names)
    score = dict.fromkeys(left, 0.0)
    for (a, b), weight in votes.items():
        score[a] += weight
        score[b] -= weight
    order: list[str] = []
    remaining = dict.fromkeys(left)
    while remaining:
        best = max(remaining, key=lambda a: score[a])
        order.append(best)
        del remaining[best]
        for b in remaining:
            weight = votes.get((best, b), 0.0) - votes.get((b, best), 0.0)
            score[b] += weight
    return tuple(order)
