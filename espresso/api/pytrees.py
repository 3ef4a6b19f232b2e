"""Nested lists, tuples, dicts and dataclasses of expressions: flattened and rebuilt."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence
from typing import Any

from espresso.errors import InputError

Build = Callable[[Sequence[Any]], Any]


def flatten(value: Any, is_leaf: Callable[[Any], bool]) -> tuple[list[tuple[str, Any]], Build]:
    """Leaves with their paths, and the function that builds the structure from new leaves.

    A list is built as a tuple: it is the result of a program, not something to append to.

    >>> leaves, build = flatten({"a": 1, "b": [2, 3]}, lambda v: isinstance(v, int))
    >>> leaves, build([10, 20, 30])
    ([('a', 1), ('b_0', 2), ('b_1', 3)], {'a': 10, 'b': (20, 30)})
    """
    leaves, build = keyed(value, is_leaf)
    return [("_".join(map(str, keys)), leaf) for keys, leaf in leaves], build


def keyed(
    value: Any, is_leaf: Callable[[Any], bool], keys: tuple[Any, ...] = ()
) -> tuple[list[tuple[Any, Any]], Build]:
    """`flatten` with the keys of each leaf, from the outermost on: unlike paths they are always different ones."""
    if is_leaf(value):
        return [(keys, value)], lambda new: new[0]
    items: list[tuple[Any, Any]]
    if isinstance(value, dict):
        items = list(value.items())
        join: Callable[[list[Any]], Any] = lambda made: dict(zip(value, made, strict=True))  # noqa: E731
    elif isinstance(value, (list, tuple)):
        items = list(enumerate(value))
        kind = type(value)
        join = (lambda made: kind(*made)) if hasattr(value, "_fields") else tuple
    elif dataclasses.is_dataclass(value) and not isinstance(value, type):
        items = [(f.name, getattr(value, f.name)) for f in dataclasses.fields(value)]
        join = lambda made: dataclasses.replace(value, **{k: m for (k, _), m in zip(items, made, strict=True)})  # noqa: E731
    else:
        raise InputError(
            f"{type(value).__name__} is neither an expression nor a list, tuple, dict or dataclass of expressions"
        )
    leaves: list[tuple[Any, Any]] = []
    parts: list[tuple[int, int, Build]] = []
    for key, item in items:
        found, build = keyed(item, is_leaf, (*keys, key))
        parts.append((len(leaves), len(leaves) + len(found), build))
        leaves += found
    return leaves, lambda new: join([build(new[a:b]) for a, b, build in parts])
