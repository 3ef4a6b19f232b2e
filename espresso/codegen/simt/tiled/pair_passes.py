"""Flash-attention-like passes as SIMT kernels (`compiler.matching.pair_passes`): tiles of pairs that are never stored.

A block has a tile of the fixed side and moves along the other.  In each step it multiplies slabs to tiles of
pairs, computes the maps of every pair in registers, and adds to its running values: numbers for every row of the
tile, and tiles of products with an array of the moving side.  A maximum that grows rescales the sums that follow
it.  What threads of one row have is joined when the block has passed everything.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace

from espresso.codegen.common.scalar_code import bare
from espresso.codegen.simt.dialect import Dialect
from espresso.codegen.simt.tiled.products import thread_grid
from espresso.codegen.simt.tiled.tensor_cores import Tile, run_of, suits
from espresso.codegen.simt.tiled.tiles import TileWriter
from espresso.compiler.device.schedule import Group, Stage
from espresso.compiler.matching.pair_passes import PairPass
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.ir.loops import Buffer, Statement

Axes = tuple[Sequence[str], str, str]
"""Indices of a slab, where they begin, and how many there are."""

DEPTH = 16
"""Elements of a slab along what is summed."""


class PairPassWriter(TileWriter):
    """Writer of one pass."""

    LOCALS = frozenset({
        "left", "right", "pair", "other", "joined", "t", "across", "down", "z", "fixed0", "moving0", "k0", "k", "p",
        "q", "r", "a", "b", "e", "m", "at", "along", "row", "column", "inside", "here", "there", "before", "now",
        "scale", "n_fixed", "n_moving", "n_batch", "value",
    })  # fmt: skip

    def __init__(
        self, step: PairPass, name: str, buffers: Mapping[str, Buffer], ranks: Mapping[str, int],
        dtypes: Mapping[str, str], dialect: Dialect, wide: bool, strided: frozenset[str], block: int,
        moved: frozenset[str] = frozenset(), tf32: bool = False,
    ) -> None:  # fmt: skip
        group = Group((), [Stage((), step.statements)], dict(step.extents), frozenset(step.pairs))
        super().__init__(group, name, buffers, ranks, {**dtypes, **step.pairs}, dialect, wide, strided, block, moved)
        self.step = step
        self.dtype = "float64" if any(s.accumulate in _WIDE for s in step.statements) else "float32"
        self.loaded = self.dtype
        self.micro = 2 if self.dtype == "float64" else 4
        self.columns, self.down = thread_grid(block)
        self.tall, self.broad = self.micro * self.down, self.micro * self.columns
        widths = [w for n, w in step.widths.items() if n not in step.written]
        cores = all(w % 32 == 0 for w in widths) and suits(self._factors(), self.reads.dtypes, self.dtype, block, tf32)
        self.tile = Tile(self.micro, self.columns, self.down, dialect.value_type(self.dtype), cores, run_of(self.dtype))
        self.tops = list(dict.fromkeys(top for top, _ in step.online.values()))
        self.operands = {s.name: self._operands(s) for s in step.results if self._is_product(s)}
        self.short: set[Expr] = set()  # exponentials of what was rounded anyway, see `pairs`

    def formula(self) -> str:
        """What the kernel computes."""
        return "\n".join(map(str, self.step.statements))

    def _batch(self) -> dict[str, str]:
        return {n: self.index(n) for n in self.step.batch}

    # --- what there is to compute ---

    def _running(self, name: str) -> str:
        """The variable of the running values of a sum."""
        return self.names(f"{name}_sum" if name not in self.tops else f"{name}_max", "running")

    def _tile_of(self, name: str) -> str:
        """The variable of what a thread has of a tile of pairs."""
        return self.names(f"{name}_tile", "tile")

    def _is_product(self, s: Statement) -> bool:
        return s.name in self.step.widths and s.name not in self.step.written

    def _factors(self) -> list[str]:
        """The arrays whose elements are factors of the products, other than pairs."""
        sums = [*self.step.products, *(s for s in self.step.results if self._is_product(s))]
        return [a.args[0].data.name for s in sums for a in s.body.args if a.args[0].data.name not in self.step.pairs]

    def _operands(self, s: Statement) -> tuple[str, Expr]:
        """The array of pairs and the read of the other array in a product."""
        a, b = s.body.args
        return (a.args[0].data.name, b) if a.args[0].data.name in self.step.pairs else (b.args[0].data.name, a)

    def _values(self, s: Statement) -> list[tuple[str, Expr, dict[str, str]]]:
        """(name of the running value, body, positions of further axes) of a sum of numbers for every row."""
        found = [("", s.body, dict[str, str]())]
        for a in self.step.further(s):  # one at most, see ``compiler.matching.pair_passes``
            count = self.step.widths[s.name]
            found = [
                (f"{name}_{k}", ex.substitute(body, {a: ex.const(k)}), {**at, a: str(k)})
                for name, body, at in found for k in range(count)
            ]  # fmt: skip
        running = self._running(s.name)
        return [(f"{running}{name}", body, at) for name, body, at in found]

    def _below(self, names: set[str]) -> set[str]:
        """The pairs that these arrays of pairs or sums are computed from, with themselves."""
        found = set(names)
        for s in reversed([s for s in self.step.statements if s.name in self.step.pairs]):
            users = [o for o in self.step.statements if o.name in found]
            if any(self._uses(o, s.name) for o in users):
                found.add(s.name)
        return found

    def _uses(self, s: Statement, name: str) -> bool:
        return any(n.op == "access" and n.args[0].data.name == name for n in ex.postorder(s.body))

    # --- the kernel ---

    def _body(self) -> None:
        d, step = self.dialect, self.step
        depth = self._depth()
        pad = self.tile.pad
        length = max([self.tall, self.broad, *(w for n, w in step.widths.items() if n in self.operands)])
        shared = self.tile.shared(d)
        self.declared = [f"    {shared} left[{DEPTH}][{self.tall + pad}], right[{depth}][{length + pad}];"]
        if self.operands:
            self.declared.append(f"    {shared} pair[{self.broad}][{self.tall + pad}];")
        with self._rows(), self.braces(self.over("moving0", "0", "n_moving", self.broad)):
            for s in step.products:
                self._tile(s)
            if self.tops:
                self._maxima()
            self._pairs()
            for s in step.results:
                if s.name in self.operands:
                    self._product(s)

    def _depth(self) -> int:
        """Rows of a slab of another array: fewer where they are long."""
        widest = max([0, *(w for n, w in self.step.widths.items() if n in self.operands)])
        return DEPTH if widest * (8 if self.dtype == "float64" else 4) <= 512 else DEPTH // 2

    @contextmanager
    def _rows(self) -> Iterator[None]:
        """The loops over batches and over tiles of rows; running values before what is inside, results after it."""
        d, step, kind = self.dialect, self.step, self.index_type
        cast = "" if kind == "int" else f"({kind})"
        self.emit(f"const int t = {d.at('thread', 0)}, {self.tile.where}")
        for count, names in (("n_batch", step.batch), ("n_fixed", step.fixed), ("n_moving", step.moving)):
            self.emit(f"const {kind} {count} = {self._count(names)};")
        self.emit(f"for ({kind} z = {d.at('group', 1)}; z < n_batch; z += {d.at('groups', 1)})")
        start, stride = (f"{cast}{d.at(what, 0)}*{self.tall}" for what in ("group", "groups"))
        with self.braces(self.over("fixed0", start, "n_fixed", stride)):
            self._indices(step.batch, "z")
            self._begin_all()
            yield
            for s in step.results:
                if s.name in self.operands:
                    self._store_product(s)
                else:
                    self._store_values(s)

    def _begin_all(self) -> None:
        value = self.dialect.value_type(self.dtype)
        for s in self.step.results:
            if s.name in self.operands:
                running, wide = self._running(s.name), self.step.widths[s.name] // 16
                self.emit(f"{value} {running}[{self.micro}][{self._columns_per_thread(s)}]; // {16 * wide} columns")
                with self.unrolled(p=self.micro, r=self._columns_per_thread(s)):
                    self.emit(f"{running}[p][r] = {self.writer.literal(0, self.dtype)};")
                continue
            for running, _, _ in self._values(s):
                self.emit(f"{self._type(s)} {running}[{self.micro}];")
                with self.unrolled(p=self.micro):
                    self.emit(f"{running}[p] = {bare(self._identity(s))};")

    def _columns_per_thread(self, s: Statement) -> int:
        """Columns of a product that one thread has."""
        return -(-self.step.widths[s.name] // self.columns)

    # --- tiles of products ---

    def _tile(self, s: Statement) -> None:
        """The pairs of a tile that are sums of products of two arrays."""
        d, step = self.dialect, self.step
        value, tile = d.value_type(self.dtype), self._tile_of(s.name)
        zero = self.writer.literal(0, self.dtype)
        self.emit(f"{value} {tile}[{self.micro}][{self.micro}];")
        with self.unrolled(p=self.micro, q=self.micro):
            self.emit(f"{tile}[p][q] = {zero};")
        own, other = s.body.args
        if not own.free & set(step.fixed):
            own, other = other, own
        summed = self._count(s.over)
        depth = self._depth()
        halves = {"h": DEPTH // depth} if depth < DEPTH else {}  # the slab of the other side may have fewer rows
        base, left = (f"k0 + h*{depth}", f"left[h*{depth} + {{k}}]") if halves else ("k0", "left[{k}]")
        with self.braces(self.over("k0", "0", summed, DEPTH)):
            self._side("left", DEPTH, self.tall, own, (step.fixed, "fixed0", "n_fixed"), (s.over, "k0", summed))
            if halves:
                self.emit(d.barrier)
            with self.unrolled(**halves):
                moving = step.moving, "moving0", "n_moving"
                self._side("right", depth, self.broad, other, moving, (s.over, base, summed))
                self.emit(d.barrier)
                self._multiply(tile, left, "right[{k}]", depth, self.micro)
                self.emit(d.barrier)

    def _side(self, name: str, depth: int, width: int, read: Expr, own: Axes, along: Axes) -> None:
        """The slab of a read."""
        axes = [slot.data[0] for slot in read.args[1:]]
        self._slab(name, depth, width, read.args[0].data.name, axes, own, along, read.args[0])

    # --- maps, and what is summed in numbers ---

    def _row_index(self) -> None:
        self.emit(f"const {self.index_type} row = fixed0 + {self.tile.row('p')};")
        self.emit(f"const {self.index_type} here = row < n_fixed ? row : n_fixed - 1;")
        self._indices(self.step.fixed, "here")

    @contextmanager
    def _each_pair(
        self, wanted: set[str], roots: Sequence[Statement], before: Sequence[str], after: Sequence[str] = (),
    ) -> Iterator[None]:  # fmt: skip
        """Loops over the pairs of a thread, with the maps among ``wanted`` in variables of what is written inside.

        Lines ``before`` and ``after`` stand around the pairs of each row.
        """
        step, kind = self.step, self.index_type
        known, values = dict(self.writer.known), dict(self.values)
        with self.unrolled(p=self.micro):
            self._row_index()
            for s in step.products:
                self.values[s.name] = f"{self._tile_of(s.name)}[p][q]"
            for top in self.tops:
                self.values[top] = f"{self._running(top)}[p]"
            maps = [s for s in step.maps if s.name in wanted]
            self.hoist([*maps, *roots], set(step.moving))
            for line in before:
                self.emit(line)
            with self.unrolled(q=self.micro):
                self.emit(f"const {kind} column = moving0 + {self.tile.column('q', self.micro)};")
                self.emit("const bool inside = column < n_moving;")
                self.emit(f"const {kind} there = inside ? column : n_moving - 1;")
                self._indices(step.moving, "there")
                for s in maps:
                    self.repeated(s.body)
                    self.values[s.name] = self._assign(self.writer.text(s.body, s.accumulate), s.accumulate)
                yield
            self.values, self.writer.known = values, known
            for line in after:
                self.emit(line)

    def _pairs(self) -> None:
        """All maps of the tile, added to the running values; what products need stays in registers."""
        step = self.step
        sums = [s for s in step.results if s.name not in self.operands and s.name not in self.tops]
        kept = sorted({pair for pair, _ in self.operands.values()} - {s.name for s in step.products})
        value, zero = self.dialect.value_type(self.dtype), self.writer.literal(0, self.dtype)
        for name in kept:
            self.emit(f"{value} {self._tile_of(name)}[{self.micro}][{self.micro}];")
        if not sums and not kept:
            return
        parts = [(s, name, body) for s in sums for name, body, _ in self._values(s)]
        before = [f"{self._type(s)} {name}_part = {bare(self._identity(s))};" for s, name, _ in parts]
        after = [f"{name}[p] = {self._joined(s, f'{name}[p]', f'{name}_part')};" for s, name, _ in parts]
        roots = [replace(s, body=body) for s, _, body in parts]
        with self._each_pair(self._below({*(s.name for s in sums), *kept}), roots, before, after):
            for name in kept:
                self.emit(f"{self._tile_of(name)}[p][q] = inside ? {self.values[name]} : {zero};")
            for s, name, body in parts:
                self.repeated(body)
                text = self.writer.text(body, "bool" if s.operator in ("any", "all") else s.accumulate)
                self.emit(f"if (inside) {name}_part = {self._joined(s, f'{name}_part', bare(text))};")

    def _joined(self, s: Statement, a: str, b: str) -> str:
        operator = str(s.operator)
        if operator in ("max", "min") and s.accumulate != "bool":
            self.writer.helper(f"_es_{operator}imum", s.accumulate)
        if operator in ("sum", "prod") and " " in b:
            b = f"({b})"
        return self.writer.joined(operator, a, b, s.accumulate)

    def _maxima(self) -> None:
        """Maxima of the tile; what follows them is rescaled where they grow."""
        for s in (s for s in self.step.results if s.name in self.tops):
            running, found = self._running(s.name), self.names.new(f"{s.name}_tile")
            self.emit(f"{self._type(s)} {found}[{self.micro}];")
            before = [f"{found}[p] = {bare(self._identity(s))};"]
            with self._each_pair(self._below({s.name}) - {s.name}, [s], before):
                self.repeated(s.body)
                text = bare(self.writer.text(s.body, s.accumulate))
                self.emit(f"if (inside) {found}[p] = {self._joined(s, f'{found}[p]', text)};")
            self._join_rows(s, found)
            with self.unrolled(p=self.micro):
                kind = self._type(s)
                self.emit(f"const {kind} before = {running}[p], now = {self._joined(s, 'before', f'{found}[p]')};")
                self._scale(s)
                self.emit(f"{running}[p] = now;")

    def _scale(self, top: Statement) -> None:
        """Multiply sums whose exponents have the maximum subtracted as it was before."""
        following = [(n, below) for n, (t, below) in self.step.online.items() if t == top.name]
        one, zero = (self.writer.literal(v, top.accumulate) for v in (1, 0))
        texts: dict[Expr, str] = {}
        for number, (name, below) in enumerate(following):
            if below not in texts:
                values = dict(self.values)
                self.values[top.name] = "before"
                first = self.writer.text(below, top.accumulate)
                self.values[top.name] = "now"
                then = self.writer.text(below, top.accumulate)
                self.values = values
                texts[below] = scale = "scale" if number == 0 else self.names.new("scale")
                low = bare(self._identity(top))
                self.emit(
                    f"const {self._type(top)} {scale} = before == now ? {one} : before == {low} ? {zero} : "
                    f"exp({_opposite(first)} - {_opposite(then)});"
                )
            s = next(o for o in self.step.results if o.name == name)
            if name in self.operands:
                with self.unrolled(r=self._columns_per_thread(s)):
                    self.emit(f"{self._running(name)}[p][r] *= {texts[below]};")
            else:
                for running, _, _ in self._values(s):
                    self.emit(f"{running}[p] *= {texts[below]};")

    def _join_rows(self, s: Statement, array: str) -> None:
        """Values of the threads of one row joined, for all of them."""
        d = self.dialect
        if self.columns == 1:
            return
        if d.name == "cuda" and self.columns == 16 and s.accumulate != "bool" and not self.tile.cores:  # half a warp
            with self.unrolled(p=self.micro):
                self.emit(d.unroll)
                self.emit("for (int hop = 8; hop > 0; hop /= 2) {")
                other = f"__shfl_xor_sync(0xffffffffu, {array}[p], hop)"
                self.emit(f"    const {self._type(s)} other = {other};")
                self.emit(f"    {array}[p] = {self._joined(s, f'{array}[p]', 'other')};")
                self.emit("}")
            return
        kind = d.value_type(s.accumulate)
        if ("joined", s.accumulate) not in self.shared:
            name = self.shared["joined", s.accumulate] = self.names.new("joined_" + s.accumulate)
            self.declared.append(f"    {d.shared} {kind} {name}[{self.tall}][{self.columns + 1}];")
        joined, row = self.shared["joined", s.accumulate], self.tile.row("p")
        with self.unrolled(p=self.micro):
            self.emit(f"{joined}[{self.tile.row('p')}][across] = {array}[p];")
        self.emit(d.barrier)
        with self.unrolled(p=self.micro):
            self.emit(f"{array}[p] = {joined}[{self.tile.row('p')}][0];")
            self.emit(f"for (int k = 1; k < {self.columns}; k += 1)")
            self.emit(f"    {array}[p] = {self._joined(s, f'{array}[p]', f'{joined}[{row}][k]')};")
        self.emit(d.barrier)

    # --- products with an array of the moving side ---

    def _product(self, s: Statement) -> None:
        """Add the product of a tile of pairs with rows of an array."""
        d, step = self.dialect, self.step
        pair, read = self.operands[s.name]
        depth, width, running = self._depth(), self.step.widths[s.name], self._running(s.name)
        with self.unrolled(p=self.micro, q=self.micro):
            place = f"pair[{self.tile.column('q', self.micro)}][{self.tile.row('p')}]"
            self.emit(f"{place} = {self._tile_of(pair)}[p][q];")
        further = step.further(s)
        with self.braces(f"for (int k0 = 0; k0 < {self.broad}; k0 += {depth})"):
            moving = step.moving, "moving0 + k0", "n_moving"
            self._side("right", depth, width, read, (further, "", self._count(further)), moving)
            self.emit(d.barrier)
            self._multiply(running, "pair[k0 + {k}]", "right[{k}]", depth, self._columns_per_thread(s))
            self.emit(d.barrier)

    # --- results ---

    def _store_product(self, s: Statement) -> None:
        further, columns = self.step.further(s), self._columns_per_thread(s)
        with self.unrolled(p=self.micro):
            self.emit(f"const {self.index_type} row = fixed0 + {self.tile.row('p')};")
            with self.unrolled(r=columns):
                self.emit(f"const {self.index_type} column = {self.tile.column('r', columns)};")
                self._store_at(s, f"{self._running(s.name)}[p][r]", f"column < {self._count(further)}",
                               self._decode("column", further))  # fmt: skip

    def _store_values(self, s: Statement) -> None:
        for running, _, at in self._values(s):
            if s.name not in self.tops:
                self._join_rows(s, running)
            with self.unrolled(p=self.micro):
                self.emit(f"const {self.index_type} row = fixed0 + {self.tile.row('p')};")
                self._store_at(s, f"{running}[p]", "across == 0", at)

    def _store_at(self, s: Statement, value: str, condition: str, further: Mapping[str, str]) -> None:
        texts = {**self._batch(), **self._decode("row", self.step.fixed), **further}
        store = self.reads.store(s.name, self._slots(s.axes, texts), value)
        self.emit(f"if (row < n_fixed && {condition}) {store};")


_WIDE = frozenset({"float64", "int64", "uint64"})


def _opposite(text: str) -> str:
    """The number of which a text is the opposite."""
    return f"-({text})" if not text.startswith("(-") or not text.endswith(")") else f"({text[2:]}"
