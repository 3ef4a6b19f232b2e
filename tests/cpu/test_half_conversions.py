"""Half precision on the CPU: converted by machine code as NumPy and ml_dtypes convert, whatever the layout."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import pytest

import espresso as es
from espresso.runtime.cpu import c_order
from espresso.system import machine_model, threads

RANDOM = np.random.default_rng(5)


def halves() -> list[Any]:
    """float16, and bfloat16 where the package is installed."""
    return [np.dtype(np.float16), pytest.param("bfloat16", id="bfloat16")]


def dtype_of(dtype: Any) -> np.dtype[Any]:
    return np.dtype(pytest.importorskip("ml_dtypes").bfloat16) if dtype == "bfloat16" else dtype


@pytest.fixture(params=[1, 3], ids=["one thread", "three threads"])
def always(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Few numbers too are converted by machine code, on so many threads, in blocks that end anywhere."""
    monkeypatch.setattr(c_order, "FEW", 0)
    monkeypatch.setattr(c_order, "BLOCK", 1000)
    monkeypatch.setattr(machine_model, "rates", lambda: machine_model.Rates(sleeping=1))
    monkeypatch.setattr(threads, "count", lambda: request.param)


def same(found: np.ndarray, right: np.ndarray) -> bool:
    """The same bits, but for what stands behind a NaN."""
    bits = np.dtype(f"u{found.itemsize}")
    nan = right != right
    return bool((np.asarray(found != found) == nan).all() and (found.view(bits) == right.view(bits))[~nan].all())


def edges(half: np.dtype[Any]) -> np.ndarray:
    """Every number of half precision in float32, those half way between two, and the neighbours of both."""
    every = np.arange(1 << 16, dtype=np.uint16).view(half).astype(np.float32)
    with np.errstate(all="ignore"):
        between = (every[:-1] + every[1:])/2
        points = np.concatenate([every, between, np.float32([65519, 65520, 3.4e38, 3.39e38, 1e-45, -1e-45])])
        return np.concatenate([points, np.nextafter(points, np.float32(np.inf)), np.nextafter(points, -np.float32(np.inf))])


@pytest.mark.usefixtures("always")
@pytest.mark.parametrize("dtype", halves())
def test_every_number_of_half_precision_is_the_same_in_single(dtype: Any) -> None:
    half = dtype_of(dtype)
    every = np.arange(1 << 16, dtype=np.uint16).view(half)
    made = np.full(every.size + 20, 77, np.float32)
    c_order.convert(every, made[10:-10])
    assert same(made[10:-10], every.astype(np.float32))
    assert (made[:10] == 77).all() and (made[-10:] == 77).all()


@pytest.mark.usefixtures("always")
@pytest.mark.parametrize("dtype", halves())
def test_numbers_are_rounded_to_even_and_too_large_ones_are_infinite(dtype: Any) -> None:
    half = dtype_of(dtype)
    bits = RANDOM.integers(0, 1 << 32, 200_003, dtype=np.uint32).view(np.float32)
    for x in (edges(half), bits):
        made = np.zeros(x.size + 2, half)
        with np.errstate(all="ignore"):
            right = x.astype(half)
        c_order.convert(x, made[1:-1])
        assert same(made[1:-1], right)
        assert not made[0] and not made[-1]


def test_the_machine_has_the_conversions() -> None:
    """Where it has none, NumPy converts: then what is tested above is NumPy."""
    from espresso.system.processor import processor

    assert c_order._conversion("bfloat16", "float32") is not None
    assert c_order._conversion("float16", "float32") is not None or "f16c" not in str(processor())
    assert c_order._conversion("float16", "float64") is None and c_order._conversion("float32", "float32") is None


@pytest.mark.usefixtures("always")
@pytest.mark.parametrize("dtype", halves())
@pytest.mark.parametrize("shape", [(0, 3), (1, 1), (5, 7), (300, 41)], ids=str)
def test_inputs_and_results_of_any_layout(dtype: Any, shape: tuple[int, int]) -> None:
    half = dtype_of(dtype)
    f = es.compile(["y[i,j] = 3*A[i,j] + b[j]", "s[i] = sum[j](A[i,j])"], target="cpu")
    whole = RANDOM.integers(-8, 9, tuple(2*n for n in shape)).astype(half)
    m, n = shape
    b = np.arange(n).astype(half)
    for A in (whole[:m, :n], whole[::2, ::2], whole[m:, n:][::-1, ::-1], np.asfortranarray(whole[:m, :n])):
        wide = A.astype(np.float32)
        y, s = f(A, b)
        assert y.dtype == s.dtype == half and y.flags.c_contiguous
        assert (y == (3*wide + b.astype(np.float32)).astype(half)).all() and (s == wide.sum(1).astype(half)).all()
        apart = np.zeros((m, 2*n), half)[:, ::2], np.zeros(m, half)
        assert f(A, b, out=apart)[0] is apart[0]
        assert (apart[0] == y).all() and (apart[1] == s).all()


def test_other_byte_order_and_read_only_arrays() -> None:
    x = RANDOM.normal(size=1000).astype(np.float16)
    f = es.compile("y[i] = 2*x[i]", target="cpu")
    swapped, fixed = x.astype(">f2"), x.copy()
    fixed.flags.writeable = False
    assert (f(swapped) == 2*x).all() and (f(fixed) == 2*x).all()


def test_a_number_that_half_precision_cannot_hold_gives_no_warning() -> None:
    f = es.compile("y[i] = 2*x[i]", target="cpu")
    for n in (3, 5000):
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            assert np.isposinf(f(np.full(n, 60000, np.float16))).all()


@pytest.mark.parametrize("text", [
    "y[i,k] = softmax[k](x[i,k])",
    "y[i,k] = 2*x[i,k] + b[k]",
    "y[i] = max[k](x[i,k]*b[k])",
    "m[k] = mean[i](x[i,k]); y[i,k] = x[i,k] - m[k]",
    "y[i,k] = exp(x[i,k])*w[i,k]",
])  # fmt: skip
def test_short_rows_of_half_precision_are_transposed_in_single(text: str) -> None:
    f = es.compile(text, target="cpu")
    given = {"x": RANDOM.random((30_000, 3)), "b": RANDOM.random(3), "w": RANDOM.random((30_000, 3))}
    half = {n: given[n].astype(np.float16) for n in f.inputs}
    right = f(**{n: a.astype(np.float64) for n, a in half.items()})
    found = f(**half)
    for y, r in zip(*(v if isinstance(v, tuple) else (v,) for v in (found, right)), strict=True):
        assert y.dtype == np.float16
        assert np.allclose(y.astype(float), r, rtol=2e-3, atol=1e-4)
