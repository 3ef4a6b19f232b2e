"""The call record: what the call entry has to know about one signature of a program, as a table of int64.

A header (`HEADER`), then `ARRAY` fields for each input and each result, the offsets of the temporaries in the arena,
and the lengths of the arrays.  Fields hold numbers or addresses; the record lives as long as what may call.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

FUNCTIONS = ("Py_IncRef", "Py_DecRef", "PyTuple_New", "PyEval_SaveThread", "PyEval_RestoreThread", "PyObject_Call",
             "PyObject_CallOneArg", "PyDict_Size", "PyDict_GetItemWithError", "PyList_GetItem", "PyList_SetSlice",
             "PyList_Append", "PyErr_Clear", "PyContextVar_Get", "PyArray_NewFromDescr")  # fmt: skip
"""Functions of Python and NumPy that the entry calls (`writer.API` has their types)."""

OBJECTS: dict[str, Any] = {"ndarray": np.ndarray, "None": None, "dict": dict, "list": list, "tuple": tuple}
"""Objects that the entry compares with, by address."""

HEADER = (
    *("run", "numbers", "inputs", "outputs", "temporaries", "offsets", "scratch", "needs", "long"),
    *OBJECTS,
    *FUNCTIONS,
)
"""run: address of the program's function; numbers: of its table of numbers; inputs, outputs, temporaries: how many;
offsets: address of the temporaries' offsets in the arena; scratch: offset of the scratch memory behind them;
needs: whether there is any memory for them; long: whether the interpreter is released meanwhile."""

ARRAY = ("dtype", "rank", "bytes", "lengths", "between", "count", "least", "most")
"""dtype: address of the object; lengths: address of the shape; between: address of the bounds check of an input of
positions (`index_bounds`), or 0, and its arguments: count, least and most."""

UNKNOWN = (1 << 63) - 1, -(1 << 63)
"""Bounds between which no position lies."""

ANY = UNKNOWN[1], UNKNOWN[0]
"""Bounds of an array that nothing is read at."""


@dataclass(frozen=True)
class ArrayFacts:
    """An input or result: dtype, shape, and the address of its bounds check where its values are positions."""

    dtype: np.dtype[Any]
    shape: tuple[int, ...]
    between: int = 0


class CallRecord:
    """The record of these arrays; ``header`` has the fields of `HEADER` that the arrays do not give."""

    def __init__(
        self, inputs: Sequence[ArrayFacts], outputs: Sequence[ArrayFacts], offsets: Sequence[int],
        header: Mapping[str, int],
    ) -> None:  # fmt: skip
        arrays = [*inputs, *outputs]
        self._dtypes = [a.dtype for a in arrays]  # the record has their addresses
        first = len(HEADER) + len(ARRAY) * len(arrays)
        size = first + len(offsets) + sum(len(a.shape) for a in arrays)
        self.table = np.zeros(size, np.int64)
        self.address: int = self.table.ctypes.data
        counts = {"inputs": len(inputs), "outputs": len(outputs), "temporaries": len(offsets)}
        objects = {name: id(value) for name, value in OBJECTS.items()}
        values = {**header, **counts, **objects, "offsets": self.address + 8 * first}
        self.table[: len(HEADER)] = [values[name] for name in HEADER]
        self.table[first : first + len(offsets)] = offsets
        at = first + len(offsets)
        for k, a in enumerate(arrays):
            count = int(np.prod(a.shape, dtype=object))
            self.table[at : at + len(a.shape)] = a.shape
            size = count * a.dtype.itemsize
            fields = (id(a.dtype), len(a.shape), size, self.address + 8 * at, a.between, count, *UNKNOWN)
            start = self._field(k, ARRAY[0])
            self.table[start : start + len(ARRAY)] = fields
            at += len(a.shape)

    @staticmethod
    def _field(array: int, name: str) -> int:
        return len(HEADER) + len(ARRAY) * array + ARRAY.index(name)

    def bounds(self, array: int) -> tuple[int, int]:
        """The bounds of the positions in an array."""
        least, most = (int(self.table[self._field(array, name)]) for name in ("least", "most"))
        return least, most

    def set_bounds(self, array: int, bounds: tuple[int, int]) -> None:
        """Positions of this array between these bounds are good."""
        start = self._field(array, "least")
        self.table[start : start + 2] = bounds
