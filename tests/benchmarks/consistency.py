"""``espresso bench --consistency``: what should take a small multiple of the same time, beside each other.

The gradient of a formula is a few times its value, the product of a Hessian with a vector a few times the gradient,
and formulas with the same value take the same time, however they are written.  Where that is not so, a pass of the
compiler misses a derivative, or a way to write something.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from .shapes import ELEMENTS, ROUNDS, SIDE

Array = np.ndarray
PAGE = "consistency.md"
LENGTHS = (8, 128, 8000)
SMALL = 2000
"""Rows and columns of arrays whose values are counted by pairs of positions."""

FACTOR = 6.0
"""A gradient, or a product with a Hessian, that takes more than so many times what it is derived from is marked."""
SLOWER = 1.5
"""So is a way to write a formula that takes so many times the fastest one."""

Shapes = dict[str, tuple[int, ...]]


@dataclass(frozen=True)
class Derived:
    """A formula, the input by which it is derived, and the shapes of its inputs by m rows of n; none where rows are too long.

    ``t`` and ``p`` are positions of rows.
    """

    text: str
    wrt: str
    shapes: Callable[[int, int], Shapes]


def _by(**axes: str) -> Callable[[int, int], Shapes]:
    """Inputs by the letters of their axes: m rows of n, c channels, k taps."""

    def shapes(m: int, n: int) -> Shapes:
        lengths = {"m": m, "n": n, "k": 5, "c": 8}
        return {name: tuple(lengths[a] for a in letters) for name, letters in axes.items()}

    return shapes


def _matrices(**axes: str) -> Callable[[int, int], Shapes]:
    """Stacks of small matrices, with rows of at most `SIDE` numbers."""

    def shapes(m: int, n: int) -> Shapes:
        lengths = {"m": max(1, m // n), "n": n}
        return {name: tuple(lengths[a] for a in letters) for name, letters in axes.items()} if n <= SIDE else {}

    return shapes


def _square(**axes: str) -> Callable[[int, int], Shapes]:
    """Arrays over pairs of the numbers of one row, of at most 128 numbers."""

    def shapes(m: int, n: int) -> Shapes:
        lengths = {"m": max(1, m // n), "n": n}
        return {name: tuple(lengths[a] for a in letters) for name, letters in axes.items()} if n <= 128 else {}

    return shapes


def _images(m: int, n: int) -> Shapes:
    side = max(4, int((m * n / 8) ** 0.5))
    return {"A": (8, side, side), "w": (8, 3, 3)} if n == 128 else {}


MATRIX = _by(A="mn")
DERIVED = (
    Derived("y[i,j] = A[i,j]*c[j] + b[j]", "A", _by(A="mn", c="n", b="n")),
    Derived("y[i,j] = A[i,j]*c[j] + b[j]", "c", _by(A="mn", c="n", b="n")),
    Derived("y[i,j] = tanh(A[i,j] + b[i])", "b", _by(A="mn", b="m")),
    Derived("y[i,j] = gelu(A[i,j])", "A", MATRIX),
    Derived("y[i,j] = A[i,j]**c[j]", "c", _by(A="mn", c="n")),
    Derived("y[i] = sum[j](A[i,j]**2)", "A", MATRIX),
    Derived("y[i] = prod[j](A[i,j])", "A", MATRIX),
    Derived("y[j] = prod[i](A[i,j])", "A", MATRIX),
    Derived("y[i] = max[j](A[i,j])", "A", MATRIX),
    Derived("y[j] = max[i](A[i,j])", "A", MATRIX),
    Derived("y[i] = max[j](A[i,j]) - min[j](A[i,j])", "A", MATRIX),
    Derived("y[i] = norm[j](A[i,j])", "A", MATRIX),
    Derived("y[i] = logsumexp[j](A[i,j])", "A", MATRIX),
    Derived("y[j] = logsumexp[i](A[i,j])", "A", MATRIX),
    Derived("y[i] = std[j](A[i,j])", "A", MATRIX),
    Derived("y[i] = A[i,j]*w[j]", "A", _by(A="mn", w="n")),
    Derived("y[i] = A[i,j]*w[j]", "w", _by(A="mn", w="n")),
    Derived("y[i] = sqrt(sum[j]((A[i,j] - B[i,j])**2))", "A", _by(A="mn", B="mn")),
    Derived("y[i,j] = softmax[j](A[i,j])", "A", MATRIX),
    Derived("y[i,j] = softmax[i](A[i,j])", "A", MATRIX),
    Derived("y[i,j] = log_softmax[j](A[i,j])", "A", MATRIX),
    Derived("y[i,j] = (A[i,j] - mean[k](A[i,k]))/sqrt(var[k](A[i,k]) + 1e-5)", "A", MATRIX),
    Derived("y[i,j] = A[i,j]/sum[k](A[i,k])", "A", MATRIX),
    Derived("y[i,j] = A[i,j]/(1e-3 + max[k](A[i,k]))", "A", MATRIX),
    Derived("y[j,i] = A[i,j]**2", "A", MATRIX),
    Derived("y[i,j] = A[i,j]*A[j,i]", "A", _square(A="nn")),
    Derived("y[i,j] = (A[i,j+1] - A[i,j])**2", "A", MATRIX),
    Derived("y[i,j] = (A[i+1,j] - A[i,j])**2", "A", MATRIX),
    Derived("y[i,j] = sum[k](A[i,j+k]*w[k])", "A", _by(A="mn", w="k")),
    Derived("y[i,j] = sum[k](A[i,j+k]*w[k])", "w", _by(A="mn", w="k")),
    Derived("y[i,j] = A[i,2*j]*A[i,2*j+1]", "A", MATRIX),
    Derived("k : index 2\ny[i,j] = max[k](A[i,2*j+k])", "A", MATRIX),
    Derived("y[o,p,q] = sum[r,s](A[o,p+r,q+s]*w[o,r,s])", "A", _images),
    Derived("y[o,p,q] = sum[r,s](A[o,p+r,q+s]*w[o,r,s])", "w", _images),
    Derived("y[i,j] = A[t[i],j]**2", "A", _by(A="mn", t="m")),
    Derived("y[i] = A[i,p[i]]**2", "A", _by(A="mn", p="m")),
    Derived("y[i,j] = cumsum[j](A[i,j])**2", "A", MATRIX),
    Derived("y[i,j] = cumsum[i](A[i,j])**2", "A", MATRIX),
    Derived("y[i,j] = reverse_cumsum[j](A[i,j])**2", "A", MATRIX),
    Derived("y[i,j] = cumprod[j](A[i,j])", "A", MATRIX),
    Derived("y[i,j] = cumprod[i](A[i,j])", "A", MATRIX),
    Derived("y[i,j] = A[i,j] + sum[k](A[i,k]**2*(k <= j))", "A", MATRIX),
    Derived("y[i,j] = A[i,j] + max[k](where(k <= j, A[i,k], -inf))", "A", _square(A="mn")),
    Derived("h[i,0] = A[i,0]\nh[i,j] = tanh(h[i,j-1] + A[i,j])", "A", MATRIX),
    Derived("h[0,j] = A[0,j]\nh[i,j] = 0.9*h[i-1,j] + A[i,j]", "A", MATRIX),
    Derived("y[i,j] = sort[j](A[i,j])", "A", MATRIX),
    Derived("y[i,j] = clip(A[i,j], 0.2, c[j])", "c", _by(A="mn", c="n")),
    Derived("y[i,j] = where(A[i,j] > b[j], A[i,j]*b[j], 0)", "b", _by(A="mn", b="n")),
    Derived("y[i,j] = A[i,j]*(j <= i)", "A", _square(A="nn")),
    Derived("y[i,j] = abs(A[i,j] - A[j,i])", "A", _square(A="nn")),
    Derived("y[i,j] = exp(-sum[d]((A[i,d] - B[j,d])**2))", "A", lambda m, n: {"A": (1000, n), "B": (500, n)} if n < 1000 else {}),
    Derived("y[i] = min[j](sum[d]((A[i,d] - B[j,d])**2))", "A", lambda m, n: {"A": (1000, n), "B": (500, n)} if n < 1000 else {}),
    Derived("y[b] = det[i,j](A[b,i,j] + 3*(i == j))", "A", _matrices(A="mnn")),
    Derived("y[b,i,j] = inv[i,j](A[b,i,j] + 3*(i == j))", "A", _matrices(A="mnn")),
    Derived("y[b] = x[b,i]*A[b,i,j]*x[b,j]", "x", _matrices(A="mnn", x="mn")),
    Derived("C[b,i,k] = A[b,i,j]*B[b,j,k]", "A", _matrices(A="mnn", B="mnn")),
    Derived("y[i,k] = tanh(A[i,j]*W[j,k])", "W", _by(A="mn", W="nc")),
    Derived("y[i,k] = relu(A[i,j]*W[j,k] + b[k])", "A", _by(A="mn", W="nc", b="c")),
    Derived("y[i] = sum[k](exp(A[i,j]*W[j,k])*v[k])", "W", _by(A="mn", W="nc", v="c")),
    Derived("L = -sum[i,k](log_softmax[k](A[i,j]*W[j,k])*T[i,k])", "W", _by(A="mn", W="nc", T="mc")),
    Derived("L = mean[i,j](log(1 + exp(-A[i,j]*c[j])))", "c", _by(A="mn", c="n")),
    Derived("L = sum[i,j]((A[i,j] - U[i,k]*V[j,k])**2)", "U", lambda m, n: {"A": (m, n), "U": (m, 8), "V": (n, 8)}),
)  # fmt: skip


@dataclass(frozen=True)
class Written:
    """Formulas with the same value, and the shapes of their inputs."""

    texts: tuple[str, ...]
    shapes: Shapes


_ROWS: Shapes = {"A": (4000, 128)}
_LONG: Shapes = {"x": (200_000,)}
_PAIR: Shapes = {"A": (700, 700), "B": (700, 700)}
_VECTORS: Shapes = {"A": (SMALL, SMALL), "x": (SMALL,), "z": (SMALL,)}

WRITTEN = (
    Written((
        "y[i,j] = softmax[j](A[i,j])",
        "y[i,j] = exp(A[i,j])/sum[k](exp(A[i,k]))",
        "e[i,j] = exp(A[i,j])\ny[i,j] = e[i,j]/sum[k](e[i,k])",
        "m[i] = max[j](A[i,j])\ny[i,j] = exp(A[i,j] - m[i])/sum[k](exp(A[i,k] - m[i]))",
        "y[i,j] = exp(A[i,j] - logsumexp[k](A[i,k]))",
        "y[i,j] = exp(log_softmax[j](A[i,j]))",
        "y[i,j] = 1/sum[k](exp(A[i,k] - A[i,j]))",
        "s[j,i] = A[i,j]\ny[i,j] = exp(s[j,i])/sum[k](exp(s[k,i]))",
    ), _ROWS),
    Written((
        "y[i] = logsumexp[j](A[i,j])",
        "y[i] = log(sum[j](exp(A[i,j])))",
        "m[i] = max[j](A[i,j])\ny[i] = m[i] + log(sum[j](exp(A[i,j] - m[i])))",
        "e[j,i] = exp(A[i,j])\ny[i] = log(sum[j](e[j,i]))",
    ), _ROWS),
    Written((
        "y[i] = var[j](A[i,j])",
        "y[i] = mean[j]((A[i,j] - mean[k](A[i,k]))**2)",
        "m[i] = mean[j](A[i,j])\ny[i] = mean[j]((A[i,j] - m[i])**2)",
        "m[i] = sum[j](A[i,j])/size(A,1)\nd[j,i] = A[i,j] - m[i]\ny[i] = sum[j](d[j,i]*d[j,i])/size(A,1)",
        "y[i] = sum[j,k]((A[i,j] - A[i,k])**2)/(2*size(A,1)**2)",
    ), _ROWS),
    Written((
        "y[i] = norm[j](A[i,j])",
        "y[i] = sqrt(sum[j](A[i,j]**2))",
        "y[i] = sqrt(sum[j](A[i,j]*A[i,j]))",
        "y[i] = sum[j](abs(A[i,j])**2)**0.5",
        "q[i,j] = A[i,j]*A[i,j]\ny[i] = sqrt(sum[j](q[i,j]))",
    ), _ROWS),
    Written((
        "y[i,j] = cumsum[j](A[i,j])",
        "j : index 128\ny[i,j] = sum[k](A[i,k]*(k <= j))",
        "j : index 128\ny[i,j] = sum[k](where(k <= j, A[i,k], 0))",
        "j : index 128\ny[i,j] = sum[k](where(k > j, 0, A[i,k]))",
        "j : index 128\ny[i,j] = sum[k](A[i,k]*(j >= k))",
        "j : index 128\ny[i,j] = sum[k](A[i,k]) - sum[k](A[i,k]*(k > j))",
        "y[i,0] = A[i,0]\ny[i,j] = y[i,j-1] + A[i,j]",
        "j : index 128\nk : index 128\nT[k,j] = k <= j\ny[i,j] = A[i,k]*T[k,j]",
    ), _ROWS),
    Written((
        "y[i] = max[j](A[i,j])",
        "y[i] = -min[j](-A[i,j])",
        "B[j,i] = A[i,j]\ny[i] = max[j](B[j,i])",
        "y[i] = A[i,argmax[j](A[i,j])]",
        "y[i] = max[j](where(A[i,j] > 0, A[i,j], A[i,j]))",
    ), _ROWS),
    Written((
        "j : index 128\ny[i,j] = max[k](where(k <= j, A[i,k], -inf))",
        "y[i,0] = A[i,0]\ny[i,j] = max(y[i,j-1], A[i,j])",
    ), _ROWS),
    Written((
        "y[i] = A[i,size(A,1)-1]",
        "y[i] = sum[j](A[i,j]*(j == size(A,1) - 1))",
        "y[i] = sum[j](where(j == size(A,1) - 1, A[i,j], 0))",
    ), _ROWS),
    Written((
        "y[i] = x[i]*x[i]*x[i]*x[i]",
        "y[i] = x[i]**4",
        "y[i] = (x[i]**2)**2",
        "k : index 4\ny[i] = prod[k](x[i])",
        "y[i] = exp(4*log(x[i]))",
    ), _LONG),
    Written((
        "y[i] = logistic(x[i])",
        "y[i] = 1/(1 + exp(-x[i]))",
        "y[i] = exp(x[i])/(1 + exp(x[i]))",
        "y[i] = 0.5*(1 + tanh(x[i]/2))",
        "e[i] = exp(-x[i])\ny[i] = 1/(1 + e[i])",
        "y[i] = 1 - 1/(1 + exp(x[i]))",
    ), _LONG),
    Written((
        "y[i] = softplus(x[i])",
        "y[i] = log(1 + exp(x[i]))",
        "y[i] = log1p(exp(x[i]))",
        "y[i] = max(x[i], 0) + log1p(exp(-abs(x[i])))",
        "y[i] = logaddexp(0, x[i])",
        "y[i] = -log(1 - 1/(1 + exp(-x[i])))",
    ), _LONG),
    Written((
        "y[i] = relu(x[i])",
        "y[i] = max(x[i], 0)",
        "y[i] = where(x[i] > 0, x[i], 0)",
        "y[i] = x[i]*(x[i] > 0)",
        "y[i] = (x[i] + abs(x[i]))/2",
        "y[i] = clip(x[i], 0, inf)",
    ), _LONG),
    Written((
        "y[i] = 0.5*x[i]*(1 + erf(x[i]/sqrt(2)))",
        "y[i] = gelu(x[i])",
        "y[i] = x[i]*normcdf(x[i])",
        "y[i] = 0.5*x[i]*erfc(-x[i]/sqrt(2))",
    ), _LONG),
    Written((
        "y[i] = x[i+1] - x[i]",
        "k : index 2\ny[i] = sum[k](x[i+k]*(2*k - 1))",
        "k : index 2\nd[k,i] = x[i+k]\ny[i] = d[1,i] - d[0,i]",
        "y[i] = -x[i] + x[1+i]",
    ), _LONG),
    Written((
        "y[i] = (x[i] + x[i+1] + x[i+2] + x[i+3])/4",
        "k : index 4\ny[i] = mean[k](x[i+k])",
        "k : index 4\ny[i] = sum[k](x[i+k])/4",
        "k : index 4\nu[i,k] = x[i+k]\ny[i] = mean[k](u[i,k])",
        "k : index 4\nu[k,i] = x[i+k]\ny[i] = mean[k](u[k,i])",
        "i : index 199997\ny[i] = sum[j](x[j]*(j >= i)*(j < i + 4))/4",
    ), _LONG),
    Written((
        "y[i] = A[i,j]*x[j]",
        "y[i] = sum[j](x[j]*A[i,j])",
        "B[j,i] = A[i,j]\ny[i] = B[j,i]*x[j]",
        "P[i,j] = A[i,j]*x[j]\ny[i] = sum[j](P[i,j])",
        "P[j,i] = A[i,j]*x[j]\ny[i] = sum[j](P[j,i])",
        "y[i] = sum[j,k](A[i,k]*(j == k)*x[j])",
        "y[i] = sum[j](A[i,j]*x[j] + 0*x[j])",
    ), _VECTORS),
    Written((
        "s = x[i]*A[i,j]*z[j]",
        "s = sum[i](x[i]*sum[j](A[i,j]*z[j]))",
        "s = sum[j](z[j]*sum[i](A[i,j]*x[i]))",
        "O[i,j] = x[i]*z[j]\ns = sum[i,j](O[i,j]*A[i,j])",
        "P[j,i] = A[i,j]*x[i]*z[j]\ns = sum[i,j](P[j,i])",
    ), _VECTORS),
    Written((
        "y[i] = (A[i,j] - x[i]*z[j])*x[j]",
        "D[i,j] = A[i,j] - x[i]*z[j]\ny[i] = D[i,j]*x[j]",
        "D[j,i] = A[i,j] - x[i]*z[j]\ny[i] = D[j,i]*x[j]",
        "y[i] = A[i,j]*x[j] - x[i]*sum[j](z[j]*x[j])",
    ), _VECTORS),
    Written((
        "C[i,k] = A[i,j]*B[j,k]",
        "T[j,i] = A[i,j]\nC[i,k] = T[j,i]*B[j,k]",
        "C[i,k] = sum[j]((A[i,j] + 0.0)*(2*B[j,k])/2)",
        "T[k,i] = A[i,j]*B[j,k]\nC[i,k] = T[k,i]",
        "C[i,k] = sum[j,l](A[i,j]*(j == l)*B[l,k])",
    ), _PAIR),
    Written((
        "s = sum[i,j,k](A[i,j]*B[j,k])",
        "C[i,k] = A[i,j]*B[j,k]\ns = sum[i,k](C[i,k])",
        "s = sum[j](sum[i](A[i,j])*sum[k](B[j,k]))",
    ), _PAIR),
    Written((
        "t = A[i,j]*B[j,i]",
        "C[i,k] = A[i,j]*B[j,k]\nt = sum[i](C[i,i])",
        "C[i,k] = A[i,j]*B[j,k]\nt = sum[i,k](C[i,k]*(i == k))",
    ), _PAIR),
    Written((
        "D[i,j] = sum[k]((A[i,k] - B[j,k])**2)",
        "D[i,j] = sum[k](A[i,k]**2) - 2*sum[k](A[i,k]*B[j,k]) + sum[k](B[j,k]**2)",
        "D[i,j] = sum[k]((A[i,k] - B[j,k])*(A[i,k] - B[j,k]))",
        "E[i,j,k] = A[i,k] - B[j,k]\nD[i,j] = sum[k](E[i,j,k]**2)",
    ), {"A": (500, 64), "B": (500, 64)}),
    Written((
        "y[i,j] = A[i,j]*(j <= i)",
        "y[i,j] = where(j <= i, A[i,j], 0)",
        "y[i,j] = where(j > i, 0, A[i,j])",
        "y[i,j] = A[i,j]*(i - j >= 0)",
        "i : index 700\nj : index 700\nT[i,j] = i >= j\ny[i,j] = A[i,j]*T[i,j]",
    ), _PAIR),
    Written((
        "y[i,j] = A[i,j]*(abs(i - j) <= 2)",
        "y[i,j] = A[i,j]*(j <= i + 2)*(j >= i - 2)",
        "y[i,j] = where((j <= i + 2) & (j >= i - 2), A[i,j], 0)",
        "y[i,j] = where(j <= i + 2, where(i - j <= 2, A[i,j], 0), 0)",
    ), _PAIR),
    Written((
        "y[i] = sum[j](A[i,j]*x[j]*(abs(i - j) <= 2))",
        "i : index 2000\nk : index 5\ny[i] = sum[k](pad(A)[i,i+k-2]*pad(x)[i+k-2])",
        "y[i] = sum[j](where(j <= i + 2, where(j >= i - 2, A[i,j]*x[j], 0), 0))",
        "B[i,j] = A[i,j]*(abs(i - j) <= 2)\ny[i] = B[i,j]*x[j]",
        "B[i,j] = where((j <= i + 2) & (j >= i - 2), A[i,j], 0)\ny[i] = sum[j](B[i,j]*x[j])",
    ), _VECTORS),
    Written((
        "y[i] = A[i,i]*x[i]",
        "y[i] = sum[j](A[i,j]*(i == j)*x[j])",
        "D[i,j] = A[i,j]*(i == j)\ny[i] = D[i,j]*x[j]",
        "y[i] = sum[j](where(i == j, A[i,j]*x[j], 0))",
    ), _VECTORS),
    Written((
        "y[i] = x[i]/(1 + x[i]**2)",
        "y[i] = 1/(1/x[i] + x[i])",
        "y[i] = x[i]*(1 + x[i]**2)**-1",
        "d[i] = 1 + x[i]*x[i]\ny[i] = x[i]/d[i]",
    ), _LONG),
    Written((
        "y[b,i,k] = A[b,i,j]*B[b,j,k]",
        "P[b,i,j,k] = A[b,i,j]*B[b,j,k]\ny[b,i,k] = sum[j](P[b,i,j,k])",
        "T[b,j,i] = A[b,i,j]\ny[b,i,k] = T[b,j,i]*B[b,j,k]",
        "T[i,b,k] = A[b,i,j]*B[b,j,k]\ny[b,i,k] = T[i,b,k]",
    ), {"A": (500, 16, 16), "B": (500, 16, 16)}),
)  # fmt: skip


def _given(shapes: Shapes) -> dict[str, Array]:
    random = np.random.default_rng(len(shapes))
    given: dict[str, Array] = {n: (random.random(s) + 0.5).astype("f4") for n, s in shapes.items()}
    rows = next(iter(shapes.values()))
    for name, length in (("t", rows[0]), ("p", rows[-1])):
        if name in given:
            given[name] = random.integers(0, length, given[name].shape)
    return given


def seconds(functions: Sequence[Callable[[], Any]], rounds: int = ROUNDS) -> list[float]:
    """The least time of each, called in turns; slow ones have fewer of them."""
    least = [float("inf")] * len(functions)
    for turn in range(rounds):
        for k, function in enumerate(functions):
            if turn < 2 or least[k] < 0.3:
                start = time.perf_counter()
                function()
                least[k] = min(least[k], time.perf_counter() - start)
    return least


def derived_seconds(formula: Derived, length: int) -> tuple[float, float, float] | None:
    """Seconds for an element of the first input: of the value, of its pullback, of the derivative of that along a vector.

    None where there are no such arrays.
    """
    import espresso as es

    shapes = formula.shapes(max(1, ELEMENTS // length), length)
    if not shapes:
        return None
    e: Any = es.parse(formula.text)
    value = es.compile(e, target="cpu")
    given = _given(shapes)
    result = np.asarray(value(**{n: given[n] for n in value.inputs}))
    random = np.random.default_rng(1)
    given |= {"cotangent": random.random(result.shape).astype("f4"), "along": random.random(shapes[formula.wrt]).astype("f4")}
    pulled: Any = es.vjp(e, formula.wrt, "cotangent")
    functions = [value, es.compile(pulled, target="cpu"), es.compile(es.jvp(pulled, formula.wrt, "along"), target="cpu")]
    calls = [partial(f, **{n: given[n] for n in f.inputs}) for f in functions]
    size = given[next(iter(shapes))].size
    first, second, third = (t / size for t in seconds(calls))
    return first, second, third


def derivatives(only: str = "") -> list[tuple[Derived, list[tuple[float, float, float] | None]]]:
    """For each formula that contains ``only`` the seconds of `derived_seconds`, by lengths of rows."""
    rows = []
    print(f"{'ns for the value, times for gradient, Hessian by vector':62s}", *(f"{n:>16,}" for n in LENGTHS))
    for formula in DERIVED:
        if only in formula.text:
            rows.append((formula, [derived_seconds(formula, n) for n in LENGTHS]))
            shown = (_derived_cell(c) for c in rows[-1][1])
            print(f"{_one_line(formula.text) + ' by ' + formula.wrt:62.62s}", *(f"{cell:>16s}" for cell in shown), flush=True)
    return rows


def forms(only: str = "") -> list[tuple[Written, list[float]]]:
    """For each group with a formula that contains ``only`` the seconds of its formulas; their values are compared."""
    import espresso as es

    rows = []
    for group in WRITTEN:
        if not any(only in text for text in group.texts):
            continue
        given = _given(group.shapes)
        functions = [es.compile(text, target="cpu") for text in group.texts]
        calls = [partial(f, **{n: given[n] for n in f.inputs}) for f in functions]
        right = np.asarray(calls[0]())
        for text, call in zip(group.texts, calls, strict=True):
            np.testing.assert_allclose(np.asarray(call()), right, 2e-3, 2e-3 * float(np.max(np.abs(right))), err_msg=text)
        found = seconds(calls)
        rows.append((group, found))
        print(f"\n{1e6 * min(found):.1f} us")
        for text, taken in zip(group.texts, found, strict=True):
            print(f"  {taken / min(found):8.2f}  {_one_line(text)}", flush=True)
    return rows


def _one_line(text: str) -> str:
    return text.replace("\n", "; ")


def _derived_cell(found: tuple[float, float, float] | None) -> str:
    if found is None:
        return "-"
    value, gradient, product = found
    return f"{1e9 * value:.2f} {gradient / value:.1f} {product / gradient:.1f}"


def page(
    rows: Sequence[tuple[Derived, Sequence[tuple[float, float, float] | None]]], written: Sequence[tuple[Written, Sequence[float]]],
    about: str,
) -> str:  # fmt: skip
    """The page docs/consistency.md of both tables."""
    lines = [
        "# Derivatives beside values, and ways to write a formula beside each other", "",
        f"This page is written by `espresso bench --consistency --write-docs`. {about}", "",
        "One thread, float32, the least time of calls in turns.", "",
        "## Derivatives", "",
        f"The first input has {ELEMENTS:,} elements in most rows; a column is a length of its rows (images, matrices and pairs: smaller). The first number is",
        "nanoseconds of the value per element; then how many times that the gradient takes (with a given cotangent), and how many times",
        f"the time of the gradient its derivative along a vector takes. More than {FACTOR:g} times is bold.", "",
        f"| formula | by | {' | '.join(f'{n:,}' for n in LENGTHS)} |", "|---|---|" + "---|" * len(LENGTHS),
    ]  # fmt: skip
    for formula, cells in rows:
        lines.append(f"| `{_one_line(formula.text)}` | `{formula.wrt}` | {' | '.join(map(_marked, cells))} |")
    lines += [
        "", "## Ways to write a formula", "",
        f"Formulas with the same value: microseconds of the fastest, and how many times that each takes. More than {SLOWER:g} times is bold.", "",
        "| formula | times |", "|---|---|",
    ]  # fmt: skip
    for group, found in written:
        lines.append(f"| *{1e6 * min(found):.1f} µs* | |")
        for text, taken in zip(group.texts, found, strict=True):
            times = taken / min(found)
            lines.append(f"| `{_one_line(text)}` | {f'**{times:.2f}**' if times > SLOWER else f'{times:.2f}'} |")
    return "\n".join([*lines, ""]).replace("||", "\\|\\|")


def _marked(found: tuple[float, float, float] | None) -> str:
    if found is None:
        return "-"
    value, gradient, product = found
    more = [f"**{t:.1f}x**" if t > FACTOR else f"{t:.1f}x" for t in (gradient / value, product / gradient)]
    return " ".join([f"{1e9 * value:.2f}", *more])


def main(docs: Path | None, only: str, about: str) -> int:
    """Measure; write the page into this folder, or only print."""
    rows, written = derivatives(only), forms(only)
    if docs is not None and not only:
        (docs / PAGE).write_text(page(rows, written, about), encoding="utf-8")
    return 0
