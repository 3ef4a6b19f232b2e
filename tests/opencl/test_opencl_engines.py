"""The choice of an engine on devices: what the OpenCL and CUDA programs do with it (sC3, sC5, sC8, sC14)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import espresso as es
from espresso.api.reports.explain_device import step_costs
from espresso.engine import table
from espresso.ir.calls import Contraction
from espresso.runtime.device.dry_run import arrays_like, described, unbound_program

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


def launches(f: Any, **given: Any) -> list[str]:
    """The steps that run."""
    return [str(s) if isinstance(s, Contraction) else s.name for s, _ in step_costs(described(f, arrays_like(f, given)))]


def test_a_product_of_kernels_is_stored_in_the_order_of_the_result() -> None:
    """W17: no copy turns what a generated kernel can store as it is wanted; a library's product is turned."""
    text = "r[a,b,c,d,e,f] = A[d,e,g,a]*B[g,f,b,c]"
    f = es.compile(text, target="gpu")
    assert launches(f, A=(4, 4, 5, 4), B=(5, 4, 4, 4)) == ["kernel_r"]
    other = es.compile("r[a,b,c,d] = A[a,c,g]*B[g,b,d]", target="gpu")
    assert launches(other, A=(4, 4, 5), B=(5, 4, 4)) == ["s[a,c,b,d] = sum[g](A[a,c,g]*B[g,b,d])", "kernel_r"]
    last = es.compile("r[a,b,c,d] = A[g,c,b]*B[d,g,a]", target="gpu")  # rows and columns end with different axes
    assert launches(last, A=(5, 4, 4), B=(4, 5, 4))[-1] == "kernel_r"


@pytest.mark.opencl
@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_the_order_of_the_result_in_numbers(dtype: str) -> None:
    """Lengths below and above a tile, lengths of 1, and other lengths of the same function."""
    rng, tolerance = np.random.default_rng(0), 1e-4 if dtype == "float32" else 1e-12
    f = es.compile("r[a,b,c,d,e,f] = A[d,e,g,a]*B[g,f,b,c]", target="opencl")
    g = es.compile("r[a,b,c,d] = A[a,c,g]*B[g,b,d]", target="opencl")
    for a, b, c, d, e, k, n in ((5, 3, 7, 2, 4, 6, 9), (8, 2, 9, 8, 4, 16, 17), (1, 2, 1, 3, 1, 5, 2), (2, 0, 1, 3, 1, 5, 2)):
        x, y = rng.normal(size=(d, e, n, a)).astype(dtype), rng.normal(size=(n, k, b, c)).astype(dtype)
        np.testing.assert_allclose(f(x, y), np.einsum("dega,gfbc->abcdef", x, y), rtol=tolerance, atol=tolerance)
        assert "engine opencl-kernels" in f.report()
        x, y = rng.normal(size=(a, c, n)).astype(dtype), rng.normal(size=(n, b, d)).astype(dtype)
        np.testing.assert_allclose(g(x, y), np.einsum("acg,gbd->abcd", x, y), rtol=tolerance, atol=tolerance)
