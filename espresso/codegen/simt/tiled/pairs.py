"""Kernel sums over pairs as tiled SIMT kernels: rows stay in registers (`compiler.device.kernel_sums`).

A thread has rows of its own, the same ones while its block moves along the other side.  What depends on that side
alone is computed once for a tile of it, into shared memory, and what depends on the rows alone once before: a pair
costs one read of 16 bytes for several rows, and what is computed of both.  The warps of a block take different
elements of a tile, so that all threads of a warp read the same element; at the end they join what they have.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from espresso.codegen.common.scalar_code import bare
from espresso.codegen.loops.hoisting import varying_nodes
from espresso.codegen.simt.scalar import index_arithmetic
from espresso.codegen.simt.statements import CHUNK
from espresso.codegen.simt.tiled.pair_passes import PairPassWriter
from espresso.codegen.simt.tiled.tensor_cores import Tile
from espresso.compiler.device.kernel_sums import is_separable
from espresso.compiler.matching.pair_passes import PairPass
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.formulas.graph.predicates import is_negative
from espresso.ir.loops import Statement
from espresso.records import dataclass
from espresso.system.half_precision import computed

ROOM = 16384
"""Bytes of shared memory for a tile of the other side."""

WORDS = 24
"""Words of 4 bytes of a thread for the values of its rows and their running sums; with more it has fewer rows."""

ROUNDED = 2
"""Roundings of an argument from which on an exponential of float32 may add another one, see ``exp_of_sum``."""


@dataclass(frozen=True)
class RowTile(Tile):
    """Threads of a warp side by side along the rows, warps along the other side."""

    @property
    def where(self) -> str:
        """The line that says where thread ``t`` of a block is."""
        return f"across = t / {self.down}, down = t % {self.down};"


@dataclass(frozen=True)
class Values:
    """What depends on one side alone: values that pairs use, and whether they use its indices themselves."""

    values: tuple[Expr, ...]
    indices: bool


class PairsWriter(PairPassWriter):
    """Writer of one such pass."""

    LOCALS = PairPassWriter.LOCALS | {"stop", "tile"}

    def __init__(self, step: PairPass, *others: Any) -> None:
        super().__init__(step, *others)
        self.rows, self.others = self._values_of(step.fixed, step.moving), self._values_of(step.moving, step.fixed)
        words = sum(self._words(e) for e in self.rows.values) + 2 * sum(
            max(1, np.dtype(s.accumulate).itemsize // 4) * step.widths.get(s.name, 1) for s in step.results
        )
        self.micro = 4 if words * 4 <= 4 * WORDS else 2 if words * 2 <= 4 * WORDS else 1
        down = min(32, self.block)
        self.columns, self.down = self.block // down, down
        self.tall = self.micro * down
        self.tile = RowTile(self.micro, self.columns, down, self.dialect.value_type(self.dtype))
        size = sum(4 * self._words(e) for e in self.others.values)
        most = min(256, CHUNK * self.columns)  # a part of a sum has no more elements than elsewhere
        self.broad = next((n for n in (256, 128, 64, 32) if n * size <= ROOM and n <= most), 16)
        self.tiles: list[str] = []  # declarations of shared memory
        self.slabs = self._slabs()

    def _words(self, e: Expr) -> int:
        return max(1, np.dtype(computed(self.writer.dtype_of(e))).itemsize // 4)

    def _values_of(self, own: tuple[str, ...], other: tuple[str, ...]) -> Values:
        """The largest parts of maps and sums that change with one side, and not with the other or with pairs."""
        found: dict[Expr, None] = {}
        indices = False
        pairs = set(self.step.pairs)
        for s in [*self.step.maps, *self.step.results]:
            for _, body, _ in self._values(s) if s in self.step.results else [("", s.body, {})]:
                mine, theirs = varying_nodes(body, set(own), set()), varying_nodes(body, set(other), pairs)
                stack = [body]
                while stack:
                    e = stack.pop()
                    if e.op == "access" and e.args[0].data.name in pairs:
                        continue
                    if theirs[e]:
                        stack.extend(e.args)
                    elif mine[e]:
                        if index_arithmetic(e):
                            indices = True
                        elif e.op in ("call", "access"):
                            found[e] = None
                        else:
                            stack.extend(e.args)
        return Values(tuple(found), indices)

    def _slabs(self) -> dict[Expr, tuple[str, int]]:
        """The array in shared memory and the place in its rows of every value of the other side."""
        kinds = ex.grouped((computed(self.writer.dtype_of(e)), e) for e in self.others.values)
        found: dict[Expr, tuple[str, int]] = {}
        for dtype, values in kinds.items():
            name = self.names.new(f"tile_{dtype}")
            kind, size = self.dialect.value_type(dtype), np.dtype(dtype).itemsize
            unit = max(1, 16 // size)
            width = len(values) if len(values) in (1, 2) else -(-len(values) // unit) * unit
            align = "__align__(16) " if self.dialect.name == "cuda" else ""
            self.tiles.append(f"    {self.dialect.shared} {align}{kind} {name}[{self.broad}][{width}];")
            found |= {e: (name, k) for k, e in enumerate(values)}
        return found

    # --- the kernel ---

    def _body(self) -> None:
        self.declared = list(self.tiles)
        with self._rows():
            rows = self._row_values()
            with self.braces(self.over("moving0", "0", "n_moving", self.broad)):
                self._fill()
                self._add(rows)
                self.emit(self.dialect.barrier)

    def _row_values(self) -> dict[Expr, str]:
        """Arrays of a thread with the values of its rows."""
        found: dict[Expr, str] = {}
        for e in self.rows.values:
            found[e] = name = self.names.new(f"{_like(e)}_rows")
            self.emit(f"{self.dialect.value_type(self.writer.dtype_of(e))} {name}[{self.micro}];")
        if found:
            with self.unrolled(p=self.micro):
                self._row_index()
                known = dict(self.writer.known)
                for e, name in found.items():
                    self.repeated(e)
                    self.emit(f"{name}[p] = {bare(self.writer.text(e))};")
                self.writer.known = known
        return found

    def _fill(self) -> None:
        """What depends on the other side alone, for a tile of it."""
        kind = self.index_type
        if not self.slabs:
            return
        with self.braces(f"for (int m = t; m < {self.broad}; m += {self.block})"):
            self.emit(f"const {kind} column = moving0 + m, there = column < n_moving ? column : n_moving - 1;")
            self._indices(self.step.moving, "there")
            known = dict(self.writer.known)
            for e, (name, place) in self.slabs.items():
                self.repeated(e)
                self.emit(f"{name}[m][{place}] = {bare(self.writer.text(e))};")
            self.writer.known = known
        self.emit(self.dialect.barrier)

    def _add(self, rows: Mapping[Expr, str]) -> None:
        """The pairs of a tile, each warp those of other elements, added to running values."""
        kind, step = self.index_type, self.step
        parts = [(s, name, body) for s in step.results for name, body, _ in self._values(s)]
        for s, name, _ in parts:
            self.emit(f"{self._type(s)} {name}_part[{self.micro}];")
            with self.unrolled(p=self.micro):
                self.emit(f"{name}_part[p] = {bare(self._identity(s))};")
        stop = f"n_moving - moving0 < {self.broad} ? n_moving - moving0 : {self.broad}"
        self.emit(f"const int stop = {stop};" if kind == "int" else f"const int stop = (int)({stop});")
        if self.dialect.unroll:
            self.emit(f"{self.dialect.unroll} 4")
        with self.braces(f"for (int m = across; m < stop; m += {self.columns})"):
            if self.others.indices:
                self.emit(f"const {kind} there = moving0 + m;")
                self._indices(step.moving, "there")
            known, values = dict(self.writer.known), dict(self.values)
            for e, (name, place) in self.slabs.items():
                self.writer.known[e] = self._assign(f"{name}[m][{place}]", self.writer.dtype_of(e))
            with self.unrolled(p=self.micro):
                if self.rows.indices:
                    self._row_index()
                for e, name in rows.items():
                    self.writer.known[e] = self._assign(f"{name}[p]", self.writer.dtype_of(e))
                self._of_pairs(parts)
        self.writer.known, self.values = known, values
        with self.unrolled(p=self.micro):
            for s, name, _ in parts:
                self.emit(f"{name}[p] = {self._joined(s, f'{name}[p]', f'{name}_part[p]')};")

    def _of_pairs(self, parts: list[tuple[Statement, str, Expr]]) -> None:
        """The maps of one pair, and what is added to the running values of its row."""
        bodies = [*(s.body for s in self.step.maps), *(body for _, _, body in parts)]
        uses = self._uses_of(bodies)
        for s in self.step.maps:
            self._common(s.body, uses)
            text = self.writer.text(s.body, s.accumulate)
            self.values[s.name] = text if text.isidentifier() else self._assign(text, s.accumulate)
        for s, name, body in parts:
            self._common(body, uses)
            text = self.writer.text(body, "bool" if s.operator in ("any", "all") else s.accumulate)
            self.emit(f"{name}_part[p] = {self._joined(s, f'{name}_part[p]', bare(text))};")

    def _uses_of(self, bodies: list[Expr]) -> dict[Expr, int]:
        """How often each value of a pair stands in these bodies, and in their parts that are not known."""
        uses: dict[Expr, int] = {}
        for body in dict.fromkeys(bodies):
            uses[body] = uses.get(body, 0) + 1
        for e in reversed(ex.postorder(*dict.fromkeys(bodies))):
            if e in uses and e not in self.writer.known:
                for a in e.args:
                    uses[a] = uses.get(a, 0) + 1
        return uses

    def _common(self, body: Expr, uses: Mapping[Expr, int]) -> None:
        """Variables for what stands in several places, and for exponentials of what was rounded anyway."""
        for e in ex.postorder(body):
            if e in self.writer.known or e.op != "call" or index_arithmetic(e):
                continue
            if self._is_rounded(e):
                self.short.add(e)
                helper = self.writer.helper("_es_exp_of_sum", "float32")
                text = f"{helper}({bare(self.writer.text(e.args[0], 'float32'))})"
                self.writer.known[e] = self._assign(text, "float32")
            elif uses.get(e, 0) > 1:
                self._name(e)

    def _is_rounded(self, e: Expr) -> bool:
        """Whether an exponential of float32 has an argument that itself is the result of several roundings."""
        if not ex.is_call(e, "exp") or computed(self.writer.dtype_of(e)) != "float32":
            return False
        steps = [n for n in ex.postorder(e.args[0]) if n.op == "call" and n not in self.writer.known]
        return sum(not is_negative(n) for n in steps) >= ROUNDED


def _like(e: Expr) -> str:
    """The array that a value is mostly about, for its name."""
    return next((str(n.args[0].data.name) for n in ex.postorder(e) if n.op == "access"), "value")


def writer_of(step: PairPass) -> type[PairPassWriter]:
    """The writer of a pass."""
    return PairsWriter if is_separable(step) else PairPassWriter
