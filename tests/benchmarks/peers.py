"""The other systems: which are installed, and how a plain function runs on each.

An adapter turns a plain function and one set of inputs into a call without arguments.
Conversion of the inputs is never timed; waiting for the result always is.
"""

from __future__ import annotations

import importlib.metadata
import importlib.util
import os
from collections.abc import Callable
from typing import Any

import numpy as np

from . import devices, memory, symbolic_peers
from .workload import Arrays, Call, Peer, Sizes

PACKAGES = {
    "numpy": "numpy",
    "numba": "numba",
    "numexpr": "numexpr",
    "jax": "jax",
    "torch": "torch",
    "torch.func": "torch",
    "torch.compile": "torch",
    "tensorgrad": "tensorgrad",
}
VERSIONS = (
    "numpy", "scipy", "numba", "llvmlite", "opt_einsum", "scipy-openblas32", "numexpr", "jax", "jaxlib", "torch", "tensorgrad",
)  # fmt: skip
THREADS = int(os.environ.get("NUMBA_NUM_THREADS", "2"))


def missing() -> dict[str, str]:
    """The kinds of peers that cannot run here, with the reason."""
    able = devices.current().peers
    found = {kind: f"does not run on {devices.current().target}" for kind in PACKAGES if able is not None and kind not in able}
    for kind, package in PACKAGES.items():
        if importlib.util.find_spec(package) is None:
            found[kind] = f"package {package} is not installed"
    return found


def versions() -> dict[str, str]:
    """Versions of every package whose speed is measured."""
    found = {}
    for name in VERSIONS:
        try:
            found[name] = importlib.metadata.version(name)
        except importlib.metadata.PackageNotFoundError:
            found[name] = "not installed"
    return found


def outputs_like(expected: list[Any], dtype: str) -> list[Any]:
    """Arrays for the results of one call, in the dtypes a row of ``dtype`` has."""
    made = [np.empty(e.shape, dtype if e.dtype.kind == "f" else e.dtype) for e in expected]
    return devices.current().like(made) if devices.current().target == "gpu" else made  # other peers stay on the CPU


def name_of(peer: Peer) -> str:
    """How the peer is called in tables: NumPy's code on CuPy arrays is CuPy."""
    name = peer.name
    return name.replace("numpy", "cupy", 1) if devices.current().target == "gpu" and peer.kind == "numpy" else name


def _numpy(function: Callable[..., Any], arrays: Arrays) -> Call:
    device = devices.current()
    if device.target == "opencl":  # NumPy stays on the CPU beside it
        return lambda: function(**arrays)
    given = {n: a if n == "out" else v for (n, a), v in zip(arrays.items(), device.put(arrays).values(), strict=True)}
    return device.finished(lambda: function(**given))


def _numexpr(function: Callable[..., Any], arrays: Arrays) -> Call:
    import numexpr

    numexpr.set_num_threads(THREADS)
    return lambda: function(**arrays)


def _jax(function: Callable[..., Any], arrays: Arrays) -> Call:
    return _jax_calls(function, [arrays])[0]


def _jax_calls(function: Callable[..., Any], sets: list[Arrays]) -> list[Call]:
    """Calls of a function compiled for the first set; 64-bit numbers are allowed, and float32 inputs stay float32."""
    import jax

    with jax.enable_x64(True):
        given = [{name: jax.numpy.asarray(a) for name, a in arrays.items()} for arrays in sets]
        compiled = jax.jit(function).lower(**given[0]).compile()
    if devices.current().target == "cpu":  # XLA ends the process where memory ends
        needed = compiled.memory_analysis()
        memory.require(needed.temp_size_in_bytes + needed.output_size_in_bytes)
    jax.block_until_ready(given)
    return [lambda g=g: jax.block_until_ready(compiled(**g)) for g in given]


def torch_module() -> Any:
    """PyTorch with as many threads as everybody has."""
    import torch

    torch.set_num_threads(THREADS)
    return torch


def _torch(function: Callable[..., Any], arrays: Arrays) -> Call:
    torch = torch_module()
    given = {name: tensor(torch, a) for name, a in arrays.items()}
    return _waiting(torch, lambda: function(**given))


def tensor(torch: Any, array: Any) -> Any:
    """A torch tensor with the values of ``array``, on the device of this run."""
    made = torch.from_numpy(array) if array.shape else torch.tensor(array)
    return made.cuda() if devices.current().target == "gpu" else made


def _waiting(torch: Any, call: Call) -> Call:
    if devices.current().target != "gpu":
        return call

    def run() -> Any:
        result = call()
        torch.cuda.synchronize()
        return result

    return run


def _torch_compile(function: Callable[..., Any], arrays: Arrays) -> Call:
    torch = torch_module()
    torch._dynamo.reset()
    given = {name: tensor(torch, a) for name, a in arrays.items()}
    compiled = torch.compile(function, dynamic=False)
    return _waiting(torch, lambda: compiled(**given))


ADAPTERS: dict[str, Callable[[Callable[..., Any], Arrays], Call]] = {
    "numpy": _numpy,
    "numba": _numpy,
    "numexpr": _numexpr,
    "jax": _jax,
    "torch": _torch,
    "torch.func": _torch,
    "torch.compile": _torch_compile,
}


def calls(peer: Peer, sets: list[Arrays], outs: list[Any]) -> list[Call]:
    """One call for each set of inputs.  Compiled functions are compiled once, for the first set."""
    if peer.kind == "tensorgrad":
        return symbolic_peers.calls(torch_module(), peer.function, sets)
    if peer.out:
        out = outs[0] if len(outs) == 1 else tuple(outs)
        sets = [{**arrays, "out": out} for arrays in sets]
    if len(sets) == 1:
        return [ADAPTERS[peer.kind](peer.function, sets[0])]
    if peer.kind in ("jax", "torch.compile"):  # the same compiled function for all sets
        return _shared(peer, sets)
    return [ADAPTERS[peer.kind](peer.function, arrays) for arrays in sets]


def _shared(peer: Peer, sets: list[Arrays]) -> list[Call]:
    if peer.kind == "jax":
        return _jax_calls(peer.function, sets)
    torch = torch_module()
    torch._dynamo.reset()
    fast = torch.compile(peer.function, dynamic=False)
    tensors = [{n: tensor(torch, a) for n, a in arrays.items()} for arrays in sets]
    return [_waiting(torch, lambda g=g: fast(**g)) for g in tensors]


def fits(peer: Peer, sizes: Sizes) -> bool:
    """Whether the peer takes part at these sizes (``Peer.most`` bounds the number of elements)."""
    product = 1
    for extent in sizes.values():
        product *= extent
    return product <= peer.most
