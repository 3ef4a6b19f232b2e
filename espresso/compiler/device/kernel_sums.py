"""Kernel sums over pairs, ``sum[j](k(x[i], y[j])*b[j])``: one pass without an array of pairs.

``a[i] = sum[j](exp(-(x[i] - y[j])**2)*b[j])`` reads only ``x`` along ``i``, only ``y`` and ``b`` along ``j``.  A pass
(`compiler.matching.pair_passes`) keeps the values of its rows in registers and brings those of the other side into
shared memory, where rows that are computed together share them: `codegen.simt.tiled.pairs` writes such a pass.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace

from espresso.compiler.matching import pair_passes
from espresso.compiler.matching.pair_passes import PairPass
from espresso.compiler.passes.copy_propagation import through
from espresso.compiler.sizes import Size
from espresso.compiler.state import Lowered
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.ir.driver import JOINS
from espresso.ir.loops import Buffer, Statement, Step, accesses, indices_of, reads_of
from espresso.ir.targets import TARGETS

LONG = 256
"""Elements of the other side from which on it pays to bring them into shared memory."""


def run(state: Lowered) -> Lowered:
    """Phase: on a device, arrays of all pairs that only sums need are made tile by tile."""
    options = state.options
    rate = TARGETS[state.target].pair_rate
    if rate is None or not options.get("blocked", True) or not options.get("fused", True):
        return state
    if options.get("engine") or options.get("engines"):
        return state  # products were asked for by name
    before, state = state.statements, state.changed()
    made = state.sizes.decide(lambda size: passes(before.steps, before.buffers, size, rate), _marks)
    code = state.statements
    within = {s.name for one in made if isinstance(one, PairPass) for s in one.statements}
    code.choices[:] = [c for c in code.choices if c.name not in within]
    code.put(made)
    return state


def _marks(found: Sequence[Step]) -> list[tuple[object, ...]]:
    return [(s.name, tuple(s.pairs), dict(s.widths)) for s in found if isinstance(s, PairPass)]


def passes(
    steps: Sequence[Step], buffers: Mapping[str, Buffer], size_of: Size, half_rate: float = 1.0
) -> list[Step]:
    """The steps with families of pairs (`pair_passes.tiled_passes`) and sums over pairs replaced by passes."""
    found = pair_passes.tiled_passes(steps, buffers, size_of, half_rate)
    return at_their_source([as_pair_sum(s, size_of) or s for s in found], buffers)


def is_separable(step: PairPass) -> bool:
    """Whether everything that a pass reads belongs to one of its sides, and it has no products of matrices."""
    if step.products or step.online or set(step.widths) - step.written:
        return False
    fixed, moving = set(step.fixed), set(step.moving)
    return not any(
        n.free & fixed and n.free & moving and n.args[0].data.name not in step.pairs
        for s in step.statements
        for n in accesses(s.body)
    )


def as_pair_sum(s: Step, size_of: Size) -> PairPass | None:
    """A sum as a pass over its pairs, where these are many; None for any other step."""
    if not isinstance(s, Statement) or s.operator not in JOINS or s.slots is not None:
        return None
    if s.accumulate.startswith("complex") or not s.over:
        return None
    reads = accesses(s.body)
    batch = tuple(a for a in s.axes if any(a in n.free and n.free & set(s.over) for n in reads))
    fixed = tuple(a for a in s.axes if a not in batch)
    rows, length, many = (math.prod(size_of(s.extents[n]) for n in names) for names in (fixed, s.over, batch))
    few = 4 * rows * length * many < pair_passes.BIG or many * -(-rows // 64) < pair_passes.TILES
    if not fixed or length < LONG or few:
        return None
    mixed = [n for n in ex.postorder(s.body) if n.op == "call" and n.free & set(fixed) and n.free & set(s.over)]
    if all(n.data == "mul" for n in mixed):
        return None  # a product: nothing is computed of a pair itself
    step = PairPass(
        s.name, [], [s], tuple(sorted(reads_of(s))), (s.name,), batch=batch, fixed=fixed, moving=s.over,
        extents=dict(s.extents),
    )  # fmt: skip
    return step if is_separable(step) else None


def at_their_source(steps: Sequence[Step], buffers: Mapping[str, Buffer]) -> list[Step]:
    """The steps with what such passes read of an array in another order of axes read from the array itself.

    They read every element once for many pairs, whatever its neighbours are.  A copy that nobody else reads goes.
    """
    made = {s.name: s for s in steps if isinstance(s, Statement) and _is_transposed(s, buffers)}
    found: list[Step] = [_from_source(s, made) if isinstance(s, PairPass) and is_separable(s) else s for s in steps]
    gone = {n for s in steps if isinstance(s, PairPass) and is_separable(s) for n in s.reads} & made.keys()
    while True:
        read = {n for s in found if s.name not in gone for n in (s.reads if isinstance(s, PairPass) else reads_of(s))}
        if not gone & read:
            return [s for s in found if s.name not in gone]
        gone -= read


def _is_transposed(s: Statement, buffers: Mapping[str, Buffer]) -> bool:
    """Whether a temporary has the elements of another array with its axes in another order."""
    if s.operator is not None or s.slots is not None or s.body.op != "access" or s.body.data is not None:
        return False
    names = indices_of(s.body) or ()
    known = s.name in buffers and buffers[s.name].role == "temporary" and s.dtype == s.accumulate
    return known and sorted(names) == sorted(s.axes)


def _from_source(step: PairPass, made: Mapping[str, Statement]) -> PairPass:
    def change(e: Expr) -> Expr | None:
        if e.op != "access" or e.data is not None or e.args[0].data.name not in made:
            return None
        return through(e, made[e.args[0].data.name])

    statements = [replace(s, body=ex.rebuild(s.body, change)) for s in step.statements]
    own = {s.name for s in statements}
    reads = sorted(set().union(*(reads_of(s) for s in statements)) - own)
    return replace(step, statements=statements, reads=tuple(reads))
