"""Parallel slices of a kernel's outermost loop, and how their partial reductions are combined."""

from __future__ import annotations

from espresso.ir.driver import JOINS
from espresso.ir.loops import Kernel


def splittable(kernel: Kernel) -> bool:
    """Whether slices of the outermost loop may run at the same time."""
    outer = kernel.outer
    if outer is None or any(s.slots is not None for s in kernel.statements):
        return False
    return all(
        (outer.index in s.axes and outer.index not in s.over)
        or (s.name in kernel.partial and s.operator in JOINS)
        or (outer.index not in s.indices)
        for s in kernel.statements
    )


def combine(kernel: Kernel) -> dict[str, str]:
    """NumPy functions that join the parts of split reductions, by buffer."""
    made = {s.name: s for s in kernel.statements}
    return {n: JOINS[str(made[n].operator)] for n in kernel.partial}
