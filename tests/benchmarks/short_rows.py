"""W27: arrays of many short rows: points in space, scores of a few classes, colours."""

from __future__ import annotations

import functools
from typing import Any

import numpy as np
from numba import njit, prange

from .limits import copy_limit, read_limit
from .rowwise import softmax_jax, softmax_numba, softmax_numpy, softmax_torch
from .workload import Array, Goal, Peer, Sizes, Workload, normals

parallel = functools.partial(njit, parallel=True, fastmath=True, error_model="numpy")


def _sizes(n: int) -> dict[str, list[Sizes]]:
    return {"tiny": [{"m": 50, "n": n}], "small": [{"m": (1 << 19) // n, "n": n}],
            "full": [{"m": (1 << 24) // n, "n": n}], "gpu": [{"m": (1 << 27) // n, "n": n}]}  # fmt: skip


def _copies(sizes: Sizes, dtype: str) -> Any:
    return copy_limit(sizes["m"] * sizes["n"], dtype, nontemporal=False)


def _reads(sizes: Sizes, dtype: str) -> Any:
    return read_limit(sizes["m"] * sizes["n"], dtype)


GOALS = (Goal("numpy", 1), Goal("numba out=", 1), Goal("jax", 1))


def lengths_numpy(x: Array) -> Array:
    """As a person writes it."""
    return np.sqrt((x * x).sum(axis=1))


@parallel()
def lengths_numba(x: Array, out: Array) -> Array:
    """One point at a time."""
    for i in prange(x.shape[0]):
        total = x.dtype.type(0)
        for k in range(x.shape[1]):
            total += x[i, k] * x[i, k]
        out[i] = np.sqrt(total)
    return out


def lengths_jax(x: Any) -> Any:
    """As a person writes it."""
    import jax.numpy as jnp

    return jnp.sqrt((x * x).sum(axis=1))


def lengths_torch(x: Any) -> Any:
    """torch.linalg.vector_norm."""
    import torch

    return torch.linalg.vector_norm(x, dim=1)


def colours_numpy(x: Array, b: Array) -> Array:
    """As a person writes it."""
    return np.tanh(x + b)


@parallel()
def colours_numba(x: Array, b: Array, out: Array) -> Array:
    """One pixel at a time."""
    for i in prange(x.shape[0]):
        for k in range(x.shape[1]):
            out[i, k] = np.tanh(x[i, k] + b[k])
    return out


def colours_jax(x: Any, b: Any) -> Any:
    """As a person writes it."""
    import jax.numpy as jnp

    return jnp.tanh(x + b)


def colours_torch(x: Any, b: Any) -> Any:
    """As a person writes it."""
    return (x + b).tanh()


def _peers(numpy: Any, numba: Any, jax: Any, torch: Any) -> tuple[Peer, ...]:
    compiled = (Peer("jax", jax), Peer("torch", torch), Peer("torch.compile", torch))
    return (Peer("numpy", numpy), Peer("numba", numba, out=True), *compiled)


LENGTHS, SOFTMAX, COLOURS = "r[i] = sqrt(sum[k](x[i,k]**2))", "p[i,j] = softmax[j](z[i,j])", "y[i,k] = tanh(x[i,k] + b[k])"

WORKLOADS = (
    Workload(
        "W27", "lengths of points", LENGTHS, lambda s: LENGTHS, normals(x="m n"), lengths_numpy,
        _peers(lengths_numpy, lengths_numba, lengths_jax, lengths_torch), _sizes(3), {"read": _reads}, "1 read", GOALS, reuse=True,
    ),
    Workload(
        "W27", "softmax over four classes", SOFTMAX, lambda s: SOFTMAX, normals(z="m n"), softmax_numpy,
        _peers(softmax_numpy, softmax_numba, softmax_jax, softmax_torch), _sizes(4), {"copy": _copies}, "copy: 1 read, 1 write",
        GOALS, reuse=True,
    ),
    Workload(
        "W27", "three channels, a curve of each", COLOURS, lambda s: COLOURS, normals(x="m n", b="n"), colours_numpy,
        _peers(colours_numpy, colours_numba, colours_jax, colours_torch), _sizes(3), {"copy": _copies}, "copy: 1 read, 1 write",
        GOALS, reuse=True,
    ),
)  # fmt: skip
