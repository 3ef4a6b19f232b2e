"""Names that writers of kernels may make up, and names of a formula as they are written in kernels."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable

from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.formulas.graph.python_names import identifier
from espresso.ir.calls import LibraryCall
from espresso.ir.loops import Kernel, Program

PURPOSES = (
    "at", "before", "begin", "block", "edge", "end", "fill", "first", "from", "high", "last", "left",
    "low", "nan", "next", "on", "part", "past", "right", "row", "rows", "side", "step", "sum", "tile", "to", "turned",
    "value", "whole",
)  # fmt: skip
"""Ends of the names that a kernel makes up: ``i_low`` of the loop over i, ``s_sum`` of the statement for s."""

_ENDS = "|".join(PURPOSES)
_MADE_UP = re.compile(rf"v\d+|start|stop|far|np|math|min|max|abs|range|False|\w+_({_ENDS})\d*|_es_\w*[^\W_]")


def spelling(like: str, taken: Container[str], others: Container[str] = ()) -> str:
    """``like``, unless something else has that name, a kernel may make it up, or it is no name of Python.

    A name that is made longer is none of ``others`` either.  No name that a kernel makes up ends with ``_``.

    >>> spelling("k", ["k"]), spelling("learning rate", []), spelling("1", [])
    ('k_', 'learning_rate', '_1')
    """
    name = identifier(like)
    while name in taken or (name != like and name in others) or _MADE_UP.fullmatch(name):
        name += "_"
    return name


def spellings(names: Iterable[str], taken: Iterable[str] = ()) -> dict[str, str]:
    """How names of a formula are written in a kernel: as they are where that can be (sB9)."""
    names = dict.fromkeys(names)
    used, found = {*taken}, {}
    for name in names:
        found[name] = spelling(name, used, names)
        used.add(found[name])
    return found


def size_names(program: Program) -> dict[Expr, str]:
    """A readable name for every extent and size that the program needs."""
    names: dict[Expr, str] = {}
    taken = {*program.buffers}
    for step in program.steps:
        taken.update(step.arrays if isinstance(step, LibraryCall) else step.reads)

    def add(e: Expr, like: str) -> None:
        if e.op == "const" or e in names:
            return
        name, number = spelling(like, ()), 1
        while name in taken:
            number += 1
            name = spelling(f"{like}_{number}", ())
        names[e] = name
        taken.add(name)

    for step in program.steps:
        statements = [step] if isinstance(step, LibraryCall) else step.statements
        for s in statements:
            for index in sorted(s.extents):  # inference has no order of its own
                add(s.extents[index], f"n_{index}")
    for step in program.steps:
        if isinstance(step, Kernel):
            for s in step.statements:
                for e in ex.postorder(s.body, *(s.slots or ())):
                    if e.op == "size":
                        add(e, f"n_{e.args[0].data.name}_{e.data}")
    for buffer in program.buffers.values():
        for axis, extent in enumerate(buffer.shape):
            add(extent, f"n_{buffer.name}_{axis}")
    return names
