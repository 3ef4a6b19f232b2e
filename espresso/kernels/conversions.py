"""Conversions between half and single precision, elements in a row: one function for each pair of dtypes.

``convert(addresses, numbers, start, stop, slice)`` converts the blocks ``start`` to ``stop``, as a slice of a step does
(`machine.thread_pool`): ``addresses`` are those of the result and of the source, ``numbers`` how many elements there
are, and how many in a block.
float16 is a type of LLVM, which takes the instructions of processors that have them (F16C, NEON) and calls of a
library elsewhere, where such a module is refused.  bfloat16 is the upper half of a float32; rounding to even adds
half a unit, less one bit where the last bit that stays is 0, and NaN keeps its sign and a bit of its fraction.
"""

from __future__ import annotations

from typing import Any

import llvmlite.ir as ir

from espresso.llvm.emit.counted_loops import Counted
from espresso.llvm.emit.kinds import FLOATS, I64, POINTER, entry_at

HALF, WORD = ir.IntType(16), ir.IntType(32)
SINGLE = FLOATS["float32"]


def _from_float16(b: Any, source: Any) -> Any:
    return b.fpext(b.load(source, typ=ir.HalfType()), SINGLE)


def _to_float16(b: Any, source: Any) -> Any:
    return b.fptrunc(b.load(source, typ=SINGLE), ir.HalfType())


def _from_bfloat16(b: Any, source: Any) -> Any:
    return b.bitcast(b.shl(b.zext(b.load(source, typ=HALF), WORD), WORD(16)), SINGLE)


def _to_bfloat16(b: Any, source: Any) -> Any:
    value = b.load(source, typ=SINGLE)
    bits = b.bitcast(value, WORD)
    upper = b.lshr(bits, WORD(16))
    rounded = b.lshr(b.add(bits, b.add(b.and_(upper, WORD(1)), WORD(0x7FFF))), WORD(16))
    found = b.select(b.fcmp_unordered("uno", value, value), b.or_(upper, WORD(0x40)), rounded)
    return b.trunc(found, HALF)


CONVERSIONS = {
    ("float16", "float32"): _from_float16, ("float32", "float16"): _to_float16,
    ("bfloat16", "float32"): _from_bfloat16, ("float32", "bfloat16"): _to_bfloat16,
}  # fmt: skip
"""(dtype of the source, of the result) -> what writes the result from the address of an element."""


def text(source: str, result: str) -> str:
    """The LLVM text of the module for a pair of `CONVERSIONS`."""
    module = ir.Module("conversions")
    function = ir.Function(module, ir.FunctionType(ir.VoidType(), [POINTER, POINTER, I64, I64, I64]), "convert")
    function.attributes.add("nounwind")
    b = ir.IRBuilder(function.append_basic_block("entry"))
    addresses, numbers, start, stop, _ = function.args
    to, given = (entry_at(b, addresses, k, POINTER) for k in (0, 1))
    count, block = (entry_at(b, numbers, k) for k in (0, 1))
    end = b.mul(stop, block)
    end = b.select(b.icmp_signed("<", end, count), end, count)
    kinds = {"float32": SINGLE}
    with Counted(b, b.mul(start, block), end, 1) as k:
        place = b.gep(given, [k], inbounds=True, source_etype=kinds.get(source, HALF))
        made = CONVERSIONS[source, result](b, place)
        b.store(made, b.gep(to, [k], inbounds=True, source_etype=kinds.get(result, HALF)))
    b.ret_void()
    return str(module)
