"""The order of a statement's loops: what streams through memory goes innermost."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence

from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.ir.loops import SCANS, Statement, accesses
from espresso.ir.taps import is_tap, over_taps

LONG = 128
"""Turns from which on a loop over a row is as fast as it gets."""


def _stride_one(e: Expr, extents: Mapping[str, Expr]) -> str | None:
    """The index that moves along the last axis of an access by one.

    Of several, as in ``x[p + r]``, it is the one that exists because the window fits: its
    extent is a formula, that of a tap the length of an axis.
    """
    last = e.args[-1]
    if last.op == "index":
        return str(last.data[0])
    if ex.is_call(last, "add"):
        names = [a.data[0] for a in last.args if a.op == "index"]
        fitted = [n for n in names if n in extents and extents[n].op == "call"]
        return (fitted or names)[-1] if names else None
    return None


def loop_order(s: Statement, elements: Callable[[Iterable[Expr]], int] | None = None) -> tuple[str, ...]:
    """Loops from outer to inner: the index that streams through memory goes innermost.

    Axes stand before reduced indices unless an axis is the streaming one; then the
    running values are a row of the result, or several that lie beside each other where one is short: ``elements`` is
    the product of some extents.  Without it, on a device, a scan's own index is innermost.
    """
    if s.operator in SCANS:
        across = row_of_scan(s) if elements else None
        last = s.over if across is None else (across, *s.over)
        return (*(a for a in s.axes if a not in last), *last)
    if s.slots is not None:  # a scatter loops over what it reads, not over where it stores
        return (*s.over, *(a for a, slot in zip(s.axes, s.slots, strict=True) if slot is ex.index(a)))
    names = s.indices
    if len(names) < 2 or s.operator in ("argmax", "argmin"):
        return names
    score = dict.fromkeys(names, 0.0)
    for read in accesses(s.body):
        streaming = _stride_one(read, s.extents) if read.args[1:] else None
        for name in read.free & set(names):
            score[name] += len(read.free) if name == streaming else -len(read.free)
    if s.axes:  # the store streams too
        for axis in s.axes[:-1]:
            score[axis] -= len(s.axes)
        score[s.axes[-1]] += len(s.axes)
    rank = {n: k for k, n in enumerate(_memory_order(s, names))}
    taps = bool(s.axes) and over_taps(s)  # written out inside the loop along an axis: sums stay in registers
    names = tuple(n for n in names if not is_tap(s.extents[n])) or names
    around, within = _ranges_by_data(s)
    inner = max([n for n in names if n not in around] or names, key=lambda n: (score[n], n in s.over, rank[n]))
    axes = sorted((a for a in s.axes if a != inner), key=rank.__getitem__)
    over = sorted((o for o in s.over if o != inner), key=lambda o: (o in within, rank[o]))
    if taps:
        return (*axes, inner, *over)
    row = [inner]
    while elements and over and axes and inner in s.axes and elements(s.extents[n] for n in row) < LONG:
        if not _lie_beside(s, [axes[-1], *row]):
            break
        row.insert(0, axes.pop())
    if elements and s.operator is None and len(axes) > 1 and (other := _across(s, inner, axes)) is not None:
        axes = [*(a for a in axes if a != other), other]
    return (*axes, *over, *row)


def _across(s: Statement, inner: str, axes: Sequence[str]) -> str | None:
    """The index along which an array lies that the innermost loop reads, or writes, across its rows: loops over these
    two run in tiles (`codegen.loops.tiling`).
    """
    found: Counter[str] = Counter()
    for slots in [tuple(map(ex.index, s.axes)), *(read.args[1:] for read in accesses(s.body))]:
        last = slots[-1].data[0] if slots and slots[-1].op == "index" else None
        if last in axes and any(inner in slot.free for slot in slots[:-1]):
            found[str(last)] += 1
    return max(found, key=lambda n: (found[n], axes.index(n)), default=None)


def row_of_scan(s: Statement) -> str | None:
    """The index along which the arrays lie that a scan reads, where it is not the scan's: rows are added to rows
    (`codegen.loops.running_rows`)."""
    last = Counter(name for read in accesses(s.body) if (name := _stride_one(read, s.extents)))
    rows = [n for n in last if n in s.axes and n not in s.over]
    found = max(rows, key=lambda n: last[n], default=None)
    return found if found is not None and last[found] > max((last[n] for n in s.over), default=0) else None


def _lie_beside(s: Statement, names: Sequence[str]) -> bool:
    """Whether each array that is read at one of these indices has them as its last axes, and so has the result."""
    wanted = [ex.index(n) for n in names]
    reads = [n for n in accesses(s.body) if not n.free.isdisjoint(names)]
    return [*s.axes[-len(names) :]] == [*names] and all([*n.args[-len(names) :]] == wanted for n in reads)


def _ranges_by_data(s: Statement) -> tuple[set[str], set[str]]:
    """Indices at which data are read that bound a summed index, as in ``(j >= first[i])``, and the indices so bounded.

    A loop over the latter inside the former has these bounds (`codegen.loops.index_splitting.narrow`).
    """
    around: set[str] = set()
    within: set[str] = set()
    for e in ex.postorder(s.body, into_arrays=False) if s.operator == "sum" else ():
        if e.op == "call" and e.data in ("lt", "le", "gt", "ge"):
            for own, other in (e.args, e.args[::-1]):
                data = {n for read in ex.postorder(other) if read.op == "access" for n in read.free}
                if own.op == "index" and own.data[0] in s.over and own.data[0] not in data and data:
                    around |= data
                    within.add(own.data[0])
    return (around, within) if not around & within else (set(), set())


def _memory_order(s: Statement, names: Sequence[str]) -> list[str]:
    """Indices as they stand in the widest access, row-major; output axes settle the rest."""
    order: list[str] = list(s.axes)
    widest = [n for n in accesses(s.body) if len(n.free) >= len(s.axes)]
    for node in sorted(widest, key=lambda n: (-len(n.free), not set(s.axes[:1]) <= n.free))[:1]:
        seen = [name for slot in node.args[1:] for name in slot.axes if name in names]
        order = [*dict.fromkeys(seen), *(a for a in order if a not in seen)]
    return [*dict.fromkeys([*order, *names])]
