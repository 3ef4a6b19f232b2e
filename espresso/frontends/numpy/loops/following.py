"""Functions that a traced function calls, with tracing's own ``range`` and makers of arrays in them.

A function is called with the same code and another view of its module: there ``range`` is one that rolls loops up,
``np`` makes arrays that traced values can be written into, and functions of the user are followed likewise.
"""

from __future__ import annotations

import builtins
import sys
from collections.abc import Callable
from opcode import opmap
from types import CellType, FunctionType, MethodType, ModuleType
from typing import Any

import numpy as np

from espresso.frontends.numpy import known
from espresso.frontends.numpy.arrays import TracedArray, kind_of, lift, scalar_call, unsupported, where
from espresso.frontends.numpy.assignment import copied
from espresso.frontends.numpy.functions import FUNCTIONS, astype
from espresso.frontends.numpy.loops.lists import taking_steps
from espresso.frontends.numpy.loops.numbers import Step
from espresso.frontends.numpy.shapes import holds_traced

_FOREIGN = {"numpy", "espresso", "scipy", *sys.stdlib_module_names}
"""Packages whose functions are called as they are."""


class Followed:
    """The functions that one call of `trace` follows."""

    def __init__(self, ranges: Callable[..., Any]) -> None:
        self.ranges = ranges
        self.made: dict[int, tuple[Any, Any]] = {}  # by identity, with the original, which stays alive
        self.builtins = {**vars(builtins), "__import__": self._imported}

    def _imported(self, *args: Any, **kwargs: Any) -> Any:
        """What ``import`` inside a function finds."""
        return self.value(builtins.__import__(*args, **kwargs))

    def function(self, fn: Any) -> Any:
        """``fn`` with this view of its module, or itself where it cannot be followed."""
        if isinstance(fn, MethodType):
            return MethodType(self.function(fn.__func__), fn.__self__)
        if not isinstance(fn, FunctionType) or not _is_own(fn):
            return fn
        if id(fn) not in self.made:
            cells = tuple(CellType() if self._stands_for(c) else c for c in fn.__closure__ or ())
            around = Module(fn.__globals__, self)
            made = FunctionType(fn.__code__, around, fn.__name__, fn.__defaults__, cells or None)
            made.__kwdefaults__ = fn.__kwdefaults__
            made.__dict__.update(fn.__dict__)
            self.made[id(fn)] = fn, made
            for cell, old in zip(cells, fn.__closure__ or (), strict=True):
                if cell is not old:
                    cell.cell_contents = self.value(old.cell_contents)
        return self.made[id(fn)][1]

    def _stands_for(self, cell: CellType) -> bool:
        """Whether another value stands in the place of what a cell holds."""
        if cell == CellType():
            return False
        value = cell.cell_contents
        return value is np or isinstance(value, FunctionType) and _is_own(value)

    def value(self, value: Any) -> Any:
        """What stands in the place of a value of a module."""
        if value is np:
            return NUMPY
        if isinstance(value, FunctionType) and _is_own(value):
            return self.function(value)
        name = getattr(value, "__name__", "") if callable(value) else ""
        return MAKERS[name] if name in MAKERS and getattr(np, name, None) is value else value


def _is_own(fn: FunctionType) -> bool:
    """Whether a function is the user's, and changes no names of its module."""
    home = str(fn.__globals__.get("__name__", "")).partition(".")[0]
    return (
        home not in _FOREIGN
        and not isinstance(fn.__globals__, Module)
        and opmap["STORE_GLOBAL"] not in fn.__code__.co_code[::2]
    )


class Module(dict[str, Any]):
    """The names of a module as a followed function sees them."""

    def __init__(self, original: dict[str, Any], followed: Followed) -> None:
        super().__init__({n: v for n, v in original.items() if n.startswith("__")})
        self["__builtins__"] = followed.builtins
        self.original, self.followed = original, followed

    def __getitem__(self, name: str) -> Any:
        if name in self.original:
            value = self.followed.value(self.original[name])
            taking = taking_steps(value)
            return value if taking is None else taking
        if name == "range":
            return self.followed.ranges
        return _BUILTINS[name]

    def __contains__(self, name: object) -> bool:
        return name in self.original


# --- Python's functions ---------------------------------------------------------------------------


def _choice(name: str, comparison: str) -> Callable[..., Any]:
    """Python's ``max`` or ``min``, in which a comparison of traced numbers is a choice and asks for no truth."""
    original = getattr(builtins, name)

    def chosen(*args: Any, **kwargs: Any) -> Any:
        traced = [a for a in args if isinstance(a, TracedArray) and a.known is None]
        others = (TracedArray, Step, int, float, np.number)
        if kwargs or not traced or not all(isinstance(a, others) for a in args) or any(t.ndim for t in traced):
            return original(*args, **kwargs)
        found, *rest = args
        for a in rest:
            found = where(scalar_call(comparison, a, found), a, found)
        return found

    return chosen


_BUILTINS = {"max": _choice("max", "gt"), "min": _choice("min", "lt")}


# --- NumPy's makers of arrays -------------------------------------------------------------------


def _maker(name: str) -> Callable[..., Any]:
    """A function that makes an array of numbers, as one that traced values can be assigned to."""

    def made(*args: Any, **kwargs: Any) -> Any:
        if kwargs.get("like") is not None:
            return getattr(np, name)(*args, **kwargs)
        if known.all_known(args, kwargs):
            values = getattr(np, name)(*known.unwrapped(args), **known.unwrapped(kwargs))
            return known.wrapped(values, _formula(name, args, kwargs), 1)
        rule = _OF_TRACED.get(name)
        if rule is None or kwargs.get("out") is not None:
            raise unsupported(name, "of values that the function computes")
        return rule(*args, **kwargs)

    return made


def _formula(name: str, args: Any, kwargs: Any) -> Callable[[], Any] | None:
    """How the formula of a grid is made, which may be too long for a list."""
    if name != "linspace" or set(kwargs) - {"dtype", "num", "start", "stop", "endpoint"}:
        return None
    return lambda: _linspace(*args, **kwargs)


def _linspace(
    start: Any, stop: Any, num: int = 50, endpoint: bool = True, retstep: bool = False, dtype: Any = None, axis: int = 0
) -> TracedArray:
    if retstep or axis or lift(start).ndim or lift(stop).ndim or kind_of(np.zeros(0, dtype)) not in "fc":
        raise unsupported("linspace", "of arrays, in integers, or with retstep=")
    found = known.line(start * 1.0, stop, int(num), endpoint)
    return found if dtype is None else found.astype(dtype)


def _arange(start: Any, stop: Any = None, step: Any = 1, dtype: Any = None) -> TracedArray:
    raise unsupported("arange", "a length that the function computes decides the shape")


def _array(value: Any, dtype: Any = None, copy: Any = True, order: Any = None, ndmin: int = 0) -> TracedArray:
    found = lift(value)
    if dtype is not None:
        found = found.astype(dtype)
    if found.ndim < ndmin:
        found = found.reshape((1,) * (ndmin - found.ndim) + found.shape)
    return copied(found) if found is value else found


def _asarray(value: Any, dtype: Any = None, order: Any = None, copy: Any = None) -> TracedArray:
    if isinstance(value, TracedArray) and not copy:
        return value if dtype is None or _is_in(value, np.dtype(dtype)) else value.astype(dtype)
    return _array(value, dtype)


def _is_in(t: TracedArray, dtype: np.dtype) -> bool:
    """Whether an array has a dtype, so that no new one is made."""
    known_ones = t.known is not None and t.known.dtype == dtype
    return known_ones or astype(t, dtype).body is t.body


def _full(shape: Any, fill_value: Any, dtype: Any = None, order: str = "C") -> TracedArray:
    if isinstance(shape, TracedArray) or holds_traced(shape):
        raise unsupported("full", "a length that the function computes decides the shape")
    found: TracedArray = FUNCTIONS["full"](shape, fill_value, dtype)
    return found


_OF_TRACED: dict[str, Callable[..., Any]] = {
    "linspace": _linspace, "arange": _arange, "array": _array, "full": _full,
    **dict.fromkeys(("asarray", "asanyarray", "ascontiguousarray", "asfortranarray"), _asarray),
}  # fmt: skip


class _Grid:
    """``np.mgrid`` and ``np.ogrid``."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __getitem__(self, key: Any) -> Any:
        if not known.all_known(key):
            raise unsupported(self.name, "of values that the function computes")
        return known.wrapped(getattr(np, self.name)[known.unwrapped(key)])


class _Joined:
    """``np.r_`` and ``np.c_``: arrays and numbers one after another, or as columns."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __getitem__(self, key: Any) -> Any:
        if known.all_known(key):
            return known.wrapped(getattr(np, self.name)[known.unwrapped(key)])
        items = key if isinstance(key, tuple) else (key,)
        if any(isinstance(item, str) for item in items):
            raise unsupported(self.name, "with a text that says along which axis")
        parts = [np.r_[known.unwrapped(item)] if isinstance(item, slice) else np.atleast_1d(item) for item in items]
        if self.name == "c_":
            parts = [np.expand_dims(p, 1) if p.ndim == 1 else p for p in parts]
        return np.concatenate(parts, 0 if self.name == "r_" else -1)


class _ArrayType(type):
    """``np.ndarray``, of which traced arrays are instances too."""

    def __instancecheck__(cls, value: Any) -> bool:
        return isinstance(value, (np.ndarray, TracedArray))

    def __call__(cls, shape: Any, dtype: Any = float, *args: Any, **kwargs: Any) -> Any:
        made = np.ndarray(known.unwrapped(shape), dtype, *args, **kwargs)
        return known.wrapped(made if args or kwargs else np.zeros_like(made))

    def __getattr__(cls, name: str) -> Any:
        return getattr(np.ndarray, name)


class _Array(metaclass=_ArrayType):
    """Stands in the place of ``np.ndarray``."""


def _empty(*args: Any, **kwargs: Any) -> Any:
    return MAKERS["zeros"](*args, **kwargs)


class _ScalarType(type):
    """One of NumPy's types of numbers, calls of which convert traced arrays."""

    original: Any

    def __instancecheck__(cls, value: Any) -> bool:
        return isinstance(value, cls.original)

    def __subclasscheck__(cls, other: Any) -> bool:
        return other is cls or issubclass(other, cls.original)

    def __eq__(cls, other: Any) -> bool:
        return other is cls or other is cls.original

    def __hash__(cls) -> int:
        return hash(cls.original)

    def __getattr__(cls, name: str) -> Any:
        return getattr(cls.original, name)

    def __call__(cls, *args: Any) -> Any:
        if not args or known.all_known(args):
            return known.wrapped(cls.original(*known.unwrapped(args)))
        return astype(lift(args[0]), cls.original)


def _scalar_type(original: Any) -> Any:
    """What stands in the place of a type of numbers; as a dtype it is the same."""
    return _ScalarType(original.__name__, (), {"original": original, "dtype": np.dtype(original)})


MAKERS: dict[str, Any] = {
    **{n: _scalar_type(getattr(np, n)) for n in (
        "bool", "bool_", "int64", "int_", "intp", "int32", "int16", "int8", "uint64", "uint32", "uint16", "uint8",
        "float16", "float32", "single", "float64", "double", "complex64", "csingle", "complex128", "cdouble",
    )},
    **{n: _maker(n) for n in (
        "zeros", "ones", "full", "eye", "identity", "arange", "linspace", "logspace", "geomspace", "tri", "indices",
        "array", "asarray", "asanyarray", "ascontiguousarray", "asfortranarray", "fromiter", "fromfunction",
    )},
    "empty": _empty,
}  # fmt: skip
"""Functions of NumPy that make arrays of numbers, by name."""


class Numpy(ModuleType):
    """NumPy as a followed function sees it."""

    def __getattr__(self, name: str) -> Any:
        return getattr(np, name)


NUMPY = Numpy("numpy")
NUMPY.__dict__.update({**MAKERS, "mgrid": _Grid("mgrid"), "ogrid": _Grid("ogrid"), "ndarray": _Array})
NUMPY.__dict__.update({"r_": _Joined("r_"), "c_": _Joined("c_")})
