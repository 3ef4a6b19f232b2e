"""What the compiler knows after each of its phases: each state is the one before with more fields.

``Formulas`` -> ``Known`` -> ``Simplified`` (neither dtypes nor lengths), with a call's facts ``Typed``, then
``Lowered`` (statements) and ``Fused`` (a program of kernels and library calls).  Phases leave the state that they
are given as it is, and return the next one.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field, replace
from typing import TYPE_CHECKING, Any

from espresso.compiler.sizes import Sizes
from espresso.compiler.statements import Statements
from espresso.formulas.graph.expr import Expr
from espresso.ir.calls import text_of
from espresso.ir.loops import Program
from espresso.records import dataclass

if TYPE_CHECKING:
    from espresso.compiler.matching.selection import Choice


@dataclass(frozen=True)
class Formulas:
    """The user's formulas: result names -> lets.  ``first_choices`` are those of engines for earlier lengths."""

    outputs: Mapping[str, Expr]
    options: Mapping[str, Any]
    target: str = "cpu"
    first_choices: dict[str, Choice] = field(default_factory=dict)

    def __str__(self) -> str:
        return "\n".join(str(e) for e in self.outputs.values())


@dataclass(frozen=True, kw_only=True)
class Known(Formulas):
    """Formulas with the extents of the indices of ``written``, the outputs as the user wrote them.

    ``axes`` are those of the results, ``reduced`` the lengths that sums and products run over: which of them are 0
    is part of the program.
    """

    written: Mapping[str, Expr]
    axes: Mapping[str, Mapping[str, Expr]]
    extents: Mapping[Expr, Mapping[str, Expr]]
    reduced: tuple[Expr, ...]

    def __str__(self) -> str:
        lengths = set()  # by statement: an index of the same name is another one elsewhere
        for e, known in self.extents.items():
            left = f"{e.name or ''}[{','.join(e.axes)}]" if e.axes or not e.name else e.name
            told = ", ".join(f"{n} < {text_of(known[n])}" for n in sorted(known))
            lengths |= {f"  {left}: {told}"} if told else set()
        return "\n".join([super().__str__(), *sorted(lengths)])


@dataclass(frozen=True, kw_only=True)
class Simplified(Known):
    """Simplified and numerically safe formulas, definitions expanded."""

    simplified: Mapping[str, Expr]

    def __str__(self) -> str:
        return "\n".join(str(e) for e in self.simplified.values())


@dataclass(frozen=True, kw_only=True)
class Typed(Simplified):
    """What a call adds: dtypes of inputs and of results, lengths.

    ``guarded``: positions of gathers lie on a device, so that nobody looks at them before the program runs.
    """

    dtypes: Mapping[str, str]
    results: Mapping[str, str]
    sizes: Sizes
    guarded: bool


@dataclass(frozen=True, kw_only=True)
class Lowered(Typed):
    """Statements over buffers, with library calls among them; ``simplified`` are the formulas that they compute."""

    statements: Statements

    def changed(self) -> Lowered:
        """A state whose statements and decisions a pass may change."""
        return replace(self, statements=self.statements.copy(), sizes=self.sizes.copy())

    def __str__(self) -> str:
        return str(self.statements)


@dataclass(frozen=True, kw_only=True)
class Fused(Lowered):
    """A program of kernels and library calls, the last state."""

    program: Program

    def __str__(self) -> str:
        blocks = [f"in blocks of {', '.join(n for n, _ in b.roles)}: steps {b.first + 1} to {b.last}"
                  for b in self.program.blocks]  # fmt: skip
        return "\n".join([str(self.program), *blocks])
