"""A whole C file and its header: the functions of a generated module, and one that checks, allocates and runs."""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from dataclasses import field
from typing import Any

from espresso.codegen.c.helpers import HEAD
from espresso.codegen.c.names import c_name
from espresso.codegen.c.statements import Writer, count_of
from espresso.codegen.c.translate import File, Scope
from espresso.codegen.c.values import TYPES, Array, Level, Value, convert, scalar
from espresso.llvm.emit.kinds import COMPONENT, Untranslatable
from espresso.records import dataclass

NO_MEMORY, NEGATIVE, FIRST = 1, 2, 3
"""Status codes; those from `FIRST` on are a program's own."""


@dataclass(frozen=True)
class Argument:
    """An array of a program: its name in the text, its dtype, and what its lengths are called."""

    name: str
    kind: str
    axes: tuple[str, ...]


@dataclass
class Loops:
    """A program whose text is loops alone: ``source`` has its kernels, ``run`` and ``program``."""

    source: str
    inputs: tuple[Argument, ...]
    outputs: tuple[Argument, ...]
    checks: tuple[str, ...] = ()
    positions: list[tuple[Loops, tuple[str, ...]]] = field(default_factory=list)
    """Programs that say whether a position that is data is outside, with the lines that refuse it."""
    rows: list[tuple[str, Loops]] = field(default_factory=list)
    """Functions that the source calls: programs that compute a row of a recurrence."""


def by_value(kind: str) -> bool:
    """Whether a number of this kind is given by its value: complex ones are given by their address."""
    return kind not in COMPONENT


def message_of(node: ast.Raise) -> str:
    """The text of an error with the names of lengths for their numbers."""
    call = node.exc
    while isinstance(call, ast.Call):
        call = call.args[0]
    if isinstance(call, ast.Constant):
        return str(call.value).replace("\t", "  ")
    if not isinstance(call, ast.JoinedStr):
        raise Untranslatable(ast.unparse(node))
    parts = [str(p.value) if isinstance(p, ast.Constant) else ast.unparse(p.value)  # type: ignore[attr-defined]
             for p in call.values]  # fmt: skip
    return "".join(parts).replace("\t", "  ")


class _Entry(Writer):
    """The function of a program: checks that return a code, memory, kernels."""

    def __init__(self, scope: Scope, loops: Loops, codes: list[str], rows: Mapping[str, tuple[str, Loops]]) -> None:
        super().__init__(scope, scope.plain["program"], {})
        self.loops, self.codes, self.every = loops, codes, (*loops.inputs, *loops.outputs)
        self.rows = rows
        self.frees: list[str] = []
        self.shapes: dict[str, str] = {}
        self.own: dict[str, str] = {}
        given = [a.name for a in self.every]
        axes = [n for a in self.every for n in a.axes]
        for name in (*given, *axes):
            self.own[name] = self._spelled[name] = c_name(name, self.own.values())
        for a in self.every:
            for n in a.axes:
                self.names[n] = Value("int64", self.own[n])
            shape = tuple(Value("int64", self.own[n]) for n in a.axes)
            whole = not shape and a in loops.inputs and by_value(a.kind)
            self.names[a.name] = Value(a.kind, self.own[a.name]) if whole else Array(a.kind, self.own[a.name], shape)
        for name in sorted(self._spelled.keys() - self.own.keys()):  # parameters come first
            if self._spelled[name] in self.own.values():
                self._spelled[name] = c_name(name, {*self._spelled.values()})
        lines = [*loops.checks, *(line for _, refused in loops.positions for line in refused)]
        for statement in (*scope.plain["run"].body, *ast.parse("\n".join(lines)).body):
            for node in ast.walk(statement):
                if isinstance(node, ast.Name) and node.id not in self._spelled:
                    self._spelled[node.id] = c_name(node.id, {*self._spelled.values()})
        self.declared = {}

    def parameters(self) -> list[str]:
        """The parameters with their types: numbers by value, arrays with their lengths behind them."""
        found = []
        for a in self.every:
            given, own = a in self.loops.inputs, self.own[a.name]
            kind = TYPES[a.kind]
            if given and not a.axes and by_value(a.kind):
                found.append(f"{kind} {own}")
                continue
            found.append(f"const {kind} *{own}" if given else f"{kind} *{own}")
            found += [f"int64_t {self.own[n]}" for n in a.axes]
        return found

    def statements(self, positions: Sequence[tuple[str, Loops, Sequence[str]]] = ()) -> None:
        """The statements."""
        lengths = [self.own[n] for a in self.every for n in a.axes]
        if lengths and self.loops.checks is not None:
            self.emit(f"if ({' || '.join(f'{n} < 0' for n in lengths)}) return {NEGATIVE};")
        for s in ast.parse("\n".join(self.loops.checks)).body:
            self.block([s])
        for a in self.loops.outputs:
            self._result(a)
        for symbol, position, refused in positions:
            given = [t for a in position.inputs for t in (self.own[a.name], *(self.own[n] for n in a.axes))]
            self.emit("bool outside = false;" if symbol == positions[0][0] else "outside = false;")
            self.emit(f"status = {symbol}({', '.join([*given, '&outside'])});")
            self.emit("if (status) goto done;")
            self.emit("if (outside) {")
            self._inside(ast.parse("\n".join(refused)).body)
            self.emit("}")
        outputs = {a.name for a in self.loops.outputs}
        for node in self.scope.plain["program"].body:
            if isinstance(node, ast.Return):
                break
            if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call) and _called(node.value) == "run":
                self.block(self.scope.plain["run"].body)
            elif isinstance(node, ast.Assign) and isinstance(node.value, ast.Call):
                (target,) = node.targets
                name = target.id if isinstance(target, ast.Name) else ""
                if _called(node.value) == "asarray" or name in outputs:
                    continue
                if _called(node.value) != "empty":
                    raise Untranslatable(ast.unparse(node))
                self._temporary(name, node.value)
            else:
                self.block([node])

    def _result(self, a: Argument) -> None:
        """Lengths of a result are what the program makes."""
        for node in self.scope.plain["program"].body:
            if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name) and node.targets[0].id == a.name:
                assert isinstance(node.value, ast.Call)
                shape = self.value(node.value.args[0])
                pairs = list(zip([self.own[n] for n in a.axes], shape, strict=True))
                if pairs:
                    self.shapes[a.name] = ", ".join(n.text for _, n in pairs)
                    tests = " || ".join(f"{own} != {n.at(Level.SUM)}" for own, n in pairs)
                    self.emit(
                        f"if ({tests}) return {self._code(f'{a.name} has to have the shape ({self.shapes[a.name]})')};"
                    )
                return

    def _temporary(self, name: str, call: ast.Call) -> None:
        shape, kind = self.value(call.args[0]), self.value(call.args[1])
        own = self.spelled(name)
        self.names[name] = Array(kind.name, own, shape)
        self.top.append(f"{TYPES[kind.name]} *{own} = NULL;")
        self.frees.append(own)
        count = "*".join(n.at(Level.SUM + 1) for n in shape) or "1"
        self.emit(f"{own} = es_new({count}, sizeof *{own});")
        self.emit(f"if (!{own}) {{ status = {NO_MEMORY}; goto done; }}")

    def _code(self, message: str) -> int:
        self.codes.append(message)
        return FIRST + len(self.codes) - 1

    def _raise(self, node: ast.Raise) -> None:
        self.emit(f"return {self._code(message_of(node))};")

    def _value_compare(self, node: ast.Compare) -> Any:
        left = self.value(node.left)
        if not isinstance(left, tuple):
            return super()._value_compare(node)
        right = self.value(node.comparators[0])  # of the shapes of one call
        tests = [f"{a.at(Level.SUM)} != {scalar(b).text}" for a, b in zip(left, right, strict=True)]
        return Value("bool", " || ".join(tests) or "false", Level.OR)

    def _value_subscript(self, node: ast.Subscript) -> Any:
        whole = isinstance(node.slice, ast.Tuple)
        value = self.value(node.value)
        if whole and isinstance(value, Value):
            return value
        if not whole and isinstance(value, Array) and len(value.shape) > 1:  # a row
            at, rest = convert(self.scalar(node.slice), "int64"), value.shape[1:]
            row = self.m.binary("*", at, count_of(rest))
            return Array(value.kind, f"({value.pointer} + {row.at(Level.SUM + 1)})", rest)
        return super()._value_subscript(node)

    def effect(self, node: ast.expr) -> None:
        """The call of a kernel, or of a function for a row."""
        called = _called(node) if isinstance(node, ast.Call) else ""
        if called not in self.rows:
            super().effect(node)
            return
        assert isinstance(node, ast.Call)
        symbol, part = self.rows[called]
        texts = []
        for a, value in zip((*part.inputs, *part.outputs), map(self.value, node.args), strict=True):
            if not isinstance(value, Value):
                texts += [value.pointer, *(n.text for n in value.shape)]
                continue
            number = convert(value, a.kind).text
            texts.append(number if by_value(a.kind) else f"({TYPES[a.kind]}[]){{{number}}}")
        self.emit(f"status = {symbol}({', '.join(texts)});")
        self.emit("if (status) goto done;")

    def assign(self, target: ast.Name, value: Any) -> None:
        """Give a variable a value; it is declared where the function begins."""
        if isinstance(value, Value) and target.id not in self.kinds:
            self.declared[target.id] = {target: True} if self.depth == 1 else "top"
            if self.depth == 1:
                self.top.append(f"{TYPES[value.kind]} {self.spelled(target.id)};")
                self.declared.pop(target.id)
        super().assign(target, value)

    def text(self, symbol: str, static: bool) -> str:
        """The whole function."""
        jumps = bool(self.frees) or any("goto done" in line for line in self.lines)
        head = [f"    {line}" for line in (["int status = 0;"] * jumps + self.top)]
        tail = ["done:"] * jumps + [f"    free({n});" for n in reversed(self.frees)]
        tail.append(f"    return {'status' if jumps else 0};")
        heads = ", ".join(self.parameters()) or "void"
        lines = "\n".join([*head, *self.lines, *tail])
        return f"{'static ' * static}int {symbol}({heads})\n{{\n{lines}\n}}\n"


def _called(call: ast.Call) -> str:
    function = call.func
    return (
        function.attr if isinstance(function, ast.Attribute) else function.id if isinstance(function, ast.Name) else ""
    )


@dataclass(frozen=True)
class Written:
    """A C file: ``source`` with everything in it, ``header`` for those who call it, ``errors`` by status code."""

    source: str
    header: str
    errors: Mapping[int, str]


def c_file(name: str, loops: Loops, formula: str) -> Written:
    """The C file of a program, whose function is called ``name``; Untranslatable where it is more than loops."""
    file, codes = File(), list[str]()
    looks: list[tuple[str, Loops, Sequence[str]]] = []
    for number, (position, refused) in enumerate(loops.positions, 1):
        symbol = f"{name}_position_{number}"
        entry = _Entry(Scope(position.source, file, f"position_{number}_"), position, codes, {})
        entry.statements()
        file.functions[symbol] = entry.text(symbol, True)
        looks.append((symbol, position, refused))
    entry = _Entry(Scope(loops.source, file), loops, codes, _rows(loops, file, codes, f"{name}_row"))
    entry.statements(looks)
    errors = {
        0: "", NO_MEMORY: "there is not enough memory for the arrays between the steps",
        NEGATIVE: "a length is negative",
        **dict(enumerate(codes, FIRST)),
    }  # fmt: skip
    body = entry.text(name, False)
    about = _comment(f"{formula}\n\n{_ABOUT}")
    cases = "".join(f"    case {k}: return {_string(m)};\n" for k, m in errors.items())
    text = _ERROR.strip("\n").format(name=name, cases=cases)
    source = "\n".join([about, f'#include "{name}.h"', HEAD, *file.functions.values(), body, text])
    return Written(source, _header(name, entry, formula), errors)


def _rows(loops: Loops, file: File, codes: list[str], prefix: str) -> dict[str, tuple[str, Loops]]:
    """The functions for rows that a program calls, which are added to the file: what they are called there."""
    found = {}
    for number, (name, part) in enumerate(loops.rows, 1):
        symbol = f"{prefix}_{number}"
        entry = _Entry(Scope(part.source, file, f"{symbol}_"), part, codes, _rows(part, file, codes, symbol))
        entry.statements()
        file.functions[symbol] = entry.text(symbol, True)
        found[name] = symbol, part
    return found


_ABOUT = """Generated by espresso.  C99 with the C library alone, no other state than the arguments.
gcc -O3 -fopenmp-simd -fno-math-errno -fno-trapping-math -fwrapv -c"""

_ERROR = """
const char *{name}_error(int status)
{{
    switch (status) {{
{cases}    default: return "unknown status";
    }}
}}
"""

_HEADER = """
{about}
#ifndef {guard}
#define {guard}

{needs}#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {{
#endif

int {name}({parameters});
const char *{name}_error(int status);

#ifdef __cplusplus
}}
#endif

#endif
"""


def _header(name: str, entry: _Entry, formula: str) -> str:
    about = [
        formula, "",
        f"{name}() returns 0, or a status of which {name}_error() gives the text (in memory that stays).",
        "Arrays lie in C order, aligned, and do not overlap the results; their lengths stand behind them.",
        "It may be called from several threads at once.", "",
    ]  # fmt: skip
    for a in entry.every:
        role = "input" if a in entry.loops.inputs else "result"
        shape = f"({entry.shapes.get(a.name) or ', '.join(entry.own[n] for n in a.axes)})" if a.axes else "a number"
        about.append(f"{entry.own[a.name]}: {role}, {a.kind}, {shape}")
    needs = "#include <complex.h>\n" if any(a.kind in COMPONENT for a in entry.every) else ""
    return _HEADER.lstrip("\n").format(
        about=_comment("\n".join(about)), guard=f"ES_{name.upper()}_H", needs=needs, name=name,
        parameters=", ".join(entry.parameters()) or "void",
    )  # fmt: skip


def _comment(text: str) -> str:
    """Text as a comment: what would end it, or join lines, is taken apart."""
    text = text.replace("*/", "* /").replace("/*", "/ *").replace("\\", "\\ ").replace("??", "? ?")
    lines = "".join(f" * {line}".rstrip() + "\n" for line in text.split("\n"))
    return f"/*\n{lines} */"


def _string(text: str) -> str:
    """Text as a literal of C."""
    found = []
    for byte in text.encode():
        c = chr(byte)
        found.append(f"\\{byte:03o}" if byte < 32 or byte > 126 or c in '"\\?' else c)
    return '"' + "".join(found) + '"'
