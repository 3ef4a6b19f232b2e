"""Inputs that are not C-contiguous: read where they lie, by loops for their strides or by a BLAS, or copied.

The call entry copies small ones itself.  A matrix whose rows or columns lie in order, of `DIRECT` bytes or more, that
only products read, is read where it lies: the same code has other numbers, and a call entry of its own before that of
contiguous inputs.  Larger arrays that are not copied have code for their strides.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from espresso.errors import OutOfMemoryError
from espresso.ir.driver import Blocked, Launch, Product
from espresso.runtime.cpu import blas
from espresso.runtime.cpu.native_calls import NativeCall
from espresso.system.half_precision import is_half
from espresso.system.result_pool import ResultPool

DIRECT = 1 << 13
"""Bytes from which a product had better read a matrix where it lies: a copy of them takes a microsecond."""

WHOLE_ROWS = 1 << 20
"""Bytes up to which an input of loops is copied that has whole rows: a copy takes less than code for its layout."""

ENTRIES = 4
"""Layouts of inputs with call entries of their own: what calls pass on the way to the last costs 50 ns each."""


class StridedInputs:
    """The layouts of inputs that one signature has met.

    ``native`` makes the program for inputs with these strides, with code for some of them or with that for contiguous
    ones; ``kept`` has memory for copies.
    """

    def __init__(
        self, plain: NativeCall | None, names: Sequence[str],
        native: Callable[[Mapping[str, tuple[int, ...]], bool], NativeCall | None], kept: ResultPool, whole: bool,
    ) -> None:  # fmt: skip
        self._plain, self._names, self._native, self._kept = plain, tuple(names), native, kept
        self._known: dict[Any, NativeCall | None] = {}
        self._direct: set[str] = set()
        self._merged: set[str] = set()
        self._multiplied: set[str] = set()
        self.read: set[str] = set()
        """Inputs that loops read."""
        self.entered: list[NativeCall] = []
        """Programs for matrices that are read where they lie, which have entries of their own."""
        if plain is None:
            return
        steps = plain.module.steps
        loops = [step for step in steps if isinstance(step, Launch)]
        self._merged, self.read = {n for s in loops for n in s.views}, {n for s in loops for n in s.arrays}
        self._multiplied = {n for s in steps if isinstance(s, Product) for n in s.reads}
        if whole and plain.at_once and not any(isinstance(s, Blocked) for s in steps):
            others = (s.arrays if isinstance(s, Launch) else s.reads for s in steps if not isinstance(s, Product))
            products = {n for s in steps if isinstance(s, Product) for n in s.reads}
            self._direct = (products & set(names)) - {n for found in others for n in found}
            for name in self._direct:
                plain.record.set(names.index(name), "direct", DIRECT)

    def fitting(
        self, arrays: Sequence[np.ndarray], copied: int, transposed: int, limit: int | None
    ) -> tuple[NativeCall | None, Sequence[np.ndarray]]:
        """The native program for the layout of these arrays, and the arrays, copied where it does not read them.

        copied: bytes up to which strided arrays are copied; transposed: the same for those that loops would read
        element by element, and products without a BLAS.
        limit: bytes that no copy may exceed, None for any number.
        """
        if all(a.flags.c_contiguous for a in arrays):
            return self._plain, arrays
        from espresso.runtime.cpu import c_order

        if limit is not None:
            copied, transposed = min(copied, limit), min(transposed, limit)
        pairs = list(zip(self._names, arrays, strict=True))
        direct = {n: a.strides for n, a in pairs if n in self._direct and a.nbytes >= DIRECT and _has_lines(a)}
        native = self._for_direct(direct) if direct else None
        if native is None:
            direct = {}

        def is_copied(name: str, array: np.ndarray) -> bool:
            if name in direct or name in self._merged or is_half(array.dtype):
                return name not in direct
            if name in self.read:  # whole rows are read in vectors, where they lie
                most = min(copied, WHOLE_ROWS) if array.strides[-1:] == (array.itemsize,) else transposed
            else:  # a BLAS reads matrices by rows or by columns; what is packed may lie in any way
                by_lines = name not in self._multiplied or array.itemsize in array.strides[-2:]
                most = copied if by_lines else transposed
            return array.nbytes <= most

        for n, a in pairs:
            if limit is not None and limit < a.nbytes and not a.flags.c_contiguous and is_copied(n, a):
                raise OutOfMemoryError(
                    f"input {n} of strides {a.strides} would be copied, {a.nbytes:,} bytes; memory_limit= allows "
                    f"{limit:,} bytes.\nGive it C-contiguous, or memory_limit= {a.nbytes:,} bytes or more."
                )
        self._kept.expect(a.nbytes for a in arrays if copied < a.nbytes and not a.flags.c_contiguous)
        arrays = [c_order.in_order(a, self._kept.empty) if is_copied(n, a) else a for n, a in pairs]
        strides = {n: a.strides for n, a in zip(self._names, arrays, strict=True) if not a.flags.c_contiguous}
        if strides == direct:
            return native or self._plain, arrays
        key = tuple(strides.items())
        if key not in self._known:
            self._known[key] = self._native(strides, True)
        return self._known[key], arrays

    def _for_direct(self, strides: Mapping[str, tuple[int, ...]]) -> NativeCall | None:
        """The program that reads matrices where they lie; None where it would be slower, or there are enough of them.

        Those that it is not for are copied from then on, by the call entry where they are small.
        """
        key = "direct", *strides.items()  # beside those with code for strides
        if key not in self._known:
            native = self._native(strides, False) if len(self.entered) < ENTRIES else None
            if native is not None and self._is_better(native, strides):
                self.entered.append(native)
            else:
                native = None
                self._leave(strides)
            self._known[key] = native
        return self._known[key]

    def _is_better(self, native: NativeCall, strides: Mapping[str, tuple[int, ...]]) -> bool:
        """Whether a BLAS or skinny GEMM reads the matrices, in the memory that calls have."""
        assert self._plain is not None
        if not native.at_once or native.scratch > self._plain.scratch:
            return False
        read = [k for k, s in enumerate(native.module.steps) if isinstance(s, Product) and {*s.reads} & {*strides}]
        return all(native.modes[k] != blas.LOOPS for k in read)

    def _leave(self, names: Mapping[str, Any]) -> None:
        assert self._plain is not None
        for name in names:
            self._direct.discard(name)
            self._plain.record.set(self._names.index(name), "direct", 0)


def usable(array: np.ndarray) -> np.ndarray:
    """The array as kernels take it: native byte order, aligned."""
    if array.dtype.isnative and array.flags.aligned:
        return array
    return array.astype(array.dtype.newbyteorder("="))


def writable(array: np.ndarray) -> np.ndarray:
    """A read-only array viewed through its address: numba compiles other code for read-only types.

    Kernels never write inputs.
    """
    if not array.flags.writeable and array.flags.c_contiguous and array.size:
        raw: Any = (ctypes.c_char * array.nbytes).from_address(array.ctypes.data)
        return np.ndarray(array.shape, array.dtype, buffer=raw)
    return array


def _has_lines(array: np.ndarray) -> bool:
    """Whether elements are neighbours along one axis, and no axis goes backwards or stands still.

    >>> a = np.ones((4, 6))
    >>> [_has_lines(v) for v in (a, a.T, a[:, :3], a[::2], a[:, ::2], a[::-1], a[:, 0], np.broadcast_to(a[0], (4, 6)))]
    [True, True, True, True, False, False, False, False]
    """
    apart = [s for s, n in zip(array.strides, array.shape, strict=True) if n > 1]
    return array.itemsize in apart and min(apart) > 0
