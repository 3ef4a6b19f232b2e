"""Elements of a matrix product that are computed alone are read where the whole product is stored."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import espresso as es

RNG = np.random.default_rng(0)
X, W = RNG.normal(size=(30, 8)), RNG.normal(size=(8, 30))
LABELS = RNG.integers(0, 30, 30)


def plan(f: Any, text: str) -> str:
    """The lines of the steps that name something."""
    steps = f.explain().partition("steps:")[2]
    return "\n".join(line for line in steps.splitlines() if text in line)


def test_the_score_of_a_class_in_a_cross_entropy() -> None:
    loss: Any = es.parse("L = -sum[i](log_softmax[k](X[i,j]*W[j,k])*(k == t[i]))")
    f = es.compile([loss, es.grad(loss, "W")])
    for labels in (LABELS, np.where(LABELS == 3, -1, LABELS), np.where(LABELS == 3, 30, LABELS)):
        f.check(X=X, W=W, t=labels)
    assert not plan(f, "pad(W)") and "pad(s1)[i, t[i]]" in f.explain()


def test_a_diagonal() -> None:
    f = es.compile("s[i,k] = X[i,j]*W[j,k]; y[i] = sum[k](exp(s[i,k])); d[i] = sum[j](X[i,j]*W[j,i]); z[i] = y[i] + d[i]")
    f.check(X=X, W=W)
    assert not plan(f, "W[j,i]")


@pytest.mark.parametrize("text", [
    "z[i] = sum[k](exp(X[i,j]*W[j,k])) + sum[j](X[i,j]*pad(W)[j,t[i]])",  # NaN beside infinities
    "z[i] = sum[k](exp(X[i,j]*W[j,k])) + where(t[i] >= 0, sum[j](X[i,j]*pad(W)[j,t[i]]), 0)",  # half of the tests
    "z[i] = sum[k](exp(X[i,j]*W[j,k])) + sum[j](X[i,j]*W[j,t[i]])",  # positions outside are named
    "z[i] = sum[k](exp(X[i,j]*W[j,k])) + sum[j](X[i,j]*W[i,j])",  # another product
    "z[i] = sum[k](exp(X[i,j]*W[j,k])) + sum[j](X[j,i]*W[i,j])",
    "z[i] = sum[k](exp(X[i,j]*W[j,k])) + sum[j](X[i,j]*pad(W)[j,i])*(t[i] > 0)",  # more rows than columns
])
def test_what_has_another_value_somewhere_is_computed(text: str) -> None:
    shapes = (X[:8], W[:, :8]) if "W[i,j]" in text else (X, W[:, :20] if "pad(W)[j,i]" in text else W)
    x, w = shapes[0].copy(), shapes[1]
    x[2, 3] = np.inf
    labels = LABELS.copy()[: len(x)] % len(x)
    if "pad" in text:
        labels[2] = 99
    f, given = es.compile(text), {"X": x, "W": w, "t": labels}
    given = {n: given[n] for n in f.inputs}
    with np.errstate(all="ignore"):
        np.testing.assert_allclose(f(**given), es.evaluate(es.parse(text), given), rtol=1e-12)
