"""Lists of the acceptance cases: 56 and 59 on every target; 60, sD4, sD12, sE2, sE10, sE15 on the CPU."""

from __future__ import annotations

import itertools
import re

import numpy as np
import pytest

import espresso as es
from espresso import networks as nn
from espresso.api.reports import verify
from espresso.ir.loops import Kernel

TARGETS = ["cpu", pytest.param("opencl", marks=pytest.mark.opencl)]


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("axes", ["b,f", "b,f,k"])
def test_case_56_softmax_of_every_length(axes: str, target: str) -> None:
    """Batches from 1 to 120, lengths from 1 to 2000, and an axis behind, with one compiled function."""
    f = es.compile([f"p[{axes}] = softmax[f](x[{axes}])", f"l[{axes}] = log_softmax[f](x[{axes}])"], target=target)
    rng = np.random.default_rng(0)
    few = [1, 5, 31, 32, 33, 64, 1000]
    every = [*range(31, 66 if target == "cpu" else 34), 100, 2000] if axes == "b,f" else []  # with one more axis the loop inside is over it
    for batch, length in [*itertools.product((1, 7, 120), few), *((3, n) for n in every)]:
        x = 50 * rng.normal(size=(batch, length, 2)[: axes.count(",") + 1]).astype("float32")
        wide = x.astype("float64") - x.max(1, keepdims=True)
        total = np.exp(wide).sum(1, keepdims=True)
        p, logs = f(x)
        np.testing.assert_allclose(p, np.exp(wide) / total, rtol=1e-5, atol=1e-37)
        np.testing.assert_allclose(logs, wide - np.log(total), rtol=1e-5, atol=1e-5)


SETS = ["i", "j", "k", "i,j", "i,k", "j,k", "i,j,k"]


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("size", [(120, 128, 144), (119, 127, 143), (2, 0, 3), (4, 128, 128)], ids=str)
def test_case_59_sums_over_every_set_of_axes(size: tuple[int, ...], target: str) -> None:
    """sum(sqrt(x) + y, axes)*2 + z over each set of axes, all in one program."""
    rng = np.random.default_rng(0)
    x, y = (rng.random(size=size).astype("float32") for _ in range(2))
    texts = []
    for k, axes in enumerate(SETS):
        left = ",".join(a for a in "ijk" if a not in axes)
        texts.append(f"s{k}{f'[{left}]' if left else ''} = 2*sum[{axes}](sqrt(x[i,j,k]) + y[i,j,k])")
    whole = np.sqrt(x.astype("float64")) + y
    for value, axes in zip(es.compile(texts, target=target)(x=x, y=y), SETS, strict=True):
        right = 2 * whole.sum(tuple("ijk".index(a) for a in axes.split(",")))
        assert value.dtype == np.float32 and value.shape == right.shape
        np.testing.assert_allclose(value, right, rtol=3e-6)


@pytest.mark.parametrize("target", TARGETS)
def test_case_59_products_sums_and_results_of_other_shapes(target: str) -> None:
    rng = np.random.default_rng(0)
    x, y = rng.random(size=(3, 4, 5, 6)), rng.random(size=(3, 4, 5))
    found = es.compile({
        "a": "a[j] = sum[i,k](prod[l](x[i,j,k,l]))",
        "b": "b[k] = 2*sum[j](prod[i](sqrt(y[i,j,k])) + y[0,j,k])",
        "c": "c[i,k] = sum[j](y[i,j,k])", "d": "d[i] = sum[j,k](y[i,j,k])",
        "e": "e[i,m,j,k] = y[i,j,k] - y[m,j,k]",
    }, target=target)(x=x, y=y)  # fmt: skip
    np.testing.assert_allclose(found["a"], x.prod(3).sum((0, 2)))
    np.testing.assert_allclose(found["b"], 2 * (np.sqrt(y).prod(0) + y[0]).sum(0))
    assert found["c"].shape == (3, 5) and found["d"].shape == (3,)  # never broadcast to one shape
    np.testing.assert_allclose(found["c"], y.sum(1))
    np.testing.assert_allclose(found["d"], y.sum((1, 2)))
    np.testing.assert_array_equal(found["e"], y[:, None] - y[None])
    add = es.compile("z[i,j] = u[i,j] + v[i,j]", target=target)
    u, v = rng.random(size=(5, 6)), rng.random(size=(5, 6))
    right = u + 2 * v
    for _ in range(2):  # u += v; u += v
        assert add(u=u, v=v, out=u) is u
    np.testing.assert_allclose(u, right)


def test_case_60_a_sum_of_hundreds_of_inputs() -> None:
    """Deeper to the left than Python's stack."""
    count = 350
    names = [f"x{k}" for k in range(count)]
    f = es.compile("y[i] = " + " + ".join(f"{n}[i]" for n in names), target="cpu")
    given = {n: np.full(3, float(k)) for k, n in enumerate(names)}
    assert f(**given).tolist() == [count * (count - 1) / 2] * 3


def test_case_60_thirty_three_indices() -> None:
    """Three arrays of eleven axes each: no array of NumPy has 33 axes in older versions, the formula has 33 indices."""
    names = [f"n{k}" for k in range(33)]
    parts = [names[:11], names[11:22], names[22:]]
    text = "s = " + "*".join(f"sum[{','.join(p)}](x{k}[{','.join(p)}]*y{k}[{','.join(p[::-1])}])" for k, p in enumerate(parts))
    rng = np.random.default_rng(0)
    given = {f"{n}{k}": rng.normal(size=[2] * 11) for n in "xy" for k in range(3)}
    right = np.prod([(given[f"x{k}"] * given[f"y{k}"].T).sum() for k in range(3)])
    np.testing.assert_allclose(es.compile(text)(**given), right, rtol=1e-9)


def test_sd4_one_kernel_and_no_array_that_is_cleared_first() -> None:
    f = es.compile("C[b,n,m] = A[b,n]*B[b,m]")
    A, B, out = np.ones((5, 7)), np.ones((5, 9)), np.full((5, 7, 9), np.nan)
    assert f(A, B, out=out) is out and (out == 1).all()
    (step,) = f.program.steps
    assert isinstance(step, Kernel) and "= 0" not in f.kernels["kernel_C"], "stored once, not cleared and then stored"


@pytest.mark.parametrize("kind", ["sgd", "momentum"])
def test_se10_updates_are_fused_kernels(kind: str) -> None:
    """All arrays of an update (weights and its memories) in one pass over the gradient."""
    w, g = es.tensor("w[i]"), es.tensor("g[i]")
    new = nn.sgd({"w": w}, {"w": g}, es.scalar("rate"), 0.9 if kind == "momentum" else 0)
    f = es.compile(new)
    f.check(**{n: np.float64(3) if n == "rate" else np.random.default_rng(0).random(50) for n in f.inputs})
    passes = [s for s in f.program.steps if isinstance(s, Kernel) and "g" in s.reads]
    assert len(passes) == len(f.program.steps) == 1, f.explain()


@pytest.mark.parametrize("repeat", [20, 33])
def test_sd12_se15_calls_before_and_while_times_are_taken(repeat: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Five calls to warm up at least, then as many as asked for (20 if nothing is said); the result is their median."""
    f = es.compile("y[n,k] = relu(x[n,c]*w[k,c])")
    x, w = np.ones((16, 30), np.float32), np.ones((20, 30), np.float32)
    f(x, w)
    clock = iter(range(1_000_000))
    read: list[int] = []
    monkeypatch.setattr(verify.time, "perf_counter", lambda: (read.append(1), float(next(clock)))[1])
    calls: list[bool] = []
    once = type(f)._flat_call
    monkeypatch.setattr(type(f), "_flat_call", lambda self, *a, **k: (calls.append(bool(read)), once(self, *a, **k))[1])
    shown = f.profile(x, w, **({} if repeat == 20 else {"repeat": repeat}))
    assert calls.count(False) >= 5 and len(read) >= 2 * repeat
    assert re.match(r".*\(median\)", str(shown).splitlines()[0])
