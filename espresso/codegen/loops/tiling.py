"""Loop tiling: which pairs of loops run in tiles because an array is accessed across its rows.

``y[i,j] = x[j,i]`` moves along the rows of one array and down the columns of the other.
In square tiles the cache lines of both stay in the first-level cache until every element
of them was used (the blocked transposition of every textbook on caches).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.ir.loops import Compute, Kernel, Loop, Statement

TILE = 32
"""Elements along each side: a tile of 8-byte numbers fills a quarter of a cache of 32 KiB."""

ANY_ORDER = frozenset({None, "sum", "prod", "max", "min", "any", "all"})
"""Operators of statements whose rounds may run in another order; the first position of a maximum may not."""


def tiled(outer: Loop) -> Loop | None:
    """The loop inside ``outer`` that is tiled together with it, or None.

    The order of their rounds must not matter (maps and plain reductions), and some array must
    lie along the outer loop's index while another one lies along the inner one's.
    """
    inner = outer.body[0] if len(outer.body) == 1 else None
    if not isinstance(inner, Loop) or not all(isinstance(n, Compute) for n in inner.body):
        return None
    statements = [n.statement for n in inner.body if isinstance(n, Compute)]
    if any(s.operator not in ANY_ORDER or s.slots is not None for s in statements) or _short(outer) or _short(inner):
        return None
    along = {name for s in statements for name in _streams(s)}
    across = {name for s in statements for name in _streams(s) if {outer.index, inner.index} <= _slots(s, name)}
    return inner if inner.index in along and outer.index in across else None


def along_results(kernel: Kernel) -> Kernel:
    """A kernel that only copies an array, transposed, with the rows of its result outermost.

    Threads write rows of their own then: two that write parts of one row write into the same cache line.
    """
    outer = kernel.outer
    inner = tiled(outer) if outer is not None and len(kernel.body) == 1 and kernel.window is None else None
    if outer is None or inner is None or len(kernel.statements) != 1:
        return kernel
    s = kernel.statements[0]
    if s.operator is not None or s.body.op != "access" or s.axes[-1] != outer.index:
        return kernel
    return replace(kernel, body=[replace(inner, body=[replace(outer, body=inner.body)])])


def _short(loop: Loop) -> bool:
    return loop.extent.op == "const" and int(loop.extent.data) <= TILE


def _streams(s: Statement) -> set[str]:
    """Indices that move along the last axis of an array that the statement reads or writes."""
    found = {s.axes[-1]} if s.axes else set()
    return found | {name for slots in _accesses(s) if (name := _last(slots)) is not None}


def _slots(s: Statement, streaming: str) -> frozenset[str]:
    """Indices of the arrays along which ``streaming`` moves."""
    found: set[str] = set(s.axes) if s.axes and s.axes[-1] == streaming else set()
    for slots in _accesses(s):
        if _last(slots) == streaming:
            found |= {name for slot in slots for name in slot.free}
    return frozenset(found)


def _accesses(s: Statement) -> list[Sequence[Expr]]:
    return [n.args[1:] for n in ex.postorder(s.body) if n.op == "access" and len(n.args) > 2]


def _last(slots: Sequence[Expr]) -> str | None:
    return str(slots[-1].data[0]) if slots[-1].op == "index" else None
