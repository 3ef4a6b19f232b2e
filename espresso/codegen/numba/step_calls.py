"""Recurrences of programs that stand alone: a loop of the driver over calls of functions, one for each row of a state.

These functions are programs of their own (`api.saving.standalone`): they take all inputs and states of the recurrence,
the position, and the row that they write.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.ir.calls import RecurrenceCall
from espresso.ir.driver import Recurrent
from espresso.ir.product_text import extent_text

LINES, FUNCTIONS = "lines", "functions"
"""Where the loop of a recurrence stands: among the lines of the driver, or in a function that numba compiles."""


def step_name(recurrence: str, state: int) -> str:
    """What the function is called that computes a row of a state."""
    return f"_step_{recurrence}_{state}"


def start_name(recurrence: str, state: int, number: int) -> str:
    """What the function is called that computes one of the starting values of a state."""
    return f"_start_{recurrence}_{state}_{number}"


def step_calls(call: RecurrenceCall, dtypes: Mapping[str, str], where: str) -> Recurrent:
    """A recurrence as a step of the driver, of which all rows are kept."""
    made_from = dict(call.turned)
    turned = tuple([made_from.get(k, "") for k in range(len(call.operands))])
    given = [n if rank else f"{n}[()]" for n, rank in zip(call.operands, call.recurrence.ranks, strict=True)]
    if where == LINES:
        lines, text = _lines(call, given, dtypes), ""
    else:
        inside = replace(
            call, operands=tuple([f"in_{k}" for k in range(len(call.operands))]),
            results=tuple([f"out_{k}" for k in range(len(call.results))]),
        )  # fmt: skip
        kinds = dict(zip(inside.results, (dtypes[n] for n in call.results), strict=True))
        heads = ", ".join([*inside.operands, *inside.results])
        body = "".join(f"    {line}\n" for line in _lines(inside, inside.operands, kinds))
        text = f'@njit(error_model="numpy", nogil=True, cache=True)\ndef _loop_{call.name}({heads}):\n{body}'
        lines = [f"_loop_{call.name}({', '.join([*given, *call.results])})"]
    return Recurrent(call.name, call.operands, call.results, call.recurrence, tuple(lines), text, turned=turned)


def _lines(call: RecurrenceCall, given: Sequence[str], dtypes: Mapping[str, str]) -> list[str]:
    """The loop, over inputs that are ``given`` by these texts."""
    states, backward = call.recurrence.states, call.recurrence.backward
    arguments = ", ".join([*given, *call.results])
    arrays = zip(call.recurrence.arrays, call.operands, call.recurrence.ranks, strict=True)
    actual = {formal: ex.tensor(n, rank) for formal, n, rank in arrays}

    def compute(function: str, k: int, at: str) -> list[str]:
        out = call.results[k]
        if len(states[k].axes) > 1:
            return [f"{function}({arguments}, {at}, {out}[{at}])"]
        return [f"{function}({arguments}, {at}, _row_{out})", f"{out}[{at}] = _row_{out}[()]"]

    lines: list[str] = []
    for k, (s, out) in enumerate(zip(states, call.results, strict=True)):
        length = f"{out}.shape[0]"
        if len(s.axes) == 1:
            kind = "bool_" if dtypes[out] == "bool" else dtypes[out]
            lines.append(f"_row_{out} = np.empty((), np.{kind})")
        if s.first and not s.starts:
            beside = f"max(0, {length} - {s.first}), {length}" if backward else f"min({s.first}, {length})"
            nothing = f"{out}[_t].fill(0)" if len(s.axes) > 1 else f"{out}[_t] = 0"
            lines += [f"for _t in range({beside}):", f"    {nothing}"]
        for number, (position, _) in enumerate(s.starts):
            at = extent_text(ex.replace(position, actual))
            lines += [f"for _t in range({at}, {at} + 1):"]
            lines += [f"    {line}" for line in compute(start_name(call.name, k, number), k, "_t")]
    lines += _loop(call)
    for k, (s, out) in enumerate(zip(states, call.results, strict=True)):
        inside = f"_t < {out}.shape[0] - {s.first}" if backward else f"{s.first} <= _t < {out}.shape[0]"
        guarded = [] if _alike(call) else [f"    if {inside}:"]
        indent = "    " * (1 + len(guarded))
        lines += [*guarded, *(indent + line for line in compute(step_name(call.name, k), k, "_t"))]
    return lines


def _alike(call: RecurrenceCall) -> bool:
    """Whether all states are computed at the same positions."""
    found: set[tuple[int, Expr | None]] = {(s.first, s.lengths[0]) for s in call.recurrence.states}
    return len(found) == 1


def _loop(call: RecurrenceCall) -> list[str]:
    firsts, backward = [s.first for s in call.recurrence.states], call.recurrence.backward
    lengths: Sequence[str] = [f"{n}.shape[0]" for n in call.results]
    if backward:
        ends = [f"{n} - {first}" for n, first in zip(lengths, firsts, strict=True)]
        last = ends[0] if _alike(call) else f"max({', '.join(ends)})"
        return [f"for _t in range({last} - 1, -1, -1):"]
    last = lengths[0] if _alike(call) else f"max({', '.join(lengths)})"
    return [f"for _t in range({min(firsts)}, {last}):"]
