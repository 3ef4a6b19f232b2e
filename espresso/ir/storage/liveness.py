"""Liveness of temporaries, and which of them can share memory in place.

A temporary lives from the step that writes it to the last step that reads it.
"""

from __future__ import annotations

from collections.abc import Mapping

from espresso.formulas.graph import expr as ex
from espresso.ir.calls import Contraction, LibraryCall
from espresso.ir.loops import Kernel, Program, reads_of
from espresso.ir.nests import loops_around
from espresso.ir.storage.arena import Lifetime


def lifetimes(program: Program) -> list[Lifetime]:
    """When each temporary of the program is alive, in order of first use.

    One that steps in blocks touch is alive during all blocks, unless it holds one block alone.
    """
    touched: dict[str, list[int]] = {}
    for position, step in enumerate(program.steps):
        for name in touches(step):
            buffer = program.buffers.get(name)
            if buffer is not None and buffer.role == "temporary":
                touched.setdefault(name, []).append(position)
    for blocks in program.blocks:
        whole = range(blocks.first, blocks.last)
        for name, steps in touched.items():
            if name not in blocks.local and any(k in whole for k in steps):
                steps[:] = sorted({*steps, blocks.first, blocks.last - 1})
    return [Lifetime(name, steps[0], steps[-1]) for name, steps in touched.items()]


def in_results(program: Program) -> dict[str, str]:
    """Temporaries that lie where a result of the program lies, because products are added to them there."""
    found: dict[str, str] = {}
    for step in reversed(program.steps):
        if isinstance(step, Contraction) and step.added and not step.apart:
            home = found.get(step.name, step.name)
            if program.buffers[home].role == "output":
                found[step.added] = home
    return found


def in_place(program: Program) -> dict[str, str]:
    """Temporaries that may take the place of one they are computed from: new name -> old name.

    The kernel must have read an element of the old one before it writes there, and nothing may
    read the old one later.  A product that is added to an array always takes its place.
    """
    elsewhere = in_results(program)
    last = {life.name: life.last for life in lifetimes(program) if life.name not in elsewhere}
    pairs: dict[str, str] = {}
    held = {name for blocks in program.blocks for name in blocks.local}
    for position, step in enumerate(program.steps):
        if isinstance(step, LibraryCall):
            if isinstance(step, Contraction) and step.added and not step.apart and step.name in last:
                assert last[step.added] == position, step.added
                pairs[step.name] = step.added
            continue
        for new in (s for s in step.statements if s.name in step.writes and s.name in last and s.operator is None):
            for old in step.reads:
                buffer = program.buffers.get(old)
                if buffer is None or last.get(old) != position or old in pairs.values():
                    continue
                if (new.name in held) != (old in held):
                    continue
                made = program.buffers[new.name]
                same = (buffer.dtype, list(map(id, buffer.shape))) == (made.dtype, list(map(id, made.shape)))
                if same and _read_before(step, old, new.name):
                    pairs[new.name] = old
                    break
    return pairs


def rows_in_results(kernel: Kernel, shared: Mapping[str, str]) -> dict[str, str]:
    """Rows that the kernel keeps in the place of a result that is computed from them: row -> result.

    A row of its own is one more array in the cache; where it lies in the result, that comes into the cache
    while the row is computed, and is there when it is written.  ``shared`` names results that lie where
    another array lies already.
    """
    if kernel.window is not None:
        return {}
    made = ex.grouped((s.name, s) for s in kernel.statements)
    found: dict[str, str] = {}
    for row, kept in kernel.rows.items():
        for new in kernel.writes:
            both = (*made[row], *made[new])
            if len(both) != 2 or new in shared or new in found.values() or row not in reads_of(both[1]):
                continue
            if any(s.operator is not None or s.slots is not None for s in both):
                continue
            old, writer = both
            places = [(s.dtype, [id(s.extents[a]) for a in s.axes]) for s in both]
            outer = [w for a, w in zip(old.axes, writer.axes, strict=False) if a not in kept]
            if places[0] != places[1] or outer != [a for a in old.axes if a not in kept]:
                continue
            if _read_before(kernel, row, new):
                found[row] = new
                break
    return found


def _read_before(kernel: Kernel, old: str, new: str) -> bool:
    """Whether every read of ``old`` comes before ``new`` is written there.

    A statement in the same innermost loop reads just the element that is written, and not after it.
    One in an earlier loop has the loops around both in common with the writer, and reads the part that
    belongs to their indices only: all of it before the part is written.
    """
    paths = list(loops_around(kernel.body))
    number, (writer, path) = next((k, p) for k, p in enumerate(paths) if p[0].name == new)
    if writer.slots is not None or len(path) != len(writer.axes):
        return False
    for k, (s, other) in enumerate(paths):
        common = 0
        while common < min(len(path), len(other)) and path[common] is other[common]:
            common += 1
        for node in ex.postorder(s.body, *(s.slots or ())):
            if node.op != "access" or node.args[0].op != "tensor" or node.args[0].data.name != old:
                continue
            inner = common == len(path) == len(other)
            if k > number or not common or inner and node.data is not None:
                return False
            for axis, name in enumerate(writer.axes):
                if (inner or any(loop.index == name for loop in path[:common])) and (
                    node.args[1 + axis] is not ex.index(name)
                ):
                    return False
    return True


def touches(step: Kernel | LibraryCall) -> tuple[str, ...]:
    """Arrays that a step reads or writes in memory."""
    return (*(step.arrays if isinstance(step, LibraryCall) else step.reads), *step.writes)
