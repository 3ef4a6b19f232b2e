"""Memory that steps need beside temporaries: planned, stated, poisoned, counted in the allocator (sA20, case 62)."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from threads import at_once

import espresso as es
from espresso.llvm import image
from espresso.llvm.emit.tiles import region, stride
from espresso.llvm.image import PLAIN
from espresso.machine import machine_code
from espresso.system import threads

RNG = np.random.default_rng(3)


def _normal(*shape: int) -> np.ndarray:
    return RNG.normal(size=shape)


PROGRAMS: dict[str, tuple[Any, dict[str, np.ndarray]]] = {
    "packed product": ("y[a,b,c] = x[a,d,b,e]*w[e,c,d]", {"x": _normal(30, 20, 31, 24), "w": _normal(24, 50, 20)}),
    "convolution and gradients": (
        [es.parse("y[n,o,p,q] = x[n,c,2*p+r,2*q+s]*w[o,c,r,s]"),
         *(es.vjp(es.parse("y[n,o,p,q] = x[n,c,2*p+r,2*q+s]*w[o,c,r,s]"), n, "g") for n in "xw")],
        {"x": _normal(2, 8, 21, 21), "w": _normal(5, 8, 3, 3), "g": _normal(2, 5, 10, 10)},
    ),
    "rows of a kernel": ("y[i,j] = softmax[j](exp(x[i,j])*tanh(x[i,j]))", {"x": _normal(6, 30011)}),
    "blocks of rows": (
        "y[i,e] = softmax[j](q[i,d]*k[j,d])*v[j,e]",
        {"q": _normal(2100, 8) * 0.1, "k": _normal(2100, 8) * 0.1, "v": _normal(2100, 8)},
    ),
    "sums of slices": ("s[j] = sum[i](exp(x[i,j])); t = sum[i,j](x[i,j]*x[i,j])", {"x": _normal(900, 300)}),
    "matrix products": ("D[i,m] = tanh(A[i,j]*B[j,l])*B[l,m]", {"A": _normal(130, 130), "B": _normal(130, 130)}),
}  # fmt: skip


def made(name: str, **options: Any) -> tuple[Any, dict[str, np.ndarray]]:
    formula, arrays = PROGRAMS[name]
    return es.compile(formula, target="cpu", **options), arrays


def _all(value: Any) -> list[np.ndarray]:
    return [np.array(v) for v in (value if isinstance(value, (tuple, list)) else [value])]


@pytest.mark.parametrize("name", PROGRAMS)
def test_what_lay_in_the_scratch_memory_changes_nothing(name: str) -> None:
    """sA20: NaN bytes in temporaries and in everything behind them, also in the words that say which slot is taken."""
    f, arrays = made(name)
    first = _all(f(**arrays))
    f._last.pool.poison = True
    for _ in range(2):
        for p, q in zip(first, _all(f(**arrays)), strict=True):
            np.testing.assert_array_equal(p, q)


def test_the_poison_reaches_the_scratch_memory() -> None:
    """The oracle bites: a slot that nobody declared free is never found, so the words must have been written."""
    f, arrays = made("packed product")
    f(**arrays)
    pool = f._last.pool
    pool.poison = True
    workspace = pool.take()
    assert workspace.room == pool.scratch == f.memory.scratch > 0
    assert (workspace[0][pool.arena.size : pool.arena.size + workspace.room] == 0xFF).all()


@pytest.mark.parametrize("name", PROGRAMS)
def test_memory_says_what_is_taken(name: str) -> None:
    import tracemalloc

    f, arrays = made(name)
    out = [np.empty_like(r) for r in _all(f(**arrays))]
    given = out if len(out) > 1 else out[0]
    memory = f.memory
    assert (f"scratch of steps {memory.scratch:,} bytes" in str(memory)) == (memory.scratch > 0)
    assert memory.scratch > 0 or name == "matrix products" or (threads.count() < 2 and name == "sums of slices")
    f._last.pool.free.clear()
    tracemalloc.start()
    try:
        f(**arrays, out=given)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert memory.arena + memory.scratch <= peak <= 1.01 * (memory.arena + memory.scratch) + 4096


@pytest.mark.skipif(not PLAIN, reason="blocks of machine code are for Linux on x86-64")
def test_machine_code_has_no_call_of_an_allocator(monkeypatch: pytest.MonkeyPatch) -> None:
    wanted: set[str] = set()
    real = image.symbol
    monkeypatch.setattr(image, "symbol", lambda name: wanted.add(name) or real(name))
    machine_code._loaded.clear()
    for name in PROGRAMS:
        f, arrays = made(name)
        f(**arrays)
        assert f._last._plain is not None
    machine_code._loaded.clear()
    assert not wanted & {"malloc", "calloc", "realloc", "free", "mmap", "aligned_alloc", "posix_memalign"}, wanted


SHIM = r"""
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stddef.h>
#include <sys/mman.h>
static volatile long large, maps;
static void *(*next_malloc)(size_t);
void *malloc(size_t n) {
  if (!next_malloc) next_malloc = dlsym(RTLD_NEXT, "malloc");
  if (n >= 2048) __sync_fetch_and_add(&large, 1);
  return next_malloc(n);
}
void *mmap(void *a, size_t n, int p, int f, int d, off_t o) {
  static void *(*next)(void *, size_t, int, int, int, off_t);
  if (!next) next = dlsym(RTLD_NEXT, "mmap");
  __sync_fetch_and_add(&maps, 1);
  return next(a, n, p, f, d, o);
}
long taken(void) { return large + maps; }
"""

COUNTED = """
import ctypes, gc, sys
import numpy as np
import espresso as es
from cpu.test_scratch_memory import PROGRAMS, made, _all
taken = ctypes.CDLL(None).taken
taken.restype = ctypes.c_long
for name in PROGRAMS:
    f, arrays = made(name)
    out = [np.empty_like(r) for r in _all(f(**arrays))]
    out = out if len(out) > 1 else out[0]
    for _ in range(3):
        f(**arrays, out=out)
    gc.collect(); gc.disable()
    for _ in range(8):  # a worker that was late takes its first slice, and BLAS makes its buffer, some calls later
        before = taken()
        for _ in range(20):
            f(**arrays, out=out)
        if taken() == before:
            break
    else:
        raise AssertionError((name, taken() - before))
    gc.enable()
x = np.empty(100000)
assert taken() > before  # the count counts
print("none")
"""


@pytest.mark.skipif(not PLAIN or not shutil.which("cc"), reason="the counting allocator is a shared library")
def test_no_allocator_is_called_in_steady_state(tmp_path: Path) -> None:
    """Every malloc of 2 KiB and more and every mmap of the process is counted: Python, NumPy, BLAS and the program."""
    source, library = tmp_path / "count.c", tmp_path / "count.so"
    source.write_text(SHIM)
    subprocess.run(["cc", "-shared", "-fPIC", "-O1", "-o", library, source, "-ldl"], check=True)
    import os

    path = os.pathsep.join([str(Path(__file__).resolve().parents[1]), *sys.path])
    environment = {**os.environ, "LD_PRELOAD": str(library), "PYTHONPATH": path}
    done = subprocess.run([sys.executable, "-c", COUNTED], env=environment, capture_output=True, text=True, check=False)
    assert done.stdout == "none\n", done.stderr[-2000:]


@pytest.mark.parametrize("name", ["packed product", "rows of a kernel"])
def test_more_threads_than_slots_wait(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The number of slots is a number in the table, never part of the code: with one, slices take turns."""
    monkeypatch.setattr(threads, "count", lambda: 3)
    f, arrays = made(name)
    expected = _all(f(**arrays))
    native = f._last._plain
    at = native.code.numbers.index(("areas",))
    assert native.table[at] == 3
    native.table[at] = 1
    for _ in range(3):
        for p, q in zip(expected, _all(f(**arrays)), strict=True):
            np.testing.assert_array_equal(p, q)


def test_calls_at_the_same_time_have_scratch_memory_of_their_own() -> None:
    f, arrays = made("packed product")
    expected = f(**arrays)

    def work(_: int) -> None:
        for _ in range(5):
            assert np.array_equal(f(**arrays), expected)

    at_once(work)
    assert 1 <= f._last.pool.made <= 4


def test_other_strides_may_need_more() -> None:
    """A strided call plans its own blocks; workspaces that are too small are given up."""
    f, arrays = made("packed product")
    expected = f(**arrays)
    pool = f._last.pool
    scratch = pool.scratch
    assert pool.bytes == scratch and len(pool.free) == 1
    pool.grow(scratch + 4096)
    assert pool.bytes == 0 and not pool.free
    np.testing.assert_array_equal(f(**arrays), expected)
    assert pool.bytes == scratch + 4096 == f.memory.scratch
    small = pool.take()
    pool.grow(pool.scratch + 64)
    pool.give(small)
    assert not pool.free and pool.bytes == 0
    pool.scratch = 64  # as if the blocks of arrays in C order were smaller
    turned = {n: np.asfortranarray(a) for n, a in (arrays | {"x": np.tile(arrays["x"], (8, 1, 1, 1))}).items()}
    f(**{n: np.ascontiguousarray(a) for n, a in turned.items()})
    pool = f._last.pool
    pool.scratch = 64
    pool.free.clear()
    y = f(**turned)
    assert pool.scratch > 64
    np.testing.assert_allclose(y, np.einsum("adbe,ecd->abc", turned["x"], turned["w"]), rtol=1e-10)


def test_an_exception_midway_leaves_the_pool_usable(monkeypatch: pytest.MonkeyPatch) -> None:
    f, arrays = made("packed product")
    expected = f(**arrays)
    bound = f._last

    def broken(*_: Any) -> None:
        raise MemoryError("in the middle")

    monkeypatch.setattr(type(bound._plain), "__call__", broken)
    monkeypatch.setattr(bound, "_native_alone", False)
    monkeypatch.setattr(bound, "at_once", False)
    monkeypatch.setattr(bound, "_native_alone", False)
    monkeypatch.setattr(f, "_fast", None)
    monkeypatch.setattr(f, "__class__", es.Compiled)
    with pytest.raises(MemoryError, match="middle"):
        f(**arrays)
    monkeypatch.undo()
    np.testing.assert_array_equal(f(**arrays), expected)
    assert bound.pool.made == 1 and len(bound.pool.free) == 1


def test_bytes_of_slots() -> None:
    assert region(3, 0) == 0 and region(0, 100) == 64 and stride(64) == 128
    assert region(2, 65) == 64 + 2 * (64 + 128)
