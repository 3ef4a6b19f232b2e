"""W26: formulas that are written in an uncommon way, beside the best form of other systems."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from . import windows
from .limits import gemm_limit, read_limit
from .workload import Array, Arrays, Call, Goal, Peer, Sizes, Workload, normal

Shapes = Callable[[Sizes], dict[str, tuple[int, ...]]]


def _inputs(shapes: Shapes, rng: np.random.Generator, sizes: Sizes) -> Arrays:
    return {name: normal(rng, *shape) for name, shape in shapes(sizes).items()}


def _length(n: int, *more: int) -> dict[str, list[Sizes]]:
    return {"tiny": [{"n": 6}], "small": [{"n": n}], "full": [{"n": k} for k in (n, *more)]}


def _read(names: Sequence[str], shapes: Shapes, sizes: Sizes, dtype: str) -> Call:
    return read_limit(sum(int(np.prod(shapes(sizes)[n])) for n in names), dtype)


def _row(
    case: str, formula: str, shapes: Shapes, sizes: dict[str, list[Sizes]], numpy: Callable[..., Any],
    *more: Peer, program: Callable[[Sizes], Any] | None = None, dtype: str = "float64",
    limits: dict[str, Callable[[Sizes, str], Call]] | None = None, limit_text: str = "",
) -> Workload:  # fmt: skip
    peers = (Peer("numpy", numpy), *more)
    return Workload(
        "W26", case, formula, program or (lambda sizes: formula), functools.partial(_inputs, shapes), numpy, peers, sizes,
        limits or {}, limit_text, tuple(Goal(p.name, 1.0) for p in peers), (dtype,),
    )  # fmt: skip


# --- a transposed convolution whose cotangent is its own result, and one through an array of its windows ---

OWN = windows.Form(2, 1, 1, True)
PLAIN = windows.Form(padding=1)


def _own_cotangent(sizes: Sizes) -> Any:
    import espresso as es

    x, w = (es.tensor(name, shape=(None,) * 4) for name in "xw")
    y = es.conv(x, w, 2, 1, transposed=True)
    return es.grad(es.sum(y**2) / 2, ["x", "w"])


def _own_truth(x: Array, w: Array) -> tuple[Array, ...]:
    side = (x.shape[2] - 1) * 2 + 2
    y = windows._data(x, w, (side, side), OWN)
    return windows._forward(y, w, OWN), windows._weights(y, x, w.shape[2], OWN)


def _own_torch(x: Any, w: Any) -> Any:
    import torch

    given = windows._given(OWN)
    y = torch.ops.aten.convolution(x, w, None, *given)
    return torch.ops.aten.convolution_backward(y, x, w, None, *given, [True, True, False])[:2]


NAMED = """\
u[n,c,a,b,r,s] = pad(x)[n,c,a+r-1,b+s-1]*(a < size(x, 2))*(b < size(x, 3))*(r < 3)*(s < 3)
y[n,o,a,b] = sum[c,r,s](u[n,c,a,b,r,s]*w[o,c,r,s])"""


def _through_windows(sizes: Sizes) -> Any:
    import espresso as es

    y = es.parse(NAMED)
    return [y, *es.vjp(y, ["x", "w"], "G")]


def _images(s: Sizes) -> dict[str, tuple[int, ...]]:
    return {"x": (s["n"], s["c"], s["h"], s["h"]), "w": (s["c"], s["o"], 4, 4)}


def _filters(s: Sizes) -> dict[str, tuple[int, ...]]:
    return {"x": (s["n"], s["c"], s["h"], s["h"]), "w": (s["o"], s["c"], 3, 3), "G": (s["n"], s["o"], s["h"], s["h"])}


# --- attention with the scores stored transposed, and softmax by hand ---

BY_HAND = """\
s[h,j,i] = sum[d](Q[h,i,d]*K[h,j,d])/8
y[h,i,d] = sum[j](exp(s[h,j,i])/sum[k](exp(s[h,k,i]))*V[h,j,d])"""


def _attention(Q: Array, K: Array, V: Array) -> Array:
    s = Q @ K.transpose(0, 2, 1) / 8
    p = np.exp(s - s.max(2, keepdims=True))
    return p @ V / p.sum(2, keepdims=True)


def _attention_torch(Q: Any, K: Any, V: Any) -> Any:
    import torch

    return torch.nn.functional.scaled_dot_product_attention(Q, K, V, scale=1 / 8)


def _attention_jax(Q: Any, K: Any, V: Any) -> Any:
    import jax

    return jax.nn.softmax(Q @ K.transpose(0, 2, 1) / 8, axis=2) @ V


# --- a traced loop ---


def _diagonal(a: Array) -> Array:
    t = 0.0
    for i in range(a.shape[0]):
        t += np.tanh(a[i, i])
    return a + t


def _traced(sizes: Sizes) -> Any:
    import espresso as es

    return es.trace(_diagonal, a=(sizes["n"], sizes["n"]))


def _square(*names: str, vectors: str = "") -> Shapes:
    return lambda s: {**dict.fromkeys(names, (s["n"],) * 2), **dict.fromkeys(vectors, (s["n"],))}


def _five(s: Sizes) -> dict[str, tuple[int, ...]]:
    return {"A": (s["n"],) * 5, "B": (s["n"],) * 2}


def _heads(s: Sizes) -> dict[str, tuple[int, ...]]:
    return dict.fromkeys("QKV", (s["h"], s["n"], 64))


WORKLOADS = (
    _row("product with a transposed matrix", "b[i] = A[j,i]*z[j]", _square("A", vectors="z"), _length(4000), lambda A, z: A.T @ z,
         limits={"read": functools.partial(_read, "A", _square("A"))}, limit_text="A once"),
    _row("A'(A y)", "b[i] = A[j,i]*sum[k](A[j,k]*y[k])", _square("A", vectors="y"), _length(4000), lambda A, y: A.T @ (A @ y)),
    _row("five axes, in another order", "C[a,b,c,d,e] = A[e,f,b,a,d]*B[c,f]", _five, _length(16, 24),
         lambda A, B: np.einsum("efbad,cf->abcde", A, B, optimize=True), dtype="float32"),
    _row("a difference by name", "D[i,j] = A[i,j] - H[k,i]*H[k,j]; y[i] = D[i,j]*x[j]", _square("A", "H", vectors="x"), _length(1500),
         lambda A, H, x: A @ x - H.T @ (H @ x)),
    _row("k2mm", "E[i,j] = 1.5*A[i,k]*B[k,l]*C[l,j] + 1.2*D[i,j]", _square("A", "B", "C", "D"), _length(800),
         lambda A, B, C, D: 1.5 * A @ B @ C + 1.2 * D,
         limits={"gemm": lambda s, dtype: gemm_limit([(s["n"],) * 3] * 2, dtype)}, limit_text="two matrix products"),
    _row("a traced loop", "t += tanh(a[i,i]) in a loop, then a + t", _square("a"), _length(400, 2000), _diagonal, program=_traced),
    _row("attention by hand, scores transposed", BY_HAND, _heads,
         {"tiny": [{"h": 2, "n": 5}], "small": [{"h": 4, "n": 512}], "full": [{"h": 4, "n": 512}, {"h": 8, "n": 1024}]}, _attention,
         Peer("jax", _attention_jax), Peer("torch", _attention_torch), dtype="float32"),
    _row("transposed convolution, its result as cotangent", "gradients of sum(y**2)/2", _images,
         {"tiny": [windows._sizes(2, 4, 6, 5, 4)], "small": [windows._sizes(2, 16, 8, 14, 4)],
          "full": [windows._sizes(2, 16, 8, 14, 4), windows._sizes(4, 64, 32, 28, 4)]}, _own_truth,
         Peer("torch", _own_torch), program=_own_cotangent, dtype="float32"),
    _row("convolution through a named array of windows", NAMED, _filters,
         {"tiny": [windows.TINY], "small": [windows._sizes(1, 64, 64, 56, 3)], "full": [windows._sizes(4, 64, 64, 56, 3)]},
         functools.partial(windows._truth, PLAIN), Peer("torch", functools.partial(windows._torch, PLAIN)),
         program=_through_windows, dtype="float32"),
)  # fmt: skip
