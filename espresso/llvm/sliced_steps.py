"""All of a step, in slices on several threads where that is asked for, and what slices of a reduction made, joined."""

from __future__ import annotations

from typing import Any

import llvmlite.ir as ir

from espresso.llvm.emit.counted_loops import Counted
from espresso.llvm.emit.gemm import Pointer
from espresso.llvm.emit.kinds import (
    COMPONENT,
    I8,
    I64,
    ITEMSIZE,
    POINTER,
    Value,
    convert,
    internal,
    memory_type,
    shared,
)  # fmt: skip
from espresso.llvm.emit.mathematics import Mathematics

VOID = ir.VoidType()
TOGETHER = ir.FunctionType(VOID, [POINTER] * 4 + [I64] * 3)
"""``together(state, part, addresses, numbers, stop, count, most)`` of the thread pool."""
PART = ir.FunctionType(VOID, [POINTER, POINTER, I64, I64, I64])
"""``part(addresses, numbers, start, stop, slice)``: a part of the outermost loop of a step."""
WHOLE = [POINTER, POINTER, POINTER, I64, I64, I64, I64, I64]
JOIN = [POINTER, POINTER, I64, I64, I64]


def whole_step(module: Any) -> Any:
    """``whole_step(part, addresses, numbers, stop, count, most, together, state)``: the loop up to ``stop``."""
    return shared(module, "whole_step", WHOLE, _write_whole)


def _write_whole(module: Any, name: str) -> Any:
    function, b = internal(module, name, WHOLE, "nounwind", "noinline")
    part, addresses, numbers, stop, count, most, together, state = function.args
    with b.if_else(b.icmp_signed(">", count, I64(1))) as (several, once):
        with several:
            pool, state = b.inttoptr(together, POINTER), b.inttoptr(state, POINTER)
            b.call(Pointer(pool, TOGETHER), [state, part, addresses, numbers, stop, count, most])
        with once:
            b.call(Pointer(part, PART), [addresses, numbers, I64(0), stop, I64(0)])
    b.ret_void()
    return function


def joiner(module: Any, join: str, kind: str) -> Any:
    """``join(own, others, count, length, stride)``: what ``count`` slices made, in their order.

    The first slice made ``own``, of ``length`` elements; the second ``others``, and the next ones lie ``stride`` bytes
    apart behind it.  ``join`` is the NumPy function that joins two parts.
    """
    return shared(module, f"join {join} {kind}", JOIN, lambda module, name: _write_join(module, name, join, kind))


def _write_join(module: Any, name: str, join: str, kind: str) -> Any:
    function, b = internal(module, name, JOIN, "nounwind", "noinline")
    own, others, count, length, stride = function.args
    for pointer in (own, others):
        pointer.add_attribute("noalias")
    item, align, m = memory_type(kind), ITEMSIZE[COMPONENT.get(kind, kind)], Mathematics(b, ())
    with Counted(b, I64(1), count, 1) as slice_:
        other = b.gep(others, [b.mul(b.sub(slice_, I64(1)), stride)], source_etype=I8)
        with Counted(b, I64(0), length, 1) as position:
            places = [b.gep(p, [position], inbounds=True, source_etype=item) for p in (own, other)]
            stored = [b.load(p, typ=item, align=align) for p in places]
            if kind == "bool":
                stored = [b.icmp_signed("!=", v, I8(0)) for v in stored]
            found = convert(b, _joined(m, join, *(Value(kind, v) for v in stored)), kind).ir
            b.store(b.zext(found, I8) if kind == "bool" else found, places[0], align=align)
    b.ret_void()
    return function


def _joined(m: Mathematics, join: str, x: Value, y: Value) -> Value:
    """Two parts of a reduction by the NumPy function that joins them."""
    name = join.removeprefix("np.")
    symbol = {"add": "+", "multiply": "*", "logical_or": "|", "logical_and": "&"}.get(name)
    return m.call(name, [x, y]) if symbol is None else m.binary(symbol, x, y)
