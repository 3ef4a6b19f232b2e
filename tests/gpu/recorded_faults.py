"""Faults in the run-time layer, one or more for each rule: a piece of it is replaced, and a program of the others runs.

What is recorded must break the rule of that name (`test_recorded_calls.py`).
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Sequence
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

import cupy
import recorded_programs as programs
import recording
from cupy.cuda import Stream, driver, runtime
from recorded_programs import call, compiled, in_a_thread, new

from espresso.engine.cublas_calls import CublasStep
from espresso.engine.cudnn import engine as cudnn_engine
from espresso.errors import EngineError
from espresso.runtime.device import cuda, graphs
from espresso.runtime.device.cuda import CudaBackend, CudaStep
from espresso.runtime.device.launches import Layout

LAUNCH, ARGUMENTS, BIND, ALLOCATE, RUN = CudaStep.__call__, CublasStep.arguments, CudaStep.bind, CudaBackend.allocate, graphs.run
PRODUCT = "C[i,k] = A[i,j]*B[j,k]"


def repeated(**options: Any) -> None:
    """A program of two kernels with the same arrays again and again."""
    f, x, out = compiled(["y[i] = 2*exp(x[i])", "z[i] = sum[j](x[j])*x[i]"], **options), new(100), (new(100), new(100))
    for _ in range(4):
        call(f, x=x, out=out)


def one_product(dtype: str = "float32") -> None:
    call(compiled(PRODUCT), A=new(30, 20, dtype=dtype), B=new(20, 9, dtype=dtype))


def one_kernel() -> None:
    call(compiled("y[i] = 2*x[i] + 1"), x=new(1000, dtype="float64"))


def in_streams(f: Any, **given: Any) -> None:
    """Two streams that nobody orders."""
    cupy.cuda.get_current_stream().synchronize()
    for _ in range(2):
        for stream in STREAMS:
            with stream:
                call(f, **given)


STREAMS = [Stream(non_blocking=True) for _ in range(2)]


def convolution(x: Any, **options: Any) -> None:
    f = compiled("y[n,o,p] = pad(x)[n,c,p + r - 1]*k[o,c,r]", sizes={"p": 16}, engine="cudnn", **options)
    call(f, x=x, k=new(4, 8, 3))


def other_arrays() -> None:
    f, kept = compiled(["y[i] = 2*exp(x[i])", "z[i] = sum[j](x[j])*x[i]"]), [(new(100), (new(100), new(100))) for _ in range(4)]
    for x, out in kept:
        call(f, x=x, out=out)


def with_contexts() -> None:
    f, x = compiled("y[i] = 2*x[i] + 1"), new(1000)
    call(f, x=x)
    call(f, x=x)
    in_a_thread(lambda: call(f, x=x))


def shared_handles() -> None:
    f, given = compiled(PRODUCT), {"A": new(30, 20), "B": new(20, 9)}
    call(f, **given)
    in_a_thread(lambda: call(f, **given))


def launched(**changes: int) -> Callable[[], Any]:
    """``launchKernel`` with other numbers."""
    names = ("f", "gx", "gy", "gz", "bx", "by", "bz", "shared", "stream", "parameters", "extra")

    def launch(*values: int) -> None:
        driver.launchKernel(*(dict(zip(names, values, strict=True)) | changes).values())

    return lambda: launch


def allocating(step: Any, queue: Any) -> None:
    HELD.append(cupy.cuda.alloc(1 << 24))
    LAUNCH(step, queue)


def waiting(step: Any, queue: Any) -> None:
    LAUNCH(step, queue)
    runtime.streamSynchronize(queue.ptr)


def copying(step: Any, queue: Any) -> None:
    runtime.memcpyAsync(step.cells[0], step.parameters, 8, runtime.memcpyHostToDevice, queue.ptr)
    LAUNCH(step, queue)


HELD: list[Any] = []


def wrong(position: int, change: Callable[[Any], Any]) -> Callable[..., Any]:
    """Arguments of a product with another one at a position."""

    def arguments(step: Any, handle: int) -> Sequence[Any]:
        found = list(ARGUMENTS(step, handle))
        found[position] = change(found[position])
        return found

    return arguments


def same_pointer(step: Any, position: int, pointer: int) -> None:
    BIND(step, position, pointer)
    step.cells[1] = step.cells[0]


def mode(number: int) -> Callable[..., None]:
    def made(step: Any, *arguments: Any) -> None:
        INIT(step, *arguments)
        step._mode = number

    return made


INIT = CublasStep.__init__
Patch = tuple[Any, str, Any]
TO_LEGACY: Patch = (CudaStep, "__call__", lambda step, queue: LAUNCH(step, Stream.null))
ONE_KEY: Patch = (CudaBackend, "key", lambda *_: "one")
FIRST: dict[str, int] = {}

FAULTS: dict[str, tuple[Sequence[Patch], Callable[[], None]]] = {
    "nothing_but_work_is_captured: memory": ([(CudaStep, "__call__", allocating)], repeated),
    "nothing_but_work_is_captured: waiting": ([(CudaStep, "__call__", waiting)], repeated),
    "the_legacy_stream_is_not_used_in_capture": ([TO_LEGACY], repeated),
    "captures_read_no_memory_of_the_host": ([(CudaStep, "__call__", copying)], repeated),
    "addresses_are_alive: arenas": (
        [(CudaBackend, "allocate", lambda b, n, q: SimpleNamespace(ptr=ALLOCATE(b, n, q).ptr))],
        lambda: call(compiled(["y[i] = sum[j](exp(A[i,j]))", "z[i] = sum[j](exp(A[j,i]))*2"]), A=new(90, 90), out=(new(90), new(90))),
    ),
    "memory_is_shared_in_order": ([ONE_KEY], lambda: in_streams(compiled("C[i,l] = exp(A[i,j])*B[j,l]"), A=new(30, 20), B=new(20, 9))),
    "workspaces_belong_to_one_stream": ([ONE_KEY], lambda: in_streams(
        compiled("y[n,o,p] = pad(x)[n,c,p + r - 1]*k[o,c,r]", sizes={"p": 16}, engine="cudnn"), x=new(2, 8, 16), k=new(4, 8, 3))),
    "operands_lie_in_their_memory": ([(CublasStep, "arguments", wrong(5, lambda k: k * 1000))], one_product),
    "launches_have_a_valid_geometry: grid": ([(cuda, "_launch_kernel", launched(gy=65536))], one_kernel),
    "launches_have_a_valid_geometry: block": ([(cuda, "_launch_kernel", launched(bx=2048))], one_kernel),
    "shared_memory_is_asked_for": ([(cuda, "_launch_kernel", launched(shared=49153))], one_kernel),
    "arrays_are_aligned": ([(CudaStep, "bind", lambda s, k, p: BIND(s, k, p + 4))], one_kernel),
    "restricted_pointers_are_alone": ([(CudaStep, "bind", same_pointer)], one_kernel),
    "offsets_fit_their_integers": (
        [(Layout, "wide", property(lambda _: False))], lambda: call(compiled("y[i,j] = 2*x[i,j] + 1"), x=new(1 << 16, (1 << 15) + 8)),
    ),
    "leading_dimensions_are_in_range": ([(CublasStep, "arguments", wrong(8, lambda ld: ld - 1))], one_product),
    "operands_of_products_are_aligned": ([(CublasStep, "arguments", wrong(7, lambda p: p + 2))], one_product),
    "tf32_only_when_asked: cuBLAS": ([(CublasStep, "__init__", mode(3))], one_product),
    "tf32_only_when_asked: sums of 16 bits": ([(CublasStep, "__init__", mode(0))], lambda: one_product("float16")),
    "tf32_only_when_asked: cuDNN": (
        [(cudnn_engine, "plan", lambda c, s, h, _, real=cudnn_engine.plan: real(c, s, h, True))], lambda: convolution(new(2, 8, 16)),
    ),
    "work_goes_into_the_stream_of_the_call": ([TO_LEGACY], lambda: in_streams(compiled("y[i] = 2*x[i]"), x=new(100))),
    "handles_belong_to_a_thread": ([(CublasStep, "handle", lambda s, q: FIRST.setdefault("handle", s._shared()))], shared_handles),
    "threads_have_a_context": ([(CudaBackend, "_enter", lambda _: None)], with_contexts),
    "graphs_use_the_arrays_of_the_call": ([(graphs, "run", lambda w, q, p, s: RUN(w, q, (), s))], other_arrays),
    "plans_get_what_they_were_made_for": ([(cudnn_engine, "ALIGNMENT", 1)], lambda: convolution(new(2 * 8 * 16 + 1)[1:].reshape(2, 8, 16))),
}  # fmt: skip
"""The rule that is broken, in words what breaks it; what is replaced; and the program."""


OF_CUDNN = ("workspaces_belong_to_one_stream", "tf32_only_when_asked: cuDNN", "plans_get_what_they_were_made_for")


def run(recorder: Any, names: Sequence[str]) -> None:
    """Every fault, in a cache of plans of its own."""

    def broken(patches: Sequence[Patch], program: Callable[[], None]) -> Callable[[], None]:
        def work() -> None:
            with contextlib.ExitStack() as stack:
                for patched in (*patches, (cudnn_engine, "_plans", {}), (cudnn_engine, "_restored", lambda _: None)):
                    stack.enter_context(patch.object(*patched))
                stack.enter_context(contextlib.suppress(EngineError))
                program()

        return work

    left_out = () if recording.found("cudnn") else OF_CUDNN
    programs.run_each(recorder, {name: broken(*FAULTS[name]) for name in names or FAULTS if name not in left_out})
