"""Matrix products by a private OpenBLAS (package scipy-openblas32), and by loops where they are small.

It looks at the processor itself, also where an environment variable holds NumPy's BLAS to
older kernels, and can then be much faster.  It runs on the calling thread; large products
are split by the program that calls it, so that no threads of a BLAS spin between calls.

The text below is part of the programs that use it; where the library is missing when a
saved program runs, NumPy's BLAS computes.  A native program (``llvm.emit.gemm``) makes the
same choices, but for skinny products: these it adds up in registers (``kernels.skinny_gemm.direct``), in an
order of their own, so that the last bits may differ from those of a saved program.
"""

from __future__ import annotations

from collections.abc import Sequence

from espresso.formulas.graph.conditions import maximum
from espresso.ir.calls import Contraction
from espresso.ir.driver import HALVED, LOOPS, flipped
from espresso.ir.engine import CONTRACTION, REAL_DTYPES, Call, Engine, module_missing, package_version, wrong_dtype
from espresso.ir.product_text import copied_addend, is_swapped, matmul_views, more_arguments
from espresso.system import machine_model

TEXT = '''
import ctypes
import importlib.util

_blas = None


@njit(fastmath={"contract"}, error_model="numpy", nogil=True, cache=True)
def _multiply(a, b, out, keep, scale):
    for i in range(a.shape[0]):
        if not keep:
            for j in range(b.shape[1]):
                out[i, j] = 0
        for p in range(a.shape[1]):
            for j in range(b.shape[1]):
                out[i, j] += scale*a[i, p]*b[p, j]


def _load_blas():
    """gemm and gemv of a private OpenBLAS on one thread, by dtype; empty where there is none.

    This copy looks at the CPU itself: OPENBLAS_CORETYPE, where it is set, is hidden while the
    library is loaded, and put back, so that NumPy's BLAS keeps what the user chose for it.
    """
    spec = importlib.util.find_spec("scipy_openblas32")
    folder = os.path.join(os.path.dirname(spec.origin), "lib") if spec is not None and spec.origin else ""
    files = sorted(n for n in os.listdir(folder) if n.startswith("libscipy_openblas")) if os.path.isdir(folder) else []
    hidden = os.environ.pop("OPENBLAS_CORETYPE", None)
    found = {}
    try:
        library = ctypes.CDLL(os.path.join(folder, files[0]))
        library.scipy_openblas_set_num_threads(1)
        number, pointer = ctypes.c_int, ctypes.c_void_p
        for kind, letter, real in (("f4", "s", ctypes.c_float), ("f8", "d", ctypes.c_double)):
            gemm = getattr(library, f"scipy_cblas_{letter}gemm")
            gemv = getattr(library, f"scipy_cblas_{letter}gemv")
            gemm.restype = gemv.restype = None
            gemm.argtypes = [*[number] * 6, real, pointer, number, pointer, number, real, pointer, number]
            gemv.argtypes = [*[number] * 4, real, pointer, number, pointer, number, real, pointer, number]
            found[np.dtype(kind)] = gemm, gemv
    except (OSError, AttributeError, IndexError):
        found = {}
    finally:
        if hidden is not None:
            os.environ["OPENBLAS_CORETYPE"] = hidden
    return found


def _steps(x):
    """Strides in elements, 0 for axes of length 1, -1 where other bytes lie between elements."""
    return [0 if n < 2 else -1 if s % x.itemsize else s // x.itemsize for n, s in zip(x.shape, x.strides)]


def _order(x):
    """(transposition flag, row length) with which BLAS reads the matrix in place, or None."""
    (rows, columns), (row, column) = x.shape, _steps(x)
    if column == 1 or columns <= 1:
        lead = row if rows > 1 else columns
        if lead >= columns:
            return 111, max(lead, 1)
    if row == 1 or rows <= 1:
        lead = column if columns > 1 else rows
        if lead >= rows:
            return 112, max(lead, 1)
    return None


def _call_blas(a, b, out, keep, scale):
    """out = scale*a @ b by BLAS (added to out with keep); False where it cannot read the matrices in place."""
    (m, k), n = a.shape, b.shape[1]
    place = [x.__array_interface__["data"][0] for x in (a, b, out)]
    left, right, result = _order(a), _order(b), _order(out)
    if left is None:
        return False
    gemm, gemv = _blas[out.dtype]
    if n == 1:
        step, out_step = _steps(b)[0], _steps(out)[0]
        if step < 1 or out_step < 1:
            return False
        shape = (m, k) if left[0] == 111 else (k, m)
        gemv(101, left[0], *shape, scale, place[0], left[1], place[1], step, float(keep), place[2], out_step)
        return True
    if m == 1 or right is None or result is None or result[0] != 111:
        return False
    last = float(keep), place[2], result[1]
    gemm(101, left[0], right[0], m, n, k, scale, place[0], left[1], place[1], right[1], *last)
    return True


def _matmul(a, b, out, keep=False, scale=1.0):
    """out = scale*a @ b: loops for small matrices, else BLAS, which reads transposed and strided operands in place.

    With keep the product is added to what out holds.
    """
    global _blas
    if not np.isfinite(scale):  # of a mean over nothing
        with np.errstate(all="ignore"):
            found = scale*np.matmul(a, b)
            out[...] = out + found if keep else found
        return
    if a.ndim > 2:
        for k in range(a.shape[0]):
            _matmul(a[k], b[k], out[k], keep, scale)
        return
    if out.dtype.kind in "fiu" and a.dtype == b.dtype == out.dtype:
        if a.shape[0]*a.shape[1]*b.shape[1] <= LOOPS:
            _multiply(a, b, out, keep, out.dtype.type(scale))
            return
        if _blas is None:
            _blas = _load_blas()
        if out.dtype in _blas and (
            _call_blas(a, b, out, keep, scale) or _call_blas(b.T, a.T, out.T, keep, scale)
        ):
            return
    if keep:
        out += scale*np.matmul(a, b)
    else:
        np.matmul(a, b, out=out)
        if scale != 1:
            out *= scale


def _symmetric(a, b, out, keep=False, scale=1.0):
    """out = scale*a @ b, which is known to be symmetric: blocks of rows up to the diagonal, and their mirror image."""
    m = out.shape[0]
    if m < HALVED:
        _matmul(a, b, out, keep, scale)
        return
    size = max(64, -(-m // 128)*16)
    while m % size == 1:
        size += 16
    for first in range(0, m, size):
        last = min(first + size, m)
        _matmul(a[first:last], b[:, :last], out[first:last, :last], False, scale)
        for i in range(first, last):
            out[:i, i] = out[i, :i]


def _triangular(a, b, out, triangle):
    """out = a @ b where one of them is triangular: blocks of its rows or columns, without the part that is zero."""
    side, word = triangle.split()
    n = out.shape[0] if side == "left" else out.shape[1]
    if a.ndim > 2 or n != a.shape[1] or n < HALVED:
        _matmul(a, b, out)
        return
    for first in range(0, n, 192):
        last = min(first + 192, n)
        inner = slice(0, last) if (side == "left") == (word == "lower") else slice(first, n)
        if side == "left":
            _matmul(a[first:last, inner], b[inner], out[first:last])
        else:
            _matmul(a[:, inner], b[inner, first:last], out[:, first:last])
'''.replace("LOOPS", str(LOOPS)).replace("HALVED", str(HALVED))


def refuses(call: Call) -> str | None:
    """Products of matrices and vectors, real, with indices that BLAS's integers can count."""
    if any(n >= 2**31 for n in call.sizes.values()):
        return "an extent is 2**31 or more, its integers have 32 bits"
    return wrong_dtype(call, REAL_DTYPES, "this OpenBLAS interface")


def seconds(call: Call) -> float:
    """One call for each matrix of the batch."""
    batch, _, _, _ = call.step.groups()
    calls = 1
    for name in batch:
        calls *= maximum(1, call.sizes[name])
    rates = machine_model.rates()
    longest: float = maximum(call.flops / rates.flops(call.output.dtype), call.traffic / rates.memory)
    return 5e-7 * calls + longest


def emit(step: Contraction) -> Sequence[str]:
    """One line of the program."""
    left, right, out = matmul_views(step)
    function, last = "_matmul", ""
    if step.symmetric:
        function = "_symmetric"
    elif step.triangle and not step.groups()[0]:
        function, last = "_triangular", f', "{flipped(step.triangle) if is_swapped(step) else step.triangle}"'
    return [*copied_addend(step), f"{function}({left}, {right}, {out}{more_arguments(step)}{last})"]


OPENBLAS = Engine(
    "openblas", "cpu", (CONTRACTION,), "products of matrices and vectors by a private OpenBLAS",
    missing=module_missing("scipy_openblas32", "pip install scipy-openblas32"),
    version=package_version("scipy-openblas32"), refuses=refuses, seconds=seconds, emit=emit, prelude=TEXT,
    accumulates=True, apart=True, symmetric=True, blocked=True, native=True,
)  # fmt: skip
