"""The choice of an engine on devices: what the OpenCL and CUDA programs do with it (sC3, sC5, sC8, sC14)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import espresso as es
from espresso.engine import table
from espresso.planning.loops import Contraction
from espresso.runtime.described import unbound_program

PRODUCT = "C[i,k] = relu(A[i,j]*B[j,k])"
A, B = np.arange(12.0).reshape(3, 4), np.ones((4, 2))


@pytest.mark.opencl
@pytest.mark.parametrize("options", [{}, {"engine": "opencl-kernels", "strict": True}, {"autotune": "guess_once"}])
def test_generated_products(options: dict[str, Any]) -> None:
    f = es.compile(PRODUCT, target="opencl", **options)
    np.testing.assert_allclose(f(A=A, B=B), np.maximum(A @ B, 0))
    (choice,) = f.program.choices
    assert choice.engine == "opencl-kernels"
    assert "engine opencl-kernels" in f.report()


@pytest.mark.opencl
def test_measuring_on_a_device(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ESPRESSO_CACHE_DIR", str(tmp_path))
    twin = replace(next(e for e in table.ENGINES if e.name == "opencl-kernels"), name="opencl-twin")
    monkeypatch.setattr(table, "ENGINES", (*table.ENGINES, twin))
    f = es.compile(PRODUCT, target="opencl", autotune=True)
    np.testing.assert_allclose(f(A=A, B=B), np.maximum(A @ B, 0))
    assert set(f.program.choices[0].measured) == {"opencl-kernels", "opencl-twin"}


@pytest.mark.opencl
def test_a_forced_engine_of_another_target_is_refused() -> None:
    with pytest.raises(es.EngineError, match="for target 'opencl', but openblas computes on target 'cpu'"):
        es.compile(PRODUCT, target="opencl", engine="openblas", strict=True)


def cuda_steps(monkeypatch: pytest.MonkeyPatch, **options: Any) -> list[Any]:
    """The steps of the CUDA program, on a machine that pretends to have cuBLAS."""
    there = tuple(replace(e, missing=lambda: None) if e.target == "gpu" else e for e in table.ENGINES)
    monkeypatch.setattr(table, "ENGINES", there)
    compiled = es.compile(PRODUCT, **options)
    compiled.target = "gpu"
    return list(unbound_program(compiled, "gpu").generated.simt.steps)


def test_cuda_programs_follow_the_choice(monkeypatch: pytest.MonkeyPatch) -> None:
    first = cuda_steps(monkeypatch)
    assert isinstance(first[0], Contraction) and first[0].engine == "cublas"
    kernels = cuda_steps(monkeypatch, engines=["cuda-kernels"])
    assert not any(isinstance(s, Contraction) for s in kernels)


def test_without_a_gpu_the_program_is_read_as_it_would_be() -> None:
    compiled = es.compile(PRODUCT)
    compiled.target = "gpu"
    steps = unbound_program(compiled, "gpu").generated.simt.steps
    assert any(isinstance(s, Contraction) and s.engine == "cublas" for s in steps)
