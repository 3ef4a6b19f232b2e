"""Rows of a kernel that lie in the result computed from them: where that is safe, and that nothing else changes."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import espresso as es
from espresso.ir.loops import Kernel
from espresso.ir.storage.liveness import rows_in_results
from espresso.reference.evaluator import evaluate

SOFTMAX = "softmax[k](z[i,k])"
PLACED = [
    f"p[i,k] = {SOFTMAX}",
    f"y[i,k] = {SOFTMAX} + z[i,k]",
    f"y[i,k] = {SOFTMAX}*(i == k)",
    "y[i,k] = softmax[k](exp(z[i,k])*tanh(z[i,k]))",
    f"y[i,k] = sqrt({SOFTMAX}) - z[i,k]",
    "p[i,j,k] = softmax[j,k](z[i,j,k])",
]
APART = [
    f"p[k,i] = {SOFTMAX}",  # another order of axes
    f"y[i,k] = sin({SOFTMAX})",  # a loop that may run twice
    f"y[i,k] = cumsum[k]({SOFTMAX})",  # no map
    f"s[i] = sum[k]({SOFTMAX}*z[i,k])",  # no row
    f"y[i,k] = {SOFTMAX}*d[i,k]",  # another dtype
]


def _given(text: str, rows: int, columns: int) -> dict[str, Any]:
    shape = (rows, 3, columns) if "i,j,k" in text else (rows, columns)
    z, d = np.random.default_rng(1).normal(size=(2, *shape))
    return {"z": z.astype("float32"), "d": d} if "d[" in text else {"z": z.astype("float32")}


def _scratch(f: Any) -> int:
    return sum(text.count("np.empty") for text in f.kernels.values())


@pytest.mark.parametrize("text", PLACED + APART)
def test_results_are_those_of_the_reference(text: str) -> None:
    """Also with one thread and several slices, no whole vectors, one element, nothing, and numbers that are not finite."""
    f, e = es.compile(text, target="cpu"), es.parse(text)
    for rows, columns in [(3, 5), (1, 1), (0, 4), (257, 67)]:
        given = _given(text, rows, columns)
        if rows > 100:
            given["z"][0, ..., 0], given["z"][1, ..., 1] = -np.inf, np.nan
            given["z"][2] = -np.inf
        with np.errstate(all="ignore"):
            expected = evaluate(e, given)
        np.testing.assert_allclose(f(**given), expected, rtol=2e-5, atol=1e-6)


@pytest.mark.parametrize("text", PLACED)
def test_a_row_lies_in_the_result(text: str) -> None:
    f = es.compile(text, target="cpu")
    f(**_given(text, 3, 5))
    (kernel,) = (s for s in f.program.steps if isinstance(s, Kernel))
    found = rows_in_results(kernel, {})
    assert len(found) == 1 and _scratch(f) == len(kernel.rows) - 1


@pytest.mark.parametrize("text", [APART[1], APART[2], APART[4]])
def test_a_row_lies_apart(text: str) -> None:
    """Functions of large arguments, say, are computed again by the C library, from what the first loop has overwritten."""
    f = es.compile(text, target="cpu")
    f(**_given(text, 3, 5))
    assert _scratch(f) == 1


def test_a_result_where_an_array_lies_that_is_read_keeps_the_row_apart() -> None:
    """The row would overwrite the array before its last elements are read."""
    f = es.compile(PLACED[1], target="cpu")
    f(**_given(PLACED[1], 3, 5))
    (kernel,) = (s for s in f.program.steps if isinstance(s, Kernel))
    assert rows_in_results(kernel, {"y": "z"}) == {}


def test_of_two_results_the_last_one_takes_the_row() -> None:
    """The first one is written before the other one reads the row."""
    first = es.parse("p[i,k] = exp(z[i,k]) - max[l](exp(z[i,l]))")
    last = es.parse("q[i,k] = exp(z[i,k])*sum[l](exp(z[i,l])) + z[i,k]")
    given = _given(PLACED[0], 40, 33)
    f = es.compile([first, last], target="cpu")
    for one, e in zip(f(**given), (first, last), strict=True):
        np.testing.assert_allclose(one, evaluate(e, given), rtol=2e-5, atol=1e-6)
    (kernel,) = (s for s in f.program.steps if isinstance(s, Kernel))
    assert list(rows_in_results(kernel, {}).values()) == ["q"]


def test_out_that_overlaps_the_input_is_computed_apart() -> None:
    """The input is read again after the row has been written."""
    given = _given(PLACED[1], 40, 33)
    expected = evaluate(es.parse(PLACED[1]), given)
    f = es.compile(PLACED[1], target="cpu")
    z = given["z"]
    f(z=z, out=z)
    np.testing.assert_allclose(z, expected, rtol=2e-5, atol=1e-6)
