"""The result of matching: statements with engine calls in place of what these compute."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from espresso.compiler.matching.streams import in_order, written
from espresso.compiler.statements import Ask
from espresso.ir.calls import EngineCall
from espresso.ir.loops import Buffer, Step, reads_of

if TYPE_CHECKING:
    from espresso.compiler.matching.selection import Choice


@dataclass(frozen=True)
class Plan:
    """Steps, the buffers between them, and what engines answered."""

    steps: list[Step]
    buffers: dict[str, Buffer]
    choices: list[Choice]


def taken(plan: Plan, calls: Sequence[EngineCall], gone: str, ask: Ask) -> Plan:
    """The plan with these calls in place of what they compute; as it was where one is refused or ``gone`` is read."""
    if not calls or gone in {n for s in replaced(plan, calls).steps for n in written(s)}:
        return plan
    choices = [choice for call in calls if (choice := ask(call)) is not None]
    if len(choices) < len(calls):
        return plan
    if not all(choice.taken for choice in choices):
        return Plan(plan.steps, plan.buffers, [*plan.choices, *choices])
    made = [replace(call, engine=choice.engine) for call, choice in zip(calls, choices, strict=True)]
    new = replaced(plan, made)
    return replace(new, choices=[*plan.choices, *choices])


def replaced(plan: Plan, made: Sequence[EngineCall]) -> Plan:
    """The plan with these calls in place of what they compute."""
    names = {n for call in made for n in call.writes}
    place = {id(s): k for k, s in enumerate(plan.steps)}
    at = {s.name: k for k, s in enumerate(plan.steps)}
    first = min(at[n] for n in names if n in at)
    place |= {id(c): min((at[n] for n in c.writes if n in at), default=first) for c in made}
    steps = in_order([*made, *(s for s in plan.steps if s.name not in names)], place)
    buffers = dict(plan.buffers)
    for call in made:
        for r in call.results:
            shape = tuple(call.extents[a] for a in r.axes)
            buffers.setdefault(r.name, Buffer(r.name, r.dtype, shape))
    return Plan(alive(steps, buffers), buffers, plan.choices)


def alive(steps: Sequence[Step], buffers: Mapping[str, Buffer]) -> list[Step]:
    """The steps without those whose results nobody reads any more."""
    found: list[Step] = []
    wanted = {n for n, b in buffers.items() if b.role == "output"}
    for step in reversed(steps):
        if wanted & set(written(step)):
            found.insert(0, step)
            wanted |= reads_of(step)
    return found
