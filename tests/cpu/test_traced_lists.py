"""Lists and arrays of constant numbers that traced loops read at the position of an iteration: the knapsack problem."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import espresso as es
from espresso.formulas.extents.implied import follows
from espresso.formulas.graph import expr as ex
from espresso.frontends.numpy.loops.lists import by_halves

WEIGHTS = [3, 4, 2, 5, 7, 1, 6, 3, 4, 2, 5, 6, 7, 3, 2, 1, 4, 5, 3, 6]
ROWS = ((0.1, 0.7, 1.3), (0.4, -0.2, 0.6)) * 10
RNG = np.random.default_rng(23)


def new_row(v: Any) -> Any:
    weights = [3, 4, 2, 5, 7, 1, 6, 3, 4, 2, 5, 6, 7, 3, 2, 1, 4, 5, 3, 6]
    best = np.zeros(31)
    for i in range(len(weights)):
        w = weights[i]
        new = best.copy()
        for c in range(w, 31):
            new[c] = np.maximum(best[c], best[c - w] + v[i])
        best = new
    return best


def downwards(v: Any) -> Any:
    best = np.zeros(31)
    for i in range(len(WEIGHTS)):
        for c in range(30, WEIGHTS[i] - 1, -1):
            best[c] = max(best[c], best[c - WEIGHTS[i]] + v[i])
    return best


def in_slices(v: Any) -> Any:
    best = np.zeros(31)
    for i in range(len(WEIGHTS)):
        w = WEIGHTS[i]
        best[w:] = np.maximum(best[w:], best[:-w] + v[i])
    return best


def table(v: Any) -> Any:
    weights = np.array([3, 4, 2, 5, 7, 1, 6, 3, 4, 2, 5, 6, 7, 3, 2, 1, 4, 5, 3, 6])
    best = np.zeros((21, 31))
    for i in range(1, 21):
        for c in range(31):
            best[i, c] = best[i - 1, c]
            if weights[i - 1] <= c:
                best[i, c] = max(best[i, c], best[i - 1, c - weights[i - 1]] + v[i - 1])
    return best[20]


def factors(v: Any) -> Any:
    a = [0.1 * k**2 for k in range(20)]
    s = 0.0
    for i in range(20):
        s = np.sin(s + a[i] * v[i])
    return s


def rows_of_tuples(v: Any) -> Any:
    s = 0.0
    for i in range(20):
        s = np.sin(s + ROWS[i][1] * v[i] + ROWS[i][2])
    return s


@pytest.mark.parametrize("function", [new_row, downwards, in_slices, table, factors, rows_of_tuples])
def test_constants_are_arrays_that_the_steps_read(function: Callable[[Any], Any]) -> None:
    v = RNG.random(20)
    e = es.trace(function, v=(20,))
    assert ex.has(e, "recur") and len(str(e)) < 2000, "written out"
    np.testing.assert_allclose(es.compile(e)(v=v), function(v), rtol=1e-12)
    es.check_grads(es.sum(e) if e.axes else e, v=v, order=1)


def test_a_list_that_changes_is_no_constant() -> None:
    held = [3, 1, 2] * 7

    def swapped(x: Any) -> Any:
        own = list(held)
        for t in range(20):
            x = np.sin(x + own[t])
            own[t + 1] += 1
        return x * own[5]

    e = es.trace(swapped, x=())
    np.testing.assert_allclose(es.compile(e)(x=0.3), swapped(0.3), rtol=1e-12)


HELD = [1, 2, 3]


def test_lists_of_the_module_are_written_into() -> None:
    def kept(x: Any) -> Any:
        HELD.append(len(HELD))
        HELD[0] = 5
        return x * HELD[-1] + HELD[0]

    e = es.trace(kept, x=())
    assert HELD == [5, 2, 3, 3]
    np.testing.assert_allclose(es.evaluate(e, {"x": 2.0}), 11.0)


@pytest.mark.parametrize("shape", [(17,), (20,), (64,), (5, 7), (3, 1, 9)])
def test_choices_by_halves(shape: tuple[int, ...]) -> None:
    values = RNG.integers(0, 4, shape)
    t = by_halves(values)
    e = es.trace(lambda x: t * x, x=())
    np.testing.assert_array_equal(np.squeeze(es.evaluate(e, {"x": 1.0})), np.squeeze(values))


def test_what_is_known_of_one_of_some_whole_numbers() -> None:
    t = by_halves(np.array([3, 4, 2, 5]))
    array = ex.closed("", t.names, t.body)
    read = ex.access(array, [ex.const(1)])
    def says(name: str, other: int) -> bool | None:
        return follows(ex.call(name, read, ex.const(other)), ())

    assert says("ge", 2) is True and says("le", 5) is True and says("gt", 5) is False
    assert says("ge", 3) is None
    half = ex.replace(array, {ex.const(4): ex.const(4.5)})
    assert follows(ex.call("ge", ex.access(half, [ex.const(1)]), ex.const(2)), ()) is None, "no whole numbers"
