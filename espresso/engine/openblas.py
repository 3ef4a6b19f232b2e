"""A private OpenBLAS (package scipy-openblas32) for matrix products.

It looks at the processor itself, also where an environment variable holds NumPy's BLAS to
older kernels, and can then be much faster.  It has threads of its own beside those of
NumPy's BLAS, and two pools of threads in one program slow each other down: so it is not
first in rank, but there to be asked for or to be found faster by ``autotune=True``.

The text below is part of the programs that use it; where the library is missing when a
saved program runs, NumPy's BLAS computes.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .interface import CONTRACTION, Call, Engine, module_missing, package_version, wrong_dtype

DTYPES = frozenset({"float32", "float64"})
RATE = {"float32": 2e11, "float64": 1e11}

TEXT = '''
import ctypes
import glob
import importlib.util

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
    if columns == item and rows >= item * max(1, x.shape[1]) and rows % item == 0:
        return 111, rows // item
    if rows == item and columns >= item * max(1, x.shape[0]) and columns % item == 0:
        return 112, columns // item
    return None


def _matmul(a, b, out):
    """out = a @ b, with transposed and strided operands read in place."""
    global _blas
    if a.ndim > 2:
        for k in range(a.shape[0]):
            _matmul(a[k], b[k], out[k])
        return
    if _blas is None:
        _blas = _load_blas()
    gemm = _blas.get(out.dtype)
    left, right, result = _order(a), _order(b), _order(out)
    (m, k), n = a.shape, b.shape[1]
    if gemm is None or left is None or right is None or result is None or m * k * n == 0:
        np.matmul(a, b, out=out)
        return
    layout = 101 if result[0] == 111 else 102  # a transposed result is a matrix stored by columns
    if layout == 102:
        left, right = (223 - left[0], left[1]), (223 - right[0], right[1])
    place = [x.__array_interface__["data"][0] for x in (a, b, out)]
    gemm(layout, left[0], right[0], m, n, k, 1.0, place[0], left[1], place[1], right[1], 0.0, place[2], result[1])
'''


def refuses(call: Call) -> str | None:
    """Products of two matrices, real, with indices that BLAS's integers can count."""
    _, rows, columns, _ = call.step.groups()
    if not (rows and columns):
        return "it computes products of two matrices; one operand of this call is a vector"
    if any(n >= 2**31 for n in call.sizes.values()):
        return "an extent is 2**31 or more, its integers have 32 bits"
    return wrong_dtype(call, DTYPES, "this OpenBLAS interface")


def seconds(call: Call) -> float:
    """One call for each matrix of the batch."""
    batch, _, _, _ = call.step.groups()
    calls = 1
    for name in batch:
        calls *= max(1, call.sizes[name])
    return 4e-6 * calls + max(call.flops / RATE.get(call.output.dtype, 1e10), call.traffic / 2e10)


def emit(step: Any) -> Sequence[str]:
    """One line of the program."""
    from ..targets.cpu import matmul_views

    left, right, out = matmul_views(step)
    return [f"_matmul({left}, {right}, {out})"]


OPENBLAS = Engine(
    "openblas", "cpu", (CONTRACTION,), "products of matrices by a private OpenBLAS",
    missing=module_missing("scipy_openblas32", "pip install scipy-openblas32"),
    version=package_version("scipy-openblas32"), refuses=refuses, seconds=seconds, emit=emit, prelude=TEXT,
)  # fmt: skip
