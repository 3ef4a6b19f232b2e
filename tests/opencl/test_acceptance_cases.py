"""Cases of the acceptance list on a device: broadcast and reduce (29-34), numerics (50), convolutions and
softmax (55-57), pairs (58), networks (sB12).  The same expressions, the target alone differs."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import espresso as es

pytestmark = pytest.mark.opencl
RNG = np.random.default_rng(11)


def run(e: Any, **arrays: Any) -> Any:
    return es.compile(e, target="opencl")(**arrays)


def close(a: Any, b: Any, tolerance: float = 1e-9) -> None:
    np.testing.assert_allclose(a, b, rtol=tolerance, atol=tolerance * max(1.0, float(np.max(np.abs(b), initial=0))))


def test_29_broadcast_to_eight_dimensions() -> None:
    names = ["a", "b", "c", "d", "e", "f", "g", "h"]
    left, right = (1, 2, 1, 2, 1, 2, 1, 2), (2, 1, 2, 1, 2, 1, 2, 1)
    # an index of its own for each axis that is longer than one: extents match exactly in index notation
    x, y = (np.arange(16.0).reshape(s) for s in (left, right))
    text = f"z[{','.join(names)}] = x[{','.join(n if s > 1 else '0' for n, s in zip(names, left, strict=True))}]"
    text += f" + y[{','.join(n if s > 1 else '0' for n, s in zip(names, right, strict=True))}]"
    np.testing.assert_array_equal(run(text, x=x, y=y), x + y)


def test_31_several_results_of_different_shapes() -> None:
    x, y = np.arange(2.0), np.arange(6.0).reshape(2, 3)
    total, product = run(["s[i,k] = sum[j](x[j] + y[i,k])", "p[i] = prod[k](1 + y[i,k])"], x=x, y=y)
    close(total, (x[None, :, None] + y[:, None, :]).sum(1))
    close(product, (1 + y).prod(1))


@pytest.mark.parametrize("value", ["log(x[i,j,k])/y[j]", "x[i,j,k]*y[j] + exp(y[j])/3"])
def test_40_a_maximum_is_found_again(value: str) -> None:
    """Case 40: the gradient of a largest value compares with a value that no kernel rounds otherwise, as hoisting 1/y would."""
    x, y = RNG.random((40, 4, 5)) + 0.5, RNG.random(4) + 0.5
    g = run(es.grad(f"s = sum[i](sin(max[j,k]({value})))", "x"), x=x, y=y)
    assert (np.count_nonzero(g, axis=(1, 2)) == 1).all()


@pytest.mark.parametrize("n", [5, 512, 100017])
def test_33_long_rows(n: int) -> None:
    """Sums of floats and of integers, the largest element with its position (cases 32, sE5, sE6)."""
    x = (np.arange(200 * n) % 17).reshape(200, n)
    texts = ["s[i] = sum[j](x[i,j])", "m[i] = -sum[j](q[i,j])", "v[i] = max[j](q[i,j])", "p[i] = argmax[j](q[i,j])"]
    found = run(texts, x=x.astype("float32"), q=x)
    for got, expected in zip(found, (x.sum(1).astype("float32"), -x.sum(1), x.max(1), x.argmax(1)), strict=True):
        np.testing.assert_array_equal(got, expected)
        assert got.dtype == expected.dtype


@pytest.mark.parametrize("dtype", ["float32", "int64", "uint8", "float16"])
def test_34_channels_over_batch_and_space(dtype: str) -> None:
    x = RNG.integers(0, 5, (5, 50, 7, 8)).astype(dtype)
    got = run("s[c] = sum[b,h,w](x[b,c,h,w])", x=x)
    np.testing.assert_array_equal(got, x.sum((0, 2, 3), dtype="float64" if dtype == "float16" else None).astype(got.dtype))


def test_50_the_same_digits_as_the_cpu() -> None:
    """To 4 ulp for chains of exp, log, tanh; NaN in gives NaN out of a maximum."""
    x = RNG.uniform(0.1, 4, 20_000).astype("float32")
    text = "y[i] = tanh(log(1 + exp(-x[i])))"
    cpu, device = es.compile(text)(x=x), run(text, x=x)
    assert np.max(np.abs(cpu - device) / np.spacing(np.abs(cpu))) <= 4
    x[77] = np.nan
    assert np.isnan(run("m = max[i](x[i])", x=x))


@pytest.mark.parametrize(("rows", "length"), [(1, 1), (3, 5), (120, 31), (7, 65), (2, 2000)])
def test_56_softmax_rows(rows: int, length: int) -> None:
    x = RNG.normal(size=(rows, length)).astype("float32") * 50
    p, logp = run(["p[b,f] = softmax[f](x[b,f])", "l[b,f] = log_softmax[f](x[b,f])"], x=x)
    e = np.exp(x.astype("float64") - x.max(1, keepdims=True))
    close(p, e / e.sum(1, keepdims=True), 1e-5)
    close(logp, x - x.max(1, keepdims=True) - np.log(e.sum(1, keepdims=True)), 1e-5)


def test_57_lookup_tables_and_kronecker_products() -> None:
    table, rows = RNG.normal(size=(50, 6)), RNG.integers(0, 50, (4, 3))
    close(run("y[b,d] = sum[l](T[I[b,l],d])", T=table, I=rows), table[rows].sum(1))
    a, b = RNG.normal(size=(2, 3)), RNG.normal(size=(4, 5))
    close(run("k[i,p,j,q] = a[i,j]*b[p,q]", a=a, b=b).reshape(8, 15), np.kron(a, b))


PAIRS = {
    "gaussian": "a[i] = sum[j](exp(-sum[d]((x[i,d] - y[j,d])**2)/2)*b[j])",
    "logsumexp": "a[i] = logsumexp[j](-sum[d]((x[i,d] - y[j,d])**2))",
    "nearest": "a[i] = argmin[j](sum[d]((x[i,d] - y[j,d])**2))",
}


@pytest.mark.parametrize("name", list(PAIRS))
def test_58_sums_over_pairs_without_an_array_of_pairs(name: str) -> None:
    x, y, b = RNG.normal(size=(700, 3)), RNG.normal(size=(900, 3)), RNG.normal(size=900)
    f = es.compile(PAIRS[name], target="opencl")
    got = f(**{"x": x, "y": y, **({"b": b} if "b" in f.inputs else {})})
    squares = ((x[:, None] - y[None]) ** 2).sum(2)
    want = {
        "gaussian": np.exp(-squares / 2) @ b, "logsumexp": np.log(np.exp(-squares).sum(1)), "nearest": squares.argmin(1),
    }[name]  # fmt: skip
    close(got, want)
    assert f.memory.arena < 700 * 900 * 8 / 4


def test_sb12_an_lstm_step_and_its_gradients() -> None:
    from espresso.networks import lstm_step

    x, h, c = es.tensors("x[b,i] h[b,k] c[b,k]")
    W, U, d = es.tensors("W[g,k,i] U[g,k,m] d[g,k]")
    sizes = {"x": (3, 4), "h": (3, 5), "c": (3, 5), "W": (4, 5, 4), "U": (4, 5, 5), "d": (4, 5)}
    new_h, new_c = lstm_step(x, h, c, W, U, d)
    loss = es.sum(new_h * new_h, *es.indices(" ".join(new_h.axes)))
    program = [new_h, new_c, *es.grad(loss, ["W", "U", "d", "x"])]
    arrays = {n: RNG.normal(size=s) for n, s in sizes.items()}
    for device, cpu in zip(run(program, **arrays), es.compile(program, target="numpy")(**arrays), strict=True):
        close(device, cpu)
