"""A program as the text of one Python module: numba kernels and a driver function.

The module needs NumPy and numba only and can be saved and pasted anywhere.  ``run``
takes every array, results and temporaries included; ``program`` allocates and returns.
"""

from __future__ import annotations

import builtins
import functools
import symtable
from collections.abc import Mapping, Sequence, Set
from dataclasses import replace

import numpy as np

from espresso.codegen.common.cpu_scalar import has_circular
from espresso.codegen.common.kernel_writer import size_names
from espresso.codegen.common.matrix_code import FACTOR, helper_of, matrix_lines
from espresso.codegen.loops.collapse import Shapes, merge_all
from espresso.codegen.loops.facts import Types
from espresso.codegen.loops.slicing import combine, splittable
from espresso.codegen.loops.tiling import tiled
from espresso.codegen.numba.blocks import SIZES, block_lines, blocked, launch_in_block, role_names, sizes_line
from espresso.codegen.numba.kernel import CpuKernel
from espresso.codegen.numba.prelude import DISTINCT, IMPORTS, SPLIT
from espresso.codegen.numba.step_calls import step_calls
from espresso.compiler.loops.shared_kernels import Instance, instances
from espresso.engine.table import named
from espresso.errors import EngineError, visible
from espresso.formulas.extents.affine import linear
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.formulas.printing.escapes import comment
from espresso.ir.calls import Contraction, EngineCall, LibraryCall, MatrixCall, PackedContraction, RecurrenceCall
from espresso.ir.costs import cost
from espresso.ir.driver import Convolution, EngineStep, Launch, Packed, Product, Recurrent, Slot, Step, renamed
from espresso.ir.engine import Engine
from espresso.ir.loops import Blocks, Kernel, Program, reads_of
from espresso.ir.nests import loops_around
from espresso.ir.product_text import extent_text, factor
from espresso.ir.storage.liveness import in_place, in_results, touches
from espresso.ir.symmetry import symmetric
from espresso.kernels.packed_gemm.engine import as_packed
from espresso.lazy import get
from espresso.mathematics.helpers import numba_source
from espresso.system.half_precision import COMPUTED

MODULE = frozenset({"np", "os", "math", "njit"})
"""What a generated module has imported."""

STRIDED = 1.6
"""Times as long as by rows that loops in tiles take: what is read down its columns is transposed first."""

TRANSPOSING = 3.3
"""The same where an array is only copied: nothing else passes the time until its rows arrive, each a page on."""


WAITS = 0.25
"""Nanoseconds for each byte from which on results never go past the cache, and loops are written once.

When it runs, a step has to take less than 0.045 there at 20 GB/s (`machine_model.COMPUTES`): memory of 4 GB/s would be
waited for. Written twice, a sum of 40 exponentials takes 0.44 s to compile and not 0.30 s, one of 200 takes 1.8 s and
not 1.1 s; what streams, stencils and gradients of networks do takes 2 to 7 % longer.
"""


def _work(kernel: Kernel, sizes: Mapping[Expr, str]) -> str:
    """Nanoseconds of one iteration of the outermost loop, as text over the sizes."""
    outer = kernel.outer
    assert outer is not None
    terms: dict[str, float] = {}
    for s, loops in loops_around([outer]):
        amount = _amount(s.body)
        across = any(tiled(loop) is not None for loop in loops)
        copied, size = across and s.body.op == "access", np.dtype(s.accumulate).itemsize / 4
        amount *= size if copied else max(1, size)  # of a vector
        amount *= TRANSPOSING if copied else STRIDED if across else 1
        key = "*".join(repr(n.extent.data) if n.extent.op == "const" else sizes[n.extent] for n in loops[1:])
        terms[key] = terms.get(key, 0.0) + amount
    return " + ".join(f"{v:.2g}*{k}" if k else f"{v:.2g}" for k, v in terms.items())


def _amount(body: Expr) -> float:
    """Nanoseconds of one element in float32."""
    return 0.03 + sum(0.015 * cost(e) if e.op == "call" else 0.03 * (e.op == "access") for e in ex.postorder(body))


def _function(head: str, body: Sequence[str]) -> str:
    return f"def {head}:\n" + "".join(f"    {line}\n" for line in body)


def _tuple(parts: Sequence[str]) -> str:
    return f"({parts[0]},)" if len(parts) == 1 else f"({', '.join(parts)})"


def _engine(call: LibraryCall) -> tuple[Engine, tuple[str, ...]]:
    """The engine that was chosen for a call, and its text of the call."""
    engine = named(call.engine)
    assert engine is not None and engine.emit is not None, f"engine {call.engine} has no emit= for programs of the CPU"
    lines = tuple(engine.emit(call))
    lengths = [e for v in vars(call).values() for e in _expressions(v)]
    known = {t.data.name for t in ex.tensors(*lengths)}
    unknown = _unknown_names(lines, engine.prelude) - {*call.arrays, *call.writes, *known}
    if unknown:
        raise EngineError(
            f"the text of engine {engine.name} has names that nothing defines: {', '.join(sorted(unknown))}\n"
            f"  {lines[0]}\nIts prelude= is the text that defines what its lines need."
        )
    return engine, lines


def _expressions(value: object) -> list[Expr]:
    """The lengths and positions that a field of a call has."""
    if isinstance(value, Expr):
        return [value]
    parts = value.values() if isinstance(value, Mapping) else value if isinstance(value, tuple) else ()
    return [e for v in parts for e in _expressions(v)]


@functools.cache
def _unknown_names(lines: tuple[str, ...], prelude: str) -> frozenset[str]:
    """Names in the lines of an engine that are neither theirs nor those of the module that its prelude becomes."""
    (step,) = symtable.symtable(_function("step()", lines), "<engine>", "exec").get_children()
    made = symtable.symtable(prelude, "<engine>", "exec").get_symbols()
    defined = {s.get_name() for s in made if s.is_assigned() or s.is_imported() or s.is_namespace()}
    used = {s.get_name() for s in step.get_symbols() if s.is_global()}
    return frozenset(used - defined - MODULE - vars(builtins).keys())


def _product(call: Contraction, divisors: tuple[str, ...], non_temporal: bool) -> Product:
    """A product as positions of axes, with the text of the engine that was chosen for it."""
    engine, lines = _engine(call)
    batch, rows, columns, summed = call.groups()

    def at(axes: Sequence[str], *found: Sequence[str]) -> tuple[tuple[int, ...], ...]:
        return tuple(tuple(list(f).index(a) for f in found) for a in axes)

    return Product(
        call.name, call.left, call.right, call.name,
        at(batch, call.left_axes, call.right_axes, call.axes),  # type: ignore[arg-type]
        at(rows, call.left_axes, call.axes),  # type: ignore[arg-type]
        at(columns, call.right_axes, call.axes),  # type: ignore[arg-type]
        at(summed, call.left_axes, call.right_axes),  # type: ignore[arg-type]
        call.dtype, engine.native, lines, engine.prelude, call.symmetric, call.triangle,
        bool(call.added), scale=call.scale, plus=call.added if call.apart else "", divisors=divisors,
        spelled=factor(call) if divisors else "", non_temporal=non_temporal,
    )  # fmt: skip


def _engine_text(call: EngineCall) -> EngineStep | Convolution:
    """A call that its engine computes by text of its own, which native programs do not need for their own one."""
    engine, lines = _engine(call)
    if engine.native:
        seen = tuple((s.parts, s.order, s.groups) for s in call.seen)
        p, (left, right) = call.parameters, call.operands[:2]
        follow = dict(zip(p.get("follow", ()), call.operands[2:], strict=True))
        return Convolution(
            call.name, left, right, call.name, seen, p["direction"], p["stride"], p["dilation"], p["low"],
            p["groups"], p["rows"], call.dtype, True, lines, engine.prelude,
            follow, p["epilogue"], engine.winograd,
        )  # fmt: skip
    return EngineStep(call.name, call.operands, call.name, lines, engine.prelude)


def _recurrent(call: RecurrenceCall, dtypes: Mapping[str, str]) -> Recurrent:
    """A recurrence as a step of the driver, with the text of its loop."""
    written, turned = call.written or call.recurrence, {k for k, _ in call.turned}
    inputs = [ex.tensor(n, r) for n, r in zip(call.names, call.recurrence.ranks, strict=True)]
    dtypes = {**dtypes, **{n: dtypes[own] for n, own in zip(call.names, call.operands, strict=True)}}
    text = get("loop_text")(f"_loop_{call.name}", dict(zip(call.results, call.states, strict=True)), inputs, dtypes)
    given = [f"np.moveaxis({n}, 0, -1)" if k in turned else n for k, n in enumerate(call.operands)]
    loop = f"_loop_{call.name}({', '.join(given)})"
    if any(call.rows) or any(s.axis for s in written.states):
        lines = [f"_states = {loop}" if len(call.results) > 1 else f"_states = ({loop},)"]
        for k, (n, s) in enumerate(zip(call.results, written.states, strict=True)):
            made = f"np.moveaxis(_states[{k}], {s.axis}, 0)" if s.axis else f"_states[{k}]"
            rows = call.rows[k] if call.rows else 0
            if rows > 0 and call.recurrence.backward:
                lines += [f"_rows = {made}[:{rows}]", f"{n}[:len(_rows)] = _rows"]
            elif rows > 0:
                lines += [f"_rows = {made}[-{rows}:]", f"{n}[{rows} - len(_rows):] = _rows"]
            elif not rows:
                lines.append(f"{n}[...] = {made}")
    else:
        lines = [f"{', '.join(f'{n}[...]' for n in call.results)} = {loop}"]
    names = tuple([n if k in turned else "" for k, n in enumerate(call.names)])
    return Recurrent(
        call.name, call.operands, call.results, call.recurrence, tuple(lines), text, call.rows, written, names
    )


def _roles(kernel: Kernel) -> tuple[tuple[int, ...], int]:
    """The roles of blocks that a kernel takes bounds of, and which of them its outermost loop is (-1: none)."""
    assert kernel.window is not None
    roles = kernel.window.roles
    outer = kernel.outer.index if kernel.outer is not None else None
    return tuple(range(len(roles))), roles.index(outer) if outer in roles else -1


def _arguments(step: Launch) -> list[str]:
    """Arrays and sizes as the driver hands them to a kernel."""
    arrays = [f"{n}[()]" if n in step.values else n for n in step.arrays]
    for k, name in enumerate(arrays):
        if name in step.views:
            lengths = (n if isinstance(n, str) else f"{name}.shape[{n}]" for n in step.views[name])
            arrays[k] = f"{name}.reshape({', '.join(lengths)})"
    return [*arrays, *step.sizes]


def _launch_text(step: Launch) -> str:
    """A line of the driver."""
    arguments = _arguments(step)
    if step.extent is None:
        return f"{step.name}({', '.join(arguments)})"
    if not step.cost:
        return f"{step.name}({', '.join(['0', str(step.extent), *arguments])})"
    partials = [f"({step.arrays.index(n)}, {join})" for n, join in step.partials]
    tail = f", {_tuple(partials)}" if partials else ""
    return f"_split({step.name}, {step.extent}, {step.cost}, {_tuple(arguments)}{tail})"


class CpuModule:
    """The generated module: ``source``, the order of arrays of ``run``, and the kernels."""

    def __init__(
        self, program: Program, inputs: Sequence[str], ranks: Mapping[str, int], dtypes: Mapping[str, str],
        formula: str, returns: str, standalone: str = "",
    ) -> None:  # fmt: skip
        self.program, self.standalone = program, standalone
        self.inputs = tuple(inputs)
        every = {**dtypes, **{b.name: b.dtype for b in program.buffers.values()}}
        merged, shapes = merge_all(program)
        self.sizes = size_names(merged)
        in_memory = {n for step in program.steps for n in touches(step)}
        self.homes = in_results(program)
        in_memory -= self.homes.keys()
        self.temporaries = tuple(
            b.name for b in program.buffers.values() if b.role == "temporary" and b.name in in_memory
        )
        bodies = {s.name: s.body for k in program.steps if isinstance(k, Kernel) for s in k.statements}
        pairs = {new: old for new, old in in_place(program).items() if program.buffers[new].shape or new not in bodies}
        dtype = Types(every, []).dtype
        again = {new for new in pairs if new in bodies and has_circular([bodies[new]], dtype)}
        self.shared = {new: old for new, old in pairs.items() if new not in again}
        self.kernels: dict[str, str] = {}
        self.steps: list[Step] = []  # the driver as data
        self.touched: list[tuple[str, tuple[str, ...]]] = []  # name of each step, and the arrays it touches
        self.extents = {name: e for e, name in self.sizes.items()}
        helpers: set[str] = set()
        body: list[str] = []
        self.used: set[int | str] = set()  # lengths that the driver names
        self.loops: set[str] = set()  # lengths that loops run to
        calls = instances(merged, every, self.shared)
        writers: dict[str, CpuKernel] = {}
        factors: dict[tuple[str, tuple[str, ...], str], str] = {}
        kernels = [step for step in program.steps if isinstance(step, Kernel)]
        comments = {k.name: comment("#", "\n".join(map(str, k.statements))) for k in kernels}
        starts = {b.first: b for b in program.blocks}
        for position, step in enumerate(merged.steps):
            self._close(merged, position, body, every)
            if position in starts:
                self.open = starts[position], len(self.steps), len(body)
            if not isinstance(step, Kernel):
                lines, word = self._call(step, every, factors)
                body += [*comment("#", str(step)), *lines]
                self.touched.append((f"{word} {step.name}", touches(step)))
                continue
            called = calls[step.name]
            function = called.function
            if function.name not in writers:
                writer = writers[function.name] = CpuKernel(function, program.buffers, every, self.sizes, self.shared)
                text = writer.source(comments[function.name])
                reduces = any(s.operator in ("sum", "prod") for s in function.statements)
                flags = '{"contract", "reassoc"}' if reduces else '{"contract"}'
                options = f'fastmath={flags}, error_model="numpy", nogil=True, cache=True, pipeline_class=_Distinct'
                self.kernels[function.name] = f"@njit({options})\n{text}\n"
                helpers |= writer.helpers
            launch = self._launch(step, writers[function.name], called, shapes[step.name])
            self.steps.append(launch)
            body.append(_launch_text(launch))
            self.touched.append((step.name, touches(step)))
        self._close(merged, len(merged.steps), body, every)
        self.steps = [renamed(step, self.homes) for step in self.steps]
        self.touched = [(name, tuple(self.homes.get(n, n) for n in arrays)) for name, arrays in self.touched]
        self.source = self._module(formula, helpers, body, dtypes, returns)

    def _call(
        self, step: LibraryCall, dtypes: Mapping[str, str], factors: dict[tuple[str, tuple[str, ...], str], str]
    ) -> tuple[Sequence[str], str]:
        """A library call as a step: its lines of the driver, and a word for it."""
        made: Recurrent | EngineStep | Convolution | Product | Packed
        if isinstance(step, MatrixCall):
            calls = [s for s in self.program.steps if isinstance(s, MatrixCall)]
            factor, lines = matrix_lines(step, factors, {*dtypes, *self.sizes.values()}, calls)
            arrays = tuple(dict.fromkeys(step.arrays))
            helper = FACTOR if factor else helper_of(lines)
            made, word = EngineStep(step.name, arrays, step.name, tuple(lines), helper, factor), step.function
        elif isinstance(step, RecurrenceCall):
            where = self.standalone
            made, word = step_calls(step, dtypes, where) if where else _recurrent(step, dtypes), "recurrence"
        elif isinstance(step, EngineCall):
            made, word = _engine_text(step), step.word
        else:
            assert isinstance(step, Contraction)
            made = self._product(step)
            word = "packed product" if isinstance(made, Packed) else "matmul"
        self.steps.append(made)
        return made.lines, word

    open: tuple[Blocks, int, int] | None = None

    def _close(self, merged: Program, position: int, body: list[str], dtypes: Mapping[str, str]) -> None:
        """Where blocks end: their steps become one step, and a loop of the driver."""
        if self.open is None or self.open[0].last != position:
            return
        blocks, start, line = self.open
        self.open = None
        extents = [int(e.data) if e.op == "const" else self.sizes[e] for _, e in blocks.roles]
        self.used.update(extents)
        step = blocked(merged, blocks, self.steps[start:], extents, self.shared)
        names = role_names(blocks)
        launches = {
            s.name: launch_in_block(inside, names, _arguments(inside))
            for s, inside in zip(merged.steps[blocks.first : blocks.last], step.steps, strict=True)
            if isinstance(inside, Launch)
        }
        body[line:] = block_lines(merged, blocks, step, dtypes, launches)
        touched = dict.fromkeys(n for _, arrays in self.touched[start:] for n in arrays)
        self.steps[start:] = [step]
        self.touched[start:] = [(step.name, tuple(touched))]

    def _launch(self, kernel: Kernel, writer: CpuKernel, called: Instance, shapes: Shapes) -> Launch:
        """The call of a kernel, by a function that may be that of an equal one."""
        outer = kernel.outer
        extent: int | str | None = None
        if outer is not None:
            extent = int(outer.extent.data) if outer.extent.op == "const" else self.sizes[outer.extent]
        arrays = [called.arrays[n] for n in writer.arguments]
        views = {n: self._view(kernel, n, shapes[n]) for n in arrays if n in shapes}
        values = frozenset(called.arrays[n] for n in writer.arguments if writer._is_scalar_argument(n))
        sizes = [self.sizes[called.lengths.get(e, e)] for _, e in sorted(writer.used_sizes.items())]
        split = splittable(kernel)
        joins = combine(called.function) if split else {}
        loops = {loop.extent for _, around in loops_around(kernel.body) for loop in around if loop.extent.op != "const"}
        lengths = {self.sizes[e] for e in loops} | ({extent} if isinstance(extent, str) else set())
        self.loops |= lengths
        self.used.update(lengths if split else ())
        named = [n for dims in views.values() for n in dims if isinstance(n, str)]
        self.used.update([*sizes, *named, *([] if extent is None else [extent])])
        return Launch(
            called.function.name, tuple(arrays), values, views, (*sizes, *map(str, called.positions)), extent,
            _work(kernel, self.sizes) if split else "", tuple((called.arrays[n], j) for n, j in joins.items()),
            *(_roles(kernel) if kernel.window is not None else ((), -1)),
            self._non_temporal(kernel, {called.arrays[n] for n in writer.placed.values()}), self._rows(called, writer),
        )  # fmt: skip

    def _view(self, kernel: Kernel, name: str, shape: Sequence[Expr]) -> tuple[str | int, ...]:
        """The lengths with which a kernel takes an array; along roles of blocks those that the array itself has."""
        window = kernel.window
        if window is None or name not in window.local:
            return tuple(map(self._length, shape))
        axes = next(b.local[name] for b in self.program.blocks if kernel.name in b.indices)
        own = dict(zip(window.roles, axes, strict=True))
        roles = enumerate(window.local[name])  # of axes up to the last one with a role
        kept = {k: own[role] for k, role in roles if role is not None}
        return tuple(kept[k] if k in kept else self._length(e) for k, e in enumerate(shape))

    def _rows(self, called: Instance, writer: CpuKernel) -> tuple[tuple[int, tuple[int | str, ...]], ...]:
        """Bytes of an element and lengths of the rows that a kernel keeps."""

        def length(e: Expr) -> int | str:
            e = called.lengths.get(e, e)
            return int(e.data) if e.op == "const" else self.sizes[e]

        return tuple((max(np.dtype(d).itemsize, 4), tuple(map(length, extents))) for _, d, extents in writer.rows)

    def _non_temporal(self, kernel: Kernel, rows: Set[str]) -> tuple[str, ...]:
        """Results that this kernel writes once and nothing reads; ``rows`` are those in which rows lie before."""
        if kernel.window is not None:
            return ()
        made = ex.grouped((s.name, s) for s in kernel.statements)
        read = {n.data.name for s in kernel.statements for n in ex.postorder(s.body) if n.op == "tensor"}
        return tuple(
            name
            for name, found in made.items()
            if name not in read and name not in rows and found[0].axes
            and [s.operator for s in found] == [None] and found[0].slots is None and self._written_only(name)
            and _amount(found[0].body) < WAITS * 4 * (1 + len(reads_of(found[0])))
        )  # fmt: skip

    def _written_only(self, name: str) -> bool:
        """Whether an array is a result that one step touches."""
        apart = name in self.program.outputs and name not in {*self.shared, *self.shared.values()}
        return apart and sum(name in touches(step) for step in self.program.steps) == 1

    def _product(self, call: Contraction) -> Product | Packed:
        """A product as the engine that was chosen for it computes it."""
        engine = named(call.engine)
        if engine is not None and engine.packs:
            return self._packed(as_packed(call))
        half = engine is not None and engine.symmetric and not call.added and symmetric(self.program, call)
        non_temporal = call.apart == bool(call.added) and self._written_only(call.name)
        return _product(replace(call, symmetric=half), tuple(map(self._length, call.divisors)), non_temporal)

    def _packed(self, call: PackedContraction) -> Packed:
        """A packed product as factors and lengths."""
        engine, text = _engine(call)

        def read(slots: Sequence[Expr]) -> tuple[Slot, ...]:
            found: list[Slot] = []
            for slot in slots:
                form = linear(slot)
                assert form is not None
                lengths = tuple((self._length(e), factor) for e, factor in form[1].terms.items())
                found.append((tuple(form[0].items()), form[1].constant, lengths))
            return tuple(found)

        lengths = tuple((n, self._length(call.extents[n])) for n in dict.fromkeys(sum(call.groups(), ())))
        return Packed(
            call.name, call.left, call.right, call.name, read(call.left_slots), read(call.right_slots),
            call.left_padded, call.right_padded, call.axes, call.groups(), lengths, call.dtype, engine.native,
            text, engine.prelude, bool(call.added), call.scale,
            tuple(map(self._length, call.divisors)), factor(call) if call.divisors else "",
        )  # fmt: skip

    def _length(self, e: Expr) -> str:
        """An extent as text of the driver."""
        text = self.sizes.get(e) or extent_text(e)
        self.extents[text] = e
        return text

    def _module(
        self, formula: str, helpers: set[str], body: list[str], dtypes: Mapping[str, str], returns: str
    ) -> str:
        outputs = self.program.outputs
        arrays = [*self.inputs, *outputs, *self.temporaries]
        half_in = [n for n in self.inputs if dtypes.get(n) in COMPUTED]
        half_out = [n for n in outputs if self.program.buffers[n].dtype in COMPUTED]
        sizes = [f"{name} = {extent_text(e)}" for e, name in self.sizes.items() if name in self.used]
        run = [
            *sizes,
            *(f"{n} = {self.homes[n]}" for n in self.homes),
            *(f"{n} = {self.shared[n]}" for n in self.shared),
            *(f"{n} = {n}.astype(np.float32)" for n in half_in),
            *(f"{n}, _half_{n} = np.empty({n}.shape, np.float32), {n}" for n in half_out),
            *body,
            *(f"_half_{n}[...] = {n}" for n in half_out),
        ]
        allocate = []
        local: dict[str, dict[int, str]] = {}
        for number, blocks in enumerate(self.program.blocks, 1):
            allocate.append(sizes_line(self.program, blocks, f"_sizes_{number}", extent_text, self.shared))
            for array, axes in blocks.local.items():
                local[array] = {axis: f"_sizes_{number}[{role}]" for role, axis in enumerate(axes)}
        for name in [*outputs, *(n for n in self.temporaries if n not in self.shared)]:
            buffer = self.program.buffers[name]
            dims = [extent_text(e) if e.op != "call" else f"max(0, {extent_text(e)})" for e in buffer.shape]
            dims = [local.get(name, {}).get(k, text) for k, text in enumerate(dims)]
            dtype = {"bool": "np.bool_", "bfloat16": "bfloat16"}.get(buffer.dtype, f"np.{buffer.dtype}")
            allocate.append(f"{name} = np.empty({_tuple(dims) if dims else '()'}, {dtype})")
        allocate += [f"{n} = {self.shared[n]}" for n in self.shared]
        chosen = dict.fromkeys(s.engine for s in self.program.steps if isinstance(s, LibraryCall) and s.engine)
        preludes = [engine.prelude for name in chosen if (engine := named(name)) is not None]
        quoted = "\n".join(map(visible, formula.split("\n"))).replace("\\", "\\\\").replace('"""', "'''")
        lines = [f'"""{quoted}\n\nGenerated by espresso; needs NumPy and numba only.\n"""']
        foreign = any(self.program.buffers[n].dtype == "bfloat16" for n in outputs)
        lines += [IMPORTS.rstrip() + "\nfrom ml_dtypes import bfloat16" * foreign]
        lines += [DISTINCT.rstrip()] if self.kernels else []
        lines += [SPLIT.rstrip()] if any("_split(" in line for line in body) else []
        lines += [text for text in preludes if text]
        lines += [step.prelude.rstrip() for step in self.steps if isinstance(step, Recurrent)]
        lines += [SIZES] if self.program.blocks else []
        lines += [text] if (text := helper_of(body)) else []
        lines += [numba_source(sorted(helpers))] if helpers else []
        lines += list(self.kernels.values())
        compute = '"""Compute into the given results, with the given temporaries."""'
        lines.append(_function(f"run({', '.join(arrays)})", [compute, *run]))
        takes = [f"{n} = np.asarray({n})" for n in self.inputs]
        whole = ['"""Allocate, compute and return the results."""', *takes, *allocate]
        call = [f"run({', '.join(arrays)})", f"return {returns}"]
        lines.append(_function(f"program({', '.join(self.inputs)})", [*whole, *call]))
        return "\n\n".join(line.strip("\n") for line in lines) + "\n"
