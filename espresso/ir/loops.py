"""The loop IR: statements, library calls, kernels and programs, on one page.

A **statement** is one array assignment without nested reductions,
``name[axes] = operator[over](body)``; its body is an expression over input arrays and
buffers of earlier statements.  Fusing turns statements into **kernels**: trees of loops
with scalar code at the leaves.  A **library call** is a contraction of two arrays.
A **program** is the list of kernels and library calls with the buffers between them.
All of it is plain data that prints itself and can be checked.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from espresso.formulas.graph.expr import Expr, postorder
from espresso.ir.calls import LibraryCall, text_of
from espresso.ir.nests import Loop, Node, lines
from espresso.records import dataclass

if TYPE_CHECKING:
    from espresso.compiler.matching.selection import Choice


@dataclass(frozen=True)
class Buffer:
    """An array of the program: ``role`` is "input", "output" or "temporary".

    ``shape`` holds extent expressions over the sizes of the inputs.
    """

    name: str
    dtype: str
    shape: tuple[Expr, ...]
    role: str = "temporary"
    extreme: bool = False  # whether a maximum or minimum made it: a difference from it has a sign that is known


ANY_ORDER = frozenset({None, "sum", "prod", "max", "min", "any", "all"})
"""Operators of statements whose rounds may run in another order; the first position of a maximum may not."""

SCANS = frozenset({"cumsum", "cumprod", "reverse_cumsum"})
"""Operators of statements that store each running value: their indices are axes too."""


@dataclass(frozen=True)
class Statement:
    """``name[axes] = operator[over](body)``, or a map when ``operator`` is None.

    For a scan (``cumsum`` ...) the indices in ``over`` are axes too.  ``slots`` says where
    the value is stored when that is not simply ``axes``: a scatter stores at data-dependent
    positions, with ``guard`` telling which of them lie inside.
    ``dtype`` is that of the buffer, ``accumulate`` that of the running value.
    """

    name: str
    axes: tuple[str, ...]
    body: Expr
    operator: str | None
    over: tuple[str, ...]
    extents: Mapping[str, Expr]
    dtype: str
    accumulate: str
    slots: tuple[Expr, ...] | None = None

    @property
    def indices(self) -> tuple[str, ...]:
        """All loop indices: axes, then the reduced ones."""
        return self.axes + tuple(i for i in self.over if i not in self.axes)

    def __str__(self) -> str:
        slots = self.axes if self.slots is None else [text_of(e) for e in self.slots]
        left = f"{self.name}[{','.join(slots)}]" if slots else self.name
        body = text_of(self.body)
        return (
            f"{left} = {body}" if self.operator is None else f"{left} = {self.operator}[{','.join(self.over)}]({body})"
        )


_arrays: WeakKeyDictionary[Expr, frozenset[str]] = WeakKeyDictionary()


def arrays_of(e: Expr) -> frozenset[str]:
    """Names of the arrays that an expression reads; asking for a length is no read."""
    found = _arrays.get(e)
    if found is None:
        found = _arrays[e] = frozenset(n.args[0].data.name for n in postorder(e) if n.op == "access")
    return found


def accesses(*roots: Expr, of: str | None = None) -> list[Expr]:
    """The reads below some expressions, each once; of one array alone where it is named."""
    if of is not None and not any(of in arrays_of(e) for e in roots):
        return []
    return [n for n in postorder(*roots) if n.op == "access" and (of is None or n.args[0].data.name == of)]


def indices_of(read: Expr) -> tuple[str, ...] | None:
    """The indices at which an array is read, where each of its slots is another one."""
    names = tuple(str(s.data[0]) for s in read.args[1:] if s.op == "index")
    return names if len(set(names)) == len(read.args) - 1 else None


def reads_of(step: Step) -> frozenset[str]:
    """Names of the arrays that a statement or a library call reads."""
    if isinstance(step, LibraryCall):
        return frozenset(step.arrays)
    if isinstance(step, Kernel):
        return frozenset(step.reads)
    found = arrays_of(step.body)
    return found.union(*(arrays_of(e) for e in step.slots)) if step.slots else found


def writes_of(step: Step) -> tuple[str, ...]:
    """Names of the arrays that a statement or a library call writes."""
    return (step.name,) if isinstance(step, Statement) else step.writes


@dataclass(frozen=True)
class Window:
    """How a kernel runs on one block of some indices (see `Blocks`): the same loops between given bounds.

    ``roles`` are the loop indices that run from ``<index>_from`` to ``<index>_to``, in the order of the
    block's roles; ``local`` names arrays that hold the block alone, with the index of each axis that
    starts at the bound (None: a whole axis); ``carried`` are reductions over a role, which go on from
    what their array holds.
    """

    roles: tuple[str, ...]
    local: Mapping[str, tuple[str | None, ...]]
    carried: frozenset[str]


@dataclass
class Kernel:
    """One loop tree that becomes one function.

    ``scalars`` are buffers that live in registers, ``rows`` buffers of which only the
    named trailing axes are kept, because all their uses are inside the same outer loops.
    ``partial`` are outputs reduced over the outermost loop: split loops yield parts.
    ``parameters`` are integers given at the launch, which bodies read as indices.
    """

    name: str
    body: list[Node]
    statements: list[Statement]
    reads: tuple[str, ...] = ()
    writes: tuple[str, ...] = ()
    scalars: frozenset[str] = frozenset()
    rows: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    partial: tuple[str, ...] = ()
    parameters: tuple[str, ...] = ()
    window: Window | None = None

    @property
    def outer(self) -> Loop | None:
        """The outermost loop if the whole kernel is one loop nest."""
        found = [n for n in self.body if isinstance(n, Loop)]
        return found[0] if len(found) == 1 else None

    def __str__(self) -> str:
        return "\n".join([f"kernel {self.name}", *lines(self.body, 1)])


Step = Statement | LibraryCall | Kernel


@dataclass(frozen=True)
class Blocks:
    """Steps ``first`` to ``last - 1`` of a program run together for one block of indices after the other.

    ``roles`` are these indices with their extents, outermost first; ``indices`` says for each step
    which of its own indices they are.  ``local`` are temporaries that hold one block, with the
    axis of each role.  ``carried`` are arrays summed over a role: they start at the identity of
    their operator and grow from block to block.  ``least`` rows are in a block if there are so
    many; local arrays have about ``near`` bytes.  A target that does not know blocks may run the steps as they stand.
    """

    first: int
    last: int
    roles: tuple[tuple[str, Expr], ...]
    indices: Mapping[str, tuple[str, ...]]
    local: Mapping[str, tuple[int, ...]]
    carried: Mapping[str, str]
    least: int
    near: int


@dataclass
class Program:
    """Kernels and library calls in order, and the buffers between them."""

    steps: list[Kernel | LibraryCall]
    buffers: dict[str, Buffer]
    outputs: tuple[str, ...]
    choices: Sequence[Choice] = ()  # why each library call has its engine
    blocks: Sequence[Blocks] = ()

    def formula_of(self, name: str) -> str:
        """The statement or library call that computes an array; its name where none does."""
        every = [s for step in self.steps for s in (step.statements if isinstance(step, Kernel) else [step])]
        return next((str(s) for s in every if s.name == name), name)

    def __str__(self) -> str:
        return "\n".join(str(s) for s in self.steps)
