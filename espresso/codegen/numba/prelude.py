"""The head of generated CPU modules: imports, and loops on threads.

The text is part of every module that needs it, so that a saved module computes without espresso.
"""

from __future__ import annotations

IMPORTS = """
import ctypes
import math
import os
from concurrent.futures import ThreadPoolExecutor

import numpy as np
from numba import njit
"""

DISTINCT = '''
from numba.core.compiler import Compiler


class _Distinct(Compiler):
    """The arrays of a kernel do not overlap: its loops need no tests for that."""

    def __init__(self, typingctx, targetctx, library, args, return_type, flags, locals):
        flags.noalias = True
        super().__init__(typingctx, targetctx, library, args, return_type, flags, locals)
'''

SPLIT = '''
_given = os.environ.get("NUMBA_NUM_THREADS", "").strip().lstrip("0")[:4]
_threads = min(int(_given), 256) if _given.isdecimal() else os.cpu_count() or 1
_pool = None


try:
    _floating = ctypes.CDLL("libm.so.6" if os.name == "posix" and os.uname()[0] == "Linux" else None)
    _floating.fegetenv, _floating.fesetenv
except (AttributeError, OSError, TypeError):
    _floating = None


def _settings():
    """Rounding and the like of this thread."""
    found = ctypes.create_string_buffer(512)
    if _floating is not None:
        _floating.fegetenv(found)
    return found


def _alike(settings, kernel, *arguments):
    """The kernel with settings of the caller: a thread has those of the one that started it."""
    if _floating is not None:
        _floating.fesetenv(settings)
    kernel(*arguments)


def _forget():
    global _pool
    _pool = None


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget)


def _split(kernel, extent, cost, arguments, parts=()):
    """Run kernel(start, stop, ...) on slices of its outermost loop, on threads when it pays.

    cost is the work of one iteration in nanoseconds; parts names the arguments that are
    reduced over the outermost loop, and how their slices are joined.
    """
    global _pool
    slices = min(_threads, extent, int(extent * cost) // 50_000)
    if slices < 2:
        return kernel(0, extent, *arguments)
    if _pool is None:
        _pool = ThreadPoolExecutor(_threads)
    jobs, totals, settings = [], [(k, join, []) for k, join in parts], _settings()
    for number in range(slices):
        own = list(arguments)
        for k, _, made in totals:
            own[k] = np.empty_like(arguments[k])
            made.append(own[k])
        bounds = (number * extent // slices, (number + 1) * extent // slices)
        jobs.append(_pool.submit(_alike, settings, kernel, *bounds, *own))
    for job in jobs:
        job.result()
    for k, join, made in totals:
        join.reduce(np.stack(made), axis=0, out=arguments[k])
'''
