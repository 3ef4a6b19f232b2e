"""cublasLt on an NVIDIA GPU: GEMM with bias and activation epilogue in one call.

The library comes with cuBLAS and is called by ctypes.  Transposes are flags, batches are strided, sums of float16 and
bfloat16 are float32, and float32 stays float32 (no TF32 unless asked for).  A bias lies along the axis of the result
whose elements are neighbours: for the library, which has columns first, these are the rows of the result.
"""

from __future__ import annotations

import ctypes
import functools
import math
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from espresso.engine import cublas
from espresso.ir.calls import EngineCall
from espresso.ir.engine import CONTRACTION, Call, Engine
from espresso.system.half_precision import COMPUTED

if TYPE_CHECKING:
    from espresso.engine.cublas_calls import Product

KINDS = {"float32": 0, "float16": 2, "bfloat16": 14}
"""cudaDataType"""

EPILOGUES = {None: 1, "relu": 2, "gelu_tanh": 32}
"""cublasLtEpilogue_t; with a bias they are 4 more, alone it is 4."""

WORKSPACE = 32 << 20
"""Bytes that an algorithm may ask for: what the library's documentation recommends."""

_COMPUTE_32, _COMPUTE_TF32 = 68, 77  # cublasComputeType_t
_BATCHES, _BATCH_STRIDE = 5, 6  # cublasLtMatrixLayoutAttribute_t
_TRANSPOSE_A, _TRANSPOSE_B, _EPILOGUE, _BIAS, _BIAS_KIND = 3, 4, 7, 8, 26  # cublasLtMatmulDescAttributes_t
_MOST_WORKSPACE, _REDUCTIONS, _ALIGNMENTS = 1, 3, (5, 6, 7, 8)  # cublasLtMatmulPreferenceAttributes_t
_ANY_WAY, _IN_ORDER, _AS_COMPUTED = 7, 6, 2
"""cublasLtReductionScheme_t, how parts of a sum are joined: any way; in memory of their own, not in the result; there
in float32, which the other ways do not keep for results of 16 bits."""


_SOMEWHERE = 1 << 20
"""An aligned address that is not 0: a bias without an address is none to the library, which then chooses without it."""


class _Heuristic(ctypes.Structure):
    _fields_ = [
        ("algorithm", ctypes.c_uint64 * 8), ("workspace", ctypes.c_size_t), ("state", ctypes.c_int),
        ("waves", ctypes.c_float), ("reserved", ctypes.c_int * 4),
    ]  # fmt: skip


@functools.cache
def library() -> ctypes.CDLL:
    """The loaded library.  Raises OSError where there is none."""
    said: list[Exception] = []
    try:
        from cuda.pathfinder import load_nvidia_dynamic_lib

        return ctypes.CDLL(str(load_nvidia_dynamic_lib("cublasLt").abs_path))
    except Exception as error:  # the package is absent, or finds nothing: each has classes of its own
        said.append(error)
    for name in ("libcublasLt.so.13", "libcublasLt.so.12"):  # where CuPy has loaded it, its name is enough
        try:
            return ctypes.CDLL(name)
        except OSError as error:
            said.append(error)
    raise OSError(str(said[-1])) from said[0]


def missing() -> str | None:
    """A GPU, CuPy, and the library itself."""
    reason = cublas.missing()
    if reason is None:
        try:
            library()
        except OSError as error:
            return f"the library cublasLt is not found (it comes with cuBLAS): {str(error).splitlines()[0]}"
    return reason


def version() -> str:
    """The version of the library, where it can be loaded."""
    if missing() is not None:
        return ""
    function = library().cublasLtGetVersion
    function.restype = ctypes.c_size_t
    return f"cublasLt {function()}"


def unfit(call: Call) -> str | None:
    """Why the library cannot compute a call, as far as its description tells, on any machine."""
    kinds = {o.dtype for o in call.inputs[:2]}
    kind = call.output.dtype
    if len(kinds) > 1 or not kinds <= set(KINDS) or kind not in KINDS or not kinds <= {kind, *COMPUTED}:
        return f"its products have float32, float16 and bfloat16, this one {', '.join(sorted(kinds))} -> {kind}"
    if call.parameters.get("epilogue") not in EPILOGUES:
        known = ", ".join(str(n) for n in EPILOGUES if n)
        return f"it has no epilogue {call.parameters['epilogue']!r} (it has {known})"
    if any(o.dtype != kind for o in call.inputs[2:]):
        return f"its bias has the dtype of the result, {kind}, this one has {call.inputs[2].dtype}"
    if any(0 in o.shape for o in call.operands):
        return "an operand is empty"
    return None


def refuses(call: Call) -> str | None:
    """The library itself is asked for an algorithm."""
    try:
        found = product(call, None)
        if isinstance(found, str):
            return found
        Matmul(call, found).algorithm((256,) * 4)
    except Exception as error:  # of ctypes, of CuPy, or a status
        return f"cublasLt has no algorithm: {str(error).strip().splitlines()[0]}"
    return None


def product(call: Call, strides: Sequence[Sequence[int]] | None) -> Product | str:
    """The product with columns first, of operands with these element strides (None: contiguous); or why there is none.

    The first operand of a call with an epilogue is seen as (batch, rows, summed), the second as (batch, summed,
    columns), the result as (batch, columns, rows).
    """
    from espresso.engine.cublas_calls import Product, column_major, product_of
    from espresso.ir.window_calls import row_major

    step, names = call.step, [o.name for o in call.operands]
    if not isinstance(step, EngineCall):
        steps = [row_major(o.shape) for o in call.operands] if strides is None else list(strides)
        return product_of(step, call.sizes, dict(zip(names, steps, strict=True)))
    (batch, m, n), k = call.output.shape, call.inputs[0].shape[2]
    if strides is None:
        strides = [(n * k, k, 1), (k * m, m, 1), *[(1,)] * (len(names) - 3), (n * m, 1, m)]
    left, right, out = strides[0], strides[1], strides[-1]
    if out[1] != 1 and m > 1 or len(names) > 3 and strides[2][-1] != 1 and m > 1:
        return "the axis of the bias has no stride 1"
    a, b = column_major(m, right[2], k, right[1]), column_major(k, left[2], n, left[1])
    if a is None or b is None:
        return "no axis of an operand has stride 1"
    ldc = max(m, out[2] if n > 1 else 0)
    once = batch > 1
    return Product(
        names[1], names[0], names[-1], a[0], b[0], m, n, k, a[1], right[0] * once, b[1], left[0] * once,
        ldc, out[0] * once, batch,
    )  # fmt: skip


def epilogue_of(call: Call) -> int:
    """The number of what follows the sums."""
    code, bias = EPILOGUES[call.parameters.get("epilogue")], "bias" in call.parameters.get("follow", ())
    return (code if code > 1 else 0) + 4 if bias else code


class Status(Exception):
    """A status that is not success."""


def _check(function: str, *arguments: Any) -> None:
    status = getattr(library(), function)(*arguments)
    if status:
        raise Status(f"{function}: status {status}")


@dataclass(frozen=True)
class Layout:
    """What a matrix layout of the library holds."""

    kind: int
    rows: int
    columns: int
    ld: int
    batch: int = 1
    stride: int = 0


def layouts(p: Product, kind: str, result: str) -> tuple[Layout, Layout, Layout]:
    """Of the first operand, the second and the result, as they lie in memory: before any transpose."""
    a = (p.summed, p.rows) if p.transpose_first else (p.rows, p.summed)
    b = (p.columns, p.summed) if p.transpose_second else (p.summed, p.columns)
    return (
        Layout(KINDS[kind], *a, p.lda, p.batch, p.stride_a),
        Layout(KINDS[kind], *b, p.ldb, p.batch, p.stride_b),
        Layout(KINDS[result], p.rows, p.columns, p.ldc, p.batch, p.stride_c),
    )


class Matmul:
    """The descriptors of one product, made by the library; they need no device."""

    def __init__(self, call: Call, p: Product) -> None:
        self.product, self.call, self._release = p, call, _check
        self.bias = "bias" in call.parameters.get("follow", ())
        self.operation, self.preference = ctypes.c_void_p(), ctypes.c_void_p()
        compute = _COMPUTE_TF32 if call.parameters.get("tf32") else _COMPUTE_32
        _check("cublasLtMatmulDescCreate", ctypes.byref(self.operation), compute, KINDS["float32"])
        self._set(_TRANSPOSE_A, ctypes.c_int32(p.transpose_first))
        self._set(_TRANSPOSE_B, ctypes.c_int32(p.transpose_second))
        self._set(_EPILOGUE, ctypes.c_int32(epilogue_of(call)))
        if self.bias:
            self._set(_BIAS_KIND, ctypes.c_int32(KINDS[call.inputs[2].dtype]))
            self.point(_SOMEWHERE)
        self.described = layouts(p, call.inputs[0].dtype, call.output.dtype)
        self.layouts = [_layout(one) for one in self.described]
        self._found: dict[tuple[int, ...], _Heuristic] = {}

    def _set(self, attribute: int, number: Any) -> None:
        size = ctypes.c_size_t(ctypes.sizeof(number))
        _check("cublasLtMatmulDescSetAttribute", self.operation, attribute, ctypes.byref(number), size)

    def get(self, attribute: int, kind: Any = ctypes.c_int32) -> int:
        """What the descriptor holds, as the library says."""
        number, size = kind(), ctypes.c_size_t(ctypes.sizeof(kind))
        written = ctypes.c_size_t()
        arguments = (attribute, ctypes.byref(number), size, ctypes.byref(written))
        _check("cublasLtMatmulDescGetAttribute", self.operation, *arguments)
        return int(number.value)

    def point(self, address: int) -> None:
        """Let the bias lie there."""
        self._set(_BIAS, ctypes.c_void_p(address))

    def algorithm(self, alignments: tuple[int, ...]) -> _Heuristic:
        """The library's choice for operands that lie so; it needs a device."""
        found = self._found.get(alignments)
        if found is None:
            if not self.preference:
                _check("cublasLtMatmulPreferenceCreate", ctypes.byref(self.preference))
            limit = WORKSPACE if self.call.workspace_limit is None else min(WORKSPACE, self.call.workspace_limit)
            wishes: list[tuple[int, Any]] = [(_MOST_WORKSPACE, ctypes.c_uint64(limit))]
            joined = _AS_COMPUTED if self.call.output.dtype in COMPUTED else _ANY_WAY
            wishes.append((_REDUCTIONS, ctypes.c_uint32(joined & _IN_ORDER if self.call.deterministic else joined)))
            wishes += [(w, ctypes.c_uint32(a)) for w, a in zip(_ALIGNMENTS, alignments, strict=True)]
            for wish, number in wishes:
                size = ctypes.c_size_t(ctypes.sizeof(number))
                _check("cublasLtMatmulPreferenceSetAttribute", self.preference, wish, ctypes.byref(number), size)
            found, count = _Heuristic(), ctypes.c_int()
            a, b, c = self.layouts
            _check("cublasLtMatmulAlgoGetHeuristic", _handle(), self.operation, a, b, c, c, self.preference, 1,
                   ctypes.byref(found), ctypes.byref(count))  # fmt: skip
            if not count.value or found.state:
                raise Status("no algorithm serves this product")
            self._found[alignments] = found
        return found

    def __del__(self) -> None:
        made = [("cublasLtMatrixLayoutDestroy", one) for one in getattr(self, "layouts", ())]
        made.append(("cublasLtMatmulPreferenceDestroy", getattr(self, "preference", None)))
        made.append(("cublasLtMatmulDescDestroy", getattr(self, "operation", None)))
        for name, one in made:
            if one:
                self._release(name, one)


def _layout(one: Layout) -> ctypes.c_void_p:
    made = ctypes.c_void_p()
    sizes = (ctypes.c_uint64(one.rows), ctypes.c_uint64(one.columns), ctypes.c_int64(one.ld))
    _check("cublasLtMatrixLayoutCreate", ctypes.byref(made), one.kind, *sizes)
    for attribute, number in ((_BATCHES, ctypes.c_int32(one.batch)), (_BATCH_STRIDE, ctypes.c_int64(one.stride))):
        size = ctypes.c_size_t(ctypes.sizeof(number))
        _check("cublasLtMatrixLayoutSetAttribute", made, attribute, ctypes.byref(number), size)
    return made


_local = threading.local()


def _handle() -> ctypes.c_void_p:
    """The handle of this thread for CuPy's current device."""
    import cupy

    handles: dict[int, ctypes.c_void_p] = _local.__dict__.setdefault("handles", {})
    device = cupy.cuda.runtime.getDevice()
    if device not in handles:
        made = ctypes.c_void_p()
        _check("cublasLtCreate", ctypes.byref(made))
        handles[device] = made
    return handles[device]


def alignment(address: int) -> int:
    """The largest power of 2 up to 256 that divides an address.

    >>> alignment(48), alignment(0)
    (16, 256)
    """
    return min(256, address & -address or 256)


def prepare(call: Call, strides: Sequence[Sequence[int]]) -> Callable[[Sequence[int], Any], None]:
    """A function of the addresses of operands and result, and of a stream; workspace is allocated when first needed."""
    from espresso.ir.engine import ProductFailed

    found = product(call, strides)
    assert not isinstance(found, str)  # asked before, when the call was bound
    empty, names = not math.prod((found.rows, found.columns, found.batch)), [o.name for o in call.operands]
    made = None if empty else Matmul(call, found)
    first, second = names.index(found.first), names.index(found.second)
    one, zero = ctypes.c_float(1.0), ctypes.c_float(0.0)
    scratch: list[Any] = []

    def launch(pointers: Sequence[int], queue: Any) -> None:
        import cupy

        if made is None:
            return
        a, b, c = pointers[first], pointers[second], pointers[-1]
        try:
            if made.bias:
                made.point(pointers[2])
            read = alignment(pointers[2]) if made.bias else 256  # by the code that stores: as wide as it may store
            choice = made.algorithm((alignment(a), alignment(b), alignment(c), min(alignment(c), read)))
            if choice.workspace and (not scratch or scratch[0].mem.size < choice.workspace):
                scratch[:] = [cupy.cuda.alloc(choice.workspace)]
            x, y, z = made.layouts
            place = ctypes.c_void_p(int(scratch[0].ptr) if scratch else 0)
            _check(
                "cublasLtMatmul", _handle(), made.operation, ctypes.byref(one), ctypes.c_void_p(a), x,
                ctypes.c_void_p(b), y, ctypes.byref(zero), ctypes.c_void_p(c), z, ctypes.c_void_p(c), z,
                ctypes.byref(choice), place, ctypes.c_size_t(choice.workspace), ctypes.c_void_p(queue.ptr),
            )  # fmt: skip
        except Status as reason:
            raise ProductFailed(str(reason)) from reason

    return launch


def reluctant(call: Call) -> str | None:
    """Not before a call of it has been checked on a device."""
    return 'it was checked without a GPU only; name it with engine="cublaslt" to have it'


CUBLASLT = Engine(
    "cublaslt", "gpu", (CONTRACTION,), "products of matrices with bias and activation",
    missing=missing, version=version, device=lambda: "cuda:0", unfit=unfit, refuses=refuses, reluctant=reluctant,
    seconds=cublas.seconds, differs=frozenset({"relu", "gelu_tanh"}), follows=frozenset({"bias"}),
    prepare=prepare,
)  # fmt: skip
