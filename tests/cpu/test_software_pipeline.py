"""The first pass of the next row runs in a pass over this one: the same bits for every row, whichever slice it is in."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest
from cpu import guarded

import espresso as es
from espresso.reference.evaluator import evaluate
from espresso.system import machine_model, threads

AHEAD = {
    "p[i,k] = softmax[k](z[i,k])": 1,
    "p[i] = logsumexp[k](z[i,k])": 1,
    "s = sum[i](logsumexp[k](z[i,k]))": 1,
    "y[i,k] = tanh(z[i,k] - max[l](z[i,l]))*(max[l](z[i,l]) - min[l](z[i,l]))": 2,  # two in one pass
    "p[i,k] = softmax[k](where(y[i,k] > 0, z[i,k], -inf))": 1,  # a mask that is data
    "p[i,k] = softmax[k](where(k <= i, z[i,k], -inf))": 1,  # one that is the row
    "p[i,k] = softmax[k](a[i]*z[i,k] + b[k])": 1,  # what a row has once
    "p[i,k] = softmax[k](a[i]*pad(z)[i-1,k])": 1,  # the row before, if there is one
    "p[b,i,k] = softmax[k](z[b,i,k]*(b + 1)/(1 + i))": 1,  # rows inside another loop
    "y[i,k] = sin(z[i,k])*max[l](z[i,l])": 1,  # a pass that may run twice
    "y[i,k] = exp(z[i,k])*any[l](z[i,l] > 2)": 1,
    "y[i,k] = exp(n[i,k] + z[i,k])*max[l](n[i,l])": 1,
    "p[k,i] = softmax[k](z[i,k])": 1,
}
NOT_AHEAD = [
    "y[i,k] = z[i,k] - max[l](z[i,l])",  # nothing to compute meanwhile
    "y[i,k] = exp(z[i,k] - sum[l](z[i,l]))",  # another order has other digits
    "y[k] = exp(z[0,k] - max[l](z[0,l]))",  # one row
    "y[i,k] = exp(cumsum[k](z[i,k]))*max[l](z[i,l])",  # a pass in an order
]


def _given(text: str, rows: int, columns: int) -> dict[str, Any]:
    random = np.random.default_rng(rows)
    shape = (3, rows, columns) if "z[b,i,k]" in text else (rows, columns)
    z, y = (3 * random.normal(size=(2, *shape))).astype("float32")
    found = {
        "z": z,
        "y": y,
        "a": 0.5 + random.random(rows),
        "b": random.normal(size=columns),
        "n": (5 * z).astype("int32"),
    }
    return {name: found[name] for name in es.parse(text).inputs}


@pytest.mark.parametrize("text", [*AHEAD, *NOT_AHEAD])
def test_results_are_those_of_the_reference(text: str) -> None:
    """Rows of no and of one element, no row and one, no whole vectors; numbers that are not finite in first and last rows."""
    f, e = es.compile(text, target="cpu"), es.parse(text)
    for rows, columns in [(3, 5), (1, 1), (1, 40), (2, 1), (0, 4), (4, 0), (65, 67)]:
        given = _given(text, rows, columns)
        if rows > 50:
            for row, value in [(0, np.nan), (1, -np.inf), (-2, np.nan), (-1, -np.inf)]:
                given["z"][..., row, 3] = value
            given["z"][..., 7, :] = -np.inf
        if "[0," in text and not rows or not columns and not text.startswith("p[i,k] = softmax"):
            continue  # refused: a maximum of nothing
        with np.errstate(all="ignore"):
            expected = evaluate(e, given)
        np.testing.assert_allclose(f(**given), expected, rtol=3e-5, atol=2e-6, err_msg=f"{rows} x {columns}")


@pytest.mark.parametrize("text", [*AHEAD, *NOT_AHEAD])
def test_which_loops_take_the_next_row_along(text: str) -> None:
    f = es.compile(text, target="cpu")
    f(**_given(text, 3, 5))
    assert len({*re.findall(r"(\w+)_next = ", f.source)} - {"i"}) == AHEAD.get(text, 0)
    assert ("i_next = min(i + 1, " in f.source) == (text in AHEAD)


@pytest.mark.parametrize("text", [t for t in AHEAD if not t.startswith("s =")])
def test_slices_have_the_same_bits(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first row of a slice is reduced before the loop, the last one has no next; the same values as with one slice."""
    given = _given(text, 41, 131)
    once = es.compile(text, target="cpu")(**given)
    monkeypatch.setattr(threads, "count", lambda: 4)
    monkeypatch.setattr(machine_model, "rates", lambda: machine_model.Rates(sleeping=1))
    monkeypatch.setattr(threads, "SLICE", 1)
    f = es.compile(text, target="cpu")
    np.testing.assert_array_equal(f(**given), once)


@pytest.mark.skipif(guarded.protection() is None, reason="no mprotect")
def test_nothing_behind_the_last_row_is_read() -> None:
    for text in AHEAD:
        f, given = es.compile(text, target="cpu"), _given(text, 5, 24)
        np.testing.assert_array_equal(f(**{n: guarded.guarded(v) for n, v in given.items()}), f(**given))


def test_a_result_in_the_place_of_what_is_reduced() -> None:
    """The next row would be read from the array that this row is written to: it has a pass of its own."""
    f = es.compile("y[i,l] = sum[k](softmax[k](sum[j](A[i,j]*B[j,k]))*C[k,l])", target="cpu")
    A, B, C = np.random.default_rng(0).normal(size=(3, 33, 33))
    e = np.exp(A @ B - (A @ B).max(1, keepdims=True))
    np.testing.assert_allclose(f(A=A, B=B, C=C), e / e.sum(1, keepdims=True) @ C, rtol=1e-12)
    assert "t = s\n" in f.source and "_next" not in f.source
