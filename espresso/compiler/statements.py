"""Statements and buffers between lowering and fusion: the data that passes over statements change."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from dataclasses import field, replace
from itertools import count
from typing import TYPE_CHECKING

from espresso.algebra.contraction.equivalence import Equivalence
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.formulas.graph.python_names import unreserved
from espresso.ir.calls import EngineCall, LibraryCall, text_of
from espresso.ir.costs import Costs
from espresso.ir.loops import Buffer, Statement, Step, reads_of, writes_of
from espresso.ir.storage.dtypes import WeakName, storage
from espresso.records import dataclass

if TYPE_CHECKING:
    from espresso.compiler.matching.selection import Choice

Ask = Callable[[EngineCall], "Choice | None"]
"""Which engine computes a call that a formula contains as a whole; None where no engine has calls of its kind."""


@dataclass(eq=False)
class Statements:
    """Steps in the order of the program, the buffers that they write, and what engines answered about library calls.

    ``dtypes`` are those of inputs and buffers by name, ``reserved`` the names of indices, which are loop variables.
    ``equivalence`` and ``costs`` only remember what they have found.
    """

    steps: list[Step] = field(default_factory=list)
    buffers: dict[str, Buffer] = field(default_factory=dict)
    dtypes: dict[str, str] = field(default_factory=dict)
    choices: list[Choice] = field(default_factory=list)
    reserved: set[str] = field(default_factory=set)
    numbered: int = 0  # names made so far that needed a number
    equivalence: Equivalence = field(default_factory=Equivalence, repr=False)
    costs: Costs = field(default_factory=Costs, repr=False)
    transposed: set[str] = field(default_factory=set)  # arrays of short rows with their long axis last

    def copy(self) -> Statements:
        """The same data, for a pass to change."""
        return replace(
            self, steps=[*self.steps], buffers={**self.buffers}, dtypes={**self.dtypes}, choices=[*self.choices],
            reserved={*self.reserved}, transposed={*self.transposed},
        )  # fmt: skip

    def new_name(self, like: str) -> str:
        """A buffer name that nothing else has."""
        name = like = unreserved(like)
        while name in self.dtypes or name in self.reserved:
            self.numbered += 1
            name = f"{like}{self.numbered}"
        return name

    def add(
        self, like: str, axes: Sequence[str], body: Expr, extents: Mapping[str, Expr],
        operator: str | None = None, over: Sequence[str] = (), slots: tuple[Expr, ...] | None = None,
        dtype: str | None = None,
    ) -> str:  # fmt: skip
        """Append a statement and return the name of its buffer, which may have another dtype than the value."""

        name = self.new_name(like)
        own, accumulate = storage(body, operator, over, self.dtypes)
        dtype, accumulate = (own, accumulate) if dtype is None else (dtype, dtype)
        used = dict.fromkeys((*axes, *over, *sorted(body.free)))  # in one order in every process
        statement = Statement(
            name, tuple(axes), body, operator, tuple(over), lengths_of(used, extents, body), dtype, accumulate, slots
        )
        self.steps.append(statement)
        self.add_buffer(name, dtype, [extents[a] for a in axes], operator in ("max", "min"))
        return name

    def add_buffer(self, name: str, dtype: str, shape: Sequence[Expr], extreme: bool = False) -> None:
        """A temporary array of this shape."""
        self.dtypes[name] = dtype
        self.buffers[name] = Buffer(name, dtype, tuple(shape), extreme=extreme)

    def read(self, name: str, slots: Sequence[Expr], pad: float | None = None) -> Expr:
        """A read of a buffer."""

        dtype = self.dtypes[name]  # to declare one would make the values strong
        return ex.access(ex.tensor(name, len(slots), None if isinstance(dtype, WeakName) else dtype), slots, pad)

    def read_at(self, name: str, axes: Sequence[str]) -> Expr:
        """A read of a buffer at plain indices."""
        return self.read(name, [ex.index(a) for a in axes])

    def drop_unread(self, results: Container[str]) -> None:
        """Dead-code elimination: leave out statements that nothing reads."""
        needed: set[str] = set()
        kept = []
        for step in reversed(self.steps):
            if isinstance(step, Statement) and step.name not in needed and step.name not in results:
                self.buffers.pop(step.name, None)
            else:
                kept.append(step)
                needed |= {step.name, *reads_of(step)}
        self.steps[:] = kept[::-1]

    def drop(self, names: Iterable[str]) -> None:
        """Leave out what makes these temporaries, except those that the rest of the program reads."""
        gone = set(names)
        while gone & (read := {n for s in self.steps if s.name not in gone for n in reads_of(s)}):
            gone -= read
        self.steps[:] = [s for s in self.steps if s.name not in gone]
        for name in gone:
            del self.buffers[name]

    def put(self, steps: Sequence[Step], buffers: Mapping[str, Buffer] | None = None) -> None:
        """Take other steps, with the buffers that are new; those that nothing writes any more are gone."""
        written = {n for s in steps for n in writes_of(s)}
        for name in {s.name for s in self.steps} - written:
            del self.buffers[name]
        for name, buffer in (buffers or {}).items():
            if name not in self.buffers and name in written:
                self.buffers[name], self.dtypes[name] = buffer, buffer.dtype
        self.steps[:] = steps

    def __str__(self) -> str:
        lines = [f"{s}  ({s.engine})" if isinstance(s, LibraryCall) and s.engine else str(s) for s in self.steps]
        for b in self.buffers.values():
            lines.append(f"  {b.role} {b.name}: {b.dtype}[{', '.join(map(text_of, b.shape))}]")
        return "\n".join(lines)


def numbered(like: str, taken: Container[str]) -> str:
    """A name that is not taken: ``like``, or with a number from 2 on."""
    return next(n for k in count(1) if (n := f"{like}{k if k > 1 else ''}") not in taken)


def is_told(extent: Expr | None) -> bool:
    """Whether inputs tell an extent; one that they do not tell is none, or the length of a named array."""
    return extent is not None and not (extent.op == "size" and extent.args[0].op == "let")


def lengths_of(used: Iterable[str], extents: Mapping[str, Expr], scope: Expr) -> dict[str, Expr]:
    """The extents of these indices; ExtentError for one that nothing determines before lengths are numbers."""
    found = {n: extents[n] for n in used if n in extents}
    for name in used:
        if not is_told(found.get(name)):
            from espresso.formulas.inference.infer_errors import no_length

            raise no_length([scope], scope, name)
    return found


def with_plain_indices(step: Step) -> Step:
    """A statement without lengths at its indices: its extents have them, and passes compare indices by their names."""
    if not isinstance(step, Statement):
        return step
    roots = [step.body, *(step.slots or ())]
    declared = {n: ex.index(n.data[0]) for n in ex.iter_indices(*roots) if n.data[1] is not None}
    if not declared:
        return step
    body, *slots = ex.replace_all(roots, declared)
    return replace(step, body=body, slots=tuple(slots) if slots else step.slots)
