"""The tests of kernels in tests/simt once more, with the CUDA text in the place of the OpenCL text, on the device in
software: the launches are those of the run-time layer, the numbers are compared with the same reference.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module
from inspect import unwrap
from types import FunctionType
from typing import Any

import numpy as np
import programs
import pytest

import espresso as es
from espresso.runtime.device.cuda import CudaModule, CudaStep, load_cubin
from espresso.runtime.device.launches import Layout

MODULES = (
    "test_simt_table", "test_simt_rows", "test_simt_shapes", "test_simt_pair_passes", "test_simt_pairs", "test_simt_complex",
    "test_simt_cores", "test_simt_functions", "test_simt_memory", "test_simt_runs",
)  # fmt: skip

QUICK = ("test_simt_memory", "test_simt_cores")
"""What runs without ``-m slow``, beside `test_device_suite.py`."""

ELSEWHERE = {
    "test_rows_in_registers", "test_sums_carried_in_registers", "test_the_wrong_element_is_seen", "test_rows_of_any_length",
    "test_products_with_the_layout_of_tensor_cores", "test_compiled_functions_and_their_arrays",
    "test_a_read_behind_the_end_is_seen", "test_a_read_in_front_of_the_start_is_seen", "test_a_store_in_front_of_the_start_is_seen",
    "test_a_store_behind_the_end_is_seen", "test_no_kernel_leaves_its_arrays_or_races", "test_a_missing_barrier_is_seen",
    "test_a_read_outside_is_seen_by_the_simulator", "test_the_machine_code_has_the_instruction",
    "test_rows_in_registers_by_runs", "test_sums_carried_by_runs", "test_runs_that_begin_elsewhere_are_seen",
}  # fmt: skip
"""Tests that look at the OpenCL text, at arrays of OpenCL, or at the CUDA text already."""


def run(
    program: Any, case: Any, wide: bool = False, strides: Mapping[str, Sequence[int]] | None = None, ahead: bool = True
) -> list[np.ndarray]:
    """As `programs.run`: every launch with the arrays of a case, on the device in software."""
    import stand_in

    layout = Layout(program.inputs, ["device"] * len(program.inputs), [case.arrays[n] for n in program.inputs])
    layout.strides = dict(strides or {})
    memory = {n: stand_in.asarray(np.ascontiguousarray(case.arrays[n])) for n in program.inputs}
    for name, buffer in program.buffers.items():
        layout.add(name, tuple(case.size(e) for e in buffer.shape), np.dtype(buffer.dtype), buffer.role)
        memory[name] = stand_in.empty(layout.shapes[name], layout.dtypes[name])
    module = CudaModule(load_cubin(program.source, f"sm_{stand_in.DEVICE.architecture}"))
    for step in program.steps:
        launch = stand_in.watched(CudaStep(module.function(step.name), step, case.size, layout.strides, wide, 0), layout)
        for position, name in enumerate(launch.names):
            launch.bind(position, memory[name].data.ptr)
        launch(stand_in.DEVICE.current)
    return [memory[n].get() for n in program.outputs]


@pytest.fixture(autouse=True)
def _cuda_instead(device: Any, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> None:
    """What asks for OpenCL gets CUDA."""
    simt, compile_ = programs.Case.simt, es.compile
    monkeypatch.setattr(programs.Case, "simt", lambda case, dialect, **options: simt(case, "cuda", **options))
    monkeypatch.setattr(programs, "run", run)
    monkeypatch.setitem(request.function.__globals__, "run", run)
    targets = {"opencl": "gpu"}

    def compiled(*args: Any, **options: Any) -> Any:
        return compile_(*args, **{**options, "target": targets.get(options.get("target"), options.get("target"))})

    monkeypatch.setattr(es, "compile", compiled)


def _again(module: str) -> dict[str, Any]:
    """The tests and fixtures of a module of tests/simt, without the marker that asks for OpenCL."""
    found: dict[str, Any] = {}
    for name, value in vars(import_module(module)).items():
        if isinstance(value, FunctionType) and name.startswith("test_") and name not in ELSEWHERE and value.__module__ == module:
            copy = FunctionType(value.__code__, value.__globals__, name, value.__defaults__, value.__closure__)
            copy.__dict__.update(value.__dict__)
            copy.pytestmark = [m for m in getattr(value, "pytestmark", []) if m.name != "opencl"] + [pytest.mark.slow] * (module not in QUICK)  # type: ignore[attr-defined]
            copy.__kwdefaults__, copy.__annotations__ = value.__kwdefaults__, value.__annotations__
            found[name] = staticmethod(copy)
        elif "fixture" in type(value).__name__.lower():  # those of one underscore are for every test of the module
            found[name] = pytest.fixture(autouse=name.startswith("_"))(staticmethod(unwrap(value)))
    return found


for _module in MODULES:
    _name = f"Test{_module.title().replace('_', '').removeprefix('Test')}"
    globals()[_name] = type(_name, (), {"__doc__": _module, "__module__": __name__, **_again(_module)})
