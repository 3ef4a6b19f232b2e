"""Lifetimes of temporaries and their places in one arena.

A temporary lives from the step that writes it to the last step that reads it.  Places
are chosen greedily, the largest first, at the lowest offset where nothing alive at the
same time is in the way (the "greedy by size" scheme of Pisarchyk and Lee, 2020).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from . import expr as ex
from .loops import Contraction, Kernel, Program, Statement

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


def in_place(program: Program) -> dict[str, str]:
    """Temporaries that may take the place of one they are computed from: new name -> old name.

    The kernel must be a map that reads the old one at the element that it writes, and
    nothing may read the old one later.
    """
    last = {life.name: life.last for life in lifetimes(program)}
    pairs: dict[str, str] = {}
    for position, step in enumerate(program.steps):
        if isinstance(step, Contraction) or any(s.operator is not None for s in step.statements):
            continue
        for new in (s for s in step.statements if s.name in step.writes and s.name in last):
            for old in step.reads:
                buffer = program.buffers.get(old)
                if buffer is None or last.get(old) != position or old in pairs.values():
                    continue
                made = program.buffers[new.name]
                same = (buffer.dtype, list(map(id, buffer.shape))) == (made.dtype, list(map(id, made.shape)))
                if same and _elementwise(step, old, new):
                    pairs[new.name] = old
                    break
    return pairs


def _elementwise(kernel: Kernel, old: str, new: Statement) -> bool:
    """Whether every statement runs over the axes of ``new`` and reads ``old`` just there, and none after ``new``."""
    written = False
    for s in kernel.statements:
        if s.axes != new.axes:
            return False
        if written and any(n.op == "tensor" and n.data.name == old for n in ex.postorder(s.body)):
            return False
        written = written or s is new
        for node in ex.postorder(s.body):
            if node.op == "access" and node.args[0].op == "tensor" and node.args[0].data.name == old:
                if node.data is not None or list(node.args[1:]) != [ex.index(a) for a in new.axes]:
                    return False
    return True


def touches(step: Kernel | Contraction) -> tuple[str, ...]:
    """Arrays that a step reads or writes in memory."""
    if isinstance(step, Contraction):
        return (step.left, step.right, step.name)
    return (*step.reads, *step.writes)


def place(
    lives: Sequence[Lifetime], sizes: Mapping[str, int], shared: Mapping[str, str] | None = None,
    alignment: int = ALIGNMENT,
) -> Arena:  # fmt: skip
    """The arena for temporaries of the given sizes in bytes.

    ``shared`` (see ``in_place``) names temporaries that lie where another one lies;
    every offset is a multiple of ``alignment``.

    >>> lives = [Lifetime("a", 0, 1), Lifetime("b", 1, 2), Lifetime("c", 2, 3)]
    >>> arena = place(lives, {"a": 100, "b": 50, "c": 100})
    >>> arena.size, arena.lower_bound, arena.offsets["a"] == arena.offsets["c"]
    (192, 192, True)
    """
    rounded = {life.name: -(-sizes[life.name] // alignment) * alignment for life in lives}
    homes: dict[str, str] = {}
    for life in lives:
        home = (shared or {}).get(life.name, life.name)
        homes[life.name] = homes.get(home, home) if home in rounded else life.name
    merged: dict[str, Lifetime] = {}
    for life in lives:
        home = homes[life.name]
        known = merged.get(home, life)
        merged[home] = Lifetime(home, min(known.first, life.first), max(known.last, life.last))
    placed: list[tuple[Lifetime, int]] = []
    for life in sorted(merged.values(), key=lambda one: (-rounded[one.name], one.first, one.name)):
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
    at = {life.name: offset for life, offset in placed}
    size = max((at[n] + rounded[n] for n in at), default=0)
    steps = range(max((life.last for life in lives), default=-1) + 1)
    alive = [sum(rounded[one.name] for one in merged.values() if one.first <= k <= one.last) for k in steps]
    return Arena({n: at[homes[n]] for n in homes}, rounded, size, max(alive, default=0))
