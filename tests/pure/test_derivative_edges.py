"""Derivatives: numerics at extremes, ranges of indices, arguments and errors (case 49, sA14)."""

from __future__ import annotations

import numpy as np
import pytest
from test_derivatives import check, sample, value

import espresso as es
from espresso.algebra.calculus.differentiate import derivative, grad, hessian, jacobian, jvp, vjp
from espresso.algebra.rewriting.rules import derivative as rule
from espresso.errors import DerivativeError, DtypeError, ExtentError, InputError
from espresso.formulas.graph import expr as ex
from espresso.formulas.notation.parsing import parse
from espresso.reference.evaluator import evaluate

# --- numerics (49) -------------------------------------------------------------------------


def test_49_log_one_plus_exp_at_extremes():
    g = grad(parse("log(1 + exp(x))"), "x")
    assert [value(g, x=x) for x in (-800.0, 0.0, 800.0)] == [0, 0.5, 1]


@pytest.mark.parametrize(
    "text",
    [
        "l = sum[i](c[i]*softmax[i](x[i]))",
        "l = logsumexp[i](x[i])",
        "l = log(sum[i](exp(x[i])))",
        "l = -sum[i](c[i]*log_softmax[i](x[i]))",
    ],
)
def test_49_softmax_family_in_float32_at_200(text):
    x = np.array([-200, -1, 0, 1, 200], np.float32)
    c = np.arange(5, dtype=np.float32)
    g = grad(parse(text), "x")
    single, double = value(g, x=x, c=c), value(g, x=x.astype(float), c=c.astype(float))
    assert single.dtype == np.float32 and np.isfinite(single).all()
    np.testing.assert_allclose(single, double, atol=1e-4)


@pytest.mark.parametrize(
    "text, x, expected",
    [
        ("l = sum[i](where(x[i] > 0, log(x[i]), 0))", [-1, 0, 2], [0, 0, 0.5]),
        ("l = sum[i]((x[i] > 0)*log(x[i]))", [-1, 0, 2], [0, 0, 0.5]),
        ("l = sum[i](where(x[i] > 0, sqrt(x[i]), -x[i]))", [-1, 0, 4], [-1, -1, 0.25]),
        ("l = sum[i](where(x[i] == 0, 1, sin(x[i])/x[i]))", [0, 1], [0, np.cos(1) - np.sin(1)]),
        ("l = sum[i](where(x[i] > 0, 1/x[i], 0) + where(x[i] > 1, 1/x[i], 0))", [0, 2], [0, -0.5]),
        ("l = sum[i](maximum(sqrt(x[i]), 1))", [0, 4], [0, 0.25]),
        ("l = sum[i]((x[i] > 0)*exp(-1/x[i]**2) + (x[i] <= 0)*x[i])", [0, -3], [1, 1]),  # case 21
        ("l = norm[i](x[i])", [0, 0], [0, 0]),
        ("l = sum[i](x[i]**0)", [0, 1], [0, 0]),
    ],
)
@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_49_unselected_branches_never_matter(text, x, expected):
    check(grad(parse(text), "x"), expected, x=np.array(x, float))


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_49_a_mask_protects_what_is_computed_after_the_sum():
    e = parse("r = 1/s; l = sum[i](where(x[i] > 0, x[i]*log(s), 0)) + 0*r")
    check(grad(parse("l = sum[i](where(x[i] > 0, x[i]*log(s), 0))"), "s"), 0, x=[-1.0, -2], s=0.0)
    check(grad(e, "s"), 1.5, x=[1.0, 2], s=2.0)


# --- ranges --------------------------------------------------------------------------------


def test_an_index_keeps_its_range_when_the_read_that_gave_it_is_gone():
    e = parse("s = sum[i](v*x[i] + w*x[i+1])")
    x = np.arange(1.0, 6)
    check(grad(e, "v"), 10, x=x)
    check(grad(e, "w"), 14, x=x)
    check(grad(e, "x"), [2, 5, 5, 5, 3], x=x, v=2.0, w=3.0)


def test_a_sum_over_an_index_that_is_gone_counts_its_extent():
    e = parse("s = sum[i,j](a*x[i] + b*y[j])")
    check(grad(e, "a"), 2 * 6, x=[1.0, 2, 3], y=[1.0, 1])
    check(grad(e, "x"), [8, 8, 8], x=[1.0, 2, 3], y=[1.0, 1], a=4.0)
    check(jacobian(parse("y[i] = x[i] + t"), "t"), [1, 1, 1], x=np.ones(3))


def test_window_index_keeps_the_range_of_a_dropped_factor():
    e = parse("l = sum[i,m](x[i+m]*w[m]*c[i])")
    arrays = dict(x=np.arange(10.0), w=np.ones(3), c=np.ones(5))
    check(grad(e, "w"), [10, 15, 20], **arrays)
    check(grad(e, "c"), [x + x + 1 + x + 2 for x in range(5)], **arrays)
    check(grad(parse("l = sum[i,m](x[i+m]*w[m])"), "w"), [28, 36, 44], x=np.arange(10.0), w=np.ones(3))


# --- arguments and errors ------------------------------------------------------------------


def test_names_of_axes():
    e = parse("l = sum[i](X[i,j]*w[j])")
    assert grad(e, "w").axes == ("j",) and grad(e, "w[q]").axes == ("q",)
    assert grad(e, parse("w[p]")).axes == ("p",)
    assert jacobian(parse("y[j] = X[j,k]*w[k]*w[j]"), "w").axes == ("j", "k")
    assert hessian(parse("l = sum[i]((X[i,j]*w[j])**2)"), "w").axes == ("j", "k")


def test_a_derivative_by_what_does_not_occur_is_zero_of_the_right_shape():
    e = parse("l = sum[i](a[i]) + 0*sum[j](z[j])")
    check(grad(e, "z"), [0, 0, 0], z=np.ones(3), a=np.ones(2))
    other = grad(e, ex.tensor("q", 2))
    assert other.ndim == 2
    check(other, np.zeros((2, 3)), q=np.ones((2, 3)))
    check(grad(parse("l = sum[b](w[idx[b]])"), "idx"), [0, 0], idx=[1, 0], w=np.ones(3))
    check(hessian(parse("l = c[i]*x[i]"), "x"), np.zeros((3, 3)), x=np.ones(3), c=np.ones(3))


def test_a_named_statement_can_be_what_the_derivative_is_taken_by():
    e = parse("h[i] = tanh(x[i]); l = sum[i](h[i]**2*x[i])")
    assert str(grad(e, "h")) == "h[i] = tanh(x[i])\ndl_dh[i] = 2*h[i]*x[i]"


def test_derivatives_of_higher_order_of_a_scalar():
    assert str(derivative(parse("f = x**5"), "x", 3)) == "d3f_dx3 = 60*x**2"
    e = parse("f = sin(x)")
    assert derivative(e, "x", 0) is e
    assert str(derivative(e, "x", 4)) == "d4f_dx4 = sin(x)"
    with pytest.raises(DerivativeError, match="order of a derivative is -1; it must be"):
        derivative(e, "x", -1)


def test_gradient_of_a_tensor_says_what_to_do():
    with pytest.raises(DerivativeError) as caught:
        grad(parse("y[i,j] = x[i]*w[j]"), "x")
    assert str(caught.value) == (
        "the gradient is that of a scalar, but y has the axes i, j.\n"
        "Use es.jacobian for all partial derivatives, or sum it first: es.grad(es.sum(e), ...)."
    )


def test_unknown_input_is_suggested():
    with pytest.raises(DerivativeError) as caught:
        grad(parse("l = sum[i](weights[i]*x[i])"), "weight")
    assert str(caught.value) == (
        "there is no input 'weight' in the formula. Did you mean 'weights'?\n"
        "Its inputs are weights, x; give the tensor itself for a derivative that is zero."
    )
    with pytest.raises(DerivativeError, match="w has 1 axes; 'w\\[i,j\\]' must name each"):
        grad(parse("w[i]*x[i]"), "w[i,j]")
    with pytest.raises(DerivativeError, match="not by another expression"):
        grad(parse("w[i]*x[i]"), parse("w[i]**2"))
    with pytest.raises(DerivativeError, match="not by int"):
        grad(parse("w[i]*x[i]"), 3)


def test_directions_are_checked():
    e = parse("y[i] = W[i,j]*x[j]")
    with pytest.raises(DerivativeError, match="direction v has 2 axes, but it must have the axes i"):
        vjp(e, "x", parse("[a,b] = q[a]*r[b]"))
    with pytest.raises(DerivativeError, match="2 inputs in wrt and 1 directions"):
        jvp(e, ["x", "W"], ["v"])
    with pytest.raises(DerivativeError, match="x stands twice"):
        jvp(e, ["x", "x"], ["v", "u"])


def test_complex_inputs_have_the_holomorphic_derivative_or_none():
    z = ex.tensor("z", 0, "complex128")
    e = ex.call("mul", ex.access(z), ex.call("sin", ex.access(z)))
    point = np.complex128(0.3 + 0.4j)
    assert np.isclose(value(grad(e, "z"), z=point), np.sin(point) + point * np.cos(point))
    with pytest.raises(DerivativeError, match=r"abs2 has no complex derivative, .* complex input z"):
        grad(ex.call("abs2", ex.access(z)), "z")


def test_a_deep_graph_needs_no_recursion():
    x = ex.access(ex.tensor("x", 0))
    e = x
    for _ in range(3000):
        e = ex.call("sin", ex.call("mul", ex.const(2), e))
    from espresso.algebra.calculus.differentiate import shipped_table
    from espresso.algebra.calculus.reverse import Reverse

    found = Reverse(e, [ex.tensor("x", 0)], shipped_table()).collected[ex.tensor("x", 0)]
    assert len(found.terms) == 1 and len(ex.postorder(found.terms[0])) < 20000


@pytest.mark.parametrize("text", ["x*x", "x*x*x*y", "x + x", "x + x + x*y", "(x*y)*(x*y)", "where(y > 0, x, x)"])
def test_an_argument_that_stands_twice_counts_twice_without_simplification(text):
    from espresso.algebra.calculus.differentiate import shipped_table
    from espresso.algebra.calculus.forward import Forward
    from espresso.algebra.calculus.reverse import Reverse

    e, x = parse(text), ex.tensor("x", 0)
    backward = Reverse(e, [x], shipped_table()).collected[x].at([])
    forward = Forward(e, {x: ex.tensor("d", 0)}, shipped_table()).result
    assert forward is not None
    point = dict(x=1.3, y=0.7)
    step = (value(e, **{**point, "x": 1.3 + 1e-6}) - value(e, **{**point, "x": 1.3 - 1e-6})) / 2e-6
    assert np.isclose(value(backward, **point), step) and np.isclose(value(forward, **point, d=1.0), step)


@pytest.mark.parametrize("length", [3, 4, 5])
def test_an_index_that_is_declared_shorter_than_the_array(length: int) -> None:
    """The gradient has the shape of the array: its axis does not take the length of the summed index."""
    X = sample(length + 1, 2)
    i, j, A = ex.index("i", 3), ex.index("j"), ex.tensor("X", 2)
    product = ex.call("mul", ex.access(A, [i, j], 0), ex.access(A, [ex.call("add", i, ex.const(1)), j]))
    e = ex.reduce("sum", ["i", "j"], ex.call("sin", product))
    g = grad(e, "X")
    found = np.asarray(evaluate(g, {"X": X}))
    inner = np.cos(X[:3] * X[1:4])
    right = np.zeros_like(X)
    right[:3] += inner * X[1:4]
    right[1:4] += inner * X[:3]
    np.testing.assert_allclose(found, right, rtol=1e-12, atol=1e-14)
    np.testing.assert_allclose(es.compile(g)(X=X), right, rtol=1e-12, atol=1e-14)


def test_axes_that_equations_determine_in_two_ways():
    """The axis of a gradient is as long as the array, in whatever order the terms of it come."""
    X = sample(5, 4)
    e = parse("f = sum[j](mean[i](max(0, X[2*i,j]*X[2*i+1,j+1] - 0.2))**2)")
    g, h = grad(e, "X"), hessian(e, "X")
    assert value(g, X=X).shape == X.shape and value(h, X=X).shape == X.shape * 2
    moved = [X + 1e-6 * s * d.reshape(X.shape) for d in np.eye(X.size) for s in (1, -1)]
    slopes = [value(g, X=m) for m in moved]
    right = np.stack([(a - b) / 2e-6 for a, b in zip(slopes[::2], slopes[1::2], strict=True)], -1)
    np.testing.assert_allclose(value(h, X=X), right.reshape(*X.shape, *X.shape), rtol=1e-6, atol=1e-7)


@pytest.mark.parametrize("condition", ["(i < 3)", "(i < 3)*(i < 5)", "(i > 2)", "(j < 3)", "(i < 2)*(j < 3)"])
def test_hessians_of_sums_that_a_condition_cuts(condition: str) -> None:
    X = sample(6, 5)
    e = parse(f"f = sum[i,j](2*X[i,j]**2*{condition})")
    g, h = grad(e, "X"), hessian(e, "X")
    holds = eval(condition, dict(zip("ij", np.indices(X.shape), strict=True)))
    right = 4 * np.diag(holds.astype(float).ravel()).reshape(X.shape * 2)
    assert value(g, X=X).shape == X.shape
    for found in (value(h, X=X), es.compile(h)(X=X), es.compile([e, g, h])(X=X)[2]):
        assert found.shape == right.shape
        np.testing.assert_allclose(found, right)


# --- what check_grads compares ----------------------------------------------------------------


@pytest.mark.parametrize("text", ["y = sum[i](exp(2j*x[i])*z[i])", "y[i] = exp(2j*x[i])*z[i]"])
def test_complex_derivatives_are_compared_whole(text):
    """A derivative that is wrong in its imaginary part alone is found."""
    arrays = {"x": sample(3), "z": sample(3, seed=1)}
    assert es.check_grads(text, **arrays).worst < 1e-9
    with pytest.raises(DerivativeError, match="derivative of order 1 by x"):
        es.check_grads(text, rules=(rule("exp(x)", "exp(x) + 0.5"),), **arrays)


def test_declared_dtypes_are_those_of_the_arrays_and_not_of_the_comparison():
    text, x = "x : float32\ny[i] = exp(x[i])*x[i]", sample(3).astype(np.float32)
    assert es.check_grads(text, x=x).worst < 1e-9
    assert "derivative of y by x" in es.compile(text, target="numpy").check(x=x, gradient=True)
    with pytest.raises(DtypeError, match="x has dtype float64 but is declared as float32"):
        es.check_grads(text, x=x.astype(float))


def test_what_check_grads_refuses():
    with pytest.raises(ExtentError, match="index 'i' has two lengths"):
        es.check_grads("y = sum[i](x[i]*w[i])", x=np.ones(2), w=np.ones(3))
    for order in (0, 1.5, "2", True):
        with pytest.raises(InputError, match="order is a whole number from 1 on"):
            es.check_grads("y = x**2", order=order, x=1.0)


@pytest.mark.parametrize("text", ["z = sum[t,c](x[t+c])", "z = sum[t,c](x[t+c]**2)", "y[t,c] = x[t+c]"])
def test_a_window_of_no_length_has_no_derivative(text: str) -> None:
    """Case 26: a length of c given to the compiler shortens t, which no formula of the derivative could say."""
    with pytest.raises(ExtentError, match=r"(?s)index 't' has no length in   .*x\[t\+c\].*'t : index n' in the text"):
        jacobian(parse(text), "x")
    told = jacobian(parse(f"c : index 3\n{text}"), "x")
    x = np.arange(5.0)
    rows = np.zeros((3, 3, 5))
    for t in range(3):
        for c in range(3):
            rows[t, c, t + c] = 2*x[t + c] if "**" in text else 1
    check(told, rows if "y" in text else rows.sum((0, 1)), x=x)
    check(vjp(parse("y[t,c] = x[t+c]"), "x", "G"), [1, 2, 3, 2, 1], x=x, G=np.ones((3, 3)))


def test_index_functions_read_where_a_delta_says_keep_their_lengths() -> None:
    """The array whose diagonal is read is about indices that nothing but equations ties to an axis."""
    d = derivative(parse("y[i] = cumsum[i](sin(x[i]))*softmax[i](x[i])"), "x", order=2)
    x, h = np.array([0.3, -0.7, 1.2]), 1e-5
    first = jacobian(parse("y[i] = cumsum[i](sin(x[i]))*softmax[i](x[i])"), "x")
    steps = [(value(first, x=x + h*e) - value(first, x=x - h*e))/(2*h) for e in np.eye(3)]
    np.testing.assert_allclose(value(d, x=x), np.stack(steps, axis=-1), atol=1e-8)
    assert parse(str(d)) is d


def test_directions_that_nothing_reads_are_inputs_all_the_same() -> None:
    """A product is called like its formula, and with its directions, also where the derivative is zero."""
    assert es.hvp("y = sum[i](x[i]*z[i])", "x", "v").inputs == ["x", "z", "v"]
    assert es.jvp("y[i] = floor(x[i])", "x", es.parse("[i] = q[i]*x[i]")).inputs == ["x", "q"]
    assert es.vjp("y[i] = floor(x[i])", "x", "v").inputs == ["x", "v"]
    two = es.hvp("y = sum[i](x[i]**2 + z[i])", ["x", "z"], ["v", "u"])
    assert [e.inputs for e in two] == [["x", "z", "v", "u"]]*2
    np.testing.assert_array_equal(es.compile(two[1])(x=np.ones(2), z=np.ones(2), v=np.ones(2), u=np.ones(2)), [0, 0])


def test_a_factor_is_taken_out_as_often_as_all_terms_have_it() -> None:
    """By s one term of the gradient has w twice, the other once."""
    w, h = np.array([0.3, -1.2, 0.8]), 1e-5
    e = parse("s = sum[i](w[i]); y[i] = exp(-s**2)*w[i]**2")
    steps = [(value(jacobian(e, "w"), w=w + h*d) - value(jacobian(e, "w"), w=w - h*d))/(2*h) for d in np.eye(3)]
    np.testing.assert_allclose(value(derivative(e, "w", order=2), w=w), np.stack(steps, axis=-1), atol=1e-8)


def test_an_index_of_which_equations_say_two_lengths_has_its_own() -> None:
    """``(i == j)`` and ``(i == k + 1)``: once k has its length, the second one says one more of i."""
    x = np.array([1.0, 2.0, 3.0])
    expected = np.zeros((3, 3, 3))
    for i in (1, 2):
        expected[i, i, i - 1] = expected[i, i - 1, i] = 1
    check(derivative(parse("y[i] = pad(x)[i-1]*x[i]"), "x", order=2), expected, x=x)


def test_an_axis_that_padded_reads_of_two_lengths_share_has_its_own() -> None:
    """The lengths are the same in a call: then they told how long the axis is, and not the equation beside them."""
    text = "i : index 4\nj : index 4\nk : index 1\nR[j,k] = min[i](where(i == j + 1, relu(A[j,j])*pad(A)[i,k], 0))"
    g = vjp(parse(text), "A", "H")
    A = np.eye(4) + np.eye(4, k=-1)
    assert value(g, A=-A, H=np.ones((4, 1))).shape == value(g, A=A, H=np.ones((4, 1))).shape == (4, 4)


def test_simplification_leaves_the_order_of_indices_that_it_does_not_tell_apart() -> None:
    """A test ``(r != i + j + 1)``, whose i and j both come from one name, was turned around again and again."""
    e = parse("R[r] = tanh(sum[i](x[i + r]*g[i]*(r != i + 1)))")
    x, g, h = np.array([0.3, -0.5, 0.8]), np.array([0.4, 1.1]), 1e-6
    second = vjp(vjp(e, "g", "H"), "x", "V")
    given = {"H": np.array([1.0, 0.7]), "V": np.array([0.2, -0.6])}
    first = vjp(e, "g", "H")
    slopes = [
        (value(first, x=x + h*d, g=g, H=given["H"]) - value(first, x=x - h*d, g=g, H=given["H"])) @ given["V"]/(2*h)
        for d in np.eye(3)
    ]
    np.testing.assert_allclose(value(second, x=x, g=g, **given), slopes, atol=1e-8)


@pytest.mark.parametrize("order, expected", [(1, 0.0), (2, 2.0), (3, -3.0)])
def test_xlogy_has_all_derivatives_where_its_factor_is_zero(order: int, expected: float) -> None:
    """Those of ``x*log(1 + x)``: the derivative by the number under the logarithm is x/y, and grows with x."""
    e = derivative(parse("f = xlogy(x, 1 + x)"), "x", order=order)
    assert value(e, x=0.0) == expected
