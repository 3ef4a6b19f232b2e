"""The two phases of a timeline: what runs along the steps one way, and what runs back."""

from __future__ import annotations

from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.runtime.checkpoints.timeline import Edge, Group, Item, NotInParts, Rows, Timeline, Total


def enter_phases(found: Timeline) -> None:
    """Find the order of all items, and the phase of each; NotInParts where there are more than two."""
    refused: NotInParts | None = None
    ways = sorted({g.backward for g in found.groups})
    for backward in ways:
        try:
            _phases(found, backward)
            return
        except NotInParts as problem:
            refused = refused or problem
    assert refused is not None
    raise refused


def _below(found: Timeline, item: Item) -> list[Item]:
    if isinstance(item, Edge):
        group = item.rows.group
        assert group is not None
        return _starts(found, group) if group.starts_at(item) else [group]
    mine = [i for i, _ in found.reads(item)]
    if isinstance(item, Group):
        own = [i for i in mine if isinstance(i, Edge) and i.rows.group is item]
        if any(not item.starts_at(i) for i in own):
            raise NotInParts("a step reads a state at a fixed position")
        mine = [i for i in mine if i not in own] + _starts(found, item)
    return mine


def _starts(found: Timeline, group: Group) -> list[Item]:
    """What the starting values of a recurrence are made from."""
    return list(dict.fromkeys(i for s in group.states for _, e in s.starts for i, _ in found.reads(e)))


def _phases(found: Timeline, backward: bool) -> None:
    found.backward = backward
    tops: list[Item] = [found.rows[e].group or found.rows[e] if e in found.rows else e for e in found.roots.values()]
    found.order = ex.ordered(tops, lambda i: _below(found, i))
    found.available = {}
    for item in found.order:
        below = _below(found, item)
        steps = max((i.phase for i in below if isinstance(i, (Rows, Group))), default=0)
        whole = max((found.available[i] for i in below if not isinstance(i, (Rows, Group))), default=0)
        if isinstance(item, Edge):
            group = item.rows.group
            assert group is not None
            least = int(group.backward != backward)
            found.available[item] = max(whole, least) if group.starts_at(item) else group.phase + 1
        elif isinstance(item, Expr):
            if any(isinstance(i, (Rows, Group)) for i in below):
                raise NotInParts(f"{item.data[0] or 'an array'} reads all steps at once")
            found.available[item] = whole
        else:
            item.phase = max(steps, whole)
            if isinstance(item, Group):
                if item.backward != backward:
                    item.phase = max(item.phase, 1)
                elif item.phase:
                    raise NotInParts(f"{item.rows[0].name} runs along the steps after another recurrence has run back")
            if item.phase > 1:
                raise NotInParts("the steps would have to be passed a third time")
            if isinstance(item, Group):
                for r in item.rows:
                    r.phase = item.phase
            if isinstance(item, Total):
                found.available[item] = item.phase + 1
    _early(found)


def _early(found: Timeline) -> None:
    """Totals that the second phase reads."""
    for item in found.order:
        if isinstance(item, Total):
            item.early = False
    todo = [i for i in found.order if isinstance(i, (Rows, Group, Total)) and i.phase == 1]
    seen: set[Item] = set()
    while todo:
        for i in _below(found, todo.pop()):
            if i not in seen:
                seen.add(i)
                todo.append(i)
                if isinstance(i, Total):
                    i.early = True
