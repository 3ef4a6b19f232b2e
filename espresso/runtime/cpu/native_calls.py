"""Native calls of one signature: its number table, its slices for threads, the call itself."""

from __future__ import annotations

import ctypes
import functools
import math
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from contextvars import ContextVar
from copy import copy
from typing import TYPE_CHECKING, Any

import numpy as np

from espresso.ir.driver import (
    STACK,
    Blocked,
    Convolution,
    EngineStep,
    Launch,
    Packed,
    Product,
    Recurrent,
    Step,
    factor,
    lines_for,
)
from espresso.ir.storage.arena import row_major
from espresso.kernels.convolution.record import FIELDS as PLANES
from espresso.llvm.emit.tiles import FIELDS as PACKED, LENGTH, LINE, Tile, region, stride
from espresso.machine.call_record import ANY, FUNCTIONS, ArrayFacts, CallRecord
from espresso.machine.entry_binding import LONG, api, builtin, entry
from espresso.machine.machine_code import Code
from espresso.machine.object_layout import known
from espresso.machine.thread_pool import SHORT_JOB
from espresso.runtime.cpu.shared_code import convolving, multiplying
from espresso.runtime.cpu.workspaces import Workspace
from espresso.system import machine_model, threads
from espresso.system.locks import in_flight, new_lock
from espresso.system.threads import short_jobs, slices_of, threads_worth

if TYPE_CHECKING:
    from espresso.runtime.cpu.native_recurrences import Record as RecurrenceRecord
    from espresso.runtime.cpu.row_blocks import BlockedNumbers, BlockPlan

RECORD = 43
"""Numbers that describe a product (``llvm.emit.gemm.Multiplier.LENGTH``)."""

SLICES = 6
"""Slices for each thread of a convolution."""

LIGHT = 4096
"""Bytes that a slice reduces into, up to which there may be several for each thread."""

_watching = new_lock()


class NativeCall:
    """One program with the numbers of one signature.

    ``shapes`` are those of every array, ``strided`` the strides of inputs that are not C-contiguous, in bytes.
    ``size_of`` evaluates the texts of extents; strided inputs of up to ``copied`` bytes are copied by the call entry.
    The arena has ``arena`` bytes for temporaries, and ``scratch`` more that this object asks for: sums of slices or
    planes of a convolution, one step after the other, and behind them areas (`llvm.emit.scratch`) for what each slice
    packs or keeps for itself.
    """

    def __init__(
        self, code: Code, module: Any, kinds: Mapping[str, tuple[str, int]], shapes: Mapping[str, tuple[int, ...]],
        strided: Mapping[str, tuple[int, ...]], offsets: Mapping[str, int], arena: int, size_of: Callable[[str], int],
        blocks: Mapping[int, BlockPlan], distances: Mapping[str, int], copied: int,
        literal: Callable[[int], int],
    ) -> None:  # fmt: skip
        self.code, self.module = code, module
        self.order, self._strided = module.order, strided.keys()
        self.dtypes = {n: np.dtype(kinds[n][0]) for n in self.order}
        strides = {n: strided.get(n) or row_major(shapes[n], self.dtypes[n].itemsize) for n in self.order}
        elements = {n: tuple(s // self.dtypes[n].itemsize for s in strides[n]) for n in self.order}
        self.sizes = {n: size_of(n) for n in module.extents}
        self.foreign: dict[int, Callable[..., None]] = {}
        self.extents: list[int] = []
        self.slices: list[tuple[int, int]] = []
        self.short_jobs: set[int] = set()
        self.blocked: dict[int, BlockedNumbers] = {}
        self.recurrent: dict[int, RecurrenceRecord] = {}
        self.in_place: dict[int, tuple[list[int], int, int]] = {}  # packed products whose operands are matrices
        self._tables: list[np.ndarray] = []  # numbers hold their addresses
        self.records, work = self._steps(kinds, shapes, elements, blocks)
        self.modes = {k: r[0] for k, r in self.records.items() if isinstance(module.steps[k], Product)}
        bytes_of = {n: math.prod(shapes[n]) * self.dtypes[n].itemsize for n in self.order}
        room = {n: -(-size // 64) * 64 for n, size in bytes_of.items()}
        inside = {key: pair for b in self.blocked.values() for key, pair in b.slices.items()}
        self.partial = part = self._scratch_layout(room, inside, blocks, self.records)
        together, state = 0, 0
        if self.blocked or any(n > 1 for n, _ in self.slices):
            from espresso.runtime.cpu import workers

            together, state = workers.entry()
        rows = {key: n for b in self.blocked.values() for key, n in b.rows.items()}
        many: dict[Any, Any] = {**self.records, **{k: r for b in self.blocked.values() for k, r in b.records.items()}}
        many |= {f"{k}.0": numbers for k, (numbers, *_) in self.in_place.items()}
        packed = not self.in_place and not any(isinstance(s, (Product, Blocked)) for s in module.steps)
        values: dict[str, Callable[..., Any]] = {
            "size": lambda text: self.sizes[text],
            "length": lambda name, axis: shapes[name][axis],
            "stride": lambda name, axis: strides[name][axis],
            "rows": lambda k: self.extents[k] if isinstance(k, int) else rows[k],
            "product": lambda k, at: many[k][at] if k in many else 0,
            "in place": lambda k: int(k in self.in_place),
            "recurrence": lambda k: self.recurrent[k].words.ctypes.data if k in self.recurrent else 0,
            "first": lambda k, side: self.in_place[k][1 + side] if k in self.in_place else 0,
            "slices": lambda k: (self.slices[k] if isinstance(k, int) else inside[k])[0],
            "threads": lambda k: (
                SHORT_JOB * (k in self.short_jobs) + (self.slices[k] if isinstance(k, int) else inside[k])[1]
            ),
            "block": lambda k, role: blocks[k].sizes[role],
            "blocks": lambda k, role: blocks[k].counts[role],
            "split": lambda k: blocks[k].split,
            "inside": lambda k: int(blocks[k].inside),
            "copy": lambda k, name: distances[name],
            "partial": lambda k, name: int(name in self._partials(k, module.steps[k])),
            "together": lambda: together,
            "workers": lambda: state,
            "in flight": in_flight,
            "areas": lambda: self.areas[0],
            "areas_at": lambda: self.areas[1],
            "area_stride": lambda: self.areas[2],
            "non_temporal": lambda k: self._past_cache(k, shapes),
            "part": lambda k, name: part.get((k, name), 0),
            "room": lambda name: room[name],
            "tile": lambda *_: 0,
            "convolving": convolving,
            "multiplying": lambda way, dtype: 0 if packed and way == "products" else multiplying(way, dtype),
            "literal": literal,
        }
        self.possible = all(b.possible for b in self.blocked.values())
        if not self.possible:
            return
        self.table = np.array([values[what](*rest) for what, *rest in code.numbers], np.int64)
        self.numbers = self.table.ctypes.data
        self.shared = [(self.order.index(new), self.order.index(old)) for new, old in module.shared.items()]
        self._entry = None if self.foreign or not known() or not all(map(api, FUNCTIONS)) else entry()
        self.at_once = self._entry is not None
        if self._entry is not None:
            self.call = self._entry.call
            self._facts = strided, offsets, arena, int(not work <= LONG), copied
            self.record = self._record(shapes, *self._facts)

    def taking(self, shapes: Mapping[str, tuple[int, ...]]) -> NativeCall:
        """The same program for arrays of other shapes that lie alike in memory."""
        made = copy(self)
        made.record = self._record(shapes, *self._facts)
        return made

    def entry(
        self, names: Sequence[str], slowly: Callable[..., Any], build: Callable[..., Any] | None,
        workspaces: list[Workspace], region: ContextVar[Any] | None, spares: list[Any], keys: tuple[Any, ...] | None,
    ) -> Any:  # fmt: skip
        """The program as a builtin function with the inputs of these names, as `machine.entry` says."""
        inputs = tuple(sys.intern(n) for n in (*names, "out"))
        assert self._entry is not None
        own = (self.record.table, slowly, build, workspaces, region, inputs, spares, keys)
        return builtin(self._entry.enter, (*own, self, self.code.memory))  # the record points into these

    def _record(
        self, shapes: Mapping[str, tuple[int, ...]], strided: Mapping[str, tuple[int, ...]],
        offsets: Mapping[str, int], arena: int, long: int, copied: int,
    ) -> CallRecord:  # fmt: skip
        """What the call entry knows of this signature; scratch memory lies behind ``arena`` bytes of temporaries."""
        from espresso.machine.index_bounds import between

        module = self.module
        checks = {n: between(str(self.dtypes[n])) for n in module.watched}
        inputs = [ArrayFacts(self.dtypes[n], shapes[n], checks.get(n, 0), strided.get(n, ())) for n in module.inputs]
        outputs = [ArrayFacts(self.dtypes[n], shapes[n]) for n in module.outputs]
        header = {"run": self.code.address, "numbers": self.numbers, "scratch": arena, "long": long,
                  "needs": int(arena + self.scratch > 0), "copied": copied,
                  **{name: api(name) for name in FUNCTIONS}}  # fmt: skip
        return CallRecord(inputs, outputs, [offsets.get(n, 0) for n in module.temporaries], header)

    def _steps(
        self, kinds: Mapping[str, tuple[str, int]], shapes: Mapping[str, tuple[int, ...]],
        elements: Mapping[str, tuple[int, ...]], blocks: Mapping[int, BlockPlan],
    ) -> tuple[dict[int, list[int]], float]:  # fmt: skip
        """Numbers of products and convolutions, and the nanoseconds of a call: infinite where nobody estimated them."""
        records: dict[int, list[int]] = {}
        work, asked = 0.0, {n[1] for n in self.code.numbers if n[0] == "product"}
        for k, step in enumerate(self.module.steps):
            if isinstance(step, Blocked):
                from espresso.runtime.cpu.row_blocks import BlockedNumbers

                extents = [n if isinstance(n, int) else self.sizes[n] for n in step.extents]
                self.blocked[k] = BlockedNumbers(k, step, blocks[k], extents, shapes, elements, self._cost, self.sizes)
                self.extents.append(blocks[k].counts[blocks[k].split])
                self.slices.append((blocks[k].slices, blocks[k].slices))
                work = math.inf
                continue
            if isinstance(step, Recurrent):
                self._recurrent(k, step, shapes)
                extent, cost = 0, 0.0
            elif isinstance(step, EngineStep):
                self.foreign[k] = _function(step.reads, step.out, step.lines, step.prelude, step.keeps)
                extent, cost = 0, 0.0
            elif isinstance(step, Packed):
                records[k], extent, cost = self._packed(k, step, kinds, shapes, elements)
            elif isinstance(step, Convolution):
                records[k], whole = self._convolution(k, step, kinds, shapes, elements)
                most = threads_worth(whole, threads.MOST)
                self.extents.append(0)
                self.slices.append((SLICES * most if most > 1 else 1, most))
                work = math.inf
                continue
            elif isinstance(step, Product):
                from espresso.runtime.cpu import blas

                past = step.non_temporal and self._large(step, shapes)
                native = self._is_native(step, kinds)
                if native and k not in asked:  # lengths and strides are in the code
                    made: tuple[list[int], int] | None = [0] * RECORD, 0
                else:
                    made = blas.record(step, shapes, elements, self.sizes, past) if native else None
                if made is None:  # by the engine's own text, with the arrays as they are
                    self.foreign[k] = _function(step.reads, step.out, lines_for(step, self.sizes), step.prelude)
                    made = [0] * RECORD, 0
                records[k], extent = made
                cost = blas.nanoseconds(step, shapes) / max(extent, 1)
            else:
                extent = self._extent(step)
                cost = self._cost(step)
            self.extents.append(extent)
            light = self._light(step, records.get(k, ()), shapes)
            pair = slices_of(extent, cost, light or not _joins(step))
            if pair[0] == 1 and (light or isinstance(step, Product)) and (count := short_jobs(extent, cost)) > 1:
                pair = count, count
                self.short_jobs.add(k)
            self.slices.append(pair)
            loopless = isinstance(step, Launch) and step.extent is None
            work += extent * cost if cost or loopless else math.inf
        return records, work

    def _scratch_layout(
        self, room: Mapping[str, int], inside: Mapping[Any, tuple[int, int]], blocks: Mapping[int, BlockPlan],
        records: Mapping[int, Sequence[int]],
    ) -> dict[tuple[int | str, str], int]:  # fmt: skip
        """Where in the scratch memory the slices of a reduction reduce into; sets how much of it a call needs."""
        part: dict[tuple[int | str, str], int] = {}
        self.scratch, count, most = 0, 0, 0
        for k, step in enumerate(self.module.steps):
            shared, own = self.scratch_bytes(step, records.get(k, ()))
            shared = self.recurrent[k].scratch if k in self.recurrent else shared
            self.scratch = max(self.scratch, -(-shared // LINE) * LINE)
            if own:
                most = max(most, own)
                count = max(count, *(n for _, n in (self.slices[k], *(inside.values() if k in blocks else ()))))
            steps: list[tuple[int | str, Step, int]] = [(k, step, self.slices[k][0])]
            if isinstance(step, Blocked) and blocks[k].inside:
                steps += [(f"{k}.{m}", s, inside.get(f"{k}.{m}", (1, 1))[0]) for m, s in enumerate(step.steps)]
            for key, one, slices in steps:
                at = 0
                for name in self._partials(k, one):
                    part[key, name] = at
                    at += (slices - 1) * room[name]
                self.scratch = max(self.scratch, at)
        self.areas = count, self.scratch, stride(most)
        self.scratch += region(count, most)
        return part

    def scratch_bytes(self, step: Step, record: Sequence[int]) -> tuple[int, int]:
        """Bytes that a step needs for all its slices together, and for each."""
        if isinstance(step, Packed) and record:
            return 0, record[PACKED.index("scratch")]
        if isinstance(step, Convolution) and record:
            return record[PLANES.index("scratch")], max(record[PLANES.index("room")], LINE)
        if isinstance(step, Blocked):
            return 0, max(self.scratch_bytes(s, ())[1] for s in step.steps)
        if isinstance(step, Launch):
            sizes = (item * math.prod(self._number(n) for n in lengths) for item, lengths in step.rows)
            return 0, sum(-(-n // LINE) * LINE for n in sizes if n > STACK)
        return 0, 0

    def _number(self, length: int | str) -> int:
        return length if isinstance(length, int) else self.sizes[length]

    def _light(self, step: Step, record: Sequence[int], shapes: Mapping[str, tuple[int, ...]]) -> bool:
        """Whether more slices cost nothing: no operand is packed for each, and little is joined afterwards.

        One slice for each thread is best also for a product with a vector, or a thin one, though nothing is packed
        there: a call of BLAS has its own start, and wide parts of a matrix are read along their rows, each by the
        thread whose cache holds it from the last call.
        """
        if isinstance(step, Product):
            from espresso.runtime.cpu import blas

            return bool(record) and record[0] in (blas.LOOPS, blas.SMALL)
        if not isinstance(step, Launch):
            return False
        return sum(math.prod(shapes[n]) * self.dtypes[n].itemsize for n, _ in step.partials) <= LIGHT

    def _cost(self, step: Launch) -> float:
        """Nanoseconds of one iteration of the outermost loop; 0 where it is not split."""
        return machine_model.rates().vectors * eval(_formula(step.cost), {}, self.sizes) if step.cost else 0.0

    def _past_cache(self, k: int, shapes: Mapping[str, tuple[int, ...]]) -> bool:
        """Whether results of a step go past the cache, where its rows are long enough for that."""
        step = self.module.steps[k]
        assert isinstance(step, Launch)
        size = sum(math.prod(shapes[n]) * self.dtypes[n].itemsize for n in step.arrays)
        last = {n: eval(_formula(str(step.views[n][-1])), {}, self.sizes) for n in step.non_temporal if n in step.views}
        rows = [last.get(n, (shapes[n] or (1,))[-1]) * self.dtypes[n].itemsize for n in step.non_temporal]
        work = self._cost(step) * self._extent(step)
        return machine_model.past_cache(size, work, min(rows, default=0), threads.count())

    def _large(self, step: Product, shapes: Mapping[str, tuple[int, ...]]) -> bool:
        """Whether a product touches more than the largest cache holds."""
        arrays = (*step.reads, step.out)
        return machine_model.is_beyond(sum(math.prod(shapes[n]) * self.dtypes[n].itemsize for n in arrays))

    def _partials(self, k: int, step: Step) -> list[str]:
        """Arrays that each slice of a step reduces for itself."""
        if isinstance(step, Blocked):
            plan = self.blocked[k].plan
            return [] if plan.inside else [n for n, _, roles in step.carried if plan.split in roles]
        return [name for name, _ in step.partials] if isinstance(step, Launch) else []

    def _packed(
        self, k: int, step: Packed, kinds: Mapping[str, tuple[str, int]], shapes: Mapping[str, tuple[int, ...]],
        elements: Mapping[str, tuple[int, ...]],
    ) -> tuple[list[int], int, float]:  # fmt: skip
        """The record of a packed product, how many parts can be split, and the cost of one in nanoseconds."""
        if not self._is_native(step, kinds):
            self.foreign[k] = _function(step.reads, step.out, lines_for(step, self.sizes), step.prelude)
            return [0] * LENGTH, 0, 0.0
        from espresso.kernels.packed_gemm import binding as packing
        from espresso.runtime.cpu import blas

        left, right, lengths = packing.operands(step, shapes, elements, self.sizes)
        found = blas.read_in_place(step, left, right, elements[step.out], lengths, factor(step, self.sizes))
        if found is not None:
            self.in_place[k] = found[0], left.base, right.base
            return [0] * LENGTH, found[1], packing.nanoseconds(lengths) / max(found[1], 1)
        tile = next(Tile(*n[2:]) for n in self.code.numbers if n[:2] == ("tile", step.dtype))
        numbers, extent, tables = packing.bound(
            step, elements, self.sizes, (left, right), lengths, tile, threads.count()
        )  # fmt: skip
        self._tables += tables
        return numbers, extent, packing.nanoseconds(lengths) / max(extent, 1)

    def _recurrent(self, k: int, step: Recurrent, shapes: Mapping[str, tuple[int, ...]]) -> None:
        """The record of a recurrence, or its function in Python."""
        from espresso.runtime.cpu.native_recurrences import record
        from espresso.runtime.cpu.recurrences import Steps

        steps, names = Steps(step), (*step.reads, *step.outs)
        made = None if self._strided & {*names} else record(steps, names, self.order, self.dtypes, shapes)
        if made is None:
            self.foreign[k] = steps
        else:
            self.recurrent[k] = made

    def _convolution(
        self, k: int, step: Convolution, kinds: Mapping[str, tuple[str, int]], shapes: Mapping[str, tuple[int, ...]],
        elements: Mapping[str, tuple[int, ...]],
    ) -> tuple[list[int], float]:  # fmt: skip
        """The record of a convolution, and about how many nanoseconds it takes."""
        if not self._is_native(step, kinds):
            self.foreign[k] = _function(step.reads, step.out, step.lines, step.prelude)
            return [], 0.0
        from espresso.kernels.convolution import binding as convolving, winograd_binding as winograd

        tile = next(Tile(*n[2:]) for n in self.code.numbers if n[:2] == ("tile", k))
        bound = winograd.bound if step.winograd else convolving.bound
        numbers, tables, work = bound(step, shapes, elements, tile, threads.count())
        self._tables += tables
        return numbers, work

    @staticmethod
    def _is_native(step: Product | Packed | Convolution, kinds: Mapping[str, tuple[str, int]]) -> bool:
        """Whether the program computes this product itself, as `machine.program.is_native` says."""
        same = {kinds[n][0] for n in (*step.reads, step.out)} == {step.dtype}
        return step.native and same and step.dtype in ("float32", "float64")

    def _extent(self, step: Launch) -> int:
        return 0 if step.extent is None else self._number(step.extent)

    def set_position_bounds(self, limits: Mapping[str, tuple[int, int]]) -> None:
        """Positions that lie between these bounds need no look by Python; inputs without are read nowhere.

        Another thread may be looking at one bound and another one at the next: they only move apart, and those of
        one call are put in before those of another are compared with them.
        """
        if self.at_once:
            with _watching:
                self._set_position_bounds(limits)

    def _set_position_bounds(self, limits: Mapping[str, tuple[int, int]]) -> None:
        found = []
        for name in self.module.watched:
            at = self.module.inputs.index(name)
            least, most = limits.get(name, ANY)  # of unsigned numbers some are no signed ones: those are outside
            found.append((at, (least, min(most, ANY[1])), self.record.bounds(at)))
        if all(new[0] <= min(old[0], new[1]) and new[1] >= old[1] for _, new, old in found):
            for at, new, _ in found:
                self.record.set_bounds(at, new)

    def __call__(self, arrays: Sequence[np.ndarray], results: Sequence[np.ndarray], workspace: Workspace) -> None:
        """Run on arrays that have the lengths and strides of the table."""
        every = [*arrays, *results, *workspace.arrays]
        if not self.foreign:
            self.code.run(self._addresses(every, workspace), self.numbers)
        else:
            step = self.stepper(every, workspace)
            for k in range(len(self.module.steps)):
                step(k)

    def _addresses(self, every: Sequence[np.ndarray], workspace: Workspace) -> Any:
        """The table of addresses of all arrays, and of the scratch memory."""
        place = [a.__array_interface__["data"][0] for a in every]
        for new, old in self.shared:
            place[new] = place[old]
        return (ctypes.c_void_p * (len(place) + 1))(*place, workspace.scratch)

    def stepper(self, every: Sequence[np.ndarray], workspace: Workspace) -> Callable[[int], None]:
        """A function that runs one step of a call, by its number, on threads where that pays."""
        table: Any = None
        views = dict(zip(self.order, every, strict=True))
        for new, old in self.module.shared.items():
            views[new] = views[old]
        kept: dict[str, Any] = {}

        def step(k: int) -> None:
            nonlocal table
            if k not in self.foreign:
                table = self._addresses(every, workspace) if table is None else table
                self.code.one(table, self.numbers, k)
                return
            called = self.module.steps[k]
            outs = called.outs if isinstance(called, Recurrent) else (called.out,)
            given = [views[n] for n in (*called.reads, *outs)]
            self.foreign[k](*given, *([kept] if isinstance(called, EngineStep) and called.keeps else ()))

        return step


def _joins(step: Step) -> bool:
    """Whether each slice costs more: what slices of a reduction made is joined, a BLAS packs an operand for each."""
    return not isinstance(step, Launch) or bool(step.partials)


@functools.cache
def _formula(text: str) -> Any:
    """An estimate of work, compiled once."""
    return compile(text, "<cost>", "eval")


@functools.cache
def _function(
    reads: tuple[str, ...], out: str, lines: tuple[str, ...], prelude: str, keeps: str = ""
) -> Callable[..., None]:
    """A step by the text of its engine, over the arrays that it reads and the one that it writes.

    What it ``keeps`` stands in a dict behind them.
    """
    names = [n if n not in reads[:k] else f"_{k}_{n}" for k, n in enumerate(reads)]  # read twice: the first will do
    names.append(out)
    if keeps:
        names.append("_kept")
        lines = (f"{keeps} = _kept.get({keeps!r})", *lines, f"_kept[{keeps!r}] = {keeps}")
    head = f"def step({', '.join(names)}):\n" + "".join(f"    {line}\n" for line in lines)
    scope = _scope(prelude)
    exec(head, scope)
    return scope.pop("step")  # type: ignore[no-any-return]


@functools.cache
def _scope(prelude: str) -> dict[str, Any]:
    """The module of an engine's prelude: all its calls share what it remembers."""
    scope: dict[str, Any] = {"np": np, "os": os, "math": math}
    if "@njit" in prelude:  # its loops are for saved programs; here only what they cannot do arrives
        scope["njit"] = lambda **_: lambda function: function
    exec(prelude, scope)
    if "_small_matrices" in scope:
        from espresso.runtime.cpu.shared_code import compute_matrices

        scope["_small_matrices"] = compute_matrices
    return scope
