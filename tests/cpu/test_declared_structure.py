"""Every word for declared structure changes a simplification or the choice of a call, and the result stays right.

Issue 6, item 3.  The promise is kept by the arrays here, and the formula without it is the oracle.
"""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest

import espresso as es
from espresso.formulas.syntax.declarations import STRUCTURES

N = 24
RNG = np.random.default_rng(0)
R = RNG.normal(size=(N, N))
ROWS = RNG.uniform(0.1, 1, (N, 5)) / 1.0
ARRAYS: dict[str, Any] = {
    "lower": np.tril(R), "upper": np.triu(R), "symmetric": R + R.T, "diagonal": np.diag(np.diag(R)),
    "tridiagonal": np.tril(np.triu(R, -1), 1), "orthogonal": np.linalg.qr(R)[0], "posdef": R @ R.T + N * np.eye(N),
    "nonneg": np.abs(R), "positive": np.abs(R) + 0.1, "sums_to_one": np.abs(R) / np.abs(R).sum(1, keepdims=True),
    "positions": RNG.integers(0, N, N),
}  # fmt: skip
OTHERS = {"B": RNG.normal(size=(N, N)), "x": RNG.normal(size=N), "z": RNG.normal(size=(N, N))}

# word, formula of A, and what the program must say (or, behind a minus sign, must not say)
CASES = [
    ("lower", "C[i,j] = A[i,k]*B[k,j]", "triangular matrix product"),
    ("lower", "y[i] = A[k,i]*x[k]", "triangular matrix-vector product"),
    ("upper", "C[i,j] = B[i,k]*A[k,j]", "triangular matrix product"),
    ("diagonal", "C[i,j] = A[i,k]*B[k,j]", "-library call:"),
    ("diagonal", "y[i] = inv[i,j](A[i,j])*x[j]", "-inverse"),
    ("tridiagonal", "C[i,j] = A[i,k]*B[k,j]", "-library call:"),
    ("symmetric", "s = sum[i,j](A[i,j]*B[i,j] - A[j,i]*B[i,j])", "-kernel over"),
    ("symmetric", "y[i] = A[i,k]*x[k] + A[k,i]*x[k]", "1 library call"),
    ("posdef", "y[i] = sum[j](inv[i,j](A[i,j])*x[j])", "Cholesky"),
    ("posdef", "s = logdet[i,j](A[i,j])", "Cholesky"),
    ("orthogonal", "C[j,k] = A[i,j]*A[i,k]", "-library call:"),
    ("orthogonal", "y[i] = A[j,i]*A[j,k]*x[k]", "-A"),
    ("sums_to_one", "s = sum[i,j](A[i,j]*x[i])", "-A"),
    ("sums_to_one", "s[i] = sum[j](A[i,j]) + sum[j](A[i,j]*B[i,j])", "B[i,k]) + 1"),
    ("nonneg", "y[i] = sum[j](abs(A[i,j])*sqrt(A[i,j]**2))", "-abs"),
    ("nonneg", "y[i] = log(sum[j](A[i,j]*exp(z[i,j])))", "log(A[i,"),
    ("positive", "s = sum[i,j](log(A[i,j]**2) + log(A[i,j]*exp(z[i,j])))", "-abs"),
    ("positions", "s = sum[b,k]((A[b] == k)*exp(B[b,k]))", "-0 <="),
]


@pytest.mark.parametrize(("word", "text", "shown"), CASES, ids=[f"{w}: {t}" for w, t, _ in CASES])
@pytest.mark.parametrize("target", ["cpu", "numpy"])
def test_declared(word: str, text: str, shown: str, target: str) -> None:
    plain = es.parse(text)
    rank = 1 if word == "positions" else 2
    declared = es.parse(f"A : ({', '.join('_' * rank)}) {word}\n{text}")
    arrays = {"A": ARRAYS[word], **OTHERS}
    given = {n: arrays[n] for n in plain.inputs}
    want = es.evaluate(plain, given)
    f = es.compile(declared, target=target)
    np.testing.assert_allclose(f(**{n: arrays[n] for n in declared.inputs}), want, rtol=1e-9, atol=1e-9)
    if target == "cpu":
        said = "\n".join([f.explain(), *map(str, f.prepared.simplified.values())])
        program = said[said.index("steps:"):] if shown.startswith("-") else said
        if shown == "-A":
            assert "A[" not in str(es.simplify(declared)).split("\n")[-1]
        elif shown.startswith("-"):
            assert shown[1:] not in program, program
        else:
            assert shown in said, said


def test_every_word_is_tested() -> None:
    assert {w for w, _, _ in CASES} == set(STRUCTURES)


@pytest.mark.parametrize("word", ["sums_to_one", "nonneg", "positive", "positions", "orthogonal"])
def test_a_promise_broken_shows_that_it_is_used(word: str) -> None:
    """Planted: arrays that break the promise give another result than the plain formula."""
    text, broken = {
        "sums_to_one": ("s = sum[i,j](A[i,j]*x[i])", np.ones((N, N))),
        "nonneg": ("s = sum[i,j](abs(A[i,j]))", -np.ones((N, N))),
        "positive": ("s = sum[i,j](abs(A[i,j]))", -np.ones((N, N))),
        "positions": ("s = sum[b,k]((A[b] == k)*(x[b] + z[b,k]))", np.full(N, N)),
        "orthogonal": ("s = sum[i,j,k](A[i,j]*A[i,k]*x[j]*x[k])", 2 * np.eye(N)),
    }[word]
    rank = broken.ndim
    declared = es.compile(f"A : ({', '.join('_' * rank)}) {word}\n{text}", target="cpu")
    arrays = {"A": broken, **OTHERS}
    plain = es.evaluate(es.parse(text), {n: arrays[n] for n in es.parse(text).inputs})
    assert not np.allclose(declared(**{n: arrays[n] for n in declared.inputs}), plain)


CROSS_ENTROPIES = [
    "t : int64 positions\nloss = -sum[b,k]((t[b] == k)*log_softmax[k](z[b,k]))",
    "t : int64 positions\nloss = -sum[b,k]((t[b] == k)*log(softmax[k](z[b,k])))",
    "loss = sum[b](logsumexp[k](z[b,k]) - z[b,t[b]])",
]


@pytest.mark.parametrize("text", CROSS_ENTROPIES)
def test_cross_entropy_of_labels_has_the_textbook_gradient(text: str) -> None:
    e = es.parse(text)
    g, h = es.grad(e, "z"), es.hessian(e, "z")
    assert str(g).split("\n")[-1] == "dloss_dz[b,k] = softmax[k](z[b,k]) - (k == t[b])"
    assert str(h) == "d2loss_dz2[b,k,c,l] = ((k == l) - softmax[k](z[b,k]))*softmax[l](z[b,l])*(b == c)"
    z, t = RNG.normal(size=(4, 6)), np.array([0, 5, 2, 2])
    p = np.exp(z - np.logaddexp.reduce(z, 1, keepdims=True))
    for target in ("cpu", "numpy"):
        np.testing.assert_allclose(es.compile(g, target=target)(z=z, t=t), p - np.eye(6)[t], rtol=1e-12, atol=1e-14)
        value = es.compile(e, target=target)(z=z, t=t)
        np.testing.assert_allclose(value, -np.log(p[np.arange(4), t]).sum(), rtol=1e-12)


def test_labels_that_are_not_declared_may_be_outside() -> None:
    """Ignored labels: -1 is no class, its row has loss and gradient 0."""
    e = es.parse("loss = -sum[b,k]((t[b] == k)*log_softmax[k](z[b,k]))")
    z, t = RNG.normal(size=(3, 4)), np.array([1, -1, 9])
    g = es.grad(e, "z")
    for f in (lambda d: es.compile(d, target="cpu"), lambda d: es.compile(d, target="numpy")):
        np.testing.assert_allclose(f(e)(z=z, t=t), np.logaddexp.reduce(z[0]) - z[0, 1])
        found = f(g)(z=z, t=t)
        assert not found[1:].any() and found[0].any()


@pytest.mark.parametrize("text", [
    "y : sums_to_one\nloss = -sum[b,k](y[b,k]*log_softmax[k](z[b,k]))",
    "y : sums_to_one\nloss = -sum[b,k](y[b,k]*log(softmax[k](z[b,k])))",
])  # fmt: skip
def test_cross_entropy_of_soft_labels_has_the_textbook_gradient(text: str) -> None:
    e = es.parse(text)
    assert str(es.grad(e, "z")).split("\n")[-1] == "dloss_dz[b,k] = softmax[k](z[b,k]) - y[b,k]"
    y = ARRAYS["sums_to_one"]
    for d in (es.grad(e, "z"), es.hessian(e, "z")):
        arrays = {n: {"y": y[:3], "z": OTHERS["z"][:3]}[n] for n in d.inputs}
        plain = es.parse(text.split("\n")[1])
        wanted = es.grad(plain, "z") if d.ndim == 2 else es.hessian(plain, "z")
        np.testing.assert_allclose(
            es.compile(d, target="cpu")(**arrays), es.evaluate(wanted, {"y": y[:3], "z": OTHERS["z"][:3]}), atol=1e-13
        )


@pytest.mark.parametrize("text", [
    "s = sum[b](A[b,0])", "s[b] = sum[k](A[b,k+1])", "s = sum[b,k](A[b,k]*x[k])", "s = sum[b,k](A[b,k]*(k < 3))",
    "s = sum[b](A[b,b])", "s[k] = sum[b](A[b,k])", "s[b] = sum[k](pad(A)[b,k-1]*x[k]**0)", "s = sum[b,k](A[b,k]**2)",
])  # fmt: skip
def test_sums_that_only_look_like_whole_rows(text: str) -> None:
    arrays = {"A": ARRAYS["sums_to_one"], "x": OTHERS["x"]}
    e = es.parse(f"A : sums_to_one\n{text}")
    given = {n: arrays[n] for n in e.inputs}
    np.testing.assert_allclose(es.compile(e, target="cpu")(**given), es.evaluate(e, given), rtol=1e-12)


@pytest.mark.parametrize(("word", "good", "bad", "place"), [
    ("lower", [[1, 0], [2, 3]], [[1, 5], [2, 3]], "at [0, 1]"),
    ("upper", [[1, 2], [0, 3]], [[1, 2], [4, 3]], "at [1, 0]"),
    ("diagonal", [[1, 0], [0, 3]], [[1, 2], [0, 3]], "at [0, 1]"),
    ("tridiagonal", [[1, 2, 0], [2, 1, 2], [0, 2, 1]], np.ones((3, 3)), "at [0, 2]"),
    ("symmetric", [[1, 2], [2, 3]], [[1, 2], [4, 3]], "at [0, 1]"),
    ("posdef", [[2, 1], [1, 2]], [[1, 2], [2, 1]], "as a whole"),
    ("nonneg", [[1, 0]], [[1, -1]], "at [0, 1]"),
    ("positive", [[1, 2]], [[1, 0]], "at [0, 1]"),
    ("sums_to_one", [[0.5, 0.5], [1, 0]], [[0.5, 0.5], [1, 1]], "at [1]"),
    ("orthogonal", [[0, 1], [-1, 0]], [[0, 1], [-1, 1]], "at [0, 1]"),
])  # fmt: skip
@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_check_looks_at_declared_inputs(word: str, good: Any, bad: Any, place: str, dtype: str) -> None:
    f = es.compile(f"A : {word}\ny[i] = A[i,j]*b[j]", target="cpu")
    b = np.ones(np.shape(good)[1], dtype)
    assert f.check(A=np.array(good, dtype), b=b).startswith("y: ")
    with pytest.raises(es.InputError, match=re.escape(f"A is declared {word}, and {place} it is not.")):
        f.check(A=np.array(bad, dtype), b=b)
    assert f.check(A=np.ones((0, 0), dtype), b=b[:0]).startswith("y: 0 elements")


def test_check_takes_positions_and_vectors() -> None:
    f = es.compile("t : int64 positions\nw : nonneg\ny[b] = w[b]*sum[k](x[b,k]*(k == t[b]))", target="cpu")
    assert f.check(t=np.array([0, 2]), w=np.ones(2), x=np.ones((2, 3))).startswith("y: ")
    with pytest.raises(es.InputError, match=re.escape("w is declared nonneg, and at [1] it is not.")):
        f.check(t=np.array([0, 2]), w=np.array([1.0, -1]), x=np.ones((2, 3)))


@pytest.mark.parametrize("word", ["diagonal", "tridiagonal"])
@pytest.mark.parametrize("text", [
    "s = sum[m,i](exp(sum[k](A[m,k])*x[i]))", "s = max[m,i](sum[k](A[m,k]*2)*x[i])", "s = logsumexp[m](sum[k](A[k,m]*x[k]))",
    "s[i] = sum[m](sum[k](A[m,k]*x[k])**2*B[i,m])",
])  # fmt: skip
def test_sums_over_a_band_inside_other_sums(word: str, text: str) -> None:
    """The row runs as far as the matrix, also where nothing but the sum over its band says so."""
    arrays = {"A": ARRAYS[word], **OTHERS}
    e = es.parse(f"A : {word}\n{text}")
    for derived in (e, es.jacobian(e, "x")):
        given = {n: arrays[n] for n in derived.inputs}
        f = es.compile(derived, target="cpu")
        np.testing.assert_allclose(f(**given), es.evaluate(derived, given), rtol=1e-9)
