"""Memory planning: offsets of temporaries in one arena, from their lifetimes and sizes (interval colouring).

Places are chosen greedily, the largest first, at the lowest offset where nothing alive at the
same time is in the way (the "greedy by size" scheme of Pisarchyk and Lee, 2020).  Where that is
above the lower bound, other orders are tried.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from espresso.records import dataclass

ALIGNMENT = 64
"""Bytes: a cache line and the widest vector."""

NEAR, PLACINGS = 1.01, 4000
"""How far above the bound an arena may be without another try, and how many temporaries all tries place."""


def row_major(shape: Sequence[int], step: int = 1) -> tuple[int, ...]:
    """Strides of a contiguous array, whose elements lie ``step`` apart.

    >>> row_major((2, 3, 4)), row_major((2, 3), 8)
    ((12, 4, 1), (24, 8))
    """
    strides = []
    for n in reversed(shape):
        strides.append(step)
        step *= max(1, n)
    return tuple(reversed(strides))


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


def allocate(
    lives: Sequence[Lifetime], sizes: Mapping[str, int], shared: Mapping[str, str] | None = None,
    alignment: int = ALIGNMENT,
) -> Arena:  # fmt: skip
    """The arena for temporaries of the given sizes in bytes.

    ``shared`` (see ``in_place``) names temporaries that lie where another one lies;
    every offset is a multiple of ``alignment``.

    >>> lives = [Lifetime("a", 0, 1), Lifetime("b", 1, 2), Lifetime("c", 2, 3)]
    >>> arena = allocate(lives, {"a": 100, "b": 50, "c": 100})
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
    items = [Item(life.name, life.first, life.last, rounded[life.name]) for life in merged.values()]
    steps = range(max((i.last for i in items), default=-1) + 1)
    bound = max((sum(i.size for i in items if i.first <= k <= i.last) for k in steps), default=0)
    order = sorted(items, key=lambda i: (-i.size, i.first, i.name))
    at = _pack(order)
    if NEAR * bound < _height(items, at):
        at = _rearranged(order, at, bound)
    return Arena({n: at[homes[n]] for n in homes}, rounded, _height(items, at), bound)


def allocate_groups(
    lives: Sequence[Lifetime], sizes: Mapping[str, int], shared: Mapping[str, str],
    groups: Sequence[tuple[Collection[str], int]],
) -> tuple[Arena, dict[str, int]]:  # fmt: skip
    """The arena where some temporaries exist several times, and the bytes between the copies of each.

    A group is temporaries that one slice of a block uses, with the number of slices; slices run at
    different times, so that each has an arena of its own inside the arena.
    """
    distances: dict[str, int] = {}
    inner: dict[str, tuple[str, Arena]] = {}
    outer, given = list(lives), dict(sizes)
    for number, (names, copies) in enumerate(groups):
        own = [life for life in lives if life.name in names]
        if not own:
            continue
        arena = allocate(own, sizes, shared)
        whole = f"block {number}"
        outer = [life for life in outer if life.name not in names]
        outer.append(Lifetime(whole, min(life.first for life in own), max(life.last for life in own)))
        given[whole] = copies * arena.size
        inner |= {life.name: (whole, arena) for life in own}
        distances |= {life.name: arena.size for life in own}
    arena = allocate(outer, given, shared)
    offsets = {n: o for n, o in arena.offsets.items() if n in sizes}
    held = {n: b for n, b in arena.bytes.items() if n in sizes}
    for name, (whole, part) in inner.items():
        offsets[name] = arena.offsets[whole] + part.offsets[name]
        held[name] = part.bytes[name]
    return Arena(offsets, held, arena.size, arena.lower_bound), distances


class Item(NamedTuple):
    """A temporary to be placed: alive from step ``first`` to step ``last``."""

    name: str
    first: int
    last: int
    size: int


def _height(items: Sequence[Item], at: Mapping[str, int]) -> int:
    return max((at[i.name] + i.size for i in items), default=0)


def _lowest(item: Item, placed: Sequence[tuple[Item, int]]) -> int:
    """The lowest offset where nothing alive at the same time is in the way."""
    busy = sorted((low, low + o.size) for o, low in placed if o.first <= item.last and item.first <= o.last)
    offset = 0
    for low, high in busy:
        if offset + item.size <= low:
            break
        offset = max(offset, high)
    return offset


def _pack(order: Sequence[Item]) -> dict[str, int]:
    """Each item in turn at its lowest offset."""
    placed: list[tuple[Item, int]] = []
    for item in order:
        placed.append((item, _lowest(item, placed)))
    return {item.name: offset for item, offset in placed}


def _rearranged(order: Sequence[Item], at: dict[str, int], bound: int) -> dict[str, int]:
    """A lower arena than ``at``: what ends at the top is placed before all others, again and again.

    ("Squeaky wheel" optimisation, Joslin and Clements, 1999.)
    """
    best, height, order = at, _height(order, at), list(order)
    for _ in range(PLACINGS // len(order)):
        top = _height(order, at)
        high = [i for i in order if at[i.name] + i.size == top]
        order = [*high, *(i for i in order if i not in high)]
        at = _pack(order)
        if _height(order, at) < height:
            best, height = at, _height(order, at)
        if height <= NEAR * bound:
            break
    return best
