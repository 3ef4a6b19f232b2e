"""Loops once where conditions hold that are known before them, and once where they do not."""

from __future__ import annotations

import itertools
import re

import numpy as np
import pytest

import espresso as es

INSIDE = "(i >= 1) and (i <= size(u,0) - 2) and (j >= 1) and (j <= size(u,1) - 2)"
NEAR = "pad(u)[i-1,j] + pad(u)[i+1,j] + pad(u)[i,j-1] + pad(u)[i,j+1]"

FORMULAS = [  # where the inner loop is there twice, but for those whose outer loop is split at i = 2
    f"y[i,j] = where({INSIDE}, u[i,j] + {NEAR}, u[i,j])",
    f"y[i,j] = where({INSIDE}, {NEAR}, 0)",
    f"y[i,j] = where({INSIDE}, {NEAR}, where(i == 0, 7, u[i,j]*2))",
    "y[i,j] = where((i == 2) and (j > 1), u[i,j], v[i]*v[j])",
    "y[i,j] = where((i != 2) and (v[j] > 0), u[i,j], v[i])",
    "y[i,j] = where(i < 3, u[i,j], v[i]*v[j])",
    "y[i,j] = where(i <= 5000*size(u,0) - 15000, u[i,j], v[i])",
    "y[i,j] = where((size(u,1) - 3 >= i) and (u[i,j] > 0), u[i,j]*3, u[i,j])",
    f"z[i,j] = u[i,j]*2; y[i,j] = where({INSIDE}, z[i,j] + {NEAR}, z[i,j]) + z[i,j]; w[i,j] = where({INSIDE}, z[i,j], 1)",
]
ONCE = [  # what cannot be: a condition of both indices, of data; other values than those of the map as a whole
    "y[i,j] = where(i <= j, u[i,j], v[i])",
    "y[i,j] = where(v[i] > 0, u[i,j], v[j])",
    "y[i,j] = where(isnan(i/2), u[i,j], v[j])",
    "y[i] = sum[j](where((i >= 1) and (j >= 1), u[i,j]*v[j], 0))",
    "y[j] = where(j >= 1, v[j], 3)",
]


def rows(f: es.Compiled[object]) -> int:
    return len(re.findall(r"\w+_kept\d* = ", f.source))


@pytest.mark.parametrize("dtype", ["float32", "float64", "int16", "complex64"])
@pytest.mark.parametrize("text", FORMULAS)
def test_values(text: str, dtype: str) -> None:
    if dtype == "complex64" and ("> 0" in text):
        pytest.skip("complex numbers have no order")
    f, g = es.compile(text), es.compile(text, target="numpy")
    for n, m in [(5, 17), (9, 9), *itertools.product((0, 1, 2, 3), repeat=2)]:
        rng = np.random.default_rng(0)
        n = m if "v[i]" in text and "v[j]" in text else n
        arrays = {"u": rng.integers(-5, 5, (n, m)).astype(dtype), "v": rng.integers(-5, 5, m if "v[j]" in text else n).astype(dtype)}
        given = {name: arrays[name] for name in f.inputs}
        got, wanted = f(**given), g(**given)
        for a, b in zip(*(x if isinstance(x, tuple) else (x,) for x in (got, wanted)), strict=True):
            assert a.dtype == b.dtype
            np.testing.assert_allclose(a, b, rtol=1e-5)
        if (n, m) == (9, 9):
            assert rows(f) == (0 if "= 2)" in text else 1)  # at i = 0 the condition is known to fail


@pytest.mark.parametrize("text", ONCE)
def test_loops_that_stay_one(text: str) -> None:
    f = es.compile(text)
    u = np.arange(25.0).reshape(5, 5)
    f(**{n: {"u": u, "v": u[0]}[n] for n in f.inputs})
    assert rows(f) == 0


def test_rows_at_a_wall_of_a_stencil_read_one_element_and_test_nothing() -> None:
    inside = " and ".join(f"({i} >= 1) and ({i} <= size(u,{k}) - 2)" for k, i in enumerate("ijk"))
    f = es.compile(f"y[i,j,k] = where({inside}, pad(u)[i-1,j,k] + pad(u)[i,j+1,k] + pad(u)[i,j,k-1], 2*u[i,j,k])")
    u = np.random.default_rng(0).random((6, 5, 9))
    wanted = 2 * u
    wanted[1:-1, 1:-1, 1:-1] = u[:-2, 1:-1, 1:-1] + u[1:-1, 2:, 1:-1] + u[1:-1, 1:-1, :-2]
    np.testing.assert_allclose(f(u), wanted)
    assert rows(f) == 2
    loops = re.findall(r"for k in range\(n_k\):\n(?:.*\n)*? *(y\[.*)", f.source)
    assert len(loops) == 2 and all(" if " not in line and line.count("u[") == 1 for line in loops)


def test_what_is_not_chosen_is_not_read() -> None:
    """Rows without the condition have the other value, whatever the first would be there."""
    u = np.full((4, 6), np.nan)
    u[1, 1] = 1
    f = es.compile("y[i,j] = where((i == 1) and (j == 1), 1/u[i,j], 5)")
    np.testing.assert_array_equal(f(u), np.where(np.isnan(u), 5, 1))
