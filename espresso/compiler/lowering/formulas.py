"""Phases that need neither dtypes nor lengths: the extents that formulas state, and their simplification."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeVar

from espresso.algebra.contraction.regroup import pushed
from espresso.algebra.normal_form.diagonals import on_diagonals
from espresso.algebra.recurrences.hoisted_sums import taken_out
from espresso.algebra.recurrences.partly_read import put_in
from espresso.algebra.recurrences.states import looked_through, taken_in
from espresso.algebra.rewriting.apply import expand_definitions
from espresso.algebra.rewriting.rule_sets import default_rules, machine_rules
from espresso.algebra.rewriting.rules import Rule
from espresso.algebra.rewriting.simplification import simplified
from espresso.algebra.rewriting.wavefronts import in_wavefronts
from espresso.compiler.lowering.empty import reduced
from espresso.compiler.lowering.empty_parts import stable
from espresso.compiler.lowering.floats import as_floats, converted
from espresso.compiler.lowering.integers import declared_as_given, has_types, rewriting_shows
from espresso.compiler.sizes import Size
from espresso.compiler.state import Formulas, Known, Simplified, Typed
from espresso.formulas.extents.extents import program_extents
from espresso.formulas.extents.scopes import uniquify_all
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.formulas.graph.recurrences import without_unread
from espresso.formulas.graph.whole_literals import folded
from espresso.formulas.notation.meanings import expand
from espresso.ir.targets import TARGETS

K = TypeVar("K", bound=Known)


def original_extents(state: Formulas) -> Known:
    """Extents of the results' axes, from the formulas as the user wrote them."""
    unique = uniquify_all(list(state.outputs.values()))
    written = dict(zip(state.outputs, unique, strict=True))
    found = program_extents(unique)
    given = given_lengths(state.options)
    extents = {e: {**given, **as_told(lengths, given)} for e, lengths in found.items()}
    axes = {name: {a: found[e][a] for a in e.data[1] if a in found[e]} for name, e in written.items()}
    return Known(
        **{**vars(state), "outputs": written}, written=written, axes=axes, extents=extents, reduced=reduced(extents)
    )


def given_lengths(options: Mapping[str, Any]) -> dict[str, Expr]:
    """The lengths of the option ``sizes``."""
    return {n: ex.const(size) for n, size in options.get("sizes", {}).items()}


def as_told(lengths: Mapping[str, Expr], given: Mapping[str, Expr]) -> dict[str, Expr]:
    """Extents of indices, each `as_given`."""
    return {n: as_given(size, given) for n, size in lengths.items()}


def as_given(length: Expr, given: Mapping[str, Expr]) -> Expr:
    """A length of a named array that no input tells, as the length that was given to the index there."""
    if length.op != "size" or length.args[0].op != "let":
        return length
    return given.get(length.args[0].data[1][length.data], length)


def own_functions(state: K) -> K:
    """Functions of the user by their meaning where the target has no text of theirs, recurrences over one index."""
    made = in_wavefronts(expand(list(state.outputs.values()), {"gpu": "cuda"}.get(state.target, state.target)))
    return replace(state, outputs=dict(zip(state.outputs, made, strict=True)))


def simplify(state: Known) -> Simplified:
    """Simplified and numerically safe formulas; definitions are expanded, but for whole-array text."""
    return Simplified(**vars(state), simplified=_all_simplified(state, state.outputs))


def _all_simplified(state: Known, outputs: Mapping[str, Expr]) -> dict[str, Expr]:
    """Simplified formulas, and their recurrences with what a step needs not compute outside of them."""
    target = TARGETS[state.target]
    given = outputs if target.readable else dict(zip(outputs, put_in(list(outputs.values())), strict=True))
    made = _simplified(state, given)
    read = without_unread(list(made.values()))
    if not target.readable and state.options.get("simplify", True):
        read = folded(expand_definitions(looked_through(taken_out(read))))  # steps have kept their functions
        read = read if target.launches else taken_in(read)  # on devices each array of a step is a launch
    return dict(zip(made, read, strict=True))


def _simplified(state: Known, outputs: Mapping[str, Expr]) -> dict[str, Expr]:
    roots = list(outputs.values())
    if TARGETS[state.target].readable:
        found = simplified(roots, _rules(state), lasting=True) if state.options.get("simplify", True) else roots
        return _lets(folded(found), outputs)
    if state.options.get("simplify", True):
        rules = _rules(state)
        roots = on_diagonals(simplified(roots, rules))
        shorter = pushed(roots)  # afterwards: statements that several results share are the same now
        while shorter != roots:
            roots = list(simplified(uniquify_all(shorter), rules))
            shorter = pushed(roots, diagonals_only=True)
        roots = _for_machines(roots, rules)
    return _lets(folded(expand_definitions(roots)), outputs)  # rules make powers of literals, too


def _lets(roots: Sequence[Expr], outputs: Mapping[str, Expr]) -> dict[str, Expr]:
    """The roots as lets with the axes of the originals, even where they no longer need them."""
    lets = [
        e if e.op == "let" else ex.closed(original.data[0], original.data[1], e)
        for e, original in zip(roots, outputs.values(), strict=True)
    ]
    return dict(zip(outputs, uniquify_all(lets), strict=True))


def _rules(state: Formulas) -> list[Rule]:
    given = state.options.get("rules")
    return list(default_rules() if given is None else given)


def _for_machines(roots: list[Expr], rules: Sequence[Any]) -> list[Expr]:
    """Forms that only machines prefer, made last: before, they would hide what safer forms are made from."""
    own = machine_rules()
    functions = {name for rule in own for name in re.findall(r"(\w+)\(", rule.left)}
    if not any(n.op == "call" and n.data in functions for n in ex.postorder(*roots)):
        return roots
    return list(simplified(uniquify_all(roots), [*rules, *own]))


def for_dtypes(state: Typed) -> dict[str, Expr]:
    """The simplified formulas, again where dtypes decide which rules hold.

    Where the simplified one would compute other integers, it is made again with floats for the integers that functions
    are given.  Each is as it was written where that does so too, or has no complex values.
    """
    made = dict(state.simplified)
    if not state.options.get("simplify", True):
        return made
    outputs = dict(zip(state.outputs, converted(list(state.outputs.values()), state.dtypes), strict=True))
    declared = declared_as_given(list(outputs.values()), state.dtypes)
    given = {after: before for before, after in declared.items()}

    def again(roots: Mapping[str, Expr]) -> dict[str, Expr]:
        known = {n: ex.replace(e, declared) for n, e in roots.items()}
        return {n: ex.replace(e, given) for n, e in _all_simplified(state, known).items()}

    if declared or outputs != state.outputs:
        made = again(outputs)
    kinds = {d for d in state.dtypes.values() if "int" in d or d == "bool" or "complex" in d}
    if not kinds:
        return made
    written = list(outputs.values())
    meant = expand_definitions(written)

    def as_written(found: Mapping[str, Expr]) -> list[bool]:
        simple = expand_definitions(list(found.values()))
        if any("complex" in d for d in kinds) and not has_types(simple, state.dtypes):
            return [True] * len(meant)
        return [rewriting_shows([a], [b], state.dtypes) for a, b in zip(meant, simple, strict=True)]

    stay = as_written(made)
    if any(stay) and (floats := as_floats(written, state.dtypes)) != written:
        other = again(dict(zip(outputs, floats, strict=True)))
        made = {n: other[n] if s else e for s, (n, e) in zip(stay, made.items(), strict=True)}
        stay = [s and t for s, t in zip(stay, as_written(other), strict=True)]
    if not any(stay):
        return made
    whole = written if TARGETS[state.target].readable else meant
    return _lets([a if s else b for a, s, b in zip(whole, stay, made.values(), strict=True)], state.outputs)


def over_nothing(state: Typed, size_of: Size) -> Typed:
    """The formulas for a call in which some sums are over nothing, with what can be computed apart from these."""
    rules = _rules(state) if state.options.get("simplify", True) else None
    outputs = stable(state.written, state.extents, size_of, rules, state.dtypes)
    state = own_functions(replace(state, options={**state.options, "simplify": False}, outputs=outputs))
    return replace(state, simplified=_simplified(state, state.outputs))
