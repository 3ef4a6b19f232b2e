"""What all tests share: tiers that need hardware are skipped with the reason, seeds are fixed."""

from __future__ import annotations

import functools
import gc
import importlib.util
import os
import shutil
from pathlib import Path

import numpy as np
import opencl_units
import pytest
from hypothesis import HealthCheck, settings
from hypothesis.internal.conjecture import providers

from espresso.runtime.device.opencl import OpenclBackend
from espresso.system import machine_model

# One profile for all machines: no deadline (compilation takes what it takes), fixed seeds.
settings.register_profile(
    "espresso", deadline=None, derandomize=True, print_blob=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("espresso")
# Constants of our sources are among what it draws; without them examples do not depend on what was imported before.
providers._get_local_constants = lambda: providers._local_constants


THINNED = {
    "test_recurrence_rows.py::test_values_and_the_rows_that_are_kept": 3,
    "test_traced_depth.py::test_derivatives_are_as_long_as_the_function": 4,
    "test_nested_recurrences.py::test_values_and_gradients": 2,
    "test_planning.py::test_derivation_and_plan_take_operations_linear_in_the_depth": 2,
    "test_checkpoints.py::test_gradients_are_those_with_all_rows": 2,
    "test_index_fuzz.py::test_programs_stay_inside": 2,
    "test_complex_eigenvalues.py::test_derivatives_by_real_inputs": 2,
    "test_outside.py::test_inputs_are_called_like_functions_of_the_text": 3,
    "test_accumulate.py::test_sums_of_products_are_library_calls": 2,
    "test_several_indices.py::test_derivatives_agree_with_differences": 2,
    "test_several_indices.py::test_what_is_printed_is_read_back": 3,
    "test_recurrence_derivatives.py::test_hessians_agree_with_differences": 2,
    "test_traced_scans.py::test_gradients_agree_with_differences": 2,
    "test_saved_recurrences.py::test_saved_modules_refuse_what_a_call_refuses": 2,
    "test_call_inputs.py::test_numbers_become_what_numpy_makes_of_them": 2,
    "test_step_lengths.py::test_rows_of_any_length_forward": 2,
    "test_training_steps.py::test_memory_is_within_five_hundredths_of_the_bound": 3,
    "test_nvrtc.py::test_a_part_of_the_table_on_each_architecture": 2,
    "test_sass.py::test_machine_code": 2,
    "test_launches.py::test_products_with_and_without_tensor_cores": 2,
}
"""Long tables of which every n-th row always runs; the others are in the slow tier."""


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The long files of this folder come first, so that no worker is left alone with one of them at the end."""
    here = Path(__file__).parent
    items.sort(key=lambda item: item.path.parent != here)
    rows: dict[str, int] = {}
    for item in items:
        name = f"{item.path.name}::{getattr(item, 'originalname', item.name)}"
        if name in THINNED:
            rows[name] = rows.get(name, -1) + 1
            if rows[name] % THINNED[name]:
                item.add_marker(pytest.mark.slow)


def pytest_collection_finish() -> None:
    """What is there now stays: a collection of garbage, which many tests ask for, need not look at it each time."""
    gc.collect()
    gc.freeze()


@functools.cache
def _no_gpu() -> str | None:
    """Why GPU tests cannot run here, or None."""
    if importlib.util.find_spec("cupy") is None:
        return "CuPy is not installed"
    import cupy

    try:
        return None if cupy.cuda.runtime.getDeviceCount() else "CuPy finds no GPU"
    except Exception as error:
        return f"CuPy finds no GPU: {error}"


@functools.cache
def _no_opencl() -> str | None:
    """Why OpenCL tests cannot run here, or None."""
    if importlib.util.find_spec("pyopencl") is None:
        return "pyopencl is not installed"
    import pyopencl

    try:
        return None if any(p.get_devices() for p in pyopencl.get_platforms()) else "there is no OpenCL device"
    except Exception as error:
        return f"there is no OpenCL device: {error}"


pytest_runtest_protocol = opencl_units.pytest_runtest_protocol


def pytest_runtest_setup(item: pytest.Item) -> None:
    for marker, reason in (("gpu", _no_gpu), ("opencl", _no_opencl)):
        if item.get_closest_marker(marker) and (why := reason()):
            pytest.skip(why)


@pytest.fixture(autouse=True, scope="session")
def _own_cache(tmp_path_factory: pytest.TempPathFactory) -> object:
    """Generated programs of the tests go into a folder of their own, which processes that test side by side share."""
    base = tmp_path_factory.getbasetemp()
    folder = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "programs"
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("ESPRESSO_CACHE_DIR", str(folder))
        patch.setattr("espresso.system.cache.KEEP", False)  # tests change what plans are made from
        yield


OPTIMISED = {
    "test_broadcast_reduce", "test_c_order", "test_code_memory",
    "test_complex_functions", "test_complex_vectors", "test_direct_convolution", "test_guard_pages",
    "test_helpers", "test_index_fuzz", "test_index_splitting", "test_loops", "test_native", "test_packed_gemm",
    "test_parallel_compilation", "test_rank_k_update", "test_same_text",
    "test_schedule", "test_skinny_gemm", "test_small_integers", "test_software_pipeline", "test_stability",
    "test_non_temporal_stores", "test_tiling", "test_transposing", "test_unroll_and_jam", "test_vector_math", "test_winograd",
    "test_winograd_filter",
}
"""Files that measure, read instructions, count roundings or search for wrong code: machine code as users have it."""

def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--alone", action="store_true", help="each OpenCL test builds its own programs (opencl_units)")
    parser.addoption("--optimised", action="store_true", help="machine code and checks of gradients in all files as users have them")


@pytest.fixture(autouse=True, scope="module")
def _quick_code(request: pytest.FixtureRequest) -> object:
    """Programs without passes of LLVM, for files that compare values and plans: it takes a quarter of the time.

    Functions that programs share (products, convolutions, the pool of threads) are those of users.
    """
    with pytest.MonkeyPatch.context() as patch:
        if request.module.__name__.rpartition(".")[2] not in OPTIMISED and not request.config.getoption("--optimised"):
            patch.setattr("espresso.machine.machine_code.LEVELS", (0, 0))
        yield


@pytest.fixture(autouse=True, scope="session")
def _one_machine() -> object:
    """Plans are those of one machine, whatever this one is and whatever was measured on it."""
    with machine_model.assumed(machine_model.AVX512):
        yield


@pytest.fixture(autouse=True, scope="session")
def _few_elements(request: pytest.FixtureRequest) -> object:
    """`check_grads` compares 12 elements of an array, drawn at random; each takes four slow evaluations of the formula."""
    with pytest.MonkeyPatch.context() as patch:
        if not request.config.getoption("--optimised"):
            patch.setattr("espresso.api.check_grads._ELEMENTS", 12)
        yield


@pytest.fixture(autouse=True, scope="session")
def _quick_opencl(tmp_path_factory: pytest.TempPathFactory) -> object:
    """OpenCL drivers compile without optimising (pyopencl adds the option to every program), and hand no binaries out,
    for which PoCL compiles a second time.  What is tested is our text, and small arrays; see the fixtures ``optimised``
    and ``binaries``.  Programs of a file are built together (`opencl_units`).  PoCL links each kernel: with the linker
    of the system that takes as long as compiling it, with others half of that.
    """
    load = OpenclBackend.load

    def together(self: OpenclBackend, source: str, formula: str) -> object:
        if OpenclBackend.binary is BINARY:
            return load(self, source, formula)
        return opencl_units.program(self.context, source, lambda: load(self, source, formula))

    with pytest.MonkeyPatch.context() as patch:
        if quick := shutil.which("ld.gold") or shutil.which("ld.lld"):
            folder = tmp_path_factory.mktemp("linker")
            (folder / "ld").symlink_to(quick)
            patch.setenv("COMPILER_PATH", str(folder))  # where clang looks first
        patch.setenv("PYOPENCL_BUILD_OPTIONS", "-cl-opt-disable")
        patch.setattr(OpenclBackend, "binary", lambda *_: b"")
        patch.setattr(OpenclBackend, "load", together)
        patch.setattr(OpenclBackend, "kernel", lambda _, module, name: opencl_units.kernel(module, name))
        yield


BINARY = OpenclBackend.binary


@pytest.fixture
def binaries(monkeypatch: pytest.MonkeyPatch) -> None:
    """Binaries of OpenCL programs are kept on disk, as for users."""
    monkeypatch.setattr(OpenclBackend, "binary", BINARY)


@pytest.fixture
def optimised(monkeypatch: pytest.MonkeyPatch) -> None:
    """Programs as users run them: with LLVM's passes, and with the optimiser of an OpenCL driver."""
    monkeypatch.setattr("espresso.machine.machine_code.LEVELS", (3, 3))
    monkeypatch.delenv("PYOPENCL_BUILD_OPTIONS", raising=False)


@pytest.fixture
def quick_numba(monkeypatch: pytest.MonkeyPatch) -> None:
    """numba does not optimise, which takes half of its time, for tests that call once what it makes."""
    from numba.core import config

    monkeypatch.setattr(config, "OPT", type(config.OPT)(0))


@pytest.fixture
def rng() -> np.random.Generator:
    """Random numbers that are the same in every run."""
    return np.random.default_rng(20240607)


@pytest.fixture(scope="session")
def root() -> Path:
    """The source checkout."""
    return Path(__file__).resolve().parent.parent


@pytest.fixture
def few_pairs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Few pairs count as many, and small arrays of pairs as large ones."""
    from espresso.compiler.matching import pair_passes

    monkeypatch.setattr(pair_passes, "BIG", 0)
    monkeypatch.setattr(pair_passes, "TILES", 0)
