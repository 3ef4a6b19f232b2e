"""Operands of device libraries: arrays by address and strides, as the library wants to see them.

A library is given the arrays of the program where they lie.  Split, joined and left out
axes are only other lengths, strides and a start; where an axis that a library wants in
one piece does not lie in one line in memory, the call is refused with that reason.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

from espresso.errors import EngineError
from espresso.ir.arrangement import Arrangement
from espresso.ir.calls import EngineCall
from espresso.ir.engine import Call, Engine
from espresso.runtime.device.matrices import BoundStep

View = tuple[tuple[int, ...], tuple[int, ...], int]
"""Lengths, strides and the first element (both in elements) of an array as a library sees it."""


def view_of(
    seen: Arrangement, lengths: Sequence[int], strides: Sequence[int]
) -> tuple[tuple[int, ...], tuple[int, ...]] | None:
    """Lengths and strides of an array under an arrangement; None where axes to be joined do not lie in one line.

    >>> view_of(Arrangement(((2, 3), ()), (0, 1, 2), (1, 2)), (6, 4), (4, 1))
    ((2, 12), (12, 1))
    """
    flat: list[tuple[int, int]] = []
    for n, step, parts in zip(lengths, strides, seen.parts, strict=True):
        pieces, inner = [], step
        for part in reversed(parts or (n,)):
            pieces.append((part, inner))
            inner *= part
        flat += reversed(pieces)
    shape, steps, at = [], [], 0
    for count in seen.groups:
        whole, stride = 1, 0
        for n, step in (flat[k] for k in seen.order[at : at + count]):
            if n == 1:
                continue
            if whole > 1 and stride != n * step:
                return None
            whole, stride = whole * n, step
        shape.append(whole)
        steps.append(stride or 1)
        at += count
    return tuple(shape), tuple(steps)


def views(
    step: EngineCall, call: Call, lengths: Sequence[Sequence[int]], strides: Sequence[Sequence[int]]
) -> list[View]:
    """Every operand and result as the library sees it, without the elements of the image that it must not see.

    Raises EngineError for a layout that no strides can express.
    """
    found: list[View] = []
    arranged = (*step.seen, *(r.seen for r in step.more))
    for name, seen, shape, steps in zip((*step.operands, *step.writes), arranged, lengths, strides, strict=True):
        view = view_of(seen, shape, steps)
        if view is None:
            raise EngineError(
                f"{name} does not lie in memory as {step.engine} needs it for {step}\n"
                f"Its strides are {tuple(steps)} for the lengths {tuple(shape)}; give a contiguous array, or name "
                "another engine."
            )
        found.append((*view, 0))
    crop = call.parameters.get("crop", ())
    if any(map(any, crop)):
        image = 0 if call.parameters["direction"] != "data" else len(step.operands)
        shape, steps, _ = found[image]
        cut = tuple(n - a - b for n, (a, b) in zip(shape[2:], crop, strict=True))
        start = sum(a * s for (a, _), s in zip(crop, steps[2:], strict=True))
        found[image] = (*shape[:2], *cut), steps, start
    return found


class EngineStep(BoundStep):
    """One call with bound pointers; ``names`` are its arrays, operands first."""

    recorded = True

    def __init__(
        self, step: EngineCall, call: Call, engine: Engine, lengths: Sequence[Sequence[int]],
        strides: Sequence[Sequence[int]], itemsizes: Sequence[int], clear: Callable[[Any, int, Any], None],
    ) -> None:  # fmt: skip
        super().__init__((*step.operands, *step.writes))
        self.first = first = len(step.operands)
        found = views(step, call, lengths, strides)
        self.starts = [start * size for (_, _, start), size in zip(found, itemsizes, strict=True)]
        assert engine.prepare is not None
        self.launch = engine.prepare(call, tuple(steps for _, steps, _ in found))
        whole = math.prod((itemsizes[first], *lengths[first]))
        self.cleared = whole if found[first][0] != step.seen[-1].shape(lengths[first]) else 0
        self._clear = clear

    def ready(self, queue: Any) -> None:
        """Let the library make what it cannot while the stream is recorded, such as a handle of this thread."""
        getattr(self.launch, "ready", int)()

    def __call__(self, queue: Any) -> None:
        """Put the call into the stream; what it leaves out of the result is 0."""
        if self.cleared:
            self._clear(self._pointers[self.first], self.cleared, queue)
        self.launch([p + s for p, s in zip(self._pointers, self.starts, strict=True)], queue)
