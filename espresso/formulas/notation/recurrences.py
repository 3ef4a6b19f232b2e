"""Statements of a text that are a recurrence together, as named arrays."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from espresso.errors import NotationError
from espresso.formulas.extents.affine import linear
from espresso.formulas.extents.recurrences import NoRecurrence, recurrence
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.formulas.graph.recurrences import State, applied
from espresso.formulas.notation.grammar import Grammar
from espresso.formulas.syntax.statements import Key, Statement
from espresso.formulas.syntax.tokens import GENERATED, fail


def read_group(
    grammar: Grammar, arrays: dict[Key, Expr], statements: Sequence[Statement], read: Callable[[Statement], Expr]
) -> dict[Key, Expr]:
    """The arrays of a recurrence by name; ``read`` gives the expression of one statement."""
    names = {s.named: f"{s.named[0]}'{s.named[1]}" if s.named[1] else s.named[0] for s in statements if s.named}
    ranks = {s.named: len(s.axes) + (s.fixed is not None) for s in statements}
    before = dict(arrays)
    arrays |= {key: ex.tensor(name, ranks[key]) for key, name in names.items()}
    formal = {arrays[key]: key for key in names}
    try:
        found = [(s, _read_one(grammar, s, read, formal)) for s in statements]
    finally:
        arrays.clear()
        arrays.update(before)
    axes = _axes(grammar, found, formal)
    states = []
    for s, body in found:
        if s.fixed is None and s.named is not None:
            own = [(x, e) for x, e in found if x.named == s.named and x.fixed is not None]
            starts = tuple((_position(grammar, x), ex.closed("", x.axes, ex.scalar(_body(e)))) for x, e in own)
            states.append(State(ex.closed("", s.axes, _body(body)), axes[s.named], starts, name=names[s.named]))
    by_name = {names[key]: key for key in names}
    try:
        made, inputs = recurrence(states)
    except NoRecurrence as problem:
        places = grammar.spans.get((problem.node, -1), []) if problem.node is not None else []
        fail(grammar.tokens.text, problem.what, places[:1] or [statements[-1].start], problem.remedy)
    results = {}
    for state, array in zip(made.states, applied(made, inputs), strict=True):
        key = by_name[state.name]
        quoted = next(s.quoted for s in statements if s.named == key)
        plain = not key[1] and not quoted and GENERATED.fullmatch(key[0])
        results[key] = ex.closed("" if plain else key[0], array.data[1], array.args[0])
    return results


def _read_one(grammar: Grammar, s: Statement, read: Callable[[Statement], Expr], formal: Mapping[Expr, Key]) -> Expr:
    if len(set(s.axes)) < len(s.axes):
        fail(grammar.tokens.text, "an index stands twice on the left side of a recurrence", [s.start],
             "Write a diagonal as a statement of its own.")  # fmt: skip
    e = read(s)
    if s.fixed is not None:
        for node in ex.postorder(e):
            if node in formal:
                fail(grammar.tokens.text, f"a starting value reads {formal[node][0]}, which starts with it",
                     [s.start], "Starting values are made of other arrays.")  # fmt: skip
    return e


def _body(e: Expr) -> Expr:
    return e.args[0] if e.op == "let" else e


def _position(grammar: Grammar, s: Statement) -> Expr:
    """Where a starting value lies."""
    assert s.fixed is not None
    _, first, stop = s.fixed
    return grammar.body(Statement(first, stop, grammar.tokens.starts[first]))


def _axes(
    grammar: Grammar, found: Sequence[tuple[Statement, Expr]], formal: Mapping[Expr, Key]
) -> dict[Key | None, int]:  # fmt: skip
    """The axis of each state along which the recurrence runs: where it starts, or where others read it so."""
    axes: dict[Key | None, int] = {}
    for s, _ in found:
        if s.fixed is not None and axes.setdefault(s.named, s.fixed[0]) != s.fixed[0]:
            fail(grammar.tokens.text, "starting values lie at positions of two different axes", [s.start],
                 "A recurrence runs along one axis; write one over two indices as rows of recurrences.")  # fmt: skip
    links: list[tuple[Key | None, Key, int, int]] = []  # by, to, axis of one, axis of the other
    for s, body in found:
        for node in ex.postorder(body):
            if node.op != "access" or node.args[0] not in formal:
                continue
            for place, slot in enumerate(node.args[1:]):
                form = linear(slot)
                if form is not None and len(form[0]) == 1 and not form[1].terms:
                    (name, factor) = next(iter(form[0].items()))
                    if factor == 1 and name in s.axes:
                        links.append((s.named, formal[node.args[0]], s.axes.index(name), place))
    while True:
        before = len(axes)
        for by, to, own, place in links:
            if axes.get(by) == own:
                axes.setdefault(to, place)
            elif axes.get(to) == place:
                axes.setdefault(by, own)
        if len(axes) == before:
            break
    for s, _ in found:
        if s.named not in axes:
            name = s.named[0] if s.named else ""
            raise NotationError(f"{name} is part of a recurrence and has no axis along which it runs")
    return axes
