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
