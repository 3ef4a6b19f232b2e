"""Kinds of kernels that the table has not, on the CUDA device in software: borders of what CUDA alone has."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import ml_dtypes
import numpy as np
import pytest
from device_acceptance import BLOCKS
from formulas import FORMULAS, arrays
from programs import Case
from test_cuda_text import run
from test_simt_golden import KERNELS, text

import espresso as es
from espresso.codegen.simt.launch import Geometry, Launch, TileGeometry
from espresso.reference.evaluator import evaluate
from espresso.runtime.device.launches import Layout

SOFTMAX = "p[i,k] = softmax[k](z[i,k])"
NORM = "n[i,k] = (z[i,k] - mean[k](z[i,k]))/sqrt(var[k](z[i,k]) + 1e-5)*g[k] + b[k]"
GOLDEN = Path(__file__).resolve().parent.parent / "golden" / "simt"


def some(rows: list[Any], of: int) -> list[Any]:
    """One row in so many for the quick tier; the others are marked slow."""
    return [
        pytest.param(*(r if isinstance(r, tuple) else (r,)), marks=[] if k % of == 0 else pytest.mark.slow)
        for k, r in enumerate(rows)
    ]


def near(value: Any, expected: Any, rtol: float = 1e-10) -> None:
    expected = np.asarray(expected)
    value = value if isinstance(value, np.ndarray) else value.get()
    assert value.shape == expected.shape
    wide = expected.dtype if expected.dtype.kind == "c" else np.float64
    np.testing.assert_allclose(value.astype(wide), expected.astype(wide), rtol=rtol, atol=rtol * max(1.0, np.abs(expected.astype(wide)).max(initial=0)))


@pytest.fixture
def few_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Launches with two blocks at most along what blocks walk in steps: they walk, as they do for long arrays only."""

    def fewer(geometry: type, most: Callable[[Any, Launch], tuple[int, ...]]) -> None:
        launch = geometry.launch  # type: ignore[attr-defined]

        def limited(self: Any, value: Any) -> Launch:
            found = launch(self, value)
            grid = tuple(min(n, m) for n, m in zip(found.grid, most(self, found), strict=True))
            return replace(found, grid=grid)

        monkeypatch.setattr(geometry, "launch", limited)

    many = 1 << 30
    fewer(Geometry, lambda g, _: (many,) * 3 if g.single or g.teams is not None else (2, many if g.collective else 2, 1))
    # of products, of transposed copies, of streams
    fewer(TileGeometry, lambda g, _: (many, 1, many) if g.parts is not None else (many if g.threads[1] > 1 else 2, 1, 1))


LONG: list[tuple[str, dict[str, Any]]] = [
    ("z[i,j] = x[i,j] + y[i]*v[j]", {"x": (700, 9), "y": (700,), "v": (9,)}),
    ("y[i] = exp(x[i])*2 + i", {"x": (5000,)}),
    ("z[i,j] = exp(x[j,i])*y[i]", {"x": (70, 75), "y": (75,)}),
    ("s[i] = sum[j](exp(x[i,j]))", {"x": (70, 300)}),
    ("s[j] = sum[i](exp(x[i,j]))", {"x": (70, 300)}),
    ("a[i] = argmax[j](x[i,j])", {"x": (70, 300)}),
    ("c[i,j] = cumsum[j](x[i,j])", {"x": (70, 300)}),
    (SOFTMAX, {"z": (70, 300)}),
    (NORM, {"z": (50, 700), "g": (700,), "b": (700,)}),
    ("p[i,k] = softmax[i](z[i,k])", {"z": (70, 90)}),
    ("C[i,k] = A[i,j]*B[j,k]", {"A": (70, 20), "B": (20, 150)}),
    ("a[i] = sum[j](exp(-sum[d]((x[i,d] - y[j,d])**2))*b[j])", {"x": (300, 3), "y": (270, 3), "b": (270,)}),
    ("s[i] = sum[k](x[i,k]); c[k] = sum[i](x[i,k]/(1 + s[i]**2))", {"x": (40, 70)}),
]  # fmt: skip


@pytest.mark.parametrize(("text", "row"), some(LONG, 3), ids=lambda v: v if isinstance(v, str) else "")
def test_blocks_that_walk(device: Any, few_blocks: None, text: str, row: dict[str, Any]) -> None:
    given = arrays(row)
    case = Case(text, given, target="gpu")
    for value, e in zip(run(case.simt("cuda"), case), [es.parse(text)], strict=True):
        near(value, evaluate(e, given), 1e-9)


WIDE = [(t, r) for t, r in FORMULAS[1::6]]


@pytest.mark.parametrize(("text", "row"), some(WIDE, 3), ids=lambda v: v if isinstance(v, str) else "")
def test_64_bit_indices(device: Any, monkeypatch: pytest.MonkeyPatch, text: str, row: dict[str, Any]) -> None:
    """Programs as they are written for arrays of 2^31 elements, whose lengths are arguments of 64 bits."""
    monkeypatch.setattr(Layout, "wide", property(lambda self: True))
    given = arrays(row)
    f = es.compile(text, target="gpu")
    near(f(**given), evaluate(es.parse(text), given), 1e-9)
    assert "const long long n_" in f.source or "C" in f.outputs or not f._last.generated.simt.steps


@pytest.mark.parametrize(("n", "dtype"), [(31, "float32"), (1025, "float64"), pytest.param(4097, "float16", marks=pytest.mark.slow),
                                          *(pytest.param(n, "float32", marks=pytest.mark.slow) for n in (16384, 16385))])  # fmt: skip
def test_rows_on_chip_and_longer_ones(device: Any, n: int, dtype: str) -> None:
    rng = np.random.default_rng(n)
    given = {"z": rng.normal(size=(5, n)).astype(dtype), "g": rng.normal(size=n).astype(dtype),
             "b": rng.normal(size=n).astype(dtype), "G": rng.normal(size=(5, n)).astype(dtype)}  # fmt: skip
    roots = [es.parse(SOFTMAX), *es.vjp(es.parse(NORM), ["z", "g", "b"], "G")]
    exact = {k: a.astype("float64") for k, a in given.items()}
    for value, e in zip(es.compile(roots, target="gpu")(**given), roots, strict=True):
        near(value, evaluate(e, exact), {"float64": 1e-10, "float32": 2e-5, "float16": 4e-3}[dtype])


@pytest.mark.parametrize("architecture", [75, 90])
@pytest.mark.parametrize(("dtype", "tf32"), [("float16", False), (ml_dtypes.bfloat16, False), ("float32", True), ("float32", False)])
def test_products_with_and_without_tensor_cores(device: Any, architecture: int, dtype: Any, tf32: bool) -> None:
    """Fragments as PTX lays them out: the same numbers as threads that multiply, in products and in attention."""
    device.architecture = architecture
    rng = np.random.default_rng(0)
    texts = ["C[b,i,k] = A[b,i,j]*B[b,k,j]", "o[i,e] = sum[j](softmax[j](sum[d](q[i,d]*k[j,d]))*v[j,e])"]
    shapes = {"A": (2, 70, 37), "B": (2, 67, 37), "q": (70, 24), "k": (90, 24), "v": (90, 24)}
    for formula in texts:
        given = {n: (0.3 * rng.normal(size=s)).astype(dtype) for n, s in shapes.items() if f"{n}[" in formula}
        case = Case(formula, given, target="gpu", tf32=tf32)
        (value,) = run(case.simt("cuda", tf32=tf32), case)
        exact = evaluate(es.parse(formula), {n: a.astype("float64") for n, a in given.items()})
        near(value, exact, 2e-2 if np.dtype(dtype).itemsize == 2 else 2e-3 if tf32 else 2e-5)


@pytest.mark.parametrize("seed", [0, *(pytest.param(s, marks=pytest.mark.slow) for s in range(1, 12))])
def test_views_of_device_arrays(device: Any, seed: int) -> None:
    """Strides of all signs, starts anywhere: offsets of the kernel are those of the view."""
    import stand_in

    rng = np.random.default_rng(seed)
    f = es.compile(["y[j,i] = 2*x[i,j]", "s[i] = sum[j](x[i,j]*w[j])", "p[i,k] = softmax[k](x[i,k])"], target="gpu")
    for _ in range(4):
        base = stand_in.asarray(rng.normal(size=rng.integers(3, 90, 2)))
        a, b = (slice(None, None, int(rng.choice([-3, -2, -1, 1, 2]))) for _ in range(2))
        x = base[a, b] if rng.random() < 0.5 else base.T[1:, 1:]
        w = stand_in.asarray(rng.normal(size=x.shape[1]))
        y, s, p = f(x=x, w=w)
        near(y, 2 * x.get().T)
        near(s, x.get() @ w.get())
        e = np.exp(x.get() - x.get().max(1, keepdims=True))
        near(p, e / e.sum(1, keepdims=True))


def test_graphs_products_and_functions_of_matrices(device: Any) -> None:
    """The second call with the same addresses records, the third replays; cuBLAS and cuSOLVER by their arguments."""
    rng = np.random.default_rng(0)
    f = es.compile(["C[i,k] = exp(A[i,j])*B[j,k]", "s[i] = sum[k](exp(0.1*A[i,k]))*a"], target="gpu")
    A, B, C, s = rng.normal(size=(30, 20)), rng.normal(size=(20, 9)), np.empty((30, 9)), np.empty(30)
    for turn in range(4):
        before = device.graphs
        f(A=A, B=B, a=turn, out=(C, s))
        near(C, np.exp(A) @ B)
        near(s, np.exp(0.1 * A).sum(1) * turn)
        assert device.graphs - before == (turn == 1)
    assert device.products
    g = es.compile("x[i] = solve[i,j](M[i,j], v[j]) + inv[i,j](M[i,j])*v[j]", target="gpu")
    M, v = rng.normal(size=(7, 7)) + 7 * np.eye(7), rng.normal(size=7)
    near(g(M=M, v=v), 2 * np.linalg.solve(M, v))


@pytest.mark.slow
def test_a_large_symmetric_product(device: Any) -> None:
    x, s = np.random.default_rng(0).normal(size=(513, 1030)), np.random.default_rng(1).normal(size=513)
    f = es.compile("H[j,k] = sum[i](s[i]*X[i,j]*X[i,k])", target="gpu")
    near(f(s=s, X=x), x.T @ (s[:, None] * x))
    assert device.products > 1


@pytest.mark.parametrize("name", some(list(BLOCKS), 2))
def test_blocks_of_networks_and_their_gradients(device: Any, name: str) -> None:
    text, shapes = BLOCKS[name]
    e, rng = es.parse(text), np.random.default_rng(0)
    given = {n: rng.normal(size=s).astype("float32") for n, s in shapes.items()}
    given["G"] = np.asarray(rng.normal(size=np.shape(evaluate(e, given)))).astype("float32")
    roots = [e, *es.vjp(e, list(shapes), "G")]
    for value, root in zip(es.compile(roots, target="gpu")(**given), roots, strict=True):
        near(value, evaluate(root, {n: a.astype("float64") for n, a in given.items()}), 2e-4)


@pytest.mark.parametrize("name", some(list(KERNELS), 4))
def test_the_golden_texts_run(device: Any, name: str) -> None:
    """The committed texts as they are: each kernel once, whatever its result; `test_simt_golden` compares the text."""
    formula, shapes, dtype = KERNELS[name]
    assert (GOLDEN / f"{name}.cu").read_text() == text(name, "cuda")
    rng = np.random.default_rng(0)
    given = {n: rng.integers(0, 5, s) if n == "idx" else rng.uniform(0.5, 2, s).astype(dtype) for n, s in shapes.items()}
    small = dict.fromkeys(("x", "b"), 300) | {"y": 130} if name == "kernel_sum" else {}
    given = {n: a[: small.get(n, len(a))] if name == "kernel_sum" and n != "b" else a for n, a in given.items()}
    if name == "kernel_sum":
        given["b"] = given["b"][:130]
    case = Case(formula, given, target="gpu")
    values = run(case.simt("cuda"), case)
    expected = evaluate(es.parse(formula), given)
    near(values[-1], expected, {"float16": 2e-2, "float32": 2e-4, "complex64": 2e-5}.get(dtype, 1e-9))
