"""Values and first and second derivatives in float32 at |x| <= 200 and at +-1000 (case 49, part 3.11)."""

from __future__ import annotations

import numpy as np
import pytest

import espresso as es

FLOAT = np.float32
X = np.array([-1000, -200, -89, -20, -3, -1e-4, 0, 1e-4, 0.5, 3, 20, 89, 200, 1000], FLOAT)
Z = np.array([[1000, -1000, 0, 3], [200, -200, 199, -3], [0, 0, 0, 0], [-1000, -1000, -1000, -999]], FLOAT)
C = np.array([0.1, 0.2, 0.3, 0.4], FLOAT)

CASES = [
    ("s = sum[i](1/(1 + exp(-x[i])))", X),
    ("s = sum[i](log(1 + exp(x[i])))", X),
    ("s = sum[i](x[i]*(1 + erf(x[i]/sqrt(2)))/2)", X),
    ("s = sum[i](x[i]/(1 + exp(-x[i])))", X),
    ("s = sum[i](tanh(x[i]))", X),
    ("s = sum[i](log(cosh(x[i])))", X),
    ("s = sum[b](log(sum[k](exp(x[b,k]))))", Z),
    ("s = sum[b,k](softmax[k](x[b,k])**2)", Z),
    ("s = sum[b,k](c[k]*log_softmax[k](x[b,k]))", Z),
    ("s = -sum[b,k](c[k]*log(exp(x[b,k])/sum[m](exp(x[b,m]))))", Z),
    ("p[b,k] = softmax[k](x[b,k])\ns = -sum[b,k](c[k]*log(p[b,k]))", Z),
    ("s = sum[b](sqrt(sum[k](x[b,k]**2)))", Z),
    ("s = sum[b,k](c[k]*(x[b,k] - mean[m](x[b,m]))/sqrt(var[m](x[b,m]) + 1e-5))", Z[:2]),
    ("s = sum[i](x[i]*log(x[i]))", np.array([0, 1e-30, 1e-3, 1, 200, 1000], FLOAT)),
    ("s = sum[i](sqrt(x[i]**2))", X),
    ("s = sum[i](exp(x[i])/(1 + exp(x[i]))**2)", X),
]


@pytest.mark.parametrize(("text", "x"), CASES, ids=[c[0].replace("\n", "; ") for c in CASES])
def test_float32_agrees_with_extended_precision(text: str, x: np.ndarray) -> None:
    e = es.parse(text)
    first = es.grad(e, "x")
    given = {"x": x, "c": C}
    formulas = [e.simplify(), first, es.hessian(e, "x")]
    wide = {n: np.asarray(a, np.longdouble) for n, a in given.items()}
    f = es.compile(formulas)
    for order, (got, formula) in enumerate(zip(f(**{n: given[n] for n in f.inputs}), formulas, strict=True)):
        exact = es.evaluate(formula, {n: wide[n] for n in formula.inputs})
        assert got.dtype == FLOAT
        if "log(x[i])" in text:  # infinite slope at 0 is its derivative
            same = np.isfinite(exact)
            assert order == 0 or np.array_equal(np.isfinite(got), same)
            got, exact = np.asarray(got)[same], np.asarray(exact)[same]
        assert np.isfinite(got).all(), (order, str(formula))
        scale = np.abs(exact).max()
        np.testing.assert_allclose(
            got, exact.astype(float), rtol=3e-5, atol=float(4e-7 * scale), err_msg=f"order {order}"
        )


@pytest.mark.parametrize(
    ("text", "order", "shown"),
    [
        ("p[b,k] = softmax[k](z[b,k]) - c[k]", 1, "((k == l) - softmax[k](z[b,k]))*softmax[l](z[b,l])*(b == c)"),
        ("p[k] = softmax[k](z[k])", 1, "((k == l) - softmax[k](z[k]))*softmax[l](z[l])"),
        ("s = sum[i](exp(sin(z[i])))", 2, "exp(sin(z[i]))*(cos(z[i])**2 - sin(z[i]))*(i == j)"),
        ("s = sum[k](c[k]*log_softmax[k](z[k]))", 2, "(softmax[k](z[k]) - (k == l))*softmax[l](z[l])*sum[n](c[n])"),
        ("s = sum[i](logistic(z[i]))", 2, "-logistic(z[i])*logistic(-z[i])*tanh(1/2*z[i])*(i == j)"),
    ],
)
def test_derivatives_are_as_short_as_in_a_textbook(text: str, order: int, shown: str) -> None:
    found = es.derivative(es.parse(text), "z", order)
    assert str(found).partition(" = ")[2] == shown


@pytest.mark.parametrize(
    ("text", "simple"),
    [
        ("y = a*b + a*c", "y = a*(b + c)"),
        ("y = x**3*a - x*b", "y = x*(a*x**2 - b)"),
        ("y = 2*a*b - 4*a", "y = a*(2*b - 4)"),
        ("y = a/x + b/x", "y = (a + b)/x"),
        ("y = a*b + c", "y = a*b + c"),
        ("y[i] = (x[i] > 0)/x[i] + (i == 2)/x[i]", None),
        ("y[i,j] = a[i]*(i == j) - a[i]*b[j]", "y[i,j] = a[i]*((i == j) - b[j])"),
    ],
)
def test_common_factors_stand_in_front(text: str, simple: str | None) -> None:
    e = es.parse(text)
    new = e.simplify()
    assert new.simplify() is new
    if simple is None:  # the conditions protect 1/x where x is 0
        x = np.array([0.0, 2.0, 4.0])
        np.testing.assert_array_equal(es.evaluate(new, {"x": x}), es.evaluate(e, {"x": x}))
        return
    assert es.parse(simple) is new or str(new) == str(es.parse(simple))
    rng = np.random.default_rng(0)
    shape = {"a": (4,), "b": (4,)} if "[i" in text else dict.fromkeys("abcx", ())
    arrays = {n: rng.normal(size=shape[n]) for n in e.inputs}
    np.testing.assert_allclose(es.evaluate(new, arrays), es.evaluate(e, arrays), rtol=1e-12)
