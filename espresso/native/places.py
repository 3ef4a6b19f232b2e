"""Places of fields in NumPy array objects and tuples; `layout.py` looks whether they are right here."""

from __future__ import annotations

TYPE, DATA, RANK, LENGTHS, DESCRIPTION, FLAGS = 8, 16, 24, 32, 56, 64
ITEMS = 24
CONTIGUOUS = 0x101
"""C-contiguous and aligned, as NumPy's flags."""

WRITEABLE = 0x400

FUNCTIONS = ("Py_IncRef", "Py_DecRef", "PyTuple_New", "PyEval_SaveThread", "PyEval_RestoreThread",
             "PyArray_NewFromDescr")  # fmt: skip
"""Functions of Python and NumPy that the entry calls, by addresses (`entering.API` has their types)."""
