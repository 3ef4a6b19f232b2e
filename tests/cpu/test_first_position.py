"""Searches for the first position where a condition holds: in blocks, beyond the first one."""

from __future__ import annotations

import numpy as np
import pytest

import espresso as es
from espresso.codegen.loops.first_position import BLOCK

FORMULAS = {
    "y[i] = argmax[j](A[i,j])": True,
    "y[i] = argmin[j](A[i,j])": True,
    "y = argmax[i,j](A[i,j])": True,
    "y[i] = min[j](where(A[i,j] > 2, j, size(A,1)))": True,
    "y[i] = min[j](where(A[i,j] > 2, j + 3, -5))": True,  # what stands for no position is smaller than all
    "y[i] = min[j](where(A[i,j] > 2, j, 200))": True,  # and smaller than some
    "y = min[i,j](where(A[i,j] > 2, i*size(A,1) + j, 7))": True,
    "y[i] = min[j](where(pad(A)[i,j-1] + A[i,j] > 2, j, size(A,1)))": True,
    "y[i] = min[j](where(A[i,j] > 2, size(A,1) - j, 1000))": False,  # positions that fall
    "y[i] = min[j](where(A[i,j] > 2, j, j + 5))": False,
    "y[i] = argmax[j](sin(1e6*A[i,j]))": True,  # a row of sines, which are computed again where arguments are large
}
"""Formulas, and whether they are such searches."""


@pytest.mark.parametrize("dtype", ["float32", "float64", "int32", "uint8"])
@pytest.mark.parametrize("text", list(FORMULAS))
def test_the_first_position_is_found_in_blocks(text: str, dtype: str) -> None:
    e, rng = es.parse(text), np.random.default_rng(5)
    f = es.compile(e, target="cpu")
    for length in (1, BLOCK - 1, BLOCK, BLOCK + 1, 2 * BLOCK, 5 * BLOCK + 3):
        a = rng.standard_normal((7, length)) * (1 if dtype.startswith("float") else 4)
        a[1] = 9  # all alike
        a[2], a[2, -1] = 0, 9  # the last one
        a[3] = -1 if dtype.startswith(("float", "int32")) else 1  # none
        a[4], a[4, length // 2 :] = 0, np.nan if dtype.startswith("float") else 9
        a[5, -1] = -9
        a[6], a[6, -1] = 9, 0  # all but the last one
        given = np.trunc(np.abs(a) if dtype == "uint8" else a).astype(dtype) if dtype[0] != "f" else a.astype(dtype)
        right, found = es.evaluate(e, {"A": given}), f(A=given)
        assert found.dtype == right.dtype
        np.testing.assert_array_equal(found, right)
    assert ("_met" in f.source) == FORMULAS[text]
