"""Structures of a user that are taken apart and put together again."""

import collections
import dataclasses
from typing import Any, NamedTuple

import pytest

from espresso.structures import opened


class Pair(NamedTuple):
    left: Any
    right: Any


@dataclasses.dataclass
class Layer:
    weights: Any
    bias: Any
    size: int = dataclasses.field(init=False, default=2)


@pytest.mark.parametrize("value", [
    [1, 2], (1, 2), Pair(1, 2), {"a": 1, "b": 2}, collections.OrderedDict(b=1, a=2),
    collections.defaultdict(list, a=1, b=2), Layer(1, 2),
])  # fmt: skip
def test_other_parts_in_the_same_form(value: Any) -> None:
    parts, join = opened(value) or ([], None)
    assert [part for _, part in parts] == [1, 2]
    assert join is not None
    made = join([10, 20])
    assert type(made) is type(value) and [part for _, part in (opened(made) or ([],))[0]] == [10, 20]
    assert [key for key, _ in (opened(made) or ([],))[0]] == [key for key, _ in parts]


def test_a_defaultdict_keeps_its_default() -> None:
    _, join = opened(collections.defaultdict(list, a=1)) or ([], None)
    assert join is not None and join([2])["b"] == []


@pytest.mark.parametrize("value", [1, "text", None, Layer, range(2)])
def test_anything_else_is_a_leaf(value: Any) -> None:
    assert opened(value) is None
