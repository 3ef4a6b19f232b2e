"""``f.explain()`` of target ``"dask"``: arrays with their chunks, passes over blocks, what is rechunked."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from espresso.api.chunked.chunking import Chunks
from espresso.api.chunked.passes import Pass, Plan
from espresso.api.chunked.pieces import Piece
from espresso.formulas.graph import expr as ex


def explained(compiled: Any, plan: Plan) -> str:
    """The text."""
    lines = ["target: dask", "", "formulas as given:"]
    lines += [f"  {line}" for e in compiled.expressions for line in str(e).splitlines()]
    lines += ["", "arrays:"]
    for name in plan.inputs:
        array = plan.arrays[name]
        kept = " (in memory: takes any chunks)" if array.free and array.shape else ""
        lines.append(f"  {name}: {_array(array.shape, array.chunks, array.dtype)}{kept}")
    lines += ["", f"passes over blocks: {len(plan.passes)}"]
    for number, one in enumerate(plan.passes, 1):
        lines += [f"{number:3}. {line}" if k == 0 else f"     {line}" for k, line in enumerate(_pass(one, plan))]
    lines += ["", "results:"]
    for name, (stored, dtype) in plan.results.items():
        array = plan.arrays[stored]
        lines.append(f"  {name}: {_array(array.shape, array.chunks, dtype)}")
    return "\n".join(lines)


def _pass(one: Pass, plan: Plan) -> list[str]:
    tasks = math.prod(map(len, one.chunks.values()))
    grid = " x ".join(f"{len(c)} of {n}" for n, c in one.chunks.items())
    lines = [f"{tasks} task{'s' * (tasks != 1)}{f' ({grid})' if grid else ''}, one program on the CPU for each:"]
    for step in one.steps:
        over = f"  ({step.combine} over blocks of {', '.join(step.over)}, in a tree)" if step.over else ""
        first, *others = str(ex.closed(step.name, step.axes, step.body)).splitlines()
        lines += [f"  {first}{over}", *(f"  {line}" for line in others)]
    for piece in one.pieces.values():
        lines += [f"  {text}" for text in _moves(piece, one, plan)]
    return lines


def _moves(piece: Piece, one: Pass, plan: Plan) -> list[str]:
    """What is rechunked or overlaps in the array of a piece."""
    array, found = plan.arrays[piece.array], []
    for k, axis in enumerate(piece.axes):
        chunks = array.chunks[k]
        wanted = one.chunks[axis.label] if axis.label and not axis.parts else (array.shape[k],)
        if axis.parts:
            found.append(f"{piece.array}: axis {k} gathered from each of its {len(chunks)} blocks, one at a time")
        elif not axis.whole:
            lengths = {b - a for a, b in axis.ranges(wanted if axis.label else (1,))}
            found.append(f"{piece.array}: axis {k} read in {len(wanted) if axis.label else 1} windows of "
                         f"{' or '.join(map(str, sorted(lengths)))}, borders included")  # fmt: skip
        elif wanted != chunks:
            found.append(f"{piece.array}: axis {k} rechunked from {_blocks(chunks)} to {_blocks(wanted)}, "
                         f"{_size(array.nbytes)}")  # fmt: skip
    return found


def _array(shape: tuple[int, ...], chunks: tuple[Chunks, ...], dtype: str) -> str:
    lengths = f"[{', '.join(map(str, shape))}]" if shape else ""
    blocks = f" in blocks of {' x '.join(str(max(c)) for c in chunks)}" if any(len(c) > 1 for c in chunks) else ""
    size = math.prod(shape) * np.dtype(dtype).itemsize
    return f"{dtype}{lengths}{blocks}, {_size(size)}"


def _blocks(chunks: Chunks) -> str:
    return f"{len(chunks)} block{'s' * (len(chunks) != 1)} of {max(chunks, default=0)}"


def _size(nbytes: float) -> str:
    for unit in ("bytes", "KB", "MB", "GB"):
        if nbytes < 1000 or unit == "GB":
            break
        nbytes /= 1000
    return f"{nbytes:.3g} {unit}"
