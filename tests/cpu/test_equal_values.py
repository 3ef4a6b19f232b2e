"""Gradients of maxima ask where a value equals the largest one: both have to be rounded alike."""

import numpy as np
import pytest

import espresso as es

FORMULAS = [
    "R = sum[i](max[j](cumsum[j](X[i,j]*b[j])))",  # running sums were added up in three loops
    "R = sum[i](min[j](cumsum[j](X[i,j]*b[j]))*b[i])",
    "R = sum[i](max[j](X[i,j]*b[j] + X[j,i]*b[i]))",  # symmetric, but not with a fused multiply-add
    "R = sum[j](min[i](X[i,j]*b[j] + X[j,i]*b[i])**2)",
    "R = sum[i](max[j](X[i,j]**2 + X[j,i]**2)*b[i])",
]


@pytest.mark.parametrize("dtype", ["float64", "float32"])
@pytest.mark.parametrize("formula", FORMULAS)
def test_the_gradient_of_a_maximum_reaches_the_place_where_it_is(formula: str, dtype: str) -> None:
    gradient = es.grad(es.parse(formula), "X")
    f, rng = es.compile(gradient), np.random.default_rng(0)
    for n in (3, 9, 16, 33, 65):
        given = {"X": rng.normal(size=(n, n)).astype(dtype), "b": rng.normal(size=n).astype(dtype)}
        np.testing.assert_allclose(f(**given), es.evaluate(gradient, given), rtol=1e-4, atol=1e-4)


def test_products_of_many_factors_that_exchanged_indices_leave_the_same() -> None:
    """The reference rounds them in two ways, too; so differences tell."""
    formula = es.parse("R = sum[i](max[j](b[i]*b[j]*X[i,j]*X[j,i]))")
    value, gradient, rng = es.compile(formula), es.compile(es.grad(formula, "X")), np.random.default_rng(0)
    x, b = rng.normal(size=(20, 20)), rng.normal(size=20)
    found = gradient(X=x, b=b)
    for at in np.ndindex(x.shape):
        step = np.zeros_like(x)
        step[at] = 1e-6
        slope = (value(X=x + step, b=b) - value(X=x - step, b=b)) / 2e-6
        assert abs(found[at] - slope) < 1e-6
