"""W10 and W11: softmax, logsumexp, RMSNorm and LayerNorm, forward and derived backward."""

from __future__ import annotations

import functools
from typing import Any

import numpy as np
from numba import njit, prange

from .limits import copy_limit, read_limit, triad_limit
from .workload import Array, Goal, Peer, Workload, derived, normals, pullback_of_jax, pullback_of_torch

parallel = functools.partial(njit, parallel=True, fastmath=True, error_model="numpy")

LENGTHS = {
    "tiny": [{"m": 30, "n": 17}],
    "small": [{"m": 4096, "n": 256}, {"m": 64, "n": 16384}],
    "full": [{"m": (1 << 24) // n, "n": n} for n in (256, 2048, 16384, 131072)],
    "gpu": [{"m": (1 << 27) // n, "n": n} for n in (256, 2048, 16384, 131072)],
}
NORMS = {"tiny": [{"m": 30, "n": 17}], "small": [{"m": 1024, "n": 1024}], "full": [{"m": 8192, "n": 1024}],
         "gpu": [{"m": 16384, "n": 4096}]}  # fmt: skip
SETS = 3
"""Input sets that take turns: the arrays of one are not larger than the cache."""


def _limit(make: Any, **options: Any) -> Any:
    return lambda sizes, dtype: make(sizes["m"] * sizes["n"], dtype, sets=SETS, **options)


COPY = {"copy": _limit(copy_limit, nontemporal=False), "copy, non-temporal": _limit(copy_limit)}
TRIAD = {"triad": _limit(triad_limit, nontemporal=False), "triad, non-temporal": _limit(triad_limit)}
READ = {"read": _limit(read_limit)}


# --- W10: softmax and logsumexp of rows --------------------------------------------------------


def softmax_numpy(z: Array) -> Array:
    """As a person writes it."""
    e = np.exp(z - z.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True)


@parallel()
def softmax_numba(z: Array, out: Array) -> Array:
    """One row at a time, exponentials kept in the result."""
    for i in prange(z.shape[0]):
        top = z[i, 0]
        for j in range(z.shape[1]):
            top = max(top, z[i, j])
        total = z.dtype.type(0)
        for j in range(z.shape[1]):
            e = np.exp(z[i, j] - top)
            out[i, j] = e
            total += e
        scale = 1 / total
        for j in range(z.shape[1]):
            out[i, j] *= scale
    return out


def softmax_jax(z: Any) -> Any:
    """jax.nn.softmax."""
    import jax

    return jax.nn.softmax(z, axis=1)


def softmax_torch(z: Any) -> Any:
    """torch.softmax."""
    return z.softmax(1)


def softmax_back_numpy(z: Array, G: Array) -> Array:
    """Pullback of the softmax."""
    p = softmax_numpy(z)
    return p * (G - (G * p).sum(axis=1, keepdims=True))


def lse_numpy(z: Array) -> Array:
    """As a person writes it."""
    top = z.max(axis=1, keepdims=True)
    return np.log(np.exp(z - top).sum(axis=1)) + top[:, 0]


def lse_jax(z: Any) -> Any:
    """jax.nn.logsumexp."""
    import jax

    return jax.nn.logsumexp(z, axis=1)


def lse_torch(z: Any) -> Any:
    """torch.logsumexp."""
    return z.logsumexp(1)


def lse_back_numpy(z: Array, G: Array) -> Array:
    """Pullback of the logsumexp."""
    return G[:, None] * softmax_numpy(z)


# --- W11: normalisation --------------------------------------------------------------------------

RMS = "y[i,j] = g[j]*x[i,j]*rsqrt(mean[k](x[i,k]**2) + 1e-5)"
LAYER = """\
mu[i] = mean[k](x[i,k])
v[i] = mean[k]((x[i,k] - mu[i])**2)
y[i,j] = g[j]*(x[i,j] - mu[i])*rsqrt(v[i] + 1e-5) + b[j]"""


def rms_numpy(x: Array, g: Array) -> Array:
    """As a person writes it."""
    return g * x / np.sqrt((x * x).mean(axis=1, keepdims=True) + 1e-5)


def rms_back_numpy(x: Array, g: Array, G: Array) -> tuple[Array, Array]:
    """Pullback in x and g."""
    r = 1 / np.sqrt((x * x).mean(axis=1, keepdims=True) + 1e-5)
    h = G * g
    return r * h - x * r**3 * (h * x).mean(axis=1, keepdims=True), (G * x * r).sum(axis=0)


def rms_jax(x: Any, g: Any) -> Any:
    """The formula."""
    import jax

    return g * x * jax.lax.rsqrt((x * x).mean(axis=1, keepdims=True) + 1e-5)


def rms_torch(x: Any, g: Any) -> Any:
    """torch's rms_norm."""
    import torch

    return torch.nn.functional.rms_norm(x, (x.shape[1],), g, 1e-5)


@parallel()
def rms_numba(x: Array, g: Array, out: Array) -> Array:
    """Two passes over each row."""
    for i in prange(x.shape[0]):
        total = x.dtype.type(0)
        for j in range(x.shape[1]):
            total += x[i, j] * x[i, j]
        r = x.dtype.type(1 / np.sqrt(total / x.shape[1] + 1e-5))
        for j in range(x.shape[1]):
            out[i, j] = g[j] * x[i, j] * r
    return out


def layer_numpy(x: Array, g: Array, b: Array) -> Array:
    """As a person writes it."""
    c = x - x.mean(axis=1, keepdims=True)
    return g * c / np.sqrt((c * c).mean(axis=1, keepdims=True) + 1e-5) + b


def layer_back_numpy(x: Array, g: Array, b: Array, G: Array) -> tuple[Array, Array, Array]:
    """Pullback in x, g and b, which enters by its length only."""
    c = x - x.mean(axis=1, keepdims=True)
    r = 1 / np.sqrt((c * c).mean(axis=1, keepdims=True) + 1e-5)
    n, h = c * r, G * g
    dx = r * (h - h.mean(axis=1, keepdims=True) - n * (h * n).mean(axis=1, keepdims=True))
    return dx, (G * n).sum(axis=0), G.sum(axis=0)


def layer_jax(x: Any, g: Any, b: Any) -> Any:
    """The formula."""
    import jax

    c = x - x.mean(axis=1, keepdims=True)
    return g * c * jax.lax.rsqrt((c * c).mean(axis=1, keepdims=True) + 1e-5) + b


def layer_torch(x: Any, g: Any, b: Any) -> Any:
    """torch's layer_norm."""
    import torch

    return torch.nn.functional.layer_norm(x, (x.shape[1],), g, b, 1e-5)


# --- the table -----------------------------------------------------------------------------------


def _trio(numpy: Any, jax: Any, torch: Any, *more: Peer) -> tuple[Peer, ...]:
    peers = (Peer("numpy", numpy), Peer("jax", jax), Peer("torch", torch), Peer("torch.compile", torch))
    return (*peers, *more)


def _pullbacks(numpy: Any, jax: Any, torch: Any) -> tuple[Peer, ...]:
    return _trio(numpy, pullback_of_jax(jax), pullback_of_torch(torch))


SOFTMAX, LSE = "p[i,k] = softmax[k](z[i,k])", "p[i] = logsumexp[k](z[i,k])"
TEN = (Goal("limit", 0.90), Goal("jax", 1.3))
ELEVEN = (Goal("jax", 1.3),)

WORKLOADS = (
    Workload(
        "W10", "softmax of rows", SOFTMAX, lambda s: SOFTMAX, normals(z="m n"), softmax_numpy,
        _trio(softmax_numpy, softmax_jax, softmax_torch, Peer("numba", softmax_numba, out=True)),
        LENGTHS, COPY, "copy: 1 read, 1 write", TEN, sets=SETS, reuse=True,
    ),
    Workload(
        "W10", "softmax of rows, pullback", f"vjp of {SOFTMAX} in z", derived("vjp", SOFTMAX, "z", "G"), normals(z="m n", G="m n"),
        softmax_back_numpy, _pullbacks(softmax_back_numpy, softmax_jax, softmax_torch),
        LENGTHS, TRIAD, "triad: 2 reads, 1 write", TEN, sets=SETS, reuse=True,
    ),
    Workload(
        "W10", "logsumexp of rows", LSE, lambda s: LSE, normals(z="m n"), lse_numpy,
        _trio(lse_numpy, lse_jax, lse_torch),
        LENGTHS, READ, "1 read", TEN, sets=SETS,
    ),
    Workload(
        "W10", "logsumexp of rows, pullback", f"vjp of {LSE} in z", derived("vjp", LSE, "z", "G"), normals(z="m n", G="m"),
        lse_back_numpy, _pullbacks(lse_back_numpy, lse_jax, lse_torch),
        LENGTHS, COPY, "copy: 1 read, 1 write", TEN, sets=SETS, reuse=True,
    ),
    Workload(
        "W11", "RMSNorm", RMS, lambda s: RMS, normals(x="m n", g="n"), rms_numpy,
        _trio(rms_numpy, rms_jax, rms_torch, Peer("numba", rms_numba, out=True)),
        NORMS, COPY, "copy: 1 read, 1 write", ELEVEN, sets=SETS, reuse=True,
    ),
    Workload(
        "W11", "RMSNorm, pullback in x and g", f"vjp of {RMS} in x, g", derived("vjp", RMS, ["x", "g"], "G"),
        normals(x="m n", g="n", G="m n"), rms_back_numpy, _pullbacks(rms_back_numpy, rms_jax, rms_torch),
        NORMS, TRIAD, "triad: 2 reads, 1 write", ELEVEN, sets=SETS, reuse=True,
    ),
    Workload(
        "W11", "LayerNorm", LAYER, lambda s: LAYER, normals(x="m n", g="n", b="n"), layer_numpy,
        _trio(layer_numpy, layer_jax, layer_torch),
        NORMS, COPY, "copy: 1 read, 1 write", ELEVEN, sets=SETS, reuse=True,
    ),
    Workload(
        "W11", "LayerNorm, pullback in x, g and b", f"vjp of\n{LAYER}\nin x, g, b", derived("vjp", LAYER, ["x", "g", "b"], "G"),
        normals(x="m n", g="n", b="n", G="m n"), layer_back_numpy, _pullbacks(layer_back_numpy, layer_jax, layer_torch),
        NORMS, TRIAD, "triad: 2 reads, 1 write", ELEVEN, sets=SETS, reuse=True,
    ),
)  # fmt: skip
