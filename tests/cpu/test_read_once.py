"""Products with a vector whose matrix a kernel reads anyway (issue 5: each stream is read once)."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import espresso as es
from espresso.api.reports.explain import counts

LAYER = """\
m[i] = mean[j](x[i,j])
q[i] = mean[j]((x[i,j] - m[i])**2)
y[i,j] = g[j]*(x[i,j] - m[i])*rsqrt(q[i] + 1e-5) + b[j]"""
RESIDUAL = "loss = sum[i]((X[i,j]*w[j] - y[i])**2)"
SMALL, LARGE = (300, 40), (1100, 1000)


def layer(m: int, n: int) -> dict[str, Any]:
    rng = np.random.default_rng(1)
    made = {"x": (m, n), "g": (n,), "b": (n,), "G": (m, n)}
    return {k: rng.standard_normal(s).astype("float32") for k, s in made.items()}


def residual(m: int, n: int) -> dict[str, Any]:
    rng = np.random.default_rng(2)
    return {k: rng.standard_normal(s) for k, s in {"X": (m, n), "w": (n,), "y": (m,)}.items()}


def least_squares() -> list[Any]:
    loss = es.parse(RESIDUAL)
    return [loss, es.grad(loss, "w")]


@pytest.mark.parametrize("size", [SMALL, LARGE])
def test_the_pullback_of_a_norm_reads_its_arrays_once(size: tuple[int, int]) -> None:
    f = es.compile(es.vjp(es.parse(LAYER), ["x", "g", "b"], "G"), target="cpu")
    given = layer(*size)
    dx, dg, db = f(**given)
    assert counts(f) == (1, 0), f.explain()
    x, g, G = (given[k].astype("float64") for k in "xgG")
    c = x - x.mean(axis=1, keepdims=True)
    r = 1 / np.sqrt((c * c).mean(axis=1, keepdims=True) + 1e-5)
    n, h = c * r, G * g
    exact = r * (h - h.mean(axis=1, keepdims=True) - n * (h * n).mean(axis=1, keepdims=True))
    np.testing.assert_allclose(dx, exact, atol=2e-5)
    np.testing.assert_allclose(dg, (G * n).sum(axis=0), rtol=2e-4, atol=2e-3)
    np.testing.assert_allclose(db, G.sum(axis=0), rtol=2e-4, atol=2e-3)


@pytest.mark.parametrize("size", [SMALL, LARGE, (0, 5), (1, 1)])
def test_residual_and_gradient_in_one_pass(size: tuple[int, int]) -> None:
    f = es.compile(least_squares(), target="cpu")
    given = residual(*size)
    loss, gradient = f(**given)
    assert counts(f) == (1, 0), f.explain()
    r = given["X"] @ given["w"] - given["y"]
    np.testing.assert_allclose(loss, r @ r, rtol=1e-12)
    np.testing.assert_allclose(gradient, 2 * r @ given["X"], rtol=1e-10)


def test_columns_of_one_are_rows_of_the_other() -> None:
    """Both sums run along the rows of A, though one of them is over its columns."""
    f = es.compile([es.parse("s[i] = A[i,j]*v[j]"), es.parse("t[i] = sum[j](exp(A[j,i]))")], target="cpu")
    n = LARGE[1]
    A, v = np.random.default_rng(3).standard_normal((n, n)), np.ones(n)
    s, t = f(A=A, v=v)
    np.testing.assert_allclose(s, A @ v, rtol=1e-10, atol=1e-10)
    np.testing.assert_allclose(t, np.exp(A).sum(axis=0), rtol=1e-12)
    assert counts(f) == (1, 0)


def test_a_library_keeps_what_no_kernel_reads() -> None:
    f = es.compile("s[i] = A[i,j]*v[j]", target="cpu")
    f(A=np.ones(LARGE), v=np.ones(LARGE[1]))
    assert counts(f) == (0, 1)


def test_engines_that_are_asked_for_get_their_calls() -> None:
    f = es.compile(least_squares(), target="cpu", engines=["openblas"])
    f(**residual(*LARGE))
    assert counts(f) == (1, 1)


@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize(("rows", "columns", "kernels"), [(64, 5, 1), (200, 300, 1), (63, 300, 0), (3, 2000, 0), (0, 4, 0), (70, 0, 1)])
def test_rows_of_a_matrix_are_added_by_loops(dtype: str, rows: int, columns: int, kernels: int) -> None:
    """``A'z`` from so many rows on (issue 22: 0.6 times NumPy's speed by a library); the plan follows the lengths."""
    rng = np.random.default_rng(rows)
    A, z = rng.random((rows, columns)).astype(dtype), rng.random(rows).astype(dtype)
    f = es.compile("b[i] = sum[j](A[j,i]*z[j])", target="cpu")
    np.testing.assert_allclose(f(A=A, z=z), A.T @ z, rtol=1e-5 if dtype == "float32" else 1e-13)
    assert len(f.kernels) == kernels, f.explain()
    np.testing.assert_allclose(f(A=A[:40], z=z[:40]), A[:40].T @ z[:40], rtol=1e-5)
    along = es.compile("b[j] = sum[i](A[j,i]*y[i])", target="cpu")
    np.testing.assert_allclose(along(A=A, y=(y := A[:1].sum(0))), A @ y, rtol=1e-5)
    assert not along.kernels
