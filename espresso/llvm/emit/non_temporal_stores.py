"""Non-temporal stores: results larger than the caches bypass them.

A loop that writes ``y[..., j]`` along its own variable runs in blocks.  A block is computed
into a buffer that stays in the first-level cache and is copied from there with non-temporal
stores of whole cache lines.  A flag of the function decides, so its loops are written twice:
small arrays are written in place.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from typing import Any

import llvmlite.ir as ir

from espresso.llvm.emit.counted_loops import Counted, least
from espresso.llvm.emit.kinds import I8, I64, ITEMSIZE, POINTER, Value, internal, shared

BLOCK = 4096
"""Bytes of a block of the first array that a loop writes."""

LINE = 64
"""Bytes of a cache line."""


def non_temporal(loop: ast.For, names: Mapping[str, Any]) -> dict[str, ast.expr]:
    """Arrays that may go past the cache, and that the loop writes once, along its variable: with their subscripts.

    Not of loops with a step: one of 1 says that little code is worth more than speed.  Nor of those in a tile, which
    write a few lines of each row, nor of zeros: the C library fills arrays, also past the cache.
    """
    assert isinstance(loop.target, ast.Name)
    if _has_loops(loop.body) or not isinstance(loop.iter, ast.Call) or len(loop.iter.args) > 2:
        return {}
    if any(isinstance(a, ast.Call) for a in loop.iter.args) or all(map(_stores_zero, loop.body)):
        return {}
    own = {loop.target.id}
    found: dict[str, ast.expr] = {}
    for s in loop.body:
        if not isinstance(s, ast.Assign):
            continue
        (target,) = s.targets
        if isinstance(target, ast.Name) and _is_unsigned(s.value, loop.target.id):
            own.add(target.id)
        if not (isinstance(target, ast.Subscript) and isinstance(target.value, ast.Name)):
            continue
        array = names.get(target.value.id)
        slots = target.slice.elts if isinstance(target.slice, ast.Tuple) else [target.slice]
        inner = {n.id for slot in slots[:-1] for n in ast.walk(slot) if isinstance(n, ast.Name)}
        along = isinstance(slots[-1], ast.Name) and slots[-1].id in own and not inner & own
        if getattr(array, "non_temporal", None) is not None and along:
            found[target.value.id] = target.slice
    if not found:
        return {}
    uses = [n.id for s in loop.body for n in ast.walk(s) if isinstance(n, ast.Name)]
    return {n: slots for n, slots in found.items() if uses.count(n) == 1}


def flag_of(loop: ast.For, names: Mapping[str, Any]) -> Any:
    """The truth value by which all innermost loops of this one go past the cache, or None where some cannot."""
    if all(getattr(a, "non_temporal", None) is None for a in names.values()):
        return None
    inner = [n for n in ast.walk(loop) if isinstance(n, ast.For) and not _has_loops(n.body)]
    first = [next(iter(non_temporal(n, names)), "") for n in inner]
    return names[first[0]].non_temporal if first and all(first) else None


def _has_loops(body: Sequence[ast.stmt]) -> bool:
    """Whether a loop is among these statements; expressions, most of a long body, are not looked at."""
    work = list(body)
    while work:
        s = work.pop()
        if isinstance(s, (ast.For, ast.While)):
            return True
        work += [*getattr(s, "body", ()), *getattr(s, "orelse", ())]
    return False


def _stores_zero(s: ast.stmt) -> bool:
    """Whether a statement assigns 0 of some type."""
    value = s.value if isinstance(s, ast.Assign) else None
    number = value.args[0] if isinstance(value, ast.Call) and len(value.args) == 1 else value
    return isinstance(number, ast.Constant) and number.value == 0


def _is_unsigned(e: ast.expr, name: str) -> bool:
    """Whether an expression is ``np.uintp(name)``."""
    return (
        isinstance(e, ast.Call) and isinstance(e.func, ast.Attribute) and e.func.attr == "uintp"
        and [a.id for a in e.args if isinstance(a, ast.Name)] == [name]
    )  # fmt: skip


class NonTemporal:
    """The blocks of such a loop, as a context: their bounds, and per array where its element at ``low`` is written."""

    def __init__(self, translator: Any, results: Mapping[str, ast.expr], first: Any, last: Any) -> None:
        self.t, self.results, self.first, self.last = translator, results, first, last

    def __enter__(self) -> tuple[Any, Any, dict[str, Any]]:
        t, b, before = self.t, self.t.b, self.t.b.block
        self.head, body, self.end = (b.append_basic_block(n) for n in ("blocks", "block", "blocks_end"))
        b.branch(self.head)
        b.position_at_end(self.head)
        self.low = b.phi(I64)
        self.low.add_incoming(self.first, before)
        b.cbranch(b.icmp_signed("<", self.low, self.last), body, self.end)
        b.position_at_end(body)
        self.items = {name: ITEMSIZE[t.names[name].kind] for name in self.results}
        self.goals = {name: self._at(name, slots) for name, slots in self.results.items()}
        lead = next(iter(self.results))
        self.high = least(b, b.add(self.low, self._elements(self.goals[lead], self.items[lead])), self.last)
        self.made: dict[str, Any] = {}
        for name, goal in self.goals.items():
            room = BLOCK // self.items[lead] * self.items[name] + LINE
            buffer = ir.IRBuilder(t.entry).alloca(ir.ArrayType(I8, room))
            buffer.align, buffer.type = LINE, POINTER
            offset = b.and_(b.ptrtoint(goal, I64), I64(LINE - 1))
            self.made[name] = b.gep(buffer, [offset], inbounds=True, source_etype=I8)
        return self.low, self.high, self.made

    def _at(self, name: str, slots: ast.expr) -> Any:
        """The place of the element at ``low``."""
        t = self.t
        parts = slots.elts if isinstance(slots, ast.Tuple) else [slots]
        assert isinstance(parts[-1], ast.Name)
        variable = parts[-1].id
        t.give(variable, Value(t.kinds.get(variable, "int64"), self.low))
        return t._pointer(t.names[name], slots)

    def _elements(self, goal: Any, item: int) -> Any:
        """Elements of a block: it ends where a cache line ends."""
        b = self.t.b
        offset = b.and_(b.ptrtoint(goal, I64), I64(LINE - 1))
        return b.udiv(b.sub(I64(BLOCK), offset), I64(item))

    def __exit__(self, *_: object) -> None:
        b = self.t.b
        copy = copier(b.module)
        for name, goal in self.goals.items():
            b.call(copy, [goal, self.made[name], b.mul(b.sub(self.high, self.low), I64(self.items[name]))])
        self.low.add_incoming(self.high, b.block)
        b.branch(self.head)
        b.position_at_end(self.end)


def copier(module: Any) -> Any:
    """``copy(to, from, bytes)`` with non-temporal stores of whole cache lines; both lie alike in their lines."""
    return shared(module, "copy_past_cache", [POINTER, POINTER, I64], _write_copier)


def _write_copier(module: Any, name: str) -> Any:
    function, b = internal(module, name, [POINTER, POINTER, I64], "noinline")
    goal, source, size = function.args
    offset = b.and_(b.neg(b.ptrtoint(goal, I64)), I64(LINE - 1))
    head = b.select(b.icmp_unsigned("<", offset, size), offset, size)
    _copy(b, goal, source, head)
    goal, source = (b.gep(p, [head], inbounds=True, source_etype=I8) for p in (goal, source))
    whole = b.and_(b.sub(size, head), I64(-LINE))
    line = ir.VectorType(ir.FloatType(), LINE // 4)
    with Counted(b, I64(0), whole, LINE) as position:
        value = b.load(b.gep(source, [position], inbounds=True, source_etype=I8), align=4, typ=line)
        store = b.store(value, b.gep(goal, [position], inbounds=True, source_etype=I8), align=LINE)
        store.set_metadata("nontemporal", module.add_metadata([ir.Constant(ir.IntType(32), 1)]))
    goal, source = (b.gep(p, [whole], inbounds=True, source_etype=I8) for p in (goal, source))
    _copy(b, goal, source, b.sub(b.sub(size, head), whole))
    b.ret_void()
    return function


def _copy(b: Any, goal: Any, source: Any, size: Any) -> None:
    """Less than a line."""
    with Counted(b, I64(0), size, 1, short=True) as position:
        value = b.load(b.gep(source, [position], inbounds=True, source_etype=I8), typ=I8)
        b.store(value, b.gep(goal, [position], inbounds=True, source_etype=I8))
