"""Which rows of each array belong to a part of the steps, and how many rows lie beside them.

A part is a range of the rows that the recurrences of the first phase compute.  What reads them lies at some distance:
``dh[t] = ... h[t+1]`` needs a row more.  Each array of the second phase has its rows of a part at a *shift*, so that
all they read is there: of the first phase the part and ``keep`` rows before it, of the second one those of the part and
``keep`` rows that came before, which lie behind.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field
from typing import NamedTuple

from espresso.records import dataclass
from espresso.runtime.checkpoints.timeline import Group, Item, NotInParts, Rows, Timeline, Total


@dataclass(eq=False)
class Copy:
    """A result that has rows."""

    name: str
    rows: Rows


class Part(NamedTuple):
    """Rows ``low`` to ``high`` of the first phase; whether they are the lowest and the highest of all."""

    low: int
    high: int
    lowest: bool
    highest: bool


@dataclass(eq=False)
class Layout:
    """What is computed for a part: ``forward`` on every pass, ``once`` on the first, ``back`` when it is turned."""

    line: Timeline
    forward: list[Item] = field(default_factory=list)
    once: list[Item] = field(default_factory=list)
    back: list[Item] = field(default_factory=list)
    totals: list[Total] = field(default_factory=list)
    shift: dict[Item, int] = field(default_factory=dict)
    span: dict[Rows, tuple[int, int]] = field(default_factory=dict)
    keep: dict[Group, int] = field(default_factory=dict)
    low: int = 0
    high: int = 0

    @property
    def returns(self) -> bool:
        """Whether there is a second phase."""
        return any(not isinstance(i, Copy) and i.phase for i in (*self.back, *self.totals))

    def range(self, item: Item, part: Part) -> tuple[int, int]:
        """The rows of an array that belong to a part, or over which a total of it runs."""
        if isinstance(item, Rows):
            lengths, (least, most) = (0, item.length), self.span[item]
        else:
            lengths = (item.low, item.high) if isinstance(item, Group) else (0, _length(item))
            least = most = self.shift[item]
        low = lengths[0] if part.lowest else min(max(part.low + least, lengths[0]), lengths[1])
        high = lengths[1] if part.highest else min(max(part.high + most, lengths[0]), lengths[1])
        return low, max(low, high)


def _length(item: Total | Copy) -> int:
    return item.rows if isinstance(item, Total) else item.rows.length


def layout(line: Timeline) -> Layout:
    """The layout of all that runs along the steps."""
    copies = [Copy(name, line.rows[e]) for name, e in line.roots.items() if e in line.rows]
    items = [*(i for i in line.order if isinstance(i, (Rows, Group, Total))), *copies]
    reads = {i: [(i.rows.group or i.rows, 0)] if isinstance(i, Copy) else
             [(x, c) for x, c in line.reads(i) if isinstance(x, (Rows, Group))] for i in items}  # fmt: skip
    found = Layout(line)
    first = [i for i in items if isinstance(i, Group) and not i.phase]
    found.low, found.high = min(g.low for g in first), min(g.high for g in first)
    if any(g.low > found.low for g in first):
        raise NotInParts("recurrences begin at different steps")
    fed = _with_what_they_read(first, items, reads)
    found.forward = [i for i in items if i in fed]
    once = _with_what_they_read([i for i in items if isinstance(i, Total) and i.early], items, reads)
    found.once = [i for i in items if i in once and i not in fed and isinstance(i, Rows)]
    found.totals = [i for i in items if isinstance(i, Total)]
    found.back = [i for i in items if i not in fed and not isinstance(i, Total)]
    way = -1 if line.backward else 1
    reach = _reach(items, reads, way)
    shifts = _shifts(items, reach)
    found.shift = {i: way * s for i, s in shifts.items()}
    for i, s in shifts.items():
        for g, (least, most) in reach[i].items():
            if not g.phase and s + most > 0:
                raise NotInParts("a step reads rows of another recurrence that come later")
            needed = -(s + least) if not g.phase else s + most - shifts[g]
            found.keep[g] = max(found.keep.get(g, g.first), needed)
        if isinstance(i, Group):
            found.keep.setdefault(i, i.first)
    for i in reversed(items):
        if isinstance(i, Rows) and i not in found.span:
            continue
        own = found.span[i] if isinstance(i, Rows) else (found.shift[i],) * 2
        for x, c in reads[i]:
            if isinstance(x, Rows):
                least, most = found.span.get(x, (own[0] + c, own[1] + c))
                found.span[x] = min(least, own[0] + c), max(most, own[1] + c)
    return found


def _with_what_they_read(
    some: Sequence[Item], items: Sequence[Item], reads: Mapping[Item, Sequence[tuple[Item, int]]]
) -> set[Item]:  # fmt: skip
    found = set(some)
    for i in reversed(items):
        if i in found:
            found.update(x for x, _ in reads[i])
    return found


Reach = dict[Item, dict[Group, tuple[int, int]]]
"""The least and the greatest distance at which an item reads recurrences, in the direction of the first phase."""


def _reach(items: list[Item], reads: dict[Item, list[tuple[Item, int]]], way: int) -> Reach:
    found: Reach = {}
    for i in items:
        mine: dict[Group, tuple[int, int]] = {}
        for x, c in reads[i]:
            known = {x: (0, 0)} if isinstance(x, Group) else found[x]
            for g, (least, most) in known.items():
                low, high = mine.get(g, (least + way * c, most + way * c))
                mine[g] = min(low, least + way * c), max(high, most + way * c)
        found[i] = mine
    return found


def _shifts(items: list[Item], reach: Reach) -> dict[Item, int]:
    """The shifts of all but named arrays, as near to the part as they can be."""
    found = {}
    for i in items:
        if not isinstance(i, Rows):
            limits = [-most for g, (_, most) in reach[i].items() if not g.phase]
            found[i] = 0 if isinstance(i, Group) and not i.phase else min(limits, default=0)
    for _ in range(len(found) + 1):
        for i, s in found.items():
            for g, (least, _) in reach[i].items():
                if g.phase:
                    found[g] = min(found[g], s + least)
    return found
