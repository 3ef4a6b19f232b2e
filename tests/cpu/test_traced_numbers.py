"""Python numbers that the iterations of a traced loop change: states of its recurrence, or positions that move along."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import espresso as es
from espresso.formulas.graph import expr as ex

RNG = np.random.default_rng(17)


def annealing(x: Any, u: Any) -> Any:
    T = 1.0
    for t in range(40):
        c = x + u[t]
        x = np.where(u[t] < np.exp(-(c**2 - x**2) / T), c, x)
        T = T * 0.95
    return x


def decay(w: Any, X: Any) -> Any:
    rate = 0.1
    for _ in range(50):
        w = w - rate * (X.T @ (X @ w))
        rate *= 0.99
    return w


def euler(y: Any) -> Any:
    t, dt = 0.0, 0.01
    for _ in range(100):
        y = y + dt * np.sin(t) * y
        t += dt
    return y * t


def fibonacci(x: Any) -> Any:
    a, b = 0, 1
    s = x * 0
    for _ in range(30):
        s = s * 0.5 + np.sin(x + b)
        a, b = b, a + b
    return s


def congruential(x: Any) -> Any:
    seed, s = 12345, 0.0
    for _ in range(40):
        seed = (1103515245 * seed + 12345) % 2147483648
        s += np.sin(x + seed / 2147483648)
    return s


def halved(x: Any) -> Any:
    rate, k = 0.1, 0
    for _ in range(40):
        x = x - rate * np.sin(x)
        k += 1  # noqa: SIM113 - as people write it
        if k % 10 == 0:
            rate *= 0.5
    return x


def adam(w: Any, X: Any) -> Any:
    m, v, one, two = np.zeros(4), np.zeros(4), 1.0, 1.0
    for _ in range(30):
        g = X.T @ (X @ w - 1)
        m = 0.9 * m + 0.1 * g
        v = 0.999 * v + 0.001 * g**2
        one *= 0.9
        two *= 0.999
        w = w - 0.05 * (m / (1 - one)) / (np.sqrt(v / (1 - two)) + 1e-8)
    return w


def last_of_a_new_axis(p: Any, v: Any) -> Any:
    for _ in range(30):
        d = p[None] - p[:, None]
        a = (d**2).sum(-1).sum(1)[:, None]
        v = v + 0.01 * a
        p = p + 0.01 * v
    return p


def unpacked(h: Any, W: Any) -> Any:
    x, y = h[0], h[1]
    for _ in range(30):
        x, y = np.tanh(W[:2, :2] @ np.array([x, y]))
    return x * y


W = RNG.normal(size=(6, 4)) * 0.5
RECURRENCES: list[tuple[Callable[..., Any], dict[str, Any]]] = [
    (annealing, {"x": np.array(0.3), "u": RNG.random(40)}),
    (decay, {"w": np.ones(4), "X": W}),
    (euler, {"y": np.array(0.7)}),
    (fibonacci, {"x": np.array(0.4)}),
    (congruential, {"x": np.array(0.4)}),
    (halved, {"x": RNG.random(5)}),
    (adam, {"w": np.ones(4), "X": W}),
    (last_of_a_new_axis, {"p": W[:, :3], "v": W[:, 1:]}),
    (unpacked, {"h": np.array([0.2, 0.4]), "W": W}),
]


@pytest.mark.parametrize(("function", "inputs"), RECURRENCES, ids=[f.__name__ for f, _ in RECURRENCES])
def test_numbers_and_names_that_each_step_changes(function: Callable[..., Any], inputs: dict[str, Any]) -> None:
    e = es.trace(function, **{n: v.shape for n, v in inputs.items()})
    assert ex.has(e, "recur") and len(str(e)) < 800, "written out"
    np.testing.assert_allclose(es.compile(e)(**inputs), function(**inputs), rtol=1e-11, atol=1e-12)
    es.check_grads(es.sum(e) if e.axes else e, inputs)


def written(x: Any) -> Any:
    y, k = np.zeros(15), 0
    for t in range(0, 30, 2):
        y[k] = np.sin(x[t]) + x[t + 1]
        k += 1
    return y * k


def backwards(x: Any) -> Any:
    total, k = 0.0, 30
    for _ in range(30):
        k -= 1
        total += np.sin(x[k]) * k
    return total


def rectangle(x: Any) -> Any:
    total, k = 0.0, 0
    for i in range(5):
        for _ in range(6):
            total += np.sin(x[k]) * i
            k += 1
    return total


@pytest.mark.parametrize("function", [written, backwards, rectangle])
def test_whole_numbers_that_count_are_positions(function: Callable[..., Any]) -> None:
    x = RNG.normal(size=30)
    e = es.trace(function, x=(30,))
    if function is not rectangle:
        assert not ex.has(e, "recur") and len(str(e)) < 150, "positions along an axis, not those that a state holds"
    np.testing.assert_allclose(es.compile(e)(x=x), function(x), rtol=1e-12)


def triangle(x: Any) -> Any:
    total, k = 0.0, 0
    for i in range(20):
        for _ in range(i):
            total += np.sin(x[k]) * i
            k += 1
    return total


def first_only(x: Any) -> Any:
    total, k = 0.0, 0
    for t in range(20):
        total = total * 0.5 + x[t + k]
        k = 1
    return total


def stops(x: Any) -> Any:
    total, k = 0.0, 0
    for t in range(20):
        total = np.tanh(total + x[t] * k)
        k = min(k + 1, 5)
    return total


def large(x: Any) -> Any:
    a, b = 0, 1
    for _ in range(100):
        x = x * 0.5 + np.sin(x * b)
        a, b = b, a + b
    return x


@pytest.mark.parametrize(("function", "n"), [(triangle, 190), (first_only, 21), (stops, 20), (large, 3)])
def test_numbers_that_are_no_states_keep_what_python_makes_of_them(function: Callable[..., Any], n: int) -> None:
    """A number that only some iterations change, or one that formulas have no whole number for."""
    x = RNG.normal(size=n)
    np.testing.assert_allclose(es.compile(es.trace(function, x=(n,)))(x=x), function(x), rtol=1e-11)


def test_numpy_imported_inside() -> None:
    def function(x: Any) -> Any:
        import numpy as np
        import numpy.linalg as linear
        from numpy import zeros

        y, z = np.zeros(30), zeros(30)
        for t in range(30):
            y[t] = np.sin(x[t])
            z[t] = y[t] * x[t]
        return linear.norm(y) + z.sum()

    x = RNG.normal(size=30)
    np.testing.assert_allclose(es.compile(es.trace(function, x=(30,)))(x=x), function(x), rtol=1e-12)
