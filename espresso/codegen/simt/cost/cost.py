"""Cost of a SIMT kernel, counted from its schedule: bytes, arithmetic, special functions.

The schedule of a kernel is what its text is written from, so the counts are those of the
text.  An array counts once for each pass of the kernel over it, however often its
elements are used in that pass (caches serve the rest); a pass over elements that an earlier
pass of the same row has read is ``again``, and nothing where the row stays in registers.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace

from espresso.codegen.simt.rows.row_cache import lane_key
from espresso.compiler.device.schedule import Group, Stage, for_lanes, index_name
from espresso.compiler.matching.pair_passes import PairPass
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.ir.calls import Contraction, EngineCall, LibraryCall, MatrixCall
from espresso.ir.costs import cost
from espresso.ir.loops import Statement
from espresso.records import dataclass

Value = Callable[[Expr], int]

SPECIAL = 8
"""Flops (relative to one addition) from which on a function goes to the units for special functions."""


_SHORT = 2
"""Flops of an exponential without the steps that make it exact."""


@dataclass(frozen=True)
class Cost:
    """Bytes read, read again in a later pass, and written; operations of 32 and 64 bits; special functions.

    ``cores`` are operations of tensor cores on numbers of TF32.  ``row`` is the number of bytes of one row that
    later passes read again.  ``issued`` are all instructions of tiles of products (`instructions`).
    """

    read: int = 0
    again: int = 0
    written: int = 0
    flops: int = 0
    flops64: int = 0
    special: int = 0
    row: int = 0
    cores: int = 0
    issued: int = 0

    @property
    def moved(self) -> int:
        """All bytes that go between the kernel and memory."""
        return self.read + self.again + self.written

    def __add__(self, other: Cost) -> Cost:
        return Cost(
            self.read + other.read, self.again + other.again, self.written + other.written,
            self.flops + other.flops, self.flops64 + other.flops64, self.special + other.special,
            max(self.row, other.row), self.cores + other.cores, self.issued + other.issued,
        )  # fmt: skip

    def __mul__(self, times: int) -> Cost:
        return replace(self, **{n: v * times for n, v in vars(self).items() if n != "row"})


def call_cost(call: LibraryCall, value: Value, bytes_of: Callable[[str], int], part: float = 1.0) -> Cost:
    """A library call: every operand once, and its operations.

    A product of matrices has 2 m n k of them (half with a triangular operand), a convolution 2 for each pair of
    an element of the result and a tap, functions of matrices n**3 and its parts.  Of a symmetric product only
    a ``part`` is computed, and the rest is read again to be mirrored.
    """
    sizes = {n: max(0, value(e)) for n, e in call.extents.items()}
    if isinstance(call, MatrixCall):
        order = max((sizes[a] for a in call.left_axes if a not in call.batch), default=1)
        many = math.prod(sizes[b] for b in call.batch)
        flops = many * call.operations(order)
        if call.function == "solve":
            flops += 2 * order * math.prod(sizes[a] for a in call.right_axes)
    elif isinstance(call, Contraction):
        flops = 2 * math.prod(sizes[n] for n in {*call.axes, *call.over}) // (2 if call.triangle else 1)
    else:
        flops = 2 * taps(call, value)
    operands, written = dict.fromkeys(call.arrays), sum(map(bytes_of, call.writes))
    wide = call.dtype in ("float64", "complex128")
    flops, again = int(flops * part), int(written * (1 - part))
    return Cost(sum(bytes_of(n) for n in operands) + again, 0, written, 0 if wide else flops, flops if wide else 0)


def taps(call: LibraryCall, value: Value) -> int:
    """Multiplications of a convolution: for each element of the result (or its cotangent) those of one filter.

    Those of attention are the ones of its two products, or of the five of its gradients.
    """
    if isinstance(call, EngineCall) and call.kind == "attention":
        q, k, v = ([max(0, value(e)) for e in shape] for shape in call.shapes[:3])
        (*_, rows, features), (*_, columns, _), (*_, wide) = (
            a.shape(s) for a, s in zip(call.seen, (q, k, v), strict=False)
        )
        width = features + wide if call.parameters.get("direction") is None else 3 * features + 2 * wide
        return math.prod(call.seen[0].shape(q)[:2]) * rows * columns * width
    if not isinstance(call, EngineCall) or "direction" not in call.parameters:
        return 0
    lengths = [[max(0, value(e)) for e in shape] for shape in call.shapes]
    lengths.append([max(0, value(call.extents[a])) for a in call.axes])
    seen = [a.shape(s) for a, s in zip((*call.seen[:-1], call.seen[-1]), (*lengths[:2], lengths[-1]), strict=False)]
    image_and_filter = {"forward": (2, 1), "data": (0, 1), "weights": (1, 2)}[call.parameters["direction"]]
    outside, filters = (seen[k] for k in image_and_filter)
    return math.prod(outside) * math.prod(filters[1:])


def group_cost(
    group: Group, value: Value, bytes_of: Callable[[str], int], item: Callable[[str], int],
    kept: frozenset[Expr] = frozenset(), online: int = 0,
) -> Cost:  # fmt: skip
    """One kernel.  ``kept`` are reads whose rows stay in registers after their first pass.

    The stage ``online`` (where it is not 0) runs in the pass of the stage before it and shares what that reads.
    """
    sizes = {n: max(0, value(e)) for n, e in group.extents.items()}
    total, passes = Cost(), dict[Expr, int]()
    made = {s.name: (s, stage) for stage in group.stages for s in stage.statements}
    done, seen = dict[str, int](), set[tuple[Expr, bool]]()
    for number, stage in enumerate(group.stages):
        if not number or number != online:
            done, seen = {}, set()
        for s in stage.statements:
            total += _arithmetic(s, group, stage, sizes)
            total += _stores(s, sizes, bytes_of, item, group)
            for read in _reads(s):
                name = read.args[0].data.name
                if name in made and _in_a_variable(*made[name], stage, group):
                    continue
                key = lane_key(read, stage, group)
                if (key, True) in seen:
                    continue
                seen.add((key, True))
                size = _count(read.free & sizes.keys(), sizes) * item(name)
                size = min(size, bytes_of(name) - done.get(name, 0))
                done[name] = done.get(name, 0) + size
                if key not in passes:
                    passes[key] = size
                    total += Cost(read=size)
                elif key not in kept:
                    rows = _count(set(group.rows) & read.free, sizes)
                    total += Cost(again=size, row=size // max(1, rows))
    return total


def stream_cost(
    step: PairPass, value: Value, bytes_of: Callable[[str], int], cores: bool = False,
    short: frozenset[Expr] = frozenset(),
) -> Cost:  # fmt: skip
    """One pass of a family of pairs: every array once, the pairs anew; ``cores``: products by tensor cores.

    ``short`` are exponentials that are a product and an operation of the unit for special functions.
    """
    sizes = {n: max(0, value(e)) for n, e in step.extents.items()}
    group = Group((), [Stage((), step.statements)], dict(step.extents), frozenset(step.pairs))
    total = Cost(sum(bytes_of(n) for n in step.reads), 0, sum(bytes_of(n) for n in step.writes))
    for s in step.statements:
        found = _arithmetic(s, group, group.stages[0], sizes, short)
        product = s in step.products or (s.name in step.widths and s.name not in step.written)
        total += on_cores(found) if cores and product else found
    return total


def on_cores(cost: Cost) -> Cost:
    """The operations of a product as those of tensor cores."""
    return replace(cost, flops=0, cores=cost.cores + cost.flops)


def _reads(s: Statement) -> list[Expr]:
    roots = (s.body, *(s.slots or ()))
    return [n for n in ex.postorder(*roots) if n.op == "access"]


def _in_a_variable(maker: Statement, where: Stage, stage: Stage, group: Group) -> bool:
    """Whether the value of a statement of this kernel is at hand in a variable."""
    return maker.name in group.registers or where is stage or for_lanes(maker, where)


def _count(names: Iterable[str], sizes: Mapping[str, int]) -> int:
    return math.prod(sizes[n] for n in names)


def _arithmetic(
    s: Statement, group: Group, stage: Stage, sizes: Mapping[str, int], short: frozenset[Expr] = frozenset()
) -> Cost:  # fmt: skip
    """Each value once for the loops that it depends on and those around them."""
    inner = {o for o in (*s.over, *s.axes) if o not in group.rows and o not in stage.loops}
    rows = _count(group.rows, sizes)
    lanes = rows * _count(stage.loops, sizes)
    every = lanes * _count(inner & sizes.keys(), sizes)
    flops, special = (every if s.operator is not None else 0), 0
    for node in ex.postorder(s.body):
        own = cost(node)
        if not own or not node.free:
            continue
        times = every if node.free & inner else lanes if node.free & set(stage.loops) else rows
        if own >= SPECIAL:
            special += times
        flops += (_SHORT if node in short else own) * times
    wide = s.accumulate in ("float64", "complex128")
    return Cost(flops=0 if wide else flops, flops64=flops if wide else 0, special=special)


def _stores(
    s: Statement, sizes: Mapping[str, int], bytes_of: Callable[[str], int], item: Callable[[str], int], group: Group
) -> Cost:
    if s.name in group.registers | group.carried:
        return Cost()
    if s.slots is None:
        return Cost(written=min(bytes_of(s.name), _count((a for a in s.axes if a in sizes), sizes) * item(s.name)))
    plain = {index_name(slot) for slot in s.slots}
    added = _count(({*s.over, *(a for a in s.axes if a in plain)}) & sizes.keys(), sizes) * item(s.name)
    return Cost(read=added, written=added)  # an atomic addition reads and writes
