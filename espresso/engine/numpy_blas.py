"""The BLAS that NumPy was built with, through ``np.matmul`` on views of the operands.

Transposed and strided operands are read in place where BLAS can, and NumPy copies them
where it cannot.  ``A @ A.T`` needs no engine of its own: NumPy sees that both operands
are one array and calls the symmetric routine (syrk), which does half of the work.
"""

from __future__ import annotations

from collections.abc import Sequence

from espresso.formulas.graph.conditions import maximum
from espresso.ir.calls import Contraction
from espresso.ir.engine import BLAS_DTYPES, CONTRACTION, Call, Engine, wrong_dtype
from espresso.ir.product_text import matmul_views
from espresso.system import machine_model

SHARE = 0.75
"""Of the rate of the private BLAS: NumPy's spins between calls, and has no part in how threads are shared."""


def refuses(call: Call) -> str | None:
    """BLAS multiplies matrices of one floating-point dtype."""
    return wrong_dtype(call, BLAS_DTYPES, "BLAS")


def seconds(call: Call) -> float:
    """Compute or memory, whichever takes longer, after the overhead of the call."""
    rates = machine_model.rates()
    return 1e-6 + maximum(call.flops / (SHARE * rates.flops(call.output.dtype)), call.traffic / rates.memory)


def emit(step: Contraction) -> Sequence[str]:
    """One line of the program."""
    left, right, out = matmul_views(step, matrices=False)
    return [f"np.matmul({left}, {right}, out={out})"]


def version() -> str:
    """Name and version of NumPy's BLAS, as NumPy tells."""
    import numpy as np

    try:
        blas = np.__config__.show(mode="dicts")["Build Dependencies"]["blas"]
        return f"{blas['name']} {blas.get('version', '')}".strip()
    except (AttributeError, KeyError, TypeError):
        return np.__version__


NUMPY_BLAS = Engine(
    "numpy-blas", "cpu", (CONTRACTION,), "products of matrices and vectors (np.matmul)",
    version=version, refuses=refuses, seconds=seconds, emit=emit,
)  # fmt: skip
