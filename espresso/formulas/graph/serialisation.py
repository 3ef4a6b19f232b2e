"""Serialisation of expressions and plain data, for files of the cache.

Only what is listed here can stand in such a file: numbers, texts, None, tuples, lists,
dictionaries, sets, expressions and the records that the reader names.  Reading builds
these values and runs nothing, whatever the bytes say.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from espresso.formulas.graph.nodes import Expr, Tensor, postorder
from espresso.formulas.graph.plain_data import restored
from espresso.formulas.graph.recurrences import Recurrence, Run, State

Records = Mapping[str, Callable[..., Any]]
"""Classes of records by name; their fields are given by position."""

_PLAIN = frozenset({type(None), bool, int, float, str})


def named(*kinds: type) -> Records:
    """The records of these dataclasses."""
    return {k.__name__: k for k in (*kinds, Tensor, Recurrence, Run, State)}


class _Writer:
    def __init__(self, records: Records) -> None:
        self.records = records
        self.nodes: list[Any] = []
        self.number: dict[Expr, int] = {}

    def value(self, value: Any) -> Any:
        kind = type(value)
        if kind in _PLAIN:
            return value
        if kind is tuple or kind is list:
            return [kind.__name__, *map(self.value, value)]
        if isinstance(value, Expr):
            return ["e", self.node(value)]
        if isinstance(value, Mapping):
            return ["dict", *([self.value(k), self.value(v)] for k, v in value.items())]
        if kind is frozenset or kind is set:
            return ["set", *sorted(map(self.value, value))]
        found: Any = self.records.get(kind.__name__)
        if found is kind:
            return [kind.__name__, *(self.value(getattr(value, name)) for name in found.__dataclass_fields__)]
        if kind is complex:
            return ["complex", value.real, value.imag]
        if kind is Fraction:
            return ["Fraction", value.numerator, value.denominator]
        raise TypeError(f"{kind.__name__} cannot be kept")

    def node(self, e: Expr) -> int:
        if e not in self.number:
            for node in postorder(e, known=self.number):
                if node not in self.number:
                    row = [node.op, self.value(node.data), *(self.number[a] for a in node.args)]
                    self.number[node] = len(self.nodes)
                    self.nodes.append(row)
        return self.number[e]


def encode(value: Any, records: Records) -> bytes:
    """The value as bytes, the same for equal values; TypeError where it holds something that cannot be kept.

    >>> decode(encode({"a": (1, 2.5)}, {}), {})
    {'a': (1, 2.5)}
    """
    writer = _Writer(records)
    written = writer.value(value)
    return json.dumps([writer.nodes, written], separators=(",", ":")).encode()


def decode(data: bytes, records: Records) -> Any:
    """What ``encode`` wrote; ValueError for anything else."""
    try:
        rows, written = json.loads(data)
        nodes: list[Expr] = restored([(op, _read(d, records, []), tuple(args)) for op, d, *args in rows])
        return _read(written, records, nodes)
    except Exception as reason:  # of constructors to which anything may be given
        raise ValueError(f"not what was written: {reason!r}") from None


def _read(value: Any, records: Records, nodes: list[Expr]) -> Any:
    if type(value) is not list:
        if type(value) not in _PLAIN:
            raise TypeError(type(value).__name__)
        return value
    kind, rest = value[0], value[1:]
    if kind == "e":
        return nodes[rest[0]]
    if kind == "dict":
        return {_read(k, records, nodes): _read(v, records, nodes) for k, v in rest}
    parts = [v if type(v) in _PLAIN else _read(v, records, nodes) for v in rest]
    plain = _KINDS.get(kind)
    if plain is not None:
        return plain(parts)
    record: Any = records[kind]
    if len(parts) != len(record.__dataclass_fields__):  # others would take the places of those that are missing
        raise ValueError(f"{kind} of {len(parts)} fields")
    return record(*parts)


_KINDS: Mapping[str, Callable[..., Any]] = {
    "tuple": tuple, "list": list, "set": frozenset,
    "complex": lambda p: complex(*p), "Fraction": lambda p: Fraction(*p),
}  # fmt: skip
