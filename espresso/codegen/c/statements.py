"""Statements of a generated Python module as C text: loops, assignments, calls of kernels."""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from typing import Any

from espresso.codegen.c.declarations import vector_sums
from espresso.codegen.c.expressions import Expressions, count_of
from espresso.codegen.c.values import PRODUCT, SUM, TYPES, Array, Value, convert, literal, scalar, truth
from espresso.llvm.emit.expressions import BINARY
from espresso.llvm.emit.kinds import Untranslatable, unify

_STACK = 1 << 12
"""Elements of a local array of fixed shape that lies on the stack."""


class Widened(Exception):
    """A variable needs a wider kind: the function is written anew."""


class Writer(Expressions):
    """Writes one function: ``body()`` is its text in braces."""

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

    # --- statements ---

    def block(self, body: Sequence[ast.stmt]) -> None:
        """Statements in order."""
        for node in body:
            method = getattr(self, "_" + type(node).__name__.lower(), None)
            if method is None:
                raise Untranslatable(type(node).__name__)
            method(node)

    def _inside(self, body: Sequence[ast.stmt]) -> None:
        self.depth += 1
        self.block(body)
        self.depth -= 1

    def _pass(self, node: ast.Pass) -> None:
        pass

    def _expr(self, node: ast.Expr) -> None:
        call = node.value
        if isinstance(call, ast.Constant):
            return
        if not isinstance(call, ast.Call):
            raise Untranslatable(ast.unparse(node))
        if isinstance(call.func, ast.Attribute) and call.func.attr == "fill":
            array, value = self.value(call.func.value), scalar(self.value(call.args[0]))
            count = count_of(array.shape)
            self.emit(f"for (int64_t at = 0; at < {count.at(SUM)}; at++)")
            self.emit(f"    {array.pointer}[at] = {convert(value, array.kind).text};")
            return
        name = call.func.id if isinstance(call.func, ast.Name) else ""
        if name == "_split":
            first, extent, _, arguments = call.args[:4]
            assert isinstance(first, ast.Name) and isinstance(arguments, ast.Tuple)
            given = [
                literal("int64", 0),
                convert(scalar(self.value(extent)), "int64"),
                *map(self.value, arguments.elts),
            ]
            self.emit(self.scope.launch(first.id, given))
        elif name in self.scope.definitions:
            self.emit(self.scope.launch(name, [self.value(a) for a in call.args]))
        else:
            raise Untranslatable(ast.unparse(node))

    def _assign(self, node: ast.Assign) -> None:
        (target,) = node.targets
        if isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple):
            pairs = list(zip(target.elts, node.value.elts, strict=True))
            read = {n.id for _, v in pairs for n in ast.walk(v) if isinstance(n, ast.Name)}
            if any(isinstance(t, ast.Name) and t.id in read for t, _ in pairs[:-1]):
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
        self._store(target, value)

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
        read = _as_read(node.target)
        value = self.m.binary(BINARY[type(node.op)], scalar(self.value(read)), scalar(self.value(node.value)))
        symbol = BINARY[type(node.op)]
        if symbol in "+-*" and value.level in (SUM, PRODUCT):
            old, own = scalar(self.value(read)), scalar(self.value(node.value))
            if old.kind == value.kind == own.kind and (not isinstance(node.target, ast.Name) or (
                    self.kinds.get(node.target.id) == value.kind)):  # fmt: skip
                self.emit(f"{old.text} {symbol}= {own.text};")
                return
        self._store(node.target, value)

    def _store(self, target: ast.expr, value: Any) -> None:
        if isinstance(target, ast.Name):
            self._variable(target, value)
            return
        if not isinstance(target, ast.Subscript):
            raise Untranslatable("assignment to " + ast.unparse(target))
        array = self.value(target.value)
        self.emit(f"{self._element(array, target.slice)} = {convert(scalar(value), array.kind).text};")

    def _variable(self, target: ast.Name, value: Any) -> None:
        name = target.id
        if not isinstance(value, Value):
            self.names[name] = value
            return
        kind = self.kinds.setdefault(name, value.kind)
        if unify(kind, value.kind) != kind:
            self.kinds[name] = unify(kind, value.kind)
            raise Widened
        self.names[name] = Value(kind, self.spelled(name))
        how = self.declared.get(name)
        text = f"{self.spelled(name)} = {convert(value, kind).text};"
        if how is None:
            self.emit(text)
        elif how == "top":
            self.top.append(f"{TYPES[kind]} {self.spelled(name)};")
            self.declared.pop(name)
            self.emit(text)
        elif target in how:
            constant = "const " if how[target] else ""
            self.emit(f"{constant}{TYPES[kind]} {text}")
        else:
            self.emit(text)

    def _if(self, node: ast.If) -> None:
        known = self._static(node.test)
        if known is not None:
            self.block(node.body if known else node.orelse)
            return
        self.emit(f"if ({truth(scalar(self.value(node.test))).text}) {{")
        self._inside(node.body)
        if node.orelse:
            self.emit("} else {")
            self._inside(node.orelse)
        self.emit("}")

    def _while(self, node: ast.While) -> None:
        self.emit(f"while ({truth(scalar(self.value(node.test))).text}) {{")
        self._inside(node.body)
        self.emit("}")

    def _for(self, node: ast.For) -> None:
        if not isinstance(node.target, ast.Name):
            raise Untranslatable("for " + ast.unparse(node.target))
        name = node.target.id
        if isinstance(node.iter, ast.Tuple):
            for one in node.iter.elts:
                self.names[name] = self.value(one)
                self.block(node.body)
            return
        call = node.iter
        if not (isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "range"):
            raise Untranslatable("for over " + ast.unparse(call))
        bounds = [convert(scalar(self.value(a)), "int64") for a in call.args]
        first, last = (literal("int64", 0), bounds[0]) if len(bounds) == 1 else bounds[:2]
        step = bounds[2] if len(bounds) == 3 else literal("int64", 1)
        if step.number is not None and step.number <= 0:
            raise Untranslatable("loop downwards")
        own = self.spelled(name)
        sums = vector_sums(node, self.kinds)
        if sums:
            self.emit(f"#pragma omp simd reduction(+:{', '.join(map(self.spelled, sums))})")
        more = f"{own}++" if step.number == 1 else f"{own} += {step.text}"
        self.emit(f"for (int64_t {own} = {first.text}; {own} < {last.at(SUM)}; {more}) {{")
        self.names[name] = Value("int64", own)
        self._inside(node.body)
        self.emit("}")

    def _return(self, node: ast.Return) -> None:
        if node.value is None:
            self.emit("return;")
            return
        value = scalar(self.value(node.value))
        kind = self.kinds.setdefault("return", value.kind)
        if unify(kind, value.kind) != kind:
            self.kinds["return"] = unify(kind, value.kind)
            raise Widened
        self.emit(f"return {convert(value, kind).text};")


def _as_read(target: ast.expr) -> ast.expr:
    if isinstance(target, ast.Name):
        return ast.Name(target.id, ast.Load())
    assert isinstance(target, ast.Subscript)
    return ast.Subscript(target.value, target.slice, ast.Load())


def _is_empty(call: ast.Call) -> bool:
    return isinstance(call.func, ast.Attribute) and call.func.attr == "empty"


def _is_position(node: ast.expr) -> bool:
    """``np.uintp(i)`` of a variable."""
    return (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "uintp"
            and isinstance(node.args[0], ast.Name))  # fmt: skip
