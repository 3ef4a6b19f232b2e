"""Float32 beside float64, complex64 beside complex128: what a formula computes in float64 is computed so in whatever form it is simplified to."""

from __future__ import annotations

import numpy as np
import pytest

import espresso as es

TARGETS = ["cpu", "numpy", pytest.param("opencl", marks=pytest.mark.opencl)]
FORMULAS = {
    "a factor taken out of a sum of two": "y[i] = U[i]*X[i] + X[i]",
    "a factor taken out of a sum": "y[i] = sum[j](U[j]*X[i])",
    "a factor taken out, powers of the other": "y[i] = U[i]*X[i] + 2*X[i]*U[i]*U[i]",
    "the sum of an outer product": "y = sum[i,j](U[i]*X[j])",
    "quotients": "y[i] = X[i]/U[i]/U[i]",
    "differences": "y[i] = (X[i] - U[i]) + (X[i] - 3*U[i])",
    "with a named array": "T[i] = U[i]*V[i]; y[i] = T[i]*X[i] + X[i]",
    "a product of matrices": "y[i,j] = A[i,k]*B[k,j]",
    "a product in float64 of matrices in float32": "y[i,j] = s*A[i,k]*C[k,j]",
    "a sum over windows": "y[i] = sum[k](U[i + k]*X[k]*(k < 3))",
    "integers": "y[i] = n[i]*U[i] + U[i]",
    "half precision": "y[i] = H[i]*X[i] + X[i]*H[i]*X[i]",
    "complex numbers": "y[i] = Z[i]*U[i] + Z[i]",
    "complex numbers of both precisions": "y[i] = S[i]*Z[i] + Z[i]",
    "complex64 and float64": "y[i] = S[i]*X[i] + X[i]",
    "complex differences": "y[i] = (Z[i] - S[i]) + (Z[i] - 3*S[i])",
    "complex quotients": "y[i] = Z[i]/S[i]/S[i]",
    "a complex factor taken out of a sum": "y[i] = sum[j](S[j]*Z[i])",
    "a product of complex matrices": "y[i,j] = P[i,k]*Q[k,j]",
    "a complex branch": "y[i] = where(X[i] > 0, S[i], Z[i])*Z[i] + Z[i]",
    "one branch": "y[i] = where(U[i] > 0, U[i], X[i])*X[i] + X[i]",
    "scaled gradients": "y[i] = U[i] - s*sum[j](A[i,j]*V[j])",
    "a recurrence": "h[0,i] = X[i]; h[t,i] = h[t-1,i]*A[t,i] + h[t-1,i]",
    "a softmax": "y[i] = softmax[i](U[i]*X[i] + X[i])",
    "declared": "U : float32; X : float64; y[i] = U[i]*X[i] + X[i]",
}

IN_PARTS = FORMULAS["scaled gradients"], FORMULAS["with a named array"]
"""Their sums and products of float32 alone are computed in float32, in any order."""


def _arrays() -> dict[str, np.ndarray]:
    rng = np.random.default_rng(7)
    n = 40
    wide = {"X": (n,), "B": (n, n), "s": ()}
    narrow = {"U": (n,), "V": (n,), "A": (n, n), "C": (n, n)}
    found = {name: rng.normal(size=shape) for name, shape in wide.items()}
    found |= {name: rng.normal(size=shape).astype(np.float32) for name, shape in narrow.items()}
    whole, half = rng.integers(-9, 9, n), rng.normal(size=n).astype(np.float16)
    Z, S, P, Q = (rng.normal(size=shape) + 1j*rng.normal(size=shape) for shape in ((n,), (n,), (n, n), (n, n)))
    found |= {"Z": Z, "S": S.astype(np.complex64), "P": P.astype(np.complex64), "Q": Q}
    return found | {"n": whole, "H": half}


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("text", FORMULAS.values(), ids=FORMULAS.keys())
def test_results_have_the_digits_of_float64(text: str, target: str) -> None:
    """The reference computes each operation as it is written, in the dtype in which its operands meet."""
    formula = es.parse(text)
    arrays = {n: a for n, a in _arrays().items() if n in es.compile(formula).inputs}
    result, meant = es.compile(formula, target=target)(**arrays), es.evaluate(formula, arrays)
    assert result.dtype == meant.dtype and result.dtype in (np.float64, np.complex128)
    digits = 1e-7 if text in IN_PARTS else 1e-13
    np.testing.assert_allclose(result, meant, rtol=digits, atol=digits*np.abs(meant).max())


@pytest.mark.parametrize("target", TARGETS)
def test_precision_is_what_the_formula_says(target: str) -> None:
    """``float64(x)`` adds float32 numbers in float64, ``float32(x)`` rounds to float32."""
    x = np.full(100_001, 0.1, np.float32)
    x[0] = 1e8
    total = es.compile("s = sum[i](float64(x[i]))", target=target)(x=x)
    assert total.dtype == np.float64
    np.testing.assert_allclose(total, 1e8 + 100_000*float(np.float32(0.1)), rtol=1e-10)
    y = np.array([0.1, -1e300, 1/3])
    with np.errstate(over="ignore"):
        np.testing.assert_array_equal(es.compile("z[i] = float32(y[i])", target=target)(y=y), y.astype(np.float32))
    k = np.arange(5, dtype=np.int16)
    assert es.compile("z[i] = float32(k[i])*float64(2)", target=target)(k=k).dtype == np.float64


@pytest.mark.parametrize("target", TARGETS)
def test_complex_precision_is_what_the_formula_says(target: str) -> None:
    """``complex128(x)`` and ``complex64(x)`` take real and complex numbers."""
    x = np.array([1/3, -0.1])
    for a in (x, x.astype(np.float32), x + 1j/7, (x + 1j/7).astype(np.complex64), np.array([3, -1])):
        for name in ("complex64", "complex128"):
            result = es.compile(f"z[i] = {name}(x[i])", target=target)(x=a)
            assert result.dtype == name
            np.testing.assert_array_equal(result, a.astype(name))
    total = es.compile("s = sum[i](abs2(complex128(z[i])))", target=target)(z=(x + 1j/7).astype(np.complex64))
    assert total.dtype == np.float64


def test_the_derivative_of_a_conversion() -> None:
    """It is that of its argument, in the precision of the result."""
    formula = es.parse("s = sum[i](float64(x[i])**2)")
    gradient = es.grad(formula, "x")
    assert es.parse(str(gradient)) is gradient
    x = np.array([0.1, 0.2], np.float32)
    result = es.compile(gradient)(x=x)
    assert result.dtype == np.float64
    np.testing.assert_allclose(result, 2*x.astype(np.float64), rtol=1e-15)
    e = es.parse("z : complex128 (_)\ny = sum[i](abs2(complex64(x[i])*z[i]))")
    assert es.check_grads(e, order=2, x=np.array([0.3, 0.4]), z=np.array([1 + 2j, 0.5j]))


def test_matrices_of_float32_are_multiplied_in_float32_where_the_formula_does() -> None:
    """The product of two sums is one call in float32, whatever its factor is."""
    arrays = {n: a for n, a in _arrays().items() if n in "sAC"}
    f = es.compile("y[i,j] = s*sum[k](A[i,k]*C[k,j])")
    result = f(**arrays)
    assert result.dtype == np.float64
    product = (arrays["A"] @ arrays["C"]).astype(np.float64)
    np.testing.assert_allclose(result, arrays["s"]*product, rtol=1e-5, atol=1e-5)
    assert "dgemm" not in f.source


def test_complex_numbers_are_refused() -> None:
    """They have no real precision: ``float64(real(z))``, ``complex128(z)``."""
    with pytest.raises(es.DtypeError, match="float64 is not defined for complex numbers"):
        es.compile("y[i] = float64(z[i])")(z=np.ones(2, complex))


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("dtype", ["uint8", "int8", "uint16", "uint32", "uint64", "bool"])
@pytest.mark.parametrize("text", [
    "y[i] = x[i] - 3*u[i]", "y[i] = -3*u[i] + x[i]", "y[i] = x[i] - 2*u[i]*u[i]", "y[i] = x[i] - u[i] + 2*(x[i] - u[i])",
    "y[i] = k[i] - 3*u[i]", "y = sum[i](x[i] - 3*u[i])", "y[i] = x[i]*x[i] - 3*u[i]*(i > 2)",
    "y[i] = 0.5*u[i] - 2*u[i]",
])  # fmt: skip
def test_unsigned_integers_are_subtracted_after_they_are_converted(text: str, dtype: str, target: str) -> None:
    """As by NumPy, where ``x - 3*u`` is a float less a small number, and ``3*u`` alone wraps around."""
    rng = np.random.default_rng(3)
    given = {"x": rng.normal(size=9), "k": rng.integers(-50, 50, 9), "u": np.array([0, 1, 1, 3, 4, 7, 5, 2, 6]).astype(dtype)}
    formula = es.parse(text)
    f = es.compile(formula, target=target)
    given = {n: given[n] for n in f.inputs}
    wide = {n: a.astype(np.float64) for n, a in given.items()}
    right = es.evaluate(formula, wide)
    np.testing.assert_allclose(es.evaluate(formula, given), right, rtol=1e-13, atol=1e-13)
    np.testing.assert_allclose(f(**given), right, rtol=1e-13, atol=1e-13)
