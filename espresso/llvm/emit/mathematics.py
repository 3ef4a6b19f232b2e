"""Functions of ``math``, NumPy and Python on scalar values: LLVM instructions, or the C library."""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable, Sequence
from typing import Any

from espresso.llvm.emit.arithmetic import Arithmetic
from espresso.llvm.emit.kinds import (
    COMPONENT,
    FLOATS,
    WIDTHS,
    Untranslatable,
    Value,
    convert,
    declared,
    ir_type,
    is_integer,
    is_signed,
    join,
    number,
    pack,
    truth,
    unify,
)

INSTRUCTIONS = {
    "sqrt": "sqrt", "fabs": "fabs", "floor": "floor", "ceil": "ceil", "trunc": "trunc", "rint": "rint", "exp": "exp",
    "exp2": "exp2", "log": "log", "log2": "log2", "log10": "log10", "sin": "sin", "cos": "cos",
}  # fmt: skip
"""Functions of one argument that LLVM knows."""

LIBRARY = {
    **{n: n for n in ("tan", "asin", "acos", "atan", "sinh", "cosh", "tanh", "asinh", "acosh", "atanh", "expm1",
                      "log1p", "erf", "erfc", "cbrt", "atan2", "hypot")},
    "arctan2": "atan2",
}  # fmt: skip
"""Functions of the C library, with an ``f`` behind the name for float32."""

COMPLEX = {
    **{n: "c" + n for n in ("exp", "log", "sqrt", "sin", "cos", "tan", "sinh", "cosh", "tanh")},
    **{f"arc{n}": f"ca{n}" for n in ("sin", "cos", "tan", "sinh", "cosh", "tanh")},
}
"""Functions of complex numbers in the C library, which NumPy calls too."""

SCALED = {"log2": ("log", 1.4426950408889634), "log10": ("log", 0.4342944819032518)}
"""Logarithms to other bases: the natural one times a number."""

DOUBLE = {"gamma": "tgamma", "lgamma": "lgamma"}
"""Functions computed in float64 whatever the argument is."""

CONSTANTS = {"inf": float("inf"), "nan": float("nan"), "pi": 3.141592653589793, "e": 2.718281828459045}
CASTS = {**{k: k for k in (*WIDTHS, *FLOATS, *COMPONENT)}, "bool_": "bool", "uintp": "uint64", "intp": "int64",
         "float": "float64", "int": "int64"}  # fmt: skip


class Functions:
    """Functions of numbers by their names in the text; a language writes what they come down to."""

    constant: Callable[[str, Any], Any]
    convert: Callable[[Any, str], Any]
    every: Callable[[Sequence[Any]], Any]
    some: Callable[[Sequence[Any]], Any]
    instruction: Callable[[str, Sequence[Any]], Any]  # of numbers of one floating-point kind
    library: Callable[[str, Sequence[Any]], Any]  # the same in the C library
    complex_function: Callable[[str, Sequence[Any]], Any]
    extreme: Callable[[str, Any, Any], Any]  # ``np.minimum`` and ``np.maximum`` of numbers of one kind: NaN if one is
    better: Callable[[str, Any, Any, str], Any]  # Python's ``min`` and ``max``, in a kind
    classified: Callable[[str, Any], Any]  # whether a floating-point number is finite, infinite or none
    size: Callable[[Any], Any]  # of a whole number with a sign
    pair: Callable[[Any, Any], Any]  # two numbers of float64 as a complex one
    part: Callable[[Any, str], Any]  # real or imaginary, of a complex number

    def call(self, name: str, arguments: Sequence[Any]) -> Any:
        """``math.name(...)`` or ``np.name(...)``."""
        x = arguments[0]
        if name in ("isnan", "isinf", "isfinite"):
            return self._class(name, x)
        if any(a.kind in COMPONENT for a in arguments):
            return self.complex_function(name, arguments)
        if name == "conj":
            return x
        kind = x.kind if len(arguments) == 1 else join(x.kind, arguments[1].kind)
        if name in ("minimum", "maximum"):
            return self.extreme(name, *(self.convert(a, kind) for a in arguments))
        kind = kind if kind in FLOATS else "float64"
        values = [self.convert(a, kind) for a in arguments]
        if name in INSTRUCTIONS or name == "copysign":
            return self.instruction(name, values)
        if name in LIBRARY:
            return self.library(LIBRARY[name], values)
        if name in DOUBLE:
            return self.convert(self.library(DOUBLE[name], [self.convert(v, "float64") for v in values]), kind)
        raise Untranslatable(f"function {name}")

    def _class(self, name: str, x: Any) -> Any:
        if x.kind in WIDTHS:
            return self.constant("bool", name == "isfinite")
        if x.kind not in COMPONENT:
            return self.classified(name, x)
        parts = [self._class(name, self.part(x, n)) for n in ("real", "imag")]
        return self.every(parts) if name == "isfinite" else self.some(parts)

    def builtin(self, name: str, arguments: Sequence[Any]) -> Any:
        """``abs``, ``min``, ``max``, and ``complex`` of two numbers."""
        if name == "abs":
            return self._absolute(arguments[0])
        if name == "complex":
            return self.pair(*(self.convert(a, "float64") for a in arguments))
        best = arguments[0]
        for other in arguments[1:]:
            best = self.better(name, best, other, unify(best.kind, other.kind))
        return best

    def _absolute(self, x: Any) -> Any:
        if x.kind in FLOATS:
            return self.instruction("fabs", [x])
        if x.kind in COMPONENT:
            return self.library("hypot", [self.part(x, n) for n in ("real", "imag")])
        return self.size(x) if is_integer(x.kind) and is_signed(x.kind) else x

    def attribute(self, x: Any, name: str) -> Any:
        """``x.real`` and ``x.imag``."""
        if name not in ("real", "imag"):
            raise Untranslatable(f"attribute {name}")
        if x.kind in COMPONENT:
            return self.part(x, name)
        return x if name == "real" else self.constant(x.kind, 0)


class Mathematics(Functions, Arithmetic):
    """Arithmetic and functions; declares what it calls in the module of the builder."""

    def __init__(self, builder: Any, flags: tuple[str, ...]) -> None:
        super().__init__(builder, flags, self._intrinsic)

    def constant(self, kind: str, value: Any) -> Value:
        """A literal."""
        return number(kind, value)

    def convert(self, x: Value, kind: str) -> Value:
        """``x`` as another kind."""
        return convert(self.b, x, kind)

    def opposite(self, x: Value) -> Value:
        """``not x``."""
        return Value("bool", self.b.not_(truth(self.b, x).ir))

    def every(self, values: Sequence[Value]) -> Value:
        """Whether all of some comparisons hold."""
        return Value("bool", functools.reduce(self.b.and_, (v.ir for v in values)))

    def some(self, values: Sequence[Value]) -> Value:
        """Whether one of some truth values is."""
        return Value("bool", functools.reduce(self.b.or_, (v.ir for v in values)))

    def whole_power(self, base: Value, exponent: int) -> Value:
        """A power with a literal exponent: products."""
        if not 1 <= exponent <= 64 or base.kind in COMPONENT and exponent > 4:
            return self.power(base, number("int64", exponent))
        total, square = None, base
        while exponent:
            if exponent & 1:
                total = square if total is None else self.binary("*", total, square)
            exponent >>= 1
            square = self.binary("*", square, square) if exponent else square
        assert total is not None
        return total

    def _declared(self, name: str, kinds: Sequence[Any], result: Any) -> Any:
        return declared(self.b.module, name, kinds, result)

    def _intrinsic(self, name: str, kind: str, *arguments: Any) -> Any:
        """An LLVM intrinsic of one overloaded type."""
        type_ = FLOATS[kind]
        function = self._declared(f"llvm.{name}.f{32 if kind == 'float32' else 64}", [type_] * len(arguments), type_)
        return self.b.call(function, arguments, fastmath=self.flags)

    def instruction(self, name: str, values: Sequence[Value]) -> Value:
        """A function that LLVM knows."""
        kind = values[0].kind
        return Value(kind, self._intrinsic(name, kind, *(v.ir for v in values)))

    def library(self, name: str, values: Sequence[Value]) -> Value:
        """A function of the C library."""
        kind = values[0].kind
        type_ = FLOATS[kind]
        function = self._declared(name + ("f" if kind == "float32" else ""), [type_] * len(values), type_)
        function.attributes.add("nounwind")
        return Value(kind, self.b.call(function, [v.ir for v in values], fastmath=self.flags))

    def extreme(self, name: str, x: Value, y: Value) -> Value:
        """``np.minimum`` and ``np.maximum``: NaN if one is NaN."""
        first = self.compare("<" if name == "minimum" else ">", x, y)
        if x.kind in FLOATS:
            first = Value("bool", self.b.or_(first.ir, self.compare("!=", x, x).ir))
        return self.select(first, x, y, x.kind)

    def better(self, name: str, best: Value, other: Value, kind: str) -> Value:
        """Python's ``min`` and ``max``."""
        return self.select(self.compare("<" if name == "min" else ">", other, best), other, best, kind)

    def classified(self, name: str, x: Value) -> Value:
        """Whether a number is finite, infinite or none."""
        if name == "isnan":
            return self.compare("!=", x, x)
        size = self._intrinsic("fabs", x.kind, x.ir)
        return self.compare("==" if name == "isinf" else "<", Value(x.kind, size), number(x.kind, float("inf")))

    def size(self, x: Value) -> Value:
        """The absolute value of a whole number."""
        below = self.b.icmp_signed("<", x.ir, x.ir.type(0))
        return Value(x.kind, self.b.select(below, self.b.neg(x.ir), x.ir))

    def part(self, x: Value, name: str) -> Value:
        """The real or the imaginary part."""
        return Value(COMPONENT[x.kind], self.b.extract_value(x.ir, ("real", "imag").index(name)))

    def _parts(self, x: Value) -> tuple[Value, Value]:
        real, imaginary = (Value(COMPONENT[x.kind], self.b.extract_value(x.ir, k)) for k in (0, 1))
        return real, imaginary

    def complex_function(self, name: str, arguments: Sequence[Value]) -> Value:
        """As NumPy computes it: by the C library, or from functions of the parts; complex64 in complex128."""
        x, b = arguments[0], self.b
        if name == "conj":
            real, imaginary = self._parts(x)
            return Value(x.kind, pack(b, x.kind, real.ir, self.negative(imaginary).ir))
        wide = convert(b, x, "complex128")
        real, imaginary = self._parts(wide)
        if name in COMPLEX:
            found = self._complex_call(COMPLEX[name], wide)
        elif name in SCALED:
            base, factor = SCALED[name]
            parts = self._parts(self._complex_call(COMPLEX[base], wide))
            found = self.pair(*(self.binary("*", p, number("float64", factor)) for p in parts))
        elif name == "exp2":
            log = number("float64", 0.6931471805599453)
            found = self._complex_call("cexp", self.pair(*(self.binary("*", p, log) for p in (real, imaginary))))
        elif name == "log1p":
            more = self.binary("+", real, number("float64", 1.0))
            size = self.library("hypot", [more, imaginary])
            found = self.pair(self.call("log", [size]), self.library("atan2", [imaginary, more]))
        elif name == "expm1":
            sine = self.call("sin", [self.binary("*", imaginary, number("float64", 0.5))])
            first = self.binary("*", self.call("expm1", [real]), self.call("cos", [imaginary]))
            second = self.binary("*", number("float64", 2.0), self.binary("*", sine, sine))
            turned = self.binary("*", self.call("exp", [real]), self.call("sin", [imaginary]))
            found = self.pair(self.binary("-", first, second), turned)
        else:
            raise Untranslatable(f"{name} of complex numbers")
        return convert(b, found, x.kind)

    def pair(self, real: Value, imaginary: Value) -> Value:
        """A complex number."""
        return Value("complex128", pack(self.b, "complex128", real.ir, imaginary.ir))

    def _complex_call(self, name: str, *arguments: Value) -> Value:
        """A function of the C library, whose complex numbers are two numbers side by side in registers."""
        if sys.platform == "win32":
            raise Untranslatable(f"{name} passes complex numbers in memory here")
        parts = [p.ir for a in arguments for p in self._parts(a)]
        function = self._declared(name, [p.type for p in parts], ir_type("complex128"))
        function.attributes.add("nounwind")
        return Value("complex128", self.b.call(function, parts))

    def _complex_power(self, x: Value, y: Value, kind: str) -> Value:
        """As NumPy: ``x**0`` is 1 and 0 to a positive real power is 0; the C library says NaN."""
        b = self.b
        base, exponent = (convert(b, v, "complex128") for v in (x, y))
        zero, one = number("complex128", 0), number("complex128", 1)
        found = self._complex_call("cpow", base, exponent)
        real, imaginary = self._parts(exponent)
        nothing = self.compare("==", base, zero).ir
        for symbol, part in ((">", real), ("==", imaginary)):
            nothing = b.and_(nothing, self.compare(symbol, part, number("float64", 0)).ir)
        found = self.select(Value("bool", nothing), zero, found, "complex128")
        found = self.select(self.compare("==", exponent, zero), one, found, "complex128")
        return convert(b, found, kind)
