"""W8: elementwise streams, out of cache, in float32 and float64."""

from __future__ import annotations

import functools
import math
from typing import Any

import numpy as np
from numba import njit, prange

from .limits import copy_limit, triad_limit
from .workload import Array, Goal, Peer, Sizes, Workload, normals

DTYPES = ("float32", "float64")
VECTOR = {"tiny": [{"n": 1000}], "small": [{"n": 1 << 21}], "full": [{"n": 1 << 25}], "gpu": [{"n": 1 << 29}]}
MATRIX = {"tiny": [{"m": 40, "n": 33}], "small": [{"m": 2048, "n": 1024}], "full": [{"m": 32768, "n": 1024}],
          "gpu": [{"m": 1 << 19, "n": 1024}]}  # fmt: skip
parallel = functools.partial(njit, parallel=True, fastmath=True, error_model="numpy")


def _triads(sizes: Sizes, dtype: str) -> Any:
    return triad_limit(sizes["n"], dtype)


def _plain_triads(sizes: Sizes, dtype: str) -> Any:
    return triad_limit(sizes["n"], dtype, nontemporal=False)


def _copies(sizes: Sizes, dtype: str) -> Any:
    return copy_limit(sizes["m"] * sizes["n"], dtype)


def _plain_copies(sizes: Sizes, dtype: str) -> Any:
    return copy_limit(sizes["m"] * sizes["n"], dtype, nontemporal=False)


TRIAD = {"triad": _plain_triads, "triad, non-temporal": _triads}
COPY = {"copy": _plain_copies, "copy, non-temporal": _copies}


def _goals(of_limit: float, numexpr: bool = True) -> tuple[Goal, ...]:
    goals = [Goal("limit", of_limit), Goal("jax", 1.25), Goal("torch.compile", 1.25)]
    return (*goals, Goal("numexpr out=", 1.15)) if numexpr else tuple(goals)


def _ne(text: str) -> Peer:
    def evaluate(out: Array, **arrays: Array) -> Array:
        import numexpr

        return numexpr.evaluate(text, local_dict=arrays, out=out)

    return Peer("numexpr", evaluate, out=True)


# --- (a) 2y + 4x -------------------------------------------------------------------------


def axpy_numpy(x: Array, y: Array, out: Array) -> Array:
    """Two passes, one temporary."""
    np.multiply(y, 2, out=out)
    out += 4 * x
    return out


@parallel()
def axpy_numba(x: Array, y: Array, out: Array) -> Array:
    """One fused loop."""
    for i in prange(x.size):
        out[i] = 2 * y[i] + 4 * x[i]
    return out


def axpy(x: Any, y: Any) -> Any:
    """The formula itself, for the tracing compilers and eager PyTorch."""
    return 2 * y + 4 * x


# --- (b) sin(x)**2 + cos(y)**2 -------------------------------------------------------------


def trig_numpy(x: Array, y: Array, out: Array) -> Array:
    """Elementwise passes into two arrays."""
    np.sin(x, out=out)
    out *= out
    c = np.cos(y)
    c *= c
    out += c
    return out


@parallel()
def trig_numba(x: Array, y: Array, out: Array) -> Array:
    """One fused loop."""
    for i in prange(x.size):
        out[i] = np.sin(x[i]) ** 2 + np.cos(y[i]) ** 2
    return out


def trig_jax(x: Any, y: Any) -> Any:
    """The formula."""
    import jax.numpy as jnp

    return jnp.sin(x) ** 2 + jnp.cos(y) ** 2


def trig_torch(x: Any, y: Any) -> Any:
    """The formula."""
    return x.sin() ** 2 + y.cos() ** 2


# --- (c) g[j]*gelu(x[i,j] + b[j]) ------------------------------------------------------------


def gelu_numpy(x: Array, g: Array, b: Array) -> Array:
    """SciPy's erf, one pass for each operation."""
    from scipy.special import erf

    z = x + b
    half, root = z.dtype.type(0.5), z.dtype.type(np.sqrt(0.5))
    return g * (half * z * (1 + erf(z * root)))


@parallel()
def gelu_numba(x: Array, g: Array, b: Array, out: Array) -> Array:
    """One fused loop over rows."""
    for i in prange(x.shape[0]):
        for j in range(x.shape[1]):
            z = x[i, j] + b[j]
            out[i, j] = g[j] * (z * (1 + math.erf(z * x.dtype.type(0.7071067811865476))) / 2)
    return out


def gelu_jax(x: Any, g: Any, b: Any) -> Any:
    """jax.nn.gelu, not the tanh approximation."""
    import jax

    return g * jax.nn.gelu(x + b, approximate=False)


def gelu_torch(x: Any, g: Any, b: Any) -> Any:
    """torch's gelu, not the tanh approximation."""
    import torch

    return g * torch.nn.functional.gelu(x + b)


# --- (d) a chain of 12 operations --------------------------------------------------------------

CHAIN = "z[i] = sqrt(abs(x[i]*y[i] + 0.5))*exp(-x[i]) + tanh(y[i])/(1 + x[i]*x[i])"


def chain_numpy(x: Array, y: Array) -> Array:
    """As a person writes it."""
    return np.sqrt(np.abs(x * y + 0.5)) * np.exp(-x) + np.tanh(y) / (1 + x * x)


@parallel()
def chain_numba(x: Array, y: Array, out: Array) -> Array:
    """One fused loop."""
    half, one = x.dtype.type(0.5), x.dtype.type(1)
    for i in prange(x.size):
        out[i] = np.sqrt(abs(x[i] * y[i] + half)) * np.exp(-x[i]) + np.tanh(y[i]) / (one + x[i] * x[i])
    return out


def chain_jax(x: Any, y: Any) -> Any:
    """The formula."""
    import jax.numpy as jnp

    return jnp.sqrt(jnp.abs(x * y + 0.5)) * jnp.exp(-x) + jnp.tanh(y) / (1 + x * x)


def chain_torch(x: Any, y: Any) -> Any:
    """The formula."""
    return (x * y + 0.5).abs().sqrt() * (-x).exp() + y.tanh() / (1 + x * x)


WORKLOADS = (
    Workload(
        "W8", "(a) 2y + 4x", "z[i] = 2*y[i] + 4*x[i]", lambda s: "z[i] = 2*y[i] + 4*x[i]", normals(x="n", y="n"), axpy,
        (
            Peer("numpy", axpy_numpy, out=True), _ne("2*y + 4*x"), Peer("numba", axpy_numba, out=True),
            Peer("jax", axpy), Peer("torch", axpy), Peer("torch.compile", axpy),
        ),
        VECTOR, TRIAD, "triad: 2 reads, 1 write", _goals(0.95), DTYPES, reuse=True,
    ),
    Workload(
        "W8", "(b) sin² x + cos² y", "z[i] = sin(x[i])**2 + cos(y[i])**2",
        lambda s: "z[i] = sin(x[i])**2 + cos(y[i])**2", normals(x="n", y="n"), lambda x, y: np.sin(x) ** 2 + np.cos(y) ** 2,
        (
            Peer("numpy", trig_numpy, out=True), _ne("sin(x)**2 + cos(y)**2"), Peer("numba", trig_numba, out=True),
            Peer("jax", trig_jax), Peer("torch", trig_torch), Peer("torch.compile", trig_torch),
        ),
        VECTOR, TRIAD, "triad: 2 reads, 1 write", _goals(0.85), DTYPES, reuse=True,
    ),
    Workload(
        "W8", "(c) g[j]*gelu(x[i,j] + b[j])", "z[i,j] = g[j]*gelu(x[i,j] + b[j])",
        lambda s: "z[i,j] = g[j]*gelu(x[i,j] + b[j])", normals(x="m n", g="n", b="n"), gelu_numpy,
        (
            Peer("numpy", gelu_numpy), Peer("numba", gelu_numba, out=True), Peer("jax", gelu_jax),
            Peer("torch", gelu_torch), Peer("torch.compile", gelu_torch),
        ),
        MATRIX, COPY, "copy: 1 read, 1 write", _goals(0.95, numexpr=False), DTYPES, reuse=True,
    ),
    Workload(
        "W8", "(d) chain of 12 operations", CHAIN, lambda s: CHAIN, normals(x="n", y="n"), chain_numpy,
        (
            Peer("numpy", chain_numpy), _ne("sqrt(abs(x*y + 0.5))*exp(-x) + tanh(y)/(1 + x*x)"),
            Peer("numba", chain_numba, out=True), Peer("jax", chain_jax), Peer("torch", chain_torch),
            Peer("torch.compile", chain_torch),
        ),
        VECTOR, TRIAD, "triad: 2 reads, 1 write", _goals(0.90), DTYPES, reuse=True,
    ),
)  # fmt: skip
