"""Translation of a generated Python module (its ``ast``) to C functions.

The text is the small part of Python that kernels, helpers and drivers are written in, with numba's kinds
(`llvm.emit.translate` makes LLVM of the same text).  Anything else raises `Untranslatable`.
"""

from __future__ import annotations

import ast
import itertools
import re
from collections.abc import Mapping, Sequence
from typing import Any

from espresso.codegen.c.helpers import BITS, HELPERS
from espresso.codegen.c.names import c_name
from espresso.codegen.c.operations import helper_name, power_text
from espresso.codegen.c.statements import Writer
from espresso.codegen.c.values import TYPES, Array, Value, scalar
from espresso.codegen.c.vector_functions import vector_function
from espresso.llvm.emit.intrinsics import inline_functions
from espresso.llvm.emit.kinds import COMPONENT, Untranslatable
from espresso.llvm.emit.walker import Widened


class File:
    """The functions of a C file, each written once."""

    def __init__(self) -> None:
        self.functions: dict[str, str] = {}

    def need(self, key: str, kind: str) -> str:
        """A helper for a kind, added with what it calls; its name."""
        name = helper_name(key, kind)
        if name not in self.functions:
            if key.startswith("power ") and key.split()[1].isdigit():
                if kind in COMPONENT:
                    self.need("times complex", kind)
                self.functions[name] = power_text(int(key.split()[1]), kind)
                return name
            result, arguments, body = HELPERS[key]
            if "es_pair(" in body:
                self.need("pair", kind)
            body = f"{body}\n" if body.startswith("\n") else f"{body} "
            text = f"static inline {result} {name}({arguments}){body[:1]}{{{body}}}\n"
            text = text.replace("es_pair(", f"{helper_name('pair', kind)}(")
            if kind in ("float32", "complex64"):
                text = re.sub(r"\b(fmod|copysign|floor|fabs|creal|cimag)\(", r"\1f(", text)
            for word, spelled in (("T", kind), ("U", "uint64"), ("P", COMPONENT.get(kind, "float64"))):
                text = re.sub(rf"\b{word}\b", TYPES[spelled], text)
            self.functions[name] = text
        return name

    def bits(self) -> None:
        """The helpers that vector mathematics need."""
        for kind, end, whole in (("float32", "f32", "uint32_t"), ("float64", "f64", "uint64_t")):
            self.functions.setdefault(f"es_bits_{end}", BITS.strip("\n").format(T=TYPES[kind], U=whole, s=end) + "\n")


class Scope:
    """The functions of one generated module, and those already written, by the kinds of their arguments."""

    def __init__(self, source: str, file: File, prefix: str = "") -> None:
        self.tree, self.file, self.prefix = ast.parse(source), file, prefix
        self.intrinsics = inline_functions(self.tree.body)
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
            self._made[name, kinds] = (
                self._intrinsic(name, kinds) if name in self.intrinsics else self._helper(name, kinds)
            )
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
        stored = _stored(made)
        for k, (p, a) in enumerate(zip(parameters, arguments, strict=True)):
            own = writer.spelled(p)
            if not isinstance(a, Array):
                heads.append(f"{TYPES[a.kind]} {own}")
                continue
            heads.append(f"{'' if p in stored else 'const '}{TYPES[a.kind]} *restrict {own}")
            for axis in range(len(a.shape)):
                if f"{own}_{axis}" in writer.lengths_used:
                    lengths.add((k, axis))
                    heads.append(f"int64_t {own}_{axis}")
        symbol = f"{self.prefix}{c_name(name)}{number + 1 if number else ''}"
        kind = "int" if writer.scratch else "void"
        self.file.functions[symbol] = (
            f"{self.comments(made)}ES_KERNEL {kind} {symbol}({', '.join(heads)})\n{writer.body()}"
        )
        return symbol, lengths, bool(writer.scratch)

    def written(self, made: ast.FunctionDef, given: Mapping[str, Any], comments: bool = True) -> Writer:
        """The statements of a function; again with wider variables where a kind turns out too narrow."""
        kinds: dict[str, str] = {}
        for _ in range(50):
            writer = Writer(self, made, kinds)
            writer.take(given)
            try:
                writer.block(made.body)
            except Widened:
                continue
            return writer
        raise Untranslatable(f"kinds of {made.name} do not settle")


def _stored(made: ast.FunctionDef) -> set[str]:
    """Names of the arrays that a function writes."""
    found = set()
    for n in ast.walk(made):
        array = n.value if isinstance(n, ast.Subscript) and isinstance(n.ctx, ast.Store) else None
        if isinstance(n, ast.Call) and isinstance(n.func, ast.Attribute) and n.func.attr == "fill":
            array = n.func.value
        if isinstance(array, ast.Name):
            found.add(array.id)
    return found
