"""The lists of the acceptance cases on a device: 55, 56, 58 to 62, sB12 and sE12, beyond what `test_acceptance_ids` has.

Every value is compared with plain NumPy, or with the reference where NumPy has no word for it.
"""

from __future__ import annotations

import threading
from typing import Any

import numpy as np
import pytest
from threads import at_once

import espresso as es
from espresso.reference.evaluator import evaluate

pytestmark = pytest.mark.opencl


def given(**shapes: Any) -> dict[str, np.ndarray]:
    rng = np.random.default_rng(7)
    return {n: rng.normal(size=s) for n, s in shapes.items()}


def run(source: Any, **arrays: Any) -> Any:
    return es.compile(source, target="opencl")(**arrays)


def like_the_reference(source: Any, arrays: dict[str, Any], rtol: float = 1e-9) -> Any:
    """The compiled function, whose results are those of the reference."""
    f = es.compile(source, target="opencl")
    values = f(**arrays)
    for value, e in zip(values if isinstance(values, tuple) else [values], f.expressions, strict=True):
        expected = np.asarray(evaluate(e, arrays))
        np.testing.assert_allclose(value, expected, rtol=rtol, atol=rtol*max(1, np.abs(expected).max(initial=0)))
    return f


CONVOLUTIONS = [  # k, padding, stride, dilation, channels in and out, groups, of case 55, on small images
    ((1, 6, 7, 7), (4, 6, 5, 5), {"padding": 2}),
    ((2, 1, 4, 4), (2, 1, 3, 3), {"padding": 1}),
    ((1, 8, 5, 4), (12, 4, 1, 2), {"padding": ((0, 0), (1, 1)), "groups": 2}),
    ((1, 6, 8, 7), (8, 3, 3, 3), {"padding": 1, "groups": 2, "stride": 2}),
    ((1, 5, 9, 9), (4, 5, 1, 7), {"padding": (0, 3)}),
    ((1, 3, 23, 23), (4, 3, 11, 11), {"padding": 2, "stride": 4}),
    ((2, 3, 10, 5), (5, 3, 1, 1), {"stride": 2}),
    ((2, 8, 7, 7), (8, 1, 3, 3), {"padding": 1, "groups": 8}),
    ((1, 3, 19, 19), (8, 3, 3, 5), {"padding": (1, 2), "stride": (2, 3), "dilation": (3, 2)}),
    ((1, 4, 5, 5), (4, 3, 3, 3), {"padding": 1, "stride": 2, "output_padding": 1, "transposed": True}),
    ((1, 4, 4, 6), (4, 1, 4, 4), {"padding": 1, "stride": 2, "groups": 4, "transposed": True}),
]


@pytest.mark.parametrize(("image", "kernel", "options"), CONVOLUTIONS, ids=str)
def test_55_the_sweep_of_convolutions(image: Any, kernel: Any, options: dict[str, Any]) -> None:
    """Forward with bias and relu, and the gradients by image, filter and bias."""
    arrays = given(x=image, w=kernel)
    x, w, b = es.tensor("x[n,c,p,q]", shape=image), es.tensor("w[o,c,r,s]", shape=kernel), es.tensor("b[o]")
    y = es.conv(x, w, **options)
    channel = y.axes[1]
    z = es.relu(y + b[es.index(channel)])
    loss = es.sum(z*z, *es.indices(" ".join(z.axes)))
    count = np.shape(evaluate(y, arrays))[1]
    like_the_reference([z, *es.grad(loss, ["x", "w", "b"])], {**arrays, **given(b=(count,))}, 1e-8)


@pytest.mark.parametrize(("size", "stride", "padding", "ceil"), [(2, 1, 0, False), (3, 2, 1, True), (5, 3, 2, False), (4, 3, 0, True)])
def test_56_pooling(size: int, stride: int, padding: int, ceil: bool) -> None:
    x = es.tensor("x[n,c,p,q]")
    largest = es.max_pool(x, size, stride=stride, padding=padding, ceil_mode=ceil)
    mean = es.avg_pool(x, size, stride=stride, padding=padding, ceil_mode=ceil)
    losses = [es.sum(y*y, *es.indices(" ".join(y.axes))) for y in (largest, mean)]
    like_the_reference([largest, mean, *(es.grad(loss, "x") for loss in losses)], given(x=(2, 3, 9, 11)))


def test_56_batch_norm_in_training_and_inference() -> None:
    """Statistics of the batch, running statistics as further results of one program, and the gradients (case 59, too)."""
    text = """
    m[c] = mean[n,p,q](x[n,c,p,q])
    v[c] = mean[n,p,q]((x[n,c,p,q] - m[c])**2)
    y[n,c,p,q] = (x[n,c,p,q] - m[c])/sqrt(v[c] + 1e-5)*g[c] + b[c]
    rm[c] = 0.9*om[c] + 0.1*m[c]
    rv[c] = 0.9*ov[c] + 0.1*v[c]
    z[n,c,p,q] = (x[n,c,p,q] - om[c])/sqrt(ov[c] + 1e-5)*g[c] + b[c]
    """
    parts = es.parse(text).outputs
    arrays = given(x=(8, 6, 5, 4), g=6, b=6, om=6) | {"ov": np.linspace(0.5, 2, 6)}
    y, rm, rv, z = run([parts[n] for n in ("y", "rm", "rv", "z")], **arrays)
    x = arrays["x"]
    m, v, g, b = x.mean((0, 2, 3)), x.var((0, 2, 3)), arrays["g"], arrays["b"]
    wide = (slice(None), None, None)
    np.testing.assert_allclose(y, (x - m[wide])/np.sqrt(v + 1e-5)[wide]*g[wide] + b[wide], rtol=1e-9, atol=1e-12)
    np.testing.assert_allclose((rm, rv), (0.9*arrays["om"] + 0.1*m, 0.9*arrays["ov"] + 0.1*v), rtol=1e-12)
    np.testing.assert_allclose(z, (x - arrays["om"][wide])/np.sqrt(arrays["ov"] + 1e-5)[wide]*g[wide] + b[wide], rtol=1e-12)
    like_the_reference(es.vjp(parts["y"], ["x", "g"], "G"), {"x": x, "g": g, **given(G=x.shape)}, 1e-8)


@pytest.mark.parametrize("features", [1, 3, 1000])
def test_58_features_from_one_to_a_thousand(features: int) -> None:
    """The kernel sum and its gradient in x, weighted means, and the nearest three, for any number of features."""
    arrays = {n: a/features**0.5 for n, a in given(x=(40, features), y=(50, features)).items()} | given(b=50)
    total = es.parse("a[i] = sum[j](exp(-sum[d]((x[i,d] - y[j,d])**2)/2)*b[j])")
    mean = es.parse("m[i] = sum[j](softmax[j](-sum[d]((x[i,d] - y[j,d])**2))*b[j])")
    x, y, b = (arrays[n] for n in "xyb")
    away = x[:, None] - y
    squares = (away**2).sum(2)
    kernel, weights = np.exp(-squares/2), np.exp(-squares)
    value, gradient, weighted = run([total, es.vjp(total, "x", "G"), mean], **arrays, G=np.ones(40))
    np.testing.assert_allclose(value, kernel @ b, rtol=1e-9, atol=1e-11)
    np.testing.assert_allclose(gradient, -((kernel*b)[:, :, None]*away).sum(1), rtol=1e-8, atol=1e-10)
    np.testing.assert_allclose(weighted, (weights/weights.sum(1, keepdims=True)) @ b, rtol=1e-9, atol=1e-11)
    first = es.parse("p[i] = argmin[j](sum[d]((x[i,d] - y[j,d])**2))")
    nearest = run(first, x=x, y=y)
    np.testing.assert_array_equal(nearest, squares.argmin(1))
    again = es.parse("p[i] = argmin[j](sum[d]((x[i,d] - y[j,d])**2) + where(j == f[i], 1e9, 0))")  # K-NN, one by one
    np.testing.assert_array_equal(run(again, x=x, y=y, f=nearest), squares.argsort(1, kind="stable")[:, 1])


def test_59_nothing() -> None:
    empty = np.empty((2, 0, 3))
    s, p, y = run(["s[i,k] = sum[j](x[i,j,k])", "p[k] = prod[i,j](x[i,j,k])", "y[i,j,k] = exp(x[i,j,k])"], x=empty)
    np.testing.assert_array_equal(s, np.zeros((2, 3)))
    np.testing.assert_array_equal(p, np.ones(3))
    assert y.shape == (2, 0, 3)


def test_60_an_array_of_32_axes() -> None:
    axes = [f"a{k}" for k in range(32)]
    x = np.arange(8.0).reshape([2 if k % 11 == 0 else 1 for k in range(32)])
    y = run(f"y[{','.join(axes[::-1])}] = 2*x[{','.join(axes)}]", x=x)
    np.testing.assert_array_equal(y, 2*x.T)


def test_61_outputs_that_cannot_be_written() -> None:
    f = es.compile("y[i,j] = x[i,j] + 1", target="opencl")
    x = np.arange(48.0).reshape(6, 8)
    once = np.broadcast_to(np.zeros(8), (6, 8))
    with pytest.raises(es.EspressoError, match="out"):
        f(x, out=once)
    with pytest.raises(es.EspressoError, match="out"):
        f(x, out=np.lib.stride_tricks.as_strided(np.zeros(8), (6, 8), (0, 8)))
    back = np.zeros((6, 8))
    f(x, out=back[::-1])
    np.testing.assert_array_equal(back[::-1], x + 1)


def test_62_signatures_of_two_threads() -> None:
    """Batches of 64, 65 and 64 again, in two threads at a time, with one function."""
    f = es.compile("y[b,k] = tanh(x[b,i]*w[i,k])", target="opencl")
    w = given(w=(9, 7))["w"]

    def work(shift: int) -> None:
        for n in (64, 65, 64):
            x = np.full((n, 9), 0.1*shift)
            assert np.allclose(f(x=x, w=w), np.tanh(x @ w))

    at_once(work, 2)
    assert f.memory.lower_bound <= f.memory.arena


def test_sb12_the_mnist_network_and_its_gradients() -> None:
    """Case 51 with fewer channels: the same formula as on every target; dropout is a mask that is given."""
    x, w, u, c = es.tensors("x[n,c,p,q] w[o,c,r,s] u[o,c,r,s] c[l,k]")
    h = es.max_pool(es.relu(es.conv(x, w)), 2)
    h = es.max_pool(es.relu(es.conv(h, u)), 2)
    n, o, p, q = es.indices(" ".join(h.axes))
    k, l = es.indices("k l")
    flat = es.sum(h*es.tensor("a[k,o,p,q]")[k, o, p, q], o, p, q)
    scores = es.sum(es.relu(flat)*es.tensor("m[n,k]")[n, k]*c[l, k], k)
    loss = -es.sum(es.log_softmax(scores, l)*es.tensor("t[n,l]")[n, l], n, l)
    arrays = given(x=(2, 1, 28, 28), w=(2, 1, 5, 5), u=(3, 2, 5, 5), a=(6, 3, 4, 4), c=(10, 6))
    arrays |= {"m": 2.0*(np.arange(12).reshape(2, 6) % 2), "t": np.eye(10)[[3, 7]]}
    program = [loss, *es.grad(loss, ["w", "u", "a", "c"])]
    for value, other in zip(run(program, **arrays), es.compile(program, target="numpy")(**arrays), strict=True):
        np.testing.assert_allclose(value, other, rtol=1e-8, atol=1e-10)


def test_se12_a_chain_of_a_hundred_calls_returns_before_the_device_has_begun() -> None:
    """The queue waits for an event of the test: no call waits for the queue."""
    import pyopencl as cl
    import pyopencl.array as cl_array

    f = es.compile("y[i] = x[i] + 1", target="opencl")
    device = next(d for p in cl.get_platforms() for d in p.get_devices())
    context = cl.Context([device])
    queue = cl.CommandQueue(context)
    x = cl_array.to_device(queue, np.zeros(1000))
    f(x=f(x=x))  # compiled, arenas made
    queue.finish()
    gate = cl.UserEvent(context)
    late = threading.Timer(30, lambda: gate.set_status(cl.command_execution_status.COMPLETE))
    late.start()
    cl.enqueue_barrier(queue, wait_for=[gate])
    y = x
    for _ in range(100):
        y = f(x=y)
    returned = late.is_alive()
    late.cancel()
    if returned:
        gate.set_status(cl.command_execution_status.COMPLETE)
    np.testing.assert_array_equal(y.get(), np.full(1000, 100.0))
    assert returned, "a call waited for the device"
