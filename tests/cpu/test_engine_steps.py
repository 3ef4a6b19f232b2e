"""Calls of engines on devices, executed on the host: addresses, strides and what is left out (sB6, sC17).

The device is the memory of this process: an engine that computes on addresses stands in
for a library of a GPU, and the steps are those of the CUDA runtime.
"""

from __future__ import annotations

import ctypes
import itertools
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from numpy.lib.stride_tricks import as_strided

import espresso as es
from espresso.compiler.matching.selection import call_of
from espresso.compiler.pipeline import build
from espresso.engine import table
from espresso.engine.cudnn.engine import CUDNN
from espresso.errors import EngineError
from espresso.ir.arrangement import Arrangement
from espresso.ir.calls import EngineCall
from espresso.ir.engine import Call
from espresso.kernels.convolution.taps import BY_TAPS
from espresso.runtime.cpu.programs import evaluate_extent
from espresso.runtime.device.engine_steps import EngineStep, view_of

LIBRARY: dict[str, Any] = {"np": np}
exec(BY_TAPS, LIBRARY)


def prepare(call: Call, strides: Sequence[Sequence[int]]) -> Any:
    """A function of addresses that sees what a library would see: shapes of the call, strides, padding."""
    operands = (*call.inputs, call.output)

    def launch(pointers: Sequence[int], queue: Any) -> None:
        views = []
        for o, at, steps in zip(operands, pointers, strides, strict=True):
            size = np.dtype(o.dtype).itemsize
            block = (ctypes.c_char * size).from_address(at)
            first = np.frombuffer(block, o.dtype)
            views.append(as_strided(first, o.shape, [s * size for s in steps]))
        p = call.parameters
        LIBRARY["_by_taps"](
            p["direction"], *views[:2], views[-1], p["stride"], p["dilation"], p["padding"], p["groups"]
        )

    return launch


HOST = replace(CUDNN, missing=lambda: None, unfit=lambda call: None, refuses=lambda call: None, prepare=prepare)


@pytest.fixture(autouse=True)
def planted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table, "ENGINES", tuple(HOST if e.name == "cudnn" else e for e in table.ENGINES))


def one_call(source: Any, given: dict[str, np.ndarray]) -> tuple[EngineCall, Any]:
    """The only engine call of a formula on the GPU, and the size of an extent."""
    f = es.compile(source)
    arrays = {n: given[n] for n in f.inputs}
    facts = f._arguments.check(list(arrays.values()))
    shapes, dtypes = {n: a.shape for n, a in arrays.items()}, {n: str(a.dtype) for n, a in arrays.items()}
    results = {n: str(facts.dtypes[e]) for n, e in zip(f.outputs, f.expressions, strict=True)}
    value = lambda e: evaluate_extent(e, shapes)  # noqa: E731
    program = build(replace(f.prepared, target="gpu", first_choices={}), dtypes, results, value).program
    assert program is not None
    (call,) = (s for s in program.steps if isinstance(s, EngineCall))
    return call, value


def clear(pointer: int, size: int, queue: Any) -> None:
    ctypes.memset(pointer, 0, size)


def run(source: Any, given: dict[str, np.ndarray]) -> tuple[np.ndarray, np.ndarray]:
    """The result of the call on the host, and the value that it should have."""
    step, value = one_call(source, given)
    assert set(step.operands) <= set(given), "the operands are inputs"
    arrays = [given[n] for n in step.operands]
    out = np.full([value(step.extents[a]) for a in step.axes], np.nan)
    every = [*arrays, out]
    call = call_of(step, {}, {}, "gpu", value, {})
    strides = [[s // a.itemsize for s in a.strides] for a in every]
    made = EngineStep(step, call, HOST, [a.shape for a in every], strides, [a.itemsize for a in every], clear)
    for k, a in enumerate(every):
        made.bind(k, a.ctypes.data)
    made(None)
    f = es.compile(source, engines=["openblas", "numba-loops"])
    return out.transpose([step.axes.index(a) for a in f.expressions[0].axes]), f(**{n: given[n] for n in f.inputs})


@pytest.mark.parametrize("geometry", [*itertools.product((1, 2), (0, 1), (1, 2))])
def test_forward_and_weights(geometry: tuple[int, int, int]) -> None:
    stride, padding, dilation = geometry
    x, w = es.tensors("x[n,c,h,v] w[o,c,r,s]")
    y = es.conv(x, w, stride, padding, dilation)
    rng = np.random.default_rng(0)
    given = {"x": rng.normal(size=(2, 4, 9, 10)), "w": rng.normal(size=(6, 4, 3, 2))}
    found, expected = run(y, given)
    np.testing.assert_allclose(found, expected, rtol=1e-12, atol=1e-12)
    given["G"] = rng.normal(size=expected.shape)
    if not padding:
        np.testing.assert_allclose(*run(es.vjp(y, "w", "G"), given), rtol=1e-12, atol=1e-12)


def test_strided_operands() -> None:  # channels last, and every second image backwards
    rng = np.random.default_rng(0)
    x = rng.normal(size=(4, 9, 10, 3)).transpose(0, 3, 1, 2)[::-2]
    given = {"x": x, "w": np.asfortranarray(rng.normal(size=(6, 3, 3, 2)))}
    found, expected = run("y[n,o,p,q] = x[n,c,p+r,q+s]*w[o,c,r,s]", given)
    np.testing.assert_allclose(found, expected, rtol=1e-12, atol=1e-12)


def test_left_out_elements() -> None:
    """A crop is another start; the part of a result that a gradient does not reach is set to 0."""
    rng = np.random.default_rng(0)
    found, expected = run(
        "y[n,o,p] = x[n,c,p+r+2]*w[o,c,r]", {"x": rng.normal(size=(2, 3, 12)), "w": rng.normal(size=(4, 3, 3))}
    )
    np.testing.assert_allclose(found, expected, rtol=1e-12, atol=1e-12)
    given = {"x": rng.normal(size=(2, 3, 4)), "w": rng.normal(size=(3, 5, 3))}
    found, expected = run("y[n,o,i] = sum[c,k](x[n,c,k]*pad(w)[c,o,i - 2*k])*(i < 17)", given)
    np.testing.assert_allclose(found, expected, rtol=1e-12, atol=1e-12)
    assert (found[..., 9:] == 0).all()


def test_views() -> None:
    grouped = Arrangement(((2, 3), ()), (0, 1, 2), (1, 2))
    assert view_of(grouped, (6, 4), (4, 1)) == ((2, 12), (12, 1))
    assert view_of(Arrangement(((), (), ()), (0, 2, 1), (1, 2)), (5, 6, 4), (24, 4, 1)) is None
    assert view_of(Arrangement(((), ()), (1, 0), (0, 1, 1)), (5, 6), (6, 1)) == ((1, 6, 5), (1, 1, 6))


def test_a_layout_that_no_strides_express() -> None:
    rng = np.random.default_rng(0)
    x = rng.normal(size=(3, 2, 9)).transpose(1, 0, 2)  # n and m are one batch, but not one line
    with pytest.raises(EngineError, match="x does not lie in memory as cudnn needs it"):
        run("y[n,m,o,p] = x[n,m,p+r]*w[o,r]", {"x": x, "w": rng.normal(size=(4, 3))})


def test_a_wrong_start_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """Planted fault: the crop is forgotten."""
    monkeypatch.setattr(EngineStep, "__call__", lambda self, queue: self.launch(self._pointers, queue))
    rng = np.random.default_rng(0)
    given = {"x": rng.normal(size=(2, 3, 12)), "w": rng.normal(size=(4, 3, 3))}
    found, expected = run("y[n,o,p] = x[n,c,p+r+2]*w[o,c,r]", given)
    assert not np.allclose(found, expected)


def test_a_program_for_cudnn_is_explained_without_a_gpu() -> None:  # sC14, sC15, sC16
    f = es.compile("y[n,o,p] = tanh(sum[c,r](x[n,c,p+r]*w[o,c,r]) + b[o])", target="gpu", engine="cudnn", strict=True)
    given = {"x": np.zeros((2, 8, 9), "f"), "w": np.zeros((4, 8, 3), "f"), "b": np.zeros(4, "f")}
    text = f.explain(**given)
    assert "library call: cudnn (convolution: forward, stride [1], dilation [1], padding [0] before, then tanh)" in text
    assert "0 kernels, 1 library call" in text


@pytest.mark.parametrize("dtype", ["float16", "bfloat16", "float32"])
@pytest.mark.parametrize(("after", "taken"), [("{}", True), ("{} + b[o]", False), ("relu({})", False), ("0.3*{}", False)])
def test_arrays_of_16_bits_are_described_as_they_are_stored(
    dtype: str, after: str, taken: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A library that was told of float32 read past their ends.  What follows a convolution takes sums of float32."""
    honest = replace(HOST, unfit=CUDNN.unfit)
    monkeypatch.setattr(table, "ENGINES", tuple(honest if e is HOST else e for e in table.ENGINES))
    ml_dtypes = pytest.importorskip("ml_dtypes")
    kind = np.dtype(ml_dtypes.bfloat16 if dtype == "bfloat16" else dtype)
    text = f"y[n,o,p] = {after}".format("sum[c,r](pad(x)[n,c,p + r - 1]*w[o,c,r])")
    shapes = {"x": (2, 3, 9), "w": (4, 3, 3), "b": (4,)}
    f = es.compile(text, target="gpu", sizes={"p": 9}, engine="cudnn")
    f.explain("H200", **{n: np.zeros(shapes[n], kind) for n in f.inputs})
    found = [s for s in f._example().program.steps if isinstance(s, EngineCall)]
    assert bool(found) is (taken or dtype == "float32")
    assert all({*s.dtypes, s.dtype} == {dtype} for s in found)
