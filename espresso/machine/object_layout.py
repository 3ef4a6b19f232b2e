"""Field offsets of NumPy array objects, tuples and lists, and the check that this interpreter has them."""

from __future__ import annotations

import ctypes
import functools
import struct
import sys
from typing import Any

TYPE, DATA, RANK, LENGTHS, STRIDES, DESCRIPTION, FLAGS = 8, 16, 24, 32, 40, 56, 64
"""Of the fields of an array."""

ITEMS = 24
"""Of the first item of a tuple."""

VALUE = 16
"""Of the value of a NumPy scalar."""

COUNT = 16
"""Of the number of items of a tuple or list."""

IN_ORDER = 0x1
"""C-contiguous, as NumPy's flag."""

CONTIGUOUS = 0x100 | IN_ORDER
"""C-contiguous and aligned."""

WRITEABLE = 0x400


@functools.cache
def known() -> bool:
    """Compare the fields of arrays, scalars and tuples with what Python says about them.

    The layout is part of NumPy's binary interface; other Python implementations, debug and
    free-threaded builds may differ, and then arrays are taken apart in Python.
    """
    import numpy as np

    if sys.implementation.name != "cpython" or struct.calcsize("P") != 8 or hasattr(sys, "gettotalrefcount"):
        return False
    if not getattr(sys, "_is_gil_enabled", lambda: True)():
        return False
    try:
        for array in (np.arange(6.0).reshape(2, 3), np.ones((2, 3, 4), np.float32)[:, ::2]):
            raw = ctypes.string_at(id(array), FLAGS + 4)

            def field(at: int, kind: str, raw: bytes = raw) -> int:
                return int(struct.unpack_from(kind, raw, at)[0])

            lengths, strides = (ctypes.string_at(field(at, "Q"), 8 * array.ndim) for at in (LENGTHS, STRIDES))
            good = (
                field(TYPE, "Q") == id(np.ndarray)
                and field(DATA, "Q") == array.ctypes.data
                and field(RANK, "i") == array.ndim
                and struct.unpack(f"{array.ndim}q", lengths) == array.shape
                and struct.unpack(f"{array.ndim}q", strides) == array.strides
                and field(DESCRIPTION, "Q") == id(array.dtype)
                and field(FLAGS, "i") == array.flags.num
            )
            if not good:
                return False
        pair = (object(), object())
        counted: tuple[Any, ...] = (pair, [1, 2, 3], [])
        for scalar in (np.bool_(True), np.int8(-2), np.uint16(3), np.float32(1.5), np.float64(2.5), np.complex128(1j)):
            if ctypes.string_at(id(scalar) + VALUE, scalar.nbytes) != scalar.tobytes():
                return False
        if [struct.unpack("q", ctypes.string_at(id(v) + COUNT, 8))[0] for v in counted] != [len(v) for v in counted]:
            return False
        return struct.unpack("QQ", ctypes.string_at(id(pair) + ITEMS, 16)) == (id(pair[0]), id(pair[1]))
    except (ValueError, OSError):
        return False
