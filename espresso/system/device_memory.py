"""Memory of a GPU by its address."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np


def at_address(pointer: int, shape: Sequence[int], dtype: Any, strides: Sequence[int]) -> Any:
    """CuPy's array over memory of the current device that somebody else owns; strides count elements."""
    import cupy

    memory = cupy.cuda.UnownedMemory(pointer, 0, None, cupy.cuda.runtime.getDevice())
    steps = [s * np.dtype(dtype).itemsize for s in strides]
    return cupy.ndarray(tuple(shape), dtype, cupy.cuda.MemoryPointer(memory, 0), steps)
