"""Reductions over rows take several rows at once: the same values for every number of rows, dtype and operator."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import espresso as es
from espresso.system import machine_model, threads

ROWS = (0, 1, 7, 8, 9, 16, 37)


@pytest.mark.parametrize("text, dtype, right", [
    ("s[k] = sum[i](W[i,k])", "float32", lambda W, a, b: W.sum(0)),
    ("s[k] = sum[i](W[i,k]*a[i] + b[k])", "float64", lambda W, a, b: (W * a[:, None] + b).sum(0)),
    ("s[k] = sum[i]((W[i,k] - V[i,k])*a[i])", "complex128", lambda W, a, b: ((W - W[::-1]) * a[:, None]).sum(0)),
    ("s[k] = sum[i](W[i,k]*a[i] + b[k])", "int32", lambda W, a, b: (W * a[:, None] + b).sum(0)),
    ("s[k] = prod[i](W[i,k] + 1)", "float32", lambda W, a, b: (W + 1).prod(0)),
])  # fmt: skip
def test_rows_are_reduced_several_at_a_time(text: str, dtype: str, right: Any) -> None:
    """W16: sums over rows of a few numbers; also no row, one, and rows that are left over."""
    random, f = np.random.default_rng(0), es.compile(text, target="cpu")
    for n in ROWS:
        for columns in (1, 20):
            W, a, b = ((3 * random.normal(size=s)).astype(dtype) for s in ((n, columns), n, columns))
            W, a = (W % 3, a) if dtype == "int32" else (W / 4, a)
            W, a = W.astype(dtype), a.astype(dtype)
            given = {k: v for k, v in {"W": W, "V": W[::-1].copy(), "a": a, "b": b}.items() if k in f.inputs}
            wide = np.complex128 if dtype == "complex128" else np.float64
            expected = right(*(v.astype(wide) for v in (W, a, b)))
            np.testing.assert_allclose(f(**given), expected, rtol=2e-5, atol=2e-4)


def test_orders_and_truth_values() -> None:
    """A maximum keeps NaN; any and all; a column of a strided array."""
    x = np.random.default_rng(1).normal(size=(29, 2, 6))
    x[13, 0, 2] = np.nan
    view = x[:, :, ::2]
    f = es.compile(["m[j,k] = max[i](x[i,j,k])", "n[j,k] = min[i](x[i,j,k])"], target="cpu")
    for given in (x, view):
        with np.errstate(invalid="ignore"):
            np.testing.assert_array_equal(f(given), (given.max(0), given.min(0)))
    g = es.compile(["p[k] = any[i](b[i,k])", "q[k] = all[i](b[i,k])"], target="cpu")
    for b in (x[:, 0] > 1.5, x[:, 0] > -1.5):
        np.testing.assert_array_equal(g(b), (b.any(0), b.all(0)))


def test_sums_under_a_condition_and_in_slices(monkeypatch: pytest.MonkeyPatch) -> None:
    """Reads outside are not made in rows that others are added with; slices have rows of their own left over."""
    monkeypatch.setattr(threads, "count", lambda: 3)
    monkeypatch.setattr(machine_model, "rates", lambda: machine_model.Rates(sleeping=1))
    x = np.random.default_rng(2).normal(size=(101, 13))
    f = es.compile("s[k] = sum[i](pad(x)[i-2,k]*(i < 50))", target="cpu")
    np.testing.assert_allclose(f(x), x[:48].sum(0), rtol=1e-12)
    h = es.compile("s[k] = sum[i](x[i,k]*y[k,i])", target="cpu")  # in tiles, one of which is transposed
    np.testing.assert_allclose(h(x, x.T.copy()), (x**2).sum(0), rtol=1e-12)
    g = es.compile("s[k] = sum[i](x[i,k]**2)", target="cpu")
    np.testing.assert_allclose(g(x), (x**2).sum(0), rtol=1e-12)


def test_long_sums_lose_nothing() -> None:
    """float32 sums over a million rows: eight rows are added before they join the running sum."""
    x = np.random.default_rng(3).random((1 << 20, 3), np.float32)
    s = es.compile("s[k] = sum[i](x[i,k])", target="cpu")(x)
    np.testing.assert_allclose(s, x.sum(0, dtype=np.float64), rtol=1e-4)


@pytest.mark.parametrize("text, rows", [
    ("s[k] = sum[i](W[i,k])", 8), ("s[k] = sum[i](W[i,k]*V[i,k])", 4), ("s[k] = sum[i](exp(W[i,k]))", 0),
    ("s[k] = sum[i](W[i,k]*V[i,k] - U[i,k])", 0), ("s[i] = sum[k](W[i,k])", 0), ("s[k] = sum[i]((i + 1)*W[i,k])", 8),
    ("s[k] = sum[i]((W[i,k] - exp(a[k])/b[k])**2)", 8),
])  # fmt: skip
def test_how_many_rows_a_body_takes(text: str, rows: int) -> None:
    """Less where a body reads more, one where its arithmetic takes longer than the running sum."""
    f = es.compile(text, target="cpu")
    f(**{name: np.ones((9, 4) if name.isupper() else 4) for name in f.inputs})
    assert f.source.count("_rows += ") == max(0, rows - 1)
