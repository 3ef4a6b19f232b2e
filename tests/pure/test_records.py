"""`records.dataclass` does what the standard library's does, for each way in which it is used."""

from __future__ import annotations

import dataclasses
import pickle
from collections.abc import Callable
from dataclasses import KW_ONLY, field
from typing import Any

import pytest

from espresso import records

WAYS: dict[str, dict[str, bool]] = {
    "plain": {}, "frozen": {"frozen": True}, "by identity": {"eq": False}, "frozen, by identity": {"frozen": True, "eq": False},
    "without repr": {"repr": False}, "by name": {"kw_only": True, "frozen": True},
}  # fmt: skip


def classes(made: Callable[..., Any], way: dict[str, bool]) -> tuple[type, type, type]:
    """The same three classes by one of the two decorators."""

    @made(**way)
    class Base:
        x: int
        y: list[int] = field(default_factory=list, compare=False)
        given: str = "g"

        def double(self) -> int:
            return 2 * self.x

    @made(**way)
    class Other(Base):
        """With a documentation, keywords, and what is computed."""

        _: KW_ONLY
        late: float = 1.5
        found: int = field(init=False, repr=False)

        def __post_init__(self) -> None:
            object.__setattr__(self, "found", self.x + len(self.y))

    @made(**way)
    class Own:
        x: int

        def __repr__(self) -> str:
            return "own"

        def __hash__(self) -> int:
            return 7

    return Base, Other, Own


def outcome(act: Callable[[], Any]) -> Any:
    """What comes of it, without addresses."""
    try:
        found = act()
    except Exception as error:
        return type(error), str(error).replace("test_records.", "")
    return found if isinstance(found, (bool, int, list, dict)) else repr(found).partition(" at 0x")[0]


def told(made: Callable[..., Any], way: dict[str, bool]) -> list[Any]:
    """What classes by this decorator and their instances do."""
    base, other, own = classes(made, way)
    a, b, c = base(x=1), base(x=1, y=[3]), other(x=4, late=2.0, given="")
    return [outcome(act) for act in (
        lambda: repr(a), lambda: repr(c), lambda: a == b, lambda: a == base(x=2), lambda: a == c, lambda: a.__eq__(3),
        lambda: hash(a) == hash(b), lambda: {a, b, own(x=1)}.__len__(), lambda: hash(own(x=1)), lambda: repr(own(x=1)),
        lambda: setattr(a, "x", 5), lambda: a.x, lambda: delattr(b, "given"), lambda: setattr(c, "new", 5),
        lambda: base(1, [2], "h").double(), lambda: base(), lambda: base(1, z=2), lambda: other(1, [2], "h", 2.5),
        lambda: c.found, lambda: [f.name for f in dataclasses.fields(other)], lambda: dataclasses.asdict(c),
        lambda: repr(dataclasses.replace(base(x=1), x=9)), lambda: base(x=1).y is base(x=1).y,
    )]  # fmt: skip


@pytest.mark.parametrize("way", WAYS.values(), ids=WAYS)
def test_classes_behave_as_those_of_the_standard_library(way: dict[str, bool]) -> None:
    assert told(records.dataclass, way) == told(dataclasses.dataclass, way)


@records.dataclass(frozen=True)
class Kept:
    """At the top of a module."""

    x: int
    y: tuple[int, ...] = ()


def test_values_can_be_pickled_before_any_is_made() -> None:
    data = pickle.dumps(Kept(1, (2,))).replace(b"Kept", b"Copy")
    copy = records.dataclass(frozen=True)(type("Copy", (), {"__annotations__": {"x": "int"}, "__module__": __name__}))
    globals()["Copy"] = copy
    assert pickle.loads(data).x == 1 and pickle.loads(data) == copy(1)
