"""SymPy bridge: values agree, and the way there and back keeps them."""

from __future__ import annotations

import pickle
from typing import Any

import numpy as np
import pytest

sympy = pytest.importorskip("sympy")

import espresso as es  # noqa: E402
from espresso.errors import EspressoError  # noqa: E402
from espresso.formulas.notation.parsing import parse  # noqa: E402
from espresso.frontends.sympy.bridge import from_sympy, to_sympy  # noqa: E402
from espresso.reference.evaluator import evaluate  # noqa: E402

_RNG = np.random.default_rng(1)
ARRAYS: dict[str, Any] = {
    "x": _RNG.random(3) + 0.1, "y": _RNG.random(3) + 0.1, "X": _RNG.random((4, 3)), "w": _RNG.random(3),
    "S": _RNG.random((3, 3)), "a": np.array(0.7), "b": np.array(1.3),
}  # fmt: skip

FORMULAS = [
    "sum[i](log(1 + exp(-y[i]*x[i])))", "X[i,j]*w[j]", "x[i]**2 + a*y[i]/b", "[i,j] = S[i,j]*(i == j)",
    "[i] = sum[j](S[i,j]*(i <= j))", "where(x[i] > 0.5, log(x[i]), 0)", "prod[i](x[i])", "softmax[i](x[i])",
    "mean[i](x[i])", "var[i](x[i])", "std[i](x[i])", "norm[i](x[i])", "logsumexp[j](X[i,j])", "pad(x)[i-1] + x[i]",
    "x[i+1] - x[i]", "h[i] = X[i,j]*w[j]; h[i]**2", "2/3*x[i]", "maximum(x[i], 0.5) + clip(y[i], 0.2, 0.6)",
    "logistic(x[i]) + softplus(x[i]) + gelu(x[i])", "[i] = abs(x[i]-0.5)*sign(x[i]-0.5)", "floor(3*x[i]) + ceil(x[i])",
    "[i] = x[i]*i", "lgamma(x[i]) + digamma(x[i]) + erf(x[i])", "(x[i] > 0.5) + 1",
    "[i] = x[i]*(x[i] > 0.5 and y[i] > 0.5)", "all[i](x[i] > 0.5)", "sum[i,j](x[i]*S[i,j]*y[j])", "x[i]/size(x,0)",
    "mod(3*x[i], 2)", "trunc(3*x[i])", "log_softmax[j](X[i,j])", "[i] = exp(x[i])*exp2(y[i])",
    "sqrt(x[i]) + rsqrt(y[i]) + hypot(x[i],y[i])", "x[2-i]*y[i]", "[j,i] = X[i,j]", "hardtanh(3*x[i]) + relu(x[i]-0.5)",
    "x[i//2]*y[i]", "[i] = y[(i + 1)//3]*x[i]", "x[mod(i+1)]*y[i]", "[i] = x[clamp(i-1)] + y[i]", "[i] = x[size(x,0) - 1 - i]*y[i]",
    "atan2(x[i], y[i]) + asinh(x[i]) + cbrt(x[i])", "trigamma(x[i]) + beta(x[i], y[i]) + gamma(x[i])",
]  # fmt: skip


def value(formula: Any, axes: tuple[str, ...], shape: tuple[int, ...]) -> np.ndarray:
    """The numbers of a SymPy expression over the given axes."""
    out = np.empty(shape)
    lengths = {
        sympy.Symbol(f"n_{n}_{k}", integer=True, nonnegative=True): m
        for n, v in ARRAYS.items()
        for k, m in enumerate(v.shape)
    }
    for place in np.ndindex(*shape):
        at = (
            formula.subs({sympy.Symbol(a, integer=True): p for a, p in zip(axes, place, strict=True)})
            .subs(lengths)
            .doit()
        )
        at = at.replace(
            lambda n: isinstance(n, sympy.Indexed),
            lambda n: sympy.Float(ARRAYS[str(n.base.label)][tuple(int(i) for i in n.indices)]),
        )
        at = at.subs({sympy.Symbol(n): float(ARRAYS[n]) for n in "ab"}).doit()
        out[place] = complex(sympy.N(at)).real
    return out


@pytest.mark.parametrize("formula", FORMULAS)
def test_there_and_back(formula: str) -> None:
    e = parse(formula.replace("; ", "\n"))
    inputs = {n: ARRAYS[n] for n in e.inputs}
    want = evaluate(e, inputs)
    there = to_sympy(e)
    np.testing.assert_allclose(value(there, e.axes, want.shape), want)
    back = from_sympy(there)
    assert set(back.axes) == set(e.axes)
    got = evaluate(back, {n: inputs[n] for n in back.inputs})
    np.testing.assert_allclose(np.transpose(got, [back.axes.index(a) for a in e.axes]), want)


def test_the_comparison_bites() -> None:
    e = parse("sum[i](x[i]*y[i])")
    with pytest.raises(AssertionError):
        np.testing.assert_allclose(
            value(to_sympy(e) + sympy.Rational(1, 1000), (), ()), evaluate(e, {n: ARRAYS[n] for n in "xy"})
        )


@pytest.mark.parametrize("formula", ["cumsum[i](x[i])", "reverse_cumsum[i](x[i])", "cumprod[i](x[i])"])
def test_running_sums(formula: str) -> None:
    e = parse(formula)
    np.testing.assert_allclose(value(to_sympy(e), ("i",), (3,)), evaluate(e, {"x": ARRAYS["x"]}))


def test_sympy_text() -> None:
    assert str(to_sympy(parse("X[i,j]*w[j]"))) == "Sum(X[i, j]*w[j], (j, 0, n_X_1 - 1))"
    assert str(to_sympy(parse("[i,j] = S[i,j]*(i == j)"))) == "KroneckerDelta(i, j)*S[i, j]"
    assert str(to_sympy(parse("max(a, b)"))) == "Max(a, b)"


def test_maximum_over_an_index() -> None:
    assert str(to_sympy(parse("i : index 3\nmax[i](x[i])"))) == "Max(x[0], x[1], x[2])"
    with pytest.raises(EspressoError, match=r"max\[i\] has no SymPy form"):
        to_sympy(parse("max[i](x[i])"))


def test_ranges() -> None:
    x, i, n = sympy.IndexedBase("x"), sympy.Symbol("i", integer=True), sympy.Symbol("n", integer=True)
    assert str(from_sympy(sympy.Sum(x[i], (i, 0, n - 1)))) == "sum[i](x[i])"
    assert str(from_sympy(sympy.Sum(x[i], (i, 0, 2)))) == "i : index 3\nsum[i](x[i])"
    assert evaluate(from_sympy(sympy.Product(x[i - 1], (i, 1, n))), {"x": np.array([2.0, 3.0])}) == 6.0


def test_numbers_and_functions() -> None:
    x = sympy.Symbol("x")
    assert str(from_sympy(sympy.Rational(1, 3) * x)) == "1/3*x"
    np.testing.assert_allclose(evaluate(from_sympy(sympy.pi * x + sympy.E), {"x": 2.0}), 2 * np.pi + np.e)
    np.testing.assert_allclose(evaluate(from_sympy(sympy.Function("softplus")(x)), {"x": 2.0}), np.logaddexp(0, 2.0))
    with pytest.raises(EspressoError, match="SymPy's besselj has no counterpart"):
        from_sympy(sympy.besselj(0, x))


def _matrices() -> list[tuple[Any, str]]:
    n, m = sympy.symbols("n m", integer=True)
    P, Q, z = sympy.MatrixSymbol("P", n, m), sympy.MatrixSymbol("Q", m, n), sympy.MatrixSymbol("z", m, 1)
    S = sympy.MatrixSymbol("S", n, n)
    return [
        (P * Q, "sum[k](P[i,k]*Q[k,j])"),
        (P * z, "sum[k](P[i,k]*z[k])"),
        (z.T * z, "sum[k](z[k]*z[k])"),
        (z * z.T, "z[i]*z[j]"),
        (P.T, "[i,j] = P[j,i]"),
        (P + Q.T, "P[i,j] + Q[j,i]"),
        (sympy.Trace(P * Q), "sum[i](sum[k](P[i,k]*Q[k,i]))"),
        (sympy.HadamardProduct(P, Q.T), "[i,j] = P[i,j]*Q[j,i]"),
        (2 * P * Q + sympy.Identity(n), "2*sum[k](P[i,k]*Q[k,j]) + (i == j)"),
        (P * Q * P, "sum[k,l](P[i,k]*Q[k,l]*P[l,j])"),
        (P.applyfunc(sympy.sin), "sin(P[i,j])"),
        (S**2, "sum[k](S[i,k]*S[k,j])"),
        (P[0, 1] * 2, "2*P[0,1]"),
    ]


@pytest.mark.parametrize("case", range(13))
def test_matrix_expressions(case: int) -> None:
    matrix, text = _matrices()[case]
    assert str(from_sympy(matrix)) == text


def _lambdified() -> list[tuple[Any, Any]]:
    """Arguments as lambdify takes them, and expressions in them."""
    x, y, theta = sympy.symbols("x y theta")
    A, B, z = sympy.MatrixSymbol("A", 3, 3), sympy.MatrixSymbol("B", 3, 2), sympy.MatrixSymbol("z", 3, 1)
    rotation = sympy.Matrix([[sympy.cos(theta), -sympy.sin(theta)], [sympy.sin(theta), sympy.cos(theta)]])
    field = sympy.Matrix([x**2 * y, sympy.log(x) + y])
    return [
        ((y, x), sympy.sin(x) + y**2 / x),
        ((x, y), [x + y, sympy.Piecewise((x, x > y), (y**2, True))]),
        ((theta,), rotation),
        ((y, x), field.jacobian([x, y])),
        ((x, y), sympy.hessian(x**3 * sympy.exp(y), (x, y))),
        ((x, y), sympy.Matrix([[7, y], [x, 0]])),
        ((A,), A.inverse()),
        ((A,), A**-2),
        ((z, A), A.inverse() * z),
        ((A,), sympy.Determinant(A) * sympy.Trace(A)),
        ((A,), sympy.Trace(A.inverse())),
        ((A, B), (B.T * A * B).inverse()),
        ((x, A), sympy.Matrix([[x, 1, 0], [0, x, 1], [x, 0, x]]) * A),
        ((A, x), sympy.Trace(A * sympy.Matrix([[x, 1, 0], [0, x, 1], [x, 0, x]]))),
        ((x, z), z.T * sympy.Matrix([[x, 1, 0], [0, x, 1], [x, 0, x]]).inv() * z),
    ]


@pytest.mark.parametrize("case", range(15))
@pytest.mark.parametrize("target", ["cpu", "numpy"])
def test_compile_in_the_place_of_lambdify(case: int, target: str) -> None:
    arguments, expression = _lambdified()[case]
    rng = np.random.default_rng(case)
    arrays = [
        rng.normal(size=a.shape) + 3 * np.eye(*a.shape) if isinstance(a, sympy.MatrixSymbol) else rng.random() + 0.5
        for a in arguments
    ]
    plain = expression
    if case in (9, 10, 13):  # lambdify has no traces and determinants
        plain = expression.replace(sympy.Trace, lambda m: m.as_explicit().trace())
        plain = plain.replace(sympy.Determinant, lambda m: m.as_explicit().det())
    wanted = sympy.lambdify(arguments, plain, "numpy")(*arrays)
    f = es.compile(expression, target=target, inputs=arguments)
    assert f.inputs == [str(a) for a in arguments]
    vectors = [v[:, 0] if np.ndim(v) == 2 and v.shape[1] == 1 else v for v in arrays]  # one axis here
    got = f(*vectors)
    for a, b in zip(got, wanted, strict=True) if isinstance(expression, list) else [(got, wanted)]:
        np.testing.assert_allclose(a, np.squeeze(b), rtol=1e-9, atol=1e-12)


def test_an_entry_that_is_not_finite_leaves_the_others_alone() -> None:
    x = sympy.Symbol("x")
    f = es.compile(sympy.Matrix([[sympy.log(x), 1], [x, 1 / x]]))
    with np.errstate(divide="ignore"):
        np.testing.assert_array_equal(f(x=0.0), [[-np.inf, 1], [0, np.inf]])


def test_derivatives_of_matrices_of_entries() -> None:
    theta = sympy.Symbol("theta")
    rotation = sympy.Matrix([[sympy.cos(theta), -sympy.sin(theta)], [sympy.sin(theta), sympy.cos(theta)]])
    e = from_sympy(rotation)
    assert str(e).endswith("[i,j] = where(i == 0, where(j == 0, cos(theta), -sin(theta)), "
                           "where(j == 0, sin(theta), cos(theta)))")  # fmt: skip
    got = es.compile(es.jacobian(e, "theta"))(theta=0.3)
    np.testing.assert_allclose(got, np.array(rotation.diff(theta).subs(theta, 0.3).evalf(), dtype=float))


def test_the_order_of_inputs() -> None:
    for options in ({}, {"constant": ["w"]}, {"target": "numpy"}):
        f = es.compile("y[i] = b + sum[j](X[i,j]*w[j])", inputs="w, X b", **options)
        assert f.inputs == ["w", "X", "b"]
        X, w = np.arange(6.0).reshape(2, 3), np.array([1.0, -1.0, 2.0])
        np.testing.assert_allclose(f(w, X, 3.0), X @ w + 3)
        np.testing.assert_allclose(f(b=3.0, X=X, w=w), X @ w + 3)
    f = es.compile("y[i] = b + sum[j](X[i,j]*w[j])", inputs=[es.tensor("w[j]"), es.tensor("X[i,j]"), "b"])
    assert f.inputs == ["w", "X", "b"] == pickle.loads(pickle.dumps(f)).inputs
    assert "program(w, X, b)" in f.source
    factored = es.compile("H[i,j] = w[i]*(i == j)*a", structure="factored", inputs=["w", "a"])
    np.testing.assert_allclose(factored(w, 2.0).dense(), 2 * np.diag(w))


@pytest.mark.parametrize(
    ("inputs", "message"),
    [
        (["x"], "inputs=... lacks y. Inputs: x, y."),
        (["x", "yy"], "inputs=... lacks y, and no formula reads yy. Inputs: x, y."),
        (["x", "y", "x"], "names x twice"),
        (["x", ["y"]], "has the list \\['y'\\]"),
        (3, "is no list of inputs"),
    ],
)
def test_inputs_that_are_not_those_of_the_formula(inputs: Any, message: str) -> None:
    with pytest.raises(EspressoError, match=message):
        es.compile("x + y", inputs=inputs)


def test_matrices_without_a_formula() -> None:
    n = sympy.Symbol("n")
    with pytest.raises(EspressoError, match="MatPow has no formula"):
        from_sympy(sympy.MatrixSymbol("S", 3, 3) ** n)
    with pytest.raises(EspressoError, match="has no elements"):
        from_sympy(sympy.zeros(0, 3))


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ("z[i,j] = inv[i,j](A[i,j])", "(A**(-1))[i, j]"),
        ("z = det[i,j](A[j,i])", "Determinant(A.T)"),
        ("z = logdet[i,j](A[i,j])", "log(Determinant(A))"),
        ("z[i] = sum[j](inv[i,j](A[i,j])*b[j])", "Sum(b[j]*(A**(-1))[i, j], (j, 0, n_A_0 - 1))"),
        ("z = det[i,j](2*A[i,j] + (i == j))", "Determinant(FunctionMatrix(n_A_0, n_A_0, Lambda((i, j), KroneckerDelta(i, j) + 2*A[i, j])))"),
        ("z[p] = logdet[i,j](A[i,j]*c[p])", "log(Determinant(FunctionMatrix(n_A_0, n_A_0, Lambda((i, j), A[i, j]*c[p]))))"),
        ("z[i,j] = inv[i,j](A[i,k]*A[j,k] + (i == j))", None),
    ],
)
def test_matrix_functions_both_ways(text: str, form: str | None) -> None:
    """inv, det and logdet of an input are those of a MatrixSymbol, of other matrices those of a FunctionMatrix."""
    e = es.parse(text)
    there = e.to_sympy()
    assert form is None or str(there) == form
    back = es.from_sympy(there)
    rng = np.random.default_rng(1)
    given = {"A": rng.random((3, 3)) + 2 * np.eye(3), "b": rng.random(3), "c": rng.random(2) + 1}
    expected = es.compile(e, target="numpy")(**{n: given[n] for n in e.inputs})
    np.testing.assert_allclose(es.compile(back, target="numpy")(**{n: given[n] for n in back.inputs}), expected)


def _in_other_words() -> list[tuple[Any, Any]]:
    """SymPy's expressions, and their values at x = 0.3, y = 0.7, z = 1.3 and the matrices C, D, u."""
    from sympy.combinatorics import Permutation

    x, y, z = sympy.symbols("x y z", real=True)
    C, D, u = sympy.MatrixSymbol("C", 3, 3), sympy.MatrixSymbol("D", 2, 2), sympy.MatrixSymbol("u", 3, 1)
    c, d, v = np.arange(9.0).reshape(3, 3), np.array([[1.0, -2.0], [0.5, 3.0]]), np.array([1.0, -2.0, 4.0])
    return [
        (sympy.Trace(u.T * u), v @ v),
        (sympy.DotProduct(u, C * u), v @ c @ v),
        (sympy.BlockMatrix([[D, 2 * D], [D.T, D]]), np.block([[d, 2 * d], [d.T, d]])),
        (C[0:2, 1:], c[:2, 1:]),
        (sympy.KroneckerProduct(D, D.T), np.kron(d, d.T)),
        (sympy.PermutationMatrix(Permutation([1, 0, 2])) * C, c[[1, 0, 2]]),
        (sympy.DiagonalOf(C), np.diag(c)),
        (sympy.Array([[[x, y], [z, 1]], [[1, 2], [3, x * y]]]), np.array([[[0.3, 0.7], [1.3, 1]], [[1, 2], [3, 0.21]]])),
        (sympy.Array([x, y]), np.array([0.3, 0.7])),
        (sympy.Integral(x * y, (x, 0, 1)), 0.35),
        (sympy.Derivative(sympy.sin(x) * y, x), np.cos(0.3) * 0.7),
        (sympy.Subs(x**2, x, y), 0.49),
        (sympy.cot(x) + sympy.sec(y) + sympy.csc(z), 1 / np.tan(0.3) + 1 / np.cos(0.7) + 1 / np.sin(1.3)),
        (sympy.coth(x) * sympy.sech(y), 1 / np.tanh(0.3) / np.cosh(0.7)),
        (sympy.sinc(x) + sympy.factorial(y), np.sin(0.3) / 0.3 + 0.9086387328532904),
        (sympy.Xor(x > y, y < z), True),
    ]


@pytest.mark.parametrize("number", range(16))
def test_what_sympy_writes_in_other_words(number: int) -> None:
    e, expected = _in_other_words()[number]
    given = {"x": 0.3, "y": 0.7, "z": 1.3, "C": np.arange(9.0).reshape(3, 3)}
    given |= {"D": np.array([[1.0, -2.0], [0.5, 3.0]]), "u": np.array([1.0, -2.0, 4.0])}
    formula = from_sympy(e)
    got = evaluate(formula, {n: given[n] for n in formula.inputs})
    np.testing.assert_allclose(got, expected, rtol=1e-12)
    assert np.shape(got) == np.shape(expected)


def test_lists_of_expressions_and_what_cannot_be_carried_out() -> None:
    x, y = sympy.symbols("x y")
    assert [str(e) for e in from_sympy([x + y, x * y])] == ["x + y", "x*y"]
    assert str(from_sympy({"p": (x,)})["p"][0]) == "x"
    with pytest.raises(EspressoError, match="SymPy cannot carry out Derivative"):
        from_sympy(sympy.Derivative(sympy.Function("g")(x), x))
