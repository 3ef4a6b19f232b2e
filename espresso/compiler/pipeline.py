"""The compiler, as lists of named phases; a new pass is a module with a function ``run`` and one line here.

Each phase takes a state (`state`) and returns the next one.  States print themselves: ``f.explain(after="share")``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from espresso.compiler import attend, choose
from espresso.compiler.device import kernel_sums
from espresso.compiler.loops import fuse, row_blocks as blocks, short_rows
from espresso.compiler.lowering import formulas, lower
from espresso.compiler.passes import cse as share, recurrence_rows, stacked_products as stacked
from espresso.compiler.sizes import Size, Sizes
from espresso.compiler.state import Formulas, Fused, Known, Lowered, Simplified, Typed
from espresso.formulas.graph.expr import Expr
from espresso.progress import phase

EXTENTS = "extents"
"""The first phase, `formulas.original_extents`."""

FORMULAS: dict[str, Callable[[Known], Known]] = {"own_functions": formulas.own_functions}
"""Phases over formulas as they were written; ``simplify`` follows."""

STATEMENTS: dict[str, Callable[[Lowered], Lowered]] = {
    "share": share.run,  # common subexpressions, copy propagation
    "rows": recurrence_rows.run,  # states of recurrences of which only the last rows are read
    "stack": stacked.run,  # products with one operand in common
    "attend": attend.run,  # attention
    "choose": choose.run,  # engines
    "pairs": kernel_sums.run,  # arrays of pairs in tiles
    "orders": choose.orders,  # of axes of products, on devices
    "short": short_rows.run,  # arrays of many short rows, transposed
}
"""Passes over statements, between ``lower`` and ``fuse``."""

PROGRAM: dict[str, Callable[[Fused], Fused]] = {"block": blocks.run}
"""Passes over kernels, after ``fuse``."""

PREPARE = (EXTENTS, *FORMULAS, "simplify")
"""Names of the phases that need neither dtypes nor lengths: run once for a compiled function."""

BUILD = ("lower", *STATEMENTS, "fuse", *PROGRAM)
"""Names of those that need dtypes, and lengths."""

Watch = Callable[[str, Formulas], None]
"""Called with the name of each phase, and the state after it."""


def _nobody(name: str, state: Formulas) -> None:
    phase(name)


def prepare(
    outputs: Mapping[str, Expr], options: Mapping[str, Any], target: str = "cpu", watch: Watch = _nobody
) -> Simplified:
    """The state after the phases that depend on the formulas alone."""
    state = formulas.original_extents(Formulas(dict(outputs), options, target))
    watch(EXTENTS, state)
    for name, run in FORMULAS.items():
        state = run(state)
        watch(name, state)
    made = formulas.simplify(state)
    watch("simplify", made)
    return made


def typed(
    prepared: Simplified, dtypes: Mapping[str, str], results: Mapping[str, str], size_of: Size, guarded: bool = False
) -> Typed:
    """The state with what a call adds, its formulas as written where some of their sums are over nothing."""
    sizes = Sizes(size_of)
    given = Typed(**vars(prepared), dtypes=dict(dtypes), results=dict(results), sizes=sizes, guarded=guarded)
    empty = sizes.decide(lambda size: [n for n in given.reduced if size(n) == 0])
    return formulas.over_nothing(given, size_of) if empty else given


def build(
    prepared: Simplified, dtypes: Mapping[str, str], results: Mapping[str, str], size_of: Size, guarded: bool = False,
    watch: Watch | None = None,
) -> Fused:  # fmt: skip
    """The state with its program, for inputs of these dtypes and about these sizes; ``guarded``: see `Typed`."""
    watch = watch or _nobody
    state = lower.run(typed(prepared, dtypes, results, size_of, guarded))
    watch("lower", state)
    for name, run in STATEMENTS.items():
        state = run(state)
        watch(name, state)
    fused = fuse.run(state)
    watch("fuse", fused)
    for name, last in PROGRAM.items():
        fused = last(fused)
        watch(name, fused)
    return fused
