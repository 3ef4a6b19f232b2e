"""Translation of a generated Python module (its ``ast``) to C functions.

The text is the small part of Python that kernels, helpers and drivers are written in, with numba's kinds
(`llvm.emit.translate` makes LLVM of the same text).  Anything else raises `Untranslatable`.
"""

from __future__ import annotations

import ast
import itertools
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from espresso.codegen.c.helpers import BEFORE, BITS, HELPERS
from espresso.codegen.c.operations import Operations, helper_name, power_text
from espresso.codegen.c.values import (
    AND,
    EQUAL,
    OR,
    PRODUCT,
    SUM,
    TYPES,
    UNARY,
    Array,
    Kind,
    Value,
    convert,
    literal,
    scalar,
    truth,
)
from espresso.codegen.c.vector_functions import vector_function
from espresso.llvm.emit.expressions import BINARY, COMPARE
from espresso.llvm.emit.intrinsics import inline_functions
from espresso.llvm.emit.kinds import FLOATS, PARTS, Untranslatable, is_integer, unify
from espresso.llvm.emit.mathematics import CASTS, CONSTANTS

_CASTS = {**CASTS, "uintp": "int64"}
_STACK = 1 << 12
"""Elements of a local array of fixed shape that lies on the stack."""

TAKEN = frozenset(
    """auto break case char const continue default do double else enum extern float for goto if inline int long register
    restrict return short signed sizeof static struct switch typedef union unsigned void volatile while bool true false
    complex I NAN INFINITY asm typeof main status malloc free memcpy exp exp2 log log2 log10 sin cos tan asin acos atan
    sinh cosh tanh asinh acosh atanh expm1 log1p erf erfc cbrt atan2 hypot pow fabs sqrt fma floor ceil rint trunc
    copysign fmod lgamma tgamma gamma j0 j1 jn y0 y1 yn abs labs div signgam creal cimag cexp clog cpow conj cabs carg
    isnan isinf isfinite signbit index round signal time remainder nan size_t linux unix errno environ
    outside""".split()
)
"""Words that have a meaning in C, or in the headers that the text includes."""


def c_name(name: str, taken: Iterable[str] = ()) -> str:
    """A name of a formula as C takes it.

    >>> c_name("x"), c_name("double"), c_name("α")
    ('x', 'double_', 'u03b1')
    """
    name = "".join(c if c.isascii() else f"u{ord(c):04x}" for c in name)
    name = name.lstrip("_") if name.lstrip("_")[:1].isalpha() else f"v{name}" if name[:1] == "_" else name
    name = f"v_{name}" if name.startswith("es_") else name
    while name in TAKEN or name in taken or name.endswith("_t"):
        name += "_"
    return name


class _Widened(Exception):
    """A variable needs a wider kind: the function is written anew."""


class File:
    """The functions of a C file, each written once."""

    def __init__(self) -> None:
        self.functions: dict[str, str] = {}

    def need(self, key: str, kind: str) -> str:
        """A helper for a kind, added with what it calls; its name."""
        name = helper_name(key, kind)
        if name not in self.functions:
            if key.startswith("power ") and key.split()[1].isdigit():
                if kind in PARTS:
                    self.need("times complex", kind)
                self.functions[name] = power_text(int(key.split()[1]), kind)
                return name
            if key in BEFORE:
                self.need(BEFORE[key], kind)
            end = "f" if kind in ("float32", "complex64") else ""
            words = {"T": TYPES[kind], "s": name.rpartition("_")[2], "f": end, "P": TYPES[PARTS.get(kind, "float64")]}
            self.functions[name] = HELPERS[key].strip("\n").format(**words) + "\n"
        return name

    def bits(self) -> None:
        """The helpers that vector mathematics need."""
        for kind, end, whole in (("float32", "f32", "uint32_t"), ("float64", "f64", "uint64_t")):
            self.functions.setdefault(f"es_bits_{end}", BITS.strip("\n").format(T=TYPES[kind], U=whole, s=end) + "\n")


class Scope:
    """The functions of one generated module, and those already written, by the kinds of their arguments."""

    def __init__(self, source: str, file: File, prefix: str = "") -> None:
        self.tree, self.file, self.prefix = ast.parse(source), file, prefix
        self.intrinsics = inline_functions(self.tree)
        functions = [n for n in self.tree.body if isinstance(n, ast.FunctionDef)]
        self.plain = {n.name: n for n in functions}
        self.definitions = {
            n.name: n for n in functions if [ast.unparse(d).partition("(")[0] for d in n.decorator_list] == ["njit"]
        }
        self._made: dict[Any, Any] = {}
        self._lines = source.splitlines()

    def comments(self, made: ast.FunctionDef) -> str:
        """What a kernel computes: the comments at its head."""
        rest = itertools.takewhile(lambda line: line.lstrip().startswith("#"), self._lines[made.lineno :])
        return "".join(f"// {line.strip()[1:].strip()} \n".replace("\\", "\\ ") for line in rest).replace(" \n", "\n")

    def call(self, name: str, arguments: Sequence[Any]) -> Value:
        """A call of a function of the module that returns a number."""
        kinds = tuple(scalar(a).kind for a in arguments)
        if (name, kinds) not in self._made:
            self._made[name, kinds] = self._intrinsic(name, kinds) if name in self.intrinsics else self._helper(name, kinds)
        symbol, kind = self._made[name, kinds]
        return Value(kind, f"{symbol}({', '.join(a.text for a in arguments)})")

    def _intrinsic(self, name: str, kinds: tuple[str, ...]) -> tuple[str, str]:
        kind = kinds[0]
        if len({*kinds}) != 1:
            raise Untranslatable(f"arguments of {name}")
        self.file.bits()
        symbol = name.lstrip("_")
        self.file.functions.setdefault(symbol, vector_function(self.intrinsics, name, kind, len(kinds)))
        return symbol, kind

    def _helper(self, name: str, kinds: tuple[str, ...]) -> tuple[str, str]:
        made = self.definitions[name]
        symbol = "_".join([name.lstrip("_"), *({"bool": "b"}.get(k, k) for k in dict.fromkeys(kinds))])
        parameters = [a.arg for a in made.args.args]
        writer = self.written(made, dict(zip(parameters, (Value(k, "") for k in kinds), strict=True)))
        if "return" not in writer.kinds:
            raise Untranslatable(f"{name} returns nothing")
        kind = writer.kinds["return"]
        heads = ", ".join(f"{TYPES[k]} {writer.spelled(p)}" for p, k in zip(parameters, kinds, strict=True))
        self.file.functions.setdefault(symbol, f"static inline {TYPES[kind]} {symbol}({heads})\n{writer.body()}")
        return symbol, kind

    def launch(self, name: str, arguments: Sequence[Any]) -> str:
        """A statement that calls a kernel."""
        forms = tuple((a.kind, len(a.shape)) if isinstance(a, Array) else a.kind for a in arguments)
        if (name, forms) not in self._made:
            self._made[name, forms] = self._kernel(name, arguments, sum(1 for n, _ in self._made if n == name))
        symbol, lengths, fails = self._made[name, forms]
        texts = []
        for k, a in enumerate(arguments):
            if isinstance(a, Array):
                texts += [a.pointer, *(n.text for axis, n in enumerate(a.shape) if (k, axis) in lengths)]
            else:
                texts.append(a.text)
        call = f"{symbol}({', '.join(texts)})"
        return f"if (({'status'} = {call}) != 0) goto done;" if fails else f"{call};"

    def _kernel(self, name: str, arguments: Sequence[Any], number: int) -> tuple[str, set[tuple[int, int]], bool]:
        made = self.definitions[name]
        parameters = [a.arg for a in made.args.args]
        writer = self.written(made, dict(zip(parameters, arguments, strict=True)))
        heads, lengths = [], set()
        stored = {n.value.id for n in ast.walk(made) if isinstance(n, ast.Subscript) and isinstance(n.value, ast.Name)
                  and isinstance(n.ctx, ast.Store)}  # fmt: skip
        stored |= {n.func.value.id for n in ast.walk(made) if isinstance(n, ast.Call) and isinstance(n.func, ast.Attribute)
                   and n.func.attr == "fill" and isinstance(n.func.value, ast.Name)}  # fmt: skip
        for k, (p, a) in enumerate(zip(parameters, arguments, strict=True)):
            own = writer.spelled(p)
            if not isinstance(a, Array):
                heads.append(f"{TYPES[a.kind]} {own}")
                continue
            heads.append(f"{'' if p in stored else 'const '}{TYPES[a.kind]} *restrict {own}")
            for axis in range(len(a.shape)):
                if f"{own}_{axis}" in writer.lengths:
                    lengths.add((k, axis))
                    heads.append(f"int64_t {own}_{axis}")
        symbol = f"{self.prefix}{c_name(name)}{number + 1 if number else ''}"
        kind = "int" if writer.scratch else "void"
        self.file.functions[symbol] = f"{self.comments(made)}ES_KERNEL {kind} {symbol}({', '.join(heads)})\n{writer.body()}"
        return symbol, lengths, bool(writer.scratch)

    def written(self, made: ast.FunctionDef, given: Mapping[str, Any], comments: bool = True) -> Writer:
        """The statements of a function; again with wider variables where a kind turns out too narrow."""
        kinds: dict[str, str] = {}
        for _ in range(50):
            writer = Writer(self, made, kinds)
            writer.take(given)
            try:
                writer.block(made.body)
            except _Widened:
                continue
            return writer
        raise Untranslatable(f"kinds of {made.name} do not settle")


class Writer:
    """Writes one function: ``body()`` is its text in braces."""

    def __init__(self, scope: Scope, made: ast.FunctionDef, kinds: dict[str, str]) -> None:
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
        self.declared = _declared(made.body)

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
            count = _count(array.shape)
            self.emit(f"for (int64_t at = 0; at < {count.at(SUM)}; at++)")
            self.emit(f"    {array.pointer}[at] = {convert(value, array.kind).text};")
            return
        name = call.func.id if isinstance(call.func, ast.Name) else ""
        if name == "_split":
            first, extent, _, arguments = call.args[:4]
            assert isinstance(first, ast.Name) and isinstance(arguments, ast.Tuple)
            given = [literal("int64", 0), convert(scalar(self.value(extent)), "int64"), *map(self.value, arguments.elts)]
            self.emit(self.scope.launch(first.id, given))
        elif name in self.scope.definitions:
            self.emit(self.scope.launch(name, [_as_argument(self.value(a)) for a in call.args]))
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
        count = _count(shape)
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
            raise _Widened
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
        sums = _vector_sums(node, self.kinds)
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
            raise _Widened
        self.emit(f"return {convert(value, kind).text};")

    def _static(self, test: ast.expr) -> bool | None:
        """The value of ``isinstance(x, int)``, which the kind of ``x`` decides."""
        if isinstance(test, ast.Call) and isinstance(test.func, ast.Name) and test.func.id == "isinstance":
            kind = scalar(self.value(test.args[0])).kind
            names = {n.id for n in ast.walk(test.args[1]) if isinstance(n, ast.Name)}
            return ("int" in names and is_integer(kind)) or ("float" in names and kind in FLOATS)
        return None

    # --- expressions ---

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


def _grouped(v: Value) -> Value:
    return v if v.level > SUM else Value(v.kind, f"({v.text})")


def _as_argument(value: Any) -> Any:
    return value


def _count(shape: Sequence[Value]) -> Value:
    """How many elements an array of this shape has."""
    if all(n.number is not None for n in shape):
        total = 1
        for n in shape:
            total *= n.number
        return literal("int64", total)
    texts = [n.at(PRODUCT) for n in shape]
    return Value("int64", "*".join(texts), PRODUCT)


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


def _vector_sums(node: ast.For, kinds: Mapping[str, str]) -> list[str]:
    """Running sums of a loop that adds numbers and stores nothing else, so that it may be added in any order."""
    sums: dict[str, None] = {}
    for s in node.body:
        if isinstance(s, ast.AugAssign) and isinstance(s.target, ast.Name) and isinstance(s.op, ast.Add):
            sums[s.target.id] = None
        elif not (isinstance(s, ast.Assign) and isinstance(s.targets[0], ast.Name)):
            return []
    others = [n.id for s in node.body for n in ast.walk(s.value) if isinstance(n, ast.Name)]  # type: ignore[attr-defined]
    stored = {s.targets[0].id for s in node.body if isinstance(s, ast.Assign)}  # type: ignore[attr-defined]
    local = all(_first_is_assigned(name, node.body) for name in stored)
    if not local or any(n in sums for n in others) or stored & {*sums}:
        return []
    return [n for n in sums] if all(kinds.get(n) in FLOATS for n in sums) else []


# --- where variables are declared ---


def _mentions(node: ast.AST, name: str) -> bool:
    return any(isinstance(n, ast.Name) and n.id == name for n in ast.walk(node))


def _first_is_assigned(name: str, body: Sequence[ast.stmt]) -> bool:
    """Whether the first statement of a block that has a name assigns it."""
    first = next(s for s in body if _mentions(s, name))
    return isinstance(first, ast.Assign) and name in _targets(first) and not _mentions(first.value, name)


def _targets(s: ast.Assign) -> list[str]:
    (target,) = s.targets
    parts = target.elts if isinstance(target, ast.Tuple) else [target]
    return [p.id for p in parts if isinstance(p, ast.Name)]


def _declared(body: Sequence[ast.stmt]) -> dict[str, Any]:
    """For each variable the assignments that declare it, and whether it never changes then; "top" where none can."""
    stores: dict[str, list[ast.Name]] = {}
    for n in (n for s in body for n in ast.walk(s)):
        if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store):
            stores.setdefault(n.id, []).append(n)
    loops = {n.target.id for s in body for n in ast.walk(s) if isinstance(n, ast.For) and isinstance(n.target, ast.Name)}
    found: dict[str, Any] = {}
    for name in stores.keys() - loops:
        places: list[tuple[ast.Name, bool]] = []
        found[name] = dict(places) if _places(name, body, places) else "top"
    return found


def _places(name: str, body: Sequence[ast.stmt], found: list[tuple[ast.Name, bool]]) -> bool:
    """Whether assignments in these blocks, or in those inside, can declare a variable: no value leaves its block."""
    having = [s for s in body if _mentions(s, name)]
    if not having:
        return True
    if _first_is_assigned(name, having):
        stored = [n for s in having for n in ast.walk(s) if isinstance(n, ast.Name) and n.id == name
                  and isinstance(n.ctx, ast.Store)]  # fmt: skip
        found.append((stored[0], len(stored) == 1))
        return True
    for s in having:
        if isinstance(s, ast.For):
            if _mentions(s.iter, name) or isinstance(s.iter, ast.Tuple):
                return False
            inner = [s.body]
        elif isinstance(s, ast.If):
            if _mentions(s.test, name):
                return False
            inner = [s.body, s.orelse]
        else:
            return False
        if not all(_places(name, b, found) for b in inner):
            return False
    return True
