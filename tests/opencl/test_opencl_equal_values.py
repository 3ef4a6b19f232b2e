"""Gradients of maxima on OpenCL devices, whose compiler contracts products and sums: both sides are rounded alike."""

import numpy as np
import pytest

import espresso as es

pytestmark = pytest.mark.opencl


@pytest.mark.parametrize("body", ["X[i,j]*b[j] + X[j,i]*b[i]", "X[i,j]**2 + X[j,i]**2 + 0*b[i]", "b[i] + b[j] + X[i,j]*X[j,i]"])
def test_the_gradient_of_a_maximum_reaches_the_place_where_it_is(body: str) -> None:
    gradient = es.grad(es.parse(f"R = sum[i](max[j]({body}))"), "X")
    rng = np.random.default_rng(0)
    given = {"X": rng.normal(size=(40, 40)), "b": rng.normal(size=40)}
    np.testing.assert_allclose(es.compile(gradient, target="opencl")(**given), es.evaluate(gradient, given), rtol=1e-9)
