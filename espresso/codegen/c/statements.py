"""Functions of a generated Python module as C text: numbers, elements of arrays, loops, calls of kernels."""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from typing import Any

from espresso.codegen.c.declarations import declared, vector_sums
from espresso.codegen.c.names import c_name
from espresso.codegen.c.operations import Operations
from espresso.codegen.c.values import TYPES, Array, Level, Value, convert, literal, scalar, truth
from espresso.llvm.emit.kinds import Untranslatable
from espresso.llvm.emit.mathematics import CASTS
from espresso.llvm.emit.walker import BINARY, Walker, as_read

_STACK = 1 << 12
"""Elements of a local array of fixed shape that lies on the stack."""


class Writer(Walker):
    """Writes one function: ``body()`` is its text in braces."""

    number, array = Value, Array
    m: Operations
    CASTS = {**CASTS, "uintp": "int64"}  # noqa: RUF012

    def __init__(self, scope: Any, made: ast.FunctionDef, kinds: dict[str, str]) -> None:
        self.scope, self.made, self.kinds = scope, made, kinds
        self.m = Operations(scope.file.need)
        self.lines: list[str] = []
        self.depth = 1
        self.names: dict[str, Any] = {}  # arrays, parameters, and what has no variable of its own
        self.lengths_used: set[str] = set()
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

    def take(self, given: Mapping[str, Any]) -> None:
        """Parameters: numbers by their kind, arrays with lengths of their own names."""
        for name, a in given.items():
            own = self.spelled(name)
            if isinstance(a, Array):
                shape = tuple(Value("int64", f"{own}_{k}") for k in range(len(a.shape)))
                self.names[name] = Array(a.kind, own, shape)
            elif name in self.declared:  # assigned, too
                self.kinds.setdefault(name, a.kind)
                self.declared.pop(name)
            else:
                self.names[name] = Value(a.kind, own)

    def emit(self, text: str) -> None:
        """One line."""
        self.lines.append("    " * self.depth + text)

    def body(self) -> str:
        """The statements in braces, with declarations and scratch memory around them."""
        head, tail = list(self.top), []
        for name, kind, count in self.scratch:
            head.append(f"{TYPES[kind]} *restrict {name} = es_new({count}, sizeof *{name});")
        if self.scratch:
            missing = " || ".join(f"!{n}" for n, _, _ in self.scratch)
            frees = [f"free({n});" for n, _, _ in self.scratch]
            head += [f"if ({missing}) {{", *(f"    {f}" for f in frees), "    return 1;", "}"]
            tail = [*frees, "return 0;"]
        lines = [*(f"    {line}" for line in head), *self.lines, *(f"    {line}" for line in tail)]
        return "{\n" + "\n".join(lines) + "\n}\n"

    # --- expressions ---

    def variable(self, name: str) -> Value | None:
        """The value of a variable; None where there is none of that name."""
        return Value(self.kinds[name], self.spelled(name)) if name in self.kinds else None

    def _value_boolop(self, node: ast.BoolOp) -> Value:
        level, symbol = (Level.AND, " && ") if isinstance(node.op, ast.And) else (Level.OR, " || ")
        return Value("bool", symbol.join(truth(self.scalar(v)).at(level + 1) for v in node.values), level)

    def choice(self, node: ast.IfExp) -> Value:
        """One of two values."""
        return self.m.select(*(self.scalar(n) for n in (node.test, node.body, node.orelse)))

    def lengths(self, array: Any) -> tuple[Value, ...]:
        """The lengths of an array."""
        return tuple(array.shape)

    def length(self, found: Any) -> Any:
        """One of them, which is used."""
        self.lengths_used.add(found.text)
        return found

    def element(self, array: Any, slots: ast.expr) -> Value:
        """An element, as a value and as a place."""
        total: Value | None = None
        for position, length in zip(self.positions(array, slots), array.shape, strict=True):
            if total is not None:
                position = self.m.binary("+", self.m.binary("*", total, self.length(length)), position)
            total = position
        return Value(array.kind, f"{array.pointer}[{'0' if total is None else total.text}]")

    def method(self, function: ast.expr, arguments: Sequence[ast.expr]) -> Any:
        """An array in another shape."""
        array = self.value(function.value) if isinstance(function, ast.Attribute) else None
        if isinstance(array, Array) and isinstance(function, ast.Attribute) and function.attr == "reshape":
            return Array(array.kind, array.pointer, tuple(_grouped(self.value(a)) for a in arguments))
        raise Untranslatable(ast.unparse(function))

    # --- statements ---

    def _inside(self, body: Sequence[ast.stmt]) -> None:
        self.depth += 1
        self.block(body)
        self.depth -= 1

    def fill(self, array: Any, value: Any) -> None:
        """Give all elements of an array one value."""
        count = count_of([self.length(n) for n in array.shape])
        self.emit(f"for (int64_t at = 0; at < {count.at(Level.SUM)}; at++)")
        self.emit(f"    {array.pointer}[at] = {convert(value, array.kind).text};")

    def effect(self, node: ast.expr) -> None:
        """The call of a kernel."""
        name = node.func.id if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) else ""
        if isinstance(node, ast.Call) and name == "_split":
            first, extent, _, arguments = node.args[:4]
            assert isinstance(first, ast.Name) and isinstance(arguments, ast.Tuple)
            bounds = literal("int64", 0), convert(self.scalar(extent), "int64")
            self.emit(self.scope.launch(first.id, [*bounds, *map(self.value, arguments.elts)]))
        elif isinstance(node, ast.Call) and name in self.scope.definitions:
            self.emit(self.scope.launch(name, [self.value(a) for a in node.args]))
        else:
            raise Untranslatable(ast.unparse(node))

    def _assign(self, node: ast.Assign) -> None:
        (target,) = node.targets
        if isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple):
            pairs = list(zip(target.elts, node.value.elts, strict=True))
            for k, (one, _) in enumerate(pairs):
                later = {n.id for _, v in pairs[k + 1 :] for n in ast.walk(v) if isinstance(n, ast.Name)}
                if isinstance(one, ast.Name) and one.id in later:
                    raise Untranslatable("exchange")
            for one, value in pairs:
                self._assign(ast.Assign([one], value))
            return
        if isinstance(target, ast.Name) and isinstance(node.value, ast.Call) and _is_empty(node.value):
            self._empty(target.id, node.value)
            return
        value = self.value(node.value)
        if isinstance(target, ast.Name) and _is_position(node.value) and isinstance(value, Value):
            self.names[target.id] = value  # an index as a subscript of numba: the index itself here
            return
        self.store(target, value)

    def _empty(self, name: str, call: ast.Call) -> None:
        """Memory of the function alone."""
        shape, kind = self.value(call.args[0]), self.value(call.args[1])
        shape = shape if isinstance(shape, tuple) else (shape,)
        own = self.spelled(name)
        count = count_of(shape)
        self.names[name] = Array(kind.name, own, tuple(convert(n, "int64") for n in shape))
        if all(n.number is not None for n in shape) and count.number is not None and count.number <= _STACK:
            self.top.append(f"{TYPES[kind.name]} {own}[{max(1, count.number)}];")
        else:
            self.scratch.append((own, kind.name, count.text))

    def _augassign(self, node: ast.AugAssign) -> None:
        symbol, read = BINARY[type(node.op)], as_read(node.target)
        value = self.m.binary(symbol, self.scalar(read), self.scalar(node.value))
        if symbol in "+-*" and value.level in (Level.SUM, Level.PRODUCT):
            old, own = self.scalar(read), self.scalar(node.value)
            if old.kind == value.kind == own.kind and (not isinstance(node.target, ast.Name) or (
                    self.kinds.get(node.target.id) == value.kind)):  # fmt: skip
                self.emit(f"{old.text} {symbol}= {own.text};")
                return
        self.store(node.target, value)

    def write(self, target: ast.Subscript, value: Any) -> None:
        """Give an element a value."""
        array = self.value(target.value)
        self.emit(f"{self.element(array, target.slice).text} = {convert(scalar(value), array.kind).text};")

    def bind(self, target: ast.Name, value: Any) -> None:
        """Give the variable of a loop over a tuple a value."""
        self.names[target.id] = value

    def assign(self, target: ast.Name, value: Any) -> None:
        """Give a variable a value, where it is declared as well if it can be."""
        name = target.id
        if not isinstance(value, Value):
            self.names[name] = value
            return
        kind = self.settled(name, value.kind)
        self.names[name] = Value(kind, self.spelled(name))
        how = self.declared.get(name)
        text = f"{self.spelled(name)} = {convert(value, kind).text};"
        if how == "top":
            self.top.append(f"{TYPES[kind]} {self.spelled(name)};")
            self.declared.pop(name)
        elif how is not None and target in how:
            text = f"{'const ' if how[target] else ''}{TYPES[kind]} {text}"
        self.emit(text)

    def branch(self, node: ast.If) -> None:
        """A condition that is only known when the program runs."""
        self.emit(f"if ({truth(self.scalar(node.test)).text}) {{")
        self._inside(node.body)
        if node.orelse:
            self.emit("} else {")
            self._inside(node.orelse)
        self.emit("}")

    def _while(self, node: ast.While) -> None:
        self.emit(f"while ({truth(self.scalar(node.test)).text}) {{")
        self._inside(node.body)
        self.emit("}")

    def loop(self, node: ast.For, name: str, bounds: Sequence[ast.expr]) -> None:
        """A loop over a range."""
        given = [convert(self.scalar(a), "int64") for a in bounds]
        first, last = (literal("int64", 0), given[0]) if len(given) == 1 else given[:2]
        step = given[2] if len(given) == 3 else literal("int64", 1)
        down = step.number is not None and step.number < 0
        own = self.spelled(name)
        sums = vector_sums(node, self.kinds)
        if sums:
            self.emit(f"#pragma omp simd reduction(+:{', '.join(map(self.spelled, sums))})")
        more = f"{own}++" if step.number == 1 else f"{own} += {step.text}"
        self.emit(f"for (int64_t {own} = {first.text}; {own} {'>' if down else '<'} {last.at(Level.SUM)}; {more}) {{")
        self.names[name] = Value("int64", own)
        self._inside(node.body)
        self.emit("}")

    def _return(self, node: ast.Return) -> None:
        if node.value is None:
            self.emit("return;")
            return
        value = self.scalar(node.value)
        self.emit(f"return {convert(value, self.settled('return', value.kind)).text};")


def _is_empty(call: ast.Call) -> bool:
    return isinstance(call.func, ast.Attribute) and call.func.attr == "empty"


def _is_position(node: ast.expr) -> bool:
    """``np.uintp(i)`` of a variable."""
    return (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "uintp"
            and isinstance(node.args[0], ast.Name))  # fmt: skip


def _grouped(v: Value) -> Value:
    return v if v.level > Level.SUM else Value(v.kind, f"({v.text})")


def count_of(shape: Sequence[Value]) -> Value:
    """How many elements an array of this shape has."""
    if all(n.number is not None for n in shape):
        total = 1
        for n in shape:
            total *= n.number
        return literal("int64", total)
    texts = [n.at(Level.PRODUCT) for n in shape]
    return Value("int64", "*".join(texts), Level.PRODUCT)
