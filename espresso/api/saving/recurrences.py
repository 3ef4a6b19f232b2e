"""Checks of the lengths of a recurrence in a saved module: those of a call, with lengths that are names."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial, reduce
from operator import add, mul
from typing import Any

from espresso.api.saving.symbolic import Paths, Unwritten
from espresso.formulas.extents.reads import Arithmetic, facts_of
from espresso.formulas.extents.scopes import uniquify_all
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.formulas.graph.recurrences import State, named
from espresso.formulas.inference.infer import Inference, Run
from espresso.formulas.inference.infer_errors import two_shapes
from espresso.formulas.inference.recurrences import at_position, misplaced

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
        length = every[s.name][s.axis]
        starts = sorted((p for p, _ in s.starts), key=lambda p: _number(p, _Zero(), paths))
        yield partial(_check_starts, s, length, [_number(p, given, paths) for p in starts], recurrence.backward)
    for s in states:
        length, array = every[s.name][s.axis], s.array
        ends = [ex.const(s.first), ex.call("add", ex.size(array, s.axis), ex.const(-1))]
        if recurrence.backward:
            ends = [ex.call("add", ex.size(array, s.axis), ex.const(-s.first - 1)), ex.const(0)]
        for _, statement in s.starts:
            yield from _statement_checks(s, statement, every, paths, lambda: True)
        for position in ends:
            present = partial(_longer, length, s.first)
            yield from _statement_checks(s, at_position(s, position), every, paths, present)


def _longer(length: Any, first: int) -> bool:
    """Whether a state has steps beside its starting values."""
    return bool(length > first)


def _check_starts(s: State, length: Any, starts: Sequence[Any], backward: bool) -> None:
    wrong = length < s.first or (backward and s.starts and starts[0] != length - s.first)
    if s.starts and wrong:
        raise misplaced(s, length, starts, backward)


def _statement_checks(
    s: State, root: Expr, every: Shapes, paths: Paths, present: Callable[[], bool]
) -> Iterator[Callable[[], object]]:
    """The checks of one row of a state, which count where the row is ``present``."""
    known = dict(zip(s.others, (n for k, n in enumerate(every[s.name]) if k != s.axis), strict=True))
    silent = {a: n for a, n in known.items() if a not in facts_of(root).mentioned}
    unique = uniquify_all([root])
    inference = Inference(unique, [root])
    run = Run(tuple(unique), {n: tuple(shape) for n, shape in every.items()}, silent, True)
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
    found: dict[Expr, Any] = {}
    if e is None:
        raise Unwritten
    for node in ex.postorder(e):
        if node.op == "const":
            found[node] = int(node.data)
        elif node.op == "size":
            found[node] = shapes[node.args[0].data.name][node.data]
        elif node.op == "call":
            a = [found[x] for x in node.args]
            if node.data not in ("add", "mul", "minimum", "floordiv", "mod"):
                raise Unwritten
            if node.data in ("floordiv", "mod"):
                found[node] = a[0] // a[1] if node.data == "floordiv" else a[0] % a[1]
            else:
                found[node] = reduce({"add": add, "mul": mul, "minimum": paths.least}[node.data], a)
    return found[e]
