"""Decisions about lengths as data: the comparisons that an analysis made, made again for other lengths.

An analysis runs on a `Tape`, with numbers that remember how they were computed from lengths.  Each comparison becomes a
row of `Conditions`, with its outcome.  Where all outcomes are the same for other lengths the analysis would go the
same way, so that it need not run, and what it looks at need not exist.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from espresso.formulas.graph.nodes import Expr
from espresso.records import dataclass

_COMPARISONS: Mapping[str, Callable[[Any, Any], Any]] = {
    n: getattr(operator, n) for n in ("eq", "ne", "lt", "le", "gt", "ge")
}
_ARITHMETIC: Mapping[str, Callable[[Any, Any], Any]] = {
    n: getattr(operator, n) for n in ("add", "sub", "mul", "truediv", "floordiv", "mod", "pow")
}
_BINARY: Mapping[str, Callable[[Any, Any], Any]] = {**_COMPARISONS, **_ARITHMETIC, "min": min, "max": max}

T = TypeVar("T")

Row = tuple[str, Any, Any]
"""An ``"extent"``, a ``"number"``, an operation with the rows of its operands, or a row that ``"is"`` a value."""


@dataclass(frozen=True)
class Conditions:
    """What holds for the lengths of a program and has to hold for others; ``values`` are rows to be told."""

    rows: tuple[Row, ...]
    values: tuple[int, ...]

    def told(self, size_of: Callable[[Expr], int]) -> list[Any] | None:
        """The values for other lengths, where all outcomes are the same; else None."""
        found: list[Any] = []
        try:
            for kind, a, b in self.rows:
                if kind == "is":
                    if found[a] != b:
                        return None
                    found.append(b)
                elif kind == "extent":
                    found.append(size_of(a))
                elif kind == "number":
                    found.append(a)
                else:
                    found.append(_BINARY[kind](found[a], found[b]))
        except (ArithmeticError, TypeError, LookupError):  # an analysis may raise so, too
            return None
        return [found[k] for k in self.values]


class Tape:
    """What is computed from lengths, each row once, until it is closed: then its numbers are as any others."""

    def __init__(self, size_of: Callable[[Expr], int]) -> None:
        self._size_of = size_of
        self._rows: dict[Any, int] = {}
        self._closed = False

    def size(self, extent: Expr) -> Any:
        """An extent, as a number that remembers."""
        value = self._size_of(extent)
        return value if extent.op == "const" else Number(self, value, self._row("extent", extent))

    def computed(self, kind: str, a: Any, b: Any) -> Any:
        """The result of an operation; that of a comparison is an outcome at once."""
        value = _BINARY[kind](*(x.value if isinstance(x, Number) else x for x in (a, b)))
        if self._closed:
            return value
        row = self._row(kind, self._of(a), self._of(b))
        if kind not in _COMPARISONS:
            return Number(self, value, row)
        self.outcome(row, value)
        return value

    def outcome(self, row: int, value: Any) -> None:
        """The way that the analysis goes depends on this value."""
        if not self._closed:
            self._row("is", row, value)

    def close(self, values: list[Any]) -> Conditions:
        """All outcomes, and numbers to be told."""
        rows = tuple(map(self._of, values))
        self._closed = True
        return Conditions(tuple((kind, a, b) for kind, a, b, _ in self._rows), rows)

    def _of(self, x: Any) -> int:
        return x.row if isinstance(x, Number) else self._row("number", x)

    def _row(self, kind: str, a: Any, b: Any = None) -> int:
        exact = (type(a), type(b))  # 1, 1.0 and True are equal
        return self._rows.setdefault((kind, a, b, exact), len(self._rows))


class Number:
    """A number that tells a tape what is done with it.  As a key, or as an integer, all of it is an outcome."""

    __slots__ = ("row", "tape", "value")
    __array_ufunc__ = None

    def __init__(self, tape: Tape, value: Any, row: int) -> None:
        self.tape, self.value, self.row = tape, value, row

    def _all(self) -> Any:
        self.tape.outcome(self.row, self.value)
        return self.value

    def __bool__(self) -> bool:
        return bool(self.tape.computed("ne", self, 0))

    def __hash__(self) -> int:
        return hash(self._all())

    def __index__(self) -> int:
        return operator.index(self._all())

    def __int__(self) -> int:
        return int(self._all())

    def __float__(self) -> float:
        return float(self._all())

    def __repr__(self) -> str:
        return repr(self._all())

    def __format__(self, spec: str) -> str:
        return format(self._all(), spec)

    def __neg__(self) -> Any:
        return 0 - self  # type: ignore[operator]


def _operation(kind: str, swapped: bool = False) -> Callable[[Number, Any], Any]:
    def compute(self: Number, other: Any) -> Any:
        if not isinstance(other, (Number, int, float)):
            return NotImplemented
        return self.tape.computed(kind, *((other, self) if swapped else (self, other)))

    return compute


for _kind in (*_COMPARISONS, *_ARITHMETIC):
    setattr(Number, f"__{_kind}__", _operation(_kind))
for _kind in _ARITHMETIC:
    setattr(Number, f"__r{_kind}__", _operation(_kind, swapped=True))


def minimum(a: T, b: T) -> T:
    """The smaller number, as a value: which one it is decides nothing."""
    return _extreme("min", a, b)


def maximum(a: T, b: T) -> T:
    """The larger number, as a value: which one it is decides nothing."""
    return _extreme("max", a, b)


def _extreme(kind: str, a: T, b: T) -> T:
    known = a if isinstance(a, Number) else b
    found: T = known.tape.computed(kind, a, b) if isinstance(known, Number) else _BINARY[kind](a, b)
    return found
