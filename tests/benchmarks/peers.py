"""The other systems: which are installed, and how a plain function runs on each.

An adapter turns a plain function and sets of inputs into calls without arguments.
Conversion of the inputs is never timed; waiting for the result always is.
"""

from __future__ import annotations

import functools
import importlib.metadata
import importlib.util
import os
from collections.abc import Callable
from typing import Any

import numpy as np

from . import devices, symbolic_peers
from .workload import Array, Arrays, Call, Peer, Sizes, Workload, leaves

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
    return [np.empty(e.shape, dtype if e.dtype.kind == "f" else e.dtype) for e in expected]


def name_of(peer: Peer) -> str:
    """How the peer is called in tables: NumPy's code on CuPy arrays is CuPy."""
    name = peer.name
    return name.replace("numpy", "cupy", 1) if devices.current().target == "gpu" and peer.kind == "numpy" else name


def _numpy(peer: Peer, sets: list[Arrays], outs: list[Any]) -> list[Call]:
    device = devices.current()
    given = sets if device.target == "opencl" else [device.put(arrays) for arrays in sets]  # NumPy stays on the CPU beside it
    more = {"out": _one(device.like(outs) if device.target == "gpu" else outs)} if peer.out else {}
    return [device.finished(lambda a=arrays: peer.function(**a, **more)) for arrays in given]


def _one(outs: list[Any]) -> Any:
    return outs[0] if len(outs) == 1 else tuple(outs)


def _numexpr(peer: Peer, sets: list[Arrays], outs: list[Any]) -> list[Call]:
    import numexpr

    numexpr.set_num_threads(THREADS)
    return _numpy(peer, sets, outs)


def _jax(peer: Peer, sets: list[Arrays], outs: list[Any]) -> list[Call]:
    """Calls of one compiled function, arrays by position, which is its fastest way; 64-bit numbers are allowed.

    With ``outs`` a call gives its result's memory to the next one, as an argument that nothing reads (donation).
    """
    import jax

    names = list(sets[0])

    def function(out: Any, *arrays: Any) -> Any:
        return tuple(leaves(peer.function(**dict(zip(names, arrays, strict=True)))))

    with jax.enable_x64(True):
        given = [[jax.numpy.asarray(_last(a) if peer.channels_last else a) for a in arrays.values()] for arrays in sets]
        shapes = jax.eval_shape(function, (), *given[0]) if outs else ()
        memory_of = [tuple(jax.numpy.zeros(s.shape, s.dtype) for s in shapes)]
        jitted = jax.jit(function, donate_argnums=(0,) if outs else (), keep_unused=bool(outs))
    jax.block_until_ready(given)

    def call(arrays: Any) -> Any:
        result = jitted(memory_of[0], *arrays)
        for r in result:
            r.block_until_ready()
        if outs:
            memory_of[0] = result
        return result

    def with_64_bits(arrays: Any) -> Any:
        with jax.enable_x64(True):
            return call(arrays)

    run = call if jax.config.jax_enable_x64 else with_64_bits  # a process of its own has $JAX_ENABLE_X64
    return [functools.partial(run, g) for g in given]


def _last(array: Array) -> Array:
    """An array of four axes with the second one innermost."""
    return np.ascontiguousarray(np.moveaxis(array, 1, -1)) if array.ndim == 4 else array


def torch_module() -> Any:
    """PyTorch with as many threads as everybody has."""
    import torch

    torch.set_num_threads(THREADS)
    return torch


def _torch(peer: Peer, sets: list[Arrays], outs: list[Any]) -> list[Call]:
    """Calls with tensors; compiled once for all sets, and into given tensors where there are ``outs``."""
    torch = torch_module()
    given = [{n: tensor(torch, a) for n, a in arrays.items()} for arrays in sets]
    if peer.channels_last:
        given = [
            {n: t.contiguous(memory_format=torch.channels_last) if t.dim() == 4 else t for n, t in tensors.items()}
            for tensors in given
        ]
    function = peer.function
    if peer.kind == "torch.compile":
        torch._dynamo.reset()
        function = torch.compile(_into(function, [tensor(torch, o) for o in outs]) if outs else function, dynamic=False)
    return [_waiting(torch, lambda g=g: function(**g)) for g in given]


def _into(function: Callable[..., Any], outs: list[Any]) -> Callable[..., Any]:
    def into(**tensors: Any) -> Any:
        for out, result in zip(outs, leaves(function(**tensors)), strict=True):
            out.copy_(result)
        return outs

    return into


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


def _tensorgrad(peer: Peer, sets: list[Arrays], outs: list[Any]) -> list[Call]:
    return symbolic_peers.calls(torch_module(), peer.function, sets)


ADAPTERS: dict[str, Callable[[Peer, list[Arrays], list[Any]], list[Call]]] = {
    "numpy": _numpy, "numba": _numpy, "numexpr": _numexpr, "jax": _jax, "torch": _torch, "torch.func": _torch,
    "torch.compile": _torch, "tensorgrad": _tensorgrad,
}  # fmt: skip
REUSING = ("jax", "torch.compile")
"""Compilers whose calls can write into the same memory again, whatever the function; of others ``Peer.out`` says it."""


def reuses(peer: Peer, workload: Workload) -> bool:
    """Whether calls of the peer write into memory that is there already, as espresso's do with ``out=``."""
    return workload.reuse and (peer.out or peer.kind in REUSING)


def calls(peer: Peer, workload: Workload, sets: list[Arrays], outs: list[Any]) -> list[Call]:
    """One call for each set of inputs, in the peer's best form.  Compiled functions are compiled once."""
    return ADAPTERS[peer.kind](peer, sets, outs if peer.out or reuses(peer, workload) else [])


def arrays_of(peer: Peer, result: Any) -> list[Array]:
    """The arrays of a result as NumPy arrays, axes in espresso's order."""
    found = [devices.current().fetch(r) for r in leaves(result)]
    moved = peer.channels_last and peer.kind == "jax"
    return [np.moveaxis(a, -1, 1) if moved and a.ndim == 4 else a for a in found]


def fits(peer: Peer, sizes: Sizes) -> bool:
    """Whether the peer takes part at these sizes (``Peer.most`` bounds the number of elements)."""
    product = 1
    for extent in sizes.values():
        product *= extent
    return product <= peer.most
