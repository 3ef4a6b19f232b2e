"""What the function of a packed product and its callers agree on: the numbers of a record, and the tile."""

from __future__ import annotations

from dataclasses import dataclass

BATCH_AXES = 4
"""Axes a record has room for along which the product is repeated."""

CHECKS = 3
"""Padded axes of an operand whose positions are looked at."""

CHECK = ("own_at", "inner_at", "least", "most", "length")
SIDE = ("own", "inner", "own_runs", "inner_runs", "checks",
        *(f"{name}_{k}" for k in range(CHECKS) for name in CHECK))  # fmt: skip
FIELDS = ("turned", "m", "n", "k", "rows_block", "columns_block", "depth_block", "split", "scratch", "b_packed",
          "tile", "c_rows", "c_columns", "c_runs",
          *(f"a_{n}" for n in SIDE), *(f"b_{n}" for n in SIDE))  # fmt: skip
LENGTH = len(FIELDS) + 4 * BATCH_AXES
BY_ROWS, BY_COLUMNS, BY_BATCH = range(3)
RUN = 8
"""Elements that are transposed at once where an operand lies in the order of the summed indices."""


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
