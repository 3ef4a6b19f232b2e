"""Strided copies into C order, one function for each element size.

``in_order(addresses, numbers, start, stop, slice)`` makes the blocks ``start`` to ``stop`` of a copy, as a slice of a
step does (`machine.thread_pool`): ``addresses`` are those of the copy and of the array, ``numbers`` say how both lie
(`FIELDS`; behind them ``AXIS`` for each axis around the last two).  Rows of adjacent elements are moved whole, and
what is adjacent along another axis is transposed in registers (`llvm.emit.transposing`).
"""

from __future__ import annotations

from typing import Any

import llvmlite.ir as ir

from espresso.llvm.emit.counted_loops import Counted
from espresso.llvm.emit.kinds import I8, I64, POINTER
from espresso.llvm.emit.transposing import transposer

FIELDS = ("axes", "rows", "row", "along", "columns", "other", "tall", "broad", "high", "wide")
"""Axes around the last two; rows of the copy, bytes from one to the next in the copy and in the array; elements of a
row, bytes from one to the next in the array; rows and columns of a block; blocks one below the other, and side by
side."""
AXIS = ("length", "to", "from")
"""The length of an axis, and bytes along it in the copy and in the array."""

STRIP = 16
"""Elements that lie apart everywhere are taken from so many columns in turn, along what lies nearer in the array."""


def text(item: int) -> str:
    """The LLVM text of the module for elements of so many bytes."""
    module = ir.Module("ordering")
    function = ir.Function(module, ir.FunctionType(ir.VoidType(), [POINTER, POINTER, *[I64] * 3]), "in_order")
    function.attributes.add("nounwind")
    b = ir.IRBuilder(function.append_basic_block("entry"))
    addresses, numbers, start, stop, _ = function.args
    into, base = (b.load(b.gep(addresses, [I64(k)], source_etype=POINTER), typ=POINTER) for k in (0, 1))
    facts = {name: _number(b, numbers, I64(k)) for k, name in enumerate(FIELDS)}
    with Counted(b, start, stop, 1, short=True) as block:
        to, source, i, j = _block_origin(b, numbers, facts, into, base, block)
        rows, columns = _part(b, facts["rows"], i, facts["tall"]), _part(b, facts["columns"], j, facts["broad"])
        to = _at(b, to, b.add(b.mul(i, facts["row"]), b.mul(j, I64(item))))
        source = _at(b, source, b.add(b.mul(i, facts["along"]), b.mul(j, facts["other"])))
        _copy(b, item, (to, facts["row"]), (source, facts["along"], facts["other"]), rows, columns)
    b.ret_void()
    return str(module)


def _number(b: Any, numbers: Any, position: Any) -> Any:
    return b.load(b.gep(numbers, [position], inbounds=True, source_etype=I64), typ=I64)


def _at(b: Any, base: Any, offset: Any) -> Any:
    return b.gep(base, [offset], inbounds=True, source_etype=I8)


def _part(b: Any, whole: Any, begin: Any, most: Any) -> Any:
    rest = b.sub(whole, begin)
    return b.select(b.icmp_signed("<", rest, most), rest, most)


def _block_origin(b: Any, numbers: Any, facts: dict[str, Any], to: Any, source: Any, block: Any) -> tuple[Any, ...]:
    """Where the last two axes begin in both arrays, and the first row and column of a block there."""
    j, left = b.urem(block, facts["wide"]), b.udiv(block, facts["wide"])
    i, left = b.urem(left, facts["high"]), b.udiv(left, facts["high"])
    before, head, body, end = b.block, *(b.append_basic_block(n) for n in ("axis", "along", "placed"))
    b.branch(head)
    b.position_at_end(head)
    axis, count, goal, place = (b.phi(t) for t in (I64, I64, POINTER, POINTER))
    for phi, value in ((axis, facts["axes"]), (count, left), (goal, to), (place, source)):
        phi.add_incoming(value, before)
    b.cbranch(b.icmp_signed(">", axis, I64(0)), body, end)
    b.position_at_end(body)
    inner = b.sub(axis, I64(1))
    first = b.add(I64(len(FIELDS)), b.mul(inner, I64(len(AXIS))))
    length, far, near = (_number(b, numbers, b.add(first, I64(k))) for k in range(len(AXIS)))
    position = b.urem(count, length)
    moved = _at(b, goal, b.mul(position, far)), _at(b, place, b.mul(position, near))
    for phi, value in ((axis, inner), (count, b.udiv(count, length)), (goal, moved[0]), (place, moved[1])):
        phi.add_incoming(value, body)
    b.branch(head)
    b.position_at_end(end)
    return goal, place, b.mul(i, facts["tall"]), b.mul(j, facts["broad"])


def _copy(b: Any, item: int, to: tuple[Any, Any], source: tuple[Any, Any, Any], rows: Any, columns: Any) -> None:
    """A block: whole rows, transposed, or by elements."""
    (goal, row), (begin, along, other) = to, source
    with b.if_else(b.icmp_signed("==", other, I64(item))) as (adjacent, apart):
        with adjacent:
            move = b.module.declare_intrinsic("llvm.memcpy", [POINTER, POINTER, I64])
            with Counted(b, I64(0), rows, 1, short=True) as k:
                pair = _at(b, goal, b.mul(k, row)), _at(b, begin, b.mul(k, along))
                b.call(move, [*pair, b.mul(columns, I64(item)), ir.IntType(1)(0)])
        with apart, b.if_else(b.icmp_signed("==", along, I64(item))) as (turned, scattered):
            with turned:
                b.call(transposer(b.module, item, False), [goal, row, begin, other, rows, columns])
            with scattered:
                _elements(b, item, to, source, rows, columns)


def _elements(b: Any, item: int, to: tuple[Any, Any], source: tuple[Any, Any, Any], rows: Any, columns: Any) -> None:
    """One element after the other, in strips of columns where the rows lie nearer to each other in the array."""
    (goal, row), (begin, along, other) = to, source
    distances = [b.select(b.icmp_signed("<", d, I64(0)), b.neg(d), d) for d in (along, other)]
    strip = b.select(b.icmp_unsigned("<", *distances), I64(STRIP), columns)
    strips = b.udiv(b.add(columns, b.sub(strip, I64(1))), strip)
    size = min(item, 8)
    kind = ir.IntType(8 * size) if item == size else ir.VectorType(ir.IntType(64), item // size)
    align = min(item, 4)  # a complex64 lies like the float32 that it is made of
    with Counted(b, I64(0), strips, 1, short=True) as s, Counted(b, I64(0), rows, 1, short=True) as k:
        first = b.mul(s, strip)
        last = b.add(first, _part(b, columns, first, strip))
        line, start = _at(b, goal, b.mul(k, row)), _at(b, begin, b.mul(k, along))
        with Counted(b, first, last, 1, short=True) as n:
            value = b.load(_at(b, start, b.mul(n, other)), align=align, typ=kind)
            b.store(value, _at(b, line, b.mul(n, I64(item))), align=align)
