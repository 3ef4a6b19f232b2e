"""Statements of a SIMT kernel as lines of C: maps, running values, reductions inside a thread.

`kernel` writes the loops around them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager

from espresso.codegen.common.scalar_code import bare
from espresso.codegen.loops.hoisting import invariant, used_again, varying_nodes
from espresso.codegen.simt.collective import better
from espresso.codegen.simt.dialect import SIGNED_IN_C, Dialect, Names
from espresso.codegen.simt.reads import Reads, operand
from espresso.codegen.simt.scalar import index_arithmetic
from espresso.compiler.device.schedule import Group
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.ir.driver import identity
from espresso.ir.loops import Buffer, Statement

CHUNK = 64
"""Elements of a float32 sum that one thread adds before they join its total."""


class StatementWriter:
    """Lines, variables and statements of one kernel."""

    LOCALS: frozenset[str] = frozenset()  # variables that the text of a kind of kernel has anyway

    def __init__(
        self, group: Group, name: str, buffers: Mapping[str, Buffer], ranks: Mapping[str, int],
        dtypes: Mapping[str, str], dialect: Dialect, wide: bool, strided: frozenset[str], block: int,
        moved: frozenset[str] = frozenset(),
    ) -> None:  # fmt: skip
        self.group, self.name, self.dialect, self.block = group, name, dialect, block
        self.names = Names(self.LOCALS)
        self.made = {s.name: s for s in group.statements}
        roots = [e for s in group.statements for e in (s.body, *(s.slots or ()))]
        self.reads = Reads(self, buffers, ranks, dtypes, roots, wide, strided, moved)
        self.writer = self.reads.writer
        self.writer.assign = self._assign
        self.index_type = dialect.value_type("int64" if wide else "int32")
        self.lines: list[str] = []
        self.declared: list[str] = []  # lines where the kernel begins
        self.depth = 1
        self.shared: dict[tuple[str, str], str] = {}
        self.hops: dict[str, str] = {}  # how far indices go from one element of a lane to the next
        self.values: dict[str, str] = {}  # array -> variable that holds its element of this row and lane
        self.collective = group.reduces
        self.parts_names: dict[str, str] = {}  # reduced array -> buffer of its parts
        every = [*group.reads, *group.writes]
        for array in every:
            self.names(array, "array")
        for index in dict.fromkeys(i for s in group.statements for i in s.indices):
            self.writer.known[ex.index(index)] = self.names(index, "index")

    # --- lines and variables ---

    def emit(self, text: str) -> None:
        """One line at the depth where the writer is; nothing for a word that the dialect does not have."""
        if text.strip():
            self.lines.append("    " * self.depth + text)

    @contextmanager
    def braces(self, *heads: str) -> Iterator[None]:
        """What is written inside goes into braces behind each of these heads, the first one outermost."""
        for head in heads:
            self.emit(f"{head} {{".lstrip())
            self.depth += 1
        yield
        for _ in heads:
            self.depth -= 1
            self.emit("}")

    def otherwise(self, head: str = "") -> AbstractContextManager[None]:
        """The other branch of the ``if`` that was written last, or another ``if`` there."""
        assert self.lines.pop().strip() == "}"
        return self.braces(f"}} else {head}".rstrip())

    @contextmanager
    def unrolled(self, **counts: int) -> Iterator[None]:
        """Unrolled loops around what is written inside: variables and how far they count."""
        with ExitStack() as loops:
            for variable, count in counts.items():
                self.emit(self.dialect.unroll)
                loops.enter_context(self.braces(f"for (int {variable} = 0; {variable} < {count}; {variable} += 1)"))
            yield

    def over(self, variable: str, start: str, stop: str, step: object = 1) -> str:
        """The head of a loop over offsets."""
        return f"for ({self.index_type} {variable} = {start}; {variable} < {stop}; {variable} += {step})"

    def _of_the_block(self) -> list[str]:
        """Parameters of a function that one block calls: shared memory, this thread, and how many there are."""
        if not self.dialect.in_functions:
            return []
        pointer, kind = self.dialect.shared_pointer, self.dialect.value_type
        shared = [f"{pointer.format(type=kind(dtype))} {name}" for (dtype, _), name in self.shared.items()]
        return [*shared, "const int thread", "const int block"]

    def _share_out(self) -> None:
        """The threads of the one block as teams, like those that `launch.Geometry` makes."""
        lanes = dict.fromkeys("*".join(self.extent(n) for n in stage.loops) or "1" for stage in self.group.stages)
        rows = "*".join(self.extent(r) for r in self.group.rows)
        x, y, most = "x", "y", "block"
        if not rows:
            self.emit("const int threads_x = block, threads_y = 1;")
        else:
            if self.group.columns:
                many = self.names.new("many")
                self.emit(f"int {many} = 1;")
                self.emit(f"while ({many} < block && {many} < 32 && {many} < {rows}) {many} *= 2;")
                x, y, most = "y", "x", f"block/{many}"
            more = " || ".join(f"threads_{x} < {n}" for n in lanes)
            self.emit(f"int threads_{x} = 1;")
            self.emit(f"while (threads_{x} < {most} && ({more})) threads_{x} *= 2;")
            self.emit(f"const int threads_{y} = block/threads_{x};")
        self.emit("const int thread_x = thread % threads_x, thread_y = thread/threads_x;")

    def begin_indices(self, names: Sequence[str], last: str, start: str, stride: str) -> None:
        """The indices of the first element of a lane, the last one fastest, and how far each goes from one to the next.

        Whole numbers are divided here once, and nowhere in the loop.
        """
        for what, flat in (("", start), ("_hop", stride)):
            rest = operand(flat)
            for name in reversed(names):
                n = self.extent(name)
                n = n if n.isdigit() else f"({n} + ({n} == 0))"  # a loop of no elements comes here too
                text, rest = (rest if name == names[0] else f"{rest} % {n}"), f"{rest} / {n}"
                i = last if name == names[-1] else self.index(name)
                if what:
                    self.hops[name] = self.names.new(f"{i}_hop")
                variable = f"const {self.index_type} {self.hops[name]}" if what else f"{self.index_type} {i}"
                self.emit(f"{variable} = {bare(text)};")

    def next_indices(self, names: Sequence[str], last: str) -> None:
        """Those of the next element: a carry from each index to the one in front of it."""
        variables = [*(self.index(name) for name in names[:-1]), last]
        self.emit(" ".join(f"{i} += {self.hops[name]};" for i, name in zip(variables, names, strict=True)))
        for i, name, above in zip(variables[:0:-1], names[:0:-1], variables[-2::-1], strict=True):
            n = self.extent(name)
            self.emit(f"if ({i} >= {n}) {{ {i} -= {n}; {above} += 1; }}")

    def _assign(self, text: str, dtype: str) -> str:
        name = self.names.new("v")
        self.emit(f"const {self.dialect.value_type(dtype)} {name} = {bare(text)};")
        return name

    def index(self, name: str) -> str:
        """The variable of an index."""
        return self.writer.known[ex.index(name)]

    def extent(self, name: str) -> str:
        """The extent of an index as text."""
        return self.reads.size(self.group.extents[name])

    def scratch(self, dtype: str, what: str = "scratch") -> str:
        """Shared memory with one element for each thread of the block."""
        if (dtype, what) not in self.shared:
            self.shared[dtype, what] = self.names.new(f"{what}_{dtype}")
        return self.shared[dtype, what]

    def has_parts(self) -> bool:
        """Whether several blocks share a row."""
        return self.group.parts is not None or not self.collective

    # --- statements ---

    def _type(self, s: Statement) -> str:
        return self.dialect.value_type(s.accumulate)

    def _map(self, s: Statement, one_lane: bool = False) -> None:
        self.repeated(s.body)
        text = bare(self.writer.text(s.body, s.accumulate))
        self._keep(s, text, one_lane)

    def _keep(self, s: Statement, text: str, one_lane: bool = False) -> None:
        """A finished value: into a variable where it is read again, into memory where it is stored."""
        again = any(
            n.op == "access" and n.args[0].data.name == s.name
            for o in self.group.statements if o is not s for n in ex.postorder(o.body)
        )  # fmt: skip
        if again or s.name in self.group.registers:
            if not text.isidentifier():
                variable = self.names(s.name, "value")
                self.emit(f"const {self._type(s)} {variable} = {text};")
                text = variable
            self.values[s.name] = text
        if s.name not in self.group.registers:
            self._store(s, text, one_lane)

    def _store(self, s: Statement, text: str, one_lane: bool) -> None:
        tests = []
        if self.collective and self.group.rows:
            tests.append("active")
        if one_lane:
            tests.append("lane == 0")
            if self.has_parts() and self.group.parts is None:
                tests.append("part == 0")
        slots = [self.index(a) for a in s.axes]
        if one_lane and self.group.parts is not None:
            parts = self.parts_names[s.name]
            whole = self.reads.store(s.name, slots, text)
            flat = self.reads.flat(s.name, slots)
            piece = self.reads.store_flat(parts, _of_part(flat), text)
            self.emit(f"if ({' && '.join(tests)}) {{")
            self.emit(f"    if (parts == 1) {whole};")
            self.emit(f"    else {piece};")
            self.emit("}")
            return
        line = self.reads.store(s.name, slots, text) + ";"
        self.emit(f"if ({' && '.join(tests)}) {line}" if tests else line)

    def _two_levels(self, s: Statement) -> bool:
        return s.operator == "sum" and s.accumulate in ("float32", "complex64")

    def _identity(self, s: Statement) -> str:
        return self.writer.literal(identity(str(s.operator), s.accumulate), s.accumulate)

    def _begin(self, s: Statement) -> None:
        """The running value of a reduction."""
        running = self.names.new(f"{s.name}_{str(s.operator).removeprefix('arg')}")
        self.values[s.name] = running
        self.emit(f"{self._type(s)} {running} = {bare(self._identity(s))};")
        if s.operator in ("argmax", "argmin"):
            self.values[f"{s.name} at"] = place = self.names.new(f"{s.name}_at")
            self.emit(f"{self.dialect.value_type('int64')} {place} = -1;")

    def _accumulate(self, s: Statement) -> None:
        running, operator = self.values[s.name], str(s.operator)
        if operator in ("argmax", "argmin"):
            self._position(s)
            return
        value = self.writer.text(s.body, "bool" if operator in ("any", "all") else s.accumulate)
        if operator == "prod" and s.accumulate.startswith("complex"):
            self.emit(f"{running} = {self.writer.multiply(running, value, s.accumulate)};")
            return
        if operator in ("sum", "prod") and s.accumulate not in ("bool", *SIGNED_IN_C):
            self.emit(f"{running} {'+' if operator == 'sum' else '*'}= {bare(value)};")
            return
        if operator in ("max", "min") and s.accumulate != "bool":
            self.writer.helper(f"_es_{operator}imum", s.accumulate)
            self.emit(f"{running} = _es_{operator}imum_{s.accumulate}({running}, {bare(value)});")
            return
        self.emit(f"{running} = {self.writer.joined(operator, running, value, s.accumulate)};")

    def _position(self, s: Statement) -> None:
        value = self._assign(self.writer.text(s.body, s.accumulate), s.accumulate)
        best, at = self.values[s.name], self.values[f"{s.name} at"]
        wide = self.dialect.value_type("int64")
        text = f"({wide}){self.index(s.over[0])}"
        for name in s.over[1:]:
            text = f"({text})*{self.extent(name)} + {self.index(name)}"
        place = self.names.new("place")
        self.emit(f"const {wide} {place} = {text};")
        self.emit(f"if ({better(str(s.operator), value, place, best, at, s.accumulate)}) {{")
        self.emit(f"    {best} = {value};")
        self.emit(f"    {at} = {place};")
        self.emit("}")

    def _finish(self, s: Statement) -> None:
        """The lanes join their running values; one of them stores the result."""
        running, operator = self.values[s.name], str(s.operator)
        scratch = self.scratch(s.accumulate)
        name = self.writer.helper(f"_es_team_{operator}", s.accumulate)
        if operator in ("argmax", "argmin"):
            at, places = self.values.pop(f"{s.name} at"), self.scratch("int64", "places")
            self.emit(f"{at} = {name}({running}, {at}, {scratch}, {places}, lane, lanes, at, step);")
            if self.group.parts is not None:
                self.emit(f"{running} = {scratch}[at - lane*step];")
                self.emit(self.dialect.barrier)  # before the next row writes there
                self._store_pair(s, running, at)
                return
            running = at
        else:
            self.emit(f"{running} = {name}({running}, {scratch}, lane, lanes, at, step);")
        self.values[s.name] = running
        if s.name not in self.group.registers:
            self._store(s, running, one_lane=True)

    def _store_pair(self, s: Statement, best: str, at: str) -> None:
        """Value and place of a split argmax: the second group takes the best of the parts."""
        self._store(s, at, one_lane=True)
        slots = [self.index(a) for a in s.axes]
        flat = self.reads.flat(s.name, slots)
        values = self.reads.store_flat(f"{self.parts_names[s.name]}_value", _of_part(flat), best)
        active = "active && " if self.group.rows else ""
        self.emit(f"if ({active}lane == 0 && parts > 1) {values};")

    def _serial(self, s: Statement) -> None:
        """A reduction inside one thread."""
        self._begin(s)
        self.hoist([s], set(s.over))
        known = dict(self.writer.known)
        *outer, last = s.over
        heads = [self.over(self.index(name), "0", self.extent(name)) for name in outer]
        i, count = self.index(last), self.extent(last)
        extent = self.group.extents[last]
        small = extent.op == "const" and extent.data <= CHUNK
        total = self.values[s.name]
        levels = self._two_levels(s) and (not small or bool(outer))
        start, stop, lines = "0", count, list[str]()
        if levels and not small:
            start, stop = self.names.new(f"{i}_first"), self.names.new(f"{i}_stop")
            heads.append(self.over(start, "0", count, CHUNK))
            far = f"{start} + {CHUNK}"
            lines.append(f"const {self.index_type} {stop} = {far} < {count} ? {far} : {count};")
        if levels:
            self.values[s.name] = self.names.new(f"{s.name}_part")
            lines.append(f"{self._type(s)} {self.values[s.name]} = {self._identity(s)};")
        with self.braces(*heads):
            for line in lines:
                self.emit(line)
            if small and extent.data <= 16:
                self.emit(self.dialect.unroll)
            with self.braces(self.over(i, start, stop)):
                self.repeated(s.body)
                self._accumulate(s)
                self.writer.known = known
            if levels:
                self.emit(f"{total} += {self.values[s.name]};")
                self.values[s.name] = total
        place = self.values.pop(f"{s.name} at", None)
        self._keep(s, place or total)

    def _scatter(self, s: Statement) -> None:
        """An element is added where the data say, if that lies inside."""
        assert s.slots is not None
        slots, tests = [], []
        for axis, slot in zip(s.axes, s.slots, strict=True):
            if slot.op == "index":
                slots.append(self.index(slot.data[0]))
                continue
            dtype = self.writer.dtype_of(slot)
            text = self._assign(self.writer.text(slot), dtype)
            tests.append(f"{text} < {self.extent(axis)}" if dtype.startswith("uint")
                         else f"0 <= {text} && {text} < {self.extent(axis)}")  # fmt: skip
            slots.append(self.writer.convert(text, dtype, self.writer.offset))
        self.repeated(s.body)
        value = bare(self.writer.text(s.body, s.accumulate))
        line = self.reads.add(s.name, slots, value, s.accumulate)
        self.emit(f"if ({' && '.join(tests)}) {line};" if tests else f"{line};")

    # --- values written once ---

    def hoist(self, statements: Sequence[Statement], inside: set[str]) -> None:
        """Values that do not change with the indices ``inside`` get variables in front of the loop."""
        inside = inside | {
            o for s in statements if s.operator is not None and s.name not in self.group.carried for o in s.over
        }
        made = {s.name for s in statements}
        for s in statements:
            for root in (s.body, *(s.slots or ())):
                for e, _ in invariant(root, varying_nodes(root, inside, made), self.writer.known, self._worth_a_name):
                    self.repeated(e)
                    self._name(e)

    def _worth_a_name(self, e: Expr) -> bool:
        if e.op == "access":
            return e.args[0].data.name not in self.values
        if e.op != "call" or e.data == "stop_gradient":
            return False
        return any(n.op in ("access", "index") for n in ex.postorder(e)) and not index_arithmetic(e)

    def _name(self, e: Expr) -> None:
        if e in self.writer.known or e.op in ("const", "index", "size", "tensor"):
            return
        text = self.writer.text(e)
        self.writer.known[e] = text if text.isidentifier() else self._assign(text, self.writer.dtype_of(e))

    def repeated(self, root: Expr) -> None:
        """Variables for nodes below ``root`` that are used more than once, inner first."""
        for e in used_again(root, self.writer.known):
            if not index_arithmetic(e) and (e.op != "access" or e.args[0].data.name not in self.values):
                self._name(e)


def _of_part(flat: str) -> str:
    """The place of a part among those of one element."""
    return f"{operand(flat)}*parts + part" if flat != "0" else "part"
