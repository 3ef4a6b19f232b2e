"""Programs on a device: one bound list of launches for each signature, one arena for each concurrent call.

What CUDA and OpenCL have in common.  A backend (`cuda.CudaBackend`, `opencl.OpenclBackend`, and `dry_run.NoDevice` for
programs that are only read) supplies memory, copies and prepared steps, which are calls with pointers of the arrays
that they name; all its methods that take a queue only put work into it.  This module says what lies where, in which
order it runs, and what is reused: after the first call of a signature nothing is allocated but results.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np

from espresso.codegen.simt.cost.cost import Cost
from espresso.codegen.simt.one_block import fits
from espresso.codegen.simt.program import simt_program
from espresso.compiler.device.launch_sizes import long_rows, needs_wide
from espresso.compiler.pipeline import build
from espresso.errors import EngineError, OutOfMemoryError
from espresso.formulas.graph.expr import Expr, has
from espresso.ir.calls import Contraction, LibraryCall, RecurrenceCall
from espresso.ir.loops import Program
from espresso.ir.storage.arena import Arena, Lifetime, allocate, row_major
from espresso.ir.storage.memory import Memory
from espresso.lazy import get
from espresso.runtime.cpu.programs import evaluate_extent, refuse_other_shapes
from espresso.runtime.cpu.workspaces import DevicePool
from espresso.runtime.device.matrices import refuse_transfers, transfers_of
from espresso.runtime.device.places import ALIGNMENT, FLAG, Steps
from espresso.runtime.device.recurrences import Loop, LoopStep, parts_of_a_step, shorter_in_one_block, text_with_steps
from espresso.system.memory_limits import bytes_of, excess, refusal
from espresso.system.transfers import Transfers

INT32 = 2**31 - 1

LIBRARIES: dict[str, tuple[str, ...]] = {"gpu": ("cublas",), "opencl": ()}
"""The engines of each target whose products are steps of a program."""


class NoMemory(Exception):
    """A device cannot give a block of memory; told to the user with the formula, as an EngineError."""


class Planned:
    """A program for one set of dtypes and one target, and its texts; shared by all shapes that allow it."""

    def __init__(
        self, compiled: Any, target: str, dtypes: Mapping[str, str], results: Mapping[str, str],
        size_of: Callable[[Expr], int], guarded: bool = False, assumed: bool = False,
    ) -> None:  # fmt: skip
        self.options = {**compiled.options, "assumed": assumed}
        prepared = replace(compiled.prepared, target=target, first_choices={}, options=self.options)
        self.state = partial(build, prepared, dtypes, results, size_of, guarded)
        state = self.state()
        self.program, self.sizes, self.dtypes, self.target = state.program, state.sizes, dict(dtypes), target
        self.inputs = tuple(compiled.inputs)
        self.ranks = {n: t.data.rank for n, t in compiled._inputs.items()}
        self.formula = str(compiled)
        self._texts: dict[Any, DeviceProgram] = {}

    def fits(self, size_of: Callable[[Expr], int]) -> bool:
        """Whether the program would be the same for other sizes."""
        return self.sizes.agree(size_of)

    def text(
        self, dialect: str, library: frozenset[str], wide: bool, strided: frozenset[str],
        apart: frozenset[str] = frozenset(), moved: frozenset[str] = frozenset(), one_block: bool = False,
    ) -> DeviceProgram:  # fmt: skip
        """The kernels in a dialect; ``library`` are products that stay library calls; see `simt_program`."""
        key = (dialect, library, wide, strided, apart, moved, one_block)
        if key not in self._texts:
            self._texts[key] = DeviceProgram(self, *key)
        return self._texts[key]


class DeviceProgram:
    """The text of a program and its modules on the devices that run it."""

    def __init__(
        self, plan: Planned, dialect: str, library: frozenset[str], wide: bool, strided: frozenset[str],
        apart: frozenset[str] = frozenset(), moved: frozenset[str] = frozenset(), one_block: bool = False,
    ) -> None:  # fmt: skip
        self.program, self.formula, self.state = plan.program, plan.formula, plan.state
        self.simt = simt_program(
            plan.program, plan.inputs, plan.ranks, plan.dtypes, dialect,
            wide=wide, strided=strided, contractions=library, formula=plan.formula, apart=apart,
            deterministic=deterministic(plan.options), tf32=bool(plan.options.get("tf32")), moved=moved,
            one_block=one_block,
        )  # fmt: skip
        self.source = self.simt.source
        self.kernels = {s.name: s.source for s in self.simt.steps if not isinstance(s, LibraryCall)}
        self.moved, self.one_block = moved, one_block
        self.inner: dict[tuple[Expr, ...], Any] = {}
        """Compiled functions of the steps of recurrences, by their formulas."""
        self.scans: dict[Any, Any] = {}
        """Modules of the scans of its linear recurrences (`linear_scans.Generated`)."""
        self._modules: dict[Any, Any] = {}

    def module(self, backend: Any) -> Any:
        """The compiled text on a backend's device."""
        found = self._modules.get(backend)
        if found is None:
            found = self._modules[backend] = backend.load(self.source, self.formula)
        return found


def deterministic(options: Mapping[str, Any]) -> bool:
    """Whether the same bits are asked for on every run."""
    return bool(options.get("deterministic")) or options.get("autotune") == "deterministic"


def touched(step: Any) -> tuple[str, ...]:
    """Arrays that a step of a device program reads or writes in memory."""
    return (*step.arrays, *step.writes) if isinstance(step, LibraryCall) else tuple(step.arguments)


class Layout:
    """What every array of a call is: its shape, bytes and form ("host", "number", "device", "strided")."""

    def __init__(self, names: Sequence[str], forms: Sequence[str], arrays: Sequence[Any]) -> None:
        self.forms = dict(zip(names, forms, strict=True))
        self.shapes: dict[str, tuple[int, ...]] = {n: tuple(a.shape) for n, a in zip(names, arrays, strict=True)}
        self.dtypes: dict[str, np.dtype[Any]] = {n: np.dtype(a.dtype) for n, a in zip(names, arrays, strict=True)}
        self.strides = {
            n: tuple(s // a.dtype.itemsize for s in a.strides)
            for n, f, a in zip(names, forms, arrays, strict=True)
            if f == "strided"
        }
        self.long_loops = False

    def add(self, name: str, shape: tuple[int, ...], dtype: np.dtype[Any], form: str) -> None:
        """Another array: a temporary or a result."""
        self.shapes[name], self.dtypes[name], self.forms[name] = shape, dtype, form

    def bytes(self, name: str) -> int:
        """The size of a contiguous array of this shape."""
        return math.prod(self.shapes[name]) * self.dtypes[name].itemsize

    @property
    def element_strides(self) -> dict[str, tuple[int, ...]]:
        """Strides of every array in elements."""
        return {n: self.strides.get(n) or row_major(shape) for n, shape in self.shapes.items()}

    @property
    def wide(self) -> bool:
        """Whether some offset, in elements, or some counter of a loop does not fit into 32 bits."""
        reach = [
            sum(abs(s) * max(0, n - 1) for s, n in zip(self.strides[k], shape, strict=True))
            if k in self.strides else math.prod(shape)
            for k, shape in self.shapes.items()
        ]  # fmt: skip
        return self.long_loops or any(r > INT32 for r in reach)


class Workspace:
    """An arena, the steps bound to it, and the arguments that change from call to call."""

    def __init__(self, bound: Bound, queue: Any, block: Any = None, start: int = 0, flag: Any = None) -> None:
        backend, layout = bound.backend, bound.layout
        self.queue = queue
        self.block = backend.allocate(max(ALIGNMENT, bound.arena.size), queue) if block is None else block
        self.pointers = {
            name: backend.part(self.block, start + offset, max(1, layout.bytes(name)))
            for name, offset in bound.arena.offsets.items()
        }
        module = bound.generated.module(backend)
        self.flag = self.pointers.get(FLAG, flag)
        self.steps: list[Any] = []
        for step in bound.generated.simt.steps:
            if isinstance(step, RecurrenceCall):
                made: Any = LoopStep(bound.loops[step.name], self, start + bound.arena.offsets[scratch_of(step)])
            else:
                made = backend.prepare(step, module, bound.value, bound)
            rows = bound.generated.moved & set(touched(step)) if isinstance(step, LibraryCall) else ()
            self.steps.append(backend.on_copies(made, step, rows, layout) if rows else made)
        self.numbers: dict[str, bytes] = {}
        self.label = bound.formula.partition("\n")[0][:80]
        self.graphs = bool(bound.options.get("cuda_graph", True))
        self.replay: Any = None  # the backend's record of earlier runs
        self.moving: list[tuple[Any, int, int]] = []
        given = {n: k for k, n in enumerate(bound.given)}
        for step in self.steps:
            for position, name in enumerate(step.names):
                if name in given:
                    self.moving.append((step, position, given[name]))
                else:
                    step.bind(position, self.pointers[name])

    def launch(self, queue: Any) -> Any:
        """Put every step into the queue; returns what the last one that ran returned."""
        event = None
        for step in self.steps:
            event = step(queue) or event
        return event


class Bound:
    """One signature on one device: call it with native or NumPy arrays, get the results."""

    def __init__(
        self, compiled: Any, generated: DeviceProgram, backend: Any, facts: Any, layout: Layout,
        value: Callable[[Expr], int], on_host: bool, watched: bool = False,
    ) -> None:  # fmt: skip
        self.generated, self.backend, self.facts, self.layout = generated, backend, facts, layout
        self.program, self.source, self.kernels = generated.program, generated.source, generated.kernels
        self.formula, self.options = generated.formula, compiled.options
        self.inputs, self.names = tuple(compiled.inputs), tuple(compiled.outputs)
        self.on_host, self.expressions = on_host, compiled.expressions
        self.shapes = [tuple(facts.shapes[e]) for e in compiled.expressions]
        self.dtypes = [np.dtype(facts.dtypes[e]) for e in compiled.expressions]
        self._specs = list(zip(self.shapes, self.dtypes, strict=True))
        self.value = value
        self.refused: tuple[str, ...] = ()
        self.parts_of_steps: list[Cost] = []
        self._on_cpu: Any = None
        for b in generated.simt.buffers.values():
            if b.role == "temporary":
                layout.add(b.name, tuple(self.value(e) for e in b.shape), np.dtype(b.dtype), "temporary")
        calls = [s for s in generated.simt.steps if isinstance(s, RecurrenceCall)]
        self.loops = {s.name: Loop(s, self, watched or on_host, bind) for s in calls}
        if self.loops:
            self.source, self.kernels = text_with_steps(self)
        for s in calls:
            layout.add(scratch_of(s), (self.loops[s.name].scratch,), np.dtype(np.uint8), "temporary")
        if calls and on_host:
            layout.add(FLAG, (1,), np.dtype(np.int32), "temporary")
        self.arena = self._place()
        self.given = [n for n in (*self.inputs, *self.names) if layout.forms[n] in ("device", "strided")]
        order = {n: k for k, n in enumerate((*self.inputs, *self.names))}
        self._given_at = [order[n] for n in self.given]
        read = {n for step in generated.simt.steps for n in touched(step)}
        self._sent = [
            (k, n, layout.forms[n])
            for k, n in enumerate(self.inputs)
            if layout.forms[n] in ("host", "number") and n in read
        ]
        self.moves = transfers_of(self.program, layout.bytes) if backend.host_matrices else []
        self.moves += [move for loop in self.loops.values() for move in loop.moves]
        self.pool = DevicePool(lambda queue: Workspace(self, queue))

    def _place(self) -> Arena:
        """Places in the arena: temporaries, and whatever comes from the host or goes there."""
        used: dict[str, list[int]] = {}
        for position, step in enumerate(self.generated.simt.steps):
            for name in (*touched(step), *([scratch_of(step)] if isinstance(step, RecurrenceCall) else [])):
                used.setdefault(name, []).append(position)
        last = max(len(self.generated.simt.steps) - 1, 0)
        used[FLAG] = [0, last]
        lives = []
        for name, form in self.layout.forms.items():
            first, final = used.get(name, [0])[0], used.get(name, [0])[-1]
            if form == "temporary":
                lives.append(Lifetime(name, first, final))
            elif form == "number":
                lives.append(Lifetime(name, 0, last))  # written only when it changes
            elif form == "host":
                lives.append(Lifetime(name, first, last) if name in self.names else Lifetime(name, 0, final))
        sizes = {life.name: max(1, self.layout.bytes(life.name)) for life in lives}
        return allocate(lives, sizes, alignment=ALIGNMENT)

    def __call__(self, arrays: Sequence[Any], out: Sequence[Any] | None, queue: Any, transfers: Any) -> list[Any]:
        """The results, in the order of ``names``: NumPy arrays when ``on_host``, else native arrays.

        ``out`` holds arrays of the same kind, contiguous, that overlap nothing; None for a new one.
        """
        backend, layout = self.backend, self.layout
        given = out or [None] * len(self.names)
        try:
            key = backend.key(queue)
            workspace = self.pool.take(key, queue)
            try:
                results = [
                    (np.empty(s, d) if self.on_host else backend.empty(s, d, queue)) if o is None else o
                    for o, (s, d) in zip(given, self._specs, strict=True)
                ]
                kept = self._send(workspace, queue, arrays, transfers) if self._sent else []
                watched = FLAG in self.arena.offsets
                outside = np.zeros(1, np.int32)
                if watched:
                    backend.write_number(queue, workspace.flag, outside)
                every = [*arrays, *results]
                event = backend.run(workspace, queue, [backend.pointer(every[k]) for k in self._given_at])
                for way, size in self.moves:
                    transfers.add(way, size)
                if self.on_host:
                    for name, result in zip(self.names, results, strict=True):
                        if result.size:
                            kept.append(backend.download(queue, result, workspace.pointers[name]))
                            transfers.add("to_host", result.nbytes)
                    if watched:
                        kept.append(backend.download(queue, outside, workspace.flag))
                    backend.synchronise(queue)
                    if outside[0]:
                        self.refuse(arrays)
                else:
                    backend.written(queue, results, event)
            finally:
                self.pool.give(key, workspace)
        except backend.errors as reason:
            raise EngineError(f"{reason}\n  in {self.formula}\n  on {layout_text(layout, self.inputs)}") from reason
        return results

    def gathers_outside(self, arrays: Sequence[Any]) -> bool:
        """Whether a recurrence gathers at positions outside an array, as far as they lie on the host."""
        looked_at = [pair for loop in self.loops.values() for pair in loop.gathers]
        if not looked_at:
            return False
        given = {n: a for n, a in zip(self.inputs, arrays, strict=True) if isinstance(a, np.ndarray) and a.size}
        return not all(given[n].min() >= 0 and given[n].max() < length for n, length in looked_at if n in given)

    def refuse(self, arrays: Sequence[np.ndarray]) -> None:
        """Raise the error of a step that reads outside an array: that of the same program on the CPU."""
        if self._on_cpu is None:
            self._on_cpu = get("compile")(list(self.expressions), target="cpu")
        given = dict(zip(self.inputs, arrays, strict=True))
        self._on_cpu(*[given[n] for n in self._on_cpu.inputs])

    def _send(self, workspace: Workspace, queue: Any, arrays: Sequence[Any], transfers: Any) -> list[Any]:
        """Host arrays go to their places; a number only when it is another than before."""
        kept: list[Any] = []
        for position, name, form in self._sent:
            array = arrays[position]
            if form == "host" and array.size:
                source = np.ascontiguousarray(array)
                kept.append(self.backend.upload(queue, workspace.pointers[name], source, not self.on_host))
                transfers.add("to_device", array.nbytes)
            elif form == "number":
                number = np.ascontiguousarray(array)
                if workspace.numbers.get(name) != number.tobytes():
                    self.backend.write_number(queue, workspace.pointers[name], number)
                    workspace.numbers[name] = number.tobytes()
        return kept

    def step_times(self, arrays: Sequence[Any], queue: Any, repeat: int) -> list[tuple[str, float, int]]:
        """Median seconds and bytes touched of each step, each timed alone."""
        results = [np.empty(s, d) if self.on_host else self.backend.empty(s, d, queue) for s, d in self._specs]
        every = [*arrays, *results]
        key = self.backend.key(queue)
        workspace = self.pool.take(key, queue)
        times: list[list[float]] = [[] for _ in workspace.steps]
        try:
            for step, position, array in workspace.moving:
                step.bind(position, self.backend.pointer(every[self._given_at[array]]))
            for _ in range(repeat):
                kept = self._send(workspace, queue, arrays, Transfers())  # an earlier run has used their places
                for step, taken in zip(workspace.steps, times, strict=True):
                    self.backend.synchronise(queue)
                    start = time.perf_counter()
                    step(queue)
                    self.backend.synchronise(queue)
                    taken.append(time.perf_counter() - start)
                del kept
        finally:
            self.pool.give(key, workspace)
        found = []
        for described, taken in zip(self.generated.simt.steps, times, strict=True):
            name = f"{described.word} {described.name}" if isinstance(described, LibraryCall) else described.name
            found.append((name, float(np.median(taken)), sum(self.layout.bytes(n) for n in touched(described))))
        return found

    @property
    def held(self) -> int:
        """Bytes on the device that this signature keeps between calls."""
        return self.pool.made * self.arena.size

    def memory(self) -> Memory:
        """What this signature allocates on the device for each call under way."""
        arena = self.arena
        return Memory(
            arena.size, arena.lower_bound, sum(arena.bytes.values()), self.held,
            arena.offsets, arena.bytes,
        )  # fmt: skip


def scratch_of(step: RecurrenceCall) -> str:
    """The name of the memory that a recurrence needs beside its arrays."""
    return f"steps of {step.name}"


def layout_text(layout: Layout, names: Sequence[str]) -> str:
    """Shapes and dtypes of the inputs, for messages."""
    return ", ".join(f"{n}: {layout.dtypes[n]} {layout.shapes[n]}" for n in names) or "no inputs"


def planned(
    compiled: Any, target: str, dtypes: Mapping[str, str], results: Mapping[str, str],
    value: Callable[[Expr], int], guarded: bool = False, assumed: bool = False,
) -> Planned:  # fmt: skip
    """The program for these dtypes, made now or known."""
    key = (target, guarded, assumed, tuple(dtypes.items()), tuple(results.items()))
    known = compiled._programs.setdefault(key, [])
    for plan in known:
        if plan.fits(value):
            return plan  # type: ignore[no-any-return]
    made = Planned(compiled, target, dtypes, results, value, guarded, assumed)
    known.append(made)
    return made


def bind(
    compiled: Any, backend: Any, arrays: Sequence[Any], forms: Sequence[str], on_host: bool, steps: Steps | None = None
) -> Bound:
    """The call for arrays of these dtypes, shapes and forms on the backend's device; checks them first.

    A product that was given to a library, but whose layout the library refuses, is
    computed by a generated kernel.  ``steps``: it is a program of a recurrence, and part of another call.
    """
    layout = Layout(compiled.inputs, forms, arrays)
    compiled = compiled._for_dtypes([layout.dtypes[n] for n in compiled.inputs])
    facts = compiled._arguments.check(arrays)
    guarded = steps is not None or bool(compiled._arguments.positions_unseen(arrays))
    dtypes = {n: str(layout.dtypes[n].newbyteorder("=")) for n in compiled.inputs}
    kinds = [str(np.dtype(facts.dtypes[e])) for e in compiled.expressions] if steps is None else steps.results
    results = dict(zip(compiled.outputs, kinds, strict=True))
    shapes = {n: layout.shapes[n] for n in compiled.inputs}

    def value(e: Expr) -> int:
        return evaluate_extent(e, shapes)

    plan = planned(compiled, backend.target, dtypes, results, value, guarded, backend.assumed)
    for name, e in zip(compiled.outputs, compiled.expressions, strict=True):
        layout.add(name, tuple(facts.shapes[e]), np.dtype(results[name]), "host" if on_host else "device")
    if steps is None:
        refuse_other_shapes(
            [[value(e) for e in plan.program.buffers[n].shape] for n in plan.program.outputs],
            [facts.shapes[e] for e in compiled.expressions],
        )  # fmt: skip
    for b in plan.program.buffers.values():
        if b.role == "temporary":
            layout.add(b.name, tuple(value(e) for e in b.shape), np.dtype(b.dtype), "unused")
    layout.long_loops = needs_wide(plan.program, value)
    if backend.host_matrices and compiled.options.get("transfer") == "forbid":
        refuse_transfers(plan.program, str(backend))
    library, refused = set(), []
    for step in plan.program.steps:
        if isinstance(step, Contraction) and step.engine in backend.libraries:
            reason = backend.refuses(step, value, layout)
            if reason is None:
                library.add(step.name)
            else:
                refused.append(f"{step}: {reason}")
    if refused and compiled.options.get("strict"):
        raise EngineError("\n".join(["no engine that was asked for computes", *(f"  {line}" for line in refused)]))
    moved = frozenset[str]() if steps is None or backend.dialect != "opencl" else steps.moved  # addresses move alone
    text = partial(plan.text, backend.dialect, frozenset(library), layout.wide, frozenset(layout.strides),
                   long_rows(plan.program, value))  # fmt: skip
    generated = text(moved)
    costs = [] if steps is None else parts_of_a_step(generated.simt, layout, value)
    if steps is not None and shorter_in_one_block(steps, plan.program, costs):
        block = text(steps.moved, True)
        kernel: Any = block.simt.steps[0]
        generated = block if fits(kernel, backend.dialect) else generated
    bound = Bound(compiled, generated, backend, facts, layout, value, on_host, steps is not None and steps.watched)
    bound.refused, bound.parts_of_steps = tuple(refused), costs
    if (limits := compiled.options.get("limits")) and steps is None:
        made = [(n, tuple(facts.shapes[e]), np.dtype(results[n])) for n, e in compiled.outputs.items()]
        too_much = refusal("results and temporaries", bound.arena.size + bytes_of(made), made, limits)
        if too_much:
            raise OutOfMemoryError(too_much)
    if steps is None:
        _refuse_large(bound, plan.program, compiled)
    return bound


def _refuse_large(bound: Bound, program: Program, compiled: Any) -> None:
    """Raise where a temporary is larger than ``memory_limit=``; recurrences keep all rows."""
    limit = compiled.options.get("memory_limit")
    if limit is None or any(has(e, "recur") for e in compiled.expressions):
        return
    layout = bound.layout
    name = max((b.name for b in program.buffers.values() if b.role == "temporary"), key=layout.bytes, default="")
    if name and layout.bytes(name) > limit:
        what = f"{name}, {layout.dtypes[name]} of shape {layout.shapes[name]}"
        raise OutOfMemoryError(excess(limit, what, layout.bytes(name), program.formula_of(name)))
