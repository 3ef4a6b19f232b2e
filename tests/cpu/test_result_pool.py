"""Large results lie in memory that is used again when nobody has them any more, and never before."""

from __future__ import annotations

import gc
import subprocess
import sys
from typing import Any

import numpy as np
import pytest
from threads import at_once

import espresso as es
from espresso.system.result_pool import LEAST, MOST, ResultPool

N = LEAST // 8 + 3
TWICE = "y[i] = 2*x[i]"


def data(number: int, n: int = N) -> Any:
    return np.random.default_rng(number).standard_normal(n)


def address(array: Any) -> int:
    return int(array.__array_interface__["data"][0])


def test_a_result_that_is_gone_leaves_its_memory() -> None:
    f = es.compile(TWICE, target="cpu")
    x = data(1)
    seen = {address(f(x=x)) for _ in range(5)}
    assert len(seen) == 1
    y = f(x=x)
    others = set()
    for _ in range(6):  # the last result is alive while the next one is computed: two pieces take turns
        y = f(x=x)
        others.add(address(y))
    assert len(others) == 2
    assert address(y) % 64 == 0
    np.testing.assert_array_equal(y, 2 * x)


@pytest.mark.parametrize(
    "hold",
    [lambda y: y, lambda y: y[5:], lambda y: y[::-1], lambda y: y.reshape(-1, 1).T, lambda y: memoryview(y),
     lambda y: y.view("i8"), lambda y: np.asarray(y[1:])[2:], lambda y: np.lib.stride_tricks.as_strided(y, (3,), (8,)),
     lambda y: np.frombuffer(y, "u1")],
)  # fmt: skip
def test_whatever_holds_a_result_keeps_it(hold: Any) -> None:
    f = es.compile(TWICE, target="cpu")
    y = f(x=data(1))
    held = hold(y)
    before = np.array(held)
    del y
    for number in range(2, 6):
        f(x=data(number))
    np.testing.assert_array_equal(np.array(held), before)


def test_a_tensor_of_torch_keeps_it() -> None:
    torch = pytest.importorskip("torch")
    f = es.compile(TWICE, target="cpu")
    x = data(1)
    t = torch.from_numpy(f(x=x))
    for number in range(2, 5):
        f(x=data(number))
    np.testing.assert_array_equal(t.numpy(), 2 * x)


def test_a_result_may_be_the_next_input() -> None:
    f = es.compile(TWICE, target="cpu")
    x = data(1)
    y = x
    for _ in range(7):
        y = f(x=y)
    np.testing.assert_array_equal(y, 128 * x)


def test_small_results_and_unpooled_ones_own_their_memory() -> None:
    assert es.compile(TWICE, target="cpu")(x=data(1, 100)).flags.owndata
    assert es.compile(TWICE, target="cpu", pooled=False)(x=data(1)).flags.owndata


def test_what_is_kept_is_told_and_bounded() -> None:
    f = es.compile([es.parse(TWICE), es.parse("z[i] = 3*x[i]")], target="cpu")
    y, z = f(x=data(1))
    assert f.memory.pooled == 0
    size = y.nbytes
    many = [f(x=data(k)) for k in range(5)]
    del y, z, many
    assert f.memory.pooled == 4 * size  # as much as two calls make
    kept = ResultPool()
    kept.expect([MOST, LEAST])
    big = kept.empty((MOST,), np.dtype("u1"))
    small = kept.empty((LEAST,), np.dtype("u1"))
    del big
    assert kept.bytes == MOST
    del small
    assert kept.bytes == LEAST  # the last one stays


def test_threads_never_share_a_piece() -> None:
    f = es.compile(TWICE, target="cpu")

    def work(number: int) -> None:
        x = data(number)
        for _ in range(20):
            assert np.array_equal(f(x=x), 2 * x)

    at_once(work)


def test_results_outlive_their_function_and_the_interpreter() -> None:
    f = es.compile(TWICE, target="cpu")
    x = data(1)
    y = f(x=x)
    del f
    gc.collect()
    np.testing.assert_array_equal(y, 2 * x)
    text = f"import threading, numpy as np, espresso as es; f = es.compile({TWICE!r}, target='cpu'); y = f(x=np.ones({N})); "
    for holder in ("c = [y]; c.append(c)", "threading.main_thread().kept = lambda: y"):  # freed after the names of modules
        done = subprocess.run([sys.executable, "-c", text + holder], capture_output=True, text=True, check=True)
        assert not done.stderr


def test_every_dtype_and_empty_shapes() -> None:
    kept = ResultPool()
    for dtype in ("float32", "float64", "int8", "uint16", "bool", "complex128", "float16"):
        made = kept.empty((3, LEAST), np.dtype(dtype))
        assert made.dtype == dtype and made.shape == (3, LEAST) and made.flags.c_contiguous and made.flags.writeable
    assert kept.empty((0, 5), np.dtype("f4")).shape == (0, 5)


def test_without_memory_for_a_result_the_error_names_its_shape_and_later_calls_go_on() -> None:
    f = es.compile("z[i,j] = x[i]*x[j]", target="cpu")
    huge = np.ones(6_000_000)
    for _ in range(3):
        with pytest.raises(MemoryError, match=r"\(6000000, 6000000\)"):
            f(huge)
        np.testing.assert_array_equal(f(np.arange(3.0)), np.outer(np.arange(3.0), np.arange(3.0)))
    with pytest.raises(MemoryError):
        f(huge)
    np.testing.assert_array_equal(f(x=np.ones(2)), np.ones((2, 2)))
