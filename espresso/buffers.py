"""Lifetimes of temporaries and their places in one arena.

A temporary lives from the step that writes it to the last step that reads it.  Places
are chosen greedily, the largest first, at the lowest offset where nothing alive at the
same time is in the way (the "greedy by size" scheme of Pisarchyk and Lee, 2020).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from .loops import Contraction, Kernel, Program

ALIGNMENT = 64
"""Bytes: a cache line and the widest vector."""


@dataclass(frozen=True)
class Lifetime:
    """Positions of the first and the last step that touch a temporary."""

    name: str
    first: int
    last: int


@dataclass(frozen=True)
class Arena:
    """Offsets in bytes, the size of the arena, and the bound no plan can beat.

    ``lower_bound`` is the largest sum of bytes alive at one step.
    """

    offsets: Mapping[str, int]
    bytes: Mapping[str, int]
    size: int
    lower_bound: int


def lifetimes(program: Program) -> list[Lifetime]:
    """When each temporary of the program is alive, in order of first use."""
    touched: dict[str, list[int]] = {}
    for position, step in enumerate(program.steps):
        for name in touches(step):
            buffer = program.buffers.get(name)
            if buffer is not None and buffer.role == "temporary":
                touched.setdefault(name, []).append(position)
    return [Lifetime(name, steps[0], steps[-1]) for name, steps in touched.items()]


def touches(step: Kernel | Contraction) -> tuple[str, ...]:
    """Arrays that a step reads or writes in memory."""
    if isinstance(step, Contraction):
        return (step.left, step.right, step.name)
    return (*step.reads, *step.writes)


def place(lives: Sequence[Lifetime], sizes: Mapping[str, int]) -> Arena:
    """The arena for temporaries of the given sizes in bytes.

    >>> lives = [Lifetime("a", 0, 1), Lifetime("b", 1, 2), Lifetime("c", 2, 3)]
    >>> arena = place(lives, {"a": 100, "b": 50, "c": 100})
    >>> arena.size, arena.lower_bound, arena.offsets["a"] == arena.offsets["c"]
    (192, 192, True)
    """
    rounded = {l.name: -(-sizes[l.name] // ALIGNMENT) * ALIGNMENT for l in lives}
    placed: list[tuple[Lifetime, int]] = []
    for life in sorted(lives, key=lambda l: (-rounded[l.name], l.first, l.name)):
        busy = sorted(
            (offset, offset + rounded[other.name])
            for other, offset in placed
            if other.first <= life.last and life.first <= other.last
        )
        offset = 0
        for low, high in busy:
            if offset + rounded[life.name] <= low:
                break
            offset = max(offset, high)
        placed.append((life, offset))
    offsets = {life.name: offset for life, offset in placed}
    size = max((offsets[n] + rounded[n] for n in offsets), default=0)
    steps = range(max((l.last for l in lives), default=-1) + 1)
    bound = max((sum(rounded[l.name] for l in lives if l.first <= k <= l.last) for k in steps), default=0)
    return Arena(offsets, rounded, size, bound)
