"""The OpenCL target: everything of the device suite, and what only OpenCL has."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from device_acceptance import AcceptanceSuite
from device_suite import Kit, Suite

import espresso as es

pytestmark = pytest.mark.opencl


@pytest.fixture(scope="module")
def kit() -> Kit:
    import pyopencl.array as cl_array

    from espresso.runtime.device.opencl import backend_for

    queue = backend_for(None).queue()
    return Kit("opencl", lambda a: cl_array.to_device(queue, np.array(a, order="C")), _get, cl_array.Array)


def _get(array: Any) -> np.ndarray:
    from espresso.runtime.device.opencl import fetch

    return fetch(array)


class TestOpencl(Suite):
    """Formulas, calls, pools and regions."""


class TestAcceptance(AcceptanceSuite):
    """Statements of the acceptance list."""


def test_names_of_inputs_that_kernels_use_themselves(kit: Kit) -> None:
    """sB9: generated names never collide with those of the formula."""
    q, lane, part = np.arange(8.0), np.ones(8), np.full(8, 2.0)
    f = es.compile(["y[i] = 2*q[i] + lane[i]*part[i]", "s = sum[i](q[i]*part[i])"], target="opencl")
    y, s = f(q=q, lane=lane, part=part)
    np.testing.assert_array_equal(y, 2 * q + 2)
    assert s == 2 * q.sum()


def test_a_context_and_a_queue_of_the_caller() -> None:
    """Arrays bring their context and their queue along; results lie in them."""
    import pyopencl as cl
    import pyopencl.array as cl_array

    from espresso.system.devices import opencl_devices

    context = cl.Context([opencl_devices()[0]])
    queue = cl.CommandQueue(context)
    f = es.compile("y[i] = 2*x[i]", target="opencl")
    x = np.arange(5.0)
    y = f(cl_array.to_device(queue, x))
    assert y.queue == queue and y.context == context
    np.testing.assert_array_equal(y.get(), 2 * x)
    np.testing.assert_array_equal(f(x), 2 * x)  # beside it, our own context
    with pytest.raises(es.InputError, match="input 'z' lies on another device"):
        es.compile("y[i] = x[i] + z[i]", target="opencl")(
            cl_array.to_device(queue, x), cl_array.to_device(cl.CommandQueue(cl.Context([opencl_devices()[0]])), x)
        )


def test_work_of_another_queue_is_waited_for() -> None:
    import pyopencl as cl
    import pyopencl.array as cl_array

    from espresso.runtime.device.opencl import backend_for

    backend = backend_for(None)
    other = cl.CommandQueue(
        backend.context, properties=cl.command_queue_properties.OUT_OF_ORDER_EXEC_MODE_ENABLE
    )  # fmt: skip
    x = cl_array.to_device(other, np.ones(1 << 20, np.float32))
    f = es.compile("s = sum[i](x[i])", target="opencl")
    for _ in range(5):
        x = x + 1
    assert f(x).get() == 6 * (1 << 20)


@pytest.mark.usefixtures("binaries")
def test_programs_are_found_on_disk_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A second process compiles nothing; a corrupt entry is rebuilt; the folder is private."""
    from espresso.runtime.device import opencl

    monkeypatch.setenv("ESPRESSO_CACHE_DIR", str(tmp_path / "c"))
    compiled: list[str] = []
    write = opencl.write_entry
    monkeypatch.setattr(opencl, "write_entry", lambda key, data: (compiled.append(key), write(key, data)))
    x = np.arange(3.0)
    text = "y[i] = 3*x[i] + 17"
    np.testing.assert_array_equal(es.compile(text, target="opencl")(x), 3 * x + 17)
    (file,) = (tmp_path / "c").glob("es_*.bin")
    assert (tmp_path / "c").stat().st_mode & 0o077 == 0
    np.testing.assert_array_equal(es.compile(text, target="opencl")(x), 3 * x + 17)
    assert len(compiled) == 1
    file.write_bytes(file.read_bytes()[:-7] + b"corrupt")
    np.testing.assert_array_equal(es.compile(text, target="opencl")(x), 3 * x + 17)
    assert len(compiled) == 2
    file.chmod(0o666)  # anybody may have written it
    np.testing.assert_array_equal(es.compile(text, target="opencl")(x), 3 * x + 17)
    assert len(compiled) == 3


@pytest.mark.usefixtures("binaries")
@pytest.mark.parametrize("data", [b"", b"not a program", b"poclbin", b"\x7fELF"])
def test_a_binary_that_the_driver_does_not_take_is_built_again(
    data: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its checksum is right, but it is none of this driver's."""
    from espresso.system import cache

    monkeypatch.setenv("ESPRESSO_CACHE_DIR", str(tmp_path))
    x = np.arange(3.0)
    text = "y[i] = 3*x[i] + 19"
    es.compile(text, target="opencl")(x)
    (file,) = tmp_path.glob("es_*.bin")
    cache.write_entry(file.name, data)
    np.testing.assert_array_equal(es.compile(text, target="opencl")(x), 3 * x + 19)
    assert len(cache.read_entry(file.name) or b"") > 100


@pytest.mark.usefixtures("binaries")
def test_pyopencl_keeps_no_binaries_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It would unpickle what lies beside them, whoever wrote it; the driver here has a cache, so others are played."""
    import pyopencl.characterize

    monkeypatch.setattr(pyopencl.characterize, "has_src_build_cache", lambda _: False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setenv("ESPRESSO_CACHE_DIR", str(tmp_path / "own"))
    x = np.arange(12.0).reshape(3, 4)
    np.testing.assert_array_equal(es.compile("y[j,i] = 3*x[i,j] + 23", target="opencl")(x[:, ::2]), (3 * x + 23)[:, ::2].T)
    assert not list(tmp_path.glob("cache/pyopencl/*")) and list(tmp_path.glob("own/es_*.bin"))


def test_failures_carry_the_library_and_the_formula(kit: Kit) -> None:
    """sB5: the library's words, the formula and the shapes."""
    import pyopencl as cl

    f = es.compile("y[i] = 2*x[i]", target="opencl")
    x = np.ones(3, np.float32)
    f(x)

    def fail(*_: Any) -> None:
        cl.Buffer(f._last.backend.context, cl.mem_flags.READ_WRITE, 0)

    bound = f._last
    run, bound.backend.run = bound.backend.run, fail
    try:
        with pytest.raises(es.EngineError) as caught:
            f(x)
    finally:
        bound.backend.run = run
    text = str(caught.value)
    assert "INVALID_BUFFER_SIZE" in text and "y[i] = 2*x[i]" in text and "x: float32 (3,)" in text


def test_an_arena_that_is_too_large_is_told() -> None:
    """sB4: what was asked for, what there is, and the formula; before anything runs."""
    from espresso.system.devices import opencl_devices

    n = int(opencl_devices()[0].max_mem_alloc_size ** 0.5 / 2) + 1000
    f = es.compile("y[i,j] = x[i] + x[j]", target="opencl")
    with pytest.raises(es.EngineError) as caught:
        f(np.ones(n))
    text = str(caught.value)
    assert "an arena of " in text and "in one block and has" in text and "y[i,j] = x[i] + x[j]" in text
    assert f(np.ones(3)).shape == (3, 3)


def test_devices_by_index() -> None:
    """sC10: an index that is too large raises with the list."""
    np.testing.assert_array_equal(es.compile("y[i] = 2*x[i]", target="opencl:0")(np.ones(2)), [2, 2])
    with pytest.raises(es.TargetError, match=r"there is no device 'opencl:99'. Devices here:\n  cpu:0\n") as caught:
        es.compile("y = x", target="opencl:99")
    assert "opencl:0  " in str(caught.value)
    with pytest.raises(es.TargetError, match="there is no device 'opencl:99'"), es.device("opencl:99"):
        pass


def test_source_and_pickle(tmp_path: Path) -> None:
    import pickle

    f = es.compile("y[i] = 2*x[i]", target="opencl")
    assert "__kernel void kernel_y(" in f.save(tmp_path / "y.cl").read_text()
    g = pickle.loads(pickle.dumps(f))
    assert g.target == "opencl"
    np.testing.assert_array_equal(g(np.ones(2)), [2, 2])


def test_derivatives_and_the_torch_operator() -> None:
    """sD8, sC8: value, gradient and Hessian in kernels; gradcheck and double backward of kernels of the device."""
    loss = es.parse("loss = sum[i](log(1 + exp(-y[i]*X[i,j]*w[j])))")
    rng = np.random.default_rng(0)
    f = es.compile([loss, es.grad(loss, "w"), es.hessian(loss, "w")], target="opencl")
    f.check(X=rng.normal(size=(50, 6)), y=np.sign(rng.normal(size=50)), w=rng.normal(size=6))
    torch = pytest.importorskip("torch")
    outer = es.compile("C[b,n,m] = A[b,n]*B[b,m]", target="opencl").torch()
    a, b = (torch.randn(2, n, dtype=torch.float64, requires_grad=True) for n in (3, 4))
    assert torch.autograd.gradcheck(outer, (a, b)) and torch.autograd.gradgradcheck(outer, (a, b))
