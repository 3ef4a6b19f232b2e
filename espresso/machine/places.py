"""Field offsets of NumPy array objects and tuples (`layout` checks them)."""

from __future__ import annotations

TYPE, DATA, RANK, LENGTHS, DESCRIPTION, FLAGS = 8, 16, 24, 32, 56, 64
ITEMS = 24
"""Of the first item of a tuple."""

COUNT = 16
"""Of the number of items of a tuple or list."""

CONTIGUOUS = 0x101
"""C-contiguous and aligned, as NumPy's flags."""

WRITEABLE = 0x400

NUMBERS, SLOWLY, BUILD, WORKSPACES, REGION, NAMES, SPARES, KEYS = range(8)
"""Items of the tuple that the entry has as its own object: see `entry_binding`."""

FUNCTIONS = ("Py_IncRef", "Py_DecRef", "PyTuple_New", "PyEval_SaveThread", "PyEval_RestoreThread", "PyObject_Call",
             "PyObject_CallOneArg", "PyDict_Size", "PyDict_GetItemWithError", "PyList_GetItem", "PyList_SetSlice",
             "PyList_Append", "PyErr_Clear", "PyContextVar_Get", "PyArray_NewFromDescr")  # fmt: skip
"""Functions of Python and NumPy that the entry calls, by addresses (`entry.API` has their types)."""

UNKNOWN = (1 << 63) - 1, -(1 << 63)
"""Bounds between which no position lies."""

ANY = UNKNOWN[1], UNKNOWN[0]
"""Bounds of an array that nothing is read at."""
