"""First derivatives: printed forms, exact numbers and structures of the acceptance cases."""

from __future__ import annotations

import dataclasses
from typing import NamedTuple

import numpy as np
import pytest

import espresso as es
from espresso.algebra.calculus.differentiate import grad, hessian, jacobian, jvp, vjp
from espresso.api.check_grads import check_grads
from espresso.formulas.graph import expr as ex
from espresso.formulas.notation.parsing import parse
from espresso.reference.evaluator import evaluate


def value(e, **arrays):
    """The expression evaluated with those of the arrays that it reads."""
    return evaluate(e, {n: np.asarray(arrays[n]) for n in e.inputs})


def check(e, expected, **arrays):
    np.testing.assert_allclose(value(e, **arrays), np.asarray(expected, float), rtol=1e-9, atol=1e-12)


def sample(*shape, seed=0, low=0.3, high=1.7):
    return np.random.default_rng((seed, *shape)).uniform(low, high, shape)


# --- printed forms -----------------------------------------------------------------------

LINEAR = "y[i] = W[i,j]*x[j] + b[i]"

PRINTED = [
    (LINEAR, "W[m,n]", "dy_dW[i,m,n] = x[n]*(i == m)*(m < size(W, 0))"),  # sA12, case 9
    (LINEAR, "b[k]", "dy_db[i,k] = (i == k)*(k < size(b, 0))"),
    (LINEAR, "x[m]", "dy_dx[i,m] = W[i,m]"),
    ("C[i,k] = A[i,j]*B[j,k]", "A[m,n]", "dC_dA[i,k,m,n] = B[n,k]*(i == m)*(m < size(A, 0))"),
    ("J[a,b] = x1[a,b]*x2[a,b]", "x1[c,d]", "dJ_dx1[a,b,c,d] = x2[a,b]*(a == c)*(b == d)"),  # case 44
    (
        "K[i,j,k] = sum[l](x1[i,k,l]*x2[j,k,l])",
        "x1[m,n,o]",
        "dK_dx1[i,j,k,m,n,o] = x2[j,k,o]*(i == m)*(k == n)*(m < size(x1, 0))",
    ),
    ("Z[i,j] = X[j,i]", "X[m,n]", "dZ_dX[i,j,m,n] = (i == n)*(j == m)*(m < size(X, 0))*(n < size(X, 1))"),  # sA4
    (
        "loss = sum[i](log(1 + exp(-y[i]*X[i,j]*w[j])))",
        "w",
        "dloss_dw[j] = -sum[i](X[i,j]*y[i]*logistic(-y[i]*sum[k](X[i,k]*w[k])))",
    ),
    ("loss = sum[i](w[i]**2)", "w", "dloss_dw[i] = 2*w[i]"),
    ("w[i]*x[i]", "w", "dw[i] = x[i]"),
    ("s = sum[k](softmax[k](x[k])*c[k])", "x", "ds_dx[k] = (c[k] - sum[l](c[l]*softmax[l](x[l])))*softmax[k](x[k])"),
    ("s = prod[k](x[k])", "x", "ds_dx[k] = prod[l](where(k == l, 1, x[l]))"),
    ("s = sum[k](cumsum[k](x[k])*c[k])", "x", "ds_dx[k] = reverse_cumsum[k](c[k])"),
    ("s = sum[i](where(x[i] > 0, log(x[i]), 0))", "x", "ds_dx[i] = where(x[i] > 0, 1/x[i], 0)"),
    ("m = mean[i,j](X[i,j])", "X", "dm_dX[i,j] = 1/size(X, 0)/size(X, 1)*(i < size(X, 0))*(j < size(X, 1))"),
]


@pytest.mark.parametrize("text, wrt, printed", PRINTED, ids=lambda v: v[:24])
def test_printed_form(text, wrt, printed):
    e = parse(text)
    found = jacobian(e, wrt)
    assert str(found).splitlines()[-1] == printed
    assert parse(str(found)) is found


def test_9_the_three_derivatives_of_a_linear_map_have_the_right_values():
    e = parse(LINEAR)
    W, x, b = sample(2, 3), sample(3), sample(2)
    dW, db, dx = jacobian(e, ["W", "b", "x"])
    check(dW, np.einsum("im,n->imn", np.eye(2), x), W=W, x=x, b=b)
    check(db, np.eye(2), b=b)
    check(dx, W, W=W)


def test_named_statements_are_kept_and_short_cotangents_are_written_in_place():
    e = parse("yhat = w[i]*x[i] + b; loss = (yhat - y)**2")
    assert str(grad(e, "w")) == "yhat = b + sum[i](w[i]*x[i])\ndloss_dw[i] = 2*x[i]*(yhat - y)"


def test_cotangents_of_named_statements_are_named_after_them():
    e = parse("h[i] = tanh(W[i,j]*x[j]); y[k] = V[k,i]*h[i]; l = sum[k]((y[k]-t[k])**2)")
    both = ex.program(grad(e, ["W", "x"]))
    assert [n.name for n in ex.lets(both)] == ["h", "y", "dh", "dl_dW", "dl_dx"]
    assert [n.name for n in ex.lets(grad(e, "W"))] == ["h", "y", "dl_dW"]  # used once: written in place


# --- exact numbers -----------------------------------------------------------------------


def test_10_scalar_costs():
    z = parse("z = x1*x2 + sin(x1)")
    assert [str(g) for g in grad(z, ["x1", "x2"])] == ["dz_dx1 = x2 + cos(x1)", "dz_dx2 = x1"]
    check(grad(parse("x + logistic(x)"), "x"), 1.25, x=0.0)
    assert str(grad(parse("(2*x)**2"), "x")) == "dx = 8*x"
    s = 1 / (1 + np.exp(-0.3))
    check(grad(parse("1/(1 + exp(-x))"), "x"), s * (1 - s), x=0.3)


def test_11_linear_regression_and_not_the_numbers_of_xdiff():
    e = parse("yhat = w[i]*x[i] + b; loss = (yhat - y)**2")
    arrays = dict(w=np.ones(2), b=2.0, x=np.array([3.0, 3]), y=4.0)
    assert value(e, **arrays) == 16
    for g, expected in zip(grad(e, ["w", "b", "x", "y"]), ([24, 24], 8, [8, 8], -8), strict=True):
        check(g, expected, **arrays)
    absolute = parse("loss = abs2(w[i]*x[i] + b - y)")
    check(grad(absolute, "w"), [24, 24], **arrays)


def test_12_abs_and_indexing():
    check(jacobian(parse("y[i] = abs(x[i])"), "x"), np.diag([-1, 1]), x=[-2.0, 3])
    check(grad(parse("sum[i](abs2(x[i]))"), "x"), [-4, 6], x=[-2.0, 3])
    assert value(parse("x[0]"), x=[2.0, 4, 6]) == 2
    check(grad(parse("x[0]"), "x"), [1, 0, 0], x=[2.0, 4, 6])


@pytest.mark.parametrize(
    "text, shapes",
    [
        ("log(sum[i](x[i]))", dict(x=(2,))),
        ("mean[i](x[i])", dict(x=(3,))),
        ("mean[i,j](x[i,j]**2)", dict(x=(3, 4))),
        ("y[j] = mean[i](x[i,j]**2)", dict(x=(3, 4))),
        ("sum[j](sum[i](x[i,j]) + 2)", dict(x=(3, 4))),
        ("sum[i](sum[j](x[i,j]) + 2)", dict(x=(3, 4))),
        ("sum[i,j](sum[k](A[k,i]*B[k,j]) + sum[k](A[i,k]*B[j,k]))", dict(A=(3, 3), B=(3, 3))),
        # 14 ann
        ("sum[a](logistic(w3[a,b]*softplus(w2[b,c]*softplus(w1[c,d]*x[d]))))",
         dict(w1=(4, 4), w2=(4, 4), w3=(1, 4), x=(4,))),
    ],
    ids=lambda v: v[:30] if isinstance(v, str) else "",
)  # fmt: skip
def test_13_and_14_against_differences(text, shapes):
    check_grads(parse(text), order=1, **{n: sample(*s, seed=k) for k, (n, s) in enumerate(shapes.items())})


def test_13_mean_along_an_axis_divides_by_the_length_of_that_axis():
    check(
        jacobian(parse("m[j] = mean[i](x[i,j])"), "x"),
        np.einsum("jn,m->jmn", np.eye(4), np.full(3, 1 / 3)),
        x=np.zeros((3, 4)),
    )


def test_14_ann_stays_finite_at_large_inputs():
    e = parse("l = sum[a](logistic(w3[a,b]*softplus(w2[b,c]*softplus(w1[c,d]*x[d]))))")
    arrays = dict(w1=sample(4, 4), w2=-sample(4, 4), w3=sample(1, 4), x=1000 * sample(4))
    assert all(np.isfinite(value(g, **arrays)).all() for g in grad(e, ["w1", "w2", "w3", "x"]))


@dataclasses.dataclass
class Layer:
    W: object
    b: object


def test_sA13_jacobian_and_gradients_of_several_inputs_share_their_parts():
    y = parse("y[i] = tanh(sum[j](W[i,j]*x[j]) + b[i])")
    assert str(jacobian(y, "x")) == "dy_dx[i,j] = W[i,j]/cosh(b[i] + sum[k](W[i,k]*x[k]))**2"
    W, x, b = sample(3, 2), sample(2), sample(3)
    slope = 1 - np.tanh(W @ x + b) ** 2
    check(jacobian(y, "x"), slope[:, None] * W, W=W, x=x, b=b)
    check(jacobian(y, "b"), np.diag(slope), W=W, x=x, b=b)
    cost = parse("h[i] = tanh(sum[j](W[i,j]*x[j]) + b[i]); l = sum[i](v[i]*h[i])")
    f = es.compile([cost, *grad(cost, ["W", "b", "v"])])
    kernels = "".join(f.kernels.values())
    assert kernels.count("= _es_tanh") == 1 and f.source.count("    _matmul(W, x") == 1  # each once for all four
    v = sample(3)
    for got, wanted in zip(f(W=W, x=x, b=b, v=v), (
        v @ np.tanh(W @ x + b), np.outer(v * slope, x), v * slope, np.tanh(W @ x + b)
    ), strict=True):  # fmt: skip
        np.testing.assert_allclose(got, wanted, rtol=1e-9)


class Pair(NamedTuple):
    first: object
    second: object


def test_sA14_16_structures_keep_their_form():
    e = parse("l = sum[i,k]((W[i,j]*x[j,k] + b[i] - y[i])**2)")
    flat = grad(e, ["W", "b"])
    layer = grad(e, Layer("W", "b"))
    assert isinstance(layer, Layer) and (layer.W, layer.b) == tuple(flat)
    assert grad(e, {"layer": Layer("W", "b"), "rest": ("x", Pair("y", "b"))}) == {
        "layer": layer, "rest": (grad(e, "x"), Pair(grad(e, "y"), flat[1])),
    }  # fmt: skip
    by_tensor = grad(e, Layer(ex.tensor("W", 2), parse("b[q]")))
    assert by_tensor.W is flat[0] and by_tensor.b.axes == ("q",)
    nested = hessian(e, {"W": "W", "b": "b"})
    assert nested["W"]["b"].axes[:2] == flat[0].axes and nested["b"]["b"].name == "d2l_db2"


def test_22_products():
    check(grad(parse("a[i]*b[i]"), "a"), [-1, -2, -3, -4], a=[1.0, 2, 3, 4], b=[-1.0, -2, -3, -4])
    A, b = np.arange(1.0, 9).reshape(2, 4), np.array([-1.0, -2, -3, -4])
    e = parse("sum[i](A[i,j]*b[j])")
    check(grad(e, "A"), [b, b], A=A, b=b)
    check(grad(e, "b"), [6, 8, 10, 12], A=A, b=b)
    A, B = np.arange(1.0, 7).reshape(2, 3), np.array([2.0, 3, 4, 2, 3, 4]).reshape(3, 2)
    e = parse("sum[i,k](A[i,j]*B[j,k])")
    check(grad(e, "A"), [[5, 6, 7]] * 2, A=A, B=B)
    check(grad(e, "B"), [[5, 5], [7, 7], [9, 9]], A=A, B=B)


@pytest.mark.parametrize(
    "text",
    [
        "C[i,j] = 1/2*A[i,k]*B[k,j]",
        "C[i,j] = 1/2*A[k,i]*B[k,j]",
        "C[i,j] = 1/2*A[i,k]*B[j,k]",
        "C[i,j] = 1/2*A[k,i]*B[j,k]",
    ],
)
def test_22_four_transpose_pairs(text):
    check_grads(parse(text), order=1, A=sample(3, 3), B=sample(3, 3, seed=1))


def test_23_broadcasting_sums_over_the_broadcast_axes():
    a = np.arange(1.0, 9).reshape(2, 2, 2)
    check(grad(parse("sum[i,j](a[i,j] + b[i])"), "b"), [3, 3], a=np.ones((2, 3)), b=np.ones(2))
    check(grad(parse("sum[i,j](a[i,j] + b[j])"), "b"), [2, 2, 2], a=np.ones((2, 3)), b=np.ones(3))
    check(grad(parse("sum[i,j,k](a[i,j,k] + b[k])"), "b"), [4, 4], a=a, b=np.ones(2))
    b = np.array([[1.0, 2], [3, 4]])
    e = parse("sum[i,j,k](a[i,j,k]*b[i,k])")
    check(grad(e, "b"), [[4, 6], [12, 14]], a=a, b=b)
    check(grad(e, "a"), np.array([1, 2, 1, 2, 3, 4, 3, 4]).reshape(2, 2, 2), a=a, b=b)
    b = np.array([[1.0, 2], [2, 4]])
    e = parse("sum[i,j,k](a[i,j,k]/b[i,k])")
    check(grad(e, "a"), np.array([1, 0.5, 1, 0.5, 0.5, 0.25, 0.5, 0.25]).reshape(2, 2, 2), a=a, b=b)
    check(grad(e, "b"), [[-4, -1.5], [-3, -0.875]], a=a, b=b)
    check(grad(parse("sum[i,j,k](a[i,j,k] - b[i,k])"), "b"), np.full((2, 2), -2), a=a, b=b)


NLL = [
    "l = -sum[b](log_softmax[k](Z[b,k])*(t[b] == k))",
    "p[b,k] = log_softmax[k](Z[b,k]); l = -sum[b](p[b,t[b]])",
    "p[b,k] = Z[b,k] - log(sum[m](exp(Z[b,m]))); l = -sum[b](sum[k](p[b,k]*(t[b] == k)))",
]


@pytest.mark.parametrize("text", NLL)
def test_24_softmax_cross_entropy(text):
    Z = np.array([[1.0, 2, 3], [4, 5, 6]])
    expected = [[0.0900306, -0.7552715, 0.6652409], [-0.9099694, 0.2447285, 0.6652409]]
    np.testing.assert_allclose(value(grad(parse(text), "Z"), Z=Z, t=[1, 0]), expected, atol=5e-8)


def test_26_reductions_shapes_and_scalars():
    for text in ("y[i,k] = sum[j](x[i,j,k]**2)", "y[j,k] = sum[i](x[i,j,k]**2)", "y[i,j] = sum[k](x[i,j,k]**2)"):
        check_grads(parse(text), order=1, x=sample(3, 4, 5))
    check_grads(parse("y[k,i,j] = relu(x[i,j,k])"), order=1, x=sample(2, 2, 3, low=-1, high=1))
    window = parse("y[t,m] = x[t+m] + 0*m; l = sum[t,m](y[t,m]*w[t,m])")
    check(grad(window, "x"), [1, 2, 3, 2, 1], x=np.arange(5.0), w=np.ones((3, 3)))
    norm = "mu[c] = mean[n](x[n,c]); v[c] = var[n](x[n,c]); y[n,c] = (x[n,c] - mu[c])/sqrt(v[c] + 1/100000)*g[c] + b[c]"
    check_grads(parse(norm), order=1, x=sample(4, 2), g=sample(2), b=sample(2, seed=1))
    total = grad(parse(norm + "; l = sum[n,c](y[n,c]*w[n])"), "x")
    assert abs(value(total, x=sample(4, 2), g=sample(2), w=sample(4, seed=3)).sum(0)).max() < 1e-10
    assert value(grad(parse("t/t"), "t"), t=2.0) == 0
    for name in ("sqrt", "exp", "log"):
        check_grads(parse(f"y[i,j] = {name}(x[i,j])"), x=sample(3, 2))
    x = np.arange(-10.0, 10)
    f = parse("f = sum[i](x[i] + x[i]**3)")
    check(grad(f, "x"), 1 + 3 * x**2, x=x)
    check(grad(parse("f = sum[i]((x[i]+x[i])*x[i]**2 + (2*x[i]+2*x[i])*x[i])"), "x"), 6 * x**2 + 8 * x, x=x)


def test_43_printed_products_with_jacobians():
    both = parse("y[i] = A1[i,j]*x1[j] + A2[i,j]*x2[j]")
    assert str(jvp(both, ["x1", "x2"], ["u1", "u2"])) == "y_dot[i] = sum[j](A1[i,j]*u1[j]) + sum[k](A2[i,k]*u2[k])"
    assert [str(g) for g in vjp(both, ["x1", "x2"], "g")] == [
        "dx1[j] = sum[i](A1[i,j]*g[i])", "dx2[j] = sum[i](A2[i,j]*g[i])",
    ]  # fmt: skip
