"""Interoperability: arrays of CuPy, PyTorch, pyopencl and others, viewed without a copy.

A target computes on *native* arrays: NumPy's (cpu), CuPy's (gpu) or pyopencl's (opencl).
torch tensors and everything that speaks DLPack share their memory with one of these.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from espresso.errors import DtypeError, InputError
from espresso.records import dataclass
from espresso.system.half_precision import bfloat16

_DLPACK_MEMORY = {1: "cpu", 2: "cuda", 3: "cpu", 4: "opencl", 11: "cpu", 13: "cuda"}


@dataclass(frozen=True)
class Kind:
    """The library of an array and the memory it lies in: "cpu", "cuda" or "opencl", with the device's index."""

    library: str
    memory: str
    index: int | None = None


NUMPY = Kind("numpy", "cpu")
NUMBER = Kind("number", "cpu")


def kind_of(value: Any) -> Kind:
    """What an argument of a call is; everything unknown is left to NumPy."""
    if isinstance(value, type):
        return NUMPY
    if isinstance(value, np.ndarray):
        return NUMPY if value.ndim else NUMBER
    if isinstance(value, (bool, int, float, complex, np.generic)):
        return NUMBER
    library = type(value).__module__.partition(".")[0]
    if library == "torch":
        place = value.device
        return Kind("torch", place.type, place.index)
    if library == "cupy":
        return Kind("cupy", "cuda", int(value.device.id))
    if library == "pyopencl":
        return Kind("pyopencl", "opencl")
    if library == "espresso" and hasattr(value, "native"):  # a result of a region of es.device
        return Kind("region", "cpu" if value.native is None else value.memory, value.index)
    if hasattr(value, "__cuda_array_interface__"):
        return Kind("cuda", "cuda")
    if hasattr(value, "__dlpack_device__"):
        number, index = value.__dlpack_device__()
        memory = _DLPACK_MEMORY.get(int(number), f"DLPack device {number}")
        return Kind("dlpack", memory, index if memory != "cpu" else None)
    return NUMPY


def native(name: str, value: Any, kind: Kind) -> Any:
    """The array of the native library that shares the memory of ``value``; InputError where that is impossible."""
    try:
        if kind.library == "torch":
            return _from_torch(name, value, kind)
        if kind.library in ("cupy", "pyopencl"):
            return value
        if kind.library == "region":
            return value.numpy() if value.native is None else value.native
        if kind.library == "cuda":
            import cupy

            return cupy.asarray(value)
        if kind.library == "dlpack" and kind.memory == "cuda":
            import cupy

            return cupy.from_dlpack(value)
        if kind.library == "dlpack" and kind.memory == "cpu":
            return np.from_dlpack(value)
    except (ValueError, TypeError, BufferError, RuntimeError) as reason:
        if isinstance(reason, InputError | DtypeError):
            raise
        raise InputError(f"input {name!r} cannot be shared by DLPack: {reason}") from None
    raise InputError(f"input {name!r} lies in the memory of {kind.memory}, which no target takes")


def _from_torch(name: str, value: Any, kind: Kind) -> Any:
    if value.requires_grad:
        raise InputError(
            f"input {name!r} is a tensor that requires a gradient, and a compiled function does not record one.\n"
            f"Use f.torch(), which is differentiable, or give {name}.detach()."
        )
    if value.layout != _torch().strided:
        raise InputError(f"input {name!r} is a sparse tensor; give {name}.to_dense()")
    value = value.resolve_conj().resolve_neg()
    if kind.memory in ("cpu", "cuda"):
        return memory_of(name, value)
    raise InputError(f"input {name!r} lies on the device {value.device}, which no target takes; give {name}.cpu()")


def memory_of(name: str, tensor: Any) -> Any:
    """The memory of a dense torch tensor of the CPU or of CUDA as an array of NumPy or CuPy."""
    dtype = bfloat16(name) if tensor.dtype == _torch().bfloat16 else None
    bits = tensor if dtype is None else tensor.view(_torch().int16)  # which everybody takes
    if tensor.device.type == "cuda":
        import cupy

        made = cupy.from_dlpack(bits)
    else:
        made = bits.numpy()
    return made if dtype is None else made.view(dtype)


def tensor_of(array: Any) -> Any:
    """The memory of an array of NumPy or CuPy as a torch tensor."""
    bits = array.view(np.int16) if array.dtype.kind == "V" else array  # bfloat16
    made = _torch().from_numpy(bits) if isinstance(array, np.ndarray) else _torch().from_dlpack(bits)
    return made if bits is array else made.view(_torch().bfloat16)


def _torch() -> Any:
    import torch

    return torch


def as_kind(array: Any, kind: Kind, example: Any) -> Any:
    """A native array as an array of the library of ``example``, without a copy where the library takes it so."""
    if kind.library == "torch":
        return tensor_of(array)
    if kind.library == "dlpack" and hasattr(example, "__array_namespace__"):
        return example.__array_namespace__().from_dlpack(array)
    return array


def to_host(array: Any) -> np.ndarray:
    """A native array as a NumPy array; waits for the device."""
    if isinstance(array, np.ndarray):
        return array
    if type(array).__module__.partition(".")[0] == "cupy":
        return np.asarray(array.get())
    from espresso.runtime.device.opencl import fetch

    return fetch(array)


def extent_in_memory(array: Any) -> tuple[Any, int, int]:
    """(what the addresses belong to, lowest, one past the highest): arrays with disjoint ranges do not overlap."""
    if isinstance(array, np.ndarray):
        low, high = np.lib.array_utils.byte_bounds(array)
        return "cpu", low, high
    down = sum(min(0, s * (n - 1)) for s, n in zip(array.strides, array.shape, strict=True))
    up = sum(max(0, s * (n - 1)) for s, n in zip(array.strides, array.shape, strict=True))
    if hasattr(array, "base_data"):
        start = array.offset
        home: Any = None if array.base_data is None else array.base_data.int_ptr
    else:
        start, home = array.data.ptr, "cuda"
    return home, start + down, start + up + array.dtype.itemsize


def overlap(a: Any, b: Any) -> bool:
    """Whether two native arrays may share memory (exact for NumPy, by ranges on devices)."""
    if isinstance(a, np.ndarray) and isinstance(b, np.ndarray):
        return bool(np.may_share_memory(a, b))
    if a.size == 0 or b.size == 0:
        return False
    one, other = extent_in_memory(a), extent_in_memory(b)
    return one[0] == other[0] and one[1] < other[2] and other[1] < one[2]
