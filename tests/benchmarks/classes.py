"""W12: the loss of a linear classifier with many classes, with its gradients; the scores are never all there."""

from __future__ import annotations

from typing import Any

import numpy as np

from .limits import gemm_limit
from .workload import Array, Arrays, Goal, Peer, Sizes, Workload, normal, with_derivatives

LOSS = """\
z[t,v] = sum[d](X[t,d]*W[v,d])
logp[t,v] = log_softmax[v](z[t,v])
loss = -mean[t](logp[t,y[t]])"""


def tokens(rng: np.random.Generator, sizes: Sizes) -> Arrays:
    """X[t,d], W[v,d], classes y[t]."""
    t, d, v = sizes["t"], sizes["d"], sizes["v"]
    return {"X": normal(rng, t, d), "W": normal(rng, v, d) / np.sqrt(d), "y": rng.integers(0, v, t)}


def loss_numpy(X: Array, W: Array, y: Array) -> tuple[Array, Array, Array]:
    """By hand, the scores kept whole."""
    z = X @ W.T
    z -= z.max(axis=1, keepdims=True)
    rows = np.arange(len(y))
    chosen = z[rows, y].copy()
    np.exp(z, out=z)
    total = z.sum(axis=1, keepdims=True)
    loss = np.mean(np.log(total[:, 0]) - chosen)
    z /= total
    z[rows, y] -= 1
    z /= len(y)
    return loss, z @ W, z.T @ X


def loss_jax(X: Any, W: Any, y: Any) -> Any:
    """jax.value_and_grad in X and W."""
    import jax

    def loss(X: Any, W: Any) -> Any:
        logp = jax.nn.log_softmax(X @ W.T, axis=1)
        return -jax.numpy.take_along_axis(logp, y[:, None], axis=1).mean()

    value, gradients = jax.value_and_grad(loss, argnums=(0, 1))(X, W)
    return value, *gradients


def loss_torch(X: Any, W: Any, y: Any) -> Any:
    """torch.func.grad_and_value in X and W."""
    import torch

    gradients, value = torch.func.grad_and_value(
        lambda X, W: torch.nn.functional.cross_entropy(X @ W.T, y), argnums=(0, 1)
    )(X, W)
    return value, *gradients


def _products(sizes: Sizes, dtype: str) -> Any:
    t, d, v = sizes["t"], sizes["d"], sizes["v"]
    return gemm_limit([(t, d, v), (t, v, d), (v, t, d)], dtype)


WORKLOADS = (
    Workload(
        "W12", "linear and cross-entropy, loss and gradients", f"{LOSS}\nwith its gradients in X and W", with_derivatives(LOSS, ("grad", "X"), ("grad", "W")), tokens,
        loss_numpy,
        (
            Peer("numpy", loss_numpy), Peer("jax", loss_jax), Peer("torch.func", loss_torch),
            Peer("torch.compile", loss_torch),
        ),
        {
            "tiny": [{"t": 12, "d": 5, "v": 31}], "small": [{"t": 512, "d": 128, "v": 8192}],
            "full": [{"t": 4096, "d": 1024, "v": 32768}],
        },
        {"gemm": _products}, "3 matrix products", (Goal("limit", 0.85),),
    ),
)  # fmt: skip
