"""Broadcasting and reductions on the CPU with the numbers of the acceptance list (cases 29-35, sE1-sE6), and what
the engines owe whatever the formula is (sC9, sC13)."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

import espresso as es
from espresso import networks as nn
from espresso.codegen.loops.collapse import merge_all
from espresso.ir.loops import Kernel
from espresso.ir.nests import Loop, walk


def broadcast(left: tuple[int, ...], right: tuple[int, ...], body: str = "{x} + {y}") -> tuple[str, Any, Any]:
    """A formula over two arrays with axes of length 1, which are read at 0, and the arrays."""
    names = "abcdefghijk"[-max(len(left), len(right)) :]
    texts = {}
    for name, shape in (("x", left), ("y", right)):
        own = names[len(names) - len(shape) :]
        texts[name] = f"{name}[{','.join(n if s > 1 else '0' for n, s in zip(own, shape, strict=True))}]"
    x, y = (np.arange(float(math.prod(s))).reshape(s) for s in (left, right))
    used = [n for n in names if any(n in t for t in texts.values())]
    return f"z[{','.join(used)}] = {body.format(**texts)}", x, y


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ((1,), (2,)), ((1, 2), (2, 1)), ((1, 2, 1), (2, 1, 3)), ((1, 2, 1, 3), (2, 1, 3, 1)),
        ((1, 2, 1, 3, 1), (2, 1, 3, 1, 2)), ((1, 2, 1, 2, 1, 2), (2, 1, 2, 1, 2, 1)),
        ((1, 2, 1, 2, 1, 2, 1), (2, 1, 2, 1, 2, 1, 2)), ((1, 2, 1, 2, 1, 2, 1, 2), (2, 1, 2, 1, 2, 1, 2, 1)),
    ],
)  # fmt: skip
def test_case_29_broadcasting(left: tuple[int, ...], right: tuple[int, ...]) -> None:
    text, x, y = broadcast(left, right)
    found = es.compile(text)(x=x, y=y)
    np.testing.assert_array_equal(found, np.squeeze(x + y) if 1 in (x + y).shape else x + y)


def test_case_29_values() -> None:
    text, x, y = broadcast((1, 2), (2, 1), "{x} + 7*{y}")
    assert es.compile(text)(x=x, y=y).ravel().tolist() == [0, 1, 7, 8]


@pytest.mark.parametrize(
    ("left", "right", "loops"),
    [
        ((2, 3, 4), (2, 1, 1), 2), ((2, 3, 4), (2, 3, 4), 1), ((2, 3, 4), (1,), 1), ((2, 3, 4), (3, 1), 3),
        ((2, 3, 4, 5), (3, 1, 1), 3), ((2, 3, 4, 5), (1, 3, 4, 1), 3),
    ],
)  # fmt: skip
def test_case_30_neighbouring_axes_are_one_loop(left: tuple[int, ...], right: tuple[int, ...], loops: int) -> None:
    """sE3: axes that broadcast alike run as one."""
    text, x, y = broadcast(left, right)
    f = es.compile(text)
    np.testing.assert_array_equal(f(x=x, y=y), x + y)
    (kernel,) = merge_all(f.program)[0].steps
    assert isinstance(kernel, Kernel) and sum(isinstance(n, Loop) for n in walk(kernel.body)) == loops


REDUCED: list[tuple[list[str], tuple[int, ...], tuple[int, ...], list[list[float]]]] = [
    (["s = sum[i](x[0] + y[i]*7)"], (1,), (2,), [[7]]),
    (["s[j] = sum[i](x[0,j] + 7*y[i,0])"], (1, 2), (2, 1), [[7, 9]]),
    (["s[i] = sum[j](x[0,j] + 7*y[i,0])", "p[i] = prod[j](x[0,j] + 7*y[i,0])"], (1, 2), (2, 1), [[1, 15], [0, 56]]),
    (["s[j,k] = sum[i](x[0,j,0] + y[i,0,k])"], (1, 2, 1), (2, 1, 3), [[3, 5, 7, 5, 7, 9]]),
    (["s[i,k] = sum[j](x[0,j,0] + y[i,0,k])"], (1, 2, 1), (2, 1, 3), [[1, 3, 5, 7, 9, 11]]),
    (["s[i,j] = sum[k](x[0,j,0] + y[i,0,k])"], (1, 2, 1), (2, 1, 3), [[3, 6, 12, 15]]),
    (["s[j] = sum[i,k](x[0,j,0] + y[i,0,k])"], (1, 2, 1), (2, 1, 3), [[15, 21]]),
    (["s[j,l] = sum[i,k](x[0,j,0,l] + y[i,0,k,0])"], (1, 2, 1, 2), (2, 1, 3, 1), [[15, 21, 27, 33]]),
    (
        ["s[j,l] = sum[i,k,m](x[0,j,0,l,0] + y[i,0,k,0,m])", "t[i,k,m] = sum[j,l](x[0,j,0,l,0] + y[i,0,k,0,m])"],
        (1, 2, 1, 2, 1), (2, 1, 3, 1, 2), [[66, 78, 90, 102], list(range(6, 51, 4))],
    ),
]  # fmt: skip


@pytest.mark.parametrize("case", REDUCED, ids=lambda c: c[0][0])
def test_case_31_sums_of_broadcast_values(case: Any) -> None:
    texts, left, right, expected = case
    x, y = (np.arange(float(math.prod(s))).reshape(s) for s in (left, right))
    assert [np.ravel(r).tolist() for r in es.compile(texts)(x=x, y=y)] == expected


def test_case_32_maximum_with_its_position() -> None:  # sE6
    value, position = es.compile(["v[j] = max[i](x[i,j])", "p[j] = argmax[i](x[i,j])"])(x=np.array([[1.0, 2], [7, 3]]))
    assert value.tolist() == [7, 3] and position.tolist() == [1, 1]


@pytest.mark.parametrize("n", [5, 101, 201, 512, 1001, 2011, 5099, 10012, 50243, 100017])
def test_case_33_long_rows(n: int) -> None:  # sE5: y = a*r + b*y with two dtypes in one program
    x = (np.arange(200 * n) % 17).reshape(200, n)
    total = x.sum(1)
    f = es.compile(["s[i] = a*sum[j](x[i,j]) + b*u[i]", "m[i] = -c*sum[j](q[i,j]) + d*v[i]"])
    given = {"x": x.astype("float32"), "q": x, "a": np.float32(1), "c": np.int64(2)}
    s, m = np.zeros(200, "float32"), np.zeros(200, "int64")
    for b, d in ((0, 0), (4, 1)):
        s, m = f(**given, b=np.float32(b), d=np.int64(d), u=s, v=m)
    assert s.dtype == np.float32 and m.dtype == np.int64
    np.testing.assert_array_equal(s, (5 * total).astype("float32"))
    np.testing.assert_array_equal(m, -4 * total)


@pytest.mark.parametrize("dtype", ["float64", "float32", "int64", "int32", "int16", "uint8", "float16"])
@pytest.mark.parametrize(("b", "h"), [(2, 37), (5, 20), (64, 7)])
def test_case_34_channels_over_batch_and_space(b: int, h: int, dtype: str) -> None:  # sE4
    x = (np.arange(b * 500 * h * (h + 1)) % 5).reshape(b, 500, h, h + 1).astype(dtype)
    found = es.compile("s[c] = sum[b,h,w](x[b,c,h,w])")(x=x)
    exact = x.sum((0, 2, 3), dtype="float64")
    np.testing.assert_array_equal(found, exact.astype(found.dtype))  # half sums are exact before they are rounded


@pytest.mark.parametrize("dtype", ["uint8", "float16", "int16"])
@pytest.mark.parametrize(("b", "h"), [(2, 7), (2, 20), (5, 7), (5, 37), (64, 20), (64, 37)])
def test_case_34_the_other_lengths_in_short_dtypes(b: int, h: int, dtype: str) -> None:
    """Sums of short integers have 64 bits; those of halves are exact until they are rounded, to infinity where they must."""
    pattern = (np.arange(500 * h * (h + 1)) % 5).reshape(500, h, h + 1)
    x = np.broadcast_to(pattern.astype(dtype), (b, 500, h, h + 1))
    exact = b * pattern.sum((1, 2))
    with np.errstate(over="ignore"):
        found = es.compile("s[c] = sum[b,h,w](x[b,c,h,w])")(x=x)
        np.testing.assert_array_equal(found, exact.astype(found.dtype))
    assert found.dtype == {"float16": np.float16, "int16": np.int64, "uint8": np.uint64}[dtype]


def test_half_sums_in_single_precision_and_means() -> None:  # sE4
    """A factor of float32 makes the sum float32; it is exact beyond 2048, where steps of halves are 2 and more."""
    x = (np.arange(64 * 30 * 37 * 38) % 5).reshape(64, 30, 37, 38).astype(np.float16)
    exact = x.sum((0, 2, 3), dtype=np.float64)
    total, mean = es.compile(["s[c] = sum[b,h,w](x[b,c,h,w]*one)", "m[c] = mean[b,h,w](x[b,c,h,w])"])(
        x=x, one=np.float32(1)
    )
    assert total.dtype == np.float32 and mean.dtype == np.float16 and exact.min() > 65504
    np.testing.assert_array_equal(total, exact)
    right = exact / (64 * 37 * 38)
    assert np.all(np.abs(mean - right) <= np.spacing(right.astype(np.float16)))


@pytest.mark.parametrize("dtype", ["float64", "float32", "int64", "int16", "float16"])
@pytest.mark.parametrize(("b", "h"), [(2, 7), (5, 7), (2, 20), (5, 20), (2, 37)])
def test_case_34_five_axes(b: int, h: int, dtype: str) -> None:
    x = np.random.default_rng(0).integers(-4, 5, (h, b, h + 1, 2 * b, h - 1)).astype(dtype)
    found = es.compile("s[j,l] = sum[i,k,m](x[i,j,k,l,m])")(x=x)
    np.testing.assert_array_equal(found, x.sum((0, 2, 4), dtype="float64").astype(found.dtype))


def test_case_35_moments_in_one_kernel_and_a_bias_gradient() -> None:  # sE1, sE2
    x = np.random.default_rng(0).normal(size=(4, 6, 5, 5))
    f = es.compile(["s[c] = sum[b,h,w](x[b,c,h,w])", "q[c] = sum[b,h,w](x[b,c,h,w]**2)"])
    s, q = f(x=x)
    np.testing.assert_allclose(s, x.sum((0, 2, 3)), rtol=1e-12, atol=1e-12)
    np.testing.assert_allclose(q, (x * x).sum((0, 2, 3)), rtol=1e-12)
    assert len(f.program.steps) == 1
    bias = es.vjp(es.parse("y[b,c,h,w] = x[b,c,h,w] + t[c]"), "t", "G")
    g = es.compile(bias)
    np.testing.assert_allclose(g(G=x), x.sum((0, 2, 3)), rtol=1e-12, atol=1e-12)
    assert len(g.program.steps) == 1


def test_training_changes_the_expression() -> None:  # sC9
    x = es.tensor("x[n,c]")
    seed = es.scalar("seed")
    assert nn.dropout(x, 0.5, seed, train=False) is x and nn.dropout(x, 0.5, seed) is not x
    a, b, m, v = es.tensors("a[c] b[c] m[c] v[c]")
    y = es.tensor("y[n,c,h]")
    training, inference = nn.batch_norm(y, a, b), nn.batch_norm(y, a, b, m, v)
    assert "mean" in str(training) or "sum" in str(training)
    assert "sum" not in str(inference) and set(es.compile(inference).inputs) == {"y", "a", "b", "m", "v"}


def test_one_plan_is_printed_for_every_target() -> None:  # sC13
    """The loop trees of one program become a module of loops, CUDA C and OpenCL C, with the same names."""
    text = "y[i] = sum[j](exp(-(x[i] - z[j])**2))"
    f = es.compile(text)
    f(x=np.ones(300), z=np.ones(200))
    on_device = es.compile(text, target="gpu")
    shown = on_device.explain(x=np.ones(300), z=np.ones(200))
    assert "@njit" in f.source and "y[i]" in shown
    opencl = es.compile(text, target="opencl")
    opencl.explain(x=np.ones(300), z=np.ones(200))
    assert "__kernel" in opencl.source and "kernel_y" in opencl.source
    assert '__global__' in on_device.source and "kernel_y" in on_device.source and "kernel_y" in f.source
