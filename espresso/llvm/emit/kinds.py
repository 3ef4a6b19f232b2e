"""Scalar types of translated programs: dtype names, promotion, conversion.

The rules are numba's, so that a program means the same whichever of the two compiles it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import llvmlite.ir as ir

from espresso.llvm.image import PLAIN, SHARED
from espresso.records import dataclass

WIDTHS = {"bool": 1, "int8": 8, "int16": 16, "int32": 32, "int64": 64,
          "uint8": 8, "uint16": 16, "uint32": 32, "uint64": 64}  # fmt: skip
FLOATS = {"float32": ir.FloatType(), "float64": ir.DoubleType()}
COMPONENT = {"complex64": "float32", "complex128": "float64"}
ITEMSIZE = {"bool": 1, **{k: w // 8 for k, w in WIDTHS.items() if w > 1}, "float32": 4, "float64": 8,
            "complex64": 8, "complex128": 16}  # fmt: skip
POINTER = ir.PointerType()
I1, I8, I64 = ir.IntType(1), ir.IntType(8), ir.IntType(64)


PROGRAM = "program"
"""The name of the module of a program."""


class Untranslatable(Exception):
    """The text uses something that only numba compiles."""


@dataclass(frozen=True)
class Value:
    """A scalar: its kind (a dtype name) and its LLVM value."""

    kind: str
    ir: Any


def declared(module: Any, name: str, kinds: Sequence[Any], result: Any = None) -> Any:
    """A function that the module calls: an intrinsic of LLVM, or one of a library."""
    known = module.globals.get(name)
    return known or ir.Function(module, ir.FunctionType(result or ir.VoidType(), list(kinds)), name)


def internal(module: Any, name: str, kinds: Sequence[Any], *attributes: str, result: Any = None) -> tuple[Any, Any]:
    """A function that only the module calls, and a builder at its entry."""
    function = ir.Function(module, ir.FunctionType(result or ir.VoidType(), list(kinds)), name)
    function.linkage = "internal"
    for attribute in attributes:
        function.attributes.add(attribute)
    return function, ir.IRBuilder(function.append_basic_block("entry"))


def apart(
    b: Any, name: str, given: Sequence[Any], write: Callable[[Any, Sequence[Any]], Any], *attributes: str,
    result: Any = None,
) -> Any:  # fmt: skip
    """A call of a function that is written once for the module, by its builder and arguments: its result, if any."""
    known = b.module.globals.get(name)
    if known is None:
        known, inner = internal(b.module, name, [x.type for x in given], *attributes, result=result)
        made = write(inner, known.args)
        inner.ret_void() if result is None else inner.ret(made)
    return b.call(known, given)


def place_at(b: Any, table: Any, k: Any, kind: Any = I64) -> Any:
    """The place of entry ``k`` of a table."""
    return b.gep(table, [I64(k) if isinstance(k, int) else k], inbounds=True, source_etype=kind)


def entry_at(b: Any, table: Any, k: Any, kind: Any = I64) -> Any:
    """Entry ``k`` of a table."""
    return b.load(place_at(b, table, k, kind), typ=kind)


def shared(
    module: Any, name: str, kinds: Sequence[Any], write: Callable[[Any, str], Any], result: Any = None
) -> Any:  # fmt: skip
    """A function that all programs have in common: declared in a program, and linked to it when that is loaded
    (`llvm.library`); in another module it is written, once.
    """
    if module.name == PROGRAM and PLAIN:
        return declared(module, SHARED + name, kinds, result)
    return module.globals.get(name) or write(module, name)


def ir_type(kind: str) -> Any:
    """The LLVM type of a value of this kind in a register."""
    if kind in WIDTHS:
        return ir.IntType(WIDTHS[kind])
    if kind in FLOATS:
        return FLOATS[kind]
    part = FLOATS[COMPONENT[kind]]
    return ir.LiteralStructType([part, part])


def memory_type(kind: str) -> Any:
    """The LLVM type of an element of an array."""
    return I8 if kind == "bool" else ir_type(kind)


def is_integer(kind: str) -> bool:
    """Whether values are whole numbers (truth values not among them)."""
    return kind in WIDTHS and kind != "bool"


def is_signed(kind: str) -> bool:
    """Whether values may be negative."""
    return kind.startswith("int")


def join(a: str, b: str) -> str:
    """The kind in which two kinds meet.

    >>> join("float32", "int64"), join("uint8", "uint8"), join("complex64", "float64")
    ('float64', 'uint64', 'complex128')
    """
    if a in COMPONENT or b in COMPONENT:
        real = _join_real(COMPONENT.get(a, a), COMPONENT.get(b, b))
        return "complex64" if real == "float32" else "complex128"
    return _join_real(a, b)


def _join_real(a: str, b: str) -> str:
    if a in FLOATS or b in FLOATS:
        narrow = all(k == "float32" or WIDTHS.get(k, 64) <= 16 for k in (a, b))
        return "float32" if narrow else "float64"
    return "uint64" if a.startswith("uint") and b.startswith("uint") else "int64"


def unify(a: str, b: str) -> str:
    """The kind of a variable that holds values of both kinds.

    >>> unify("float32", "float32"), unify("bool", "int64")
    ('float32', 'int64')
    """
    return a if a == b else join(a, b)


def number(kind: str, value: Any) -> Value:
    """A constant."""
    if kind in COMPONENT:
        part = FLOATS[COMPONENT[kind]]
        value = complex(value)
        return Value(kind, ir.Constant(ir_type(kind), [ir.Constant(part, value.real), ir.Constant(part, value.imag)]))
    if kind in FLOATS:
        return Value(kind, ir.Constant(FLOATS[kind], float(value)))
    if kind == "bool":
        return Value(kind, ir.Constant(I1, int(bool(value))))
    return Value(kind, ir.Constant(ir_type(kind), int(value)))


def convert(b: Any, v: Value, kind: str) -> Value:
    """``v`` as another kind, as C converts."""
    if v.kind == kind:
        return v
    if kind in COMPONENT:
        part = COMPONENT[kind]
        if v.kind in COMPONENT:
            pair = [convert(b, Value(COMPONENT[v.kind], b.extract_value(v.ir, k)), part).ir for k in (0, 1)]
        else:
            pair = [convert(b, v, part).ir, ir.Constant(FLOATS[part], 0.0)]
        return Value(kind, pack(b, kind, *pair))
    if v.kind in COMPONENT:
        return convert(b, Value(COMPONENT[v.kind], b.extract_value(v.ir, 0)), kind)
    if kind == "bool":
        return truth(b, v)
    target = ir_type(kind)
    if v.kind in FLOATS:
        if kind in FLOATS:
            return Value(kind, b.fptrunc(v.ir, target) if kind == "float32" else b.fpext(v.ir, target))
        return Value(kind, b.fptosi(v.ir, target) if is_signed(kind) else b.fptoui(v.ir, target))
    if kind in FLOATS:
        return Value(kind, b.sitofp(v.ir, target) if is_signed(v.kind) else b.uitofp(v.ir, target))
    have, want = WIDTHS[v.kind], WIDTHS[kind]
    if have == want:
        return Value(kind, v.ir)
    if have > want:
        return Value(kind, b.trunc(v.ir, target))
    return Value(kind, b.sext(v.ir, target) if is_signed(v.kind) else b.zext(v.ir, target))


def truth(b: Any, v: Value) -> Value:
    """Whether ``v`` is not zero; NaN counts as true."""
    if v.kind == "bool":
        return v
    if v.kind in COMPONENT:
        part = COMPONENT[v.kind]
        both = [truth(b, Value(part, b.extract_value(v.ir, k))).ir for k in (0, 1)]
        return Value("bool", b.or_(*both))
    if v.kind in FLOATS:
        return Value("bool", b.fcmp_unordered("!=", v.ir, v.ir.type(0.0)))
    return Value("bool", b.icmp_signed("!=", v.ir, v.ir.type(0)))


def pack(b: Any, kind: str, real: Any, imaginary: Any) -> Any:
    """A complex number from its parts."""
    pair = b.insert_value(ir.Constant(ir_type(kind), ir.Undefined), real, 0)
    return b.insert_value(pair, imaginary, 1)
