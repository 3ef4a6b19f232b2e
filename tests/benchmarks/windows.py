"""W17 and W19: contractions of the coupled-cluster type, and convolutions with both gradients."""

from __future__ import annotations

import functools
import itertools
import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from .limits import gemm_limit
from .workload import Array, Arrays, Goal, Peer, Sizes, Workload, cast, normal

# --- W17: contractions whose axes stand in any order ----------------------------------------------


CONTRACTED = (Goal("jax", 2), Goal("torch", 1.3), Goal("limit", 0.95))


def contraction(
    case: str, equation: str, sizes: dict[str, list[Sizes]], goals: tuple[Goal, ...] = CONTRACTED
) -> Workload:  # fmt: skip
    """An einsum of two arrays; ``sizes`` give the extent of each letter."""
    left, right, out = equation.replace("->", ",").split(",")
    text = f"C[{','.join(out)}] = A[{','.join(left)}]*B[{','.join(right)}]"

    def inputs(rng: np.random.Generator, sizes: Sizes) -> Arrays:
        return {"A": normal(rng, *(sizes[i] for i in left)), "B": normal(rng, *(sizes[i] for i in right))}

    def numpy(A: Array, B: Array) -> Array:
        return np.einsum(equation, A, B, optimize=True)

    def jax(A: Any, B: Any) -> Any:
        import jax.numpy as jnp

        return jnp.einsum(equation, A, B)

    def torch(A: Any, B: Any) -> Any:
        import torch

        return torch.einsum(equation, A, B)

    def products(sizes: Sizes, dtype: str) -> Any:
        groups = set(left) & set(out), set(left) & set(right), set(right) & set(out)
        m, k, n = (math.prod(sizes[i] for i in g) for g in groups)
        return gemm_limit([(m, k, n)], dtype)

    return Workload(
        "W17", case, text, lambda s: text, inputs, numpy, (Peer("numpy", numpy), Peer("jax", jax), Peer("torch", torch)),
        sizes, {"gemm": products}, "one matrix product of the same size",
        goals,
    )  # fmt: skip


def _extents(letters: str, *lengths: int) -> dict[str, list[Sizes]]:
    """One length for all letters at each level."""
    return {
        level: [dict.fromkeys(letters, n)] for level, n in zip(("tiny", "small", "full"), (4, *lengths), strict=True)
    }


# --- W19: convolutions ------------------------------------------------------------------------------


@dataclass(frozen=True)
class Form:
    """What a convolution is beside its sizes."""

    stride: int = 1
    padding: int = 0
    groups: int = 1
    transposed: bool = False
    dilation: int = 1

    def span(self, k: int) -> int:
        """Positions between the first and the last of k taps, both included."""
        return self.dilation * (k - 1) + 1


def _windows(x: Array, k: int, form: Form) -> Array:
    """Windows of x[n,c,i,j] as t[n,g,c,p,q,r,s]."""
    p = form.padding
    x = np.pad(x, [(0, 0), (0, 0), (p, p), (p, p)])
    found = np.lib.stride_tricks.sliding_window_view(x, (k, k), axis=(2, 3))[:, :, :: form.stride, :: form.stride]
    return found.reshape(x.shape[0], form.groups, -1, *found.shape[2:])


def _kernel(w: Array, form: Form) -> Array:
    return w.reshape(form.groups, -1, *w.shape[1:])


def _forward(x: Array, w: Array, form: Form) -> Array:
    found = np.einsum("ngcpqrs,gocrs->ngopq", _windows(x, w.shape[2], form), _kernel(w, form), optimize=True)
    return found.reshape(x.shape[0], -1, *found.shape[3:])


def _data(g: Array, w: Array, space: tuple[int, ...], form: Form) -> Array:
    """Gradient by the data, whose images have this ``space``."""
    k, p, s = w.shape[2], form.padding, form.stride
    parts = g.reshape(g.shape[0], form.groups, -1, *g.shape[2:])
    parts = np.einsum("ngopq,gocrs->ngcpqrs", parts, _kernel(w, form), optimize=True)
    out = np.zeros((*parts.shape[:3], space[0] + 2 * p, space[1] + 2 * p))
    rows, columns = g.shape[2:]
    for r, c in itertools.product(range(k), range(k)):
        out[..., r : r + s * (rows - 1) + 1 : s, c : c + s * (columns - 1) + 1 : s] += parts[..., r, c]
    return out.reshape(g.shape[0], -1, *out.shape[3:])[:, :, p : p + space[0], p : p + space[1]]


def _weights(x: Array, g: Array, k: int, form: Form) -> Array:
    parts = g.reshape(g.shape[0], form.groups, -1, *g.shape[2:])
    found = np.einsum("ngcpqrs,ngopq->gocrs", _windows(x, k, form), parts, optimize=True)
    return found.reshape(-1, *found.shape[2:])


def _apart(w: Array, form: Form) -> Array:
    """Taps with the zeros of a dilation between them."""
    k, d = form.span(w.shape[2]), form.dilation
    taps = np.zeros((*w.shape[:2], k, k))
    taps[:, :, ::d, ::d] = w
    return taps


def _truth(form: Form, x: Array, w: Array, G: Array) -> tuple[Array, Array, Array]:
    k, d, taps = form.span(w.shape[2]), form.dilation, _apart(w, form)
    if form.transposed:
        return _data(x, taps, G.shape[2:], form), _forward(G, taps, form), _weights(G, x, k, form)[:, :, ::d, ::d]
    return _forward(x, taps, form), _data(G, taps, x.shape[2:], form), _weights(x, G, k, form)[:, :, ::d, ::d]


def _length(h: int, k: int, form: Form) -> int:
    if form.transposed:
        return (h - 1) * form.stride - 2 * form.padding + k
    return (h + 2 * form.padding - form.span(k)) // form.stride + 1


def _inputs(form: Form, rng: np.random.Generator, s: Sizes) -> Arrays:
    """Images x[n,c,i,j], taps w, and the cotangent G of the result."""
    q = _length(s["h"], s["k"], form)
    shape = (s["c"], s["o"]) if form.transposed else (s["o"], s["c"] // form.groups)
    return {
        "x": normal(rng, s["n"], s["c"], s["h"], s["h"]), "w": normal(rng, *shape, s["k"], s["k"]),
        "G": normal(rng, s["n"], s["o"], q, q),
    }  # fmt: skip


def _program(form: Form, s: Sizes) -> Any:
    import espresso as es

    x, w = (es.tensor(name, shape=(None,) * 4) for name in "xw")
    more = {"transposed": True} if form.transposed else {}
    e = es.conv(x, w, form.stride, form.padding, form.dilation, form.groups, **more)
    return [e, es.vjp(e, "x", "G"), es.vjp(e, "w", "G")]


def _jax(form: Form, x: Any, w: Any, G: Any) -> Any:
    import jax

    def conv(x: Any, w: Any) -> Any:
        pad = [(form.padding, form.padding)] * 2
        return jax.lax.conv_general_dilated(
            x, w, (form.stride,) * 2, pad, rhs_dilation=(form.dilation,) * 2, feature_group_count=form.groups
        )

    def function(x: Any, w: Any) -> Any:
        if not form.transposed:
            return conv(x, w)
        return jax.linear_transpose(lambda z: conv(z, w), G)(x)[0]

    value, back = jax.vjp(function, x, w)
    return value, *back(G)


def _given(form: Form) -> tuple[Any, ...]:
    """What PyTorch wants to know beside the arrays."""
    each = ([form.stride] * 2, [form.padding] * 2, [form.dilation] * 2)
    return *each, form.transposed, [0, 0], form.groups


def _torch(form: Form, x: Any, w: Any, G: Any) -> Any:
    import torch

    given = _given(form)
    value = torch.ops.aten.convolution(x, w, None, *given)
    back = torch.ops.aten.convolution_backward(G, x, w, None, *given, [True, True, False])
    return value, back[0], back[1]


def _products(form: Form, s: Sizes, dtype: str) -> Any:
    q = _length(s["h"], s["k"], form)
    positions = s["n"] * (s["h"] if form.transposed else q) ** 2
    taps = s["c"] * s["k"] ** 2
    return gemm_limit([(s["o"], taps, positions), (taps, s["o"], positions), (s["o"], positions, taps)], dtype)


def _convolution(case: str, form: Form, full: Sizes, tiny: Sizes, goals: tuple[Goal, ...] = ()) -> Workload:
    small = {**full, "n": 1}
    limits: dict[str, Callable[[Sizes, str], Any]] = {}
    if form.groups == 1:
        limits = {"gemm": functools.partial(_products, form)}
    return Workload(
        "W19", case, f"convolution with both gradients: {case}", functools.partial(_program, form),
        functools.partial(_inputs, form), functools.partial(_truth, form),
        (Peer("jax", functools.partial(_jax, form)), Peer("torch", functools.partial(_torch, form))),
        {"tiny": [tiny], "small": [small], "full": [full]}, limits, "three matrix products" if limits else "",
        (Goal("torch", 1.0), *goals),
    )  # fmt: skip


# --- a gradient by itself beside the forward convolution ---

PARTS = {"forward": 0, "gradient by the data": 1, "gradient by the filter": 2}


def _part_of_torch(form: Form, which: int, **given: Any) -> Any:
    import torch

    x, w, G = (given.get(n) for n in "xwG")
    if which == 0:
        return torch.ops.aten.convolution(x, w, None, *_given(form))
    wanted = [which == 1, which == 2, False]
    return torch.ops.aten.convolution_backward(G, x, w, None, *_given(form), wanted)[which - 1]


def _part_of_truth(form: Form, which: int, x: Array, w: Array, G: Array | None = None) -> tuple[Array]:
    return (_forward(x, _apart(w, form), form),) if G is None else (_truth(form, x, w, G)[which],)


def _part_inputs(form: Form, which: int, rng: np.random.Generator, s: Sizes) -> Arrays:
    return {n: a for n, a in _inputs(form, rng, s).items() if which or n != "G"}


def _forward_alone(form: Form, s: Sizes, dtype: str) -> Any:
    """The forward convolution of arrays of the same sizes."""
    import espresso as es

    from . import devices

    f = es.compile(_program(form, s)[0], target=devices.current().target)
    given = devices.current().put(cast(_part_inputs(form, 0, np.random.default_rng(3), s), dtype))
    return devices.current().finished(lambda: f(**given))


def _part(case: str, form: Form, part: str, full: Sizes, tiny: Sizes) -> Workload:
    """One of the three by itself; a gradient may take three times as long as the forward convolution."""
    which = PARTS[part]
    limits: dict[str, Callable[[Sizes, str], Any]] = {}
    goals = (Goal("torch", 1.0),)
    if which:
        limits, goals = {"forward": functools.partial(_forward_alone, form)}, (*goals, Goal("limit", 1 / 3))
    return Workload(
        "W19", f"{case}: {part}", f"convolution: {part}", lambda s: _program(form, s)[which],
        functools.partial(_part_inputs, form, which), functools.partial(_part_of_truth, form, which),
        (Peer("torch", functools.partial(_part_of_torch, form, which)),),
        {"tiny": [tiny], "small": [{**full, "n": 1}], "full": [full]}, limits,
        "the forward convolution (a goal of 3 times its time)" if limits else "", goals,
    )  # fmt: skip


def _sizes(n: int, c: int, o: int, h: int, k: int) -> Sizes:
    return {"n": n, "c": c, "o": o, "h": h, "k": k}


STRIDED = (Goal("jax", 10),)
TINY = _sizes(2, 4, 6, 7, 3)

WORKLOADS = (
    contraction("abcd-aebf-dfce", "aebf,dfce->abcd", _extents("abcdef", 16, 40)),
    contraction("abij-aebf-efij", "aebf,efij->abij", _extents("abefij", 16, 40)),
    contraction("abcd-ea-ebcd", "ea,ebcd->abcd", _extents("abcde", 24, 72)),
    contraction("abc-adec-ebd", "adec,ebd->abc", _extents("abcde", 24, 96)),
    contraction("abcdef-dega-gfbc", "dega,gfbc->abcdef", _extents("abcdefg", 8, 16)),
    _convolution("3x3, 64 to 64 channels, 56²", Form(padding=1), _sizes(8, 64, 64, 56, 3), TINY),
    _convolution("3x3, stride 2, 64 to 128, 56²", Form(2, 1), _sizes(8, 64, 128, 56, 3), TINY, STRIDED),
    _convolution("1x1, 64 to 256, 56²", Form(), _sizes(8, 64, 256, 56, 1), _sizes(2, 4, 6, 7, 1)),
    _convolution("7x7, stride 2, 3 to 64, 224²", Form(2, 3), _sizes(2, 3, 64, 224, 7), _sizes(2, 3, 6, 11, 7), STRIDED),
    _convolution("depthwise 3x3, 64 channels, 56²", Form(1, 1, 64), _sizes(8, 64, 64, 56, 3), _sizes(2, 64, 64, 5, 3)),
    _convolution("transposed 4x4, stride 2, 64 to 32, 28²", Form(2, 1, 1, True), _sizes(8, 64, 32, 28, 4),
                 _sizes(2, 4, 6, 5, 4), STRIDED),
    *(_part(f"3x3, {what}, 64 to 64, 56²", form, part, _sizes(8, 64, 64, 56, 3), TINY)
      for what, form in (("stride 1", Form(1, 1)), ("stride 2", Form(2, 1)), ("dilation 3", Form(1, 3, dilation=3)))
      for part in PARTS),
)  # fmt: skip
