"""Expressions of a generated module as LLVM values: numbers, elements of arrays, choices, calls."""

from __future__ import annotations

import ast
from typing import Any

import llvmlite.ir as ir

from espresso.ir.driver import STACK
from espresso.llvm.emit.intrinsics import write
from espresso.llvm.emit.kinds import (
    COMPONENT,
    I8,
    I64,
    ITEMSIZE,
    POINTER,
    Value,
    convert,
    ir_type,
    memory_type,
    truth,
    unify,
)  # fmt: skip
from espresso.llvm.emit.mathematics import CASTS, Mathematics
from espresso.llvm.emit.walker import Kind, Walker
from espresso.records import dataclass


@dataclass(frozen=True)
class Array:
    """An array argument: pointer to the first element, lengths, and strides in elements (or bytes).

    ``strides`` is None for an array in C order.  ``non_temporal`` is None or a truth value: whether
    what is written goes past the cache.
    """

    kind: str
    pointer: Any
    shape: tuple[Any, ...]
    strides: tuple[Any, ...] | None = None
    non_temporal: Any = None


class Expressions(Walker):
    """Writes expressions of one function; variables are places on the stack that LLVM turns into registers."""

    number, array = Value, Array
    m: Mathematics

    def __init__(self, scope: Any, made: Any, function: Any, kinds: dict[str, str]) -> None:
        self.scope, self.made, self.function, self.kinds = scope, made, function, kinds
        self.entry = function.append_basic_block("entry")
        start = function.append_basic_block("start")
        self.b = ir.IRBuilder(start)
        self.m = Mathematics(self.b, made.flags)
        self.places: dict[str, Any] = {}  # scalar variable -> its place on the stack
        self.names: dict[str, Any] = {}  # everything else: kinds, arrays, tuples
        self.result: str | None = None
        self.frees: list[Any] = []
        self.room: Any = None  # where large scratch rows lie, where the caller has memory for them
        self.places_now: dict[str, Any] = {}  # arrays whose elements are written elsewhere for now -> the place
        self.shifted: dict[str, Any] = {}  # variables that are another one and something
        self.written: list[str] = []  # vector functions, in the loop that is written
        self.apart: list[Any] = []  # pointers to memory of this call alone
        self.gone: dict[int, set[int]] = {}  # block of a loop in vectors -> places without a value from there on
        self.start = start

    # --- variables ---

    def _place(self, name: str, kind: str) -> Any:
        if name not in self.places:
            top = ir.IRBuilder(self.entry)
            self.places[name] = top.alloca(ir_type(kind), name=name)
        return self.places[name]

    def variable(self, name: str) -> Any:
        """The value of a variable, or a function of the module; None where there is none of that name."""
        if name in self.places:
            return Value(self.kinds[name], self.b.load(self.places[name], typ=ir_type(self.kinds[name])))
        return None

    @staticmethod
    def _align(kind: str) -> int:
        return ITEMSIZE[COMPONENT.get(kind, kind)]

    # --- expressions ---

    def _value_boolop(self, node: ast.BoolOp) -> Value:
        """``and``, ``or``: the right side is computed only where it decides (it may read outside otherwise)."""
        both = isinstance(node.op, ast.And)
        open_ = [one for one in node.values if self.known(one) is not both] or node.values[:1]
        total = truth(self.b, self.scalar(open_[0])).ir
        for one in open_[1:]:
            total = self._decided(total, one, both)
        return Value("bool", total)

    def _decided(self, first: Any, second: ast.expr, both: bool) -> Any:
        if not self._may_trap(second):
            other = truth(self.b, self.scalar(second)).ir
            return self.b.and_(first, other) if both else self.b.or_(first, other)
        before = self.b.block
        more, end = (self.b.append_basic_block(n) for n in ("more", "decided"))
        self.b.cbranch(first, *((more, end) if both else (end, more)))
        self.b.position_at_end(more)
        other = truth(self.b, self.scalar(second)).ir
        after = self.b.block
        self.b.branch(end)
        self.b.position_at_end(end)
        phi = self.b.phi(other.type)
        phi.add_incoming(other.type(int(not both)), before)
        phi.add_incoming(other, after)
        return phi

    def choice(self, node: ast.IfExp) -> Value:
        """One of two values."""
        test = truth(self.b, self.scalar(node.test))
        if not self._may_trap(node.body) and not self._may_trap(node.orelse):
            pair = self.scalar(node.body), self.scalar(node.orelse)
            return self.m.select(test, *pair, unify(pair[0].kind, pair[1].kind))
        then, other, end = (self.b.append_basic_block(n) for n in ("then", "else", "chosen"))
        self.b.cbranch(test.ir, then, other)
        found = []
        for block, side in ((then, node.body), (other, node.orelse)):
            self.b.position_at_end(block)
            found.append((self.scalar(side), self.b.block))
        kind = unify(found[0][0].kind, found[1][0].kind)
        values = []
        for value, block in found:
            self.b.position_at_end(block)
            values.append((convert(self.b, value, kind).ir, self.b.block))
            self.b.branch(end)
        self.b.position_at_end(end)
        phi = self.b.phi(ir_type(kind))
        for value, block in values:
            phi.add_incoming(value, block)
        return Value(kind, phi)

    def _may_trap(self, node: ast.expr) -> bool:
        """Whether computing it where it is not wanted could do harm or be dear: reads of arrays and calls."""
        return any(isinstance(n, (ast.Subscript, ast.Call)) and not self._converts(n) for n in ast.walk(node))

    def _converts(self, node: ast.AST) -> bool:
        """Whether an expression is a number as another kind."""
        if not isinstance(node, ast.Call):
            return False
        return _cast(node) or isinstance(node.func, ast.Name) and isinstance(self.names.get(node.func.id), Kind)

    def lengths(self, array: Any) -> tuple[Value, ...]:
        """The lengths of an array."""
        return tuple(Value("int64", n) for n in array.shape)

    def element(self, array: Any, slots: ast.expr) -> Value:
        """An element that is read."""
        place = self._pointer(array, slots)
        read = self.b.load(place, align=self._align(array.kind), typ=memory_type(array.kind))
        if array.kind == "bool":
            return Value("bool", self.b.icmp_signed("!=", read, I8(0)))
        return Value(array.kind, read)

    def _pointer(self, array: Array, slots: ast.expr, inside: bool = True) -> Any:
        """The address of an element.

        A distance along the last axis comes last.  LLVM would else see that ``x[i + 1]`` is ``x[i]`` of the next turn,
        and keep it: a loop that hands values on has more instructions in vectors, and runs its last turns one by one.
        """
        parts = slots.elts if isinstance(slots, ast.Tuple) else [slots]
        if parts and array.strides is None:
            base, distance = self._apart(parts[-1])
            if distance:
                near = self._pointer(array, ast.Tuple([*parts[:-1], base], ast.Load()), False)
                return self.b.gep(near, [I64(distance)], source_etype=memory_type(array.kind))
        at = [p.ir for p in self.positions(array, slots)]
        if array.strides is not None:
            total = I64(0)
            for position, stride in zip(at, array.strides, strict=True):
                total = self.b.add(total, self.b.mul(position, stride, flags=("nsw",)), flags=("nsw",))
            return self.b.gep(array.pointer, [total], inbounds=True, source_etype=I8)
        total = None
        for position, length in zip(at, array.shape, strict=True):
            if total is None:
                total = position
            else:
                total = self.b.add(self.b.mul(total, length, flags=("nsw",)), position, flags=("nsw",))
        if total is None:
            return array.pointer
        return self.b.gep(array.pointer, [total], inbounds=inside, source_etype=memory_type(array.kind))

    def _apart(self, slot: ast.expr) -> tuple[ast.expr, int]:
        """A position as another one and a distance from it."""
        inner = slot.args[0] if isinstance(slot, ast.Call) and _cast(slot) else slot
        inner = self.shifted.get(inner.id, inner) if isinstance(inner, ast.Name) else inner
        match inner:
            case ast.BinOp(left=ast.Name() as left, op=ast.Add() | ast.Sub() as op, right=ast.Constant(value=int(n))):
                return left, n if isinstance(op, ast.Add) else -n
        return slot, 0

    # --- calls ---

    def is_defined(self, name: str) -> bool:
        """Whether the text may call a function of that name."""
        return super().is_defined(name) or name in self.scope.outside

    def defined(self, name: str, arguments: list[Any]) -> Any:
        """A call of a function of the module, or of one that stands outside of it."""
        if name not in self.scope.intrinsics:
            if self.scope.has_vectors(name):
                self.written.append(name)
            return self.scope.call(self, name, arguments)
        self.written.append(name)
        return write(self.scope.intrinsics, name, self.b, arguments)

    def memory(self, node: ast.Call) -> Any:
        """Scratch memory of this call: small on the stack, large in the room that is given, else from ``malloc``."""
        shape = self.value(node.args[0])
        kind = self.value(node.args[1])
        dims = tuple(convert(self.b, n, "int64").ir for n in (shape if isinstance(shape, tuple) else (shape,)))
        size = I64(ITEMSIZE[kind.name])
        for n in dims:
            size = self.b.mul(size, n)
        place = ir.IRBuilder(self.entry).alloca(POINTER)
        kept = ir.IRBuilder(self.entry).alloca(POINTER)
        ir.IRBuilder(self.entry).store(ir.Constant(POINTER, None), kept)
        stack, heap, end = (self.b.append_basic_block(n) for n in ("stack", "heap", "scratch"))
        small = self.b.icmp_signed("<=", size, I64(STACK))
        self.b.cbranch(small, stack, heap)
        self.b.position_at_end(stack)
        low = self.b.alloca(I8, size=size)
        low.align = 64
        self.b.store(low, place)
        self.b.branch(end)
        self.b.position_at_end(heap)
        if self.room is None:
            memory = self.b.call(self.m._declared("malloc", [I64], POINTER), [size])
            self.b.store(memory, kept)
            self.frees.append(kept)
        else:
            memory = self.room
        self.b.store(memory, place)
        self.b.branch(end)
        self.b.position_at_end(end)
        if self.room is not None:  # the next rows lie behind these
            taken = self.b.select(small, I64(0), self.b.and_(self.b.add(size, I64(63)), I64(-64)))
            self.room = self.b.gep(memory, [taken], source_etype=I8)
        self.apart.append(self.b.load(place, typ=POINTER))
        return Array(kind.name, self.apart[-1], dims)


def _cast(node: ast.expr) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in CASTS
