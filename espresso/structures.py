"""Nested lists, tuples, dicts and dataclasses of a user, taken apart and put together again."""

from __future__ import annotations

import copy
import dataclasses
from collections.abc import Callable, Mapping, Sequence
from typing import Any


def opened(value: Any) -> tuple[list[tuple[Any, Any]], Callable[[Sequence[Any]], Any]] | None:
    """The keys and parts of a structure, and what puts other parts together in its form; None for anything else.

    >>> parts, join = opened({"a": 1, "b": (2, 3)})
    >>> parts, join([10, 20]), opened(1)
    ([('a', 1), ('b', (2, 3))], {'a': 10, 'b': 20}, None)
    """
    kind = type(value)
    if isinstance(value, Mapping):
        return list(value.items()), lambda made: _mapping(value, made)
    if isinstance(value, (list, tuple)):
        names = getattr(value, "_fields", None)
        items = list(zip(names or range(len(value)), value, strict=True))
        return items, kind if names is None else lambda made: kind(*made)
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        items = [(f.name, getattr(value, f.name)) for f in dataclasses.fields(value) if f.init]
        return items, lambda made: dataclasses.replace(value, **{k: m for (k, _), m in zip(items, made, strict=True)})
    return None


def _mapping(value: Mapping[Any, Any], made: Sequence[Any]) -> dict[Any, Any]:
    """A dict with these values, of its own kind where it is one of a subclass."""
    pairs = zip(value, made, strict=True)
    if type(value) is dict or not isinstance(value, dict):
        return dict(pairs)
    other = copy.copy(value)
    other.update(pairs)
    return other
