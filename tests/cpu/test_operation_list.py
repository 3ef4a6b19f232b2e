"""Every operation of two older lists as a formula (sE10; case 57), in value and gradients, with PyTorch as the peer."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import espresso as es
from espresso import networks as nn
from espresso.library.pooling import interpolate

torch = pytest.importorskip("torch", reason="PyTorch is not installed")
F = torch.nn.functional

IMAGE = {"x": (2, 3, 6, 5)}
ROWS = {"x": (4, 7)}


def _image() -> Any:
    return es.tensor("x[n,c,h,v]")


def _nll(p: Any, target: Any) -> Any:
    return F.nll_loss(p, target)


Peer = Callable[..., Any]
LABEL = np.array([0, 6, 2, 2])

OPERATIONS: dict[str, tuple[Any, dict[str, tuple[int, ...]], Peer]] = {
    "Softmax": ("y[b,f] = softmax[f](x[b,f])", ROWS, lambda x: F.softmax(x, 1)),
    "LogSoftmax": ("y[b,f] = log_softmax[f](x[b,f])", ROWS, lambda x: F.log_softmax(x, 1)),
    "NLL": ("y = -mean[b](x[b,t[b]])", ROWS, lambda x: F.nll_loss(x, torch.tensor(LABEL))),
    "MSE": ("y = mean[b,f]((x[b,f] - z[b,f])**2)", ROWS | {"z": (4, 7)}, F.mse_loss),
    "SoftmaxWithLoss": (
        lambda: nn.cross_entropy(es.tensor("x[b,f]"), es.tensor("t[b]", dtype="int64")), ROWS,
        lambda x: F.cross_entropy(x, torch.tensor(LABEL)),
    ),
    "Elementwise sum": ("y[b,f] = relu(2*x[b,f] - 3*z[b,f])", ROWS | {"z": (4, 7)}, lambda x, z: F.relu(2 * x - 3 * z)),
    "Elementwise max": ("y[b,f] = tanh(max(x[b,f], z[b,f]))", ROWS | {"z": (4, 7)}, lambda x, z: torch.maximum(x, z).tanh()),
    "Elementwise prod": ("y[b,f] = sigmoid(x[b,f]*z[b,f])", ROWS | {"z": (4, 7)}, lambda x, z: torch.sigmoid(x * z)),
    "Concat": (
        lambda: nn.concat([_image(), es.tensor("z[n,c,h,v]")]), IMAGE | {"z": (2, 4, 6, 5)},
        lambda x, z: torch.cat([x, z], 1),
    ),
    "Slice": (lambda: nn.part(_image(), 1, 1, 3), IMAGE, lambda x: x[:, 1:3]),
    "Pooling2D max": (lambda: es.max_pool(_image(), 3, 2, 1), IMAGE, lambda x: F.max_pool2d(x, 3, 2, 1)),
    "Pooling2D mean": (lambda: es.avg_pool(_image(), 2), IMAGE, lambda x: F.avg_pool2d(x, 2)),
    "GlobalPooling": (lambda: es.avg_pool(_image()), IMAGE, lambda x: x.mean((2, 3))),
    "GlobalPooling max": (lambda: es.max_pool(_image()), IMAGE, lambda x: x.amax((2, 3))),
    "InnerProduct": (
        lambda: nn.linear(es.tensor("x[b,f]"), es.tensor("w[o,f]"), es.tensor("d[o]")), ROWS | {"w": (3, 7), "d": (3,)},
        F.linear,
    ),
    "BatchNorm": (
        lambda: nn.batch_norm(_image(), es.tensor("g[c]"), es.tensor("d[c]")), IMAGE | {"g": (3,), "d": (3,)},
        lambda x, g, d: F.batch_norm(x, None, None, g, d, True),
    ),
    "Reshape": ("y[b,k] = x[b, k//5, k % 5]*(k < 15)", {"x": (2, 3, 5)}, lambda x: x.reshape(2, 15)),
    "Squeeze": ("y[b,f] = x[b,0,f]", {"x": (2, 1, 5)}, lambda x: x[:, 0]),
    "Flatten": ("y[k] = x[k//7, k % 7]*(k < 28)", ROWS, lambda x: x.flatten()),
    "Threshold": ("y[b,f] = where(x[b,f] > 0.25, x[b,f], 0.125)", ROWS, lambda x: F.threshold(x, 0.25, 0.125)),
    "Hardtanh": ("y[b,f] = clip(x[b,f], -1, 1)", ROWS, F.hardtanh),
    "Abs": ("y[b,f] = abs(x[b,f])", ROWS, torch.abs),
    "Reduction sum": ("y[b] = sum[f](x[b,f])", ROWS, lambda x: x.sum(1)),
    "Reduction mean": ("y[b] = mean[f](x[b,f])", ROWS, lambda x: x.mean(1)),
    "Reduction sumsq": ("y[b] = sum[f](x[b,f]**2)", ROWS, lambda x: (x * x).sum(1)),
    "Reduction L1": ("y[b] = sum[f](abs(x[b,f]))", ROWS, lambda x: x.abs().sum(1)),
    "Conv2D": (
        lambda: es.conv(_image(), es.tensor("w[o,c,r,s]"), 2, 1), IMAGE | {"w": (4, 3, 3, 3)},
        lambda x, w: F.conv2d(x, w, None, 2, 1),
    ),
    "TransposedConv2D": (
        lambda: es.conv(_image(), es.tensor("w[c,o,r,s]"), 2, 1, output_padding=1, transposed=True),
        IMAGE | {"w": (3, 4, 3, 3)}, lambda x, w: F.conv_transpose2d(x, w, None, 2, 1, 1),
    ),
    "Activation": ("y[b,f] = min(relu(x[b,f]), 6) + silu(x[b,f])", ROWS, lambda x: F.relu6(x) + F.silu(x)),
    "Interpolation": (
        lambda: interpolate(_image(), (9, 10), "linear"), IMAGE,
        lambda x: F.interpolate(x, (9, 10), mode="bilinear", align_corners=False),
    ),
    # case 57
    "tmm": ("y[m,n] = sum[k](x[m,k]*w[n,k])", ROWS | {"w": (5, 7)}, lambda x, w: x @ w.T),
    "batch_matmul": ("y[b,n,k] = sum[m](x[b,n,m]*w[b,m,k])", {"x": (2, 3, 4), "w": (2, 4, 5)}, lambda x, w: x @ w),
    "fcrelu": (
        "y[b,o] = relu(sum[f](x[b,f]*w[o,f]) + d[o])", ROWS | {"w": (3, 7), "d": (3,)}, lambda x, w, d: F.linear(x, w, d).relu()
    ),
    "1LUT": ("y[b,d] = sum[l](x[i[b,l],d])", {"x": (9, 4)}, lambda x: x[torch.tensor(POSITIONS)].sum(1)),
    "2LUT": (
        "y[b,d] = sum[l](x[i[b,l],d]); z[b,d] = sum[l](w[j[b,l],d]); s[b,d] = y[b,d]*z[b,d]", {"x": (9, 4), "w": (6, 4)},
        lambda x, w: x[torch.tensor(POSITIONS)].sum(1) * w[torch.tensor(POSITIONS % 6)].sum(1),
    ),
    "group_convolution": (
        "y[n,g,f,p,q] = sum[c,r,s](x[n,g,c,p+r,q+s]*w[g,f,c,r,s])", {"x": (2, 3, 4, 6, 5), "w": (3, 2, 4, 3, 3)},
        lambda x, w: F.conv2d(x.flatten(1, 2), w.flatten(0, 1), groups=3).reshape(2, 3, 2, 4, 3),
    ),
    "kronecker3": (
        "y[m,n,k] = sum[a,b,c](x[a,b,c]*u[m,a]*v[n,b]*w[k,c])", {"x": (2, 3, 4), "u": (3, 2), "v": (2, 3), "w": (5, 4)},
        lambda x, u, v, w: torch.einsum("abc,ma,nb,kc->mnk", x, u, v, w),
    ),
    "moments": (
        "m[n] = mean[k](x[n,k]); y[n] = mean[k](x[n,k]**2) - m[n]**2", ROWS, lambda x: x.var(1, unbiased=False)
    ),
    "masked convolution": (
        "y[n,p,q] = sum[r,s](x[n,p+r,q+s]*w[r,s]*(r + s <= 2))", {"x": (2, 6, 7), "w": (3, 3)},
        lambda x, w: F.conv2d(x[:, None], (w * torch.tensor(np.add.outer(range(3), range(3)) <= 2))[None, None])[:, 0],
    ),
    "min-distance": (
        "y[i] = min[j](sum[d]((x[i,d] - z[j,d])**2))", {"x": (4, 3), "z": (5, 3)},
        lambda x, z: ((x[:, None] - z[None]) ** 2).sum(2).amin(1),
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

    def peer(x: Any, *weights: Any) -> Any:
        for w, d in zip(weights[::2], weights[1::2], strict=True):
            x = F.linear(x, w, d).relu()
        return x

    return "; ".join(lines), shapes, peer


OPERATIONS |= {f"{n}-layer fcrelu": _perceptron(n) for n in (2, 3, 4)}


def _compared(name: str, **options: Any) -> None:
    """Value, and the gradients in all arrays of floats, by one compiled program."""
    source, shapes, peer = OPERATIONS[name]
    e = es.parse(source).args[-1] if isinstance(source, str) and ";" in source else es.parse(source) if isinstance(source, str) else source()
    rng = np.random.default_rng(0)
    values = {n: rng.normal(size=s) for n, s in shapes.items()}
    tensors = {n: torch.tensor(a, requires_grad=True) for n, a in values.items()}
    wanted = peer(*tensors.values())
    G = rng.normal(size=tuple(wanted.shape))
    wanted.backward(torch.tensor(G))
    f = es.compile({"value": e, **{f"d{n}": es.vjp(e, n, "G") for n in shapes}}, **options)
    given = {**values, **INTEGERS, "G": G}
    found = f(**{n: given[n] for n in f.inputs})
    np.testing.assert_allclose(found["value"], wanted.detach().numpy(), rtol=1e-9, atol=1e-12)
    for n, t in tensors.items():
        assert found[f"d{n}"].shape == shapes[n]
        np.testing.assert_allclose(found[f"d{n}"], t.grad.numpy(), rtol=1e-9, atol=1e-12, err_msg=n)


@pytest.mark.parametrize("name", OPERATIONS)
def test_operation_is_that_of_pytorch(name: str) -> None:
    _compared(name, target="numpy")


@pytest.mark.slow
@pytest.mark.parametrize("name", OPERATIONS)
def test_operation_by_generated_loops_and_engines(name: str) -> None:
    _compared(name)
