"""Rules that calls of CUDA, cuBLAS, cuSOLVER and cuDNN keep, as functions over a record; each says its source in NVIDIA's documentation.

RT: CUDA Runtime API.  DRV: CUDA Driver API.  PG: CUDA C++ Programming Guide (12.9).  BLAS: cuBLAS.  DNN: cuDNN backend and
developer guide.  A rule yields what it finds: the event, and what is wrong with it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

from history_of_work import ITEMS, KINDS, NOTHING, History, Work, gemm_shapes
from recording import Event
from recording_driver import LETTERS


class Finding(NamedTuple):
    """A call that breaks a rule: the program that made it, its event, and what is wrong."""

    program: str
    event: Event
    text: str

    def __str__(self) -> str:
        return f"{self.program}: {self.event.name} #{self.event.number}: {self.text}"


Rule = Callable[[History], Iterator[Finding]]
RULES: dict[str, Rule] = {}


def rule(function: Rule) -> Rule:
    """Enter a rule under its name."""
    RULES[function.__name__] = function
    return function


def broken(history: History, names: list[str] | None = None) -> dict[str, list[Finding]]:
    """All findings, by rule."""
    return {name: list(RULES[name](history)) for name in names or RULES}


def _found(work: Work, text: str) -> Finding:
    return Finding(work.program, work.event, text)


def _launches(h: History) -> Iterator[Work]:
    return (w for w in h if w.event.name == "cuLaunchKernel")


# --- capture ---

UNSAFE = re.compile(
    r"cudaMalloc\w*|cudaHostAlloc|cudaMemcpy$|cudaMemset$|cuda(Device|Stream|Event)Synchronize|cuda(Stream|Event)Query|"
    r"cuModuleLoadData|cu(blas|dnn|solverDn)(Create|Destroy)(_v2)?$|cublasSetWorkspace_v2"
)
RELEASES = re.compile(r"cudaFree\w*|cudaStreamDestroy|cuModuleUnload")
"""What Python may do at any time with what nobody holds: not in a capture that is strict (cudaStreamCaptureModeRelaxed is 2)."""


@rule
def nothing_but_work_is_captured(h: History) -> Iterator[Finding]:
    """While a thread captures, it allocates nothing, waits for nothing and makes nothing; if strictly, it releases nothing, either.

    RT, Stream Management, cudaThreadExchangeStreamCaptureMode ("potentially unsafe API calls": an allocation is not enqueued in
    a stream and not observed by capture); PG, CUDA Graphs, Prohibited and Unhandled Operations (synchronizing, querying).
    """
    captures: dict[int, tuple[int, int]] = {}
    program = ""
    for event in h.log:
        if event.name == "program":
            program = event["name"]
        elif event.name == "cudaStreamBeginCapture":
            captures[event["stream"]] = event.thread, event["mode"]
        elif event.name == "cudaStreamEndCapture":
            captures.pop(event["stream"], None)
        for thread, mode in captures.values():
            if thread == event.thread and (UNSAFE.match(event.name) or mode != 2 and RELEASES.match(event.name)):
                yield Finding(program, event, "while this thread captures a stream")


@rule
def the_legacy_stream_is_not_used_in_capture(h: History) -> Iterator[Finding]:
    """No work goes into the legacy default stream by a thread that captures, and that stream is never captured.

    RT, Stream Management, cudaStreamBeginCapture ("may not be initiated if stream is cudaStreamLegacy"); PG, CUDA Graphs, Prohibited
    and Unhandled Operations ("invalid to use synchronous operations in the legacy stream").
    """
    captures: dict[int, int] = {}
    works = {id(w.event): w for w in h if not w.replayed}
    for event in h.log:
        if event.name == "cudaStreamBeginCapture":
            captures[event["stream"]] = event.thread
            if event["stream"] in (0, 1):
                yield Finding("", event, "the legacy stream is captured")
        elif event.name == "cudaStreamEndCapture":
            captures.pop(event["stream"], None)
        elif id(event) in works and event.thread in captures.values() and works[id(event)].stream in (0, 1):
            yield _found(works[id(event)], "work in the legacy stream")


@rule
def captures_read_no_memory_of_the_host(h: History) -> Iterator[Finding]:
    """No copy from or to memory of the host is in a graph: it would be read at each replay, wherever it is then.

    RT, Graph Management, cudaGraphAddMemcpyNode1D (addresses are kept in the node); PG, CUDA Graphs, Using CUDA Graphs.
    """
    for w in h:
        if w.captured and w.event.name.startswith("cudaMemcpy") and w.event["way"] in (1, 2):
            yield _found(w, "a copy between host and device in a graph")


# --- memory and order ---


@rule
def addresses_are_alive(h: History) -> Iterator[Finding]:
    """Every address that a call is given lies in memory that is allocated, when it is put into a stream or replayed.

    RT, Memory Management, cudaFree; PG, CUDA Graphs, Graph Memory Nodes and Updating Instantiated Graphs (nodes keep their addresses).
    """
    for work, address in h.dead:
        yield _found(work, f"{hex(address)} is not allocated")


@rule
def memory_is_shared_in_order(h: History) -> Iterator[Finding]:
    """Work on the same memory is ordered by stream, event or the waiting host, if one writes or if the memory changed hands between.

    PG, Asynchronous Concurrent Execution, Streams and Events; RT, Stream synchronization behavior (legacy stream).
    """
    for work, address, earlier in h.races:
        yield _found(work, f"not ordered: {hex(address)} after {earlier.event.name} #{earlier.event.number}")


@rule
def workspaces_belong_to_one_stream(h: History) -> Iterator[Finding]:
    """The workspace of a call of cuDNN is in no other stream at the same time, and begins at a multiple of 16 bytes.

    DNN, CUDNN_BACKEND_VARIANT_PACK_DESCRIPTOR, CUDNN_ATTR_VARIANT_PACK_WORKSPACE; BLAS 2.4.8, cublasSetWorkspace.
    """
    for w, address, earlier in h.races:
        if address == w.event.more.get("workspace"):
            yield _found(w, f"the workspace {hex(address)} may still be used by #{earlier.event.number}")
    for w in h:
        if w.event.more.get("workspace", 0) % 16:
            yield _found(w, f"the workspace begins at {hex(w.event.more['workspace'])}")


@rule
def operands_lie_in_their_memory(h: History) -> Iterator[Finding]:
    """Operands of libraries and copies end inside of the allocation in which they begin.

    BLAS 2.7, cublas<t>gemmStridedBatched ("A + i*strideA" ... "dimensions lda x k"); RT, cudaMemcpyAsync.
    """
    blocks: list[tuple[int, int, int]] = []
    for event in h.log:
        if event.name == "pool.malloc":
            blocks.append((event["pointer"], event["pointer"] + event["size"], event.number))
    for w in h:
        for access in w.accesses:
            if access.high - access.low <= 1:
                continue
            within = [b for b in blocks if b[0] <= access.low < b[1] and b[2] < w.event.number]
            if within and access.high > within[-1][1]:
                yield _found(w, f"{hex(access.low)} to {hex(access.high)} ends behind its block, {hex(within[-1][1])}")


# --- launches ---


@rule
def launches_have_a_valid_geometry(h: History) -> Iterator[Finding]:
    """Grids of at most (2^31 - 1, 65535, 65535) blocks, blocks of at most (1024, 1024, 64) and 1024 threads and what the kernel was compiled for.

    PG, Compute Capabilities, Technical Specifications per Compute Capability; PG, Launch Bounds; DRV, Execution Control, cuLaunchKernel.
    """
    for w in _launches(h):
        e = w.event
        grid, block = [e[n] for n in ("gx", "gy", "gz")], [e[n] for n in ("bx", "by", "bz")]
        threads = block[0] * block[1] * block[2]
        if not all(1 <= n <= most for n, most in zip(grid, (2**31 - 1, 65535, 65535), strict=True)):
            yield _found(w, f"grid {grid}")
        if not all(1 <= n <= most for n, most in zip(block, (1024, 1024, 64), strict=True)) or threads > min(1024, e.more["kernel"].threads):
            yield _found(w, f"block {block}, the kernel takes {e.more['kernel'].threads} threads")


@rule
def shared_memory_is_asked_for(h: History) -> Iterator[Finding]:
    """More than 48 KB of shared memory only after CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES was set to that, and 227 KB at most.

    PG, Compute Capability 9.0, Shared Memory ("kernels relying on shared memory allocations over 48 KB per block are
    architecture-specific, must use dynamic shared memory ... and require an explicit opt-in"); DRV, cuFuncSetAttribute.
    """
    for w in _launches(h):
        fixed, dynamic = w.event.more["kernel"].shared, w.event["shared"]
        allowed = max(49152 - fixed, w.state.get("attribute") or 0)
        if fixed > 49152 or dynamic > allowed or fixed + dynamic > 232448:
            yield _found(w, f"{fixed} and {dynamic} bytes, allowed are {allowed} dynamic ones")


@rule
def parameters_fit(h: History) -> Iterator[Finding]:
    """Parameters of a kernel take at most 4,096 bytes (32,764 from CUDA 12.1 and compute capability 7.0 on), and each has its argument.

    PG, Function Parameters of __global__ functions; DRV, cuLaunchKernel (kernelParams: N pointers for N parameters).
    """
    for w in _launches(h):
        kernel = w.event.more["kernel"]
        at = 0
        for size in kernel.sizes:
            at = -(-at // min(size, 8)) * min(size, 8) + size
        if at > 4096 or len(w.event.more["values"]) != len(kernel.sizes):
            yield _found(w, f"{at} bytes of parameters")


def _item(parameter: str) -> int:
    kind = re.sub(r"const |__restrict__|\*.*", "", parameter).strip()
    return ITEMS.get(kind, 1)


@rule
def arrays_are_aligned(h: History) -> Iterator[Finding]:
    """Arrays of a kernel begin at a multiple of their element, and of 16 bytes where it loads or stores so many at once without a look.

    PG, Device Memory Accesses, Size and Alignment Requirement ("reading non-naturally aligned 8-byte or 16-byte words produces incorrect results").
    """
    for w in _launches(h):
        kernel = w.event.more["kernel"]
        for parameter, value in zip(kernel.declared, w.event.more["values"], strict=False):
            if "*" in parameter:
                name = parameter.split()[-1].lstrip("*")
                unit = 16 if name in kernel.wide else _item(parameter)
                if value % unit:
                    yield _found(w, f"{parameter} is {hex(value)}, no multiple of {unit}")


@rule
def restricted_pointers_are_alone(h: History) -> Iterator[Finding]:
    """What a kernel writes through a pointer with __restrict__ is not given to it a second time.

    PG, C++ Language Extensions, __restrict__ ("the programmer asserts to the compiler that they are not aliased").
    """
    for w in _launches(h):
        rows = [(p, v) for p, v in zip(w.event.more["kernel"].declared, w.event.more["values"], strict=False) if "*" in p]
        for k, (parameter, value) in enumerate(rows):
            same = [p for j, (p, v) in enumerate(rows) if j != k and v == value]
            if same and "__restrict__" in parameter and not parameter.startswith("const"):
                yield _found(w, f"{parameter} and {same[0]} are the same address")


@rule
def offsets_fit_their_integers(h: History) -> Iterator[Finding]:
    """A kernel whose integers have 32 bits gets no array that reaches beyond 2^31 - 1 elements.

    PG, C++ Language Support (int has 32 bits, overflow is undefined); DRV, cuLaunchKernel (a parameter has the size that it is declared with).
    """
    for w in _launches(h):
        kernel, values = w.event.more["kernel"], w.event.more["values"]
        rows = list(zip(kernel.declared, values, kernel.sizes, strict=False))
        narrow = [v for p, v, size in rows if "*" not in p and size == 4 and re.search(r"\bn_|\bint\b", p)]
        sizes = [block for p, v, _ in rows if "*" in p for block in [_extent(h, w, v) // _item(p)]]
        if narrow and sizes and max(sizes) > 2**31:
            yield _found(w, f"an array of {max(sizes)} elements, integers of 32 bits")


def _extent(h: History, w: Work, address: int) -> int:
    """Bytes of the array of the call that begins here; 0 where it is none of its arrays."""
    return max((high - low for low, high in h.arrays.get(w.state.get("call") or -1, ()) if low == address), default=0)


# --- cuBLAS ---


def _gemms(h: History) -> Iterator[Work]:
    return (w for w in h if "emmStridedBatched" in w.event.name)


@rule
def leading_dimensions_are_in_range(h: History) -> Iterator[Finding]:
    """lda is at least max(1, rows of A as it lies), and so on; no length is negative; batches of the result do not overlap.

    BLAS 2.7, cublas<t>gemm, cublas<t>gemmStridedBatched (CUBLAS_STATUS_INVALID_VALUE: "m, n, k, batchCount < 0", "lda < max(1, m)" ...;
    "batched matrices must not overlap"); BLAS 2.8, cublas<t>geam.
    """
    for w in h:
        a = w.event.args
        if "emmStridedBatched" in w.event.name:
            shapes, batch, names = gemm_shapes(a), a["batch"], "ABC"
        elif w.event.name.endswith("geam"):
            turned = {x: (a["n"], a["m"]) if a[t] else (a["m"], a["n"]) for x, t in (("A", "transa"), ("B", "transb"))}
            shapes, batch, names = {**turned, "C": (a["m"], a["n"])}, 1, "ABC"
        else:
            continue
        for x in names:
            ld = a[f"ld{x.lower()}"]
            if ld < max(1, shapes[x][0]) or min(shapes[x]) < 0 or batch < 0:
                yield _found(w, f"{x} has {shapes[x]} rows and columns, leading dimension {ld}")
        if batch > 1 and shapes["C"][1] and abs(a["strideC"]) < (shapes["C"][1] - 1) * a["ldc"] + shapes["C"][0]:
            interleaved = a["strideC"] >= shapes["C"][0] and a["strideC"] * batch <= a["ldc"]
            if not interleaved:
                yield _found(w, f"matrices of the result are {a['strideC']} elements apart")


@rule
def operands_of_products_are_aligned(h: History) -> Iterator[Finding]:
    """Operands begin at a multiple of their element.

    BLAS 2.1.11, Tensor Core Usage (no other alignment is needed since cuBLAS 11, 16 bytes are faster).
    """
    for w in _gemms(h):
        a = w.event.args
        for x, kind in (("A", "Atype"), ("B", "Btype"), ("C", "Ctype")):
            size = KINDS[a[kind]] if kind in a else LETTERS[w.event.name[6]]
            if a[x] % size:
                yield _found(w, f"{x} is {hex(a[x])}, elements have {size} bytes")


@rule
def tf32_only_when_asked(h: History) -> Iterator[Finding]:
    """Products and convolutions of float32 use TF32, and round sums to 16 bits, only in calls that allow it.

    BLAS 2.2.10, cublasMath_t; BLAS 2.2.11, cublasComputeType_t (CUBLAS_COMPUTE_32F = 68, ..._FAST_TF32 = 77); DNN, cudnnBackendNumericalNote_t.
    """
    allowed: dict[int, bool] = {}
    of = {id(w.event): w for w in h if not w.replayed}
    for event in h.log:
        if event.name == "call":
            allowed[event.thread] = event["tf32"]
        w = of.get(id(event))
        if w is None or allowed.get(event.thread):
            continue
        if event.name.startswith("cublasSgemm") and w.state.get("mode") not in (None, 0, 2):
            yield _found(w, f"math mode {w.state['mode']}")
        if event.name == "cublasGemmStridedBatchedEx" and (event["compute"] != 68 or w.state.get("mode") != 16):
            yield _found(w, f"compute type {event['compute']}, math mode {w.state.get('mode')}")
        if event.name == "cudnnBackendExecute" and any(t[6] == 0 for t in event.more["tensors"]) and {0, 1, 2} & set(event.more["notes"]):
            half = any(t[6] in (2, 9) for t in event.more["tensors"])
            if not half:
                yield _found(w, f"an engine with the notes {event.more['notes']}")


# --- handles and streams ---


@rule
def work_goes_into_the_stream_of_the_call(h: History) -> Iterator[Finding]:
    """Launches, copies and calls of libraries go into the caller's stream, or into one that is captured.

    BLAS 2.4.7, cublasSetStream (a handle keeps its stream, the default is the NULL stream); BLAS 2.1.6, Parallelism with Streams;
    DNN, cudnnSetStream; cuSOLVER, cusolverDnSetStream.
    """
    wanted: dict[int, int | None] = {}
    of: dict[int, list[Work]] = {}
    for w in h:
        if not w.replayed:
            of.setdefault(id(w.event), []).append(w)
    for event in h.log:
        if event.name == "call":
            wanted[event.thread] = event["stream"]
        elif event.name == "returned":
            wanted[event.thread] = None
        stream = wanted.get(event.thread)
        for w in of.get(id(event), ()) if stream is not None else ():
            if not w.captured and w.stream != stream:
                yield _found(w, f"in stream {hex(w.stream)}, the call is in {hex(stream)}")


@rule
def handles_belong_to_a_thread(h: History) -> Iterator[Finding]:
    """The stream of a library's handle was set by the thread that calls, and one thread alone uses the handle.

    BLAS 2.1.3, Thread Safety ("it is not recommended that multiple threads share the same cuBLAS handle"); DNN, developer guide, Thread Safety.
    """
    users: dict[int, int] = {}
    for w in h:
        if w.handle and not w.replayed:
            first = users.setdefault(w.handle, w.event.thread)
            if first != w.event.thread or w.state.get("set_by") not in (None, w.event.thread):
                yield _found(w, "a handle of another thread")
        if w.handle and NOTHING.match(w.event.name) and w.event.name.endswith("Destroy_v2"):
            users.pop(w.handle, None)


@rule
def threads_have_a_context(h: History) -> Iterator[Finding]:
    """A thread's first call of the driver follows one of the runtime that makes the context of the device current.

    DRV, Context Management; RT, Interactions with the CUDA Driver API, and Device Management, cudaSetDevice (initialises the runtime).
    """
    ready = re.compile(r"cuda(SetDevice|MemGetInfo|Malloc\w*|Free\w*|Memcpy\w*|Memset\w*|Stream\w+|Event\w+|DeviceSynchronize|Graph\w+)$")
    entered: set[int] = set()
    program = ""
    for event in h.log:
        if event.name == "program":
            program = event["name"]
        if event.name == "thread":  # a new one, which may have the number of an old one
            entered.discard(event.thread)
        if ready.match(event.name) and event.name != "cudaStreamIsCapturing":
            entered.add(event.thread)
        elif re.match(r"cu(LaunchKernel|Module\w+)", event.name) and event.thread not in entered:
            yield Finding(program, event, "in a thread that has no context")


# --- graphs ---


@rule
def graphs_use_the_arrays_of_the_call(h: History) -> Iterator[Finding]:
    """What a graph was captured with is what it reads and writes: a replay is given the same arrays, and no other call's.

    PG, CUDA Graphs, Updating Instantiated Graphs ("nodes keep their parameters"); RT, cudaGraphLaunch.
    """
    for work, address in h.foreign:
        yield _found(work, f"{hex(address)} is an array of another call")


# --- cuDNN ---


@rule
def plans_get_what_they_were_made_for(h: History) -> Iterator[Finding]:
    """Every tensor of a plan has an address, and one that is aligned as its descriptor says.

    DNN, CUDNN_BACKEND_TENSOR_DESCRIPTOR, CUDNN_ATTR_TENSOR_BYTE_ALIGNMENT; DNN, CUDNN_BACKEND_VARIANT_PACK_DESCRIPTOR, and cudnnBackendExecute
    (CUDNN_STATUS_BAD_PARAM: "an incorrect or inconsistent value").
    """
    for w in h:
        if w.event.name != "cudnnBackendExecute":
            continue
        for pointer, dims, _, _, alignment, _, _ in w.event.more["tensors"]:
            if not pointer or pointer % alignment:
                yield _found(w, f"a tensor {dims} at {pointer and hex(pointer)}, aligned to {alignment}")
