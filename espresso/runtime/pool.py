"""Workspaces: one arena of temporaries per call that is under way, kept for the next call."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from ..planning.arena import ALIGNMENT, Arena


class Workspace(tuple[np.ndarray, ...]):
    """The temporaries of one call; ``base`` is the address of the arena, ``parts`` what slices reduce into."""

    base: int
    parts: dict[int, list[list[np.ndarray]]]

    @classmethod
    def of(cls, arrays: Sequence[np.ndarray], base: int) -> Workspace:
        """These arrays, which lie at ``base``."""
        made = cls(arrays)
        made.base, made.parts = base, {}
        return made


class Pool:
    """Workspaces of one call signature.

    ``take`` gives views on an arena that nobody else uses; ``give`` returns it.  Calls
    from several threads get an arena each.  ``poison`` fills arenas with NaN bytes
    before each use, to show reads of values that were never written.
    """

    def __init__(
        self, arena: Arena, temporaries: Sequence[tuple[str, tuple[int, ...], np.dtype[Any]]], shared: bool = True
    ) -> None:
        self.arena, self.temporaries, self.shared = arena, tuple(temporaries), shared
        self.made = 0
        self.poison = False
        self._free: list[Workspace] = []

    def take(self) -> Workspace:
        """Arrays for the temporaries, in order."""
        try:
            workspace = self._free.pop()
        except IndexError:
            workspace = self._make()
        if self.poison:
            for array in workspace:
                array.view(np.uint8).fill(0xFF) if array.ndim else array.fill(np.array(-1, "i8").astype(array.dtype))
        return workspace

    def give(self, workspace: Workspace) -> None:
        """Keep a workspace for the next call."""
        self._free.append(workspace)

    @property
    def bytes(self) -> int:
        """Bytes that the pool has allocated and keeps."""
        return self.made * self.arena.size

    def _make(self) -> Workspace:
        self.made += 1
        if not self.temporaries:
            return Workspace.of((), 0)
        if not self.shared:
            return Workspace.of([np.empty(shape, dtype) for _, shape, dtype in self.temporaries], 0)
        raw = np.empty(self.arena.size + ALIGNMENT, np.uint8)
        start = -raw.ctypes.data % ALIGNMENT
        arrays = [
            np.ndarray(shape, dtype, buffer=raw, offset=start + self.arena.offsets[name])
            for name, shape, dtype in self.temporaries
        ]
        return Workspace.of(arrays, raw.ctypes.data + start)


def bytes_of(temporaries: Sequence[tuple[str, tuple[int, ...], np.dtype[Any]]]) -> Mapping[str, int]:
    """Bytes of each temporary."""
    return {name: int(np.prod(shape, dtype=np.int64)) * dtype.itemsize for name, shape, dtype in temporaries}
