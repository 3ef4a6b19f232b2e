"""W13, W14 and W16: kernel sums, attention, and sums pushed down into products."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import numpy as np
from numba import njit, prange

from . import symbolic_peers
from .limits import gemm_limit, only_on_cpu, read_limit
from .workload import (
    Array,
    Arrays,
    Goal,
    Peer,
    Sizes,
    Workload,
    derived,
    normal,
    normals,
    pullback_of_jax,
    pullback_of_torch,
    with_derivatives,
)  # fmt: skip

parallel = functools.partial(njit, parallel=True, fastmath=True, error_model="numpy")

# --- W13: a[i] = sum[j](exp(-|x[i] - y[j]|**2) b[j]) and its gradient --------------------------------

KERNEL_SUM = "a[i] = sum[j](exp(-sum[d]((x[i,d] - y[j,d])**2))*b[j])"


def clouds(rng: np.random.Generator, sizes: Sizes) -> Arrays:
    """Points x[n,d], y[n,d] and weights b[n]."""
    n, d = sizes["n"], sizes["d"]
    return {"x": normal(rng, n, d), "y": normal(rng, n, d), "b": rng.random(n)}


def _blocks(n: int, size: int = 256) -> list[slice]:
    return [slice(k, min(n, k + size)) for k in range(0, n, size)]


def kernel_numpy(x: Array, y: Array, b: Array) -> Array:
    """In blocks of rows that fit the cache."""
    parts = [np.exp(-((x[s, None, :] - y[None, :, :]) ** 2).sum(axis=2)) @ b for s in _blocks(len(x))]
    return np.concatenate(parts)


def kernel_back_numpy(x: Array, y: Array, b: Array, G: Array) -> Array:
    """Pullback in x, in blocks of rows."""
    parts = []
    for s in _blocks(len(x)):
        e = np.exp(-((x[s, None, :] - y[None, :, :]) ** 2).sum(axis=2)) * b
        parts.append(-2 * G[s, None] * (x[s] * e.sum(axis=1)[:, None] - e @ y))
    return np.concatenate(parts)


def kernel_jax(x: Any, y: Any, b: Any) -> Any:
    """The formula."""
    import jax.numpy as jnp

    return jnp.exp(-((x[:, None, :] - y[None, :, :]) ** 2).sum(2)) @ b


def kernel_torch(x: Any, y: Any, b: Any) -> Any:
    """The formula."""
    return (-((x[:, None, :] - y[None, :, :]) ** 2).sum(2)).exp() @ b


@parallel()
def kernel_numba(x: Array, y: Array, b: Array, out: Array) -> Array:
    """One pass, nothing kept."""
    for i in prange(x.shape[0]):
        total = x.dtype.type(0)
        for j in range(y.shape[0]):
            distance = x.dtype.type(0)
            for d in range(x.shape[1]):
                distance += (x[i, d] - y[j, d]) ** 2
            total += np.exp(-distance) * b[j]
        out[i] = total
    return out


def exponentials(sizes: Sizes, dtype: str) -> Any:
    """n*n exponentials of numbers in cache: the least work, by the best loop numba makes."""
    only_on_cpu()
    values = np.random.default_rng(5).random(1 << 12).astype(dtype)
    rows = sizes["n"] * sizes["n"] // len(values) + 1

    @parallel()
    def run(values: Array, rows: int) -> Any:
        total = 0.0
        for r in prange(rows):
            part = values.dtype.type(0)
            for k in range(values.size):
                part += np.exp(values[k] - values.dtype.type(r))
            total += part
        return total

    return lambda: run(values, rows)


# --- W14: attention -----------------------------------------------------------------------------------

ATTENTION = """\
S[h,i,j] = sum[d](Q[h,i,d]*K[h,j,d])/8
P[h,i,j] = softmax[j](S[h,i,j])
O[h,i,d] = sum[j](P[h,i,j]*V[h,j,d])"""


def attention_numpy(Q: Array, K: Array, V: Array, G: Array) -> tuple[Array, Array, Array, Array]:
    """By hand, the scores kept whole."""
    S = Q @ K.transpose(0, 2, 1) / 8
    P = np.exp(S - S.max(axis=2, keepdims=True))
    P /= P.sum(axis=2, keepdims=True)
    dP = G @ V.transpose(0, 2, 1)
    dS = P * (dP - (P * dP).sum(axis=2, keepdims=True)) / 8
    return P @ V, dS @ K, dS.transpose(0, 2, 1) @ Q, P.transpose(0, 2, 1) @ G


def attention_jax(Q: Any, K: Any, V: Any, G: Any) -> Any:
    """The formula and jax.vjp."""
    import jax

    def forward(Q: Any, K: Any, V: Any) -> Any:
        return jax.nn.softmax(Q @ K.transpose(0, 2, 1) / 8, axis=2) @ V

    value, back = jax.vjp(forward, Q, K, V)
    return value, *back(G)


def attention_torch(Q: Any, K: Any, V: Any, G: Any) -> Any:
    """The formula and torch.func.vjp."""
    import torch

    def forward(Q: Any, K: Any, V: Any) -> Any:
        return (Q @ K.transpose(1, 2) / 8).softmax(2) @ V

    value, back = torch.func.vjp(forward, Q, K, V)
    return value, *back(G)


def attention_fused_torch(Q: Any, K: Any, V: Any, G: Any) -> Any:
    """torch's own fused attention and its backward."""
    import torch

    leaves = [a[None].detach().requires_grad_() for a in (Q, K, V)]
    out = torch.nn.functional.scaled_dot_product_attention(*leaves, scale=1 / 8)
    grads = torch.autograd.grad(out, leaves, G[None])
    return out[0].detach(), *(g[0] for g in grads)


def _attention_products(sizes: Sizes, dtype: str) -> Any:
    s, d = sizes["s"], sizes["d"]
    one = gemm_limit([(s, d, s), (s, s, d), (s, d, s), (s, s, d), (s, s, d), (s, s, d)], dtype)

    def every_head() -> None:
        for _ in range(sizes["h"]):
            one()

    return every_head


# --- W16: sums pushed down into products ------------------------------------------------------------------


def _push(
    case: str, text: str, axes: dict[str, str], plain: Any, truth: Any, limit: Any, goals: tuple[Goal, ...], tolerance: float = 2e-4,
    symbolic: Any = None,
) -> Workload:  # fmt: skip
    peers = tuple(Peer(kind, plain) for kind in ("numpy", "jax", "torch", "torch.compile"))
    named = symbolic_peers.of_matrices(symbolic or plain, {a[0]: a[2:] for a in axes})
    peers += (Peer("tensorgrad", named),)
    by_hand = Peer("numpy", truth, label="numpy, good form")
    sizes = {"tiny": [{"n": 21, "k": 4}], "small": [{"n": 500, "k": 20}], "full": [{"n": 2000, "k": 20}]}
    return Workload(
        "W16", case, text, lambda s: text, normals(**axes), truth, (*peers, by_hand), sizes, {"read": limit},
        "reading the inputs once", goals, tolerance={"float32": tolerance},
    )  # fmt: skip


def _read(count: Callable[[Sizes], int]) -> Any:
    return lambda sizes, dtype: read_limit(count(sizes), dtype)


FAST, NEVER_SLOWER = (Goal("jax", 100),), (Goal("jax", 1),)

WORKLOADS = (
    Workload(
        "W13", "Gaussian kernel sum", KERNEL_SUM, lambda s: KERNEL_SUM, clouds, kernel_numpy,
        (
            Peer("numpy", kernel_numpy), Peer("numba", kernel_numba, out=True), Peer("jax", kernel_jax),
            Peer("torch", kernel_torch), Peer("torch.compile", kernel_torch),
        ),
        {"tiny": [{"n": 50, "d": 3}], "small": [{"n": 2000, "d": 3}], "full": [{"n": 10_000, "d": 3}]},
        {"exponentials": exponentials}, "n² exponentials", (Goal("jax", 6),),
    ),
    Workload(
        "W13", "Gaussian kernel sum, pullback in x", f"vjp of {KERNEL_SUM} in x",
        derived("vjp", KERNEL_SUM, "x", "G"),
        lambda rng, sizes: {**clouds(rng, sizes), "G": normal(rng, sizes["n"])}, kernel_back_numpy,
        (
            Peer("numpy", kernel_back_numpy), Peer("jax", pullback_of_jax(kernel_jax, "x")),
            *(Peer(kind, pullback_of_torch(kernel_torch, "x")) for kind in ("torch.func", "torch.compile")),
        ),
        {"tiny": [{"n": 50, "d": 3}], "small": [{"n": 2000, "d": 3}], "full": [{"n": 10_000, "d": 3}]},
        {"exponentials": exponentials}, "n² exponentials", (Goal("jax", 6),),
    ),
    Workload(
        "W14", "attention, forward and backward", f"{ATTENTION}\nwith its vjp in Q, K, V",
        with_derivatives(ATTENTION, ("vjp", ["Q", "K", "V"], "G")), normals(**dict.fromkeys("QKVG", "h s d")), attention_numpy,
        (
            Peer("numpy", attention_numpy), Peer("jax", attention_jax), Peer("torch.func", attention_torch),
            Peer("torch.compile", attention_torch), Peer("torch", attention_fused_torch, label="torch, fused"),
        ),
        {"tiny": [{"h": 2, "s": 12, "d": 8}], "small": [{"h": 2, "s": 128, "d": 64}], "full": [{"h": 8, "s": s, "d": 64} for s in (1024, 4096)]},
        {"gemm": _attention_products}, "6 matrix products per head", (Goal("limit", 0.60), Goal("jax", 1.5)),
    ),
    _push(
        "sum of a product", "t = W[i,k]*H[k,j]", {"W": "n k", "H": "k n"}, lambda W, H: (W @ H).sum(),
        lambda W, H: W.sum(axis=0) @ H.sum(axis=1), _read(lambda s: 2 * s["n"] * s["k"]), FAST, 1e-3,
    ),
    _push(
        "trace of a product", "t = A[i,j]*B[j,i]", {"A": "n n", "B": "n n"}, lambda A, B: (A @ B).diagonal().sum(),
        lambda A, B: np.vdot(A, np.ascontiguousarray(B.T)), _read(lambda s: 2 * s["n"] ** 2), FAST, 1e-3,
    ),
    _push(
        "norm of a thin product", "t = sum[i,j]((A[i,k]*B[k,j])**2)", {"A": "n k", "B": "k n"},
        lambda A, B: ((A @ B) ** 2).sum(), lambda A, B: ((A.T @ A) * (B @ B.T)).sum(),
        _read(lambda s: 2 * s["n"] * s["k"]), NEVER_SLOWER,
    ),
    _push(
        "norm of X - u v'", "t = sum[i,j]((X[i,j] - u[i]*v[j])**2)", {"X": "n n", "u": "n", "v": "n"},
        lambda X, u, v: ((X - u[:, None] * v) ** 2).sum(),
        lambda X, u, v: np.vdot(X, X) - 2 * (u @ (X @ v)) + (u @ u) * (v @ v), _read(lambda s: s["n"] ** 2), NEVER_SLOWER,
        symbolic=lambda X, u, v: ((X - u.outer(v)) ** 2).sum(),
    ),
    _push(
        "diagonal of A B A'", "t[i] = A[i,j]*B[j,k]*A[i,k]", {"A": "n n", "B": "n n"}, lambda A, B: (A @ B @ A.T).diagonal(),
        lambda A, B: ((A @ B) * A).sum(axis=1), _read(lambda s: 2 * s["n"] ** 2), NEVER_SLOWER,
    ),
)  # fmt: skip
