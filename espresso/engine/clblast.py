"""CLBlast for contractions on OpenCL devices: one call of its C interface in the caller's queue.

Transposes are flags, batches are strided.  The library is loaded when it is first needed, by ctypes; it computes
where it finds itself tuned, on devices of all vendors.
"""

from __future__ import annotations

import ctypes
import ctypes.util
import functools
import math
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from espresso.ir.engine import BLAS_DTYPES, CONTRACTION, Call, Engine, module_missing, wrong_dtype
from espresso.system.half_precision import COMPUTED

if TYPE_CHECKING:
    from espresso.engine.cublas_calls import Product

LETTERS = {"float32": "S", "float64": "D", "complex64": "C", "complex128": "Z"}
LEAST = 2**28
"""Operations of a product (512 x 512 by 512 x 512) below which building the library's kernels is not worth its time."""

_COLUMNS_FIRST, _PLAIN, _TRANSPOSED = 102, 111, 112  # CLBlastLayout, CLBlastTranspose
_TILE = 128
"""The longest edge of the blocks to which the library fills up operands in copies of its own."""

STATUS = {
    -4: "the device has no memory for its copies",
    -5: "the device is out of resources",
    -6: "the host is out of memory",
    -11: "its kernels could not be built",
    -54: "its work groups are too large for the device",
    -1011: "the buffer of its matrix A is too small",
    -1010: "the buffer of its matrix B is too small",
    -1009: "the buffer of its matrix C is too small",
    -2046: "its kernels need more local memory than the device has",
    -2044: "the device has no float64",
    -2041: "it has no parameters for the device",
}
"""What its status codes mean, where it is not plain."""


class _Two(ctypes.Structure):
    _fields_ = [("re", ctypes.c_float), ("im", ctypes.c_float)]


class _TwoDoubles(ctypes.Structure):
    _fields_ = [("re", ctypes.c_double), ("im", ctypes.c_double)]


_NUMBERS: dict[str, tuple[Any, Any, Any]] = {  # type of a factor, 1, 0
    "float32": (ctypes.c_float, 1.0, 0.0),
    "float64": (ctypes.c_double, 1.0, 0.0),
    "complex64": (_Two, _Two(1, 0), _Two(0, 0)),
    "complex128": (_TwoDoubles, _TwoDoubles(1, 0), _TwoDoubles(0, 0)),
}


@functools.cache
def library() -> ctypes.CDLL:
    """The loaded library.  Raises OSError where there is none."""
    names = [ctypes.util.find_library("clblast"), "libclblast.so.1", "libclblast.so", "libclblast.dylib", "clblast.dll"]
    said: OSError | None = None
    for name in dict.fromkeys(n for n in names if n):
        try:
            return ctypes.CDLL(name)
        except OSError as reason:
            said = said or reason
    raise OSError(str(said))


def missing() -> str | None:
    """pyopencl and the library itself."""
    reason = module_missing("pyopencl", "pip install espresso[opencl]")()
    if reason is not None:
        return reason
    try:
        library()
    except OSError as error:
        return f"the library CLBlast is not installed (Debian, Ubuntu: libclblast1): {error}"
    return None


def refuses(call: Call) -> str | None:
    """One dtype of those that it has; sums of 16 bits have 32 here, and 16 there."""
    half = next((o.dtype for o in call.inputs if o.dtype in COMPUTED), None)
    return f"CLBlast has no product {half}, {half} -> float32" if half else wrong_dtype(call, BLAS_DTYPES, "CLBlast")


def reluctant(call: Call) -> str | None:
    """Products that take less time than building its kernels: seconds, once for each driver."""
    if call.flops < LEAST:
        return f"{call.flops:.3g} operations are not worth building its kernels; name it with engine= to have it"
    return None


def seconds(call: Call) -> float:
    """Launch, then compute or memory: numbers of a small GPU."""
    return 1e-5 + max(call.flops / 2e12, call.traffic / 1e11)


def workspace(call: Call) -> int:
    """Bytes of copies whose edges are multiples of its blocks: more than it takes, whatever it is tuned to."""
    size = call.output.bytes // max(1, math.prod(call.output.shape))
    batch, rows, columns, summed = (math.prod(call.sizes[i] for i in group) for group in call.step.groups())
    m, n, k = (-(-edge // _TILE) * _TILE for edge in (rows, columns, summed))
    return size * batch * (m * k + k * n + m * n)


def product_arguments(p: Product, dtype: str, pointers: Sequence[Any]) -> tuple[str, list[Any]]:
    """The function, and its arguments before the queue and the event, for buffers by their addresses.

    A matrix and a vector go to GEMV, a batch to strided GEMM.  A result of one element goes to GEMM, because GEMV
    then multiplies what lies in its place by 0 (version 1.5.3), and NaN stays.
    """
    kind, one, zero = _NUMBERS[dtype]
    a, b, c = (ctypes.c_void_p(x) for x in pointers)
    z, flags = ctypes.c_size_t, [_TRANSPOSED if t else _PLAIN for t in (p.transpose_first, p.transpose_second)]
    alpha, beta = (one, zero) if isinstance(one, ctypes.Structure) else (kind(one), kind(zero))
    letter = LETTERS[dtype]
    if p.batch == 1 and p.columns == 1 and p.rows > 1:  # b is one column, or one row whose elements are ldb apart
        rows, columns = (p.summed, p.rows) if p.transpose_first else (p.rows, p.summed)
        apart = p.ldb if p.transpose_second else 1
        return f"CLBlast{letter}gemv", [
            _COLUMNS_FIRST, flags[0], z(rows), z(columns), alpha, a, z(0), z(p.lda),
            b, z(0), z(apart), beta, c, z(0), z(1),
        ]  # fmt: skip
    head = [_COLUMNS_FIRST, *flags, z(p.rows), z(p.columns), z(p.summed), alpha]
    if p.batch == 1:
        return f"CLBlast{letter}gemm", [
            *head, a, z(0), z(p.lda), b, z(0), z(p.ldb), beta, c, z(0), z(p.ldc),
        ]  # fmt: skip
    return f"CLBlast{letter}gemmStridedBatched", [
        *head, a, z(0), z(p.lda), z(p.stride_a), b, z(0), z(p.ldb), z(p.stride_b),
        beta, c, z(0), z(p.ldc), z(p.stride_c), z(p.batch),
    ]  # fmt: skip


def prepare(call: Call, strides: Sequence[Sequence[int]]) -> Callable[[Sequence[Any], Any], Any]:
    """A function of the buffers of operands and result, and of a queue, that puts the product into it."""
    from espresso.engine.cublas_calls import product_of
    from espresso.ir.engine import ProductFailed

    step, dtype = call.step, call.output.dtype
    names = [o.name for o in call.operands]
    found = product_of(step, call.sizes, dict(zip(names, strides, strict=True)))
    assert not isinstance(found, str)  # asked before, as layout_reason
    p, places = found, [names.index(n) for n in (found.first, found.second)]

    def launch(buffers: Sequence[Any], queue: Any) -> Any:
        import pyopencl as cl

        if 0 in (p.rows, p.columns, p.batch):
            return None
        if p.summed == 0:  # a sum of nothing, which the library takes for a mistake
            size = call.output.bytes
            return cl.enqueue_fill_buffer(queue, buffers[2], b"\0", 0, size)
        given = [buffers[k].int_ptr for k in (*places, 2)]
        name, arguments = product_arguments(p, dtype, given)
        handle, event = ctypes.c_void_p(queue.int_ptr), ctypes.c_void_p()
        status = getattr(library(), name)(*arguments, ctypes.byref(handle), ctypes.byref(event))
        if status:
            raise ProductFailed(f"{name}: {STATUS.get(status, 'it failed')} (status {status})")
        return cl.Event.from_int_ptr(event.value or 0, retain=False)

    return launch


CLBLAST = Engine(
    "clblast", "opencl", (CONTRACTION,), "large products of matrices on OpenCL devices",
    missing=missing, version=lambda: library()._name if missing() is None else "", device=lambda: "opencl:0",
    refuses=refuses, reluctant=reluctant, seconds=seconds, workspace=workspace, prepare=prepare,
)  # fmt: skip
