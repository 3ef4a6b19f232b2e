"""Worker threads of native programs: the thread pool in machine code, or Python threads where there is none.

On Linux with x86-64 that is machine code as well (``machine.thread_pool``), compiled once and kept
in the cache folder.  Elsewhere a callback hands the slices to Python threads.
"""

from __future__ import annotations

import ctypes
import functools
import mmap
import threading
from collections.abc import Sequence
from typing import Any

import numpy as np

from espresso.llvm.image import PLAIN, Loaded
from espresso.system import threads
from espresso.system.locks import in_child, new_lock

_SIGNATURE = (ctypes.c_void_p,) * 4 + (ctypes.c_int64,) * 3
_TOGETHER = ctypes.CFUNCTYPE(None, *_SIGNATURE)
_kept: list[Any] = []
_lock = new_lock()


@functools.cache
def _state() -> int:
    """The address of the block that the workers share: zeros, never given back."""
    from espresso.machine.thread_pool import STATE

    private = getattr(mmap, "MAP_PRIVATE", 0) | getattr(mmap, "MAP_ANONYMOUS", 0)  # a child has a block of its own
    block = mmap.mmap(-1, STATE, flags=private) if private else mmap.mmap(-1, STATE)
    view = (ctypes.c_char * STATE).from_buffer(block)
    ctypes.pythonapi.Py_IncRef(ctypes.py_object(view))  # workers look at it until the process is gone
    return ctypes.addressof(view)


@functools.cache
def _native() -> int | None:
    """The address of ``together`` in machine code, or None where Python threads do the work."""
    if not PLAIN:
        return None
    from espresso.llvm.compiled import WRITTEN_OUT, block_named
    from espresso.machine import thread_pool as workers

    loaded = block_named("thread pool", workers.FUNCTIONS, workers.text, levels=WRITTEN_OUT)
    if not isinstance(loaded, Loaded):
        return None
    return loaded.address("together")


def entry() -> tuple[int, int]:
    """The addresses of ``together(state, function, addresses, numbers, extent, count, threads)`` and of its state."""
    with _lock:
        native = _native()
        return (native, _state()) if native is not None else (_portable(), 0)


class SlicedFunction:
    """A function of machine code that computes blocks, ``(addresses, numbers, start, stop, slice)``, run by as many
    threads as its time is worth.
    """

    def __init__(self, block: Any, name: str) -> None:
        self._block = block  # keeps the memory
        self._address = int(block.address(name))
        self._call = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p, *_SIGNATURE[4:])(self._address)

    def __call__(self, places: Sequence[int], numbers: np.ndarray, blocks: int, nanoseconds: float) -> None:
        """Compute all blocks, which take one thread that long, of arrays at these addresses."""
        addresses = (ctypes.c_void_p * len(places))(*places)
        most = threads.threads_worth(nanoseconds, blocks)
        if most < 2:
            self._call(addresses, numbers.ctypes.data, 0, blocks, 0)
            return
        address, state = entry()
        together = _TOGETHER(address)
        together(state, self._address, ctypes.addressof(addresses), numbers.ctypes.data, blocks, most, most)


@functools.cache
def _portable() -> int:
    """The same by Python threads."""
    callback = ctypes.CFUNCTYPE(None, *_SIGNATURE)(_by_python_threads)
    _kept.append(callback)
    return int(ctypes.cast(callback, ctypes.c_void_p).value or 0)


def _by_python_threads(
    state: int, function: int, addresses: int, numbers: int, extent: int, count: int, most: int
) -> None:  # fmt: skip
    from espresso.machine.thread_pool import SHORT_JOB

    part = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p, *_SIGNATURE[4:])(function)
    if most >= SHORT_JOB:  # shorter than handing it to a thread of Python takes
        for k in range(count):
            part(addresses, numbers, k * extent // count, (k + 1) * extent // count, k)
        return
    taken = iter(range(count))
    lock = threading.Lock()

    def job() -> None:
        while True:
            with lock:
                k = next(taken, None)
            if k is None:
                return
            part(addresses, numbers, k * extent // count, (k + 1) * extent // count, k)

    threads.run_parallel([job] * min(most, count))


def _forget() -> None:
    """Workers do not survive a fork: the block is as if there had never been any."""
    if _state.cache_info().currsize:
        from espresso.machine.thread_pool import STATE

        ctypes.memset(_state(), 0, STATE)


in_child(_forget)
