"""Forks while other threads compile, import and compute: the child works, and nothing waits for ever."""

from __future__ import annotations

import ctypes
import multiprocessing
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import espresso as es
from espresso.llvm import machine, module_split
from espresso.llvm.image import PLAIN
from espresso.system import locks as forks

pytestmark = [
    pytest.mark.skipif(not hasattr(os, "fork"), reason="fork"),
    pytest.mark.filterwarnings("ignore:.*multi-threaded:DeprecationWarning"),
]

AT_RANDOM = """
import os, random, signal, sys, threading, time
import numpy as np
import espresso as es
from espresso.system import machine_model, threads

threads.count, machine_model.rates = lambda: 3, lambda: machine_model.Rates(sleeping=1)
rng = random.Random(0)
x, A = np.arange(20_000.0), np.random.default_rng(0).random((200, 200))
f = es.compile(["y[i] = exp(-x[i])", "s = sum[i](x[i])", "B[i,k] = A[i,j]*A[j,k]"])
right = f(x=x, A=A)
busy = threading.Event()

def compiles():
    while busy.wait():
        e = es.grad(es.parse(f"s = sum[i]({rng.random()}*x[i]*x[i] + {rng.random()})"), "x")
        es.compile(e)(x=np.ones(5))

def calls():
    while busy.wait():
        f(x=x, A=A)

for work in (compiles, calls, calls):
    threading.Thread(target=work, daemon=True).start()
for n in range(12):
    busy.set()
    time.sleep(rng.random() * 0.06)
    child = os.fork()
    if not child:
        signal.alarm(20)  # ends a child that hangs
        code = 1
        try:
            found = f(x=x, A=A)
            new = es.compile(f"z[i] = x[i]*{n} + 1.5")(x=np.ones(3))
            code = 0 if all((a == b).all() for a, b in zip(found, right)) and (new == n + 1.5).all() else 2
        finally:
            os._exit(code)
    busy.clear()  # the child has the processors
    status = os.waitpid(child, 0)[1]
    if status:
        print(f"child {n} ended with {status}")
        break
else:
    print("all")
sys.stdout.flush()
os._exit(0)
"""


def run(code: str, tmp_path: Path, **more: str) -> str:
    """What a program writes, which has a cache folder of its own."""
    environment = {**os.environ, "ESPRESSO_CACHE_DIR": str(tmp_path), **more}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120, env=environment, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_a_child_compiles_and_calls_whatever_other_threads_were_doing(tmp_path: Path) -> None:
    assert run(AT_RANDOM, tmp_path) == "all\n"


def child_of(work: Callable[[], Any], seconds: float = 20.0) -> int:
    """The exit status of a forked child that does this work; -1 where it is not done in time."""
    child = os.fork()
    if not child:
        code = 1
        try:
            work()
            code = 0
        finally:
            os._exit(code)
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            return status
        time.sleep(0.005)
    os.kill(child, 9)
    os.waitpid(child, 0)
    return -1


@pytest.fixture
def beside() -> Iterator[Callable[[Callable[[threading.Event], None]], None]]:
    """Runs functions in threads, each until it has set the event that it gets; all end with the test."""
    started: list[threading.Thread] = []

    def start(work: Callable[[threading.Event], None]) -> None:
        ready = threading.Event()
        started.append(threading.Thread(target=work, args=(ready,)))
        started[-1].start()
        assert ready.wait(20)

    yield start
    for thread in started:
        thread.join(20)
        assert not thread.is_alive()


def take_all() -> None:
    """Every lock can be had."""
    for one in forks._every():
        assert one.acquire(timeout=1)
        one.release()


def test_a_fork_waits_for_programs_that_call_a_blas(beside: Callable[[Callable[[threading.Event], None]], None]) -> None:
    """One that was in the middle of a product when another thread forked left OpenBLAS's lock locked in the child."""
    f = es.compile("B[i,k] = A[i,j]*A[j,k]")
    a = np.random.default_rng(0).random((60, 60))
    np.testing.assert_allclose(f(A=a), a @ a)
    assert ("in flight",) in f._last._plain.code.numbers
    g = es.compile("y[i] = exp(x[i])")
    g(x=a[0])
    assert ("in flight",) not in g._last._plain.code.numbers
    running, interval = ctypes.c_int64.from_address(forks.in_flight()), sys.getswitchinterval()
    assert running.value == 0
    ended = 0.0

    def program(ready: threading.Event) -> None:
        nonlocal ended
        running.value += 1
        ready.set()
        time.sleep(0.3)
        ended = time.monotonic()
        running.value -= 1

    beside(program)
    child = os.fork()
    if not child:
        os._exit(0 if running.value == 0 and sys.getswitchinterval() == interval else 1)
    assert 0 < ended < time.monotonic() and sys.getswitchinterval() == interval
    assert os.waitpid(child, 0)[1] == 0


def test_every_lock_of_a_module_is_one_that_forks_wait_for() -> None:
    root = Path(es.__file__).parent
    texts = {p: p.read_text(encoding="utf-8") for p in root.rglob("*.py") if p.name != "locks.py"}
    own = {p.name for p, text in texts.items() if "Lock()" in text or "Condition(" in text or "Semaphore(" in text}
    assert own == {"progress.py", "workers.py"}  # of one object each: the line on a screen, the jobs of one call
    assert not [p.name for p, text in texts.items() if "functools.cached_property" in text or "functools import cached_" in text]


def test_a_fork_waits_for_a_lock(beside: Any) -> None:
    """Also where two threads have locks, and take others in another order than the fork does."""
    first, second = forks._locks[0], forks._locks[-1]
    free = threading.Event()

    def holds(ready: threading.Event) -> None:
        with second:
            ready.set()
            free.wait(0.2)
            with first:
                free.set()

    beside(holds)
    assert child_of(take_all) == 0
    assert free.is_set()
    take_all()


def test_a_fork_does_not_wait_for_ever(beside: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """The child has its locks anew, those of LLVM and numba too, whoever had them."""
    from llvmlite.binding import ffi
    from numba.core.compiler_lock import global_compiler_lock

    monkeypatch.setattr(forks, "PATIENCE", 0.05)
    end = threading.Event()

    def holds(ready: threading.Event) -> None:
        with forks._locks[0], ffi.lib._lock, global_compiler_lock:
            ready.set()
            end.wait(20)

    def uses() -> None:
        take_all()
        with global_compiler_lock:
            es.compile("y[i] = 0.3125*x[i] - 8")(x=np.ones(2))

    beside(holds)
    try:
        assert child_of(uses) == 0
    finally:
        end.set()


def test_a_thread_forks_with_a_lock_of_its_own() -> None:
    """As a signal handler does that interrupts a compilation: the child goes on and gives the lock back."""
    one = forks._locks[0]

    def goes_on() -> None:
        assert one._is_owned()
        one.release()
        assert not one._is_owned()
        es.compile("y[i] = 3*x[i] - 0.25")(x=np.ones(2))

    with one:
        assert child_of(goes_on) == 0
        assert one._is_owned()


@pytest.mark.skipif(not PLAIN, reason="programs are compiled in one part here")
def test_a_fork_while_llvm_runs_past_its_lock(beside: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Parts of a large program are compiled by threads that do not take llvmlite's lock: their caller has one."""
    monkeypatch.setattr(module_split, "LEAST", 10)
    monkeypatch.setattr("espresso.machine.machine_code.LEVELS", (1, 1))
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {0, 1})
    inside: list[int] = []
    compiled = machine.object_code

    def slowly(*given: Any) -> bytes:
        inside.append(1)
        made = compiled(*given)
        time.sleep(0.1)
        inside.append(-1)
        return made

    monkeypatch.setattr(machine, "object_code", slowly)

    def compiles(ready: threading.Event) -> None:
        threading.Timer(0.05, ready.set).start()
        es.compile([f"y{k}[i] = {k + 0.8125}*x[i] + exp(x[i])" for k in range(3)], fused=False, target="cpu")(x=np.ones(5))

    beside(compiles)
    until = time.monotonic() + 20
    while not inside and time.monotonic() < until:
        time.sleep(0.001)
    assert child_of(lambda: es.compile("y[i] = 0.8125*x[i] - 7")(x=np.ones(2))) == 0
    assert inside.count(1) > 1
    assert sum(inside) == 0


def test_a_fork_while_a_property_is_computed(beside: Any) -> None:
    """Python's own cached properties have a lock before 3.12."""

    class Thing:
        @forks.cached_property
        def value(self) -> int:
            """Something."""
            for event in waits:
                event[0].set()
                event[1].wait(20)
            return 7

    end, waits = threading.Event(), list[Any]()
    beside(lambda ready: (waits.append((ready, end)), Thing().value))
    waits.clear()
    try:
        assert child_of(lambda: Thing().value, 5) == 0
    finally:
        end.set()
    thing = Thing()
    assert (thing.value, thing.__dict__["value"], Thing.value.__doc__) == (7, 7, "Something.")


def test_a_fork_while_another_thread_imports(tmp_path: Path) -> None:
    folder = tmp_path / "modules"
    folder.mkdir()
    (folder / "slow_module.py").write_text("import builtins, time\nbuiltins.ready.set()\ntime.sleep(0.5)\nvalue = 5\n")
    code = """
import builtins, os, signal, sys, threading
import espresso as es
from espresso.system import locks as forks
es.parse("y[i] = x[i]")
forks.PACKAGES.add("slow_module")
builtins.ready = threading.Event()
threading.Thread(target=lambda: __import__("slow_module")).start()
builtins.ready.wait(20)
child = os.fork()
if not child:
    signal.alarm(5)
    import slow_module
    os._exit(slow_module.value)
print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
"""
    path = os.pathsep.join([str(folder), *sys.path])
    assert run(code, tmp_path, PYTHONPATH=path) == "5\n"


def _in_pool(n: int) -> float:
    return float(es.compile(f"s = sum[i](x[i]) + {n}")(x=np.ones(4))) + float(_threaded(np.ones(100_000))[0])


_threaded = es.compile("y[i] = 2*x[i] + 0.5", target="cpu")


def test_multiprocessing_by_fork(beside: Any) -> None:
    end = threading.Event()

    def compiles(ready: threading.Event) -> None:
        for n in range(100):
            es.compile(f"y[i] = x[i] + {n + 0.375}")(x=np.ones(3))
            ready.set()
            if end.is_set():
                return

    _threaded(np.ones(100_000))
    beside(compiles)
    try:
        with multiprocessing.get_context("fork").Pool(2) as pool:
            assert pool.map_async(_in_pool, range(4)).get(60) == [6.5, 7.5, 8.5, 9.5]
    finally:
        end.set()


SAVED = """
import os, signal, sys
import numpy as np
import saved
assert saved._threads == 2
x = np.random.default_rng(0).random((400, 5_000))
right = saved.program(x)
assert saved._pool is not None
child = os.fork()
if not child:
    signal.alarm(20)
    os._exit(0 if (saved.program(x) == right).all() else 2)
print(os.waitpid(child, 0)[1])
"""


def test_a_saved_module_after_a_fork(tmp_path: Path) -> None:
    f = es.compile("y[i] = sum[j](exp(x[i,j]))", target="cpu")
    f(x=np.ones((2, 2)))
    f.save(tmp_path / "saved.py")
    path = os.pathsep.join([str(tmp_path), *sys.path])
    assert run(SAVED, tmp_path, PYTHONPATH=path, NUMBA_NUM_THREADS="2") == "0\n"
