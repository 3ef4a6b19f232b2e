"""GEMM as generated SIMT kernels: tiles in shared memory, register tiles for each thread.

A block computes a tile of the result.  It walks along the summed indices; each step
brings a slab of both operands into shared memory, in the order in which they lie in
memory, and every thread adds products to its 4 by 4 elements.  Transposes and batches are
index arithmetic; axes that stay together in all three arrays are one axis.  Where the
result is small and the sum long, blocks share the sum and a second kernel joins the parts.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

import numpy as np

from espresso.codegen.simt.dialect import SIGNED_IN_C, Dialect
from espresso.codegen.simt.reads import operand
from espresso.codegen.simt.tiled.tensor_cores import Tile, run_of, suits
from espresso.codegen.simt.tiled.tiles import TileWriter
from espresso.compiler.device.schedule import Group, Stage, product
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.ir.calls import Contraction
from espresso.ir.loops import Buffer, Statement
from espresso.system.half_precision import computed

MICRO = 4
"""Rows and columns of the result that one thread computes."""
DEPTH = 16
"""Summed elements of a slab."""


def thread_grid(block: int) -> tuple[int, int]:
    """(threads across, threads down) of a block."""
    across = 1 << (block.bit_length() // 2)
    return across, block // across


def merged(call: Contraction) -> Contraction:
    """The contraction with neighbouring axes joined wherever all arrays keep them together."""
    while True:
        arrays = (call.axes, call.left_axes, call.right_axes)
        pairs = [(a, b) for axes in arrays for a, b in pairwise(axes)]
        good = next((p for p in pairs if all(_adjacent(axes, *p) for axes in arrays)), None)
        if good is None:
            return call
        first, second = good
        extent = product([call.extents[first], call.extents[second]])
        extents = {n: e for n, e in call.extents.items() if n != second} | {first: extent}
        axes, left, right = (tuple(a for a in axes if a != second) for axes in arrays)
        call = replace(call, axes=axes, left_axes=left, right_axes=right, extents=extents)


def _adjacent(axes: Sequence[str], first: str, second: str) -> bool:
    """Whether ``second`` follows ``first`` directly, or neither is there."""
    if first not in axes and second not in axes:
        return True
    return first in axes and second in axes and axes.index(second) == axes.index(first) + 1


def oriented(call: Contraction) -> Contraction:
    """Operands so that the last axis of the result belongs to the right one."""
    _, rows, _, _ = call.groups()
    if call.axes and call.axes[-1] in rows:
        return replace(
            call, left=call.right, left_axes=call.right_axes, right=call.left, right_axes=call.left_axes
        )  # fmt: skip
    return call


def parts_of(call: Contraction) -> Expr:
    """Blocks that share the sum of one tile: none where tiles alone fill a device."""
    batch, rows, columns, summed = (product([call.extents[n] for n in g]) for g in call.groups())
    elements = product([batch, rows, columns])
    by_tiles = ex.call("floordiv", ex.const(1 << 19), ex.call("maximum", ex.const(1), elements))
    by_sum = ex.call("floordiv", summed, ex.const(1024))
    return ex.call("maximum", ex.const(1), ex.call("minimum", ex.const(128), ex.call("minimum", by_tiles, by_sum)))


class ContractionWriter(TileWriter):
    """Writer of one matrix product."""

    LOCALS = frozenset({
        "left", "right", "t", "across", "down", "row0", "column0", "part", "chunk", "start", "stop", "z", "k0", "k",
        "p", "q", "a", "b", "sum", "e", "m", "at", "along", "row", "column", "by_runs",
    })  # fmt: skip

    def __init__(
        self, call: Contraction, s: Statement, name: str, buffers: Mapping[str, Buffer], ranks: Mapping[str, int],
        dtypes: Mapping[str, str], dialect: Dialect, wide: bool, strided: frozenset[str], block: int,
        moved: frozenset[str] = frozenset(), tf32: bool = False,
    ) -> None:  # fmt: skip
        group = Group((), [Stage((), [s])], dict(call.extents))
        super().__init__(group, name, buffers, ranks, dtypes, dialect, wide, strided, block, moved)
        self.call, self.loaded = call, call.dtype
        across, down = thread_grid(block)
        cores = suits((call.left, call.right), self.reads.dtypes, call.dtype, block, tf32)
        # integers wrap around, and signed ones that overflow have no value in C
        self.dtype = f"u{call.dtype}" if call.dtype in SIGNED_IN_C and call.dtype[0] == "i" else call.dtype
        self.tile = Tile(MICRO, across, down, dialect.value_type(self.dtype), cores, run_of(call.dtype))
        for array, axes in ((call.left, call.left_axes), (call.right, call.right_axes), (call.name, call.axes)):
            if array not in strided:
                self.reads.shapes[array] = tuple(call.extents[a] for a in axes)

    def formula(self) -> str:
        """What the kernel computes."""
        return str(self.call)

    def _batch(self) -> dict[str, str]:
        return self._decode("z", self.call.groups()[0])

    def _body(self) -> None:
        d, call, kind = self.dialect, self.call, self.index_type
        batch, rows, columns, summed = call.groups()
        across, down = thread_grid(self.block)
        tall, wide = MICRO * down, MICRO * across
        value = d.value_type(self.dtype)
        zero = self.writer.literal(0, self.dtype)
        cast = "" if kind == "int" else f"({kind})"
        pad = self.tile.pad
        self.emit(f"{self.tile.shared(d)} left[{DEPTH}][{tall + pad}], right[{DEPTH}][{wide + pad}];")
        self.emit(f"const int t = {d.at('thread', 0)}, {self.tile.where}")
        for name, group in (("n_rows", rows), ("n_columns", columns), ("n_summed", summed), ("n_batch", batch)):
            self.emit(f"const {kind} {self.names(name, 'flat')} = {self._count(group)};")
        n_rows, n_columns, n_summed, n_batch = (
            self.names(n, "flat") for n in ("n_rows", "n_columns", "n_summed", "n_batch")
        )
        self.emit(f"const {kind} row0 = {cast}{d.at('group', 0)}*{tall};")
        first, last, layers = "0", n_summed, d.at("groups", 2)
        layer = d.at("group", 2)
        if self.parts_names:
            parts = self.reads.size(self.parts_extent)
            self.emit(f"const int part = {layer} % {parts};")
            self.emit(f"const {kind} chunk = ({n_summed} + {parts} - 1)/{parts}, start = part*chunk;")
            self.emit(f"const {kind} stop = start + chunk < {n_summed} ? start + chunk : {n_summed};")
            first, last, layer, layers = "start", "stop", f"{layer}/{parts}", f"{layers}/{parts}"
        term = self.writer.multiply("a[p]", "b[r]", call.dtype)
        product = str(np.result_type(*(computed(self.reads.dtypes[n]) for n in (call.left, call.right))))
        if call.dtype.startswith(("int", "uint")) and product != call.dtype:  # each wraps before it is added
            term = f"({d.value_type(product)})({term})"
        self.emit(f"for ({kind} z = {layer}; z < {n_batch}; z += {layers})")
        start, stride = (f"{d.at(what, 1)}*{wide}" for what in ("group", "groups"))
        with self.braces(self.over("column0", f"{cast}{start}", n_columns, stride)):
            self.emit(f"{value} sum[{MICRO}][{MICRO}];")
            with self.unrolled(p=MICRO):
                self.emit(d.unroll)
                self.emit(f"for (int q = 0; q < {MICRO}; q += 1) {{ sum[p][q] = {zero}; }}")
            with self.braces(self.over("k0", first, last, DEPTH)):
                along = summed, "k0", last
                self._slab("left", DEPTH, tall, call.left, call.left_axes, (rows, "row0", n_rows), along)
                self._slab("right", DEPTH, wide, call.right, call.right_axes, (columns, "column0", n_columns), along)
                self.emit(d.barrier)
                self._multiply("sum", "left[{k}]", "right[{k}]", DEPTH, MICRO, term)
                self.emit(d.barrier)
            self._results(n_rows, n_columns)

    parts_extent: Expr = ex.const(1)

    def _results(self, n_rows: str, n_columns: str) -> None:
        call = self.call
        _, rows, columns, _ = call.groups()
        kind = self.index_type
        texts = {**self._batch(), **self._decode("row", rows), **self._decode("column", columns)}
        flat = self.reads.flat(call.name, self._slots(call.axes, texts))
        runs = self._runs(columns)
        if runs:
            self.emit(f"const bool by_runs = {runs};")
        with self.unrolled(p=MICRO):
            self.emit(f"const {kind} row = row0 + {self.tile.row('p')};")
            if runs:
                self._store_runs(n_rows, n_columns, flat)
            with self.unrolled(q=MICRO):
                self.emit(f"const {kind} column = column0 + {self.tile.column('q', MICRO)};")
                test = f"row < {n_rows} && column < {n_columns}" + (" && !by_runs" if runs else "")
                whole = self.reads.store_flat(call.name, flat, "sum[p][q]")
                if self.parts_names:
                    parts, place = self.reads.size(self.parts_extent), self.parts_names[call.name]
                    piece = self.reads.store_flat(place, f"{operand(flat)}*{parts} + part", "sum[p][q]")
                    self.emit(f"if ({test} && {parts} == 1) {whole};")
                    self.emit(f"if ({test} && {parts} > 1) {piece};")
                else:
                    self.emit(f"if ({test}) {whole};")

    def _runs(self, columns: Sequence[str]) -> str:
        """What must hold so that a thread stores its runs of neighbours as such; nothing where it never does."""
        call, run = self.call, self.tile.run
        last, dtype = call.axes[-1:], self.reads.dtypes[call.name]
        if self.tile.cores or last != tuple(columns[-1:]) or dtype not in ("float32", "float64") or dtype != call.dtype:
            return ""
        tests = [f"{self.extent(last[0])} % {run} == 0"]
        if self.parts_names:
            tests.append(f"{self.reads.size(self.parts_extent)} == 1")
        if self.dialect.name == "cuda":
            tests.append(f"_es_aligned({self.names(call.name, 'array')})")
            self.writer.helpers.add("_es_aligned")
        return " && ".join(tests)

    def _store_runs(self, n_rows: str, n_columns: str, flat: str) -> None:
        """The elements of a row of a thread by stores of 16 bytes: of four that lie apart each is a transaction."""
        run, kind = self.tile.run, self.index_type
        store = self.reads.special(f"_es_store{run}", self.call.dtype)
        self.emit(self.dialect.unroll)
        self.emit(f"for (int q = 0; q < {MICRO}; q += {run}) {{")
        self.emit(f"    const {kind} column = column0 + {self.tile.column('q', MICRO)};")
        array = self.names(self.call.name, "array")
        self.emit(f"    if (row < {n_rows} && column < {n_columns} && by_runs) {store}(&sum[p][q], {array}, {flat});")
        self.emit("}")
