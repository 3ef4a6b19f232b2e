"""Workspaces: one arena of temporaries for each concurrent call, reused by later calls."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

import numpy as np

from espresso.errors import OutOfMemoryError
from espresso.ir.storage.arena import ALIGNMENT, Arena
from espresso.system.locks import new_lock

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
