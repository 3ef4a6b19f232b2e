"""Names in backquotes, whatever they mean to a language or a compiler, are names: on every target, and in saved modules."""

from __future__ import annotations

import ast
import runpy
from typing import Any

import numpy as np
import pytest
from hostile_names import ROLES, programs

import espresso as es
from espresso.formulas.graph.python_names import is_used
from espresso.reference.evaluator import evaluate

MORE = [pytest.param(turn, marks=pytest.mark.slow) for turn in range(1, ROLES)]


def wanted(texts: list[str], arrays: dict[str, Any]) -> list[Any]:
    return [evaluate(e, {n: arrays[n] for n in e.inputs}) for e in map(es.parse, texts)]


@pytest.mark.parametrize("turn", [0, *MORE])
@pytest.mark.parametrize("target", ["cpu", "numpy"])
def test_names_of_all_kinds(target: str, turn: int) -> None:
    for texts, arrays in programs(turn):
        f = es.compile(texts, target=target)
        values = f(*(arrays[n] for n in f.inputs))
        for value, other, text in zip(values, wanted(texts, arrays), texts, strict=True):
            np.testing.assert_allclose(value, other, rtol=1e-12, err_msg=text)


@pytest.mark.parametrize("target", ["cpu", "numpy"])
def test_saved_modules(target: str, tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pytest.importorskip("numba").config, "DISABLE_JIT", 1)  # the text is what is looked at
    for number, (texts, arrays) in enumerate(programs(0, one="sign", other="floor")):
        f = es.compile(texts, target=target)
        given = [arrays[n] for n in f.inputs]
        program = runpy.run_path(str(f.save(tmp_path / f"saved{number}.py")))["program"]
        for value, other, text in zip(program(*given), wanted(texts, arrays), texts, strict=True):
            np.testing.assert_allclose(value, other, rtol=1e-12, err_msg=text)


DRIVERS: list[tuple[str, dict[str, tuple[int, ...]], str, dict[str, int]]] = [
    ("C[i,k] = A[i,j]*B[j,k]; S[i,j] = C[k,i]*C[k,j]", {"A": (60, 60), "B": (60, 60)}, "float64", {}),
    ("y[n,k,p,q] = relu(pad(x)[n,c,p+r-1,q+s-1]*w[k,c,r,s])", {"x": (2, 32, 28, 28), "w": (32, 32, 3, 3)}, "float32", {"p": 28, "q": 28}),
    ("o[h,i,e] = softmax[j](q[h,i,d]*k[h,j,d]*0.125)*v[h,j,e]", dict.fromkeys("qkv", (2, 700, 16)), "float32", {}),
    ("y[i] = inv[i,j](A[i,j])*v[j]", {"A": (5, 5), "v": (5,)}, "float64", {}),
    ("y[i] = x[i]*2", {"x": (50,)}, "float16", {}),
    ("y[i] = sin(x[i]) + cumsum[i](x[i]*gamma(x[i]))", {"x": (50,)}, "float64", {}),
]


@pytest.mark.parametrize(("text", "shapes", "dtype", "sizes"), DRIVERS, ids=[d[0] for d in DRIVERS])
def test_names_that_a_driver_needs_are_kept_for_it(text: str, shapes: Any, dtype: str, sizes: Any) -> None:
    """What ``run`` and ``program`` take from the module around them; a local array of that name would hide it."""
    rng = np.random.default_rng(0)
    f = es.compile(text, target="cpu", sizes=sizes)
    f(**{n: rng.uniform(1, 2, size=s).astype(dtype) for n, s in shapes.items()})
    seen = 0
    for function in ast.parse(f.source).body:
        if not isinstance(function, ast.FunctionDef) or function.name not in ("run", "program"):
            continue
        names = [n for n in ast.walk(function) if isinstance(n, ast.Name)]
        local = {n.id for n in names if isinstance(n.ctx, ast.Store)} | {a.arg for a in function.args.args}
        needed = {n.id for n in names} - local
        assert all(is_used(n) or n.startswith("kernel_") for n in needed), needed
        seen += len(needed)
    assert seen


def test_kernels_and_arrays_have_names_of_their_own(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pytest.importorskip("numba").config, "DISABLE_JIT", 1)
    f = es.compile(["y[i] = floor(kernel_y[i])*kernel_kernel_y", "kernel_z[i] = floor(kernel_y[i])", "z[j,i] = floor(a[j])*v[i]"])
    assert len({*f.kernels, *f.inputs, *f.outputs}) == len(f.kernels) + len(f.inputs) + len(f.outputs)
    x = np.linspace(1, 3, 3)
    program = runpy.run_path(str(f.save(tmp_path / "saved.py")))["program"]
    for value, other in zip(program(x, np.array(2.0), x, x), f(x, 2.0, x, x), strict=True):
        np.testing.assert_array_equal(value, other)
