"""``dataclass`` as in the standard library, without its price: that compiles six functions for each class.

With some hundred classes that was an eighth of the time to a first result.  Here the classes share what compares,
prints, hashes and freezes them, and a class has its ``__init__`` written when its first instance is made.  Classes that
users make, whose signatures help shows, keep the standard library's.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence
from operator import attrgetter
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from dataclasses import dataclass as dataclass
else:

    def dataclass(cls=None, *, frozen=False, eq=True, repr=True, kw_only=False):
        """The decorator, with the arguments that are used here."""
        if cls is None:
            return lambda cls: dataclass(cls, frozen=frozen, eq=eq, repr=repr, kw_only=kw_only)
        cls.__doc__ = cls.__doc__ or cls.__name__  # else a signature is made for it
        own = {**vars(cls)}
        dataclasses.dataclass(init=False, repr=False, eq=False, kw_only=kw_only)(cls)
        fields = dataclasses.fields(cls)
        methods = {"__init__": _first(cls, fields, frozen)}
        if repr:
            methods["__repr__"] = _printed([f.name for f in fields if f.repr])
        if eq:
            compared = _values([f.name for f in fields if f.compare])
            hashed = _values([f.name for f in fields if (f.compare if f.hash is None else f.hash)])
            methods["__eq__"] = _equal(compared)
            methods["__hash__"] = (lambda self: hash(hashed(self))) if frozen else None
            if own.get("__hash__") is None and "__eq__" in own:  # from Python, because the class compares
                own.pop("__hash__", None)
        if frozen:
            methods["__setattr__"], methods["__delattr__"] = _frozen(cls, {f.name for f in fields})
        for name, method in methods.items():
            if name == "__init__" or name not in own:
                setattr(cls, name, method)
        return cls


def _first(cls: Any, fields: Sequence[dataclasses.Field[Any]], frozen: bool) -> Callable[..., None]:
    """An ``__init__`` that has the right one written and takes its place."""

    def __init__(self: Any, *args: Any, **kwargs: Any) -> None:
        cls.__init__ = _init(cls, fields, frozen)
        cls.__init__(self, *args, **kwargs)

    return __init__


def _init(cls: Any, fields: Sequence[dataclasses.Field[Any]], frozen: bool) -> Any:
    """The function that sets the fields, compiled."""
    missing = dataclasses.MISSING
    scope: dict[str, Any] = {"_given": object(), "_put": object.__setattr__}
    positional, named, lines = ["self"], ["*"], []
    for f in fields:
        value = f.name
        if f.default is not missing:
            scope[f"_default_{f.name}"] = f.default
        elif f.default_factory is not missing:
            scope[f"_make_{f.name}"] = f.default_factory
            value = f"_make_{f.name}() if {f.name} is _given else {f.name}" if f.init else f"_make_{f.name}()"
        if f.init:
            default = f"_default_{f.name}" if f"_default_{f.name}" in scope else "_given"
            optional = f"={default}" if default != "_given" or f"_make_{f.name}" in scope else ""
            (named if f.kw_only else positional).append(f.name + optional)
        elif f.default_factory is missing:
            continue
        lines.append(f"_put(self, {f.name!r}, {value})" if frozen else f"self.{f.name} = {value}")
    if hasattr(cls, "__post_init__"):
        lines.append("self.__post_init__()")
    parameters = ", ".join(positional + (named if len(named) > 1 else []))
    exec(f"def __init__({parameters}):\n " + "\n ".join(lines or ["pass"]), scope)
    made = scope["__init__"]
    made.__qualname__ = f"{cls.__qualname__}.__init__"
    return made


def _values(names: Sequence[str]) -> Callable[[Any], Any]:
    """The values of some fields, as a tuple."""
    if len(names) > 1:
        return attrgetter(*names)
    return lambda self: tuple(getattr(self, n) for n in names)


def _equal(values: Callable[[Any], Any]) -> Callable[[Any, object], Any]:
    def __eq__(self: Any, other: object) -> Any:
        return values(self) == values(other) if other.__class__ is self.__class__ else NotImplemented

    return __eq__


def _printed(names: Sequence[str]) -> Callable[[Any], str]:
    def __repr__(self: Any) -> str:
        return f"{self.__class__.__qualname__}({', '.join(f'{n}={getattr(self, n)!r}' for n in names)})"

    return __repr__


def _frozen(cls: Any, names: set[str]) -> tuple[Any, Any]:
    """``__setattr__`` and ``__delattr__`` that refuse."""

    def __setattr__(self: Any, name: str, value: object) -> None:
        if type(self) is cls or name in names:
            raise dataclasses.FrozenInstanceError(f"cannot assign to field {name!r}")
        super(cls, self).__setattr__(name, value)

    def __delattr__(self: Any, name: str) -> None:
        if type(self) is cls or name in names:
            raise dataclasses.FrozenInstanceError(f"cannot delete field {name!r}")
        super(cls, self).__delattr__(name)

    return __setattr__, __delattr__
