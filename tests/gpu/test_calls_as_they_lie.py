"""Threads, streams, modes and addresses of the CUDA layer without a GPU: CuPy is the real one, memory that of the host."""

from __future__ import annotations

import ctypes
import itertools
import threading
from contextlib import nullcontext
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from espresso.engine import cublas_calls as cublas
from espresso.engine.cublas_calls import CublasStep, Product
from espresso.engine.cudnn import engine, graphs as cudnn_graphs
from espresso.ir.engine import ATTENTION, CONVOLUTION, Call, Operand, ProductFailed
from espresso.runtime.device import cuda, matrices
from espresso.system.device_memory import at_address

cupy = pytest.importorskip("cupy", reason="CuPy is not installed")


# --- threads and streams -----------------------------------------------------------------


@pytest.mark.parametrize("way", ["here", "current"])
def test_every_thread_gets_the_context_once(way: str) -> None:
    """A launch is a call of the driver: in a thread that only took memory from the pool it was an invalid context."""
    asked: list[int] = []
    backend = object.__new__(cuda.CudaBackend)
    backend.index, backend._threads = 0, threading.local()
    backend.runtime = SimpleNamespace(getDevice=lambda: 0, memGetInfo=lambda: asked.append(threading.get_ident()))
    backend.cupy = SimpleNamespace(cuda=SimpleNamespace(get_current_stream=lambda: "stream", Device=nullcontext))

    def stream() -> str:
        with backend.current() if way == "current" else nullcontext(backend.here(())) as found:
            return str(found)

    threads = [threading.Thread(target=lambda: [stream() for _ in range(3)]) for _ in range(2)]
    for thread in threads:
        thread.start()
        thread.join()
    assert stream() == stream() == "stream"
    assert len(asked) == 3


def test_a_stream_of_torch_is_one_object(monkeypatch: pytest.MonkeyPatch) -> None:
    """There are versions of CuPy that destroy the foreign handle with the last object for it."""
    made = itertools.count()
    monkeypatch.setattr(cupy.cuda.Stream, "from_external", lambda foreign: (next(made), foreign.__cuda_stream__()),
                        raising=False)  # fmt: skip
    torch = pytest.importorskip("torch")
    monkeypatch.setattr(torch.cuda, "current_stream", lambda device: SimpleNamespace(cuda_stream=device.stream))
    cuda._external_stream.cache_clear()
    try:
        place = SimpleNamespace(index=0, stream=4711)
        assert cuda.torch_stream(place) is cuda.torch_stream(place) == (0, (0, 4711))
        assert cuda.torch_stream(SimpleNamespace(index=1, stream=4711)) == (1, (0, 4711))
        assert cuda.torch_stream(SimpleNamespace(index=0, stream=0)) is cupy.cuda.Stream.null
    finally:
        cuda._external_stream.cache_clear()


# --- cuBLAS ------------------------------------------------------------------------------


class Handles:
    """What a product asks of the library: no names of constants, because CuPy has not got them all."""

    def __init__(self) -> None:
        self.mode, self.seen = 0, list[tuple[str, int]]()
        for name in ("sgemmStridedBatched", "dgemmStridedBatched", "gemmStridedBatchedEx"):
            setattr(self, name, lambda *a, n=name: self.seen.append((n, self.mode)))

    def getMathMode(self, handle: int) -> int:
        return self.mode

    def setMathMode(self, handle: int, mode: int) -> None:
        self.mode = mode


def product(summed: int = 4) -> Product:
    return Product("L", "R", "C", False, False, 2, 3, summed, 2, 0, max(1, summed), 0, 2, 0, 1)


@pytest.mark.parametrize(("dtype", "tf32", "mode"), [
    ("float32", False, 0), ("float32", True, 3), ("float64", False, 0), ("float16", False, 16), ("bfloat16", True, 16),
])  # fmt: skip
def test_modes_of_products(dtype: str, tf32: bool, mode: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """TF32 where it is asked for; parts of sums of 16 bits are joined in float32, which the library leaves open."""
    library = Handles()
    monkeypatch.setattr(cublas, "cublas_library", lambda: (library, lambda: 42))
    CublasStep(product(), dict.fromkeys("LRC", dtype), tf32)(SimpleNamespace(ptr=7))
    assert [m for _, m in library.seen] == [mode] and library.mode == 0


def test_products_are_recorded_by_the_library_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    """CuPy's bindings refuse while a stream is recorded; the library may refuse, too, and then the graph is left."""
    library, called, status = Handles(), list[tuple[str, list[Any]]](), [0, 0]

    def refuse(*_: Any) -> None:
        raise NotImplementedError("calling cuBLAS API during stream capture is currently unsupported")

    def note(name: str, code: int) -> Any:
        return lambda *a: called.append((name, [v.value for v in a])) or status[code]

    for name in ("sgemmStridedBatched", "gemmStridedBatchedEx"):
        setattr(library, name, refuse)
    c = SimpleNamespace(cublasSetStream_v2=note("stream", 0), cublasSgemmStridedBatched=note("s", 1), cublasGemmStridedBatchedEx=note("ex", 1))
    monkeypatch.setattr(cublas, "_c_library", lambda: c)
    monkeypatch.setattr(cublas, "cublas_library", lambda: (library, lambda: 42))
    for dtype, name in (("float32", "s"), ("float16", "ex")):
        step = CublasStep(product(), dict.fromkeys("LRC", dtype), False)
        called.clear()
        step(SimpleNamespace(ptr=7))
        assert called[0] == ("stream", [42, 7]) and called[1][0] == name
        assert [v or 0 for v in called[1][1]] == list(step.arguments(42))
        for k in (0, 1):
            status[k] = 15
            with pytest.raises(ProductFailed, match="cuBLAS: status 15 of"):
                step(SimpleNamespace(ptr=7))
            status[k] = 0
        assert library.mode == 0


def test_a_sum_of_nothing_is_zero(monkeypatch: pytest.MonkeyPatch) -> None:
    library, cleared = Handles(), list[tuple[int, ...]]()
    monkeypatch.setattr(cublas, "cublas_library", lambda: (library, lambda: 42))
    monkeypatch.setattr(cupy.cuda.runtime, "memsetAsync", lambda *a: cleared.append(a))
    step = CublasStep(product(0), {"L": "float16", "R": "float16", "C": "float32"}, False)
    step.bind(2, 4096)
    step(SimpleNamespace(ptr=7))
    assert cleared == [(4096, 0, 2*3*4, 7)] and not library.seen


# --- cuDNN: arrays as the library takes them ---------------------------------------------


def host(address: int, shape: Any, dtype: Any, strides: Any) -> np.ndarray:
    """Memory of the host as an array; strides count bytes."""
    size = np.dtype(dtype).itemsize + sum((n - 1)*s for n, s in zip(shape, strides, strict=True))
    flat = np.frombuffer((ctypes.c_char*size).from_address(address), np.uint8)
    return np.lib.stride_tricks.as_strided(flat[: np.dtype(dtype).itemsize].view(dtype), shape, strides)


def seen(array: Any) -> np.ndarray:
    """What CuPy's array describes, in memory of the host."""
    return host(int(array.data.ptr), array.shape, array.dtype, array.strides)


class Graph:
    """A plan for contiguous arrays: the result is the image, with its last axis turned round."""

    def __init__(self, shape: tuple[int, ...]) -> None:
        self.shape, self.addresses = shape, list[int]()

    def get_workspace_size(self) -> int:
        return 0

    def execute(self, pack: dict[int, int], workspace: int, handle: Any) -> None:
        self.addresses = [pack[k] for k in sorted(pack)]
        steps = np.empty(self.shape, np.float32).strides
        image, result = (host(pack[k], self.shape, np.float32, steps) for k in (1, 3))
        result[...] = image[..., ::-1]


@pytest.fixture
def plans(monkeypatch: pytest.MonkeyPatch) -> dict[Any, Graph]:
    """Plans by layout (True: contiguous), with CuPy's arrays over memory of the host."""
    cudnn = pytest.importorskip("cudnn", reason="nvidia-cudnn-frontend is not installed")
    blocks: list[np.ndarray] = []
    made: dict[Any, Graph] = {}

    def empty(shape: Any, dtype: Any) -> Any:
        blocks.append(np.zeros(int(np.prod(shape)) + 64, dtype))
        start = blocks[-1].ctypes.data
        start += -start % 256
        steps = np.empty(shape, dtype).strides
        return at_address(start, shape, dtype, [s // np.dtype(dtype).itemsize for s in steps])

    def plan(call: Call, strides: Any) -> Graph:
        if strides is not None and strides[0][-1] != 1:
            raise RuntimeError("no plan for these strides")
        return made.setdefault(strides is None, Graph(call.output.shape))

    monkeypatch.setattr(cupy.cuda.runtime, "getDevice", lambda: 0)
    monkeypatch.setattr(cupy.cuda, "alloc", lambda size: SimpleNamespace(ptr=0))
    monkeypatch.setattr(cupy, "empty", empty)
    monkeypatch.setattr(cupy, "copyto", lambda to, source: np.copyto(seen(to), seen(source)))
    monkeypatch.setattr(cudnn, "set_stream", lambda handle, stream: None)
    monkeypatch.setattr(engine, "_handle", lambda: None)
    monkeypatch.setattr(engine, "_plan", plan)
    return made


SHAPE = (1, 2, 3, 4)
CALL = Call(CONVOLUTION, "gpu", None, tuple(Operand(n, tuple("abcd"), SHAPE, "float32") for n in "xw"),
            Operand("y", tuple("abcd"), SHAPE, "float32"), {}, {})  # fmt: skip


def aligned(count: int) -> np.ndarray:
    block = np.zeros(count + 64, np.float32)
    return block[-block.ctypes.data % 256 // 4 :][:count]


@pytest.mark.parametrize(("first", "last"), [(0, 0), (1, 0), (0, 1), (3, 5)])
@pytest.mark.parametrize("turned", [False, True])
def test_addresses_and_strides_that_plans_do_not_take(first: int, last: int, turned: bool, plans: Any) -> None:
    """A view that starts within 16 bytes, or lies otherwise, is copied, and so is such a result; others are not."""
    memory, result = aligned(64), aligned(64)
    memory[:], result[:] = np.arange(64), -1
    x = memory[first : first + 24].reshape((4, 3, 2, 1)).T if turned else memory[first : first + 24].reshape(SHAPE)
    y = result[last : last + 24].reshape(SHAPE)
    strides = [tuple(s // 4 for s in a.strides) for a in (x, y, y)]
    launch = engine.prepare(CALL, strides)
    addresses = [x.ctypes.data, memory.ctypes.data, y.ctypes.data]
    for _ in range(2):
        result[:] = -1
        launch(addresses, SimpleNamespace(ptr=7))
        np.testing.assert_array_equal(y, x[..., ::-1])
        assert (result == -1).sum() == 40
    direct = not (first or last or turned)
    assert list(plans) == ([False] if direct else [True] if turned else [False, True])
    assert (plans[not direct].addresses == addresses) is direct
    assert all(a % engine.ALIGNMENT == 0 for a in plans[not direct].addresses)


def test_failures_of_the_library_are_told(plans: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """sB5: as a failure that the caller tells with the formula."""
    def fail(*_: Any, **__: Any) -> None:
        raise RuntimeError("CUDNN_STATUS_EXECUTION_FAILED")

    monkeypatch.setattr(Graph, "execute", fail)
    launch = engine.prepare(CALL, [(24, 12, 4, 1)]*3)
    with pytest.raises(ProductFailed, match=r"^cuDNN: CUDNN_STATUS_EXECUTION_FAILED"):
        launch([4096]*3, SimpleNamespace(ptr=7))


@pytest.mark.parametrize("tf32", [False, True])
def test_tf32_is_asked_of_the_library(tf32: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Any] = []
    monkeypatch.setattr(cupy.cuda.runtime, "getDevice", lambda: 0)
    facts = {"name": b"none", "multiProcessorCount": 1}
    monkeypatch.setattr(cupy.cuda.runtime, "getDeviceProperties", lambda device: facts)
    for name, value in (("version", lambda: ""), ("_handle", lambda: None), ("_restored", lambda *_: None),
                        ("_keep", lambda *_: None), ("_plans", {}), ("plan", lambda *a: asked.append(a[3:]))):  # fmt: skip
        monkeypatch.setattr(engine, name, value)
    engine._plan(replace(CALL, parameters={"tf32": True} if tf32 else {}), None)
    assert asked == [(tf32,)]


@pytest.mark.parametrize("scale", [None, 0.25])
def test_attention_without_a_scale_has_none(scale: float | None) -> None:
    """Left out, it is for a version of the library to say what it is."""
    pytest.importorskip("cudnn", reason="nvidia-cudnn-frontend is not installed")
    given: list[dict[str, Any]] = []

    def sdpa(**options: Any) -> tuple[str, None]:
        given.append(options)
        return "o", None

    graph = SimpleNamespace(tensor=lambda **_: None, sdpa=sdpa)
    call = replace(CALL, kind=ATTENTION, parameters={"scale": scale})
    assert cudnn_graphs._attention(graph, call, [([], [])] * 3, None) == ["o"]
    assert given[0]["attn_scale"] == (scale or 1.0)


# --- functions of matrices ---------------------------------------------------------------


def test_matrices_are_given_as_they_lie(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also turned round, and every other element."""
    found: list[np.ndarray] = []
    monkeypatch.setattr(cupy.cuda.runtime, "getDevice", lambda: 0)
    monkeypatch.setattr(matrices, "compute", lambda xp, call, *arrays: found.extend(map(seen, arrays)))
    a, b, out = np.arange(12.0).reshape(3, 4).T, np.arange(8.0)[::2], np.zeros((4, 3))
    given = {"A": a, "b": b, "y": out}
    layout = SimpleNamespace(
        shapes={n: x.shape for n, x in given.items()}, dtypes={n: x.dtype for n, x in given.items()},
        element_strides={n: tuple(s // 8 for s in x.strides) for n, x in given.items()},
    )  # fmt: skip
    call: Any = SimpleNamespace(arrays=("A", "b"), name="y")
    step = matrices.CupyMatrix(call, cupy, layout)
    for position, x in enumerate(given.values()):
        step.bind(position, x.ctypes.data)
    step(SimpleNamespace(ptr=0))
    for one, x in zip(found, given.values(), strict=True):
        np.testing.assert_array_equal(one, x)
