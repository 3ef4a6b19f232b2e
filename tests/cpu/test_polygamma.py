"""polygamma: derivatives of digamma of any order, on every target (sA11)."""

from __future__ import annotations

import functools
import math
from typing import Any

import numpy as np
import pytest

import espresso as es

INF, NAN = math.inf, math.nan


@functools.cache
def exact(n: float, x: float) -> float:
    """By mpmath; negative arguments are shifted above 0, the sum over all steps is a difference of Hurwitz's zeta."""
    mpmath = pytest.importorskip("mpmath")
    with mpmath.workdps(40):
        order, v = int(n), mpmath.mpf(x)
        if order == 0:
            return float(mpmath.re(mpmath.psi(0, v)))
        if v > 0:
            return float(mpmath.psi(order, v))
        steps = int(mpmath.ceil(-v))  # with arguments below 0, then one more
        nearest = -v - (steps - 1)
        terms = mpmath.zeta(order + 1, nearest) - mpmath.zeta(order + 1, nearest + steps) if steps else 0
        terms = (-1) ** (order + 1) * terms + (v + steps) ** (-order - 1)
        return float(mpmath.psi(order, v + steps + 1) - (-1) ** order * mpmath.factorial(order) * terms)


@pytest.mark.parametrize("target", ["cpu", "numpy", "reference"])
def test_values(target: str) -> None:
    rng = np.random.default_rng(0)
    n = np.concatenate([rng.integers(0, 8, 120), rng.integers(8, 60, 40), rng.integers(60, 160, 20)])
    x = rng.permutation(np.concatenate([10 ** rng.uniform(-3, 4, 100), -rng.uniform(0, 60, 80)]))
    x[:6], n[:6] = [1e-150, 1e300, 1e5, 1000.0, -1e-20, -1234567.25], [1, 1, 3, 150, 2, 3]
    e = es.parse("y[i] = polygamma(n[i], x[i])")
    arrays = {"n": n, "x": x}
    found = es.evaluate(e, arrays) if target == "reference" else es.compile(e, target=target)(**arrays)
    want = np.array([exact(a, b) for a, b in zip(n.tolist(), x.tolist(), strict=True)])
    np.testing.assert_allclose(found, want, rtol=2e-14 if target != "reference" else 1e-15)


@pytest.mark.parametrize("target", ["cpu", "numpy", "reference"])
def test_special_values(target: str) -> None:
    n = np.array([0, 0, 0, 1, 1, 2, 2, 2, 3, 2, 3, 2, 2, -1, 0.5, 171, INF, NAN, 170])
    x = np.array([0.0, -0.0, -1, 0, -2, 0.0, -0.0, -1, -5, INF, INF, -INF, NAN, 2, 2, 2, 2, 2, 0.01])
    want = [-INF, INF, NAN, INF, INF, -INF, INF, NAN, INF, 0, 0, NAN, NAN, NAN, NAN, NAN, NAN, NAN, -INF]
    e = es.parse("y[i] = polygamma(n[i], x[i])")
    arrays = {"n": n, "x": x}
    found = es.evaluate(e, arrays) if target == "reference" else es.compile(e, target=target)(**arrays)
    np.testing.assert_array_equal(found, want)


@pytest.mark.parametrize("target", ["cpu", "numpy"])
def test_sA11_digamma_and_its_relatives_have_derivatives_of_any_order(target: str) -> None:
    x = np.array([0.3, 1.0, 2.5, 17.0, -0.4])
    e = es.parse("s = sum[i](lgamma(x[i]))")
    for order in range(1, 6):
        e = es.sum(es.grad(e, "x"))
        found = es.compile(es.grad(e, "x"), target=target)(x=x)
        np.testing.assert_allclose(found, [exact(order, v) for v in x.tolist()], rtol=1e-13)
    h = es.hessian(es.parse("s = sum[i](log(gamma(x[i]))*digamma(x[i]))"), "x")
    positive = np.array([0.7, 1.9, 3.2])
    np.testing.assert_allclose(es.compile(h, target=target)(x=positive), es.evaluate(h, {"x": positive}), rtol=1e-12)
    es.check_grads(es.parse("s = sum[i](polygamma(n[i], x[i])**2)"), n=np.array([0, 1, 4]), x=positive)


def test_printed_forms() -> None:
    assert str(es.grad(es.parse("y = digamma(x)"), "x")) == "dy_dx = trigamma(x)"
    assert str(es.derivative(es.parse("y = digamma(x)"), "x", order=4)) == "d4y_dx4 = polygamma(4, x)"
    assert str(es.simplify("y = polygamma(0, x) + polygamma(1, x)")) == "y = digamma(x) + trigamma(x)"
    assert str(es.grad(es.parse("y = polygamma(n, x)"), "x")) == "dy_dx = polygamma(n + 1, x)"


def test_dtypes() -> None:
    x = np.array([0.5, 2.0, -0.25], "float32")
    for target in ("cpu", "numpy"):
        found = es.compile("y[i] = polygamma(3, x[i])", target=target)(x=x)
        assert found.dtype == np.float32
        np.testing.assert_allclose(found, [exact(3, float(v)) for v in x], rtol=2e-7)
        assert es.compile("y[i] = polygamma(2, n[i])", target=target)(n=np.array([1, 2, 3])).dtype == np.float64
        assert es.compile("y[i] = polygamma(2, x[i])", target=target)(x=x[:0]).shape == (0,)


def test_sympy_bridge() -> None:
    sympy = pytest.importorskip("sympy")
    x: Any = sympy.Symbol("x", positive=True)
    for order in range(4):
        e = es.from_sympy(sympy.diff(sympy.loggamma(x), x, order + 1))
        assert math.isclose(float(es.compile(e, target="cpu")(x=1.7)), exact(order, 1.7), rel_tol=1e-13)
        back = es.parse(f"y = polygamma({order}, x)").to_sympy()
        assert math.isclose(float(back.subs(sympy.Symbol("x"), 1.7).evalf()), exact(order, 1.7), rel_tol=1e-13)


def test_a_saved_module_has_it_too(tmp_path: Any) -> None:
    f = es.compile("y[i] = polygamma(2, x[i]) + digamma(x[i])", target="numpy")
    space: dict[str, Any] = {}
    exec(compile(f.save(tmp_path / "special.py").read_text(), "special.py", "exec"), space)
    x = np.array([0.5, 1.5])
    np.testing.assert_allclose(space["program"](x), f(x=x), rtol=0)


@pytest.mark.parametrize("target", ["cpu", "numpy"])
def test_lgamma_that_overflows_is_infinite(target: str) -> None:
    x = np.array([np.finfo(float).max, -np.finfo(float).max, 1e305, np.inf])
    found = es.compile("y[i] = lgamma(x[i])", target=target)(x=x)
    np.testing.assert_allclose(found, [np.inf, np.inf, math.lgamma(1e305), np.inf])
