"""Symbolic execution of an argument check: run with names for lengths, once for each path.

A check at a call is Python that compares lengths and raises.  Run with a `Number` in place of each length it asks
`Paths` about every comparison that the names alone do not decide.  All answers together make a tree: where it raises,
where it passes.  The numbers stand in the messages as marks, which the saved module fills.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from itertools import count
from typing import Any, NamedTuple

from espresso.codegen.numpy import lengths
from espresso.codegen.numpy.lengths import Length
from espresso.errors import EspressoError
from espresso.formulas.inference.infer_errors import CLOSE, OPEN

MOST = 256
"""Ways through one check that are followed."""


class Unwritten(Exception):
    """A check that has too many ways through it, or that does with a number what has no text."""


class Open(Exception):
    """Raised by a check where only the arrays themselves decide."""


class Test(NamedTuple):
    """A question about lengths: whether ``length`` is 0, or below 0."""

    kind: str
    length: Length

    def text(self, holds: bool = True) -> str:
        """Python source of it, or of its contrary."""
        up = {m: c for m, c in self.length.terms if c > 0}
        down = {m: -c for m, c in self.length.terms if c < 0}
        left, right = (lengths.text(Length(part)) for part in (up, down))
        symbol = {"zero": ("!=", "=="), "below": (">=", "<")}[self.kind][holds]
        return f"{left} {symbol} {right}"


class Branch(NamedTuple):
    """A question, and what comes after each answer: a branch, an error, `Open`, or None where the check passes."""

    test: Test
    yes: Any
    no: Any


class Number:
    """A length, or what is computed from lengths, by its text."""

    __slots__ = ("length", "paths")

    def __init__(self, paths: Paths, length: Length) -> None:
        self.paths, self.length = paths, length

    def _with(self, length: Length) -> Any:
        constant = length.constant
        return Number(self.paths, length) if constant is None else constant

    def __add__(self, other: Any) -> Any:
        return self._with(self.length + as_length(other))

    def __sub__(self, other: Any) -> Any:
        return self._with(self.length - as_length(other))

    def __rsub__(self, other: Any) -> Any:
        return self._with(as_length(other) - self.length)

    def __mul__(self, other: Any) -> Any:
        return self._with(self.length * as_length(other))

    def __floordiv__(self, other: Any) -> Any:
        return self._with(lengths.floor_divide(self.length, as_length(other)))

    def __rfloordiv__(self, other: Any) -> Any:
        return self._with(lengths.floor_divide(as_length(other), self.length))

    def __mod__(self, other: Any) -> Any:
        return self - self // other * other

    def __rmod__(self, other: Any) -> Any:
        return other - other // self * self

    def __neg__(self) -> Any:
        return self._with(self.length * -1)

    __radd__, __rmul__ = __add__, __mul__

    def __eq__(self, other: object) -> bool:
        return self.paths.answer("zero", self.length - as_length(other))

    def __lt__(self, other: Any) -> bool:
        return self.paths.answer("below", self.length - as_length(other))

    def __gt__(self, other: Any) -> bool:
        return self.paths.answer("below", as_length(other) - self.length)

    def __le__(self, other: Any) -> bool:
        return not self > other

    def __ge__(self, other: Any) -> bool:
        return not self < other

    def __bool__(self) -> bool:
        return not self.paths.answer("zero", self.length)

    def __hash__(self) -> int:
        return hash(self.length)

    def __repr__(self) -> str:
        return mark(lengths.text(self.length))

    __str__ = __repr__

    def __format__(self, _: str) -> str:
        return repr(self)


def mark(text: str) -> str:
    """Python text as it stands in a message."""
    return f"{OPEN}{text}{CLOSE}"


def as_length(value: Any) -> Length:
    """A number or an integer as a length."""
    if isinstance(value, Number):
        return value.length
    if isinstance(value, int):
        return lengths.of(value)
    raise Unwritten


class Paths:
    """The answers that are known, and the ways through the check that runs."""

    def __init__(self, taken: Collection[str] = ()) -> None:
        self._names = (name for k in count(1) if (name := f"n_{k}") not in taken)
        self._named: dict[Length, Number] = {}
        self._new: list[str] = []
        self._known: dict[Test, bool] = {}
        self._same: dict[lengths.Monomial, Length] = {}  # a length -> an equal one that is shorter to write
        self._taken: list[tuple[Test, bool]] | None = None  # None while no check runs
        self._wanted: list[bool] = []

    def number(self, name: str) -> Number:
        """The length that a variable of the module holds."""
        return Number(self, Length({(("name", name),): 1}))

    def least(self, a: Any, b: Any) -> Any:
        """The smaller of two numbers; decided at once where they differ by a constant."""
        apart = (as_length(a) - as_length(b)).constant
        if apart is not None:
            return a if apart <= 0 else b
        return self._variable(lengths.minimum(as_length(a), as_length(b)))

    def not_negative(self, e: Any) -> Any:
        """The number, or 0 where it is negative."""
        found = lengths.at_least_zero(as_length(e))
        return found.constant if found.constant is not None else self._variable(found)

    def _variable(self, length: Length) -> Number:
        """A number in a variable of its own where it takes a call to compute it, unless a check runs."""
        if self._taken is not None or not any(a[0] in ("min", "max") for m, _ in length.terms for a in m):
            return Number(self, length)
        if length not in self._named:
            name = next(self._names)
            self._named[length] = self.number(name)
            self._new.append(f"{name} = {lengths.text(length)}")
        return self._named[length]

    def variables(self) -> list[str]:
        """The assignments of variables that are new since this was asked."""
        new, self._new = self._new, []
        return new

    def tree(self, check: Callable[[], object]) -> Any:
        """All ways through a check, as a `Branch`, or its one end; what holds where it passes is known from then on."""
        ends: list[tuple[list[tuple[Test, bool]], Any]] = []
        self._wanted = []
        while True:
            taken: list[tuple[Test, bool]] = []
            self._taken = taken
            end: Any = None
            try:
                check()
            except (EspressoError, Open) as found:
                end = found
            ends.append((taken, end))
            if len(ends) > MOST:
                raise Unwritten
            answers = [answer for _, answer in taken]
            while answers and answers[-1]:
                answers.pop()
            if not answers:
                break
            self._wanted = [*answers[:-1], True]
        self._taken, self._wanted = None, []
        passing = [taken for taken, end in ends if not isinstance(end, EspressoError)]
        for test, answer in passing[0] if len(passing) == 1 else ():
            self._learn(test, answer)
        return _tree(ends, 0)

    def answer(self, kind: str, length: Length) -> bool:
        """The answer to a question: as the lengths say, as before, or as this way through the check has it."""
        length = self._shortest(length)
        if kind == "zero" and min(length.terms, key=repr, default=((), 1))[1] < 0:
            length = length * -1
        test = Test(kind, length)
        decided = self._decided(test)
        if decided is None:
            if self._taken is None:
                raise Unwritten
            number = len(self._taken)
            decided = self._wanted[number] if number < len(self._wanted) else False
            self._taken.append((test, decided))
        return decided

    def same(self, a: Any, b: Any) -> bool:
        """Whether two numbers are known to be equal."""
        return self._shortest(as_length(a) - as_length(b)).constant == 0

    def _shortest(self, length: Length) -> Length:
        found = lengths.of(0)
        for monomial, factor in length.terms:
            found += self._same.get(monomial, Length({monomial: 1})) * factor
        return found

    def _learn(self, test: Test, answer: bool) -> None:
        self._known[test] = answer
        if test.kind == "zero" and answer:
            for monomial, factor in sorted(test.length.terms, key=repr, reverse=True):
                if abs(factor) == 1 and len(monomial) == 1 and monomial[0][0] == "name":
                    same = self._shortest(test.length * -factor + Length({monomial: 1}))
                    others = self._same.items()
                    self._same = {m: _replaced(e, monomial, same) for m, e in others} | {monomial: same}
                    return

    def _facts(self) -> dict[Test, bool]:
        return self._known | dict(self._taken or ())

    def _decided(self, test: Test) -> bool | None:
        constant = test.length.constant
        if constant is not None:
            return constant == 0 if test.kind == "zero" else constant < 0
        facts = self._facts()
        if test in facts:
            return facts[test]
        least, most = self._least(test.length, facts), self._least(test.length * -1, facts)
        if test.kind == "zero":
            return False if max(least, most) > 0 else None
        return False if least >= 0 else True if most > 0 else None

    def _least(self, length: Length, facts: dict[Test, bool]) -> float:
        """What a number is at least."""
        for test, answer in facts.items():
            if test.kind == "below":
                rest = length - test.length if not answer else length + test.length
                if rest.constant is not None:  # at least 0, or below 0
                    return rest.constant + answer
            elif answer and (rest := length - test.length).constant is not None:
                return rest.constant
        if not lengths.never_negative(Length({m: c for m, c in length.terms if m})):
            return float("-inf")
        return sum(c if not m else c * all(self._positive(a, facts) for a in m) for m, c in length.terms)

    @staticmethod
    def _positive(atom: lengths.Atom, facts: dict[Test, bool]) -> bool:
        return facts.get(Test("zero", Length({(atom,): 1}))) is False


def _replaced(length: Length, monomial: lengths.Monomial, same: Length) -> Length:
    terms = dict(length.terms)
    factor = terms.pop(monomial, 0)
    return Length(terms) + same * factor


def _tree(ends: list[tuple[list[tuple[Test, bool]], Any]], depth: int) -> Any:
    if len(ends[0][0]) == depth:
        return ends[0][1]
    test = ends[0][0][depth][0]
    no, yes = ([e for e in ends if e[0][depth][1] is answer] for answer in (False, True))
    parts = [_tree(part, depth + 1) if part else None for part in (yes, no)]
    if alike(*parts):
        return parts[1]
    return Branch(test, *parts)


def alike(a: Any, b: Any) -> bool:
    """Whether two ends, or trees, are the same for the user."""
    if isinstance(a, Branch) and isinstance(b, Branch):
        return a.test == b.test and alike(a.yes, b.yes) and alike(a.no, b.no)
    return type(a) is type(b) and not isinstance(a, Branch) and str(a) == str(b)
