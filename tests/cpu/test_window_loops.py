"""Loops over windows: pooling and depthwise convolution with their gradients (cases 20, 25, 38, 55, 56; sE7, sE9)."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import pytest

import espresso as es
from espresso import networks as nn

Array = np.ndarray[Any, Any]


def windows(x: Array, k: int, s: int, p: int, value: float) -> Array:
    """Windows of x[n,c,h,v] as t[n,c,p,q,r,s], padded with a value."""
    x = np.pad(x, [(0, 0), (0, 0), (p, p), (p, p)], constant_values=value)
    return np.lib.stride_tricks.sliding_window_view(x, (k, k), axis=(2, 3))[:, :, ::s, ::s]


def spread(parts: Array, shape: tuple[int, ...], s: int, p: int) -> Array:
    """The sum of parts[n,c,p,q,r,s] at the places of their windows."""
    out = np.zeros((*shape[:2], shape[2] + 2 * p, shape[3] + 2 * p))
    for i, j, r, t in itertools.product(*map(range, parts.shape[2:])):
        out[:, :, s * i + r, s * j + t] += parts[:, :, i, j, r, t]
    return out[:, :, p : p + shape[2], p : p + shape[3]]


SHAPES = [(2, 3, 9, 37), (1, 2, 8, 40), (1, 1, 5, 4)]
POOLS = [(2, 2, 0), (3, 2, 1), (3, 2, 0), (3, 1, 1), (2, 1, 0), (3, 3, 0), (5, 2, 2), (4, 4, 1)]


@pytest.mark.parametrize(("k", "s", "p"), POOLS)
def test_gradient_of_pooling(k: int, s: int, p: int) -> None:
    """Of maxima a tie shares; nothing is added to in two places, and the maximum is computed once."""
    x = es.tensor("x[n,c,h,v]")
    largest, mean = es.max_pool(x, k, s, p), es.avg_pool(x, k, s, p)
    f = es.compile([largest, es.vjp(largest, "x", "G"), mean, es.vjp(mean, "x", "G")])
    rng = np.random.default_rng(k + 10 * s)
    for shape in SHAPES:
        if min(shape[2:]) + 2 * p < k:
            continue
        X = rng.integers(0, 9, shape).astype(np.float32)  # with many ties
        t = windows(X.astype(float), k, s, p, -np.inf)
        top = t.max((4, 5))
        G = rng.normal(size=top.shape).astype(np.float32)
        share = (t == top[..., None, None]) / (t == top[..., None, None]).sum((4, 5), keepdims=True)
        y, dy, z, dz = f(x=X, G=G)
        assert dy.dtype == dz.dtype == np.float32
        np.testing.assert_array_equal(y, top)
        np.testing.assert_allclose(dy, spread(share * G[..., None, None], shape, s, p), rtol=1e-5, atol=1e-5)
        even = np.broadcast_to(G[..., None, None] / k**2, t.shape)
        np.testing.assert_allclose(z, windows(X.astype(float), k, s, p, 0).mean((4, 5)), rtol=1e-5, atol=1e-6)
        np.testing.assert_allclose(dz, spread(even, shape, s, p), rtol=1e-5, atol=1e-5)
    assert ".fill(" not in f.source and "] +=" not in f.source  # no scatter


def test_gradient_of_pooling_with_nan_and_channels_last() -> None:
    """NaN goes through the maximum and its window only; NHWC is the same formula over other strides (sC17)."""
    x = es.tensor("x[n,c,h,v]")
    y = es.max_pool(x, 3, 2, 1)
    f = es.compile([y, es.vjp(y, "x", "G")])
    rng = np.random.default_rng(0)
    X = rng.normal(size=(2, 3, 7, 35))
    G = rng.normal(size=(2, 3, 4, 18))
    value, slope = f(x=X, G=G)
    last = [np.ascontiguousarray(a.transpose(0, 2, 3, 1)).transpose(0, 3, 1, 2) for a in (X, G)]
    for a, b in zip(f(x=last[0], G=last[1]), (value, slope), strict=True):
        np.testing.assert_allclose(a, b, rtol=1e-12)
    X[1, 2, 3, 10] = np.nan
    other, _ = f(x=X, G=G)
    assert np.isnan(other[1, 2]).sum() == 2 * 1 and np.isfinite(other[0]).all()


@pytest.mark.parametrize(("k", "s", "p"), [(2, 2, 0), (3, 2, 1), (5, 3, 2)])
def test_gradient_of_maxima_is_one_kernel(k: int, s: int, p: int) -> None:
    """Maxima and shares of a plane stay where the gradient reads them; taps that a rest leaves out read nothing."""
    f = es.compile(es.vjp(es.max_pool(es.tensor("x[n,c,h,v]"), k, s, p), "x", "G"))
    rng = np.random.default_rng(k)
    for shape in [(2, 3, 13, 16), (1, 1, 5, 40), (2, 0, 6, 7), (1, 2, 5, 5)]:
        X = rng.integers(0, 5, shape).astype(np.float32)
        X[..., 1:3, 2] = -np.inf
        t = windows(X.astype(float), k, s, p, -np.inf)
        top = t.max((4, 5))
        G = rng.normal(size=top.shape).astype(np.float32)
        share = (t == top[..., None, None]) / (t == top[..., None, None]).sum((4, 5), keepdims=True)
        expected = spread(share * G[..., None, None], shape, s, p)
        np.testing.assert_allclose(f(x=X, G=G), expected, rtol=1e-5, atol=1e-5)
    assert f.source.count("\ndef kernel_") == 1 and "temporaries: 0" in f.explain()
    inside = f.source.split("\ndef kernel_")[1].split("for v_step in")[1:] if s > 1 and k > s else []
    assert all(f"< {k})" not in part.split("for v_edge")[0] for part in inside)


def test_loops_side_by_side_share_a_name_and_not_a_length() -> None:
    """A padded read in the second loop over i is beyond the array, although the first one is as long as that."""
    f = es.compile(["y[n,i] = 2*x[n,i]", "z[n,i] = x[n,0] + pad(x, 7)[n,i]*w[i]"])
    x, w = np.ones((3, 4)), np.ones(9)
    y, z = f(x=x, w=w)
    np.testing.assert_array_equal(y, 2 * x)
    np.testing.assert_array_equal(z, np.broadcast_to([2] * 4 + [8] * 5, (3, 9)))
    assert f.source.count("\ndef kernel_") == 1


def test_padded_reads_of_what_lies_in_the_place_of_another() -> None:
    """The cotangent is stored where the convolution was; its length in tests of padded reads has that name too."""
    y = es.avg_pool(es.avg_pool(es.tensor("x[n,c,h]"), 1, 2, ceil_mode=True), 1, 3, ceil_mode=True)
    loss = es.sum(es.tanh(es.relu(es.conv(y, es.tensor("w[o,c,r]")))))
    rng = np.random.default_rng(0)
    f = es.compile([loss, *es.grad(loss, ["w", "x"])])
    f.check(x=rng.normal(size=(2, 2, 7)), w=rng.normal(size=(2, 2, 1)), rtol=1e-9)


def test_windows_with_ceil_mode_around_joined_filters() -> None:
    """Two poolings whose last windows reach outside, with filters side by side between (case 54)."""
    x, a, b, c = es.tensors("x[n,c,h,v] a[o,c,r,s] b[o,c,r,s] c[o,c,r,s]")
    y = es.max_pool(es.relu(es.conv(x, a, 1, 1)), 3, 2, ceil_mode=True)
    y = nn.concat((es.relu(es.conv(y, b)), es.relu(es.conv(y, c, 1, 1))))
    loss = es.sum(es.tanh(es.max_pool(y, 3, 2, ceil_mode=True)))
    rng = np.random.default_rng(0)
    shapes = {"x": (1, 2, 7, 8), "a": (2, 2, 3, 3), "b": (2, 2, 1, 1), "c": (3, 2, 3, 3)}
    given, step = ({n: rng.normal(size=s) for n, s in shapes.items()} for _ in range(2))
    f = es.compile([loss, es.grad(loss, "a")])
    found = f(**given)
    np.testing.assert_allclose(found[0], es.evaluate(loss, given), rtol=1e-12)
    ahead, behind = (f(**{**given, "a": given["a"] + h * step["a"]})[0] for h in (1e-6, -1e-6))
    np.testing.assert_allclose((found[1] * step["a"]).sum(), (ahead - behind) / 2e-6, rtol=1e-7)


@pytest.mark.parametrize("shift", [0, 1, 2])
def test_copies_are_read_through_inside_only(shift: int) -> None:
    """A copy with -inf around it: beyond it there is 0, not what lies around."""
    u = "u[h] = pad(x, -inf)[h - 1]*(h < size(x, 0) + 2)"
    y = es.parse(f"{u}\ny[i] = max(pad(u)[i + {shift}], -9)*(i < size(x, 0) + 1)")
    X = np.arange(1, 7, dtype=np.float32)
    around = np.concatenate([[-9], X, [-9], [0, 0]]).astype(np.float32)
    f = es.compile(y)
    np.testing.assert_array_equal(f(x=X), around[shift : shift + 7])
    assert ("pad(u)" in f.source.split("\ndef kernel_")[-1]) == (shift == 2)


@pytest.mark.parametrize(("k", "s", "p", "rows"), [(3, 2, 1, 8), (3, 2, 0, 10), (2, 2, 0, 8)])
def test_gradient_of_windows_that_declared_weights_read(k: int, s: int, p: int, rows: int) -> None:
    """Weights of known lengths read the result of the pooling: its windows are inverted all the same (case 54)."""
    x, w = es.tensor("x[n,c,h,v]"), es.tensor("w", shape=(5, 3, 4, 4))
    loss = es.sum(es.tanh(nn.linear(es.max_pool(x, k, s, p), w)))
    gradients = es.grad(loss, ["x", "w"])
    assert f"//{s}" in str(gradients[0])  # quotient and rest, not a sum over all windows for each element
    rng = np.random.default_rng(0)
    given = {"x": rng.normal(size=(2, 3, rows, rows)), "w": rng.normal(size=(5, 3, 4, 4))}
    for value, e in zip(es.compile(gradients)(**given), gradients, strict=True):
        np.testing.assert_allclose(value, es.evaluate(e, given), rtol=1e-9, atol=1e-12)
    assert es.check_grads(loss, **given)


@pytest.mark.parametrize("dtype", ["float64", "float32"])
@pytest.mark.parametrize(("k", "s", "p"), [(3, 2, 1), (2, 2, 0), (3, 1, 1)])
def test_gradient_of_a_filter_before_pooling(k: int, s: int, p: int, dtype: str) -> None:
    """The cotangent, which reads through padding, is an operand in the order of its own axes (case 54)."""
    x, w = es.tensors("x[n,c,h,v] w[o,c,r,s]")
    loss = es.sum(es.tanh(es.max_pool(es.conv(x, w, 1, 1), k, s, p)))
    rng = np.random.default_rng(0)
    given = {"x": rng.normal(size=(2, 3, 10, 8)).astype(dtype), "w": rng.normal(size=(4, 3, 3, 3)).astype(dtype)}
    gradient = es.grad(loss, "w")
    wanted = es.evaluate(gradient, {n: a.astype("float64") for n, a in given.items()})
    tolerance = 1e-9 if dtype == "float64" else 1e-3
    np.testing.assert_allclose(es.compile(gradient)(**given), wanted, rtol=tolerance, atol=tolerance)


@pytest.mark.parametrize(("s", "p", "d"), [(1, 1, 1), (2, 1, 1), (1, 0, 1), (1, 2, 2), (2, 0, 1), (3, 1, 1), (1, 3, 3)])
def test_depthwise_convolution(s: int, p: int, d: int) -> None:
    """Forward and both gradients against the reference evaluator, wider and narrower than a vector (case 55; part 3, 4)."""
    x, w = es.tensor("x[n,c,h,v]"), es.tensor("w", shape=(3, 1, 3, 3))
    y = es.conv(x, w, s, p, d, groups=3)
    every = [y, *es.vjp(y, ["x", "w"], "G")]
    f = es.compile(every)
    rng = np.random.default_rng(s)
    for rows, columns in ((9, 37), (7, 7)):
        given = {"x": rng.normal(size=(2, 3, rows, columns)), "w": rng.normal(size=(3, 1, 3, 3))}
        given["G"] = rng.normal(size=es.evaluate(y, given).shape)
        for value, e in zip(f(**given), every, strict=True):
            np.testing.assert_allclose(value, es.evaluate(e, given), rtol=1e-9, atol=1e-12)
    assert ".fill(" not in f.source  # no scatter for stride 1 and 2, dilation 1 and 3


def test_inside_of_a_loop_tests_nothing() -> None:
    """The body between the edges reads x without a comparison."""
    f = es.compile("y[i] = sum[r](abs(pad(x)[i + r - 1] - w[r]))*(i < size(x, 0))", sizes={"r": 3})
    x, w = np.arange(41.0), np.array([0.0, 1.0, 2.0])
    wanted = sum(abs(np.pad(x, 1)[r : r + 41] - w[r]) for r in range(3))
    np.testing.assert_array_equal(f(x=x, w=w), wanted)
    inside = f.source.split("range(i_first, i_last):")[1].split("def run")[0]
    assert " if " not in inside


@pytest.mark.parametrize("length", [0, 1, 2, 3, 17, 40])
def test_short_arrays_have_no_inside(length: int) -> None:
    f = es.compile("y[i] = sum[r](pad(x)[2*i + r - 3])*(i < size(x, 0))", sizes={"r": 5})
    x = np.random.default_rng(0).normal(size=length)
    long = np.pad(x, (3, 3 * length + 8))
    np.testing.assert_allclose(f(x=x), [long[2 * i : 2 * i + 5].sum() for i in range(length)], rtol=1e-12, atol=1e-12)


@pytest.mark.parametrize("dtype", ["int32", "uint32", "int64", "uint64"])
def test_dropout_has_the_same_mask_for_every_dtype_of_the_seed(dtype: str) -> None:
    """A seed of 32 bits makes all arithmetic one of 32 bits; the masks are those of 64 bits (sB1)."""
    e = nn.dropout(es.tensor("x[n,c]"), 0.5, es.scalar("seed"))
    x = np.ones((20, 31), np.float32)
    wanted = es.evaluate(e, {"x": x, "seed": np.int64(77)})
    assert 0.4 < (wanted == 0).mean() < 0.6
    for target in ("cpu", "numpy"):
        np.testing.assert_array_equal(es.compile(e, target=target)(x=x, seed=np.dtype(dtype).type(77)), wanted)
    np.testing.assert_array_equal(es.evaluate(e, {"x": x, "seed": np.dtype(dtype).type(77)}), wanted)
