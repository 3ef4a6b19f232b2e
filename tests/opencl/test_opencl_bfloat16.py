"""bfloat16 in kernels: OpenCL on the CPU, the CUDA text of the same is compiled in tests/nvrtc."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import espresso as es

sys.path.append(str(Path(__file__).parents[1] / "cpu"))
dtypes = pytest.importorskip("ml_dtypes", reason="ml_dtypes is not installed")

from test_bfloat16 import MEETINGS, TABLE, B, arrays, close  # noqa: E402

ROWS = [row for row in TABLE if "[b,i,k]" not in row[0] and "pad" not in row[0] and "mean" not in row[0]]
"""Each builds a program: these have every kind of load and store."""


@pytest.mark.opencl
@pytest.mark.parametrize(("text", "shapes"), ROWS, ids=[row[0] for row in ROWS])
def test_formulas(text: str, shapes: dict[str, tuple[int, ...]]) -> None:
    given = arrays(shapes)
    e = es.parse(text)
    wanted = np.asarray(es.evaluate(e, given))
    f = es.compile(e, target="opencl")
    close(f(**given), wanted)
    out = np.empty(wanted.shape, wanted.dtype)
    f(**given, out=out)
    close(out, wanted)


@pytest.mark.opencl
@pytest.mark.parametrize("length", [65536, 65531])
def test_rounding_is_that_of_ml_dtypes(length: int) -> None:
    """To nearest, ties to even, subnormal and infinite numbers, NaN: in runs of elements, and one by one."""
    every = np.arange(65536, dtype=np.uint16).view(B)[-length:]
    other = np.random.default_rng(2).permutation(every)
    f = es.compile("y[i] = a[i]*b[i]", target="opencl")
    with np.errstate(all="ignore"):
        product = every.astype(np.float32)*other.astype(np.float32)  # exact: 16 bits of 24, so ties are there too
        wanted = product.astype(B)
    fractions = product.view(np.uint32) & 0xFFFF
    assert (fractions == 0x8000).sum() > 100 and (fractions > 0x8000).sum() > 1000
    found, nan = f(a=every, b=other), np.isnan(product)
    assert nan.any() and np.isnan(found.astype(np.float32))[nan].all()
    small = np.abs(product) < 1e-37  # a device may flush subnormal numbers of float32
    same = found.view(np.uint16) == wanted.view(np.uint16)
    assert same[~nan & ~small].all() and (np.abs(found.astype(np.float32)[small]) < 1e-37).all()


@pytest.mark.opencl
@pytest.mark.parametrize(("other", "result"), MEETINGS[::3])
def test_what_it_meets(other: Any, result: Any) -> None:
    rng = np.random.default_rng(1)
    given = {"x": rng.normal(size=8).astype(B), "v": rng.integers(0, 2, 8).astype(other)}
    e = es.parse("y[i] = x[i]*v[i]")
    found = es.compile(e, target="opencl")(**given)
    assert found.dtype == np.dtype(result)
    np.testing.assert_allclose(found.astype(complex), np.asarray(es.evaluate(e, given)).astype(complex), rtol=1e-6)


@pytest.mark.opencl
def test_device_arrays_stay_where_they_are() -> None:
    import pyopencl as cl
    import pyopencl.array as cla

    from espresso.runtime.device.opencl import backend_for

    backend = backend_for(None)
    queue = cl.CommandQueue(backend.context)
    x = arrays({"x": (64, 33)})["x"]
    f = es.compile("p[i,j] = softmax[j](x[i,j])", target="opencl", transfer="forbid")
    y = f(cla.to_device(queue, x))
    assert y.dtype == B
    close(y.get(), np.asarray(es.evaluate(es.parse("p[i,j] = softmax[j](x[i,j])"), {"x": x})))
