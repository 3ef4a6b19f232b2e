"""The call record: what the call entry has to know about one signature of a program, as a table of int64.

A header (`HEADER`), then `ARRAY` fields for each input and each result, the offsets of the temporaries in the arena,
and the lengths of the arrays.  Fields hold numbers or addresses; the record lives as long as what may call.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from espresso.records import dataclass

FUNCTIONS = {
    **dict.fromkeys(("Py_IncRef", "Py_DecRef", "PyEval_RestoreThread", "PyErr_Clear"), ""),
    **dict.fromkeys(("PyList_SetSlice", "PyList_Append", "PyContextVar_Get"), "int32"),
    **dict.fromkeys(("PyFloat_AsDouble", "PyComplex_RealAsDouble", "PyComplex_ImagAsDouble"), "float64"),
    **dict.fromkeys(("PyTuple_New", "PyEval_SaveThread", "PyObject_Call", "PyObject_CallOneArg", "PyDict_Size",
                     "PyDict_GetItemWithError", "PyList_GetItem", "PyArray_NewFromDescr", "PyArray_NewCopy",
                     "PyLong_AsLongLongAndOverflow"), "int64"),
}  # fmt: skip
"""Functions of Python and NumPy that the entry calls, and the kind of their results; addresses are whole numbers."""

OBJECTS: dict[str, Any] = {
    "ndarray": np.ndarray, "None": None, "dict": dict, "list": list, "tuple": tuple, "asarray": np.asarray,
}  # fmt: skip
"""Objects that the entry compares with or calls, by address."""

HEADER = (
    *("run", "numbers", "inputs", "outputs", "temporaries", "offsets", "scratch", "needs", "long", "copied"),
    "patterns",
    *OBJECTS,
    *FUNCTIONS,
)
"""run: address of the program's function; numbers: of its table of numbers; inputs, outputs, temporaries: how many;
offsets: address of the temporaries' offsets in the arena; scratch: offset of the scratch memory behind them;
needs: whether there is any memory for them; long: whether the interpreter is released meanwhile; copied: bytes up to
which strided inputs are copied; patterns: address of the table of patterns (`conversions`), their number first."""

ARRAY = ("dtype", "rank", "bytes", "item", "lengths", "strides", "direct", "between", "count", "least", "most")
"""dtype: address of the object; lengths, strides: addresses of the shape, and of strides where the array is not
C-contiguous, else 0; direct: bytes from which a strided array with neighbours in memory is left to Python, which binds
a call for its strides, 0 for none; between: address of the bounds check of an input of
positions (`index_bounds`), or 0, and its arguments: count, least and most."""

PATTERN = ("type", "source", "target", "least", "most")
"""Of each input of a call: the type of the value, 0 for an array; what is done with it; of a number into which dtype,
and of an integer between which bounds."""

MAPPED, IN_PLACE, LISTED, REAL, COMPLEX, WHOLE, SINGLE, DOUBLE = range(8)
"""A memory map, a NumPy scalar, a list, a number of Python; targets are WHOLE, SINGLE and DOUBLE."""

PATTERNS = 8
"""Patterns that a record keeps."""

NUMPY_COPIES = 1 << 20
"""Bytes up to which NumPy copies a strided array about as soon as other code is called."""
ACROSS = 1 << 17
"""The same of an array whose elements are nearer to each other along another axis than along the last one.

NumPy takes 2 nanoseconds for each of them where columns lie a power of two apart, other code 0.1 and 6 microseconds for
its call.
"""

_NUMBERS = {float: REAL, np.float64: REAL, int: WHOLE, bool: WHOLE, complex: COMPLEX, np.complex128: COMPLEX}

UNKNOWN = (1 << 63) - 1, -(1 << 63)
"""Bounds between which no position lies."""

ANY = UNKNOWN[1], UNKNOWN[0]
"""Bounds of an array that nothing is read at."""


@dataclass(frozen=True)
class ArrayFacts:
    """An input or result: dtype, shape, the address of its bounds check where its values are positions, strides."""

    dtype: np.dtype[Any]
    shape: tuple[int, ...]
    between: int = 0
    strides: tuple[int, ...] = ()
    """Where the array is not C-contiguous."""


class CallRecord:
    """The record of these arrays; ``header`` has the fields of `HEADER` that the arrays do not give."""

    def __init__(
        self, inputs: Sequence[ArrayFacts], outputs: Sequence[ArrayFacts], offsets: Sequence[int],
        header: Mapping[str, int],
    ) -> None:  # fmt: skip
        arrays = [*inputs, *outputs]
        self._dtypes = [a.dtype for a in arrays]  # the record has their addresses
        first = len(HEADER) + len(ARRAY) * len(arrays)
        size = first + len(offsets) + sum(len(a.shape) + len(a.strides) for a in arrays)
        self.table = np.zeros(size, np.int64)
        self.address: int = self.table.ctypes.data
        self._inputs = len(inputs)
        self._patterns = np.zeros(1 + PATTERNS * len(PATTERN) * len(inputs), np.int64)
        self._made = 0  # patterns so far
        counts = {"inputs": len(inputs), "outputs": len(outputs), "temporaries": len(offsets),
                  "patterns": self._patterns.ctypes.data}  # fmt: skip
        objects = {name: id(value) for name, value in OBJECTS.items()}
        values = {**header, **counts, **objects, "offsets": self.address + 8 * first}
        self.table[: len(HEADER)] = [values[name] for name in HEADER]
        self.table[first : first + len(offsets)] = offsets
        at = first + len(offsets)
        for k, a in enumerate(arrays):
            count = int(np.prod(a.shape, dtype=object))
            rank, item = len(a.shape), a.dtype.itemsize
            self.table[at : at + rank + len(a.strides)] = *a.shape, *a.strides
            places = self.address + 8 * at, self.address + 8 * (at + rank) if a.strides else 0
            fields = (id(a.dtype), rank, count * item, item, *places, 0, a.between, count, *UNKNOWN)
            start = self._field(k, ARRAY[0])
            self.table[start : start + len(ARRAY)] = fields
            at += rank + len(a.strides)

    @staticmethod
    def _field(array: int, name: str) -> int:
        return len(HEADER) + len(ARRAY) * array + ARRAY.index(name)

    def set(self, array: int, name: str, value: int) -> None:
        """Change a field of an array."""
        self.table[self._field(array, name)] = value

    def bounds(self, array: int) -> tuple[int, int]:
        """The bounds of the positions in an array."""
        least, most = (int(self.table[self._field(array, name)]) for name in ("least", "most"))
        return least, most

    def set_bounds(self, array: int, bounds: tuple[int, int]) -> None:
        """Positions of this array between these bounds are good."""
        start = self._field(array, "least")
        self.table[start : start + 2] = bounds

    def accept(self, values: Sequence[Any]) -> None:
        """Take inputs of these types from now on: as arrays they have the dtypes of the record."""
        pairs = zip(values, self._dtypes, strict=False)
        rows = [(0,) * len(PATTERN) if type(v) is np.ndarray else _conversion(type(v), d) for v, d in pairs]
        if None in rows:
            return
        row = np.array(rows, np.int64).ravel()
        table = self._patterns[1:].reshape(PATTERNS, -1)
        if not (table[: self._patterns[0]] == row).all(1).any():
            table[self._made % PATTERNS] = row
            self._made += 1
            self._patterns[0] = min(self._made, PATTERNS)


def _conversion(kind: type, dtype: np.dtype[Any]) -> tuple[int, ...] | None:
    """The row of a pattern for a value of this type; None where Python converts it."""
    nothing = 0, *UNKNOWN
    if kind in (list, tuple):
        return id(kind), LISTED, *nothing
    if kind is np.memmap:
        return id(kind), MAPPED, *nothing
    if dtype.kind not in "biufc":
        return None
    if issubclass(kind, np.generic) and kind in np.sctypeDict.values() and np.dtype(kind) == dtype:
        return id(kind), IN_PLACE, *nothing
    source = _NUMBERS.get(kind)
    if source is None or (dtype.kind in "biu") > (source == WHOLE) or dtype.char in "egG":
        return None
    if dtype.kind in "fc":
        return id(kind), source, SINGLE if dtype.char in "fF" else DOUBLE, *UNKNOWN
    limits = np.iinfo(dtype) if dtype.kind in "iu" else None
    least, most = (0, 1) if limits is None else (int(limits.min), min(int(limits.max), UNKNOWN[0]))
    return id(kind), source, WHOLE, least, most
