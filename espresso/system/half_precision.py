"""float16 and bfloat16: storage formats whose arithmetic is float32.

float16 is NumPy's.  bfloat16 (eight bits of exponent, like float32, and seven of fraction) comes from ml_dtypes,
which CuPy and JAX bring along; for NumPy it is a foreign dtype whose kind and promotions say nothing.  It meets
other dtypes as float16 does, and float16 itself in float32.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from espresso.errors import DtypeError

COMPUTED = {"float16": "float32", "bfloat16": "float32"}
"""Stored dtype -> that of arithmetic; a result is rounded once, when it is stored."""


def computed(dtype: str) -> str:
    """The dtype in which values of a stored dtype are computed.

    >>> computed("bfloat16"), computed("float64")
    ('float32', 'float64')
    """
    return COMPUTED.get(dtype, dtype)


def is_half(dtype: np.dtype[Any]) -> bool:
    """Whether values of this dtype are computed in another one."""
    return bool(dtype == np.float16 or (dtype.kind == "V" and dtype.name == "bfloat16"))


def bfloat16(name: str = "") -> np.dtype[Any]:
    """The dtype of ml_dtypes; DtypeError where that is not installed.  ``name`` is the array that asks for it."""
    try:
        import ml_dtypes
    except ImportError:
        who = f"{name} has dtype bfloat16, which" if name else "bfloat16"
        raise DtypeError(
            f"{who} NumPy does not have by itself.\n"
            f"Install the package that adds it, pip install ml_dtypes, or give {name or 'the array'} as float32, "
            "which holds every bfloat16 exactly."
        ) from None
    found: np.dtype[Any] = np.dtype(ml_dtypes.bfloat16)
    return found


def dtype_of(name: str) -> np.dtype[Any]:
    """The dtype of that name."""
    return bfloat16() if name == "bfloat16" else np.dtype(name)


def letter_of(dtype: np.dtype[Any]) -> str:
    """NumPy's letter for what the numbers are: "f" for bfloat16, too."""
    return "f" if dtype.kind == "V" and dtype.name == "bfloat16" else dtype.kind


def meet(a: np.dtype[Any], b: np.dtype[Any]) -> np.dtype[Any]:
    """The dtype in which two strong dtypes meet.

    >>> meet(np.dtype("float16"), np.dtype("float32"))
    dtype('float32')
    """
    if a == b or "V" not in (a.kind, b.kind):
        return np.dtype(np.promote_types(a, b))
    own, other = (a, b) if a.kind == "V" else (b, a)
    if other == np.float16:
        return np.dtype(np.float32)
    found: np.dtype[Any] = np.promote_types(np.float16, other)
    return own if found == np.float16 else found
