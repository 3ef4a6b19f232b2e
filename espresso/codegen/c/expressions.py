"""Expressions of a generated Python module as C text: numbers, elements of arrays, choices, calls."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import Any

from espresso.codegen.c.declarations import declared
from espresso.codegen.c.names import c_name
from espresso.codegen.c.operations import Operations
from espresso.codegen.c.values import (
    AND,
    EQUAL,
    OR,
    PRODUCT,
    SUM,
    UNARY,
    Array,
    Kind,
    Value,
    convert,
    literal,
    scalar,
    truth,
)
from espresso.llvm.emit.expressions import BINARY, COMPARE
from espresso.llvm.emit.kinds import FLOATS, PARTS, Untranslatable, is_integer
from espresso.llvm.emit.mathematics import CASTS, CONSTANTS

_CASTS = {**CASTS, "uintp": "int64"}


class Expressions:
    """Writes expressions of one function; ``names`` are arrays, parameters, and what has no variable of its own."""

    def __init__(self, scope: Any, made: ast.FunctionDef, kinds: dict[str, str]) -> None:
        self.scope, self.made, self.kinds = scope, made, kinds
        self.m = Operations(scope.file.need)
        self.lines: list[str] = []
        self.depth = 1
        self.names: dict[str, Any] = {}  # arrays, parameters, and what has no variable of its own
        self.lengths: set[str] = set()
        self.scratch: list[tuple[str, str, str]] = []
        self.top: list[str] = []
        names = {n.id for n in ast.walk(made) if isinstance(n, ast.Name)} | {a.arg for a in made.args.args}
        self._spelled: dict[str, str] = {}
        for name in sorted(names):
            self._spelled[name] = c_name(name, {*self._spelled.values(), *(names - {name})})
        self.declared = declared(made.body)

    def spelled(self, name: str) -> str:
        """What a variable is called in C."""
        return self._spelled.get(name) or c_name(name)

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
        if kind in PARTS:
            self.scope.file.need("pair", kind)
        return literal(kind, node.value)

    def _value_name(self, node: ast.Name) -> Any:
        if node.id in self.names:
            return self.names[node.id]
        if node.id in self.kinds:
            return Value(self.kinds[node.id], self.spelled(node.id))
        if node.id in _CASTS:
            return Kind(_CASTS[node.id])
        raise Untranslatable(f"name {node.id}")

    def _value_tuple(self, node: ast.Tuple) -> tuple[Any, ...]:
        return tuple(self.value(e) for e in node.elts)

    def _value_binop(self, node: ast.BinOp) -> Value:
        """A sum of a thousand terms is as deep to the left: what is left is a loop."""
        spine = [node]
        while isinstance(spine[-1].left, ast.BinOp):
            spine.append(spine[-1].left)
        total = scalar(self.value(spine[-1].left))
        for one in reversed(spine):
            symbol = BINARY.get(type(one.op))
            if symbol is None:
                raise Untranslatable(type(one.op).__name__)
            if symbol == "**" and isinstance(one.right, ast.Constant) and isinstance(one.right.value, int):
                total = self.m.whole_power(total, one.right.value)
            else:
                total = self.m.binary(symbol, total, scalar(self.value(one.right)))
        return total

    def _value_unaryop(self, node: ast.UnaryOp) -> Value:
        value = scalar(self.value(node.operand))
        if isinstance(node.op, ast.USub):
            return self.m.negative(value)
        if isinstance(node.op, ast.Not):
            return Value("bool", f"!{truth(value).at(UNARY)}", UNARY)
        return value

    def _value_compare(self, node: ast.Compare) -> Value:
        values = [scalar(self.value(e)) for e in (node.left, *node.comparators)]
        found = [self.m.compare(COMPARE[type(op)], *values[k : k + 2]) for k, op in enumerate(node.ops)]
        return found[0] if len(found) == 1 else Value("bool", " && ".join(f.at(EQUAL) for f in found), AND)

    def _value_boolop(self, node: ast.BoolOp) -> Value:
        level, symbol = (AND, " && ") if isinstance(node.op, ast.And) else (OR, " || ")
        return Value("bool", symbol.join(truth(scalar(self.value(v))).at(level + 1) for v in node.values), level)

    def _value_ifexp(self, node: ast.IfExp) -> Value:
        known = self._static(node.test)
        if known is not None:
            return scalar(self.value(node.body if known else node.orelse))
        return self.m.select(*(scalar(self.value(n)) for n in (node.test, node.body, node.orelse)))

    def _value_attribute(self, node: ast.Attribute) -> Any:
        if isinstance(node.value, ast.Name) and node.value.id in ("np", "math"):
            if node.attr in CONSTANTS:
                return literal("float64", CONSTANTS[node.attr])
            if node.attr in _CASTS:
                return Kind(_CASTS[node.attr])
            raise Untranslatable(f"{node.value.id}.{node.attr}")
        value = self.value(node.value)
        if isinstance(value, Array):
            if node.attr == "shape":
                return value.shape
            raise Untranslatable(f"attribute {node.attr} of an array")
        return self.m.attribute(scalar(value), node.attr)

    def _value_subscript(self, node: ast.Subscript) -> Any:
        array = self.value(node.value)
        if isinstance(array, tuple):
            found = array[ast.literal_eval(node.slice)]
            self.lengths.add(found.text)
            return found
        if not isinstance(array, Array):
            raise Untranslatable(ast.unparse(node))
        return Value(array.kind, self._element(array, node.slice))

    def _element(self, array: Array, slots: ast.expr) -> str:
        """An element; no subscript is negative."""
        parts = slots.elts if isinstance(slots, ast.Tuple) else [slots]
        if any(isinstance(p, (ast.Slice, ast.Starred)) for p in parts) or len(parts) != len(array.shape):
            raise Untranslatable("subscript " + ast.unparse(slots))
        total: Value | None = None
        for position, length in zip([convert(scalar(self.value(p)), "int64") for p in parts], array.shape, strict=True):
            if total is not None:
                self.lengths.add(length.text)
                position = self.m.binary("+", self.m.binary("*", total, length), position)
            total = position
        return f"{array.pointer}[{'0' if total is None else total.text}]"

    def _value_call(self, node: ast.Call) -> Any:
        if node.keywords:
            raise Untranslatable("keyword arguments")
        function = node.func
        if isinstance(function, ast.Attribute):
            if isinstance(function.value, ast.Name) and function.value.id in ("np", "math"):
                if function.attr in _CASTS:
                    return convert(scalar(self.value(node.args[0])), _CASTS[function.attr])
                return self.m.call(function.attr, [scalar(self.value(a)) for a in node.args])
            array = self.value(function.value)
            if function.attr == "reshape" and isinstance(array, Array):
                return Array(array.kind, array.pointer, tuple(_grouped(self.value(a)) for a in node.args))
        if not isinstance(function, ast.Name):
            raise Untranslatable(ast.unparse(function))
        if function.id == "type":
            return Kind(scalar(self.value(node.args[0])).kind)
        arguments = [self.value(a) for a in node.args]
        if function.id in self.scope.intrinsics or function.id in self.scope.definitions:
            return self.scope.call(function.id, arguments)
        if function.id in ("abs", "min", "max", "complex"):
            return self.m.builtin(function.id, [scalar(a) for a in arguments])
        found = self._value_name(function)
        if isinstance(found, Kind):
            return convert(scalar(arguments[0]), found.name)
        raise Untranslatable(function.id)

    def _static(self, test: ast.expr) -> bool | None:
        """The value of ``isinstance(x, int)``, which the kind of ``x`` decides."""
        if isinstance(test, ast.Call) and isinstance(test.func, ast.Name) and test.func.id == "isinstance":
            kind = scalar(self.value(test.args[0])).kind
            names = {n.id for n in ast.walk(test.args[1]) if isinstance(n, ast.Name)}
            return ("int" in names and is_integer(kind)) or ("float" in names and kind in FLOATS)
        return None


def _grouped(v: Value) -> Value:
    return v if v.level > SUM else Value(v.kind, f"({v.text})")


def count_of(shape: Sequence[Value]) -> Value:
    """How many elements an array of this shape has."""
    if all(n.number is not None for n in shape):
        total = 1
        for n in shape:
            total *= n.number
        return literal("int64", total)
    texts = [n.at(PRODUCT) for n in shape]
    return Value("int64", "*".join(texts), PRODUCT)
