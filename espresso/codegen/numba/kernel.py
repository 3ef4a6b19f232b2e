"""One kernel of the loop IR as the text of one numba function, after its loop transformations (`loops.schedule`).

Running values are local variables; values are written where the kernel names them, each once.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

from espresso.codegen.common.cpu_scalar import NARROW, CpuWriter
from espresso.codegen.common.kernel_writer import spellings
from espresso.codegen.common.scalar_code import ScalarWriter, bare, literal
from espresso.codegen.loops.facts import Facts
from espresso.codegen.loops.peeling import is_plain
from espresso.codegen.loops.schedule import scheduled
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.ir import nests as ir
from espresso.ir.driver import identity
from espresso.ir.loops import Buffer, Kernel, Statement
from espresso.mathematics.vector_math import FUNCTIONS as VECTOR
from espresso.system.locks import cached_property

SQUARE = 256
"""Elements along the rows that a tile of a plain transposed copy reads, where numba compiles it."""


class CpuKernel:
    """Writer of one kernel; ``source()`` is the text, ``arguments`` what it takes."""

    def __init__(
        self, kernel: Kernel, buffers: Mapping[str, Buffer], dtypes: Mapping[str, str], sizes: Mapping[Expr, str],
        shared: Mapping[str, str] = MappingProxyType({}),
    ) -> None:  # fmt: skip
        """``shared`` names results that lie where an array lies that the kernel reads (`liveness.in_place`)."""
        self.facts = facts = Facts(kernel, buffers, dtypes, shared)
        self.kernel, self.buffers, self.sizes = scheduled(kernel, facts), buffers, sizes
        self.made, self.placed, self.shared = facts.made, facts.placed, facts.shared
        self.helpers: set[str] = set()
        self.used_sizes: dict[str, Expr] = {}
        self.writer = CpuWriter(facts.dtype, facts.weak, self._read, self.helpers)
        self.writer.extremes = {n for n, buffer in buffers.items() if buffer.extreme}
        self.lines: list[str] = []
        self.count = 0
        self.depth = 1
        self.around: dict[str, Expr] = {}  # index -> extent of the loop that is being written
        self.positions: dict[str, str] = {}  # index -> its loop variable as an unsigned number
        self.unchecked: frozenset[Expr] = frozenset()  # reads that need no tests where the text now stands
        self.writer.assign = self._assign
        self.writer.note = lambda text: self._emit(self.depth, text)
        nodes = list(ir.walk(self.kernel.body))
        loops = [n.index for n in ir.walk(kernel.body) if isinstance(n, ir.Loop)]
        arrays = list(dict.fromkeys([*dtypes, *buffers, *self.made]))
        self.spelled = spellings(arrays, sizes.values())
        taken = {*arrays, *self.spelled.values(), *sizes.values()}
        inside = [i for s in kernel.statements for i in s.indices]
        filled = [i for n in nodes if isinstance(n, ir.Begin) for i in n.inner]  # may be indices of no loop
        self.variables = spellings([*loops, *inside, *filled, *kernel.parameters], taken)
        for name in {**self.variables, **{n.index: "" for n in nodes if isinstance(n, ir.Loop | ir.Let)}}:
            self.writer.known[ex.index(name)] = self._variable(name)
        for name in kernel.parameters:
            self.positions[name] = f"np.uintp({self.variables[name]})"
        self.tiles = {n.name: n for n in nodes if isinstance(n, ir.Tile)}
        ended = [n.statement.name for n in nodes if isinstance(n, ir.End)]
        self.scalars = kernel.scalars.union(name for name in (*ended, *self.made) if isinstance(name, ir.Local))
        self.scalars |= {ir.local(name, "sum") for name in self.made}  # running values
        window = kernel.window
        self.roles = window.roles if window is not None else ()
        self.starts: dict[str, tuple[str | None, ...]] = {name: t.start for name, t in self.tiles.items()}
        """Arrays that hold a part: for each axis the local integer at which it begins."""
        for name, axes in window.local.items() if window is not None else ():
            self.starts[name] = tuple(None if role is None else ir.local(role, "from") for role in axes)

    # --- names ---

    def _variable(self, name: str) -> str:
        """A loop variable or a local integer."""
        return self._made_up(name, self._variable) if isinstance(name, ir.Local) else self.variables[name]

    def _spelled(self, array: str) -> str:
        return self._made_up(array, self._spelled) if isinstance(array, ir.Local) else self.spelled[array]

    @staticmethod
    def _made_up(name: ir.Local, spell: Callable[[str], str]) -> str:
        return f"{spell(name.base)}_{name.purpose}" if name.base else name.purpose

    def _bound(self, e: Expr) -> str:
        return ir.bound_text(e, self._leaf)

    def _leaf(self, e: Expr) -> str:
        if e.op == "const":
            return repr(e.data)
        if e.op == "index":
            return self._variable(e.data[0])
        if e.op == "size":
            return self._size(e)
        (inner,) = e.args
        if e.data == "extent":
            return self._size(inner)
        return self._length(inner.args[0], inner.data) if e.data == "shape" else self.writer.integer(inner)

    def _wrapped(self, e: Expr) -> str:
        """A sum of integers of the data, as a signed number: it wraps around."""
        texts = []
        for term in e.args if ex.is_call(e, "add") else [e]:
            factors = term.args if ex.is_call(term, "mul") else [term]
            texts.append("*".join(f"np.uint64({self._bound(f)})" for f in factors))
        return f"np.int64({' + '.join(texts)})"

    # --- reads ---
    def _size(self, e: Expr) -> str:
        name = self.sizes[e]
        self.used_sizes[name] = e
        return name

    def _read(self, e: Expr, writer: ScalarWriter) -> str:
        if e.op == "size":
            return self._size(e)
        name = e.args[0].data.name
        if name in self.scalars:
            return self._spelled(name)
        free = e in self.unchecked
        slots = [
            bare(self._unwrapped(s) if free and not is_plain(s, self.facts.dtype) else writer.integer(s))
            for s in e.args[1:]
        ]
        name = self.placed.get(name, name)
        kept = self._kept(name) or range(len(slots))
        if not slots or self._kept(name) == []:
            own = self._spelled(name)
            return f"{own}_value" if name not in self.buffers or name in self.kernel.reads else f"{own}[()]"
        places = self._subscripts(name, [(slots[k], self._subscript(e.args[1 + k], slots[k])) for k in kept])
        text = f"{self._spelled(self.shared.get(name, name))}[{', '.join(places)}]"
        if e.data is None:
            return text
        outside = [k for k in kept if not (slots[k].isidentifier() and self.facts.is_inside(e, k, self.around))]
        if free or not outside:
            return text
        inner = [f"({s})" if " if " in s else s for s in slots]
        tests = [f"0 <= {inner[k]} < {self._length(e.args[0], k)}" for k in outside]
        return f"({text} if {' and '.join(tests)} else {literal(e.data, self.facts.dtype(e))})"

    def _subscript(self, slot: Expr, text: str) -> str:
        """A subscript: unsigned where LLVM cannot see that it is not negative.

        numba counts negative subscripts from the end; that choice, made again at each
        element, keeps the loop from being vectorised.
        """
        if slot.op == "index":
            return self.positions.get(slot.data[0], text)
        return text if text.isdigit() else f"np.uintp({text})"

    def _subscripts(self, array: str, places: Sequence[tuple[str, str]]) -> list[str]:
        """Places, each as a signed and as an unsigned number, counted from where a part of an array begins."""
        starts = [*self.starts.get(array, ()), *[None] * len(places)]
        return [
            place if start is None else f"np.uintp({signed} - {self._variable(start)})"
            for (signed, place), start in zip(places, starts, strict=False)
        ]

    def _kept(self, array: str) -> list[int] | None:
        """The axes of an array of which only some are there: by position, an earlier stage may have had other names."""
        if array not in self.kernel.rows:
            return None
        return [k for k, a in enumerate(self.made[array].axes) if a in self.kernel.rows[array]]

    def _unwrapped(self, slot: Expr) -> str:
        """A position inside its array as a sum with 64 bits, which does not wrap there."""
        name = self.writer.known.get(slot)
        if name is not None:
            return f"np.int64({name})" if self.facts.dtype(slot) in NARROW else name
        if slot.op != "call":
            return self.writer.integer(slot)
        texts = [self._unwrapped(a) for a in slot.args]
        return f"({' + '.join(texts)})" if slot.data == "add" else f"{texts[0]}*{texts[1]}"

    def _length(self, array: Expr, axis: int) -> str:
        name = array.data.name
        if name in self.kernel.rows:  # of which only some axes are there
            return self._size_text(self.buffers[name].shape[axis])
        return f"{self._spelled(self.shared.get(name, name))}.shape[{axis}]"

    # --- structure ---

    def source(self, comments: Sequence[str]) -> str:
        """Text of the function, without its decorator; the comments say what it computes."""
        for name, dtype, extents in self.rows:
            self._empty(name, dtype, ", ".join(map(self._size_text, extents)) + ",")
        for t in self.tiles.values():
            self._empty(t.name, t.dtype, ", ".join(map(str, t.shape)))
        self._block(self.kernel.body, 1)
        arrays = [*self.kernel.reads, *(n for n in self.kernel.writes if n not in self.shared)]
        names = [f"{self._spelled(n)}_value" if self._is_scalar_argument(n) else self._spelled(n) for n in arrays]
        self.arguments = arrays
        bounds = ["start", "stop"] if self.facts.kernel.outer is not None else []
        ends = [self._variable(ir.local(role, end)) for role in self.roles for end in ("from", "to")]
        others = [*names, *sorted(self.used_sizes), *(self.variables[n] for n in self.kernel.parameters), *ends]
        head = f"def {self.kernel.name}({', '.join([*bounds, *others])}):"
        return "\n".join([head, *(f"    {line}" for line in comments), *self.lines])

    def _empty(self, name: str, dtype: str, dims: str) -> None:
        self._emit(1, f"{self._spelled(name)} = np.empty(({dims}), np.{'bool_' if dtype == 'bool' else dtype})")

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

    def _assign(self, text: str, dtype: str) -> str:
        self.count += 1
        name = f"v{self.count}"
        self._emit(self.depth, f"{name} = {bare(text)}")
        return name

    @property
    def rows(self) -> list[tuple[str, str, list[Expr]]]:
        """Name, dtype and extents of each array that one run of the kernel keeps for itself, and in no result."""
        apart = [(n, kept) for n, kept in self.kernel.rows.items() if n not in self.placed]
        return [(n, self.buffers[n].dtype, [self.made[n].extents[a] for a in kept]) for n, kept in apart]

    def _size_text(self, e: Expr) -> str:
        return repr(e.data) if e.op == "const" else self._size(e)

    def _block(self, body: Sequence[ir.Node], depth: int) -> None:
        saved = dict(self.writer.known)
        for node in body:
            self.depth = depth
            if isinstance(node, ir.Loop):
                (self._twice if node.checked else self._loop)(node, depth)
            elif isinstance(node, ir.Let):
                text = self._wrapped(node.value) if node.wraps else self._bound(node.value)
                self._emit(depth, f"{self._variable(node.index)} = {text}")
                self._inside(node, depth)
            elif isinstance(node, ir.If):
                self._emit(depth, f"if {self._bound(node.condition)}:")
                self._block(node.body, depth + 1)
            elif isinstance(node, ir.Begin):
                self._begin(node, depth)
            elif isinstance(node, ir.End):
                self._end(node.statement, depth)
            elif isinstance(node, ir.Compute):
                self._compute(node.statement, depth)
            elif isinstance(node, ir.Assign):
                self._name(node)
            elif isinstance(node, ir.Transpose):
                self._transpose(node, depth)
        self.writer.known = saved

    def _loop(self, node: ir.Loop, depth: int) -> None:
        start, stop = ("0" if node.start is None else self._bound(node.start)), self._stop(node)
        bounds = [stop] if start == "0" and node.step == 1 and not node.few else [start, stop]
        steps = [str(node.step)] if node.few or node.step != 1 else []  # a step of 1 tells the compiler of few turns
        self._emit(depth, f"for {self._variable(node.index)} in range({', '.join([*bounds, *steps])}):")
        before, self.unchecked = self.unchecked, self.unchecked | node.inside
        self._inside(node, depth + 1, start != "0")
        self.unchecked = before

    def _inside(self, node: ir.Loop | ir.Let, depth: int, unsigned: bool = True) -> None:
        """The body of a loop or of a local integer; it is unsigned in subscripts where it need not start at 0."""
        name = node.index
        if node.extent is not None:
            self.around[name] = node.extent
        if unsigned and node.extent is not None and any(_uses(s, name) for s in ir.computed(node.body)):
            variable = self._variable(name)
            self.positions[name] = f"{variable}_at"
            self._emit(depth, f"{variable}_at = np.uintp({variable})")
        self._block(node.body, depth)
        self.positions.pop(name, None)
        self.around.pop(name, None)

    def _stop(self, node: ir.Loop) -> str:
        return self._size_text(node.extent) if node.stop is None else self._bound(node.stop)

    def _twice(self, node: ir.Loop, depth: int) -> None:
        """The loop with vector mathematics, and again with the C library where an argument was too large for it."""
        reduced = [s for s in ir.computed(node.body) if s.operator]
        running = [self._running(s) for s in reduced]
        running += [f"{self._spelled(s.name)}_nan" for s in reduced if self._notes_nan(s)]
        self._emit(depth, "far = False")
        for name in running:
            self._emit(depth, f"{name}_before = {name}")
        self.writer.far, self.writer.noted = "far", set()
        self._loop(node, depth)
        self.writer.far = None
        self._emit(depth, "if far:")
        for name in running:
            self._emit(depth + 1, f"{name} = {name}_before")
        self._loop(node, depth + 1)

    def _name(self, node: ir.Assign) -> None:
        """A value that is written where it stands from here on."""
        if node.product is not None:
            others = [a for a in node.product.args if a not in node.value.args]
            self.writer.regrouped[node.product] = others, node.value
            return
        text = self.writer.text(node.value)
        self.writer.known[node.value] = (
            text if text.isidentifier() else self._assign(text, self.facts.dtype(node.value))
        )

    def _transpose(self, node: ir.Transpose, depth: int) -> None:
        """Loops that a native program turns into one call for squares in registers (`llvm.emit.transposed_loops`)."""
        pair = [(n, self._variable(n.index)) for n in (node.outer, node.inner)]
        heads = [(v, "0" if n.start is None else self._bound(n.start), self._stop(n)) for n, v in pair]
        if node.tiled:
            inner = [(v, f"{v}_tile", f"min({v}_tile + {SQUARE}, {stop})") for v, _, stop in heads]
            heads = [*((f"{v}_tile", start, f"{stop}, {SQUARE}") for v, start, stop in heads), *inner]
        for name, start, stop in heads:
            self._emit(depth, f"for {name} in range({start}, {stop}):")
            depth += 1
        saved = dict(self.positions)
        self.positions |= {n.index: f"np.uintp({v})" for n, v in pair}
        self._emit(depth, f"{self._target(node.statement)} = {self._read(node.statement.body, self.writer)}")
        self.positions = saved

    # --- statements ---

    def _notes_nan(self, s: Statement) -> bool:
        """Whether a maximum is one of plain comparisons, and that there was a NaN is noted beside it.

        The order with NaN and signed zeros takes six instructions for each vector, and again in
        each step that joins the elements of the last one: much of a short row.
        """
        plain = s.operator in ("max", "min") and s.accumulate in VECTOR["largest"] and s.slots is None
        return plain and bool(s.over) and not set(s.over) & set(s.axes) and not self.facts.in_memory(s)

    def _target(self, s: Statement, names: Mapping[str, str] = MappingProxyType({})) -> str:
        """The element that a statement writes; ``names`` are other subscripts of its axes."""
        name = self.placed.get(s.name, s.name)
        kept = self._kept(name)
        axes = s.axes if kept is None else [s.axes[k] for k in kept]
        signed = [names.get(a) or self._variable(a) for a in axes]
        places = [names.get(a) or self.positions.get(a) or v for a, v in zip(axes, signed, strict=True)]
        slots = self._subscripts(name, list(zip(signed, places, strict=True)))
        return f"{self._spelled(self.shared.get(name, name))}[{', '.join(slots) or '()'}]"

    def _running(self, s: Statement) -> str:
        """Where the running value lives: in a variable, or in the array."""
        own = self._spelled(s.name)
        return self._target(s) if self.facts.in_memory(s) else f"{own}_sum" if s.name in self.made else own

    def _identity(self, s: Statement) -> str:
        kind = "float64" if self.facts.is_wide(s) else s.accumulate
        return literal(identity(str(s.operator), s.accumulate), kind)

    def _begin(self, node: ir.Begin, depth: int) -> None:
        s, inner = node.statement, node.inner
        own, running = self._spelled(s.name), self._running(s)
        if self.kernel.window is not None and s.name in self.kernel.window.carried:  # goes on from what its array holds
            if not inner:
                value = self._target(s)
                if self._notes_nan(s):
                    self._emit(depth, f"{own}_nan = {value} != {value}")
                    value = f"{self._identity(s)} if {own}_nan else {value}"
                self._emit(depth, f"{running} = {f'np.float64({value})' if self.facts.is_wide(s) else value}")
        elif s.slots is not None:
            self._emit(depth, f"{own}.fill({self._identity(s)})")
        elif inner:
            # loops of its own: the names may be taken around here
            fills = {name: f"{self.variables[name]}_fill" for name in inner}
            for k, name in enumerate(inner):
                ends = [f"{self.variables[name]}_{end}" for end in ("from", "to")]
                bounds = ", ".join(ends) if name in self.roles else self._size_text(s.extents[name])
                self._emit(depth + k, f"for {fills[name]} in range({bounds}):")
            self._emit(depth + len(inner), f"{self._target(s, fills)} = {self._identity(s)}")
        elif node.first:
            self._emit(depth, f"{running} = {self._value(s)}")
        else:
            self._emit(depth, f"{running} = {self._identity(s)}")
            if self._notes_nan(s):
                self._emit(depth, f"{own}_nan = False")
            if s.operator in ("argmax", "argmin"):
                self._emit(depth, f"{own}_at = -1")

    def _end(self, s: Statement, depth: int) -> None:
        if self.facts.in_memory(s) or set(s.over) & set(s.axes):
            return
        own = self._spelled(s.name)
        value = f"{own}_at" if s.operator in ("argmax", "argmin") else self._running(s)
        if self.facts.is_wide(s):
            value = f"np.float32({value})"
        if self._notes_nan(s):
            value = f"{literal(float('nan'), s.accumulate)} if {own}_nan else {value}"
        place = own if s.name in self.scalars else self._target(s)
        if value != place:
            self._emit(depth, f"{place} = {value}")

    def _compute(self, s: Statement, depth: int) -> None:
        if s.operator is None:
            self._map(s, depth)
        elif s.slots is not None:
            self._scatter(s, depth)
        elif s.operator in ("argmax", "argmin"):
            self._position(s, depth)
        else:
            running = self._running(s)
            self._join(s, running, self._value(s), depth)
            if set(s.over) & set(s.axes):
                self._emit(depth, f"{self._spelled(s.name) if s.name in self.scalars else self._target(s)} = {running}")

    def _value(self, s: Statement) -> str:
        return bare(self.writer.text(s.body, "bool" if s.operator in ("any", "all") else s.accumulate))

    def _map(self, s: Statement, depth: int) -> None:
        value = self._value(s)
        if s.name in self.scalars:
            self._emit(depth, f"{self._spelled(s.name)} = {value}")
            return
        for read in self.facts.named_reads(s):
            self.writer.known[read] = value = self._assign(value, s.accumulate)
        self._emit(depth, f"{self._target(s)} = {value}")

    def _join(self, s: Statement, running: str, value: str, depth: int) -> None:
        """One more value of a reduction."""
        operator = str(s.operator)
        if operator in ("sum", "cumsum", "reverse_cumsum"):
            self._emit(depth, self.writer.joined(running, "+", value, s.accumulate))
        elif operator in ("prod", "cumprod"):
            self._emit(depth, self.writer.joined(running, "*", value, s.accumulate))
        elif self._notes_nan(s):
            value = value if value.isidentifier() else self._assign(value, s.accumulate)
            helper = VECTOR["largest" if operator == "max" else "smallest"][s.accumulate]
            self.helpers.add(helper)
            self._emit(depth, f"{running} = {helper}({running}, {value})")
            nan = f"{self._spelled(s.name)}_nan"
            self._emit(depth, f"{nan} = {nan} | ({value} != {value})")
        elif operator in ("max", "min") and s.accumulate != "bool":
            helper = VECTOR[f"{operator}imum"].get(s.accumulate, f"_es_{operator}imum")
            self.helpers.add(helper)
            self._emit(depth, f"{running} = {helper}({running}, {value})")
        else:
            symbol = "|" if operator in ("any", "max") else "&"
            self._emit(depth, f"{running} = {running} {symbol} ({value})")

    def _position(self, s: Statement, depth: int) -> None:
        value = self._assign(self.writer.text(s.body, s.accumulate), s.accumulate)
        own = self._spelled(s.name)
        best, at = f"{own}_sum", f"{own}_at"
        symbol = ">" if s.operator == "argmax" else "<"
        nan = f" or ({value} != {value} and {best} == {best})" if s.accumulate.startswith("float") else ""
        self._emit(depth, f"if {at} < 0 or {value} {symbol} {best}{nan}:")
        position = self.variables[s.over[0]]
        for name in s.over[1:]:
            position = f"({position})*{self._size_text(s.extents[name])} + {self.variables[name]}"
        self._emit(depth + 1, f"{best} = {value}")
        self._emit(depth + 1, f"{at} = {position}")

    def _scatter(self, s: Statement, depth: int) -> None:
        assert s.slots is not None
        slots, tests = [], []
        for axis, slot in zip(s.axes, s.slots, strict=True):
            text = self.writer.integer(slot)
            same = slot.op == "index" and s.extents.get(slot.data[0]) is s.extents[axis]
            if not same:
                text = text if text.isidentifier() else self._assign(text, "int64")
                tests.append(f"0 <= {text} < {self._size_text(s.extents[axis])}")
            slots.append(self._subscript(slot, text))
        value = bare(self.writer.text(s.body, s.accumulate))
        if tests:
            self._emit(depth, f"if {' and '.join(tests)}:")
            depth += 1
        self._emit(depth, self.writer.joined(f"{self._spelled(s.name)}[{', '.join(slots)}]", "+", value, s.accumulate))


def _uses(s: Statement, index: str) -> bool:
    return index in s.axes or any(index in e.free for e in (s.body, *(s.slots or ())))
