"""Lifetimes of temporaries, and which of them may lie in the place of another; `arena` gives each its place.

A temporary lives from the step that writes it to the last step that reads it.
"""

from __future__ import annotations

from ..graph import expr as ex
from .arena import Lifetime
from .loops import Kernel, LibraryCall, Program, Statement


def lifetimes(program: Program) -> list[Lifetime]:
    """When each temporary of the program is alive, in order of first use."""
    touched: dict[str, list[int]] = {}
    for position, step in enumerate(program.steps):
        for name in touches(step):
            buffer = program.buffers.get(name)
            if buffer is not None and buffer.role == "temporary":
                touched.setdefault(name, []).append(position)
    return [Lifetime(name, steps[0], steps[-1]) for name, steps in touched.items()]


def in_place(program: Program) -> dict[str, str]:
    """Temporaries that may take the place of one they are computed from: new name -> old name.

    The kernel must be a map that reads the old one at the element that it writes, and
    nothing may read the old one later.
    """
    last = {life.name: life.last for life in lifetimes(program)}
    pairs: dict[str, str] = {}
    for position, step in enumerate(program.steps):
        if isinstance(step, LibraryCall) or any(s.operator is not None for s in step.statements):
            continue
        for new in (s for s in step.statements if s.name in step.writes and s.name in last):
            for old in step.reads:
                buffer = program.buffers.get(old)
                if buffer is None or last.get(old) != position or old in pairs.values():
                    continue
                made = program.buffers[new.name]
                same = (buffer.dtype, list(map(id, buffer.shape))) == (made.dtype, list(map(id, made.shape)))
                if same and _elementwise(step, old, new):
                    pairs[new.name] = old
                    break
    return pairs


def _elementwise(kernel: Kernel, old: str, new: Statement) -> bool:
    """Whether every statement runs over the axes of ``new`` and reads ``old`` just there, and none after ``new``."""
    written = False
    for s in kernel.statements:
        if s.axes != new.axes:
            return False
        if written and any(n.op == "tensor" and n.data.name == old for n in ex.postorder(s.body)):
            return False
        written = written or s is new
        for node in ex.postorder(s.body):
            if node.op == "access" and node.args[0].op == "tensor" and node.args[0].data.name == old:
                if node.data is not None or list(node.args[1:]) != [ex.index(a) for a in new.axes]:
                    return False
    return True


def touches(step: Kernel | LibraryCall) -> tuple[str, ...]:
    """Arrays that a step reads or writes in memory."""
    if isinstance(step, LibraryCall):
        return (*step.arrays, step.name)
    return (*step.reads, *step.writes)
