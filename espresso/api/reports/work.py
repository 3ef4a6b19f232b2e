"""Work of each step of a CPU program: operations, bytes, roofline time, and why it was not fused."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from espresso.api.reports.measure import limits
from espresso.compiler.loops.fuse import MAX_STATEMENTS
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.formulas.printing.text import formula
from espresso.ir.calls import Contraction, EngineCall, LibraryCall, MatrixCall
from espresso.ir.costs import cost
from espresso.ir.loops import Kernel, Program, accesses
from espresso.ir.nests import Node, loops_around
from espresso.records import dataclass
from espresso.system.machine_model import Rates


@dataclass(frozen=True)
class Work:
    """Operations (an addition counts 1, other functions as in `formulas.graph.functions`) and bytes, each array once.

    ``library`` is the dtype of a product, whose operations are multiplications and additions alone.
    """

    flops: int
    bytes: int
    library: str = ""

    def __str__(self) -> str:
        return f"{self.flops:,} operations, {self.bytes:,} bytes"

    def least(self, limits: Rates) -> tuple[float, str]:
        """The least seconds and what takes them: memory, or arithmetic of a product."""
        parts = {"memory": self.bytes / limits.memory}
        if self.library:
            parts["arithmetic"] = self.flops / limits.flops(self.library)
        longest = max(parts, key=lambda k: parts[k])
        return parts[longest], longest


def work_of(
    step: Kernel | LibraryCall, shapes: Mapping[str, Sequence[int]], itemsizes: Mapping[str, int],
    size_of: Callable[[Expr], int],
) -> Work:  # fmt: skip
    """The work of one step for arrays of these shapes."""
    names = (*(step.reads if isinstance(step, Kernel) else step.arrays), *step.writes)
    moved = sum(math.prod(shapes[n]) * itemsizes[n] for n in dict.fromkeys(names) if n in shapes)
    if isinstance(step, Kernel):
        return Work(_operations(step.body, size_of), moved)
    if isinstance(step, MatrixCall):
        n = size_of(step.extents[next(a for a in step.left_axes if a not in step.batch)])
        return Work(step.operations(n) * math.prod(size_of(step.extents[b]) for b in step.batch), moved)
    if isinstance(step, EngineCall):
        from espresso.ir.window_calls import window_call

        return Work(int(window_call(step, "cpu", size_of, {}).flops), moved, step.dtype)
    extents = [size_of(e) for e in step.extents.values()]
    return Work(2 * math.prod(extents), moved, step.dtype if isinstance(step, Contraction) else "")


def _operations(nodes: Sequence[Node], size_of: Callable[[Expr], int]) -> int:
    return sum(
        math.prod(size_of(loop.extent) for loop in loops)
        * (sum(map(_each, ex.postorder(s.body))) + (s.operator is not None))
        for s, loops in loops_around(nodes)
    )


def _each(e: Expr) -> int:
    """Operations of one node: sums and products by their operands, a sign is free, a square is one."""
    if ex.is_call(e, "add"):
        return len(e.args) - 1
    if ex.is_call(e, "mul"):
        return sum(not ex.is_const(a, -1) for a in e.args) - 1
    if ex.is_call(e, "pow") and ex.is_const(e.args[1]) and isinstance(e.args[1].data, int):
        power = abs(e.args[1].data)
        return power.bit_length() - 1 + power.bit_count() - 1 + 4 * (e.args[1].data < 0) if power else 0
    return cost(e)


# --- fusion -----------------------------------------------------------------------------------


def why_not_fused(program: Program, position: int, fused: bool = True) -> str:
    """Why a kernel is not part of an earlier one; "" for the first kernel and for library calls."""
    step = program.steps[position]
    earlier = [k for k, s in enumerate(program.steps[:position]) if isinstance(s, Kernel)]
    if not isinstance(step, Kernel) or not earlier:
        return ""
    common = [k for k in earlier if set(_arrays(program.steps[k])) & set(_arrays(step))]
    before = program.steps[(common or earlier)[-1]]
    assert isinstance(before, Kernel)
    return f"apart from {before.name}: {_reason(program, before, step, (common or earlier)[-1], fused)}"


def _arrays(step: Any) -> tuple[str, ...]:
    return (*step.reads, *step.writes)


def _reason(program: Program, before: Kernel, step: Kernel, at: int, fused: bool) -> str:
    if not fused:
        return "fused=False"
    calls = [s for s in program.steps[at + 1 :] if isinstance(s, LibraryCall)]
    between = [n for s in calls for n in s.writes if n in step.reads]
    if between:
        return f"it reads {between[0]}, which a library call makes in between"
    late = [n for n in step.reads if n in before.partial]
    if late:
        return f"it reads {late[0]}, which is complete after the last loop there"
    if any(s.slots is not None for s in (*before.statements, *step.statements)):
        return "a scatter has loops of its own"
    first, second = before.outer, step.outer
    if first is None or second is None:
        return "there is no loop around both"
    if first.extent is not second.extent:
        return (
            f"its outermost loop {second.index} runs to {formula(second.extent, {})}, "
            f"{first.index} there to {formula(first.extent, {})}"
        )
    for name in (n for n in step.reads if n in before.writes):
        for s in step.statements:
            for read in accesses(s.body, of=name):
                if read.args[1:2] != (ex.index(second.index),):
                    return f"it reads {name} at other places than its loop over {second.index}"
    if len(before.statements) + len(step.statements) > MAX_STATEMENTS:
        return f"together they had more than {MAX_STATEMENTS} statements"
    return "they share no loop in which what it reads is complete"


# --- all steps of a compiled function ------------------------------------------------------------


def works(compiled: Any) -> list[Work]:
    """The work of each step at the sizes of the last call; empty before one, and on other targets."""
    bound = compiled._last
    shapes = getattr(bound, "all_shapes", None)
    if compiled.target != "cpu" or shapes is None:
        return []
    itemsizes = {n: np.dtype(kind).itemsize for n, (kind, _) in bound.generated.kinds.items()}
    program: Program = bound.program
    return [work_of(step, shapes, itemsizes, bound.size_of) for step in program.steps]


def timed_works(compiled: Any, sizes: Sequence[int]) -> tuple[Work, ...]:
    """The work of what `step_times` times, which touches so many bytes: steps that run in blocks are one."""
    found: list[Work] = works(compiled)
    program: Program = compiled.program if found else Program([], {}, ())
    for group in reversed(program.blocks):
        parts = found[group.first : group.last]
        library = next((w.library for w in parts if w.library), "")
        found[group.first : group.last] = [Work(sum(w.flops for w in parts), 0, library)]
    if len(found) != len(sizes):
        return ()
    return tuple(replace(w, bytes=size) for w, size in zip(found, sizes, strict=True))


def estimate(compiled: Any) -> list[str]:
    """Lines that say the work of each step and the least time that it takes on this machine."""
    found = works(compiled)
    if not found:
        return []
    here = limits()
    rates = ", ".join(f"{here.flops(d) / 1e9:,.0f} GFLOP/s in {d}" for d in ("float32", "float64"))
    lines = [f"work at the sizes of the last call; least time at {here.memory / 1e9:,.0f} GB/s, {rates}:"]
    whole = 0.0
    for number, (step, work) in enumerate(zip(compiled.program.steps, found, strict=True), 1):
        least, by = work.least(here)
        whole += least
        lines.append(f"{number:3}. {step.name}: {work}, {least * 1e6:,.3g} us ({by})")
    return [*lines, f"  all: {sum(w.flops for w in found):,} operations, {whole * 1e6:,.3g} us"]
