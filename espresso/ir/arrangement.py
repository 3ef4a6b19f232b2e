"""Views of program arrays that libraries get: split, permuted and merged axes."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence

from espresso.records import dataclass


@dataclass(frozen=True)
class Arrangement:
    """How a library sees an array of the program.

    ``parts`` are the lengths into which each of its axes is split first (empty: not at
    all), ``order`` puts the axes that this gives in the library's order, ``groups`` says how
    many of them then make one axis each.
    """

    parts: tuple[tuple[int, ...], ...]
    order: tuple[int, ...]
    groups: tuple[int, ...]

    def shape(self, lengths: Sequence[int]) -> tuple[int, ...]:
        """The lengths that the library sees for an array with these lengths."""
        flat = [n for k, p in enumerate(self.parts) for n in (p or (lengths[k],))]
        moved = [flat[k] for k in self.order]
        found, at = [], 0
        for count in self.groups:
            found.append(math.prod(moved[at : at + count]))
            at += count
        return tuple(found)

    @property
    def plain(self) -> bool:
        """Whether the library sees the array as it is."""
        return not any(self.parts) and self.order == tuple(sorted(self.order)) and set(self.groups) <= {1}

    @property
    def in_line(self) -> bool:
        """Whether every group lies side by side in the array, so that it can be written in place."""
        at = 0
        for count in self.groups:
            places = self.order[at : at + count]
            if any(b != a + 1 for a, b in itertools.pairwise(places)):
                return False
            at += count
        return True

    def moved(self, order: Sequence[int]) -> Arrangement:
        """The arrangement of the array with its axes in another order (new axis -> old axis)."""
        first, at = [], 0
        for p in self.parts:
            first.append(at)
            at += max(1, len(p))
        flat = [first[k] + j for k in order for j in range(max(1, len(self.parts[k])))]
        return Arrangement(tuple(self.parts[k] for k in order), tuple(flat.index(k) for k in self.order), self.groups)


@dataclass(frozen=True)
class Result:
    """An array that a call writes beside its first one: ``name[axes]``, its dtype, and how the library sees it."""

    name: str
    axes: tuple[str, ...]
    dtype: str
    seen: Arrangement
