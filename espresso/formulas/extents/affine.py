"""Affine maps: which subscripts are sums of indices with integer factors.

A slot such as ``2*p + r - 1`` is affine: a sum of indices with integer factors and a
constant.  The constant may also hold lengths, as in ``size(x, 0) - 1 - i``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Set
from dataclasses import field

from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.formulas.graph.whole_literals import EXACT
from espresso.records import dataclass


@dataclass(frozen=True)
class Formula:
    """An integer: a constant plus lengths (or other closed integer expressions) with factors."""

    constant: int = 0
    terms: Mapping[Expr, int] = field(default_factory=dict)

    def plus(self, other: Formula | int, factor: int = 1) -> Formula:
        """Return ``self + factor*other``."""
        if isinstance(other, int):
            return Formula(self.constant + factor * other, self.terms)
        terms = dict(self.terms)
        for atom, count in other.terms.items():
            terms[atom] = terms.get(atom, 0) + factor * count
        return Formula(self.constant + factor * other.constant, {a: c for a, c in terms.items() if c})

    def __add__(self, other: Formula | int) -> Formula:
        return self.plus(other)

    def __sub__(self, other: Formula | int) -> Formula:
        return self.plus(other, -1)

    def __mul__(self, factor: int) -> Formula:
        return Formula(self.constant * factor, {a: c * factor for a, c in self.terms.items()} if factor else {})

    def __rsub__(self, other: int) -> Formula:
        return Formula(other).plus(self, -1)

    __radd__, __rmul__ = __add__, __mul__

    def __floordiv__(self, divisor: int) -> Formula:
        if all(c % divisor == 0 for c in self.terms.values()):
            return Formula(self.constant // divisor, {a: c // divisor for a, c in self.terms.items()})
        return Formula(0, {ex.call("floordiv", self.expr(), ex.const(divisor)): 1})

    def resolved(self, length: Callable[[Expr, int], Formula], known: dict[Expr, Formula]) -> Formula:
        """The formula with ``length(array, axis)`` in place of every length; ``known`` keeps what terms become."""
        result = Formula(self.constant)
        for atom, count in self.terms.items():
            if atom.op == "size" and atom not in known:
                known[atom] = length(atom.args[0], atom.data)
            elif atom not in known:
                sizes = [n for n in ex.postorder(atom, into_arrays=False) if n.op == "size"]
                found = linear(ex.replace(atom, {n: length(n.args[0], n.data).expr() for n in sizes}))
                known[atom] = Formula(0, {atom: 1}) if found is None or found[0] else found[1]
            result = result.plus(known[atom], count)
        return result

    def expr(self) -> Expr:
        """The formula as an expression, the same node for the same formula."""
        items = sorted(self.terms.items(), key=lambda p: (p[1] < 0, p[0].op != "size", _place(p[0]), p[0].digest))
        return multiples(items, self.constant)


def _place(atom: Expr) -> tuple[str, int]:
    if atom.op != "size":
        return ("", 0)
    array = atom.args[0]
    return (array.data.name if array.op == "tensor" else array.data[0], atom.data)


def multiples(terms: Iterable[tuple[Expr, int]], rest: Formula | int = 0) -> Expr:
    """The sum of whole multiples of some nodes and of ``rest``, in this order, without what is 0."""
    parts = [e if c == 1 else ex.call("mul", ex.const(c), e) for e, c in terms if c]
    last = ex.const(rest) if isinstance(rest, int) else rest.expr()
    return ex.call("add", *parts, *([] if parts and ex.is_const(last, 0) else [last]))


def shifted(factors: Iterable[tuple[str, int]], rest: Formula | int = 0) -> Expr:
    """The slot ``sum of factor*index + rest``.

    >>> str(shifted([("p", 2), ("r", 1)], -1))
    '[p,r] = 2*p + r - 1'
    """
    return multiples(((ex.index(n), c) for n, c in factors), rest)


def least(a: Formula, b: Formula) -> Formula:
    """The smaller of two formulas; decided at once where they differ by a constant."""
    if dict(a.terms) == dict(b.terms):
        return a if a.constant <= b.constant else b
    return Formula(0, {ex.call("minimum", a.expr(), b.expr()): 1})


Slot = tuple[dict[str, int], Formula]
"""Factors of the indices, and the rest."""


def affine(e: Expr) -> tuple[dict[str, int], int] | None:
    """Return the factor of each index in ``e`` and the constant; None if ``e`` is not such a sum.

    >>> affine(ex.call("add", ex.call("mul", ex.const(2), ex.index("p")), ex.index("r"), ex.const(-1)))
    ({'p': 2, 'r': 1}, -1)
    """
    found = linear(e)
    return None if found is None or found[1].terms else (found[0], found[1].constant)


def linear(
    e: Expr, length: Callable[[Expr], int] | None = None, varying: Set[str] | None = None
) -> Slot | None:  # fmt: skip
    """``affine`` with lengths in the constant; with ``length`` all of them are numbers.

    Numbers also decide products of an index and a length, as in ``x[i*size(w,0) + j]``.  Where only some indices are
    ``varying``, what has none of them stands in the constant as it is.
    """
    if varying is None and e.op == "index":
        return {e.data[0]: 1}, Formula()
    memo: dict[Expr, Slot | None] = {}
    for node in ex.postorder(e, into_arrays=False):
        if varying is not None and node.op != "const" and node.free.isdisjoint(varying):
            memo[node] = {}, Formula(0, {node: 1})
        else:
            memo[node] = _linear(node, memo, length)
    return memo[e]


def difference(
    sides: Iterable[Expr], length: Callable[[Expr], int] | None = None, varying: Set[str] | None = None
) -> Slot | None:  # fmt: skip
    """``linear`` of the first side minus the second, without building it."""
    left, right = (linear(side, length, varying) for side in sides)
    if left is None or right is None:
        return None
    factors = {n: k for n in {**left[0], **right[0]} if (k := left[0].get(n, 0) - right[0].get(n, 0))}
    return factors, left[1] - right[1]


def ends(factors: Mapping[str, int], constant: int, length: Callable[[str], int]) -> tuple[int, int]:
    """The least and the largest value of a sum of indices with these lengths."""
    last = [c * max(0, length(n) - 1) for n, c in factors.items()]
    return constant + sum(min(0, x) for x in last), constant + sum(max(0, x) for x in last)


def _linear(node: Expr, memo: dict[Expr, Slot | None], length: Callable[[Expr], int] | None) -> Slot | None:
    if node.op == "index":
        return {node.data[0]: 1}, Formula()
    if node.op == "const":
        return ({}, Formula(node.data)) if type(node.data) is int else None
    if node.op == "size":
        return {}, (Formula(length(node)) if length is not None else Formula(0, {node: 1}))
    if node.op != "call":
        return None
    args: list[Slot] = []
    for a in node.args:
        part = memo[a]
        if part is None:
            return None
        args.append(part)
    if node.data == "add":
        return _sum(args)
    if node.data == "mul":
        return _product(args, node)
    if node.data in _CLOSED and not node.free:
        return _closed(node.data, [a[1] for a in args])
    return None


def _sum(args: list[Slot]) -> Slot:
    factors: dict[str, int] = {}
    rest = Formula()
    for part, more in args:
        rest = rest + more
        for name, c in part.items():
            factors[name] = factors.get(name, 0) + c
    return {n: c for n, c in factors.items() if c}, rest


def _product(args: list[Slot], node: Expr) -> Slot | None:
    number = 1
    others: list[Slot] = []
    for part, rest in args:
        if not part and not rest.terms:
            number *= rest.constant
        else:
            others.append((part, rest))
    if len(others) > 1:
        return ({}, Formula(0, {node: 1})) if not node.free else None
    part, rest = others[0] if others else ({}, Formula(1))
    return ({n: c * number for n, c in part.items()} if number else {}), rest * number


_CLOSED = frozenset({"floordiv", "mod", "minimum", "maximum", "clip", "abs"})
"""Integer functions of lengths that may stand in a constant."""


def _closed(name: str, values: list[Formula]) -> Slot | None:
    if any(v.terms for v in values):
        if name == "floordiv" and not values[1].terms and values[1].constant > 0:
            return {}, values[0] // values[1].constant
        same = ex.call(name, *(v.expr() for v in values))  # one node for one formula, as it may be told apart by it
        return {}, Formula(0, {same: 1})
    if name in ("floordiv", "mod") and values[1].constant == 0:
        return None
    return {}, Formula(EXACT[name](*(v.constant for v in values)))
