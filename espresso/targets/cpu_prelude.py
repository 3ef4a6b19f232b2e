"""Text that generated CPU modules carry along: threads, and matrix products by the best BLAS.

The text is part of every module that needs it, so that a saved module computes with the
same routines, and to the same bits, without espresso.
"""

from __future__ import annotations

IMPORTS = """
import math
import os
from concurrent.futures import ThreadPoolExecutor

import numpy as np
from numba import njit
"""

SPLIT = '''
_threads = int(os.environ.get("NUMBA_NUM_THREADS", os.cpu_count() or 1))
_pool = None


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
    jobs, totals = [], [(k, join, []) for k, join in parts]
    for number in range(slices):
        own = list(arguments)
        for k, _, made in totals:
            own[k] = np.empty_like(arguments[k])
            made.append(own[k])
        bounds = (number * extent // slices, (number + 1) * extent // slices)
        jobs.append(_pool.submit(kernel, *bounds, *own))
    for job in jobs:
        job.result()
    for k, join, made in totals:
        join.reduce(np.stack(made), axis=0, out=arguments[k])
'''

MATMUL = '''
import ctypes
import glob
import importlib.util

_SMALL = 64**3  # multiplications below which the call costs more than a better kernel gains
_blas = None


def _load_blas():
    """The matrix products of a private OpenBLAS by dtype; empty where there is none.

    This copy looks at the CPU itself: OPENBLAS_CORETYPE, where it is set, is hidden while the
    library is loaded, and put back, so that NumPy's BLAS keeps what the user chose for it.
    """
    spec = importlib.util.find_spec("scipy_openblas32")
    if spec is None or not spec.origin:
        return {}
    files = sorted(glob.glob(os.path.join(os.path.dirname(spec.origin), "lib", "libscipy_openblas.*")))
    if not files:
        return {}
    hidden = os.environ.pop("OPENBLAS_CORETYPE", None)
    try:
        library = ctypes.CDLL(files[0])
        found = {
            np.dtype("f4"): (library.scipy_cblas_sgemm, ctypes.c_float),
            np.dtype("f8"): (library.scipy_cblas_dgemm, ctypes.c_double),
        }
    except (OSError, AttributeError):
        return {}
    finally:
        if hidden is not None:
            os.environ["OPENBLAS_CORETYPE"] = hidden
    number, pointer = ctypes.c_int, ctypes.c_void_p
    for routine, scalar in found.values():
        routine.restype = None
        routine.argtypes = [*[number] * 6, scalar, pointer, number, pointer, number, scalar, pointer, number]
    return {kind: routine for kind, (routine, _) in found.items()}


def _order(x):
    """(transposition flag, row length) with which BLAS reads the matrix in place, or None."""
    rows, columns, item = *x.strides, x.itemsize
    if columns == item and rows >= item * x.shape[1] and rows % item == 0:
        return 111, rows // item
    if rows == item and columns >= item * x.shape[0] and columns % item == 0:
        return 112, columns // item
    return None


def _matmul(a, b, out):
    """out = a @ b, with transposed and strided operands read in place."""
    global _blas
    if a.ndim == 3:
        if a.shape[1] * a.shape[2] * b.shape[2] < _SMALL:
            return np.matmul(a, b, out=out)
        for k in range(a.shape[0]):
            _matmul(a[k], b[k], out[k])
        return out
    m, k, n = *a.shape, b.shape[1]
    if m * k * n < _SMALL:
        return np.matmul(a, b, out=out)
    if _blas is None:
        _blas = _load_blas()
    gemm = _blas.get(out.dtype)
    left, right, result = _order(a), _order(b), _order(out)
    if gemm is None or left is None or right is None or result is None or a.dtype != out.dtype or b.dtype != out.dtype:
        return np.matmul(a, b, out=out)
    layout = 101 if result[0] == 111 else 102  # a transposed result is a matrix stored by columns
    if layout == 102:
        left, right = (223 - left[0], left[1]), (223 - right[0], right[1])
    place = [x.__array_interface__["data"][0] for x in (a, b, out)]
    gemm(layout, left[0], right[0], m, n, k, 1.0, place[0], left[1], place[1], right[1], 0.0, place[2], result[1])
    return out
'''
