"""A stand-in for CuPy whose device is that of `device.cpp`: the run-time layer of CUDA runs as it is, down to the driver.

``installed`` puts modules into ``sys.modules`` that have what espresso uses of CuPy, under the same names and with the
same arguments (`tests/gpu/test_cuda_layer.py` looks those up in the real one).  NVRTC is g++, a cubin is a shared
library, ``launchKernel`` runs a kernel to its end, memory is that of the host, cuBLAS is NumPy by address.
"""

from __future__ import annotations

import contextlib
import ctypes
import functools
import hashlib
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any, ClassVar

import ml_dtypes
import numpy as np
import pytest
import text

from espresso.runtime.device import cuda, matrices
from espresso.runtime.device.cuda import CudaBackend, CudaStep
from espresso.runtime.device.linear_scans import Scan
from espresso.runtime.device.recurrences import Facts, LoopStep
from espresso.system import devices

ORDERS = {"forwards": (0, 0xFF), "backwards": (1, 0xAB), "random": (2, 0xFF)}
"""Threads between barriers, and what memory holds that nobody has written: NaN, and numbers near -1e-12."""


class Finding(AssertionError):
    """What the device has found in a launch."""


class _Array(ctypes.Structure):
    _fields_ = (("start", ctypes.c_size_t), ("bytes", ctypes.c_size_t), ("unit", ctypes.c_size_t))


@functools.cache
def _device() -> ctypes.CDLL:
    loaded = _loaded(text.device(), ctypes.RTLD_GLOBAL)
    loaded.es_launch.argtypes = [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_uint, *[ctypes.c_void_p] * 2, ctypes.c_int, ctypes.c_int]
    loaded.es_schedule.argtypes = [ctypes.c_int, ctypes.c_uint64]
    return loaded


def _loaded(image: bytes, mode: int = ctypes.DEFAULT_MODE) -> ctypes.CDLL:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"{hashlib.sha256(image).hexdigest()[:16]}.so"
        path.write_bytes(image)
        return ctypes.CDLL(str(path), mode)


# --- memory ---


class Memory:
    """A block of the device, which holds the poison of the schedule."""

    def __init__(self, size: int) -> None:
        self.whole = np.full(size + 1024, DEVICE.poison, np.uint8)
        self.start = -self.whole.ctypes.data % 512 + 256
        self.size = size
        self.whole[: self.start] = self.whole[self.start + size :] = 0x5A  # guards, for what is not instrumented

    @property
    def ptr(self) -> int:
        return self.whole.ctypes.data + self.start

    def __del__(self) -> None:
        around = (self.whole[: self.start], self.whole[self.start + self.size :])
        if any((g != 0x5A).any() for g in around):
            DEVICE.damage.append(f"memory around a block of {self.size} bytes was written")


class ndarray:
    """An array on the device: a NumPy array over its memory."""

    __module__ = "cupy"

    def __init__(self, host: np.ndarray, memory: Memory) -> None:
        self.host, self.memory = host, memory
        self.device = SimpleNamespace(id=0)
        self.data = SimpleNamespace(ptr=host.ctypes.data, device_id=0)

    def __getattr__(self, name: str) -> Any:
        if name in ("shape", "dtype", "strides", "ndim", "size", "itemsize", "nbytes", "flags"):
            return getattr(self.host, name)
        raise AttributeError(name)

    def __getitem__(self, key: Any) -> ndarray:
        return ndarray(self.host[key], self.memory)

    def view(self, dtype: Any) -> ndarray:
        return ndarray(self.host.view(dtype), self.memory)

    @property
    def T(self) -> ndarray:
        return ndarray(self.host.T, self.memory)

    def get(self) -> np.ndarray:
        return self.host.copy()

    def astype(self, dtype: Any) -> ndarray:
        return asarray(self.host.astype(dtype))


def empty(shape: Any, dtype: Any = float) -> ndarray:
    dtype = np.dtype(dtype)
    memory = Memory(int(np.prod(shape)) * dtype.itemsize)
    return ndarray(np.frombuffer(memory.whole.data, np.uint8, memory.size, memory.start).view(dtype).reshape(shape), memory)


def asarray(host: Any) -> ndarray:
    made = empty(np.shape(host), np.asarray(host).dtype)
    made.host[...] = host
    return made


def _copyto(target: ndarray, source: ndarray) -> None:
    target.host[...] = source.host


# --- streams: work is done when it is put in, or recorded ---


@dataclass
class Stream:
    """A stream; what goes into one that records is kept."""

    non_blocking: bool = False
    recording: list[Callable[[], None]] | None = None

    @property
    def ptr(self) -> int:
        DEVICE.streams[id(self)] = self
        return id(self)

    def put(self, work: Callable[[], None]) -> None:
        (self.recording.append if self.recording is not None else lambda w: w())(work)

    def begin_capture(self, mode: Any = None) -> None:
        self.recording = []

    def end_capture(self) -> Any:
        recorded, self.recording = self.recording or [], None
        DEVICE.graphs += 1
        return SimpleNamespace(launch=lambda stream=None: [w() for w in recorded])

    def is_capturing(self) -> bool:
        return self.recording is not None

    def synchronize(self) -> None:
        assert self.recording is None, "a stream that records is waited for"

    def __enter__(self) -> Stream:
        DEVICE.entered.append(self)
        return self

    def __exit__(self, *_: object) -> None:
        DEVICE.entered.pop()


@dataclass
class Device:
    """What the test decides, and what the device counts."""

    order: str = "forwards"
    seed: int = 0
    architecture: int = 90
    launches: int = 0
    graphs: int = 0
    products: int = 0
    kernels: set[str] = field(default_factory=set)
    streams: dict[int, Stream] = field(default_factory=dict)
    first: Stream = field(default_factory=Stream)
    lock: threading.RLock = field(default_factory=threading.RLock)
    of_thread: threading.local = field(default_factory=threading.local)
    damage: list[str] = field(default_factory=list)
    fault: tuple[str, Callable[[str], str]] = ("", str)  # a name, and what is done to texts

    @property
    def entered(self) -> list[Stream]:
        """The streams that this thread has made current."""
        return self.of_thread.__dict__.setdefault("streams", [self.first])  # type: ignore[no-any-return]

    @property
    def current(self) -> Stream:
        """The current stream of this thread."""
        return self.entered[-1]

    @property
    def poison(self) -> int:
        return ORDERS[self.order][1]

    def launch(self, function: int, geometry: Sequence[int], stream: int, parameters: int, arrays: Sequence[tuple[int, int, int]]) -> None:
        """Launch, or record with a copy of the arguments; ``arrays``: see `extent`."""
        kernel = ctypes.cast(function, ctypes.POINTER(_Kernel)).contents
        addresses = (ctypes.c_void_p * kernel.parameters).from_address(parameters)
        slots = (ctypes.c_int64 * max(1, kernel.parameters))(*[ctypes.c_int64.from_address(a).value for a in addresses])
        self.streams[stream].put(lambda: self._run(function, kernel.name.decode(), geometry, slots, arrays))

    def _run(self, function: int, name: str, geometry: Sequence[int], slots: Any, arrays: Sequence[Any]) -> None:
        start = ctypes.addressof(slots)
        addresses = (ctypes.c_void_p * len(slots))(*[start + 8 * k for k in range(len(slots))])
        regions = (_Array * max(1, len(arrays)))(*[
            _Array(slots[k] + low, end - low, unit) for k, (low, end, unit) in enumerate(arrays)
        ])  # fmt: skip
        device, numbers = _device(), (ctypes.c_uint * 6)(*geometry[:6])
        with self.lock:
            self.launches += 1
            self.kernels.add(name)
            device.es_schedule(ORDERS[self.order][0], self.seed + self.launches)
            if not device.es_launch(function, numbers, geometry[6], addresses, regions, len(arrays), self.poison):
                return
            raise Finding(ctypes.string_at(ctypes.addressof(ctypes.c_char.in_dll(device, "es_finding"))).decode())


class _Kernel(ctypes.Structure):
    _fields_ = (
        ("name", ctypes.c_char_p), ("call", ctypes.c_void_p), ("shared", ctypes.c_void_p), ("blocks", ctypes.c_int),
        ("threads", ctypes.c_int), ("parameters", ctypes.c_int), ("bytes", ctypes.c_int),
    )  # fmt: skip


DEVICE = Device()


def _launch_kernel(f: int, gx: int, gy: int, gz: int, bx: int, by: int, bz: int, shared: int, stream: int, parameters: int, extra: int) -> None:
    """``cuLaunchKernel`` of a launch of which nobody said how long its arrays are: refused."""
    raise Finding("a launch past CudaBackend.prepare")


# --- NVRTC and modules ---


class _Nvrtc:
    class NVRTCError(Exception):
        pass

    @staticmethod
    def createProgram(source: str, name: str, headers: Any, includes: Any) -> Any:
        return {"source": DEVICE.fault[1](source)}

    @classmethod
    def compileProgram(cls, program: Any, options: Sequence[str]) -> None:
        try:
            program["code"] = text.library(program["source"], int(options[-1].rpartition("_")[2]))
        except text.UnknownText as reason:
            program["log"] = str(reason)
            raise cls.NVRTCError("the text does not compile") from None

    getCUBIN = staticmethod(lambda program: program["code"])
    getProgramLog = staticmethod(lambda program: program["log"])
    destroyProgram = staticmethod(lambda program: program.clear())
    getSupportedArchs = staticmethod(lambda: [75, 80, 90, 100])

    @staticmethod
    def getVersion() -> tuple[str, ...]:
        """Part of the key of kept code: the sources of this folder, and the planted fault."""
        return (hashlib.sha256(b"".join((text.HERE / n).read_bytes() for n in ("cuda.h", "text.py"))).hexdigest(), DEVICE.fault[0])


class _Module:
    last: ctypes.CDLL

    def load(self, image: bytes) -> None:
        _device()
        self.library = _Module.last = _loaded(image)

    def get_function(self, name: str) -> Any:
        return SimpleNamespace(ptr=ctypes.addressof(ctypes.c_char.in_dll(self.library, f"es_kernel_{name}")))


# --- libraries ---


class Cublas:
    """``gemmStridedBatched`` and ``geam`` as they are documented, on memory by address."""

    class CUBLASError(Exception):
        pass

    _kinds: ClassVar = {0: "float32", 2: "float16", 14: ml_dtypes.bfloat16}
    create = destroy = staticmethod(lambda *_: 7)
    getMathMode = setMathMode = staticmethod(lambda *_: 0)
    getVersion = staticmethod(lambda *_: 0)

    @staticmethod
    def _matrix(pointer: int, dtype: Any, ld: int, stride: int, batch: int, rows: int, columns: int) -> np.ndarray:
        assert ld >= max(1, rows), "a leading dimension below the rows of the matrix"
        size = np.dtype(dtype).itemsize
        last = (batch - 1) * stride + (columns - 1) * ld + rows
        memory = np.frombuffer((ctypes.c_char * (last * size)).from_address(pointer), dtype)
        return np.lib.stride_tricks.as_strided(memory, (batch, rows, columns), (stride * size, size, ld * size))

    @classmethod
    def _gemm(cls, kinds: Any, ta: int, tb: int, m: int, n: int, k: int, one: Any, a: Any, b: Any, zero: Any, c: Any, batch: int) -> None:
        def work() -> None:
            DEVICE.products += 1
            left = cls._matrix(a[0], kinds[0], *a[1:], batch, *((k, m) if ta else (m, k)))
            right = cls._matrix(b[0], kinds[1], *b[1:], batch, *((n, k) if tb else (k, n)))
            left, right = (x.swapaxes(1, 2) if t else x for x, t in ((left, ta), (right, tb)))
            out = cls._matrix(c[0], kinds[2], *c[1:], batch, m, n)
            wide = np.float32 if np.dtype(kinds[0]).itemsize == 2 else left.dtype
            out[...] = left.astype(wide) @ right.astype(wide)

        DEVICE.current.put(work)

    @classmethod
    def gemmStridedBatchedEx(
        cls, h: int, ta: int, tb: int, m: int, n: int, k: int, one: int, a: int, kind_a: int, lda: int, sa: int, b: int,
        kind_b: int, ldb: int, sb: int, zero: int, c: int, kind_c: int, ldc: int, sc: int, batch: int, compute: int, algorithm: int,
    ) -> None:  # fmt: skip
        kinds = [cls._kinds[x] for x in (kind_a, kind_b, kind_c)]
        cls._gemm(kinds, ta, tb, m, n, k, one, (a, lda, sa), (b, ldb, sb), zero, (c, ldc, sc), batch)

    @classmethod
    def geam(cls, dtype: str, h: int, ta: int, tb: int, m: int, n: int, one: int, a: int, lda: int, zero: int, b: int, ldb: int, c: int, ldc: int) -> None:
        def work() -> None:
            source = cls._matrix(a, dtype, lda, 0, 1, *((n, m) if ta else (m, n)))
            cls._matrix(c, dtype, ldc, 0, 1, m, n)[...] = source.swapaxes(1, 2) if ta else source

        DEVICE.current.put(work)


def _typed(letter: str, dtype: str) -> None:
    def gemm(h: int, ta: int, tb: int, m: int, n: int, k: int, one: int, a: int, lda: int, sa: int, b: int, ldb: int,
             sb: int, zero: int, c: int, ldc: int, sc: int, batch: int) -> None:  # fmt: skip
        Cublas._gemm([dtype] * 3, ta, tb, m, n, k, one, (a, lda, sa), (b, ldb, sb), zero, (c, ldc, sc), batch)

    setattr(Cublas, f"{letter}gemmStridedBatched", staticmethod(gemm))
    setattr(Cublas, f"{letter}geam", functools.partial(Cublas.geam, dtype))


for _letter, _dtype in (("s", "float32"), ("d", "float64"), ("c", "complex64"), ("z", "complex128")):
    _typed(_letter, _dtype)


def _at_address(pointer: int, shape: Sequence[int], dtype: Any, strides: Sequence[int]) -> np.ndarray:
    size = np.dtype(dtype).itemsize
    last = 1 + sum(s * (n - 1) for s, n in zip(strides, shape, strict=True)) if np.prod(shape) else 0
    memory = np.frombuffer((ctypes.c_char * (last * size)).from_address(pointer), dtype)
    return np.lib.stride_tricks.as_strided(memory, shape, [s * size for s in strides])


# --- the modules ---


def _fill(target: int, value: int, size: int, stream: int) -> None:
    DEVICE.streams[stream].put(lambda: ctypes.memset(target, value, size) and None)


def _copy(target: int, source: int, size: int, way: int, stream: int) -> None:
    kept = ctypes.string_at(source, size)
    DEVICE.streams[stream].put(lambda: ctypes.memmove(target, kept, size) and None)


class _CurrentDevice(contextlib.nullcontext):  # type: ignore[type-arg]
    """``cupy.cuda.Device(0)``."""

    def __init__(self, index: int) -> None:
        super().__init__()
        self.compute_capability = str(DEVICE.architecture)


def _modules() -> dict[str, ModuleType]:
    """What is imported, by its name."""
    Stream.null = DEVICE.current  # type: ignore[attr-defined]
    runtime = SimpleNamespace(
        memcpyHostToDevice=1, memcpyDeviceToHost=2, streamPerThread=2, memcpyAsync=_copy, memsetAsync=_fill,
        memGetInfo=lambda: (1 << 30, 1 << 30), getDevice=lambda: 0, getDeviceCount=lambda: 1,
        getDeviceProperties=lambda k: {"name": "a device in software", "multiProcessorCount": 132},
        CUDARuntimeError=type("CUDARuntimeError", (Exception,), {}),
    )  # fmt: skip
    cuda = dict(
        driver=SimpleNamespace(launchKernel=_launch_kernel, CUDADriverError=type("CUDADriverError", (Exception,), {})),
        runtime=runtime, nvrtc=_Nvrtc, cublas=Cublas, device=SimpleNamespace(get_cublas_handle=lambda: 1),
        memory=SimpleNamespace(OutOfMemoryError=type("OutOfMemoryError", (Exception,), {})),
        function=SimpleNamespace(Module=_Module), nvtx=SimpleNamespace(available=False), alloc=Memory,
        get_current_stream=lambda device_id=-1: DEVICE.current, Device=_CurrentDevice, Stream=Stream,
        ExternalStream=Stream,
    )  # fmt: skip
    numpy = {n: getattr(np, n) for n in ("linalg", "isnan", "exp", "log", "where", "nan", "tril", "triu", "sort", "argsort", "eye")}
    contents: dict[str, dict[str, Any]] = {
        "cupy": {"ndarray": ndarray, "empty": empty, "asarray": asarray, "copyto": _copyto, "__version__": "0", **numpy,
                 "ascontiguousarray": lambda a: np.ascontiguousarray(a) if isinstance(a, np.ndarray) else asarray(np.ascontiguousarray(a.host))},
        "cupy.cuda": cuda, "cupyx": {"errstate": lambda **_: contextlib.nullcontext()},
        "cupy_backends": {}, "cupy_backends.cuda": {}, "cupy_backends.cuda.libs": {"cublas": Cublas},
    }  # fmt: skip
    made = {name: ModuleType(name) for name in contents}
    for name, module in made.items():
        vars(module).update(contents[name], __path__=[], __spec__=ModuleSpec(name, None, is_package=True))
        parent, _, last = name.rpartition(".")
        if parent:
            setattr(made[parent], last, module)
    return made


def extent(shape: Sequence[int], dtype: np.dtype[Any], strides: Sequence[int]) -> tuple[int, int, int]:
    """Offsets of the first byte and behind the last one from the first element, and the bytes of what is one access."""
    unit = dtype.itemsize // (2 if dtype.kind == "c" else 1)
    if 0 in shape:
        return 0, 0, unit
    reach = [s * (n - 1) for s, n in zip(strides, shape, strict=True)]
    low, high = sum(min(0, r) for r in reach), sum(max(0, r) for r in reach)
    return low * dtype.itemsize, (high + 1) * dtype.itemsize, unit


def watched(step: CudaStep, layout: Any, whole: Mapping[str, Facts] | None = None) -> CudaStep:
    """The launch, with what the device needs to know besides: where each of its arrays ends; ``whole``: those with rows."""
    arrays = [extent(layout.shapes[n], layout.dtypes[n], layout.element_strides[n]) for n in step.names]
    for n, f in (whole or {}).items():
        arrays[step.names.index(n)] = extent(f.shape, f.dtype, [s // f.dtype.itemsize for s in f.strides])
    step._launch = lambda f, *rest: DEVICE.launch(f, rest[:7], rest[7], rest[8], arrays)
    return step


@contextlib.contextmanager
def installed() -> Iterator[Device]:
    """The stand-in in the place of CuPy."""
    prepare, begin = CudaBackend.prepare, LoopStep.__init__

    def repeating(self: LoopStep, loop: Any, work: Any, start: int) -> None:
        begin(self, loop, work, start)
        for (_, steps), run in zip(self._runs, loop.runs, strict=True):
            if run.bound.generated.one_block:  # it is given whole arrays, and finds the rows itself
                moved = run.bound.generated.moved & set(steps[0][0].names)
                watched(steps[0][0], run.bound.layout, {n: loop.facts(run.places[n].array) for n in moved})
            elif isinstance(run.bound, Scan):  # so is this
                for step, *_ in steps:
                    whole = {n: loop.facts(run.places[n].array) for n in step.names if n in run.places}
                    watched(step, run.bound.layout, whole)

    def watching(self: Any, step: Any, module: Any, value: Any, bound: Any) -> Any:
        made = prepare(self, step, module, value, bound)
        return watched(made, bound.layout) if isinstance(made, CudaStep) else made

    with pytest.MonkeyPatch.context() as patch:
        for name, module in _modules().items():
            patch.setitem(sys.modules, name, module)
        patch.setattr(CudaBackend, "prepare", watching)
        patch.setattr(LoopStep, "__init__", repeating)
        patch.setattr(cuda, "_backend", functools.cache(CudaBackend))
        patch.setattr(matrices, "at_address", _at_address)
        devices._missing_gpu.cache_clear()
        try:
            yield DEVICE
        finally:
            devices._missing_gpu.cache_clear()
