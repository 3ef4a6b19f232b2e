"""Common parts of tiled SIMT kernels: loops over a thread's share, flat offsets, slabs in shared memory."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from espresso.codegen.simt.statements import StatementWriter
from espresso.codegen.simt.tiled.tensor_cores import Tile
from espresso.formulas.graph.expr import Expr
from espresso.system.half_precision import computed


def shares(depth: int, width: int, block: int, down: bool) -> list[str]:
    """The loop of thread ``t`` over its elements ``[k][m]`` of a slab; ``down``: neighbours have neighbouring ``k``.

    Where all threads have the same number of elements, one of the positions is the same for all that a thread has,
    and the other a number apart: offsets in memory are then computed once.

    >>> shares(16, 64, 256, True)
    ['for (int e = 0; e < 1024; e += 256) {', '    const int k = t % 16, m = t / 16 + e / 16;']
    >>> shares(16, 64, 96, False)
    ['for (int e = t; e < 1024; e += 96) {', '    const int k = e / 64, m = e % 64;']
    """
    inner, count = depth if down else width, depth * width
    even = block % inner == 0 and count % block == 0
    first, rest = (f"t % {inner}", f"t / {inner} + e / {inner}") if even else (f"e % {inner}", f"e / {inner}")
    k, m = (first, rest) if down else (rest, first)
    return [
        f"for (int e = {'0' if even else 't'}; e < {count}; e += {block}) {{",
        f"    const int k = {k}, m = {m};",
    ]


class TileWriter(StatementWriter):
    """Lines of a kernel whose threads have rows and columns of a tile each."""

    dtype: str  # of tiles
    tile: Tile  # what a thread has of it
    batch: tuple[str, ...]  # indices that are apart

    def _loop(self, variable: str, count: int) -> None:
        self.emit(self.dialect.unroll)
        self.emit(f"for (int {variable} = 0; {variable} < {count}; {variable} += 1) {{")
        self.depth += 1

    def _end(self) -> None:
        self.depth -= 1
        self.emit("}")

    def _count(self, names: Sequence[str]) -> str:
        return "*".join(self.extent(n) for n in names) or "1"

    def _decode(self, flat: str, names: Sequence[str]) -> dict[str, str]:
        """Texts of indices from their flat position, the last one fastest."""
        texts: dict[str, str] = {}
        rest = flat
        for k, name in enumerate(reversed(names)):
            texts[name] = rest if k == len(names) - 1 else f"{rest} % {self.extent(name)}"
            rest = f"{rest} / {self.extent(name)}"
        return texts

    def _at(self, read: Expr, texts: Mapping[str, str]) -> str:
        """The element of a read at indices given as text."""
        name = read.args[0].data.name
        slots = [texts[s.data[0]] for s in read.args[1:]]
        flat = self.reads.flat(name, [f"({s})" if " " in s else s for s in slots], read.args[0])
        stored = computed(self.reads.dtypes[name])
        return self.writer.convert(self.reads.load(name, flat), stored, self.dtype)

    def _indices(self, names: Sequence[str], flat: str) -> None:
        for name, text in self._decode(flat, names).items():
            if text != self.index(name):
                self.emit(f"const {self.index_type} {self.index(name)} = {text};")

    def _multiply(self, result: str, own: str, other: str, depth: int, columns: int) -> None:
        """Add the products of two slabs to what a thread has of a tile."""
        self.writer.helpers |= self.tile.helpers(self.dialect)
        for line in self.tile.multiply(result, own, other, depth, columns, "a[p]*b[r]", self.dialect):
            self.emit(line)

    def _slab(
        self, name: str, depth: int, width: int, read: Expr, own: tuple[Sequence[str], str, str],
        along: tuple[Sequence[str], str, str],
    ) -> None:  # fmt: skip
        """Bring a slab into shared memory; neighbouring threads read neighbouring elements."""
        kind, last = self.index_type, read.args[-1].data[0] if len(read.args) > 1 else ""
        self.emit(self.dialect.unroll)
        for line in shares(depth, width, self.block, last in along[0]):
            self.emit(line)
        self.depth += 1
        self.emit(f"const {kind} at = {own[1]} + m, along = {along[1]} + k;" if own[1] else
                  f"const {kind} at = m, along = {along[1]} + k;")  # fmt: skip
        texts = {n: self.index(n) for n in self.batch}
        texts |= self._decode("at", own[0]) | self._decode("along", along[0])
        zero = self.writer.literal(0, self.dtype)
        inside = f"at < {own[2]} && along < {along[2]}"
        self.emit(f"{name}[k][m] = {inside} ? {self._at(read, texts)} : {zero};")
        self._end()
