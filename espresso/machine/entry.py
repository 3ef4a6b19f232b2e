"""The call entry: ``enter``, a whole call as a CPython builtin that allocates its results.

It has the signature of ``METH_VARARGS | METH_KEYWORDS``: its own object, the tuple of arrays by position and
the dictionary of arrays by name.  Its own object is a tuple (`places.NUMBERS` and its neighbours): the table of
numbers, the same call in Python, a function that gives several results their structure or None, the list of
workspaces that are free, the variable of the region that a thread is in or None where it does not matter, the
names of the inputs with "out" behind them, the list of spare arrays for results, and the keys of several results
(empty where they are a tuple, None where ``out=`` of them is taken apart in Python).

It checks the arrays as ``call`` does, takes a workspace where the program needs memory, makes the results with
NumPy's own allocator (or takes those that are given as ``out=``, `machine.results`), releases the interpreter where the
work is long, and returns one array or the structure of several.  Whatever the numbers were not made for (other shapes,
a part of the results as ``out=``, a region) goes to the call in Python.
The functions of Python and NumPy that it needs are addresses in the table of numbers.
"""

from __future__ import annotations

from typing import Any

import llvmlite.ir as ir

from espresso.llvm.emit.counted_loops import Counted
from espresso.llvm.emit.gemm import Pointer
from espresso.llvm.emit.kinds import I1, I8, I64, POINTER
from espresso.machine.places import BUILD, CONTIGUOUS, COUNT, DATA, ITEMS, NAMES, NUMBERS, REGION, SLOWLY, WORKSPACES
from espresso.machine.results import Outs

I32 = ir.IntType(32)
VOID = ir.VoidType()
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
}
"""Functions called through the table: result and arguments."""

NOTHING = POINTER(None)


class EntryWriter:
    """Writes ``enter`` into the module of a `program.ModuleWriter`."""

    def __init__(self, module: Any) -> None:
        self.m = module
        self.function, self.b = module._entry("enter", [POINTER, POINTER, POINTER], POINTER)
        self.own, self.positional, self.named = self.function.args
        self.numbers = module._field(self.b, self._own(NUMBERS), DATA, POINTER)
        self._write()

    def _write(self) -> None:
        b, m, facts = self.b, self.m, self.m.facts
        refuse, self.failed = (self.function.append_basic_block(n) for n in ("refuse", "failed"))
        addresses = b.alloca(POINTER, size=I64(len(facts.order) + 1))
        self.given = b.alloca(POINTER, size=I64(max(1, len(facts.inputs))))
        self.state, self.workspace, self.arena, self.out, self.region, self.made = (b.alloca(POINTER) for _ in range(6))
        self.by_position = b.alloca(I1)
        for place in (self.state, self.workspace, self.arena, self.out, self.made):
            b.store(NOTHING, place)

        def put(position: int, address: Any) -> None:
            b.store(address, self._at(addresses, position))

        self.outs = Outs(self)
        self._region(refuse)
        self._inputs(refuse)
        for k, name in enumerate(facts.inputs):
            item = b.load(self._at(self.given, k), typ=POINTER)
            m._check(b, item, name, CONTIGUOUS, self.numbers, refuse)
            put(k, m._field(b, item, DATA, POINTER))
        single = len(facts.outputs) == 1
        self.outs.check(refuse)
        arena = self._arena(refuse)
        results = None if single else self._there(self._api("PyTuple_New", I64(len(facts.outputs))))
        b.store(results or NOTHING, self.made)
        for k, name in enumerate(facts.outputs):
            last = self._result(k, name)
            if results is not None:
                b.store(last, b.gep(results, [I64(ITEMS + 8 * k)], inbounds=True, source_etype=I8))
        self.outs.take_spares()
        self.outs.addresses(self._at(addresses, len(facts.inputs)))
        for k, name in enumerate(facts.temporaries, len(facts.inputs) + len(facts.outputs)):
            put(k, b.gep(arena, [m._read(b, self.numbers, "offset", name)], source_etype=I8))
        put(len(facts.order), b.gep(arena, [m._read(b, self.numbers, "scratch")], source_etype=I8))
        self._compute(addresses)
        self.outs.give_back()
        self._give_back()
        b.ret(last if results is None else self._built(results))
        b.position_at_end(refuse)
        b.ret(self._api("PyObject_Call", self._own(SLOWLY), self.positional, self.named))
        b.position_at_end(self.failed)
        made = b.load(self.made, typ=POINTER)
        with b.if_then(b.not_(self._is(made, NOTHING))):
            self._api("Py_DecRef", made)
        self._give_back()
        b.ret(NOTHING)

    # --- what is read ---

    def _api(self, name: str, *arguments: Any) -> Any:
        result, kinds = API[name]
        address = self.b.inttoptr(self.m._read(self.b, self.numbers, "api", name), POINTER)
        return self.b.call(Pointer(address, ir.FunctionType(result, list(kinds))), list(arguments))

    def _object(self, *what: str) -> Any:
        return self.b.inttoptr(self.m._read(self.b, self.numbers, *what), POINTER)

    def _own(self, place: int) -> Any:
        return self._item(self.own, place)

    def _item(self, of: Any, place: int) -> Any:
        return self.m._field(self.b, of, ITEMS + 8 * place, POINTER)

    def _at(self, table: Any, position: Any) -> Any:
        place = I64(position) if isinstance(position, int) else position
        return self.b.gep(table, [place], inbounds=True, source_etype=POINTER)

    def _is(self, one: Any, other: Any) -> Any:
        return self.b.icmp_unsigned("==", self.b.ptrtoint(one, I64), self.b.ptrtoint(other, I64))

    # --- steps of a call ---

    def _region(self, refuse: Any) -> None:
        """Python has the call where the thread is in a region, for functions that follow it."""
        b, none = self.b, self._object("none")
        variable = self._own(REGION)
        with b.if_then(b.not_(self._is(variable, none))):
            failed = b.icmp_signed("<", self._api("PyContextVar_Get", variable, none, self.region), I32(0))
            with b.if_then(failed):
                b.ret(NOTHING)
            region = b.load(self.region, typ=POINTER)
            self._api("Py_DecRef", region)  # the context keeps it
            self.m._go_on(b, self._is(region, none), refuse)

    def _inputs(self, refuse: Any) -> None:
        """The arrays in order, from the tuple or from the dictionary, which may have ``out`` too."""
        b, m, count = self.b, self.m, len(self.m.facts.inputs)
        by_position = self.by_position
        b.store(I1(1), by_position)
        with b.if_then(b.not_(self._is(self.named, NOTHING))):
            length = self._api("PyDict_Size", self.named)
            out = self._api("PyDict_GetItemWithError", self.named, self._item(self._own(NAMES), count))
            b.store(out, self.out)
            rest = b.sub(length, b.select(self._is(out, NOTHING), I64(0), I64(1)))
            b.store(b.icmp_signed("==", rest, I64(0)), by_position)
            m._go_on(b, b.or_(b.icmp_signed("==", rest, I64(0)), b.icmp_signed("==", rest, I64(count))), refuse)
        ordered = b.load(by_position, typ=I1)
        given = b.select(ordered, I64(count), I64(0))
        m._go_on(b, b.icmp_signed("==", m._field(b, self.positional, COUNT, I64), given), refuse)
        with b.if_else(ordered) as (tuple_, dictionary):
            with tuple_:
                for k in range(count):
                    b.store(self._item(self.positional, k), self._at(self.given, k))
            with dictionary:
                for k in range(count):
                    found = self._api("PyDict_GetItemWithError", self.named, self._item(self._own(NAMES), k))
                    m._go_on(b, b.not_(self._is(found, NOTHING)), refuse)
                    b.store(found, self._at(self.given, k))

    def _result(self, k: int, name: str) -> Any:
        """The caller's array, or a new one."""
        b, place = self.b, self.outs.place(k)
        with b.if_else(self._is(b.load(place, typ=POINTER), NOTHING)) as (new, given):
            with new:
                b.store(self._there(self._array(name)), place)
            with given:
                self._api("Py_IncRef", b.load(place, typ=POINTER))
        return b.load(place, typ=POINTER)

    def _arena(self, refuse: Any) -> Any:
        """Where temporaries lie: in a workspace of the list, where the program needs one."""
        b, m = self.b, self.m
        with b.if_then(b.icmp_signed("!=", m._read(b, self.numbers, "needs"), I64(0))):
            free = self._own(WORKSPACES)
            length = m._field(b, free, COUNT, I64)
            m._go_on(b, b.icmp_signed(">", length, I64(0)), refuse)
            end = b.sub(length, I64(1))
            taken = self._api("PyList_GetItem", free, end)
            self._api("Py_IncRef", taken)
            self._api("PyList_SetSlice", free, end, length, NOTHING)
            b.store(taken, self.workspace)
            b.store(m._field(b, self._item(taken, 0), DATA, POINTER), self.arena)
        return b.load(self.arena, typ=POINTER)

    def _give_back(self) -> None:
        """The workspace goes back to the list."""
        b = self.b
        taken = b.load(self.workspace, typ=POINTER)
        with b.if_then(b.not_(self._is(taken, NOTHING))):
            failed = self._api("PyList_Append", self._own(WORKSPACES), taken)
            with b.if_then(b.icmp_signed("!=", failed, I32(0))):
                self._api("PyErr_Clear")  # no room in the list: the next call makes a workspace
            self._api("Py_DecRef", taken)

    def _compute(self, addresses: Any) -> None:
        """All steps; where that takes long others may run Python meanwhile, and forget the arrays given by name."""
        b, m, count = self.b, self.m, I64(len(self.m.facts.inputs))
        long = b.icmp_signed("!=", m._read(b, self.numbers, "long"), I64(0))
        with b.if_then(long):
            with Counted(b, I64(0), count, 1, short=True) as k:
                self._api("Py_IncRef", b.load(self._at(self.given, k), typ=POINTER))
            b.store(self._api("PyEval_SaveThread"), self.state)
        b.call(m.everything, [addresses, self.numbers])
        self.outs.copy()
        with b.if_then(long):
            self._api("PyEval_RestoreThread", b.load(self.state, typ=POINTER))
            with Counted(b, I64(0), count, 1, short=True) as k:
                self._api("Py_DecRef", b.load(self._at(self.given, k), typ=POINTER))

    def _array(self, name: str) -> Any:
        """A new array for a result; the call takes over a reference to the dtype."""
        _, rank = self.m._shape(name)
        first = [self.m._number("dims", name, axis) for axis in range(rank)]  # side by side in the table
        dtype = self._object("dtype", name)
        self._api("Py_IncRef", dtype)
        lengths = NOTHING
        if rank:
            lengths = self.b.gep(self.numbers, [I64(first[0])], inbounds=True, source_etype=I64)
        kind = self._object("type")
        return self._api("PyArray_NewFromDescr", kind, dtype, I32(rank), lengths, NOTHING, NOTHING, I32(0), NOTHING)

    def _there(self, made: Any) -> Any:
        """Go on with an object; without memory for it the exception is set, and what was made is given back."""
        self.m._go_on(self.b, self.b.not_(self._is(made, NOTHING)), self.failed)
        return made

    def _built(self, results: Any) -> Any:
        """Several results in their structure."""
        built = self._api("PyObject_CallOneArg", self._own(BUILD), results)
        self._api("Py_DecRef", results)
        return built
