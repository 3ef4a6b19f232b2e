"""Programs for devices that are not here: text, plan, counts and estimates need none; calls say what is missing."""

from __future__ import annotations

import re
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

import espresso as es
from espresso import networks as nn
from espresso.api.reports.explain_device import step_costs
from espresso.codegen.simt.cost.cost import Cost
from espresso.codegen.simt.cost.roofline import GPUS, gpu_named, seconds
from espresso.system import devices

SOFTMAX = "p[i,k] = softmax[k](z[i,k])"


@pytest.fixture(params=["gpu", "opencl"])
def absent(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """A target whose runtime library is not installed."""
    for known in (devices._missing_gpu, devices._missing_opencl):
        known.cache_clear()
    monkeypatch.setattr(devices, "find_spec", lambda name: None)
    request.addfinalizer(devices._missing_gpu.cache_clear)
    request.addfinalizer(devices._missing_opencl.cache_clear)
    return str(request.param)


def test_text_without_device_and_library(absent: str, tmp_path: Path) -> None:
    """sC1: no GPU breaks nothing but the call itself, which says what to install."""
    f = es.compile([SOFTMAX, "C[i,j] = z[i,k]*w[k,j]"], target=absent)
    word = "__global__" if absent == "gpu" else "__kernel"
    assert word in f.source and all(word in text for text in f.kernels.values())
    assert f.save(tmp_path / "k.txt").read_text() == f.source
    assert "softmax" in f.explain() and "rows i < size(z, 0)" in f.explain()
    with pytest.raises(es.TargetError, match=f"target '{absent}' needs .*, which is not installed.\nInstall it: pip"):
        f(z=np.ones((2, 3)), w=np.ones((3, 4)))
    with pytest.raises(es.TargetError, match="which is not installed"):
        es.compile("y = x", target=f"{absent}:0".replace("gpu", "cuda"))  # a device by name has to be there
    with pytest.raises(es.TargetError), es.device(absent):
        pass


def test_library_calls_are_read_as_they_would_be_made(absent: str) -> None:
    """Where the target is absent its libraries count as present; the text says which step is whose."""
    f = es.compile("C[i,j] = exp(z[i,k])*w[k,j]", target=absent)
    assert ("cublas: C[i,j] = sum[k](" in f.source) == (absent == "gpu")
    assert ("kernel_C" in f.kernels) == (absent == "opencl")


def test_a_call_is_described_for_shapes(absent: str) -> None:
    f = es.compile(SOFTMAX, target=absent)
    text = f.explain("H100", z=np.broadcast_to(np.float32(0), (64, 40000)))
    assert "rows i < 64" in text and "grid (64, 1, 1)" in text and "H100" in text
    assert "float" in f.source and "double" not in f.source
    assert "rows i < 3" in f.explain(z=(3, 5))
    assert "double" in f.source  # shapes alone: float64
    with pytest.raises(es.RankError):
        f.explain(z=(3,))
    with pytest.raises(es.TargetError, match="no figures of a GPU 'Z9' are known"):
        f.explain("Z9", z=(3, 5))


# --- counts ------------------------------------------------------------------------------


def counts(text: object, **shapes: tuple[int, ...]) -> Cost:
    """All steps of a float32 program together."""
    f = es.compile(text, target="gpu")
    given = {
        n: SimpleNamespace(shape=s, dtype=np.dtype("int64" if n == "idx" else "float32")) for n, s in shapes.items()
    }
    f.explain(**given)
    total = Cost()
    for _, cost in step_costs(f._last):
        total += cost
    return total


def test_a_map_moves_every_array_once() -> None:
    found = counts("z[i,j] = x[i,j] + y[i]*v[j]", x=(40, 80), y=(40,), v=(80,))
    assert (found.read, found.again, found.written) == (4 * (3200 + 40 + 80), 0, 4 * 3200)
    assert (found.flops, found.special) == (2 * 3200, 0)


def test_neighbours_of_an_element_come_from_the_cache() -> None:
    found = counts("y[i] = x[i] + x[i+1] + x[i+2]", x=(1002,))
    assert (found.read, found.written) == (4 * 1002, 4 * 1000)


def test_a_split_sum_moves_its_parts() -> None:
    n = 1 << 22
    found = counts("s = sum[i](x[i]*y[i])", x=(n,), y=(n,))
    assert found.read >= 8 * n and found.read - 8 * n < 4 * 1024
    assert 4 < found.written <= 4 * 1024


def test_gathers_and_scatters() -> None:
    found = counts("y[b,k] = W[idx[b],k]", W=(1000, 8), idx=(50,))
    assert (found.read, found.written) == (50 * 8 + 4 * 50 * 8, 4 * 50 * 8)


def test_products_of_the_library() -> None:
    found = counts("C[i,j] = A[i,k]*B[k,j]", A=(100, 300), B=(300, 200))
    assert found.flops == 2 * 100 * 200 * 300
    assert found.moved == 4 * (100 * 300 + 300 * 200 + 100 * 200)


def test_the_least_time_is_that_of_the_slowest_part() -> None:
    gpu = gpu_named("H200")
    assert seconds(Cost(read=4_800_000), gpu) == (pytest.approx(1e-6), "memory")
    assert seconds(Cost(flops=67_000_000, read=8), gpu) == (pytest.approx(1e-6), "arithmetic")
    assert seconds(Cost(special=4_200_000), gpu) == (pytest.approx(1e-6), "special functions")
    assert seconds(Cost(again=5_500_000, row=4096), gpu) == (pytest.approx(1e-6), "cache")
    assert seconds(Cost(again=4_800_000, row=1 << 20), gpu)[1] == "memory"  # rows in flight exceed the cache
    assert seconds(Cost(flops64=67_000_000), gpu, "float64")[0] < seconds(Cost(flops64=67_000_000), gpu)[0]
    assert len({g.name for g in GPUS}) == len(GPUS)


def test_explanations_name_grid_bytes_and_time() -> None:
    text = es.compile("y[i] = 2*x[i]", target="gpu").explain("H200", x=(1 << 20,))
    assert re.search(r"kernel_y: grid \(\d+, 1, 1\), block \(256, 1, 1\)", text)
    assert "16,777,216 bytes moved, 1.05e+06 operations; 3.5 us (memory)" in text


@pytest.mark.parametrize("target", ["cpu", "numpy"])
def test_calls_on_the_host_are_described_too(target: str) -> None:
    f = es.compile("s[i] = sum[j](X[i,j]*w[j])", target=target)
    text = f.explain(X=(100, 20), w=(20,))
    assert text == f.explain()
    np.testing.assert_array_equal(f(X=np.ones((3, 2)), w=np.ones(2)), [2, 2, 2])
    with pytest.raises(es.ExtentError):
        f.explain(X=(100, 20), w=(21,))


@pytest.mark.parametrize("target", ["gpu", "opencl"])
@pytest.mark.parametrize("method, steps", [("sgd", []), ("adam", ["count"])])
def test_an_update_is_one_kernel_for_each_parameter(target: str, method: str, steps: list[str]) -> None:
    """sE10: moments and parameter in one pass, all parameters in one program; beside them the weights of the step."""
    tensors = {"w": es.tensor("w[i,j]"), "b": es.tensor("b[i]")}
    gradients = {"w": es.tensor("dw[i,j]"), "b": es.tensor("db[i]")}
    new = getattr(nn, method)(tensors, gradients, 0.1, *map(es.tensor, steps))
    f = es.compile(list(new.values()), target=target)
    loops = [name for name in f.kernels if not re.fullmatch(r"kernel_t\d*", name)]
    assert sorted(loops) == sorted("kernel_" + "_".join(str(e.name) for e in new.values() if str(e.name)[0] == n) for n in "wb")


def test_a_temporary_larger_than_the_limit_is_refused() -> None:
    f = es.compile("T[i,j] = A[i,k]*B[k,j]; y[i,j] = T[i,j]*T[j,i]", target="gpu", memory_limit=10_000)
    assert "s: 7,424 bytes" in f.explain(A=(30, 30), B=(30, 30))
    with pytest.raises(es.OutOfMemoryError, match=r"makes s, float64 of shape \(100, 100\), 78.1 KiB; memory_limit= allows"):
        f.explain(A=(100, 100), B=(100, 100))
