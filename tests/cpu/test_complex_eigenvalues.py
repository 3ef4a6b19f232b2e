"""Eigenvalues and eigenvectors of complex Hermitian matrices, and derivatives through complex numbers (issue 24).

Oracles: NumPy, the reference in wider types, JAX with differentiation of its own, central differences.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import espresso as es

RNG = np.random.default_rng(12)
VALUES, VECTORS = "w[i] = eigvalsh[i,j](A[i,j])", "V[i,j] = eigvecsh[i,j](A[i,j])"


def hermitian(*shape: int, dtype: Any = np.complex128) -> np.ndarray:
    B = RNG.normal(size=(*shape, shape[-1])) + 1j * RNG.normal(size=(*shape, shape[-1]))
    return np.asarray(B + B.conj().swapaxes(-1, -2), dtype)


@pytest.mark.parametrize("target", ["cpu", "numpy"])
def test_values(target: str) -> None:
    """Any size, both dtypes, batches, strides, of the Hermitian part; eigenvalues are real."""
    w, v = (es.compile(t, target=target) for t in (VALUES, VECTORS))
    for n in (0, 1, 2, 7):
        for dtype, close in ((np.complex64, 2e-5), (np.complex128, 1e-12)):
            A = hermitian(n, dtype=dtype)
            other = np.asarray(RNG.normal(size=(n, n)) + 1j * RNG.normal(size=(n, n)), dtype)
            for part in (A, A + other - other.conj().T, np.asfortranarray(A), np.repeat(A, 2, axis=1)[:, ::2]):
                assert w(A=part).dtype == A.real.dtype and v(A=part).dtype == dtype
                np.testing.assert_allclose(w(A=part), np.linalg.eigvalsh(A), atol=20 * close)
                vectors = v(A=part)
                np.testing.assert_allclose((vectors * w(A=A)) @ vectors.conj().T, A, atol=50 * close)
                np.testing.assert_allclose(vectors.conj().T @ vectors, np.eye(n), atol=50 * close)
    T = hermitian(3, 4)
    batch = es.compile("w[n,i] = eigvalsh[i,j](T[n,i,j])", target=target)(T=T)
    np.testing.assert_allclose(batch, np.linalg.eigvalsh(T), atol=1e-12)
    turned = es.compile("w[i,n] = eigvalsh[i,j](T[n,j,i])", target=target)(T=T)
    np.testing.assert_allclose(turned.T, np.linalg.eigvalsh(T), atol=1e-12)
    f = es.compile("W[i,m] = sum[k](eigvecsh[i,k](T[i,k])*conj(eigvecsh[m,k](T[m,k]))*exp(sum[l](spectrum[k,l](T[k,l]))))", target=target)
    values, vectors = np.linalg.eigh(T[0])
    np.testing.assert_allclose(f(T=T[0]), vectors * np.exp(values) @ vectors.conj().T, rtol=1e-10)


def test_declared_and_undeclared() -> None:
    """A matrix declared posdef is read as it stands; one that is complex symmetric is no Hermitian one."""
    A = hermitian(4)
    P, S = A @ A + np.eye(4), RNG.normal(size=(4, 4)) + 1j * RNG.normal(size=(4, 4))
    S = S + S.T
    for target in ("cpu", "numpy"):
        got = es.compile("A : complex128 posdef\n" + VALUES, target=target)(A=P)
        np.testing.assert_allclose(got, np.linalg.eigvalsh(P))
        got = es.compile("A : complex128 symmetric\n" + VALUES, target=target)(A=S)
        np.testing.assert_allclose(got, np.linalg.eigvalsh(S.real), atol=1e-12)
        for head in ("A : complex128 posdef\n", "A : posdef\n"):
            f = es.compile(head + "y[i] = sum[j](A[j,i]*x[j]) + solve[i,j](A[j,i], x[j])", target=target)
            x = np.arange(4.0)
            np.testing.assert_allclose(f(A=P, x=x), P.T @ x + np.linalg.solve(P.T, x), rtol=1e-9)


def test_the_reference_is_lapack_in_wider_types() -> None:
    A = hermitian(5)
    for text in (VALUES, VECTORS):
        wide = es.evaluate(es.parse(text), {"A": A.astype(np.clongdouble)})
        assert wide.dtype == (np.longdouble if text is VALUES else np.clongdouble)
        np.testing.assert_allclose(wide.astype(A.dtype), es.evaluate(es.parse(text), {"A": A}), rtol=1e-11, atol=1e-12)
    V = es.evaluate(es.parse(VECTORS), {"A": A.astype(np.clongdouble)})
    assert abs(V.conj().T @ V - np.eye(5)).max() < 1e-17


H = "H[i,j] = R[i,j] + complex(0, 1)*S[i,j] + t*C[i,j]\n"
LOSSES = [
    "y = sum[i](eigvalsh[i,j](H[i,j])**2*b[i])",
    "y = sum[i](exp(eigvalsh[i,j](H[i,j])/4))*real(H[0,1])",
    "y = sum[k](b[k]*abs2(sum[i](conj(eigvecsh[i,k](H[i,k]))*b[i])))",
    "P[i,j] = sum[k](H[i,k]*conj(H[j,k])) + (i == j)\ny = sum[i,j](abs2(chol[i,j](P[i,j]))*b[i]*(i + 2*j))",
]


def _jax(number: int) -> Any:
    import jax.numpy as jnp

    def build(R: Any, S: Any, t: Any, C: Any) -> Any:
        made = R + 1j * S + t * C
        return (made + made.conj().T) / 2, made

    def of_chol(made: Any, b: Any) -> Any:
        P = made @ made.conj().T + jnp.eye(len(b))
        i = jnp.arange(len(b))
        return jnp.sum(jnp.abs(jnp.linalg.cholesky(P)) ** 2 * b[:, None] * (i[:, None] + 2 * i))

    losses = [
        lambda h, made, b: jnp.sum(jnp.linalg.eigvalsh(h) ** 2 * b),
        lambda h, made, b: jnp.sum(jnp.exp(jnp.linalg.eigvalsh(h) / 4)) * made[0, 1].real,
        lambda h, made, b: jnp.sum(b * jnp.abs(jnp.linalg.eigh(h)[1].conj().T @ b) ** 2),
        lambda h, made, b: of_chol(made, b),
    ]
    return lambda R, S, t, C, b: losses[number](*build(R, S, t, C), b)


@pytest.mark.parametrize("number", range(len(LOSSES)))
def test_derivatives_by_real_inputs(number: int) -> None:
    """First and second, by matrices and by a number, beside JAX; the targets beside the reference."""
    jax = pytest.importorskip("jax")
    e = es.parse("C : complex128 (_, _)\n" + H + LOSSES[number])
    n = 4
    given = {
        "R": RNG.normal(size=(n, n)), "S": RNG.normal(size=(n, n)), "t": np.array(0.7), "C": hermitian(n),
        "b": RNG.uniform(0.5, 1.5, n),
    }  # fmt: skip
    arrays = {m: given[m] for m in ("R", "S", "t", "C", "b")}
    D = RNG.normal(size=(n, n))
    with jax.enable_x64(True):
        value = _jax(number)
        np.testing.assert_allclose(es.evaluate(e, {m: given[m] for m in e.inputs}), value(*arrays.values()), rtol=1e-9)
        wanted = jax.grad(value, argnums=(0, 1, 2))(*arrays.values())
        second = jax.jvp(lambda R: jax.grad(value, argnums=2)(R, *list(arrays.values())[1:]), (arrays["R"],), (D,))[1]
    slopes = es.grad(e, ["R", "S", "t"])
    for slope, want in zip(slopes, wanted, strict=True):
        own = {m: given[m] for m in slope.inputs}
        found = es.evaluate(slope, own)
        assert found.dtype == np.float64
        np.testing.assert_allclose(found, want, rtol=1e-7, atol=1e-9)
        for target in ("cpu", "numpy"):
            np.testing.assert_allclose(es.compile(slope, target=target)(**own), want, rtol=1e-7, atol=1e-9)
    of_second = es.jvp(slopes[2], "R", "D")
    np.testing.assert_allclose(
        es.evaluate(of_second, {**{m: given[m] for m in of_second.inputs if m != "D"}, "D": D}), second, rtol=1e-6, atol=1e-8
    )
    if number != 2:
        es.check_grads(e, order=2, **{m: given[m] for m in e.inputs})


THROUGH = [
    "y = sum[i](abs2(z[i]*t))", "y = sum[i](abs(z[i]*t + 1)**3)", "y = sum[i](real(exp(1j*t*x[i])))",
    "y = sum[i](imag(exp(1j*t*x[i])*z[i]))", "y = real(conj(exp(1j*t))*z[0])", "y = norm[i](z[i] + t*x[i])",
    "y = var[i](z[i]*t**2 + x[i])", "y = std[i](exp(1j*t*x[i]))", "y = sum[i](real(sign(z[i]*t + x[i])*z[i]))",
    "h[i] = exp(1j*t*x[i])*z[i]\ny = sum[i](abs(h[i])*x[i]) + real(sum[i](h[i]*conj(h[i])*h[i]))",
    "y = abs(sum[i](where(x[i] > 0.5, z[i]*t, conj(z[i])*t**2)))", "y = real(prod[i](z[i] + t))",
    "y = real(logdet[i,j]((i == j)*(2 + complex(0, 1)*t) + z[i]*x[j]))",
    "u[i] = solve[i,j]((i == j)*(2 + complex(0, 1)*t) + z[i]*x[j], x[j])\ny = abs(u[0])",
]


@pytest.mark.parametrize("text", THROUGH)
def test_real_functions_of_complex_values(text: str) -> None:
    """Derivatives by a real number, first and second, reverse and forward: differences of values."""
    e = es.parse("z : complex128 (_)\n" + text)
    given = {"z": np.array([1 + 2j, -0.5 + 0.3j]), "x": np.array([0.4, 1.3]), "t": np.array(0.7)}

    def value(t: float, f: Any = e) -> Any:
        return es.evaluate(f, {**{n: given[n] for n in f.inputs}, "t": np.array(t)})

    h = 1e-5
    slope, second = es.grad(e, "t"), es.hessian(e, "t")
    difference = (value(0.7 + h) - value(0.7 - h)) / (2 * h)
    assert value(0.7, slope).dtype == np.float64
    np.testing.assert_allclose(value(0.7, slope), difference, rtol=1e-7, atol=1e-9)
    np.testing.assert_allclose(value(0.7, second), (value(0.7 + h, slope) - value(0.7 - h, slope)) / (2 * h), rtol=1e-7, atol=1e-8)
    forward = es.jvp(e, "t", "v")
    given["v"] = np.array(2.0)
    np.testing.assert_allclose(value(0.7, forward), 2 * difference, rtol=1e-7, atol=1e-9)
    np.testing.assert_allclose(value(0.7, es.hvp(e, "t", "v")), 2 * value(0.7, second), rtol=1e-9, atol=1e-9)
    np.testing.assert_allclose(es.compile(slope)(**{n: given[n] for n in slope.inputs}), difference, rtol=1e-7, atol=1e-9)


@pytest.mark.parametrize("text", [
    "y[i] = abs(z[i]*t)*exp(1j*t*x[i])", "y[i] = conj(z[i]*exp(1j*t*x[i]))*t", "y[i] = sum[j](conj(z[j]*t**2)*z[i])*x[i]*t",
    "h[i] = conj(exp(1j*t*x[i]))\ny[i] = h[i]*abs2(h[i] + t)",
])  # fmt: skip
def test_complex_results(text: str) -> None:
    e = es.parse("z : complex128 (_)\n" + text)
    given = {"z": np.array([1 + 2j, -0.5 + 0.3j]), "x": np.array([0.4, 1.3]), "t": np.array(0.7), "v": np.array([1.0, 2 - 1j])}

    def value(t: float, f: Any = e) -> Any:
        return es.evaluate(f, {**{n: given[n] for n in f.inputs}, "t": np.array(t)})

    difference = (value(0.7 + 1e-5) - value(0.7 - 1e-5)) / 2e-5
    for slope in (es.jacobian(e, "t"), es.jvp(e, "t", 1.0)):
        np.testing.assert_allclose(value(0.7, slope), difference, rtol=1e-8)
    pulled = es.vjp(e, "t", es.tensor("v[i]", dtype="complex128"))
    np.testing.assert_allclose(value(0.7, pulled), (difference * given["v"]).sum(), rtol=1e-8)


@pytest.mark.parametrize("function", ["eigvalsh", "eigvecsh", "chol"])
def test_no_complex_derivative(function: str) -> None:
    e = es.parse(f"A : complex128 (_, _)\ny = sum[i](abs2(sum[j]({'spectrum' if function == 'eigvalsh' else function}[i,j](A[i,j]))))")
    with pytest.raises(es.DerivativeError, match="has no complex derivative(.|\n)*two real inputs"):
        es.grad(e, "A")


def test_recurrences_of_complex_numbers() -> None:
    e = es.parse("x : complex128 (_)\nh[0] = x[0]\nh[t] = h[t-1]*a + x[t]\ny = sum[t](abs2(h[t]))")
    with pytest.raises(es.DerivativeError, match="recurrence of complex numbers(.|\n)*two states"):
        es.grad(e, "a")


def test_traced() -> None:
    A = hermitian(4)
    M = A + np.triu(RNG.normal(size=(4, 4)) + 1j * RNG.normal(size=(4, 4)), 1)
    functions: list[Any] = [
        lambda m: np.linalg.eigvalsh(m), lambda m: np.linalg.eigvalsh(m, UPLO="U"), lambda m: np.linalg.eigh(m)[0],
        lambda m: np.einsum("ik,k,jk->ij", np.linalg.eigh(m)[1], np.linalg.eigh(m).eigenvalues, np.linalg.eigh(m)[1].conj()),
    ]  # fmt: skip
    for function in functions:
        for n in (4, 1):
            f = es.compile(es.trace(function, m=M[:n, :n]))
            np.testing.assert_allclose(f(m=M[:n, :n]), function(M[:n, :n]), atol=1e-12)
