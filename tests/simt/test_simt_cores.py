"""Tiles on tensor cores: the layout runs on PoCL, with threads that multiply and with the instruction emulated."""

from __future__ import annotations

import re
import struct

import numpy as np
import pytest
from programs import Case, cubin, run
from test_simt_pair_passes import ATTENTION, SHAPES, made, near
from test_simt_table import NVRTC

import espresso as es
from espresso.codegen.simt.program import SimtProgram
from espresso.codegen.simt.tiled import tensor_cores as simt_cores

RNG = np.random.default_rng(5)

# The fragments of mma.m16n8k8 as the PTX manual draws them, for one warp: who has which element of A, B and C.
EMULATED = r"""
#define _es_mma(c0, c1, c2, c3, x, y) do { \
    const int warp_ = t/32*32, group_ = t % 32/4, in_group_ = t % 4; \
    for (int i_ = 0; i_ < 4; i_++) mma_a[t][i_] = (x)[i_]; \
    for (int i_ = 0; i_ < 2; i_++) mma_b[t][i_] = (y)[i_]; \
    barrier(CLK_LOCAL_MEM_FENCE); \
    for (int k_ = 0; k_ < 8; k_++) { \
        const float upper_ = mma_a[warp_ + group_*4 + k_ % 4][k_/4*2]; \
        const float lower_ = mma_a[warp_ + group_*4 + k_ % 4][k_/4*2 + 1]; \
        const float even_ = mma_b[warp_ + 2*in_group_*4 + k_ % 4][k_/4]; \
        const float odd_ = mma_b[warp_ + (2*in_group_ + 1)*4 + k_ % 4][k_/4]; \
        *(c0) += upper_*even_; *(c1) += upper_*odd_; *(c2) += lower_*even_; *(c3) += lower_*odd_; \
    } \
    barrier(CLK_LOCAL_MEM_FENCE); \
} while (0)"""

PRODUCTS: dict[str, dict[str, tuple[int, ...]]] = {
    "c[i,k] = sum[j](A[i,j]*B[j,k])": {"A": (70, 45), "B": (45, 37)},
    "c[b,i,k] = sum[j](A[b,j,i]*B[k,b,j])": {"A": (2, 19, 65), "B": (130, 2, 19)},
    "c[k,i] = sum[j](A[i,j]*B[j,k])": {"A": (3, 4000), "B": (4000, 5)},  # split over blocks
}


@pytest.fixture
def emulated(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(simt_cores.HELPERS, "opencl", EMULATED)


def with_memory(program: SimtProgram) -> SimtProgram:
    """Local memory for the emulated instruction in every kernel."""
    local = r"\1\n    __local float mma_a[256][4], mma_b[256][2];"
    program.source = re.sub(r"(__kernel void [^{]*\{)", local, program.source)
    return program


def product(text: str) -> tuple[Case, np.ndarray]:
    given = {n: RNG.normal(size=s).astype("float16") for n, s in PRODUCTS[text].items()}
    return Case(text, given), es.evaluate(es.parse(text), {n: a.astype("float64") for n, a in given.items()})


def close(value: np.ndarray, expected: np.ndarray) -> None:
    assert value.dtype == np.float16
    np.testing.assert_allclose(value, expected, rtol=2e-3, atol=2e-3 * np.abs(expected).max())


@pytest.mark.opencl
@pytest.mark.parametrize("text", PRODUCTS)
def test_products_with_the_layout_of_tensor_cores(text: str) -> None:
    case, expected = product(text)
    program = case.simt("opencl")
    assert "down/8*32 + down % 8" in program.source and "_es_mma" not in program.source
    close(run(program, case)[0], expected)
    assert "down/8*32" not in case.simt("opencl", block=64).source  # other blocks have the plain layout


@pytest.mark.opencl
@pytest.mark.parametrize("text", PRODUCTS)
def test_products_by_the_instruction(text: str, emulated: None) -> None:
    """Every operand of every fragment comes from the right place of a slab."""
    case, expected = product(text)
    program = with_memory(case.simt("opencl"))
    assert "_es_mma(&sum" in program.source
    close(run(program, case)[0], expected)


PAIRS = "o[i,e] = sum[j](relu(sum[d](q[i,d]*k[j,d]))**2*v[j,e])"


@pytest.mark.opencl
@pytest.mark.parametrize(("text", "shapes", "wrt"), [
    (ATTENTION, SHAPES, []), (PAIRS, {"q": (70, 20), "k": (80, 20), "v": (80, 40)}, ["v"]),
], ids=["attention", "both sides"])  # fmt: skip
def test_tiles_of_pairs_by_the_instruction(
    few_pairs: None, emulated: None, text: str, shapes: dict[str, tuple[int, ...]], wrt: list[str]
) -> None:
    """W14: scores, maxima of rows, probabilities, and products of tiles of pairs with arrays of both sides."""
    case, expected = made(text, shapes, wrt, "float16")
    program = case.simt("opencl")
    assert program.source.count("_es_mma(&") >= 2
    near(run(with_memory(program), case), expected, 4e-3)


@NVRTC
def test_the_machine_code_has_the_instruction(few_pairs: None) -> None:
    """HMMA in the code of 8.0 and later; 7.5 multiplies by threads; the other dtypes have none."""
    case, _ = product(next(iter(PRODUCTS)))
    found = {a: hmma(cubin(case.simt("cuda").source, a, optimised=True)) for a in ("sm_75", "sm_80", "sm_90")}
    assert found == {"sm_75": 0, "sm_80": 8, "sm_90": 8}  # 2 by 2 fragments, twice along 16 summed elements
    attention, _ = made(ATTENTION, SHAPES, ["q", "k", "v"], "float16", target="gpu")
    assert hmma(cubin(attention.simt("cuda").source, "sm_90", optimised=True)) > 40  # in all products of all passes
    for dtype in ("float32", "float64"):
        wide = Case(str(case.compiled.expressions[0]), {n: a.astype(dtype) for n, a in case.arrays.items()})
        assert "_es_mma" not in wide.simt("cuda").source
        assert ("_es_mma" in wide.simt("cuda", tf32=True).source) == (dtype == "float32")


def hmma(code: bytes) -> int:
    """Instructions of tensor cores in machine code: HMMA is 0x23c in the low bits of 16 bytes, with predicate PT 0x723c."""
    return sum(word == 0x723C for (word,) in struct.iter_unpack("<H6x", code[: len(code) // 8 * 8]))
