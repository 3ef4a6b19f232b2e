"""Devices by name: "cpu", "gpu" (or "cuda"), "opencl", each with an index as in "cuda:0"; which are here, and why not.

Nothing here runs when espresso is imported: a driver is asked when a device is first named.
"""

from __future__ import annotations

import functools
from importlib.util import find_spec
from typing import Any

from espresso.errors import TargetError, suggestion
from espresso.records import dataclass

_TARGETS = {"cpu": "cpu", "numpy": "numpy", "gpu": "gpu", "cuda": "gpu", "opencl": "opencl"}
_NAMES = {"cpu": "cpu", "numpy": "cpu", "gpu": "cuda", "opencl": "opencl"}


@dataclass(frozen=True)
class Device:
    """A target and the index of its device; None is the current one (CUDA) or the first (OpenCL)."""

    target: str
    index: int | None = None

    @property
    def memory(self) -> str:
        """Whose memory it computes in: "cpu", "cuda" or "opencl"."""
        return _NAMES[self.target]

    def __str__(self) -> str:
        return self.memory if self.index is None else f"{self.memory}:{self.index}"


def parse_device(name: str) -> Device:
    """The place with this name; TargetError for an unknown one.

    >>> parse_device("cuda:1"), str(parse_device("gpu"))
    (Device(target='gpu', index=1), 'cuda')
    """
    kind, colon, number = name.partition(":") if isinstance(name, str) else ("", "", "")
    if kind not in _TARGETS or (colon and not number.isdecimal()):
        raise TargetError(
            f"there is no device {name!r}.{suggestion(kind, list(_TARGETS))} "
            'Devices are "cpu", "gpu" and "opencl", with an index as in "cuda:0" and "opencl:0".'
        )
    return Device(_TARGETS[kind], int(number) if colon else None)


def require(place: Device) -> Device:
    """The same place when it can compute here; otherwise TargetError with what is missing and what to install."""
    reason = missing(place.target)
    if reason is not None:
        raise TargetError(reason)
    if place.index is not None and place.index >= _count(place):
        raise TargetError(
            f"there is no device '{place}'. Devices here:\n" + "\n".join(f"  {d}" for d in device_names())
        )
    return place


def _count(place: Device) -> int:
    return 1 if place.memory == "cpu" else len(_device_names(place.target))


def device_names() -> list[str]:
    """Every device of this machine by its stable name, with the name that its driver gives it."""
    found = ["cpu:0"]
    for target in ("gpu", "opencl"):
        if missing(target) is None:
            found += [f"{_NAMES[target]}:{k}  {name}" for k, name in enumerate(_device_names(target))]
    return found


def missing(target: str) -> str | None:
    """Why a target cannot run here, with what to install; None when it can."""
    return _missing_gpu() if target == "gpu" else _missing_opencl() if target == "opencl" else None


def _device_names(target: str) -> list[str]:
    if target == "opencl":
        return [str(d.name).strip() for d in opencl_devices()]
    from cupy.cuda import runtime

    names = [runtime.getDeviceProperties(k)["name"] for k in range(runtime.getDeviceCount())]
    return [n.decode() if isinstance(n, bytes) else str(n) for n in names]


def installed(module: str) -> bool:
    """Whether a package is there to be imported, which is not tried; one that an import hook refuses is not."""
    try:
        return find_spec(module) is not None
    except (ImportError, ValueError):
        return False


@functools.cache
def _missing_gpu() -> str | None:
    if not installed("cupy"):
        return (
            "target 'gpu' needs CuPy, which is not installed.\n"
            "Install it: pip install 'espresso[gpu]' (CUDA 12), or cupy-cuda13x for CUDA 13."
        )
    try:
        from cupy.cuda import runtime

        count = runtime.getDeviceCount()
    except Exception as reason:  # no driver, a driver that is too old, a broken CuPy: each says so itself
        return (
            f"target 'gpu' needs an NVIDIA GPU and its driver; CuPy is installed, but says: {reason}\n"
            "Install the NVIDIA driver, or compile for another target: cpu, opencl."
        )
    if count:
        return None
    return "target 'gpu' needs an NVIDIA GPU; CuPy is installed and finds none.\nOther targets: cpu, opencl."


@functools.cache
def _missing_opencl() -> str | None:
    if not installed("pyopencl"):
        return (
            "target 'opencl' needs pyopencl, which is not installed.\n"
            "Install it: pip install 'espresso[opencl]', and a driver for the device "
            "(for the CPU: PoCL, Debian and Ubuntu package pocl-opencl-icd)."
        )
    try:
        found: Any = opencl_devices()
    except Exception as reason:
        found = None
        said = f" OpenCL says: {reason}"
    else:
        said = ""
    if found:
        return None
    return (
        f"target 'opencl' finds no OpenCL device; pyopencl is installed.{said}\n"
        "Install a driver for the device (for the CPU: PoCL, Debian and Ubuntu package pocl-opencl-icd)."
    )


@functools.cache
def opencl_devices() -> tuple[Any, ...]:
    """All OpenCL devices: GPUs, then accelerators, then CPUs, each as the platforms list them."""
    import pyopencl as cl

    kinds = cl.device_type
    found = [d for p in cl.get_platforms() for d in p.get_devices()]
    rank = {kinds.GPU: 0, kinds.ACCELERATOR: 1}
    return tuple(sorted(found, key=lambda d: rank.get(d.type & ~kinds.DEFAULT, 2)))
