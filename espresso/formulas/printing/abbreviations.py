"""Long formulas printed with names for their parts: ``f[k] = (c[k] - s)*p[k] where p[k] = softmax[k](z[k])``.

A name is a shorthand of the text only: the parser writes the part back in its place, so the
formula stays the same node.  Parts that occur several times get a name where that makes
the text shorter, modulo the names of their free indices: ``p[k]`` and ``p[l]`` are one
definition.  Of lines that are still too long, the longest parts get one too.

In the formula a name stands as a read of a tensor of that name, so that whatever prints
formulas prints these.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Collection
from typing import Any

from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.formulas.graph.functions import BY_NAME, COMPARISONS, CONSTANTS, INDEX_FUNCTION_BY_NAME, REDUCTION_BY_NAME
from espresso.records import dataclass

LONG = 100
"""A formula of up to this many characters is written in one piece."""
SHORT = 12
"""Parts below this length get no name."""
WIDE = 120
"""Lines above this length are broken by naming their longest parts."""
_CAP = 10**9
_MANY = 2000
"""With more nodes, parts that differ in names of indices get names of their own."""

_LETTERS = {
    "softmax": "p", "log_softmax": "q", "logsumexp": "z", "logistic": "h", "norm": "r", "mean": "m", "var": "v",
    "std": "d", "inv": "B", "max": "m", "min": "m", "sum": "s", "prod": "c", "exp": "e", "det": "d", "where": "w",
    "add": "u", "mul": "a", "pow": "b", "chol": "L", "eigvecsh": "V",
}  # fmt: skip
"""First letters of names by what the part is; ``t`` for all others."""
_OPERATORS = frozenset({"add", "mul", "pow"})
_INFIX = frozenset({"add", "mul", "pow", "floordiv", "mod", *COMPARISONS}) - {"isnan", "isinf", "isfinite"}


@dataclass(frozen=True)
class Abbreviation:
    """``name[axes] = body``, where ``body`` may read names defined after it."""

    name: str
    axes: tuple[str, ...]
    body: Expr


def abbreviated(body: Expr, taken: Collection[str], long: int = LONG) -> tuple[Expr, list[Abbreviation]]:
    """``body`` with names in place of parts, and what they stand for in order of first use.

    Nothing changes unless ``body`` takes more than ``long`` characters.  ``taken`` are names that may not be used.
    """
    if text_length(body) <= long:
        return body, []
    parts = _Parts(body)
    parts.name_shared()
    parts.name_longest()
    return parts.result(taken)


def text_length(body: Expr) -> int:
    """About how many characters the text of ``body`` has."""
    lengths: dict[Expr, int] = {}
    for node in ex.postorder(body, into_arrays=False):
        args = () if node.op in ex.ARRAY_OPS else node.args
        lengths[node] = _length(node, [lengths[a] for a in args])
    return lengths[body]


def _length(node: Expr, args: list[int]) -> int:
    """Length of the text of a node, given those of its arguments."""
    op, data = node.op, node.data
    if op == "const":
        return len(str(data))
    if op == "index":
        return len(data[0])
    if op in ex.ARRAY_OPS:
        return len(data.name if op == "tensor" else data[0])
    total = sum(args)
    if op in ("access", "size"):
        total += len(args) + (5 if data is not None else 0)
    elif op in ("reduce", "scan"):
        total += len(data[0]) + 4 + sum(len(n) + 1 for n in data[1])
    elif data in _INFIX:
        loose = sum(ex.is_call(a, "add") for a in node.args) if data != "add" else 0
        total += (len(args) - 1) * (1 if data == "mul" else 3) + 2 * loose
    else:
        total += len(data) + 2 * len(args)
    return min(total, _CAP)


def _children(node: Expr) -> tuple[Expr, ...]:
    """The parts of a node that may get names: not what stands in brackets of a read."""
    return () if node.op in ("access", "size", *ex.ARRAY_OPS) else node.args


def _sized(root: Expr) -> frozenset[Expr]:
    """The nodes below ``root`` with an index whose length is declared."""
    found: set[Expr] = set()
    for node in ex.postorder(root) if ex.has(root, "extent") else ():
        if node.data[1] is not None if node.op == "index" else any(a in found for a in node.args):
            found.add(node)
    return frozenset(found)


def _nameable(node: Expr, sized: Collection[Expr]) -> bool:
    """Whether a part may get a name: a sum, a function, a product, but no condition, no mere sign or divisor."""
    if node.op not in ("call", "reduce", "scan") or node in sized:
        return False
    if node.op != "call":
        return True
    signed = node.data == "mul" and node.args[0].op == "const"
    inverse = node.data == "pow" and node.args[1].op == "const" and not isinstance(node.args[1].data, complex)
    return node.data not in COMPARISONS and not signed and not (inverse and node.args[1].data < 0)


def _shapes(root: Expr) -> dict[Expr, int]:
    """A number for each node, the same where nodes differ in names of indices alone; named arrays are leaves."""
    numbers: dict[Any, int] = {}
    shape: dict[Expr, int] = {}
    for node in ex.postorder(root, into_arrays=False):
        key: Any = node
        if node.op == "index":
            key = ("index", node.data[1])
        elif node.op in ("reduce", "scan"):
            key = (node.op, node.data[0], len(node.data[1]), shape[node.args[0]])
        elif node.op not in ex.ARRAY_OPS:
            key = (node.op, type(node.data), node.data, *(shape[a] for a in node.args))
        shape[node] = numbers.setdefault(key, len(numbers))
    return shape


class _Parts:
    """Parts of one formula, equal ones (but for names of free indices) under one representative."""

    def __init__(self, root: Expr) -> None:
        self.root = root
        self.order = ex.ordered([root], _children)
        self.sized = _sized(root)
        self.first: dict[Expr, Expr] = {}
        self.named: dict[Expr, None] = {}
        self.lengths: dict[Expr, int] = {}
        self.leaves: dict[Expr, int] = {}  # those of nodes in which nothing can get a name
        self._find_equal_parts()

    def _find_equal_parts(self) -> None:
        alike: dict[int, list[Expr]] = {}
        few = len(self.order) <= _MANY
        shape = _shapes(self.root) if few else {}
        for node in self.order:
            self.first[node] = node
            if not few or not node.free or not _nameable(node, self.sized) or node is self.root:
                continue
            family = alike.setdefault(shape[node], [])
            same = next((f for f in family if f.ndim == node.ndim and _renamed(f, node.axes) is node), None)
            if same is None:
                family.append(node)
            else:
                self.first[node] = same

    def _uses(self) -> dict[Expr, int]:
        """How often each representative stands in the formula, counted once within equal parts."""
        uses = dict.fromkeys(self.order, 0)
        stack = [self.root]
        for node in ex.each_once(stack):
            for child in _children(node):
                uses[self.first[child]] += 1
                stack.append(self.first[child])
        return uses

    def _measure(self, node: Expr) -> int:
        """Length of ``node`` with the names decided so far inside it."""
        if _children(node):
            return _length(node, [self._shown(a) for a in node.args])
        if node not in self.leaves:
            self.leaves[node] = _length(node, [text_length(a) for a in node.args])
        return self.leaves[node]

    def _shown(self, node: Expr) -> int:
        return _name_length(node) if self.first[node] in self.named else self.lengths[node]

    def name_shared(self) -> None:
        """Name what occurs several times, parts before wholes."""
        uses = self._uses()
        for node in self.order:
            length = self.lengths[node] = self._measure(node)
            times = uses[node]
            if node is self.root or self.first[node] is not node or length < SHORT or times < 2:
                continue
            if not _nameable(node, self.sized):
                continue
            name = _name_length(node)
            if times * length > times * name + name + length + 6:
                self.named[node] = None

    def name_longest(self) -> None:
        """Name the longest part of every line that is still too wide, while that helps."""
        lines = [self.root, *self.named]
        while lines:
            line = lines.pop()
            part = self._longest_part(line)
            if part is not None:
                self.named[self.first[part]] = None
                for node in self.order:
                    self.lengths[node] = self._measure(node)
                lines += [line, self.first[part]]

    def _longest_part(self, line: Expr) -> Expr | None:
        whole = self.lengths[line]
        if whole <= WIDE or len(self.named) > 60 or len(self.order) > _MANY:
            return None
        best: Expr | None = None
        stack = list(_children(line))
        for node in ex.each_once(stack):
            if self.first[node] in self.named:
                continue
            stack.extend(_children(node))
            function = node.op != "call" or node.data not in (*_OPERATORS, "where")
            if not function or not _nameable(node, self.sized) or not 3 * SHORT <= self.lengths[node] <= 0.75 * whole:
                continue
            if best is None or self.lengths[node] > self.lengths[best]:
                best = node
        return best

    def result(self, taken: Collection[str]) -> tuple[Expr, list[Abbreviation]]:
        """The formula and its definitions, with names in order of first use."""
        order = self._in_order_of_use()
        names = _names(taken)
        tensors = {node: ex.tensor(names(node), len(node.axes)) for node in order}
        new: dict[Expr, Expr] = {}
        bodies: dict[Expr, Expr] = {}
        for node in self.order:
            children = _children(node)
            body = ex.with_args(node, [new[c] for c in children]) if children else node
            first = self.first[node]
            if first in tensors:
                bodies[node] = body
                body = ex.access(tensors[first], [ex.index(a) for a in node.axes])
            new[node] = body
        return new[self.root], [Abbreviation(tensors[n].data.name, n.axes, bodies[n]) for n in order]

    def _in_order_of_use(self) -> list[Expr]:
        """Named parts, each before those that its definition reads."""
        placed = ex.ordered([self.root], lambda node: [self.first[c] for c in reversed(_children(node))])
        return [n for n in reversed(placed) if n in self.named]


def _renamed(e: Expr, axes: tuple[str, ...]) -> Expr:
    """``e`` read at other indices, as the parser puts a definition in place."""
    return ex.rename(e, dict(zip(e.axes, axes, strict=True)))


def _name_length(node: Expr) -> int:
    return 1 + (1 + sum(len(a) + 1 for a in node.axes) if node.axes else 0)


def _names(taken: Collection[str]) -> Callable[[Expr], str]:
    """Gives each part a short name of its own."""
    used = {*taken, *CONSTANTS, *BY_NAME, *REDUCTION_BY_NAME, *INDEX_FUNCTION_BY_NAME}

    def give(node: Expr) -> str:
        letter = _LETTERS.get(node.data if node.op == "call" else node.data[0], "t")
        numbered = (f"{letter}{k}" for k in itertools.count(1))
        name = next(n for n in itertools.chain([letter], numbered) if n not in used)
        used.add(name)
        return name

    return give
