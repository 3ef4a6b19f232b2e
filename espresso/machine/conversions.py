"""Inputs that are no arrays in order: numbers, NumPy scalars, lists, memory maps and strided arrays, in machine code.

``convert`` serves the call entry.  A strided array of few bytes is copied.  Values of other types are taken where the
call record has their *pattern*: the types of all inputs of a call whose dtypes Python has found to be those of the
record (a Python number takes its dtype from the others, by NEP 50).  What Python would refuse, or warn of, is left
to it: integers and floats that the dtype does not hold, lists of another shape.
"""

from __future__ import annotations

from typing import Any

import llvmlite.ir as ir

from espresso.llvm.emit.kinds import I1, I64, POINTER
from espresso.machine.call_record import COMPLEX, IN_PLACE, LISTED, PATTERN, REAL, SINGLE, WHOLE
from espresso.machine.object_layout import CONTIGUOUS, LENGTHS, STRIDES, TYPE, VALUE
from espresso.machine.writer import I32, NULL, Writer, element, fact, field, same

SLOT = 2
"""Numbers of 8 bytes that a converted value takes at most."""

F64, F32 = ir.DoubleType(), ir.FloatType()


class Conversions(Writer):
    """Writes ``i1 convert(record, given, addresses, owned, slots)``: 1 where the addresses of all inputs are known.

    given: the inputs as they are; owned: gets the new arrays, which the caller gives back; slots: memory for
    numbers.  Where it returns 0 nothing is left to give back.
    """

    def __init__(self, module: Any, shared: Any) -> None:
        super().__init__(module, "convert", [POINTER] * 5, I1, shared, internal=True)

    def write(self) -> Any:
        """The function."""
        b = self.b
        record, self.given, self.places, self.owned, self.slots = self.function.args
        self.failed = self.function.append_basic_block("failed")
        self.read_header(record)
        types = b.alloca(I64, size=self.inputs)
        others = self._local(I1)
        b.store(I1(0), others)
        with self.each(I64(0), self.inputs) as k:
            b.store(NULL, element(b, self.owned, k))
        with self.each(I64(0), self.inputs) as k:
            item = b.load(element(b, self.given, k), typ=POINTER)
            kind = field(b, item, TYPE, I64)
            array = b.icmp_signed("==", kind, self.number("ndarray"))
            b.store(b.select(array, I64(0), kind), element(b, types, k, I64))
            with b.if_else(array) as (is_array, is_other):
                with is_array:
                    self._take_array(k, item)
                with is_other:
                    b.store(I1(1), others)
        with b.if_then(b.load(others, typ=I1)):
            self._take_others(types)
        b.ret(I1(1))
        b.position_at_end(self.failed)
        self.api("PyErr_Clear")
        self.give_back(self.owned)
        b.ret(I1(0))
        return self.function

    def _local(self, kind: Any) -> Any:
        """A variable, which loops do not make again."""
        with self.b.goto_entry_block():
            return self.b.alloca(kind)

    def _put(self, k: Any, item: Any) -> None:
        """Go on where this array is input k, whose address is that of its elements."""
        self.check(item, k, CONTIGUOUS, self.failed)
        self.b.store(self.data(item), element(self.b, self.places, k))

    def _own(self, k: Any, made: Any) -> None:
        """A new array is input k; NULL where Python raised."""
        self.require(self.b.not_(same(self.b, made, NULL)), self.failed)
        self.b.store(made, element(self.b, self.owned, k))
        self._put(k, made)

    def _take_array(self, k: Any, item: Any) -> None:
        """An array as it is where it lies in order, else a copy."""
        b, array = self.b, self.array(k)
        self.require(self.is_like(item, I64(0), self.number("ndarray"), array), self.failed)
        with b.if_else(self.is_like(item, I64(CONTIGUOUS), self.number("ndarray"), array)) as (in_order, apart):
            with in_order:
                self._put(k, item)
            with apart:
                self.require(b.icmp_signed("<=", fact(b, array, "bytes"), self.number("copied")), self.failed)
                self.require(b.not_(self._is_direct(item, array)), self.failed)
                self._own(k, self.api("PyArray_NewCopy", item, I32(0)))

    def _is_direct(self, item: Any, array: Any) -> Any:
        """Whether Python binds a call for a strided array: neighbours along an axis, and no stride below 1."""
        b, direct = self.b, fact(self.b, array, "direct")
        found = self._local(I1)
        large = b.icmp_signed(">=", fact(b, array, "bytes"), direct)
        b.store(b.and_(b.icmp_signed("!=", direct, I64(0)), large), found)
        with b.if_then(b.load(found, typ=I1)):
            lengths, strides = (field(b, item, at, POINTER) for at in (LENGTHS, STRIDES))
            adjacent = self._local(I1)
            b.store(I1(0), adjacent)
            with self.each(I64(0), fact(b, array, "rank")) as axis:
                n, apart = (b.load(element(b, table, axis, I64), typ=I64) for table in (lengths, strides))
                with b.if_then(b.icmp_signed(">", n, I64(1))):
                    near = b.icmp_signed("==", apart, fact(b, array, "item"))
                    b.store(b.or_(b.load(adjacent, typ=I1), near), adjacent)
                    ahead = b.icmp_signed(">", apart, I64(0))
                    b.store(b.and_(b.load(found, typ=I1), ahead), found)
            b.store(b.and_(b.load(found, typ=I1), b.load(adjacent, typ=I1)), found)
        return b.load(found, typ=I1)

    # --- values of other types ---

    def _take_others(self, types: Any) -> None:
        """Convert each value that is no array as the pattern of these types says."""
        b = self.b
        pattern = self._pattern(types)
        with self.each(I64(0), self.inputs) as k:
            row = element(b, pattern, b.mul(k, I64(len(PATTERN))), I64)
            kind, source = (field(b, row, 8 * PATTERN.index(what), I64) for what in ("type", "source"))
            with b.if_then(b.icmp_signed("!=", kind, I64(0))):
                item = b.load(element(b, self.given, k), typ=POINTER)
                with b.if_else(b.icmp_signed(">=", source, I64(REAL))) as (number, other):
                    with number:
                        self._number(k, item, row, source)
                    with other:
                        self._other(k, item, kind, source)

    def _pattern(self, types: Any) -> Any:
        """The row of the table of patterns that has these types."""
        b, table = self.b, self.object("patterns")
        found = self._local(POINTER)
        b.store(NULL, found)
        size = b.mul(self.inputs, I64(len(PATTERN)))
        with self.each(I64(0), b.load(table, typ=I64)) as r:
            row = element(b, table, b.add(b.mul(r, size), I64(1)), I64)
            equal = self._local(I1)
            b.store(I1(1), equal)
            with self.each(I64(0), self.inputs) as k:
                wanted = b.load(element(b, row, b.mul(k, I64(len(PATTERN))), I64), typ=I64)
                match = b.icmp_signed("==", wanted, b.load(element(b, types, k, I64), typ=I64))
                b.store(b.and_(b.load(equal, typ=I1), match), equal)
            with b.if_then(b.load(equal, typ=I1)):
                b.store(row, found)
        row = b.load(found, typ=POINTER)
        self.require(b.not_(same(b, row, NULL)), self.failed)
        return row

    def _other(self, k: Any, item: Any, kind: Any, source: Any) -> None:
        """A NumPy scalar in its place, an array of a list, an array of a class whose elements lie as an array's do."""
        b = self.b
        with b.if_else(b.icmp_signed("==", source, I64(IN_PLACE))) as (scalar, made):
            with scalar:
                self._at(k, b.gep(item, [I64(VALUE)], inbounds=True, source_etype=ir.IntType(8)))
            with made, b.if_else(b.icmp_signed("==", source, I64(LISTED))) as (listed, mapped):
                with listed:
                    self._own(k, self.api("PyObject_CallOneArg", self.object("asarray"), item))
                with mapped:
                    fits = self.is_like(item, I64(CONTIGUOUS), kind, self.array(k))
                    self.require(fits, self.failed)
                    self._at(k, self.data(item))

    def _at(self, k: Any, place: Any) -> None:
        """The elements of input k lie here; go on where they may be read at as positions."""
        self.require(self.is_inside(place, self.array(k)), self.failed)
        self.b.store(place, element(self.b, self.places, k))

    def _number(self, k: Any, item: Any, row: Any, source: Any) -> None:
        """A number of Python, in the slot of the input."""
        b = self.b
        slot = element(b, self.slots, b.mul(k, I64(SLOT)), I64)
        real, imaginary, whole = self._local(F64), self._local(F64), self._local(I64)
        b.store(F64(0), imaginary)
        with b.if_else(b.icmp_signed("==", source, I64(WHOLE))) as (is_whole, is_not):
            with is_whole:
                over = self._local(I32)
                b.store(self.api("PyLong_AsLongLongAndOverflow", item, over), whole)
                self.require(b.icmp_signed("==", b.load(over, typ=I32), I32(0)), self.failed)
                b.store(b.sitofp(b.load(whole, typ=I64), F64), real)
            with is_not, b.if_else(b.icmp_signed("==", source, I64(COMPLEX))) as (is_complex, is_real):
                with is_complex:
                    b.store(self.api("PyComplex_RealAsDouble", item), real)
                    b.store(self.api("PyComplex_ImagAsDouble", item), imaginary)
                with is_real:
                    b.store(self.api("PyFloat_AsDouble", item), real)
        target, least, most = (field(b, row, 8 * PATTERN.index(what), I64) for what in ("target", "least", "most"))
        with b.if_else(b.icmp_signed("==", target, I64(WHOLE))) as (to_whole, to_parts):
            with to_whole:
                value = b.load(whole, typ=I64)
                inside = b.and_(b.icmp_signed(">=", value, least), b.icmp_signed("<=", value, most))
                self.require(inside, self.failed)
                b.store(value, slot)  # the lowest bytes come first
            with to_parts:
                for part, place in enumerate((real, imaginary)):
                    self._store_part(b.load(place, typ=F64), slot, part, target)
        self._at(k, slot)

    def _store_part(self, value: Any, slot: Any, part: int, target: Any) -> None:
        """One part of a complex number, in single or double precision; finite numbers stay finite."""
        b = self.b
        with b.if_else(b.icmp_signed("==", target, I64(SINGLE))) as (single, double):
            with single:
                narrow, infinity = b.fptrunc(value, F32), F64(float("inf"))
                became = self._is_infinite(b.fpext(narrow, F64), infinity)
                self.require(b.icmp_signed("==", became, self._is_infinite(value, infinity)), self.failed)
                b.store(narrow, element(b, slot, part, F32))
            with double:
                b.store(value, element(b, slot, part, F64))

    def _is_infinite(self, value: Any, infinity: Any) -> Any:
        magnitude = [self.b.fcmp_ordered("==", value, i) for i in (infinity, F64(float("-inf")))]
        return self.b.or_(*magnitude)
