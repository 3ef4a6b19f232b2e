"""Tiled loops that pack a transposed tile of each array that is read across its rows.

``h[i,j] = a[i,j] + a[j,i]`` would read ``a`` down a column in its innermost loop, one element for each cache line.
A tile of ``a`` is copied, transposed, into a small array that stays in the first cache, so that the loops run along
the rows of all arrays.  A native program transposes squares in registers (``llvm.emit.transposed_loops``).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from espresso.codegen.loops.hoisting import Hoisting
from espresso.codegen.loops.tiling import TILE
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.formulas.graph.functions import COMPARISONS
from espresso.ir.loops import Compute, Kernel, Loop, Statement

ROW = 512
"""Bytes of a row of a transposed tile: long enough for results that go past the cache, line by line."""

PLAIN = 256
"""Elements along the rows that a tile of a plain copy reads, where numba compiles it."""


class Turning(Hoisting):
    """Writes the tiles of a kernel."""

    tiles: dict[str, tuple[str, str]]
    shared: dict[str, str]
    scratch_end: int

    def _tiles(self, pair: Sequence[tuple[Loop, str, str]], depth: int) -> None:
        """Two loops as loops over tiles around them (see ``tiling``)."""
        outer, inner = (node for node, _, _ in pair)
        statements = [n.statement for n in inner.body if isinstance(n, Compute)]
        if all(s.operator is None and s.axes and s.axes[-1] == outer.index for s in statements):
            inner, outer = replace(outer, body=inner.body), inner  # results are written along their rows
            outer = replace(outer, body=[inner])
        if self._copies(statements, outer.index, inner.index):
            self._tile_copy(pair, statements[0], depth)
            return
        turned = _turned(self.kernel, statements, outer.index, inner.index, set(self.shared.values()))
        long = ROW // max((np.dtype(self._dtype(e)).itemsize for e in turned), default=ROW // TILE)
        for node, start, stop in pair:
            tile, size = f"{self.variables[node.index]}_tile", TILE if node.index == outer.index else long
            self._emit(depth, f"for {tile} in range({start}, {stop}, {size}):")
            self.tiles[node.index] = (tile, f"min({tile} + {size}, {stop})")
            depth += 1
        known = dict(self.writer.known)
        for e in turned:
            self.writer.known[e] = self._copy(e, outer.index, inner.index, long, depth)
        self._loop(outer, depth, False)
        self.writer.known = known

    def _copies(self, statements: Sequence[Statement], outer: str, inner: str) -> bool:
        """Whether the loops only copy an array, transposed: then nothing lies between."""
        if len(statements) != 1 or statements[0].operator is not None or statements[0].axes[-1:] != (inner,):
            return False
        s, taken = statements[0], set(self.shared.values())
        same = s.body.op == "access" and s.name not in self.kernel.scalars and s.body not in self.writer.known
        found = _turned(self.kernel, statements, outer, inner, taken) if same else []
        return found == [s.body] and self._dtype(s.body) == s.accumulate == self.dtypes[s.name] and outer in s.axes

    def _tile_copy(self, pair: Sequence[tuple[Loop, str, str]], s: Statement, depth: int) -> None:
        """The loops of such a copy, in tiles; a native program uses registers (`llvm.emit.transposed_loops`)."""
        own = [self.variables[node.index] for node, _, _ in pair]
        for k, (v, (_, start, stop)) in enumerate(zip(own, pair, strict=True)):
            self._emit(depth + k, f"for {v}_tile in range({start}, {stop}, {PLAIN}):")
        for k, (v, (_, _, stop)) in enumerate(zip(own, pair, strict=True), 2):
            self._emit(depth + k, f"for {v} in range({v}_tile, min({v}_tile + {PLAIN}, {stop})):")
        saved = dict(self.positions)
        self.positions |= {node.index: f"np.uintp({v})" for v, (node, _, _) in zip(own, pair, strict=True)}
        self._emit(depth + 4, f"{self._target(s)} = {self._read(s.body, self.writer)}")
        self.positions.clear()
        self.positions.update(saved)

    def _copy(self, e: Expr, outer: str, inner: str, long: int, depth: int) -> str:
        """Transpose a tile of what ``e`` reads; returns how an element of it is read now."""
        array, (i, j) = e.args[0].data.name, (self.variables[n] for n in (outer, inner))
        first = name = f"{self._spelled(array)}_turned"
        count = 1
        while any(line.strip().startswith(f"{name} =") for line in self.lines):
            count += 1
            name = f"{first}{count}"
        kind = self._dtype(e).replace("bool", "bool_")
        self.lines.insert(self.scratch_end, f"    {name} = np.empty(({TILE}, {long}), np.{kind})")
        self.scratch_end += 1
        place = f"{name}[np.uintp({i} - {self.tiles[outer][0]}), np.uintp({j} - {self.tiles[inner][0]})]"
        saved = dict(self.positions)
        self.positions |= {outer: f"np.uintp({i})", inner: f"np.uintp({j})"}
        for k, (variable, index) in enumerate(((j, inner), (i, outer))):
            self._emit(depth + k, f"for {variable} in range({', '.join(self.tiles[index])}):")
        self._emit(depth + 2, f"{place} = {self._read(e, self.writer)}")
        self.positions.clear()
        self.positions.update(saved)
        return place


def _turned(
    kernel: Kernel, statements: Sequence[Statement], outer: str, inner: str, places: set[str]
) -> list[Expr]:  # fmt: skip
    """Reads that run along the outer loop of a tile and across the inner one.

    Nothing that is written here or stays in a register, and nothing under a mask: a tile is read as a whole.
    """
    bodies = [s.body for s in statements]
    nodes = ex.postorder(*bodies)
    if kernel.window is not None or any(n.op == "call" and n.data in {"where", *COMPARISONS} for n in nodes):
        return []
    found = []
    for e in nodes:
        if e.op != "access" or e.data is not None or len(e.args) < 3 or e.args[0].op != "tensor":
            continue
        name, slots = e.args[0].data.name, e.args[1:]
        plain = slots[-1] is ex.index(outer) and ex.index(inner) in slots[:-1]
        rest = [s for s in slots[:-1] if s is not ex.index(inner)]
        apart = not any(name in made for made in (kernel.writes, kernel.scalars, kernel.rows, places))
        if plain and apart and len(rest) == len(slots) - 2 and not any({outer, inner} & s.free for s in rest):
            found.append(e)
    return found
