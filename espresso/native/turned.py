"""Copies that transpose: loops around ``t[i - a, j - b] = x[j, i]`` go by squares that are transposed in registers."""

from __future__ import annotations

import ast
from typing import Any

from .counting import Counted
from .expressions import Array
from .kinds import FLOATS, I64, Value, convert
from .machine import host
from .packed import tile
from .vectors import Vectors


def turning(node: ast.For, names: Any) -> ast.Assign | None:
    """The assignment of a copy that transposes, if the loop and the one inside it are just that."""
    inner = node.body[0] if len(node.body) == 1 else None
    if not isinstance(inner, ast.For) or not (isinstance(node.target, ast.Name) and isinstance(inner.target, ast.Name)):
        return None
    made = inner.body[0] if len(inner.body) == 1 else None
    if not isinstance(made, ast.Assign) or not all(_bounds(n) for n in (node, inner)):
        return None
    (target,), read = made.targets, made.value
    if not isinstance(target, ast.Subscript) or not isinstance(read, ast.Subscript):
        return None
    arrays: list[Any] = [names.get(s.value.id) if isinstance(s.value, ast.Name) else None for s in (target, read)]
    slots = [s.slice.elts if isinstance(s.slice, ast.Tuple) else [s.slice] for s in (target, read)]
    if not all(isinstance(a, Array) and a.kind in FLOATS and a.strides is None for a in arrays) or len(slots[0]) != 2:
        return None
    j, i = node.target.id, inner.target.id
    used = [[{n.id for n in ast.walk(s) if isinstance(n, ast.Name)} & {i, j} for s in part] for part in slots]
    turned = used[0] == [{i}, {j}] and used[1][-1] == {i} and not any(i in u for u in used[1][:-1])
    same = arrays[0].kind == arrays[1].kind
    straight = ast.unparse(slots[1][-1]) in (i, f"np.uintp({i})") and ast.unparse(inner.iter).find(j) < 0
    return made if turned and same and straight else None


def _bounds(loop: ast.For) -> bool:
    call = loop.iter
    if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Name):
        return False
    return call.func.id == "range" and len(call.args) == 2


def write_turned(t: Any, node: Any, made: ast.Assign) -> None:
    """The copy, by a translator: squares, the last of which may overlap those before; in less, element by element."""
    inner, b = node.body[0], t.b
    names = node.target.id, inner.target.id
    (j0, j1), (i0, i1) = ([convert(b, t.scalar(a), "int64").ir for a in n.iter.args] for n in (node, inner))
    read: Any = made.value
    side = tile(t.names[read.value.id].kind, host()[2]).lanes
    least = [b.icmp_signed(">=", b.sub(last, first), I64(side)) for first, last in ((j0, j1), (i0, i1))]
    with b.if_else(b.and_(*least)) as (squares, elements):
        with squares, _Covering(b, j0, j1, side) as j, _Covering(b, i0, i1, side) as i:
            _square(t, made, names, (j, i), side)
        with elements, Counted(b, j0, j1, 1) as j, Counted(b, i0, i1, 1) as i:
            _at(t, names, j, i)
            t.block([made])


class _Covering(Counted):
    """Starts of pieces of one length that cover a range: the last one ends where the range ends."""

    def __enter__(self) -> Any:
        position = super().__enter__()
        final = self.b.sub(self.last, I64(self.step))
        return self.b.select(self.b.icmp_signed("<", position, final), position, final)


def _at(t: Any, names: tuple[str, str], j: Any, i: Any) -> None:
    for name, position in zip(names, (j, i), strict=True):
        t.assign(name, Value(t.kinds.get(name, "int64"), position))


def _square(t: Any, made: ast.Assign, names: tuple[str, str], place: tuple[Any, Any], side: int) -> None:
    target: Any = made.targets[0]
    read: Any = made.value
    into, source, (j, i) = t.names[target.value.id], t.names[read.value.id], place
    v = Vectors(t.b, source.kind, side)
    rows = []
    for k in range(side):
        _at(t, names, t.b.add(j, I64(k)), i)
        rows.append(v.load(t._pointer(source, read.slice)))
    for k, column in enumerate(v.transposed(rows)):
        _at(t, names, j, t.b.add(i, I64(k)))
        v.store(column, t._pointer(into, target.slice))
