"""Device programs without a device, for ``explain`` and cost estimates.

Plans, texts, launches, arenas and counts depend on shapes and dtypes only.  So the program
of a call can be looked at on any machine; only running it needs the device.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from espresso.engine.cublas_calls import layout_reason
from espresso.formulas.graph.expr import Expr
from espresso.ir.calls import Contraction
from espresso.runtime.cpu.generated import default_dtypes
from espresso.runtime.cpu.programs import Unbound
from espresso.runtime.device.launches import LIBRARIES, Bound, Layout, bind, planned
from espresso.system.devices import missing

_DIALECTS = {"gpu": "cuda", "opencl": "opencl"}

UNKNOWN = 64
"""The length of every axis in a program that is read before any call."""


class NoDevice:
    """What is known of a target without one of its devices; libraries count as present where the target is not."""

    errors: tuple[type[Exception], ...] = ()

    def __init__(self, target: str) -> None:
        self.target, self.dialect = target, _DIALECTS[target]
        self.libraries = LIBRARIES[target]
        self.assumed = missing(target) is not None
        self.host_matrices = target == "opencl"

    def refuses(self, call: Contraction, value: Callable[[Expr], int], layout: Layout) -> str | None:
        """Why the library would not compute a product of these layouts, or None."""
        return layout_reason(call, value, layout)


def unbound_program(compiled: Any, target: str) -> Unbound:
    """The program as it would be for inputs of the default dtypes."""
    dtypes, results = default_dtypes(compiled)

    def size_of(e: Expr) -> int:
        return int(e.data) if e.op == "const" else UNKNOWN

    plan = planned(compiled, target, dtypes, results, size_of, assumed=missing(target) is not None)
    library = {s.name for s in plan.program.steps if isinstance(s, Contraction) and s.engine in LIBRARIES[target]}
    return Unbound(plan.text(_DIALECTS[target], frozenset(library), False, frozenset()))


def described(compiled: Any, arrays: list[Any]) -> Bound:
    """The program of a call with arrays like these, on the target of ``compiled``; nothing is computed.

    Raises every error that the call itself would raise for shapes and dtypes.
    """
    forms = ["device" if a.ndim else "number" for a in arrays]
    return bind(compiled, NoDevice(compiled.target), arrays, forms, on_host=False)


def like(value: Any, dtype: str) -> Any:
    """An array without memory: of a shape with the default ``dtype``, or like anything with shape and dtype."""
    if isinstance(value, tuple):
        return np.broadcast_to(np.zeros((), dtype), value)
    if hasattr(value, "shape") and hasattr(value, "dtype"):
        return np.broadcast_to(np.zeros((), np.dtype(value.dtype)), tuple(value.shape))
    return np.asarray(value)


def arrays_like(compiled: Any, given: Mapping[str, Any]) -> list[Any]:
    """Arrays without memory for inputs by name, each given as an array, a shape, or a number."""
    dtypes, _ = default_dtypes(compiled)
    values = compiled._arguments.given((), dict(given))
    return [like(v, dtypes[n]) for n, v in zip(compiled.inputs, values, strict=True)]
