"""``es.scan`` and ``es.iterate`` inside functions that ``es.trace`` follows, and NumPy functions inside their steps."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import pytest

import espresso as es

Array = np.ndarray
RNG = np.random.default_rng(3)


def A(*shape: int) -> Array:
    return RNG.normal(size=shape)


def loop_scan(step: Callable[..., Any], init: Any, xs: Any = None, *, length: int | None = None) -> tuple[Any, Any]:
    """What `es.scan` means for arrays: a loop of Python."""
    several = isinstance(xs, tuple)
    count = length if xs is None else len(xs[0] if several else xs)
    values = []
    for t in range(count):
        init, value = step(init, None if xs is None else tuple(x[t] for x in xs) if several else xs[t])
        values.append(value)
    return init, np.array(values)


def loop_iterate(step: Callable[[Any], Any], init: Any, n: int) -> Any:
    for _ in range(n):
        init = step(init)
    return init


class Loop(NamedTuple):
    """The two functions, of espresso or as loops of Python."""

    scan: Callable[..., Any]
    iterate: Callable[..., Any]


TRACED, PLAIN = Loop(es.scan, es.iterate), Loop(loop_scan, loop_iterate)


def rnn(m: Loop, h0: Array, W: Array, U: Array, x: Array) -> Any:
    def step(h: Any, row: Any) -> Any:
        h = np.tanh(W @ h + U @ row)
        return h, h * 2

    last, hs = m.scan(step, h0, x)
    return (hs**2).sum() + last[0]


def lstm(m: Loop, W: Array, U: Array, b: Array, x: Array) -> Any:
    n = U.shape[1] // 4

    def gate(z: Any) -> Any:
        return 1 / (1 + np.exp(-z))

    def step(state: Any, row: Any) -> Any:
        c, h = state
        z = row @ U + h @ W + b
        c = gate(z[:, :n]) * c + gate(z[:, n : 2 * n]) * np.tanh(z[:, 2 * n : 3 * n])
        h = gate(z[:, 3 * n :]) * np.tanh(c)
        return (c, h), h.sum(axis=0)

    zero = np.zeros((x.shape[1], n))
    (c, _), hs = m.scan(step, (zero, zero), x)
    return (c**2).sum() + hs.sum()


def heat(m: Loop, u0: Array, k: Array) -> Any:
    def step(u: Any) -> Any:
        wide = np.pad(u, 1)
        inner = u + k * (wide[:-2, 1:-1] + wide[2:, 1:-1] + wide[1:-1, :-2] + wide[1:-1, 2:] - 4 * u)
        new = np.zeros_like(u)
        new[1:-1, 1:-1] = inner[1:-1, 1:-1]
        return new

    return m.iterate(step, u0, 4)


def softmax_of_states(m: Loop, W: Array, x: Array) -> Any:
    def step(p: Any, row: Any) -> Any:
        e = np.exp(W @ p + row - np.max(W @ p + row))
        return e / e.sum(), p

    last, before = m.scan(step, x[0] * 0 + 0.25, np.cumsum(x, axis=0))
    return before * last


def newton(m: Loop, c: Array, w: Array) -> Any:
    return m.iterate(lambda s: (s + (c + w.sum()) / s) / 2, 1.0, 5)


def counted(m: Loop, x: Array) -> Any:
    def step(state: Any, v: Any) -> Any:
        n, mean = state
        mean = mean + (v - mean) / (n + 1)
        return (n + 1, mean), mean

    return m.scan(step, (np.zeros((), int), np.zeros(x.shape[1])), x)[1]


def two_scans(m: Loop, x: Array, a: Array) -> Any:
    first, sums = m.scan(lambda s, v: (s + v, s + v), np.zeros(x.shape[1]), x)
    last, _ = m.scan(lambda s, v: (s * 0.5 + np.sin(v * a), None), first, sums)
    return last


def pairs(m: Loop, x: Array, y: Array) -> Any:
    return m.scan(lambda s, row: (s + row[0] * row[1][0], s), 0.0, (x, y))[1]


CASES: dict[str, tuple[Callable[..., Any], dict[str, Array]]] = {
    "rnn": (rnn, {"h0": A(4), "W": A(4, 4), "U": A(4, 3), "x": A(6, 3)}),
    "rnn of one step": (rnn, {"h0": A(4), "W": A(4, 4), "U": A(4, 3), "x": A(1, 3)}),
    "rnn of one unit": (rnn, {"h0": A(1), "W": A(1, 1), "U": A(1, 3), "x": A(5, 3)}),
    "lstm": (lstm, {"W": A(2, 8), "U": A(3, 8), "b": A(8), "x": A(5, 2, 3)}),
    "heat": (heat, {"u0": A(5, 6), "k": np.asarray(0.1)}),
    "softmax": (softmax_of_states, {"W": A(4, 4), "x": A(5, 4)}),
    "newton": (newton, {"c": np.asarray(2.0), "w": abs(A(3))}),
    "integers become floats": (counted, {"x": A(6, 2)}),
    "two scans": (two_scans, {"x": A(5, 3), "a": np.asarray(0.7)}),
    "pairs": (pairs, {"x": A(5), "y": A(5, 1)}),
}


@functools.cache
def traced(case: str) -> es.Expr:
    function, arrays = CASES[case]
    return es.trace(functools.partial(function, TRACED), **arrays)


@pytest.mark.parametrize("case", CASES)
def test_values_are_those_of_the_loop(case: str) -> None:
    function, arrays = CASES[case]
    e = traced(case)
    want = function(PLAIN, **arrays)
    given = {n: arrays[n] for n in e.inputs}
    for got in (es.evaluate(e, given), es.compile(e)(**given), es.compile(e, target="numpy")(**given)):
        np.testing.assert_allclose(got, want, rtol=1e-10, atol=1e-12)
    assert es.parse(str(e)) is e


def test_lengths_are_free_where_arrays_tell_them() -> None:
    function, arrays = CASES["rnn"]
    e = traced("rnn")
    assert "index" not in str(e)
    longer = arrays | {"x": A(9, 3)}
    np.testing.assert_allclose(es.compile(e)(**longer), function(PLAIN, **longer))
    wider = {"h0": A(3), "W": A(3, 3), "U": A(3, 2), "x": A(7, 2)}
    np.testing.assert_allclose(es.compile(e)(**wider), function(PLAIN, **wider))


@pytest.mark.parametrize("case, w", [("rnn", "W"), ("rnn", "h0"), pytest.param("lstm", "W", marks=pytest.mark.slow), ("lstm", "x"), ("heat", "u0"),
                                     ("softmax", "W"), ("newton", "w"), ("two scans", "x")])  # fmt: skip
def test_gradients_agree_with_differences(case: str, w: str) -> None:
    function, arrays = CASES[case]
    e = traced(case)
    if e.axes:
        e = es.sum(es.sin(e), ",".join(e.axes))
    g = es.grad(e, w)
    given = {n: arrays[n] for n in g.inputs}
    got, slopes = es.compile(g)(**given), []
    for at in np.ndindex(arrays[w].shape):
        ends = []
        for step in (1e-6, -1e-6):
            moved = arrays[w].copy()
            moved[at] += step
            value = function(PLAIN, **arrays | {w: moved})
            ends.append(np.sin(value).sum() if np.ndim(value) else float(value))
        slopes.append((ends[0] - ends[1]) / 2e-6)
    np.testing.assert_allclose(np.ravel(got), slopes, rtol=1e-5, atol=1e-7)


def test_functions_of_numpy_in_a_step_over_expressions() -> None:
    cell = es.trace(lambda W, h, x: np.tanh(W @ h + np.roll(x, 1)), W=(3, 3), h=(3,), x=(3,))

    def step(h: es.Expr, row: es.Expr) -> Any:
        h = cell.subs({"h": h, "x": row})
        return h, np.exp(h)

    _, values = es.scan(step, es.tensor("h0[i]"), es.tensor("x[t,i]"))
    W, h, x = A(3, 3), A(3), A(4, 3)
    got = es.compile(values)(W=W, h0=h, x=x)
    want = loop_scan(lambda h, row: [np.tanh(W @ h + np.roll(row, 1))] * 2, h, x)[1]
    np.testing.assert_allclose(got, np.exp(want))


@pytest.mark.parametrize("function, message", [
    (lambda x: es.scan(lambda s, v: (s + x[0], None), 0.0, x)[0], r"the step gives a state of shape \(3,\)"),
    (lambda x: es.scan(lambda s, v: (s, s), x[0], (x, x[1:]))[0], "xs of a scan have 4, 3 rows"),
    (lambda x: es.scan(lambda s, v: (s + es.scalar("a"), s), x[0], x)[0], "expressions and traced arrays do not mix"),
])  # fmt: skip
def test_refused(function: Callable[[Any], Any], message: str) -> None:
    with pytest.raises(es.EspressoError, match=message):
        es.trace(function, x=(4, 3))


@pytest.mark.parametrize("text", [
    "np.sort(x)[:3]", "np.sort(x)[::-1][:3].sum()", "np.sort(X, axis=0)[:2, 1:]", "(np.sort(X, axis=1) + X)[:, :2]", "np.argsort(X, axis=0)[:-1, :1]",
    "x[np.argsort(x)[:3]]", "np.cumsum(x[::-1])[::-1][:3]", "np.partition(x, 2)[:2]", "np.stack([np.sort(x), x])[:, :3]",
])  # fmt: skip
def test_the_first_elements_of_what_is_sorted(text: str) -> None:
    """All elements are sorted, not as many as are read."""
    rng = np.random.default_rng(0)
    given = {"x": rng.normal(size=7), "X": rng.normal(size=(5, 4))}
    want = eval(text, {"np": np, **given})
    e = es.trace(eval(f"lambda x, X: {text}", {"np": np}), **given)
    inputs = {n: given[n] for n in e.inputs}
    for found in (es.evaluate(e, inputs), es.compile(e, target="numpy")(**inputs), es.compile(e)(**inputs)):
        assert found.shape == want.shape
        np.testing.assert_allclose(found, want)
