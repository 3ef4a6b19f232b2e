"""Micro-kernels of direct convolution: register tiles such as 8 channels by 48 positions (`functions`).

A sum of many terms in one register rounds at each step by a part of what it has become, so that its error grows with
the number of terms.  Here a few terms are summed in registers, and these sums are added up in memory.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import llvmlite.ir as ir

from espresso.llvm.emit.counted_loops import Counted, cases
from espresso.llvm.emit.kinds import I1, I64, POINTER, internal

TERMS = {"float32": 32, "float64": 1 << 40}
"""Terms that are summed in registers: about the square root of their number rounds least, and each of these partial
sums costs reading and writing the tile, as long as two terms take.  Double precision has digits to spare."""

Read = Callable[[Any], tuple[Any, Sequence[Any]]]
"""Of a term: where its vectors begin, and the places of the numbers that they are multiplied with."""


class Tiles:
    """Writes the tiles for the vectors and dtype of a set of functions."""

    def __init__(self, functions: Any) -> None:
        self.f, self.made = functions, functions.tile

    def write(self, b: Any, args: Sequence[Any]) -> None:
        """The tile with as many vectors as positions need, the last one masked unless all are full."""
        most, lanes, wide = self.made.vectors, I64(self.made.lanes), args[7]
        needed = b.sdiv(b.sub(wide, I64(1)), lanes)
        needed = b.select(b.icmp_signed("==", wide, I64(self.made.columns)), I64(most), needed)
        for k in cases(b, needed, range(most + 1), most):
            b.call(self._tile("tile", min(k + 1, most), k == most), args)

    def update(self, b: Any, args: Sequence[Any]) -> None:
        """The same with rows anywhere in ``a``: element k of row m is ``a[rows[m] + distance[k]]``; x is a panel."""
        most = self.made.vectors
        for k in cases(b, b.sdiv(args[7], I64(self.made.lanes)), range(1, most + 1), most):
            b.call(self._tile("update", k, True), args)

    def _tile(self, name: str, vectors: int, full: bool) -> Any:
        """``c[m][q] = sum[k](a[k][m]*x[distance[k] + q])``, added to c where ``more`` is not 0; for so many rows."""
        t, f, lanes = self.made, self.f, self.made.lanes
        apart = name == "update"
        symbol = f"conv_{name}_{vectors}{'' if full else '_masked'}"
        function, b = internal(f.module, symbol, [I64] * (9 + apart), "noinline")
        a, x, distances, c = (b.inttoptr(function.args[k], POINTER) for k in (0, 1, 2, 4))
        depth, lead, rows, wide, more = (function.args[k] for k in (3, 5, 6, 7, 8))
        starts = None
        if apart:
            table = b.inttoptr(function.args[9], POINTER)
            offsets = [b.load(b.gep(table, [I64(m)], inbounds=True, source_etype=I64), typ=I64) for m in range(t.rows)]
            starts = [b.gep(a, [o], inbounds=True, source_etype=f.real) for o in offsets]
        mask = None if full else f.on(b).first(b.sub(wide, I64((vectors - 1) * lanes)))
        masks: list[Any] = [None] * (vectors - 1) + [mask]
        kept = b.alloca(f.vector, size=I64(t.rows * vectors))
        kept.align = 64
        places = [b.gep(kept, [I64(k)], inbounds=True, source_etype=f.vector) for k in range(t.rows * vectors)]
        some = b.select(b.icmp_signed(">", depth, I64(0)), depth, I64(1))
        with Counted(b, I64(0), some, TERMS[f.dtype]) as begin:
            behind = b.add(begin, I64(TERMS[f.dtype]))
            last = b.select(b.icmp_signed("<", behind, depth), behind, depth)
            read = self._anywhere(b, starts, x, distances, lead) if starts else self._panel(b, a, x, distances)
            sums = self._partial(b, begin, last, read, masks)
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
                seen = whole if masks[v] is None else masks[v]
                old = f.on(b).load(place, b.and_(every, seen))
                one = b.gep(mine, [I64(v)], inbounds=True, source_etype=f.vector)
                f.on(b).store(b.fadd(old, b.load(one, typ=f.vector, align=64)), place, masks[v])
        b.ret_void()
        return function

    def _panel(self, b: Any, a: Any, x: Any, distances: Any) -> Read:
        """Rows side by side in a panel; a vector begins at a distance."""
        v, rows = self.f.on(b), self.made.rows

        def read(p: Any) -> tuple[Any, list[Any]]:
            low = v.at(x, b.load(b.gep(distances, [p], inbounds=True, source_etype=I64), typ=I64))
            panel = v.at(a, b.mul(p, I64(rows)))
            return low, [v.at(panel, I64(m)) for m in range(rows)]

        return read

    def _anywhere(self, b: Any, starts: Sequence[Any], x: Any, distances: Any, lead: Any) -> Read:
        """Rows that begin anywhere, read at a distance; vectors side by side in a panel."""
        v = self.f.on(b)

        def read(p: Any) -> tuple[Any, list[Any]]:
            distance = b.load(b.gep(distances, [p], inbounds=True, source_etype=I64), typ=I64)
            return v.at(x, b.mul(p, lead)), [v.at(start, distance) for start in starts]

        return read

    def _partial(self, b: Any, begin: Any, last: Any, read: Read, masks: Sequence[Any]) -> list[Any]:
        """The sums of the terms from ``begin`` to ``last``, row after row, in registers."""
        v, rows = self.f.on(b), self.made.rows

        def term(p: Any, sums: Sequence[Any]) -> list[Any]:
            low, elements = read(p)
            columns = [v.load(v.at(low, I64(k * v.lanes)), mask) for k, mask in enumerate(masks)]
            of_term: list[Any] = v.rank_one(elements, columns, sums)
            return of_term

        sums: list[Any] = v.sum(begin, last, 1, [v.zero] * (rows * len(masks)), term)
        return sums
