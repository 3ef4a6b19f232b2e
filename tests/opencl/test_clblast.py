"""CLBlast on OpenCL devices: products with transposes as flags, batches, vectors, in the queue of the caller (sC8)."""

from __future__ import annotations

import ctypes
import threading
from typing import Any

import numpy as np
import pytest

import espresso as es
from espresso.engine import clblast
from espresso.engine.cublas_calls import Product
from espresso.engine.table import named

here = pytest.mark.skipif(clblast.missing() is not None, reason=str(clblast.missing()))
PRODUCTS = {
    "C[i,k] = A[i,j]*B[j,k]": ((37, 50), (50, 21)),
    "C[k,i] = A[i,j]*B[j,k]": ((37, 50), (50, 21)),
    "C[i,k] = A[j,i]*B[j,k]": ((50, 37), (50, 21)),
    "C[i,k] = A[j,i]*B[k,j]": ((50, 37), (21, 50)),
    "C[b,i,k] = A[b,i,j]*B[b,k,j]": ((3, 37, 50), (3, 21, 50)),
    "C[i,b,k] = A[b,i,j]*B[j,b,k]": ((3, 37, 50), (50, 3, 21)),
    "y[i] = A[i,j]*x[j]": ((37, 50), (50,)),
    "y[i] = A[j,i]*x[j]": ((50, 37), (50,)),
    "C[k,i] = A[i,j]*B[k,j]": ((1, 5), (1, 5)),
    "C[i,k] = A[i,j]*B[k,j]": ((6, 1), (1, 1)),
    "y[j] = A[i,j]*x[i]": ((1, 3), (1,)),
    "y[i] = x[j]*A[i,j]": ((5,), (1, 5)),
}


def values(shape: tuple[int, ...], dtype: str, seed: int = 0) -> np.ndarray:
    rng = np.random.default_rng(seed)
    real = rng.normal(size=shape)
    return (real + 1j * rng.normal(size=shape) if "complex" in dtype else real).astype(dtype)


def compiled(text: str, **options: Any) -> Any:
    return es.compile(text, target="opencl", engine="clblast", strict=True, **options)


def matrices(text: str, dtype: str) -> tuple[pytest.MarkDecorator, ...]:
    """CLBlast compiles its products once for each dtype, half a minute on a CPU: the default tier has those of float64."""
    return (pytest.mark.slow,) if dtype != "float64" and text.count(",") > 2 else ()


CASES = [
    pytest.param(text, dtype, marks=matrices(text, dtype))
    for text in PRODUCTS
    for dtype in ("float32", "float64", "complex64", "complex128")
]


@here
@pytest.mark.opencl
@pytest.mark.parametrize(("text", "dtype"), CASES)
def test_products(text: str, dtype: str) -> None:
    """Every transpose pair, batch axes at any place, a matrix and a vector; what the memory of C held counts nothing."""
    import pyopencl.array as cl_array

    from espresso.runtime.device.opencl import backend_for

    f = compiled(text)
    arrays = [values(s, dtype, k) for k, s in enumerate(PRODUCTS[text])]
    want = np.asarray(es.compile(text, target="numpy")(*arrays))
    tolerance = {"rtol": 1e-4, "atol": 1e-4} if dtype in ("float32", "complex64") else {"rtol": 1e-12, "atol": 1e-12}
    np.testing.assert_allclose(f(*arrays), want, **tolerance)
    queue = backend_for(None).queue()
    out = cl_array.to_device(queue, np.full(want.shape, np.nan, want.dtype))
    given = [cl_array.to_device(queue, a) for a in arrays]
    assert f(*given, out=out) is out
    np.testing.assert_allclose(out.get(), want, **tolerance)
    assert "engine clblast" in f.report() and "library call: clblast" in f.explain()


@here
@pytest.mark.opencl
def test_views_are_read_where_they_lie() -> None:
    """Rows apart in memory, a transposed view, a column: strides become leading dimensions and flags."""
    import pyopencl.array as cl_array

    from espresso.runtime.device.opencl import backend_for

    queue = backend_for(None).queue()
    whole, other = values((40, 64), "float64"), values((33, 40), "float64", 1)
    a, b = cl_array.to_device(queue, whole), cl_array.to_device(queue, other)
    f = compiled("C[i,k] = A[i,j]*B[j,k]")
    got = f(a[:, :50].T, b.T)
    np.testing.assert_allclose(got.get(), whole[:, :50].T @ other.T, rtol=1e-12)
    assert not f.transfers.to_device
    g = compiled("y[i] = A[i,j]*x[j]")
    np.testing.assert_allclose(g(b, a[:, 0]).get(), other @ whole[:, 0], rtol=1e-12)
    np.testing.assert_allclose(g(b, cl_array.to_device(queue, np.ones(40))).get(), other.sum(1), rtol=1e-12)


@here
@pytest.mark.opencl
@pytest.mark.parametrize("shape", [(0, 3, 4), (3, 0, 4), (3, 4, 0), (0, 0, 0)])
def test_empty_operands(shape: tuple[int, int, int]) -> None:
    """A sum of nothing is 0, which the library takes for a mistake."""
    import pyopencl.array as cl_array

    from espresso.runtime.device.opencl import backend_for

    m, k, n = shape
    f = compiled("C[i,k] = A[i,j]*B[j,k]")
    np.testing.assert_array_equal(f(np.ones((m, k)), np.ones((k, n))), np.zeros((m, n)))
    if m and n:
        queue = backend_for(None).queue()
        out = cl_array.to_device(queue, np.full((m, n), np.nan))
        f(cl_array.empty(queue, (m, k), "float64"), cl_array.empty(queue, (k, n), "float64"), out=out)
        np.testing.assert_array_equal(out.get(), np.zeros((m, n)))


@here
@pytest.mark.opencl
def test_a_product_between_kernels() -> None:
    """Temporaries in the arena are operands and result; gradients of a product are products."""
    loss = es.parse("s = sum[i,k](tanh(A[i,j]*B[j,k])**2)")
    texts = [loss, es.grad(loss, "A"), es.grad(loss, "B")]
    a, b = values((30, 20), "float64"), values((20, 25), "float64", 1)
    f = es.compile(texts, target="opencl", engines=["clblast", "opencl-kernels"])
    for got, want in zip(f(A=a, B=b), es.compile(texts, target="numpy")(A=a, B=b), strict=True):
        np.testing.assert_allclose(got, want, rtol=1e-10)
    assert f.report().count("engine clblast") == 3


@here
@pytest.mark.opencl
def test_queues_and_contexts_of_callers() -> None:
    """Results are in the caller's context; two threads with a queue each do not disturb each other."""
    import pyopencl as cl
    import pyopencl.array as cl_array

    from espresso.system.devices import opencl_devices

    f = compiled("C[i,k] = A[i,j]*B[j,k]")
    wrong: list[int] = []

    def work(seed: int) -> None:
        queue = cl.CommandQueue(cl.Context([opencl_devices()[0]]) if seed else contexts[0])
        a, b = values((60, 70), "float32", seed), values((70, 50), "float32", seed + 1)
        for _ in range(5):
            c = f(cl_array.to_device(queue, a), cl_array.to_device(queue, b))
            if c.queue != queue or not np.allclose(c.get(), a @ b, rtol=1e-3, atol=1e-4):
                wrong.append(seed)

    contexts = [cl.Context([opencl_devices()[0]])]
    threads = [threading.Thread(target=work, args=(seed,)) for seed in range(2)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    assert wrong == []


@here
@pytest.mark.opencl
def test_a_failure_carries_the_status_and_the_formula(monkeypatch: pytest.MonkeyPatch) -> None:
    f = compiled("C[i,k] = A[i,j]*B[j,k]")
    a = np.ones((8, 8), "float32")
    arguments = clblast.product_arguments

    def spoilt(*given: Any) -> tuple[str, list[Any]]:
        name, found = arguments(*given)
        return name, [*found[:9], ctypes.c_size_t(1), *found[10:]]  # a leading dimension that is too small

    monkeypatch.setattr(clblast, "product_arguments", spoilt)
    with pytest.raises(es.EngineError, match=r"CLBlastSgemm: it failed \(status -1016\)") as caught:
        f(a, a)
    assert "C[i,k] = sum[j](A[i,j]*B[j,k])" in str(caught.value) and "float32 (8, 8)" in str(caught.value)


@here
@pytest.mark.opencl
def test_large_products_are_its_own_and_small_ones_are_kernels() -> None:
    """First in rank from 2**28 operations on; the same function chooses anew for other lengths."""
    f = es.compile("C[i,k] = A[i,j]*B[j,k]", target="opencl")
    large, small = np.ones((513, 513), "float32"), np.ones((8, 8), "float32")
    assert (f(large, large) == 513).all() and "engine clblast: first in rank" in f.report()
    assert (f(small, small) == 8).all() and "engine opencl-kernels" in f.report()
    assert "are not worth building its kernels; name it with engine= to have it" in f.report()
    limited = es.compile("C[i,k] = A[i,j]*B[j,k]", target="opencl", workspace_limit=1000)
    assert (limited(large, large) == 513).all()
    assert "bytes of workspace, the limit is 1,000" in limited.report()


@pytest.mark.opencl
def test_what_is_refused_and_why(monkeypatch: pytest.MonkeyPatch) -> None:
    """16 bits; a machine without the library computes by kernels."""
    a = np.ones((6, 6), "float16")
    f = es.compile("C[i,k] = A[i,j]*B[j,k]", target="opencl")
    assert (f(a, a) == 6).all()
    if clblast.missing() is None:
        assert "refused by clblast: CLBlast has no product float16, float16 -> float32" in f.report()
        with pytest.raises(es.EngineError, match="CLBlast has no product float16"):
            compiled("C[i,k] = A[i,j]*B[j,k]")(a, a)

    def absent() -> None:
        raise OSError("libclblast.so.1: cannot open shared object file")

    monkeypatch.setattr(clblast, "library", absent)
    engine = named("clblast")
    assert engine is not None and "Debian, Ubuntu: libclblast1" in str(engine.missing())
    ones = np.ones((6, 6))
    with pytest.raises(es.EngineError, match="clblast: the library CLBlast is not installed .*cannot open shared"):
        compiled("C[i,k] = A[i,j]*B[j,k]")(ones, ones)
    g = es.compile("C[i,k] = A[i,j]*B[j,k]", target="opencl", engine="clblast")
    assert (g(ones, ones) == 6).all() and "in place of those asked for" in g.report()


def documented(name: str, arguments: list[Any], memory: dict[int, np.ndarray]) -> None:
    """What CLBlast is documented to do with these arguments, on flat arrays by address."""
    given = [getattr(a, "value", a) for a in arguments]
    assert given[0] == 102  # columns first

    def seen(at: int, rows: int, columns: int, ld: int, start: int = 0) -> np.ndarray:
        assert ld >= max(1, rows)
        flat = memory[at][start:]
        return np.lib.stride_tricks.as_strided(flat, (rows, columns), (flat.itemsize, flat.itemsize * ld))

    if name.endswith("gemv"):
        _, flag, m, n, _, a, _, lda, x, _, incx, _, y, _, incy = given
        matrix = seen(a, m, n, lda)
        matrix = matrix.T if flag == 112 else matrix
        memory[y][: matrix.shape[0] * incy : incy] = matrix @ memory[x][: matrix.shape[1] * incx : incx]
        return
    _, ta, tb, m, n, k, _ = given[:7]
    if name.endswith("Batched"):
        a, _, lda, sa, b, _, ldb, sb, _, c, _, ldc, sc, batch = given[7:]
    else:
        (a, _, lda, b, _, ldb, _, c, _, ldc), sa, sb, sc, batch = given[7:], 0, 0, 0, 1
    for q in range(batch):
        left = seen(a, *((m, k) if ta == 111 else (k, m)), lda, q * sa)
        right = seen(b, *((k, n) if tb == 111 else (n, k)), ldb, q * sb)
        result = (left.T if ta == 112 else left) @ (right.T if tb == 112 else right)
        seen(c, m, n, ldc, q * sc)[...] = result


@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize(("ta", "tb"), [(False, False), (False, True), (True, False), (True, True)])
@pytest.mark.parametrize(("n", "batch"), [(1, 1), (4, 1), (4, 3), (1, 3)])
def test_arguments_without_the_library(dtype: str, ta: bool, tb: bool, n: int, batch: int) -> None:
    """The same numbers in the order of clblast_c.h, checked on memory of the host; gaps keep what they hold."""
    m, k, gap = 5, 7, 2
    lda, ldb, ldc = (k if ta else m) + gap, (n if tb else k) + gap, m + gap
    sa, sb, sc = (m if ta else k) * lda + 1, (k if tb else n) * ldb + 2, n * ldc + 3
    p = Product("A", "B", "C", ta, tb, m, n, k, lda, sa, ldb, sb, ldc, sc, batch)
    memory = {1: values((batch * sa,), dtype), 2: values((batch * sb,), dtype, 1), 3: np.full(batch * sc, -1, dtype)}
    name, arguments = clblast.product_arguments(p, dtype, (1, 2, 3))
    assert name.endswith("gemv" if n == batch == 1 else "gemm" if batch == 1 else "gemmStridedBatched")
    documented(name, arguments, memory)
    want = np.full(batch * sc, -1, dtype)
    for q in range(batch):
        left = np.array([[memory[1][q*sa + (j + i*lda if ta else i + j*lda)] for j in range(k)] for i in range(m)])  # fmt: skip
        right = np.array([[memory[2][q*sb + (i + j*ldb if tb else j + i*ldb)] for i in range(n)] for j in range(k)])  # fmt: skip
        for i in range(n):
            want[q * sc + i * ldc : q * sc + i * ldc + m] = left @ right[:, i]
    np.testing.assert_allclose(memory[3], want, rtol=1e-4)
