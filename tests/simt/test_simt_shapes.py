"""SIMT kernels at odd and empty sizes, with other block sizes, 64-bit offsets, strided inputs; random programs."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from generators import SIZES, arrays as random_arrays, expressions, sizes_of
from hypothesis import Phase, given, settings, strategies as st
from programs import Case, agree, run

import espresso as es
from espresso.codegen.simt.program import SimtKernel
from espresso.compiler.device.launch_sizes import needs_wide
from espresso.compiler.device.schedule import Group
from espresso.formulas.graph import expr as ex
from espresso.formulas.graph.expr import Expr
from espresso.ir.calls import PackedContraction
from espresso.reference.evaluator import evaluate
from tests.oracles import in_turn

pytestmark = pytest.mark.opencl

KINDS = [
    "p[i,k] = softmax[k](z[i,k])",
    "s[j] = sum[i](exp(z[i,j]))",
    "s[i] = sum[j](exp(z[i,j]))",
    "C[i,k] = z[i,j]*z[k,j]",
    "c[i,j] = cumsum[j](z[i,j])",
    "c[i,j] = cumsum[i](z[i,j])",
    "a = argmax[i,j](z[i,j])",
    "y[i,j] = exp(z[j,i])",
    "s = sum[i,j](z[i,j])",
    "l = -sum[i](log_softmax[k](z[i,k])*(k == 1))",
]


def check(case: Case, text: str, dtype: str, scale: float = 1.0, **options: Any) -> None:
    (value,) = case.run(**options)
    expected = np.asarray(evaluate(es.parse(text), case.given))
    assert (value.shape, value.dtype) == (expected.shape, expected.dtype)
    tolerance = scale * {"float64": 1e-9, "float32": 2e-5}[dtype]
    np.testing.assert_allclose(
        value, expected, rtol=tolerance, atol=tolerance * max(1, np.abs(expected).max(initial=0))
    )


@pytest.mark.parametrize("text", [pytest.param(t, marks=[pytest.mark.slow] * (k % 5 > 2)) for k, t in enumerate(KINDS)])
def test_the_size_of_the_block_changes_nothing_but_rounding(text: str) -> None:
    """A missing barrier or a race shows as another result for another block, here of a few lanes or of many warps."""
    case = Case(text, {"z": np.random.default_rng(0).normal(size=(39, 50)).astype(np.float32)})
    for block in ((1, 512), (8, 64))[KINDS.index(text) % 2]:
        check(case, text, "float32", block=block)


def test_the_size_of_the_block_changes_nothing_for_other_kinds() -> None:
    """Maxima and their places, padding, gathers, atomic additions: exact for every block."""
    rng = np.random.default_rng(6)
    given = {"z": rng.integers(-50, 50, size=(39, 50)).astype("float64"), "idx": rng.integers(0, 39, 70)}
    given["G"] = rng.integers(-9, 9, size=(70, 50)).astype("float64")
    take = es.parse("g[b,j] = z[idx[b],j]")
    roots = [es.parse(t) for t in (
        "m[i] = max[j](z[i,j])", "a[i] = argmin[j](z[i,j])", "b[j] = any[i](z[i,j] > 48)", "y[i,j] = pad(z)[i-1,j+1] + z[i,j]",
    )] + [take, es.vjp(take, "z", "G")]  # fmt: skip
    case = Case(roots, given)
    for block in (1, 16, 512):
        for value, e in zip(case.run(block=block), roots, strict=True):
            np.testing.assert_array_equal(value, evaluate(e, given))


@pytest.mark.usefixtures("optimised")
@pytest.mark.parametrize("n", [0, 1, 33, 1025, 14337])
def test_odd_sizes(n: int) -> None:
    rng = np.random.default_rng(n)
    texts = [
        "y[i] = exp(x[i])*2 + i",
        "s = sum[i](x[i]*x[i])",
        "c[i] = cumsum[i](x[i])",
        "r[i] = reverse_cumsum[i](x[i])",
    ]
    texts += ["m = max[i](x[i])", "a = argmin[i](x[i])"] if n else []
    given = {"x": np.abs(rng.normal(size=n))}
    agree(Case(texts, given).run(), [evaluate(es.parse(t), given) for t in texts])


@pytest.mark.usefixtures("optimised")
@in_turn("shape", [(9000, 3), (3, 9000), (14337,)], "name", ["cumsum", "reverse_cumsum"])
def test_long_scans_are_split_over_blocks(shape: tuple[int, ...], name: str) -> None:
    x = np.abs(np.random.default_rng(0).normal(size=shape))
    over = "c[i] = {}[i](x[i])" if len(shape) == 1 else "c[i,j] = {}[i](x[i,j])"
    if shape == (3, 9000):
        over = "c[i,j] = {}[j](x[i,j])"
    case = Case(over.format(name), {"x": x})
    starts = [k.launch(case.size).grid for k in case.simt("opencl").steps]
    assert len(starts) == 3 and all(0 not in grid for grid in starts)
    (value,) = case.run()
    np.testing.assert_allclose(value, evaluate(es.parse(over.format(name)), {"x": x}), rtol=1e-12)


@pytest.mark.parametrize("shape", [(3, 4), (30, 1000), (1, 300)])
def test_scans_are_read_again(shape: tuple[int, ...]) -> None:
    """A thread has one element of a running sum at a time: later passes over the row read it from memory."""
    given = {"x": np.random.default_rng(0).normal(size=shape)}
    for text in (
        "y[i,j] = cumsum[j](tanh(cumsum[j](x[i,j])))", "y[j,i] = cumprod[j](tanh(cumsum[j](x[i,j])))",
        "y[i,j] = reverse_cumsum[j](cumsum[j](x[i,j])*x[i,j])",
        "c[i,j] = cumsum[j](x[i,j]); y[i,j] = c[i,j] - mean[j](c[i,j])", "m[i] = max[j](cumsum[j](x[i,j]))",
    ):  # fmt: skip
        (value,) = Case(text, given).run()
        np.testing.assert_allclose(value, evaluate(es.parse(text), given), rtol=1e-9, atol=1e-9, err_msg=text)


@pytest.mark.parametrize("shape", [(0, 5), (5, 0), (1, 1025), (1025, 1), (3, 14337), (3000, 5), (257, 129)])
def test_odd_shapes(shape: tuple[int, int]) -> None:
    given = {"z": np.random.default_rng(0).normal(size=shape)}
    texts = [
        "s[j] = sum[i](exp(z[i,j]))",
        "t[i] = sum[j](exp(z[i,j]))",
        "u[j,i] = z[i,j] + 1",
        "c[i,j] = cumsum[i](z[i,j])",
    ]
    texts += ["p[i,k] = softmax[k](z[i,k])", "a[i] = argmax[k](z[i,k])"] if shape[1] else []
    case = Case(texts, given)
    for value, text in zip(case.run(), texts, strict=True):
        np.testing.assert_allclose(value, evaluate(es.parse(text), given), rtol=1e-9, atol=1e-9, err_msg=text)


SUMS_OVER_SEVERAL_AXES = [
    "C[a,b,c,d] = A[a,e,b,f]*B[d,f,c,e]", "C[a,b,i,j] = A[a,e,b,f]*B[e,f,i,j]", "C[a,b,c] = A[a,d,e,c]*B[e,b,d]",
    "C[i,j] = A[i,d,e,f]*B[f,j,e,d]", "C[a,b,i] = A[a,c,d,e,b]*B[a,i,e,d,c]",
]  # fmt: skip


@pytest.mark.usefixtures("optimised")
@in_turn("text", SUMS_OVER_SEVERAL_AXES, "block", [256, 64, 16])
def test_products_summed_over_axes_that_lie_apart(text: str, block: int) -> None:
    """The place in the sum is taken apart once for all that a thread brings into a slab."""
    sizes = dict(zip("abcdefij", (5, 9, 7, 6, 11, 3, 4, 8), strict=True))
    rng = np.random.default_rng(0)
    shapes = {t.data.name: t for t in ex.tensors(es.parse(text))}
    axes = {n: re.findall(rf"{n}\[([^]]*)\]", text)[0].split(",") for n in shapes}
    given = {n: rng.integers(-3, 4, [sizes[i] for i in axes[n]]).astype("float32") for n in shapes}
    case = Case(text, given)
    assert "_above = along" in case.simt("opencl").source
    (value,) = case.run(block=block)
    np.testing.assert_array_equal(value, evaluate(es.parse(text), given), err_msg=text)


@pytest.mark.usefixtures("optimised")
@in_turn(("m", "k", "n"), [(1, 1, 1), (33, 17, 65), (100, 5000, 3), (130, 0, 5)], "dtype", ["float64", "float32", "int32", "int64"])
def test_matrix_products(dtype: str, m: int, k: int, n: int) -> None:
    rng = np.random.default_rng(0)
    given = {"A": rng.integers(-9, 9, (m, k)).astype(dtype), "B": rng.integers(-9, 9, (k, n)).astype(dtype)}
    texts = ["C[i,k] = A[i,j]*B[j,k]", "D[k,i] = A[i,j]*B[j,k]"]
    case = Case(texts, given)
    assert "row0" in case.simt("opencl").source
    for value, text in zip(case.run(), texts, strict=True):
        np.testing.assert_array_equal(value, evaluate(es.parse(text), given), err_msg=text)


@pytest.mark.parametrize("dtype", ["float64", "float32", "float16", "int8", "int64"])
def test_runs_of_elements(dtype: str) -> None:
    """Loads and stores of 128 bits where rows begin at multiples of a run, single ones elsewhere; tiles turn axes."""
    rng = np.random.default_rng(0)
    texts = ["y[i,j] = 2*x[i,j] + v[j]*u[i] + j", "z[i,b,j] = t[b,j,i] + x[i,j]", "s[j] = v[j] - 1"]
    for n, m in ((64, 5), (1024, 33), (67, 8), (8, 1)):
        shapes = {"x": (m, n), "v": (n,), "u": (m,), "t": (3, n, m)}
        given = {name: rng.integers(-5, 6, shape).astype(dtype) for name, shape in shapes.items()}
        case = Case(texts, given)
        source = case.simt("opencl").source
        assert "_es_load" in source and "tile_t" in source
        for value, text in zip(case.run(), texts, strict=True):
            np.testing.assert_array_equal(value, evaluate(es.parse(text), {k: given[k] for k in es.parse(text).inputs}))


@pytest.mark.usefixtures("optimised")
@in_turn("dtype", ["float32", "float64", "int64"], "positions", ["int32", "int64", "uint8"])
def test_scatter(dtype: str, positions: str) -> None:
    rng = np.random.default_rng(0)
    given = {"c": rng.integers(-9, 9, (700, 3)).astype(dtype), "idx": rng.integers(0, 7, 700).astype(positions),
             "W": np.ones((5, 3), dtype)}  # fmt: skip
    text = "dW[p,k] = sum[b](c[b,k]*(p == idx[b])) + W[p,k]"
    (value,) = Case(text, given).run()
    np.testing.assert_array_equal(value, evaluate(es.parse(text), given))


@pytest.mark.parametrize("text", KINDS)
def test_offsets_of_64_bits(text: str) -> None:
    case = Case(text, {"z": np.random.default_rng(0).normal(size=(21, 30))})
    check(case, text, "float64", wide=True)


def test_long_loops_over_short_arrays_need_64_bits() -> None:
    """1e10 pairs of 1e5 elements: the arrays are short, the counter of the pairs is not."""
    x = np.ones(100_000, np.float32)
    case = Case("s = sum[i,j](exp(-(x[i] - y[j])**2))", {"x": x, "y": x})
    assert case.program is not None
    assert needs_wide(case.program, case.size)
    assert not needs_wide(case.program, lambda e: min(case.size(e), 1000))
    product = Case("C[i,k] = A[i,j]*B[j,k]", {"A": np.ones((3, 4)), "B": np.ones((4, 5))}).program
    assert product is not None
    assert not needs_wide(product, lambda e: 40_000)


@pytest.mark.parametrize("text", KINDS)
def test_strided_inputs(text: str) -> None:
    """An input declared strided is read by the strides given at launch."""
    memory = np.random.default_rng(0).normal(size=(40, 60))
    view = memory[::2, ::3]
    case = Case(text, {"z": np.ascontiguousarray(view)})
    program = case.simt("opencl", strided=frozenset({"z"}))
    case.arrays = {"z": memory}
    (value,) = run(program, case, strides={"z": (120, 3)})
    np.testing.assert_allclose(value, evaluate(es.parse(text), {"z": view}), rtol=1e-9, atol=1e-12)


def test_float32_sums_keep_their_accuracy_case_49() -> None:
    x = np.full(3_000_000, 0.1, np.float32)
    (value,) = Case("s = sum[i](x[i])", {"x": x}).run()
    assert abs(float(value) / (3e6 * float(np.float32(0.1))) - 1) < 1e-6
    X = np.full((5, 200_000), 0.1, np.float32)
    for value in Case(["s[i] = sum[j](X[i,j])", "t[j] = sum[i](Y[i,j])"], {"X": X, "Y": X.T.copy()}).run():
        assert np.abs(value / (2e5 * float(np.float32(0.1))) - 1).max() < 1e-6


def test_nan_and_names() -> None:
    """NaN comes first in max and argmax; names that C reserves or cannot spell are replaced."""
    x = np.array([[1.0, np.nan, 3.0], [1.0, 2.0, 3.0]])
    for name in ("max", "min", "argmax", "argmin"):
        np.testing.assert_array_equal(
            Case(f"m[i] = {name}[j](x[i,j])", {"x": x}).run()[0], getattr(np, name)(x, axis=1)
        )
    given = {"float": np.ones(3), "θ": np.ones(3), "lane": np.ones(3), "half": np.ones(3)}
    (value,) = Case("int[i] = float[i] + θ[i]*exp(lane[i]) + half[i]", given).run()
    np.testing.assert_allclose(value, 2 + np.e)


PACKED = [
    ("y[n,k,p,q] = x[n,c,2*p+r,2*q+s]*w[k,c,r,s]", {"x": (2, 3, 9, 8), "w": (4, 3, 3, 3)}),
    ("y[k,p] = sum[c,r](pad(x)[c,p+r-1]*w[k,c,r])*(p < size(x, 1))", {"x": (3, 40), "w": (5, 3, 3)}),
    ("y[p,k] = pad(x)[size(x, 0) - 1 - p - r, c]*w[r,c,k]*(p < size(x, 0))", {"x": (30, 6), "w": (4, 6, 9)}),
    ("y[a,b,c] = x[a,m,b,n]*w[n,c,m]", {"x": (30, 5, 30, 6), "w": (6, 20, 5)}),
]
"""Products that a plan for the CPU reads where the operands lie: windows, padding, turned and mixed axes."""


@pytest.mark.parametrize(("text", "row"), PACKED, ids=[text for text, _ in PACKED])
@pytest.mark.parametrize("contractions", ["kernel", "library"])
def test_packed_products_are_read_at_their_slots(text: str, row: dict[str, Any], contractions: str) -> None:
    rng = np.random.default_rng(5)
    inputs = {n: rng.standard_normal(shape) for n, shape in row.items()}
    case = Case(text, inputs, target="cpu", engines=["packed"])
    assert any(isinstance(step, PackedContraction) for step in case.program.steps)
    agree(case.run(contractions=contractions), [evaluate(es.parse(text), inputs)])


GENERATE = (Phase.explicit, Phase.reuse, Phase.generate)  # a failing program is not shrunk: each try compiles


def compare(e: Expr, seed: int) -> None:
    inputs = random_arrays(e, seed)
    try:
        expected = np.asarray(evaluate(e, inputs, SIZES))
    except es.ExtentError:
        return
    (value,) = Case(e, inputs, sizes=sizes_of(e)).run()
    assert (value.shape, value.dtype) == (expected.shape, expected.dtype)
    np.testing.assert_allclose(value, expected, rtol=1e-8, atol=1e-9, err_msg=str(e))


@settings(max_examples=12, phases=GENERATE)
@given(expressions(), st.integers(0, 3))
def test_random_programs(e: Expr, seed: int) -> None:
    compare(e, seed)


@pytest.mark.slow
@settings(max_examples=500, phases=GENERATE)
@given(expressions(depth=4), st.integers(0, 99))
def test_many_random_programs(e: Expr, seed: int) -> None:
    compare(e, seed)


def test_values_of_one_pass_that_a_wider_pass_reads(monkeypatch: pytest.MonkeyPatch) -> None:
    """They are stored, not computed again from variables that the wider pass does not have; one block has a row."""
    monkeypatch.setattr("espresso.compiler.lowering.lower.EXPENSIVE", 10**9)  # else they are arrays of earlier kernels
    from espresso.networks import lstm_step

    x, h, c = es.tensors("x[b,i] h[b,k] c[b,k]")
    W, U, d = es.tensors("W[g,k,i] U[g,k,m] d[g,k]")
    sizes = {"x": (3, 2), "h": (3, 150), "c": (3, 150), "W": (4, 150, 2), "U": (4, 150, 150), "d": (4, 150)}
    given = {n: np.random.default_rng(0).normal(size=s) for n, s in sizes.items()}
    new_h, new_c = lstm_step(x, h, c, W, U, d)
    program = [new_h, new_c, *es.grad(es.sum(new_h * new_h, *es.indices(" ".join(new_h.axes))), ["W", "U", "d", "x"])]
    case = Case(program, given)
    kernels = [k for k in case.simt("opencl").steps if isinstance(k, SimtKernel)]
    (waiting,) = [k for k in kernels if isinstance(k.schedule, Group) and k.schedule.waits]
    assert waiting.launch(case.size).grid[1] == 1  # else blocks read what other blocks have not stored yet
    agree(case.run(block=32), es.compile(program, target="numpy")(**given))


@pytest.mark.parametrize("dtype", ["float32", "float64", "int32"])
@pytest.mark.parametrize(("text", "shapes"), [
    ("C[i,k] = A[i,j]*B[j,k]", {"A": (70, 9), "B": (9, 68)}),
    ("C[i,k] = A[i,j]*B[j,k]", {"A": (70, 9), "B": (9, 67)}),
    ("C[k,i] = A[i,j]*B[j,k]", {"A": (72, 9), "B": (9, 66)}),
    ("C[b,i,k,l] = A[b,i,j]*B[b,j,k,l]", {"A": (2, 5, 9), "B": (2, 9, 7, 8)}),
    ("C[i,k] = A[i,j]*B[j,k]", {"A": (8, 5000), "B": (5000, 12)}),
])  # fmt: skip
def test_neighbours_of_a_thread_are_stored_as_such(text: str, shapes: dict[str, tuple[int, ...]], dtype: str) -> None:
    """Rows whose length is a multiple of a run, and others; results whose last axis is that of rows; parts of sums."""
    rng = np.random.default_rng(2)
    given = {n: rng.integers(-9, 9, s).astype(dtype) for n, s in shapes.items()}
    case = Case(text, given)
    program = case.simt("opencl")
    assert "sum[p][q]" in program.source and ("by_runs" in program.source) is (dtype != "int32")
    wanted = evaluate(es.parse(text), given)
    np.testing.assert_array_equal(run(program, case)[0], wanted)
    wrong = replace(program, source=program.source.replace("&& by_runs)", "&& by_runs && p)"))
    length = wanted.shape[-1]
    if dtype != "int32" and length % (4 if dtype == "float32" else 2) == 0 and "5000" not in str(shapes):
        assert not np.array_equal(run(wrong, case)[0], wanted)  # runs are what is stored there
