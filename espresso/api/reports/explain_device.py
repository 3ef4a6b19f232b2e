"""``f.explain()`` for devices: loops, grid and block, bytes, operations and least time of each launch."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from espresso.codegen.simt.cost.cost import Cost, call_cost
from espresso.codegen.simt.cost.roofline import Gpu, gpu_named, here, seconds, seconds_of_launches, seconds_of_one_block
from espresso.codegen.simt.launch import Geometry
from espresso.codegen.simt.program import SimtKernel
from espresso.compiler.device.schedule import Group, Stage, lanes_cooperate
from espresso.compiler.matching.pair_passes import PairPass
from espresso.engine.symmetric import block_columns, work_share
from espresso.formulas.graph.expr import Expr
from espresso.formulas.printing.text import formula
from espresso.ir.calls import Contraction, EngineCall, LibraryCall, MatrixCall, RecurrenceCall
from espresso.runtime.device.graphs import MATRICES


def device_program(compiled: Any) -> Any:
    """The device program as last called, described or read; None on the CPU."""
    bound = compiled._example()
    generated = getattr(bound, "generated", None)
    return bound if hasattr(generated, "simt") else None


def step_costs(bound: Any) -> list[tuple[SimtKernel | LibraryCall, Cost]]:
    """Every step that runs for the shapes of a bound program, with its counts."""

    def item(name: str) -> int:
        return int(bound.layout.dtypes[name].itemsize)

    found: list[tuple[SimtKernel | LibraryCall, Cost]] = []
    for step in bound.generated.simt.steps:
        if isinstance(step, RecurrenceCall):
            runs = bound.loops[step.name].runs
            parts = [(cost, len(run.positions)) for run in runs for _, cost in step_costs(run.bound)]
            found.append((step, sum((cost * times for cost, times in parts), Cost())))
        elif isinstance(step, LibraryCall):
            found.append((step, call_cost(step, bound.value, bound.layout.bytes, work_share(_columns(step, bound)))))
        elif 0 not in step.launch(bound.value).grid:
            found.append((step, step.cost(bound.value, bound.layout.bytes, item)))
    return found


def _columns(step: LibraryCall, bound: Any) -> int:
    """The block columns of a symmetric product of a library; 0 for any other call."""
    if not isinstance(step, Contraction) or step.engine != "cublas":
        return 0
    extents = {n: bound.value(e) for n, e in step.extents.items()}
    return block_columns(step, bound.program, extents, str(bound.layout.dtypes[step.name]))


def launches(compiled: Any, device: str = "") -> list[list[str]]:
    """A block of lines for the head, for each launch and library call in order, and for what they are together."""
    bound = device_program(compiled)
    gpu = gpu_named(device) if device else here() if compiled.target == "gpu" else None
    if not hasattr(bound, "layout"):
        return _unsized(bound.generated.simt.steps)
    steps = step_costs(bound)
    loops = sum(isinstance(step, RecurrenceCall) for step, _ in steps)
    calls = sum(isinstance(step, LibraryCall) for step, _ in steps) - loops
    head = f"on the device: {_many(len(steps) - calls - loops, 'kernel')}, {_many(calls, 'library call')}"
    head += f", {_many(loops, 'recurrence')}" * bool(loops)
    if gpu is not None:
        head += f"; times are the least that {gpu.name} takes by its published figures"
    blocks = [[head], *(_numbered(number, _lines(bound, *step, gpu)) for number, step in enumerate(steps, 1))]
    total = _counts(sum((cost for _, cost in steps), Cost()))
    blocks.append([f"all: {total}" + (f"; {_time(_seconds(bound, gpu))}" if gpu is not None else "")])
    refused = [f"left to generated kernels: {reason}" for reason in getattr(bound, "refused", ())]
    return [*blocks, refused] if refused else blocks


def _lines(bound: Any, step: SimtKernel | LibraryCall, cost: Cost, gpu: Gpu | None) -> list[str]:
    """What is said of one step of a bound program."""
    lines = _title(step, bound.value)
    if isinstance(step, RecurrenceCall):
        for run in bound.loops[step.name].runs:
            steps = step_costs(run.bound)
            lines.append(f"  {run.word}: {_repeated(run.bound, gpu) or _many(len(steps), 'launch')}")
            for number, inner in enumerate(steps, 1):
                lines += [f"  {line}" for line in _numbered(number, _lines(run.bound, *inner, gpu))]
            lines += [f"    left to generated kernels: {reason}" for reason in run.bound.refused]
    if isinstance(step, LibraryCall) and (columns := _columns(step, bound)):
        lines.append(f"  symmetric: {columns} block columns from the diagonal down, the rest is mirrored")
    if isinstance(step, MatrixCall) and bound.backend.target == "gpu":
        lines.append(f"  {MATRICES}")
    taken = ""
    if isinstance(step, RecurrenceCall):
        taken = f"; {_time(_loop_seconds(bound, step, gpu))}" if gpu is not None else ""
    elif gpu is not None:
        time, why = seconds(cost, gpu, _library(bound, step))
        taken = f"; {_time(time)} ({why})"
    return [*lines, f"  {_counts(cost)}{taken}"]


def _repeated(bound: Any, gpu: Gpu | None) -> str:
    """What is said of steps that are one launch."""
    if not bound.generated.one_block:
        return ""
    if gpu is None:
        return "one launch of one block, with a barrier after each part of a step"
    block, launches_ = (_time(f(bound.parts_of_steps, gpu)) for f in (seconds_of_one_block, seconds_of_launches))
    return f"one launch of one block, {block} for each step where launches take {launches_}"


def _library(bound: Any, step: SimtKernel | LibraryCall) -> str:
    """The dtype of a library call, as its time depends on it; "" for a kernel."""
    dtype = str(bound.layout.dtypes[step.arrays[0]]) if isinstance(step, LibraryCall) else ""
    return "tf32" if dtype == "float32" and bound.options.get("tf32") else dtype


def _seconds(bound: Any, gpu: Gpu) -> float:
    """The least time of all steps of a bound program."""
    if bound.generated.one_block:
        return seconds_of_one_block(bound.parts_of_steps, gpu)
    return sum(
        _loop_seconds(bound, step, gpu) if isinstance(step, RecurrenceCall)
        else seconds(cost, gpu, _library(bound, step))[0]
        for step, cost in step_costs(bound)
    )  # fmt: skip


def _loop_seconds(bound: Any, step: RecurrenceCall, gpu: Gpu) -> float:
    return sum(len(run.positions) * _seconds(run.bound, gpu) for run in bound.loops[step.name].runs)


def _unsized(steps: list[SimtKernel | LibraryCall]) -> list[list[str]]:
    head = ["launches (sizes, bytes and times after a call, or with shapes: f.explain(x=(1000, 3)))"]
    return [head, *(_numbered(number, _title(step, None)) for number, step in enumerate(steps, 1))]


def _numbered(number: int, lines: list[str]) -> list[str]:
    return [f"{number:3}. {line}" if k == 0 else f"     {line}" for k, line in enumerate(lines)]


def _title(step: SimtKernel | LibraryCall, value: Callable[[Expr], int] | None) -> list[str]:
    if isinstance(step, RecurrenceCall):
        way = "backwards" if step.recurrence.backward else "step by step"
        head = f"recurrence over {step.recurrence.states[0].step}: {', '.join(step.results)}, {way}"
        head += f", repeated on the device{step.kept}"
        return [head, *(f"  {line}" for line in str(step).splitlines())]
    if isinstance(step, LibraryCall):
        details = f" ({step.kind}: {step.details})" if isinstance(step, EngineCall) else ""
        return [f"library call: {step.engine}{details}", f"  {step}"]
    where = ""
    if value is not None:
        launch = step.launch(value)
        where = f": grid {launch.grid}, block {launch.block}"
    reads, writes = ", ".join(step.reads) or "nothing", ", ".join(step.writes)
    lines = [f"{step.name}{where}", f"  reads {reads}; writes {writes}"]
    if step.kept:
        kept = ", ".join(sorted({key.args[0].data.name for key in step.kept}))
        fits = value is None or (isinstance(step.geometry, Geometry) and step.geometry.resident(value))
        lines.append(f"  {'stays on chip between passes' if fits else 'too long to stay on chip'}: the row of {kept}")
    if isinstance(step.schedule, PairPass):
        return lines + _passes(step.schedule, value)
    if isinstance(step.schedule, Group):
        return lines + _loops(step.schedule, value)
    if step.functions:
        groups = [f.schedule for f in step.functions if isinstance(f.schedule, Group)]
        return lines + [line for group in groups for line in _loops(group, value)]
    return [*lines, f"  tiles of the result in shared memory: {step.formula}"] if step.formula else lines


def _ranges(
    names: Sequence[str], extents: Mapping[str, Expr], value: Callable[[Expr], int] | None
) -> str:  # fmt: skip
    """How far indices run: numbers where sizes are known, else formulas."""
    every = [(n, extents[n]) for n in names]
    return ", ".join(f"{n} < {formula(e, {}) if value is None else format(value(e), ',')}" for n, e in every)


def _passes(step: PairPass, value: Callable[[Expr], int] | None) -> list[str]:
    """The tiles of a pass, and what it computes of every pair."""
    fixed = _ranges((*step.batch, *step.fixed), step.extents, value)
    lines = [f"  tiles of {fixed}, each moving along {_ranges(step.moving, step.extents, value)}:"]
    for s in step.statements:
        note = "in registers, never stored" if s.name in step.pairs else "joined along the way"
        if s.name in step.online:
            note += f", rescaled where {step.online[s.name][0]} grows"
        lines.append(f"    {s}  ({note})")
    return lines


def _loops(group: Group, value: Callable[[Expr], int] | None) -> list[str]:
    """The schedule in the indices of the formula: which threads take which, and what they compute."""
    lines, pad = [], "  "
    if group.rows:
        order = "neighbouring threads take neighbouring rows" if group.columns else "a team of threads for each"
        lines.append(f"  rows {_ranges(group.rows, group.extents, value)}: {order}")
        pad = "    "
    if group.parts is not None and value is not None and value(group.parts) > 1:
        lines.append(f"{pad}shared by {value(group.parts):,} blocks, whose parts are joined by the next kernel")
    for stage in group.stages:
        over = _ranges(stage.loops, group.extents, value)
        lines.append(f"{pad}threads over {over}:" if stage.loops else f"{pad}every thread:")
        lines += [f"{pad}  {_statement(s, stage, group)}" for s in stage.statements]
    return lines


def _statement(s: Any, stage: Stage, group: Group) -> str:
    note = ""
    if s.slots is not None:
        note = "  (added in memory, where the data say)"
    elif s.name in group.registers:
        note = "  (in a register)" if not lanes_cooperate(s, stage) else "  (joined by the team, in a register)"
    elif s.name in group.carried:
        note = "  (added up from row to row; the next kernel joins the teams)"
    elif lanes_cooperate(s, stage):
        note = "  (joined by the team)"
    elif s.operator is not None:
        note = "  (in one thread)"
    return f"{s}{note}"


def _many(count: int, word: str) -> str:
    return f"{count:,} {word}{('es' if word.endswith('ch') else 's') * (count != 1)}"


def _counts(cost: Cost) -> str:
    text = f"{cost.moved:,} bytes moved"
    if cost.again:
        text += f" ({cost.again:,} of them read again)"
    text += f", {_round(cost.flops + cost.flops64 + cost.cores)} operations"
    if cost.cores:
        text += f" ({_round(cost.cores)} of them by tensor cores)"
    if cost.special:
        text += f", {_round(cost.special)} special functions"
    if cost.issued:
        text += f", {_round(cost.issued)} instructions of tiles"
    return text


def _round(count: int) -> str:
    return f"{count:,}" if count < 10_000 else f"{count:.3g}"


def _time(seconds_: float) -> str:
    for unit, scale in (("s", 1.0), ("ms", 1e-3), ("us", 1e-6)):
        if seconds_ >= scale:
            return f"{seconds_ / scale:.3g} {unit}"
    return f"{seconds_ / 1e-9:.3g} ns"
