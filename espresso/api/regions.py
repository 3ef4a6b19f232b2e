"""``es.device``: regions of a program, each computed on its own device.

Inside ``with es.device("gpu"):`` functions compile for that device, NumPy arrays move in
when they are first used and stay, results stay on the device and move out once: when they
are looked at, or at the end of the region.
"""

from __future__ import annotations

import functools
import math
import operator
import weakref
from collections.abc import Callable
from contextvars import ContextVar, Token
from typing import Any

import numpy as np

from espresso.errors import EspressoError
from espresso.keywords import checked
from espresso.structures import opened
from espresso.system.devices import Device, parse_device, require
from espresso.system.transfers import Transfers

ACTIVE: ContextVar[Region | None] = ContextVar("espresso_device", default=None)
"""The innermost region of each thread."""


def active_region() -> Region | None:
    """The innermost region that this thread is in, or None."""
    return ACTIVE.get()


@checked
def device(name: str) -> Region:
    """Return a region that computes on one device, as a context or as a decorator.

    In the region `compile` makes functions for this device; functions compiled for ``"auto"`` outside use it too.
    A NumPy array moves to the device when a call first uses it and is read-only until the region ends, so that both
    copies stay equal; a writable view of it that was made before stays writable, and what is written through it
    reaches the device with the next region.  Results of NumPy inputs are `DeviceArray`: they stay on the device,
    move out once when they are looked at or when the region ends, and are NumPy arrays to NumPy.

    Parameters
    ----------
    name : str
        ``"cpu"``, ``"gpu"`` (``"cuda:1"``) or ``"opencl"`` (``"opencl:0"``).

    Returns
    -------
    Region
        ``transfers`` counts what moved.  A decorated function takes and returns arrays, lists, tuples, dicts and None.

    Raises
    ------
    TargetError
        For an unknown device, and on entry for one that cannot be used here, with what to install.

    Examples
    --------
    >>> with device("cpu") as region:
    ...     pass
    >>> print(region.transfers)
    to the device: 0 arrays, 0 bytes; to the host: 0 arrays, 0 bytes
    """
    return Region(parse_device(name))


class Region:
    """What ``es.device`` returns: a device, what it holds, and what moved."""

    def __init__(self, place: Device, transfers: Transfers | None = None) -> None:
        self.place = place
        self.transfers = Transfers() if transfers is None else transfers
        self._tokens: list[Token[Region | None]] = []
        self._held: dict[int, tuple[np.ndarray, Any, list[np.ndarray]]] = {}
        self._results: list[weakref.ref[DeviceArray]] = []

    # --- as a context, as a decorator ---

    def __enter__(self) -> Region:
        require(self.place)
        self._tokens.append(ACTIVE.set(self))
        return self

    def __exit__(self, kind: Any, error: object, trace: object) -> None:
        ACTIVE.reset(self._tokens.pop())
        if self._tokens:  # the same region entered twice ends with the outermost
            return
        for _, _, locked in self._held.values():
            for array in locked:
                array.flags.writeable = True
        self._held.clear()
        alive = [made for made in (ref() for ref in self._results) if made is not None]
        self._results.clear()
        if kind is None:
            for made in alive:
                made.move_out()

    def __call__(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """The function run in this region; arrays in its result come out as NumPy arrays."""

        @functools.wraps(function)
        def in_region(*args: Any, **kwargs: Any) -> Any:
            with Region(self.place, self.transfers):  # one for each call: calls may run at the same time
                result = function(*args, **kwargs)
            return _to_numpy(result)

        return in_region

    # --- what the region holds ---

    @checked
    def holds(self, array: np.ndarray) -> bool:
        """Whether this array has moved in already."""
        known = self._held.get(id(array))
        return known is not None and known[0] is array

    @checked
    def move_in(self, backend: Any, queue: Any, array: np.ndarray, also: Transfers) -> Any:
        """The array on the device; moved and counted when it is first used, and kept where it cannot change."""
        known = self._held.get(id(array))
        if known is not None and known[0] is array:
            return known[1]
        moved = backend.array(queue, array)
        backend.written(queue, [moved])
        self.transfers.add("to_device", array.nbytes)
        also.add("to_device", array.nbytes)
        locked = _lock(array)
        if locked is not None:
            self._held[id(array)] = (array, moved, locked)
        return moved

    @checked
    def result(self, backend: Any, native: Any) -> DeviceArray:
        """A result that stays on the device for now."""
        made = DeviceArray(native, backend, self)
        if len(self._results) > 256:
            self._results = [ref for ref in self._results if ref() is not None]
        self._results.append(weakref.ref(made))
        return made

    def __repr__(self) -> str:
        return f"<region on {self.place}: {self.transfers}>"


def _lock(array: np.ndarray) -> list[np.ndarray] | None:
    """The arrays made read-only so that this one cannot change; None when it can still be written elsewhere."""
    chain: list[np.ndarray] = []
    at: Any = array
    while isinstance(at, np.ndarray):
        chain.append(at)
        at = at.base
    if at is not None:  # memory that something else owns
        return None
    locked = [a for a in chain if a.flags.writeable]
    for a in locked:
        a.flags.writeable = False
    return locked[::-1]  # the owner first: a view may be writable only if its owner is


def _to_numpy(value: Any) -> Any:
    """The same structure with NumPy arrays in place of results of the region."""
    if isinstance(value, DeviceArray):
        return value.numpy()
    found = opened(value)
    return value if found is None else found[1]([_to_numpy(v) for _, v in found[0]])


def _on_host(function: Callable[..., Any]) -> Any:
    """A method that calls ``function`` with the NumPy array."""
    return lambda array, *given: function(array.numpy(), *given)


class DeviceArray(np.lib.mixins.NDArrayOperatorsMixin):
    """A result on the device of a region.

    Functions of the region take it without a transfer.  Looking at it (``print``,
    ``float``, NumPy, an element) waits for the device and moves it out, once.
    """

    def __init__(self, native: Any, backend: Any, region: Region) -> None:
        self.native, self._backend, self._region = native, backend, region
        self.shape: tuple[int, ...] = tuple(native.shape)
        self.dtype = np.dtype(native.dtype)
        self.memory, self.index = region.place.memory, region.place.index
        self._host: np.ndarray | None = None

    @property
    def ndim(self) -> int:
        """Number of axes."""
        return len(self.shape)

    @property
    def size(self) -> int:
        """Number of elements."""
        return math.prod(self.shape)

    @property
    def nbytes(self) -> int:
        """Bytes of the elements."""
        return self.size * int(self.dtype.itemsize)

    @checked
    def numpy(self) -> np.ndarray:
        """The NumPy array; moved out and counted when first asked for."""
        if self._host is None:
            from espresso.runtime.device.arrays import to_host

            self._host = to_host(self.native)
            self._host.flags.writeable = False  # while the device has the same content
            self._region.transfers.add("to_host", self._host.nbytes)
        return self._host

    @checked
    def move_out(self) -> None:
        """Become a NumPy array and free the device's memory."""
        self.numpy().flags.writeable = True
        self.native = None

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> np.ndarray:
        array = self.numpy()
        if dtype is not None and array.dtype != dtype:
            if copy is False:
                raise ValueError(f"a conversion from {array.dtype} to {dtype} needs a copy")
            return array.astype(dtype)
        return array.copy() if copy else array

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, **kwargs: Any) -> Any:
        if any(isinstance(o, DeviceArray) for o in kwargs.get("out", ())):
            raise EspressoError("a result of a region cannot be written; compute a new one")
        return getattr(ufunc, method)(*(i.numpy() if isinstance(i, DeviceArray) else i for i in inputs), **kwargs)

    def __len__(self) -> int:
        if not self.shape:
            raise TypeError("len() of an array without axes")
        return int(self.shape[0])

    @checked
    def item(self, *at: Any) -> Any:
        """One element as a Python number."""
        return self.numpy().item(*at)

    @checked
    def tolist(self) -> Any:
        """Nested lists of Python numbers."""
        return self.numpy().tolist()

    __float__ = _on_host(float)
    __int__ = _on_host(int)
    __complex__ = _on_host(complex)
    __bool__ = _on_host(bool)
    __index__ = _on_host(operator.index)
    __getitem__ = _on_host(operator.getitem)
    __iter__ = _on_host(iter)
    __str__ = _on_host(str)
    __repr__ = _on_host(repr)

    def __format__(self, spec: str) -> str:
        return format(self.numpy()[()], spec)

    def __reduce__(self) -> Any:
        return np.array, (self.numpy(),)

    def __getattr__(self, name: str) -> Any:
        """Whatever else a NumPy array has (``sum``, ``T``, ``reshape`` ...), on the host."""
        if name.startswith("_"):
            raise AttributeError(name)
        return getattr(self.numpy(), name)
