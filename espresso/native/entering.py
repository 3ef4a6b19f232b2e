"""``enter``: the entry that Python calls as a builtin function, which allocates the results itself.

It has the signature of ``METH_FASTCALL``: its own object (the table of numbers, a NumPy array), the addresses
of its arguments (the tuple of arrays, an array over the arena) and how many there are.  It checks the arrays as
``call`` does, makes the results with NumPy's own allocator, releases the interpreter where the work is long, and
returns one array or a tuple of them; None where the arrays are not what the numbers were made for.
The functions of Python and NumPy that it needs are addresses in the table of numbers.
"""

from __future__ import annotations

from typing import Any

import llvmlite.ir as ir

from .kinds import I8, I64, POINTER
from .multiply import Pointer
from .places import CONTIGUOUS, DATA, ITEMS

I32 = ir.IntType(32)
VOID = ir.VoidType()
API: dict[str, tuple[Any, tuple[Any, ...]]] = {
    "Py_IncRef": (VOID, (POINTER,)),
    "Py_DecRef": (VOID, (POINTER,)),
    "PyTuple_New": (POINTER, (I64,)),
    "PyEval_SaveThread": (POINTER, ()),
    "PyEval_RestoreThread": (VOID, (POINTER,)),
    "PyArray_NewFromDescr": (POINTER, (POINTER, POINTER, I32, POINTER, POINTER, POINTER, I32, POINTER)),
}
"""Functions called through the table: result and arguments."""


class EntryWriter:
    """Writes ``enter`` into the module of a `modules.ModuleWriter`."""

    def __init__(self, module: Any) -> None:
        self.m = module
        self.function, self.b = module._entry("enter", [POINTER, POINTER, I64], POINTER)
        own, given, _ = self.function.args
        self.numbers = module._field(self.b, own, DATA, POINTER)
        arguments = module._field(self.b, given, 0, POINTER)
        arena = module._field(self.b, module._field(self.b, given, 8, POINTER), DATA, POINTER)
        self._write(arguments, arena)

    def _api(self, name: str, *arguments: Any) -> Any:
        result, kinds = API[name]
        address = self.b.inttoptr(self.m._read(self.b, self.numbers, "api", name), POINTER)
        return self.b.call(Pointer(address, ir.FunctionType(result, list(kinds))), list(arguments))

    def _object(self, *what: str) -> Any:
        return self.b.inttoptr(self.m._read(self.b, self.numbers, *what), POINTER)

    def _write(self, arguments: Any, arena: Any) -> None:
        m, facts = self.m, self.m.facts
        refuse = self.function.append_basic_block("refuse")
        addresses = self.b.alloca(POINTER, size=I64(len(facts.order) + 1))
        state = self.b.alloca(POINTER)
        self.b.store(POINTER(None), state)

        def put(position: int, address: Any) -> None:
            self.b.store(address, self.b.gep(addresses, [I64(position)], inbounds=True, source_etype=POINTER))

        for k, name in enumerate(facts.inputs):
            item = m._field(self.b, arguments, ITEMS + 8 * k, POINTER)
            m._check(self.b, item, name, CONTIGUOUS, self.numbers, refuse)
            put(k, m._field(self.b, item, DATA, POINTER))
        single = len(facts.outputs) == 1
        results = None if single else self._made(self._api("PyTuple_New", I64(len(facts.outputs))), None)
        for k, name in enumerate(facts.outputs):
            array = self._made(self._array(name), results)
            if results is not None:
                self.b.store(array, self.b.gep(results, [I64(ITEMS + 8 * k)], inbounds=True, source_etype=I8))
            put(len(facts.inputs) + k, m._field(self.b, array, DATA, POINTER))
            last = array
        for k, name in enumerate(facts.temporaries, len(facts.inputs) + len(facts.outputs)):
            offset = m._read(self.b, self.numbers, "offset", name)
            put(k, self.b.gep(arena, [offset], inbounds=True, source_etype=I8))
        scratch = m._read(self.b, self.numbers, "scratch")
        put(len(facts.order), self.b.gep(arena, [scratch], inbounds=True, source_etype=I8))
        long = self.b.icmp_signed("!=", m._read(self.b, self.numbers, "long"), I64(0))
        with self.b.if_then(long):
            self.b.store(self._api("PyEval_SaveThread"), state)
        m._steps(self.b, addresses, self.numbers)
        with self.b.if_then(long):
            self._api("PyEval_RestoreThread", self.b.load(state, typ=POINTER))
        self.b.ret(last if results is None else results)
        self.b.position_at_end(refuse)
        nothing = self._object("none")
        self._api("Py_IncRef", nothing)
        self.b.ret(nothing)

    def _array(self, name: str) -> Any:
        """A new array for a result; the call takes over a reference to the dtype."""
        _, rank = self.m._shape(name)
        first = [self.m._number("dims", name, axis) for axis in range(rank)]  # side by side in the table
        dtype = self._object("dtype", name)
        self._api("Py_IncRef", dtype)
        lengths = POINTER(None)
        if rank:
            lengths = self.b.gep(self.numbers, [I64(first[0])], inbounds=True, source_etype=I64)
        nothing = POINTER(None)
        kind = self._object("type")
        return self._api("PyArray_NewFromDescr", kind, dtype, I32(rank), lengths, nothing, nothing, I32(0), nothing)

    def _made(self, made: Any, results: Any) -> Any:
        """Go on with an object; without memory for it the exception is set, and what was made is given back."""
        failed = self.b.icmp_unsigned("==", self.b.ptrtoint(made, I64), I64(0))
        with self.b.if_then(failed):
            if results is not None:
                self._api("Py_DecRef", results)
            self.b.ret(POINTER(None))
        return made
