"""Micro-kernels of direct convolution: register tiles such as 8 channels by 48 positions (`functions`).

A sum of many terms in one register rounds at each step by a part of what it has become, so that its error grows with
the number of terms.  Here a few terms are summed in registers, and these sums are added up in memory.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import llvmlite.ir as ir

from espresso.llvm.emit.counted_loops import Counted, cases
from espresso.llvm.emit.kinds import I1, I64, POINTER, internal

TERMS = {"float32": 32, "float64": 1 << 40}
"""Terms that are summed in registers: about the square root of their number rounds least, and each of these partial
sums costs reading and writing the tile, as long as two terms take.  Double precision has digits to spare."""


class Tiles:
    """Writes the tiles for the vectors and dtype of a set of functions."""

    def __init__(self, functions: Any) -> None:
        self.f, self.made = functions, functions.tile

    def write(self, b: Any, args: Sequence[Any]) -> None:
        """The tile with as many vectors as positions need."""
        last = self.made.vectors - 1
        for k in cases(b, b.sdiv(b.sub(args[7], I64(1)), I64(self.made.lanes)), range(last + 1), last):
            b.call(self._tile(k + 1), args)

    def _tile(self, vectors: int) -> Any:
        """``c[m][q] = sum[k](a[k][m]*x[distance[k] + q])``, added to c where ``more`` is not 0; for so many rows."""
        t, f, lanes = self.made, self.f, self.made.lanes
        function, b = internal(f.module, f"conv_tile_{vectors}", [I64] * 9, "noinline")
        a, x, distances, c = (b.inttoptr(function.args[k], POINTER) for k in (0, 1, 2, 4))
        depth, lead, rows, wide, more = (function.args[k] for k in (3, 5, 6, 7, 8))
        mask = f.on(b).first(b.sub(wide, I64((vectors - 1) * lanes)))
        masks: list[Any] = [None] * (vectors - 1) + [mask]
        kept = b.alloca(f.vector, size=I64(t.rows * vectors))
        kept.align = 64
        places = [b.gep(kept, [I64(k)], inbounds=True, source_etype=f.vector) for k in range(t.rows * vectors)]
        some = b.select(b.icmp_signed(">", depth, I64(0)), depth, I64(1))
        with Counted(b, I64(0), some, TERMS[f.dtype]) as begin:
            behind = b.add(begin, I64(TERMS[f.dtype]))
            last = b.select(b.icmp_signed("<", behind, depth), behind, depth)
            sums = self._partial(b, begin, last, (a, x, distances), masks)
            with b.if_else(b.icmp_signed("==", begin, I64(0))) as (first, later):
                with first:
                    for s, place in zip(sums, places, strict=True):
                        b.store(s, place, align=64)
                with later:
                    for s, place in zip(sums, places, strict=True):
                        b.store(b.fadd(b.load(place, typ=f.vector, align=64), s), place, align=64)
        every = f.on(b).splat(b.icmp_signed("!=", more, I64(0)))
        whole = ir.Constant(ir.VectorType(I1, lanes), [1] * lanes)
        with Counted(b, I64(0), rows, 1) as m:
            at = b.gep(c, [b.mul(lead, m)], source_etype=f.real)
            mine = b.gep(kept, [b.mul(m, I64(vectors))], inbounds=True, source_etype=f.vector)
            for v in range(vectors):
                place = b.gep(at, [I64(v * lanes)], source_etype=f.real)
                seen = whole if masks[v] is None else mask
                old = f.on(b).load(place, b.and_(every, seen))
                one = b.gep(mine, [I64(v)], inbounds=True, source_etype=f.vector)
                f.on(b).store(b.fadd(old, b.load(one, typ=f.vector, align=64)), place, seen)
        b.ret_void()
        return function

    def _partial(self, b: Any, begin: Any, last: Any, given: Sequence[Any], masks: Sequence[Any]) -> list[Any]:
        """The sums of the terms from ``begin`` to ``last``, row after row, in registers."""
        v, rows = self.f.on(b), self.made.rows
        a, x, distances = given

        def term(p: Any, sums: Sequence[Any]) -> list[Any]:
            low = v.at(x, b.load(b.gep(distances, [p], inbounds=True, source_etype=I64), typ=I64))
            columns = [v.load(v.at(low, I64(k * v.lanes)), mask) for k, mask in enumerate(masks)]
            panel, found = v.at(a, b.mul(p, I64(rows))), []
            for m in range(rows):
                row = v.splat(b.load(v.at(panel, I64(m)), typ=v.real))
                found += [v.fma(row, c, sums[m * len(masks) + k]) for k, c in enumerate(columns)]
            return found

        sums: list[Any] = v.sum(begin, last, 1, [v.zero] * (rows * len(masks)), term)
        return sums
