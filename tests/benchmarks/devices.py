"""Where the systems of a run compute: the CPU, a CUDA device by CuPy, or an OpenCL device.

A device puts NumPy arrays where its systems want them (never timed), waits until its work
is done (always timed), and gives the limits that rows are compared with.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from .workload import Array, Arrays, Call

TARGET = "ESPRESSO_BENCH_TARGET"
TARGETS = ("cpu", "gpu", "opencl")


class Cpu:
    """NumPy arrays stay where they are, and calls return when they are done."""

    target = "cpu"
    peers: frozenset[str] | None = None  # None: every kind

    def put(self, arrays: Arrays) -> Arrays:
        """The arrays as espresso takes them here."""
        return arrays

    def fetch(self, value: Any) -> Array:
        """A result as a NumPy array."""
        return np.asarray(value)

    def finished(self, call: Call) -> Call:
        """``call``, returning when its work is done."""
        return call

    def like(self, results: list[Any]) -> list[Any]:
        """Arrays for ``out=``, in the shapes and dtypes of these results."""
        return [np.empty(np.shape(r), np.asarray(r).dtype) for r in results]

    def stream(self, count: int, dtype: str, reads: int) -> Call:
        """One pass over ``reads`` arrays that writes one; only called on other devices."""
        raise NotImplementedError

    def products(self, shapes: list[tuple[int, int, int]], dtype: str) -> Call:
        """The matrix products (m, k) @ (k, n); only called on other devices."""
        raise NotImplementedError

    def about(self) -> dict[str, Any]:
        """What a reader needs to know of the device."""
        return {}


class Cuda(Cpu):
    """CuPy arrays on the current CUDA device; NumPy peers run on CuPy arrays, as ``cupy``."""

    target = "gpu"
    peers = frozenset({"numpy", "jax", "torch", "torch.func", "torch.compile"})

    def __init__(self) -> None:
        import cupy

        self.cupy = cupy

    def put(self, arrays: Arrays) -> Arrays:
        return {name: self.cupy.asarray(a) for name, a in arrays.items()}

    def fetch(self, value: Any) -> Array:
        if hasattr(value, "__cuda_array_interface__") and not isinstance(value, np.ndarray):
            return np.asarray(self.cupy.asarray(value).get())
        return np.asarray(value)

    def finished(self, call: Call) -> Call:
        wait = self.cupy.cuda.get_current_stream().synchronize

        def run() -> Any:
            result = call()
            wait()
            return result

        return run

    def like(self, results: list[Any]) -> list[Any]:
        return [self.cupy.empty(r.shape, r.dtype) for r in results]

    def stream(self, count: int, dtype: str, reads: int) -> Call:
        random = self.cupy.random.default_rng(7)
        a, b = (random.random(count, dtype=dtype) for _ in range(2))
        out = self.cupy.empty(count, dtype)
        if reads == 1:
            return self.finished(lambda: self.cupy.copyto(out, a))
        if reads == 0:
            return self.finished(lambda: out.fill(1.5))
        triad = self.cupy.ElementwiseKernel("T a, T b", "T out", "out = 2*a + b", "triad")
        return self.finished(lambda: triad(a, b, out))

    def products(self, shapes: list[tuple[int, int, int]], dtype: str) -> Call:
        random = self.cupy.random.default_rng(3)
        operands = [
            (random.random((m, k), dtype=dtype), random.random((k, n), dtype=dtype), self.cupy.empty((m, n), dtype))
            for m, k, n in shapes
        ]

        def run() -> None:
            for a, b, c in operands:
                self.cupy.matmul(a, b, out=c)

        return self.finished(run)

    def about(self) -> dict[str, Any]:
        facts = self.cupy.cuda.runtime.getDeviceProperties(self.cupy.cuda.Device().id)
        return {
            "device": facts["name"].decode(),
            "memory_gib": round(facts["totalGlobalMem"] / 2**30),
            "driver": self.cupy.cuda.runtime.driverGetVersion(),
            "runtime": self.cupy.cuda.runtime.runtimeGetVersion(),
            "cupy": self.cupy.__version__,
        }


class OpenCL(Cpu):
    """pyopencl arrays on the first device; the only peer is NumPy on the CPU."""

    target = "opencl"
    peers = frozenset({"numpy"})

    def __init__(self) -> None:
        import pyopencl
        import pyopencl.array

        self.cl = pyopencl
        device = pyopencl.get_platforms()[0].get_devices()[0]
        self.queue = pyopencl.CommandQueue(pyopencl.Context([device]))

    def put(self, arrays: Arrays) -> Arrays:
        return {name: self.cl.array.to_device(self.queue, np.atleast_1d(a)) if a.shape else a for name, a in arrays.items()}

    def fetch(self, value: Any) -> Array:
        return np.asarray(value.get() if hasattr(value, "get") else value)

    def finished(self, call: Call) -> Call:
        def run() -> Any:
            result = call()
            self.queue.finish()
            return result

        return run

    def like(self, results: list[Any]) -> list[Any]:
        return [self.cl.array.empty(self.queue, r.shape, r.dtype) for r in results]

    def stream(self, count: int, dtype: str, reads: int) -> Call:
        a, b = (self.cl.array.to_device(self.queue, np.random.default_rng(7).random(count).astype(dtype)) for _ in range(2))
        out = self.cl.array.empty_like(a)
        if reads == 1:
            return self.finished(lambda: self.cl.enqueue_copy(self.queue, out.data, a.data))
        if reads == 0:
            return self.finished(lambda: out.fill(1.5))
        two = out.dtype.type(2)
        return self.finished(lambda: out._axpbyz(out, two, a, out.dtype.type(1), b))

    def products(self, shapes: list[tuple[int, int, int]], dtype: str) -> Call:
        raise LookupError("OpenCL has no library for matrix products here")

    def about(self) -> dict[str, Any]:
        device = self.queue.device
        return {"device": device.name, "platform": device.platform.name, "driver": device.driver_version}


def quickest(call: Call, rounds: int = 15) -> float:
    """The lower quartile of a call's seconds."""
    for _ in range(3):
        call()
    times = []
    for _ in range(rounds):
        start = time.perf_counter()
        call()
        times.append(time.perf_counter() - start)
    return float(np.quantile(times, 0.25))


_MADE: dict[str, Cpu] = {}
_KINDS: dict[str, Callable[[], Cpu]] = {"cpu": Cpu, "gpu": Cuda, "opencl": OpenCL}


def current() -> Cpu:
    """The device of this run."""
    target = os.environ.get(TARGET, "cpu")
    if target not in _MADE:
        _MADE[target] = _KINDS[target]()
    return _MADE[target]


def rates(device: Cpu, level: str) -> dict[str, float]:
    """Rates of a device other than the CPU: GB/s of streams, GFLOP/s of matrix products."""
    count = {"tiny": 1 << 16, "small": 1 << 24, "full": 1 << 28}[level]
    size = {"tiny": 64, "small": 2048, "full": 8192}[level]
    found: dict[str, float] = {}
    for name, reads in (("clone", 1), ("triad", 2)):
        found[f"{name} GB/s"] = (reads + 1) * 4 * count / quickest(device.stream(count, "float32", reads)) / 1e9
    for dtype, name in (("float32", "sgemm"), ("float64", "dgemm")):
        try:
            call = device.products([(size, size, size)], dtype)
        except LookupError:
            continue
        found[f"{name} {size} GFLOP/s"] = 2 * size**3 / quickest(call) / 1e9
    return {name: round(rate, 1) for name, rate in found.items()}
