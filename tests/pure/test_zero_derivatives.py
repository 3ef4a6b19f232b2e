"""Derivatives that vanish identically keep the shape and the dtype of what they are taken by."""

from __future__ import annotations

import numpy as np
import pytest

import espresso as es

FORMULAS = [
    "s = sum[i](x[i]**0)", "s = sum[i](floor(x[i]))", "s = sum[i](sign(x[i])*2)", "s = sum[i,j](x[i] - x[j])",
    "s = sum[i](x[i] - x[i])", "s = sum[i](x[i]*0)", "s = sum[i](x[i]*a[i] - a[i]*x[i])", "s = 3*argmax[i](x[i])",
    "s = sum[i](stop_gradient(x[i])**2)", "s = sum[i](x[i] > 0)", "s = x[1]**0", "s = 2*size(x, 0) + 0*sum[i](x[i])",
    "h[i] = x[i]**0\ns = sum[i](h[i]*h[i])", "s = sum[i](x[i])", "s = sum[i,j](B[i,j]*x[j])",
    "s = sum[i](where(x[i] > 0, 1, 2))",
]  # fmt: skip

X = es.tensor("x", shape=(None,))  # by the tensor: a derivative need not read it any more

ARRAYS = {"x": np.array([1.0, 2.0, 3.0, -1.0]), "a": np.ones(4), "B": np.ones((3, 4))}


def values(e: es.Expr, dtype: str = "float64", n: int = 4) -> list[np.ndarray]:
    arrays = {**ARRAYS, "v": np.ones(4), "w": np.ones(4)}
    arrays = {k: a[..., :n].astype(dtype) for k, a in arrays.items()}
    given = {k: arrays[k] for k in e.inputs}
    return [es.evaluate(e, given), es.compile(e, target="numpy")(**given), es.compile(e, target="cpu")(**given)]


@pytest.mark.parametrize("text", FORMULAS)
def test_orders_and_products(text: str) -> None:
    e = es.parse(text)
    vanishes = text not in ("s = sum[i](x[i])", "s = sum[i,j](B[i,j]*x[j])")
    for d, shape in [
        *([(es.grad(e, "x"), (4,)), (es.vjp(e, "x", 1.0), (4,))] if vanishes else []),
        (es.hessian(e, "x"), (4, 4)), (es.derivative(e, "x", order=3), (4, 4, 4)), (es.hvp(e, "x", "v"), (4,)),
        (es.jacobian(es.grad(e, "x"), X), (4, 4)), (es.jvp(es.grad(e, "x"), X, "w"), (4,)),
        (es.grad(es.sum(es.grad(e, "x")), X), (4,)),
    ]:  # fmt: skip
        assert es.parse(str(d)) is d
        for found in values(d):
            assert found.shape == shape and found.dtype == np.float64 and not found.any(), d


@pytest.mark.parametrize("text", FORMULAS)
@pytest.mark.parametrize(("dtype", "n"), [("float32", 4), ("float64", 2), ("float32", 1)])
def test_dtypes_and_lengths(text: str, dtype: str, n: int) -> None:
    if n == 1 and "x[1]" in text:
        pytest.skip("x[1] needs two elements")
    for found in values(es.hessian(es.parse(text), "x"), dtype, n):
        assert found.shape == (n, n) and found.dtype == dtype and not found.any()


def test_jacobians_and_mixed_blocks() -> None:
    e = es.parse("y[i,k] = floor(x[i])*z[k] + 0*x[i]")
    arrays = {"x": np.ones(3), "z": np.ones(2), "v": np.ones(3)}
    for d, shape in [
        (es.jacobian(e, "x"), (3, 2, 3)), (es.jvp(e, "x", "v"), (3, 2)),
        (es.derivative(e, "x", order=2), (3, 2, 3, 3)),
    ]:  # fmt: skip
        given = {n: arrays[n] for n in d.inputs}
        for found in (es.evaluate(d, given), es.compile(d, target="cpu")(**given), es.compile(d, target="numpy")(**given)):
            assert found.shape == shape and not found.any()
    blocks = es.hessian(es.parse("s = sum[i](x[i]**2) + sum[k](z[k]**3)"), {"x": "x", "z": "z"})
    for one, two, shape in [("x", "z", (3, 2)), ("z", "x", (2, 3))]:
        d = blocks[one][two]
        given = {n: arrays[n] for n in d.inputs}
        for found in (es.evaluate(d, given), es.compile(d, target="cpu")(**given), es.compile(d, target="numpy")(**given)):
            assert found.shape == shape and not found.any()


def test_by_a_named_statement() -> None:
    e = es.parse("h[i,j] = exp(B[i,j])\ns = sum[i,j](floor(h[i,j]))")
    d = es.hessian(e, "h")
    found = es.compile(d, target="cpu")(**{n: ARRAYS[n] for n in d.inputs})
    assert found.shape == (3, 4, 3, 4) and not found.any()
