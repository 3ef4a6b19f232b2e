"""Bounds checks of data-dependent gather indices, called by the call entry.

Which bounds are good for a call, Python finds out (`api.gather_checks`) and puts into the call record.  Before it
knows any, and where a position lies beyond them, the call is left to Python, which looks closely.
"""

from __future__ import annotations

from espresso.llvm.compiled import block_named


def between(kind: str) -> int:
    """The address of ``i1 between(positions, count, least, most)`` for integers of this dtype; 0 without one."""
    block = block_named(f"index bounds {kind}", ["between"], lambda: _text(kind))
    return 0 if block is None else block.address("between")


def _text(kind: str) -> str:
    import llvmlite.ir as ir

    from espresso.llvm.emit.counted_loops import Counted
    from espresso.llvm.emit.kinds import I1, I64, POINTER, WIDTHS, is_signed

    module = ir.Module("index_bounds")
    function = ir.Function(module, ir.FunctionType(I1, [POINTER, I64, I64, I64]), "between")
    function.attributes.add("nounwind")
    b = ir.IRBuilder(function.append_basic_block("entry"))
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
    return str(module)
