"""Programs on the CPU: one bound call for each signature of dtypes and shapes."""

from __future__ import annotations

import math
import time
import weakref
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from operator import itemgetter
from typing import TYPE_CHECKING, Any

import numpy as np

from espresso.errors import OutOfMemoryError
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.formulas.graph.recurrences import number
from espresso.ir.driver import Blocked
from espresso.ir.storage.arena import allocate_groups
from espresso.machine.call_record import NUMPY_COPIES
from espresso.runtime.cpu import blas_threads, plans
from espresso.runtime.cpu.generated import Driver, Generated, Results, collected_later, default_dtypes, variables
from espresso.runtime.cpu.native_calls import NativeCall
from espresso.runtime.cpu.shared_code import begin_calls
from espresso.runtime.cpu.strided_inputs import StridedInputs, usable, writable
from espresso.runtime.cpu.workspaces import Pool, Workspace, bind_within, bytes_of, look_at_scratch
from espresso.system import memory_limits as capacity, threads
from espresso.system.floating_point import default
from espresso.system.half_precision import is_half
from espresso.system.result_pool import ResultPool

if TYPE_CHECKING:
    from espresso.ir.storage.memory import Memory
    from espresso.machine.machine_code import Code
    from espresso.runtime.cpu.row_blocks import BlockPlan

_empty = np.empty

COPY_LIMIT = 1 << 22
"""Bytes up to which a strided input is copied instead of compiling kernels for its strides (`strided_inputs`)."""

TRANSPOSED = 1 << 20
"""Bytes of an input in another order of axes from which a copy takes so long that another program is worth its
compilation (`array_forms`)."""

TRANSPOSED_LIMIT = 1 << 29
"""Bytes up to which an input of loops is copied whose elements do not lie nearest to each other along its last axis."""


def evaluate_extent(e: Expr, shapes: Mapping[str, Sequence[int]]) -> int:
    """The value of an extent expression for given shapes of the inputs; never negative."""
    return int(shapes[e.args[0].data.name][e.data]) if e.op == "size" else max(0, number(e, shapes))


def refuse_other_shapes(computed: Iterable[Sequence[int]], formulas: Iterable[Sequence[int]]) -> None:
    """Raise AssertionError where a program would compute results of other shapes: it would write past their ends."""
    found, expected = ([tuple(shape) for shape in shapes] for shapes in (computed, formulas))
    if found != expected:
        raise AssertionError(f"the program computes results of shapes {found}, its formulas {expected}")


class Bound:
    """One signature: call it with the arrays, get the results."""

    def __init__(
        self, compiled: Any, generated: Generated, arrays: Sequence[np.ndarray],
        results: Sequence[tuple[tuple[int, ...], str]],
    ) -> None:  # fmt: skip
        shapes = {n: a.shape for n, a in zip(generated.variables.values(), arrays, strict=True)}
        self.generated, self._arguments = generated, compiled._arguments
        self.source, module = generated.source, generated.module
        self.names = tuple(compiled.outputs)
        self.shapes = [shape for shape, _ in results]
        self.dtypes = [np.dtype(dtype) for _, dtype in results]
        self._specs = list(zip(self.shapes, self.dtypes, strict=True))
        made = {n: tuple([evaluate_extent(e, shapes) for e in extents]) for n, extents in module.shapes.items()}
        refuse_other_shapes([made[n] for n in module.outputs], self.shapes)
        self._shapes: dict[str, tuple[int, ...]] = {**shapes, **made}
        groups = self._in_blocks(made)
        temporaries = [(n, made[n], np.dtype(module.dtypes[n])) for n in module.temporaries]
        sizes = bytes_of(temporaries)
        pooled = bool(compiled.options.get("pooled", True))
        compiled._kept = compiled._kept or ResultPool()
        self._kept: ResultPool = compiled._kept
        self._large = pooled and self._kept.expect(math.prod(s) * d.itemsize for s, d in self._specs)
        self._arena, self._distances = allocate_groups(module.lives, sizes, module.homes, groups)
        self._foreign = not all(a.dtype.isnative for a in arrays)
        halves = [math.prod(s) for s, d in (*self._specs, *((a.shape, a.dtype) for a in arrays)) if is_half(d)]
        self._half = bool(halves)
        self._kept.expect(4 * n for n in halves)  # they are computed in float32
        self._gathers = module.gathers
        self._entries: list[Any] = []
        self._spares: list[Any] = []
        self._copied = min(COPY_LIMIT, NUMPY_COPIES, compiled.options.get("memory_limit") or COPY_LIMIT)
        self._plain = self._native({})
        names = list(generated.variables.values())
        self._threads: int | None = compiled.options.get("threads")
        self._layouts = StridedInputs(self._plain, names, self._native, self._kept, not self._gathers)
        self._transposed: Any = None
        self._compiled = weakref.ref(compiled)
        self.limit: int | None = None
        """Bytes that nothing beside inputs and results may have."""
        scratch = self._plain.scratch if self._plain is not None else 0
        self.pool = Pool(self._arena, temporaries, pooled, scratch)
        self.empty: Any = self._kept.empty if self._large else _empty
        """Makes an array for a result."""
        self._refuse(temporaries, compiled.options.get("limits"))
        simple = not (self._foreign or self._half) and (pooled or not temporaries)
        self._native_alone = simple and self._plain is not None and self._plain.at_once
        self.at_once = self._native_alone and (not self._gathers or bool(module.watched))  # nothing else looks
        if self._plain is not None:
            self._names = tuple(compiled.inputs)
            self._count = len(self._names)
            self._ordered = itemgetter(*self._names) if self._count > 1 else None
            if self._plain.at_once:
                self._call, self._record = self._plain.call, self._plain.record.address

    def _refuse(self, temporaries: Sequence[capacity.Named], limits: Mapping[str, float] | None) -> None:
        """Calls raise where they need more memory than there is: told by shapes, before anything is allocated."""
        inside = self._arena.size + self.pool.scratch
        self.pool.refusal = capacity.refusal("temporaries", inside, temporaries, limits)
        results = list(zip(self.names, self.shapes, self.dtypes, strict=True))
        whole = inside + capacity.bytes_of(results)
        text = capacity.refusal("results and temporaries", whole, [*results, *temporaries], limits)
        if text:  # of results that the caller gives the pool refuses the rest

            def refuse(shape: Sequence[int], dtype: np.dtype[Any]) -> np.ndarray:
                raise OutOfMemoryError(text)

            self.empty = refuse

    def refuse(self, text: str) -> None:
        """All calls raise this, before anything is computed."""
        self.pool.refusal, self.at_once, self._native_alone = text, False, False

    @property
    def plain(self) -> NativeCall | None:
        """The native program for contiguous inputs; None where there is none."""
        return self._plain

    @property
    def program(self) -> Any:
        """Kernels and library calls."""
        return self.generated.program

    @property
    def all_shapes(self) -> Mapping[str, tuple[int, ...]]:
        """Shapes of inputs, outputs and temporaries in memory."""
        return self._shapes

    def size_of(self, e: Expr) -> int:
        """The value of an extent."""
        return evaluate_extent(e, self._shapes)

    @property
    def held(self) -> int:
        """Bytes that this signature keeps between calls."""
        return self.pool.bytes

    @property
    def kernels(self) -> Mapping[str, str]:
        """Source of each kernel by name."""
        return self.generated.kernels

    def _in_blocks(self, made: dict[str, tuple[int, ...]]) -> list[tuple[Collection[str], int]]:
        """Shapes of arrays that hold one block go to ``made``; returns these arrays and how often there is each."""
        self.blocks: dict[int, BlockPlan] = {}
        groups: list[tuple[Collection[str], int]] = []
        for k, step in enumerate(self.generated.module.steps):
            if isinstance(step, Blocked):
                from espresso.runtime.cpu.row_blocks import block_plan, local_shapes

                item = {n: np.dtype(kind).itemsize for n, (kind, _) in self.generated.kinds.items()}
                extents = [n if isinstance(n, int) else self._extent(n) for n in step.extents]
                plan = self.blocks[k] = block_plan(step, extents, self._shapes, item)
                made |= local_shapes(step, plan, self._shapes)
                groups.append((step.local, plan.copies))
        self._shapes |= made
        return groups

    def _native(self, strides: Mapping[str, tuple[int, ...]], loops: bool = True) -> NativeCall | None:
        """The native program for inputs with these strides, all others C-contiguous; None where numba runs it.

        loops: they read the strided inputs, which only products do else: those need no other code.
        """
        special = frozenset(strides if loops else ())
        items = {n: np.dtype(self.generated.kinds[n][0]).itemsize for n in special}
        adjacent = frozenset(n for n in special if strides[n][-1:] == (items[n],))
        extents = {text: self._extent(text) for text in self.generated.module.extents}
        try:
            return self._call_of(self.generated.code(special, False, extents, self._shapes, adjacent), strides)
        except (LookupError, TypeError, ValueError):  # of the numbers that a file says the code takes
            return self._call_of(self.generated.code(special, True, extents, self._shapes, adjacent), strides)

    def _call_of(self, code: Code | None, strides: Mapping[str, tuple[int, ...]]) -> NativeCall | None:
        if code is None:
            return None
        kinds = self.generated.kinds
        extents = self.generated.module.extents
        call = NativeCall(
            code, self.generated.module, kinds, self._shapes, strides, self._arena.offsets,
            self._arena.size, lambda text: evaluate_extent(extents[text], self._shapes),
            self.blocks, self._distances, self._copied, self.generated.literals.bits,
        )  # fmt: skip
        return call if call.possible else None

    def _extent(self, text: str) -> int:
        return evaluate_extent(self.generated.module.extents[text], self._shapes)

    def entry(
        self, slowly: Callable[..., Any], build: Callable[..., Any] | None, region: Any, results: Any
    ) -> Any:  # fmt: skip
        """Calls of this signature as a builtin function that takes and returns what the user sees; None without one.

        slowly: the same in Python, for calls of another kind.  build: the structure of several results, None for
        one array.  region: see `machine.entry`.  results: has spare arrays for results, and the keys of several.
        """
        if self.empty is not _empty or not self.at_once or self._plain is None:
            return None  # large results lie in memory that is kept, which is left to Python
        if (build is not None and len(self._specs) == 1) or "out" in self._names:
            return None
        made = self._entries
        while len(made) < 1 + len(self._layouts.entered):  # each asks the one before it where arrays lie in another way
            native = self._layouts.entered[len(made) - 1] if made else self._plain
            self._spares = results.spares(self.shapes, self.dtypes)
            otherwise = made[-1] if made else slowly
            made.append(native.entry(self._names, otherwise, build, self.pool.free, region, self._spares, results.keys))
        return made[-1]

    def accept(self, values: Sequence[Any]) -> None:
        """Calls with values of these types are of this signature from now on, where machine code converts them."""
        if self.at_once and self._plain is not None:
            for native in (self._plain, *self._layouts.entered):
                native.record.accept(values)

    def native_alone(self) -> NativeCall | None:
        """The program in machine code that computes this signature without Python; None where there is none."""
        return self._plain if self.at_once else None

    def fast(self, args: tuple[Any, ...], kwargs: Mapping[str, Any], out: Any) -> Any:
        """The result, or the tuple of them, where the call is of this signature; None where it is not.

        The native program looks at the inputs itself, so that nothing is done for them in Python.
        """
        if kwargs:
            if args or len(kwargs) != self._count:
                return None
            try:
                args = (kwargs[self._names[0]],) if self._ordered is None else self._ordered(kwargs)
            except KeyError:
                return None
        elif len(args) != self._count:
            return None
        if out is None:
            empty = self.empty
            try:
                results = tuple([empty(shape, dtype) for shape, dtype in self._specs])
            except MemoryError:  # not yet looked at: the arrays may be others, with smaller results
                return None
        else:
            results = (out,) if type(out) is np.ndarray else tuple(out) if type(out) in (list, tuple) else ()
            if len(results) != len(self._specs):
                return None
        workspace = self.pool.take()
        try:
            if not self._call(args, results, self._record, workspace.base):
                return None
            return results if len(results) > 1 else results[0]
        finally:
            self.pool.give(workspace)

    def __call__(
        self, arrays: Sequence[np.ndarray], out: Sequence[np.ndarray | None] | None = None
    ) -> list[np.ndarray]:
        if self._gathers:
            limits = self._arguments.check_positions(arrays)
            if limits is not None and self._plain is not None:
                self._plain.set_position_bounds({self.generated.variables[n]: pair for n, pair in limits.items()})
        empty = self.empty
        if out is None:
            results = [empty(shape, dtype) for shape, dtype in self._specs]
        else:
            results = [empty(s, d) if o is None else o for o, (s, d) in zip(out, self._specs, strict=True)]
        workspace = self.pool.take()
        try:
            self.compute(arrays, results, workspace)
        finally:
            self.pool.give(workspace)
        return results

    def compute(self, arrays: Sequence[np.ndarray], results: list[np.ndarray], workspace: Workspace) -> None:
        """Compute into the results, natively or by numba."""
        if self._plain is not None and self._native_alone:
            if self._plain.call(tuple(arrays), tuple(results), self._plain.record.address, workspace.base):
                return
        if self._threads is None:
            self._otherwise(arrays, results, workspace)
            return
        with threads.limited(self._threads), blas_threads.limited(self._threads):
            self._otherwise(arrays, results, workspace)

    def _otherwise(self, arrays: Sequence[np.ndarray], results: list[np.ndarray], workspace: Workspace) -> None:
        """Compute what a native program alone does not."""
        large = any(a.nbytes >= TRANSPOSED and not a.flags.c_contiguous for a in arrays)
        if not large or not self._of_transposes(arrays, results):
            self._in_python([usable(a) for a in arrays], results, workspace)

    def _of_transposes(self, arrays: Sequence[np.ndarray], results: list[np.ndarray]) -> bool:
        """Compute by a program for the transposes of some arrays, where there is one."""
        from espresso.runtime.cpu.array_forms import TransposedInputs

        if self._transposed is None:
            read = [n in self._layouts.read for n in self.generated.variables.values()]
            self._transposed = TransposedInputs(self._compiled, read, bind_whole if self.limit is None else bind)
        return bool(self._transposed.call(arrays, results, TRANSPOSED))

    def _in_python(self, arrays: Sequence[np.ndarray], results: list[np.ndarray], workspace: Workspace) -> None:
        """Compute step by step, on copies, or with code for the layout of the arrays."""
        native, arrays = self._layouts.fitting(arrays, COPY_LIMIT, TRANSPOSED_LIMIT, self.limit)
        if native is not None and self.limit is not None:
            look_at_scratch(self, native, self.limit)
        if native is None:
            with default():
                self.generated.function(*map(writable, arrays), *results, *workspace.arrays)
        elif workspace.room < native.scratch:
            with self.pool.lent(native.scratch) as more:
                self._run(native, arrays, results, more)
        else:
            self._run(native, arrays, results, workspace)

    def _run(
        self, native: NativeCall, arrays: Sequence[np.ndarray], results: list[np.ndarray], workspace: Workspace
    ) -> None:
        """Run the native program; half precision is computed in single."""
        if not self._half and not native.foreign:
            native(arrays, results, workspace)
            return
        with default():  # a program sets it itself; here NumPy rounds, too
            if not self._half:
                native(arrays, results, workspace)
                return
            from espresso.runtime.cpu.c_order import in_single

            in_single(lambda given, made: native(given, made, workspace), arrays, results, self._kept.empty)

    def step_times(self, arrays: Sequence[np.ndarray], repeat: int) -> list[tuple[str, float, int]]:
        """Median seconds and bytes touched of each kernel and library call, in the order of the program.

        Without what calling any step from Python takes, half a microsecond.
        """
        from espresso.runtime.cpu.c_order import in_order

        results = [np.empty(s, d) for s, d in self._specs]
        native = self._plain
        if native is None or self._half:
            return []
        workspace = self.pool.take()
        touched = self.generated.module.touched
        times: list[list[float]] = [[] for _ in (*touched, "nothing")]
        try:
            every = [*map(in_order, map(usable, arrays)), *results, *workspace.arrays]
            step = native.stepper(every, workspace)
            for _ in range(repeat):
                for k in range(len(times)):  # the last is no step
                    start = time.perf_counter()
                    step(k)
                    times[k].append(time.perf_counter() - start)
        finally:
            self.pool.give(workspace)
        sizes = {n: a.nbytes for n, a in zip(native.order, every, strict=True)}
        nothing = np.median(times[-1])
        return [
            (name, max(0.0, float(np.median(t) - nothing)), sum(sizes.get(n, 0) for n in names))
            for (name, names), t in zip(touched, times, strict=False)
        ]

    def memory(self) -> Memory:
        """What this signature allocates."""
        from espresso.ir.storage.memory import Memory

        arena = self.pool.arena
        spare = sum(a.nbytes for arrays in self._spares for a in arrays if a is not None)
        held = self.pool.bytes + self._kept.bytes + spare
        return Memory(
            arena.size, arena.lower_bound, sum(arena.bytes.values()), held, arena.offsets, arena.bytes,
            self.pool.scratch,
        )  # fmt: skip


def bind(compiled: Any, arrays: Sequence[np.ndarray]) -> Any:
    """`bind_whole`, one within a limit, or a call that keeps few states of recurrences where the options say so."""
    given, limit = compiled.options.get("checkpoint"), compiled.options.get("memory_limit")
    if limit is None and given in (None, "none"):
        return _without_unit_axes(compiled, arrays) or bind_whole(compiled, arrays)
    if not any(ex.has(e, "recur") for e in compiled.expressions):
        if limit is None or compiled.options.get("part"):
            return bind_whole(compiled, arrays)
        return bind_within(limit, compiled, arrays, bind_whole)
    if given == "none":
        return bind_whole(compiled, arrays)
    from espresso.runtime.checkpoints.calls import bind as bind_in_parts

    compiled = compiled._for_dtypes([a.dtype for a in arrays])
    return bind_in_parts(compiled, arrays, _results(compiled, arrays), bind_whole)


def _without_unit_axes(compiled: Any, arrays: Sequence[np.ndarray]) -> Any:
    """The call of the formulas without axes of length 1, where there are such and it pays; None else."""
    if not any(1 in a.shape for a in arrays):
        return None
    from espresso.runtime.cpu.array_forms import WithoutUnitAxes, pays, without_ones, without_unit_axes

    if not pays(arrays):
        return None
    results = _results(compiled, arrays)
    shapes = {n: a.shape for n, a in zip(variables(compiled).values(), arrays, strict=True)}
    fewer = without_unit_axes(compiled, arrays, lambda e: evaluate_extent(e, shapes))
    inner = None if fewer is None else bind_whole(fewer, [without_ones(a) for a in arrays])
    if inner is None or [d.name for d in inner.dtypes] != [dtype for _, dtype in results]:
        return None
    return WithoutUnitAxes(compiled, inner, [s for s, _ in results], arrays, bind_whole)


@collected_later()
def bind_whole(compiled: Any, arrays: Sequence[np.ndarray]) -> Bound:
    """The call for these arrays' dtypes and shapes; plans and compiles only what is new, also to the cache folder.

    Raises every mismatch error, except where a plan was kept for just these dtypes and shapes.
    """
    compiled = compiled._for_dtypes([a.dtype for a in arrays])
    shapes = {n: a.shape for n, a in zip(variables(compiled).values(), arrays, strict=True)}
    dtypes = {n: str(a.dtype.newbyteorder("=")) for n, a in zip(compiled.inputs, arrays, strict=True)}
    known: list[Generated] = compiled._programs.setdefault(tuple(dtypes.items()), [])

    def size_of(e: Expr) -> int:
        return evaluate_extent(e, shapes)

    if any(a.ndim != t.ndim for a, t in zip(arrays, compiled._inputs.values(), strict=True)):
        compiled._arguments.check(arrays)  # raises: axes have lengths where they are
    for generated in known:
        results = generated.results_for(size_of)
        if results is not None:
            return Bound(compiled, generated, arrays, results)
    key = plans.key_of(compiled, dtypes)
    kept = plans.find(key, size_of)
    if kept is not None and (bound := _as_kept(compiled, dtypes, arrays, size_of, *kept)):
        known.append(bound.generated)
        return bound
    results = _results(compiled, arrays)
    found = next((g for g in known if g.agrees(size_of)), None)
    if found is None:
        begin_calls()
        named = zip(compiled.outputs, results, strict=True)
        found = Generated(compiled, dtypes, {n: d for n, (_, d) in named}, size_of)
    bound = Bound(compiled, found, arrays, results)
    if found not in known:
        known.append(found)
    conditions = found.learn(size_of, [a.dtype for a in arrays], results)
    plans.keep(key, conditions, found.results.values(), found.module)
    return bound


def _as_kept(
    compiled: Any, dtypes: Mapping[str, str], arrays: Sequence[np.ndarray], size_of: Callable[[Expr], int],
    entry: plans.Entry, driver: Driver,
) -> Bound | None:  # fmt: skip
    """The call of a plan from the cache; None where parts of the file do not fit: real errors come again."""
    try:
        results = dict(zip(compiled.outputs, entry.dtypes, strict=True))
        generated = Generated(compiled, dtypes, results, size_of, driver, [entry.conditions])
        shapes = generated.results_for(size_of)
        return None if shapes is None else Bound(compiled, generated, arrays, shapes)
    except Exception:
        return None


def _results(compiled: Any, arrays: Sequence[np.ndarray]) -> Results:
    """Shape and dtype of each result; raises every mismatch error."""
    facts = compiled._arguments.check(arrays)
    return tuple([(tuple(facts.shapes[e]), str(np.dtype(facts.dtypes[e]))) for e in compiled.expressions])


class Unbound:
    """A program before any call: for reading, not for running.  Of the CPU's or of a device's generated programs."""

    def __init__(self, generated: Any) -> None:
        self.generated, self.program = generated, generated.program
        self.source, self.kernels = generated.source, generated.kernels

    def memory(self) -> Memory:
        """Unknown before a call: nothing is allocated yet."""
        from espresso.ir.storage.memory import Memory

        return Memory(0, 0, 0, 0)


def unbound(compiled: Any) -> Unbound:
    """The program as it would be for the default dtypes."""
    dtypes, results = default_dtypes(compiled)
    return Unbound(Generated(compiled, dtypes, results, lambda e: int(e.data) if e.op == "const" else 64))
