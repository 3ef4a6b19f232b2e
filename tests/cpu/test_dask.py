"""Target ``"dask"``: blocks, sums across them, borders, gathers, against the target ``"cpu"`` on whole arrays."""

from __future__ import annotations

import pickle
import subprocess
import sys
from pathlib import Path
from typing import Any

import generators
import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

import espresso as es

dask = pytest.importorskip("dask")
da = pytest.importorskip("dask.array")

RANDOM = np.random.default_rng(0)


def chunked(*shape: int, chunks: Any = None, dtype: str = "float64") -> Any:
    return da.from_array(RANDOM.normal(size=shape).astype(dtype), chunks=chunks or tuple(-(-n // 3) for n in shape))


def positions(n: int, below: int) -> Any:
    return da.from_array(RANDOM.integers(0, below, n), chunks=5)


def agrees(f: Any, arrays: dict[str, Any], rtol: float = 1e-9) -> Any:
    """The lazy results; their values, dtypes, shapes and blocks are those of the whole computation."""
    whole = {n: a.compute() if isinstance(a, da.Array) else a for n, a in arrays.items()}
    wanted = es.compile(list(f.expressions), target="cpu")
    wanted = wanted(**{n: whole[n] for n in wanted.inputs})
    lazy = f(**arrays)
    lazy = lazy if isinstance(lazy, tuple) else (lazy,)
    for result, value, expected in zip(lazy, dask.compute(*lazy, scheduler="sync"), wanted, strict=True):
        assert isinstance(result, da.Array)
        assert (result.shape, result.dtype) == (expected.shape, expected.dtype) == (value.shape, value.dtype)
        np.testing.assert_allclose(value, expected, rtol=rtol, atol=1e-9)
        last = tuple(n - 1 for n in result.numblocks)
        assert not last or result.blocks[last].compute(scheduler="sync").shape == tuple(c[-1] for c in result.chunks)
    return lazy


CASES = {
    "elementwise": ("y[i,j] = exp(x[i,j])*a + b[j]", {"x": chunked(10, 7), "a": 2.0, "b": np.arange(7.0)}),
    "one outer, one sum": ("y = sum[i,j](x[i]*z[j]*exp(x[i] - z[j]))", {"x": chunked(10), "z": chunked(7)}),
    "other chunks": ("y[i] = x[i] + z[i]", {"x": chunked(10, chunks=4), "z": chunked(10, chunks=3)}),
    "transposed": ("y[j,i] = 2*x[i,j]", {"x": chunked(10, 7)}),
    "mean, variance": ("y[j] = mean[i](x[i,j]) + var[i](x[i,j])", {"x": chunked(10, 7)}),
    "maximum": ("y[i] = max[j](x[i,j])", {"x": chunked(10, 7)}),
    "any": ("y[i] = any[j](x[i,j] > 1)", {"x": chunked(10, 7)}),
    "argmax takes all": ("y[i] = argmax[j](x[i,j])", {"x": chunked(10, 7)}),
    "softmax": ("y[i,j] = softmax[j](x[i,j])", {"x": chunked(10, 7)}),
    "logsumexp": ("y = logsumexp[i](x[i])", {"x": chunked(10)}),
    "product": ("C[i,k] = A[i,j]*B[j,k]", {"A": chunked(10, 7), "B": chunked(7, 8)}),
    "three products": ("C[i] = A[i,j]*B[j,k]*d[k]", {"A": chunked(10, 7), "B": chunked(7, 8), "d": chunked(8)}),
    "trace": ("t = A[i,j]*B[j,i]", {"A": chunked(10, 7), "B": chunked(7, 10)}),
    "diagonal": ("d[i] = 2*A[i,i]", {"A": chunked(9, 9, chunks=(2, 4))}),
    "gather": ("y[b,k] = W[t[b],k]", {"W": chunked(10, 4), "t": positions(12, 10)}),
    "guarded gather": ("y[b] = where(t[b] < 5, W[t[b]], 0)", {"W": chunked(5), "t": positions(12, 10)}),
    "stencil": ("y[i,j] = pad(x)[i-1,j] + pad(x)[i+1,j] + pad(x)[i,j-1] - 3*x[i,j]", {"x": chunked(10, 9)}),
    "difference": ("y[i] = x[i+1] - x[i]", {"x": chunked(10)}),
    "strided convolution": (
        "y[n,o,p] = sum[c,r](pad(x)[n,c,2*p+r-1]*w[o,c,r])*(p < 4)", {"x": chunked(2, 3, 8), "w": chunked(4, 3, 3)},
    ),
    "backwards": ("y[i] = x[size(x,0)-1-i]*(i < size(x,0))", {"x": chunked(10)}),
    "Toeplitz": ("y[i] = sum[j](T[i-j+size(x,0)-1]*x[j])", {"T": chunked(19), "x": chunked(10)}),
    "one element": ("y[i] = x[i] - x[0]", {"x": chunked(10)}),
    "positions": ("y[i,j] = i*x[i,j]*(i >= j)", {"x": chunked(10, 10)}),
    "half indices": ("y[i] = x[i//2]*(i < 20)", {"x": chunked(10)}),
    "cumulative": ("y[i,j] = cumsum[i](x[i,j])", {"x": chunked(10, 7)}),
    "inverse": ("H[j,k] = sum[i](X[i,j]*X[i,k]*s[i])\nd[j] = sum[k](inv[j,k](H[j,k])*v[k])",
                {"X": chunked(20, 4), "s": abs(chunked(20)) + 1, "v": chunked(4)}),
    "shifted statement": ("s[i] = x[i]**2\ny[i] = s[i+1]*s[i]", {"x": chunked(10)}),
    "k-means step": (
        "c[i] = argmin[k](sum[d]((x[i,d] - m[k,d])**2))\nn[k] = sum[i]((c[i] == k) + 0*m[k,0])\n"
        "M[k,d] = sum[i](x[i,d]*(c[i] == k))/n[k]", {"x": chunked(20, 2, chunks=(6, 2)), "m": np.array([[-1.0, 0], [1, 0]])},
    ),
    "kernel sum": ("y[i] = sum[j](exp(-sum[k]((x[i,k] - z[j,k])**2))*b[j])",
                   {"x": chunked(10, 2), "z": chunked(8, 2), "b": chunked(8)}),
    "attention": ("o[b,i,d] = softmax[j](q[b,i,e]*k[b,j,e])*v[b,j,d]",
                  {n: chunked(4, 10, 3, chunks=(2, 4, 3)) for n in "qkv"}),
    "integers": ("y = sum[i](t[i])", {"t": positions(12, 10)}),
    "complex": ("y = sum[i](1j*x[i])", {"x": chunked(10)}),
    "no elements": ("y = sum[i](x[i])", {"x": da.zeros(0)}),
    "numbers": ("y = 2*a", {"a": 3.0}),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_blocks_give_what_the_whole_gives(name: str) -> None:
    text, arrays = CASES[name]
    agrees(es.compile(text, target="dask"), arrays)


def test_derivatives() -> None:
    loss = es.parse("loss = sum[i](log(1 + exp(-y[i]*X[i,j]*w[j])))")
    X, y = chunked(20, 4, chunks=(6, 4)), da.from_array(np.sign(RANDOM.normal(size=20)), chunks=7)
    f = es.compile([loss, es.grad(loss, "w"), es.hessian(loss, "w")], target="dask")
    arrays = {"X": X, "y": y, "w": np.ones(4)}
    agrees(f, arrays)
    explained = f.explain()
    assert explained.count("tasks (4 of i)") == 1  # one program reads each block of X once
    assert "y: axis 0 rechunked from 3 blocks of 7 to 4 blocks of 6, 160 bytes" in explained
    scatter = es.grad(es.parse("L = sum[b,k]((W[t[b],k]*x[b,k])**2)"), "W")
    agrees(es.compile(scatter, target="dask"), {"W": chunked(10, 4), "x": chunked(12, 4), "t": positions(12, 10)})


@pytest.mark.parametrize("dtype", ["float16", "float32"])
def test_dtypes(dtype: str) -> None:
    agrees(es.compile("y[j] = sum[i](x[i,j]**2)", target="dask"), {"x": chunked(10, 7, dtype=dtype)}, rtol=1e-3)


def test_gathers_along_blocks() -> None:
    """An array larger than one block is gathered from block by block."""
    with dask.config.set({"array.chunk-size": "64 B"}):
        f = es.compile("y[b,k] = W[t[b],k]*2", target="dask")
        agrees(f, {"W": chunked(10, 4), "t": positions(12, 10)})
        assert "W: axis 0 gathered from each of its 3 blocks, one at a time" in f.explain()
        outside = f(W=chunked(10, 4), t=da.from_array(np.array([3, 10]), chunks=1))
        with pytest.raises(es.InputError, match="= 10 is outside an axis of length 10"):
            outside.compute(scheduler="sync")


def test_large_blocks_of_results_are_split() -> None:
    with dask.config.set({"array.chunk-size": "400 B"}):
        f = es.compile("K[i,j] = exp(-(x[i] - z[j])**2)", target="dask")
        (lazy,) = agrees(f, {"x": np.arange(20.0), "z": np.arange(30.0)})
        assert max(lazy.chunks[0]) * max(lazy.chunks[1]) * 8 <= 400


def test_order_weighs_traffic() -> None:
    f = es.compile("C[i,l] = A[i,j]*B[j,k]*D[k,l]", target="dask")
    agrees(f, {"A": chunked(12, 9), "B": chunked(9, 6), "D": chunked(6, 2, chunks=(2, 2))})
    assert "sum[k](B[j,k]*D[k,l])" in f.explain()


def test_schedulers() -> None:
    f = es.compile({"s": "s = sum[i](x[i]**2)", "y": "y[i] = 2*x[i]"}, target="dask")
    lazy = f(x=chunked(9))
    assert list(lazy) == ["s", "y"]
    here = dask.compute(lazy, scheduler="sync")[0]
    for scheduler in ("threads", "processes"):
        (found,) = dask.compute(lazy, scheduler=scheduler, num_workers=2)
        np.testing.assert_allclose(found["s"], here["s"])
        assert np.array_equal(found["y"], here["y"])
    assert dask.base.tokenize(f) == dask.base.tokenize(f)


@pytest.mark.parametrize(
    ("rows", "block", "megabytes"),
    [(500_000, 10_000, 50), pytest.param(31_250_000, 200_000, 1000, marks=pytest.mark.slow)],
)
def test_newton_on_more_rows_than_memory_holds(rows: int, block: int, megabytes: int) -> None:
    """80 MB of rows in 50, and 5 GB in 1: the address space of the process is limited to that."""
    script = Path(__file__).with_name("newton_by_blocks.py")
    arguments = [sys.executable, str(script), str(rows), "20", str(block), str(megabytes)]
    done = subprocess.run(arguments, capture_output=True, text=True)
    assert not done.returncode, done.stderr
    assert float(done.stdout.split()[0]) < 1e-4


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
def test_distributed() -> None:
    distributed = pytest.importorskip("distributed")
    f = es.compile("s = sum[i](exp(x[i]))", target="dask")
    cluster = distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=":0")
    with cluster, distributed.Client(cluster):
        x = chunked(1000)
        np.testing.assert_allclose(f(x=x).compute(), np.exp(x.compute(scheduler="sync")).sum())


def refused(call: Any, error: type[Exception], text: str) -> None:
    with pytest.raises(error) as caught:
        call()
    assert str(caught.value) == text


def test_refusals() -> None:
    f = es.compile("y[i] = 2*x[i]", target="dask")
    x = chunked(9)
    refused(lambda: f(x[x > 0]), es.InputError, "input 'x' has chunks of unknown length: its shape is (nan,).\n"
            "Give x.compute_chunk_sizes(), which computes x once to count.")  # fmt: skip
    refused(lambda: f(da.ma.masked_greater(x, 1)), es.InputError,
            "input 'x' is an array of Dask whose blocks are masked arrays.\nGive dask.array.ma.filled(x, ...).")  # fmt: skip
    refused(lambda: f(x, out=np.ones(9)), es.InputError,
            "out= is an array that a call fills, and target 'dask' computes nothing in a call.\n"
            "Call without out=, and store the results: dask.array.store(results, arrays).")  # fmt: skip
    with pytest.raises(es.ExtentError, match="index 'i' has two lengths"):
        es.compile("y = x[i]*z[i]", target="dask")(x=x, z=chunked(8))
    with pytest.raises(es.TargetError, match="computes no recurrences"):
        es.compile("h[0] = 0*x[0]; h[t] = a*h[t-1] + x[t]", target="dask")(x=x, a=1.0)
    for use in (lambda: f.source, lambda: f.save("x.py"), f.jax, f.torch, f.numba, f.picture):
        with pytest.raises(es.TargetError, match="has no program of its own"):
            use()
    with pytest.raises(ValueError, match="do not go together"):
        es.compile("y[i] = 2*x[i]", target="dask", constant=["x"])


def test_a_function_of_arrays_of_dask_is_like_others() -> None:
    f = es.compile("y[i] = a*x[i]", target="dask")
    assert f.inputs == ["a", "x"] and f.target == "dask"
    assert "not planned before a call" in f._repr_html_()
    x = chunked(9)
    assert f.check(a=2, x=x).startswith("y: 9 elements")
    again = pickle.loads(pickle.dumps(f))
    assert np.array_equal(again(2.0, x).compute(scheduler="sync"), 2 * x.compute(scheduler="sync"))
    assert f.explain(a=1.0, x=(1000,)).splitlines()[0] == "target: dask"
    f(2.0, x)
    plans = len(f._plans)
    f(3.0, x)
    assert len(f._plans) == plans


@pytest.mark.slow
@settings(max_examples=100, deadline=None, suppress_health_check=list(HealthCheck))
@given(generators.expressions(depth=4, statements=4), st.integers(0, 99), st.sampled_from(["64 B", "128 MiB"]))
def test_random_programs_in_random_blocks(e: es.Expr, seed: int, limit: str) -> None:
    whole, sizes, random = generators.arrays(e, seed), generators.sizes_of(e), np.random.default_rng(seed)
    f = es.compile(e, target="dask", sizes=sizes)
    arrays = {n: da.from_array(np.asarray(a), chunks=tuple(int(random.integers(1, m + 1)) for m in np.shape(a)))
              for n, a in whole.items() if n in f.inputs}  # fmt: skip
    with np.errstate(all="ignore"), dask.config.set({"array.chunk-size": limit}):
        try:
            wanted = es.evaluate(e, whole, sizes)
        except es.ExtentError:  # the generator may draw an index with two lengths
            return
        lazy = f(**arrays)
        value = lazy.compute(scheduler="sync")
    assert lazy.shape == np.shape(value) == np.shape(wanted)
    np.testing.assert_allclose(value, wanted, rtol=1e-6, atol=1e-9)
