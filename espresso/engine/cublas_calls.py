"""cuBLAS calls: a contraction as one strided-batched GEMM with transpose flags, or why not."""

from __future__ import annotations

import ctypes
import functools
import threading
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from espresso.formulas.graph.expr import Expr
from espresso.ir.calls import Contraction
from espresso.ir.engine import ProductFailed
from espresso.records import dataclass
from espresso.system.half_precision import COMPUTED, dtype_of

PREFIX = {"float32": "s", "float64": "d", "complex64": "c", "complex128": "z"}
_INT32 = 2**31 - 1
_KINDS = {"float16": 2, "bfloat16": 14, "float32": 0}
"""cudaDataType_t"""

_COMPUTE_32, _DEFAULT_ALGORITHM = 68, -1  # cublasComputeType_t, cublasGemmAlgo_t

_DEFAULT_MATH, _TF32, _SUMS_AS_COMPUTED = 0, 3, 16
"""cublasMath_t, which CuPy does not name in full.  The last one forbids sums of parts in 16 bits."""


@dataclass(frozen=True)
class Product:
    """Arguments of cublas<t>gemmStridedBatched, for column-major matrices as cuBLAS sees them.

    ``first`` and ``second`` name the arrays of its A and B: for row-major results the
    operands change places, because the transpose of a product is the product of the
    transposes in the other order.
    """

    first: str
    second: str
    result: str
    transpose_first: bool
    transpose_second: bool
    rows: int
    columns: int
    summed: int
    lda: int
    stride_a: int
    ldb: int
    stride_b: int
    ldc: int
    stride_c: int
    batch: int


def product_of(call: Contraction, extents: Mapping[str, int], strides: Mapping[str, Sequence[int]]) -> Product | str:
    """The arguments for a contraction of arrays with these element strides, or the reason why there are none."""
    batch, rows, columns, summed = call.groups()

    def one(name: str, indices: Sequence[str], group: Sequence[str]) -> tuple[int, int] | None:
        """(length, stride) of a group of axes merged to one, or None where they do not lie in one line."""
        merged: tuple[int, int] | None = None
        for index in group:
            length, stride = extents[index], strides[name][list(indices).index(index)]
            if length == 1:
                continue
            if merged is None:
                merged = length, stride
            elif merged[1] == length * stride:
                merged = merged[0] * length, stride
            else:
                return None
        return merged or (1, 0)

    left, right, out = call.left_axes, call.right_axes, call.axes
    parts = {
        "batch axes": [one(call.left, left, batch), one(call.right, right, batch), one(call.name, out, batch)],
        "row axes": [one(call.left, left, rows), one(call.name, out, rows)],
        "column axes": [one(call.right, right, columns), one(call.name, out, columns)],
        "summed axes": [one(call.left, left, summed), one(call.right, right, summed)],
    }
    for title, found in parts.items():
        if any(f is None for f in found):
            return f"the {title} do not lie in one line in memory"
    (nb, la), (_, ra), (_, oa) = parts["batch axes"]  # type: ignore[misc]
    (m, lm), (_, om) = parts["row axes"]  # type: ignore[misc]
    (n, rn), (_, on) = parts["column axes"]  # type: ignore[misc]
    (k, lk), (_, rk) = parts["summed axes"]  # type: ignore[misc]
    if max(m, n, k, nb) > _INT32:
        return "a length is above 2**31 - 1"
    swapped = not (on == 1 or n == 1) and (om == 1 or m == 1)
    first, second = (call.left, call.right) if swapped else (call.right, call.left)
    if not swapped:  # as columns first: the result transposed, its operands in the other order
        m, n, lm, om, rn, on = n, m, rn, on, lm, om
        la, ra, lk, rk = ra, la, rk, lk
    # now: result (m, n) with unit stride along m; first (m, k), second (k, n), all column-major
    if not (om == 1 or m == 1):
        return "no axis of the result has stride 1"
    a, b = column_major(m, lm, k, lk), column_major(k, rk, n, rn)
    if a is None or b is None:
        return "no axis of an operand has stride 1"
    ldc = max(m, on if n > 1 else 0)
    if max(a[1], b[1], ldc) > _INT32:
        return "a stride is above 2**31 - 1"
    return Product(first, second, call.name, a[0], b[0], m, n, k, a[1], la, b[1], ra, ldc, oa, nb)


def column_major(rows: int, row_stride: int, columns: int, column_stride: int) -> tuple[bool, int] | None:
    """(transposed, leading dimension) of a column-major matrix with these strides; None if neither stride is 1."""
    if (row_stride == 1 or rows == 1) and (columns == 1 or column_stride >= rows):
        return False, max(rows, column_stride if columns > 1 else 0, 1)
    if (column_stride == 1 or columns == 1) and (rows == 1 or row_stride >= columns):
        return True, max(columns, row_stride if rows > 1 else 0, 1)
    return None


def dtype_reason(left: str, right: str, result: str) -> str | None:
    """Why cuBLAS does not take these dtypes, or None."""
    if left == right == result and left in PREFIX:
        return None
    if left == right in COMPUTED and result in (left, "float32"):
        return None
    return f"dtypes {left}, {right} -> {result}"


def layout_reason(call: Contraction, value: Callable[[Expr], int], layout: Any) -> str | None:
    """Why cuBLAS does not take a contraction of arrays that lie like this, or None."""
    reason = dtype_reason(*(str(layout.dtypes[n]) for n in (call.left, call.right, call.name)))
    if reason is None:
        found = product_of(call, {i: value(e) for i, e in call.extents.items()}, layout.element_strides)
        reason = found if isinstance(found, str) else None
    return reason


def cublas_library() -> tuple[Any, Callable[[], int]]:
    """CuPy's bindings, and what gives the handle of the current device and stream."""
    from cupy.cuda import device
    from cupy_backends.cuda.libs import cublas

    return cublas, device.get_cublas_handle


def put(library: Any, name: str, arguments: Sequence[Any], queue: Any) -> None:
    """Call a function of cuBLAS by CuPy's binding; while the stream is recorded, which CuPy refuses, by itself.

    cuBLAS can be recorded (its documentation, 2.1.12, CUDA Graphs Support); CuPy issue 6290 is about its bindings.
    """
    try:
        getattr(library, name)(*arguments)
    except NotImplementedError:
        library = _c_library()
        types = [_C_TYPES[t] for t in _PARAMETERS[name.lstrip("sdcz")]]
        function = getattr(library, f"cublas{name[0].upper()}{name[1:]}")
        values = [t(a) for t, a in zip(types, arguments, strict=True)]
        if status := (library.cublasSetStream_v2(values[0], ctypes.c_void_p(queue.ptr)) or function(*values)):
            raise ProductFailed(f"cuBLAS: status {status} of {name}") from None


_PARAMETERS = {
    "gemmStridedBatched": "piiiiippiqpiqppiqi",
    "gemmStridedBatchedEx": "piiiiippiiqpiiqppiiqiii",
    "geam": "piiiippippipi",
}
"""Pointers, int and long long, in the order of the C functions."""

_C_TYPES: dict[str, Any] = {"p": ctypes.c_void_p, "i": ctypes.c_int, "q": ctypes.c_longlong}


@functools.cache
def _c_library() -> Any:
    """The library that CuPy has loaded."""
    from cuda import pathfinder

    return ctypes.CDLL(pathfinder.load_nvidia_dynamic_lib("cublas").abs_path)


_own = threading.local()

HANDLES = 8
"""Handles of one thread and device that stay: each has a workspace of some megabytes."""


def own_handle(library: Any, shared: int, stream: int, stays: bool = False) -> int:
    """A handle of this thread for one device, that of the ``shared`` handle, and one stream alone.

    cuBLAS gives the same bits on every run only where no other stream uses its handle: streams that share one
    share its workspaces, and the algorithm may depend on which is free.  CuPy has one handle for all streams
    of a thread.  The handle that was not used for the longest time goes when there are too many; to destroy one waits
    for the device.  One that ``stays`` does not: graphs were recorded with it.
    """
    of_device: dict[int, dict[int, int]] = _own.__dict__.setdefault("handles", {})
    held: set[tuple[int, int]] = _own.__dict__.setdefault("held", set())
    handles = of_device.setdefault(shared, {})
    if stays:
        held.add((shared, stream))
    if stream not in handles:
        free = [s for s in handles if (shared, s) not in held]
        while len(handles) >= HANDLES and free:
            library.destroy(handles.pop(free.pop(0)))
        handles[stream] = int(library.create())
    else:
        handles[stream] = handles.pop(stream)  # the last one used
    return handles[stream]


class CublasStep:
    """One product with bound pointers, run on a handle of the current device in the given stream."""

    recorded = True

    def __init__(self, product: Product, dtypes: Mapping[str, str], tf32: bool, deterministic: bool = False) -> None:
        self.library, self._shared = cublas_library()
        self._alone = deterministic
        self.product = product
        self.names = (product.first, product.second, product.result)
        self._pointers = [0, 0, 0]
        self.dtype = dtypes[product.first]
        result = dtypes[product.result]
        self.empty = 0 in (product.rows, product.columns, product.batch)
        self._half = self.dtype in COMPUTED
        self._bytes = product.rows * product.columns * product.batch * dtype_of(result).itemsize
        self._types = (_KINDS[self.dtype], _KINDS[self.dtype], _KINDS[result]) if self._half else (0, 0, 0)
        scalar = "float32" if self._half else self.dtype
        self.one, self.zero = np.ones((), scalar), np.zeros((), scalar)
        self._mode = _SUMS_AS_COMPUTED if self._half else _TF32 if tf32 else _DEFAULT_MATH

    def handle(self, queue: Any) -> int:
        """CuPy's handle, or one that no other stream uses."""
        shared = int(self._shared())
        return own_handle(self.library, shared, queue.ptr) if self._alone else shared

    def ready(self, queue: Any) -> None:
        """Have what cannot be made while this stream is recorded: the handle of this thread, or of the stream alone."""
        shared = int(self._shared())
        if self._alone:
            own_handle(self.library, shared, queue.ptr, stays=True)

    def bind(self, position: int, pointer: int) -> None:
        """Let an argument be this address from now on."""
        self._pointers[position] = pointer

    def arguments(self, handle: int) -> tuple[Any, ...]:
        """What is handed to ``<t>gemmStridedBatched`` (or to ``gemmStridedBatchedEx`` for 16 bits)."""
        p, (a, b, c), (ta, tb, tc) = self.product, self._pointers, self._types
        first = (a, ta, p.lda, p.stride_a) if self._half else (a, p.lda, p.stride_a)
        second = (b, tb, p.ldb, p.stride_b) if self._half else (b, p.ldb, p.stride_b)
        third = (c, tc, p.ldc, p.stride_c) if self._half else (c, p.ldc, p.stride_c)
        end = (p.batch, _COMPUTE_32, _DEFAULT_ALGORITHM) if self._half else (p.batch,)
        return (
            handle, int(p.transpose_first), int(p.transpose_second), p.rows, p.columns, p.summed,
            self.one.ctypes.data, *first, *second, self.zero.ctypes.data, *third, *end,
        )  # fmt: skip

    @property
    def function(self) -> str:
        """The function of the library."""
        return "gemmStridedBatchedEx" if self._half else f"{PREFIX[self.dtype]}gemmStridedBatched"

    def __call__(self, queue: Any) -> None:
        """Put the product into the stream, which is the current one."""
        if self.empty:
            return
        if not self.product.summed:  # a sum of nothing; results of products lie without gaps
            from cupy.cuda import runtime

            runtime.memsetAsync(self._pointers[2], 0, self._bytes, queue.ptr)
            return
        handle = self.handle(queue)
        before = self.library.getMathMode(handle)
        self.library.setMathMode(handle, self._mode)
        try:
            put(self.library, self.function, self.arguments(handle), queue)
        finally:
            self.library.setMathMode(handle, before)
