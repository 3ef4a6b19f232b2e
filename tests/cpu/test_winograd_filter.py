"""Gradients by filters of 3 x 3 taps by Winograd's tiles: the numbers of the reference, exactness, refusals (sE7, sC5, sC6)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from test_winograd import CASES, W, X, by_squares, normal

import espresso as es
from espresso.ir.engine import CONVOLUTION, Call, Operand
from espresso.kernels.convolution import calls as convolving, winograd_binding as winograd
from espresso.kernels.convolution.engine import DIRECT
from espresso.kernels.convolution.winograd_engine import WINOGRAD
from espresso.kernels.packed_gemm.engine import PACKED
from espresso.llvm.emit.tiles import tile
from tests.oracles import has_torch


def given_for(shape: tuple[int, ...], filters: int, padding: Any, dtype: str = "float32") -> tuple[Any, dict[str, np.ndarray]]:
    """The gradient by the filter, and an image and a cotangent."""
    y, x = es.conv(X, W, 1, padding), normal(0, *shape, dtype=dtype)
    both = (padding, padding) if isinstance(padding, int) else padding
    space = [n + 2 * p - 2 for n, p in zip(shape[2:], both, strict=True)]
    return es.vjp(y, "w", "G"), {"x": x, "G": normal(1, shape[0], filters, *space, dtype=dtype)}


@pytest.mark.parametrize(("shape", "filters", "padding"), [*CASES, ((2, 130, 9, 10), 50, 1), ((40, 8, 3, 3), 8, 0)], ids=str)
def test_numbers(shape: tuple[int, ...], filters: int, padding: Any) -> None:
    """Tiles that overhang, one tile, rows of more tiles than a vector has, channels that fill no tile."""
    for dtype, rtol in (("float32", 3e-6), ("float64", 1e-13)):
        by_squares(*given_for(shape, filters, padding, dtype), rtol)


@pytest.mark.parametrize(("shape", "filters", "padding", "dilation"), [
    ((3, 8, 13, 22), 9, 3, 3), ((2, 9, 9, 8), 10, (11, 1), (11, 2)), ((2, 8, 5, 70), 8, (2, 0), (1, 2)),
])  # fmt: skip
def test_taps_that_lie_apart(shape: tuple[int, ...], filters: int, padding: Any, dilation: Any) -> None:
    y = es.conv(X, W, 1, padding, dilation)
    out = es.compile(y)(x=normal(0, *shape), w=normal(1, filters, shape[1], 3, 3))
    by_squares(es.vjp(y, "w", "G"), {"x": normal(0, *shape), "G": normal(2, *out.shape)})


def test_layouts_and_strided_inputs() -> None:
    x, g = normal(0, 2, 9, 11, 16), normal(1, 2, 7, 9, 10)
    by_squares("d[r,s,c,o] = sum[n,p,q](x[n,p+r,q+s,c]*g[n,p,q,o])", {"x": x, "g": g})
    formula, given = given_for((2, 12, 10, 9), 8, 1)
    by_squares(formula, {"x": given["x"][:, ::-1], "G": np.asfortranarray(given["G"])})
    by_squares("d[o,s,r,c] = sum[n,p,q](x[n,c,p+r,q+s]*g[n,o,q,p])", {"x": normal(2, 2, 8, 9, 7), "g": normal(3, 2, 12, 5, 7)})


@pytest.mark.parametrize("value", [np.nan, np.inf, -np.inf, 3e38])
@pytest.mark.parametrize("name", ["x", "G"])
def test_what_is_not_finite_stays_where_it_is(name: str, value: float) -> None:
    """Overflow inside a transform is no overflow of the result; an element reaches the taps that it reaches."""
    formula, given = given_for((2, 8, 9, 9), 8, 1)
    given["x" if name == "G" else "G"] *= 0.1
    given[name][1, 3, 0, 0] = value
    f = by_squares(formula, given)
    infinite = np.count_nonzero(~np.isfinite(f(**given)))
    assert infinite == (0 if value == 3e38 else 8 * (4 if name == "x" else 9))  # a corner meets four taps


@pytest.mark.parametrize("text", ["d[o,c,r,s] = sum[n,p,q](pad(x)[n,c,p+r-1,q+s-1]*G[n,o,p,q])",
                                  "y[n,o,p,q] = sum[c,r,s](pad(x)[n,c,p+r-1,q+s-1]*w[o,c,r,s])"])  # fmt: skip
def test_what_no_tap_reaches_does_not_count(text: str) -> None:
    """Tiles that overhang would meet it, and large numbers there would be the rounding errors of all others."""
    given = {"x": normal(0, 2, 8, 20, 21), "G": normal(1, 2, 9, 9, 10), "w": normal(2, 9, 8, 3, 3)}
    f = es.compile(text, engine="winograd", strict=True, sizes={"r": 3, "s": 3} if "G" in text else {"p": 9, "q": 10})
    once = f(**{n: given[n] for n in f.inputs})
    given["x"][:, :, 10:], given["x"][..., 11:] = 1e20, -1e20
    np.testing.assert_array_equal(f(**{n: given[n] for n in f.inputs}), once)


def test_however_squares_and_channels_are_divided(monkeypatch: pytest.MonkeyPatch) -> None:
    """Chunks of one image, few tiles to a sum, one part and many."""
    formula, given = given_for((5, 12, 30, 19), 40, 1)
    true = es.compile(formula, engine="direct", strict=True)(**{n: a.astype("d") for n, a in given.items()})
    for stored, summed, share in ((1, 128, 6), (1 << 24, 16, 1), (1 << 18, 33, 100), (1 << 24, 1 << 12, 6)):
        monkeypatch.setattr(winograd, "stored", lambda stored=stored: stored)
        monkeypatch.setattr(winograd, "SUMMED", summed)
        monkeypatch.setattr(winograd, "SHARE", share)
        found = es.compile(formula, engine="winograd", strict=True)(**given)
        np.testing.assert_allclose(found, true, atol=2e-6 * abs(true).max(), rtol=0)


@pytest.mark.parametrize("features", ["+avx2,+fma", "", "+neon"])
def test_other_tiles(features: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Tiles that are taller than a vector is long: their panels are filled by several."""
    monkeypatch.setenv("ESPRESSO_CACHE_DIR", str(tmp_path))
    monkeypatch.setattr(convolving, "tile", lambda dtype, _: tile(dtype, features))
    for dtype, rtol in (("float32", 3e-6), ("float64", 1e-13)):
        if tile(dtype, features).lanes >= winograd.STEP:
            by_squares(*given_for((2, 13, 9, 30), 21, 1, dtype), rtol)


@pytest.mark.parametrize("rectified", [False, True], ids=["normal", "rectified"])
@pytest.mark.parametrize(("shape", "usual"), [((1, 8, 24, 24), 7e-8), ((8, 64, 24, 24), 2.5e-8), ((16, 64, 16, 16), 3e-8)])
def test_exact_enough(shape: tuple[int, ...], usual: float, rectified: bool) -> None:
    """Errors in float32 as parts of the sums of |x|*|G|, in the mean square; PyTorch's are as large or half of them."""
    formula, given = given_for(shape, 32, 1)
    given["x"] = np.maximum(given["x"], 0) if rectified else given["x"]
    exactly = es.compile(formula, engine="direct", strict=True)
    true = exactly(**{n: a.astype("d") for n, a in given.items()})
    sums = exactly(**{n: abs(a).astype("d") for n, a in given.items()})

    def error(found: np.ndarray) -> float:
        return float(np.sqrt(np.mean(np.square(found - true)) / np.mean(np.square(sums))))

    found = error(es.compile(formula, engine="winograd", strict=True)(**given))
    assert found < usual
    if has_torch():
        import torch

        x, g = torch.tensor(given["x"]), torch.tensor(given["G"])
        assert found < 3 * error(torch.nn.grad.conv2d_weight(x, (32, shape[1], 3, 3), g, padding=1).numpy())


def a_call(shape: tuple[int, ...], filters: int, taps: int = 3, **given: Any) -> Call:
    space = tuple(n + 3 - taps for n in shape[2:])
    shapes = {"x": shape, "g": (shape[0], filters, *space), "d": (filters, shape[1], taps, taps)}
    x, g, d = (Operand(n, tuple(f"{n}{k}" for k in range(4)), s, "float32") for n, s in shapes.items())
    parameters = {"direction": "weights", "stride": (1, 1), "dilation": (1, 1), "groups": 1, "epilogue": None, **given}
    sizes = {"n": shape[0], "c": shape[1], "o": filters, "p": space[0], "q": space[1], "r": taps, "s": taps}
    return Call(CONVOLUTION, "cpu", None, (x, g), d, sizes, {**parameters, "padding": ((1, 1), (1, 1))})


@pytest.mark.parametrize(("call", "reason"), [
    (a_call((2, 64, 56, 56), 64, taps=5), "its filters have 3 x 3 taps, this one has 5 x 5"),
    (a_call((2, 64, 56, 56), 64, stride=(2, 2)), "its stride is 1, this call has 2 x 2"),
    (a_call((2, 4, 56, 56), 64), "it needs 8 channels on both sides, this call has 4"),
])  # fmt: skip
def test_reasons(call: Call, reason: str) -> None:  # sC5
    assert WINOGRAD.supports(call) == reason


def test_where_it_is_chosen() -> None:  # sC6
    """By estimate at the sizes of networks; not where there are few channels, or few tiles beside a large filter."""

    def faster(*shape: int) -> bool:
        call = a_call(shape, shape[1])
        return WINOGRAD.seconds(call) < min(e.seconds(call) for e in (DIRECT, PACKED))

    assert all(faster(*s) for s in ((1, 64, 56, 56), (16, 64, 64, 64), (16, 256, 16, 16), (16, 512, 8, 8), (16, 512, 4, 4)))
    assert not any(faster(*s) for s in ((1, 8, 56, 56), (1, 64, 8, 8), (1, 512, 7, 7), (16, 16, 28, 28)))
    assert WINOGRAD.workspace(a_call((1, 64, 56, 56), 32)) == 36 * 14 * 14 * (64 + 32) * 4
    large = a_call((64, 64, 64, 64), 64)  # where the caches are larger than an image, these
    assert WINOGRAD.workspace(large) == max(winograd.stored(), 36 * 16 * 16 * (64 + 64) * 4)
    assert WINOGRAD.workspace(a_call((2, 64, 256, 256), 64)) == 36 * 64 * 64 * (64 + 64) * 4
