"""Layers of networks in float64 NumPy with their gradients by hand: the oracle of W23."""

from __future__ import annotations

import itertools
from collections.abc import Callable

import numpy as np

from .windows import Form, _data, _forward, _weights
from .workload import Array


class Value:
    """An array, and what the loss changes with it."""

    def __init__(self, value: Array) -> None:
        self.value, self.slope = value, np.zeros_like(value)


class Numpy:
    """Layers by the names of their weights; ``cross_entropy`` goes back through all of them."""

    def __init__(self, weights: dict[str, Array]) -> None:
        self.w = weights
        self.gradients = {n: np.zeros_like(a) for n, a in weights.items()}
        self._back: list[Callable[[], None]] = []
        self.leaf, self.has = Value, weights.__contains__

    def _made(self, value: Array, back: Callable[[Value], None]) -> Value:
        made = Value(value)
        self._back.append(lambda: back(made))
        return made

    def conv(self, x: Value, name: str, stride: int = 1, padding: int = 0, groups: int = 1, bias: str = "") -> Value:
        """A convolution."""
        w, form = self.w[name], Form(stride, padding, groups)

        def back(y: Value) -> None:
            x.slope += _data(y.slope, w, x.value.shape[2:], form)
            self.gradients[name] += _weights(x.value, y.slope, w.shape[2], form)
            if bias:
                self.gradients[bias] += y.slope.sum((0, 2, 3))

        y = _forward(x.value, w, form)
        return self._made(y + self.w[bias][:, None, None] if bias else y, back)

    def norm(self, x: Value, name: str) -> Value:
        """Batch normalisation by the statistics of the batch."""
        over = (0, 2, 3)
        spread = np.sqrt(x.value.var(over, keepdims=True) + 1e-5)
        z = (x.value - x.value.mean(over, keepdims=True)) / spread
        gain, shift = self.w[f"{name}_gain"][:, None, None], self.w[f"{name}_shift"][:, None, None]

        def back(y: Value) -> None:
            self.gradients[f"{name}_gain"] += (y.slope * z).sum(over)
            self.gradients[f"{name}_shift"] += y.slope.sum(over)
            d = y.slope * gain
            x.slope += (d - d.mean(over, keepdims=True) - z * (d * z).mean(over, keepdims=True)) / spread

        return self._made(z * gain + shift, back)

    def relu(self, x: Value) -> Value:
        """The positive part."""

        def back(y: Value) -> None:
            x.slope += y.slope * (x.value > 0)

        return self._made(np.maximum(x.value, 0), back)

    def clip(self, x: Value) -> Value:
        """Between 0 and 6."""

        def back(y: Value) -> None:
            x.slope += y.slope * ((x.value > 0) & (x.value < 6))

        return self._made(np.clip(x.value, 0, 6), back)

    def max_pool(self, x: Value, k: int, s: int, p: int) -> Value:
        """Maxima of windows; ties share."""
        wide = np.pad(x.value, [(0, 0), (0, 0), (p, p), (p, p)], constant_values=-np.inf)
        windows = np.lib.stride_tricks.sliding_window_view(wide, (k, k), axis=(2, 3))[:, :, ::s, ::s]
        top = windows.max((4, 5))

        def back(y: Value) -> None:
            hits = windows == top[..., None, None]
            share = y.slope / hits.sum((4, 5))
            slope = np.zeros_like(wide)
            rows, columns = top.shape[2:]
            for r, c in itertools.product(range(k), range(k)):
                slope[:, :, r : r + s * (rows - 1) + 1 : s, c : c + s * (columns - 1) + 1 : s] += share * hits[..., r, c]
            x.slope += slope[:, :, p : p + x.value.shape[2], p : p + x.value.shape[3]]

        return self._made(top, back)

    def mean(self, x: Value) -> Value:
        """Over the image."""

        def back(y: Value) -> None:
            x.slope += y.slope[:, :, None, None] / np.prod(x.value.shape[2:])

        return self._made(x.value.mean((2, 3)), back)

    def add(self, a: Value, b: Value) -> Value:
        """The sum."""

        def back(y: Value) -> None:
            a.slope += y.slope
            b.slope += y.slope

        return self._made(a.value + b.value, back)

    def linear(self, x: Value, name: str, bias: str) -> Value:
        """A full layer on all axes but the first."""
        w = self.w[name].reshape(len(self.w[name]), -1)
        flat = x.value.reshape(len(x.value), -1)

        def back(y: Value) -> None:
            x.slope += (y.slope @ w).reshape(x.value.shape)
            self.gradients[name] += (y.slope.T @ flat).reshape(self.w[name].shape)
            self.gradients[bias] += y.slope.sum(0)

        return self._made(flat @ w.T + self.w[bias], back)

    def channels(self, x: Value) -> int:
        """Length of axis 1."""
        return int(x.value.shape[1])

    def cross_entropy(self, scores: Value, label: Array) -> Array:
        """The mean loss; then all gradients."""
        rows = np.arange(len(label))
        z = scores.value - scores.value.max(1, keepdims=True)
        e = np.exp(z)
        total = e.sum(1, keepdims=True)
        loss = np.mean(np.log(total[:, 0]) - z[rows, label])
        d = e / total
        d[rows, label] -= 1
        scores.slope += d / len(label)
        for back in reversed(self._back):
            back()
        return np.asarray(loss)
