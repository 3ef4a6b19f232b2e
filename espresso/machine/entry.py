"""The call entry: checks NumPy arrays, finds their addresses and runs a program; the same code for every program.

It is compiled once for a processor.  What differs from one program and signature to the next stands in a table of
numbers, the call record (`call_record`).

- ``call(arguments, results, record, arena)`` takes tuples of inputs and of arrays for results, checks that they are
  what the record says and that no result overlaps another array, runs the program and returns 1; or 0 without doing
  anything.
- ``enter(own, positional, named)`` is a whole call as a CPython builtin (``METH_VARARGS | METH_KEYWORDS``) that also
  makes the results, with NumPy's own allocator, or takes those given as ``out=`` (`result_arrays`).

The own object of ``enter`` is a tuple (`RECORD` and its neighbours): the call record, the same call in Python, a
function that gives several results their structure, the list of workspaces that are free, the variable of
the region that a thread is in or None where it does not matter, the names of the inputs with "out" behind them, the
list of spare arrays for results, and the keys of several results (empty where they are a tuple, None where ``out=`` of
them is taken apart in Python).  Whatever the record was not made for (other shapes, a part of the results as
``out=``, a region) goes to the call in Python.  The interpreter is released where the work is long.

Both take arrays that lie in order as they are, and numbers, scalars, lists and strided arrays by `conversions`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import llvmlite.ir as ir

from espresso.llvm.emit.kinds import I1, I8, I64, POINTER
from espresso.machine.conversions import SLOT, Conversions
from espresso.machine.object_layout import CONTIGUOUS, DATA, ITEMS, WRITEABLE
from espresso.machine.result_arrays import ResultArrays
from espresso.machine.writer import (
    BUILD,
    I32,
    IN_PYTHON,
    NAMES,
    NULL,
    RECORD,
    REGION,
    WORKSPACES,
    Writer,
    element,
    fact,
    field,
    same,
    shared_functions,
)


def text() -> str:
    """The module with ``call`` and ``enter`` as LLVM text."""
    module = ir.Module("entry")
    shared = shared_functions(module)
    convert = Conversions(module, shared).write()
    _Call(module, shared, convert).write()
    _Enter(module, shared, convert).write()
    return str(module)


class _Taking(Writer):
    """Takes the inputs of a call: arrays as they are, and what ``convert`` makes of other values."""

    def __init__(self, module: Any, name: str, arguments: list[Any], result: Any, shared: Any, convert: Any) -> None:
        super().__init__(module, name, arguments, result, shared)
        self.convert = convert

    def begin_inputs(self, record: Any) -> None:
        """Read the counts; make the tables of the inputs."""
        self.begin(record)
        b = self.b
        self.given, self.owned = (b.alloca(POINTER, size=self.inputs) for _ in range(2))
        self.slots, self.converted = b.alloca(I64, size=b.mul(self.inputs, I64(SLOT))), b.alloca(I1)
        self.state = b.alloca(POINTER)
        b.store(I1(0), self.converted)
        b.store(NULL, self.state)

    def take_inputs(self, refuse: Any) -> None:
        """The addresses of all inputs in ``given``."""
        b = self.b
        other, taken = (self.function.append_basic_block(n) for n in ("other", "taken"))
        with self.each(I64(0), self.inputs) as k:
            item = b.load(element(b, self.given, k), typ=POINTER)
            self.check(item, k, CONTIGUOUS, other)
            b.store(self.data(item), element(b, self.addresses, k))
        b.branch(taken)
        b.position_at_end(other)
        self.require(b.call(self.convert, [self.record, self.given, self.addresses, self.owned, self.slots]), refuse)
        b.store(I1(1), self.converted)
        b.branch(taken)
        b.position_at_end(taken)

    def compute(self, arena: Any, copy: Callable[[], None] = lambda: None) -> None:
        """Run; where that takes long others may run Python meanwhile, and forget the arrays given by name."""
        b, long = self.b, self.b.icmp_signed("!=", self.number("long"), I64(0))
        with b.if_then(long):
            with self.each(I64(0), self.inputs) as k:
                self.api("Py_IncRef", b.load(element(b, self.given, k), typ=POINTER))
            b.store(self.api("PyEval_SaveThread"), self.state)
        self.run(arena)
        copy()
        with b.if_then(long):
            self.api("PyEval_RestoreThread", b.load(self.state, typ=POINTER))
            with self.each(I64(0), self.inputs) as k:
                self.api("Py_DecRef", b.load(element(b, self.given, k), typ=POINTER))

    def give_inputs_back(self) -> None:
        """What was made of inputs for this call goes."""
        with self.b.if_then(self.b.load(self.converted, typ=I1)):
            self.give_back(self.owned)


class _Call(_Taking):
    """Writes ``call``."""

    def __init__(self, module: Any, shared: Any, convert: Any) -> None:
        super().__init__(module, "call", [POINTER] * 4, I64, shared, convert)

    def write(self) -> None:
        b = self.b
        arguments, results, record, arena = self.function.args
        refuse = self.function.append_basic_block("refuse")
        self.begin_inputs(record)
        with self.each(I64(0), self.inputs) as k:
            b.store(self.item(arguments, k), element(b, self.given, k))
        self.take_inputs(refuse)
        with self.each(I64(0), self.inputs) as k:
            self.enter_range(k, b.load(element(b, self.addresses, k), typ=POINTER))
        with self.each(self.inputs, self.count) as k:
            item = self.item(results, b.sub(k, self.inputs))
            self.check(item, k, CONTIGUOUS | WRITEABLE, refuse)
            self.enter_range(k, self.data(item))
            b.store(self.data(item), element(b, self.addresses, k))
            self.require(b.not_(self.meets(k, I64(0), k)), refuse)
        self.compute(arena)
        self.give_inputs_back()
        b.ret(I64(1))
        b.position_at_end(refuse)
        self.give_inputs_back()
        b.ret(I64(0))


class _Enter(_Taking):
    """Writes ``enter``."""

    def __init__(self, module: Any, shared: Any, convert: Any) -> None:
        super().__init__(module, "enter", [POINTER] * 3, POINTER, shared, convert)

    def write(self) -> None:
        b = self.b
        self.own, self.positional, self.named = self.function.args
        refuse, self.failed = (self.function.append_basic_block(n) for n in ("refuse", "failed"))
        self.begin_inputs(field(b, self.own_item(RECORD), DATA, POINTER))
        self.several = b.icmp_signed("!=", self.outputs, I64(1))
        self.workspace, self.arena, self.out, self.region, self.made = (b.alloca(POINTER) for _ in range(5))
        self.by_position = b.alloca(I1)
        for place in (self.workspace, self.arena, self.out, self.made):
            b.store(NULL, place)
        self.results = ResultArrays(self)
        self._look_at_region(refuse)
        self._find_inputs(refuse)
        self.take_inputs(refuse)
        self.results.check(b.load(self.out, typ=POINTER), refuse)
        self._take_workspace(refuse)
        self._make_results()
        self.results.take_spares()
        self.results.addresses(element(b, self.addresses, self.inputs))
        self.compute(b.load(self.arena, typ=POINTER), self.results.copy)
        self.results.give_back()
        self._give_back()
        self.give_inputs_back()
        with b.if_then(self.several):
            made = b.load(self.made, typ=POINTER)
            built = self.api("PyObject_CallOneArg", self.own_item(BUILD), made)
            self.api("Py_DecRef", made)
            b.ret(built)
        b.ret(b.load(self.results.place(I64(0)), typ=POINTER))
        b.position_at_end(refuse)
        self.give_inputs_back()
        b.ret(self.api("PyObject_Call", self.own_item(IN_PYTHON), self.positional, self.named))
        b.position_at_end(self.failed)
        made = b.load(self.made, typ=POINTER)
        with b.if_then(b.not_(same(b, made, NULL))):
            self.api("Py_DecRef", made)
        self._give_back()
        self.give_inputs_back()
        b.ret(NULL)

    # --- steps of a call ---

    def _look_at_region(self, refuse: Any) -> None:
        """Python has the call where the thread is in a region, for functions that follow it."""
        b, none = self.b, self.object("None")
        variable = self.own_item(REGION)
        with b.if_then(b.not_(same(b, variable, none))):
            failed = b.icmp_signed("<", self.api("PyContextVar_Get", variable, none, self.region), I32(0))
            with b.if_then(failed):
                b.ret(NULL)
            region = b.load(self.region, typ=POINTER)
            self.api("Py_DecRef", region)  # the context keeps it
            self.require(same(b, region, none), refuse)

    def _find_inputs(self, refuse: Any) -> None:
        """The arrays in order, from the tuple or from the dictionary, which may have ``out`` too."""
        b, count, names = self.b, self.inputs, self.own_item(NAMES)
        b.store(I1(1), self.by_position)
        with b.if_then(b.not_(same(b, self.named, NULL))):
            out = self.api("PyDict_GetItemWithError", self.named, self.item(names, count))
            b.store(out, self.out)
            others = b.sub(self.api("PyDict_Size", self.named), b.select(same(b, out, NULL), I64(0), I64(1)))
            by_position = b.icmp_signed("==", others, I64(0))
            b.store(by_position, self.by_position)
            self.require(b.or_(by_position, b.icmp_signed("==", others, count)), refuse)
        by_position = b.load(self.by_position, typ=I1)
        self.require(b.icmp_signed("==", self.length(self.positional), b.select(by_position, count, I64(0))), refuse)
        with b.if_else(by_position) as (ordered, named):
            with ordered, self.each(I64(0), count) as k:
                b.store(self.item(self.positional, k), element(b, self.given, k))
            with named, self.each(I64(0), count) as k:
                found = self.api("PyDict_GetItemWithError", self.named, self.item(names, k))
                self.require(b.not_(same(b, found, NULL)), refuse)
                b.store(found, element(b, self.given, k))

    def _take_workspace(self, refuse: Any) -> None:
        """Memory for temporaries from the list of workspaces, where the program needs any."""
        b = self.b
        with b.if_then(b.icmp_signed("!=", self.number("needs"), I64(0))):
            free = self.own_item(WORKSPACES)
            length = self.length(free)
            self.require(b.icmp_signed(">", length, I64(0)), refuse)
            taken = self.take_last(free, length)
            b.store(taken, self.workspace)
            b.store(self.data(self.item(taken, 0)), self.arena)

    def _give_back(self) -> None:
        taken = self.b.load(self.workspace, typ=POINTER)
        with self.b.if_then(self.b.not_(same(self.b, taken, NULL))):
            self.append(self.own_item(WORKSPACES), taken)

    def _make_results(self) -> None:
        """The caller's arrays, or new ones; several stand in a tuple."""
        b = self.b
        with b.if_then(self.several):
            b.store(self._not_null(self.api("PyTuple_New", self.outputs)), self.made)
        with self.each(I64(0), self.outputs) as k:
            place = self.results.place(k)
            with b.if_else(same(b, b.load(place, typ=POINTER), NULL)) as (new, given):
                with new:
                    b.store(self._not_null(self._new_array(b.add(self.inputs, k))), place)
                with given:
                    self.api("Py_IncRef", b.load(place, typ=POINTER))
            with b.if_then(self.several):
                first = b.gep(b.load(self.made, typ=POINTER), [I64(ITEMS)], inbounds=True, source_etype=I8)
                b.store(b.load(place, typ=POINTER), element(b, first, k))

    def _new_array(self, k: Any) -> Any:
        """A new array; the call takes over a reference to the dtype."""
        b, array = self.b, self.array(k)
        dtype, lengths = (b.inttoptr(fact(b, array, what), POINTER) for what in ("dtype", "lengths"))
        self.api("Py_IncRef", dtype)
        rank = b.trunc(fact(b, array, "rank"), I32)
        return self.api("PyArray_NewFromDescr", self.object("ndarray"), dtype, rank, lengths, NULL, NULL, I32(0), NULL)

    def _not_null(self, made: Any) -> Any:
        """Go on with an object; without memory for it the exception is set, and what was made is given back."""
        self.require(self.b.not_(same(self.b, made, NULL)), self.failed)
        return made
