"""What a device answers that only notes its calls: the C functions of CUDA, cuBLAS, cuSOLVER and cuDNN that are known.

`PROTOTYPES` has their parameters as NVIDIA's headers declare them (an enumeration is an int, a handle is a pointer).  Where a
function has a result beyond its status, a method of `Driver` of that name writes it.
"""

from __future__ import annotations

import ctypes
import hashlib
import itertools
import re
from collections.abc import Mapping
from typing import Any

from recording import Kernel, image_at, kernels_of

PROTOTYPES = """
cuInit(unsigned flags)
cuDriverGetVersion(int *out)
cuCtxGetCurrent(void *out)
cuCtxGetDevice(int *out)
cuModuleLoadData(void *out, void *image)
cuModuleUnload(void *module)
cuModuleGetFunction(void *out, void *module, char *text)
cuModuleGetGlobal_v2(void *out, size_t *bytes, void *module, char *text)
cuFuncGetAttribute(int *out, int attribute, void *function)
cuFuncSetAttribute(void *function, int attribute, int value)
cuLaunchKernel(void *function, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by, unsigned bz, unsigned shared, void *stream, void *parameters, void *extra)
cuOccupancyMaxActiveBlocksPerMultiprocessor(int *out, void *function, int threads, size_t shared)
cudaGetDeviceCount(int *out)
cudaGetDevice(int *out)
cudaSetDevice(int device)
cudaDeviceGetAttribute(int *out, int attribute, int device)
cudaGetDeviceProperties_v2(void *out, int device)
cudaRuntimeGetVersion(int *out)
cudaDriverGetVersion(int *out)
cudaGetLastError()
cudaMemGetInfo(size_t *free, size_t *total)
cudaMalloc(void *out, size_t size)
cudaFree(void *pointer)
cudaMallocHost(void *out, size_t size)
cudaHostAlloc(void *out, size_t size, unsigned flags)
cudaFreeHost(void *pointer)
cudaMallocAsync(void *out, size_t size, void *stream)
cudaFreeAsync(void *pointer, void *stream)
cudaPointerGetAttributes(void *out, void *pointer)
cudaMemcpy(void *to, void *source, size_t size, int way)
cudaMemcpyAsync(void *to, void *source, size_t size, int way, void *stream)
cudaMemset(void *to, int value, size_t size)
cudaMemsetAsync(void *to, int value, size_t size, void *stream)
cudaDeviceSynchronize()
cudaStreamCreate(void *out)
cudaStreamCreateWithFlags(void *out, unsigned flags)
cudaStreamCreateWithPriority(void *out, unsigned flags, int priority)
cudaStreamDestroy(void *stream)
cudaStreamSynchronize(void *stream)
cudaStreamQuery(void *stream)
cudaStreamWaitEvent(void *stream, void *event, unsigned flags)
cudaStreamIsCapturing(void *stream, int *out)
cudaStreamBeginCapture(void *stream, int mode)
cudaStreamEndCapture(void *stream, void *out)
cudaGraphInstantiate(void *out, void *graph, size_t flags)
cudaGraphLaunch(void *graph, void *stream)
cudaGraphUpload(void *graph, void *stream)
cudaGraphDestroy(void *graph)
cudaGraphExecDestroy(void *graph)
cudaEventCreate(void *out)
cudaEventCreateWithFlags(void *out, unsigned flags)
cudaEventDestroy(void *event)
cudaEventRecord(void *event, void *stream)
cudaEventSynchronize(void *event)
cudaEventQuery(void *event)
cudaEventElapsedTime(float *out, void *one, void *other)
cublasCreate_v2(void *out)
cublasDestroy_v2(void *handle)
cublasSetStream_v2(void *handle, void *stream)
cublasGetStream_v2(void *handle, void *out)
cublasSetMathMode(void *handle, int mode)
cublasGetMathMode(void *handle, int *out)
cublasSetPointerMode_v2(void *handle, int mode)
cublasGetPointerMode_v2(void *handle, int *out)
cublasSetWorkspace_v2(void *handle, void *workspace, size_t size)
cublasGetVersion_v2(void *handle, int *out)
cublas<T>gemmStridedBatched(void *handle, int transa, int transb, int m, int n, int k, void *alpha, void *A, int lda, int64_t strideA, void *B, int ldb, int64_t strideB, void *beta, void *C, int ldc, int64_t strideC, int batch)
cublasGemmStridedBatchedEx(void *handle, int transa, int transb, int m, int n, int k, void *alpha, void *A, int Atype, int lda, int64_t strideA, void *B, int Btype, int ldb, int64_t strideB, void *beta, void *C, int Ctype, int ldc, int64_t strideC, int batch, int compute, int algorithm)
cublas<T>geam(void *handle, int transa, int transb, int m, int n, void *alpha, void *A, int lda, void *beta, void *B, int ldb, void *C, int ldc)
cusolverDnCreate(void *out)
cusolverDnDestroy(void *handle)
cusolverDnSetStream(void *handle, void *stream)
cusolverDnGetStream(void *handle, void *out)
cusolverDn<T>getrf_bufferSize(void *handle, int m, int n, void *A, int lda, int *out)
cusolverDn<T>getrf(void *handle, int m, int n, void *A, int lda, void *workspace, void *pivots, void *info)
cusolverDn<T>getrs(void *handle, int trans, int n, int nrhs, void *A, int lda, void *pivots, void *B, int ldb, void *info)
cusolverDn<T>potrf_bufferSize(void *handle, int uplo, int n, void *A, int lda, int *out)
cusolverDn<T>potrf(void *handle, int uplo, int n, void *A, int lda, void *workspace, int lwork, void *info)
cusolverDn<T>potrfBatched(void *handle, int uplo, int n, void *A, int lda, void *info, int batch)
cudnnGetVersion()
cudnnGetCudartVersion()
cudnnGetErrorString(int status)
cudnnGetLastErrorString(char *text, size_t size)
cudnnCreate(void *out)
cudnnDestroy(void *handle)
cudnnSetStream(void *handle, void *stream)
cudnnGetStream(void *handle, void *out)
cudnnBackendCreateDescriptor(int kind, void *out)
cudnnBackendDestroyDescriptor(void *descriptor)
cudnnBackendInitialize(void *descriptor)
cudnnBackendFinalize(void *descriptor)
cudnnBackendSetAttribute(void *descriptor, int attribute, int kind, int64_t count, void *elements)
cudnnBackendGetAttribute(void *descriptor, int attribute, int kind, int64_t wanted, void *count, void *elements)
cudnnBackendExecute(void *handle, void *plan, void *pack)
"""

TYPES = {"int": ctypes.c_int, "unsigned": ctypes.c_uint, "size_t": ctypes.c_uint64, "int64_t": ctypes.c_int64}
"""What is no pointer."""

LETTERS = {"S": 4, "D": 8, "C": 8, "Z": 16}
"""Bytes of an element by the letter in the name of a function."""


def prototypes() -> dict[str, list[tuple[str, Any]]]:
    """Name and type of each parameter."""
    found = {}
    for name, text in re.findall(r"^(\S+)\((.*)\)$", PROTOTYPES, re.M):
        parameters = []
        for part in filter(None, text.split(", ")):
            kind, _, label = part.rpartition(" ")
            parameters.append((label.lstrip("*"), ctypes.c_uint64 if label[0] == "*" else TYPES[kind]))
        for letter in LETTERS if "<T>" in name else [""]:
            found[name.replace("<T>", letter)] = parameters
    return found


def put(address: int, value: int, kind: Any = ctypes.c_uint64) -> None:
    """Write through a pointer."""
    if address:
        kind.from_address(address).value = value


ATTRIBUTES = {75: 9, 76: 0, 16: 132, 1: 1024, 8: 49152, 97: 232448, 10: 32, 39: 2048, 81: 233472, 13: 1_980_000, 106: 32}
"""cudaDeviceAttr: what an H100 says of itself; 0 for others."""


class Driver:
    """The state that functions hand back: addresses, handles, streams that capture."""

    def __init__(self) -> None:
        self.next = itertools.count(0x7000_0000_0010, 0x10)
        self.memory = 0x10_0000_0000_00
        self.host: dict[int, Any] = {}
        self.images: dict[int, dict[str, Kernel]] = {}
        self.functions: dict[int, Kernel] = {}
        self.capturing: set[int] = set()
        self.values: dict[tuple[str, int], int] = {}
        self.texts: dict[str, str] = {}
        self.descriptors: dict[int, dict[Any, Any]] = {}

    def handle(self) -> int:
        return next(self.next)

    # --- driver ---

    def cuInit(self, a: Any) -> int:
        return 100  # NVRTC and others that look for a driver take what is not documented of it: for them there is none

    def cuDriverGetVersion(self, a: Any) -> None:
        put(a["out"], 12090, ctypes.c_int)

    cudaDriverGetVersion = cudaRuntimeGetVersion = cuDriverGetVersion

    def cuCtxGetCurrent(self, a: Any) -> None:
        put(a["out"], 0xC0)

    def cuCtxGetDevice(self, a: Any) -> None:
        put(a["out"], 0, ctypes.c_int)

    def cuModuleLoadData(self, a: Any) -> Mapping[str, Any]:
        image = image_at(a["image"])
        module, key = self.handle(), hashlib.sha256(image).hexdigest()
        self.images[module] = kernels_of(image, self.texts.get(key, ""))
        put(a["out"], module)
        return {"module": module}

    def cuModuleGetFunction(self, a: Any) -> Mapping[str, Any]:
        name = ctypes.string_at(a["text"]).decode()
        function = self.handle()
        self.functions[function] = self.images[a["module"]].get(name) or Kernel(name, (), 0, 1024)
        put(a["out"], function)
        return {"function": function, "name": name}

    def cuModuleGetGlobal_v2(self, a: Any) -> None:
        put(a["out"], 0x100)
        put(a["bytes"], 8)

    def cuFuncGetAttribute(self, a: Any) -> None:
        kernel = self.functions[a["function"]]
        put(a["out"], {0: kernel.threads, 1: kernel.shared, 8: 49152 - kernel.shared}.get(a["attribute"], 0), ctypes.c_int)

    def cuOccupancyMaxActiveBlocksPerMultiprocessor(self, a: Any) -> None:
        put(a["out"], 2, ctypes.c_int)

    def cuLaunchKernel(self, a: Any) -> Mapping[str, Any]:
        kernel, values = self.functions[a["function"]], []
        for k, size in enumerate(kernel.sizes):
            at = ctypes.c_uint64.from_address(a["parameters"] + 8 * k).value
            values.append(int.from_bytes(ctypes.string_at(at, min(size, 8)), "little"))
        return {"kernel": kernel, "values": tuple(values)}

    # --- runtime ---

    def cudaGetDeviceCount(self, a: Any) -> None:
        put(a["out"], 1, ctypes.c_int)

    def cudaGetDevice(self, a: Any) -> None:
        put(a["out"], 0, ctypes.c_int)

    def cudaDeviceGetAttribute(self, a: Any) -> None:
        put(a["out"], ATTRIBUTES.get(a["attribute"], 0), ctypes.c_int)

    def cudaGetDeviceProperties_v2(self, a: Any) -> None:
        ctypes.memset(a["out"], 0, 1032)
        ctypes.memmove(a["out"], b"a device that notes", 20)

    def cudaMemGetInfo(self, a: Any) -> None:
        put(a["free"], 80 << 30)
        put(a["total"], 80 << 30)

    def cudaMalloc(self, a: Any) -> Mapping[str, Any]:
        start, self.memory = self.memory, self.memory + (a["size"] + (2 << 20)) // (1 << 20) * (1 << 20)
        put(a["out"], start)
        return {"pointer": start}

    cudaMallocAsync = cudaMalloc

    def cudaMallocHost(self, a: Any) -> Mapping[str, Any]:
        block = ctypes.create_string_buffer(a["size"])
        self.host[ctypes.addressof(block)] = block
        put(a["out"], ctypes.addressof(block))
        return {"pointer": ctypes.addressof(block)}

    cudaHostAlloc = cudaMallocHost

    def cudaFreeHost(self, a: Any) -> None:
        self.host.pop(a["pointer"], None)

    def cudaMemcpy(self, a: Any) -> Mapping[str, Any]:
        end = a["source"] + a["size"]
        pinned = any(s <= x < s + len(b) for s, b in self.host.items() for x in (a["to"], a["source"]))
        if a["way"] == 2:
            ctypes.memset(a["to"], 0, a["size"])
        return {"pinned": pinned, "end": end}

    cudaMemcpyAsync = cudaMemcpy

    def cudaStreamCreate(self, a: Any) -> Mapping[str, Any]:
        stream = self.handle()
        put(a["out"], stream)
        return {"made": stream}

    cudaStreamCreateWithFlags = cudaStreamCreateWithPriority = cudaEventCreate = cudaEventCreateWithFlags = cudaStreamCreate
    cudaGraphInstantiate = cublasCreate_v2 = cusolverDnCreate = cudnnCreate = cudaStreamCreate

    def cudaStreamBeginCapture(self, a: Any) -> None:
        self.capturing.add(a["stream"])

    def cudaStreamIsCapturing(self, a: Any) -> None:
        put(a["out"], int(a["stream"] in self.capturing), ctypes.c_int)

    def cudaStreamEndCapture(self, a: Any) -> Mapping[str, Any]:
        self.capturing.discard(a["stream"])
        return self.cudaStreamCreate(a)

    def cudaEventElapsedTime(self, a: Any) -> None:
        put(a["out"], 1, ctypes.c_float)

    # --- cuBLAS, cuSOLVER ---

    def cublasSetStream_v2(self, a: Any) -> None:
        self.values["stream", a["handle"]] = a["stream"]

    cudnnSetStream = cusolverDnSetStream = cublasSetStream_v2

    def cublasGetStream_v2(self, a: Any) -> None:
        put(a["out"], self.values.get(("stream", a["handle"]), 0))

    cudnnGetStream = cusolverDnGetStream = cublasGetStream_v2

    def cublasSetMathMode(self, a: Any) -> None:
        self.values["mode", a["handle"]] = a["mode"]

    def cublasGetMathMode(self, a: Any) -> None:
        put(a["out"], self.values.get(("mode", a["handle"]), 0), ctypes.c_int)

    def cublasGetPointerMode_v2(self, a: Any) -> None:
        put(a["out"], 0, ctypes.c_int)

    def cublasGetVersion_v2(self, a: Any) -> None:
        put(a["out"], 120900, ctypes.c_int)

    def cusolverDnSgetrf_bufferSize(self, a: Any) -> None:
        put(a["out"], 64, ctypes.c_int)

    for _letter in LETTERS:
        for _name in ("getrf", "potrf"):
            locals()[f"cusolverDn{_letter}{_name}_bufferSize"] = cusolverDnSgetrf_bufferSize

    # --- cuDNN: descriptors are dictionaries, and two engines serve every graph ---

    def cudnnGetVersion(self, a: Any) -> int:
        return 91400

    def cudnnGetCudartVersion(self, a: Any) -> int:
        return 12090

    def cudnnGetErrorString(self, a: Any) -> int:
        return ctypes.addressof(WORDS)

    def cudnnGetLastErrorString(self, a: Any) -> int:
        ctypes.memset(a["text"], 0, 1)
        return 0

    def cudnnBackendCreateDescriptor(self, a: Any) -> int:
        made = self.handle()
        self.descriptors[made] = {"kind": a["kind"]}
        put(a["out"], made)
        return 0

    def cudnnBackendSetAttribute(self, a: Any) -> int:
        size = BYTES.get(a["kind"], 4)
        raw = ctypes.string_at(a["elements"], size * a["count"])
        self.descriptors[a["descriptor"]][a["attribute"]] = [
            int.from_bytes(raw[k : k + size], "little", signed=a["kind"] == 3) for k in range(0, len(raw), size)
        ]
        return 0

    def cudnnBackendGetAttribute(self, a: Any) -> int:
        of, attribute, at = self.descriptors[a["descriptor"]], a["attribute"], a["elements"]
        values: list[int] = of.get(attribute, [])
        if attribute == 202:  # what the heuristics propose: configurations are filled in
            values = []
            for number in range(len(ENGINES)):
                if at and number < a["wanted"]:
                    config = ctypes.c_uint64.from_address(at + 8 * number).value
                    self.descriptors[config] |= {"engine": number, "graph": of[201][0]}
                values.append(number)
            put(a["count"], len(values))
            return 0
        if attribute == 300 and at:  # the engine of a configuration
            if "engine" not in of:  # made by the caller for an engine that he knows
                engine = self.descriptors[of[300][0]]
                of |= {"engine": engine[1301][0], "graph": engine[1300][0]}
            self.descriptors[ctypes.c_uint64.from_address(at).value] |= {k: of[k] for k in ("engine", "graph")}
            put(a["count"], 1)
            return 0
        if attribute == 1303:
            values = list(ENGINES[of["engine"]])
        elif attribute == 1301:
            values = [of["engine"]]
        elif attribute == 402:
            values = [WORKSPACE]
        elif attribute == 802:
            values = [len(ENGINES)]
        elif attribute == 304:  # bytes of shared memory
            values = [1024]
        put(a["count"], len(values))
        size = BYTES.get(a["kind"], 4)
        for k, value in enumerate(values[: a["wanted"]] if at else ()):
            ctypes.memmove(at + k * size, value.to_bytes(size, "little"), size)
        return 0

    cudnnBackendFinalize = cudnnBackendInitialize = cudnnBackendDestroyDescriptor = lambda self, a: 0

    def cudnnBackendExecute(self, a: Any) -> Mapping[str, Any]:
        pack = self.descriptors[a["pack"]]
        engine = self.descriptors[self.descriptors[a["plan"]][401][0]]
        tensors = {}
        for operation in self.descriptors[engine["graph"]][801]:
            of = self.descriptors[operation]
            for attribute, (value, *_) in ((k, v) for k, v in of.items() if k != "kind"):
                tensor = self.descriptors.get(value, {})
                if tensor.get("kind") == 17 and not tensor.get(907, [0])[0]:
                    tensors[tensor[906][0]] = (tensor, attribute in RESULTS)
        bound = dict(zip(pack[1000], pack[1001], strict=True))
        rows = tuple(
            (bound.get(uid), tuple(t[902]), tuple(t[903]), SIZES[t[901][0]], t.get(900, [1])[0], result, t[901][0])
            for uid, (t, result) in sorted(tensors.items())
        )
        return {"tensors": rows, "workspace": pack.get(1003, [0])[0], "notes": ENGINES[engine["engine"]]}


WORDS = ctypes.create_string_buffer(b"a call that cuDNN does not know")
BYTES = {0: 8, 2: 1, 3: 8, 5: 8, 6: 8, 15: 8}
"""Bytes of an element of cudnnBackendAttributeType_t, where they are not 4."""

ENGINES = ((0, 1, 2), ())
"""Numerical notes of the engines that are proposed: tensor cores, inputs rounded, sums in few bits; and one without."""

WORKSPACE = 4096
RESULTS = frozenset({705, 710, 715, 753})
"""Attributes of operations that are tensors which are written: Y, dx, dw, and Y of a pointwise one."""
SIZES = {0: 4, 1: 8, 2: 2, 9: 2, 3: 1, 4: 4}
