"""Stacks of small matrices by machine code, a vector of them at once: beside numpy.linalg, with its errors."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import pytest

import espresso as es
from espresso.kernels.small_matrices import MOST
from espresso.runtime.cpu import shared_code
from espresso.runtime.cpu.shared_code import FEW, compute_matrices
from espresso.system import machine_model, threads

RANDOM = np.random.default_rng(21)
FUNCTIONS: dict[str, Any] = {"inv": np.linalg.inv, "det": np.linalg.det, "cholesky": np.linalg.cholesky, "solve": np.linalg.solve}


@pytest.fixture(params=[1, 3], ids=["one thread", "three threads"])
def always(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Few matrices, too, on so many threads."""
    monkeypatch.setattr(shared_code, "FEW", 1)
    monkeypatch.setattr(machine_model, "rates", lambda: machine_model.Rates(sleeping=1))
    monkeypatch.setattr(threads, "count", lambda: request.param)


def draw(function: str, n: int, count: int) -> np.ndarray:
    """Matrices of all kinds of which each has what is asked for: also ones that need pivots, and large and small numbers."""
    A = RANDOM.normal(size=(count, n, n))
    if function == "cholesky":
        return A @ A.swapaxes(-1, -2) + 0.1*np.eye(n)
    orders = [list(p) for p in itertools.islice(itertools.permutations(range(n)), 30)]
    for k in range(0, count, 3):
        A[k] = np.eye(n)[orders[k % len(orders)]]*RANDOM.uniform(0.5, 2, n)  # zeros on the diagonal
        A[k] += np.triu(RANDOM.normal(size=(n, n)), 1) if k % 2 else 0
    return A*10.0**RANDOM.integers(-4, 5, (count, 1, 1))  # determinants of float32 are finite


@pytest.mark.usefixtures("always")
@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("function", FUNCTIONS)
@pytest.mark.parametrize("n", range(1, MOST + 1))
def test_values_are_those_of_linalg(n: int, function: str, dtype: str) -> None:
    for count in (1, 2, 7, 8, 9, 40, 1003):
        A = draw(function, n, count).astype(dtype)
        for columns, transposed in [(1, False), (3, True)] if function == "solve" else [(0, False)]:
            B = RANDOM.normal(size=(count, n, columns)).astype(dtype)
            M = A.swapaxes(-1, -2) if transposed else A
            given = (M, B) if columns else (M,)
            right = FUNCTIONS[function](*(a.astype(np.float64) for a in given))
            room = np.full(right.size + 20, 77, dtype)
            out = room[10:-10].reshape(right.shape)
            assert compute_matrices(function, out, *given)
            assert (room[:10] == 77).all() and (room[-10:] == 77).all()
            scale = np.abs(right).reshape(count, -1).max(1).reshape(-1, *[1]*(right.ndim - 1))
            condition = np.linalg.cond(A.astype(np.float64)).reshape(scale.shape)
            error = np.abs(out - right)/scale/condition
            assert error.max() < (3e-7 if dtype == "float32" else 5e-14)


@pytest.mark.usefixtures("always")
@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("n", range(1, MOST + 1))
def test_eigenvalues_of_symmetric_matrices(n: int, dtype: str) -> None:
    """Also of those with equal eigenvalues, of all sizes, diagonal ones and ones of rank 1."""
    for count in (1, 9, 3000):
        A = RANDOM.normal(size=(count, n, n))
        A += A.swapaxes(-1, -2)
        for k in range(0, count, 3):
            Q = np.linalg.qr(A[k])[0]
            values = [np.ones(n), 10.0**RANDOM.uniform(-12, 0, n), np.arange(n)*1e-8 + 1, np.arange(n) == 0, np.zeros(n)][k % 5]
            A[k] = (Q*values) @ Q.T if k % 2 else np.diag(values)
        A = (A*10.0**RANDOM.integers(-15, 15, (count, 1, 1))).astype(dtype)
        room = np.full(count*n + 20, 77, dtype)
        out = room[10:-10].reshape(count, n)
        lower = np.tril(A) + np.triu(np.full((n, n), np.nan), 1).astype(dtype)  # what is above is not read
        assert compute_matrices("eigvalsh", out, np.ascontiguousarray(lower))
        right = np.linalg.eigvalsh(np.tril(A).astype(np.float64))
        error = np.abs(out - right).max(1)/np.maximum(np.abs(right).max(1), 1e-300)
        assert error.max() < (1e-7 if dtype == "float32" else 5e-15) and (np.diff(out) >= 0).all()
        assert (room[:10] == 77).all() and (room[-10:] == 77).all()


@pytest.mark.usefixtures("always")
@pytest.mark.parametrize("function", ["inv", "solve", "cholesky"])
def test_one_matrix_without_a_result_is_seen(function: str) -> None:
    """At any place of a vector, also in the last one, which is not full."""
    for at in (0, 3, 8, 20):
        A = draw("cholesky", 3, 21)
        A[at] = [[1, 2, 3], [2, 4, 6], [1, 0, 1]] if function != "cholesky" else -np.eye(3)
        given = (A, np.ones((21, 3, 1))) if function == "solve" else (A,)
        out = np.empty((21, 3, 1) if function == "solve" else A.shape)
        if function == "cholesky":
            assert not compute_matrices(function, out, *given)
        else:  # elimination may leave a tiny pivot where exact arithmetic leaves none: as LAPACK's
            A[at, :, 0] = 0
            assert not compute_matrices(function, out, *given)


def test_others_are_left_to_numpy() -> None:
    A = RANDOM.normal(size=(FEW, 3, 3))
    for other in (A[: FEW - 1], A.astype(complex), A[:, :2, :2], np.zeros((FEW, MOST + 1, MOST + 1)), np.zeros((FEW, 0, 0)), A[::-1]):
        assert not compute_matrices("inv", np.empty(other.shape, other.dtype), other)
    assert not compute_matrices("solve", np.empty((FEW, 3, 9)), A, np.ones((FEW, 3, 9)))
    assert not compute_matrices("solve", np.empty((FEW, 3, 1)), A, np.ones((1, 3, 1)))


@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("batch", [(600,), (30, 40)], ids=str)
def test_in_formulas(batch: tuple[int, ...], dtype: str) -> None:
    n, b = 3, ",".join("bc"[: len(batch)])
    A = (draw("det", n, int(np.prod(batch))).reshape(*batch, n, n)).astype(dtype)
    A /= np.abs(A).max((-1, -2), keepdims=True)
    P = (A @ A.swapaxes(-1, -2) + np.eye(n)).astype(dtype)
    x = RANDOM.normal(size=(*batch, n)).astype(dtype)
    wide = {k: v.astype(np.float64) for k, v in {"A": A, "P": P, "x": x}.items()}
    texts = {
        f"y[{b},i,j] = inv[i,j](P[{b},i,j])": np.linalg.inv(wide["P"]),
        f"y[{b}] = det[i,j](A[{b},i,j])": np.linalg.det(wide["A"]),
        f"y[{b}] = logdet[i,j](P[{b},i,j])": np.linalg.slogdet(wide["P"])[1],
        f"y[{b}] = logdet[i,j](posdef[i,j](P[{b},i,j]))": np.linalg.slogdet(wide["P"])[1],
        f"y[{b},i,j] = chol[i,j](P[{b},i,j])": np.linalg.cholesky(wide["P"]),
        f"y[{b},i,j] = spectrum[i,j](P[{b},i,j])": np.linalg.eigvalsh(wide["P"])[..., None]*np.eye(n),
        f"y[{b},i] = inv[i,j](P[{b},i,j])*x[{b},j]": np.linalg.solve(wide["P"], wide["x"][..., None])[..., 0],
        f"y[{b},i] = inv[j,i](P[{b},j,i])*x[{b},j]": np.linalg.solve(wide["P"], wide["x"][..., None])[..., 0],
    }
    for text, right in texts.items():
        f = es.compile(text, target="cpu")
        given = {k: {"A": A, "P": P, "x": x}[k] for k in f.inputs}
        np.testing.assert_allclose(f(**given), right, rtol=3e-5 if dtype == "float32" else 1e-12, atol=1e-6, err_msg=text)


def test_errors_and_special_values_are_those_of_numpy() -> None:
    A = draw("cholesky", 3, 700)
    f, g = es.compile("y[b,i,j] = inv[i,j](A[b,i,j])", target="cpu"), es.compile("y[b,i,j] = chol[i,j](A[b,i,j])", target="cpu")
    h = es.compile("y[b] = logdet[i,j](A[b,i,j])", target="cpu")
    A[5, 1] = 0
    A[5, :, 1] = 0
    for function in (f, g):
        with pytest.raises(np.linalg.LinAlgError):
            function(A=A)
    assert h(A=A)[5] == -np.inf
    A[5] = np.diag([1.0, -1.0, 1.0])
    assert np.isnan(h(A=A)[5]) and np.isfinite(np.delete(h(A=A), 5)).all()
    A[5] = np.eye(3)*1e150  # the determinant is infinite, its logarithm is not
    np.testing.assert_allclose(h(A=A)[5], 3*np.log(1e150))
    A[5] = np.nan
    assert np.isnan(f(A=A)[5]).all() and np.isfinite(np.delete(f(A=A), 5, 0)).all()
    A[5] = np.inf
    spectrum = es.compile("y[b,i,j] = spectrum[i,j](A[b,i,j])", target="cpu")
    with pytest.raises(np.linalg.LinAlgError):  # as eigvalsh says
        spectrum(A=A)


def test_gradients_of_many_small_matrices() -> None:
    A, x = draw("cholesky", 3, 600) + np.eye(3), RANDOM.normal(size=(600, 3))
    text = "q[b] = sum[i,j](x[b,i]*inv[i,j](A[b,i,j])*x[b,j]); l = sum[b](q[b] + logdet[i,j](A[b,i,j]))"
    found = es.compile(es.grad(es.parse(text), "A"), target="cpu")(A=A, x=x)
    inverse = np.linalg.inv(A)
    v = (inverse.swapaxes(-1, -2) @ x[..., None])[..., 0]
    w = (inverse @ x[..., None])[..., 0]
    np.testing.assert_allclose(found, inverse.swapaxes(-1, -2) - v[:, :, None]*w[:, None, :], rtol=1e-9, atol=1e-12)
