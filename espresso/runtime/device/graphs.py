"""CUDA graphs: what is recorded, and when it is replayed.

When a call comes again with the same addresses, its steps are recorded once, in a stream of this thread that runs
nothing else, and replayed from then on: launches and calls of libraries alike, so that a program is one graph, with
all steps of its recurrences.  A step says by ``recorded`` that it only puts work into the stream; others run as they
are, between two graphs (`MATRICES` says why functions of matrices do).  What a library does not let be recorded costs
the graph, never the call.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from espresso.runtime.device.launches import Workspace

MATRICES = (
    "not part of a CUDA graph: whether a matrix is singular is read on the host, for the error, and CuPy's "
    "temporary arrays are another's when a graph is replayed"
)
"""Told by ``explain``."""

GRAPHS = 16
"""Graphs kept for one workspace: one for each set of addresses that came more than once."""


def run(workspace: Workspace, queue: Any, pointers: Sequence[int], stream: Callable[[], Any]) -> None:
    """All steps of a workspace, or what was recorded of them; ``stream`` gives one to record in.

    Where the caller records a graph of his own, the steps go into that one by one: ours has memory that
    cuBLAS takes while it is recorded, which a graph inside of another one may not, and lives as long as we keep it.
    """
    if not workspace.graphs or captures(queue):
        workspace.launch(queue)
        return
    if workspace.replay is None:
        workspace.replay = {}
    known, key = workspace.replay, tuple(pointers)
    parts = known.get(key)
    if parts is None:  # the first time with these addresses
        while len(known) >= GRAPHS:
            del known[next(iter(known))]  # a graph that still runs is freed when it is done (cuGraphExecDestroy)
        known[key] = ()
        workspace.launch(queue)
        return
    if not parts:
        parts = known[key] = tuple(p for group in segments(workspace.steps) for p in recorded(group, stream))
    for part in parts:
        part(queue)


def segments(steps: Sequence[Any]) -> list[list[Any]]:
    """Runs of steps that a graph can hold, each of the others alone; steps that do nothing are left out.

    >>> [len(s) for s in segments([1, 2])]
    [1, 1]
    """
    return _joined((s for s in steps if getattr(s, "runs", True)), "recorded")


def _joined(steps: Iterable[Any], mark: str) -> list[list[Any]]:
    """Runs of steps that have a mark, each of the others alone."""
    found: list[list[Any]] = []
    for step in steps:
        if found and all(getattr(s, mark, False) for s in (step, found[-1][-1])):
            found[-1].append(step)
        else:
            found.append([step])
    return found


def recorded(group: Sequence[Any], stream: Callable[[], Any]) -> list[Callable[[Any], None]]:
    """A group as one graph; as graphs of its launches where a library call cannot be recorded; or as it is."""
    if sum(getattr(step, "count", 1) for step in group) < 2 or not getattr(group[0], "recorded", False):
        return [Plain(group)]
    try:
        return [record(group, stream())]
    except Exception:  # a version of CuPy or of a library that refuses: with a class of its own each
        if len(group) == 1 or all(getattr(s, "launches", False) for s in group):
            return [Plain(group)]
    return [p for part in _joined(group, "launches") for p in recorded(part, stream)]


def record(group: Sequence[Any], stream: Any) -> Callable[[Any], None]:
    """The steps as one graph; the stream is the current one meanwhile, because libraries take that of CuPy.

    What a step has to make, as the library's handle of this thread, it makes before: another thread may have run it.
    """
    with stream:
        for step in group:
            if hasattr(step, "ready"):
                step.ready(stream)
    stream.begin_capture()
    try:
        with stream:
            for step in group:
                step(stream)
    except BaseException:
        with contextlib.suppress(Exception):  # what was recorded so far is of no use
            stream.end_capture()
        raise
    launch: Callable[[Any], None] = stream.end_capture().launch
    return launch


class Plain:
    """Steps put into a stream one by one."""

    def __init__(self, steps: Sequence[Any]) -> None:
        self.steps = tuple(steps)

    def __call__(self, queue: Any) -> None:
        for step in self.steps:
            step(queue)


def captures(stream: Any) -> bool:
    """Whether the caller records what goes into a stream."""
    try:
        return bool(stream.is_capturing())
    except Exception:  # asking is an error while another stream records in the strict mode
        return True
