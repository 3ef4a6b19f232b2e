"""Instruction counts of tiled products: multiply-adds, loads of operands, address arithmetic.

A multiprocessor starts one instruction for each of its 128 lanes and clock, whatever it does.  In a tile 16
multiplications of a thread stand beside two reads of shared memory, and each element of a slab is compared with the
ends of its array, read, and written to shared memory; where several axes are one of the product, but not of the array,
its offset takes divisions.  The numbers of these are those of the portable code (``tests/nvrtc`` counts them), a
division as what it becomes on a device.  Shared memory itself is busy for half of the clocks that they take.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from espresso.codegen.simt.tiled.products import DEPTH, MICRO, thread_grid
from espresso.codegen.simt.tiled.tensor_cores import run_of
from espresso.compiler.matching.pair_passes import PairPass
from espresso.formulas.graph.expr import Expr
from espresso.ir.calls import Contraction
from espresso.ir.loops import Statement

BROUGHT = 13
"""Instructions for each element that a thread brings into a slab."""

DIVISION = 20
"""Instructions of a division of whole numbers whose divisor is known when the kernel starts."""

PAIR = 24
"""Instructions for each pair of a tile beside its operations: whether it is inside, and what is chosen then."""

_WIDE = frozenset({"float64", "complex128"})

Value = Callable[[Expr], int]


def tile_instructions(
    count: int, rows: int, columns: int, block: int, dtype: str, brought: float, each: float = BROUGHT
) -> int:  # fmt: skip
    """Of ``count`` multiplications in tiles where a thread has ``rows`` and ``columns``.

    ``brought`` elements come into slabs for one summed element of a tile, at ``each`` instructions; a
    multiplication in float64 takes two slots.

    >>> 256 * tile_instructions(10**6, 4, 4, 256, "float32", 128)/10**6  # of a slab of 16 summed elements
    392.0
    """
    reads = (rows + columns) / run_of(dtype)
    products = rows * columns
    return round(count * ((2 if dtype in _WIDE else 1) + (reads + each * brought / block) / products))


def product_instructions(call: Contraction, value: Value, block: int) -> int:
    """Of a generated product: tiles at the ends of a matrix are computed whole."""
    batch, rows, columns, summed = ([max(0, value(call.extents[n])) for n in g] for g in call.groups())
    across, down = thread_grid(block)
    tall, wide = MICRO * down, MICRO * across
    count = _whole(rows, tall) * _whole(columns, wide) * _whole(summed, DEPTH) * _whole(batch, 1)
    divisions = 0.0
    _, own, other, _ = call.groups()
    for axes, group, length in ((call.left_axes, own, tall), (call.right_axes, other, wide)):
        elements = DEPTH * length / block  # of a thread
        divisions += _divisions(axes, group, elements)
        divisions += _divisions(axes, call.over, 1 if axes[-1:] and axes[-1] in call.over else elements)
    each = BROUGHT + DIVISION * divisions / (DEPTH * (tall + wide) / block)
    return tile_instructions(count, MICRO, MICRO, block, call.dtype, tall + wide, each)


def _whole(extents: Sequence[int], tile: int) -> int:
    return -(-math.prod(extents) // tile) * tile


def _divisions(axes: Sequence[str], group: Sequence[str], elements: float) -> float:
    """Divisions that offsets of so many elements take; none where the axes of a group are one, in front.

    >>> _divisions("efab", "ef", 4), _divisions("aefb", "ef", 4), _divisions("feb", "fe", 4), _divisions("ae", "e", 4)
    (0, 4, 0, 0)
    """
    inside = [n for n in group if n in axes]
    return 0 if list(axes[: len(inside)]) == inside else (len(inside) - 1) * elements


def products_of(step: PairPass, value: Value) -> int:
    """The multiplications of a pass that are products of two arrays, or of pairs and an array."""
    sizes = {n: max(0, value(e)) for n, e in step.extents.items()}
    pairs = _whole([sizes[n] for names in (step.batch, step.fixed, step.moving) for n in names], 1)
    sums = sum(_whole([sizes[n] for n in s.over], 1) for s in step.products)
    return pairs * (sums + sum(step.widths[s.name] for s in _joined(step)))


def _joined(step: PairPass) -> list[Statement]:
    """The results that are products of pairs and an array."""
    return [s for s in step.results if s.name in step.widths and s.name not in step.written]


def stream_instructions(step: PairPass, value: Value, block: int, operations: int) -> int:
    """Of a pass over tiles of pairs that are products, or go into products; ``operations`` of everything else.

    0 where nothing is a product: a pair of a kernel sum is what its operations are.
    """
    sizes = {n: max(0, value(e)) for n, e in step.extents.items()}
    dtype = "float64" if any(s.accumulate in _WIDE for s in step.statements) else "float32"
    micro = 2 if dtype == "float64" else MICRO
    across, down = thread_grid(block)
    tall, broad = micro * down, micro * across
    sides = ((step.batch, 1), (step.fixed, tall), (step.moving, broad))
    batch, fixed, moving = (_whole([sizes[n] for n in names], tile) for names, tile in sides)
    pairs = batch * fixed * moving
    total = 0
    for s in step.products:
        count = pairs * _whole([sizes[n] for n in s.over], DEPTH)
        total += tile_instructions(count, micro, micro, block, dtype, tall + broad)
    for s in _joined(step):
        columns = -(-step.widths[s.name] // across)
        total += tile_instructions(pairs * columns * across, micro, columns, block, dtype, columns * across)
    return total + pairs * PAIR + operations if total else 0
