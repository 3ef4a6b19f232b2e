"""Copies of arrays, on threads: strided inputs into C order (`kernels.c_order`), half precision into single and back
(`kernels.conversions`)."""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from espresso.machine.call_record import ACROSS, NUMPY_COPIES
from espresso.runtime.cpu.workers import SlicedFunction
from espresso.system import machine_model
from espresso.system.half_precision import computed, is_half

LEAST = NUMPY_COPIES
"""Bytes up to which NumPy copies."""

ROWS, COLUMNS = 512, 1024
"""Elements of a block: what threads take, and whose pages stay known to the processor."""

SIZES = (1, 2, 4, 8, 16)
"""Bytes of elements that there is a function for."""

FEW, BLOCK = 256, 1 << 14
"""Numbers up to which NumPy converts, in a microsecond; those of a block, which stay in the second cache."""


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
    least = min(LEAST, ACROSS) if is_transposed(array) else LEAST
    if array.nbytes < least or array.dtype.hasobject:
        return np.ascontiguousarray(array)
    made = empty(array.shape, array.dtype)
    function = _function(array.itemsize)
    if function is None:
        np.copyto(made, array)
        return made
    found = layout(array.shape, array.strides, array.itemsize)
    nanoseconds = made.nbytes * machine_model.rates().transposing
    places = made.ctypes.data + found.to, array.ctypes.data + found.source
    function(places, found.numbers, found.blocks, nanoseconds)
    return made


def in_single(
    compute: Callable[[list[np.ndarray], list[np.ndarray]], None], arrays: Sequence[np.ndarray],
    results: Sequence[np.ndarray], empty: Callable[..., np.ndarray],
) -> None:  # fmt: skip
    """``compute(arrays, results)`` with float32 in the place of half precision, in memory that ``empty`` makes."""
    single = np.dtype(np.float32)
    given, made = ([empty(a.shape, single) if is_half(a.dtype) else a for a in g] for g in (arrays, results))
    for array, wide in zip(arrays, given, strict=True):
        if wide is not array:
            convert(in_order(array), wide)
    compute(given, made)
    for result, wide in zip(results, made, strict=True):
        if wide is not result:
            convert(wide, result)


def convert(source: np.ndarray, result: np.ndarray) -> None:
    """Store numbers in another precision: float32 in half precision, rounded to even, or the other way round."""
    function, pair = None, (source, result)
    if source.size >= FEW and all(a.flags.c_contiguous and a.flags.aligned and a.dtype.isnative for a in pair):
        function = _conversion(source.dtype.name, result.dtype.name)
    if function is None and source.itemsize < result.itemsize:
        result[...] = source
        return
    if function is None:
        with np.errstate(over="ignore"):  # a number that half precision cannot hold is infinite on all targets
            result[...] = source
        return
    nanoseconds = (source.nbytes + result.nbytes) * machine_model.rates().transposing
    numbers, blocks = np.array([source.size, BLOCK], np.int64), -(-source.size // BLOCK)
    function((result.ctypes.data, source.ctypes.data), numbers, blocks, nanoseconds)


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


@functools.cache
def _function(item: int) -> SlicedFunction | None:
    """The function for elements of so many bytes; None where machine code cannot be loaded."""
    from espresso.llvm.compiled import block_named

    if item not in SIZES:
        return None

    def text() -> str:
        from espresso.kernels import c_order as ordering

        return ordering.text(item)

    block = block_named(f"copies in order of {item} bytes", ["in_order"], text)
    return None if block is None else SlicedFunction(block, "in_order")


@functools.cache
def _conversion(source: str, result: str) -> SlicedFunction | None:
    """The function from one dtype to another; None where the processor, or the machine code, has none."""
    from espresso.llvm.compiled import block_named

    if source == result or computed(source) != computed(result) or "float32" not in (source, result):
        return None

    def text() -> str:
        from espresso.kernels import conversions

        return conversions.text(source, result)

    block = block_named(f"{source} as {result}", ["convert"], text)
    return None if block is None else SlicedFunction(block, "convert")
