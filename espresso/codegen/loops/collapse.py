"""Loop collapsing: adjacent axes that are contiguous everywhere run as one loop, ``z[i,j]`` over ``i*n + j``.

Two nested loops become one where nothing stands between them and every array that is read
or written at one of the two indices has both, side by side.  Then the arrays are taken
as if the two axes were one, a short inner axis costs no loop of its own, and slices for
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
from espresso.ir.loops import Kernel, Program, Statement
from espresso.ir.nests import Begin, Compute, End, Loop, Node, walk

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
        kernel = _merge(kernel, *pair, shapes)
        pair = _pair(kernel, {**lengths, **shapes})
    return kernel, shapes


def _pair(kernel: Kernel, lengths: Shapes) -> tuple[Loop, Loop] | None:
    """Two nested loops that can be one."""
    for outer in walk(kernel.body):
        if isinstance(outer, Loop) and len(outer.body) == 1:
            inner = outer.body[0]
            if isinstance(inner, Loop) and _mergeable(kernel, outer.index, inner):
                if all(_reads_rows(s.body, outer, inner, lengths) for s in kernel.statements):
                    return outer, inner
    return None


def _reads_rows(body: Expr, outer: Loop, inner: Loop, lengths: Shapes) -> bool:
    """Whether arrays that are read at the two indices are as long there as these run, so that rows follow each other.

    An index that a shifted read elsewhere made shorter has a length that is no plain length of an axis, or arrays of
    the program have such lengths: states of a recurrence one more than what is read in its steps.  An array may have
    more rows than are read of it where these are its first elements (`leading`).
    """
    for e in ex.postorder(body):
        if e.op != "access" or inner.index not in e.free:
            continue
        array, here = e.args[0], next(k for k, s in enumerate(e.args[1:]) if inner.index in s.free)
        own = lengths.get(array.data.name) or [ex.size(array, k) for k in range(array.data.rank)]
        if not _as_long(inner.extent, own[here]) or here > 1 and not _as_long(outer.extent, own[here - 1]):
            return False
    return True


def _as_long(extent: Expr, length: Expr) -> bool:
    """Whether an index runs along a whole axis: two plain lengths would not differ, inference has compared them."""
    return length is extent or length.op == "size" and extent.op in ("size", "const")


def leading(merged: Sequence[Expr], lengths: Sequence[Expr]) -> bool:
    """Whether an array that is taken with these merged lengths may have more elements: it is its first rows then."""
    factors = list(merged)
    while product := [k for k, e in enumerate(factors) if e.op == "call" and e.data == "mul"]:
        factors[product[0] : product[0] + 1] = factors[product[0]].args
    return len(factors) != len(lengths) or not all(map(_as_long, factors, lengths))


def _mergeable(kernel: Kernel, a: str, inner: Loop) -> bool:
    """Whether ``a`` and the index b of a loop stand side by side, in this order, wherever one of them stands."""
    b = inner.index
    if kernel.window is not None:  # roles run from bounds of their own, and stay the axes that they are
        if {a, b} & set(kernel.window.roles) or any(None in axes for axes in kernel.window.local.values()):
            return False
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
    """Whether the body uses the two indices in reads ``x[..., a, b, ...]`` and ``position`` only; notes these reads."""
    known = {position, position.args[0]} if position in ex.postorder(body) else ()
    for e in (body, *ex.postorder(body)):
        if e in known:
            continue
        if e.op == "access":
            names = [s.data[0] if s.op == "index" else "" for s in e.args[1:]]
            plain = all(s.op == "index" or not s.free & {a, b} for s in e.args[1:])
            once = names.count(a) < 2 and names.count(b) < 2 and _side_by_side(names, a, b)
            if e.free & {a, b} and not (plain and once and e.data is None):
                return False
            read.setdefault(e.args[0].data.name, set()).add(names.index(a) if a in names else -1)
        elif any(child.op == "index" and child.data[0] in (a, b) for child in e.args):
            return False
    return body.op != "index"


def _merge(kernel: Kernel, outer: Loop, inner: Loop, shapes: dict[str, tuple[Expr, ...]]) -> Kernel:
    """The kernel with one loop in place of the two; ``shapes`` takes the arrays that change."""
    a, b = outer.index, inner.index
    every = {n.index for n in walk(kernel.body) if isinstance(n, Loop)}
    name = ex.fresh(every | {i for s in kernel.statements for i in s.indices}, like=a + b)
    extent = ex.call("mul", outer.extent, inner.extent)
    taken: dict[str, tuple[Expr, ...]] = {}
    position = _position(a, inner)

    def change(e: Expr) -> Expr | None:
        if e is position:
            return ex.index(name)
        at = [k for k, s in enumerate(e.args[1:]) if s.op == "index" and s.data[0] == a]
        if e.op != "access" or not at:
            return None
        array, k = e.args[0], at[0]
        old = shapes.get(array.data.name) or tuple(ex.size(array, axis) for axis in range(array.data.rank))
        taken[array.data.name] = (*old[:k], extent, *old[k + 2 :])
        slots = [*e.args[1 : k + 1], ex.index(name), *e.args[k + 3 :]]
        return ex.access(ex.tensor(array.data.name, array.data.rank - 1, array.data.dtype), slots)

    made: dict[str, Statement] = {}
    for s in kernel.statements:
        if a in s.indices:
            extents = {i: e for i, e in {**s.extents, name: extent}.items() if i not in (a, b)}
            axes, over = _joined(s.axes, a, b, name), _joined(s.over, a, b, name)
            made[s.name] = replace(s, axes=axes, over=over, body=ex.rebuild(s.body, change), extents=extents)
            if a in s.axes:
                taken[s.name] = tuple(extents[i] for i in axes)

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
    return replace(kernel, body=visit(kernel.body), statements=statements, rows=rows)


def _joined(names: Sequence[str], a: str, b: str, name: str) -> tuple[str, ...]:
    return tuple(name if n == a else n for n in names if n != b)
