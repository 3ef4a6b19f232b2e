"""The result pool: memory of large results, recycled when their arrays are gone.

A new array of megabytes is new pages, and touching those for the first time takes longer than
computing what is stored there.  So a result that nobody has any more leaves its
memory to the next call, as temporaries do.  The array has that memory as its base; views of
it, and whatever else holds it, keep it from being used again.
"""

from __future__ import annotations

import math
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Sequence

import numpy as np

LEAST = 1 << 22
"""Bytes of a result from which on its memory is kept; the C library keeps smaller pieces itself.

Measured with results of 1 to 4 MB that are dropped at once, used in the next call, or kept for five calls: from the
second call on none of them touches a new page, and a call takes 7 microseconds less than with memory kept here.
"""

MOST = 1 << 29
"""Bytes that a compiled function keeps for results to come."""

LINE = 64


class ResultPool:
    """Pieces of memory that are free, by their bytes.

    Nothing here needs a lock: pieces come and go by single operations on lists, also from
    threads and from a collection of garbage in between.
    """

    def __init__(self) -> None:
        self._free: dict[int, list[np.ndarray]] = {}
        self._wanted: Counter[int] = Counter()

    def expect(self, sizes: Iterable[int]) -> bool:
        """Note the bytes of the results of one call; whether one of them is large."""
        large = Counter(size for size in sizes if size >= LEAST)
        self._wanted |= large
        return bool(large)

    def empty(self, shape: Sequence[int], dtype: np.dtype) -> np.ndarray:
        """A new array, in memory that is kept where it is large."""
        size = math.prod(shape) * dtype.itemsize
        if size < LEAST:
            return np.empty(shape, dtype)
        try:
            memory = self._free[size].pop()
        except (KeyError, IndexError):
            try:
                memory = np.empty(size + LINE, np.uint8)
            except MemoryError:  # without what is kept here it may fit; else the error names this shape
                self._free.clear()
                return np.empty(shape, dtype)
        made = np.asarray(_Lease(self, memory, tuple(shape), dtype.str))
        return made.view(dtype) if dtype.kind == "V" else made  # bfloat16: text names no dtype of another library

    @property
    def bytes(self) -> int:
        """Bytes of the pieces that are free."""
        return sum(size * len(pieces) for size, pieces in list(self._free.items()))

    def give(self, memory: np.ndarray) -> None:
        """Keep a piece: as many of a size as two calls take, and the last ones where they are more than MOST.

        Two, because the last results are often alive while the next ones are computed.
        """
        size = memory.nbytes - LINE
        pieces = self._free.pop(size, [])
        while self._free and self.bytes + size * (len(pieces) + 1) > MOST:
            self._free.pop(next(iter(list(self._free)), -1), None)
        if len(pieces) < 2 * self._wanted[size] and size * (len(pieces) + 1) <= MOST:
            pieces.append(memory)
        self._free[size] = pieces


class _Lease:
    """One use of a piece of memory: the base of an array, gone with the last view of it."""

    __slots__ = ("__array_interface__", "_kept", "_memory")

    def __init__(self, kept: ResultPool, memory: np.ndarray, shape: tuple[int, ...], dtype: str) -> None:
        start = memory.ctypes.data
        start += -start % LINE
        self._kept, self._memory = kept, memory
        self.__array_interface__ = {"shape": shape, "typestr": dtype, "data": (start, False), "version": 3}

    def __del__(self, ends: Callable[[], bool] = sys.is_finalizing) -> None:
        if not ends():  # then modules have lost their names already
            self._kept.give(self._memory)
