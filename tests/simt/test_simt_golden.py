"""The text of 25 kinds of kernels, word for word: a change of the emitter shows here first.

After a wanted change: ``python tests/simt/test_simt_golden.py`` writes the files anew.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from programs import Case

GOLDEN = Path(__file__).resolve().parent.parent / "golden" / "simt"

KERNELS: dict[str, tuple[str, dict[str, tuple[int, ...]], str]] = {
    "elementwise": ("y[i] = exp(-x[i])*2 + x[i]", {"x": (8,)}, "float32"),
    "broadcast": ("z[i,j] = x[i,j] + y[i]*v[j]", {"x": (4, 8), "y": (4,), "v": (8,)}, "float32"),
    "transposing": ("z[i,j] = exp(x[j,i])*y[i]", {"x": (4, 5), "y": (5,)}, "float32"),
    "row_sum": ("s[i] = sum[j](exp(x[i,j]))", {"x": (4, 5)}, "float32"),
    "column_sum": ("s[j] = sum[i](exp(x[i,j])*v[i])", {"x": (4, 5), "v": (4,)}, "float32"),
    "full_sum": ("s = sum[i](x[i]*y[i])", {"x": (9,), "y": (9,)}, "float64"),
    "maximum": ("m[i] = max[j](x[i,j])", {"x": (4, 5)}, "float32"),
    "argmax": ("a[i] = argmax[j](x[i,j])", {"x": (4, 5)}, "float32"),
    "any": ("a[i] = any[j](x[i,j] > 0.5)", {"x": (4, 5)}, "float32"),
    "softmax": ("p[i,k] = softmax[k](z[i,k])", {"z": (4, 5)}, "float32"),
    "layer_norm": ("n[i,k] = (z[i,k] - mean[k](z[i,k]))/sqrt(var[k](z[i,k]) + 1e-5)*g[k] + b[k]",
                   {"z": (4, 5), "g": (5,), "b": (5,)}, "float32"),
    "cumulative_sum": ("c[i,j] = cumsum[j](x[i,j])", {"x": (4, 5)}, "float32"),
    "gather": ("y[b,k] = W[idx[b],k]", {"W": (5, 3), "idx": (7,)}, "float32"),
    "scatter": ("dW[p,k] = sum[b](c[b,k]*(p == idx[b])) + W[p,k]", {"c": (7, 3), "idx": (7,), "W": (5, 3)}, "float32"),
    "correlation": ("y[p] = sum[r](pad(x)[p+r-1]*w[r]) + x[p]", {"x": (9,), "w": (3,)}, "float32"),
    "gaussian": ("a[i] = sum[j](exp(-sum[d]((x[i,d] - y[j,d])**2))*b[j])", {"x": (6, 3), "y": (7, 3), "b": (7,)},
                 "float32"),
    "kernel_sum": ("a[i] = sum[j](exp(-sum[d]((x[i,d] - y[j,d])**2))*b[j])", {"x": (8192, 2), "y": (2048, 2), "b": (2048,)},
                   "float32"),
    "matrix_product": ("C[i,k] = A[i,j]*B[j,k]", {"A": (4, 5), "B": (5, 6)}, "float32"),
    "batched_product": ("C[b,i,k] = A[b,i,j]*B[b,k,j]", {"A": (3, 4, 5), "B": (3, 6, 5)}, "float64"),
    "half": ("y[i] = 2*x[i] + 1", {"x": (8,)}, "float16"),
    "special": ("y[i] = digamma(x[i]) + softplus(x[i])", {"x": (8,)}, "float64"),
    "carried_sums": ("s[i] = sum[k](x[i,k]); c[k] = sum[i](x[i,k]/s[i])", {"x": (4, 5)}, "float32"),
    "tensor_cores": ("C[i,k] = A[i,j]*B[j,k]", {"A": (4, 5), "B": (5, 6)}, "float16"),
    "complex": ("y[i] = exp(z[i])*conj(z[i]) + 1", {"z": (8,)}, "complex64"),
    "whole_numbers": ("y[i,j] = x[i]//2 - x[j]%3", {"x": (8,)}, "int32"),
}  # fmt: skip
BOTH = ("broadcast", "softmax", "argmax", "scatter", "kernel_sum", "matrix_product", "half", "carried_sums", "complex")
FILES = [*((n, "cuda") for n in KERNELS), *((n, "opencl") for n in BOTH)]


def text(name: str, dialect: str) -> str:
    """The program of one kind."""
    formula, shapes, dtype = KERNELS[name]
    given = {n: np.zeros(s, np.int64 if n == "idx" else dtype) for n, s in shapes.items()}
    return Case(formula, given).simt(dialect).source


def path(name: str, dialect: str) -> Path:
    """Where the text is kept."""
    return GOLDEN / f"{name}.{'cu' if dialect == 'cuda' else 'cl'}"


@pytest.mark.parametrize(("name", "dialect"), FILES)
def test_text_of_kernels(name: str, dialect: str) -> None:
    assert path(name, dialect).read_text() == text(name, dialect)


def test_no_file_is_left_over() -> None:
    assert {p.name for p in GOLDEN.iterdir()} == {path(n, d).name for n, d in FILES}


if __name__ == "__main__":
    GOLDEN.mkdir(parents=True, exist_ok=True)
    for one in FILES:
        path(*one).write_text(text(*one))
