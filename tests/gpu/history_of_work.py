"""What a record says about work on a device: what each piece reads and writes, in which stream, and after what it runs.

Streams, events, captures, graphs and memory are followed as the documentation of the CUDA runtime has them.  Of an array that
a kernel is given only the beginning is known; operands of libraries and copies are known to their ends.
"""

from __future__ import annotations

import re
from bisect import bisect_right, insort
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from recording import Event
from recording_driver import LETTERS

ISSUED = re.compile(r"cuLaunchKernel|cudaMem(cpy|set)(Async)?$|cublas[SDCZG]\w+|cusolverDn[SDCZ]\w+|cudnnBackendExecute|cudaGraphLaunch")
HANDLES = re.compile(r"(cublas|cusolverDn|cudnn)(SetStream|Create)(_v2)?$")
LEGACY = (0, 1)
NOTHING = re.compile(r"cublas(Create|Destroy|Set|Get)\w*|cusolverDn(Create|Destroy|SetStream|GetStream)|\w+_bufferSize")
ITEMS = {"float": 4, "double": 8, "int": 4, "unsigned": 4, "long long": 8, "unsigned char": 1, "signed char": 1, "char": 1, "bool": 1,
         "short": 2, "unsigned short": 2, "unsigned long long": 8, "unsigned int": 4, "es_float2": 8, "es_double2": 16}  # fmt: skip
KINDS = {0: 4, 1: 8, 2: 2, 14: 2, 4: 8, 5: 16}
"""Bytes of a cudaDataType_t."""


@dataclass(frozen=True)
class Access:
    """Addresses that a piece of work reads or writes."""

    low: int
    high: int
    writes: bool
    block: int = -1


@dataclass
class Work:
    """One piece of work: a launch, a copy, a call of a library.  ``captured``: in a graph; ``replayed``: by its launch."""

    event: Event
    program: str
    stream: int
    accesses: tuple[Access, ...]
    handle: int = 0
    captured: bool = False
    replayed: bool = False
    state: Mapping[str, Any] = field(default_factory=dict)


@dataclass
class Block:
    """Memory between its allocation and its release."""

    serial: int
    low: int
    high: int
    pooled: bool


class History:
    """A record, replayed: pieces of work in the order of the record, and what was wrong with their order and memory."""

    def __init__(self, log: Sequence[Event]) -> None:
        self.log, self.work = log, list[Work]()
        self.races: list[tuple[Work, int, Work]] = []
        self.dead: list[tuple[Work, int]] = []
        self.captures: dict[int, list[Work]] = {}
        self.capturing_threads: dict[int, int] = {}
        self.graphs: dict[int, list[Work]] = {}
        self.handles: dict[int, dict[str, Any]] = {}
        self.attributes: dict[tuple[int, int], int] = {}
        self._blocks: dict[int, Block] = {}
        self._starts: list[int] = []
        self._chunks: dict[int, Block] = {}
        self._serial = 0
        self._blocking: dict[int, bool] = {}
        self._clocks: dict[Any, dict[int, int]] = {}
        self._counts: dict[int, int] = {}
        self._past: dict[int, list[tuple[Access, int, int, Work]]] = {}
        self.arrays: dict[int, list[tuple[int, int]]] = {}
        """Of each call of a program, by its number: the arrays that it was given, and those that it returned."""
        self.calls: dict[int, Event] = {}
        self.named: set[tuple[int, int]] = set()
        self.foreign: list[tuple[Work, int]] = []
        self.program = ""
        for event in log:
            self._take(event)

    # --- memory ---

    def _allocate(self, low: int, size: int, pooled: bool) -> None:
        self._serial += 1
        block = Block(self._serial, low, low + size, pooled)
        if pooled:
            for chunk in self._chunks.values():
                chunk.pooled |= chunk.low <= low < chunk.high
            if low not in self._blocks:  # it is, where memory was given back in a thread that nobody watches
                insort(self._starts, low)
            self._blocks[low] = block
        else:
            self._chunks[low] = block

    def _release(self, low: int, pooled: bool) -> None:
        if pooled and low in self._blocks:
            del self._blocks[low]
            self._starts.remove(low)
        elif not pooled:
            self._chunks.pop(low, None)

    def block_of(self, low: int) -> Block | None:
        """The memory that an address lies in now."""
        k = bisect_right(self._starts, low) - 1
        if k >= 0 and low < self._blocks[self._starts[k]].high:
            return self._blocks[self._starts[k]]
        chunk = next((c for c in self._chunks.values() if c.low <= low < c.high), None)
        return chunk if chunk is not None and not chunk.pooled else None

    def on_device(self, address: int) -> bool:
        """Whether an address is one of the device's."""
        return 0x1000_0000_0000 <= address < 0x2000_0000_0000

    # --- order ---

    def _clock(self, of: Any) -> dict[int, int]:
        return self._clocks.setdefault(of, {})

    @staticmethod
    def _join(one: dict[int, int], other: Mapping[int, int]) -> None:
        for stream, count in other.items():
            one[stream] = max(one.get(stream, 0), count)

    def _real(self, stream: int, thread: int) -> int:
        """The legacy default stream has two names; each thread has its own per-thread stream."""
        if stream == 2:
            self._blocking[thread] = True
            return thread
        return 0 if stream in LEGACY else stream

    def _order(self, stream: int, thread: int) -> dict[int, int]:
        """What is done before work that a thread puts into a stream now, with the rules of the legacy stream."""
        clock = self._clock(("stream", stream))
        self._join(clock, self._clock(("thread", thread)))
        if stream == 0:
            for other in self._blocking:
                self._join(clock, self._clock(("stream", other)))
        elif self._blocking.get(stream, False):
            self._join(clock, self._clock(("stream", 0)))
        return clock

    def _waited(self, thread: int, stream: int | None) -> None:
        """The host has waited for a stream, or for all."""
        clock = self._clock(("thread", thread))
        for kind, of in list(self._clocks):
            if kind == "stream" and (stream is None or of == stream):
                self._join(clock, self._clocks[kind, of])

    def _run(self, work: Work, thread: int) -> None:
        """Let a piece of work follow what it follows, and look whether anything that it needs is not before it."""
        stream = self._real(work.stream, thread)
        clock = self._order(stream, thread)
        index = self._counts[stream] = self._counts.get(stream, 0) + 1
        for access in work.accesses:
            block = self.block_of(access.low)
            if block is None:
                self.dead.append((work, access.low))
                continue
            access = replace(access, block=block.serial)
            chunk = next((c.serial for c in self._chunks.values() if c.low <= access.low < c.high), 0)
            past = self._past.setdefault(chunk, [])
            for other, at, count, earlier in past:
                conflict = other.low < access.high and access.low < other.high
                if earlier is not work and conflict and (other.writes or access.writes or other.block != access.block) and clock.get(at, 0) < count:
                    self.races.append((work, access.low, earlier))
            past[:] = [row for row in past if not (row[0].low >= access.low and row[0].high <= access.high and clock.get(row[1], 0) >= row[2]
                                                   and (access.writes or not row[0].writes) and row[0].block == access.block)]  # fmt: skip
            past.append((access, stream, index, work))
        clock[stream] = index

    # --- events ---

    def _take(self, event: Event) -> None:
        name, thread = event.name, event.thread
        method = getattr(self, "_" + re.sub(r"\W", "_", name), None)
        if method is not None:
            method(event)
        elif HANDLES.match(name):
            handle = self.handles.setdefault(event.more.get("made", event.args.get("handle")), {"threads": {thread}})
            handle["stream"], handle["set_by"] = event.args.get("stream", 0), thread
        elif name == "cublasSetMathMode":
            self.handles.setdefault(event["handle"], {})["mode"] = event["mode"]
        elif name == "cuFuncSetAttribute":
            self.attributes[event["function"], event["attribute"]] = event["value"]
        elif ISSUED.match(name) and not NOTHING.match(name):
            self._issue(event)

    def _program(self, event: Event) -> None:
        self.program = event["name"]

    def _barrier(self, event: Event) -> None:
        self._past.clear()  # all of it is done, and everybody knows

    def _cudaMalloc(self, event: Event) -> None:
        self._allocate(event.more["pointer"], event["size"], False)

    _cudaMallocAsync = _cudaMalloc

    def _cudaFree(self, event: Event) -> None:
        self._release(event["pointer"], False)

    def _pool_malloc(self, event: Event) -> None:
        self._allocate(event["pointer"], event["size"], True)

    def _pool_free(self, event: Event) -> None:
        self._release(event["pointer"], True)

    def _cudaStreamCreate(self, event: Event) -> None:
        self._blocking[event.more["made"]] = not event.args.get("flags", 0) & 1

    _cudaStreamCreateWithFlags = _cudaStreamCreateWithPriority = _cudaStreamCreate

    def _cudaDeviceSynchronize(self, event: Event) -> None:
        self._waited(event.thread, None)

    def _cudaStreamSynchronize(self, event: Event) -> None:
        self._waited(event.thread, self._real(event["stream"], event.thread))

    def _cudaEventRecord(self, event: Event) -> None:
        stream = self._real(event["stream"], event.thread)
        self._clocks["event", event["event"]] = dict(self._order(stream, event.thread))

    def _cudaStreamWaitEvent(self, event: Event) -> None:
        self._join(self._clock(("stream", self._real(event["stream"], event.thread))), self._clock(("event", event["event"])))

    def _cudaEventSynchronize(self, event: Event) -> None:
        self._join(self._clock(("thread", event.thread)), self._clock(("event", event["event"])))

    def _cudaStreamBeginCapture(self, event: Event) -> None:
        self.captures[event["stream"]] = []

    def _cudaStreamEndCapture(self, event: Event) -> None:
        self.graphs[event.more["made"]] = self.captures.pop(event["stream"], [])

    def _cudaGraphInstantiate(self, event: Event) -> None:
        self.graphs[event.more["made"]] = self.graphs.get(event["graph"], [])

    def _cudaGraphLaunch(self, event: Event) -> None:
        self.work.append(Work(event, self.program, event["stream"], ()))
        for node in self.graphs.get(event["graph"], []):
            work = replace(node, event=event, program=self.program, stream=event["stream"], captured=False, replayed=True)
            work.state = {**node.state, "node": node}
            self.work.append(work)
            self._run(work, event.thread)
            self._foreign(work)

    def _foreign(self, work: Work) -> None:
        """Note what a graph has of arrays that other calls were given, while these are there."""
        call = self.calls.get(work.event.thread)
        given = self.arrays.get(call.number, []) if call is not None else []
        for access in work.accesses:
            block = self.block_of(access.low)
            own = any(low <= access.low < high for low, high in given)
            if block is not None and (access.low, block.serial) in self.named and not own:
                self.foreign.append((work, access.low))

    def _call(self, event: Event) -> None:
        self.calls[event.thread] = event
        self.arrays[event.number] = []
        self._name(event)

    def _returned(self, event: Event) -> None:
        self._name(event)
        self.calls.pop(event.thread)

    def _name(self, event: Event) -> None:
        self.arrays[self.calls[event.thread].number] += map(tuple, event["arrays"])
        for low, _ in event["arrays"]:
            block = self.block_of(low)
            if block is not None:
                self.named.add((low, block.serial))

    def _issue(self, event: Event) -> None:
        handle = event.args.get("handle", 0)
        known = self.handles.get(handle, {})
        stream = known.get("stream", 0) if handle else event.args.get("stream", 0)
        state = {k: known.get(k) for k in ("mode", "set_by")}
        if event.name == "cuLaunchKernel":
            state["attribute"] = self.attributes.get((event["function"], 8), 0)
        reads = tuple(a for a in accesses(event) if self.on_device(a.low))
        captured = stream in self.captures
        call = self.calls.get(event.thread)
        state["call"] = call.number if call is not None else None
        work = Work(event, self.program, stream, reads, handle, captured, False, state)
        self.work.append(work)
        if captured:
            self.captures[stream].append(work)
            return
        self._run(work, event.thread)
        if event.name in ("cudaMemcpy", "cudaMemcpyAsync") and event["way"] == 2 and not event.more["pinned"]:
            self._waited(event.thread, self._real(stream, event.thread))  # what is pageable is there when the call returns

    def __iter__(self) -> Iterator[Work]:
        return iter(self.work)


def matrix(address: int, ld: int, rows: int, columns: int, itemsize: int, writes: bool, stride: int = 0, batch: int = 1) -> Access:
    """The reach of a column-major matrix, or of a batch of them."""
    last = (batch - 1) * stride + (columns - 1) * ld + rows
    return Access(address, address + last * itemsize, writes)


def accesses(event: Event) -> list[Access]:
    """What a call reads and writes on the device, as far as it says."""
    a, name = event.args, event.name
    if name == "cuLaunchKernel":
        return list(of_kernel(event))
    if name.startswith("cudaMemset"):
        return [Access(a["to"], a["to"] + a["size"], True)]
    if name.startswith("cudaMemcpy"):
        return [Access(a["source"], a["source"] + a["size"], False), Access(a["to"], a["to"] + a["size"], True)]
    if name.endswith("geam"):
        size = LETTERS[name[6]]
        found = [matrix(a["C"], a["ldc"], a["m"], a["n"], size, True)]
        for x, ld, trans in (("A", "lda", "transa"), ("B", "ldb", "transb")):
            rows, columns = (a["n"], a["m"]) if a[trans] else (a["m"], a["n"])
            if a[x] != a["C"]:  # in place, with a factor of 0
                found.append(matrix(a[x], a[ld], rows, columns, size, False))
        return found
    if "gemmStridedBatched" in name or name == "cublasGemmStridedBatchedEx":
        shapes = gemm_shapes(a)
        sizes = [KINDS[a[k]] for k in ("Atype", "Btype", "Ctype")] if "Atype" in a else [LETTERS[name[6]]] * 3
        return [
            matrix(a[x], a[f"ld{x.lower()}"], *shapes[x], size, x == "C", a[f"stride{x}"], a["batch"])
            for x, size in zip("ABC", sizes, strict=True)
        ]
    if name == "cudnnBackendExecute":
        rows = [(p, [(n - 1) * s for n, s in zip(dims, strides, strict=True)], size, writes)
                for p, dims, strides, size, _, writes, _ in event.more["tensors"] if p]  # fmt: skip
        found = [Access(p, p + (sum(reach) + 1) * size, writes) for p, reach, size, writes in rows]
        return [*found, Access(event.more["workspace"], event.more["workspace"] + 1, True)]
    return []


def gemm_shapes(a: Mapping[str, int]) -> dict[str, tuple[int, int]]:
    """Rows and columns of A, B and C as they lie in memory."""
    m, n, k = a["m"], a["n"], a["k"]
    return {"A": (k, m) if a["transa"] else (m, k), "B": (n, k) if a["transb"] else (k, n), "C": (m, n)}


def of_kernel(event: Event) -> Iterator[Access]:
    """The beginnings of the arrays of a launch: read where the text says ``const``, or nothing is known of it."""
    kernel, values = event.more["kernel"], event.more["values"]
    declared = kernel.declared or [""] * len(values)
    for parameter, value, size in zip(declared, values, kernel.sizes, strict=False):
        if size >= 8 and ("*" in parameter or not parameter):
            yield Access(value, value + 1, bool(parameter) and not parameter.startswith("const"))
