"""What XLA calls for a compiled function: on the CPU its machine code, by the address of a table, elsewhere Python.

The table and what it points into live as long as the executable that has its address (``add_keepalive``).
"""

from __future__ import annotations

import ctypes
import functools
import os
from collections.abc import Sequence
from typing import Any

import numpy as np

from espresso.api.adapters.derived import Derived
from espresso.errors import TargetError
from espresso.machine.call_record import FUNCTIONS, ArrayFacts, CallRecord
from espresso.machine.xla_handler import handler

NAME = "espresso_call"
"""Of the handler among XLA's."""

PROCESS = int.from_bytes(os.urandom(7), "little")
"""A part of each custom call, so that no other process finds it in a cache of executables: addresses are its own."""


def import_jax() -> Any:
    """The package jax; raises TargetError with the remedy where it is missing or too old."""
    try:
        import jax
        import jax.extend
        import jax.ffi
    except ImportError as reason:
        raise TargetError(
            f"f.jax() needs JAX 0.5 or newer, which cannot be imported here: {reason}.\n"
            f"Install it: pip install espresso[jax]."
        ) from None
    return jax


def results_of(function: Derived, inputs: Sequence[Any]) -> list[tuple[tuple[int, ...], np.dtype[Any], np.dtype[Any]]]:
    """Shape, dtype in JAX and own dtype of each result, for inputs with these shapes and dtypes; or its error."""
    key = "shapes", *((a.shape, a.dtype) for a in inputs)

    def make() -> Any:
        if not all(isinstance(n, int) for a in inputs for n in a.shape):
            raise TargetError("a compiled function needs lengths that are numbers; JAX gives symbolic ones here")
        arrays = [np.broadcast_to(np.zeros((), a.dtype), a.shape) for a in inputs]
        facts = function.compiled._arguments.check(arrays)
        found = [(tuple(facts.shapes[e]), np.dtype(facts.dtypes[e])) for e in function.compiled.expressions]
        canonical = import_jax().dtypes.canonicalize_dtype
        return [(shape, np.dtype(canonical(dtype)), dtype) for shape, dtype in found]

    wide = import_jax().config.jax_enable_x64
    return function.once((*key, wide), make)  # type: ignore[no-any-return]


@functools.cache
def registered() -> bool:
    """Whether XLA can call the handler; registers it at first."""
    import jax

    if not handler():
        return False
    jax.ffi.register_ffi_target(NAME, jax.ffi.pycapsule(handler()), platform="cpu")
    return True


def lowered_to_machine_code(context: Any, *operands: Any, function: Derived) -> Any:
    """The call as a custom call of XLA for the CPU."""
    import jax
    from jax.interpreters import mlir

    if not registered():
        lower = mlir.lower_fun(lowered_to_python, multiple_results=True)
        return lower(context, *operands, function=function)
    call = XlaCall(function, context.avals_in, context.avals_out)
    context.module_context.add_keepalive(call)
    table = np.array([call.address, PROCESS], np.int64)
    return jax.ffi.ffi_lowering(NAME)(context, *operands, table=table)


def lowered_to_python(*arrays: Any, function: Derived) -> Any:
    """The call as a callback of JAX."""
    import jax

    kinds = [jax.ShapeDtypeStruct(shape, dtype) for shape, dtype, _ in results_of(function, arrays)]

    def compute(*given: Any) -> list[np.ndarray]:
        found = function.compiled._flat_call([np.asarray(a) for a in given])
        return [np.asarray(a, kind.dtype) for a, kind in zip(found, kinds, strict=True)]

    return jax.pure_callback(compute, kinds, *arrays, vmap_method="sequential")


class XlaCall:
    """One signature of a function for XLA: ``address`` is that of its table (`machine.xla_handler.TABLE`).

    Programs of machine code alone are run by the handler.  All others, and calls with positions that nobody has
    looked at, are run by `_in_python`, which has the addresses of the buffers.
    """

    def __init__(self, function: Derived, inputs: Sequence[Any], outputs: Sequence[Any]) -> None:
        self._table = np.zeros(4, np.int64)
        self.compiled = function.compiled
        self.inputs = [(a.shape, np.dtype(a.dtype)) for a in inputs]
        self.outputs = [(a.shape, np.dtype(a.dtype)) for a in outputs]
        self._message = ctypes.create_string_buffer(0)
        self._callback = ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p)(self._in_python)
        self._bound: Any = None  # the call in Python
        self._record = self._native_record()
        size = 0
        if self._record is None:
            header = dict.fromkeys(("run", "numbers", "scratch", "needs", "long", "copied", *FUNCTIONS), 0)
            facts = [[ArrayFacts(dtype, shape) for shape, dtype in arrays] for arrays in (self.inputs, self.outputs)]
            self._record = CallRecord(facts[0], facts[1], [], header)
        else:
            size = -(-max(self._arena, 1) // 64) * 64
        callback = ctypes.cast(self._callback, ctypes.c_void_p).value
        self._table[:] = self._record.address, 0, size, callback or 0
        self.address = int(self._table.ctypes.data)

    def _native_record(self) -> CallRecord | None:
        """The call record of the program in machine code; None where Python computes."""
        compiled = self.compiled
        if compiled.target != "cpu" and not compiled.automatic:
            return None
        self._bound = compiled._signature([np.empty(shape, dtype) for shape, dtype in self.inputs])
        native = self._bound.native_alone()
        if native is None or self._bound.dtypes != [dtype for _, dtype in self.outputs]:
            return None
        self._arena = self._bound.pool.arena.size + self._bound.pool.scratch
        return native.record  # type: ignore[no-any-return]

    def _in_python(self, addresses: int) -> int | None:
        """Compute into the buffers; the address of a message where that fails."""
        try:
            places = (ctypes.c_void_p * (len(self.inputs) + len(self.outputs))).from_address(addresses)
            arrays = [_view(p, *kind) for p, kind in zip(places, [*self.inputs, *self.outputs], strict=True)]
            given, buffers = arrays[: len(self.inputs)], arrays[len(self.inputs) :]
            if self._bound is not None and self._bound.dtypes == [b.dtype for b in buffers]:
                self._bound(given, buffers)
                return None
            for buffer, result in zip(buffers, self.compiled._flat_call(given), strict=True):
                np.copyto(buffer, np.asarray(result), casting="unsafe")
            return None
        except BaseException as reason:
            self._message = ctypes.create_string_buffer(f"{type(reason).__name__}: {reason}".encode())
            return ctypes.addressof(self._message)

    def __del__(self) -> None:
        if self._table[1]:
            ctypes.CDLL(None).free(ctypes.c_void_p(int(self._table[1])))


def _view(address: int | None, shape: tuple[int, ...], dtype: np.dtype[Any]) -> np.ndarray:
    """The array in a buffer."""
    count = int(np.prod(shape, dtype=np.int64)) * dtype.itemsize
    if not count:
        return np.empty(shape, dtype)
    raw: Any = (ctypes.c_char * count).from_address(address or 0)
    return np.ndarray(shape, dtype, buffer=raw)
