"""Loop tiling: pairs of loops run in tiles where an array is accessed across its rows.

``y[i,j] = x[j,i]`` moves along the rows of one array and down the columns of the other.
In square tiles the cache lines of both stay in the first-level cache until every element
of them was used (the blocked transposition of every textbook on caches).

``h[i,j] = a[i,j] + a[j,i]`` would read ``a`` down a column in its innermost loop, one element for each cache line.
A tile of ``a`` is copied, transposed, into a small array that stays in the first cache, so that the loops run along
the rows of all arrays.  A native program transposes squares in registers (``llvm.emit.transposed_loops``).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from espresso.codegen.loops.facts import Facts
from espresso.codegen.loops.known_conditions import substituted
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.formulas.graph.functions import COMPARISONS
from espresso.ir import nests as ir
from espresso.ir.loops import ANY_ORDER, Kernel, Statement
from espresso.ir.nests import Compute, Loop

TILE = 32
"""Elements along each side: a tile of 8-byte numbers fills a quarter of a cache of 32 KiB."""

ROW = 512
"""Bytes of a row of a transposed tile: long enough for results that go past the cache, line by line."""


def tiled(outer: Loop) -> Loop | None:
    """The loop inside ``outer`` that is tiled together with it, or None.

    The order of their rounds must not matter (maps and plain reductions), and some array must
    lie along the outer loop's index while another one lies along the inner one's.
    """
    inner = outer.body[0] if len(outer.body) == 1 else None
    if not isinstance(inner, Loop) or not all(isinstance(n, Compute) for n in inner.body):
        return None
    statements = [n.statement for n in inner.body if isinstance(n, Compute)]
    if any(s.operator not in ANY_ORDER or s.slots is not None for s in statements) or _short(outer) and _short(inner):
        return None
    along = {name for s in statements for name in _streams(s)}
    across = {name for s in statements for name in _streams(s) if {outer.index, inner.index} <= _slots(s, name)}
    return inner if inner.index in along and outer.index in across else None


def along_results(kernel: Kernel) -> Kernel:
    """A kernel whose results all lie across its loops, with their rows outermost.

    Threads write rows of their own then: two that write parts of one row write into the same cache line.
    """
    outer = kernel.outer
    inner = tiled(outer) if outer is not None and len(kernel.body) == 1 and kernel.window is None else None
    if outer is None or inner is None:
        return kernel
    if not all(s.operator is None and s.axes and s.axes[-1] == outer.index for s in ir.computed(inner.body)):
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


def tile(loop: ir.Loop, facts: Facts, around: Mapping[str, Expr]) -> list[ir.Node] | None:
    """Two loops as loops over tiles around them (see ``tiling``); None for other loops."""
    across = None if loop.start is ir.variable(loop.index, "tile") else tiled(loop)
    if across is None:
        return None
    outer, inner = pair = loop, across
    statements = ir.computed(inner.body)
    if all(s.operator is None and s.axes and s.axes[-1] == outer.index for s in statements):
        outer, inner = inner, outer  # results are written along their rows
    if _copies(statements, outer.index, inner.index, facts):
        return [ir.Transpose(statements[0], *pair, tiled=True)]
    turned = []
    if facts.kernel.window is None:
        turned = _transposed_reads(facts, statements, outer.index, inner.index)
    long = ROW // max((np.dtype(facts.dtype(e)).itemsize for e in turned), default=ROW // TILE)
    sides = {outer.index: TILE, inner.index: long}

    def in_tile(node: ir.Loop, body: list[ir.Node]) -> ir.Loop:
        at = ir.variable(node.index, "tile")
        end = ir.smaller(ir.plus(at, sides[node.index]), node.bounds[1])
        return ir.Loop(node.index, node.extent, body, at, end)

    copies: list[ir.Node] = []
    values: dict[Expr, Expr] = {}
    for e in turned:
        name = facts.fresh(e.args[0].data.name, "turned")
        s = replace(statements[0], name=name, axes=(outer.index, inner.index), body=e, operator=None, over=())
        copies.append(ir.Tile(name, facts.dtype(e), (TILE, long), tuple(ir.local(a, "tile") for a in s.axes)))
        copies.append(ir.Transpose(s, in_tile(inner, []), in_tile(outer, [])))
        values[e] = ex.access(ex.tensor(name, 2, facts.dtype(e)), [ex.index(a) for a in s.axes])
    made: list[ir.Node] = [*copies, in_tile(outer, [in_tile(inner, substituted(across.body, values))])]
    for node in reversed(pair):
        start, stop = node.bounds
        made = [ir.Loop(ir.local(node.index, "tile"), stop, made, start, stop, sides[node.index], done=True)]
    return made


def _copies(statements: Sequence[Statement], outer: str, inner: str, facts: Facts) -> bool:
    """Whether the loops only copy an array, transposed: then nothing lies between."""
    if len(statements) != 1 or statements[0].operator is not None or statements[0].axes[-1:] != (inner,):
        return False
    s = statements[0]
    same = s.body.op == "access" and s.name not in facts.kernel.scalars
    found = _transposed_reads(facts, statements, outer, inner) if same else []
    return found == [s.body] and facts.dtype(s.body) == s.accumulate == facts.dtypes[s.name] and outer in s.axes


def _transposed_reads(facts: Facts, statements: Sequence[Statement], outer: str, inner: str) -> list[Expr]:
    """Reads that run along the outer loop of a tile and across the inner one.

    Nothing that is written here or stays in a register, and nothing under a mask: a tile is read as a whole.
    """
    kernel, places = facts.kernel, set(facts.shared.values())
    bodies = [s.body for s in statements]
    nodes = ex.postorder(*bodies)
    if any(n.op == "call" and n.data in {"where", *COMPARISONS} for n in nodes):
        return []
    found = []
    for e in nodes:
        if e.op != "access" or e.data is not None or len(e.args) < 3 or e.args[0].op != "tensor":
            continue
        name, slots = e.args[0].data.name, e.args[1:]
        plain = slots[-1] is ex.index(outer) and ex.index(inner) in slots[:-1]
        rest = [s for s in slots[:-1] if s is not ex.index(inner)]
        apart = not any(name in made for made in (kernel.writes, kernel.scalars, kernel.rows, places))
        if plain and apart and len(rest) == len(slots) - 2 and not any({outer, inner} & s.free for s in rest):
            found.append(e)
    return found
