"""The CUDA layer without a GPU: argument blocks, launch geometry, cuBLAS arguments, machine code and its cache.

CuPy is the real one: names and signatures are looked up in the installed package, and
NVRTC compiles without a driver.
"""

from __future__ import annotations

import ctypes
import importlib
import itertools
import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import espresso as es
from espresso.engine.cublas_calls import CublasStep, Product, dtype_reason, product_of
from espresso.formulas.graph import expr as ex
from espresso.ir.calls import Contraction
from espresso.runtime.device import cuda
from espresso.system import cache

cupy = pytest.importorskip("cupy", reason="CuPy is not installed")


# --- the surface of CuPy that the runtime uses --------------------------------------------

SIGNATURES = {
    "cupy.cuda.driver.launchKernel": "launchKernel(intptr_t f, unsigned int grid_dim_x, unsigned int grid_dim_y, "
    "unsigned int grid_dim_z, unsigned int block_dim_x, unsigned int block_dim_y, unsigned int block_dim_z, "
    "unsigned int shared_mem_bytes, intptr_t stream, intptr_t kernel_params, intptr_t extra)",
    "cupy.cuda.runtime.memcpyAsync": "memcpyAsync(intptr_t dst, intptr_t src, size_t size, int kind, intptr_t stream)",
    "cupy.cuda.runtime.memsetAsync": "memsetAsync(intptr_t ptr, int value, size_t size, intptr_t stream)",
    "cupy.cuda.runtime.memGetInfo": "memGetInfo()",
    "cupy.cuda.UnownedMemory": "UnownedMemory(intptr_t ptr, size_t size, owner, int device_id=-1)",
    "cupy.cuda.runtime.getDeviceCount": "getDeviceCount() -> int",
    "cupy.cuda.runtime.getDevice": "getDevice() -> int",
    "cupy.cuda.runtime.getDeviceProperties": "getDeviceProperties(int device)",
    "cupy.cuda.alloc": "alloc(size) -> MemoryPointer",
    "cupy.cuda.get_current_stream": "get_current_stream(int device_id=-1)",
    "cupy.cuda.function.Module.load": "Module.load(self, bytes cubin)",
    "cupy.cuda.function.Module.get_function": "Module.get_function(self, ",
    "cupy.cuda.nvrtc.createProgram": "createProgram(str src, str name, headers, include_names) -> intptr_t",
    "cupy.cuda.nvrtc.compileProgram": "compileProgram(intptr_t prog, options)",
    "cupy.cuda.nvrtc.getCUBIN": "getCUBIN(intptr_t prog)",
    "cupy.cuda.nvrtc.getProgramLog": "getProgramLog(intptr_t prog)",
    "cupy.cuda.nvrtc.destroyProgram": "destroyProgram(intptr_t prog)",
    "cupy.cuda.device.get_cublas_handle": "get_cublas_handle() -> intptr_t",
    "cupy.cuda.Graph.launch": "Graph.launch(self, stream=None)",
    "cupy.cuda.Stream.begin_capture": "_BaseStream.begin_capture(self, mode=None)",
    "cupy.cuda.Stream.end_capture": "_BaseStream.end_capture(self)",
    "cupy.cuda.Stream.is_capturing": "_BaseStream.is_capturing(self)",
    "cupy.cuda.nvtx.RangePush": "RangePush(message, int id_color=-1)",
    "cupy.cuda.nvtx.RangePop": "RangePop()",
    "cupy.from_dlpack": "from_dlpack(array, *, device=None, copy=None)",
}
NAMES = [
    "cupy.cuda.runtime.memcpyHostToDevice",
    "cupy.cuda.runtime.memcpyDeviceToHost",
    "cupy.cuda.runtime.streamPerThread",
    "cupy.cuda.runtime.CUDARuntimeError",
    "cupy.cuda.driver.CUDADriverError",
    "cupy.cuda.nvrtc.NVRTCError",
    "cupy.cuda.nvrtc.getVersion",
    "cupy.cuda.nvrtc.getSupportedArchs",
    "cupy.cuda.memory.OutOfMemoryError",
    "cupy.cuda.Device.compute_capability",
    "cupy.cuda.function.Function.ptr",
    "cupy.cuda.MemoryPointer.ptr",
    "cupy.cuda.Stream.synchronize",
    "cupy.empty",
    "cupy.asarray",
    "cupy.ascontiguousarray",
    "cupy.copyto",
    "cupy.ndarray.get",
    "cupy.ndarray.device",
    "cupy.ndarray.data",
    "cupy.ndarray.flags",
]


def _look_up(path: str) -> Any:
    parts = path.split(".")
    for k in range(len(parts), 0, -1):
        try:
            value = importlib.import_module(".".join(parts[:k]))
        except ImportError:
            continue
        for name in parts[k:]:
            value = getattr(value, name)
        return value
    raise AttributeError(path)


@pytest.mark.parametrize("path", SIGNATURES)
def test_signatures_of_cupy(path: str) -> None:
    first = (_look_up(path).__doc__ or "").split("\n\n")[0]
    assert re.sub(r"\s+", " ", first).startswith(SIGNATURES[path])


@pytest.mark.parametrize("path", NAMES)
def test_names_of_cupy(path: str) -> None:
    assert _look_up(path) is not None


def test_a_stream_by_the_cuda_stream_protocol() -> None:
    from cupy.cuda import Stream

    assert hasattr(Stream, "from_external") or hasattr(cupy.cuda, "ExternalStream")
    assert cuda._StreamProtocol(1234).__cuda_stream__() == (0, 1234)


# --- launches ----------------------------------------------------------------------------


def _step(numbers: list[int], strides: tuple[tuple[str, int], ...] = (), grid: Any = (3, 2, 1)) -> Any:
    launch = SimpleNamespace(grid=grid, block=(64, 4, 1), shared=16)
    return SimpleNamespace(
        name="kernel_y", arguments=("x", "y"), sizes=tuple(ex.const(n) for n in numbers), strides=strides,
        places=(), launch=lambda value: launch,
    )  # fmt: skip


def _value(e: Any) -> int:
    return int(e.data)


def _read(parameters: int, types: list[Any]) -> list[int]:
    """What the driver would read: an array of addresses, at each the bytes of one argument."""
    addresses = (ctypes.c_void_p * len(types)).from_address(parameters)
    return [t.from_address(a).value for t, a in zip(types, addresses, strict=True)]


@pytest.mark.parametrize(("wide", "integer"), [(False, ctypes.c_int32), (True, ctypes.c_int64)])
def test_the_driver_reads_pointers_sizes_and_strides_in_order(wide: bool, integer: Any) -> None:
    calls: list[tuple[int, ...]] = []
    step = cuda.CudaStep(
        77, _step([5, 7], (("x", 1), ("x", 0))), _value, {"x": (-12, 3)}, wide, lambda *a: calls.append(a)
    )
    step.bind(0, 0x7F0000001000)
    step.bind(1, 0x7F0000002000)
    step(SimpleNamespace(ptr=99))
    (call,) = calls
    assert call[:9] == (77, 3, 2, 1, 64, 4, 1, 16, 99) and call[10] == 0
    assert len(call) == len(SIGNATURES["cupy.cuda.driver.launchKernel"].split(", "))
    pointer = ctypes.c_uint64
    types = [pointer, pointer, integer, integer, integer, integer]
    assert _read(call[9], types) == [0x7F0000001000, 0x7F0000002000, 5, 7, 3, -12]
    step.bind(0, 0x7F0000009000)  # the next call has another array
    assert _read(step.parameters, types)[:2] == [0x7F0000009000, 0x7F0000002000]


def test_nothing_to_do_is_not_launched() -> None:
    calls: list[Any] = []
    step = cuda.CudaStep(77, _step([0], grid=(0, 1, 1)), _value, {}, False, lambda *a: calls.append(a))
    step(SimpleNamespace(ptr=0))
    assert calls == []


def test_lengths_beyond_32_bits_are_refused_in_narrow_kernels() -> None:
    with pytest.raises(es.EngineError, match="does not fit into 32 bits"):
        cuda.CudaStep(77, _step([2**31]), _value, {}, False, lambda *a: None)
    cuda.CudaStep(77, _step([2**31]), _value, {}, True, lambda *a: None)


# --- cuBLAS ------------------------------------------------------------------------------


def column_major_gemm(p: Product, memory: dict[str, np.ndarray]) -> None:
    """What cublas<t>gemmStridedBatched is documented to do with these arguments, element by element in memory."""

    def matrix(name: str, batch: int, rows: int, columns: int, ld: int, stride: int) -> np.ndarray:
        assert ld >= max(1, rows)
        flat = memory[name].reshape(-1)
        at = batch * stride + np.arange(rows)[:, None] + ld * np.arange(columns)
        return flat[at] if at.size else np.zeros((rows, columns))

    for k in range(p.batch):
        shape_a = (p.summed, p.rows) if p.transpose_first else (p.rows, p.summed)
        shape_b = (p.columns, p.summed) if p.transpose_second else (p.summed, p.columns)
        a = matrix(p.first, k, *shape_a, p.lda, p.stride_a)
        b = matrix(p.second, k, *shape_b, p.ldb, p.stride_b)
        value = (a.T if p.transpose_first else a) @ (b.T if p.transpose_second else b)
        assert p.ldc >= max(1, p.rows)
        at = k * p.stride_c + np.arange(p.rows)[:, None] + p.ldc * np.arange(p.columns)
        memory[p.result].reshape(-1)[at] = value


def _strides(array: np.ndarray) -> tuple[int, ...]:
    return tuple(s // array.itemsize for s in array.strides)


def _cases() -> list[tuple[str, str, str]]:
    base = [
        ("ij", "jk", "ik"),
        ("bij", "bjk", "bik"),
        ("ij", "j", "i"),
        ("i", "i", ""),
        ("i", "k", "ik"),
        ("abij", "abjk", "abik"),
    ]
    found = []
    for left, right, out in base:
        for a, b, c in itertools.product(*(dict.fromkeys((s, s[::-1], s[:-2] + s[-2:][::-1])) for s in (left, right, out))):
            found.append((a, b, c))
    found += [
        ("ijk", "jkl", "il"),
        ("ijk", "lkj", "il"),
        ("imjk", "jkl", "iml"),
        ("ij", "jkl", "ikl"),
        ("ibj", "bjk", "bik"),
    ]
    return found  # fmt: skip


@pytest.mark.parametrize(("left", "right", "out"), _cases())
@pytest.mark.parametrize("sizes", [(2, 3, 4, 5, 6, 7, 8), (1, 1, 4, 1, 6, 1, 8), (2, 2, 1, 5, 1, 7, 1)])
def test_products_mean_what_the_contraction_means(left: str, right: str, out: str, sizes: Any) -> None:
    """Every transpose pair, batches, merged axes, lengths of 1; refused only where the layout is impossible (sA18)."""
    lengths = dict(zip("abijklm", sizes, strict=True))
    rng = np.random.default_rng(0)
    made = {n: rng.normal(size=[lengths[i] for i in s]) for n, s in (("L", left), ("R", right))}
    made["C"] = np.full([lengths[i] for i in out], np.nan)
    extents = {i: ex.const(lengths[i]) for i in {*left, *right}}
    call = Contraction("C", tuple(out), "L", tuple(left), "R", tuple(right), extents, "float64")
    found = product_of(call, lengths, {n: _strides(a) for n, a in made.items()})
    if isinstance(found, str):
        assert "do not lie in one line" in found or "stride 1" in found
        assert len({*left, *right}) > 3 or min(sizes) == 1
        return
    column_major_gemm(found, made)
    np.testing.assert_allclose(made["C"], np.einsum(f"{left},{right}->{out}", made["L"], made["R"]), rtol=1e-12)


def test_plain_products_are_never_refused() -> None:
    for a, b, c in itertools.product(("ij", "ji"), ("jk", "kj"), ("ik", "ki")):
        extents = {i: ex.const(4) for i in "ijk"}
        call = Contraction("C", tuple(c), "L", tuple(a), "R", tuple(b), extents, "float64")
        strides = dict.fromkeys("LRC", (4, 1))
        assert isinstance(product_of(call, dict.fromkeys("ijk", 4), strides), Product)


def test_a_wrong_leading_dimension_is_caught() -> None:
    """The oracle bites: one planted fault."""
    call = Contraction("C", ("i", "k"), "L", ("i", "j"), "R", ("j", "k"), {i: ex.const(3) for i in "ijk"}, "float64")
    rng = np.random.default_rng(0)
    made = {"L": rng.normal(size=(3, 3)), "R": rng.normal(size=(3, 3)), "C": np.zeros((3, 3))}
    found = product_of(call, dict.fromkeys("ijk", 3), dict.fromkeys(made, (3, 1)))
    assert isinstance(found, Product)
    from dataclasses import replace

    column_major_gemm(replace(found, transpose_first=not found.transpose_first), made)
    assert not np.allclose(made["C"], made["L"] @ made["R"])


def test_strided_operands() -> None:
    extents = {"i": 3, "j": 4, "k": 5}
    call = Contraction(
        "C", ("i", "k"), "L", ("i", "j"), "R", ("j", "k"), {n: ex.const(v) for n, v in extents.items()}, "float32"
    )
    assert isinstance(product_of(call, extents, {"L": (100, 1), "R": (1, 50), "C": (5, 1)}), Product)
    assert product_of(call, extents, {"L": (100, 2), "R": (5, 1), "C": (5, 1)}) == "no axis of an operand has stride 1"
    assert product_of(call, extents, {"L": (-4, 1), "R": (5, 1), "C": (5, 1)}) == "no axis of an operand has stride 1"


def test_dtypes_of_cublas() -> None:
    assert dtype_reason("float32", "float32", "float32") is None
    assert dtype_reason("float16", "float16", "float32") is None
    assert dtype_reason("bfloat16", "bfloat16", "bfloat16") is dtype_reason("bfloat16", "bfloat16", "float32") is None
    assert dtype_reason("bfloat16", "bfloat16", "float16") == "dtypes bfloat16, bfloat16 -> float16"
    assert dtype_reason("float32", "float64", "float64") == "dtypes float32, float64 -> float64"
    assert dtype_reason("int64", "int64", "int64") is not None


@pytest.mark.parametrize("dtype", ["float32", "float64", "complex64", "complex128", "float16", "bfloat16"])
def test_as_many_arguments_as_cublas_takes(dtype: str) -> None:
    """The signatures stand in the installed extension module, which cannot be imported without cuBLAS."""
    import cupy_backends.cuda.libs as libs

    step = CublasStep.__new__(CublasStep)
    step.product = Product("L", "R", "C", False, True, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11)
    half = dtype in ("float16", "bfloat16")
    step._pointers, step.dtype, step._half = [1000, 2000, 3000], dtype, half
    step._types = (14, 14, 0)
    step.one = step.zero = np.zeros((), "float32" if half else dtype)
    step.library = SimpleNamespace(**{f"{c}gemmStridedBatched": c for c in "sdcz"}, gemmStridedBatchedEx="Ex")
    (file,) = Path(libs.__path__[0]).glob("cublas.*.so")
    for text in (b"create() -> intptr_t", b"destroy(intptr_t handle)"):  # a handle of its own for each stream
        assert text in file.read_bytes()
    name = step.function
    (file,) = Path(libs.__path__[0]).glob("cublas.*.so")
    found = re.search(rb"(?<![\w.])" + name.encode() + rb"\(intptr_t handle, ([^)]*)\)", file.read_bytes())
    assert found is not None
    parameters = ["handle", *(p.split()[-1] for p in found.group(1).decode().split(", "))]
    given = dict(zip(parameters, step.arguments(42), strict=True))
    assert (given["handle"], given["transa"], given["transb"]) == (42, 0, 1)
    assert [given[n] for n in ("m", "n", "k", "A", "lda", "strideA", "B", "ldb", "strideB", "C", "ldc", "strideC")] == [
        2, 3, 4, 1000, 5, 6, 2000, 7, 8, 3000, 9, 10,
    ]  # fmt: skip
    assert given["batchCount"] == 11
    if half:
        assert [given[n] for n in ("Atype", "Btype", "Ctype", "computeType")] == [14, 14, 0, 68]


# --- machine code ------------------------------------------------------------------------


def test_machine_code_is_kept_on_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """NVRTC runs once for a text (case 65); a damaged entry is compiled again."""
    monkeypatch.setenv("ESPRESSO_CACHE_DIR", str(tmp_path / "c"))
    compiled: list[str] = []
    compile_cubin = cuda.compile_cubin
    monkeypatch.setattr(cuda, "compile_cubin", lambda s, a: compiled.append(a) or compile_cubin(s, a))
    text = 'extern "C" __global__ void f(float* x) { x[threadIdx.x] = 1; }'
    cubin = cuda.load_cubin(text, "sm_90")
    assert cubin[:4] == b"\x7fELF" and b"f" in cubin
    assert cuda.load_cubin(text, "sm_90") == cubin and len(compiled) == 1
    assert cuda.load_cubin(text, "sm_80") != cubin and len(compiled) == 2
    (file, _) = sorted((tmp_path / "c").glob("es_*.bin"))
    for path in (tmp_path / "c").glob("es_*.bin"):
        path.write_bytes(path.read_bytes()[:-3] + b"bad")
    assert cuda.load_cubin(text, "sm_90") == cubin and len(compiled) == 3
    assert file.stat().st_mode & 0o077 == 0


def test_machine_code_that_does_not_load_is_compiled_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An entry with a right checksum whose content is no cubin."""
    monkeypatch.setenv("ESPRESSO_CACHE_DIR", str(tmp_path))
    text = 'extern "C" __global__ void f(float* x) { x[threadIdx.x] = 2; }'
    cubin = cuda.load_cubin(text, "sm_90")
    (file,) = tmp_path.glob("es_*.bin")
    cache.write_entry(file.name, b"no cubin")

    def loaded(data: bytes) -> bytes:
        if data[:4] != b"\x7fELF":
            raise RuntimeError("CUDA_ERROR_INVALID_IMAGE")
        return data

    monkeypatch.setattr(cuda, "CudaModule", loaded)
    device = SimpleNamespace(architecture="sm_90", errors=(RuntimeError,))
    assert cuda.CudaBackend.load(device, text, "f") == cubin  # type: ignore[arg-type, comparison-overlap]
    assert cache.read_entry(file.name) == cubin


def test_a_newer_device_gets_portable_code() -> None:
    """Machine code runs inside one generation only; the driver translates portable code for a newer one."""
    known = [75, 80, 86, 89, 90]
    chosen = {d: cuda.architecture_for(d, known) for d in (75, 80, 87, 90, 100, 120)}
    assert chosen == {75: "sm_75", 80: "sm_80", 87: "sm_86", 90: "sm_90", 100: "compute_90", 120: "compute_90"}
    text = cuda.compile_cubin('extern "C" __global__ void f(float* x) { x[threadIdx.x] = 1; }', "compute_90")
    assert b".target sm_90" in text and b".entry f(" in text


def test_a_missing_compiler_is_told_with_the_remedy(monkeypatch: pytest.MonkeyPatch) -> None:
    """CuPy's wheels come without NVRTC, and look for it when it is first called."""
    from cupy.cuda import nvrtc

    def create(*_: Any) -> Any:
        raise RuntimeError("CuPy failed to load libnvrtc.so.12")

    monkeypatch.setattr(nvrtc, "createProgram", create)
    with pytest.raises(es.EngineError, match=r"finds no NVRTC.*libnvrtc(.|\n)*pip install 'cupy-cuda12x\[ctk\]'"):
        cuda.compile_cubin("", "sm_90")


def test_profilers_see_the_formula() -> None:
    """sD14: a range around every call, named after the expression, also where the call fails."""
    seen: list[str] = []

    class Ranges:
        def RangePush(self, message: str, id_color: int = -1) -> None:
            seen.append(message)

        def RangePop(self) -> None:
            seen.append("end")

    class Work:
        label, moving, graphs, replay = "y[i] = 2*x[i]", (), False, None

        def launch(self, queue: Any) -> None:
            seen.append("launch")
            if queue is None:
                raise es.EngineError("no queue")

    backend = object.__new__(cuda.CudaBackend)
    backend._ranges = Ranges()
    work: Any = Work()
    backend.run(work, 1, ())
    with pytest.raises(es.EngineError):
        backend.run(work, None, ())
    assert seen == ["y[i] = 2*x[i]", "launch", "end"]*2


def test_failures_of_the_compiler_are_told_with_its_log() -> None:
    with pytest.raises(es.EngineError, match='NVRTC: .*COMPILATION.*\n(.|\n)*"nonsense" is undefined'):
        cuda.compile_cubin('extern "C" __global__ void f(float* x) { x[0] = nonsense; }', "sm_90")


@pytest.mark.parametrize(
    "text",
    ["y[i] = 2*x[i] + 1", "p[i,k] = softmax[k](z[i,k])", "s = sum[i,j](exp(X[i,j]))"],
)
def test_programs_compile_for_the_gpu(text: str) -> None:
    """The text that the gpu target would load, with products as kernels where cuBLAS is not."""
    from espresso.runtime.device.dry_run import unbound_program

    made = unbound_program(es.compile(text), "gpu")
    assert "__global__" in made.source or not made.kernels
    if made.kernels:
        assert cuda.compile_cubin(made.source, "sm_90")[:4] == b"\x7fELF"


# --- where there is no GPU ---------------------------------------------------------------


def test_a_missing_gpu_is_told_with_the_remedy(monkeypatch: pytest.MonkeyPatch) -> None:
    from espresso.system import devices

    devices._missing_gpu.cache_clear()
    monkeypatch.setattr(devices, "find_spec", lambda name: None)
    try:
        f = es.compile("y[i] = 2*x[i]", target="gpu")
        with pytest.raises(es.TargetError) as caught:
            f(np.ones(2))
        assert str(caught.value) == (
            "target 'gpu' needs CuPy, which is not installed.\n"
            "Install it: pip install 'espresso[gpu]' (CUDA 12), or cupy-cuda13x for CUDA 13."
        )
        with pytest.raises(es.TargetError, match="needs CuPy"), es.device("cuda:0"):
            pass
    finally:
        devices._missing_gpu.cache_clear()


def test_a_missing_driver_is_told() -> None:
    from espresso.system import devices

    reason = devices.missing("gpu")
    if reason is None:
        pytest.skip("there is a GPU here")
    with pytest.raises(es.TargetError, match="target 'gpu' needs an NVIDIA GPU"):
        es.compile("y = x", target="cuda:0")
