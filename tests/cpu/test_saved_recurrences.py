"""Saved modules of recurrences refuse the lengths that a call refuses, with the same messages."""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import espresso as es

RNN = "h[0,i] = p[i]; h[t,i] = tanh(W[i,j]*h[t-1,j] + x[t-1,i])"
LSTM = "c[0,i] = a[i]; h[0,i] = a[i]; z[t,g,i] = W[g,i,j]*h[t-1,j] + x[t,i]; c[t,i] = z[t,0,i]*c[t-1,i] + z[t,1,i]; h[t,i] = tanh(c[t,i])"
ones = np.ones
CASES: dict[str, tuple[str, dict[str, Any], list[dict[str, Any]]]] = {
    "rnn": (RNN, {"p": ones(3), "W": ones((3, 3)), "x": ones((5, 3))}, [
        {"W": ones((3, 4))}, {"W": ones((4, 4))}, {"x": ones((5, 2))}, {"p": ones(2)}, {"W": ones(3)}, {"x": ones((9, 3))},
        {"x": ones((0, 3))}, {"p": ones(4), "W": ones((4, 4)), "x": ones((1, 4))}, {"x": ones((5, 3), "c16")}]),
    "backward": ("b[size(x,0)] = q; b[t] = b[t+1]*x[t] + y[t]", {"q": ones(()), "x": ones(4), "y": ones(4)}, [
        {"y": ones(5)}, {"x": ones(2), "y": ones(2)}, {"x": ones(0), "y": ones(0)}]),
    "two starting values": ("f[0] = 1; f[1] = 1; f[t] = f[t-1] + f[t-2] + x[t]", {"x": ones(5)}, [
        {"x": ones(1)}, {"x": ones(0)}, {"x": ones(2)}, {"x": ones(7)}]),
    "several states": (LSTM, {"a": ones(2), "W": ones((2, 2, 2)), "x": ones((4, 2))}, [
        {"W": ones((2, 2, 3))}, {"W": ones((1, 2, 2))}, {"a": ones(3)}, {"x": ones((4, 3))}, {"x": ones((1, 2))}]),
}  # fmt: skip


def outcome(compute: Any) -> Any:
    try:
        return compute()
    except (es.EspressoError, TypeError, ValueError) as error:
        return f"{type(error).__name__}: {error}"


@pytest.mark.parametrize("target", ["cpu", "numpy"])
@pytest.mark.parametrize("case", CASES)
def test_saved_modules_refuse_what_a_call_refuses(case: str, target: str, tmp_path: Path) -> None:
    text, arrays, others = CASES[case]
    f = es.compile(text, target=target)
    f(**arrays)
    program = runpy.run_path(str(f.save(tmp_path / "saved.py")))["program"]
    for other in ({}, *others):
        given = arrays | other
        want, got = outcome(lambda given=given: f(**given)), outcome(lambda given=given: program(*[given[n] for n in f.inputs]))
        if any(a.dtype.kind == "c" for a in other.values()):
            assert got.startswith("DtypeError: x has dtype complex128, and this module was saved for float64.")
        elif isinstance(want, str):
            assert got == want
        else:
            np.testing.assert_allclose(got, want)


@pytest.mark.parametrize("target", ["cpu", "numpy"])
def test_an_array_too_short_for_the_last_step_is_refused(target: str, tmp_path: Path) -> None:
    f = es.compile(CASES["backward"][0], target=target)
    f(**CASES["backward"][1])
    program = runpy.run_path(str(f.save(tmp_path / "saved.py")))["program"]
    message = outcome(lambda: program(*[{"q": ones(()), "x": ones(4), "y": ones(3)}[n] for n in f.inputs]))
    assert message.startswith("ExtentError: y[size(b, 0) - 2] reads past the end in   b = ")


def test_the_shortest_of_several_arrays_is_found_at_each_call(tmp_path: Path) -> None:
    f = es.compile("h[0] = 1; h[t] = h[t-1]*x[t-1] + y[t]")
    f(x=ones(3), y=ones(4))
    program = runpy.run_path(str(f.save(tmp_path / "saved.py")))["program"]
    for lengths in ((3, 4), (5, 4), (2, 4), (2, 2)):
        arrays = dict(zip("xy", map(ones, lengths), strict=True))
        assert program(*[arrays[n] for n in f.inputs]).tolist() == f(**arrays).tolist()
