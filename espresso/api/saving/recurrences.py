"""Checks of the lengths of a recurrence in a saved module: those of a call, with lengths that are names."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import product
from typing import Any

from espresso.api.saving.symbolic import Paths, Unwritten
from espresso.formulas.extents.extents import untold
from espresso.formulas.extents.reads import Arithmetic
from espresso.formulas.extents.scopes import uniquify_all
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.formulas.graph.recurrences import Run, State, computed, named
from espresso.formulas.graph.whole_literals import EXACT
from espresso.formulas.inference.infer import Inference, Run as Solved
from espresso.formulas.inference.infer_errors import two_shapes
from espresso.formulas.inference.recurrences import at_cell, misplaced

Shapes = Mapping[str, Sequence[Any]]


def recurrence_checks(node: Expr, shapes: Sequence[Sequence[Any]], paths: Paths) -> Iterator[Callable[[], object]]:
    """What verifies a recurrence of arrays of these shapes, to be called one after the other."""
    recurrence = node.data[0]
    states, inputs = named(recurrence, node.args)
    given: dict[str, Sequence[Any]] = {t.data.name: tuple(n) for t, n in zip(inputs, shapes, strict=True)}
    every = dict(given)
    for s in states:
        every[s.name] = tuple(paths.not_negative(_number(e, given, paths)) for e in s.lengths)
    for s in states:
        for run in s.runs(recurrence.backward):
            starts = sorted((p for p, _ in run.starts), key=lambda p: _number(p, _Zero(), paths))
            positions = [_number(p, given, paths) for p in starts]
            yield partial(_check_starts, s, run, every[s.name][run.axis], positions)
    for s in states:
        yield from _row_checks(s, s.runs(recurrence.backward), every, paths)


def _row_checks(s: State, runs: Sequence[Run], every: Shapes, paths: Paths) -> Iterator[Callable[[], object]]:
    """The checks of the starting values of a state, and of the first and last rows that it computes."""
    lengths, last = every[s.name], [ex.call("add", ex.size(s.array, run.axis), ex.const(-1)) for run in runs]
    ends, whole = [], [[ex.const(0), e] for e in last]
    for run, e in zip(runs, last, strict=True):
        first = ex.call("add", ex.size(s.array, run.axis), ex.const(-run.first - 1))
        ends.append([first, ex.const(0)] if run.backward else [ex.const(run.first), e])
    for n, run in enumerate(runs):
        for position, e in run.starts:
            present = partial(_longer, [(lengths[other.axis], other.first) for other in runs[:n]])
            for cell in product(*ends[:n], [position], *whole[n + 1 :]):
                row = at_cell(s, e, zip(runs, cell, strict=True)) if len(runs) > 1 else e
                yield from _statement_checks(s, row, runs, every, paths, present)
    present = partial(_longer, [(lengths[run.axis], run.first) for run in runs])
    for cell in product(*ends):
        yield from _statement_checks(s, at_cell(s, s.body, zip(runs, cell, strict=True)), runs, every, paths, present)


def _longer(lengths: Sequence[tuple[Any, int]]) -> bool:
    """Whether a state has steps beside its starting values."""
    return all(bool(length > first) for length, first in lengths)


def _check_starts(s: State, run: Run, length: Any, starts: Sequence[Any]) -> None:
    wrong = length < run.first or (run.backward and starts and starts[0] != length - run.first)
    if run.starts and wrong:
        raise misplaced(replace(s, axis=run.axis), length, starts, run.backward)


def _statement_checks(
    s: State, root: Expr, runs: Sequence[Run], every: Shapes, paths: Paths, present: Callable[[], bool]
) -> Iterator[Callable[[], object]]:
    """The checks of one row of a state, which count where the row is ``present``."""
    along = {run.axis for run in runs}
    known = dict(zip(root.data[1], (n for k, n in enumerate(every[s.name]) if k not in along), strict=True))
    silent = {a: known[a] for a in untold(root)}
    unique = uniquify_all([root])
    inference = Inference(unique, [root])
    run = Solved(tuple(unique), {n: tuple(shape) for n, shape in every.items()}, silent, True)
    run.count = Arithmetic(run.length, run.number, paths.least, paths.not_negative, run.same)
    for scope in inference.scopes:
        for check in run.checks(scope, inference.facts[scope]):
            yield partial(_where, present, check)
    found = tuple(run.sizes[unique[0]][a] for a in unique[0].axes)

    def same() -> None:
        if any(a != b for a, b in zip(found, known.values(), strict=True)):
            raise two_shapes(s, root, found, tuple(known.values()))

    yield partial(_where, present, same)


def _where(present: Callable[[], bool], check: Callable[[], object]) -> None:
    if present():
        check()


class _Zero(dict[str, Sequence[int]]):
    """Lengths that are all 0."""

    def __missing__(self, _: str) -> Sequence[int]:
        return [0] * 32


def _number(e: Expr | None, shapes: Shapes, paths: Paths) -> Any:
    """The value of a length."""
    known = {name: EXACT[name] for name in ("add", "mul", "floordiv", "mod")} | {"minimum": paths.least}
    try:
        return computed(e, lambda n: shapes[n.args[0].data.name][n.data], known) if e is not None else known[""]
    except KeyError:
        raise Unwritten from None
