"""Deep NumPy functions: tracing, deriving and compiling take time that grows with the depth, not with a power of it."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import espresso as es
from espresso.formulas.graph import expr as ex
from espresso.frontends.numpy.loops import rolling

RNG = np.random.default_rng(4)


def network(depth: int) -> Callable[..., Any]:
    def function(x: Any, W: Any) -> Any:
        h = x
        for k in range(depth):
            h = np.tanh(h @ W[k])
        return (h**2).sum()

    return function


def normalised(depth: int) -> Callable[..., Any]:
    """Residual layers with layer normalisation."""

    def function(x: Any, W: Any) -> Any:
        h = x
        for k in range(depth):
            m = h.mean(axis=1, keepdims=True)
            v = ((h - m) ** 2).mean(axis=1, keepdims=True)
            h = h + np.maximum((h - m) / np.sqrt(v + 1e-5) @ W[k], 0)
        return (h**2).sum()

    return function


def stencil(depth: int) -> Callable[..., Any]:
    def function(x: Any, W: Any) -> Any:
        h = x
        for k in range(depth):
            h = h + 0.1 * (np.roll(h, 1, axis=1) - 2 * h + np.roll(h, -1, axis=1)) - 0.01 * W[k, 0, 0] * h**3
        return (h**2).sum()

    return function


def attention(depth: int) -> Callable[..., Any]:
    def function(x: Any, W: Any) -> Any:
        h = x
        for k in range(depth):
            s = h @ W[k] @ h.T
            p = np.exp(s - s.max(axis=1, keepdims=True))
            h = h + p / p.sum(axis=1, keepdims=True) @ h
        return (h**2).sum()

    return function


@pytest.mark.parametrize("made", [network, normalised, stencil, attention])
def test_derivatives_are_as_long_as_the_function(made: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Written out, as lists of layers are."""
    monkeypatch.setattr(rolling, "is_dear", lambda *_: False)
    sizes = []
    for depth in (4, 8, 12):
        arrays = {"x": RNG.normal(size=(5, 3)), "W": 0.5 * RNG.normal(size=(depth, 3, 3))}
        e = es.trace(made(depth), **arrays)
        assert not ex.has(e, "recur")
        np.testing.assert_allclose(es.evaluate(e, arrays), made(depth)(**arrays), rtol=1e-9)
        g = es.grad(e, "W")
        sizes.append(len(ex.postorder(g)))
        if depth == 4:
            h, D = 1e-6, RNG.normal(size=arrays["W"].shape)
            ends = [made(depth)(arrays["x"], arrays["W"] + s * h * D) for s in (1, -1)]
            want = (ends[0] - ends[1]) / (2 * h)
            np.testing.assert_allclose((es.evaluate(g, arrays) * D).sum(), want, rtol=1e-5)
            value, slope = es.compile([e, g])(**arrays)
            np.testing.assert_allclose(value, made(depth)(**arrays), rtol=1e-9)
            np.testing.assert_allclose(slope, es.evaluate(g, arrays), rtol=1e-8, atol=1e-10)
    assert sizes[2] - sizes[1] < 1.5 * (sizes[1] - sizes[0]) + 20, sizes


def test_what_is_read_at_one_place_is_no_array() -> None:
    """Of an element alone nothing else is computed."""

    def function(x: Any, W: Any) -> Any:
        h = x
        for k in range(4):
            h = np.tanh(h @ W[k])
        return h[0, 0]

    assert re.search(r"W\[3,\w+,0\]", str(es.trace(function, x=(5, 3), W=(4, 3, 3))))


def test_texts_of_formulas_that_share_much_are_short(monkeypatch: pytest.MonkeyPatch) -> None:
    """Written out, 20 Newton steps are 3 to the power of 20 nodes: in no text, and no walk over one."""
    monkeypatch.setattr(rolling, "FEWEST", 100)
    monkeypatch.setattr(rolling, "is_dear", lambda *_: False)

    def function(a: Any, x: Any) -> Any:
        for _ in range(20):
            x = x - (x**3 - a) / (3 * x**2)
        return x

    a, x = RNG.uniform(1, 2, 7), RNG.uniform(1, 2, 7)
    e = es.trace(function, a=a, x=x)
    assert len(str(e)) < 10_000 and es.parse(str(e)) is e
    f = es.compile(e)
    np.testing.assert_allclose(f(a=a, x=x), a ** (1 / 3), rtol=1e-12)
    assert len(f.source) < 40_000 and "parts" in f.explain()


def test_softmax_of_softmax_is_recognised() -> None:
    """The exponential, of which the sum comes next, gets no array of its own."""

    def function(x: Any, W: Any) -> Any:
        h = x
        for k in range(3):
            z = h @ W[k]
            p = np.exp(z - z.max(axis=1, keepdims=True))
            h = p / p.sum(axis=1, keepdims=True)
        return (np.log(h) * x).sum()

    e = es.simplify(es.trace(function, x=(5, 3), W=(3, 3, 3)))
    assert str(e).count("softmax[") == 3 and "exp(" not in str(e) and "max[" not in str(e).replace("softmax[", "")
