"""The parser's driver: tokens, statements, right sides, summation convention.

``tokens`` cuts the text, ``survey`` finds statements and names, ``grammar`` builds each
right side, ``summation`` applies the summation convention; here they are put together.
No text is ever evaluated: a formula can do nothing but be a formula.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from functools import partial

from espresso.errors import NotationError
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.formulas.graph.own_functions import OwnFunction
from espresso.formulas.graph.recurrences import standing
from espresso.formulas.notation.grammar import Grammar, Spans
from espresso.formulas.notation.promises import promised
from espresso.formulas.notation.recurrences import read_group
from espresso.formulas.syntax.statements import Key, Statement, Survey, survey
from espresso.formulas.syntax.summation import Ambiguity, apply_convention
from espresso.formulas.syntax.tokens import GENERATED, Tokens, fail, tokenize


def read(
    text: str, summation: bool, own: Mapping[str, OwnFunction] | None = None
) -> tuple[Expr, list[Expr], Spans]:
    """The expression that a text means, its statements, and where indices stand (see `parsing.Source`)."""
    tokens = tokenize(text)
    found = survey(tokens)
    if not found.statements:
        return _declared_alone(tokens, found), [], {}
    spans: Spans = {}
    arrays: dict[Key, Expr] = {}
    grammar = Grammar(tokens, found, arrays, spans, own or {})
    parts: list[Expr] = []
    groups = {k: group for group in found.groups for k in group}
    for number, statement in enumerate(found.statements):
        _check_position(tokens, found, number)
        if number in groups:
            if number == groups[number][-1]:
                members = [found.statements[k] for k in groups[number]]
                read_one = partial(_with_definitions, grammar, arrays, summation=summation)
                made = read_group(grammar, arrays, members, read_one)
                for member in members:
                    if member.fixed is None and member.named is not None:
                        _note(spans, made[member.named], member)
                parts += made.values()
                arrays |= made
            continue
        part = _with_definitions(grammar, arrays, statement, summation)
        if statement.named:
            arrays[statement.named] = part
        _note(spans, part, statement)
        parts.append(part)
    return ex.program(parts), parts, spans


def _note(spans: Spans, part: Expr, s: Statement) -> None:
    """Where the left side of a statement stands."""
    if s.named:
        spans.setdefault((part, -1), []).append(s.start)
    if part.op == "let":
        for axis, place in enumerate(s.places):
            spans.setdefault((part, axis), []).append(place)


def _declared_alone(tokens: Tokens, found: Survey) -> Expr:
    """A text of declarations only is the tensor (or index) that it declares last."""
    if not found.declared:
        raise NotationError("the text holds no formula.\nWrite a formula such as 'y[i] = A[i,j]*x[j]'.")
    last = found.declared[-1]
    if last.index:
        return ex.index(last.name, last.size)
    if last.name not in found.tensors:
        remedy = f"Give its shape, {last.name} : (_, _)."
        fail(tokens.text, f"the number of axes of {last.name} is not known", [last.position], remedy)
    return found.tensors[last.name]


def _check_position(tokens: Tokens, found: Survey, number: int) -> None:
    """A formula without a left side is the last statement; a line does not begin with + or -."""
    statement = found.statements[number]
    if statement.has_left:
        return
    first = statement.first
    if (
        number
        and tokens.kinds[first] == "op"
        and tokens.values[first] in "+-*/"
        and "\n" in tokens.text[tokens.starts[first - 1] : statement.start]
    ):
        remedy = "A formula goes on in the next line only inside brackets: y[i] = (a[i]\n    + b[i])."
        fail(tokens.text, f"a line begins with '{tokens.values[first]}'", [statement.start], remedy)
    if number + 1 < len(found.statements):
        remedy = "Give it a name, y[i] = ..., so that later statements can read it."
        fail(tokens.text, "this formula is not the last statement and has no left side", [statement.start], remedy)


def _with_definitions(grammar: Grammar, arrays: dict[Key, Expr], s: Statement, summation: bool) -> Expr:
    """The expression of one statement, with what stands after its ``where`` in place of the names."""
    if not s.where:
        return _statement(grammar, s, summation)
    outside = dict(arrays)
    known: list[Expr] = []
    try:
        for definition in s.where:
            assert definition.named is not None
            part = _statement(grammar, definition, summation, known)
            known.append(part if part.op == "let" else ex.closed(definition.named[0], part.axes, part))
            arrays[definition.named] = known[-1]
        return _statement(grammar, s, summation, known)
    finally:
        arrays.clear()
        arrays.update(outside)


def _inlined(e: Expr, tokens: Tokens, known: Collection[Expr]) -> Expr:
    """``e`` with reads of the arrays ``known`` replaced by what they stand for."""

    def change(node: Expr) -> Expr | None:
        if node.op not in ("access", "size") or node.args[0] not in known:
            return None
        array = node.args[0]
        if node.op == "size" or node.data is not None:
            name = array.data[0]
            places = [m.start() for m in re.finditer(rf"(?<=\bwhere )\s*{re.escape(name)}\b", tokens.text)]
            remedy = "Read it at indices only, or make it a statement of its own, before this one."
            fail(tokens.text, f"{name} is defined after 'where': it is a shorthand and no array", places, remedy)
        return ex.element(array, node.args[1:])

    return ex.rebuild(e, change, into_arrays=False)


def _statement(grammar: Grammar, s: Statement, summation: bool, known: Collection[Expr] = ()) -> Expr:
    """The expression of one statement; ``known`` are definitions that it reads."""
    body = grammar.body(s)
    axes = list(dict.fromkeys(s.axes))
    problem: Ambiguity | None = None
    if summation:
        try:
            body = apply_convention(body, axes if s.has_left else None)
        except Ambiguity as found:
            problem = found
    if problem is not None:
        from espresso.formulas.notation.ambiguity import refuse_summation

        refuse_summation(grammar.tokens, s, grammar.spans, grammar.arrays, body, problem)
    if known:
        body = _inlined(body, grammar.tokens, known)
    if grammar.survey.sizes:
        sizes = {n: size for n, size in grammar.survey.sizes.items() if size is not None}
        body = _standing_everywhere(body, () if s.fixed is not None else axes, sizes)
    if not s.has_left:
        return body
    if len(axes) < len(s.axes):
        axes, body = _diagonal(s.axes, body, grammar)
    name = s.named[0] if s.named else ""
    if s.named and not s.named[1] and name in grammar.survey.promises:
        body = promised(grammar, axes, body, grammar.survey.promises[name])
    if s.named and not s.named[1] and not s.quoted and GENERATED.fullmatch(name):
        return ex.closed("", axes, body)
    return ex.let(name, axes, body)


def _standing_everywhere(body: Expr, axes: Collection[str], sizes: Mapping[str, int]) -> Expr:
    """``body`` with all indices in it that are declared and bound there, or axes of its statement."""

    def change(node: Expr) -> Expr | None:
        if node.op not in ("reduce", "scan"):
            return None
        return ex.with_args(node, [standing(node.args[0], node.data[1], sizes)])

    return standing(ex.rebuild(body, change, into_arrays=False), axes, sizes)


def _diagonal(left: list[str], body: Expr, grammar: Grammar) -> tuple[list[str], Expr]:
    """``D[i,i] = v[i]``: the second i gets a name of its own and a guard."""
    avoid = (
        {n.data[0] for n in ex.iter_indices(body)}
        | {b for n in ex.postorder(body, into_arrays=False) for b in ex.bound(n)}
        | set(left)
    )
    axes: list[str] = []
    guards: list[Expr] = []
    for name in left:
        if name in axes:
            new = ex.fresh(avoid, name)
            avoid.add(new)
            guards.append(ex.call("eq", grammar.index(name), ex.index(new)))
            name = new
        axes.append(name)
    return axes, ex.call("mul", body, *guards)
