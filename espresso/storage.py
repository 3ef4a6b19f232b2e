"""Dtypes of buffers and running values.

A buffer has the dtype that inference gives its value; weak values (literals, index
values) take NumPy's default.  float16 has no arithmetic on the targets: temporaries and
running values of float16 are float32, rounded once when an output is stored.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from . import expr as ex
from .expr import Expr

_WIDE = {"float16": "float32"}
_POSITIONS = frozenset({"argmax", "argmin"})


def value_dtype(e: Expr, dtypes: Mapping[str, str]) -> str:
    """Name of the dtype of the value of ``e`` when it is stored in an array."""
    import numpy as np

    from .dtypes import dtypes_of

    found = dtypes_of([e], {name: np.dtype(d) for name, d in dtypes.items()})[e]
    return str(found.dtype)


def storage(body: Expr, operator: str | None, over: Sequence[str], dtypes: Mapping[str, str]) -> tuple[str, str]:
    """(dtype of the buffer, dtype of the running value) of a statement."""
    if operator is None:
        dtype = value_dtype(body, dtypes)
        return _WIDE.get(dtype, dtype), _WIDE.get(dtype, dtype)
    if operator in ("cumsum", "cumprod", "reverse_cumsum"):
        dtype = value_dtype(ex.scan(operator, over, body), dtypes)
    else:
        dtype = value_dtype(ex.reduce(operator, over, body), dtypes)
    running = value_dtype(body, dtypes) if operator in _POSITIONS else dtype
    return _WIDE.get(dtype, dtype), _WIDE.get(running, running)
