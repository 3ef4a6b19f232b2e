"""BLAS calls of native programs: addresses of routines, and a parameter record for each product.

One library serves all products of a program: a private OpenBLAS (PyPI ``scipy-openblas32``)
that runs on the calling thread; espresso splits large products itself.  So no threads of a
BLAS spin between calls, and NumPy's own BLAS is left alone.
"""

from __future__ import annotations

import ctypes
import functools
import itertools
import math
import os
import struct
from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from typing import TYPE_CHECKING

from espresso.ir.driver import HALVED, LOOPS as FEWEST, Packed, Product, factor, flipped
from espresso.kernels.skinny_gemm import binding as skinny
from espresso.kernels.skinny_gemm.binding import Sides
from espresso.system.processor import openblas_looks_itself, vector_bytes

if TYPE_CHECKING:
    from espresso.kernels.packed_gemm.binding import Side

FEW = 1 << 20
"""Multiplications up to which loops serve where BLAS cannot read the matrices in place."""

WIDE = 2
"""Times as many columns as rows from which on threads divide the columns: BLAS packs the right operand for each."""

BATCH_AXES = 4
LOOPS, GEMM, GEMV, HALF, TRMM_LEFT, TRMM_RIGHT, COLUMNS, SKINNY, SMALL = range(9)
SMALL_PRODUCT, SMALL_BYTES = 1 << 12, 32
"""Multiplications up to which a product is computed in tiles without packing, and bytes of a vector of these tiles
(`llvm.emit.gemm`)."""
SMALL_TURNED = 1 << 10
"""Elements of a right operand along its columns that is copied first; a library takes two to four times as long."""
SMALL_WITH_AVX512 = 1 << 10
"""The same beside an OpenBLAS with AVX-512, which has code for small products of its own: with rows of more than two
vectors it takes half of the time, with AVX2 alone three to six times as long."""
_ROW_MAJOR, _PLAIN, _TRANSPOSED, _UPPER, _LOWER = 101, 111, 112, 121, 122


@functools.cache
def routines() -> Mapping[tuple[str, str], int]:
    """Addresses by (routine, dtype); empty where the library is missing."""
    library = _library()
    if library is None:
        return {}
    found = {}
    try:
        library.scipy_openblas_set_num_threads(1)
        for dtype, letter in (("float32", "s"), ("float64", "d")):
            for routine in ("gemm", "gemv", "trmm"):
                entry = getattr(library, f"scipy_cblas_{letter}{routine}")
                found[routine, dtype] = int(ctypes.cast(entry, ctypes.c_void_p).value or 0)
    except AttributeError:
        return {}
    return found


def _library() -> ctypes.CDLL | None:
    spec = find_spec("scipy_openblas32")
    if spec is None or not spec.origin:
        return None
    folder = os.path.join(os.path.dirname(spec.origin), "lib")
    names = sorted(n for n in os.listdir(folder) if n.startswith("libscipy_openblas")) if os.path.isdir(folder) else []
    try:
        with openblas_looks_itself():
            return ctypes.CDLL(os.path.join(folder, names[0])) if names else None
    except OSError:
        return None


def nanoseconds(step: Product, shapes: Mapping[str, Sequence[int]]) -> float:
    """About what a product takes on one thread: its multiplications, or reading the larger operand."""
    touched = max(math.prod(shapes[n]) for n in (step.left, step.right, step.out))
    flops = step.multiplications(shapes) * (0.01 if step.symmetric or step.triangle else 0.02)
    return max(flops, touched * 0.2)


Axis = tuple[int, ...]
"""Length of an axis and its strides (in elements) in some arrays."""


def merged(axes: Sequence[Axis]) -> list[Axis]:
    """Neighbouring axes as one where the strides of all arrays allow.

    >>> merged([(2, 12, 6), (3, 4, 2), (2, 50, 1)])
    [(6, 4, 2), (2, 50, 1)]
    """
    found: list[Axis] = []
    for length, *steps in axes:
        if length == 1:
            continue
        if found and found[-1][1:] == tuple(length * s for s in steps):
            found[-1] = (found[-1][0] * length, *steps)
        else:
            found.append((length, *steps))
    return found


def record(
    step: Product, shapes: Mapping[str, Sequence[int]], strides: Mapping[str, Sequence[int]], sizes: Mapping[str, int],
    past: bool = False,
) -> tuple[list[int], int] | None:  # fmt: skip
    """The numbers of ``llvm.emit.gemm`` for these lengths and strides (in elements), and the rows to split.

    None where the product has no such form.  ``past``: the result may go past the cache.
    """
    length, left, right, out = shapes[step.out], strides[step.left], strides[step.right], strides[step.out]
    plus = strides[step.plus] if step.plus else out
    axes = (
        [(length[c], left[a], right[b], out[c], plus[c]) for a, b, c in step.batch],
        [(length[c], left[a], out[c], plus[c]) for a, c in step.rows],
        [(length[c], right[b], out[c], plus[c]) for b, c in step.columns],
        [(shapes[step.left][a], left[a], right[b]) for a, b in step.summed],
    )
    return _described(step, axes, factor(step, sizes), past)


def read_in_place(
    step: Packed, left: Side, right: Side, out: Sequence[int], lengths: Mapping[str, int], scale: float
) -> tuple[list[int], int] | None:  # fmt: skip
    """The same for a packed product whose operands turn out to be matrices in memory: its windows lie side by side.

    Such is a matrix without its first rows.  ``out`` are the strides of the result.
    """
    to = dict(zip(step.out_axes, out, strict=True))
    if left.checks or right.checks or not all(lengths.values()):
        return None

    def axes(names: Sequence[str], *steps: Mapping[str, int]) -> list[Axis]:
        found = [(lengths[n], *(s.get(n, 0) for s in steps)) for n in names]
        return sorted(found, key=lambda axis: -abs(axis[1]))

    batch, rows, columns, summed = step.groups
    described = (
        axes(batch, left.steps, right.steps, to, to), axes(rows, left.steps, to, to),
        axes(columns, right.steps, to, to), axes(summed, left.steps, right.steps),
    )  # fmt: skip
    if any(len(merged(group)) > 1 for group in described[1:]):
        return None
    found = _described(step, described, scale)
    return None if found is None or found[0][0] == LOOPS else found


def _described(
    step: Product | Packed, axes: Sequence[Sequence[Axis]], number: float, past: bool = False
) -> tuple[list[int], int] | None:  # fmt: skip
    """A product by its axes: common ones (of left, right, result, addend), rows, columns, and summed ones."""
    batch, summed = [*axes[0]], merged(axes[3])
    rows, columns = (merged(a) for a in axes[1:3])
    if len(summed) > 1:
        return None
    while len(rows) > 1:  # axes that do not merge are repeated products
        n, a, c, d = rows.pop(0)
        batch.append((n, a, 0, c, d))
    while len(columns) > 1:
        n, b, c, d = columns.pop(0)
        batch.append((n, 0, b, c, d))
    batch = [axis for axis in batch if axis[0] != 1]
    if len(batch) > BATCH_AXES:
        return None
    m, a_row, c_row, d_row = (rows or [(1, 0, 0, 0)])[0]
    n, b_column, c_column, d_column = (columns or [(1, 0, 0, 0)])[0]
    k, a_inner, b_inner = (summed or [(1, 0, 0)])[0]
    repeats = [x for axis in [*batch, *[(1, 0, 0, 0, 0)] * (BATCH_AXES - len(batch))] for x in axis]
    straight = Sides(m, n, k, a_row, a_inner, b_inner, b_column, c_row, c_column), (d_row, d_column)
    transposed = Sides(n, m, k, b_column, b_inner, a_inner, a_row, c_column, c_row), (d_column, d_row)
    if not math.isfinite(number):
        return None  # of a mean over nothing
    (scale,) = struct.unpack("q", struct.pack("d", number))
    last = int(step.accumulate), scale
    symmetric, triangle, item = False, "", 4 if step.dtype == "float32" else 8
    if isinstance(step, Product):
        symmetric, triangle = step.symmetric and m >= HALVED, step.triangle
    for sides, more in () if triangle or symmetric else (straight, transposed):
        made = skinny.record(sides, more[1], step.dtype, past)
        if made is not None:
            (address, height), units = made
            rest = *more, *repeats, int(sides is transposed[0])
            return [SKINNY, *sides, *[0] * 6, address, height, *last, *rest], units
    few = vector_bytes() > SMALL_BYTES and bool(routines())
    most, widest = (SMALL_WITH_AVX512, 2 * SMALL_BYTES) if few else (SMALL_PRODUCT, math.inf)
    small = m * n * k <= most and not triangle and not symmetric and vector_bytes() >= SMALL_BYTES
    for turned, (sides, more) in itertools.product((0, 1), (straight, transposed)) if small else ():
        along = sides.c_column == 1 and sides.n * item <= widest
        fits = sides.n * sides.k <= SMALL_TURNED if turned else sides.b_column == 1
        if along and fits and min(sides.m, sides.n) > 1:
            kind = 2 if sides.n * item > SMALL_BYTES else 0 if sides.m > 4 else 1
            rest = *more, *repeats, int(sides is transposed[0])
            return [SMALL, *sides, 0, 0, turned, *[0] * 4, kind, *last, *rest], sides.m
    for sides, more in () if m * n * k <= FEWEST else (straight, transposed):
        fields = _by_blas(sides, step.dtype, *last)
        if fields is not None:
            rest = *more, *repeats, int(sides is transposed[0])
            if symmetric and fields[0] == GEMM and all(axis[0] == 1 for axis in batch):
                size = max(64, -(-m // 128) * 16)
                while m % size == 1:
                    size += 16
                return [HALF, *fields[1:-3], size, *last, *rest], (-(-m // size) + 1) // 2
            if triangle and fields[0] == GEMM:
                triangular = _by_trmm(
                    fields, sides, triangle if sides is straight[0] else flipped(triangle), step.dtype
                )  # fmt: skip
                if triangular is not None:
                    extent = sides.n if triangular[0] == TRMM_LEFT else sides.m
                    return [*triangular, *rest], extent
            if fields[0] == GEMM and sides.n >= WIDE * sides.m:
                return [COLUMNS, *fields[1:], *rest], sides.n
            return [*fields, *rest], sides.m
    if m * n * k > FEW:
        return None
    sides, more = min((straight, transposed), key=lambda pair: _order(pair[0]))
    return [LOOPS, *sides, *[0] * 8, *last, *more, *repeats, int(sides is transposed[0])], sides.m


def _order(s: Sides) -> int:
    """How well loops read memory in sequence: 0 is best."""
    return 0 if s.b_column == s.c_column == 1 else 1 if s.m >= s.n else 2


def _matrix(rows: int, columns: int, row: int, column: int) -> tuple[int, int] | None:
    """(transposition flag, length of a row in memory) with which BLAS reads a matrix in place, or None."""
    if column == 1 or columns <= 1:
        lead = row if rows > 1 else columns
        if lead >= columns:
            return _PLAIN, max(lead, 1)
    if row == 1 or rows <= 1:
        lead = column if columns > 1 else rows
        if lead >= rows:
            return _TRANSPOSED, max(lead, 1)
    return None


def _by_blas(s: Sides, dtype: str, keep: int, scale: int) -> list[int] | None:
    """Mode and arguments in the order of ``llvm.emit.gemm.FIELDS``, or None."""
    found = routines()
    left = _matrix(s.m, s.k, s.a_row, s.a_inner)
    if left is None or max(s.m, s.n, s.k, left[1]) >= 2**31:
        return None
    if s.n == 1:
        if s.b_inner < 1 or s.c_row < 1 or ("gemv", dtype) not in found:
            return None
        return [GEMV, *s, _ROW_MAJOR, left[0], 0, left[1], 0, 0, found["gemv", dtype], 0, keep, scale]
    right, out = _matrix(s.k, s.n, s.b_inner, s.b_column), _matrix(s.m, s.n, s.c_row, s.c_column)
    if s.m == 1 or right is None or out is None or out[0] != _PLAIN or ("gemm", dtype) not in found:
        return None
    return [GEMM, *s, _ROW_MAJOR, left[0], right[0], left[1], right[1], out[1], found["gemm", dtype], 0, keep, scale]


def _by_trmm(gemm: list[int], s: Sides, triangle: str, dtype: str) -> list[int] | None:
    """The record of a product with one triangular matrix, from that of a full product; None where BLAS has none."""
    side, word = triangle.split()
    routine = routines().get(("trmm", dtype))
    a_flag, b_flag, *leads, _, _, _, scale = gemm[1 + len(s) + 1 :]
    if routine is None or s.k != (s.m if side == "left" else s.n):
        return None
    plain = (a_flag if side == "left" else b_flag) == _PLAIN
    mode = TRMM_LEFT if side == "left" else TRMM_RIGHT
    stored = _UPPER if (word == "upper") == plain else _LOWER
    return [mode, *s, _ROW_MAJOR, a_flag, b_flag, *leads, routine, stored, 0, scale]
