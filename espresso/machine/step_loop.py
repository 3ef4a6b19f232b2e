"""The loop of a recurrence: all steps of a program that makes one row of each state, in one function.

``repeat(addresses, numbers, spec)`` runs every step of the program at each position.  ``spec`` has the first position,
their number, the distance from one to the next, and of each array that moves (`machine.program.Facts.moved`) the
address of its first row, the distance between rows, how many rows there are, and which one the first position has.
An array of few rows has that of a position at the position modulo their number.

The table of addresses is copied into memory that only this function sees, so that addresses which do not move are read
once, and moving ones stay in registers where LLVM puts the kernels into the loop.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from espresso.llvm.emit.counted_loops import Counted
from espresso.llvm.emit.floating_point import in_default
from espresso.llvm.emit.kinds import I8, I64, POINTER

if TYPE_CHECKING:
    from espresso.machine.program import ModuleWriter

HEADER, ROW = 3, 4
"""Numbers of ``spec`` before the moving arrays, and of each of them."""


def write(writer: ModuleWriter) -> None:
    """Append ``repeat`` to a module."""
    function, b = writer._entry("repeat", [POINTER] * 3)
    for argument in function.args:
        argument.add_attribute("noalias")
    addresses, numbers, spec = function.args
    order, moved = writer.facts.order, writer.facts.moved
    table = own_table(b, addresses, len(order) + 1)
    position, places = b.alloca(I64), [b.alloca(I64) for _ in moved]
    in_default(function, b)
    writer.areas.prepare(b, addresses, numbers)
    first, count, step = (_number(b, spec, k) for k in range(HEADER))
    rows = [[_number(b, spec, HEADER + ROW * k + m) for m in range(ROW)] for k in range(len(moved))]
    if writer.facts.position:
        b.store(position, _entry(b, table, order.index(writer.facts.position)))
    for place, row in zip(places, rows, strict=True):
        b.store(row[3], place)
    with Counted(b, I64(0), count, 1, short=True) as k:
        b.store(b.add(first, b.mul(k, step)), position)
        for name, place, (base, stride, length, _) in zip(moved, places, rows, strict=True):
            at = b.load(place, typ=I64)
            address = b.gep(b.inttoptr(base, POINTER), [b.mul(at, stride)], source_etype=I8)
            b.store(address, _entry(b, table, order.index(name)))
            after = b.add(at, step)
            after = b.select(b.icmp_signed("<", after, I64(0)), b.add(after, length), after)
            b.store(b.select(b.icmp_signed(">=", after, length), b.sub(after, length), after), place)
        for whole in writer.wholes:
            b.call(whole, [table, numbers], attrs=writer.in_place)
    b.ret_void()


def own_table(b: Any, addresses: Any, length: int) -> Any:
    """A copy of the table of addresses on the stack, made where ``b`` stands; for the entry block of a function."""
    table = b.alloca(POINTER, size=I64(length))
    for k in range(length):
        b.store(b.load(_entry(b, addresses, k), typ=POINTER), _entry(b, table, k))
    return table


def _entry(b: Any, table: Any, k: int) -> Any:
    return b.gep(table, [I64(k)], inbounds=True, source_etype=POINTER)


def _number(b: Any, spec: Any, k: int) -> Any:
    return b.load(b.gep(spec, [I64(k)], inbounds=True, source_etype=I64), typ=I64)
