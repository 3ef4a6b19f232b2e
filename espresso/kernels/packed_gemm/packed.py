"""Packed GEMM on operands with any strides: blocks are packed into cache, then multiplied in register tiles.

``c[i,j] = sum[k](a[i,k]*b[k,j])`` where ``i``, ``j`` and ``k`` stand for groups of indices and an
element of ``a`` lies at ``own[i] + inner[k]`` (elements from its first one): any strides, any order
of axes, windows ``x[p + r]`` and strides of windows.  So nothing is transposed and no window is
copied as a whole: a block that fits into the cache is packed side by side, multiplied by a kernel
that keeps a tile of the result in registers, and forgotten.  Full tiles go from registers to their
places.  Where an operand is read with padding, the positions along up to three axes are looked at
while packing.

The scheme is that of Goto and van de Geijn (Anatomy of high-performance matrix multiplication,
2008) with the scatter vectors of Matthews (High-performance tensor contraction without
transposition, 2018).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from typing import Any

import llvmlite.ir as ir

from espresso.kernels.packed_gemm.pack import PanelPacker
from espresso.kernels.packed_gemm.unpack import TileStore
from espresso.llvm.emit.counted_loops import Blocks, Counted, cases, least, most
from espresso.llvm.emit.kinds import FLOATS, I8, I64, POINTER, entry_at, internal
from espresso.llvm.emit.tiles import BATCH_AXES, BY_BATCH, BY_COLUMNS, BY_ROWS, FIELDS, PART, WHOLE, Tile, plain, tile
from espresso.llvm.emit.vectors import Vectors

ADDED = PART + 1
"""How a tile is stored, beside `tiles.plain` (vectors and parts of them) and ``PART``: vectors are added to others."""


def text(dtype: str) -> str:
    """The module with ``product(a, b, c, record, scratch, start, stop)`` for arrays of this dtype as LLVM text.

    Start and stop bound panels of the result, or batches. The packed blocks go to ``scratch``: as many bytes as the
    record says, from the start of a cache line on.
    """
    module = ir.Module("packed products")
    _Writer(module, dtype)
    return str(module)


def tile_of(dtype: str) -> Tile:
    """The tile of the function for this dtype."""
    from espresso.llvm.machine import host

    return tile(dtype, host()[2])


class _Writer:
    """Writes the functions of one dtype."""

    def __init__(self, module: Any, dtype: str) -> None:
        self.module, self.dtype, self.real = module, dtype, FLOATS[dtype]
        self.size = 4 if dtype == "float32" else 8
        self.tile = tile_of(dtype)
        self.packs = {
            side: PanelPacker(module, dtype, side, width, self.tile.piece(side), FIELDS.index).function
            for side, width in (("a", self.tile.rows), ("b", self.tile.columns))
        }
        self.store = TileStore(module, dtype, self.tile, FIELDS.index).function
        self.kernel, self.direct = self._kernel(False), self._kernel(True)
        self._driver()

    # --- the tile in registers ---

    def _kernel(self, direct: bool) -> Any:
        """``tile[rows][columns] = scale*sum[p](a[p][rows]*b[p][columns])`` over two packed panels.

        The ``direct`` one stores so many rows where they belong, by the tables of the result.
        """
        t, real = self.tile, self.real
        types = [POINTER, POINTER, POINTER, I64, real, *([POINTER, POINTER, I64, I64] if direct else [])]
        function, b = internal(self.module, f"{'direct' if direct else 'tile'}_{self.dtype}", types, "noinline")
        function.args[2].add_attribute("noalias")
        v = Vectors(b, self.dtype, t.lanes)
        a, b_panel, out, depth, scale, *tables = function.args

        def read(p: Any) -> tuple[Any, Iterator[Any]]:
            line, numbers = v.at(b_panel, b.mul(p, I64(t.columns))), v.at(a, b.mul(p, I64(t.rows)))
            return line, (v.at(numbers, I64(i)) for i in range(t.rows))

        sums = self._scaled(v, v.tile(I64(0), depth, t.rows, [None] * t.vectors, read), scale)
        if direct:
            self._put_rows(v, sums, out, *tables)
        else:
            v.put(sums, v.row(out, t.rows * t.vectors), None, False)
        b.ret_void()
        return function

    def _scaled(self, v: Vectors, sums: list[Any], scale: Any) -> list[Any]:
        """The sums times a factor, which nearly always is 1."""
        b, before = v.b, v.b.block
        with b.if_then(b.fcmp_unordered("!=", scale, self.real(1.0)), likely=False):
            factors = v.splat(scale)
            made, inside = [b.fmul(s, factors) for s in sums], b.block
        found = []
        for given, new in zip(sums, made, strict=True):
            found.append(b.phi(v.type))
            found[-1].add_incoming(given, before)
            found[-1].add_incoming(new, inside)
        return found

    def _put_rows(
        self, v: Vectors, values: list[Any], out: Any, rows: Any, columns: Any, height: Any, way: Any
    ) -> None:  # fmt: skip
        """The first rows of a tile where the tables say: vectors, halves or quarters of them, or vectors added."""
        b, n = v.b, self.tile.vectors
        for k in cases(b, way, (*plain(v.lanes), ADDED)):
            w = v.of(v.lanes >> k) if k != ADDED else v
            parts, at = range(0, v.lanes, w.lanes), [entry_at(b, columns, c) for c in range(0, n * v.lanes, w.lanes)]
            for r in range(self.tile.rows):
                with b.if_then(b.icmp_signed(">", height, I64(r)), likely=True):
                    row = v.at(out, entry_at(b, rows, r))
                    mine = [v.lower(x, w.lanes, c) for x in values[r * n : (r + 1) * n] for c in parts]
                    w.put(mine, [v.at(row, c) for c in at], None, k == ADDED)

    # --- loops over blocks ---

    def _driver(self) -> None:
        types = [POINTER, POINTER, POINTER, POINTER, POINTER, I64, I64]
        function, b = internal(self.module, "product", types)
        function.linkage = ""
        left, right, out, record, scratch, start, stop = function.args

        def read(field: str | int) -> Any:
            position = FIELDS.index(field) if isinstance(field, str) else field
            return entry_at(b, record, position)

        whole = read("split")

        def range_of(kind: int, unit: int, length: Any) -> tuple[Any, Any]:
            mine = b.icmp_signed("==", whole, I64(kind))
            last = least(b, b.mul(stop, I64(unit)), length)
            return b.select(mine, b.mul(start, I64(unit)), I64(0)), b.select(mine, last, length)

        rows = range_of(BY_ROWS, self.tile.rows, read("m"))
        columns = range_of(BY_COLUMNS, self.tile.columns, read("n"))
        transposed = b.icmp_signed("!=", read("transposed"), I64(0))  # the transposed product: operands change places
        pointers = [b.select(transposed, right, left), b.select(transposed, left, right), out]
        with ExitStack() as loops:
            for axis in range(BATCH_AXES):
                length, *steps = (read(len(FIELDS) + 4 * axis + k) for k in range(4))
                bounds = (I64(0), length) if axis else range_of(BY_BATCH, 1, length)
                position = loops.enter_context(Counted(b, *bounds, 1))
                pointers = [
                    b.gep(p, [b.mul(position, step)], source_etype=self.real)
                    for p, step in zip(pointers, steps, strict=True)
                ]
            self._blocks(b, read, record, pointers, scratch, rows, columns)
        b.ret_void()

    def _blocks(
        self, b: Any, read: Callable[[str | int], Any], record: Any, pointers: Sequence[Any], scratch: Any,
        rows: tuple[Any, Any], columns: tuple[Any, Any],
    ) -> None:  # fmt: skip
        """The five loops around the tile."""
        t = self.tile
        left, right, out = pointers
        depth_block = read("depth_block")
        b_packed = b.gep(scratch, [read("b_packed")], source_etype=I8)
        tile_at = b.gep(scratch, [read("tile")], source_etype=I8)

        def panel(base: Any, number: Any) -> Any:
            """Panel of columns (or rows) that begins at ``number`` inside its block."""
            return b.gep(base, [b.mul(number, depth_block)], source_etype=self.real)

        tables = [b.inttoptr(read(n), POINTER) for n in ("c_rows", "c_columns")]
        keep, scale = read("keep"), b.bitcast(read("scale"), ir.DoubleType())
        scale = scale if self.dtype == "float64" else b.fptrunc(scale, self.real)
        depth = read("k")
        outer = Blocks(b, *columns, read("columns_block"))
        middle = Blocks(b, I64(0), most(b, depth, 1), depth_block)  # a sum over nothing stores zeros
        with outer as (jc, j_end), middle as (pc, p_end):
            here = b.sub(least(b, p_end, depth), pc)
            b.call(self.packs["b"], [right, b_packed, record, jc, j_end, pc, here])
            with Blocks(b, *rows, read("rows_block")) as (ic, i_end):
                b.call(self.packs["a"], [left, scratch, record, ic, i_end, pc, here])
                with Counted(b, jc, j_end, t.columns) as j:
                    number = b.sdiv(j, I64(t.columns))
                    kind = entry_at(b, b.inttoptr(read("c_kinds"), POINTER), number)
                    with Counted(b, ic, i_end, t.rows) as i:
                        packed = panel(scratch, b.sub(i, ic)), panel(b_packed, b.sub(j, jc))
                        height, add = least(b, b.sub(i_end, i), t.rows), b.or_(pc, keep)
                        vectors = b.select(b.icmp_signed("==", kind, I64(WHOLE)), I64(ADDED), I64(PART))
                        way = b.select(b.icmp_signed("!=", add, I64(0)), vectors, kind)
                        self._prefetch_result(b, out, tables, (i, b.add(i, height)), j)
                        with b.if_else(b.icmp_signed("!=", way, I64(PART))) as (direct, by_pieces):
                            with direct:
                                places = [b.gep(x, [k], source_etype=I64) for x, k in zip(tables, (i, j), strict=True)]
                                b.call(self.direct, [*packed, out, here, scale, *places, height, way])
                            with by_pieces:
                                b.call(self.kernel, [*packed, tile_at, here, scale])
                                b.call(self.store, [out, tile_at, record, i, j, height, add])

    def _prefetch_result(self, b: Any, out: Any, tables: Sequence[Any], rows: tuple[Any, Any], column: Any) -> None:
        """Cache lines of the result are asked for before the tile is computed that goes there."""
        v, t = Vectors(b, self.dtype, self.tile.lanes), self.tile
        columns = [entry_at(b, tables[1], b.add(column, I64(k * t.lanes))) for k in range(t.vectors)]
        with Counted(b, *rows, 1) as i:
            row = v.at(out, entry_at(b, tables[0], i))
            for place in columns:
                v.prefetch(v.at(row, place), write=True)
