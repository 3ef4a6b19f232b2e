"""Sums and products under masks that compare positions: running ones, in as many steps as there are elements."""

from __future__ import annotations

import re
from collections.abc import Iterable

import numpy as np
import pytest

import espresso as es

RANDOM = np.random.default_rng(12)
RUNNING = [
    "y[i] = z[i]*sum[j](x[j]*(j <= i))",
    "y[i] = z[i] + sum[j](x[j]**2*(j < i))",
    "y[i] = z[i]*sum[j](exp(x[j])*(j >= i))",
    "y[i] = z[i]*sum[j](x[j]*(i < j)*u[j])",
    "y[i] = z[i] + sum[j](where(i >= j, x[j], 0)) - sum[j](where(i >= j, 0, x[j]))",
    "y[i] = z[i] + prod[j](where(j < i, x[j], 1))",
    "y[i] = z[i] + prod[j](where(j > i, x[j], 1))*2",
    "y[i] = z[i] + prod[j](where(j == i, 1, x[j]))",
    "y[i] = z[i] - sum[j](where(j != i, x[j], 0))",
    "y[b,i] = A[b,i]*sum[j](A[b,j]*x[j]*(j <= i))",
    "y[i,b] = z[i]*sum[j](A[b,j]*x[j]*(j > i))",
    "y[i] = z[i]*sum[j](x[j]*u[j]*(j <= i))/(1 + sum[j](u[j]**2*(j <= i)))",
]
OTHERS = [
    "y[i] = sum[j](x[j]*abs(z[i])*sin(x[j]*z[i])*(j <= i))",  # each sum has other terms
    "y[i] = z[i]*sum[j](x[j]*(2*j <= i))",
    "y[i] = z[i]*sum[j](x[j]*(x[j] <= z[i]))",
    "y[i] = z[i]*max[j](where(j <= i, x[j], -9))",
    "s = sum[i,j](z[i]*x[j]*(j <= i))",
]


def arrays(names: Iterable[str], n: int, m: int, dtype: str) -> dict[str, np.ndarray]:
    """``z`` has m elements, the others n."""
    shapes = {"x": (n,), "u": (n,), "z": (m,), "A": (3, n)}
    found = {k: RANDOM.normal(size=shapes[k]) for k in names}
    if dtype.startswith("complex"):
        return {k: (a + 1j*RANDOM.normal(size=a.shape)).astype(dtype) for k, a in found.items()}
    return {k: (a*3 if dtype.startswith("int") else a).astype(dtype) for k, a in found.items()}


@pytest.mark.parametrize("dtype", ["float32", "float64", "float16", "int16", "int64", "bool", "complex128"])
@pytest.mark.parametrize("text", RUNNING + OTHERS)
def test_values_are_those_of_the_formula(text: str, dtype: str) -> None:
    """One function for all lengths: results that are longer than what is summed, or shorter, or empty."""
    if dtype == "complex128" and ("max" in text or "<= z" in text):
        return
    e, f = es.parse(text), es.compile(text, target="cpu")
    for n, m in ((5, 5), (1, 1), (40, 40), (40, 7), (7, 40), (0, 0), (0, 3), (3, 0), (300, 300), (1, 9)):
        if "max" in text and n == 0 or "A[b,i]" in text and n != m:
            continue
        given = arrays(f.inputs, n, m, dtype)
        right, found = es.evaluate(e, given), f(**given)
        assert found.dtype == right.dtype
        rtol = {"float16": 2e-2, "float32": 2e-4}.get(dtype, 1e-10)
        np.testing.assert_allclose(found, right, rtol=rtol, atol=rtol*10)


@pytest.mark.parametrize("text", RUNNING)
def test_they_take_a_step_for_each_element(text: str) -> None:
    f = es.compile(text, target="cpu")
    f(**arrays(f.inputs, 50, 50, "float64"))
    assert "cumsum" in f.explain() or "cumprod" in f.explain()


@pytest.mark.parametrize("text", OTHERS)
def test_others_stay_as_they_are(text: str) -> None:
    f = es.compile(text, target="cpu")
    f(**arrays(f.inputs, 50, 50, "float64"))
    assert "cumsum" not in f.explain() and "cumprod" not in f.explain()


@pytest.mark.parametrize("text", [
    "y[i] = sum[j](M[i,j]*(abs(i - j) <= 2))", "y[i] = sum[j](x[j]*(3 > abs(i - j))*z[i])", "y[i] = sum[j](x[j]*(abs(2*j - i) < 4)) + z[i]",
    "y[i] = max[j](where(abs(i - j) <= 1, x[j], -9)) + z[i]", "y[i] = sum[j](where(abs(j - i) <= size(z, 0) - 2, x[j], 0)) + z[i]",
    "s = sum[i,j](M[i,j]*(abs(i - j) <= 1))", "y[i] = z[i] + sum[j](x[j]*(abs(i - j) > 1))", "y[i] = z[i] + sum[j](x[j]*(abs(x[j] - z[i]) <= 1))",
])  # fmt: skip
def test_bands(text: str) -> None:
    e, f = es.parse(text), es.compile(text, target="cpu")
    for n, m in ((1, 1), (4, 4), (30, 30), (9, 20), (20, 9), (70, 70)):
        given = {"M": RANDOM.normal(size=(m, n)), "x": RANDOM.normal(size=n), "z": RANDOM.normal(size=m)}
        given = {k: given[k] for k in f.inputs}
        np.testing.assert_allclose(f(**given), es.evaluate(e, given), rtol=1e-12, atol=1e-12)


@pytest.mark.parametrize("text", ["y[i] = sum[j](M[i,j]*(abs(i - j) <= 2))", "y[i] = M[i,0] + sum[j](M[0,j]*(2 >= abs(i - j)))"])
def test_sums_over_bands_have_the_length_of_the_band(text: str) -> None:
    f = es.compile(text, target="cpu")
    f(M=np.ones((50, 50)))
    assert re.search(r"for j in range\(j_lowest, j_highest\)", f.source)


def test_sums_of_single_precision_keep_their_digits() -> None:
    """As sums do that are no running ones."""
    x = RANDOM.random(200_000).astype(np.float32)
    found = es.compile("y[i] = x[i] + sum[j](x[j]*(j <= i))", target="cpu")(x=x)
    right = x + np.cumsum(x, dtype=np.float64)
    assert np.abs(found/right - 1).max() < 1e-6


def test_what_is_masked_spoils_nothing() -> None:
    x, z = np.array([1.0, 2.0, np.nan, 4.0, np.inf]), np.ones(5)
    texts = ["y[i] = z[i]*sum[j](where(j < i, x[j], 0))", "y[i] = z[i]*sum[j](where(j > i, x[j], 0))"]
    up, down = es.compile(texts, target="cpu")(x=x, z=z)
    np.testing.assert_array_equal(up, [0, 1, 3, np.nan, np.nan])
    np.testing.assert_array_equal(down, [np.nan, np.nan, np.inf, np.inf, 0])


@pytest.mark.parametrize("text", [
    "l = sum[i](z[i]*log(sum[j](exp(x[j])*(j >= i))))",  # risk sets of sorted times
    "l = sum[i](z[i]*prod[j](where(j == i, 1, x[j])))",
    "p[i] = prod[j](x[j]*(1 + 0*z[i])); l = sum[i](p[i]*z[i])",
])  # fmt: skip
def test_gradients(text: str) -> None:
    x, z = RANDOM.uniform(0.5, 1.5, 12), RANDOM.uniform(0.5, 1.5, 12)
    gradient = es.compile(es.grad(es.parse(text), "x"), target="cpu")(x=x, z=z)
    for k in range(12):
        step = np.where(np.arange(12) == k, 1e-6, 0)
        low, high = (es.evaluate(es.parse(text), {"x": x + s*step, "z": z}) for s in (-1, 1))
        np.testing.assert_allclose(gradient[k], (high - low)/2e-6, rtol=1e-6, atol=1e-8)
