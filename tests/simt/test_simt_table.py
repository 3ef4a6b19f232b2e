"""The table of formulas as SIMT kernels: OpenCL text runs on PoCL, CUDA text compiles with NVRTC."""

from __future__ import annotations

import importlib.util
from typing import Any

import numpy as np
import pytest
from formulas import FORMULAS, arrays
from programs import Case, agree, cubin

import espresso as es
from espresso.reference.evaluator import evaluate

IDS = [text for text, _ in FORMULAS]
NVRTC = pytest.mark.skipif(
    importlib.util.find_spec("cuda") is None or importlib.util.find_spec("cuda.core") is None,
    reason="cuda-core and nvidia-cuda-nvrtc are not installed",
)


@pytest.mark.opencl
@pytest.mark.parametrize(("text", "row"), [
    pytest.param(*row, marks=[pytest.mark.slow] * (k % 2), id=IDS[k]) for k, row in enumerate(FORMULAS)
])  # fmt: skip
def test_opencl_equals_reference(text: str, row: dict[str, Any]) -> None:
    """In float32; tests/opencl has the whole table in float64, by way of the run time."""
    given = arrays(row, "float32")
    agree(Case(text, given).run(), [evaluate(es.parse(text), given)], "float32")


@NVRTC
@pytest.mark.slow  # tests/nvrtc compiles the same texts, many in one unit
@pytest.mark.parametrize("dtype", ["float64", "float32", "float16"])
def test_cuda_text_compiles(dtype: str) -> None:
    for text, row in FORMULAS:
        assert cubin(Case(text, arrays(row, dtype)).simt("cuda").source), text


@pytest.mark.opencl
def test_the_poison_is_seen() -> None:
    """The oracle bites: a kernel that does not run leaves NaN."""
    case = Case("y[i] = 2*x[i]", {"x": np.ones(5)})
    program = case.simt("opencl")
    program.steps.clear()
    from programs import run

    assert np.isnan(run(program, case)[0]).all()
