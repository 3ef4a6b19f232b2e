"""Recurrences that are linear in their state, in vectors of steps: beside loops, with 0, infinities, NaN; decisions."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import linear_scans as cases
import numpy as np
import pytest

import espresso as es
from espresso.kernels import linear_scan


def scans(f: Any) -> int:
    """How many recurrences of the last call were scans."""
    if f.target == "opencl":
        return f.explain().count("as a scan")
    return sum(len(record.scans) for record in f._last._plain.recurrent.values())


@pytest.fixture
def always(monkeypatch: pytest.MonkeyPatch) -> None:
    """Scans wherever they can be, however short."""
    from espresso.runtime.cpu import native_recurrences

    def pays(form: linear_scan.Form, steps: int) -> bool:
        return form.dtype in linear_scan.SIZES and not linear_scan.lanes(form.dtype) % form.states

    monkeypatch.setattr(native_recurrences, "pays", pays)


@pytest.mark.usefixtures("always")
@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("form", cases.TEXTS)
def test_scans_beside_loops(form: str, dtype: str) -> None:
    rng = np.random.default_rng(len(form))
    f = es.compile(cases.TEXTS[form])
    for states, lengths in ((1, (0, 1, 7, 8, 9, 17, 100)), (2, (1, 37)), (4, (17,))):
        for length in lengths:
            special = cases.SPECIAL[rng.integers(len(cases.SPECIAL))]
            given = cases.arrays(form, special, length, states, dtype, rng)
            cases.close(f(**given), *cases.by_steps(form, given), f"{special}, {length} x {states}")
            assert scans(f) == (length > 0 and not linear_scan.lanes(dtype) % states)


@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("special", cases.SPECIAL)
def test_zeros_infinities_and_nan_are_those_of_the_steps(special: str, dtype: str) -> None:
    for seed in range(6):
        form, rng = list(cases.TEXTS)[seed % len(cases.TEXTS)], np.random.default_rng(seed)
        given = cases.arrays(form, special, 90 + seed, 1, dtype, rng)
        f = es.compile(cases.TEXTS[form])
        cases.close(f(**given), *cases.by_steps(form, given), f"{form}, seed {seed}")
        assert scans(f) == 1


@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_products_that_underflow_where_rows_do_not(dtype: str) -> None:
    a, b, h0 = cases.down_and_up(64, dtype)
    f = es.compile(cases.TEXTS["forward"])
    for before in range(linear_scan.lanes(dtype)):  # the great one may be in the next vector
        first = np.ones((before, 1), dtype)
        rows = f(a=np.concatenate([first, a]), b=np.concatenate([0 * first, b]), h0=h0)
        np.testing.assert_allclose(rows[before + 4 :: 8], np.ones((8, 1)), rtol=1e-4)
    assert scans(f) == 1


@pytest.mark.parametrize(("step", "linear"), cases.OTHERWISE.items())
def test_what_is_linear_however_it_is_written(step: str, linear: bool) -> None:
    text = f"h[0] = 0; {step} + 0*x[t]"
    x = np.random.default_rng(1).uniform(-1, 1, 200)
    f = es.compile(text)
    np.testing.assert_allclose(f(x=x), es.compile(text, target="numpy")(x=x), rtol=1e-12, atol=1e-12)
    assert scans(f) == linear


TARGETS = pytest.mark.parametrize("target", ["cpu", pytest.param("opencl", marks=pytest.mark.opencl)])


@TARGETS
def test_gradients_are_scans_that_run_backwards(target: str) -> None:
    rng = np.random.default_rng(2)
    loss = es.parse("h[0] = h0; h[t] = exp(-a[t])*h[t-1] + b[t]; y[t] = 3*h[t]; L = sum[t](y[t]**2)")
    every = [loss, *(es.grad(loss, n) for n in ("a", "b", "h0"))]
    given = {"a": rng.random(3000), "b": rng.normal(size=3000), "h0": 0.5}
    f = es.compile(every, target=target)
    for got, right in zip(f(**given), es.compile(every, target="numpy")(**given), strict=True):
        np.testing.assert_allclose(got, right, rtol=1e-11, atol=1e-12)
    assert scans(f) == 2


def test_coefficients_of_arrays_of_which_some_have_a_row_more() -> None:
    loss = es.parse("h[0] = h0; h[t] = exp(-h[t-1]**2) + x[t-1]*sin(h[t-1]); L = sum[t](h[t]**2)")
    every = [es.grad(loss, n) for n in ("x", "h0")]
    given = {"x": np.random.default_rng(5).normal(size=90), "h0": 0.5}
    f = es.compile(every)
    for got, right in zip(f(**given), es.compile(every, target="numpy")(**given), strict=True):
        np.testing.assert_allclose(got, right, rtol=1e-11, atol=1e-12)
    assert scans(f) == 1


@TARGETS
@pytest.mark.parametrize("dtype", ["int32", "int64"])
def test_integers_are_exact(dtype: str, target: str) -> None:
    """On the CPU step by step."""
    rng = np.random.default_rng(3)
    a, b = (rng.integers(-9, 9, 2500).astype(dtype) for _ in "ab")
    f, h = es.compile("h[0] = 1; h[t] = a[t]*h[t-1] + b[t]", target=target), [np.ones(1, dtype)]
    for x, y in zip(a[1:], b[1:], strict=True):
        h.append(x * h[-1] + y)
    got = f(a=a, b=b)
    assert got.dtype == dtype and np.array_equal(got, np.concatenate(h)) and scans(f) == (target == "opencl")


def test_the_decision_and_what_explain_says() -> None:
    f = es.compile("h[0] = 0; h[t] = a[t]*h[t-1] + b[t]")
    few, many = np.ones(9), np.ones(1000)
    f(a=many, b=many)
    width = linear_scan.lanes("float64")
    assert f"at these lengths a scan, {width} float64 lanes" in f.explain()
    f(a=few, b=few)
    assert ("a scan" in f.explain()) == (len(few) >= linear_scan.FEW_VECTORS * width)
    rows = linear_scan.ROWS
    for dtype, most in (("float32", 16), ("float64", 8)):
        taken = [m for m in range(1, most + 1) if linear_scan.pays(linear_scan.Form(dtype, m, False, rows, rows), 10**6)]
        assert taken and all(linear_scan.lanes(dtype) % m == 0 for m in taken) and max(taken) < most


def test_lengths_need_no_new_code() -> None:
    f = es.compile("h[0] = 0; h[t] = exp(a[t])*h[t-1] + b[t]*b[t-1]")
    x = np.linspace(-1, 0, 5000)
    f(a=x, b=x)
    known = linear_scan.address.cache_info().misses
    for length in (4999, 777):
        f(a=x[:length], b=x[:length])
    assert scans(f) == 1 and linear_scan.address.cache_info().misses == known


FREED = """
import gc
import numpy as np
import espresso as es

x = np.random.default_rng(0).random(3000)
f = es.compile("h[0] = 0.0; h[t] = exp(-x[t-1]/2)*h[t-1] + x[t-1]*sin(x[t-1])")
first = f(x=x)
assert "scan" in f.explain()
for k in range(8):
    es.compile(f"y[i] = {k}*x[i] + sin(x[i])**{k + 2}")(x=x)
    gc.collect()
    assert np.array_equal(f(x=x), first)
"""


def test_programs_of_operands_live_as_long_as_the_scan() -> None:
    done = subprocess.run([sys.executable, "-c", FREED], capture_output=True, text=True, check=False)
    assert not done.returncode, done.stderr
