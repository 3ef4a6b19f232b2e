"""The way of the data, as one list of named phases.

Each phase takes the state and fills in the next part of it; every part is plain data
that prints itself.  A test can stop after any phase or leave one out by its option.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.formulas.graph.predicates import equalities
from espresso.ir.loops import Contraction, Program


@dataclass
class State:
    """What the phases know: the user's formulas at first, a program of kernels at last.

    ``outputs`` maps result names to lets; ``dtypes`` the dtypes of inputs, ``results``
    those of results; ``size_of`` gives a number for an extent (for planning only).
    ``extents`` are those of all indices of the formulas as written, ``reduced`` the lengths that sums
    and products run over: which of them are 0 is part of the program.  ``written`` are the outputs that they belong to.
    """

    outputs: dict[str, Expr]
    options: Mapping[str, Any]
    dtypes: dict[str, str] = field(default_factory=dict)
    results: dict[str, str] = field(default_factory=dict)
    size_of: Callable[[Expr], int] = lambda e: int(e.data) if e.op == "const" else 64
    guarded: bool = False  # positions of gathers lie on a device: nobody looks at them before the program runs
    axes: dict[str, dict[str, Expr]] = field(default_factory=dict)
    extents: Mapping[Expr, Mapping[str, Expr]] = field(default_factory=dict)
    reduced: tuple[Expr, ...] = ()
    written: Mapping[str, Expr] = field(default_factory=dict)
    simplified: dict[str, Expr] = field(default_factory=dict)
    lowering: Any = None
    program: Program | None = None
    paths: list[Any] = field(default_factory=list)
    target: str = "cpu"
    choices: list[Any] = field(default_factory=list)
    first_choices: dict[str, Any] = field(default_factory=dict)


def original_extents(state: State) -> None:
    """Extents of the results' axes, from the formulas as the user wrote them."""
    from espresso.compiler.lowering.empty import reduced
    from espresso.compiler.lowering.lower import as_given
    from espresso.formulas.extents.scopes import uniquify_all
    from espresso.formulas.inference.infer import program_extents

    unique = uniquify_all(list(state.outputs.values()))
    state.outputs = state.written = dict(zip(state.outputs, unique, strict=True))
    found = program_extents(unique)
    given = {n: ex.const(size) for n, size in state.options.get("sizes", {}).items()}
    known = {e: {n: as_given(size, given) for n, size in lengths.items()} for e, lengths in found.items()}
    state.extents = {e: {**given, **lengths} for e, lengths in known.items()}
    state.reduced = reduced(state.extents)
    state.axes = {name: {a: found[e][a] for a in e.data[1] if a in found[e]} for name, e in state.outputs.items()}


def own_functions(state: State) -> None:
    """Functions of the user by their meaning, where the target has no text of theirs."""
    from espresso.formulas.graph.own_functions import expand

    made = expand(list(state.outputs.values()), {"gpu": "cuda"}.get(state.target, state.target))
    state.outputs = dict(zip(state.outputs, made, strict=True))


def simplify(state: State) -> None:
    """Simplified and numerically safe formulas, definitions expanded."""
    from espresso.algebra.contraction.regroup import pushed
    from espresso.algebra.rewriting.apply import expand_definitions
    from espresso.algebra.rewriting.simplification import simplified
    from espresso.formulas.extents.scopes import uniquify_all
    from espresso.formulas.graph.whole_literals import folded

    roots = list(state.outputs.values())
    if state.options.get("simplify", True):
        rules = _rules(state)
        roots = list(simplified(roots, rules))
        shorter = pushed(roots)  # afterwards: statements that several results share are the same now
        while shorter != roots:
            roots = list(simplified(uniquify_all(shorter), rules))
            shorter = pushed(roots, diagonals_only=True)
    roots = folded(expand_definitions(roots))  # rules make powers of literals, too
    roots = uniquify_all([_as_let(r, e) for r, e in zip(roots, state.outputs.values(), strict=True)])
    state.simplified = dict(zip(state.outputs, roots, strict=True))


def _rules(state: State) -> list[Any]:
    from espresso.algebra.rewriting.rule_sets import default_rules, machine_rules

    given = state.options.get("rules")
    return [*(default_rules() if given is None else given), *machine_rules()]


def _for_dtypes(state: State) -> None:
    """Simplified again where dtypes decide which rules hold."""
    from espresso.compiler.lowering.integers import declared_as_given

    declared = declared_as_given(list(state.outputs.values()), state.dtypes)
    if declared and state.options.get("simplify", True):
        known = replace(state, outputs={n: ex.replace(e, declared) for n, e in state.outputs.items()})
        simplify(known)
        given = {after: before for before, after in declared.items()}
        state.simplified = {n: ex.replace(e, given) for n, e in known.simplified.items()}


def _as_written(state: State) -> None:
    """The formulas as written, where simplified ones would compute other integers, or have no complex values."""
    from espresso.algebra.rewriting.apply import expand_definitions
    from espresso.compiler.lowering.integers import has_types, rewriting_shows
    from espresso.formulas.extents.scopes import uniquify_all

    kinds = {d for d in state.dtypes.values() if "int" in d or d == "bool" or "complex" in d}
    if not state.options.get("simplify", True) or not kinds:
        return
    outputs = list(state.outputs.values())
    written, simple = expand_definitions(outputs), list(state.simplified.values())
    undefined = any("complex" in d for d in kinds) and not has_types(simple, state.dtypes)
    if undefined or rewriting_shows(written, simple, state.dtypes):
        lets = uniquify_all([_as_let(e, original) for e, original in zip(written, outputs, strict=True)])
        state.simplified = dict(zip(state.outputs, lets, strict=True))


def _as_let(e: Expr, original: Expr) -> Expr:
    """The root as a let with the axes of the original, even where it no longer needs them."""
    if e.op == "let":
        return e
    return ex.closed(original.data[0], original.data[1], e)


def lower(state: State) -> None:
    """Statements: reductions become buffers, products of arrays library calls."""
    from espresso.compiler.lowering.floats import without_ones
    from espresso.compiler.lowering.lower import Lowering, as_given
    from espresso.compiler.lowering.masks import without_certain
    from espresso.compiler.lowering.rounding_sensitive import decided
    from espresso.compiler.lowering.safe_reads import protected

    _for_dtypes(state)
    _as_written(state)
    floats = without_ones(list(state.simplified.values()), state.dtypes)
    state.simplified = dict(zip(state.simplified, floats, strict=True))
    lowering = Lowering(state.dtypes, state.size_of, state.options, state.target)
    roots, again = _regrouped(state, state.size_of)
    if again is not None:
        lowering.paths.append(again)
    extents = _extents_of(state, roots)
    # the extents are those of the reads as they stand in the formula
    certain = without_certain(roots, extents) if state.options.get("fused", True) else {e: e for e in extents}
    extents = {certain[e]: known for e, known in extents.items()}
    roots = [certain[e] for e in roots]
    safe = protected(roots, extents, _outside(state) if state.guarded else None)
    found = {safe[e]: known for e, known in extents.items() if e in safe}  # an array that only told a length is gone
    formulas = {name: safe[e] for name, e in zip(state.simplified, roots, strict=True)}
    given = {n: ex.const(size) for n, size in state.options.get("sizes", {}).items()}
    lowering.given = given
    found = {e: {n: as_given(size, given) for n, size in known.items()} for e, known in found.items()}
    lowering.known = {e: {**given, **known} for e, known in found.items()}
    for name, e in formulas.items():
        lowering.known[e] = {**given, **state.axes[name], **found[e]}
    statements = [*ex.lets(*formulas.values())]
    asked = [n for e in statements for test in equalities(e.args[0]) for n in test.args if n.op == "access"]
    lowering.compared = {n.args[0] for n in asked if n.args[0].op == "let" and len(n.free) < len(n.args) - 1}
    lowering.decided = decided(statements)
    lowering.uses.update(
        node.args[0]
        for e in statements
        for node in ex.postorder(e, into_arrays=False)
        if node.op == "access" and node.args[0].op == "let"
    )
    lowering.ask = _asking(state)
    lowering.calls.read_once(list(formulas.values()), statements)
    lowering.reserved = {n for known in found.values() for n in known}
    for name in state.outputs:
        lowering.dtypes[name] = state.results[name]  # the names of results are taken
    for name, let in formulas.items():
        lowering.output(name, let, state.axes[name], state.results[name])
    lowering.matrices.drop_unread()
    lowering.drop_unread(state.outputs)
    state.choices = lowering.calls.choices
    state.lowering, state.paths = lowering, lowering.paths


def _asking(state: State) -> Callable[[Any], Any]:
    """The question to the engines which of them computes a call that the formula contains as a whole."""
    from espresso.compiler.matching.selection import choose_call

    return lambda call: choose_call(call, state.target, state.size_of, state.options, state.first_choices)


def _extents_of(state: State, roots: Sequence[Expr]) -> dict[Expr, dict[str, Expr]]:
    """Extents of all statements; where a simplified result no longer says a length, that of the formula as written.

    Only there: beside lengths that reads decide, as in ``x[i+1] - x[i]``, a given one would stand for them all.
    """
    from espresso.formulas.extents.reads import facts_of
    from espresso.formulas.inference.infer import program_extents

    found = program_extents(roots)
    written = {e: state.axes[name] for name, e in zip(state.simplified, roots, strict=True)}
    read = {e: {n for r in facts_of(e).reads for n, _ in r.factors or ()} for e in written}  # padded reads say nothing
    silent = {e: {a: n for a, n in axes.items() if a not in read[e]} for e, axes in written.items()}
    return program_extents(roots, silent) if any(silent.values()) else found


def _regrouped(state: State, size_of: Callable[[Expr], int]) -> tuple[list[Expr], Callable[..., bool] | None]:
    """The formulas with sums in the form that needs the fewest operations, and whether other sizes agree."""
    from espresso.algebra.contraction.regroup import regrouped
    from espresso.compiler.lowering.integers import rewriting_shows
    from espresso.formulas.extents.scopes import uniquify_all

    roots = list(state.simplified.values())
    if not state.options.get("simplify", True) or state.options.get("memory_limit") is not None:
        return roots, None  # sums regrouped would be arrays that nobody has weighed
    optimize = state.options.get("optimize", "auto")
    extents = _extents_of(state, roots)
    real = not any(str(d).startswith("complex") for d in state.dtypes.values())
    found, weighed = regrouped(roots, extents, size_of, optimize, real)
    if found != roots and rewriting_shows(roots, found, state.dtypes):
        return roots, None
    again = (lambda size: regrouped(roots, extents, size, optimize, real)[0] == found) if weighed else None
    return uniquify_all(found), again


def _outside(state: State) -> Callable[[Expr], float]:
    """What a guarded gather reads outside an array: NaN, or 0 where the dtype has none."""
    from espresso.ir.storage import value_dtype

    def fill(array: Expr) -> float:
        body = array.args[0] if array.op == "let" else array
        dtype = state.dtypes[array.data.name] if array.op == "tensor" else value_dtype(body, state.dtypes)
        return float("nan") if dtype.startswith(("float", "complex")) else 0

    return fill


def share(state: State) -> None:
    """Values that several statements compute are computed once; copies disappear."""
    from espresso.compiler.lowering.tap_sums import sums_in_place
    from espresso.compiler.passes.copy_propagation import read_through_copies
    from espresso.compiler.passes.cse import forward, scale_sums, share, without_copies
    from espresso.compiler.passes.exponentials import normalised
    from espresso.compiler.passes.stored_masks import read_stored_masks

    if state.options.get("fused", True):
        read_stored_masks(state.lowering, state.results)
        normalised(state.lowering)
        if state.target == "cpu":
            sums_in_place(state.lowering)
            read_through_copies(state.lowering)
        share(state.lowering)
        without_copies(state.lowering, state.results)
        scale_sums(state.lowering, state.results)
        forward(state.lowering, state.results)


def stack(state: State) -> None:
    """Products of one array with several inputs, in several steps, are one product each."""
    from espresso.compiler.passes.stacked_products import groups_of, stacked, together

    lowering, options = state.lowering, state.options
    if state.target != "cpu" or not options.get("fused", True) or options.get("engine") or options.get("engines"):
        return
    steps, buffers, outputs = list(lowering.steps), dict(lowering.buffers), tuple(state.outputs)
    if not groups_of(steps, buffers, outputs, lambda e: 2):
        return  # whatever the lengths are
    mark = stacked(lowering.steps, lowering.buffers, lowering.dtypes, outputs, state.size_of, lowering.reserved)
    state.paths.append(lambda size: together(groups_of(steps, buffers, outputs, size)) == mark)


def attend(state: State) -> None:
    """Attention, normalisation of a batch and pooling that an engine computes is one call."""
    from espresso.compiler.matching.attention import scales
    from espresso.compiler.matching.attention_calls import attention_calls
    from espresso.compiler.matching.norms import marks, norm_calls
    from espresso.compiler.matching.pools import marks as windows
    from espresso.compiler.matching.pools import pool_calls

    if state.target not in HALF_RATE or not state.options.get("fused", True):
        return
    _called(state, attention_calls, lambda plan: scales(plan.steps))
    if state.target == "gpu":  # no engine of other devices has them
        _called(state, norm_calls, marks)
        _called(state, pool_calls, windows)


def _called(state: State, calls: Callable[..., Any], marks: Callable[[Any], Any]) -> None:
    """The statements with such calls, for lengths that give the same ones."""
    from espresso.compiler.matching.streams import written

    lowering, ask = state.lowering, state.lowering.ask
    steps, buffers, dtypes = list(lowering.steps), dict(lowering.buffers), dict(lowering.dtypes)
    made = calls(steps, buffers, dtypes, state.size_of, ask)
    for name in {s.name for s in steps} - {n for s in made.steps for n in written(s)}:
        del lowering.buffers[name]
    for name in made.buffers.keys() - buffers.keys():
        lowering.buffers[name] = made.buffers[name]
        lowering.dtypes[name] = made.buffers[name].dtype
    state.choices += made.choices
    lowering.steps[:] = made.steps
    mark = marks(made)
    if mark or made.choices:
        state.paths.append(lambda size: marks(calls(steps, buffers, dtypes, size, ask)) == mark)


def choose(state: State) -> None:
    """Every library call is given to an engine, or becomes loops."""
    from espresso.compiler.matching.selection import choose_all, with_epilogues

    lowering = state.lowering
    if state.options.get("fused", True):
        _read_once(state)
        with_epilogues(
            lowering, state.choices, state.target, state.size_of, state.options, state.results
        )
    state.choices += choose_all(
        lowering.steps, lowering.buffers, lowering.dtypes, state.target, state.size_of, state.options,
        state.first_choices,
    )  # fmt: skip
    if state.options.get("fused", True) and state.target == "cpu":
        _accumulate(state)


def _accumulate(state: State) -> None:
    """Factors of products, and what they are added to, become part of the library calls."""
    from espresso.compiler.loops.row_blocks import BIG
    from espresso.compiler.passes.accumulate import accumulated
    from espresso.engine.openblas import OPENBLAS
    from espresso.ir.storage import bytes_of
    from espresso.kernels.packed_gemm.engine import PACKED

    lowering = state.lowering
    asked: dict[tuple[str, int], bool] = {}

    def small(name: str, products: int, size_of: Callable[[Expr], int]) -> bool:
        buffer = lowering.buffers[name]
        return products * bytes_of(buffer.dtype) * math.prod(map(size_of, buffer.shape)) < BIG

    def fits(name: str, products: int) -> bool:
        return asked.setdefault((name, products), small(name, products, state.size_of))

    names = OPENBLAS.name, PACKED.name
    renamed = accumulated(lowering.steps, lowering.buffers, lowering.dtypes, state.results, names, fits)
    if asked:
        state.paths.append(lambda size: all(small(*key, size) == found for key, found in asked.items()))
    products = [s for s in lowering.steps if isinstance(s, Contraction)]
    calls = {s.name: s for s in products if s.added or s.scale != 1 or s.divisors}
    for k, choice in enumerate(state.choices):
        step = calls.get(renamed.get(choice.name, choice.name))
        if step is not None:
            call = None if choice.call is None else replace(choice.call, step=step)
            state.choices[k] = replace(choice, name=step.name, text=str(step), call=call)


def _read_once(state: State) -> None:
    """Products with a vector become loops where their kernel reads the matrix anyway."""
    from espresso.compiler.loops.gemv_loops import LARGE, read_once
    from espresso.compiler.matching.selection import as_statement, candidates

    lowering, steps = state.lowering, tuple(state.lowering.steps)
    buffers = dict(lowering.buffers)  # later phases do away with some
    if candidates(state.options, state.target)[1]:
        return  # engines that are asked for get their calls
    large = LARGE if state.target == "cpu" else 0  # a launch less is worth more than any product with a vector

    def found(size_of: Callable[[Expr], int]) -> frozenset[str]:
        return read_once(
            steps, buffers, lowering.dtypes, list(state.outputs), size_of,
            lambda step: as_statement(step, buffers), large, state.target != "cpu",
        )  # fmt: skip

    chosen = found(state.size_of)
    if large and any(isinstance(s, Contraction) for s in steps):
        lowering.paths.append(lambda size: found(size) == chosen)
    lowering.steps[:] = [as_statement(s, buffers) if s.name in chosen else s for s in steps]


def stream(state: State) -> None:
    """On a device, arrays of all pairs that only sums need are made tile by tile."""
    from espresso.compiler.device.kernel_sums import passes
    from espresso.compiler.matching.streams import Streamed

    lowering, options = state.lowering, state.options
    if state.target not in HALF_RATE or not options.get("blocked", True) or not options.get("fused", True):
        return
    if options.get("engine") or options.get("engines"):
        return  # products were asked for by name
    steps, buffers, rate = list(lowering.steps), dict(lowering.buffers), HALF_RATE[state.target]
    made = passes(steps, buffers, state.size_of, rate)

    def marks(found: list[Any]) -> list[Any]:
        return [(s.name, tuple(s.pairs), dict(s.widths)) for s in found if isinstance(s, Streamed)]

    after = {n for s in made for n in (s.writes if isinstance(s, Streamed) else (s.name,))}
    for name in {s.name for s in steps} - after:
        del lowering.buffers[name]
    within = {s.name for one in made if isinstance(one, Streamed) for s in one.statements}
    state.choices[:] = [c for c in state.choices if c.name not in within]
    lowering.steps[:] = made
    mark = marks(made)
    state.paths.append(lambda size: marks(passes(steps, buffers, size, rate)) == mark)


def finish(state: State) -> None:
    """On a device, a bias, an activation or another order of axes goes with the product that it follows."""
    from espresso.compiler.matching.selection import products_with_epilogues, stored_as_read

    if state.target in HALF_RATE and state.options.get("fused", True):
        facts = (state.lowering, state.choices, state.target, state.size_of, state.options, state.results)
        products_with_epilogues(*facts)
        stored_as_read(*facts)


HALF_RATE = {"gpu": 15.0, "opencl": 1.0}
"""Devices, and how much faster a library of theirs multiplies matrices of 16 bits than kernels compute."""


def fuse(state: State) -> None:
    """Statements that can run in the same loops become one kernel."""
    from espresso.compiler.loops.fuse import fuse
    from espresso.compiler.lowering.rematerialise import made_again, read_through

    lowering, fused = state.lowering, state.options.get("fused", True)
    if fused:
        read_through(lowering)
    united = state.target != "cpu"
    state.program = fuse(lowering.steps, lowering.buffers, list(state.outputs), fused, united)
    if fused and made_again(lowering, state.program):
        state.program = fuse(lowering.steps, lowering.buffers, list(state.outputs), fused, united)
    state.program.choices = tuple(state.choices)


def block(state: State) -> None:
    """Steps whose arrays between them are too large for a cache run in blocks of their rows."""
    from espresso.compiler.loops.row_blocks import block

    assert state.program is not None
    if state.target != "cpu" or not state.options.get("blocked", True) or not state.options.get("fused", True):
        return
    if not any(isinstance(step, Contraction) for step in state.program.steps):
        return
    found, made = state.program, block(state.program, state.size_of)
    state.program = made
    marks = [(b.first, b.last, tuple(b.local)) for b in made.blocks]
    state.paths.append(
        lambda size: [(b.first, b.last, tuple(b.local)) for b in block(found, size).blocks] == marks
    )


PREPARE: tuple[Callable[[State], None], ...] = (original_extents, own_functions, simplify)
"""Phases that need neither dtypes nor sizes: run once for a compiled function."""

BUILD: tuple[Callable[[State], None], ...] = (lower, share, stack, attend, choose, stream, finish, fuse, block)
"""Phases that need dtypes, and sizes for the order of contraction."""


def prepare(outputs: Mapping[str, Expr], options: Mapping[str, Any], target: str = "cpu") -> State:
    """The state after the phases that depend on the formulas alone."""
    state = State(dict(outputs), options, target=target)
    for phase in PREPARE:
        phase(state)
    return state


def build(
    prepared: State, dtypes: Mapping[str, str], results: Mapping[str, str], size_of: Callable[[Expr], int],
    guarded: bool = False,
) -> State:  # fmt: skip
    """The state with its program, for inputs of these dtypes and about these sizes; ``guarded``: see `State`."""
    state = State(
        dict(prepared.outputs), prepared.options, dict(dtypes), dict(results), size_of, guarded,
        prepared.axes, prepared.extents, prepared.reduced, prepared.written, dict(prepared.simplified),
        target=prepared.target, first_choices=prepared.first_choices,
    )  # fmt: skip
    if any(size_of(n) == 0 for n in state.reduced):
        from espresso.compiler.lowering.empty_parts import stable

        rules = _rules(state) if state.options.get("simplify", True) else None
        state.options = {**state.options, "simplify": False}
        state.outputs = stable(prepared.written, state.extents, size_of, rules, state.dtypes)
        for phase in PREPARE[1:]:
            phase(state)
    for phase in BUILD:
        phase(state)
    return state
