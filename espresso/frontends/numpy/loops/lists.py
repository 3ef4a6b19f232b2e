"""Lists of numbers that the iterations of a loop read at their positions: Python's lists take whole numbers only.

In the place of such a list stands one that takes the number of an iteration too.  An element of whole numbers is then
a whole number like that of the iteration: it is known while a loop is traced, has a formula, and lies between bounds.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from espresso.formulas.extents.affine import Formula, multiples
from espresso.formulas.graph import expr as ex
from espresso.frontends.numpy.arrays import TracedArray, kind_of
from espresso.frontends.numpy.known import known_array
from espresso.frontends.numpy.loops.numbers import Step

MOST = 1000
"""Numbers in a list that stands in formulas."""


def looked_up(values: np.ndarray, step: Step) -> Any:
    """What stands at the position of an iteration among whole numbers."""
    found = known_array(values)[step]
    if not step.always_inside(len(values)) or found.body.op == "const":
        return found
    return Step(int(values[step.number]), step.loop, Formula(0, {found.body: 1}), int(values.min()), int(values.max()))


class Numbers(list[Any]):
    """A list of numbers, or of lists of numbers; what is written into it is written into the original too."""

    def __init__(self, original: list[Any]) -> None:
        super().__init__(original)
        self.original = original

    def __getitem__(self, key: Any) -> Any:
        if not isinstance(key, Step):
            return super().__getitem__(key)
        values = np.array(list(self))
        return looked_up(values, key) if values.dtype.kind == "i" and values.ndim == 1 else known_array(values)[key]


def by_halves(array: np.ndarray) -> TracedArray:
    """An array of numbers as choices between the halves of what is left, for arrays without a shorter formula."""
    t = TracedArray(ex.const(0), array.shape, kind_of(array))
    place = multiples([(ex.index(name), math.prod(array.shape[k + 1 :])) for k, name in enumerate(t.names) if name])
    left = [ex.const(v) for v in array.reshape(-1)]
    width = 1
    while len(left) > 1:
        ends = range(width, array.size, 2 * width)
        joined = [a if a is b else ex.call("where", ex.call("lt", place, ex.const(end)), a, b)
                  for a, b, end in zip(left[::2], left[1::2], ends, strict=False)]  # fmt: skip
        left, width = [*joined, *left[2 * len(joined) :]], 2 * width
    return TracedArray(left[0], array.shape, t.kind)


def _in_both(name: str) -> Callable[..., Any]:
    def write(self: Numbers, *args: Any, **kwargs: Any) -> Any:
        getattr(self.original, name)(*args, **kwargs)
        result = getattr(list, name)(self, *args, **kwargs)
        return self if name in ("__iadd__", "__imul__") else result

    return write


for _name in ("append", "extend", "insert", "pop", "remove", "clear", "sort", "reverse", "__setitem__", "__delitem__",
              "__iadd__", "__imul__"):  # fmt: skip
    setattr(Numbers, _name, _in_both(_name))


class FixedNumbers(tuple[Any, ...]):
    """The same for tuples."""

    __slots__ = ()

    def __getitem__(self, key: Any) -> Any:
        return Numbers(list(self))[key] if isinstance(key, Step) else super().__getitem__(key)


def _has_numbers(values: Sequence[Any]) -> bool:
    return all(type(v) in (int, float) for v in values)


def taking_steps(value: Any) -> Any:
    """A list or tuple of numbers as one that takes the numbers of iterations; None for anything else."""
    if type(value) not in (list, tuple) or not 0 < len(value) <= MOST:
        return None
    rows = {(type(v), len(v)) if type(v) in (list, tuple) else None for v in value}
    if not _has_numbers(value) and (len(rows) > 1 or None in rows or not all(map(_has_numbers, value))):
        return None
    return Numbers(value) if type(value) is list else FixedNumbers(value)


def lists_of(frame: Any) -> dict[str, Any]:
    """Those variables of a function that hold such lists, with what stands in their place."""
    local = frame.f_code.co_varnames
    found = {n: taking_steps(v) for n, v in frame.f_locals.items() if n in local}
    return {n: v for n, v in found.items() if v is not None}
