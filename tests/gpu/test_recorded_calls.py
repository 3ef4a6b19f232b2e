"""The run-time layer below which nothing computes: every call of CUDA and its libraries, recorded and held against the rules.

CuPy and the front end of cuDNN are the real ones (`recording.py`); `rules_of_cuda.py` has the rules with their sources.
"""

from __future__ import annotations

import collections
import re
from dataclasses import replace
from typing import Any

import pytest
import recording
from history_of_work import History
from recording import HERE, Event, Kernel
from rules_of_cuda import RULES, broken

FAULTS = re.findall(r'^    "(\w+(?:: [\w ]+)?)": \(', (HERE / "recorded_faults.py").read_text(encoding="utf-8"), re.M)
"""Their names alone: the module needs a driver to be imported."""

pytestmark = pytest.mark.skipif(bool(recording.lacking()), reason=recording.lacking())


@pytest.fixture(scope="module")
def record() -> History:
    """All programs of `recorded_programs.py`."""
    return History(recording.of([]))


@pytest.fixture(scope="module")
def faults() -> dict[str, list[Any]]:
    """What the rules find in the faults of `recorded_faults.py`."""
    return broken(History(recording.of([], "recorded_faults")))


@pytest.mark.parametrize("name", RULES)
def test_rules_are_kept(record: History, name: str) -> None:
    found = broken(record, [name])[name]
    assert not found, "\n".join(map(str, found[:20]))


def test_what_is_recorded(record: History) -> None:
    """No rule holds because nothing of its kind was called."""
    names = collections.Counter(w.event.name for w in record)
    products = [f"cublas{x}gemmStridedBatched" for x in "SDCZ"]
    cudnn = ["cudnnBackendExecute"] if recording.found("cudnn") else []
    for name in ("cuLaunchKernel", *products, "cublasGemmStridedBatchedEx", "cublasSgeam", *cudnn, "cudaGraphLaunch", "cudaMemsetAsync",
                  "cudaMemcpyAsync", "cusolverDnDgetrf", "cusolverDnDpotrf"):  # fmt: skip
        assert names[name], name
    gemms = {(w.event["transa"], w.event["transb"]) for w in record if w.event.name == "cublasSgemmStridedBatched"}
    assert gemms == {(0, 0), (0, 1), (1, 0), (1, 1)}
    launches = [w for w in record if w.event.name == "cuLaunchKernel"]
    kernels = [w.event.more["kernel"] for w in launches if w.event.more["kernel"].declared]
    assert {size for k in kernels for p, size in zip(k.declared, k.sizes, strict=True) if " n_" in p} == {4, 8}
    assert max(len(w.event.more["values"]) for w in launches) > 300
    in_graphs = {w.state["node"].event.name for w in record if w.replayed}
    assert in_graphs >= {"cuLaunchKernel", *products[:2], *cudnn}  # CuPy's bindings refuse the products
    assert len({w.stream for w in record}) > 9 and len({e.thread for e in record.log}) >= 3
    kinds = {t[6] for w in record if w.event.name == "cudnnBackendExecute" for t in w.event.more["tensors"]}
    assert kinds >= {0, 2} or not cudnn
    reach = [high - low for arrays in record.arrays.values() for low, high in arrays]
    assert max(reach) > 1 << 33


def test_nothing_is_called_that_is_not_known(record: History) -> None:
    assert {e.name for e in record.log if e.more.get("unknown")} == set()


@pytest.mark.parametrize("fault", FAULTS)
def test_faults_are_seen(faults: dict[str, list[Any]], fault: str) -> None:
    if not recording.found("cudnn") and re.match("workspaces|plans|.*cuDNN", fault):
        pytest.skip("nvidia-cudnn-frontend is not installed")
    assert [f for f in faults[fault.partition(":")[0]] if f.program == fault]


# --- records that are written here: what no part of the layer can be made to do by one change ---


def launch(kernel: Kernel, values: tuple[int, ...], number: int = 1) -> Event:
    numbers = dict.fromkeys(("gx", "gy", "gz", "bx", "by", "bz"), 1) | {"shared": 0, "stream": 0, "function": 7}
    return Event(number, 1, "cuLaunchKernel", numbers, {"kernel": kernel, "values": values})


def findings(rule: str, *events: Event) -> int:
    return len(broken(History([replace(e, number=k) for k, e in enumerate(events)]), [rule])[rule])


PLAIN = Kernel("k", (8, 4), 0, 1024, ("float* __restrict__ x", "const int n_i"))
MEMORY = Event(0, 1, "cudaMalloc", {"size": 1 << 20}, {"pointer": 1 << 44})


@pytest.mark.parametrize("kernel, values, wrong", [
    (PLAIN, (1 << 44, 5), 0),
    (replace(PLAIN, sizes=(8,) * 512), (0,) * 512, 0),
    (replace(PLAIN, sizes=(8,) * 512 + (1,)), (0,) * 513, 1),
    (replace(PLAIN, sizes=(4, 8) * 256), (0,) * 512, 0),
    (replace(PLAIN, sizes=(4, 8) * 257), (0,) * 514, 1),  # with what lies between
    (PLAIN, (1 << 44,), 1),
])  # fmt: skip
def test_parameters_that_do_not_fit(kernel: Kernel, values: tuple[int, ...], wrong: int) -> None:
    assert findings("parameters_fit", MEMORY, launch(kernel, values)) == wrong


@pytest.mark.parametrize("start, wide, wrong", [(0, True, 0), (4, False, 0), (4, True, 1), (2, False, 1)])
def test_loads_of_16_bytes_need_their_alignment(start: int, wide: bool, wrong: int) -> None:
    kernel = replace(PLAIN, wide=frozenset("x") if wide else frozenset())
    assert findings("arrays_are_aligned", MEMORY, launch(kernel, ((1 << 44) + start, 5))) == wrong


@pytest.mark.parametrize("fixed, dynamic, attribute, wrong", [
    (0, 49152, 0, 0), (1024, 49152, 0, 1), (0, 65536, 0, 1), (0, 65536, 65536, 0), (0, 232449, 232449, 1), (50000, 0, 0, 1),
])  # fmt: skip
def test_shared_memory_above_48_kb(fixed: int, dynamic: int, attribute: int, wrong: int) -> None:
    asked = Event(0, 1, "cuFuncSetAttribute", {"function": 7, "attribute": 8, "value": attribute})
    made = launch(replace(PLAIN, shared=fixed), (1 << 44, 5))
    made = replace(made, args={**made.args, "shared": dynamic})
    assert findings("shared_memory_is_asked_for", MEMORY, *([asked] if attribute else []), made) == wrong


def test_memory_of_the_pool_is_used_while_it_is_held() -> None:
    """Given back before its kernel was launched; and given to another stream while it may run."""
    block = {"pointer": 1 << 44, "size": 512}
    took, gave = Event(0, 1, "pool.malloc", {**block, "stream": 0}), Event(0, 1, "pool.free", block)
    assert findings("addresses_are_alive", MEMORY, took, launch(PLAIN, (1 << 44, 5)), gave) == 0
    assert findings("addresses_are_alive", MEMORY, took, gave, launch(PLAIN, (1 << 44, 5))) == 1
    streams = [Event(0, 1, "cudaStreamCreateWithFlags", {"flags": 1}, {"made": s}) for s in (50, 60)]
    first, second = (launch(PLAIN, (1 << 44, 5)) for _ in range(2))
    first, second = (replace(e, args={**e.args, "stream": s}) for e, s in ((first, 50), (second, 60)))
    order = [Event(0, 1, "cudaEventRecord", {"event": 9, "stream": 50}), Event(0, 1, "cudaStreamWaitEvent", {"event": 9, "stream": 60})]
    waits = [Event(0, 1, "cudaStreamSynchronize", {"stream": 50})]
    for between, wrong in ((order, 0), (waits, 0), (order[:1], 1), ([], 1)):
        assert findings("memory_is_shared_in_order", MEMORY, *streams, took, first, gave, took, *between, second) == wrong


def test_kernels_are_read_from_machine_code() -> None:
    """Sizes of parameters, shared memory and launch bounds, as NVRTC writes them."""
    from espresso.runtime.device.cuda import compile_cubin

    text = """extern "C" __global__ void __launch_bounds__(128, 1) f(const double* __restrict__ x, int n, long long m, char c)
    { __shared__ float s[100]; s[threadIdx.x] = x[n + m + c]; __syncthreads(); ((double*)x)[0] = s[n]; }"""
    (kernel,) = recording.kernels_of(recording.trimmed(compile_cubin(text, "sm_90")), text).values()
    assert (kernel.sizes, kernel.threads) == ((8, 4, 8, 1), 128) and kernel.shared >= 400
    assert kernel.declared == ("const double* __restrict__ x", "int n", "long long m", "char c")


