"""Nested lists, tuples, dicts and dataclasses of expressions: flattened and built again."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence
from typing import Any

from ..errors import InputError

Build = Callable[[Sequence[Any]], Any]


def flatten(value: Any, is_leaf: Callable[[Any], bool], path: str = "") -> tuple[list[tuple[str, Any]], Build]:
    """Leaves with their paths, and the function that builds the structure from new leaves.

    A list is built as a tuple: it is the result of a program, not something to append to.

    >>> leaves, build = flatten({"a": 1, "b": [2, 3]}, lambda v: isinstance(v, int))
    >>> leaves, build([10, 20, 30])
    ([('a', 1), ('b_0', 2), ('b_1', 3)], {'a': 10, 'b': (20, 30)})
    """
    if is_leaf(value):
        return [(path, value)], lambda new: new[0]
    if isinstance(value, dict):
        items = [(str(k), v) for k, v in value.items()]
        join: Callable[[list[Any]], Any] = lambda made: dict(zip(value, made, strict=True))  # noqa: E731
    elif isinstance(value, (list, tuple)):
        items = [(str(k), v) for k, v in enumerate(value)]
        kind = type(value)
        join = (lambda made: kind(*made)) if hasattr(value, "_fields") else tuple
    elif dataclasses.is_dataclass(value) and not isinstance(value, type):
        items = [(f.name, getattr(value, f.name)) for f in dataclasses.fields(value)]
        join = lambda made: dataclasses.replace(value, **{k: m for (k, _), m in zip(items, made, strict=True)})  # noqa: E731
    else:
        raise InputError(
            f"{type(value).__name__} is neither an expression nor a list, tuple, dict or dataclass of expressions"
        )
    leaves: list[tuple[str, Any]] = []
    parts: list[tuple[int, int, Build]] = []
    for name, item in items:
        found, build = flatten(item, is_leaf, f"{path}_{name}" if path else name)
        parts.append((len(leaves), len(leaves) + len(found), build))
        leaves += found
    return leaves, lambda new: join([build(new[a:b]) for a, b, build in parts])
