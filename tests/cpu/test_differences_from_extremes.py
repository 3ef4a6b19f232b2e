"""An element less the maximum of all is 0 at one of them, and never positive: no product is fused into the difference."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import espresso as es

needs_cc = pytest.mark.skipif(shutil.which("cc") is None, reason="no C compiler")

FORMULAS = {
    "softmax": ("y[i,j] = softmax[j](A[i,j]*b[j])", lambda x: x == x.max(axis=1, keepdims=True)),
    "softmax by hand": (
        "m[i] = max[k](A[i,k]*b[k])\ne[i,j] = exp(A[i,j]*b[j] - m[i])\ny[i,j] = e[i,j]/sum[k](e[i,k])",
        lambda x: x == x.max(axis=1, keepdims=True),
    ),
    "logsumexp": ("y[i] = logsumexp[j](A[i,j]*b[j])", lambda x: x.max(axis=1)),
    "root": (
        "m[i] = max[k](A[i,k]*b[k])\ny[i,j] = sqrt(m[i] - A[i,j]*b[j])",
        lambda x: np.sqrt(x.max(axis=1, keepdims=True) - x),
    ),
    "stored maximum": (
        "m = max[i,k](A[i,k]*b[k])\ny[i,j] = sqrt(m - A[i,j]*b[j])", lambda x: np.sqrt(x.max() - x),
    ),
}  # fmt: skip


def inputs(dtype: str, rows: int = 5, columns: int = 70) -> dict[str, Any]:
    """Arrays whose products have a last digit that is far above 700."""
    rng = np.random.default_rng(1)
    large = 1e6 if dtype == "float32" else 1e10
    return {n: (large * rng.standard_normal(s)).astype(dtype) for n, s in (("A", (rows, columns)), ("b", columns))}


@pytest.mark.parametrize("name", FORMULAS)
@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("columns", [1, 3, 70, 1000])
def test_values(name: str, dtype: str, columns: int) -> None:
    text, expected = FORMULAS[name]
    given = inputs(dtype, columns=columns)
    found = es.compile(text)(**given)
    np.testing.assert_allclose(found, expected(given["A"] * given["b"]), rtol=1e-5 if dtype == "float32" else 1e-13)


def test_gradients() -> None:
    given = inputs("float64")
    x = given["A"] * given["b"]
    of_b = es.compile(es.grad("s = sum[i](logsumexp[j](A[i,j]*b[j]))", "b"))(**given)
    np.testing.assert_allclose(of_b, ((x == x.max(axis=1, keepdims=True)) * given["A"]).sum(axis=0), rtol=1e-12)


@pytest.mark.parametrize("library", [False, pytest.param(True, marks=needs_cc)])
@pytest.mark.parametrize("name", FORMULAS)
def test_saved_programs(name: str, library: bool, tmp_path: Path) -> None:
    text, expected = FORMULAS[name]
    given = inputs("float32")
    f = es.compile(text)
    f(**given)
    x = given["A"] * given["b"]
    f.save(tmp_path / "kept.py", library=library)
    np.savez(tmp_path / "given.npz", **given)
    script = "import numpy as np, kept; g = np.load('given.npz'); np.save('found.npy', kept.program(A=g['A'], b=g['b']))"
    subprocess.run([sys.executable, "-c", script], cwd=tmp_path, check=True, capture_output=True)
    np.testing.assert_allclose(np.load(tmp_path / "found.npy"), expected(x), rtol=1e-5)


@pytest.mark.parametrize("name", FORMULAS)
def test_functions_for_numba(name: str) -> None:
    text, expected = FORMULAS[name]
    given = inputs("float32")
    f = es.compile(text)
    f(**given)
    found = np.asarray(f.numba()(*[given[n] for n in f.inputs]))
    np.testing.assert_allclose(found, expected(given["A"] * given["b"]), rtol=1e-5)
