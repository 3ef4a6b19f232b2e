"""``threads=``: how many threads a call may use, its own and those of the BLAS of NumPy and SciPy."""

from __future__ import annotations

import threading
from typing import Any

import numpy as np
import pytest

import espresso as es
from espresso.runtime.cpu import blas_threads, native_calls
from espresso.system import machine_model, threads


def test_steps_have_no_more_slices(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.cpu_count", lambda: 6)
    monkeypatch.delenv("NUMBA_NUM_THREADS", raising=False)
    x = np.random.default_rng(0).random(2_000_000)
    wanted = np.exp(x) * np.sin(x)
    for number, most in ((None, 6), (1, 1), (2, 2), (9, 6)):
        f = es.compile("y[i] = exp(x[i])*sin(x[i])", target="cpu", threads=number)
        for given in (x, x[::-1]):  # strided inputs are copied on threads
            np.testing.assert_allclose(f(given), wanted if given is x else wanted[::-1], rtol=1e-14)
        assert {n for _, n in f._last._plain.slices} == {most}
    assert threads.count() == 6


def test_copies_and_libraries_stay_below(monkeypatch: pytest.MonkeyPatch) -> None:
    """While a call runs in Python, and not afterwards."""
    from espresso.runtime.cpu.programs import Bound

    seen: list[Any] = []
    right = Bound._run

    def run(self: Bound, *args: Any) -> None:
        with blas_threads.limited(self._threads):
            tell = blas_threads._library("numpy")
            seen.append((threads.count(), tell and tell[0]()))
        right(self, *args)

    monkeypatch.setattr("os.cpu_count", lambda: 6)
    monkeypatch.delenv("NUMBA_NUM_THREADS", raising=False)
    monkeypatch.setattr(Bound, "_run", run)
    before = blas_threads._library("numpy")
    count = before and before[0]()
    f = es.compile("y[i] = 2*x[i]", target="cpu", threads=1)
    x = np.ones(1_000_000)[::-2]
    assert f(x).sum() == f(x).sum() == 2 * x.size and seen
    assert all(own == 1 and blas in (1, None) for own, blas in seen)
    assert threads.count() == 6 and (before is None or before[0]() == count)


@pytest.mark.parametrize("most", [1, 3])
def test_steps_of_recurrences_use_no_more(most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """The programs of steps have no options of their own: the limit of the whole program holds in them."""
    found: list[int] = []
    right = native_calls.slices_of

    def slices_of(*args: Any) -> tuple[int, int]:
        found.append(right(*args)[1])
        return right(*args)

    monkeypatch.setattr("os.cpu_count", lambda: 6)
    monkeypatch.delenv("NUMBA_NUM_THREADS", raising=False)
    monkeypatch.setattr(machine_model, "rates", lambda: machine_model.Rates(sleeping=1))
    monkeypatch.setattr(native_calls, "slices_of", slices_of)
    f = es.compile("u[0,i] = x[i]; u[t,i] = u[t-1,i]*2 + pad(u)[t-1,i-1]; t : index 9; y[i] = u[8,i]", threads=most)
    f(x=np.ones(10_000))
    assert max(found) == most


def test_limits_of_several_calls_at_once() -> None:
    """The least counts while it is asked for; the library has its own number again when the last call ends."""
    pair = blas_threads._library("numpy")
    if pair is None:
        pytest.skip("NumPy has no OpenBLAS of its own here")
    tell, put = pair
    before = tell()
    put(4)
    try:
        inside, leave = threading.Event(), threading.Event()

        def other() -> None:
            with blas_threads.limited(1):
                inside.set()
                leave.wait(10)

        thread = threading.Thread(target=other)
        with blas_threads.limited(2):
            assert tell() == 2
            thread.start()
            inside.wait(10)
            assert tell() == 1
            with blas_threads.limited(None):
                assert tell() == 1
        assert tell() == 1
        leave.set()
        thread.join()
        assert tell() == 4
    finally:
        put(before)


@pytest.mark.parametrize("target", ["cpu", "numpy"])
def test_matrix_functions(target: str) -> None:
    A = np.random.default_rng(0).normal(size=(40, 40)) + 40 * np.eye(40)
    f = es.compile("B[i,j] = inv[i,j](A[i,j])", target=target, threads=1)
    np.testing.assert_allclose(f(A), np.linalg.inv(A), rtol=1e-10)
