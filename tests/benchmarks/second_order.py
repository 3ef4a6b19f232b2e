"""W1 to W5: Hessians and Hessian-vector products."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np

from . import symbolic_peers
from .limits import copy_limit, gemm_limit, syrk_limit, triad_limit
from .workload import Array, Arrays, Goal, Peer, Sizes, Workload, derived, normal, normals, with_derivatives

# --- W1: the Hessian of x[i]*A[i,j]*x[j] ----------------------------------------------------------

QUADRATIC = "q = x[i]*A[i,j]*x[j]"


def quadratic_numpy(A: Array) -> Array:
    """The formula a person finds by hand."""
    return A + A.T


def quadratic_jax(A: Any) -> Any:
    """jax.hessian, at x = 1 (the result does not depend on x)."""
    import jax

    return jax.hessian(lambda x: x @ A @ x)(jax.numpy.ones(A.shape[0], A.dtype))


def quadratic_torch(A: Any) -> Any:
    """torch.func.hessian, at x = 1."""
    import torch

    return torch.func.hessian(lambda x: x @ A @ x)(torch.ones(A.shape[0], dtype=A.dtype))


def transposing_copy(sizes: Sizes, dtype: str) -> Any:
    """The least work: a transposing copy in tiles that fit the cache."""
    from numba import njit, prange

    from .limits import aligned, only_on_cpu

    only_on_cpu()
    n = sizes["n"]
    a, out = (aligned(n * n, dtype).reshape(n, n) for _ in range(2))

    @njit(parallel=True)
    def run(a: Array, out: Array) -> None:
        tile = 32
        for ti in prange((a.shape[0] + tile - 1) // tile):
            for tj in range((a.shape[1] + tile - 1) // tile):
                for i in range(ti * tile, min(a.shape[0], ti * tile + tile)):
                    for j in range(tj * tile, min(a.shape[1], tj * tile + tile)):
                        out[i, j] = a[j, i]

    return lambda: run(a, out)


# --- W2: logistic regression, loss, gradient and Hessian at once ----------------------------------

LOGISTIC = "loss = sum[i](log(1 + exp(-y[i]*X[i,j]*w[j])))"


def logistic_inputs(rng: np.random.Generator, sizes: Sizes) -> Arrays:
    """X[m,n], labels y[m] of +-1, w[n] small enough that no probability saturates."""
    m, n = sizes["m"], sizes["n"]
    return {"X": normal(rng, m, n), "y": np.sign(normal(rng, m)), "w": normal(rng, n) / np.sqrt(n)}


def logistic_numpy(X: Array, y: Array, w: Array) -> tuple[Array, Array, Array]:
    """By hand: one matrix-vector product each way, one matrix product."""
    z = -y * (X @ w)
    p = 1 / (1 + np.exp(-z))
    return np.logaddexp(0, z).sum(), X.T @ (-y * p), (X.T * (p * (1 - p))) @ X


def _logistic_loss_jax(w: Any, X: Any, y: Any) -> Any:
    import jax

    return jax.nn.softplus(-y * (X @ w)).sum()


def logistic_jax(X: Any, y: Any, w: Any) -> Any:
    """jax.value_and_grad and jax.hessian under one jit."""
    import jax

    value, gradient = jax.value_and_grad(_logistic_loss_jax)(w, X, y)
    return value, gradient, jax.hessian(_logistic_loss_jax)(w, X, y)


def _logistic_loss_torch(w: Any, X: Any, y: Any) -> Any:
    import torch

    return torch.nn.functional.softplus(-y * (X @ w), threshold=1e9).sum()


def logistic_torch(X: Any, y: Any, w: Any) -> Any:
    """torch.func: grad_and_value and hessian."""
    import torch

    gradient, value = torch.func.grad_and_value(_logistic_loss_torch)(w, X, y)
    return value, gradient, torch.func.hessian(_logistic_loss_torch)(w, X, y)


def _gemm_of_hessian(sizes: Sizes, dtype: str) -> Any:
    return gemm_limit([(sizes["n"], sizes["m"], sizes["n"])], dtype)


# --- W3: the Hessian of a matrix factorisation ------------------------------------------------

FACTOR = "loss = sum[i,j]((T[i,j] - U[i,k]*V[j,k])**2)"


def factor_numpy(U: Array, V: Array) -> Array:
    """The formula a person finds by hand: 2 V'V on the diagonal blocks."""
    n, k = U.shape
    H = np.zeros((n, k, n, k), U.dtype)
    H[np.arange(n), :, np.arange(n), :] = 2 * V.T @ V
    return H


def factor_jax(U: Any, V: Any) -> Any:
    """jax.hessian; T is zero, the result does not depend on it."""
    import jax

    return jax.hessian(lambda u: ((u @ V.T) ** 2).sum())(U)


def factor_torch(U: Any, V: Any) -> Any:
    """torch.func.hessian."""
    import torch

    return torch.func.hessian(lambda u: ((u @ V.T) ** 2).sum())(U)


def _fill(sizes: Sizes, dtype: str) -> Any:
    out = np.ones(sizes["n"] * sizes["k"] * sizes["n"] * sizes["k"], dtype)
    return lambda: out.fill(0.5)


MASKED = "loss = sum[i,j](O[i,j]*(T[i,j] - U[i,k]*V[j,k])**2)"


def masked_inputs(rng: np.random.Generator, sizes: Sizes) -> Arrays:
    """V[n,k] and the mask O[n,n] of 0 and 1; the Hessian depends on neither T nor U."""
    n = sizes["n"]
    return {"O": (rng.random((n, n)) < 0.5).astype(float), "V": normal(rng, n, sizes["k"])}


def masked_numpy(O: Array, V: Array) -> Array:
    """The formula a person finds by hand: 2 V'diag(O_i)V in block i."""
    n, k = V.shape
    H = np.zeros((n, k, n, k), V.dtype)
    H[np.arange(n), :, np.arange(n), :] = 2 * np.einsum("ij,ja,jb->iab", O, V, V, optimize=True)
    return H


def masked_jax(O: Any, V: Any) -> Any:
    """jax.hessian at U = 0; the result depends on neither U nor T."""
    import jax

    return jax.hessian(lambda u: (O * (u @ V.T) ** 2).sum())(jax.numpy.zeros((O.shape[0], V.shape[1]), V.dtype))


def masked_torch(O: Any, V: Any) -> Any:
    """torch.func.hessian."""
    import torch

    u = torch.zeros((O.shape[0], V.shape[1]), dtype=V.dtype)
    return torch.func.hessian(lambda u: (O * (u @ V.T) ** 2).sum())(u)


# --- W4: the Hessian of a ReLU net in its first weights -----------------------------------------------

LAYERS = 10


def net_text() -> str:
    """Ten ReLU layers and softmax cross-entropy, for one sample."""
    lines = ["h0[i] = relu(sum[j](W[i,j]*x[j]))"]
    lines += [f"h{q}[i] = relu(sum[j](V{q}[i,j]*h{q - 1}[j]))" for q in range(1, LAYERS - 1)]
    last = f"z[i] = sum[j](V{LAYERS - 1}[i,j]*h{LAYERS - 2}[j])"
    return "\n".join([*lines, last, "loss = logsumexp[i](z[i]) - sum[i](y[i]*z[i])"])


def net_inputs(rng: np.random.Generator, sizes: Sizes) -> Arrays:
    """Weights W, V1 ... V9 [n,n] that keep the scale of the layers, and a sample x[n]."""
    n = sizes["n"]
    weights = {f"V{q}": normal(rng, n, n) * np.sqrt(2 / n) for q in range(1, LAYERS)}
    return {"W": normal(rng, n, n) * np.sqrt(2 / n), "x": normal(rng, n), **weights}


def net_numpy(W: Array, x: Array, **V: Array) -> Array:
    """By hand: x_j x_l (J'(diag(p) - p p')J)_ik, with J the derivative of the scores by the first layer."""
    h = W @ x
    J, h = np.diag((h > 0).astype(W.dtype)), np.maximum(h, 0)
    for q in range(1, LAYERS):
        z = V[f"V{q}"] @ h
        J = V[f"V{q}"] @ J
        if q < LAYERS - 1:
            J, h = (z > 0)[:, None] * J, np.maximum(z, 0)
    p = np.exp(z - z.max())
    p /= p.sum()
    M = J.T @ (p[:, None] * (J - p @ J))
    return np.einsum("ik,j,l->ijkl", M, x, x)


def net_jax(W: Any, x: Any, **V: Any) -> Any:
    """jax.hessian in W; the labels are zero, the result does not depend on them."""
    import jax

    def loss(W: Any) -> Any:
        h = jax.nn.relu(W @ x)
        for q in range(1, LAYERS - 1):
            h = jax.nn.relu(V[f"V{q}"] @ h)
        return jax.nn.logsumexp(V[f"V{LAYERS - 1}"] @ h)

    return jax.hessian(loss)(W)


def net_torch(W: Any, x: Any, **V: Any) -> Any:
    """torch.func.hessian in W."""
    import torch

    def loss(W: Any) -> Any:
        h = torch.relu(W @ x)
        for q in range(1, LAYERS - 1):
            h = torch.relu(V[f"V{q}"] @ h)
        return torch.logsumexp(V[f"V{LAYERS - 1}"] @ h, 0)

    return torch.func.hessian(loss)(W)


def _fill_net(sizes: Sizes, dtype: str) -> Any:
    out = np.ones(sizes["n"] ** 4, dtype)
    return lambda: out.fill(0.5)


# --- W5: Hessian-vector product of softmax cross-entropy ----------------------------------------------

ENTROPY = """\
logp[i,k] = log_softmax[k](z[i,k])
loss = -sum[i](logp[i,t[i]])"""


def entropy_inputs(rng: np.random.Generator, sizes: Sizes) -> Arrays:
    """Scores z[m,n], a direction v[m,n], labels t[m]."""
    m, n = sizes["m"], sizes["n"]
    return {"z": normal(rng, m, n), "v": normal(rng, m, n), "t": rng.integers(0, n, m)}


def entropy_numpy(z: Array, v: Array, t: Array) -> Array:
    """By hand: p*(v - sum p v)."""
    p = np.exp(z - z.max(axis=1, keepdims=True))
    p /= p.sum(axis=1, keepdims=True)
    return p * (v - (p * v).sum(axis=1, keepdims=True))


def entropy_jax(z: Any, v: Any, t: Any) -> Any:
    """Forward over reverse: jax.jvp of jax.grad."""
    import jax

    def loss(z: Any) -> Any:
        return -jax.numpy.take_along_axis(jax.nn.log_softmax(z, axis=1), t[:, None], axis=1).sum()

    return jax.jvp(jax.grad(loss), (z,), (v,))[1]


def entropy_torch(z: Any, v: Any, t: Any) -> Any:
    """Forward over reverse: torch.func.jvp of torch.func.grad."""
    import torch

    def loss(z: Any) -> Any:
        return -z.log_softmax(1).gather(1, t[:, None]).sum()

    return torch.func.jvp(torch.func.grad(loss), (z,), (v,))[1]


def _three_streams(sizes: Sizes, dtype: str) -> Any:
    return triad_limit(sizes["m"] * sizes["n"], dtype)


# --- the table ------------------------------------------------------------------------------------------

HESSIAN_OF_QUADRATIC = Workload(
    "W1", "Hessian of x'Ax", f"hessian of {QUADRATIC} in x", derived("hessian", QUADRATIC, "x"),
    normals(A="n n"), quadratic_numpy,
    (
        Peer("numpy", quadratic_numpy), Peer("jax", quadratic_jax), Peer("torch.func", quadratic_torch, most=4096),
        Peer("tensorgrad", symbolic_peers.quadratic),
    ),
    {"tiny": [{"n": 24}], "small": [{"n": 1024}], "full": [{"n": 2048}]},
    {"transposing copy": transposing_copy, "copy": lambda s, d: copy_limit(s["n"] ** 2, d)},
    "transposing copy of A", (Goal("limit", 0.90), Goal("jax", 40)), reuse=True,
)  # fmt: skip

LOGISTIC_REGRESSION = Workload(
    "W2", "logistic loss, gradient, Hessian", f"{LOGISTIC} with gradient and Hessian in w",
    with_derivatives(LOGISTIC, ("grad", "w"), ("hessian", "w")),
    logistic_inputs, logistic_numpy,
    (
        Peer("numpy", logistic_numpy), Peer("jax", logistic_jax), Peer("torch.func", logistic_torch, most=2**20),
        Peer("tensorgrad", symbolic_peers.logistic),
    ),
    {"tiny": [{"m": 40, "n": 11}], "small": [{"m": 512, "n": 256}], "full": [{"m": 512, "n": 256}]},
    {"syrk": lambda s, d: syrk_limit(s["n"], s["m"], d), "gemm": _gemm_of_hessian},
    "symmetric product X'X", (), ("float64",), reuse=True,
)  # fmt: skip


def _only_full(workload: Workload, sizes: Sizes, *goals: Goal) -> Workload:
    """The same workload at one more size, with goals of its own."""
    return replace(workload, sizes={"tiny": [], "small": [], "full": [sizes]}, goals=goals)


def _factored(workload: Workload, *goals: Goal) -> Workload:
    """The same with its result as factors; the peers have the whole array."""
    case = workload.case.replace(", dense", ", factored")
    return replace(workload, case=case, structure="factored", limits={}, limit_text="", reuse=False, goals=goals)


def _factorisation(case: str, formula: str, inputs: Any, truth: Any, jax: Any, torch: Any) -> Workload:
    """W3.  torch.func takes half a minute for a call at n=500 and tens of GB of memory."""
    peers = (
        Peer("numpy", truth), Peer("jax", jax), Peer("torch.func", torch, most=1000),
        Peer("tensorgrad", partial(symbolic_peers.factorisation, "masked" in case)),
    )  # fmt: skip
    sizes = {"tiny": [{"n": 9, "k": 3}], "small": [{"n": 100, "k": 5}], "full": [{"n": 500, "k": 10}]}
    return Workload(
        "W3", case, f"hessian of {formula} in U", derived("hessian", formula, "U"), inputs, truth, peers, sizes, {"fill": _fill},
        "filling an array of the result's size", (Goal("jax", 50),), reuse=True,
    )  # fmt: skip


FACTORISATION = _factorisation(
    "Hessian of a factorisation, dense", FACTOR, normals(U="n k", V="n k"), factor_numpy, factor_jax,
    factor_torch
)
MASKED_FACTORISATION = _factorisation(
    "Hessian of a masked factorisation, dense", MASKED, masked_inputs, masked_numpy, masked_jax, masked_torch
)
NET = Workload(
    "W4", "Hessian of a ReLU net in its first weights, dense", f"hessian in W of\n{net_text()}",
    derived("hessian", net_text(), "W"), net_inputs, net_numpy,
    (
        Peer("numpy", net_numpy), Peer("jax", net_jax), Peer("torch.func", net_torch),
        Peer("tensorgrad", partial(symbolic_peers.net, LAYERS)),
    ),
    {"tiny": [{"n": 5}], "small": [{"n": 24}], "full": [{"n": 64}]},
    {"fill": _fill_net}, "filling an array of the result's size", (Goal("jax", 20),), reuse=True,
    tolerance={"float32": 2e-3},
)  # fmt: skip


WORKLOADS = (
    HESSIAN_OF_QUADRATIC,
    _only_full(HESSIAN_OF_QUADRATIC, {"n": 8192}, Goal("limit", 0.90), Goal("jax", 100)),
    LOGISTIC_REGRESSION,
    _only_full(LOGISTIC_REGRESSION, {"m": 2048, "n": 256}, Goal("jax", 4)),
    _only_full(
        LOGISTIC_REGRESSION, {"m": 4096, "n": 2048}, Goal("limit", 0.85), Goal("jax", 3.3)
    ),
    FACTORISATION,
    _factored(FACTORISATION, Goal("jax", 1e4)),
    _only_full(FACTORISATION, {"n": 1000, "k": 10}),  # where JAX would need 40 GB
    _only_full(_factored(FACTORISATION), {"n": 1000, "k": 10}),
    MASKED_FACTORISATION,
    _factored(MASKED_FACTORISATION, Goal("jax", 1e4)),
    NET,
    _factored(NET, Goal("jax", 1000)),
    Workload(
        "W5", "Hessian-vector product of softmax cross-entropy", f"hvp of\n{ENTROPY}\nin z", derived("hvp", ENTROPY, "z", "v"),
        entropy_inputs, entropy_numpy,
        (
            Peer("numpy", entropy_numpy), Peer("jax", entropy_jax), Peer("torch.func", entropy_torch),
            Peer("torch.compile", entropy_torch),
        ),
        {"tiny": [{"m": 13, "n": 29}], "small": [{"m": 128, "n": 4096}], "full": [{"m": 1024, "n": 32768}]},
        {"triad, non-temporal": _three_streams}, "triad: 2 reads, 1 write", (Goal("limit", 0.90), Goal("jax", 2.5)),
        reuse=True,
    ),
)  # fmt: skip
