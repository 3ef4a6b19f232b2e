"""W5: Hessian-vector product of a network with two layers, beside its own gradient."""

from __future__ import annotations

from typing import Any

import numpy as np

from .workload import Array, Arrays, Goal, Peer, Sizes, Workload, derived, normal

LOSS = """\
h[b,k] = tanh(sum[j](x[b,j]*W[j,k]))
loss = sum[b,l]((sum[k](h[b,k]*V[k,l]) - t[b,l])**2)/2"""


def inputs(rng: np.random.Generator, sizes: Sizes) -> Arrays:
    """Points x[n,d], weights W[d,h] and V[h,c], targets t[n,c], a direction P, Q like the weights."""
    n, d, h, c = (sizes[k] for k in "ndhc")
    W, V = normal(rng, d, h) / np.sqrt(d), normal(rng, h, c) / np.sqrt(h)
    return {"x": normal(rng, n, d), "W": W, "V": V, "t": normal(rng, n, c), "P": normal(rng, d, h) / np.sqrt(d),
            "Q": normal(rng, h, c) / np.sqrt(h)}  # fmt: skip


def by_hand(x: Array, W: Array, V: Array, t: Array, P: Array, Q: Array) -> tuple[Array, Array]:
    """Forward over reverse, eleven products of matrices (the gradient has five)."""
    h = np.tanh(x @ W)
    slope = 1 - h * h
    r, dh = h @ V - t, slope * (x @ P)
    dr = dh @ V + h @ Q
    back = r @ V.T
    da = slope * (dr @ V.T + r @ Q.T) - 2 * h * dh * back
    return x.T @ da, dh.T @ r + h.T @ dr


def with_jax(x: Any, W: Any, V: Any, t: Any, P: Any, Q: Any) -> Any:
    """jax.jvp of jax.grad."""
    import jax

    def loss(W: Any, V: Any) -> Any:
        return ((jax.numpy.tanh(x @ W) @ V - t) ** 2).sum() / 2

    return jax.jvp(jax.grad(loss, argnums=(0, 1)), (W, V), (P, Q))[1]


def with_torch(x: Any, W: Any, V: Any, t: Any, P: Any, Q: Any) -> Any:
    """torch.func.jvp of torch.func.grad."""
    import torch

    def loss(W: Any, V: Any) -> Any:
        return (((x @ W).tanh() @ V - t) ** 2).sum() / 2

    return torch.func.jvp(torch.func.grad(loss, argnums=(0, 1)), (W, V), (P, Q))[1]


def _gradient(sizes: Sizes, dtype: str) -> Any:
    """espresso's own gradient: what the product is to be compared with."""
    import espresso as es

    from . import devices

    f = es.compile(list(es.grad(es.parse(LOSS), ["W", "V"])), target=devices.current().target)
    made = inputs(np.random.default_rng(3), sizes)
    given = devices.current().put({n: a.astype(dtype) for n, a in made.items() if n in f.inputs})
    return devices.current().finished(lambda: f(**given))


WORKLOADS = (
    Workload(
        "W5", "Hessian-vector product of a network with two layers", f"hvp of\n{LOSS}\nin W, V",
        derived("hvp", LOSS, ["W", "V"], ["P", "Q"]), inputs, by_hand,
        (
            Peer("numpy", by_hand), Peer("jax", with_jax), Peer("torch.func", with_torch),
            Peer("torch.compile", with_torch),
        ),
        {
            "tiny": [{"n": 7, "d": 5, "h": 6, "c": 3}], "small": [{"n": 256, "d": 128, "h": 256, "c": 32}],
            "full": [{"n": 1024, "d": 784, "h": 1024, "c": 64}],
        },
        {"gradient": _gradient}, "its own gradient (a goal of 1.35 times its time)",
        (Goal("limit", 1 / 1.35),), tolerance={"float32": 1e-3},
    ),
)  # fmt: skip
