"""Functions of networks written plainly in NumPy, as the oracle that every machine has; PyTorch is a second one.

``Plain`` has the names and arguments of ``torch.nn.functional`` and computes real and complex arrays alike:
windows are views, sums are products over all taps, nothing is derived.  A gradient is checked in drawn
directions by complex steps (W. Squire and G. Trapp, "Using complex variables to estimate derivatives of real
functions", SIAM Review 40, 1998): the imaginary part of f(x + i*h*v) is h times the derivative in direction v,
without cancellation, so that differences agree to 1e-12.  A peer is a function ``peer(F, **arrays)``, written
once for both: ``F`` is ``Plain`` or ``Torch``.
"""

from __future__ import annotations

import functools
import importlib.util
import itertools
import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import espresso as es

Array = np.ndarray
Peer = Callable[..., Any]


def in_turn(*named: Any) -> pytest.MarkDecorator:
    """``parametrize(a, values_of_a, b, values_of_b, ...)``: every value of each at least once, not all their products.

    The shorter lists go round beside the longest, and skip one after each round, so that they do not beat time with it.
    """
    names, lists = named[::2], [list(values) for values in named[1::2]]
    longest = max(map(len, lists))
    rows = [[v[k if len(v) == longest else (k + k // len(v)) % len(v)] for v in lists] for k in range(longest)]
    flat = [[x for n, v in zip(names, row, strict=True) for x in ([v] if isinstance(n, str) else v)] for row in rows]
    return pytest.mark.parametrize([x for n in names for x in ([n] if isinstance(n, str) else n)], flat)


def whole(names: Iterable[str], shapes: Mapping[str, tuple[int, ...]], seed: int = 0, dtype: str = "float32") -> dict[str, Array]:
    """Arrays of small whole numbers, whose sums and products are exact in every order."""
    rng = np.random.default_rng(seed)
    return {n: rng.integers(-4, 5, shapes[n]).astype(dtype) for n in names}


def _tuple(value: Any, rank: int) -> tuple[int, ...]:
    return tuple(value) if isinstance(value, (tuple, list)) else (value,) * rank


def _sides(padding: Any, rank: int) -> list[tuple[int, int]]:
    return [(0, 0), (0, 0), *((p, p) for p in _tuple(padding, rank))]


def _windows(x: Array, k: Sequence[int], s: Sequence[int], d: Sequence[int]) -> Array:
    """A view x[n, c, space..., taps...]."""
    rank = len(k)
    wide = [d * (k - 1) + 1 for k, d in zip(k, d, strict=True)]
    view = np.lib.stride_tricks.sliding_window_view(x, wide, tuple(range(2, 2 + rank)))
    return view[(slice(None),) * 2 + tuple(slice(None, None, n) for n in (*s, *d))]


def conv(
    x: Array, w: Array, bias: Any = None, stride: Any = 1, padding: Any = 0, dilation: Any = 1, groups: int = 1
) -> Array:
    """Sums over channels and taps; ``padding="same"`` is that of stride 1."""
    rank = w.ndim - 2
    s, d, k = _tuple(stride, rank), _tuple(dilation, rank), w.shape[2:]
    if padding == "same":
        all_ = [d * (k - 1) for d, k in zip(d, k, strict=True)]
        x = np.pad(x, [(0, 0), (0, 0), *((a // 2, a - a // 2) for a in all_)])
    else:
        x = np.pad(x, _sides(padding, rank))
    taps = list(range(2 + rank, 2 + 2 * rank))
    parts = [
        np.tensordot(_windows(part, k, s, d), filters, ([1, *taps], list(range(1, w.ndim))))
        for part, filters in zip(np.split(x, groups, 1), np.split(w, groups), strict=True)
    ]
    y = np.moveaxis(np.concatenate(parts, -1), -1, 1)
    return y if bias is None else y + bias.reshape(1, -1, *(1,) * rank)


def conv_transpose(
    x: Array, w: Array, bias: Any = None, stride: Any = 1, padding: Any = 0, output_padding: Any = 0, groups: int = 1,
    dilation: Any = 1,
) -> Array:  # fmt: skip
    """Every element of ``x`` adds its multiple of the taps."""
    rank = w.ndim - 2
    s, p, extra, d = (_tuple(v, rank) for v in (stride, padding, output_padding, dilation))
    n, space = x.shape[0], x.shape[2:]
    long = [(space[a] - 1) * s[a] + d[a] * (w.shape[2 + a] - 1) + 1 + extra[a] for a in range(rank)]
    y = np.zeros((n, w.shape[1] * groups, *long), np.result_type(x, w))
    for part, filters, result in zip(np.split(x, groups, 1), np.split(w, groups), np.split(y, groups, 1), strict=True):
        for taps in itertools.product(*(range(k) for k in w.shape[2:])):
            at = tuple(slice(t * d[a], t * d[a] + (space[a] - 1) * s[a] + 1, s[a]) for a, t in enumerate(taps))
            added = np.tensordot(part, filters[(slice(None), slice(None), *taps)], (1, 0))
            result[(slice(None), slice(None), *at)] += np.moveaxis(added, -1, 1)
    y = y[(slice(None),) * 2 + tuple(slice(p, n - p) for p, n in zip(p, long, strict=True))]
    return y if bias is None else y + bias.reshape(1, -1, *(1,) * rank)


def filter_gradient(x: Array, G: Array, taps: Sequence[int], stride: Any, padding: Any, dilation: Any, groups: int) -> Array:
    """The cotangent of the filters of ``conv``: a sum over images and positions for each tap."""
    rank = len(taps)
    s, d = _tuple(stride, rank), _tuple(dilation, rank)
    x, space = np.pad(x, _sides(padding, rank)), list(range(2, 2 + rank))
    parts = []
    for part, above in zip(np.split(x, groups, 1), np.split(G, groups, 1), strict=True):
        seen = _windows(part, taps, s, d)[(slice(None),) * 2 + tuple(slice(n) for n in G.shape[2:])]
        parts.append(np.tensordot(above, seen, ([0, *space], [0, *space])))
    return np.concatenate(parts)


def _pooled(x: Array, k: Any, s: Any, p: Any, d: Any, ceil: bool, fill: float) -> tuple[Array, Array, tuple[int, ...]]:
    """Windows of the padded array as their last axis, and its lengths before it was made longer for the last windows."""
    rank = x.ndim - 2
    k, p, d = (_tuple(v, rank) for v in (k, p, d))
    s = k if s is None else _tuple(s, rank)
    sides = _sides(p, rank)
    for a in range(rank):
        n = x.shape[2 + a]
        reach = n + 2 * p[a] - d[a] * (k[a] - 1) - 1
        count = (math.ceil if ceil else math.floor)(reach / s[a]) + 1
        count -= ceil and (count - 1) * s[a] >= n + p[a]  # a window that starts behind the array and its padding
        sides[2 + a] = (p[a], max(p[a], (count - 1) * s[a] + d[a] * (k[a] - 1) + 1 - n - p[a]))
    inside = np.pad(np.ones(x.shape[2:]), [(p, p) for p in p])
    seen = _windows(np.pad(x, sides, constant_values=fill), k, s, d)
    if not ceil:
        whole = tuple(slice((n + 2 * p - d * (k - 1) - 1) // s + 1) for n, p, d, k, s in zip(x.shape[2:], p, d, k, s, strict=True))
        seen = seen[(slice(None),) * 2 + whole]
    return seen.reshape(*seen.shape[: 2 + rank], -1), inside, s


def max_pool(x: Array, k: Any, stride: Any = None, padding: Any = 0, dilation: Any = 1, ceil_mode: bool = False) -> Array:
    seen, _, _ = _pooled(x, k, stride, padding, dilation, ceil_mode, -np.inf)
    return _first(seen, seen.real.argmax(-1)[..., None])


def _first(x: Array, at: Array) -> Array:
    return np.take_along_axis(x, at, -1)[..., 0]


def avg_pool(x: Array, k: Any, stride: Any = None, padding: Any = 0, ceil_mode: bool = False, count_include_pad: bool = True) -> Array:
    seen, padded, _ = _pooled(x, k, stride, padding, 1, ceil_mode, 0.0)
    counted = np.ones_like(padded) if count_include_pad else padded
    counts, _, _ = _pooled(counted[None, None], k, stride, 0, 1, ceil_mode, 0.0)
    space = tuple(slice(n) for n in seen.shape[2:-1])
    return seen.sum(-1) / counts.sum(-1)[(slice(None),) * 2 + space]


def pad(x: Array, around: Sequence[int], mode: str = "constant") -> Array:
    pairs = [(0, 0)] * (x.ndim - len(around) // 2) + [(around[k], around[k + 1]) for k in range(len(around) - 2, -1, -2)]
    return np.pad(x, pairs, {"constant": "constant", "reflect": "reflect", "replicate": "edge", "circular": "wrap"}[mode])


def interpolate(x: Array, size: Sequence[int], mode: str = "nearest", align_corners: bool | None = None) -> Array:
    for axis, long in enumerate(size, 2):
        n = x.shape[axis]
        if mode == "nearest":
            x = x.take(np.arange(long) * n // long, axis)
            continue
        at = np.arange(long) * ((n - 1) / max(long - 1, 1)) if align_corners else (np.arange(long) + 0.5) * (n / long) - 0.5
        at = np.clip(at, 0, n - 1)
        low = np.minimum(np.floor(at).astype(int), n - 1)
        part = (at - low).reshape(-1, *(1,) * (x.ndim - 1 - axis))
        x = x.take(low, axis) * (1 - part) + x.take(np.minimum(low + 1, n - 1), axis) * part
    return x


def batch_norm(
    x: Array, mean: Any, variance: Any, gain: Array, shift: Array, training: bool = False, momentum: float = 0.1, eps: float = 1e-5
) -> Array:
    del momentum
    over, shape = (0, *range(2, x.ndim)), (1, -1, *(1,) * (x.ndim - 2))
    if training:
        mean = x.mean(over)
        variance = ((x - mean.reshape(shape)) ** 2).mean(over)
    return (x - mean.reshape(shape)) / np.sqrt(variance + eps).reshape(shape) * gain.reshape(shape) + shift.reshape(shape)


def layer_norm(x: Array, shape: tuple[int, ...], gain: Array, shift: Array) -> Array:
    axes = tuple(range(-len(shape), 0))
    y = x - x.mean(axes, keepdims=True)
    return y / np.sqrt((y**2).mean(axes, keepdims=True) + 1e-5) * gain + shift


def log_softmax(x: Array, axis: int = -1) -> Array:
    y = x - x.real.max(axis, keepdims=True)
    return y - np.log(np.exp(y).sum(axis, keepdims=True))


def nll_loss(logs: Array, target: Array, reduction: str = "mean") -> Any:
    picked = -_first(logs, np.asarray(target)[:, None])
    return picked.mean() if reduction == "mean" else picked.sum()


def scaled_dot_product_attention(q: Array, k: Array, v: Array, is_causal: bool = False) -> Array:
    scores = q @ np.swapaxes(k, -1, -2) / math.sqrt(q.shape[-1])
    if is_causal:
        scores = np.where(np.tri(*scores.shape[-2:], dtype=bool), scores, -np.inf)
    return np.exp(log_softmax(scores)) @ v


def _sigmoid(x: Array) -> Array:
    return 1 / (1 + np.exp(-x))


def _between(x: Array, low: float, high: float) -> Array:
    return np.where(x.real < low, low, np.where(x.real > high, high, x))


def _gelu(x: Array) -> Array:
    from scipy.special import erf

    return x * 0.5 * (1 + erf(x / math.sqrt(2)))


def _linear(x: Array, w: Array, bias: Any = None) -> Array:
    y = x @ w.T
    return y if bias is None else y + bias


def _shuffled(x: Array, groups: int) -> Array:
    n, c, *space = x.shape
    return np.swapaxes(x.reshape(n, groups, c // groups, *space), 1, 2).reshape(x.shape)


def _lstm_cell(x: Array, h: Array, c: Array, w: Array, u: Array, b: Array) -> tuple[Array, Array]:
    """Gates in the order input, forget, cell, output; w[g, k, e], u[g, k, m], b[g, k]."""
    i, f, g, o = (x @ w[k].T + h @ u[k].T + b[k] for k in range(4))
    c = _sigmoid(f) * c + _sigmoid(i) * np.tanh(g)
    return _sigmoid(o) * np.tanh(c), c


def _gru_cell(x: Array, h: Array, w: Array, u: Array, b: Array, d: Array) -> Array:
    """Gates in the order reset, update, new; b belongs to the input, d to the state."""
    seen, kept = ([y @ a[k].T + s[k] for k in range(3)] for y, a, s in ((x, w, b), (h, u, d)))
    r, z = _sigmoid(seen[0] + kept[0]), _sigmoid(seen[1] + kept[1])
    return (1 - z) * np.tanh(seen[2] + r * kept[2]) + z * h


def _cross_entropy(x: Array, target: Array, reduction: str = "mean") -> Any:
    return nll_loss(log_softmax(x, 1), target, reduction)


Plain: Any = SimpleNamespace(
    conv1d=conv, conv2d=conv, conv3d=conv, conv_transpose1d=conv_transpose, conv_transpose2d=conv_transpose,
    conv_transpose3d=conv_transpose, max_pool2d=max_pool, avg_pool2d=avg_pool, pad=pad, interpolate=interpolate,
    batch_norm=batch_norm, layer_norm=layer_norm, linear=_linear, channel_shuffle=_shuffled, log_softmax=log_softmax,
    softmax=lambda x, axis: np.exp(log_softmax(x, axis)), nll_loss=nll_loss, cross_entropy=_cross_entropy,
    mse_loss=lambda x, y: ((x - y) ** 2).mean(), scaled_dot_product_attention=scaled_dot_product_attention,
    relu=lambda x: np.where(x.real > 0, x, 0), relu6=lambda x: _between(x, 0, 6), hardtanh=lambda x: _between(x, -1, 1),
    threshold=lambda x, least, value: np.where(x.real > least, x, value), sigmoid=_sigmoid, silu=lambda x: x * _sigmoid(x),
    gelu=_gelu, tanh=np.tanh, sin=np.sin, abs=lambda x: np.where(x.real < 0, -x, x), embedding=lambda at, table: table[at],
    maximum=lambda x, y: np.where(x.real >= y.real, x, y), einsum=np.einsum, cat=np.concatenate, reshape=np.reshape,
    flatten=lambda x, start=0: x.reshape(*x.shape[:start], -1), mean=lambda x, axes: x.mean(axes),
    sum=lambda x, axes=None: x.sum(axes), transpose=np.swapaxes, permute=lambda x, axes: x.transpose(axes),
    flip=np.flip, amax=lambda x, axis: _first(x, x.real.argmax(axis)[..., None]), amin=lambda x, axis: _first(x, x.real.argmin(axis)[..., None]),
    tensor=np.asarray, lstm_cell=_lstm_cell, gru_cell=_gru_cell,
)  # fmt: skip


class _Torch:
    """The same names in PyTorch."""

    def __getattr__(self, name: str) -> Any:
        import torch

        return getattr(torch.nn.functional, name, None) or getattr(torch, name)

    @staticmethod
    def lstm_cell(x: Any, h: Any, c: Any, w: Any, u: Any, b: Any) -> Any:
        import torch

        cell = torch.nn.LSTMCell(x.shape[1], h.shape[1], dtype=torch.float64)
        given = {"weight_ih": w.flatten(0, 1), "weight_hh": u.flatten(0, 1), "bias_ih": b.flatten(), "bias_hh": 0 * b.flatten()}
        return torch.func.functional_call(cell, given, (x, (h, c)))

    @staticmethod
    def gru_cell(x: Any, h: Any, w: Any, u: Any, b: Any, d: Any) -> Any:
        import torch

        cell = torch.nn.GRUCell(x.shape[1], h.shape[1], dtype=torch.float64)
        given = {"weight_ih": w.flatten(0, 1), "weight_hh": u.flatten(0, 1), "bias_ih": b.flatten(), "bias_hh": d.flatten()}
        return torch.func.functional_call(cell, given, (x, h))


Torch: Any = _Torch()


@functools.cache
def has_torch() -> bool:
    return importlib.util.find_spec("torch") is not None


def value(peer: Peer, arrays: Mapping[str, Array]) -> Array:
    """What the peer computes in double precision."""
    return np.asarray(peer(Plain, **{n: _wide(a) for n, a in arrays.items()}))


def _wide(a: Any) -> Array:
    a = np.asarray(a)
    return a.astype("f8") if a.dtype.kind == "f" else a


def slope(peer: Peer, arrays: Mapping[str, Array], directions: Mapping[str, Array], G: Array) -> float:
    """The derivative of sum(G * peer) where all arrays go in their directions at the same time."""
    h = 1e-30
    given = {n: _wide(a) + 1j * h * directions[n] if n in directions else _wide(a) for n, a in arrays.items()}
    return float(np.sum(np.asarray(peer(Plain, **given)).imag * _wide(G)) / h)


def drawn(shape: tuple[int, ...], count: int, random: np.random.Generator) -> Iterable[Array]:
    """Directions: one of all elements, then single ones."""
    yield random.normal(size=shape)
    size = math.prod(shape)
    for at in random.integers(0, size, count - 1) if size else ():
        one = np.zeros(shape)
        one.flat[at] = 1
        yield one


def compare(
    peer: Peer, arrays: Mapping[str, Array], found: Array, gradients: Mapping[str, Array], G: Any, rtol: float, atol: float = 0.0,
    directions: int = 3,
) -> None:  # fmt: skip
    """Value and gradients of sum(G * value) against plain NumPy, and against PyTorch where it is installed.

    ``atol`` counts relative to the largest element of what is compared.
    """
    wanted = value(peer, arrays)
    assert np.shape(found) == wanted.shape
    _close(found, wanted, rtol, atol, "value")
    random = np.random.default_rng(1)
    for name, gradient in gradients.items():
        assert np.shape(gradient) == np.shape(arrays[name]), name
        for v in drawn(np.shape(gradient), directions, random):
            right, mine = slope(peer, arrays, {name: v}, G), _wide(gradient) * v
            scale = max(1e-3, np.abs(gradient).max(), np.abs(mine).sum()) if mine.size else 0.0
            assert abs(mine.sum() - right) <= max(rtol, atol) * scale, f"{name}: {mine.sum()} is not {right} by complex steps"
    if has_torch():
        _beside_torch(peer, arrays, found, gradients, G, rtol, atol)


def compare_formula(e: Any, arrays: Mapping[str, Array], peer: Peer, fixed: Iterable[str] = ()) -> None:
    """Value and gradients of an expression, by all arrays that are not ``fixed``, and of a peer."""
    found, gradients = es.evaluate(e, arrays), {}
    G = np.random.default_rng(sum(found.shape)).normal(size=found.shape)
    for name in (n for n in arrays if n not in fixed):
        v = es.vjp(e, name, "G")
        gradients[name] = es.evaluate(v, {n: a for n, a in {**arrays, "G": G}.items() if n in v.inputs})
    compare(peer, arrays, found, gradients, G, 1e-9)


def _beside_torch(
    peer: Peer, arrays: Mapping[str, Array], found: Array, gradients: Mapping[str, Array], G: Any, rtol: float, atol: float
) -> None:
    import torch

    given = {n: torch.tensor(_wide(a), requires_grad=n in gradients) for n, a in arrays.items()}
    wanted = peer(Torch, **given)
    assert np.shape(found) == tuple(wanted.shape)
    _close(found, wanted.detach().numpy(), rtol, atol, "value beside PyTorch")
    if gradients:
        wanted.backward(torch.tensor(_wide(G)))
        for name, gradient in gradients.items():
            _close(gradient, given[name].grad.numpy(), rtol, atol, f"{name} beside PyTorch")


def _close(found: Any, right: Array, rtol: float, atol: float, what: str) -> None:
    scale = max(1e-3, float(np.abs(right).max())) if right.size else 0.0
    np.testing.assert_allclose(found, right, rtol=rtol, atol=max(rtol, atol) * scale, err_msg=what)
