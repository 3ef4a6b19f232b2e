"""Dtypes of buffers and accumulators.

A buffer has the dtype that inference gives its value; weak values (literals, index
values) take NumPy's default.  float16 and bfloat16 have no arithmetic on the targets: temporaries
and running values of them are float32, rounded once when an output is stored.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.ir.loops import SCANS
from espresso.system.half_precision import computed, dtype_of

if TYPE_CHECKING:
    from espresso.formulas.inference.dtypes import DType


class WeakName(str):
    """Name of the dtype in which an array holds weak values; what reads the array takes them as weak.

    Counts of equal elements, say, come from comparisons: stored in int64, they must not
    turn the float32 arrays that they meet into float64.
    """

    __slots__ = ()


POSITIONS = frozenset({"argmax", "argmin"})


@functools.cache
def _dtype(name: str) -> Any:
    return dtype_of(name)


def bytes_of(name: str) -> int:
    """Bytes of an element of a dtype."""
    return int(_dtype(name).itemsize)


def known_dtypes(dtypes: Mapping[str, str], wider: Mapping[str, str] = {}) -> dict[str, Any]:
    """What inference takes for arrays of these dtypes; ``wider`` maps a stored dtype to the one of arithmetic.

    Values of bfloat16 arrays are float32 always.
    """
    from espresso.formulas.inference.dtypes import DType

    found: dict[str, Any] = {}
    for name, stored in dtypes.items():
        dtype = _dtype("float32" if stored == "bfloat16" else wider.get(stored, stored))
        weak = isinstance(stored, WeakName)
        known = weak or stored == "bfloat16" or stored in wider  # whatever the array is declared as
        found[name] = DType(dtype, weak) if known else dtype
    return found


def value_dtype(e: Expr, dtypes: Mapping[str, str]) -> str:
    """Name of the dtype of the value of ``e`` when it is stored in an array."""
    return value_dtypes([e], dtypes)[0]


def value_dtypes(
    values: Sequence[Expr], dtypes: Mapping[str, str], known: dict[Expr, DType] | None = None
) -> list[str]:
    """`value_dtype` of several values that share their parts; for ``known`` see `dtypes_of`."""
    from espresso.formulas.inference.dtypes import dtypes_of

    read = {n.data.name for n in ex.postorder(*values, known=known or ()) if n.op == "tensor"}
    found = dtypes_of(values, known_dtypes({name: dtypes[name] for name in read if name in dtypes}), known)
    return [(WeakName if found[e].weak else str)(found[e].dtype) for e in values]


def storage(
    body: Expr, operator: str | None, over: Sequence[str], dtypes: Mapping[str, str],
    known: dict[Expr, DType] | None = None,
) -> tuple[str, str]:  # fmt: skip
    """(dtype of the buffer, dtype of the running value) of a statement; for ``known`` see `dtypes_of`."""
    if operator is None:
        dtype = value_dtypes([body], dtypes, known)[0]
        return computed(dtype), computed(dtype)
    if operator in SCANS:
        dtype = value_dtypes([ex.scan(operator, over, body)], dtypes, known)[0]
    else:
        dtype = value_dtypes([ex.reduce(operator, over, body)], dtypes, known)[0]
    running = value_dtypes([body], dtypes, known)[0] if operator in POSITIONS else dtype
    return computed(dtype), computed(running)
