"""Cholesky factors, eigenvalues, eigenvectors, and declared structure of computed matrices (issue 24).

Oracles: the reference evaluator, NumPy, JAX with differentiation of its own, central differences.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import espresso as es
from espresso.errors import NotationError, TargetError

RNG = np.random.default_rng(5)


def spd(*shape: int, dtype: Any = np.float64) -> np.ndarray:
    B = RNG.normal(size=(*shape, shape[-1]))
    return np.asarray(B @ B.swapaxes(-1, -2) + shape[-1] * np.eye(shape[-1]), dtype)


def run(e: Any, target: str = "cpu", **arrays: Any) -> Any:
    return es.compile(e, target=target)(**{n: arrays[n] for n in es.parse(str(e)).inputs})


CHOL, VALUES, VECTORS = "L[i,j] = chol[i,j](A[i,j])", "w[i] = eigvalsh[i,j](A[i,j])", "V[i,j] = eigvecsh[i,j](A[i,j])"


@pytest.mark.parametrize("target", ["cpu", "numpy"])
def test_values(target: str) -> None:
    """Any size, both dtypes, batches, other axes, of the symmetric part; integers are floats."""
    f, w, v = (es.compile(t, target=target) for t in (CHOL, VALUES, VECTORS))
    for n in (0, 1, 2, 7):
        for dtype, close in ((np.float32, 2e-5), (np.float64, 1e-12)):
            A = spd(n, dtype=dtype)
            skew = np.asarray(np.tril(RNG.normal(size=(n, n)), -1), dtype)
            for part in (A, A + skew - skew.T):
                assert {f(A=part).dtype, w(A=part).dtype, v(A=part).dtype} == {np.dtype(dtype)}
                np.testing.assert_allclose(f(A=part), np.linalg.cholesky(A), atol=20 * close)
                np.testing.assert_allclose(w(A=part), np.linalg.eigvalsh(A), rtol=20 * close)
                vectors = v(A=part)
                np.testing.assert_allclose((vectors * w(A=A)) @ vectors.T, A, atol=50 * close)
    T = spd(3, 4)
    np.testing.assert_allclose(run("L[i,n,j] = chol[i,j](T[n,i,j])", target, T=T).swapaxes(0, 1), np.linalg.cholesky(T))
    np.testing.assert_allclose(run("w[n,i] = eigvalsh[i,j](T[n,i,j])", target, T=T), np.linalg.eigvalsh(T))
    assert f(A=np.array([[4, 2], [2, 5]])).tolist() == [[2, 0], [1, 2]]
    H = spd(3) + 1j * np.triu(RNG.normal(size=(3, 3)), 1)
    H = np.tril(H.conj().T) + np.tril(H.conj().T, -1).conj().T
    np.testing.assert_allclose(f(A=H), np.linalg.cholesky(H))
    with pytest.raises(np.linalg.LinAlgError):
        f(A=-np.eye(2))


def test_the_reference_is_lapack_in_wider_types() -> None:
    A = spd(5)
    for text in (CHOL, VALUES, VECTORS):
        wide = es.evaluate(es.parse(text), {"A": A.astype(np.longdouble)})
        assert wide.dtype == np.longdouble
        np.testing.assert_allclose(wide.astype(float), es.evaluate(es.parse(text), {"A": A}), rtol=1e-11, atol=1e-12)
    V = es.evaluate(es.parse(VECTORS), {"A": A.astype(np.longdouble)})
    assert abs(V.T @ V - np.eye(5)).max() < 1e-18


LOSSES = [
    "y = sum[i,j](chol[i,j](A[i,j])*W[i,j]**2)",
    "y = sum[i](eigvalsh[i,j](A[i,j])**2*b[i])",
    "y = sum[k](b[k]*sum[i](eigvecsh[i,k](A[i,k])*b[i])**2)",
    "y = sum[i](b[i]*solve[i,j](chol[i,j](A[i,j]), b[j])) + logdet[i,j](posdef[i,j](A[i,j]))",
]


def _jax(number: int) -> Any:
    import jax.numpy as jnp
    from jax.scipy.linalg import solve_triangular

    def last(A: Any, W: Any, b: Any) -> Any:
        L = jnp.linalg.cholesky(A)
        return b @ solve_triangular(L, b, lower=True) + 2 * jnp.sum(jnp.log(jnp.diagonal(L)))

    return [
        lambda A, W, b: jnp.sum(jnp.linalg.cholesky(A) * W**2),
        lambda A, W, b: jnp.sum(jnp.linalg.eigvalsh(A) ** 2 * b),
        lambda A, W, b: jnp.sum(b * (b @ jnp.linalg.eigh(A)[1]) ** 2),
        last,
    ][number]


@pytest.mark.parametrize("number", [0, *(pytest.param(k, marks=pytest.mark.slow) for k in (1, 2, 3))])
def test_derivatives(number: int) -> None:
    """First and second by JAX (whose derivatives are of the symmetric part as well); small sizes by differences."""
    jax = pytest.importorskip("jax")
    e = es.parse(LOSSES[number])
    g = es.grad(e, "A")
    directional = es.grad(es.jvp(e, "A", "D"), "A")
    value = _jax(number)
    arrays = {"A": spd(7), "W": RNG.normal(size=(7, 7)), "b": RNG.normal(size=7), "D": RNG.normal(size=(7, 7))}
    A, W, b, D = arrays.values()
    with jax.enable_x64(True):
        first = jax.grad(value)
        wanted = [first(A, W, b), jax.jvp(lambda m: first(m, W, b), (A,), (D,))[1]]
    for derivative, want in zip((g, directional), wanted, strict=True):
        found, want = es.evaluate(derivative, {n: arrays[n] for n in derivative.inputs}), np.asarray(want)
        if number == 3:  # logdet in itself is of all elements
            found, want = ((m + m.T) / 2 for m in (found, want))
        np.testing.assert_allclose(found, want, rtol=1e-7, atol=1e-9)
    f, h = es.compile(g), es.compile(g, target="numpy")
    for n in (7, 0, 1, 2):
        part = {m: arrays[m][:n, :n] if arrays[m].ndim == 2 else arrays[m][:n] for m in g.inputs}
        want = es.evaluate(g, part)
        np.testing.assert_allclose(f(**part), want, rtol=1e-8, atol=1e-10)
        np.testing.assert_allclose(h(**part), want, rtol=1e-8, atol=1e-10)
        if n in (1, 2):
            es.check_grads(e, order=2, **{m: part.get(m, arrays[m][:n]) for m in e.inputs})
    single = f(**{m: np.asarray(arrays[m], np.float32) for m in g.inputs})
    assert single.dtype == np.float32
    want = es.evaluate(g, {m: arrays[m] for m in g.inputs})
    np.testing.assert_allclose(single, want, rtol=2e-2, atol=2e-3 * abs(want).max())


@pytest.mark.slow
def test_forward_and_reverse_agree_in_batches() -> None:
    T, D, G = spd(3, 4), RNG.normal(size=(3, 4, 4)), RNG.normal(size=(3, 4, 4))
    for name in ("chol", "eigvecsh", "spectrum"):
        e = es.parse(f"Y[n,i,j] = {name}[i,j](T[n,i,j])")
        target = "cpu" if name == "chol" else "numpy"
        dot, back = run(es.jvp(e, "T", "D"), target, T=T, D=D), run(es.vjp(e, "T", "G"), target, T=T, G=G)
        np.testing.assert_allclose((dot * G).sum((1, 2)), (back * D).sum((1, 2)))
        np.testing.assert_allclose(back, back.swapaxes(1, 2))


def test_a_triangular_factor_is_solved_by_substitution() -> None:
    text = "L[i,j] = chol[i,j](A[i,j])\nz[i] = solve[i,j](L[i,j], b[j])\nx[j] = solve[j,i](L[i,j], z[i])"
    f = es.compile(text)
    A, b = spd(5), RNG.normal(size=5)
    np.testing.assert_allclose(f(A=A, b=b), np.linalg.solve(A, b))
    said = f.explain()
    assert said.count("solve by substitution, lower triangle") == 2 and "inv by" not in said
    masks = [("j <= i", np.tril), ("i <= j", np.triu), ("i == j", lambda m: np.diag(np.diag(m)))]
    for mask, part in masks:
        e = es.parse(f"B[i,j] = A[i,j]*({mask})\nx[i] = solve[i,j](B[i,j], b[j])\nX[i,j] = inv[i,j](B[i,j])*x[i]")
        g = es.compile([e, f"d = logdet[i,j](A[i,j]*({mask})) + det[i,j](A[i,j]*({mask}))"])
        X, d = g(A=A, b=b)
        P = part(A)
        np.testing.assert_allclose(X, np.linalg.inv(P) * np.linalg.solve(P, b)[:, None], atol=1e-12)
        np.testing.assert_allclose(d, np.linalg.slogdet(P)[1] + np.linalg.det(P))
        assert "LU" not in g.explain() and "substitution" in g.explain()
        with pytest.raises(np.linalg.LinAlgError, match="Singular"):
            g(A=0 * A, b=b)
    T = np.tril(spd(3, 4))
    e = es.parse("T : lower\nx[n,i] = solve[i,j](T[n,i,j], v[n,j])")
    v = RNG.normal(size=(3, 4))
    np.testing.assert_allclose(run(e, T=T, v=v), np.linalg.solve(T, v[..., None])[..., 0])


def test_every_read_of_a_triangle_knows_which_one_it_is() -> None:
    """Axes in other orders: the upper triangle of the transpose, where the array is in memory as it is."""
    L, b = np.tril(spd(4)), RNG.normal(size=4)
    for read, matrix in (("A[i,j]", L), ("A[j,i]", L.T)):
        np.testing.assert_allclose(
            run(f"A : lower\nx[i] = solve[i,j]({read}, b[j])", A=L, b=b), np.linalg.solve(matrix, b)
        )
        np.testing.assert_allclose(run(f"A : lower\nX[i,j] = inv[i,j]({read})", A=L), np.linalg.inv(matrix), atol=1e-12)
        whole = (10 * L).astype(int)
        np.testing.assert_allclose(
            run(f"A : lower\nx[i] = solve[i,j]({read}, b[j])", A=whole, b=b),
            np.linalg.solve(whole if matrix is L else whole.T, b),
        )
        factor = read.replace("A[", "L[")
        np.testing.assert_allclose(
            run(f"L[i,j] = chol[i,j](A[i,j])\nX[i,j] = inv[i,j]({factor})", A=L @ L.T),
            np.linalg.inv(np.linalg.cholesky(L @ L.T) if matrix is L else np.linalg.cholesky(L @ L.T).T), atol=1e-10,
        )  # fmt: skip
    T = spd(4, 4)[:, :, :]
    got = run("B[i,j,n] = posdef[i,j](T[i,j,n])\ny = sum[i](logdet[j,n](T[i,j,n]))", T=T)  # another pair of axes
    np.testing.assert_allclose(got, np.linalg.slogdet(T)[1].sum())


PROCESS = """
K[i,j] = s**2*exp(-(x[i]-x[j])**2/(2*l**2)) + n**2*(i==j)
cost = 1/2*logdet[i,j](K[i,j]) + 1/2*sum[i](y[i]*solve[i,j](K[i,j], y[j]))
"""


def test_marginal_likelihood_of_a_gaussian_process() -> None:
    """Declared posdef: one Cholesky factorisation, one solution, one exponential for each pair; values as without."""
    declared, plain = es.parse("K : posdef\n" + PROCESS), es.parse(PROCESS)
    assert str(declared).startswith("K[i,j] = posdef[i,j](") and es.parse(str(declared)) is declared
    slopes = es.grad(declared, ["l", "s", "n"])
    assert "dK[i,j] = 1/2*(inv[i,j](K[i,j]) - sum" in str(slopes[0])
    assert all(es.parse(str(g)) is g for g in slopes)
    f, h = es.compile([declared, *slopes]), es.compile([plain, *es.grad(plain, ["l", "s", "n"])])
    x = np.sort(RNG.normal(size=12))
    arrays = {"x": x, "y": np.sin(x), "l": 0.8, "s": 1.2, "n": 0.3}
    for found, wanted in zip(f(**arrays), h(**arrays), strict=True):
        np.testing.assert_allclose(found, wanted, rtol=1e-8)
    steps = f.explain().partition("steps:")[2]
    assert steps.count("exp(") == 1 and steps.count("solve by Cholesky") == 1 and "LU" not in steps
    assert f.source.count("= _Factor(") == 1
    with pytest.raises(np.linalg.LinAlgError, match="declared posdef"):
        f(**(arrays | {"s": 0.0, "n": 0.0}))
    es.check_grads(declared, order=2, **{**arrays, "x": x[:4], "y": np.sin(x[:4])})
    np.testing.assert_allclose(run(declared, "numpy", **arrays), h(**arrays)[0], rtol=1e-9)


@pytest.mark.parametrize(("word", "formula"), [
    ("symmetric", "x[i] + x[j]"), ("posdef", "exp(-abs(x[i] - x[j]))"), ("lower", "(x[i] + x[j]**2)*(j <= i)"),
    ("upper", "(x[i] + x[j]**2)*(i <= j)"), ("diagonal", "x[i]**2*(i == j)"),
    ("tridiagonal", "(x[i] + x[j]**2)*(abs(i - j) <= 1)"),
])  # fmt: skip
def test_a_promise_kept_changes_no_value(word: str, formula: str) -> None:
    rest = f"K[i,j] = {formula}\ny[i] = K[i,j]*x[j] + K[j,i]*x[j]**2 + solve[i,j](K[i,j] + (i == j), x[j])"
    plain, declared = es.parse(rest), es.parse(f"K : {word}\n{rest}")
    assert declared is not plain and es.parse(str(declared)) is declared
    x = RNG.uniform(0.5, 1.5, 6)
    wanted = run(plain, x=x)
    slope = run(es.jacobian(plain, "x"), x=x)
    for target in ("cpu", "numpy"):
        np.testing.assert_allclose(run(declared, target, x=x), wanted, rtol=1e-9)
    np.testing.assert_allclose(run(es.jacobian(declared, "x"), x=x), slope, rtol=1e-8, atol=1e-9)


def test_symmetry_is_used() -> None:
    """A matrix that does not look symmetric: both forms are one, and so is its inverse."""
    e = es.parse("K : symmetric\nK[i,j] = A[i,k]*M[k,l]*A[j,l]\ny = sum[i,j]((K[i,j] - K[j,i])*W[i,j])")
    assert str(es.simplify(e)).split("\n")[-1] == "y = 0"
    e = es.parse(
        "K : symmetric\nK[i,j] = A[i,k]*M[k,l]*A[j,l]\ny = sum[i,j](W[i,j]*(inv[i,j](K[i,j]) - inv[j,i](K[j,i])))"
    )
    assert str(es.simplify(e)).split("\n")[-1] == "y = 0"


REFUSED = [
    ("K : posdef\nK[i] = x[i]", "K is declared posdef and computed with 1 axis"),
    ("K : (_) posdef\nK[i,j] = x[i]*x[j]", "K is declared posdef with 1 axis and computed with 2 axes"),
    ("K : (2, 3) posdef\nK[i,j] = x[i]*x[j]", "K is declared posdef and has 2 rows and 3 columns"),
    ("i : index 2\nj : index 3\nK : lower\nK[i,j] = x[i]*x[j]", "K is declared lower and has 2 rows and 3 columns"),
    ("K : float32 posdef\nK[i,j] = x[i]*x[j]", "K is declared as an input but is the left side of a statement"),
]


@pytest.mark.parametrize(("text", "said"), REFUSED, ids=[t for t, _ in REFUSED])
def test_refused(text: str, said: str) -> None:
    with pytest.raises(NotationError) as problem:
        es.parse(text)
    lines = str(problem.value).split("\n")
    place = next(k for k, line in enumerate(lines) if line.strip() == "^")
    assert lines[0] == said and lines[place - 1].strip().startswith("K :")


def test_names_of_old_programs() -> None:
    """Arrays may be called as the functions are; a declaration after a read of an input is about the input."""
    e = es.parse("y[i] = chol[i,j]*posdef[j]*symmetric*spectrum[j]")
    assert e.inputs == ["chol", "posdef", "symmetric", "spectrum"] and es.parse(str(e)) is e
    e = es.parse("K : posdef\nK[i,j] = K[i,j] + (i == j)")
    assert "posdef[" not in str(e) and e.inputs == ["K"]


def test_from_python_and_numpy() -> None:
    A = es.tensor("A[i,j]")
    assert str(es.eigvalsh(A)) == "sum[j](spectrum[i,j](A[i,j]))" and str(es.chol(A)) == "chol[i,j](A[i,j])"
    assert es.posdef(A) is es.parse("posdef[i,j](A[i,j])")
    M = spd(4) + np.triu(RNG.normal(size=(4, 4)), 1)  # NumPy reads one triangle
    functions: list[Any] = [
        lambda m: np.linalg.cholesky(m), lambda m: np.linalg.cholesky(m, upper=True), lambda m: np.linalg.eigvalsh(m),
        lambda m: np.linalg.eigvalsh(m, UPLO="U"), lambda m: np.linalg.eigh(m)[0],
        lambda m: np.einsum("ik,k,jk->ij", np.linalg.eigh(m)[1], np.linalg.eigh(m).eigenvalues, np.linalg.eigh(m)[1]),
    ]  # fmt: skip
    for function in functions:
        np.testing.assert_allclose(es.compile(es.trace(function, m=(4, 4)))(m=M), function(M), atol=1e-12)
        np.testing.assert_allclose(es.compile(es.trace(function, m=(1, 1)))(m=M[:1, :1]), function(M[:1, :1]))
        stack = np.stack([M, M + np.eye(4)]) if function is functions[0] else None
        if stack is not None:
            np.testing.assert_allclose(es.compile(es.trace(function, m=(2, 4, 4)))(m=stack), function(stack))


def test_forms() -> None:
    e = es.parse("y[i] = chol[j,i](posdef[i,j](A[j,i]))*b[j]")
    assert e.to_matrix() == "y = chol(A).T @ b"
    assert "posdef" not in e.latex() and r"\operatorname{chol}" in e.latex()
    with pytest.raises(TargetError, match="LAPACK"):
        es.compile(CHOL).save("/nonexistent/chol.c")
