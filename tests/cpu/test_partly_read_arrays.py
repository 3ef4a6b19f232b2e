"""Arrays of which a recurrence reads a part alone are computed where it reads them (`algebra.recurrences.partly_read`)."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import espresso as es
from espresso.algebra.recurrences.partly_read import put_in

RNG = np.random.default_rng(0)
ARRAYS = {"x": RNG.normal(size=(5, 4)), "p": RNG.normal(size=4), "q": RNG.normal(size=5)}

CASES = {
    "diagonal": "A[t,i,k] = x[t,i]*x[t,k] + t\nh[0,i] = p[i]\nh[t,i] = tanh(h[t-1,i] + A[t-1,i,i])",
    "moving": "A[t,i,k] = where(k < t, x[t,i], q[t])*x[k,i] + 0*q[k]\nh[0,i] = p[i]\nh[t,i] = 0.5*h[t-1,i] + A[t-1,i,t-1]",
    "padded": "A[t,i,k] = x[t,i]*p[k]\nh[0,i] = p[i]\nh[t,i] = 0.5*h[t-1,i] + pad(A)[t-1,i,t-1]*q[t-1]",
    "arrays in it": "B[t,i] = x[t,i]*q[t]\nA[t,i,k] = B[t,i] - 2*B[t,k]\nh[0,i] = p[i]\nh[t,i] = sin(h[t-1,i]) + A[t-1,i,i]",
    "states in it": "g[0,i] = p[i]\ng[t,i] = g[t-1,i]*x[t,i]\nA[t,i,k] = g[t,i]*p[k]\nh[0,i] = p[i]\nh[t,i] = h[t-1,i]*A[t,i,i]",
    "backward": "A[t,i,k] = x[t,i]*x[t,k]\nh[size(x,0),i] = p[i]\nh[t,i] = 0.5*h[t+1,i] + A[t,i,i]",
}


def _recurrences(e: Any) -> list[Any]:
    from espresso.formulas.graph import expr as ex

    return [n for n in ex.postorder(*put_in(list(es.parse(e).outputs.values()))) if n.op == "recur"]


@pytest.mark.parametrize("case", CASES)
def test_values_and_gradients(case: str) -> None:
    text = CASES[case]
    e = list(es.parse(text).outputs.values())[-1]
    given = {n: ARRAYS[n] for n in e.inputs}
    want = es.evaluate(e, given)
    loss = es.sum(e)
    gradient = es.grad(loss, "x")
    slope = es.evaluate(gradient, {n: ARRAYS[n] for n in gradient.inputs})
    for target in ("cpu", "numpy"):
        np.testing.assert_allclose(es.compile(e, target=target)(**given), want, rtol=1e-12)
        got = es.compile(gradient, target=target)(**{n: ARRAYS[n] for n in gradient.inputs})
        np.testing.assert_allclose(got, slope, rtol=1e-10, atol=1e-13)


@pytest.mark.parametrize("case", CASES)
def test_the_array_is_gone(case: str) -> None:
    f = es.compile(list(es.parse(CASES[case]).outputs.values())[-1], target="cpu")
    f(**{n: ARRAYS[n] for n in f.inputs})
    assert "A" not in f._last.generated.program.buffers


@pytest.mark.parametrize("text", [
    "A[t,i] = exp(x[t,i])*p[i]\nh[0] = 1\nh[t] = 0.5*h[t-1] + A[t-1,2]",
    "A[t,i] = exp(x[t,i])*p[i]\nh[0,i] = p[i]\nh[t,i] = 0.5*h[t-1,i] + A[t-1,i]",  # all of it is read
    "A[t,i,k] = sum[l](x[t,l]*x[l,i]*(l < 4))*p[k]\nh[0,i] = p[i]\nh[t,i] = 0.5*h[t-1,i] + A[t-1,i,i]",  # its elements cost more
])  # fmt: skip
def test_others_stay(text: str) -> None:
    before = list(es.parse(text).outputs.values())
    assert put_in(before[-1:]) == before[-1:]
