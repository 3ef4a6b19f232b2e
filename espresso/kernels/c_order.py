"""Strided copies into C order, one function for each element size.

``in_order(addresses, numbers, start, stop, slice)`` makes the blocks ``start`` to ``stop`` of a copy, as a slice of a
step does (`machine.thread_pool`): ``addresses`` are those of the copy and of the array, ``numbers`` say how both lie
(`FIELDS`; behind them ``AXIS`` for each axis around the last two).  Rows of adjacent elements are moved whole, and
what is adjacent along another axis is transposed in registers (`llvm.emit.transposing`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import llvmlite.ir as ir

from espresso.llvm.emit.kinds import POINTER, Value
from espresso.llvm.emit.transposing import transposer
from espresso.llvm.native_text import NativeText

FIELDS = ("axes", "rows", "row", "along", "columns", "other", "tall", "broad", "high", "wide")
"""Axes around the last two; rows of the copy, bytes from one to the next in the copy and in the array; elements of a
row, bytes from one to the next in the array; rows and columns of a block; blocks one below the other, and side by
side."""
AXIS = ("length", "to", "from")
"""The length of an axis, and bytes along it in the copy and in the array."""

STRIP = 16
"""Elements that lie apart everywhere are taken from so many columns in turn, along what lies nearer in the array."""

TEXT = '''
@njit
def copy_elements(numbers, to, source, rows, columns):
    """One element after the other, in strips of columns where the rows lie nearer to each other in the array."""
    along, other, row = word(numbers, N_along), word(numbers, N_other), word(numbers, N_row)
    strip = STRIP if abs(along) < abs(other) else columns
    first = 0
    while first < columns:
        last = min(first + strip, columns)
        for k in range(rows):
            for n in range(first, last):
                copy(to + k*row + n*ITEM, source + k*along + n*other)
        first = last
    return 0


@njit
def in_order(addresses, numbers, start, stop, slice):
    """Blocks of a copy: whole rows, transposed, or by elements."""
    along, other, row = word(numbers, N_along), word(numbers, N_other), word(numbers, N_row)
    tall, broad = word(numbers, N_tall), word(numbers, N_broad)
    high, wide = word(numbers, N_high), word(numbers, N_wide)
    for block in range(start, stop):
        i, j, count = block//wide%high*tall, block%wide*broad, block//wide//high
        to, source = word(addresses, 0) + i*row + j*ITEM, word(addresses, 1) + i*along + j*other
        axis = word(numbers, N_axes) - 1
        while axis >= 0:
            place = FIELDS + axis*AXIS
            position = count % word(numbers, place)
            count = count // word(numbers, place)
            to += position*word(numbers, place + 1)
            source += position*word(numbers, place + 2)
            axis -= 1
        rows, columns = min(word(numbers, N_rows) - i, tall), min(word(numbers, N_columns) - j, broad)
        if other == ITEM:
            for k in range(rows):
                memcpy(to + k*row, source + k*along, columns*ITEM)
        elif along == ITEM:
            turn(to, row, source, other, rows, columns)
        else:
            copy_elements(numbers, to, source, rows, columns)
    return 0
'''


def text(item: int) -> str:
    """The LLVM text of the module for elements of so many bytes."""
    size = min(item, 8)
    kind = ir.IntType(8 * size) if item == size else ir.VectorType(ir.IntType(64), item // size)
    align = min(item, 4)  # a complex64 lies like the float32 that it is made of

    def pointers(t: Any, given: Sequence[Value], which: Sequence[int]) -> list[Any]:
        return [t.b.inttoptr(g.ir, POINTER) if k in which else g.ir for k, g in enumerate(given)]

    def copy(t: Any, given: Sequence[Value]) -> None:
        goal, place = pointers(t, given, (0, 1))
        t.b.store(t.b.load(place, align=align, typ=kind), goal, align=align)

    def turn(t: Any, given: Sequence[Value]) -> None:
        t.b.call(transposer(t.scope.module, item, False), pointers(t, given, (0, 2)))

    def memcpy(t: Any, given: Sequence[Value]) -> None:
        move = t.scope.module.declare_intrinsic("llvm.memcpy", [POINTER, POINTER, given[2].ir.type])
        t.b.call(move, [*pointers(t, given, (0, 1)), ir.IntType(1)(0)])

    constants = {f"N_{name}": k for k, name in enumerate(FIELDS)}
    constants |= {"FIELDS": len(FIELDS), "AXIS": len(AXIS), "STRIP": STRIP, "ITEM": item}
    return NativeText(TEXT, constants, {"copy": copy, "turn": turn, "memcpy": memcpy}).text(("in_order",))
