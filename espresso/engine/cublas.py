"""cuBLAS on an NVIDIA GPU, as an engine for contractions (`cublas_calls` makes the calls).

Transposes are flags, batches are strided, float16 and bfloat16 accumulate in float32, and float32
stays float32 (no TF32 unless asked for).
"""

from __future__ import annotations

from espresso.formulas.graph.conditions import maximum
from espresso.ir.engine import CONTRACTION, Call, Engine, module_missing
from espresso.system.half_precision import COMPUTED

DTYPES = frozenset({"float16", "bfloat16", "float32", "float64", "complex64", "complex128"})
RATE = {"float16": 4e14, "bfloat16": 4e14, "float32": 4e13, "float64": 3e13, "complex64": 4e13, "complex128": 3e13}


def missing() -> str | None:
    """CuPy, a driver and a device."""
    reason = module_missing("cupy", "pip install espresso[gpu]")()
    if reason is not None:
        return reason
    try:
        import cupy

        return None if cupy.cuda.runtime.getDeviceCount() else "CuPy finds no GPU"
    except Exception as error:  # a broken installation raises anything
        return f"CuPy finds no GPU: {str(error).splitlines()[0]}"


def version() -> str:
    """The version of the library, where it can be loaded."""
    if missing() is not None:
        return ""
    from cupy.cuda import cublas, device

    return f"cuBLAS {cublas.getVersion(device.get_cublas_handle())}"


def refuses(call: Call) -> str | None:
    """Floating-point dtypes of one kind, extents that fit the library's integers."""
    if any(n >= 2**31 for n in call.sizes.values()):
        return "an extent is 2**31 or more, it is called with 32-bit integers"
    left, right = (o.dtype for o in call.inputs)
    if left == right in COMPUTED and call.output.dtype == "float32":
        return None
    if not left == right == call.output.dtype or left not in DTYPES:
        return f"cuBLAS has no product {left}, {right} -> {call.output.dtype}"
    return None


def seconds(call: Call) -> float:
    """Launch, then compute or memory, whichever takes longer (numbers of an H100)."""
    return 6e-6 + maximum(call.flops / RATE.get(call.output.dtype, 1e13), call.traffic / 2.5e12)


CUBLAS = Engine(
    "cublas", "gpu", (CONTRACTION,), "products of matrices and vectors on the GPU",
    missing=missing, version=version, device=lambda: "cuda:0", refuses=refuses, seconds=seconds,
)  # fmt: skip
