"""Register tiles and record layouts that GEMM and convolution functions share with their callers."""

from __future__ import annotations

from espresso.records import dataclass

BATCH_AXES = 4
"""Axes a record has room for along which the product is repeated."""

CHECKS = 3
"""Padded axes of an operand whose positions are looked at."""

CHECK = ("own_at", "inner_at", "length")
STRIPS = (16, 8, 4)
"""Columns in the squares of an operand that lies along other columns than the result (`kernels.packed_gemm.pack`)."""

SIDE = ("transposing", "own", "inner", "item_starts", "items", "starts", "segments", "checks",
        *(f"{name}_{h}" for h in STRIPS for name in ("squares", "square_bounds")),
        *(f"{name}_{k}" for k in range(CHECKS) for name in CHECK))  # fmt: skip
FIELDS = ("transposed", "m", "n", "k", "rows_block", "columns_block", "depth_block", "split", "scratch", "b_packed",
          "tile", "keep", "scale", "c_rows", "c_columns", "c_starts", "c_segments", "c_kinds",
          *(f"a_{n}" for n in SIDE), *(f"b_{n}" for n in SIDE))  # fmt: skip
LENGTH = len(FIELDS) + 4 * BATCH_AXES
BY_ROWS, BY_COLUMNS, BY_BATCH = range(3)

RUN = 8
"""Elements that are transposed at once where an operand lies in the order of the summed indices."""

WHOLE, HALF, QUARTER, PART, SPREAD, PART_CHECKED, SPREAD_CHECKED = range(7)
"""How a piece of a panel lies in memory: side by side (a full vector, half of one, a quarter, less), or anywhere; with
positions to look at."""


def plain(lanes: int) -> tuple[int, ...]:
    """Kinds of pieces that are vectors, of ``lanes >> kind`` numbers.

    >>> plain(16), plain(4)
    ((0, 1, 2), (0, 1))
    """
    return tuple(kind for kind in (WHOLE, HALF, QUARTER) if lanes >> kind >= 2)


@dataclass(frozen=True)
class Tile:
    """A tile of the result that is kept in registers: ``rows`` times ``vectors`` vectors of ``lanes``."""

    rows: int
    vectors: int
    lanes: int

    @property
    def columns(self) -> int:
        """Columns of the tile."""
        return self.vectors * self.lanes

    @property
    def strips(self) -> tuple[int, ...]:
        """Which of `STRIPS` panels of columns have: parts of them, and at most a cache line."""
        return tuple(h for h in STRIPS if self.columns % h == 0 and h <= 2 * self.lanes)

    def piece(self, side: str) -> int:
        """Elements of a panel that are copied at once: a vector, of rows at most as many as are transposed."""
        return self.lanes if side == "b" else RUN


def tile(dtype: str, features: str) -> Tile:
    """The tile for a processor with these features (LLVM's names).

    >>> tile("float32", "+avx2,+avx512f")
    Tile(rows=8, vectors=3, lanes=16)
    """
    size = 4 if dtype == "float32" else 8
    found = {f[1:] for f in features.split(",") if f.startswith("+")}
    if "avx512f" in found:
        return Tile(8, 3, 64 // size)
    if "avx2" in found and "fma" in found:
        return Tile(6, 2, 32 // size)
    return Tile(8, 2, 16 // size) if "neon" in found else Tile(4, 2, 16 // size)


LEAST_LANES = 4
"""Numbers in a vector from which on skinny products (`kernels.skinny_gemm.direct`) are computed in registers."""

SKINNY_NUMBERS = (
    "a_row", "a_inner", "b_inner", "b_column", "c_row", "c_column", "d_row", "d_column", "m", "n", "k",
)  # fmt: skip
"""Strides and lengths of a skinny product, in the order in which its function takes them."""

DOTS_COLUMNS = 4
"""Columns of a tile of dots."""

MOST_TERMS = 64
"""Terms up to which a product with a large result is an update (`kernels.skinny_gemm.rank_k_update`)."""

HEIGHTS = {True: ((8, 5, 2), (5, 2)), False: ((4, 2), (2,))}
"""Rows of tiles of skinny products, outer and dots: with 32 registers (or not)."""


def heights(tile: Tile, dots: bool) -> tuple[int, ...]:
    """Rows that tiles of skinny products may have.

    >>> heights(Tile(8, 3, 16), False), heights(Tile(6, 2, 8), True)
    ((8, 5, 2), (2,))
    """
    return HEIGHTS[tile.vectors > 2][dots]


def sums_of(made: Tile) -> tuple[int, int]:
    """Rows and columns of a tile of sums that are kept with a vector each, for a tile of the result.

    >>> sums_of(Tile(8, 3, 16)), sums_of(Tile(6, 2, 8)), sums_of(Tile(1, 8, 16))
    ((4, 6), (2, 5), (1, 9))
    """
    if made.rows == 1:
        return 1, 9
    return (4, 6) if made.rows * made.vectors >= 24 else (2, 5) if made.vectors == 2 and made.rows >= 6 else (2, 3)


def of_rows(made: Tile, rows: int) -> Tile:
    """The tile with so many rows at most and about as many sums; eight vectors are enough for one row.

    >>> of_rows(Tile(8, 3, 16), 4), of_rows(Tile(4, 2, 4), 4), of_rows(Tile(8, 3, 16), 1)
    (Tile(rows=4, vectors=6, lanes=16), Tile(rows=4, vectors=2, lanes=4), Tile(rows=1, vectors=8, lanes=16))
    """
    return Tile(rows, min(8, made.rows * made.vectors // rows), made.lanes) if made.rows > rows else made


def bits_of(lanes: int) -> int:
    """Bits of a mask in the table of masks.

    >>> bits_of(16), bits_of(4)
    (16, 8)
    """
    return max(8, lanes)


HEAD = LINE = 64
"""Bytes at the head of the scratch areas behind a call's arena, where their count and the bytes from one to the next
lie; and of the cache line in front of each area, for the word that says whether it is taken."""


def region(count: int, room: int) -> int:
    """Bytes of so many areas that hold ``room`` bytes each.

    >>> region(2, 100), region(4, 0)
    (448, 0)
    """
    return HEAD + count * stride(room) if room else 0


def stride(room: int) -> int:
    """Bytes from one area to the next."""
    return LINE + -(-room // LINE) * LINE
