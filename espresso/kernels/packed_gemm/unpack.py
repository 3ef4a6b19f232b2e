"""Stores of a finished register tile to its places in the result."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from espresso.llvm.emit.counted_loops import Counted, cases
from espresso.llvm.emit.kinds import I64, POINTER, entry_at, internal
from espresso.llvm.emit.tiles import PART, SPREAD, Tile, plain
from espresso.llvm.emit.vectors import Vectors


class TileStore:
    """Writes ``store(c, tile, record, first_row, first_column, rows, add)``: added to c where add is not 0."""

    def __init__(self, module: Any, dtype: str, tile: Tile, field: Callable[[str], int]) -> None:
        types = [POINTER] * 3 + [I64] * 4
        # for its size: no loop is unrolled, that would take longer than it saves
        self.function, self.b = internal(module, f"store_{dtype}", types, "noinline", "optsize")
        self.function.args[0].add_attribute("noalias")
        self.dtype, self.tile = dtype, tile
        b = self.b
        self.v = Vectors(b, dtype, tile.lanes)
        self.c, self.made, record, self.first_row, self.first_column, self.rows, add = self.function.args
        tables = (entry_at(b, record, field(n)) for n in ("c_rows", "c_columns", "c_starts", "c_segments"))
        self.c_rows, self.c_columns, starts, self.segments = (b.inttoptr(t, POINTER) for t in tables)
        number = b.sdiv(self.first_column, I64(tile.columns))
        self.bounds = entry_at(self.b, starts, number), entry_at(self.b, starts, b.add(number, I64(1)))
        adds = b.zext(b.icmp_signed("!=", add, I64(0)), I64)
        full = b.zext(b.icmp_signed("==", self.rows, I64(tile.rows)), I64)
        for k in cases(b, b.add(adds, b.shl(full, I64(1))), range(4), 0):
            (self._every if k >= 2 else self._any_rows)(bool(k % 2))
        b.ret_void()

    def _any_rows(self, grows: bool) -> None:
        """Any number of rows, one by one."""
        b = self.b
        with Counted(b, I64(0), self.rows, 1) as i, Counted(b, *self.bounds, 1) as s:
            line = self.v.at(self.made, b.mul(i, I64(self.tile.columns)))
            self._pieces(s, [(entry_at(self.b, self.c_rows, b.add(self.first_row, i)), line)], grows)

    def _every(self, grows: bool) -> None:
        """All rows of a tile: their places stay in registers."""
        count = range(self.tile.rows)
        goals = [entry_at(self.b, self.c_rows, self.b.add(self.first_row, I64(i))) for i in count]
        with Counted(self.b, *self.bounds, 1) as s:
            self._pieces(s, [(goals[i], self.v.at(self.made, I64(i * self.tile.columns))) for i in count], grows)

    def _pieces(self, s: Any, lines: Sequence[tuple[Any, Any]], grows: bool) -> None:
        """A piece of some rows, each given by its place in the result and in the tile."""
        b, lanes = self.b, self.tile.lanes
        at = b.mul(s, I64(3))
        offset, count, kind = (entry_at(self.b, self.segments, b.add(at, I64(k))) for k in range(3))
        j = b.add(self.first_column, offset)
        for k in cases(b, kind, (*plain(lanes), PART, SPREAD)):
            w = Vectors(b, self.dtype, lanes >> k if k < PART else 1 if k == PART else lanes)
            own = w.integers(self.c_columns, j) if k == SPREAD else w.at(self.c, entry_at(self.b, self.c_columns, j))
            mask = w.first(count) if k == SPREAD else None
            for place, line in lines:
                given = w.at(line, offset)
                if k == PART:  # a few elements one by one: stores under masks are slow
                    with Counted(b, I64(0), count, 1) as t:
                        _put(w, w.load(w.at(given, t)), w.at(w.at(own, place), t), None, grows)
                else:
                    goal = w.places(self.c, b.add(own, w.splat(place))) if k == SPREAD else w.at(own, place)
                    _put(w, w.load(given), goal, mask, grows)


def _put(v: Vectors, value: Any, goal: Any, mask: Any, grows: bool) -> None:
    """A piece of a row of the tile, where it belongs; ``goal`` has an address per lane where there is a mask."""
    if mask is not None:
        v.scatter(v.b.fadd(v.gather(goal, mask), value) if grows else value, goal, mask)
    else:
        v.store(v.b.fadd(v.load(goal), value) if grows else value, goal)
