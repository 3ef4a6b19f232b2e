"""Arithmetic and comparisons on scalar values, with Python's signs and NumPy's results on division by zero."""

from __future__ import annotations

from typing import Any

import llvmlite.ir as ir

from espresso.llvm.emit.kinds import (
    COMPONENT,
    FLOATS,
    I1,
    WIDTHS,
    Untranslatable,
    Value,
    convert,
    is_signed,
    join,
    number,
    pack,
    truth,
)

FLOAT_OPERATIONS = {"+": "fadd", "-": "fsub", "*": "fmul", "/": "fdiv"}
WHOLE_OPERATIONS = {"+": "add", "-": "sub", "*": "mul"}
BITS = {"&": "and_", "|": "or_", "^": "xor"}


class Arithmetic:
    """Writes operations with a builder; ``flags`` are the fast-math flags of the function being written."""

    def __init__(self, builder: Any, flags: tuple[str, ...], intrinsic: Any) -> None:
        self.b, self.flags, self.intrinsic = builder, flags, intrinsic

    def binary(self, symbol: str, x: Value, y: Value) -> Value:
        """``x symbol y``."""
        if symbol in BITS:
            return self._bits(symbol, x, y)
        if symbol == "**":
            return self.power(x, y)
        kind = join(x.kind, y.kind)
        if symbol == "/" and kind in WIDTHS:
            kind = "float64"
        x, y = convert(self.b, x, kind), convert(self.b, y, kind)
        if kind in COMPONENT:
            return self._complex(symbol, x, y)
        if symbol in ("//", "%"):
            return self._divide_floats(symbol, x, y) if kind in FLOATS else self._divide_whole(symbol, x, y)
        if kind in FLOATS:
            # LLVM moves a quotient that may be regrouped into the products that use it: 1/s before a loop becomes
            # a division of every element, which takes far longer than a product
            flags = [f for f in self.flags if (symbol, f) != ("/", "reassoc")]
            return Value(kind, getattr(self.b, FLOAT_OPERATIONS[symbol])(x.ir, y.ir, flags=flags))
        # No "nsw": integers wrap around, as NumPy's do. With it, LLVM may drop the test that keeps a position inside.
        return Value(kind, getattr(self.b, WHOLE_OPERATIONS[symbol])(x.ir, y.ir))

    def _bits(self, symbol: str, x: Value, y: Value) -> Value:
        kind = "bool" if x.kind == y.kind == "bool" else join(x.kind, y.kind)
        if kind not in WIDTHS:
            raise Untranslatable(f"{symbol} on {kind}")
        x, y = convert(self.b, x, kind), convert(self.b, y, kind)
        return Value(kind, getattr(self.b, BITS[symbol])(x.ir, y.ir))

    def negative(self, x: Value) -> Value:
        """``-x``; that of a literal is one."""
        if isinstance(x.ir, ir.Constant):
            value = complex(*(p.constant for p in x.ir.constant)) if x.kind in COMPONENT else x.ir.constant
            return number("int64" if x.kind == "bool" else x.kind, -value)
        if x.kind in COMPONENT:
            parts = [self.negative(Value(COMPONENT[x.kind], self.b.extract_value(x.ir, k))).ir for k in (0, 1)]
            return Value(x.kind, pack(self.b, x.kind, *parts))
        if x.kind in FLOATS:
            return Value(x.kind, self.b.fneg(x.ir, flags=self.flags))
        return self.binary("-", number("int64", 0), x)

    def compare(self, symbol: str, x: Value, y: Value) -> Value:
        """``x symbol y`` as a truth value."""
        b = self.b
        if x.kind == y.kind == "bool" and symbol in ("==", "!="):
            return Value("bool", b.icmp_signed(symbol, x.ir, y.ir))
        if x.kind in WIDTHS and y.kind in WIDTHS and x.kind[:1] != y.kind[:1] and "uint64" in (x.kind, y.kind):
            wide = ir.IntType(128)
            pair = [b.sext(v.ir, wide) if is_signed(v.kind) else b.zext(v.ir, wide) for v in (x, y)]
            return Value("bool", b.icmp_signed(symbol, *pair))
        kind = join(x.kind, y.kind)
        x, y = convert(b, x, kind), convert(b, y, kind)
        if kind in COMPONENT:
            part = COMPONENT[kind]
            pairs = [[Value(part, b.extract_value(v.ir, k)) for v in (x, y)] for k in (0, 1)]
            if symbol not in ("==", "!="):
                raise Untranslatable("order of complex numbers")
            both = [self.compare(symbol, *p).ir for p in pairs]
            return Value("bool", b.and_(*both) if symbol == "==" else b.or_(*both))
        if kind in FLOATS:
            compare = b.fcmp_unordered if symbol == "!=" else b.fcmp_ordered
            return Value("bool", compare(symbol, x.ir, y.ir, flags=self.flags))
        return Value("bool", (b.icmp_signed if is_signed(kind) else b.icmp_unsigned)(symbol, x.ir, y.ir))

    def select(self, condition: Value, x: Value, y: Value, kind: str) -> Value:
        """``x if condition else y`` for values without effects."""
        x, y = convert(self.b, x, kind), convert(self.b, y, kind)
        return Value(kind, self.b.select(truth(self.b, condition).ir, x.ir, y.ir))

    # --- division and powers ---

    def _divide_whole(self, symbol: str, x: Value, y: Value) -> Value:
        """Quotient rounded down, remainder with the sign of the divisor; 0 where the divisor is 0."""
        b, kind = self.b, x.kind
        zero, one = number(kind, 0).ir, number(kind, 1).ir
        nothing = b.icmp_signed("==", y.ir, zero)
        if not is_signed(kind):
            divisor = b.select(nothing, one, y.ir)
            found = b.udiv(x.ir, divisor) if symbol == "//" else b.urem(x.ir, divisor)
            return Value(kind, b.select(nothing, zero, found))
        minus = b.icmp_signed("==", y.ir, number(kind, -1).ir)  # the least number divided by -1 would trap
        divisor = b.select(b.or_(nothing, minus), one, y.ir)
        quotient, rest = b.sdiv(x.ir, divisor), b.srem(x.ir, divisor)
        quotient = b.select(minus, b.sub(zero, x.ir), quotient)
        signs = b.icmp_signed("<", b.xor(rest, y.ir), zero)
        down = b.and_(b.icmp_signed("!=", rest, zero), signs)
        found = (
            b.select(down, b.sub(quotient, one), quotient)
            if symbol == "//"
            else b.select(down, b.add(rest, y.ir), rest)
        )
        return Value(kind, b.select(nothing, zero, found))

    def _divide_floats(self, symbol: str, x: Value, y: Value) -> Value:
        """As CPython's ``divmod``: the remainder has the sign of the divisor, the quotient is a whole number."""
        b, kind = self.b, x.kind
        zero, one = number(kind, 0.0).ir, number(kind, 1.0).ir
        rest = b.frem(x.ir, y.ir)
        other = b.and_(
            b.fcmp_ordered("!=", rest, zero), b.xor(b.fcmp_ordered("<", y.ir, zero), b.fcmp_ordered("<", rest, zero))
        )
        if symbol == "%":
            signed = self.intrinsic("copysign", kind, zero, y.ir)
            moved = b.select(other, b.fadd(rest, y.ir), rest)
            return Value(kind, b.select(b.fcmp_ordered("==", rest, zero), signed, moved))
        quotient = b.fdiv(b.fsub(x.ir, rest), y.ir)
        quotient = b.select(other, b.fsub(quotient, one), quotient)
        floor = self.intrinsic("floor", kind, quotient)
        near = b.fcmp_ordered(">", b.fsub(quotient, floor), number(kind, 0.5).ir)
        whole = b.select(near, b.fadd(floor, one), floor)
        ratio = b.fdiv(x.ir, y.ir)
        whole = b.select(b.fcmp_ordered("==", quotient, zero), self.intrinsic("copysign", kind, zero, ratio), whole)
        return Value(kind, b.select(b.fcmp_ordered("==", y.ir, zero), ratio, whole))

    def _complex_power(self, x: Value, y: Value, kind: str) -> Value:
        raise NotImplementedError

    def power(self, x: Value, y: Value) -> Value:
        """``x**y``: whole numbers by squaring, others by the C library."""
        b = self.b
        kind = join(x.kind, y.kind)
        if kind in COMPONENT:
            return self._complex_power(x, y, kind)
        x, y = convert(b, x, kind), convert(b, y, kind)
        if kind in FLOATS:
            return Value(kind, self.intrinsic("pow", kind, x.ir, y.ir))
        return Value(kind, self._whole_power(x, y))

    def _whole_power(self, x: Value, y: Value) -> Any:
        """By squaring; with a negative exponent 1/x**n rounded to zero, and 0 for x = 0."""
        b, kind = self.b, x.kind
        zero, one = number(kind, 0).ir, number(kind, 1).ir
        signed = is_signed(kind)
        below = b.icmp_signed("<", y.ir, zero) if signed else I1(0)
        before = b.block
        head, body, end = (b.append_basic_block(n) for n in ("power", "power_step", "power_end"))
        count = b.select(below, b.sub(zero, y.ir), y.ir)
        b.branch(head)
        b.position_at_end(head)
        total, base, left = (b.phi(x.ir.type) for _ in range(3))
        for phi, start in ((total, one), (base, x.ir), (left, count)):
            phi.add_incoming(start, before)
        b.cbranch(b.icmp_signed("!=", left, zero), body, end)
        b.position_at_end(body)
        odd = b.icmp_signed("!=", b.and_(left, one), zero)
        total.add_incoming(b.select(odd, b.mul(total, base), total), body)
        base.add_incoming(b.mul(base, base), body)
        left.add_incoming(b.lshr(left, one), body)
        b.branch(head)
        b.position_at_end(end)
        if not signed:
            return total
        minus = b.sub(zero, one)
        odd = b.icmp_signed("!=", b.and_(y.ir, one), zero)
        of_minus = b.select(b.icmp_signed("==", x.ir, minus), b.select(odd, minus, one), zero)
        return b.select(below, b.select(b.icmp_signed("==", x.ir, one), one, of_minus), total)

    # --- complex numbers ---

    def _complex(self, symbol: str, x: Value, y: Value) -> Value:
        b, part = self.b, COMPONENT[x.kind]
        a1, a2 = (Value(part, b.extract_value(x.ir, k)) for k in (0, 1))
        b1, b2 = (Value(part, b.extract_value(y.ir, k)) for k in (0, 1))
        op = self.binary
        if symbol in "+-":
            return Value(x.kind, pack(b, x.kind, op(symbol, a1, b1).ir, op(symbol, a2, b2).ir))
        if symbol == "*":
            real = op("-", op("*", a1, b1), op("*", a2, b2))
            imaginary = op("+", op("*", a1, b2), op("*", a2, b1))
            return Value(x.kind, pack(b, x.kind, real.ir, imaginary.ir))
        if symbol != "/":
            raise Untranslatable(f"{symbol} on complex numbers")
        return self._complex_quotient(x.kind, a1, a2, b1, b2)

    def _complex_quotient(self, kind: str, a1: Value, a2: Value, b1: Value, b2: Value) -> Value:
        """Smith's method: scaled by the larger part of the divisor."""
        op, part = self.binary, a1.kind
        size = [Value(part, self.intrinsic("fabs", part, v.ir)) for v in (b1, b2)]
        first = self.compare(">=", *size)
        large, small = self.select(first, b1, b2, part), self.select(first, b2, b1, part)
        ratio = op("/", small, large)
        below = op("+", large, op("*", small, ratio))
        p, q = self.select(first, a1, a2, part), self.select(first, a2, a1, part)
        real = op("/", op("+", p, op("*", q, ratio)), below)
        turned = op("-", q, op("*", p, ratio))
        imaginary = op("/", self.select(first, turned, self.negative(turned), part), below)
        return Value(kind, pack(self.b, kind, real.ir, imaginary.ir))
