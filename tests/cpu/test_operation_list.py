"""Every operation of two older lists as a formula (sE10; case 57), in value and gradients,
with plain NumPy and PyTorch as the peers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import espresso as es
from espresso import networks as nn
from espresso.frontends.library.pooling import interpolate
from tests import oracles

IMAGE = {"x": (2, 3, 6, 5)}
ROWS = {"x": (4, 7)}


def _image() -> Any:
    return es.tensor("x[n,c,h,v]")


Peer = Callable[..., Any]
LABEL = np.array([0, 6, 2, 2])

OPERATIONS: dict[str, tuple[Any, dict[str, tuple[int, ...]], Peer]] = {
    "Softmax": ("y[b,f] = softmax[f](x[b,f])", ROWS, lambda F, x: F.softmax(x, 1)),
    "LogSoftmax": ("y[b,f] = log_softmax[f](x[b,f])", ROWS, lambda F, x: F.log_softmax(x, 1)),
    "NLL": ("y = -mean[b](x[b,t[b]])", ROWS, lambda F, x: F.nll_loss(x, F.tensor(LABEL))),
    "MSE": ("y = mean[b,f]((x[b,f] - z[b,f])**2)", ROWS | {"z": (4, 7)}, lambda F, x, z: F.mse_loss(x, z)),
    "SoftmaxWithLoss": (
        lambda: nn.cross_entropy(es.tensor("x[b,f]"), es.tensor("t[b]", dtype="int64")), ROWS,
        lambda F, x: F.cross_entropy(x, F.tensor(LABEL)),
    ),
    "Elementwise sum": ("y[b,f] = relu(2*x[b,f] - 3*z[b,f])", ROWS | {"z": (4, 7)}, lambda F, x, z: F.relu(2 * x - 3 * z)),
    "Elementwise max": ("y[b,f] = tanh(max(x[b,f], z[b,f]))", ROWS | {"z": (4, 7)}, lambda F, x, z: F.tanh(F.maximum(x, z))),
    "Elementwise prod": ("y[b,f] = sigmoid(x[b,f]*z[b,f])", ROWS | {"z": (4, 7)}, lambda F, x, z: F.sigmoid(x * z)),
    "Concat": (
        lambda: nn.concat([_image(), es.tensor("z[n,c,h,v]")]), IMAGE | {"z": (2, 4, 6, 5)},
        lambda F, x, z: F.cat([x, z], 1),
    ),
    "Slice": (lambda: nn.part(_image(), 1, 1, 3), IMAGE, lambda F, x: x[:, 1:3]),
    "Pooling2D max": (lambda: es.max_pool(_image(), 3, 2, 1), IMAGE, lambda F, x: F.max_pool2d(x, 3, 2, 1)),
    "Pooling2D mean": (lambda: es.avg_pool(_image(), 2), IMAGE, lambda F, x: F.avg_pool2d(x, 2)),
    "GlobalPooling": (lambda: es.avg_pool(_image()), IMAGE, lambda F, x: F.mean(x, (2, 3))),
    "GlobalPooling max": (lambda: es.max_pool(_image()), IMAGE, lambda F, x: F.amax(F.flatten(x, 2), 2)),
    "InnerProduct": (
        lambda: nn.linear(es.tensor("x[b,f]"), es.tensor("w[o,f]"), es.tensor("d[o]")), ROWS | {"w": (3, 7), "d": (3,)},
        lambda F, x, w, d: F.linear(x, w, d),
    ),
    "BatchNorm": (
        lambda: nn.batch_norm(_image(), es.tensor("g[c]"), es.tensor("d[c]")), IMAGE | {"g": (3,), "d": (3,)},
        lambda F, x, g, d: F.batch_norm(x, None, None, g, d, True),
    ),
    "Reshape": ("y[b,k] = x[b, k//5, k % 5]*(k < 15)", {"x": (2, 3, 5)}, lambda F, x: F.reshape(x, (2, 15))),
    "Squeeze": ("y[b,f] = x[b,0,f]", {"x": (2, 1, 5)}, lambda F, x: x[:, 0]),
    "Flatten": ("y[k] = x[k//7, k % 7]*(k < 28)", ROWS, lambda F, x: F.flatten(x)),
    "Threshold": ("y[b,f] = where(x[b,f] > 0.25, x[b,f], 0.125)", ROWS, lambda F, x: F.threshold(x, 0.25, 0.125)),
    "Hardtanh": ("y[b,f] = clip(x[b,f], -1, 1)", ROWS, lambda F, x: F.hardtanh(x)),
    "Abs": ("y[b,f] = abs(x[b,f])", ROWS, lambda F, x: F.abs(x)),
    "Reduction sum": ("y[b] = sum[f](x[b,f])", ROWS, lambda F, x: F.sum(x, 1)),
    "Reduction mean": ("y[b] = mean[f](x[b,f])", ROWS, lambda F, x: F.mean(x, 1)),
    "Reduction sumsq": ("y[b] = sum[f](x[b,f]**2)", ROWS, lambda F, x: F.sum(x * x, 1)),
    "Reduction L1": ("y[b] = sum[f](abs(x[b,f]))", ROWS, lambda F, x: F.sum(F.abs(x), 1)),
    "Conv2D": (
        lambda: es.conv(_image(), es.tensor("w[o,c,r,s]"), 2, 1), IMAGE | {"w": (4, 3, 3, 3)},
        lambda F, x, w: F.conv2d(x, w, None, 2, 1),
    ),
    "TransposedConv2D": (
        lambda: es.conv(_image(), es.tensor("w[c,o,r,s]"), 2, 1, output_padding=1, transposed=True),
        IMAGE | {"w": (3, 4, 3, 3)}, lambda F, x, w: F.conv_transpose2d(x, w, None, 2, 1, 1),
    ),
    "Activation": ("y[b,f] = min(relu(x[b,f]), 6) + silu(x[b,f])", ROWS, lambda F, x: F.relu6(x) + F.silu(x)),
    "Interpolation": (
        lambda: interpolate(_image(), (9, 10), "linear"), IMAGE,
        lambda F, x: F.interpolate(x, (9, 10), mode="bilinear", align_corners=False),
    ),
    # case 57
    "tmm": ("y[m,n] = sum[k](x[m,k]*w[n,k])", ROWS | {"w": (5, 7)}, lambda F, x, w: x @ w.T),
    "batch_matmul": ("y[b,n,k] = sum[m](x[b,n,m]*w[b,m,k])", {"x": (2, 3, 4), "w": (2, 4, 5)}, lambda F, x, w: x @ w),
    "fcrelu": (
        "y[b,o] = relu(sum[f](x[b,f]*w[o,f]) + d[o])", ROWS | {"w": (3, 7), "d": (3,)}, lambda F, x, w, d: F.relu(F.linear(x, w, d))
    ),
    "1LUT": ("y[b,d] = sum[l](x[i[b,l],d])", {"x": (9, 4)}, lambda F, x: F.sum(x[F.tensor(POSITIONS)], 1)),
    "2LUT": (
        "y[b,d] = sum[l](x[i[b,l],d]); z[b,d] = sum[l](w[j[b,l],d]); s[b,d] = y[b,d]*z[b,d]", {"x": (9, 4), "w": (6, 4)},
        lambda F, x, w: F.sum(x[F.tensor(POSITIONS)], 1) * F.sum(w[F.tensor(POSITIONS % 6)], 1),
    ),
    "group_convolution": (
        "y[n,g,f,p,q] = sum[c,r,s](x[n,g,c,p+r,q+s]*w[g,f,c,r,s])", {"x": (2, 3, 4, 6, 5), "w": (3, 2, 4, 3, 3)},
        lambda F, x, w: F.reshape(F.conv2d(F.reshape(x, (2, 12, 6, 5)), F.reshape(w, (6, 4, 3, 3)), groups=3), (2, 3, 2, 4, 3)),
    ),
    "kronecker3": (
        "y[m,n,k] = sum[a,b,c](x[a,b,c]*u[m,a]*v[n,b]*w[k,c])", {"x": (2, 3, 4), "u": (3, 2), "v": (2, 3), "w": (5, 4)},
        lambda F, x, u, v, w: F.einsum("abc,ma,nb,kc->mnk", x, u, v, w),
    ),
    "moments": (
        "m[n] = mean[k](x[n,k]); y[n] = mean[k](x[n,k]**2) - m[n]**2", ROWS, lambda F, x: F.mean((x - F.mean(x, (1,))[:, None]) ** 2, (1,))
    ),
    "masked convolution": (
        "y[n,p,q] = sum[r,s](x[n,p+r,q+s]*w[r,s]*(r + s <= 2))", {"x": (2, 6, 7), "w": (3, 3)},
        lambda F, x, w: F.conv2d(x[:, None], (w * F.tensor(np.add.outer(range(3), range(3)) <= 2))[None, None])[:, 0],
    ),
    "min-distance": (
        "y[i] = min[j](sum[d]((x[i,d] - z[j,d])**2))", {"x": (4, 3), "z": (5, 3)},
        lambda F, x, z: F.amin(F.sum((x[:, None] - z[None]) ** 2, 2), 1),
    ),
}  # fmt: skip
POSITIONS = np.array([[0, 8, 3], [3, 3, 1]])
INTEGERS = {"t": LABEL, "i": POSITIONS, "j": POSITIONS % 6}


def _perceptron(layers: int) -> tuple[str, dict[str, tuple[int, ...]], Peer]:
    """Case 57: layers of fcrelu, one after the other."""
    wide = [7, 6, 5, 4, 3][: layers + 1]
    lines = [
        f"h{k + 1}[b,o] = relu(sum[f]({'x' if k == 0 else f'h{k}'}[b,f]*w{k}[o,f]) + d{k}[o])" for k in range(layers)
    ]
    shapes = {"x": (4, 7)} | {n: s for k in range(layers) for n, s in ((f"w{k}", (wide[k + 1], wide[k])), (f"d{k}", (wide[k + 1],)))}

    def peer(F: Any, x: Any, **weights: Any) -> Any:
        for k in range(layers):
            x = F.relu(F.linear(x, weights[f"w{k}"], weights[f"d{k}"]))
        return x

    return "; ".join(lines), shapes, peer


OPERATIONS |= {f"{n}-layer fcrelu": _perceptron(n) for n in (2, 3, 4)}


def _compared(name: str, **options: Any) -> None:
    """Value, and the gradients in all arrays of floats, by one compiled program."""
    source, shapes, peer = OPERATIONS[name]
    e = es.parse(source).args[-1] if isinstance(source, str) and ";" in source else es.parse(source) if isinstance(source, str) else source()
    rng = np.random.default_rng(0)
    values = {n: rng.normal(size=s) for n, s in shapes.items()}
    G = rng.normal(size=oracles.value(peer, values).shape)
    f = es.compile({"value": e, **{f"d{n}": es.vjp(e, n, "G") for n in shapes}}, **options)
    given = {**values, **INTEGERS, "G": G}
    found = f(**{n: given[n] for n in f.inputs})
    oracles.compare(peer, values, found["value"], {n: found[f"d{n}"] for n in shapes}, G, 1e-9)


@pytest.mark.parametrize("name", OPERATIONS)
def test_operation_is_that_of_its_peers(name: str) -> None:
    _compared(name, target="numpy")


@pytest.mark.slow
@pytest.mark.parametrize("name", OPERATIONS)
def test_operation_by_generated_loops_and_engines(name: str) -> None:
    _compared(name)


@pytest.mark.opencl
@pytest.mark.parametrize("name", OPERATIONS)
def test_operation_on_a_device(name: str) -> None:
    _compared(name, target="opencl")
