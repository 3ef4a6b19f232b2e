"""Workspaces: one arena of temporaries for each concurrent call, reused by later calls; what is above a limit."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import numpy as np

from espresso.errors import OutOfMemoryError
from espresso.ir.driver import Launch, Step
from espresso.ir.storage.arena import ALIGNMENT, Arena
from espresso.records import dataclass
from espresso.system.locks import new_lock
from espresso.system.memory_limits import excess

if TYPE_CHECKING:
    from espresso.runtime.cpu.native_calls import NativeCall
    from espresso.runtime.cpu.programs import Bound

_lock = new_lock()
NOTHING = np.empty(0, np.uint8)


class Workspace(tuple[np.ndarray, ...]):
    """The memory of one call, whose first array begins at ``base``: the arena, and ``room`` bytes behind it.

    The rest are the temporaries in it (``arrays``).  ``scratch`` is the address behind the arena: slices reduce
    into that memory, and products pack their operands there.
    """

    base: int
    scratch: int
    room: int

    @classmethod
    def of(
        cls, arrays: Sequence[np.ndarray], base: int, scratch: int, room: int, kept: np.ndarray | None
    ) -> Workspace:  # fmt: skip
        """These arrays, which lie at ``base`` in the memory that is ``kept``."""
        made = cls((NOTHING if kept is None else kept[base - kept.ctypes.data :], *arrays))
        made.base, made.scratch, made.room = base, scratch, room
        return made

    @property
    def arrays(self) -> tuple[np.ndarray, ...]:
        """The temporaries, in order."""
        return self[1:]


class Pool:
    """Workspaces of one call signature.

    ``take`` gives views on an arena that nobody else uses; ``give`` returns it.  Calls
    from several threads get an arena each.  Behind the arena lie ``scratch`` bytes for what steps
    need beside temporaries (see `Workspace`).  ``poison`` fills both with NaN bytes before each use, to
    show reads of values that were never written.  The native entry takes workspaces from the list ``free``
    and puts them back, as ``take`` and ``give`` do.
    """

    def __init__(
        self, arena: Arena, temporaries: Sequence[tuple[str, tuple[int, ...], np.dtype[Any]]], shared: bool = True,
        scratch: int = 0,
    ) -> None:  # fmt: skip
        self.arena, self.temporaries, self.shared, self.scratch = arena, tuple(temporaries), shared, scratch
        self.made = self.bytes = 0
        """Workspaces that were made, and bytes of those that are kept."""
        self.free: list[Workspace] = []
        self._poisoned: list[Workspace] | None = None
        self.refusal = ""
        """Why no workspace can be made."""

    @property
    def poison(self) -> bool:
        """Whether arenas are filled with NaN; then the native entry finds none."""
        return self._poisoned is not None

    @poison.setter
    def poison(self, wanted: bool) -> None:
        self._poisoned = [] if wanted else None
        self._drop(self.free)

    def _drop(self, kept: list[Workspace]) -> None:
        while kept:
            self.bytes -= self.arena.size + kept.pop().room

    def take(self) -> Workspace:
        """A workspace that nobody uses."""
        free = self.free if self._poisoned is None else self._poisoned
        try:
            while (workspace := free.pop()).room < self.scratch:  # the native entry puts back what it took before
                self.bytes -= self.arena.size + workspace.room
        except IndexError:
            workspace = self._make()
        if self._poisoned is not None:
            for array in workspace.arrays:
                array.view(np.uint8).fill(0xFF) if array.ndim else array.fill(np.array(-1, "i8").astype(array.dtype))
            workspace[0].fill(0xFF)
        return workspace

    def give(self, workspace: Workspace) -> None:
        """Keep a workspace for the next call, unless calls need more scratch memory by now."""
        if workspace.room < self.scratch:
            self.bytes -= self.arena.size + workspace.room
            return
        (self.free if self._poisoned is None else self._poisoned).append(workspace)

    @contextmanager
    def lent(self, scratch: int) -> Iterator[Workspace]:
        """A workspace with at least so many bytes of scratch memory."""
        self.grow(scratch)
        workspace = self.take()
        try:
            yield workspace
        finally:
            self.give(workspace)

    def grow(self, scratch: int) -> None:
        """So many bytes of scratch memory from now on: arrays with other strides are packed in other blocks."""
        if scratch <= self.scratch:
            return
        self.scratch = scratch
        for kept in (self.free, self._poisoned or []):
            self._drop(kept)

    def _make(self) -> Workspace:
        if self.refusal:
            raise OutOfMemoryError(self.refusal)
        self.made += 1
        self.bytes += self.arena.size + self.scratch
        arena = self.arena.size if self.shared else 0
        if not arena + self.scratch:
            return Workspace.of([np.empty(shape, dtype) for _, shape, dtype in self.temporaries], 0, 0, 0, None)
        raw = np.empty(arena + self.scratch + ALIGNMENT, np.uint8)
        start = -raw.ctypes.data % ALIGNMENT
        arrays = [
            np.ndarray(shape, dtype, buffer=raw, offset=start + self.arena.offsets[name])
            if self.shared
            else np.empty(shape, dtype)
            for name, shape, dtype in self.temporaries
        ]
        base = raw.ctypes.data + start
        return Workspace.of(arrays, base, base + arena, self.scratch, raw)


class DevicePool:
    """Workspaces of one signature, kept by queue: work in one queue is in order, so it may follow at once."""

    def __init__(self, make: Callable[[Any], Any]) -> None:
        self._make = make
        self._free: dict[Any, list[Any]] = {}
        self.made = 0

    def take(self, key: Any, queue: Any) -> Any:
        """A workspace that no other call uses."""
        with _lock:
            free = self._free.setdefault(key, [])
            if free:
                return free.pop()
            self.made += 1
        return self._make(queue)

    def give(self, key: Any, workspace: Any) -> None:
        """Keep a workspace for the next call in the same queue."""
        with _lock:
            self._free[key].append(workspace)


def bytes_of(temporaries: Sequence[tuple[str, tuple[int, ...], np.dtype[Any]]]) -> Mapping[str, int]:
    """Bytes of each temporary."""
    return {name: int(np.prod(shape, dtype=np.int64)) * dtype.itemsize for name, shape, dtype in temporaries}


# --- memory_limit= --------------------------------------------------------------------------------------

LOOPS = "numba-loops"
"""The engine that stores no operands for libraries, and packs none."""


@dataclass(frozen=True)
class Part:
    """Memory beside inputs and results: ``what`` it holds, and the array that is stored there or computed by it."""

    what: str
    array: str
    bytes: int


def bind_within(
    limit: int, compiled: Any, arrays: Sequence[np.ndarray], whole: Callable[[Any, Sequence[np.ndarray]], Bound]
) -> Bound:
    """The call that makes nothing larger than the limit beside its results, of loops where library calls would.

    Where loops would, too, calls raise.
    """
    bound = whole(compiled, arrays)
    largest = _largest(parts(bound))
    if largest > limit and not any(compiled.options.get(n) for n in ("engine", "engines", "autotune")):
        if LOOPS not in compiled._pieces:
            leaves = list(zip(compiled.outputs, compiled._arguments.originals, strict=True))
            options = {**compiled.options, "engine": LOOPS, "inputs": compiled.inputs}
            compiled._pieces[LOOPS] = compiled._remade(leaves, options)
        other = whole(compiled._pieces[LOOPS], arrays)
        if (less := _largest(parts(other))) < largest:
            bound, largest = other, less
    bound.limit = limit
    if largest > limit:
        bound.refuse(_refusal(bound, limit, list(parts(bound))))
    return bound


def look_at_scratch(bound: Bound, native: NativeCall, limit: int) -> None:
    """Raise where the program for other strides packs more than the limit."""
    found = list(_scratch(bound, native))
    if _largest(found) > limit:
        raise OutOfMemoryError(_refusal(bound, limit, found))


def parts(bound: Bound) -> Iterator[Part]:
    """Everything that a call allocates beside its results."""
    for name, shape, dtype in bound.pool.temporaries:
        yield Part(f"{name}, {dtype} of shape {shape}", name, math.prod(shape) * dtype.itemsize)
    if bound.plain is not None:
        yield from _scratch(bound, bound.plain)


def _scratch(bound: Bound, native: NativeCall) -> Iterator[Part]:
    steps = native.module.steps
    for k, step in enumerate(steps):
        size = max(native.scratch_bytes(step, native.records.get(k, ())))
        if size:
            kept = "rows that a thread keeps" if isinstance(step, Launch) else "copies of operands that are packed"
            yield Part(f"{kept} for {_written(step)}", _written(step), size)
    for key, name in native.partial:  # each slice but the first has its own
        inside = {} if isinstance(key, int) else native.blocked[int(key.partition(".")[0])].slices
        if (native.slices[key] if isinstance(key, int) else inside.get(key, (1, 1)))[0] > 1:
            size = math.prod(bound.all_shapes[name]) * native.dtypes[name].itemsize
            yield Part(f"sums of a slice for {name}", name, size)


def _largest(found: Iterator[Part] | Sequence[Part]) -> int:
    return max((p.bytes for p in found), default=0)


def _refusal(bound: Bound, limit: int, found: Sequence[Part]) -> str:
    largest = max(found, key=lambda p: p.bytes)
    return excess(limit, largest.what, largest.bytes, bound.program.formula_of(largest.array))


def _written(step: Step) -> str:
    """An array that a step writes."""
    return getattr(step, "out", step.name)
