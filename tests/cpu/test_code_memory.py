"""Machine code is given back with the last object that may run it, and many programs share few mappings of the system."""

from __future__ import annotations

import functools
import gc
import linecache
import mmap
import os
import pickle
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import espresso as es
from espresso.llvm import compiled
from espresso.llvm.image import PLAIN, Pages, pages

pytestmark = pytest.mark.skipif(not PLAIN, reason="LLVM loads object code here")

X = np.arange(5.0)


@pytest.fixture(autouse=True, scope="module")
def _frozen() -> None:
    """Collections of garbage, of which there are many here, look at what these tests made alone."""
    gc.collect()
    gc.freeze()


def formula(number: int) -> Any:
    """A program of its own that has run: what is compared with stays in its code, other numbers are arguments of it."""
    f = es.compile(f"y[i] = maximum(x[i], -{number}.5) + {number}")
    np.testing.assert_array_equal(f(x=X), X + number)
    np.testing.assert_array_equal(f(x=X), X + number)
    return f


def mappings() -> int:
    return len(Path("/proc/self/maps").read_text().splitlines())


def test_code_of_dropped_formulas_is_given_back() -> None:
    formula(999)
    gc.collect()
    taken, maps = pages.taken, mappings()
    for number in range(8):
        formula(1000 + number)
        gc.collect()
        assert pages.taken == taken
    assert mappings() - maps <= 3


def test_formulas_that_are_held_share_mappings() -> None:
    formula(998)
    maps, slabs = mappings(), len(pages.slabs)
    held = [formula(2000 + number) for number in range(10)]
    assert mappings() - maps <= 4 and len(pages.slabs) - slabs <= 1
    for number, f in enumerate(held):
        np.testing.assert_array_equal(f(x=X), X + 2000 + number)


def test_no_page_can_be_written_and_executed() -> None:
    """Programs lie one behind the other in pages that can be executed; what is behind them can be written."""
    held = formula(997)
    first = pages.slabs[0].ctypes.data
    found = []
    for line in Path("/proc/self/maps").read_text().splitlines():
        place, rights = line.split()[:2]
        start, stop = (int(at, 16) for at in place.split("-"))
        if start < first + pages.slabs[0].nbytes and stop > first:
            found.append(rights)
    assert "r-xp" in found and set(found) <= {"r-xp", "rw-p"} and held is not None


KEEPERS: dict[str, Callable[[Any], Callable[[], Any]]] = {
    "the function in the slot of the object": lambda f: functools.partial(f._entry, x=X),
    "its method": lambda f: functools.partial(f.__call__, x=X),
    "the method of the class": lambda f: functools.partial(es.Compiled.__call__, f, x=X),
    "a plan": lambda f: functools.partial(f._last, [X]),
    "a call that a plan checks": lambda f: functools.partial(f._last.fast, (X,), {}, None),
}


@pytest.mark.parametrize("name", KEEPERS)
def test_whatever_may_run_the_code_keeps_it(name: str) -> None:
    f = formula(3000)
    gc.collect()
    kept, taken = KEEPERS[name](f), pages.taken
    del f
    gc.collect()
    assert pages.taken == taken
    others = [formula(3001 + k) for k in range(3)]
    np.testing.assert_array_equal(np.reshape(kept(), -1), X + 3000)
    del kept, others
    gc.collect()
    assert pages.taken < taken


def test_a_copy_by_pickle_has_the_code_of_its_own_plan() -> None:
    f = formula(3100)
    copy = pickle.loads(pickle.dumps(f))
    del f
    gc.collect()
    others = [formula(3101 + k) for k in range(3)]
    np.testing.assert_array_equal(copy(x=X), X + 3100)
    assert len(others) == 3


@pytest.mark.parametrize("plain", [True, False], ids=["block", "linked by LLVM"])
def test_finalizers_of_a_cycle_may_call_what_goes_with_them(plain: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Python calls weak references and ``__del__`` of a cycle in any order, before it takes anything apart."""
    monkeypatch.setattr(compiled, "PLAIN", plain)
    found = []

    class Model:
        def __init__(self, number: int) -> None:
            self.f, self.number, self.own = formula(number), number, self

        def __del__(self) -> None:
            formula(self.number + 100)  # takes the memory of what has gone
            found.append(np.array_equal(self.f(x=X), X + self.number))

    for k in range(3):
        Model(4000 + 200 * plain + k)
        gc.collect()
    assert found == [True] * 3


def test_what_a_builtin_function_reads_is_no_part_of_a_cycle() -> None:
    """The collector empties what it can empty before the function is gone, which looks at its method until then."""
    method, memory = formula(3200)._entry.__self__[-1], formula(3200)._last._plain.code.memory
    assert type(method) is type(memory) is np.ndarray
    assert not gc.is_tracked(method) and not gc.is_tracked(memory)


def test_a_child_of_a_fork_writes_nothing_into_the_code_of_its_parent() -> None:
    first, (reads, there), (here, writes) = formula(3300), os.pipe(), os.pipe()
    child = os.fork()
    if not child:
        try:
            own = es.compile("y[i] = maximum(x[i], -3301.5) + 3301")
            first_result = own(x=X)
            os.write(there, b"1")
            os.read(here, 1)
            os._exit(0 if np.array_equal(own(x=X), first_result) else 1)
        finally:
            os._exit(2)
    os.read(reads, 1)
    other = formula(3302)
    os.write(writes, b"1")
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    for number, f in ((3300, first), (3302, other)):
        np.testing.assert_array_equal(f(x=X), X + number)


def test_room_is_used_again() -> None:
    """First fit in pages; neighbours that are free are one."""
    made, size = Pages(), mmap.PAGESIZE
    blocks: list[Any] = [made.block(bytes(size * (1 + k % 3)), ()) for k in range(9)]
    first = blocks[0].ctypes.data
    assert len(made.slabs) == 1 and made.taken == 18 * size and len({b.ctypes.data for b in blocks}) == 9
    for k in (1, 0, 2, 8, 4):
        blocks[k] = None
    large = made.block(bytes(6 * size), ())
    assert large.ctypes.data == first
    blocks.clear()
    del large
    assert made.taken == 0
    small = made.block(b"\xc3", ())
    assert small.ctypes.data == first and small.tobytes() == b"\xc3" + b"\xcc" * (size - 1) and len(made._free) == 1
    whole = made.block(bytes(3 << 21), ())  # larger than a slab
    assert len(made.slabs) == 2 and whole.nbytes == 3 << 21


def test_a_block_may_be_given_back_while_another_is_looked_for() -> None:
    """The collector of cycles runs at any time, in any thread."""
    made, done = Pages(), threading.Event()
    block: Any = made.block(b"\xc3", ())

    def give() -> None:
        nonlocal block
        block = None
        done.set()

    with made._lock:
        threading.Thread(target=give, daemon=True).start()
        assert done.wait(10)
        assert made.taken == 0 and made._free[0][0] != made.slabs[0].ctypes.data  # not yet in the list


def test_memory_that_cannot_be_executed_is_given_back(monkeypatch: pytest.MonkeyPatch) -> None:
    made = Pages()

    def refuse(*_: int) -> None:
        raise OSError("memory cannot be made executable")

    monkeypatch.setattr("espresso.llvm.image._protect", refuse)
    for _ in range(3):
        with pytest.raises(OSError, match="executable"):
            made.block(b"\xc3", ())
    assert made.taken == 0 and len(made.slabs) == 1


STRESS = """
import ctypes, gc, random, threading
import numpy as np
import espresso as es
from espresso.llvm import image

def give(start, size, plain=image.pages.give):
    image._protect(start, size, 3)
    ctypes.memset(start, 0xCC, size)  # running it ends the process
    image._protect(start, size, 5)
    plain(start, size)

image.pages.give = give
x = np.arange(20000.0)
formulas = {n: es.compile(f"y[i] = exp(x[i]*{n}.5e-6) + {n}") for n in range(12)}
wrong = []

def work(seed):
    draw = random.Random(seed)
    for _ in range(60):
        n = draw.randrange(12)
        f = formulas[n]
        if not np.allclose(f(x=x), np.exp(x*(n + 0.5)*1e-6) + n):
            wrong.append(n)
        if draw.random() < 0.3:
            formulas[n] = es.compile(f"y[i] = exp(x[i]*{n}.5e-6) + {n}")
            del f
            gc.collect()

threads = [threading.Thread(target=work, args=(k,)) for k in range(4)]
for t in threads: t.start()
for t in threads: t.join()
threading.Thread(target=work, args=(9,), daemon=True).start()  # the process ends while it runs
print("wrong", wrong, flush=True)
"""


def test_threads_that_compile_call_and_drop() -> None:
    ran = subprocess.run([sys.executable, "-c", STRESS], capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stdout) == (0, "wrong []\n"), ran.stderr[-2000:]


def test_a_compilation_leaves_nothing_in_memory() -> None:
    """llvmlite kept the passes of every module, 180 kB each, and LLVM's common context every constant."""
    from espresso.llvm.machine import object_code

    def resident() -> int:
        return int(Path("/proc/self/statm").read_text().split()[1]) * 4

    body = "".join(f"  %a{k + 1} = fmul double %a{k}, 0x{0x3FF0000000000000 + k:016X}\n" for k in range(20))
    text = f"define double @f(double %a0) {{\n{body}  ret double %a20\n}}\n"
    for _ in range(3):
        object_code(text)
    before = resident()
    for _ in range(12):
        object_code(text)
    assert (resident() - before) / 12 < 90


def test_the_module_of_a_program_goes_with_it() -> None:
    x = np.arange(3.0)

    def kept() -> int:
        gc.collect()
        return sum("espresso_generated" in name for name in (*sys.modules, *linecache.cache))

    before = kept()
    held = [es.compile(f"y[i] = {k}.25*x[i]", target="numpy") for k in range(5)]
    results = [f(x=x) for f in held]
    assert kept() == before + 5  # their lines, for tracebacks
    for k, result in enumerate(results):
        np.testing.assert_array_equal(result, (k + 0.25) * x)
    del held
    assert kept() == before
