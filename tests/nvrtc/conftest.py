"""The table of formulas and the SIMT programs are shared with the tests of their targets; NVRTC is there, or tests are skipped."""

import functools
import sys
from pathlib import Path

import pytest

for folder in ("cpu", "simt"):
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent / folder))


@functools.cache
def _missing() -> str | None:
    """Why NVRTC cannot be called here, or None."""
    from resources import compiled

    pytest.importorskip("cuda.core", reason="cuda-core is not installed (pip install cuda-core nvidia-cuda-nvrtc-cu12)")
    try:
        compiled('extern "C" __global__ void nothing() {}', "sm_80")
    except Exception as error:
        return f"NVRTC cannot be called: {type(error).__name__}: {str(error).splitlines()[0]}"
    return None


@pytest.fixture(autouse=True)
def nvrtc() -> None:
    """Skips where NVRTC is not to be had."""
    if (reason := _missing()) is not None:
        pytest.skip(reason)
