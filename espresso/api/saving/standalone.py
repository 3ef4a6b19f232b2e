"""A compiled function as loops alone: its program without libraries, and its checks, for C and for numba code."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from espresso.api.compile import compile, sizes_of
from espresso.api.saving.checks import Checks, dtypes_of, shapes_of
from espresso.codegen.c.module import Argument, Loops
from espresso.codegen.c.values import TYPES
from espresso.errors import TargetError
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.formulas.graph.functions import ALONG_ONE, MATRIX_FUNCTIONS, PROMISES
from espresso.ir.driver import EngineStep, Recurrent
from espresso.ir.storage.dtypes import value_dtypes
from espresso.runtime.cpu.generated import Generated, variables
from espresso.runtime.cpu.programs import evaluate_extent

ALONE = {"engines": ("numba-loops",), "engine": None, "strict": False, "autotune": False, "blocked": False,
         "constant": (), "structure": "dense"}  # fmt: skip
"""Options with which a program calls no library."""


def loops_of(compiled: Any, dtypes: Mapping[str, str] | None = None, what: str = "a saved library") -> Loops:
    """The program for the dtypes of the last call (or others), with its checks; TargetError where it is more."""
    bound = compiled._example()
    dtypes = dict(dtypes_of(compiled, bound) if dtypes is None else dtypes)
    shapes = shapes_of(compiled, bound)
    found = _program(compiled, dtypes, shapes, what)
    checks = Checks(compiled, bound, {n: found.variables[n] for n in compiled.inputs}, dtypes)
    loops = _loops(compiled, found, checks.axes)
    loops.checks = tuple(checks.conditions())
    for outside, lines in checks.outside():
        alone = compile(outside, "cpu", **{**_plain_options(compiled), **ALONE})
        given = {n: dtypes[n] for n in alone.inputs}
        known = None if shapes is None else {n: shapes[n] for n in alone.inputs}
        program = _program(alone, given, known, what)
        names = {program.variables[n]: a for n, a in checks.axes.items() if n in alone.inputs}
        looked = _loops(alone, program, {n: names[program.variables[n]] for n in alone.inputs})
        loops.positions.append((looked, tuple(lines)))
    return loops


def _plain_options(compiled: Any) -> dict[str, Any]:
    return {k: v for k, v in compiled.options.items() if k not in ("inputs", "sizes")}


def _program(compiled: Any, dtypes: Mapping[str, str], shapes: Mapping[str, Any] | None, what: str) -> Generated:
    """The generated module of a function without libraries."""
    sizes = sizes_of(compiled.options["sizes"], compiled.expressions)
    twin = compile(compiled._build(list(compiled.expressions)), "cpu", **{**compiled.options, **ALONE, "sizes": sizes})
    results = dict(zip(twin.outputs, value_dtypes([e.args[0] for e in twin.outputs.values()], dtypes), strict=True))
    for name, dtype in {**dtypes, **results}.items():
        if dtype not in TYPES:
            raise TargetError(f"{name} has dtype {dtype}, with which {what} does not compute.\nGive it as float32.")
    names = variables(twin)
    lengths = {} if shapes is None else {names[n]: s for n, s in shapes.items()}

    def size_of(e: Expr) -> int:
        return evaluate_extent(e, lengths) if lengths else int(e.data) if e.op == "const" else 64

    made = Generated(twin, dtypes, results, size_of)
    if any(isinstance(step, EngineStep) for step in made.module.steps):
        called = {n.data[0] for n in ex.postorder(*twin.expressions) if n.op in ("reduce", "scan")}
        factored = sorted(called & (MATRIX_FUNCTIONS - PROMISES))
        computed, library = ", ".join(factored or sorted(called & ALONG_ONE)), "LAPACK" if factored else "NumPy"
        instead = "the inverse or the factors" if factored else "what is sorted"
        raise TargetError(
            f"{computed} is computed by {library}, which {what} does not have.\n"
            f"Save a module (.py), or give {instead} as an input."
        )
    for step in made.module.steps:
        if isinstance(step, Recurrent):
            raise TargetError(
                f"{', '.join(step.outs)}: a recurrence is a loop over compiled steps, which {what} does not have.\n"
                "Save a module (.py), or compile the formula of one step and write the loop around it."
            )
    return made


def _loops(compiled: Any, made: Generated, axes: Mapping[str, tuple[str, ...] | list[str]]) -> Loops:
    inputs = tuple(Argument(made.variables[n], made.dtypes[made.variables[n]], tuple(axes[n])) for n in compiled.inputs)
    taken = {n for a in inputs for n in (a.name, *a.axes)}
    outputs = []
    for name, dtype in made.results.items():
        names = [f"{name}_{k}" for k in range(len(made.module.shapes[name]))]
        while taken.intersection(names):
            names = [f"{n}_" for n in names]
        taken.update(names)
        outputs.append(Argument(name, dtype, tuple(names)))
    return Loops(made.source, inputs, tuple(outputs))
