"""Row-block parameters of one signature: block height, the axis split over threads."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from espresso.ir.block_rows import block_sizes
from espresso.ir.driver import Blocked, Product
from espresso.records import dataclass
from espresso.runtime.cpu import blas
from espresso.system import threads

APART = 0.25
"""Slices have sums of their own up to this part of what the local arrays move; else all threads share a block."""


@dataclass(frozen=True)
class BlockPlan:
    """``sizes`` and ``counts`` of blocks by role; ``slices`` along the role ``split``.

    ``inside``: one block after the other, with all threads in each of its steps.
    """

    sizes: tuple[int, ...]
    counts: tuple[int, ...]
    split: int
    slices: int
    inside: bool

    @property
    def copies(self) -> int:
        """How often there is each local array."""
        return 1 if self.inside else self.slices


def block_plan(
    step: Blocked, extents: Sequence[int], shapes: Mapping[str, Sequence[int]], item: Mapping[str, int]
) -> BlockPlan:
    """The plan for arrays of these shapes, local ones as if they were whole, and bytes of their elements."""

    def row(name: str) -> int:
        axes = step.local[name]
        return item[name] * math.prod(n for k, n in enumerate(shapes[name]) if k not in axes)

    whole = {n: item[n] * math.prod(shapes[n]) for n in step.local}
    most = max(sum(row(n) for n in names) for names in step.alive)

    def divided(copies: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
        sizes = tuple(block_sizes(extents, most, step.least, max(whole.values()), copies, step.near))
        return sizes, tuple(-(-n // size) for n, size in zip(extents, sizes, strict=True))

    sizes, counts = divided(threads.count())
    best, split, slices = math.inf, 0, 1
    for role, count in enumerate(counts):
        number = max(1, min(threads.count(), count))
        rounds = -(-count // number)
        own = sum(item[n] * math.prod(shapes[n]) for n, _, roles in step.carried if role in roles)
        waste = rounds * threads.count() / max(count, 1) - 1 + 4 * own * (number - 1) / max(sum(whole.values()), 1)
        if waste < best:
            best, split, slices = waste, role, number
    shared = sum(item[n] * math.prod(shapes[n]) for n, _, roles in step.carried if split in roles)
    inside = threads.count() > 1 and (slices == 1 or 4 * shared * (slices - 1) > APART * sum(whole.values()))
    if inside:
        sizes, counts = divided(1)
    return BlockPlan(sizes, counts, split, slices, inside)


def local_shapes(step: Blocked, plan: BlockPlan, shapes: Mapping[str, Sequence[int]]) -> dict[str, tuple[int, ...]]:
    """Shapes of the local arrays: a block at the axes of the roles."""
    made = {}
    for name, axes in step.local.items():
        shape = list(shapes[name])
        for axis, size in zip(axes, plan.sizes, strict=True):
            shape[axis] = size
        made[name] = tuple(shape)
    return made


class BlockedNumbers:
    """What the table of numbers holds for one blocked step."""

    def __init__(
        self, number: int, step: Blocked, plan: BlockPlan, extents: Sequence[int],
        shapes: Mapping[str, tuple[int, ...]], elements: Mapping[str, Sequence[int]],
        cost: Callable[[Any], float], numbers: Mapping[str, int],
    ) -> None:  # fmt: skip
        self.step, self.plan = step, plan
        self.records: dict[str, list[int]] = {}
        self.rows: dict[str, int] = {}
        self.slices: dict[str, tuple[int, int]] = {}
        self.possible = True
        last = [n - (count - 1) * size for n, count, size in zip(extents, plan.counts, plan.sizes, strict=True)]
        for m, inside in enumerate(step.steps):
            key = f"{number}.{m}"
            if isinstance(inside, Product):
                for v, lengths in enumerate((plan.sizes, last)):
                    own = self._shapes(inside, lengths, shapes)
                    record = blas.record(inside, own, elements, numbers)
                    if record is None:
                        self.possible = False
                        return
                    self.records[f"{key}.{v}"], self.rows[f"{key}.{v}"] = record
                rows = self.rows[f"{key}.0"]
                whole = self._shapes(inside, plan.sizes, shapes)
                self.slices[key] = threads.slices_of(rows, blas.nanoseconds(inside, whole) / max(rows, 1), False)
            elif inside.outer < 0 or not inside.cost or step.sums_rows(inside):
                self.slices[key] = 1, 1
            else:
                self.slices[key] = threads.slices_of(plan.sizes[inside.outer], cost(inside), not inside.partials)

    @staticmethod
    def _shapes(step: Product, lengths: Sequence[int], shapes: Mapping[str, tuple[int, ...]]) -> dict[str, list[int]]:
        """Shapes of left, right and out for a block of these lengths."""
        made = {n: list(shapes[n]) for n in (step.left, step.right, step.out)}
        for places, length in zip(step.places, lengths, strict=True):
            for name, axis in zip((step.left, step.right, step.out), places, strict=True):
                if axis >= 0:
                    made[name][axis] = length
        return made
