"""Grids and blocks: how many threads a kernel gets for given extents."""

from __future__ import annotations

from collections.abc import Callable

from espresso.formulas.graph.expr import Expr
from espresso.records import dataclass


@dataclass(frozen=True)
class Launch:
    """Blocks, threads of a block, and dynamic bytes of shared memory."""

    grid: tuple[int, int, int]
    block: tuple[int, int, int]
    shared: int = 0


@dataclass(frozen=True)
class Geometry:
    """What decides the launch of one group: numbers of rows and of elements of a row."""

    rows: Expr
    elements: tuple[Expr, ...]
    single: bool  # no rows at all: the blocks share one row
    columns: bool
    collective: bool
    parts: Expr | None
    block: int
    only_parts: bool = False  # a second stage: nothing to do when there is one part
    width: int = 1  # elements that a lane takes at once
    totals: bool = False  # sums of parts for a split scan: nothing to do when there is one part
    keep: int = 0  # elements of a row that a thread keeps in registers
    widest: int = 0  # threads of a block that computes one row which stays in registers
    teams: Expr | None = None  # where sums over the rows are carried from row to row: by so many teams

    def launch(self, value: Callable[[Expr], int]) -> Launch:
        """The launch for given extents."""
        rows = max(0, value(self.rows))
        need = -(-max([1, *(value(e) for e in self.elements)]) // self.width)
        parts = 1 if self.parts is None else max(1, value(self.parts))
        if rows == 0 or ((self.only_parts or self.totals) and parts == 1):
            return Launch((0, 1, 1), (1, 1, 1))
        lanes, here = self._team(rows, need)
        blocks = min(-(-(rows if self.teams is None else value(self.teams)) // here), 1 << 20)
        if self.only_parts:
            parts = 1
        elif not self.collective:
            parts = max(1, min(-(-need // (2 * lanes)), 4096, (1 << 16) // blocks))
        grid = (parts, 1, 1) if self.single else (blocks, parts, 1)
        return Launch(grid, (here, lanes, 1) if self.columns else (lanes, here, 1))

    def resident(self, value: Callable[[Expr], int]) -> bool:
        """Whether rows of this length stay in registers."""
        rows, need = max(0, value(self.rows)), max([1, *(value(e) for e in self.elements)])
        return self.keep > 0 and rows > 0 and need <= self.keep * self._team(rows, need)[0]

    def _team(self, rows: int, need: int) -> tuple[int, int]:
        """(lanes of a team, teams of a block)."""
        if self.columns:
            here = min(_power_of_two(rows), self.block, 32 if rows < 1 << 16 else self.block)
            lanes = min(self.block // here, _power_of_two(need))
            return lanes, self.block // lanes if lanes * here < self.block and rows > here else here
        lanes = min(self.block, _power_of_two(need))
        if self.keep:  # half of what a thread can keep, and a warp at least where it is filled
            lanes = min(self.widest, max(min(32, lanes), _power_of_two(-(-2 * need // self.keep))))
            return lanes, max(1, min(self.block // lanes, _power_of_two(rows)))
        if self.single:
            return lanes, 1
        return lanes, min(self.block // lanes, _power_of_two(rows))


@dataclass(frozen=True)
class TileGeometry:
    """What decides the launch of a kernel of tiles: along each axis of the grid an extent, and the length of a tile."""

    extents: tuple[Expr, Expr, Expr]
    tile: tuple[int, int, int]
    threads: tuple[int, int]
    parts: Expr | None = None  # blocks that share one tile

    @property
    def block(self) -> int:
        """Threads of a block."""
        return self.threads[0] * self.threads[1]

    def launch(self, value: Callable[[Expr], int]) -> Launch:
        """A block for each tile, up to what a grid may have; for each part of it on the last axis."""
        extents = [max(0, value(e)) for e in self.extents]
        if 0 in extents:
            return Launch((0, 1, 1), (1, 1, 1))
        parts = 1 if self.parts is None else max(1, value(self.parts))
        most = 1 << 30, 65535, 65535 // parts
        x, y, z = (min(-(-n // size), m) for n, size, m in zip(extents, self.tile, most, strict=True))
        return Launch((x, y, z * parts), (*self.threads, 1))


@dataclass(frozen=True)
class OneBlock:
    """A single block for one step after another; ``work``: of each part of a step, the rows and elements of a row."""

    work: tuple[tuple[Expr, tuple[Expr, ...]], ...]
    block: int

    def launch(self, value: Callable[[Expr], int]) -> Launch:
        """As many threads as the largest part has use for."""
        threads = 32
        for rows, elements in self.work:
            lanes = _power_of_two(max([1, *(value(e) for e in elements)]))
            threads = max(threads, _power_of_two(max(1, value(rows))) * lanes)
        return Launch((1, 1, 1), (min(threads, self.block), 1, 1))


def _power_of_two(n: int) -> int:
    """The smallest power of two that is at least ``n``."""
    return 1 << max(0, n - 1).bit_length()
