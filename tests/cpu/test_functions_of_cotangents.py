"""Gradients of functions of a convolution: the cotangent is one array, and no array has all shifts of it.

``where(inside, sum[o](w[o,c,r]*f(pad(y)[n, o, i - r + 1])), 0)`` is a convolution of the array ``f(y)``, which is cut
where y ends, whatever f is at 0.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import espresso as es
from espresso.ir.calls import Contraction, EngineCall
from espresso.ir.loops import Kernel
from tests.oracles import in_turn

X, W = es.tensors("x[n,c,i,j] w[o,c,r,s]")
FUNCTIONS: dict[str, Callable[[Any], Any]] = {
    "relu": es.relu,
    "relu**2": lambda y: es.relu(y) ** 2,
    "relu6": lambda y: es.clip(y, 0, 6),
    "abs": abs,
    "silu**2": lambda y: es.silu(y) ** 2,
    "gelu**2": lambda y: es.gelu(y) ** 2,
    "tanh**2": lambda y: es.tanh(y) ** 2,
    "squared hinge": lambda y: es.relu(1 - y) ** 2,  # what is read outside would count as 1
    "exp": es.exp,
}
WINDOWS: dict[str, dict[str, Any]] = {
    "plain": {},
    "padding": {"padding": 1},
    "stride": {"padding": 1, "stride": 2},
    "dilation": {"padding": 2, "dilation": 2},
    "groups": {"padding": 1, "groups": 4},
    "grouped stride": {"padding": 1, "stride": 2, "groups": 4},
    "more padding than taps": {"padding": 3},
}


def given(groups: int = 1, dtype: str = "float64") -> dict[str, np.ndarray]:
    rng = np.random.default_rng(0)
    return {
        "x": rng.normal(size=(2, 8, 7, 9)).astype(dtype),
        "w": (rng.normal(size=(12, 8 // groups, 3, 3)) / 4).astype(dtype),
    }


def directions(f: Any) -> list[str]:
    return [s.parameters["direction"] for s in f.program.steps if isinstance(s, EngineCall)]


CASES = [(f, w) for f in FUNCTIONS for w in WINDOWS if f == "squared hinge" or w in ("padding", "grouped stride")]


@pytest.mark.parametrize(("function", "window"), CASES)
def test_gradients(function: str, window: str) -> None:
    """Values are those of the reference and of differences; the image has one gradient, from arrays of its size."""
    y = es.conv(X, W, **WINDOWS[window])
    loss = es.sum(FUNCTIONS[function](y))
    arrays = given(WINDOWS[window].get("groups", 1))
    f = es.compile([loss, *es.grad(loss, ["x", "w"])])
    f.check(**arrays)
    size = max(np.asarray(es.evaluate(y, arrays)).size, arrays["x"].size)
    assert max(f.memory.bytes.values()) <= 2 * 8 * size  # all shifts of the cotangent would be 9 times as many
    assert directions(f).count("data") == 1
    gradients = f(**arrays)[1:]
    for name, gradient in zip("xw", gradients, strict=True):
        step = 1e-7 * np.random.default_rng(1).normal(size=gradient.shape)
        ahead, behind = (f(**{**arrays, name: arrays[name] + k * step})[0] for k in (1, -1))
        np.testing.assert_allclose(np.sum(2 * gradient * step), ahead - behind, rtol=1e-4, atol=1e-9)


@pytest.mark.parametrize("window", ["padding", "stride", "groups"])
def test_steps(window: str) -> None:
    """One array is made between the two convolutions, and no product of matrices with all shifts of it."""
    f = es.compile(es.grad(es.sum(es.relu(1 - es.conv(X, W, **WINDOWS[window])) ** 2), "x"))
    f(**given(WINDOWS[window].get("groups", 1)))
    assert directions(f) == ["forward", "data"]
    assert not any(isinstance(s, Contraction) for s in f.program.steps)
    made = f.program.steps[1]
    assert isinstance(made, Kernel) and [len(s.axes) for s in made.statements] == [4]


def test_outside_nothing_counts() -> None:
    """All sums are 0, where the hinge is steepest: each tap counts the places where it is inside."""
    y = es.conv(X, W, padding=1)
    f = es.compile(es.grad(es.sum(es.relu(1 - y) ** 2), "x"))
    arrays = {"x": np.zeros((1, 1, 3, 4)), "w": np.ones((1, 1, 3, 3))}
    rows, columns = np.array([2, 3, 2]), np.array([2, 3, 3, 2])
    np.testing.assert_array_equal(f(**arrays)[0, 0], -2.0 * np.outer(rows, columns))


@pytest.mark.parametrize("value", [np.nan, np.inf, -np.inf])
def test_values_that_are_not_finite(value: float) -> None:
    """They spread to the places that read them, and to no others."""
    f = es.compile(es.grad(es.sum(es.relu(es.conv(X, W, padding=1)) ** 2), "x"))
    arrays = given()
    arrays["x"][1, 2, 0, 3] = value
    f.check(**arrays)


@pytest.mark.parametrize("dtype", ["float32", "float64", "float16"])
def test_masks_are_stored_as_numbers(dtype: str) -> None:
    """A mask alone is a cotangent in the dtype of the filter, which engines take."""
    f = es.compile(es.grad(es.sum(es.relu(es.conv(X, W, padding=1))), ["x", "w"]))
    f.check(**given(dtype=dtype), rtol={"float16": 2e-2, "float32": 1e-4}.get(dtype, 1e-9))
    assert directions(f) == ["forward", "data", "weights"]
    assert "bool" not in {b.dtype for b in f.program.buffers.values()}


def test_sums_of_one_axis() -> None:
    """``1 - y[i - r]`` is a sum of an index of the result and one that is summed, but no place of an array."""
    loss = es.parse("loss = sum[i](relu(1 - sum[r](pad(x)[i + r - 1]*w[r]))**2*(i < size(x, 0)))")
    f = es.compile([loss, *es.grad(loss, ["x", "w"])])
    rng = np.random.default_rng(0)
    f.check(x=rng.normal(size=40), w=rng.normal(size=3))


@in_turn("stride", [1, 2, 3], "function", ["square", "tanh**2", "squared hinge"])
def test_transposed_convolutions_whose_cotangent_is_computed(function: str, stride: int) -> None:
    """Issue 22: the sum over the taps became one over all positions, with an array of 48 GiB for a small image."""
    y = es.conv(X, es.tensor("w[c,o,r,s]"), stride, 1, transposed=True)
    loss = es.sum({**FUNCTIONS, "square": lambda v: v**2}[function](y))
    rng = np.random.default_rng(0)
    arrays = {"x": rng.normal(size=(2, 6, 8, 9)), "w": rng.normal(size=(6, 5, 4, 4)) / 4}
    f = es.compile([loss, *es.grad(loss, ["x", "w"])])
    f.check(**arrays)
    shape = np.asarray(es.evaluate(y, arrays)).shape
    assert max(f.memory.bytes.values()) <= 16 * 8 * np.prod(shape), f.memory  # one shift for each tap at most
    for name, gradient in zip("xw", f(**arrays)[1:], strict=True):
        step = 1e-7 * rng.normal(size=gradient.shape)
        ahead, behind = (f(**{**arrays, name: arrays[name] + k * step})[0] for k in (1, -1))
        np.testing.assert_allclose(np.sum(2 * gradient * step), ahead - behind, rtol=1e-4, atol=1e-8)
