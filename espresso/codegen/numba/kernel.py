"""One fused kernel of the loop IR as the text of one numba function.

Values are written at the outermost loop at which everything they read is known, each
once; running values are local variables; a float32 sum runs in blocks whose totals are
added in float64, so long sums keep their accuracy.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from espresso.codegen.common.cpu_scalar import CpuWriter, has_circular, repeatable
from espresso.codegen.common.kernel_writer import spellings
from espresso.codegen.common.scalar_code import ScalarWriter, literal, resolved
from espresso.codegen.loops.index_splitting import Diagonals
from espresso.codegen.loops.peeling import is_plain
from espresso.codegen.loops.reductions import balanced
from espresso.codegen.loops.software_pipeline import Ahead
from espresso.codegen.loops.tiling import tiled
from espresso.codegen.loops.transposed_tiles import Turning
from espresso.codegen.loops.unroll_and_jam import Abreast
from espresso.codegen.numba.block_loops import BlockCode
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.ir.buffers import rows_in_results
from espresso.ir.loops import Begin, Buffer, Compute, End, Kernel, Loop, Node, Statement, walk
from espresso.ir.taps import over_taps
from espresso.mathematics.vector_math import FUNCTIONS as VECTOR
from espresso.system.half_precision import COMPUTED
from espresso.system.locks import cached_property

BLOCK = 4096
"""Elements of a float32 sum that are added in float32 before they join the total."""


class CpuKernel(Turning, BlockCode, Diagonals, Abreast, Ahead):
    """Writer of one kernel; ``source()`` is the text, ``arguments`` what it takes."""

    writer: CpuWriter

    def __init__(
        self, kernel: Kernel, buffers: Mapping[str, Buffer], dtypes: Mapping[str, str], sizes: Mapping[Expr, str],
        shared: Mapping[str, str] = MappingProxyType({}),
    ) -> None:  # fmt: skip
        """``shared`` names results that lie where an array lies that the kernel reads (see ``buffers.in_place``)."""
        from espresso.formulas.inference.dtypes import dtypes_of
        from espresso.ir.storage import known_dtypes

        self.kernel, self.buffers, self.sizes = kernel, buffers, sizes
        self.shared = {n: shared[n] for n in kernel.writes if n in shared}
        self.dtypes = dict(dtypes)
        self.made = {s.name: s for s in kernel.statements}
        rows = rows_in_results(kernel, self.shared)
        self.placed = {row: new for row, new in rows.items() if not has_circular([self.made[new].body])}
        roots = [s.body for s in kernel.statements] + [e for s in kernel.statements for e in s.slots or ()]
        self.np_dtypes = known_dtypes(self.dtypes, COMPUTED)
        self.found: dict[Expr, Any] = dict(dtypes_of(roots, self.np_dtypes))
        self.helpers: set[str] = set()
        self.used_sizes: dict[str, Expr] = {}
        self.writer = CpuWriter(self._dtype, self._weak, self._read, self.helpers)
        self.lines: list[str] = []
        self.count = 0
        self.blocked: set[str] = set()
        self.tiles: dict[str, tuple[str, str]] = {}  # bounds of loops that run inside a tile
        self.around: dict[str, Expr] = {}  # index -> extent of the loop that is being written
        self.positions = {}
        self.taken_ahead = {}
        self.writer.assign = self._assign
        self.writer.note = lambda text: self._emit(self.depth, text)
        loops = [n.index for n in walk(kernel.body) if isinstance(n, Loop)]
        arrays = list(dict.fromkeys([*self.dtypes, *buffers, *self.made]))
        self.spelled = spellings(arrays, sizes.values())
        taken = {*arrays, *self.spelled.values(), *sizes.values()}
        inside = [i for s in kernel.statements for i in s.indices]
        filled = [i for n in walk(kernel.body) if isinstance(n, Begin) for i in n.inner]  # may be indices of no loop
        self.variables = spellings([*loops, *inside, *filled, *kernel.parameters], taken)
        self._name_bounds()
        self.unsigned = {n: f"{self.variables[n]}_at" for n in loops}
        for name, variable in self.variables.items():
            self.writer.known[ex.index(name)] = variable
        for name in kernel.parameters:
            self.positions[name] = f"np.uintp({self.variables[name]})"

    # --- dtypes of nodes, including those made while writing ---

    def _lookup(self, e: Expr) -> Any:
        if e not in self.found:
            from espresso.formulas.inference.dtypes import dtypes_of

            self.found.update(dtypes_of([e], self.np_dtypes))
        return self.found[e]

    def _dtype(self, e: Expr) -> str:
        self._lookup(e)
        return resolved(self.found)(e)

    def _weak(self, e: Expr) -> bool:
        return bool(self._lookup(e).weak)

    # --- reads ---

    def _size(self, e: Expr) -> str:
        name = self.sizes[e]
        self.used_sizes[name] = e
        return name

    def _read(self, e: Expr, writer: ScalarWriter) -> str:
        if e.op == "size":
            return self._size(e)
        name = e.args[0].data.name
        if name in self.kernel.scalars:
            return self._spelled(name)
        free = e in self.unchecked
        slots = [
            self._bare(self._unwrapped(s) if free and not is_plain(s, self._dtype) else writer.integer(s))
            for s in e.args[1:]
        ]
        places = [self._place(e.args[1 + k], s) for k, s in enumerate(slots)]
        kept: Sequence[int] = range(len(slots))
        name = self.placed.get(name, name)
        if name in self.kernel.rows:
            keep = self.kernel.rows[name]
            kept = [k for k, a in enumerate(self.made[name].axes) if a in keep]
            slots, places = ([t[k] for k in kept] for t in (slots, places))
        places = self._in_block(name, places)
        if not slots:
            own = self._spelled(name)
            return f"{own}_value" if name not in self.buffers or name in self.kernel.reads else f"{own}[()]"
        text = f"{self._spelled(self.shared.get(name, name))}[{', '.join(places)}]"
        if e.data is None:
            return text
        tests = [] if free else [
            f"0 <= {f'({s})' if ' if ' in s else s} < {self._length(e.args[0], k)}"
            for k, s in zip(kept, slots, strict=True) if not (s.isidentifier() and self._inside(e, k))
        ]  # fmt: skip
        if not tests:
            return text
        return f"({text} if {' and '.join(tests)} else {literal(e.data, self._dtype(e))})"

    def _place(self, slot: Expr, text: str) -> str:
        """A subscript: unsigned where LLVM cannot see that it is not negative.

        numba counts negative subscripts from the end; that choice, made again at each
        element, keeps the loop from being vectorised.
        """
        if slot.op == "index":
            return self.positions.get(slot.data[0], text)
        return text if text.isdigit() else f"np.uintp({text})"

    def _length(self, array: Expr, axis: int) -> str:
        name = array.data.name
        if name in self.kernel.rows:  # of which only some axes are there
            return self._size_text(self.buffers[name].shape[axis])
        return f"{self._spelled(self.shared.get(name, name))}.shape[{axis}]"

    def _inside(self, e: Expr, axis: int) -> bool:
        """Whether a plain index is known to stay inside this axis."""
        slot = e.args[1 + axis]
        if slot.op != "index":
            return False
        name, array = slot.data[0], e.args[0].data.name
        around = self.around.get(name)
        loops = [n.extent for n in walk(self.kernel.body) if isinstance(n, Loop) and n.index == name]
        extents = loops if around is None else [around]  # loops side by side may share a name, not a length
        if array in self.buffers:
            return bool(extents) and all(self.buffers[array].shape[axis] is n for n in extents)
        return bool(extents) and all(n.op == "size" and (n.args[0].data.name, n.data) == (array, axis) for n in extents)

    # --- structure ---

    def source(self, comments: Sequence[str]) -> str:
        """Text of the function, without its decorator; the comments say what it computes."""
        self._scratch()
        self.scratch_end = len(self.lines)
        self._block(self.kernel.body, 1, top=True)
        outer = self.kernel.outer
        arrays = [*self.kernel.reads, *(n for n in self.kernel.writes if n not in self.shared)]
        names = [f"{self._spelled(n)}_value" if self._is_scalar_argument(n) else self._spelled(n) for n in arrays]
        sizes = sorted(self.used_sizes)
        self.arguments = arrays
        bounds = ["start", "stop"] if outer is not None else []
        others = [*names, *sizes, *(self.variables[n] for n in self.kernel.parameters), *self.block_parameters]
        head = f"def {self.kernel.name}({', '.join([*bounds, *others])}):"
        return "\n".join([head, *(f"    {line}" for line in comments), *self.lines])

    def _is_scalar_argument(self, name: str) -> bool:
        return name in self.kernel.reads and self._rank(name) == 0

    def _rank(self, name: str) -> int:
        return len(self.buffers[name].shape) if name in self.buffers else self._ranks.get(name, 0)

    @cached_property
    def _ranks(self) -> dict[str, int]:
        """Ranks of the inputs by name; one walk, of kernels that read hundreds of arrays too."""
        roots = [e for s in self.kernel.statements for e in (s.body, *(s.slots or ()))]
        return {t.data.name: int(t.data.rank) for t in ex.tensors(*roots)}

    def _emit(self, depth: int, text: str) -> None:
        self.lines.append("    " * depth + text)

    def _spelled(self, array: str) -> str:
        return self.spelled[array]

    def _assign(self, text: str, dtype: str) -> str:
        self.count += 1
        name = f"v{self.count}"
        self._emit(self.depth, f"{name} = {text[1:-1] if text.startswith('(') and balanced(text[1:-1]) else text}")
        return name

    depth = 1

    @property
    def rows(self) -> list[tuple[str, list[Expr]]]:
        """Dtype and extents of each array that one run of the kernel keeps for itself."""
        return [(self.buffers[n].dtype, [self.made[n].extents[a] for a in kept]) for n, kept in self._apart]

    @property
    def _apart(self) -> list[tuple[str, tuple[str, ...]]]:
        """Rows that lie in no result."""
        return [(n, kept) for n, kept in self.kernel.rows.items() if n not in self.placed]

    def _scratch(self) -> None:
        for (name, _), (_, extents) in zip(self._apart, self.rows, strict=True):
            dims = ", ".join(map(self._size_text, extents))
            self._emit(1, f"{self._spelled(name)} = np.empty(({dims},), np.{_np_name(self.buffers[name].dtype)})")

    def _size_text(self, e: Expr) -> str:
        return repr(e.data) if e.op == "const" else self._size(e)

    def _block(self, body: list[Node], depth: int, top: bool = False) -> None:
        saved = dict(self.writer.known)
        for node in body:
            self.depth = depth
            if isinstance(node, Loop):
                self._hoist(node, depth)
                self._loop(node, depth, top)
            elif isinstance(node, Begin):
                self._begin(node.statement, node.inner, depth)
            elif isinstance(node, End):
                self._end(node.statement, depth)
            elif isinstance(node, Compute):
                self._compute(node.statement, depth)
        self.writer.known = saved

    def _loop(self, node: Loop, depth: int, top: bool) -> None:
        variable = self.variables[node.index]
        outermost = top and self.kernel.outer is node
        start, stop = ("start", "stop") if outermost else self._ends(node)
        inside_tile = self.tiles.pop(node.index, None)
        start, stop = inside_tile or (start, stop)
        across = tiled(node)
        if across is not None and inside_tile is None:
            self._tiles([(node, start, stop), (across, *self._ends(across))], depth)
            return
        self.around[node.index] = node.extent
        sums = self._block_sums(node)
        inside = [n.statement for n in walk(node.body) if isinstance(n, Compute)]
        reverse = any(s.operator == "reverse_cumsum" and node.index in s.over for s in inside)
        if sums:
            self._emit(depth, f"for {variable}_block in range({start}, {stop}, {BLOCK}):")
            depth += 1
            for s in sums:
                self._emit(depth, f"{self._spelled(s.name)}_part = {literal(0, s.accumulate)}")
            start, stop = f"{variable}_block", f"min({variable}_block + {BLOCK}, {stop})"
        self.blocked |= {s.name for s in sums}
        if reverse:
            bounds = f"{stop} - 1, {start} - 1, -1"
        else:
            bounds = stop if start == "0" else f"{start}, {stop}"
        if start != "0" or reverse:
            self.positions[node.index] = self.unsigned[node.index]
        if has_circular([s.body for s in inside], self.writer.known) and repeatable(
            node, {*self.shared, *self.placed.values()}, self._in_memory
        ):
            self._twice(node, f"for {variable} in range({bounds}):", depth)
        elif reverse or not (
            self._by_cases(node, start, stop, depth) or self._split_loop(node, start, stop, depth)
            or self._peeled(node, start, stop, depth) or self._by_rests(node, start, stop, depth)
            or self._abreast(node, start, stop, depth) or self._reduced_ahead(node, start, stop, depth)
        ):  # fmt: skip
            self._round(node, f"for {variable} in range({bounds}):", depth)
        for kept in (self.positions, self.within, self.around):
            kept.pop(node.index, None)
        for s in sums:
            own = self._spelled(s.name)
            self._emit(depth, f"{own}_sum += {own}_part")
            self.blocked.discard(s.name)

    def _ends(self, node: Loop) -> tuple[str, str]:
        """Bounds of a loop that is not the outermost one."""
        return self.bounds.get(node.index) or ("0", self._size_text(node.extent))

    def _round(self, node: Loop, head: str, depth: int) -> None:
        """The loop under its head."""
        self._emit(depth, head)
        if node.index in self.positions:
            self._emit(depth + 1, f"{self.positions[node.index]} = np.uintp({self.variables[node.index]})")
        line = self._position_in_block(node)
        if line is not None:
            self._emit(depth + 1, line)
        self._block(node.body, depth + 1)

    def _twice(self, node: Loop, head: str, depth: int) -> None:
        """The loop with vector mathematics, and again with the C library where an argument was too large for it."""
        reduced = [n.statement for n in node.body if isinstance(n, Compute) and n.statement.operator]
        running = [self._running(s) for s in reduced]
        running += [f"{self._spelled(s.name)}_nan" for s in reduced if self._notes_nan(s)]
        self._emit(depth, "far = False")
        for name in running:
            self._emit(depth, f"{name}_before = {name}")
        self.writer.far, self.writer.noted = "far", set()
        self._round(node, head, depth)
        self.writer.far = None
        self._emit(depth, "if far:")
        for name in running:
            self._emit(depth + 1, f"{name} = {name}_before")
        self._round(node, head, depth + 1)

    def _block_sums(self, node: Loop) -> list[Statement]:
        """float32 sums that run in this innermost loop."""
        if any(isinstance(n, Loop) for n in node.body) or (node.extent.op == "const" and node.extent.data <= 64):
            return []
        found = [n.statement for n in node.body if isinstance(n, Compute)]
        return [s for s in found if node.index in s.over and self._wide(s)]

    def _wide(self, s: Statement) -> bool:
        """Whether the running value is kept in float64 although the sum is float32 (and not one of a few taps)."""
        plain = s.operator == "sum" and s.accumulate == "float32" and s.slots is None
        return plain and not over_taps(s) and not self._in_memory(s)

    def _notes_nan(self, s: Statement) -> bool:
        """Whether a maximum is one of plain comparisons, and that there was a NaN is noted beside it.

        The order with NaN and signed zeros takes six instructions for each vector, and again in
        each step that joins the elements of the last one: much of a short row.
        """
        plain = s.operator in ("max", "min") and s.accumulate in VECTOR["largest"] and s.slots is None
        return plain and not set(s.over) & set(s.axes) and not self._in_memory(s)

    def _in_memory(self, s: Statement) -> bool:
        for node in walk(self.kernel.body):
            if isinstance(node, Begin) and node.statement.name == s.name:
                return bool(node.inner) or s.slots is not None
        return False

    def _whole(self, s: Statement) -> bool:
        """Whether an array is there with all its axes, in C order, and not a part of a block."""
        return s.name in self.buffers and s.name not in self.kernel.rows and self.kernel.window is None

    # --- statements ---

    def _target(self, s: Statement, names: Mapping[str, str] = MappingProxyType({})) -> str:
        kept: Sequence[int] = range(len(s.axes))
        name = self.placed.get(s.name, s.name)
        if name in self.kernel.rows:  # by position: an earlier stage may have had other names
            full = self.made[s.name].axes
            kept = [k for k, a in enumerate(full) if a in self.kernel.rows[s.name]]
        axes = [s.axes[k] for k in kept]
        slots = [names.get(a) or self.positions.get(a) or self.variables[a] for a in axes]
        slots = self._in_block(name, slots)
        return f"{self._spelled(self.shared.get(name, name))}[{', '.join(slots) or '()'}]"

    def _running(self, s: Statement) -> str:
        """Where the running value lives: the part of a block, a variable, or the array."""
        if s.name in self.blocked:
            return f"{self._spelled(s.name)}_part"
        return self._target(s) if self._in_memory(s) else f"{self._spelled(s.name)}_sum"

    def _begin(self, s: Statement, inner: Sequence[str], depth: int) -> None:
        own = self._spelled(s.name)
        if self._carried(s):
            if not inner:
                value = self._target(s)
                self._emit(depth, f"{own}_sum = {f'np.float64({value})' if self._wide(s) else value}")
        elif s.slots is not None:
            self._emit(depth, f"{own}.fill({self._identity(s)})")
        elif inner:
            # loops of its own: the names may be taken around here
            fills = {name: f"{self.variables[name]}_fill" for name in inner}
            for k, name in enumerate(inner):
                first, last = self.bounds.get(name) or ("0", self._size_text(s.extents[name]))
                self._emit(depth + k, f"for {fills[name]} in range({f'{first}, ' * (first != '0')}{last}):")
            self._emit(depth + len(inner), f"{self._target(s, fills)} = {self._identity(s)}")
        else:
            self._emit(depth, f"{own}_sum = {self._identity(s)}")
            if self._notes_nan(s):
                self._emit(depth, f"{own}_nan = False")
            if s.operator in ("argmax", "argmin"):
                self._emit(depth, f"{own}_at = -1")

    def _end(self, s: Statement, depth: int) -> None:
        if self._in_memory(s) or set(s.over) & set(s.axes):
            return
        own = self._spelled(self.taken_ahead.get(s.name, s.name))
        value = f"{own}_at" if s.operator in ("argmax", "argmin") else f"{own}_sum"
        if self._wide(s):
            value = f"np.float32({value})"
        if self._notes_nan(s):
            value = f"{literal(float('nan'), s.accumulate)} if {own}_nan else {value}"
        if s.name in self.kernel.scalars:
            self._emit(depth, f"{self._spelled(s.name)} = {value}")
            return
        self._emit(depth, f"{self._target(s)} = {value}")

    def _compute(self, s: Statement, depth: int) -> None:
        self.depth = depth
        for e in self._repeated(s.body):
            self._name_one(e)
        if s.operator is None:
            self._map(s, depth)
        elif s.slots is not None:
            self._scatter(s, depth)
        elif s.operator in ("argmax", "argmin"):
            self._position(s, depth)
        else:
            self._accumulate(s, depth)

    def _map(self, s: Statement, depth: int) -> None:
        value = self._bare(self.writer.text(s.body, s.accumulate))
        if s.name in self.kernel.scalars:
            self._emit(depth, f"{self._spelled(s.name)} = {value}")
            return
        read = ex.access(ex.tensor(s.name, len(s.axes), self.dtypes[s.name]), [ex.index(a) for a in s.axes])
        if any(s.name in _names(o.body) for o in self.kernel.statements):
            name = self._assign(value, s.accumulate)
            self.writer.known[read] = value = name
        self._emit(depth, f"{self._target(s)} = {value}")

    def _scatter(self, s: Statement, depth: int) -> None:
        assert s.slots is not None
        slots, tests = [], []
        for axis, slot in zip(s.axes, s.slots, strict=True):
            text = self.writer.integer(slot)
            same = slot.op == "index" and s.extents.get(slot.data[0]) is s.extents[axis]
            if not same:
                text = text if text.isidentifier() else self._assign(text, "int64")
                tests.append(f"0 <= {text} < {self._size_text(s.extents[axis])}")
            slots.append(self._place(slot, text))
        value = self._bare(self.writer.text(s.body, s.accumulate))
        if tests:
            self._emit(depth, f"if {' and '.join(tests)}:")
            depth += 1
        self._emit(depth, self.writer.joined(f"{self._spelled(s.name)}[{', '.join(slots)}]", "+", value, s.accumulate))


def _names(body: Expr) -> set[str]:
    return {n.data.name for n in ex.postorder(body) if n.op == "tensor"}


def _np_name(dtype: str) -> str:
    return "bool_" if dtype == "bool" else dtype
