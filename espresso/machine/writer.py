"""Writing LLVM functions over Python objects and the call record: fields, tests, calls of Python's functions."""

from __future__ import annotations

from typing import Any

import llvmlite.ir as ir

from espresso.llvm.emit.counted_loops import Counted
from espresso.llvm.emit.gemm import Pointer
from espresso.llvm.emit.kinds import I1, I8, I64, POINTER
from espresso.machine.call_record import ARRAY, HEADER
from espresso.machine.object_layout import (
    COUNT,
    DATA,
    DESCRIPTION,
    FLAGS,
    IN_ORDER,
    ITEMS,
    LENGTHS,
    RANK,
    STRIDES,
    TYPE,
)

I32 = ir.IntType(32)
VOID = ir.VoidType()
NULL = POINTER(None)

RECORD, IN_PYTHON, BUILD, WORKSPACES, REGION, NAMES, SPARES, KEYS = range(8)
"""Items of the tuple that ``enter`` has as its own object."""

API: dict[str, tuple[Any, tuple[Any, ...]]] = {
    "Py_IncRef": (VOID, (POINTER,)),
    "Py_DecRef": (VOID, (POINTER,)),
    "PyTuple_New": (POINTER, (I64,)),
    "PyObject_Call": (POINTER, (POINTER, POINTER, POINTER)),
    "PyObject_CallOneArg": (POINTER, (POINTER, POINTER)),
    "PyDict_Size": (I64, (POINTER,)),
    "PyDict_GetItemWithError": (POINTER, (POINTER, POINTER)),
    "PyList_GetItem": (POINTER, (POINTER, I64)),
    "PyList_SetSlice": (I32, (POINTER, I64, I64, POINTER)),
    "PyList_Append": (I32, (POINTER, POINTER)),
    "PyErr_Clear": (VOID, ()),
    "PyContextVar_Get": (I32, (POINTER, POINTER, POINTER)),
    "PyEval_SaveThread": (POINTER, ()),
    "PyEval_RestoreThread": (VOID, (POINTER,)),
    "PyArray_NewFromDescr": (POINTER, (POINTER, POINTER, I32, POINTER, POINTER, POINTER, I32, POINTER)),
    "PyArray_NewCopy": (POINTER, (POINTER, I32)),
    "PyFloat_AsDouble": (ir.DoubleType(), (POINTER,)),
    "PyLong_AsLongLongAndOverflow": (I64, (POINTER, POINTER)),
    "PyComplex_RealAsDouble": (ir.DoubleType(), (POINTER,)),
    "PyComplex_ImagAsDouble": (ir.DoubleType(), (POINTER,)),
}
"""Functions of Python and NumPy: result and arguments."""


def field(b: Any, item: Any, offset: int, kind: Any) -> Any:
    """A field of an object, or of the record where the offset is that of a number."""
    return b.load(b.gep(item, [I64(offset)], inbounds=True, source_etype=I8), typ=kind)


def element(b: Any, table: Any, k: Any, kind: Any = POINTER) -> Any:
    """The address of element k of a table."""
    return b.gep(table, [I64(k) if isinstance(k, int) else k], inbounds=True, source_etype=kind)


def require(b: Any, test: Any, otherwise: Any) -> None:
    """Go on where the test holds."""
    following = b.append_basic_block("same")
    b.cbranch(test, following, otherwise)
    b.position_at_end(following)


def same(b: Any, one: Any, other: Any) -> Any:
    """Whether two addresses are the same."""
    return b.icmp_unsigned("==", b.ptrtoint(one, I64), b.ptrtoint(other, I64))


def fact(b: Any, array: Any, what: str) -> Any:
    """A field of an array in the record."""
    return field(b, array, 8 * ARRAY.index(what), I64)


def _function(module: Any, name: str, arguments: list[Any], result: Any, internal: bool) -> tuple[Any, Any]:
    function = ir.Function(module, ir.FunctionType(result, arguments), name)
    function.attributes.add("nounwind")
    if internal:
        function.linkage = "internal"
    return function, ir.IRBuilder(function.append_basic_block("entry"))


def _fits(module: Any) -> Any:
    """``i1 fits(item, flags, type, array)``: whether an object is an array as the record describes it.

    ``flags`` are those of an array for which the record has no strides.
    """
    function, b = _function(module, "fits", [POINTER, I64, I64, POINTER], I1, internal=True)
    item, flags, kind, array = function.args
    refuse = function.append_basic_block("refuse")
    ir.IRBuilder(refuse).ret(I1(0))
    require(b, b.icmp_signed("==", field(b, item, TYPE, I64), kind), refuse)
    rank, found = fact(b, array, "rank"), b.zext(field(b, item, FLAGS, I32), I64)
    apart = fact(b, array, "strides")
    strided = b.icmp_signed("!=", apart, I64(0))
    flags = b.select(strided, b.and_(flags, I64(~IN_ORDER)), flags)
    tests = [
        (field(b, item, DESCRIPTION, I64), fact(b, array, "dtype")),
        (b.zext(field(b, item, RANK, I32), I64), rank),
        (b.and_(found, flags), flags),
    ]
    for one, other in tests:
        require(b, b.icmp_signed("==", one, other), refuse)
    lengths, wanted = field(b, item, LENGTHS, POINTER), b.inttoptr(fact(b, array, "lengths"), POINTER)
    with Counted(b, I64(0), rank, 1, short=True) as axis:
        one, other = (b.load(element(b, table, axis, I64), typ=I64) for table in (lengths, wanted))
        require(b, b.icmp_signed("==", one, other), refuse)
    with b.if_then(strided):
        steps, wanted = field(b, item, STRIDES, POINTER), b.inttoptr(apart, POINTER)
        with Counted(b, I64(0), rank, 1, short=True) as axis:
            one, other = (b.load(element(b, table, axis, I64), typ=I64) for table in (steps, wanted))
            require(b, b.icmp_signed("==", one, other), refuse)
    b.ret(I1(1))
    return function


def _inside(module: Any) -> Any:
    """``i1 inside(elements, array)``: whether elements that lie in order may be read at, where they are positions."""
    function, b = _function(module, "inside", [POINTER, POINTER], I1, internal=True)
    elements, array = function.args
    between = fact(b, array, "between")
    with b.if_then(b.icmp_signed("!=", between, I64(0))):
        check = Pointer(b.inttoptr(between, POINTER), ir.FunctionType(I1, [POINTER, I64, I64, I64]))
        b.ret(b.call(check, [elements, *(fact(b, array, what) for what in ("count", "least", "most"))]))
    b.ret(I1(1))
    return function


def _overlaps(module: Any) -> Any:
    """``i1 overlaps(first, last, firsts, lasts, count)``: whether a range of addresses meets one of a table."""
    function, b = _function(module, "overlaps", [I64, I64, POINTER, POINTER, I64], I1, internal=True)
    first, last, firsts, lasts, count = function.args
    with Counted(b, I64(0), count, 1, short=True) as k:
        start, stop = (b.load(element(b, t, k, I64), typ=I64) for t in (firsts, lasts))
        apart = b.or_(b.icmp_unsigned("<=", last, start), b.icmp_unsigned("<=", stop, first))
        with b.if_then(b.not_(apart)):
            b.ret(I1(1))
    b.ret(I1(0))
    return function


def shared_functions(module: Any) -> tuple[Any, Any, Any]:
    """``fits``, ``inside`` and ``overlaps``, which all entries call."""
    return _fits(module), _inside(module), _overlaps(module)


class Writer:
    """Writes a function that has the address of a call record; tables of the arrays' address ranges."""

    def __init__(
        self, module: Any, name: str, arguments: list[Any], result: Any, shared: tuple[Any, Any, Any],
        internal: bool = False,
    ) -> None:  # fmt: skip
        self.module, (self.fits, self.inside, self.overlaps) = module, shared
        self.function, self.b = _function(module, name, arguments, result, internal)

    def read_header(self, record: Any) -> None:
        """The number of inputs and of results."""
        self.record = record
        self.inputs, self.outputs = self.number("inputs"), self.number("outputs")

    def begin(self, record: Any) -> None:
        """Read the counts, and make tables of their lengths."""
        self.read_header(record)
        b = self.b
        self.count = b.add(self.inputs, self.outputs)
        temporaries = self.number("temporaries")
        self.addresses = b.alloca(POINTER, size=b.add(b.add(self.count, temporaries), I64(1)))
        self.firsts, self.lasts = b.alloca(I64, size=self.count), b.alloca(I64, size=self.count)

    def number(self, what: str) -> Any:
        """A field of the record's header."""
        return field(self.b, self.record, 8 * HEADER.index(what), I64)

    def object(self, what: str) -> Any:
        """The same as an address."""
        return self.b.inttoptr(self.number(what), POINTER)

    def array(self, k: Any) -> Any:
        """The fields of array k, inputs before results."""
        place = self.b.add(self.b.mul(k, I64(len(ARRAY))), I64(len(HEADER)))
        return element(self.b, self.record, place, I64)

    def item(self, of: Any, k: Any) -> Any:
        """Item k of a tuple."""
        b = self.b
        first = b.gep(of, [I64(ITEMS)], inbounds=True, source_etype=I8)
        return b.load(element(b, first, k), typ=POINTER)

    def each(self, first: Any, last: Any) -> Counted:
        """A loop over arrays, which stays as it is."""
        return Counted(self.b, first, last, 1, short=True)

    def require(self, test: Any, otherwise: Any) -> None:
        """Go on where the test holds."""
        require(self.b, test, otherwise)

    def is_like(self, item: Any, flags: Any, kind: Any, array: Any) -> Any:
        """Whether an object is an array of this type with these flags, of the dtype and shape in the record."""
        return self.b.call(self.fits, [item, flags, kind, array])

    def is_inside(self, elements: Any, array: Any) -> Any:
        """Whether elements may be read at, where they are positions."""
        return self.b.call(self.inside, [elements, array])

    def check(self, item: Any, k: Any, flags: int, otherwise: Any) -> None:
        """Go on where an object is array k of the record, in order, with positions that may be read at."""
        self.require(self.is_like(item, I64(flags), self.number("ndarray"), self.array(k)), otherwise)
        self.require(self.is_inside(self.data(item), self.array(k)), otherwise)

    def data(self, item: Any) -> Any:
        """The address of an array's elements."""
        return field(self.b, item, DATA, POINTER)

    def enter_range(self, k: Any, elements: Any) -> None:
        """Array k lies here."""
        b, first = self.b, self.b.ptrtoint(elements, I64)
        b.store(first, element(b, self.firsts, k, I64))
        b.store(b.add(first, fact(b, self.array(k), "bytes")), element(b, self.lasts, k, I64))

    def meets(self, k: Any, start: Any, count: Any) -> Any:
        """Whether array k overlaps one of so many arrays from ``start`` on."""
        b, tables = self.b, (self.firsts, self.lasts)
        own = [b.load(element(b, t, k, I64), typ=I64) for t in tables]
        return b.call(self.overlaps, [*own, *(element(b, t, start, I64) for t in tables), count])

    def run(self, arena: Any) -> None:
        """Put the addresses of the temporaries behind those of the arrays, and run the program."""
        b, offsets, temporaries = self.b, self.object("offsets"), self.number("temporaries")
        with self.each(I64(0), temporaries) as k:
            offset = b.load(element(b, offsets, k, I64), typ=I64)
            place = element(b, self.addresses, b.add(self.count, k))
            b.store(b.gep(arena, [offset], source_etype=I8), place)
        scratch = b.gep(arena, [self.number("scratch")], source_etype=I8)
        b.store(scratch, element(b, self.addresses, b.add(self.count, temporaries)))
        program = Pointer(self.object("run"), ir.FunctionType(VOID, [POINTER, POINTER]))
        b.call(program, [self.addresses, self.object("numbers")])

    # --- objects of Python ---

    def api(self, name: str, *arguments: Any) -> Any:
        """Call a function of Python or NumPy."""
        result, kinds = API[name]
        return self.b.call(Pointer(self.object(name), ir.FunctionType(result, list(kinds))), list(arguments))

    def own_item(self, k: int) -> Any:
        """An item of the tuple that is the first argument."""
        return self.item(self.function.args[0], k)

    def length(self, of: Any) -> Any:
        """The number of items of a tuple or list."""
        return field(self.b, of, COUNT, I64)

    def take_last(self, free: Any, length: Any) -> Any:
        """The last item of a list, which nobody else has from here on."""
        end = self.b.sub(length, I64(1))
        taken = self.api("PyList_GetItem", free, end)
        self.api("Py_IncRef", taken)
        self.api("PyList_SetSlice", free, end, length, NULL)
        return taken

    def append(self, free: Any, taken: Any) -> None:
        """Give an item back to its list; without room for it the next call makes another."""
        failed = self.api("PyList_Append", free, taken)
        with self.b.if_then(self.b.icmp_signed("!=", failed, I32(0))):
            self.api("PyErr_Clear")
        self.api("Py_DecRef", taken)

    def give_back(self, owned: Any) -> None:
        """The arrays of the inputs that were made for this call go."""
        with self.each(I64(0), self.inputs) as k:
            made = self.b.load(element(self.b, owned, k), typ=POINTER)
            with self.b.if_then(self.b.not_(same(self.b, made, NULL))):
                self.api("Py_DecRef", made)
