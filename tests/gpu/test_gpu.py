"""The gpu target on a GPU: everything of the device suite, and what only CUDA has.  ``pytest -m gpu`` runs it."""

from __future__ import annotations

import time
from typing import Any

import numpy as np
import pytest
from device_acceptance import AcceptanceSuite
from device_suite import Kit, Suite
from threads import at_once

import espresso as es
from espresso.runtime.device.graphs import Plain

pytestmark = pytest.mark.gpu


@pytest.fixture(scope="module")
def kit() -> Kit:
    import cupy

    return Kit("gpu", cupy.asarray, cupy.asnumpy, cupy.ndarray)


class TestGpu(Suite):
    """Formulas, calls, pools and regions."""

    def test_complex_numbers(self, kit: Kit) -> None:
        z = np.array([1 + 2j, -3j, 0.5])
        for dtype in ("complex128", "complex64"):
            y = es.compile("y[i] = 2*z[i]*z[i] + 1", target="gpu")(z.astype(dtype))
            np.testing.assert_allclose(y, 2 * z * z + 1, rtol=1e-5)
            assert y.dtype == dtype


class TestAcceptance(AcceptanceSuite):
    """Statements of the acceptance list."""


def test_work_goes_into_the_current_stream() -> None:
    import cupy

    f = es.compile("y[i] = 2*x[i]", target="gpu")
    stream = cupy.cuda.Stream(non_blocking=True)
    with stream:
        x = cupy.arange(1 << 16, dtype=cupy.float32)
        for _ in range(5):
            x = f(x)
    stream.synchronize()
    assert bool((x == 32 * cupy.arange(1 << 16, dtype=cupy.float32)).all())


def test_two_threads_on_two_streams() -> None:
    """sC11: they do not disturb each other, and the current device is what it was."""
    import cupy

    f = es.compile("C[i,l] = exp(A[i,j])*B[j,k]*D[k,l]", target="gpu")
    rng = np.random.default_rng(0)
    inputs = [[rng.normal(size=(100, 100)) for _ in range(3)] for _ in range(2)]
    expected = [np.exp(a) @ b @ d for a, b, d in inputs]
    before = cupy.cuda.runtime.getDevice()

    def work(k: int) -> None:
        with cupy.cuda.Stream(non_blocking=True) as stream:
            arrays = [cupy.asarray(a) for a in inputs[k]]
            for _ in range(30):
                value = f(*arrays)
                stream.synchronize()
                assert np.allclose(cupy.asnumpy(value), expected[k])

    at_once(work, 2)
    assert cupy.cuda.runtime.getDevice() == before


def test_calls_return_before_the_device_is_done() -> None:
    """sE12: a chain of 100 calls is asynchronous."""
    import cupy

    f = es.compile("y[i] = " + "tanh(" * 30 + "x[i]" + ")" * 30, target="gpu")
    x = cupy.ones(1 << 26, cupy.float32)
    out = cupy.empty_like(x)
    for _ in range(3):
        f(x, out=out)
    cupy.cuda.get_current_stream().synchronize()
    start = time.perf_counter()
    for _ in range(100):
        f(x, out=out)
    returned = time.perf_counter() - start
    cupy.cuda.get_current_stream().synchronize()
    assert returned < 0.5 * (time.perf_counter() - start)


@pytest.mark.parametrize("cuda_graph", [True, False])
def test_recorded_graphs_follow_addresses_and_numbers(cuda_graph: bool) -> None:
    """The same addresses replay a graph; other addresses and other numbers give other results."""
    import cupy

    f = es.compile(
        ["n[i,k] = (z[i,k] - mean[k](z[i,k]))*a", "s = sum[i,k](z[i,k]**2)"], target="gpu", cuda_graph=cuda_graph
    )
    rng = np.random.default_rng(0)
    arrays = [rng.normal(size=(300, 70)) for _ in range(3)]
    given = [cupy.asarray(z) for z in arrays]
    outs = [[cupy.empty((300, 70)), cupy.empty(())] for _ in range(3)]
    for turn in range(6):
        for z, d, out in zip(arrays, given, outs, strict=True):
            a = float(turn // 2 + 1)
            n, s = f(z=d, a=a, out=out)
            np.testing.assert_allclose(cupy.asnumpy(n), (z - z.mean(1, keepdims=True)) * a, rtol=1e-9, atol=1e-12)
            np.testing.assert_allclose(cupy.asnumpy(s), (z**2).sum())
    given[0][...] = 1  # the content of the same address changes
    np.testing.assert_allclose(cupy.asnumpy(f(z=given[0], a=1.0, out=outs[0])[1]), 300 * 70)


def test_a_program_with_products_is_one_graph() -> None:
    """Issue 3: the whole plan is replayed, calls of cuBLAS with it, and other numbers at the same addresses are seen."""
    import cupy

    f = es.compile("p[i,l] = softmax[l](sum[k](tanh(sum[j](A[i,j]*B[j,k]))*D[k,l]))", target="gpu")
    rng = np.random.default_rng(0)
    a, b, d = (rng.normal(size=(96, 96)) for _ in range(3))
    given, out = [cupy.asarray(x) for x in (a, b, d)], cupy.empty((96, 96))
    for factor in (1.0, 1.0, 0.5, -2.0):
        given[0][...] = factor * cupy.asarray(a)
        f(*given, out=out)
        e = np.exp(np.tanh(factor * a @ b) @ d)
        np.testing.assert_allclose(cupy.asnumpy(out), e / e.sum(1, keepdims=True), rtol=1e-8)
    (parts,) = [p for free in f._last.pool._free.values() for w in free for p in (w.replay or {}).values()]
    assert len(parts) == 1 and not isinstance(parts[0], Plain) and "library call" in f.explain()


def test_a_graph_that_the_caller_records() -> None:
    import cupy

    f = es.compile("y[i] = x[i] + sum[j](x[j])", target="gpu")
    x, out = cupy.ones(1000), cupy.empty(1000)
    for _ in range(3):
        f(x, out=out)
    stream = cupy.cuda.Stream(non_blocking=True)
    with stream:
        f(x, out=out)
        f(x, out=out)
        stream.begin_capture()
        f(x, out=out)
        graph = stream.end_capture()
        x[...] = 2
        graph.launch(stream)
    stream.synchronize()
    assert bool((out == 2002).all())


def test_nothing_is_taken_from_the_pool_of_cupy_in_steady_state() -> None:
    """Case 62 on the device: with out= no call allocates, and every array is 256-byte aligned."""
    import cupy

    f = es.compile("C[i,l] = exp(A[i,j])*B[j,k]*D[k,l]", target="gpu")
    a = [cupy.ones((64, 64)) for _ in range(3)]
    out = cupy.empty((64, 64))
    for _ in range(4):
        f(*a, out=out)
    pool = cupy.get_default_memory_pool()
    before = (pool.used_bytes(), pool.total_bytes())
    for _ in range(100):
        f(*a, out=out)
    assert (pool.used_bytes(), pool.total_bytes()) == before


@pytest.mark.parametrize("dtype", ["float64", "float32", "complex128", "float16"])
def test_products_by_cublas(dtype: str) -> None:
    """Transposes as flags, batches strided, no TF32 unless asked for."""
    import cupy

    rng = np.random.default_rng(0)
    for text, left, right in [
        ("C[i,k] = A[i,j]*B[j,k]", (70, 50), (50, 60)),
        ("C[k,i] = A[j,i]*B[k,j]", (50, 70), (60, 50)),
        ("C[b,i,k] = A[b,i,j]*B[b,k,j]", (3, 70, 50), (3, 60, 50)),
    ]:
        A, B = (rng.normal(size=s).astype(dtype) for s in (left, right))
        f = es.compile(text, target="gpu")
        value = f(cupy.asarray(A), cupy.asarray(B))
        wide = "complex128" if dtype.startswith("complex") else "float64"
        subscripts = {2: "ij,jk->ik", 3: "bij,bkj->bik"}[A.ndim] if "k,i" not in text else "ji,kj->ki"
        expected = np.einsum(subscripts, A.astype(wide), B.astype(wide))
        tolerance = {"float64": 1e-12, "complex128": 1e-12, "float32": 2e-6, "float16": 2e-3}[dtype]
        assert np.abs(cupy.asnumpy(value) - expected).max() <= tolerance * np.abs(expected).max() * 4
        if dtype != "float16":
            assert "library call" in f.explain()


def test_torch_tensors_in_torch_tensors_out() -> None:
    torch = pytest.importorskip("torch")
    if not torch.cuda.is_available():
        pytest.skip("PyTorch has no CUDA")
    f = es.compile("y[i] = 2*x[i]", target="gpu", transfer="forbid")
    stream = torch.cuda.Stream()
    with torch.cuda.stream(stream):
        x = torch.arange(5.0, device="cuda", dtype=torch.float64)
        y = f(x)
    stream.synchronize()
    assert isinstance(y, torch.Tensor) and y.is_cuda
    np.testing.assert_array_equal(y.cpu().numpy(), 2 * np.arange(5.0))
    assert isinstance(es.compile("y[i] = 2*x[i]")(x), torch.Tensor)
    with pytest.raises(es.InputError, match="requires a gradient"):
        f(x.requires_grad_())


def test_profiles_with_step_times() -> None:
    import cupy

    f = es.compile("s[i] = sum[j](exp(X[i,j])*w[j])", target="gpu")
    assert "GB/s" in str(f.profile(cupy.ones((300, 40)), cupy.ones(40), repeat=3))


def test_failures_carry_the_library_and_the_formula() -> None:
    """sB5: an allocation that cannot succeed is told with the formula and the shapes."""
    import cupy

    f = es.compile("y[i,j] = x[i] + x[j]", target="gpu")
    with pytest.raises(es.EngineError) as caught:
        f(cupy.ones(1_500_000))
    text = str(caught.value)
    assert "emory" in text and "y[i,j] = x[i] + x[j]" in text and "x: float64 (1500000,)" in text


def test_offsets_beyond_32_bits() -> None:
    """sB10: 2^31 + 8 elements."""
    import cupy

    if cupy.cuda.Device().mem_info[0] < 12 * 2**30:
        pytest.skip("needs 12 GiB of free memory")
    n = 2**31 + 8
    x = cupy.ones(n, cupy.int8)
    x[-1] = 5
    y, s = es.compile(["y[i] = x[i] + 1", "s = sum[i](x[i])"], target="gpu")(x)
    assert int(y[-1]) == 6 and int(y[0]) == 2 and int(s) == n + 4


def test_another_device() -> None:
    """sC10, sC11: arrays of another device compute there, and the current device stays."""
    import cupy

    if cupy.cuda.runtime.getDeviceCount() < 2:
        pytest.skip("needs two GPUs")
    with cupy.cuda.Device(1):
        x = cupy.arange(3.0)
    f = es.compile("y[i] = 2*x[i]", target="gpu")
    y: Any = f(x)
    assert y.device.id == 1 and cupy.cuda.runtime.getDevice() == 0
    with pytest.raises(es.InputError, match="lies on another device than cuda:0"):
        es.compile("y[i] = 2*x[i]", target="cuda:0")(x)


# --- what runs on a GPU first: each test stands alone, so that a first run says as much as it can -------------


@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_kernel_sums_and_their_gradients(dtype: str) -> None:
    """Rows in registers, the other side in shared memory; numbers that are none stay in their rows."""
    rng = np.random.default_rng(3)
    x, y, b, g = (rng.normal(size=s).astype(dtype) for s in ((8200, 3), (2050, 3), 2050, 8200))
    x[7, 1], x[9] = np.nan, 1e18
    e = es.parse("a[i] = sum[j](exp(-sum[d]((x[i,d] - y[j,d])**2))*b[j])")
    f = es.compile([e, *es.vjp(e, ["x"], "G")], target="gpu")
    value, gradient = f(x=x, y=y, b=b, G=g)
    assert "m = across" in f.source
    x, y, b, g = (v.astype("float64") for v in (x, y, b, g))
    apart = x[:, None] - y
    weights = np.exp(-(apart**2).sum(2)) * b
    tolerance = 1e-11 if dtype == "float64" else 1e-5
    for found, wanted in ((value, weights.sum(1)), (gradient, -2 * g[:, None] * np.einsum("ij,ijd->id", weights, apart))):
        assert np.isnan(found[7]).all() and np.isfinite(np.delete(found, 7, 0)).all()
        np.testing.assert_allclose(found, wanted, rtol=0, atol=tolerance * np.nanmax(np.abs(wanted)))


@pytest.mark.parametrize(("rows", "columns"), [(70, 68), (70, 67), (33, 130)])
def test_generated_products_into_arrays_that_begin_anywhere(rows: int, columns: int) -> None:
    """Stores of 16 bytes where rows begin at multiples of that; elsewhere one by one."""
    import cupy

    f = es.compile("C[i,k] = A[i,j]*B[j,k]", target="gpu", engine="cuda-kernels")
    rng = np.random.default_rng(4)
    a, b = (rng.integers(-9, 9, s).astype("float32") for s in ((rows, 90), (90, columns)))
    memory = cupy.full(rows * columns + 8, -1, "float32")
    for start in (0, 1, 4):
        memory[...] = -1
        out = memory[start : start + rows * columns].reshape(rows, columns)
        f(A=cupy.asarray(a), B=cupy.asarray(b), out=out)
        np.testing.assert_array_equal(cupy.asnumpy(out), a @ b)
        assert int((memory == -1).sum()) >= 8 and bool((memory[:start] == -1).all())


@pytest.mark.parametrize("dtype", ["float32", "float64", "float16"])
@pytest.mark.parametrize("n", [1, 31, 256, 2048, 4096, 8192, 16384, 16385, 100_000])
def test_rows_on_chip(n: int, dtype: str) -> None:
    """Every team from a warp to 1024 threads, rows in registers and longer ones; many rows and few."""
    import cupy

    for rows in (3, 300) if n < 20_000 else (3, 70):
        z = np.random.default_rng(n).normal(size=(rows, n)).astype(dtype)
        e = np.exp(z.astype(float) - z.max(1, keepdims=True))
        tolerance = {"float64": 1e-12, "float32": 1e-5, "float16": 2e-3}[dtype]
        p = es.compile("p[i,k] = softmax[k](z[i,k])", target="gpu")(cupy.asarray(z)).get()
        np.testing.assert_allclose(p, e / e.sum(1, keepdims=True), rtol=tolerance, atol=tolerance)


@pytest.mark.parametrize("text", [
    "Y[i,j] = inv[i,j](A[i,j])", "y[i] = sum[j](inv[i,j](A[i,j])*b[j])", "y[j] = sum[i](inv[i,j](A[i,j])*b[i])",
    "d = logdet[i,j](A[i,j])", "d = det[i,j](A[i,j])",
])  # fmt: skip
def test_functions_of_matrices_stay_on_the_device(text: str) -> None:
    import cupy

    rng = np.random.default_rng(0)
    given = {"A": rng.normal(size=(6, 6)) + 6 * np.eye(6), "b": rng.normal(size=6)}
    f = es.compile(text, target="gpu", transfer="forbid")
    given = {n: given[n] for n in f.inputs}
    expected = es.compile(text, target="cpu")(**given)
    for _ in range(3):
        np.testing.assert_allclose(f(**{n: cupy.asarray(a) for n, a in given.items()}).get(), expected, rtol=1e-9)
    turned = cupy.asarray(np.ascontiguousarray(given["A"].T)).T  # strides of CuPy's arrays
    np.testing.assert_allclose(f(**{**{n: cupy.asarray(a) for n, a in given.items()}, "A": turned}).get(), expected, rtol=1e-9)


def test_deterministic_scatters() -> None:
    import cupy

    rng = np.random.default_rng(0)
    given = {"c": rng.normal(size=(9000, 3)).astype("f"), "idx": rng.integers(0, 5, 9000), "W": np.ones((5, 3), "f")}
    arrays = {n: cupy.asarray(a) for n, a in given.items()}
    f = es.compile("dW[p,k] = sum[b](c[b,k]*(p == idx[b])) + W[p,k]", target="gpu", deterministic=True)
    first = f(**arrays).get()
    expected = np.ones((5, 3))
    np.add.at(expected, given["idx"], given["c"])
    np.testing.assert_allclose(first, expected, rtol=1e-3)
    assert all(f(**arrays).get().tobytes() == first.tobytes() for _ in range(100))


def test_times_are_not_below_the_estimate() -> None:
    """What f.explain promises as the least time is not undercut by what is measured."""
    import cupy

    from espresso.api.reports.explain_device import step_costs
    from espresso.codegen.simt.cost.roofline import here, seconds

    x = cupy.ones(1 << 26, "float32")
    f = es.compile("y[i] = 2*x[i] + 1", target="gpu")
    out = f(x)
    ((_, cost),) = step_costs(f._last)
    start, stop = cupy.cuda.Event(), cupy.cuda.Event()
    start.record()
    for _ in range(20):
        f(x, out=out)
    stop.record()
    stop.synchronize()
    assert cupy.cuda.get_elapsed_time(start, stop) / 20e3 > 0.8 * seconds(cost, here())[0]
