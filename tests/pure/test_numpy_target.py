
"""The NumPy target: values against the reference evaluator, and the text that people read."""

from __future__ import annotations

import functools
import textwrap
import warnings
from typing import Any

import generators
import numpy as np
import pytest
from hypothesis import given, settings

import espresso as es
from espresso.algebra.calculus.differentiate import grad
from espresso.codegen.numpy import calls as numpy_calls
from espresso.codegen.numpy.export import to_einsum, to_numpy
from espresso.codegen.numpy.target import emit_numpy
from espresso.errors import EspressoError, ExtentError
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.formulas.notation.parsing import parse
from espresso.reference.evaluator import evaluate, evaluate_all

FORMULAS = """
sum[i](log(1 + exp(-y5[i]*X[i,j]*w[j])))
y[i] = X[i,j]*w[j]
g[j] = X[i,j]*y5[i]
C[i,k] = X[i,j]*W[j,k]
C[k,i] = X[i,j]*W[j,k]
C[i,l] = X[i,j]*W[j,k]*K[k,l]
x[i]*u[i]
X[i,j]*Y[i,j]
r[i] = X[i,j]*Y[i,j]
x[i] + u[j]
[j,i] = X[i,j]
[i,j,k] = x[i]*u[j]*x[k]
A[i,i]
d[i] = S[i,i]
T3[i,i,j]
[j] = T3[i,i,j]
[i,j] = T3[i,i,j]
exp(X[i,j])/sum[k](exp(X[i,k]))
softmax[j](X[i,j])
log_softmax[j](X[i,j])
s[i,j] = softmax[i](X[i,j])
softmax[i,j](X[i,j])
logsumexp[j](X[i,j])
logsumexp[i,j](X[i,j])
max[j](X[i,j])
X[i,j] - max[k](X[i,k])
mean[i](X[i,j])
var[j](X[i,j])
std[i,j](X[i,j])
norm[j](X[i,j])
norm[i,j](X[i,j])
norm[i,j,k](T[i,j,k])
argmax[j](X[i,j])
argmax[i,j](X[i,j])
argmin[j,i](X[i,j])
argmax[i,k](T[i,j,k])
[i] = -(i//2)*x[i]
[i] = x[i] - i % 3
[i,j] = pad(X)[(i + 1)//2 - j//2, j]*(i < 3)
[i,j] = pad(X)[i - j % 2, j]*(i < 3)
prod[j](X[i,j])
any[j](X[i,j] > 0.5)
all[j](X[i,j] > 0.5)
sum[j]((X[i,j] > 0.5))
(x[i] > 0.5)
(x[i] > 0.5) + (u[i] > 0.5)
(x[i] > 0.5)*(u[i] > 0.5)
1 - (x[i] > 0.5)
-(x[i] > 0.5)
x[i]*(x[i] > 0.5)
log(x[i] - 0.5)*(x[i] > 0.5)
where(x[i] > 0.5, log(x[i] - 0.5), 0)
where(x[i] > 0.5, 1, 2)
x[i] > 0.5 and u[i] > 0.5
(x[i] > 0.5) or not (u[i] > 0.5)
where(x[i] > 0.5 and u[i] > 0.5, x[i], u[i])
exp((x[i] > 0.5))
(x[i] > 0.5)**2
max[i]((x[i] > 0.5))
z[i] = x[i+1] - x[i]
z[i] = x[i+2] - 2*x[i+1] + x[i]
z[i] = x[2*i+1]
z[i] = x[2*i+1] + x[i]
z[i,j] = x[i+j]*w2[j]
z[p] = x[p+r]*w2[r]
z[p] = x[2*p+r]*w2[r]
z[p] = x[p+2*r]*w2[r]
z[p,q] = S[p+r,q+s]*F[r,s]
z[n,f,p,q] = I4[n,c,2*p+r,q+s]*F4[f,c,r,s]
z[i] = pad(x)[i-1] + x[i]
z[i] = pad(x)[i+1] + pad(x)[i-1] - 2*x[i]
z[i] = pad(x, 2)[i-2] * x[i]
z[i] = pad(x, -inf)[i-1] + x[i]
z[p] = sum[r](pad(x)[p+r-1]*w2[r])*x[p]
z[p] = x[p]*sum[r](pad(x)[p-r]*w2[r])
z[i] = max[r](pad(x, -inf)[i+r-1]*w2[r]) + x[i]
W[idx[b],k]
G[b] = X[b, idx[b]]
z[b,k] = K3[idxm[b],k] + K3[k,k]
z[i,k] = T[i,idx4[k],k]
z[k,i] = T[i,idx4[k],k]
z[b] = pad(x)[idx[b] - 1]
z[b] = pad(x)[idx[b] + b]
x[mod(i+1, 4)]*x[i]
z[i] = x[mod(i+2)]*x[i]
z[i] = x[clip(i-1, 0, 3)]*x[i]
z[i] = x[size(x,0)-1-i]*x[i]
z[i] = x[3-i]*x[i]
w[i]*i
[i] = w[i]*i + i
[i,j] = X[i,j]*(i <= j)
[i,j] = x[i]*(i == j)
[i,j] = x[i]*(i == j)*u[j]
[i,j] = (i == j)*(x[i] > 0)*(u[j] > 0)
[i,j] = S[i,j] + (i == j)
[p,k] = sum[b](G5[b,k]*(p == idx[b])) + W[p,k]
[p] = sum[b](y5[b]*(p == idx[b])) + w[p]
[p,q] = sum[b](y5[b]*(p == idx[b])*(q == idx2[b])) + S[p,q]
[b,p] = sum[c](G5[b,c]*(p == idx3[b,c])) + X[b,p]
[p] = sum[i](x[i]*(p == 2*i)) + u[p]
[i] = sum[j](X[i,j]*(i <= j)*w[j])
sum[i,j](x[i]*S[i,j]*u[j])
sum[i,j](x[i]*u[j])
H[j,k] = X[i,j]*y5[i]*X[i,k]
[i,j,k] = B1[i,r]*B2[j,r]*B3[k,r]
[b,i,k] = V[b,i,j]*U[b,j,k]
[b,i,k] = V[b,i,j]*V[b,k,j]
[i] = T[i,j,k]*M34[j,k]
cumsum[i](x[i])
cumsum[j](X[i,j])
cumprod[i](X[i,j])
reverse_cumsum[j](X[i,j])
cumsum[i,j](X[i,j])
reverse_cumsum[i,j](X[i,j])
cumprod[j,i](X[i,j])
[i,j] = cumsum[j](x[i] + 0*u[j])*u[j]
sum[i](x[i]) + sum[i](u[i])
2*x[i] - u[i]/3
-x[i]*u[i]
-(x[i] + u[i])
x[i]**2 + u[i]**-1 - x[i]**0.5
x[i]**-2*u[i]
x[i]/u[i]/2
1/x[i]
1/(1 + x[i])**2
2/3*x[i]
X[i,j]*sqrt(size(X,1))
x[i]/size(x,0)
exp(2)*x[i]
a*x[i] + b
a + b
a
x[0] + x[3]
X[0,j] + X[i,j]
X[i,1]*w[j]
abs(x[i] - 0.5)
sign(x[i] - 0.5)*minimum(x[i], u[i])
clip(x[i], 0.2, 0.6)
maximum(x[i], 0.5)
floor(3*x[i]) + ceil(x[i]) + round(x[i]) + trunc(x[i])
mod(3*x[i], 2) + floordiv(3*x[i], 2)
logaddexp(x[i], u[i]) + xlogy(x[i], u[i]) + hypot(x[i], u[i])
logistic(x[i]) + softplus(x[i]) + relu(x[i]) + gelu(x[i]) + silu(x[i]) + hardtanh(x[i])
erf(x[i]) + erfc(x[i]) + gamma(x[i]) + lgamma(x[i]) + digamma(x[i]) + trigamma(x[i]) + beta(x[i], u[i]) + lbeta(x[i], u[i])
isnan(x[i]) + isinf(x[i]) + isfinite(x[i])
real(x[i]) + imag(x[i]) + conj(x[i]) + abs2(x[i]) + stop_gradient(x[i])
rsqrt(x[i]) + cbrt(x[i]) + log2(x[i]) + log10(x[i]) + exp2(x[i]) + expm1(x[i])
sin(x[i]) + asin(x[i]/4) + atan2(x[i], u[i]) + acosh(x[i] + 1)
h[i,k] = tanh(X[i,j]*W[j,k]); o[i] = sum[k](h[i,k]); o[i]*y5[i]
h[i] = x[i+1]; z[i] = h[i] + h[i]*2; z[i]*h[i]
m[i] = (x[i] > 0.5); m[i] + m[i]
m[i] = (x[i] > 0.5); z[i] = m[i]*x[i]
k[i] = 2*i + 0*x[i]; k[i]
n[j,i] = X[i,j]; n[i,j]*w[i]
h[i] = x[i]**2; z[i] = h[i] - mean[j](h[j])
z[i] = exp(x[i])*exp(x[i])
[i] = x[i]*sum[j](x[i] + 0*u[j])
[i,j] = mean[k](x[i] + 0*u[k]) + 0*u[j]
[i,j] = sum[k](x[i]*u[k]*(x[k] > 0.5)*u[j])
sum[i](i*x[i])
x[i]*sum[j](j + 0*x[j])
z[i,j] = where(i < j, S[i,j], S[j,i])
z[i] = where(i > 0, x[i-1], 0) + x[i]
z[b] = where(idx[b] > 0, x[idx[b] - 1], 0)
z[b] = where(idx[b] > 0, X[b, idx[b] - 1], 7)
z[b,k] = where(idx[b] > 1, W[idx[b]-2,k], 0)
-log(softmax[j](X[b,j]))*(idx[b] == j)
z[b] = -log_softmax[j](X[b,j])*(idx[b] == j)
z[i] = sum[j](S[i,j]*(i != j))
sum[i,j]((i == j)*S[i,j])
sum[i,j](i*j*S[i,j])
[i] = sum[j]((X[i,j] - X[i,j])**2)
[i,j] = sum[k]((X[i,k] - Y[j,k])**2)
[i] = sum[j](exp(-sum[k]((X[i,k] - Y[j,k])**2))*y5[j])
[i,d] = softmax[j](sum[e](X[i,e]*Y[j,e])/sqrt(size(X,1)))*Y[j,d]
x[i]*0.5 + 1
x[i]*1.0
x[i] + 1e300*0
[i] = T[1,i,2] + T[0,i,idx[0]]
[i] = x[idx[i]]*x[mod(idx[i] + 1)]
z[j,i] = x[i] + u[j]*2
""".strip().split("\n")
"""Every kind of read, product, reduction, scan, guard and function; ``;`` separates statements."""

GOLDEN = {
    "loss = sum[i](log(1 + exp(-y[i]*sum[j](X[i,j]*w[j]))))": "return np.log(1 + np.exp(-y*(X @ w))).sum()",
    "y[i] = X[i,j]*w[j]": "return X @ w",
    "g[j] = X[i,j]*r[i]": "return X.T @ r",
    "C[i,k] = A[i,j]*B[j,k]": "return A @ B",
    "C[k,i] = A[i,j]*B[j,k]": "return B.T @ A.T",
    "G[j,k] = X[i,j]*X[i,k]": "return X.T @ X",
    "H[j,k] = X[i,j]*s[i]*X[i,k]": "return X.T @ (s[:, None]*X)",
    "D[i,l] = A[i,j]*B[j,k]*C[k,l]": 'return np.einsum("ij,jk,kl->il", A, B, C, optimize=True)',
    "q = x[i]*A[i,j]*y[j]": "return A.T @ x @ y",
    "s[i] = exp(-y[i]*sum[j](X[i,j]*w[j]))": "return np.exp(-y*(X @ w))",
    "Z[i,j] = x[i] + y[j]": "return x[:, None] + y",
    "Z[j,i] = X[i,j]": "return X.T.copy()",
    "r[i] = X[i,j]*Y[i,j]": "return (X*Y).sum(axis=1)",
    "P[i,j] = exp(X[i,j])/sum[k](exp(X[i,k]))": "t1 = np.exp(X)\nreturn t1/t1.sum(axis=1, keepdims=True)",
    "P[i,j] = softmax[j](X[i,j])": "return _es_softmax(X, axis=1)",
    "c[i,j] = X[i,j] - mean[k](X[k,j])": "return X - X.mean(axis=0)",
    "t = A[i,i]": "return np.trace(A)",
    "d[i] = x[i+1] - x[i]": "return x[1:] - x[:-1]",
    "d[i] = x[i+2] - 2*x[i+1] + x[i]": "return x[2:] - 2*x[1:-1] + x[:-2]",
    "e[i] = x[2*i+1]": "return x[1::2].copy()",
    "b[i] = pad(x)[i-1] + x[i]": "return np.pad(x, (1, 0))[:x.shape[0]] + x",
    "z[p] = x[p+r]*w[r]": "return _es_windows(x, w.shape[0], axis=0) @ w",
    "Y[n,f,p,q] = X[n,c,2*p+r,2*q+s]*W[f,c,r,s]": 'return np.einsum("ncpqrs,fcrs->nfpq", _es_windows(X, (W.shape[2], W.shape[3]), axis=(2, 3))[:, :, ::2, ::2], W, optimize=True)',
    "E[b,k] = W[idx[b],k]": "return W[idx]",
    "l[b] = P[b,t[b]]": "return P[np.arange(P.shape[0]), t]",
    "G[v,k] = sum[b](D[b,k]*(v == idx[b])) + 0*W[v,k]": "t1 = np.zeros((W.shape[0], D.shape[1]), dtype=np.result_type(D, 1))\n_es_add_at(t1, (idx,), D)\nreturn t1 + 0*W",
    "D[i,j] = v[i]*(i == j)": "return np.diag(v)",
    "L[i,j] = A[i,j]*(i >= j)": "return np.where(np.arange(A.shape[0])[:, None] >= np.arange(A.shape[1]), A, 0)",
    "m[i] = max[j](X[i,j])": "return X.max(axis=1)",
    "a[i] = argmax[j,k](T[i,j,k])": "return T.reshape(T.shape[0], T.shape[1]*T.shape[2]).argmax(axis=1)",
    "k[i] = where(x[i] > 0, log(x[i]), 0)": "return np.where(x > 0, np.log(x), 0)",
    "n = sum[i]((x[i] > 0))": "return (x > 0).sum()",
    "c[i,j] = cumsum[j](X[i,j])": "return np.cumsum(X, axis=1)",
    "M[b,i,k] = A[b,i,j]*B[b,j,k]": "return A @ B",
    "T[i,j,k] = A[i,r]*B[j,r]*C[k,r]": 'return np.einsum("ir,jr,kr->ijk", A, B, C, optimize=True)',
    "w[i] = x[i]*i": "return x*np.arange(x.shape[0], dtype=np.result_type(x, 1))",
    "K[i,j] = exp(-sum[d]((X[i,d] - Y[j,d])**2)/2)": "return np.exp(-((X[:, None, :] - Y)**2).sum(axis=2)/2)",
    "h[i,k] = tanh(X[i,j]*W[j,k]); o[i] = h[i,k]*v[k]": "h = np.tanh(X @ W)\nreturn h @ v",
    "x[mod(i - 1)]*y[i]": "return (x[(np.arange(y.shape[0]) - 1) % x.shape[0]]*y).sum()",
    "x[i]/(1 + y[i])**2 - 1/3": "return (x/(1 + y)**2).sum() - 1/3",
}
"""Formula -> body of the function, as a person would write it."""


def arrays(e: Expr, dtype: str = "float64") -> dict[str, Any]:
    """Values for the inputs of a formula of the table."""
    rng = np.random.default_rng(0)
    kind = np.dtype(dtype).kind

    def make(*shape: int) -> np.ndarray:
        values = rng.random(shape) * 0.9 + 0.05 if kind == "f" else rng.integers(1, 4, shape)
        return np.asarray(values).astype(dtype)

    shapes = {
        "x": (4,), "u": (4,), "w": (4,), "w2": (2,), "y5": (5,), "X": (5, 4), "Y": (5, 4), "W": (4, 3), "K": (3, 2),
        "S": (4, 4), "A": (4, 4), "F": (2, 2), "T": (2, 3, 4), "T3": (4, 4, 3), "M34": (3, 4), "I4": (2, 3, 7, 6),
        "F4": (4, 3, 3, 2), "B1": (2, 3), "B2": (4, 3), "B3": (5, 3), "V": (2, 4, 3), "U": (2, 3, 5), "G5": (5, 3),
        "a": (), "b": (),
    }  # fmt: skip
    values: dict[str, Any] = {name: make(*shape) for name, shape in shapes.items()}
    values |= {"idx": np.array([2, 0, 3, 1, 2]), "idx2": np.array([1, 1, 0, 3, 0]), "idx3": rng.integers(0, 4, (5, 3))}
    values |= {"idx4": np.array([2, 0, 1, 1]), "idxm": values["idx"] % 3, "K3": make(3, 3)}
    return {name: values[name] for name in e.inputs}


def run(source: str, inputs: dict[str, Any], name: str = "f") -> Any:
    """The result of a generated module, which imports NumPy and nothing else."""
    assert [line for line in source.splitlines() if "import " in line and not line.startswith(" ")] == [
        "import numpy as np"
    ]
    space: dict[str, Any] = {}
    exec(source, space)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)
        return space[name](**inputs)


def compare(
    e: Expr, inputs: dict[str, Any], known_dtypes: bool, sizes: dict[str, int] | None = None, want: Any = None
) -> Any:
    """The generated function gives the value, shape and dtype of the reference, which is returned, or given as ``want``."""
    want = evaluate(e, inputs, sizes) if want is None else want
    dtypes = {n: np.asarray(v).dtype for n, v in inputs.items()} if known_dtypes else None
    source = emit_numpy([("out", e)], "f", sizes=sizes, dtypes=dtypes)
    got = run(source, inputs)
    digits = {2: 2e-3, 4: 1e-5}.get(want.dtype.itemsize if want.dtype.kind == "f" else 8, 1e-9)
    beside_zero = digits if want.dtype == np.float16 else digits * 0.1  # NumPy rounds each operation, the reference once
    np.testing.assert_allclose(got, want, rtol=digits, atol=beside_zero, err_msg=source)
    assert np.shape(got) == want.shape, source
    assert np.asarray(got).dtype == want.dtype, source
    assert not any(np.shares_memory(got, v) for v in inputs.values()), source
    return want


@functools.cache
def parsed(formula: str) -> Expr:
    return parse(formula.replace(";", "\n"))


@pytest.mark.parametrize("formula", FORMULAS)
def test_values_agree_with_the_reference(formula: str) -> None:
    e = parsed(formula)
    compare(e, arrays(e), known_dtypes=True)


@pytest.mark.parametrize("dtype", ["float16", "float32", "int64", "int8"])
def test_dtypes_are_kept(dtype: str) -> None:
    for formula in FORMULAS:
        e = parsed(formula)
        inputs = arrays(e, dtype)
        want = compare(e, inputs, known_dtypes=True)
        if dtype != "int8":  # without dtypes, inputs count as floats or 64-bit integers
            compare(e, inputs, known_dtypes=False, want=want)


@settings(max_examples=80)
@given(generators.expressions())
def test_random_expressions_agree_with_the_reference(e: Expr) -> None:
    inputs = generators.arrays(e)
    try:
        evaluate(e, inputs, generators.SIZES)
    except EspressoError:
        return  # the draw has no value under these sizes
    want = evaluate(e, inputs, generators.SIZES)
    got = run(emit_numpy([("out", e)], "f", sizes=generators.SIZES), inputs)
    np.testing.assert_allclose(got, want, rtol=1e-8, atol=1e-10)
    assert np.shape(got) == want.shape


def test_a_dropped_guard_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    def without_guard(at: Any, guards: Any, plain: Any) -> Any:
        return numpy_calls.chain(at, plain)

    monkeypatch.setattr(numpy_calls, "guarded", without_guard)
    e = parse("[i,j] = X[i,j]*(i <= j)")
    with pytest.raises(AssertionError):
        compare(e, arrays(e), known_dtypes=True)


# --- text --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("formula", "body"), GOLDEN.items())
def test_text(formula: str, body: str) -> None:
    source = emit_numpy([("out", parse(formula.replace("; ", "\n")))], "f")
    assert textwrap.dedent(source.split("def f")[-1].split("\n", 1)[1]).strip() == body


def test_whole_module() -> None:
    assert to_numpy(parse("k[i] = where(x[i] > 0, log(x[i]), 0)")) == textwrap.dedent("""\
        import numpy as np


        @np.errstate(divide="ignore", invalid="ignore", over="ignore")
        def k(x):
            return np.where(x > 0, np.log(x), 0)
        """)


@pytest.mark.parametrize("text", ["sum[i](x[i])", "2*sum[i](x[i])", "sum[i](x[i])*1.5", "sum[i](x[i]*2j)", "sum[i](x[i]**2)", "x[0]"])
@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_derivatives_have_the_dtype_of_what_is_compiled(text: str, dtype: str) -> None:
    """A derivative that reads no array is made of numbers and conditions, but no whole number and no condition."""
    e, x = grad(parse(f"y = {text}"), "x"), np.ones(3, dtype)
    scope: dict[str, Any] = {}
    exec(to_numpy(e), scope)
    found, expected = scope["dy_dx"](x), es.compile(e, target="numpy")(x=x)
    np.testing.assert_array_equal(found, expected)
    assert found.dtype == expected.dtype == (x * 2j if "j)" in text else x).dtype


def test_several_outputs_share_subexpressions_modulo_index_names() -> None:
    z = "exp(-sum[{1}](X[{0},{1}]*w[{1}]))"
    first = parse(f"a = sum[i]({z.format('i', 'j')})")
    second = parse(f"b[k] = {z.format('k', 'm')}*v[k]")
    source = emit_numpy([("a", first), ("b", second)], "f")
    assert source.count("X @ w") == 1 and "return a, b" in source
    inputs = {"X": np.ones((3, 2)), "w": np.ones(2), "v": np.ones(3)}
    for got, want in zip(run(source, inputs), evaluate_all([first, second], inputs), strict=True):
        np.testing.assert_allclose(got, want)


def test_case_8_back_from_index_notation() -> None:
    y = parse("y[i] = W[i,j]*x[j] + b[i]")
    assert "return W @ x + b" in y.to_numpy()
    assert "return x.sum(axis=0)" in parse("s[j] = sum[i](x[i,j])").to_numpy()
    assert "return x.mean(axis=1)" in parse("m[i] = mean[j](x[i,j])").to_numpy()
    chain = parse("t1[i] = W[i,j]*x[j]\nt2[i] = exp(t1[i])\ny = sum[i](t2[i])").to_numpy()
    assert "t1 = W @ x" in chain and "t2 = np.exp(t1)" in chain and "return t2.sum()" in chain


def test_names_that_python_needs_are_avoided() -> None:
    e = ex.call("mul", *(ex.access(ex.tensor(n, 1), [ex.index("i")]) for n in ("lambda", "np", "max", "t1")))
    source = emit_numpy([("y", e)], "f")
    assert "def f(lambda_, np_, max_, t1):" in source
    compile(source, "f", "exec")


# --- sizes -------------------------------------------------------------------------------------


@pytest.mark.parametrize("formula", [
    "X[i,j]*w[j]", "[i,j] = X[i,j] + w[j]", "any[i](X[i,j] > w[j])", "softmax[j](X[i,j] + 0*w[j])",
    "sum[i,j](X[i,j]*w[j])", "y[p] = w[p+r]*v[r]", "y[p] = w[2*p+r]*v[r]", "y[i] = w[i+1] - w[i]", "W[t[b],j]*X[b,j]",
    "cumsum[j](X[i,j])*w[j]", "sum[b](D[b,j]*(i == t[b]))*W[i,j]", "y[i] = pad(w)[i-1] + w[i]", "prod[i](X[i,j])*w[j]",
])  # fmt: skip
@pytest.mark.parametrize("rows", [0, 2])
def test_zero_size_arrays(formula: str, rows: int) -> None:
    e = parse(formula)
    columns = 3 if rows == 0 else 0
    values = {
        "X": np.ones((rows, columns)), "w": np.ones(columns), "v": np.ones(2), "W": np.ones((4, columns)),
        "t": np.zeros(rows, int), "D": np.ones((rows, columns)),
    }  # fmt: skip
    compare(e, {n: values[n] for n in e.inputs}, known_dtypes=True)


def test_case_59_shapes() -> None:
    x = np.arange(60.0).reshape(3, 4, 5) / 60
    for formula in (
        "sum[k](x[i,j,k]*y[i,j,k])", "2*sum[j](sqrt(x[i,j,k]) + y[i,j,k]) + y[i,0,k]", "sum[i](prod[j](x[i,j,k]))",
        "2*sum[k](prod[i](sqrt(x[i,j,k])) + y[0,j,k])", "[i,k] = sum[j](x[i,j,k]) + sum[j](y[i,j,k])",
    ):  # fmt: skip
        e = parse(formula)
        compare(e, dict.fromkeys(e.inputs, x), known_dtypes=True)


def test_case_60_many_inputs_and_indices() -> None:
    wide = ex.call("add", *(ex.access(ex.tensor(f"x{k}", 1), [ex.index("i")]) for k in range(600)))
    got = run(emit_numpy([("y", wide)], "f"), {f"x{k}": np.full(2, float(k)) for k in range(600)})
    assert got.tolist() == [179700.0, 179700.0]
    names = [f"n{k}" for k in range(33)]
    cube = ex.access(ex.tensor("x", 33), [ex.index(n) for n in names])
    assert run(emit_numpy([("y", ex.reduce("sum", names, cube))], "f"), {"x": np.ones((2,) * 6 + (1,) * 27)}) == 64.0


def test_deep_graphs_need_no_recursion() -> None:
    e = ex.access(ex.tensor("x", 1), [ex.index("i")])
    for _ in range(5000):
        e = ex.call("sin", e)
    assert np.all(run(emit_numpy([("y", e)], "f"), {"x": np.ones(3)}) < 0.1)


def test_an_index_without_length_is_an_error() -> None:
    e = parse("y[i,j] = x[i]*j")
    with pytest.raises(ExtentError, match="index 'j' has no length"):
        emit_numpy([("y", e)], "f")
    compare(e, {"x": np.ones(2)}, known_dtypes=True, sizes={"j": 3})


# --- einsum ------------------------------------------------------------------------------------


@pytest.mark.parametrize(("formula", "text"), [
    ("y[i] = A[i,j]*x[j]", 'np.einsum("ij,j->i", A, x)'),
    ("A[i,i]", 'np.einsum("ii->", A)'),
    ("[j,i] = A[i,j]", 'np.einsum("ij->ji", A)'),
    ("2*A[i,j]*x[j]", '2*np.einsum("ij,j->i", A, x)'),
    ("-x[i]", '-np.einsum("i->i", x)'),
    ("2/3*x[i]*y[j]", '(2/3)*np.einsum("i,j->ij", x, y)'),
])  # fmt: skip
def test_to_einsum(formula: str, text: str) -> None:
    assert to_einsum(parse(formula)) == text


@pytest.mark.parametrize(("formula", "reason"), [
    ("A[i,j] + x[j]", "it contains a sum of terms"),
    ("exp(x[i])", "it contains the function exp"),
    ("x[i+1]*w[i]", r"x\[i \+ 1\] is not a plain read"),
    ("sum[i](x[i])**2", "it contains a power or quotient"),
    ("max[j](A[i,j])", r"it contains max\[j\]"),
    ("x[i]*i", "it contains the value of index i"),
])  # fmt: skip
def test_to_einsum_says_why_not(formula: str, reason: str) -> None:
    with pytest.raises(EspressoError, match=f"this expression is not one einsum: {reason}"):
        to_einsum(parse(formula))
