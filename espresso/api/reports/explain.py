"""``f.explain()``: what a compiled function does and why, as text and as HTML for notebooks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from espresso.api.options import OptionError
from espresso.api.reports.picture import picture
from espresso.api.reports.work import estimate, why_not_fused
from espresso.compiler.state import Formulas
from espresso.errors import suggestion
from espresso.formulas.graph.functions import SORTING
from espresso.formulas.printing import escapes
from espresso.ir import nests
from espresso.ir.calls import Contraction, EngineCall, LibraryCall, MatrixCall, RecurrenceCall
from espresso.ir.loops import Kernel, Program

if TYPE_CHECKING:
    from espresso.compiler.matching.selection import Choice


def explain(compiled: Any, device: str = "") -> str:
    """Formulas, steps with their loops, what was fused, library calls, temporaries.

    On a device the steps are its launches, with the least time that the GPU ``device`` takes.
    """
    lines = [f"target: {compiled.target}", "", "formulas as given:"]
    lines += [f"  {line}" for e in compiled.expressions for line in str(e).splitlines()]
    if compiled.target == "numpy":
        return "\n".join([*lines, "", "program:", *("  " + line for line in compiled.source.splitlines())])
    lines += ["", "simplified:"]
    lines += [f"  {line}" for e in compiled.prepared.simplified.values() for line in str(e).splitlines()]
    if compiled.target in ("gpu", "opencl"):
        return "\n".join([*lines, "", *_on_device(compiled, device)])
    parted = getattr(compiled._last, "explained", None)
    if parted is not None:
        return "\n".join([*lines, "", *parted()])
    program: Program = compiled.program
    kernels = [s for s in program.steps if isinstance(s, Kernel)]
    calls = len(program.steps) - len(kernels)
    lines += ["", *found] if (found := estimate(compiled)) else []
    lines += ["", f"steps: {len(kernels)} kernel{'s' * (len(kernels) != 1)}, {calls} library call{'s' * (calls != 1)}"]
    starts = {b.first + 1: k for k, b in enumerate(program.blocks)}
    fused = bool(compiled.options.get("fused", True))
    for number, step in enumerate(program.steps, 1):
        lines += _blocks(compiled, starts[number]) if number in starts else []
        said = [*_step(step), *_why(program, number - 1, fused), *_scanned(compiled, step)]
        lines += [f"{number:3}. {line}" if k == 0 else f"     {line}" for k, line in enumerate(said)]
    reason = getattr(compiled._last, "all_rows", "")
    lines += ["", f"recurrences are not passed in parts: {reason}"] if reason else []
    return "\n".join([*lines, "", str(compiled.memory)])


def state_after(compiled: Any, phase: str) -> str:
    """What the compiler knows after a phase of `compiler.pipeline`, planned again for it.  OptionError for no phase."""
    from espresso.compiler.pipeline import BUILD, PREPARE, prepare

    names = PREPARE if compiled.target == "numpy" else (*PREPARE, *BUILD)
    if phase not in names:
        raise OptionError(
            f"after={phase!r} is no phase of the compiler for target {compiled.target!r}.{suggestion(phase, names)}\n"
            f"Phases: {', '.join(names)}."
        )
    found: list[str] = []

    def watch(name: str, state: Formulas) -> None:
        if name == phase:
            found.append(str(state))

    if phase in PREPARE:
        prepare(compiled.outputs, compiled.options, compiled.target, watch)
    else:
        compiled._example().generated.state(watch=watch)
    return "\n".join(found)


def _why(program: Program, position: int, fused: bool) -> list[str]:
    """Why a kernel is not part of an earlier one, why a call has its engine, and who refused it."""
    step = program.steps[position]
    if isinstance(step, Kernel):
        reason = why_not_fused(program, position, fused)
        return [f"  {reason}"] if reason else []
    choice = next((c for c in program.choices if _of(c, step) and c.engine == getattr(step, "engine", "")), None)
    if choice is None:
        return []
    refused = "; ".join(f"{name} refused: {reason}" for name, reason in choice.refused)
    return [f"  {choice.engine}: {choice.why}" + (f"; {refused}" if refused else "")]


def _scanned(compiled: Any, step: Kernel | LibraryCall) -> list[str]:
    """Whether a recurrence is computed as a scan at the lengths of the last call."""
    native = getattr(compiled._last, "_plain", None)
    if native is None or not isinstance(step, RecurrenceCall):
        return []
    records = native.recurrent.items()
    scans = [scan for k, record in records if native.module.steps[k].name == step.name for scan in record.scans]
    return [f"  at these lengths a scan, {scan}" for scan in scans]


def _of(choice: Choice, step: LibraryCall) -> bool:
    """Whether this is what the engines said to a step."""
    if isinstance(step, EngineCall) and choice.call is not None and isinstance(choice.call.step, EngineCall):
        return choice.call.step.key == step.key
    return choice.name == step.name


def _whole(choice: Choice) -> bool:
    """Whether this is about a call that stands in the formula as a whole, such as a convolution."""
    from espresso.ir.engine import CONTRACTION

    return choice.call is not None and choice.call.kind != CONTRACTION


def _on_device(compiled: Any, device: str) -> list[str]:
    """The launches of a device, the arena, what has moved."""
    from espresso.api.reports.explain_device import launches

    lines = [line for block in launches(compiled, device) for line in block]
    for choice in (c for c in (compiled.program.choices if compiled.program else ()) if _whole(c) and not c.taken):
        lines += [f"left to generated kernels: {choice.text}", *(f"  {n} refused: {why}" for n, why in choice.refused)]
    return [*lines, "", str(compiled.memory), f"transfers so far: {compiled.transfers}"]


def _blocks(compiled: Any, number: int) -> list[str]:
    """Which steps run in blocks, over which indices, and what that leaves of the arrays between them."""
    program: Program = compiled.program
    blocks = program.blocks[number]
    bound = list(getattr(compiled._last, "blocks", {}).values())
    sizes = " x ".join(map(str, bound[number].sizes)) + " " if bound else ""
    local = ", ".join(n for n in program.buffers if n in blocks.local)
    roles = ", ".join(n for n, _ in blocks.roles)
    steps = f"steps {blocks.first + 1} to {blocks.last}"
    lines = [f"in blocks: {steps}, {sizes}of {roles}", f"     of one block alone: {local}"]
    lines += [f"     summed over blocks: {', '.join(blocks.carried)}"] if blocks.carried else []
    if bound:
        plan = bound[number]
        own = "all threads in each block" if plan.inside else f"threads with blocks of their own: {plan.slices}"
        lines.append(f"     {own}")
    return lines


def _step(step: Kernel | LibraryCall) -> list[str]:
    if isinstance(step, EngineCall):
        return [f"library call: {step.kind} ({step.engine}), {step.details}", f"  {step}"]
    if isinstance(step, MatrixCall):
        library = "NumPy" if step.function in SORTING else "LAPACK"
        return [f"library call: {step.function} by {step.method} ({library})", f"  {step}"]
    if isinstance(step, Contraction):
        batch, rows, columns, summed = step.groups()
        kind = "matrix product" if rows and columns else "matrix-vector product" if rows or columns else "dot product"
        if step.triangle and not batch:
            kind = f"triangular {kind}"
        return [
            f"library call: {kind} ({step.engine}), operands as views, summed over {', '.join(summed)}"
            + (f", batch {', '.join(batch)}" if batch else "")
            + (f", added to {step.added}{'' if step.apart else ' where it lies'}" if step.added else ""),
            f"  {step}",
        ]
    if isinstance(step, RecurrenceCall):
        states, names = step.recurrence.states, ", ".join(step.results)
        ways = "backwards" if step.recurrence.backward else "step by step"
        head = f"recurrence over {states[0].step}: {names}, {ways}, a program for each step in one native loop"
        return [f"{head}{step.kept}", *(f"  {line}" for line in str(step).splitlines())]
    assert isinstance(step, Kernel)
    fused = len(step.statements)
    traffic = f"reads {', '.join(step.reads) or 'nothing'}; writes {', '.join(step.writes)}"
    lines = [f"{step.name}: {fused} statement{'s' * (fused != 1)} in one kernel; {traffic}"]
    lines += nests.lines(step.body, 1, begins=False)
    if step.scalars:
        lines.append(f"  in registers: {', '.join(sorted(step.scalars))}")
    for name, kept in sorted(step.rows.items()):
        lines.append(f"  kept as a row over {', '.join(kept)}: {name}")
    if step.partial:
        lines.append(
            f"  reduced over the outermost loop (parts are joined when it is split): {', '.join(step.partial)}"
        )
    return lines


def report(compiled: Any) -> str:
    """One entry for each step: its engine, who refused and why, times and workspace."""
    from espresso.engine.table import ENGINES
    from espresso.ir.engine import KERNEL

    program: Program | None = compiled.program
    generated = next((e.name for e in ENGINES if e.target == compiled.target and KERNEL in e.kinds), compiled.target)
    if program is None:
        return f"target {compiled.target}: generated source computes everything"
    whole = [c for c in program.choices if _whole(c)]
    choices = {c.name: c for c in program.choices if c not in whole}
    lines = [f"target {compiled.target}"]
    for number, step in enumerate(program.steps, 1):
        names = [step.name] if isinstance(step, LibraryCall) else [s.name for s in step.statements]
        if not isinstance(step, LibraryCall):
            lines.append(f"{number:3}. {step.name}: engine {generated}")
        found = [choices[n] for n in names if n in choices]
        if isinstance(step, EngineCall):
            found = [c for c in whole if c.taken and _of(c, step)][:1]
        for choice in found:
            head = f"{number:3}. " if isinstance(step, LibraryCall) else "     with "
            lines += [f"{head}{choice.text}", *(f"     {line}" for line in str(choice).splitlines())]
    for choice in (c for c in whole if not c.taken):
        lines += [f"left to generated code: {choice.text}", *(f"     {line}" for line in str(choice).splitlines())]
    lines += [f"     left to generated kernels: {reason}" for reason in getattr(compiled._last, "refused", ())]
    return "\n".join(lines)


def html(compiled: Any) -> str:
    """Typeset formulas and a table of the steps."""
    formulas = "".join(f"<p>$\\displaystyle {escapes.html(e.latex())}$</p>" for e in compiled.expressions)
    if compiled.program is None:
        return formulas + f"<pre>{escapes.html(compiled.source)}</pre>"
    if compiled.target in ("gpu", "opencl"):
        from espresso.api.reports.explain_device import launches

        steps = launches(compiled)
    else:
        steps = [_step(step) for step in compiled.program.steps]
    rows = []
    for lines in steps:
        text = "\n".join(lines)
        rows.append(f"<tr><td style='text-align:left'><pre>{escapes.html(text)}</pre></td></tr>")
    return f"{formulas}{picture(compiled)}<table>{''.join(rows)}</table>"


def counts(compiled: Any) -> tuple[int, int]:
    """(number of kernels, number of library calls), for tests that fix them."""
    steps = compiled.program.steps
    kernels = sum(isinstance(s, Kernel) for s in steps)
    return kernels, len(steps) - kernels

