"""Positions that a recurrence computes: outside an array they are an error at the step that reads there."""

from __future__ import annotations

import functools
import runpy
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import espresso as es

p = np.array([1.0, 5.0])
LONG = np.arange(20) % 2
CASES: dict[str, tuple[str, dict[str, Any], int | None]] = {
    "twice an input": ("h[0,i] = p[i]; h[t,i] = h[t-1, 2*o[t-1,i]]", {"p": p, "o": np.array([[0, 0], [0, 1]])}, 2),
    "below 0": ("h[0,i] = p[i]; h[t,i] = h[t-1, 2*o[t-1,i]]", {"p": p, "o": np.array([[0, -1], [0, 0]])}, 1),
    "inside": ("h[0,i] = p[i]; h[t,i] = h[t-1, 1 - o[t-1,i]]", {"p": p, "o": np.array([[0, 1], [1, 1]])}, None),
    "a state": ("h[0] = 0; h[t] = w[h[t-1]] + o[t-1]", {"w": np.arange(5), "o": np.array([1, 2, 3, 4])}, 4),
    "a state of floats": (
        "n[0] = 0; n[t] = n[t-1] + o[t]; h[0] = 1; h[t] = h[t-1]*w[n[t]]",
        {"w": np.arange(1.0, 4), "o": np.array([0, 1, 1, 1, 0])}, 3),
    "gathers of gathers": (
        "h[0] = 1; h[t] = h[t-1] + w[v[o[t]]]", {"w": p, "v": np.array([0, 1, 2]), "o": np.array([0, 0, 1, 2, 1])}, 3),
    "the inner one outside": (
        "h[0] = 1; h[t] = h[t-1] + w[v[2*o[t]]]", {"w": p, "v": np.array([0, 1, 1]), "o": np.array([0, 0, 2])}, 2),
    "int32": ("h[0] = 1; h[t] = h[t-1]*w[o[t] - 2]", {"w": p, "o": np.array([2, 3, 2, 1], "i4")}, 3),
    "int8 that wraps": (
        "h[0] = 1; h[t] = h[t-1]*w[o[t] + o[t]]", {"w": np.ones(200), "o": np.array([0, 3, 100], "i1")}, 2),
    "uint64": (
        "h[0] = 1; h[t] = h[t-1]*w[o[t]*o[t]]", {"w": p, "o": np.array([0, 1, 2**32 - 1], "u8")}, 2),
    "uint64 at the top": ("h[0] = 1; h[t] = h[t-1]*w[v[o[t]]]",
                          {"w": p, "v": np.array([0, 1, 2**64 - 1], "u8"), "o": np.array([0, 1, 2])}, 2),
    "the first step": ("h[0] = 1; h[t] = h[t-1]*w[o[t-1] + 2]", {"w": p, "o": np.array([0, 0])}, 1),
    "backward": ("h[size(o,0)] = 1; h[t] = h[t+1]*w[o[t] + o[t]]", {"w": p, "o": np.array([0, 1, 0, 0])}, 1),
    "another axis": (
        "h[i,0] = p[i]; h[i,t] = h[2*o[t], t-1]", {"p": np.arange(3.0), "o": np.array([0, 1, 1, 2])}, 3),
    "an axis gathered by an input": (
        "h[i,0] = p[i]; h[i,t] = h[o[t], t-1]", {"p": np.arange(3.0), "o": np.array([0, 1, 1, 2, 2, 2, 0])}, None),
    "a sum": ("h[0] = 1; h[t] = h[t-1] + sum[k](x[t,k]*w[2*o[t,k]])",
              {"x": np.ones((4, 3)), "w": np.arange(4.0), "o": np.array([[0, 0, 1], [1, 0, 1], [0, 2, 0], [0, 0, 0]])}, 2),
    "a statement of the step": (
        "z[t,i] = w[2*o[t,i]]*h[t-1]; h[0] = 1; h[t] = sum[i](z[t,i])",
        {"w": np.arange(3.0), "o": np.array([[0, 0], [1, 0], [1, 1], [1, 2]])}, 3),
    "not needed": (
        "h[0] = 0; h[t] = h[t-1] + where(o[t] < 2, w[2*o[t]], 0)", {"w": np.arange(4.0), "o": np.array([0, 1, 5, -1])}, 3),
    "needed nowhere": ("h[0] = 0; h[t] = h[t-1] + where(o[t] < 2, w[2*o[t]], 0)", {"w": np.arange(4.0), "o": LONG * 9}, None),
    "a branch by the step": ("h[0] = 0; h[t] = h[t-1] + where(x[t] > 0, x[t+3], 0)",
                             {"x": np.array([0.0, 1, 1, 1, 1, 0, 0, 0])}, None),
    "a branch by the step outside": (
        "h[0] = 0; h[t] = h[t-1] + y[t]*where(x[t] > 0, x[t+3], 0)",
        {"x": np.array([0.0, 1, 1, 1, 1, 0, 1, 0]), "y": np.ones(8)}, 6),
    "needed at one position": (
        "h[0,i] = p[i]; h[t,i] = where(i == 1, h[t-1,i] + h[t-1, 2*o[t]], h[t-1,i])", {"p": np.ones(2), "o": np.array([0, 0, 0, 1])}, 3),
    "needed at one position, inside": (
        "h[0,i] = p[i]; h[t,i] = where(i == 1, h[t-1,i] + h[t-1, o[t]], h[t-1,i])", {"p": np.ones(2), "o": np.array([0, 0, 0, 1])}, None),
    "needed where another array says": (
        "h[0,i] = 0; h[t,i] = where(i < t, S[t,i] + sum[k](where(v[t]*v[k] > 0, S[t,o[k]], 0)*h[t-1,k]), S[t,i])",
        {"S": np.ones((4, 4)), "v": np.array([1.0, 1, -1, 1]), "o": np.array([0, 3, 2, 1])}, None),
    "many": ("h[0] = 1; h[t] = h[t-1] + w[2*o[t] - o[t]]", {"w": p, "o": LONG}, None),
}  # fmt: skip


def outcome(compute: Any) -> Any:
    try:
        return compute()
    except (es.EspressoError, TypeError) as error:
        return f"{type(error).__name__}: {error}"


@functools.cache
def reference(case: str) -> Any:
    text, arrays, _ = CASES[case]
    return outcome(lambda: es.evaluate(es.parse(text), arrays))


@functools.cache
def compiled(case: str, target: str) -> Any:
    return es.compile(CASES[case][0], target=target)


@pytest.mark.filterwarnings("ignore:overflow encountered")  # of int8
@pytest.mark.parametrize("target", ["cpu", "numpy", "saved cpu", "saved numpy"])
@pytest.mark.parametrize("case", CASES)
def test_positions_outside_are_refused_as_by_the_reference(case: str, target: str, tmp_path: Path) -> None:
    _, arrays, step = CASES[case]
    want, f = reference(case), compiled(case, target.removeprefix("saved "))
    compute: Any = f
    if target.startswith("saved"):
        f._signature([np.asarray(arrays[n]) for n in f.inputs])
        module = runpy.run_path(str(f.save(tmp_path / "saved.py")))
        compute = lambda **a: module["program"](*[a[n] for n in f.inputs])  # noqa: E731
    got = outcome(lambda: compute(**arrays))
    if step is None:
        np.testing.assert_allclose(got, want)
    else:
        assert got == want
        assert got.startswith("InputError: ") and got.endswith(f"This is the step t = {step}."), got


def test_the_text_of_the_error() -> None:
    with pytest.raises(es.InputError) as raised:
        es.compile("h[0] = 0; h[t] = w[h[t-1]] + o[t-1]")(w=np.arange(5), o=np.array([1, 2, 3, 4]))
    assert str(raised.value) == TEXT


TEXT = """\
w is read outside in   h = w[h[t - 1]] + o[t - 1]
                                         ^
  w[h[t - 1]]: h[t - 1] = 6    (w has shape (5,))
Positions along axis 0 of w run from 0 to 4; pad(w)[h[t - 1]] reads 0 outside.
This is the step t = 4."""


def test_a_recurrence_after_a_refused_one_is_right() -> None:
    f = es.compile("h[0] = 0; h[t] = w[h[t-1]] + o[t-1]")
    with pytest.raises(es.InputError, match="This is the step t = 4"):
        f(w=np.arange(5), o=np.array([1, 2, 3, 4]))
    np.testing.assert_array_equal(f(w=np.arange(5), o=np.array([1, 2, 0, 1])), [0, 1, 3, 3, 4])
