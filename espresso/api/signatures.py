"""Dispatch of calls: one bound call for each signature (dtypes and shapes), least recently used dropped."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

SURELY, MOST, BYTES = 8, 256, 1 << 30
"""Signatures that are kept whatever they hold, the most that are kept, and bytes of memory that they hold together."""


class Signatures:
    """Bound calls by signature; those not used for the longest time go, because lengths may always be new.

    Each has an arena of its own.  ``forget`` is told of each that goes.
    """

    def __init__(self, forget: Callable[[Any], None]) -> None:
        self._forget = forget
        self._known: dict[Any, Any] = {}

    def __len__(self) -> int:
        return len(self._known)

    def get(self, key: Any) -> Any:
        """The bound call of this signature, or None."""
        bound = self._known.get(key)
        if bound is not None and len(self._known) > SURELY:
            self._known[key] = self._known.pop(key, bound)  # it is the last now
        return bound

    def add(self, key: Any, bound: Any) -> Any:
        """Keep a bound call, and return it."""
        self._known[key] = bound
        if len(self._known) > SURELY:
            self._make_room()
        return bound

    def _make_room(self) -> None:
        known = list(self._known.items())
        held = sum(bound.held for _, bound in known)
        for count, (key, bound) in zip(range(len(known), SURELY, -1), known, strict=False):
            if count <= MOST and held <= BYTES:
                return
            held -= bound.held
            if self._known.pop(key, None) is not None:  # another thread may have been first
                self._forget(bound)
