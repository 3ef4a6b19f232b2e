"""Factored results in ``scipy.sparse.linalg``, as the linear operators that they are, beside dense arrays."""

from __future__ import annotations

import numpy as np
import pytest

import espresso as es

sparse = pytest.importorskip("scipy.sparse.linalg")

RNG = np.random.default_rng(0)


def hessian(text: str, wrt: str, **arrays: np.ndarray):
    """A factored Hessian, and the same dense."""
    found = es.compile(es.hessian(text, wrt), structure="factored")(**arrays)
    return found, found.dense()


def test_iterative_solvers_and_eigenvalues() -> None:
    X, s = RNG.normal(size=(200, 30)), RNG.uniform(0.5, 2, 30)
    D, dense = hessian("f = sum[i](sum[j](X[i,j]*w[j])**2) + sum[j](s[j]*w[j]**2)", "w", X=X, s=s)
    b = RNG.normal(size=30)
    x, failed = sparse.cg(D, b, rtol=1e-12)
    assert not failed
    np.testing.assert_allclose(x, np.linalg.solve(dense, b), rtol=1e-8)
    x, failed = sparse.gmres(D, b, rtol=1e-12, M=sparse.LinearOperator(D.shape, D.solve))
    assert not failed
    np.testing.assert_allclose(x, np.linalg.solve(dense, b), rtol=1e-8)
    np.testing.assert_allclose(sparse.eigsh(D, 3)[0], np.linalg.eigvalsh(dense)[-3:])
    operator = sparse.aslinearoperator(D)
    assert operator.shape == (30, 30) and operator.dtype == D.dtype
    np.testing.assert_allclose(operator @ np.eye(30), dense, atol=1e-12)


def test_matrices_that_are_not_symmetric() -> None:
    u, v, d = RNG.normal(size=4), RNG.normal(size=6), RNG.normal(size=4)
    J = es.compile("J[i,j] = u[i]*v[j] + d[i]*(i == j)", structure="factored")(u=u, v=v, d=d)
    dense = np.outer(u, v)
    dense[range(4), range(4)] += d
    x, y, V, W = (RNG.normal(size=n) for n in (6, 4, (6, 3), (4, 2)))
    pairs = [(J.matvec(x), dense @ x), (J.matvec(x[:, None]), dense @ x[:, None]), (J.matmat(V), dense @ V),
             (J.rmatvec(y), dense.T @ y), (J.rmatmat(W), dense.T @ W), (J.matrix().T @ y, dense.T @ y),
             (np.asarray(J.matrix()), dense), (J.matrix() @ V, dense @ V)]  # fmt: skip
    for found, wanted in pairs:
        assert found.shape == wanted.shape
        np.testing.assert_allclose(found, wanted)
    b = RNG.normal(size=4)
    np.testing.assert_allclose(sparse.lsqr(J, b)[0], np.linalg.lstsq(dense, b, rcond=None)[0], atol=1e-5)
    np.testing.assert_allclose(sparse.svds(J, 2)[1], np.linalg.svd(dense)[1][1::-1])
    C = es.compile("J[i,j] = u[i]*v[j]", structure="factored")(u=u + 1j, v=v)
    np.testing.assert_allclose(C.rmatvec(y + 2j), np.outer(u + 1j, v).conj().T @ (y + 2j))


def test_more_than_two_axes_are_flattened() -> None:
    T, U, V = RNG.normal(size=(5, 7)), RNG.normal(size=(5, 2)), RNG.normal(size=(7, 2))
    D, dense = hessian("f = sum[i,j]((T[i,j] - U[i,a]*V[j,a])**2)", "U", T=T, U=U, V=V)
    matrix = D.matrix()
    assert matrix.shape == (10, 10)
    b = RNG.normal(size=10)
    x, failed = sparse.cg(matrix, b, rtol=1e-12)
    assert not failed
    np.testing.assert_allclose(x, np.linalg.solve(dense.reshape(10, 10), b), rtol=1e-8)
    np.testing.assert_allclose(np.asarray(D.matrix(rows=1)), dense.reshape(5, 20), atol=1e-12)
    np.testing.assert_allclose(D.matrix(rows=3).rmatvec(np.ones(50)), dense.reshape(50, 2).T @ np.ones(50))


def test_what_does_not_fit() -> None:
    J = es.compile("J[i,k,j] = A[i,k]*(k == j)", structure="factored")(A=np.ones((2, 3)))
    with pytest.raises(es.RankError) as rank:
        J.matvec(np.ones(3))
    assert str(rank.value) == "J has 3 axes; half of them cannot be the rows.\nSay how many are: matrix(rows=1)."
    matrix = J.matrix(rows=2)
    assert matrix.shape == (6, 3) and np.array_equal(matrix @ np.ones(3), np.ones(6))
    with pytest.raises(es.RankError):
        J.matrix(rows=3)
    with pytest.raises(es.ExtentError) as extent:
        matrix.matvec(np.ones(4))
    assert str(extent.value) == (
        "J is a matrix of shape (6, 3); it cannot be multiplied by an array of shape (4,).\n"
        "Give one of shape (3,) or (3, 1)."
    )
    for wrong in (np.ones((3, 2)), np.ones((3, 1, 1)), np.float64(1)):
        with pytest.raises(es.ExtentError):
            matrix.matvec(wrong)
    with pytest.raises(es.ExtentError, match=r"Give one of shape \(3, m\)"):
        matrix.matmat(np.ones(3))


def test_nothing_at_all() -> None:
    D = es.compile("H[i,j] = x[i]*(i == j)", structure="factored")(x=np.zeros(0))
    assert D.matvec(np.zeros(0)).shape == (0,) and D.matmat(np.zeros((0, 2))).shape == (0, 2)
