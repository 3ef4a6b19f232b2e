"""Packing of an operand block into panels, in the order in which the micro-kernel reads them.

A panel holds ``width`` rows or columns of the operand for one term of the sum after the other.  Where its
elements lie side by side in memory, pieces of a vector are copied under a mask; where those of following terms
do, or those of columns that the result has elsewhere, squares are transposed in registers; else elements are
gathered.  Positions outside of a padded operand are switched off in the mask, so that nothing branches.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import llvmlite.ir as ir

from espresso.llvm.emit.counted_loops import Blocks, Counted, cases, least
from espresso.llvm.emit.kinds import I64, POINTER, entry_at, internal
from espresso.llvm.emit.tiles import (
    CHECKS,
    PART,
    PART_CHECKED,
    RUN,
    SPREAD,
    SPREAD_CHECKED,
    STRIPS,
    plain,
)  # fmt: skip
from espresso.llvm.emit.vectors import I32, Vectors

TERMS = 64
"""Terms that are copied before the next panel: rows of an operand are used whole while their pages are known."""

FEW_TERMS = 8
"""Terms that are copied before the next square: so few that the first cache keeps the lines of both."""


class PanelPacker:
    """Writes ``pack_SIDE(source, target, record, first, last, begin, depth)`` for one operand."""

    def __init__(self, module: Any, dtype: str, side: str, width: int, lanes: int, field: Callable[[str], int]) -> None:
        types = [POINTER] * 3 + [I64] * 4
        # for its size: no loop is unrolled, that would take longer than it saves
        self.function, self.b = internal(module, f"pack_{side}_{dtype}", types, "noinline", "optsize")
        self.function.args[1].add_attribute("noalias")
        self.dtype, self.side, self.width, self.lanes, self.field = dtype, side, width, lanes, field
        self.source, self.target, self.record, self.first, self.last, self.begin, self.depth = self.function.args
        self.room = self.b.alloca(POINTER, size=2 * (max(STRIPS) + RUN))
        self.inner, self.own = self._table("inner"), self._table("own")
        self.whole = self._number("depth_block")
        self.checks = [
            (self._table(f"own_at_{k}"), self._table(f"inner_at_{k}"), self.b.trunc(self._read(f"length_{k}"), I32))
            for k in range(CHECKS)
        ]
        with self.b.if_else(self.b.icmp_signed("!=", self._read("transposing"), I64(0))) as (transposing, along):
            with transposing:
                self._along_columns()
            with along:
                self._along()
                if side == "b":
                    for height in (h for h in STRIPS if width % h == 0):
                        self._across_columns(height)
        self.b.ret_void()

    def _number(self, name: str) -> Any:
        return entry_at(self.b, self.record, self.field(name))

    def _read(self, name: str) -> Any:
        return self._number(f"{self.side}_{name}")

    def _table(self, name: str) -> Any:
        return self.b.inttoptr(self._read(name), POINTER)

    def _panel(self, panel: Any, v: Vectors) -> Any:
        return v.at(self.target, self.b.mul(self.b.sub(panel, self.first), self.whole))

    # --- pieces that lie along the panel ---

    def _along(self) -> None:
        b, v = self.b, Vectors(self.b, self.dtype, self.lanes)
        starts, segments = self._table("starts"), self._table("segments")
        with Blocks(b, I64(0), self.depth, TERMS) as terms, Counted(b, self.first, self.last, self.width) as panel:
            number = b.sdiv(panel, I64(self.width))
            bounds = entry_at(self.b, starts, number), entry_at(self.b, starts, b.add(number, I64(1)))
            base = self._panel(panel, v)
            with Counted(b, *bounds, 1) as s:
                at = b.mul(s, I64(3))
                offset, count, kind = (entry_at(self.b, segments, b.add(at, I64(k))) for k in range(3))
                self._pieces(v, terms, b.add(panel, offset), v.at(base, offset), count, kind)

    def _pieces(self, v: Vectors, terms: tuple[Any, Any], j: Any, to: Any, count: Any, kind: Any) -> None:
        """One piece of a panel for each of the terms, by the way it lies."""
        for k in cases(self.b, kind, (*plain(self.lanes), PART, SPREAD, PART_CHECKED, SPREAD_CHECKED)):
            shorter = Vectors(self.b, self.dtype, self.lanes >> k) if k < PART else v
            self._copies(shorter, k, terms, j, to, count)

    def _copies(self, v: Vectors, kind: int, terms: tuple[Any, Any], j: Any, to: Any, count: Any) -> None:
        b = self.b
        spread, checked = kind in (SPREAD, SPREAD_CHECKED), kind in (PART_CHECKED, SPREAD_CHECKED)
        own = v.integers(self.own, j) if spread else v.at(self.source, entry_at(self.b, self.own, j))
        mask = None if kind < PART else v.first(count)
        rows = [(v.integers(own_at, j, I32), table, v.splat(length)) for own_at, table, length in self.checks * checked]
        with Counted(b, *terms, 1) as p:
            term = b.add(self.begin, p)
            at, inside = entry_at(self.b, self.inner, term), mask
            for positions, table, length in rows:
                here = b.add(positions, v.splat(entry_at(self.b, table, term, I32)))
                inside = b.and_(inside, b.icmp_unsigned("<", here, length))
            if spread:
                value = v.gather(v.places(self.source, b.add(own, v.splat(at))), inside)
            else:
                value = v.load(v.at(own, at), inside)
            v.store(value, v.at(to, b.mul(p, I64(self.width))), mask)

    # --- squares of columns, where the operand lies along other columns than the result ---

    def _across_columns(self, height: int) -> None:
        """Squares of ``RUN`` steps of one column index and ``height`` of another, for a few terms at a time.

        Two squares at once: the second reads the rest of the same cache lines, before others that are a power of two
        away take their places.  Squares that begin before the block or end behind it reach into the room around it.
        """
        b, v, part = self.b, Vectors(self.b, self.dtype, RUN), min(height, RUN)
        items, bounds = self._table(f"squares_{height}"), self._table(f"square_bounds_{height}")
        with b.if_then(b.icmp_signed("!=", self._read(f"squares_{height}"), I64(0))):
            one, other = (
                entry_at(self.b, bounds, b.add(b.mul(b.sdiv(at, I64(self.width)), I64(2)), I64(k)))
                for k, at in enumerate((self.first, b.add(self.last, I64(self.width - 1))))
            )
            with Blocks(b, I64(0), self.depth, FEW_TERMS) as terms, Counted(b, one, other, 2) as item:
                with Counted(b, I64(0), I64(2), 1) as which:
                    j = entry_at(b, items, least(b, b.add(item, which), b.sub(other, I64(1))))
                    for k in range(height):
                        self._keep(v.at(self.source, entry_at(b, self.own, b.add(j, I64(k)))), which, k)
                    for k in range(RUN):
                        self._keep(self._position(v, b.add(j, I64(height * k))), which, height + k)
                with Counted(b, *terms, 1) as p:
                    at, here = entry_at(b, self.inner, b.add(self.begin, p)), b.mul(p, I64(self.width))
                    for k in range(0, height, part):
                        with Counted(b, I64(0), I64(2), 1) as which:
                            rows = [v.at(self._kept(which, r), at) for r in range(k, k + part)]
                            for c, column in enumerate(v.transposed([v.load(r) for r in rows])):
                                goal = v.at(self._kept(which, height + c), b.add(here, I64(k)))
                                Vectors(b, self.dtype, part).store(v.lower(column, part), goal)

    def _slot(self, which: Any, k: int) -> Any:
        """Room for an address of one of two squares."""
        at = self.b.add(self.b.mul(which, I64(max(STRIPS) + RUN)), I64(k))
        return self.b.gep(self.room, [at], inbounds=True, source_etype=POINTER)

    def _keep(self, place: Any, which: Any, k: int) -> None:
        self.b.store(place, self._slot(which, k))

    def _kept(self, which: Any, k: int) -> Any:
        return self.b.load(self._slot(which, k), typ=POINTER)

    def _position(self, v: Vectors, j: Any) -> Any:
        """Where the first term of a column goes, which may be one of a panel before the first one."""
        b, ahead = self.b, I64(RUN * max(STRIPS) * self.width)
        away = b.add(b.sub(j, self.first), ahead)
        panel = b.sub(away, b.srem(away, I64(self.width)))
        whole = b.mul(b.sub(panel, ahead), self.whole)
        return v.at(self.target, b.add(whole, b.sub(away, panel)))

    # --- squares that are transposed ---

    def _along_columns(self) -> None:
        b, v = self.b, Vectors(self.b, self.dtype, RUN)
        assert self.width % RUN == 0 or self.width < RUN
        starts, items = self._table("item_starts"), self._table("items")
        number = b.sdiv(self.begin, self.whole)
        bounds = entry_at(self.b, starts, number), entry_at(self.b, starts, b.add(number, I64(1)))
        checked = b.icmp_signed("!=", self._read("checks"), I64(0))
        with Counted(b, self.first, self.last, self.width) as panel, Counted(b, I64(0), I64(self.width), RUN) as part:
            j = b.add(panel, part)
            to = v.at(self._panel(panel, v), part)
            rows = [v.at(self.source, entry_at(self.b, self.own, b.add(j, I64(k)))) for k in range(RUN)]
            own = v.integers(self.own, j)
            with Counted(b, *bounds, 1) as item:
                at = b.mul(item, I64(2))
                term, step = entry_at(self.b, items, at), entry_at(self.b, items, b.add(at, I64(1)))
                here = v.at(to, b.mul(b.sub(term, self.begin), I64(self.width)))
                place, goal = entry_at(self.b, self.inner, term), (here, b.mul(step, I64(self.width)))
                with b.if_else(b.icmp_signed("!=", step, I64(0))) as (square, single):
                    with square, b.if_else(checked) as (looked, free):
                        with looked:
                            self._square(v, [v.at(r, place) for r in rows], goal, self._insides(v, j, term, step))
                        with free:
                            self._square(v, [v.at(r, place) for r in rows], goal, None)
                    with single:
                        inside: Any = v.all_lanes()
                        for own_at, table, length in self.checks:
                            position = b.add(v.integers(own_at, j, I32), v.splat(entry_at(self.b, table, term, I32)))
                            inside = b.and_(inside, b.icmp_unsigned("<", position, v.splat(length)))
                        self._put(v, v.gather(v.places(self.source, b.add(own, v.splat(place))), inside), here)

    def _insides(self, v: Vectors, j: Any, term: Any, step: Any) -> list[Any]:
        """For each row the mask of terms that lie inside."""
        b = self.b
        terms = [b.add(term, b.mul(step, I64(k))) for k in range(RUN)]
        tables = []
        for own_at, table, length in self.checks:
            positions = ir.Constant(ir.VectorType(I32, RUN), ir.Undefined)
            for k, t in enumerate(terms):
                positions = b.insert_element(positions, entry_at(self.b, table, t, I32), I32(k))
            tables.append((own_at, positions, v.splat(length)))
        found = []
        for k in range(RUN):
            inside: Any = None
            for own_at, positions, length in tables:
                here = b.add(positions, v.splat(entry_at(self.b, own_at, b.add(j, I64(k)), I32)))
                test = b.icmp_unsigned("<", here, length)
                inside = test if inside is None else b.and_(inside, test)
            found.append(inside)
        return found

    def _square(self, v: Vectors, rows: list[Any], goal: tuple[Any, Any], insides: list[Any] | None) -> None:
        """A square of an operand, transposed; ``goal`` is where it begins and the step from column to column."""
        read = [v.load(r, None if insides is None else insides[k]) for k, r in enumerate(rows)]
        place = goal[0]
        for column in v.transposed(read):
            self._put(v, column, place)
            place = v.at(place, goal[1])

    def _put(self, v: Vectors, column: Any, place: Any) -> None:
        """As much of a column as a panel is wide, by powers of two: stores under masks are slow on some processors."""
        count, at = min(self.width, RUN), 0
        for size in (RUN, RUN // 2, RUN // 4, 1):
            while count - at >= size:
                Vectors(self.b, self.dtype, size).store(v.lower(column, size, at), v.at(place, I64(at)))
                at += size
