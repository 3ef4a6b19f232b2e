"""Layout of inputs: when a strided input is copied to C order, on threads (`kernels.c_order` copies)."""

from __future__ import annotations

import ctypes
import functools
import math
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from espresso.machine.call_record import NUMPY_COPIES
from espresso.system import machine_model, threads

LEAST = NUMPY_COPIES
"""Bytes up to which NumPy copies."""

ROWS, COLUMNS = 512, 1024
"""Elements of a block: what threads take, and whose pages stay known to the processor."""

SIZES = (1, 2, 4, 8, 16)
"""Bytes of elements that there is a function for."""


class Copy(NamedTuple):
    """How an array is copied: bytes from its begin and that of the copy to where both are begun, numbers, blocks."""

    to: int
    source: int
    numbers: np.ndarray
    blocks: int


def in_order(array: np.ndarray, empty: Callable[..., np.ndarray] = np.empty) -> np.ndarray:
    """The array where it is C-contiguous, else a copy that is, in memory that ``empty(shape, dtype)`` makes."""
    if array.flags.c_contiguous:
        return array
    if array.nbytes <= LEAST or array.dtype.hasobject:
        return np.ascontiguousarray(array)
    made = empty(array.shape, array.dtype)
    function = _function(array.itemsize)
    if function is None:
        np.copyto(made, array)
        return made
    found = layout(array.shape, array.strides, array.itemsize)
    places = (ctypes.c_void_p * 2)(made.ctypes.data + found.to, array.ctypes.data + found.source)
    most = threads.threads_worth(made.nbytes * machine_model.rates().transposing, found.blocks)
    if most < 2:
        function.call(places, found.numbers.ctypes.data, 0, found.blocks, 0)
    else:
        together, state = _thread_entry()
        together(state, function.address, places, found.numbers.ctypes.data, found.blocks, most, most)
    return made


def is_transposed(array: np.ndarray) -> bool:
    """Whether elements lie nearer to each other along another axis than along the last one of several elements.

    >>> [is_transposed(a) for a in (np.ones((3, 4)).T, np.ones((3, 4))[:, ::-2], np.ones((3, 4)).T[:, :1])]
    [True, False, False]
    """
    apart = [abs(s) for s, n in zip(array.strides, array.shape, strict=True) if n > 1]
    return any(0 < s < apart[-1] for s in apart)


@functools.lru_cache(maxsize=1024)
def layout(shape: tuple[int, ...], strides: tuple[int, ...], item: int) -> Copy:
    """How an array of this shape, of two elements at least, with these strides in bytes is copied.

    Axes along which the array goes on as the copy does are one. Rows of the copy go along its last axis; they follow
    one another along the axis whose elements are adjacent in the array, or nearest where that is nearer than
    along the last one. An axis of adjacent elements in reverse is copied from its end.

    >>> copy = layout((4, 64, 56, 56), (802816, 4, 14336, 256), 4)
    >>> copy.numbers.tolist()  # 4 copies of 64 rows of 56*56 elements
    [1, 64, 12544, 4, 3136, 256, 512, 1024, 1, 4, 4, 802816, 802816]
    """
    axes: list[tuple[int, int, int]] = []  # lengths, bytes in the copy, bytes in the array
    step = item
    for n, apart in zip(reversed(shape), reversed(strides), strict=True):
        if n > 1 and axes and apart == axes[-1][0] * axes[-1][2]:
            axes[-1] = n * axes[-1][0], *axes[-1][1:]
        elif n > 1:
            axes.append((n, step, apart))
        step *= n
    columns, _, other = axes.pop(0)
    rows = _rows(axes, other, item)
    n, row, along = axes.pop(rows) if axes else (1, 0, 0)
    to = source = 0
    if along == -item and other != item:
        to, source, row, along = (n - 1) * row, (n - 1) * along, -row, item
    high, wide = -(-n // ROWS), -(-columns // COLUMNS)
    around = [number for axis in reversed(axes) for number in axis]
    numbers = [len(axes), n, row, along, columns, other, ROWS, COLUMNS, high, wide, *around]
    blocks = high * wide * math.prod(n for n, *_ in axes)
    return Copy(to, source, np.array(numbers, np.int64), blocks)


def _rows(axes: Sequence[tuple[int, int, int]], other: int, item: int) -> int:
    """Which axis rows follow one another along: of those from the inside out, without the last one."""
    if other != item:
        nearest = sorted((abs(apart), k) for k, (_, _, apart) in enumerate(axes) if 0 < abs(apart) < abs(other))
        if nearest:
            return nearest[0][1]
    return 0


class _Function:
    """One of the functions, for one thread and for several."""

    def __init__(self, block: Any) -> None:
        self._block = block  # keeps the memory
        self.address = int(block.address("in_order"))
        pointer, whole = ctypes.c_void_p, ctypes.c_int64
        self.call = ctypes.CFUNCTYPE(None, pointer, pointer, whole, whole, whole)(self.address)


@functools.cache
def _function(item: int) -> _Function | None:
    """The function for elements of so many bytes; None where machine code cannot be loaded."""
    from espresso.llvm.compiled import block_named

    if item not in SIZES:
        return None

    def text() -> str:
        from espresso.kernels import c_order as ordering

        return ordering.text(item)

    block = block_named(f"copies in order of {item} bytes", ["in_order"], text)
    return None if block is None else _Function(block)


@functools.cache
def _thread_entry() -> tuple[Callable[..., None], int]:
    """What runs slices on threads, and its state (`machine.thread_pool`)."""
    from espresso.runtime.cpu import workers

    address, state = workers.entry()
    pointer, whole = ctypes.c_void_p, ctypes.c_int64
    return ctypes.CFUNCTYPE(None, *[pointer] * 4, *[whole] * 3)(address), state
