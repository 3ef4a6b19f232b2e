"""The XLA handler: runs a program on the buffers of a custom call of XLA, without Python; one code for every program.

XLA's foreign-function interface calls ``handler(frame)`` with a call frame (``xla/ffi/api/c_api.h``, whose version
the handler reports). The only attribute of the custom call is an array whose first number is the address of the
program's table (`TABLE`). What the program cannot do alone (steps of other libraries, positions that
nobody has looked at) is left to a function of Python.
"""

from __future__ import annotations

import ctypes
import functools
from typing import Any

import llvmlite.ir as ir

from espresso.llvm.emit.gemm import Pointer
from espresso.llvm.emit.kinds import I1, I8, I64, POINTER
from espresso.machine.writer import I32, NULL, VOID, Writer, element, fact, field, same, shared_functions

TABLE = ("record", "memory", "bytes", "in_python")
"""record: address of the call record, whose ``run`` is 0 where Python computes; memory: of the last call, or 0;
bytes: of temporaries and scratch memory; in_python: address of ``text function(addresses)``, which returns an error's
text or null."""

VERSION = 0, 3
"""Of the interface that the offsets below belong to. XLA refuses handlers of versions that it cannot call."""

EXTENSION, API, ARGUMENTS, RESULTS, ATTRIBUTES = 8, 16, 72, 112, 160
"""Fields of a call frame: what it asks beside a call, XLA's functions, tables of buffers and of attributes."""

METADATA, MAJOR, MINOR, TRAITS, STATE = 24, 24, 28, 32, 40
"""The metadata in the extension of a frame that asks for them, and their fields."""

DATA, VALUES, NEW_ERROR, INTERNAL = 24, 16, 48, 13
"""Fields: address of a buffer's elements, address of an array attribute's values, the function that makes an error;
and the code of an internal error."""


def text() -> str:
    """The module with ``handler`` as LLVM text."""
    module = ir.Module("xla")
    _Handler(module, shared_functions(module)).write()
    return str(module)


@functools.cache
def handler() -> int:
    """The address of the handler in this process; 0 where memory cannot be executable."""
    from espresso.llvm.compiled import block_named

    block = block_named("XLA handler", ["handler"], text)
    return 0 if block is None else int(block.address("handler"))


def capsule() -> Any:
    """The handler as XLA takes it."""
    make = ctypes.PYFUNCTYPE(ctypes.py_object, ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p)(
        ("PyCapsule_New", ctypes.pythonapi)
    )
    return make(handler(), None, None)


class _Handler(Writer):
    """Writes ``handler``."""

    def __init__(self, module: Any, shared: tuple[Any, Any, Any]) -> None:
        super().__init__(module, "handler", [POINTER], POINTER, shared)
        self.allocate = ir.Function(module, ir.FunctionType(POINTER, [I64, I64]), "aligned_alloc")
        self.release = ir.Function(module, ir.FunctionType(VOID, [POINTER]), "free")

    def write(self) -> None:
        b, (frame,) = self.b, self.function.args
        with b.if_then(b.not_(same(b, field(b, frame, EXTENSION, POINTER), NULL))):
            self._describe(field(b, frame, EXTENSION, POINTER))
        attribute = b.load(field(b, frame, ATTRIBUTES, POINTER), typ=POINTER)
        self.table = b.inttoptr(b.load(field(b, attribute, VALUES, POINTER), typ=I64), POINTER)
        self.begin(self._of_table("record"))
        python = self.function.append_basic_block("python")
        self._find(field(b, frame, ARGUMENTS, POINTER), I64(0), self.inputs)
        self._find(field(b, frame, RESULTS, POINTER), self.inputs, self.outputs)
        self.require(b.icmp_signed("!=", self.number("run"), I64(0)), python)
        with self.each(I64(0), self.inputs) as k:
            self._check_positions(k, python)
        self._run(python)
        b.ret(NULL)
        b.position_at_end(python)
        kind = ir.FunctionType(POINTER, [POINTER])
        message = b.call(Pointer(self._of_table("in_python"), kind), [self.addresses])
        with b.if_then(same(b, message, NULL)):
            b.ret(NULL)
        b.ret(self._error(field(b, frame, API, POINTER), message))

    def _of_table(self, what: str) -> Any:
        return field(self.b, self.table, 8 * TABLE.index(what), POINTER)

    def _store(self, value: Any, item: Any, offset: int) -> None:
        self.b.store(value, self.b.gep(item, [I64(offset)], inbounds=True, source_etype=I8))

    def _describe(self, extension: Any) -> None:
        """Say which version of the interface this is, and that there is no state."""
        b, metadata = self.b, field(self.b, extension, METADATA, POINTER)
        for value, offset in ((I32(VERSION[0]), MAJOR), (I32(VERSION[1]), MINOR), (I32(0), TRAITS)):
            self._store(value, metadata, offset)
        with b.if_then(b.icmp_unsigned(">", field(b, metadata, 0, I64), I64(STATE))):
            self._store(I64(0), metadata, STATE)
        b.ret(NULL)

    def _find(self, buffers: Any, first: Any, count: Any) -> None:
        """Put the addresses of buffers into the table of addresses."""
        b = self.b
        with self.each(I64(0), count) as k:
            buffer = b.load(element(b, buffers, k), typ=POINTER)
            b.store(field(b, buffer, DATA, POINTER), element(b, self.addresses, b.add(first, k)))

    def _check_positions(self, k: Any, otherwise: Any) -> None:
        """Go on where the positions in input k, if it holds any, lie between bounds that are known to be good."""
        b, array = self.b, self.array(k)
        between = fact(b, array, "between")
        with b.if_then(b.icmp_signed("!=", between, I64(0))):
            check = Pointer(b.inttoptr(between, POINTER), ir.FunctionType(I1, [POINTER, I64, I64, I64]))
            bounds = [fact(b, array, what) for what in ("count", "least", "most")]
            place = b.load(element(b, self.addresses, k), typ=POINTER)
            self.require(b.call(check, [place, *bounds]), otherwise)

    def _run(self, python: Any) -> None:
        """Run with the memory of the last call, or with new memory where another call has that or there is none."""
        b, size = self.b, field(self.b, self.table, 8 * TABLE.index("bytes"), I64)
        place = b.gep(self.table, [I64(8 * TABLE.index("memory"))], inbounds=True, source_etype=I8)
        arena = b.alloca(I64)
        b.store(b.atomic_rmw("xchg", place, I64(0), "acq_rel"), arena)
        with b.if_then(b.icmp_signed("==", b.load(arena, typ=I64), I64(0))):
            made = b.call(self.allocate, [I64(64), size])
            self.require(b.not_(same(b, made, NULL)), python)
            b.store(b.ptrtoint(made, I64), arena)
        taken = b.load(arena, typ=I64)
        self.run(b.inttoptr(taken, POINTER))
        other = b.atomic_rmw("xchg", place, taken, "acq_rel")
        with b.if_then(b.icmp_signed("!=", other, I64(0))):
            b.call(self.release, [b.inttoptr(other, POINTER)])

    def _error(self, api: Any, message: Any) -> Any:
        """An error of XLA with this text."""
        b = self.b
        given = b.alloca(I64, size=4)
        for k, value in enumerate((I64(32), I64(0), b.ptrtoint(message, I64), I64(INTERNAL))):
            b.store(value, element(b, given, k, I64))
        make = Pointer(field(b, api, NEW_ERROR, POINTER), ir.FunctionType(POINTER, [POINTER]))
        return b.call(make, [given])
