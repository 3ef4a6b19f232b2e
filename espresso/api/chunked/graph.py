"""A plan as arrays of Dask: a blockwise layer for each pass, tree reductions for what is combined across blocks."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from itertools import pairwise
from typing import Any

import numpy as np

from espresso.api.chunked.blocks import combined, kept, picked
from espresso.api.chunked.chunking import Chunks, starts
from espresso.api.chunked.cuts import Step
from espresso.api.chunked.passes import Pass, Plan
from espresso.api.chunked.pieces import Axis, Piece

TOGETHER = 8
"""Partial results that one task combines."""


def arrays_of(plan: Plan, given: Mapping[str, Any]) -> dict[str, Any]:
    """The arrays of Dask of a plan by name; ``given`` are the inputs."""
    found = dict(given)
    for one in plan.passes:
        rows = _rows(one, found)
        for number, step in enumerate(one.steps):
            found[step.name] = _result(rows, one, step, number)
    return found


def _rows(one: Pass, arrays: Mapping[str, Any]) -> Any:
    """An array whose blocks are the tuples of results of the pass."""
    import dask.array as da

    given: list[Any] = []
    for piece in one.pieces.values():
        given += _piece(arrays[piece.array], piece, one.chunks, len(given))
    for label, chunks in one.chunks.items():
        first = starts(chunks)
        spans = np.array([[a, b - a] for a, b in pairwise(first)], np.int64)
        given += [da.from_array(spans, chunks=(1, 2)), (label, f"span of {label}")]
    ones = {label: (1,) * len(chunks) for label, chunks in one.chunks.items()}
    meta: np.ndarray = np.empty((0,) * len(one.grid), object)
    return da.blockwise(one.block, one.grid, *given, adjust_chunks=ones, align_arrays=False, concatenate=None,
                        dtype=object, meta=meta, token="espresso")  # fmt: skip


def _piece(array: Any, piece: Piece, chunks: Mapping[str, Chunks], number: int) -> list[Any]:
    """An array of which the blocks are what the tasks read, and the index of each of its axes."""
    labels = []
    for k, axis in enumerate(piece.axes):
        labels.append(axis.label or f"axis {k} of {number}")
        if axis.parts:
            continue
        if axis.whole:
            wanted = chunks[axis.label] if axis.label else (array.shape[k],)
            array = array if array.chunks[k] == wanted else array.rechunk({k: wanted})
        else:
            array = _windows(array, k, axis, chunks.get(axis.label, (1,)), piece.fill)
    return [array, tuple(labels)]


def _windows(array: Any, k: int, axis: Axis, chunks: Chunks, fill: Any) -> Any:
    """The windows of one axis behind each other, one block each."""
    import dask.array as da

    length, found = array.shape[k], []
    for low, high in axis.ranges(chunks):
        inside = (min(max(low, 0), length), max(min(high, length), 0))
        parts = [(low, min(high, 0)), inside, (max(low, length), high)]
        window = []
        for number, (first, end) in enumerate(parts):
            if first >= end:
                continue
            if number == 1:
                window.append(array[(slice(None),) * k + (slice(first, end),)])
            else:
                shape = (*array.shape[:k], end - first, *array.shape[k + 1 :])
                others = (*array.chunks[:k], (end - first,), *array.chunks[k + 1 :])
                window.append(da.full(shape, fill, dtype=array.dtype, chunks=others))
        made = window[0] if len(window) == 1 else da.concatenate(window, axis=k)
        found.append(da.flip(made, k) if axis.reversed else made)
    whole = found[0] if len(found) == 1 else da.concatenate(found, axis=k)
    return whole.rechunk({k: tuple(f.shape[k] for f in found)})


def _result(rows: Any, one: Pass, step: Step, number: int) -> Any:
    """The array of one step, combined across blocks."""
    import dask.array as da

    meta: np.ndarray = np.empty((0,) * (len(step.axes) + len(step.over)), step.dtype)
    single = {a: step.chunks[a][0] for a in step.axes if a not in one.chunks}
    several = {a: step.chunks[a] for a in step.axes if a in one.chunks}
    parts = da.blockwise(
        picked, (*step.axes, *step.over), rows, one.grid, number=number, ranks=len(step.over), new_axes=single,
        adjust_chunks=several, align_arrays=False, concatenate=None, dtype=meta.dtype, meta=meta,
        token=f"espresso-{step.name}",
    )  # fmt: skip
    if not step.over:
        return parts
    last = tuple(range(len(step.axes), parts.ndim))
    put = partial(combined, operator=step.combine)
    return da.reduction(
        parts, kept, put, combine=put, axis=last, dtype=meta.dtype, concatenate=False, name=f"espresso-{step.combine}",
        split_every=TOGETHER, meta=np.empty((0,) * len(step.axes), step.dtype),
    )  # fmt: skip
