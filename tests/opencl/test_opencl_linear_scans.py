"""Recurrences that are linear in their state, as three launches on a device: beside loops, with 0, infinities, NaN.

Gradients and integers are in ``cpu/test_linear_scans``."""

from __future__ import annotations

import linear_scans as cases
import numpy as np
import pytest

import espresso as es
from espresso.codegen.simt.rows.linear_scan import ITEMS, THREADS
from espresso.runtime.device import linear_scans

pytestmark = pytest.mark.opencl

TILE = THREADS * ITEMS


@pytest.fixture
def always(monkeypatch: pytest.MonkeyPatch) -> None:
    """Scans wherever they can be, however short."""
    monkeypatch.setattr(linear_scans, "scan_pays", lambda *_: True)


@pytest.mark.usefixtures("always")
@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("form", cases.TEXTS)
def test_scans_beside_loops(form: str, dtype: str) -> None:
    rng = np.random.default_rng(len(form))
    f = es.compile(cases.TEXTS[form], target="opencl")
    for states, lengths in ((1, (1, ITEMS + 1, TILE, 3 * TILE + 1)), (5, (1000,))):
        for length in lengths:
            given = cases.arrays(form, "plain", length, states, dtype, rng)
            cases.close(f(**given), *cases.by_steps(form, given), f"{length} x {states}")
            assert "as a scan" in f.explain()


@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("special", cases.SPECIAL)
def test_zeros_infinities_and_nan_are_those_of_the_steps(special: str, dtype: str) -> None:
    for seed in range(2):
        rng = np.random.default_rng(seed)
        f = es.compile(cases.TEXTS["forward"], target="opencl")
        given = cases.arrays("forward", special, TILE + 700 + seed, 1 + seed, dtype, rng)
        cases.close(f(**given), *cases.by_steps("forward", given), f"seed {seed}")
        assert "as a scan" in f.explain()


@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_products_that_underflow_where_rows_do_not(dtype: str) -> None:
    a, b, h0 = cases.down_and_up(TILE, dtype)
    f = es.compile(cases.TEXTS["forward"], target="opencl")
    np.testing.assert_allclose(f(a=a, b=b, h0=h0)[4::8], np.ones((TILE // 8, 1)), rtol=1e-3)
    assert "as a scan" in f.explain()


FAR = [(6, 7, 8), (7, 8, 16), (2, 8, 16), (TILE - 2, TILE - 1, TILE), (5, TILE + 1, 2 * TILE + 3)]
"""Steps in one chunk of a thread and the next, in three chunks, over the end of a tile, in three tiles."""


@pytest.mark.usefixtures("always")
@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("at", FAR)
def test_products_that_leave_the_dtype_between_rows_that_do_not(at: tuple[int, int, int], dtype: str) -> None:
    """And rows that are infinite between others, and stay so."""
    f, great = es.compile(cases.TEXTS["forward"], target="opencl"), float(np.finfo(dtype).max) ** 0.7
    for up in (False, True):
        a, b = cases.far_apart(at, 2 * TILE + 9, up, dtype)
        for start in (great, 1, 1 / great):
            given = {"a": a, "b": b, "h0": np.full(1, start, dtype)}
            np.testing.assert_allclose(f(**given), cases.by_steps("forward", given)[0], rtol=1e-3)
            assert "as a scan" in f.explain()


@pytest.mark.usefixtures("always")
@pytest.mark.parametrize(("dtype", "up", "down"), [("float32", 118, 57), ("float64", 900, 450)])
def test_products_that_overflow_before_they_are_scaled(dtype: str, up: int, down: int) -> None:
    """Of two chunks: the product of the second one has an exponent of its own, and that of the first one is great."""
    a, b = np.ones((TILE + 9, 1), dtype), np.zeros((TILE + 9, 1), dtype)
    a[7], a[8], a[9] = 2.0**up, 2.0**-down, 2.0**-down
    given = {"a": a, "b": b, "h0": np.ones(1, dtype)}
    f = es.compile(cases.TEXTS["forward"], target="opencl")
    np.testing.assert_allclose(f(**given), cases.by_steps("forward", given)[0], rtol=1e-3)


def test_few_steps_and_many_states_are_steps() -> None:
    for shape in ((10, 1), (100, 2 * THREADS)):
        f = es.compile(cases.TEXTS["forward"], target="opencl")
        given = cases.arrays("forward", "plain", *shape, "float32", np.random.default_rng(0))
        cases.close(f(**given), *cases.by_steps("forward", given), str(shape))
        assert "as a scan" not in f.explain()
