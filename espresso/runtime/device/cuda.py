"""The CUDA runtime: NVRTC, memory, launches and graphs through CuPy, in the caller's current stream."""

from __future__ import annotations

import collections
import contextlib
import ctypes
import functools
import threading
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from espresso.compiler.matching.selection import call_of
from espresso.engine.cublas_calls import CublasStep, layout_reason, product_of
from espresso.engine.symmetric import SymmetricStep, block_columns
from espresso.engine.table import named
from espresso.errors import EngineError
from espresso.formulas.graph.expr import Expr
from espresso.ir.calls import Contraction, EngineCall, MatrixCall
from espresso.ir.engine import ProductFailed
from espresso.runtime.device import graphs
from espresso.runtime.device.launches import LIBRARIES, Layout, Workspace, deterministic
from espresso.runtime.device.matrices import CupyMatrix
from espresso.system.cache import key_of, read_entry, write_entry
from espresso.system.locks import cached_property

OPTIONS = ("--std=c++17", "--fmad=true")
EMBEDDED = frozenset({72, 87, 101})
"""Architectures of boards: their machine code runs on no other device of the generation."""

class CudaStep:
    """One launch.  Arguments lie in a block of their own, to which the driver is given the addresses."""

    recorded = launches = True

    def __init__(
        self, function: int, step: Any, value: Callable[[Expr], int], strides: Any, wide: bool, launch: Any = None
    ) -> None:
        self.names = tuple(step.arguments)
        self.function = function
        bounds = step.launch(value)
        self.geometry = (*bounds.grid, *bounds.block, bounds.shared)
        self.runs = 0 not in (*bounds.grid, *bounds.block)
        numbers = [*(value(e) for e in step.sizes), *(strides[name][axis] for name, axis in step.strides)]
        numbers += [0] * len(step.places)
        self.placed = bool(step.places)
        self._numbers = {n: k - len(step.places) for k, n in enumerate(step.places)}
        # one cell of 8 bytes each: a little-endian int32 is read from the first half of its cell
        self.cells = (ctypes.c_int64 * max(1, len(self.names) + len(numbers)))(*[0] * len(self.names), *numbers)
        start = ctypes.addressof(self.cells)
        self.addresses = (ctypes.c_void_p * len(self.cells))(*[start + 8 * k for k in range(len(self.cells))])
        self.parameters = ctypes.addressof(self.addresses)
        if not wide and any(abs(n) > 2**31 - 1 for n in numbers):
            raise EngineError(f"kernel {step.name}: a length does not fit into 32 bits")
        self._launch = _launch_kernel() if launch is None else launch

    def bind(self, position: int, pointer: int) -> None:
        """Let an argument be this address from now on."""
        self.cells[position] = pointer

    def place(self, at: int) -> None:
        """The position of the step of a recurrence."""
        self.cells[len(self.cells) - 1] = at

    def number(self, name: str, value: int) -> None:
        """Let a number of 64 bits be this one from now on."""
        self.cells[len(self.cells) + self._numbers[name]] = value

    def __call__(self, queue: Any) -> None:
        """Put the launch into the stream."""
        if self.runs:
            self._launch(self.function, *self.geometry, queue.ptr, self.parameters, 0)


def _launch_kernel() -> Any:
    from cupy.cuda import driver

    return driver.launchKernel


class CudaModule:
    """A loaded cubin and its functions by name."""

    def __init__(self, cubin: bytes) -> None:
        from cupy.cuda import function

        self._module = function.Module()
        self._module.load(cubin)
        self._functions: dict[str, Any] = {}

    def function(self, name: str) -> int:
        """The handle of a kernel."""
        if name not in self._functions:
            self._functions[name] = self._module.get_function(name)
        return int(self._functions[name].ptr)


def architecture_for(device: int, known: Sequence[int]) -> str:
    """The architecture to compile for on a device, of those that NVRTC knows.

    Machine code runs on later devices of its generation only.  For a newer generation it is portable code, which
    the driver translates when it is loaded.

    >>> architecture_for(90, [75, 80, 86, 90]), architecture_for(89, [75, 80, 86]), architecture_for(120, [80, 90])
    ('sm_90', 'sm_86', 'compute_90')
    >>> architecture_for(60, [75, 80])  # the compiler will say that it does not know it
    'sm_60'
    >>> architecture_for(103, [100, 101, 120]), architecture_for(87, [86, 87])
    ('sm_100', 'sm_87')
    """
    older = [a for a in known if a <= device and (a == device or a not in EMBEDDED)]
    same = [a for a in older if a // 10 == device // 10]
    if same:
        return f"sm_{max(same)}"
    return f"compute_{max(older)}" if older else f"sm_{device}"


def compile_cubin(source: str, architecture: str) -> bytes:
    """Machine code of CUDA C for an architecture such as "sm_90", by NVRTC; portable code for "compute_90".

    Needs no driver.  Raises EngineError with the compiler's log.
    """
    from cupy.cuda import nvrtc

    try:
        program = nvrtc.createProgram(source, "espresso.cu", (), ())
    except (ImportError, OSError, RuntimeError) as reason:  # CuPy loads the library when it is first called
        raise EngineError(
            f"CuPy finds no NVRTC, the compiler of kernels: {reason}\n"
            "Install it beside CuPy: pip install 'cupy-cuda12x[ctk]', or the CUDA toolkit."
        ) from reason
    try:
        try:
            nvrtc.compileProgram(program, (*OPTIONS, f"-arch={architecture}"))
        except nvrtc.NVRTCError as reason:
            raise EngineError(f"NVRTC: {reason}\n{nvrtc.getProgramLog(program)}") from reason
        portable = architecture.startswith("compute_")
        return bytes(nvrtc.getPTX(program) if portable else nvrtc.getCUBIN(program))
    finally:
        nvrtc.destroyProgram(program)


def load_cubin(source: str, architecture: str, again: bool = False) -> bytes:
    """The machine code from the disk cache, or compiled now and stored; ``again``: what is there does not load."""
    import cupy
    from cupy.cuda import nvrtc

    version = ".".join(map(str, nvrtc.getVersion()))
    name = "es_" + key_of(["cuda", source, *OPTIONS, architecture, version, cupy.__version__])[:40] + ".bin"
    known = None if again else read_entry(name)
    if known is None:
        known = compile_cubin(source, architecture)
        write_entry(name, known)
    return known


class CudaBackend:
    """One CUDA device.  Queues are streams; the current one is the caller's."""

    target, dialect, libraries = "gpu", "cuda", LIBRARIES["gpu"]
    assumed, host_matrices = False, False  # it is here; functions of matrices are computed on it

    def __init__(self, index: int) -> None:
        import cupy
        from cupy.cuda import driver, nvrtc, runtime

        self.cupy, self.runtime, self.index = cupy, runtime, index
        self._numbers: collections.deque[Any] = collections.deque(maxlen=1024)
        self._threads = threading.local()
        self._ranges: Any = cupy.cuda.nvtx if cupy.cuda.nvtx.available else None
        self.errors: tuple[type[Exception], ...] = (
            runtime.CUDARuntimeError, driver.CUDADriverError, nvrtc.NVRTCError, cupy.cuda.memory.OutOfMemoryError,
            ProductFailed,
        )  # fmt: skip
        with contextlib.suppress(ImportError):  # cuBLAS may be absent: kernels serve every product then
            from cupy_backends.cuda.libs import cublas

            self.errors += (cublas.CUBLASError,)

    # --- streams ---

    @contextlib.contextmanager
    def current(self, arrays: Sequence[Any] = ()) -> Iterator[Any]:
        """The device made current and its stream: that of torch for its tensors on a GPU, else CuPy's current one."""
        with self.cupy.cuda.Device(self.index):
            self._enter()
            tensors = (a for a in arrays if type(a).__module__.partition(".")[0] == "torch")
            tensor = next((t for t in tensors if t.device.type == "cuda"), None)
            if tensor is None:
                yield self.cupy.cuda.get_current_stream()
            else:
                with torch_stream(tensor.device) as stream:
                    yield stream

    def _enter(self) -> None:
        """Let this thread have the context of the device, which is the current one.

        The runtime gives it to a thread with the first call that needs it.  Launches are calls of the driver, which
        refuses them before that, and with memory from the pool nothing else asks for it.
        """
        if not self._threads.__dict__.get("entered"):
            self.runtime.memGetInfo()
            self._threads.entered = True

    def key(self, queue: Any) -> Any:
        """What tells streams apart: each thread has its own per-thread default stream."""
        return (queue.ptr, threading.get_ident() if queue.ptr == self.runtime.streamPerThread else 0)

    def wait_for(self, queue: Any, arrays: Sequence[Any]) -> None:
        """Work in other streams is ordered by the caller, as everywhere in CuPy."""

    def written(self, queue: Any, arrays: Sequence[Any], event: Any = None) -> None:
        """See ``wait_for``."""

    # --- memory ---

    def allocate(self, size: int, queue: Any) -> Any:
        """A block from CuPy's pool, which aligns to 512 bytes."""
        return self.cupy.cuda.alloc(size)

    def part(self, block: Any, offset: int, size: int) -> int:
        """An address in a block."""
        return int(block.ptr) + offset

    def form(self, array: Any) -> str:
        """ "device" or "strided": kernels take strides, also negative ones."""
        return "device" if array.flags.c_contiguous or not array.size else "strided"

    def contiguous(self, array: Any, queue: Any) -> Any:
        """A contiguous copy."""
        return self.cupy.ascontiguousarray(array)

    def pointer(self, array: Any) -> int:
        """The address of the first element."""
        return int(array.data.ptr)

    def empty(self, shape: tuple[int, ...], dtype: np.dtype[Any], queue: Any) -> Any:
        """A new array from CuPy's pool."""
        return self.cupy.empty(shape, dtype)

    def upload(self, queue: Any, pointer: int, array: np.ndarray, wait: bool) -> Any:
        """Copy a contiguous host array to the device; where it is pinned, the copy reads it later."""
        way = self.runtime.memcpyHostToDevice
        self.runtime.memcpyAsync(pointer, array.ctypes.data, array.nbytes, way, queue.ptr)
        if wait:
            queue.synchronize()
        return array

    def write_number(self, queue: Any, pointer: int, number: np.ndarray) -> None:
        """Write one element; the last ones are kept, because a device that reads host memory may do so later."""
        self._numbers.append(self.upload(queue, pointer, number, False))

    def download(self, queue: Any, array: np.ndarray, pointer: int) -> None:
        """Copy to a contiguous host array."""
        way = self.runtime.memcpyDeviceToHost
        self.runtime.memcpyAsync(array.ctypes.data, pointer, array.nbytes, way, queue.ptr)

    def array(self, queue: Any, host: np.ndarray) -> Any:
        """A new device array with the content of a host array."""
        return self.cupy.asarray(np.ascontiguousarray(host))

    def copy(self, queue: Any, source: Any, target: Any) -> None:
        """Copy between arrays of equal shape, on the device."""
        self.cupy.copyto(target, source)

    def synchronise(self, queue: Any) -> None:
        """Wait for the stream."""
        queue.synchronize()

    def owns(self, array: Any) -> bool:
        """Whether an array lies on this device."""
        return isinstance(array, self.cupy.ndarray) and int(array.device.id) == self.index

    def __str__(self) -> str:
        return f"cuda:{self.index}"

    # --- programs ---

    def load(self, source: str, formula: str) -> CudaModule:
        """The loaded machine code; from the disk cache where it is there."""
        try:
            try:
                return CudaModule(load_cubin(source, self.architecture))
            except self.errors:
                return CudaModule(load_cubin(source, self.architecture, again=True))
        except EngineError as reason:
            raise EngineError(f"{reason}\n  in the kernels of {formula}") from reason

    @cached_property
    def architecture(self) -> str:
        """What kernels of this device are compiled for."""
        from cupy.cuda import nvrtc

        device = int(self.cupy.cuda.Device(self.index).compute_capability)
        return architecture_for(device, nvrtc.getSupportedArchs())

    def refuses(self, call: Contraction, value: Callable[[Expr], int], layout: Layout) -> str | None:
        """Why cuBLAS cannot compute a contraction, or None."""
        reason = layout_reason(call, value, layout)
        if reason is None:
            try:
                from cupy_backends.cuda.libs import cublas  # noqa: F401
            except ImportError as missing:
                reason = f"cuBLAS is not installed: {missing}"
        return reason

    def prepare(self, step: Any, module: CudaModule, value: Callable[[Expr], int], bound: Any) -> Any:
        """A launch, a product or a function of a matrix, with its sizes bound."""
        layout = bound.layout
        if isinstance(step, EngineCall):
            return self._engine_step(step, value, bound)
        if isinstance(step, MatrixCall):
            return CupyMatrix(step, self.cupy, layout)
        if isinstance(step, Contraction):
            dtypes = {n: str(d) for n, d in layout.dtypes.items()}
            extents = {i: value(e) for i, e in step.extents.items()}
            found = product_of(step, extents, layout.element_strides)
            if isinstance(found, str):
                raise EngineError(f"cuBLAS: {found}\n  in {step}")
            tf32, dtype = bool(bound.options.get("tf32", False)), dtypes[step.name]
            columns, always = block_columns(step, bound.program, extents, dtype), deterministic(bound.options)
            if columns:
                return SymmetricStep(found, dtypes, tf32, columns, layout.dtypes[step.name].itemsize, always)
            return CublasStep(found, dtypes, tf32, always)
        return CudaStep(module.function(step.name), step, value, layout.strides, layout.wide)

    def _engine_step(self, step: EngineCall, value: Callable[[Expr], int], bound: Any) -> Any:
        """A call of an engine with its sizes bound."""
        from espresso.runtime.device.engine_steps import EngineStep

        names, layout, engine = (*step.operands, *step.writes), bound.layout, named(step.engine)
        assert engine is not None
        call = call_of(step, {}, {}, self.target, value, bound.options)
        lengths, strides = [layout.shapes[n] for n in names], [layout.element_strides[n] for n in names]
        return EngineStep(step, call, engine, lengths, strides, [layout.dtypes[n].itemsize for n in names], self.clear)

    def clear(self, pointer: int, size: int, queue: Any) -> None:
        """Set bytes to 0."""
        self.runtime.memsetAsync(pointer, 0, size, queue.ptr)

    # --- running ---

    def look(self, array: Any) -> Any:
        """All that decides which bound call takes this array."""
        return (array.data.device_id, array.dtype, array.shape, array.strides)

    def here(self, arrays: Sequence[Any]) -> Any:
        """The current stream, or None when another device is current."""
        if self.runtime.getDevice() != self.index:
            return None
        self._enter()
        return self.cupy.cuda.get_current_stream()

    def run(self, workspace: Workspace, queue: Any, pointers: Sequence[int]) -> None:
        """Put all steps into the stream; addresses that come again replay a recorded graph."""
        if self._ranges is None:
            self._run(workspace, queue, pointers)
            return
        self._ranges.RangePush(workspace.label)  # what profilers show: the formula
        try:
            self._run(workspace, queue, pointers)
        finally:
            self._ranges.RangePop()

    def _run(self, workspace: Workspace, queue: Any, pointers: Sequence[int]) -> None:
        for step, position, array in workspace.moving:
            step.bind(position, pointers[array])
        graphs.run(workspace, queue, pointers, self._recording)

    def _recording(self) -> Any:
        """The stream in which this thread records; kept, because handles of libraries remember their last stream."""
        kept = self._threads.__dict__
        if "recording" not in kept:
            kept["recording"] = self.cupy.cuda.Stream(non_blocking=True)
        return kept["recording"]


class _StreamProtocol:
    """A stream of another library, by the CUDA stream protocol."""

    def __init__(self, pointer: int) -> None:
        self._pointer = pointer

    def __cuda_stream__(self) -> tuple[int, int]:
        return (0, self._pointer)


def torch_stream(device: Any) -> Any:
    """The current stream of torch on a device, which is CuPy's current one, too, as a stream of CuPy."""
    import torch

    return _external_stream(torch.cuda.current_stream(device).cuda_stream, device.index)


@functools.cache
def _external_stream(pointer: int, index: int) -> Any:
    """CuPy's stream for one of another library; kept: there are versions of CuPy whose object destroys the handle."""
    from cupy.cuda import ExternalStream, Stream

    if pointer in (0, 1):  # the legacy default stream has no handle of its own
        return Stream.null
    if hasattr(Stream, "from_external"):
        return Stream.from_external(_StreamProtocol(pointer))
    return ExternalStream(pointer, index)


@functools.cache
def _backend(index: int) -> CudaBackend:
    return CudaBackend(index)


def backend_for(index: int | None, arrays: Sequence[Any] = ()) -> CudaBackend:
    """The backend of the arrays' device, or of the device with this index (the current one by default)."""
    for array in arrays:
        return _backend(int(array.device.id))
    if index is None:
        from cupy.cuda import runtime

        index = int(runtime.getDevice())
    return _backend(index)


def unbound(compiled: Any) -> Any:
    """The program for inputs of the default dtypes, for reading."""
    from espresso.runtime.device.dry_run import unbound_program

    return unbound_program(compiled, "gpu")
