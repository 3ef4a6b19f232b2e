"""Common parts of tiled SIMT kernels: loops over a thread's share, flat offsets, slabs in shared memory."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from espresso.codegen.simt.statements import StatementWriter
from espresso.codegen.simt.tiled.tensor_cores import Tile
from espresso.formulas.graph.expr import Expr
from espresso.formulas.printing.escapes import comment
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
    return [f"for (int e = {'0' if even else 't'}; e < {count}; e += {block}) {{", f"    const int k = {k}, m = {m};"]


class TileWriter(StatementWriter):
    """Lines of a kernel whose threads have rows and columns of a tile each."""

    dtype: str  # of tiles
    loaded: str  # the dtype in which elements of slabs are loaded
    tile: Tile  # what a thread has of it

    def source(self) -> str:
        """Text of the kernel."""
        formula = comment("//", self.formula())
        self._body()
        parameters = ",\n    ".join(self.reads.parameters())
        first = f"{self.dialect.kernel} {self.name}(\n    {parameters})"
        return "\n".join([*formula, first, "{", *self.reads.begun(), *self.declared, *self.lines, "}"]) + "\n"

    def formula(self) -> str:
        """What the kernel computes."""
        raise NotImplementedError

    def _body(self) -> None:
        raise NotImplementedError

    def _batch(self) -> dict[str, str]:
        """Texts of the indices that are apart."""
        raise NotImplementedError

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

    def _slots(self, axes: Sequence[str], texts: Mapping[str, str]) -> list[str]:
        """Texts of indices as operands."""
        return [f"({texts[a]})" if " " in texts[a] else texts[a] for a in axes]

    def _indices(self, names: Sequence[str], flat: str) -> None:
        for name, text in self._decode(flat, names).items():
            if text != self.index(name):
                self.emit(f"const {self.index_type} {self.index(name)} = {text};")

    def _multiply(self, result: str, own: str, other: str, depth: int, columns: int, term: str = "a[p]*b[r]") -> None:
        """Add the products of two slabs to what a thread has of a tile."""
        self.writer.helpers |= self.tile.helpers(self.dialect)
        for line in self.tile.multiply(result, own, other, depth, columns, term, self.dialect):
            self.emit(line)

    def _slab(
        self, name: str, depth: int, width: int, array: str, axes: Sequence[str], own: tuple[Sequence[str], str, str],
        along: tuple[Sequence[str], str, str], tensor: Expr | None = None,
    ) -> None:  # fmt: skip
        """Bring a slab into shared memory; neighbouring threads read neighbouring elements.

        ``own`` and ``along`` are the indices of its columns and rows, where they begin, and how many there are.
        """
        kind, summed = self.index_type, along[0]
        down = bool(axes) and axes[-1] in summed
        lines, places = shares(depth, width, self.block, down), self._decode("along", summed)
        once = down and len(summed) > 1 and "int k = t %" in lines[-1]
        with self.braces(*([""] if once else [])):
            if once:  # all that a thread brings is at one place of the sum: its indices are divided once
                self.emit(f"const {kind} along = {along[1]} + t % {depth};")
                rest = "along"
                for i in reversed(summed[1:]):
                    above, n = self.names.new(f"{i}_above"), self.extent(i)
                    self.emit(f"const {kind} {above} = {rest} / {n};")
                    places[i], rest = f"{rest} - {above}*{n}", above  # a remainder is another division
                places[summed[0]] = rest
            self.emit(self.dialect.unroll)
            with self.braces(lines[0].removesuffix(" {")):
                self.emit(lines[1].strip())
                at = f"{own[1]} + m" if own[1] else "m"
                self.emit(f"const {kind} at = {at}{';' if once else f', along = {along[1]} + k;'}")
                texts = {**self._batch(), **self._decode("at", own[0]), **places}
                load = self.reads.load(array, self.reads.flat(array, self._slots(axes, texts), tensor))
                load = self.writer.convert(load, computed(self.reads.dtypes[array]), self.loaded)
                zero = self.writer.literal(0, self.dtype)
                self.emit(f"{name}[k][m] = at < {own[2]} && along < {along[2]} ? {load} : {zero};")
