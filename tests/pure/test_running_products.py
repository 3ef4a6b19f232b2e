"""Derivatives of running products: recurrences with a step for each element, also in the second order."""

from __future__ import annotations

import numpy as np
import pytest

import espresso as es
from espresso.algebra.rewriting.rules import derivative

RNG = np.random.default_rng(3)


def _dense(y, x, h=1e-30):
    """The Jacobian of a function of one array, by complex steps."""
    columns = []
    for k in range(x.size):
        z = x.astype(complex).ravel()
        z[k] += 1j*h
        columns.append(np.imag(y(z.reshape(x.shape))).ravel()/h)
    return np.array(columns).T


FORMULAS = [
    ("y[k] = cumprod[k](x[k])", np.cumprod),
    ("y[k] = cumprod[k](x[k]**2 + k)", lambda x: np.cumprod(x**2 + np.arange(len(x)))),
    ("y[k] = prod[l](where(l <= k, x[l], 1))*x[k]", lambda x: np.cumprod(x)*x),
    ("y[k] = prod[l](where(l < k, x[l], 1))*x[k]", lambda x: np.r_[1, np.cumprod(x)[:-1]][: len(x)]*x),
    ("y[k] = prod[l](where(l < k, 1, x[l]))*x[k]", lambda x: np.cumprod(x[::-1])[::-1]*x),
    ("y[k] = prod[l](where(l == k, 1, x[l]))*x[k]**2", lambda x: x*np.prod(x)),
    ("y[k] = prod[l](where(k != l, x[l], 1)) + x[k]", lambda x: [np.prod(np.delete(x, k)) for k in range(len(x))] + x),
    ("y[k] = x[k]*prod[l](x[l])", lambda x: x*np.prod(x)),
]


@pytest.mark.parametrize("x", [[], [1.5], [0.0], [2.0, 0.5, -1.25], [0.5, 0.0, 3.0, 0.0], [1.1, 0.2, -0.3, 1.7, 0.0]], ids=str)
@pytest.mark.parametrize(("text", "numpy"), FORMULAS, ids=[t for t, _ in FORMULAS])
def test_first_and_second_derivatives(text, numpy, x):
    x = np.array(x)
    c = np.cos(np.arange(len(x)))
    loss = es.parse(text + "\nL = sum[k](c[k]*y[k])")
    gradient, hessian = es.grad(loss, "x"), es.hessian(loss, "x")

    def slope(z):
        """The gradient by differences of a polynomial in each factor: exact but for rounding."""
        found = []
        for k in range(len(z)):
            up, down = z.copy(), z.copy()
            up[k] += 0.5
            down[k] -= 0.5
            far_up, far_down = z.copy(), z.copy()
            far_up[k] += 1
            far_down[k] -= 1
            near = (c*numpy(up)).sum() - (c*numpy(down)).sum()
            far = (c*numpy(far_up)).sum() - (c*numpy(far_down)).sum()
            found.append((8*near - far)/6)  # exact for polynomials of degree four in one factor
        return np.array(found, z.dtype)

    assert np.allclose(es.evaluate(gradient, {"x": x, "c": c}), slope(x), 1e-11, 1e-11)
    right = _dense(slope, x) if len(x) else np.zeros((0, 0))
    assert np.allclose(es.evaluate(hessian, {"x": x, "c": c}), right, 1e-10, 1e-10)
    product = es.hvp(loss, "x", "v")
    v = np.sin(1 + np.arange(len(x)))
    assert np.allclose(es.evaluate(product, {"x": x, "c": c, "v": v}), right @ v, 1e-10, 1e-10)


def test_as_text():
    """The adjoint of a running product is the recurrence that a person would write."""
    assert str(es.grad(es.parse("s = sum[k](c[k]*cumprod[k](x[k]))"), "x")).splitlines()[-2:] == [
        "dproduct[k] = dproduct_out[k] + where(k < size(product, 0) - 1, x[k + 1]*pad(dproduct)[k + 1], 0)",
        "ds_dx[k] = pad(dproduct)[k]*pad(product, 1)[k - 1]*(k < size(x, 0))",
    ]


@pytest.mark.parametrize("text", ["y[i,j] = cumprod[j](A[i,j])", "y[j,i] = cumprod[i](A[i,j])", "y[i] = prod[j](A[i,j])"])
def test_rows_and_columns_when_compiled(text):
    """Thousands of factors: a step for each pair of them would take seconds."""
    A, v = 1 + 0.01*RNG.normal(size=(7, 3000)), RNG.normal(size=(7, 3000))
    e = es.parse(text)
    c = RNG.normal(size=np.shape(es.evaluate(e, {"A": A})))
    pulled = es.vjp(e, "A", "c")
    second = es.compile(es.jvp(pulled, "A", "v"), target="cpu")
    first = es.compile(pulled, target="cpu")
    h = 1e-4
    given = {"A": A, "c": c, "v": v}
    change = (first(A=A + h*v, c=c) - first(A=A - h*v, c=c))/(2*h)
    assert np.allclose(second(**{n: given[n] for n in second.inputs}), change, 1e-4, 1e-3*np.abs(change).max())
    forward = es.compile(es.jvp(e, "A", "v"), target="cpu")(A=A, v=v)
    assert np.isclose((forward*c).sum(), (first(A=A, c=c)*v).sum())


def test_a_row_of_somebody_else_is_obeyed():
    """What is given as the derivative of ``cumprod`` is taken, not the recurrence."""
    rule = derivative("cumprod[k](x)", "7*c[k]", "7*c[k]")
    assert str(es.grad("s = sum[k](c[k]*cumprod[k](x[k]))", "x", rules=(rule,))) == "ds_dx[k] = 7*c[k]"


def test_running_products_of_complex_numbers():
    """They are derived as formulas."""
    A, v = RNG.normal(size=(3, 4)), RNG.normal(size=(3, 4))
    e = es.parse("y[k] = cumprod[k](complex(1, 2)*A[0,k])")
    change = (es.evaluate(e, {"A": A + 1e-6*v}) - es.evaluate(e, {"A": A - 1e-6*v}))/2e-6
    assert np.allclose(es.evaluate(es.jvp(e, "A", "v"), {"A": A, "v": v}), change, 1e-6, 1e-6)
