"""Transposing loops, ``y[i, j] = x[j, i]``, replaced by a call of `transposing`."""

from __future__ import annotations

import ast
from typing import Any

from espresso.llvm.emit.counted_loops import Counted
from espresso.llvm.emit.expressions import Array
from espresso.llvm.emit.kinds import I64, ITEMSIZE, Value, convert
from espresso.llvm.emit.transposing import transposer
from espresso.records import dataclass


@dataclass(frozen=True)
class TransposedLoops:
    """Such loops: bounds of the source's rows and of its columns, and what is assigned."""

    rows: tuple[ast.expr, ast.expr]
    columns: tuple[ast.expr, ast.expr]
    names: tuple[str, str]
    made: ast.Assign
    tiles: bool
    """Whether they cover whole arrays, by tiles; the result may lie anywhere then."""


def turning(node: ast.For, names: Any) -> TransposedLoops | None:
    """The copy that transposes, if the loop and those inside it are just that: two of them, or four by tiles."""
    around = loops = _nest(node)
    tiles = len(loops) == 4
    if tiles:
        around, loops = loops[:2], loops[2:]
        if not all(map(_in_tile, around, loops)):
            return None
    bounds = [_range(n) for n in around]
    if len(loops) != 2 or any(len(b) != (3 if tiles else 2) for b in bounds) or len(loops[1].body) != 1:
        return None
    made = loops[1].body[0]
    if not isinstance(made, ast.Assign):
        return None
    pairs = [(ast.unparse(n.target), (b[0], b[1])) for n, b in zip(loops, bounds, strict=True)]
    for (j, rows), (i, columns) in (pairs, pairs[::-1]):
        if _copies(made, j, i, names):
            return TransposedLoops(rows, columns, (j, i), made, tiles)
    return None


def _nest(node: ast.For) -> list[ast.For]:
    """A loop, the loop that is all that it does, and so on."""
    found = [node]
    while len(found[-1].body) == 1 and isinstance(inner := found[-1].body[0], ast.For):
        found.append(inner)
    return found


def _range(loop: ast.For) -> list[ast.expr]:
    call = loop.iter
    known = isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "range"
    return call.args if known and isinstance(call, ast.Call) else []


def _in_tile(tile: ast.For, loop: ast.For) -> bool:
    """Whether a loop runs over one tile of another one."""
    own, around = [ast.unparse(a) for a in _range(loop)], [ast.unparse(a) for a in _range(tile)]
    at = ast.unparse(tile.target)
    return len(around) == 3 and own == [at, f"min({at} + {around[2]}, {around[1]})"]


def _copies(made: ast.Assign, j: str, i: str, names: Any) -> bool:
    """Whether each place of a result takes the element of an array of its kind that lies across, and nothing else."""
    (target,), read = made.targets, made.value
    if not isinstance(target, ast.Subscript) or not isinstance(read, ast.Subscript):
        return False
    arrays: list[Any] = [names.get(s.value.id) if isinstance(s.value, ast.Name) else None for s in (target, read)]
    known = all(isinstance(a, Array) for a in arrays)
    if not known or arrays[0].kind != arrays[1].kind or arrays[0].strides is not None:
        return False
    slots = [s.slice.elts if isinstance(s.slice, ast.Tuple) else [s.slice] for s in (target, read)]
    return _is_transposed(slots[0], i, j) and _is_transposed(slots[1], j, i)


def _is_transposed(slots: list[ast.expr], row: str, column: str) -> bool:
    """Whether the last subscript moves with ``column``, one before with ``row``, and no other one with them."""
    moving = [s for s in slots if {row, column} & {n.id for n in ast.walk(s) if isinstance(n, ast.Name)}]
    return len(moving) == 2 and moving[1] is slots[-1] and _plain(moving[0], row) and _plain(moving[1], column)


def _plain(slot: ast.expr, name: str) -> bool:
    """Whether a subscript is a loop variable, as it is or from the start of its tile on."""
    text = ast.unparse(slot)
    text = text.removeprefix("np.uintp(").removesuffix(")") if text.startswith("np.uintp(") else text
    start = text.removeprefix(f"{name} - ")
    return text == name or start != text and start.isidentifier() and start != name


def write_transposed(t: Any, found: TransposedLoops) -> None:
    """The copy, by a translator: a call, or element by element where the rows of the source are not contiguous."""
    b, read = t.b, found.made.value
    target: Any = found.made.targets[0]
    assert isinstance(read, ast.Subscript) and isinstance(read.value, ast.Name)
    into, source = t.names[target.value.id], t.names[read.value.id]
    (j0, j1), (i0, i1) = ([convert(b, t.scalar(a), "int64").ir for a in pair] for pair in (found.rows, found.columns))
    item = ITEMSIZE[source.kind]

    def at(j: Any, i: Any) -> None:
        for name, position in zip(found.names, (j, i), strict=True):
            t.give(name, Value(t.kinds.get(name, "int64"), position))

    def places(j: Any, i: Any) -> list[Any]:
        at(j, i)
        return [t._pointer(into, target.slice), t._pointer(source, read.slice)]

    def squares() -> None:
        (to, start), further = places(j0, i0), places(b.add(j0, I64(1)), b.add(i0, I64(1)))
        steps = [b.sub(b.ptrtoint(y, I64), b.ptrtoint(x, I64)) for x, y in zip((to, start), further, strict=True)]
        row, other = (b.sub(step, I64(item)) for step in steps)  # one on along the row and one down the column
        given = [to, row, start, other, b.sub(i1, i0), b.sub(j1, j0)]
        b.call(transposer(b.module, item, not found.tiles), given)

    if source.strides is None:
        squares()
        return
    with b.if_else(b.icmp_signed("==", source.strides[-1], I64(item))) as (along, apart):
        with along:
            squares()
        with apart, Counted(b, i0, i1, 1) as i, Counted(b, j0, j1, 1) as j:
            at(j, i)
            t.block([found.made])
