"""The engines in ranked order; adding a row here registers an engine.

For each target the first engine that supports a call computes it (of those for a convolution the one with
the least estimate), unless the options of ``compile`` say otherwise.  The last one of each target computes everything.
"""

from __future__ import annotations

from espresso.engine.cublas import CUBLAS
from espresso.engine.cudnn.engine import CUDNN
from espresso.engine.loops import CUDA, NUMBA, OPENCL
from espresso.engine.numpy_blas import NUMPY_BLAS
from espresso.engine.openblas import OPENBLAS
from espresso.ir.engine import KERNEL, Engine
from espresso.kernels.convolution.engine import DIRECT
from espresso.kernels.convolution.winograd_engine import WINOGRAD
from espresso.kernels.packed_gemm.engine import PACKED

ENGINES: tuple[Engine, ...] = (
    OPENBLAS,
    NUMPY_BLAS,
    PACKED,
    DIRECT,
    WINOGRAD,
    NUMBA,
    CUBLAS,
    CUDNN,
    CUDA,
    OPENCL,
    Engine("numpy", "numpy", (KERNEL,), "every expression, as NumPy source"),
)


def named(name: str) -> Engine | None:
    """The engine of that name."""
    return next((e for e in ENGINES if e.name == name), None)
