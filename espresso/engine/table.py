"""The engines in ranked order: this tuple is all there is to register.

For each target the first engine that supports a call computes it (of those for a convolution the one with
the least estimate), unless the options of ``compile`` say otherwise.  The last one of each target computes everything.
"""

from __future__ import annotations

from .clblast import CLBLAST
from .cublas import CUBLAS
from .cublaslt import CUBLASLT
from .cudnn import CUDNN
from .direct import DIRECT
from .interface import KERNEL, Engine
from .loops_engines import CUDA, NUMBA, OPENCL
from .numpy_blas import NUMPY_BLAS
from .onednn import ONEDNN
from .openblas import OPENBLAS
from .packed import PACKED
from .winograd import WINOGRAD

ENGINES: tuple[Engine, ...] = (
    OPENBLAS,
    NUMPY_BLAS,
    PACKED,
    DIRECT,
    WINOGRAD,
    ONEDNN,
    NUMBA,
    CUBLAS,
    CUDNN,
    CUBLASLT,
    CUDA,
    CLBLAST,
    OPENCL,
    Engine("numpy", "numpy", (KERNEL,), "every expression, as NumPy source"),
)


def named(name: str) -> Engine | None:
    """The engine of that name."""
    return next((e for e in ENGINES if e.name == name), None)
