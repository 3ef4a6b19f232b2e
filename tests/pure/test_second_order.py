"""Second derivatives: exact numbers, every kind of node, and the size of what comes out."""

from __future__ import annotations

import numpy as np
import pytest
from test_derivatives import sample, value

from espresso.algebra.calculus.differentiate import derivative, grad, hessian, hvp, jacobian, jvp
from espresso.api.check_grads import check_grads
from espresso.formulas.graph import expr as ex
from espresso.formulas.notation.parsing import parse
from espresso.formulas.printing.text import text as text_of


def size(*roots):
    return len(ex.postorder(*roots))


# --- printed Hessians ------------------------------------------------------------------------

PRINTED = [
    ("loss = sum[i](log(1 + exp(-y[i]*X[i,j]*w[j])))", "w",
     "d2loss_dw2[j,k] = sum[i](X[i,j]*X[i,k]*y[i]**2*logistic(y[i]*sum[l](X[i,l]*w[l]))"
     "*logistic(-y[i]*sum[l](X[i,l]*w[l])))"),
    ("q = sum[i,j](x[i]*A[i,j]*x[j])", "x", "d2q_dx2[i,j] = A[i,j] + A[j,i]"),
    ("f = sum[i](x[i]**3)", "x", "d2f_dx2[i,j] = 6*x[i]*(i == j)"),
    ("sum[i](x[i]**3)", "x", "d2_dx2[i,j] = 6*x[i]*(i == j)"),
    ("l = sum[i,j]((T[i,j] - U[i,k]*V[j,k])**2)", "U[i,a]",
     "d2l_dU2[i,a,j,k] = 2*sum[l](V[l,a]*V[l,k])*(i == j)*(j < size(U, 0))"),
]  # fmt: skip


@pytest.mark.parametrize("text, wrt, printed", PRINTED, ids=lambda v: v[:24])
def test_45_printed_hessian(text, wrt, printed):
    found = hessian(parse(text), wrt)
    assert text_of(found, None).splitlines()[-1] == printed
    assert parse(str(found)) is found


def test_mixed_second_derivative_has_both_names():
    e = parse("l = sum[i](a[i]**2*b[i]**3)")
    mixed = hessian(e, "a", "b")
    assert str(mixed) == "d2l_da_db[i,j] = 6*a[i]*b[i]**2*(i == j)"
    assert jacobian(grad(e, "a"), "b").name == "d2l_da_db"
    assert jacobian(jacobian(grad(e, "b"), "b"), "b").name == "d3l_db3"


# --- exact numbers (27, 28) ---------------------------------------------------------------------


def test_27_polynomial_in_two_variables():
    f = parse("f = 6*x**3 + 2*x**2*y + 2*x*y**2 + 2*y**3")
    H = hessian(f, ["x", "y"])
    g = grad(f, ["x", "y"])
    for x in range(-10, 10, 3):
        for y in range(-10, 10, 3):
            assert [value(p, x=x, y=y) for p in g] == [
                18 * x * x + 4 * x * y + 2 * y * y,
                2 * x * x + 4 * x * y + 6 * y * y,
            ]
            assert [[value(h, x=x, y=y) for h in row] for row in H] == [
                [36 * x + 4 * y, 4 * x + 4 * y],
                [4 * x + 4 * y, 4 * x + 12 * y],
            ]


def test_27_product_and_prefix_sums():
    e = parse("p = prod[i](x[i])")
    x = np.array([1.0, 2, 3, 4])
    assert value(grad(e, "x"), x=x).tolist() == [24, 12, 8, 6]
    assert value(hessian(e, "x"), x=x).tolist() == [[0, 12, 8, 6], [12, 0, 4, 3], [8, 4, 0, 2], [6, 3, 2, 0]]
    assert value(hvp(e, "x", "v"), x=x, v=[5, 6, 7, 8]).tolist() == [176, 112, 80, 62]
    assert value(jacobian(parse("y[i] = cumsum[i](x[i])"), "x"), x=x).tolist() == np.tril(np.ones((4, 4))).tolist()


D1, D2 = [0.4, 0.5, 0.6, 0.7], [0.2, 0.3, 0.4, 0.5]
Q = [1.0, 2, 3, 4]
ANY = None

LANTERN = [
    # text, a, b, value, g_a, g_b, H·d by a, H·d by b
    ("tanh(a[i] + b[i] + 1)", [5, 7, 3, 2], [-4, -3, -2, -1], 3.891992, [0.070651, 0.000182, 0.070651, 0.070651],
     [0.070651, 0.000182, 0.070651, 0.070651], [-0.081731, -0.000290, -0.136219, -0.163462],
     [-0.081731, -0.000290, -0.136219, -0.163462]),
    ("tanh(a[i] - b[i] - 2)", [6, 7, 3, 2], [4, 3, 2, 1], -0.559161, [1, 0.070651, 0.419974, 0.419974], ANY,
     [0, -0.027244, 0.127940, 0.127940], [0, 0.027244, -0.127940, -0.127940]),
    ("tanh(2*a[i]*b[i])", [-0.6, 0.7, -0.3, 0.2], [0.4, 0.3, 0.2, 1], 0.211209,
     [0.640693, 0.505468, 0.394295, 1.711277],
     [-0.961040, 1.179425, -0.591442, 0.342256], [0.366092, 0.216553, 0.788590, -1.224995],
     [0.572076, 0.168311, 1.182885, 0.781767]),
    ("tanh(a[i]/b[i]/2)", [5, 7, 3, 2], [4, 3, 2, 1], 2.774543, ANY, ANY,
     [-0.006128, -0.002424, -0.029829, -0.057016], [0.004414, 0.009238, 0.044744, 0.177028]),
    ("a[i]*b[i]", Q, [4, 3, 2, 1], 20, ANY, ANY, D2, D1),
    ("a[i]*b[i]*a[i]", Q, [4, 3, 2, 1], ANY, [8, 12, 12, 8], [1, 4, 9, 16], [3.6, 4.2, 4.8, 5.4], [0.8, 2, 3.6, 5.6]),
    ("a[i]*b[i]*(a[i] + b[i])", Q, [4, 3, 2, 1], ANY, ANY, ANY, [5.2, 6, 6.4, 6.4], [4.4, 6.2, 8.4, 11]),
]  # fmt: skip


@pytest.mark.parametrize("case", LANTERN, ids=lambda c: c[0])
def test_28_hessian_times_vector_of_two_inputs(case):
    text, a, b, v, ga, gb, ha, hb = case
    e = parse(f"l = sum[i]({text})")
    g, h = grad(e, ["a", "b"]), hvp(e, ["a", "b"], ["da", "db"])
    for found, expected in zip([e, *g, *h], [v, ga, gb, ha, hb], strict=True):
        if expected is not ANY:
            np.testing.assert_allclose(value(found, a=a, b=b, da=D1, db=D2), expected, atol=6e-7)


@pytest.mark.parametrize(
    "text, v, h",
    [
        ("tanh(x[i])", 3.720006, [-0.255880, -0.068109, -0.011781, -0.001876]),
        ("exp(x[i])", 84.791023, [1.087313, 3.694528, 12.051323, 38.218704]),
        ("log(x[i])", 3.178054, [-0.4, -0.125, -0.066667, -0.04375]),
        ("sqrt(x[i])", 6.146265, [-0.1, -0.044194, -0.028868, -0.021875]),
        ("x[i]**2", 30, [0.8, 1, 1.2, 1.4]),
        ("x[i]*x[i]", 30, [0.8, 1, 1.2, 1.4]),
    ],
)
def test_28_hessian_times_vector_of_one_input(text, v, h):
    e = parse(f"l = sum[i]({text})")
    assert np.isclose(value(e, x=Q), v, atol=6e-7)
    np.testing.assert_allclose(value(hvp(e, "x", "d"), x=Q, d=D1), h, atol=6e-7)


def test_28_matrix_products():
    A, b = [[1, 2], [3, 4]], [4, 3]
    dA, db = [[0.4, 0.5], [0.6, 0.7]], [0.2, 0.3]
    e = parse("l = sum[i](A[i,j]*b[j])")
    h = hvp(e, ["A", "b"], ["dA", "db"])
    assert value(e, A=A, b=b) == 34
    np.testing.assert_allclose(value(h[0], A=A, b=b, dA=dA, db=db), [[0.2, 0.3], [0.2, 0.3]])
    np.testing.assert_allclose(value(h[1], A=A, b=b, dA=dA, db=db), [1, 1.2])
    e = parse("l = sum[i,k](A[i,j]*B[j,k])")
    h = hvp(e, ["A", "B"], ["dA", "dB"])
    arrays = dict(A=A, B=[[4, 3], [2, 1]], dA=dA, dB=[[0.2, 0.3], [0.4, 0.5]])
    assert value(e, **arrays) == 46
    np.testing.assert_allclose(value(h[0], **arrays), [[0.5, 0.9], [0.5, 0.9]])
    np.testing.assert_allclose(value(h[1], **arrays), [[1, 1], [1.2, 1.2]])


def test_28_kinked_functions():
    d = dict(da=[-0.4, -0.5, 0.6, 0.7], db=[-0.2, -0.3, -0.4, 0.5])
    first = dict(a=[-0.6, 0.7, -0.3, 0.2], b=[0.4, 0.3, 0.2, 1], **d)
    h = hvp(parse("l = sum[i](relu(tanh(a[i]*b[i])))"), ["a", "b"], ["da", "db"])
    assert np.isclose(value(parse("l = sum[i](relu(tanh(a[i]*b[i])))"), **first), 0.404342, atol=6e-7)
    np.testing.assert_allclose(value(h[0], **first), [0, -0.244360, 0, 0.177024], atol=6e-7)
    np.testing.assert_allclose(value(h[1], **first), [0, -0.378740, 0, 0.612031], atol=6e-7)
    second = dict(a=[-6, 7, -3, 2], b=[0.4, 0.3, 0.2, 0.1], **d)
    e = parse("l = sum[i](hardtanh((a[i]*b[i])**2))")
    h = hvp(e, ["a", "b"], ["da", "db"])
    assert np.isclose(value(e, **second), 2.4)
    np.testing.assert_allclose(value(h[0], **second), [0, 0, 1.008, 0.414], atol=1e-9)
    np.testing.assert_allclose(value(h[1], **second), [0, 0, -8.64, 4.56], atol=1e-9)


def test_28_convolution():
    e = parse("z[i,j] = sum[m,n](x[i+m,j+n]*k[m,n]) + b; l = sum[i,j](tanh(z[i,j]))")
    arrays = dict(x=[[1, 2], [3, 4]], k=[[0.177578, 0.153097], [-0.454294, 0.442411]], b=0)
    arrays |= dict(dx=[[0.2, 0.3], [0.4, 0.5]], dk=[[0.4, 0.5], [0.6, 0.7]], db=0.0)
    gx, gk = grad(e, ["x", "k"])
    hx, hk, hb = hvp(e, ["x", "k", "b"], ["dx", "dk", "db"])
    close = dict(rtol=1e-5, atol=1e-5)  # the kernel is given to six digits
    assert np.isclose(value(e, **arrays), 0.711658, **close)
    np.testing.assert_allclose(value(gx, **arrays).ravel(), [0.087642, 0.075560, -0.224213, 0.218349], **close)
    np.testing.assert_allclose(value(gk, **arrays).ravel(), [0.493542, 0.987085, 1.480627, 1.974169], **close)
    np.testing.assert_allclose(value(hx, **arrays).ravel(), [-0.566125, -0.411508, 2.249478, -1.556781], **close)
    np.testing.assert_allclose(value(hk, **arrays).ravel(), [-4.201046, -8.451446, -12.701845, -16.952246], **close)
    biased = {**arrays, "b": -0.007465, "db": 0.8}
    assert np.isclose(value(e, **biased), 0.707955, **close)
    assert np.isclose(value(hb, **biased), -4.887950, **close)


def test_45_logistic_regression_hessian():
    X, y, w = sample(5, 3), np.array([1.0, -1, 1, 1, -1]), sample(3)
    H = hessian(parse("l = sum[i](log(exp(-y[i]*X[i,j]*w[j]) + 1))"), "w")
    s = 1 / (1 + np.exp(-X @ w))
    np.testing.assert_allclose(value(H, X=X, y=y, w=w), X.T @ np.diag(s * (1 - s)) @ X)


# --- second order through every kind of node ----------------------------------------------------

SECOND = {
    "where": ("l = sum[i](where(x[i] > 1, log(x[i])*y[i], x[i]**3))", dict(x=(5,), y=(5,))),
    "max": ("l = sum[i](max[j](x[i,j]**2*y[j])*y[i])", dict(x=(3, 3), y=(3,))),
    "prod": ("l = sum[i](prod[j](x[i,j])**2)", dict(x=(2, 4))),
    "cumsum": ("c[i] = cumsum[i](x[i]**2); l = sum[i](c[i]**2*x[i])", dict(x=(4,))),
    "cumprod": ("c[i] = cumprod[i](x[i]); l = sum[i](c[i]**2)", dict(x=(4,))),
    "gather": ("l = sum[b](c[b]*w[idx[b]]**2*w[idx[b]])", dict(c=(4,), w=(3,))),
    "conv": ("z[i] = sum[m](x[i+m]*w[m]); l = sum[i](tanh(z[i]))", dict(x=(6,), w=(3,))),
    "strided": ("z[i] = sum[m](x[2*i+m]*w[m]); l = sum[i](z[i]**3)", dict(x=(7,), w=(3,))),
    "padded": ("z[i] = sum[m](pad(x)[i+m-1]*w[m])*x[i]; l = sum[i](z[i]**2)", dict(x=(5,), w=(3,))),
    "reversed": ("l = sum[i](x[size(x,0)-1-i]**2*x[i])", dict(x=(4,))),
    "softmax": ("p[k] = softmax[k](x[k]*y[k]); l = sum[k](p[k]**2)", dict(x=(4,), y=(4,))),
    "log_softmax": ("l = sum[k](log_softmax[k](x[k])*x[k])", dict(x=(4,))),
    "logsumexp": ("l = logsumexp[i,j](x[i]*A[i,j]*x[j])", dict(x=(3,), A=(3, 3))),
    "norm": ("l = norm[i](x[i])*std[i](x[i]) + var[i](x[i])*mean[i](x[i])", dict(x=(4,))),
    "powers": ("l = sum[i](x[i]**y[i] + y[i]**-2)", dict(x=(3,), y=(3,))),
    "lets": ("h[i,k] = tanh(W[i,j]*x[j]*c[k]); g[k] = sum[i](h[i,k]*h[k,i]); l = sum[k](exp(g[k])*h[k,0])",
             dict(W=(2, 3), x=(3,), c=(2,))),
    "attention": ("S[i,j] = softmax[j](Q[i,d]*K[j,d]); O[i,e] = S[i,j]*V[j,e]; l = sum[i,e](O[i,e]**2)",
                  dict(Q=(2, 2), K=(3, 2), V=(3, 2))),
}  # fmt: skip


@pytest.mark.parametrize("case", SECOND)
def test_second_order_against_differences(case):
    text, shapes = SECOND[case]
    arrays = {n: sample(*s, seed=k) for k, (n, s) in enumerate(shapes.items())}
    if "idx" in text:
        arrays["idx"] = np.array([0, 2, 2, 1])
    check_grads(parse(text), **arrays)


@pytest.mark.parametrize("case", SECOND)
def test_hessian_is_symmetric_and_agrees_with_its_product(case):
    text, shapes = SECOND[case]
    e = parse(text)
    arrays = {n: sample(*s, seed=k) for k, (n, s) in enumerate(shapes.items())}
    name = next(iter(shapes))
    if "idx" in text:
        arrays["idx"] = [0, 2, 2, 1]
    count = int(np.prod(shapes[name]))
    v = sample(*shapes[name], seed=9)
    H = value(hessian(e, name), **arrays).reshape(count, count)
    np.testing.assert_allclose(H, H.T, atol=1e-10 * abs(H).max())
    np.testing.assert_allclose(value(hvp(e, name, "v_"), v_=v, **arrays).ravel(), H @ v.ravel(), rtol=1e-8, atol=1e-10)


@pytest.mark.parametrize(
    "text",
    ["y[k] = softmax[k](x[k])", "y[k] = cumsum[k](x[k]**2)", "y[k] = cumprod[k](x[k])", "y[k] = x[k]*max[i](x[i])"],
)
def test_jacobian_along_the_index_of_an_index_function(text):
    e, x, v = parse(text), sample(4), sample(4, seed=1)
    J = value(jacobian(e, "x"), x=x)
    step = 1e-6 * v
    np.testing.assert_allclose(J @ v, (value(e, x=x + step) - value(e, x=x - step)) / 2e-6, rtol=1e-7, atol=1e-8)
    np.testing.assert_allclose(value(jvp(e, "x", "v"), x=x, v=v), J @ v, rtol=1e-10)


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_second_derivatives_of_unselected_branches_never_matter():
    for text in (
        "sum[i](where(x[i] > 0, log(x[i]), 0))",
        "sum[i]((x[i] > 0)*log(x[i]))",
        "sum[i](where(x[i] > 0, x[i]**(3/2), 0))",
    ):
        H = value(hessian(parse(text), "x"), x=[-1.0, 0, 4])
        assert np.isfinite(H).all() and H[2, 2] != 0 and not H[:2].any()


def test_45_third_derivative_of_a_tensor_expression():
    third = derivative(parse("f = sum[i](x[i]**4)"), "x", 3)
    assert str(third) == "d3f_dx3[i,j,k] = 24*x[i]*(i == j)*(i == k)" or value(third, x=[1, 2]).tolist() == [
        [[24, 0], [0, 0]],
        [[0, 0], [0, 48]],
    ]


# --- size ------------------------------------------------------------------------------------------


def rnn(steps):
    lines = ["h0[i] = tanh(W[i,j]*s[j])"]
    lines += [f"h{t}[i] = tanh(W[i,j]*h{t - 1}[j] + U[i,k]*x[{t},k])" for t in range(1, steps)]
    return parse("\n".join([*lines, f"l = sum[i](h{steps - 1}[i]**2)"]))


def test_rnn_of_100_steps_has_a_gradient_and_a_product_of_linear_size():
    short, long = (grad(rnn(n), ["W", "U", "s"]) for n in (25, 100))
    assert size(*long) < 4.4 * size(*short)
    assert size(*long) < 12 * size(rnn(100))
    assert len(str(short[0])) < 25 * 250
    product = hvp(rnn(25), "s", "v")
    assert size(product) < 5 * size(*short)


def test_rnn_gradient_is_right():
    check_grads(rnn(4), W=sample(3, 3, low=-1, high=1), U=sample(3, 2), x=sample(4, 2), s=sample(3), order=1)


def test_gradient_of_a_gradient_stays_linear():
    e = parse("h[i] = tanh(W[i,j]*x[j]); g[i] = tanh(V[i,j]*h[j]); l = sum[i](g[i]**2)")
    first = grad(e, "x")
    assert size(hvp(e, "x", "v")) < 6 * size(first)
