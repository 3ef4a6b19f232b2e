"""The loop of a recurrence: all steps of a program that makes one row of each state, in one function.

``repeat(addresses, numbers, spec)`` runs every step of the program at each position.  ``spec`` has the first position,
their number, the distance from one to the next, and of each array that moves (`machine.program.Facts.moved`) the
address of its first row, the distance between rows, how many rows there are, and which one the first position has.
An array of few rows has that of a position at the position modulo their number.

The table of addresses is copied into memory that only this function sees, so that addresses which do not move are read
once, and moving ones stay in registers where LLVM puts the kernels into the loop.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import llvmlite.ir as ir

from espresso.kernels.packed_gemm.packed import tile_of
from espresso.llvm.emit.counted_loops import Counted
from espresso.llvm.emit.floating_point import in_default
from espresso.llvm.emit.kinds import I1, I8, I64, POINTER, declared, entry_at, place_at

if TYPE_CHECKING:
    from espresso.ir.driver import Step
    from espresso.machine.program import ModuleWriter

HEADER, ROW = 3, 4
"""Numbers of ``spec`` before the moving arrays, and of each of them."""

HELD = 12
"""Vectors of rows that stay in registers, of 16 or more; the others go through memory, which is faster than both."""


def write(writer: ModuleWriter) -> None:
    """Append ``repeat`` to a module."""
    function, b = writer._entry("repeat", [POINTER] * 3)
    for argument in function.args:
        argument.add_attribute("noalias")
    addresses, numbers, spec = function.args
    order, moved = writer.facts.order, writer.facts.moved
    table = own_table(b, addresses, len(order) + 1)
    position, places = b.alloca(I64), [b.alloca(I64) for _ in moved]
    carried = [_Carried(b, *c) for c in (_held(writer.facts.carried) if writer.inlined else ())]
    in_default(function, b)
    writer.areas.prepare(b, addresses, numbers)
    first, count, step = (entry_at(b, spec, k) for k in range(HEADER))
    rows = [[entry_at(b, spec, HEADER + ROW * k + m) for m in range(ROW)] for k in range(len(moved))]
    if writer.facts.position:
        b.store(position, place_at(b, table, order.index(writer.facts.position), POINTER))
    for place, row in zip(places, rows, strict=True):
        b.store(row[3], place)
    local = {name: place for c in carried for name, place in c.places.items()}
    memory: dict[str, Any] = {}
    for name, place in local.items():
        b.store(place, place_at(b, table, order.index(name), POINTER))
    for c in carried:
        for name in c.reads:
            base, stride, _, at = rows[moved.index(name)]
            c.load(name, b.gep(b.inttoptr(base, POINTER), [b.mul(at, stride)], source_etype=I8))
    with writer.in_flight(b, numbers), Counted(b, I64(0), count, 1, short=True) as k:
        b.store(b.add(first, b.mul(k, step)), position)
        for name, place, (base, stride, length, first_row) in zip(moved, places, rows, strict=True):
            if name in local and name not in writer.facts.outputs:
                continue
            whole = name in writer.facts.whole
            at = b.add(first_row, b.mul(k, step)) if whole else b.load(place, typ=I64)
            memory[name] = b.gep(b.inttoptr(base, POINTER), [b.mul(at, stride)], source_etype=I8)
            if name not in local:
                b.store(memory[name], place_at(b, table, order.index(name), POINTER))
            if whole:
                continue
            after = b.add(at, step)
            after = b.select(b.icmp_signed("<", after, I64(0)), b.add(after, length), after)
            b.store(b.select(b.icmp_signed(">=", after, length), b.sub(after, length), after), place)
        for number, made in enumerate(writer.steps):
            _once(writer, b, number, made, table, numbers)
        for c in carried:
            c.hand_on(memory[c.written])
    b.ret_void()


def _once(writer: ModuleWriter, b: Any, number: int, step: Step, table: Any, numbers: Any) -> None:
    """A step where the loop stands, or its function."""
    whole = writer.wholes[number]
    if not writer.inlined:
        b.call(whole, [table, numbers])
        return
    stop, zero = writer._extent(b, number, step, numbers), I64(0)
    given = [table, numbers, zero, zero if stop is None else stop, zero]
    if writer.is_whole(step, stop):
        b.call(writer.entries[number], given, attrs=writer.in_place)
        return
    alone = b.icmp_signed("<=", writer._read(b, numbers, "slices", number), I64(1))
    with b.if_else(alone) as (one, several):
        with one:
            b.call(writer.entries[number], given, attrs=writer.in_place)
        with several:
            b.call(whole, [table, numbers], attrs=writer.apart)


def _held(carried: Sequence[tuple[str, int, Sequence[str]]]) -> list[tuple[str, int, Sequence[str]]]:
    """The rows that registers hold, as many as there is room for."""
    found, room = [], HELD * 8 * tile_of("float64").lanes
    for row in carried:
        room -= row[1] * len(row[2])
        found += [row] if room >= 0 else []
    return found


class _Carried:
    """A written row and those of the steps before in memory of the loop, which LLVM turns into registers."""

    def __init__(self, b: Any, written: str, size: int, reads: Sequence[str]) -> None:
        self.b, self.written, self.reads, self.size = b, written, reads, size
        self.copy = declared(b.module, "llvm.memcpy.p0.p0.i64", [POINTER, POINTER, I64, I1], ir.VoidType())
        self.places = {name: b.alloca(ir.ArrayType(I8, size)) for name in (written, *reads)}
        for place in self.places.values():
            place.align = 32

    def load(self, name: str, source: Any) -> None:
        """A row of the steps before the first one."""
        self._move(self.places[name], source)

    def hand_on(self, result: Any) -> None:
        """The row that was made to where it is kept, and all to where the next step reads them."""
        self._move(result, self.places[self.written])
        for new, old in reversed([*pairwise((self.written, *self.reads))]):
            self._move(self.places[old], self.places[new])

    def _move(self, to: Any, source: Any) -> None:
        self.b.call(self.copy, [to, source, I64(self.size), I1(0)])


def own_table(b: Any, addresses: Any, length: int) -> Any:
    """A copy of the table of addresses on the stack, made where ``b`` stands; for the entry block of a function."""
    table = b.alloca(POINTER, size=I64(length))
    for k in range(length):
        b.store(entry_at(b, addresses, k, POINTER), place_at(b, table, k, POINTER))
    return table
