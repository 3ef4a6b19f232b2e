"""Acceptance cases 5, 6, 8, 47 and sA16 as they are listed: small graphs, shapes, both notations, formulas of any form.

test_contraction_planning has the cheap forms."""

from __future__ import annotations

import numpy as np
import pytest

import espresso as es
from espresso.formulas.graph import expr as ex


def test_case_5_a_small_graph() -> None:
    e = es.parse("z = (x + y)**2")
    assert float(es.evaluate(e, {"x": np.float64(1), "y": np.float64(1)})) == 4
    nodes = [n for n in ex.postorder(e) if n.op not in ex.ARRAY_OPS]
    assert len(nodes) == 5  # x, y, their sum, 2, the power
    ones = np.ones(3)
    np.testing.assert_array_equal(es.compile("z[i] = (x[i] + y[i])**2")(x=ones, y=ones), [4, 4, 4])
    assert float(es.compile("z = sum[i](x[i] + y[i])")(x=ones, y=ones)) == 6


@pytest.mark.parametrize(
    ("text", "given", "shapes"),
    [
        ("M[i,j] = exp(u[i]*v[j]); x[i] = sum[j](M[i,j]); y[i] = 2*x[i]; z = sum[i](y[i])", {"u": (3,), "v": (3,)},
         {"M": (3, 3), "x": (3,), "y": (3,), "z": ()}),
        ("v[i,k] = sum[j](T[i,j,k])", {"T": (3, 4, 5)}, {"v": (3, 5)}),
        ("y[i] = sum[j](W[i,j])\nz = sum[i,j](W[i,j])", {"W": (3, 4)}, {"y": (3,), "z": ()}),
    ],
)  # fmt: skip
def test_case_6_shapes(text: str, given: dict[str, tuple[int, ...]], shapes: dict[str, tuple[int, ...]]) -> None:
    e = es.parse(text)
    results = es.compile(dict(e.outputs))(**{n: np.ones(s) for n, s in given.items()})
    assert {n: np.shape(results[n]) for n in shapes} == shapes


def test_case_8_to_index_notation_and_back() -> None:
    e = es.trace(lambda W, x, b: W @ x + b, W=(2, 3), x=(3,), b=(2,))
    rng = np.random.default_rng(0)
    W, x, b = rng.normal(size=(2, 3)), rng.normal(size=3), rng.normal(size=2)
    np.testing.assert_allclose(es.evaluate(e, {"W": W, "x": x, "b": b}), W @ x + b)
    assert "W @ x" in es.parse("y[i] = sum[j](W[i,j]*x[j]) + b[i]").to_numpy()
    assert es.parse("y[i] = sum[j](W[i,j]*x[j]) + b[i]").to_matrix() == "y = W @ x + b"
    assert es.parse("y[i] = sum[j](t[j,i])").to_matrix() == "y = sum(t, axis=0)"
    assert es.parse("y[i] = mean[j](t[i,j])").to_matrix() == "y = mean(t, axis=1)"
    assert es.parse("t[i] = sum[j](W[i,j]*x[j]); y = sum[i](exp(t[i]))").to_matrix() == "t = W @ x\ny = sum(exp(t))"


def test_case_47_what_does_not_depend_on_the_iteration() -> None:
    f = es.compile("Y[i,j] = A[i,k]*B[k,j] + u[i]*u[j]", target="cpu", constant=["A", "B"])
    A, B = np.random.default_rng(2).normal(size=(2, 30, 30))
    for step in range(3):
        u = np.full(30, float(step))
        np.testing.assert_allclose(f(A=A, B=B, u=u), A @ B + np.outer(u, u), rtol=1e-12)
    assert "A[i,k]*B[k,j]" in f.explain().partition("steps:")[0]


ANY_FORM = [  # no table of patterns decides what can be compiled; the first three were wrong where one did
    "Z[i] = -X[k,i]",
    "Z[i,j] = Y[i,j]*X[j,i]",
    "m[j] = mean[i](X[i,j])",
    "y[i] = sum[j](exp(sum[k](X[i,k]*Y[k,j])/(1 + abs(X[i,j]))))",
    "z = prod[i](1 + sum[j](X[i,j]))",
    "y[j] = max[i](X[i,j]) - min[k](Y[j,k])*argmax[k](Y[j,k])",
    "y[i] = where(i % 2 == 0, X[i,0], sum[j](Y[i,j]*j))",
]


@pytest.mark.parametrize("target", ["cpu", "numpy", pytest.param("opencl", marks=pytest.mark.opencl)])
@pytest.mark.parametrize("text", ANY_FORM)
def test_sA16_a_formula_of_any_form_compiles(text: str, target: str) -> None:
    e = es.parse(text)
    rng = np.random.default_rng(3)
    given = {n: rng.random((4, 4)) for n in e.inputs}
    np.testing.assert_allclose(es.compile(e, target=target)(**given), es.evaluate(e, given), rtol=1e-12)
