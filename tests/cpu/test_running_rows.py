"""Scans over rows: running sums of many columns side by side, and what is made of them in the same loop."""

from __future__ import annotations

import re

import numpy as np
import pytest

import espresso as es
from espresso.codegen.loops.running_rows import BLOCK, FEW

FORMULAS = {
    "y[i,j] = cumsum[i](A[i,j])": True,
    "y[i,j] = reverse_cumsum[i](A[i,j])": True,
    "y[i,j] = cumprod[i](A[i,j])*b[j] - A[i,j]": True,
    "y[i,j] = cumsum[i](A[i,j])*2 + cumsum[i](cumsum[i](A[i,j]))": True,
    "y[i,j] = cumsum[i](A[i,j]) + reverse_cumsum[i](A[i,j]*b[j])": True,  # from two ends, one after the other
    "y[i,j] = reverse_cumsum[i](cumsum[i](A[i,j])*b[j]) + A[i,j]": True,
    "y[i,j] = cumsum[i](reverse_cumsum[i](A[i,j]) + reverse_cumsum[i](cumsum[i](A[i,j])))": True,
    "y[j,i] = cumsum[i](A[i,j])": False,  # the result lies along the scan
    "c[i,j] = cumsum[i](A[i,j]); y[j] = sum[i](c[i,j]*A[i,j])": True,
    "y[i,j] = cumsum[i](cumsum[j](A[i,j]))": True,
    "y[i,j] = cumsum[i](A[i,j]) + cumsum[j](A[i,j])": True,
    "c[i,j] = cumsum[i](A[i,j]); y[i,j] = c[i,j]*b[j]/(sum[k](c[k,j]) + 2)": True,
    "y[i,j] = cumsum[j](A[i,j])*b[j] + cumsum[j](A[i,j]**2)": False,
    "y[i,j] = cumsum[i](pad(A)[i,j-1] + A[i,j])": True,
    "y[k,i,j] = cumsum[i](A[i,j]*z[k])": True,
    "y[i,j] = cumsum[i](sin(100*A[i,j]))": True,  # sines of large arguments are computed again, and not added again
    "y[i,j] = sin(cumsum[i](A[i,j]))*cumsum[i](cos(3*A[i,j]) + cumsum[i](A[i,j]))": True,
    "y[i] = cumsum[i](x[i])*2 + reverse_cumsum[i](x[i])": False,
    "y[j,i,k] = cumsum[i](pad(A)[0,j])*x[i]*z[k]": False,  # a loop inside the one that scans
}
"""Formulas, and whether rows of running sums compute them."""


@pytest.mark.parametrize("dtype", ["float16", "float32", "float64", "int8", "int64", "bool", "complex128"])
@pytest.mark.parametrize("text", list(FORMULAS))
def test_scans_of_columns_run_over_rows(text: str, dtype: str) -> None:
    if dtype == "complex128" and "sin" in text:
        return
    e, rng = es.parse(text), np.random.default_rng(6)
    f = es.compile(e, target="cpu")
    for m, n in ((1, 1), (3, 1), (5, FEW - 1), (40, FEW), (9, 33), (3, BLOCK + 5), (2, 2 * BLOCK), (0, 3), (3, 0)):
        shapes = {"A": (m, n), "b": (n,), "z": (2,), "x": (m,)}
        given = {k: (0.2 + rng.random(shapes[k]) * (1 if dtype[0] in "fc" else 1.7)).astype(dtype) for k in f.inputs}
        right, found = es.evaluate(e, given), f(**given)
        assert found.dtype == right.dtype and found.shape == right.shape
        rtol = {"float16": 2e-2, "float32": 1e-3}.get(dtype, 1e-11)
        np.testing.assert_allclose(found, right, rtol=rtol, atol=rtol)
    assert bool(re.search(r"_row\d* = np.empty", f.source)) == FORMULAS[text]
