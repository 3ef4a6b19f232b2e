"""``--isa avx2``: every system of a run without AVX-512, each by the switch that its library has."""

from __future__ import annotations

import os
import platform
from typing import Any

KINDS = ("avx2",)
LIMITED = "ESPRESSO_ISA"
# What XLA compiles itself obeys the first switch. Its products in YNNPACK do not: that library picks its kernels by the
# processor (`perf` shows dot_fp32_..._avx512), so they go to Eigen, which is compiled for AVX2.
_XLA = "--xla_cpu_max_isa=AVX2 --xla_cpu_experimental_ynn_fusion_type="


def environment(isa: str) -> dict[str, str]:
    """Variables that limit espresso and its peers to an instruction set; none for ``""``.

    Of NumPy only what this processor has can be switched off.
    """
    if not isa:
        return {}
    return {
        LIMITED: isa,
        "OPENBLAS_CORETYPE": "Haswell",  # of NumPy, of SciPy, of espresso
        "NPY_DISABLE_CPU_FEATURES": " ".join(_of_numpy()),
        "XLA_FLAGS": f"{os.environ.get('XLA_FLAGS', '')} {_XLA}".strip(),
        "ATEN_CPU_CAPABILITY": "avx2",  # PyTorch's own loops, and the vectors of what torch.compile writes
        "TORCHINDUCTOR_CPP_MARCH": "haswell",
        "ONEDNN_MAX_CPU_ISA": "AVX2",  # PyTorch and XLA
        "DNNL_MAX_CPU_ISA": "AVX2",
        "MKL_ENABLE_INSTRUCTIONS": "AVX2",
        "NUMBA_CPU_NAME": "haswell",  # peers and limits
        "NUMBA_CPU_FEATURES": "",
    }


def _of_numpy() -> list[str]:
    """NumPy's loops for AVX-512 that would be used here."""
    from numpy._core import _multiarray_umath as numpy

    there: dict[str, bool] = numpy.__cpu_features__
    return [n for n in numpy.__cpu_dispatch__ if ("AVX512" in n or n == "X86_V4") and there.get(n)]


def name(features: Any = None) -> str:
    """The instruction set of this run: what the processor has, or what ``$ESPRESSO_ISA`` leaves of it.

    >>> name({"avx2": True, "avx512f": True}), name({"avx2": True}), name({"neon": True})
    ('avx512', 'avx2', 'neon')
    """
    if features is None:
        from espresso.system.processor import features as here

        features = here()
    found = (text for flag, text in (("avx512f", "avx512"), ("avx2", "avx2"), ("neon", "neon")) if features.get(flag))
    return next(found, platform.machine())
