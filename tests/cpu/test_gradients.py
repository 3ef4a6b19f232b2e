"""Gradients, Hessians and Hessian-vector products, compiled: against the reference and differences."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from formulas import arrays

import espresso as es
from espresso.reference.evaluator import evaluate

LOSSES: list[tuple[str, dict[str, Any], list[str]]] = [
    ("l = sum[i](log(1 + exp(-y[i]*X[i,j]*w[j])))", {"X": (9, 4), "y": (9,), "w": (4,)}, ["w", "X"]),
    (
        "l = -sum[b](log_softmax[k](x[b,d]*W[d,k] + c[k])*(t[b] == k))/5",
        {"x": (6, 5), "W": (5, 4), "c": (4,), "t": ((6,), "int:4")},
        ["W", "c", "x"],
    ),
    (
        "h[b,k] = tanh(x[b,d]*W1[d,k] + b1[k]); z[b,m] = h[b,k]*W2[k,m] + b2[m]; l = sum[b,m]((z[b,m] - y[b,m])**2)",
        {"x": (6, 5), "W1": (5, 4), "b1": (4,), "W2": (4, 3), "b2": (3,), "y": (6, 3)},
        ["W1", "b1", "W2", "b2"],
    ),
    (
        "l = sum[b,i,e](softmax[j](q[b,i,d]*k[b,j,d])*v[b,j,e]*g[b,i,e])",
        {"q": (2, 3, 4), "k": (2, 5, 4), "v": (2, 5, 4), "g": (2, 3, 4)},
        ["q", "k", "v"],
    ),
    (
        "l = sum[i]((x[i] - mean[k](x[k]))**2/(var[k](x[k]) + 1e-3)*g[i])",
        {"x": (6,), "g": (6,)},
        ["x", "g"],
    ),
    ("l = sum[b,k](tanh(W[idx[b],k])*c[b,k])", {"W": (5, 3), "idx": ((7,), "int:5"), "c": (7, 3)}, ["W"]),
    (
        "l = prod[i](x[i]) + max[i](x[i]) + norm[i](x[i]) + sum[i](cumsum[i](x[i])**2) + sum[i](cumprod[i](x[i]))",
        {"x": ((5,), "pos")},
        ["x"],
    ),
    ("q = x[i]*A[i,j]*x[j]", {"x": (6,), "A": (6, 6)}, ["x", "A"]),
    (
        "a = sum[i](g[i]*sum[j](exp(-sum[d]((x[i,d] - y[j,d])**2))*b[j]))",
        {"x": (6, 3), "y": (7, 3), "b": (7,), "g": (6,)},
        ["x", "y", "b"],
    ),
    ("l = sum[t](x[t]*where(y[t] > 0, log(y[t]), 0))", {"x": (6,), "y": (6,)}, ["x", "y"]),
    ("l = sum[p]((x[2*p]*x[2*p+1] + pad(x)[p - 1])**2)", {"x": (8,)}, ["x"]),
]


@pytest.mark.parametrize(("text", "row", "wrt"), LOSSES, ids=[t for t, _, _ in LOSSES])
def test_derivatives_compile_to_what_they_mean(text: str, row: dict[str, Any], wrt: list[str]) -> None:
    given = arrays(row)
    e = es.parse(text)
    outputs = [e, *es.grad(e, wrt), es.hessian(e, wrt[0]), es.hvp(e, wrt[0], "V")]
    given["V"] = np.random.default_rng(1).normal(size=given[wrt[0]].shape)
    f = es.compile(outputs)
    for found, one in zip(f(**{n: given[n] for n in f.inputs}), outputs, strict=True):
        expected = evaluate(one, {n: given[n] for n in one.inputs})
        assert found.shape == expected.shape and found.dtype == expected.dtype
        np.testing.assert_allclose(found, expected, rtol=1e-8, atol=1e-9, err_msg=str(one))
    es.check_grads(e, order=2, **{n: given[n] for n in e.inputs})


FAILED_BEFORE: list[tuple[str, dict[str, tuple[int, ...]], str]] = [
    # a product that two loops round differently is nowhere equal to its own minimum
    (
        "z = sum[l,k,m](min[j](u[l,j]*(v[k,j]*w[k]*x[j] + b[l,m])))",
        {"u": (2, 4), "v": (3, 4), "w": (3,), "x": (4,), "b": (2, 2)},
        "x",
    ),
    ("z = sum[i](max[n,c](u[n,c,i]*x[c] + b[c]*w[n,c,i]))", {"u": (2, 3, 8), "x": (3,), "b": (3,), "w": (2, 3, 8)}, "x"),
    # a row inside a product over an index that got the name of another loop
    ("z = sum[i,j,k,m](tanh(cumprod[j](cumsum[m](w[m]) + x[k,i,j])))", {"x": (4, 3, 4), "w": (4,)}, "x"),
    # a value that is shared a second time
    (
        "y[j,i,m,k] = asinh(a[2*k+i]*u[i]*x[k]*x[k] + sin(c[j,m]) + sign(where(x[m] <= d[j], e[k], f[2*m+1]*g[m])));"
        "z = sum[j,i,m,k](tanh(y[j,i,m,k]))",
        {"a": (6,), "u": (2,), "x": (3,), "c": (1, 3), "d": (1,), "e": (3,), "f": (6,), "g": (3,)},
        "x",
    ),
    # a scan over an index that derivatives gave a name of their own
    ("z = sum[j,l](tanh(x[l]*sum[m](reverse_cumsum[l](w[l,m]) + v[j])))", {"x": (3,), "w": (3, 3), "v": (3,)}, "x"),
]


@pytest.mark.parametrize(("text", "shapes", "wrt"), FAILED_BEFORE, ids=[row[0] for row in FAILED_BEFORE])
def test_formulas_that_failed_before(text: str, shapes: dict[str, tuple[int, ...]], wrt: str) -> None:
    rng = np.random.default_rng(0)
    given = {name: rng.normal(size=shape) for name, shape in shapes.items()}
    e = es.parse(text)
    outputs = [e, es.grad(e, wrt), es.hessian(e, wrt)]
    found = es.compile(outputs)(**given)
    for output, value in zip(outputs, found, strict=True):
        expected = evaluate(output, {n: given[n] for n in output.inputs})
        np.testing.assert_allclose(value, expected, rtol=1e-9, atol=1e-12, err_msg=str(output))


@pytest.mark.parametrize("text", [
    "y[k] = cumsum[k](x[k]); z = sum[a](tanh(y[a]))",
    "y[k] = reverse_cumsum[k](x[k]**2); z = sum[a](exp(y[a])*y[a])",
    "y[k] = cumsum[k](x[k]); u[k] = cumsum[k](sin(y[k])); z = sum[a](tanh(u[a]))",
    "y[k] = cumsum[k](x[k]); z = sum[a](tanh(y[a+1])*x[a])",
    "y[k] = cumsum[k](x[k]); z = sum[a](tanh(y[2*a]))",
])  # fmt: skip
def test_hessians_through_running_sums(text: str) -> None:
    """The arrays that hold a derivative of a running sum say how long they are."""
    e, x = es.parse(text), np.random.default_rng(0).normal(size=5)
    gradient, h = es.grad(e, "x"), 1e-6
    steps = [(evaluate(gradient, {"x": x + h * d}) - evaluate(gradient, {"x": x - h * d})) / (2 * h) for d in np.eye(5)]
    for target in ("cpu", "numpy"):
        np.testing.assert_allclose(es.compile(es.hessian(e, "x"), target=target)(x=x), steps, atol=1e-8)


def test_indices_of_a_running_sum_change_places() -> None:
    swapped = es.parse("cumsum[k](x[k,l])").subs({"k": es.index("l"), "l": es.index("k")})
    assert str(swapped) == "cumsum[l](x[l,k])"


@pytest.mark.parametrize("text", [
    "m[k] = max[i,j]((i == j)*u[i]*v[j]*w[k])", "m[i] = max[j]((i == j)*(u[i]*v[j] + w[j]*w[i])*x[i,j])",
    "m[i] = min[j]((i == j)*u[i]/v[j]*w[j])", "m[i] = max[k]((i == k)*sum[j](x[i,j]*x[k,j])*u[i])",
    "m[i] = max[j]((i == j)*u[i]*v[j]*v[i])", "m[p] = max[r](z[p+r]*v[r]*w[p]*u[r])",
])  # fmt: skip
def test_maxima_that_an_equation_or_a_window_ties_are_rounded_once(text: str) -> None:
    """What is compared with the maximum has lost an index: rounded by itself it was equal to the maximum by chance only."""
    e, random = es.parse(text), np.random.default_rng(0)
    for dtype in ("float32", "float64"):
        given = {n: random.normal(size={"x": (7, 7), "z": 13}.get(n, 7)).astype(dtype) for n in e.inputs}
        found = {n: es.jacobian(e, n) for n in e.inputs} | {f"{n}_dot": es.jvp(e, n, "V") for n in e.inputs if n not in "xz"}
        found |= dict(zip([f"{n}_slope" for n in e.inputs], es.vjp(e, e.inputs, "G"), strict=True))
        arrays = given | {n: random.normal(size=7).astype(dtype) for n in "GV"}
        results = es.compile({"m": e, **found})(**arrays)
        for name, formula in found.items():
            inputs = {n: arrays[n].astype("f8") for n in formula.inputs}
            np.testing.assert_allclose(results[name], evaluate(formula, inputs), 1e-3 if dtype == "float32" else 1e-9, 1e-4 if dtype == "float32" else 1e-9, err_msg=name)
