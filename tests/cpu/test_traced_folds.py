"""Loops that are sums, largest or smallest values of what iterations say, also of other elements of the same array."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import espresso as es
from espresso.formulas.extents.implied import decided, follows
from espresso.formulas.graph import expr as ex

RNG = np.random.default_rng(31)
N = 18


def best_price(x: Any) -> Any:
    """Python's own max and min of numbers that are not known."""
    low, gain = x[0], 0.0 * x[0]
    for t in range(1, N):
        low = min(low, x[t])
        gain = max(gain, x[t] - low)
    return gain


def largest(x: Any) -> Any:
    best = x[0]
    for t in range(1, N):
        best = max(best, x[t])
    return best


def upper_envelope(A: Any) -> Any:
    best = np.zeros(N)
    for t in range(N):
        best = np.maximum(best, A[t])
    return best


def some_of_them(A: Any) -> Any:
    best = A[0] - 100
    for t in range(N):
        if A[t, 0] > 0:
            best = np.minimum(A[t], best)
    return best


def into_its_own_column(A: Any) -> Any:
    """The element that is written is none of those that are read."""
    for k in range(N - 3):
        A[1, 2] = max(A[1, 2], 2 * A[k + 2, 3])
    return A


def factors(A: Any) -> Any:
    """The LU decomposition of three loops."""
    for i in range(N):
        for j in range(i):
            for k in range(j):
                A[i, j] -= A[i, k] * A[k, j]
            A[i, j] /= A[j, j]
        for j in range(i, N):
            for k in range(i):
                A[i, j] -= A[i, k] * A[k, j]
    return A


def splits(x: Any) -> Any:
    """The cheapest order of a chain of products."""
    cost = np.zeros((N, N))
    for i in range(N - 2, -1, -1):
        for j in range(i + 1, N):
            cost[i, j] = cost[i + 1, j] + x[i] * x[j]
            for k in range(i + 1, j):
                cost[i, j] = min(cost[i, j], cost[i, k] + cost[k + 1, j] + x[i] * x[k] * x[j])
    return cost


def fit(a: Any, b: Any) -> int:
    return 1 if a + b == 3 else 0


def pairs(n: Any) -> Any:
    """Letters that pair, in a table that each element reads below and beside itself."""
    table = np.zeros((N, N), np.int32)
    for i in range(N - 2, -1, -1):
        for j in range(i + 1, N):
            if j - 1 >= 0:
                table[i, j] = max(table[i, j], table[i, j - 1])
            if i < j - 1:
                table[i, j] = max(table[i, j], table[i + 1, j - 1] + fit(n[i], n[j]))
            else:
                table[i, j] = max(table[i, j], table[i + 1, j - 1])
            for k in range(i + 1, j):
                table[i, j] = max(table[i, j], table[i, k] + table[k + 1, j])
    return table


def chained(x: Any) -> Any:
    """An element that an earlier iteration has written: no maximum of what was there before."""
    for k in range(1, N):
        x[k] = max(x[k], x[k - 1] - 0.1)
    return x


CASES: dict[str, tuple[Callable[..., Any], dict[str, Any]]] = {
    f.__name__: (f, given) for f, given in (
        (best_price, {"x": RNG.random(N)}), (largest, {"x": RNG.random(N)}),
        (upper_envelope, {"A": RNG.normal(size=(N, N))}), (some_of_them, {"A": RNG.normal(size=(N, N))}),
        (into_its_own_column, {"A": RNG.normal(size=(N, N))}),
        (factors, {"A": RNG.normal(size=(N, N)) / 4 + 3 * np.eye(N)}), (splits, {"x": RNG.random(N)}),
        (pairs, {"n": RNG.integers(0, 4, N)}), (chained, {"x": RNG.normal(size=N)}),
    )
}  # fmt: skip


def copies(given: dict[str, Any]) -> dict[str, Any]:
    return {n: v.copy() for n, v in given.items()}


@pytest.mark.parametrize("name", CASES)
def test_values_are_those_of_the_loops(name: str) -> None:
    function, given = CASES[name]
    expected = function(**copies(given))
    traced = es.trace(function, **copies(given))
    np.testing.assert_allclose(es.compile(traced, target="numpy")(**given), expected, rtol=1e-9, atol=1e-12)
    np.testing.assert_allclose(es.compile(traced, target="cpu")(**given), expected, rtol=1e-9, atol=1e-12)


@pytest.mark.parametrize("name", ["largest", "upper_envelope", "some_of_them", "into_its_own_column"])
def test_there_is_no_recurrence(name: str) -> None:
    function, given = CASES[name]
    assert not ex.has(es.trace(function, **copies(given)), "recur")


def test_a_chain_is_a_recurrence_and_not_a_number_stays_what_python_makes_of_it() -> None:
    assert ex.has(es.trace(chained, x=(N,)), "recur")
    x = RNG.random(N)
    for at in (0, 7):
        x[:], x[at] = RNG.random(N), np.nan
        found = es.compile(es.trace(largest, x=x), target="cpu")(x=x)
        np.testing.assert_equal(float(found), largest(x))


@pytest.mark.parametrize("name", ["splits", "pairs"])
def test_tables_are_filled_element_by_element(name: str) -> None:
    """The states are elements: no step copies the table."""
    function, given = CASES[name]
    traced = es.trace(function, **copies(given))
    states = {s.name: s for e in ex.postorder(traced) if e.op == "recur" for s in e.data[0].states}
    assert states and all(len(s.axes) == 1 for s in states.values())


def test_comparisons_of_values_are_not_decided_by_numbers_of_iterations() -> None:
    i, x = ex.index("i"), ex.tensor("x", 1)
    test = ex.call("eq", ex.access(x, [i]), ex.const(3))
    assert follows(test, []) is None
    body = ex.call("where", test, ex.const(1), ex.const(2))
    assert decided(body, lambda _: 9) is body


def test_a_condition_that_others_beside_it_exclude_is_decided() -> None:
    i, n = ex.index("i"), ex.access(ex.tensor("n", 0, "int64"))
    low, high = ex.call("ge", i, n), ex.call("lt", i, n)
    body = ex.call("where", ex.call("and", low, high), ex.const(1), ex.const(2))
    assert decided(body, lambda _: 9) is ex.const(2)


def mirrored_above(A: Any) -> Any:
    for i in range(N):
        for j in range(i + 1, N):
            A[i, j] = A[j, i]
    return A


def mirrored_below(A: Any) -> Any:
    for i in range(N):
        for j in range(i):
            A[i, j] = 2 * A[j, i]
    return A


def mirrored_from_the_last_row(A: Any) -> Any:
    for i in range(N - 1, -1, -1):
        for j in range(i):
            A[i, j] = A[j, i] - A[i, j]
    return A


def mirrored_twice(A: Any) -> Any:
    """What the first rows write the later ones read."""
    for i in range(N):
        for j in range(N):
            A[i, j] = A[j, i] + 1
    return A


def into_the_next_one(A: Any) -> Any:
    """What the first assignment reads is what the second one writes."""
    for _ in range(N):
        A[0, 1] = A[0, 1] + 0.1 * A[1, 1]
        A[1, 1] = A[1, 1] + 0.1 * A[2, 2]
    return A


def many_short_loops(A: Any, B: Any) -> Any:
    """Written out they are 162 iterations."""
    S = np.zeros((3, 3, 3))
    for k in range(3):
        for e in range(3):
            for q in range(3):
                for w in range(2):
                    for a in range(3):
                        if e - w >= 0:
                            S[k, e, a] += A[k, e - w, a] * B[q, w, a]
    return S


def test_short_loops_that_are_many_iterations_together_are_one_sum() -> None:
    A, B = RNG.normal(size=(3, 3, 3)), RNG.normal(size=(3, 2, 3))
    e = es.trace(many_short_loops, A=A, B=B)
    assert len(ex.postorder(e)) < 60
    np.testing.assert_allclose(es.compile(e)(A=A, B=B), many_short_loops(A, B), rtol=1e-12)


def test_a_term_that_reads_what_another_term_writes_is_no_sum() -> None:
    A = RNG.normal(size=(N, N))
    found = es.evaluate(es.trace(into_the_next_one, A=A), {"A": A})
    np.testing.assert_allclose(found, into_the_next_one(A.copy()), rtol=1e-12)


@pytest.mark.parametrize("function", [mirrored_above, mirrored_below, mirrored_from_the_last_row, mirrored_twice])
def test_elements_that_no_earlier_iteration_writes_may_lie_anywhere(function: Callable[[Any], Any]) -> None:
    """That they are not written is what the conditions say, of the element that is read as of the one that reads it."""
    A = RNG.normal(size=(N, N))
    e = es.trace(function, A=A)
    np.testing.assert_allclose(es.evaluate(e, {"A": A}), function(A.copy()))
    np.testing.assert_allclose(es.compile(e)(A=A), function(A.copy()))
    if function is not mirrored_twice:
        assert not any(n.op in ("recur", "let") for n in ex.postorder(e)[:-1]) and len(str(e)) < 120
