"""Large arrays in Fortran's order, and with other axes moved: formulas of their transposes compute the same."""

from __future__ import annotations

import gc
import weakref

import numpy as np
import pytest

import espresso as es
from espresso.runtime.cpu import programs, transposed_inputs

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
    of_transposes = transposed_inputs.of_transposes

    def watched(*given: object) -> object:
        found.append(of_transposes(*given))
        return found[-1]

    monkeypatch.setattr(transposed_inputs, "of_transposes", watched)
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
