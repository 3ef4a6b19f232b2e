"""Bounds checks of data-dependent gather indices, inside the call entry.

Which bounds are good for a call, Python finds out (`api.gather_checks`) and puts into the table of numbers.  Before it
knows any, and where a position lies beyond them, the call is left to Python, which looks closely.
"""

from __future__ import annotations

from typing import Any

import llvmlite.ir as ir

from espresso.llvm.emit.counted_loops import Counted
from espresso.llvm.emit.kinds import I1, I64, ITEMSIZE, POINTER, WIDTHS, is_signed


def between(module: Any, kind: str) -> Any:
    """``i1 between(positions, count, least, most)`` of a module, for whole numbers of this kind."""
    name = f"between_{kind}"
    found = module.module.globals.get(name)
    if found is not None:
        return found
    function, b = module._entry(name, [POINTER, I64, I64, I64], I1)
    function.linkage = "internal"
    data, count, least, most = function.args
    with b.if_then(b.icmp_signed(">", least, most)):
        b.ret(I1(0))
    item = ir.IntType(WIDTHS[kind])
    outside = b.alloca(I64)
    b.store(I64(0), outside)
    with Counted(b, I64(0), count, 1) as k:
        value = b.load(b.gep(data, [k], inbounds=True, source_etype=item), typ=item)
        if item != I64:  # of unsigned 64 bits those that are no signed number are negative here: outside
            value = b.sext(value, I64) if is_signed(kind) else b.zext(value, I64)
        wrong = b.or_(b.icmp_signed("<", value, least), b.icmp_signed(">", value, most))
        b.store(b.or_(b.load(outside, typ=I64), b.zext(wrong, I64)), outside)
    b.ret(b.icmp_signed("==", b.load(outside, typ=I64), I64(0)))
    return function


def watched(module: Any, b: Any, name: str, data: Any, numbers: Any) -> Any:
    """Whether the positions in this input lie between the bounds in the table."""
    kind = module.facts.arrays[name][0]
    count = b.udiv(module._read(b, numbers, "bytes", name), I64(ITEMSIZE[kind]))
    bounds = (module._read(b, numbers, what, name) for what in ("least", "most"))
    return b.call(between(module, kind), [data, count, *bounds])
