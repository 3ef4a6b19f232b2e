"""Loops around short steps: rows without axes in registers, rows of whole arrays, rows too long for registers."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest

import espresso as es
from espresso.ir.driver import Launch
from espresso.machine.program import Facts, ModuleWriter

LENGTHS = (0, 1, 2, 3, 7, 64, 101)
SCALAR = "h[0] = h0; h[t] = a[t-1]*h[t-1] + b[t-1]"


def draw(*shape: int, dtype: Any = np.float64) -> np.ndarray:
    return (np.random.default_rng(sum(shape)).normal(size=shape) * 0.7).astype(dtype)


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("backward", [False, True])
def test_linear_recurrences_of_numbers(dtype: Any, backward: bool) -> None:
    text = SCALAR if not backward else "h[size(b,0)] = h0; h[t] = a[t]*h[t+1] + b[t]"
    f = es.compile(text, target="cpu")
    for n in LENGTHS:
        a, b, h0 = draw(n, dtype=dtype), draw(n, dtype=dtype) + dtype(1), dtype(0.3)
        h = [h0]
        for k in reversed(range(n)) if backward else range(n):
            h.append(a[k] * h[-1] + b[k])
        got = f(h0=h0, a=a, b=b)
        assert got.dtype == dtype
        np.testing.assert_allclose(got, h[::-1] if backward else h, rtol=1e-4 if dtype == np.float32 else 1e-12)


@pytest.mark.parametrize("dtype", [np.int64, np.int32, np.uint64])
def test_linear_recurrences_of_integers_wrap(dtype: Any) -> None:
    f = es.compile(SCALAR, target="cpu")
    for n in LENGTHS:
        rng = np.random.default_rng(n)
        a, b, h0 = (rng.integers(1, 100, size=s).astype(dtype) for s in (n, n, ()))
        h = [h0]
        with np.errstate(over="ignore"):
            for k in range(n):
                h.append(a[k] * h[-1] + b[k])
        np.testing.assert_array_equal(f(h0=h0, a=a, b=b), np.array(h, dtype))


@pytest.mark.parametrize("name", ["min", "max"])
def test_extremes_in_the_steps_keep_nan_and_infinities(name: str) -> None:
    f = es.compile(f"h[0] = h0; h[t] = {name}(h[t-1] + 1, b[t-1])", target="cpu")
    np_function = np.minimum if name == "min" else np.maximum
    for b in (draw(9), np.array([np.inf, 1, -np.inf, 2]), np.array([1, np.nan, 2])):
        h = [0.5]
        for x in b:
            h.append(np_function(h[-1] + 1, x))
        np.testing.assert_array_equal(f(h0=0.5, b=b), h)


@pytest.mark.parametrize("text", [SCALAR, "h[0] = h0; h[1] = h0; h[t] = a[t-1]*h[t-1] - 0.5*h[t-2] + b[t-1]"])
def test_gradients_of_recurrences_of_numbers(text: str) -> None:
    e = es.parse(f"{text}; L = sum[t](h[t]**2)")
    for n in (2, 3, 8):
        arrays = {"h0": np.array(0.4), "a": draw(n), "b": draw(n) + 1}
        es.check_grads(e, order=1, **arrays)
        g = es.grad(e, "b")
        np.testing.assert_allclose(es.compile(g)(**arrays), es.evaluate(g, arrays), rtol=1e-10, atol=1e-12)


@pytest.mark.parametrize("states", [1, 3, 63, 64, 65, 128, 129])
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_state_spaces_of_any_width(states: int, dtype: Any) -> None:
    text = "h[0,i] = h0[i]; h[t,i] = a[i]*h[t-1,i] + b[i]*u[t-1]; y[t] = sum[i](c[i]*h[t,i])"
    f = es.compile(text, target="cpu")
    a, b, c, h0 = (draw(states, dtype=dtype) for _ in range(4))
    for n in (0, 1, 5):
        u = draw(n, dtype=dtype)
        h, y = h0, [c @ h0]
        for x in u:
            h = a * h + b * x
            y.append(c @ h)
        np.testing.assert_allclose(f(a=a, b=b, c=c, h0=h0, u=u), y, rtol=2e-4 if dtype == np.float32 else 1e-10)


def loops(monkeypatch: pytest.MonkeyPatch, text: str, **arrays: Any) -> list[ModuleWriter]:
    """The programs of the steps of a recurrence that is compiled."""
    found: list[ModuleWriter] = []
    begin = ModuleWriter.__init__

    def noted(self: ModuleWriter, source: str, steps: Any, facts: Facts) -> None:
        begin(self, source, steps, facts)
        if facts.moved:
            found.append(self)

    monkeypatch.setattr(ModuleWriter, "__init__", noted)
    es.compile(text, target="cpu")(**arrays)
    return found


def test_a_number_stays_in_a_register(monkeypatch: pytest.MonkeyPatch, tmp_path: Any) -> None:
    """The loop reads no row of the step before: only the first one, before it."""
    from espresso.llvm.machine import optimised

    monkeypatch.setenv("ESPRESSO_CACHE_DIR", str(tmp_path))
    texts = ["h[0] = 0; h[t] = 0.5*h[t-1] + b[t-1]", "h[0] = 0; h[t] = min(h[t-1] + 1, b[t-1])"]
    for text in texts:
        (made,) = loops(monkeypatch, text, b=draw(9) + 0.123)
        assert made.inlined and all(isinstance(s, Launch) for s in made.steps)
        body = str(optimised(str(made.module))[0].get_function("repeat"))
        assert "call void @kernel" not in body
        loop = body[body.rindex("phi double") :]
        assert len(re.findall(r"load double", loop)) == 1, loop
