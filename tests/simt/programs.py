"""SIMT programs of formulas, and a small launcher that runs them on an OpenCL device (PoCL in CI)."""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import opencl_units

import espresso as es
from espresso.codegen.simt.program import SimtKernel, SimtProgram, simt_program
from espresso.compiler.pipeline import build
from espresso.runtime.cpu.programs import evaluate_extent

GUARD = b"\xff" * 4096
"""What lies behind every input: NaN in all dtypes."""

BEHIND = b"\x5a\x5a\xf5\xff" * 1024
"""What lies behind every array that kernels write: NaN that no computation gives."""


class Case:
    """A compiled formula with inputs: its plan for a device, from which programs in both dialects are made."""

    def __init__(
        self, source: Any, given: Mapping[str, np.ndarray], target: str = "opencl", **options: Any
    ) -> None:
        f = es.compile(source, target=target, **options)
        self.given = {n: given[n] for n in f.inputs}
        arrays = f._arguments.collect((), self.given)
        facts = f._arguments.check(arrays)
        self.shapes = {n: a.shape for n, a in zip(f.inputs, arrays, strict=True)}
        self.dtypes = {n: str(a.dtype) for n, a in zip(f.inputs, arrays, strict=True)}
        self.arrays = dict(zip(f.inputs, arrays, strict=True))
        results = {n: str(facts.dtypes[e]) for n, e in zip(f.outputs, f.expressions, strict=True)}
        self.compiled = f
        self.program = build(f.prepared, self.dtypes, results, self.size).program
        self.ranks = {n: t.data.rank for n, t in f._inputs.items()}

    def size(self, e: Any) -> int:
        """The number that an extent is for the inputs at hand."""
        return evaluate_extent(e, self.shapes)

    def simt(self, dialect: str, **options: Any) -> SimtProgram:
        """The program in a dialect."""
        assert self.program is not None
        formula = str(self.compiled)
        return simt_program(
            self.program, self.compiled.inputs, self.ranks, self.dtypes, dialect, formula=formula, **options
        )

    def run(self, **options: Any) -> list[np.ndarray]:
        """The results, computed on the OpenCL device."""
        return run(self.simt("opencl", **options), self, wide=bool(options.get("wide")))


@functools.cache
def _queue() -> Any:
    import pyopencl as cl

    device = next(d for p in cl.get_platforms() for d in p.get_devices())
    return cl.CommandQueue(cl.Context([device]))


def run(
    program: SimtProgram, case: Any, wide: bool = False, strides: Mapping[str, Sequence[int]] | None = None,
    ahead: bool = True,
) -> list[np.ndarray]:  # fmt: skip
    """Compile, launch every kernel, fetch the results; memory that nothing writes holds NaN.

    Around every array lies NaN as well (-1 for integers): a read past an end spoils a result, and a store
    there is an AssertionError.  Without ``ahead`` arrays begin where their memory does.
    """
    import pyopencl as cl

    queue = _queue()
    flags = cl.mem_flags.READ_WRITE | cl.mem_flags.COPY_HOST_PTR
    built = opencl_units.program(queue.context, program.source, lambda: cl.Program(queue.context, program.source).build())
    memory, results, whole_of = {}, {}, {}
    front = b"\xff" * max(16, queue.device.mem_base_addr_align // 8) * ahead
    for name in program.inputs:
        raw = np.frombuffer(front + np.ascontiguousarray(case.arrays[name]).tobytes() + GUARD, np.uint8).copy()
        memory[name] = cl.Buffer(queue.context, flags, hostbuf=raw).get_sub_region(len(front), raw.size - len(front))
    for name, buffer in program.buffers.items():
        results[name] = np.empty([case.size(e) for e in buffer.shape], buffer.dtype)
        poison = np.frombuffer(front + b"\xff" * results[name].nbytes + BEHIND, np.uint8).copy()
        whole_of[name] = cl.Buffer(queue.context, flags, hostbuf=poison)
        memory[name] = whole_of[name].get_sub_region(len(front), poison.size - len(front))
    whole = np.int64 if wide else np.int32
    for step in program.steps:
        assert isinstance(step, SimtKernel)
        launch = step.launch(case.size)
        if 0 in launch.grid:
            continue
        sizes = [whole(case.size(e)) for e in step.sizes]
        steps = [whole((strides or {})[n][k]) for n, k in step.strides]
        threads = tuple(g * b for g, b in zip(launch.grid, launch.block, strict=True))
        opencl_units.kernel(built, step.name)(queue, threads, launch.block, *(memory[n] for n in step.arguments), *sizes, *steps)
    for name in program.outputs:
        if results[name].nbytes:
            cl.enqueue_copy(queue, results[name], memory[name])
    for name in results:
        behind = np.empty(len(BEHIND), np.uint8)
        cl.enqueue_copy(queue, behind, memory[name], src_offset=results[name].nbytes)
        assert behind.tobytes() == BEHIND, f"a kernel stores behind the end of {name}"
        before = np.empty(len(front), np.uint8)
        if ahead:
            cl.enqueue_copy(queue, before, whole_of[name])
        assert before.tobytes() == front, f"a kernel stores in front of {name}"
    queue.finish()
    return [results[n] for n in program.outputs]


def cubin(source: str, arch: str = "sm_80", optimised: bool = False) -> bytes:
    """CUDA text compiled by NVRTC, which needs no driver; it takes a fifth of the time where it may compile quickly."""
    from cuda.bindings import nvrtc
    from cuda.core import Program, ProgramOptions

    quick = {} if optimised or nvrtc.nvrtcVersion()[1:] < (12, 9) else {"ofast_compile": "max"}
    return Program(source, "c++", ProgramOptions(arch=arch, **quick)).compile("cubin").code  # type: ignore[no-any-return]


TOLERANCE = {"float64": (1e-9, 1e-12), "float32": (1e-4, 1e-5), "float16": (2e-2, 5e-3)}


def agree(values: Sequence[np.ndarray], expected: Sequence[Any], dtype: str = "float64") -> None:
    """Shapes, dtypes and numbers are those of the reference."""
    rtol, atol = TOLERANCE[dtype]
    for value, other in zip(values, expected, strict=True):
        wanted = np.asarray(other)
        assert value.shape == wanted.shape
        assert value.dtype == wanted.dtype
        np.testing.assert_allclose(value, wanted, rtol=rtol, atol=atol)
