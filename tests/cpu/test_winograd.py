"""Convolutions of 3 x 3 taps by Winograd's tiles: the numbers of the reference, exactness, refusals (sE7, sC5, sC6)."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import espresso as es
from espresso.ir.engine import CONVOLUTION, Call, Operand
from espresso.kernels.convolution import winograd_binding as winograd
from espresso.kernels.convolution.winograd_engine import WINOGRAD
from espresso.kernels.convolution.winograd_forward import STEP
from espresso.llvm.emit import tiles
from espresso.llvm.emit.tiles import tile
from espresso.llvm.machine import host
from tests.oracles import has_torch

X, W = es.tensors("x[n,c,h,v] w[o,c,r,s]")
CASES = [
    ((1, 8, 4, 4), 8, 1), ((2, 10, 9, 10), 11, 1), ((1, 8, 14, 67), 16, 0), ((3, 20, 7, 7), 9, 1), ((2, 9, 13, 6), 9, (2, 0)),
    ((5, 8, 5, 141), 17, (3, 1)),
]  # fmt: skip


def by_squares(source: Any, given: dict[str, np.ndarray], rtol: float = 3e-6) -> Any:
    f = es.compile(source, engine="winograd", strict=True)
    f.check(**{n: a for n, a in given.items() if n in f.inputs}, rtol=rtol)
    assert [c.engine for c in f.program.choices] == ["winograd"]
    return f


def normal(seed: int, *shape: int, dtype: str = "float32") -> np.ndarray:
    return np.random.default_rng(seed).normal(size=shape).astype(dtype)


@pytest.mark.parametrize(("shape", "filters", "padding"), CASES, ids=str)
def test_forward_and_by_the_data(shape: tuple[int, ...], filters: int, padding: Any) -> None:
    """Tiles that overhang, one tile, rows of more tiles than a vector has, padding of several kinds."""
    y = es.conv(X, W, 1, padding)
    for dtype, rtol in (("float32", 3e-6), ("float64", 1e-13)):
        if tile(dtype, host()[2]).lanes < STEP:
            continue  # it refuses them
        given = {"x": normal(0, *shape, dtype=dtype), "w": normal(1, filters, shape[1], 3, 3, dtype=dtype)}
        f = by_squares(y, given, rtol)
        given["G"] = normal(2, *f(x=given["x"], w=given["w"]).shape, dtype=dtype)
        by_squares(es.vjp(y, "x", "G"), given, rtol)


@pytest.mark.parametrize(("shape", "filters", "padding", "dilation"), [
    ((1, 8, 13, 22), 9, 3, 3), ((2, 9, 9, 8), 10, (11, 1), (11, 2)), ((2, 8, 5, 141), 8, (2, 0), (1, 2)),
])  # fmt: skip
def test_taps_that_lie_apart(shape: tuple[int, ...], filters: int, padding: Any, dilation: Any) -> None:
    """Rests that have different numbers of positions, none of some, no dilation along one axis."""
    y = es.conv(X, W, 1, padding, dilation)
    given = {"x": normal(0, *shape), "w": normal(1, filters, shape[1], 3, 3)}
    f = by_squares(y, given)
    given["G"] = normal(2, *f(x=given["x"], w=given["w"]).shape)
    by_squares(es.vjp(y, "x", "G"), given)
    given["x"][0, 1, 2, 3] = np.nan
    found = by_squares(y, given)(x=given["x"], w=given["w"])
    assert 0 < np.isnan(found).sum() <= 9 * filters


def test_what_follows_taps_that_lie_apart() -> None:
    given = {"x": normal(0, 2, 9, 21, 17), "w": normal(1, 10, 9, 3, 3), "b": normal(2, 10)}
    text = "y[n,o,p,q] = relu(sum[c,r,s](x[n,c,p+2*r,q+3*s]*w[o,c,r,s]) + b[o])"
    assert len(by_squares(text, given, 1e-5).program.steps) == 1


def test_batches_that_do_not_lie_evenly() -> None:
    """Two axes that are the batch together, in another order in the cotangent, which is read where it lies."""
    x, w, g = normal(0, 3, 4, 8, 10, 10), normal(1, 9, 8, 3, 3), normal(2, 4, 3, 9, 8, 8)
    by_squares("y[n,m,o,p,q] = x[m,n,c,p+r,q+s]*w[o,c,r,s]", {"x": x, "w": w})
    by_squares("d[o,c,r,s] = sum[m,n,p,q](x[m,n,c,p+r,q+s]*G[n,m,o,p,q])", {"x": x, "G": g})


def test_layouts_and_strided_inputs() -> None:
    x, w = normal(0, 2, 9, 11, 16), normal(1, 3, 3, 16, 10)
    by_squares("y[n,p,q,o] = x[n,p+r,q+s,c]*w[r,s,c,o]", {"x": x, "w": w})
    by_squares(es.conv(X, W, 1, 1), {"x": x[:, ::2].transpose(0, 3, 1, 2), "w": w.transpose(3, 2, 0, 1)[:, :, ::-1]})
    by_squares("y[o,n,q,p] = x[n,c,p+r,q+s]*w[o,c,r,s]", {"x": normal(2, 2, 8, 9, 7), "w": normal(3, 12, 8, 3, 3)})


@pytest.mark.parametrize("activation", ["{}", "relu({})", "min(relu({}), 6)"])
def test_bias_and_activation(activation: str) -> None:  # sE8, sC3
    sum_ = "(sum[c,r,s](x[n,c,p+r,q+s]*w[o,c,r,s]) + b[o])"
    given = {"x": normal(0, 2, 9, 8, 21), "w": normal(1, 10, 9, 3, 3), "b": normal(2, 10)}
    f = by_squares("y[n,o,p,q] = " + activation.format(sum_), given, 1e-4)
    assert len(f.program.steps) == 1
    given["x"][0, 0, 0, 0], given["x"][1, 1, 3, 18] = np.nan, np.inf
    f.check(**given, rtol=1e-4)


@pytest.mark.parametrize("value", [np.nan, np.inf, -np.inf, 3e38])
def test_what_is_not_finite_stays_where_it_is(value: float) -> None:
    """A square would spread it over 16 elements; overflow inside a transform is no overflow of the result."""
    given = {"x": normal(0, 2, 8, 9, 9), "w": 0.1 * normal(1, 8, 8, 3, 3), "G": normal(2, 2, 8, 9, 9)}
    y = es.conv(X, W, 1, 1)
    given["x"][1, 3, 4, 5] = given["G"][1, 3, 8, 8] = value
    f = by_squares(y, given)
    found = f(x=given["x"], w=given["w"])
    assert np.isfinite(found).sum() == found.size - (0 if value == 3e38 else 8 * 9)
    by_squares(es.vjp(y, "x", "G"), given)


@pytest.mark.parametrize("rectified", [False, True], ids=["normal", "rectified"])
@pytest.mark.parametrize(("channels", "largest", "usual", "by_taps"), [
    (8, 3e-6, 1e-7, 2.4e-8), (64, 8e-7, 5.5e-8, 1.2e-8), (256, 5e-7, 3e-8, 7e-9),
])  # fmt: skip
def test_exact_enough(channels: int, largest: float, usual: float, by_taps: float, rectified: bool) -> None:
    """Errors in float32 as parts of the sums of |x|*|w|: the largest and the root of the mean square, as documented.

    PyTorch's sums have errors between those of squares and those of sums over taps.
    """
    x, w = normal(0, 1, channels, 24, 24), normal(1, 32, channels, 3, 3)
    x = np.maximum(x, 0) if rectified else x
    y = es.conv(X, W, 1, 1)
    exactly = es.compile(y, engine="direct", strict=True)
    true, sums = exactly(x=x.astype("d"), w=w.astype("d")), exactly(x=abs(x).astype("d"), w=abs(w).astype("d"))

    def rms(a: Any) -> float:
        return float(np.sqrt(np.mean(np.square(a, dtype="d"))))

    def errors(found: np.ndarray) -> tuple[float, float]:
        return float(np.max(abs(found - true) / sums)), rms(found - true) / rms(sums)

    squares, taps = (errors(es.compile(y, engine=e, strict=True)(x=x, w=w)) for e in ("winograd", "direct"))
    assert squares[0] < largest and squares[1] < usual
    assert abs(es.compile(y, engine="winograd")(x=x, w=w) - true).max() < 1.5e-6 * abs(true).max()
    assert taps[1] < by_taps
    if has_torch():
        import torch

        theirs = errors(torch.conv2d(torch.tensor(x), torch.tensor(w), padding=1).numpy())
        assert taps[1] < 1.1 * theirs[1] and squares[1] < 5 * theirs[1]


def test_the_same_bits_however_squares_are_divided(monkeypatch: pytest.MonkeyPatch) -> None:
    x, w = normal(0, 5, 12, 30, 19), normal(1, 24, 12, 3, 3)
    found = []
    for block, planes in ((16, 1 << 23), (64, 1), (80, 1 << 23), (33 * 16, 1 << 17)):
        monkeypatch.setattr(winograd, "block_of", lambda *_, block=block: block)
        monkeypatch.setattr(winograd.WinogradNumbers, "planes", planes)
        compiled = [es.compile(es.conv(X, W, 1, 1, d), engine="winograd", strict=True) for d in (1, 2)]
        found.append([f(x=x, w=w) for f in compiled])
    for other in found[1:]:
        for a, b in zip(found[0], other, strict=True):
            np.testing.assert_array_equal(a, b)


def a_call(shape: tuple[int, ...] = (2, 64, 56, 56), filters: int = 64, taps: int = 3, **given: Any) -> Call:
    dtype, groups = given.pop("dtype", "float32"), given.get("groups", 1)
    space = tuple(n + 3 - taps for n in shape[2:])
    shapes = {"x": shape, "w": (filters, shape[1] // groups, taps, taps), "y": (shape[0], filters, *space)}
    x, w, y = (Operand(n, tuple(f"{n}{k}" for k in range(4)), s, dtype) for n, s in shapes.items())
    parameters = {"direction": "forward", "stride": (1, 1), "dilation": (1, 1), "groups": 1, "epilogue": None, **given}
    sizes = {"n": shape[0], "c": shapes["w"][1], "o": filters, "p": space[0], "q": space[1], "r": taps, "s": taps}
    return Call(CONVOLUTION, "cpu", None, (x, w), y, sizes, {**parameters, "padding": ((1, 1), (1, 1))})


@pytest.mark.parametrize(("call", "reason"), [
    (a_call(taps=5), "its filters have 3 x 3 taps, this one has 5 x 5"),
    (a_call(stride=(2, 2)), "its stride is 1, this call has 2 x 2"),
    (a_call(groups=2), "it has no groups, this call has 2"),
    (a_call(filters=4), "it needs 8 channels on both sides, this call has 4"),
    (a_call(dtype="complex64"), "the convolution by Winograd has no complex64 (it has float32, float64)"),
    (a_call(epilogue="sin"), "it has no epilogue 'sin' (it has relu, relu6, hardswish)"),
])  # fmt: skip
def test_reasons(call: Call, reason: str) -> None:  # sC5
    assert WINOGRAD.supports(call) == reason


def test_vectors_of_two_numbers(monkeypatch: pytest.MonkeyPatch) -> None:  # sC5
    """Float64 without AVX2, and on ARM: the transforms could not be written."""
    monkeypatch.setattr(tiles, "tile", lambda dtype, features: tile(dtype, ""))
    reason = "it sorts columns by fours within vectors, which have 2 numbers of float64 here"
    assert [WINOGRAD.supports(a_call(dtype=dtype)) for dtype in ("float32", "float64")] == [None, reason]


def test_where_it_is_chosen() -> None:  # sC6
    """By estimate at the sizes of networks; not where there are few tiles, few channels or a filter beyond all caches."""
    from espresso.kernels.convolution.engine import DIRECT

    def faster(*shape: int) -> bool:
        call = a_call(shape, shape[1])
        return WINOGRAD.seconds(call) < DIRECT.seconds(call)

    assert all(faster(*s) for s in ((1, 64, 56, 56), (8, 64, 56, 56), (16, 256, 14, 14), (1, 128, 28, 28), (1, 64, 224, 224)))
    assert not any(faster(*s) for s in ((16, 8, 28, 28), (1, 64, 4, 4), (1, 512, 7, 7), (2, 8, 12, 12)))
    assert WINOGRAD.workspace(a_call()) == 36 * 64 * 64 * 4
    f = es.compile(es.conv(X, W, 1, 1))
    f.check(x=normal(0, 1, 32, 56, 56), w=normal(1, 32, 32, 3, 3), rtol=1e-5)
    assert "engine winograd: fastest by estimate" in f.report()
    f(x=normal(0, 1, 2, 5, 5), w=normal(1, 3, 2, 3, 3))
    assert "refused by winograd: it needs 8 channels on both sides, this call has 2" in f.report()
