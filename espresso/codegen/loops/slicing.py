"""Parallel slices of a kernel's outermost loop, and how their partial reductions are combined."""

from __future__ import annotations

from espresso.ir.loops import Kernel

_SPLITTABLE = {"sum": "np.add", "prod": "np.multiply", "max": "np.maximum", "min": "np.minimum",
               "any": "np.logical_or", "all": "np.logical_and"}  # fmt: skip


def splittable(kernel: Kernel) -> bool:
    """Whether slices of the outermost loop may run at the same time."""
    outer = kernel.outer
    if outer is None or any(s.slots is not None for s in kernel.statements):
        return False
    return all(
        (outer.index in s.axes and outer.index not in s.over)
        or (s.name in kernel.partial and s.operator in _SPLITTABLE)
        or (outer.index not in s.indices)
        for s in kernel.statements
    )


def combine(kernel: Kernel) -> dict[str, str]:
    """NumPy functions that join the parts of split reductions, by buffer."""
    made = {s.name: s for s in kernel.statements}
    return {n: _SPLITTABLE[str(made[n].operator)] for n in kernel.partial}
