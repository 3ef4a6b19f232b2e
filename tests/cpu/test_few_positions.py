"""Convolutions with few positions and many channels become one packed product, gradients too (sC3, sC6)."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import espresso as es
from espresso import networks as nn
from espresso.ir.calls import EngineCall, PackedContraction
from espresso.ir.engine import CONVOLUTION, Call, Operand
from espresso.kernels.convolution.engine import DIRECT
from espresso.kernels.packed_gemm.engine import PACKED

X, W = es.tensors("x[n,c,h,v] w[o,c,r,s]")


def arrays(f: Any, shapes: dict[str, tuple[int, ...]]) -> dict[str, np.ndarray]:
    rng = np.random.default_rng(0)
    return {n: rng.integers(-4, 5, shapes[n]).astype("float32") for n in f.inputs}


def steps(f: Any) -> tuple[int, int]:
    """Packed products, and convolutions by other engines."""
    kinds = [type(s) for s in f.program.steps]
    return kinds.count(PackedContraction), kinds.count(EngineCall)


@pytest.mark.parametrize("geometry", [(1, 1, 1), (2, 1, 1), (1, 2, 2), (1, ((1, 0), (0, 2)), 1)], ids=str)
def test_forward_and_gradients(geometry: Any) -> None:
    stride, padding, dilation = geometry
    y = es.conv(X, W, stride, padding, dilation)
    shapes = {"x": (3, 40, 3, 4), "w": (48, 40, 3, 3) if geometry[1] != 2 else (48, 40, 2, 3)}
    f = es.compile(y, engines=["packed", "numba-loops"])
    f.check(**arrays(f, shapes))
    assert steps(f) == (1, 0) and "engine packed: as asked for" in f.report()
    shapes["G"] = f(**arrays(f, shapes)).shape
    for name in ("x", "w") if stride == 1 else ("w",):
        g = es.compile(es.vjp(y, name, "G"), engines=["packed", "numba-loops"])
        g.check(**arrays(g, shapes))
        assert steps(g) == (1, 0)


def test_chosen_by_estimate() -> None:
    """In the last stage of a network; where images are large, vectors are full, and bias and activation go along."""
    f = es.compile(es.relu(es.conv(X, W, 1, 1)))
    f.check(**arrays(f, {"x": (4, 128, 2, 2), "w": (128, 128, 3, 3)}))
    assert steps(f) == (1, 0) and "engine packed: fastest by estimate" in f.report()
    f.check(**arrays(f, {"x": (1, 4, 24, 24), "w": (5, 4, 3, 3)}))
    assert steps(f) == (0, 1) and "engine direct: fastest by estimate" in f.report()


def test_a_new_filter_is_stored_by_its_product() -> None:
    """The gradient is no array: one product with a factor, added to the filter."""
    gradient = es.vjp(es.conv(X, W, 1, 1), "w", "G")
    f = es.compile(nn.sgd({"w": W}, {"w": gradient}, 0.5)["w"])
    f.check(**arrays(f, {"x": (4, 64, 2, 2), "w": (64, 64, 3, 3), "G": (4, 64, 2, 2)}))
    assert steps(f) == (1, 0) and f.memory.arena == 0


def a_call(direction: str, batch: int, channels: int, side: int, **more: Any) -> Call:
    image = Operand("x", ("n", "c", "h", "v"), (batch, channels, side, side), "float32")
    filter_ = Operand("w", ("o", "c", "r", "s"), (channels, channels, 3, 3), "float32")
    result = Operand("y", ("n", "o", "p", "q"), (batch, channels, side, side), "float32")
    inputs, output = {
        "forward": ((image, filter_), result), "data": ((result, filter_), image), "weights": ((image, result), filter_),
    }[direction]  # fmt: skip
    sizes = {"batch": batch, "out": channels, "channel": channels, "p": side, "q": side, "r": 3, "s": 3}
    given = {
        "direction": direction, "stride": (1, 1), "dilation": (1, 1), "low": (1, 1), "padding": ((1, 1), (1, 1)),
        "groups": 1, "epilogue": None, "one_sum": True, **more,
    }  # fmt: skip
    return Call(CONVOLUTION, "cpu", None, inputs, output, sizes, given)


@pytest.mark.parametrize("direction", ["forward", "data", "weights"])
def test_estimates_and_reasons(direction: str) -> None:
    few, many = a_call(direction, 16, 512, 2), a_call(direction, 16, 64, 56)
    assert PACKED.seconds(few) < 0.5 * DIRECT.seconds(few) and DIRECT.seconds(many) < PACKED.seconds(many)
    assert "have no groups, this call has 2" in str(PACKED.supports(a_call(direction, 1, 8, 2, groups=2)))
    assert "put together from several sums" in str(PACKED.supports(a_call(direction, 1, 8, 2, one_sum=False)))
    strided = PACKED.supports(a_call(direction, 1, 8, 2, stride=(2, 2)))
    assert (strided is None) == (direction != "data")
