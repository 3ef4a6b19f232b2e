"""The order in which the loops of a kernel are transformed for a CPU, and the small transformations.

A transformation takes a loop and gives the nodes that stand in its place, or None where it gains nothing.  The first
one that applies is taken.  Its loops that are not ``done`` are transformed in turn, and so are those inside.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from espresso.codegen.common.cpu_scalar import has_circular
from espresso.codegen.loops.facts import Facts
from espresso.codegen.loops.first_position import first_position
from espresso.codegen.loops.hoisting import hoisted, repeated, varying_nodes
from espresso.codegen.loops.index_splitting import narrow, split_at_diagonal, unswitch
from espresso.codegen.loops.peeling import beside_range, by_rests, peel
from espresso.codegen.loops.running_rows import running_rows
from espresso.codegen.loops.software_pipeline import pipeline
from espresso.codegen.loops.tiling import tile
from espresso.codegen.loops.unroll_and_jam import unroll_and_jam
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.ir import nests as ir
from espresso.ir.driver import STRIP
from espresso.ir.loops import Kernel

Transformation = Callable[[ir.Loop, Facts, Mapping[str, Expr]], list[ir.Node] | None]
"""Of a loop, with the extents of the loops around it and its own."""


def strip_mine(loop: ir.Loop, facts: Facts, around: Mapping[str, Expr]) -> list[ir.Node] | None:
    """An innermost loop that adds float32 numbers in strips, whose sums join the total in float64."""
    if any(isinstance(n, ir.Loop) for n in loop.body) or (loop.extent.op == "const" and loop.extent.data <= 64):
        return None
    sums = [s for s in ir.computed(loop.body) if loop.index in s.over and facts.is_wide(s)]
    if not sums:
        return None
    strip = ir.variable(loop.index, "block")
    parts = {s.name: replace(s, name=ir.local(s.name, "part"), slots=None) for s in sums}
    body: list[ir.Node] = [
        ir.Compute(parts.get(n.statement.name, n.statement)) if isinstance(n, ir.Compute) else n for n in loop.body
    ]
    start, stop = loop.bounds
    inner = replace(loop, body=body, start=strip, stop=ir.smaller(ir.plus(strip, STRIP), stop))
    begun: list[ir.Node] = [ir.Begin(p) for p in parts.values()]
    joined: list[ir.Node] = []
    for s in sums:
        value = ex.access(ex.tensor(ir.local(s.name, "part"), 0, s.accumulate))
        joined += [ir.End(parts[s.name]), ir.Compute(replace(s, body=value))]
    body = [*begun, inner, *joined]
    return [ir.Loop(strip.data[0], loop.extent, body, start, stop, STRIP, done=True)]


def reverse(loop: ir.Loop, facts: Facts, around: Mapping[str, Expr]) -> list[ir.Node] | None:
    """A loop over a scan that runs from its end."""
    if not any(s.operator == "reverse_cumsum" and loop.index in s.over for s in ir.computed(loop.body)):
        return None
    start, stop = loop.bounds
    return [replace(loop, start=ir.plus(stop, -1), stop=ir.plus(start, -1), step=-1, done=True)]


def check_arguments(loop: ir.Loop, facts: Facts, around: Mapping[str, Expr]) -> list[ir.Node] | None:
    """An innermost loop over functions whose vector code has a limit (see ``cpu_scalar``), which it may run again.

    It adds to nothing in memory and writes nothing that it reads.
    """
    statements = [n.statement for n in loop.body if isinstance(n, ir.Compute)]
    if len(statements) != len(loop.body) or not has_circular([s.body for s in statements], facts.dtype):
        return None
    made = {s.name for s in statements}
    kept = any(s.slots is not None or facts.in_memory(s) or set(s.over) & set(s.axes) for s in statements)
    if kept or not made.isdisjoint({*facts.shared, *facts.placed.values()}):
        return None
    fixed = {e for s in statements for e, v in varying_nodes(s.body, {loop.index}, made).items() if not v}
    varies = has_circular([s.body for s in statements], facts.dtype, fixed)
    return [replace(loop, done=True, checked=True)] if varies else None


TRANSFORMATIONS: tuple[Transformation, ...] = (
    first_position, running_rows, tile, narrow, strip_mine, reverse, check_arguments, split_at_diagonal, unswitch,
    beside_range, peel, by_rests, unroll_and_jam, pipeline,
)  # fmt: skip


def bounded(kernel: Kernel) -> Kernel:
    """The kernel with its outermost loop between two parameters, and those over roles of blocks between theirs."""
    body = ir.mapped(kernel.body, lambda s: s)
    loops = [n for n in ir.walk(body) if isinstance(n, ir.Loop)]
    for loop in loops:
        if kernel.window is not None and loop.index in kernel.window.roles:
            loop.start, loop.stop = ir.variable(loop.index, "from"), ir.variable(loop.index, "to")
    if kernel.outer is not None:
        loops[0].start, loops[0].stop = ir.variable("", "start"), ir.variable("", "stop")
    return replace(kernel, body=body)


def scheduled(kernel: Kernel, facts: Facts) -> Kernel:
    """The kernel with its loops transformed and its values named where they are computed."""
    around: dict[str, Expr] = {}

    def transformed(loop: ir.Loop) -> list[ir.Node]:
        inside = {**around, loop.index: loop.extent}
        found = (transformation(loop, facts, inside) for transformation in TRANSFORMATIONS)
        return next((nodes for nodes in found if nodes is not None), [replace(loop, done=True)])

    def block(nodes: list[ir.Node], known: set[Expr]) -> list[ir.Node]:
        known = set(known)
        made: list[ir.Node] = []
        for node in nodes:
            if isinstance(node, ir.Loop) and not node.done:
                made += hoisted(node, facts, known)
                made += block(transformed(node), known)
            elif isinstance(node, ir.Loop | ir.Let | ir.If):
                if not isinstance(node, ir.If) and node.extent is not None:
                    around[node.index] = node.extent
                node.body = block(node.body, known)  # one of the nodes that a transformation made
                made.append(node)
                if not isinstance(node, ir.If):
                    around.pop(node.index, None)
            elif isinstance(node, ir.Compute) or isinstance(node, ir.Begin) and node.first:
                made += [*repeated(node.statement.body, known), node]
                known |= facts.named_reads(node.statement)
            else:
                known |= {node.value} if isinstance(node, ir.Assign) else set()
                made.append(node)
        return made

    return replace(kernel, body=block(bounded(kernel).body, set()))
