"""Declared structure of computed arrays: values and derivatives as without, what it gains, and `f.check` (issue 24).

The formula without the declaration is the oracle; `test_symmetric_matrices` has the factorisations.
"""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest

import espresso as es
from espresso.formulas.graph.functions import PROMISES
from espresso.formulas.syntax.declarations import STRUCTURES

RNG = np.random.default_rng(8)
N = 5
ROTATION = "K[i,j] = (i == 0)*((j == 0)*cos(a) - (j == 1)*sin(a)) + (i == 1)*((j == 0)*sin(a) + (j == 1)*cos(a))"
EXTRA = "; E[i,j] = K[i,j]*(i < 2)*(j < 2)"

# word, how K is computed, what reads it, and what the simplified formula has (behind a minus: has not)
CASES = [
    ("nonneg", "K[i,j] = x[i]*x[j]", "s = sum[i,j](abs(K[i,j])*B[i,j] + sqrt(K[i,j]**2))", "-abs"),
    ("nonneg", "K[i] = x[i]**3", "s = log(sum[i](K[i]*exp(x[i])))", "logsumexp"),
    ("nonneg", "k = x[0]*x[1]", "s = abs(k)*x[2]", "-abs"),
    ("positive", "K[i,j] = x[i]*x[j]", "s = sum[i,j](log(K[i,j]**2) + relu(K[i,j]))", "-abs"),
    ("positions", "K[b] = int(u[b])", "s = sum[b,k]((K[b] == k)*exp(B[b,k]))", "-0 <="),
    ("sums_to_one", "K[i,k] = x[i]*B[i,k]/(x[i]*sum[m](B[i,m]))", "s = sum[i,k](K[i,k]*x[i])", "-B"),
    ("sums_to_one", "K[k] = x[k]/sum[m](x[m])", "s = sum[k](K[k]) + sum[k](K[k]*x[k])", "+ 1"),
    ("orthogonal", "K[i,j] = (i == j)*(1 - 2*(x[i]/x[i] - 1)) - 2*v[i]*v[j]", "y[j,k] = sum[i](K[i,j]*K[i,k])*x[j]", "(j == k)"),
    ("orthogonal", "K[i,j] = (i == j) - 2*v[i]*v[j]", "y[i] = solve[i,j](K[i,j], x[j])", "-inv"),
    ("orthogonal", "K[b,i,j] = z[b]*((i == j) - 2*v[i]*v[j])", "y[b,i] = sum[j,k](K[b,i,j]*K[b,k,j]*x[k])", "-K"),
    ("orthogonal", "K[b,i,j] = z[b]*((i == j) - 2*v[i]*v[j])", "y[b,i,j] = inv[i,j](K[b,j,i])", "-inv"),
    ("symmetric", "K[i,j] = x[i] + x[j]", "s = sum[i,j](K[i,j]*B[i,j] - K[j,i]*B[i,j])", "= 0"),
    ("posdef", "K[i,j] = exp(-(x[i] - x[j])**2) + (i == j)", "s = logdet[i,j](K[i,j])", "posdef["),
    ("lower", "K[i,j] = x[i]*x[j]**2*(j <= i)", "y[i] = sum[j](K[i,j]*x[j])", "(j <= i)"),
    ("upper", "K[i,j] = x[i]*x[j]**2*(i <= j)", "y[i] = sum[j](K[i,j]*x[j])", "(i <= j)"),
    ("diagonal", "K[i,j] = x[i]*x[j]**2*(i == j)", "y[i] = sum[j](K[i,j]*x[j])", "(i == j)"),
    ("tridiagonal", "K[i,j] = x[i]*x[j]**2*(abs(i - j) <= 1)", "y[i] = sum[j](K[i,j]*x[j])", "<="),
]  # fmt: skip


def unit(n: int) -> np.ndarray:
    v = np.arange(1.0, n + 1)
    return v / np.linalg.norm(v)


ARRAYS: dict[str, Any] = {
    "x": RNG.uniform(0.5, 1.5, N), "B": RNG.uniform(0.5, 1.5, (N, N)), "u": np.array([0.2, 4.3, 2.9, 3.0, 1.1]),
    "v": unit(N), "z": np.array([1.0, -1.0]),
}  # fmt: skip


@pytest.mark.parametrize(("word", "computed", "read", "shown"), CASES, ids=[f"{w}: {r}" for w, _, r, _ in CASES])
def test_declared(word: str, computed: str, read: str, shown: str) -> None:
    plain = es.parse(f"{computed}\n{read}")
    declared = es.parse(f"{computed[0]} : {word}\n{computed}\n{read}")
    assert es.parse(str(declared)) is declared and declared is not plain or word in ("lower", "upper", "diagonal")
    said = str(es.simplify(declared))
    last = said.split("\n")[-1].partition("=")[2]
    assert shown[1:] not in last if shown.startswith("-") else shown in said, said
    given = {n: ARRAYS[n] for n in plain.inputs}
    wanted = es.evaluate(plain, given)
    np.testing.assert_allclose(es.evaluate(declared, given), wanted, rtol=1e-12, atol=1e-13)
    names = [n for n in plain.inputs if n in ("x", "B")]
    slopes = [es.jacobian(plain, n) for n in names]
    for target in ("cpu", "numpy"):
        f = es.compile(declared, target=target)
        np.testing.assert_allclose(f(**given), wanted, rtol=1e-9, atol=1e-12)
        for n, slope in zip(names, slopes, strict=True):
            own = es.compile(es.jacobian(declared, n), target=target)
            want = es.evaluate(slope, {m: given[m] for m in slope.inputs})
            np.testing.assert_allclose(own(**{m: given[m] for m in own.inputs}), want, rtol=1e-8, atol=1e-10)
    assert f.check(**given).count("largest relative error") == 1
    assert str(declared.latex()).count(word) == 0


def test_every_word_is_tested() -> None:
    assert {w for w, *_ in CASES} == set(STRUCTURES) == {*PROMISES, "lower", "upper", "diagonal", "tridiagonal"}


@pytest.mark.parametrize(("text", "said"), [
    ("K : nonneg; K[i,j] = x[i]*y[j]; s = sum[i,j](K[i,j])", "K is declared nonneg, and at [1, 0] it is not."),
    ("K : positive; K[j,i] = x[i]*y[j]; s = sum[i,j](K[i,j])", "K is declared positive, and at [0, 1] it is not."),
    ("k : nonneg; k = x[1]*y[0]; s = 2*k", "k is declared nonneg, and it is not."),
    ("s = sum[i](abs(nonneg(x[i])))", "x[i] is declared nonneg, and at [1] it is not."),
    ("K : sums_to_one; K[b,i] = y[b]*x[i]**2/4; s = sum[b,i](K[b,i])", "K is declared sums_to_one, and at [0] it is not."),
    ("K : symmetric; K[i,j] = x[i]*y[j]; s = sum[i,j](K[i,j])", "K is declared symmetric, and at [0, 1] it is not."),
    ("K : orthogonal; K[i,j] = (i == j)*y[i]; s = K[0,0]", "K is declared orthogonal, and at [0, 0] it is not."),
    ("K : posdef; K[i,j] = (i == j)*x[i]; s = K[0,0]", "K is declared posdef, and as a whole it is not."),
    ("a : nonneg\ns = a*x[1]*y[0]", "a is declared nonneg, and it is not."),
    ("A : (_, _) orthogonal\ns = A[0,0] + x[0]*y[0]", "A is declared orthogonal, and as a whole it is not."),
])  # fmt: skip
def test_check_looks_at_computed_arrays(text: str, said: str) -> None:
    f = es.compile(text, target="cpu")
    arrays = {"x": np.array([1.0, -1, 1]), "y": np.array([2.0, 1, 3]), "a": -1.0, "A": np.eye(3)[:, :2]}
    with pytest.raises(es.InputError, match=re.escape(said)):
        f.check(**{n: arrays[n] for n in f.inputs})
    assert np.isfinite(f(**{n: arrays[n] for n in f.inputs}))  # a call takes it on trust


@pytest.mark.parametrize("word", ["nonneg", "positive", "positions", "sums_to_one", "orthogonal"])
def test_a_promise_broken_shows_that_it_is_used(word: str) -> None:
    """Planted: what is false gives another result than the plain formula."""
    text = {
        "nonneg": "K[i] = -x[i]\ns = sum[i](abs(K[i]))", "positive": "K[i] = -x[i]\ns = sum[i](abs(K[i]))",
        "positions": "K[i] = int(x[i]) + 9\ns = sum[i,k]((K[i] == k)*(B[i,k] + 1))",
        "sums_to_one": "K[i] = 2*x[i]\ns = sum[i](K[i])", "orthogonal": "K[i,j] = 2*(i == j)*x[i]\ns = sum[i,j,k](K[i,j]*K[i,k])",
    }[word]  # fmt: skip
    plain = es.parse(text)
    given = {n: ARRAYS[n] for n in plain.inputs}
    declared = es.compile(f"K : {word}\n{text}", target="cpu")
    assert not np.allclose(declared(**{n: given[n] for n in declared.inputs}), es.evaluate(plain, given))


def test_several_words_and_what_is_known_already() -> None:
    e = es.parse("K : posdef tridiagonal nonneg\nK[i,j] = x[i]*x[j]\ny = sum[i,j](abs(K[i,j])) + logdet[i,j](K[i,j])")
    assert str(e).startswith("K[i,j] = posdef[i,j](nonneg(x[i]*x[j])*(j <= i + 1)*(i <= j + 1))")
    assert "abs" not in str(es.simplify(e))
    f = es.compile(e)
    assert f(x=np.ones(1)) == 1 and "Cholesky" in f.explain()
    assert str(es.simplify("K : nonneg\nK[i] = exp(x[i])\ny[i] = 2*K[i]")) .startswith("K[i] = exp(x[i])")
    x = es.tensor("x[i]")
    assert str(es.nonneg(x) * es.positive(x)) == "[i] = nonneg(x[i])*positive(x[i])"
    P = es.tensor("P[b,k]")
    assert str(es.simplify(es.sum(es.sums_to_one(P, "k") * es.scalar("a"), "k"))) == "P : (_, _)\n[b] = a*(b < size(P, 0))"
    Q, k = es.orthogonal(es.tensor("Q[i,j]")), es.index("k")
    e = es.sum(Q * Q.subs({"j": k}), "i") * es.tensor("x[j]") * es.tensor("y[k]")
    assert str(es.simplify(e)) == "[j,k] = x[j]*y[k]*(j == k)"


def test_states_of_recurrences() -> None:
    """What every statement of a state says; a row beside the starting values is 0, and no sum of 1."""
    step = "h[t,k] = (h[t-1,k] + x[t,k])/sum[m](h[t-1,m] + x[t,m])\ny[t] = sum[k](h[t,k])*x[t,0] + sum[k](abs(h[t,k]))"
    plain = es.parse(f"h[0,k] = x[0,k]/sum[m](x[0,m])\n{step}")
    declared = es.parse(f"h : sums_to_one nonneg\nh[0,k] = x[0,k]/sum[m](x[0,m])\n{step}")
    assert str(es.simplify(declared)).split("\n")[-1] == "y[t] = x[t,0] + 1"
    x = RNG.uniform(0.5, 1.5, (4, 3))
    for target in ("cpu", "numpy"):
        np.testing.assert_allclose(es.compile(declared, target=target)(x=x), es.evaluate(plain, {"x": x}), rtol=1e-12)
        slope = es.compile(es.jacobian(declared, "x"), target=target)(x=x)
        np.testing.assert_allclose(slope, es.evaluate(es.jacobian(plain, "x"), {"x": x}), atol=1e-12)
    without = es.parse(f"h : sums_to_one nonneg\n{step}")
    assert str(es.simplify(without)).split("\n")[-1] != "y[t] = x[t,0] + 1"


def test_sums_that_only_look_like_whole_rows() -> None:
    for read in ("s[i] = sum[k](K[i,k+1])", "s = sum[i](K[i,0])", "s = sum[i,k](K[i,k]*(k < 3))", "s = sum[k](K[k,k])"):
        for word in ("sums_to_one", "orthogonal"):
            text = f"K[i,k] = B[i,k]*x[i]\n{read}"
            given = {n: ARRAYS[n] for n in ("B", "x")}
            got = es.compile(f"K : {word}\n{text}", target="cpu")(**given)
            np.testing.assert_allclose(got, es.evaluate(es.parse(text), given), rtol=1e-12)


def test_refused() -> None:
    with pytest.raises(es.NotationError, match="P is declared sums_to_one and computed with 0 axes"):
        es.parse("P : sums_to_one\nP = x[0]")
    with pytest.raises(es.NotationError, match="K is declared nonneg with 1 axis and computed with 2 axes"):
        es.parse("K : (_) nonneg\nK[i,j] = x[i]*x[j]")
    with pytest.raises(es.DtypeError, match="nonneg is not defined for complex numbers"):
        es.compile("K : nonneg\nK[i] = z[i]\ns = sum[i](K[i])")(z=np.ones(2, complex))


def test_covariances_of_a_recurrence() -> None:
    text = """
        P[0,i,j] = (i == j)*v[i]
        P[t,i,j] = sum[k,l](F[i,k]*P[t-1,k,l]*F[j,l]) + (i == j)*z[t]
        s = sum[t](logdet[i,j](P[t,i,j]) + sum[i,j](inv[i,j](P[t,i,j])*v[i]*v[j]))
    """
    plain, declared = es.parse(text), es.parse(f"P : posdef\n{text}")
    given = {"v": RNG.uniform(1, 2, 3), "F": RNG.normal(size=(3, 3)), "z": RNG.uniform(1, 2, 5)}
    f = es.compile([declared, es.grad(declared, "F")])
    value, slope = f(**given)
    assert "Cholesky" in f.explain() and "LU" not in f.explain()
    np.testing.assert_allclose(value, es.evaluate(plain, given), rtol=1e-10)
    np.testing.assert_allclose(slope, es.evaluate(es.grad(plain, "F"), given), rtol=1e-8)
