"""Scalar values of C text: kinds, precedence, conversions, with numba's typing rules (`llvm.emit.kinds`)."""

from __future__ import annotations

import enum
import math
from typing import Any

import numpy as np

from espresso.llvm.emit.kinds import COMPONENT, FLOATS, WIDTHS, Untranslatable, is_signed
from espresso.records import dataclass

TYPES = {
    "bool": "bool", "float32": "float", "float64": "double",
    "complex64": "float complex", "complex128": "double complex",
    **{f"{sign}int{w}": f"{sign}int{w}_t" for sign in ("", "u") for w in (8, 16, 32, 64)},
}  # fmt: skip
"""What a kind is called in C."""


class Level(enum.IntEnum):
    """Levels of precedence."""

    CHOICE, OR, AND, OR_BITS, XOR_BITS, AND_BITS, EQUAL, COMPARE, SUM, PRODUCT, UNARY, ATOM = range(1, 13)


SUFFIX = {"bool": "b", "float32": "f32", "float64": "f64", "complex64": "c64", "complex128": "c128",
          **{k: k[0] + k.lstrip("uint") for k in WIDTHS if k != "bool"}}  # fmt: skip
"""Ends of the names of helpers that are written for a kind."""


@dataclass(frozen=True)
class Value:
    """A scalar: its kind (a dtype name), its text, how tightly the text binds, and its number if it is a literal."""

    kind: str
    text: str
    level: int = Level.ATOM
    number: Any = None

    def at(self, level: int) -> str:
        """The text where an operator of this level takes it."""
        return self.text if self.level >= level else f"({self.text})"


@dataclass(frozen=True)
class Array:
    """An array in C order: pointer to its first element, and its lengths."""

    kind: str
    pointer: str
    shape: tuple[Value, ...]


def literal(kind: str, number: Any) -> Value:
    """A constant.

    >>> literal("float32", 0.1).text, literal("int64", 3).text, literal("float64", float("-inf")).text
    ('0.1f', '3', '-INFINITY')
    """
    if kind in COMPONENT:
        parts = (literal(COMPONENT[kind], p).text for p in (complex(number).real, complex(number).imag))
        return Value(kind, f"es_pair_{SUFFIX[kind]}({', '.join(parts)})", Level.ATOM, number)
    if kind in FLOATS:
        number = float(number)
        if math.isnan(number) or math.isinf(number):
            text = "NAN" if math.isnan(number) else "INFINITY" if number > 0 else "-INFINITY"
        else:
            text = str(np.float32(number)) + "f" if kind == "float32" else repr(number)
    elif kind == "bool":
        text = "true" if number else "false"
    else:
        number = int(number)
        text = f"{number}"
        if number == -(1 << 63):
            text = "INT64_MIN"
        elif abs(number) >= 1 << 31:
            text = f"UINT64_C({number})" if number >= 1 << 63 else f"INT64_C({number})"
    return Value(kind, text, Level.UNARY if text.startswith("-") else Level.ATOM, number)


def convert(v: Value, kind: str) -> Value:
    """``v`` as another kind, as C converts."""
    if v.kind == kind:
        return v
    if v.number is not None and not isinstance(v.number, complex) and not (kind in WIDTHS and v.kind in FLOATS):
        if kind == "bool" or kind not in WIDTHS or _holds(kind, v.number):
            return literal(kind, v.number)
    if kind == "bool":
        return truth(v)
    if v.kind in COMPONENT and kind not in COMPONENT:
        part = Value(COMPONENT[v.kind], f"creal{'f' if v.kind == 'complex64' else ''}({v.text})")
        return convert(part, kind)
    return Value(kind, f"({TYPES[kind]}){v.at(Level.UNARY)}", Level.UNARY)


def _holds(kind: str, number: int) -> bool:
    width = WIDTHS[kind]
    low, high = (-(1 << (width - 1)), 1 << (width - 1)) if is_signed(kind) else (0, 1 << width)
    return low <= number < high


def operands(x: Value, y: Value, kind: str) -> tuple[Value, Value]:
    """Two operands of an operator whose operation is of a kind, cast where C itself would not compute in it."""
    return _operand(x, y, kind), _operand(y, x, kind)


def _operand(v: Value, other: Value, kind: str) -> Value:
    if v.kind == kind or v.number is not None:
        return convert(v, kind)
    by_itself = other.kind == kind and other.number is None
    narrower = kind == "int64" and WIDTHS.get(v.kind, 64) < 64
    if by_itself and (kind in FLOATS and v.kind not in COMPONENT or narrower):
        return v
    return convert(v, kind)


def truth(v: Value) -> Value:
    """Whether ``v`` is not zero; NaN counts as true."""
    if v.kind == "bool":
        return v
    return Value("bool", f"{v.at(Level.EQUAL)} != 0", Level.EQUAL)


def scalar(v: Any) -> Value:
    """What has to be a number."""
    if not isinstance(v, Value):
        raise Untranslatable(f"{v} is no number")
    return v
