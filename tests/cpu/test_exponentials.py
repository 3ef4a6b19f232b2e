"""Exponentials of `log_softmax` are those of its sum, divided (W5, W12): one exponential for each element."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import espresso as es
from espresso.api.reports.explain import counts

ENTROPY = """\
logp[i,k] = log_softmax[k](z[i,k])
loss = -sum[i](logp[i,t[i]])"""


def exponentials(f: Any) -> int:
    """Calls of the exponential in the kernels."""
    return sum(text.count("exp_f64(") for text in f.kernels.values())


def scores(m: int, n: int) -> Any:
    return 5 * np.random.default_rng(m).standard_normal((m, n))


@pytest.mark.parametrize("size", [(1, 1), (3, 7), (5, 9001), (0, 4)])
def test_hessian_times_vector(size: tuple[int, int]) -> None:
    f = es.compile(es.hvp(es.parse(ENTROPY), "z", "v"), target="cpu")
    z, v = scores(*size), np.random.default_rng(9).standard_normal(size)
    p = np.exp(z - z.max(axis=1, keepdims=True)) if size[0] else z
    p = p / p.sum(axis=1, keepdims=True)
    found = f(**{n: a for n, a in {"z": z, "v": v, "t": np.zeros(size[0], int)}.items() if n in f.inputs})
    np.testing.assert_allclose(found, p * (v - (p * v).sum(axis=1, keepdims=True)), rtol=1e-12, atol=1e-14)
    assert exponentials(f) == 1 and counts(f) == (1, 0), f.source


@pytest.mark.parametrize("alone", [False, True])
def test_loss_and_gradient(alone: bool) -> None:
    loss = es.parse(ENTROPY)
    f = es.compile([es.grad(loss, "z")] if alone else [es.grad(loss, "z"), loss], target="cpu")
    z, t = scores(6, 40), np.arange(6)
    found = f(z=z, t=t)
    gradient, value = found if not alone else (found[0], None)
    p = np.exp(z - z.max(axis=1, keepdims=True))
    p /= p.sum(axis=1, keepdims=True)
    if not alone:
        np.testing.assert_allclose(value, -np.log(p[t, t]).sum(), rtol=1e-12)
    np.testing.assert_allclose(gradient, p - np.eye(40)[t], rtol=1e-12, atol=1e-15)
    assert exponentials(f) == 1


@pytest.mark.parametrize("row", [[-np.inf] * 4, [np.inf, 1, 2, 3], [np.nan, 1, 2, 3], [-np.inf, 0, 0, -np.inf],
                                 [800, 799, 0, -800], [np.inf, np.inf, 0, 0]])  # fmt: skip
def test_special_rows_are_those_of_the_formula(row: list[float]) -> None:
    """The same infinities and NaN as `exp(log_softmax(z))` taken word by word."""
    text = "logp[i,k] = log_softmax[k](z[i,k])\ny[i,k] = exp(logp[i,k])\nq[i] = sum[k](exp(logp[i,k])*logp[i,k])"
    roots = list(es.parse(text).outputs.values())
    z = np.array([row, [1.0, 2, 3, 4]])
    f = es.compile(roots, target="cpu")
    found = f(z=z)
    with np.errstate(all="ignore"):
        expected = [es.evaluate(r, {"z": z}) for r in roots]
    for a, b in zip(found, expected, strict=True):
        np.testing.assert_allclose(a, b, rtol=1e-12, atol=1e-300)


def test_another_sum_is_not_taken_for_it() -> None:
    """The total is of other scores, or of the other axis: nothing is divided by it."""
    for text in (
        "s[i] = logsumexp[k](z[i,k])\ny[i,k] = exp(z[i,k] - s[k])",
        "s[i] = logsumexp[k](2*z[i,k])\ny[i,k] = exp(z[i,k] - s[i])",
    ):
        z = scores(5, 5)
        np.testing.assert_allclose(es.compile(text, target="cpu")(z=z), es.evaluate(es.parse(text), {"z": z}), rtol=1e-12)
