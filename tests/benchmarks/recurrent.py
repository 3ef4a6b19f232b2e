"""W21: one training step of small recurrent networks, a char-RNN and an LSTM, unrolled over the sequence."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from .limits import gemm_limit
from .workload import Array, Arrays, Goal, Peer, Sizes, Workload, normal, with_derivatives

SIZES = {
    "tiny": [{"seq": 2, "batch": 3, "hidden": 4, "vocab": 5}],
    "small": [{"seq": 4, "batch": 20, "hidden": 50, "vocab": 26}],
    "full": [{"seq": 20, "batch": 20, "hidden": 50, "vocab": 26}],
}
RNN_NAMES = ("Wx", "Wh", "bh", "Wy", "by")
GATES = "ifog"
LSTM_NAMES = tuple(f"{w}{g}" for g in GATES for w in ("Wx", "Wh", "b")) + ("Wy", "by")


def _readout(t: int) -> list[str]:
    return [
        f"o{t}[b,k] = sum[i](Wy[k,i]*h{t}[b,i]) + by[k]",
        f"p{t}[b,k] = log_softmax[k](o{t}[b,k])",
    ]


def _loss(steps: int) -> str:
    return "loss = -(" + " + ".join(f"sum[b](p{t}[b,x[{t},b]])" for t in range(1, steps + 1)) + ")/size(h0, 0)"


def rnn_text(steps: int) -> str:
    """The char-RNN over ``steps`` characters; h0 is given."""
    lines = []
    for t in range(1, steps + 1):
        lines.append(f"h{t}[b,i] = tanh(Wx[x[{t - 1},b],i] + sum[j](Wh[i,j]*h{t - 1}[b,j]) + bh[i])")
        lines += _readout(t)
    return "\n".join([*lines, _loss(steps)])


def lstm_text(steps: int) -> str:
    """The LSTM over ``steps`` characters; h0 and c0 are given."""
    lines = []
    for t in range(1, steps + 1):
        for gate in GATES:
            f = "tanh" if gate == "g" else "logistic"
            lines.append(
                f"{gate}{t}[b,i] = {f}(Wx{gate}[x[{t - 1},b],i] + sum[j](Wh{gate}[i,j]*h{t - 1}[b,j]) + b{gate}[i])"
            )
        lines.append(f"c{t}[b,i] = f{t}[b,i]*c{t - 1}[b,i] + i{t}[b,i]*g{t}[b,i]")
        lines.append(f"h{t}[b,i] = o{t}[b,i]*tanh(c{t}[b,i])")
        lines += [line.replace(f"o{t}[b,k]", f"s{t}[b,k]") for line in _readout(t)]
    return "\n".join([*lines, _loss(steps)])


def _text(rng: np.random.Generator, sizes: Sizes) -> Array:
    return rng.integers(0, sizes["vocab"], (sizes["seq"] + 1, sizes["batch"]))


def rnn_inputs(rng: np.random.Generator, sizes: Sizes) -> Arrays:
    """Characters x[seq+1,batch], the state h0 and five weight arrays."""
    h, v = sizes["hidden"], sizes["vocab"]
    return {
        "x": _text(rng, sizes), "h0": normal(rng, sizes["batch"], h), "Wx": normal(rng, v, h),
        "Wh": normal(rng, h, h) / np.sqrt(h), "bh": normal(rng, h), "Wy": normal(rng, v, h), "by": normal(rng, v),
    }  # fmt: skip


def lstm_inputs(rng: np.random.Generator, sizes: Sizes) -> Arrays:
    """Characters x[seq+1,batch], the states h0 and c0, and fourteen weight arrays."""
    h, v, batch = sizes["hidden"], sizes["vocab"], sizes["batch"]
    arrays = {"x": _text(rng, sizes), "h0": normal(rng, batch, h), "c0": normal(rng, batch, h)}
    for gate in GATES:
        arrays |= {f"Wx{gate}": normal(rng, v, h), f"Wh{gate}": normal(rng, h, h) / np.sqrt(h), f"b{gate}": normal(rng, h)}
    return {**arrays, "Wy": normal(rng, v, h), "by": normal(rng, v)}


# --- by hand -------------------------------------------------------------------------------------------


def _scores(h: Array, t: Array, Wy: Array, by: Array, g: dict[str, Array]) -> tuple[Any, Array]:
    """Loss of one step, and the cotangent of h; adds to the gradients of Wy and by."""
    o = h @ Wy.T + by
    o = o - o.max(axis=1, keepdims=True)
    e = np.exp(o)
    total = e.sum(axis=1)
    rows = np.arange(len(t))
    loss = (np.log(total) - o[rows, t]).sum() / len(t)
    d = e / total[:, None]
    d[rows, t] -= 1
    d /= len(t)
    g["Wy"] += d.T @ h
    g["by"] += d.sum(axis=0)
    return loss, d @ Wy


def rnn_numpy(x: Array, h0: Array, **p: Array) -> tuple[Any, ...]:
    """Back-propagation through time by hand."""
    steps = len(x) - 1
    h = [h0]
    for t in range(steps):
        h.append(np.tanh(p["Wx"][x[t]] + h[-1] @ p["Wh"].T + p["bh"]))
    g = {n: np.zeros_like(p[n]) for n in RNN_NAMES}
    loss, back = h0.dtype.type(0), np.zeros_like(h0)
    for t in range(steps, 0, -1):
        part, dh = _scores(h[t], x[t], p["Wy"], p["by"], g)
        loss = loss + part
        dz = (dh + back) * (1 - h[t] * h[t])
        np.add.at(g["Wx"], x[t - 1], dz)
        g["Wh"] += dz.T @ h[t - 1]
        g["bh"] += dz.sum(axis=0)
        back = dz @ p["Wh"]
    return loss, *(g[n] for n in RNN_NAMES)


def _sigmoid(z: Array) -> Array:
    return 1 / (1 + np.exp(-z))


def lstm_numpy(x: Array, h0: Array, c0: Array, **p: Array) -> tuple[Any, ...]:
    """Back-propagation through time by hand."""
    steps = len(x) - 1
    h, c, gates = [h0], [c0], []
    for t in range(steps):
        a = {k: p[f"Wx{k}"][x[t]] + h[-1] @ p[f"Wh{k}"].T + p[f"b{k}"] for k in GATES}
        a = {k: np.tanh(v) if k == "g" else _sigmoid(v) for k, v in a.items()}
        c.append(a["f"] * c[-1] + a["i"] * a["g"])
        h.append(a["o"] * np.tanh(c[-1]))
        gates.append(a)
    g = {n: np.zeros_like(p[n]) for n in LSTM_NAMES}
    loss, back, dc = h0.dtype.type(0), np.zeros_like(h0), np.zeros_like(c0)
    for t in range(steps, 0, -1):
        a = gates[t - 1]
        part, dh = _scores(h[t], x[t], p["Wy"], p["by"], g)
        loss, dh, th = loss + part, dh + back, np.tanh(c[t])
        dc = dc + dh * a["o"] * (1 - th * th)
        d = {
            "i": dc * a["g"] * a["i"] * (1 - a["i"]), "f": dc * c[t - 1] * a["f"] * (1 - a["f"]),
            "o": dh * th * a["o"] * (1 - a["o"]), "g": dc * a["i"] * (1 - a["g"] ** 2),
        }  # fmt: skip
        back = np.zeros_like(h0)
        for k in GATES:
            np.add.at(g[f"Wx{k}"], x[t - 1], d[k])
            g[f"Wh{k}"] += d[k].T @ h[t - 1]
            g[f"b{k}"] += d[k].sum(axis=0)
            back += d[k] @ p[f"Wh{k}"]
        dc = dc * a["f"]
    return loss, *(g[n] for n in LSTM_NAMES)


# --- the other systems: the forward pass, and their own derivatives ------------------------------------------


def _rnn_loss(m: Any, p: dict[str, Any], x: Any, h0: Any) -> Any:
    h, total = h0, 0
    for t in range(x.shape[0] - 1):
        h = m.tanh(p["Wx"][x[t]] + h @ p["Wh"].T + p["bh"])
        total = total - m.picked(h @ p["Wy"].T + p["by"], x[t + 1])
    return total / x.shape[1]


def _lstm_loss(m: Any, p: dict[str, Any], x: Any, h0: Any, c0: Any) -> Any:
    h, c, total = h0, c0, 0
    for t in range(x.shape[0] - 1):
        a = {k: p[f"Wx{k}"][x[t]] + h @ p[f"Wh{k}"].T + p[f"b{k}"] for k in GATES}
        c = m.sigmoid(a["f"]) * c + m.sigmoid(a["i"]) * m.tanh(a["g"])
        h = m.sigmoid(a["o"]) * m.tanh(c)
        total = total - m.picked(h @ p["Wy"].T + p["by"], x[t + 1])
    return total / x.shape[1]


class _Jax:
    """The functions the losses need, from JAX."""

    def __init__(self) -> None:
        import jax

        self.tanh, self.sigmoid, self.jax = jax.numpy.tanh, jax.nn.sigmoid, jax

    def picked(self, scores: Any, labels: Any) -> Any:
        """Sum of the log-probabilities of the labels."""
        logp = self.jax.nn.log_softmax(scores, axis=1)
        return self.jax.numpy.take_along_axis(logp, labels[:, None], axis=1).sum()


class _Torch:
    """The functions the losses need, from PyTorch."""

    def __init__(self) -> None:
        import torch

        self.tanh, self.sigmoid = torch.tanh, torch.sigmoid

    def picked(self, scores: Any, labels: Any) -> Any:
        """Sum of the log-probabilities of the labels."""
        return scores.log_softmax(1).gather(1, labels[:, None]).sum()


def _jax(loss: Any, names: tuple[str, ...]) -> Callable[..., Any]:
    def step(**arrays: Any) -> Any:
        import jax

        p = {n: arrays.pop(n) for n in names}
        value, g = jax.value_and_grad(lambda p: loss(_Jax(), p, **arrays))(p)
        return value, *(g[n] for n in names)

    return step


def _torch(loss: Any, names: tuple[str, ...]) -> Callable[..., Any]:
    def step(**arrays: Any) -> Any:
        import torch

        p = {n: arrays.pop(n).detach().requires_grad_() for n in names}
        value = loss(_Torch(), p, **arrays)
        return value.detach(), *torch.autograd.grad(value, list(p.values()))

    return step


def _products(gates: int) -> Callable[[Sizes, str], Any]:
    """Forward and twice backward: the recurrent products of all gates, and the scores."""

    def limit(sizes: Sizes, dtype: str) -> Any:
        b, h, v = sizes["batch"], sizes["hidden"], sizes["vocab"]
        one = [(b, h, gates * h), (b, h, v), (b, gates * h, h), (b, v, h), (gates * h, b, h), (v, b, h)]
        return gemm_limit(one * sizes["seq"], dtype)

    return limit


def _workload(
    case: str, text: Callable[[int], str], inputs: Any, truth: Any, loss: Any, names: Any, gates: int, sizes: Any = SIZES
) -> Workload:
    peers = (Peer("numpy", truth), Peer("jax", _jax(loss, names)), Peer("torch", _torch(loss, names)))
    shown = f"{text(1)}\n... and so on, with the gradient in {', '.join(names)}"
    return Workload(
        "W21", case, shown, lambda s: with_derivatives(text(s["seq"]), ("grad", list(names)))(s), inputs, truth, peers, sizes, {"gemm": _products(gates)},
        "the matrix products", (Goal("numpy", 10), Goal("jax", 3)), tolerance={"float32": 5e-4},
    )  # fmt: skip


WORKLOADS = (
    _workload("char-RNN", rnn_text, rnn_inputs, rnn_numpy, _rnn_loss, RNN_NAMES, 1),
    _workload("LSTM", lstm_text, lstm_inputs, lstm_numpy, _lstm_loss, LSTM_NAMES, 4),
)
