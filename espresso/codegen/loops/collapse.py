"""Loop collapsing: adjacent axes that are contiguous everywhere run as one loop, ``z[i,j]`` over ``i*n + j``.

Two nested loops become one where nothing stands between them and every array that is read
or written at one of the two indices has both, side by side; ``x[i+1,j]`` is one row, n elements, further.
Then the arrays are taken as if the two axes were one, a short inner axis costs no loop of its own, and slices for
threads do not depend on how the elements are arranged.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import cast

from espresso.codegen.loops.tiling import along_results
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.ir.calls import LibraryCall
from espresso.ir.loops import Kernel, Program, Statement, accesses
from espresso.ir.nests import Begin, Compute, End, Loop, Node, walk

NONE = ex.const(0)
"""Rows that a plain index is further."""

Shapes = Mapping[str, tuple[Expr, ...]]
"""Array -> the lengths it is taken with."""


def merge_all(program: Program) -> tuple[Program, dict[str, Shapes]]:
    """The program with every kernel merged, and the shapes for each kernel by its name."""
    steps: list[Kernel | LibraryCall] = []
    shapes: dict[str, Shapes] = {}
    for step in program.steps:
        if isinstance(step, Kernel):
            step, shapes[step.name] = merge_axes(step, {n: b.shape for n, b in program.buffers.items()})
            step = along_results(step)
        steps.append(step)
    return replace(program, steps=steps), shapes


def merge_axes(kernel: Kernel, lengths: Shapes) -> tuple[Kernel, Shapes]:
    """The kernel with as few loops as its accesses allow, and the shapes of arrays whose axes were merged.

    ``lengths`` are those of the arrays that the program makes.
    """
    shapes: dict[str, tuple[Expr, ...]] = {}
    pair = _pair(kernel, lengths)
    while pair is not None:
        kernel = _merge(kernel, *pair, shapes, lengths)
        pair = _pair(kernel, {**lengths, **shapes})
    return kernel, shapes


def _pair(kernel: Kernel, lengths: Shapes) -> tuple[Loop, Loop] | None:
    """Two nested loops that can be one."""
    for outer in walk(kernel.body):
        if isinstance(outer, Loop) and len(outer.body) == 1:
            inner = outer.body[0]
            if isinstance(inner, Loop) and _mergeable(kernel, outer.index, inner):
                if all(_reads_rows(s.body, inner, lengths) for s in kernel.statements):
                    return outer, inner
    return None


def _reads_rows(body: Expr, inner: Loop, lengths: Shapes) -> bool:
    """Whether arrays that are read at the inner index are as long there as it runs, so that rows follow each other.

    An index that a shifted read elsewhere made shorter has a length that is no plain length of an axis, or arrays of
    the program have such lengths: states of a recurrence one more than what is read in its steps.  An array of
    which fewer rows are read is taken with all of them.
    """
    for e in ex.postorder(body):
        if e.op != "access" or inner.index not in e.free:
            continue
        array, here = e.args[0], next(k for k, s in enumerate(e.args[1:]) if inner.index in s.free)
        own = _lengths(array, lengths)
        if not _as_long(inner.extent, own[here]):
            return False
        if e.data is not None and inner.extent is not own[here]:
            return False  # nothing makes the index of a padded read as long as the axis
    return True


def _lengths(array: Expr, lengths: Shapes) -> Sequence[Expr]:
    """The lengths of an array as it is taken, of the program's arrays or of an input."""
    return lengths.get(array.data.name) or [ex.size(array, k) for k in range(array.data.rank)]


def _as_long(extent: Expr, length: Expr) -> bool:
    """Whether an index runs along a whole axis: two plain lengths would not differ, inference has compared them."""
    return length is extent or length.op == "size" and extent.op in ("size", "const")


def _mergeable(kernel: Kernel, a: str, inner: Loop) -> bool:
    """Whether ``a`` and the index b of a loop stand side by side, in this order, wherever one of them stands."""
    b = inner.index
    if kernel.window is not None and {a, b} & set(kernel.window.roles):
        return False  # roles run from bounds of their own, and stay the axes that they are
    loops = [n for n in walk(kernel.body) if isinstance(n, Loop)]
    if any(len({id(n.extent) for n in loops if n.index == name}) > 1 for name in (a, b)):
        return False  # loops of one name over different lengths
    inside = [n.body[0] for n in loops if n.index == a and len(n.body) == 1]
    if sum(n.index == a for n in loops) != sum(isinstance(n, Loop) and n.index == b for n in inside):
        return False
    if sum(n.index == b for n in loops) != len(inside):
        return False
    if not all(_side_by_side(n.inner, a, b) for n in walk(kernel.body) if isinstance(n, Begin)):
        return False
    if not all(_side_by_side(kept, a, b) for kept in kernel.rows.values()):
        return False
    read: dict[str, set[int]] = {}  # array -> positions of the pair in its accesses, -1 where it is not
    for s in kernel.statements:
        if s.slots is not None or set(s.over) & set(s.axes) & {a, b}:
            return False
        if not (_side_by_side(s.axes, a, b) and _side_by_side(s.over, a, b)):
            return False
        read.setdefault(s.name, set()).add(s.axes.index(a) if a in s.axes else -1)
        if not _only_in_plain_reads(s.body, a, b, read, _position(a, inner)):
            return False
        padded = [r.args[0].data.name for r in accesses(s.body) if r.data is not None and r.free & {a, b}]
        if not kernel.rows.keys().isdisjoint(padded):  # tested against the lengths of the whole array, axis by axis
            return False
    return all(len(positions) == 1 for positions in read.values())


def _side_by_side(names: Sequence[str], a: str, b: str) -> bool:
    """Whether ``b`` follows ``a``, or neither is there."""
    if a not in names and b not in names:
        return True
    return a in names and list(names[names.index(a) + 1 :][:1]) == [b]


def _position(a: str, inner: Loop) -> Expr:
    """``a*n + b``, the position along both axes."""
    return ex.call("add", ex.call("mul", ex.index(a), inner.extent), ex.index(inner.index))


def _only_in_plain_reads(body: Expr, a: str, b: str, read: dict[str, set[int]], position: Expr) -> bool:
    """Whether the body uses the two indices in reads ``x[..., a + c, b, ...]`` and ``position`` only; notes these."""
    work = [body]
    for e in ex.each_once(work):
        if e.op == "index" and e.data[0] in (a, b):
            return False
        parts = () if e is position else e.args
        if e.op == "access":
            at = [k for k, s in enumerate(e.args[1:]) if s.free & {a, b}]
            if at and not (len(at) == 2 and at[1] == at[0] + 1 and _is_pair(e, a, b, at[0])):
                return False
            read.setdefault(e.args[0].data.name, set()).add(at[0] if at else -1)
            parts = tuple(s for k, s in enumerate(e.args[1:]) if k not in at)
        work += parts
    return True


def _is_pair(read: Expr, a: str, b: str, k: int) -> bool:
    """Whether a read has ``a + c`` at axis ``k`` and ``b`` at the next one.

    A padded one with rows to leave out: plain indices of others are tested axis by axis.
    """
    rows = _rows(read.args[1 + k], a)
    return rows is not None and read.args[2 + k] is ex.index(b) and (read.data is None or rows is not NONE)


def _rows(slot: Expr, a: str) -> Expr | None:
    """The c of a position ``a + c``, a number or made of lengths."""
    if slot is ex.index(a):
        return NONE
    if not ex.is_call(slot, "add") or len(slot.args) != 2 or slot.args[0] is not ex.index(a):
        return None
    rows = slot.args[1]
    fixed = all(e.op in ("const", "size", "tensor") or ex.is_call(e, "mul") for e in ex.postorder(rows))
    return rows if fixed else None


def _merge(
    kernel: Kernel, outer: Loop, inner: Loop, shapes: dict[str, tuple[Expr, ...]], lengths: Shapes
) -> Kernel:  # fmt: skip
    """The kernel with one loop in place of the two; ``shapes`` takes the arrays that change."""
    a, b = outer.index, inner.index
    every = {n.index for n in walk(kernel.body) if isinstance(n, Loop)}
    name = ex.fresh(every | {i for s in kernel.statements for i in s.indices}, like=a + b)
    extent = ex.call("mul", outer.extent, inner.extent)
    taken: dict[str, tuple[Expr, ...]] = {}
    where: dict[str, int] = {}
    position = _position(a, inner)
    shifted = {r.args[0].data.name for s in kernel.statements for r in accesses(s.body) if any(
        a in slot.free and slot.op != "index" for slot in r.args[1:])}  # fmt: skip

    def change(e: Expr) -> Expr | None:
        if e is position:
            return ex.index(name)
        at = [(k, _rows(s, a)) for k, s in enumerate(e.args[1:]) if a in s.free] if e.op == "access" else []
        if not at:
            return None
        (k, rows), array = at[0], e.args[0]
        own = (*_lengths(array, {**lengths, **shapes}),)
        whole = array.data.name not in shifted and _as_long(outer.extent, own[k])
        both = extent if whole else ex.call("mul", own[k], own[k + 1])
        taken[array.data.name], where[array.data.name] = (*own[:k], both, *own[k + 2 :]), k
        slot = ex.index(name)
        if rows is not None and rows is not NONE:
            slot = ex.call("add", slot, ex.call("mul", rows, inner.extent))
        slots = [*e.args[1 : k + 1], slot, *e.args[k + 3 :]]
        return ex.access(ex.tensor(array.data.name, array.data.rank - 1, array.data.dtype), slots, e.data)

    made: dict[str, Statement] = {}
    for s in kernel.statements:
        if a in s.indices:
            extents = {i: e for i, e in {**s.extents, name: extent}.items() if i not in (a, b)}
            axes, over = _joined(s.axes, a, b, name), _joined(s.over, a, b, name)
            made[s.name] = replace(s, axes=axes, over=over, body=ex.rebuild(s.body, change), extents=extents)
            if a in s.axes:
                k, stored = s.axes.index(a), lengths.get(s.name, ())
                longer = len(stored) == len(s.axes) and not _as_long(outer.extent, stored[k])
                both = ex.call("mul", stored[k], stored[k + 1]) if longer else extent
                taken[s.name], where[s.name] = tuple(both if i == name else extents[i] for i in axes), k

    def visit(nodes: Sequence[Node]) -> list[Node]:
        new: list[Node] = []
        for node in nodes:
            if isinstance(node, Loop) and node.index == a:
                new.append(Loop(name, extent, visit(cast(Loop, node.body[0]).body)))
            elif isinstance(node, Loop):
                new.append(Loop(node.index, node.extent, visit(node.body)))
            elif isinstance(node, Begin):
                new.append(Begin(made.get(node.statement.name, node.statement), _joined(node.inner, a, b, name)))
            elif isinstance(node, (Compute, End)):
                new.append(replace(node, statement=made.get(node.statement.name, node.statement)))
            else:
                new.append(node)
        return new

    shapes.update(taken)
    statements = [made.get(s.name, s) for s in kernel.statements]
    rows = {n: _joined(kept, a, b, name) for n, kept in kernel.rows.items()}
    window = kernel.window
    if window is not None:
        local = {n: axes[: where[n]] + axes[where[n] + 1 :] if n in where else axes for n, axes in window.local.items()}
        window = replace(window, local=local)
    return replace(kernel, body=visit(kernel.body), statements=statements, rows=rows, window=window)


def _joined(names: Sequence[str], a: str, b: str, name: str) -> tuple[str, ...]:
    return tuple(name if n == a else n for n in names if n != b)
