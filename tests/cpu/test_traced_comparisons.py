"""Comparisons of numbers of iterations in traced loops: decided where they can be, else both ways are traced."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import espresso as es

RNG = np.random.default_rng(17)



def first_is_special(x: Any) -> Any:
    y = np.zeros(20)
    for i in range(20):
        if i == 0:
            y[i] = x[i] * 7
        else:
            y[i] = y[i - 1] * 0.5 + x[i]
    return y


def made_by_the_first(x: Any) -> Any:
    y: Any = None
    for i in range(20):
        y = x * 2 if i == 0 else np.sin(y) * x[i]
    return y


def borders(x: Any) -> Any:
    y = np.zeros(20)
    for i in range(20):
        left = x[i - 1] if i > 0 else 0.0
        right = x[i + 1] if i + 1 < 20 else x[0]
        y[i] = left + 2 * x[i] + right
    return y


def larger_and_smaller(x: Any) -> Any:
    s = 0.0
    for i in range(18):
        for j in range(18):
            s = s + x[max(i, j)] * x[min(i, j)]
    return s


def delayed(x: Any) -> Any:
    total = np.zeros(20)
    for i in range(20):
        for w in range(5):
            if i - w >= 0:
                product = x[i - w] * x[w]
                total[i] += product
    return total


@pytest.mark.parametrize("fn", [first_is_special, made_by_the_first, borders, larger_and_smaller, delayed])
def test_comparisons_of_numbers_of_iterations(fn: Callable[..., Any]) -> None:
    for x in (RNG.normal(size=20), -np.arange(1.0, 21.0)):
        e = es.trace(fn, x=x)
        assert len(str(e)) < 2000, "the loop is written out"
        np.testing.assert_allclose(es.compile(e, target="numpy")(x=x), fn(x.copy()))


def test_branches_of_a_first_iteration_that_is_another_step_are_refused() -> None:
    """The first iteration was taken as if its condition held."""

    def signs(x: Any) -> Any:
        y: Any = 5
        for i in range(20):
            y = x * 2.0 + y if x[i] > 0 else x * 3.0 - y
        return y

    with pytest.raises(es.EspressoError, match="truth of a traced value"):
        es.trace(signs, x=RNG.normal(size=20))


# --- numbers that only some ways through an iteration change -------------------------------------------


def best_so_far(x: Any) -> Any:
    best, at, rises = x[0], 0, 0
    for i in range(1, 20):
        if x[i] > best:
            best, at = x[i], i
        if x[i] > x[i - 1]:
            rises += 1
    return best, at, rises


def hysteresis(x: Any) -> Any:
    on, changes, last = False, 0, -1
    for i in range(20):
        if x[i] > 0.5 and not on:
            on, last = True, i
            changes += 1
        elif x[i] < -0.5:
            on = False
    return on, changes, last


def bisection(x: Any) -> Any:
    a, b = 0.0, 40.0
    for _ in range(40):
        m = 0.5 * (a + b)
        if m * m < x.max():
            a = m
        else:
            b = m
    return a, b


def edit_distance(x: Any) -> Any:
    D = np.zeros((20, 20), dtype=int)
    D[:, 0] = D[0] = np.arange(20)
    for i in range(1, 20):
        for j in range(1, 20):
            cost = 0 if x[i] == x[19 - j] else 1
            D[i, j] = min(D[i - 1, j] + 1, D[i, j - 1] + 1, D[i - 1, j - 1] + cost)
    return D


def sorted_by_exchange(x: Any) -> Any:
    x, exchanges = x[:9].copy(), 0
    for i in range(9):
        for j in range(8 - i):
            if x[j] > x[j + 1]:
                x[j], x[j + 1] = x[j + 1], x[j]
                exchanges += 1
    return x, exchanges


def parted(x: Any) -> Any:
    low, high, n, m = np.zeros(20), np.zeros(20), 0, 0
    for v in x:
        if v < 0:
            low[n] = v
            n += 1
        else:
            high[m] = v
            m += 1
    return low, high, n, m


def summed(x: Any, s: Any, r: Any) -> Any:
    for v in x:
        if v > 0:
            s = s + v
        else:
            r *= 0.5
    return s, r


def numbers_of_the_caller(x: Any) -> Any:
    first, other, r = x[0], 2.0, x[:3].copy()
    a, _ = summed(x, first, r)
    b, _ = summed(x[::-1], a, x[1])
    c, d = summed(x, other, first)
    return first, other, r, a, b, c, d


def one_number_in_two_variables(x: Any) -> Any:
    a = b = c = x[0]
    for v in x:
        if v > 0:
            b = b + 1
        else:
            c = b
    return a, b, c


@pytest.mark.parametrize("target", ["numpy", "cpu"])
@pytest.mark.parametrize("fn", [
    best_so_far, hysteresis, bisection, edit_distance, sorted_by_exchange, parted, numbers_of_the_caller,
    one_number_in_two_variables])  # fmt: skip
def test_numbers_that_some_ways_change(fn: Callable[..., Any], target: Any) -> None:
    compiled = None
    for x in (RNG.normal(size=20), -np.arange(1.0, 21.0), np.round(RNG.normal(size=20))):
        given = es.trace(fn, x=x)
        compiled = compiled or es.compile(list(given) if isinstance(given, tuple) else given, target=target)
        found, wanted = compiled(x=x), fn(x.copy())
        pairs = zip(found, wanted, strict=True) if isinstance(wanted, tuple) else [(found, wanted)]
        for got, want in pairs:
            np.testing.assert_allclose(got, want)


def test_whole_numbers_that_may_be_too_large_are_refused() -> None:
    def power(x: Any) -> Any:
        n = 1
        for v in x:
            if v > 0:
                n *= 3
        return n

    with pytest.raises(es.EspressoError, match="truth of a traced value"):
        es.trace(power, x=RNG.normal(size=64))
