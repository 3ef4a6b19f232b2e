"""The result of matching: statements with engine calls in place of what these compute."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from espresso.compiler.matching.pair_passes import in_order
from espresso.compiler.statements import Ask
from espresso.ir.calls import EngineCall
from espresso.ir.loops import Buffer, Step, reads_of, writes_of
from espresso.records import dataclass

if TYPE_CHECKING:
    from espresso.compiler.matching.selection import Choice


@dataclass(frozen=True)
class Matched:
    """Steps, the buffers between them, and what engines answered."""

    steps: list[Step]
    buffers: dict[str, Buffer]
    choices: list[Choice]


def taken(code: Matched, calls: Sequence[EngineCall], ask: Ask, gone: str) -> Matched:
    """The code with these calls in place of what they make.

    It stays as it was where one of them is refused, or something still makes the array ``gone``.
    """
    if not calls or gone in {n for s in replaced(code, calls).steps for n in writes_of(s)}:
        return code
    choices = [choice for call in calls if (choice := ask(call)) is not None]
    if len(choices) < len(calls):
        return code
    if all(choice.taken for choice in choices):
        made = [replace(call, engine=choice.engine) for call, choice in zip(calls, choices, strict=True)]
        code = replaced(code, made)
    return replace(code, choices=[*code.choices, *choices])


def replaced(code: Matched, made: Sequence[EngineCall]) -> Matched:
    """The code with these calls in place of what they compute."""
    names = {n for s in made for n in writes_of(s)}
    at = {n: k for k, s in enumerate(code.steps) for n in writes_of(s)}
    first = min((at[n] for n in names if n in at), default=0)
    place = {id(s): k for k, s in enumerate(code.steps)}
    place |= {id(s): min((at[n] for n in writes_of(s) if n in at), default=first) for s in made}
    steps = in_order([*made, *(s for s in code.steps if s.name not in names)], place)
    buffers = dict(code.buffers)
    for step in made:
        for r in step.results:
            buffers.setdefault(r.name, Buffer(r.name, r.dtype, tuple(step.extents[a] for a in r.axes)))
    return Matched(alive(steps, buffers), buffers, code.choices)


def alive(steps: Sequence[Step], buffers: Mapping[str, Buffer]) -> list[Step]:
    """The steps without those whose results nobody reads any more."""
    found: list[Step] = []
    wanted = {n for n, b in buffers.items() if b.role == "output"}
    for step in reversed(steps):
        if wanted & set(writes_of(step)):
            found.insert(0, step)
            wanted |= reads_of(step)
    return found
