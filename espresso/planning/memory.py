"""What a compiled function allocates, as plain data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Memory:
    """Bytes of the temporaries of one call signature.

    ``arena`` is the planned size, ``lower_bound`` the least that any plan needs (the most
    bytes alive at one step), ``unshared`` what separate arrays would take, ``pooled`` what
    is kept for the next calls (also memory of large results that nobody has any more),
    ``offsets`` where each temporary lies in the arena.
    """

    arena: int
    lower_bound: int
    unshared: int
    pooled: int
    offsets: Mapping[str, int] = field(default_factory=dict)
    bytes: Mapping[str, int] = field(default_factory=dict)

    def __str__(self) -> str:
        lines = [
            f"temporaries: {len(self.offsets)}, arena {self.arena:,} bytes "
            f"(lower bound {self.lower_bound:,}, without sharing {self.unshared:,}); pool holds {self.pooled:,} bytes"
        ]
        lines += [
            f"  {n}: {self.bytes[n]:,} bytes at {o:,}" for n, o in sorted(self.offsets.items(), key=lambda p: p[1])
        ]
        return "\n".join(lines)
