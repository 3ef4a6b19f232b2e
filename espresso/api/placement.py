"""Device placement: inputs decide where a call computes, and results are arrays of their library.

NumPy arrays give NumPy arrays, CuPy, torch, pyopencl and DLPack arrays give arrays of the
same library on the same device.  Only NumPy arrays that meet a device move, and every
move is counted; ``transfer="forbid"`` refuses it before anything has moved.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from importlib import import_module
from typing import Any

import numpy as np

from espresso.api.regions import active_region
from espresso.errors import InputError
from espresso.formulas.inference.given import refuse_others
from espresso.runtime.device.arrays import NUMPY, as_kind, kind_of, native, to_host
from espresso.system.devices import Device, require

RUNTIMES = {"gpu": "device.cuda", "opencl": "device.opencl"}


def compute(compiled: Any, values: Sequence[Any], out: Any = None) -> list[Any]:
    """The results as a flat list, of the kind of the arrays given."""
    ready = compiled._ready
    if ready is not None and active_region() is None:
        results = ready.compute(compiled, values, out)
        if results is not None:
            return results  # type: ignore[no-any-return]
    call = _Call(compiled, values)
    return call.on_host(out) if call.place.memory == "cpu" else call.on_device(out)


def step_times(compiled: Any, values: Sequence[Any], repeat: int) -> list[tuple[str, float, int]]:
    """Median seconds and bytes of each step for these arrays."""
    call = _Call(compiled, values)
    if call.place.memory == "cpu":
        arrays = call.host_arrays()
        bound = compiled._signature(arrays)
        return [] if bound.program is None else bound.step_times(arrays, repeat)
    with call.bound() as (bound, arrays, queue):
        return bound.step_times(arrays, queue, repeat)  # type: ignore[no-any-return]


class Ready:
    """Bound calls found again by what the arrays look like: nothing is asked twice about arrays of one device."""

    def __init__(self, backend: Any, kind: type) -> None:
        self.backend, self.kind = backend, kind
        self.bound: dict[Any, Any] = {}

    @staticmethod
    def remember(compiled: Any, backend: Any, kind: type, values: Sequence[Any], bound: Any) -> None:
        """Keep a bound call of native arrays and Python numbers, which every later call may use."""
        ready = compiled._ready
        if ready is None or ready.backend is not backend or ready.kind is not kind:
            ready = Ready(backend, kind)
        key = ready.key(values)
        if key is not None:
            ready.bound[key] = bound
            compiled._ready = ready

    def key(self, values: Sequence[Any]) -> tuple[Any, ...] | None:
        """What decides which bound call serves these values; None when they are of other kinds."""
        parts: list[Any] = []
        for value in values:
            kind = type(value)
            if kind is self.kind:
                parts.append(self.backend.look(value))
            elif kind is float or kind is int:
                parts.append(kind)
            else:
                return None
        return tuple(parts)

    def compute(self, compiled: Any, values: Sequence[Any], out: Any) -> list[Any] | None:
        """The results, or None when this is not a call seen before."""
        key = self.key(values)
        bound = None if key is None else self.bound.get(key)
        if key is None or bound is None:
            return None
        queue = self.backend.here([v for v in values if type(v) is self.kind])
        if queue is None:
            return None
        if int in key or float in key:
            layout = bound.layout
            values = [
                v if type(v) is self.kind else np.asarray(v, layout.dtypes[n])
                for n, v in zip(bound.inputs, values, strict=True)
            ]
        compiled._last = bound
        if out is None:
            return bound(values, None, queue, compiled.transfers)  # type: ignore[no-any-return]
        return _into(compiled, bound, values, out, queue)


class _Call:
    """One call: what was given, where it computes, what kind the results have."""

    def __init__(self, compiled: Any, values: Sequence[Any]) -> None:
        self.compiled, self.values = compiled, list(values)
        self.names = compiled._arguments.names
        for name, value in zip(self.names, values, strict=True):
            refuse_others(name, value)
        self.kinds = [kind_of(v) for v in values]
        self.lead, self.example = NUMPY, None
        for kind, value in zip(self.kinds, self.values, strict=True):
            foreign = kind.library not in ("numpy", "number", "region")
            if foreign and (self.lead is NUMPY or (self.lead.memory == "cpu" and kind.memory != "cpu")):
                self.lead, self.example = kind, value
        self.region = active_region()
        self.place = self._place()

    def _place(self) -> Device:
        """The target and device of this call."""
        place: Device = self.compiled.place
        region = self.region
        if self.compiled.automatic:
            if self.lead.memory in ("cuda", "opencl"):
                return Device("gpu" if self.lead.memory == "cuda" else "opencl")
            if region is not None:
                return region.place
        if place.index is None and region is not None and region.place.target == place.target:
            return region.place
        return place

    # --- on the host ---

    def on_host(self, out: Any) -> list[Any]:
        """Compute on NumPy arrays; arrays of a device go to the host and the results back, both counted."""
        arrays = self.host_arrays()
        bound = self.compiled._signature(arrays)
        if out is not None:
            return self.compiled._out.compute(bound, arrays, out, lambda direct: bound(arrays, direct))  # type: ignore[no-any-return]
        results = bound(arrays)
        if self.lead.memory == "cpu":
            return [as_kind(r, self.lead, self.example) for r in results]
        backend = _backend(Device("gpu" if self.lead.memory == "cuda" else "opencl"), self.natives())
        with backend.current([self.example]) as queue:
            moved = [backend.array(queue, r) for r in results]
        for r in results:
            self.compiled.transfers.add("to_device", r.nbytes)
        return [as_kind(r, self.lead, self.example) for r in moved]

    def host_arrays(self) -> list[np.ndarray]:
        """Every input as a NumPy array."""
        pairs = list(zip(self.names, self.kinds, strict=True))
        self._refuse([n for n, k in pairs if k.memory != "cpu" and k.library != "region"])
        found: list[Any] = list(self.values)
        for position, (name, kind) in enumerate(pairs):
            if kind.library == "region":
                found[position] = np.asarray(found[position])  # the region counts it
            elif kind.library not in ("numpy", "number"):
                array = native(name, found[position], kind)
                if not isinstance(array, np.ndarray):
                    array = to_host(array)
                    self.compiled.transfers.add("to_host", array.nbytes)
                found[position] = array
        return self.compiled._arguments.arrays(found)  # type: ignore[no-any-return]

    # --- on a device ---

    def natives(self) -> list[Any]:
        """The native arrays among the inputs that lie in a device's memory."""
        return [
            native(n, v, k) for n, v, k in zip(self.names, self.values, self.kinds, strict=True) if k.memory != "cpu"
        ]

    def on_device(self, out: Any) -> list[Any]:
        """Compute on the device of ``place``."""
        with self.bound() as (bound, arrays, queue):
            if out is not None:
                return _into(self.compiled, bound, arrays, out, queue)
            results = bound(arrays, None, queue, self.compiled.transfers)
            if self.lead.memory == "cpu" and not bound.on_host:
                assert self.region is not None
                return [self.region.result(bound.backend, r) for r in results]
            return [as_kind(r, self.lead, self.example) for r in results]

    @contextlib.contextmanager
    def bound(self) -> Iterator[tuple[Any, list[Any], Any]]:
        """(bound call, its arrays, the queue) with the device current."""
        require(self.place)
        arrays = self._device_arrays()
        natives = [a for a in arrays if not isinstance(a, np.ndarray)]
        backend = _backend(self.place, natives)
        self._same_device(backend, arrays)
        with backend.current([self.example, *natives]) as queue:
            yield (*self._bind(backend, arrays, queue), queue)

    def _device_arrays(self) -> list[Any]:
        """Native arrays of the place as they are; everything else as NumPy arrays, nothing moved yet."""
        elsewhere: list[str] = []
        hosted: list[str] = []
        found: list[Any] = list(self.values)
        for position, (name, kind) in enumerate(zip(self.names, self.kinds, strict=True)):
            if kind.library in ("numpy", "number"):
                if kind.library == "numpy" and name not in self.compiled._arguments.unread:
                    hosted.append(name)
                continue
            if kind.library == "region" and kind.memory != self.place.memory:
                found[position] = np.asarray(found[position])
                continue
            found[position] = native(name, found[position], kind)
            if kind.memory != self.place.memory:
                (hosted if kind.memory == "cpu" else elsewhere).append(name)
        region = self.region if self.region is not None and self.region.place == self.place else None
        held = [n for n in hosted if region is not None and region.holds(found[self.names.index(n)])]
        self._refuse([n for n in (*hosted, *elsewhere) if n not in held])
        for name in elsewhere:
            position = self.names.index(name)
            found[position] = to_host(found[position])
            self.compiled.transfers.add("to_host", found[position].nbytes)
        arrays = self.compiled._arguments.arrays(found)
        return [
            a.astype(a.dtype.newbyteorder("=")) if isinstance(a, np.ndarray) and not a.dtype.isnative else a
            for a in arrays
        ]

    def _same_device(self, backend: Any, arrays: Sequence[Any]) -> None:
        for name, array in zip(self.names, arrays, strict=True):
            if not isinstance(array, np.ndarray) and not backend.owns(array):
                raise InputError(
                    f"input {name!r} lies on another device than {backend}, where this call computes.\n"
                    "Give arrays of one device; es.device(...) and target= choose which."
                )

    def _bind(self, backend: Any, arrays: list[Any], queue: Any) -> tuple[Any, list[Any]]:
        """The bound call and its arrays, those of a region moved in."""
        from espresso.runtime.device.launches import bind

        compiled, region = self.compiled, self.region
        held = region if region is not None and region.place == self.place else None
        on_host = self.lead.memory == "cpu" and held is None
        forms = []
        for array in arrays:
            if isinstance(array, np.ndarray):
                forms.append("number" if array.ndim == 0 else "device" if held is not None else "host")
            else:
                forms.append(backend.form(array))
        usable = ["device" if f == "copied" else f for f in forms]
        signature = [
            (a.dtype, a.shape, f, a.strides if f == "strided" else ()) for a, f in zip(arrays, usable, strict=True)
        ]
        key = (backend, on_host, bool(compiled._arguments.positions_unseen(arrays)), *signature)
        bound = compiled._bound.get(key)
        if bound is None:
            bound = compiled._bound.add(key, bind(compiled, backend, arrays, usable, on_host))
        compiled._last = bound
        if self.region is None and self.lead.library in ("cupy", "pyopencl") and "copied" not in forms:
            Ready.remember(compiled, backend, type(self.example), self.values, bound)
        compiled._arguments.check_positions(arrays)
        if bound.gathers_outside(arrays):
            bound.refuse([to_host(a) for a in arrays])
        backend.wait_for(queue, [a for a in arrays if not isinstance(a, np.ndarray)])
        for position, (array, form) in enumerate(zip(arrays, forms, strict=True)):
            if form == "copied":
                arrays[position] = backend.contiguous(array, queue)
                compiled.transfers.add("copies", array.nbytes)
            elif form == "device" and isinstance(array, np.ndarray):
                assert held is not None
                arrays[position] = held.move_in(backend, queue, array, compiled.transfers)
        return bound, arrays

    def _refuse(self, names: Sequence[str]) -> None:
        if names and self.compiled.options.get("transfer") == "forbid":
            many = len(names) > 1
            raise InputError(
                f"input{'s' * many} {', '.join(map(repr, names))} would move: {'they do' if many else 'it does'} "
                f"not lie in the memory of {self.place}, where this call computes, and transfer='forbid'.\n"
                "Give arrays of that device, or leave transfer= out."
            )


def _into(compiled: Any, bound: Any, arrays: Sequence[Any], out: Any, queue: Any) -> list[Any]:
    """The caller's arrays ``out`` with the results of a call on a device."""
    transfers = compiled.transfers
    return compiled._out.compute(  # type: ignore[no-any-return]
        bound, arrays, out, lambda direct: bound(arrays, direct, queue, transfers),
        lambda target, result: _store(bound.backend, queue, target, result, transfers),
    )  # fmt: skip


def _store(backend: Any, queue: Any, target: Any, result: Any, transfers: Any) -> None:
    """Copy a result into the caller's array, whatever its layout and place."""
    if not isinstance(target, np.ndarray):
        if target.dtype != result.dtype:
            result = result.astype(target.dtype)
        backend.copy(queue, result, target)
        backend.written(queue, [target])
        transfers.add("copies", result.nbytes)
        return
    if not isinstance(result, np.ndarray):
        result = to_host(result)
        transfers.add("to_host", result.nbytes)
    np.copyto(target, result, casting="same_kind")


def _backend(place: Device, natives: Sequence[Any]) -> Any:
    runtime = import_module(f"espresso.runtime.{RUNTIMES[place.target]}")
    return runtime.backend_for(place.index, natives if place.index is None else ())
