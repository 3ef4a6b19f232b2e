"""sA15: one formula as notation, NumPy code, loops for the CPU, and kernels in CUDA and OpenCL."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest
from programs import Case

import espresso as es

FORMULAS: dict[str, tuple[str, dict[str, tuple[int, ...]]]] = {
    "elementwise": ("y[i] = exp(-x[i])*2 + x[i]", {"x": (8,)}),
    "broadcast": ("z[i,j] = x[i,j] + y[i]*v[j]", {"x": (4, 8), "y": (4,), "v": (8,)}),
    "softmax": ("p[i,k] = softmax[k](z[i,k])", {"z": (4, 5)}),
    "product": ("C[i,k] = A[i,j]*B[j,k]", {"A": (4, 5), "B": (5, 6)}),
    "convolution": ("c[p] = sum[r](pad(x)[p+r-1]*w[r]) + x[p]", {"x": (9,), "w": (3,)}),
    "gradient": ("", {"X": (7, 3), "y": (7,), "w": (3,)}),
}


def expression(name: str) -> Any:
    """The formula, or the gradient of a loss."""
    if name == "gradient":
        return es.grad(es.parse("loss = sum[i](log(1 + exp(-y[i]*X[i,j]*w[j])))"), "w")
    return es.parse(FORMULAS[name][0])


@pytest.mark.parametrize("name", FORMULAS)
def test_sA15_targets_from_the_same_graph(name: str) -> None:
    e = expression(name)
    rng = np.random.default_rng(0)
    arrays = {n: rng.uniform(0.5, 1.5, s) for n, s in FORMULAS[name][1].items()}
    right = es.evaluate(e, arrays)
    assert es.parse(str(e)) is e  # notation
    scope: dict[str, Any] = {}
    code = e.to_numpy()  # NumPy
    exec(code, scope)
    function = scope[re.findall(r"^def (\w+)", code, re.M)[-1]]
    np.testing.assert_allclose(function(**arrays), right, rtol=1e-12)
    loops = es.compile(e, target="cpu")  # loops
    np.testing.assert_allclose(loops(**arrays), right, rtol=1e-12)
    assert "for " in loops.source
    cuda, opencl = (Case(str(e), arrays).simt(dialect).source for dialect in ("cuda", "opencl"))  # kernels
    assert "__global__" in cuda and "__kernel" in opencl


def test_sA15_the_target_follows_the_arrays() -> None:
    """Without a target NumPy arrays, and lists, are computed on the CPU; a device is asked for by its arrays only."""
    f = es.compile("y[i] = 2*x[i]")
    np.testing.assert_array_equal(f(x=np.arange(3.0)), [0, 2, 4])
    assert f.place.target == "cpu"
