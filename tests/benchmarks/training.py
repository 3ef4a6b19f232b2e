"""W20: training steps with their update, MLP and autoencoder, large and small."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from .limits import gemm_limit
from .workload import Array, Arrays, Goal, Peer, Sizes, Workload, normal

# --- the formulas ---------------------------------------------------------------------------------

MLP = """\
h1[n,i] = logistic(sum[j](x[n,j]*W1[i,j]) + b1[i])
h2[n,k] = logistic(sum[i](h1[n,i]*W2[k,i]) + b2[k])
o[n,l] = sum[k](h2[n,k]*W3[l,k]) + b3[l]
loss = mean[n](sum[l]((o[n,l] - t[n,l])**2))"""

AUTOENCODER = """\
h1[n,i] = logistic(sum[j](x[n,j]*W1[i,j]) + b1[i])
h2[n,k] = logistic(sum[i](h1[n,i]*W2[k,i]) + b2[k])
r[n,l] = logistic(sum[k](h2[n,k]*W3[l,k]))
loss = mean[n](sum[l]((r[n,l] - x[n,l])**2))"""

PARAMETERS = {"mlp": ("W1", "b1", "W2", "b2", "W3", "b3"), "autoencoder": ("W1", "b1", "W2", "b2", "W3")}
RATE = 0.5


def _step(text: str, names: tuple[str, ...]) -> Callable[[Sizes], Any]:
    """The loss and the new parameters, as a user writes it: derive, substitute, compile."""

    def program(sizes: Sizes) -> Any:
        import espresso as es

        loss = es.parse(text)
        gradients = dict(zip(names, es.grad(loss, list(names)), strict=True))
        lines = []
        for name in names:
            axes = "i,j" if name.startswith("W") else "i"
            lines.append(f"{name}_new[{axes}] = {name}[{axes}] - {RATE}*g_{name}[{axes}]")
        update = es.parse("\n".join(lines)).subs({f"g_{n}": g for n, g in gradients.items()}).outputs
        return [loss, *(update[f"{n}_new"] for n in names)]

    return program


def mlp_inputs(rng: np.random.Generator, sizes: Sizes) -> Arrays:
    """x[batch,d], targets t[batch,c], three layers."""
    d, p, q, c, batch = (sizes[k] for k in ("d", "p", "q", "c", "batch"))
    return {
        "x": normal(rng, batch, d), "t": normal(rng, batch, c),
        "W1": normal(rng, p, d) / np.sqrt(d), "b1": normal(rng, p), "W2": normal(rng, q, p) / np.sqrt(p),
        "b2": normal(rng, q), "W3": normal(rng, c, q) / np.sqrt(q), "b3": normal(rng, c),
    }  # fmt: skip


def autoencoder_inputs(rng: np.random.Generator, sizes: Sizes) -> Arrays:
    """x[batch,d] between 0 and 1, two layers down and one up."""
    arrays = mlp_inputs(rng, {**sizes, "c": sizes["d"]})
    del arrays["t"], arrays["b3"]
    return {**arrays, "x": rng.random((sizes["batch"], sizes["d"]))}


# --- the peers ------------------------------------------------------------------------------------


def _sigmoid(z: Array) -> Array:
    return 1 / (1 + np.exp(-z))


def mlp_numpy(
    x: Array, t: Array, W1: Array, b1: Array, W2: Array, b2: Array, W3: Array, b3: Array
) -> tuple[Any, ...]:
    """Back-propagation by hand."""
    h1 = _sigmoid(x @ W1.T + b1)
    h2 = _sigmoid(h1 @ W2.T + b2)
    e = h2 @ W3.T + b3 - t
    do = e * x.dtype.type(2 / len(x))
    d2 = (do @ W3) * h2 * (1 - h2)
    d1 = (d2 @ W2) * h1 * (1 - h1)
    r = x.dtype.type(RATE)
    return (
        (e * e).sum() / len(x), W1 - r * (d1.T @ x), b1 - r * d1.sum(0), W2 - r * (d2.T @ h1), b2 - r * d2.sum(0),
        W3 - r * (do.T @ h2), b3 - r * do.sum(0),
    )  # fmt: skip


def autoencoder_numpy(x: Array, W1: Array, b1: Array, W2: Array, b2: Array, W3: Array) -> tuple[Any, ...]:
    """Back-propagation by hand."""
    h1 = _sigmoid(x @ W1.T + b1)
    h2 = _sigmoid(h1 @ W2.T + b2)
    y = _sigmoid(h2 @ W3.T)
    e = y - x
    do = e * y * (1 - y) * x.dtype.type(2 / len(x))
    d2 = (do @ W3) * h2 * (1 - h2)
    d1 = (d2 @ W2) * h1 * (1 - h1)
    r = x.dtype.type(RATE)
    return (
        (e * e).sum() / len(x), W1 - r * (d1.T @ x), b1 - r * d1.sum(0), W2 - r * (d2.T @ h1), b2 - r * d2.sum(0),
        W3 - r * (do.T @ h2),
    )  # fmt: skip


def _mlp_loss(sigmoid: Any, p: dict[str, Any], x: Any, t: Any) -> Any:
    h1 = sigmoid(x @ p["W1"].T + p["b1"])
    h2 = sigmoid(h1 @ p["W2"].T + p["b2"])
    return ((h2 @ p["W3"].T + p["b3"] - t) ** 2).sum() / x.shape[0]


def _autoencoder_loss(sigmoid: Any, p: dict[str, Any], x: Any) -> Any:
    h1 = sigmoid(x @ p["W1"].T + p["b1"])
    h2 = sigmoid(h1 @ p["W2"].T + p["b2"])
    return ((sigmoid(h2 @ p["W3"].T) - x) ** 2).sum() / x.shape[0]


def _jax_step(loss: Any, names: tuple[str, ...]) -> Callable[..., Any]:
    def step(**arrays: Any) -> Any:
        import jax

        p = {n: arrays.pop(n) for n in names}
        value, g = jax.value_and_grad(lambda p: loss(jax.nn.sigmoid, p, **arrays))(p)
        return value, *(p[n] - RATE * g[n] for n in names)

    return step


def _torch_step(loss: Any, names: tuple[str, ...]) -> Callable[..., Any]:
    def step(**arrays: Any) -> Any:
        import torch

        p = {n: arrays[n] for n in names}
        rest = {n: a for n, a in arrays.items() if n not in names}
        g, value = torch.func.grad_and_value(lambda p: loss(torch.sigmoid, p, **rest))(p)
        return value, *(p[n] - RATE * g[n] for n in names)

    return step


def _torch_tape(loss: Any, names: tuple[str, ...]) -> Callable[..., Any]:
    """Eager PyTorch as most people write it: autograd's tape, update without gradients."""

    def step(**arrays: Any) -> Any:
        import torch

        p = {n: arrays[n].detach().requires_grad_() for n in names}
        value = loss(torch.sigmoid, p, **{n: a for n, a in arrays.items() if n not in names})
        g = torch.autograd.grad(value, list(p.values()))
        with torch.no_grad():
            return value.detach(), *(a - RATE * b for a, b in zip(p.values(), g, strict=True))

    return step


# --- the table ------------------------------------------------------------------------------------


def _products(sizes: Sizes) -> list[tuple[int, int, int]]:
    """The eight matrix products of a step: three forward, two back to the layers, three for the weights."""
    d, p, q, batch = (sizes[k] for k in ("d", "p", "q", "batch"))
    c = sizes.get("c", d)
    forward = [(batch, d, p), (batch, p, q), (batch, q, c)]
    return [*forward, (batch, c, q), (batch, q, p), *((n, m, k) for m, k, n in forward)]


def _gemms(library: str) -> Callable[[Sizes, str], Any]:
    return lambda sizes, dtype: gemm_limit(_products(sizes), dtype, library)


def _training(case: str, kind: str, text: str, inputs: Any, truth: Any, loss: Any, sizes: Any, goals: Any) -> Workload:
    names = PARAMETERS[kind]
    peers = (
        Peer("numpy", truth), Peer("jax", _jax_step(loss, names)), Peer("torch", _torch_tape(loss, names)),
        Peer("torch.compile", _torch_step(loss, names)),
    )  # fmt: skip
    return Workload(
        "W20", case, f"{text}\nwith the gradient in {', '.join(names)} and the update W - {RATE}*g", _step(text, names),
        inputs, truth, peers, sizes, {"gemm": _gemms("numpy"), "gemm (torch)": _gemms("torch")},
        "the 8 matrix products", goals, reuse=True,
    )  # fmt: skip


TINY_MLP, TINY_AE = {"d": 23, "p": 11, "q": 7, "c": 5, "batch": 6}, {"d": 23, "p": 11, "q": 7, "batch": 6}
SMALL_MLP = {"d": 1000, "p": 200, "q": 100, "c": 100, "batch": 10}
LARGE_MLP = {"d": 10000, "p": 2000, "q": 1000, "c": 1000, "batch": 500}
SMALL_AE, LARGE_AE = {"d": 1000, "p": 200, "q": 100, "batch": 10}, {"d": 10000, "p": 2000, "q": 1000, "batch": 100}
LARGE = (Goal("limit", 0.97), Goal("jax", 1.05))
SMALL = (Goal("jax", 3), Goal("torch.compile", 6))

WORKLOADS = (
    _training("MLP, small", "mlp", MLP, mlp_inputs, mlp_numpy, _mlp_loss,
              {"tiny": [TINY_MLP], "small": [SMALL_MLP], "full": [SMALL_MLP]}, SMALL),
    _training("autoencoder, small", "autoencoder", AUTOENCODER, autoencoder_inputs, autoencoder_numpy, _autoencoder_loss,
              {"tiny": [TINY_AE], "small": [SMALL_AE], "full": [SMALL_AE]}, SMALL),
    _training("MLP, large", "mlp", MLP, mlp_inputs, mlp_numpy, _mlp_loss,
              {"tiny": [], "small": [], "full": [LARGE_MLP]}, LARGE),
    _training("autoencoder, large", "autoencoder", AUTOENCODER, autoencoder_inputs, autoencoder_numpy, _autoencoder_loss,
              {"tiny": [], "small": [], "full": [LARGE_AE]}, LARGE),
)  # fmt: skip
