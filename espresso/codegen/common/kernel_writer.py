"""Base of the kernel writers: fresh names, and the parts that all of them share."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Container, Iterable, Mapping
from types import MappingProxyType

from espresso.codegen.common.scalar_code import ScalarWriter
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr, identifier
from espresso.ir.calls import LibraryCall
from espresso.ir.loops import Kernel, Loop, Node, Program, Statement

PURPOSES = (
    "at", "before", "begin", "block", "edge", "end", "fill", "first", "flat", "from", "high", "in", "last", "left",
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


class KernelWriter(ABC):
    """The base of writers of kernels: lines of text over the names of loop variables and arrays."""

    kernel: Kernel
    writer: ScalarWriter
    depth: int
    variables: dict[str, str]
    """Index -> its loop variable."""
    positions: dict[str, str]
    """Index -> its loop variable as an unsigned number."""
    unsigned: dict[str, str]
    dtypes: dict[str, str]
    lines: list[str]
    unchecked: frozenset[Expr] = frozenset()
    """Reads that need no tests where the text now stands."""

    @abstractmethod
    def _emit(self, depth: int, text: str) -> None:
        """Write a line."""

    @abstractmethod
    def _assign(self, text: str, dtype: str) -> str:
        """Name a value; returns the name."""

    @abstractmethod
    def _dtype(self, e: Expr) -> str:
        """The dtype of a node."""

    @abstractmethod
    def _read(self, e: Expr, writer: ScalarWriter) -> str:
        """The text of a read of an array."""

    @abstractmethod
    def _spelled(self, array: str) -> str:
        """How the name of an array is written here."""

    @abstractmethod
    def _target(self, s: Statement, names: Mapping[str, str] = MappingProxyType({})) -> str:
        """The element that a statement writes; ``names`` are other subscripts of its axes."""

    @abstractmethod
    def _size_text(self, e: Expr) -> str:
        """An extent."""

    @abstractmethod
    def _length(self, array: Expr, axis: int) -> str:
        """The length of an axis."""

    @abstractmethod
    def _inside(self, e: Expr, axis: int) -> bool:
        """Whether a read is known to stay inside this axis."""

    @abstractmethod
    def _whole(self, s: Statement) -> bool:
        """Whether the array that a statement writes is there with all its axes, one after the other in memory."""

    @abstractmethod
    def _block(self, body: list[Node], depth: int, top: bool = False) -> None:
        """Write the body of a loop."""

    @abstractmethod
    def _loop(self, node: Loop, depth: int, top: bool) -> None:
        """Write a loop in the way that serves it."""

    @abstractmethod
    def _round(self, node: Loop, head: str, depth: int) -> None:
        """Write a loop under its head."""

    @abstractmethod
    def _has_roles(self, node: Loop) -> bool:
        """Whether a loop runs over a role of a block."""
