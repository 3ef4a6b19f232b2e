"""Every CUDA kernel of the table compiles for real architectures, without a GPU, and stays in registers.

The whole matrix is in the slow tier; the usual run compiles each formula for one
architecture and one dtype, so that all of them are covered.
"""

from __future__ import annotations

import doctest
import re
from typing import Any

import numpy as np
import pytest
import resources
from formulas import FORMULAS, arrays
from programs import Case
from resources import ARCHITECTURES, Resources, compiled, joined
from test_recurrences import CASES, scalar

import espresso as es

DTYPES = ("float32", "float64", "float16")

# Functions that NVIDIA's mathematics library computes with an array in local memory.
ARRAY_IN_MATHEMATICS = re.compile(r"\b(lgamma|digamma|sin|cos|tan|sinc)\b")

NORM = "n[i,k] = (z[i,k] - mean[k](z[i,k]))/sqrt(var[k](z[i,k]) + 1e-5)*g[k] + b[k]"

GRADIENTS: list[tuple[str, str | list[str]]] = [
    ("loss = sum[i](log(1 + exp(-y[i]*X[i,j]*w[j])))", "w"),
    ("l = -sum[b](log_softmax[k](z[b,k])*(t[b] == k))", "z"),
    ("y[n,k,p,q] = x[n,c,2*p+r,2*q+s]*w[k,c,r,s]", "x"),
    ("y[n,k,p,q] = x[n,c,2*p+r,2*q+s]*w[k,c,r,s]", "w"),
    ("y[b,k] = W[idx[b],k]", "W"),
    ("o[b,i,e] = softmax[j](q[b,i,d]*k[b,j,d]/sqrt(4.0))*v[b,j,e]", "k"),
    ("k[i,j,a,b] = A[i,j]*B[a,b]", "A"),
    ("m[i] = max[j](x[i,j])", "x"),
    (NORM, ["z", "g", "b"]),  # sums over the rows in registers, beside the rows
]


def table(dtype: str, rows: slice = slice(None)) -> dict[str, tuple[str, str]]:
    """(formula, CUDA text) of rows of the table by a name that is a C identifier."""
    numbered = list(enumerate(FORMULAS))[rows]
    return {f"f{k}": (text, Case(text, arrays(row, dtype)).simt("cuda").source) for k, (text, row) in numbered}


def derivatives(dtype: str) -> dict[str, tuple[str, str]]:
    """(formula, CUDA text) of gradients."""
    shapes = dict(FORMULAS) | {"m[i] = max[j](x[i,j])": {"x": (6, 4)}, NORM: {"z": (6, 40), "g": (40,), "b": (40,)}}
    found = {}
    for k, (text, wrt) in enumerate(GRADIENTS):
        e = es.parse(text)
        given: dict[str, Any] = arrays(shapes[text], dtype)
        cotangent = es.evaluate(e, given)
        found[f"g{k}"] = (
            f"d({text})/d{wrt}",
            Case(es.vjp(e, wrt, "G_"), {**given, "G_": cotangent}).simt("cuda").source,
        )
    return found


def check(programs: dict[str, tuple[str, str]], architecture: str) -> dict[str, Resources]:
    """Compile as one unit; no kernel spills, and none but those of special functions has local memory."""
    code, kernels = compiled(joined({name: source for name, (_, source) in programs.items()}), architecture)
    assert code[:4] == b"\x7fELF"
    expected = sum(source.count("__global__") for _, source in programs.values())
    assert len(kernels) == expected  # the report misses none
    for mangled, used in kernels.items():
        name = next(n for n in programs if re.match(rf"_ZN{len(n)}{n}\d+kernel", mangled))
        formula = programs[name][0]
        assert used.spills == 0, f"{formula}: {mangled} spills {used.spills} bytes on {architecture}"
        if not ARRAY_IN_MATHEMATICS.search(formula):
            assert used.local == 0, f"{formula}: {mangled} has {used.local} bytes of local memory on {architecture}"
        assert 0 < used.registers <= 128 and used.shared <= 48 * 1024, (formula, used)
    return kernels


@pytest.mark.parametrize("number", range(len(ARCHITECTURES)), ids=ARCHITECTURES)
def test_bfloat16_on_each_architecture(number: int) -> None:
    """Bits widened and rounded by integer arithmetic, which every architecture has."""
    pytest.importorskip("ml_dtypes", reason="ml_dtypes is not installed")
    from test_bfloat16 import TABLE, arrays as halves

    rows = list(enumerate(TABLE))[number :: len(ARCHITECTURES)]
    made = {f"f{k}": (text, Case(text, halves(shapes)).simt("cuda").source) for k, (text, shapes) in rows}
    assert all("bfloat16" in source for _, source in made.values())
    check(made, ARCHITECTURES[number])


@pytest.mark.parametrize("number", range(len(ARCHITECTURES)), ids=ARCHITECTURES)
def test_a_part_of_the_table_on_each_architecture(number: int) -> None:
    dtype = DTYPES[number % 2]  # float16 in the slow tier: its header takes longer than the kernels
    check(table(dtype, slice(number, None, len(ARCHITECTURES))), ARCHITECTURES[number])


@pytest.mark.parametrize("case, w", [("lstm", "c0"), ("another axis", "q"), ("hidden Markov model", "M")])
def test_the_steps_of_recurrences(case: str, w: str) -> None:
    """The text of a program has the kernels of its steps, each once."""
    f = es.compile(es.value_and_grad(scalar(case), w), target="gpu")
    f.explain(**CASES[case].inputs)
    _, found = compiled(f.source, "sm_90")
    assert len(found) == len(f.kernels) and not any(r.spills for r in found.values())


@pytest.mark.parametrize("dtype", ["float32", "float64", "int32", "int64"])
def test_scans_of_linear_recurrences(dtype: str) -> None:
    f = es.compile("h[0,i] = h0[i]; h[t,i] = a[t]*h[t-1,i]*3 + b[t,i]*b[t,i]", target="gpu")
    shapes = {"a": (9000,), "b": (9000, 5), "h0": (5,)}
    f.explain(**{n: np.broadcast_to(np.zeros((), dtype), shape) for n, shape in shapes.items()})
    _, found = compiled(f.source, "sm_90")
    scans = [r for n, r in found.items() if n.startswith("scan_h")]
    assert len(scans) == 3 and len(found) == len(f.kernels) and not any(r.spills for r in scans)


def test_gradients() -> None:
    check(derivatives("float32"), "sm_90")


@pytest.mark.slow
@pytest.mark.parametrize("architecture", ARCHITECTURES)
@pytest.mark.parametrize("dtype", DTYPES)
def test_the_whole_table(dtype: str, architecture: str) -> None:
    check(table(dtype), architecture)
    check(derivatives(dtype), architecture)


# --- the oracle bites --------------------------------------------------------------------


def test_local_memory_is_seen() -> None:
    text = """extern "C" __global__ void kernel_bad(const int* p, float* y) {
        float row[64];
        for (int i = 0; i < 64; i++) row[p[i] & 63] = y[i]*y[i];
        for (int i = 0; i < 64; i++) y[i] = row[p[i] & 31];
    }"""
    _, kernels = compiled(text, "sm_80")
    assert kernels["kernel_bad"].local >= 256
    with pytest.raises(AssertionError, match="bytes of local memory on sm_80"):
        check({"f0": ("y = planted", text)}, "sm_80")


def test_spills_are_seen() -> None:
    loads = " ".join(f"double a{k} = x[{k}*n + threadIdx.x];" for k in range(80))
    stores = " ".join(f"y[{k}*n + threadIdx.x] = a{k}*a{79 - k} + a{(k * 7) % 80};" for k in range(80))
    text = f"""extern "C" __global__ void __launch_bounds__(1024, 2) kernel_fat(const double* x, double* y, int n) {{
        {loads} __syncthreads(); {stores} }}"""
    with pytest.raises(AssertionError, match=r"spills \d+ bytes on sm_80"):
        check({"f0": ("y = planted", text)}, "sm_80")


def test_text_that_is_not_cuda_is_refused() -> None:
    from cuda.core._utils.cuda_utils import NVRTCError

    with pytest.raises(NVRTCError, match="identifier"):
        compiled('extern "C" __global__ void k(float* y) { y[0] = unknown_function(1); }', "sm_80")


def test_doctests_of_the_report() -> None:
    assert doctest.testmod(resources).failed == 0


@pytest.mark.parametrize(("dtype", "architecture"), [
    ("float32", "sm_75"), ("float16", "sm_90"), *(pytest.param(*row, marks=pytest.mark.slow) for row in (("float16", "sm_80"), ("float32", "sm_100"))),
])  # fmt: skip
def test_tiles_of_pairs_stay_in_registers(dtype: str, architecture: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Attention with its three gradients at the width of heads (W14), and a kernel sum: no spills, no local memory."""
    from espresso.compiler.matching import pair_passes

    monkeypatch.setattr(pair_passes, "BIG", 0)
    monkeypatch.setattr(pair_passes, "TILES", 0)
    programs = {}
    for name, text, shapes in (
        ("attention", "o[b,i,e] = softmax[j](q[b,i,d]*k[b,j,d]/sqrt(128.0))*v[b,j,e]", dict.fromkeys("qkv", (1, 8, 128))),
        ("gauss", "a[i] = sum[j](exp(-sum[d]((x[i,d] - y[j,d])**2))*b[j])", {"x": (90, 3), "y": (90, 3), "b": (90,)}),
        ("sums", "a[i] = sum[j](exp(-sqrt(sum[d]((x[i,d] - y[j,d])**2)))*b[j])", {"x": (300, 8), "y": (300, 8), "b": (300,)}),
    ):
        e, given = es.parse(text), arrays(shapes, dtype)
        given["G_"] = es.evaluate(e, given)
        case = Case([e, *es.vjp(e, [n for n in given if n in "qkvx"], "G_")], given, target="gpu")
        programs[name] = (text, case.simt("cuda").source)
    assert all("moving0" in source for _, source in programs.values())
    _, found = compiled(joined({name: source for name, (_, source) in programs.items()}), architecture)
    assert len(found) > 4
    assert all(r.spills == r.local == 0 and r.registers <= 200 and r.shared <= 48 << 10 for r in found.values()), found


@pytest.mark.parametrize(("wrt", "most"), [(None, 10), ("x", 13)])
def test_a_pair_of_a_kernel_sum_takes_few_instructions(wrt: str | None, most: int) -> None:
    """W13: three differences, three squares, an exponential of two, a product, and sums; little else in the loop."""
    import numpy as np

    shapes = {"x": (8192, 3), "y": (2048, 3), "b": (2048,), "G_": (8192,)}
    e = es.parse("a[i] = sum[j](exp(-sum[d]((x[i,d] - y[j,d])**2))*b[j])")
    given = {n: np.zeros(s, "float32") for n, s in shapes.items() if wrt or n != "G_"}
    source = Case(es.vjp(e, wrt, "G_") if wrt else e, given, target="gpu").simt("cuda").source
    loop = max(resources.blocks(source, "compute_90"), key=lambda lines: sum("ex2.approx" in n for n in lines))
    exponentials = sum("ex2.approx" in n for n in loop)
    assert exponentials == 16 and len(loop) <= most * exponentials, len(loop) / exponentials
    assert sum("ld.global" in n for n in loop) == 0
    assert sum("ld.shared.v4" in n for n in loop) == 4 == sum("ld.shared" in n for n in loop)


PRODUCTS = {
    "C[i,k] = A[i,j]*B[j,k]": 0, "C[i,k] = A[j,i]*B[k,j]": 0, "C[a,b,c,d] = A[a,e,b,f]*B[d,f,c,e]": 9,
    "C[a,b,i,j] = A[a,e,b,f]*B[e,f,i,j]": 5, "C[a,b,c] = A[a,d,e,c]*B[e,b,d]": 9,
    "C[a,b,c,d,e,f] = A[d,e,g,a]*B[g,f,b,c]": 8,
}  # fmt: skip
"""Products, most of them those of W17, and the divisions in their offsets for each slab."""


@pytest.mark.parametrize("text", PRODUCTS)
def test_the_estimate_counts_what_a_slab_of_a_product_takes(text: str) -> None:
    """Instructions of a slab of 16 summed elements, and divisions: by `codegen.simt.cost.instructions`, and by NVRTC."""
    from types import SimpleNamespace

    import numpy as np

    from espresso.api.reports.explain_device import step_costs
    from espresso.codegen.simt.cost.instructions import DIVISION

    f = es.compile(text, target="gpu", engine="cuda-kernels")
    length = 16 if "f] =" in text else 64  # whole tiles, and offsets of 32 bits
    f.explain(**{n: SimpleNamespace(shape=(length,)*t.data.rank, dtype=np.dtype("f")) for n, t in f._inputs.items()})
    (step, cost), *_ = step_costs(f._last)
    slab = min((k for k in resources.loops(f.source, "compute_90") if sum("fma.rn.f32" in n for n in k) == 256), key=len)
    divisions = sum(bool(re.search(r"\b(div|rem)\.[su]32", n)) for n in slab)
    assert sum("ld.shared.v4" in n for n in slab) == 32 and sum("st.shared" in n for n in slab) == 8
    assert divisions == PRODUCTS[text], f"{divisions} divisions in {step}"
    counted, said = len(slab) + (DIVISION - 1)*divisions, 256*cost.issued/(cost.flops/2)
    assert abs(said/counted - 1) < 0.08, f"{said} instructions are said, {counted} are there"


def test_the_estimate_counts_what_slabs_of_attention_take() -> None:
    """W14 in float32: 16 summed elements of the scores, and 16 pairs of a row that go into 128 columns of a result."""
    from types import SimpleNamespace

    import numpy as np

    from espresso.codegen.simt.cost.instructions import tile_instructions

    e = es.parse("o[b,i,e] = sum[j](softmax[j](sum[d](q[b,i,d]*k[b,j,d])/sqrt(128.0))*v[b,j,e])")
    f = es.compile([e, *es.vjp(e, ["q", "k", "v"], "G")], target="gpu")
    f.explain(**{n: SimpleNamespace(shape=(64, 16384, 128), dtype=np.dtype("f")) for n in f.inputs})
    found = [(sum("fma.rn.f32" in n for n in k), len(k)) for k in resources.loops(f.source, "compute_90")]
    scores, results = ([n for count, n in found if count == wanted] for wanted in (256, 512))
    said = tile_instructions(256, 4, 4, 256, "float32", 128), tile_instructions(512, 4, 8, 256, "float32", 128)
    assert len(scores) >= 6 and len(results) >= 3
    assert all(abs(said[0]/n - 1) < 0.08 for n in scores), (said, scores)
    assert all(abs(said[1]/n - 1) < 0.04 for n in results), (said, results)
