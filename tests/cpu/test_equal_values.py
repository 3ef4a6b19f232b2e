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
    "R = sum[i](max[j](b[j]**2 + X[i,j]**2 + X[j,i]**2))",  # in part symmetric
    # an exponential in what a sum over three indices compares
    "R = sum[i](min[j](Y[i,j]**2*exp(0.3*X[i,j])*max[k](X[i,k]*X[j,k]*b[k]) + b[j]*(X[i,j] + Y[i,j] + X[i,j]**2)"
    " + c[j]*(X[j,i] + Y[i,j])/(1 + X[j,i]**2))*max[k](X[i,k]*b[k]))",
    "t[i,j] = c[i]*c[j]*X[i,j]*X[j,i]; R = sum[i](max[j](t[i,j]*b[j]))",  # five factors, of which loops leave two alone
]


@pytest.mark.parametrize("fused", [True, False])
@pytest.mark.parametrize("dtype", ["float64", "float32"])
@pytest.mark.parametrize("formula", FORMULAS)
def test_the_gradient_of_a_maximum_reaches_the_place_where_it_is(formula: str, dtype: str, fused: bool) -> None:
    gradient = es.grad(es.parse(formula), "X")
    f, rng = es.compile(gradient, fused=fused), np.random.default_rng(0)
    for n in (3, 9, 16, 33, 65):
        shapes = {"X": (n, n), "Y": (n, n), "b": (n,), "c": (n,)}
        given = {name: rng.normal(size=shapes[name]).astype(dtype) for name in gradient.inputs}
        np.testing.assert_allclose(f(**given), es.evaluate(gradient, given), rtol=1e-4, atol=1e-4)


ORDERS = [  # bodies that are rounded in several ways, were operands added and multiplied as they stand
    "b[i]*b[j]*X[i,j]*X[j,i]",
    "c[i] + b[i]*b[j]*X[i,j]*X[j,i]",
    "X[i,j]*X[j,i]/(b[i]*b[j])",
    "c[j]*b[i]*b[j]*X[i,j]*X[j,i]",  # not its own transpose, but read with i and j exchanged
    "b[j]*X[i,j] + X[j,i]*c[i] + X[i,j]*X[j,i]",  # no two terms alike
    "sum[k](X[i,k]*X[j,k]*b[k])*c[j]*X[j,i] + X[i,j]**2*b[i]",  # a symmetric sum in it
    "sum[k](X[i,k]*X[k,j])*max[k](X[i,k]*X[j,k]*b[k]) + X[j,i]*c[j]**3 + (X[i,j] + b[i])*max[k](X[i,k]*X[j,k]*b[k])",
]
THREE = [
    "b[i]*b[j]*b[k]*X[i,j]*X[j,k]*X[k,i]*X[i,k]*X[k,j]*X[j,i]",
    "X[i,j] + X[j,k] + X[k,i] + X[i,k] + X[k,j] + X[j,i]",
]


@pytest.mark.parametrize("target", ["cpu", "numpy", "reference"])
@pytest.mark.parametrize("body", ORDERS + THREE)
def test_values_whose_operands_stand_in_another_order_where_indices_are_exchanged(body: str, target: str) -> None:
    formula = es.parse(f"R = sum[i](max[{'j,k' if body in THREE else 'j'}]({body}))")
    gradient, rng = es.grad(formula, "X"), np.random.default_rng(0)
    x, given = rng.normal(size=(14, 14)), {n: rng.normal(size=14) for n in ("b", "c") if n in formula.inputs}
    compute = (lambda **a: es.evaluate(gradient, a)) if target == "reference" else es.compile(gradient, target=target)
    found, value = compute(X=x, **given), es.compile(formula)
    for at in np.ndindex(x.shape):
        step = np.zeros_like(x)
        step[at] = 1e-6
        slope = (value(X=x + step, **given) - value(X=x - step, **given)) / 2e-6
        assert abs(found[at] - slope) < 1e-5 * (1 + abs(slope))


def test_numpy_text_multiplies_pairs_first() -> None:
    text = es.grad(es.parse("R = sum[i](max[j](b[i]*b[j]*X[i,j]*X[j,i]))"), "X").to_numpy()
    assert "X*X.T*(b[:, None]*b)" in text
    assert "minimum" not in text


def test_integers_are_not_multiplied_apart_from_floats() -> None:
    """Their product may wrap around."""
    gradient = es.grad(es.parse("R = sum[i](max[j](b[i]*b[j]*X[i,j]*X[j,i]))"), "X")
    rng = np.random.default_rng(0)
    given = {"X": rng.normal(size=(3, 3)), "b": np.full(3, 100, np.int8)}
    wanted = es.evaluate(gradient, {**given, "b": given["b"].astype(float)})
    np.testing.assert_allclose(es.evaluate(gradient, given), wanted)
    for target in ("cpu", "numpy"):
        np.testing.assert_allclose(es.compile(gradient, target=target)(**given), wanted)


@pytest.mark.parametrize("target", ["cpu", "numpy", "reference"])
def test_a_minimum_of_values_that_are_all_the_same(target: str) -> None:
    """The sum is 1: it was so in what is compared, and computed in what the minimum is of."""
    e, X = es.parse("R = min[i](sum[m](softmax[m](X[i,m]))*Y)"), np.random.default_rng(0).normal(size=(4, 3))
    for name, wanted in (("Y", np.array(1.0)), ("X", np.zeros((4, 3)))):
        gradient = es.grad(e, name)
        given = {n: {"X": X, "Y": np.array(1.5)}[n] for n in gradient.inputs}
        found = es.evaluate(gradient, given) if target == "reference" else es.compile(gradient, target=target)(**given)
        np.testing.assert_array_equal(found, wanted)


def test_a_read_elsewhere_is_rounded_already() -> None:
    """The largest values of windows are compared where they are read: no copy of them for each place of a window."""
    y = es.max_pool(es.tensor("x[n,c,h,v]"), 3, 2, 1)
    f = es.compile([y, es.vjp(y, "x", "G")], target="cpu")
    x = np.random.default_rng(0).random((2, 3, 7, 8))
    f(**{n: {"x": x, "G": x[:, :, :4, :4]}[n] for n in f.inputs})
    assert "5 statements in one kernel" in f.explain(), f.explain()


MOVED = [  # elements beside the maximum: an index runs to another length than one of the axes that it reads
    "R[j] = max[i](x[2*i]*u[j]*w[i]*x[j])",
    "i : index 4\nk : index 3\nR[j,k] = min[i](u[j]*pad(x)[k]*pad(w)[i]*x[clamp(i)])",
]


@pytest.mark.parametrize("formula", MOVED)
def test_a_maximum_is_found_among_elements_that_it_does_not_have(formula: str) -> None:
    e, rng = es.parse(formula), np.random.default_rng(0)
    for name in ("x", "u", "w"):
        gradient = es.vjp(e, name, "H")
        f = es.compile(gradient)
        for _ in range(5):
            given = {"x": rng.normal(size=6), "u": rng.normal(size=6), "w": rng.normal(size=3)}
            given["H"] = rng.normal(size=es.evaluate(e, {n: given[n] for n in e.inputs}).shape)
            given = {n: given[n] for n in gradient.inputs}
            np.testing.assert_allclose(f(**given), es.evaluate(gradient, given), atol=1e-12)
