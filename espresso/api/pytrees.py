"""Nested lists, tuples, dicts and dataclasses of expressions: flattened and rebuilt."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

from espresso.errors import InputError
from espresso.structures import opened

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
    parted = opened(value)
    if parted is None:
        raise InputError(
            f"{type(value).__name__} is neither an expression nor a list, tuple, dict or dataclass of expressions"
        )
    items, join = parted[0], tuple if isinstance(value, list) else parted[1]
    leaves: list[tuple[Any, Any]] = []
    parts: list[tuple[int, int, Build]] = []
    for key, item in items:
        found, build = keyed(item, is_leaf, (*keys, key))
        parts.append((len(leaves), len(leaves) + len(found), build))
        leaves += found
    return leaves, lambda new: join([build(new[a:b]) for a, b, build in parts])


def unpacked(given: Mapping[str, Any], names: Collection[str]) -> Mapping[str, Any]:
    """Arguments by name; a structure stands for the inputs in it: ``f(p=Layer(W, b))``, ``f(p={"W": W, "b": b})``.

    A leaf is the input that its path names, as `trace` calls it (``p_W``), or that the end of the path names (``W``).

    >>> unpacked({"x": 1, "p": {"W": 2, "b": [3, 4]}}, ["x", "W", "p_b"])
    {'x': 1, 'W': 2, 'p_b': [3, 4]}
    """
    found: dict[str, Any] = {}
    for name, value in given.items():
        if name in names or not _is_structure(value):
            leaves = [((name,), value)]
        else:
            leaves = keyed(value, lambda v: not _is_structure(v), (name,))[0]
        for keys, leaf in leaves:
            ends = ("_".join(map(str, keys[k:])) for k in range(len(keys)))
            own = next((e for e in ends if e in names), name if len(keys) == 1 else "_".join(map(str, keys)))
            if own in found:
                raise InputError(f"input {own!r} is given twice")
            found[own] = leaf
    return found


def _is_structure(value: Any) -> bool:
    """Whether arrays are put together by name or in a list, and not numbers as one array."""
    if isinstance(value, (list, tuple)):
        return hasattr(value, "_fields") or any(_is_structure(v) or hasattr(v, "shape") for v in value)
    return opened(value) is not None
