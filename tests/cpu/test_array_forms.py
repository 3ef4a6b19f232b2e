"""Formulas of transposes compute the same of large arrays in Fortran's order; those without axes of length 1 too."""

from __future__ import annotations

import gc
import weakref
from pathlib import Path

import numpy as np
import pytest

import espresso as es
from espresso.runtime.cpu import array_forms, programs

RNG = np.random.default_rng(11)
FORMULAS = {
    "s[i] = sum[j](X[i,j])": "X",
    "s[j] = sum[i](X[i,j])": "X",
    "s = sum[i,j](X[i,j]*size(X, 0)/size(X, 1))": "X",
    "s[i] = sum[j](exp(X[i,j])*v[j])": "Xv",
    "s[i] = max[j](pad(X, -1)[i+1,j-2]*Y[i,j])": "XY",
    "a[j] = argmax[i](X[i,j])": "X",
    "s[i] = sum[j](X[t[i],j])": "Xt",
    "m[j] = mean[i](X[i,j]); s[j] = sum[i]((X[i,j] - m[j])**2)": "X",
    "s[i] = Q[i,i]*sum[j](abs(Q[i,j]))": "Q",
    "s[k] = sum[i,j](Z[i,j,k]**2)": "Z",
    "h[0,i] = v[i]; h[t,i] = h[t-1,i]/2 + sum[k](X[k,i])*(t < 3)": "Xvk",
}


@pytest.fixture(autouse=True)
def _small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(programs, "TRANSPOSED", 1)
    monkeypatch.setattr(programs, "COPY_LIMIT", -1)  # nor does the call entry copy


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """Programs for transposes that were made."""
    found: list[object] = []
    of_transposes = array_forms.of_transposes

    def watched(*given: object) -> object:
        found.append(of_transposes(*given))
        return found[-1]

    monkeypatch.setattr(array_forms, "of_transposes", watched)
    return found


def _arrays(names: str) -> dict[str, np.ndarray]:
    sizes = {"Q": (30, 30), "X": (30, 40), "Y": (30, 40), "v": (40,), "Z": (6, 7, 20)}
    found = {n: RNG.normal(size=sizes[n]) for n in names if n in sizes}
    return found | ({"t": RNG.integers(0, 30, 9)} if "t" in names else {})


@pytest.mark.parametrize("text", FORMULAS)
def test_results_are_the_same(text: str, made: list[object]) -> None:
    """In every order of the axes, also of parts of an array and with ``out=``; results do not depend on earlier calls."""
    options = {"sizes": {"t": 5}} if "h[0" in text else {}
    f = es.compile(text, **options)
    arrays = _arrays(FORMULAS[text])
    meant = f(**arrays)
    turned = {n: np.asfortranarray(a) for n, a in arrays.items()}
    assert all(a.flags.f_contiguous for a in turned.values())
    first = f(**turned)
    np.testing.assert_allclose(first, meant, rtol=1e-12, atol=1e-12)
    np.testing.assert_array_equal(f(**turned), first)
    out = np.empty_like(meant)
    f(**turned, out=out)
    np.testing.assert_array_equal(out, first)
    inside = {n: np.asfortranarray(np.repeat(a, 2, -1)) [..., ::2] if a.ndim > 1 else a for n, a in arrays.items()}
    np.testing.assert_allclose(f(**inside), meant, rtol=1e-12, atol=1e-12)
    assert made and (None in made) == ("h[0" in text)  # a recurrence takes its arrays as a whole


def test_three_axes() -> None:
    """Any order of them."""
    f = es.compile("s[k] = sum[i,j](Z[i,j,k]*w[j])")
    Z, w = RNG.normal(size=(6, 7, 20)), RNG.normal(size=7)
    meant = np.einsum("ijk,j->k", Z, w)
    for order in ((0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0)):
        lying = np.ascontiguousarray(Z.transpose(order)).transpose(np.argsort(order))
        np.testing.assert_allclose(f(Z=lying, w=w), meant, rtol=1e-12)


def test_large_results_are_written_along_their_rows(made: list[object]) -> None:
    """Such inputs are copied; so are those that a formula takes as a whole, or declares."""
    X = np.asfortranarray(RNG.normal(size=(30, 30)) + 40*np.eye(30))
    np.testing.assert_array_equal(es.compile("y[i,j] = 2*X[i,j]")(X=X), 2*X)
    assert not made
    f = es.compile("X : symmetric\ns[i] = sum[j](exp(X[i,j]))")
    np.testing.assert_allclose(f(X=X + X.T), np.exp(X + X.T).sum(1))
    np.testing.assert_allclose(es.compile("s[i] = sum[j](exp(X[i,j]))")(X=X), np.exp(X).sum(1))


def test_small_arrays_are_copied(monkeypatch: pytest.MonkeyPatch, made: list[object]) -> None:
    """Below `TRANSPOSED` bytes no second program is made."""
    monkeypatch.undo()
    X = np.asfortranarray(RNG.normal(size=(30, 40)))
    np.testing.assert_allclose(es.compile("s[i] = sum[j](X[i,j])")(X=X), X.sum(1))
    assert not made


def test_wrong_positions_are_refused_before_anything_is_written() -> None:
    """As for arrays in C order."""
    f = es.compile("s[i] = sum[j](X[t[i],j])")
    X, out = np.asfortranarray(RNG.normal(size=(30, 40))), np.full(3, 7.0)
    with pytest.raises(es.EspressoError, match="30"):
        f(X=X, t=np.array([0, 30, 1]), out=out)
    assert (out == 7).all()


def test_nothing_is_held_by_a_circle() -> None:
    """A function that nobody holds is gone, with the programs for transposes."""
    f = es.compile("s[i] = sum[j](cos(X[i,j]))")
    f(X=np.asfortranarray(RNG.normal(size=(30, 40))))
    gone = weakref.ref(f)
    del f
    gc.collect()
    assert gone() is None


COLUMNS = {
    "y[i,j] = tanh(A[i,j] + b[j])*c[i]": True,
    "s[j] = sum[i](A[i,j]*B[i,j])": True,
    "s[i] = sum[j](exp(A[i,j])*b[j])": True,
    "s = sum[i,j](A[i,j]**2)": False,  # one loop runs over both axes
    "y[i,j] = A[i,j] + B[i,j]": False,
    "m[j] = mean[i](A[i,j]); v[j] = mean[i]((A[i,j] - m[j])**2); y[i,j] = (A[i,j] - m[j])/sqrt(v[j] + 1)*b[j]": True,
    "y[i,j] = A[i,j] + R[j,i]*size(A,1) + j": True,
    "p[i,j] = max[k](B[i,k])*A[i,j]; y[i,k] = sum[j](p[i,j]*b[j])*B[i,k]": True,
    "y[i,j] = where(A[i,j] > B[i,j], A[i,j], b[j])": True,
    "j : index 1\ny[i,j] = A[i,j]*c[i]": True,
    "y[i,j] = sum[k](X[i,k]*W[k,j]) + b[j]": True,
    "y[i,j] = softmax[j](A[i,j])*B[i,j]": False,  # functions that reorder an index
    "y[i,j] = softmax[i](A[i,j])*b[j]": True,
    "n[i] = sum[j](A[i,j] > 0); y[i] = c[i]*n[i]": False,  # a sum of truth values is a number
    "y[i,j] = softmax[i](A[i,j])": True,  # the sums are over one of the indices alone
    "y[i,j] = A[i,j] - mean[k](A[i,k]) + b[j]": True,
    "y[i,j] = pad(A)[i-1,j] + A[i,j]": False,
    "y[i] = c[i]*b[0]": False,  # no loop has length 1
}
"""Formulas of columns, and whether they have a form without axes of length 1."""


@pytest.mark.parametrize("dtype", ["float32", "float64", "complex128"])
@pytest.mark.parametrize("text", list(COLUMNS))
def test_axes_of_length_1_take_no_loops(text: str, dtype: str) -> None:
    if dtype == "complex128" and any(word in text for word in ("max", ">", "sqrt")):
        return
    rng = np.random.default_rng(3)
    shapes = {"A": (9000, 1), "B": (9000, 1), "R": (1, 9000), "b": (1,), "c": (9000,), "X": (9000, 3), "W": (3, 1)}
    given = {n: rng.standard_normal(s).astype(dtype) for n, s in shapes.items()}
    given["B"] = rng.standard_normal((9000, 4)).astype(dtype)[:, 1:2]  # a column of a matrix
    e = es.parse(text)
    f = es.compile(e)
    given = {n: given[n] for n in f.inputs}
    right = es.evaluate(e, given)
    found = f(**given)
    assert (type(f._last) is array_forms.WithoutUnitAxes) == COLUMNS[text]
    assert found.shape == right.shape and found.dtype == right.dtype
    np.testing.assert_allclose(found, right, rtol=2e-5 if dtype == "float32" else 1e-12, atol=1e-5 * (dtype == "float32"))
    out = np.full_like(found, 7)
    assert f(**given, out=out) is out and np.array_equal(out, found)
    strided = np.full((2, *found.shape), 7, dtype).swapaxes(0, -1)[..., 0] if found.ndim == 1 else None
    if strided is not None:
        assert np.array_equal(f(**given, out=strided), found) and np.array_equal(strided, found)
    source = f.source  # the program as the formula is written
    assert text.split("\n")[-1].split(";")[-1].strip().partition("[")[0] in source


def test_gradients_and_other_lengths_of_columns() -> None:
    e = es.parse("z[i,j] = sum[k](X[i,k]*W[k,j]) + b[j]; L = sum[i,j]((z[i,j] - Y[i,j])**2)")
    f, rng = es.compile(es.grad(e, ["W", "b", "X"])), np.random.default_rng(4)
    for m, n in ((9000, 1), (10, 1), (9001, 1), (9000, 2), (1, 9000), (9000, 1), (0, 1)):
        given = {"X": rng.random((m, 3)), "W": rng.random((3, n)), "b": rng.random(n), "Y": rng.random((m, n))}
        rest = 2 * (given["X"] @ given["W"] + given["b"] - given["Y"])
        right = given["X"].T @ rest, rest.sum(0), rest @ given["W"].T
        for found, expected in zip(f(**given), right, strict=True):
            assert found.shape == expected.shape
            np.testing.assert_allclose(found, expected, rtol=1e-11, atol=1e-12)
    assert len(f._by_units) == 2


def test_several_results_of_columns_and_arrays_without_names() -> None:
    A, b, c = es.tensors("A[i,j] b[j] c[i]")
    i, j = es.index("i"), es.index("j")
    inner = es.exp(A[i, j] * b[j])
    named = es.parse("t[i,j] = A[i,j]*b[j]; u[j] = sum[i](t[i,j]*c[i]); v[i] = sum[j](t[i,j]*u[j])")
    f = es.compile({"first": inner, "second": es.sum(inner * c[i], j), **named.outputs})
    rng = np.random.default_rng(5)
    given = {"A": rng.random((9000, 1)), "b": rng.random(1), "c": rng.random(9000)}
    found, t = f(**given), given["A"] * given["b"]
    right = {
        "first": np.exp(t), "second": np.exp(t)[:, 0] * given["c"], "v": t[:, 0] * (t[:, 0] @ given["c"]),
    }  # fmt: skip
    for name, expected in right.items():
        assert found[name].shape == expected.shape
        np.testing.assert_allclose(found[name], expected, rtol=1e-11)
    assert type(f._last) is array_forms.WithoutUnitAxes
    again = f(**given)
    assert all(np.array_equal(found[n], again[n]) and not np.shares_memory(found[n], again[n]) for n in found)


def test_wrong_shapes_of_columns_are_refused_as_others_are(tmp_path: Path) -> None:
    f = es.compile("y[i,j] = A[i,j]*b[j] + B[i,j]")
    a, b = np.ones((9000, 1)), np.ones(1)
    with pytest.raises(es.ExtentError, match="B"):
        f(A=a, b=b, B=np.ones((9000, 2)))
    assert f(A=a, b=b, B=a).shape == (9000, 1)
    f.save(tmp_path / "kept.py")
    assert "for j in range" in f.source


def test_neither_the_function_nor_arrays_of_columns_are_held() -> None:
    f = es.compile("y[i,j] = exp(A[i,j])*b[j]")
    a = np.ones((9000, 1))
    first, owner = weakref.ref(a), weakref.ref(f)
    f(A=a, b=np.ones(1))
    assert type(f._last) is array_forms.WithoutUnitAxes and "for j in range" in f.source
    del a
    gc.collect()
    assert first() is None
    with pytest.raises(es.ExtentError, match="position 3"):
        es.compile("y[i] = A[i,3]*c[i] + sum[j](A[i,j])")(A=np.ones((9000, 1)), c=np.ones(9000))
    del f
    gc.collect()
    assert owner() is None


def test_two_axes_of_length_1_side_by_side_are_no_loop() -> None:
    f, a = es.compile("y[c,h,w] = A[h,w,c]*2"), np.random.default_rng(6).random((1, 1, 9000))
    np.testing.assert_array_equal(f(A=a), a.transpose(2, 0, 1) * 2)
    assert type(f._last) is array_forms.WithoutUnitAxes


def test_calls_of_columns_are_machine_code() -> None:
    """Also in other layouts, with ``out=``, and back and forth between lengths, where Python looks at the inputs."""
    f, rng = es.compile("y[i,j] = exp(A[i,j])*b[j] + c[i]"), np.random.default_rng(8)
    for m in (9000, 9000, 9001, 9000):
        A, c = rng.random((m, 1)), rng.random(m)
        for a in (A, np.asfortranarray(A), rng.random((m, 4))[:, 1:2], A[::-1], A.astype(">f8"), A.astype("f4"), A.tolist()):
            expected = np.exp(np.asarray(a)) * 0.5 + c[:, None]
            for out in (None, np.full((m, 1), 7.0), np.full((m, 2), 7.0)[:, 1:]):
                found = f(A=a, b=np.array([0.5]), c=c, out=out)
                assert found.shape == (m, 1) and (out is None or found is out)
                np.testing.assert_allclose(found, expected, rtol=1e-6 if getattr(a, "itemsize", 8) == 4 else 1e-13)
    f(A=A, b=np.array([0.5]), c=c)
    assert type(f._last) is array_forms.WithoutUnitAxes and f._fast is not None
    assert f._fast((A, np.array([0.5]), c), {}, None).shape == (9000, 1)  # None where the record has other shapes
    with pytest.raises(es.ExtentError, match="two lengths"):
        f(A=A[1:], b=np.array([0.5]), c=c)
    assert f(A=A[:5], b=np.array([0.5]), c=c[:5]).shape == (5, 1)
