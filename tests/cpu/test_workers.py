"""Worker threads: slices are run once each, by any number of callers, after forks, with any number of threads."""

from __future__ import annotations

import ctypes
import os
import subprocess
import sys
import threading
import time
from typing import Any

import numpy as np
import pytest
from threads import at_once

import espresso as es
from espresso.codegen.numba.prelude import IMPORTS, SPLIT
from espresso.machine.thread_pool import SHORT_JOB
from espresso.runtime.cpu import blas, workers
from espresso.system import machine_model, threads

SIGNATURE = ctypes.CFUNCTYPE(None, *(ctypes.c_void_p,) * 4, *(ctypes.c_int64,) * 3)
PART = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p, *(ctypes.c_int64,) * 3)
LINUX = pytest.mark.skipif(not workers.PLAIN, reason="workers in machine code")


@pytest.fixture(params=["native", "portable"])
def entry(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> tuple[int, int]:
    """Both ways in which slices are run."""
    if request.param == "portable":
        monkeypatch.setattr(workers, "_native", lambda: None)
    elif not workers.PLAIN:
        pytest.skip("workers in machine code")
    return workers.entry()


@pytest.mark.parametrize(("extent", "count", "most"), [
    (1, 1, 2), (7, 3, 2), (100, 8, 3), (1_000, 2, 2), (3_000, 5, 2), (10_000, 8, 2), (100_000, 2, 2), (9, 9, 40), (100, 8, SHORT_JOB + 3),
])  # fmt: skip
def test_each_slice_runs_once(entry: tuple[int, int], extent: int, count: int, most: int) -> None:
    found: list[tuple[int, int, int]] = []
    part = PART(lambda a, n, start, stop, k: found.append((k, start, stop)))
    together, state = entry
    for _ in range(20):
        found.clear()
        SIGNATURE(together)(state, ctypes.cast(part, ctypes.c_void_p), None, None, extent, count, most)
        order = sorted(found)
        assert [k for k, _, _ in order] == list(range(count))
        assert [start for _, start, _ in order] == [0, *(stop for _, _, stop in order[:-1])]
        assert order[-1][2] == extent
        if state and extent >= 256 * count:  # slices of long loops begin at whole vectors, and are nearly as long
            unit = 64 if extent >= 6400 * count else 16
            assert all(start % unit == 0 for _, start, _ in order)
            assert all(abs(stop - start - extent / count) <= unit for _, start, stop in order)
            assert count > 2 or all(abs(stop - start - extent / count) <= unit / 2 for _, start, stop in order)


def test_a_short_job_is_shared_after_another_one(entry: tuple[int, int]) -> None:
    """Alone when nothing came before, so that nobody is woken for it; with the workers that another job left awake."""
    together, state = entry
    seen: list[int] = []

    def run(most: int) -> set[int]:
        seen.clear()
        SIGNATURE(together)(state, ctypes.cast(part, ctypes.c_void_p), None, None, 4, 4, most)
        assert len(seen) == 4
        return set(seen)

    def one(*_: Any) -> None:
        seen.append(threading.get_ident())
        time.sleep(2e-4)

    part = PART(one)
    for _ in range(3):
        time.sleep(0.01)
        assert run(SHORT_JOB + 2) == {threading.get_ident()}
    shared = 0
    for _ in range(200):  # another program may have the processors for a while
        run(2)
        shared += len(run(SHORT_JOB + 2)) > 1
    assert shared == 0 if not state else shared


@LINUX
@pytest.mark.parametrize("count", [2, 8, 9])
def test_a_thread_has_the_same_share_of_each_job(count: int) -> None:
    """What a loop leaves in the caches of a processor is read there by the next one: threads do not exchange halves."""
    together, state = workers.entry()
    seen: dict[int, bool] = {}

    def one(_: Any, __: Any, start: int, stop: int, slice: int) -> None:
        seen[slice] = threading.get_ident() == caller
        time.sleep(1e-3)

    def near() -> int:
        """Slices of 40 jobs that the thread with that share computed."""
        found = 0
        for _ in range(40):
            seen.clear()
            SIGNATURE(together)(state, ctypes.cast(part, ctypes.c_void_p), None, None, count, count, 2)
            assert len(seen) == count
            found += sum(by_caller == (k < count // 2) for k, by_caller in seen.items())
        return found

    caller, part = threading.get_ident(), PART(one)
    assert any(near() > 0.8 * 40 * count for _ in range(5))  # another program may have the processors for a while


@LINUX
def test_each_slice_runs_once_while_jobs_change() -> None:
    """Of jobs that follow each other at once, with other numbers of slices and threads."""
    together, state = workers.entry()
    rng = np.random.default_rng(0)
    found: list[int] = []
    part = PART(lambda a, n, start, stop, k: found.append(k))
    for count, most in zip(rng.integers(1, 40, 2000).tolist(), rng.integers(1, 7, 2000).tolist(), strict=True):
        found.clear()
        SIGNATURE(together)(state, ctypes.cast(part, ctypes.c_void_p), None, None, count, count, most)
        assert sorted(found) == list(range(count))


@pytest.mark.parametrize("count", [1, 2, 4])
def test_which_steps_are_shared_only_with_workers_awake(monkeypatch: pytest.MonkeyPatch, count: int) -> None:
    """Steps of 8 to 40 microseconds; a reduction into much, which would have to be joined, is none of them."""
    monkeypatch.setattr(threads, "count", lambda: count)
    rng = np.random.default_rng(0)
    x, X = rng.random(100_000, dtype=np.float32), rng.random((40, 3_000))
    one, total, much = (
        es.compile(t, target="cpu") for t in ("z[i] = exp(x[i])", "s = sum[i](exp(x[i]))", "s[j] = sum[i](X[i,j])")
    )
    for _ in range(5):
        np.testing.assert_allclose(one(x), np.exp(x), rtol=1e-6)
        np.testing.assert_allclose(total(x), np.exp(x).sum(), rtol=1e-4)
        np.testing.assert_allclose(much(X), X.sum(0))
    for f, short in ((one, count > 1), (total, count > 1), (much, False)):
        plain = f._last._plain
        assert plain.short_jobs == ({0} if short else set())
        assert plain.slices[0] == ((count, count) if short else (1, 1)), plain.slices
    one(x[:100])
    assert one._last._plain.slices == [(1, 1)]


def test_products_have_one_slice_for_each_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    """Large ones with a matrix, which BLAS packs, and with a vector or a few, where each slice has a start of its own."""
    monkeypatch.setattr(threads, "count", lambda: 2)
    rng = np.random.default_rng(0)
    X, w, W = (rng.random(s, np.float32) for s in ((1000, 1000), 1000, (8, 1000)))
    for text, right in (
        ("y[i] = X[i,j]*w[j]", X @ w), ("y[k,i] = X[i,j]*W[k,j]", W @ X.T),
        ("y[k,j] = X[i,j]*W[k,i]", W @ X), ("y[i,k] = X[i,j]*X[j,k]", X @ X),
    ):  # fmt: skip
        f = es.compile(text, target="cpu")
        np.testing.assert_allclose(f(**{n: a for n, a in (("X", X), ("w", w), ("W", W)) if n in text}), right, rtol=1e-4)
        assert f._last._plain.slices == ([(2, 2)] if blas.routines() else [(1, 1)]), text


def program(monkeypatch: pytest.MonkeyPatch, count: int) -> Any:
    """A map and two reductions that are always cut in slices."""
    monkeypatch.setattr(threads, "count", lambda: count)
    monkeypatch.setattr(machine_model, "rates", lambda: machine_model.Rates(sleeping=1))
    monkeypatch.setattr(threads, "SLICE", 1)
    return es.compile(["y[i,j] = 2*x[i,j] + 1", "g[j] = sum[i](x[i,j]**2)", "m = max[i,j](x[i,j])"])


def check(f: Any, x: np.ndarray) -> None:
    """Results are those of NumPy, and nothing is left as it was."""
    out = tuple(np.full(s, np.nan) for s in (x.shape, x.shape[1:], ()))
    f(x, out=out)
    assert (out[0] == 2 * x + 1).all()
    np.testing.assert_allclose(out[1], (x**2).sum(0), rtol=1e-12)
    assert out[2] == x.max()


def test_callers_at_once(entry: tuple[int, int], monkeypatch: pytest.MonkeyPatch) -> None:
    """One caller has the workers, the others go on without them; nobody gets another's slices."""
    f = program(monkeypatch, 3)

    def work(seed: int) -> None:
        x = np.random.default_rng(seed).normal(size=(40 + seed, 30))
        for _ in range(100):
            check(f, x)

    at_once(work, 8)


def test_many_short_jobs_in_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    """Jobs follow one another faster than workers look: a slice is never taken for another job."""
    f = program(monkeypatch, 4)
    arrays = [np.random.default_rng(k).normal(size=(k + 1, 5)) for k in range(20)]
    for turn in range(2000):
        check(f, arrays[turn % 20])


def test_the_number_of_threads_may_change(monkeypatch: pytest.MonkeyPatch) -> None:
    x = np.random.default_rng(0).normal(size=(200, 30))
    for count in (1, 4, 2, 3):
        f = program(monkeypatch, count)
        check(f, x)
        assert max(most for _, most in f._last._plain.slices) == count


@LINUX
@pytest.mark.skipif(not hasattr(os, "fork"), reason="fork")
def test_after_a_fork_there_are_new_workers(monkeypatch: pytest.MonkeyPatch) -> None:
    """The child has none of the parent's threads, also when the parent forks while others compute."""
    f = program(monkeypatch, 3)
    x = np.random.default_rng(0).normal(size=(300, 50))
    check(f, x)
    stop = threading.Event()
    busy = threading.Thread(target=lambda: [check(f, x) for _ in iter(stop.is_set, True)])
    busy.start()
    try:
        for _ in range(5):
            child = os.fork()
            if not child:
                code = 1
                try:
                    for _ in range(10):
                        check(f, x)
                    started = ctypes.c_int64.from_address(workers.entry()[1] + 448).value
                    code = 0 if started == 2 else 3
                finally:
                    os._exit(code)
            assert os.waitpid(child, 0)[1] == 0
    finally:
        stop.set()
        busy.join()
    check(f, x)


@LINUX
def test_idle_workers_use_no_time(monkeypatch: pytest.MonkeyPatch) -> None:
    f = program(monkeypatch, 4)
    check(f, np.ones((300, 50)))
    time.sleep(0.01)
    before = time.process_time()
    time.sleep(0.2)
    assert time.process_time() - before < 0.05


EXIT = """
import threading
import numpy as np
import espresso as es
from espresso.system import machine_model, threads
threads.count, machine_model.rates = lambda: 3, lambda: machine_model.Rates(sleeping=1)
f = es.compile(["y[i] = exp(x[i])", "s = sum[i](x[i])"])
x = np.ones(100_000)
f(x)
threading.Thread(target=lambda: [f(x) for _ in iter(int, 1)], daemon=True).start()
f(x)
print("done")
"""


def test_the_interpreter_ends_beside_workers(tmp_path: Any) -> None:
    """Also with a daemon thread that computes until the end."""
    for _ in range(3):
        found = subprocess.run(
            [sys.executable, "-c", EXIT], capture_output=True, text=True, timeout=60,
            env={**os.environ, "ESPRESSO_CACHE_DIR": str(tmp_path)}, check=False,
        )  # fmt: skip
        assert (found.returncode, found.stdout) == (0, "done\n"), found.stderr


def test_short_work_is_not_cut() -> None:
    """Below what pays for each of two threads a step stays on the thread that calls."""
    f = es.compile("y[i] = 2*x[i] + 1")
    f(np.ones(1000))
    assert f._last._plain.slices == [(1, 1)]


@LINUX
@pytest.mark.parametrize("allowed", [1, 2])
def test_a_worker_beside_its_caller_goes_elsewhere(allowed: int) -> None:
    """It leaves the processor where there is another that it may use, and may use the same ones afterwards."""
    from espresso.llvm.compiled import block_of
    from espresso.machine import thread_pool as machine_code

    mine = sorted(os.sched_getaffinity(0))
    if len(mine) < allowed:
        pytest.skip("one processor")
    text = machine_code.text(("leave",))
    leave = ctypes.CFUNCTYPE(None, ctypes.c_int64)(block_of(text, ("leave",)).address("leave"))
    where = ctypes.CDLL(None).sched_getcpu
    seen: list[tuple[int, int, list[int]]] = []

    def work() -> None:
        os.sched_setaffinity(0, mine[:allowed])  # of this thread
        for _ in range(10):
            before = where()
            leave(before)
            seen.append((before, where(), sorted(os.sched_getaffinity(0))))

    worker = threading.Thread(target=work)
    worker.start()
    worker.join()
    assert all(after == mine[:allowed] for _, _, after in seen)
    moved = [before != after for before, after, _ in seen]
    assert sum(moved) >= 8 if allowed == 2 else not any(moved)  # the scheduler may move it back at once


def test_an_interrupt_waits_for_the_other_jobs() -> None:
    """They work on memory that the caller takes back."""
    ended = []

    def interrupted() -> None:
        raise KeyboardInterrupt

    def late() -> None:
        time.sleep(0.1)
        ended.append(1)

    with pytest.raises(KeyboardInterrupt):
        threads.run_parallel([interrupted, late, late])
    assert len(ended) == 2


@pytest.mark.parametrize(("given", "found"), [("3", 3), (" 07 ", 7), ("99999999999", 256), ("9" * 5000, 256), ("", None)])
def test_the_number_of_threads_that_is_asked_for(given: str, found: int | None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMBA_NUM_THREADS", given)
    assert threads.count() == (found or os.cpu_count())
    assert saved_count() == threads.count()


@pytest.mark.parametrize("given", ["abc", "0", "-1", "2.5", "1e3", "²"])
def test_what_is_no_number_of_threads_is_said_once(given: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMBA_NUM_THREADS", given)
    threads._number.cache_clear()
    with pytest.warns(UserWarning, match=f"NUMBA_NUM_THREADS is '{given}', which is no number of threads"):
        assert threads.count() == os.cpu_count()
    np.testing.assert_array_equal(es.compile("y[i] = 2*x[i]", target="cpu")(np.ones(3)), 2)
    assert saved_count() == os.cpu_count()


def saved_count() -> int:
    """Threads of a saved module."""
    scope: dict[str, Any] = {}
    exec(IMPORTS + SPLIT, scope)
    return int(scope["_threads"])
