"""Statements of a text that are a recurrence together, as named arrays."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from espresso.errors import NotationError, RankError
from espresso.formulas.extents.affine import linear
from espresso.formulas.extents.nested import recurrence_of
from espresso.formulas.extents.recurrences import NoRecurrence
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.formulas.graph.recurrences import Run, State, applied
from espresso.formulas.notation.grammar import Grammar
from espresso.formulas.syntax.statements import Key, Statement, counted
from espresso.formulas.syntax.tokens import GENERATED, fail


def read_group(
    grammar: Grammar, arrays: dict[Key, Expr], statements: Sequence[Statement], read: Callable[[Statement], Expr]
) -> dict[Key, Expr]:
    """The arrays of a recurrence by name; ``read`` gives the expression of one statement."""
    names = {s.named: f"{s.named[0]}'{s.named[1]}" if s.named[1] else s.named[0] for s in statements if s.named}
    ranks = {s.named: len(s.axes) + (s.fixed is not None) for s in statements}
    for s in statements:
        rank = len(s.axes) + (s.fixed is not None)
        if s.named and rank != ranks[s.named]:
            fail(
                grammar.tokens.text,
                f"this starting value of {names[s.named]} has {counted(rank, 'axis', 'axes')}, its statement has "
                f"{ranks[s.named]}",
                [s.start],
                "Give both the same axes, as in h[0,i] = ... and h[t,i] = ...",
                RankError,
            )
    before = dict(arrays)
    arrays |= {key: ex.tensor(name, ranks[key]) for key, name in names.items()}
    formal = {arrays[key]: key for key in names}
    try:
        found = [(s, _read_one(grammar, s, read)) for s in statements]
    finally:
        arrays.clear()
        arrays.update(before)
    axes = _axes(grammar, found, formal)
    states = []
    for s, body in found:
        if s.fixed is None and s.named is not None:
            own = [(x.fixed[0], (_position(grammar, x), ex.closed("", x.axes, ex.scalar(ex.body(e)))))
                   for x, e in found if x.named == s.named and x.fixed is not None]  # fmt: skip
            runs = [Run(a, tuple(pair for axis, pair in own if axis == a)) for a in axes[s.named]]
            _check_starts(grammar, [x for x in found if x[0].named == s.named], runs[0].axis, formal)
            states.append(State(ex.closed("", s.axes, ex.body(body)), 0, name=names[s.named]).with_runs(runs))
    by_name = {names[key]: key for key in names}
    try:
        made, inputs = recurrence_of(states)
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


def _read_one(grammar: Grammar, s: Statement, read: Callable[[Statement], Expr]) -> Expr:
    if len(set(s.axes)) < len(s.axes):
        fail(grammar.tokens.text, "an index stands twice on the left side of a recurrence", [s.start],
             "Write a diagonal as a statement of its own.")  # fmt: skip
    return read(s)


def _check_starts(
    grammar: Grammar, found: Sequence[tuple[Statement, Expr]], outer: int, formal: Mapping[Expr, Key]
) -> None:
    """Refuse a starting value that reads a state, but one inside the steps of others, ``g[t,0] = h[t - 1]``."""
    for x, e in found:
        for node in ex.postorder(e) if x.fixed is not None and x.fixed[0] == outer else ():
            if node in formal:
                fail(grammar.tokens.text, f"a starting value reads {formal[node][0]}, which starts with it",
                     [x.start], "Starting values are made of other arrays.")  # fmt: skip


def _position(grammar: Grammar, s: Statement) -> Expr:
    """Where a starting value lies."""
    assert s.fixed is not None
    _, first, stop = s.fixed
    return grammar.body(Statement(first, stop, grammar.tokens.starts[first]))


class _Read(NamedTuple):
    """A read of a state: by whom, of whom, and of its axes the axis of the reader at which, and how far from that."""

    by: Key | None
    to: Key | None
    slots: dict[int, tuple[int, int]]


def _axes(
    grammar: Grammar, found: Sequence[tuple[Statement, Expr]], formal: Mapping[Expr, Key]
) -> dict[Key | None, list[int]]:  # fmt: skip
    """The axes of each state along which the recurrence runs: where it starts, or where others read it so.

    It also runs along an axis of which a statement needs another value at the same position of all others.
    """
    reads = [read for s, body in found for read in _reads(s, body, formal)]
    runs: list[dict[Key | None, int]] = []
    for s, _ in found:
        if s.fixed is not None and all(run.get(s.named) != s.fixed[0] for run in runs):
            runs.append(_spread({s.named: s.fixed[0]}, reads))
    while more := _needed(runs, reads):
        runs.append(_spread(more, reads))
    names = {s.named for s, _ in found}
    if not any(names <= run.keys() for run in runs):
        for s, _ in found:
            if any(s.named not in run for run in runs):
                name = s.named[0] if s.named else ""
                if len(runs) == 1:
                    raise NotationError(f"{name} is part of a recurrence and has no axis along which it runs")
                fail(grammar.tokens.text, f"{name} is part of a recurrence over {len(runs)} indices and has not all of "
                     "them", [s.start], "All statements of a recurrence run over the same indices.")  # fmt: skip
    runs.sort(key=lambda run: (-len(run), next(iter(run.items()))[1]))
    return {name: [run[name] for run in runs if name in run] for name in names}


def _reads(s: Statement, body: Expr, formal: Mapping[Expr, Key]) -> Iterator[_Read]:
    for node in ex.postorder(body):
        if node.op != "access" or node.args[0] not in formal:
            continue
        slots = {}
        for place, slot in enumerate(node.args[1:]):
            form = linear(slot)
            name = next(iter(form[0]), "") if form is not None and list(form[0].values()) == [1] else ""
            if form is not None and name in s.axes and not form[1].terms:
                slots[place] = s.axes.index(name), form[1].constant
        yield _Read(s.named, formal[node.args[0]], slots)


def _spread(run: dict[Key | None, int], reads: Sequence[_Read]) -> dict[Key | None, int]:
    """The axis of each state that is the axis of one of them, as they read each other."""
    while True:
        before = len(run)
        for r in reads:
            for place, (own, _) in r.slots.items():
                if run.get(r.by) == own:
                    run.setdefault(r.to, place)
                elif run.get(r.to) == place:
                    run.setdefault(r.by, own)
        if len(run) == before:
            return run


def _needed(runs: Sequence[Mapping[Key | None, int]], reads: Sequence[_Read]) -> dict[Key | None, int]:
    """Another axis, where states read each other in a circle at the same positions of all runs."""
    both = [(r, [run for run in runs if r.to in run and r.by in run]) for r in reads]
    same = [r for r, mine in both if all(r.slots.get(run[r.to]) == (run[r.by], 0) for run in mine)]
    for r in same:
        reached, before = {r.to}, 0
        while len(reached) > before:
            before = len(reached)
            reached |= {other.to for other in same if other.by in reached}
        for place, (own, distance) in r.slots.items() if r.by in reached and runs else ():
            if distance and all(run.get(r.to) != place for run in runs):
                return {r.by: own}
    return {}
