"""Expressions of a generated module as LLVM values: numbers, elements of arrays, choices, calls."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from typing import Any

import llvmlite.ir as ir

from espresso.ir.driver import STACK
from espresso.llvm.emit.intrinsics import write
from espresso.llvm.emit.kinds import (
    FLOATS,
    I8,
    I64,
    ITEMSIZE,
    PARTS,
    POINTER,
    Untranslatable,
    Value,
    convert,
    ir_type,
    is_integer,
    memory_type,
    number,
    truth,
    unify,
)  # fmt: skip
from espresso.llvm.emit.mathematics import CASTS, CONSTANTS, Mathematics

BINARY = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/", ast.FloorDiv: "//", ast.Mod: "%", ast.Pow: "**",
          ast.BitAnd: "&", ast.BitOr: "|", ast.BitXor: "^"}  # fmt: skip
COMPARE = {ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">="}


@dataclass(frozen=True)
class Kind:
    """A dtype as a value of the text: ``type(x)``, ``np.float32``."""

    name: str


@dataclass(frozen=True)
class Array:
    """An array argument: pointer to the first element, lengths, and strides in elements (or bytes).

    ``strides`` is None for an array in C order.  ``streamed`` is None or a truth value: whether
    what is written goes past the cache.
    """

    kind: str
    pointer: Any
    shape: tuple[Any, ...]
    strides: tuple[Any, ...] | None = None
    streamed: Any = None


class Expressions:
    """Writes expressions of one function; variables are places on the stack that LLVM turns into registers."""

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
        self.written = False  # whether a vector function was, in the loop that is written
        self.start = start

    # --- variables ---

    def _place(self, name: str, kind: str) -> Any:
        if name not in self.places:
            top = ir.IRBuilder(self.entry)
            self.places[name] = top.alloca(ir_type(kind), name=name)
        return self.places[name]

    def _name(self, name: str) -> Any:
        if name in self.names:
            return self.names[name]
        if name in self.places:
            return Value(self.kinds[name], self.b.load(self.places[name], typ=ir_type(self.kinds[name])))
        if name in CASTS:
            return Kind(CASTS[name])
        if name in self.scope.definitions or name in self.scope.intrinsics:
            return name
        raise Untranslatable(f"name {name}")

    def _static(self, test: ast.expr) -> bool | None:
        """The value of ``isinstance(x, int)``, which the kind of ``x`` decides."""
        if isinstance(test, ast.Call) and isinstance(test.func, ast.Name) and test.func.id == "isinstance":
            kind = self.scalar(test.args[0]).kind
            names = {n.id for n in ast.walk(test.args[1]) if isinstance(n, ast.Name)}
            return ("int" in names and is_integer(kind)) or ("float" in names and kind in FLOATS)
        return None

    @staticmethod
    def _align(kind: str) -> int:
        return ITEMSIZE[PARTS.get(kind, kind)]

    # --- expressions ---

    def scalar(self, node: ast.expr) -> Value:
        """The value of an expression that is a number."""
        value = self.value(node)
        if not isinstance(value, Value):
            raise Untranslatable(ast.unparse(node))
        return value

    def value(self, node: ast.expr) -> Any:
        """The value of any expression."""
        method = getattr(self, "_value_" + type(node).__name__.lower(), None)
        if method is None:
            raise Untranslatable(type(node).__name__)
        return method(node)

    def _value_constant(self, node: ast.Constant) -> Value:
        kinds: dict[type, str] = {bool: "bool", int: "int64", float: "float64", complex: "complex128"}
        kind = kinds.get(type(node.value))
        if kind is None:
            raise Untranslatable(repr(node.value))
        return number(kind, node.value)

    def _value_name(self, node: ast.Name) -> Any:
        return self._name(node.id)

    def _value_tuple(self, node: ast.Tuple) -> tuple[Any, ...]:
        return tuple(self.value(e) for e in node.elts)

    def _value_binop(self, node: ast.BinOp) -> Value:
        """A sum of a thousand terms is as deep to the left: what is left is a loop."""
        spine = [node]
        while isinstance(spine[-1].left, ast.BinOp):
            spine.append(spine[-1].left)
        total = self.scalar(spine[-1].left)
        for one in reversed(spine):
            total = self._binop(one, total)
        return total

    def _binop(self, node: ast.BinOp, left: Value) -> Value:
        symbol = BINARY.get(type(node.op))
        if symbol is None:
            raise Untranslatable(type(node.op).__name__)
        if symbol == "**" and isinstance(node.right, ast.Constant) and isinstance(node.right.value, int):
            return self._whole_power(left, node.right.value)
        return self.m.binary(symbol, left, self.scalar(node.right))

    def _whole_power(self, base: Value, exponent: int) -> Value:
        """A power with a literal exponent: products."""
        if not 1 <= exponent <= 64 or base.kind in PARTS and exponent > 4:
            return self.m.power(base, number("int64", exponent))
        total, square = None, base
        while exponent:
            if exponent & 1:
                total = square if total is None else self.m.binary("*", total, square)
            exponent >>= 1
            square = self.m.binary("*", square, square) if exponent else square
        assert total is not None
        return total

    def _value_unaryop(self, node: ast.UnaryOp) -> Value:
        if isinstance(node.op, ast.USub) and isinstance(node.operand, ast.Constant):
            return self._value_constant(ast.Constant(-node.operand.value))  # type: ignore[operator]
        value = self.scalar(node.operand)
        if isinstance(node.op, ast.USub):
            return self.m.negative(value)
        if isinstance(node.op, ast.Not):
            return Value("bool", self.b.not_(truth(self.b, value).ir))
        return value

    def _value_compare(self, node: ast.Compare) -> Value:
        values = [self.scalar(e) for e in (node.left, *node.comparators)]
        found = [self.m.compare(COMPARE[type(op)], *values[k : k + 2]) for k, op in enumerate(node.ops)]
        total = found[0].ir
        for one in found[1:]:
            total = self.b.and_(total, one.ir)
        return Value("bool", total)

    def _value_boolop(self, node: ast.BoolOp) -> Value:
        """``and``, ``or``: the right side is computed only where it decides (it may read outside otherwise)."""
        total = truth(self.b, self.scalar(node.values[0])).ir
        for one in node.values[1:]:
            total = self._choice(total, one, isinstance(node.op, ast.And))
        return Value("bool", total)

    def _choice(self, first: Any, second: ast.expr, both: bool) -> Any:
        if not _may_trap(second):
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

    def _value_ifexp(self, node: ast.IfExp) -> Value:
        known = self._static(node.test)
        if known is not None:
            return self.scalar(node.body if known else node.orelse)
        test = truth(self.b, self.scalar(node.test))
        if not _may_trap(node.body) and not _may_trap(node.orelse):
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

    def _value_attribute(self, node: ast.Attribute) -> Any:
        if isinstance(node.value, ast.Name) and node.value.id in ("np", "math"):
            if node.attr in CONSTANTS:
                return number("float64", CONSTANTS[node.attr])
            if node.attr in CASTS:
                return Kind(CASTS[node.attr])
            raise Untranslatable(f"{node.value.id}.{node.attr}")
        value = self.value(node.value)
        if isinstance(value, Array):
            if node.attr == "shape":
                return tuple(Value("int64", n) for n in value.shape)
            raise Untranslatable(f"attribute {node.attr} of an array")
        return self.m.attribute(value, node.attr)

    def _value_subscript(self, node: ast.Subscript) -> Any:
        array = self.value(node.value)
        if isinstance(array, tuple):
            return array[ast.literal_eval(node.slice)]
        if not isinstance(array, Array):
            raise Untranslatable(ast.unparse(node))
        place = self._pointer(array, node.slice)
        read = self.b.load(place, align=self._align(array.kind), typ=memory_type(array.kind))
        if array.kind == "bool":
            return Value("bool", self.b.icmp_signed("!=", read, I8(0)))
        return Value(array.kind, read)

    def _pointer(self, array: Array, slots: ast.expr) -> Any:
        """The address of an element; no subscript is negative."""
        parts = slots.elts if isinstance(slots, ast.Tuple) else [slots]
        if any(isinstance(p, (ast.Slice, ast.Starred)) for p in parts) or len(parts) != len(array.shape):
            raise Untranslatable("subscript " + ast.unparse(slots))
        at = [convert(self.b, self.scalar(p), "int64").ir for p in parts]
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
        return self.b.gep(array.pointer, [total], inbounds=True, source_etype=memory_type(array.kind))

    # --- calls ---

    def _value_call(self, node: ast.Call) -> Any:
        if node.keywords:
            raise Untranslatable("keyword arguments")
        function = node.func
        if (
            isinstance(function, ast.Attribute)
            and isinstance(function.value, ast.Name)
            and function.value.id in ("np", "math")
        ):
            if function.attr == "empty":
                return self._empty(node)
            if function.attr in CASTS:
                return convert(self.b, self.scalar(node.args[0]), CASTS[function.attr])
            return self.m.call(function.attr, [self.scalar(a) for a in node.args])
        if not isinstance(function, ast.Name):
            raise Untranslatable(ast.unparse(function))
        if function.id == "type":
            return Kind(self.scalar(node.args[0]).kind)
        arguments = [self.value(a) for a in node.args]
        if function.id in self.scope.intrinsics:
            self.written = True
            return write(self.scope.intrinsics, function.id, self.b, arguments)
        if function.id in self.scope.definitions or function.id in self.scope.outside:
            return self.scope.call(self, function.id, arguments)
        if function.id in ("abs", "min", "max", "complex"):
            return self.m.builtin(function.id, arguments)
        found = self._name(function.id)
        if isinstance(found, Kind):
            return convert(self.b, arguments[0], found.name)
        raise Untranslatable(function.id)

    def _empty(self, node: ast.Call) -> Array:
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
        return Array(kind.name, self.b.load(place, typ=POINTER), dims)


def _may_trap(node: ast.expr) -> bool:
    """Whether computing it where it is not wanted could do harm or be dear: reads of arrays and calls."""
    return any(isinstance(n, (ast.Subscript, ast.Call)) and not _cast(n) for n in ast.walk(node))


def _cast(node: ast.expr) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in CASTS
