"""W15: seventeen tests of linear-algebra awareness.

Each formula has a good and a bad way to compute it.  The loss of a system is
``(t - t_good)/(t_bad - t_good)``, with both ways written by hand in NumPy and BLAS and
timed in the same rounds; a test is passed with a loss of at most 0.05.  Where the two ways take
the same time (A'B with a copy, A A' by syrk) the absolute difference counts: a system that is
faster than the good way always passes.  The peers get the formula as a person would type it from a paper.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numba import njit, prange

from . import symbolic_peers
from .workload import Array, Arrays, Goal, Peer, Sizes, Workload, normal

SIZES = {"tiny": [{"n": 19}], "small": [{"n": 600}], "full": [{"n": 3000}]}
GOOD, BAD = "good form", "bad form"


def _inputs(names: str) -> Callable[[np.random.Generator, Sizes], Arrays]:
    """Square matrices (capitals; L is lower triangular, T tridiagonal) and vectors (small letters)."""

    def make(rng: np.random.Generator, sizes: Sizes) -> Arrays:
        n = sizes["n"]
        arrays = {c: normal(rng, n, n) / np.sqrt(n) if c.isupper() else normal(rng, n) for c in names}
        if "L" in arrays:
            arrays["L"] = np.tril(arrays["L"])
        if "T" in arrays:
            arrays["T"] = np.triu(np.tril(arrays["T"], 1), -1)
        return arrays

    return make


def triangular_times(L: Array, B: Array) -> Array:
    """L B by trmm: half the operations of a full product."""
    from scipy.linalg import blas

    trmm = blas.dtrmm if L.dtype == np.float64 else blas.strmm
    # row-major L and B are the transposes L', B' in column-major order: B' L' = (L B)'
    return trmm(1.0, L.T, B.T, side=1, lower=0).T


def times_own_transpose(A: Array) -> Array:
    """A A' by syrk, mirrored."""
    from scipy.linalg import blas

    syrk = blas.dsyrk if A.dtype == np.float64 else blas.ssyrk
    upper = syrk(1.0, A.T, trans=1)
    return np.triu(upper) + np.triu(upper, 1).T


@njit(parallel=True, fastmath=True)
def tridiagonal_times(T: Array, B: Array) -> Array:
    """T B with three rows of B for each row."""
    n = T.shape[0]
    out = np.empty_like(B)
    for i in prange(n):
        for j in range(B.shape[1]):
            out[i, j] = T[i, i] * B[i, j]
        if i > 0:
            for j in range(B.shape[1]):
                out[i, j] += T[i, i - 1] * B[i - 1, j]
        if i < n - 1:
            for j in range(B.shape[1]):
                out[i, j] += T[i, i + 1] * B[i + 1, j]
    return out


def _left(A: Array, B: Array) -> Array:
    """(A'B)'(A'B) with A'B once."""
    S = A.T @ B
    return S.T @ S


def _twice(A: Array, B: Array) -> Array:
    S = A.T @ B
    return S + S


def _loop_good(A: Array, B: Array, U: Array) -> tuple[Array, ...]:
    S = A @ B
    return tuple(S + U[r][:, None] * U[r] for r in range(3))


def _test(
    number: int, case: str, names: str, text: str, plain: Any, good: Any, bad: Any, program: Any = None, symbolic: Any = None
) -> Workload:
    """``symbolic`` is the formula for tensorgrad where that is not ``plain``; False where it has no such formula."""
    axes = {c: "nn" if c.isupper() else "n" for c in names}
    peers = (
        Peer("numpy", good, label=GOOD), Peer("numpy", bad, label=BAD), Peer("numpy", plain), Peer("jax", plain),
        Peer("torch", plain),
        *([] if symbolic is False else [Peer("tensorgrad", symbolic_peers.of_matrices(symbolic or plain, axes))]),
    )  # fmt: skip
    return Workload(
        "W15", f"{number}. {case}", text, program or (lambda s: text), _inputs(names), good, peers, SIZES,
        goals=(Goal("loss", 0.05),), tolerance={"float32": 1e-3},
    )  # fmt: skip


def _loop_plain(A: Any, B: Any, U: Any) -> Any:
    """An AB inside a loop, which the tracing compilers unroll."""
    return tuple(A @ B + U[r][:, None] * U[r] for r in range(3))


LOOP_TEXT = "\n".join(f"Y{r}[i,j] = A[i,k]*B[k,j] + U[{r},i]*U[{r},j]" for r in range(3))


def _loop(sizes: Sizes) -> Any:
    import espresso as es

    outputs = es.parse(LOOP_TEXT).outputs
    return [outputs[f"Y{r}"] for r in range(3)]


WORKLOADS = (
    _test(1, "A'B", "AB", "C[i,j] = A[k,i]*B[k,j]", lambda A, B: A.T @ B, lambda A, B: A.T @ B,
          lambda A, B: np.ascontiguousarray(A.T) @ B),
    _test(2, "L B, L lower triangular", "LB", "L : (_, _) lower\nC[i,j] = L[i,k]*B[k,j]", lambda L, B: L @ B,
          triangular_times, lambda L, B: L @ B),
    _test(3, "A A'", "A", "C[i,j] = A[i,k]*A[j,k]", lambda A: A @ A.T, times_own_transpose, lambda A: A @ A.copy().T),
    _test(4, "T B, T tridiagonal", "TB", "T : (_, _) tridiagonal\nC[i,j] = T[i,k]*B[k,j]", lambda T, B: T @ B,
          tridiagonal_times, lambda T, B: T @ B),
    _test(5, "A'B + A'B", "AB", "C[i,j] = A[k,i]*B[k,j] + A[k,i]*B[k,j]", lambda A, B: A.T @ B + A.T @ B, _twice,
          lambda A, B: A.T @ B + A.T @ B),
    _test(6, "(A'B)'(A'B)", "AB", "S[i,j] = A[k,i]*B[k,j]\nC[i,j] = S[k,i]*S[k,j]", lambda A, B: (A.T @ B).T @ (A.T @ B),
          _left, lambda A, B: (A.T @ B).T @ (A.T @ B)),
    _test(7, "(A'B)'A'B, ungrouped", "AB", "C[i,j] = A[k,l]*B[k,i]*A[m,l]*B[m,j]", lambda A, B: (A.T @ B).T @ A.T @ B,
          _left, lambda A, B: (A.T @ B).T @ A.T @ B),
    _test(8, "A'BA'By", "ABy", "c[i] = A[k,i]*B[k,l]*A[m,l]*B[m,p]*y[p]", lambda A, B, y: A.T @ B @ A.T @ B @ y,
          lambda A, B, y: A.T @ (B @ (A.T @ (B @ y))), lambda A, B, y: A.T @ B @ A.T @ B @ y),
    _test(9, "H'Hx", "Hx", "c[i] = H[k,i]*H[k,j]*x[j]", lambda H, x: H.T @ H @ x, lambda H, x: H.T @ (H @ x),
          lambda H, x: H.T @ H @ x),
    _test(10, "y'H'H", "Hy", "c[i] = y[j]*H[k,j]*H[k,i]", lambda H, y: y @ H.T @ H, lambda H, y: y @ H.T @ H,
          lambda H, y: y @ (H.T @ H)),
    _test(11, "H'y x'H", "Hxy", "C[i,j] = H[k,i]*y[k]*x[l]*H[l,j]", lambda H, x, y: (H.T @ y)[:, None] @ x[None] @ H,
          lambda H, x, y: (H.T @ y)[:, None] * (x @ H), lambda H, x, y: (H.T @ y)[:, None] * x @ H,
          symbolic=lambda H, x, y: (H.T @ y).outer(x @ H)),
    _test(12, "AB + AC", "ABC", "D[i,j] = A[i,k]*B[k,j] + A[i,k]*C[k,j]", lambda A, B, C: A @ B + A @ C,
          lambda A, B, C: A @ (B + C), lambda A, B, C: A @ B + A @ C),
    _test(13, "(A - H'H)x", "AHx", "d[i] = (A[i,j] - H[k,i]*H[k,j])*x[j]", lambda A, H, x: (A - H.T @ H) @ x,
          lambda A, H, x: A @ x - H.T @ (H @ x), lambda A, H, x: (A - H.T @ H) @ x),
    _test(14, "B'AA'B", "AB", "D[i,j] = B[k,i]*A[k,l]*A[m,l]*B[m,j]", lambda A, B: B.T @ A @ A.T @ B, _left,
          lambda A, B: B.T @ A @ A.T @ B),
    _test(15, "an AB inside a loop of three", "ABU", LOOP_TEXT, _loop_plain, _loop_good, _loop_plain, _loop, False),
    _test(16, "(A + B)[2,2]", "AB", "S[i,j] = A[i,j] + B[i,j]\nd = S[2,2]", lambda A, B: (A + B)[2, 2],
          lambda A, B: A[2, 2] + B[2, 2], lambda A, B: (A + B)[2, 2], symbolic=False),
    _test(17, "(A B)[2,2]", "AB", "S[i,j] = A[i,k]*B[k,j]\nd = S[2,2]", lambda A, B: (A @ B)[2, 2],
          lambda A, B: A[2] @ B[:, 2], lambda A, B: (A @ B)[2, 2], symbolic=False),
)  # fmt: skip
