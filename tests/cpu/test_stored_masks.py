"""Masks of rectifiers read what these stored, and the sums before them are no arrays (s21, sE8)."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import espresso as es
from espresso import networks as nn
from espresso.ir.calls import Contraction, EngineCall
from espresso.ir.loops import Kernel, reads_of
from tests.oracles import in_turn

X, W, B, U = es.tensors("x[n,c,h,v] w[o,c,r,s] b[o] u[o,c,r,s]")
SUM = es.conv(X, W, 1, 1)


def given(f: Any, dtype: str = "float64") -> dict[str, np.ndarray]:
    random = np.random.default_rng(0)
    shapes = {"x": (2, 8, 9, 10), "w": (9, 8, 3, 3), "b": (9,), "u": (8, 9, 3, 3), "G": (2, 9, 9, 10), "k": (9,)}
    return {n: random.normal(size=shapes[n]).astype(dtype) for n in f.inputs}


def epilogues(f: Any) -> list[Any]:
    """What follows each forward convolution."""
    calls = [s for s in f.program.steps if isinstance(s, EngineCall)]
    return [s.parameters["epilogue"] for s in calls if s.parameters["direction"] == "forward"]


@in_turn("bias", [False, True], "pooled", [False, True])
def test_training_steps_keep_no_sums(pooled: bool, bias: bool) -> None:
    y = es.relu(SUM + B if bias else SUM)
    y = es.conv(es.max_pool(y, 2) if pooled else y, U, 1, 1)
    loss = es.sum(y * y)
    f = es.compile([loss, *es.grad(loss, ["x", "w", *(["b"] if bias else []), "u"])])
    f.check(**given(f))
    assert epilogues(f) == ["relu", None]
    f.check(**given(f, "float32"), rtol=1e-3)


@pytest.mark.parametrize("value", [np.nan, np.inf, -np.inf])
def test_what_is_not_finite(value: float) -> None:
    """Neither a NaN nor what it became is above 0."""
    y = es.relu(SUM + B)
    f = es.compile([y, *es.vjp(y, ["x", "w", "b"], "G")])
    arrays = given(f)
    arrays["b"][2] = value
    f.check(**arrays)
    assert epilogues(f) == ["relu"]


def test_a_product_of_matrices() -> None:
    """The sum is not read after the forward pass."""
    x, w, b, v = es.tensors("x[n,i] w[o,i] b[o] v[k,o]")
    loss = es.sum(es.tanh(nn.linear(es.relu(nn.linear(x, w, b)), v)))
    f = es.compile([loss, *es.grad(loss, ["x", "w", "b", "v"])])
    random = np.random.default_rng(1)
    shapes = {"x": (30, 20), "w": (40, 20), "b": (40,), "v": (10, 40)}
    f.check(**{n: random.normal(size=s) for n, s in shapes.items()})
    sums = {s.name for s in f.program.steps if isinstance(s, Contraction) and {s.left, s.right} == {"x", "w"}}
    kernels = [s for s in f.program.steps if isinstance(s, Kernel)]
    readers = [k for k in kernels for s in k.statements if reads_of(s) & sums]
    assert len(sums) == 1 and len(readers) == 1


@pytest.mark.parametrize(("text", "found"), [
    ("y[n,o,p,q] = G[n,o,p,q]*(t[n,o,p,q] + b[o] > 0)", "relu"),
    ("y[n,o,p,q] = G[n,o,p,q]*(0 < t[n,o,p,q] + b[o])", "relu"),
    ("y[n,o] = max[p,q](relu(b[o] + t[n,o,p,q]) - k[o])", "relu"),
    ("y[n,o,p,q] = G[n,o,p,q]*relu(t[n, o, 8 - p, 9 - q] + b[o])", "relu"),
    ("y[n,o,p,q] = G[n,o,p,q]*(t[n,o,p,q] + b[o] >= 0)", None),  # 0 is stored for what is below
    ("y[n,o,p,q] = G[n,o,p,q]*(t[n,o,p,q] + k[o] > 0)", None),
    ("y[n,o,p,q] = G[n,o,p,q]*(t[n,o,p,q] > 0)", None),
    ("y[n,o,p,q] = G[n,o,p,q]*(t[n,o,p,q] + b[o] > 1)", None),
    ("y[n,o,p,q] = G[n,o,p,q]*(pad(t)[n, o, p + 1, q + 1] + b[o] > 0)", None),
    ("y[n,o,p,q] = G[n,o,p,q]*tanh(t[n,o,p,q] + b[o])", None),
])  # fmt: skip
def test_which_values_are_read_from_it(text: str, found: Any) -> None:
    """Other values that read the sum need it: then nothing is changed."""
    t = "t[n,o,p,q] = sum[c,r,s](pad(x)[n, c, p + r - 1, q + s - 1]*w[o,c,r,s])*(p < size(x, 2))*(q < size(x, 3))\n"
    f = es.compile({"z": t + "z[n,o,p,q] = relu(t[n,o,p,q] + b[o])", "y": t + text})
    f.check(**given(f))
    assert epilogues(f) == [found]
