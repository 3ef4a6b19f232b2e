"""Memory statistics of a compiled function, as plain data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from espresso.records import dataclass


@dataclass(frozen=True)
class Memory:
    """Bytes of the temporaries of one call signature.

    ``arena`` is the planned size, ``lower_bound`` the least that any plan needs (the most
    bytes alive at one step), ``unshared`` what separate arrays would take, ``pooled`` what
    is kept for the next calls (also memory of large results that nobody has any more),
    ``offsets`` where each temporary lies in the arena.  ``scratch`` lies behind the arena, one for all steps: blocks of
    operands that products pack, planes of convolutions, rows of kernels, and what each thread reduces for itself.
    """

    arena: int
    lower_bound: int
    unshared: int
    pooled: int
    offsets: Mapping[str, int] = field(default_factory=dict)
    bytes: Mapping[str, int] = field(default_factory=dict)
    scratch: int = 0

    def __str__(self) -> str:
        behind = f", scratch of steps {self.scratch:,} bytes" if self.scratch else ""
        lines = [
            f"temporaries: {len(self.offsets)}, arena {self.arena:,} bytes (lower bound {self.lower_bound:,}, "
            f"without sharing {self.unshared:,}){behind}; pool holds {self.pooled:,} bytes"
        ]
        lines += [
            f"  {n}: {self.bytes[n]:,} bytes at {o:,}" for n, o in sorted(self.offsets.items(), key=lambda p: p[1])
        ]
        return "\n".join(lines)
