"""Recurrences in C libraries, in numba code and in ufuncs: a loop over functions for their rows."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from test_nested_recurrences import ARRAYS, CASES as NESTED
from test_recurrences import CASES, parsed, scalar
from test_several_indices import CASES as SEVERAL

import espresso as es
from tests.loaded import loaded

pytestmark = pytest.mark.usefixtures("quick_numba")

needs_cc = pytest.mark.skipif(shutil.which("cc") is None, reason="there is no C compiler")


def _library(f: Any, folder: Path) -> Any:
    """The function of a module that calls a library of its own."""
    return loaded(f.save(folder / "made.py", library=True)).program


def _flat(values: Any) -> list[Any]:
    return [x for v in values for x in _flat(v)] if isinstance(values, (tuple, list)) else [values]


def _agree(got: Any, want: Any) -> None:
    assert len(_flat(got)) == len(_flat(want))
    for a, b in zip(_flat(got), _flat(want), strict=True):
        np.testing.assert_allclose(a, b, rtol=1e-9, atol=1e-12)


def _check(e: Any, given: dict[str, Any], folder: Path) -> None:
    f = es.compile(e, target="cpu")
    want = f(**{n: given[n] for n in f.inputs})
    _agree(_library(f, folder)(*[given[n] for n in f.inputs]), want)


FAST = ("rnn", "two steps backward", "two states, two steps", "integers", "another axis")


@needs_cc
@pytest.mark.parametrize("case", [pytest.param(c, marks=[pytest.mark.slow] * (c not in FAST)) for c in CASES])
def test_values_of_a_library(case: str, tmp_path: Path) -> None:
    _check(parsed(case), CASES[case].inputs, tmp_path)


@needs_cc
@pytest.mark.parametrize("case, w", [
    ("backward", "A"), ("hidden Markov model", "M"), pytest.param("lstm", "c0", marks=pytest.mark.slow),
])  # fmt: skip
def test_gradients_of_a_library(case: str, w: str, tmp_path: Path) -> None:
    _check(list(es.value_and_grad(scalar(case), w)), CASES[case].inputs, tmp_path)


@needs_cc
@pytest.mark.parametrize("case", ["soft alignment", "vectors"])
def test_several_indices_in_a_library(case: str, tmp_path: Path) -> None:
    text, _, given = SEVERAL[case]
    _check(es.parse(text), given, tmp_path)


@needs_cc
@pytest.mark.parametrize("case", ["three deep", "start of a row"])
def test_loops_inside_of_steps_in_a_library(case: str, tmp_path: Path) -> None:
    _check(es.parse(NESTED[case]), ARRAYS, tmp_path)


TEXT = "h[0,i] = p[i]\nh[t,i] = tanh(W[i,j]*h[t-1,j] + x[t-1,i])\nc[0] = 0\nc[t] = c[t-1]*a + h[t,0]"


@needs_cc
def test_other_lengths_and_arrays_that_do_not_fit(tmp_path: Path) -> None:
    rng = np.random.default_rng(0)
    f = es.compile(list(es.parse(TEXT).outputs.values()), target="cpu", inputs=["p", "W", "x", "a"])
    given = [(rng.normal(size=n), rng.normal(size=(n, n)), rng.normal(size=(steps, n)), 0.5)
             for n, steps in ((3, 6), (3, 0), (1, 1), (2, 40))]  # fmt: skip
    f(*given[0])
    made = _library(f, tmp_path)
    for arrays in given:
        _agree(made(*arrays), f(*arrays))
    with pytest.raises(ValueError, match="has two lengths|has \\d values"):
        made(given[0][0][:2], *given[0][1:])


def test_in_numba_code_and_as_a_ufunc() -> None:
    from numba import njit

    f = es.compile(list(es.parse(TEXT).outputs.values()), target="cpu", inputs=["p", "W", "x", "a"])
    rng = np.random.default_rng(1)
    p, W, x = rng.normal(size=3), rng.normal(size=(3, 3)), rng.normal(size=(6, 3))
    want = f(p, W, x, 0.5)
    g = f.numba()

    @njit
    def twice(p: Any, W: Any, x: Any) -> Any:
        return g(p, W, x, 0.5)[1] * 2

    np.testing.assert_allclose(twice(p, W, np.asfortranarray(x)), 2 * want[1], rtol=1e-12)
    last = es.compile("h[0] = x[0]\nh[t] = h[t-1]*a + x[t]\ny = h[size(x,0)-1]", target="cpu", inputs=["x", "a"])
    rows = rng.normal(size=(4, 7))
    last(rows[0], 0.5)
    u = last.gufunc("(n),()->()", dtypes=["float64"])
    np.testing.assert_allclose(u(rows, 0.5), [last(r, 0.5) for r in rows], rtol=1e-12)


@needs_cc
@pytest.mark.parametrize("dtype", ["complex64", "complex128"])
def test_complex_numbers_reach_the_rows(dtype: str, tmp_path: Path) -> None:
    """A row takes them by address, as the function itself does."""
    f = es.compile("""
        u[0,i] = p[i]
        u[t,i] = u[t-1,i] + c*sum[j](H[i,j]*u[t-1,j])
        n[t] = sum[i](abs2(u[t,i]))*(t < 6)
    """, target="cpu", inputs=["p", "H", "c"], sizes={"t": 6})
    rng = np.random.default_rng(2)
    p, H = (rng.normal(size=s) + 1j * rng.normal(size=s) for s in ((4,), (4, 4)))
    given = [np.asarray(a, dtype) for a in (p, H, -0.01j)]
    want = f(*given)
    np.testing.assert_allclose(_library(f, tmp_path)(*given), want, rtol=1e-5)


@pytest.mark.parametrize("written", ["module", "library", "numba"])
def test_arrays_of_which_the_first_rows_are_read(written: str, tmp_path: Path) -> None:
    """The states of a recurrence have one row more than a gradient reads, whose kernels take rows and columns as one axis."""
    if written == "library" and shutil.which("cc") is None:
        pytest.skip("there is no C compiler")
    model = es.parse("""
        a[0,i] = p[i]*E[i,o[0]]
        a[t,i] = sum[j](a[t-1,j]*T[j,i])*E[i,o[t]]
        L = log(sum[i](a[size(o,0)-1,i]))
    """)
    f = es.compile([model, es.grad(model, "E")], target="cpu")
    rng = np.random.default_rng(0)
    given = {"p": rng.random(3), "T": rng.random((3, 3)), "E": rng.random((3, 4)), "o": np.array([0, 3, 2, 1, 1])}
    want = f(**given)
    made = f.numba() if written == "numba" else loaded(f.save(tmp_path / "made.py", library=written == "library")).program
    _agree(made(*(given[n] for n in f.inputs)), want)


@needs_cc
def test_positions_from_data(tmp_path: Path) -> None:
    f = es.compile("h[0] = 1\nh[t] = h[t-1]*E[o[t-1],t-1]", target="cpu", inputs=["o", "E"])
    o, E = np.array([0, 2, 1]), np.arange(9.0).reshape(3, 3) + 1
    want = f(o, E)
    made = _library(f, tmp_path)
    np.testing.assert_allclose(made(o, E), want)
    for wrong in (-1, 3):
        with pytest.raises(RuntimeError, match="a position in o is outside axis 0 of E"):
            made(np.array([0, wrong, 1]), E)


@pytest.mark.parametrize("text, inputs, told", [
    ("h[0] = x[0]\nh[t] = h[t-1] + E[int(h[t-1])]*x[t]", {"x": np.ones(3), "E": np.ones(9)}, "a step reads at positions that it computes"),
    ("h[0] = 0\nh[t] = h[t-1] + where(x[t] > 0, x[t+3], 0)", {"x": np.array([0.0, 1, 1, 0, 0, 0])}, "data says where a step reads beside itself"),
    ("F[i] = cumsum[i](E[i])\nh[0] = 1\nh[t] = h[t-1]*F[o[t-1]]", {"o": np.array([0, 1]), "E": np.ones(3)}, "both have to be inputs"),
])  # fmt: skip
def test_what_is_refused(text: str, inputs: dict[str, Any], told: str, tmp_path: Path) -> None:
    f = es.compile(text, target="cpu")
    f(**inputs)
    for make in (f.numba, lambda: f.save(tmp_path / "kernel.c")):
        with pytest.raises(es.TargetError, match=told):
            make()


@pytest.mark.filterwarnings("ignore:Cannot cache compiled function")  # numba keeps no code that it did not optimise
def test_saved_modules_compile_the_loop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where they can: the text of NumPy stands for steps that have to be looked at."""
    monkeypatch.syspath_prepend(tmp_path)
    rng = np.random.default_rng(2)
    f = es.compile(list(es.parse(TEXT).outputs.values()), target="cpu", inputs=["p", "W", "x", "a"])
    given = [(rng.normal(size=n), rng.normal(size=(n, n)), rng.normal(size=(steps, n)), 0.5)
             for n, steps in ((3, 6), (3, 0), (2, 40))]  # fmt: skip
    f(*given[0])
    assert "_loop_h(" in f.save(tmp_path / "loops.py").read_text()
    made = __import__("loops")
    for arrays in given:
        _agree(made.program(*arrays), f(*arrays))
    with pytest.raises(ValueError, match="has two lengths|has \\d values"):
        made.program(given[0][0][:2], *given[0][1:])
    g = es.compile("h[0] = x[0]\nh[t] = h[t-1] + E[int(h[t-1])]*x[t]", target="cpu")
    g(x=np.ones(3), E=np.ones(9))
    assert "def _loop_h(" in g.save(tmp_path / "steps.py").read_text() and "np.zeros(" in (tmp_path / "steps.py").read_text()
