"""W19: pooling with its gradient, as in a training step, in both orders of the axes."""

from __future__ import annotations

import functools
import itertools
from dataclasses import dataclass
from typing import Any

import numpy as np

from .workload import Array, Arrays, Goal, Peer, Sizes, Workload, normal


@dataclass(frozen=True)
class Pool:
    """What a pooling is beside its sizes."""

    size: int
    stride: int
    padding: int = 0
    ceil: bool = False
    mean: bool = False
    last: bool = False  # channels are the last axis

    def length(self, h: int) -> int:
        """Windows along an axis."""
        rest = h + 2 * self.padding - self.size
        return -(-rest // self.stride) + 1 if self.ceil else rest // self.stride + 1


def _program(pool: Pool, s: Sizes) -> Any:
    import espresso as es

    if pool.last:
        taps = f"r : index {pool.size}\ns : index {pool.size}\n"
        y = es.parse(f"{taps}y[n,h,v,c] = max[r,s](x[n,{pool.stride}*h + r,{pool.stride}*v + s,c])")
    else:
        function = es.avg_pool if pool.mean else es.max_pool
        y = function(es.tensor("x[n,c,h,v]"), pool.size, pool.stride, pool.padding, ceil_mode=pool.ceil)
    return [y, es.vjp(y, "x", "G")]


def _moved(pool: Pool, x: Array) -> Array:
    """Axes as n, c, h, v, a view."""
    return x.transpose(0, 3, 1, 2) if pool.last else x


def _inputs(pool: Pool, rng: np.random.Generator, s: Sizes) -> Arrays:
    shapes = ((s["n"], s["c"], h, h) for h in (s["h"], pool.length(s["h"])))
    x, g = (normal(rng, *(t[k] for k in ((0, 2, 3, 1) if pool.last else range(4)))) for t in shapes)
    return {"x": x, "G": g}


def _truth(pool: Pool, x: Array, G: Array) -> tuple[Array, Array]:
    x, g = _moved(pool, x), _moved(pool, G)
    h, k, s, p = x.shape[2], pool.size, pool.stride, pool.padding
    behind = max((g.shape[2] - 1) * s + k - h - p, p)
    wide = np.pad(x, [(0, 0), (0, 0), (p, behind), (p, behind)], constant_values=0 if pool.mean else -np.inf)
    span = s * (g.shape[2] - 1) + 1
    parts = {(r, t): np.s_[:, :, r : r + span : s, t : t + span : s] for r, t in itertools.product(range(k), repeat=2)}
    y = sum(wide[at] for at in parts.values()) / k**2 if pool.mean else np.max([wide[at] for at in parts.values()], 0)
    out = np.zeros_like(wide)
    for at in parts.values():
        out[at] += g / k**2 if pool.mean else g * (wide[at] == y)
    dx = out[:, :, p : p + h, p : p + h]
    return (y.transpose(0, 2, 3, 1), dx.transpose(0, 2, 3, 1)) if pool.last else (y, dx)


def _torch(pool: Pool, x: Any, G: Any) -> Any:
    import torch

    if pool.last:
        x, G = (a.permute(0, 3, 1, 2) for a in (x, G))  # arrays in PyTorch's channels_last
    form = [pool.size] * 2, [pool.stride] * 2, [pool.padding] * 2
    if pool.mean:
        value = torch.ops.aten.avg_pool2d(x, *form, pool.ceil)
        found = value, torch.ops.aten.avg_pool2d_backward(G, x, *form, pool.ceil, True, None)
    else:
        value, places = torch.ops.aten.max_pool2d_with_indices(x, *form, [1, 1], pool.ceil)
        found = value, torch.ops.aten.max_pool2d_with_indices_backward(G, x, *form, [1, 1], pool.ceil, places)
    return tuple(a.permute(0, 2, 3, 1) for a in found) if pool.last else found


def _row(case: str, pool: Pool, tiny: int) -> Workload:
    sizes = {level: [{"n": n, "c": c, "h": h}] for level, n, c, h in (("tiny", 2, 3, tiny), ("small", 4, 64, 56), ("full", 16, 64, 112))}
    return Workload(
        "W19", f"pooling: {case}", f"pooling with its gradient: {case}", functools.partial(_program, pool),
        functools.partial(_inputs, pool), functools.partial(_truth, pool),
        (Peer("torch", functools.partial(_torch, pool)),), sizes, {}, "", (Goal("torch", 1.0),),
    )  # fmt: skip


WORKLOADS = (
    _row("maxima 2x2", Pool(2, 2), 8),
    _row("maxima 3x3, stride 2, padding 1", Pool(3, 2, 1), 9),
    _row("maxima 3x3, stride 2, ceil mode", Pool(3, 2, ceil=True), 8),
    _row("maxima 2x2, channels last", Pool(2, 2, last=True), 8),
    _row("means 3x3, stride 2, padding 1", Pool(3, 2, 1, mean=True), 9),
)
