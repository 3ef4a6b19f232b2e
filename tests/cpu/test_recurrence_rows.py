"""Recurrences that keep the rows which are read: memory that does not grow with the steps, and the same values."""

from __future__ import annotations

import runpy
import tracemalloc
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import espresso as es

RNG = np.random.default_rng(5)


def A(*shape: int) -> Any:
    return RNG.normal(size=shape) * 0.5


CASES: dict[str, tuple[str, Any, dict[str, int]]] = {
    "two rows": (
        "u[0,i] = p[i]; u[t,i] = sin(u[t-1,i]) + x[t-1,i]; y[i] = u[size(x,0),i]*2",
        lambda n: {"p": A(4), "x": A(n, 4)}, {"u": 2}),
    "three steps back": (
        "u[0] = 1; u[1] = x[0]; u[2] = 2; u[t] = u[t-1]*u[t-3] + x[t]; y = u[size(x,0)-1] + u[size(x,0)-3]",
        lambda n: {"x": A(n + 3)}, {"u": 4}),
    "more rows read than needed": (
        "u[0] = 1; u[t] = u[t-1]*x[t]; y = u[size(x,0)-1] - u[size(x,0)-4]", lambda n: {"x": A(n + 4)}, {"u": 4}),
    "several states": (
        "c[0,i] = p[i]; h[0,i] = p[i]; z[t,g,i] = W[g,i,j]*h[t-1,j] + x[t-1,i]\n"
        "c[t,i] = tanh(z[t,0,i])*c[t-1,i] + z[t,1,i]; h[t,i] = tanh(c[t,i]); y[i] = h[size(x,0),i]",
        lambda n: {"p": A(3), "W": A(2, 3, 3), "x": A(n, 3)}, {"c": 2, "h": 2, "z": 0}),
    "read in the next step alone": (
        "u[0,i] = p[i]; k[t,i] = u[t,mod(i+1)]*x[t] - u[t,i]; w[t,i] = sin(u[t,i] + k[t,i]/2)*x[t]\n"
        "u[t,i] = u[t-1,i] + k[t-1,i]*w[t-1,mod(i-1)] + w[t-1,i]; y[i] = u[size(x,0)-1,i]",
        lambda n: {"p": A(4), "x": A(n + 1)}, {"u": 2, "k": 0, "w": 0}),
    "read in this step and the next": (
        "u[0] = p; u[1] = 2; k[t] = u[t]*x[t]; u[t] = u[t-1] + sin(k[t-1]) + k[t-1]*k[t-2]; y = u[size(x,0)-1]",
        lambda n: {"p": A(), "x": A(n + 2)}, {"u": 2, "k": 3}),
    "backward, read in the next step alone": (
        "u[size(x,0)-1,i] = p[i]; k[t,i] = u[t,mod(i+1)]*x[t] - u[t,i]; u[t,i] = u[t+1,i] + k[t+1,i]*k[t+1,mod(i-1)]; y[i] = u[0,i]",
        lambda n: {"p": A(4), "x": A(n + 1)}, {"u": 2, "k": 0}),
    "backward": (
        "b[size(x,0),i] = q[i]; b[t,i] = A[i,j]*b[t+1,j] + x[t,i]; y[i] = b[0,i]",
        lambda n: {"A": A(3, 3), "x": A(n, 3), "q": A(3)}, {"b": 2}),
    "backward, two steps": (
        "b[size(x,0)] = 1; b[size(x,0)+1] = q; b[t] = b[t+1]*x[t] + b[t+2]; y = b[0] + 2*b[1]",
        lambda n: {"q": A(), "x": A(n)}, {"b": 3}),
    "forward, more starting rows than are kept": (
        "u[2] = p; u[0] = 3; u[1] = q; u[t] = sin(u[t-1]) + x[t]; y = u[size(x,0)-1]",
        lambda n: {"p": A(), "q": A(), "x": A(n + 3)}, {"u": 2}),
    "backward, more starting rows than are kept": (
        "b[size(x,0)+2] = 3; b[size(x,0)] = p; b[size(x,0)+1] = q; b[t] = sin(b[t+1]) + x[t]; y = b[0]",
        lambda n: {"p": A(), "q": A(), "x": A(n)}, {"b": 2}),
    "backward, more computed starting rows than are kept": (
        "b[size(x,0)] = p*q; b[size(x,0)+2] = 3*q; b[size(x,0)+1] = q; b[t] = sin(b[t+1]) + x[t]; y = b[0]",
        lambda n: {"p": A(), "q": A(), "x": A(n)}, {"b": 2}),
    "the last axis": (
        "a[i,0] = p[i]; a[i,t] = cos(a[i,t-1])*q[i,t]; y[i] = a[i,size(q,1)-1]", lambda n: {"p": A(3), "q": A(3, n + 1)}, {"a": 2}),
    "a stencil": (
        "u[0,i] = p[i]; u[t,i] = u[t-1,i] + dt[t-1]*(pad(u)[t-1,i-1] - 2*u[t-1,i] + pad(u)[t-1,i+1]); y[i] = u[size(dt,0),i]",
        lambda n: {"p": A(5), "dt": A(n)}, {"u": 2}),
    "a gather": (
        "h[0,i] = p[i]; h[t,i] = h[t-1, o[t-1,i]]*2; y[i] = h[size(o,0),i]",
        lambda n: {"p": A(3), "o": RNG.integers(0, 3, (n, 3))}, {"h": 2}),
    "a computed position": (
        "h[0,i] = p[i]; h[t,i] = h[t-1, 2*o[t-1,i]]; y[i] = h[size(o,0),i]",
        lambda n: {"p": A(3), "o": RNG.integers(0, 2, (n, 3))}, {"h": 2}),
    "all of it": ("u[0,i] = p[i]; u[t,i] = sin(u[t-1,i]) + x[t-1,i]", lambda n: {"p": A(4), "x": A(n, 4)}, {}),
    "a sum over all rows": (
        "u[0,i] = p[i]; u[t,i] = sin(u[t-1,i]) + x[t-1,i]; y = sum[t,i](u[t,i]) + u[size(x,0),0]",
        lambda n: {"p": A(4), "x": A(n, 4)}, {}),
}  # fmt: skip


@pytest.mark.parametrize("case", CASES)
def test_values_and_the_rows_that_are_kept(case: str, tmp_path: Path) -> None:
    text, arrays, rows = CASES[case]
    e = es.parse(text)
    f = es.compile(e)
    for n in (0, 1, 2, 3, 9):
        given = arrays(n)
        np.testing.assert_allclose(f(**given), es.evaluate(e, given), rtol=1e-12, atol=1e-12, err_msg=str(n))
    explained = str(f.explain())
    kept = explained.partition("; kept: ")[2].partition("\n")[0]
    assert set(filter(None, kept.split(", "))) == {f"{k or 'no'} row{'s' * (k > 1)} of {n}" for n, k in rows.items()}
    program = runpy.run_path(str(f.save(tmp_path / "saved.py")))["program"]
    for n in (0, 1, 5):
        given = arrays(n)
        np.testing.assert_allclose(program(*[given[k] for k in f.inputs]), es.evaluate(e, given), rtol=1e-12, atol=1e-12)


def test_memory_does_not_grow_with_the_steps() -> None:
    f = es.compile("u[0,i] = p[i]; u[t,i] = sin(u[t-1,i]) + x[t-1]; y[i] = u[size(x,0),i]")
    arenas, peaks = [], []
    for n in (100, 10_000, 100_000):
        p, x = A(50), A(n)
        f(p=p, x=x)
        tracemalloc.start()
        f(p=p, x=x)
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
        arenas.append(f.memory.arena)
    assert arenas[0] == arenas[1] == arenas[2] < 1000
    assert max(peaks) < min(peaks) + 10_000


def test_a_position_outside_is_refused_as_without_few_rows() -> None:
    f = es.compile(CASES["a computed position"][0])
    given = {"p": A(3), "o": np.array([[0, 1, 1], [0, 2, 0]])}
    with pytest.raises(es.InputError) as got:
        f(**given)
    with pytest.raises(es.InputError) as want:
        es.evaluate(es.parse(CASES["a computed position"][0]), given)
    assert str(got.value) == str(want.value)


SUMS = {
    "of every step": ("h[0,i] = p[i]; h[t,i] = tanh(h[t-1,i] + U[i,k]*x[t-1,k])", ["s1[t,i] = sum[k](U[i,k]*x[t,k])"]),
    "of no step": ("h[0,i] = p[i]; h[t,i] = h[t-1,i]*x[t-1,0] + V[i,k]*p[k]; y[i] = h[size(x,0),i]", ["sum[k](V[i,k]*p[k])"]),
    "backward": ("b[size(x,0),i] = p[i]; b[t,i] = sin(b[t+1,i]) + U[i,k]*x[t,k]", ["sum[k](U[i,k]*x[t,k])"]),
    "two steps later": ("h[0,i] = p[i]; h[1,i] = p[i]; h[t,i] = h[t-2,i] + U[i,k]*x[t,k]", ["x[t + 2, k])"]),
    "none where last rows are read": ("h[0,i] = p[i]; h[t,i] = tanh(h[t-1,i] + U[i,k]*x[t-1,k]); y[i] = h[size(x,0),i]", []),
    "none where it may be outside": ("h[0,i] = p[i]; h[t,i] = h[t-1,i] + where(t > 3, sum[k](U[i,k]*x[t-4,k]), 0)*z[t]", []),
    "none of data": ("h[0,i] = p[i]; h[t,i] = h[t-1,i] + sum[k](U[i,k]*x[o[t-1],k])", []),
}  # fmt: skip


@pytest.mark.parametrize("case", SUMS)
def test_sums_that_read_no_state_are_computed_for_all_steps(case: str) -> None:
    text, sums = SUMS[case]
    e = es.parse(text)
    f = es.compile(e)
    for n in (2, 3, 7):
        every = {"p": A(4), "U": A(4, 3), "V": A(4, 4), "x": A(n, 3), "o": RNG.integers(0, n, n), "z": A(n)}
        given = {name: every[name] for name in e.inputs}
        np.testing.assert_allclose(f(**given), es.evaluate(e, given), rtol=1e-12, atol=1e-12)
    explained = str(f.explain()).partition("steps:")[2]
    before, _, loop = explained.partition("recurrence over")
    assert all(s.removeprefix("s1[t,i] = ") in before for s in sums)
    assert ("sum[k]" in loop) == (not sums)
