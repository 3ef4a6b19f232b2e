"""Generated loops: the engine that computes every call, on every target.

On the CPU a call that it takes becomes a statement like any other, so that it can be
fused with its neighbours.  On devices the emitter writes a tiled kernel for it.
"""

from __future__ import annotations

from espresso.engine.cublas import missing
from espresso.ir.engine import CONTRACTION, CONVOLUTION, KERNEL, Call, Engine, module_missing, package_version

KINDS = (KERNEL, CONTRACTION, CONVOLUTION)


def _seconds(call: Call) -> float:
    """A few flops per nanosecond: operands come from the cache in the order of the loops."""
    return 5e-7 + call.flops / 4e9


def _on_device(call: Call) -> float:
    return 5e-6 + call.flops / 5e11


NUMBA = Engine(
    "numba-loops", "cpu", KINDS, "every kernel, and every call that no library takes",
    missing=module_missing("numba", "pip install numba"), version=package_version("numba"), seconds=_seconds,
    loops=True,
)  # fmt: skip

OPENCL = Engine(
    "opencl-kernels", "opencl", KINDS, "every kernel, and every call that no library takes",
    missing=module_missing("pyopencl", "pip install espresso[opencl]"), version=package_version("pyopencl"),
    device=lambda: "opencl:0", seconds=_on_device,
)  # fmt: skip

CUDA = Engine(
    "cuda-kernels", "gpu", KINDS, "every kernel, and every call that no library takes",
    missing=missing, version=package_version("cupy-cuda12x"),
    device=lambda: "cuda:0", seconds=_on_device,
)  # fmt: skip
