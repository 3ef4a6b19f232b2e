"""Which products are skinny GEMMs, and the functions that compute them, compiled once and kept."""

from __future__ import annotations

import ctypes
import functools
from collections.abc import Sequence
from importlib import import_module
from typing import Any, NamedTuple

from espresso.llvm.emit.tiles import DOTS_COLUMNS, LEAST_LANES, MOST_TERMS, Tile, heights

LEAST, LEAST_COLUMNS = 1 << 16, 32
"""Multiplications, and columns, from which on a product may be a skinny one; with less it is no slower by BLAS."""

FEW_ROWS, FEW_TERMS, LONG_ROWS, LONG_SUMS, MANY_COLUMNS, MANY = 48, 32, 800, 96, 256, 1 << 10
"""What a skinny product is: see `kind`."""

FEWER_ROWS, MOST_ROWS = 8, 64
"""Rows with which panels of the other operand are made (`panel`), the most of them where that is huge."""

SOME_PANELS = 40
"""Rows from which on panels along columns are faster than outer tiles (`direct`): of 16 to 32 rows they took 1.05 to
1.23 times as long, of 48 and 64 rows 0.88 and 0.73 times."""

FAR, LARGE, HUGE = 1 / 8, 1 / 4, 1.0
"""Numbers of the other operand, for each byte of a core's second cache, from which on panels are made along its rows
(far: as many of eight bytes as that holds), along its columns (large), and with the most rows (huge)."""

SECOND = 1 << 21
"""Bytes of a core's second cache where the system does not say."""

SOME_ROWS, SOME_TERMS = 16, 90
"""With 16 registers for vectors, outer tiles are faster than a BLAS up to so many rows, or terms: see `pays`."""

THIRD = 1 << 23
"""Bytes of the third cache where the system does not say."""

UPDATED = 1 << 17
"""Numbers of a result of few terms from which on rows of it are taken, and not columns (`rank_k_update`): two threads
update 200 x 1000 in parts that lie apart, and each asks for its lines ahead (W20)."""


FUNCTIONS: dict[str, tuple[str, ...]] = {
    "direct": ("outer", "dots", "facts"),
    "panel": ("row_panels", "column_panels", "facts"),
    "rank_k_update": ("update", "past", "facts"),
}
"""What each module exports; ``facts()`` is its tile: rows, vectors and lanes, a byte each."""


class Sides(NamedTuple):
    """Lengths and strides of ``c[m,n] = a[m,k] @ b[k,n]``."""

    m: int
    n: int
    k: int
    a_row: int
    a_inner: int
    b_inner: int
    b_column: int
    c_row: int
    c_column: int


class Functions:
    """Addresses of the functions of one dtype, and their tile."""

    def __init__(self, block: Any, names: Sequence[str]) -> None:
        self._block = block  # keeps the memory
        self.address = {name: int(block.address(name)) for name in names}
        facts = int(ctypes.CFUNCTYPE(ctypes.c_int64)(block.address("facts"))())
        self.tile = Tile(facts & 255, facts >> 8 & 255, facts >> 16)


def functions(dtype: str, module: str = "direct") -> Functions | None:
    """The functions of `direct`, `panel` or `rank_k_update` for a dtype, a block each; None without machine code.

    Most programs need only the first.
    """
    return _functions(dtype, module)


@functools.cache  # a function of its own: with and without the default would be two entries
def _functions(dtype: str, module: str) -> Functions | None:
    from espresso.llvm.compiled import WRITTEN_OUT, block_named

    def text() -> Any:
        return import_module(f"espresso.kernels.skinny_gemm.{module}").text(dtype)

    names = FUNCTIONS[module]
    block = block_named(f"skinny GEMM of {dtype}, {module}", names, text, levels=WRITTEN_OUT)
    return None if block is None else Functions(block, names[:-1])


@functools.cache
def second_cache() -> int:
    """Bytes of a core's second cache."""
    from espresso.system.machine_model import levels

    return levels().get(2, SECOND)


@functools.cache
def third_cache() -> int:
    """Bytes of the third cache."""
    from espresso.system.machine_model import levels

    return levels().get(3, THIRD)


def pays(which: str, s: Sides, made: Tile, item: int) -> bool:
    """Whether a kind of skinny GEMM is faster than OpenBLAS with the registers of this processor.

    Outer tiles walk down a matrix in strips, where a GEMV reads rows as they lie: one row must find the matrix in the
    second caches of two cores.  Otherwise each kind is faster with 32 registers, where `kind` says it.  With 16,
    tiles have half of the rows and two vectors of columns: panels and updates cost more than they save, outer tiles
    need the matrix in the third cache and more than one row.
    """
    size = s.n * s.k * item
    if made.vectors > 2 or which == "dots":
        return which != "outer" or s.m > 1 or size <= 2 * second_cache()
    near = size <= third_cache() // 2
    return which == "outer" and s.m > 1 and (s.m <= SOME_ROWS or s.k <= SOME_TERMS) and near


def kind(s: Sides, d_column: int) -> str:
    """ "outer" or "dots" (`direct`), "row_panels" or "column_panels" (`panel`), "update" or "", for a BLAS.

    A BLAS packs both operands, which takes longer than multiplying where there are few rows, or few terms; threads
    divide the columns, so of few terms there must be many of those. Where both operands lie along the terms, OpenBLAS
    packs nothing for small results. With 9 to 64 rows and a matrix beyond a core's cache, panels along its rows read
    it once: OpenBLAS packs it, dots read it again for each few rows. docs/performance.md has products of such shapes
    beside NumPy (``espresso bench``, its classes of products).

    >>> kind(Sides(8, 1000, 500, 500, 1, 1000, 1, 1000, 1), 1), kind(Sides(8, 1000, 500, 500, 1, 1, 500, 1000, 1), 1)
    ('outer', 'dots')
    >>> kind(Sides(16, 2048, 4096, 4096, 1, 1, 4096, 2048, 1), 1)
    'row_panels'
    """
    if s.m * s.n * s.k < LEAST:
        return ""
    numbers = s.n * s.k / second_cache()
    if s.n >= LEAST_COLUMNS and s.k >= LONG_SUMS and FEWER_ROWS < s.m <= (MOST_ROWS if numbers >= HUGE else FEW_ROWS):
        if s.b_inner == 1 and numbers >= FAR:
            return "row_panels"
        if s.b_column == 1 and s.m >= SOME_PANELS and numbers >= LARGE:
            return "column_panels"
    along = s.n >= LEAST_COLUMNS and s.b_column == s.c_column == d_column == 1
    if along and s.k <= MOST_TERMS and s.n >= MANY_COLUMNS and s.m > FEW_ROWS and s.m * s.n >= UPDATED:
        return "update"
    if along and (s.m <= FEW_ROWS or s.k <= FEW_TERMS and s.n >= LONG_ROWS):
        return "outer"
    few = 1 < s.m <= (FEW_TERMS if s.k >= 2 * LONG_SUMS else FEW_TERMS // 2)
    many = s.n >= MANY_COLUMNS or s.m * s.n > MANY
    return "dots" if s.a_inner == s.b_inner == 1 and few and s.k >= LONG_SUMS and many else ""


def record(s: Sides, d_column: int, dtype: str, past: bool = False) -> tuple[tuple[int, int], int] | None:
    """Address of the function with the height of its tiles, and the units in which it is split; or None.

    Units are of columns, those of an update of rows.  ``past``: the result may go past the cache.
    """
    which = kind(s, d_column)
    panels = which in ("row_panels", "column_panels")
    module = "rank_k_update" if which == "update" else "panel" if panels else "direct"
    found = functions(dtype) if which else None
    if found is None or found.tile.lanes < LEAST_LANES:
        return None
    if not pays(which, s, found.tile, 4 if dtype == "float32" else 8):
        return None  # before functions are compiled that would not be called
    if module != "direct" and (found := functions(dtype, module)) is None:
        return None
    if which == "update":
        height, *_ = heights(found.tile, False)
        return (found.address["past" if past else which], height), -(-s.m // height)
    dots = which == "dots"
    height = _height(s.m, heights(found.tile, dots))
    unit = DOTS_COLUMNS if dots else found.tile.columns if panels else found.tile.lanes
    return (found.address[which], height), -(-s.n // unit)


def _height(rows: int, given: Sequence[int]) -> int:
    """The height whose tiles waste least: rows that are computed, and those that each tile costs besides."""
    return min(given, key=lambda h: -(-rows // h) * (h + 1))
