"""Axis lengths as polynomials in normal form, so that equal lengths compare equal.

A ``Length`` maps products of atoms to integer coefficients.  Atoms are the length of an
input axis, and floor divisions, minima and maxima of lengths.  Two lengths with the same
normal form are equal; a difference that the normal form cannot see only costs a slice
with an explicit stop.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import reduce
from operator import add, mul
from typing import Any

from espresso.formulas.extents.affine import linear
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.formulas.graph.recurrences import computed

Atom = tuple[Any, ...]
Monomial = tuple[Atom, ...]


class Length:
    """A polynomial over atoms; immutable and hashable."""

    __slots__ = ("terms",)

    def __init__(self, terms: Mapping[Monomial, int]) -> None:
        self.terms = frozenset((m, c) for m, c in terms.items() if c)

    def __hash__(self) -> int:
        return hash(self.terms)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Length) and self.terms == other.terms

    def __repr__(self) -> str:
        return f"Length({text(self)})"

    def __add__(self, other: Length | int) -> Length:
        total = dict(self.terms)
        for monomial, coefficient in of(other).terms:
            total[monomial] = total.get(monomial, 0) + coefficient
        return Length(total)

    def __sub__(self, other: Length | int) -> Length:
        return self + of(other) * -1

    def __mul__(self, other: Length | int) -> Length:
        total: dict[Monomial, int] = {}
        for m, c in self.terms:
            for n, d in of(other).terms:
                key = tuple(sorted(m + n, key=repr))
                total[key] = total.get(key, 0) + c * d
        return Length(total)

    @property
    def constant(self) -> int | None:
        """The value, if it does not depend on any input."""
        if not self.terms:
            return 0
        if len(self.terms) == 1:
            ((monomial, coefficient),) = self.terms
            return coefficient if not monomial else None
        return None


def of(value: Length | int) -> Length:
    """An integer as a length."""
    return value if isinstance(value, Length) else Length({(): value})


def axis(name: str, number: int) -> Length:
    """The length of axis ``number`` of the variable ``name``."""
    return Length({(("shape", name, number),): 1})


def floor_divide(a: Length, b: Length) -> Length:
    """``a // b``; whole multiples of a constant divisor are taken out."""
    divisor = b.constant
    if divisor == 1:
        return a
    if divisor is None or divisor <= 0:
        return Length({(("//", a, b),): 1})
    whole = Length({m: c // divisor for m, c in a.terms if c % divisor == 0 or not m})
    rest = a - whole * divisor
    if rest.constant is not None:
        return whole + rest.constant // divisor
    return whole + Length({(("//", rest, b),): 1})


def _extreme(kind: str, given: Sequence[Length | int]) -> Length:
    choose, args = max if kind == "max" else min, [of(a) for a in given]
    constants = [a.constant for a in args if a.constant is not None]
    rest = sorted({a for a in args if a.constant is None}, key=repr)
    if not rest:
        return of(choose(constants))
    if constants:
        rest.append(of(choose(constants)))
    return rest[0] if len(rest) == 1 else Length({((kind, *rest),): 1})


def maximum(*args: Length | int) -> Length:
    """The largest of some lengths."""
    return _extreme("max", args)


def minimum(*args: Length | int) -> Length:
    """The smallest of some lengths."""
    return _extreme("min", args)


def without_floor(length: Length) -> Length:
    """``e`` of ``max(0, e)``, else the length itself: a slice cannot be shorter than empty."""
    if len(length.terms) == 1:
        ((monomial, coefficient),) = length.terms
        if coefficient == 1 and len(monomial) == 1 and monomial[0][0] == "max" and of(0) in monomial[0][1:]:
            rest = [a for a in monomial[0][1:] if a != of(0)]
            if len(rest) == 1:
                return rest[0]  # type: ignore[no-any-return]
    return length


def at_least_zero(length: Length) -> Length:
    """The length itself if it cannot be negative, else ``max(0, length)``."""
    return length if never_negative(length) else maximum(0, length)


def never_negative(length: Length) -> bool:
    """Whether a sum of lengths and of what is made of them shows that it is at least 0."""
    return all(c >= 0 and all(map(_is_count, m)) for m, c in length.terms)


def _is_count(atom: Atom) -> bool:
    if atom[0] in ("shape", "name"):
        return True
    some = any if atom[0] == "max" else all
    return some(map(never_negative, atom[1:]))


def from_expr(e: Expr, size_of: Callable[[Expr, int], Length]) -> Length | None:
    """The length that a closed integer expression means, or None if it reads data."""
    linear = linear_form(e, size_of)
    return linear[1] if linear is not None and not linear[0] else None


Linear = tuple[dict[str, int], Length]


def linear_form(e: Expr, size_of: Callable[[Expr, int], Length]) -> Linear | None:
    """``e`` as integer combination of indices plus a length, or None if it is none."""
    known = {n: size_of(n.args[0], n.data) for n in ex.postorder(e, into_arrays=False) if n.op == "size"}
    numbers = {n: ex.const(length.constant) for n, length in known.items() if length.constant is not None}
    found = linear(ex.replace(e, numbers, into_arrays=False) if numbers else e)
    if found is None:
        return None
    factors, rest = found
    try:
        values = [computed(atom, known.__getitem__, _ARITHMETIC) * factor for atom, factor in rest.terms.items()]
    except KeyError:
        return None
    return factors, reduce(add, values, of(rest.constant))


_ARITHMETIC: dict[str, Callable[..., Length]] = {
    "add": lambda *a: reduce(add, map(of, a)), "mul": lambda *a: reduce(mul, map(of, a)),
    "minimum": minimum, "maximum": maximum, "clip": lambda a, low, high: minimum(maximum(a, low), high),
    "floordiv": lambda a, b: floor_divide(of(a), of(b)),
    "mod": lambda a, b: of(a) - floor_divide(of(a), of(b)) * b,
}  # fmt: skip
"""Functions of lengths, some of which are numbers."""


def text(length: Length) -> str:
    """Python source of a length; a sum when it has several terms."""
    constant = length.constant
    if constant is not None:
        return str(constant)
    terms = sorted(length.terms, key=lambda t: (not t[0], t[1] < 0, _monomial(t[0])))
    result = ""
    for monomial, coefficient in terms:
        magnitude = abs(coefficient)
        body = _monomial(monomial)
        if not monomial:
            body = str(magnitude)
        elif magnitude != 1:
            body = f"{magnitude}*{body}"
        result += (" - " if coefficient < 0 else " + ") + body
    return result[3:] if result.startswith(" + ") else "-" + result[3:]


def _monomial(monomial: Monomial) -> str:
    return "*".join(_atom(a) for a in monomial)


def _atom(atom: Atom) -> str:
    if atom[0] == "shape":
        return f"{atom[1]}.shape[{atom[2]}]"
    if atom[0] == "name":
        return str(atom[1])
    if atom[0] == "//":
        return (
            f"(({text(atom[1])})//({text(atom[2])}))"
            if atom[2].constant is None
            else f"(({text(atom[1])})//{text(atom[2])})"
        )
    return f"{atom[0]}({', '.join(text(a) for a in atom[1:])})"


def is_simple(length: Length) -> bool:
    """Whether its text is short enough to stand in a formula: one axis, plus or minus a number."""
    atoms = [a for m, _ in length.terms for a in m]
    return len(atoms) <= 1 and all(a[0] in ("shape", "name") for a in atoms)
