"""Symmetric products by cuBLAS in block columns (W2), without a device.

The library is one that does, on memory of the host, what the documentation of cuBLAS says about these arguments.
"""

from __future__ import annotations

import ctypes
import itertools
import threading
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import espresso as es
from espresso.engine import cublas_calls as cublas, symmetric
from espresso.engine.cublas_calls import Product
from espresso.engine.symmetric import SymmetricStep, block_columns
from espresso.ir.calls import Contraction
from espresso.runtime.device import cuda

KINDS: dict[str, Any] = {"s": np.float32, "d": np.float64, "c": np.complex64, "z": np.complex128}


class Library:
    """gemmStridedBatched and geam of four dtypes on host memory; counts multiplications."""

    def __init__(self) -> None:
        self.mode, self.flops, self.modes = 0, 0, []
        self.handles: list[int] = []
        self.made = 100
        for letter, kind in KINDS.items():
            setattr(self, f"{letter}gemmStridedBatched", lambda *a, k=kind: self.gemm(k, *a))
            setattr(self, f"{letter}geam", lambda *a, k=kind: self.geam(k, *a))

    def create(self) -> int:
        self.made += 1
        return self.made

    def getMathMode(self, handle: int) -> int:
        return self.mode

    def setMathMode(self, handle: int, mode: int) -> None:
        self.mode = mode

    def matrix(self, kind: Any, at: int, rows: int, columns: int, ld: int) -> np.ndarray:
        assert ld >= max(1, rows)
        size = np.dtype(kind).itemsize
        flat = (ctypes.c_char * (size*((columns - 1)*ld + rows))).from_address(at)
        array = np.frombuffer(flat, kind)
        return np.lib.stride_tricks.as_strided(array, (rows, columns), (size, size*ld))

    def scalar(self, kind: Any, at: int) -> Any:
        return self.matrix(kind, at, 1, 1, 1)[0, 0]

    def gemm(self, kind: Any, handle: int, ta: int, tb: int, m: int, n: int, k: int, alpha: int, a: int, lda: int,
             sa: int, b: int, ldb: int, sb: int, beta: int, c: int, ldc: int, sc: int, batch: int) -> None:  # fmt: skip
        assert (batch, self.scalar(kind, alpha), self.scalar(kind, beta)) == (1, 1, 0)
        self.handles.append(handle)
        left = self.matrix(kind, a, *((k, m) if ta else (m, k)), lda)
        right = self.matrix(kind, b, *((n, k) if tb else (k, n)), ldb)
        self.matrix(kind, c, m, n, ldc)[...] = (left.T if ta else left) @ (right.T if tb else right)
        self.flops += m*n*k
        self.modes.append(self.mode)

    def geam(self, kind: Any, handle: int, ta: int, tb: int, m: int, n: int, alpha: int, a: int, lda: int, beta: int,
             b: int, ldb: int, c: int, ldc: int) -> None:  # fmt: skip
        assert (ta, tb, self.scalar(kind, alpha), self.scalar(kind, beta)) == (1, 0, 1, 0)
        self.handles.append(handle)
        assert b == c and ldb == ldc  # what the library asks of a result in the place of an operand
        self.matrix(kind, c, m, n, ldc)[...] = self.matrix(kind, a, n, m, lda).T


@pytest.fixture
def library(monkeypatch: pytest.MonkeyPatch) -> Iterator[Library]:
    made = Library()
    monkeypatch.setattr(cublas, "cublas_library", lambda: (made, lambda: 42))
    monkeypatch.setattr(cublas, "_own", threading.local())
    yield made


@pytest.mark.parametrize("dtype", ["float32", "float64", "complex64", "complex128"])
@pytest.mark.parametrize(("ta", "tb"), [(False, False), (False, True), (True, False), (True, True)])
@pytest.mark.parametrize(("n", "columns"), [(13, 1), (13, 4), (12, 3), (5, 5)])
def test_all_elements_and_half_of_the_work(
    dtype: str, ta: bool, tb: bool, n: int, columns: int, library: Library
) -> None:
    """Every transpose pair, rows of operands and result apart in memory, any number of columns."""
    rng, k, gap = np.random.default_rng(n), 7, 3
    x = (rng.normal(size=(n, k)) + 1j*rng.normal(size=(n, k))).astype(dtype) if "complex" in dtype else (
        rng.normal(size=(n, k)).astype(dtype))  # fmt: skip
    y = (x*rng.normal(size=k)).astype(dtype)  # first (n, k), second (k, n) = y'
    memory = {}
    for name, value, transposed in (("L", x, ta), ("R", y.T, tb)):
        seen = value.T if transposed else value
        whole = np.full((seen.shape[1], seen.shape[0] + gap), np.nan, dtype)  # column-major
        whole[:, : seen.shape[0]] = seen.T
        memory[name] = whole
    memory["C"] = np.full((n, n + gap), -1, dtype)
    lda, ldb = memory["L"].shape[1], memory["R"].shape[1]
    product = Product("L", "R", "C", ta, tb, n, n, k, lda, 0, ldb, 0, n + gap, 0, 1)
    step = SymmetricStep(product, dict.fromkeys("LRC", dtype), False, columns, np.dtype(dtype).itemsize)
    for position, name in enumerate(step.names):
        step.bind(position, memory[name].ctypes.data)
    step(None)
    np.testing.assert_allclose(memory["C"][:, :n], (x @ y.T).T, rtol=1e-4, atol=1e-5)
    for a, b in itertools.pairwise(n*j // columns for j in range(columns + 1)):  # by bits, outside of diagonal blocks
        np.testing.assert_array_equal(memory["C"][b:n, a:b], memory["C"][a:b, b:n].T)
    assert bool((memory["C"][:, n:] == -1).all())
    ends = [n*j // columns for j in range(columns + 1)]
    assert library.flops == k*sum((n - a)*(b - a) for a, b in itertools.pairwise(ends))
    assert library.mode == 0 and set(library.handles) == {42}  # the mode of the handle is what it was


def test_tf32_only_where_asked_for(library: Library) -> None:
    product = Product("L", "R", "C", False, True, 8, 8, 4, 8, 0, 8, 0, 8, 0, 1)
    arrays = [np.ones((4, 8), "float32"), np.ones((4, 8), "float32"), np.ones((8, 8), "float32")]
    for tf32 in (False, True):
        step = SymmetricStep(product, dict.fromkeys("LRC", "float32"), tf32, 2, 4)
        for k, a in enumerate(arrays):
            step.bind(k, a.ctypes.data)
        step(None)
    assert library.modes == [0, 0, 3, 3] and library.mode == 0


def test_the_same_bits_take_a_handle_for_each_stream(library: Library) -> None:
    """deterministic=True: no other stream of the thread has the handle; n calls make one (sB6)."""
    product = Product("L", "R", "C", False, True, 8, 8, 4, 8, 0, 8, 0, 8, 0, 1)
    arrays = [np.ones((4, 8)), np.ones((4, 8)), np.ones((8, 8))]
    streams = [SimpleNamespace(ptr=11), SimpleNamespace(ptr=12)]
    for columns in (1, 2):
        step = SymmetricStep(product, dict.fromkeys("LRC", "float64"), False, columns, 8, True)
        for k, a in enumerate(arrays):
            step.bind(k, a.ctypes.data)
        for stream in streams*2:
            step(stream)
    assert library.made == 102 and set(library.handles) == {101, 102}
    thread = threading.Thread(target=lambda: step(streams[0]))
    thread.start()
    thread.join()
    assert library.made == 103 and library.handles[-1] == 103
    assert cuda.deterministic({"deterministic": True}) and cuda.deterministic({"autotune": "deterministic"})
    assert not cuda.deterministic({})


def test_handles_of_streams_that_come_and_go_do_not_add_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """The oldest goes, of those with which nothing was recorded; another device has handles of its own."""
    from espresso.engine import cublas_calls as cublas

    monkeypatch.setattr(cublas, "_own", threading.local())
    gone: list[int] = []
    numbers = itertools.count(100)
    library = SimpleNamespace(create=lambda: next(numbers), destroy=gone.append)
    first = cublas.own_handle(library, 1, 0, stays=True)
    handles = [cublas.own_handle(library, 1, stream) for stream in range(1, cublas.HANDLES)]
    assert cublas.own_handle(library, 1, 1) == handles[0] and gone == []
    other = cublas.own_handle(library, 2, 1)
    new = [cublas.own_handle(library, 1, stream) for stream in range(50, 53)]
    assert gone == handles[1:4] and len({first, other, *handles, *new}) == cublas.HANDLES + 4
    assert cublas.own_handle(library, 1, 0) == first and cublas.own_handle(library, 2, 1) == other


def test_a_wrong_start_is_seen(library: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    """A planted fault: the second operand from its first row on."""
    monkeypatch.setattr(SymmetricStep, "_starts", lambda self, first: [8*first, 0, 8*(first + 8*first)])
    product = Product("L", "R", "C", False, True, 8, 8, 4, 8, 0, 8, 0, 8, 0, 1)
    x = np.random.default_rng(0).normal(size=(4, 8))
    arrays = [x, x.copy(), np.empty((8, 8))]
    step = SymmetricStep(product, dict.fromkeys("LRC", "float64"), False, 2, 8)
    for k, a in enumerate(arrays):
        step.bind(k, a.ctypes.data)
    step(None)
    assert not np.allclose(arrays[2], x.T @ x)


HESSIAN = "L = sum[i](log(1 + exp(-y[i]*sum[j](X[i,j]*w[j]))))"


def bound(f: Any, **given: Any) -> Any:
    f.explain("H200", **given)
    return f._example()


def shape(*lengths: int, dtype: str = "float64") -> Any:
    return SimpleNamespace(shape=lengths, dtype=np.dtype(dtype))


@pytest.mark.parametrize(("m", "n", "dtype", "columns"), [
    (65536, 8192, "float64", 16), (65536, 2048, "float32", 4), (65536, 1023, "float64", 0), (511, 8192, "float64", 0),
])  # fmt: skip
def test_which_products_are_cut(m: int, n: int, dtype: str, columns: int) -> None:
    """W2: the Hessian of logistic regression is one; small and thin ones are computed whole."""
    f = es.compile(es.hessian(es.parse(HESSIAN), "w"), target="gpu")
    made = bound(f, X=shape(m, n, dtype=dtype), y=shape(m, dtype=dtype), w=shape(n, dtype=dtype))
    (call,) = [s for s in made.program.steps if isinstance(s, Contraction)]
    extents = {i: made.value(e) for i, e in call.extents.items()}
    assert block_columns(call, made.program, extents, str(made.layout.dtypes[call.name])) == columns


def test_other_products_are_not() -> None:
    for text in ("C[j,k] = X[i,j]*Y[i,k]", "C[b,j,k] = X[b,i,j]*X[b,i,k]", "C[j,k] = X[i,j]*X[k,i]"):
        f = es.compile(text, target="gpu")
        rank = 3 if "[b," in text else 2
        made = bound(f, **{n: shape(*([2048]*rank)) for n in f.inputs})
        (call,) = [s for s in made.program.steps if isinstance(s, Contraction)]
        assert block_columns(call, made.program, dict.fromkeys(call.extents, 2048), "float64") == 0


def test_it_is_counted_and_told() -> None:
    f = es.compile(es.hessian(es.parse(HESSIAN), "w"), target="gpu")
    given = {"X": shape(65536, 8192), "y": shape(65536), "w": shape(8192)}
    text = f.explain("H200", **given)
    assert "symmetric: 16 block columns from the diagonal down, the rest is mirrored" in text
    from espresso.api.reports.explain_device import step_costs

    (cost,) = [c for s, c in step_costs(f._example()) if isinstance(s, Contraction)]
    assert cost.flops64 == 2*65536*8192**2*17 // 32
    assert symmetric.work_share(16) == 17/32
