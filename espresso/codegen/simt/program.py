"""A program as SIMT kernels: CUDA C or OpenCL C from one emitter, and how to launch them.

``simt_program`` turns every loop tree into groups (`schedule`), every group into a kernel
(`kernel`), and adds the second stages of split reductions.  The result is plain data:
a runtime compiles ``source`` once and launches ``steps`` in order.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import field, replace
from typing import Any

from espresso.codegen.simt import one_block as blocks
from espresso.codegen.simt.cost.cost import Cost, call_cost, group_cost, on_cores, stream_cost
from espresso.codegen.simt.cost.instructions import product_instructions, products_of, stream_instructions
from espresso.codegen.simt.dialect import DIALECTS, Dialect, Names, in_functions
from espresso.codegen.simt.kernel import GroupWriter
from espresso.codegen.simt.launch import Geometry, Launch, OneBlock, TileGeometry
from espresso.codegen.simt.prelude import prelude
from espresso.codegen.simt.rows.carried_sums import carries, of_teams, teams_of
from espresso.codegen.simt.statements import StatementWriter
from espresso.codegen.simt.tiled.pairs import writer_of
from espresso.codegen.simt.tiled.products import MICRO, ContractionWriter, merged, oriented, parts_of, thread_grid
from espresso.codegen.simt.tiled.transpose import SIDE, TransposeWriter, turning
from espresso.compiler.device.schedule import (
    Group,
    Stage,
    as_product,
    gathered,
    groups_of,
    lanes_cooperate,
    product,
    single,
)
from espresso.compiler.loops.order import loop_order
from espresso.compiler.matching.pair_passes import PairPass
from espresso.errors import TargetError
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.formulas.printing.escapes import comment
from espresso.ir.calls import Contraction, LibraryCall, PackedContraction
from espresso.ir.loops import SCANS, Buffer, Kernel, Program, Statement
from espresso.kernels.packed_gemm.engine import as_packed
from espresso.records import dataclass
from espresso.system.half_precision import COMPUTED, computed

BLOCK = 256
"""Threads of a block, a power of two."""


@dataclass(frozen=True)
class SimtKernel:
    """One kernel: its text, its arguments in order, and the geometry of its launch.

    The arguments are the arrays (as pointers), then ``sizes`` and ``strides`` as int32
    (int64 in a wide program), then ``places`` as int64: for the name of a moved array its first element,
    for that of a position the number itself.
    """

    name: str
    source: str
    arguments: tuple[str, ...]
    sizes: tuple[Expr, ...]
    strides: tuple[tuple[str, int], ...]
    reads: tuple[str, ...]
    writes: tuple[str, ...]
    geometry: Geometry | TileGeometry | OneBlock
    places: tuple[str, ...] = ()
    formula: str = ""
    schedule: Group | Contraction | PairPass | None = None  # what the text is written from
    kept: frozenset[Expr] = frozenset()  # reads whose rows stay in registers where they fit there
    online: int = 0  # the stage that, where they do not, runs in the pass of the stage before; 0: none
    cores: bool = False  # products of tiles by tensor cores, where the device has them
    short: frozenset[Expr] = frozenset()  # exponentials of what was rounded anyway
    shared: tuple[tuple[str, str], ...] = ()  # of a function: dtype and purpose of what the block lends it
    functions: tuple[SimtKernel, ...] = ()  # that one block calls, one after the other, at each step of a recurrence

    def launch(self, value: Callable[[Expr], int]) -> Launch:
        """The launch for given extents; a grid of 0 blocks when there is nothing to do."""
        return self.geometry.launch(value)

    def cost(self, value: Callable[[Expr], int], bytes_of: Callable[[str], int], item: Callable[[str], int]) -> Cost:
        """Bytes moved and operations for given extents; ``bytes_of`` an array, ``item`` one of its elements."""
        if self.functions:
            return sum((f.cost(value, bytes_of, item) for f in self.functions), Cost())
        if self.schedule is None or 0 in self.launch(value).grid:
            return Cost()
        if isinstance(self.schedule, PairPass):
            found = stream_cost(self.schedule, value, bytes_of, self.cores, self.short)
            rest = found.flops + found.flops64 - 2 * products_of(self.schedule, value)
            issued = 0 if self.cores else stream_instructions(self.schedule, value, self.geometry.block, max(0, rest))
            return replace(found, issued=issued)
        if isinstance(self.schedule, Contraction):
            found, results = call_cost(self.schedule, value, bytes_of), {self.schedule.name}
            issued = product_instructions(self.schedule, value, self.geometry.block)
            found = on_cores(found) if self.cores else replace(found, issued=issued)
        else:
            here = isinstance(self.geometry, Geometry) and self.geometry.resident(value)
            kept, online = (self.kept, 0) if here else (frozenset[Expr](), self.online)
            found = group_cost(self.schedule, value, bytes_of, item, kept, online)
            results = set(self.schedule.writes)
        pieces = [n for n in self.writes if n not in results]
        if isinstance(self.schedule, Group) and self.schedule.carried:
            return replace(found, written=found.written + sum(bytes_of(n) for n in pieces))
        parts = None if isinstance(self.geometry, OneBlock) else self.geometry.parts
        if pieces and parts is not None and value(parts) > 1:  # parts are stored in place of what they are parts of
            return replace(found, written=sum(bytes_of(n) for n in pieces))
        return found


@dataclass
class SimtProgram:
    """Kernels and library calls in order, the buffers between them, and the whole text."""

    dialect: str
    steps: list[SimtKernel | LibraryCall]
    buffers: dict[str, Buffer]
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    temporaries: tuple[str, ...]
    source: str
    helpers: frozenset[str] = frozenset()

    def __str__(self) -> str:
        return self.source


Common = tuple[
    dict[str, Buffer], Mapping[str, int], dict[str, str], Dialect, bool, frozenset[str], int, frozenset[str],
]  # fmt: skip


@dataclass
class _Builder:
    """What the kernels of one program share."""

    program: Program
    ranks: Mapping[str, int]
    dtypes: dict[str, str]
    dialect: Dialect
    wide: bool
    strided: frozenset[str]
    block: int
    buffers: dict[str, Buffer]
    steps: list[SimtKernel | LibraryCall] = field(default_factory=list)
    helpers: set[str] = field(default_factory=set)
    names: Names = field(default_factory=Names)
    apart: frozenset[str] = frozenset()
    deterministic: bool = False
    tf32: bool = False
    moved: frozenset[str] = frozenset()
    split: list[str] = field(default_factory=list)  # arrays whose last axis is as long as there are parts

    @property
    def common(self) -> Common:
        """What every writer of a kernel takes behind the kernel and its name."""
        return (self.buffers, self.ranks, self.dtypes, self.dialect, self.wide, self.strided, self.block,
                self.moved)  # fmt: skip

    def step(self, writer: StatementWriter, source: str, geometry: Any, inputs: tuple[str, ...], formula: str,
             schedule: Group | Contraction | PairPass, **facts: Any) -> None:  # fmt: skip
        """One kernel more, whose text is ``source``."""
        self.helpers |= writer.writer.helpers
        reads, arrays = writer.reads, writer.reads.arrays()
        writes = tuple(n for n in arrays if n not in inputs)
        self.steps.append(
            SimtKernel(writer.name, source, arrays, tuple(reads.sizes), tuple(reads.strides), inputs, writes, geometry,
                       tuple(reads.places), formula, schedule, **facts)
        )  # fmt: skip

    def kernel(self, kernel: Kernel) -> None:
        """All kernels of one loop tree."""
        for group in self.groups(kernel):
            call = as_product(group.statements[0]) if len(group.statements) == 1 else None
            if call is not None and self.contraction(call):
                continue
            (first, *_) = group.statements
            if first.slots is not None:
                if self.deterministic and first.accumulate.startswith(("float", "complex")):
                    collected = gathered(first)
                    self.group(single(collected, loop_order(collected)))
                    continue
                self.group(self.cleared(first))
            self.group(group)

    def groups(self, kernel: Kernel) -> list[Group]:
        """The groups of a loop tree; sums over rows are carried from row to row where the rows stay on chip."""
        apart = kernel.name in self.apart
        found = groups_of(kernel, self.program.outputs, apart=apart, carry=not apart)
        rows = self.dialect.rows
        if any(g.carried and not carries(g, self.dtypes, rows) for g in found):
            found = groups_of(kernel, self.program.outputs, apart=apart)
        return found

    def contraction(self, call: Contraction) -> bool:
        """A matrix product as a tiled kernel; False where it is none (a vector needs no tiles, windows have none)."""
        if isinstance(call, PackedContraction):  # tiles are brought from whole arrays, along their own axes
            plain = as_product(contraction_statement(call, self.dtypes))
            return plain is not None and self.contraction(plain)
        if self.dialect.in_functions:
            return False
        _, rows, columns, summed = call.groups()
        if not (rows and columns and summed) or call.dtype == "bool":
            return False
        whole = merged(call) if not {call.left, call.right} & self.strided else call
        whole = oriented(whole)
        out = self.buffers[call.name]
        s = replace(contraction_statement(call, self.dtypes), dtype=out.dtype)
        parts_extent = parts_of(whole)
        group = Group((), [Stage(call.over, [s])], dict(s.extents), parts=parts_extent)
        parts = self.parts(group)
        name = self.names.new(f"kernel_{call.name}")
        writer = ContractionWriter(whole, s, name, *self.common, self.tf32)
        writer.parts_names, writer.parts_extent = parts, parts_extent
        batch, height, width, _ = (product([whole.extents[n] for n in g]) for g in whole.groups())
        across, down = thread_grid(self.block)
        tile = MICRO * down, MICRO * across, 1
        geometry = TileGeometry((height, width, batch), tile, (self.block, 1), parts_extent)
        inputs, source = (whole.left, whole.right), writer.source()
        self.step(writer, source, geometry, inputs, str(call), whole, cores=writer.tile.cores)
        self.join(group, parts)
        return True

    def pair_pass(self, step: PairPass) -> None:
        """One pass of a family of pairs."""
        name = self.names.new("kernel_" + "_".join(step.writes[:3]))
        writer = writer_of(step)(step, name, *self.common, self.tf32)
        batch, fixed = (product([step.extents[n] for n in g]) for g in (step.batch, step.fixed))
        geometry = TileGeometry((fixed, batch, ex.const(1)), (writer.tall, 1, 1), (self.block, 1))
        formula, source = "; ".join(str(s) for s in step.statements), writer.source()
        self.step(writer, source, geometry, step.reads, formula, step, cores=writer.tile.cores,
                  short=frozenset(writer.short))  # fmt: skip

    def cleared(self, s: Statement) -> Group:
        """The kernel that sets the array of a scatter to zero."""
        extents = {a: s.extents[a] for a in s.axes}
        fill = Statement(s.name, s.axes, ex.const(0), None, (), extents, s.dtype, s.accumulate)
        lanes = s.axes[-1:]
        return Group(s.axes[:-1], [Stage(lanes, [fill])], dict(fill.extents))

    def repeated(self, dialect: Dialect) -> SimtKernel:
        """All functions as one kernel, which calls them once for each step of a recurrence."""
        functions = tuple(s for s in self.steps if isinstance(s, SimtKernel))
        name = self.names.new("steps_" + "_".join(dict.fromkeys(n for f in functions for n in f.writes)))
        made = blocks.text(functions, name, dialect, self.dtypes, self.moved, self.wide)
        writes = tuple(n for n in made.arrays if any(n in f.writes for f in functions))
        reads = tuple(n for n in made.arrays if any(n in f.reads for f in functions))
        work = tuple((f.geometry.rows, f.geometry.elements) for f in functions if isinstance(f.geometry, Geometry))
        return SimtKernel(name, made.source, made.arrays, made.sizes, made.strides, reads, writes,
                          OneBlock(work, blocks.THREADS[dialect.name]), made.numbers, functions=functions)  # fmt: skip

    def group(self, group: Group, only_parts: Expr | None = None) -> None:
        """One kernel, and the kernel that joins its parts where it is split."""
        if self.dialect.in_functions:
            group = replace(group, parts=None)
        scan = group.parts is not None and group.statements[0].operator in SCANS
        parts = self.before(group) if scan else self.parts(group) if group.parts is not None else {}
        name = self.names.new("kernel_" + "_".join(group.writes[:3]))
        transposing = None if self.dialect.in_functions else turning(group, self.strided)
        writer = (GroupWriter if transposing is None else TransposeWriter)(group, name, *self.common)
        writer.parts_names = parts
        teams = teams_of(group) if group.carried else None
        if teams is not None:
            for s in group.statements:
                if s.name in group.carried:
                    shape = (teams, *(s.extents[a] for a in s.axes))
                    writer.parts_names[s.name] = self.temporary(f"{s.name}_parts", s.accumulate, shape)
            writer.reads.dtypes |= {n: self.dtypes[n] for n in writer.parts_names.values()}
        if only_parts is not None:  # it runs only where there are several parts: their number is the length
            (index,) = group.stages[0].loops
            for array in (*group.reads, *group.writes):
                if self.buffers[array].shape and self.buffers[array].role == "temporary" and array in self.split:
                    writer.reads.shapes[array] = (*self.buffers[array].shape[:-1], group.extents[index])
        if isinstance(writer, TransposeWriter) and transposing is not None:
            writer.across, writer.tiled = transposing
        source = writer.source()
        geometry: Geometry | TileGeometry = Geometry(
            product([group.extents[r] for r in group.rows]),
            tuple(product([group.extents[n] for n in stage.loops]) for stage in group.stages),
            not group.rows, group.columns, group.reduces, group.parts if only_parts is None else only_parts,
            self.block, only_parts is not None, writer.width, group.totals,
            writer.resident.elements if writer.resident else 0, writer.threads, teams,
        )  # fmt: skip
        if isinstance(writer, TransposeWriter):
            others = product([group.extents[r] for r in group.rows if r != writer.across])
            along, side = group.extents[group.stages[0].loops[0]], min(SIDE, self.block)
            extents = along, group.extents[writer.across], others
            geometry = TileGeometry(extents, (side, side, 1), (side, self.block // side))
        formula = "; ".join(str(s) for s in group.statements)
        kept = frozenset() if writer.resident is None else writer.resident.kept
        online = 0 if writer.online is None else writer.online.number
        self.step(writer, source, geometry, group.reads, formula, group, kept=kept, online=online,
                  shared=tuple(writer.shared) if self.dialect.in_functions else ())  # fmt: skip
        if teams is not None:
            self.group(of_teams(group, parts, teams, self.dtypes))
        elif parts and not scan and not group.totals:
            self.join(group, parts)

    def before(self, group: Group) -> dict[str, str]:
        """What all earlier parts of a split scan add up to: sums of the parts, then their running sums."""
        s = group.statements[0]
        (name,) = s.over
        assert group.parts is not None
        reverse = s.operator == "reverse_cumsum"
        reversed_ = ex.call("add", s.extents[name], ex.const(-1), ex.call("mul", ex.const(-1), ex.index(name)))
        body = ex.substitute(s.body, {name: reversed_}) if reverse else s.body
        axes = tuple(a for a in s.axes if a != name)
        total = self.temporary(f"{s.name}_total", s.dtype, [s.extents[a] for a in axes])
        operator = "prod" if s.operator == "cumprod" else "sum"
        sums = replace(s, name=total, axes=axes, body=body, operator=operator)
        self.group(Group(group.rows, [Stage((name,), [sums])], group.extents, columns=group.columns,
                         parts=group.parts, totals=True))  # fmt: skip
        pieces = self.split[-1]
        index = ex.fresh(set(s.indices), "part")
        extents = {**{a: s.extents[a] for a in axes}, index: group.parts}
        running = self.temporary(f"{s.name}_before", s.dtype, self.buffers[pieces].shape)
        self.split.append(running)
        read = ex.access(ex.tensor(pieces, len(axes) + 1, self.dtypes[pieces]), [ex.index(a) for a in (*axes, index)])
        again = "cumprod" if operator == "prod" else "cumsum"
        scan = Statement(running, (*axes, index), read, again, (index,), extents, s.dtype, s.accumulate)
        self.group(Group(axes, [Stage((index,), [scan])], extents), only_parts=group.parts)
        return {s.name: running}

    def parts(self, group: Group) -> dict[str, str]:
        """Buffers for the parts of the split reductions of a group; empty when there is one part."""
        assert group.parts is not None
        more = ex.call("minimum", ex.const(1), ex.call("add", group.parts, ex.const(-1)))
        several = ex.call("mul", group.parts, more)
        made: dict[str, str] = {}
        (stage,) = group.stages
        for s in stage.statements:
            if not lanes_cooperate(s, stage):
                continue
            shape = tuple(s.extents[a] for a in s.axes)
            made[s.name] = name = self.temporary(f"{s.name}_parts", s.dtype, (*shape, several))
            self.split.append(name)
            if s.operator in ("argmax", "argmin"):
                self.add(f"{name}_value", s.accumulate, (*shape, several))
                self.split.append(f"{name}_value")
        return made

    def temporary(self, like: str, dtype: str, shape: Sequence[Expr]) -> str:
        """A new temporary."""
        name, number = like, 1
        while name in self.dtypes or f"{name}_value" in self.dtypes:
            number += 1
            name = f"{like}{number}"
        self.add(name, dtype, shape)
        return name

    def add(self, name: str, dtype: str, shape: Sequence[Expr]) -> None:
        """A temporary with this very name."""
        dtype = computed(dtype)
        self.buffers[name] = Buffer(name, dtype, tuple(shape))
        self.dtypes[name] = dtype

    def join(self, group: Group, parts: Mapping[str, str]) -> None:
        """The second stage of split reductions: one team for each row joins the parts."""
        assert group.parts is not None
        index = ex.fresh({n for s in group.statements for n in s.indices}, "part")
        for s in group.statements:
            if s.name in parts:
                self.group(_joined(s, parts[s.name], index, group.parts, self.dtypes), only_parts=group.parts)


def _joined(s: Statement, parts: str, index: str, count: Expr, dtypes: Mapping[str, str]) -> Group:
    """``s[i] = sum[part](s_parts[i,part])`` as a group."""
    extents = {**{a: s.extents[a] for a in s.axes}, index: count}
    slots = [ex.index(a) for a in (*s.axes, index)]

    def read(name: str, at: Sequence[Expr]) -> Expr:
        return ex.access(ex.tensor(name, len(at), dtypes[name]), at)

    if s.operator not in ("argmax", "argmin"):
        body = read(parts, slots)
        whole = replace(s, body=body, over=(index,), extents=extents)
        return Group(s.axes, [Stage((index,), [whole])], extents)
    best = Statement(f"{s.name}_best", s.axes, read(f"{parts}_value", slots), s.operator, (index,), extents, "int64",
                     s.accumulate)  # fmt: skip
    own = ex.access(ex.tensor(best.name, len(s.axes), "int64"), slots[:-1])
    place = Statement(s.name, s.axes, read(parts, [*slots[:-1], own]), None, (), extents, s.dtype, s.dtype)
    return Group(s.axes, [Stage((index,), [best]), Stage((), [place])], extents, frozenset({best.name}))


def simt_program(
    program: Program, inputs: Sequence[str], ranks: Mapping[str, int], dtypes: Mapping[str, str], dialect: str, *,
    wide: bool = False, strided: frozenset[str] = frozenset(), contractions: str | frozenset[str] = "kernel",
    formula: str = "", block: int = BLOCK, apart: frozenset[str] = frozenset(),
    deterministic: bool = False, tf32: bool = False, moved: frozenset[str] = frozenset(), one_block: bool = False,
) -> SimtProgram:  # fmt: skip
    """The kernels of a program in a dialect, ``"cuda"`` or ``"opencl"``.

    dtypes: those of the inputs.  wide: offsets of 64 bits, for arrays of 2**31 elements
    and more.  strided: inputs whose strides (in elements) are arguments; the others are
    contiguous.  contractions: ``"kernel"`` generates matrix products, ``"library"`` leaves
    them as steps, a set of names those that compute these.  block: threads of a block, a power of two.
    apart: kernels of the program whose stages are kernels of their own (`launch_sizes.long_rows`).
    deterministic: sums of floats at positions from data have one writer for each element, no atomic additions.
    moved: arrays whose first element is an argument of each launch, for the steps of a recurrence.
    tf32: products of float32 may be computed by tensor cores, with 10 bits of mantissa.
    one_block: all steps of a recurrence are one launch of one block; ``program`` has kernels and contractions alone.

    Raises `TargetError` for dtypes that the dialect does not have.
    """
    every = {**{n: dtypes[n] for n in inputs}, **{b.name: b.dtype for b in program.buffers.values()}}
    _check(every, dialect)
    if block & (block - 1) or block < 1:
        raise ValueError(f"block is {block}; the threads of a block are a power of two")
    spelt = in_functions(DIALECTS[dialect]) if one_block else DIALECTS[dialect]
    builder = _Builder(program, ranks, every, spelt, wide, strided, block, dict(program.buffers), apart=apart,
                       deterministic=deterministic, tf32=tf32, moved=moved)  # fmt: skip
    for step in program.steps:
        if isinstance(step, PairPass):
            builder.pair_pass(step)
        elif isinstance(step, Kernel):
            builder.kernel(step)
        elif not isinstance(step, Contraction):
            builder.steps.append(step)
        elif (
            contractions == "kernel"
            or one_block  # a library is launched
            or step.packed  # libraries of devices read whole arrays
            or (not isinstance(contractions, str) and step.name not in contractions)
        ):
            if not builder.contraction(step):
                builder.group(contraction_group(step, every))
        else:
            builder.steps.append(step)
    if one_block:
        builder.steps = [builder.repeated(DIALECTS[dialect])]
    touched = {n for s in builder.steps for n in _touches(s)}
    buffers = {n: b for n, b in builder.buffers.items() if b.role != "temporary" or n in touched}
    temporaries = tuple(n for n, b in buffers.items() if b.role == "temporary")
    texts = [s.source for s in builder.steps if isinstance(s, SimtKernel)]
    heads = [*([formula] if formula else []), *_order(builder.steps)]
    head = "\n".join(comment("//", "\n".join(heads))) if heads else ""
    source = "\n".join([*([head] if head else []), prelude(builder.helpers, texts, DIALECTS[dialect]), *texts])
    return SimtProgram(dialect, builder.steps, buffers, tuple(inputs), tuple(program.outputs), temporaries, source,
                       frozenset(builder.helpers))  # fmt: skip


def _order(steps: Sequence[SimtKernel | LibraryCall]) -> list[str]:
    """The steps in their order as lines, where some of them are calls of a library, of which there is no text."""
    if not any(isinstance(s, LibraryCall) for s in steps):
        return []
    lines = [s.name if isinstance(s, SimtKernel) else f"{s.engine or s.word}: {s}" for s in steps]
    return ["steps:", *(f"  {k}. {line}" for k, line in enumerate(lines, 1))]


def contraction_statement(call: Contraction, dtypes: Mapping[str, str]) -> Statement:
    """A contraction as a sum that the schedule knows."""

    def read(name: str, slots: Sequence[Expr], padded: bool) -> Expr:
        dtype = None if dtypes[name] in COMPUTED else dtypes[name]
        return ex.access(ex.tensor(name, len(slots), dtype), slots, 0 if padded else None)

    packed = as_packed(call)
    left = read(call.left, packed.left_slots, packed.left_padded)
    right = read(call.right, packed.right_slots, packed.right_padded)
    body = ex.call("mul", left, right)
    return Statement(call.name, call.axes, body, "sum", call.over, call.extents, call.dtype, call.dtype)


def contraction_group(call: Contraction, dtypes: Mapping[str, str]) -> Group:
    """A product that needs no tiles (with a vector), or has none (of windows), as a group."""
    s = contraction_statement(call, dtypes)
    return single(s, loop_order(s))


def _touches(step: SimtKernel | LibraryCall) -> tuple[str, ...]:
    return step.arguments if isinstance(step, SimtKernel) else (*step.arrays, *step.writes)


def _check(dtypes: Mapping[str, str], dialect: str) -> None:
    if dialect not in DIALECTS:
        raise TargetError(f"there is no dialect {dialect!r}; dialects: {', '.join(DIALECTS)}")
    for name, dtype in dtypes.items():
        if dtype not in DIALECTS[dialect].types:
            raise TargetError(f"{name} has dtype {dtype}, which {dialect} kernels cannot compute with.")
