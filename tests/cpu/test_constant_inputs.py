"""``compile(..., constant=[...])``: W15, test 15, and what is kept, for how long."""

from __future__ import annotations

import pickle
from typing import Any

import numpy as np
import pytest

import espresso as es
from espresso.compiler.lowering.constant_parts import split
from espresso.errors import ExtentError, InputError
from espresso.ir.calls import Contraction
from espresso.reference.evaluator import evaluate

LOOP = "Y[i,j] = A[i,k]*B[k,j] + u[i]*u[j]"
N = 20


def normal(*shape: int, seed: int = 0) -> Any:
    return np.random.default_rng(seed + len(shape)).normal(size=shape)


def arrays() -> dict[str, Any]:
    return {"A": normal(N, N), "B": normal(N, N, seed=5), "u": normal(N)}


def products(f: Any) -> int:
    return sum(isinstance(s, Contraction) for s in f.program.steps)


def counted(f: Any, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Grows by one whenever the kept arrays are made."""
    made: list[int] = []
    prepare = type(f)._prepare
    monkeypatch.setattr(type(f), "_prepare", lambda self, given: (made.append(1), prepare(self, given))[1])
    return made


def test_a_product_that_does_not_depend_on_the_iteration_is_made_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """W15, test 15: AB inside a loop."""
    f = es.compile(LOOP, constant=["A", "B"])
    made = counted(f, monkeypatch)
    given = arrays()
    for step in range(4):
        u = normal(N, seed=step)
        np.testing.assert_allclose(f(A=given["A"], B=given["B"], u=u), given["A"] @ given["B"] + np.outer(u, u), rtol=1e-12)
    assert len(made) == 1
    assert products(f) == 0
    assert "computed once for the arrays A, B" in f.explain()


def test_another_array_is_noticed_and_a_change_inside_is_not() -> None:
    f = es.compile(LOOP, constant=["A", "B"])
    given = arrays()
    first = f(**given)
    other = {**given, "A": 2 * given["A"]}
    np.testing.assert_allclose(f(**other), evaluate(f.expressions[0], other))
    np.testing.assert_array_equal(f(**given), first)
    given["A"][0] += 1
    np.testing.assert_array_equal(f(**given), first)  # documented: the object is the same
    assert f.prepare() is f
    np.testing.assert_allclose(f(**given), evaluate(f.expressions[0], given))
    f.prepare(B=np.zeros((N, N)))
    np.testing.assert_allclose(f(u=given["u"]), np.outer(given["u"], given["u"]))


def test_constants_may_be_left_out_once_they_are_given() -> None:
    f = es.compile(LOOP, constant=["A", "B"])
    given = arrays()
    with pytest.raises(InputError, match="missing inputs A, B"):
        f(u=given["u"])
    with pytest.raises(InputError, match="constant inputs A, B missing"):
        f.prepare()
    expected = evaluate(f.expressions[0], given)
    np.testing.assert_allclose(f.prepare(A=given["A"], B=given["B"])(given["u"]), expected)
    np.testing.assert_allclose(f(u=given["u"]), expected)
    np.testing.assert_allclose(f(*(given[n] for n in f.inputs)), expected)
    out = np.empty((N, N))
    assert f(u=given["u"], out=out) is out
    np.testing.assert_allclose(out, expected)
    again = pickle.loads(pickle.dumps(f))
    np.testing.assert_allclose(again(**given), expected)


@pytest.mark.parametrize(
    ("text", "names", "calls"),
    [
        ("c[i] = A[k,i]*B[k,l]*A[m,l]*B[m,p]*u[p]", "AB", 1),
        ("c[i] = A[k,i]*A[k,j]*u[j]", "A", 1),
        ("S[i,j] = A[k,i]*A[k,j]\nc[i] = S[i,j]*u[j]\nd = c[i]*u[i] + sum[i](S[i,i])", "A", 1),
        ("P[i,j] = W[i,k]*V[k,j]\nc[i] = P[i,j]*u[j]", "WV", 2),  # of low rank: two thin products are less
        ("c[i] = W[i,k]*V[k,j]*u[j]", "WV", 2),
        ("c[i,j] = exp(sin(A[i,j]))*u[j]", "A", 0),
        ("c[i,j] = A[i,j] + u[j]", "A", 0),
        ("c[i] = sum[j](exp(A[i,j])*u[j])", "A", 1),
        ("c[i] = softmax[i](A[i,j]*u[j])", "A", 1),
        ("c[i,j] = inv[i,j](A[i,j])*u[j]", "A", 0),
        ("y = sum[i,k](A[i,k]*B[k,i]) + sum[i](u[i])", "AB", 0),
        ("y[i] = sum[k](A[i,k]*(k <= i)) + u[i]", "A", 0),
        ("y[i] = sum[k](A[i,k]) + u[i+1]", "A", 0),
        ("y[i] = sum[r](A[i+r,0]*B[r,1]) + u[i]", "A", 0),
    ],
)  # fmt: skip
def test_what_is_kept_gives_the_same_results(text: str, names: str, calls: int) -> None:
    given = {**arrays(), "W": normal(N, 2), "V": normal(2, N)}
    given["B"] = given["B"][:3] if "A[i+r" in text else given["B"]
    e = es.parse(text)
    f = es.compile(e, constant=list(names))
    given = {n: given[n] for n in f.inputs}
    if "u[i+1]" in text or "A[i+r" in text:
        given["A"] = given["A"][: N - 1] if "u[i+1]" in text else np.vstack([given["A"], given["A"]])[: N + 2]
    for _ in range(2):
        np.testing.assert_allclose(f(**given), evaluate(e, given), rtol=1e-9)
    assert products(f) == calls, f.explain()


def test_parts_have_the_indices_that_pay() -> None:
    square = {"A": (N, N), "W": (N, 2), "V": (2, N), "x": (N, 1), "y": (N, 1)}

    def parts(text: str, *constants: str) -> list[str]:
        e = es.parse(text)
        root = e if e.op == "let" else e.args[-1]
        made = split([root], constants, lambda size: square[size.args[0].data.name][size.data])[1]
        return [str(s.args[0]) for s in made.values()]

    assert parts("c[i] = A[k,i]*A[k,j]*u[j]", "A") == ["sum[k](A[k,i]*A[k,j])"]
    assert parts("c[i] = W[i,k]*V[k,j]*u[j]", "W", "V") == []
    assert parts("c[i,j] = W[i,k]*V[k,j] + u[j]", "W", "V") == ["sum[k](W[i,k]*V[k,j])"]
    assert parts("c[i] = sum[j](exp(-sum[d]((x[i,d] - y[j,d])**2))*u[j])", "x", "y") == []
    assert parts("c[i] = u[i]*A[i,i]", "A") == []


def test_numbers_and_short_floats_keep_their_dtypes() -> None:
    """A Python number never widens float32; a sum of float16 stays in float32 inside the program."""
    f = es.compile("y[i] = exp(a)*x[i] + sum[k](h[k])", constant=["a", "h"])
    x, h = normal(5).astype(np.float32), normal(7).astype(np.float16)
    plain = es.compile("y[i] = exp(a)*x[i] + sum[k](h[k])")
    for a in (0.5, 0.5, 2.0):
        value = f(a=a, x=x, h=h)
        assert value.dtype == np.float32
        np.testing.assert_array_equal(value, plain(a=a, x=x, h=h))


def test_mistakes_are_told_before_anything_is_computed() -> None:
    with pytest.raises(InputError, match="'C' is no input of the formulas"):
        es.compile(LOOP, constant=["C"])
    with pytest.raises(ValueError, match="do not go together"):
        es.compile(LOOP, constant=["A"], structure="factored")
    f = es.compile(LOOP, constant="A")
    given = arrays()
    with pytest.raises(ExtentError, match=r"A\[i,k\]"):
        f(**{**given, "B": normal(N + 1, N)})
    with pytest.raises(InputError, match="'u' is no constant input"):
        f.prepare(u=given["u"])
    np.testing.assert_allclose(f(**given), evaluate(f.expressions[0], given))
