"""Limits on formulas of strangers: long texts, large formulas, long work, and calls that need much memory."""

from __future__ import annotations

import threading
import time
from typing import Any

import numpy as np
import pytest

import espresso as es
from espresso.system import limits


def chain(n: int) -> str:
    return "y[i] = " + "*".join(f"(x[i] + {k})" for k in range(n))


def test_a_text_and_a_formula_that_are_too_large() -> None:
    assert es.parse("y[i] = 2*x[i]", limits={"characters": 20, "nodes": 20, "seconds": 60}) is es.parse("y[i] = 2*x[i]")
    with pytest.raises(es.LimitError, match="13 characters, more than the 12 of limits="):
        es.parse("y[i] = 2*x[i]", limits={"characters": 12})
    with pytest.raises(es.LimitError, match=r"nodes large, more than the 50 of limits="):
        es.parse(chain(40), limits={"nodes": 50})


def test_what_definitions_and_derivatives_make_counts() -> None:
    loss = es.parse("L = sum[i](log_softmax[i](A[i,j]*tanh(x[j]))*t[i])")
    second = es.hessian(loss, "x")
    es.compile(second, limits={"nodes": 10_000, "seconds": 600})
    with pytest.raises(es.LimitError, match="the formula has become"):
        es.compile(second, limits={"nodes": 60})


def test_work_that_takes_long() -> None:
    loss = es.parse(chain(40).replace("y[i]", "y").replace("= ", "= sum[i](", 1) + ")")
    begun = time.monotonic()
    with pytest.raises(es.LimitError, match="longer than the 0.001 s of limits="):
        es.compile(loss, limits={"seconds": 0.001})
    assert time.monotonic() - begun < 60


def test_the_first_call_is_work_too() -> None:
    f = es.compile("y[i,k] = tanh(A[i,j]*B[j,k])", target="cpu")
    f.options["limits"] = {"seconds": 1e-9}
    with pytest.raises(es.LimitError):
        f(np.ones((2, 3)), np.ones((3, 2)))
    f.options["limits"] = {"seconds": 600}
    np.testing.assert_allclose(f(np.ones((2, 3)), np.ones((3, 2))), np.tanh(3.0))


@pytest.mark.parametrize("target", ["cpu", "numpy"])
def test_calls_that_need_more_bytes(target: str) -> None:
    f = es.compile("y[i,j] = x[i]*x[j]", target=target, limits={"bytes": 10_000})
    assert f(np.ones(30)).shape == (30, 30)
    with pytest.raises(es.OutOfMemoryError, match=r"needs 12.5 KiB for results.*; limits= allows 9.8 KiB") as raised:
        f(np.ones(40))
    assert "y: float64 of shape (40, 40)" in str(raised.value)


def test_limits_hold_in_their_thread_alone() -> None:
    found: list[Any] = []
    with pytest.raises(es.LimitError), limits.limited({"seconds": 1e-9}):
        other = threading.Thread(target=lambda: found.append(es.compile(chain(20))))
        other.start()
        other.join()
        limits.look()
    assert found and limits.active == 0
    with limits.limited({"nodes": 1}), limits.limited({"nodes": 100}), pytest.raises(es.LimitError, match="than the 1 of"):
        limits.look(50)


@pytest.mark.parametrize(
    ("given", "match"),
    [
        ({"second": 1}, r"limits knows no 'second'. Did you mean 'seconds'\?"),
        ({"nodes": 0}, "limits: nodes = 0 is no positive number"),
        ({"bytes": True}, "limits: bytes = True is no positive number"),
        (5, "limits = 5 is no mapping of limits"),
    ],
)
def test_limits_that_are_none(given: Any, match: str) -> None:
    for ask in (lambda: es.parse("y = x", limits=given), lambda: es.compile("y = x", limits=given)):
        with pytest.raises(es.InputError, match=match):
            ask()
