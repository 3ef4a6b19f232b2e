"""Machine code is given back with the last object that may run it, and many programs share few mappings of the system."""

from __future__ import annotations

import gc
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import espresso as es
from espresso.native.image import PLAIN, Pages, pages

pytestmark = pytest.mark.skipif(not PLAIN, reason="LLVM loads object code here")

X = np.arange(5.0)


def formula(number: int) -> Any:
    """A program of its own that has run."""
    f = es.compile(f"y[i] = x[i]*{number}.5 + {number}")
    np.testing.assert_array_equal(f(x=X), X * (number + 0.5) + number)
    np.testing.assert_array_equal(f(x=X), X * (number + 0.5) + number)
    return f


def mappings() -> int:
    return len(Path("/proc/self/maps").read_text().splitlines())


def test_code_of_dropped_formulas_is_given_back() -> None:
    formula(999)
    gc.collect()
    taken, maps = pages.taken, mappings()
    for number in range(25):
        formula(1000 + number)
        gc.collect()
        assert pages.taken == taken
    assert mappings() - maps <= 3


def test_formulas_that_are_held_share_mappings() -> None:
    formula(998)
    maps, slabs = mappings(), pages.slabs
    held = [formula(2000 + number) for number in range(25)]
    assert mappings() - maps <= 4 and pages.slabs - slabs <= 1
    for number, f in enumerate(held):
        np.testing.assert_array_equal(f(x=X), X * (2000 + number + 0.5) + 2000 + number)


def test_whatever_may_run_the_code_keeps_it() -> None:
    """The function in the slot of the object, and its bound method."""
    for keep in (lambda f: f._entry, lambda f: f.__call__):
        f = formula(3000)
        gc.collect()
        kept, taken = keep(f), pages.taken
        del f
        gc.collect()
        assert pages.taken == taken
        others = [formula(3001 + k) for k in range(3)]
        np.testing.assert_array_equal(kept(x=X), X * 3000.5 + 3000)
        del kept, others
        gc.collect()
        assert pages.taken < taken


def test_room_is_used_again() -> None:
    """First fit in pages; neighbours that are free are one."""
    made = Pages()
    size = 4096
    blocks = [made.take(bytes(size * (1 + k % 3)), ()) for k in range(9)]
    assert made.slabs == 1 and made.taken == 18 * size and len(set(blocks)) == 9
    for k in (1, 0, 2, 8, 4):
        made.give(blocks[k], size * (1 + k % 3))
    assert made.take(bytes(6 * size), ()) == blocks[0]
    for k in (3, 5, 6, 7):
        made.give(blocks[k], size * (1 + k % 3))
    made.give(blocks[0], 6 * size)
    assert made.taken == 0 and len(made._free) == 1
    made.take(bytes(3 << 21), ())  # larger than a slab
    assert made.slabs == 2


STRESS = """
import ctypes, gc, random, threading
import numpy as np
import espresso as es
from espresso.native import image

def give(start, size, plain=image.pages.give):
    image._protect(start, image._pages(size), 3)
    ctypes.memset(start, 0xCC, image._pages(size))  # running it ends the process
    image._protect(start, image._pages(size), 5)
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
    from espresso.native.machine import object_code

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
