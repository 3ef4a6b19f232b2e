"""Rows cached on chip: what several passes over a row read is loaded once.

All passes of a team over one index visit the same elements with the same thread, so a
thread can keep its elements from one pass to the next without waiting for others.  In CUDA
they are in registers; a register has no address, so the passes are unrolled, for a fixed
number of elements of a thread.  In OpenCL they are in local memory.  Longer rows take the
plain loops, which the kernel has as well, and are read again in every pass.
"""

from __future__ import annotations

import numpy as np

from espresso.compiler.device.schedule import Group, Stage
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.ir.loops import SCANS
from espresso.records import dataclass

MOST = 16
"""Elements that a thread keeps of each array."""

WORDS = {"registers": 32, "shared": 16}
"""Words of 4 bytes of a thread that hold elements of rows (of 256 threads: 16 KB of shared memory)."""

WIDEST = 1024
"""Threads of a block that computes one long row in CUDA, each with 64 registers.

Half of it for numbers of 64 bits, and where sums are carried from row to row.
"""


@dataclass(frozen=True)
class Resident:
    """The passes of a kernel that share their elements, what they keep, and the elements of a thread."""

    stages: tuple[int, ...]
    kept: frozenset[Expr]  # reads as `lane_key` gives them
    elements: int
    extent: Expr


def lane_key(read: Expr, stage: Stage, group: Group) -> Expr:
    """The read with the only index of its stage under a common name: equal for equal elements of two stages."""
    if len(stage.loops) != 1:
        return read
    (lane,) = stage.loops
    return ex.substitute(read, {lane: ex.call("mul", ex.index("lane "), group.extents[lane])})


def stage_reads(stage: Stage) -> list[Expr]:
    """Every read of a stage, once."""
    return [n for n in ex.postorder(*(s.body for s in stage.statements)) if n.op == "access"]


def resident(group: Group, dtypes: dict[str, str], rows: str) -> Resident | None:
    """What the passes of a group can keep, or None where no two passes read the same elements."""
    if not group.reduces or group.parts is not None or not group.rows or not rows:
        return None
    passes = [k for k, stage in enumerate(group.stages) if _plain(stage)]
    if len(passes) < 2:
        return None
    extent = group.extents[group.stages[passes[0]].loops[0]]
    passes = [k for k in passes if group.extents[group.stages[k].loops[0]] is extent]
    known = {*group.rows}  # what every row reads anew is in a cache anyway
    made = {s.name for s in group.statements}
    where: dict[Expr, list[int]] = {}
    beside = 0  # words of a run of what is read beside the rows, which is in registers for a short time
    for k in passes:
        stage = group.stages[k]
        (lane,) = stage.loops
        shared = {n.args[0].data.name for n in stage_reads(stage) if lane in n.free and not known & n.free} - made
        beside = max(beside, 4 * len(shared) if rows == "registers" and not group.carried else 0)
        for read in stage_reads(stage):
            name = read.args[0].data.name
            found = lane in read.free and known & read.free and read.free <= {*known, lane}
            positions = any(n.op == "access" for slot in read.args[1:] for n in ex.postorder(slot))
            if found and not positions and name not in made and read.data is None:
                where.setdefault(lane_key(read, stage, group), []).append(k)
    again = [key for key, stages in where.items() if len(stages) > 1]
    kept, most = [], WORDS[rows] * (2 if group.carried and rows == "registers" else 1)  # half the threads
    words = sum(max(1, np.dtype(s.accumulate).itemsize // 4) for s in group.statements if s.name in group.carried)
    for key in sorted(again, key=lambda e: -len(where[e])):
        words_of_it = max(1, np.dtype(dtypes[key.args[0].data.name]).itemsize // 4)
        if (words + words_of_it) * 4 <= most - beside:
            kept.append(key)
            words += words_of_it
    if not kept:
        return None
    used = tuple(k for k in passes if any(k in where[key] for key in kept))
    elements = min(MOST, 1 << ((most - beside) // words).bit_length() - 1)
    return Resident(used, frozenset(kept), elements, extent)


def _plain(stage: Stage) -> bool:
    """Whether a stage is one pass over one index."""
    return len(stage.loops) == 1 and all(s.slots is None and s.operator not in SCANS for s in stage.statements)
