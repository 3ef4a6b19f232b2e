"""Copies that transpose: loops around ``t[i - a, j - b] = x[j, i]`` go by squares that are transposed in registers."""

from __future__ import annotations

import ast
from typing import Any

from .counting import Counted
from .expressions import Array
from .kinds import FLOATS, I64, Value, convert
from .vectors import Vectors

SIDE = 8
"""Elements along a square."""


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
    """The copy, by a translator: squares, then what is left beside and below them."""
    inner = node.body[0]
    names = node.target.id, inner.target.id
    (j0, j1), (i0, i1) = ([convert(t.b, t.scalar(a), "int64").ir for a in n.iter.args] for n in (node, inner))
    j_end, i_end = (_whole(t.b, *pair) for pair in ((j0, j1), (i0, i1)))
    with Counted(t.b, j0, j_end, SIDE) as j, Counted(t.b, i0, i_end, SIDE) as i:
        _square(t, made, names, j, i)
    for rows, columns in (((j0, j_end), (i_end, i1)), ((j_end, j1), (i0, i1))):
        with Counted(t.b, *rows, 1) as j, Counted(t.b, *columns, 1) as i:
            _at(t, names, j, i)
            t.block([made])


def _whole(b: Any, first: Any, last: Any) -> Any:
    """Where the last whole square ends."""
    count = b.sub(last, first)
    count = b.select(b.icmp_signed(">", count, I64(0)), count, I64(0))
    return b.add(first, b.and_(count, I64(-SIDE)))


def _at(t: Any, names: tuple[str, str], j: Any, i: Any) -> None:
    for name, position in zip(names, (j, i), strict=True):
        t.assign(name, Value(t.kinds.get(name, "int64"), position))


def _square(t: Any, made: ast.Assign, names: tuple[str, str], j: Any, i: Any) -> None:
    target: Any = made.targets[0]
    read: Any = made.value
    into, source = t.names[target.value.id], t.names[read.value.id]
    v = Vectors(t.b, source.kind, SIDE)
    rows = []
    for k in range(SIDE):
        _at(t, names, t.b.add(j, I64(k)), i)
        rows.append(v.load(t._pointer(source, read.slice)))
    for k, column in enumerate(v.transposed(rows)):
        _at(t, names, j, t.b.add(i, I64(k)))
        v.store(column, t._pointer(into, target.slice))
