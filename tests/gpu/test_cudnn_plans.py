"""What cuDNN's own heuristics say about espresso's graphs on an H100, on a machine without one (sC16, sE8).

The library plans for a device that is only described; it wants a driver to be there, and never calls it for convolutions:
what stands in for one says to every question that there is no device.
"""

from __future__ import annotations

import importlib.util
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from espresso.engine.cudnn.engine import CUDNN
from espresso.engine.cudnn.graphs import EPILOGUES

HERE = Path(__file__).parent
DRIVER = ("cuGetErrorString", "cuModuleGetFunction", "cuModuleLoadData", "cuModuleUnload", "cuTensorMapEncodeIm2col",
          "cuTensorMapEncodeTiled")  # fmt: skip
"""What the library is linked with."""

def _without() -> str:
    if shutil.which("cc") is None or sys.platform != "linux":
        return "there is no C compiler, or the system is not Linux"
    if importlib.util.find_spec("cudnn") is None or importlib.util.find_spec("nvidia.cudnn") is None:
        return "cuDNN and its front end are not installed"
    return ""


def library(folder: Path, name: str, text: str) -> None:
    source = folder / "library.c"
    source.write_text(text)
    command = ["cc", "-w", "-shared", "-fPIC", f"-Wl,-soname,{name}", "-o", str(folder / name), str(source)]
    subprocess.run(command, check=True, timeout=60)


@pytest.fixture(scope="module")
def plans(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    if reason := _without():
        pytest.skip(reason)
    folder = tmp_path_factory.mktemp("driver")
    library(folder, "libcuda.so.1", "int cuDriverGetVersion(int* v) { *v = 12090; return 0; }\n"
            + "".join(f"int {name}(void) {{ return 100; }}\n" for name in DRIVER))  # fmt: skip
    version = "int cudaRuntimeGetVersion(int* v) { *v = 12090; return 0; }"
    major = "int cudaDeviceGetAttribute(int* v, int a, int d) { *v = a == 75 ? 9 : a == 16 ? 132 : 0; return 0; }"
    words = "const char* cudaGetErrorString(int e) { return \"no device\"; } int cudaGetLastError(void) { return 0; }"
    library(folder, "libcudart.so.12", f"int cudaGetDevice(int* d) {{ *d = 0; return 0; }}\n{version}\n{major}\n{words}\n")
    found = importlib.util.find_spec("nvidia")
    roots = found.submodule_search_locations if found is not None and found.submodule_search_locations else []
    places = [str(p) for root in roots for p in sorted(Path(root).glob("*/lib"))]
    env = {**os.environ, "LD_LIBRARY_PATH": os.pathsep.join([str(folder), *places]),
           "CUDNN_FRONTEND_CUDART_LIB_NAME": "libcudart.so.12"}  # fmt: skip
    done = subprocess.run([sys.executable, str(HERE / "plans_of_cudnn.py")], env=env, capture_output=True, text=True, timeout=300)
    if "SUBLIBRARY_LOADING_FAILED" in done.stderr or "finds no library" in done.stderr:
        pytest.skip(f"cuDNN does not load here: {done.stderr.splitlines()[-1]}")
    assert done.returncode == 0, done.stderr[-2000:]
    return dict(json.loads(done.stdout.splitlines()[-1]))


def test_every_convolution_has_a_plan(plans: dict[str, Any]) -> None:
    """Strides, dilation, groups, one to three axes, both gradients, three dtypes without TF32, bias; also without workspace."""
    alone = {k: p for k, p in plans.items() if not any(e in k for e in EPILOGUES)}
    assert len(alone) > 25 and {k: p for k, p in alone.items() if isinstance(p, str)} == {}
    assert {p[1] for k, p in alone.items() if "no workspace" in k} == {0}


def test_plans_are_kept_and_read_back(plans: dict[str, Any]) -> None:
    """What the cache folder holds is the plan: it needs the same workspace."""
    made = [p for p in plans.values() if not isinstance(p, str)]
    assert all(kept > 1000 and again == size for _, size, kept, again in made)


def test_activations_go_with_a_convolution_only_by_name(plans: dict[str, Any]) -> None:
    """Why: beside relu after a bias there is the one engine that serves everything, or none, and a kernel reads the result once."""
    for dtype in ("float32", "float16", "bfloat16"):
        assert plans[f"{dtype} bias"][0] == plans[f"{dtype} bias, relu"][0] != "eng0"
        assert {plans[f"{dtype} bias, {e}"][0] for e in ("tanh", "sigmoid")} == {"eng0"}
        assert all(isinstance(plans[f"{dtype} {e}"], str) for e in ("relu", "tanh", "sigmoid"))
    assert CUDNN.differs == set(EPILOGUES) and CUDNN.follows == {"bias"}
