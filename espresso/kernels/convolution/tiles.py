"""Micro-kernels of direct convolution: register tiles such as 8 channels by 48 positions (`functions`).

A sum of many terms in one register rounds at each step by a part of what it has become, so that its error grows with
the number of terms.  Here a few terms are summed in registers, and these sums are added up in memory.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from espresso.llvm.emit.counted_loops import Counted, cases
from espresso.llvm.emit.kinds import I64, POINTER, entry_at, internal

TERMS = {"float32": 32, "float64": 1 << 40}
"""Terms that are summed in registers: about the square root of their number rounds least, and each of these partial
sums costs reading and writing the tile, as long as two terms take.  Double precision has digits to spare."""


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
        t, f, apart = self.made, self.f, name == "update"
        symbol = f"conv_{name}_{vectors}{'' if full else '_masked'}"
        function, b = internal(f.module, symbol, [I64] * (9 + apart), "noinline")
        v = f.on(b)
        a, x, distances, c = (b.inttoptr(function.args[k], POINTER) for k in (0, 1, 2, 4))
        depth, lead, rows, wide, more = (function.args[k] for k in (3, 5, 6, 7, 8))
        table = b.inttoptr(function.args[9], POINTER) if apart else None
        starts = [v.at(a, entry_at(b, table, m)) for m in range(t.rows if apart else 0)]

        def read(p: Any) -> tuple[Any, list[Any]]:
            distance = entry_at(b, distances, p)
            if apart:  # rows begin anywhere, vectors lie side by side in a panel
                return v.at(x, b.mul(p, lead)), [v.at(start, distance) for start in starts]
            panel = v.at(a, b.mul(p, I64(t.rows)))
            return v.at(x, distance), [v.at(panel, I64(m)) for m in range(t.rows)]

        count = t.rows * vectors
        kept = b.alloca(f.vector, size=I64(count))
        kept.align, kept.type = 64, POINTER
        masks = [None] * (vectors - 1) + [None if full else v.first(b.sub(wide, I64((vectors - 1) * t.lanes)))]
        v.tile(I64(0), depth, t.rows, masks, read, partial(v.sum_by_parts, TERMS[f.dtype], v.row(kept, count)))
        adds = b.icmp_signed("!=", more, I64(0))
        with Counted(b, I64(0), rows, 1) as m:
            mine = v.loads(v.at(kept, b.mul(m, I64(vectors * t.lanes))), [None] * vectors)
            v.put(mine, v.row(v.at(c, b.mul(lead, m)), vectors), masks, adds)
        b.ret_void()
        return function
