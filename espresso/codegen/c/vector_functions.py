"""Vector mathematics as C: the functions of a generated module that write instructions write C statements here.

They run on values that record each operation with a builder (`mathematics.vector_prelude`).  This builder has those of
LLVM's methods that they call, and writes a line of C for each.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping, Sequence
from types import SimpleNamespace
from typing import Any

import llvmlite.ir as ir

from espresso.codegen.c.values import literal
from espresso.llvm.emit.kinds import FLOATS, Untranslatable

_SYMBOLS = {"fadd": "+", "fsub": "-", "fmul": "*", "fdiv": "/", "add": "+", "sub": "-", "mul": "*", "and_": "&",
            "or_": "|", "xor": "^", "shl": "<<", "lshr": ">>"}  # fmt: skip


class _Named:
    """A value of a builder: its type, and its text."""

    def __init__(self, kind: Any, text: str) -> None:
        self.type, self.text, self.fastmath = kind, text, None


def _c_type(kind: Any) -> str:
    if isinstance(kind, ir.FloatType):
        return "float"
    if isinstance(kind, ir.DoubleType):
        return "double"
    return "bool" if kind.width == 1 else f"uint{kind.width}_t"


def _text(v: Any, signed: bool = False) -> str:
    """The text of a value or of a constant."""
    if isinstance(v, ir.Constant):
        if isinstance(v.type, ir.IntType):
            number = int(v.constant) % (1 << v.type.width)
            found = ("false", "true")[number] if v.type.width == 1 else f"UINT{v.type.width}_C({number:#x})"
        else:
            kind = "float32" if isinstance(v.type, ir.FloatType) else "float64"
            return f"({literal(kind, v.constant).text})" if v.constant < 0 else literal(kind, v.constant).text
    else:
        found = v.text
    whole = isinstance(v.type, ir.IntType) and v.type.width > 1
    return f"(int{v.type.width}_t){found}" if signed and whole else found


class CBuilder:
    """Those methods of LLVM's builder that vector mathematics call; each writes one line."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self._names = (f"t{k}" for k in itertools.count(1))
        self.module = SimpleNamespace(declare_intrinsic=lambda name, kinds, signature: (name, signature))

    def _made(self, kind: Any, text: str) -> _Named:
        name = next(self._names)
        self.lines.append(f"const {_c_type(kind)} {name} = {text};")
        return _Named(kind, name)

    def __getattr__(self, name: str) -> Callable[..., _Named]:
        if name not in _SYMBOLS:
            raise Untranslatable(f"instruction {name}")

        def operation(a: Any, b: Any, flags: Sequence[str] = ()) -> _Named:
            text = f"{_text(a)} {_SYMBOLS[name]} {_text(b)}"
            rounded = "es_rounded_f32" if isinstance(a.type, ir.FloatType) else "es_rounded_f64"
            if name == "fmul" and tuple(flags) == ("arcp",):  # never fused into an addition
                text = f"{rounded}({text})"
            if name == "fadd" and tuple(flags) == ("arcp",):  # no product is fused into it
                text = f"{rounded}({_text(a)}) + {rounded}({_text(b)})"
            return self._made(a.type, text)

        return operation

    def ashr(self, a: Any, b: Any) -> _Named:
        """Shifted to the right with its sign."""
        return self._made(a.type, f"({_c_type(a.type)})({_text(a, True)} >> {_text(b)})")

    def fneg(self, a: Any) -> _Named:
        """With the other sign."""
        return self._made(a.type, f"-{_text(a)}")

    def _compare(self, symbol: str, a: Any, b: Any) -> _Named:
        return self._made(ir.IntType(1), f"{_text(a, True)} {symbol} {_text(b, True)}")

    icmp_signed = fcmp_ordered = fcmp_unordered = _compare  # of floats only != is unordered, as it is in C

    def select(self, condition: Any, a: Any, b: Any) -> _Named:
        """One of two values."""
        return self._made(a.type, f"{_text(condition)} ? {_text(a)} : {_text(b)}")

    def fpext(self, a: Any, kind: Any) -> _Named:
        """As another type."""
        return self._made(kind, f"({_c_type(kind)}){_text(a)}")

    fptrunc = trunc = fpext

    def sitofp(self, a: Any, kind: Any) -> _Named:
        """A whole number with its sign as a floating-point one."""
        return self._made(kind, f"({_c_type(kind)})({_text(a, True)})")

    def bitcast(self, a: Any, kind: Any) -> _Named:
        """The bits as a value of another type."""
        wide = kind if isinstance(a.type, ir.IntType) else a.type
        end = "f32" if isinstance(wide, ir.FloatType) else "f64"
        return self._made(kind, f"es_{'number' if wide is kind else 'bits'}_{end}({_text(a)})")

    def call(self, function: tuple[str, Any], values: Sequence[Any]) -> _Named:
        """A function of the C library."""
        name, signature = function
        kind = signature.return_type
        name = {"llvm.maxnum": "fmax", "llvm.minnum": "fmin"}.get(name, name)
        known = ("fmax", "fmin", "fabs", "sqrt", "fma", "copysign", "floor", "ceil", "rint", "trunc")
        name = name.removeprefix("llvm.")
        if name in ("maximum", "minimum"):  # NaN where one is, as NumPy has it
            a, b = map(_text, values)
            return self._made(kind, f"{a} {'>' if name == 'maximum' else '<'} {b} || {a} != {a} ? {a} : {b}")
        if name not in known:
            raise Untranslatable(f"function {name}")
        end = "f" if isinstance(kind, ir.FloatType) else ""
        return self._made(kind, f"{name}{end}({', '.join(map(_text, values))})")


def vector_function(functions: Mapping[str, Any], name: str, kind: str, count: int) -> str:
    """The text of a function for arguments of one floating-point kind."""
    if kind not in FLOATS:
        raise Untranslatable(f"arguments of {name}")
    made, function = functions["_Value"], functions[name]
    made.instructions = ()  # the file is for any processor
    function.__globals__["_has_scaling"] = lambda: False
    builder, c = CBuilder(), _c_type(FLOATS[kind])
    names = [chr(ord("x") + k) for k in range(count)]
    found = function(*(made(builder, _Named(FLOATS[kind], n)) for n in names)).value
    lines = "".join(f"    {line}\n" for line in builder.lines)
    head = f"static inline {c} {name.lstrip('_')}({', '.join(f'{c} {n}' for n in names)})"
    return f"{head}\n{{\n{lines}    return {_text(found)};\n}}\n"
