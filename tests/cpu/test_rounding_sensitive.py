"""Sums that decide masks and maxima are not left to Winograd, which round more (sC6)."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import espresso as es
from espresso import networks as nn
from espresso.ir.calls import EngineCall

X, W, B = es.tensors("x[n,c,h,v] w[o,c,r,s] b[o]")
SUM = es.conv(X, W, 1, 1)
SHAPES = {"x": (6, 48, 56, 56), "w": (48, 48, 3, 3), "b": (48,), "t": (48,), "g": (48,)}


def engines(loss: Any, dtype: str = "float32", **options: Any) -> dict[str, str]:
    """The engine of each direction, in a step with the loss and both gradients."""
    f = es.compile([loss, *es.grad(loss, ["x", "w"])], **options)
    random = np.random.default_rng(0)
    f(**{n: random.normal(size=SHAPES[n]).astype(dtype) for n in f.inputs})
    return {s.parameters["direction"]: s.engine for s in f.program.steps if isinstance(s, EngineCall)}


def squared(y: Any) -> Any:
    return es.sum(es.tanh(y))


@pytest.mark.parametrize(("y", "forward"), [
    (es.relu(SUM + B), "direct"), (es.max_pool(SUM, 2), "direct"), (es.max_pool(es.relu(SUM), 2), "direct"),
    (es.relu(nn.batch_norm(SUM, *es.tensors("g[c] t[c]"))), "direct"), (es.clip(SUM, 0, 6), "direct"),
    (abs(SUM), "direct"), (es.tanh(SUM + B), "winograd"), (es.silu(SUM), "winograd"),
], ids=["relu", "maxima", "both", "normalised", "clip", "abs", "tanh", "silu"])  # fmt: skip
def test_training_steps(y: Any, forward: str) -> None:
    assert engines(squared(y)) == {"forward": forward, "data": "winograd", "weights": "winograd"}


def test_where_nothing_is_decided() -> None:
    """The result alone, digits to spare, and an engine that the user named."""
    f = es.compile(es.max_pool(es.relu(SUM + B), 2))
    f(**{n: np.ones(SHAPES[n], "f") for n in f.inputs})
    assert [s.engine for s in f.program.steps if isinstance(s, EngineCall)] == ["winograd"]
    assert "its rounding would decide" not in f.report()
    loss = squared(es.relu(SUM + B))
    assert engines(loss, engines=["winograd", "openblas", "numba-loops"])["forward"] == "winograd"
    double = es.compile([loss, *es.grad(loss, ["x", "w"])])
    double(**{n: np.ones(SHAPES[n]) for n in double.inputs})
    assert "its rounding would decide" not in double.report()


def test_few_numbers() -> None:
    """Rounding seldom decides one of them."""
    f = es.compile(es.grad(squared(es.relu(SUM)), "w"))
    f(x=np.ones((3, 48, 56, 56), "f"), w=np.ones(SHAPES["w"], "f"))
    assert {s.engine for s in f.program.steps if isinstance(s, EngineCall)} == {"winograd"}


def test_the_report_says_why() -> None:
    loss = squared(es.relu(SUM + B))
    f = es.compile([loss, es.grad(loss, "w")])
    f(**{n: np.ones(SHAPES[n], "f") for n in f.inputs})
    assert "refused by winograd: its rounding would decide masks or maxima that a gradient asks for" in f.report()
