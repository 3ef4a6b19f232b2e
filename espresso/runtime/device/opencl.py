"""The OpenCL runtime: programs, memory and launches through pyopencl."""

from __future__ import annotations

import contextlib
import functools
import math
import struct
import threading
import warnings
import weakref
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from espresso.errors import EngineError
from espresso.formulas.graph.expr import Expr
from espresso.ir.calls import MatrixCall
from espresso.ir.engine import ProductFailed
from espresso.runtime.device.launches import LIBRARIES, NoMemory, Workspace
from espresso.runtime.device.matrices import HostMatrix
from espresso.system.cache import key_of, read_entry, write_entry
from espresso.system.devices import opencl_devices
from espresso.system.locks import new_lock

OPTIONS = ("-cl-std=CL1.2",)

INT64 = struct.Struct("q").pack


def _library() -> Any:
    import pyopencl
    import pyopencl.array
    import pyopencl.tools

    return pyopencl


class OpenclStep:
    """One launch: a kernel object of its own, whose sizes are set once."""

    def __init__(self, kernel: Any, step: Any, value: Callable[[Expr], int], strides: Any, wide: bool) -> None:
        self.names = tuple(step.arguments)
        self._kernel, self._enqueue = kernel, _library().enqueue_nd_range_kernel
        launch = step.launch(value)
        self._local = tuple(launch.block)
        self._global = tuple(g * b for g, b in zip(launch.grid, launch.block, strict=True))
        self.runs = 0 not in self._global
        integer = np.int64 if wide else np.int32
        position = len(self.names)
        for number in [*(value(e) for e in step.sizes), *(strides[name][axis] for name, axis in step.strides)]:
            kernel.set_arg(position, integer(number))
            position += 1
        self._places = {n: position + k for k, n in enumerate(step.places)}
        self._set = getattr(kernel, "_set_arg_buf", kernel.set_arg)  # for bytes: 100 times as fast
        for argument in self._places.values():
            self._set(argument, INT64(0))
        self._position = [at for n, at in self._places.items() if n not in self.names]
        self.placed = bool(self._position)

    def bind(self, position: int, pointer: Any) -> None:
        """Let an argument be this buffer from now on."""
        self._kernel.set_arg(position, pointer)

    def move(self, position: int, elements: int, itemsize: int) -> None:
        """Let an argument begin at an element of its buffer."""
        self._set(self._places[self.names[position]], INT64(elements))

    def place(self, at: int) -> None:
        """The position of the step of a recurrence."""
        for argument in self._position:
            self._set(argument, INT64(at))

    def number(self, name: str, value: int) -> None:
        """Let a number of 64 bits be this one from now on."""
        self._set(self._places[name], INT64(value))

    def __call__(self, queue: Any) -> Any:
        """Put the launch into the queue; returns its event."""
        return self._enqueue(queue, self._kernel, self._global, self._local) if self.runs else None


class OnCopies:
    """A library call on rows of arrays, which takes whole buffers: it gets copies, made on the device."""

    def __init__(self, step: Any, rows: Mapping[int, tuple[Any, int, bool]]) -> None:
        self.names, self._step, self._rows = step.names, step, dict(rows)
        self._whole, self._first = dict.fromkeys(self._rows), dict.fromkeys(self._rows, 0)
        for position, (buffer, _, _) in self._rows.items():
            step.bind(position, buffer)

    def bind(self, position: int, pointer: Any) -> None:
        """Let an argument be this buffer from now on."""
        if position in self._rows:
            self._whole[position] = pointer
        else:
            self._step.bind(position, pointer)

    def move(self, position: int, elements: int, itemsize: int) -> None:
        """Let an argument begin at an element of its buffer."""
        self._first[position] = elements * itemsize

    def __call__(self, queue: Any) -> Any:
        """Put the copies and the call into the queue; returns the last event."""
        copy, event = _library().enqueue_copy, None
        for k, (buffer, size, written) in self._rows.items():
            if not written and size:
                event = copy(queue, buffer, self._whole[k], byte_count=size, src_offset=self._first[k])
        event = self._step(queue) or event
        for k, (buffer, size, written) in self._rows.items():
            if written and size:
                event = copy(queue, self._whole[k], buffer, byte_count=size, dst_offset=self._first[k])
        return event


class OpenclBackend:
    """One device in one context.  Arrays of users bring their context along; our own has one per device."""

    target, dialect, libraries = "opencl", "opencl", LIBRARIES["opencl"]
    assumed, host_matrices = False, True  # it is here; functions of matrices are computed by the host

    def __init__(self, context: Any, device: Any) -> None:
        self.cl = _library()
        self.errors: tuple[type[Exception], ...] = (self.cl.Error, NoMemory, ProductFailed)
        self.context, self.device = context, device
        self.alignment = max(1, device.mem_base_addr_align // 8)
        self._queues = threading.local()
        self._copies: dict[Any, Any] = {}
        self._pools: dict[Any, Any] = {}

    # --- queues ---

    @contextlib.contextmanager
    def current(self, arrays: Sequence[Any] = ()) -> Iterator[Any]:
        """The queue of the arrays if they have one that is in order, else this thread's own."""
        yield self.queue(arrays)

    def queue(self, arrays: Sequence[Any] = ()) -> Any:
        """See ``current``."""
        out_of_order = self.cl.command_queue_properties.OUT_OF_ORDER_EXEC_MODE_ENABLE
        for array in arrays:
            theirs = getattr(array, "queue", None)
            if theirs is not None and theirs.device == self.device and not theirs.properties & out_of_order:
                return theirs
        mine = getattr(self._queues, "queue", None)
        if mine is None:
            mine = self._queues.queue = self.cl.CommandQueue(self.context, self.device)
        return mine

    def key(self, queue: Any) -> Any:
        """What tells queues apart."""
        return queue.int_ptr

    def wait_for(self, queue: Any, arrays: Sequence[Any]) -> None:
        """Let the queue wait for what other queues still do to these arrays."""
        events = [e for a in arrays if a.events and a.queue != queue for e in a.events]
        if events:
            self.cl.enqueue_barrier(queue, wait_for=events)

    def written(self, queue: Any, arrays: Sequence[Any], event: Any = None) -> None:
        """Tell other queues when these arrays are complete."""
        if arrays:
            event = event or self.cl.enqueue_marker(queue)
            for array in arrays:
                array.add_event(event)

    # --- memory ---

    def allocate(self, size: int, queue: Any) -> Any:
        """A block of device memory."""
        if size > self.device.max_mem_alloc_size:
            raise NoMemory(
                f"an arena of {size:,} bytes is needed; {self} gives at most {self.device.max_mem_alloc_size:,} bytes "
                f"in one block and has {self.device.global_mem_size:,}"
            )
        return self.cl.Buffer(self.context, self.cl.mem_flags.READ_WRITE, size)

    def part(self, block: Any, offset: int, size: int) -> Any:
        """A sub-buffer."""
        return block.get_sub_region(offset, size)

    def form(self, array: Any) -> str:
        """ "device", "strided", or "copied" where its first element does not lie where a buffer may start."""
        whole = array.flags.c_contiguous or array.size == 0
        forward = all(s >= 0 and s % array.dtype.itemsize == 0 for s in array.strides)
        if array.size and not (whole or forward) or array.offset % self.alignment:
            return "copied"
        return "device" if whole else "strided"

    def contiguous(self, array: Any, queue: Any) -> Any:
        """A contiguous copy at the start of a buffer."""
        made = self.empty(array.shape, array.dtype, queue)
        if array.size:
            self.copy(queue, array, made)
        return made

    def pointer(self, array: Any) -> Any:
        """The buffer of an array whose ``form`` is not "copied"."""
        if array.base_data is None or not array.offset:
            return array.base_data
        size = array.base_data.size - array.offset
        return array.base_data.get_sub_region(array.offset, size)

    def empty(self, shape: tuple[int, ...], dtype: np.dtype[Any], queue: Any) -> Any:
        """A new array; its memory comes from a pool and returns there."""
        return self.cl.array.Array(queue, shape, dtype, allocator=self._allocator(queue))

    def _allocator(self, queue: Any) -> Any:
        """A pool for one queue: what is freed may be reused at once, because the queue is in order."""
        known = self._pools.get(queue.int_ptr)
        if known is None:
            tools = self.cl.tools
            known = tools.MemoryPool(tools.ImmediateAllocator(queue, self.cl.mem_flags.READ_WRITE)), queue
            self._pools[queue.int_ptr] = known
        return known[0]

    def upload(self, queue: Any, pointer: Any, array: np.ndarray, wait: bool) -> Any:
        """Copy a contiguous host array to the device; the event, when dropped, waits for the copy."""
        return self.cl.enqueue_copy(queue, pointer, array, is_blocking=wait)

    def write_number(self, queue: Any, pointer: Any, number: np.ndarray) -> None:
        """Write one element."""
        self.cl.enqueue_fill_buffer(queue, pointer, number, 0, number.nbytes)

    def download(self, queue: Any, array: np.ndarray, pointer: Any) -> Any:
        """Copy to a contiguous host array."""
        return self.cl.enqueue_copy(queue, array, pointer, is_blocking=False)

    def array(self, queue: Any, host: np.ndarray) -> Any:
        """A new device array with the content of a host array."""
        made = self.empty(host.shape, host.dtype, queue)
        if host.size:
            self.cl.enqueue_copy(queue, made.base_data, np.ascontiguousarray(host), is_blocking=True)
        return made

    def synchronise(self, queue: Any) -> None:
        """Wait for the queue."""
        queue.finish()

    def copy(self, queue: Any, source: Any, target: Any) -> None:
        """Copy between arrays of equal shape and any strides, on the device."""
        rank, size = source.ndim, source.dtype.itemsize
        kernel = self._copies.get((rank, size))
        if kernel is None:
            program = self.cl.Program(self.context, _copy_text(rank, size))
            kernel = self._copies[rank, size] = program.build(cache_dir=False)  # it unpickles what lies there
        numbers = [source.offset // size, target.offset // size]
        for axis in range(rank):
            numbers += [source.shape[axis], source.strides[axis] // size, target.strides[axis] // size]
        run = self.cl.Kernel(kernel, "copy")
        run.set_args(source.base_data, target.base_data, *map(np.int64, numbers))
        self.cl.enqueue_nd_range_kernel(queue, run, (max(1, math.prod(source.shape)),), None)

    def owns(self, array: Any) -> bool:
        """Whether an array lies on this device."""
        return bool(getattr(array, "context", None) == self.context)

    def __str__(self) -> str:
        return f"the OpenCL device {self.device.name.strip()}"

    # --- programs ---

    def load(self, source: str, formula: str) -> Any:
        """The built program; its binary is kept on disk."""
        device = self.device
        facts = [source, *OPTIONS, device.name, device.version, device.driver_version, device.platform.version]
        name = "es_" + key_of(["opencl", *facts])[:40] + ".bin"
        known = read_entry(name)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", self.cl.CompilerWarning)
            if known is not None:
                try:
                    return self.cl.Program(self.context, [device], [known]).build()
                except self.cl.Error:  # made by another driver of the same version: build anew
                    pass
            try:
                program = self.cl.Program(self.context, source).build(list(OPTIONS), [device], cache_dir=False)
            except self.cl.Error as reason:
                raise EngineError(f"{reason}\n  in the kernels of {formula}") from reason
        if code := self.binary(program):
            write_entry(name, code)
        return program

    def kernel(self, program: Any, name: str) -> Any:
        """A kernel of a built program, with arguments of its own."""
        return self.cl.Kernel(program, name)

    def binary(self, program: Any) -> bytes:
        """The machine code of a built program; empty where the driver hands none out."""
        codes = program.get_info(self.cl.program_info.BINARIES)
        return codes[0] if codes else b""

    def prepare(self, step: Any, module: Any, value: Callable[[Expr], int], bound: Any) -> Any:
        """A launch with its sizes bound, or a function of a matrix, which the host computes."""
        if isinstance(step, MatrixCall):
            return HostMatrix(step, self, bound.layout)
        limit = self.device.max_work_group_size
        launch = step.launch(value)
        if math.prod(launch.block) > limit:
            raise EngineError(
                f"kernel {step.name} wants {math.prod(launch.block)} work items in a group, "
                f"{self.device.name.strip()} has {limit}\n  in {bound.formula}"
            )
        return OpenclStep(self.kernel(module, step.name), step, value, bound.layout.strides, bound.layout.wide)

    def on_copies(self, made: Any, step: Any, moved: Collection[str], layout: Any) -> OnCopies:
        """A prepared library call some of whose arrays are rows of others."""
        sizes = {k: layout.bytes(n) for k, n in enumerate(made.names) if n in moved}
        context, flags = self.context, self.cl.mem_flags.READ_WRITE
        rows = {
            k: (self.cl.Buffer(context, flags, max(1, n)), n, made.names[k] in step.writes) for k, n in sizes.items()
        }
        return OnCopies(made, rows)

    def look(self, array: Any) -> Any:
        """All that decides which bound call takes this array."""
        return (array.context, array.dtype, array.shape, array.strides, array.offset % self.alignment)

    def here(self, arrays: Sequence[Any]) -> Any:
        """The queue for these arrays, with what they wait for."""
        queue = self.queue(arrays)
        self.wait_for(queue, arrays)
        return queue

    def run(self, workspace: Workspace, queue: Any, pointers: Sequence[Any]) -> Any:
        """Put all steps into the queue; returns the event of the last."""
        for step, position, array in workspace.moving:
            step.bind(position, pointers[array])
        event = workspace.launch(queue)
        queue.flush()
        return event


def _copy_text(rank: int, size: int) -> str:
    """A kernel that copies elements between two arrays with strides."""
    kind = {1: "uchar", 2: "ushort", 4: "uint", 8: "ulong", 16: "ulong2"}[size]
    axes = "".join(f", long n{k}, long s{k}, long t{k}" for k in range(rank))
    lines = ["long left = get_global_id(0), at = first, to = start;"]
    for k in reversed(range(rank)):
        lines.append(f"at += left%n{k}*s{k}; to += left%n{k}*t{k}; left /= n{k};")
    body = "\n    ".join([*lines, "target[to] = source[at];"])
    head = f"__kernel void copy(__global const {kind}* source, __global {kind}* target, long first, long start{axes})"
    return f"{head}\n{{\n    {body}\n}}\n"


_backends: weakref.WeakValueDictionary[Any, OpenclBackend] = weakref.WeakValueDictionary()
_lock = new_lock()


@functools.cache
def _own(index: int) -> OpenclBackend:
    device = opencl_devices()[index]
    return OpenclBackend(_library().Context([device]), device)


def backend_for(index: int | None, arrays: Sequence[Any] = ()) -> OpenclBackend:
    """The backend of the arrays' context, or of the device with this index (the first by default)."""
    for array in arrays:
        context = array.context
        queue = array.queue
        device = queue.device if queue is not None else context.devices[0]
        for k in range(len(opencl_devices())):
            if opencl_devices()[k] == device and _own(k).context == context:
                return _own(k)
        with _lock:
            found = _backends.get((context.int_ptr, device.int_ptr))
            if found is None:
                found = _backends[context.int_ptr, device.int_ptr] = OpenclBackend(context, device)
            return found
    return _own(index or 0)


def fetch(array: Any) -> np.ndarray:
    """A pyopencl array as a NumPy array of its own; waits."""
    if not array.size:  # pyopencl gives a view of no memory, which stays read-only once it is
        return np.empty(array.shape, array.dtype)
    if array.flags.c_contiguous and array.queue is not None:
        return np.asarray(array.get())
    backend = backend_for(None, [array])
    queue = backend.queue([array])
    backend.wait_for(queue, [array])
    made = backend.empty(array.shape, array.dtype, queue)
    backend.copy(queue, array, made)
    return np.asarray(made.get(queue))


def unbound(compiled: Any) -> Any:
    """The program for inputs of the default dtypes, for reading."""
    from espresso.runtime.device.dry_run import unbound_program

    return unbound_program(compiled, "opencl")
