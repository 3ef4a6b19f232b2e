"""Inputs that lie in another order: the copies of them, and which are copied."""

from __future__ import annotations

import itertools
import math
import time
from typing import Any

import numpy as np
import pytest

import espresso as es
from espresso.runtime.cpu import c_order as ordering, programs as cpu
from espresso.system import machine_model, threads

RANDOM = np.random.default_rng(11)
DTYPES = ("bool", "int8", "uint16", "float16", "int32", "float32", "uint64", "float64", "complex64", "complex128")
SHAPES = ((70, 90), (3, 1000), (1000, 3), (17, 33, 5), (2, 40, 1, 30), (600, 1100))


def views(shape: tuple[int, ...], dtype: str) -> list[np.ndarray]:
    """Arrays of this shape that lie in every order, with elements apart, reversed, and used again and again."""
    found = []
    numbers = RANDOM.integers(0, 10, [2 * n for n in shape]).astype(dtype)
    for order in itertools.permutations(range(len(shape))):
        back = np.argsort(order)
        part = numbers[tuple(slice(0, n) for n in shape)]
        turned = np.ascontiguousarray(part.transpose(order)).transpose(back)
        apart = np.ascontiguousarray(numbers.transpose(order)).transpose(back)[(slice(None, None, -2),) * len(shape)]
        found += [turned, turned[::-1], turned[..., ::-1], apart]
        found += [np.broadcast_to(turned[:1], shape), np.broadcast_to(turned[..., :1], shape)]
    return found


@pytest.fixture(params=[1, 3])
def always(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Small arrays too are copied here, on so many threads."""
    monkeypatch.setattr(ordering, "LEAST", 0)
    monkeypatch.setattr(machine_model, "rates", lambda: machine_model.Rates(sleeping=1))
    monkeypatch.setattr(threads, "count", lambda: request.param)


@pytest.mark.usefixtures("always")
@pytest.mark.parametrize("dtype", DTYPES)
def test_a_copy_has_every_element_and_writes_no_other(dtype: str) -> None:
    for shape in SHAPES:
        for x in views(shape, dtype):
            room = np.full(x.size + 10, 77).astype(dtype)
            made = ordering.in_order(x, lambda shape, _, room=room: room[5:-5].reshape(shape))
            assert made.flags.c_contiguous and (made is x or np.shares_memory(made, room))
            np.testing.assert_array_equal(made, x)
            assert (room[[*range(5), *range(-5, 0)]] == np.array(77).astype(dtype)).all()


@pytest.mark.usefixtures("always")
@pytest.mark.parametrize("shape", [(), (1,), (0, 3), (3, 0, 2), (1, 1, 1), (1, 5, 1)])
def test_of_nothing_and_of_one_element(shape: tuple[int, ...]) -> None:
    x = RANDOM.normal(size=tuple(2 * n for n in shape))[(slice(None, None, 2),) * len(shape)]
    np.testing.assert_array_equal(ordering.in_order(x), x)
    np.testing.assert_array_equal(ordering.in_order(x.T), x.T)


def test_a_wrong_place_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """The oracle bites."""
    right = ordering.layout
    monkeypatch.setattr(ordering, "layout", lambda *facts: right(*facts)._replace(source=8))
    x = RANDOM.normal(size=(600, 600))[:, 1:-1].T
    with pytest.raises(AssertionError):
        np.testing.assert_array_equal(ordering.in_order(x), x)


def copies(monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, ...]]:
    """Shapes of what is copied from now on, small arrays too by Python."""
    monkeypatch.setattr(cpu, "NUMPY_COPIES", -1)
    seen: list[tuple[int, ...]] = []
    right = ordering.in_order

    def noting(array: np.ndarray, *rest: Any) -> np.ndarray:
        if not array.flags.c_contiguous:
            seen.append(array.shape)
        return right(array, *rest)

    monkeypatch.setattr(ordering, "in_order", noting)
    return seen


@pytest.mark.parametrize("limits", [(cpu.COPY_LIMIT, cpu.TRANSPOSED_LIMIT), (-1, cpu.TRANSPOSED_LIMIT), (-1, -1)])
@pytest.mark.parametrize("dtype", ["float32", "float16", "int64", "complex128"])
def test_calls_take_arrays_in_any_order(dtype: str, limits: tuple[int, int], monkeypatch: pytest.MonkeyPatch) -> None:
    """As those that lie in order; small ones are copied, and large ones whose rows do not lie in order."""
    monkeypatch.setattr(cpu, "COPY_LIMIT", limits[0])
    monkeypatch.setattr(cpu, "TRANSPOSED_LIMIT", limits[1])
    seen = copies(monkeypatch)
    f = es.compile(["y[i,j] = 2*x[i,j] + z[j]", "t[i] = sum[j](x[i,j])"])
    for shape in ((70, 90), (3, 1000)):
        z = RANDOM.integers(0, 9, shape[1]).astype(dtype)
        for x in views(shape, dtype):
            right = f(x=np.ascontiguousarray(x), z=z)
            seen.clear()
            found = f(x=x, z=z)
            for a, b in zip(found, right, strict=True):
                np.testing.assert_array_equal(a, b)
            apart = x.strides[-1] != x.itemsize and limits[1] > 0
            wanted = not x.flags.c_contiguous and (limits[0] > 0 or dtype == "float16" or apart)
            assert seen == [shape] * wanted


@pytest.mark.parametrize("text", [
    "y[i,j] = tanh(x[i,j] + z[j])", "y[i,j] = sin(x[i,j])*z[j]", "y[i] = sum[j](x[i,j]*z[j]**2)", "y[i] = argmax[j](x[i,j]*z[j])",
    "y[i,j] = softmax[j](x[i,j])*z[j]", "y[i,j] = x[i,j+1]*z[j] - x[i,j]", "y[j,i] = x[i,j] + z[j]", "y[i,j] = cumsum[i](x[i,j])*z[j]",
])  # fmt: skip
def test_large_arrays_of_whole_rows_are_read_where_they_lie(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """One program serves all distances of rows; another one, made when it is needed, arrays without whole rows."""
    monkeypatch.setattr(cpu, "COPY_LIMIT", -1)
    f = es.compile(text)
    whole, z = RANDOM.normal(size=(60, 400)), RANDOM.normal(size=91)
    parts = [whole[:20, :91], whole[::3, 5:96], whole[::-2, 300:391][:20], np.broadcast_to(whole[0, :91], (20, 91))]
    seen = copies(monkeypatch)
    for x in parts:
        right = f(x=np.ascontiguousarray(x), z=z)
        np.testing.assert_allclose(f(x=x, z=z), right, rtol=1e-13, atol=1e-13)
    codes = [key[:2] for key in f._last.generated._codes]
    assert len(codes) == 2 and codes[1] == (frozenset("x"), frozenset("x"))
    assert not seen
    monkeypatch.setattr(cpu, "TRANSPOSED_LIMIT", -1)
    apart = whole[:20, :182:2]
    right = f(x=np.ascontiguousarray(apart), z=z)
    np.testing.assert_allclose(f(x=apart, z=z), right, rtol=1e-13, atol=1e-13)
    assert len(f._last.generated._codes) == 3


def test_loops_over_whole_rows_are_vectors(monkeypatch: pytest.MonkeyPatch) -> None:
    """A hyperbolic tangent one by one would take 20 times as long."""
    monkeypatch.setattr(cpu, "COPY_LIMIT", -1)
    f = es.compile("y[i,j] = tanh(x[i,j])*z[j]")
    x, z, out = RANDOM.normal(size=(400, 700)).astype("f4"), np.ones(600, "f4"), np.empty((400, 600), "f4")
    times = []
    for given in (np.ascontiguousarray(x[:, :600]), x[:, :600]):
        f(x=given, z=z, out=out)
        taken = []
        for _ in range(15):
            start = time.perf_counter()
            f(x=given, z=z, out=out)
            taken.append(time.perf_counter() - start)
        times.append(min(taken))
    assert times[1] < 5*times[0]


def test_columns_of_a_large_array_are_copied_in_squares(monkeypatch: pytest.MonkeyPatch) -> None:
    """NumPy, which the call entry has copy smaller ones, would copy one element after the other."""
    f = es.compile("y[i] = sum[j](x[i,j]*z[j]**2)")
    for n, wanted in ((60, False), (300, True)):
        x, z = RANDOM.normal(size=(n, n)), RANDOM.normal(size=n)
        right = f(x=x, z=z)
        with monkeypatch.context() as patch:
            seen = copies(patch)
            patch.setattr(cpu, "NUMPY_COPIES", 1 << 20)
            for given in (np.asfortranarray(x), np.repeat(x, 2, 0)[::2], np.asfortranarray(x)):
                np.testing.assert_array_equal(f(x=given, z=z), right)
            assert seen == [(n, n)] * 2 * wanted


def test_products_read_large_operands_where_they_lie(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cpu, "COPY_LIMIT", -1)
    seen = copies(monkeypatch)
    A, B = RANDOM.normal(size=(120, 130)), RANDOM.normal(size=(140, 120))
    np.testing.assert_allclose(es.compile("C[i,k] = A[i,j]*B[j,k]")(A.T, B.T), A.T @ B.T, rtol=1e-12, atol=1e-12)
    assert seen == []


def test_pooling_over_channels_last_copies_them_once(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = copies(monkeypatch)
    f = es.compile(es.max_pool(es.tensor("x[n,c,h,v]"), 3, 2, 1))
    X = RANDOM.normal(size=(2, 41, 40, 24)).astype(np.float32).transpose(0, 3, 1, 2)
    right = f(x=np.ascontiguousarray(X))
    assert seen == []
    np.testing.assert_array_equal(f(x=X), right)
    assert seen == [X.shape] and math.prod(X.shape) * 4 > 1 << 17
