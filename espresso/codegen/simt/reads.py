"""Array accesses of SIMT kernels: offsets, lengths, element types, parameters."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from espresso.codegen.common.scalar_code import ScalarWriter, bare
from espresso.codegen.loops.facts import Types
from espresso.codegen.simt.scalar import SimtWriter, _never_negative, index_arithmetic
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.ir.loops import Buffer
from espresso.system.half_precision import COMPUTED

if TYPE_CHECKING:
    from espresso.codegen.simt.statements import StatementWriter


class Reads:
    """Accesses of one kernel; collects the lengths and strides that become its parameters."""

    def __init__(
        self, kernel: StatementWriter, buffers: Mapping[str, Buffer], ranks: Mapping[str, int],
        dtypes: Mapping[str, str], roots: Sequence[Expr], wide: bool, strided: frozenset[str],
        moved: frozenset[str] = frozenset(),
    ) -> None:  # fmt: skip
        self.kernel, self.buffers, self.ranks, self.strided, self.moved = kernel, buffers, ranks, strided, moved
        self.steps = {n.data.name for n in ex.postorder(*roots) if _is_position(n)}
        self.dtypes = dict(dtypes)
        self.dialect = kernel.dialect
        types = Types(dtypes, roots)
        self._dtype = types.dtype
        self.writer = SimtWriter(kernel.dialect, types.dtype, types.weak, self._read, self.size, wide)
        self.writer.extremes = {n for n, buffer in buffers.items() if buffer.extreme}
        self.sizes: dict[Expr, str] = {}
        self.strides: dict[tuple[str, int], str] = {}
        self.places: dict[str, str] = {}  # numbers that change from step to step of a recurrence
        self.shapes: dict[str, tuple[Expr, ...]] = {}  # of arrays whose axes this kernel joins
        self.extra: list[str] = []  # arrays of parts
        self.before: list[str] = []  # what earlier parts of a scan add up to
        self.replaced: dict[Expr, str] = {}  # reads whose values are at hand, in a tile or a vector
        self.runs: dict[str, str] = {}  # arrays that are stored by runs of elements

    # --- lengths and offsets ---

    def size(self, e: Expr) -> str:
        """A length as text: a number, or a parameter of the kernel."""
        if e.op == "const":
            return repr(int(e.data))
        if e not in self.sizes:
            like = next((f"n_{i}" for i, extent in self.kernel.group.extents.items() if extent is e), None)
            if like is None:
                like = f"n_{e.args[0].data.name}_{e.data}" if e.op == "size" else "n"
            self.sizes[e] = self.kernel.names.new(like)
        return self.sizes[e]

    def shape(self, name: str) -> tuple[Expr, ...]:
        """The extents of an array."""
        if name in self.shapes:
            return self.shapes[name]
        if name in self.buffers:
            return self.buffers[name].shape
        rank = self.ranks[name]
        return tuple(ex.size(ex.tensor(name, rank), k) for k in range(rank))

    def _length(self, array: Expr, axis: int) -> Expr:
        name = array.data.name
        if name in self.shapes or name in self.buffers:
            return self.shape(name)[axis]
        return ex.size(array, axis)

    def flat(self, name: str, slots: Sequence[str], array: Expr | None = None, without: int | None = None) -> str:
        """The offset of an element as text; ``without`` leaves out an axis of the array."""
        if not slots:
            return "0"
        if without is not None:
            shape = [e for k, e in enumerate(self.shape(name)) if k != without]
            text = slots[0]
            for one, extent in zip(slots[1:], shape[1:], strict=True):
                text = f"{operand(text)}*{self.size(extent)} + {one}"
            return text
        if name in self.strided:
            return " + ".join(f"{operand(s)}*{self._stride(name, k)}" for k, s in enumerate(slots))
        text = slots[0]
        for k, slot in enumerate(slots[1:], 1):
            length = self.size(self._length(array, k) if array is not None else self.shape(name)[k])
            text = f"{operand(text)}*{length} + {slot}"
        return text

    def _stride(self, name: str, axis: int) -> str:
        like = f"{name}_stride_{axis}"
        if (name, axis) not in self.strides:
            self.strides[name, axis] = self.kernel.names.new(like)
        return self.strides[name, axis]

    # --- reads ---

    def _read(self, e: Expr, writer: ScalarWriter) -> str:
        if e.op == "size":
            return self.size(e)
        if e in self.replaced:
            return self.replaced[e]
        array = e.args[0]
        name = array.data.name
        if name in self.steps:
            return self.places.setdefault(name, self.kernel.names(name, "array"))
        kept = self.kernel.values.get(name)
        if kept is not None and e.data is None:
            return kept
        slots = [bare(self.writer.integer(s)) for s in e.args[1:]]
        text = self.load(name, self.flat(name, slots, array))
        if e.data is None:
            return text
        tests: list[str] = []
        for k, slot in enumerate(e.args[1:]):
            tests += self._tests(e, k, slot, slots[k])
        if not tests:
            return text
        return self.writer.choose(f"({' && '.join(tests)})", text, self.writer.literal(e.data, self._dtype(e)))

    def _tests(self, e: Expr, axis: int, slot: Expr, text: str) -> list[str]:
        """Comparisons that say that a position lies inside an axis."""
        length = self._length(e.args[0], axis)
        if slot.op == "index" and self.kernel.group.extents.get(slot.data[0]) is length:
            return []
        if not index_arithmetic(slot):  # data: compared in its own dtype
            text = bare(self.writer.text(slot))
        operand = f"({text})" if " " in text else text
        tests = [f"{operand} < {self.size(length)}"]
        if not (index_arithmetic(slot) and _never_negative(slot)) and not self._dtype(slot).startswith("uint"):
            tests.insert(0, f"0 <= {operand}")
        return tests

    def load(self, name: str, offset: str) -> str:
        """The element at an offset, as a value."""
        array, dtype = self.kernel.names(name, "array"), self.dtypes[name]
        if dtype in COMPUTED:
            return f"{self.special('_es_load', dtype)}({array}, {offset})"
        return f"({array}[{offset}] != 0)" if dtype == "bool" else f"{array}[{offset}]"

    def special(self, what: str, dtype: str) -> str:
        """A helper of the prelude for elements in memory."""
        self.writer.helpers.add(f"{what}_{dtype}")
        return f"{what}_{dtype}"

    # --- stores ---

    def store(self, name: str, slots: Sequence[str], value: str) -> str:
        """A store of a value, without the semicolon."""
        if name in self.runs:
            return f"{self.runs[name]} = {value}"
        return self.store_flat(name, self.flat(name, slots), value)

    def store_flat(self, name: str, offset: str, value: str) -> str:
        """A store at an offset."""
        if name not in self.kernel.group.writes and name not in self.extra:
            self.extra.append(name)
        array = self.kernel.names(name, "array")
        if self.dtypes[name] in COMPUTED:
            return f"{self.special('_es_store', self.dtypes[name])}({value}, {array}, {offset})"
        return f"{array}[{offset}] = {value}"

    def add(self, name: str, slots: Sequence[str], value: str, dtype: str) -> str:
        """An addition to an element that several threads may do at once."""
        helper = self.writer.helper("_es_atomic_add", dtype)
        return f"{helper}(&{self.kernel.names(name, 'array')}[{self.flat(name, slots)}], {value})"

    # --- parameters ---

    def arrays(self) -> tuple[str, ...]:
        """Arrays in the order of the parameters."""
        group = self.kernel.group
        every = dict.fromkeys([*group.reads, *self.before, *group.writes, *self.extra])
        return tuple(n for n in every if n not in self.steps)

    def parameters(self) -> list[str]:
        """The parameters of the kernel: arrays, lengths, strides, and what changes from step to step."""
        group, d = self.kernel.group, self.dialect
        texts = []
        written = {*group.writes, *self.extra}
        for name in self.arrays():
            template = d.pointer if name in written else d.constant
            kind = d.element_type(self.dtypes[name])
            texts.append(template.format(type=kind, name=self.kernel.names(name, "array")))
        kind = self.kernel.index_type
        texts += [f"const {kind} {n}" for n in (*self.sizes.values(), *self.strides.values())]
        for name in self.arrays():
            if name in self.moved and name not in self.places:
                self.places[name] = self.kernel.names.new(f"{name}_start")
        return [*texts, *(f"const {self.dialect.value_type('int64')} {n}" for n in self.places.values())]

    def begun(self) -> list[str]:
        """The first lines of the kernel: where moved arrays begin."""
        return [f"    {self.kernel.names(n, 'array')} += {p};" for n, p in self.places.items() if n in self.moved]


def _is_position(e: Expr) -> bool:
    """Whether this is the position of a step of a recurrence."""
    return e.op == "tensor" and "step" in e.data.structure


def operand(text: str) -> str:
    """Text in parentheses where it is more than one operand."""
    return f"({text})" if " " in text and bare(text) == text else text
