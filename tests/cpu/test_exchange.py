"""Sums in the order that needs a sum which the program has anyway (W7: Laplacians in the flops of collapsed Taylor mode)."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import espresso as es
from espresso.compilation.explain import counts
from espresso.planning.loops import Contraction

NET = """\
a[n,p] = tanh(sum[i](x[n,i]*A[i,p]) + s[p])
b[n,q] = tanh(sum[p](a[n,p]*B[p,q]))
u[n,r] = tanh(sum[q](b[n,q]*C[q,r]))
f = sum[n,r](u[n,r]*c[r])"""


def laplacian() -> Any:
    hessian = es.hessian(es.parse(NET), "x")
    n, i = es.indices("n i")
    return es.sum(hessian[n, i, n, i], i)


def arrays(n: int, d: int, h: int) -> dict[str, Any]:
    rng = np.random.default_rng(n)
    shapes = {"x": (n, d), "A": (d, h), "s": (h,), "B": (h, h), "C": (h, h), "c": (h,)}
    return {k: rng.standard_normal(v) / 3 for k, v in shapes.items()}


def collapsed(x: Any, A: Any, s: Any, B: Any, C: Any, c: Any) -> Any:
    value, first, second = x, np.broadcast_to(np.eye(x.shape[1])[:, None], (x.shape[1], *x.shape)), np.zeros_like(x)
    for weight, bias in ((A, s), (B, 0), (C, 0)):
        value, first, second = np.tanh(value @ weight + bias), first @ weight, second @ weight
        slope = 1 - value**2
        second = slope * second - 2 * value * slope * (first**2).sum(axis=0)
        first = slope * first
    return second @ c


def products(f: Any) -> int:
    """Products of matrices whose result has an element for each point and direction."""
    return sum(isinstance(s, Contraction) and len(s.axes) == 3 for s in f.program.steps)


@pytest.mark.parametrize("size", [(20, 8, 12), (3, 1, 5), (1, 4, 1), (0, 3, 4)])
def test_a_laplacian_is_the_collapsed_taylor_mode(size: tuple[int, int, int]) -> None:
    f = es.compile(laplacian(), target="cpu")
    given = arrays(*size)
    np.testing.assert_allclose(f(**given), collapsed(**given), rtol=1e-10, atol=1e-12)


def test_a_laplacian_takes_one_product_for_each_layer_after_the_first() -> None:
    """In all directions: two layers after the first make two, where the reverse pass made two more."""
    f = es.compile(laplacian(), target="cpu")
    f(**arrays(64, 8, 32))
    assert products(f) == 2, f.explain()


@pytest.mark.parametrize(
    ("text", "inputs"),
    [
        # the adjoint of y = A v, weighted, is the forward product again
        ("y[i] = sum[j](A[i,j]*v[j])\nz = sum[j](v[j]*sum[i](A[i,j]*w[i]*y[i]))", {"A": (30, 20), "v": (20,), "w": (30,)}),
        # with another term beside the inner sum
        (
            "y[n,i] = sum[j](A[i,j]*v[n,j])\nz[n] = sum[j](v[n,j]*(u[j] + sum[i](A[i,j]*w[i]*y[n,i])))\n"
            "q[n] = z[n] + sum[i](y[n,i])",
            {"A": (30, 20), "v": (5, 20), "w": (30,), "u": (20,)},
        ),
        # an index that only the inner sum reads, and one that is shifted
        ("y[i] = sum[j](A[i,j]*v[j])\nz = sum[j](v[j]*sum[i](A[i,j]*w[i+1]*y[i]))", {"A": (30, 20), "v": (20,), "w": (31,)}),
    ],
)
def test_values_are_those_of_the_reference(text: str, inputs: dict[str, tuple[int, ...]]) -> None:
    rng = np.random.default_rng(4)
    given = {k: rng.standard_normal(s) for k, s in inputs.items()}
    found = es.compile(text, target="cpu")(**given)
    np.testing.assert_allclose(found, es.evaluate(es.parse(text), given), rtol=1e-10)


def test_a_sum_that_is_needed_elsewhere_stays() -> None:
    """t is a result: the product that makes it is there in any case."""
    text = "y[i] = sum[j](A[i,j]*v[j])\nt[j] = sum[i](A[i,j]*w[i]*y[i])\nz = sum[j](v[j]*t[j])"
    f = es.compile(list(es.parse(text).outputs.values()), target="cpu")
    rng = np.random.default_rng(5)
    A, v, w = rng.standard_normal((30, 20)), rng.standard_normal(20), rng.standard_normal(30)
    _, t, z = f(A=A, v=v, w=w)
    np.testing.assert_allclose(t, (w * (A @ v)) @ A, rtol=1e-10)
    np.testing.assert_allclose(z, v @ ((w * (A @ v)) @ A), rtol=1e-10)
    assert counts(f)[1] <= 2
