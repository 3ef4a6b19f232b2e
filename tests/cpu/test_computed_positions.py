"""Reads at positions that are computed: where bounds decide, and where a compiled program looks at the positions."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import espresso as es
from espresso.api import gather_checks

RNG = np.random.default_rng(8)
A = RNG.normal(size=(7, 5))
X = RNG.normal(size=40)
T = RNG.integers(0, 20, 30)

BOUNDED: list[tuple[str, dict[str, Any], Any]] = [
    ("y[i] = A[i,argmax[j](A[i,j])]", {"A": A}, A.max(1)),
    ("p[i] = argmin[j](A[i,j])\ny[i] = A[i,p[i]]", {"A": A}, A.min(1)),
    ("y[i] = x[argmax[j](A[i,j])*9]", {"A": A, "x": X}, X[A.argmax(1)*9]),
    ("p[i,j] = argsort[j](A[i,j])\ny[i,j] = A[i,p[i,j]]", {"A": A}, np.sort(A, 1)),
    ("y = x[argmax[i,j](A[i,j])]", {"A": A, "x": X}, X[A.argmax()]),
    ("y[i] = x[where(t[i] > 10, t[i], 0)]", {"t": T, "x": X}, X[np.where(T > 10, T, 0)]),
    ("y[i] = x[t[i] + (t[i] > 3)]", {"t": T, "x": X}, X[T + (T > 3)]),
    ("k[i] = t[i]*2 + 1\ny[i] = x[k[i]]", {"t": T, "x": X}, X[T*2 + 1]),
]


@pytest.mark.parametrize(("text", "given", "right"), BOUNDED, ids=[row[0] for row in BOUNDED])
def test_bounds_decide(text: str, given: dict[str, Any], right: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """No positions are computed to be looked at: argmax is inside the axis over which it goes, and so on."""

    def refused(self: Any) -> None:
        raise AssertionError("positions are computed")

    monkeypatch.setattr(gather_checks.BoundsCheck, "check", refused)
    np.testing.assert_allclose(es.compile(text, target="cpu")(**given), right)


def test_what_wraps_around_is_not_bounded() -> None:
    """``2*t`` of int8 is negative from 64 on."""
    for text in ("y[i] = x[2*t[i]]", "k[i] = 2*t[i]\ny[i] = x[k[i]]"):
        f = es.compile(text, target="cpu")
        f(t=np.array([3, 60], "i1"), x=np.arange(300.0))
        with pytest.raises(es.InputError, match="-128"):
            f(t=np.array([3, 64], "i1"), x=np.arange(300.0))


LOOKED_AT: list[tuple[str, dict[str, Any], dict[str, Any]]] = [
    ("y[i] = x[int(floor(u[i]))]", {"u": np.linspace(0, 39.9, 50)}, {"u": np.linspace(0, 40, 50)}),
    ("y[i] = x[int(floor(u[i]))]", {"u": np.linspace(0, 39.9, 50)}, {"u": np.array([1, np.nan])}),
    ("y[i] = where(t[i] > 0, x[t[i]-1], 0)", {"t": np.array([0, 1, 40])}, {"t": np.array([0, 1, 41])}),
    ("k[i] = int(floor(u[i]))\ny[i] = x[k[i]+1] - x[k[i]]", {"u": np.array([0, 38.5])}, {"u": np.array([0, 39.5])}),
]


@pytest.mark.parametrize(("text", "good", "bad"), LOOKED_AT)
def test_a_compiled_program_looks_at_positions(
    text: str, good: dict[str, Any], bad: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It finds what the reference finds, whose message stays."""
    slow, fast = es.compile(text, target="cpu"), es.compile(text, target="cpu", sizes={})
    asked = []
    compiled = gather_checks.Looked._all_inside

    def recorded(self: Any, *given: Any) -> bool:
        asked.append(compiled(self, *given))
        return asked[-1]

    monkeypatch.setattr(gather_checks.Looked, "_all_inside", recorded)
    with pytest.raises(es.InputError) as expected:
        slow(**bad, x=X)
    right = slow(**good, x=X)
    assert not asked
    monkeypatch.setattr(gather_checks, "ONCE", 0.0)
    for _ in range(2):
        np.testing.assert_array_equal(fast(**good, x=X), right)
        with pytest.raises(es.InputError) as found:
            fast(**bad, x=X)
        assert str(found.value) == str(expected.value)
    assert asked == [True, False, True, False]


def test_positions_of_other_lengths_are_looked_at_by_the_same_program(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gather_checks, "ONCE", 0.0)
    f = es.compile("y[i] = x[int(floor(u[i]))]", target="cpu")
    for n, m in ((5, 3), (9, 30), (1, 1), (4, 0)):
        u = RNG.uniform(0, n, m)
        np.testing.assert_array_equal(f(u=u, x=X[:n]), X[u.astype(int)])
        with pytest.raises(es.InputError, match="outside"):
            f(u=np.array([0.5, n]), x=X[:n])


def test_lengths_that_are_given_are_looked_at_by_the_reference(monkeypatch: pytest.MonkeyPatch) -> None:
    """No array tells how far ``i`` runs."""
    monkeypatch.setattr(gather_checks, "ONCE", 0.0)
    f = es.compile("y[i] = x[int(floor(c[0]*i))]", target="cpu", sizes={"i": 6})
    for _ in range(2):
        np.testing.assert_array_equal(f(x=X, c=np.array([2.5])), X[[0, 2, 5, 7, 10, 12]])
        with pytest.raises(es.InputError, match="40 is outside"):
            f(x=X, c=np.array([10.0]))


def test_the_last_position_of_an_extreme_counts() -> None:
    """``x`` has an element less than the rows of ``A``."""
    f = es.compile("y[i] = x[argmax[j](A[i,j])]", target="cpu")
    np.testing.assert_array_equal(f(A=np.eye(4, 5), x=X[:4]), X[:4])
    with pytest.raises(es.InputError, match="= 4 is outside"):
        f(A=np.eye(5), x=X[:4])
