"""Numbers of iterations: whole numbers while a loop is traced, and what they are at any step.

A comparison of such numbers is decided by the ranges of the loops, by the iteration where it is the first one, or by
what is known on this way through the iteration; else it is a condition, and both ways are traced (`branches`).
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Collection
from typing import Any

import numpy as np

from espresso.formulas.extents.affine import Formula, multiples
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.frontends.numpy.arrays import TracedArray
from espresso.lazy import get

Site = tuple[Any, int]
"""A loop: the code of its function, and the place in it."""


IN_LISTS = "read at iterations", "lists"
"""Says that numbers of iterations may stand in subscripts of lists."""


class NotTheSame(BaseException):
    """The iterations of a loop are no step of a recurrence; no function that is traced catches it by mistake.

    Without a site, what an iteration made was kept where nobody looks, by one of the loops.  With ``names``, the loop
    may be a step where the numbers in these variables are arrays, and what stands at these places changes.
    """

    def __init__(self, site: Site | None, names: Collection[Any] = ()) -> None:
        super().__init__()
        self.site, self.names = site, names


def position_of(number: Formula) -> Expr:
    """A number of iterations as an expression, its terms in their order."""
    return multiples(number.terms.items(), number.constant)


def _comparison(name: str) -> Callable[[Any, Any], Any]:
    """A comparison of a number of iterations with another whole number: True, False or a condition."""
    test = getattr(operator, name)

    def function(self: Step, other: Any) -> Any:
        if not isinstance(other, (int, Step)):
            many = isinstance(other, (float, np.number, np.ndarray, TracedArray))
            return test(lifted(self), other) if many else NotImplemented
        ahead = self - other
        low, high = test(ahead.low, 0), test(ahead.high, 0)
        if low == high and (name not in ("eq", "ne") or ahead.low > 0 or ahead.high < 0 or ahead.low == ahead.high):
            return low
        condition = ex.call(name, position_of(ahead.symbol()), ex.const(0))
        known = self.loop.follows(condition, ahead)
        return TracedArray(condition, (), "b") if known is None else known

    return function


def _of_arrays(operation: Callable[[Any, Any], Any]) -> tuple[Callable[[Any, Any], Any], Callable[[Any, Any], Any]]:
    """An operator and the reflected one, of the number as a traced array."""
    return (lambda self, other: operation(lifted(self), other)), (lambda self, other: operation(other, lifted(self)))


class Step:
    """The number of an iteration: sums and multiples of it are such numbers, comparisons conditions."""

    __slots__ = ("number", "loop", "turn", "line", "low", "high")

    def __init__(self, number: int, loop: Any, line: Formula, low: int, high: int) -> None:
        self.number, self.loop, self.turn = number, loop, loop.turn
        self.line, self.low, self.high = line, low, high

    def symbol(self) -> Formula:
        """What the number is at any step."""
        if self.turn != self.loop.turn:  # of an iteration before
            raise NotTheSame(self.loop.site)
        return self.line

    def along(self, length: int, ends: int = 0) -> Expr:
        """The number as a position along an axis, or up to so many after it, also where it counts from the end."""
        line = self.symbol()
        if not self.always_inside(length, ends):
            if self.high < 0 and self.low >= -length and not ends:
                return position_of(line + length)
            if not ((self >= 0) is True and (self < length + ends) is True):
                raise NotTheSame(self.loop.site)
        return position_of(line)

    def always_inside(self, length: int, ends: int = 0) -> bool:
        """Whether it is a position along an axis on any way through the iterations, counted from the start or end."""
        return self.low >= 0 and self.high < length + ends or self.high < 0 and self.low >= -length

    def traced_form(self) -> TracedArray:
        """The number as an array without axes."""
        return TracedArray(position_of(self.symbol()), (), "i")

    def _no_number(self, *_: Any) -> Any:
        raise NotTheSame(self.loop.site)

    def __index__(self) -> int:
        raise NotTheSame(self.loop.site, {IN_LISTS})

    __int__ = __float__ = __complex__ = __bool__ = __hash__ = __str__ = _no_number
    __divmod__ = __invert__ = __array__ = _no_number
    __eq__, __ne__, __lt__, __le__, __gt__, __ge__ = (_comparison(n) for n in ("eq", "ne", "lt", "le", "gt", "ge"))

    def __repr__(self) -> str:  # of whoever looks for an error
        return str(self.number)

    def __format__(self, text: str) -> str:
        raise NotTheSame(self.loop.site)

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, **kwargs: Any) -> Any:
        return get("dispatched_ufunc")(ufunc, method, inputs, kwargs)

    def _sum(self, other: Any, mine: int, theirs: int) -> Any:
        if isinstance(other, bool) or not isinstance(other, (int, Step)):
            one, two = (self, other) if mine > 0 else (other, self)
            return lifted(one) + two if theirs > 0 else lifted(one) - two
        other = other if isinstance(other, Step) else Step(other, self.loop, Formula(other), other, other)
        number = mine * self.number + theirs * other.number
        low, high = (sorted((f * s.low, f * s.high)) for f, s in ((mine, self), (theirs, other)))
        line = (self.symbol() * mine).plus(other.symbol(), theirs)
        return Step(number, self.loop, line, low[0] + high[0], low[1] + high[1])

    def __add__(self, other: Any) -> Any:
        return self._sum(other, 1, 1)

    def __sub__(self, other: Any) -> Any:
        return self._sum(other, 1, -1)

    def __rsub__(self, other: Any) -> Any:
        return self._sum(other, -1, 1)

    def __mul__(self, other: Any) -> Any:
        if isinstance(other, int) and not isinstance(other, bool):
            low, high = sorted((other * self.low, other * self.high))
            return Step(other * self.number, self.loop, self.symbol() * other, low, high)
        return lifted(self) * other

    def __neg__(self) -> Any:
        return self * -1

    def __abs__(self) -> Any:
        return self if self.low >= 0 else -self if self.high <= 0 else abs(lifted(self))

    __radd__, __rmul__ = __add__, __mul__
    __truediv__, __rtruediv__ = _of_arrays(operator.truediv)
    __floordiv__, __rfloordiv__ = _of_arrays(operator.floordiv)
    __mod__, __rmod__ = _of_arrays(operator.mod)
    __pow__, __rpow__ = _of_arrays(operator.pow)


def lifted(value: Any) -> Any:
    """The number of an iteration as a traced array; anything else as it is."""
    return value.traced_form() if isinstance(value, Step) else value


def holds_step(item: Any) -> bool:
    """Whether the number of an iteration stands in a subscript."""
    if isinstance(item, slice):
        return any(isinstance(v, Step) for v in (item.start, item.stop, item.step))
    return any(map(holds_step, item)) if type(item) is tuple else isinstance(item, Step)


def widest(*bounds: Any) -> range:
    """All numbers that a range may have whose bounds are numbers of iterations."""
    start, stop, step = (0, *bounds, 1) if len(bounds) == 1 else (*bounds, 1)[:3]
    outer = next(b for b in bounds if isinstance(b, Step))
    if isinstance(step, Step) or isinstance(start, Step) and step not in (1, -1) or not all(
        isinstance(b, (int, Step)) for b in (start, stop)
    ):
        raise NotTheSame(outer.loop.site)
    first, last = (("low", "high") if step > 0 else ("high", "low"))
    bound: list[int] = [getattr(b, side, b) for b, side in ((start, first), (stop, last))]
    return range(bound[0], bound[1], int(step))
