"""Row blocking in CPU programs: as driver data for native programs, as a Python loop in saved modules."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace

import numpy as np

from espresso.codegen.common.kernel_writer import spellings
from espresso.compiler.loops.row_blocks import alive, statements_of
from espresso.engine.table import named
from espresso.formulas.graph.expr import Expr
from espresso.formulas.printing.escapes import comment
from espresso.ir.block_rows import LEAST, MOST_PART, NEAR, ROOM
from espresso.ir.calls import Contraction
from espresso.ir.driver import Blocked, Launch, Product, Step, identity
from espresso.ir.loops import Blocks, Kernel, Program

SIZES = f'''
def _block_sizes(extents, row, least, largest):
    """How many indices of each role a block has; row is the bytes of arrays that hold one block, for one of each."""
    row = max(row, 1)
    count = {NEAR}//row
    if count < least:
        count = min(least, max(count, max(largest//{MOST_PART}, {ROOM})//row, {LEAST}))
    sizes = []
    for n in reversed(extents):
        parts = max(1, -(-n//max(count, 1)))
        size = -(-n//parts)
        size = max(1, min(n, -(-size//16)*16 if parts > 1 and size > 16 else size))
        sizes.append(size)
        count = count//size if size >= n else 1
    return sizes[::-1]
'''


def blocked(
    program: Program, blocks: Blocks, inside: Sequence[Step], extents: Sequence[int | str], shared: Mapping[str, str]
) -> Blocked:
    """The steps of ``blocks`` as one step of the native program."""
    steps: list[Launch | Product] = []
    carried: dict[str, tuple[str, str, tuple[int, ...]]] = {}
    for step, made in zip(program.steps[blocks.first : blocks.last], inside, strict=True):
        names = blocks.indices[step.name]
        for s in statements_of(step):
            roles = tuple(r for r, n in enumerate(names) if n in s.over)
            if roles:
                carried[s.name] = (s.name, blocks.carried[s.name], roles)
        assert isinstance(made, (Launch, Product))
        if isinstance(made, Product):
            assert isinstance(step, Contraction)
            arrays = (step.left_axes, step.right_axes, step.axes)
            places = tuple(tuple(a.index(n) if n in a else -1 for a in arrays) for n in names)
            summed = all(place[2] < 0 for place in places)  # each block gives a symmetric part of the sum
            half, carries = made.symmetric and summed, step.name in carried
            made = replace(made, places=places, accumulate=carries, symmetric=half, lines=())  # type: ignore[arg-type]
        steps.append(made)
    name = "blocks of " + ", ".join(n for n, _ in blocks.roles)
    return Blocked(name, tuple(steps), tuple(extents), dict(blocks.local), tuple(carried.values()),
                   alive(program, blocks, shared), blocks.least, blocks.near)


def block_lines(
    program: Program, blocks: Blocks, step: Blocked, dtypes: Mapping[str, str], launch_text: Mapping[str, str]
) -> list[str]:
    """The loop over the blocks, as lines of the driver; local arrays say how large a block is."""
    array, axes = next(iter(blocks.local.items()))
    names = role_names(blocks)
    lines = comment("#", f"in blocks of {', '.join(names)}: {', '.join(sorted(blocks.local))} hold one block")
    lines += [f"{n}.fill({_number(identity(o, dtypes[n]))})" for n, o, _ in step.carried]
    pad = ""
    for name, extent, axis in zip(names, step.extents, axes, strict=True):
        size = f"max({array}.shape[{axis}], 1)"
        lines.append(f"{pad}for _from_{name} in range(0, {extent}, {size}):")
        pad += "    "
        lines.append(f"{pad}_to_{name} = min(_from_{name} + {size}, {extent})")
    for made, inner in zip(program.steps[blocks.first : blocks.last], step.steps, strict=True):
        if isinstance(inner, Launch):
            text = [launch_text[made.name]]
            comments = comment("#", "\n".join(map(str, made.statements))) if isinstance(made, Kernel) else []
        else:
            assert isinstance(made, Contraction)
            text, comments = _product(made, blocks, inner.accumulate), comment("#", str(made))
        lines += [pad + line for line in (*comments, *text)]
    return lines


def role_names(blocks: Blocks) -> list[str]:
    """What the indices are called that blocks run over."""
    return list(spellings(n for n, _ in blocks.roles).values())


def launch_in_block(step: Launch, names: Sequence[str], arguments: Sequence[str]) -> str:
    """The call of a kernel inside the loop over blocks."""
    ends = [f"_{end}_{names[r]}" for r in step.roles for end in ("from", "to")]
    bounds: list[str] = []
    if step.extent is not None:
        outer = step.outer
        bounds = [f"_from_{names[outer]}", f"_to_{names[outer]}"] if outer >= 0 else ["0", str(step.extent)]
    return f"{step.name}({', '.join([*bounds, *arguments, *ends])})"


def _number(value: float | int) -> str:
    return repr(value) if abs(value) != float("inf") else f"{'-' if value < 0 else ''}np.inf"


def _product(call: Contraction, blocks: Blocks, accumulate: bool) -> list[str]:
    own = blocks.indices[call.name]
    names = dict(zip(own, role_names(blocks), strict=True))

    def part(array: str, axes: Sequence[str]) -> str:
        slices = [":"] * len(axes)
        for k, axis in enumerate(axes):
            if axis in names:
                role = names[axis]
                local = array in blocks.local
                slices[k] = f":_to_{role} - _from_{role}" if local else f"_from_{role}:_to_{role}"
        while slices and slices[-1] == ":":
            slices.pop()
        return f"{array}[{', '.join(slices)}]" if slices else array

    _, rows, columns, _ = call.groups()
    whole = part(call.name, call.axes)
    target = whole if len(rows) <= 1 and len(columns) <= 1 else "_part"
    here = replace(
        call, name=target, left=part(call.left, call.left_axes), right=part(call.right, call.right_axes),
        added=target if accumulate else "",
    )  # fmt: skip
    engine = named(call.engine)
    assert engine is not None and engine.emit is not None
    lines = list(engine.emit(here))
    if target == whole:
        return lines
    return [f"_part = np.ascontiguousarray({whole})", *lines, f"{whole}[...] = _part"]


def sizes_line(
    program: Program, blocks: Blocks, name: str, text: Callable[[Expr], str], shared: Collection[str]
) -> str:
    """The line of the driver that finds how large blocks are; their sizes get ``name``."""
    rows, largest = [], []
    for array, axes in blocks.local.items():
        buffer = program.buffers[array]
        lengths = [text(e) for e in buffer.shape]
        size = str(_itemsize(buffer.dtype))
        if array not in shared:
            rows.append("*".join([size, *(n for k, n in enumerate(lengths) if k not in axes)]))
        largest.append("*".join([size, *lengths]))
    extents = "".join(f"{text(e)}, " for _, e in blocks.roles)
    largest = list(dict.fromkeys(largest))
    biggest = largest[0] if len(largest) == 1 else f"max({', '.join(largest)})"
    return f"{name} = _block_sizes(({extents}), {' + '.join(rows)}, {blocks.least}, {biggest})"


def _itemsize(dtype: str) -> int:
    return np.dtype(dtype).itemsize
