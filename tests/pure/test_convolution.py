"""Convolution, pooling, padding and resizing as index notation, with plain NumPy and PyTorch as the peers (cases 20, 25, 38, 55, 56)."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import pytest

import espresso as es
from espresso.formulas.graph import expr as ex
from espresso.frontends.library.pooling import interpolate
from tests import oracles

LETTERS = "hvz"


def data(*shape: int) -> np.ndarray:
    return np.random.default_rng(sum(shape)).normal(size=shape)


def names(first: str, spatial: int) -> str:
    return first + "," + ",".join(LETTERS[:spatial])


SWEEP: list[tuple[Any, ...]] = [
    # kernel, padding, stride, dilation, channels, results, groups, image
    (5, 2, 1, 1, 2, 3, 1, (6, 7)),
    (3, 1, 1, 1, 1, 1, 1, (2, 2)),
    (3, 1, 1, 1, 2, 1, 1, (4, 4)),
    (3, 1, 1, 1, 1, 2, 1, (10, 5)),
    (3, 1, 1, 1, 3, 8, 1, (7, 7)),
    (1, 0, 1, 1, 3, 5, 1, (4, 4)),
    (1, 0, 1, 1, 4, 8, 2, (2, 2)),
    ((1, 2), 0, 1, 1, 4, 8, 1, (4, 4)),
    ((1, 2), 0, 1, 1, 4, 8, 2, (4, 4)),
    (1, 0, 2, 1, 3, 5, 1, (7, 7)),
    (3, 1, 1, 1, 4, 8, 2, (4, 4)),
    (3, 1, 2, 1, 6, 8, 2, (7, 7)),
    (3, 1, 1, 1, 4, 4, 4, (4, 4)),
    (3, 1, 2, 1, 4, 8, 4, (5, 5)),
    ((1, 7), (0, 3), 1, 1, 3, 2, 1, (4, 7)),
    ((7, 1), (3, 0), 1, 1, 2, 3, 1, (7, 4)),
    ((3, 5), (1, 2), (2, 3), (3, 2), 3, 8, 1, (10, 10)),
    (5, 2, 1, 1, 3, 4, 1, (4, 4)),
    (5, 2, 4, 1, 2, 4, 1, (12, 11)),
    (3, 2, 1, 3, 2, 2, 1, (8, 8)),
]
"""Case 55, with smaller numbers of channels."""


@pytest.mark.parametrize(("k", "p", "s", "d", "c", "o", "g", "image"), SWEEP)
def test_convolution_sweep(k: Any, p: Any, s: Any, d: Any, c: int, o: int, g: int, image: tuple[int, int]) -> None:
    kernel = k if isinstance(k, tuple) else (k, k)
    e = es.conv(es.tensor("x[n,c,h,v]"), es.tensor("w[o,c,r,s]"), s, p, d, g) + es.tensor("b[o]")
    arrays = {"x": data(2, c, *image), "w": data(o, c // g, *kernel), "b": data(o)}
    oracles.compare_formula(es.einsum("nopq->nopq", e), arrays, lambda F, x, w, b: F.conv2d(x, w, b, s, p, d, g))


@pytest.mark.parametrize(
    ("k", "s", "p", "d", "g", "extra"),
    [(3, 1, 0, 1, 1, 0), (3, 2, 0, 1, 1, 0), (3, 2, 1, 1, 1, 1), (2, 2, 0, 1, 1, 0), (3, 2, 1, 2, 1, 1), (3, 3, 1, 1, 2, 2),
     ((3, 2), (2, 1), (1, 0), (1, 2), 2, (1, 0)), (5, 1, 2, 1, 4, 0)],
)  # fmt: skip
def test_transposed_convolution(k: Any, s: Any, p: Any, d: Any, g: int, extra: Any) -> None:
    kernel = k if isinstance(k, tuple) else (k, k)
    e = es.conv(es.tensor("x[n,c,h,v]"), es.tensor("w[c,o,r,s]"), s, p, d, g, output_padding=extra, transposed=True)
    arrays = {"x": data(2, 4, 5, 4), "w": data(4, 6 // g if g < 3 else 2, *kernel)}
    oracles.compare_formula(e, arrays, lambda F, x, w: F.conv_transpose2d(x, w, None, s, p, extra, g, d))


@pytest.mark.parametrize("rank", [1, 3])
@pytest.mark.parametrize("transposed", [False, True])
def test_other_ranks(rank: int, transposed: bool) -> None:
    x, w = es.tensor(f"x[{names('n,c', rank)}]"), es.tensor("w", shape=(None,) * (rank + 2))
    e = es.conv(x, w, 2, 1, transposed=transposed)
    arrays = {"x": data(2, 3, *(5, 4, 3)[:rank]), "w": data(3, 3, *(2, 3, 2)[:rank])}
    name = f"conv_transpose{rank}d" if transposed else f"conv{rank}d"
    oracles.compare_formula(e, arrays, lambda F, x, w: getattr(F, name)(x, w, stride=2, padding=1))


def test_padding_on_one_side_and_by_word() -> None:
    x, w = es.tensors("x[n,c,h,v] w[o,c,r,s]")
    arrays = {"x": data(2, 2, 5, 6), "w": data(3, 2, 2, 3)}
    oracles.compare_formula(
        es.conv(x, w, padding=((1, 0), (0, 3)), stride=(1, 2)), arrays,
        lambda F, x, w: F.conv2d(F.pad(x, (0, 3, 1, 0)), w, stride=(1, 2)),
    )  # fmt: skip
    oracles.compare_formula(es.conv(x, w, padding="same", dilation=2), arrays, lambda F, x, w: F.conv2d(x, w, padding="same", dilation=2))
    oracles.compare_formula(es.conv(x, w, padding="valid"), arrays, lambda F, x, w: F.conv2d(x, w), fixed=("x", "w"))


def test_second_order() -> None:
    x, w = es.tensors("x[n,c,h] w[o,c,r]")
    for stride, dilation in ((1, 1), (2, 1), (1, 3)):
        e = es.conv(x, w, stride, 1, dilation)
        arrays = {"x": data(2, 2, 7), "w": data(3, 2, 3)}
        first = es.grad(es.sum(es.einsum("ijk->ijk", e) ** 3), "x")
        second = es.grad(es.sum(first**2), "w")
        found = es.evaluate(second, arrays)

        def squares(F: Any, x: Any, w: Any, stride: int = stride, dilation: int = dilation) -> Any:
            """Half the sum of squares of the first gradient, which is a transposed convolution."""
            y = F.conv1d(x, w, None, stride, 1, dilation)
            extra = x.shape[2] - ((y.shape[2] - 1) * stride + 2 * dilation - 1)
            return (F.conv_transpose1d(3 * y**2, w, None, stride, 1, extra, 1, dilation) ** 2).sum()

        oracles.compare(squares, arrays, es.evaluate(es.sum(first**2), arrays), {"w": found}, 1.0, 1e-9)


def test_small_exact_numbers() -> None:
    """Case 25."""
    x, w = es.tensors("x[n,c,h,v] w[o,c,r,s]")
    rows = np.array([*range(1, 9), *range(1, 9)], float).reshape(1, 1, 4, 4)
    kernel = np.array([1.0, 2, 3, 4]).reshape(1, 1, 2, 2)
    assert es.evaluate(es.conv(x, w, 2), {"x": rows, "w": kernel}).ravel().tolist() == [44, 64, 44, 64]
    total = es.sum(es.conv(x, w))
    ones = {"x": np.ones((1, 1, 4, 4)), "w": np.ones((1, 1, 3, 3))}
    dx, dw = (es.evaluate(g, {n: ones[n] for n in g.inputs}) for g in es.grad(total, ["x", "w"]))
    assert dx.ravel().tolist() == [1, 2, 2, 1, 2, 4, 4, 2, 2, 4, 4, 2, 1, 2, 2, 1]
    assert dw.ravel().tolist() == [4] * 9
    ones["x"] = np.ones((1, 1, 4, 4))
    assert es.evaluate(es.conv(x, w, 3, 1), ones).ravel().tolist() == [4] * 4
    nine = np.arange(1.0, 10).reshape(1, 1, 3, 3)
    for pool, values, slopes in (
        (es.max_pool(x, 2, 1), [5, 6, 8, 9], [0, 0, 0, 0, 1, 1, 0, 1, 1]),
        (es.avg_pool(x, 2, 1), [3, 4, 6, 7], [0.25, 0.5, 0.25, 0.5, 1, 0.5, 0.25, 0.5, 0.25]),
    ):
        assert es.evaluate(pool, {"x": nine}).ravel().tolist() == values
        g = es.grad(es.sum(pool), "x")
        assert es.evaluate(g, {"x": nine}).ravel().tolist() == slopes


def test_small_exact_numbers_with_bias_padding_and_activations() -> None:
    """Case 25, the rest of it: bias and its gradient, a smaller kernel, padding with a stride, three activations."""
    x, w, b = es.tensors("x[n,c,h,v] w[o,c,r,s] b[o]")
    rows = np.array([*range(1, 9), *range(1, 9)], float).reshape(1, 1, 4, 4)
    arrays = {"x": rows, "w": np.array([1.0, 2, 3, 4]).reshape(1, 1, 2, 2), "b": np.ones(1)}
    assert es.evaluate(es.conv(x, w, 2) + b, arrays).ravel().tolist() == [45, 65, 45, 65]

    ones = {"x": np.ones((1, 1, 4, 4)), "w": np.ones((1, 1, 3, 3)), "b": np.ones(1)}
    db = es.grad(es.sum(es.conv(x, w) + b), "b")
    assert es.evaluate(db, {n: ones[n] for n in db.inputs}).tolist() == [4]
    ones = {"x": np.ones((1, 1, 3, 3)), "w": np.ones((1, 1, 2, 2))}
    dx, dw = (es.evaluate(g, {n: ones[n] for n in g.inputs}) for g in es.grad(es.sum(es.conv(x, w)), ["x", "w"]))
    assert dx.ravel().tolist() == [1, 2, 1, 2, 4, 2, 1, 2, 1] and dw.ravel().tolist() == [4] * 4

    arrays = {"x": np.array([*range(1, 9), *range(2, 10)], float).reshape(1, 1, 4, 4), "w": np.ones((1, 1, 3, 3))}
    assert es.evaluate(es.conv(x, w, 3, 1), arrays).ravel().tolist() == [14, 22, 18, 26]

    z = np.linspace(-1, 1.5, 6).reshape(1, 1, 2, 3)
    for function, value, slope in (
        (es.relu, np.maximum(z, 0), (z > 0).astype(float)),
        (es.tanh, np.tanh(z), 1 - np.tanh(z) ** 2),
        (es.logistic, 1 / (1 + np.exp(-z)), np.exp(-z) / (1 + np.exp(-z)) ** 2),
    ):
        np.testing.assert_allclose(es.evaluate(function(x), {"x": z}), value, rtol=1e-14)
        np.testing.assert_allclose(es.evaluate(es.grad(es.sum(function(x)), "x"), {"x": z}), slope, rtol=1e-14)


def test_shared_kernel_for_all_channels() -> None:
    """Case 38: M[x,y,c] = sum[i,j](N[x+i,y+j,c]*K[i,j]), and periodic with abs(K)."""
    M = es.parse("M[x,y,c] = sum[i,j](N[x+i,y+j,c]*K[i,j]);  loss = sum[x,y,c](sin(M[x,y,c]))")
    arrays = {"N": data(10, 10, 2), "K": data(3, 3)}

    def peer(F: Any, N: Any, K: Any) -> Any:
        return F.sin(F.conv2d(F.permute(N, (2, 0, 1))[:, None], K[None, None])).sum()

    oracles.compare_formula(M, arrays, peer)
    periodic = es.parse("""
        M[x,y,c] = sum[i,j](N[mod(x+i),mod(y+j),c]*abs(K[i,j]))*(x < size(N,0))*(y < size(N,1))
        loss = sum[x,y,c](sin(M[x,y,c]))
    """)

    def wrapped(F: Any, N: Any, K: Any) -> Any:
        whole = F.pad(F.permute(N, (2, 0, 1))[:, None], (0, 2, 0, 2), "circular")
        return F.sin(F.conv2d(whole, F.abs(K)[None, None])).sum()

    oracles.compare_formula(periodic, arrays, wrapped)


def test_gradients_keep_the_taps() -> None:
    """Case 20: the sum over positions is eliminated, not the one over the few taps; no mask for each element."""
    dx = es.vjp(es.parse("y[i,j] = sum[m,n](x[i+m,j+n]*w[m,n])"), "x", "G")
    assert "sum[m,n](pad(G)[i - m, j - n]*w[m,n])" in str(dx)
    assert str(es.vjp(es.parse("y[p] = x[p+r]*w[r]"), "x", "G")).splitlines()[-1] == (
        "dx[i] = sum[r](pad(G)[i - r]*w[r])*(i < size(x, 0))"
    )
    strided = str(es.vjp(es.parse("y[p] = x[2*p+r]*w[r]"), "x", "G"))
    assert "i//2, i % 2" in strided and "2*" in strided and "where" not in strided
    flipped = es.parse("y[i] = sum[m](x[size(w,0) - 1 + i - m]*w[m])")
    oracles.compare_formula(flipped, {"x": data(9), "w": data(3)}, lambda F, x, w: F.conv1d(x[None, None], F.flip(w, (0,))[None, None])[0, 0])


POOLS: list[tuple[Any, ...]] = [
    (2, None, 0, 1, False), (3, 2, 1, 1, False), (3, 2, 0, 1, True), ((2, 3), (1, 2), (1, 1), 1, True),
    (3, 1, 1, 2, False), (5, 3, 2, 1, True), (4, 3, 1, 1, True),
]  # fmt: skip


@pytest.mark.parametrize("s", [1, 2, 3])
def test_number_of_windows_with_ceil_mode(s: int) -> None:
    """A last window may begin inside the array or the padding before it, not in the padding behind (sE9)."""
    for k, lo, hi in itertools.product((1, 2, 3), (0, 1), (0, 1)):
        if max(lo, hi) > k // 2:
            continue
        e = es.max_pool(es.tensor("x[n,c,i]"), k, s, [(lo, hi)], ceil_mode=True)
        for n in range(max(k - lo - hi, 1), 7):
            last = n + lo + hi - k  # where the last whole window may begin
            begins = [b for b in range(0, n + lo + hi, s) if b <= last or s > 1 and b < last + s and b < n + lo]
            assert es.evaluate(e, {"x": np.zeros((1, 1, n))}).shape == (1, 1, len(begins)), (k, lo, hi, n)


@pytest.mark.parametrize(("k", "s", "p", "d", "ceil"), POOLS)
def test_pooling(k: Any, s: Any, p: Any, d: int, ceil: bool) -> None:
    x, arrays = es.tensor("x[n,c,h,v]"), {"x": data(1, 2, 9, 8)}
    oracles.compare_formula(es.max_pool(x, k, s, p, d, ceil), arrays, lambda F, x: F.max_pool2d(x, k, s, p, d, ceil))
    for counted in (True, False) if d == 1 else ():
        e = es.avg_pool(x, k, s, p, d, ceil, counted)
        oracles.compare_formula(e, arrays, lambda F, x, c=counted: F.avg_pool2d(x, k, s, p, ceil, c))


def test_pooling_of_everything() -> None:
    x, arrays = es.tensor("x[n,c,h,v]"), {"x": data(2, 3, 4, 5)}
    oracles.compare_formula(es.avg_pool(x), arrays, lambda F, x: F.mean(x, (2, 3)))
    oracles.compare_formula(es.max_pool(x), arrays, lambda F, x: F.amax(F.flatten(x, 2), 2))


@pytest.mark.parametrize(
    ("mode", "name"), [("constant", "constant"), ("reflect", "reflect"), ("edge", "replicate"), ("wrap", "circular")]
)
def test_padding_modes(mode: str, name: str) -> None:
    x, arrays = es.tensor("x[n,c,h,v]"), {"x": data(2, 1, 5, 4)}
    for around, flat in ((((1, 2), (3, 0)), (3, 0, 1, 2)), (2, (2, 2, 2, 2))):
        oracles.compare_formula(es.pad(x, around, mode), arrays, lambda F, x, f=flat: F.pad(x, f, name))


@pytest.mark.parametrize("size", [(10, 8), (5, 3), (7, 9)])
def test_interpolation(size: tuple[int, int]) -> None:
    x, arrays = es.tensor("x[n,c,h,v]"), {"x": data(1, 2, 5, 4)}
    oracles.compare_formula(interpolate(x, size), arrays, lambda F, x: F.interpolate(x, size))
    for corners in (False, True):
        e = interpolate(x, size, "linear", corners)
        oracles.compare_formula(e, arrays, lambda F, x, c=corners: F.interpolate(x, size, mode="bilinear", align_corners=c))


def test_results_are_expressions_with_the_names_of_the_arguments() -> None:
    x, w, b = es.tensors("x[n,c,h,v] w[o,c,r,s] b[o]")
    y = es.conv(x, w, padding=1)
    assert y.axes == ("n", "o", "h", "v")
    net = es.max_pool(es.relu(y + b), 2)
    assert net.axes == ("n", "o", "h", "v")
    assert es.parse(str(net)) is not None
    same = es.tensor("w[n,c,h,v]")
    assert len(set(es.conv(x, same).axes)) == 4
    nhwc = ex.closed("", ("n", "c", "h", "v"), es.tensor("x[n,h,v,c]"))
    arrays = {"x": data(2, 6, 5, 3), "w": data(4, 3, 3, 3)}
    oracles.compare_formula(es.conv(nhwc, w), arrays, lambda F, x, w: F.conv2d(F.permute(x, (0, 3, 1, 2)), w))


def test_refusals() -> None:
    x, w = es.tensors("x[n,c,h] w[o,c,r]")
    with pytest.raises(es.RankError, match="needs at least 3"):
        es.conv(es.tensor("x[n,c]"), w)
    with pytest.raises(es.RankError, match="has 4 axes, the kernel 3"):
        es.conv(es.tensor("x[n,c,h,v]"), w)
    with pytest.raises(es.InputError, match="stride is 0"):
        es.conv(x, w, stride=0)
    with pytest.raises(es.InputError, match="2 spatial axes|1 spatial axes"):
        es.conv(x, w, padding=(1, 2, 3))
    with pytest.raises(es.InputError, match="needs stride 1"):
        es.conv(x, w, stride=2, padding="same")
    with pytest.raises(es.InputError, match="output_padding belongs"):
        es.conv(x, w, output_padding=1)
    with pytest.raises(es.InputError, match="must be smaller than the stride"):
        es.conv(x, w, output_padding=1, transposed=True)
    with pytest.raises(es.InputError, match="3 channels, which 2 groups"):
        es.conv(es.tensor("x", shape=(None, 3, None)), w, groups=2)
    with pytest.raises(es.InputError, match="at most half"):
        es.max_pool(x, 2, padding=2)
    for padding in (0, 1):
        with pytest.raises(es.ExtentError, match="c = 4"):
            es.evaluate(es.conv(x, w, padding=padding), {"x": data(1, 4, 8), "w": data(2, 3, 3)})
    with pytest.raises(es.ExtentError):
        es.evaluate(es.conv(x, w, groups=2), {"x": data(1, 8, 8), "w": data(2, 3, 3)})
