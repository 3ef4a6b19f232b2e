"""Launch facts that depend on sizes: 64-bit counters, rows that blocks have to share."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping

from espresso.compiler.device.schedule import groups_of
from espresso.compiler.matching.pair_passes import PairPass
from espresso.formulas.extents.intervals import beyond
from espresso.formulas.graph.expr import Expr
from espresso.ir.calls import Contraction
from espresso.ir.loops import Kernel, Program, Statement

LONGEST = 3 << 29
"""Elements that a 32-bit counter may go through: below 2**31 by more than one step of a grid."""

FEW_ROWS, LONG_ROW = 64, 1 << 15
"""Rows that do not fill a device, and elements from which on that matters."""


def needs_wide(program: Program, value: Callable[[Expr], int]) -> bool:
    """Whether the loops of a kernel, taken as one, are too long for counters of 32 bits, or index arithmetic is."""

    def count(extents: Mapping[str, Expr], names: Iterable[str]) -> int:
        return math.prod(max(1, value(extents[n])) for n in names)

    for step in program.steps:
        if isinstance(step, Contraction):
            if any(count(step.extents, names) > LONGEST for names in step.groups()):
                return True
        elif isinstance(step, PairPass):
            if any(count(step.extents, names) > LONGEST for names in (step.batch, step.fixed, step.moving)):
                return True
        elif isinstance(step, Kernel) and any(_reaches_far(s, value) for s in step.statements):
            return True
        elif isinstance(step, Kernel) and any(count(s.extents, s.indices) > LONGEST for s in step.statements):
            for group in groups_of(step, program.outputs):
                runs = [group.rows, *(stage.loops for stage in group.stages)]
                if any(count(group.extents, names) > LONGEST for names in runs):
                    return True
    return False


def _reaches_far(s: Statement, value: Callable[[Expr], int]) -> bool:
    """Whether index arithmetic of a statement goes beyond 32 bits."""
    sizes = {n: value(extent) for n, extent in s.extents.items()}
    return any(beyond(e, 32, sizes, value) is not None for e in (s.body, *(s.slots or ())))


def long_rows(program: Program, value: Callable[[Expr], int]) -> frozenset[str]:
    """Kernels with so few and so long rows that the blocks of a device have to share them."""
    found = set()
    for step in program.steps:
        if not isinstance(step, Kernel) or isinstance(step, PairPass):
            continue
        for group in groups_of(step, program.outputs, carry=True):
            rows = math.prod(value(group.extents[r]) for r in group.rows)
            longest = max((math.prod(value(group.extents[n]) for n in s.loops) for s in group.stages), default=0)
            if len(group.stages) > 1 and group.reduces and 0 < rows < FEW_ROWS and longest >= LONG_ROW:
                found.add(step.name)
    return frozenset(found)
