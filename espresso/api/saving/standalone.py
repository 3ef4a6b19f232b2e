"""A compiled function as loops alone: its program without libraries, and its checks, for C and for numba code."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from espresso.api.compile import compile, sizes_of
from espresso.api.saving.checks import Checks, dtypes_of, shapes_of
from espresso.codegen.c.module import Argument, Loops
from espresso.codegen.c.values import TYPES
from espresso.codegen.numba.step_calls import LINES, start_name, step_name
from espresso.compiler.lowering.safe_reads import STEP, comes_from_data
from espresso.errors import TargetError
from espresso.formulas.extents.extents import untold
from espresso.formulas.extents.nested import is_nested, loops as computed_together
from espresso.formulas.extents.range_guards import guarded, limit
from espresso.formulas.extents.scopes import uniquify_all
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.formulas.graph.functions import ALONG_ONE, MATRIX_FUNCTIONS, PROMISES
from espresso.formulas.graph.recurrences import AT_STEP, State, named
from espresso.formulas.inference.checked_reads import reads_to_check
from espresso.formulas.inference.recurrences import rows_at
from espresso.ir.driver import EngineStep, Recurrent
from espresso.runtime.cpu.generated import Generated, result_dtypes, variables
from espresso.runtime.cpu.programs import evaluate_extent

ALONE: dict[str, Any] = {
    "engines": ("numba-loops",), "engine": None, "strict": False, "autotune": False, "blocked": False,
    "constant": (), "structure": "dense",
}  # fmt: skip
"""Options with which a program calls no library."""


def loops_of(compiled: Any, dtypes: Mapping[str, str] | None = None, what: str = "a saved library") -> Loops:
    """The program for the dtypes of the last call (or others), with its checks; TargetError where it is more."""
    bound = compiled._example()
    dtypes = dict(dtypes_of(compiled, bound) if dtypes is None else dtypes)
    shapes = shapes_of(bound)
    found = _program(compiled, dtypes, shapes, what)
    checks = Checks(compiled, bound, {n: found.variables[n] for n in compiled.inputs}, dtypes)
    loops = _loops(compiled, found, checks.axes, what)
    loops.checks = tuple(checks.conditions())
    for outside, lines in checks.outside():
        alone = compile(outside, "cpu", **{**_plain_options(compiled), **ALONE})
        given = {n: dtypes[n] for n in alone.inputs}
        known = None if shapes is None else {n: shapes[n] for n in alone.inputs}
        program = _program(alone, given, known, what, "bool")
        names = {program.variables[n]: a for n, a in checks.axes.items() if n in alone.inputs}
        looked = _loops(alone, program, {n: names[program.variables[n]] for n in alone.inputs}, what)
        loops.positions.append((looked, tuple(lines)))
    return loops


def _plain_options(compiled: Any) -> dict[str, Any]:
    return {k: v for k, v in compiled.options.items() if k not in ("inputs", "sizes")}


def _program(
    compiled: Any, dtypes: Mapping[str, str], shapes: Mapping[str, Any] | None, what: str, stored: str = ""
) -> Generated:  # fmt: skip
    """The generated module of a function without libraries; its results are ``stored`` in this dtype, if any."""
    sizes = sizes_of(compiled.options["sizes"], compiled.expressions)
    twin = compile(compiled._formulas(), "cpu", **{**compiled.options, **ALONE, "sizes": sizes})
    twin.options["standalone"] = LINES
    results = dict.fromkeys(twin.outputs, stored) if stored else result_dtypes(twin, dtypes)
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
        factored = sorted(called & MATRIX_FUNCTIONS - PROMISES.keys())
        computed, library = ", ".join(factored or sorted(called & ALONG_ONE)), "LAPACK" if factored else "NumPy"
        instead = "the inverse or the factors" if factored else "what is sorted"
        raise TargetError(
            f"{computed} is computed by {library}, which {what} does not have.\n"
            f"Save a module (.py), or give {instead} as an input."
        )
    return made


class Gather(NamedTuple):
    """An array that is read at the values of another one, along one axis: the numbers of both."""

    positions: int
    array: int
    axis: int


def rows_of(
    step: Recurrent, dtypes: Mapping[str, str], what: str
) -> tuple[list[tuple[str, Loops]], set[Gather]]:  # fmt: skip
    """The programs of the rows of a recurrence by their names, and what has to be looked at before."""
    looks: set[Gather] = set()
    return [*_rows(step, dtypes, what, looks)], looks


def _rows(step: Recurrent, dtypes: Mapping[str, str], what: str, looks: set[Gather]) -> Iterator[tuple[str, Loops]]:
    """The programs that compute one row of a recurrence, by the names that `step_calls` gives them.

    Each takes the inputs and the states, as the reference calls them, and the position.  ``looks`` are what has to be
    looked at before.
    """
    r = step.recurrence
    states, inputs = named(r, [ex.tensor(f"a{k}", rank) for k, rank in enumerate(r.ranks)])
    arrays = [*inputs, *(ex.tensor(s.name, len(s.axes)) for s in states)]
    kinds = [dtypes[n] for n in (*step.reads, *step.outs)]
    position = ex.tensor(STEP, 0, "int64", structure=AT_STEP)
    together = computed_together(states) if is_nested(r) else []
    for k, s in enumerate(states):
        for number, (_, e) in enumerate(s.starts):
            yield start_name(step.name, k, number), _row(e, s, [*arrays, position], [*kinds, "int64"], what, looks)
    for k, e in rows_at(states, together, range(len(states)), ex.access(position)):
        yield step_name(step.name, k), _row(e, states[k], [*arrays, position], [*kinds, "int64"], what, looks)


def _gathers(row: Expr, s: State, arrays: Sequence[Expr], what: str) -> Iterator[Gather]:
    """The reads of a row at positions that are values of an input; TargetError for other positions from data."""
    number = {t.data.name: k for k, t in enumerate(arrays)}
    for w in reads_to_check(uniquify_all([row])):
        if not comes_from_data(w.slot) and not comes_from_data(w.needed):  # the checks look at the first and last step
            continue
        if not comes_from_data(w.slot):
            raise TargetError(
                f"{s.name}: data says where a step reads beside itself, which needs checks that {what} does not have.\n"
                "Save a module (.py), or pad the array that is read."
            )
        read = w.access.args[0], w.slot.args[0] if w.slot.op == "access" else w.slot
        if w.slot.data is not None or any(a.op != "tensor" for a in read):
            raise TargetError(
                f"{s.name}: a step reads at positions that it computes, which need checks that {what} does not have.\n"
                "Save a module (.py), or name the positions over all steps, outside of the recurrence."
            )
        yield Gather(number[read[1].data.name], number[read[0].data.name], w.axis)


def _looks(
    found: Collection[Gather], step: Recurrent, inputs: Sequence[Argument], what: str
) -> Iterator[tuple[Loops, tuple[str, ...]]]:  # fmt: skip
    """Programs that say whether a position is outside, with lines that refuse it, of arrays that are inputs."""
    known = {a.name: a for a in inputs}
    names = (*step.reads, *step.outs)
    for positions, array, axis in sorted(found):
        at, name = known.get(names[positions]), names[array]
        if array < len(step.reads) and step.turned[array]:  # its last axis is stored first
            name, axis = step.turned[array], (step.recurrence.ranks[array] if axis == 0 else axis) - 1
        read = known.get(name)
        if at is None or read is None:
            raise TargetError(
                f"{', '.join(step.outs)}: steps read {name} at positions in {names[positions]}; both have to be "
                f"inputs, because {what} looks at them before it begins.\nSave a module (.py), or give both as inputs."
            )
        places = [ex.index(f"k{n}") for n in range(len(at.axes))]
        value = ex.access(ex.tensor(at.name, len(at.axes)), places)
        length = ex.size(ex.tensor(read.name, len(read.axes)), axis)
        test = ex.call("or", ex.call("lt", value, ex.const(0)), ex.call("ge", value, length))
        any_ = ex.reduce("any", [i.data[0] for i in places], test) if places else test
        alone = compile([ex.closed("outside", (), any_)], "cpu", **ALONE)
        program = _program(alone, {n: known[n].kind for n in alone.inputs}, None, what, "bool")
        looked = _loops(alone, program, {n: known[n].axes for n in alone.inputs}, what)
        yield looked, (f'raise InputError("a position in {at.name} is outside axis {axis} of {read.name}")',)


def _row(
    e: Expr, s: State, arrays: Sequence[Expr], kinds: Sequence[str], what: str, looks: set[Gather]
) -> Loops:  # fmt: skip
    """A statement over the other axes of a state as a program over these arrays."""
    whole, silent = ex.tensor(s.name, len(s.axes)), untold(e)
    lengths = [limit(name, ex.size(whole, axis)) for axis, name in enumerate(s.others, 1) if name in silent]
    row = ex.closed(f"{s.name}_row", s.others, guarded(e.args[0], lengths) if lengths else e.args[0])
    looks.update(_gathers(row, s, arrays, what))
    made = compile([row], "cpu", **ALONE)
    dtypes = {t.data.name: kind for t, kind in zip(arrays, kinds, strict=True)}
    found = _program(made, {n: dtypes[n] for n in made.inputs}, None, what, dtypes[s.name])
    given = [found.variables.get(t.data.name, f"unused_{k}") for k, t in enumerate(arrays)]
    inputs = tuple([
        Argument(name, kind, tuple([f"n{k}_{axis}" for axis in range(t.ndim)]))
        for k, (name, kind, t) in enumerate(zip(given, kinds, arrays, strict=True))
    ])  # fmt: skip
    made_alone = _with_results(found, inputs, what)
    if made_alone.positions:
        raise TargetError(
            f"{s.name}: steps inside of steps read at positions from data, which {what} does not check.\n"
            "Save a module (.py)."
        )
    return made_alone


def _loops(
    compiled: Any, made: Generated, axes: Mapping[str, tuple[str, ...] | list[str]], what: str
) -> Loops:  # fmt: skip
    inputs = tuple(Argument(made.variables[n], made.dtypes[made.variables[n]], tuple(axes[n])) for n in compiled.inputs)
    return _with_results(made, inputs, what)


def _with_results(made: Generated, inputs: tuple[Argument, ...], what: str) -> Loops:
    taken = {n for a in inputs for n in (a.name, *a.axes)}
    outputs = []
    for name, dtype in made.results.items():
        names = [f"{name}_{k}" for k in range(len(made.module.shapes[name]))]
        while taken.intersection(names):
            names = [f"{n}_" for n in names]
        taken.update(names)
        outputs.append(Argument(name, dtype, tuple(names)))
    every = {n: kind for n, (kind, _) in made.kinds.items()}
    loops = Loops(made.source, inputs, tuple(outputs))
    for step in made.module.steps:
        if isinstance(step, Recurrent):
            rows, looks = rows_of(step, every, what)
            loops.rows += rows
            loops.positions += _looks(looks, step, inputs, what)
    return loops
