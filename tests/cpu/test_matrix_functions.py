"""Trace, determinant, inverse, solution: values, derivatives of any order, targets, one factorisation, errors (case 45)."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import numpy as np
import pytest

import espresso as es
from espresso.errors import EspressoError, ExtentError, IndexNameError, NotationError

RNG = np.random.default_rng(3)


def spd(n: int) -> np.ndarray:
    B = RNG.normal(size=(n, n))
    return B @ B.T + n * np.eye(n)


def given(e: Any, n: int = 4) -> dict[str, np.ndarray]:
    sizes: dict[str, np.ndarray] = {
        "A": RNG.normal(size=(n, n)) + 3 * np.eye(n), "K": spd(n), "b": RNG.normal(size=n), "c": RNG.normal(size=n),
        "B": RNG.normal(size=(n, 3)), "T": RNG.normal(size=(3, n, n)) + 3 * np.eye(n), "v": RNG.normal(size=(3, n)),
        "s": np.array(0.7), "X": RNG.normal(size=(5, n)), "C": RNG.normal(size=(n, n)), "W": RNG.normal(size=(n, 2, 3)),
    }  # fmt: skip
    return {m: sizes[m] for m in e.inputs}


VALUES = [
    ("y = trace[i,j](A[i,j])", lambda A: np.trace(A)),
    ("y = trace[i,j](A[i,k]*C[k,j])", lambda A, C: np.trace(A @ C)),
    ("y = det[i,j](A[i,j])", lambda A: np.linalg.det(A)),
    ("y = logdet[i,j](K[i,j])", lambda K: np.linalg.slogdet(K)[1]),
    ("X[i,j] = inv[i,j](A[i,j])", lambda A: np.linalg.inv(A)),
    ("X[i,j] = inv[j,i](A[i,j])", lambda A: np.linalg.inv(A)),
    ("X[j,i] = inv[i,j](A[i,j])", lambda A: np.linalg.inv(A).T),
    ("X[i,j] = inv[i,j](A[j,i])", lambda A: np.linalg.inv(A.T)),
    ("x[i] = solve[i,j](A[i,j], b[j])", lambda A, b: np.linalg.solve(A, b)),
    ("x[j] = solve[j,i](A[i,j], b[i])", lambda A, b: np.linalg.solve(A.T, b)),
    ("x[k,i] = solve[i,j](A[i,j], B[j,k])", lambda A, B: np.linalg.solve(A, B).T),
    ("x[i,k,l] = solve[i,j](A[i,j], W[j,k,l])", lambda A, W: np.linalg.solve(A, W.reshape(4, -1)).reshape(4, 2, 3)),
    ("x[i] = solve[i,j](A[i,j], exp(b[j])*c[j])", lambda A, b, c: np.linalg.solve(A, np.exp(b) * c)),
    ("x[n,i] = solve[i,j](T[n,i,j], v[n,j])", lambda T, v: np.linalg.solve(T, v[..., None])[..., 0]),
    ("d[n] = logdet[i,j](X[m,i]*X[m,j] + (i == j)*(n + 1))", None),
    ("d[n] = det[i,j](T[n,i,j])", lambda T: np.linalg.det(T)),
    ("y = sum[i](b[i]*solve[i,j](A[i,j], c[j]))", lambda A, b, c: b @ np.linalg.solve(A, c)),
    ("z[i] = inv[i,j](A[i,k]*C[k,j])*b[j]", lambda A, C, b: np.linalg.solve(A @ C, b)),
]


@pytest.mark.parametrize(("text", "peer"), VALUES, ids=[v[0] for v in VALUES])
def test_values_on_every_target(text: str, peer: Any) -> None:
    e = es.parse(text if "(n + 1)" not in text else text.replace("d[n]", "n : index 2\nd[n]"))
    assert es.parse(str(e)) is e
    arrays = given(e)
    expected = es.evaluate(e, arrays)
    if peer is not None:
        np.testing.assert_allclose(expected, peer(**arrays), rtol=1e-10)
    for target in ("cpu", "numpy"):
        np.testing.assert_allclose(es.compile(e, target=target)(**arrays), expected, rtol=1e-9, err_msg=target)
        single = {n: a.astype(np.float32) for n, a in arrays.items()}
        got = es.compile(e, target=target)(**single)
        assert got.dtype == np.float32
        np.testing.assert_allclose(got, expected, rtol=2e-3, atol=1e-4)


DERIVATIVES = [
    ("y = logdet[i,j](A[i,j])", "A", "dy_dA[i,j] = inv[j,i](A[j,i])"),
    ("y = det[i,j](A[i,j])", "A", "dy_dA[i,j] = det[k,l](A[k,l])*inv[j,i](A[j,i])"),
    ("X[i,j] = inv[i,j](A[i,j])", "A", "dX_dA[i,j,k,l] = -inv[i,k](A[i,k])*inv[l,j](A[l,j])"),
    ("x[i] = solve[i,j](A[i,j], b[j])", "b", "dx_db[i,j] = inv[i,j](A[i,j])"),
    ("y = trace[i,j](A[i,k]*C[k,j])", "A", "dy_dA[i,k] = C[k,i]"),
    ("y = trace[i,j](inv[i,j](A[i,j])*s)", "A", None),
    ("y = sum[i](b[i]*solve[i,j](A[i,j], c[j]))", "A", None),
    ("y = sum[i](b[i]*solve[i,j](A[i,j], b[j]))", "b", None),
    ("y = logdet[i,j](X[m,i]*X[m,j] + s*(i == j))", "X", None),
    ("y = logdet[i,j](X[m,i]*X[m,j] + s*(i == j))", "s", None),
    ("y[n] = logdet[i,j](T[n,i,j])", "T", None),
    ("L = 1/2*logdet[i,j](K[i,j]) + 1/2*sum[i](b[i]*solve[i,j](K[i,j], b[j]))", "K", None),
    ("P[i,j] = inv[i,j](A[i,j])\ny = sum[i,j](P[i,j]*P[i,j])", "A", None),
]


@pytest.mark.parametrize(("text", "wrt", "shown"), DERIVATIVES, ids=[d[0] + " by " + d[1] for d in DERIVATIVES])
def test_derivatives(text: str, wrt: str, shown: str | None) -> None:
    e = es.parse(text)
    g = es.jacobian(e, wrt)
    assert es.parse(str(g)) is g
    if shown is not None:
        assert str(g) == str(es.parse(shown).simplify())
    arrays = given(e, 3)
    es.check_grads(e, order=2, **arrays)
    needed = {n: arrays[n] for n in g.inputs}
    expected = es.evaluate(g, needed)
    for target in ("cpu", "numpy"):
        np.testing.assert_allclose(es.compile(g, target=target)(**needed), expected, rtol=1e-8, atol=1e-10)


def test_forward_and_reverse_agree() -> None:
    e = es.parse("X[i,j] = inv[i,j](A[i,j])")
    arrays = {**given(e), "V": RNG.normal(size=(4, 4)), "G": RNG.normal(size=(4, 4))}
    forward, reverse = es.jvp(e, "A", "V"), es.vjp(e, "A", "G")
    assert str(forward) == "X_dot[i,j] = -sum[k,l](V[k,l]*inv[i,k](A[i,k])*inv[l,j](A[l,j]))"
    dot = es.evaluate(forward, {n: arrays[n] for n in forward.inputs})
    back = es.evaluate(reverse, {n: arrays[n] for n in reverse.inputs})
    np.testing.assert_allclose((arrays["G"] * dot).sum(), (arrays["V"] * back).sum())


def test_a_gaussian_log_density_factors_its_matrix_once() -> None:
    """Value and gradient by the mean and the covariance: one Cholesky factorisation, no inverse for the value."""
    K = es.tensor("K[i,j]", posdef=True)
    i, j = es.indices("i j")
    b = es.tensor("b[i]")
    loss = es.logdet(K[i, j], i, j) / 2 + es.sum(b[i] * es.solve(K[i, j], b[j], i, j), i) / 2
    f = es.compile([loss, es.grad(loss, "b")])
    arrays = {"K": spd(5), "b": RNG.normal(size=5)}
    value, slope = f(**arrays)
    assert f.source.count("= _Factor(") == 1 and "factor_K.inv(" not in f.source
    assert "Cholesky" in f.explain()
    np.testing.assert_allclose(
        value, np.linalg.slogdet(arrays["K"])[1] / 2 + arrays["b"] @ np.linalg.solve(arrays["K"], arrays["b"]) / 2
    )
    np.testing.assert_allclose(slope, np.linalg.solve(arrays["K"], arrays["b"]), rtol=1e-9)
    with pytest.raises(np.linalg.LinAlgError, match="posdef"):
        f(K=-np.eye(5), b=arrays["b"])
    both = es.compile([loss, es.grad(loss, "K")])
    got = both(**arrays)[1]
    x = np.linalg.solve(arrays["K"], arrays["b"])
    np.testing.assert_allclose(got, np.linalg.inv(arrays["K"]) / 2 - np.outer(x, x) / 2, rtol=1e-9, atol=1e-12)
    assert both.source.count("= _Factor(") == 1


def test_determinant_logarithm_inverse_and_solution_share_one_factorisation() -> None:
    texts = ["d = det[i,j](A[i,j])", "l = logdet[i,j](A[i,j])", "X[i,j] = inv[i,j](A[i,j])",
             "x[i] = solve[i,j](A[i,j], b[j])"]  # fmt: skip
    f = es.compile(texts)
    A, b = spd(4), RNG.normal(size=4)
    d, l, X, x = f(A=A, b=b)
    assert f.source.count("= _Factor(") == 1
    np.testing.assert_allclose([d, l], [np.linalg.det(A), np.linalg.slogdet(A)[1]])
    np.testing.assert_allclose(X, np.linalg.inv(A), rtol=1e-9, atol=1e-12)
    np.testing.assert_allclose(x, np.linalg.solve(A, b), rtol=1e-9, atol=1e-12)
    assert es.compile([*texts, "y = det[i,j](C[i,j])"]).source.count("= _Factor(") == 2  # another matrix has its own


@pytest.mark.parametrize("name", ["factor_A", "factor_A_", "_Factor", "factor_A_2"])
def test_arrays_may_be_called_like_factorisations(name: str) -> None:
    """Two of them, of the matrix and of a declared one, beside arrays with such names."""
    A, b, L = spd(3), RNG.normal(size=3), np.tril(spd(3))
    f = es.compile([f"x[i] = solve[i,j](A[i,j], {name}[j])", f"L : lower\nz[i] = solve[i,j](L[i,j], {name}[j])"])
    x, z = f(**{"A": A, name: b, "L": L})
    np.testing.assert_allclose(x, np.linalg.solve(A, b), rtol=1e-9)
    np.testing.assert_allclose(z, np.linalg.solve(L, b), rtol=1e-9)


def test_a_matrix_function_needs_no_numba() -> None:
    text = (
        "import sys, numpy as np, espresso as es\n"
        "print(es.compile('X[i,j] = 2*inv[i,j](A[i,j])', target='cpu')(A=np.eye(3))[0, 0], 'numba' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["2.0", "False"]


def test_without_scipy_numpy_does_it(monkeypatch: pytest.MonkeyPatch) -> None:
    e = es.parse(
        "y = logdet[i,j](A[i,j]) + sum[i](solve[i,j](A[i,j], b[j])) + sum[i,j](inv[i,j](A[i,j])**2) + det[i,j](A[i,j])"
    )
    arrays = given(e)
    f = es.compile(e)
    expected = es.evaluate(e, arrays)
    np.testing.assert_allclose(f(**arrays), expected, rtol=1e-9)
    monkeypatch.setitem(sys.modules, "scipy.linalg", None)
    np.testing.assert_allclose(f(**arrays), expected, rtol=1e-9)


@pytest.mark.parametrize("shape", [(1, 3), (900, 4), (3, 130), (2, 500, 3), (700, 2, 2), (0, 3), (4, 0)], ids=str)
def test_large_stacks_are_computed_in_parts(shape: tuple[int, ...]) -> None:
    """More than 100 KB of results: any number of batch axes, vectors and matrices on the right, other orders of axes."""
    *batch, n = shape
    rng = np.random.default_rng(n)
    A = rng.normal(size=(*batch, n, n)) + 2*n*np.eye(n)
    P, B, x = A @ A.swapaxes(-1, -2), rng.normal(size=(*batch, n, 3)), rng.normal(size=(*batch, n))
    b = ",".join("bc"[: len(batch)])
    texts = [
        f"I[{b},i,j] = inv[i,j](A[{b},i,j])", f"J[j,i,{b}] = inv[i,j](A[{b},i,j])", f"L[{b},i,j] = chol[i,j](P[{b},i,j])",
        f"X[{b},i,k] = inv[i,j](A[{b},i,j])*B[{b},j,k]", f"v[{b},i] = inv[j,i](A[{b},j,i])*x[{b},j]",
        f"S[{b},i,j] = spectrum[i,j](P[{b},i,j])", f"V[{b},i] = sum[j](abs(eigvecsh[i,j](P[{b},i,j])))",
    ]  # fmt: skip
    inverse = np.linalg.inv(A)
    values, vectors = np.linalg.eigh(P)
    rights = [
        inverse, np.moveaxis(inverse, [-1, -2], [0, 1]), np.linalg.cholesky(P), inverse @ B,
        (inverse.swapaxes(-1, -2) @ x[..., None])[..., 0], values[..., None]*np.eye(n), np.abs(vectors).sum(-1),
    ]  # fmt: skip
    for text, right in zip(texts, rights, strict=True):
        f = es.compile(text)
        given = {name: {"A": A, "P": P, "B": B, "x": x}[name] for name in f.inputs}
        np.testing.assert_allclose(f(**given), right, rtol=1e-8, atol=1e-8, err_msg=text)
        for name in given:  # nothing is written into what was given
            np.testing.assert_array_equal(given[name], {"A": A, "P": P, "B": B, "x": x}[name])


def test_eigenvalues_alone_need_no_eigenvectors() -> None:
    alone = es.compile("y[i,j] = spectrum[i,j](A[i,j])").source
    both = es.compile(["y[i,j] = spectrum[i,j](A[i,j])", "V[i,j] = eigvecsh[i,j](A[i,j])"]).source
    assert ".spectrum(y)" in alone and ".spectrum(y, True)" in both and both.count("= _Factor(") == 1


def test_an_array_is_there_until_its_factorisation_is_used_for_the_last_time() -> None:
    """The factorisation holds no copy of it."""
    rng = np.random.default_rng(3)
    A, x = rng.normal(size=(40, 3, 3)) + 5*np.eye(3), rng.normal(size=(40, 3))
    f = es.compile(
        "B[b,i,j] = A[b,i,j]*2 + (i == j); d[b] = det[i,j](B[b,i,j]); C[b,i,j] = cos(B[b,i,j]*d[b]);"
        " v[b,i] = inv[i,j](B[b,i,j])*x[b,j]; y[b] = sum[i](v[b,i]*C[b,i,0]) + d[b]"
    )
    B = 2*A + np.eye(3)
    d = np.linalg.det(B)
    C, v = np.cos(B*d[:, None, None]), np.linalg.solve(B, x[..., None])[..., 0]
    for _ in range(2):
        np.testing.assert_allclose(f(A=A, x=x), (v*C[:, :, 0]).sum(1) + d, rtol=1e-10)


def test_edges_and_errors() -> None:
    logdet = es.compile("y = logdet[i,j](A[i,j])")
    assert logdet(A=np.zeros((0, 0))) == 0
    part = np.asfortranarray(spd(5))[:3, 1:4]  # neither C order nor contiguous
    np.testing.assert_allclose(es.compile("y = det[i,j](A[i,j])")(A=part), np.linalg.det(part))
    assert np.isnan(logdet(A=np.diag([1.0, -1.0]))) and logdet(A=np.zeros((2, 2))) == -np.inf
    assert es.compile("y = det[i,j](A[i,j])")(A=np.array([[2, 1], [1, 1]])) == 1
    complex_ = np.array([[1 + 1j, 2], [0.5, 1j]])
    np.testing.assert_allclose(logdet(A=complex_), np.log(np.linalg.det(complex_)))
    solve = es.compile("x[i] = solve[i,j](A[i,j], b[j])")
    assert solve(A=np.zeros((0, 0)), b=np.zeros(0)).shape == (0,)
    for target in ("cpu", "numpy"):
        with pytest.raises(np.linalg.LinAlgError):
            es.compile("x[i] = solve[i,j](A[i,j], b[j])", target=target)(A=np.zeros((2, 2)), b=np.ones(2))
    with pytest.raises(ExtentError, match="not square") as problem:
        logdet(A=np.ones((2, 3)))
    assert "i = 2" in str(problem.value) and "j = 3" in str(problem.value)
    with pytest.raises(NotationError, match="two indices"):
        es.parse("y = det[i](A[i,i])")
    with pytest.raises(NotationError, match="takes 2 arguments"):
        es.parse("y[i] = solve[i,j](A[i,j])")
    with pytest.raises(IndexNameError, match="two indices of a matrix"):
        es.inv(es.parse("T[n,i,j]"))
    with pytest.raises(EspressoError):
        es.grad(es.parse("y = det[i,j](A[i,j])"), "nothing")


def test_devices_give_matrix_functions_to_a_library() -> None:
    from types import SimpleNamespace

    from espresso.compiler.matching.selection import choose_all
    from espresso.compiler.statements import Statements
    from espresso.formulas.graph.expr import size, tensor
    from espresso.ir.calls import Contraction, MatrixCall

    A = tensor("A", 2)
    extents = {"i": size(A, 0), "j": size(A, 1)}
    call = MatrixCall("y", (), "A", ("i", "j"), "A", ("i", "j"), extents, "float64", function="det")
    for target, engine in (("opencl", "lapack"), ("gpu", "cusolver")):
        plan = Statements([call], dtypes={"A": "float64"})
        choose_all(SimpleNamespace(statements=plan, target=target, options={}, first_choices={}), lambda e: 4)
        assert plan.steps[0].engine == engine
    assert not isinstance(call, Contraction)  # no phase may take it for a product


UNSELECTED = [
    "y[t,i,j] = where(c[t] > 0, inv[i,j](S[t,i,j]), c[t])",
    "y[t,i,j] = where(det[i,j](S[t,i,j]) == 0, 0, inv[i,j](S[t,i,j]))",
    "y[t] = where(c[t] > 0, sum[i](b[i]*solve[i,j](S[t,i,j], b[j])), 7)",
    "y[t,i,j] = where(t > 1, inv[i,j](S[t,i,j]), 0) + where(c[t] > 0, where(i < j, inv[i,j](S[t,i,j]), 5), 2*c[t])",
    "y[t] = where(c[t] <= 0, c[t], logdet[i,j](S[t,i,j]))",
    "y[t,i,j] = where(c[t] <= 0, 1, chol[i,j](S[t,i,j]))",
]


@pytest.mark.parametrize("target", ["cpu", "numpy", "reference"])
@pytest.mark.parametrize("text", UNSELECTED)
def test_a_matrix_that_is_not_selected_may_be_singular(text: str, target: str) -> None:
    e, rng = es.parse(text), np.random.default_rng(0)
    weights = es.tensor(f"w[{','.join(e.axes)}]")
    gradient = es.grad(es.sum(e * weights, *map(es.index, e.axes)), "S")
    regular = rng.normal(size=(3, 4, 4)) + 4 * np.eye(4)
    singular = np.concatenate([np.zeros((1, 4, 4)), regular[1:]])
    known = {"c": np.array([-1.0, 1, 2]), "b": rng.normal(size=4), "w": rng.normal(size=(3, 4, 4)[: e.ndim])}
    for f in (e, gradient):
        own = {n: known[n] for n in f.inputs if n != "S"}
        compute = (lambda f=f, **a: es.evaluate(f, a)) if target == "reference" else es.compile(f, target=target)
        found, wanted = compute(S=singular, **own), es.evaluate(f, {"S": regular, **own})
        np.testing.assert_allclose(found[1:], wanted[1:], rtol=1e-10, atol=1e-12)
        assert np.isfinite(found).all()
    with pytest.raises(np.linalg.LinAlgError):
        es.compile("y[t,i,j] = inv[i,j](S[t,i,j])")(S=singular)


@pytest.mark.parametrize("target", ["cpu", "numpy", "reference"])
def test_second_derivatives_leave_matrices_alone_that_are_not_selected(target: str) -> None:
    factor = es.parse("y = sum[t,i,j](where(c[t] > 0, chol[i,j](S[t,i,j])**2, 1))")
    f, c = es.hessian(factor, "S"), np.array([-1.0, 1])
    compute = (lambda **a: es.evaluate(f, a)) if target == "reference" else es.compile(f, target=target)
    regular = np.stack([np.eye(2), np.array([[2.0, 0.5], [0.5, 3.0]])])
    found = compute(S=regular * (c > 0)[:, None, None], c=c)
    np.testing.assert_allclose(found, es.evaluate(f, {"S": regular, "c": c}), rtol=1e-10, atol=1e-12)


@pytest.mark.parametrize("target", ["cpu", "numpy", "reference"])
@pytest.mark.parametrize("text", ["V[t,i,j] = inv[i,j](S[t,i,j]); y[t,i,j] = where(c[t] > 0, V[t,i,j], 0)",
                                  "y[t,i,j] = (c[t] > 0)*inv[i,j](S[t,i,j])"])  # fmt: skip
def test_named_arrays_are_computed_whole_and_guards_hide_no_errors(text: str, target: str) -> None:
    given = {"S": np.zeros((1, 2, 2)), "c": np.array([-1.0])}
    with pytest.raises(np.linalg.LinAlgError):
        es.evaluate(es.parse(text), given) if target == "reference" else es.compile(text, target=target)(**given)


def test_an_array_whose_lengths_only_its_masks_told() -> None:
    """The derivative leaves the masks out and reads the array within bounds; then it is no image of a convolution."""
    f = es.parse("a[i,j] = pad(w)[i-j]*(i < size(w,0))*(j < size(w,0)); y[i,j] = inv[i,j](a[i,j]*0.3 + 4*(i == j))")
    w, place = np.array([0.3, 0.5, 0.2]), np.arange(3)
    shifts = (place[:, None] - place == place[:, None, None]).astype(float)  # of one diagonal each
    inverse = np.linalg.inv(0.3*np.tensordot(w, shifts, 1) + 4*np.eye(3))
    found = es.compile(es.jacobian(f, "w"))(w=w)
    np.testing.assert_allclose(found, np.moveaxis(-0.3*inverse @ shifts @ inverse, 0, -1), rtol=1e-12, atol=1e-14)
