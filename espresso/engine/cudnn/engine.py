"""cuDNN for convolutions, attention and their gradients on an NVIDIA GPU.

A convolution takes a bias and an activation along.  Plans are built once for each shape and
layout, within the caller's workspace limit, and kept in the cache folder as the library
serialises them.  float32 stays float32: plans that use TF32 are left out.
"""

from __future__ import annotations

import contextlib
import hashlib
import threading
from collections.abc import Callable, Sequence
from typing import Any

from espresso.engine import cublas
from espresso.engine.cudnn.graphs import DTYPES, EPILOGUES, Strides, contiguous, plan
from espresso.ir.engine import ATTENTION, CONVOLUTION, Call, Engine, ProductFailed, module_missing
from espresso.system.locks import new_lock

ALIGNMENT = 16
"""Bytes to which the front end declares every array to be aligned."""

LAUNCH, MEMORY = 1e-5, 2.5e12
"""Seconds of a call without work; bytes of memory a second (an H100)."""

BITS = {"float16": "uint16", "bfloat16": "uint16", "float32": "uint32"}

_local = threading.local()
_plans: dict[Any, Any] = {}
_lock = new_lock()


def missing() -> str | None:
    """A GPU, the front end, and the library that it loads."""
    reason = module_missing("cudnn", "pip install nvidia-cudnn-frontend nvidia-cudnn-cu12")() or cublas.missing()
    if reason is None:
        import cudnn

        try:
            cudnn.backend_version()
        except Exception as error:
            return f"the front end finds no library: {error} (pip install nvidia-cudnn-cu12)"
    return reason


def version() -> str:
    """The version of the library, where there is one."""
    if missing() is not None:
        return ""
    import cudnn

    return str(cudnn.backend_version())


def refuses(call: Call) -> str | None:
    """The library itself is asked for a plan."""
    try:
        _plan(call, None)
    except Exception as error:  # the front end has several classes for "no plan serves this graph"
        return f"cuDNN has no plan: {str(error).strip().splitlines()[0]}"
    return None


def unfit(call: Call) -> str | None:
    """Why the library cannot compute a call, as far as its description tells, on any machine."""
    statistics = call.inputs[5:] if call.parameters.get("direction") == "backward" else call.more
    dtypes = {o.dtype for o in call.operands if o not in statistics}
    if len(dtypes) > 1 or not dtypes <= set(DTYPES):
        return f"cuDNN graphs have one dtype of {', '.join(DTYPES)}, this call has {', '.join(sorted(dtypes))}"
    if any(0 in o.shape for o in call.operands):
        return "an operand is empty"
    p = call.parameters
    if call.kind == ATTENTION:
        features = call.inputs[0].shape[-1]
        if dtypes == {"float32"}:
            return "its attention has float16 and bfloat16, this call has float32"
        sizes = {features, call.inputs[2].shape[-1]}
        if any(n % 8 for n in sizes):
            return f"its attention needs features in multiples of 8, this call has {max(sizes, key=lambda n: n % 8)}"
        return f"its attention has at most 256 features, this call has {max(sizes)}" if max(sizes) > 256 else None
    space = len(call.output.shape) - 2
    if not 1 <= space <= 3:
        return f"it has 1, 2 or 3 spatial axes, this call has {space}"
    if any(low < 0 or high < 0 for low, high in p["padding"]):
        return f"its padding is not negative, this call has {p['padding']}"
    if p.get("epilogue") not in (None, *EPILOGUES):
        return f"it has no epilogue {p['epilogue']!r} (it has {', '.join(EPILOGUES)})"
    if p["direction"] != "forward" and (p.get("epilogue") or len(call.inputs) > 2):
        return f"bias and epilogue follow direction 'forward', this call has direction {p['direction']!r}"
    return None


def seconds(call: Call) -> float:
    """Launch, then compute or memory (numbers of an H100)."""
    rate = 2e13 if call.output.dtype == "float32" else 3e14
    return LAUNCH + max(call.flops / rate, call.traffic / MEMORY)


def workspace(call: Call) -> int:
    """Bytes that the plan for contiguous operands needs; 0 where there is none."""
    try:
        return int(_plan(call, None).get_workspace_size())
    except Exception:
        return 0


def prepare(call: Call, strides: Strides) -> Callable[[Sequence[int], Any], None]:
    """A function of the addresses of operands and result, and of a stream.

    What the library does not take as it lies is copied: all arrays where it has no plan for these strides, and in a
    call with an address that is less aligned than plans assume.
    """
    direct: Callable[..., None] | None = None
    with contextlib.suppress(Exception):  # the front end has several classes for "no plan serves this graph"
        direct = _executed(call, _plan(call, strides))
    copied = None if direct else _copied(call, strides)

    def launch(pointers: Sequence[int], queue: Any) -> None:
        import cudnn

        nonlocal copied
        try:
            handle = _handle()
            cudnn.set_stream(handle, queue.ptr)
            if direct is not None and not any(p % ALIGNMENT for p in pointers):
                direct(pointers, handle)
                return
            copied = copied or _copied(call, strides)
            copied(pointers, handle)
        except Exception as reason:  # again several classes; the caller tells it with the formula
            raise ProductFailed(f"cuDNN: {reason}") from reason

    launch.ready = _handle  # type: ignore[attr-defined]
    return launch


def _executed(call: Call, graph: Any) -> Callable[[Sequence[int], Any], None]:
    """A function of addresses and a handle; workspace is allocated once."""
    import cupy

    scratch = cupy.cuda.alloc(max(1, graph.get_workspace_size()))

    def execute(pointers: Sequence[int], handle: Any) -> None:
        with _lock:  # a graph keeps the addresses of a call while it is put into the stream
            graph.execute({k + 1: p for k, p in enumerate(pointers)}, int(scratch.ptr), handle=handle)

    return execute


def _copied(call: Call, strides: Strides) -> Callable[[Sequence[int], Any], None]:
    """The same with contiguous arrays of its own between, as bits: CuPy's current stream is that of the handle."""
    import cupy

    from espresso.system.device_memory import at_address

    execute, first = _executed(call, _plan(call, None)), len(call.inputs)
    kinds = [BITS[o.dtype] for o in call.operands]
    arrays = [cupy.empty(o.shape, kind) for o, kind in zip(call.operands, kinds, strict=True)]

    def run(pointers: Sequence[int], handle: Any) -> None:
        views = [
            at_address(p, o.shape, kind, steps)
            for p, o, kind, steps in zip(pointers, call.operands, kinds, strides, strict=True)
        ]
        for array, view in zip(arrays[:first], views[:first], strict=True):
            cupy.copyto(array, view)
        execute([int(a.data.ptr) for a in arrays], handle)
        for array, view in zip(arrays[first:], views[first:], strict=True):
            cupy.copyto(view, array)

    return run


def _handle() -> Any:
    """The handle of this thread for CuPy's current device."""
    import cudnn
    import cupy

    handles = _local.__dict__.setdefault("handles", {})
    device = cupy.cuda.runtime.getDevice()
    if device not in handles:
        handles[device] = cudnn.create_handle()
    return handles[device]


def _plan(call: Call, strides: Strides | None) -> Any:
    """The finalized graph for a call and a layout: from memory, from the cache folder, or built now."""
    import cupy

    layout = strides or contiguous(call)
    device = cupy.cuda.runtime.getDevice()
    properties = cupy.cuda.runtime.getDeviceProperties(device)
    key = (
        call.signature, tuple(map(tuple, layout)), call.deterministic, call.workspace_limit, version(),
        properties["name"], properties["multiProcessorCount"],
    )  # fmt: skip
    with _lock:
        graph = _plans.get((device, key))
        if graph is None:
            name = plan_name(key)
            graph = _restored(name) or plan(call, layout, _handle(), bool(call.parameters.get("tf32")))
            _keep(name, graph)
            _plans[device, key] = graph
    return graph


def plan_name(key: Any) -> str:
    """The name of the file of a plan in the cache folder."""
    return f"es_{hashlib.sha256(repr(key).encode()).hexdigest()[:40]}.cudnn"


def _restored(name: str) -> Any:
    """The plan in a file; None where there is none, or the library does not take it."""
    import cudnn

    from espresso.system.cache import read_entry

    data = read_entry(name)
    if data is None:
        return None
    try:
        graph = cudnn.pygraph(handle=_handle())
        graph.deserialize(_handle(), data)
        return graph
    except Exception:  # another version, another device, a damaged file: build it
        return None


def _keep(name: str, graph: Any) -> None:
    """Write the plan atomically; what cannot be written or serialised is built again next time."""
    from espresso.system.cache import write_entry

    try:
        data = graph.serialize(as_bytes=True)
    except Exception:  # not every plan can be serialised, and the front end has several classes to say so
        return
    write_entry(name, data)


CUDNN = Engine(
    "cudnn", "gpu", (CONVOLUTION, ATTENTION), "convolutions with bias and activation, attention; their gradients",
    missing=missing, version=version, device=lambda: "cuda:0", unfit=unfit, refuses=refuses,
    seconds=seconds, workspace=workspace, differs=frozenset(EPILOGUES), follows=frozenset({"bias"}), prepare=prepare,
)  # fmt: skip
