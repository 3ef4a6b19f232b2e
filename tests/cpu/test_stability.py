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
    ("s = sum[i](silu(x[i]) + gelu(x[i]) + softplus(x[i]))", X),
    ("s = -sum[i](y[i]*log(1/(1 + exp(-x[i]))) + (1 - y[i])*log(1 - 1/(1 + exp(-x[i]))))", X),
    ("s = sum[i](log(1 + exp(-(2*y[i] - 1)*x[i])))", X),
    ("p[b,k] = softmax[k](x[b,k])\ns = -sum[b](log(p[b, t[b]]))", Z),
    ("s = sum[b](log(sum[k](exp(x[b,k]))) - x[b, t[b]])", Z),
    ("p[b,k] = softmax[k](x[b,k])\ns = -sum[b,k](p[b,k]*log(p[b,k]))", Z),
    ("c : nonneg\ns = sum[b](log(sum[k](c[k]*exp(x[b,k]))))", Z),
    ("s = sum[b,k](c[k]*exp(x[b,k])/sum[m](exp(x[b,m])))", Z),
    ("s = sum[i](tanh(x[i]/2)*c[0] + atan(x[i]))", X),
    ("s = sum[i](2/(exp(x[i]) + exp(-x[i])))", X),
    ("s = sum[i]((exp(x[i]) - exp(-x[i]))/(exp(x[i]) + exp(-x[i])))", X),
    ("s = sum[i](log(exp(x[i])/2 + exp(-x[i])/2))", X),
    ("s = sum[i](log(2*sinh(x[i]/2)))", np.array([0.5, 3, 20, 89, 176], FLOAT)),
    ("s = sum[i](x[i]*cosh(x[i])/sinh(x[i]) - 1)", X[X > 0.1]),
    ("s = sum[i](exp(x[i] - c[0])/(1 + exp(x[i] - c[0])))", X),
    ("s = sum[i](exp(x[i])/(exp(x[i]) + exp(c[0])))", X),
    ("s = sum[i](exp(x[i])/(exp(c[1]) + exp(x[i]) + exp(c[0])))", X),
    ("s = sum[i](exp(x[i])/(1 + exp(x[i]) + exp(c[0])))", X),
    ("s = sum[i](log(1 + exp(x[i]) + exp(2*x[i])))", X),
    ("s = sum[i](exp(x[i])/(exp(x[i]) + exp(-x[i])))", X),
    ("s = sum[i](log(2 + exp(x[i])) + log(1 + 3*exp(-x[i])))", X),
    ("s = sum[i](exp(x[i])/(2 + exp(x[i])) + 1/(1 + 3*exp(-x[i])))", X),
    ("s = sum[i](atan(exp(x[i])))", X),
    ("s = sum[b](log(1 + sum[k](exp(x[b,k]))))", Z),
    ("s = sum[b](log(exp(c[0]) + sum[k](exp(x[b,k]))))", Z),
    ("s = sum[b](log(sum[k](exp(x[b,k]))/size(x, 1)))", Z),
    ("s = sum[b](log(sum[k](where(c[k] > 0.15, exp(x[b,k]), 0))))", Z),
    ("s = sum[b,k](c[k]*exp(x[b,k])/(1 + sum[m](exp(x[b,m]))))", Z),
    ("s = sum[b,k](c[k]*exp(x[b,k])/(exp(c[1]) + sum[m](exp(x[b,m]))))", Z),
    ("s = sum[b](sum[k](exp(x[b,k]))**2/sum[k](exp(2*x[b,k])))", Z),
    ("s = sum[i](sinh(x[i]*c[0] - c[1])/cosh(c[1] - c[0]*x[i]))", X),
    ("s = sum[i](1/sinh(x[i]))", X[np.abs(X) > 0.1]),
    ("s = sum[i](1/(exp(x[i]) - 1))", X[np.abs(X) > 0.1]),
    ("s = sum[i](x[i]**2*exp(x[i])/(exp(x[i]) - 1)**2)", X[np.abs(X) > 0.1]),
    ("s = sum[i](log(1 - exp(-x[i])))", X[X > 0.1]),
    ("s = sum[i]((exp(x[i]) - 1)/(exp(x[i]) + 1))", X),
]
"""Formulas as a person writes them, and where they are evaluated."""

Y = np.array([0, 1] * 7, FLOAT)
T = np.array([1, 0, 3, 2])


@pytest.mark.parametrize(("text", "x"), CASES, ids=[c[0].replace("\n", "; ") for c in CASES])
def test_float32_agrees_with_extended_precision(text: str, x: np.ndarray) -> None:
    e = es.parse(text)
    first = es.grad(e, "x")
    given = {"x": x, "c": C, "y": Y, "t": T}
    formulas = [e.simplify(), first, es.hessian(e, "x")]
    wide = {n: np.asarray(a, np.longdouble) if n != "t" else a for n, a in given.items()}
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
        rtol = 1e-4 if "nonneg" in text else 3e-5  # x + log(c) at 1000 has a rounding error of 3e-5
        np.testing.assert_allclose(
            got, exact.astype(float), rtol=rtol, atol=float(4e-7 * scale), err_msg=f"order {order}"
        )


@pytest.mark.parametrize("text", ["log(cosh(n[i]))", "exp(n[i])/(exp(n[i]) - 1)", "exp(n[i] - 1)/(1 + exp(n[i] - 1))"])
@pytest.mark.parametrize("dtype", ["int16", "int64"])
def test_functions_of_integers_have_the_safe_forms(text: str, dtype: str) -> None:
    """Their rows subtract and negate floats, so that no integer wraps around which did not in the formula."""
    n = np.array([-800, -3, 2, 800, 30_000], dtype)
    e = es.parse(f"y[i] = {text}")
    expected = es.evaluate(e.simplify(), {"n": n.astype(float)})
    assert np.isfinite(expected).all()
    np.testing.assert_allclose(es.compile(e)(n=n), expected, 1e-12)


def _slopes(e: es.Expr, wide: dict[str, np.ndarray]) -> np.ndarray:
    """The gradient by differences of the formula as it is written, in extended precision: nothing there overflows."""
    x, h = wide["x"], np.longdouble(2e-4)
    found = np.empty_like(x)
    for at in np.ndindex(x.shape):
        ends = []
        for step in (2 * h, h, -h, -2 * h):
            moved = x.copy()
            moved[at] += step
            ends.append(es.evaluate(e, {**wide, "x": moved}))
        found[at] = (8 * (ends[1] - ends[2]) - (ends[0] - ends[3])) / (12 * h)
    return found


# log(1 - p) and the logarithm of a stored softmax are log(0) as they are written, in any precision
_AS_WRITTEN = [c for c in CASES if "log(1 - 1/(1 +" not in c[0] and "softmax[k](x[b,k])\n" not in c[0]]


@pytest.mark.parametrize(("text", "x"), _AS_WRITTEN, ids=[c[0].replace("\n", "; ") for c in _AS_WRITTEN])
def test_float32_gradient_agrees_with_differences_of_the_formula_as_written(text: str, x: np.ndarray) -> None:
    """Independent of every rule: the oracle knows neither derivatives nor simplification."""
    e = es.parse(text)
    given = {n: a for n, a in {"x": x, "c": C, "y": Y, "t": T}.items() if n in e.inputs}
    if "sqrt(sum" in text or "**2)" in text and "sqrt" in text:
        given["x"] = x = np.where(np.abs(x) < 1e-2, FLOAT(0.5), x)  # away from the kink at 0
    if "x[i]*log(x[i])" in text:
        given["x"] = x = x[3:]
    wide = {n: np.asarray(a, np.longdouble) if n != "t" else a for n, a in given.items()}
    e_grad = es.grad(e, "x")
    got = es.compile(e_grad)(**{n: given[n] for n in e_grad.inputs})
    exact = _slopes(e, wide).astype(float)
    assert np.isfinite(got).all()
    np.testing.assert_allclose(got, exact, rtol=3e-5, atol=4e-7 * float(np.abs(exact).max()))


@pytest.mark.parametrize(
    ("text", "x", "value", "first"),
    [
        ("s = sum[i](norm[k](x[i,k]))", [[0, 0], [3, 4]], 5, [[0, 0], [0.6, 0.8]]),
        ("s = sqrt(sum[i](x[i]**2))", [0, 0, 0], 0, [0, 0, 0]),
        ("s = sum[i](sqrt(x[i]**2))", [0, -2], 2, [0, -1]),
        ("s = sum[i](abs(x[i]))", [0, -2], 2, [0, -1]),
        ("s = sum[i](x[i]**0 + x[i])", [0, 2], 4, [1, 1]),
        ("s = sum[i](where(x[i] > 0, log(x[i]), 0))", [0, -1, 2], np.log(2), [0, 0, 0.5]),
        ("s = sum[i](x[i]*log(x[i]))", [0, 1], 0, [-np.inf, 1]),
        ("s = sum[i](q[i]*log(x[i]*q[i] + 1))", [0, 1], 2 * np.log(3), [0, 4 / 3]),
        ("s = sum[i](relu(x[i]) + hypot(x[i], 0))", [0, -2], 2, [0, -1]),
        ("s = std[i](x[i])", [1, 1, 1], 0, [0, 0, 0]),
    ],
)
def test_at_the_kinks(text: str, x: list[object], value: float, first: list[object]) -> None:
    """Norms at zero, 0*log(0), x**0 at 0 and the documented sub-gradients (case 49), compiled and by the reference."""
    e = es.parse(text)
    arrays = {"x": np.array(x, FLOAT), "q": np.array([0, 2], FLOAT)}
    g = es.grad(e, "x")
    for formula, wanted in ((e, value), (g, first)):
        needed = {n: arrays[n] for n in formula.inputs}
        with np.errstate(all="ignore"):
            slow = es.evaluate(formula.simplify(), needed)
        np.testing.assert_allclose(slow, wanted, rtol=1e-6)
        np.testing.assert_allclose(es.compile(formula)(**needed), wanted, rtol=1e-6)


@pytest.mark.parametrize("text", [c[0] for c in CASES if "softmax" in c[0] or "log" in c[0]])
def test_compiled_and_reference_agree_to_a_few_ulp(text: str) -> None:
    """The same formula in float64 on both: an argument of 1000 has a rounding error of 1e-13."""
    e = es.parse(text)
    x = next(c[1] for c in CASES if c[0] == text).astype(float)
    given = {"x": x[x > 0] if "x[i]*log" in text else x, "c": C.astype(float), "y": Y.astype(float), "t": T}
    for formula in (e.simplify(), es.grad(e, "x")):
        needed = {n: given[n] for n in formula.inputs if n in given}
        fast, slow = es.compile(formula)(**needed), es.evaluate(formula, needed)
        scale = float(np.abs(slow).max())
        np.testing.assert_allclose(fast, slow, rtol=1e-13, atol=1e-13 * scale)


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
        ("y = 2*a*b - 4*a", "y = 2*a*(b - 2)"),
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
