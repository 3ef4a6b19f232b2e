"""Convolutions and poolings in numbers, as engines are asked about them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from espresso.formulas.graph.expr import Expr
from espresso.ir.arrangement import Arrangement
from espresso.ir.calls import EngineCall
from espresso.ir.engine import ATTENTION, CONVOLUTION, Call, Operand
from espresso.ir.targets import TARGETS
from espresso.system.half_precision import computed


def window_call(
    step: EngineCall, target: str, size_of: Callable[[Expr], int], conditions: Mapping[str, Any]
) -> Call:
    """The step for these extents: operands as the library sees them, padding on both sides, extents of all loops."""
    lengths = [[size_of(e) for e in shape] for shape in step.shapes]
    lengths += [[size_of(step.extents[a]) for a in r.axes] for r in step.results]
    shapes = [seen.shape(n) for seen, n in zip((*step.seen, *(r.seen for r in step.more)), lengths, strict=True)]
    stored = (*step.dtypes, *(r.dtype for r in step.results))
    kinds = [computed(d) if TARGETS[target].converts else d for d in stored]
    parameters = dict(step.parameters)
    if step.kind == CONVOLUTION:
        p = step.parameters
        padding, crop = paddings(p["direction"], p["stride"], p["dilation"], p["low"], shapes)
        image = 0 if p["direction"] != "data" else -1
        shapes[image] = (*shapes[image][:2], *(n - a - b for n, (a, b) in zip(shapes[image][2:], crop, strict=True)))
        parameters |= {"padding": padding, "crop": crop}
    names, count = (*step.operands, *step.writes), len(step.operands)
    made = [
        Operand(n, tuple(f"{n}{k}" for k in range(len(s))), s, d)
        for n, s, d in zip(names, shapes, kinds, strict=True)
    ]
    return Call(
        step.kind, target, step, tuple(made[:count]), made[count], _loops(step, shapes), parameters,
        more=tuple(made[count + 1 :]), **conditions,
    )  # fmt: skip


def paddings(
    direction: str, stride: Sequence[int], dilation: Sequence[int], low: Sequence[int], shapes: Sequence[Sequence[int]]
) -> tuple[tuple[tuple[int, int], ...], tuple[tuple[int, int], ...]]:
    """Padding before and after each axis, and the elements of the image that are left out there (0 in a result).

    ``shapes`` are those of the first operand, the second, and the result, as a library sees them.
    """
    first, second, result = shapes[0], shapes[1], shapes[-1]
    image, taps, positions = {
        "forward": (first, second, result), "weights": (first, result, second), "data": (result, second, first),
    }[direction]  # fmt: skip
    padding, crop = [], []
    for k, (s, d, before) in enumerate(zip(stride, dilation, low, strict=True), 2):
        after = s * (positions[k] - 1) + d * (taps[k] - 1) + 1 - image[k] - before
        padding.append((max(0, before), max(0, after)))
        crop.append((max(0, -before), -after if after <= -s else 0))  # a rest below the stride does no harm
    return tuple(padding), tuple(crop)


def _loops(step: EngineCall, shapes: Sequence[Sequence[int]]) -> dict[str, int]:
    """The extents of the loops that would compute the call."""
    if step.kind == ATTENTION:
        (batch, heads, rows, features), (*_, columns, wide) = shapes[0], shapes[2]
        loops = {"batch": batch, "heads": heads, "rows": rows, "columns": columns}
        both = features + wide  # of two products, or of five
        return {**loops, "features": both if step.parameters.get("direction") is None else both + features + both}
    direction = step.parameters["direction"]
    positions = shapes[{"forward": -1, "weights": 1, "data": 0}[direction]]
    taps = shapes[{"forward": 1, "weights": -1, "data": 1}[direction]]
    loops = {"batch": positions[0], "out": taps[0], "channel": taps[1]}
    loops |= {f"position{k}": n for k, n in enumerate(positions[2:])}
    return loops | {f"tap{k}": n for k, n in enumerate(taps[2:])}


SEEN = '''
def _seen(x, parts, order, groups):
    """The array with its axes split, put in an order and joined, as a library sees it."""
    lengths = [n for k, p in enumerate(parts) for n in (p or x.shape[k:k + 1])]
    moved = x.reshape(lengths).transpose(order)
    joined, at = [], 0
    for count in groups:
        joined.append(math.prod(moved.shape[at:at + count]))
        at += count
    return moved.reshape(joined)
'''
"""Text for generated programs."""


def seen_text(name: str, seen: Arrangement) -> str:
    """An array of the program as a library sees it, as text."""
    return name if seen.plain else f"_seen({name}, {seen.parts!r}, {seen.order!r}, {seen.groups!r})"
