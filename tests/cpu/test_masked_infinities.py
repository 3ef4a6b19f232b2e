"""Factors that may be infinite stay below a mask: where a comparison is 0 for all terms of a sum, the sum is 0."""

import numpy as np
import pytest

import espresso as es

Z = np.array([0.0, 1.0, -2.0])
VALUES = {
    "X": np.array([1.0, 2.0, 3.0]), "Y": np.array([1.0, -1.0, 0.5]), "Z": Z, "t": np.array([0, 7, 2]),
    "P": np.array([[0.0, 0.0, 0.0], [1.0, 2.0, 0.5], [-1.0, 3.0, 0.25]]),
    "A": np.arange(9.0).reshape(3, 3) - 4, "B": np.arange(9.0).reshape(3, 3)[::-1] / 3,
}  # fmt: skip
FORMULAS = [
    "y[j] = sum[l]((X[l] == 0)/Z[j])",
    "y[j] = sum[l]((X[l] == 0)*X[j]/Z[j])",
    "y[j] = sum[l]((X[l] == 0)*Y[j]*log(Z[j])/Y[l])",
    "y[j] = sum[l,k]((X[l] == 0)*X[k]/Z[j])",
    "y = sum[l,k]((X[l] == 0)*Y[l]/Z[k])",
    "y[m] = sum[l,k]((X[l] == 0)*A[l,k]/Z[k]*B[k,m])",
    "y[m] = sum[l](where(X[l] == 0, Y[l]/Z[m], 0)*A[l,m])",
    "y[i] = sum[l]((l < i)*A[i,l]*log(Z[i]))",
    "y[i] = sum[l]((X[i] == 0)*A[i,l]/Z[l])",
    "y[j] = sum[l]((X[l] == 0)*(Y[l] < X[l])*log(Z[j])*A[l,j])",
    "y[i] = sum[k](sum[l]((X[l] == 0)*A[l,k])*B[k,i]/Z[i])",
    "y[j] = sum[k]((k == t[j])*X[k]/Z[j])",
    "y[i,m] = sum[l,k](A[i,k]*(k > 0)*where(l <= k, B[m,l]/Z[k], 0))",
    "y[i,m] = sum[l,k](A[i,k]*(k > 0)*where(l <= k, B[m,l]/P[k,l], 0))",
    "y[m] = sum[l,k](Y[k]*(k > 0)*where(l <= k, B[m,l]/P[k,l], 0)*where(l < k, A[k,l], 0))",
    "y[i,m] = sum[k](A[i,k]*(k > 0)*where(m < 2, log(Z[k])*B[m,k], 0))",
    "y[i,m] = sum[k](A[i,k]*where(Y[m] > 2, B[m,k]*sqrt(Z[k])/Z[k], 0))",
    "y[i,m] = sum[k](where((i < 2)*(k > 1), A[i,k]*log(Z[k])*Y[i], 0)*B[m,k])",
    "y[i,m] = sum[k,l](A[i,k]*where(m < 1, log(Z[l])*B[m,k], 0)*P[l,m])",
]


@pytest.mark.parametrize("target", ["cpu", "numpy", pytest.param("opencl", marks=pytest.mark.opencl)])
@pytest.mark.parametrize("formula", FORMULAS)
def test_what_a_mask_hides_does_not_come_out(formula: str, target: str) -> None:
    e = es.parse(formula)
    given = {n: VALUES[n] for n in e.inputs}
    with np.errstate(all="ignore"):
        f = es.compile(e, target=target)
        np.testing.assert_allclose(f(**given), es.evaluate(e, given), rtol=1e-12, atol=1e-12)
        given |= {"X": np.array([1.0, 0.0, 3.0])} if "X" in given else {}
        found, expected = f(**given), es.evaluate(e, given)
    finite = np.isfinite(expected)  # infinities of both signs may be added in another order
    np.testing.assert_allclose(np.where(finite, found, 0), np.where(finite, expected, 0), rtol=1e-12, atol=1e-12)


def test_softmax_leaves_a_masked_sum() -> None:
    e = es.simplify(es.parse("y[j] = sum[l]((X[l] == 0)*exp(Z[j])/sum[k](exp(Z[k]))*A[l,j])"))
    assert str(e) == "y[j] = softmax[j](Z[j])*sum[l](A[l,j]*(X[l] == 0))"


def test_finite_factors_still_leave_a_masked_sum() -> None:
    e = es.simplify(es.parse("y[j] = sum[l]((X[l] == 0)*tanh(Z[j])*Y[j]/Z[j]*X[l])"))
    assert str(e) == "y[j] = Y[j]*tanh(Z[j])*sum[l](X[l]/Z[j]*(X[l] == 0))"


def test_a_mask_without_the_summed_index_holds_nothing_back() -> None:
    assert str(es.simplify(es.parse("y[j] = sum[l]((Y[j] == 0)*X[l]/Z[j])"))) == "y[j] = sum[l](X[l])/Z[j]*(Y[j] == 0)"


def test_a_sum_that_is_stored_and_positive_is_no_pole() -> None:
    """What divides by a sum of exponentials stays a matrix product beside a mask."""
    text = "p[i,k] = exp(s[i,k])/sum[m](exp(s[i,m]))\ny[k,a] = sum[i,b](p[i,k]*x[i,b]*L[k,b,a]*(a < b))"
    rng = np.random.default_rng(0)
    given = {"s": rng.normal(size=(40, 5)), "x": rng.normal(size=(40, 6)), "L": rng.normal(size=(5, 6, 6))}
    f = es.compile(text)
    np.testing.assert_allclose(f(**given), es.evaluate(es.parse(text), given), rtol=1e-10)
    assert not any("(a < b)*" in line or "*(a < b)" in line for line in f.explain().split("steps:")[1].splitlines() if "1/" in line)
