"""The call entry in this process: its machine code, the CPython builtin of a program, the C functions that it calls."""

from __future__ import annotations

import ctypes
import functools
import struct
from importlib import import_module
from typing import Any

import numpy as np

from espresso.llvm.compiled import WRITTEN_OUT, block_named
from espresso.machine.entry import text
from espresso.machine.object_layout import known

PLACES = {"PyArray_NewFromDescr": 94, "PyArray_NewCopy": 85}
"""Places of functions in NumPy's table of functions, which is part of its binary interface."""

WITH_NAMES = 0x3
"""METH_VARARGS | METH_KEYWORDS: the function gets a tuple and a dictionary as they are."""

LONG = 3_000
"""Nanoseconds of work from which the interpreter is released: releasing it costs 50."""


@functools.cache
def api(name: str) -> int:
    """The address of a function of Python or NumPy; 0 where there is none."""
    if not known():
        return 0
    try:
        if name not in PLACES:
            return int(ctypes.cast(getattr(ctypes.pythonapi, name), ctypes.c_void_p).value or 0)
        return (_new_array if name == "PyArray_NewFromDescr" else _new_copy)(_of_numpy(name))
    except (AttributeError, ImportError, ValueError, OSError):
        return 0


def _of_numpy(name: str) -> int:
    """The address in NumPy's table."""
    try:
        core = import_module("numpy._core._multiarray_umath")
    except ImportError:
        core = import_module("numpy.core._multiarray_umath")  # NumPy 1
    kind = ctypes.PYFUNCTYPE(ctypes.c_void_p, ctypes.py_object, ctypes.c_char_p)
    table = kind(("PyCapsule_GetPointer", ctypes.pythonapi))(core._ARRAY_API, None)
    return int(ctypes.c_void_p.from_address(int(table or 0) + 8 * PLACES[name]).value or 0)


def _new_array(found: int) -> int:
    """PyArray_NewFromDescr, tried once."""
    thing, place, whole = ctypes.py_object, ctypes.c_void_p, ctypes.c_int
    make = ctypes.PYFUNCTYPE(thing, thing, thing, whole, place, place, place, whole, place)(found)
    lengths, dtype = (ctypes.c_int64 * 2)(2, 3), np.dtype("f4")
    ctypes.pythonapi.Py_IncRef(ctypes.py_object(dtype))
    made = make(np.ndarray, dtype, 2, ctypes.addressof(lengths), None, None, 0, None)
    good = type(made) is np.ndarray and made.shape == (2, 3) and made.dtype == dtype and made.flags.owndata
    return found if good else 0


def _new_copy(found: int) -> int:
    """PyArray_NewCopy, tried once."""
    given = np.arange(6.0).reshape(2, 3).T
    made = ctypes.PYFUNCTYPE(ctypes.py_object, ctypes.py_object, ctypes.c_int)(found)(given, 0)
    good = type(made) is np.ndarray and made.flags.c_contiguous and made.flags.owndata and (made == given).all()
    return found if good else 0


class Entry:
    """``call`` as a Python callable, and the address of ``enter`` (`machine.entry`)."""

    def __init__(self, block: Any) -> None:
        self.memory = block.memory
        pointer, thing = ctypes.c_void_p, ctypes.py_object
        self.call = ctypes.PYFUNCTYPE(ctypes.c_int64, thing, thing, pointer, pointer)(block.address("call"))
        self.enter: int = block.address("enter")


@functools.cache
def entry() -> Entry | None:
    """The entry that all programs share; None where memory cannot be executable."""
    block = block_named("call entry", ["call", "enter"], text, levels=WRITTEN_OUT)
    return None if block is None else Entry(block)


def builtin(address: int, own: tuple[Any, ...]) -> Any:
    """The function at this address, which gets this tuple as its own object: what holds the code is in it."""
    method = np.empty(struct.calcsize("PPiP6s"), np.uint8)  # PyMethodDef and its name, as long as the function is there
    values = method.ctypes.data + struct.calcsize("PPiP"), address, WITH_NAMES, 0, b"enter"
    struct.pack_into("PPiP6s", method.data, 0, *values)
    make = ctypes.PYFUNCTYPE(ctypes.py_object, ctypes.c_void_p, ctypes.py_object, ctypes.c_void_p)(
        ("PyCFunction_NewEx", ctypes.pythonapi)
    )
    return make(method.ctypes.data, (*own, method), None)
