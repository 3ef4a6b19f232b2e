"""What this machine can do at best: streams with and without non-temporal stores, and matrix products.

Each ``..._limit`` gives a function without arguments that does a known least amount of
work, for a workload to run beside its systems.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

import numpy as np

from . import devices
from .workload import Array, Call

THREADS = int(os.environ.get("NUMBA_NUM_THREADS", "2"))
LINE = 64
_kernels: dict[str, Callable[..., Any]] = {}


def aligned(count: int, dtype: str) -> Array:
    """A new array that begins at a cache line, filled with random numbers, never zeros."""
    size = np.dtype(dtype).itemsize
    raw = np.empty(count * size + LINE, np.uint8)
    start = -raw.ctypes.data % LINE
    array = raw[start : start + count * size].view(dtype)
    block = np.random.default_rng(7).random(min(count, 1 << 20)) + 0.5
    for at in range(0, count, len(block)):
        array[at : at + len(block)] = block[: count - at]
    return array


def _vector_intrinsic(reads: int) -> Any:
    """``op(out, a, b, k)`` stores one cache line at k past the cache: a, or 2*a + b."""
    from llvmlite import ir
    from numba import types
    from numba.extending import intrinsic

    @intrinsic
    def op(context: Any, out: Any, a: Any, b: Any, k: Any) -> Any:
        def codegen(target: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            item = target.get_data_type(signature.args[0].dtype)
            vector = ir.VectorType(item, LINE // target.get_abi_sizeof(item))

            def pointer(which: int) -> Any:
                data = target.make_array(signature.args[which])(target, builder, arguments[which]).data
                return builder.bitcast(builder.gep(data, [arguments[3]]), vector.as_pointer())

            value = builder.load(pointer(1), align=LINE)
            if reads == 2:
                value = builder.fadd(builder.fadd(value, value), builder.load(pointer(2), align=LINE))
            store = builder.store(value, pointer(0), align=LINE)
            one = ir.Constant(ir.IntType(32), 1)
            store.set_metadata("nontemporal", builder.module.add_metadata([one]))
            return target.get_dummy_value()

        return types.void(out, a, b, k), codegen

    return op


def _compile() -> dict[str, Callable[..., Any]]:
    """The stream kernels, compiled when first called."""
    from numba import njit, prange

    copy_line, triad_line = _vector_intrinsic(1), _vector_intrinsic(2)

    @njit(parallel=True)
    def copy_nt(out: Array, a: Array, lanes: int, threads: int) -> None:
        lines = out.size // lanes
        for t in prange(threads):
            for k in range(t * lines // threads, (t + 1) * lines // threads):
                copy_line(out, a, a, k * lanes)

    @njit(parallel=True)
    def triad_nt(out: Array, a: Array, b: Array, lanes: int, threads: int) -> None:
        lines = out.size // lanes
        for t in prange(threads):
            for k in range(t * lines // threads, (t + 1) * lines // threads):
                triad_line(out, a, b, k * lanes)

    @njit(parallel=True)
    def copy(out: Array, a: Array) -> None:
        for i in prange(out.size):
            out[i] = a[i]

    @njit(parallel=True)
    def triad(out: Array, a: Array, b: Array) -> None:
        for i in prange(out.size):
            out[i] = 2 * a[i] + b[i]

    @njit(parallel=True, fastmath=True)
    def read(a: Array) -> Any:
        total = a.dtype.type(0)
        for i in prange(a.size):
            total += a[i]
        return total

    return {"copy_nt": copy_nt, "triad_nt": triad_nt, "copy": copy, "triad": triad, "read": read}


def only_on_cpu() -> None:
    """LookupError in a run on another device: a limit has no measure there."""
    if devices.current().target != "cpu":
        raise LookupError("a limit of the CPU")


def _on_device(count: int, dtype: str, reads: int, nontemporal: bool) -> Call | None:
    """The stream of another device; a device does not tell kinds of stores apart."""
    device = devices.current()
    if device.target == "cpu":
        return None
    if nontemporal:
        only_on_cpu()
    return device.stream(count, dtype, reads)


def kernel(name: str) -> Callable[..., Any]:
    """One of the stream kernels."""
    if not _kernels:
        _kernels.update(_compile())
    return _kernels[name]


def copy_limit(count: int, dtype: str, nontemporal: bool = True, sets: int = 1) -> Call:
    """One read and one write of ``count`` numbers."""
    return _stream("copy", 1, count, dtype, nontemporal, sets)


def triad_limit(count: int, dtype: str, nontemporal: bool = True, sets: int = 1) -> Call:
    """Two reads and one write of ``count`` numbers."""
    return _stream("triad", 2, count, dtype, nontemporal, sets)


def _stream(name: str, reads: int, count: int, dtype: str, nontemporal: bool, sets: int) -> Call:
    """So many reads and one write of ``count`` numbers, by a kernel of this name."""
    there = _on_device(count, dtype, reads, nontemporal)
    if there is not None:
        return there
    count = -(-count // 16) * 16
    arrays = [tuple(aligned(count, dtype) for _ in range(reads + 1)) for _ in range(sets)]
    lanes = LINE // np.dtype(dtype).itemsize
    turn = iter(_turns(sets))
    if nontemporal:
        run = kernel(f"{name}_nt")
        return lambda: run(*arrays[next(turn)], lanes, THREADS)
    plain = kernel(name)
    return lambda: plain(*arrays[next(turn)])


def read_limit(count: int, dtype: str, sets: int = 1) -> Call:
    """One read of ``count`` numbers."""
    only_on_cpu()
    arrays = [aligned(count, dtype) for _ in range(sets)]
    turn = iter(_turns(sets))
    run = kernel("read")
    return lambda: run(arrays[next(turn)])


def _turns(sets: int) -> Any:
    k = 0
    while True:
        yield k % sets
        k += 1


def gemm_limit(products: list[tuple[int, int, int]], dtype: str, library: str = "numpy") -> Call:
    """The matrix products (m, k) @ (k, n) for all (m, k, n), into given arrays."""
    if devices.current().target != "cpu":
        if library == "torch":
            only_on_cpu()
        return devices.current().products(products, dtype)
    rng = np.random.default_rng(3)
    operands = []
    for m, k, n in products:
        a, b = (rng.standard_normal(s, dtype=np.dtype(dtype).type) for s in ((m, k), (k, n)))
        operands.append((a, b, np.empty((m, n), dtype)))
    if library == "torch":
        import torch

        tensors = [tuple(torch.from_numpy(x) for x in group) for group in operands]

        def run_torch() -> None:
            for a, b, c in tensors:
                torch.mm(a, b, out=c)

        return run_torch

    def run() -> None:
        for a, b, c in operands:
            np.matmul(a, b, out=c)

    return run


def syrk_limit(n: int, k: int, dtype: str) -> Call:
    """The symmetric product A'A of a (k, n) array: n*n*k operations (SciPy's BLAS)."""
    only_on_cpu()
    from scipy.linalg import blas

    rng = np.random.default_rng(3)
    a = np.asfortranarray(rng.standard_normal((n, k), dtype=np.dtype(dtype).type))
    c = np.zeros((n, n), dtype, order="F")
    syrk = blas.dsyrk if dtype == "float64" else blas.ssyrk
    return lambda: syrk(1.0, a, c=c, overwrite_c=1)


def machine_limits(level: str, torch: bool) -> dict[str, float]:
    """Rates of this machine: GB/s of streams (bytes the formula names), GFLOP/s of matrix products."""
    count = {"tiny": 1 << 16, "small": 1 << 23, "full": 1 << 25}[level]
    size, rounds = {"tiny": 64, "small": 1024, "full": 2048}[level], 15 if level != "tiny" else 2
    streams = {
        "copy": (2, copy_limit(count, "float32", nontemporal=False)),
        "copy, non-temporal stores": (2, copy_limit(count, "float32")),
        "triad": (3, triad_limit(count, "float32", nontemporal=False)),
        "triad, non-temporal stores": (3, triad_limit(count, "float32")),
        "read": (1, read_limit(count, "float32")),
    }
    rates = {f"{name} GB/s": passes * 4 * count / devices.quickest(call, rounds) / 1e9 for name, (passes, call) in streams.items()}
    for dtype, name in (("float32", "sgemm"), ("float64", "dgemm")):
        for library in ("numpy", "torch") if torch else ("numpy",):
            call = gemm_limit([(size, size, size)], dtype, library)
            rates[f"{name} {size}, {library} GFLOP/s"] = 2 * size**3 / devices.quickest(call, rounds) / 1e9
    return {name: round(rate, 1) for name, rate in rates.items()}
