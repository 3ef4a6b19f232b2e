"""Kinds of arrays, regions and device names where there is no device but the CPU (sB2, sC1, sC10, case 64)."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import numpy as np
import pytest

import espresso as es
from espresso.runtime.device.arrays import NUMBER, NUMPY, kind_of, overlap


class OnlyDlpack:
    """An array of some library that speaks nothing but DLPack."""

    def __init__(self, array: np.ndarray) -> None:
        self.array = array

    def __dlpack__(self, **kwargs: Any) -> Any:
        return self.array.__dlpack__(**kwargs)

    def __dlpack_device__(self) -> Any:
        return self.array.__dlpack_device__()


class WithNamespace(OnlyDlpack):
    """One that says how its library takes arrays."""

    def __array_namespace__(self) -> Any:
        class Namespace:
            @staticmethod
            def from_dlpack(array: Any) -> Any:
                return WithNamespace(np.from_dlpack(array))

        return Namespace


def test_dlpack_arrays_are_taken_without_a_copy() -> None:
    f = es.compile("y[i] = 2*x[i]")
    x = np.arange(3.0)
    y = f(OnlyDlpack(x))
    assert type(y) is np.ndarray
    np.testing.assert_array_equal(y, 2 * x)
    z = f(WithNamespace(x))
    assert isinstance(z, WithNamespace)
    np.testing.assert_array_equal(z.array, 2 * x)
    assert f.transfers.to_device == f.transfers.to_host == 0


def test_torch_tensors_in_torch_tensors_out() -> None:
    torch = pytest.importorskip("torch")
    f = es.compile(["y[i] = 2*x[i]", "s = a*sum[i](x[i])"])
    x = torch.arange(3.0)
    y, s = f(x=x, a=0.5)
    assert isinstance(y, torch.Tensor) and isinstance(s, torch.Tensor) and y.dtype == torch.float32
    assert y.tolist() == [0, 2, 4] and float(s) == 1.5
    assert isinstance(f(x=np.arange(3.0), a=0.5)[0], np.ndarray)
    assert isinstance(f(x=x, a=np.array(0.5, np.float32))[0], torch.Tensor)
    out = torch.zeros(3)
    assert f(x=x, a=1, out=(out, None))[0] is out and out.tolist() == [0, 2, 4]
    strided = torch.zeros(6)[::2]
    f(x=x[:3], a=1, out=(strided, None))
    assert strided.tolist() == [0, 2, 4]
    with pytest.raises(es.InputError, match="requires a gradient.*\nUse f.torch"):
        f(x=x.requires_grad_(), a=1)
    with pytest.raises(es.InputError, match="sparse"):
        f(x=torch.eye(3).to_sparse()[0], a=1)
    with pytest.raises(es.InputError, match="lies on the device meta"):
        f(x=torch.zeros(3, device="meta"), a=1)


def test_kinds() -> None:
    assert kind_of(np.ones(2)) == NUMPY and kind_of([1, 2]) == NUMPY
    assert kind_of(1.5) == kind_of(np.float32(1)) == kind_of(np.array(1)) == NUMBER


def test_overlap_by_addresses() -> None:
    x = np.arange(10.0)
    assert overlap(x, x[3:]) and not overlap(x[:3], x[3:]) and not overlap(x, x.copy())


def test_a_region_of_the_cpu_moves_nothing() -> None:
    x = np.arange(3.0)
    with es.device("cpu") as region:
        f = es.compile("y[i] = 2*x[i]")
        y = f(x)
        assert type(y) is np.ndarray and f.target == "cpu"
        x[0] = 5  # not locked: there is one copy
        assert type(es.compile("y[i] = 2*x[i]", target="numpy")(x)) is np.ndarray
    assert region.transfers.to_device == region.transfers.to_host == 0
    assert es.device("cpu:0")(lambda v: (f(v), None))(x)[1] is None
    assert f(x)[0] == 10


def test_names_of_devices() -> None:
    for name in ("cpu:1", "cuda:99", "opencl:99"):
        with pytest.raises(es.TargetError):
            es.compile("y = x", target=name)
        with pytest.raises(es.TargetError), es.device(name):
            pass
    with pytest.raises(es.TargetError, match=r"there is no device 'cpu:1'. Devices here:\n  cpu:0"):
        es.compile("y = x", target="cpu:1")
    with pytest.raises(es.TargetError, match="there is no device 'gpu0'. Did you mean 'gpu'"):
        es.device("gpu0")
    with pytest.raises(es.TargetError, match="there is no device 'cuda:x'"):
        es.device("cuda:x")
    np.testing.assert_array_equal(es.compile("y[i] = 2*x[i]", target="cpu:0")(np.ones(2)), [2, 2])


def test_a_missing_opencl_is_told_with_the_remedy(monkeypatch: pytest.MonkeyPatch) -> None:
    from espresso.system import devices

    devices._missing_opencl.cache_clear()
    monkeypatch.setattr(devices, "find_spec", lambda name: None)
    try:
        with pytest.raises(es.TargetError, match="needs pyopencl, which is not installed.\nInstall it: pip install"):
            es.compile("y[i] = 2*x[i]", target="opencl")(np.ones(2))
        with pytest.raises(es.TargetError, match="needs pyopencl"), es.device("opencl"):
            pass
    finally:
        devices._missing_opencl.cache_clear()


def test_options_of_transfers() -> None:
    with pytest.raises(ValueError, match="compile option transfer = 'never' is none of 'count', 'forbid'"):
        es.compile("y = x", transfer="never")
    x = np.ones(2)
    np.testing.assert_array_equal(es.compile("y[i] = 2*x[i]", transfer="forbid")(x), 2 * x)


def test_calls_on_the_cpu_ask_no_driver() -> None:
    """sC1: neither import, nor es.compile, nor a call, nor a region of the CPU imports a device library."""
    code = (
        "import sys, numpy as np, espresso as es\n"
        "f = es.compile('y[i] = 2*x[i]')\n"
        "f(np.ones(2)); f([1.0, 2.0])\n"
        "with es.device('cpu'): f(np.ones(2))\n"
        "print([m for m in ('cupy', 'pyopencl', 'torch', 'cuda') if m in sys.modules])"
    )
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120, check=True)
    assert result.stdout.strip() == "[]"


def test_packages_that_an_import_hook_refuses_are_not_here() -> None:
    """sC1: what looks for a device finds none, reports say so, the CPU computes, and text for devices is made."""
    code = """
import sys

class Refused:
    def find_spec(self, name, path=None, target=None):
        if name.partition('.')[0] in ('cupy', 'pyopencl', 'cuda', 'cudnn'):
            raise ImportError(name)

sys.meta_path.insert(0, Refused())
import numpy as np, espresso as es
f = es.compile('y[i] = 2*x[i]', target='gpu')
f.explain(x=np.ones(3))
assert '__global__' in f.source and 'cupy is not installed' in str(es.engines()) and str(es.doctor())
try:
    f(x=np.ones(3))
except es.TargetError as reason:
    print(str(reason).split(',')[0], es.compile('y[i] = 2*x[i]')(x=np.ones(2)))
"""
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120, check=True)
    assert result.stdout.strip() == "target 'gpu' needs CuPy [2. 2.]"
